// The page that shows and checks an avatar, opened from disk with the network off [WB-030, WB-031, WB-032, WB-033, WB-034, WB-035, WB-036, WB-046, WB-049, WB-051, WB-052]
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { check, load, loadModel } from 'libvrm/full';
import { Browser } from './browser.mjs';
import { glbOf, jsonOf, root, sample } from './data.mjs';
import { chromium } from './page.mjs';

const { decodePng, encodePng } = await import(pathToFileURL(join(root, 'tools/compare/oracle/png.mjs')).href);

// What bindings/web/make-page.mjs makes. It takes minutes, so that it is tested where VRM_VIEWER names it.
const page = process.env.VRM_VIEWER;
const skip = (!chromium && 'there is no Chromium') || (!page && 'VRM_VIEWER names no page');
const ame = join(root, 'samples/character-1.0.vrm');
const old = join(root, 'samples/character-0.x.vrm');
const folder = mkdtempSync(join(tmpdir(), 'libvrm-viewer-'));
after(() => rmSync(folder, { recursive: true }));

/** A file of the test's own. */
function write(name, bytes) {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
}

/** Ame with another JSON. The payload is left as it is. */
function changed(name, change, from = 'character-1.0.vrm') {
    const bytes = sample(from);
    const json = jsonOf(bytes);
    change(json);
    const head = glbOf(json);
    const rest = bytes.subarray(20 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true));
    const all = new Uint8Array(head.length + rest.length);
    all.set(head);
    all.set(rest, head.length);
    new DataView(all.buffer).setUint32(8, all.length, true);
    return write(name, all);
}

/** A picture that browsers decode and glTF does not have. */
const tinyBmp = () => Buffer.from('424d3a0000000000000036000000280000000100000001000000010018000000000004000000000000000000000000000000000000000000ff00', 'hex');

/** A sample with more images, all of the same bytes. */
function withImages(name, image, count) {
    const bytes = sample(name);
    const json = jsonOf(bytes);
    const start = 20 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
    const payload = Buffer.concat([bytes.subarray(start + 8), image, Buffer.alloc((4 - (image.length % 4)) % 4)]);
    json.bufferViews.push({ buffer: 0, byteOffset: bytes.length - start - 8, byteLength: image.length });
    json.buffers[0].byteLength = payload.length;
    for (let i = 0; i < count; ++i) {
        json.images.push({ mimeType: 'image/png', bufferView: json.bufferViews.length - 1 });
        json.textures.push({ source: json.images.length - 1 });
    }
    const chunk = Buffer.alloc(8);
    chunk.writeUInt32LE(payload.length, 0);
    chunk.writeUInt32LE(0x4e4942, 4);
    const all = Buffer.concat([glbOf(json), chunk, payload]);
    all.writeUInt32LE(all.length, 8);
    return all;
}

const open = (options) => Browser.open(pathToFileURL(page).href, options);

/** Opens files, and waits until the avatar is checked, or refused. */
async function give(browser, ...files) {
    await browser.run('performance.clearMarks()');
    await browser.choose('#file', files);
    await browser.until('performance.getEntriesByName("libvrm-shown").length > 0');
    await browser.until('libvrm.opened.verdict.found || libvrm.opened.verdict.refusal');
}

const tab = (browser, name) => browser.run(`document.getElementById('tab-${name}').click()`);
const textOf = (browser, selector) => browser.run(`document.querySelector(${JSON.stringify(selector)}).innerText`);
const press = (browser, text) => browser.run(`[...document.querySelectorAll('button')].find((one) => one.textContent === ${JSON.stringify(text)}).click()`);

/** How many pixels of the picture are not empty. */
const covered = (browser) => browser.run(`libvrm.stage.picture(200, 300, true).then((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, 200, 300);
    let count = 0;
    for (let i = 3; i < data.length; i += 4) count += data[i] > 0;
    return count;
})`);

/** Keeps what the page saves: by name, as base64. */
const keepFiles = (browser) => browser.run(`(() => {
    globalThis.saved = {};
    HTMLAnchorElement.prototype.click = function () {
        const blob = blobs.get(this.href);
        const { download } = this;
        const reader = new FileReader();
        reader.onload = () => { saved[download] = reader.result.split(',')[1]; };
        reader.readAsDataURL(blob);
    };
    globalThis.blobs = new Map();
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => { const address = make(blob); blobs.set(address, blob); return address; };
})()`);
async function saved(browser, name) {
    await browser.until(`saved[${JSON.stringify(name)}]`);
    return new Uint8Array(Buffer.from(await browser.run(`saved[${JSON.stringify(name)}]`), 'base64'));
}

