/* vrm info --json: one record a file, with all that the text says and more. */
#include "apps/kit/avatar/permissions.h"
#include "apps/kit/avatar/record.h"
#include "info.h"

#include <string.h>

/* --- The avatar --- */

static void add_strings(json_line *line, const char *key, const vrm_string *texts, uint32_t count) {
    json_array(line, key);
    for (uint32_t i = 0; i < count; ++i) json_string(line, NULL, texts[i]);
    json_close(line);
}

/* What may be done with the avatar, in the specification's own words for all dialects. What 0.x has
 * no field for is null, unless its licence is mapped (ME-031). */
static void add_permissions(json_line *line, const vrm_tables *tables, bool maps_license) {
    permission rows[PERMISSION_COUNT];
    list_permissions(tables, maps_license, rows);
    json_object(line, "permissions");
    for (int i = 0; i < PERMISSION_COUNT; ++i) {
        const permission *row = &rows[i];
        bool is_true = strcmp(row->value, "true") == 0;
        if (row->source == PERMISSION_BY_LICENCE || row->source == PERMISSION_NOT_ASKED) {
            json_null(line, row->key);
        } else if (is_true || strcmp(row->value, "false") == 0) {
            json_flag(line, row->key, is_true);
        } else {
            json_word(line, row->key, row->value);
        }
    }
    json_close(line);
}

/* An index, or null. */
static void add_index(json_line *line, const char *key, int32_t index) {
    if (index == VRM_NONE) {
        json_null(line, key);
    } else {
        json_integer(line, key, index);
    }
}

/* Format, size and bytes of an image. Where the file does not have its bytes, all are 0. */
static void add_image_size(json_line *line, const vrm_model *model, int32_t index) {
    const uint8_t *bytes;
    size_t size = 0;
    bool is_here = vrm_model_get_image_bytes(model, index, &bytes, &size) == VRM_OK;
    vrm_image_header header = {0};
    vrm_model_get_image_header(model, index, &header);
    json_word(line, "format", is_here ? vrm_image_format_name(header.format) : "missing");
    json_unsigned(line, "width", header.width);
    json_unsigned(line, "height", header.height);
    json_unsigned(line, "bytes", is_here ? size : 0);
}

static void add_thumbnail(json_line *line, const vrm_model *model, int32_t image) {
    if (image == VRM_NONE) {
        json_null(line, "thumbnail");
        return;
    }
    json_object(line, "thumbnail");
    json_integer(line, "image", image);
    add_image_size(line, model, image);
    json_close(line);
}

static void add_meta(json_line *line, const vrm_model *model, bool maps_license) {
    const vrm_meta *meta = &vrm_model_tables(model)->meta;
    json_object(line, "meta");
    json_string(line, "name", meta->name);
    json_string(line, "version", meta->version);
    add_strings(line, "authors", meta->authors, meta->author_count);
    json_string(line, "copyright", meta->copyright_information);
    json_string(line, "contact", meta->contact_information);
    add_strings(line, "references", meta->references, meta->reference_count);
    json_string(line, "third_party_licenses", meta->third_party_licenses);
    json_string(line, "license_url", meta->license_url);
    json_string(line, "other_license_url", meta->other_license_url);
    json_object(line, "legacy");
    json_string(line, "license_name", meta->legacy_license_name);
    json_string(line, "allowed_user", meta->legacy_allowed_user);
    json_string(line, "violent_usage", meta->legacy_violent_usage);
    json_string(line, "sexual_usage", meta->legacy_sexual_usage);
    json_string(line, "commercial_usage", meta->legacy_commercial_usage);
    json_string(line, "other_permission_url", meta->legacy_other_permission_url);
    json_close(line);
    add_thumbnail(line, model, meta->thumbnail_image);
    add_permissions(line, vrm_model_tables(model), maps_license);
    json_close(line);
}

static void add_humanoid(json_line *line, const vrm_model *model) {
    const vrm_humanoid *humanoid = &vrm_model_tables(model)->humanoid;
    float height;
    json_object(line, "humanoid");
    json_object(line, "bones");
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        if (humanoid->nodes[i] == VRM_NONE) continue;
        json_integer(line, vrm_bone_name((vrm_bone)i), humanoid->nodes[i]);
    }
    json_close(line);
    json_flag(line, "is_complete", humanoid->is_complete != 0);
    json_word(line, "faces", humanoid->faces_minus_z ? "-Z" : "+Z");
    if (avatar_height(model, &height)) {
        json_float(line, "height", height);
    } else {
        json_null(line, "height");
    }
    json_close(line);
}

