/* Motions as VMD: keys by the names of bones and morphs of MMD, thirty frames a second. */
#include "motion_vmd.h"

#include "motion_write.h"

#include <string.h>

enum { VMD_FPS = 30 };

/* --- Names, in Shift-JIS --- */

/* The first character of those with a side. */
#define SIDE_LEFT "\x8d\xb6"
#define SIDE_RIGHT "\x89\x45"

/* How a key of a bone comes from the pose. */
typedef enum vmd_kind {
    VMD_TURN,       /* the bone's own rotation */
    VMD_SWING,      /* without half of the twist about its length */
    VMD_TWIST,      /* that half */
    VMD_LEG,        /* a rotation; with IK none, but for the upper leg's */
    VMD_FOOT_TARGET /* where the ankle is, and the rotation of the foot */
} vmd_kind;

typedef struct vmd_row {
    const char *name; /* behind the side */
    int bone;         /* of the left */
    vmd_kind kind;
    bool has_side;
} vmd_row;

#define MIDDLE(name, bone)                                                                         \
    { name, VRM_BONE_##bone, VMD_TURN, false }
#define SIDED(name, bone)                                                                          \
    { name, VRM_BONE_LEFT_##bone, VMD_TURN, true }
#define SIDED_AS(name, bone, kind)                                                                 \
    { name, VRM_BONE_LEFT_##bone, kind, true }
/* 人指１ and so on: full-width digits. */
#define FINGER(name, bone)                                                                         \
    SIDED(name "\x82\x50", bone##_PROXIMAL), SIDED(name "\x82\x51", bone##_INTERMEDIATE),          \
        SIDED(name "\x82\x52", bone##_DISTAL)

static const vmd_row rows[] = {
    MIDDLE("\x8f\xe3\x94\xbc\x90\x67", SPINE),                   /* 上半身 */
    MIDDLE("\x8f\xe3\x94\xbc\x90\x67\x32", CHEST),               /* 上半身2 */
    MIDDLE("\x8f\xe3\x94\xbc\x90\x67\x33", UPPER_CHEST),         /* 上半身3 */
    MIDDLE("\x8e\xf1", NECK),                                    /* 首 */
    MIDDLE("\x93\xaa", HEAD),                                    /* 頭 */
    SIDED("\x8c\xa8", SHOULDER),                                 /* 肩 */
    SIDED_AS("\x98\x72", UPPER_ARM, VMD_SWING),                  /* 腕 */
    SIDED_AS("\x98\x72\x9d\x80", UPPER_ARM, VMD_TWIST),          /* 腕捩 */
    SIDED_AS("\x82\xd0\x82\xb6", LOWER_ARM, VMD_SWING),          /* ひじ */
    SIDED_AS("\x8e\xe8\x9d\x80", LOWER_ARM, VMD_TWIST),          /* 手捩 */
    SIDED("\x8e\xe8\x8e\xf1", HAND),                             /* 手首 */
    SIDED("\x90\x65\x8e\x77\x82\x4f", THUMB_METACARPAL),         /* 親指０ */
    SIDED("\x90\x65\x8e\x77\x82\x50", THUMB_PROXIMAL),           /* 親指１ */
    SIDED("\x90\x65\x8e\x77\x82\x51", THUMB_DISTAL),             /* 親指２ */
    FINGER("\x90\x6c\x8e\x77", INDEX),                           /* 人指 */
    FINGER("\x92\x86\x8e\x77", MIDDLE),                          /* 中指 */
    FINGER("\x96\xf2\x8e\x77", RING),                            /* 薬指 */
    FINGER("\x8f\xac\x8e\x77", LITTLE),                          /* 小指 */
    SIDED_AS("\x91\xab", UPPER_LEG, VMD_LEG),                    /* 足 */
    SIDED_AS("\x82\xd0\x82\xb4", LOWER_LEG, VMD_LEG),            /* ひざ */
    SIDED_AS("\x91\xab\x8e\xf1", FOOT, VMD_LEG),                 /* 足首 */
    SIDED("\x91\xab\x90\xe6\x45\x58", TOES),                     /* 足先EX */
    SIDED_AS("\x91\xab\x82\x68\x82\x6a", FOOT, VMD_FOOT_TARGET), /* 足ＩＫ */
};
enum { ROW_COUNT = sizeof rows / sizeof rows[0] };

static const char name_root[] = "\x91\x53\x82\xc4\x82\xcc\x90\x65";   /* 全ての親 */
static const char name_center[] = "\x83\x5a\x83\x93\x83\x5e\x81\x5b"; /* センター */
static const char name_groove[] = "\x83\x4f\x83\x8b\x81\x5b\x83\x75"; /* グルーブ */
static const char name_waist[] = "\x8d\x98";                          /* 腰 */
static const char name_lower[] = "\x89\xba\x94\xbc\x90\x67";          /* 下半身 */
static const char name_eyes[] = "\x97\xbc\x96\xda";                   /* 両目 */
/* つま先ＩＫ and 足ＩＫ, behind the side. */
static const char name_toe_target[] = "\x82\xc2\x82\xdc\x90\xe6\x82\x68\x82\x6a";
static const char name_foot_target[] = "\x91\xab\x82\x68\x82\x6a";

static const char *const morphs[MOTION_EXPRESSIONS] = {
    [MOTION_HAPPY] = "\x82\xc9\x82\xb1\x82\xe8",         /* にこり */
    [MOTION_RELAXED] = "\x82\xc8\x82\xb2\x82\xdd",       /* なごみ */
    [MOTION_AA] = "\x82\xa0",                            /* あ */
    [MOTION_OH] = "\x82\xa8",                            /* お */
    [MOTION_BLINK] = "\x82\xdc\x82\xce\x82\xbd\x82\xab", /* まばたき */
    [MOTION_BLUSH] = "\x8f\xc6\x82\xea",                 /* 照れ */
};

/* --- Keys --- */

typedef struct scribe {
    bytes keys;
    uint32_t count;
    const motion_options *options;
    motion_body body;
    uint32_t frame;
} scribe;

static void put_name(bytes *out, const char *side, const char *name, size_t size) {
    size_t end = out->count + size;
    bytes_append(out, side, strlen(side));
    bytes_append(out, name, strlen(name));
    while (out->count < end) bytes_u8(out, 0);
}

/* Four curves from key to key, all alike: a row of their numbers, and three that repeat it, each
 * begun one further on. */
static void put_curves(bytes *out, bool is_eased) {
    const unsigned straight[4] = {20, 20, 107, 107}, eased[4] = {64, 0, 64, 127};
    const unsigned *curve = is_eased ? eased : straight;
    for (unsigned row = 0; row < 4; ++row) {
        for (unsigned i = row; i < 16; ++i) bytes_u8(out, curve[i / 4]);
        for (unsigned i = 0; i < row; ++i) bytes_u8(out, i == 0);
    }
}

/* The axes of MMD are left-handed, and its models face the other way. */
static void put_key(scribe *s, const char *side, const char *name, vec3 metres, quat turn) {
    bytes *out = &s->keys;
    put_name(out, side, name, 15);
    bytes_u32(out, s->frame);
    bytes_f32(out, metres.x / VMD_UNIT);
    bytes_f32(out, metres.y / VMD_UNIT);
    bytes_f32(out, -metres.z / VMD_UNIT);
    bytes_f32(out, -turn.x);
    bytes_f32(out, -turn.y);
    bytes_f32(out, turn.z);
    bytes_f32(out, turn.w);
    put_curves(out, s->options->interpolation == INTERPOLATION_CUBIC);
    ++s->count;
}

/* --- Poses --- */

static bool is_arm(int left_bone) {
    return (left_bone >= VRM_BONE_LEFT_UPPER_ARM && left_bone <= VRM_BONE_LEFT_HAND) ||
           (left_bone >= VRM_BONE_LEFT_THUMB_METACARPAL &&
            left_bone <= VRM_BONE_LEFT_LITTLE_DISTAL);
}

/* What raises the arm of the model to a T-pose. */
static quat raised(int bone) {
    int left = skeleton_left(bone);
    if (!is_arm(left)) return quat_identity();
    return left == bone ? turn_z(VMD_ARMS_DOWN) : turn_mirror(turn_z(VMD_ARMS_DOWN));
}

/* The part of a rotation that is about an axis. */
static quat twist_about(quat q, vec3 axis) {
    double along = q.x * axis.x + q.y * axis.y + q.z * axis.z;
    quat twist = {axis.x * along, axis.y * along, axis.z * along, q.w};
    double length = square_root(along * along + q.w * q.w);
    return length > 1e-6 ? quat_normalize(twist) : quat_identity();
}

static quat half_of(quat q) {
    quat half = {q.x, q.y, q.z, q.w + 1};
    if (q.w < 0) half = (quat){-q.x, -q.y, -q.z, 1 - q.w};
    return quat_normalize(half);
}

/* A pose as the model has it: rotations in the space of the model since its own rest. */
typedef struct vmd_pose {
    const motion_pose *pose;
    quat turns[VRM_BONE_COUNT];
    quat center, waist; /* what all of the body turns by, above 上半身 and 下半身 */
    vec3 root, hips;    /* of 全ての親, and of the hips from there: since rest, meters */
} vmd_pose;

static void take_pose(const scribe *s, const motion_pose *pose, vmd_pose *out) {
    quat bones[VRM_BONE_COUNT];
    vec3 moved = vec3_sub(pose->hips, s->body.places[VRM_BONE_HIPS]);
    double way = s->options->what->travel;
    pose_model_turns(pose, bones);
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        out->turns[i] = quat_multiply(bones[i], raised(i));
    }
    out->pose = pose;
    out->center = half_of(bones[VRM_BONE_HIPS]);
    out->waist = half_of(quat_multiply(quat_conjugate(out->center), bones[VRM_BONE_HIPS]));
    /* Motions that go somewhere take their model with them. */
    out->root = vec3_make(0, 0, way != 0 ? moved.z : 0);
    out->hips = vec3_sub(moved, out->root);
}

/* The bone's rotation relative to the next one above that the file has. */
static quat own_turn(const scribe *s, const vmd_pose *p, int bone) {
    int above = skeleton_parent(bone);
    quat from;
    while (above != VRM_BONE_HIPS && s->options->missing[above]) above = skeleton_parent(above);
    from = p->turns[above];
    /* 上半身 is no child of 下半身. */
    if (above == VRM_BONE_HIPS && bone != VRM_BONE_LEFT_UPPER_LEG &&
        bone != VRM_BONE_RIGHT_UPPER_LEG) {
        from = quat_multiply(p->center, p->waist);
    }
    return quat_multiply(quat_conjugate(from), p->turns[bone]);
}

static void put_row(scribe *s, const vmd_row *row, bool is_right, const vmd_pose *p) {
    int bone = is_right ? skeleton_right(row->bone) : row->bone;
    const char *side = !row->has_side ? "" : is_right ? SIDE_RIGHT : SIDE_LEFT;
    vec3 length = quat_rotate(quat_conjugate(raised(bone)), vec3_make(1, 0, 0));
    vec3 nowhere = vec3_make(0, 0, 0), ankle;
    bool has_ik = s->options->legs == LEGS_IK;
    quat turn, twist;
    if (s->options->missing[bone]) return;
    turn = own_turn(s, p, bone);
    twist = half_of(twist_about(turn, length));
    switch (row->kind) {
    case VMD_TURN:
        put_key(s, side, row->name, nowhere, turn);
        break;
    case VMD_SWING:
        put_key(s, side, row->name, nowhere, quat_multiply(turn, quat_conjugate(twist)));
        break;
    case VMD_TWIST:
        put_key(s, side, row->name, nowhere, twist);
        break;
    case VMD_LEG:
        /* IK begins with the upper leg as it is turned, and so finds where the knee points. */
        if (!has_ik || row->bone == VRM_BONE_LEFT_UPPER_LEG) {
            put_key(s, side, row->name, nowhere, turn);
        }
        break;
    case VMD_FOOT_TARGET:
        if (!has_ik) break;
        ankle = vec3_sub(pose_place(&s->body, p->pose, bone), s->body.places[bone]);
        put_key(s, side, row->name, vec3_sub(ankle, p->root), p->turns[bone]);
        break;
    }
}

static void put_body(scribe *s, const vmd_pose *p) {
    quat still = quat_identity();
    vec3 nowhere = vec3_make(0, 0, 0), up = vec3_make(0, p->hips.y, 0);
    quat above = quat_multiply(p->center, p->waist);
    put_key(s, "", name_root, p->root, still);
    put_key(s, "", name_center, vec3_sub(p->hips, up), p->center);
    /* Below センター, and turned with it. */
    put_key(s, "", name_groove, quat_rotate(quat_conjugate(p->center), up), still);
    put_key(s, "", name_waist, nowhere, p->waist);
    put_key(s, "", name_lower, nowhere,
            quat_multiply(quat_conjugate(above), p->turns[VRM_BONE_HIPS]));
    for (size_t i = 0; i < ROW_COUNT; ++i) {
        put_row(s, &rows[i], false, p);
        if (rows[i].has_side) put_row(s, &rows[i], true, p);
    }
    /* Toes keep where they are below the target of their foot. */
    if (s->options->legs == LEGS_IK && s->frame == 0) {
        put_key(s, SIDE_LEFT, name_toe_target, nowhere, still);
        put_key(s, SIDE_RIGHT, name_toe_target, nowhere, still);
    }
    if (s->options->what->has_look_at) {
        put_key(s, "", name_eyes, nowhere,
                quat_multiply(turn_y(p->pose->look_left), turn_x(-p->pose->look_up)));
    }
}

/* --- The file --- */

static void put_section(bytes *out, uint32_t count, bytes *data) {
    bytes_u32(out, count);
    bytes_append(out, data->items, data->count);
    LIST_FREE(data);
}

/* Whether the model's IK is on, from the first frame. */
static void put_properties(bytes *out, bool has_ik) {
    static const char *const sides[2] = {SIDE_LEFT, SIDE_RIGHT};
    bytes_u32(out, 1);
    bytes_u32(out, 0); /* frame */
    bytes_u8(out, 1);  /* shown */
    bytes_u32(out, 4);
    for (int i = 0; i < 4; ++i) {
        put_name(out, sides[i % 2], i < 2 ? name_foot_target : name_toe_target, 20);
        bytes_u8(out, has_ik);
    }
}

bytes motion_write_vmd(const motion_options *options) {
    const motion *what = options->what;
    bytes out = {NULL, 0, 0}, faces = {NULL, 0, 0};
    uint32_t face_count = 0;
    scribe s = {{NULL, 0, 0}, 0, options, {{{0, 0, 0}}}, 0};
    int keys = motion_key_count(what, options->fps);
    if (VMD_FPS % options->fps != 0) die("VMD has thirty frames a second: give", "--fps 30");
    motion_body_init(&s.body, options->body);
    for (int key = 0; key < keys; ++key) {
        motion_pose pose;
        vmd_pose p;
        motion_key(what, &s.body, options->fps, key, &pose);
        take_pose(&s, &pose, &p);
        s.frame = (uint32_t)(key * (VMD_FPS / options->fps));
        put_body(&s, &p);
        for (int i = 0; i < MOTION_EXPRESSIONS; ++i) {
            if ((what->expressions >> i & 1) == 0) continue;
            put_name(&faces, "", morphs[i], 15);
            bytes_u32(&faces, s.frame);
            bytes_f32(&faces, pose.weights[i]);
            ++face_count;
        }
    }
    put_name(&out, "", "Vocaloid Motion Data 0002", 30);
    put_name(&out, "", "libvrm", 20);
    put_section(&out, s.count, &s.keys);
    put_section(&out, face_count, &faces);
    for (int i = 0; i < 3; ++i) bytes_u32(&out, 0); /* cameras, lights, shadows */
    put_properties(&out, options->legs == LEGS_IK);
    return out;
}
