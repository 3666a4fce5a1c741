// What the page gives: pictures, turntables, reports, and files that were fixed or migrated.
import type { Change } from '../src/generated/full.js';
import type { MigrateOptions } from '../src/full/files.js';
import { announce, button, byId, checkbox, make, save } from './dom.js';
import { ConsentError, explained, fixFile, migrateFile } from './engine.js';
import { reportHtml, reportJson } from './report.js';
import type { Verdict } from './report.js';
import type { Stage } from './stage.js';
import { messageOf, say } from './words.js';

/** What is open. */
export interface Opened {
    name: string;
    bytes: Uint8Array<ArrayBuffer>;
    verdict: Verdict;
}

const SIDE = 1024;
const VIEWS = 8;
const TURN_SECONDS = 6;
const MOST_CHANGES = 300;

const baseOf = (name: string): string => name.replace(/\.[^.]*$/, '') || 'avatar';

/** The page of exports. `open` shows a file that was made. */
export function outputView(stage: Stage, opened: Opened | undefined, open: (bytes: Uint8Array<ArrayBuffer>, name: string) => void): HTMLElement {
    if (!opened) return make('p', {}, say('Open an avatar first.'));
    const base = baseOf(opened.name);
    const result = make('div', { 'aria-live': 'polite' });
    const tell = (...children: (Node | string)[]): void => result.replaceChildren(...children);
    const offer = (bytes: Uint8Array<ArrayBuffer>, name: string): HTMLElement => make('p', { class: 'row' },
        button(say('Save {1}', name), () => save(new Blob([bytes]), name), { class: 'main' }), button(say('Show it here'), () => open(bytes, name)));
    const guard = (work: () => Promise<void>) => async (): Promise<void> => {
        tell(say('Working…'));
        try {
            await work();
        } catch (error) {
            const { message, remedy } = explained(error);
            tell(make('p', { class: 'bad' }, message), remedy);
        }
    };
    const view = make('div', {}, make('h2', {}, say('Report')), make('p', { class: 'row' },
        button(say('Report as JSON'), () => save(new Blob([reportJson(opened.verdict)], { type: 'application/json' }), `${base}.report.json`)),
        button(say('Report as HTML'), () => save(new Blob([reportHtml(opened.verdict)], { type: 'text/html' }), `${base}.report.html`))));
    if (stage.shown?.meshes) view.append(...picturesView(stage, base, guard, tell));
    view.append(make('h2', {}, say('File')), make('p', { class: 'row' }, button(say('Fix the file'), guard(() => fix(opened, tell, offer))),
        ...(stage.shown ? migrateButtons(stage, opened, guard, tell, offer) : [])),
    make('p', { class: 'small' }, say('This creates a new file; your file stays unchanged.')), result);
    return view;
}

type Tell = (...children: (Node | string)[]) => void;
type Guard = (work: () => Promise<void>) => () => Promise<void>;
type Offer = (bytes: Uint8Array<ArrayBuffer>, name: string) => HTMLElement;

const toBlob = (canvas: HTMLCanvasElement): Promise<Blob> => new Promise((resolve) => canvas.toBlob((blob) => resolve(blob!), 'image/png'));
const paper = (): string => getComputedStyle(document.documentElement).getPropertyValue('--stage1').trim();

function picturesView(stage: Stage, base: string, guard: Guard, tell: Tell): HTMLElement[] {
    let isTransparent = true;
    const picture = async (): Promise<void> => {
        const height = SIDE;
        const width = Math.max(16, Math.round(height * Math.min(stage.aspect, 2)));
        save(await toBlob(await stage.picture(width, height, isTransparent, 0, paper())), `${base}.png`);
        tell(say('The picture is saved.'));
    };
    const sheet = async (): Promise<void> => {
        const sheetCanvas = Object.assign(document.createElement('canvas'), { width: SIDE * 2, height: SIDE * 1.5 });
        const context = sheetCanvas.getContext('2d')!;
        const [width, height] = [SIDE / 2, (SIDE * 3) / 4];
        for (let i = 0; i < VIEWS; ++i) {
            const one = await stage.picture(width, height, isTransparent, (2 * Math.PI * i) / VIEWS, paper());
            context.drawImage(one, (i % 4) * width, Math.floor(i / 4) * height);
        }
        save(await toBlob(sheetCanvas), `${base}.turntable.png`);
        tell(say('The picture is saved.'));
    };
    const film = async (): Promise<void> => {
        tell(say('Recording a turntable of {1} seconds…', TURN_SECONDS));
        save(await recordTurn(stage), `${base}.turntable.webm`);
        tell(say('The video is saved.'));
    };
    return [make('h2', {}, say('Pictures')), checkbox(say('transparent'), isTransparent, (on) => { isTransparent = on; }),
        make('p', { class: 'row' }, button(say('Picture (PNG)'), guard(picture)), button(say('Eight views (PNG)'), guard(sheet)),
            ...(typeof MediaRecorder === 'undefined' ? [] : [button(say('Turntable (WebM)'), guard(film))]))];
}

