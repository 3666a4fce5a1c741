/*
 * Compressed buffer views. A load decodes all of them, into one block that is measured first: a
 * small file can claim any size. What reads the payload asks vrmi_view_bytes, which prefers decoded
 * bytes; a view that cannot be decoded has those of its own buffer, if they are there.
 */
#include "gltf/compression.h"

#include "base/checked.h"
#include "gltf/unpack.h"

#include <string.h>

#define EXT_COMPRESSION "EXT_meshopt_compression"
#define KHR_COMPRESSION "KHR_meshopt_compression"

enum { MODE_ATTRIBUTES, MODE_TRIANGLES, MODE_INDICES };
enum { FILTER_NONE, FILTER_OCTAHEDRAL, FILTER_QUATERNION, FILTER_EXPONENTIAL, FILTER_COLOR };

/* Decoded bytes for each byte of the file, and those that any file may have (ER-018). */
enum { DECODED_OF_A_BYTE = 24, DECODED_FREE = 16 << 20 };

static const vrmi_json_choice modes[] = {{"ATTRIBUTES", MODE_ATTRIBUTES},
                                         {"TRIANGLES", MODE_TRIANGLES},
                                         {"INDICES", MODE_INDICES},
                                         {NULL, 0}};

static const vrmi_json_choice filters[] = {
    {"NONE", FILTER_NONE},
    {"OCTAHEDRAL", FILTER_OCTAHEDRAL},
    {"QUATERNION", FILTER_QUATERNION},
    {"EXPONENTIAL", FILTER_EXPONENTIAL},
    {"COLOR", FILTER_COLOR},
    {NULL, 0},
};

/* The extension of a view. */
typedef struct record {
    uint64_t byte_offset, byte_length, byte_stride, count;
    int32_t buffer, mode, filter;
    uint32_t view;
    size_t decoded_offset; /* in the block */
    bool is_khr, is_wanted;
} record;

enum { RECORD_FILTER = 5 };

static const vrmi_json_field record_fields[] = {
    VRMI_FIELD_INDEX(record, buffer, "buffer", VRMI_TABLE_BUFFERS, 1),
    VRMI_FIELD_REQUIRED(record, byte_length, "byteLength", SIZE),
    VRMI_FIELD_REQUIRED(record, byte_stride, "byteStride", SIZE),
    VRMI_FIELD_REQUIRED(record, count, "count", SIZE),
    VRMI_FIELD_CHOICE(record, mode, "mode", TEXT, modes, 1),
    [RECORD_FILTER] = VRMI_FIELD_CHOICE(record, filter, "filter", TEXT, filters, 0),
    VRMI_FIELD(record, byte_offset, "byteOffset", SIZE),
};

vrmi_json vrmi_find_compression(const vrmi_json *extensions) {
    const vrmi_json found = vrmi_json_member(extensions, KHR_COMPRESSION);
    return found.value != NULL ? found : vrmi_json_member(extensions, EXT_COMPRESSION);
}

static bool is_stride_of_filter(int32_t filter, uint64_t stride) {
    switch (filter) {
    case FILTER_OCTAHEDRAL:
    case FILTER_COLOR:
        return stride == 4 || stride == 8;
    case FILTER_QUATERNION:
        return stride == 8;
    default:
        return true; /* a multiple of 4, as for all attributes */
    }
}

/* Which rule of the extension a view breaks; NULL: none. After this, decoders get nothing that they
 * assert. */
static const char *find_problem(const record *r, const vrm_gltf *gltf) {
    const vrm_buffer_view *view = &gltf->buffer_views[r->view];
    const bool is_index = r->mode != MODE_ATTRIBUTES;
    if (is_index ? r->byte_stride != 2 && r->byte_stride != 4
                 : r->byte_stride < 4 || r->byte_stride > 256 || r->byte_stride % 4 != 0) {
        return "its byteStride is not allowed for its mode";
    }
    if (view->byte_stride != 0 && view->byte_stride != r->byte_stride) {
        return "its byteStride is not that of the view";
    }
    if (r->count == 0 || r->count > view->byte_length / r->byte_stride ||
        r->count * r->byte_stride != view->byte_length) {
        return "its count times its byteStride is not the byteLength of the view";
    }
    if (r->mode == MODE_TRIANGLES && r->count % 3 != 0) return "its count is not a multiple of 3";
    if (is_index && r->filter != FILTER_NONE) return "only the mode ATTRIBUTES can have a filter";
    if (!is_stride_of_filter(r->filter, r->byte_stride)) {
        return "its byteStride is not allowed for its filter";
    }
    if (r->filter == FILTER_COLOR && !r->is_khr) {
        return "only " KHR_COMPRESSION " has the filter COLOR";
    }
    if (!vrmi_range_fits(r->byte_offset, r->byte_length, gltf->buffers[r->buffer].byte_length)) {
        return "its bytes are not within the buffer";
    }
    return NULL;
}

