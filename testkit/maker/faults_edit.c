/* Making a fault: a copy of a valid avatar, and the edits of the table. */
#include "faults.h"

#include "character.h"
#include "parametric.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* The file that is changed, and the one that it was made from. */
typedef struct fault_files {
    glb *file;
    const glb *base;
} fault_files;

/* --- Names in pointers and values --- */

/* The index of the item whose member is this text; NONE. */
static int find_named(json *list, const char *key, const char *name, size_t length) {
    json *item;
    size_t index, count;
    yyjson_mut_arr_foreach(list, index, count, item) {
        json *own = yyjson_mut_obj_get(item, key);
        if (yyjson_mut_get_len(own) == length &&
            memcmp(yyjson_mut_get_str(own), name, length) == 0) {
            return (int)index;
        }
    }
    return NONE;
}

/* In the file as it is, and else as it was: an edit may have changed the name. */
static int find_node(const fault_files *files, const char *name, size_t length) {
    int found = find_named(yyjson_mut_obj_get(files->file->root, "nodes"), "name", name, length);
    if (found == NONE) {
        found = find_named(yyjson_mut_obj_get(files->base->root, "nodes"), "name", name, length);
    }
    if (found == NONE) die("there is no node", name);
    return found;
}

static void append_words(bytes *out, const char *text) { bytes_append(out, text, strlen(text)); }

static void append_whole(bytes *out, size_t value) {
    char number[24];
    snprintf(number, sizeof number, "%zu", value);
    append_words(out, number);
}

/* Where humanBones assigns a bone, which the list of 0.x has at some place. */
static void append_bone(bytes *out, const fault_files *files, dialect d, const char *name,
                        size_t length) {
    static const char list[] = "/extensions/VRM/humanoid/humanBones";
    int found;
    if (d != DIALECT_0) {
        append_words(out, "/extensions/VRMC_vrm/humanoid/humanBones/");
        bytes_append(out, name, length);
        return;
    }
    found = find_named(yyjson_mut_doc_ptr_get(files->base->doc, list), "bone", name, length);
    if (found == NONE) die("there is no bone", name);
    append_words(out, list);
    append_words(out, "/");
    append_whole(out, (size_t)found);
}

/* The first channel of the animation that moves a node; samplers have the same order. */
static size_t find_channel(const fault_files *files, const char *name, size_t length) {
    json *channels = yyjson_mut_doc_ptr_get(files->base->doc, "/animations/0/channels"), *channel;
    int node = find_node(files, name, length);
    size_t index, count;
    yyjson_mut_arr_foreach(channels, index, count, channel) {
        json *target = yyjson_mut_obj_get(channel, "target");
        if (yyjson_mut_get_int(yyjson_mut_obj_get(target, "node")) == node) return index;
    }
    die("this node is not animated:", name);
}

/* The accessor of the values of that channel. */
static void append_output(bytes *out, const fault_files *files, const char *name, size_t length) {
    char pointer[64];
    snprintf(pointer, sizeof pointer, "/animations/0/samplers/%zu/output",
             find_channel(files, name, length));
    append_words(out, "/accessors/");
    append_whole(out,
                 (size_t)yyjson_mut_get_uint(yyjson_mut_doc_ptr_get(files->base->doc, pointer)));
}

static size_t name_length(const char *text) {
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_') ++length;
    return length;
}

/* With each $name, %name, @bone:name, @output:name and other @word replaced; a NUL at the end. */
static bytes expand_pointer(const fault_files *files, dialect d, const char *text) {
    static const char *const vrm[] = {"/extensions/VRMC_vrm", "/extensions/VRMC_vrm",
                                      "/extensions/VRMC_vrm", "/extensions/VRM"};
    const struct {
        const char *name, *with;
    } words[] = {
        {"@vrm", vrm[d]},
        {"@springs", "/extensions/VRMC_springBone"},
        {"@extended", "/extensions/VRMC_springBone_extended_collider"},
        {"@limit", "/extensions/VRMC_springBone_limit"},
        {"@constraint", "/extensions/VRMC_node_constraint/constraint"},
        {"@mtoon", "/extensions/VRMC_materials_mtoon"},
        {"@animation", "/extensions/VRMC_vrm_animation"},
    };
    bytes out = {NULL, 0, 0};
    while (*text != '\0') {
        size_t length = 1;
        if (*text == '$') {
            length += name_length(text + 1);
            append_whole(&out, (size_t)find_node(files, text + 1, length - 1));
        } else if (strncmp(text, "@bone:", 6) == 0) {
            length = 6 + name_length(text + 6);
            append_bone(&out, files, d, text + 6, length - 6);
        } else if (*text == '%') {
            length += name_length(text + 1);
            append_whole(&out, find_channel(files, text + 1, length - 1));
        } else if (strncmp(text, "@output:", 8) == 0) {
            length = 8 + name_length(text + 8);
            append_output(&out, files, text + 8, length - 8);
        } else if (*text == '@') {
            size_t i = 0;
            length += name_length(text + 1);
            while (i < sizeof words / sizeof words[0] &&
                   (strlen(words[i].name) != length || memcmp(words[i].name, text, length) != 0)) {
                ++i;
            }
            if (i == sizeof words / sizeof words[0]) die("this stands for nothing:", text);
            append_words(&out, words[i].with);
        } else {
            bytes_append(&out, text, 1);
        }
        text += length;
    }
    bytes_u8(&out, 0);
    return out;
}

