#include "author/text/gltf_text.h"

#include "author/text/vrm1_text.h"
#include "base/text.h"

/* --- Nodes --- */

void vrmi_put_scenes(vrmi_vrm_text *text) {
    vrmi_put_array(text->writer);
    for (uint32_t i = 0; i < text->gltf->scene_count; ++i) {
        const vrm_scene *scene = &text->gltf->scenes[i];
        vrmi_put_object(text->writer);
        vrmi_put_given(text->writer, "name", scene->name);
        if (scene->root_count != 0) {
            vrmi_put_key(text->writer, "nodes");
            vrmi_put_integers(text->writer, scene->roots, scene->root_count);
        }
        vrmi_put_object_end(text->writer);
    }
    vrmi_put_array_end(text->writer);
}

static void put_rest(vrmi_json_writer *writer, const vrm_trs *rest) {
    const float rotation[4] = {rest->rotation.x, rest->rotation.y, rest->rotation.z,
                               rest->rotation.w};
    const vrm_vec3 move = rest->translation, scale = rest->scale;
    if (move.x != 0 || move.y != 0 || move.z != 0) vrmi_put_vec3_of(writer, "translation", move);
    if (rotation[0] != 0 || rotation[1] != 0 || rotation[2] != 0 || rotation[3] != 1) {
        vrmi_put_floats_of(writer, "rotation", rotation, 4);
    }
    if (scale.x != 1 || scale.y != 1 || scale.z != 1) vrmi_put_vec3_of(writer, "scale", scale);
}

/* The constraint of a node is named on the node (GL-022). They are few, and in another order. */
static const vrm_constraint *find_constraint(const vrmi_vrm_text *text, const int32_t *constraints,
                                             uint32_t node) {
    return constraints[node] != VRM_NONE ? &text->tables->constraints[constraints[node]] : NULL;
}

static void put_node(vrmi_vrm_text *text, const vrm_node *node, const vrm_constraint *constraint) {
    vrmi_json_writer *writer = text->writer;
    vrmi_put_object(writer);
    vrmi_put_given(writer, "name", node->name);
    put_rest(writer, &node->rest);
    if (node->mesh != VRM_NONE) vrmi_put_integer_of(writer, "mesh", node->mesh);
    if (node->skin != VRM_NONE) vrmi_put_integer_of(writer, "skin", node->skin);
    if (node->weight_count != 0) {
        vrmi_put_floats_of(writer, "weights", node->weights, node->weight_count);
    }
    if (node->child_count != 0) {
        vrmi_put_key(writer, "children");
        vrmi_put_integers(writer, node->children, node->child_count);
    }
    if (constraint != NULL) {
        vrmi_put_object_of(writer, "extensions");
        vrmi_put_key(writer, "VRMC_node_constraint");
        vrmi_put_node_constraint(text, constraint);
        vrmi_put_object_end(writer);
    }
    vrmi_put_object_end(writer);
}

void vrmi_put_nodes(vrmi_vrm_text *text) {
    const uint32_t count = text->gltf->node_count;
    const bool has_constraints =
        text->dialect == VRM_DIALECT_1 || text->dialect == VRM_DIALECT_1_BETA;
    int32_t *constraints;
    vrmi_arena arena;
    vrmi_arena_init(&arena, text->writer->memory, 0);
    constraints = VRMI_TAKE(&arena, int32_t, count);
    if (constraints == NULL) {
        text->writer->is_refused = true;
    } else {
        for (uint32_t i = 0; i < count; ++i) constraints[i] = VRM_NONE;
        for (uint32_t i = 0; i < text->tables->constraint_count && has_constraints; ++i) {
            constraints[text->tables->constraints[i].node] = (int32_t)i;
        }
        vrmi_put_array(text->writer);
        for (uint32_t i = 0; i < count; ++i) {
            put_node(text, &text->gltf->nodes[i], find_constraint(text, constraints, i));
        }
        vrmi_put_array_end(text->writer);
    }
    vrmi_arena_release(&arena);
}

