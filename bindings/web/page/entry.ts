// One program for two places: the page, and the worker that the page makes of the same text for checks.
import { program } from './program.js';

if (program) void import('./main.js');
else void import('./serve.js');
