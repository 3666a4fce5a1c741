// See compare-meshopt.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { jsonOf } from '../node/glb.mjs';

const require = createRequire(join(process.cwd(), 'build/node/'));
const { MeshoptEncoder, MeshoptDecoder } = require('meshoptimizer');
await MeshoptEncoder.ready;
await MeshoptDecoder.ready;

const options = { '--build': 'build/release', '--keep': null };
const files = [];
for (let i = 2; i < process.argv.length; ++i) {
    if (process.argv[i] in options) options[process.argv[i]] = process.argv[++i];
    else files.push(process.argv[i]);
}
if (files.length === 0) {
    for (const name of readdirSync('samples')) if (name.endsWith('.vrm')) files.push(join('samples', name));
}
const folder = options['--keep'] ?? mkdtempSync(join(tmpdir(), 'meshopt-'));
mkdirSync(folder, { recursive: true });
const program = name => join(options['--build'], name);

const COMPONENT_BYTES = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const COMPONENTS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 };
const sizeOf = accessor => COMPONENT_BYTES[accessor.componentType] * COMPONENTS[accessor.type];

const binOf = glb => {
    const begin = 20 + glb.readUInt32LE(12);
    return begin + 8 <= glb.length ? glb.subarray(begin + 8, begin + 8 + glb.readUInt32LE(begin)) : Buffer.alloc(0);
};

function makeGlb(json, bin) {
    const pad = (bytes, fill) => Buffer.concat([bytes, Buffer.alloc((4 - bytes.length % 4) % 4, fill)]);
    const text = pad(Buffer.from(JSON.stringify(json)), ' '), rest = pad(bin, 0);
    const head = Buffer.alloc(20), chunk = Buffer.alloc(8);
    head.write('glTF');
    head.writeUInt32LE(2, 4);
    head.writeUInt32LE(28 + text.length + rest.length, 8);
    head.writeUInt32LE(text.length, 12);
    head.write('JSON', 16);
    chunk.writeUInt32LE(rest.length, 0);
    chunk.write('BIN\0', 4);
    return Buffer.concat([head, text, chunk, rest]);
}

// The mode and stride of each view that holds accessors of one kind; null for the others.
function plan(json) {
    const plans = json.bufferViews.map(() => undefined);
    const put = (view, stride, mode) => {
        if (view === undefined) return;
        const same = plans[view] === undefined || (plans[view]?.stride === stride && plans[view]?.mode === mode);
        plans[view] = same ? { stride, mode } : null;
    };
    const indices = new Set((json.meshes ?? []).flatMap(mesh => mesh.primitives.map(p => p.indices)));
    (json.accessors ?? []).forEach((accessor, i) => {
        const mode = indices.has(i) && accessor.componentType !== 5121 ? 'INDICES' : 'ATTRIBUTES';
        const stride = json.bufferViews[accessor.bufferView]?.byteStride ?? sizeOf(accessor);
        put(accessor.bufferView, stride, mode);
        if (accessor.sparse) {
            put(accessor.sparse.indices.bufferView, COMPONENT_BYTES[accessor.sparse.indices.componentType], 'INDICES');
            put(accessor.sparse.values.bufferView, sizeOf(accessor), 'ATTRIBUTES');
        }
    });
    for (const image of json.images ?? []) if (image.bufferView !== undefined) plans[image.bufferView] = null;
    return plans;
}

