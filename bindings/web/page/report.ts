// The report: what is wrong, how bad it is, what to do about it, and where it is.
import type { VrmError } from '../src/core/error.js';
import type { Diagnostic, Impact, Severity } from '../src/generated/tables.js';
import { button, make } from './dom.js';
import { language, messageOf, remedyOf, say } from './words.js';

/** What a check of a file came to. */
export interface Verdict {
    name: string;
    /** Undefined while the check runs. */
    found: Diagnostic[] | undefined;
    /** Why the file was refused, or why the check did not end. */
    refusal: VrmError | undefined;
}

const ORDER: readonly Severity[] = ['error', 'warning', 'note'];
const SHOWN = 5;
const MOST_GROUPS = 200;

export const severityWord = (severity: Severity): string => (severity === 'error' ? say('error') : severity === 'warning' ? say('warning') : say('note'));

const impactWords = (impact: Impact): string => (impact === 'visible' ? say('visible on the avatar')
    : impact === 'elsewhere' ? say('other applications may behave differently') : say('for exporter developers'));

const count = (found: readonly Diagnostic[], severity: Severity): number => found.filter((one) => one.severity === severity).length;

/** One sentence about all of it. */
export function summary({ found, refusal }: Verdict): string {
    if (refusal && refusal.code === 'wasm-trap') return say('The check stopped. The avatar is still shown.');
    if (refusal) return say('This file cannot be loaded.');
    if (!found) return say('Checking…');
    const [errors, warnings, notes] = ORDER.map((severity) => count(found, severity));
    if (!errors && !warnings && !notes) return say('no problems found');
    return say('errors: {1}, warnings: {2}, notes: {3}', errors!, warnings!, notes!);
}

/** Where a diagnostic is, in words. */
function subjectOf({ subject, subjectName, subjectIndex }: Diagnostic): string {
    if (!subject) return '';
    const word = SUBJECTS[subject]?.() ?? subject;
    return subjectName ? `${word} ${language === 'ja' ? `「${subjectName}」` : `“${subjectName}”`}` : subjectIndex >= 0 ? `${word} ${subjectIndex}` : word;
}

const SUBJECTS: Record<string, () => string> = {
    node: () => say('node'), material: () => say('material'), mesh: () => say('mesh'), image: () => say('image'), texture: () => say('texture'),
    skin: () => say('skin'), animation: () => say('animation'), accessor: () => say('accessor'), bone: () => say('bone'),
    expression: () => say('expression'), spring: () => say('spring'), collider: () => say('collider'), 'collider group': () => say('collider group'),
};

/** Diagnostics of one code and severity, the worst first. */
function grouped(found: readonly Diagnostic[]): Diagnostic[][] {
    const groups = new Map<string, Diagnostic[]>();
    for (const one of found) {
        const key = one.severity + one.code;
        if (!groups.has(key)) groups.set(key, []);
        groups.get(key)!.push(one);
    }
    return [...groups.values()].sort((a, b) => ORDER.indexOf(a[0]!.severity) - ORDER.indexOf(b[0]!.severity));
}

/** What the list asks of the page: whether a place can be shown, and to show it. */
export interface Places {
    has(diagnostic: Diagnostic): boolean;
    /** Returns false where there is nothing to see. */
    show(diagnostic: Diagnostic | undefined): boolean;
}

/** The class of the sentence, by the worst of what was found. */
function gradeOf({ found, refusal }: Verdict): string {
    if (refusal || (found && count(found, 'error'))) return 'bad';
    return !found ? '' : count(found, 'warning') ? 'fair' : 'good';
}

/** The list as elements. */
export function reportView(verdict: Verdict, places?: Places): HTMLElement {
    const { found = [], refusal } = verdict;
    const view = make('div', {}, make('p', { class: `verdict ${gradeOf(verdict)}` }, summary(verdict)));
    if (refusal && !refusal.report.some(({ code }) => code === refusal.code)) {
        view.append(make('div', { class: 'finding error' }, make('p', { lang: 'en' }, refusal.message), refusal.remedy && make('p', { class: 'remedy', lang: 'en' }, refusal.remedy)));
    }
    const all = refusal ? refusal.report : found;
    const pressed: { now?: HTMLButtonElement } = {};
    const groups = grouped(all);
    if (groups.length > 0) view.append(make('ol', { class: 'plain' }, ...groups.slice(0, MOST_GROUPS).map((group) => groupView(group, refusal !== undefined, places, pressed))));
    return view;
}

