/* VMD files: their bytes, their curves, and what stands in for the model that they do not have. */
#include "clip/vmd.h"
#include "support/refusals.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/vrm.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define DEGREES 57.29577951308232

/* Names in Shift-JIS. */
#define LEFT "\x8d\xb6"
#define RIGHT "\x89\x45"
#define ALL "\x91\x53\x82\xc4\x82\xcc\x90\x65"
#define CENTER "\x83\x5a\x83\x93\x83\x5e\x81\x5b"
#define GROOVE "\x83\x4f\x83\x8b\x81\x5b\x83\x75"
#define WAIST "\x8d\x98"
#define LOWER "\x89\xba\x94\xbc\x90\x67"
#define UPPER "\x8f\xe3\x94\xbc\x90\x67"
#define HEAD "\x93\xaa"
#define EYES "\x97\xbc\x96\xda"
#define ARM "\x98\x72"
#define ARM_TWIST "\x98\x72\x9d\x80"
#define ELBOW "\x82\xd0\x82\xb6"
#define HAND_TWIST "\x8e\xe8\x9d\x80"
#define WRIST "\x8e\xe8\x8e\xf1"
#define INDEX "\x90\x6c\x8e\x77\x82\x50"
#define SHOULDER "\x8c\xa8"
#define THUMB "\x90\x65\x8e\x77\x82"
#define LEG "\x91\xab"
#define KNEE "\x82\xd0\x82\xb4"
#define FOOT_IK "\x91\xab\x82\x68\x82\x6a"
#define TOE_IK "\x82\xc2\x82\xdc\x90\xe6\x82\x68\x82\x6a"
#define BLINK "\x82\xdc\x82\xce\x82\xbd\x82\xab"
#define LAUGH "\x8f\xce\x82\xa2"
#define WINK "\x83\x45\x83\x42\x83\x93\x83\x4e"
#define AA "\x82\xa0"

/* --- Files --- */

enum { CAPACITY = 1 << 16 };

typedef struct vmd_file {
    uint8_t bytes[CAPACITY];
    size_t size, counted; /* where the count of the section is */
} vmd_file;

static void put(vmd_file *f, const void *bytes, size_t size) {
    if (f->size + size > CAPACITY) return;
    memcpy(f->bytes + f->size, bytes, size);
    f->size += size;
}

static void put_u32(vmd_file *f, uint32_t value) {
    uint8_t bytes[4];
    for (int i = 0; i < 4; ++i) bytes[i] = (uint8_t)(value >> (8 * i));
    put(f, bytes, 4);
}

static void put_f32(vmd_file *f, double value) {
    float number = (float)value;
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    put_u32(f, bits);
}

static void put_name(vmd_file *f, const char *name, size_t size) {
    uint8_t field[32] = {0};
    memcpy(field, name, strlen(name));
    put(f, field, size);
}

static void begin_section(vmd_file *f) {
    f->counted = f->size;
    put_u32(f, 0);
}

static void count_one(vmd_file *f) { f->bytes[f->counted] += 1; }

static void begin(vmd_file *f) {
    memset(f, 0, sizeof *f);
    put_name(f, "Vocaloid Motion Data 0002", 30);
    put_name(f, "someone", 20);
    begin_section(f);
}

/* Degrees about an axis, as our axes have it. */
typedef struct turn {
    char axis;
    double degrees;
} turn;

static const uint8_t line[4] = {20, 20, 107, 107};

static void add_curved(vmd_file *f, const char *name, uint32_t frame, double x, double y, double z,
                       turn t, const uint8_t curve[4]) {
    double s = sin(t.degrees / 2 / DEGREES);
    uint8_t curves[64] = {0};
    put_name(f, name, 15);
    put_u32(f, frame);
    put_f32(f, x);
    put_f32(f, y);
    put_f32(f, -z);
    put_f32(f, t.axis == 'x' ? -s : 0);
    put_f32(f, t.axis == 'y' ? -s : 0);
    put_f32(f, t.axis == 'z' ? s : 0);
    put_f32(f, cos(t.degrees / 2 / DEGREES));
    for (int i = 0; i < 16; ++i) curves[16 * (i / 4) + 4 * (i % 4)] = curve[i % 4];
    put(f, curves, sizeof curves);
    count_one(f);
}

static void add_turn(vmd_file *f, const char *name, uint32_t frame, char axis, double degrees) {
    add_curved(f, name, frame, 0, 0, 0, (turn){axis, degrees}, line);
}

static void add_place(vmd_file *f, const char *name, uint32_t frame, double x, double y, double z) {
    add_curved(f, name, frame, x, y, z, (turn){'x', 0}, line);
}

static void add_morph(vmd_file *f, const char *name, uint32_t frame, double weight) {
    put_name(f, name, 15);
    put_u32(f, frame);
    put_f32(f, weight);
    count_one(f);
}

/* One property that turns both targets of the left on or off. */
static void add_switch(vmd_file *f, uint32_t frame, uint8_t is_on) {
    put_u32(f, frame);
    put(f, "\1", 1);
    put_u32(f, 2);
    put_name(f, LEFT FOOT_IK, 20);
    put(f, &is_on, 1);
    put_name(f, LEFT TOE_IK, 20);
    put(f, &is_on, 1);
    count_one(f);
}

