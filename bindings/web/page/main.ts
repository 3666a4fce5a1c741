// The page that shows an avatar and what is wrong with it. It has no connection to anything.
import { VrmError } from '../src/core/error.js';
import type { Model } from '../src/core/model.js';
import type { Diagnostic } from '../src/generated/tables.js';
import { announce, button, byId, make } from './dom.js';
import { checkFile, explained, state } from './engine.js';
import { Hands } from './hands.js';
import { markOf } from './marks.js';
import { outputView } from './output.js';
import type { Opened } from './output.js';
import { reportView, summary } from './report.js';
import { permissionsView } from './sheet.js';
import { Stage } from './stage.js';
import { refreshTrying, tryingView } from './trying.js';
import { language, loadWords, messageOf, remedyOf, say, setLanguage, tell } from './words.js';
import type { Language } from './words.js';

type Bytes = Uint8Array<ArrayBuffer>;

const stage = new Stage(byId<HTMLCanvasElement>('canvas'));
const hands = new Hands(stage, byId('scene'), showBars);
let opened: Opened | undefined;
let thumbnail = '';
let clipName = '';

/* --- Panels --- */

const TABS = ['report', 'permissions', 'trying', 'output'] as const;
type Tab = typeof TABS[number];
let current: Tab = 'report';

const tabNames: Record<Tab, () => string> = {
    report: () => say('Report'), permissions: () => say('Permissions'), trying: () => say('Try'), output: () => say('Export'),
};
const views: Record<Tab, () => HTMLElement> = {
    report: () => (opened ? make('div', {}, make('h2', {}, make('bdi', {}, opened.name)), reportView(opened.verdict, places)) : welcome()),
    permissions: () => (stage.shown ? permissionsView(stage.shown.model, thumbnail) : make('p', {}, say('Open an avatar first.'))),
    trying: () => tryingView(stage),
    output: () => outputView(stage, opened, (bytes, name) => { void openAvatar(bytes, name); }),
};

const places = {
    has: (diagnostic: Diagnostic): boolean => stage.shown !== undefined && markOf(stage.shown.model, diagnostic) !== undefined,
    show: (diagnostic: Diagnostic | undefined): boolean => {
        stage.mark(diagnostic);
        if (!diagnostic) return true;
        announce(stage.marks.place ? say('The location is marked on the avatar: {1}', stage.marks.label) : say('Not visible on the avatar'));
        return stage.marks.place !== undefined;
    },
};

const welcome = (): HTMLElement => make('div', {}, make('h2', {}, say('What this page does')), make('ul', {}, ...[
    say('It draws and animates the avatar as the specification requires: it breathes, looks at the cursor, and its hair swings when you drag it.'),
    say('It checks the file, and shows each problem with its severity, its location and how to fix it.'),
    say('It shows in plain words what you may do with the avatar.'),
    say('It fixes files, and converts between VRM 0.x and 1.0.'),
].map((text) => make('li', {}, text))));

function showTabs(): void {
    byId('tabs').replaceChildren(...TABS.map((tab) => make('button', {
        type: 'button', role: 'tab', id: `tab-${tab}`, 'aria-controls': `panel-${tab}`, 'aria-selected': String(tab === current), tabindex: tab === current ? 0 : -1,
        onclick: () => choose(tab), onkeydown: (event: KeyboardEvent) => {
            const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
            if (!step) return;
            choose(TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length]!);
            byId(`tab-${current}`).focus();
        },
    }, tabNames[tab]())));
    byId('panels').replaceChildren(...TABS.map((tab) => make('div', {
        role: 'tabpanel', id: `panel-${tab}`, 'aria-labelledby': `tab-${tab}`, tabindex: 0, hidden: tab !== current,
    }, tab === current ? views[tab]() : null)));
}

function choose(tab: Tab): void {
    current = tab;
    showTabs();
}

/* --- Above and below the picture --- */

function toggle(text: string, isOn: boolean, change: (on: boolean) => void): HTMLButtonElement {
    return button(text, () => {
        change(!isOn);
        showBars();
    }, { 'aria-pressed': String(isOn) });
}

function showBars(): void {
    const focused = [...byId('bar').children].indexOf(document.activeElement!);
    byId('drop').hidden = stage.shown !== undefined || opened !== undefined;
    byId('bar').hidden = !stage.shown;
    byId('name').hidden = !stage.shown;
    byId('name').replaceChildren(make('bdi', {}, opened?.name));
    byId('bar').replaceChildren(
        toggle(say('Pause'), stage.isPaused, (on) => { stage.isPaused = on; }),
        toggle(say('Idle animation'), stage.isIdle, (on) => { stage.isIdle = on; }),
        toggle(say('Drag to turn'), hands.turnsCamera, (on) => { hands.turnsCamera = on; }),
        button(say('Shake'), () => hands.shake()),
        button(say('Whole avatar'), () => {
            stage.isFirstPerson = false;
            stage.frame();
        }));
    (byId('bar').children[focused] as HTMLElement | undefined)?.focus();
    showPlayer();
}