/* --- Functions of the decoder --- */

typedef int32_t decode_function(void *out, size_t count, size_t stride, const uint8_t *bytes,
                                size_t size);
typedef void filter_function(void *elements, size_t count, size_t stride);

static decode_function *find_decoder(const vrm_meshopt_decoder *decoder, int32_t mode) {
    decode_function *const all[] = {decoder->decode_vertices, decoder->decode_triangles,
                                    decoder->decode_indices};
    return all[mode];
}

static filter_function *find_filter(const vrm_meshopt_decoder *decoder, int32_t filter) {
    filter_function *const all[] = {NULL, decoder->filter_octahedral, decoder->filter_quaternion,
                                    decoder->filter_exponential, decoder->filter_color};
    return all[filter];
}

static bool has_decoder(const vrm_meshopt_decoder *decoder) {
    return decoder->decode_vertices != NULL || decoder->decode_triangles != NULL ||
           decoder->decode_indices != NULL;
}

/* What the decoder does not have; NULL: it has all that the view needs. */
static const char *find_lack(const vrm_meshopt_decoder *decoder, const record *r) {
    static const char *const mode_words[] = {"mode ATTRIBUTES", "mode TRIANGLES", "mode INDICES"};
    static const char *const filter_words[] = {"", "filter OCTAHEDRAL", "filter QUATERNION",
                                               "filter EXPONENTIAL", "filter COLOR"};
    if (find_decoder(decoder, r->mode) == NULL) return mode_words[r->mode];
    if (r->filter != FILTER_NONE && find_filter(decoder, r->filter) == NULL) {
        return filter_words[r->filter];
    }
    return NULL;
}

static vrmi_json place_of(const vrmi_json *array, uint32_t view) {
    return (vrmi_json){array, NULL, NULL, 0, view};
}

/* A view whose bytes are there without compression as well loses nothing. */
static bool has_fallback(const vrmi_document *document, uint32_t view) {
    const uint8_t *bytes;
    size_t size;
    return vrmi_view_bytes(document, (int32_t)view, &bytes, &size) == VRM_OK;
}

/* False: the view stays as it is. If it has no other bytes, or its bytes are damaged, a diagnostic
 * gives the reason. */
static bool decode(vrmi_load *load, const vrmi_json *array, const vrmi_document *document,
                   const record *r, uint8_t *out) {
    enum { WRONG_HEADER = -1, SECOND_VERSION = 0xA1 };
    const vrmi_json at = place_of(array, r->view);
    const uint8_t *bytes = document->buffer_bytes[r->buffer].data + (size_t)r->byte_offset;
    const size_t count = (size_t)r->count, stride = (size_t)r->byte_stride;
    const int32_t result =
        find_decoder(&load->meshopt, r->mode)(out, count, stride, bytes, (size_t)r->byte_length);
    if (result == 0) {
        filter_function *filter = find_filter(&load->meshopt, r->filter);
        if (filter != NULL) filter(out, count, stride);
        return true;
    }
    if (result == WRONG_HEADER && r->mode == MODE_ATTRIBUTES && r->byte_length != 0 &&
        bytes[0] == SECOND_VERSION) {
        if (has_fallback(document, r->view)) return false;
        vrmi_load_found(load, VRMI_VIEW_DECODER, &at, VRMI_WITH(vrmi_words("format version 1")));
    } else {
        vrmi_load_found(load, VRMI_VIEW_COMPRESSION, &at,
                        VRMI_WITH(vrmi_words("its bytes are damaged")));
    }
    return false;
}

/* --- All views --- */

typedef struct decoding {
    vrmi_load *load;
    vrmi_document *document;
    record *records;
    uint32_t count;
    uint8_t *is_compressed; /* of each view */
} decoding;