/* --- Meshes --- */

static void put_attributes(vrmi_json_writer *writer, const vrm_primitive *primitive) {
    static const char *const names[] = {"POSITION", "NORMAL",  NULL,      "TEXCOORD_",
                                        "COLOR_",   "JOINTS_", "WEIGHTS_"};
    vrmi_put_object_of(writer, "attributes");
    for (uint32_t i = 0; i < primitive->attribute_count; ++i) {
        const vrm_attribute *attribute = &primitive->attributes[i];
        char name[32];
        vrmi_text key = vrmi_text_make(name, sizeof name);
        if (names[attribute->semantic] == NULL) continue; /* TANGENT (GL-011) */
        vrmi_text_append(&key, names[attribute->semantic]);
        if (attribute->semantic >= VRM_ATTRIBUTE_TEXCOORD)
            vrmi_text_append_i64(&key, attribute->set);
        vrmi_put_integer_of(writer, name, attribute->accessor);
    }
    vrmi_put_object_end(writer);
}

static void put_target_names(vrmi_json_writer *writer, const vrm_mesh *mesh) {
    vrmi_put_object_of(writer, "extras");
    vrmi_put_array_of(writer, "targetNames");
    for (uint32_t i = 0; i < mesh->target_name_count; ++i) {
        vrmi_put_string(writer, mesh->target_names[i]);
    }
    vrmi_put_array_end(writer);
    vrmi_put_object_end(writer);
}

/* GL-013: TANGENT is not among the targets of the tables. */
static void put_targets(vrmi_json_writer *writer, const vrm_primitive *primitive) {
    if (primitive->target_count == 0) return;
    vrmi_put_array_of(writer, "targets");
    for (uint32_t i = 0; i < primitive->target_count; ++i) {
        const vrm_morph_target *target = &primitive->targets[i];
        vrmi_put_object(writer);
        if (target->position != VRM_NONE) vrmi_put_integer_of(writer, "POSITION", target->position);
        if (target->normal != VRM_NONE) vrmi_put_integer_of(writer, "NORMAL", target->normal);
        vrmi_put_object_end(writer);
    }
    vrmi_put_array_end(writer);
}

/* 0.x and the draft name morph targets on each primitive (GL-015), later files on the mesh. */
static void put_mesh(vrmi_vrm_text *text, const vrm_mesh *mesh) {
    const bool is_old = text->dialect == VRM_DIALECT_0 || text->dialect == VRM_DIALECT_1_DRAFT;
    vrmi_json_writer *writer = text->writer;
    vrmi_put_object(writer);
    vrmi_put_given(writer, "name", mesh->name);
    vrmi_put_array_of(writer, "primitives");
    for (uint32_t i = 0; i < mesh->primitive_count; ++i) {
        const vrm_primitive *primitive = &mesh->primitives[i];
        vrmi_put_object(writer);
        put_attributes(writer, primitive);
        if (primitive->indices != VRM_NONE)
            vrmi_put_integer_of(writer, "indices", primitive->indices);
        if (primitive->material != VRM_NONE) {
            vrmi_put_integer_of(writer, "material", primitive->material);
        }
        if (primitive->mode != VRM_PRIMITIVE_MODE_TRIANGLES) {
            vrmi_put_integer_of(writer, "mode", primitive->mode);
        }
        put_targets(writer, primitive);
        if (is_old && mesh->target_name_count != 0 && primitive->target_count != 0) {
            put_target_names(writer, mesh);
        }
        vrmi_put_object_end(writer);
    }
    vrmi_put_array_end(writer);
    if (mesh->weight_count != 0) {
        vrmi_put_floats_of(writer, "weights", mesh->weights, mesh->weight_count);
    }
    if (!is_old && mesh->target_name_count != 0) put_target_names(writer, mesh);
    vrmi_put_object_end(writer);
}

