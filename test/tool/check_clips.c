/*
 * One motion, written by the maker in every kind of file: the clips of all of them give the poses
 * of the .vrma file.
 *
 * BVH files have the names of eleven families, three poses at rest, offsets of a figure or along
 * the bones, and seven orders of rotations (AN-040 to AN-045). glTF files have the names of bones
 * or of Mixamo, in four shapes (AN-041).
 */
#include <vrm/vrm.h> /* first: a type of the maker has the name of its parameters */

#include "testkit/maker/motion_bvh.h"
#include "testkit/maker/motion_vmd.h"
#include "testkit/maker/motion_write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEGREES 57.29577951308232
/* Poses are compared at keys. Between them, where a file has one joint for two of another, they
 * differ by a few hundredths of a degree. */
#define KEYS_PER_SECOND 30

static int problems;

/* --- Rotations --- */

typedef struct turn {
    double x, y, z, w;
} turn;

static turn turn_multiply(turn a, turn b) {
    turn out = {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z,
                a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x,
                a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
    return out;
}

static double turn_between(turn a, turn b) {
    turn inverse = {-a.x, -a.y, -a.z, a.w}, d = turn_multiply(inverse, b);
    return 2 * atan2(sqrt(d.x * d.x + d.y * d.y + d.z * d.z), fabs(d.w)) * DEGREES;
}

/* Of trunk, legs and arms, in the order of vrm_bone; fingers have a hand above them. */
static int parent_of(int bone) {
    static const int parents[] = {-1, 0,  1,  2,  3, 4,  5,  5,  5, 0,  9,  10, 11,
                                  0,  13, 14, 15, 3, 17, 18, 19, 3, 21, 22, 23};
    if (bone < VRM_BONE_LEFT_THUMB_METACARPAL) return parents[bone];
    if ((bone - VRM_BONE_LEFT_THUMB_METACARPAL) % 3 != 0) return bone - 1;
    return bone < VRM_BONE_RIGHT_THUMB_METACARPAL ? VRM_BONE_LEFT_HAND : VRM_BONE_RIGHT_HAND;
}

/* How far each bone has turned from the T-pose, in the space of the model. */
static void turns_of(const vrm_pose *pose, turn out[VRM_BONE_COUNT]) {
    for (int bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        vrm_quat q = pose->rotations[bone];
        turn own = {q.x, q.y, q.z, q.w};
        int parent = parent_of(bone);
        out[bone] = parent < 0 ? own : turn_multiply(out[parent], own);
    }
}

/* --- Clips --- */

static vrm_clip *load(const char *name, const motion_options *options) {
    bytes data = motion_write(options);
    vrm_clip *clip = NULL;
    vrm_report *report = NULL;
    vrm_result result = vrm_clip_load(data.items, data.count, NULL, &clip, &report);
    if (result != VRM_OK) {
        char text[2000];
        vrm_report_text(report, text, sizeof text);
        printf("%s: is refused\n%s", name, text);
        ++problems;
    }
    vrm_report_destroy(report);
    LIST_FREE(&data);
    return clip;
}

/* What may be off, in degrees. Negative: it is not compared. */
typedef struct limits {
    double limbs; /* upper and lower arms and legs */
    double feet;
    double others;
} limits;

static double limit_of(const limits *l, int bone) {
    switch (bone) {
    case VRM_BONE_LEFT_UPPER_ARM:
    case VRM_BONE_LEFT_LOWER_ARM:
    case VRM_BONE_RIGHT_UPPER_ARM:
    case VRM_BONE_RIGHT_LOWER_ARM:
    case VRM_BONE_LEFT_UPPER_LEG:
    case VRM_BONE_LEFT_LOWER_LEG:
    case VRM_BONE_RIGHT_UPPER_LEG:
    case VRM_BONE_RIGHT_LOWER_LEG:
        return l->limbs;
    case VRM_BONE_LEFT_FOOT:
    case VRM_BONE_RIGHT_FOOT:
    case VRM_BONE_LEFT_TOES:
    case VRM_BONE_RIGHT_TOES:
        return l->feet;
    case VRM_BONE_LEFT_EYE:
    case VRM_BONE_RIGHT_EYE:
    case VRM_BONE_JAW:
        return -1;
    default:
        return l->others;
    }
}

static double distance_of(vrm_vec3 a, vrm_vec3 a0, vrm_vec3 b, vrm_vec3 b0) {
    double x = (double)(a.x - a0.x) - (b.x - b0.x), y = (double)(a.y - b.y);
    double z = (double)(a.z - a0.z) - (b.z - b0.z);
    return sqrt(x * x + y * y + z * z);
}

/* Compares poses. Hips of BVH begin where the clip begins: x and z are compared from there on. */
static void compare(const char *name, const vrm_clip *expected, const vrm_clip *got,
                    const limits *l, double hips_limit) {
    double worst = 0, most = 0, hips = 0;
    int where = -1;
    vrm_clip_info info, other;
    vrm_pose first[2];
    vrm_clip_info_init(&info);
    vrm_clip_info_init(&other);
    vrm_clip_get_info(got, &info);
    vrm_clip_get_info(expected, &other);
    if (llabs(info.duration - other.duration) > 1000000) {
        printf("%s: lasts %lld ns instead of %lld\n", name, (long long)info.duration,
               (long long)other.duration);
        ++problems;
    }
    for (int64_t key = 0; key * 1000000000 <= other.duration * KEYS_PER_SECOND; ++key) {
        int64_t time = (key * 1000000000 + KEYS_PER_SECOND / 2) / KEYS_PER_SECOND;
        vrm_pose pose[2];
        turn turns[2][VRM_BONE_COUNT];
        double off;
        for (int i = 0; i < 2; ++i) {
            vrm_pose_init(&pose[i]);
            vrm_clip_sample(i == 0 ? expected : got, time, &pose[i]);
            turns_of(&pose[i], turns[i]);
            if (time == 0) first[i] = pose[i];
        }
        for (int bone = 0; bone < VRM_BONE_COUNT; ++bone) {
            double limit = limit_of(l, bone);
            if (limit < 0 || (info.bones & VRM_BONE_BIT(bone)) == 0) continue;
            off = turn_between(turns[0][bone], turns[1][bone]);
            if (off / limit <= worst) continue;
            worst = off / limit;
            most = off;
            where = bone;
        }
        off = distance_of(pose[0].hips, first[0].hips, pose[1].hips, first[1].hips);
        if (off > hips) hips = off;
    }
    if (!(worst <= 1)) {
        printf("%s: %s is %g degrees off\n", name, vrm_bone_name(where), most);
        ++problems;
    }
    if (!(hips <= hips_limit)) {
        printf("%s: hips are off by %g of their height\n", name, hips);
        ++problems;
    }
}

static vrm_clip *load_reference(const char *motion_name, motion_options *options) {
    motion_options_init(options);
    options->what = motion_find(motion_name);
    return load(motion_name, options);
}

/* --- glTF --- */

static void check_gltf(const char *motion_name) {
    static const struct {
        const char *name;
        motion_format format;
        const char *skeleton;
    } shapes[] = {{"gltf", FORMAT_GLTF, "vrm"},
                  {"mixamo", FORMAT_MIXAMO, "mixamo"},
                  {"mixamo-no-prefix", FORMAT_MIXAMO_NO_PREFIX, "humanik"},
                  {"mixamo-armature", FORMAT_MIXAMO_ARMATURE, "mixamo"},
                  {"mixamo-between", FORMAT_MIXAMO_BETWEEN, "mixamo"}};
    static const limits exact = {1e-3, 1e-3, 1e-3};
    motion_options options;
    vrm_clip *reference = load_reference(motion_name, &options);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; ++i) {
        char name[100];
        vrm_clip_info info;
        vrm_clip *clip;
        snprintf(name, sizeof name, "%s as %s", motion_name, shapes[i].name);
        options.format = shapes[i].format;
        clip = load(name, &options);
        if (clip == NULL || reference == NULL) continue;
        compare(name, reference, clip, &exact, 1e-4);
        vrm_clip_info_init(&info);
        vrm_clip_get_info(clip, &info);
        if (strcmp(info.skeleton.data, shapes[i].skeleton) != 0) {
            printf("%s: the skeleton is %s\n", name, info.skeleton.data);
            ++problems;
        }
        vrm_clip_release(clip);
    }
    vrm_clip_release(reference);
}

