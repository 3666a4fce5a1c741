/**
 * Materials are three-vrm's. In each frame it copies the transforms of all their textures, and computes
 * sines and cosines for that; here this is done only where something has changed.
 */
import { MToonMaterial } from '@pixiv/three-vrm';
import type { VRM } from '@pixiv/three-vrm';
import type { IUniform, Material, Texture } from 'three';

type Updated = Material & { update?(dt: number): void };

/** A texture, and its transform when it was last looked at. */
class SeenTexture {
    readonly #texture: Texture;
    readonly #seen = new Float64Array(7).fill(NaN);

    constructor(texture: Texture) {
        this.#texture = texture;
    }

    /** Whether its transform is another one than the last time. */
    hasMoved(): boolean {
        const { offset: o, repeat: r, center: c, rotation, matrixAutoUpdate } = this.#texture, seen = this.#seen;
        if (o.x === seen[0] && o.y === seen[1] && r.x === seen[2] && r.y === seen[3] && c.x === seen[4] && c.y === seen[5]
            && rotation === seen[6]) return !matrixAutoUpdate; // its matrix is then the application's own
        seen.set([o.x, o.y, r.x, r.y, c.x, c.y, rotation]);
        return true;
    }
}

/** A material of the class of three-vrm. */
class SeenMaterial {
    readonly #opacity: IUniform<number>;
    readonly #alphaTest: IUniform<number>;

    constructor(readonly material: MToonMaterial) {
        this.#opacity = material.uniforms.opacity as IUniform<number>;
        this.#alphaTest = material.uniforms.alphaTest as IUniform<number>;
    }

    /** Its textures. `changed` is called when it is given another one. */
    textures(changed: () => void): Texture[] {
        return Object.values<IUniform>(this.material.uniforms).flatMap((uniform) => {
            let { value } = uniform;
            if (value !== null && !value?.isTexture) return [];
            Object.defineProperty(uniform, 'value', {
                configurable: true,
                enumerable: true,
                get: () => value,
                set: (other) => {
                    value = other;
                    changed();
                },
            });
            return value ?? [];
        });
    }

    /** Whether an update would change nothing, but for textures. */
    get isStill(): boolean {
        const { material } = this;
        return material.opacity === this.#opacity.value && material.alphaTest === this.#alphaTest.value
            && material.uvAnimationScrollXSpeedFactor === 0 && material.uvAnimationScrollYSpeedFactor === 0
            && material.uvAnimationRotationSpeedFactor === 0;
    }
}

export class Materials {
    readonly #vrm: VRM;
    #list: readonly Updated[] = [];
    #count = 0;
    #seen: (SeenMaterial | undefined)[] = [];
    #textures: SeenTexture[] = [];

    constructor(vrm: VRM) {
        this.#vrm = vrm;
    }

    update(dt: number): void {
        const materials = this.#vrm.materials as readonly Updated[] | undefined;
        if (!materials) return;
        if (materials !== this.#list || materials.length !== this.#count) this.#look(materials);
        let hasMoved = false;
        for (let i = 0; i < this.#textures.length; ++i) {
            if (this.#textures[i]!.hasMoved()) hasMoved = true;
        }
        for (let i = 0; i < materials.length; ++i) {
            const material = materials[i]!;
            const seen = this.#seen[i];
            if (!hasMoved && seen?.material === material && seen.isStill) seen.material.uniformsNeedUpdate = true;
            else material.update?.(dt);
        }
    }

    #look(materials: readonly Updated[]): void {
        const changed = (): void => { this.#count = -1; };
        this.#list = materials;
        this.#count = materials.length;
        this.#seen = materials.map((one) => (one.update === MToonMaterial.prototype.update ? new SeenMaterial(one as MToonMaterial) : undefined));
        const textures = new Set(this.#seen.flatMap((one) => one?.textures(changed) ?? []));
        // A texture that nobody has looked at counts as moved, so that all materials are updated once.
        this.#textures = [...textures].map((texture) => new SeenTexture(texture));
    }
}
