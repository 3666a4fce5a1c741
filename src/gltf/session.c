#include "gltf/session.h"

#include "base/desc.h"
#include "base/text.h"
#include "gltf/json.h"

#include <string.h>

enum { CANCEL_INTERVAL = 256, POINTER_CAPACITY = 512 };

const char *vrmi_table_name(vrmi_table table) {
    static const char *const names[VRMI_TABLE_COUNT] = {
        "buffers", "bufferViews", "accessors", "images", "samplers", "textures",   "materials",
        "meshes",  "skins",       "nodes",     "scenes", "cameras",  "animations",
    };
    return names[table];
}

VRMI_DESC_CHECK(vrm_load_desc, flags);

void vrm_load_desc_init_sized(vrm_load_desc *desc, size_t struct_size) {
    vrmi_desc_init(desc, struct_size);
}

static void limit_default(uint64_t *limit, uint64_t value) {
    if (*limit == 0) *limit = value;
}

static void count_default(uint32_t *limit, uint32_t value) {
    if (*limit == 0) *limit = value;
}

static void count_bound(uint32_t *limit) {
    if (*limit > INT32_MAX) *limit = INT32_MAX;
}

static void complete_limits(vrm_limits *limits) {
    limit_default(&limits->max_file_bytes, UINT64_C(2) << 30);
    limit_default(&limits->max_json_bytes, UINT64_C(256) << 20);
    limit_default(&limits->max_memory_bytes, UINT64_C(1) << 30);
    limit_default(&limits->max_allocations, 1000000);
    limit_default(&limits->max_external_bytes, UINT64_C(1) << 30);
    count_default(&limits->max_json_values, UINT32_C(4) << 20);
    count_default(&limits->max_json_depth, 128);
    count_default(&limits->max_nodes, UINT32_C(1) << 20);
    count_default(&limits->max_elements, UINT32_C(1) << 20);
    count_default(&limits->max_diagnostics, 256);
    count_default(&limits->max_expressions, 4096);
    count_default(&limits->max_binds, UINT32_C(1) << 18);
    count_default(&limits->max_joints, UINT32_C(1) << 20);
    count_default(&limits->max_colliders, UINT32_C(1) << 20);
    count_default(&limits->max_collider_tests, 1000000);
    count_default(&limits->max_morph_weights, UINT32_C(1) << 20);
    count_default(&limits->max_materials, UINT32_C(1) << 14);
    /* Ordinary files are nested up to 20 levels deep (ER-005). */
    if (limits->max_json_depth < 20) limits->max_json_depth = 20;
    if (limits->max_json_depth > VRMI_JSON_MAX_DEPTH) {
        limits->max_json_depth = VRMI_JSON_MAX_DEPTH;
    }
    /* Indices are int32_t. */
    count_bound(&limits->max_nodes);
    count_bound(&limits->max_elements);
    count_bound(&limits->max_expressions);
    count_bound(&limits->max_binds);
    count_bound(&limits->max_joints);
    count_bound(&limits->max_colliders);
    count_bound(&limits->max_morph_weights);
}

void vrm_limits_init_sized(vrm_limits *limits, size_t struct_size) {
    vrm_limits defaults;
    if (limits == NULL || struct_size < sizeof limits->struct_size) return;
    vrmi_desc_init(&defaults, sizeof defaults);
    complete_limits(&defaults);
    vrmi_desc_init(limits, struct_size);
    vrmi_sized_write(limits, sizeof limits->struct_size, &defaults, sizeof defaults);
}

bool vrmi_load_settings_read(vrmi_load_settings *out, const vrm_load_desc *desc) {
    const uint32_t known = VRM_LOAD_STRICT | VRM_LOAD_COPY_PAYLOAD | VRM_LOAD_ANY_GLTF;
    vrm_load_desc *own = &out->desc;
    if (!vrmi_desc_read(own, sizeof *own, offsetof(vrm_load_desc, user), desc, known) ||
        !vrmi_sized_read(&out->limits, sizeof out->limits, offsetof(vrm_limits, max_file_bytes),
                         own->limits)) {
        return false;
    }
    own->limits = NULL; /* out->limits are those that count */
    if (own->resolver != NULL && own->resolver->resolve == NULL) return false;
    complete_limits(&out->limits);
    return true;
}

/* Writes the way from the root to `at`. The chain is as long as our own readers are deep, not as
 * the file is. */
static void append_pointer(vrmi_text *text, const vrmi_json *at) {
    if (at == NULL || at->parent == NULL) return;
    append_pointer(text, at->parent);
    vrmi_text_append(text, "/");
    if (at->key != NULL) {
        vrmi_text_append_pointer_token(text, vrmi_json_key(at));
    } else {
        vrmi_text_append_u64(text, at->index);
    }
}

static bool is_error(const vrmi_load *load, const vrmi_message *message) {
    return message->kind == VRMI_FATAL ||
           (message->kind == VRMI_REPAIR && (load->desc.flags & VRM_LOAD_STRICT) != 0);
}

static void found(vrmi_load *load, vrmi_diagnostic_id id, vrm_string pointer, uint64_t byte_offset,
                  const vrmi_argument *arguments) {
    const vrmi_message *message = vrmi_message_get(id);
    bool fails = is_error(load, message);
    if (fails && load->result == VRM_OK) load->result = message->result;
    if (message->kind == VRMI_FATAL) load->has_stopped = true;
    vrmi_report_add(load->report, id, fails, pointer, byte_offset, arguments);
}

void vrmi_load_found(vrmi_load *load, vrmi_diagnostic_id id, const vrmi_json *where,
                     const vrmi_argument *arguments) {
    char buffer[POINTER_CAPACITY];
    vrmi_text text = vrmi_text_make(buffer, sizeof buffer);
    vrm_string pointer;
    if (vrmi_report_keeps(load->report, is_error(load, vrmi_message_get(id)))) {
        append_pointer(&text, where);
    }
    pointer.data = text.data;
    pointer.length = (uint32_t)text.length;
    found(load, id, pointer, VRM_NO_OFFSET, arguments);
}

void vrmi_load_found_at(vrmi_load *load, vrmi_diagnostic_id id, uint64_t byte_offset,
                        const vrmi_argument *arguments) {
    const vrm_string none = {"", 0};
    found(load, id, none, byte_offset, arguments);
}

bool vrmi_load_refused(vrmi_load *load) {
    if (!vrmi_load_ok(load)) return false;
    switch (load->memory->refusal) {
    case VRMI_REFUSAL_BYTES:
        vrmi_load_found(load, VRMI_LIMIT_MEMORY, NULL,
                        VRMI_WITH(vrmi_unsigned(load->limits.max_memory_bytes)));
        break;
    case VRMI_REFUSAL_ALLOCATIONS:
        vrmi_load_found(load, VRMI_LIMIT_ALLOCATIONS, NULL,
                        VRMI_WITH(vrmi_unsigned(load->memory->max_allocations)));
        break;
    case VRMI_REFUSAL_NONE:
    case VRMI_REFUSAL_ALLOCATOR:
        vrmi_load_found(load, VRMI_OUT_OF_MEMORY, NULL, NULL);
        break;
    }
    return false;
}

bool vrmi_load_ask(vrmi_load *load) {
    if (load->result == VRM_ERROR_CANCELLED) return false;
    if (++load->cancel_clock % CANCEL_INTERVAL != 1) return true;
    if (load->desc.cancel(load->desc.cancel_user) == 0) return true;
    vrmi_load_found(load, VRMI_CANCELLED, NULL, NULL);
    load->result = VRM_ERROR_CANCELLED;
    return false;
}
