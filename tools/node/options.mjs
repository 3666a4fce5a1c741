// The options of a script, and how it ends when it cannot run.

export function fail(text) {
    console.error(text);
    process.exit(2);
}

// `defaults` names the options: one that is false takes no value, the others take one. The list among them, if
// there is one, gets the words that are no options; without it there may be none.
export function readOptions(defaults, words = process.argv.slice(2)) {
    const out = { ...defaults };
    const list = Object.keys(defaults).find(key => Array.isArray(defaults[key]));
    if (list) out[list] = [];
    for (let i = 0; i < words.length; ++i) {
        const key = words[i].startsWith('--') ? words[i].slice(2) : '';
        if (key && key !== list && Object.hasOwn(defaults, key)) {
            if (defaults[key] === false) out[key] = true;
            else if (i + 1 < words.length) out[key] = words[++i];
            else fail(`--${key} takes a value`);
        } else if (list && !words[i].startsWith('--')) out[list].push(words[i]);
        else fail(`there is no option ${words[i]}`);
    }
    return out;
}