/* --- Clips --- */

typedef struct vmd_clip {
    vrm_clip *clip;
    vrm_report *report;
    vrm_result result;
    vrm_clip_info info;
} vmd_clip;

static vmd_clip load_bytes(const uint8_t *bytes, size_t size) {
    vmd_clip out;
    memset(&out, 0, sizeof out);
    vrm_clip_info_init(&out.info);
    out.result = vrm_clip_load(bytes, size, NULL, &out.clip, &out.report);
    vrm_clip_get_info(out.clip, &out.info);
    return out;
}

static vmd_clip load(const vmd_file *f) { return load_bytes(f->bytes, f->size); }

static void unload(vmd_clip *c) {
    vrm_clip_release(c->clip);
    vrm_report_destroy(c->report);
}

static const char *said(const vmd_clip *c, const char *code) {
    for (uint32_t i = 0; i < vrm_report_count(c->report); ++i) {
        const vrm_diagnostic *entry = vrm_report_get(c->report, i);
        if (strcmp(entry->code, code) == 0) return entry->message;
    }
    return "";
}

static vrm_pose pose_at(const vmd_clip *c, double frame) {
    vrm_pose pose;
    vrm_pose_init(&pose);
    vrm_clip_sample(c->clip, (int64_t)(frame / 30 * 1e9 + 0.5), &pose);
    return pose;
}

/* Degrees between a bone's rotation and a turn. */
static double off(const vrm_pose *pose, vrm_bone bone, char axis, double degrees) {
    double half = degrees / 2 / DEGREES, s = sin(half), c = cos(half);
    double e[4] = {axis == 'x' ? s : 0, axis == 'y' ? s : 0, axis == 'z' ? s : 0, c};
    vrm_quat q = pose->rotations[bone];
    double dot = e[0] * q.x + e[1] * q.y + e[2] * q.z + e[3] * q.w;
    double x = c * q.x - e[0] * q.w - e[1] * q.z + e[2] * q.y;
    double y = c * q.y - e[1] * q.w - e[2] * q.x + e[0] * q.z;
    double z = c * q.z - e[2] * q.w - e[0] * q.y + e[1] * q.x;
    return 2 * atan2(sqrt(x * x + y * y + z * z), fabs(dot)) * DEGREES;
}

/* --- The format --- */

TEST(an_046_keys_are_converted_to_our_axes) {
    vmd_file f;
    vmd_clip c;
    vrm_pose pose;
    begin(&f);
    add_turn(&f, HEAD, 0, 'x', 20);
    add_turn(&f, HEAD, 30, 'y', 40);
    add_turn(&f, UPPER, 0, 'z', 10);
    add_place(&f, CENTER, 0, 1, 2, 3);
    c = load(&f);
    CHECK_INT(c.result, VRM_OK);
    CHECK_INT(c.info.format, VRM_CLIP_FORMAT_VMD);
    CHECK_TEXT(c.info.skeleton.data, "mmd");
    CHECK_INT(c.info.duration, 1000000000);
    CHECK_NEAR(c.info.unit, 0.08, 1e-7);
    CHECK_INT(vrm_report_count(c.report), 0);
    pose = pose_at(&c, 0);
    CHECK_NEAR(off(&pose, VRM_BONE_HEAD, 'x', 20), 0, 1e-4);
    CHECK_NEAR(off(&pose, VRM_BONE_SPINE, 'z', 10), 0, 1e-4);
    CHECK_NEAR(pose.hips.x, 1 / 11.2, 1e-6);
    CHECK_NEAR(pose.hips.y, 2 / 11.2, 1e-6);
    CHECK_NEAR(pose.hips.z, 3 / 11.2, 1e-6);
    pose = pose_at(&c, 30);
    CHECK_NEAR(off(&pose, VRM_BONE_HEAD, 'y', 40), 0, 1e-4);
    /* Bones without keys are not said. */
    CHECK(c.info.bones == (VRM_BONE_BIT(VRM_BONE_HIPS) | VRM_BONE_BIT(VRM_BONE_SPINE) |
                           VRM_BONE_BIT(VRM_BONE_HEAD)));
    unload(&c);
}

TEST(an_046_content_decides) {
    CHECK(vrmi_is_vmd((const uint8_t *)"Vocaloid Motion Data 0002", 25));
    CHECK(vrmi_is_vmd((const uint8_t *)"Vocaloid Motion Data file", 25));
    CHECK(!vrmi_is_vmd((const uint8_t *)"Vocaloid Motion Data 0003", 25));
    CHECK(!vrmi_is_vmd((const uint8_t *)"Vocaloid Motion Data 000", 24));
}

/* The older signature has a shorter name of the model. */
TEST(an_046_the_older_signature_is_read) {
    vmd_file f, old;
    vmd_clip c;
    vrm_pose pose;
    begin(&f);
    add_turn(&f, HEAD, 0, 'x', 20);
    memset(&old, 0, sizeof old);
    put_name(&old, "Vocaloid Motion Data file", 30);
    put_name(&old, "someone", 10);
    put(&old, f.bytes + 50, f.size - 50);
    c = load(&old);
    CHECK_INT(c.result, VRM_OK);
    pose = pose_at(&c, 0);
    CHECK_NEAR(off(&pose, VRM_BONE_HEAD, 'x', 20), 0, 1e-4);
    unload(&c);
}

