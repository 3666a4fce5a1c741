#include "explanations.h"

#include <stddef.h>
#include <yyjson.h>

extern const unsigned char explanation_data[]; /* explain.json */
extern const size_t explanation_data_size;

/* The document is the explanations; it has no struct of its own. */
static yyjson_doc *document_of(const explanations *all) { return (yyjson_doc *)(uintptr_t)all; }

explanations *explanations_open(void) {
    return (explanations *)(void *)yyjson_read((const char *)explanation_data,
                                               explanation_data_size, 0);
}

void explanations_close(explanations *all) { yyjson_doc_free(document_of(all)); }

const char *explanations_get(const explanations *all, const char *code, const char *part) {
    yyjson_val *root = yyjson_doc_get_root(document_of(all));
    return yyjson_get_str(yyjson_obj_get(yyjson_obj_get(root, code), part));
}
