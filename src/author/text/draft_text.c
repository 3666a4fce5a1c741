/* VRMC_vrm of the draft. */
#include "author/text/draft_text.h"

#include "author/text/vrm1_text.h"
#include "base/math.h"
#include "base/text.h"
#include "build/build.h"

#include <math.h>

/* --- Meta and humanoid --- */

static void put_meta(vrmi_vrm_text *text) {
    static const char *const users[] = {"OnlyAuthor", "ExplicitlyLicensedPerson", "Everyone"};
    static const char *const usages[] = {"Disallow", "Allow"};
    const vrm_meta *meta = &text->tables->meta;
    const vrm_permissions *may = &meta->permissions;
    const int32_t thumbnail =
        vrmi_mapped(text->maps != NULL ? text->maps->images : NULL, meta->thumbnail_image);
    vrmi_json_writer *writer = text->writer;
    vrmi_put_object_of(writer, "meta");
    vrmi_put_string_of(writer, "title", vrmi_avatar_name(meta));
    vrmi_put_string_of(writer, "version", meta->version);
    vrmi_put_string_of(writer, "author",
                       meta->author_count != 0 && meta->authors[0].length != 0
                           ? meta->authors[0]
                           : vrmi_unknown_author());
    vrmi_put_given(writer, "contactInformation", meta->contact_information);
    if (meta->reference_count != 0) vrmi_put_given(writer, "reference", meta->references[0]);
    if (thumbnail != VRM_NONE) vrmi_put_integer_of(writer, "thumbnailImage", thumbnail);
    vrmi_put_words_of(writer, "allowedUser", users[may->avatar_permission]);
    vrmi_put_words_of(writer, "violentUsage", usages[may->allow_excessively_violent_usage != 0]);
    vrmi_put_words_of(writer, "sexualUsage", usages[may->allow_excessively_sexual_usage != 0]);
    vrmi_put_words_of(writer, "commercialUsage",
                      usages[may->commercial_usage != VRM_COMMERCIAL_USAGE_PERSONAL_NON_PROFIT]);
    vrmi_put_string_of(writer, "license",
                       meta->legacy_license_name.length != 0
                           ? meta->legacy_license_name
                           : vrmi_string_from("Redistribution Prohibited"));
    vrmi_put_given(writer, "otherLicenseUrl", meta->other_license_url);
    vrmi_put_object_end(writer);
    if (meta->copyright_information.length != 0 || meta->third_party_licenses.length != 0 ||
        meta->author_count > 1 || meta->reference_count > 1) {
        vrmi_note_loss(text, VRMI_LOSS_META, 0);
    }
}

static void put_humanoid(vrmi_vrm_text *text) {
    vrmi_put_object_of(text->writer, "humanoid");
    vrmi_put_object_of(text->writer, "humanBones");
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        const int32_t node = vrmi_mapped_node(text, text->tables->humanoid.nodes[bone]);
        if (node == VRM_NONE) continue;
        vrmi_put_object_of(text->writer, vrmi_old_bone_name(bone));
        vrmi_put_integer_of(text->writer, "node", node);
        vrmi_put_object_end(text->writer);
    }
    vrmi_put_object_end(text->writer);
    vrmi_put_object_end(text->writer);
}

/* --- blendShape --- */

static const char *const preset_names[VRM_PRESET_COUNT] = {
    [VRM_PRESET_HAPPY] = "joy",
    [VRM_PRESET_SAD] = "sorrow",
    [VRM_PRESET_RELAXED] = "fun",
    [VRM_PRESET_SURPRISED] = "custom", /* known by its name */
};

/* If the draft has no other name, that of 1.0. */
static const char *preset_name(vrm_preset preset) {
    return preset_names[preset] != NULL ? preset_names[preset] : vrm_preset_name(preset);
}

static int32_t mesh_of(const vrmi_vrm_text *text, int32_t node) {
    return vrmi_mapped(text->maps != NULL ? text->maps->meshes : NULL,
                       text->gltf->nodes[node].mesh);
}

