/*
 * OSC 1.0 in bytes of others: elements of bundles, and messages with their arguments. Everything is
 * checked before it is given out; nothing is copied.
 */
#ifndef VRMI_LIVE_VMC_OSC_H
#define VRMI_LIVE_VMC_OSC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bundles within bundles: senders use one level. */
enum { VRMI_OSC_DEPTH = 4, VRMI_OSC_BUNDLE_HEAD = 16 };

/* Walks the messages of a datagram. */
typedef struct vrmi_osc_reader {
    const uint8_t *bytes;
    size_t at;
    size_t ends[VRMI_OSC_DEPTH]; /* of the bundles that are open */
    int depth;
} vrmi_osc_reader;

/* One message without a bundle, or what a bundle holds. */
typedef struct vrmi_osc_element {
    const uint8_t *bytes;
    size_t size;
} vrmi_osc_element;

typedef enum vrmi_osc_step { VRMI_OSC_ELEMENT, VRMI_OSC_END, VRMI_OSC_BROKEN } vrmi_osc_step;

/* A datagram is a bundle, or one message. */
bool vrmi_osc_is_bundle(const uint8_t *bytes, size_t size);

/* For a bundle. */
void vrmi_osc_reader_init(vrmi_osc_reader *reader, const uint8_t *bytes, size_t size);
vrmi_osc_step vrmi_osc_next(vrmi_osc_reader *reader, vrmi_osc_element *out);

typedef struct vrmi_osc_message {
    const char *address; /* ends in a NUL byte */
    size_t address_length;
    const char *types; /* without the comma; ends in a NUL byte */
    size_t type_count;
    const uint8_t *arguments; /* one after another, each a multiple of 4 bytes */
} vrmi_osc_message;

/* False: it is no OSC message, or its arguments do not fill it. */
bool vrmi_osc_message_read(vrmi_osc_element element, vrmi_osc_message *out);

/* A string argument at `at`, which a message that was read holds; returns what follows. */
const uint8_t *vrmi_osc_string(const uint8_t *at, const char **out, size_t *out_length);

/* The bytes that a string of this length takes: a NUL byte at least, and zeros up to 4. */
static inline size_t vrmi_osc_padded(size_t length) { return (length | 3) + 1; }

#endif
