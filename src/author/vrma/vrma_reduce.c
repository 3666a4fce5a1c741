#include "author/vrma/vrma_reduce.h"

#include "clip/quat64.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* From one key that stays to the next: a bound for the cost, as all keys between are compared. */
enum { MOST_WAY = 128 };

/* A track while it is reduced. All distances are squares. */
typedef struct reducing {
    const float *times;
    const float *keys;  /* as they are */
    const float *shown; /* what a reader makes of them: other than `keys` where they are shorter */
    uint32_t count;
    uint32_t width;
    double most;    /* the error that is allowed */
    uint32_t *kept; /* which keys stay */
    uint32_t kept_count;
    double worst; /* the largest error */
} reducing;

/* --- Distances --- */

/* Of two rotations: the chord between their quaternions, by the nearer sign. */
static double distance(uint32_t width, const float *a, const float *b) {
    double near = 0, far = 0;
    for (uint32_t i = 0; i < width; ++i) {
        const double minus = (double)a[i] - (double)b[i], plus = (double)a[i] + (double)b[i];
        near += minus * minus;
        far += plus * plus;
    }
    return width == 4 && far < near ? far : near;
}

/* The chord of an angle, and back: a rotation of θ is a quaternion at θ / 2, and its chord
 * 2 sin(θ / 4). */
static double chord_of(float degrees) {
    const double chord = 2 * (double)vrmi_sin(vrmi_radians(degrees) * 0.25f);
    return chord * chord;
}

static float degrees_of(double square) {
    const float half = (float)sqrt(square) * 0.5f;
    return vrmi_degrees(4.0f * vrmi_atan2(half, sqrtf(vrmi_max(0.0f, 1.0f - half * half))));
}

static const float *key_at(const reducing *r, const float *keys, uint32_t key) {
    return keys + (size_t)key * r->width;
}

/* The error at one key, if those from `a` to `b` are not there. */
static double error_between(const reducing *r, uint32_t a, uint32_t b, uint32_t key) {
    const float *from = key_at(r, r->shown, a), *to = key_at(r, r->shown, b);
    const double start = (double)r->times[a], span = (double)r->times[b] - start;
    const float part = (float)(((double)r->times[key] - start) / span);
    float v[4];
    if (r->width == 4) {
        vrm_quat q = vrmi_quat_slerp(vrm_quat_make(from[0], from[1], from[2], from[3]),
                                     vrm_quat_make(to[0], to[1], to[2], to[3]), part);
        v[0] = q.x, v[1] = q.y, v[2] = q.z, v[3] = q.w;
    } else {
        for (uint32_t i = 0; i < r->width; ++i) v[i] = vrmi_lerp(from[i], to[i], part);
    }
    return distance(r->width, v, key_at(r, r->keys, key));
}

/* --- Which keys stay --- */

static bool may_skip(const reducing *r, uint32_t a, uint32_t b) {
    /* The error is largest in the middle as a rule: most refusals need one look. */
    if (!(error_between(r, a, b, a + (b - a) / 2) <= r->most)) return false;
    for (uint32_t key = a + 1; key < b; ++key) {
        if (!(error_between(r, a, b, key) <= r->most)) return false;
    }
    return true;
}

/* A key far behind `at` that may follow it. The way doubles until it is too long, and then halves:
 * to try each key costs the square of the way. */
static uint32_t find_next(const reducing *r, uint32_t at) {
    const uint32_t left = r->count - 1 - at, most = left < MOST_WAY ? left : MOST_WAY;
    uint32_t good = 1, bad = most + 1;
    while (bad - good > 1) {
        uint32_t way = bad > most ? 2 * good : good + (bad - good) / 2;
        if (way > most) way = most;
        if (may_skip(r, at, at + way)) {
            good = way;
        } else {
            bad = way;
        }
    }
    return at + good;
}

/* From each key that stays, on to one far behind it. */
static void choose_linear(reducing *r) {
    uint32_t at = 0;
    r->kept[r->kept_count++] = 0;
    while (at + 1 < r->count) {
        const uint32_t next = find_next(r, at);
        for (uint32_t key = at + 1; key < next; ++key) {
            const double error = error_between(r, at, next, key);
            if (error > r->worst) r->worst = error;
        }
        at = next;
        r->kept[r->kept_count++] = at;
    }
}

