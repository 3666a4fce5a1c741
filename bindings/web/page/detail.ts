// How many pixels of the picture there are for one of the page: fewer while frames take long, more again once they do not.

const SLOW = 0.07;
const SLOW_FRAMES = 8;
const FAST = 0.03;
const LEAST = 0.5;
const STEP = 0.75;
const MOST_PATIENCE = 60;

export class Detail {
    readonly most: number;
    value: number;
    #slow = 0;
    /** For how many seconds frames have been fast, and for how many they must be. */
    #calm = 0;
    #patience = 2;

    constructor(most: number) {
        this.most = this.value = most;
    }

    /** Takes note of how long a frame took, in seconds. */
    frame(dt: number): void {
        this.#slow = dt > SLOW ? this.#slow + 1 : 0;
        this.#calm = dt < FAST ? this.#calm + dt : 0;
        if (this.#slow >= SLOW_FRAMES && this.value > LEAST) {
            this.value = Math.max(LEAST, this.value * STEP);
            this.#slow = 0;
            this.#patience = Math.min(this.#patience * 2, MOST_PATIENCE); // or it would go up and down for ever
        } else if (this.#calm >= this.#patience && this.value < this.most) {
            this.value = Math.min(this.most, this.value / STEP);
            this.#calm = 0;
        }
    }
}
