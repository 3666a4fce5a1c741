// A clip in a loop, and a head that somebody else turns.
import { readFile } from 'node:fs/promises';
import { load, loadClip, loadModel } from 'libvrm';

const runtime = await load();
const model = await loadModel(await readFile('avatar.vrm'));
const avatar = model.createAvatar();
const dance = await loadClip(await readFile('dance.vrma'));
const mixer = runtime.createMixer();
const pose = runtime.createPose();
mixer.play(0, dance, { loop: true, inPlace: true });
const head = mixer.input(1);
mixer.change(1, { layer: 1, bones: ['head'] });
mixer.fade(1, 1, 0.5);
for (let frame = 0; frame < 120; ++frame) {
    const angle = Math.sin(frame / 30) / 2;
    head.setBone('head', 0, Math.sin(angle), 0, Math.cos(angle));
    for (const { kind, slot } of mixer.update(1 / 60, pose)) console.log(`frame ${frame}: ${kind} of slot ${slot}`);
    avatar.applyPose(pose);
    avatar.update(1 / 60);
}
console.log(`${pose.bones.length} bones, at ${mixer.time(0).toFixed(2)} s`);
for (const one of [mixer, pose, dance, avatar, model]) one.dispose();
