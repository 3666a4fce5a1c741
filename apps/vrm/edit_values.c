#include "edit_values.h"

#include <stdlib.h>
#include <string.h>
#include <yyjson.h>

char *copy_before(const char *text, char end) {
    const char *at = strchr(text, end);
    size_t length = at != NULL ? (size_t)(at - text) : 0;
    char *copy = length > 0 ? malloc(length + 1) : NULL;
    if (copy == NULL) return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *json_of_words(const char *text) {
    yyjson_mut_doc *document = yyjson_mut_doc_new(NULL);
    char *json = NULL;
    if (document == NULL) return NULL;
    yyjson_mut_doc_set_root(document, yyjson_mut_str(document, text));
    json = yyjson_mut_write(document, YYJSON_WRITE_ALLOW_INVALID_UNICODE, NULL);
    yyjson_mut_doc_free(document);
    return json;
}

static char *copy(const char *text) {
    size_t size = strlen(text) + 1;
    char *out = malloc(size);
    return out != NULL ? memcpy(out, text, size) : NULL;
}

/* What begins like JSON is meant to be JSON: a mistake in it is said, and does not become a name.
 */
char *json_of_value(const char *text) {
    yyjson_doc *document = yyjson_read(text, strlen(text), YYJSON_READ_NOFLAG);
    bool is_json =
        document != NULL || (text[0] != '\0' && strchr("{[\"-0123456789", text[0]) != NULL);
    yyjson_doc_free(document);
    return is_json ? copy(text) : json_of_words(text);
}
