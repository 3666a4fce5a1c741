/* VMD files, written key by key, and the motions that they are loaded as. */
#ifndef VRM_TEST_CLIP_VMD_FIXTURE_H
#define VRM_TEST_CLIP_VMD_FIXTURE_H

#include <math.h>
#include <string.h>
#include <vrm/vrm.h>

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

static inline void put(vmd_file *f, const void *bytes, size_t size) {
    if (f->size + size > CAPACITY) return;
    memcpy(f->bytes + f->size, bytes, size);
    f->size += size;
}

static inline void put_u32(vmd_file *f, uint32_t value) {
    uint8_t bytes[4];
    for (int i = 0; i < 4; ++i) bytes[i] = (uint8_t)(value >> (8 * i));
    put(f, bytes, 4);
}

static inline void put_f32(vmd_file *f, double value) {
    float number = (float)value;
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    put_u32(f, bits);
}

static inline void put_name(vmd_file *f, const char *name, size_t size) {
    uint8_t field[32] = {0};
    memcpy(field, name, strlen(name));
    put(f, field, size);
}

static inline void begin_section(vmd_file *f) {
    f->counted = f->size;
    put_u32(f, 0);
}

static inline void count_one(vmd_file *f) { f->bytes[f->counted] += 1; }

static inline void begin(vmd_file *f) {
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

static inline void add_curved(vmd_file *f, const char *name, uint32_t frame, double x, double y,
                              double z, turn t, const uint8_t curve[4]) {
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

static inline void add_turn(vmd_file *f, const char *name, uint32_t frame, char axis,
                            double degrees) {
    add_curved(f, name, frame, 0, 0, 0, (turn){axis, degrees}, line);
}

static inline void add_place(vmd_file *f, const char *name, uint32_t frame, double x, double y,
                             double z) {
    add_curved(f, name, frame, x, y, z, (turn){'x', 0}, line);
}

static inline void add_morph(vmd_file *f, const char *name, uint32_t frame, double weight) {
    put_name(f, name, 15);
    put_u32(f, frame);
    put_f32(f, weight);
    count_one(f);
}

/* One property that turns both targets of the left on or off. */
static inline void add_switch(vmd_file *f, uint32_t frame, uint8_t is_on) {
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

static inline vmd_clip load_bytes(const uint8_t *bytes, size_t size) {
    vmd_clip out;
    memset(&out, 0, sizeof out);
    vrm_clip_info_init(&out.info);
    out.result = vrm_clip_load(bytes, size, NULL, &out.clip, &out.report);
    vrm_clip_get_info(out.clip, &out.info);
    return out;
}

static inline vmd_clip load(const vmd_file *f) { return load_bytes(f->bytes, f->size); }

static inline void unload(vmd_clip *c) {
    vrm_clip_release(c->clip);
    vrm_report_destroy(c->report);
}

static inline const char *said(const vmd_clip *c, const char *code) {
    for (uint32_t i = 0; i < vrm_report_count(c->report); ++i) {
        const vrm_diagnostic *entry = vrm_report_get(c->report, i);
        if (strcmp(entry->code, code) == 0) return entry->message;
    }
    return "";
}

static inline vrm_pose pose_at(const vmd_clip *c, double frame) {
    vrm_pose pose;
    vrm_pose_init(&pose);
    vrm_clip_sample(c->clip, (int64_t)(frame / 30 * 1e9 + 0.5), &pose);
    return pose;
}

/* Degrees between a bone's rotation and a turn. */
static inline double off(const vrm_pose *pose, vrm_bone bone, char axis, double degrees) {
    double half = degrees / 2 / DEGREES, s = sin(half), c = cos(half);
    double e[4] = {axis == 'x' ? s : 0, axis == 'y' ? s : 0, axis == 'z' ? s : 0, c};
    vrm_quat q = pose->rotations[bone];
    double dot = e[0] * q.x + e[1] * q.y + e[2] * q.z + e[3] * q.w;
    double x = c * q.x - e[0] * q.w - e[1] * q.z + e[2] * q.y;
    double y = c * q.y - e[1] * q.w - e[2] * q.x + e[0] * q.z;
    double z = c * q.z - e[2] * q.w - e[0] * q.y + e[1] * q.x;
    return 2 * atan2(sqrt(x * x + y * y + z * z), fabs(dot)) * DEGREES;
}

#endif