const axePath = join(root, 'build/node/node_modules/axe-core/axe.min.js');
const withoutAxe = skip || (!existsSync(axePath) && 'there is no axe-core');
/** What axe-core finds. */
async function findings(browser) {
    if (!(await browser.run('typeof axe !== "undefined"'))) await browser.run(`${readFileSync(axePath, 'utf8')}; 0`);
    const { violations, passes } = await browser.run(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations, passes }) => ({ passes: passes.length,
        violations: violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html, failureSummary }) => html.slice(0, 200) + ' ' + failureSummary).join(' | ')) }))`);
    assert.ok(passes > 15, `axe-core looked at ${passes} rules`);
    return violations;
}

test('from disk and without a network, a file becomes a picture and a report', { skip }, async () => {
    const browser = await open();
    try {
        await give(browser, ame);
        const seen = await covered(browser);
        assert.ok(seen > 3000 && seen < 40000, `${seen} pixels`);
        assert.match(await textOf(browser, '#panel-report'), /no problems found/);
        assert.match(await textOf(browser, '#status') || await browser.run('document.getElementById("status").textContent'), /character-1\.0\.vrm/);
        assert.equal(await browser.run('libvrm.hasWorker'), true);
        const asked = browser.requests.filter((one) => !/^(file|blob|about):/.test(one));
        assert.deepEqual(asked, []);
        // The page could not connect if it wanted to.
        for (const attempt of ["fetch('https://example.org/')", "import('https://example.org/x.js')", "fetch('data:text/plain,x')"]) {
            assert.equal(await browser.run(`${attempt}.then(() => 'connected', () => 'refused')`), 'refused', attempt);
        }
        const image = await browser.run(`new Promise((resolve) => { const one = new Image(); one.onload = () => resolve('connected'); one.onerror = () => resolve('refused'); one.src = 'https://example.org/x.png'; })`);
        assert.equal(image, 'refused');
        await tab(browser, 'permissions');
        assert.match(await textOf(browser, '#panel-permissions'), /What you may do with it/);
    } finally {
        await browser.close();
    }
});

const native = join(process.env.VRM_NATIVE ?? join(root, 'build/release'), 'vrm');

/** The mean color of each square of pixels in which a picture is opaque, by the place of the square; undefined elsewhere. */
const SQUARE = 8;
function squaresOf({ rgba, width, height }, isOpaque) {
    const out = [];
    for (let at = 0, y = 0; y < height; y += SQUARE) for (let x = 0; x < width; x += SQUARE, ++at) {
        const sum = [0, 0, 0, 0];
        for (let i = 0; i < SQUARE * SQUARE; ++i) {
            const from = ((y + Math.floor(i / SQUARE)) * width + x + (i % SQUARE)) * 4;
            for (let c = 0; c < 4; ++c) sum[c] += rgba[from + c] / SQUARE ** 2;
        }
        out.push(isOpaque(at, sum[3]) ? sum : undefined);
    }
    return out;
}

/** How far two pictures are from each other on average, of 255, in squares in which the second is opaque: the page draws fewer pixels on a slow machine. */
function difference(a, b) {
    const there = squaresOf(b, (_, alpha) => alpha === 255);
    const here = squaresOf(a, (at) => there[at] !== undefined).filter(Boolean);
    const wanted = there.filter(Boolean);
    assert.ok(wanted.length > 150, `${wanted.length} squares`);
    return wanted.reduce((sum, one, i) => sum + [0, 1, 2].reduce((all, c) => all + Math.abs(one[c] - here[i][c]), 0) / 3, 0) / wanted.length;
}

/** The page as a screenshot, cut to its canvas, and the same view by `vrm render`. */
async function bothPictures(browser, file, yaw) {
    const size = 560;
    const view = await browser.run(`(async () => {
        const { stage } = libvrm, { avatar } = stage.shown;
        Object.assign(stage.canvas.style, { position: 'fixed', zIndex: 9, inset: '0 auto auto 0', width: '${size}px', height: '${size}px' });
        stage.frame();
        Object.assign(stage, { isPaused: true, isIdle: false });
        stage.camera.yaw = ${yaw};
        avatar.setLookAtOff();
        for (const layer of ['application', 'motion', 'idle']) avatar.clearExpressionLayer(layer);
        avatar.resetPose();
        avatar.relax();
        avatar.update(0);
        avatar.warmUp(3);
        avatar.update(0);
        for (let i = 0; i < 3; ++i) await new Promise(requestAnimationFrame);
        return stage.view;
    })()`);
    const out = join(folder, 'native.png');
    execFileSync(native, ['render', file, '-o', out, '--size', `${size}x${size}`, '--background', 'transparent', '--look', 'off', '--eye', view.eye.join(), '--target', view.target.join(),
        '--fov', String((view.fov * 180) / Math.PI), '--turn', String((yaw * 180) / Math.PI)], { stdio: 'ignore' });
    return [decodePng(await browser.screenshot({ x: 0, y: 0, width: size, height: size, scale: 1 })), decodePng(readFileSync(out))];
}

test('the page shows the colors that vrm render draws, from the front and from the side', { skip: skip || (!existsSync(native) && 'there is no native program') }, async () => {
    const browser = await open({ width: 1000, height: 700 });
    try {
        for (const file of [ame, old]) {
            await give(browser, file);
            for (const yaw of [0, 2]) {
                const [page, drawn] = await bothPictures(browser, file, yaw);
                const apart = difference(page, drawn);
                console.log(`${file.split('/').pop()} from ${yaw}: ${apart.toFixed(2)} of 255 from vrm render`);
                assert.ok(apart < 8, `${file}, ${yaw}: ${apart} of 255`);
            }
        }
    } finally {
        await browser.close();
    }
});

test('axe-core finds nothing, with a file and the report open, in both languages and colours, wide and narrow', { skip: withoutAxe }, async () => {
    const broken = changed('findings.vrm', (json) => {
        json.extensions.VRMC_vrm.humanoid.humanBones.head.node = json.nodes.length + 5;
        json.extensions.VRMC_vrm.lookAt.rangeMapVerticalUp.inputMaxValue = -3;
    });
    for (const settings of [{}, { width: 360, height: 740, isTouch: true, features: [{ name: 'prefers-color-scheme', value: 'dark' }] }]) {
        const browser = await open(settings);
        try {
            assert.deepEqual(await findings(browser), [], 'before a file');
            await give(browser, broken);
            assert.deepEqual(await findings(browser), [], 'report');
            await give(browser, ame);
            for (const name of ['permissions', 'trying', 'output']) {
                await tab(browser, name);
                assert.deepEqual(await findings(browser), [], name);
            }
            await browser.run("(() => { const one = document.getElementById('language'); one.value = 'ja'; one.dispatchEvent(new Event('change')); })()");
            await browser.until('document.documentElement.lang === "ja"');
            assert.deepEqual(await findings(browser), [], 'Japanese');
            await give(browser, old, join(root, 'samples/walk.vrma'));
            await browser.until('libvrm.stage.clip');
            await browser.run(`[...document.querySelectorAll('button')].find((one) => one.textContent === 'VRM 1.0 に変換').click()`);
            await browser.until('document.getElementById("dialog").open');
            assert.deepEqual(await findings(browser), [], 'the question for consent');
            assert.match(await textOf(browser, '#dialog'), /商用利用は個人に許可し、法人には許可しなくなります/);
            await browser.run('document.getElementById("dialog").close()');
            await give(browser, write('text.vrm', 'This is a text.'));
            assert.deepEqual(await findings(browser), [], 'a refused file');
            // Nothing is wider than the window.
            assert.ok(await browser.run('document.documentElement.scrollWidth <= innerWidth'));
        } finally {
            await browser.close();
        }
    }
});

test('what is wrong is said with its place, and the place is shown', { skip }, async () => {
    const broken = changed('place.vrm', (json) => {
        json.extensions.VRMC_springBone.springs[0].joints[0].stiffness = -5;
        json.materials[0].pbrMetallicRoughness.roughnessFactor = 7;
    });
    const browser = await open();
    try {
        await give(browser, broken);
        const report = await textOf(browser, '#panel-report');
        assert.match(report, /choose a value in this range/);
        assert.match(report, /\/materials\/0\/pbrMetallicRoughness\/roughnessFactor/);
        const native = check(await load(), readFileSync(broken));
        assert.equal(await browser.run('libvrm.opened.verdict.found.length'), native.length);
        const places = await browser.run(`(async () => {
            const out = [];
            for (const one of [...document.querySelectorAll('#panel-report button[aria-pressed]')]) {
                const pin = document.getElementById('pin'), end = performance.now() + 10000;
                pin.hidden = true; // the next frame that is drawn shows it anew
                one.click();
                do await new Promise(requestAnimationFrame); while (pin.hidden && performance.now() < end);
                out.push({ pressed: one.ariaPressed, place: libvrm.stage.marks.place, pin: !pin.hidden });
            }
            return out;
        })()`);
        assert.ok(places.length >= 1);
        for (const { pressed, place, pin } of places) {
            assert.equal(pressed, 'true');
            assert.equal(pin, true);
            assert.ok(place[1] > 0 && place[1] < 2 && Math.abs(place[0]) < 1, place.join(' '));
        }
    } finally {
        await browser.close();
    }
});

test('a page with an avatar inside, as the demo of the site, opens with it', { skip }, async () => {
    const text = readFileSync(page, 'utf8');
    const start = text.lastIndexOf('<script');
    const demo = `${text.slice(0, start)}<template title="demo.vrm">${Buffer.from(sample('character-1.0.vrm')).toString('base64')}</template>${text.slice(start)}`;
    const browser = await Browser.open(pathToFileURL(write('demo.html', demo)).href);
    try {
        await browser.until('libvrm.opened?.verdict.found');
        assert.equal(await textOf(browser, '#name'), 'demo.vrm');
        assert.match(await textOf(browser, '#panel-report'), /no problems found/);
        await give(browser, old);
        assert.equal(await textOf(browser, '#name'), 'character-0.x.vrm');
    } finally {
        await browser.close();
    }
});

test('files that are refused, hostile or of another kind: the page says so and goes on', { skip }, async () => {
    const browser = await open();
    try {
        await give(browser, write('text.vrm', 'This is a text.'));
        assert.match(await textOf(browser, '#notice'), /This file cannot be loaded/);
        assert.match(await textOf(browser, '#panel-report'), /this is not a VRM or glTF file/);
        assert.match(await textOf(browser, '#panel-report'), /choose a VRM file/);
        await give(browser, write('cut.vrm', sample('character-1.0.vrm').subarray(0, 5000)));
        assert.match(await textOf(browser, '#panel-report'), /the file is truncated/);
        // An image that says to be larger than any may be is not decoded, here as in the native renderer.
        const large = sample('character-1.0.vrm').slice();
        const { images, bufferViews } = jsonOf(large);
        const start = 28 + new DataView(large.buffer).getUint32(12, true) + bufferViews[images[0].bufferView].byteOffset;
        assert.equal(new DataView(large.buffer).getUint32(start), 0x89504e47);
        new DataView(large.buffer).setUint32(start + 16, 16384);
        new DataView(large.buffer).setUint32(start + 20, 16384);
        await give(browser, write('large.vrm', large));
        const states = await browser.run('libvrm.stage.shown.meshes.images');
        assert.equal(states[0], 'tooLarge');
        assert.ok(states.slice(1).every((state) => state === 'good'), states.join(' '));
        const evil = changed('evil.vrm', (json) => { json.extensions.VRMC_vrm.meta.name = '<img src=x onerror="document.title=1">'; });
        await give(browser, evil);
        await tab(browser, 'permissions');
        assert.match(await textOf(browser, '#panel-permissions'), /<img src=x onerror/);
        assert.equal(await browser.run('document.title'), 'VRM viewer and checker');
        assert.ok(await covered(browser) > 3000);
    } finally {
        await browser.close();
    }
});

test('files that attack the page: it shows what it can, and every panel opens', { skip }, async (t) => {
    const browser = await open();
    const panel = async (name) => {
        await tab(browser, name);
        assert.equal(await browser.run(`document.getElementById('panel-${name}').hidden`), false);
        return textOf(browser, `#panel-${name}`);
    };
    const imageStates = () => browser.run('libvrm.stage.shown.meshes.images');
    try {
        for (const name of ['__proto__', 'constructor', 'toString']) {
            await t.test(`a licence and an expression with the name ${name}`, async () => {
                await give(browser, changed('names.vrm', (json) => {
                    json.extensions.VRM.meta.licenseName = name;
                    json.extensions.VRM.blendShapeMaster.blendShapeGroups[0].name = name;
                }, 'character-0.x.vrm'));
                assert.match(await panel('permissions'), new RegExp(`as in the license ${name}\\n`));
                await panel('trying');
                await panel('report');
            });
        }
        await t.test('a thumbnail in a file that a page cannot read', async () => {
            await give(browser, changed('thumbnail.vrm', (json) => {
                json.images.push({ uri: 'elsewhere.png' });
                json.extensions.VRMC_vrm.meta.thumbnailImage = json.images.length - 1;
            }));
            assert.equal(await browser.run('libvrm.opened.verdict.refusal === undefined && document.getElementById("notice").hidden'), true);
            assert.match(await panel('permissions'), /Ame/);
        });
        await t.test('a hundred large images, small in the file: 1 GiB of pixels is decoded, and no more', async () => {
            await give(browser, write('images.vrm', withImages('character-1.0.vrm', encodePng(4096, 4096, new Uint8Array(4096 * 4096 * 4)), 100)));
            const states = await imageStates();
            const own = states.splice(0, jsonOf(sample('character-1.0.vrm')).images.length);
            assert.ok(own.every((state) => state === 'good'), own.join(' '));
            assert.ok(states.filter((state) => state !== 'tooLarge').length <= 16, states.join(' '));
        });
        await t.test('an image of a format that glTF does not have', async () => {
            await give(browser, write('bmp.vrm', withImages('character-1.0.vrm', tinyBmp(), 1)));
            assert.equal((await imageStates()).at(-1), 'damaged');
        });
        await t.test('a folder', async () => {
            await browser.choose('#file', [folder]);
            await browser.until('!document.getElementById("notice").hidden');
            assert.match(await textOf(browser, '#notice'), /cannot be read/);
        });
        await give(browser, ame);
        assert.ok(await covered(browser) > 3000);
    } finally {
        await browser.close();
    }
});

