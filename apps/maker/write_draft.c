/*
 * The draft of December 2019: VRMC_vrm with blendShape and springBone in it. Its text and its
 * schema contradict each other in their keys (§4.4); the schema's are written, or the text's on
 * request.
 */
#include "write.h"

static const char *pick(const writer *w, const char *schema, const char *prose) {
    return w->options.uses_prose ? prose : schema;
}

static const char *const preset_names[VRM_PRESET_COUNT] = {
    [VRM_PRESET_HAPPY] = "joy",
    [VRM_PRESET_ANGRY] = "angry",
    [VRM_PRESET_SAD] = "sorrow",
    [VRM_PRESET_RELAXED] = "fun",
    [VRM_PRESET_SURPRISED] = "custom",
    [VRM_PRESET_AA] = "aa",
    [VRM_PRESET_IH] = "ih",
    [VRM_PRESET_OU] = "ou",
    [VRM_PRESET_EE] = "ee",
    [VRM_PRESET_OH] = "oh",
    [VRM_PRESET_BLINK] = "blink",
    [VRM_PRESET_BLINK_LEFT] = "blinkLeft",
    [VRM_PRESET_BLINK_RIGHT] = "blinkRight",
    [VRM_PRESET_LOOK_UP] = "lookUp",
    [VRM_PRESET_LOOK_DOWN] = "lookDown",
    [VRM_PRESET_LOOK_LEFT] = "lookLeft",
    [VRM_PRESET_LOOK_RIGHT] = "lookRight",
    [VRM_PRESET_NEUTRAL] = "neutral",
};

