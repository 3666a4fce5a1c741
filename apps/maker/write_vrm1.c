/* VRM 1.0 and 1.0-beta, which differ in their versions (and HDR emission, in write_gltf.c). */
#include "write.h"

static const char *const preset_names[VRM_PRESET_COUNT] = {
#define X(name, text) text,
    VRM_PRESETS(X)
#undef X
};

static void put_version(writer *w, json *to) {
    put_text(w->file, to, "specVersion", w->options.dialect == DIALECT_BETA ? "1.0-beta" : "1.0");
}

/* --- Meta --- */

static void write_meta(writer *w, json *vrm) {
    const avatar_meta *m = &w->a->meta;
    json *at = put_object(w->file, vrm, "meta");
    put_text(w->file, at, "name", m->name);
    put_text(w->file, at, "version", m->version);
    append_text(w->file, put_array(w->file, at, "authors"), m->author);
    if (m->copyright != NULL) put_text(w->file, at, "copyrightInformation", m->copyright);
    if (m->contact != NULL) put_text(w->file, at, "contactInformation", m->contact);
    if (m->reference != NULL) {
        append_text(w->file, put_array(w->file, at, "references"), m->reference);
    }
    if (m->thumbnail != NONE) put_index(w->file, at, "thumbnailImage", m->thumbnail);
    put_text(w->file, at, "licenseUrl", "https://vrm.dev/licenses/1.0/");
    if (!m->is_free) return;
    put_text(w->file, at, "avatarPermission", "everyone");
    put_bool(w->file, at, "allowExcessivelyViolentUsage", true);
    put_bool(w->file, at, "allowExcessivelySexualUsage", true);
    put_text(w->file, at, "commercialUsage", "corporation");
    put_bool(w->file, at, "allowPoliticalOrReligiousUsage", true);
    put_bool(w->file, at, "allowAntisocialOrHateUsage", true);
    put_text(w->file, at, "creditNotation", "unnecessary");
    put_bool(w->file, at, "allowRedistribution", true);
    put_text(w->file, at, "modification", "allowModificationRedistribution");
    put_text(w->file, at, "otherLicenseUrl", "https://creativecommons.org/publicdomain/zero/1.0/");
}

static void write_humanoid(writer *w, json *vrm) {
    json *bones = put_object(w->file, put_object(w->file, vrm, "humanoid"), "humanBones");
    for (int bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        int node = w->a->bones[bone];
        if (node == NONE) continue;
        put_index(w->file, put_object(w->file, bones, bone_name_in(w, bone)), "node",
                  w->indices[node]);
    }
}

/* --- Expressions --- */

static void write_binds(writer *w, const avatar_expression *e, json *at) {
    static const char *const color_types[] = {"color",       "emissionColor", "shadeColor",
                                              "matcapColor", "rimColor",      "outlineColor"};
    json *list = e->morphs.count != 0 ? put_array(w->file, at, "morphTargetBinds") : NULL;
    for (size_t i = 0; i < e->morphs.count; ++i) {
        const avatar_morph_bind *bind = &e->morphs.items[i];
        json *item = append_object(w->file, list);
        put_index(w->file, item, "node", w->indices[bind->node]);
        put_index(w->file, item, "index", bind->target);
        put_number(w->file, item, "weight", bind->weight);
    }
    list = e->colors.count != 0 ? put_array(w->file, at, "materialColorBinds") : NULL;
    for (size_t i = 0; i < e->colors.count; ++i) {
        const avatar_color_bind *bind = &e->colors.items[i];
        json *item = append_object(w->file, list);
        put_index(w->file, item, "material", bind->material);
        put_text(w->file, item, "type", color_types[bind->type]);
        put_numbers(w->file, item, "targetValue", bind->target, 4);
    }
    list = e->uvs.count != 0 ? put_array(w->file, at, "textureTransformBinds") : NULL;
    for (size_t i = 0; i < e->uvs.count; ++i) {
        const avatar_uv_bind *bind = &e->uvs.items[i];
        json *item = append_object(w->file, list);
        put_index(w->file, item, "material", bind->material);
        put_numbers(w->file, item, "scale", bind->scale, 2);
        put_numbers(w->file, item, "offset", bind->offset, 2);
    }
}

static void put_override(writer *w, json *to, const char *key, int value) {
    static const char *const names[] = {"none", "block", "blend"};
    if (value != VRM_OVERRIDE_NONE) put_text(w->file, to, key, names[value]);
}

static void write_expressions(writer *w, json *vrm) {
    json *at, *preset = NULL, *custom = NULL;
    if (w->a->expressions.count == 0) return;
    at = put_object(w->file, vrm, "expressions");
    for (size_t i = 0; i < w->a->expressions.count; ++i) {
        const avatar_expression *e = &w->a->expressions.items[i];
        json **list = e->preset != NONE ? &preset : &custom, *item;
        if (*list == NULL) {
            *list = put_object(w->file, at, e->preset != NONE ? "preset" : "custom");
        }
        item = put_object(w->file, *list, e->preset != NONE ? preset_names[e->preset] : e->name);
        write_binds(w, e, item);
        if (e->is_binary) put_bool(w->file, item, "isBinary", true);
        put_override(w, item, "overrideBlink", e->override_blink);
        put_override(w, item, "overrideLookAt", e->override_look_at);
        put_override(w, item, "overrideMouth", e->override_mouth);
    }
}

