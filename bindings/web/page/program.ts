/** The text of this program, of which a worker is made; '' in the worker itself. It is known while the page is read alone. */
export const program: string = typeof document === 'undefined' ? '' : document.currentScript?.textContent ?? '';
