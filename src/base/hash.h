/* FNV-1a: no secret, just unlikely to agree by accident. Whoever finds equal hashes compares. */
#ifndef VRMI_BASE_HASH_H
#define VRMI_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define VRMI_HASH_START UINT64_C(0xcbf29ce484222325)

static inline uint64_t vrmi_hash_word(uint64_t hash, uint64_t word) {
    return (hash ^ word) * UINT64_C(0x100000001b3);
}

/* The high bits of words as wide as these reach the low bits of the hash only by a shift. */
static inline uint64_t vrmi_hash_mixed(uint64_t hash, uint32_t word) {
    hash = vrmi_hash_word(hash, word);
    return hash ^ hash >> 29;
}

static inline uint64_t vrmi_hash_bytes(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *at = (const unsigned char *)bytes;
    for (size_t i = 0; i < size; ++i) hash = vrmi_hash_word(hash, at[i]);
    return hash;
}

#endif
