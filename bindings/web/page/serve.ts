// The worker: it does one task, and is gone with all its memory.
import { VrmError } from '../src/core/error.js';
import { work } from './engine.js';
import type { Answer, Task } from './engine.js';

onmessage = async ({ data }: MessageEvent<{ module: WebAssembly.Module; task: Task }>) => {
    let answer: Answer;
    try {
        answer = { result: await work(data.module, data.task) };
    } catch (error) {
        answer = { problem: (error instanceof VrmError ? error : new VrmError('page', String(error))).toJSON() };
    }
    postMessage(answer);
};
