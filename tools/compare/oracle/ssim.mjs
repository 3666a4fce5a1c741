#!/usr/bin/env node
// Luma SSIM of two PNGs (Wang et al. 2004: 11x11 Gaussian, sigma 1.5, K1 0.01, K2 0.03, L 255; valid windows only).
// node ssim.mjs A.png B.png [--crop [PAD]] [--mask] [--background rrggbb] [--json]
//   --crop   only the bounding box (plus PAD, default 8) of the pixels that are not background in A or B
//   --mask   only windows centred on such a pixel: the strict measure, empty background does not count
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodePng } from './png.mjs';

// BT.601 luma of the encoded bytes; alpha is composed over the background colour first.
export function luma(img, bg = [128, 128, 128]) {
    const n = img.width * img.height,
        y = new Float64Array(n),
        p = img.rgba;
    for (let i = 0; i < n; i++) {
        const a = p[i * 4 + 3] / 255,
            c = k => p[i * 4 + k] * a + bg[k] * (1 - a);
        y[i] = 0.299 * c(0) + 0.587 * c(1) + 0.114 * c(2);
    }
    return y;
}

// Background: alpha 0 if the picture has such pixels, else the background colour (within 1).
const isBackground = (img, i, bg) => {
    img.seeThrough ??= img.rgba.some((v, k) => k % 4 === 3 && v === 0);
    const o = i * 4,
        p = img.rgba;
    return img.seeThrough ? p[o + 3] === 0 : [0, 1, 2].every(k => Math.abs(p[o + k] - bg[k]) <= 1);
};

// Smallest box holding every pixel that differs from the background in either picture.
export function foreground(imgs, bg, pad = 0) {
    let x0 = Infinity,
        y0 = Infinity,
        x1 = -1,
        y1 = -1;
    for (const img of imgs)
        for (let i = 0; i < img.width * img.height; i++) {
            if (isBackground(img, i, bg)) continue;
            const width = img.width;
            const x = i % width,
                y = (i / width) | 0;
            x0 = Math.min(x0, x);
            x1 = Math.max(x1, x);
            y0 = Math.min(y0, y);
            y1 = Math.max(y1, y);
        }
    if (x1 < 0) return null;
    const { width, height } = imgs[0];
    return {
        x: Math.max(0, x0 - pad),
        y: Math.max(0, y0 - pad),
        w: Math.min(width - 1, x1 + pad) - Math.max(0, x0 - pad) + 1,
        h: Math.min(height - 1, y1 + pad) - Math.max(0, y0 - pad) + 1,
    };
}

const kernel = (() => {
    const k = Array.from({ length: 11 }, (_, i) => Math.exp(-((i - 5) ** 2) / (2 * 1.5 ** 2))),
        s = k.reduce((a, b) => a + b);
    return k.map(v => v / s);
})();
function blur(src, w, h) {
    // separable, valid region
    const ow = w - 10,
        oh = h - 10,
        mid = new Float64Array(ow * h),
        out = new Float64Array(ow * oh);
    for (let y = 0; y < h; y++)
        for (let x = 0; x < ow; x++) {
            let s = 0;
            for (let k = 0; k < 11; k++) s += kernel[k] * src[y * w + x + k];
            mid[y * ow + x] = s;
        }
    for (let y = 0; y < oh; y++)
        for (let x = 0; x < ow; x++) {
            let s = 0;
            for (let k = 0; k < 11; k++) s += kernel[k] * mid[(y + k) * ow + x];
            out[y * ow + x] = s;
        }
    return out;
}

export function ssim(A, B, { crop = false, mask = false, pad = 8, background = [128, 128, 128] } = {}) {
    if (A.width !== B.width || A.height !== B.height)
        throw new Error(`sizes differ: ${A.width}x${A.height} and ${B.width}x${B.height}`);
    const box = (crop && foreground([A, B], background, pad)) || { x: 0, y: 0, w: A.width, h: A.height };
    if (box.w < 11 || box.h < 11) throw new Error('region smaller than the 11x11 window');
    const cut = Y => {
        const o = new Float64Array(box.w * box.h);
        for (let y = 0; y < box.h; y++)
            o.set(Y.subarray((box.y + y) * A.width + box.x, (box.y + y) * A.width + box.x + box.w), y * box.w);
        return o;
    };
    const a = cut(luma(A, background)),
        b = cut(luma(B, background)),
        m = (p, q) => p.map((v, i) => v * q[i]);
    const F = s => blur(s, box.w, box.h),
        ma = F(a),
        mb = F(b),
        aa = F(m(a, a)),
        bb = F(m(b, b)),
        ab = F(m(a, b));
    const c1 = (0.01 * 255) ** 2,
        c2 = (0.03 * 255) ** 2;
    let sum = 0,
        min = 1,
        count = 0;
    for (let i = 0; i < ma.length; i++) {
        if (mask) {
            const o = (box.y + 5 + ((i / (box.w - 10)) | 0)) * A.width + box.x + 5 + (i % (box.w - 10));
            if (isBackground(A, o, background) && isBackground(B, o, background)) continue;
        }
        const va = aa[i] - ma[i] ** 2,
            vb = bb[i] - mb[i] ** 2,
            cov = ab[i] - ma[i] * mb[i];
        const s = ((2 * ma[i] * mb[i] + c1) * (2 * cov + c2)) / ((ma[i] ** 2 + mb[i] ** 2 + c1) * (va + vb + c2));
        sum += s;
        count++;
        min = Math.min(min, s);
    }
    let diff = 0,
        maxd = 0,
        changed = 0;
    for (let i = 0; i < a.length; i++) {
        const d = Math.abs(a[i] - b[i]);
        diff += d;
        maxd = Math.max(maxd, d);
        if (d > 2) changed++;
    }
    return {
        ssim: count ? sum / count : 1,
        min,
        windows: count,
        box,
        meanAbsLuma: diff / a.length,
        maxAbsLuma: maxd,
        changedPixels: changed,
    };
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
    const files = [],
        o = {};
    let json = false;
    const v = process.argv.slice(2);
    for (let i = 0; i < v.length; i++) {
        if (v[i] === '--crop') {
            o.crop = true;
            if (/^\d+$/.test(v[i + 1] ?? '')) o.pad = Number(v[++i]);
        } else if (v[i] === '--background')
            o.background = v[++i]
                .replace('#', '')
                .match(/../g)
                .map(h => parseInt(h, 16));
        else if (v[i] === '--mask') o.mask = true;
        else if (v[i] === '--json') json = true;
        else files.push(v[i]);
    }
    if (files.length !== 2) {
        console.error('usage: ssim.mjs A.png B.png [--crop [PAD]] [--mask] [--background rrggbb] [--json]');
        process.exit(2);
    }
    const r = ssim(...files.map(f => decodePng(readFileSync(f))), o);
    console.log(json ? JSON.stringify(r) : r.ssim.toFixed(6));
}
