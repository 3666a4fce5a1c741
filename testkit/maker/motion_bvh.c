/* Motions as BVH: a text with the joints, and then one line of numbers a frame. */
#include "motion_bvh.h"

#include <stdio.h>
#include <string.h>

/* --- Orders of rotations --- */

static const char *const order_names[] = {"XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX", "mixed"};
enum { ORDER_MIXED = 6 };

int bvh_find_order(const char *name) {
    for (int i = 0; i <= ORDER_MIXED; ++i) {
        if (strcmp(order_names[i], name) == 0) return i;
    }
    return NONE;
}

/* Poser has other orders at other joints. */
static const char *order_at(int order, size_t joint) {
    static const char *const mixed[] = {"ZXY", "ZYX", "YZX"};
    return order == ORDER_MIXED ? mixed[joint % 3] : order_names[order];
}

/* Degrees about the three axes, so that q = first · second · third. */
static void angles_of(quat q, const char *order, double out[3]) {
    const double m[3][3] = {
        {1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y - q.z * q.w), 2 * (q.x * q.z + q.y * q.w)},
        {2 * (q.x * q.y + q.z * q.w), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z - q.x * q.w)},
        {2 * (q.x * q.z - q.y * q.w), 2 * (q.y * q.z + q.x * q.w), 1 - 2 * (q.x * q.x + q.y * q.y)},
    };
    int i = order[0] - 'X', j = order[1] - 'X', k = order[2] - 'X';
    double sign = (j - i + 3) % 3 == 1 ? 1 : -1;
    double side = square_root(m[i][i] * m[i][i] + m[i][j] * m[i][j]);
    out[1] = arc_tangent(sign * m[i][k], side) * 360;
    if (side > 1e-7) {
        out[0] = arc_tangent(-sign * m[j][k], m[k][k]) * 360;
        out[2] = arc_tangent(-sign * m[i][j], m[i][i]) * 360;
    } else { /* the first and the third axis are one */
        out[0] = arc_tangent(sign * m[k][j], m[j][j]) * 360;
        out[2] = 0;
    }
}

/* --- Text --- */

/* Without the system's printf for fractions: the same text everywhere. */
static void put_decimal(bytes *out, double value, int decimals) {
    int64_t one = (int64_t)power(10, (unsigned)decimals);
    int64_t parts = (int64_t)(absolute(value) * (double)one + 0.5);
    char text[48];
    int length = snprintf(text, sizeof text, "%s%lld.%0*lld", value < 0 && parts != 0 ? "-" : "",
                          (long long)(parts / one), decimals, (long long)(parts % one));
    bytes_append(out, text, (size_t)length);
}

static void put_words(bytes *out, const char *text) { bytes_append(out, text, strlen(text)); }

static void put_tabs(bytes *out, int depth) {
    for (int i = 0; i < depth; ++i) put_words(out, "\t");
}

static void put_offset(bytes *out, int depth, vec3 offset) {
    const double values[3] = {offset.x, offset.y, offset.z};
    put_tabs(out, depth);
    put_words(out, "OFFSET");
    for (int i = 0; i < 3; ++i) {
        put_words(out, " ");
        put_decimal(out, values[i], 6);
    }
    put_words(out, "\n");
}

/* --- Joints --- */

typedef struct scribe {
    bytes text;
    const motion_options *options;
    const bvh_family *family;
    motion_body body;
    rig rig;
    int order;
    dice noise;
} scribe;

static bool has_positions(const scribe *s, size_t joint) {
    return s->family->channels != BVH_CHANNELS_ROOT || s->rig.joints.items[joint].parent == NONE ||
           (int)joint == s->rig.hips;
}

/* In units of the file. Where hips or root are recorded, OFFSET is a place in the studio. */
static vec3 offset_of(const scribe *s, size_t joint) {
    vec3 offset = rig_offset(&s->rig, joint);
    if ((int)joint == s->rig.hips) {
        if (s->family->has_no_root_offset) return vec3_make(0, 0, 0);
        offset = vec3_add(offset, s->family->studio);
    }
    return vec3_scale(offset, 1 / s->family->unit);
}

static void put_channels(scribe *s, size_t joint, int depth) {
    const char *order = order_at(s->order, joint);
    put_tabs(&s->text, depth);
    put_words(&s->text,
              has_positions(s, joint) ? "CHANNELS 6 Xposition Yposition Zposition" : "CHANNELS 3");
    for (int i = 0; i < 3; ++i) {
        char name[16];
        snprintf(name, sizeof name, " %crotation", order[i]);
        put_words(&s->text, name);
    }
    put_words(&s->text, "\n");
}

static void put_end(scribe *s, const rig_joint *j, int depth) {
    vec3 tip = quat_rotate(quat_conjugate(j->rest), vec3_sub(j->tip, j->place));
    put_tabs(&s->text, depth);
    put_words(&s->text, "End Site\n");
    put_tabs(&s->text, depth);
    put_words(&s->text, "{\n");
    put_offset(&s->text, depth + 1, vec3_scale(tip, 1 / s->family->unit));
    put_tabs(&s->text, depth);
    put_words(&s->text, "}\n");
}