function showPlayer(): void {
    const { clip } = stage;
    byId('player').hidden = !clip;
    if (!clip) return;
    const time = make('input', { type: 'range', id: 'time', min: 0, max: clip.duration, step: 0.01, 'aria-label': say('motion time'), oninput: () => { stage.clipTime = time.valueAsNumber; } });
    byId('player').replaceChildren(make('span', {}, clipName), time, button(say('Remove the motion'), () => {
        stage.setClip(undefined);
        showBars();
    }));
}

stage.onframe = () => {
    const { place, label } = stage.marks;
    const pin = byId('pin');
    const at = place && !stage.isFirstPerson ? stage.camera.project(place, stage.aspect) : undefined;
    pin.hidden = !at;
    if (at) {
        pin.style.left = `${(at[0] + 1) * 50}%`;
        pin.style.top = `${(1 - at[1]) * 50}%`;
        byId('pinLabel').textContent = label;
    }
    const time = document.getElementById('time') as HTMLInputElement | null;
    if (time && time !== document.activeElement) time.value = String(stage.clipTime);
    refreshTrying(stage);
};

/** Says over the picture that something is wrong. */
function notice(title: string, error: VrmError | undefined, ...more: Node[]): void {
    const box = byId('notice');
    box.hidden = false;
    box.replaceChildren(make('p', { class: 'verdict bad' }, title), error ? make('p', { lang: 'en' }, error.message) : '', ...more);
    announce(title);
}

stage.onstop = (error) => {
    const again = opened;
    stage.abandon();
    notice(say('Drawing stopped because of an error in this page. Nothing else is lost.'), error,
        button(say('Reload the file'), () => { if (again) void openAvatar(again.bytes, again.name); }, { class: 'main' }));
    byId('bar').hidden = byId('player').hidden = byId('name').hidden = true;
};

stage.onrestored = () => {
    const again = opened;
    stage.abandon();
    if (again) void openAvatar(again.bytes, again.name);
};

/** Diagnostics of what no decoder of this page reads. The command line prints them in this order too. */
const UNREAD = ['extension-required', 'primitive-compressed', 'buffer-compressed', 'buffer-fallback', 'view-decoder', 'texture-compressed'];

/** Names over the picture what is not drawn, and what to do about it. */
function noticeUnread(model: Model): void {
    const report = tell([...model.report]);
    const unread = UNREAD.map((code) => report.find((one) => one.code === code)).filter((one) => one !== undefined);
    const isEmpty = stage.isEmpty(model);
    if (unread.length > 0) {
        notice(isEmpty ? say('Nothing can be drawn.') : say('Parts of this file cannot be drawn.'), undefined,
            ...unread.flatMap((one) => [make('p', {}, messageOf(one)), make('p', { class: 'remedy' }, remedyOf(one))]));
    } else if (isEmpty) {
        notice(say('Nothing can be drawn: the file has no meshes.'), undefined);
    }
}

/* --- Files --- */

/** The address of the thumbnail; '' if there is none, or if its bytes are missing. */
function thumbnailOf(model: Model): string {
    const { thumbnailImage } = model.tables.meta;
    try {
        return thumbnailImage >= 0 ? URL.createObjectURL(new Blob([model.image(thumbnailImage)])) : '';
    } catch {
        return '';
    }
}

async function openAvatar(bytes: Bytes, name: string): Promise<void> {
    const verdict: Opened['verdict'] = { name, found: undefined, refusal: undefined };
    const mine = opened = { name, bytes, verdict };
    byId('notice').hidden = true;
    announce(say('Loading {1}…', name));
    if (thumbnail) URL.revokeObjectURL(thumbnail);
    thumbnail = '';
    try {
        const { model } = await stage.show(bytes);
        if (opened !== mine) return;
        thumbnail = thumbnailOf(model);
        noticeUnread(model);
        if (stage.problem) notice(say('This browser cannot draw the avatar, but the check works.'), new VrmError('page', stage.problem));
    } catch (error) {
        if (opened !== mine) return;
        verdict.refusal = explained(error);
        verdict.found = [];
        notice(say('This file cannot be loaded.'), undefined, make('p', {}, say('The report shows why.')));
        if (verdict.refusal.code === 'wasm-trap') stage.onstop(verdict.refusal);
    }
    showTabs();
    showBars();
    performance.mark('libvrm-shown');
    if (verdict.refusal) return;
    // The picture comes first: a check lets the avatar live for a while.
    await new Promise((resolve) => { setTimeout(resolve, 30); });
    try {
        verdict.found = await checkFile(bytes);
    } catch (error) {
        verdict.refusal = explained(error);
    }
    if (opened !== mine) return;
    if (current === 'report') showTabs();
    announce(`${name}: ${summary(verdict)}`);
    performance.mark('libvrm-checked');
}

