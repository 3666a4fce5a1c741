// Drives headless Firefox by the protocol that is built into it (Marionette): lengths and JSON over a socket.
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFirefox } from './page.mjs';

const SECONDS = 120;

/** A port that nobody uses now. */
async function freePort() {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => { server.once('listening', resolve); });
    const { port } = server.address();
    await new Promise((resolve) => { server.close(resolve); });
    return port;
}

/** A browser with one page. Close it when done. */
export class Firefox {
    #process;
    #socket;
    #profile = mkdtempSync(join(tmpdir(), 'libvrm-firefox-'));
    #waiting = new Map();
    #next = 1;

    /** Opens a page. */
    static async open(address) {
        const browser = new Firefox();
        const port = await freePort();
        browser.#process = startFirefox(browser.#profile, 'about:blank', [], { words: ['--marionette'], preferences: { 'marionette.port': port } });
        try {
            await browser.#connect(port);
            await browser.send('WebDriver:NewSession', { capabilities: { alwaysMatch: { timeouts: { script: SECONDS * 1000 } } } });
            await browser.send('WebDriver:Navigate', { url: address });
        } catch (error) {
            await browser.close();
            throw error;
        }
        return browser;
    }

    async #connect(port) {
        const end = Date.now() + SECONDS * 1000;
        for (;;) {
            const socket = connect(port, '127.0.0.1');
            const isOpen = await new Promise((resolve) => { socket.once('connect', () => resolve(true)).once('error', () => resolve(false)); });
            if (isOpen) {
                this.#socket = socket;
                break;
            }
            if (Date.now() > end) throw new Error('Firefox does not answer');
            await new Promise((resolve) => { setTimeout(resolve, 200); });
        }
        let rest = Buffer.alloc(0);
        await new Promise((resolve) => {
            this.#socket.on('data', (part) => {
                rest = Buffer.concat([rest, part]);
                for (let colon = rest.indexOf(':'); colon > 0; colon = rest.indexOf(':')) {
                    const size = +rest.subarray(0, colon).toString();
                    if (rest.length < colon + 1 + size) break;
                    const message = JSON.parse(rest.subarray(colon + 1, colon + 1 + size).toString());
                    rest = rest.subarray(colon + 1 + size);
                    if (Array.isArray(message)) this.#take(message);
                    else resolve(); // its greeting
                }
            });
        });
    }

    #take([, id, error, result]) {
        const waiting = this.#waiting.get(id);
        this.#waiting.delete(id);
        if (error) waiting?.reject(new Error(error.message));
        else waiting?.resolve(result);
    }

    /** A command of WebDriver. */
    send(name, parameters = {}) {
        const id = this.#next++;
        const text = JSON.stringify([0, id, name, parameters]);
        return new Promise((resolve, reject) => {
            this.#waiting.set(id, { resolve, reject });
            this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
        });
    }

    /** The value of an expression in the page, which may be a promise. */
    async run(expression) {
        const script = `const done = arguments[arguments.length - 1]; Promise.resolve((() => (${expression}))()).then((value) => done({ value }), (error) => done({ problem: String(error) }));`;
        const { value } = await this.send('WebDriver:ExecuteAsyncScript', { script, args: [], sandbox: null });
        if (value.problem) throw new Error(value.problem);
        return value.value;
    }

    async until(expression) {
        const end = Date.now() + SECONDS * 1000;
        while (!(await this.run(`Boolean(${expression})`))) {
            if (Date.now() > end) throw new Error(`not within ${SECONDS} seconds: ${expression}`);
            await new Promise((resolve) => { setTimeout(resolve, 50); });
        }
    }

    /** Gives a file to an input of the page. */
    async choose(selector, file) {
        const { value } = await this.send('WebDriver:FindElement', { using: 'css selector', value: selector });
        await this.send('WebDriver:ElementSendKeys', { id: Object.values(value)[0], text: file });
    }

    async screenshot() {
        return Buffer.from((await this.send('WebDriver:TakeScreenshot', { full: false })).value, 'base64');
    }

    async close() {
        this.#socket?.destroy();
        process.kill(-this.#process.pid, 'SIGKILL');
        await new Promise((resolve) => { this.#process.once('exit', resolve); });
        rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
    }
}
