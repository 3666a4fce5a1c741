#include "author/vrma/vrma_sampled.h"

#include "author/vrma/vrma_body.h"
#include "base/sort.h"
#include "model/model.h"

#include <string.h>

/* --- Times --- */

/* How many times may be added to a clip (an hour at 30 a second), and between two keys. Longer gaps
 * have times further apart. A product of two rotations that turn by 180 degrees from key to key is
 * off by 0.001 degrees between 300 times, however long that takes. */
enum { MOST_BETWEEN = 108000, MOST_IN_GAP = 300 };

static bool is_wanted(const vrmi_clip_set *set, const vrmi_vrma_wanted *wanted) {
    for (uint32_t i = 0; i < set->group_count; ++i) {
        for (int lane = 0; lane < VRMI_LANES; ++lane) {
            if (wanted->rotations[set->groups[i].targets[lane]]) return true;
        }
    }
    for (uint32_t i = 0; i < set->curve_count; ++i) {
        if (wanted->curves[set->curves[i].kind]) return true;
    }
    return false;
}

static bool comes_before(const void *context, uint32_t a, uint32_t b) {
    const float *times = context;
    return times[a] < times[b];
}

/* The next smaller float of a time; times are not negative. */
static float before(float time) {
    uint32_t bits = vrmi_float_bits(time);
    float result;
    if (time <= 0.0f) return 0.0f;
    --bits;
    memcpy(&result, &bits, sizeof result);
    return result;
}

/* The keys of the sets, in any order. */
static bool gather(vrmi_arena *arena, const vrm_clip *clip, const vrmi_vrma_wanted *wanted,
                   vrmi_vrma_times *out) {
    size_t most = 1;
    out->count = 0;
    for (uint32_t i = 0; i < clip->set_count; ++i) {
        if (is_wanted(&clip->sets[i], wanted)) most += 2 * (size_t)clip->sets[i].key_count;
    }
    if (most > UINT32_MAX / 2) return false;
    out->times = VRMI_TAKE(arena, float, most);
    if (out->times == NULL) return false;
    for (uint32_t i = 0; i < clip->set_count; ++i) {
        const vrmi_clip_set *set = &clip->sets[i];
        const bool jumps = set->interpolation == VRM_INTERPOLATION_STEP;
        if (!is_wanted(set, wanted)) continue;
        for (uint32_t k = 0; k < set->key_count; ++k) {
            if (jumps && k > 0) out->times[out->count++] = before(set->times[k]);
            out->times[out->count++] = set->times[k];
        }
    }
    if (out->count == 0) out->times[out->count++] = 0.0f;
    return true;
}

/* In order, and each once. */
static bool sort_times(vrmi_arena *arena, vrmi_vrma_times *times) {
    const uint32_t *order = vrmi_sort_order(arena, times->count, comes_before, times->times);
    float *sorted = VRMI_TAKE(arena, float, times->count);
    uint32_t count = 0;
    if (order == NULL || sorted == NULL) return false;
    for (uint32_t i = 0; i < times->count; ++i) {
        float time = times->times[order[i]];
        if (count == 0 || time > sorted[count - 1]) sorted[count++] = time;
    }
    times->times = sorted;
    times->count = count;
    return true;
}

/* How many times there are to be between two keys. Half a step more is no gap, as the keys of a
 * clip of nearly the same rate are at rounded times. */
static uint32_t between(float from, float to, double step) {
    const double steps = ((double)to - (double)from) / step;
    if (steps > (double)MOST_IN_GAP) return MOST_IN_GAP;
    return steps > 1.5 ? (uint32_t)(steps + 0.5) - 1 : 0;
}

static bool fill_gaps(vrmi_arena *arena, vrmi_vrma_times *times, float keys_per_second) {
    const double span = (double)times->times[times->count - 1] - (double)times->times[0];
    double step = 1 / (double)keys_per_second;
    float *filled;
    size_t most = times->count;
    uint32_t count = 0;
    if (span / step > (double)MOST_BETWEEN) step = span / (double)MOST_BETWEEN;
    for (uint32_t i = 1; i < times->count; ++i) {
        most += between(times->times[i - 1], times->times[i], step);
    }
    filled = VRMI_TAKE(arena, float, most);
    if (filled == NULL) return false;
    for (uint32_t i = 0; i < times->count; ++i) {
        const uint32_t more = i > 0 ? between(times->times[i - 1], times->times[i], step) : 0;
        for (uint32_t k = 1; k <= more; ++k) {
            const double from = (double)times->times[i - 1], to = (double)times->times[i];
            const float time = (float)(from + (to - from) * k / (more + 1));
            if (time > filled[count - 1] && time < times->times[i]) filled[count++] = time;
        }
        filled[count++] = times->times[i];
    }
    times->times = filled;
    times->count = count;
    return true;
}

bool vrmi_vrma_sample_times(vrmi_arena *arena, const vrm_clip *clip, const vrmi_vrma_wanted *wanted,
                            float keys_per_second, vrmi_vrma_times *out) {
    return gather(arena, clip, wanted, out) && sort_times(arena, out) &&
           fill_gaps(arena, out, keys_per_second);
}

/* --- LookAt --- */

vrm_quat vrmi_vrma_direction(const vrm_clip *clip, const vrm_pose *pose) {
    static const vrm_bone way[] = {VRM_BONE_HIPS,        VRM_BONE_SPINE, VRM_BONE_CHEST,
                                   VRM_BONE_UPPER_CHEST, VRM_BONE_NECK,  VRM_BONE_HEAD};
    const float height = clip->info.hips_height;
    vrm_quat turn = vrmi_quat_identity(), yaw, pitch;
    vrm_vec3 eyes = pose->hips, last = {0.0f, 0.0f, 0.0f}, to;
    for (size_t i = 0; i < sizeof way / sizeof way[0]; ++i) {
        const vrm_vec3 place = vrmi_vrma_bone_place(way[i]);
        eyes = vrmi_vec3_add(eyes, vrmi_quat_rotate(turn, vrmi_vec3_sub(place, last)));
        turn = vrmi_quat_normalize(vrmi_quat_multiply(turn, pose->rotations[way[i]]));
        last = place;
    }
    to = clip->info.has_eye_offset && height > 0.0f
             ? vrmi_vec3_scale(clip->info.eye_offset, 1.0f / height)
             : vrmi_vrma_eye_offset();
    eyes = vrmi_vec3_add(eyes, vrmi_quat_rotate(turn, to));
    to = vrmi_quat_rotate(vrmi_quat_conjugate(turn), vrmi_vec3_sub(pose->look_at, eyes));
    to = vrmi_vec3_to_finite(to);
    yaw = vrmi_quat_from_axis_angle(vrm_vec3_make(0.0f, 1.0f, 0.0f), vrmi_atan2(to.x, to.z));
    pitch = vrmi_quat_from_axis_angle(
        vrm_vec3_make(1.0f, 0.0f, 0.0f),
        vrmi_atan2(-to.y, vrmi_to_finite(sqrtf(to.x * to.x + to.z * to.z))));
    return vrmi_quat_normalize(vrmi_quat_multiply(yaw, pitch));
}
