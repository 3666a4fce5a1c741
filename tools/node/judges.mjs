// What others say of a file: gltf-validator, the official JSON schemas, three-vrm. Each judge gives
// errors: { code, pointer, text }, of which `text` is for people and has the other two.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

// null where it is not installed in `folder`.
export function openValidator(folder) {
    if (!fs.existsSync(path.join(folder, 'node_modules/gltf-validator'))) return null;
    // It now and then throws once more when it has already answered.
    process.on('uncaughtException', error => {
        if (!String(error).includes('already completed')) throw error;
    });
    return createRequire(path.resolve(folder, '_'))('gltf-validator');
}

// The draft calls itself 1.0 too; it is told by its keys (DI-003).
const isDraft = vrm => vrm.meta?.licenseUrl === undefined &&
    (['blendShape', 'blendshape', 'springBone'].some(key => key in vrm) || vrm.meta?.title !== undefined);

export function dialectOf(json) {
    const vrm = json.extensions?.VRMC_vrm;
    if (!vrm) return json.extensions?.VRM ? '0.x' : '1.0';
    return isDraft(vrm) ? '1.0-draft' : vrm.specVersion ?? '1.0';
}

// Errors, and warnings too where `severity` is 1.
export async function validatorErrors(validator, bytes, severity = 0) {
    try {
        const { issues } = await validator.validateBytes(new Uint8Array(bytes), { maxIssues: 0, writeTimestamp: false });
        return issues.messages.filter(issue => issue.severity <= severity).map(issue => ({
            code: issue.code, pointer: issue.pointer ?? '', severity: issue.severity,
            text: `${issue.code} ${issue.pointer}: ${issue.message}`,
        }));
    } catch (error) {
        return [{ code: 'THROWN', pointer: '', severity: 0, text: String(error) }];
    }
}

// `schemas`: what makeSchemas of tools/check/samples/schemas.mjs gives.
export function schemaErrors(schemas, json) {
    return schemas(json, dialectOf(json)).map(text => {
        const pointer = text.match(/\/[^\s:]*/)?.[0] ?? '';
        return { code: text.replace(pointer, ''), pointer, text };
    });
}

const boneCount = json => {
    const bones = (json.extensions.VRMC_vrm ?? json.extensions.VRM).humanoid.humanBones;
    return (Array.isArray(bones) ? bones : Object.keys(bones)).length;
};
const hasSprings = json => (json.extensions.VRMC_springBone?.springs ??
    json.extensions.VRM?.secondaryAnimation?.boneGroups ?? []).length > 0;

// What is missing in the avatar that three-vrm (tools/node/three_vrm.mjs) makes of a file. Throws what
// three-vrm throws.
export async function missingInThreeVrm(peer, bytes, json) {
    const { vrm } = (await peer.parse(bytes)).userData;
    if (!vrm?.humanoid) return ['no avatar'];
    const bones = Object.values(vrm.humanoid.humanBones).filter(bone => bone?.node).length;
    if (bones !== boneCount(json)) return [`${bones} of ${boneCount(json)} bones`];
    if (hasSprings(json) && !(vrm.springBoneManager?.joints.size > 0)) return ['no springs'];
    return [];
}