static void put_binds(vrmi_vrm_text *text, const vrmi_old_text *old, const vrm_expression *e,
                      int32_t index) {
    vrmi_json_writer *writer = text->writer;
    bool is_open = false;
    for (uint32_t i = 0; i < e->morph_bind_count;) {
        const vrm_morph_bind *bind = &e->morph_binds[i];
        if (vrmi_mapped_node(text, bind->node) == VRM_NONE) {
            vrmi_note_loss(text, VRMI_LOSS_BIND, index);
            ++i;
            continue;
        }
        i = vrmi_mesh_bind_end(text, old, e, i);
        if (bind->weight > VRMI_DRAFT_MAX_WEIGHT) {
            vrmi_note_loss(text, VRMI_LOSS_BIND_WEIGHT, index);
        }
        if (!is_open) vrmi_put_array_of(writer, "binds");
        is_open = true;
        vrmi_put_object(writer);
        vrmi_put_integer_of(writer, "mesh", mesh_of(text, bind->node));
        vrmi_put_integer_of(writer, "index", bind->target);
        vrmi_put_float_of(writer, "weight", vrmi_min(bind->weight, VRMI_DRAFT_MAX_WEIGHT));
        vrmi_put_object_end(writer);
    }
    if (is_open) vrmi_put_array_end(writer);
}

static void put_value(vrmi_vrm_text *text, int32_t material, const char *type, const float *target,
                      size_t count, bool *is_open) {
    if (!*is_open) vrmi_put_array_of(text->writer, "materialValues");
    *is_open = true;
    vrmi_put_object(text->writer);
    vrmi_put_integer_of(text->writer, "material", vrmi_mapped_material(text, material));
    vrmi_put_words_of(text->writer, "type", type);
    vrmi_put_floats_of(text->writer, "targetValue", target, count);
    vrmi_put_object_end(text->writer);
}

/* Of colors the draft knows the base color alone. */
static void put_values(vrmi_vrm_text *text, const vrm_expression *e, int32_t index) {
    bool is_open = false;
    for (uint32_t i = 0; i < e->color_bind_count; ++i) {
        const vrm_color_bind *bind = &e->color_binds[i];
        if (bind->type != VRM_COLOR_BIND_COLOR ||
            vrmi_mapped_material(text, bind->material) == VRM_NONE) {
            vrmi_note_loss(text, VRMI_LOSS_BIND, index);
            continue;
        }
        put_value(text, bind->material, "color", bind->target, 4, &is_open);
    }
    for (uint32_t i = 0; i < e->uv_bind_count; ++i) {
        const vrm_uv_bind *bind = &e->uv_binds[i];
        const float scale[2] = {bind->scale.x, bind->scale.y};
        const float offset[2] = {bind->offset.x, bind->offset.y};
        if (vrmi_mapped_material(text, bind->material) == VRM_NONE) {
            vrmi_note_loss(text, VRMI_LOSS_BIND, index);
            continue;
        }
        if ((bind->components & (VRM_UV_SCALE_X | VRM_UV_SCALE_Y)) != 0) {
            put_value(text, bind->material, "uvScale", scale, 2, &is_open);
        }
        if ((bind->components & (VRM_UV_OFFSET_X | VRM_UV_OFFSET_Y)) != 0) {
            put_value(text, bind->material, "uvOffset", offset, 2, &is_open);
        }
    }
    if (is_open) vrmi_put_array_end(text->writer);
}

static void put_ignored(vrmi_vrm_text *text, const char *key, vrm_expression_override value,
                        int32_t index) {
    if (value != VRM_OVERRIDE_NONE) vrmi_put_bool_of(text->writer, key, true);
    if (value == VRM_OVERRIDE_BLEND) vrmi_note_loss(text, VRMI_LOSS_OVERRIDE, index);
}

/* Whether a reader takes a custom expression for a preset by its name: no group has that preset, or
 * the draft knows it by its name alone (EX-042). */
static bool is_taken_for_preset(const vrm_tables *tables, const vrm_expression *e) {
    const int32_t preset = vrmi_preset_find_draft(e->name);
    if (preset == VRM_NONE) return false;
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        if (tables->expressions[i].preset == preset) {
            return vrmi_string_equals(e->name, vrm_preset_name(VRM_PRESET_SURPRISED));
        }
    }
    return true;
}

static void put_group_name(vrmi_vrm_text *text, uint32_t index, const char *preset) {
    const vrm_expression *e = &text->tables->expressions[index];
    char buffer[VRMI_CUSTOM_NAME];
    vrm_string name = e->name;
    if (e->preset == VRM_PRESET_SURPRISED) {
        name = vrmi_string_from(vrm_preset_name(e->preset));
    } else if (e->preset != VRM_NONE) {
        name = vrmi_string_from(preset);
    } else if (name.length == 0 || is_taken_for_preset(text->tables, e)) {
        name = vrmi_renamed_custom(text, (int32_t)index, buffer);
    }
    vrmi_put_string_of(text->writer, "name", name);
}

