import { C, vrm_check_desc, vrm_migrate_desc, vrm_normalize_desc, vrm_write_desc, vrm_written_info } from '../generated/layout.js';
import type { Exports } from '../generated/exports.js';
import { FullStruct, checkFlags, fullStructs, fullWords, migrateFlags, normalizeFlags, writeFlags } from '../generated/full.js';
import type { Change, CheckFlags, MigrateFlags, NormalizeFlags, WriteFlags, WrittenInfo } from '../generated/full.js';
import type { Diagnostic } from '../generated/tables.js';
import type { Clip } from '../core/clip.js';
import { VrmError } from '../core/error.js';
import { loadDesc } from '../core/model.js';
import type { LoadOptions } from '../core/model.js';
import { bits, Reader } from '../core/read.js';
import type { Runtime } from '../core/runtime.js';

const reader = /* @__PURE__ */ new Reader(fullStructs, fullWords);

/** A file that the library has written. */
export interface Written {
    bytes: Uint8Array<ArrayBuffer>;
    /** What became of each thing that is not as it was. */
    changes: Change[];
    /** What the load of the old file found. */
    report: Diagnostic[];
}

/** A file that was fixed: `report` is that of a check of the new file. */
export interface Fixed extends Written {
    /** What was wrong, and is no longer: one for each of `changes`. */
    fixes: Diagnostic[];
}

/** Settings of a check, and of a fix. */
export interface CheckOptions extends CheckFlags {
    /** `check` returns what it found in a file that cannot be loaded, too, rather than throw it. Default: false. */
    noThrow?: boolean;
    load?: LoadOptions;
}

/** Settings of a migration. */
export interface MigrateOptions extends MigrateFlags {
    /** The VRM version of the new file. Default: '1.0'. */
    to?: '1.0' | '0.x';
    /** Of a file that becomes 1.0 and has none. Default: the VRM Public License. */
    licenseUrl?: string;
    /** The author, if the file names none: 1.0 requires one. Default: "(unknown)". */
    author?: string;
    load?: LoadOptions;
}

/** Settings of a normalization. */
export interface NormalizeOptions extends NormalizeFlags {
    load?: LoadOptions;
}

/** Settings of writing a clip. Values above 0 remove keys, as long as the motion is off by no more. */
export interface WriteOptions extends WriteFlags {
    /** Of what has to be sampled. Default: 30. */
    keysPerSecond?: number;
    maxDegrees?: number;
    maxMeters?: number;
    maxWeight?: number;
}

/** Checks a file: reports each violated rule of glTF or VRM, with its location and its remedy. Throws if the file cannot be loaded, unless `noThrow` is set. */
export function check(runtime: Runtime, bytes: Uint8Array, options: CheckOptions = {}): Diagnostic[] {
    return withCheck(runtime, 'vrm_check', bytes, options, (file, size, desc) => {
        const out = runtime.scratch;
        const result = runtime.exports.vrm_check(file, size, desc, out);
        const found = runtime.takeReport(runtime.u32[out >> 2]!);
        if (!options.noThrow || !found.some(({ severity }) => severity === 'error')) runtime.check(result, found);
        return found;
    });
}

/** Fixes problems in a file, if the fix is lossless and invisible. */
export function fix(runtime: Runtime, bytes: Uint8Array, options: CheckOptions = {}): Fixed {
    const { exports } = runtime;
    return withCheck(runtime, 'vrm_fix', bytes, options, (file, size, desc) => {
        const out = runtime.scratch;
        const result = exports.vrm_fix(file, size, desc, out, out + 4);
        const [fixed, left] = runtime.u32.subarray(out >> 2, (out >> 2) + 2);
        const report = runtime.takeReport(left!);
        runtime.check(result, report);
        const fixes = runtime.readDiagnostics(exports.vrm_written_change_count(fixed!), (i) => exports.vrm_written_fixed(fixed!, i));
        return { ...takeFile(runtime, fixed!), fixes, report };
    });
}

/**
 * Converts a file to another VRM version. Permissions never become wider; if they have no exact equivalent, it
 * throws a VrmError with the code `consent-needed` unless `acceptLicenseMapping` is set, with the rights holder's consent.
 */
export function migrate(runtime: Runtime, bytes: Uint8Array, options: MigrateOptions = {}): Written {
    return withDesc(runtime, 'vrm_migrate', vrm_migrate_desc.SIZE, options.load, (desc, load, keep) => {
        const { exports, u32 } = runtime;
        exports.vrm_migrate_desc_init_sized(desc, vrm_migrate_desc.SIZE);
        u32[(desc + vrm_migrate_desc.flags) >> 2] = bits(migrateFlags, options);
        u32[(desc + vrm_migrate_desc.load) >> 2] = load;
        if (options.to === '0.x') u32[(desc + vrm_migrate_desc.to) >> 2] = C.VRM_DIALECT_0;
        if (options.licenseUrl !== undefined) keep(options.licenseUrl, vrm_migrate_desc.license_url);
        if (options.author !== undefined) keep(options.author, vrm_migrate_desc.author);
        return takeWritten(runtime, bytes, (file, size, out) => exports.vrm_migrate(file, size, desc, out, out + 4));
    });
}

/** Takes rotations and scales from the nodes of an avatar; it looks and moves as before. */
export function normalize(runtime: Runtime, bytes: Uint8Array, options: NormalizeOptions = {}): Written {
    return withDesc(runtime, 'vrm_normalize', vrm_normalize_desc.SIZE, options.load, (desc, load) => {
        const { exports, u32 } = runtime;
        exports.vrm_normalize_desc_init_sized(desc, vrm_normalize_desc.SIZE);
        u32[(desc + vrm_normalize_desc.flags) >> 2] = bits(normalizeFlags, options);
        u32[(desc + vrm_normalize_desc.load) >> 2] = load;
        return takeWritten(runtime, bytes, (file, size, out) => exports.vrm_normalize(file, size, desc, out, out + 4));
    });
}

