/** Where the avatars of a driver come from: the tables of what three-vrm has loaded, or the file. */
import type { VRM, VRMExpression } from '@pixiv/three-vrm';
import type { Object3D } from 'three';
import type { Instance } from '../core/instance.js';
import type { Model } from '../core/model.js';
import { C } from '../generated/layout.js';
import { expressionsOf, makeTables, readRest, sortExpressions } from './tables.js';
import type { Rest } from './tables.js';

/** Flags of an avatar. */
export interface RigOptions {
    literalTime: boolean;
    literalScale: boolean;
    sleep: boolean;
}

/** What stages are libvrm's when tables are made. */
export interface Parts {
    springs: boolean;
    constraints: boolean;
}

export interface Rig {
    readonly runtime: Instance;
    readonly rest: Rest;
    /** Whether tables are made anew for each avatar, of what three-vrm has then. */
    readonly isOpen: boolean;
    /** Makes an avatar, and returns its address. */
    create(options: RigOptions, parts: Parts): number;
    /** Lets an avatar of this rig go on where another is. */
    carry(to: number, from: number): void;
    /** The index of an expression; -1: there is none. */
    expression(name: string): number;
    /** The rig of a copy, whose nodes are at rest. */
    copy(vrm: VRM, nodes: readonly Object3D[]): Rig;
}

/** Of what three-vrm has loaded, in the small module. */
export class TableRig implements Rig {
    readonly isOpen = true;
    readonly rest: Rest;
    /** As they were loaded: avatars that follow each other have the same. */
    readonly #expressions: readonly VRMExpression[];

    constructor(readonly runtime: Instance, private readonly vrm: VRM, nodes: readonly Object3D[]) {
        this.rest = readRest(nodes);
        this.#expressions = sortExpressions(vrm.expressionManager ? expressionsOf(vrm.expressionManager) : []);
    }

    create({ literalTime, literalScale, sleep }: RigOptions, parts: Parts): number {
        const { runtime, runtime: { exports }, vrm, rest } = this;
        const words = makeTables(vrm, rest, this.#expressions, runtime.bones, parts.springs, parts.constraints), at = runtime.alloc(words.length * 4);
        runtime.u32.set(words, at >> 2);
        const avatar = exports.vrm_web_rig_create(at, words.length, C.VRM_AVATAR_FLAG_AS_FILE
            | (literalTime ? C.VRM_AVATAR_FLAG_LITERAL_TIME : 0) | (literalScale ? C.VRM_AVATAR_FLAG_LITERAL_SCALE : 0)
            | (sleep ? C.VRM_AVATAR_FLAG_SLEEP : 0));
        runtime.free(at);
        if (!avatar) throw new Error('its numbers cannot be used, or there is no memory');
        return avatar;
    }

    carry(to: number, from: number): void {
        this.runtime.exports.vrm_web_rig_carry(to, from);
    }

    expression(name: string): number {
        return this.#expressions.findIndex((one) => one.expressionName === name);
    }

    copy(vrm: VRM, nodes: readonly Object3D[]): Rig {
        return new TableRig(this.runtime, vrm, nodes);
    }
}

/** Of the file, in a module that reads files: with the bits of the native library. */
export class FileRig implements Rig {
    readonly isOpen = false;
    readonly runtime: Instance;

    constructor(private readonly model: Model, readonly rest: Rest) {
        this.runtime = model.runtime;
    }

    create(options: RigOptions): number {
        const { model } = this, avatar = model.createAvatar({ asFile: true, ...options });
        model.runtime.unwatch(avatar); // the driver frees it
        return avatar.pointer;
    }

    carry(to: number, from: number): void {
        this.runtime.exports.vrm_avatar_carry_over(to, from);
    }

    expression(name: string): number {
        return this.model.findExpression(name);
    }

    copy(_: VRM, nodes: readonly Object3D[]): Rig {
        return new FileRig(this.model, { ...this.rest, nodes, indices: new Map(nodes.map((node, i) => [node, i])) });
    }
}