/* Keys stand in any order; of two at one frame, the last one counts. */
TEST(an_046_keys_are_sorted) {
    vmd_file f;
    vmd_clip c;
    vrm_pose pose;
    begin(&f);
    add_turn(&f, HEAD, 20, 'x', 40);
    add_turn(&f, HEAD, 10, 'x', 77);
    add_turn(&f, UPPER, 5, 'y', 5);
    add_turn(&f, HEAD, 0, 'x', 0);
    add_turn(&f, HEAD, 10, 'x', 20);
    c = load(&f);
    CHECK_INT(c.result, VRM_OK);
    for (int i = 0; i <= 20; i += 5) {
        pose = pose_at(&c, i);
        CHECK_NEAR(off(&pose, VRM_BONE_HEAD, 'x', 2 * i), 0, 1e-4);
    }
    unload(&c);
}

TEST(an_046_files_that_are_cut_short_play_what_is_there) {
    static const size_t cuts[] = {10, 111 + 10};
    for (size_t i = 0; i < COUNT(cuts); ++i) {
        vmd_file f;
        vmd_clip c;
        begin(&f);
        for (uint32_t k = 0; k < 3; ++k) add_turn(&f, HEAD, 10 * k, 'x', 10 * k);
        f.size -= cuts[i];
        c = load(&f);
        CHECK_INT(c.result, VRM_OK);
        CHECK_NEAR((double)c.info.duration, i == 0 ? 1e9 / 3 : 0, 100);
        CHECK_TEXT(said(&c, "vmd-cut"), "the file is cut short; what is there is played");
        unload(&c);
    }
}

/* Any count, any length: a result, and no read behind the end. */
TEST(an_046_every_beginning_of_a_file_ends_in_a_result) {
    vmd_file f;
    begin(&f);
    add_turn(&f, HEAD, 0, 'x', 20);
    add_place(&f, LEFT FOOT_IK, 10, 0, 1, 0);
    begin_section(&f);
    add_morph(&f, AA, 0, 1);
    for (int i = 0; i < 3; ++i) put_u32(&f, 0);
    begin_section(&f);
    add_switch(&f, 0, 1);
    for (size_t size = 0; size <= f.size; ++size) {
        uint8_t *exact = malloc(size != 0 ? size : 1);
        vmd_clip c;
        if (exact == NULL) return;
        memcpy(exact, f.bytes, size);
        c = load_bytes(exact, size);
        test_note("%d bytes", (int)size);
        CHECK((c.result == VRM_OK) == (c.clip != NULL));
        CHECK(size < f.size || vrm_report_count(c.report) == 1); /* legs */
        unload(&c);
        free(exact);
    }
    test_note(NULL);
}

TEST(an_046_counts_beyond_the_file) {
    vmd_file f;
    vmd_clip c;
    begin(&f);
    add_turn(&f, HEAD, 0, 'x', 20);
    memset(f.bytes + 50, 0xFF, 4);
    c = load(&f);
    CHECK_INT(c.result, VRM_OK);
    CHECK(*said(&c, "vmd-cut") != '\0');
    unload(&c);
}

TEST(an_046_values_that_cannot_be_used) {
    vmd_file f;
    vmd_clip c;
    vrm_pose pose;
    begin(&f);
    add_curved(&f, HEAD, 0, 0, 0, 0, (turn){'x', NAN}, line);
    add_place(&f, CENTER, 0, INFINITY, 1, 0);
    add_turn(&f, HEAD, 4294967295u, 'x', 20);
    add_turn(&f, "unknown", 0, 'x', 20);
    c = load(&f);
    CHECK_INT(c.result, VRM_OK);
    CHECK_TEXT(said(&c, "vmd-numbers"),
               "number of keys with values that are no numbers: 2; they are at rest");
    CHECK_TEXT(said(&c, "vmd-late-keys"),
               "number of keys that come after more than a day: 1; they are left out");
    CHECK_TEXT(said(&c, "vmd-unknown"),
               "number of keys for bones and morphs that avatars do not have: 1; they are ignored");
    CHECK_INT(vrm_report_count(c.report), 3);
    CHECK_INT(c.info.duration, 0);
    pose = pose_at(&c, 0);
    CHECK_NEAR(off(&pose, VRM_BONE_HEAD, 'x', 0), 0, 1e-4);
    CHECK(pose.hips.x < 1e6f);
    unload(&c);
}

TEST(an_046_files_of_cameras_are_refused) {
    vmd_file f;
    vmd_clip c;
    begin(&f);
    put_u32(&f, 0); /* morphs */
    put_u32(&f, 1);
    put_name(&f, "", 30);
    put_name(&f, "", 31);
    c = load(&f);
    CHECK_INT(c.result, VRM_ERROR_UNSUPPORTED);
    CHECK_TEXT(said(&c, "vmd-no-keys"), "this VMD file moves no body and no face");
    unload(&c);
}

/* --- Curves --- */