/* Strings of the form "$name" become the index of the node. */
static json *resolve_nodes(const fault_files *files, json *value) {
    yyjson_mut_doc *doc = files->file->doc;
    json *item, *key;
    if (yyjson_mut_is_str(value) && yyjson_mut_get_str(value)[0] == '$') {
        const char *name = yyjson_mut_get_str(value) + 1;
        return yyjson_mut_sint(doc, find_node(files, name, strlen(name)));
    }
    if (yyjson_mut_is_arr(value)) {
        json *list = yyjson_mut_arr(doc);
        size_t index, count;
        yyjson_mut_arr_foreach(value, index, count, item) {
            /* The iteration needs the links of its own item, so a copy goes to the new list. */
            json *copy = resolve_nodes(files, yyjson_mut_val_mut_copy(doc, item));
            yyjson_mut_arr_append(list, copy);
        }
        return list;
    }
    if (yyjson_mut_is_obj(value)) {
        json *object = yyjson_mut_obj(doc);
        size_t index, count;
        yyjson_mut_obj_foreach(value, index, count, key, item) {
            json *copy = resolve_nodes(files, yyjson_mut_val_mut_copy(doc, item));
            yyjson_mut_obj_add(object, yyjson_mut_val_mut_copy(doc, key), copy);
        }
        return object;
    }
    return value;
}

/* --- Edits --- */

static const char *text_at(yyjson_val *edit, size_t index) {
    const char *text = yyjson_get_str(yyjson_arr_get(edit, index));
    if (text == NULL) die("an edit lacks text behind", yyjson_get_str(yyjson_arr_get_first(edit)));
    return text;
}

static int number_at(yyjson_val *edit, size_t index) {
    return yyjson_get_int(yyjson_arr_get(edit, index));
}

static bool is_verb(yyjson_val *edit, const char *verb) {
    return strcmp(text_at(edit, 0), verb) == 0;
}

static void set_member(const fault_files *files, dialect d, yyjson_val *edit) {
    bytes where = expand_pointer(files, d, text_at(edit, 1));
    const char *pointer = (const char *)where.items;
    json *value = yyjson_val_mut_copy(files->file->doc, yyjson_arr_get(edit, 2));
    bool is_new = strcmp(pointer + strlen(pointer) - 2, "/-") == 0;
    if (value == NULL) die("no value is given for", pointer);
    value = resolve_nodes(files, value);
    if (!(is_new ? yyjson_mut_doc_ptr_add(files->file->doc, pointer, value)
                 : yyjson_mut_doc_ptr_set(files->file->doc, pointer, value))) {
        die("this cannot be set:", pointer);
    }
    LIST_FREE(&where);
}

static void remove_member(const fault_files *files, dialect d, yyjson_val *edit) {
    bytes where = expand_pointer(files, d, text_at(edit, 1));
    if (yyjson_mut_doc_ptr_remove(files->file->doc, (const char *)where.items) == NULL) {
        die("this cannot be removed:", (const char *)where.items);
    }
    LIST_FREE(&where);
}

/* Edits of what is not written yet; those of the written file follow. */
static void apply_before(const fault_files *files, dialect d, yyjson_val *edit) {
    if (is_verb(edit, "set")) {
        set_member(files, d, edit);
    } else if (is_verb(edit, "remove")) {
        remove_member(files, d, edit);
    } else if (is_verb(edit, "values")) {
        bytes where = expand_pointer(files, d, text_at(edit, 1));
        set_values(files->file, (const char *)where.items, (size_t)number_at(edit, 2),
                   yyjson_arr_get(edit, 3));
        LIST_FREE(&where);
    } else if (is_verb(edit, "image")) {
        set_image(files->file, (size_t)number_at(edit, 1), text_at(edit, 2));
    } else if (is_verb(edit, "make")) {
        prepare_named(files->file, text_at(edit, 1), number_at(edit, 2));
    } else if (!is_verb(edit, "text")) {
        die("there is no edit", text_at(edit, 0));
    }
}