/* Joints are numbered as the text has them: a joint, then all below it. */
static void put_joint(scribe *s, size_t joint, int depth, size_t *sequence, size_t *count) {
    const rig_joint *j = &s->rig.joints.items[joint];
    sequence[(*count)++] = joint;
    put_tabs(&s->text, depth);
    put_words(&s->text, j->parent == NONE ? "ROOT " : "JOINT ");
    put_words(&s->text, j->name);
    put_words(&s->text, "\n");
    put_tabs(&s->text, depth);
    put_words(&s->text, "{\n");
    put_offset(&s->text, depth + 1, offset_of(s, joint));
    put_channels(s, joint, depth + 1);
    for (size_t i = joint + 1; i < s->rig.joints.count; ++i) {
        if (s->rig.joints.items[i].parent == (int)joint) {
            put_joint(s, i, depth + 1, sequence, count);
        }
    }
    if (!j->has_children) put_end(s, j, depth + 1);
    put_tabs(&s->text, depth);
    put_words(&s->text, "}\n");
}

/* --- Frames --- */

/* Where a joint is: the root and hips where they move to, the others where they are at rest. */
static vec3 position_of(scribe *s, size_t joint, const motion_pose *pose) {
    const rig_joint *j = &s->rig.joints.items[joint];
    vec3 hips = vec3_add(pose->hips, s->family->studio), ground = vec3_make(hips.x, 0, hips.z);
    vec3 at;
    if ((int)joint == s->rig.hips) {
        /* Below a root that has the way over the ground, the height is left. */
        at = j->parent == NONE ? hips
                               : quat_rotate(quat_conjugate(s->rig.joints.items[j->parent].rest),
                                             vec3_sub(hips, ground));
        return vec3_scale(at, 1 / s->family->unit);
    }
    if (j->parent == NONE) return vec3_scale(ground, 1 / s->family->unit);
    at = offset_of(s, joint);
    if (s->family->channels == BVH_CHANNELS_NOISY) {
        at.x += dice_between(&s->noise, -1e-5, 1e-5);
        at.y += dice_between(&s->noise, -1e-5, 1e-5);
        at.z += dice_between(&s->noise, -1e-5, 1e-5);
    }
    return at;
}

static void put_frame(scribe *s, const motion_pose *pose, const size_t *sequence) {
    quat *turns = take_memory(s->rig.joints.count * sizeof *turns);
    rig_turns(&s->rig, pose, turns);
    for (size_t n = 0; n < s->rig.joints.count; ++n) {
        size_t joint = sequence[n];
        double numbers[6];
        int first = has_positions(s, joint) ? 0 : 3;
        if (first == 0) {
            vec3 at = position_of(s, joint, pose);
            numbers[0] = at.x;
            numbers[1] = at.y;
            numbers[2] = at.z;
        }
        angles_of(turns[joint], order_at(s->order, joint), numbers + 3);
        for (int i = first; i < 6; ++i) {
            if (n != 0 || i != 0) put_words(&s->text, " ");
            put_decimal(&s->text, numbers[i], 6);
        }
    }
    put_words(&s->text, "\n");
    release_memory(turns);
}

static void put_motion(scribe *s, const size_t *sequence) {
    const motion_options *o = s->options;
    int keys = motion_key_count(o->what, o->fps);
    char head[64];
    motion_pose pose;
    snprintf(head, sizeof head,
             "MOTION\nFrames: %d\nFrame Time: ", keys + (s->family->has_t_frame ? 1 : 0));
    put_words(&s->text, head);
    put_decimal(&s->text, 1.0 / o->fps, 9);
    put_words(&s->text, "\n");
    if (s->family->has_t_frame) {
        pose_init(&s->body, &pose);
        put_frame(s, &pose, sequence);
    }
    for (int key = 0; key < keys; ++key) {
        motion_key(o->what, &s->body, o->fps, key, &pose);
        put_frame(s, &pose, sequence);
    }
}

/* --- The whole --- */

static void set_rest(scribe *s) {
    static const double lowered[] = {[REST_T] = 0, [REST_A] = 45, [REST_HANGING] = 90};
    int offsets = s->options->offsets, rest = s->options->rest;
    if (offsets == OFFSETS_OF_FAMILY) offsets = s->family->offsets;
    if (rest == REST_OF_FAMILY) rest = s->family->rest;
    if (offsets == OFFSETS_LOCAL) {
        rig_set_axes(&s->rig, AXES_X);
    } else {
        rig_set_pose(&s->rig, lowered[rest], s->family->legs_out);
    }
}

bytes motion_write_bvh(const motion_options *options) {
    scribe s;
    size_t *sequence, count = 0;
    memset(&s, 0, sizeof s);
    s.options = options;
    s.family = &bvh_families[options->family];
    s.order = options->order != ORDER_OF_FAMILY ? options->order : bvh_find_order(s.family->order);
    s.noise.state = 1;
    motion_body_init(&s.body, options->body);
    rig_build(&s.rig, &s.family->table, &s.body, options->missing);
    set_rest(&s);
    sequence = take_memory(s.rig.joints.count * sizeof *sequence);
    put_words(&s.text, "HIERARCHY\n");
    put_joint(&s, 0, 0, sequence, &count);
    put_motion(&s, sequence);
    release_memory(sequence);
    rig_release(&s.rig);
    return s.text;
}
