/* What makes an avatar of a glTF file: meta, bones, expressions, firstPerson, lookAt, constraints
 * and springs. */
#include "write.h"

#include <string.h>

/* --- Meta and bones --- */

static const vrm_string *to_list(writer *w, const char *text, uint32_t *out_count) {
    vrm_string *list = TAKE(w, vrm_string, 1);
    list[0] = to_string(text);
    *out_count = text != NULL;
    return list;
}

static void fill_meta(writer *w) {
    const avatar_meta *m = &w->a->meta;
    vrm_meta *out = &w->tables.meta;
    out->name = to_string(m->name);
    out->version = to_string(m->version);
    out->authors = to_list(w, m->author, &out->author_count);
    out->references = to_list(w, m->reference, &out->reference_count);
    out->copyright_information = to_string(m->copyright);
    out->contact_information = to_string(m->contact);
    out->thumbnail_image = m->thumbnail;
    if (!dialect_is_old(w->dialect)) out->license_url = to_string("https://vrm.dev/licenses/1.0/");
    if (!m->is_free) return;
    out->other_license_url = to_string("https://creativecommons.org/publicdomain/zero/1.0/");
    out->permissions.avatar_permission = VRM_AVATAR_PERMISSION_EVERYONE;
    out->permissions.commercial_usage = VRM_COMMERCIAL_USAGE_CORPORATION;
    out->permissions.credit_notation = VRM_CREDIT_NOTATION_UNNECESSARY;
    out->permissions.modification = VRM_MODIFICATION_REDISTRIBUTION;
    out->permissions.allow_excessively_violent_usage = 1;
    out->permissions.allow_excessively_sexual_usage = 1;
    out->permissions.allow_political_or_religious_usage = 1;
    out->permissions.allow_antisocial_or_hate_usage = 1;
    out->permissions.allow_redistribution = 1;
    if (dialect_is_old(w->dialect)) out->legacy_license_name = to_string("CC0");
}

static int to_node(const writer *w, int node) { return node != NONE ? w->indices[node] : NONE; }

static void fill_humanoid(writer *w) {
    for (int bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        w->tables.humanoid.nodes[bone] = to_node(w, w->a->bones[bone]);
    }
    w->tables.first_person.head_node = w->tables.humanoid.nodes[VRM_BONE_HEAD];
}

/* --- Expressions --- */

/* Colors of binds in 0.x are those that are shown, but for emission (V0-023). */
static void to_bind_color(const writer *w, const avatar_color_bind *bind, float *out) {
    bool is_shown = w->dialect == DIALECT_0 && bind->type != VRM_COLOR_BIND_EMISSION;
    for (int i = 0; i < 4; ++i) {
        out[i] = is_shown && i < 3
                     ? (float)srgb_to_linear((double)to_float(linear_to_srgb(bind->target[i])))
                     : to_float(bind->target[i]);
    }
}

static void fill_binds(writer *w, const avatar_expression *e, vrm_expression *out) {
    vrm_morph_bind *morphs = TAKE(w, vrm_morph_bind, e->morphs.count);
    vrm_color_bind *colors = TAKE(w, vrm_color_bind, e->colors.count);
    vrm_uv_bind *uvs = TAKE(w, vrm_uv_bind, e->uvs.count);
    for (size_t i = 0; i < e->morphs.count; ++i) {
        const avatar_morph_bind *bind = &e->morphs.items[i];
        morphs[i].node = to_node(w, bind->node);
        morphs[i].target = bind->target;
        morphs[i].weight = to_float(bind->weight);
    }
    for (size_t i = 0; i < e->colors.count; ++i) {
        colors[i].material = e->colors.items[i].material;
        colors[i].type = e->colors.items[i].type;
        to_bind_color(w, &e->colors.items[i], colors[i].target);
    }
    for (size_t i = 0; i < e->uvs.count; ++i) {
        const avatar_uv_bind *bind = &e->uvs.items[i];
        uvs[i].material = bind->material;
        uvs[i].components = VRM_UV_SCALE_X | VRM_UV_SCALE_Y | VRM_UV_OFFSET_X | VRM_UV_OFFSET_Y;
        uvs[i].scale.x = to_float(bind->scale[0]);
        uvs[i].scale.y = to_float(bind->scale[1]);
        uvs[i].offset.x = to_float(bind->offset[0]);
        uvs[i].offset.y = to_float(bind->offset[1]);
    }
    out->morph_binds = morphs;
    out->color_binds = colors;
    out->uv_binds = uvs;
    out->morph_bind_count = (uint32_t)e->morphs.count;
    out->color_bind_count = (uint32_t)e->colors.count;
    out->uv_bind_count = (uint32_t)e->uvs.count;
}

static void fill_expressions(writer *w) {
    const size_t count = w->a->expressions.count;
    vrm_expression *list = TAKE(w, vrm_expression, count);
    for (size_t i = 0; i < count; ++i) {
        const avatar_expression *e = &w->a->expressions.items[i];
        list[i].name = to_string(e->name);
        list[i].preset = e->preset;
        list[i].is_binary = e->is_binary;
        list[i].binary_threshold = w->dialect == DIALECT_DRAFT ? 0.0f : 0.5f; /* EX-007 */
        list[i].override_blink = e->override_blink;
        list[i].override_look_at = e->override_look_at;
        list[i].override_mouth = e->override_mouth;
        fill_binds(w, e, &list[i]);
    }
    w->tables.expressions = list;
    w->tables.expression_count = (uint32_t)count;
}

/* --- firstPerson, lookAt, constraints --- */

