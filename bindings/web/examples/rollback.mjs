// Saves an avatar in each frame, goes back ten frames, and comes to the same bits again.
import { readFile } from 'node:fs/promises';
import { loadModel } from 'libvrm';

const model = await loadModel(await readFile('avatar.vrm'));
const avatar = model.createAvatar();
const saves = [];
const step = (frame) => {
    avatar.setRoot([Math.sin(frame / 7), 0, 0, 0, 0, 0, 1, 1, 1, 1]);
    avatar.update(1 / 60);
};
for (let frame = 0; frame < 60; ++frame) {
    saves.push(avatar.save());
    step(frame);
}
const before = avatar.frame.world.slice();
avatar.restore(saves[50]);
for (let frame = 50; frame < 60; ++frame) step(frame);
console.log(`the same bits: ${before.every((value, i) => Object.is(value, avatar.frame.world[i]))}`);
avatar.dispose();
model.dispose();