static void add_expressions(json_line *line, const vrm_tables *tables) {
    json_array(line, "expressions");
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        const vrm_expression *expression = &tables->expressions[i];
        json_object(line, NULL);
        json_string(line, "name", expression->name);
        json_flag(line, "is_preset", expression->preset != VRM_NONE);
        json_flag(line, "is_binary", expression->is_binary != 0);
        json_unsigned(line, "morph_binds", expression->morph_bind_count);
        json_unsigned(line, "color_binds", expression->color_bind_count);
        json_unsigned(line, "uv_binds", expression->uv_bind_count);
        json_close(line);
    }
    json_close(line);
}

/* Of the joints of a spring, how many have a limit of each kind (SL-002). */
static void add_limits(json_line *line, const vrm_tables *tables, const vrm_spring *spring) {
    limit_counts limits =
        count_limits(tables->spring_joints + spring->first_joint, spring->joint_count);
    json_object(line, "limits");
    json_unsigned(line, "cone", limits.cone);
    json_unsigned(line, "hinge", limits.hinge);
    json_unsigned(line, "spherical", limits.spherical);
    json_close(line);
}

static void add_springs(json_line *line, const vrm_tables *tables) {
    static const char *const shapes[] = {"none",          "sphere",         "capsule",
                                         "inside_sphere", "inside_capsule", "plane"};
    json_array(line, "springs");
    for (uint32_t i = 0; i < tables->spring_count; ++i) {
        const vrm_spring *spring = &tables->springs[i];
        json_object(line, NULL);
        json_string(line, "name", spring->name);
        json_unsigned(line, "joints", spring->joint_count);
        add_limits(line, tables, spring);
        json_array(line, "collider_groups");
        for (uint32_t g = 0; g < spring->collider_group_count; ++g) {
            json_integer(line, NULL, spring->collider_groups[g]);
        }
        json_close(line);
        json_close(line);
    }
    json_close(line);
    json_array(line, "collider_groups");
    for (uint32_t i = 0; i < tables->spring_collider_group_count; ++i) {
        const vrm_spring_collider_group *group = &tables->spring_collider_groups[i];
        json_object(line, NULL);
        json_string(line, "name", group->name);
        json_unsigned(line, "colliders", group->collider_count);
        json_close(line);
    }
    json_close(line);
    json_array(line, "colliders");
    for (uint32_t i = 0; i < tables->spring_collider_count; ++i) {
        json_object(line, NULL);
        json_word(line, "shape", shapes[tables->spring_colliders[i].shape]);
        add_index(line, "node", tables->spring_colliders[i].node);
        json_close(line);
    }
    json_close(line);
}

static void add_constraints(json_line *line, const vrm_tables *tables) {
    static const char *const kinds[] = {"roll", "aim", "rotation"};
    json_array(line, "constraints");
    for (uint32_t i = 0; i < tables->constraint_count; ++i) {
        const vrm_constraint *constraint = &tables->constraints[i];
        json_object(line, NULL);
        json_word(line, "kind", kinds[constraint->kind]);
        json_integer(line, "node", constraint->node);
        json_integer(line, "source", constraint->source);
        json_close(line);
    }
    json_close(line);
}

static void add_avatar(json_line *line, const vrm_model *model, bool maps_license) {
    const vrm_tables *tables = vrm_model_tables(model);
    json_word(line, "dialect", vrm_dialect_name((vrm_dialect)tables->dialect));
    json_string(line, "spec_version", tables->spec_version);
    if (tables->dialect == VRM_DIALECT_NONE || tables->dialect == VRM_DIALECT_ANIMATION) return;
    add_meta(line, model, maps_license);
    add_humanoid(line, model);
    if (tables->look_at.is_present) {
        bool is_bone = tables->look_at.type == VRM_LOOK_AT_TYPE_BONE;
        json_word(line, "look_at", is_bone ? "bone" : "expression");
    } else {
        json_null(line, "look_at");
    }
    add_expressions(line, tables);
    add_springs(line, tables);
    add_constraints(line, tables);
}

/* --- The glTF file --- */

static void add_asset(json_line *line, const vrm_gltf *gltf) {
    json_object(line, "asset");
    json_string(line, "version", gltf->version);
    json_string(line, "generator", gltf->generator);
    json_string(line, "copyright", gltf->copyright);
    json_close(line);
    add_strings(line, "extensions_used", gltf->extensions_used, gltf->extension_used_count);
    add_strings(line, "extensions_required", gltf->extensions_required,
                gltf->extension_required_count);
}

static void add_nodes(json_line *line, const vrm_gltf *gltf) {
    json_array(line, "nodes");
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        const vrm_node *node = &gltf->nodes[i];
        json_object(line, NULL);
        json_string(line, "name", node->name);
        add_index(line, "parent", node->parent);
        add_index(line, "mesh", node->mesh);
        add_index(line, "skin", node->skin);
        json_close(line);
    }
    json_close(line);
}

