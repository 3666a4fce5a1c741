// The avatar on its canvas: it lives, looks at the cursor, swings when it is moved, and plays a motion.
import type { Avatar } from '../src/core/avatar.js';
import type { Clip } from '../src/core/clip.js';
import { VrmError } from '../src/core/error.js';
import type { Model } from '../src/core/model.js';
import type { Pose } from '../src/core/pose.js';
import { Idle } from '../src/full/motion.js';
import type { Diagnostic } from '../src/generated/tables.js';
import { readGltf } from '../src/gltf.js';
import { createRenderer } from '../src/render.js';
import type { Renderer, RenderModel, View } from '../src/render.js';
import type { Runtime } from '../src/core/runtime.js';
import { Camera } from './camera.js';
import type { Vec3 } from './camera.js';
import { Detail } from './detail.js';
import { createTool, explained, module } from './engine.js';
import { Marks } from './marks.js';
import { RateTest } from './rates.js';

/** What is shown. */
export interface Shown {
    model: Model;
    avatar: Avatar;
    idle: Idle;
    /** Undefined where the page cannot draw. */
    meshes: RenderModel | undefined;
}

/** The light of `vrm render` (scene_light in apps/picture/scene.c): together 1 at most, so that white stays white. */
const LIGHT = { direction: [-0.45, 0.65, 1], color: [0.8, 0.79, 0.77], sky: [0.2, 0.21, 0.23], ground: [0.16, 0.15, 0.15] };
const MOST_DT = 0.1;
const IDENTITY = [0, 0, 0, 0, 0, 0, 1, 1, 1, 1];

export class Stage {
    readonly camera = new Camera();
    readonly marks = new Marks();
    readonly rates = new RateTest();
    readonly canvas: HTMLCanvasElement;
    readonly detail = new Detail(Math.min(devicePixelRatio || 1, 2));
    runtime: Runtime | undefined;
    renderer: Renderer | undefined;
    shown: Shown | undefined;
    /** Why there is no picture; '' if there is one. */
    problem = '';
    isPaused = false;
    isIdle = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    isRelaxed = true;
    hasSpringLines = false;
    isFirstPerson = false;
    /** What the sliders of expressions say, by their index. */
    readonly weights = new Map<number, number>();
    timeScale = 1;
    wind = 0;
    clip: Clip | undefined;
    clipTime = 0;
    /** Where the cursor is, from -1 to 1; undefined: not over the picture. */
    cursor: [number, number] | undefined;
    /** Where the avatar is pulled to, in metres. */
    pull: Vec3 = [0, 0, 0];
    /** Called when something stopped, and after each frame. */
    onstop: (error: ReturnType<typeof explained>) => void = () => {};
    onframe: () => void = () => {};
    /** Called when the browser has given WebGL back. */
    onrestored: () => void = () => {};
    #started: Promise<Runtime> | undefined;
    #pose: Pose | undefined;
    #place: Vec3 = [0, 0, 0];
    #last = 0;
    /** Counts the files that were to be shown: of two that load at once, the later one is shown. */
    #turn = 0;

