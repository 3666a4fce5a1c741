#include "author/vrma/vrma_tracks.h"

#include "author/vrma/vrma_reduce.h"
#include "author/vrma/vrma_sampled.h"
#include "base/floats.h"
#include "base/sort.h"
#include "clip/quat64.h"

#include <string.h>

/* Where a clip has a rotation or a curve; `set` NULL: nowhere, and it does not change. */
typedef struct source {
    const vrmi_clip_set *set;
    uint32_t place; /* the lane of all lanes of the set, or the curve */
} source;

typedef struct collector {
    vrmi_arena *arena;
    const vrm_clip *clip;
    float keys_per_second;
    vrmi_vrma_tracks *out;
    source rotations[VRMI_CLIP_ROTATIONS];
    source hips;
    source presets[VRM_PRESET_COUNT];
    source *customs;
    uint64_t sampled_bones;
    bool samples_hips;
} collector;

/* --- Tracks of the clip --- */

static void find_sources(collector *c) {
    for (uint32_t s = 0; s < c->clip->set_count; ++s) {
        const vrmi_clip_set *set = &c->clip->sets[s];
        for (uint32_t lane = 0; lane < set->group_count * VRMI_LANES; ++lane) {
            c->rotations[set->groups[lane / VRMI_LANES].targets[lane % VRMI_LANES]] =
                (source){set, lane};
        }
        for (uint32_t i = 0; i < set->curve_count; ++i) {
            const vrmi_curve *curve = &set->curves[i];
            const source own = {set, i};
            if (curve->kind == VRMI_CURVE_HIPS) c->hips = own;
            if (curve->kind == VRMI_CURVE_PRESET) c->presets[curve->index] = own;
            if (curve->kind == VRMI_CURVE_CUSTOM) c->customs[curve->index] = own;
        }
    }
}

/* A track without values, with room for two keys at least, as constants may need; NULL: memory was
 * refused. */
static vrmi_vrma_track *add_track(collector *c, vrmi_vrma_kind kind, uint32_t index, uint32_t width,
                                  uint32_t count, int32_t interpolation) {
    vrmi_vrma_track *track = &c->out->tracks[c->out->count];
    *track = (vrmi_vrma_track){kind, index, width, NULL, NULL, count, interpolation, false, 0};
    track->values =
        VRMI_TAKE(c->arena, float, (size_t)(count > 2 ? count : 2) * vrmi_vrma_key_floats(track));
    if (track->values == NULL) return NULL;
    c->out->count += 1;
    return track;
}

/* Something that does not change. Its times are known when all others are (end_constants), and may
 * be two. */
static bool add_constant(collector *c, vrmi_vrma_kind kind, uint32_t index, const float *value,
                         uint32_t width) {
    vrmi_vrma_track *track = add_track(c, kind, index, width, 1, VRM_INTERPOLATION_LINEAR);
    if (track == NULL) return false;
    memcpy(track->values, value, width * sizeof *value);
    memcpy(track->values + width, value, width * sizeof *value);
    return true;
}

static bool add_rotation(collector *c, vrmi_vrma_kind kind, uint32_t index, uint32_t rotation) {
    const source from = c->rotations[rotation];
    const vrmi_clip_set *set = from.set;
    vrmi_vrma_track *track = add_track(c, kind, index, 4, set->key_count, set->interpolation);
    const float *key;
    size_t floats, step;
    if (track == NULL) return false;
    floats = vrmi_vrma_key_floats(track);
    step = floats * set->line * set->group_count;
    track->times = set->times;
    key = set->keys + from.place / VRMI_LANES * floats * set->line + from.place % VRMI_LANES;
    for (uint32_t k = 0; k < set->key_count; ++k, key += step) {
        for (size_t i = 0; i < floats; ++i) track->values[k * floats + i] = key[i * set->line];
    }
    return true;
}

static bool add_weight(collector *c, vrmi_vrma_kind kind, uint32_t index, source from,
                       float constant) {
    const vrmi_clip_set *set = from.set;
    vrmi_vrma_track *track;
    if (set == NULL) return add_constant(c, kind, index, &constant, 1);
    track = add_track(c, kind, index, 1, set->key_count, set->interpolation);
    if (track == NULL) return false;
    track->times = set->times;
    memcpy(track->values, set->curves[from.place].values,
           set->key_count * vrmi_vrma_key_floats(track) * sizeof(float));
    return true;
}

/* --- Hips --- */

