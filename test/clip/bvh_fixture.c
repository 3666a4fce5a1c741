#include "clip/bvh_fixture.h"

#include "base/floats.h"
#include "base/report.h"
#include "clip/diagnostics.h"
#include "gltf/diagnostics.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const bvh_part bvh_person[BVH_PARTS] = {
    {"Hips", -1, {0, 0, 0}},
    {"Spine", 0, {0, 0.1, 0}},
    {"Head", 1, {0, 0.5, 0}},
    {"LeftArm", 1, {0.2, 0.3, 0}},
    {"LeftForeArm", 3, {0.25, 0, 0}},
    {"LeftHand", 4, {0.25, 0, 0}},
    {"RightArm", 1, {-0.2, 0.3, 0}},
    {"RightForeArm", 6, {-0.25, 0, 0}},
    {"RightHand", 7, {-0.25, 0, 0}},
    {"LeftUpLeg", 0, {0.1, -0.02, 0}},
    {"LeftLeg", 9, {0, -0.4, 0}},
    {"LeftFoot", 10, {0, -0.4, 0}},
    {"LeftToeBase", 11, {0, -0.08, 0.12}},
    {"RightUpLeg", 0, {-0.1, -0.02, 0}},
    {"RightLeg", 13, {0, -0.4, 0}},
    {"RightFoot", 14, {0, -0.4, 0}},
    {"RightToeBase", 15, {0, -0.08, 0.12}},
};

/* --- Texts --- */

typedef struct writer {
    char *out;
    size_t length;
} writer;

static void put(writer *w, const char *text) {
    size_t length = strlen(text);
    if (w->length + length >= BVH_TEXT_CAPACITY) return;
    memcpy(w->out + w->length, text, length + 1);
    w->length += length;
}

static void put_numbers(writer *w, const double v[3]) {
    char text[128];
    snprintf(text, sizeof text, "%.9g %.9g %.9g ", v[0], v[1], v[2]);
    put(w, text);
}

static bool has_child(const bvh_film *film, int part) {
    return part + 1 < film->part_count && film->parts[part + 1].parent == part;
}

static bool has_position(const bvh_film *film, int part) {
    return film->parts[part].parent < 0 || film->has_all_positions;
}

static void put_channels(writer *w, const bvh_film *film, int part) {
    char text[64];
    put(w, has_position(film, part) ? "CHANNELS 6 Xposition Yposition Zposition" : "CHANNELS 3");
    for (int i = 0; i < 3; ++i) {
        snprintf(text, sizeof text, " %crotation", film->order[i]);
        put(w, text);
    }
    put(w, "\n");
}

static void put_joint(writer *w, const bvh_film *film, int part) {
    const bvh_part *p = &film->parts[part];
    put(w, p->parent < 0 ? "ROOT " : "JOINT ");
    put(w, p->name);
    put(w, "\n{\nOFFSET ");
    put_numbers(w, p->offset);
    put(w, "\n");
    put_channels(w, film, part);
    for (int i = part + 1; i < film->part_count; ++i) {
        if (film->parts[i].parent == part) put_joint(w, film, i);
    }
    if (!has_child(film, part)) put(w, "End Site\n{\nOFFSET 0 0 0.1\n}\n");
    put(w, "}\n");
}

static void put_frame(writer *w, const bvh_film *film, int frame) {
    for (int i = 0; i < film->part_count; ++i) {
        const double *r = film->rotations[frame * film->part_count + i];
        double ordered[3];
        for (int k = 0; k < 3; ++k) ordered[k] = r[film->order[k] - 'X'];
        if (film->parts[i].parent < 0) {
            put_numbers(w, film->hips[frame]);
        } else if (film->has_all_positions) {
            put_numbers(w, film->parts[i].offset);
        }
        put_numbers(w, ordered);
    }
    put(w, "\n");
}

void bvh_write(const bvh_film *film, char out[BVH_TEXT_CAPACITY]) {
    writer w = {out, 0};
    char text[64];
    put(&w, "HIERARCHY\n");
    for (int i = 0; i < film->part_count; ++i) {
        if (film->parts[i].parent < 0) put_joint(&w, film, i);
    }
    snprintf(text, sizeof text, "MOTION\nFrames: %d\nFrame Time: 0.0333333\n", film->frame_count);
    put(&w, text);
    for (int i = 0; i < film->frame_count; ++i) put_frame(&w, film, i);
}

/* --- Results --- */