/* The curve in double, by bisection. */
static double curve_at(const uint8_t curve[4], double time) {
    double low = 0, high = 1, p[4], s, r;
    for (int i = 0; i < 4; ++i) p[i] = curve[i] / 127.0;
    for (int i = 0; i < 60; ++i) {
        s = (low + high) / 2;
        r = 1 - s;
        if (3 * r * r * s * p[0] + 3 * r * s * s * p[2] + s * s * s < time) {
            low = s;
        } else {
            high = s;
        }
    }
    s = (low + high) / 2;
    r = 1 - s;
    return 3 * r * r * s * p[1] + 3 * r * s * s * p[3] + s * s * s;
}

/* The curve of a key leads to it. At whole frames, and between them. */
TEST(an_046_curves_are_followed) {
    static const uint8_t curves[][4] = {{20, 20, 107, 107},
                                        {64, 0, 64, 127},
                                        {0, 127, 0, 127},
                                        {127, 0, 127, 0},
                                        {100, 30, 20, 90}};
    for (size_t i = 0; i < COUNT(curves); ++i) {
        for (uint32_t frames = 20; frames <= 90; frames += 70) {
            vmd_file f;
            vmd_clip c;
            test_note("curve %d, %d frames", (int)i, (int)frames);
            begin(&f);
            add_curved(&f, HEAD, 0, 0, 0, 0, (turn){'x', 0}, curves[0]);
            add_curved(&f, HEAD, frames, 0, 0, 0, (turn){'x', 60}, curves[i]);
            add_curved(&f, CENTER, 0, 0, 0, 0, (turn){'x', 0}, curves[0]);
            add_curved(&f, CENTER, frames, 0, 0, 5, (turn){'x', 0}, curves[i]);
            c = load(&f);
            REQUIRE(c.clip != NULL);
            for (uint32_t k = 0; k <= frames; ++k) {
                vrm_pose pose = pose_at(&c, k);
                double way = curve_at(curves[i], (double)k / frames);
                CHECK_NEAR(off(&pose, VRM_BONE_HEAD, 'x', 60 * way), 0, 0.1);
                CHECK_NEAR(pose.hips.z * 11.2, 5 * way, 2e-3);
            }
            unload(&c);
        }
    }
    test_note(NULL);
}

/* Lines need no keys in between. */
TEST(an_046_lines_have_no_further_keys) {
    static const uint8_t eased[4] = {64, 0, 64, 127};
    for (int is_curved = 0; is_curved < 2; ++is_curved) {
        vmd_file f;
        vmd_clip c;
        begin(&f);
        add_turn(&f, HEAD, 0, 'x', 0);
        add_curved(&f, HEAD, 30, 0, 0, 0, (turn){'x', 60}, is_curved ? eased : line);
        c = load(&f);
        if (is_curved) {
            CHECK(c.info.key_count > 10 && c.info.key_count <= 31);
        } else {
            CHECK_INT(c.info.key_count, 2);
        }
        unload(&c);
    }
}

/* A file that asks for millions of frames gets fewer, and its keys all the same. */
TEST(an_046_curves_have_a_limit) {
    static const uint8_t steep[4] = {0, 127, 0, 127};
    enum { KEYS = 30000, BYTES = 50 + 4 + 111 * KEYS };
    vmd_file one;
    uint8_t *bytes = malloc(BYTES);
    vmd_clip c;
    vrm_pose pose;
    if (bytes == NULL) return;
    begin(&one);
    add_curved(&one, HEAD, 0, 0, 0, 0, (turn){'x', 0}, steep);
    add_curved(&one, HEAD, 0, 0, 0, 0, (turn){'x', 170}, steep);
    memcpy(bytes, one.bytes, 54);
    for (uint32_t i = 0; i < KEYS; ++i) {
        uint8_t *key = bytes + 54 + 111 * (size_t)i;
        uint32_t frame = 100 * i;
        memcpy(key, one.bytes + 54 + (i % 2 ? 111 : 0), 111);
        for (int k = 0; k < 4; ++k) key[15 + k] = (uint8_t)(frame >> (8 * k));
    }
    for (int k = 0; k < 4; ++k) bytes[50 + k] = (uint8_t)((uint32_t)KEYS >> (8 * k));
    c = load_bytes(bytes, BYTES);
    CHECK_INT(c.result, VRM_OK);
    CHECK(*said(&c, "vmd-curves") != '\0');
    CHECK(c.info.key_count >= KEYS && c.info.key_count <= 500000 + 4 * KEYS);
    pose = pose_at(&c, 100);
    CHECK_NEAR(off(&pose, VRM_BONE_HEAD, 'x', 170), 0, 1e-3);
    pose = pose_at(&c, 200);
    CHECK_NEAR(off(&pose, VRM_BONE_HEAD, 'x', 0), 0, 1e-3);
    unload(&c);
    free(bytes);
}

/* --- The body --- */

