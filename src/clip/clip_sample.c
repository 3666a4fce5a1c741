/*
 * The pose of a clip at a time. Nothing here has a state, allocates, or can fail: the whole clip
 * was checked when it was made.
 */
#define VRMI_LANES_BASELINE
#include "base/floats.h"
#include "base/lanes.h"
#include "clip/clip.h"

#include <string.h>

/* --- Which keys --- */

/* Where a time is in a set: behind the key `first`, by `part` of the way to the next one. */
typedef struct moment {
    uint32_t first;
    float part;
    float seconds; /* from that key to the next */
} moment;

/* The last key that is not later than the time, which lies between the first key and the last. */
static uint32_t find_key(const vrmi_clip_set *set, double time) {
    uint32_t low = 0, high = set->key_count - 1;
    /* Keys at equal distances: the key is where one expects it, or next to that by rounding. */
    if (set->keys_per_second > 0) {
        uint32_t guess = (uint32_t)((time - (double)set->times[0]) * set->keys_per_second);
        if (guess >= high) guess = high - 1;
        if (time < (double)set->times[guess] && guess > 0) --guess;
        if (time >= (double)set->times[guess + 1] && guess + 1 < high) ++guess;
        if (time >= (double)set->times[guess] && time < (double)set->times[guess + 1]) return guess;
    }
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if ((double)set->times[middle] <= time) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The time is held between the first key and the last (AN-005). */
static moment find_moment(const vrmi_clip_set *set, double time) {
    moment now = {0, 0.0f, 0.0f};
    uint32_t last = set->key_count - 1;
    double from;
    if (last == 0 || time <= (double)set->times[0]) return now;
    if (time >= (double)set->times[last]) {
        now.first = last;
        return now;
    }
    now.first = find_key(set, time);
    from = (double)set->times[now.first];
    now.seconds = (float)((double)set->times[now.first + 1] - from);
    if (set->interpolation != VRM_INTERPOLATION_STEP) {
        now.part = (float)((time - from) / ((double)set->times[now.first + 1] - from));
    }
    return now;
}

/* --- Rotations --- */

/* sin(x) / x as a polynomial of x², for x up to a quarter turn; relative error 7e-9. */
static inline lanes sine_over(lanes square) {
    lanes sum = lanes_set(2.605101827e-06f);
    sum = lanes_add(lanes_mul(sum, square), lanes_set(-1.980901434e-04f));
    sum = lanes_add(lanes_mul(sum, square), lanes_set(8.333049715e-03f));
    sum = lanes_add(lanes_mul(sum, square), lanes_set(-1.666665822e-01f));
    return lanes_add(lanes_mul(sum, square), lanes_set(1.0f));
}

/* (asin(x) / x)² as a polynomial of x², for x² up to 1/2; relative error 7e-9. */
static inline lanes arcsine_over_squared(lanes square) {
    lanes sum = lanes_set(3.6438432336e-01f);
    sum = lanes_add(lanes_mul(sum, square), lanes_set(-4.0260055661e-01f));
    sum = lanes_add(lanes_mul(sum, square), lanes_set(3.1470325589e-01f));
    sum = lanes_add(lanes_mul(sum, square), lanes_set(-2.5296406820e-02f));
    sum = lanes_add(lanes_mul(sum, square), lanes_set(9.7328908741e-02f));
    sum = lanes_add(lanes_mul(sum, square), lanes_set(1.1265578866e-01f));
    sum = lanes_add(lanes_mul(sum, square), lanes_set(1.7785932124e-01f));
    sum = lanes_add(lanes_mul(sum, square), lanes_set(3.3333179355e-01f));
    return lanes_add(lanes_mul(sum, square), lanes_set(1.0f));
}

/*
 * Slerp of two unit quaternions that are at most a quarter turn apart, which is what keys are made
 * to be. The angle comes from the chord between them: |a - b| = 2 sin(angle / 2). Only its square
 * is needed, so there is no square root, and small angles lose nothing. At 0 it is `a`, bit for
 * bit.
 */
static inline lanes_quat slerp(lanes_quat a, lanes_quat b, lanes part) {
    lanes rest = lanes_sub(lanes_set(1.0f), part);
    lanes_quat d = {lanes_sub(a.x, b.x), lanes_sub(a.y, b.y), lanes_sub(a.z, b.z),
                    lanes_sub(a.w, b.w)};
    lanes chord = lanes_mul(lanes_quat_dot(d, d), lanes_set(0.25f)); /* sin²(angle / 2) */
    lanes angle = lanes_mul(lanes_mul(chord, lanes_set(4.0f)), arcsine_over_squared(chord));
    lanes whole = sine_over(angle); /* of the angle's square */
    lanes of_a =
        lanes_mul(rest, lanes_div(sine_over(lanes_mul(lanes_mul(rest, rest), angle)), whole));
    lanes of_b =
        lanes_mul(part, lanes_div(sine_over(lanes_mul(lanes_mul(part, part), angle)), whole));
    return (lanes_quat){lanes_add(lanes_mul(a.x, of_a), lanes_mul(b.x, of_b)),
                        lanes_add(lanes_mul(a.y, of_a), lanes_mul(b.y, of_b)),
                        lanes_add(lanes_mul(a.z, of_a), lanes_mul(b.z, of_b)),
                        lanes_add(lanes_mul(a.w, of_a), lanes_mul(b.w, of_b))};
}

/* The weights of a cubic spline: of the value and the tangent here, and of those of the next key.
 */
typedef struct hermite {
    float here, out, next, input;
} hermite;

static hermite hermite_of(const moment *now) {
    float t = now->part, t2 = t * t, t3 = t2 * t;
    hermite h;
    h.here = 2.0f * t3 - 3.0f * t2 + 1.0f;
    h.out = (t3 - 2.0f * t2 + t) * now->seconds;
    h.next = 3.0f * t2 - 2.0f * t3;
    h.input = (t3 - t2) * now->seconds;
    return h;
}

static inline lanes weighted(lanes sum, const float *line, lanes weight) {
    return lanes_add(sum, lanes_mul(lanes_load(line), weight));
}

/* `here` is the tangent before the key, its value and the tangent behind it, and so is `next`. */
static inline lanes_quat spline(const float *here, const float *next, const hermite *h) {
    enum { LINES = 4 * VRMI_LANES };
    lanes w[4] = {lanes_set(h->here), lanes_set(h->out), lanes_set(h->next), lanes_set(h->input)};
    lanes sums[4];
    for (int i = 0; i < 4; ++i) {
        const size_t at = (size_t)i * VRMI_LANES;
        lanes sum = lanes_mul(lanes_load(here + LINES + at), w[0]);
        sum = weighted(sum, here + 2 * LINES + at, w[1]);
        sum = weighted(sum, next + LINES + at, w[2]);
        sums[i] = weighted(sum, next + at, w[3]);
    }
    return lanes_quat_normalize((lanes_quat){sums[0], sums[1], sums[2], sums[3]});
}

/* Where the rotations of a sample go. */
typedef struct rotations {
    vrm_quat *bones;
    vrm_quat others[VRMI_CLIP_ROTATIONS - VRMI_CLIP_FIRST_JOINT];
} rotations;

static inline void store(rotations *rotations, const vrmi_clip_group *group, lanes_quat q) {
    const lanes lines[4] = {q.x, q.y, q.z, q.w};
    float *places[VRMI_LANES];
    for (int i = 0; i < VRMI_LANES; ++i) {
        uint8_t target = group->targets[i];
        places[i] = target < VRMI_CLIP_FIRST_JOINT
                        ? vrmi_quat_out(&rotations->bones[target])
                        : vrmi_quat_out(&rotations->others[target - VRMI_CLIP_FIRST_JOINT]);
    }
    lanes_scatter4(places, lines);
}

/* --- Rotations of narrow sets --- */

/* Eight lanes from several sets, each with keys and a moment of its own. */
typedef struct batch {
    float here[4][VRMI_LANES];
    float next[4][VRMI_LANES];
    float parts[VRMI_LANES];
    vrmi_clip_group group;
    uint32_t count;
} batch;

static void flush(batch *b, rotations *rotations) {
    if (b->count == 0) return;
    for (uint32_t lane = b->count; lane < VRMI_LANES; ++lane) {
        for (int i = 0; i < 4; ++i) {
            b->here[i][lane] = b->here[i][0];
            b->next[i][lane] = b->next[i][0];
        }
        b->parts[lane] = 0.0f;
        b->group.targets[lane] = VRMI_CLIP_NOWHERE;
    }
    store(rotations, &b->group,
          slerp(lanes_quat_load(b->here[0]), lanes_quat_load(b->next[0]), lanes_load(b->parts)));
    b->count = 0;
}

/* With a part of 0 a slerp is the first key, bit for bit: steps and ends need no way of their own.
 */
static void collect(batch *b, const vrmi_clip_set *set, const moment *now, rotations *rotations) {
    const uint32_t line = set->line;
    const float *here = set->keys + (size_t)now->first * 4 * line;
    const float *next = now->part != 0.0f ? here + 4 * (size_t)line : here;
    for (uint32_t k = 0; k < line; ++k) {
        const uint32_t lane = b->count;
        for (uint32_t i = 0; i < 4; ++i) {
            b->here[i][lane] = here[i * line + k];
            b->next[i][lane] = next[i * line + k];
        }
        b->parts[lane] = now->part;
        b->group.targets[lane] = set->groups[0].targets[k];
        b->count += 1;
        if (b->count == VRMI_LANES) flush(b, rotations);
    }
}

/* --- Rotations of wide sets --- */

static void sample_rotations(const vrmi_clip_set *set, const moment *now, rotations *rotations) {
    const bool is_spline = set->interpolation == VRM_INTERPOLATION_CUBIC_SPLINE;
    const size_t floats = (is_spline ? 12u : 4u) * VRMI_LANES;
    const size_t key_floats = floats * set->group_count;
    const float *here = set->keys + key_floats * now->first;
    if (now->part == 0.0f) {
        if (is_spline) here += 4 * VRMI_LANES;
        for (uint32_t i = 0; i < set->group_count; ++i, here += floats) {
            store(rotations, &set->groups[i], lanes_quat_load(here));
        }
    } else if (is_spline) {
        const hermite h = hermite_of(now);
        for (uint32_t i = 0; i < set->group_count; ++i, here += floats) {
            store(rotations, &set->groups[i], spline(here, here + key_floats, &h));
        }
    } else {
        const lanes part = lanes_set(now->part);
        for (uint32_t i = 0; i < set->group_count; ++i, here += floats) {
            store(rotations, &set->groups[i],
                  slerp(lanes_quat_load(here), lanes_quat_load(here + key_floats), part));
        }
    }
}

/* --- Numbers --- */

static void sample_curve(const vrmi_curve *curve, int32_t interpolation, const moment *now,
                         float out[3]) {
    const uint32_t width = curve->width;
    if (interpolation == VRM_INTERPOLATION_CUBIC_SPLINE) {
        const float *here = curve->values + (size_t)now->first * 3 * width,
                    *next = here + 3 * width;
        const hermite h = hermite_of(now);
        for (uint32_t i = 0; i < width; ++i) {
            out[i] = here[width + i];
            if (now->part == 0.0f) continue;
            out[i] = vrmi_to_finite(here[width + i] * h.here + here[2 * width + i] * h.out +
                                    next[width + i] * h.next + next[i] * h.input);
        }
    } else {
        const float *here = curve->values + (size_t)now->first * width;
        for (uint32_t i = 0; i < width; ++i) {
            out[i] = here[i];
            if (now->part != 0.0f) out[i] = vrmi_lerp(here[i], here[width + i], now->part);
        }
    }
}

/* What a sample collects beside rotations. */
typedef struct sampling {
    const vrm_clip *clip;
    vrm_pose *out;
    const vrm_quat *bones; /* as their tracks have them */
    rotations turns;
    batch narrow;
    vrm_vec3 way[VRMI_CLIP_MAX_WAY];
} sampling;

static void write_custom(vrm_pose *out, uint32_t custom, float weight) {
    if (custom < out->custom_count) out->customs[custom].weight = vrmi_saturate(weight);
}

static void write_curve(sampling *s, const vrmi_curve *curve, const float v[3]) {
    switch (curve->kind) {
    case VRMI_CURVE_HIPS:
        s->out->hips = vrm_vec3_make(v[0], v[1], v[2]);
        break;
    case VRMI_CURVE_PLACE:
        s->way[curve->index] = vrm_vec3_make(v[0], v[1], v[2]);
        break;
    case VRMI_CURVE_PRESET:
        s->out->weights[curve->index] = vrmi_saturate(v[0]); /* AN-018 */
        break;
    case VRMI_CURVE_CUSTOM:
        write_custom(s->out, curve->index, v[0]);
        break;
    default:
        s->out->look_at = vrm_vec3_make(v[0], v[1], v[2]);
    }
}

/* --- The whole --- */

static const vrm_quat *rotation_of(const sampling *s, uint32_t rotation) {
    return rotation < VRMI_CLIP_FIRST_JOINT ? &s->bones[rotation]
                                            : &s->turns.others[rotation - VRMI_CLIP_FIRST_JOINT];
}

/* Where the hips are, if joints above them move: along the way, each in the space of those above
 * it. The way ends with the hips. */
static void follow_way(sampling *s) {
    const vrm_clip *clip = s->clip;
    vrm_quat turn = vrmi_quat_identity();
    vrm_vec3 place = {0.0f, 0.0f, 0.0f};
    for (uint32_t i = 0; i < clip->way_count; ++i) {
        place = vrmi_vec3_add(place, vrmi_quat_rotate(turn, s->way[i]));
        if (clip->way[i].rotation == VRMI_CLIP_NOWHERE) continue;
        turn =
            vrmi_quat_normalize(vrmi_quat_multiply(turn, *rotation_of(s, clip->way[i].rotation)));
    }
    s->out->hips = vrmi_vec3_to_finite(vrmi_vec3_sub(place, clip->way_rest));
}

/* Yaw and pitch of Ry Rx Rz: of the direction to which it turns +Z (AN-021). */
static void look(vrm_pose *out, vrm_quat q) {
    vrm_vec3 d = vrmi_quat_rotate(q, vrm_vec3_make(0.0f, 0.0f, 1.0f));
    out->yaw_degrees = vrmi_degrees(vrmi_atan2(d.x, d.z));
    out->pitch_degrees = vrmi_degrees(vrmi_atan2(-d.y, sqrtf(d.x * d.x + d.z * d.z)));
}

static void begin(sampling *s, const vrm_clip *clip, vrm_pose *out) {
    vrm_custom_weight *customs = out->customs;
    const uint32_t capacity = customs != NULL ? out->custom_capacity : 0;
    uint32_t count = clip->info.custom_count < capacity ? clip->info.custom_count : capacity;
    uint32_t given = out->custom_capacity;
    *out = clip->base;
    out->customs = customs;
    out->custom_capacity = given;
    out->custom_count = count;
    for (uint32_t i = 0; i < count; ++i) {
        customs[i].name = clip->customs[i];
        customs[i].weight = clip->custom_weights[i];
        customs[i].custom = (int32_t)i;
    }
    s->clip = clip;
    s->out = out;
    s->bones = s->turns.bones = out->rotations;
    s->narrow.count = 0;
    s->turns.others[VRMI_CLIP_LOOK_AT - VRMI_CLIP_FIRST_JOINT] = clip->look_at;
    if (clip->joint_count != 0) {
        memcpy(s->turns.others, clip->joints, clip->joint_count * sizeof *clip->joints);
    }
    for (uint32_t i = 0; i < clip->way_count; ++i) s->way[i] = clip->way[i].place;
}

/* Takes each bone from the space of the joint above it in the file to that of its parent bone. */
static void turn_bones(sampling *s) {
    const vrm_clip *clip = s->clip;
    vrm_quat bones[VRM_BONE_COUNT];
    /* What a turn needs is the bone as it was before any turn. */
    memcpy(bones, s->out->rotations, sizeof bones);
    s->bones = bones;
    for (uint32_t i = 0; i < clip->turn_count; ++i) {
        const vrmi_clip_turn *turn = &clip->turns[i];
        vrm_quat *bone = &s->out->rotations[turn->bone];
        vrm_quat rotation = *rotation_of(s, turn->rotation);
        if (turn->is_inverse) rotation = vrmi_quat_conjugate(rotation);
        *bone = vrmi_quat_normalize(vrmi_quat_multiply(rotation, *bone));
    }
    s->bones = s->out->rotations;
}

void vrmi_clip_sample(const vrm_clip *clip, double seconds, vrm_pose *out) {
    sampling s;
    begin(&s, clip, out);
    for (uint32_t i = 0; i < clip->set_count; ++i) {
        const vrmi_clip_set *set = &clip->sets[i];
        const moment now = find_moment(set, seconds);
        if (set->line == VRMI_LANES) {
            sample_rotations(set, &now, &s.turns);
        } else if (set->group_count != 0) {
            collect(&s.narrow, set, &now, &s.turns);
        }
        for (uint32_t k = 0; k < set->curve_count; ++k) {
            float v[3] = {0.0f, 0.0f, 0.0f};
            sample_curve(&set->curves[k], set->interpolation, &now, v);
            write_curve(&s, &set->curves[k], v);
        }
    }
    flush(&s.narrow, &s.turns);
    /* The way needs the rotation of the hips' own node before those above it are multiplied in. */
    if (clip->way_count != 0) follow_way(&s);
    if (clip->turn_count != 0) turn_bones(&s);
    if ((out->parts & VRM_POSE_LOOK_AT_DEGREES) != 0) {
        look(out, s.turns.others[VRMI_CLIP_LOOK_AT - VRMI_CLIP_FIRST_JOINT]);
    }
}

void vrm_clip_sample(const vrm_clip *clip, int64_t time, vrm_pose *out) {
    if (clip == NULL) return;
    if (out == NULL) {
        vrmi_misuse_tell(clip->misuse, __func__, VRMI_MISUSE_NULL);
        return;
    }
    vrmi_clip_sample(clip, (double)time * 1e-9, out);
}
