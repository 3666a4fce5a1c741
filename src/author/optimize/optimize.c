/* vrm_optimize: the stages, and which of their files count. */
#include "author/optimize/optimize.h"

#include "author/document/written.h"
#include "base/desc.h"
#include "base/text.h"
#include "gltf/accessor.h"
#include "gltf/session.h"
#include "model/model.h"

#include <math.h>
#include <string.h>

VRMI_LOAD_DESC_CHECK(vrm_optimize_desc, flags);

void *vrmi_optimize_take(vrmi_optimize *work, size_t count, size_t element_size) {
    void *memory = vrmi_arena_take(&work->arena, count, element_size, VRMI_MEMORY_ALIGNMENT);
    if (memory == NULL) {
        work->is_refused = true;
    } else {
        memset(memory, 0, count * element_size);
    }
    return memory;
}

bool vrmi_optimize_spend(vrmi_optimize *work, uint64_t bytes) {
    if (bytes > work->read_left) {
        work->refused_reads += 1;
        return false;
    }
    work->read_left -= bytes;
    return true;
}

bool vrmi_optimize_read(vrmi_optimize *work, int32_t accessor, vrmi_elements *out) {
    const vrmi_document *document = &work->edit->model->document;
    const vrm_accessor *from = &document->gltf.accessors[accessor];
    uint64_t size = vrmi_element_size(from->element, from->component);
    return vrmi_optimize_spend(work, from->count * ((size + 3) & ~UINT64_C(3))) &&
           vrmi_read_elements(document, accessor, &work->arena, out);
}

void vrmi_optimize_note_count(vrmi_optimize *work, vrm_change_kind kind, const char *code,
                              uint64_t count, const char *one, const char *many) {
    vrmi_optimize_note *note;
    if (count == 0 || work->note_count == VRMI_OPTIMIZE_NOTES) return;
    note = &work->notes[work->note_count++];
    note->kind = kind;
    note->code = code;
    note->one = one;
    note->many = many;
    note->count = count;
    note->meters = 0;
}

void vrmi_optimize_note_meters(vrmi_optimize *work, double meters) {
    if (work->note_count != 0) work->notes[work->note_count - 1].meters = meters;
}

/* {} in a sentence stands for the meters. */
static void append_sentence(vrmi_text *text, const char *sentence, double meters) {
    const char *gap = strstr(sentence, "{}");
    if (gap == NULL) {
        vrmi_text_append(text, sentence);
        return;
    }
    vrmi_text_append_bytes(text, sentence, (size_t)(gap - sentence));
    vrmi_text_append_float(text, (float)(ceil(meters * 1e6) / 1e6));
    vrmi_text_append(text, gap + 2);
}

/* A stage may run twice: its changes are one sentence. */
static void add_to_earlier(vrmi_optimize *work, uint32_t index) {
    vrmi_optimize_note *later = &work->notes[index];
    for (uint32_t i = 0; i < index; ++i) {
        vrmi_optimize_note *note = &work->notes[i];
        if (strcmp(note->code, later->code) != 0) continue;
        note->count += later->count;
        if (later->meters > note->meters) note->meters = later->meters;
        later->count = 0;
        return;
    }
}

static void list_changes(vrmi_optimize *work, vrm_written *file) {
    const vrm_string nothing = {"", 0};
    for (uint32_t i = work->note_count; i-- > 0;) add_to_earlier(work, i);
    for (uint32_t i = 0; i < work->note_count; ++i) {
        const vrmi_optimize_note *note = &work->notes[i];
        char sentence[160];
        vrmi_text text = vrmi_text_make(sentence, sizeof sentence);
        if (note->count == 0) continue;
        vrmi_text_append_grouped(&text, note->count);
        vrmi_text_append(&text, " ");
        append_sentence(&text, note->count == 1 ? note->one : note->many, note->meters);
        vrmi_written_add_change(file, note->kind, note->code, nothing, nothing,
                                vrmi_string_from(sentence));
    }
}

bool vrmi_optimize_is_of_vrm(vrmi_tree *tree, vrmi_value *value) {
    vrmi_value *parent = vrmi_value_parent(value);
    while (parent != NULL && parent != tree->root) {
        value = parent;
        parent = vrmi_value_parent(value);
    }
    return parent != NULL && vrmi_string_equals(vrmi_value_key(tree, value), "extensions");
}

/* --- Extensions --- */

void vrmi_optimize_require(vrmi_optimize *work, vrm_string name) {
    static const char *const lists[] = {"extensionsUsed", "extensionsRequired"};
    vrmi_tree *tree = &work->edit->tree;
    for (size_t i = 0; i < 2; ++i) {
        vrmi_value *list = vrmi_value_make(tree, tree->root, lists[i], VRMI_VALUE_ARRAY);
        bool has = false;
        for (uint32_t k = 0; k < vrmi_value_count(tree, list); ++k) {
            vrm_string text = vrmi_value_text(tree, vrmi_value_at(tree, list, k));
            has |= text.length == name.length && memcmp(text.data, name.data, name.length) == 0;
        }
        if (!has) vrmi_value_append(tree, list, name);
    }
}

