// The page of a companion hears a microphone and reads a text, in a browser [LV-076]
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Browser } from './browser.mjs';
import { root } from './data.mjs';
import { chromium, serve } from './page.mjs';
import { makeSpeech, toWav } from './speech.mjs';

const RATE = 48000, SECONDS = 10;
const STEP = 1000 / 15; // the page's time between two frames, while it speaks a text
const skip = (!chromium && 'there is no Chromium') || (!process.env.VRM_THOROUGH && 'VRM_THOROUGH is not set');
const dist = dirname(fileURLToPath(import.meta.resolve('libvrm/live')));

function find(path) {
    if (path === '/') return join(root, 'bindings/web/examples/companion.html');
    if (path === '/avatar.vrm') return join(root, 'samples/character-1.0.vrm');
    if (path.startsWith('/node_modules/libvrm/dist/')) return join(dist, path.slice('/node_modules/libvrm/dist/'.length));
    return path.startsWith('/node_modules/') ? join(root, 'build/node', path) : undefined;
}

/** Writes down each block of samples with the mouth after it, and what three-vrm shows in each frame. */
const record = `
    const sum = ({ aa, ih, ou, ee, oh }) => aa + ih + ou + ee + oh;
    const say = companion.saySamples;
    globalThis.heard = [];
    globalThis.shown = [];
    companion.saySamples = (voice, samples) => {
        say.call(companion, voice, samples);
        heard.push({ seconds: samples.length / voice.rate, loudness: Math.sqrt(samples.reduce((all, x) => all + x * x, 0) / samples.length), mouth: sum(voice.mouth) });
    };
    const look = () => {
        const value = (name) => vrm.expressionManager.getValue(name);
        shown.push({ time: performance.now(), mouth: ['aa', 'ih', 'ou', 'ee', 'oh'].reduce((all, name) => all + value(name), 0), sad: value('sad') });
        globalThis.step?.();
        requestAnimationFrame(look);
    };
    look();`;

/** Blocks before which there was speech, or silence, for a quarter of a second: how many, and how many have the right mouth. */
function judge(heard) {
    const out = { spoken: 0, open: 0, silent: 0, closed: 0 };
    const blocks = (seconds) => Math.round(seconds / heard[0].seconds);
    const isLoud = heard.map((_, i) => heard.slice(Math.max(0, i - blocks(0.02)), i + 1).some(({ loudness }) => loudness > 0.005));
    for (let i = blocks(0.25); i < heard.length; ++i) {
        const before = isLoud.slice(i - blocks(0.25), i + 1);
        if (before.every(Boolean)) {
            ++out.spoken;
            out.open += heard[i].mouth > 0.3 ? 1 : 0;
        } else if (!before.some(Boolean)) {
            ++out.silent;
            out.closed += heard[i].mouth === 0 ? 1 : 0;
        }
    }
    return out;
}

test('the mouth opens in speech and closes in silence, and a tag shows its emotion', { skip }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'libvrm-speech-')), wav = join(folder, 'speech.wav');
    writeFileSync(wav, toWav(makeSpeech(RATE).samples, RATE));
    const server = await serve(find);
    const flags = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', `--use-file-for-fake-audio-capture=${wav}`, '--mute-audio'];
    const browser = await Browser.open(`${server.address}/`, { width: 640, height: 480, flags, isOffline: false, ready: 'globalThis.companion' });
    try {
        await browser.run(`(() => { ${record} })()`);
        await browser.run('document.getElementById("microphone").click()');
        await browser.until(`heard.reduce((all, { seconds }) => all + seconds, 0) > ${SECONDS}`);
        const counts = judge(await browser.run('heard'));
        const least = SECONDS / 4 / 128 * RATE / 1.5; // of blocks of 128 samples
        assert.ok(counts.spoken > least && counts.silent > least, JSON.stringify(counts));
        assert.ok(counts.open > 0.9 * counts.spoken && counts.closed > 0.99 * counts.silent, JSON.stringify(counts));
        // The sound goes on, and three-vrm shows it in frames, which a busy machine has few of.
        await browser.until('shown.some(({ mouth }) => mouth > 0.4) && shown.some(({ mouth }) => mouth === 0)');
        await browser.run('document.getElementById("microphone").click()');
        await browser.until('companion.status.mouth.aa === 0 && companion.status.speaking < 0.1');

        // From here on, the page's clock advances with its frames: a busy machine draws fewer in a second, and the same ones.
        const text = 'Hello there! What a lovely evening to walk along the river.', LETTER = 70; // milliseconds
        const submitted = await browser.run(`(() => {
            let time = performance.now();
            performance.now = () => time;
            globalThis.step = () => { time += ${STEP}; };
            shown.length = 0;
            document.getElementById('text').value = '[sad 0.7]${text}';
            document.getElementById('form').requestSubmit();
            return time;
        })()`);
        assert.equal(await browser.run('document.getElementById("subtitle").textContent'), text);
        const begin = submitted + 300, end = begin + text.length * LETTER;
        await browser.until(`shown.some(({ time }) => time > ${end + 1000})`);
        const shown = await browser.run('shown');
        const spoken = shown.filter(({ time }) => time > begin && time < end);
        const open = spoken.filter(({ mouth }) => mouth > 0.3).length;
        assert.ok(spoken.length > 0.9 * (end - begin) / STEP && open > spoken.length / 3, `${open} of ${spoken.length} frames`);
        const after = shown.filter(({ time }) => time > end + 500);
        assert.ok(after.length > 5 && after.every(({ mouth }) => mouth === 0), JSON.stringify(after));
        // Ame's sad face hides neither her mouth nor her blinks: it is shown while she speaks.
        assert.ok(shown[0].sad < 0.1 && spoken.some(({ sad }) => sad > 0.4), JSON.stringify(spoken));
        assert.deepEqual(browser.messages.filter((text) => /error|failed/i.test(text)), []);
        assert.deepEqual(server.missing, []);
    } finally {
        await browser.close();
        server.close();
        rmSync(folder, { recursive: true, force: true });
    }
});