/* Arms hang by 35 degrees when the file says nothing else. */
TEST(an_046_arms_hang_at_rest) {
    vmd_file f;
    vmd_clip c;
    vrm_pose pose;
    begin(&f);
    add_turn(&f, LEFT ARM, 0, 'z', 0);
    add_turn(&f, RIGHT ARM, 0, 'z', -35); /* raised to level */
    add_turn(&f, LEFT ELBOW, 0, 'z', 0);
    c = load(&f);
    pose = pose_at(&c, 0);
    CHECK_NEAR(off(&pose, VRM_BONE_LEFT_UPPER_ARM, 'z', -35), 0, 1e-4);
    CHECK_NEAR(off(&pose, VRM_BONE_RIGHT_UPPER_ARM, 'z', 0), 0, 1e-4);
    CHECK_NEAR(off(&pose, VRM_BONE_LEFT_LOWER_ARM, 'z', 0), 0, 1e-4);
    unload(&c);
}

/* Whichever bones of an arm have keys: without a turn, the upper arm alone hangs by 35 degrees. */
TEST(an_046_parts_of_an_arm) {
    static const struct {
        const char *left, *right;
        vrm_bone bone;
    } parts[] = {{LEFT SHOULDER, RIGHT SHOULDER, VRM_BONE_LEFT_SHOULDER},
                 {LEFT ARM, RIGHT ARM, VRM_BONE_LEFT_UPPER_ARM},
                 {LEFT ARM_TWIST, RIGHT ARM_TWIST, VRM_BONE_LEFT_UPPER_ARM},
                 {LEFT ELBOW, RIGHT ELBOW, VRM_BONE_LEFT_LOWER_ARM},
                 {LEFT HAND_TWIST, RIGHT HAND_TWIST, VRM_BONE_LEFT_LOWER_ARM},
                 {LEFT WRIST, RIGHT WRIST, VRM_BONE_LEFT_HAND},
                 {LEFT INDEX, RIGHT INDEX, VRM_BONE_LEFT_INDEX_PROXIMAL}};
    static const vrm_bone rights[] = {VRM_BONE_RIGHT_SHOULDER,      VRM_BONE_RIGHT_UPPER_ARM,
                                      VRM_BONE_RIGHT_UPPER_ARM,     VRM_BONE_RIGHT_LOWER_ARM,
                                      VRM_BONE_RIGHT_LOWER_ARM,     VRM_BONE_RIGHT_HAND,
                                      VRM_BONE_RIGHT_INDEX_PROXIMAL};
    for (uint32_t set = 1; set < 1u << COUNT(parts); ++set) {
        uint64_t bones = VRM_BONE_BIT(VRM_BONE_HIPS);
        vmd_file f;
        vmd_clip c;
        vrm_pose pose;
        begin(&f);
        for (uint32_t i = 0; i < COUNT(parts); ++i) {
            if ((set >> i & 1) == 0) continue;
            add_turn(&f, parts[i].left, 0, 'z', 0);
            add_turn(&f, parts[i].right, 0, 'z', 0);
            bones |= VRM_BONE_BIT(parts[i].bone) | VRM_BONE_BIT(rights[i]);
        }
        c = load(&f);
        CHECK(c.info.bones == bones);
        pose = pose_at(&c, 0);
        for (uint32_t i = 0; i < COUNT(parts); ++i) {
            double down = parts[i].bone == VRM_BONE_LEFT_UPPER_ARM ? 35 : 0;
            if ((set >> i & 1) == 0) continue;
            CHECK_NEAR(off(&pose, parts[i].bone, 'z', -down), 0, 1e-4);
            CHECK_NEAR(off(&pose, rights[i], 'z', down), 0, 1e-4);
        }
        unload(&c);
    }
}

/* A bend of one bone alone, about an axis of the hanging arm, is what it is below a keyed arm. */
TEST(an_046_parts_of_an_arm_bend_as_the_whole) {
    static const struct {
        const char *name;
        vrm_bone bone;
    } parts[] = {{LEFT ELBOW, VRM_BONE_LEFT_LOWER_ARM},
                 {LEFT WRIST, VRM_BONE_LEFT_HAND},
                 {LEFT INDEX, VRM_BONE_LEFT_INDEX_PROXIMAL}};
    for (uint32_t i = 0; i < COUNT(parts); ++i) {
        vrm_quat turns[2];
        for (int has_arm = 0; has_arm < 2; ++has_arm) {
            vmd_file f;
            vmd_clip c;
            vrm_pose pose;
            begin(&f);
            if (has_arm) add_turn(&f, LEFT ARM, 0, 'y', 20);
            add_turn(&f, parts[i].name, 0, 'x', 50);
            c = load(&f);
            pose = pose_at(&c, 0);
            turns[has_arm] = pose.rotations[parts[i].bone];
            unload(&c);
        }
        CHECK_NEAR(turns[0].x, turns[1].x, 1e-6);
        CHECK_NEAR(turns[0].y, turns[1].y, 1e-6);
        CHECK_NEAR(turns[0].z, turns[1].z, 1e-6);
        CHECK_NEAR(turns[0].w, turns[1].w, 1e-6);
        /* x of the hanging arm, raised by 35 degrees. */
        CHECK_NEAR(turns[0].x, sin(25 / DEGREES) * cos(35 / DEGREES), 1e-6);
        CHECK_NEAR(turns[0].y, sin(25 / DEGREES) * sin(35 / DEGREES), 1e-6);
    }
}

