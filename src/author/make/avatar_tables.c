/* Guesses as the tables of an avatar, from which the blocks of the file are written. */
#include "author/make/make.h"

#include <string.h>

enum { MOST_COLLIDERS = 16 };

/* --- lookAt --- */

static vrm_range_map range(float output) { return (vrm_range_map){NULL, 0, 90.0f, output}; }

static bool has_preset(const vrmi_make *make, vrm_preset preset) {
    for (uint32_t i = 0; i < make->expression_count; ++i) {
        if (make->expressions[i].preset == preset && make->expressions[i].bind_count > 0)
            return true;
    }
    return false;
}

static vrm_vec3 in_space_of(const vrmi_make *make, int32_t node, vrm_vec3 place) {
    vrm_mat4 inverse;
    if (!vrmi_mat4_inverse(&make->world[node], &inverse)) return vrm_vec3_make(0.0f, 0.0f, 0.0f);
    return vrmi_vec3_to_finite(vrmi_mat4_transform_point(&inverse, place));
}

/* Bones of the eyes, or morph targets that move them; without either there is no lookAt. */
static void set_look_at(const vrmi_make *make, vrm_look_at *out) {
    const int32_t head = vrmi_make_bone(make, VRM_BONE_HEAD);
    const int32_t left = vrmi_make_bone(make, VRM_BONE_LEFT_EYE);
    const int32_t right = vrmi_make_bone(make, VRM_BONE_RIGHT_EYE);
    const bool has_eyes = left != VRM_NONE && right != VRM_NONE;
    const bool has_morphs =
        has_preset(make, VRM_PRESET_LOOK_UP) && has_preset(make, VRM_PRESET_LOOK_DOWN) &&
        has_preset(make, VRM_PRESET_LOOK_LEFT) && has_preset(make, VRM_PRESET_LOOK_RIGHT);
    vrm_vec3 eyes = vrmi_make_position(make, head);
    if (!has_eyes && !has_morphs) return;
    if (has_eyes) {
        eyes =
            vrmi_vec3_lerp(vrmi_make_position(make, left), vrmi_make_position(make, right), 0.5f);
    } else {
        /* In the face of a usual head: half of its height up, and a third of it ahead. */
        eyes.y += 0.5f * make->girths[VRM_BONE_HEAD].top;
        eyes.z += 0.33f * make->girths[VRM_BONE_HEAD].top;
    }
    out->is_present = 1;
    out->type = has_eyes ? VRM_LOOK_AT_TYPE_BONE : VRM_LOOK_AT_TYPE_EXPRESSION;
    out->offset_from_head_bone = in_space_of(make, head, eyes);
    out->horizontal_inner = range(has_eyes ? 8.0f : 1.0f);
    out->horizontal_outer = range(has_eyes ? 12.0f : 1.0f);
    out->vertical_down = range(has_eyes ? 10.0f : 1.0f);
    out->vertical_up = range(has_eyes ? 10.0f : 1.0f);
}

/* --- Expressions --- */

static bool set_expressions(vrmi_make *make, vrm_tables *out) {
    vrm_expression *all = VRMI_TAKE(&make->arena, vrm_expression, make->expression_count);
    if (all == NULL) return false;
    for (vrm_preset preset = VRM_NONE; preset < VRM_PRESET_COUNT; ++preset) {
        for (uint32_t i = 0; i < make->expression_count; ++i) {
            const vrmi_expression_guess *from = &make->expressions[i];
            vrm_expression *e = &all[out->expression_count];
            if (from->preset != preset || from->bind_count == 0) continue;
            memset(e, 0, sizeof *e);
            e->name = from->name;
            e->preset = from->preset;
            e->morph_binds = from->binds;
            e->morph_bind_count = from->bind_count;
            e->binary_threshold = 0.5f;
            e->override_blink = from->override_blink;
            e->override_look_at = from->override_look_at;
            e->override_mouth = from->override_mouth;
            out->expression_count += 1;
        }
    }
    out->expressions = all;
    return true;
}

/* --- Colliders --- */

/* The parts of the body that springs push against. */
enum { GROUP_HEAD, GROUP_TRUNK, GROUP_LEGS, GROUP_ARMS, GROUP_COUNT };

typedef struct body_colliders {
    vrm_spring_collider colliders[MOST_COLLIDERS];
    uint32_t count;
    int32_t lists[GROUP_COUNT][MOST_COLLIDERS];
    uint32_t list_counts[GROUP_COUNT];
    int32_t group_of[GROUP_COUNT]; /* its index in the tables; VRM_NONE: it is empty */
} body_colliders;

