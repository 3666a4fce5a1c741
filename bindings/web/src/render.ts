/**
 * libvrm with a renderer on WebGL 2: avatars with MToon and glTF's materials on a canvas, without an engine.
 * Its module has the core too; models and avatars that it draws are those of `renderer.runtime`.
 */
import { imageStates } from './generated/gltf.js';
import type { ImageState } from './generated/gltf.js';
import { vrm_pixels, vrm_draw, vrm_gltf, vrm_renderer_desc, vrm_view } from './generated/layout.js';
import type { Avatar } from './core/avatar.js';
import { compile } from './core/compile.js';
import type { RuntimeOptions } from './core/entry.js';
import { VrmError } from './core/error.js';
import { Handle } from './core/handle.js';
import { unpack } from './core/inlined.js';
import type { Model } from './core/model.js';
import { Runtime } from './core/runtime.js';
import { decode, glImports, ImageWork, TooLarge } from './render/gl.js';
import { writeView } from './render/view.js';
import type { View } from './render/view.js';
import render from 'inlined:render';

export * from './core/public.js';
export type { ImageState } from './generated/gltf.js';
export type { Light, View } from './render/view.js';

/** Settings of a renderer. */
export interface RendererOptions extends RuntimeOptions {
    /** Of the WebGL context, if the canvas has none yet. Default: with alpha, and smooth edges. */
    context?: WebGLContextAttributes;
}

/** Makes a renderer on a canvas, with a separate instance. */
export async function createRenderer(canvas: HTMLCanvasElement | OffscreenCanvas, options: RendererOptions = {}): Promise<Renderer> {
    const gl = canvas.getContext('webgl2', { alpha: true, antialias: true, ...options.context }) as WebGL2RenderingContext | null;
    if (!gl) throw new VrmError('wasm-unsupported', 'The canvas has no WebGL 2', 'Use a browser with WebGL 2, and a canvas without another context');
    const module = await compile(await (options.wasm ?? unpack(render)), options.integrity);
    let runtime: Runtime | undefined;
    const instance = await WebAssembly.instantiate(module, { gl: glImports(gl, () => runtime!) });
    runtime = new Runtime(instance, module, options.maxMemory);
    if (options.onMisuse) (await import('./core/misuse.js')).reportMisuse(runtime, options);
    return new Renderer(runtime, gl);
}

/** The meshes and textures of a model on the GPU. */
export class RenderModel extends Handle {
    readonly model: Model;
    /** What became of each image of the file. */
    images: ImageState[] = [];

    /** Use `renderer.add`. */
    constructor(model: Model, pointer: number, forget: () => void) {
        super(model.runtime, pointer, 'RenderModel', forget);
        this.model = model;
        // The renderer frees it, also where both are collected without dispose.
        model.runtime.unwatch(this);
    }
}

/** Draws avatars. */
export class Renderer extends Handle {
    readonly gl: WebGL2RenderingContext;
    readonly #models: Set<number>;
    #room = 0;
    #capacity = 0;

    /** Use `createRenderer`. */
    constructor(runtime: Runtime, gl: WebGL2RenderingContext) {
        const { exports } = runtime;
        const desc = runtime.scratch;
        exports.vrm_renderer_desc_init_sized(desc, vrm_renderer_desc.SIZE);
        const pointer = runtime.create('a renderer', (out) => exports.vrm_web_renderer_create(desc, out, out + 4));
        const models = new Set<number>();
        super(runtime, pointer, 'Renderer', (one) => {
            for (const model of models) one.exports.vrm_render_model_destroy(model);
            models.clear();
            one.exports.vrm_renderer_destroy(pointer);
        });
        this.gl = gl;
        this.#models = models;
    }

    /** True after the context was lost, as happens when a phone puts a page to sleep. Make a new renderer then. */
    get isLost(): boolean {
        return this.gl.isContextLost();
    }

    /** What went wrong so far; '' if nothing did. */
    get problem(): string {
        return this.runtime.text(this.runtime.exports.vrm_renderer_problem(this.pointer));
    }

    /** Uploads a model of `loadModel`, and its images as the browser decodes them. The payload may go afterwards. */
    async add(model: Model): Promise<RenderModel> {
        const { runtime } = this;
        const renderer = this.alive;
        const pointer = runtime.create('the meshes of the model',
            (out) => runtime.exports.vrm_render_model_create(renderer, model.pointerFor(runtime), 0, out, out + 4));
        const models = this.#models.add(pointer);
        const made = new RenderModel(model, pointer, () => {
            if (models.delete(pointer)) runtime.exports.vrm_render_model_destroy(pointer);
        });
        const count = runtime.u32[(runtime.exports.vrm_model_gltf(model.pointer) + vrm_gltf.image_count) >> 2]!;
        const work = new ImageWork();
        for (let i = 0; i < count; ++i) made.images.push(await this.#setImage(made, i, work));
        return made;
    }

    /** Clears the canvas: red, green, blue, alpha. */
    clear(red = 0, green = 0, blue = 0, alpha = 0): void {
        const { gl } = this;
        gl.depthMask(true);
        gl.colorMask(true, true, true, true);
        gl.clearColor(red, green, blue, alpha);
        gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    }

    /** Draws the frames of avatars, each with its model. */
    draw(view: View, draws: readonly (readonly [RenderModel, Avatar])[]): void {
        const { runtime, gl } = this;
        if (!this.pointer) return;
        const count = draws.length;
        const at = this.#reserve(count);
        const width = view.width ?? gl.drawingBufferWidth;
        const height = view.height ?? gl.drawingBufferHeight;
        writeView(runtime, at, view, width, height);
        const list = at + vrm_view.SIZE;
        draws.forEach(([model, avatar], i) => {
            const one = (list + i * vrm_draw.SIZE) >> 2;
            runtime.u32[one] = model.pointerFor(runtime);
            runtime.u32[one + 1] = runtime.exports.vrm_avatar_frame(avatar.pointerFor(runtime));
        });
        gl.viewport(0, 0, width, height);
        runtime.exports.vrm_renderer_draw(this.pointer, at, list, count);
    }

    override dispose(): void {
        if (this.#room) this.runtime.free(this.#room);
        this.#room = 0;
        super.dispose();
    }

    async #setImage(made: RenderModel, index: number, work: ImageWork): Promise<ImageState> {
        const { runtime } = this;
        let file;
        let image: Awaited<ReturnType<typeof decode>>;
        try {
            file = made.model.image(index);
            image = await decode(this.gl, file, work);
        } catch (error) {
            return error instanceof TooLarge ? 'tooLarge' : file ? 'damaged' : 'missing';
        }
        if (!made.pointer || !this.pointer || this.isLost) return 'missing';
        return runtime.withBytes(image.pixels, (pixels) => {
            const out = runtime.scratch >> 2;
            runtime.u32[out + vrm_pixels.bytes / 4] = pixels;
            runtime.u32[out + vrm_pixels.width / 4] = image.width;
            runtime.u32[out + vrm_pixels.height / 4] = image.height;
            return imageStates[runtime.exports.vrm_render_model_set_image(made.pointer, index, runtime.scratch)]!;
        });
    }

    /** Memory for a view and a list of what is drawn. */
    #reserve(count: number): number {
        if (!this.#room || count > this.#capacity) {
            if (this.#room) this.runtime.free(this.#room);
            this.#capacity = Math.max(count, this.#capacity * 2, 8);
            this.#room = this.runtime.alloc(vrm_view.SIZE + this.#capacity * vrm_draw.SIZE);
        }
        return this.#room;
    }
}
