#!/usr/bin/env node
// Draws VRM files with three-vrm in headless Chromium. See README.md.
import { createServer } from 'node:http';
import { readFile, writeFile, mkdtemp, rm, mkdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { chromium } from 'playwright-core';
import { encodePng } from './png.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const sinceStart = () => performance.now(); // counted from the start of this process

export const defaults = {
    width: 512,
    height: 512,
    ss: 1,
    aa: false,
    space: 'srgb',
    camera: 'auto',
    background: [128, 128, 128],
    filter: 'file',
    light: { dir: [0, 0, 1], color: [1, 1, 1], intensity: 1, ambient: [0, 0, 0] },
    expression: {},
    pose: {},
    time: 0,
    springs: 0,
    outline: true,
    rotateVRM0: true,
    fixes: 'broken',
};

const findBrowser = () =>
    (process.env.PATH ?? '')
        .split(path.delimiter)
        .flatMap(d => ['chromium', 'chromium-browser', 'google-chrome'].map(n => path.join(d, n)))
        .find(f => existsSync(f));

export async function open({ executablePath = process.env.CHROMIUM ?? findBrowser() } = {}) {
    if (!executablePath) throw new Error('no Chromium found: use --chromium PATH');
    const stages = {},
        mark = (n, t) => {
            stages[n] = Math.round(performance.now() - t);
        };
    let t = performance.now();
    const bundle = (
        await esbuild.build({
            entryPoints: [path.join(here, 'page.mjs')],
            bundle: true,
            write: false,
            format: 'iife',
            target: 'chrome120',
            minify: true,
            logLevel: 'error',
        })
    ).outputFiles[0].contents;
    mark('bundle', t);
    const jobs = new Map();
    const server = createServer((q, s) => {
        const [, kind, id] = q.url.split('/');
        if (kind === 'in' && jobs.has(id)) s.end(jobs.get(id));
        else if (q.url === '/page.js') {
            s.setHeader('content-type', 'text/javascript');
            s.end(Buffer.from(bundle));
        } else if (q.url === '/') {
            s.setHeader('content-type', 'text/html');
            s.end('<!doctype html><meta charset=utf-8><link rel=icon href="data:,"><script src=/page.js></script>');
        } else {
            s.statusCode = 404;
            s.end();
        }
    });
    await new Promise(r => server.listen(0, '127.0.0.1', r));
    const base = `http://127.0.0.1:${server.address().port}`;
    t = performance.now();
    const dir = await mkdtemp(path.join(tmpdir(), 'vrm-oracle-'));
    const context = await chromium.launchPersistentContext(dir, {
        executablePath,
        headless: true,
        viewport: { width: 64, height: 64 },
        deviceScaleFactor: 1,
        args: [
            '--headless=new',
            '--no-sandbox',
            '--use-angle=swiftshader',
            '--enable-unsafe-swiftshader',
            '--ignore-gpu-blocklist',
            '--force-color-profile=srgb',
            '--force-device-scale-factor=1',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
            '--no-first-run',
            '--disable-quic',
        ],
    });
    mark('browser', t);
    let page,
        seq = 0;
    const fresh = async () => {
        await page?.close().catch(() => {});
        page = await context.newPage();
        await page.goto(base);
    };
    t = performance.now();
    await fresh();
    const about = { ...(await page.evaluate(() => window.oracle.about())), chromium: context.browser()?.version() };
    mark('page', t);

    return {
        about,
        stages,
        async render(data, options = {}, timeout = 60000) {
            const opts = { ...defaults, ...options, light: { ...defaults.light, ...options.light } };
            const id = String(seq++);
            jobs.set(id, data);
            let timer;
            try {
                const late = new Promise((_, no) => {
                    timer = setTimeout(() => no(new Error(`timeout after ${timeout} ms`)), timeout);
                });
                const { pixels, ...info } = await Promise.race([
                    page.evaluate(j => window.oracle.render(j), { ...opts, url: `/in/${id}` }),
                    late,
                ]);
                return {
                    info: { options: opts, ...info },
                    rgba: pixels ? Buffer.from(pixels, 'base64') : null,
                    width: opts.width,
                    height: opts.height,
                };
            } catch (e) {
                await fresh();
                return { info: { options: opts, error: e.message }, rgba: null };
            } finally {
                clearTimeout(timer);
                jobs.delete(id);
            }
        },
        async close() {
            await context.close();
            server.close();
            server.closeAllConnections();
            await rm(dir, { recursive: true, force: true });
        },
    };
}

// ---- command line ----
const parsers = {
    size: (v, o) => {
        [o.width, o.height] = v.split('x').map(Number);
    },
    ss: (v, o) => {
        o.ss = Number(v);
    },
    aa: (v, o) => {
        o.aa = v === 'on';
    },
    space: (v, o) => {
        o.space = v;
    },
    camera: (v, o) => {
        o.camera = v.startsWith('{') ? JSON.parse(v) : v;
    },
    light: (v, o) => {
        o.light = JSON.parse(v);
    },
    background: (v, o) => {
        o.background =
            v === 'transparent'
                ? null
                : v
                      .replace('#', '')
                      .match(/../g)
                      .map(h => parseInt(h, 16));
    },
    filter: (v, o) => {
        o.filter = v;
    },
    expression: (v, o) => {
        const i = v.lastIndexOf('=');
        o.expression = { ...o.expression, [v.slice(0, i)]: Number(v.slice(i + 1)) };
    },
    pose: async (v, o) => {
        o.pose = JSON.parse(v.startsWith('{') ? v : await readFile(v, 'utf8'));
    },
    time: (v, o) => {
        o.time = Number(v);
    },
    springs: (v, o) => {
        o.springs = v === 'off' ? 0 : Number(v);
    },
    outline: (v, o) => {
        o.outline = v !== 'off';
    },
    fixes: (v, o) => {
        o.fixes = v;
    },
    'vrm0-rotate': (v, o) => {
        o.rotateVRM0 = v !== 'off';
    },
};

async function main(argv) {
    const options = {},
        cli = { files: [] };
    for (let i = 0; i < argv.length; i++) {
        if (!argv[i].startsWith('--')) {
            cli.files.push(argv[i]);
            continue;
        }
        const k = argv[i].slice(2);
        if (parsers[k]) await parsers[k](argv[++i], options);
        else if (['json', 'batch', 'bench', 'outdir', 'chromium', 'timeout', 'limit'].includes(k)) cli[k] = argv[++i];
        else throw new Error(`unknown option --${k}`);
    }
    const listFile = cli.batch ?? cli.bench;
    let list;
    if (listFile) {
        list = (await readFile(listFile, 'utf8'))
            .split('\n')
            .map(s => s.trim())
            .filter(s => s && !s.startsWith('#'))
            .map(s => (s.startsWith('{') ? JSON.parse(s) : { in: s }))
            .slice(0, Number(cli.limit ?? Infinity));
        list.forEach((j, i) => {
            j.out ??=
                cli.outdir &&
                path.join(cli.outdir, `${String(i).padStart(3, '0')}_${path.basename(j.in).replace(/\.\w+$/, '')}.png`);
        });
        if (cli.bench) options.redraw = true;
        if (cli.outdir) await mkdir(cli.outdir, { recursive: true });
    } else if (cli.files.length === 2) list = [{ in: cli.files[0], out: cli.files[1] }];
    else throw new Error('usage: render.mjs FILE.vrm OUT.png [options] | --batch LIST --outdir DIR | --bench LIST');

    const oracle = await open({ executablePath: cli.chromium });
    const results = [];
    let first = null,
        done = 0;
    try {
        for (const j of list) {
            const { in: file, out, ...own } = j;
            const t = performance.now();
            let data;
            try {
                data = await readFile(file);
            } catch (e) {
                results.push({ in: file, error: e.message });
                console.error(e.message);
                continue;
            }
            const r = await oracle.render(data, { ...options, ...own }, Number(cli.timeout ?? 60000));
            if (r.rgba) {
                const png = encodePng(r.width, r.height, r.rgba);
                if (out) await writeFile(out, png);
            }
            const ms = performance.now() - t;
            if (r.rgba && first === null) first = sinceStart();
            else if (r.rgba) done++;
            results.push({ in: file, out, ...r.info, totalMs: Math.round(ms * 10) / 10 });
            if (r.info.error) console.error(`${file}: ${r.info.error}`);
        }
    } finally {
        await oracle.close();
    }
    const report = { about: oracle.about, stages: oracle.stages, results };
    if (cli.bench) {
        const ok = results.filter(r => !r.error),
            sum = k => ok.slice(1).reduce((a, r) => a + r.ms[k], 0) / Math.max(1, ok.length - 1);
        const wall = ok.slice(1).reduce((a, r) => a + r.totalMs - r.ms.redraw, 0) / 1000; // the extra timing draw is not counted
        report.bench = {
            files: results.length,
            rendered: ok.length,
            failed: results.length - ok.length,
            coldStartToFirstPictureMs: Math.round(first),
            stages: oracle.stages,
            picturesPerSecondAfterFirst: +(done / wall).toFixed(2),
            meanMs: Object.fromEntries(
                ['fetch', 'parse', 'setup', 'draw', 'redraw', 'resolve'].map(k => [k, +sum(k).toFixed(1)]),
            ),
        };
        console.log(JSON.stringify(report.bench, null, 1));
    }
    if (cli.json)
        await writeFile(
            cli.json,
            JSON.stringify(listFile ? report : { about: oracle.about, stages: oracle.stages, ...results[0] }, null, 1),
        );
    if (!cli.bench && results.some(r => r.error)) process.exitCode = listFile ? 0 : 1;
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
    main(process.argv.slice(2)).catch(e => {
        console.error(e.message);
        process.exitCode = 2;
    });
}
