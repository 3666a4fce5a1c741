/* vrm pack: a GLB out of what vrm extract has written, or out of a .gltf with its files. */
#include "apps/kit/avatar/changes.h"
#include "apps/kit/avatar/meshopt.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/avatar/record.h"
#include "apps/kit/batch/load.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/files.h"
#include "apps/kit/system/output_file.h"
#include "command.h"
#include "parts.h"

#include <stdlib.h>
#include <string.h>
#include <vrm/author.h>
#include <yyjson.h>

typedef struct pack_options {
    const char *out;
    bool is_json;
} pack_options;

static option_result read_option(option_value *value, void *settings) {
    pack_options *out = settings;
    if (value->option->id == OPTION_OUT) {
        out->out = value->text;
    } else if (value->option->id == OPTION_JSON) {
        out->is_json = true;
    } else {
        return OPTION_NOT_READ;
    }
    return OPTION_TAKEN;
}

typedef struct packing {
    const char *path;
    const char *out;
    vrm_resolver folder; /* of a folder: its files */
    uint64_t bytes_left; /* that may be read of it */
    yyjson_doc *list;
    whole_file json, bin, rest; /* of a folder */
    whole_file joined;          /* the parts of a folder, or a .gltf */
    vrm_edit *edit;
    vrm_written *file;
    char problem[256];
    file_notes notes;
} packing;

static bool refuse(packing *p, const char *problem) {
    const vrm_diagnostic_argument said = note_words(problem);
    notes_add(&p->notes, p->path, TOOL_EDIT_REFUSED, NULL, &said);
    return false;
}

/* The result of an operation of the edit. */
static bool is_done(packing *p, vrm_result result) {
    if (result == VRM_OK) return true;
    if (result == VRM_ERROR_INVALID_ARGUMENT) return refuse(p, vrm_edit_problem(p->edit));
    notes_add(&p->notes, p->path, TOOL_NO_MEMORY, NULL, NULL);
    return false;
}

static bool open_edit(packing *p, const whole_file *file, const char *folder) {
    vrm_resolver resolver;
    vrm_load_desc desc;
    vrm_report *report = NULL;
    vrm_result result;
    load_desc_init(&desc);
    if (folder != NULL) {
        vrm_folder_resolver_init(&resolver, folder);
        desc.resolver = &resolver;
    }
    result = vrm_edit_create(file->bytes, file->size, &desc, &p->edit, &report);
    notes_add_report(&p->notes, p->path, result, report);
    return result == VRM_OK;
}

/* --- A folder --- */

typedef enum part_found { PART_ABSENT, PART_READ, PART_REFUSED } part_found;

/* A file of the folder. The folder may come from somebody else: what is no regular file, or is
 * behind a link, is not packed (ED-001). */
static part_found read_part(packing *p, const char *name, whole_file *out) {
    char path[MAX_OUTPUT_PATH];
    const void *bytes;
    int length = snprintf(path, sizeof path, "%s/%s", p->path, name);
    vrm_result result;
    if (length <= 0 || (size_t)length >= sizeof path || !output_file_exists(path)) {
        return PART_ABSENT;
    }
    result = p->folder.resolve(name, p->bytes_left, &bytes, &out->size, p->folder.user);
    if (result == VRM_OK) {
        p->bytes_left -= out->size;
        out->bytes = (uint8_t *)(uintptr_t)bytes;
        return PART_READ;
    }
    snprintf(p->problem, sizeof p->problem,
             result == VRM_ERROR_LIMIT ? "with %.200s, the folder is too large for a GLB"
                                       : "%.200s is a link, or is not a regular file",
             name);
    refuse(p, p->problem);
    return PART_REFUSED;
}

static void release_part(packing *p, whole_file *part) {
    if (part->bytes != NULL) p->folder.release(part->bytes, part->size, p->folder.user);
    part->bytes = NULL;
}

static bool read_list(packing *p) {
    whole_file list;
    part_found found = read_part(p, PARTS_LIST, &list);
    if (found == PART_REFUSED) return false;
    if (found == PART_ABSENT) {
        return refuse(p, WORDS("the folder has no extract.json, which vrm extract writes"));
    }
    p->list = yyjson_read((const char *)list.bytes, list.size, YYJSON_READ_NOFLAG);
    release_part(p, &list);
    if (!yyjson_equals_str(yyjson_obj_get(yyjson_doc_get_root(p->list), "format"), PARTS_FORMAT)) {
        return refuse(p, WORDS("extract.json is not what vrm extract writes"));
    }
    return true;
}

static bool read_parts(packing *p) {
    const part_found json = read_part(p, PARTS_JSON, &p->json);
    if (json == PART_ABSENT) return refuse(p, WORDS("the folder has no document.json"));
    return json == PART_READ && read_part(p, PARTS_BIN, &p->bin) != PART_REFUSED &&
           read_part(p, PARTS_REST, &p->rest) != PART_REFUSED;
}