test('what libvrm cannot read is named on the stage with a remedy, in English and Japanese [GL-031, GL-033]', { skip }, async () => {
    const browser = await open();
    const require = (json, name) => {
        json.extensionsUsed.push(name);
        (json.extensionsRequired ??= []).push(name);
    };
    const files = [
        [changed('ktx2.vrm', (json) => {
            require(json, 'KHR_texture_basisu');
            json.images[0].mimeType = 'image/ktx2';
            json.textures[0] = { extensions: { KHR_texture_basisu: { source: 0 } } };
        }), /Parts of this file cannot be drawn[^]*KTX2[^]*export with PNG/, /表示できない部分があります[^]*KTX2[^]*エクスポートするか/],
        [changed('unknown.vrm', (json) => require(json, 'EXT_of_tomorrow')),
            /Parts of this file cannot be drawn[^]*EXT_of_tomorrow[^]*export the file without/, /表示できない部分があります[^]*EXT_of_tomorrow[^]*使わずに/],
        [changed('meshopt.vrm', (json) => {
            require(json, 'EXT_meshopt_compression');
            const view = json.bufferViews[json.accessors[json.meshes[0].primitives[0].attributes.POSITION].bufferView];
            const count = view.byteLength / 12;
            json.buffers.push({ byteLength: view.byteOffset + view.byteLength, extensions: { EXT_meshopt_compression: { fallback: true } } });
            view.extensions = { EXT_meshopt_compression: { buffer: 0, byteOffset: view.byteOffset, byteLength: 16, byteStride: 12, count, mode: 'ATTRIBUTES' } };
            view.buffer = json.buffers.length - 1;
        }), /cannot be drawn[^]*EXT_meshopt_compression[^]*gltf-transform/, /表示できない[^]*EXT_meshopt_compression[^]*gltf-transform/],
    ];
    try {
        for (const [language, index] of [['en', 1], ['ja', 2]]) {
            await browser.run(`(() => { const one = document.getElementById('language'); one.value = '${language}'; one.dispatchEvent(new Event('change')); })()`);
            await browser.until(`libvrm.language === '${language}'`);
            for (const file of files) {
                await give(browser, file[0]);
                assert.equal(await browser.run('document.getElementById("notice").hidden'), false, file[0]);
                assert.match(await textOf(browser, '#notice'), file[index]);
            }
        }
        await give(browser, ame);
        assert.equal(await browser.run('document.getElementById("notice").hidden'), true);
    } finally {
        await browser.close();
    }
});