/* What the reader makes of a place in a written file, and what the writer makes of that. */
static float read_place(float metres, double rest, double height) {
    const double factor = 1 / height;
    return vrmi_narrow((double)metres * factor + (0 - rest) * factor);
}

static float write_place(float place, double rest, double height) {
    return vrmi_narrow((double)place * height + rest);
}

/* Meters that stay the same however often they are read and written: the quotient of two floats,
 * multiplied again, is not always the same float. */
static float settle(float place, double rest, double height) {
    enum { MOST_STEPS = 4 };
    float metres = write_place(place, rest, height);
    for (int i = 0; i < MOST_STEPS; ++i) {
        float again = write_place(read_place(metres, rest, height), rest, height);
        if (again == metres) break;
        metres = again;
    }
    return metres;
}

void vrmi_vrma_place_hips(const vrmi_vrma_tracks *tracks, vrm_vec3 from, bool is_tangent,
                          float *to) {
    const double height = (double)tracks->hips_height;
    to[0] = settle(from.x, 0, height);
    to[1] = settle(from.y, is_tangent ? 0 : height, height);
    to[2] = settle(from.z, 0, height);
}

static bool add_hips(collector *c) {
    const vrmi_clip_set *set = c->hips.set;
    vrmi_vrma_track *track;
    const float *from;
    size_t values;
    bool is_spline;
    if (set == NULL) {
        float place[3];
        vrmi_vrma_place_hips(c->out, c->clip->base.hips, false, place);
        return add_constant(c, VRMI_VRMA_HIPS, 0, place, 3);
    }
    track = add_track(c, VRMI_VRMA_HIPS, 0, 3, set->key_count, set->interpolation);
    if (track == NULL) return false;
    track->times = set->times;
    from = set->curves[c->hips.place].values;
    is_spline = set->interpolation == VRM_INTERPOLATION_CUBIC_SPLINE;
    values = (size_t)set->key_count * (is_spline ? 3 : 1);
    for (size_t i = 0; i < values; ++i) {
        vrmi_vrma_place_hips(c->out, vrm_vec3_make(from[3 * i], from[3 * i + 1], from[3 * i + 2]),
                             is_spline && i % 3 != 1, track->values + 3 * i);
    }
    return true;
}

/* --- What is sampled --- */

/* The joints whose rotations the clip composes (clip.h). */
static void want_joints(const vrm_clip *clip, vrmi_vrma_wanted *wanted) {
    for (uint32_t i = 0; i < clip->turn_count; ++i) {
        wanted->rotations[clip->turns[i].rotation] = true;
        wanted->rotations[clip->turns[i].bone] = true;
    }
    for (uint32_t i = 0; i < clip->way_count; ++i) {
        if (clip->way[i].rotation != VRMI_CLIP_NOWHERE) {
            wanted->rotations[clip->way[i].rotation] = true;
        }
    }
    wanted->curves[VRMI_CURVE_PLACE] = clip->way_count != 0;
}

void vrmi_vrma_follow_sign(float *key) {
    const vrm_quat own = vrm_quat_make(key[0], key[1], key[2], key[3]);
    const vrm_quat last = vrm_quat_make(key[-4], key[-3], key[-2], key[-1]);
    if (vrmi_quat64_dot(vrmi_quat64_from(own), vrmi_quat64_from(last)) >= 0) return;
    for (int i = 0; i < 4; ++i) key[i] = -key[i] + 0.0f;
}

void vrmi_vrma_write_turn(vrm_quat q, uint32_t key, float *values) {
    const vrmi_quat64 unit = vrmi_quat64_normalize(vrmi_quat64_from(q));
    float *out = values + 4 * (size_t)key;
    out[0] = vrmi_narrow_component(unit.x), out[1] = vrmi_narrow_component(unit.y);
    out[2] = vrmi_narrow_component(unit.z), out[3] = vrmi_narrow_component(unit.w);
    if (key > 0) vrmi_vrma_follow_sign(out);
}