static void write_meta(writer *w, json *vrm) {
    const avatar_meta *m = &w->a->meta;
    json *at = put_object(w->file, vrm, "meta");
    put_text(w->file, at, "title", m->name);
    put_text(w->file, at, "version", m->version);
    put_text(w->file, at, "author", m->author);
    if (m->contact != NULL) put_text(w->file, at, "contactInformation", m->contact);
    if (m->reference != NULL) put_text(w->file, at, "reference", m->reference);
    if (m->thumbnail != NONE) put_index(w->file, at, "thumbnailImage", m->thumbnail);
    put_text(w->file, at, "allowedUser", m->is_free ? "Everyone" : "OnlyAuthor");
    put_text(w->file, at, "violentUsage", m->is_free ? "Allow" : "Disallow");
    put_text(w->file, at, "sexualUsage", m->is_free ? "Allow" : "Disallow");
    put_text(w->file, at, "commercialUsage", m->is_free ? "Allow" : "Disallow");
    put_text(w->file, at, "license", m->is_free ? "CC0" : "Redistribution Prohibited");
    if (m->is_free) {
        put_text(w->file, at, "otherLicenseUrl",
                 "https://creativecommons.org/publicdomain/zero/1.0/");
    }
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

/* --- blendShape --- */

static void write_value(writer *w, json *list, int material, const char *type, const double *target,
                        size_t count) {
    json *item = append_object(w->file, list);
    put_index(w->file, item, "material", material);
    put_text(w->file, item, pick(w, "type", "target"), type);
    put_numbers(w->file, item, "targetValue", target, count);
}

/* Of colours the draft knows the base colour alone. */
static void write_values(writer *w, const avatar_expression *e, json *at) {
    json *list = NULL;
    for (size_t i = 0; i < e->colors.count; ++i) {
        const avatar_color_bind *bind = &e->colors.items[i];
        if (bind->type != VRM_COLOR_BIND_COLOR) continue;
        if (list == NULL) list = put_array(w->file, at, pick(w, "materialValues", "materials"));
        write_value(w, list, bind->material, "color", bind->target, 4);
    }
    for (size_t i = 0; i < e->uvs.count; ++i) {
        const avatar_uv_bind *bind = &e->uvs.items[i];
        if (list == NULL) list = put_array(w->file, at, pick(w, "materialValues", "materials"));
        write_value(w, list, bind->material, "uvScale", bind->scale, 2);
        write_value(w, list, bind->material, "uvOffset", bind->offset, 2);
    }
}

static void write_group(writer *w, const avatar_expression *e, json *at) {
    const char *preset = e->preset != NONE ? preset_names[e->preset] : "custom";
    put_text(w->file, at, "name",
             e->preset == NONE                   ? e->name
             : e->preset == VRM_PRESET_SURPRISED ? "surprised"
                                                 : preset);
    put_text(w->file, at, "preset", preset);
    if (e->morphs.count != 0) {
        json *list = put_array(w->file, at, pick(w, "binds", "values"));
        for (size_t i = 0; i < e->morphs.count; ++i) {
            json *item = append_object(w->file, list);
            put_index(w->file, item, "mesh", w->a->nodes.items[e->morphs.items[i].node].mesh);
            put_index(w->file, item, "index", e->morphs.items[i].target);
            put_number(w->file, item, "weight", e->morphs.items[i].weight);
        }
    }
    write_values(w, e, at);
    if (e->is_binary) put_bool(w->file, at, pick(w, "isBinary", "is_binary"), true);
    if (e->override_blink) put_bool(w->file, at, "ignoreBlink", true);
    if (e->override_look_at) put_bool(w->file, at, "ignoreLookAt", true);
    if (e->override_mouth) put_bool(w->file, at, "ignoreMouth", true);
}

static void write_blend_shapes(writer *w, json *vrm) {
    json *list;
    if (w->a->expressions.count == 0) return;
    list = put_array(w->file, put_object(w->file, vrm, pick(w, "blendShape", "blendshape")),
                     "blendShapeGroups");
    for (size_t i = 0; i < w->a->expressions.count; ++i) {
        write_group(w, &w->a->expressions.items[i], append_object(w->file, list));
    }
}

/* --- firstPerson and lookAt --- */

static void write_first_person(writer *w, json *vrm) {
    static const char *const types[] = {"auto", "both", "thirdPersonOnly", "firstPersonOnly"};
    json *list;
    if (w->a->annotations.count == 0) return;
    list = put_array(w->file, put_object(w->file, vrm, "firstPerson"), "meshAnnotations");
    for (size_t i = 0; i < w->a->annotations.count; ++i) {
        const avatar_annotation *note = &w->a->annotations.items[i];
        json *item = append_object(w->file, list);
        put_index(w->file, item, "mesh", w->a->nodes.items[note->node].mesh);
        put_text(w->file, item, pick(w, "firstPersonType", "firstPersonFlag"), types[note->type]);
    }
}

/* The text has angles in radians, the schema in degrees (LA-029). */
static void write_look_at(writer *w, json *vrm) {
    static const char *const maps[4][2] = {{"lookAtHorizontalInner", "horizontalInner"},
                                           {"lookAtHorizontalOuter", "horizontalOuter"},
                                           {"lookAtVerticalDown", "verticalDown"},
                                           {"lookAtVerticalUp", "verticalUp"}};
    const avatar_look_at *look_at = &w->a->look_at;
    bool is_radians = w->options.uses_prose && look_at->type == VRM_LOOK_AT_TYPE_BONE;
    json *at;
    if (!look_at->is_present) return;
    at = put_object(w->file, vrm, "lookAt");
    put_vec3(w->file, at, "offsetFromHeadBone", file_vector(w, look_at->offset));
    put_text(w->file, at, "lookAtType",
             look_at->type == VRM_LOOK_AT_TYPE_BONE ? "bone" : "blendShape");
    for (int i = 0; i < 4; ++i) {
        json *map = put_object(w->file, at, pick(w, maps[i][0], maps[i][1]));
        put_number(w->file, map, "inputMaxValue", look_at->maps[i].input_max);
        put_number(w->file, map, "outputScale",
                   look_at->maps[i].output_scale * (is_radians ? PI / 180 : 1));
    }
}

/* --- springBone --- */

/* A capsule lies along +Y, its middle at the offset, and is turned by Ry * Rx * Rz (AMB-045). */
static void write_capsule(writer *w, const avatar_collider *c, json *at) {
    vec3 head = file_vector(w, c->offset), tail = file_vector(w, c->tail);
    vec3 along = vec3_sub(tail, head);
    const double size[2] = {c->radius, vec3_length(along)};
    double flat = square_root(along.x * along.x + along.z * along.z);
    vec3 angles = {2 * PI * arc_tangent(flat, along.y), 2 * PI * arc_tangent(along.x, along.z), 0};
    put_text(w->file, at, "shapeType", "capsule");
    put_vec3(w->file, at, "offset", vec3_mix(head, tail, 0.5));
    put_vec3(w->file, at, "rotation", angles);
    put_numbers(w->file, at, "size", size, 2);
}

static void write_collider(writer *w, const avatar_collider *c, json *at) {
    if (c->shape == VRM_COLLIDER_CAPSULE) {
        write_capsule(w, c, at);
    } else if (w->options.uses_prose) {
        put_text(w->file, at, "shapeType", "sphere");
        put_vec3(w->file, at, "offset", file_vector(w, c->offset));
        put_numbers(w->file, at, "size", &c->radius, 1);
    } else {
        put_vec3(w->file, at, "offset", file_vector(w, c->offset));
        put_number(w->file, at, "radius", c->radius);
    }
}

static void write_bone_group(writer *w, const avatar_spring *s, const node_groups *groups,
                             json *at) {
    const avatar_joint *j = &s->joints.items[0];
    json *list;
    put_text(w->file, at, pick(w, "name", "comment"), s->name);
    put_number(w->file, at, "stiffness", j->stiffness);
    put_number(w->file, at, "gravityPower", j->gravity_power);
    put_vec3(w->file, at, "gravityDir", file_vector(w, j->gravity_dir));
    put_number(w->file, at, "dragForce", j->drag_force);
    if (s->center != NONE) put_index(w->file, at, "center", w->indices[s->center]);
    put_number(w->file, at, "hitRadius", j->hit_radius);
    append_index(w->file, put_array(w->file, at, "bones"), w->indices[j->node]);
    list = put_array(w->file, at, "colliderGroups");
    for (size_t i = 0; i < s->groups.count; ++i) {
        int group = s->groups.items[i];
        for (int k = groups->firsts.items[group]; k < groups->firsts.items[group + 1]; ++k) {
            append_index(w->file, list, k);
        }
    }
}

static void write_springs(writer *w, json *vrm) {
    const avatar *a = w->a;
    node_groups groups;
    json *at, *list;
    if (a->springs.count == 0) return;
    node_groups_make(a, &groups);
    at = put_object(w->file, vrm, "springBone");
    list = put_array(w->file, at, "boneGroups");
    for (size_t i = 0; i < a->springs.count; ++i) {
        if (!spring_is_root(a, i)) continue;
        write_bone_group(w, &a->springs.items[i], &groups, append_object(w->file, list));
    }
    list = put_array(w->file, at, "colliderGroups");
    for (size_t i = 0; i < groups.list.count; ++i) {
        const node_group *group = &groups.list.items[i];
        json *item = append_object(w->file, list), *members;
        put_index(w->file, item, "node", w->indices[group->node]);
        members = put_array(w->file, item, "colliders");
        for (size_t k = 0; k < group->colliders.count; ++k) {
            write_collider(w, &a->colliders.items[group->colliders.items[k]],
                           append_object(w->file, members));
        }
    }
    node_groups_free(&groups);
}

void write_draft(writer *w) {
    json *vrm = put_object(w->file, root_object(w->file, "extensions"), "VRMC_vrm");
    use_extension(w->file, "VRMC_vrm");
    put_text(w->file, vrm, "specVersion", "1.0"); /* as the draft's own example has it */
    write_meta(w, vrm);
    write_humanoid(w, vrm);
    write_first_person(w, vrm);
    write_look_at(w, vrm);
    write_blend_shapes(w, vrm);
    write_springs(w, vrm);
}