void fault_edit(glb *file, const glb *base, yyjson_val *edit) {
    const fault_files files = {file, base};
    apply_before(&files, DIALECT_1, edit);
}

static void apply_behind(bytes *written, yyjson_val *edit) {
    if (is_verb(edit, "text")) {
        replace_text(written, text_at(edit, 1), text_at(edit, 2));
    } else if (is_verb(edit, "make") &&
               !change_named(written, text_at(edit, 1), number_at(edit, 2)) &&
               !prepare_named(NULL, text_at(edit, 1), 0)) {
        die("nothing is made by the name", text_at(edit, 1));
    }
}

/* --- Bases --- */

static void build_figure(avatar *a, dialect d) {
    parametric_options o;
    parametric_init(&o);
    o.dialect = d;
    o.chains = 2;
    o.joints = 4;
    o.colliders = 3;
    o.seed = 8; /* one of those that leave all joints outside of the colliders */
    if (!dialect_is_old(d)) {
        o.constraints = CONSTRAINTS_ROLL | CONSTRAINTS_AIM | CONSTRAINTS_ROTATION;
    }
    parametric_build(a, &o);
}

static const avatar *get_avatar(fault_table *table, const fault_case *c) {
    base_avatar *base = c->base == BASE_FIGURE ? &table->figures[c->dialect] : &table->character;
    if (base->is_made) return &base->a;
    if (c->base == BASE_FIGURE) {
        build_figure(&base->a, c->dialect);
    } else {
        character_build(&base->a); /* takes a second: its pictures are compressed */
    }
    base->is_made = true;
    return &base->a;
}

static const glb *get_base(fault_table *table, const fault_case *c) {
    base_file *base = &table->bases[c->base][c->dialect];
    const write_options options = {c->dialect, false, false};
    if (base->is_made) return &base->file;
    avatar_write(get_avatar(table, c), &options, &base->file);
    base->is_made = true;
    return &base->file;
}

glb fault_copy(const glb *original) {
    glb copy = {yyjson_mut_doc_mut_copy(original->doc, NULL), NULL, {NULL, 0, 0}};
    if (copy.doc == NULL) die("there is not enough memory", NULL);
    copy.root = yyjson_mut_doc_get_root(copy.doc);
    bytes_append(&copy.bin, original->bin.items, original->bin.count);
    return copy;
}

/* --- What a check says --- */

static bool has_dialect(yyjson_val *list, dialect d) {
    yyjson_val *name;
    size_t i, count;
    if (list == NULL) return true;
    yyjson_arr_foreach(list, i, count, name) {
        if (yyjson_equals_str(name, dialect_name(d))) return true;
    }
    return false;
}

static void find_expected(const fault_files *files, const fault_case *c,
                          expected_diagnostics *out) {
    yyjson_val *given;
    size_t i, count;
    yyjson_arr_foreach(yyjson_obj_get(c->part, "diagnostics"), i, count, given) {
        expected_diagnostic *e;
        if (!has_dialect(yyjson_arr_get(given, 3), c->dialect)) continue;
        e = LIST_ADD(&out->list);
        e->severity = text_at(given, 0);
        e->code = text_at(given, 1);
        e->pointer = expand_pointer(files, c->dialect, text_at(given, 2));
    }
}

void expected_free(expected_diagnostics *expected) {
    for (size_t i = 0; i < expected->list.count; ++i) {
        LIST_FREE(&expected->list.items[i].pointer);
    }
    LIST_FREE(&expected->list);
}

/* --- Making --- */

/* The file before it is written, and what a check says of it. */
static glb prepare(fault_table *table, const fault_case *c, expected_diagnostics *out_expected) {
    const glb *base = get_base(table, c);
    glb file = fault_copy(base);
    const fault_files files = {&file, base};
    yyjson_val *edit;
    size_t i, count;
    yyjson_arr_foreach(yyjson_obj_get(c->part, "edits"), i, count, edit) {
        apply_before(&files, c->dialect, edit);
    }
    if (out_expected != NULL) {
        memset(out_expected, 0, sizeof *out_expected);
        find_expected(&files, c, out_expected);
    }
    return file;
}

void fault_expected(fault_table *table, const fault_case *c, expected_diagnostics *out) {
    glb file = prepare(table, c, out);
    glb_release(&file);
}

bytes fault_make(fault_table *table, const fault_case *c, expected_diagnostics *out_expected) {
    glb file = prepare(table, c, out_expected);
    bytes out = glb_assemble(&file);
    yyjson_val *edit;
    size_t i, count;
    yyjson_arr_foreach(yyjson_obj_get(c->part, "edits"), i, count, edit) {
        apply_behind(&out, edit);
    }
    glb_release(&file);
    return out;
}
