// The functions of GL that the renderer's module imports, on a WebGL 2 context. Objects of GL are numbers in C:
// places in a list here. Enumerations have the same values on both sides.
import type { Runtime } from '../core/runtime.js';

type GL = WebGL2RenderingContext;
type Thing = WebGLBuffer | WebGLTexture | WebGLSampler | WebGLShader | WebGLProgram | WebGLVertexArrayObject;

const MAJOR_VERSION = 0x821b;
const MINOR_VERSION = 0x821c;

/** Makes the imports. `runtime` is asked when a function is called: by then there is one. */
export function glImports(gl: GL, runtime: () => Runtime): Record<string, (...values: number[]) => number | void> {
    const things: (Thing | null)[] = [null];
    const places: WebGLUniformLocation[] = [];
    const texts = new Map<number, number>();

    const keep = (thing: Thing | null): number => things.push(thing) - 1;
    const get = <T extends Thing>(name: number): T | null => (things[name] ?? null) as T | null;
    const generate = (make: () => Thing | null) => (count: number, out: number) => {
        for (let i = 0; i < count; ++i) runtime().u32[(out >> 2) + i] = keep(make());
    };
    const remove = <T extends Thing>(destroy: (thing: T | null) => void) => (count: number, names: number) => {
        for (let i = 0; i < count; ++i) forget(runtime().u32[(names >> 2) + i]!, destroy);
    };
    const forget = <T extends Thing>(name: number, destroy: (thing: T | null) => void): void => {
        destroy(get<T>(name));
        if (name) things[name] = null;
    };
    const bytes = (at: number, size: number): Uint8Array => runtime().u8.subarray(at, at + size);
    const setInteger = (out: number, value: unknown): void => { runtime().i32[out >> 2] = Number(value ?? 0); };
    const setText = (text: string | null, capacity: number, outLength: number, out: number): void => {
        const encoded = new TextEncoder().encode(text ?? '').subarray(0, Math.max(capacity - 1, 0));
        runtime().u8.set(encoded, out);
        runtime().u8[out + encoded.length] = 0;
        if (outLength) setInteger(outLength, encoded.length);
    };
    /** A text that stays in the memory of the instance. */
    const textOf = (name: number): number => {
        let at = texts.get(name);
        if (at === undefined) {
            const about = gl.getExtension('WEBGL_debug_renderer_info');
            const text = name === gl.VERSION ? 'OpenGL ES 3.0 (WebGL 2)' : String(gl.getParameter(about ? about.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
            at = runtime().copyIn(new TextEncoder().encode(`${text}\0`));
            texts.set(name, at);
        }
        return at;
    };
    /** Pixels at an address, in the kind of array that WebGL wants for their type. */
    const pixels = (type: number, at: number): ArrayBufferView | null => {
        if (!at) return null;
        return type === gl.FLOAT ? runtime().f32.subarray(at >> 2) : runtime().u8.subarray(at);
    };
    const integer = (name: number): unknown => (name === MAJOR_VERSION ? 3 : name === MINOR_VERSION ? 0 : gl.getParameter(name));

    return {
        ActiveTexture: (unit) => gl.activeTexture(unit!),
        AttachShader: (program, shader) => gl.attachShader(get<WebGLProgram>(program!)!, get<WebGLShader>(shader!)!),
        BindBuffer: (target, buffer) => gl.bindBuffer(target!, get<WebGLBuffer>(buffer!)),
        BindBufferRange: (target, index, buffer, offset, size) => gl.bindBufferRange(target!, index!, get<WebGLBuffer>(buffer!), offset!, size!),
        BindSampler: (unit, sampler) => gl.bindSampler(unit!, get<WebGLSampler>(sampler!)),
        BindTexture: (target, texture) => gl.bindTexture(target!, get<WebGLTexture>(texture!)),
        BindVertexArray: (array) => gl.bindVertexArray(get<WebGLVertexArrayObject>(array!)),
        BlendFuncSeparate: (a, b, c, d) => gl.blendFuncSeparate(a!, b!, c!, d!),
        BufferData: (target, size, data, usage) => (data ? gl.bufferData(target!, bytes(data, size!), usage!) : gl.bufferData(target!, size!, usage!)),
        BufferSubData: (target, offset, size, data) => gl.bufferSubData(target!, offset!, bytes(data!, size!)),
        CompileShader: (shader) => gl.compileShader(get<WebGLShader>(shader!)!),
        CreateProgram: () => keep(gl.createProgram()),
        CreateShader: (type) => keep(gl.createShader(type!)),
        CullFace: (mode) => gl.cullFace(mode!),
        DeleteBuffers: remove<WebGLBuffer>((thing) => gl.deleteBuffer(thing)),
        DeleteProgram: (program) => forget<WebGLProgram>(program!, (thing) => gl.deleteProgram(thing)),
        DeleteSamplers: remove<WebGLSampler>((thing) => gl.deleteSampler(thing)),
        DeleteShader: (shader) => forget<WebGLShader>(shader!, (thing) => gl.deleteShader(thing)),
        DeleteTextures: remove<WebGLTexture>((thing) => gl.deleteTexture(thing)),
        DeleteVertexArrays: remove<WebGLVertexArrayObject>((thing) => gl.deleteVertexArray(thing)),
        DepthFunc: (compare) => gl.depthFunc(compare!),
        DepthMask: (on) => gl.depthMask(on !== 0),
        Disable: (what) => gl.disable(what!),
        DrawArrays: (mode, first, count) => gl.drawArrays(mode!, first!, count!),
        DrawElements: (mode, count, type, offset) => gl.drawElements(mode!, count!, type!, offset!),
        Enable: (what) => gl.enable(what!),
        EnableVertexAttribArray: (index) => gl.enableVertexAttribArray(index!),
        Finish: () => gl.finish(),
        FrontFace: (mode) => gl.frontFace(mode!),
        GenBuffers: generate(() => gl.createBuffer()),
        GenSamplers: generate(() => gl.createSampler()),
        GenTextures: generate(() => gl.createTexture()),
        GenVertexArrays: generate(() => gl.createVertexArray()),
        GetError: () => gl.getError(),
        GetIntegerv: (name, out) => setInteger(out!, integer(name!)),
        GetProgramInfoLog: (program, capacity, length, out) => setText(gl.getProgramInfoLog(get<WebGLProgram>(program!)!), capacity!, length!, out!),
        GetProgramiv: (program, name, out) => setInteger(out!, gl.getProgramParameter(get<WebGLProgram>(program!)!, name!)),
        GetShaderInfoLog: (shader, capacity, length, out) => setText(gl.getShaderInfoLog(get<WebGLShader>(shader!)!), capacity!, length!, out!),
        GetShaderiv: (shader, name, out) => setInteger(out!, gl.getShaderParameter(get<WebGLShader>(shader!)!, name!)),
        GetString: (name) => textOf(name!),
        GetUniformBlockIndex: (program, name) => gl.getUniformBlockIndex(get<WebGLProgram>(program!)!, runtime().text(name!)),
        GetUniformLocation: (program, name) => {
            const place = gl.getUniformLocation(get<WebGLProgram>(program!)!, runtime().text(name!));
            return place ? places.push(place) - 1 : -1;
        },
        LinkProgram: (program) => gl.linkProgram(get<WebGLProgram>(program!)!),
        PixelStorei: (name, value) => gl.pixelStorei(name!, value!),
        SamplerParameteri: (sampler, name, value) => gl.samplerParameteri(get<WebGLSampler>(sampler!)!, name!, value!),
        ShaderSource: (shader, count, strings, lengths) => {
            const { u32, i32 } = runtime();
            const parts = Array.from({ length: count! }, (_, i) => {
                const length = lengths ? i32[(lengths >> 2) + i]! : -1;
                return runtime().text(u32[(strings! >> 2) + i]!, length < 0 ? undefined : length);
            });
            gl.shaderSource(get<WebGLShader>(shader!)!, parts.join(''));
        },
        TexImage2D: (target, level, inside, width, height, border, format, type, at) =>
            gl.texImage2D(target!, level!, inside!, width!, height!, border!, format!, type!, pixels(type!, at!)),
        TexParameteri: (target, name, value) => gl.texParameteri(target!, name!, value!),
        TexSubImage2D: (target, level, x, y, width, height, format, type, at) =>
            gl.texSubImage2D(target!, level!, x!, y!, width!, height!, format!, type!, pixels(type!, at!)),
        Uniform1i: (place, value) => { if (place! >= 0) gl.uniform1i(places[place!]!, value!); },
        UniformBlockBinding: (program, index, binding) => gl.uniformBlockBinding(get<WebGLProgram>(program!)!, index!, binding!),
        UseProgram: (program) => gl.useProgram(get<WebGLProgram>(program!)),
        VertexAttribIPointer: (index, size, type, stride, offset) => gl.vertexAttribIPointer(index!, size!, type!, stride!, offset!),
        VertexAttribPointer: (index, size, type, normalized, stride, offset) =>
            gl.vertexAttribPointer(index!, size!, type!, normalized !== 0, stride!, offset!),
    };
}

/** An image that would take more memory than it may: it is not decoded. */
export class TooLarge extends Error {}

// As the limits of the renderer have it: max_image_pixels of vrm_render_limits.
const MOST_PIXELS = 2 ** 26;

/** What decoding the images of one file may still cost, in bytes of pixels. */
export class ImageWork {
    #left = 2 ** 30; // as in the native renderer (render/src/shared/image_work.h)

    spend(pixels: number): void {
        if (pixels > MOST_PIXELS || pixels * 4 > this.#left) throw new TooLarge();
        this.#left -= pixels * 4;
    }
}

/** The size in the header of a PNG, JPEG or WebP file; [0, 0] for all others. Browsers would decode the whole first. */
export function sizeOf(file: Uint8Array): [number, number] {
    const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    try {
        if (view.getUint32(0) === 0x89504e47) return [view.getUint32(16), view.getUint32(20)];
        if (view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250) return sizeOfWebp(view);
        if (view.getUint16(0) !== 0xffd8) return [0, 0];
        for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
            while (view.getUint16(at) === 0xffff) at += 1; // bytes that fill up
            const marker = view.getUint16(at);
            // The frame headers SOF0 to SOF15, without the three markers between them that are none.
            if ((marker & 0xfff0) === 0xffc0 && ![0xffc4, 0xffc8, 0xffcc].includes(marker)) return [view.getUint16(at + 7), view.getUint16(at + 5)];
            if ((marker & 0xff00) !== 0xff00) return [0, 0];
        }
    } catch {
        return [0, 0]; // it ends too early, and decoding will say so
    }
}

function sizeOfWebp(view: DataView): [number, number] {
    const kind = view.getUint8(15);
    if (kind === 0x58) return [1 + (view.getUint32(24, true) & 0xffffff), 1 + (view.getUint32(27, true) & 0xffffff)];
    if (kind !== 0x4c) return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
    const bits = view.getUint32(21, true);
    return [1 + (bits & 0x3fff), 1 + ((bits >> 14) & 0x3fff)];
}

/**
 * Decodes an image file: red, green, blue and straight alpha. The pixels go through a texture, because a canvas
 * of two dimensions multiplies them with alpha, and loses what is transparent. Color profiles are ignored.
 */
export async function decode(gl: GL, file: Uint8Array<ArrayBuffer>, work: ImageWork): Promise<{ pixels: Uint8Array; width: number; height: number }> {
    const [wide, high] = sizeOf(file);
    if (wide * high === 0) throw new Error('not a PNG, JPEG or WebP file');
    work.spend(wide * high);
    const image = await createImageBitmap(new Blob([file]), { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
    const { width, height } = image;
    if (width * height > wide * high) {
        image.close();
        throw new TooLarge();
    }
    const pixels = new Uint8Array(width * height * 4);
    const texture = gl.createTexture();
    const framebuffer = gl.createFramebuffer();
    const before = gl.getParameter(gl.FRAMEBUFFER_BINDING) as WebGLFramebuffer | null;
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, image);
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    gl.bindFramebuffer(gl.FRAMEBUFFER, before);
    gl.bindTexture(gl.TEXTURE_2D, null);
    gl.deleteFramebuffer(framebuffer);
    gl.deleteTexture(texture);
    image.close();
    return { pixels, width, height };
}
