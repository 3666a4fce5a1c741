// The check itself; see tools/check/check-site-browser.
import fs from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { Browser } from '../../../bindings/web/test/browser.mjs';
import { fail, readOptions } from '../../node/options.mjs';

const AXE = 'build/node/node_modules/axe-core/axe.min.js';
// The pages that are opened in all windows; the others in the first.
const PAGES = ['index.html', 'start/what-is-vrm.html', 'guides/migrate.html', 'reference/commands.html', 'evidence/scores.html'];
const SEARCHES = { en: ['spring', /spring/i], ja: ['表情', /表情/] };
const DARK = [{ name: 'prefers-color-scheme', value: 'dark' }], LIGHT = [{ name: 'prefers-color-scheme', value: 'light' }];
const WINDOWS = {
    light: { width: 1400, height: 900, features: LIGHT }, dark: { width: 1400, height: 900, features: DARK },
    phone: { width: 390, height: 844, isTouch: true, features: LIGHT },
};
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml' };

function serve(folder) {
    const server = createServer((request, response) => {
        const file = path.join(folder, path.normalize(decodeURIComponent(request.url.split('?')[0])));
        if (!fs.existsSync(file) || fs.statSync(file).isDirectory()) response.writeHead(404).end();
        else response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' }).end(fs.readFileSync(file));
    }).listen(0, '127.0.0.1');
    return new Promise(resolve => { server.once('listening', () => resolve(server)); });
}

function pagesOf(folder) {
    return fs.readdirSync(folder, { recursive: true }).filter(name => name.endsWith('.html') && !name.startsWith('source/')).sort();
}

async function checkPage(browser, problems, what, axe) {
    await browser.run(`${axe}; new Promise(resolve => setTimeout(resolve, 400))`); // until colors have settled
    const found = await browser.run(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
        violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')))`);
    problems.push(...found.map(text => `${what}: axe-core: ${text}`));
    const over = await browser.run('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    if (over > 0) problems.push(`${what}: ${over} pixels wider than the window`);
    const foreign = browser.requests.filter(url => !/^(http:\/\/127\.0\.0\.1|data:|blob:|about:|chrome)/.test(url));
    problems.push(...foreign.map(url => `${what}: asks for ${url}`));
}

async function search(address, [words, expected], problems, what) {
    const browser = await Browser.open(address, { isOffline: false, ready: 'document.readyState === "complete"' });
    try {
        // A query that is sent before the index is loaded never gets an answer.
        const text = "document.querySelector('.md-search-result__meta').textContent.trim()", html = await (await fetch(address)).text();
        const [, loading] = html.match(/md-search-result__meta">\s*([^<]*?)\s*</);
        await browser.until(`${text} !== ${JSON.stringify(loading)}`);
        await browser.run(`(() => { document.querySelector('#__search').checked = true;
            const input = document.querySelector('.md-search__input'); input.focus(); input.value = ${JSON.stringify(words)};
            for (const type of ['focus', 'keyup', 'input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true })); })()`);
        await browser.until("document.querySelectorAll('.md-search-result__item').length > 0");
        const count = await browser.run("document.querySelectorAll('.md-search-result__item').length");
        const page = await browser.run("document.querySelector('.md-search-result__item a').href");
        const found = await (await fetch(page)).text();
        if (!expected.test(found)) problems.push(`${what}: the first result of "${words}" is ${page}, which does not have it`);
        return count;
    } catch (error) {
        problems.push(`${what}: "${words}" finds nothing: ${error}`);
        return 0;
    } finally {
        await browser.close();
    }
}

/** The demo opens with the sample avatar, and finds no problem in it. */
async function checkDemo(address, problems, picture) {
    const browser = await Browser.open(address, { isOffline: false });
    try {
        await browser.until("document.querySelector('#panel-report')?.textContent.includes('no problems found')");
        fs.writeFileSync(picture, await browser.screenshot());
    } catch (error) {
        problems.push(`demo: it does not show the sample avatar: ${error}`);
    } finally {
        await browser.close();
    }
}

async function main() {
    const { site, pictures } = readOptions({ site: 'build/site', pictures: 'build/site-pictures' });
    if (!fs.existsSync(path.join(site, 'index.html'))) fail(`check-site-browser: ${site} is not there: tools/make/make-site makes the site`);
    if (!fs.existsSync(AXE)) fail(`check-site-browser: ${AXE} is not there: .ci/setup --full installs it`);
    const axe = fs.readFileSync(AXE, 'utf8'), problems = [], server = await serve(path.resolve(site));
    const version = fs.readdirSync(site).filter(name => /^\d+\.\d+$/.test(name)).sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
    const languages = Object.keys(SEARCHES).filter(name => fs.existsSync(path.join(site, version, name)));
    let opened = 0;
    fs.mkdirSync(pictures, { recursive: true });
    for (const language of languages) {
        const folder = `http://127.0.0.1:${server.address().port}/${version}/${language}`;
        const pages = pagesOf(path.join(site, version, language));
        for (const [name, window] of Object.entries(WINDOWS)) {
            const browser = await Browser.open('about:blank', { ...window, isOffline: false, ready: 'true' });
            try {
                for (const page of name === 'light' ? pages : pages.filter(one => PAGES.includes(one))) {
                    await browser.send('Page.navigate', { url: `${folder}/${page}` });
                    await browser.until(`location.href === "${folder}/${page}" && document.readyState === "complete"`);
                    await checkPage(browser, problems, `${language}/${page}, ${name}`, axe);
                    fs.writeFileSync(path.join(pictures, `${language}-${page.replaceAll('/', '-')}-${name}.png`), await browser.screenshot());
                    ++opened;
                }
            } finally {
                await browser.close();
            }
        }
        const count = await search(`${folder}/index.html`, SEARCHES[language], problems, language);
        console.log(`${language}: "${SEARCHES[language][0]}" finds ${count} pages`);
    }
    await checkDemo(`http://127.0.0.1:${server.address().port}/${version}/demo/index.html`, problems, path.join(pictures, 'demo.png'));
    ++opened;
    server.close();
    for (const problem of problems) console.log(`PROBLEM: ${problem}`);
    console.log(`site in Chromium: ${opened} views of ${languages.join(' and ')}, ${problems.length} problems; pictures in ${pictures}`);
    return problems.length > 0 ? 1 : 0;
}

process.exitCode = await main();
