#include "motion_rig.h"

#include <string.h>

#define LEFT(bone) VRM_BONE_LEFT_##bone

/* --- Building --- */

/* A name of a table with the word of a side in place of %, or its first letter in place of &. */
static void expand(char out[NAME_SIZE], const char *pattern, const char *side) {
    const char *mark = strpbrk(pattern, "%&");
    if (mark == NULL) {
        set_name(out, "%s", pattern);
    } else {
        int length = *mark == '%' ? (int)strlen(side) : 1;
        set_name(out, "%.*s%.*s%s", (int)(mark - pattern), pattern, length, side, mark + 1);
    }
}

static const rig_row *find_row(const rig_row *rows, const char *name) {
    while (rows->name != NULL && strcmp(rows->name, name) != 0) ++rows;
    return rows->name != NULL ? rows : NULL;
}

static int find_joint(const rig *r, const char *name) {
    for (size_t i = 0; i < r->joints.count; ++i) {
        if (strcmp(r->joints.items[i].name, name) == 0) return (int)i;
    }
    return NONE;
}

/* The joint that stands for the bone above this one, or comes nearest to it. */
static int bone_above(const rig *r, int joint) {
    while (joint != NONE && r->joints.items[joint].kind != RIG_BONE) {
        joint = r->joints.items[joint].parent;
    }
    return joint;
}

static void place_joint(rig *r, rig_joint *j, const rig_row *row, const motion_body *body) {
    int above = bone_above(r, j->parent);
    vec3 from = above != NONE ? r->joints.items[above].place : vec3_make(0, 0, 0);
    if (j->kind == RIG_END) {
        j->place = above != NONE ? body_tip(body, r->joints.items[above].bone) : from;
    } else {
        j->place = vec3_mix(from, body->places[j->bone], row->at);
    }
}

static void add_joint(rig *r, const rig_row *rows, const rig_row *row, bool is_right,
                      const char *side, const motion_body *body, const bool *missing) {
    const rig_row *above = row->parent != NULL ? find_row(rows, row->parent) : NULL;
    rig_joint j;
    char parent[NAME_SIZE];
    memset(&j, 0, sizeof j);
    expand(j.name, row->name, side);
    j.parent = NONE;
    /* Above a bone that is missing, the next one up. */
    for (; above != NULL; above = above->parent != NULL ? find_row(rows, above->parent) : NULL) {
        expand(parent, above->name, side);
        j.parent = find_joint(r, parent);
        if (j.parent != NONE) break;
    }
    j.bone = row->bone != NONE && is_right ? skeleton_right(row->bone) : row->bone;
    if (j.bone != NONE && missing[j.bone]) return;
    /* The end of a bone that is missing is missing too. */
    if (row->kind == RIG_END && row->parent != NULL && above != find_row(rows, row->parent)) return;
    j.kind = row->kind;
    j.part = row->part;
    j.rest = quat_identity();
    place_joint(r, &j, row, body);
    if (j.kind == RIG_BONE) {
        r->has_bone[j.bone] = true;
        if (j.bone == VRM_BONE_HIPS) r->hips = (int)r->joints.count;
    }
    if (j.parent != NONE) r->joints.items[j.parent].has_children = true;
    *LIST_ADD(&r->joints) = j;
}

/* Behind a joint without children, the end of its bone; of helpers, a little way on. */
static void place_tips(rig *r, const motion_body *body) {
    for (size_t i = 0; i < r->joints.count; ++i) {
        rig_joint *j = &r->joints.items[i];
        if (j->bone != NONE && j->bone != VRM_BONE_HIPS) {
            j->tip = body_tip(body, j->bone);
        } else if (j->parent != NONE) {
            vec3 before = r->joints.items[j->parent].place;
            j->tip = vec3_add(j->place, vec3_scale(vec3_sub(j->place, before), 0.5));
        }
    }
}

void rig_build(rig *out, const rig_table *table, const motion_body *body,
               const bool missing[VRM_BONE_COUNT]) {
    memset(out, 0, sizeof *out);
    out->hips = NONE;
    for (int side = 0; side < 2; ++side) {
        for (const rig_row *row = table->rows; row->name != NULL; ++row) {
            bool has_side = strpbrk(row->name, "%&") != NULL;
            if (side == 1 && !has_side) continue;
            add_joint(out, table->rows, row, side == 1, table->sides[side], body, missing);
        }
    }
    if (out->hips == NONE) die("a motion without hips cannot be written", NULL);
    place_tips(out, body);
}

void rig_release(rig *r) { LIST_FREE(&r->joints); }

vec3 rig_offset(const rig *r, size_t joint) {
    const rig_joint *j = &r->joints.items[joint], *parent;
    if (j->parent == NONE) return j->place;
    parent = &r->joints.items[j->parent];
    return quat_rotate(quat_conjugate(parent->rest), vec3_sub(j->place, parent->place));
}

/* --- Rest --- */

/* Where a joint's bone goes: to the child that continues it. */
static vec3 direction_of(const rig *r, size_t joint) {
    const rig_joint *j = &r->joints.items[joint];
    vec3 to = j->tip;
    bool is_found = false;
    for (size_t i = joint + 1; i < r->joints.count; ++i) {
        const rig_joint *child = &r->joints.items[i];
        if (child->parent != (int)joint) continue;
        if (is_found && child->bone != LEFT(MIDDLE_PROXIMAL) &&
            child->bone != VRM_BONE_RIGHT_MIDDLE_PROXIMAL)
            continue;
        if (vec3_length(vec3_sub(child->place, j->place)) < 1e-6) continue;
        to = child->place;
        is_found = true;
    }
    to = vec3_normalize(vec3_sub(to, j->place));
    return vec3_length(to) > 0 ? to : vec3_make(0, 1, 0);
}

