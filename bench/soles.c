/*
 * How well soles stand: the maker's motions stand, walk and squat on 36 bodies, with legs of 0.3,
 * 0.6, 0.9 and 1.2 m, thigh to shin 0.8, 1 and 1.2, and ankles 5 cm lower, as made and 5 cm higher.
 * Six seconds at 60 frames a second. A sole counts while that of the body that the motion was made
 * for is slower than 0.1 m/s and within 3 cm of the ground; heel and ball each by themselves, the
 * lower of both.
 *
 *   same     bodies of the proportions of the source: how far a sole is from the ground, in
 *            millimetres and in percent of the leg
 *   other    bodies of other proportions, without help: off the ground, and slide from where the
 *            sole began to stand
 *   ground   the same with vrm_ground_update
 *
 *   soles
 */
#include "base/math.h"
#include "figure.h"
#include "file.h"
#include "vrm/vrm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORK VRM_BENCH_MADE "/soles"

enum { FRAMES = 360, FADE_IN = 12, BODIES = 36, FRAME = 16666667 };

/* --- Bodies --- */

/* Legs in metres. */
typedef struct body {
    vrm_leg_shape legs;
    float height; /* of the hips */
    float leg;    /* from the hip joint to the ankle */
    vrm_model *model;
} body;

static body scaled(const vrm_leg_shape *legs, float factor) {
    const vrm_vec3 *from = legs->upper;
    body out;
    vrm_vec3 *to = out.legs.upper;
    for (size_t i = 0; i < sizeof *legs / sizeof *from; ++i)
        to[i] = vrmi_vec3_scale(from[i], factor);
    out.height = factor;
    out.leg = out.legs.upper[0].y - out.legs.foot[0].y;
    out.model = NULL;
    return out;
}

static body built(float thigh, float shin, float ankle) {
    const float height = thigh + shin + ankle;
    body out;
    for (int side = 0; side < 2; ++side) {
        const float x = (side == 0 ? 0.1f : -0.1f) * height;
        out.legs.upper[side] = vrm_vec3_make(x, height, 0);
        out.legs.lower[side] = vrm_vec3_make(x, ankle + shin, 0.002f * height);
        out.legs.foot[side] = vrm_vec3_make(x, ankle, 0);
        out.legs.toes[side] = vrm_vec3_make(x, 0.3f * ankle, 0.13f * height);
    }
    out.height = height;
    out.leg = thigh + shin;
    out.model = NULL;
    return out;
}

static void add_node(char *json, size_t capacity, vrm_vec3 at, const char *children) {
    size_t length = strlen(json);
    snprintf(json + length, capacity - length, "%s{\"translation\":[%.9g,%.9g,%.9g]%s%s%s}",
             length > 0 ? "," : "", (double)at.x, (double)at.y, (double)at.z,
             children[0] != '\0' ? ",\"children\":[" : "", children,
             children[0] != '\0' ? "]" : "");
}

