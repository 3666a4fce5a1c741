// Mouse, pen, fingers and keys on the picture.
import { add } from './camera.js';
import type { Vec3 } from './camera.js';
import type { Stage } from './stage.js';

const TURN = 0.008; // radians for each pixel
const KEY_TURN = 0.12;
const SHAKE = 0.35; // metres

/** A drag moves the avatar, which comes back when it is let go; with Shift, the right button or two fingers it turns the camera. */
export class Hands {
    turnsCamera = false;
    readonly #stage: Stage;
    readonly #pointers = new Map<number, [number, number]>();
    #isTurning = false;

    constructor(stage: Stage, place: HTMLElement, changed: () => void) {
        this.#stage = stage;
        const { canvas } = stage;
        canvas.addEventListener('pointerdown', (event) => this.#down(event));
        canvas.addEventListener('pointermove', (event) => this.#move(event));
        for (const name of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(name, (event) => this.#up(event));
        place.addEventListener('pointerleave', () => { stage.cursor = undefined; });
        canvas.addEventListener('contextmenu', (event) => event.preventDefault());
        canvas.addEventListener('wheel', (event) => {
            event.preventDefault();
            stage.camera.zoom(Math.exp(event.deltaY * 0.001));
        }, { passive: false });
        canvas.addEventListener('keydown', (event) => {
            if (!this.#key(event.key)) return;
            event.preventDefault();
            changed();
        });
    }

    /** Pulls the avatar aside and back, for who has no pointer. */
    shake(x = 1, y = 0): void {
        const { stage } = { stage: this.#stage };
        const pull = (times: number): void => { stage.pull = this.#aside(times * SHAKE * x, times * SHAKE * y); };
        pull(1);
        setTimeout(() => pull(-1), 250);
        setTimeout(() => pull(0), 500);
    }

    #aside(x: number, y: number): Vec3 {
        const { camera } = this.#stage;
        return add(add([0, 0, 0], camera.right, x), camera.up, y);
    }

    #down(event: PointerEvent): void {
        this.#stage.canvas.setPointerCapture(event.pointerId);
        this.#pointers.set(event.pointerId, [event.clientX, event.clientY]);
        this.#isTurning = this.turnsCamera || event.shiftKey || event.button === 2 || this.#pointers.size > 1;
        if (this.#isTurning) this.#stage.pull = [0, 0, 0];
    }

    #move(event: PointerEvent): void {
        const stage = this.#stage;
        const box = stage.canvas.getBoundingClientRect();
        stage.cursor = [((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2];
        const last = this.#pointers.get(event.pointerId);
        if (!last) return;
        const [x, y] = [event.clientX - last[0], event.clientY - last[1]];
        const before = this.#span;
        this.#pointers.set(event.pointerId, [event.clientX, event.clientY]);
        if (this.#isTurning) {
            const share = 1 / this.#pointers.size;
            stage.camera.turn(-x * TURN * share, y * TURN * share);
            if (before && this.#span) stage.camera.zoom(before / this.#span);
        } else {
            const metres = stage.camera.metresPerPixel(box.height);
            stage.pull = add(stage.pull, this.#aside(x * metres, -y * metres));
        }
    }

    #up(event: PointerEvent): void {
        this.#pointers.delete(event.pointerId);
        this.#stage.pull = [0, 0, 0];
        if (event.pointerType !== 'mouse' && this.#pointers.size === 0) this.#stage.cursor = undefined;
    }

    /** How far two fingers are apart; 0: there are not two. */
    get #span(): number {
        const [a, b] = [...this.#pointers.values()];
        return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
    }

    #key(key: string): boolean {
        const stage = this.#stage;
        const { camera } = stage;
        const actions: Record<string, () => void> = {
            ArrowLeft: () => camera.turn(-KEY_TURN, 0), ArrowRight: () => camera.turn(KEY_TURN, 0),
            ArrowUp: () => camera.turn(0, KEY_TURN), ArrowDown: () => camera.turn(0, -KEY_TURN),
            '+': () => camera.zoom(0.88), '=': () => camera.zoom(0.88), '-': () => camera.zoom(1 / 0.88),
            a: () => this.shake(-1), d: () => this.shake(1), w: () => this.shake(0, 1), s: () => this.shake(0, -1),
            ' ': () => { stage.isPaused = !stage.isPaused; }, Home: () => stage.frame(),
        };
        const action = actions[key.length === 1 ? key.toLowerCase() : key];
        action?.();
        return action !== undefined;
    }
}