static void read_record(decoding *d, const vrmi_json *extensions, uint32_t view) {
    const vrmi_json khr = vrmi_json_member(extensions, KHR_COMPRESSION);
    const vrmi_json at = vrmi_find_compression(extensions);
    const char *problem;
    record *r = &d->records[d->count++];
    uint64_t good;
    memset(r, 0, sizeof *r);
    r->view = view;
    r->is_khr = khr.value != NULL;
    d->is_compressed[view] = 1;
    vrmi_use_extension(d->load, &at);
    good = VRMI_JSON_READ(d->load, &at, record_fields, r);
    if (vrmi_json_has(good, VRMI_JSON_INCOMPLETE) ||
        d->document->gltf.buffer_views[view].buffer == VRM_NONE) {
        return; /* reported */
    }
    if (!vrmi_json_has(good, RECORD_FILTER) &&
        yyjson_obj_get(at.value, record_fields[RECORD_FILTER].key) != NULL) {
        return; /* likewise */
    }
    problem = find_problem(r, &d->document->gltf);
    if (r->is_khr && vrmi_json_member(extensions, EXT_COMPRESSION).value != NULL) {
        problem = "the view has both " EXT_COMPRESSION " and " KHR_COMPRESSION;
    }
    if (problem != NULL) {
        vrmi_load_found(d->load, VRMI_VIEW_COMPRESSION, &at, VRMI_WITH(vrmi_words(problem)));
        return;
    }
    r->is_wanted = true;
}

static bool read_records(decoding *d, const vrmi_json *array, uint32_t count) {
    const uint32_t all = d->document->gltf.buffer_view_count;
    vrmi_json_each each = vrmi_json_begin(array);
    d->records = VRMI_TAKE(d->load->scratch, record, count);
    d->is_compressed = VRMI_TAKE(d->load->scratch, uint8_t, all);
    if (d->records == NULL || d->is_compressed == NULL) return vrmi_load_refused(d->load);
    memset(d->is_compressed, 0, all);
    while (d->count < count && vrmi_json_next(&each)) {
        const vrmi_json extensions = vrmi_json_member(&each.item, "extensions");
        if (!vrmi_load_goes_on(d->load)) return false;
        if (vrmi_find_compression(&extensions).value == NULL) continue;
        read_record(d, &extensions, each.item.index);
    }
    return true;
}

static bool has_bytes(const vrmi_document *document, const record *r) {
    const vrmi_bytes *bytes = &document->buffer_bytes[r->buffer];
    return bytes->data != NULL && vrmi_range_fits(r->byte_offset, r->byte_length, bytes->size);
}

/* Bits of what uses a buffer that has no bytes; the first is there already. */
enum { IS_MISSING = 1, HAS_COMPRESSED = 2, HAS_OTHERS = 4, IS_KHR = 8, IS_REPORTED = 16 };

/* Whether the compressed bytes would be in a buffer that only stands in for others. */
static bool is_in_stand_in(const vrmi_document *document, const record *r) {
    return document->is_buffer_missing != NULL &&
           (document->is_buffer_missing[r->buffer] & (IS_MISSING | IS_REPORTED)) == IS_MISSING;
}

/* The views that can be decoded, and the size of the block that they need. */
static bool measure(decoding *d, const vrmi_json *array, size_t *out_size) {
    vrmi_load *load = d->load;
    vrmi_layout layout = {0, false};
    uint64_t total = 0, limit = load->limits.max_decoded_bytes;
    if (limit == 0) limit = vrmi_read_budget(d->document, DECODED_OF_A_BYTE, DECODED_FREE);
    for (uint32_t i = 0; i < d->count; ++i) {
        record *r = &d->records[i];
        const char *lack = r->is_wanted ? find_lack(&load->meshopt, r) : NULL;
        if (lack != NULL && !has_fallback(d->document, r->view)) {
            const vrmi_json at = place_of(array, r->view);
            vrmi_load_found(load, VRMI_VIEW_DECODER, &at, VRMI_WITH(vrmi_words(lack)));
        }
        if (r->is_wanted && lack == NULL && is_in_stand_in(d->document, r) &&
            !has_fallback(d->document, r->view)) {
            const vrmi_json at = place_of(array, r->view);
            vrmi_load_found(load, VRMI_VIEW_COMPRESSION, &at,
                            VRMI_WITH(vrmi_words("its buffer has no bytes")));
        }
        r->is_wanted = r->is_wanted && lack == NULL && has_bytes(d->document, r);
        if (!r->is_wanted) continue;
        if (r->count * r->byte_stride > limit - total) {
            vrmi_load_found(load, VRMI_LIMIT_DECODED, array, VRMI_WITH(vrmi_unsigned(limit)));
            return false;
        }
        total += r->count * r->byte_stride;
        r->decoded_offset = vrmi_layout_add(&layout, (size_t)r->count, (size_t)r->byte_stride,
                                            VRMI_MEMORY_ALIGNMENT);
    }
    *out_size = layout.overflow ? 0 : layout.size;
    return true;
}

