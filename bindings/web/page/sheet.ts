// What may be done with the avatar, who made it, and what is in it, in plain words.
import type { Model } from '../src/core/model.js';
import type { Meta, Permissions } from '../src/generated/tables.js';
import { readGltf } from '../src/gltf.js';
import { make } from './dom.js';
import { language, say } from './words.js';

/** One line: a sentence, whether it allows something, and where it comes from. */
interface Line {
    text: string;
    /** Undefined: that is for a person to find out. */
    isAllowed?: boolean;
    source: string;
}

const who = {
    onlyAuthor: () => say('only the author may use it as an avatar'),
    onlyLicensedPerson: () => say('only people licensed by the author may use it as an avatar'),
    everyone: () => say('everyone may use it as an avatar'),
};
const commercial = {
    personalNonProfit: () => say('individuals may use it, but not for profit'),
    personalProfit: () => say('individuals may use it, also for profit'),
    corporation: () => say('individuals and companies may use it, also for profit'),
};
const modification = {
    prohibited: () => say('modification is not allowed'),
    allowed: () => say('modification is allowed, but not redistribution of modified copies'),
    redistribution: () => say('modification and redistribution of modified copies are allowed'),
};
const licences: Record<string, () => string> = {
    Redistribution_Prohibited: () => say('redistribution is not allowed'),
    CC0: () => say('no rights reserved: modification and redistribution are allowed without credit'),
    CC_BY: () => say('modification and redistribution are allowed with credit'),
    CC_BY_NC: () => say('modification and redistribution are allowed with credit, but not for profit'),
    CC_BY_SA: () => say('modification and redistribution are allowed with credit, under the same license'),
    CC_BY_NC_SA: () => say('modification and redistribution are allowed with credit, under the same license, but not for profit'),
    CC_BY_ND: () => say('redistribution without changes is allowed with credit'),
    CC_BY_NC_ND: () => say('redistribution without changes is allowed with credit, but not for profit'),
    Other: () => say("the author's own license"),
};

/** What a file permits. Old dialects do not ask for everything: their licence says it, or nothing does. */
export function permissionLines(given: Permissions, meta: Meta, dialect: string): Line[] {
    const isOld = dialect === '0.x' || dialect === '1.0-draft';
    const notAsked = isOld ? say('not stated: this VRM version has no such field') : '';
    const line = (text: string, isAllowed: boolean, source = ''): Line => ({ text, isAllowed, source });
    const licence = isOld ? meta.legacyLicenseName : '';
    return [
        line(who[given.avatarPermission](), given.avatarPermission === 'everyone'),
        line(given.allowExcessivelyViolentUsage ? say('excessively violent scenes are allowed') : say('excessively violent scenes are not allowed'), given.allowExcessivelyViolentUsage),
        line(given.allowExcessivelySexualUsage ? say('excessively sexual scenes are allowed') : say('excessively sexual scenes are not allowed'), given.allowExcessivelySexualUsage),
        line(commercial[given.commercialUsage](), given.commercialUsage !== 'personalNonProfit'),
        line(given.allowPoliticalOrReligiousUsage ? say('political or religious use is allowed') : say('political or religious use is not allowed'), given.allowPoliticalOrReligiousUsage, notAsked),
        line(given.allowAntisocialOrHateUsage ? say('antisocial or hateful use is allowed') : say('antisocial or hateful use is not allowed'), given.allowAntisocialOrHateUsage, notAsked),
        // What an old licence says of these is for a person to read: its name grants nothing by itself.
        ...(licence ? [{ text: say('credit, redistribution, modification: {1}', say('as in the license {1}', licence)), source: Object.hasOwn(licences, licence) ? licences[licence]!() : '' }] : [
            line(given.creditNotation === 'required' ? say('credit is required') : say('credit is not required'), given.creditNotation !== 'required', notAsked),
            line(given.allowRedistribution ? say('redistribution is allowed') : say('redistribution is not allowed'), given.allowRedistribution, notAsked),
            line(modification[given.modification](), given.modification !== 'prohibited', notAsked),
        ]),
    ];
}

function list(rows: readonly (readonly [string, string | undefined])[]): HTMLElement {
    const view = make('dl');
    for (const [name, value] of rows) if (value) view.append(make('dt', {}, name), make('dd', {}, value));
    return view;
}

/** The page of permissions. */
export function permissionsView(model: Model, thumbnail: string): HTMLElement {
    const { meta, dialect } = model.tables;
    const lines = permissionLines(meta.permissions, meta, dialect).map(({ text, isAllowed, source }) =>
        make('li', {}, make('span', { class: isAllowed ? 'good' : isAllowed === undefined ? '' : 'bad', 'aria-hidden': 'true' }, isAllowed ? '✓ ' : isAllowed === undefined ? '? ' : '✗ '), text,
            source && make('span', { class: 'small' }, ` (${source})`)));
    return make('div', {},
        make('div', { class: 'spread' }, make('h2', {}, meta.name || say('(no name)')),
            thumbnail && make('img', { class: 'picture', src: thumbnail, alt: say('Thumbnail of the file') })),
        list([[say('authors'), meta.authors.join(language === 'ja' ? '、' : ', ')], [say('version'), meta.version], ['VRM', dialect === 'none' ? say('none: a plain glTF file') : dialect],
            [say('license'), meta.licenseUrl || meta.legacyLicenseName || say('(not stated)')], [say('further license'), meta.otherLicenseUrl || meta.legacyOtherPermissionUrl],
            [say('copyright'), meta.copyrightInformation], [say('contact'), meta.contactInformation], [say('derived from'), meta.references.join(', ')],
            [say('third-party licenses'), meta.thirdPartyLicenses]]),
        make('h3', {}, say('What you may do with it')),
        make('ul', { class: 'plain' }, ...lines),
        meta.legacyLicenseName && make('p', { class: 'small' }, say('The name of a license grants nothing by itself; ask the author if in doubt.')),
        make('p', { class: 'small' }, say('If the file does not allow a use, or its value is unknown, this page shows the use as not allowed.')),
        make('h3', {}, say('Contents')), factsView(model));
}

/** Counts: what the avatar costs. */
function factsView(model: Model): HTMLElement {
    const gltf = readGltf(model);
    const { humanoid, springs, springJoints, springColliders, constraints, expressions } = model.tables;
    const triangles = gltf.meshes.reduce((sum, mesh) => sum + mesh.primitives.reduce((all, one) => all + one.triangleCount, 0), 0);
    const number = (value: number): string => value.toLocaleString(language);
    return list([
        [say('triangles'), number(triangles)], [say('meshes'), number(gltf.meshes.length)], [say('materials'), number(gltf.materials.length)],
        [say('textures'), number(gltf.textures.length)], [say('bones'), say('{1} of {2} bones', humanoid.nodes.filter((node) => node >= 0).length, humanoid.nodes.length)],
        [say('expressions'), number(expressions.length)], [say('springs'), `${number(springs.length)} (${say('{1} joints', number(springJoints.length))})`],
        [say('colliders'), number(springColliders.length)], [say('constraints'), number(constraints.length)],
    ]);
}
