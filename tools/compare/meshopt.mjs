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
let isQuantized = false;
for (let i = 2; i < process.argv.length; ++i) {
    if (process.argv[i] === '--quantized') isQuantized = true;
    else if (process.argv[i] in options) options[process.argv[i]] = process.argv[++i];
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

// Views that hold positions of meshes alone.
function positionViews(json) {
    const uses = new Map();
    const use = (index, isPosition) => {
        const view = json.accessors[index]?.bufferView;
        if (view !== undefined) uses.set(view, isPosition && (uses.get(view) ?? true));
    };
    const positions = new Set((json.meshes ?? []).flatMap(mesh => mesh.primitives.map(p => p.attributes.POSITION)));
    json.accessors.forEach((accessor, i) => use(i, positions.has(i) && accessor.componentType === 5126));
    return uses;
}

const BITS = 16; // of a position that the script quantizes

// Replaces the bytes of buffer views, and nothing else.
function compress(glb, extension, version, filters = false) {
    const json = jsonOf(glb), bin = binOf(glb), parts = [], plans = plan(json);
    const positions = filters ? positionViews(json) : new Map();
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
        const filter = positions.get(i) && mode === 'ATTRIBUTES' && stride === 12 ? { filter: 'EXPONENTIAL' } : {};
        let source = new Uint8Array(bytes);
        if (filter.filter) source = MeshoptEncoder.encodeFilterExp(new Float32Array(source.buffer), elements, stride, BITS);
        const encoded = MeshoptEncoder.encodeGltfBuffer(source, elements, stride, mode, version);
        view.extensions = { ...view.extensions, [extension]: {
            buffer: 0, byteOffset: place(Buffer.from(encoded)), byteLength: encoded.length, byteStride: stride, count: elements, mode, ...filter } };
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

const run = (...words) => execFileSync(program('vrm'), words, { maxBuffer: 1 << 28 }).toString();
const everything = 'unused,nodes,duplicates,targets,vertices,primitives,images';
const sizeOfFile = file => readFileSync(file).length;

// Bytes that are not those of images.
function otherBytes(glb) {
    const json = jsonOf(glb);
    const images = (json.images ?? []).map(image => json.bufferViews[image.bufferView]?.byteLength ?? 0);
    return glb.length - images.reduce((a, b) => a + b, 0);
}

let failures = 0, accessors = 0;

function compareLossless(file) {
    const bytes = readFileSync(file), expected = dump(file);
    const ours = join(folder, 'vrm-' + basename(file)), ext = join(folder, 'ext-' + basename(file));
    const khr = join(folder, 'khr-' + basename(file)), reference = join(folder, 'reference-' + basename(file));
    run('optimize', '--overwrite', '--compress', '--keep', everything, file, '-o', ours);
    const byScript = compress(bytes, 'EXT_meshopt_compression', 0);
    writeFileSync(ext, byScript.glb);
    writeFileSync(khr, compress(bytes, 'KHR_meshopt_compression', 0).glb);
    writeFileSync(reference, decode(readFileSync(ours)));
    const wrong = [ours, ext, khr, reference].filter(each => dump(each) !== expected);
    const views = jsonOf(readFileSync(ours)).bufferViews.filter(view => view.extensions).length;
    const count = expected.split('\n').length - 1;
    accessors += count;
    failures += wrong.length;
    console.log(`${basename(file)}: ${count} accessors, ${bytes.length} bytes, by vrm ${sizeOfFile(ours)} (${views} views), ` +
        `by the reference ${byScript.glb.length} (${byScript.count} views)` + (wrong.length ? `: DIFFERENT in ${wrong.map(w => basename(w)).join(', ')}` : ''));
}

// --- Quantized files ---

const LIMIT = 0.00006, SCRIPT_LIMIT = 0.00006, ALIKE = 0.995;

const movesOf = (a, b) => JSON.parse(execFileSync(program('test/vrm-compare-moves'), [a, b]).toString());

// Codes of errors that `vrm check` finds, with their numbers.
function errorsOf(file) {
    let out = '';
    try {
        out = run('check', '--json', file);
    } catch (error) {
        out = error.stdout.toString();
    }
    const counts = {};
    for (const { severity, code } of JSON.parse(out).diagnostics) {
        if (severity === 'error') counts[code] = (counts[code] ?? 0) + 1;
    }
    return counts;
}

// The least SSIM of all pictures, over the avatar.
function likeness(a, b) {
    let out = '';
    try {
        out = run('diff', '--json', '--pixels', a, b);
    } catch (error) {
        out = error.stdout.toString(); // they differ
    }
    return Math.min(...JSON.parse(out).pictures.map(picture => picture.ssim));
}

function compareQuantized(file) {
    const bytes = readFileSync(file), named = kind => join(folder, `${kind}-${basename(file)}`);
    const plain = named('plain'), base = named('base'), ours = named('quantized'), script = named('script');
    const problems = [];
    const expect = (isGood, text) => { if (!isGood) problems.push(text); };
    run('optimize', '--overwrite', '--compress', '--keep', 'images', file, '-o', plain);
    const record = JSON.parse(run('optimize', '--json', '--overwrite', '--compress', '--quantize', '--keep', 'images', file, '-o', ours));
    const change = record.changes.find(each => each.code === 'positions-rounded')?.text ?? '0 m';
    const stated = Number(/ ?([^ ]+) m$/.exec(change)[1]);
    writeFileSync(ours + '.vrm', decode(readFileSync(ours)));
    run('optimize', '--overwrite', '--quantize', '--keep', 'images', file, '-o', base);
    const moves = movesOf(base, ours + '.vrm');
    expect(moves.vertices > 0 && moves.rest <= stated + 1e-6 && stated <= LIMIT, `a vertex is ${moves.rest} m away, ${stated} are stated`);
    expect(dump(ours) === dump(ours + '.vrm'), 'the library decodes otherwise than the reference');
    const before = errorsOf(file), after = errorsOf(ours);
    for (const code in after) expect(after[code] <= (before[code] ?? 0), `new error ${code}`);
    const byScript = compress(bytes, 'EXT_meshopt_compression', 0, true);
    writeFileSync(script, byScript.glb);
    writeFileSync(script + '.vrm', decode(byScript.glb));
    expect(dump(script) === dump(script + '.vrm'), 'the library decodes filters otherwise than the reference');
    const scriptMoves = movesOf(file, script + '.vrm');
    expect(scriptMoves.rest <= SCRIPT_LIMIT, `a vertex of the file by script is ${scriptMoves.rest} m away`);
    const alike = likeness(file, ours), scripts = likeness(file, script);
    expect(alike >= ALIKE, `SSIM ${alike}`);
    expect(scripts >= ALIKE, `SSIM of the file by script ${scripts}`);
    failures += problems.length > 0 ? 1 : 0;
    const rest = otherBytes(bytes), ratio = glb => (otherBytes(glb) / rest).toFixed(3);
    console.log(`${basename(file)}: bytes without images ${rest}, lossless ${ratio(readFileSync(plain))}, quantized ` +
        `${ratio(readFileSync(ours))}, by script ${ratio(byScript.glb)}; stated ${stated} m, at rest ${moves.rest}, ` +
        `in poses ${moves.posed}, by script ${scriptMoves.rest}; SSIM ${alike.toFixed(5)}, by script ${scripts.toFixed(5)}` +
        (problems.length ? `: WRONG: ${problems.join('; ')}` : ''));
}

for (const file of files) (isQuantized ? compareQuantized : compareLossless)(file);
if (!options['--keep']) rmSync(folder, { recursive: true });
console.log(isQuantized ? `${files.length} files: ${failures === 0 ? 'all within their limits' : failures + ' are not'}`
    : `${files.length} files, ${accessors} accessors: ${failures === 0 ? 'all equal, byte for byte' : failures + ' files differ'}`);
process.exit(failures === 0 ? 0 : 1);
