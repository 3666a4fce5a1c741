// A hundred avatars of one file, updated in one call.
import { readFile } from 'node:fs/promises';
import { load, loadModel } from 'libvrm';

const model = await loadModel(await readFile('avatar.vrm'));
const crowd = (await load()).createCrowd();
for (let i = 0; i < 100; ++i) crowd.add(model, { sleep: true }).setRoot([i % 10, 0, Math.floor(i / 10), 0, 0, 0, 1, 1, 1, 1]);
for (let frame = 0; frame < 30; ++frame) {
    crowd.setDetailByDistance(0, 1.5, -3);
    crowd.update(1 / 60);
}
const last = [...crowd.avatars].at(-1);
console.log(`${crowd.avatars.size} avatars; the last stands at ${last.bonePosition('hips').map((x) => x.toFixed(1)).join(' ')}`);
crowd.dispose();
model.dispose();