void vrmi_put_meshes(vrmi_vrm_text *text) {
    vrmi_put_array(text->writer);
    for (uint32_t i = 0; i < text->gltf->mesh_count; ++i) put_mesh(text, &text->gltf->meshes[i]);
    vrmi_put_array_end(text->writer);
}

void vrmi_put_skins(vrmi_vrm_text *text) {
    vrmi_json_writer *writer = text->writer;
    vrmi_put_array(writer);
    for (uint32_t i = 0; i < text->gltf->skin_count; ++i) {
        const vrm_skin *skin = &text->gltf->skins[i];
        vrmi_put_object(writer);
        vrmi_put_given(writer, "name", skin->name);
        vrmi_put_key(writer, "joints");
        vrmi_put_integers(writer, skin->joints, skin->joint_count);
        if (skin->inverse_binds != VRM_NONE) {
            vrmi_put_integer_of(writer, "inverseBindMatrices", skin->inverse_binds);
        }
        if (skin->skeleton != VRM_NONE) vrmi_put_integer_of(writer, "skeleton", skin->skeleton);
        vrmi_put_object_end(writer);
    }
    vrmi_put_array_end(writer);
}

/* --- Payload --- */

void vrmi_put_buffer_views(vrmi_vrm_text *text, const uint64_t *offsets) {
    vrmi_json_writer *writer = text->writer;
    vrmi_put_array(writer);
    for (uint32_t i = 0; i < text->gltf->buffer_view_count; ++i) {
        const vrm_buffer_view *view = &text->gltf->buffer_views[i];
        const uint64_t offset = view->buffer != VRM_NONE ? offsets[view->buffer] : 0;
        vrmi_put_object(writer);
        vrmi_put_integer_of(writer, "buffer", 0);
        vrmi_put_integer_of(writer, "byteOffset", (int64_t)(offset + view->byte_offset));
        vrmi_put_integer_of(writer, "byteLength", (int64_t)view->byte_length);
        if (view->byte_stride != 0) vrmi_put_integer_of(writer, "byteStride", view->byte_stride);
        if (view->target != 0) vrmi_put_integer_of(writer, "target", view->target);
        vrmi_put_object_end(writer);
    }
    vrmi_put_array_end(writer);
}

static uint32_t component_count(vrm_element element) {
    static const uint32_t counts[] = {1, 2, 3, 4, 4, 9, 16};
    return counts[element];
}

static void put_bounds(vrmi_json_writer *writer, const vrm_accessor *accessor) {
    const uint32_t count = component_count(accessor->element);
    if (!accessor->has_bounds || count > 4) return;
    vrmi_put_floats_of(writer, "min", accessor->min, count);
    vrmi_put_floats_of(writer, "max", accessor->max, count);
}

static void put_sparse_part(vrmi_json_writer *writer, const char *key, int32_t view,
                            uint64_t offset, vrm_component component) {
    vrmi_put_object_of(writer, key);
    vrmi_put_integer_of(writer, "bufferView", view);
    if (offset != 0) vrmi_put_integer_of(writer, "byteOffset", (int64_t)offset);
    if (component != 0) vrmi_put_integer_of(writer, "componentType", component);
    vrmi_put_object_end(writer);
}