static bool join_parts(packing *p) {
    yyjson_val *behind = yyjson_obj_get(yyjson_doc_get_root(p->list), "behind");
    glb_parts parts = {0};
    parts.has_bin = p->bin.bytes != NULL;
    parts.json = p->json.bytes;
    parts.json_size = p->json.size;
    parts.bin = p->bin.bytes;
    parts.bin_size = p->bin.size;
    parts.rest = p->rest.bytes;
    parts.rest_size = p->rest.size;
    parts.behind = (size_t)yyjson_get_uint(behind);
    if (parts.behind > parts.rest_size) parts.behind = parts.rest_size;
    return glb_join(&parts, &p->joined) || refuse(p, WORDS("it is too large for a GLB"));
}

static bool read_folder(packing *p) {
    bool is_good;
    vrm_folder_resolver_init(&p->folder, p->path);
    p->bytes_left = UINT32_MAX;
    is_good = read_list(p) && read_parts(p) && join_parts(p);
    release_part(p, &p->json);
    release_part(p, &p->bin);
    release_part(p, &p->rest);
    return is_good && open_edit(p, &p->joined, NULL);
}

/* A name of the list stays within its folder. */
static bool is_safe(const char *name) {
    return name != NULL && name[0] != '/' && strstr(name, "..") == NULL &&
           strchr(name, '\\') == NULL && strchr(name, ':') == NULL;
}

/* --- Images of a folder --- */

/* The pointer to a member of an image. */
static const char *image_pointer(int image, const char *member, char out[64]) {
    snprintf(out, 64, "/images/%d/%s", image, member);
    return out;
}

/* Removes a member, if there is one. */
static bool drop_member(packing *p, int image, const char *member) {
    char pointer[64];
    image_pointer(image, member, pointer);
    return vrm_edit_get(p->edit, pointer, NULL) == NULL ||
           is_done(p, vrm_edit_remove(p->edit, pointer));
}

/* Gives an image the member that another one has. */
static bool copy_member(packing *p, int from, int to, const char *member) {
    char pointer[64], text[64];
    size_t length = 0;
    const char *json = vrm_edit_get(p->edit, image_pointer(from, member, pointer), &length);
    if (json == NULL || length >= sizeof text) return true;
    memcpy(text, json, length);
    text[length] = '\0';
    return is_done(p, vrm_edit_set(p->edit, image_pointer(to, member, pointer), text));
}

static bool has_same_bytes(const vrm_model *model, int image, const uint8_t *bytes, size_t size) {
    const uint8_t *old = NULL;
    size_t old_size = 0;
    return vrm_model_get_image_bytes(model, image, &old, &old_size) == VRM_OK && old == bytes &&
           old_size == size;
}

/* Whether the file is what all images of the entry have: nothing changes then. Images that share
 * bytes share their address, so that they are compared once. */
static bool is_unchanged(const vrm_model *model, int image, yyjson_val *also,
                         const whole_file *file) {
    const uint8_t *old = NULL;
    size_t size = 0, index, count;
    yyjson_val *other;
    if (vrm_model_get_image_bytes(model, image, &old, &size) != VRM_OK || size != file->size ||
        memcmp(old, file->bytes, size) != 0) {
        return false;
    }
    yyjson_arr_foreach(also, index, count, other) {
        if (!has_same_bytes(model, yyjson_get_int(other), old, size)) return false;
    }
    return true;
}

/* New bytes for all images of the entry, once. The others let go of the old bytes first, so that
 * the image replaces them. */
static bool set_images(packing *p, int image, yyjson_val *also, const whole_file *file) {
    size_t index, count;
    yyjson_val *other;
    yyjson_arr_foreach(also, index, count, other) {
        const int next = yyjson_get_int(other);
        if (next != image && (!drop_member(p, next, "bufferView") || !drop_member(p, next, "uri")))
            return false;
    }
    if (!is_done(p, vrm_edit_set_image(p->edit, image, file->bytes, file->size))) return false;
    yyjson_arr_foreach(also, index, count, other) {
        const int next = yyjson_get_int(other);
        if (next == image) continue;
        if (!copy_member(p, image, next, "bufferView") || !copy_member(p, image, next, "mimeType"))
            return false;
    }
    return true;
}

