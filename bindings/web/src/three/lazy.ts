/**
 * Matrices and angles of three's objects that are computed when somebody asks for them.
 *
 * libvrm has the world matrices of all nodes in its own memory, and few of them are ever read by
 * JavaScript: a renderer asks for those of meshes, and bones go to the graphics card by way of skeletons.
 */
import { Euler, Matrix4 } from 'three';
import type { Matrix4Tuple, Object3D, Quaternion } from 'three';

/** What says whether numbers are still those of the last frame. */
export interface Clock {
    /** Counts changes of world matrices. */
    stamp: number;
    /** Counts updates that wrote rotations. */
    writes: number;
    /** False: three itself computes matrices, and those of the frame do not count. */
    isLive: boolean;
    /** Copies the world matrix of a node from the frame. */
    readWorld(node: number, out: number[]): void;
}

/** The world matrix of an object: of a node of the file, or, with node -1, of an object below one. With -2 it is the inverse. */
export class WorldMatrix extends Matrix4 {
    private values!: Matrix4Tuple;
    private seen = -1;

    // The field of Matrix4 becomes a pair of functions. An accessor in the class would be one in its declaration too, which TypeScript refuses.
    static {
        Object.defineProperty(WorldMatrix.prototype, 'elements', {
            get(this: WorldMatrix) {
                return this.fresh();
            },
            set(this: WorldMatrix, values: Matrix4Tuple) { // also called by the constructor of Matrix4
                this.values = values;
            },
        });
    }

    constructor(private readonly clock: Clock, private readonly object: Object3D, private readonly node: number) {
        super();
        this.values = [...object.matrixWorld.elements];
    }

    private fresh(): Matrix4Tuple {
        const { clock } = this;
        if (this.seen !== clock.stamp && clock.isLive) {
            this.seen = clock.stamp;
            if (this.node >= 0) clock.readWorld(this.node, this.values);
            else this.place();
        }
        return this.values;
    }

    private place(): void {
        const { object, node } = this, { parent, matrix } = object;
        if (object.matrixAutoUpdate) object.updateMatrix();
        if (node < -1) this.copy(object.matrixWorld).invert();
        else if (parent) this.multiplyMatrices(parent.matrixWorld, matrix);
        else this.copy(matrix);
    }
}

/** The rotation of an object as angles. libvrm writes its quaternion past three, which does not see it. */
export class LazyEuler extends Euler {
    private readonly angles: number[] = [0, 0, 0];
    private seen = -1;

    // The fields of Euler become the class's own.
    static {
        ['_x', '_y', '_z'].forEach((name, i) => Object.defineProperty(LazyEuler.prototype, name, {
            get(this: LazyEuler) {
                return this.fresh()[i];
            },
            set(this: LazyEuler, value: number) {
                if (this.angles) this.fresh()[i] = value; // none while the constructor of Euler runs
            },
        }));
    }

    constructor(private readonly clock: Clock, private readonly turned: Quaternion) {
        super();
    }

    private fresh(): number[] {
        const { clock, angles } = this;
        if (this.seen !== clock.writes) {
            this.seen = clock.writes;
            this.setFromQuaternion(this.turned, undefined, false);
        }
        return angles;
    }
}