function groupView(group: Diagnostic[], isRefused: boolean, places: Places | undefined, pressed: { now?: HTMLButtonElement }): HTMLElement {
    const first = group[0]!;
    const { severity, code, requirement } = first;
    const remedy = remedyOf(first);
    const items = group.map((one) => (): HTMLElement => make('div', {}, make('p', {}, subjectOf(one) && make('span', { class: 'word' }, `${subjectOf(one)}${language === 'ja' ? '：' : ': '}`), messageOf(one)),
        make('p', { class: 'row' }, one.pointer && make('code', {}, one.pointer), places?.has(one) && placeButton(one, places, pressed))));
    const rest = make('div', {});
    const more = group.length > SHOWN && button(say('and {1} more', group.length - SHOWN), () => {
        rest.append(...items.slice(SHOWN, 500).map((item) => item()));
        (more as HTMLElement).remove();
    });
    return make('li', { class: `finding ${severity}` },
        make('p', {}, make('span', { class: 'word' }, severityWord(severity)), ' ', !isRefused && make('span', { class: 'small' }, impactWords(first.impact))), // there is no avatar to see it on
        ...items.slice(0, SHOWN).map((item) => item()), rest, more,
        remedy && make('p', { class: 'remedy' }, remedy),
        make('p', { class: 'small' }, make('code', {}, code), requirement && ` · ${requirement}`));
}

function placeButton(diagnostic: Diagnostic, places: Places, pressed: { now?: HTMLButtonElement }): HTMLButtonElement {
    const it = button(say('Show on the avatar'), () => {
        const isOn = it.ariaPressed !== 'true';
        if (pressed.now) pressed.now.ariaPressed = 'false';
        it.ariaPressed = String(isOn);
        pressed.now = it;
        if (places.show(isOn ? diagnostic : undefined)) return;
        it.textContent = say('Not visible on the avatar');
        it.ariaPressed = 'false';
    }, { 'aria-pressed': 'false' });
    return it;
}

/** The report as a record of `vrm check --json`. */
export function reportJson({ name, found = [], refusal }: Verdict): string {
    const all = refusal ? refusal.report : found;
    return JSON.stringify({
        schema: 'vrm-output/1', command: 'check', file: name, result: refusal ? refusal.code : 'ok', passed: !refusal && count(all, 'error') === 0,
        fail_on: 'error', ignored: 0, accepted: 0,
        diagnostic_counts: { error: count(all, 'error'), warning: count(all, 'warning'), note: count(all, 'note') },
        diagnostics: all.map((one) => ({
            code: one.code, severity: one.severity, impact: one.impact, pointer: one.pointer, subject: one.subject, name: one.subjectName,
            index: one.subjectIndex >= 0 ? one.subjectIndex : null, message: one.message,
            arguments: one.arguments.map((value) => (value.kind === 'reference'
                ? { kind: value.kind, subject: value.subject, index: value.integer, name: value.name }
                : { kind: value.kind, value: value.kind === 'integer' ? value.integer : value.kind === 'number' ? value.number : value.text })),
            remedy: one.remedy, requirement: one.requirement, repaired: one.isRepair,
            byte_offset: one.byteOffset >= 0 && one.byteOffset < 2 ** 53 ? one.byteOffset : null,
        })),
    }, null, 1);
}

/** The report as a page of its own, in the language of this one. */
export function reportHtml(verdict: Verdict): string {
    const title = `${verdict.name} – ${say('Report')}`;
    const page = make('html', { lang: language }, make('head', {},
        make('meta', { charset: 'utf-8' }), make('meta', { 'http-equiv': 'Content-Security-Policy', content: "default-src 'none'; style-src 'unsafe-inline'" }),
        make('title', {}, title), make('style', {}, 'body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}ol{list-style:none;padding:0}.finding{border-left:5px solid #888;padding:.2rem .8rem;margin:.8rem 0}.error{border-color:#b3131f}.warning{border-color:#8a4b00}.word{font-weight:600}.remedy::before{content:"→ "}')),
    make('body', {}, make('h1', {}, title), reportView(verdict)));
    return `<!doctype html>\n${page.outerHTML}\n`;
}
