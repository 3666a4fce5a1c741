/* Meta, humanoid, firstPerson with lookAt, and springs of 0.x. */
#include "author/text/vrm0_text.h"

#include "author/text/vrm1_text.h"
#include "base/math.h"
#include "base/text.h"

/* Zeros stay +0. */
static void put_left_handed(vrmi_json_writer *writer, const char *key, vrm_vec3 v) {
    vrmi_put_object_of(writer, key);
    vrmi_put_float_of(writer, "x", v.x);
    vrmi_put_float_of(writer, "y", v.y);
    vrmi_put_float_of(writer, "z", 0.0f - v.z);
    vrmi_put_object_end(writer);
}

/* --- Meta (§4.5) --- */

/* Several names are one text: "first, second". One alone may have any length, several together a
 * thousand bytes. */
static void put_joined(vrmi_json_writer *writer, const char *key, const vrm_string *strings,
                       uint32_t count, vrm_string otherwise) {
    char joined[1024];
    vrmi_text text = vrmi_text_make(joined, sizeof joined);
    vrm_string only = otherwise;
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (strings[i].length == 0) continue;
        only = strings[i];
        if (found++ != 0) vrmi_text_append(&text, ", ");
        vrmi_text_append_string(&text, strings[i]);
    }
    vrmi_put_string_of(writer, key, found > 1 ? (vrm_string){joined, (uint32_t)text.length} : only);
}

/* The thumbnail is named by a texture that has its image (V0-006). */
static int32_t find_thumbnail(const vrmi_vrm_text *text) {
    const int32_t image = text->tables->meta.thumbnail_image;
    for (uint32_t i = 0; i < text->gltf->texture_count && image != VRM_NONE; ++i) {
        const vrm_texture_info info = {(int32_t)i, 0, {0, 0}, {1, 1}, 0, 1};
        if (text->gltf->textures[i].image != image) continue;
        if (vrmi_mapped_texture(text, &info) != VRM_NONE) return vrmi_mapped_texture(text, &info);
    }
    return VRM_NONE;
}

/*
 * The words of a file of 0.x are kept. Without them a license is never made up: 0.x has none that
 * permits just what 1.0 does, so that it is either the most restrictive one, or "Other" with the
 * address of the license of 1.0.
 */
static void put_license(vrmi_json_writer *writer, const vrm_meta *meta) {
    const bool is_free = meta->permissions.allow_redistribution != 0;
    vrm_string url = meta->other_license_url;
    if (meta->legacy_license_name.length != 0) {
        vrmi_put_string_of(writer, "licenseName", meta->legacy_license_name);
    } else {
        vrmi_put_words_of(writer, "licenseName", is_free ? "Other" : "Redistribution_Prohibited");
        if (url.length == 0) url = meta->license_url;
    }
    vrmi_put_string_of(writer, "otherLicenseUrl", url);
}

static void report_meta(const vrmi_vrm_text *text, int32_t thumbnail) {
    const vrm_meta *meta = &text->tables->meta;
    const vrm_permissions *may = &meta->permissions;
    if (meta->copyright_information.length != 0 || meta->third_party_licenses.length != 0 ||
        meta->author_count > 1 || meta->reference_count > 1 ||
        (meta->thumbnail_image != VRM_NONE && thumbnail == VRM_NONE)) {
        vrmi_note_loss(text, VRMI_LOSS_META, 0);
    }
    if (may->commercial_usage == VRM_COMMERCIAL_USAGE_CORPORATION ||
        may->allow_political_or_religious_usage || may->allow_antisocial_or_hate_usage ||
        (meta->legacy_license_name.length == 0 &&
         may->modification != VRM_MODIFICATION_PROHIBITED)) {
        vrmi_note_loss(text, VRMI_LOSS_PERMISSION, 0);
    }
}

void vrmi_put_vrm0_meta(vrmi_vrm_text *text) {
    static const char *const users[] = {"OnlyAuthor", "ExplicitlyLicensedPerson", "Everyone"};
    static const char *const usages[] = {"Disallow", "Allow"};
    vrmi_json_writer *writer = text->writer;
    const vrm_meta *meta = &text->tables->meta;
    const vrm_permissions *may = &meta->permissions;
    const int32_t thumbnail = find_thumbnail(text);
    vrmi_put_object(writer);
    vrmi_put_string_of(writer, "title", vrmi_avatar_name(meta));
    vrmi_put_string_of(writer, "version", meta->version);
    put_joined(writer, "author", meta->authors, meta->author_count, vrmi_unknown_author());
    vrmi_put_string_of(writer, "contactInformation", meta->contact_information);
    put_joined(writer, "reference", meta->references, meta->reference_count, vrmi_string_from(""));
    if (thumbnail != VRM_NONE) vrmi_put_integer_of(writer, "texture", thumbnail);
    vrmi_put_words_of(writer, "allowedUserName", users[may->avatar_permission]);
    vrmi_put_words_of(writer, "violentUssageName",
                      usages[may->allow_excessively_violent_usage != 0]);
    vrmi_put_words_of(writer, "sexualUssageName", usages[may->allow_excessively_sexual_usage != 0]);
    vrmi_put_words_of(writer, "commercialUssageName",
                      usages[may->commercial_usage != VRM_COMMERCIAL_USAGE_PERSONAL_NON_PROFIT]);
    vrmi_put_string_of(writer, "otherPermissionUrl", meta->legacy_other_permission_url);
    put_license(writer, meta);
    vrmi_put_object_end(writer);
    report_meta(text, thumbnail);
}