// Replaces the bytes of buffer views, and nothing else.
function compress(glb, extension, version) {
    const json = jsonOf(glb), bin = binOf(glb), parts = [], plans = plan(json);
    let size = 0, fallback = 0, count = 0;
    const place = bytes => {
        const at = size;
        const padded = Buffer.concat([bytes, Buffer.alloc((4 - bytes.length % 4) % 4)]);
        parts.push(padded);
        size += padded.length;
        return at;
    };
    json.bufferViews.forEach((view, i) => {
        const bytes = bin.subarray(view.byteOffset ?? 0, (view.byteOffset ?? 0) + view.byteLength);
        let { stride, mode } = plans[i] ?? {};
        if (mode === 'INDICES' && stride === 1) mode = 'ATTRIBUTES';
        while (mode === 'ATTRIBUTES' && stride % 4 !== 0) stride *= 2;
        if (mode === undefined || bytes.length % stride !== 0 || stride > 256) {
            view.byteOffset = place(bytes);
            return;
        }
        const elements = bytes.length / stride;
        const encoded = MeshoptEncoder.encodeGltfBuffer(new Uint8Array(bytes), elements, stride, mode, version);
        view.extensions = { ...view.extensions, [extension]: {
            buffer: 0, byteOffset: place(Buffer.from(encoded)), byteLength: encoded.length, byteStride: stride, count: elements, mode } };
        view.buffer = json.buffers.length;
        view.byteOffset = fallback;
        fallback += Math.ceil(view.byteLength / 4) * 4;
        count += 1;
    });
    json.buffers[0].byteLength = size;
    json.buffers.push({ byteLength: fallback, extensions: { [extension]: { fallback: true } } });
    for (const list of ['extensionsUsed', 'extensionsRequired']) json[list] = [...(json[list] ?? []), extension];
    return { glb: makeGlb(json, Buffer.concat(parts)), count };
}

// The same bytes as the library decodes, by the reference.
function decode(glb) {
    const json = jsonOf(glb), bin = binOf(glb), parts = [];
    let size = 0;
    for (const view of json.bufferViews) {
        const e = view.extensions?.EXT_meshopt_compression;
        let bytes = bin.subarray(view.byteOffset ?? 0, (view.byteOffset ?? 0) + view.byteLength);
        if (e) {
            const out = new Uint8Array(e.count * e.byteStride);
            MeshoptDecoder.decodeGltfBuffer(out, e.count, e.byteStride,
                new Uint8Array(bin.subarray(e.byteOffset ?? 0, (e.byteOffset ?? 0) + e.byteLength)), e.mode, e.filter);
            bytes = Buffer.from(out);
            delete view.extensions;
        }
        const padded = Buffer.concat([bytes, Buffer.alloc((4 - bytes.length % 4) % 4)]);
        Object.assign(view, { buffer: 0, byteOffset: size });
        parts.push(padded);
        size += padded.length;
    }
    json.buffers = [{ byteLength: size }];
    for (const list of ['extensionsUsed', 'extensionsRequired']) {
        json[list] = (json[list] ?? []).filter(name => name !== 'EXT_meshopt_compression');
        if (json[list].length === 0) delete json[list];
    }
    return makeGlb(json, Buffer.concat(parts));
}

const dump = file => execFileSync(program('test/vrm-dump-accessors'), [file], { maxBuffer: 1 << 28 }).toString();

let failures = 0, accessors = 0;
for (const file of files) {
    const bytes = readFileSync(file), expected = dump(file);
    const ours = join(folder, 'vrm-' + basename(file)), ext = join(folder, 'ext-' + basename(file));
    const khr = join(folder, 'khr-' + basename(file)), reference = join(folder, 'reference-' + basename(file));
    execFileSync(program('vrm'), ['optimize', '--compress', '--keep', 'unused,nodes,duplicates,targets,vertices,primitives,images', file, '-o', ours]);
    const byScript = compress(bytes, 'EXT_meshopt_compression', 0);
    writeFileSync(ext, byScript.glb);
    writeFileSync(khr, compress(bytes, 'KHR_meshopt_compression', 0).glb);
    writeFileSync(reference, decode(readFileSync(ours)));
    const wrong = [ours, ext, khr, reference].filter(each => dump(each) !== expected);
    const views = jsonOf(readFileSync(ours)).bufferViews.filter(view => view.extensions).length;
    const count = expected.split('\n').length - 1;
    accessors += count;
    failures += wrong.length;
    console.log(`${basename(file)}: ${count} accessors, ${bytes.length} bytes, by vrm ${readFileSync(ours).length} (${views} views), ` +
        `by the reference ${byScript.glb.length} (${byScript.count} views)` + (wrong.length ? `: DIFFERENT in ${wrong.map(w => basename(w)).join(', ')}` : ''));
}
if (!options['--keep']) rmSync(folder, { recursive: true });
console.log(`${files.length} files, ${accessors} accessors: ${failures === 0 ? 'all equal, byte for byte' : failures + ' files differ'}`);
process.exit(failures === 0 ? 0 : 1);
