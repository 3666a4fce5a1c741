#include "motion_faults.h"

#include "faults.h"
#include "motion_write.h"

#include <stdio.h>
#include <string.h>

extern const unsigned char motion_faults_json[];
extern const size_t motion_faults_json_size;

/* --- The table --- */

void motion_faults_open(motion_fault_table *out) {
    yyjson_read_err problem;
    out->doc = yyjson_read_opts((char *)(void *)(uintptr_t)motion_faults_json,
                                motion_faults_json_size, YYJSON_READ_NOFLAG, NULL, &problem);
    if (out->doc == NULL) die("motion_faults.json is no JSON:", problem.msg);
    out->list = yyjson_obj_get(yyjson_doc_get_root(out->doc), "faults");
}

void motion_faults_close(motion_fault_table *table) { yyjson_doc_free(table->doc); }

size_t motion_fault_count(const motion_fault_table *table) { return yyjson_arr_size(table->list); }

static const char *text_of(const motion_fault_table *table, size_t index, const char *key) {
    const char *text = yyjson_get_str(yyjson_obj_get(yyjson_arr_get(table->list, index), key));
    if (text == NULL) die("a fault lacks the member", key);
    return text;
}

const char *motion_fault_name(const motion_fault_table *table, size_t index) {
    return text_of(table, index, "name");
}

const char *motion_fault_format(const motion_fault_table *table, size_t index) {
    return text_of(table, index, "as");
}

void motion_faults_list(const motion_fault_table *table) {
    for (size_t i = 0; i < motion_fault_count(table); ++i) {
        printf("%s\t%s\t%s\n", motion_fault_name(table, i), motion_fault_format(table, i),
               text_of(table, i, "what"));
    }
}

/* --- Edits of bytes --- */

static const char *word_at(yyjson_val *edit, size_t index) {
    const char *text = yyjson_get_str(yyjson_arr_get(edit, index));
    if (text == NULL) die("an edit lacks text behind", yyjson_get_str(yyjson_arr_get_first(edit)));
    return text;
}

static size_t count_at(yyjson_val *edit, size_t index) {
    return (size_t)yyjson_get_uint(yyjson_arr_get(edit, index));
}

static void replace_first(bytes *file, const char *find, const char *with) {
    size_t size = strlen(find), at = 0;
    bytes changed = {NULL, 0, 0};
    while (at + size <= file->count && memcmp(file->items + at, find, size) != 0) ++at;
    if (at + size > file->count) die("this text is not in the file:", find);
    bytes_append(&changed, file->items, at);
    bytes_append(&changed, with, strlen(with));
    bytes_append(&changed, file->items + at + size, file->count - at - size);
    LIST_FREE(file);
    *file = changed;
}

static unsigned digit_of(char c) { return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10); }

/* Over what is there, or behind it. */
static void put_hex(bytes *file, size_t at, const char *digits) {
    for (; digits[0] != '\0' && digits[1] != '\0'; digits += 2, ++at) {
        unsigned value = digit_of(digits[0]) << 4 | digit_of(digits[1]);
        if (at < file->count) {
            file->items[at] = (unsigned char)value;
        } else {
            bytes_u8(file, value);
        }
    }
}

static void edit_bytes(bytes *file, yyjson_val *edit) {
    const char *verb = word_at(edit, 0);
    if (strcmp(verb, "keep") == 0) {
        file->count = count_at(edit, 1) < file->count ? count_at(edit, 1) : file->count;
    } else if (strcmp(verb, "drop") == 0) {
        file->count -= count_at(edit, 1) < file->count ? count_at(edit, 1) : file->count;
    } else if (strcmp(verb, "replace") == 0) {
        replace_first(file, word_at(edit, 1), word_at(edit, 2));
    } else if (strcmp(verb, "append") == 0) {
        bytes_append(file, word_at(edit, 1), strlen(word_at(edit, 1)));
    } else if (strcmp(verb, "bytes") == 0) {
        put_hex(file, count_at(edit, 1), word_at(edit, 2));
    } else if (strcmp(verb, "append-bytes") == 0) {
        put_hex(file, file->count, word_at(edit, 1));
    } else if (strcmp(verb, "make") != 0 ||
               !motion_fault_bytes(file, word_at(edit, 1), (int)count_at(edit, 2))) {
        die("there is no edit", verb);
    }
}

/* --- Making --- */

/* Small: five keys a second, and no fingers. */
static void base_options(motion_options *out, const char *format) {
    motion_options_init(out);
    out->what = motion_find("test");
    out->fps = 5;
    for (int i = VRM_BONE_LEFT_THUMB_METACARPAL; i <= VRM_BONE_RIGHT_LITTLE_DISTAL; ++i) {
        out->missing[i] = true;
    }
    if (!motion_format_find(format, &out->format)) die("there is no format", format);
}

static bytes make_gltf(const motion_options *o, yyjson_val *edits) {
    glb base, file;
    bytes out;
    yyjson_val *edit;
    size_t i, count;
    motion_write_gltf(o, &base);
    file = fault_copy(&base);
    yyjson_arr_foreach(edits, i, count, edit) {
        if (strcmp(word_at(edit, 0), "make") != 0) {
            fault_edit(&file, &base, edit);
        } else if (!motion_fault_gltf(&file, word_at(edit, 1), (int)count_at(edit, 2))) {
            die("nothing is made by the name", word_at(edit, 1));
        }
    }
    out = glb_assemble(&file);
    glb_release(&file);
    glb_release(&base);
    return out;
}

bytes motion_fault_make(const motion_fault_table *table, size_t index) {
    yyjson_val *edits = yyjson_obj_get(yyjson_arr_get(table->list, index), "edits"), *edit;
    size_t i, count;
    motion_options o;
    bytes out;
    base_options(&o, motion_fault_format(table, index));
    if (o.format != FORMAT_BVH && o.format != FORMAT_VMD) return make_gltf(&o, edits);
    out = motion_write(&o);
    yyjson_arr_foreach(edits, i, count, edit) edit_bytes(&out, edit);
    return out;
}