test('a file with nothing to draw: the stage says so, and why', { skip }, async () => {
    const browser = await open();
    try {
        await give(browser, changed('draco.vrm', (json) => {
            json.extensionsUsed.push('KHR_draco_mesh_compression');
            for (const { primitives } of json.meshes) for (const one of primitives) one.extensions = { KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: 0 } } };
        }));
        assert.match(await textOf(browser, '#notice'), /Nothing can be drawn\.[^]*KHR_draco_mesh_compression[^]*gltf-transform/);
        await give(browser, changed('bare.vrm', (json) => {
            delete json.meshes;
            for (const node of json.nodes) { delete node.mesh; delete node.skin; }
        }));
        assert.match(await textOf(browser, '#notice'), /Nothing can be drawn: the file has no meshes/);
        await give(browser, ame);
        assert.equal(await browser.run('document.getElementById("notice").hidden'), true);
    } finally {
        await browser.close();
    }
});

test('which file it is stands on the stage and over the report; only a good one is green', { skip }, async () => {
    const browser = await open();
    const grade = () => browser.run('document.querySelector("#panel-report .verdict").className');
    try {
        await give(browser, ame);
        assert.equal(await textOf(browser, '#name'), 'character-1.0.vrm');
        assert.match(await textOf(browser, '#panel-report h2'), /character-1\.0\.vrm/);
        assert.equal(await grade(), 'verdict good');
        await give(browser, changed('warned.vrm', (json) => { json.extensions.VRMC_vrm.humanoid.humanBones.head.unknown = 1; json.nodes[0].scale = [2, 2, 2]; json.materials[0].pbrMetallicRoughness.roughnessFactor = 7; }));
        const counts = await browser.run('["error", "warning"].map((one) => libvrm.opened.verdict.found.filter(({ severity }) => severity === one).length)');
        assert.equal(await grade(), counts[0] ? 'verdict bad' : counts[1] ? 'verdict fair' : 'verdict good', counts.join());
        assert.ok(counts[0] + counts[1] > 0);
        // The page counts what a check finds.
        assert.match(await textOf(browser, '#panel-report'), new RegExp(`errors: ${counts[0]}, warnings: ${counts[1]}`));
        // Of a refused file nothing can be seen on an avatar; its name stays when a motion follows.
        await give(browser, write('cut.vrm', sample('character-1.0.vrm').subarray(0, 5000)));
        assert.doesNotMatch(await textOf(browser, '#panel-report'), /visible on the avatar/);
        await browser.choose('#file', [join(root, 'samples/walk.vrma')]);
        await browser.until('document.getElementById("notice").innerText.includes("Open an avatar first")');
        assert.match(await textOf(browser, '#panel-report h2'), /cut\.vrm/);
        assert.equal(await grade(), 'verdict bad');
        // Names of files are text, in a direction of their own.
        await give(browser, write('<b onclick=x>\u202egnp.vrm', sample('character-1.0.vrm')));
        assert.equal(await browser.run('document.querySelectorAll("#name b, #panel-report b").length'), 0);
        assert.equal(await browser.run('document.querySelector("#name bdi").textContent'), '<b onclick=x>\u202egnp.vrm');
    } finally {
        await browser.close();
    }
});