/* Tracks for the sampled bones, and for the hips. */
static bool sample_body(collector *c) {
    vrmi_vrma_track *tracks[VRM_BONE_COUNT], *hips = NULL;
    vrmi_vrma_wanted wanted;
    vrmi_vrma_times at;
    memset(&wanted, 0, sizeof wanted);
    want_joints(c->clip, &wanted);
    if (!vrmi_vrma_sample_times(c->arena, c->clip, &wanted, c->keys_per_second, &at)) return false;
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if ((c->sampled_bones >> bone & 1) == 0) continue;
        tracks[bone] =
            add_track(c, VRMI_VRMA_ROTATION, (uint32_t)bone, 4, at.count, VRM_INTERPOLATION_LINEAR);
        if (tracks[bone] == NULL) return false;
        tracks[bone]->times = at.times;
    }
    if (c->samples_hips) {
        hips = add_track(c, VRMI_VRMA_HIPS, 0, 3, at.count, VRM_INTERPOLATION_LINEAR);
        if (hips == NULL) return false;
        hips->times = at.times;
    }
    for (uint32_t k = 0; k < at.count; ++k) {
        vrm_pose pose;
        vrm_pose_init(&pose);
        vrmi_clip_sample(c->clip, (double)at.times[k], &pose);
        for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
            if ((c->sampled_bones >> bone & 1) == 0) continue;
            vrmi_vrma_write_turn(pose.rotations[bone], k, tracks[bone]->values);
        }
        if (hips != NULL)
            vrmi_vrma_place_hips(c->out, pose.hips, false, hips->values + 3 * (size_t)k);
    }
    c->out->changes |= VRM_WRITTEN_SAMPLED;
    return true;
}

static bool sample_look_at(collector *c) {
    static const vrm_bone trunk[] = {VRM_BONE_HIPS,        VRM_BONE_SPINE, VRM_BONE_CHEST,
                                     VRM_BONE_UPPER_CHEST, VRM_BONE_NECK,  VRM_BONE_HEAD};
    vrmi_vrma_track *track;
    vrmi_vrma_wanted wanted;
    vrmi_vrma_times at;
    memset(&wanted, 0, sizeof wanted);
    want_joints(c->clip, &wanted);
    for (size_t i = 0; i < sizeof trunk / sizeof trunk[0]; ++i) wanted.rotations[trunk[i]] = true;
    wanted.curves[VRMI_CURVE_HIPS] = wanted.curves[VRMI_CURVE_LOOK_AT_POINT] = true;
    if (!vrmi_vrma_sample_times(c->arena, c->clip, &wanted, c->keys_per_second, &at)) return false;
    track = add_track(c, VRMI_VRMA_LOOK_AT, 0, 4, at.count, VRM_INTERPOLATION_LINEAR);
    if (track == NULL) return false;
    track->times = at.times;
    for (uint32_t k = 0; k < at.count; ++k) {
        vrm_pose pose;
        vrm_pose_init(&pose);
        vrmi_clip_sample(c->clip, (double)at.times[k], &pose);
        vrmi_vrma_write_turn(vrmi_vrma_direction(c->clip, &pose), k, track->values);
    }
    c->out->changes |= VRM_WRITTEN_LOOK_AT_POINT;
    return true;
}

/* --- What the file has --- */

static bool customs_come_before(const void *context, uint32_t a, uint32_t b) {
    const vrm_string *names = context;
    const uint32_t length = names[a].length < names[b].length ? names[a].length : names[b].length;
    const int order = length != 0 ? memcmp(names[a].data, names[b].data, length) : 0;
    return order != 0 ? order < 0 : names[a].length < names[b].length;
}

/* Customs with the name of a preset cannot be written (AN-020), and of two with one name only the
 * first. */
static bool choose_customs(collector *c) {
    const uint32_t count = c->clip->info.custom_count;
    const vrm_string *names = c->clip->customs;
    const uint32_t *order = vrmi_sort_order(c->arena, count, customs_come_before, names);
    c->out->has_custom = VRMI_TAKE(c->arena, bool, count);
    if (order == NULL || c->out->has_custom == NULL) return false;
    for (uint32_t i = 0; i < count; ++i) {
        const bool is_first = i == 0 || customs_come_before(names, order[i - 1], order[i]);
        const bool is_allowed = is_first && vrm_preset_find(names[order[i]].data) == VRM_NONE;
        c->out->has_custom[order[i]] = is_allowed;
        if (!is_allowed) c->out->changes |= VRM_WRITTEN_NOT_ALLOWED;
    }
    return true;
}