/* Puts an image into the file, unless it is the one that is there. */
static bool put_image(packing *p, const vrm_model *model, yyjson_val *entry) {
    const char *name = yyjson_get_str(yyjson_obj_get(entry, "file"));
    int image = yyjson_get_int(yyjson_obj_get(entry, "image"));
    yyjson_val *also = yyjson_obj_get(entry, "also");
    whole_file file;
    part_found found;
    bool is_good;
    if (!is_safe(name)) return refuse(p, WORDS("extract.json names a file outside of its folder"));
    found = read_part(p, name, &file);
    /* If it was taken out of the folder, nothing changes. */
    if (found != PART_READ) return found == PART_ABSENT;
    is_good = is_unchanged(model, image, also, &file) || set_images(p, image, also, &file);
    release_part(p, &file);
    return is_good;
}

static bool put_images(packing *p) {
    vrm_load_desc desc;
    vrm_model *model = NULL;
    yyjson_val *list = yyjson_obj_get(yyjson_doc_get_root(p->list), "images"), *entry;
    yyjson_arr_iter each;
    bool is_good = true;
    load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF;
    if (vrm_model_load(p->joined.bytes, p->joined.size, &desc, &model, NULL) != VRM_OK) {
        return refuse(p, WORDS("there is not enough memory"));
    }
    yyjson_arr_iter_init(list, &each);
    while (is_good && yyjson_is_arr(list) && (entry = yyjson_arr_iter_next(&each)) != NULL) {
        is_good = put_image(p, model, entry);
    }
    vrm_model_release(model);
    return is_good;
}

/* --- A .gltf --- */

static bool read_gltf(packing *p) {
    char *folder;
    bool is_good;
    if (!whole_file_read(p->path, &p->joined)) {
        const vrm_diagnostic_argument problem = note_words(unreadable_words(p->path));
        notes_add(&p->notes, p->path, TOOL_NO_INPUT, NULL, &problem);
        return false;
    }
    folder = folder_beside(p->path);
    is_good = open_edit(p, &p->joined, folder) && is_done(p, vrm_edit_embed(p->edit));
    free(folder);
    return is_good;
}

/* --- The command --- */

static bool put(packing *p) {
    size_t size;
    const void *bytes = vrm_written_bytes(p->file, &size);
    const char *reason = NULL;
    bool is_good = strcmp(p->out, "-") == 0 ? output_standard_put(bytes, size, &reason)
                                            : output_file_put(p->out, bytes, size, true, &reason);
    if (!is_good) {
        const vrm_diagnostic_argument said[2] = {note_words(p->out), note_words(reason)};
        notes_add(&p->notes, p->path, TOOL_WRITE_FAILED, NULL, said);
    }
    return is_good;
}

static bool pack(packing *p) {
    bool is_good = folder_exists(p->path) ? read_folder(p) && put_images(p) : read_gltf(p);
    return is_good && is_done(p, vrm_edit_write(p->edit, &p->file, NULL)) && put(p);
}

static bool report(packing *p, bool is_json) {
    json_line line;
    char number[32];
    size_t size;
    if (strcmp(p->out, "-") == 0) return true;
    vrm_written_bytes(p->file, &size);
    if (is_json) {
        record_begin(&line, "pack", p->path);
        record_result(&line, &p->notes);
        json_path(&line, "out", p->out);
        json_unsigned(&line, "bytes", size);
        changes_add_json(&line, p->file, NULL);
        record_diagnostics(&line, &p->notes);
        return json_print(&line);
    }
    print_name(stdout, from_text(p->path), 400, 0);
    fputs(" → ", stdout);
    print_name(stdout, from_text(p->out), 400, 0);
    fputs("  ", stdout);
    say_to(stdout, "{1} bytes", with_commas(size, number));
    fputs("\n", stdout);
    changes_print(p->file, NULL);
    return true;
}

static void release(packing *p) {
    vrm_written_destroy(p->file);
    vrm_edit_destroy(p->edit);
    yyjson_doc_free(p->list);
    whole_file_release(&p->joined);
    notes_release(&p->notes);
}

static int run(int argc, char **argv) {
    pack_options options = {0};
    packing p = {0};
    int count = read_arguments(COMMAND_PACK, argc, argv, read_option, &options);
    bool is_good;
    if (count < 0) return EXIT_USAGE;
    if (options.out == NULL && count == 2) options.out = argv[--count];
    if (count != 1) {
        return usage_error(COMMAND_PACK, SAY("exactly one folder or .gltf file is required"), NULL);
    }
    if (options.out == NULL) {
        return usage_error(COMMAND_PACK, SAY("no output was given: use IN OUT, or --out OUT"),
                           NULL);
    }
    p.path = argv[0];
    p.out = options.out;
    is_good = pack(&p);
    if (is_good) {
        is_good = report(&p, options.is_json);
    } else if (options.is_json) {
        record_print_failure("pack", p.path, &p.notes);
    }
    release(&p);
    return is_good ? EXIT_LOADED : EXIT_NOT_LOADED;
}

const command command_pack = {COMMAND_PACK, run};
