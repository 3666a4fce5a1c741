// Runs inside the browser. Bundled by render.mjs; exposes window.oracle.
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { VRMLoaderPlugin, VRMUtils } from '@pixiv/three-vrm';

const renderers = new Map(); // one WebGL context per antialias setting

function getRenderer(aa) {
    if (!renderers.has(aa)) {
        const r = new THREE.WebGLRenderer({
            canvas: document.createElement('canvas'),
            antialias: aa,
            alpha: true,
            premultipliedAlpha: true,
            preserveDrawingBuffer: true,
            stencil: false,
            depth: true,
        });
        r.setPixelRatio(1);
        r.outputColorSpace = THREE.SRGBColorSpace;
        r.toneMapping = THREE.NoToneMapping;
        r.shadowMap.enabled = false;
        r.sortObjects = true;
        r.info.autoReset = false;
        renderers.set(aa, r);
    }
    return renderers.get(aa);
}

const toSrgb = c => (c <= 0.0031308 ? 12.92 * c : 1.055 * Math.pow(c, 1 / 2.4) - 0.055);
const byte = v => Math.max(0, Math.min(255, Math.floor(v + 0.5)));
const base64 = u8 => {
    if (u8.toBase64) return u8.toBase64();
    let t = '';
    for (let i = 0; i < u8.length; i += 32768) t += String.fromCharCode(...u8.subarray(i, i + 32768));
    return btoa(t);
};
const materialsOf = root => {
    const set = new Set();
    root.traverse(o => o.isMesh && [].concat(o.material).forEach(m => set.add(m)));
    return [...set];
};
const texturesOf = m => {
    const out = new Set();
    for (const v of [...Object.values(m), ...Object.values(m.uniforms ?? {}).map(u => u.value)])
        if (v?.isTexture) out.add(v);
    return out;
};

// Camera: explicit {fov,eye,target,up,near,far}, or "auto" (whole model) or "portrait" (head; auto if no mesh surrounds
// the head bone), both resolved to an explicit one that the JSON report shows.
function resolveCamera(spec, aspect, scene, vrm) {
    if (typeof spec === 'object') return { fov: 30, up: [0, 1, 0], near: 0.1, far: 100, ...spec };
    const fov = 30,
        t = Math.tan((fov * Math.PI) / 360);
    const bone = n => vrm?.humanoid?.getRawBoneNode(n)?.getWorldPosition(new THREE.Vector3());
    const head = bone('head'),
        hips = bone('hips');
    let target,
        halfH,
        halfD = 0;
    const box = new THREE.Box3().setFromObject(scene, true);
    if (box.isEmpty()) box.set(new THREE.Vector3(-1, 0, -1), new THREE.Vector3(1, 2, 1));
    if (spec === 'portrait' && head && hips && head.y - hips.y > 1e-3 && box.containsPoint(head)) {
        const low = head.y - 0.35 * (head.y - hips.y),
            top = Math.max(box.max.y, head.y + 0.1 * (head.y - hips.y));
        target = new THREE.Vector3(head.x, (top + low) / 2, head.z);
        halfH = (1.1 * (top - low)) / 2 / Math.min(1, aspect);
    } else {
        const s = box.getSize(new THREE.Vector3());
        target = box.getCenter(new THREE.Vector3());
        halfH = Math.max(s.y / 2, s.x / 2 / aspect, 1e-3) * 1.05;
        halfD = s.z / 2;
    }
    const d = halfH / t + halfD;
    return {
        fov,
        eye: [target.x, target.y, target.z + d],
        target: target.toArray(),
        up: [0, 1, 0],
        near: Math.min(0.1, d / 10),
        far: Math.max(100, d * 10),
    };
}

function makeLights(l, scene) {
    // The request's intensities are in MToon units: 1 means lightColor = colour (and gi = ambient).
    // three (r155+) divides by PI in BRDF_Lambert, so PI cancels it, for direct and indirect light alike.
    const col = c => new THREE.Color().setRGB(...c, THREE.LinearSRGBColorSpace);
    if (l.intensity > 0) {
        const d = new THREE.DirectionalLight(col(l.color), l.intensity * Math.PI);
        d.position
            .set(...l.dir)
            .normalize()
            .multiplyScalar(10);
        d.target.position.set(0, 0, 0);
        scene.add(d, d.target);
    }
    if (Math.max(...l.ambient) > 0) scene.add(new THREE.AmbientLight(col(l.ambient), Math.PI));
    if (l.sky || l.ground)
        scene.add(new THREE.HemisphereLight(col(l.sky ?? [0, 0, 0]), col(l.ground ?? [0, 0, 0]), Math.PI));
}

function applyFilter(mode, mats) {
    const f = {
        nearest: [THREE.NearestFilter, THREE.NearestFilter],
        linear: [THREE.LinearFilter, THREE.LinearFilter],
        trilinear: [THREE.LinearFilter, THREE.LinearMipmapLinearFilter],
    }[mode];
    for (const m of mats)
        for (const t of texturesOf(m)) {
            t.anisotropy = 1;
            if (f) {
                [t.magFilter, t.minFilter] = f;
                t.generateMipmaps = mode === 'trilinear';
                t.needsUpdate = true;
            }
        }
}