static void choose_bones(collector *c, vrm_write_flags flags) {
    const uint64_t eyes = VRM_BONE_BIT(VRM_BONE_LEFT_EYE) | VRM_BONE_BIT(VRM_BONE_RIGHT_EYE);
    const vrm_pose *base = &c->clip->base;
    uint64_t said = base->bones & ~eyes;
    if ((base->bones & eyes) != 0) c->out->changes |= VRM_WRITTEN_NOT_ALLOWED;
    c->out->bones = said;
    if ((base->parts & VRM_POSE_HIPS) != 0) c->out->bones |= VRM_BONE_BIT(VRM_BONE_HIPS);
    if (c->out->bones != 0 && (flags & VRM_WRITE_ANIMATED_BONES_ONLY) == 0) {
        c->out->bones |= VRM_REQUIRED_BONES; /* (AN-007) */
    }
    if (c->out->bones != said) c->out->changes |= VRM_WRITTEN_BONES_ADDED;
}

static void choose_presets(collector *c) {
    for (vrm_preset preset = 0; preset < VRM_PRESET_COUNT; ++preset) {
        const uint32_t bit = UINT32_C(1) << preset;
        if ((c->clip->base.presets & bit) == 0) continue;
        if (vrmi_vrma_may_say(preset)) {
            c->out->presets |= bit;
        } else {
            c->out->changes |= VRM_WRITTEN_NOT_ALLOWED;
        }
    }
}

/* What reads the file takes a height of 5 m or more for centimeters, and one near 0 for no T-pose.
 */
static float written_height(float height) {
    return height > 0.0f ? vrmi_clamp(height, 0.01f, 4.99f) : 1.0f;
}

/* Which bones joints in between turn, and whether joints above the hips move. */
static void choose_sampled(collector *c) {
    for (uint32_t i = 0; i < c->clip->turn_count; ++i) {
        c->sampled_bones |= VRM_BONE_BIT(c->clip->turns[i].bone);
    }
    c->sampled_bones &= c->out->bones;
    c->samples_hips = c->clip->way_count != 0;
}

/* --- The whole --- */

static bool add_body(collector *c) {
    const vrm_pose *base = &c->clip->base;
    const uint64_t kept = c->out->bones & ~c->sampled_bones;
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        const vrm_quat q = base->rotations[bone];
        if ((kept >> bone & 1) == 0) continue;
        if (c->rotations[bone].set != NULL) {
            if (!add_rotation(c, VRMI_VRMA_ROTATION, (uint32_t)bone, (uint32_t)bone)) return false;
        } else if (q.x != 0.0f || q.y != 0.0f || q.z != 0.0f || q.w != 1.0f) {
            if (!add_constant(c, VRMI_VRMA_ROTATION, (uint32_t)bone, vrmi_quat_floats(&q), 4))
                return false;
        }
    }
    if ((c->sampled_bones != 0 || c->samples_hips) && !sample_body(c)) return false;
    return (base->parts & VRM_POSE_HIPS) == 0 || c->samples_hips || add_hips(c);
}

static bool add_face(collector *c) {
    const vrm_clip *clip = c->clip;
    for (vrm_preset preset = 0; preset < VRM_PRESET_COUNT; ++preset) {
        if ((c->out->presets >> preset & 1) == 0) continue;
        if (!add_weight(c, VRMI_VRMA_PRESET, (uint32_t)preset, c->presets[preset],
                        clip->base.weights[preset])) {
            return false;
        }
    }
    for (uint32_t i = 0; i < clip->info.custom_count; ++i) {
        if (!c->out->has_custom[i]) continue;
        if (!add_weight(c, VRMI_VRMA_CUSTOM, i, c->customs[i], clip->custom_weights[i])) {
            return false;
        }
    }
    if ((clip->base.parts & VRM_POSE_LOOK_AT_POINT) != 0) return sample_look_at(c);
    if ((clip->base.parts & VRM_POSE_LOOK_AT_DEGREES) == 0) return true;
    return c->rotations[VRMI_CLIP_LOOK_AT].set != NULL
               ? add_rotation(c, VRMI_VRMA_LOOK_AT, 0, VRMI_CLIP_LOOK_AT)
               : add_constant(c, VRMI_VRMA_LOOK_AT, 0, vrmi_quat_floats(&clip->look_at), 4);
}

static bool is_rest(const vrmi_vrma_track *track) {
    const float *v = track->values;
    return track->kind == VRMI_VRMA_ROTATION && v[0] == 0.0f && v[1] == 0.0f && v[2] == 0.0f &&
           v[3] == 1.0f;
}