static void add_meshes(json_line *line, const vrm_gltf *gltf) {
    json_array(line, "meshes");
    for (uint32_t i = 0; i < gltf->mesh_count; ++i) {
        totals sum = count_mesh(&gltf->meshes[i]);
        json_object(line, NULL);
        json_string(line, "name", gltf->meshes[i].name);
        json_unsigned(line, "primitives", sum.primitives);
        json_unsigned(line, "triangles", sum.triangles);
        json_unsigned(line, "vertices", sum.vertices);
        json_unsigned(line, "morph_targets", sum.targets);
        json_close(line);
    }
    json_close(line);
}

static void add_materials(json_line *line, const vrm_model *model) {
    static const char *const alphas[] = {"OPAQUE", "MASK", "BLEND"};
    const vrm_gltf *gltf = vrm_model_gltf(model);
    const vrm_tables *tables = vrm_model_tables(model);
    json_array(line, "materials");
    for (uint32_t i = 0; i < tables->material_count; ++i) {
        const vrm_material *material = &tables->materials[i];
        const char *kind = tables->mtoons[i].is_present ? "mtoon"
                           : material->is_unlit         ? "unlit"
                                                        : "pbr";
        json_object(line, NULL);
        json_string(line, "name", gltf->materials[i].name);
        json_word(line, "kind", kind);
        json_flag(line, "is_unlit", gltf->materials[i].is_unlit != 0);
        json_word(line, "alpha_mode", alphas[material->alpha_mode]);
        json_flag(line, "is_double_sided", material->is_double_sided != 0);
        json_close(line);
    }
    json_close(line);
}

static void add_images(json_line *line, const vrm_model *model) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    json_array(line, "images");
    for (uint32_t i = 0; i < gltf->image_count; ++i) {
        json_object(line, NULL);
        json_string(line, "name", gltf->images[i].name);
        json_string(line, "uri", gltf->images[i].uri);
        add_image_size(line, model, (int32_t)i);
        json_close(line);
    }
    json_close(line);
}

static void add_animations(json_line *line, const vrm_gltf *gltf) {
    json_array(line, "animations");
    for (uint32_t i = 0; i < gltf->animation_count; ++i) {
        json_object(line, NULL);
        json_string(line, "name", gltf->animations[i].name);
        json_unsigned(line, "channels", gltf->animations[i].channel_count);
        json_close(line);
    }
    json_close(line);
}

static void add_totals(json_line *line, const vrm_model *model) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    const vrm_tables *tables = vrm_model_tables(model);
    totals sum = count_totals(model);
    json_object(line, "totals");
    json_unsigned(line, "scenes", gltf->scene_count);
    json_unsigned(line, "nodes", gltf->node_count);
    json_unsigned(line, "node_depth", sum.depth);
    json_unsigned(line, "meshes", gltf->mesh_count);
    json_unsigned(line, "primitives", sum.primitives);
    json_unsigned(line, "triangles", sum.triangles);
    json_unsigned(line, "vertices", sum.vertices);
    json_unsigned(line, "morph_targets", sum.targets);
    json_unsigned(line, "skins", gltf->skin_count);
    json_unsigned(line, "skin_joints", sum.joints);
    json_unsigned(line, "materials", gltf->material_count);
    json_unsigned(line, "textures", gltf->texture_count);
    json_unsigned(line, "images", gltf->image_count);
    json_unsigned(line, "image_bytes", sum.image_bytes);
    json_unsigned(line, "animations", gltf->animation_count);
    json_unsigned(line, "animation_channels", sum.channels);
    json_unsigned(line, "springs", tables->spring_count);
    json_unsigned(line, "spring_joints", tables->spring_joint_count);
    json_unsigned(line, "spring_limits",
                  count_limits(tables->spring_joints, tables->spring_joint_count).all);
    json_unsigned(line, "memory_bytes", vrm_model_memory_size(model));
    json_unsigned(line, "payload_bytes", sum.payload_bytes);
    json_close(line);
}

/* A pipe that has a name does not tell. */
static void add_file_size(json_line *line, const batch_file *file) {
    uint64_t size = file->size;
    if (file->input.is_standard_input || file_size(file->input.path, &size)) {
        json_unsigned(line, "file_size", size);
    } else {
        json_null(line, "file_size");
    }
}

bool print_json(const batch_file *file, const vrm_model *model, const file_notes *notes,
                const info_options *chosen) {
    const char *path = file->input.path;
    json_line line;
    if (model == NULL) return record_print_failure("info", path, notes);
    record_begin(&line, "info", path);
    record_result(&line, notes);
    add_file_size(&line, file);
    add_avatar(&line, model, chosen->maps_license);
    add_asset(&line, vrm_model_gltf(model));
    add_totals(&line, model);
    if (chosen->shows_nodes) add_nodes(&line, vrm_model_gltf(model));
    add_meshes(&line, vrm_model_gltf(model));
    add_materials(&line, model);
    add_images(&line, model);
    add_animations(&line, vrm_model_gltf(model));
    record_diagnostics(&line, notes);
    return json_print(&line);
}
