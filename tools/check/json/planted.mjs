// Records that are wrong: good ones with one change each. `isOpen`: a key that is new, which readers
// accept and which the strict check refuses.
const CHANGES = [
    ['an unknown key', record => { record.nonsense = 1; }, true],
    ['an unknown key of a diagnostic', record => { record.diagnostics[0].nonsense = 1; }, true],
    ['another version', record => { record.schema = 'vrm-output/2'; }],
    ['no version', record => { delete record.schema; }],
    ['a version that is a number', record => { record.schema = 1; }],
    ['an unknown command', record => { record.command = 'draw'; }],
    ['no file', record => { delete record.file; }],
    ['a file that is a number', record => { record.file = 1; }],
    ['bytes that are not base64', record => { record.file_base64 = 'a-b='; }],
    ['a result that is a sentence', record => { record.result = 'not a usable container'; }],
    ['no result', record => { delete record.result; }],
    ['no diagnostics', record => { delete record.diagnostics; }],
    ['a severity that is a number', record => { record.diagnostics[0].severity = 2; }],
    ['a diagnostic without a remedy', record => { delete record.diagnostics[0].remedy; }],
    ['a code with spaces', record => { record.diagnostics[0].code = 'not gltf'; }],
    ['a pointer without a slash', record => { record.diagnostics[0].pointer = 'nodes/0'; }],
    ['a negative offset', record => { record.diagnostics[0].byte_offset = -1; }],
    ['a count that is text', record => { record.diagnostic_counts.error = '1'; }],
    ['an argument without a value', record => { record.diagnostics[0].arguments = [{ kind: 'word' }]; }],
];
// By command, of a record whose result is ok.
const OF_COMMANDS = {
    info: [['no totals', record => { delete record.totals; }], ['meshes as a number', record => { record.meshes = 3; }],
        ['an unknown dialect', record => { record.dialect = '2.0'; }], ['an avatar without meta', record => { delete record.meta; }],
        ['an unknown key of meta', record => { record.meta.nonsense = ''; }, true],
        ['an unknown key of a thumbnail', record => { record.meta.thumbnail = { image: 0, format: 'PNG', width: 1, height: 1, bytes: 1, nonsense: 0 }; }, true],
        ['a permission in other words', record => { record.meta.permissions.modification = 'allowed'; }]],
    check: [['no verdict', record => { delete record.passed; }], ['a verdict that is text', record => { record.passed = 'yes'; }],
        ['an unknown severity', record => { record.fail_on = 'fatal'; }], ['a negative number of ignored', record => { record.ignored = -1; }],
        ['nothing of a baseline', record => { delete record.accepted; }], ['an unknown measure', record => { record.budget.limits[0].measure = 'sheep'; }],
        ['a verdict of a limit that is missing', record => { delete record.budget.limits[0].is_over; }]],
    diff: [['no verdict', record => { delete record.same; }], ['an unknown part', record => { record.changes = [{ part: 'hair', kind: 'added', name: '', field: '', from: '', to: '', amount: null, unit: '' }]; }],
        ['an operation of another kind', record => { record.operations = [{ op: 'add', path: '/a', value: 1 }]; }],
        ['nothing to set', record => { record.operations = [{ op: 'set', path: '/a' }]; }], ['a path without a slash', record => { record.operations = [{ op: 'remove', path: 'a' }]; }]],
    normalize: [['no changes', record => { delete record.changes; }], ['an unknown kind of change', record => { record.changes = [{ kind: 'mended', code: 'a', from: '', to: '', text: 'a' }]; }],
        ['a change without a sentence', record => { record.changes = [{ kind: 'lost', code: 'a', from: '', to: '', text: '' }]; }], ['a negative size', record => { record.bytes = -1; }]],
    make: [['no changes', record => { delete record.changes; }], ['an unknown kind of change', record => { record.changes = [{ kind: 'mended', code: 'a', from: '', to: '', text: 'a' }]; }],
        ['a change without a sentence', record => { record.changes = [{ kind: 'lost', code: 'a', from: '', to: '', text: '' }]; }], ['a negative size', record => { record.bytes = -1; }]],
    migrate: [['no list of new errors', record => { delete record.check.new_errors; }], ['a new error without a count', record => { record.check.new_errors = [{ code: 'pose-arm' }]; }],
        ['counts as a number', record => { record.check.after = 3; }]],
    sim: [['no frames', record => { delete record.frames; }], ['a rotation of three numbers', record => { record.frames[0].eye = { 1: [0, 0, 1] }; }],
        ['a name of a node', record => { record.frames[0].spring = { hair: [0, 0, 0, 1] }; }]],
    edit: [['no changes', record => { delete record.changes; }],
        ['a change of an unknown kind', record => { record.changes = [{ kind: 'better', code: 'value', from: '', to: '', text: '' }]; }]],
    meta: [['neither meta nor changes', record => { delete record.meta; delete record.changes; }]],
    extract: [['no files', record => { delete record.files; }]],
    pack: [['no size', record => { delete record.bytes; }]],
    motion: [['neither a motion nor frames', record => { delete record.motion; delete record.frames; delete record.out; }],
        ['an unknown format', record => { record.motion = { ...record.motion, format: 'fbx' }; }]],
    thumb: [['no picture', record => { delete record.out; }], ['out and outs', record => { record.outs = [{ out: record.out }]; }],
        ['no camera', record => { delete record.camera; }], ['a key with a space', record => { record.ms['since start'] = 1; }, true]],
    version: [['no limits', record => { delete record.limits; }], ['a limit that is text', record => { record.limits.load.max_nodes = '1'; }],
        ['an unknown key', record => { record.nonsense = 1; }, true]],
    explain: [['nothing that is explained', record => { delete record.requirement; }], ['codes as text', record => { record.codes = 'a'; }]],
    help: [['no commands', record => { delete record.commands; }], ['an unknown kind', record => { record.commands[0].options[0].kind = 'x'; }]],
    render: [['no size', record => { delete record.width; }], ['a time that is text', record => { record.ms.load = '1'; }]],
};

function* change(key, record, changes) {
    for (const [what, edit, isOpen = false] of changes) {
        const copy = structuredClone(record);
        edit(copy);
        yield { what: `${key}: ${what}`, record: copy, isOpen };
    }
}

// `kept`: a record for each command and result.
export function* plantedRecords(kept) {
    for (const [key, record] of kept) {
        if (record.diagnostics?.length > 0) yield* change(key, record, CHANGES);
        if (record.result === 'ok' || record.result === undefined) yield* change(key, record, OF_COMMANDS[record.command] ?? []);
    }
}
