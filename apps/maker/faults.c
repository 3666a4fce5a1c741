#include "faults.h"

#include "parametric.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const fault *const tables[] = {container_faults, gltf_faults, vrm_faults};
enum { TABLE_COUNT = sizeof tables / sizeof tables[0] };

const fault *fault_find(const char *code) {
    for (size_t i = 0; i < TABLE_COUNT; ++i) {
        for (const fault *f = tables[i]; f->code != NULL; ++f) {
            if (strcmp(f->code, code) == 0) return f;
        }
    }
    return NULL;
}

void fault_list(void) {
    for (size_t i = 0; i < TABLE_COUNT; ++i) {
        for (const fault *f = tables[i]; f->code != NULL; ++f) {
            printf("%s\t%s\n", f->code, dialect_name(f->base));
        }
    }
}

/* --- Edits --- */

static int find_node(const glb *file, const char *name, size_t length) {
    json *nodes = yyjson_mut_obj_get(file->root, "nodes"), *node;
    size_t index, count;
    yyjson_mut_arr_foreach(nodes, index, count, node) {
        json *own = yyjson_mut_obj_get(node, "name");
        if (yyjson_mut_get_len(own) == length &&
            memcmp(yyjson_mut_get_str(own), name, length) == 0) {
            return (int)index;
        }
    }
    die("there is no node", name);
}

/* With each $name replaced; a NUL at the end. */
static bytes expand(const glb *file, const char *text) {
    bytes out = {NULL, 0, 0};
    while (*text != '\0') {
        size_t length = 1;
        char number[16];
        if (*text != '$') {
            bytes_append(&out, text, 1);
        } else {
            while (isalnum((unsigned char)text[length]) || text[length] == '_') ++length;
            snprintf(number, sizeof number, "%d", find_node(file, text + 1, length - 1));
            bytes_append(&out, number, strlen(number));
        }
        text += length;
    }
    bytes_u8(&out, 0);
    return out;
}

static json *parse(glb *file, const char *text) {
    yyjson_doc *doc = yyjson_read(text, strlen(text), YYJSON_READ_NOFLAG);
    json *value = doc != NULL ? yyjson_val_mut_copy(file->doc, yyjson_doc_get_root(doc)) : NULL;
    if (value == NULL) die("this edit is no JSON:", text);
    yyjson_doc_free(doc);
    return value;
}

static void apply(glb *file, const edit *e) {
    bytes where = expand(file, e->where);
    const char *pointer = (const char *)where.items;
    if (e->kind == EDIT_SET) {
        bytes what = expand(file, e->what);
        json *value = parse(file, (const char *)what.items);
        bool is_new = strcmp(pointer + strlen(pointer) - 2, "/-") == 0;
        if (!(is_new ? yyjson_mut_doc_ptr_add(file->doc, pointer, value)
                     : yyjson_mut_doc_ptr_set(file->doc, pointer, value))) {
            die("this cannot be set:", pointer);
        }
        LIST_FREE(&what);
    } else if (yyjson_mut_doc_ptr_remove(file->doc, pointer) == NULL) {
        die("this cannot be removed:", pointer);
    }
    LIST_FREE(&where);
}

/* --- Text and bytes --- */

static uint32_t get_u32(const bytes *file, size_t at) {
    uint32_t value = 0;
    for (size_t i = 4; i-- > 0;) value = value << 8 | file->items[at + i];
    return value;
}

void replace_json(bytes *file, const void *text, size_t length) {
    size_t old_length = get_u32(file, 12);
    bytes out = {NULL, 0, 0};
    bytes_append(&out, file->items, 8);
    bytes_u32(&out, (uint32_t)(file->count - old_length + length));
    bytes_u32(&out, (uint32_t)length);
    bytes_append(&out, file->items + 16, 4);
    bytes_append(&out, text, length);
    bytes_append(&out, file->items + 20 + old_length, file->count - 20 - old_length);
    LIST_FREE(file);
    *file = out;
}

static void replace_text(bytes *file, const char *find, const char *with) {
    size_t length = get_u32(file, 12), size = strlen(find), at = 0;
    const unsigned char *text = file->items + 20;
    bytes changed = {NULL, 0, 0};
    while (at + size <= length && memcmp(text + at, find, size) != 0) ++at;
    if (at + size > length) die("this text is not in the JSON:", find);
    bytes_append(&changed, text, at);
    bytes_append(&changed, with, strlen(with));
    bytes_append(&changed, text + at + size, length - at - size);
    bytes_pad(&changed, 4, ' ');
    replace_json(file, changed.items, changed.count);
    LIST_FREE(&changed);
}

/* --- Making --- */

static void build_base(avatar *a, dialect d) {
    parametric_options o;
    parametric_init(&o);
    o.dialect = d;
    o.chains = 2;
    o.joints = 4;
    o.colliders = 3;
    if (!dialect_is_old(d)) {
        o.constraints = CONSTRAINTS_ROLL | CONSTRAINTS_AIM | CONSTRAINTS_ROTATION;
    }
    parametric_build(a, &o);
}

bytes fault_make(const fault *f) {
    write_options options = {f->base, false, false};
    avatar a;
    glb file;
    bytes out;
    build_base(&a, f->base);
    avatar_write(&a, &options, &file);
    for (int i = 0; i < MAX_EDITS; ++i) {
        if (f->edits[i].kind == EDIT_SET || f->edits[i].kind == EDIT_REMOVE) {
            apply(&file, &f->edits[i]);
        }
    }
    if (f->prepare != NULL) f->prepare(&file);
    out = glb_assemble(&file);
    for (int i = 0; i < MAX_EDITS; ++i) {
        if (f->edits[i].kind == EDIT_TEXT) replace_text(&out, f->edits[i].where, f->edits[i].what);
    }
    if (f->change != NULL) f->change(&out);
    glb_release(&file);
    avatar_release(&a);
    return out;
}