/* An avatar with these legs; what is above the hips does not matter. False: it cannot be loaded. */
static bool load_body(body *b) {
    static const char bones[] =
        "\"hips\":{\"node\":0},\"spine\":{\"node\":1},\"head\":{\"node\":2},"
        "\"leftUpperArm\":{\"node\":3},\"leftLowerArm\":{\"node\":4},\"leftHand\":{\"node\":5},"
        "\"rightUpperArm\":{\"node\":6},\"rightLowerArm\":{\"node\":7},\"rightHand\":{\"node\":8},"
        "\"leftUpperLeg\":{\"node\":9},\"leftLowerLeg\":{\"node\":10},\"leftFoot\":{\"node\":11},"
        "\"leftToes\":{\"node\":12},\"rightUpperLeg\":{\"node\":13},\"rightLowerLeg\":{\"node\":14}"
        ","
        "\"rightFoot\":{\"node\":15},\"rightToes\":{\"node\":16}";
    const float h = b->height;
    const vrm_vec3 hips = {0, h, 0};
    char nodes[4000] = "", json[8000];
    add_node(nodes, sizeof nodes, hips, "1,9,13");
    add_node(nodes, sizeof nodes, vrm_vec3_make(0, 0.2f * h, 0), "2,3,6");
    add_node(nodes, sizeof nodes, vrm_vec3_make(0, 0.4f * h, 0), "");
    for (int side = 0; side < 2; ++side) {
        const float x = (side == 0 ? 0.2f : -0.2f) * h;
        add_node(nodes, sizeof nodes, vrm_vec3_make(x, 0.3f * h, 0), side == 0 ? "4" : "7");
        add_node(nodes, sizeof nodes, vrm_vec3_make(x, 0, 0), side == 0 ? "5" : "8");
        add_node(nodes, sizeof nodes, vrm_vec3_make(x, 0, 0), "");
    }
    for (int side = 0; side < 2; ++side) {
        const vrm_leg_shape *l = &b->legs;
        add_node(nodes, sizeof nodes, vrmi_vec3_sub(l->upper[side], hips), side == 0 ? "10" : "14");
        add_node(nodes, sizeof nodes, vrmi_vec3_sub(l->lower[side], l->upper[side]),
                 side == 0 ? "11" : "15");
        add_node(nodes, sizeof nodes, vrmi_vec3_sub(l->foot[side], l->lower[side]),
                 side == 0 ? "12" : "16");
        add_node(nodes, sizeof nodes, vrmi_vec3_sub(l->toes[side], l->foot[side]), "");
    }
    snprintf(json, sizeof json,
             "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[%s],\"extensionsUsed\":[\"VRMC_vrm\"],"
             "\"extensions\":{\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"meta\":{\"name\":\"soles\","
             "\"authors\":[\"bench\"],\"licenseUrl\":\"https://vrm.dev/licenses/1.0/\"},"
             "\"humanoid\":{\"humanBones\":{%s}}}}}",
             nodes, bones);
    return vrm_model_load(json, strlen(json), NULL, &b->model, NULL) == VRM_OK;
}

/* --- Measuring --- */

typedef struct result {
    double off, slide; /* metres */
    double part;       /* of the leg */
} result;

/* A point of a sole: below the ankle, or below the ball of the foot. */
static vrm_vec3 point_of(const vrm_pose *pose, const body *b, int side, bool is_heel) {
    const vrm_bone foot = side == 0 ? VRM_BONE_LEFT_FOOT : VRM_BONE_RIGHT_FOOT;
    const vrm_vec3 ankle = b->legs.foot[side];
    vrm_vec3 at = {0, 0, 0}, from = {0, 0, 0};
    vrm_quat turn = vrm_quat_identity();
    if (!is_heel) from = vrmi_vec3_sub(b->legs.toes[side], ankle);
    from.y = -ankle.y;
    vrm_pose_get_bone_transform(pose, b->model, foot, &at, &turn);
    return vrmi_vec3_add(at, vrmi_quat_rotate(turn, from));
}

static double length_of(vrm_vec3 v) { return sqrt((double)vrmi_vec3_dot(v, v)); }

/* One point of a sole over time: of the source, and of the body that is measured. */
typedef struct track {
    vrm_vec3 last;  /* of the source */
    vrm_vec3 began; /* where it began to stand */
    bool stands;
} track;

static void keep(result *r, const track *t, vrm_vec3 now, float leg) {
    const double off = fabs((double)now.y), slide = length_of(vrmi_vec3_sub(now, t->began));
    if (off > r->off) r->off = off;
    if (off / (double)leg > r->part) r->part = off / (double)leg;
    if (slide > r->slide) r->slide = slide;
}

