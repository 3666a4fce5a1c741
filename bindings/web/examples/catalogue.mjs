// Names, authors and permissions of files, from their JSON alone.
import { open } from 'node:fs/promises';
import { peekModel } from 'libvrm';

/** Reads the header of a GLB file and its JSON, and leaves meshes and images on the disk. */
async function readHead(path) {
    const file = await open(path);
    try {
        const { buffer: start } = await file.read(new Uint8Array(20), 0, 20, 0);
        const size = 20 + new DataView(start.buffer).getUint32(12, true);
        const { buffer } = await file.read(new Uint8Array(size), 0, size, 0);
        return buffer;
    } finally {
        await file.close();
    }
}

for (const path of ['avatar.vrm', 'old.vrm']) {
    const model = await peekModel(await readHead(path));
    const { dialect, meta } = model.tables;
    console.log(`${path}: ${dialect}, by ${meta.authors.join(', ')}, ${meta.permissions.commercialUsage}`);
    model.dispose();
}
