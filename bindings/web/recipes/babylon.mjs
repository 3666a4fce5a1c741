// Avatars in Babylon.js, which has no loader of VRM 1.0: its loader of glTF makes meshes, skeletons and materials, and
// libvrm moves them. Materials are those of glTF; MToon's shading is not there.
import { ImportMeshAsync } from '@babylonjs/core/Loading/sceneLoader.js';
import '@babylonjs/loaders/glTF/2.0/glTFLoader.js';
import '@babylonjs/loaders/glTF/2.0/Extensions/KHR_materials_unlit.js';
import '@babylonjs/loaders/glTF/2.0/Extensions/KHR_texture_transform.js';
import { peekModel } from 'libvrm';
import { readGltf } from 'libvrm/gltf';

/** What Babylon made of each thing of the file, by its place in it: the loader writes that down. */
function findMade(objects, pattern) {
    const found = new Map();
    for (const object of objects) {
        for (const pointer of object._internalMetadata?.gltf?.pointers ?? []) {
            const index = pattern.exec(pointer)?.[1];
            if (index !== undefined) found.set(+index, [...(found.get(+index) ?? []), object]);
        }
    }
    return found;
}

/** Loads an avatar into a scene. Its `avatar` is one of libvrm; the scene updates it before each frame. */
export async function loadAvatar(scene, url) {
    const file = new Uint8Array(await (await fetch(url)).arrayBuffer());
    scene.useRightHandedSystem = true; // as glTF and libvrm have it
    const made = await ImportMeshAsync(new File([file], 'avatar.glb'), scene, { pluginExtension: '.glb' });
    const model = await peekModel(file);
    const avatar = model.createAvatar();
    const objects = [...made.meshes, ...made.transformNodes];
    const byNode = findMade(objects, /^\/nodes\/(\d+)$/);
    const byMesh = findMade(made.meshes, /^\/meshes\/(\d+)\/primitives\//);
    const nodes = readGltf(model).nodes.map(({ mesh }, i) => ({
        transform: byNode.get(i)?.[0],
        morphs: (byMesh.get(mesh) ?? []).map(({ morphTargetManager }) => morphTargetManager).filter(Boolean),
    }));

    function update() {
        avatar.update(scene.getEngine().getDeltaTime() / 1000);
        const { local, morphWeights, morphOffsets } = avatar.frame;
        nodes.forEach(({ transform, morphs }, i) => {
            const at = i * 10;
            transform?.position.set(local[at], local[at + 1], local[at + 2]);
            transform?.rotationQuaternion?.set(local[at + 3], local[at + 4], local[at + 5], local[at + 6]);
            transform?.scaling.set(local[at + 7], local[at + 8], local[at + 9]);
            for (const manager of morphs) {
                for (let k = 0; k < manager.numTargets; ++k) manager.getTarget(k).influence = morphWeights[morphOffsets[i] + k];
            }
        });
    }
    const observer = scene.onBeforeRenderObservable.add(update);
    return {
        avatar, model, byNode,
        dispose() {
            observer.remove();
            for (const object of objects) object.dispose(false, true);
            avatar.dispose();
            model.dispose();
        },
    };
}