static void put_blend_shapes(vrmi_vrm_text *text, const vrmi_old_text *old) {
    vrmi_json_writer *writer = text->writer;
    vrmi_put_object_of(writer, "blendShape");
    vrmi_put_array_of(writer, "blendShapeGroups");
    for (uint32_t i = 0; i < text->tables->expression_count; ++i) {
        const vrm_expression *e = &text->tables->expressions[i];
        const char *preset = e->preset != VRM_NONE ? preset_name(e->preset) : "custom";
        vrmi_put_object(writer);
        put_group_name(text, i, preset);
        vrmi_put_words_of(writer, "preset", preset);
        put_binds(text, old, e, (int32_t)i);
        put_values(text, e, (int32_t)i);
        if (e->is_binary) vrmi_put_bool_of(writer, "isBinary", true);
        if (e->is_binary && e->binary_threshold != 0.0f) {
            vrmi_note_loss(text, VRMI_LOSS_BINARY_THRESHOLD, (int32_t)i);
        }
        put_ignored(text, "ignoreBlink", e->override_blink, (int32_t)i);
        put_ignored(text, "ignoreLookAt", e->override_look_at, (int32_t)i);
        put_ignored(text, "ignoreMouth", e->override_mouth, (int32_t)i);
        vrmi_put_object_end(writer);
    }
    vrmi_put_array_end(writer);
    vrmi_put_object_end(writer);
}

/* --- firstPerson and lookAt --- */

static void put_first_person(vrmi_vrm_text *text, vrmi_old_text *old) {
    static const char *const types[] = {"auto", "both", "thirdPersonOnly", "firstPersonOnly"};
    vrmi_json_writer *writer = text->writer;
    vrmi_put_object_of(writer, "firstPerson");
    vrmi_put_array_of(writer, "meshAnnotations");
    for (uint32_t i = 0; i < text->gltf->node_count; ++i) {
        if (!vrmi_is_mesh_annotation(text, old, i)) continue;
        vrmi_put_object(writer);
        vrmi_put_integer_of(writer, "mesh", mesh_of(text, (int32_t)i));
        vrmi_put_words_of(writer, "firstPersonType", types[text->tables->first_person.types[i]]);
        vrmi_put_object_end(writer);
    }
    vrmi_put_array_end(writer);
    vrmi_put_object_end(writer);
}

/* Angles are degrees, as the schema of the draft says. A reader takes angles that are this small
 * for radians, which the text of the draft has: so they are written (LA-029). */
static bool is_in_radians(const vrm_look_at *look_at) {
    if (look_at->type != VRM_LOOK_AT_TYPE_BONE) return false;
    for (int i = 0; i < 4; ++i) {
        if (vrmi_range_map(look_at, i)->output_scale > VRMI_PI / 2) return false;
    }
    return true;
}

static void put_look_at(vrmi_vrm_text *text) {
    static const char *const maps[] = {"lookAtHorizontalInner", "lookAtHorizontalOuter",
                                       "lookAtVerticalDown", "lookAtVerticalUp"};
    vrmi_json_writer *writer = text->writer;
    const vrm_look_at *look_at = &text->tables->look_at;
    const bool in_radians = is_in_radians(look_at);
    vrmi_put_object_of(writer, "lookAt");
    vrmi_put_vec3_of(writer, "offsetFromHeadBone", look_at->offset_from_head_bone);
    vrmi_put_words_of(writer, "lookAtType",
                      look_at->type == VRM_LOOK_AT_TYPE_BONE ? "bone" : "blendShape");
    for (int i = 0; i < 4; ++i) {
        const vrm_range_map *map = vrmi_range_map(look_at, i);
        vrmi_put_object_of(writer, maps[i]);
        vrmi_put_float_of(writer, "inputMaxValue", map->input_max_degrees);
        vrmi_put_float_of(writer, "outputScale",
                          in_radians ? vrmi_invert(vrmi_radians(map->output_scale),
                                                   map->output_scale, vrmi_degrees)
                                     : map->output_scale);
        vrmi_put_object_end(writer);
        if (map->curve_key_count != 0) vrmi_note_loss(text, VRMI_LOSS_CURVE, i);
    }
    vrmi_put_object_end(writer);
}