/** Records the canvas while the camera goes round. */
async function recordTurn(stage: Stage): Promise<Blob> {
    const type = ['video/webm;codecs=vp8', 'video/webm'].find((one) => MediaRecorder.isTypeSupported(one)) ?? '';
    const recorder = new MediaRecorder(stage.canvas.captureStream(30), { mimeType: type, videoBitsPerSecond: 6e6 });
    const parts: Blob[] = [];
    const { yaw } = stage.camera;
    const start = performance.now();
    const timer = setInterval(() => { stage.camera.yaw = yaw + (2 * Math.PI * (performance.now() - start)) / (TURN_SECONDS * 1000); }, 16);
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((resolve) => { recorder.onstop = resolve; });
    recorder.start(1000);
    await new Promise((resolve) => { setTimeout(resolve, TURN_SECONDS * 1000); });
    recorder.stop();
    clearInterval(timer);
    stage.camera.yaw = yaw;
    await stopped;
    return new Blob(parts, { type: 'video/webm' });
}

async function fix({ bytes, name }: Opened, tell: Tell, offer: Offer): Promise<void> {
    const fixed = await fixFile(bytes);
    if (fixed.fixes.length === 0) {
        tell(say('Nothing to fix.'));
        return;
    }
    const made = `${baseOf(name)}.fixed.vrm`;
    announce(say('Fixed in {1}:', made));
    tell(make('p', {}, say('Fixed in {1}:', made)), make('ul', {}, ...fixed.fixes.slice(0, MOST_CHANGES).map((one) => make('li', {}, messageOf(one), ' ', make('code', {}, one.pointer)))),
        offer(fixed.bytes, made));
}

function migrateButtons(stage: Stage, opened: Opened, guard: Guard, tell: Tell, offer: Offer): HTMLElement[] {
    const { dialect } = stage.shown!.model.tables;
    const to = dialect === '1.0' ? '0.x' as const : '1.0' as const;
    if (dialect === 'none') return [];
    const made = `${baseOf(opened.name)}.${to}.vrm`;
    const run = async (options: MigrateOptions): Promise<void> => {
        try {
            const { bytes, changes } = await migrateFile(opened.bytes, { to, ...options });
            tell(make('p', {}, say('This is now a VRM {1} file. Changes: {2}', to, changes.length)), changesView(changes), offer(bytes, made));
        } catch (error) {
            if (!(error instanceof ConsentError)) throw error;
            tell('');
            askConsent(error.changes, guard(() => run({ acceptLicenseMapping: true })));
        }
    };
    return [button(say('Convert to VRM {1}', to), guard(() => run({})))];
}

/** What happened to a thing, in the words of the command line. */
const KINDS: Record<Change['kind'], () => string> = {
    guessed: () => say('guessed, please check:'),
    lost: () => say('dropped:'),
    narrowed: () => say('narrowed:'),
    converted: () => say('converted:'),
    set: () => say('set:'),
    added: () => say('added:'),
    removed: () => say('removed:'),
    kept: () => say('kept:'),
};

const changesView = (changes: readonly Change[]): HTMLElement => make('details', {}, make('summary', {}, say('What has changed')),
    make('ul', {}, ...changes.slice(0, MOST_CHANGES).map(({ kind, text, from, to }) => make('li', {}, `${KINDS[kind]()} ${say(text)} `, make('code', {}, to || from)))));

/** Permissions in other words are for a person to accept. */
function askConsent(changes: readonly Change[], accept: () => void): void {
    const dialog = byId<HTMLDialogElement>('dialog');
    dialog.replaceChildren(
        make('h2', { id: 'dialogTitle' }, say('The permissions have no exact equivalent in the other VRM version')),
        make('p', {}, say('Only the rights holder can accept this: the author of the avatar, or a person with their permission.')),
        make('ul', {}, ...changes.slice(0, MOST_CHANGES).map(({ text, from }) => make('li', {}, `${say(text)} `, make('code', {}, from)))),
        make('p', { class: 'row' }, button(say('I accept this'), () => {
            dialog.close();
            accept();
        }, { class: 'main' }), button(say('Cancel'), () => dialog.close(), { autofocus: true })));
    dialog.showModal();
}