/* What was sampled may have turned out to be a constant. */
static void find_constants(vrmi_vrma_tracks *out) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < out->count; ++i) {
        vrmi_vrma_track track = out->tracks[i];
        const size_t bytes = track.width * sizeof *track.values;
        if (vrmi_is_constant(track.values, track.count, track.width, track.interpolation)) {
            if (track.interpolation == VRM_INTERPOLATION_CUBIC_SPLINE) {
                memmove(track.values, track.values + track.width, bytes);
            }
            if (is_rest(&track)) continue;
            if (track.times != NULL) {
                memmove(track.values + track.width, track.values, bytes);
                track.times = NULL;
                track.count = 1;
                track.interpolation = VRM_INTERPOLATION_LINEAR;
            }
        }
        out->tracks[count++] = track;
    }
    out->count = count;
}

/* A rotation of a bone that stays at rest, so that a file has a channel. */
static bool add_rest(collector *c) {
    static const float identity[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    uint64_t still = c->out->bones;
    uint32_t bone = 0;
    for (uint32_t i = 0; i < c->out->count; ++i) {
        if (c->out->tracks[i].kind == VRMI_VRMA_ROTATION) {
            still &= ~VRM_BONE_BIT(c->out->tracks[i].index);
        }
    }
    if (still == 0) return true;
    while ((still >> bone & 1) == 0) ++bone;
    return add_constant(c, VRMI_VRMA_ROTATION, bone, identity, 4);
}

/* A file has at least one channel, and lasts as long as the clip: where nothing else does, what
 * does not change has a second key at the end. */
static bool end_constants(collector *c) {
    float *times = VRMI_TAKE(c->arena, float, 2);
    float last = 0.0f;
    bool has_constant = false;
    if (times == NULL) return false;
    times[0] = 0.0f;
    times[1] = (float)((double)c->clip->info.duration * 1e-9);
    for (uint32_t i = 0; i < c->out->count; ++i) {
        const vrmi_vrma_track *track = &c->out->tracks[i];
        if (track->times == NULL) {
            has_constant = true;
        } else {
            last = vrmi_max(last, track->times[track->count - 1]);
        }
    }
    if (!has_constant && (c->out->count == 0 || last < times[1]) && !add_rest(c)) return false;
    for (uint32_t i = 0; i < c->out->count; ++i) {
        vrmi_vrma_track *track = &c->out->tracks[i];
        if (track->times != NULL) continue;
        track->times = times;
        if (last < times[1]) track->count = 2;
    }
    return true;
}

static bool tracks_come_before(const void *context, uint32_t a, uint32_t b) {
    const vrmi_vrma_track *tracks = context;
    if (tracks[a].kind != tracks[b].kind) return tracks[a].kind < tracks[b].kind;
    return tracks[a].index < tracks[b].index;
}

/* One order for all clips, so that a clip of the written file gives the same file. */
static bool sort_tracks(collector *c) {
    const uint32_t count = c->out->count;
    const uint32_t *order = vrmi_sort_order(c->arena, count, tracks_come_before, c->out->tracks);
    vrmi_vrma_track *sorted = VRMI_TAKE(c->arena, vrmi_vrma_track, count);
    if (order == NULL || sorted == NULL) return false;
    for (uint32_t i = 0; i < count; ++i) sorted[i] = c->out->tracks[order[i]];
    c->out->tracks = sorted;
    return true;
}

bool vrmi_vrma_collect(vrmi_arena *arena, const vrm_clip *clip, const vrm_write_desc *desc,
                       vrmi_vrma_tracks *out) {
    const uint32_t customs = clip->info.custom_count;
    collector c;
    memset(&c, 0, sizeof c);
    memset(out, 0, sizeof *out);
    c.arena = arena;
    c.clip = clip;
    c.keys_per_second = desc->keys_per_second;
    c.out = out;
    out->hips_height = written_height(clip->info.hips_height);
    out->tracks =
        VRMI_TAKE(arena, vrmi_vrma_track, (size_t)VRM_BONE_COUNT + VRM_PRESET_COUNT + customs + 3);
    c.customs = VRMI_TAKE(arena, source, customs);
    if (out->tracks == NULL || c.customs == NULL) return false;
    for (uint32_t i = 0; i < customs; ++i) c.customs[i] = (source){NULL, 0};
    find_sources(&c);
    choose_bones(&c, desc->flags);
    choose_presets(&c);
    choose_sampled(&c);
    if (!choose_customs(&c) || !add_body(&c) || !add_face(&c)) return false;
    for (uint32_t i = 0; i < out->count; ++i) out->clip_key_count += out->tracks[i].count;
    if (!vrmi_vrma_reduce(arena, desc, out)) return false;
    find_constants(out);
    return end_constants(&c) && sort_tracks(&c);
}