/* --- Humanoid (§4.6, §4.8) --- */

void vrmi_put_vrm0_humanoid(vrmi_vrm_text *text) {
    /* What Unity's avatars have. */
    static const char *const halves[] = {"upperArmTwist", "lowerArmTwist", "upperLegTwist",
                                         "lowerLegTwist"};
    vrmi_json_writer *writer = text->writer;
    vrmi_put_object(writer);
    vrmi_put_array_of(writer, "humanBones");
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        const int32_t node = vrmi_mapped_node(text, text->tables->humanoid.nodes[bone]);
        if (node == VRM_NONE) continue;
        vrmi_put_object(writer);
        vrmi_put_words_of(writer, "bone", vrmi_old_bone_name(bone));
        vrmi_put_integer_of(writer, "node", node);
        vrmi_put_bool_of(writer, "useDefaultValues", true);
        vrmi_put_object_end(writer);
    }
    vrmi_put_array_end(writer);
    vrmi_put_float_of(writer, "armStretch", 0.05f);
    vrmi_put_float_of(writer, "legStretch", 0.05f);
    for (size_t i = 0; i < sizeof halves / sizeof halves[0]; ++i) {
        vrmi_put_float_of(writer, halves[i], 0.5f);
    }
    vrmi_put_integer_of(writer, "feetSpacing", 0);
    vrmi_put_bool_of(writer, "hasTranslationDoF", false);
    vrmi_put_object_end(writer);
}

/* --- firstPerson, with lookAt in it (§4.7) --- */

static void put_map(vrmi_json_writer *writer, const char *key, const vrm_range_map *map) {
    static const float line[] = {0, 0, 0, 1, 1, 1, 1, 0};
    vrmi_put_object_of(writer, key);
    vrmi_put_array_of(writer, "curve");
    for (uint32_t i = 0; i < map->curve_key_count; ++i) {
        vrmi_put_float(writer, map->curve[i].time);
        vrmi_put_float(writer, map->curve[i].value);
        vrmi_put_float(writer, map->curve[i].in_tangent);
        vrmi_put_float(writer, map->curve[i].out_tangent);
    }
    for (size_t i = 0; i < 8 && map->curve_key_count == 0; ++i) vrmi_put_float(writer, line[i]);
    vrmi_put_array_end(writer);
    vrmi_put_float_of(writer, "xRange", map->input_max_degrees);
    vrmi_put_float_of(writer, "yRange", map->output_scale);
    vrmi_put_object_end(writer);
}

/* It stands for lookAt too: a reader takes one as present where the other is. */
static bool has_first_person(const vrmi_vrm_text *text) {
    const vrm_tables *tables = text->tables;
    return tables->look_at.is_present || vrmi_has_first_person(text) ||
           tables->first_person.head_node != tables->humanoid.nodes[VRM_BONE_HEAD];
}

void vrmi_put_vrm0_first_person(vrmi_vrm_text *text, vrmi_old_text *old) {
    static const char *const flags[] = {"Auto", "Both", "ThirdPersonOnly", "FirstPersonOnly"};
    static const char *const maps[] = {"lookAtHorizontalInner", "lookAtHorizontalOuter",
                                       "lookAtVerticalDown", "lookAtVerticalUp"};
    vrmi_json_writer *writer = text->writer;
    const vrm_look_at *look_at = &text->tables->look_at;
    const bool is_annotated = vrmi_has_first_person(text);
    const int32_t head = vrmi_mapped_node(text, text->tables->first_person.head_node);
    vrmi_put_object(writer);
    vrmi_put_integer_of(writer, "firstPersonBone", head);
    if (look_at->is_present) {
        put_left_handed(writer, "firstPersonBoneOffset", look_at->offset_from_head_bone);
    }
    vrmi_put_array_of(writer, "meshAnnotations");
    for (uint32_t i = 0; i < text->gltf->node_count && is_annotated; ++i) {
        if (!vrmi_is_mesh_annotation(text, old, i)) continue;
        vrmi_put_object(writer);
        vrmi_put_integer_of(
            writer, "mesh",
            vrmi_mapped(text->maps != NULL ? text->maps->meshes : NULL, text->gltf->nodes[i].mesh));
        vrmi_put_words_of(writer, "firstPersonFlag", flags[text->tables->first_person.types[i]]);
        vrmi_put_object_end(writer);
    }
    vrmi_put_array_end(writer);
    if (look_at->is_present) {
        vrmi_put_words_of(writer, "lookAtTypeName",
                          look_at->type == VRM_LOOK_AT_TYPE_BONE ? "Bone" : "BlendShape");
        for (int i = 0; i < 4; ++i) put_map(writer, maps[i], vrmi_range_map(look_at, i));
    }
    vrmi_put_object_end(writer);
}

