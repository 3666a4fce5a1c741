// FNV-1a of 64 bits, in two halves: the prime is 2^40 + 0x1b3. For Node and for pages.
export class Hash {
    high = 0xcbf29ce4;
    low = 0x84222325;

    /** Adds units: the bytes of a Uint8Array, or the words of a Uint32Array. */
    add(units) {
        let { high, low } = this;
        for (let i = 0; i < units.length; i++) {
            low = (low ^ units[i]) >>> 0;
            const a = (low & 0xffff) * 0x1b3, b = (low >>> 16) * 0x1b3 + Math.floor(a / 65536);
            high = (Math.imul(high, 0x1b3) + Math.floor(b / 65536) + (low << 8)) >>> 0;
            low = ((b & 0xffff) * 65536 + (a & 0xffff)) >>> 0;
        }
        this.high = high;
        this.low = low;
    }

    toString() {
        return [this.high, this.low].map((half) => half.toString(16).padStart(8, '0')).join('');
    }
}
