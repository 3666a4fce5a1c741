/* Curves of VMD as lines: keys of the file, and more of them where it goes in a curve. */
#include "clip/vmd.h"

#include "base/math.h"
#include "clip/diagnostics.h"

#include <string.h>

/* --- Curves --- */

enum { CURVE_X, CURVE_Y, CURVE_Z, CURVE_ROTATION };

/* The two points of a curve of Bezier, from (0, 0) to (1, 1). */
typedef struct vmd_curve {
    float x1, y1, x2, y2;
} vmd_curve;

static float part_of(uint8_t byte) { return (float)(byte < 127 ? byte : 127) / 127.0f; }

static vmd_curve curve_of(const vrmi_vmd_key *key, int which) {
    const uint8_t *bytes = key->curves + 16 * which;
    return (vmd_curve){part_of(bytes[0]), part_of(bytes[4]), part_of(bytes[8]), part_of(bytes[12])};
}

/* The first curve of a key with the same numbers. Most keys have one curve for all four, and to
 * follow a curve is what a file costs. */
static int same_curve(const vrmi_vmd_key *key, int which) {
    const vmd_curve own = curve_of(key, which);
    int first = 0;
    for (; first < which; ++first) {
        const vmd_curve c = curve_of(key, first);
        if (c.x1 == own.x1 && c.y1 == own.y1 && c.x2 == own.x2 && c.y2 == own.y2) break;
    }
    return first;
}

static bool is_line(vmd_curve c) { return c.x1 == c.y1 && c.x2 == c.y2; }

static float bezier(float a, float b, float s) {
    float r = 1.0f - s;
    return 3.0f * r * r * s * a + 3.0f * r * s * s * b + s * s * s;
}

static float bezier_slope(float a, float b, float s) {
    float r = 1.0f - s;
    return 3.0f * r * r * a + 6.0f * r * s * (b - a) + 3.0f * s * s * (1.0f - b);
}

/* How much of the way is made when this much of the time has passed. x rises with s: steps of
 * Newton find it, and halves where a step would leave what is left of the range. */
static float progress(vmd_curve c, float time) {
    float low = 0.0f, high = 1.0f, s = time;
    if (is_line(c)) return time;
    for (int i = 0; i < 24; ++i) {
        float off = bezier(c.x1, c.x2, s) - time;
        float slope = bezier_slope(c.x1, c.x2, s), next;
        if (fabsf(off) < 1e-7f) break;
        if (off < 0.0f) {
            low = s;
        } else {
            high = s;
        }
        next = slope > 1e-3f ? s - off / slope : low;
        s = next > low && next < high ? next : 0.5f * (low + high);
    }
    return bezier(c.y1, c.y2, s);
}

/* --- Keys --- */

/* How much of each way is made on the way to a key. */
static void progress_to(const vrmi_vmd_key *key, float time, float out[4]) {
    for (int i = 0; i < 4; ++i) {
        const int same = same_curve(key, i);
        out[i] = same < i ? out[same] : progress(curve_of(key, i), time);
    }
}

