// Elements of the page. Text of files is a stranger's: it becomes text, and never HTML.

type Child = Node | string | null | undefined | false;

/** The element with an id. */
export const byId = <T extends HTMLElement = HTMLElement>(id: string): T => document.getElementById(id) as T;

/** Makes an element. `on…` are listeners, booleans and functions are properties, the rest attributes. */
export function make<K extends keyof HTMLElementTagNameMap>(tag: K, settings: Record<string, unknown> = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(settings)) {
        if (name.startsWith('on')) element.addEventListener(name.slice(2), value as EventListener);
        else if (typeof value === 'boolean') Object.assign(element, { [name]: value });
        else if (value !== undefined) element.setAttribute(name, String(value));
    }
    element.append(...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false));
    return element;
}

export const button = (text: string, onclick: () => void, settings: Record<string, unknown> = {}): HTMLButtonElement =>
    make('button', { type: 'button', onclick, ...settings }, text);

let ids = 0;
/** An id that no other element has. */
export const newId = (): string => `id${++ids}`;

/** A slider with its label before it and its value behind. */
export function slider(label: string, value: number, range: { min: number; max: number; step: number }, show: (value: number) => string,
    change: (value: number) => void, settings: Record<string, unknown> = {}): HTMLElement {
    const id = newId();
    const output = make('output', { for: id }, show(value));
    const input = make('input', { id, type: 'range', ...range, value, ...settings, 'aria-valuetext': show(value), oninput: () => {
        const now = input.valueAsNumber;
        input.ariaValueText = output.textContent = show(now);
        change(now);
    } });
    return make('div', { class: 'slider' }, make('label', { for: id }, label), input, output);
}

/** A box with its label behind it. */
export function checkbox(label: string, checked: boolean, change: (checked: boolean) => void): HTMLLabelElement {
    const input = make('input', { type: 'checkbox', checked, onchange: () => change(input.checked) });
    return make('label', { class: 'check' }, input, label);
}

/** Says something to who cannot see the page. */
export function announce(text: string): void {
    byId('status').textContent = text;
}

/** Gives a file to the person. */
export function save(content: Blob, name: string): void {
    const href = URL.createObjectURL(content);
    make('a', { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