test('of two files that are opened at once, the later one is shown, and the other leaves nothing behind', { skip }, async () => {
    const browser = await open();
    try {
        await give(browser, ame);
        await browser.run(`(async () => {
            const stage = libvrm.stage, add = stage.renderer.add.bind(stage.renderer);
            let first = true; // the images of the first file take longer
            stage.renderer.add = async (model) => { const made = await add(model); if (first) { first = false; globalThis.slow = [model, made]; await new Promise((resolve) => { setTimeout(resolve, 1500); }); } return made; };
        })()`);
        await browser.run('performance.clearMarks()');
        await browser.choose('#file', [old]);
        await browser.until('libvrm.opened.name === "character-0.x.vrm"');
        await give(browser, ame);
        await new Promise((resolve) => { setTimeout(resolve, 2500); });
        assert.equal(await browser.run('libvrm.opened.name'), 'character-1.0.vrm');
        assert.equal(await browser.run('libvrm.stage.shown.model.tables.dialect'), '1.0');
        assert.equal(await browser.run('libvrm.opened.verdict.refusal === undefined && document.getElementById("notice").hidden'), true);
        assert.deepEqual(await browser.run('slow.map((one) => one.isDisposed)'), [true, true]);
    } finally {
        await browser.close();
    }
});

test('the picture has fewer pixels while frames are slow, and all of them again afterwards', { skip }, async () => {
    const browser = await open();
    try {
        const [slow, fast, flips] = await browser.run(`(() => {
            const detail = new libvrm.stage.detail.constructor(1);
            const frames = (seconds, dt) => { for (let t = 0; t < seconds; t += dt) detail.frame(dt); return detail.value; };
            const slow = frames(5, 0.1), fast = frames(300, 1 / 60);
            let flips = 0; // where all pixels are too many, it does not go up and down all the time
            for (let t = 0, last = detail.value; t < 600;) {
                const dt = detail.value > 0.8 ? 0.1 : 1 / 60;
                detail.frame(dt);
                t += dt;
                if (detail.value !== last) ++flips;
                last = detail.value;
            }
            return [slow, fast, flips];
        })()`);
        assert.equal(slow, 0.5);
        assert.equal(fast, 1);
        assert.ok(flips > 0 && flips < 40, `${flips} changes in ten minutes`);
    } finally {
        await browser.close();
    }
});

