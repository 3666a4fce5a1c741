// How long the first avatar of a page stops it, and the second: with the worker of libvrm/worker, in Chromium.
//
// usage: node bindings/web/bench/first.mjs [--package FOLDER] [--maker FILE] [--runs N]
//   --package  the built package (build/web/package)
//   --maker    vrm-maker, which makes the avatar that is as large as those of VRoid Studio (build/release/vrm-maker)
//   --runs     pages for each figure (9), each in a browser of its own
//
// The steps, from bytes of a file that are there to an avatar that was updated, are timed by themselves: to hand the
// work to the worker; to make an instance of what it compiled; to load the file, to create the avatar, to update it. A
// page that posts messages to itself without a pause has gaps between them, which are how long it could do nothing
// else: the columns "worker" and "instance" have the longest of them, and "at rest" the longest while nothing is done, which is the browser's own.
// The table has the medians of the pages, and the least of them. Exits 1 where a median is beyond what is wanted.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPage } from '../test/page.mjs';

const MOST = { first: 3, second: 0.3 }; // milliseconds
const root = fileURLToPath(new URL('../../../', import.meta.url));

function options(words) {
    const out = { package: 'build/web/package', maker: 'build/release/vrm-maker', runs: '9' };
    for (let i = 0; i < words.length; ++i) {
        const name = words[i].slice(2);
        if (!words[i].startsWith('--') || !(name in out) || i + 1 >= words.length) throw new Error(`there is no option ${words[i]}`);
        out[name] = words[++i];
    }
    return out;
}

const program = `
    import { load } from '/dist/index.js';
    import { compileInWorker } from '/dist/worker.js';
    const file = new Uint8Array(await (await fetch('/avatar.vrm')).arrayBuffer());
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

    // The gaps between messages that a page posts to itself.
    const channel = new MessageChannel();
    let last = performance.now(), found = [];
    channel.port1.onmessage = () => {
        const now = performance.now();
        found.push(now - last);
        last = now;
        channel.port2.postMessage(0);
    };
    channel.port2.postMessage(0);
    const watch = async (step) => {
        await pause(20);
        found = [];
        const value = await step();
        await pause(5);
        return { value, longest: Math.max(...found) };
    };
    const times = {};
    const timed = (name, call) => {
        const start = performance.now();
        const value = call();
        times[name] = performance.now() - start;
        return value;
    };

    await pause(300);
    const rest = await watch(() => pause(100));
    const compiled = await watch(() => compileInWorker({ file }));
    const loaded = await watch(async () => load({ wasm: compiled.value.module }));
    const runtime = loaded.value;
    const made = await watch(() => {
        const model = timed('load', () => runtime.peekModel(file));
        const avatar = timed('create', () => model.createAvatar());
        timed('update', () => avatar.update(1 / 60));
        return model;
    });
    await watch(() => timed('second', () => made.value.createAvatar().update(1 / 60)));
    const gaps = { rest: rest.longest, worker: compiled.longest, instance: loaded.longest, made: made.longest };
    await fetch('/result', { method: 'POST', body: JSON.stringify({ times: { ...gaps, ...times }, problem: compiled.value.problem }) });`;

const medianOf = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

function open(file, folder) {
    const find = (address) => {
        if (address === '/') return { type: 'text/html', text: '<!doctype html><meta charset=utf-8><script type=module src=/page.js></script>' };
        if (address === '/page.js') return { type: 'text/javascript', text: program };
        if (address === '/avatar.vrm') return file;
        return address.startsWith('/dist/') ? path.join(folder, address) : undefined;
    };
    // Clocks of pages that are isolated have steps of 5 microseconds, those of others of 100.
    return openPage(find, '/', { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' });
}

async function main() {
    const chosen = options(process.argv.slice(2)), vroid = path.join(os.tmpdir(), `libvrm-first-${process.pid}.vrm`);
    execFileSync(chosen.maker, ['vroid', '-o', vroid]);
    process.on('exit', () => fs.rmSync(vroid, { force: true }));
    console.log(`milliseconds that the page can do nothing else; medians of ${chosen.runs} pages each, and the least`);
    console.log('avatar       ' + ['at rest', 'worker', 'instance', 'load', 'create', 'update', 'all three', 'second'].map((word) => word.padStart(15)).join(''));
    for (const [name, file] of [['VRoid-sized', vroid], ['Ame', path.join(root, 'samples/character-1.0.vrm')]]) {
        const results = [];
        for (let i = 0; i < +chosen.runs; ++i) {
            const { times, problem } = await open(file, path.resolve(chosen.package));
            if (problem) throw new Error(problem);
            results.push({ ...times, all: times.load + times.create + times.update });
        }
        const list = (key) => results.map((one) => one[key]);
        const show = (key) => `${medianOf(list(key)).toFixed(2)} / ${Math.min(...list(key)).toFixed(2)}`.padStart(15);
        const isGood = medianOf(list('all')) <= MOST.first && medianOf(list('second')) <= MOST.second;
        console.log(name.padEnd(13) + ['rest', 'worker', 'instance', 'load', 'create', 'update', 'all', 'second'].map(show).join('')
            + (isGood ? '' : `  beyond ${MOST.first} and ${MOST.second}`));
        if (!isGood) process.exitCode = 1;
    }
}

await main();
