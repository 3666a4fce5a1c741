// Made by bindings/web/make from the modules of build/web.
declare module 'inlined:core' {
    const text: string;
    export default text;
}
declare module 'inlined:rig' {
    const text: string;
    export default text;
}
declare module 'inlined:worker' {
    const text: string;
    export default text;
}
declare module 'inlined:render' {
    const text: string;
    export default text;
}
declare module 'inlined:full' {
    const text: string;
    export default text;
}
declare module 'inlined:live' {
    const text: string;
    export default text;
}
declare module 'inlined:edit' {
    const text: string;
    export default text;
}
declare module 'node:fs/promises' {
    export function readFile(path: URL): Promise<Uint8Array<ArrayBuffer>>;
}
declare module 'inlined:integrity' {
    export const coreIntegrity: string;
    export const fullIntegrity: string;
}