test('a trap ends the picture, the page says so, and the next load has a new instance', { skip }, async () => {
    const browser = await open();
    try {
        await give(browser, ame);
        await browser.run('{ const { exports } = libvrm.stage.runtime; exports.vrm_avatar_update = () => exports.vrm_web_trap(); }');
        await browser.until('!document.getElementById("notice").hidden');
        assert.match(await textOf(browser, '#notice'), /Drawing stopped/);
        assert.match(await textOf(browser, '#notice'), /unreachable/i);
        assert.match(await textOf(browser, '#panel-report'), /no problems found/);
        await browser.run('performance.clearMarks()');
        await press(browser, 'Reload the file');
        await browser.until('performance.getEntriesByName("libvrm-checked").length > 0');
        assert.ok(await covered(browser) > 3000);
        assert.equal(await browser.run('document.getElementById("notice").hidden'), true);
    } finally {
        await browser.close();
    }
});

test('without workers the page checks by itself, and a lost context comes back', { skip }, async () => {
    const browser = await open();
    try {
        await browser.run('globalThis.Worker = undefined');
        await give(browser, ame);
        assert.equal(await browser.run('libvrm.hasWorker'), false);
        assert.match(await textOf(browser, '#panel-report'), /no problems found/);
        await browser.run('performance.clearMarks(); globalThis.lost = libvrm.stage.renderer.gl.getExtension("WEBGL_lose_context"); lost.loseContext()');
        await browser.until('libvrm.stage.renderer.isLost');
        await new Promise((resolve) => { setTimeout(resolve, 200); });
        await browser.run('lost.restoreContext()');
        await browser.until('performance.getEntriesByName("libvrm-checked").length > 0');
        assert.ok(await covered(browser) > 3000);
        assert.equal(await browser.run('document.getElementById("notice").hidden'), true);
    } finally {
        await browser.close();
    }
});

/** A motion of MikuMikuDance: the head turns from one side to the other in two seconds. */
function vmd() {
    const keys = [[0, -0.3], [60, 0.3]];
    const bytes = new Uint8Array(54 + keys.length * 111 + 16);
    const view = new DataView(bytes.buffer);
    bytes.set(new TextEncoder().encode('Vocaloid Motion Data 0002'));
    view.setUint32(50, keys.length, true);
    keys.forEach(([frame, y], i) => {
        const at = 54 + i * 111;
        bytes.set([0x93, 0xaa], at); // the head, in Shift-JIS
        view.setUint32(at + 15, frame, true);
        view.setFloat32(at + 35, y, true);
        view.setFloat32(at + 43, Math.sqrt(1 - y * y), true);
        bytes.fill(20, at + 47, at + 111);
    });
    return bytes;
}