static bool decode_all(decoding *d, const vrmi_json *array) {
    vrmi_document *document = d->document;
    const uint32_t all = document->gltf.buffer_view_count;
    size_t size;
    uint8_t *block;
    if (!measure(d, array, &size)) return false;
    if (size == 0) return true;
    document->view_bytes = VRMI_TAKE(d->load->arena, vrmi_bytes, all);
    if (document->view_bytes == NULL) return vrmi_load_refused(d->load);
    /* From here on the document lets them go, also after a refusal. */
    memset(document->view_bytes, 0, all * sizeof document->view_bytes[0]);
    block = vrmi_memory_allocate(d->load->memory, size);
    if (block == NULL) return vrmi_load_refused(d->load);
    document->decoded = (vrmi_bytes){block, size, VRMI_OWNER_MEMORY};
    for (uint32_t i = 0; i < d->count; ++i) {
        const record *r = &d->records[i];
        if (!r->is_wanted) continue;
        if (!vrmi_load_goes_on(d->load)) return false;
        if (!decode(d->load, array, document, r, block + r->decoded_offset)) continue;
        document->view_bytes[r->view] = (vrmi_bytes){
            block + r->decoded_offset, (size_t)(r->count * r->byte_stride), VRMI_OWNER_EXTERNAL};
    }
    return true;
}

/* --- Buffers without bytes --- */

static void find_uses(const decoding *d) {
    const vrm_gltf *gltf = &d->document->gltf;
    uint8_t *uses = d->document->is_buffer_missing;
    for (uint32_t i = 0; i < gltf->buffer_view_count; ++i) {
        const int32_t buffer = gltf->buffer_views[i].buffer;
        const bool is_compressed = d->is_compressed != NULL && d->is_compressed[i] != 0;
        if (buffer != VRM_NONE) uses[buffer] |= is_compressed ? HAS_COMPRESSED : HAS_OTHERS;
    }
    for (uint32_t i = 0; i < d->count; ++i) {
        const int32_t buffer = gltf->buffer_views[d->records[i].view].buffer;
        if (buffer != VRM_NONE && d->records[i].is_khr) uses[buffer] |= IS_KHR;
    }
}

/* The name of the compression that a buffer stands in for; NULL: it should have bytes. */
static const char *find_stand_in(const decoding *d, const vrmi_json *buffer) {
    const vrmi_json extensions = vrmi_json_member(buffer, "extensions");
    const vrmi_json tag = vrmi_find_compression(&extensions);
    const uint8_t uses = d->document->is_buffer_missing[buffer->index];
    if (tag.value != NULL) {
        return strcmp(tag.key, KHR_COMPRESSION) == 0 ? KHR_COMPRESSION : EXT_COMPRESSION;
    }
    if ((uses & HAS_OTHERS) != 0 || (uses & HAS_COMPRESSED) == 0) return NULL;
    return (uses & IS_KHR) != 0 ? KHR_COMPRESSION : EXT_COMPRESSION;
}

/* Views without compression may read what only stands in for bytes. */
static bool report_missing(decoding *d, const vrmi_json *views) {
    const vrmi_json buffers = vrmi_json_member(views->parent, "buffers");
    vrmi_json_each each = vrmi_json_begin(&buffers);
    find_uses(d);
    while (vrmi_json_next(&each)) {
        const char *name;
        uint8_t uses;
        if (!vrmi_load_goes_on(d->load)) return false;
        if ((d->document->is_buffer_missing[each.item.index] & IS_MISSING) == 0) continue;
        name = find_stand_in(d, &each.item);
        if (name == NULL) {
            vrmi_load_found(d->load, VRMI_BUFFER_MISSING, &each.item, NULL);
            d->document->is_buffer_missing[each.item.index] |= IS_REPORTED;
            continue;
        }
        uses = d->document->is_buffer_missing[each.item.index];
        if ((uses & HAS_OTHERS) != 0) {
            vrmi_load_found(d->load, VRMI_BUFFER_FALLBACK, &each.item, VRMI_WITH(vrmi_words(name)));
        }
        if (!has_decoder(&d->load->meshopt) && uses != (IS_MISSING | HAS_OTHERS)) {
            vrmi_load_found(d->load, VRMI_BUFFER_COMPRESSED, &each.item,
                            VRMI_WITH(vrmi_words(name)));
        }
    }
    return true;
}

bool vrmi_decode_views(vrmi_load *load, const vrmi_json *array, uint32_t count,
                       vrmi_document *document) {
    decoding d = {load, document, NULL, 0, NULL};
    if (load->is_prefix) return true;
    if (count != 0 && !read_records(&d, array, count)) return false;
    if (document->is_buffer_missing != NULL && !report_missing(&d, array)) return false;
    if (d.count == 0 || !has_decoder(&load->meshopt)) return true;
    return decode_all(&d, array);
}