/* --- BVH --- */

static void check_bvh(const char *motion_name, const vrm_clip *reference, motion_options *options) {
    /* Files whose offsets are no figure do not say how a shoulder or a hand is turned at rest, nor
     * how a foot is that never stands on the floor. */
    const bool stands = strcmp(motion_name, "test") != 0;
    const limits axis = {0.01, 0.01, 0.01}, local = {0.5, stands ? 0.5 : 10, 8};
    const bvh_family *family = &bvh_families[options->family];
    const int offsets = options->offsets == OFFSETS_OF_FAMILY ? family->offsets : options->offsets;
    char name[160];
    vrm_clip *clip;
    snprintf(name, sizeof name, "%s as BVH of %s, rest %d, offsets %d, order %d", motion_name,
             family->name, options->rest, options->offsets, options->order);
    clip = load(name, options);
    if (clip == NULL || reference == NULL) return;
    /* Without toes or with noise, the floor is found a little higher or lower. */
    compare(name, reference, clip, offsets == OFFSETS_LOCAL ? &local : &axis, stands ? 0.01 : 0.2);
    vrm_clip_release(clip);
}

static void check_families(const char *motion_name, bool has_all) {
    motion_options options;
    vrm_clip *reference = load_reference(motion_name, &options);
    const int orders = bvh_find_order("mixed") + 1;
    options.format = FORMAT_BVH;
    for (options.family = 0; bvh_families[options.family].name != NULL; ++options.family) {
        options.rest = REST_OF_FAMILY;
        options.offsets = OFFSETS_OF_FAMILY;
        options.order = ORDER_OF_FAMILY;
        check_bvh(motion_name, reference, &options);
        if (!has_all) continue;
        for (int i = 0; i < 3 * 2 * orders; ++i) {
            options.rest = i % 3;
            options.offsets = i / 3 % 2;
            options.order = i / 6;
            check_bvh(motion_name, reference, &options);
        }
    }
    vrm_clip_release(reference);
}

