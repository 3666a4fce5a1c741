// The page that shows and checks an avatar, in Firefox [WB-037]
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from './data.mjs';
import { Firefox } from './firefox.mjs';
import { firefox } from './page.mjs';

const page = process.env.VRM_VIEWER;
const skip = (!firefox && 'there is no Firefox') || (!page && 'VRM_VIEWER names no page');

test('Firefox opens the page from disk, draws and checks', { skip }, async () => {
    const browser = await Firefox.open(pathToFileURL(page).href);
    try {
        await browser.until('window.libvrm && performance.getEntriesByName("libvrm-ready").length > 0');
        await browser.choose('#file', join(root, 'samples/character-1.0.vrm'));
        await browser.until('performance.getEntriesByName("libvrm-checked").length > 0');
        assert.match(await browser.run('document.getElementById("panel-report").innerText'), /no problems found/);
        assert.equal(await browser.run('libvrm.hasWorker'), true);
        const canDraw = await browser.run('Boolean(document.createElement("canvas").getContext("webgl2"))');
        console.log(canDraw ? 'Firefox draws' : 'Firefox has no WebGL 2 here');
        if (!canDraw) {
            assert.match(await browser.run('document.getElementById("notice").innerText'), /cannot draw/);
            return;
        }
        const covered = await browser.run(`libvrm.stage.picture(200, 300, true).then((canvas) => {
            const { data } = canvas.getContext('2d').getImageData(0, 0, 200, 300);
            let count = 0;
            for (let i = 3; i < data.length; i += 4) count += data[i] > 0;
            return count;
        })`);
        assert.ok(covered > 3000 && covered < 40000, `${covered} pixels`);
    } finally {
        await browser.close();
    }
});
