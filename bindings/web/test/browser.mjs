// Drives headless Chromium through its pipe of commands: for a page that must not have a connection, and so cannot
// report anything by itself.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, webgl } from './page.mjs';

const SECONDS = 240; // pages that draw on a processor which others use too

/** A browser with one page. Close it when done. */
export class Browser {
    #process;
    #profile = mkdtempSync(join(tmpdir(), 'libvrm-browser-'));
    #waiting = new Map();
    #next = 1;
    #session;
    /** What the page asked the network for, and what it said on the console. */
    requests = [];
    messages = [];

    /** Opens a page: its address, the size of the window, whether there is no network, and what is true when the page is ready. */
    static async open(address, { width = 1280, height = 800, isTouch = false, flags = [], features = [], isOffline = true,
        ready = 'globalThis.libvrm && performance.getEntriesByName("libvrm-ready").length > 0' } = {}) {
        const browser = new Browser();
        browser.#process = spawn(chromium, ['--headless=new', '--no-sandbox', '--no-first-run', '--remote-debugging-pipe', ...webgl, ...flags,
            `--user-data-dir=${browser.#profile}`, 'about:blank'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], detached: true });
        browser.#listen();
        const { targetInfos } = await browser.#send('Target.getTargets');
        const { targetId } = targetInfos.find(({ type }) => type === 'page');
        browser.#session = (await browser.#send('Target.attachToTarget', { targetId, flatten: true })).sessionId;
        for (const domain of ['Page', 'Runtime', 'Network', 'DOM', 'Log']) await browser.send(`${domain}.enable`);
        await browser.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: isTouch });
        await browser.send('Emulation.setTouchEmulationEnabled', { enabled: isTouch });
        if (features.length > 0) await browser.send('Emulation.setEmulatedMedia', { features });
        await browser.send('Network.emulateNetworkConditions', { offline: isOffline, latency: 0, downloadThroughput: isOffline ? 0 : -1, uploadThroughput: isOffline ? 0 : -1 });
        await browser.send('Page.navigate', { url: address });
        await browser.until(ready);
        return browser;
    }

    #listen() {
        let rest = '';
        this.#process.stdio[4].setEncoding('utf8').on('data', (part) => {
            const all = (rest + part).split('\0');
            rest = all.pop();
            for (const text of all) this.#take(JSON.parse(text));
        });
    }

    #take({ id, result, error, method, params }) {
        if (method === 'Network.requestWillBeSent') this.requests.push(params.request.url);
        if (method === 'Runtime.consoleAPICalled') this.messages.push(params.args.map(({ value, description }) => value ?? description).join(' '));
        if (method === 'Runtime.exceptionThrown') this.messages.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
        if (method === 'Log.entryAdded') this.messages.push(params.entry.text);
        const waiting = this.#waiting.get(id);
        this.#waiting.delete(id);
        if (error) waiting?.reject(new Error(error.message));
        else waiting?.resolve(result);
    }

    #send(method, params = {}, sessionId = undefined) {
        const id = this.#next++;
        return new Promise((resolve, reject) => {
            this.#waiting.set(id, { resolve, reject });
            this.#process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
        });
    }

    /** A command for the page. */
    send(method, params) {
        return this.#send(method, params, this.#session);
    }

    /** The value of an expression in the page, which may be a promise. */
    async run(expression) {
        const { result, exceptionDetails } = await this.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true, userGesture: true });
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value;
    }

    /** Waits until an expression is true. */
    async until(expression) {
        const end = Date.now() + SECONDS * 1000;
        while (!(await this.run(`Boolean(${expression})`))) {
            if (Date.now() > end) throw new Error(`not within ${SECONDS} seconds: ${expression}\n${this.messages.join('\n')}`);
            await new Promise((resolve) => { setTimeout(resolve, 20); });
        }
    }

    /** Gives files to an input of the page, as its dialog would. */
    async choose(selector, files) {
        const { root } = await this.send('DOM.getDocument');
        const { nodeId } = await this.send('DOM.querySelector', { nodeId: root.nodeId, selector });
        await this.send('DOM.setFileInputFiles', { nodeId, files });
    }

    /** A picture of the page, or of a part of it ({ x, y, width, height, scale }), as the bytes of a PNG file. */
    async screenshot(clip) {
        return Buffer.from((await this.send('Page.captureScreenshot', { format: 'png', clip })).data, 'base64');
    }

    async close() {
        process.kill(-this.#process.pid, 'SIGKILL'); // with its helpers, which would go on writing into the profile
        await new Promise((resolve) => { this.#process.once('exit', resolve); });
        rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
    }
}
