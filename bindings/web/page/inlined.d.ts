// Made by bindings/web/make-page.mjs: the module, and texts, as base64 of what deflate made of them.
declare module 'inlined:english' {
    const text: string;
    export default text;
}
declare module 'inlined:ja' {
    const text: string;
    export default text;
}
