// A program of somebody who has installed the package, and has TypeScript check everything, declarations of libraries too. It is compiled and never run.
import { createRuntime, explain, load, loadClip, loadModel, peekModel, VrmError } from 'libvrm';
import type { Avatar, Diagnostic, Model, Runtime } from 'libvrm';
import { load as loadBeside } from 'libvrm/wasm';
import { check, ConsentError, fix, load as loadFull, migrate } from 'libvrm/full';
import { Edit, load as loadEdit, optimize } from 'libvrm/edit';
import { readGltf, readMaterials } from 'libvrm/gltf';
import { compileInWorker } from 'libvrm/worker';
import { createRenderer } from 'libvrm/render';
import type { View } from 'libvrm/render';

export async function live(file: Uint8Array, worker: Worker): Promise<number> {
    const runtime: Runtime = await createRuntime({ maxMemory: 64 * 2 ** 20 });
    await load({ wasm: (await compileInWorker({ file, worker })).module });
    await loadBeside();
    const model: Model = await loadModel(file);
    const avatar: Avatar = model.createAvatar({ sleep: true });
    avatar.setBoneRotation('head', 0, 0, 0, 1);
    const clip = await loadClip(file);
    const mixer = runtime.createMixer();
    mixer.play(0, clip, { loop: true, bones: ['head'] });
    const found: readonly Diagnostic[] = await explain((await peekModel(file)).report);
    return found.length + avatar.frame.world[0]! + readGltf(model).nodes.length + readMaterials(model).length;
}

export async function draw(file: Uint8Array, canvas: HTMLCanvasElement): Promise<void> {
    const renderer = await createRenderer(canvas);
    const model = renderer.runtime.loadModel(file);
    const view: View = { eye: [0, 1, 2], target: [0, 1, 0], light: { direction: [0, 1, 1] } };
    renderer.draw(view, [[await renderer.add(model), model.createAvatar()]]);
}

export async function change(file: Uint8Array): Promise<string> {
    const full = await loadFull();
    try {
        check(full, migrate(full, fix(full, file).bytes).bytes);
    } catch (error) {
        if (error instanceof ConsentError) return error.changes.map(({ text }) => text).join();
        if (error instanceof VrmError) return error.code + error.remedy;
    }
    const edit = new Edit(await loadEdit(), file);
    return String(optimize(await loadEdit(), edit.write().bytes).bytes.length);
}

// @ts-expect-error there is no such function
export { nothing } from 'libvrm';
