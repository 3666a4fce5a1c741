import { VRMLoaderPlugin as ThreeVRMLoaderPlugin } from '@pixiv/three-vrm';
import type { VRM, VRMLoaderPluginOptions } from '@pixiv/three-vrm';
import type { Object3D } from 'three';
import type { GLTF, GLTFParser } from 'three/examples/jsm/loaders/GLTFLoader.js';
import type { Instance } from '../core/instance.js';
import type { Runtime } from '../core/runtime.js';
import { Driver, whenForgotten } from './driver.js';
import type { DriverOptions } from './driver.js';
import { loadSmall } from './module.js';
import { FileRig, TableRig } from './rig.js';
import type { Rig } from './rig.js';
import { readRest } from './tables.js';
import { LibVRM } from './vrm.js';

/** What the plugin takes beside the options of three-vrm. */
export interface LibVRMOptions extends DriverOptions {
    /**
     * An instance of the whole library, such as `load()` of 'libvrm' returns. It reads the file itself: avatars
     * then have the same bits as on a server. Default: a small module that takes over what three-vrm has read.
     */
    runtime?: Runtime | PromiseLike<Runtime>;
}

/** The beginning of a GLB file, made of its JSON: its payload stays where GLTFLoader has it. */
function headOf(parser: GLTFParser): Uint8Array {
    const binary = (parser as { extensions?: Record<string, any> }).extensions?.KHR_binary_glTF;
    const text = new TextEncoder().encode(binary?.content ?? JSON.stringify(parser.json));
    if (!binary) return text;
    const size = (text.length + 3) & -4;
    const head = new Uint8Array(20 + size).fill(0x20);
    new Uint32Array(head.buffer, 0, 5).set([0x46546c67, 2, binary.header.length, size, 0x4e4f534a]); // "glTF", "JSON"
    head.set(text, 20);
    return head;
}

/**
 * The plugin of three-vrm, whose avatars are moved by libvrm. If libvrm cannot be used, three-vrm
 * works as it does without it, and the console shows the reason.
 */
export class VRMLoaderPlugin extends ThreeVRMLoaderPlugin {
    readonly #options: VRMLoaderPluginOptions & LibVRMOptions;
    readonly #head: Uint8Array | undefined;
    readonly #runtime: Promise<Instance | Error>;

    constructor(parser: GLTFParser, options: VRMLoaderPluginOptions & LibVRMOptions = {}) {
        super(parser, options);
        this.#options = options;
        this.#head = options.runtime && headOf(parser); // before plugins change the JSON
        this.#runtime = Promise.resolve<Instance>(options.runtime ?? loadSmall()).catch((error) => error as Error);
    }

    #rig(runtime: Instance, vrm: VRM, nodes: readonly Object3D[]): Rig {
        if (!this.#head) return new TableRig(runtime, vrm, nodes);
        const model = (runtime as Runtime).peekModel(this.#head), { pointer } = model;
        (runtime as Runtime).unwatch(model);
        whenForgotten(model, () => { if (!runtime.isDead) runtime.exports.vrm_model_release(pointer); });
        return new FileRig(model, readRest(nodes));
    }

    override async afterRoot(gltf: GLTF): Promise<void> {
        await super.afterRoot(gltf);
        const vrm = gltf.userData.vrm as VRM | undefined;
        if (!vrm) return;
        try {
            const runtime = await this.#runtime;
            if (runtime instanceof Error) throw runtime;
            const nodes = await this.parser.getDependencies('node') as Object3D[];
            LibVRM.adopt(vrm, new Driver(vrm, this.#rig(runtime, vrm, nodes), this.#options));
        } catch (error) {
            LibVRM.adopt(vrm); // so that its methods are there, and `isAccelerated` is false
            console.warn(`libvrm: left to three-vrm: ${(error as Error).message}`);
        }
    }
}