/** Writes a clip as a .vrma file, which plays in every application that reads VRMC_vrm_animation. */
export function writeVrma(clip: Clip, options: WriteOptions = {}): { bytes: Uint8Array<ArrayBuffer>; info: WrittenInfo } {
    const { runtime } = clip;
    return withDesc(runtime, 'vrm_clip_write_vrma', vrm_write_desc.SIZE, undefined, (desc) => {
        const { exports, f32 } = runtime;
        exports.vrm_write_desc_init_sized(desc, vrm_write_desc.SIZE);
        runtime.u32[(desc + vrm_write_desc.flags) >> 2] = bits(writeFlags, options);
        if (options.keysPerSecond) f32[(desc + vrm_write_desc.keys_per_second) >> 2] = options.keysPerSecond;
        f32[(desc + vrm_write_desc.max_degrees) >> 2] = options.maxDegrees ?? 0;
        f32[(desc + vrm_write_desc.max_meters) >> 2] = options.maxMeters ?? 0;
        f32[(desc + vrm_write_desc.max_weight) >> 2] = options.maxWeight ?? 0;
        const out = runtime.scratch;
        const written = runtime.create('the file', (at) => exports.vrm_clip_write_vrma(clip.pointer, desc, at, at + 4));
        const bytes = copyOut(runtime, exports.vrm_written_bytes(written, out), out);
        runtime.u32[out >> 2] = vrm_written_info.SIZE;
        exports.vrm_written_get_info(written, out);
        const info = reader.struct(runtime, FullStruct.WrittenInfo, out) as WrittenInfo;
        exports.vrm_written_destroy(written);
        return { bytes, info };
    });
}

/** Calls a function that writes a file of a file, and takes what it gave. */
export function takeWritten(runtime: Runtime, bytes: Uint8Array, call: (file: number, size: number, out: number) => number): Written {
    return runtime.withBytes(bytes, (file, size) => {
        const out = runtime.scratch;
        const result = call(file, size, out);
        const [written, found] = runtime.u32.subarray(out >> 2, (out >> 2) + 2);
        const report = runtime.takeReport(found!);
        const made = takeFile(runtime, written!);
        if (result === C.VRM_ERROR_CONSENT) throw new ConsentError(made.changes, report);
        runtime.check(result, report);
        return { ...made, report };
    });
}

/** Takes the bytes and the changes of a file that was written, and destroys it. */
export function takeFile(runtime: Runtime, written: number): { bytes: Uint8Array<ArrayBuffer>; changes: Change[] } {
    const { exports, scratch } = runtime;
    const changes = Array.from({ length: exports.vrm_written_change_count(written) }, (_, i) =>
        reader.struct(runtime, FullStruct.Change, exports.vrm_written_change(written, i)) as Change);
    const bytes = copyOut(runtime, exports.vrm_written_bytes(written, scratch), scratch);
    exports.vrm_written_destroy(written);
    return { bytes, changes };
}

/** Permissions have no exact equivalent in the other VRM version: a person has to accept that. */
export class ConsentError extends VrmError {
    /** The fields that consent is needed for. */
    readonly changes: Change[];

    constructor(changes: Change[], report: Diagnostic[]) {
        super('consent-needed', 'The permissions of this file have no exact equivalent in the other VRM version',
            'Show `changes` to the rights holder; with their consent, set acceptLicenseMapping', changes[0]?.from, report);
        this.changes = changes;
    }
}

/** Copies bytes out of the memory of the instance; their number is at an address. */
export function copyOut(runtime: Runtime, pointer: number, sizeAt: number): Uint8Array<ArrayBuffer> {
    return runtime.u8.slice(pointer, pointer + runtime.u32[sizeAt >> 2]!) as Uint8Array<ArrayBuffer>;
}

function withCheck<T>(runtime: Runtime, name: keyof Exports, bytes: Uint8Array, options: CheckOptions,
    call: (file: number, size: number, desc: number) => T): T {
    return withDesc(runtime, name, vrm_check_desc.SIZE, options.load, (desc, load) => {
        runtime.exports.vrm_check_desc_init_sized(desc, vrm_check_desc.SIZE);
        runtime.u32[(desc + vrm_check_desc.flags) >> 2] = bits(checkFlags, options);
        runtime.u32[(desc + vrm_check_desc.load) >> 2] = load;
        return runtime.withBytes(bytes, (file, size) => call(file, size, desc));
    });
}

/** Calls a function with memory for its settings: a desc, that of a load, and texts that are kept for the call. */
export function withDesc<T>(runtime: Runtime, name: keyof Exports, size: number, load: LoadOptions | undefined,
    call: (desc: number, load: number, keep: (text: string, field: number) => number) => T): T {
    runtime.need(name);
    const memory: number[] = [];
    try {
        const desc = runtime.alloc(size);
        memory.push(desc);
        if (load) memory.push(loadDesc(runtime, load));
        return call(desc, memory[1] ?? 0, (text, field) => {
            const encoded = new TextEncoder().encode(text + '\0');
            const at = runtime.copyIn(encoded);
            memory.push(at);
            runtime.u32[(desc + field) >> 2] = at;
            return encoded.length - 1;
        });
    } finally {
        for (const pointer of memory) runtime.free(pointer);
    }
}
