// Springs at any frame rate: this library's fixed steps beside one step for each frame, which is what the text of the
// specification has and what three-vrm does.
import type { Avatar } from '../src/core/avatar.js';
import type { Model } from '../src/core/model.js';
import type { Vec3 } from './camera.js';
import type { Shown } from './stage.js';

const BETWEEN = 1.1; // between the two avatars, in metres
const REST = [0, 0, 0, 1, 1, 1, 1];
/** The frame rates of the table. */
export const RATES = [15, 30, 60, 120, 240];
const SECONDS = 3;
const REFERENCE = 60;

/** How far something is: over all joints and times, in degrees. */
export interface Apart {
    average: number;
    most: number;
}

/** How far the springs of two frames are apart. */
function apart(model: Model, a: Float32Array, b: Float32Array): Apart {
    const { springJoints } = model.tables;
    let [sum, most] = [0, 0];
    for (const { node } of springJoints) {
        const at = node * 10 + 3;
        let [same, opposite] = [0, 0]; // q and -q are one rotation
        for (let i = at; i < at + 4; ++i) {
            same += (a[i]! - b[i]!) ** 2;
            opposite += (a[i]! + b[i]!) ** 2;
        }
        const angle = (4 * Math.asin(Math.min(Math.sqrt(Math.min(same, opposite)) / 2, 1)) * 180) / Math.PI;
        sum += angle;
        most = Math.max(most, angle);
    }
    return { average: sum / Math.max(springJoints.length, 1), most };
}

/** Where a swing to and fro is at a time. */
const swing = (seconds: number): number => 0.25 * Math.sin(seconds * 2 * Math.PI * 0.8);

/** Some seconds of a swing at a frame rate: where the springs are after each fifteenth of a second. */
function record(model: Model, fps: number, literalTime: boolean): Float32Array[] {
    const avatar = model.createAvatar({ literalTime });
    const seen: Float32Array[] = [];
    avatar.relax();
    avatar.update(0);
    for (let frame = 1; frame <= fps * SECONDS; ++frame) {
        avatar.setRoot([swing(frame / fps), 0, 0, ...REST]);
        avatar.update(1 / fps);
        if (frame % (fps / RATES[0]!) === 0) seen.push(avatar.frame.local.slice());
    }
    avatar.dispose();
    return seen;
}

/** For each frame rate: how far springs are from where they are at 60 frames per second. */
export function compareRates(model: Model): { fps: number; own: Apart; literal: Apart }[] {
    const reference = [record(model, REFERENCE, false), record(model, REFERENCE, true)];
    const compare = (fps: number, isLiteral: boolean): Apart => {
        const all = record(model, fps, isLiteral).map((frame, i) => apart(model, frame, reference[+isLiteral]![i]!));
        return { average: all.reduce((sum, { average }) => sum + average, 0) / all.length, most: Math.max(...all.map(({ most }) => most)) };
    };
    return RATES.map((fps) => ({ fps, own: compare(fps, false), literal: compare(fps, true) }));
}

/** Two avatars beside each other, which live at a frame rate of one's choice. */
export class RateTest {
    fps = 30;
    isSwinging = true;
    /** The one with one step for each frame. */
    other: Avatar | undefined;
    /** How far they are apart now: the joint that is farthest off, in degrees. */
    apart = 0;
    #rest = 0;
    #time = 0;

    get isOn(): boolean {
        return this.other !== undefined;
    }

    start({ model, avatar }: Shown): void {
        this.stop();
        this.other = model.createAvatar({ literalTime: true });
        this.#rest = this.#time = this.apart = 0;
        for (const [one, side] of [[avatar, -1], [this.other, 1]] as const) {
            one.teleport([(side * BETWEEN) / 2, 0, 0, ...REST], false);
            one.update(0);
        }
    }

    stop(): void {
        this.other?.dispose();
        this.other = undefined;
    }

    /** Lets time pass in whole frames of the rate; both avatars have the same pose and motion. */
    live({ model, avatar }: Shown, place: Vec3, dt: number): void {
        const other = this.other!;
        this.#rest += dt;
        while (this.#rest >= 1 / this.fps) {
            this.#rest -= 1 / this.fps;
            this.#time += 1 / this.fps;
            const x = place[0] + (this.isSwinging ? swing(this.#time) : 0);
            other.locals.set(avatar.locals);
            for (const [one, side] of [[avatar, -1], [other, 1]] as const) {
                one.setRoot([x + (side * BETWEEN) / 2, place[1], place[2], ...REST]);
                one.update(1 / this.fps);
            }
            this.apart = apart(model, avatar.frame.local, other.frame.local).most;
        }
    }
}