/* --- firstPerson and lookAt --- */

static void write_first_person(writer *w, json *vrm) {
    static const char *const types[] = {"auto", "both", "thirdPersonOnly", "firstPersonOnly"};
    json *list;
    if (w->a->annotations.count == 0) return;
    list = put_array(w->file, put_object(w->file, vrm, "firstPerson"), "meshAnnotations");
    for (size_t i = 0; i < w->a->annotations.count; ++i) {
        json *item = append_object(w->file, list);
        put_index(w->file, item, "node", w->indices[w->a->annotations.items[i].node]);
        put_text(w->file, item, "type", types[w->a->annotations.items[i].type]);
    }
}

static void write_look_at(writer *w, json *vrm) {
    static const char *const maps[] = {"rangeMapHorizontalInner", "rangeMapHorizontalOuter",
                                       "rangeMapVerticalDown", "rangeMapVerticalUp"};
    const avatar_look_at *look_at = &w->a->look_at;
    json *at;
    if (!look_at->is_present) return;
    at = put_object(w->file, vrm, "lookAt");
    put_vec3(w->file, at, "offsetFromHeadBone", look_at->offset);
    put_text(w->file, at, "type", look_at->type == VRM_LOOK_AT_TYPE_BONE ? "bone" : "expression");
    for (int i = 0; i < 4; ++i) {
        json *map = put_object(w->file, at, maps[i]);
        put_number(w->file, map, "inputMaxValue", look_at->maps[i].input_max);
        put_number(w->file, map, "outputScale", look_at->maps[i].output_scale);
    }
}

/* --- Constraints --- */

static void write_constraints(writer *w) {
    static const char *const kinds[] = {"roll", "aim", "rotation"};
    static const char *const aims[] = {"PositiveX", "NegativeX", "PositiveY",
                                       "NegativeY", "PositiveZ", "NegativeZ"};
    static const char *const rolls[] = {"X", "X", "Y", "Y", "Z", "Z"};
    json *nodes = root_array(w->file, "nodes");
    for (size_t i = 0; i < w->a->constraints.count; ++i) {
        const avatar_constraint *c = &w->a->constraints.items[i];
        json *node = yyjson_mut_arr_get(nodes, (size_t)w->indices[c->node]);
        json *at =
            put_object(w->file, put_object(w->file, node, "extensions"), "VRMC_node_constraint");
        put_version(w, at);
        at = put_object(w->file, put_object(w->file, at, "constraint"), kinds[c->kind]);
        put_index(w->file, at, "source", w->indices[c->source]);
        if (c->kind == VRM_CONSTRAINT_ROLL) put_text(w->file, at, "rollAxis", rolls[c->axis]);
        if (c->kind == VRM_CONSTRAINT_AIM) put_text(w->file, at, "aimAxis", aims[c->axis]);
        put_number(w->file, at, "weight", c->weight);
        use_extension(w->file, "VRMC_node_constraint");
    }
}

/* --- Springs --- */

static void put_sphere(writer *w, json *shape, vec3 offset, double radius, bool is_inside) {
    json *at = put_object(w->file, shape, "sphere");
    put_vec3(w->file, at, "offset", offset);
    put_number(w->file, at, "radius", radius);
    if (is_inside) put_bool(w->file, at, "inside", true);
}

static void put_capsule(writer *w, json *shape, const avatar_collider *c, bool is_inside) {
    json *at = put_object(w->file, shape, "capsule");
    put_vec3(w->file, at, "offset", c->offset);
    put_number(w->file, at, "radius", c->radius);
    put_vec3(w->file, at, "tail", c->tail);
    if (is_inside) put_bool(w->file, at, "inside", true);
}

/* The shape that programs without extended colliders see: out of the way, or a huge sphere in place
 * of a plane (EC-020, EC-021). */
static void write_shape(writer *w, const avatar_collider *c, json *shape) {
    switch (c->shape) {
    case VRM_COLLIDER_SPHERE:
        put_sphere(w, shape, c->offset, c->radius, false);
        break;
    case VRM_COLLIDER_CAPSULE:
        put_capsule(w, shape, c, false);
        break;
    case VRM_COLLIDER_PLANE:
        put_sphere(w, shape, vec3_sub(c->offset, vec3_scale(c->tail, 1000)), 1000, false);
        break;
    default:
        put_sphere(w, shape, vec3_make(0, -10000, 0), 0, false);
        break;
    }
}