/* Radii are lengths of the node's space (SB-046). */
static void add_collider(const vrmi_make *make, body_colliders *c, int group, vrm_bone bone,
                         vrm_vec3 from, const vrm_vec3 *to, float radius) {
    const int32_t node = make->bones[bone].node;
    const float scale = vrmi_mat4_uniform_scale(&make->world[node]);
    vrm_spring_collider *out = &c->colliders[c->count];
    if (c->count == MOST_COLLIDERS || !(radius > 0.0f) || !(scale > 0.0f)) return;
    out->node = node;
    out->shape = to != NULL ? VRM_COLLIDER_CAPSULE : VRM_COLLIDER_SPHERE;
    out->offset = in_space_of(make, node, from);
    out->tail = to != NULL ? in_space_of(make, node, *to) : vrm_vec3_make(0.0f, 0.0f, 0.0f);
    out->radius = radius / scale;
    c->lists[group][c->list_counts[group]++] = (int32_t)c->count++;
}

/* A capsule along a bone; a little thinner than the body, which keeps it from pushing clothes. */
static void add_along(const vrmi_make *make, body_colliders *c, int group, vrm_bone bone,
                      vrm_bone next) {
    vrm_vec3 from, to;
    if (make->bones[bone].node == VRM_NONE || make->bones[next].node == VRM_NONE) return;
    from = vrmi_make_position(make, make->bones[bone].node);
    to = vrmi_make_position(make, make->bones[next].node);
    add_collider(make, c, group, bone, from, &to, 0.85f * make->girths[bone].radius);
}

static void find_colliders(const vrmi_make *make, body_colliders *c) {
    const bool has_chest = make->bones[VRM_BONE_CHEST].node != VRM_NONE;
    const float top = make->girths[VRM_BONE_HEAD].top;
    vrm_vec3 middle = vrmi_make_position(make, make->bones[VRM_BONE_HEAD].node);
    memset(c, 0, sizeof *c);
    middle.y += 0.5f * top;
    add_collider(make, c, GROUP_HEAD, VRM_BONE_HEAD, middle, NULL, 0.42f * top);
    add_along(make, c, GROUP_TRUNK, has_chest ? VRM_BONE_CHEST : VRM_BONE_SPINE,
              make->bones[VRM_BONE_NECK].node != VRM_NONE ? VRM_BONE_NECK : VRM_BONE_HEAD);
    for (int side = 0; side < 2; ++side) {
        const vrm_bone leg = side == 0 ? VRM_BONE_LEFT_UPPER_LEG : VRM_BONE_RIGHT_UPPER_LEG;
        const vrm_bone arm = side == 0 ? VRM_BONE_LEFT_UPPER_ARM : VRM_BONE_RIGHT_UPPER_ARM;
        add_along(make, c, GROUP_LEGS, leg, leg + 1);
        add_along(make, c, GROUP_LEGS, leg + 1, leg + 2);
        add_along(make, c, GROUP_ARMS, arm, arm + 1);
        add_along(make, c, GROUP_ARMS, arm + 1, arm + 2);
    }
}

static bool set_colliders(vrmi_make *make, body_colliders *c, vrm_tables *out) {
    static const char *const names[GROUP_COUNT] = {"head", "trunk", "legs", "arms"};
    vrm_spring_collider_group *groups =
        VRMI_TAKE(&make->arena, vrm_spring_collider_group, GROUP_COUNT);
    if (groups == NULL) return false;
    for (int i = 0; i < GROUP_COUNT; ++i) {
        vrm_spring_collider_group *group = &groups[out->spring_collider_group_count];
        c->group_of[i] = VRM_NONE;
        if (c->list_counts[i] == 0) continue;
        group->name = (vrm_string){names[i], (uint32_t)strlen(names[i])};
        group->colliders = c->lists[i];
        group->collider_count = c->list_counts[i];
        c->group_of[i] = (int32_t)out->spring_collider_group_count++;
    }
    out->spring_collider_groups = groups;
    out->spring_colliders = c->colliders;
    out->spring_collider_count = c->count;
    return true;
}

/* --- Springs --- */

