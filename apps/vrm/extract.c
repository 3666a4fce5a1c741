/* vrm extract: the JSON, the BIN chunk, the images and the thumbnail of a file, as files. */
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

typedef struct extract_options {
    const char *out;
    bool is_json, overwrites;
} extract_options;

static option_result read_option(option_value *value, void *settings) {
    extract_options *out = settings;
    switch (value->option->id) {
    case OPTION_OUT:
        out->out = value->text;
        return OPTION_TAKEN;
    case OPTION_OVERWRITE:
        out->overwrites = true;
        return OPTION_TAKEN;
    case OPTION_JSON:
        out->is_json = true;
        return OPTION_TAKEN;
    default:
        return OPTION_NOT_READ;
    }
}

/* The files are at most four times as large as the input, and this: the thumbnail is a copy of one
 * image, and may take one of the four. */
enum { BLOCK = 4096, MOST_MORE = 4 << 20 };

/* One file that is taken apart. */
typedef struct extraction {
    const char *path;
    const extract_options *options;
    whole_file file;
    vrm_written *embedded; /* of a plain file: the same as a GLB */
    vrm_model *model;
    glb_parts parts;
    size_t size;    /* of the container */
    json_line list; /* the list of the folder, for vrm pack */
    json_line record;
    uint32_t written;
    file_notes notes;
} extraction;

static void refuse(extraction *e, const char *problem) {
    const vrm_diagnostic_argument said = note_words(problem);
    notes_add(&e->notes, e->path, TOOL_EDIT_REFUSED, NULL, &said);
}

/* --- Reading --- */

/* A plain file is made a container first, so that a folder always has the same parts. */
static vrm_result embed(extraction *e, vrm_report **out_report) {
    char *folder = folder_beside(e->path);
    vrm_resolver resolver;
    vrm_load_desc desc;
    vrm_edit *edit = NULL;
    vrm_result result;
    load_desc_init(&desc);
    if (folder != NULL) {
        vrm_folder_resolver_init(&resolver, folder);
        desc.resolver = &resolver;
    }
    result = vrm_edit_create(e->file.bytes, e->file.size, &desc, &edit, out_report);
    if (result == VRM_OK) result = vrm_edit_embed(edit);
    if (result == VRM_ERROR_INVALID_ARGUMENT) refuse(e, vrm_edit_problem(edit));
    if (result == VRM_OK) result = vrm_edit_write(edit, &e->embedded, NULL);
    vrm_edit_destroy(edit);
    free(folder);
    return result;
}

static bool open_file(extraction *e) {
    vrm_report *report = NULL;
    vrm_load_desc desc;
    vrm_result result = VRM_OK;
    const void *bytes;
    size_t size;
    if (!whole_file_read(e->path, &e->file)) {
        const vrm_diagnostic_argument problem = note_words(unreadable_words(e->path));
        notes_add(&e->notes, e->path, TOOL_NO_INPUT, NULL, &problem);
        return false;
    }
    bytes = e->file.bytes;
    size = e->file.size;
    if (size < 4 || memcmp(bytes, "glTF", 4) != 0) {
        result = embed(e, &report);
        bytes = vrm_written_bytes(e->embedded, &size);
    }
    load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF;
    if (result == VRM_OK) {
        vrm_report_destroy(report);
        result = vrm_model_load(bytes, size, &desc, &e->model, &report);
    }
    notes_add_report(&e->notes, e->path, result, report);
    e->size = size;
    return result == VRM_OK && glb_split(bytes, size, &e->parts);
}

/* --- Writing --- */

static bool put_file(extraction *e, const char *name, const void *bytes, size_t size) {
    char path[MAX_OUTPUT_PATH];
    const char *reason = WORDS("the path is too long");
    int length = snprintf(path, sizeof path, "%s/%s", e->options->out, name);
    if (length > 0 && (size_t)length < sizeof path &&
        output_file_put(path, bytes, size, e->options->overwrites, &reason)) {
        json_path(&e->record, NULL, path);
        e->written += 1;
        return true;
    }
    {
        const vrm_diagnostic_argument said[2] = {note_words(path), note_words(reason)};
        bool exists = strcmp(reason, OUTPUT_EXISTS) == 0;
        notes_add(&e->notes, e->path, exists ? TOOL_OUTPUT_EXISTS : TOOL_WRITE_FAILED, NULL, said);
    }
    return false;
}

