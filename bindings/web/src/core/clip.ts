import { vrm_clip_desc, vrm_clip_info } from '../generated/layout.js';
import { CoreStruct, clipFlags } from '../generated/tables.js';
import type { ClipFlags, ClipInfo, Diagnostic } from '../generated/tables.js';
import { Handle } from './handle.js';
import { loadDesc } from './model.js';
import type { LoadOptions } from './model.js';
import type { Pose } from './pose.js';
import { bits, reader } from './read.js';
import type { Runtime } from './runtime.js';

/** Settings of a load of a clip. */
export interface ClipOptions extends ClipFlags {
    /** Of a glTF file: which of its animations. Default: 0. */
    animation?: number;
    /** Limits and flags of the load. */
    load?: LoadOptions;
}

/** Loads a motion: .vrma, glTF, BVH or VMD, as far as the module reads them. */
export function loadClip(runtime: Runtime, bytes: Uint8Array, options: ClipOptions): Clip {
    const { exports } = runtime;
    const desc = runtime.alloc(vrm_clip_desc.SIZE);
    const load = options.load ? loadDesc(runtime, options.load) : 0;
    try {
        exports.vrm_clip_desc_init_sized(desc, vrm_clip_desc.SIZE);
        runtime.u32[(desc + vrm_clip_desc.flags) >> 2] = bits(clipFlags, options);
        runtime.i32[(desc + vrm_clip_desc.animation) >> 2] = options.animation ?? 0;
        runtime.u32[(desc + vrm_clip_desc.load) >> 2] = load;
        return runtime.withBytes(bytes, (file, size) => {
            const out = runtime.scratch;
            const result = exports.vrm_clip_load(file, size, desc, out, out + 4);
            const [clip, report] = runtime.u32.subarray(out >> 2, (out >> 2) + 2);
            const found = runtime.takeReport(report!);
            runtime.check(result, found);
            return new Clip(runtime, clip!, found);
        });
    } finally {
        runtime.free(load);
        runtime.free(desc);
    }
}

/** A motion, for any avatar. */
export class Clip extends Handle {
    /** What it is and has. It stays after `dispose`. */
    readonly info: ClipInfo;
    /** What the load found in the file. */
    readonly report: readonly Diagnostic[];

    /** Use `loadClip` or `recorder.makeClip`. */
    constructor(runtime: Runtime, pointer: number, report: Diagnostic[]) {
        super(runtime, pointer, 'Clip', (runtime) => runtime.exports.vrm_clip_release(pointer));
        this.report = report;
        const out = runtime.scratch;
        runtime.u32[out >> 2] = vrm_clip_info.SIZE;
        runtime.exports.vrm_clip_get_info(pointer, out);
        this.info = reader.struct(runtime, CoreStruct.ClipInfo, out) as ClipInfo;
    }

    /** How long it is, in seconds. */
    get duration(): number {
        return this.info.duration / 1e9;
    }

    /** Writes the pose at a time into a pose. Before the first key it is the first, behind the last the last. */
    sample(seconds: number, out: Pose): Pose {
        this.runtime.exports.vrm_web_clip_sample(this.pointer, seconds, out.pointerFor(this.runtime));
        return out.ownNames();
    }
}