static bool is_arm(int left_bone) {
    return left_bone == LEFT(SHOULDER) || left_bone == LEFT(UPPER_ARM) ||
           left_bone == LEFT(LOWER_ARM) || left_bone == LEFT(HAND) ||
           (left_bone >= LEFT(THUMB_METACARPAL) && left_bone <= LEFT(LITTLE_DISTAL));
}

static bool is_leg(int left_bone) {
    return left_bone >= LEFT(UPPER_LEG) && left_bone <= LEFT(TOES);
}

/* As Mixamo's: Z to the front, of arms and hands downwards, of feet upwards; its spine leans back
 * by 8.5 degrees and its neck by 7, though the body is upright. */
static quat rest_along_y(const rig *r, size_t joint, int left_bone) {
    vec3 along = direction_of(r, joint), front = vec3_make(0, 0, 1), axes[3];
    if (left_bone == VRM_BONE_SPINE) return turn_x(-8.5);
    if (left_bone == VRM_BONE_NECK) return turn_x(-7);
    if (left_bone == VRM_BONE_HIPS) return quat_identity();
    if (is_arm(left_bone)) front = vec3_make(0, -1, 0);
    if (left_bone == LEFT(FOOT) || left_bone == LEFT(TOES)) front = vec3_make(0, 1, 0);
    axes[1] = along;
    axes[0] = vec3_normalize(vec3_cross(along, front));
    axes[2] = vec3_cross(axes[0], axes[1]);
    return turn_of_axes(axes);
}

/* Elbows and knees turn about Z. */
static quat rest_along_x(const rig *r, size_t joint, int left_bone) {
    vec3 hinge = is_arm(left_bone) ? vec3_make(0, 1, 0) : vec3_make(1, 0, 0), axes[3];
    axes[0] = direction_of(r, joint);
    axes[1] = vec3_normalize(vec3_cross(hinge, axes[0]));
    axes[2] = vec3_cross(axes[0], axes[1]);
    return turn_of_axes(axes);
}

void rig_set_axes(rig *r, rig_axes axes) {
    dice roll = {1};
    for (size_t i = 0; i < r->joints.count; ++i) {
        rig_joint *j = &r->joints.items[i];
        int bone = j->bone != NONE ? skeleton_left(j->bone) : NONE;
        if (j->kind == RIG_END) { /* as the bone that it ends */
            j->rest = r->joints.items[j->parent].rest;
            continue;
        }
        switch (axes) {
        case AXES_MODEL:
            j->rest = quat_identity();
            break;
        case AXES_RANDOM:
            j->rest = dice_rotation(&roll, 0.35);
            break;
        case AXES_Y:
            j->rest = rest_along_y(r, i, bone);
            break;
        case AXES_X:
            j->rest = rest_along_x(r, i, bone);
            break;
        }
    }
}

/* Offsets are those of the lowered arm; a T-pose is then what raises it again. */
void rig_set_pose(rig *r, double arms_down, double legs_out) {
    for (size_t i = 0; i < r->joints.count; ++i) {
        rig_joint *j = &r->joints.items[i];
        int above = bone_above(r, (int)i), bone, left;
        quat back;
        if (above == NONE) continue;
        bone = r->joints.items[above].bone;
        left = skeleton_left(bone);
        if (is_arm(left) && left != LEFT(SHOULDER)) {
            back = turn_z(arms_down);
        } else if (is_leg(left) && left != LEFT(FOOT) && left != LEFT(TOES)) {
            back = turn_z(-legs_out);
        } else {
            continue;
        }
        j->rest = left == bone ? back : turn_mirror(back);
    }
}

/* --- Motion --- */

/* So much of a rotation; the way does not matter, as what is left is turned by the next joint. */
static quat part_of(quat q, double part) {
    double sign = q.w < 0 ? -1 : 1;
    quat p = {q.x * part * sign, q.y * part * sign, q.z * part * sign,
              q.w * part * sign + (1 - part)};
    return quat_normalize(p);
}

/* The rotation since the T-pose, in the space of the model. */
static quat turned(const rig *r, size_t joint, const quat *bones) {
    const rig_joint *j = &r->joints.items[joint];
    int above = bone_above(r, j->parent);
    quat before = above != NONE ? bones[r->joints.items[above].bone] : quat_identity();
    if (j->kind == RIG_END) return before;
    if (j->kind == RIG_BONE) return bones[j->bone];
    return quat_multiply(before,
                         part_of(quat_multiply(quat_conjugate(before), bones[j->bone]), j->part));
}

void rig_turns(const rig *r, const motion_pose *pose, quat *out) {
    quat bones[VRM_BONE_COUNT];
    quat *model = take_memory(r->joints.count * sizeof *model);
    for (int i = 0; i < VRM_BONE_COUNT; ++i) bones[i] = quat_identity();
    if (pose != NULL) pose_model_turns(pose, bones);
    for (size_t i = 0; i < r->joints.count; ++i) {
        const rig_joint *j = &r->joints.items[i];
        model[i] = quat_multiply(turned(r, i, bones), j->rest);
        out[i] = j->parent == NONE
                     ? model[i]
                     : quat_normalize(quat_multiply(quat_conjugate(model[j->parent]), model[i]));
    }
    release_memory(model);
}