static void look_at_extensions(vrmi_optimize *work) {
    uint32_t unknown = vrmi_edit_count_unknown(work->edit);
    work->keeps_places = unknown > 0;
    vrmi_optimize_note_count(
        work, VRM_CHANGE_KEPT, "extension-unknown", unknown,
        "extension is not known and may refer to elements by number: all keep their places",
        "extensions are not known and may refer to elements by number: all keep their places");
}

/* --- What a stage leaves without use --- */

/* In the order of their references to each other. */
static const vrmi_reference_kind payload_kinds[] = {VRMI_REFERENCE_TEXTURE, VRMI_REFERENCE_SAMPLER,
                                                    VRMI_REFERENCE_IMAGE, VRMI_REFERENCE_ACCESSOR,
                                                    VRMI_REFERENCE_BUFFER_VIEW};
enum { PAYLOAD_KINDS = sizeof payload_kinds / sizeof payload_kinds[0] };

typedef struct use_counts {
    uint32_t *counts[PAYLOAD_KINDS];
    uint32_t sizes[PAYLOAD_KINDS];
} use_counts;

static void count_uses(vrmi_optimize *work, use_counts *out) {
    vrmi_tree *tree = &work->edit->tree;
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < PAYLOAD_KINDS; ++i) {
        out->sizes[i] = vrmi_value_count(tree, vrmi_reference_table(tree, payload_kinds[i]));
        out->counts[i] = VRMI_OPTIMIZE_TAKE(work, uint32_t, out->sizes[i]);
        if (out->counts[i] == NULL) return;
        vrmi_references_count(tree, payload_kinds[i], out->counts[i], out->sizes[i]);
    }
}

/* Removes elements that were in use before the stage and are no longer. */
static void drop_lost(vrmi_optimize *work, const use_counts *before) {
    vrmi_tree *tree = &work->edit->tree;
    for (uint32_t i = 0; i < PAYLOAD_KINDS && !work->is_refused; ++i) {
        uint32_t count = vrmi_value_count(tree, vrmi_reference_table(tree, payload_kinds[i]));
        uint32_t *counts = VRMI_OPTIMIZE_TAKE(work, uint32_t, count);
        uint8_t *keeps = VRMI_OPTIMIZE_TAKE(work, uint8_t, count);
        if (counts == NULL || keeps == NULL) return;
        vrmi_references_count(tree, payload_kinds[i], counts, count);
        for (uint32_t k = 0; k < count; ++k) {
            keeps[k] = counts[k] > 0 || (k < before->sizes[i] && before->counts[i][k] == 0);
        }
        vrmi_references_keep(tree, payload_kinds[i], keeps, NULL);
    }
    vrmi_edit_repack(work->edit);
}

/* --- Stages --- */

/* What a stage may read and make. Morph targets that list only the vertices that move have ten
 * times the bytes of their file once they are read; memory is then five times that. */
enum { READS_OF_A_BYTE = 8, FREE_BYTES = 48 << 20 };

typedef struct stage {
    void (*run)(vrmi_optimize *work);
    vrm_optimize_flags keeps; /* the flag that leaves it out */
    vrm_optimize_flags asks;  /* flags of which one asks for it; 0: nothing needs to */
    bool moves_elements;
} stage;

static const stage stages[] = {
    {vrmi_optimize_decode, 0, VRM_OPTIMIZE_COMPRESS | VRM_OPTIMIZE_DECOMPRESS, false},
    {vrmi_optimize_images, VRM_OPTIMIZE_KEEP_IMAGES, 0, false},
    {vrmi_optimize_duplicates, VRM_OPTIMIZE_KEEP_DUPLICATES, 0,
     true}, /* then parts can be joined */
    {vrmi_optimize_atlas, 0, 0, true},
    {vrmi_optimize_targets, VRM_OPTIMIZE_KEEP_TARGETS, 0, true},
    {vrmi_optimize_vertices, VRM_OPTIMIZE_KEEP_VERTICES, 0, true},
    {vrmi_optimize_duplicates, VRM_OPTIMIZE_KEEP_DUPLICATES, 0, true},
    {vrmi_optimize_unused, 0, 0, true},
    {vrmi_optimize_compress, 0, VRM_OPTIMIZE_COMPRESS, false},
};

static void run(vrmi_optimize *work, const stage *now) {
    use_counts before;
    if (work->keeps_places) {
        now->run(work);
        return;
    }
    count_uses(work, &before);
    if (!work->is_refused) now->run(work);
    if (!work->is_refused) drop_lost(work, &before);
}

/* Goes on with what a stage has made, or without it if the file is not smaller and the stage was
 * not requested. */
static vrm_result take(vrmi_optimize *work, size_t size, uint32_t note_count) {
    const size_t before = work->edit->base.size;
    if (work->is_asked || size < before || (size == before && work->is_better)) {
        return vrmi_edit_accept(work->edit, &work->load);
    }
    work->note_count = note_count;
    return vrmi_edit_undo(work->edit);
}