void vrmi_put_accessors(vrmi_vrm_text *text) {
    static const char *const types[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};
    vrmi_json_writer *writer = text->writer;
    vrmi_put_array(writer);
    for (uint32_t i = 0; i < text->gltf->accessor_count; ++i) {
        const vrm_accessor *accessor = &text->gltf->accessors[i];
        vrmi_put_object(writer);
        vrmi_put_given(writer, "name", accessor->name);
        if (accessor->buffer_view != VRM_NONE) {
            vrmi_put_integer_of(writer, "bufferView", accessor->buffer_view);
        }
        if (accessor->byte_offset != 0) {
            vrmi_put_integer_of(writer, "byteOffset", (int64_t)accessor->byte_offset);
        }
        vrmi_put_integer_of(writer, "componentType", accessor->component);
        if (accessor->is_normalized) vrmi_put_bool_of(writer, "normalized", true);
        vrmi_put_integer_of(writer, "count", accessor->count);
        vrmi_put_words_of(writer, "type", types[accessor->element]);
        put_bounds(writer, accessor);
        if (accessor->sparse_count != 0) {
            vrmi_put_object_of(writer, "sparse");
            vrmi_put_integer_of(writer, "count", accessor->sparse_count);
            put_sparse_part(writer, "indices", accessor->sparse_index_view,
                            accessor->sparse_index_offset, accessor->sparse_index_component);
            put_sparse_part(writer, "values", accessor->sparse_value_view,
                            accessor->sparse_value_offset, 0);
            vrmi_put_object_end(writer);
        }
        vrmi_put_object_end(writer);
    }
    vrmi_put_array_end(writer);
}

void vrmi_put_images(vrmi_vrm_text *text) {
    vrmi_json_writer *writer = text->writer;
    vrmi_put_array(writer);
    for (uint32_t i = 0; i < text->gltf->image_count; ++i) {
        const vrm_image *image = &text->gltf->images[i];
        vrmi_put_object(writer);
        vrmi_put_given(writer, "name", image->name);
        vrmi_put_given(writer, "mimeType", image->mime_type);
        if (image->buffer_view != VRM_NONE) {
            vrmi_put_integer_of(writer, "bufferView", image->buffer_view);
        } else {
            vrmi_put_given(writer, "uri", image->uri);
        }
        vrmi_put_object_end(writer);
    }
    vrmi_put_array_end(writer);
}

static bool is_webp(const vrm_gltf *gltf, int32_t image) {
    return image != VRM_NONE && vrmi_string_equals(gltf->images[image].mime_type, "image/webp");
}

/* Core glTF has PNG and JPEG alone: WebP is named by an extension. */
void vrmi_put_textures(vrmi_vrm_text *text) {
    vrmi_json_writer *writer = text->writer;
    vrmi_put_array(writer);
    for (uint32_t i = 0; i < text->gltf->texture_count; ++i) {
        const vrm_texture *texture = &text->gltf->textures[i];
        vrmi_put_object(writer);
        vrmi_put_given(writer, "name", texture->name);
        if (texture->sampler != VRM_NONE) vrmi_put_integer_of(writer, "sampler", texture->sampler);
        if (is_webp(text->gltf, texture->image)) {
            vrmi_put_object_of(writer, "extensions");
            vrmi_put_object_of(writer, "EXT_texture_webp");
            vrmi_put_integer_of(writer, "source", texture->image);
            vrmi_put_object_end(writer);
            vrmi_put_object_end(writer);
            text->extensions |= VRMI_EXTENSION_WEBP;
        } else if (texture->image != VRM_NONE) {
            vrmi_put_integer_of(writer, "source", texture->image);
        }
        vrmi_put_object_end(writer);
    }
    vrmi_put_array_end(writer);
}

void vrmi_put_samplers(vrmi_vrm_text *text) {
    vrmi_json_writer *writer = text->writer;
    vrmi_put_array(writer);
    for (uint32_t i = 0; i < text->gltf->sampler_count; ++i) {
        const vrm_sampler *sampler = &text->gltf->samplers[i];
        vrmi_put_object(writer);
        vrmi_put_given(writer, "name", sampler->name);
        if (sampler->mag_filter != 0) vrmi_put_integer_of(writer, "magFilter", sampler->mag_filter);
        if (sampler->min_filter != 0) vrmi_put_integer_of(writer, "minFilter", sampler->min_filter);
        if (sampler->wrap_s != 0) vrmi_put_integer_of(writer, "wrapS", sampler->wrap_s);
        if (sampler->wrap_t != 0) vrmi_put_integer_of(writer, "wrapT", sampler->wrap_t);
        vrmi_put_object_end(writer);
    }
    vrmi_put_array_end(writer);
}