test('sliders, keys, gaze, motions and frame rates', { skip }, async () => {
    const browser = await open();
    try {
        await give(browser, ame);
        await tab(browser, 'trying');
        await browser.run(`(() => { const one = [...document.querySelectorAll('#panel-trying input[type=range]')][0]; one.value = 1; one.dispatchEvent(new Event('input')); })()`);
        await browser.until('libvrm.stage.shown.avatar.frame.expressionWeights[0] > 0.99');
        await tab(browser, 'report');
        await tab(browser, 'trying');
        assert.equal(await browser.run("document.querySelector('#panel-trying input[type=range]').value"), '1');
        // Keys turn the camera, and shake the avatar.
        const yaw = await browser.run('libvrm.stage.camera.yaw');
        await browser.run('document.getElementById("canvas").focus()');
        await browser.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'ArrowLeft' });
        await browser.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'ArrowLeft' });
        assert.notEqual(await browser.run('libvrm.stage.camera.yaw'), yaw);
        const pull = await browser.run(`document.getElementById('canvas').dispatchEvent(new KeyboardEvent('keydown', { key: 'd' })), Math.hypot(...libvrm.stage.pull)`);
        assert.ok(pull > 0.3, `${pull} m`);
        // The eyes follow the cursor.
        await browser.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 40, y: 200 });
        await browser.until('libvrm.stage.cursor && libvrm.stage.cursor[0] < -0.8');
        // Motions of three formats.
        const motions = { 'walk.vrma': 'vrma', 'dance.vrma': 'vrma', 'walk.bvh': 'bvh', 'head.vmd': 'vmd' };
        write('head.vmd', vmd());
        for (const [name, format] of Object.entries(motions)) {
            await browser.choose('#file', [format === 'vmd' ? join(folder, name) : join(root, 'samples', name)]);
            await browser.until(`libvrm.stage.clip && document.getElementById("player").innerText.includes(${JSON.stringify(name)})`);
            assert.equal(await browser.run('libvrm.stage.clip.info.format'), format);
            const time = await browser.run('libvrm.stage.clipTime');
            await browser.until(`libvrm.stage.clipTime !== ${time}`);
        }
        await press(browser, 'Remove the motion');
        assert.equal(await browser.run('libvrm.stage.clip === undefined'), true);
        // Frame rates: fixed steps hardly depend on them, one step for each frame does.
        await press(browser, 'Measure all frame rates');
        const rows = await browser.run(`[...document.querySelectorAll('#panel-trying tbody tr')].map((row) => [...row.cells].map((cell) => parseFloat(cell.textContent)))`);
        assert.deepEqual(rows.map(([fps]) => fps), [15, 30, 60, 120, 240]);
        for (const [fps, own, literal] of rows) {
            if (fps === 60) assert.deepEqual([own, literal], [0, 0]);
            else assert.ok(own < literal && literal > 0.5, `${fps}: ${own} and ${literal} degrees`);
        }
        await browser.run(`[...document.querySelectorAll('#panel-trying label')].find((one) => one.textContent.startsWith('compare')).firstChild.click()`);
        await browser.until('libvrm.stage.rates.apart > 0.5 && parseFloat(document.getElementById("apart").textContent) > 0');
    } finally {
        await browser.close();
    }
});

