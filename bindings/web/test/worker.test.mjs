// A worker of the page: whatever it posts, the module comes, and the worker is ended [WB-016]
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker as Thread } from 'node:worker_threads';
import { createRuntime } from 'libvrm';
import { compileInWorker } from 'libvrm/worker';
import { sample } from './data.mjs';

const SERVE = `
    import { parentPort } from 'node:worker_threads';
    globalThis.self = globalThis;
    globalThis.postMessage = (data) => parentPort.postMessage(data);
    await import('libvrm/worker-thread');
    parentPort.on('message', (data) => self.onmessage({ data }));`;

/** A thread of Node with the members of a browser's worker. */
class Worker {
    #thread;
    isEnded = false;

    constructor(program) {
        const address = new URL(`data:text/javascript,${encodeURIComponent(program.replaceAll("'libvrm/worker-thread'", JSON.stringify(import.meta.resolve('libvrm/worker-thread'))))}`);
        this.#thread = new Thread(address);
        this.#thread.on('message', (data) => this.onmessage?.({ data }));
        this.#thread.on('error', (error) => this.onerror?.({ message: error.message }));
    }

    postMessage(data) {
        this.#thread.postMessage(data);
    }

    terminate() {
        this.isEnded = true;
        void this.#thread.terminate();
    }
}

async function compile(program, options) {
    const worker = new Worker(program);
    const { module, problem } = await compileInWorker({ worker, file: sample('character-1.0.vrm'), ...options });
    assert.ok(worker.isEnded);
    assert.equal((await createRuntime({ wasm: module })).isDead, false);
    return problem;
}

test('a worker compiles the module, without a limit of time too', async () => {
    assert.equal(await compile(SERVE, { timeout: 60_000 }), '');
    assert.equal(await compile(SERVE, { timeout: Infinity }), '');
});

test('other messages of the worker are no answers', async () => {
    const chatter = "import { parentPort as port } from 'node:worker_threads'; for (const one of [null, undefined, 'ready', 7, {}, { module: 'none' }]) port.postMessage(one);";
    assert.equal(await compile(chatter + SERVE, { timeout: 60_000 }), '');
});

test('a worker that ends, fails, or never answers: the page compiles, and is told why', async () => {
    assert.match(await compile('process.exit()', { timeout: 300 }), /did not answer within 300 ms/);
    assert.match(await compile('throw new Error("no program")', { timeout: 60_000 }), /no program/);
    assert.match(await compile("import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => {});", { timeout: 300 }), /did not answer/);
});

test('a worker is ended if it cannot be asked', async () => {
    const file = sample('character-1.0.vrm').slice();
    structuredClone(file.buffer, { transfer: [file.buffer] });
    assert.match(await compile(SERVE, { file: file.buffer }), /detached/);
    const wasm = new Uint8Array(8), worker = new Worker(SERVE);
    structuredClone(wasm.buffer, { transfer: [wasm.buffer] });
    await assert.rejects(compileInWorker({ worker, wasm }));
    assert.ok(worker.isEnded);
});