/* A key that says what the one before it says; the last one stays, so that the end does. */
static void choose_step(reducing *r) {
    r->kept[r->kept_count++] = 0;
    for (uint32_t key = 1; key < r->count; ++key) {
        const float *last = key_at(r, r->shown, r->kept[r->kept_count - 1]);
        const double error = distance(r->width, last, key_at(r, r->keys, key));
        if (key + 1 < r->count && error <= r->most) {
            if (error > r->worst) r->worst = error;
        } else {
            r->kept[r->kept_count++] = key;
        }
    }
}

/* Whether all keys are so near to one value that it can stand for them. */
static bool is_near(reducing *r, const float *value) {
    double worst = 0;
    for (uint32_t key = 0; key < r->count; ++key) {
        const double error = distance(r->width, value, key_at(r, r->keys, key));
        if (!(error <= r->most)) return false;
        if (error > worst) worst = error;
    }
    r->worst = worst;
    return true;
}

/* The value that can stand for all keys: rest, or the first of them; NULL: neither. */
static const float *find_constant(reducing *r) {
    static const float rest[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    if (r->width == 4 && is_near(r, rest)) return rest;
    return is_near(r, r->keys) ? r->keys : NULL;
}

/* --- Short rotations --- */

/* What a reader makes of the keys of a track that is written in 16 bits. */
static bool show_short(vrmi_arena *arena, reducing *r) {
    float *shown = VRMI_TAKE(arena, float, (size_t)r->count * 4);
    if (shown == NULL) return false;
    r->shown = shown;
    for (uint32_t key = 0; key < r->count; ++key, shown += 4) {
        const float *from = key_at(r, r->keys, key);
        vrm_quat q;
        float short_q[4];
        for (int i = 0; i < 4; ++i) short_q[i] = (float)vrmi_vrma_short(from[i]) / 32767.0f;
        q = vrmi_quat64_narrow(vrmi_quat64_normalize(
            vrmi_quat64_from(vrm_quat_make(short_q[0], short_q[1], short_q[2], short_q[3]))));
        shown[0] = q.x, shown[1] = q.y, shown[2] = q.z, shown[3] = q.w;
    }
    return true;
}

/* The error that short keys have by themselves. */
static double error_of_shown(const reducing *r) {
    double worst = 0;
    for (uint32_t key = 0; key < r->count; ++key) {
        const double error = distance(r->width, key_at(r, r->shown, key), key_at(r, r->keys, key));
        if (error > worst) worst = error;
    }
    return worst;
}

/* --- Splines --- */

/* From key to key, at the rate of the desc, within these bounds. Lines between 8 steps are off by a
 * 64th of what one line is off by. */
enum { LEAST_STEPS = 8, MOST_STEPS = 300 };

static uint32_t steps_to(const vrmi_vrma_track *track, uint32_t key, float keys_per_second) {
    const double seconds = (double)track->times[key] - (double)track->times[key - 1];
    const double steps = seconds * (double)keys_per_second;
    if (steps > (double)MOST_STEPS) return MOST_STEPS;
    return steps > (double)LEAST_STEPS ? (uint32_t)(steps + 0.5) : (uint32_t)LEAST_STEPS;
}

/* A value of the spline between two keys (AN-038). A rotation is not normalized. */
static void spline_between(const vrmi_vrma_track *track, uint32_t last, double part, double *out) {
    const uint32_t width = track->width;
    const float *from = track->values + (size_t)(last - 1) * 3 * width, *to = from + 3 * width;
    const double span = (double)track->times[last] - (double)track->times[last - 1];
    const double square = part * part, cube = square * part;
    for (uint32_t i = 0; i < width; ++i) {
        out[i] = (2 * cube - 3 * square + 1) * (double)from[width + i] +
                 (cube - 2 * square + part) * span * (double)from[2 * width + i] +
                 (3 * square - 2 * cube) * (double)to[width + i] +
                 (cube - square) * span * (double)to[i];
    }
}

/* Adds a key to a track of rotations or of the hips. */
static void add_key(const vrmi_vrma_tracks *tracks, vrmi_vrma_track *track, float *times,
                    float time, const double *value) {
    const uint32_t key = track->count++;
    times[key] = time;
    if (track->width == 4) {
        const vrmi_quat64 q = {value[0], value[1], value[2], value[3]};
        vrmi_vrma_write_turn(vrmi_quat64_narrow(vrmi_quat64_normalize(q)), key, track->values);
    } else {
        const double height = (double)tracks->hips_height;
        const vrm_vec3 place =
            vrm_vec3_make(vrmi_narrow(value[0] / height), vrmi_narrow(value[1] / height - 1),
                          vrmi_narrow(value[2] / height));
        vrmi_vrma_place_hips(tracks, place, false, track->values + 3 * (size_t)key);
    }
}

static void add_spline_keys(const vrmi_vrma_tracks *tracks, const vrmi_vrma_track *spline,
                            float keys_per_second, vrmi_vrma_track *track, float *times) {
    double value[4];
    assert(spline->width == 4 || spline->width == 3);
    spline_between(spline, 1, 0, value);
    add_key(tracks, track, times, spline->times[0], value);
    for (uint32_t key = 1; key < spline->count; ++key) {
        const double from = (double)spline->times[key - 1], to = (double)spline->times[key];
        const uint32_t steps = steps_to(spline, key, keys_per_second);
        for (uint32_t step = 1; step <= steps; ++step) {
            const double part = (double)step / steps;
            const float time = step < steps ? (float)(from + (to - from) * part) : (float)to;
            /* Floats may have no time between. */
            if (time <= times[track->count - 1] || (step < steps && time >= (float)to)) continue;
            spline_between(spline, key, part, value);
            add_key(tracks, track, times, time, value);
        }
    }
}

/* A spline of a bone or of the hips, sampled as a LINEAR track. */
static bool sample_spline(vrmi_arena *arena, const vrm_write_desc *desc,
                          const vrmi_vrma_tracks *tracks, vrmi_vrma_track *track) {
    const vrmi_vrma_track spline = *track;
    size_t most = 2; /* as constants need */
    float *times;
    for (uint32_t key = 1; key < spline.count; ++key) {
        most += steps_to(&spline, key, desc->keys_per_second);
    }
    if (most > UINT32_MAX / 2) return false;
    times = VRMI_TAKE(arena, float, most);
    track->values = VRMI_TAKE(arena, float, most * track->width);
    if (times == NULL || track->values == NULL) return false;
    track->times = times;
    track->count = 0;
    track->interpolation = VRM_INTERPOLATION_LINEAR;
    add_spline_keys(tracks, &spline, desc->keys_per_second, track, times);
    return true;
}

/* --- One track --- */

static size_t value_bytes(const vrmi_vrma_track *track, bool is_short) {
    if (is_short) return 4 * sizeof(int16_t);
    return (track->width == 4 ? 4u : 3u) * sizeof(float);
}

/* Puts the keys that stay behind each other. Signs follow the key before (AN-037), which may be
 * another one now. */
static bool keep(vrmi_arena *arena, const reducing *r, vrmi_vrma_track *track) {
    const uint32_t count = r->kept_count, width = track->width;
    float *times = VRMI_TAKE(arena, float, count);
    float *values = VRMI_TAKE(arena, float, (size_t)count *width);
    if (times == NULL || values == NULL) return false;
    for (uint32_t k = 0; k < count; ++k) {
        const float *from = key_at(r, r->keys, r->kept[k]);
        float *to = values + (size_t)k * width;
        memcpy(to, from, width * sizeof *to);
        if (width == 4 && k > 0) vrmi_vrma_follow_sign(to);
        times[k] = r->times[r->kept[k]];
    }
    track->times = times;
    track->values = values;
    track->count = count;
    return true;
}

/* All keys become one value; the track is then found to be a constant. */
static void flatten(vrmi_vrma_track *track, const float *value) {
    float own[4];
    memcpy(own, value, track->width * sizeof *own);
    for (uint32_t k = 0; k < 2 && k < track->count; ++k) {
        memcpy(track->values + (size_t)k * track->width, own, track->width * sizeof *own);
    }
    if (track->count > 2) track->count = 2;
}

/* Removes keys, where that makes the track smaller. */
static bool remove_keys(vrmi_arena *arena, reducing *r, vrmi_vrma_track *track, size_t key_bytes,
                        size_t bytes_before) {
    const double error = r->worst;
    r->kept = VRMI_TAKE(arena, uint32_t, track->count);
    if (r->kept == NULL) return false;
    if (track->interpolation == VRM_INTERPOLATION_STEP) {
        choose_step(r);
    } else {
        choose_linear(r);
    }
    /* Fewer keys have a list of times of their own. */
    if (r->kept_count * (key_bytes + sizeof(float)) < bytes_before) return keep(arena, r, track);
    r->worst = error;
    return true;
}

/* `out_worst` receives the largest error. */
static bool reduce_track(vrmi_arena *arena, vrmi_vrma_track *track, double most, bool is_short,
                         size_t bytes_before, double *out_worst) {
    reducing r = {.times = track->times,
                  .keys = track->values,
                  .shown = track->values,
                  .count = track->count,
                  .width = track->width,
                  .most = most};
    const float *constant = NULL;
    if (most > 0 && track->count > 1) constant = find_constant(&r);
    if (constant != NULL) {
        flatten(track, constant);
        *out_worst = r.worst;
        return true;
    }
    if (is_short) {
        if (!show_short(arena, &r)) return false;
        r.worst = error_of_shown(&r);
        if (most > 0 && r.worst > most) {
            r.shown = r.keys;
            r.worst = 0;
            is_short = false;
        }
    }
    track->is_short = is_short;
    if (most > 0 && track->count > 2 &&
        !remove_keys(arena, &r, track, value_bytes(track, is_short), bytes_before)) {
        return false;
    }
    *out_worst = r.worst;
    return true;
}

/* --- The whole --- */

static double most_of(const vrm_write_desc *desc, uint32_t width) {
    if (width == 4) return desc->max_degrees > 0.0f ? chord_of(desc->max_degrees) : 0;
    if (width == 3) return (double)desc->max_meters * (double)desc->max_meters;
    return (double)desc->max_weight * (double)desc->max_weight;
}

static void note_error(vrmi_vrma_tracks *tracks, uint32_t width, double worst) {
    float *out = width == 4   ? &tracks->error_degrees
                 : width == 3 ? &tracks->error_meters
                              : &tracks->error_weight;
    *out = vrmi_max(*out, width == 4 ? degrees_of(worst) : (float)sqrt(worst));
}

/* Splines of weights and of lookAt stay: they are few. */
static bool is_reducible(const vrmi_vrma_track *track, double most, bool is_short) {
    if (track->interpolation != VRM_INTERPOLATION_CUBIC_SPLINE) return most > 0 || is_short;
    return most > 0 && track->count > 1 && track->kind <= VRMI_VRMA_HIPS;
}

bool vrmi_vrma_reduce(vrmi_arena *arena, const vrm_write_desc *desc, vrmi_vrma_tracks *tracks) {
    for (uint32_t i = 0; i < tracks->count; ++i) {
        vrmi_vrma_track *track = &tracks->tracks[i], own = *track;
        const double most = most_of(desc, own.width);
        const bool is_spline = own.interpolation == VRM_INTERPOLATION_CUBIC_SPLINE;
        const bool is_short = own.width == 4 && (desc->flags & VRM_WRITE_SHORT_ROTATIONS) != 0;
        const size_t before = own.count * (vrmi_vrma_key_floats(&own) / own.width) *
                              value_bytes(&own, is_short && !is_spline);
        double worst = 0;
        if (!is_reducible(&own, most, is_short)) continue;
        if (is_spline && !sample_spline(arena, desc, tracks, &own)) return false;
        if (!reduce_track(arena, &own, most, is_short, before, &worst)) return false;
        if (is_spline && own.count * (value_bytes(&own, own.is_short) + sizeof(float)) >= before) {
            continue;
        }
        note_error(tracks, own.width, worst);
        *track = own;
    }
    return true;
}