/* --- springBone --- */

/* A capsule lies along +Y, its middle at the offset, and is turned by Ry * Rx * Rz (AMB-045). */
static void put_capsule(vrmi_json_writer *writer, const vrm_spring_collider *c) {
    const vrm_vec3 along = vrmi_vec3_sub(c->tail, c->offset);
    const float size[2] = {c->radius, vrmi_vec3_length(along)};
    const float flat = sqrtf(along.x * along.x + along.z * along.z);
    const vrm_vec3 middle = vrmi_vec3_scale(vrmi_vec3_add(c->offset, c->tail), 0.5f);
    vrmi_put_words_of(writer, "shapeType", "capsule");
    vrmi_put_vec3_of(writer, "offset", middle);
    vrmi_put_vec3_of(writer, "rotation",
                     vrm_vec3_make(vrmi_atan2(flat, along.y), vrmi_atan2(along.x, along.z), 0));
    vrmi_put_floats_of(writer, "size", size, 2);
}

static void put_collider(vrmi_vrm_text *text, int32_t index) {
    const vrm_spring_collider *c = &text->tables->spring_colliders[index];
    vrmi_json_writer *writer = text->writer;
    const bool is_plane = c->shape == VRM_COLLIDER_PLANE;
    vrmi_put_object(writer);
    if (c->shape == VRM_COLLIDER_CAPSULE) {
        put_capsule(writer, c);
    } else {
        vrmi_put_vec3_of(writer, "offset",
                         is_plane ? vrmi_vec3_sub(c->offset, vrmi_vec3_scale(c->tail, 1000.0f))
                                  : c->offset);
        vrmi_put_float_of(writer, "radius", is_plane ? 1000.0f : c->radius);
    }
    vrmi_put_object_end(writer);
    if (is_plane) vrmi_note_loss(text, VRMI_LOSS_COLLIDER_SHAPE, index);
}

static void put_bone_group(vrmi_vrm_text *text, const vrmi_old_text *old, uint32_t spring) {
    const vrm_spring *own = &text->tables->springs[spring];
    const vrm_spring_joint *joint = &text->tables->spring_joints[own->first_joint];
    const int32_t center = vrmi_mapped_node(text, own->center);
    vrmi_json_writer *writer = text->writer;
    vrmi_put_object(writer);
    vrmi_put_string_of(writer, "name", own->name);
    vrmi_put_float_of(writer, "stiffness", joint->stiffness);
    vrmi_put_float_of(writer, "gravityPower", joint->gravity_power);
    vrmi_put_vec3_of(writer, "gravityDir", joint->gravity_dir);
    vrmi_put_float_of(writer, "dragForce", joint->drag_force);
    if (center != VRM_NONE) vrmi_put_integer_of(writer, "center", center);
    vrmi_put_float_of(writer, "hitRadius", joint->hit_radius);
    vrmi_put_bone_roots(text, old, spring);
    vrmi_put_bone_collider_groups(text, old, spring);
    vrmi_put_object_end(writer);
}

static void put_springs(vrmi_vrm_text *text, const vrmi_old_text *old) {
    vrmi_json_writer *writer = text->writer;
    vrmi_put_object_of(writer, "springBone");
    vrmi_put_groups(text, old, put_bone_group, put_collider);
    vrmi_put_object_end(writer);
}

/* --- All of it --- */

void vrmi_put_draft(vrmi_vrm_text *text) {
    vrmi_json_writer *writer = text->writer;
    vrmi_old_text old;
    text->extensions |= VRMI_EXTENSION_VRM;
    if (vrmi_old_text_make(text, &old)) {
        vrmi_put_object(writer);
        vrmi_put_words_of(writer, "specVersion", "1.0"); /* as the draft's own example has it */
        put_meta(text);
        put_humanoid(text);
        if (vrmi_has_first_person(text)) put_first_person(text, &old);
        if (text->tables->look_at.is_present) put_look_at(text);
        if (text->tables->expression_count != 0) put_blend_shapes(text, &old);
        if (text->tables->spring_count != 0) put_springs(text, &old);
        vrmi_put_object_end(writer);
    }
    vrmi_old_text_release(&old);
    for (uint32_t i = 0; i < text->tables->constraint_count; ++i) {
        vrmi_note_loss(text, VRMI_LOSS_CONSTRAINT, (int32_t)i);
    }
}