/* --- secondaryAnimation (§4.9) --- */

static void put_sphere(vrmi_json_writer *writer, vrm_vec3 offset, float radius) {
    vrmi_put_object(writer);
    put_left_handed(writer, "offset", offset);
    vrmi_put_float_of(writer, "radius", radius);
    vrmi_put_object_end(writer);
}

/* A capsule becomes spheres in a row, at most a radius apart, and a plane a huge sphere (EC-021).
 */
static void put_collider(vrmi_vrm_text *text, int32_t index) {
    enum { MOST_SPHERES = 16 };
    const vrm_spring_collider *c = &text->tables->spring_colliders[index];
    const vrm_vec3 along = vrmi_vec3_sub(c->tail, c->offset);
    const float length = vrmi_vec3_length(along);
    uint32_t count = 1;
    if (c->shape == VRM_COLLIDER_SPHERE) {
        put_sphere(text->writer, c->offset, c->radius);
        return;
    }
    vrmi_note_loss(text, VRMI_LOSS_COLLIDER_SHAPE, index);
    if (c->shape == VRM_COLLIDER_PLANE) {
        put_sphere(text->writer, vrmi_vec3_sub(c->offset, vrmi_vec3_scale(c->tail, 1000.0f)),
                   1000.0f);
        return;
    }
    while (count < MOST_SPHERES && (float)count * c->radius < length) ++count;
    for (uint32_t i = 0; i <= count; ++i) {
        const float t = (float)i / (float)count;
        put_sphere(text->writer, vrmi_vec3_add(c->offset, vrmi_vec3_scale(along, t)), c->radius);
    }
}

static void put_bone_group(vrmi_vrm_text *text, const vrmi_old_text *old, uint32_t spring) {
    vrmi_json_writer *writer = text->writer;
    const vrm_spring *own = &text->tables->springs[spring];
    const vrm_spring_joint *joint = &text->tables->spring_joints[own->first_joint];
    vrmi_put_object(writer);
    vrmi_put_string_of(writer, "comment", own->name);
    vrmi_put_float_of(writer, "stiffiness", joint->stiffness); /* so it is spelt */
    vrmi_put_float_of(writer, "gravityPower", joint->gravity_power);
    put_left_handed(writer, "gravityDir", joint->gravity_dir);
    vrmi_put_float_of(writer, "dragForce", joint->drag_force);
    vrmi_put_integer_of(writer, "center", vrmi_mapped_node(text, own->center));
    vrmi_put_float_of(writer, "hitRadius", joint->hit_radius);
    vrmi_put_bone_roots(text, old, spring);
    vrmi_put_bone_collider_groups(text, old, spring);
    vrmi_put_object_end(writer);
}

void vrmi_put_vrm0_springs(vrmi_vrm_text *text, const vrmi_old_text *old) {
    vrmi_json_writer *writer = text->writer;
    vrmi_put_object(writer);
    vrmi_put_groups(text, old, put_bone_group, put_collider);
    vrmi_put_object_end(writer);
}

/* --- All of it --- */

void vrmi_put_vrm0(vrmi_vrm_text *text) {
    vrmi_json_writer *writer = text->writer;
    vrmi_old_text old;
    text->extensions |= VRMI_EXTENSION_VRM0;
    if (vrmi_old_text_make(text, &old)) {
        vrmi_put_object(writer);
        vrmi_put_string_of(writer, "exporterVersion", text->generator);
        vrmi_put_words_of(writer, "specVersion", "0.0");
        vrmi_put_key(writer, "meta");
        vrmi_put_vrm0_meta(text);
        vrmi_put_key(writer, "humanoid");
        vrmi_put_vrm0_humanoid(text);
        if (has_first_person(text)) {
            vrmi_put_key(writer, "firstPerson");
            vrmi_put_vrm0_first_person(text, &old);
        }
        vrmi_put_key(writer, "blendShapeMaster");
        vrmi_put_vrm0_blend_shapes(text, &old);
        vrmi_put_key(writer, "secondaryAnimation");
        vrmi_put_vrm0_springs(text, &old);
        vrmi_put_key(writer, "materialProperties");
        vrmi_put_vrm0_materials(text);
        vrmi_put_object_end(writer);
    }
    vrmi_old_text_release(&old);
    for (uint32_t i = 0; i < text->tables->constraint_count; ++i) {
        vrmi_note_loss(text, VRMI_LOSS_CONSTRAINT, (int32_t)i);
    }
}
