// Runs a WASI program with the files of this machine: node run-wasm.mjs PROGRAM.wasm ARGUMENT…
// WASI knows no working directory: paths that are not absolute begin at `/`.
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const args = process.argv.slice(2);
if (args.length === 0) {
    console.error('usage: node run-wasm.mjs PROGRAM.wasm ARGUMENT…');
    process.exit(2);
}
const wasi = new WASI({
    version: 'preview1', args, env: process.env, preopens: { '/': '/' }, returnOnExit: true,
});
const module = await WebAssembly.compile(await readFile(args[0]));
const imports = { wasi_snapshot_preview1: wasi.wasiImport };
process.exitCode = wasi.start(await WebAssembly.instantiate(module, imports));
