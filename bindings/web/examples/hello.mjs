// Loads an avatar, lets it live for a second, and reads its frame.
import { readFile } from 'node:fs/promises';
import { loadModel } from 'libvrm';

const model = await loadModel(await readFile(process.argv[2] ?? 'avatar.vrm'));
const avatar = model.createAvatar();
avatar.relax();
avatar.setExpression('happy', 1);
for (let frame = 0; frame < 60; ++frame) avatar.update(1 / 60);
console.log(`${model.tables.dialect}, ${avatar.nodeCount} nodes, ${model.tables.springJoints.length} joints that sway`);
console.log(`happy: ${avatar.expressionWeight('happy')}`);
avatar.dispose();
model.dispose();