/* --- VMD --- */

/* The ankle of the model that files of VMD are for, from where the hips are at rest; in meters. */
static void find_ankle(const vrm_pose *pose, const turn turns[VRM_BONE_COUNT], bool is_left,
                       double out[3]) {
    const int upper = is_left ? VRM_BONE_LEFT_UPPER_LEG : VRM_BONE_RIGHT_UPPER_LEG;
    const double hips_height = 0.8977;
    const double parts[3][3] = {
        {is_left ? VMD_HIP_ASIDE : -VMD_HIP_ASIDE, VMD_HIP_HEIGHT - hips_height / VMD_UNIT, 0},
        {0, VMD_KNEE_HEIGHT - VMD_HIP_HEIGHT, 0},
        {0, VMD_ANKLE_HEIGHT - VMD_KNEE_HEIGHT, 0}};
    const int bones[3] = {VRM_BONE_HIPS, upper, upper + 1};
    const float hips[3] = {pose->hips.x, pose->hips.y, pose->hips.z};
    for (int i = 0; i < 3; ++i) out[i] = (double)hips[i] * hips_height;
    for (int i = 0; i < 3; ++i) {
        turn q = turns[bones[i]], inverse = {-q.x, -q.y, -q.z, q.w};
        turn v = {parts[i][0] * VMD_UNIT, parts[i][1] * VMD_UNIT, parts[i][2] * VMD_UNIT, 0};
        v = turn_multiply(turn_multiply(q, v), inverse);
        out[0] += v.x;
        out[1] += v.y;
        out[2] += v.z;
    }
}

/* How far ankles are from where they should be, at most; in meters. */
static double compare_ankles(const vrm_clip *expected, const vrm_clip *got) {
    double worst = 0;
    vrm_clip_info info;
    vrm_clip_info_init(&info);
    vrm_clip_get_info(expected, &info);
    for (int64_t time = 0; time <= info.duration; time += 50000000) {
        for (int k = 0; k < 2; ++k) {
            double places[2][3], square = 0;
            for (int i = 0; i < 2; ++i) {
                vrm_pose pose;
                turn turns[VRM_BONE_COUNT];
                vrm_pose_init(&pose);
                vrm_clip_sample(i == 0 ? expected : got, time, &pose);
                turns_of(&pose, turns);
                find_ankle(&pose, turns, k == 0, places[i]);
            }
            for (int i = 0; i < 3; ++i) square += pow(places[0][i] - places[1][i], 2);
            if (sqrt(square) > worst) worst = sqrt(square);
        }
    }
    return worst;
}

/* Where knees are is not in the file; ankles and feet are. */
static void check_vmd(const char *motion_name, int legs) {
    const limits rotations = {0.01, 0.01, 0.01}, targets = {60, 0.5, 0.01};
    char name[100];
    motion_options options;
    vrm_clip *reference, *clip;
    double off;
    motion_options_init(&options);
    options.what = motion_find(motion_name);
    options.body = BODY_MMD;
    reference = load(motion_name, &options);
    options.format = FORMAT_VMD;
    options.legs = legs;
    snprintf(name, sizeof name, "%s as VMD, legs by %s", motion_name,
             legs == LEGS_IK ? "targets" : "rotations");
    clip = load(name, &options);
    if (reference != NULL && clip != NULL) {
        compare(name, reference, clip, legs == LEGS_IK ? &targets : &rotations, 0.005);
        off = compare_ankles(reference, clip);
        if (!(off <= 0.005)) {
            printf("%s: ankles are off by %g m\n", name, off);
            ++problems;
        }
    }
    vrm_clip_release(clip);
    vrm_clip_release(reference);
}

int main(void) {
    static const char *const names[] = {"test", "walk", "squat", "dance", "stand"};
    check_gltf("test");
    check_gltf("dance");
    check_families("test", true);
    check_families("walk", true);
    check_families("squat", false);
    check_families("dance", false);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        check_vmd(names[i], LEGS_FK);
        check_vmd(names[i], LEGS_IK);
    }
    if (problems == 0) puts("clips: all files of a motion give the same poses");
    return problems != 0;
}