/* Several bones of MMD that are one: hips of five, and twists behind arms. */
TEST(an_046_bones_that_are_one_are_composed) {
    vmd_file f;
    vmd_clip c;
    vrm_pose pose;
    begin(&f);
    add_curved(&f, ALL, 0, 2, 0, 0, (turn){'y', 90}, line);
    add_curved(&f, CENTER, 0, 0, 0, 3, (turn){'y', 10}, line);
    add_curved(&f, GROOVE, 0, 0, 1, 0, (turn){'y', 5}, line);
    add_turn(&f, WAIST, 0, 'y', 4);
    add_turn(&f, LOWER, 0, 'y', 3);
    add_turn(&f, UPPER, 0, 'y', 0);
    add_turn(&f, RIGHT ARM, 0, 'z', -35);
    add_turn(&f, RIGHT ARM_TWIST, 0, 'y', 0);
    c = load(&f);
    pose = pose_at(&c, 0);
    CHECK_NEAR(off(&pose, VRM_BONE_HIPS, 'y', 112), 0, 1e-4);
    /* 上半身 hangs on the waist and not on the hips. */
    CHECK_NEAR(off(&pose, VRM_BONE_SPINE, 'y', -3), 0, 1e-4);
    CHECK_NEAR(pose.hips.x, (2 + 3) / 11.2, 1e-6);
    CHECK_NEAR(pose.hips.y, 1 / 11.2, 1e-6);
    CHECK_NEAR(pose.hips.z, 0, 1e-6);
    unload(&c);
    begin(&f);
    add_turn(&f, RIGHT ARM, 0, 'z', -35);
    add_turn(&f, RIGHT ARM_TWIST, 0, 'x', 50); /* about x of a space that hangs by 35 degrees */
    add_turn(&f, RIGHT ARM_TWIST, 10, 'z', 35);
    c = load(&f);
    pose = pose_at(&c, 10);
    CHECK_NEAR(off(&pose, VRM_BONE_RIGHT_UPPER_ARM, 'z', 35), 0, 1e-4);
    unload(&c);
}

/* Without 親指０, the first bone of a thumb is 親指１. */
TEST(an_046_thumbs_of_two_and_of_three_bones) {
    for (int has_first = 0; has_first < 2; ++has_first) {
        vmd_file f;
        vmd_clip c;
        uint64_t thumb = VRM_BONE_BIT(VRM_BONE_LEFT_THUMB_METACARPAL) |
                         VRM_BONE_BIT(VRM_BONE_LEFT_THUMB_PROXIMAL);
        begin(&f);
        if (has_first) add_turn(&f, LEFT THUMB "\x4f", 0, 'x', 1);
        add_turn(&f, LEFT THUMB "\x50", 0, 'x', 2);
        add_turn(&f, LEFT THUMB "\x51", 0, 'x', 3);
        if (has_first) thumb |= VRM_BONE_BIT(VRM_BONE_LEFT_THUMB_DISTAL);
        c = load(&f);
        CHECK(c.info.bones == (thumb | VRM_BONE_BIT(VRM_BONE_HIPS)));
        unload(&c);
    }
}

/* --- The face --- */

/* Morphs that are one preset: the greatest. ウィンク is the left eye. */
TEST(an_046_morphs_are_presets) {
    vmd_file f;
    vmd_clip c;
    vrm_pose pose;
    begin(&f);
    begin_section(&f);
    add_morph(&f, BLINK, 0, 0);
    add_morph(&f, BLINK, 10, 1);
    add_morph(&f, LAUGH, 0, 0.5);
    add_morph(&f, WINK, 0, 1.5);
    add_morph(&f, WINK RIGHT, 0, -1);
    add_morph(&f, AA, 0, 0.25);
    c = load(&f);
    CHECK_INT(c.result, VRM_OK);
    pose = pose_at(&c, 0);
    CHECK_NEAR(pose.weights[VRM_PRESET_BLINK], 0.5, 1e-6);
    CHECK_NEAR(pose.weights[VRM_PRESET_BLINK_LEFT], 1, 1e-6);
    CHECK_NEAR(pose.weights[VRM_PRESET_BLINK_RIGHT], 0, 1e-6);
    CHECK_NEAR(pose.weights[VRM_PRESET_AA], 0.25, 1e-6);
    pose = pose_at(&c, 10);
    CHECK_NEAR(pose.weights[VRM_PRESET_BLINK], 1, 1e-6);
    CHECK_INT(c.info.presets, 1u << VRM_PRESET_BLINK | 1u << VRM_PRESET_BLINK_LEFT |
                                  1u << VRM_PRESET_BLINK_RIGHT | 1u << VRM_PRESET_AA);
    unload(&c);
}

TEST(an_046_eyes_are_the_direction_of_look_at) {
    vmd_file f;
    vmd_clip c;
    vrm_pose pose;
    begin(&f);
    add_turn(&f, EYES, 0, 'y', 12);
    c = load(&f);
    pose = pose_at(&c, 0);
    CHECK((pose.parts & VRM_POSE_LOOK_AT_DEGREES) != 0);
    CHECK_NEAR(pose.yaw_degrees, 12, 1e-3);
    CHECK_NEAR(pose.pitch_degrees, 0, 1e-3);
    unload(&c);
}

