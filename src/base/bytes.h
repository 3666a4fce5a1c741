/* Numbers in bytes, at any alignment and in the order of the file on every host. Compilers make
 * plain loads and stores of these. */
#ifndef VRMI_BASE_BYTES_H
#define VRMI_BASE_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Little-endian, as glTF, VMD and WebP have them. */

static inline uint32_t vrmi_load_u16(const uint8_t *from) {
    return (uint32_t)from[0] | (uint32_t)from[1] << 8;
}

static inline uint32_t vrmi_load_u24(const uint8_t *from) {
    return vrmi_load_u16(from) | (uint32_t)from[2] << 16;
}

static inline uint32_t vrmi_load_u32(const uint8_t *from) {
    return (uint32_t)from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 |
           (uint32_t)from[3] << 24;
}

/* Whatever it is, infinities and NaN too. */
static inline float vrmi_load_f32(const uint8_t *from) {
    uint32_t bits = vrmi_load_u32(from);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The low 32 bits. */
static inline void vrmi_store_u32(uint8_t *out, size_t value) {
    for (int i = 0; i < 4; ++i) out[i] = (uint8_t)(value >> (8 * i) & 0xFF);
}

static inline void vrmi_store_f32(uint8_t *out, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    vrmi_store_u32(out, bits);
}

/* Big-endian, as PNG and JPEG have them. */

static inline uint32_t vrmi_load_u16_big(const uint8_t *from) {
    return (uint32_t)from[0] << 8 | (uint32_t)from[1];
}

static inline uint32_t vrmi_load_u32_big(const uint8_t *from) {
    return vrmi_load_u16_big(from) << 16 | vrmi_load_u16_big(from + 2);
}

#endif
