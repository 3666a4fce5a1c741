import { Handle } from '../core/handle.js';
import type { Pose } from '../core/pose.js';
import type { Runtime } from '../core/runtime.js';

/** Receives motion by the VMC protocol. A page has no UDP: pass datagrams that a WebSocket, WebTransport or Node.js brings. */
export class VmcReceiver extends Handle {
    constructor(runtime: Runtime) {
        runtime.need('vrm_vmc_receiver_create');
        const pointer = runtime.create('the receiver', (out) => runtime.exports.vrm_vmc_receiver_create(0, out, out + 4));
        super(runtime, pointer, 'VmcReceiver', (runtime) => runtime.exports.vrm_vmc_receiver_destroy(pointer));
    }

    /** Reads one datagram. Returns how many frames ended. */
    add(datagram: Uint8Array, now: number): number {
        const { runtime } = this;
        return runtime.withBytes(datagram, (at, size) => runtime.exports.vrm_web_vmc_receiver_add(this.pointer, at, size, now));
    }

    /** Writes the last value of everything into a pose. */
    readPose(pose: Pose): Pose {
        this.runtime.exports.vrm_vmc_receiver_read_pose(this.pointer, pose.pointerFor(this.runtime));
        return pose.ownNames();
    }
}

/** Makes datagrams of the VMC protocol. */
export class VmcSender extends Handle {
    constructor(runtime: Runtime) {
        runtime.need('vrm_vmc_sender_create');
        const pointer = runtime.create('the sender', (out) => runtime.exports.vrm_vmc_sender_create(0, out, out + 4));
        super(runtime, pointer, 'VmcSender', (runtime) => runtime.exports.vrm_vmc_sender_destroy(pointer));
    }

    /** The datagrams of a pose, to be sent in their order. */
    write(pose: Pose, clock: number): Uint8Array[] {
        const { runtime } = this;
        const count = runtime.exports.vrm_vmc_sender_write(this.pointer, pose.pointerFor(runtime), 0, clock);
        return Array.from({ length: count }, (_, i) => {
            const size = runtime.scratch;
            const at = runtime.exports.vrm_vmc_sender_datagram(this.pointer, i, size);
            return runtime.u8.slice(at, at + runtime.u32[size >> 2]!);
        });
    }
}