static void fill_first_person(writer *w) {
    vrm_first_person_type *types = TAKE(w, vrm_first_person_type, w->gltf.node_count);
    for (size_t i = 0; i < w->a->annotations.count; ++i) {
        types[to_node(w, w->a->annotations.items[i].node)] = w->a->annotations.items[i].type;
    }
    w->tables.first_person.types = types;
}

static void fill_look_at(writer *w) {
    const avatar_look_at *from = &w->a->look_at;
    vrm_look_at *out = &w->tables.look_at;
    vrm_range_map *maps[4] = {&out->horizontal_inner, &out->horizontal_outer, &out->vertical_down,
                              &out->vertical_up};
    out->is_present = from->is_present;
    out->type = from->type;
    out->offset_from_head_bone = to_vec3(file_vector(w, from->offset));
    for (int i = 0; i < 4; ++i) {
        maps[i]->input_max_degrees = to_float(from->maps[i].input_max);
        maps[i]->output_scale = to_float(from->maps[i].output_scale);
    }
}

static void fill_constraints(writer *w) {
    const size_t count = w->a->constraints.count;
    vrm_constraint *list = TAKE(w, vrm_constraint, count);
    for (size_t i = 0; i < count; ++i) {
        const avatar_constraint *c = &w->a->constraints.items[i];
        list[i].node = to_node(w, c->node);
        list[i].source = to_node(w, c->source);
        list[i].kind = c->kind;
        list[i].axis = c->axis;
        list[i].weight = to_float(c->weight);
    }
    w->tables.constraints = list;
    w->tables.constraint_count = (uint32_t)count;
}

/* --- Springs --- */

static const int32_t *copy_indices(writer *w, const int *indices, size_t count) {
    int32_t *copy = TAKE(w, int32_t, count);
    for (size_t i = 0; i < count; ++i) copy[i] = indices[i];
    return copy;
}

static void fill_colliders(writer *w) {
    const avatar *a = w->a;
    vrm_spring_collider *colliders = TAKE(w, vrm_spring_collider, a->colliders.count);
    vrm_spring_collider_group *groups = TAKE(w, vrm_spring_collider_group, a->groups.count);
    for (size_t i = 0; i < a->colliders.count; ++i) {
        const avatar_collider *c = &a->colliders.items[i];
        colliders[i].node = to_node(w, c->node);
        colliders[i].shape = c->shape;
        colliders[i].offset = to_vec3(file_vector(w, c->offset));
        colliders[i].tail = to_vec3(file_vector(w, c->tail));
        colliders[i].radius = to_float(c->radius);
    }
    for (size_t i = 0; i < a->groups.count; ++i) {
        const avatar_group *group = &a->groups.items[i];
        groups[i].name = to_string(group->name);
        groups[i].colliders = copy_indices(w, group->colliders.items, group->colliders.count);
        groups[i].collider_count = (uint32_t)group->colliders.count;
    }
    w->tables.spring_colliders = colliders;
    w->tables.spring_collider_groups = groups;
    w->tables.spring_collider_count = (uint32_t)a->colliders.count;
    w->tables.spring_collider_group_count = (uint32_t)a->groups.count;
}

/* A chain of n joints is n - 1 heads and their tails (SB-009). */
static void fill_joint(writer *w, const avatar_spring *s, size_t index, vrm_spring_joint *out) {
    const avatar_joint *j = &s->joints.items[index];
    out->node = to_node(w, j->node);
    out->tail_node = to_node(w, s->joints.items[index + 1].node);
    out->hit_radius = to_float(j->hit_radius);
    out->stiffness = to_float(j->stiffness);
    out->gravity_power = to_float(j->gravity_power);
    out->drag_force = to_float(j->drag_force);
    out->gravity_dir = to_vec3(file_vector(w, j->gravity_dir));
    out->limit.kind = j->limit;
    out->limit.rotation.w = 1;
    if (j->limit != VRM_SPRING_LIMIT_NONE) out->limit.angle = 0.5f;
    if (j->limit == VRM_SPRING_LIMIT_SPHERICAL) out->limit.yaw = 0.25f;
}

static void fill_springs(writer *w) {
    const avatar *a = w->a;
    vrm_spring *springs = TAKE(w, vrm_spring, a->springs.count);
    vrm_spring_joint *joints;
    uint32_t count = 0;
    for (size_t i = 0; i < a->springs.count; ++i)
        count += (uint32_t)a->springs.items[i].joints.count;
    joints = TAKE(w, vrm_spring_joint, count);
    count = 0;
    for (size_t i = 0; i < a->springs.count; ++i) {
        const avatar_spring *s = &a->springs.items[i];
        springs[i].name = to_string(s->name);
        springs[i].collider_groups = copy_indices(w, s->groups.items, s->groups.count);
        springs[i].collider_group_count = (uint32_t)s->groups.count;
        springs[i].center = to_node(w, s->center);
        springs[i].first_joint = count;
        for (size_t k = 0; k + 1 < s->joints.count; ++k) {
            joints[count].spring = (int32_t)i;
            fill_joint(w, s, k, &joints[count++]);
        }
        springs[i].joint_count = count - springs[i].first_joint;
    }
    w->tables.springs = springs;
    w->tables.spring_joints = joints;
    w->tables.spring_count = (uint32_t)a->springs.count;
    w->tables.spring_joint_count = count;
}

void fill_vrm(writer *w) {
    fill_meta(w);
    fill_humanoid(w);
    fill_expressions(w);
    fill_first_person(w);
    fill_look_at(w);
    fill_constraints(w);
    fill_colliders(w);
    fill_springs(w);
}