static bool pushes(vrmi_hanging kind, int group) {
    static const unsigned groups[VRMI_HANGING_COUNT] = {
        [VRMI_HANGING_HAIR] = 1u << GROUP_HEAD | 1u << GROUP_TRUNK,
        [VRMI_HANGING_SKIRT] = 1u << GROUP_LEGS,
        [VRMI_HANGING_TAIL] = 1u << GROUP_LEGS,
        [VRMI_HANGING_BREAST] = 1u << GROUP_ARMS,
        [VRMI_HANGING_CAPE] = 1u << GROUP_TRUNK | 1u << GROUP_LEGS,
        [VRMI_HANGING_OTHER] = 1u << GROUP_TRUNK,
    };
    return (groups[kind] >> group & 1u) != 0;
}

static void set_joints(const vrmi_make *make, const vrmi_chain *chain, int32_t spring,
                       vrm_spring_joint *out) {
    for (uint32_t i = 0; i + 1 < chain->node_count; ++i) {
        memset(&out[i], 0, sizeof out[i]);
        out[i].node = chain->nodes[i];
        out[i].tail_node = chain->nodes[i + 1];
        out[i].tail_offset = make->gltf->nodes[chain->nodes[i + 1]].rest.translation;
        out[i].hit_radius = chain->hit_radius;
        out[i].stiffness = chain->stiffness;
        out[i].gravity_power = chain->gravity_power;
        out[i].drag_force = chain->drag_force;
        out[i].gravity_dir = vrm_vec3_make(0.0f, -1.0f, 0.0f);
        out[i].spring = spring;
        out[i].limit.rotation = vrmi_quat_identity();
    }
}

static bool set_springs(vrmi_make *make, const body_colliders *c, vrm_tables *out) {
    vrm_spring *springs = VRMI_TAKE(&make->arena, vrm_spring, make->chain_count);
    vrm_spring_joint *joints;
    int32_t *groups = VRMI_TAKE(&make->arena, int32_t, (size_t)make->chain_count * GROUP_COUNT);
    size_t count = 0;
    for (uint32_t i = 0; i < make->chain_count; ++i) count += make->chains[i].node_count - 1;
    joints = VRMI_TAKE(&make->arena, vrm_spring_joint, count);
    if (springs == NULL || joints == NULL || groups == NULL) return false;
    for (uint32_t i = 0; i < make->chain_count; ++i) {
        const vrmi_chain *chain = &make->chains[i];
        vrm_spring *spring = &springs[i];
        int32_t *list = groups + (size_t)i * GROUP_COUNT;
        memset(spring, 0, sizeof *spring);
        spring->name = chain->name;
        spring->collider_groups = list;
        for (int k = 0; k < GROUP_COUNT; ++k) {
            if (!pushes(chain->kind, k) || c->group_of[k] == VRM_NONE) continue;
            list[spring->collider_group_count++] = c->group_of[k];
        }
        spring->first_joint = out->spring_joint_count;
        spring->joint_count = chain->node_count - 1;
        spring->center = VRM_NONE;
        set_joints(make, chain, (int32_t)i, joints + out->spring_joint_count);
        out->spring_joint_count += spring->joint_count;
    }
    out->springs = springs;
    out->spring_joints = joints;
    out->spring_count = make->chain_count;
    return true;
}

/* --- The whole --- */

static void set_meta(vrmi_make *make, vrm_meta *out) {
    static const char license[] = "https://vrm.dev/licenses/1.0/";
    out->name = make->name;
    out->authors = &make->author;
    out->author_count = 1;
    out->copyright_information = make->gltf->copyright;
    out->license_url = (vrm_string){license, sizeof license - 1};
    out->thumbnail_image = VRM_NONE;
    /* Zeros are the most restrictive permissions (ME-025). */
}

bool vrmi_make_tables(vrmi_make *make, vrm_tables *out) {
    body_colliders *colliders = VRMI_TAKE(&make->arena, body_colliders, 1);
    memset(out, 0, sizeof *out);
    if (colliders == NULL) return false;
    out->dialect = VRM_DIALECT_1;
    set_meta(make, &out->meta);
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        out->humanoid.nodes[bone] = make->bones[bone].node;
    }
    out->first_person.types = make->first_person;
    out->first_person.head_node = make->bones[VRM_BONE_HEAD].node;
    set_look_at(make, &out->look_at);
    if (!set_expressions(make, out)) return false;
    memset(colliders, 0, sizeof *colliders);
    if (make->chain_count == 0) return true;
    find_colliders(make, colliders);
    return set_colliders(make, colliders, out) && set_springs(make, colliders, out);
}
