// The files that tools/check/check-json shows to all commands.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const corpusOf = build => fs.readFileSync(path.join(build, 'CMakeCache.txt'), 'utf8').match(/^VRM_CORPUS:PATH=(.*)$/m)?.[1] ?? '';

function listFolder(folder) {
    if (!folder || !fs.existsSync(folder)) return [];
    return fs.readdirSync(folder, { recursive: true }).map(String).filter(name => /\.(vrm|vrma)$/.test(name))
        .sort().map(name => path.resolve(folder, name));
}

// One of each kind of the maker: [arguments before the name].
function makeKinds(maker, work, command, more) {
    const names = execFileSync(maker, [command, '--list'], { encoding: 'utf8' }).trim().split('\n').map(line => line.split('\t')[0]);
    return names.map(name => {
        const file = path.join(work, `${command}-${name}.vrm`);
        execFileSync(maker, [command, name, ...more, '-o', file]);
        return file;
    });
}

// Files that are no avatars, and paths that are hard to write.
function makeOthers(work) {
    const contents = {
        'empty.vrm': '', 'text.vrm': 'nothing', 'json.vrm': '{,', 'array.gltf': '[]', 'plain.gltf': '{"asset":{"version":"2.0"}}',
        'old.gltf': '{"asset":{"version":"1.0"}}', 'new\nline "quoted" \\ \u2028.gltf': '{"asset":{"version":"2.0"}}',
    };
    const files = Object.entries(contents).map(([name, content]) => {
        fs.writeFileSync(path.join(work, name), content);
        return path.join(work, name);
    });
    const folder = path.join(work, 'no-avatars');
    fs.mkdirSync(folder);
    const bytes = fs.readFileSync('samples/character-1.0.vrm');
    fs.writeFileSync(path.join(work, 'cut.vrm'), bytes.subarray(0, 3000));
    fs.copyFileSync('samples/character-1.0.vrm', path.join(work, 'びっくり.vrm'));
    return [...files, path.join(work, 'cut.vrm'), path.join(work, 'びっくり.vrm'), path.join(work, 'absent.vrm'), folder];
}

// A list of paths that are not UTF-8, which the arguments of Node cannot hold. Some systems do not have
// such names; a file that is not there has a record too.
function makeList(work) {
    const list = path.join(work, 'list'), names = ['bad\xff\xed\xa0\x80.vrm', 'cut\xe3\x81\n.vrm'].map(name => Buffer.from(name, 'latin1'));
    for (const name of names) {
        try {
            fs.copyFileSync('samples/character-1.0.vrm', Buffer.concat([Buffer.from(`${work}/`), name]));
        } catch { /* see above */ }
    }
    fs.writeFileSync(list, Buffer.concat(names.map(name => Buffer.concat([name, Buffer.from([0])]))));
    return { path: list, count: names.length };
}

// Rigged bodies, of which avatars can be made: by names, by shape, with expressions and springs.
function makeRigs(maker, work) {
    return [['--pose', 'a', '--face', '--chains'], ['--names', 'none', '--unit', 'cm', '--up', 'z']].map((words, i) => {
        const file = path.join(work, `rig-${i}.glb`);
        execFileSync(maker, ['rig', ...words, '-o', file]);
        return file;
    });
}

// A motion in each format.
function makeMotions(maker, work) {
    return ['vrma', 'mixamo', 'bvh', 'vmd'].map(format => {
        const file = path.join(work, `dance-${format}`);
        execFileSync(maker, ['motion', '--motion', 'dance', '--as', format, '-o', file]);
        return file;
    });
}

export function makeFiles(build, work) {
    const maker = path.join(build, 'vrm-maker'), corpus = listFolder(corpusOf(build));
    const samples = listFolder('samples'), others = makeOthers(work);
    const faults = makeKinds(maker, work, 'fault', []), hostile = makeKinds(maker, work, 'hostile', ['20']);
    const few = [...samples, ...corpus.filter((_, i) => i % 20 === 0), ...others];
    return { files: [...samples, ...corpus, ...faults, ...hostile, ...others], few, motions: makeMotions(maker, work), rigs: makeRigs(maker, work), list: makeList(work),
        hasCorpus: corpus.length > 0, hasPictures: fs.existsSync(path.join(build, 'vrm-draw')) };
}
