/* Buffers, where their bytes are, and the views into them. */
#include "base/checked.h"
#include "gltf/compression.h"
#include "gltf/document.h"
#include "gltf/uri.h"

#include <string.h>

typedef struct buffer_record {
    vrm_string uri;
    uint64_t byte_length;
} buffer_record;

static const vrmi_json_field buffer_fields[] = {
    VRMI_FIELD_REQUIRED(buffer_record, byte_length, "byteLength", SIZE),
    VRMI_FIELD(buffer_record, uri, "uri", STRING),
};

/* The BIN chunk; with VRM_LOAD_COPY_PAYLOAD a copy of it. */
static bool take_bin(vrmi_load *load, const uint8_t *bin, size_t length, vrmi_bytes *out) {
    out->data = bin;
    out->size = length;
    out->owner = VRMI_OWNER_CALLER;
    if (bin != NULL && (load->desc.flags & VRM_LOAD_COPY_PAYLOAD) != 0) {
        uint8_t *copy = vrmi_memory_allocate(load->memory, length);
        if (copy == NULL) return vrmi_load_refused(load);
        if (length != 0) memcpy(copy, bin, length);
        out->data = copy;
        out->owner = VRMI_OWNER_MEMORY;
    }
    return true;
}

/* A buffer without bytes may stand in for compressed ones: its views tell (GL-048). */
static bool note_missing(vrmi_load *load, uint32_t index, vrmi_document *document) {
    const uint32_t count = document->gltf.buffer_count;
    if (document->is_buffer_missing == NULL) {
        document->is_buffer_missing = VRMI_TAKE(load->scratch, uint8_t, count);
        if (document->is_buffer_missing == NULL) return vrmi_load_refused(load);
        memset(document->is_buffer_missing, 0, count);
    }
    document->is_buffer_missing[index] = 1;
    return true;
}

static bool find_bytes(vrmi_load *load, const vrmi_json *at, const buffer_record *record,
                       const uint8_t *bin, size_t bin_length, vrmi_document *document,
                       vrm_buffer *buffer) {
    vrmi_bytes *bytes = &document->buffer_bytes[at->index];
    vrmi_json uri = vrmi_json_at(at, "uri", NULL);
    vrmi_resource resource;
    if (record->uri.data == NULL) {
        /* Without an address the bytes are the BIN chunk, for the first buffer (GL-003). */
        if (at->index == 0 && bin != NULL) return take_bin(load, bin, bin_length, bytes);
        return load->is_prefix || note_missing(load, at->index, document);
    }
    if (!vrmi_uri_fetch(load, &uri, record->uri, VRMI_BUFFER_UNRESOLVED, &resource)) return false;
    buffer->uri = resource.uri;
    *bytes = resource.bytes;
    return true;
}

bool vrmi_read_buffers(vrmi_load *load, const vrmi_json *array, const uint8_t *bin,
                       size_t bin_length, vrmi_document *document) {
    uint32_t count = load->counts[VRMI_TABLE_BUFFERS];
    vrm_buffer *buffers = VRMI_TAKE(load->arena, vrm_buffer, count);
    vrmi_bytes *bytes = VRMI_TAKE(load->arena, vrmi_bytes, count);
    vrmi_json_each each = vrmi_json_begin(array);
    if (buffers == NULL || bytes == NULL) return vrmi_load_refused(load);
    memset(bytes, 0, count * sizeof *bytes);
    document->gltf.buffers = buffers;
    document->gltf.buffer_count = count;
    document->buffer_bytes = bytes; /* from here on the document lets them go */
    while (vrmi_json_next(&each)) {
        vrm_buffer *buffer = &buffers[each.item.index];
        vrmi_bytes *found = &bytes[each.item.index];
        buffer_record record = {{NULL, 0}, 0};
        uint64_t good;
        const vrm_buffer none = {{"", 0}, 0, 0};
        *buffer = none;
        if (!vrmi_load_goes_on(load)) return false;
        good = VRMI_JSON_READ(load, &each.item, buffer_fields, &record);
        if (vrmi_json_has(good, VRMI_JSON_INCOMPLETE)) continue;
        buffer->byte_length = record.byte_length;
        if (!find_bytes(load, &each.item, &record, bin, bin_length, document, buffer)) return false;
        if (found->data == NULL) continue;
        if (found->size < buffer->byte_length) {
            vrmi_load_found(
                load, VRMI_BUFFER_SHORT, &each.item,
                VRMI_WITH(vrmi_unsigned(buffer->byte_length), vrmi_unsigned(found->size)));
        } else {
            buffer->is_available = 1;
        }
    }
    return true;
}

static const vrmi_json_choice targets[] = {{"vertices", 34962}, {"indices", 34963}, {NULL, 0}};

typedef struct view_record {
    vrm_buffer_view view;
    int32_t stride;
    yyjson_val *extensions;
} view_record;

static const vrmi_json_field view_fields[] = {
    VRMI_FIELD_INDEX(view_record, view.buffer, "buffer", VRMI_TABLE_BUFFERS, 1),
    VRMI_FIELD_REQUIRED(view_record, view.byte_length, "byteLength", SIZE),
    VRMI_FIELD(view_record, view.byte_offset, "byteOffset", SIZE),
    VRMI_FIELD_CHOICE(view_record, view.target, "target", NUMBER, targets, 0),
    VRMI_FIELD(view_record, stride, "byteStride", INTEGER),
    VRMI_FIELD(view_record, extensions, "extensions", OBJECT),
};

bool vrmi_read_buffer_views(vrmi_load *load, const vrmi_json *array, vrmi_document *document) {
    uint32_t count = load->counts[VRMI_TABLE_BUFFER_VIEWS], compressed = 0;
    vrm_buffer_view *views = VRMI_TAKE(load->arena, vrm_buffer_view, count);
    vrmi_json_each each = vrmi_json_begin(array);
    if (views == NULL) return vrmi_load_refused(load);
    while (vrmi_json_next(&each)) {
        static const view_record none = {{0, 0, VRM_NONE, 0, 0}, 0, NULL};
        view_record record = none;
        uint64_t good, total;
        if (!vrmi_load_goes_on(load)) return false;
        good = VRMI_JSON_READ(load, &each.item, view_fields, &record);
        views[each.item.index] = none.view;
        if (record.extensions != NULL) {
            const vrmi_json extensions = vrmi_json_at(&each.item, "extensions", record.extensions);
            compressed += vrmi_find_compression(&extensions).value != NULL;
        }
        if (vrmi_json_has(good, VRMI_JSON_INCOMPLETE)) continue;
        total = document->gltf.buffers[record.view.buffer].byte_length;
        if (!vrmi_range_fits(record.view.byte_offset, record.view.byte_length, total)) {
            vrmi_load_found(
                load, VRMI_VIEW_RANGE, &each.item,
                VRMI_WITH(vrmi_unsigned(record.view.byte_offset),
                          vrmi_unsigned(record.view.byte_offset + record.view.byte_length),
                          vrmi_unsigned(total)));
            continue;
        }
        if (record.stride != 0 &&
            (record.stride < 4 || record.stride > 252 || record.stride % 4 != 0)) {
            vrmi_load_found(load, VRMI_VIEW_STRIDE, &each.item,
                            VRMI_WITH(vrmi_integer(record.stride)));
            record.stride = 0;
        }
        record.view.byte_stride = (uint32_t)record.stride;
        views[each.item.index] = record.view;
    }
    document->gltf.buffer_views = views;
    document->gltf.buffer_view_count = count;
    return vrmi_decode_views(load, array, compressed, document);
}
