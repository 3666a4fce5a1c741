// Checks lines of standard input against a part of docs/vrm-work.schema.json, with no key that it does not have.
//
// usage: node check_schema.mjs NODE_FOLDER SCHEMA PART < LINES
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {join, resolve} from "node:path";

const [folder, path, part] = process.argv.slice(2);
const require = createRequire(join(resolve(folder), "package.json"));
const Ajv = require("ajv/dist/2020").default;
const schema = JSON.parse(readFileSync(path, "utf8"));
const close = (value) => {
    if (value === null || typeof value !== "object") return;
    if (value.type === "object" && value.properties !== undefined) value.additionalProperties ??= false;
    Object.values(value).forEach(close);
};
close(schema);
const ajv = new Ajv({strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true});
ajv.addSchema(schema);
const validate = ajv.getSchema(`${schema.$id}#/$defs/${part}`);
const lines = readFileSync(0, "utf8").split("\n").filter((line) => line !== "");
let failures = 0;
for (const line of lines) {
    if (validate(JSON.parse(line))) continue;
    failures += 1;
    console.log(`${part}: ${ajv.errorsText(validate.errors)}: ${line.slice(0, 200)}`);
}
if (lines.length === 0) console.log(`${part}: there is no line`);
process.exit(failures > 0 || lines.length === 0 ? 1 : 0);
