/* Numbers of the payload: little-endian on every host, at any alignment. Compilers make plain loads
 * of these. */
#ifndef VRMI_GLTF_LITTLE_ENDIAN_H
#define VRMI_GLTF_LITTLE_ENDIAN_H

#include <stdint.h>
#include <string.h>

static inline uint32_t vrmi_load_u16(const uint8_t *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
}

static inline uint32_t vrmi_load_u32(const uint8_t *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

/* Whatever it is, infinities and NaN too. */
static inline float vrmi_load_f32(const uint8_t *bytes) {
    uint32_t bits = vrmi_load_u32(bytes);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

#endif
