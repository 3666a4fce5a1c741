// Broken files, made from one small good one by breaking one thing at a time.
//
// Each case is a name and a function that changes the good file `f`:
//
//   f.json     its JSON; f.json can be replaced by text
//   f.bin      its BIN chunk, a Buffer; null leaves the chunk out
//   f.a, f.v   the indices of accessors and of buffer views by the name of their data
//   f.poke     writes numbers into the data of an accessor
//
// A case may return the whole file as a Buffer instead.
import {
    FLOAT, INDICES, JSON_CHUNK, SHORT, UBYTE, UINT, USHORT, VERTICES, chunk, chunksOf, container, good, identity,
    png, toGlb,
} from './good_file.mjs';

// Changes a file after it has been made.
const bytes = change => f => {
    const glb = toGlb(f);
    return change(glb) ?? glb;
};

// Positions as 16 bit integers, which needs an extension.
function quantize(f) {
    f.flag.attributes.POSITION = f.add('short', 'VEC4', SHORT, [0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0], VERTICES);
    Object.assign(f.accessor('short'), { type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] });
    f.view('short').byteStride = 8;
}

// No morph targets, and nothing that asks for them.
function withoutMorphs(f) {
    for (const object of [f.json.meshes[0], f.json.nodes[3]]) delete object.weights;
    delete f.json.meshes[0].extras;
    delete f.body.targets;
    f.json.animations[0].channels.splice(2, 1);
    f.json.animations[0].samplers[2] = f.json.animations[0].samplers[1];
}