static vrm_result run_stage(vrmi_optimize *work, const stage *now) {
    const uint32_t note_count = work->note_count;
    size_t size = 0;
    vrm_result result;
    work->is_asked = work->is_better = false;
    work->read_left = vrmi_read_budget(&work->edit->model->document, READS_OF_A_BYTE, FREE_BYTES);
    vrmi_arena_init(&work->arena, &work->memory, 0);
    run(work, now);
    result =
        work->is_refused ? vrmi_refusal_result(&work->memory) : vrmi_edit_step(work->edit, &size);
    vrmi_arena_release(&work->arena);
    return result == VRM_OK ? take(work, size, note_count) : result;
}

static bool is_wanted(const vrmi_optimize *work, const stage *which) {
    return (work->desc.flags & which->keeps) == 0 &&
           (which->asks == 0 || (work->desc.flags & which->asks) != 0) &&
           !(which->moves_elements && work->keeps_places);
}

static vrm_result run_stages(vrmi_optimize *work) {
    vrm_result result = VRM_OK;
    look_at_extensions(work);
    for (size_t i = 0; i < sizeof stages / sizeof stages[0] && result == VRM_OK; ++i) {
        if (is_wanted(work, &stages[i])) result = run_stage(work, &stages[i]);
    }
    vrmi_optimize_note_count(work, VRM_CHANGE_KEPT, "primitives-left", work->unread,
                             "primitive has far more vertices than the file has bytes for, and "
                             "stays as it is",
                             "primitives have far more vertices than the file has bytes for, and "
                             "stay as they are");
    vrmi_optimize_note_count(
        work, VRM_CHANGE_KEPT, "images-not-decoded", work->undecoded,
        "image is unchanged: it is damaged, or takes too much memory or work to decode",
        "images are unchanged: they are damaged, or take too much memory or work to decode");
    return result;
}

/* --- The function --- */

void vrm_optimize_desc_init_sized(vrm_optimize_desc *desc, size_t struct_size) {
    vrmi_desc_init(desc, struct_size);
}

static bool read_desc(vrmi_optimize *work, const vrm_optimize_desc *desc) {
    vrmi_load_settings settings;
    enum { KNOWN_FLAGS = VRM_OPTIMIZE_DECOMPRESS * 2 - 1 };
    if (!vrmi_flagged_read(&work->desc, sizeof work->desc,
                           VRMI_SIZE_UP_TO(vrm_optimize_desc, triangles), desc, KNOWN_FLAGS) ||
        !vrmi_load_settings_read(&settings, work->desc.load)) {
        return false;
    }
    work->limits = settings.limits;
    work->load = settings.desc;
    work->load.limits = &work->limits;
    if (work->desc.tools != NULL) work->tools = *work->desc.tools;
    return true;
}

/* The stages on the open file, and the new file. */
static vrm_result optimize(vrmi_optimize *work, vrm_written **out_file) {
    /* The report is the caller's. All that comes now is within one limit. */
    vrm_result result = vrmi_edit_use(work->edit, &work->allocator);
    work->load.allocator = &work->allocator;
    work->load.flags = 0; /* they are for the caller's file */
    work->memory.max_bytes = work->limits.max_memory_bytes;
    if (result == VRM_OK) result = run_stages(work);
    if (result == VRM_OK) result = vrmi_edit_write(work->edit, out_file);
    if (result == VRM_OK) list_changes(work, *out_file);
    if (result == VRM_OK && (*out_file)->is_refused) {
        result = vrmi_refusal_result(&(*out_file)->memory);
    }
    return result == VRM_ERROR_OUT_OF_MEMORY ? vrmi_refusal_result(&work->memory) : result;
}

vrm_result vrm_optimize(const void *bytes, size_t size, const vrm_optimize_desc *desc,
                        vrm_written **out_file, vrm_report **out_report) {
    vrmi_optimize work = {.note_count = 0};
    vrm_edit edit;
    vrm_written *file = NULL;
    vrm_result result;
    if (out_file != NULL) *out_file = NULL;
    if (out_report != NULL) *out_report = NULL;
    if ((bytes == NULL && size > 0) || out_file == NULL || !read_desc(&work, desc)) {
        return vrmi_report_end(out_report, VRM_ERROR_INVALID_ARGUMENT);
    }
    vrmi_memory_init(&work.memory, work.load.allocator);
    work.allocator = vrmi_memory_allocator(&work.memory);
    result = vrmi_edit_open(&edit, bytes, size, &work.load, out_report);
    if (result != VRM_OK) return result;
    work.edit = &edit;
    result = optimize(&work, &file);
    vrmi_edit_close(&edit);
    if (result != VRM_OK) {
        vrm_written_destroy(file);
        return result;
    }
    file->memory.allocator = work.memory.allocator; /* it outlives the limit of this call */
    *out_file = file;
    return VRM_OK;
}
