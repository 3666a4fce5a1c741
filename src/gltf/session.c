#include "gltf/session.h"

#include "base/desc.h"
#include "base/text.h"
#include "gltf/document.h"

#include <assert.h>
#include <string.h>

/* MAX_NAME_STEPS: how many keys and elements a load may pass to find names for its diagnostics. A
 * caller can ask for so many diagnostics that looking for each name would be quadratic; diagnostics
 * after that have no name. */
enum { CANCEL_INTERVAL = 256, POINTER_CAPACITY = 512, MAX_NAME_STEPS = 1 << 20 };

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

void vrm_meshopt_decoder_init_sized(vrm_meshopt_decoder *decoder, size_t struct_size) {
    vrmi_desc_init(decoder, struct_size);
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

void vrmi_complete_gltf_limits(vrm_limits *limits) {
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
    count_default(&limits->max_materials, UINT32_C(1) << 14);
    /* Ordinary files are nested up to 20 levels deep (ER-005). */
    if (limits->max_json_depth < 20) limits->max_json_depth = 20;
    if (limits->max_json_depth > VRMI_JSON_MAX_DEPTH) {
        limits->max_json_depth = VRMI_JSON_MAX_DEPTH;
    }
    /* Indices are int32_t. */
    count_bound(&limits->max_nodes);
    count_bound(&limits->max_elements);
}

bool vrmi_load_settings_read(vrmi_load_settings *out, const vrm_load_desc *desc) {
    const uint32_t known = VRM_LOAD_STRICT | VRM_LOAD_COPY_PAYLOAD | VRM_LOAD_ANY_GLTF;
    vrm_load_desc *own = &out->desc;
    out->inspection = NULL;
    out->more_diagnostics = NULL;
    if (!vrmi_desc_read(own, sizeof *own, offsetof(vrm_load_desc, user), desc, known) ||
        !vrmi_sized_read(&out->limits, sizeof out->limits, offsetof(vrm_limits, max_file_bytes),
                         own->limits) ||
        !vrmi_sized_read(&out->meshopt, sizeof out->meshopt,
                         VRMI_SIZE_UP_TO(vrm_meshopt_decoder, filter_color), own->meshopt)) {
        return false;
    }
    own->limits = NULL; /* out->limits are those that count */
    if (own->resolver != NULL && own->resolver->resolve == NULL) return false;
    vrmi_complete_gltf_limits(&out->limits);
    return true;
}

void vrmi_load_memory_init(vrmi_memory *memory, const vrmi_load_settings *settings) {
    vrmi_memory_init(memory, settings->desc.allocator);
    memory->max_bytes = settings->limits.max_memory_bytes;
    memory->max_allocations = settings->limits.max_allocations;
}

void vrmi_load_init(vrmi_load *load, const vrmi_load_settings *settings, vrmi_memory *memory,
                    vrm_report *report, const vrmi_diagnostics *const *diagnostics) {
    memset(load, 0, sizeof *load);
    load->memory = memory;
    load->report = report;
    load->diagnostics = diagnostics;
    load->desc = settings->desc;
    load->limits = settings->limits;
    load->meshopt = settings->meshopt;
    load->inspection = settings->inspection;
    load->more_diagnostics = settings->more_diagnostics;
}

/* The chain is as long as our own readers are deep, not as the file is. */
void vrmi_json_append_pointer(vrmi_text *text, const vrmi_json *at) {
    if (at == NULL || at->parent == NULL) return;
    vrmi_json_append_pointer(text, at->parent);
    vrmi_text_append(text, "/");
    if (at->key != NULL) {
        vrmi_text_append_pointer_token(text, vrmi_json_key(at));
    } else {
        vrmi_text_append_u64(text, at->index);
    }
}

/* --- What the element is, and its name --- */

/* One more step to a name. False: there have been too many. */
static bool take_step(vrmi_load *load) {
    if (load->name_steps >= MAX_NAME_STEPS) return false;
    load->name_steps += 1;
    return true;
}

/* The member of an object (`key` not NULL) or the element of an array; NULL where it has none. Of
 * equal keys the last one counts, as for fields. */
static yyjson_val *find_value(vrmi_load *load, yyjson_val *container, const char *key,
                              size_t key_length, uint32_t index) {
    const vrmi_json parent = {NULL, container, NULL, 0, 0};
    vrmi_json_each each;
    yyjson_val *value = NULL;
    if (container == NULL) return NULL;
    if (key != NULL ? !yyjson_is_obj(container) : !yyjson_is_arr(container)) return NULL;
    each = vrmi_json_begin(&parent);
    while (vrmi_json_next(&each)) {
        if (!take_step(load)) return NULL;
        if (key == NULL && each.item.index == index) return each.item.value;
        if (key != NULL && each.item.key_length == key_length &&
            memcmp(each.item.key, key, key_length) == 0) {
            value = each.item.value;
        }
    }
    return value;
}

/* The value at a cursor that may know its place alone. As deep as our own readers are. */
static yyjson_val *value_at(vrmi_load *load, const vrmi_json *at) {
    if (at->value != NULL || at->parent == NULL) return at->value;
    return find_value(load, value_at(load, at->parent), at->key, at->key_length, at->index);
}

bool vrmi_load_find_element(vrmi_load *load, const vrmi_json *container, const char *member,
                            int32_t after, int32_t number, vrmi_json *out) {
    const vrmi_json known = vrmi_json_at(NULL, "", value_at(load, container));
    bool is_after = after == VRM_NONE;
    vrmi_json_each each = vrmi_json_begin(&known);
    while (vrmi_json_next(&each)) {
        yyjson_val *value;
        if (!take_step(load)) return false;
        value = find_value(load, each.item.value, member, strlen(member), 0);
        if (!yyjson_is_int(value)) continue;
        if (is_after && yyjson_get_int(value) == number) {
            *out = each.item;
            out->parent = container;
            return true;
        }
        if (yyjson_get_int(value) == after) is_after = true;
    }
    return false;
}

static bool is_part(const vrmi_json *at, const char *part, size_t length) {
    if (length == 1 && part[0] == '*') return true;
    if (length == 1 && part[0] == '#') return at->key == NULL;
    return at->key != NULL && at->key_length == length && memcmp(at->key, part, length) == 0;
}

/* Whether the whole way to a cursor is the path of a vrmi_subject. */
static bool is_at_path(const vrmi_json *at, const char *path) {
    const char *end = path + strlen(path);
    for (; at->parent != NULL; at = at->parent) {
        const char *part = end;
        while (part > path && part[-1] != '/') --part;
        if (!is_part(at, part, (size_t)(end - part))) return false;
        if (part == path) return at->parent->parent == NULL;
        end = part - 1;
    }
    return false;
}

static vrm_string text_member(vrmi_load *load, yyjson_val *element, const char *key) {
    vrm_string text = {"", 0};
    yyjson_val *value = key != NULL ? find_value(load, element, key, strlen(key), 0) : NULL;
    if (yyjson_is_str(value)) {
        text.data = yyjson_get_str(value);
        text.length = (uint32_t)yyjson_get_len(value);
    }
    return text;
}

static vrm_string name_of(vrmi_load *load, const vrmi_json *at, const vrmi_subject *subject) {
    yyjson_val *element;
    vrm_string name;
    if (at->key != NULL) return vrmi_json_key(at);
    element = value_at(load, at);
    name = text_member(load, element, subject->name);
    return name.length != 0 ? name : text_member(load, element, subject->other_name);
}

/* Without tables of all rooms, those of this one. */
static const vrmi_diagnostics *const *rooms_of(const vrmi_load *load) {
    static const vrmi_diagnostics *const own[] = {&vrmi_gltf_diagnostics, NULL};
    return load->diagnostics != NULL ? load->diagnostics : own;
}

static const vrmi_subject *find_subject_in(const vrmi_diagnostics *room, const vrmi_json *at) {
    for (const vrmi_subject *one = room->subjects; one->path != NULL; ++one) {
        if (is_at_path(at, one->path)) return one;
    }
    return NULL;
}

static const vrmi_subject *find_subject(const vrmi_load *load, const vrmi_json *at) {
    for (const vrmi_diagnostics *const *room = rooms_of(load); *room != NULL; ++room) {
        const vrmi_subject *found = find_subject_in(*room, at);
        if (found != NULL) return found;
    }
    return load->more_diagnostics != NULL ? find_subject_in(load->more_diagnostics, at) : NULL;
}

/* The nearest element around a place that is called something. */
static void find_element(vrmi_load *load, const vrmi_json *at, vrmi_place *out) {
    for (; at != NULL; at = at->parent) {
        const vrmi_subject *subject = find_subject(load, at);
        if (subject == NULL) continue;
        out->subject = subject->kind;
        out->subject_name = name_of(load, at, subject);
        if (at->key == NULL && at->index <= INT32_MAX) out->subject_index = (int32_t)at->index;
        return;
    }
}

vrmi_argument vrmi_unread_node_reference(vrmi_load *load, const vrmi_json *at, int32_t node) {
    yyjson_val *nodes;
    if (!vrmi_report_keeps(load->report, false)) return vrmi_integer(node);
    while (at->parent != NULL) at = at->parent;
    nodes = find_value(load, at->value, "nodes", strlen("nodes"), 0);
    return vrmi_reference(
        "node", node, text_member(load, find_value(load, nodes, NULL, 0, (uint32_t)node), "name"));
}

/* --- The funnel --- */

static const vrmi_message *find_message(const vrmi_load *load, vrmi_diagnostic_id id) {
    const vrmi_diagnostics *const *rooms = rooms_of(load);
    const vrmi_diagnostics *room;
    while (*rooms != NULL && (id < (*rooms)->first || id >= (*rooms)->end)) ++rooms;
    room = *rooms != NULL ? *rooms : load->more_diagnostics;
    /* Not an id of a room that the load was not given. */
    assert(room != NULL && id >= room->first && id < room->end);
    return &room->messages[id - room->first];
}

static bool fails_load(const vrmi_load *load, const vrmi_message *message) {
    return message->kind == VRMI_FATAL ||
           (message->kind == VRMI_REPAIR && (load->desc.flags & VRM_LOAD_STRICT) != 0);
}

/* A check calls more an error than what makes the load fail. */
static bool is_error(const vrmi_load *load, const vrmi_message *message, const vrmi_json *where) {
    return fails_load(load, message) ||
           (load->inspection != NULL && load->inspection->is_error != NULL &&
            load->inspection->is_error(message, where));
}

void vrmi_load_tell(vrmi_load *load, vrmi_diagnostic_id id, const vrmi_place *place) {
    if (load->inspection == NULL || load->inspection->found == NULL) return;
    load->inspection->found(load, id, place, load->inspection->user);
}

static void found(vrmi_load *load, const vrmi_message *message, bool as_error,
                  const vrmi_place *place, const vrmi_argument *arguments) {
    if (fails_load(load, message) && load->result == VRM_OK) load->result = message->result;
    if (message->kind == VRMI_FATAL) load->has_stopped = true;
    vrmi_report_add(load->report, message, as_error, place, arguments);
}

void vrmi_load_found(vrmi_load *load, vrmi_diagnostic_id id, const vrmi_json *where,
                     const vrmi_argument *arguments) {
    const vrmi_message *message = find_message(load, id);
    vrmi_place place = {{"", 0}, VRM_NO_OFFSET, NULL, {"", 0}, VRM_NONE};
    char buffer[POINTER_CAPACITY];
    bool as_error = is_error(load, message, where);
    vrmi_text text = vrmi_text_make(buffer, sizeof buffer);
    bool is_kept = vrmi_report_keeps(load->report, as_error);
    if (where != NULL && (is_kept || load->inspection != NULL)) {
        vrmi_json_append_pointer(&text, where);
        place.pointer.data = text.data;
        place.pointer.length = (uint32_t)text.length;
        if (is_kept) find_element(load, where, &place);
    }
    /* A pointer that was cut may lead to another place. */
    if (!text.truncated) vrmi_load_tell(load, id, &place);
    found(load, message, as_error, &place, arguments);
}

void vrmi_load_found_at(vrmi_load *load, vrmi_diagnostic_id id, uint64_t byte_offset,
                        const vrmi_argument *arguments) {
    const vrmi_message *message = find_message(load, id);
    const vrmi_place place = {{"", 0}, byte_offset, NULL, {"", 0}, VRM_NONE};
    vrmi_load_tell(load, id, &place);
    found(load, message, is_error(load, message, NULL), &place, arguments);
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
