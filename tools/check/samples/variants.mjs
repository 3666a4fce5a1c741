// Every kind of avatar that the maker writes, faults aside.
import { MOTIONS } from '../motions/variants.mjs';

const ALL = ['1.0', '1.0-beta', '1.0-draft', '0.x'];
const V1 = ['1.0', '1.0-beta'];

// A name, arguments of `vrm-maker`, and the dialects that can express it (ALL unless told).
const VARIANTS = [
    ['character', 'character'],
    ['character-names', 'character --names scripts'],
    ['vroid', 'vroid'],
    ['vroid-light', 'vroid --light'],
    ['plain', 'parametric'],
    ['bones-body', 'parametric --bones body'],
    ['bones-fingers', 'parametric --bones fingers'],
    ['bones-all', 'parametric --bones all'],
    ['no-springs', 'parametric --chains 0'],
    ['one-joint', 'parametric --chains 1 --joints 1'],
    ['many-joints', 'parametric --chains 1000 --joints 5'],
    ['spheres', 'parametric --colliders 3 --shape sphere'],
    ['capsules', 'parametric --colliders 3 --shape capsule', [...V1, '1.0-draft']],
    ['inside-spheres', 'parametric --colliders 3 --shape inside-sphere', V1],
    ['inside-capsules', 'parametric --colliders 3 --shape inside-capsule', V1],
    ['planes', 'parametric --colliders 3 --shape plane', V1],
    ['mix', 'parametric --colliders 10 --shape mix'],
    ['mix-shared', 'parametric --colliders 36 --shape mix --shared-colliders'],
    ['spheres-shared', 'parametric --colliders 4 --shape sphere --shared-colliders'],
    ['center', 'parametric --center hips'],
    ['center-head', 'parametric --center head'],
    ['parent', 'parametric --parent hips'],
    ['holders', 'parametric --holders'],
    ['sparse', 'parametric --sparse', V1],
    ['sparse-center', 'parametric --sparse --center hips --colliders 2', V1],
    ['chains-on-chains', 'parametric --chains 6 --chains-on-chains'],
    ['uniform', 'parametric --uniform --segment 0.07 --hit-radius 0.02 --gravity 0.6,-0.8,0'],
    ['limit-cone', 'parametric --colliders 3 --limit cone', V1],
    ['limit-hinge', 'parametric --limit hinge', V1],
    ['limit-spherical', 'parametric --limit spherical --random-rest --seed 9', V1],
    ['constraints', 'parametric --constraints all', V1],
    ['roll', 'parametric --constraints roll', V1],
    ['aim', 'parametric --constraints aim', V1],
    ['rotation', 'parametric --constraints rotation', V1],
    ['gaze-bone', 'parametric --look-at bone --range-maps 90,10,80,20,70,30,60,40'],
    ['gaze-expression', 'parametric --look-at expression'],
    ['gaze-expression-maps', 'parametric --look-at expression --range-maps 90,1,80,0.9,70,0.8,60,0.7'],
    ['gaze-none', 'parametric --look-at none'],
    ['random-rest', 'parametric --random-rest --seed 7'],
    ['random-rest-constraints', 'parametric --random-rest --constraints all --seed 8', V1],
    ['root-small', 'parametric --root-scale 0.1'],
    ['root-large', 'parametric --root-scale 2.5 --colliders 5'],
    ['many-expressions', 'parametric --targets 57 --expressions 100'],
    ['no-expressions', 'parametric --no-expressions'],
    ['pbr', 'parametric --material pbr'],
    ['ballast', 'parametric --ballast 100000'],
    ['everything', 'parametric --bones all --chains 9 --joints 4 --colliders 36 --shape mix ' +
        '--shared-colliders --center hips --parent chest --holders --sparse --chains-on-chains ' +
        '--constraints all --look-at expression --random-rest --root-scale 0.5 --seed 3', V1],
    ['old-thumbs', 'parametric --bones all --old-thumbs', ['1.0-beta']],
    ['prose', 'parametric --prose --colliders 2', ['1.0-draft']],
    ['prose-gaze', 'parametric --prose --look-at expression', ['1.0-draft']],
    ['character-prose', 'character --prose', ['1.0-draft']],
];

// { name, dialect, words } of each file.
export const variants = () => VARIANTS.flatMap(([name, words, dialects = ALL]) => dialects.map(dialect =>
    ({ name: `${name}-${dialect}`, dialect, words: [...words.split(' '), '--dialect', dialect] })));

// Options of `vrm-maker rig`, whose files are no avatars yet: the test `makes` tries them all.
const OF_RIGS = ['--pose', '--bind', '--axes', '--unit', '--up', '--back', '--face'];

// Options and values that `vrm-maker help` has and no variant uses: nothing may be left out.
export function unusedOptions(help) {
    const used = new Set([...VARIANTS, ...MOTIONS].flatMap(([, words]) => words.split(' ')));
    const options = [...help.matchAll(/^ {2}(--[a-z-]+)/gm)].map(match => match[1]);
    return options.filter(option => option !== '--dialect' && !OF_RIGS.includes(option) && !used.has(option));
}