void bvh_begin(bvh_read *out) {
    static const vrmi_diagnostics *const rooms[] = {&vrmi_gltf_diagnostics, &vrmi_clip_diagnostics,
                                                    NULL};
    vrmi_load_settings settings;
    memset(out, 0, sizeof *out);
    vrmi_memory_init(&out->memory, NULL);
    vrmi_arena_init(&out->arena, &out->memory, 0);
    vrmi_load_settings_read(&settings, NULL);
    vrmi_load_init(&out->load, &settings, &out->memory, vrmi_report_create(NULL, 0), rooms);
    out->load.arena = out->load.scratch = &out->arena;
}

void bvh_run(bvh_read *read, const char *text, size_t size) {
    read->ok = vrmi_read_bvh(&read->load, text, size, &read->motion);
}

void bvh_open(bvh_read *out, const char *text) {
    bvh_begin(out);
    bvh_run(out, text, strlen(text));
}

void bvh_close(bvh_read *read) {
    vrm_report_destroy(read->load.report);
    vrmi_arena_release(&read->arena);
}

const char *bvh_sentence(const bvh_read *read, const char *code) {
    for (uint32_t i = 0; i < vrm_report_count(read->load.report); ++i) {
        const vrm_diagnostic *entry = vrm_report_get(read->load.report, i);
        if (strcmp(entry->code, code) == 0) return entry->message;
    }
    return "";
}

bool bvh_said(const bvh_read *read, const char *code) { return *bvh_sentence(read, code) != '\0'; }

const vrmi_source_joint *bvh_joint(const bvh_read *read, vrm_bone bone) {
    int32_t joint = vrmi_source_find_bone(&read->motion, bone);
    return joint != VRM_NONE ? &read->motion.joints[joint] : NULL;
}

static bvh_turn multiply(bvh_turn a, bvh_turn b) {
    bvh_turn out = {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                    a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z,
                    a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x,
                    a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
    return out;
}

static bvh_turn inverse(bvh_turn q) {
    bvh_turn out = {-q.x, -q.y, -q.z, q.w};
    return out;
}

static bvh_turn turn_of(const float *q) {
    bvh_turn out = {q[0], q[1], q[2], q[3]};
    return out;
}

static bvh_turn local_of(const bvh_read *read, int32_t joint, uint32_t key) {
    const vrmi_source_joint *j = &read->motion.joints[joint];
    if (j->rotation_track == VRM_NONE) return turn_of(vrmi_quat_floats(&j->rest.rotation));
    return turn_of(read->motion.tracks[j->rotation_track].values + 4 * (size_t)key);
}

static bvh_turn world_of(const bvh_read *read, int32_t joint, uint32_t key) {
    bvh_turn q = {0, 0, 0, 1};
    for (; joint != VRM_NONE; joint = read->motion.joints[joint].parent) {
        q = multiply(local_of(read, joint, key), q);
    }
    return q;
}

bvh_turn bvh_turned(const bvh_read *read, vrm_bone bone, uint32_t key) {
    int32_t joint = vrmi_source_find_bone(&read->motion, bone);
    bvh_turn none = {0, 0, 0, 0};
    if (joint == VRM_NONE) return none;
    return multiply(world_of(read, joint, key),
                    inverse(turn_of(vrmi_quat_floats(&read->motion.joints[joint].rotation))));
}

double bvh_off(const bvh_read *read, vrm_bone bone, uint32_t key, char axis, double degrees) {
    double half = degrees * 0.5 / 57.29577951308232, s = sin(half);
    bvh_turn expected = {axis == 'x' ? s : 0, axis == 'y' ? s : 0, axis == 'z' ? s : 0, cos(half)};
    bvh_turn d = multiply(inverse(expected), bvh_turned(read, bone, key));
    return 2 * atan2(sqrt(d.x * d.x + d.y * d.y + d.z * d.z), fabs(d.w)) * 57.29577951308232;
}

static void rotate(bvh_turn q, double v[3]) {
    bvh_turn p = {v[0], v[1], v[2], 0};
    p = multiply(multiply(q, p), inverse(q));
    v[0] = p.x;
    v[1] = p.y;
    v[2] = p.z;
}

void bvh_hips(const bvh_read *read, uint32_t key, double out[3]) {
    int32_t joint = vrmi_source_find_bone(&read->motion, VRM_BONE_HIPS);
    out[0] = out[1] = out[2] = 0;
    for (; joint != VRM_NONE; joint = read->motion.joints[joint].parent) {
        const vrmi_source_joint *j = &read->motion.joints[joint];
        const float *place = vrmi_vec3_floats(&j->rest.translation);
        if (j->translation_track != VRM_NONE) {
            place = read->motion.tracks[j->translation_track].values + 3 * (size_t)key;
        }
        for (int i = 0; i < 3; ++i) out[i] += (double)place[i];
        if (j->parent != VRM_NONE) rotate(local_of(read, j->parent, key), out);
    }
}