vrmi_vmd_key vrmi_vmd_sample(const vrmi_vmd *vmd, uint32_t bone, double frame) {
    const vrmi_vmd_keys *keys = &vmd->bones[bone];
    uint32_t low = 0, high = keys->count;
    const vrmi_vmd_key *from, *to;
    vrmi_vmd_key out;
    float time, parts[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    memset(&out, 0, sizeof out);
    out.rotation = vrmi_quat_identity();
    if (keys->count == 0) return out;
    while (low < high) { /* the first behind the frame */
        uint32_t middle = low + (high - low) / 2;
        if ((double)keys->keys[middle].frame <= frame) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == 0) return keys->keys[0];
    if (low == keys->count) return keys->keys[low - 1];
    from = &keys->keys[low - 1];
    to = &keys->keys[low];
    time = (float)((frame - (double)from->frame) / (double)(to->frame - from->frame));
    progress_to(to, time, parts);
    out.place.x = vrmi_lerp(from->place.x, to->place.x, parts[CURVE_X]);
    out.place.y = vrmi_lerp(from->place.y, to->place.y, parts[CURVE_Y]);
    out.place.z = vrmi_lerp(from->place.z, to->place.z, parts[CURVE_Z]);
    out.rotation = vrmi_quat_slerp(from->rotation, to->rotation, parts[CURVE_ROTATION]);
    return out;
}

/* --- Frames --- */

/* How far a key is from the one before it: in degrees, and in hundredths of a unit. Of equal
 * curves, the one that goes farthest has it all: a line that is near to that is near to the others.
 */
typedef struct vmd_reach {
    const vrmi_vmd_key *from, *to;
    float amounts[4]; /* by curve */
} vmd_reach;

static vmd_reach reach_of(const vrmi_vmd_key *from, const vrmi_vmd_key *to) {
    float cosine = fabsf(vrmi_quat_dot(from->rotation, to->rotation));
    vmd_reach out = {from, to, {0.0f, 0.0f, 0.0f, 0.0f}};
    out.amounts[CURVE_X] = 100.0f * fabsf(to->place.x - from->place.x);
    out.amounts[CURVE_Y] = 100.0f * fabsf(to->place.y - from->place.y);
    out.amounts[CURVE_Z] = 100.0f * fabsf(to->place.z - from->place.z);
    out.amounts[CURVE_ROTATION] = vrmi_degrees(2.0f * vrmi_acos(cosine));
    for (int i = 1; i < 4; ++i) {
        const int same = same_curve(to, i);
        if (same == i) continue;
        out.amounts[same] = vrmi_max(out.amounts[same], out.amounts[i]);
        out.amounts[i] = 0.0f;
    }
    return out;
}

static float time_of(const vmd_reach *r, uint32_t frame) {
    return (float)(frame - r->from->frame) / (float)(r->to->frame - r->from->frame);
}

/* How closely ways are followed: 0 as closely as can be seen, each next one half as much. */
enum { COARSEST = 8 };

/* Whether a line from one frame to another stays within a tolerance of all four curves. A curve may
 * cross its chord in the middle, so that quarters are looked at too. */
static bool is_near_line(const vmd_reach *r, uint32_t first, uint32_t last, int coarseness) {
    for (int i = 0; i < 4; ++i) {
        vmd_curve c = curve_of(r->to, i);
        /* Degrees, or half a thousandth of a unit; or a part of the way, which bounds the parts. */
        float tolerance = vrmi_max(0.05f, 2.5e-4f * r->amounts[i]), begin, end;
        tolerance *= (float)(1 << (2 * coarseness));
        if (r->amounts[i] <= tolerance || is_line(c)) continue;
        /* So few are not worth a closer look. */
        if (coarseness == 0 && last - first <= VRMI_VMD_FEW_FRAMES) return false;
        begin = progress(c, time_of(r, first));
        end = progress(c, time_of(r, last));
        for (uint32_t quarter = 1; quarter < 4; ++quarter) {
            uint32_t frame = first + (uint32_t)((uint64_t)(last - first) * quarter / 4);
            float way = (float)(frame - first) / (float)(last - first);
            float off = progress(c, time_of(r, frame)) - vrmi_lerp(begin, end, way);
            if (fabsf(off) * r->amounts[i] > tolerance) return false;
        }
    }
    return true;
}

/*
 * The whole frames on the way to a key at which a line has to be bent, the key itself the last of
 * them; whole ones, because those are what the program itself shows. Several bones together are
 * never a line: their way is cut into parts besides. Returns how many; `out` may be NULL.
 */
static uint32_t list_way(const vrmi_vmd_key *from, const vrmi_vmd_key *to, bool is_alone,
                         int coarseness, float *out) {
    const vmd_reach reach = reach_of(from, to);
    const uint32_t frames = to->frame - from->frame;
    const uint32_t steps = VRMI_VMD_MAX_STEPS >> coarseness;
    const uint32_t part = is_alone || steps == 0 ? frames : (frames + steps - 1) / steps;
    uint32_t ends[VRMI_VMD_MAX_DEPTH], depth = 1, first = from->frame, count = 0;
    ends[0] = to->frame;
    while (depth > 0) {
        uint32_t last = ends[depth - 1];
        if (last - first > 1 && depth < VRMI_VMD_MAX_DEPTH && coarseness < COARSEST &&
            (last - first > part || !is_near_line(&reach, first, last, coarseness))) {
            ends[depth++] = first + (last - first) / 2;
            continue;
        }
        if (out != NULL) out[count] = (float)last;
        ++count;
        first = last;
        --depth;
    }
    return count;
}

/* All frames of a bone; at most about as many as `most`, where `out` is NULL. */
static uint32_t list_one(const vrmi_vmd_keys *keys, bool is_alone, int coarseness, uint32_t most,
                         float *out) {
    uint32_t count = keys->count != 0;
    if (count != 0 && out != NULL) out[0] = (float)keys->keys[0].frame;
    for (uint32_t i = 1; i < keys->count && (out != NULL || count <= most); ++i) {
        count += list_way(&keys->keys[i - 1], &keys->keys[i], is_alone, coarseness,
                          out != NULL ? out + count : NULL);
    }
    return count;
}

/* How many frames some bones have. */
static uint64_t count_frames(const vrmi_vmd *vmd, const uint8_t *bones, uint32_t bone_count,
                             int coarseness) {
    uint64_t total = 1;
    for (uint32_t i = 0; i < bone_count && total <= vmd->frames_left; ++i) {
        total +=
            list_one(&vmd->bones[bones[i]], bone_count == 1, coarseness, vmd->frames_left, NULL);
    }
    return total;
}

/* Follows ways as closely as the frames that are left allow. With keys alone, none are taken. */
static int find_coarseness(vrmi_load *load, vrmi_vmd *vmd, const uint8_t *bones,
                           uint32_t bone_count, uint64_t *total) {
    int coarseness = 0;
    for (; coarseness < COARSEST; ++coarseness) {
        *total = count_frames(vmd, bones, bone_count, coarseness);
        if (*total > vmd->frames_left) continue;
        vmd->frames_left -= (uint32_t)*total;
        break;
    }
    if (coarseness == COARSEST) {
        *total = 1;
        for (uint32_t i = 0; i < bone_count; ++i) *total += vmd->bones[bones[i]].count;
    }
    if (coarseness != 0 && !vmd->is_coarse) {
        vrmi_load_found(load, VRMI_VMD_CURVES, NULL, NULL);
        vmd->is_coarse = true;
    }
    return coarseness;
}

/* Two lists as one. */
static uint32_t merge(const float *a, uint32_t a_count, const float *b, uint32_t b_count,
                      float *out) {
    uint32_t count = 0, i = 0, k = 0;
    while (i < a_count || k < b_count) {
        float next = k == b_count || (i < a_count && a[i] < b[k]) ? a[i] : b[k];
        while (i < a_count && a[i] <= next) ++i;
        while (k < b_count && b[k] <= next) ++k;
        out[count++] = next;
    }
    return count;
}

bool vrmi_vmd_list_frames(vrmi_load *load, vrmi_vmd *vmd, const uint8_t *bones, uint32_t bone_count,
                          vrmi_vmd_frames *out) {
    uint64_t total;
    int coarseness = find_coarseness(load, vmd, bones, bone_count, &total);
    float *one, *merged, *spare;
    uint32_t count = 0;
    if (total > SIZE_MAX) return vrmi_load_refused(load);
    one = VRMI_TAKE(load->scratch, float, (size_t)total);
    merged = VRMI_TAKE(load->scratch, float, (size_t)total);
    spare = VRMI_TAKE(load->scratch, float, (size_t)total);
    if (one == NULL || merged == NULL || spare == NULL) return vrmi_load_refused(load);
    for (uint32_t i = 0; i < bone_count; ++i) {
        uint32_t own = list_one(&vmd->bones[bones[i]], bone_count == 1, coarseness, 0, one);
        float *previous = merged;
        count = merge(merged, count, one, own, spare);
        merged = spare;
        spare = previous;
    }
    if (count == 0) merged[count++] = 0.0f;
    out->frames = merged;
    out->count = count;
    return true;
}

int32_t vrmi_vmd_add_track(vrmi_load *load, vrmi_source_motion *motion,
                           const vrmi_vmd_frames *frames, const float *values) {
    vrmi_source_track *track = &motion->tracks[motion->track_count];
    float *times = VRMI_TAKE(load->scratch, float, frames->count);
    if (times == NULL) {
        vrmi_load_refused(load);
        return VRM_NONE;
    }
    for (uint32_t i = 0; i < frames->count; ++i) {
        times[i] = (float)((double)frames->frames[i] / (double)VRMI_VMD_FRAME_RATE);
    }
    *track = (vrmi_source_track){times, values, frames->count, VRM_INTERPOLATION_LINEAR};
    return (int32_t)motion->track_count++;
}