// Work-arounds for three-vrm 3.5.5. "broken": what would not be drawn at all; "spec": also two differences from MToon 1.0.
function applyFixes(level, model, isV0, note) {
    if (level === 'none') return;
    model.traverse(o => {
        if (!o.isMesh) return;
        const g = o.geometry,
            list = [].concat(o.material);
        if (g.attributes.tangent && list.some(m => m.isMToonMaterial && m.normalMap)) {
            g.deleteAttribute('tangent');
            note(`fix: TANGENT dropped from ${o.name} (the MToon program does not link with it)`);
        }
        if (!g.index && g.groups.some(x => x.count !== g.attributes.position.count) && list.some(m => m.isOutline)) {
            g.groups.forEach(x => {
                x.count = g.attributes.position.count;
            });
            note(`fix: outline groups of non-indexed ${o.name} cover all vertices`);
        }
    });
    if (level !== 'spec') return;
    for (const m of materialsOf(model)) {
        for (const k of ['shadingShiftTexture', 'outlineWidthMultiplyTexture', 'uvAnimationMaskTexture']) {
            const t = m.isMToonMaterial && m[k];
            if (t && t.colorSpace !== THREE.NoColorSpace) {
                m[k] = t.clone();
                m[k].colorSpace = THREE.NoColorSpace;
                m[k].needsUpdate = true;
                note(`fix: ${k} of ${m.name} read as linear`);
            }
        }
        if (m.isOutline && !isV0 && m.outlineWidthMode === 'screenCoordinates') {
            m.outlineWidthFactor *= 2;
            note(`fix: screen outline of ${m.name} doubled (ratio to the whole height)`);
        }
    }
}