/* --- Legs --- */

typedef struct point {
    double x, y, z;
} point;

static point turned(vrm_quat q, point v) {
    point t = {2 * (q.y * v.z - q.z * v.y), 2 * (q.z * v.x - q.x * v.z),
               2 * (q.x * v.y - q.y * v.x)};
    point out = {v.x + q.w * t.x + q.y * t.z - q.z * t.y, v.y + q.w * t.y + q.z * t.x - q.x * t.z,
                 v.z + q.w * t.z + q.x * t.y - q.y * t.x};
    return out;
}

static point sum(point a, point b) {
    point out = {a.x + b.x, a.y + b.y, a.z + b.z};
    return out;
}

/* The left ankle of the standard body in a pose, in units of the file. */
static point ankle_of(const vrm_pose *pose) {
    const vrm_quat *q = pose->rotations;
    point shin = {0, -4.8, 0}, hip = {0.9, -0.4, 0};
    point hips = {pose->hips.x * 11.2, 11.2 + pose->hips.y * 11.2, pose->hips.z * 11.2};
    point leg = sum(shin, turned(q[VRM_BONE_LEFT_LOWER_LEG], shin));
    leg = turned(q[VRM_BONE_LEFT_UPPER_LEG], leg);
    return sum(hips, turned(q[VRM_BONE_HIPS], sum(hip, leg)));
}

#define CHECK_POINT(p, px, py, pz, tolerance)                                                      \
    do {                                                                                           \
        CHECK_NEAR((p).x, px, tolerance);                                                          \
        CHECK_NEAR((p).y, py, tolerance);                                                          \
        CHECK_NEAR((p).z, pz, tolerance);                                                          \
    } while (0)

/* A body goes down, leans and turns; its left foot stands, then goes elsewhere. */
TEST(an_047_ankles_are_at_their_targets) {
    vmd_file f;
    vmd_clip c;
    begin(&f);
    add_place(&f, LEFT FOOT_IK, 0, 0, 0, 0);
    add_curved(&f, LEFT FOOT_IK, 30, 1, 2, 3, (turn){'x', 20}, line);
    add_place(&f, CENTER, 0, 0, 0, 0);
    add_curved(&f, CENTER, 10, 0.5, -2, 1, (turn){'y', 25}, line);
    add_turn(&f, LOWER, 0, 'x', 10);
    c = load(&f);
    CHECK_INT(c.result, VRM_OK);
    CHECK(*said(&c, "vmd-legs") != '\0');
    for (int i = 0; i <= 60; ++i) {
        double frame = i / 2.0, way = frame / 30;
        vrm_pose pose = pose_at(&c, frame);
        point ankle = ankle_of(&pose);
        test_note("frame %g", frame);
        /* In the first frames the target is farther away than the leg is long. */
        if (frame >= 4) CHECK_POINT(ankle, 0.9 + way, 1.2 + 2 * way, 3 * way, i % 2 ? 0.02 : 2e-4);
    }
    test_note(NULL);
    unload(&c);
}

/* The knee bends forward, and the foot is as its target is. */
TEST(an_047_knees_bend_forward_and_feet_stay_flat) {
    const double bend = acos((9.6 - 3) / 9.6) * DEGREES;
    vmd_file f;
    vmd_clip c;
    vrm_pose pose;
    begin(&f);
    add_place(&f, LEFT FOOT_IK, 0, 0, 0, 0);
    add_place(&f, CENTER, 0, 0, -3, 0);
    c = load(&f);
    pose = pose_at(&c, 0);
    CHECK_NEAR(off(&pose, VRM_BONE_LEFT_UPPER_LEG, 'x', -bend), 0, 1e-3);
    CHECK_NEAR(off(&pose, VRM_BONE_LEFT_LOWER_LEG, 'x', 2 * bend), 0, 1e-3);
    CHECK_NEAR(off(&pose, VRM_BONE_LEFT_FOOT, 'x', -bend), 0, 1e-3);
    CHECK((c.info.bones & VRM_BONE_BIT(VRM_BONE_RIGHT_UPPER_LEG)) == 0);
    unload(&c);
}

/* A target that is too far away: a straight leg that points to it. */
TEST(an_047_legs_get_no_longer) {
    vmd_file f;
    vmd_clip c;
    vrm_pose pose;
    begin(&f);
    add_place(&f, LEFT FOOT_IK, 0, 0, -50, 0);
    c = load(&f);
    pose = pose_at(&c, 0);
    CHECK_NEAR(off(&pose, VRM_BONE_LEFT_UPPER_LEG, 'x', 0), 0, 0.1);
    CHECK_NEAR(off(&pose, VRM_BONE_LEFT_LOWER_LEG, 'x', 0), 0, 0.1);
    unload(&c);
}

