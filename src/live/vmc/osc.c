#include "live/vmc/osc.h"

#include "base/bytes.h"

#include <string.h>

bool vrmi_osc_is_bundle(const uint8_t *bytes, size_t size) {
    return size >= VRMI_OSC_BUNDLE_HEAD && memcmp(bytes, "#bundle", 8) == 0;
}

void vrmi_osc_reader_init(vrmi_osc_reader *reader, const uint8_t *bytes, size_t size) {
    reader->bytes = bytes;
    reader->at = VRMI_OSC_BUNDLE_HEAD;
    reader->ends[0] = size;
    reader->depth = 1;
}

vrmi_osc_step vrmi_osc_next(vrmi_osc_reader *reader, vrmi_osc_element *out) {
    for (;;) {
        size_t left, size;
        while (reader->depth > 0 && reader->at == reader->ends[reader->depth - 1]) --reader->depth;
        if (reader->depth == 0) return VRMI_OSC_END;
        left = reader->ends[reader->depth - 1] - reader->at;
        if (left < 4) return VRMI_OSC_BROKEN;
        size = vrmi_load_u32_big(reader->bytes + reader->at);
        reader->at += 4;
        if (size == 0 || size % 4 != 0 || size > left - 4) return VRMI_OSC_BROKEN;
        out->bytes = reader->bytes + reader->at;
        out->size = size;
        if (!vrmi_osc_is_bundle(out->bytes, size)) {
            reader->at += size;
            return VRMI_OSC_ELEMENT;
        }
        if (reader->depth == VRMI_OSC_DEPTH) return VRMI_OSC_BROKEN;
        reader->ends[reader->depth++] = reader->at + size;
        reader->at += VRMI_OSC_BUNDLE_HEAD;
    }
}

/* The length of a string that ends before `size`; false: it does not. */
static bool string_ends(const uint8_t *bytes, size_t size, size_t *out_length) {
    const uint8_t *end = size > 0 ? memchr(bytes, 0, size) : NULL;
    if (end == NULL) return false;
    *out_length = (size_t)(end - bytes);
    return true;
}

/* The bytes of one argument, at most `left`; false: it is longer, or its type is not one of OSC. */
static bool argument_size(char type, const uint8_t *at, size_t left, size_t *out) {
    size_t length;
    switch (type) {
    case 'T':
    case 'F':
    case 'N':
    case 'I':
    case '[':
    case ']':
        *out = 0;
        return true;
    case 'i':
    case 'f':
    case 'c':
    case 'r':
    case 'm':
        *out = 4;
        break;
    case 'h':
    case 't':
    case 'd':
        *out = 8;
        break;
    case 's':
    case 'S':
        if (!string_ends(at, left, &length)) return false;
        *out = vrmi_osc_padded(length);
        break;
    case 'b':
        if (left < 4) return false;
        length = vrmi_load_u32_big(at);
        if (length > left - 4) return false;
        *out = 4 + (length + 3) / 4 * 4;
        break;
    default:
        return false;
    }
    return *out <= left;
}

bool vrmi_osc_message_read(vrmi_osc_element element, vrmi_osc_message *out) {
    const uint8_t *bytes = element.bytes;
    size_t at, length;
    if (element.size < 4 || element.size % 4 != 0 || bytes[0] != '/') return false;
    if (!string_ends(bytes, element.size, &out->address_length)) return false;
    out->address = (const char *)bytes;
    at = vrmi_osc_padded(out->address_length);
    if (at == element.size) { /* older senders have no types if there are no arguments */
        out->types = "";
        out->type_count = 0;
        out->arguments = bytes + at;
        return true;
    }
    if (bytes[at] != ',' || !string_ends(bytes + at, element.size - at, &length)) return false;
    out->types = (const char *)bytes + at + 1;
    out->type_count = length - 1;
    at += vrmi_osc_padded(length);
    out->arguments = bytes + at;
    for (size_t i = 0; i < out->type_count; ++i) {
        size_t size;
        if (!argument_size(out->types[i], bytes + at, element.size - at, &size)) return false;
        at += size;
    }
    return at == element.size;
}

const uint8_t *vrmi_osc_string(const uint8_t *at, const char **out, size_t *out_length) {
    *out = (const char *)at;
    *out_length = strlen(*out);
    return at + vrmi_osc_padded(*out_length);
}
