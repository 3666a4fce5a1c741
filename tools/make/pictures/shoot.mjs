// Pictures of pages, in Chromium; tools/make/make-pictures starts it.
//
// usage: node shoot.mjs < JOB     JOB is JSON: page (a path), out (.png or .webp), and for the viewer page width, height,
//                                 avatar (a path) and tab (the name of a tab). Other pages are as large as their <main>.
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Browser } from '../../../bindings/web/test/browser.mjs';

const QUALITY = 88; // of WebP

const job = JSON.parse(fs.readFileSync(0, 'utf8'));
const options = { width: job.width ?? 2000, height: job.height ?? 1500, features: [{ name: 'prefers-color-scheme', value: 'light' }] };
if (!job.avatar) options.ready = 'document.readyState === "complete" && [...document.images].every(one => one.complete)';
const browser = await Browser.open(pathToFileURL(job.page).href, options);
try {
    if (job.avatar) {
        await browser.choose('#file', [job.avatar]);
        await browser.until('performance.getEntriesByName("libvrm-shown").length > 0');
        await browser.until('libvrm.opened.verdict.found || libvrm.opened.verdict.refusal');
        await browser.run(`document.getElementById('tab-${job.tab}').click(); new Promise(resolve => setTimeout(resolve, 2000))`);
    }
    const format = job.out.endsWith('.webp') ? { format: 'webp', quality: QUALITY } : { format: 'png' };
    const [width, height] = job.width ? [job.width, job.height]
        : await browser.run('(main => [main.offsetWidth, main.offsetHeight])(document.querySelector("main"))');
    const clip = { x: 0, y: 0, width, height, scale: 1 };
    const { data } = await browser.send('Page.captureScreenshot', { ...format, clip });
    fs.writeFileSync(job.out, Buffer.from(data, 'base64'));
} finally {
    await browser.close();
}
