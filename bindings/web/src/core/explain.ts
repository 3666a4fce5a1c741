import type { Diagnostic } from '../generated/tables.js';
import { VrmError } from './error.js';

/** By code: the sentence, in which each {} stands for an argument; the remedy; the requirement. */
export type Texts = Record<string, readonly [string, string, string]>;

/** Fills in the sentences of diagnostics, which the modules do not contain. */
export function fillIn(found: readonly Diagnostic[], texts: Texts): void {
    for (const diagnostic of found) {
        const [sentence, remedy, requirement] = texts[diagnostic.code] ?? [diagnostic.code, '', ''];
        let i = 0;
        const message = sentence.replace(/\{\}/g, () => {
            const { kind, text } = diagnostic.arguments[i++] ?? { kind: 'word', text: '' };
            return kind === 'text' ? `"${text}"` : text;
        });
        Object.assign(diagnostic, { sentence, message, remedy, requirement });
    }
}

/**
 * Fills in the message, remedy, requirement and sentence of diagnostics, and returns them. Their texts are
 * in a separate file, which is loaded at the first call: few pages show a report.
 */
export async function explain<T extends readonly Diagnostic[]>(found: T): Promise<T> {
    const { texts } = await import('../generated/texts.js');
    fillIn(found, texts);
    return found;
}

/** Gives an error the words of its first diagnostic, if they can be had. */
export async function explainError(error: unknown): Promise<unknown> {
    if (!(error instanceof VrmError) || !error.report.length) return error;
    await explain(error.report).catch(() => {});
    return error.tell();
}