async function render(job) {
    const T = [performance.now()];
    const warnings = [];
    const keep = { warn: console.warn, error: console.error };
    console.warn = (...a) => warnings.push(a.map(String).join(' ').slice(0, 400));
    console.error = (...a) => warnings.push('error: ' + a.map(String).join(' ').slice(0, 1500));
    let scene;
    try {
        const { width: W, height: H, ss } = job;
        const data = await (await fetch(job.url)).arrayBuffer();
        T.push(performance.now());
        const loader = new GLTFLoader();
        loader.register(p => new VRMLoaderPlugin(p, { autoUpdateHumanBones: true }));
        const gltf = await loader.parseAsync(data, '');
        const vrm = gltf.userData.vrm ?? null;
        const model = vrm ? vrm.scene : gltf.scene;
        T.push(performance.now());

        scene = new THREE.Scene();
        scene.add(model);
        const isV0 = vrm?.meta?.metaVersion === '0';
        if (isV0 && job.rotateVRM0) VRMUtils.rotateVRM0(vrm);
        model.traverse(o => {
            o.frustumCulled = false;
        });
        applyFixes(job.fixes, model, isV0, t => warnings.push(t));
        const mats = materialsOf(model);
        applyFilter(job.filter, mats);
        if (!job.outline)
            mats.forEach(m => {
                if (m.isOutline) m.visible = false;
            });

        // State, in vrm.update() order but without lookAt.
        const poseIn = job.pose ?? {};
        if (vrm && Object.keys(poseIn).length) {
            const pose = {};
            for (const [k, q] of Object.entries(poseIn)) pose[k] = { rotation: isV0 ? [-q[0], q[1], -q[2], q[3]] : q };
            vrm.humanoid.setNormalizedPose(pose);
        }
        const known = vrm?.expressionManager?.expressions.map(e => e.expressionName) ?? [];
        for (const [k, w] of Object.entries(job.expression)) {
            if (known.includes(k)) vrm.expressionManager.setValue(k, w);
            else warnings.push(`no expression named ${k}`);
        }
        if (vrm) {
            vrm.humanoid?.update();
            scene.updateMatrixWorld(true);
            vrm.expressionManager?.update();
            vrm.nodeConstraintManager?.update();
            if (job.springs > 0 && vrm.springBoneManager) {
                vrm.springBoneManager.reset();
                for (let i = 0; i < job.springs; i++) vrm.springBoneManager.update(1 / 60);
            }
        }
        mats.forEach(m => m.update?.(job.time)); // UV animation: offset = time * speed
        makeLights(job.light, scene);
        scene.updateMatrixWorld(true);

        const c = resolveCamera(job.camera, W / H, model, vrm);
        const cam = new THREE.PerspectiveCamera(c.fov, W / H, c.near, c.far);
        cam.position.set(...c.eye);
        cam.up.set(...c.up);
        cam.lookAt(...c.target);
        cam.updateMatrixWorld(true);

        const r = getRenderer(job.aa);
        const gl = r.getContext(),
            w = W * ss,
            h = H * ss;
        r.setSize(w, h, false);
        const bg = job.background; // [r,g,b] 0..255 in sRGB or null = transparent
        const clear = new THREE.Color();
        if (bg) clear.setRGB(bg[0] / 255, bg[1] / 255, bg[2] / 255, THREE.SRGBColorSpace);
        r.setClearColor(clear, bg ? 1 : 0);
        r.info.reset();
        const linear = job.space === 'linear';
        let rt = null;
        if (linear)
            rt = new THREE.WebGLRenderTarget(w, h, {
                type: THREE.HalfFloatType,
                samples: job.aa ? 4 : 0,
                depthBuffer: true,
            });
        r.setRenderTarget(rt);
        T.push(performance.now());
        r.clear();
        r.render(scene, cam);
        const raw = linear ? new Uint16Array(w * h * 4) : new Uint8Array(w * h * 4);
        if (linear) r.readRenderTargetPixels(rt, 0, 0, w, h, raw);
        else gl.readPixels(0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, raw);
        const glError = gl.getError();
        T.push(performance.now());
        const { calls, triangles } = r.info.render;
        let redraw;
        if (job.redraw) {
            r.clear();
            r.render(scene, cam);
            gl.readPixels(
                0,
                0,
                1,
                1,
                gl.RGBA,
                rt ? gl.HALF_FLOAT : gl.UNSIGNED_BYTE,
                rt ? new Uint16Array(4) : new Uint8Array(4),
            );
            redraw = performance.now() - T[4];
            T[4] += redraw;
        }

        // Box filter on premultiplied values (encoded bytes in srgb space, linear light in linear space),
        // then un-premultiply, flip to top-down rows, 8 bit.
        const out = new Uint8Array(W * H * 4),
            n = ss * ss;
        const get = linear ? i => THREE.DataUtils.fromHalfFloat(raw[i]) : i => raw[i] / 255;
        for (let y = 0; y < H; y++)
            for (let x = 0; x < W; x++) {
                const s = [0, 0, 0, 0],
                    o = ((H - 1 - y) * W + x) * 4;
                if (!linear && ss === 1 && raw[(y * W + x) * 4 + 3] === 255) {
                    const i = (y * W + x) * 4;
                    out[o] = raw[i];
                    out[o + 1] = raw[i + 1];
                    out[o + 2] = raw[i + 2];
                    out[o + 3] = 255;
                    continue;
                }
                for (let j = 0; j < ss; j++)
                    for (let i = 0; i < ss; i++) {
                        const p = ((y * ss + j) * w + x * ss + i) * 4;
                        for (let k = 0; k < 4; k++) {
                            const v = get(p + k);
                            s[k] += linear ? Math.min(1, Math.max(0, v)) : v;
                        }
                    }
                const a = s[3] / n;
                for (let k = 0; k < 3; k++) {
                    const v = a > 0 ? Math.min(1, s[k] / n / a) : 0;
                    out[o + k] = byte(255 * (linear ? toSrgb(v) : v));
                }
                out[o + 3] = byte(255 * a);
            }
        rt?.dispose();
        r.setRenderTarget(null);
        T.push(performance.now());

        const box = new THREE.Box3().setFromObject(model, true);
        const info = {
            vrm: vrm ? (isV0 ? '0.x' : '1.0') : null,
            expressions: known,
            camera: {
                ...c,
                aspect: W / H,
                view: cam.matrixWorldInverse.toArray(),
                projection: cam.projectionMatrix.toArray(),
            },
            modelBox: { min: box.min.toArray(), max: box.max.toArray() },
            calls,
            triangles,
            glError,
            materials: mats.map(m => ({
                name: m.name,
                type: m.isMToonMaterial ? 'MToon' : m.type,
                outline: !!m.isOutline,
                side: m.side,
                transparent: m.transparent,
                depthWrite: m.depthWrite,
                alphaTest: m.alphaTest,
            })),
            warnings,
            ms: {
                fetch: T[1] - T[0],
                parse: T[2] - T[1],
                setup: T[3] - T[2],
                draw: T[4] - T[3] - (redraw ?? 0),
                resolve: T[5] - T[4],
                redraw,
            },
        };
        info.pixels = base64(out);
        return info;
    } catch (e) {
        return { error: String(e?.message ?? e), warnings };
    } finally {
        Object.assign(console, keep);
        // Free buffers and textures but not materials: their shader programs stay cached for the next file.
        scene?.traverse(o => {
            o.geometry?.dispose();
            o.skeleton?.dispose();
        });
        if (scene)
            for (const m of materialsOf(scene))
                for (const t of texturesOf(m)) {
                    t.dispose();
                    t.source?.data?.close?.();
                }
        renderers.forEach(r => r.renderLists.dispose());
    }
}

window.oracle = {
    render,
    about() {
        const gl = getRenderer(false).getContext(),
            e = gl.getExtension('WEBGL_debug_renderer_info');
        return {
            three: THREE.REVISION,
            gl: gl.getParameter(e ? e.UNMASKED_RENDERER_WEBGL : gl.RENDERER),
            maxSize: gl.getParameter(gl.MAX_RENDERBUFFER_SIZE),
            userAgent: navigator.userAgent,
        };
    },
};
