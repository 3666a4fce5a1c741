// The examples, and the programs of the pages, do what they say [WB-013]
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { root } from './data.mjs';

const examples = fileURLToPath(new URL('../examples', import.meta.url));
for (const [name, from] of Object.entries({ 'avatar.vrm': 'character-1.0.vrm', 'old.vrm': 'character-0.x.vrm', 'dance.vrma': 'dance.vrma' })) {
    cpSync(join(root, 'samples', from), join(examples, name));
}

function run(file) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [file], { cwd: examples, encoding: 'utf8' });
    assert.equal(stderr, '');
    assert.equal(status, 0);
    return stdout;
}

for (const name of readdirSync(examples).filter((one) => one.endsWith('.mjs'))) {
    test(`example ${name}`, () => {
        assert.equal(run(name), readFileSync(join(root, 'bindings/web/examples/expected', name.replace('.mjs', '.txt')), 'utf8'));
    });
}

/** The programs of a page, with the lines that they begin at; what is marked as no-run is left out. */
function programs(page) {
    const lines = readFileSync(join(root, page), 'utf8').split('\n');
    const found = [];
    for (let i = 0; i < lines.length; ++i) {
        if (lines[i] !== '```js' || /no-run/.test(lines[i - 1])) continue;
        const end = lines.indexOf('```', i + 1);
        found.push({ line: i + 1, text: lines.slice(i + 1, end).join('\n') });
        i = end;
    }
    return found;
}

for (const page of ['docs/guides/web.md', 'docs/guides/web-files.md', 'bindings/web/README.md']) {
    for (const { line, text } of programs(page)) {
        test(`${page}:${line}`, () => {
            const file = join(examples, `page-${line}.mjs`);
            writeFileSync(file, text);
            assert.notEqual(run(file), '');
        });
    }
}
test('the pages have programs', () => assert.ok(programs('docs/guides/web.md').length > 6));
