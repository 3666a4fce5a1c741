// A voice of pulses and resonators that speaks vowels, with pauses: a sound for tests whose parts are known.

// Formants of a man's vowels: aa, ih, ou, ee, oh.
const formants = [[750, 1200], [290, 2250], [320, 850], [530, 1850], [500, 850]].map((pair) => [...pair, 2500, 3500, 4500]);
const VOWEL = 0.4, SPEECH = VOWEL * formants.length, PERIOD = 2 * SPEECH;

function resonate(samples, from, to, hz, rate) {
    const radius = 1 - Math.PI * 80 / rate, b = 2 * radius * Math.cos(2 * Math.PI * hz / rate), gain = 1 - b + radius * radius;
    let last = 0, before = 0;
    for (let i = from; i < to; ++i) {
        const value = gain * samples[i] + b * last - radius * radius * before;
        before = last;
        last = samples[i] = value;
    }
}

/** Four seconds, which may be repeated: two of the five vowels, and two of silence. `isSpoken` is of seconds from the start. */
export function makeSpeech(rate) {
    const samples = new Float32Array(Math.round(PERIOD * rate));
    const pulse = Math.floor(rate / 120);
    formants.forEach((vowel, k) => {
        const from = Math.round(k * VOWEL * rate), to = Math.round((k + 1) * VOWEL * rate);
        let flow = 0;
        for (let i = from; i < to; ++i) {
            flow = (1 - 800 / rate) * flow + ((i - from) % pulse === 0 ? 1 : 0);
            samples[i] = flow;
        }
        for (const hz of vowel) resonate(samples, from, to, hz, rate);
        for (let i = from; i < to; ++i) samples[i] *= 0.8;
    });
    return { samples, isSpoken: (seconds) => seconds >= 0 && seconds % PERIOD < SPEECH };
}

/** A .wav file with 16 bits. */
export function toWav(samples, rate) {
    const out = Buffer.alloc(44 + 2 * samples.length);
    out.write('RIFF', 0);
    out.writeUInt32LE(36 + 2 * samples.length, 4);
    out.write('WAVEfmt ', 8);
    out.writeUInt32LE(16, 16);
    out.writeUInt16LE(1, 20);
    out.writeUInt16LE(1, 22);
    out.writeUInt32LE(rate, 24);
    out.writeUInt32LE(2 * rate, 28);
    out.writeUInt16LE(2, 32);
    out.writeUInt16LE(16, 34);
    out.write('data', 36);
    out.writeUInt32LE(2 * samples.length, 40);
    samples.forEach((x, i) => out.writeInt16LE(Math.round(32767 * Math.max(-1, Math.min(1, x))), 44 + 2 * i));
    return out;
}