/* The second target turns the foot: from the ankle to where the ball is. */
TEST(an_047_toes_have_a_target_of_their_own) {
    vmd_file f;
    vmd_clip c;
    vrm_pose pose;
    begin(&f);
    add_place(&f, LEFT FOOT_IK, 0, 0, 0, 0);
    /* The ball is 0.9 below the ankle and 1.2 before it: the toes go up by 36.87 degrees. */
    add_place(&f, LEFT TOE_IK, 0, 0, 0.9, 0.3);
    c = load(&f);
    pose = pose_at(&c, 0);
    CHECK_NEAR(off(&pose, VRM_BONE_LEFT_FOOT, 'x', -atan2(0.9, 1.2) * DEGREES), 0, 1e-2);
    unload(&c);
}

/* Targets can be switched off: then legs have keys of their own. */
TEST(an_047_targets_are_followed_while_they_are_on) {
    vmd_file f;
    vmd_clip c;
    vrm_pose pose;
    begin(&f);
    add_place(&f, LEFT FOOT_IK, 0, 0, 3, 0);
    add_turn(&f, LEFT LEG, 0, 'x', -33);
    add_turn(&f, LEFT KNEE, 0, 'x', 44);
    add_turn(&f, LEFT LEG, 40, 'x', -33);
    begin_section(&f);
    for (int i = 0; i < 3; ++i) put_u32(&f, 0);
    begin_section(&f);
    add_switch(&f, 20, 0);
    c = load(&f);
    pose = pose_at(&c, 10);
    CHECK_POINT(ankle_of(&pose), 0.9, 4.2, 0, 1e-3);
    pose = pose_at(&c, 30);
    CHECK_NEAR(off(&pose, VRM_BONE_LEFT_UPPER_LEG, 'x', -33), 0, 1e-3);
    CHECK_NEAR(off(&pose, VRM_BONE_LEFT_LOWER_LEG, 'x', 44), 0, 1e-3);
    unload(&c);
    /* From the beginning on. */
    f.bytes[f.counted + 4] = 0;
    c = load(&f);
    CHECK_TEXT(said(&c, "vmd-legs"), "");
    pose = pose_at(&c, 10);
    CHECK_NEAR(off(&pose, VRM_BONE_LEFT_UPPER_LEG, 'x', -33), 0, 1e-3);
    unload(&c);
}

/* --- Memory --- */

TEST(an_046_refused_memory_is_an_error) {
    vmd_file f;
    vmd_clip c;
    int64_t pieces;
    int played = 0;
    if (!refusals_work()) {
        test_skip("this linker does not let memory be refused");
        return;
    }
    begin(&f);
    add_turn(&f, HEAD, 9, 'x', 20);
    add_turn(&f, HEAD, 0, 'x', 10);
    add_place(&f, LEFT FOOT_IK, 3, 0, 1, 0);
    add_turn(&f, EYES, 0, 'y', 3);
    begin_section(&f);
    add_morph(&f, AA, 0, 1);
    for (int i = 0; i < 3; ++i) put_u32(&f, 0);
    begin_section(&f);
    add_switch(&f, 9, 1);
    add_switch(&f, 0, 1);
    refuse_piece(INT64_MAX);
    c = load(&f);
    pieces = pieces_asked();
    CHECK_INT(c.result, VRM_OK);
    CHECK(pieces > 20);
    unload(&c);
    for (int64_t i = 0; i < pieces; ++i) {
        refuse_piece(i);
        c = load(&f);
        refuse_piece(-1);
        test_note("piece %d", (int)i);
        /* The note of the legs takes a piece as well, and without it the motion is complete. */
        if (c.result == VRM_OK) {
            CHECK_INT(vrm_report_count(c.report), 0);
            ++played;
        } else {
            CHECK_INT(c.result, VRM_ERROR_OUT_OF_MEMORY);
            CHECK(c.clip == NULL);
        }
        unload(&c);
    }
    test_note(NULL);
    CHECK_INT(played, 1);
}

TEST_SUITE(
    vmd, ENTRY(an_046_keys_are_converted_to_our_axes), ENTRY(an_046_content_decides),
    ENTRY(an_046_the_older_signature_is_read), ENTRY(an_046_keys_are_sorted),
    ENTRY(an_046_files_that_are_cut_short_play_what_is_there),
    ENTRY(an_046_every_beginning_of_a_file_ends_in_a_result), ENTRY(an_046_counts_beyond_the_file),
    ENTRY(an_046_values_that_cannot_be_used), ENTRY(an_046_files_of_cameras_are_refused),
    ENTRY(an_046_curves_are_followed), ENTRY(an_046_lines_have_no_further_keys),
    ENTRY(an_046_curves_have_a_limit), ENTRY(an_046_arms_hang_at_rest),
    ENTRY(an_046_parts_of_an_arm), ENTRY(an_046_parts_of_an_arm_bend_as_the_whole),
    ENTRY(an_046_bones_that_are_one_are_composed), ENTRY(an_046_thumbs_of_two_and_of_three_bones),
    ENTRY(an_046_morphs_are_presets), ENTRY(an_046_eyes_are_the_direction_of_look_at),
    ENTRY(an_047_ankles_are_at_their_targets), ENTRY(an_047_knees_bend_forward_and_feet_stay_flat),
    ENTRY(an_047_legs_get_no_longer), ENTRY(an_047_toes_have_a_target_of_their_own),
    ENTRY(an_047_targets_are_followed_while_they_are_on), ENTRY(an_046_refused_memory_is_an_error));
