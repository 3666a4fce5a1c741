// Minimal PNG: write RGBA8; read 8-bit grey/RGB/RGBA, non-interlaced.
import { deflateSync, inflateSync, crc32 as zcrc } from 'node:zlib';

const table = new Int32Array(256).map((_, n) => {
    for (let k = 0; k < 8; k++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
    return n;
});
const crc32 =
    zcrc ??
    (b => {
        let c = -1;
        for (const x of b) c = table[(c ^ x) & 255] ^ (c >>> 8);
        return (c ^ -1) >>> 0;
    });

function chunk(type, data) {
    const b = Buffer.alloc(data.length + 12);
    b.writeUInt32BE(data.length, 0);
    b.write(type, 4, 'latin1');
    data.copy(b, 8);
    b.writeUInt32BE(crc32(b.subarray(4, data.length + 8)), data.length + 8);
    return b;
}

export function encodePng(width, height, rgba) {
    const head = Buffer.alloc(13);
    head.writeUInt32BE(width, 0);
    head.writeUInt32BE(height, 4);
    head.set([8, 6, 0, 0, 0], 8);
    const rows = Buffer.alloc(height * (width * 4 + 1));
    for (let y = 0; y < height; y++)
        Buffer.from(rgba.buffer, rgba.byteOffset + y * width * 4, width * 4).copy(rows, y * (width * 4 + 1) + 1);
    return Buffer.concat([
        Buffer.from('89504e470d0a1a0a', 'hex'),
        chunk('IHDR', head),
        chunk('sRGB', Buffer.from([0])),
        chunk('IDAT', deflateSync(rows, { level: 6 })),
        chunk('IEND', Buffer.alloc(0)),
    ]);
}

export function decodePng(buf) {
    if (buf.toString('hex', 0, 8) !== '89504e470d0a1a0a') throw new Error('not a PNG');
    let p = 8,
        w,
        h,
        ch;
    const idat = [];
    while (p < buf.length) {
        const n = buf.readUInt32BE(p),
            t = buf.toString('latin1', p + 4, p + 8),
            d = buf.subarray(p + 8, p + 8 + n);
        if (t === 'IHDR') {
            w = d.readUInt32BE(0);
            h = d.readUInt32BE(4);
            ch = { 0: 1, 2: 3, 4: 2, 6: 4 }[d[9]];
            if (d[8] !== 8 || !ch || d[12])
                throw new Error('PNG kind not supported (need 8 bit, no palette, no interlace)');
        } else if (t === 'IDAT') idat.push(d);
        p += n + 12;
    }
    const raw = inflateSync(Buffer.concat(idat)),
        stride = w * ch,
        px = Buffer.alloc(h * stride);
    for (let y = 0; y < h; y++) {
        const f = raw[y * (stride + 1)];
        for (let x = 0; x < stride; x++) {
            const a = x >= ch ? px[y * stride + x - ch] : 0,
                b = y ? px[(y - 1) * stride + x] : 0,
                c = x >= ch && y ? px[(y - 1) * stride + x - ch] : 0;
            let add = 0;
            if (f === 1) add = a;
            else if (f === 2) add = b;
            else if (f === 3) add = (a + b) >> 1;
            else if (f === 4) {
                const q = a + b - c,
                    pa = Math.abs(q - a),
                    pb = Math.abs(q - b),
                    pc = Math.abs(q - c);
                add = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
            }
            px[y * stride + x] = raw[y * (stride + 1) + 1 + x] + add;
        }
    }
    const rgba = new Uint8Array(w * h * 4);
    for (let i = 0; i < w * h; i++) {
        const s = i * ch;
        if (ch < 3) {
            rgba[i * 4] = rgba[i * 4 + 1] = rgba[i * 4 + 2] = px[s];
            rgba[i * 4 + 3] = ch === 2 ? px[s + 1] : 255;
        } else {
            rgba.set(px.subarray(s, s + 3), i * 4);
            rgba[i * 4 + 3] = ch === 4 ? px[s + 3] : 255;
        }
    }
    return { width: w, height: h, rgba };
}
