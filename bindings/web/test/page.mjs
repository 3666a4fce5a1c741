// Opens a page in headless Chromium, or in Firefox, and returns what it posts. No driver of browsers is needed for that.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, extname, join } from 'node:path';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm', '.json': 'application/json' };
const SECONDS = 300;

const search = (...names) => process.env.PATH.split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));

/** The browsers of this machine, or undefined. */
export const chromium = process.env.CHROMIUM ?? search('chromium', 'chromium-browser', 'google-chrome');
export const firefox = process.env.FIREFOX ?? search('firefox-esr', 'firefox');

/** Flags that give pages WebGL 2 without a graphics card. */
export const webgl = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];

const startChromium = (profile, url, flags) => spawn(chromium, ['--headless=new', '--no-sandbox', ...flags, '--no-first-run',
    `--user-data-dir=${profile}`, url], { stdio: 'ignore', detached: true });

const framebuffer = search('xvfb-run');

/** For openPage: Firefox on a screen that is not there. Without any screen it has no WebGL. `more` has further preferences and words of its command line. */
export function startFirefox(profile, url, _flags = [], more = {}) {
    const preferences = { ...more.preferences, 'webgl.force-enabled': true, 'browser.shell.checkDefaultBrowser': false, 'datareporting.policy.dataSubmissionEnabled': false };
    writeFileSync(join(profile, 'user.js'), Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${value});\n`).join(''));
    const words = [...(more.words ?? []), '--no-remote', '--profile', profile, url];
    const [program, all] = framebuffer ? [framebuffer, ['-a', firefox, ...words]] : [firefox, ['--headless', ...words]];
    return spawn(program, all, { stdio: 'ignore', detached: true, env: { ...process.env, HOME: profile } });
}

/**
 * Serves files on this machine, until it is closed.
 *
 * @param find     gives the path of a file by that of an address, or its text as { text, type }
 * @param headers  of each answer
 * @param other    answers what was not found, as a server of a bundler does
 * @param take     gets the JSON that a page posts to /result
 * @return the address, the paths that were not found, and a function that closes it
 */
export async function serve(find, { headers = {}, other = undefined, take = undefined } = {}) {
    const missing = [];
    const server = createServer((request, response) => {
        const path = decodeURIComponent(request.url.split('?')[0]);
        if (take && path === '/result') {
            let text = '';
            request.on('data', (part) => { text += part; }).on('end', () => { response.end(); take(JSON.parse(text)); });
            return;
        }
        const found = find(path);
        if (!found || (typeof found === 'string' && !existsSync(found))) {
            if (other) {
                other(request, response);
                return;
            }
            if (path !== '/favicon.ico') missing.push(path);
            response.writeHead(404).end();
            return;
        }
        const [body, type] = typeof found === 'string' ? [readFileSync(found), TYPES[extname(found)]] : [found.text, found.type];
        response.writeHead(200, { 'content-type': type ?? 'application/octet-stream', ...headers }).end(body);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => { server.once('listening', resolve); });
    const close = () => {
        server.close();
        server.closeAllConnections();
    };
    return { address: `http://127.0.0.1:${server.address().port}`, missing, close };
}

/**
 * Serves files, opens one, and returns the JSON that the page posts to /result.
 *
 * @param find     as for serve, and so are headers and other
 * @param address  of the page, such as /index.html
 * @param flags    further flags of the browser, such as for WebGL
 * @param start    starts the browser
 */
export async function openPage(find, address, headers = {}, other = undefined, flags = ['--disable-gpu'], start = startChromium) {
    const profile = mkdtempSync(join(tmpdir(), 'libvrm-page-'));
    let answer;
    const result = new Promise((resolve) => { answer = resolve; });
    const server = await serve(find, { headers, other, take: answer });
    const browser = start(profile, `${server.address}${address}`, flags);
    const timer = setTimeout(() => answer({ problem: `the page said nothing within ${SECONDS} seconds; not found: ${server.missing.join(' ')}` }), SECONDS * 1000);
    try {
        return await result;
    } finally {
        clearTimeout(timer);
        process.kill(-browser.pid, 'SIGKILL'); // with its helpers, which would go on writing into the profile
        await new Promise((resolve) => { browser.once('exit', resolve); });
        server.close();
        rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    }
}
