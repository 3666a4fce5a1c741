// The texts of the page in two languages. English is in the sources, as the argument of say, and in index.html.
// Japanese is that of the command line (apps/kit/lang/ja.json) where it has the text, and else that of ja.json here.
import { fillIn } from '../src/core/explain.js';
import type { Texts } from '../src/core/explain.js';
import type { Diagnostic, DiagnosticArgument } from '../src/generated/tables.js';
import { unpack } from '../src/core/inlined.js';
import english from 'inlined:english';
import japanese from 'inlined:ja';

interface Japanese {
    texts: Record<string, string>;
    words: Record<string, string>;
    quotes: [string, string];
    diagnostics: Record<string, { sentence?: string; remedy?: string }>;
}

export type Language = 'en' | 'ja';
export let language: Language = 'en';
let texts: Texts = {};
let ja: Japanese | undefined;

const parse = async (packed: string): Promise<unknown> => JSON.parse(new TextDecoder().decode(await unpack(packed)));

/** Unpacks the sentences of diagnostics. */
export async function loadWords(): Promise<void> {
    texts = await parse(english) as Texts;
}

/** Changes the language of all that is said from now on. */
export async function setLanguage(next: Language): Promise<void> {
    if (next === 'ja') ja ??= await parse(japanese) as Japanese;
    language = next;
    document.documentElement.lang = next;
    for (const element of document.querySelectorAll<HTMLElement>('[data-say]')) {
        element.dataset.say ||= element.textContent!;
        element.textContent = say(element.dataset.say);
    }
    for (const element of document.querySelectorAll<HTMLElement>('[data-say-label]')) {
        element.ariaLabel = say(element.dataset.sayLabel!);
    }
    document.title = say('VRM viewer and checker');
}

const put = (text: string, values: readonly (string | number)[]): string =>
    text.replace(/\{([1-9])\}/g, (place, n) => String(values[n - 1] ?? place));

/** A text in the language of the page. {1}, {2} and so on stand for the values. */
export function say(text: string, ...values: (string | number)[]): string {
    return put((language === 'ja' && ja?.texts[text]) || text, values);
}

/** Fills in the sentences and remedies of diagnostics, in English. */
export function tell<T extends Diagnostic[]>(found: T): T {
    fillIn(found, texts);
    return found;
}

/** The sentence of a diagnostic in the language of the page. */
export function messageOf(diagnostic: Diagnostic): string {
    const sentence = language === 'ja' ? ja?.diagnostics[diagnostic.code]?.sentence : undefined;
    return sentence ? put(sentence, diagnostic.arguments.map(argumentOf)) : diagnostic.message;
}

/** What to do about it; '' where there is nothing to say. */
export function remedyOf(diagnostic: Diagnostic): string {
    return (language === 'ja' && ja?.diagnostics[diagnostic.code]?.remedy) || diagnostic.remedy;
}

function argumentOf({ kind, text, name, integer }: DiagnosticArgument): string {
    const [open, close] = ja!.quotes;
    if (kind === 'text') return open + text + close;
    if (kind === 'reference') return name ? integer + open + name + close : text;
    return kind === 'word' ? wordOf(text) : text;
}

/** A word of an argument. One with numbers in it, such as "0 to 1", is found as "{1} to {2}". */
function wordOf(word: string): string {
    const numbers: string[] = [];
    const key = word.replace(/-?\d+(\.\d+)*/g, (number) => `{${numbers.push(number)}}`);
    return ja!.words[word] ?? (ja!.words[key] ? put(ja!.words[key], numbers) : word);
}