static void write_extended_shape(writer *w, const avatar_collider *c, json *to) {
    json *at = put_object(w->file, put_object(w->file, to, "extensions"),
                          "VRMC_springBone_extended_collider");
    json *shape;
    put_text(w->file, at, "specVersion", "1.0");
    shape = put_object(w->file, at, "shape");
    if (c->shape == VRM_COLLIDER_INSIDE_SPHERE) {
        put_sphere(w, shape, c->offset, c->radius, true);
    } else if (c->shape == VRM_COLLIDER_INSIDE_CAPSULE) {
        put_capsule(w, shape, c, true);
    } else {
        json *plane = put_object(w->file, shape, "plane");
        put_vec3(w->file, plane, "offset", c->offset);
        put_vec3(w->file, plane, "normal", c->tail);
    }
    use_extension(w->file, "VRMC_springBone_extended_collider");
}

static void write_colliders(writer *w, json *at) {
    const avatar *a = w->a;
    json *list = a->colliders.count != 0 ? put_array(w->file, at, "colliders") : NULL;
    for (size_t i = 0; i < a->colliders.count; ++i) {
        const avatar_collider *c = &a->colliders.items[i];
        json *item = append_object(w->file, list);
        put_index(w->file, item, "node", w->indices[c->node]);
        write_shape(w, c, put_object(w->file, item, "shape"));
        if (c->shape > VRM_COLLIDER_CAPSULE) write_extended_shape(w, c, item);
    }
    list = a->groups.count != 0 ? put_array(w->file, at, "colliderGroups") : NULL;
    for (size_t i = 0; i < a->groups.count; ++i) {
        const avatar_group *group = &a->groups.items[i];
        json *item = append_object(w->file, list), *members;
        put_text(w->file, item, "name", group->name);
        members = put_array(w->file, item, "colliders");
        for (size_t k = 0; k < group->colliders.count; ++k) {
            append_index(w->file, members, group->colliders.items[k]);
        }
    }
}

/* SL-001…004 */
static void write_limit(writer *w, const avatar_joint *j, json *joint) {
    static const char *const kinds[] = {NULL, "cone", "hinge", "spherical"};
    json *at, *limit;
    if (j->limit == VRM_LIMIT_NONE) return;
    at = put_object(w->file, put_object(w->file, joint, "extensions"), "VRMC_springBone_limit");
    use_extension(w->file, "VRMC_springBone_limit");
    put_text(w->file, at, "specVersion", "1.0-draft");
    limit = put_object(w->file, put_object(w->file, at, "limit"), kinds[j->limit]);
    if (j->limit == VRM_LIMIT_SPHERICAL) {
        put_number(w->file, limit, "pitch", 0.5);
        put_number(w->file, limit, "yaw", 0.25);
    } else {
        put_number(w->file, limit, "angle", 0.5);
    }
}

static void write_joints(writer *w, const avatar_spring *s, json *to) {
    for (size_t i = 0; i < s->joints.count; ++i) {
        const avatar_joint *j = &s->joints.items[i];
        json *item = append_object(w->file, to);
        put_index(w->file, item, "node", w->indices[j->node]);
        if (i + 1 == s->joints.count) continue; /* SB-010 */
        put_number(w->file, item, "hitRadius", j->hit_radius);
        put_number(w->file, item, "stiffness", j->stiffness);
        put_number(w->file, item, "gravityPower", j->gravity_power);
        put_vec3(w->file, item, "gravityDir", j->gravity_dir);
        put_number(w->file, item, "dragForce", j->drag_force);
        write_limit(w, j, item);
    }
}

static void write_springs(writer *w) {
    const avatar *a = w->a;
    json *at, *list;
    if (a->springs.count == 0) return;
    at = put_object(w->file, root_object(w->file, "extensions"), "VRMC_springBone");
    use_extension(w->file, "VRMC_springBone");
    put_version(w, at);
    write_colliders(w, at);
    list = put_array(w->file, at, "springs");
    for (size_t i = 0; i < a->springs.count; ++i) {
        const avatar_spring *s = &a->springs.items[i];
        json *item = append_object(w->file, list), *groups;
        put_text(w->file, item, "name", s->name);
        write_joints(w, s, put_array(w->file, item, "joints"));
        if (s->center != NONE) put_index(w->file, item, "center", w->indices[s->center]);
        if (s->groups.count == 0) continue;
        groups = put_array(w->file, item, "colliderGroups");
        for (size_t k = 0; k < s->groups.count; ++k) {
            append_index(w->file, groups, s->groups.items[k]);
        }
    }
}

void write_vrm1(writer *w) {
    json *vrm = put_object(w->file, root_object(w->file, "extensions"), "VRMC_vrm");
    use_extension(w->file, "VRMC_vrm");
    put_version(w, vrm);
    write_meta(w, vrm);
    write_humanoid(w, vrm);
    write_first_person(w, vrm);
    write_look_at(w, vrm);
    write_expressions(w, vrm);
    write_constraints(w);
    write_springs(w);
}