export const cases = {
    // Container
    'glb-magic': bytes(b => { b.write('glTG', 0); }),
    'glb-version': bytes(b => { b.writeUInt32LE(1, 4); }),
    'glb-length-less': bytes(b => { b.writeUInt32LE(b.length - 4, 8); }),
    'glb-length-more': bytes(b => { b.writeUInt32LE(b.length + 4, 8); }),
    'glb-length-tiny': bytes(b => { b.writeUInt32LE(8, 8); }),
    'glb-length-header': bytes(b => { b.writeUInt32LE(12, 8); }),
    'glb-cut-header': bytes(b => b.subarray(0, 10)),
    'glb-cut-chunk-header': bytes(b => b.subarray(0, 16)),
    'glb-cut-second-chunk-header': f => {
        const [json] = chunksOf(f);
        return container(json, Buffer.from([4, 0, 0, 0]));
    },
    'glb-cut-json': bytes(b => b.subarray(0, 100)),
    'glb-cut-bin': bytes(b => b.subarray(0, b.length - 4)),
    'glb-trailing': bytes(b => Buffer.concat([b, Buffer.alloc(4)])),
    'glb-chunk-unaligned': f => {
        const [json, bin] = chunksOf(f);
        const odd = Buffer.concat([json, Buffer.from('  ')]);
        odd.writeUInt32LE(odd.length - 8, 0);
        return container(odd, bin);
    },
    'glb-chunk-too-big': bytes(b => { b.writeUInt32LE(b.length, 12); }),
    'glb-bin-too-big': f => {
        const [json, bin] = chunksOf(f);
        bin.writeUInt32LE(bin.length + 64, 0);
        return container(json, bin);
    },
    'glb-first-chunk-bin': f => container(...chunksOf(f).reverse()),
    'glb-json-twice': f => {
        const [json, bin] = chunksOf(f);
        return container(json, json, bin);
    },
    'glb-bin-twice': f => {
        const [json, bin] = chunksOf(f);
        return container(json, bin, bin);
    },
    'glb-bin-third': f => {
        const [json, bin] = chunksOf(f);
        return container(json, chunk(0x54534554, Buffer.alloc(4)), bin);
    },
    'glb-json-empty': f => container(chunk(JSON_CHUNK, Buffer.alloc(0)), chunksOf(f)[1]),
    'glb-json-zeros': f => {
        const text = Buffer.from(JSON.stringify(f.json));
        return container(chunk(JSON_CHUNK, Buffer.concat([text, Buffer.alloc(4)]), 0), chunksOf(f)[1]);
    },
    'glb-no-bin': f => { f.bin = null; },
    'glb-empty': () => Buffer.alloc(0),

    // JSON
    'json-syntax': f => { f.json = '{"asset":{"version":"2.0"},}'; },
    'json-cut': f => { f.json = JSON.stringify(f.json).slice(0, -20); },
    'json-array': f => { f.json = '[]'; },
    'json-number': f => { f.json = '7'; },
    'json-nan': f => { f.json = JSON.stringify(f.json).replace('[0,1,0]', '[0,NaN,0]'); },
    'json-bom': f => { f.json = '\ufeff' + JSON.stringify(f.json); },
    'json-utf8': bytes(b => { b[b.indexOf('spine')] = 0xff; }),
    'json-duplicate-key': f => {
        f.json = JSON.stringify(f.json).replace('"name":"hips"', '"name":"hips","name":"hip"');
    },
    'json-trailing': f => { f.json = JSON.stringify(f.json) + ' true'; },

    // Asset, extensions
    'asset-missing': f => { delete f.json.asset; },
    'asset-type': f => { f.json.asset = 2; },
    'asset-version-missing': f => { delete f.json.asset.version; },
    'asset-version-type': f => { f.json.asset.version = 2; },
    'asset-version-pattern': f => { f.json.asset.version = '2'; },
    'asset-version-words': f => { f.json.asset.version = 'two'; },
    'asset-version-1': f => { f.json.asset.version = '1.0'; },
    'asset-version-3': f => { f.json.asset.version = '3.0'; },
    'asset-min-version': f => { f.json.asset.minVersion = '2.1'; },
    'asset-min-version-pattern': f => { f.json.asset.minVersion = '2.x'; },
    'asset-generator-type': f => { f.json.asset.generator = 5; },
    'extensions-used-type': f => { f.json.extensionsUsed = {}; },
    'extensions-used-empty': f => { f.json.extensionsUsed = []; },
    'extensions-used-element': f => { f.json.extensionsUsed.push(3); },
    'extensions-used-twice': f => { f.json.extensionsUsed.push('KHR_materials_unlit'); },
    'extensions-used-not-listed': f => { f.json.extensionsUsed.splice(1, 1); },
    'extensions-required-not-used': f => { f.json.extensionsRequired = ['KHR_mesh_quantization']; },
    'extensions-required-twice': f => { f.json.extensionsRequired = ['KHR_materials_unlit', 'KHR_materials_unlit']; },
    'extensions-required-unknown': f => {
        f.json.extensionsUsed.push('NOONE_has_this');
        f.json.extensionsRequired = ['NOONE_has_this'];
    },
    'extensions-not-required': f => {
        f.json.extensionsUsed.push('KHR_mesh_quantization');
        quantize(f);
    },
    'extensions-type': f => { f.json.extensions = []; },
    'extensions-object-type': f => { f.json.materials[1].extensions.KHR_materials_unlit = 1; },
    'extensions-wrong-place': f => { f.json.nodes[0].extensions = { KHR_materials_unlit: {} }; },
    'extensions-of-node-type': f => { f.json.nodes[0].extensions = 3; },

    // Tables
    'tables-type': f => { f.json.cameras = {}; },
    'tables-nodes-type': f => { f.json.nodes = {}; },
    'tables-empty': f => { f.json.cameras = []; },
    'tables-element-type': f => { f.json.nodes[5] = 'node'; },
    'tables-element-null': f => { f.json.samplers[0] = null; },

    // Buffers
    'buffer-length-missing': f => { delete f.json.buffers[0].byteLength; },
    'buffer-length-zero': f => { f.json.buffers[0].byteLength = 0; },
    'buffer-length-negative': f => { f.json.buffers[0].byteLength = -1; },
    'buffer-length-type': f => { f.json.buffers[0].byteLength = '100'; },
    'buffer-length-fraction': f => { f.json.buffers[0].byteLength = 100.5; },
    'buffer-longer-than-bin': f => { f.json.buffers[0].byteLength += 400; },
    'buffer-second-without-bytes': f => { f.json.buffers.push({ byteLength: 4 }); },
    'buffer-data-uri-short': f => {
        f.json.buffers.push({ byteLength: 8, uri: 'data:application/octet-stream;base64,AAAA' });
    },
    'buffer-data-uri-mime': f => { f.json.buffers.push({ byteLength: 3, uri: 'data:text/plain;base64,AAAA' }); },
    'buffer-data-uri-base64': f => {
        f.json.buffers.push({ byteLength: 3, uri: 'data:application/octet-stream;base64,A*AA' });
    },
    'buffer-uri-invalid': f => { f.json.buffers.push({ byteLength: 3, uri: 'http://[x' }); },
    'buffer-uri-type': f => { f.json.buffers.push({ byteLength: 3, uri: 7 }); },
    'buffer-uri-absent': f => { f.json.buffers.push({ byteLength: 3, uri: 'absent.bin' }); },

    // Buffer views
    'view-buffer-missing': f => { delete f.view('uv').buffer; },
    'view-buffer-range': f => { f.view('uv').buffer = 9; },
    'view-buffer-negative': f => { f.view('uv').buffer = -1; },
    'view-buffer-type': f => { f.view('uv').buffer = 'a'; },
    'view-length-missing': f => { delete f.view('uv').byteLength; },
    'view-length-zero': f => { f.view('uv').byteLength = 0; },
    'view-length-beyond': f => { f.view('image').byteLength += 1000; },
    'view-offset-beyond': f => { f.view('image').byteOffset += 100000; },
    'view-offset-negative': f => { f.view('uv').byteOffset = -4; },
    'view-stride-small': f => { f.view('uv').byteStride = 3; },
    'view-stride-large': f => { f.view('uv').byteStride = 256; },
    'view-stride-multiple': f => { f.view('uv').byteStride = 10; },
    'view-stride-indices': f => { f.view('indices').byteStride = 4; },
    'view-stride-indices-untargeted': f => {
        f.body.indices = f.add('more', 'SCALAR', UINT, [0, 1, 2, 0, 2, 3]);
        f.view('more').byteStride = 4;
    },
    'view-stride-longer-than-view': f => {
        f.addView('s', Buffer.alloc(8), { target: VERTICES, byteStride: 12 });
    },
    'view-stride-image': f => { f.view('image').byteStride = 4; },
    'view-stride-binds': f => { f.view('binds').byteStride = 64; },
    'view-stride-track': f => { f.view('times').byteStride = 4; },
    'view-target-type': f => { f.view('uv').target = 'ARRAY_BUFFER'; },
    'view-target-wrong': f => { f.view('position').target = INDICES; },
    'view-target-wrong-indices': f => { f.view('indices').target = VERTICES; },
    'view-shared-vertices-indices': f => {
        f.view('indices').target = undefined;
        f.body.attributes.TEXCOORD_1 = f.json.accessors.push({
            bufferView: f.v.indices, componentType: USHORT, normalized: true, type: 'VEC2', count: 4, byteOffset: 0,
        }) - 1;
        f.view('indices').byteLength += 4;
        f.view('indices').byteOffset -= 4;
    },
    'view-shared-image-vertices': f => { f.json.images[0].bufferView = f.v.normal; },
    'view-shared-without-stride': f => {
        const at = f.addView('two', Buffer.alloc(96), { target: VERTICES });
        for (const [name, byteOffset] of [['NORMAL', 0], ['TANGENT', 0]]) {
            f.body.attributes[name] = f.json.accessors.push({
                bufferView: at, byteOffset, componentType: FLOAT, count: 4, type: name === 'NORMAL' ? 'VEC3' : 'VEC4',
            }) - 1;
        }
    },

    // Accessors
    'accessor-type-missing': f => { delete f.accessor('uv').type; },
    'accessor-type-wrong': f => { f.accessor('uv').type = 'VEC5'; },
    'accessor-type-type': f => { f.accessor('uv').type = 2; },
    'accessor-component-missing': f => { delete f.accessor('uv').componentType; },
    'accessor-component-wrong': f => { f.accessor('uv').componentType = 5124; },
    'accessor-component-type': f => { f.accessor('uv').componentType = 'FLOAT'; },
    'accessor-count-missing': f => { delete f.accessor('uv').count; },
    'accessor-count-zero': f => { f.accessor('uv').count = 0; },
    'accessor-count-negative': f => { f.accessor('uv').count = -4; },
    'accessor-count-beyond': f => { f.accessor('uv').count = 400; },
    'accessor-view-range': f => { f.accessor('uv').bufferView = 900; },
    'accessor-view-negative': f => { f.accessor('uv').bufferView = -1; },
    'accessor-offset-beyond': f => { f.accessor('uv').byteOffset = 4; },
    'accessor-offset-unaligned': f => { f.accessor('stripColor').byteOffset = 38; },
    'accessor-offset-negative': f => { f.accessor('uv').byteOffset = -4; },
    'accessor-offset-without-view': f => {
        f.json.accessors.push({ componentType: FLOAT, count: 1, type: 'SCALAR', byteOffset: 4 });
    },
    'accessor-total-offset-unaligned': f => { f.view('uv').byteOffset += 2; },
    'accessor-stride-small': f => { f.view('strip').byteStride = 8; },
    'accessor-matrix-unaligned': f => {
        f.json.accessors.push({
            bufferView: f.addView('m', Buffer.alloc(12)), byteOffset: 2, componentType: UBYTE, count: 1, type: 'MAT2',
        });
    },
    'accessor-normalized-float': f => { f.accessor('uv').normalized = true; },
    'accessor-normalized-type': f => { f.accessor('uv').normalized = 1; },
    'accessor-min-length': f => { f.accessor('position').min = [0, 0, 0, 0, 0]; },
    'accessor-min-length-of-type': f => { f.accessor('position').min = [0, 0]; },
    'accessor-min-type': f => { f.accessor('position').min = ['0', 0, 0]; },
    'accessor-min-mismatch': f => { f.accessor('position').min = [-1, 0, 0]; },
    'accessor-max-mismatch': f => { f.accessor('position').max = [9, 1, 0]; },
    'accessor-min-bound': f => { f.accessor('position').min = [0.5, 0, 0]; },
    'accessor-max-bound': f => { f.accessor('position').max = [0.5, 1, 0]; },
    'accessor-max-not-of-type': f => { f.accessor('indices').max = [70000]; f.accessor('indices').min = [0]; },
    'accessor-nan': f => { f.poke('uv', 0, NaN); },
    'accessor-infinity': f => { f.poke('position', 1, Infinity); },
    'accessor-used-twice': f => { f.json.skins[0].inverseBindMatrices = f.body.attributes.POSITION; },
    'accessor-used-indices-and-times': f => { f.json.animations[0].samplers[0].input = f.body.indices; },
    'accessor-sparse-type': f => { f.accessor('stripPosition').sparse = 1; },
    'accessor-sparse-count-missing': f => { delete f.accessor('stripPosition').sparse.count; },
    'accessor-sparse-count-zero': f => { f.accessor('stripPosition').sparse.count = 0; },
    'accessor-sparse-count-large': f => { f.accessor('stripPosition').sparse.count = 4; },
    'accessor-sparse-indices-missing': f => { delete f.accessor('stripPosition').sparse.indices; },
    'accessor-sparse-values-missing': f => { delete f.accessor('stripPosition').sparse.values; },
    'accessor-sparse-indices-component': f => { f.accessor('stripPosition').sparse.indices.componentType = FLOAT; },
    'accessor-sparse-indices-view': f => { f.accessor('stripPosition').sparse.indices.bufferView = 900; },
    'accessor-sparse-indices-offset': f => { f.accessor('stripPosition').sparse.indices.byteOffset = 2; },
    'accessor-sparse-indices-unaligned': f => {
        f.accessor('stripPosition').sparse.indices.byteOffset = 1;
        f.view('sparseIndices').byteLength += 1;
    },
    'accessor-sparse-values-view': f => { delete f.accessor('stripPosition').sparse.values.bufferView; },
    'accessor-sparse-values-offset': f => { f.accessor('stripPosition').sparse.values.byteOffset = 4; },
    'accessor-sparse-view-stride': f => { f.view('sparseValues').byteStride = 12; },
    'accessor-sparse-view-target': f => { f.view('sparseValues').target = VERTICES; },
    'accessor-sparse-index-range': f => { f.bin.writeUInt16LE(3, f.view('sparseIndices').byteOffset); },
    'accessor-sparse-not-increasing': f => {
        const s = f.accessor('stripPosition').sparse;
        s.count = 2;
        s.indices.bufferView = f.addView('i', Buffer.from([2, 0, 2, 0]));
        s.values.bufferView = f.addView('w', Buffer.alloc(24));
        f.accessor('stripPosition').max = [1, 0, 0];
    },

    // Images, samplers, textures
    'image-both-sources': f => { f.json.images[0].uri = 'a.png'; },
    'image-both-sources-data': f => {
        f.json.images[0].uri = `data:image/png;base64,${png(1, 1).toString('base64')}`;
        delete f.json.images[0].mimeType;
    },
    'image-no-source': f => { f.json.images[0] = { name: 'none' }; },
    'image-view-range': f => { f.json.images[0].bufferView = 900; },
    'image-mime-missing': f => { delete f.json.images[0].mimeType; },
    'image-mime-type': f => { f.json.images[0].mimeType = 1; },
    'image-mime-other': f => { f.json.images[0].mimeType = 'image/gif'; },
    'image-mime-mismatch': f => { f.json.images[0].mimeType = 'image/jpeg'; },
    'image-mime-webp': f => {
        const picture = 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==';
        f.json.images[0] = {
            bufferView: f.addView('webp', Buffer.from(picture, 'base64')), mimeType: 'image/webp',
        };
    },
    'image-uri-invalid': f => { f.json.images[0] = { uri: 'http://[x' }; },
    'image-uri-absent': f => { f.json.images[0] = { uri: 'absent.png' }; },
    'image-uri-type': f => { f.json.images[0] = { uri: 3 }; },
    'image-data-uri-broken': f => { f.json.images[0] = { uri: 'data:image/png;base64,A*' }; },
    'image-cut': f => { f.view('image').byteLength = 20; },
    'image-damaged': f => { f.bin[f.view('image').byteOffset + 13] = 0; },
    'image-empty': f => { f.bin.fill(0, f.view('image').byteOffset, f.view('image').byteOffset + 16); },
    'sampler-mag': f => { f.json.samplers[0].magFilter = 9987; },
    'sampler-min-type': f => { f.json.samplers[0].minFilter = 'LINEAR'; },
    'sampler-wrap': f => { f.json.samplers[0].wrapS = 1; },
    'texture-source-range': f => { f.json.textures[0].source = 5; },
    'texture-source-type': f => { f.json.textures[0].source = 'a'; },
    'texture-sampler-range': f => { f.json.textures[0].sampler = 5; },
    'texture-webp-without-extension': f => { f.json.images[0].mimeType = 'image/webp'; },

    // Materials
    'material-name-type': f => { f.json.materials[0].name = 5; },
    'material-pbr-type': f => { f.json.materials[0].pbrMetallicRoughness = []; },
    'material-color-length': f => { f.json.materials[0].pbrMetallicRoughness.baseColorFactor = [1, 1, 1]; },
    'material-color-range': f => { f.json.materials[0].pbrMetallicRoughness.baseColorFactor = [1, 1, 1.5, 1]; },
    'material-color-type': f => { f.json.materials[0].pbrMetallicRoughness.baseColorFactor = [1, '1', 1, 1]; },
    'material-metallic-range': f => { f.json.materials[0].pbrMetallicRoughness.metallicFactor = 2; },
    'material-roughness-range': f => { f.json.materials[0].pbrMetallicRoughness.roughnessFactor = -1; },
    'material-roughness-type': f => { f.json.materials[0].pbrMetallicRoughness.roughnessFactor = 'rough'; },
    'material-emissive-length': f => { f.json.materials[0].emissiveFactor = [1, 1, 1, 1]; },
    'material-emissive-range': f => { f.json.materials[0].emissiveFactor = [2, 0, 0]; },
    'material-strength-range': f => {
        f.json.materials[0].extensions.KHR_materials_emissive_strength.emissiveStrength = -1;
    },
    'material-alpha-mode': f => { f.json.materials[0].alphaMode = 'CUTOUT'; },
    'material-alpha-mode-type': f => { f.json.materials[0].alphaMode = 1; },
    'material-cutoff-range': f => { f.json.materials[0].alphaCutoff = -0.5; },
    'material-cutoff-without-mode': f => { delete f.json.materials[0].alphaMode; },
    'material-double-sided-type': f => { f.json.materials[0].doubleSided = 1; },
    'material-texture-missing': f => { delete f.json.materials[0].emissiveTexture.index; },
    'material-texture-range': f => { f.json.materials[0].emissiveTexture.index = 3; },
    'material-texture-type': f => { f.json.materials[0].emissiveTexture = 3; },
    'material-texcoord-negative': f => { f.json.materials[0].emissiveTexture.texCoord = -1; },
    'material-texcoord-absent': f => { f.json.materials[0].emissiveTexture.texCoord = 1; },
    'material-occlusion-range': f => { f.json.materials[0].occlusionTexture.strength = 2; },
    'material-normal-scale-type': f => { f.json.materials[0].normalTexture = { index: 0, scale: 'a' }; },
    'material-transform-length': f => {
        f.json.materials[0].pbrMetallicRoughness.baseColorTexture.extensions.KHR_texture_transform.offset = [1];
    },
    'material-transform-type': f => {
        f.json.materials[0].pbrMetallicRoughness.baseColorTexture.extensions.KHR_texture_transform.rotation = 'a';
    },

    // Meshes
    'mesh-primitives-missing': f => { delete f.json.meshes[1].primitives; },
    'mesh-primitives-empty': f => { f.json.meshes[1].primitives = []; },
    'mesh-primitives-type': f => { f.json.meshes[1].primitives = {}; },
    'mesh-primitive-type': f => { f.json.meshes[1].primitives = [3]; },
    'mesh-weights-count': f => { f.json.meshes[0].weights = [0, 0, 0]; },
    'mesh-weights-without-targets': f => { f.json.meshes[1].weights = [1]; },
    'mesh-weights-empty': f => { f.json.meshes[0].weights = []; },
    'mesh-weights-type': f => { f.json.meshes[0].weights = [0, 'a']; },
    'mesh-targets-unequal': f => {
        f.json.meshes[0].primitives.push({ ...f.body, targets: f.body.targets.slice(0, 1) });
    },
    'primitive-attributes-missing': f => { delete f.flag.attributes; },
    'primitive-attributes-empty': f => { f.flag.attributes = {}; },
    'primitive-attributes-type': f => { f.flag.attributes = []; },
    'primitive-attribute-range': f => { f.flag.attributes.NORMAL = 900; },
    'primitive-attribute-type': f => { f.flag.attributes.NORMAL = 'a'; },
    'primitive-attribute-unknown': f => { f.flag.attributes.MATERIAL = f.flag.attributes.NORMAL; },
    'primitive-attribute-gap': f => { f.body.attributes.TEXCOORD_2 = f.body.attributes.TEXCOORD_0; },
    'primitive-attribute-set-spelling': f => { f.body.attributes.TEXCOORD_01 = f.body.attributes.TEXCOORD_0; },
    'primitive-position-missing': f => { delete f.flag.attributes.POSITION; },
    'primitive-position-format': f => {
        f.flag.attributes.POSITION = f.add('p', 'VEC2', FLOAT, [0, 0, 1, 0, 1, 1], VERTICES, { bounds: true });
    },
    'primitive-position-unsigned-int': f => {
        f.flag.attributes.POSITION = f.add('p', 'VEC3', UINT, Array(9).fill(1), VERTICES, { bounds: true });
    },
    'primitive-custom-unsigned-int': f => {
        f.flag.attributes._ID = f.add('id', 'SCALAR', UINT, [0, 1, 2], VERTICES);
    },
    'primitive-position-quantized': quantize,
    'primitive-position-without-bounds': f => { delete f.accessor('position').min; },
    'primitive-normal-format': f => { f.body.attributes.NORMAL = f.body.attributes.TEXCOORD_0; },
    'primitive-joints-format': f => { f.accessor('joints').normalized = true; },
    'primitive-weights-format': f => { f.body.attributes.WEIGHTS_0 = f.a.position; },
    'primitive-count-unequal': f => { f.accessor('uv').count = 3; },
    'primitive-unaligned': f => {
        f.body.attributes.TEXCOORD_1 = f.json.accessors.push({
            bufferView: f.addView('u', Buffer.alloc(12), { target: VERTICES }), byteOffset: 2, componentType: UBYTE,
            normalized: true, count: 4, type: 'VEC2',
        }) - 1;
    },
    'primitive-joints-without-weights': f => { delete f.body.attributes.WEIGHTS_0; },
    'primitive-indices-range': f => { f.body.indices = 900; },
    'primitive-indices-format': f => { f.body.indices = f.body.attributes.WEIGHTS_0; },
    'primitive-indices-signed': f => { f.accessor('indices').componentType = SHORT; },
    'primitive-indices-not-of-vertices': f => { f.poke('indices', 2, 4); },
    'primitive-indices-restart': f => { f.poke('indices', 2, 65535); },
    'primitive-indices-few': f => { f.accessor('indices').count = 5; },
    'primitive-mode': f => { f.body.mode = 7; },
    'primitive-mode-type': f => { f.body.mode = 'TRIANGLES'; },
    'primitive-material-range': f => { f.body.material = 7; },
    'primitive-targets-type': f => { f.body.targets = {}; },
    'primitive-targets-empty': f => { withoutMorphs(f); f.body.targets = []; },
    'primitive-target-empty': f => { f.body.targets[1] = {}; },
    'primitive-target-type': f => { f.body.targets[1] = 5; },
    'primitive-target-range': f => { f.body.targets[1].POSITION = 900; },
    'primitive-target-count': f => { f.body.targets[1].POSITION = f.flag.attributes.POSITION; },
    'primitive-target-format': f => { f.body.targets[1].POSITION = f.body.attributes.WEIGHTS_0; },
    'primitive-target-attribute': f => { f.body.targets[1].JOINTS_0 = f.body.attributes.JOINTS_0; },
    'primitive-target-attribute-unknown': f => { f.body.targets[1].SIZE = f.a.morphPosition; },
    'primitive-target-without-base': f => { f.body.targets[1].TANGENT = f.a.morphNormal; },
    'primitive-target-normal-without-base': f => { delete f.body.attributes.NORMAL; },
    'primitive-target-without-bounds': f => { delete f.accessor('morphPosition').min; },
    'data-normal-length': f => { f.poke('normal', 0, 0, 0, 2); },
    'data-tangent-length': f => { f.poke('stripTangent', 0, 3); },
    'data-tangent-sign': f => { f.poke('stripTangent', 0, 1, 0, 0, 0.5); },
    'data-color-range': f => { f.poke('stripColor', 0, 2); },
    'data-weights-sum': f => { f.poke('weights', 0, 0.1); },
    'data-weights-negative': f => { f.poke('weights', 0, 1.5, -0.5); },
    'data-joints-range': f => { f.poke('joints', 0, 0, 7); },
    'data-joints-twice': f => { f.poke('joints', 0, 1, 1); },

    // Skins
    'skin-joints-missing': f => { delete f.json.skins[0].joints; },
    'skin-joints-empty': f => { f.json.skins[0].joints = []; },
    'skin-joints-type': f => { f.json.skins[0].joints = 1; },
    'skin-joints-element': f => { f.json.skins[0].joints[1] = 'a'; },
    'skin-joints-range': f => { f.json.skins[0].joints[1] = 100; },
    'skin-joints-twice': f => { f.json.skins[0].joints = [1, 1]; },
    'skin-joints-no-common-root': f => {
        delete f.json.nodes[1].children;
        delete f.json.skins[0].skeleton;
        f.json.scenes[0].nodes.push(2);
    },
    'skin-skeleton-range': f => { f.json.skins[0].skeleton = 100; },
    'skin-skeleton-not-root': f => { f.json.skins[0].skeleton = 2; },
    'skin-binds-range': f => { f.json.skins[0].inverseBindMatrices = 900; },
    'skin-binds-format': f => { f.json.skins[0].inverseBindMatrices = f.a.rotations; },
    'skin-binds-count': f => { f.accessor('binds').count = 1; },
    'skin-binds-last-row': f => { f.poke('binds', 0, 1, 0, 0, 0.5); },

    // Nodes
    'node-child-range': f => { f.json.nodes[2].children = [77]; },
    'node-child-negative': f => { f.json.nodes[2].children = [-1]; },
    'node-child-type': f => { f.json.nodes[2].children = ['a']; },
    'node-children-type': f => { f.json.nodes[2].children = 5; },
    'node-children-empty': f => { f.json.nodes[2].children = []; },
    'node-child-twice': f => { f.json.nodes[1].children = [2, 2]; },
    'node-parent-twice': f => { f.json.nodes[4].children.push(2); },
    'node-loop': f => { f.json.nodes[4].children = undefined; f.json.nodes[5].children = [5]; },
    'node-loop-long': f => { f.json.nodes[0].children = [1]; f.json.nodes[5].children = [4]; },
    'node-mesh-range': f => { f.json.nodes[4].mesh = 8; },
    'node-mesh-fraction': f => { f.json.nodes[4].mesh = 0.5; },
    'node-skin-range': f => { f.json.nodes[3].skin = 8; },
    'node-skin-without-mesh': f => { f.json.nodes[0].skin = 0; },
    'node-skin-unskinned-mesh': f => { withoutMorphs(f); f.json.nodes[3].mesh = 1; },
    'node-skin-outside-scene': f => { f.json.scenes[0].nodes = [3]; },
    'node-camera-range': f => { f.json.nodes[0].camera = 3; },
    'node-weights-count': f => { f.json.nodes[3].weights = [0]; },
    'node-weights-without-mesh': f => { f.json.nodes[0].weights = [0]; },
    'node-weights-empty': f => { f.json.nodes[3].weights = []; },
    'node-name-type': f => { f.json.nodes[0].name = ['root']; },
    'node-translation-length': f => { f.json.nodes[1].translation = [0, 1]; },
    'node-translation-long': f => { f.json.nodes[1].translation = [0, 1, 0, 0]; },
    'node-translation-type': f => { f.json.nodes[1].translation = [0, 'a', 0]; },
    'node-translation-object': f => { f.json.nodes[1].translation = { x: 1 }; },
    'node-translation-huge': f => { f.json = JSON.stringify(f.json).replace('[0,1,0]', '[0,1e400,0]'); },
    'node-rotation-length': f => { f.json.nodes[2].rotation = [0, 0, 1]; },
    'node-rotation-unit': f => { f.json.nodes[2].rotation = [0, 0, 0.5, 0.5]; },
    'node-rotation-zero': f => { f.json.nodes[2].rotation = [0, 0, 0, 0]; },
    'node-rotation-range': f => { f.json.nodes[2].rotation = [0, 0, 0, 2]; },
    'node-matrix-length': f => { f.json.nodes[5].matrix.pop(); },
    'node-matrix-and-trs': f => { f.json.nodes[5].translation = [1, 0, 0]; },
    'node-matrix-shear': f => { f.json.nodes[5].matrix = [1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]; },
    'node-matrix-last-row': f => { f.json.nodes[5].matrix = [1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]; },
    'node-matrix-zero': f => { f.json.nodes[5].matrix = identity.map(() => 0); },

    // Scenes
    'scene-range': f => { f.json.scene = 4; },
    'scene-type': f => { f.json.scene = 'a'; },
    'scene-nodes-empty': f => { f.json.scenes.push({ nodes: [] }); },
    'scene-nodes-type': f => { f.json.scenes[0].nodes = 0; },
    'scene-node-range': f => { f.json.scenes[0].nodes.push(55); },
    'scene-node-twice': f => { f.json.scenes[0].nodes.push(3); },
    'scene-node-not-root': f => { f.json.scenes[0].nodes.push(1); },

    // Animations
    'animation-channels-missing': f => { delete f.json.animations[0].channels; },
    'animation-channels-empty': f => { f.json.animations[0].channels = []; },
    'animation-samplers-missing': f => { delete f.json.animations[0].samplers; },
    'animation-samplers-empty': f => { f.json.animations[0].samplers = []; },
    'animation-sampler-range': f => { f.json.animations[0].channels[0].sampler = 9; },
    'animation-sampler-missing': f => { delete f.json.animations[0].channels[0].sampler; },
    'animation-sampler-input-missing': f => { delete f.json.animations[0].samplers[0].input; },
    'animation-sampler-input-range': f => { f.json.animations[0].samplers[0].input = 900; },
    'animation-sampler-output-range': f => { f.json.animations[0].samplers[0].output = 900; },
    'animation-interpolation': f => { f.json.animations[0].samplers[0].interpolation = 'BEZIER'; },
    'animation-interpolation-type': f => { f.json.animations[0].samplers[0].interpolation = 1; },
    'animation-target-missing': f => { delete f.json.animations[0].channels[0].target; },
    'animation-target-node-range': f => { f.json.animations[0].channels[0].target.node = 99; },
    'animation-path-missing': f => { delete f.json.animations[0].channels[0].target.path; },
    'animation-path': f => { f.json.animations[0].channels[0].target.path = 'spin'; },
    'animation-target-matrix': f => { f.json.animations[0].channels[1].target.node = 5; },
    'animation-target-no-morphs': f => { f.json.animations[0].channels[2].target.node = 4; },
    'animation-target-twice': f => { f.json.animations[0].channels.push({ ...f.json.animations[0].channels[0] }); },
    'animation-input-format': f => { f.json.animations[0].samplers[0].input = f.a.translations; },
    'animation-input-without-bounds': f => { delete f.accessor('times').min; },
    'animation-input-few': f => {
        const input = f.add('one', 'SCALAR', FLOAT, [0], 0, { bounds: true });
        const output = f.add('oneValue', 'VEC3', FLOAT, Array(9).fill(1));
        f.json.animations[0].samplers[3] = { input, output, interpolation: 'CUBICSPLINE' };
    },
    'animation-output-count': f => { f.accessor('rotations').count = 2; },
    'animation-output-format': f => { f.json.animations[0].samplers[0].output = f.a.translations; },
    'animation-output-integers': f => {
        f.json.animations[0].samplers[1].output = f.add('i', 'VEC3', SHORT, Array(9).fill(1));
    },
    'animation-times-negative': f => { f.poke('times', 0, -1); f.accessor('times').min = [-1]; },
    'animation-times-decreasing': f => { f.poke('times', 1, 0); },
    'animation-rotation-unit': f => { f.poke('rotations', 0, 0, 0, 0, 2); },

    // What VRM has no use for
    'camera-type': f => { f.json.cameras = [{ type: 'perspective' }]; },
    'camera-values': f => {
        f.json.cameras = [
            { type: 'perspective', perspective: { yfov: 1, znear: 1, zfar: 0.5 } },
            { type: 'orthographic', orthographic: { xmag: 0, ymag: 1, znear: 1, zfar: 2 } },
        ];
    },
};

// Every broken file: its name and its bytes.
export function* brokenFiles() {
    yield ['good', toGlb(good())];
    for (const [name, change] of Object.entries(cases)) {
        const f = good();
        yield [name, change(f) ?? toGlb(f)];
    }
}