static const char *ending_of(const uint8_t *bytes, size_t size) {
    if (size >= 4 && memcmp(bytes, "\x89PNG", 4) == 0) return "png";
    if (size >= 3 && memcmp(bytes, "\xFF\xD8\xFF", 3) == 0) return "jpg";
    if (size >= 12 && memcmp(bytes + 8, "WEBP", 4) == 0) return "webp";
    if (size >= 6 && memcmp(bytes + 1, "KTX 20", 6) == 0) return "ktx2";
    return "image";
}

/* Its number makes the name its own; the rest of it is a name of the file, made safe (ER-003). */
static void name_image(const vrm_image *image, uint32_t index, const char *ending, char out[320]) {
    char safe[200];
    vrm_string_file_name(image->name, safe, sizeof safe);
    if (image->name.length == 0) {
        snprintf(out, 320, PARTS_IMAGES "/%03u.%s", (unsigned)index, ending);
    } else {
        snprintf(out, 320, PARTS_IMAGES "/%03u-%s.%s", (unsigned)index, safe, ending);
    }
}

/* Images of the same bytes have one file: that of the first of them. */
typedef struct image_bytes {
    const uint8_t *bytes; /* NULL: they are not in the file */
    size_t size;
    uint32_t index, next; /* the next image of the same bytes; 0: none */
    bool is_first;
} image_bytes;

static int compare_bytes(const void *a, const void *b) {
    const image_bytes *first = *(image_bytes *const *)a, *second = *(image_bytes *const *)b;
    if (first->bytes != second->bytes) return first->bytes < second->bytes ? -1 : 1;
    if (first->size != second->size) return first->size < second->size ? -1 : 1;
    return first->index < second->index ? -1 : 1;
}

/* Links the images that have the same bytes. Neighbours in the order of bytes do. */
static bool link_images(image_bytes *images, uint32_t count) {
    image_bytes **order = malloc(count * sizeof(image_bytes *));
    if (order == NULL) return false;
    for (uint32_t i = 0; i < count; ++i) order[i] = &images[i];
    qsort(order, count, sizeof(image_bytes *), compare_bytes);
    for (uint32_t i = 0; i < count; ++i) {
        image_bytes *at = order[i], *before = i > 0 ? order[i - 1] : NULL;
        if (before != NULL && before->bytes == at->bytes && before->size == at->size) {
            before->next = at->index;
        } else {
            at->is_first = at->bytes != NULL;
        }
    }
    free(order);
    return true;
}

/* NULL: there is not enough memory. */
static image_bytes *find_images(const extraction *e, uint32_t count) {
    image_bytes *images = calloc(count, sizeof *images);
    if (images == NULL) return NULL;
    for (uint32_t i = 0; i < count; ++i) {
        images[i].index = i;
        if (vrm_model_get_image_bytes(e->model, (int32_t)i, &images[i].bytes, &images[i].size) !=
            VRM_OK) {
            images[i].bytes = NULL;
            images[i].size = 0;
        }
    }
    if (link_images(images, count)) return images;
    free(images);
    return NULL;
}

/* What a file takes on the disk. */
static uint64_t disk_bytes(size_t size) { return ((uint64_t)size / BLOCK + 1) * BLOCK; }

/* Buffer views may overlap: many images of different ranges of the same bytes would fill a disk
 * from a small file (ED-002). */
static bool is_bounded(const extraction *e, const image_bytes *images, uint32_t count) {
    const glb_parts *parts = &e->parts;
    const uint64_t most = 3 * (uint64_t)e->size + MOST_MORE;
    uint64_t total =
        disk_bytes(parts->json_size) + disk_bytes(parts->bin_size) + disk_bytes(parts->rest_size);
    for (uint32_t i = 0; i < count && total <= most; ++i) {
        if (images[i].is_first) total += disk_bytes(images[i].size);
    }
    return total <= most;
}

static void list_image(extraction *e, const image_bytes *images, uint32_t first, const char *name) {
    json_object(&e->list, NULL);
    json_unsigned(&e->list, "image", first);
    json_word(&e->list, "file", name);
    if (images[first].next != 0) {
        json_array(&e->list, "also");
        for (uint32_t i = images[first].next; i != 0; i = images[i].next) {
            json_unsigned(&e->list, NULL, i);
        }
        json_close(&e->list);
    }
    json_close(&e->list);
}

