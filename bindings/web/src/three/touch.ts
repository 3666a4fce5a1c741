/**
 * Calls back once, when the application first reads or sets one of some fields of an object: until then
 * it cannot have changed what is behind them, and nobody has to look.
 */
export function onTouch(object: object, names: readonly string[], call: () => void): void {
    const values = names.map((name) => Object.getOwnPropertyDescriptor(object, name));
    const touched = (): void => {
        names.forEach((name, i) => {
            Reflect.deleteProperty(object, name); // a getter of the class comes to light
            if (values[i]) Object.defineProperty(object, name, values[i]);
        });
        call();
    };
    names.forEach((name) => {
        Object.defineProperty(object, name, {
            configurable: true,
            enumerable: true,
            get() {
                touched();
                return Reflect.get(object, name);
            },
            set(value) {
                touched();
                Reflect.set(object, name, value);
            },
        });
    });
}