test('exports: pictures, a film, reports, a fixed and a migrated file', { skip }, async () => {
    const broken = changed('fix.vrm', (json) => { json.asset.version = '2.0'; json.extensions.VRMC_springBone.springs[0].joints[0].stiffness = -5; json.extensionsUsed = json.extensionsUsed.filter((one) => one !== 'VRMC_springBone'); });
    const browser = await open({ width: 900, height: 600 });
    const isPng = (bytes) => Buffer.from(bytes.subarray(1, 4)).toString() === 'PNG';
    try {
        await keepFiles(browser);
        await give(browser, broken);
        await tab(browser, 'output');
        await press(browser, 'Report as JSON');
        const record = JSON.parse(Buffer.from(await saved(browser, 'fix.report.json')).toString());
        assert.equal(record.schema, 'vrm-output/1');
        assert.ok(record.diagnostics.length > 0);
        const Ajv = createRequire(join(root, 'build/node/package.json'))('ajv/dist/2020.js').default;
        const isValid = new Ajv({ strict: false, validateFormats: false }).compile(JSON.parse(readFileSync(join(root, 'docs/vrm-output.schema.json'), 'utf8')));
        assert.ok(isValid(record), JSON.stringify(isValid.errors));
        await press(browser, 'Report as HTML');
        assert.match(Buffer.from(await saved(browser, 'fix.report.html')).toString(), /^<!doctype html>[^]*VRMC_springBone/);
        await press(browser, 'Picture (PNG)');
        assert.ok(isPng(await saved(browser, 'fix.png')));
        await press(browser, 'Eight views (PNG)');
        assert.ok(isPng(await saved(browser, 'fix.turntable.png')));
        await press(browser, 'Turntable (WebM)');
        const film = await saved(browser, 'fix.turntable.webm');
        assert.deepEqual([...film.subarray(0, 4)], [0x1a, 0x45, 0xdf, 0xa3]);
        assert.ok(film.length > 10_000, `${film.length} bytes`);
        await press(browser, 'Fix the file');
        await browser.until(`[...document.querySelectorAll('button')].some((one) => one.textContent === 'Save fix.fixed.vrm')`);
        await press(browser, 'Save fix.fixed.vrm');
        const fixed = await saved(browser, 'fix.fixed.vrm');
        const runtime = await load();
        assert.ok(check(runtime, fixed).length < check(runtime, readFileSync(broken)).length);
        // A migration of 0.x asks for consent first.
        await give(browser, old);
        await tab(browser, 'output');
        await press(browser, 'Convert to VRM 1.0');
        await browser.until('document.getElementById("dialog").open');
        await press(browser, 'I accept this');
        await browser.until(`[...document.querySelectorAll('button')].some((one) => one.textContent === 'Save character-0.x.1.0.vrm')`);
        await press(browser, 'Save character-0.x.1.0.vrm');
        using model = await loadModel(await saved(browser, 'character-0.x.1.0.vrm'));
        assert.equal(model.tables.dialect, '1.0');
    } finally {
        await browser.close();
    }
});

test('with fingers, on a phone: one swings the avatar, two turn and zoom', { skip }, async () => {
    const browser = await open({ width: 390, height: 844, isTouch: true });
    const touch = (type, ...points) => browser.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    try {
        assert.equal(await browser.run('matchMedia("(pointer: coarse)").matches || navigator.maxTouchPoints > 0'), true);
        await give(browser, ame);
        const { x, y } = await browser.run('(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(document.getElementById("canvas").getBoundingClientRect())');
        await touch('touchStart', [x, y]);
        await touch('touchMove', [x + 60, y]);
        assert.ok(await browser.run('libvrm.stage.pull[0] > 0.1'));
        await touch('touchEnd');
        assert.deepEqual(await browser.run('libvrm.stage.pull'), [0, 0, 0]);
        const before = await browser.run('({ yaw: libvrm.stage.camera.yaw, distance: libvrm.stage.camera.distance })');
        await touch('touchStart', [x - 30, y]);
        await touch('touchStart', [x - 30, y], [x + 30, y]);
        await touch('touchMove', [x - 30, y], [x + 90, y]);
        await touch('touchEnd');
        const now = await browser.run('({ yaw: libvrm.stage.camera.yaw, distance: libvrm.stage.camera.distance })');
        assert.notEqual(now.yaw, before.yaw);
        assert.ok(now.distance < before.distance);
        // What is to be touched is large enough for a finger.
        const small = await browser.run(`[...document.querySelectorAll('button, select')].filter((one) => one.offsetParent && one.offsetHeight < 40).map((one) => one.textContent)`);
        assert.deepEqual(small, []);
        assert.ok(await browser.run('document.documentElement.scrollWidth <= innerWidth'));
    } finally {
        await browser.close();
    }
});

/** Milliseconds from a drop to the pixels of the picture, in a page of its own. */
async function timeOfDrop() {
    const browser = await open({ width: 1280, height: 800 });
    try {
        await browser.until('libvrm.stage.renderer');
        const bytes = Buffer.from(readFileSync(ame)).toString('base64');
        return await browser.run(`(async () => {
            const bytes = Uint8Array.from(atob('${bytes}'), (one) => one.charCodeAt(0));
            const files = new DataTransfer();
            files.items.add(new File([bytes], 'ame.vrm'));
            const start = performance.now();
            document.getElementById('scene').dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
            while (performance.getEntriesByName('libvrm-shown').length === 0) await new Promise((resolve) => { setTimeout(resolve, 5); });
            const { gl } = libvrm.stage.renderer;
            gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
            return performance.now() - start;
        })()`);
    } finally {
        await browser.close();
    }
}

test('Ame is on the screen within a second and a half of being dropped', { skip }, async () => {
    const busy = loadavg()[0];
    const times = [];
    for (let i = 0; i < 3; ++i) times.push(await timeOfDrop());
    const least = Math.min(...times);
    console.log(`from the drop to the picture: ${times.map((one) => one.toFixed(0)).join(', ')} ms; load ${busy.toFixed(1)} of ${availableParallelism()}`);
    // On a machine that others use, everything waits for its turn: the time then grows with their number.
    assert.ok(least < 1500 * Math.max(1, (busy + 1) / availableParallelism()), `${least} ms`);
});
