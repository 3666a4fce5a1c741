// A file of 0.x becomes a file of 1.0. The permissions are said in other words: a person has to accept that.
import { readFile } from 'node:fs/promises';
import { ConsentError, load, loadModel, migrate } from 'libvrm/full';

const runtime = await load();
const bytes = new Uint8Array(await readFile('old.vrm'));
try {
    migrate(runtime, bytes);
} catch (error) {
    if (!(error instanceof ConsentError)) throw error;
    console.log(`consent is needed for ${error.changes.length} things`);
}
const { bytes: made } = migrate(runtime, bytes, { acceptLicenseMapping: true });
const model = await loadModel(made);
console.log(`now ${model.tables.dialect}`);
model.dispose();
