// The official JSON schemas, made stricter: a key that a schema does not have is an error.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { close } from '../../node/close_schema.mjs';

// Schemas that others add keys to.
const OPEN = new Set(['glTFProperty', 'glTFChildOfRootProperty', 'textureInfo', 'extension', 'extras', 'glTFid']
    .map(name => `${name}.schema.json`));

const ROOTS = {
    VRM: 'vrm.schema.json',
    VRMC_vrm: 'VRMC_vrm.schema.json',
    VRMC_vrm_animation: 'VRMC_vrm_animation.schema.json',
    VRMC_springBone: 'VRMC_springBone.schema.json',
    VRMC_springBone_extended_collider: 'VRMC_springBone_extended_collider.schema.json',
    VRMC_node_constraint: 'VRMC_node_constraint.schema.json',
    VRMC_materials_mtoon: 'VRMC_materials_mtoon.schema.json',
    VRMC_materials_hdr_emissiveMultiplier: 'VRMC_materials_hdr_emissiveMultiplier.json',
};
const DRAFT_ROOTS = { VRMC_vrm: ROOTS.VRMC_vrm, VRMC_materials_mtoon: ROOTS.VRMC_materials_mtoon };

function readFolder(folder) {
    const names = fs.readdirSync(folder).filter(name => name.endsWith('.json'));
    return names.map(name => [name, JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'))]);
}

// One file after another, each behind a line with its path. One is wrapped in an object.
function readDraft(file) {
    const parts = fs.readFileSync(file, 'utf8').split(/^=== (.*)$/m).slice(1);
    return parts.flatMap((part, i) => (i % 2 === 1 ? [] : [[path.basename(part.trim()), JSON.parse(parts[i + 1])]]))
        .map(([name, schema]) => [name, schema['VRM.VRMC_materials_mtoon'] ?? schema]);
}

function compile(Ajv, schemas, roots) {
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
    for (const [name, schema] of schemas) {
        // Two generations of the same language; what differs between them is not used.
        delete schema.$schema;
        delete schema.$id;
        delete schema.id;
        if (!OPEN.has(name)) close(schema);
        ajv.addSchema(schema, name);
    }
    return Object.fromEntries(Object.entries(roots).map(([key, name]) => [key, ajv.getSchema(name)]));
}

const describe = errors => errors.map(({ instancePath, message, params }) =>
    `${instancePath || '/'} ${message} ${JSON.stringify(params)}`);

// Calls `each` for every extension object, wherever it stands.
function walk(value, pointer, each) {
    if (value === null || typeof value !== 'object') return;
    for (const [key, child] of Object.entries(value)) {
        if (key === 'extensions') {
            for (const [name, object] of Object.entries(child)) each(name, object, `${pointer}/extensions/${name}`);
        }
        walk(child, `${pointer}/${key}`, each);
    }
}

// A draft whose schemas are not published yet. The library's own reader is what checks it.
const WITHOUT_SCHEMA = new Set(['VRMC_springBone_limit']);

// null where ajv or the schemas are absent; else a function from the JSON of a file and its dialect to
// lines, one for each thing that is wrong. An extension without a schema is one.
export function makeSchemas(packages, folder) {
    if (!fs.existsSync(path.join(packages, 'node_modules/ajv')) || !fs.existsSync(folder)) return null;
    const Ajv = createRequire(path.resolve(packages, '_'))('ajv/dist/2020').default;
    const gltf = () => readFolder(path.join(folder, 'gltf'));
    const final = compile(Ajv, [...gltf(), ...readFolder(folder)], { ...ROOTS, glTF: 'glTF.schema.json' });
    const draft = compile(Ajv, readDraft(path.join(folder, 'draft/draft_schemas.txt')), DRAFT_ROOTS);
    return (json, dialect) => {
        const errors = [];
        const check = (validate, value, pointer) => {
            if (!validate(value)) errors.push(...describe(validate.errors).map(text => `${pointer}${text}`));
        };
        check(final.glTF, json, '');
        walk(json, '', (name, object, pointer) => {
            if (WITHOUT_SCHEMA.has(name)) return;
            const validate = (dialect === '1.0-draft' ? draft : final)[name];
            if (validate) check(validate, object, pointer);
            else errors.push(`${pointer} has no schema here`);
        });
        return errors;
    };
}
