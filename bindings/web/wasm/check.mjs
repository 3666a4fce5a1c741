// Checks the modules of build/web: what they import, how large they are, and that avatars move with
// the same bits as in the native program.
//
// usage: node bindings/web/wasm/check.mjs [--native PROGRAM] [AVATAR…]
//   PROGRAM   the native vrm, whose `sim --hash` gives the hashes; without, none are compared
//   AVATAR    files; those of samples/ unless some are named. A file that the native program refuses
//             must be refused here with the same code.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { simulate } from './sim.mjs';

const root = new URL('../../../', import.meta.url);

// What a module may take, in bytes of gzip -9: a little more than what it takes (docs/evidence/web.md).
const limits = JSON.parse(readFileSync(new URL('limits.json', import.meta.url), 'utf8'));

const pathOf = name => new URL(`build/web/${name}.wasm`, root).pathname;
let failed = 0;

function check(isGood, sentence) {
  if (!isGood) failed += 1;
  console.log(`${isGood ? 'good' : 'FAIL'}  ${sentence}`);
}

function checkModule(name) {
  const bytes = readFileSync(pathOf(name)), module = new WebAssembly.Module(bytes);
  const size = execFileSync('gzip', ['-9c', pathOf(name)], { maxBuffer: 1 << 24 }).length;
  const draws = name === 'render' || name === 'viewer';
  const others = WebAssembly.Module.imports(module).filter(one => !draws || one.module !== 'gl');
  check(others.length === 0, `${name}: imports${draws ? ' other than of GL' : ''}: ${others.length}`);
  check(size <= limits[name], `${name}: ${bytes.length} bytes, ${size} with gzip; the limit is ${limits[name]}`);
  return module;
}

// The lines of `vrm sim --hash`, by path; a file that is refused has its code instead.
function nativeResults(program, paths) {
  const results = new Map();
  for (const path of paths) {
    const run = spawnSync(program, ['sim', '--hash', '--motion', 'sway', path], { encoding: 'utf8' });
    const hashes = run.stdout.match(/^(\w+=[0-9a-f]{16} )+/);
    const code = run.stderr.match(/\[([a-z0-9-]+)\]\s*$/m);
    results.set(path, hashes ? hashes[0].trim() : `refused: ${code ? code[1] : run.stderr.trim()}`);
  }
  return results;
}

const options = process.argv.slice(2);
let native = null;
if (options[0] === '--native') native = options.splice(0, 2)[1];
const samples = new URL('samples/', root);
const paths = options.length > 0 ? options
  : readdirSync(samples).filter(name => name.endsWith('.vrm')).map(name => new URL(name, samples).pathname);
const expected = native ? nativeResults(native, paths) : new Map();

for (const name of Object.keys(limits)) {
  const module = checkModule(name);
  if (name === 'viewer' || name === 'rig') continue; // one has no functions for the stages of an update, the other reads no files
  let equal = 0;
  for (const path of paths) {
    const result = simulate(module, readFileSync(path));
    if (!expected.has(path)) continue;
    if (result === expected.get(path)) equal += 1;
    else check(false, `${name}: ${path}: ${result}, native: ${expected.get(path)}`);
  }
  if (native) check(equal === paths.length, `${name}: ${equal} of ${paths.length} files move as in the native program`);
}
process.exit(failed > 0 ? 1 : 0);