function openMotion(bytes: Bytes, name: string): void {
    try {
        stage.setClip(stage.loadClip(bytes));
        clipName = name;
        byId('notice').hidden = true;
        announce(say('Playing {1}', name));
    } catch (error) {
        const why = explained(error);
        if (stage.shown) notice(say('This motion cannot be played.'), why);
        else notice(say('This is a motion. Open an avatar first, then drop the motion on it.'), undefined);
    }
    showBars();
}

/** Whether bytes are a motion: BVH, VMD, or a glTF file for avatars that is none itself. */
function isMotion(bytes: Bytes, name: string): boolean {
    if (/\.(vrma|bvh|vmd)$/i.test(name)) return true;
    const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4e6));
    if (/^(HIERARCHY|Vocaloid Motion Data)/.test(head)) return true;
    if (/"(VRM|VRMC_vrm)"/.test(head)) return false;
    return /"VRMC_vrm_animation"/.test(head) || (stage.shown !== undefined && /"animations"/.test(head));
}

/** Reads files. Those that cannot be read, such as folders, are named on the page. */
async function readFiles(files: Iterable<File>): Promise<{ name: string; bytes: Bytes }[]> {
    const all = await Promise.all([...files].map(async (file) => ({ name: file.name, bytes: await file.arrayBuffer().then((buffer) => new Uint8Array(buffer), () => undefined) })));
    const missing = all.find(({ bytes }) => !bytes);
    if (missing) notice(say('{1} cannot be read.', missing.name), undefined);
    return all.filter((one): one is { name: string; bytes: Bytes } => one.bytes !== undefined);
}

async function openFiles(files: Iterable<File>): Promise<void> {
    const all = await readFiles(files);
    const avatar = all.find(({ bytes, name }) => !isMotion(bytes, name));
    if (avatar) await openAvatar(avatar.bytes, avatar.name);
    const motion = all.find((one) => one !== avatar && isMotion(one.bytes, one.name));
    if (motion) openMotion(motion.bytes, motion.name);
}

/** The demo of the site has an avatar in the page, in base64. */
async function openDemo(): Promise<void> {
    const demo = document.querySelector<HTMLTemplateElement>('template');
    if (demo && !opened) await openAvatar(Uint8Array.from(atob(demo.content.textContent!), (one) => one.charCodeAt(0)), demo.title);
}

/* --- The page --- */

async function changeLanguage(next: Language): Promise<void> {
    await setLanguage(next);
    showTabs();
    showBars();
}

function listen(): void {
    const input = byId<HTMLInputElement>('file');
    for (const id of ['open', 'choose']) byId(id).addEventListener('click', () => input.click());
    input.addEventListener('change', () => {
        void openFiles(input.files!).then(() => { input.value = ''; });
    });
    addEventListener('dragover', (event) => {
        event.preventDefault();
        byId('scene').classList.add('over');
    });
    addEventListener('dragleave', () => byId('scene').classList.remove('over'));
    addEventListener('drop', (event) => {
        event.preventDefault();
        byId('scene').classList.remove('over');
        if (event.dataTransfer) void openFiles(event.dataTransfer.files);
    });
    const languages = byId<HTMLSelectElement>('language');
    languages.addEventListener('change', () => { void changeLanguage(languages.value as Language); });
    const theme = byId<HTMLSelectElement>('theme');
    theme.addEventListener('change', () => { document.documentElement.dataset.theme = theme.value; });
}

async function start(): Promise<void> {
    listen();
    await loadWords();
    const first: Language = /^ja/.test(navigator.language) ? 'ja' : 'en';
    byId<HTMLSelectElement>('language').value = first;
    await changeLanguage(first);
    performance.mark('libvrm-ready');
    await stage.prepare();
    await openDemo();
}

// For the console, and for the tests of this page.
Object.assign(globalThis, { libvrm: { stage, get opened() { return opened; }, get language() { return language; }, get hasWorker() { return state.hasWorker; } } });
start().catch((error) => notice(String(error), undefined));