    constructor(canvas: HTMLCanvasElement) {
        this.canvas = canvas;
        // Phones take the context away from pages that sleep. Once it is given back, everything is uploaded anew.
        canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
        canvas.addEventListener('webglcontextrestored', () => this.onrestored());
        const tick = (now: number): void => {
            const dt = (now - this.#last) / 1000;
            if (this.shown && dt <= 1 && !document.hidden) this.detail.frame(dt);
            this.#tick(Math.min(dt, MOST_DT));
            this.#last = now;
            requestAnimationFrame(tick);
        };
        requestAnimationFrame(tick);
    }

    get aspect(): number {
        return this.canvas.width / Math.max(this.canvas.height, 1);
    }

    /** Makes the instance that draws, before it is needed. */
    prepare(): Promise<Runtime> {
        if (!this.#started || this.runtime?.isDead || this.renderer?.isLost) this.#started = this.#start();
        return this.#started;
    }

    /** Forgets an instance that has stopped, and its picture. */
    abandon(): void {
        this.clear();
        if (this.renderer && !this.renderer.isLost) this.renderer.clear();
        this.#started = this.runtime = this.renderer = undefined;
    }

    /** Where there is no WebGL 2, the instance does not draw. */
    async #start(): Promise<Runtime> {
        this.problem = '';
        try {
            this.renderer = await createRenderer(this.canvas, { wasm: module() });
            this.runtime = this.renderer.runtime;
        } catch (error) {
            this.problem = explained(error).message;
            this.renderer = undefined;
            this.runtime = await createTool(await module());
        }
        return this.runtime;
    }

    /** Takes away what is shown. */
    clear(): void {
        const { shown } = this;
        this.shown = undefined;
        this.setClip(undefined);
        this.marks.clear();
        this.rates.stop();
        this.weights.clear();
        for (const one of [this.#pose, shown?.idle, shown?.avatar, shown?.meshes, shown?.model]) one?.dispose();
        this.#pose = undefined;
    }

    /** Loads a file and shows it. Throws where it is refused. */
    async show(bytes: Uint8Array): Promise<Shown> {
        this.clear();
        const turn = ++this.#turn;
        const runtime = await this.prepare();
        let model: Model | undefined;
        try {
            model = runtime.loadModel(bytes);
            const meshes = await this.renderer?.add(model);
            if (turn !== this.#turn) {
                meshes?.dispose();
                throw new VrmError('page', 'another file was opened meanwhile');
            }
            this.clear();
            const avatar = model.createAvatar();
            const idle = new Idle(runtime, 1);
            this.#pose = runtime.createPose();
            this.shown = { model, avatar, idle, meshes };
        } catch (error) {
            model?.dispose();
            throw explained(error);
        }
        this.isFirstPerson = false;
        this.#place = [0, 0, 0];
        this.pull = [0, 0, 0];
        this.setPose(this.isRelaxed);
        this.shown.avatar.update(0);
        this.shown.avatar.warmUp(1);
        this.frame();
        this.#draw();
        return this.shown;
    }

    /** Whether a file has no mesh that can be drawn. */
    isEmpty(model: Model): boolean {
        return !readGltf(model).meshes.some((mesh) => mesh.primitives.some(({ isCompressed, vertexCount }) => !isCompressed && vertexCount > 0));
    }

    /** Shows the avatar as a whole. */
    frame(): void {
        if (!this.shown) return;
        this.#fit();
        const boxes = [this.shown.avatar, this.rates.other].map((one) => one?.bounds()).filter((one) => one !== undefined);
        const least = [0, 1, 2].map((axis) => Math.min(...boxes.map((box) => box.least[axis]!)));
        const most = [0, 1, 2].map((axis) => Math.max(...boxes.map((box) => box.most[axis]!)));
        this.camera.frame(least, most, this.aspect);
    }

    /** Stands at ease, or in the T-pose. */
    setPose(isRelaxed: boolean): void {
        this.isRelaxed = isRelaxed;
        if (isRelaxed) this.shown?.avatar.relax();
        else this.shown?.avatar.resetPose();
    }

    /** Plays a motion; undefined: none. */
    setClip(clip: Clip | undefined): void {
        this.clip?.dispose();
        this.clip = clip;
        this.clipTime = 0;
        this.shown?.avatar.clearExpressionLayer('motion');
        this.setPose(this.isRelaxed);
    }

    loadClip(bytes: Uint8Array): Clip {
        if (!this.runtime || !this.shown) throw new Error('no avatar');
        try {
            return this.runtime.loadClip(bytes);
        } catch (error) {
            throw explained(error);
        }
    }

    /** Marks what a diagnostic speaks of. Returns false where it is no part of the avatar. */
    mark(diagnostic: Diagnostic | undefined): boolean {
        if (!this.shown) return false;
        const isMarked = this.marks.set(this.shown, diagnostic);
        if (isMarked && this.marks.place) {
            this.camera.target = [...this.marks.place];
            this.camera.distance = Math.min(this.camera.distance, 1.2 * this.camera.size);
        } else if (!diagnostic) {
            this.frame();
        }
        return isMarked;
    }

    /** Draws once, as large as told, and gives the picture. `turn` is in radians. */
    async picture(width: number, height: number, isTransparent: boolean, turn = 0, background = ''): Promise<HTMLCanvasElement> {
        const { canvas } = this;
        const [oldWidth, oldHeight, yaw] = [canvas.width, canvas.height, this.camera.yaw];
        canvas.width = width;
        canvas.height = height;
        this.camera.yaw += turn;
        this.#draw(true);
        const copy = Object.assign(document.createElement('canvas'), { width, height });
        const paper = copy.getContext('2d')!;
        if (!isTransparent) {
            paper.fillStyle = background;
            paper.fillRect(0, 0, width, height);
        }
        paper.drawImage(canvas, 0, 0);
        this.camera.yaw = yaw;
        canvas.width = oldWidth;
        canvas.height = oldHeight;
        this.#draw();
        return copy;
    }

    /** The canvas has as many pixels as it takes on the screen. */
    #fit(): void {
        const width = Math.max(1, Math.round(this.canvas.clientWidth * this.detail.value));
        const height = Math.max(1, Math.round(this.canvas.clientHeight * this.detail.value));
        if (this.canvas.width === width && this.canvas.height === height) return;
        this.canvas.width = width;
        this.canvas.height = height;
    }

    #tick(dt: number): void {
        if (!this.shown || this.runtime?.isDead || document.hidden) return;
        try {
            this.#fit();
            if (!this.isPaused) this.#live(dt * this.timeScale);
            this.#draw();
            this.onframe();
        } catch (error) {
            this.onstop(explained(error));
        }
    }

    /** Lets time pass. */
    #live(dt: number): void {
        const { avatar, idle } = this.shown!;
        // The avatar follows the pull as if it hung on a rubber band, so that a jerk of the pointer is none of it.
        const share = 1 - Math.exp(-12 * dt);
        for (let i = 0; i < 3; ++i) this.#place[i]! += (this.pull[i]! - this.#place[i]!) * share;
        avatar.setWind(this.wind, 0, 0);
        if (this.clip) {
            this.clipTime = (this.clipTime + dt) % Math.max(this.clip.duration, 1e-3);
            avatar.applyPose(this.clip.sample(this.clipTime, this.#pose!));
        }
        this.#look(avatar);
        idle.set(this.isIdle ? { blink: 1, breath: 1, sway: this.clip ? 0 : 1, lookAt: 1 } : { blink: 0, breath: 0, sway: 0, lookAt: 0 });
        idle.update(avatar, dt);
        if (this.rates.isOn) {
            this.rates.live(this.shown!, this.#place, dt);
            return;
        }
        avatar.setRoot([...this.#place, ...IDENTITY.slice(3)]);
        avatar.update(dt);
    }

    /** At the cursor, if it is over the picture; else wherever the eyes wander. */
    #look(avatar: Avatar): void {
        if (!this.cursor) {
            avatar.setLookAtOff();
            return;
        }
        const away = this.camera.distance * 0.6;
        avatar.lookAt(...this.camera.unproject(this.cursor[0], this.cursor[1], this.aspect, away));
    }

    get view(): View {
        const { camera } = this;
        const light = { ...LIGHT, direction: camera.turned(LIGHT.direction) };
        if (this.isFirstPerson && this.shown) {
            const eye = this.shown.avatar.eyePosition();
            return { eye, target: [eye[0], eye[1] - 0.2, eye[2] + 1], fov: 1.2, near: 0.02, far: 30, firstPerson: true, light };
        }
        return { eye: camera.eye, target: camera.target, fov: camera.fov, near: camera.near, far: camera.far, light };
    }

    #draw(isClean = false): void {
        const { renderer, shown, view } = this;
        if (!renderer || !shown?.meshes || renderer.isLost) return;
        renderer.clear();
        const draws: [RenderModel, Avatar][] = [[shown.meshes, shown.avatar]];
        if (this.rates.other) draws.push([shown.meshes, this.rates.other]);
        renderer.draw(view, draws);
        if (!isClean) this.marks.draw(renderer, view, shown, this.hasSpringLines);
    }
}