static bool put_each_image(extraction *e, const image_bytes *images, uint32_t count) {
    const vrm_gltf *gltf = vrm_model_gltf(e->model);
    json_array(&e->list, "images");
    for (uint32_t i = 0; i < count; ++i) {
        char name[320];
        if (!images[i].is_first) continue;
        name_image(&gltf->images[i], i, ending_of(images[i].bytes, images[i].size), name);
        if (!put_file(e, name, images[i].bytes, images[i].size)) return false;
        list_image(e, images, i, name);
    }
    json_close(&e->list);
    return true;
}

/* Before anything else is written: if there is too much, there is no file at all. */
static bool put_images(extraction *e) {
    const uint32_t count = vrm_model_gltf(e->model)->image_count;
    image_bytes *images = count > 0 ? find_images(e, count) : NULL;
    bool is_good;
    if (count > 0 && images == NULL) {
        notes_add(&e->notes, e->path, TOOL_NO_MEMORY, NULL, NULL);
        return false;
    }
    is_good = is_bounded(e, images, count);
    if (!is_good) {
        refuse(
            e,
            WORDS(
                "its images would take more than four times its size on the disk: they overlap, or "
                "are many and small"));
    }
    is_good = is_good && put_each_image(e, images, count);
    free(images);
    return is_good;
}

static bool put_thumbnail(extraction *e) {
    const vrm_tables *tables = vrm_model_tables(e->model);
    const uint8_t *bytes = NULL;
    size_t size = 0;
    char name[64];
    if (tables == NULL || vrm_model_get_image_bytes(e->model, tables->meta.thumbnail_image, &bytes,
                                                    &size) != VRM_OK) {
        return true;
    }
    snprintf(name, sizeof name, "thumbnail.%s", ending_of(bytes, size));
    return put_file(e, name, bytes, size);
}

static bool put_list(extraction *e) {
    char *text;
    bool is_good;
    json_unsigned(&e->list, "behind", e->parts.behind);
    text = json_take(&e->list);
    is_good = text != NULL && put_file(e, PARTS_LIST, text, strlen(text));
    free(text);
    return is_good;
}

static bool put_all(extraction *e) {
    json_begin(&e->list);
    json_word(&e->list, "format", PARTS_FORMAT);
    if (!put_images(e) || !put_file(e, PARTS_JSON, e->parts.json, e->parts.json_size) ||
        (e->parts.has_bin && !put_file(e, PARTS_BIN, e->parts.bin, e->parts.bin_size)) ||
        (e->parts.rest_size > 0 && !put_file(e, PARTS_REST, e->parts.rest, e->parts.rest_size)) ||
        !put_thumbnail(e)) {
        json_drop(&e->list);
        return false;
    }
    return put_list(e);
}

/* --- The command --- */

static void print_text(const extraction *e) {
    char number[32];
    print_name(stdout, from_text(e->path), 400, 0);
    fputs(" → ", stdout);
    print_name(stdout, from_text(e->options->out), 400, 0);
    fputs("  ", stdout);
    say_to(stdout, "{1} files", with_commas(e->written, number));
    fputs("\n", stdout);
}

static bool extract(extraction *e) {
    bool is_good;
    if (!open_file(e)) return false;
    record_begin(&e->record, "extract", e->path);
    record_result(&e->record, &e->notes);
    json_path(&e->record, "out", e->options->out);
    json_array(&e->record, "files");
    is_good = put_all(e);
    json_close(&e->record);
    if (is_good && e->options->is_json) {
        record_diagnostics(&e->record, &e->notes);
        return json_print(&e->record);
    }
    json_drop(&e->record);
    if (is_good) print_unread_parts(e->path, e->notes.report);
    if (is_good) print_text(e);
    return is_good;
}

static int run(int argc, char **argv) {
    extract_options options = {0};
    extraction e = {.options = &options};
    int count = read_arguments(COMMAND_EXTRACT, argc, argv, read_option, &options);
    bool is_good;
    if (count < 0) return EXIT_USAGE;
    if (options.out == NULL && count == 2) options.out = argv[--count];
    if (count != 1) return usage_error(COMMAND_EXTRACT, SAY("exactly one file is required"), NULL);
    if (options.out == NULL) {
        return usage_error(COMMAND_EXTRACT, SAY("no output folder was given: use --out FOLDER"),
                           NULL);
    }
    e.path = argv[0];
    is_good = extract(&e);
    if (!is_good && options.is_json) record_print_failure("extract", e.path, &e.notes);
    vrm_model_release(e.model);
    vrm_written_destroy(e.embedded);
    whole_file_release(&e.file);
    notes_release(&e.notes);
    return is_good ? EXIT_LOADED : EXIT_NOT_LOADED;
}

const command command_extract = {COMMAND_EXTRACT, run};
