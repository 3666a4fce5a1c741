// Objects that list their keys have no others, wherever they stand in a schema.
export function close(schema) {
    if (schema === null || typeof schema !== 'object') return;
    if (schema.properties && schema.unevaluatedProperties === undefined && schema.additionalProperties === undefined) {
        schema.unevaluatedProperties = false;
    }
    for (const [key, value] of Object.entries(schema)) {
        if (!['allOf', 'oneOf', 'anyOf', 'not', 'if', 'then', 'else'].includes(key)) close(value);
    }
}
