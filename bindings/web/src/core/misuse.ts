/**
 * Reports wrong calls. In plain JavaScript a misspelled name does nothing, and a missing number
 * is NaN. TypeScript finds most of it; few pages load this file.
 */
import { applyFlags, avatarFlags, clipFlags, crowdDetails, expressionLayers, loadFlags, presets, slotFlags, springModes } from '../generated/tables.js';
import { Avatar } from './avatar.js';
import { Crowd } from './crowd.js';
import { Mixer } from './mixer.js';
import { Model } from './model.js';
import { Pose } from './pose.js';
import { Runtime } from './runtime.js';

/** What is wrong with an argument; undefined: nothing is. */
type Check = (value: unknown, self: object) => string | undefined;

const show = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value) : Array.isArray(value) ? 'an array' : String(value));
const runtimeOf = (self: object): Runtime => (self instanceof Runtime ? self : (self as { runtime: Runtime }).runtime);

const any: Check = () => undefined;
const number: Check = (value) => (Number.isFinite(value) ? undefined : `must be a number, not ${show(value)}`);
const perhaps = (check: Check): Check => (value, self) => (value === undefined ? undefined : check(value, self));
const word = (words: readonly string[]): Check => (value) =>
    (words.includes(value as string) ? undefined : `is ${show(value)}, which is none of ${words.join(', ')}`);
const numbers = (count: number): Check => (value) => {
    const { length } = (value ?? {}) as ArrayLike<number>;
    return length === count && Array.from(value as ArrayLike<number>).every((one) => Number.isFinite(one)) ? undefined : `must be ${count} numbers`;
};
const options = (flags: object, ...names: string[]): Check => perhaps((value) => {
    if (value === null || typeof value !== 'object') return `must be an object of options, not ${show(value)}`;
    const known = [...names, ...Object.keys(flags)];
    const unknown = Object.keys(value).filter((name) => !known.includes(name));
    return unknown.length > 0 ? `has the unknown option ${unknown.join(', ')}; there is ${known.join(', ')}` : undefined;
});
const bone: Check = (value, self) => {
    const { bones } = runtimeOf(self);
    const isThere = typeof value === 'number' ? value in bones : bones.includes(value as never);
    return isThere ? undefined : `is ${show(value)}, which is not a humanoid bone`;
};
const expression: Check = (value, self) => {
    const { model, pointer, runtime } = self as Avatar;
    const held = model.pointer || runtime.exports.vrm_avatar_model(pointer);
    if (!held) return undefined; // the avatar was disposed of too, and the call does nothing
    const names = model.readTables(held).expressions.map(({ name }) => name);
    const isThere = typeof value === 'number' ? value in names : typeof value === 'string' && model.findExpressionIn(held, value) >= 0;
    return isThere ? undefined : `is ${show(value)}, which this avatar does not have; it has ${names.join(', ')}`;
};

const point = [number, number, number];
const avatarOptions = options(avatarFlags, 'colliderCapacity');
const loadOptions = options(loadFlags, 'limits');
const playOptions = options(slotFlags, 'fade', 'speed', 'layer', 'bones', 'seam');

/** By class and method: what its arguments must be. What is not here takes numbers that the library checks, or objects. */
const RULES: [string, { prototype: object }, Record<string, Check[]>][] = [
    ['runtime', Runtime, { loadModel: [any, loadOptions], peekModel: [any, loadOptions], loadClip: [any, options(clipFlags, 'animation', 'load')],
        createCrowd: [options({}, 'colliderCapacity', 'nearCapacity')] }],
    ['model', Model, { createAvatar: [avatarOptions], boneNode: [bone] }],
    ['avatar', Avatar, {
        update: [number], updateExpressions: [number], updateSprings: [number], setRoot: [numbers(10)], teleport: [numbers(10)], shiftOrigin: point,
        setBoneRotation: [bone, ...point, number], boneRotation: [bone], bonePosition: [bone], setHipsPosition: point,
        applyPose: [any, options(applyFlags, 'layer')], setExpression: [expression, number, perhaps(word(expressionLayers))], expressionWeight: [expression],
        setExpressionLayerWeight: [word(expressionLayers), number], clearExpressionLayer: [word(expressionLayers)],
        lookAt: point, setLookAtDegrees: [number, number], warmUp: [number],
        setWind: [...point, perhaps(number)], setSpringMode: [number, word(springModes)], setSpringWeight: [number, number], setSpringCenter: [number, number],
    }],
    ['crowd', Crowd, { add: [any, avatarOptions], update: [number], setDetail: [any, word(crowdDetails)], setDetailByDistance: point, shiftOrigin: point }],
    ['pose', Pose, { setBone: [bone, ...point, number], setHips: point, setExpression: [word(presets), number], lookAt: point, setLookAtDegrees: [number, number] }],
    ['mixer', Mixer, { play: [number, any, playOptions], change: [number, playOptions], fade: [number, number, perhaps(number)],
        crossfade: [number, perhaps(number)], update: [number, any] }],
];

let isWatching = false;
/** Calls that methods make of each other are not the application's. */
let depth = 0;

/** Checks the arguments of a method, if the instance has a callback for misuse. */
function watch(name: string, prototype: Record<string, Function>, method: string, checks: Check[]): void {
    const call = prototype[method]!;
    prototype[method] = function (this: object, ...all: unknown[]): unknown {
        const { onMisuse, isDead } = runtimeOf(this);
        if (onMisuse && !isDead && depth === 0) {
            checks.forEach((check, i) => {
                const problem = check(all[i], this);
                if (problem) onMisuse(`libvrm: ${name}.${method}: argument ${i + 1} ${problem}`);
            });
        }
        ++depth;
        try {
            return call.apply(this, all);
        } finally {
            --depth;
        }
    };
}

/** Reports misuse of an instance from now on. */
export function reportMisuse(runtime: Runtime, given: { onMisuse?: (message: string) => void }): void {
    const { onMisuse } = given;
    const problem = options({}, 'wasm', 'integrity', 'maxMemory', 'onMisuse', 'context')(given, runtime);
    if (problem) onMisuse?.(`libvrm: createRuntime: argument 1 ${problem}`);
    runtime.onMisuse = onMisuse;
    if (isWatching) return;
    isWatching = true;
    for (const [name, { prototype }, methods] of RULES) {
        for (const [method, checks] of Object.entries(methods)) {
            if (method in prototype) watch(name, prototype as Record<string, Function>, method, checks);
        }
    }
}