static void play(const vrm_clip *clip, const body *source, const body *b, bool is_held,
                 result *out) {
    track tracks[2][2];
    vrm_vec3 way = {0, 0, 0}; /* of the root, in hips heights */
    vrm_trs root = vrm_trs_identity();
    vrm_mixer mixer;
    vrm_ground ground;
    vrm_pose pose, made;
    memset(tracks, 0, sizeof tracks);
    vrm_pose_init(&pose);
    vrm_mixer_init(&mixer);
    vrm_mixer_play(&mixer, 0, clip, VRM_SLOT_LOOP | VRM_SLOT_ROOT_MOTION, 0);
    vrm_ground_init(&ground);
    ground.has_source = vrm_clip_get_legs(clip, &ground.source);
    for (int frame = 0; frame < FRAMES; ++frame) {
        vrm_trs moved;
        vrm_mixer_update(&mixer, FRAME, &pose, &moved, NULL, 0);
        way = vrmi_vec3_add(way, moved.translation);
        root.translation = vrmi_vec3_scale(way, b->height);
        made = pose;
        if (is_held) vrm_ground_update(&ground, b->model, &pose, &root, FRAME);
        for (int i = 0; i < 4; ++i) {
            const int side = i / 2;
            const bool is_heel = i % 2 == 1;
            track *t = &tracks[side][i % 2];
            const vrm_vec3 from = point_of(&made, source, side, is_heel);
            const vrm_vec3 other = point_of(&made, source, side, !is_heel);
            const vrm_vec3 at = vrmi_vec3_add(from, vrmi_vec3_scale(way, source->height));
            const vrm_vec3 now = vrmi_vec3_add(point_of(&pose, b, side, is_heel), root.translation);
            const double speed = length_of(vrmi_vec3_sub(at, t->last)) * 60;
            const bool stands = frame > 0 && speed < 0.1 && at.y < 0.03f && at.y <= other.y + 1e-4f;
            t->last = at;
            if (stands && !t->stands) t->began = now;
            t->stands = stands;
            if (stands && frame > FADE_IN) keep(out, t, now, b->leg);
        }
    }
}

/* The i-th of the bodies; of the proportions of the source where `legs` are given. */
static body body_at(int i, const vrm_leg_shape *legs) {
    static const float sizes[] = {0.3f, 0.6f, 0.9f, 1.2f};
    static const float ratios[] = {0.8f, 1.0f, 1.2f}, heels[] = {-0.05f, 0.0f, 0.05f};
    const float leg = sizes[i % 4], shin = leg / (1.0f + ratios[i / 4 % 3]);
    const float ankle = leg / 9.0f + heels[i / 12];
    if (legs != NULL) return scaled(legs, leg / (legs->upper[0].y - legs->foot[0].y));
    return built(leg - shin, shin, ankle > 0.01f ? ankle : 0.01f);
}

static bool measure(const vrm_clip *clip, const vrm_leg_shape *legs, bool is_same, bool is_held,
                    result *out) {
    body source = scaled(legs, 1.0f); /* as large as hips of one metre are */
    bool ok = load_body(&source);
    for (int i = 0; ok && i < (is_same ? 4 : BODIES); ++i) {
        body b = body_at(i, is_same ? legs : NULL);
        ok = load_body(&b);
        if (ok) play(clip, &source, &b, is_held, out);
        vrm_model_release(b.model);
    }
    vrm_model_release(source.model);
    return ok;
}

static bool measure_motion(const char *name) {
    char options[64], path[1024];
    bench_bytes bytes;
    vrm_clip *clip = NULL;
    vrm_leg_shape legs;
    result same = {0, 0, 0}, other = {0, 0, 0}, held = {0, 0, 0};
    bool ok;
    snprintf(options, sizeof options, "motion --motion %s --as vrma", name);
    snprintf(path, sizeof path, WORK "/%s.vrma", name);
    if (!figure_make(options, path) || !bench_read_file(path, &bytes)) return false;
    ok = vrm_clip_load(bytes.data, bytes.size, NULL, &clip, NULL) == VRM_OK &&
         vrm_clip_get_legs(clip, &legs) && measure(clip, &legs, true, false, &same) &&
         measure(clip, &legs, false, false, &other) && measure(clip, &legs, false, true, &held);
    free(bytes.data);
    vrm_clip_release(clip);
    if (!ok) return false;
    printf("%-8s %8.2f %9.2f %% %12.2f %12.2f %12.2f %12.2f\n", name, 1000 * same.off,
           100 * same.part, 1000 * other.off, 1000 * other.slide, 1000 * held.off,
           1000 * held.slide);
    return true;
}

int main(int argc, char **argv) {
    (void)argv;
    if (argc > 1) {
        fprintf(stderr, "usage: soles\n");
        return 2;
    }
    printf("%-8s %8s %11s %12s %12s %12s %12s\n", "mm", "same off", "of the leg", "other off",
           "other slide", "ground off", "ground slide");
    return measure_motion("stand") && measure_motion("walk") && measure_motion("squat") ? 0 : 1;
}
