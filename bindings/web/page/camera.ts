// A camera that turns about a point.

export type Vec3 = [number, number, number];

export const add = (a: ArrayLike<number>, b: ArrayLike<number>, times = 1): Vec3 => [a[0]! + b[0]! * times, a[1]! + b[1]! * times, a[2]! + b[2]! * times];
export const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
export const distance = (a: ArrayLike<number>, b: ArrayLike<number>): number => Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);

const MOST_PITCH = 1.45; // short of straight down, where there is no telling which way is up

export class Camera {
    yaw = 0;
    pitch = 0.05;
    distance = 3;
    target: Vec3 = [0, 0.9, 0];
    readonly fov = 0.5;
    /** The height of what is shown: bounds the zoom. */
    size = 1.6;

    get #back(): Vec3 {
        return [Math.sin(this.yaw) * Math.cos(this.pitch), Math.sin(this.pitch), Math.cos(this.yaw) * Math.cos(this.pitch)];
    }
    get eye(): Vec3 {
        return add(this.target, this.#back, this.distance);
    }
    get right(): Vec3 {
        return [Math.cos(this.yaw), 0, -Math.sin(this.yaw)];
    }
    get up(): Vec3 {
        return [-Math.sin(this.yaw) * Math.sin(this.pitch), Math.cos(this.pitch), -Math.cos(this.yaw) * Math.sin(this.pitch)];
    }
    get near(): number {
        return Math.max(0.03 * this.distance, this.distance - 3 * this.size);
    }
    get far(): number {
        return this.distance + 6 * this.size;
    }

    /** Shows a box as a whole, from in front of it. */
    frame(least: ArrayLike<number>, most: ArrayLike<number>, aspect: number): void {
        this.target = [(least[0]! + most[0]!) / 2, (least[1]! + most[1]!) / 2, (least[2]! + most[2]!) / 2];
        const height = Math.max(most[1]! - least[1]!, 1e-3);
        const width = Math.max(most[0]! - least[0]!, 1e-3);
        this.size = Math.hypot(height, width, most[2]! - least[2]!);
        this.distance = (1.18 * Math.max(height, width / aspect)) / (2 * Math.tan(this.fov / 2)) + (most[2]! - least[2]!) / 2;
        this.yaw = 0;
        this.pitch = 0.03;
    }

    /** A direction that comes along when the camera turns about the vertical. */
    turned([x, y, z]: readonly number[]): Vec3 {
        const [sin, cos] = [Math.sin(this.yaw), Math.cos(this.yaw)];
        return [cos * x! + sin * z!, y!, cos * z! - sin * x!];
    }

    turn(yaw: number, pitch: number): void {
        this.yaw += yaw;
        this.pitch = Math.min(Math.max(this.pitch + pitch, -MOST_PITCH), MOST_PITCH);
    }

    zoom(times: number): void {
        this.distance = Math.min(Math.max(this.distance * times, 0.1 * this.size), 10 * this.size);
    }

    /** How many metres a pixel is at the target, of a picture that is so many pixels high. */
    metresPerPixel(height: number): number {
        return (2 * this.distance * Math.tan(this.fov / 2)) / height;
    }

    /** Where a point of the world is: from -1 to 1, to the right and upwards; undefined behind the camera. */
    project(point: ArrayLike<number>, aspect: number): [number, number] | undefined {
        const away = add(point, this.eye, -1);
        const depth = -dot(away, this.#back);
        if (depth <= 0) return undefined;
        const half = depth * Math.tan(this.fov / 2);
        return [dot(away, this.right) / (half * aspect), dot(away, this.up) / half];
    }

    /** The point of the world at a place of the picture, that far away from the eye. */
    unproject(x: number, y: number, aspect: number, away: number): Vec3 {
        const half = away * Math.tan(this.fov / 2);
        return add(add(add(this.eye, this.#back, -away), this.right, x * half * aspect), this.up, y * half);
    }
}
