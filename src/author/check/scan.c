#include "author/check/scan.h"

#include "base/bytes.h"
#include "base/math.h"
#include "gltf/accessor.h"

/* --- Floats --- */

/* So many floats are looked at together: whole elements of 1, 2, 3 or 4 components, and whole
 * vectors of every width. Loops of 16 or fewer are unrolled by compilers before they look for
 * vectors. */
enum { LANES = 24, BLOCK_BYTES = LANES * 4 };

/* By the order of floats as integers; infinities and NaN lie beyond all others. */
typedef struct float_lanes {
    int32_t least[LANES], most[LANES];
} float_lanes;

/* Negative floats are ordered the other way round by their bits. The same again gives the bits. */
static int32_t order_of(uint32_t bits) {
    uint32_t magnitude_if_negative = (0u - (bits >> 31)) >> 1;
    return (int32_t)(bits ^ magnitude_if_negative);
}

static void look_at_blocks(float_lanes *restrict lanes, const uint8_t *restrict bytes,
                           size_t block_count) {
    for (size_t block = 0; block < block_count; ++block, bytes += BLOCK_BYTES) {
        for (size_t k = 0; k < LANES; ++k) {
            int32_t order = order_of(vrmi_load_u32(bytes + k * 4));
            lanes->least[k] = order < lanes->least[k] ? order : lanes->least[k];
            lanes->most[k] = order > lanes->most[k] ? order : lanes->most[k];
        }
    }
}

/* `count` elements of `width` floats: whole blocks where they are; those that are apart, or too few
 * for a block, are copied into one, which the last of them fills. */
static void look_at(float_lanes *lanes, const uint8_t *bytes, size_t stride, size_t count,
                    size_t width) {
    size_t of_block = LANES / width, first = 0;
    if (stride == width * 4) {
        look_at_blocks(lanes, bytes, count / of_block);
        first = count / of_block * of_block;
    }
    for (size_t i = first; i < count; i += of_block) {
        uint8_t block[BLOCK_BYTES] = {0};
        for (size_t k = 0; k < of_block; ++k) {
            size_t from = i + k < count ? i + k : count - 1;
            memcpy(block + k * width * 4, bytes + from * stride, width * 4);
        }
        look_at_blocks(lanes, block, 1);
    }
}

static float float_of(int32_t order) {
    uint32_t bits = (uint32_t)order_of((uint32_t)order);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Lane k has component k % width. */
static vrmi_range range_of(const float_lanes *lanes, size_t width) {
    vrmi_range range = {{0}, {0}, true};
    for (size_t k = 0; k < width; ++k) {
        int32_t least = lanes->least[k], most = lanes->most[k];
        for (size_t lane = k + width; lane < LANES; lane += width) {
            least = lanes->least[lane] < least ? lanes->least[lane] : least;
            most = lanes->most[lane] > most ? lanes->most[lane] : most;
        }
        range.least[k] = float_of(least);
        range.most[k] = float_of(most);
        range.is_finite =
            range.is_finite && vrmi_is_finite(range.least[k]) && vrmi_is_finite(range.most[k]);
    }
    return range;
}

vrmi_range vrmi_scan_floats(const vrmi_elements *elements) {
    size_t width = elements->components;
    float_lanes lanes;
    for (size_t k = 0; k < LANES; ++k) {
        lanes.least[k] = INT32_MAX;
        lanes.most[k] = INT32_MIN;
    }
    if (width <= 4) {
        look_at(&lanes, elements->bytes, elements->stride, elements->count, width);
        return range_of(&lanes, width);
    }
    /* Matrices of floats have no padding. */
    for (size_t i = 0; i < elements->count; ++i) {
        look_at(&lanes, elements->bytes + i * elements->stride, 4, width, 1);
    }
    return range_of(&lanes, 1);
}

/* --- Integers --- */

static double integer_at(const uint8_t *bytes, vrm_component component) {
    switch (component) {
    case VRM_COMPONENT_I8:
        return (double)(int8_t)bytes[0];
    case VRM_COMPONENT_U8:
        return (double)bytes[0];
    case VRM_COMPONENT_I16:
        return (double)(int16_t)(uint16_t)vrmi_load_u16(bytes);
    case VRM_COMPONENT_U16:
        return (double)vrmi_load_u16(bytes);
    default:
        return (double)vrmi_load_u32(bytes);
    }
}

vrmi_range vrmi_scan_integers(const vrmi_elements *elements) {
    size_t width = elements->components < 4 ? elements->components : 4;
    size_t size = vrmi_component_size(elements->component);
    vrmi_range range = {{0}, {0}, true};
    for (size_t k = 0; k < width; ++k) {
        const uint8_t *bytes = elements->bytes + k * size;
        double least = integer_at(bytes, elements->component), most = least;
        for (size_t i = 1; i < elements->count; ++i) {
            double value = integer_at(bytes + i * elements->stride, elements->component);
            least = value < least ? value : least;
            most = value > most ? value : most;
        }
        range.least[k] = (float)least;
        range.most[k] = (float)most;
    }
    return range;
}

static uint32_t largest_u8(const uint8_t *bytes, size_t count) {
    uint8_t largest = 0;
    for (size_t i = 0; i < count; ++i) largest = bytes[i] > largest ? bytes[i] : largest;
    return largest;
}

static uint32_t largest_u16(const uint8_t *bytes, size_t count) {
    uint16_t largest = 0;
    for (size_t i = 0; i < count; ++i) {
        uint16_t value = (uint16_t)vrmi_load_u16(bytes + i * 2);
        largest = value > largest ? value : largest;
    }
    return largest;
}

static uint32_t largest_u32(const uint8_t *bytes, size_t count) {
    uint32_t largest = 0;
    for (size_t i = 0; i < count; ++i) {
        uint32_t value = vrmi_load_u32(bytes + i * 4);
        largest = value > largest ? value : largest;
    }
    return largest;
}

static uint32_t largest_of(const uint8_t *bytes, size_t count, vrm_component component) {
    switch (component) {
    case VRM_COMPONENT_U8:
        return largest_u8(bytes, count);
    case VRM_COMPONENT_U16:
        return largest_u16(bytes, count);
    default:
        return largest_u32(bytes, count);
    }
}

uint32_t vrmi_scan_largest(const vrmi_elements *elements) {
    size_t size = vrmi_component_size(elements->component) * elements->components;
    uint32_t largest = 0;
    if (elements->stride == size) {
        return largest_of(elements->bytes, (size_t)elements->count * elements->components,
                          elements->component);
    }
    for (size_t i = 0; i < elements->count; ++i) {
        uint32_t value = largest_of(elements->bytes + i * elements->stride, elements->components,
                                    elements->component);
        largest = value > largest ? value : largest;
    }
    return largest;
}

uint64_t vrmi_count_between(const vrmi_elements *elements, uint32_t least, uint32_t most) {
    size_t size = vrmi_component_size(elements->component);
    uint64_t found = 0;
    for (size_t i = 0; i < elements->count; ++i) {
        const uint8_t *element = elements->bytes + i * elements->stride;
        for (size_t k = 0; k < elements->components; ++k) {
            uint32_t value = largest_of(element + k * size, 1, elements->component);
            found += value >= least && value <= most;
        }
    }
    return found;
}
