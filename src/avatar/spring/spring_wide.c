/* Which lanes, and when. */
#include "avatar/spring/spring_wide.h"

#include <string.h>

#if defined(__x86_64__) || defined(_M_X64)
#define IS_X86 1
#if defined(_MSC_VER)
#include <intrin.h>
#endif
#else
#define IS_X86 0
#endif

#if IS_X86
static bool has_avx2(void) {
#if defined(_MSC_VER)
    int info[4];
    __cpuid(info, 1);
    if ((info[2] & (1 << 27)) == 0 || (_xgetbv(0) & 6) != 6) return false;
    __cpuidex(info, 7, 0);
    return (info[1] & (1 << 5)) != 0;
#elif defined(VRM_NO_CPU_SUPPORTS)
    return false; /* SSE2 gives the same bits */
#else
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") != 0;
#endif
}
#endif

static const vrmi_wide *find(vrm_lanes kind) {
    switch (kind) {
#if VRMI_HAS_PLAIN_LANES
    case VRM_LANES_PLAIN:
        return &vrmi_wide_plain;
#endif
#if IS_X86
    case VRM_LANES_SSE2:
        return &vrmi_wide_sse2;
    case VRM_LANES_AVX2:
        return has_avx2() ? &vrmi_wide_avx2 : NULL;
#endif
#if defined(__aarch64__) || defined(_M_ARM64)
    case VRM_LANES_NEON:
        return &vrmi_wide_neon;
#endif
#if defined(__wasm_simd128__)
    case VRM_LANES_WASM:
        return &vrmi_wide_wasm;
#endif
    default:
        return NULL;
    }
}

const vrmi_wide *vrmi_wide_choose(vrm_lanes lanes) {
    static const vrm_lanes best[] = {VRM_LANES_AVX2, VRM_LANES_SSE2, VRM_LANES_NEON,
                                     VRM_LANES_WASM};
    if (lanes != VRM_LANES_AUTO) return find(lanes);
    for (size_t i = 0; i < sizeof best / sizeof best[0]; ++i) {
        const vrmi_wide *found = find(best[i]);
        if (found != NULL) return found;
    }
    return NULL; /* plain C in lanes is slower than the reference */
}

const char *vrm_lanes_name(vrm_lanes lanes) {
    static const char *const names[] = {"auto", "scalar", "plain", "sse2", "avx2", "neon", "wasm"};
    return vrmi_is_index(lanes, sizeof names / sizeof names[0]) ? names[lanes] : "";
}

int32_t vrm_lanes_supported(vrm_lanes lanes) {
    return lanes == VRM_LANES_AUTO || lanes == VRM_LANES_SCALAR || find(lanes) != NULL;
}

/* A place that springs can be measured against. */
static bool has_size(float scale) { return scale > VRMI_EPSILON_LENGTH && scale <= FLT_MAX; }

/* A center whose size is known, and is not nothing: else its joints start anew (6.2). */
static bool is_center_regular(const vrm_avatar *avatar, uint32_t spring) {
    const vrmi_rig_springs *rig = &avatar->rig->springs;
    const vrm_spring *model_spring = &avatar->tables->springs[spring];
    int32_t center = avatar->springs.springs[spring].center;
    const vrmi_rig_joint *first;
    if (center == VRM_NONE || model_spring->joint_count == 0) return true;
    first = &rig->joints[model_spring->first_joint];
    if (center == first->place) {
        if ((uint32_t)first->parent_place >= rig->input_count) return false;
        return has_size(avatar->springs.places[first->parent_place].scale *
                        vrmi_largest_scale(avatar->local[first->node].scale));
    }
    if ((uint32_t)center >= rig->input_count) return false;
    return has_size(avatar->springs.places[center].scale);
}

/* Adding +0 changes no value except -0. Wind is never -0 unless it was set so. */
static bool is_plain_zero(vrm_vec3 v) {
    return (vrmi_float_bits(v.x) | vrmi_float_bits(v.y) | vrmi_float_bits(v.z)) == 0;
}

static uint32_t find_traits(const vrm_avatar *avatar) {
    const vrmi_rig_springs *rig = &avatar->rig->springs;
    uint32_t traits = VRMI_TRAIT_KNOWN | VRMI_TRAIT_CAN_STEP | VRMI_TRAIT_CAN_WRITE;
    for (uint32_t i = 0; i < avatar->tables->spring_count; ++i) {
        const vrmi_spring *spring = &avatar->springs.springs[i];
        const vrm_spring *model_spring = &avatar->tables->springs[i];
        if (spring->mode != VRM_SPRING_MODE_RUN && spring->mode != VRM_SPRING_MODE_TRACK) {
            traits &= ~(uint32_t)VRMI_TRAIT_CAN_STEP;
        }
        if (spring->mode > VRM_SPRING_MODE_HOLD || spring->weight != 1.0f) {
            traits &= ~(uint32_t)VRMI_TRAIT_CAN_WRITE;
        }
        if (!is_plain_zero(spring->wind)) traits |= VRMI_TRAIT_HAS_WIND;
        if (spring->center == VRM_NONE || model_spring->joint_count == 0) continue;
        traits |= VRMI_TRAIT_HAS_CENTER;
        if ((uint32_t)spring->center >= rig->input_count) traits |= VRMI_TRAIT_OWN_CENTER;
    }
    /* Both winds of -0 would sum up to -0. */
    if (!is_plain_zero(avatar->springs.wind)) traits |= VRMI_TRAIT_HAS_WIND;
    return traits;
}

static bool are_centers_regular(const vrm_avatar *avatar) {
    if ((avatar->springs.traits & VRMI_TRAIT_OWN_CENTER) == 0) {
        bool are_sized = true;
        for (uint32_t i = 0; i < avatar->rig->springs.input_count; ++i) {
            are_sized = are_sized && has_size(avatar->springs.places[i].scale);
        }
        if (are_sized) return true;
    }
    for (uint32_t i = 0; i < avatar->tables->spring_count; ++i) {
        if (!is_center_regular(avatar, i)) return false;
    }
    return true;
}

bool vrmi_can_step_wide(vrm_avatar *avatar) {
    const vrmi_rig_springs *rig = &avatar->rig->springs;
    const vrmi_rig_lanes *lanes = &avatar->rig->lanes;
    vrmi_springs *springs = &avatar->springs;
    if (springs->traits == 0) springs->traits = find_traits(avatar);
    if ((springs->traits & VRMI_TRAIT_CAN_STEP) == 0) return false;
    if ((springs->traits & VRMI_TRAIT_HAS_CENTER) != 0 && !are_centers_regular(avatar))
        return false;
    if (memchr(springs->is_new, 1, avatar->tables->spring_joint_count) != NULL) return false;
    for (uint32_t i = 0; i < lanes->collider_place_count; ++i) {
        vrm_vec3 scale = avatar->local[rig->places[lanes->collider_places[i]].node].scale;
        if (scale.x != scale.y || scale.x != scale.z || scale.x < 0.0f) return false;
    }
    return true;
}

bool vrmi_can_write_wide(vrm_avatar *avatar) {
    if (avatar->springs.traits == 0) avatar->springs.traits = find_traits(avatar);
    return (avatar->springs.traits & VRMI_TRAIT_CAN_WRITE) != 0 && avatar->springs.sway == 1.0;
}
