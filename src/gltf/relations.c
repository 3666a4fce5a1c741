/*
 * What the parts of a file say of each other: views and what is in them, materials and vertices,
 * skins and nodes. Looked at when all tables are read; nothing is changed here.
 */
#include "gltf/accessor.h"
#include "gltf/document.h"
#include "gltf/forest.h"

#include <string.h>

/* --- What is in a buffer view --- */

enum { VERTICES = 1, INDICES = 2, BINDS = 4, IMAGE = 8, KEYS = 16, SPARSE = 32 };

typedef struct view_use {
    uint32_t kinds;
    int32_t vertices; /* the first accessor of vertices, or VRM_NONE */
    bool is_shared;   /* by another one */
} view_use;

/* The first of some kinds. */
static const char *kind_words(uint32_t kinds) {
    static const char *const words[] = {"vertices", "indices",   "inverse bind matrices",
                                        "an image", "keyframes", "sparse replacements"};
    uint32_t first = 0;
    while (first < 5 && (kinds >> first & 1) == 0) ++first;
    return words[first];
}

static void use_accessor(const vrm_gltf *gltf, view_use *uses, int32_t accessor, uint32_t kind) {
    view_use *use;
    if (!vrmi_accessor_is_usable(gltf, accessor)) return;
    if (gltf->accessors[accessor].buffer_view == VRM_NONE) return;
    use = &uses[gltf->accessors[accessor].buffer_view];
    use->kinds |= kind;
    if (kind != VERTICES) return;
    if (use->vertices == VRM_NONE) use->vertices = accessor;
    if (use->vertices != accessor) use->is_shared = true;
}

static void use_primitive(const vrm_gltf *gltf, view_use *uses, const vrm_primitive *primitive) {
    for (uint32_t i = 0; i < primitive->attribute_count; ++i) {
        use_accessor(gltf, uses, primitive->attributes[i].accessor, VERTICES);
    }
    for (uint32_t i = 0; i < primitive->target_count; ++i) {
        use_accessor(gltf, uses, primitive->targets[i].position, VERTICES);
        use_accessor(gltf, uses, primitive->targets[i].normal, VERTICES);
    }
    use_accessor(gltf, uses, primitive->indices, INDICES);
}

static void find_uses(const vrm_gltf *gltf, view_use *uses) {
    for (uint32_t i = 0; i < gltf->accessor_count; ++i) {
        const vrm_accessor *accessor = &gltf->accessors[i];
        if (accessor->sparse_count == 0) continue;
        uses[accessor->sparse_index_view].kinds |= SPARSE;
        uses[accessor->sparse_value_view].kinds |= SPARSE;
    }
    for (uint32_t i = 0; i < gltf->mesh_count; ++i) {
        for (uint32_t k = 0; k < gltf->meshes[i].primitive_count; ++k) {
            use_primitive(gltf, uses, &gltf->meshes[i].primitives[k]);
        }
    }
    for (uint32_t i = 0; i < gltf->skin_count; ++i) {
        use_accessor(gltf, uses, gltf->skins[i].inverse_binds, BINDS);
    }
    for (uint32_t i = 0; i < gltf->animation_count; ++i) {
        for (uint32_t k = 0; k < gltf->animations[i].channel_count; ++k) {
            use_accessor(gltf, uses, gltf->animations[i].channels[k].input, KEYS);
            use_accessor(gltf, uses, gltf->animations[i].channels[k].output, KEYS);
        }
    }
    for (uint32_t i = 0; i < gltf->image_count; ++i) {
        if (gltf->images[i].buffer_view != VRM_NONE) {
            uses[gltf->images[i].buffer_view].kinds |= IMAGE;
        }
    }
}

static void check_view(vrmi_load *load, const vrmi_json *at, const vrm_buffer_view *view,
                       const view_use *use) {
    enum { TARGET_VERTICES = 34962, TARGET_INDICES = 34963 };
    uint32_t kinds = use->kinds;
    int32_t target = kinds == VERTICES ? TARGET_VERTICES : kinds == INDICES ? TARGET_INDICES : 0;
    if (kinds == 0) return;
    /* glTF has no word for what is neither for the graphics card nor a matrix or an image. */
    if ((kinds & (kinds - 1)) != 0 && kinds != (KEYS | SPARSE)) {
        vrmi_load_found(
            load, VRMI_VIEW_MIXED, at,
            VRMI_WITH(vrmi_words(kind_words(kinds)), vrmi_words(kind_words(kinds & (kinds - 1)))));
    } else if (view->target != 0 && view->target != target) {
        vrmi_load_found(
            load, VRMI_VIEW_TARGET, at,
            VRMI_WITH(vrmi_words(view->target == TARGET_INDICES ? "indices" : "vertices"),
                      vrmi_words(kind_words(kinds))));
    }
    if (view->byte_stride != 0 && (kinds & VERTICES) == 0) {
        vrmi_load_found(load, VRMI_VIEW_STRIDE_USE, at, VRMI_WITH(vrmi_words(kind_words(kinds))));
    }
    if (view->byte_stride == 0 && use->is_shared) {
        vrmi_load_found(load, VRMI_VIEW_STRIDE_MISSING, at, NULL);
    }
}

static bool check_views(vrmi_load *load, const vrmi_json *root, vrmi_document *document) {
    static const view_use none = {0, VRM_NONE, false};
    vrmi_json array = vrmi_json_at(root, "bufferViews", NULL);
    const vrm_gltf *gltf = &document->gltf;
    view_use *uses = VRMI_TAKE(&document->scratch, view_use, gltf->buffer_view_count);
    if (uses == NULL) return vrmi_load_refused(load);
    for (uint32_t i = 0; i < gltf->buffer_view_count; ++i) uses[i] = none;
    find_uses(gltf, uses);
    for (uint32_t i = 0; i < gltf->buffer_view_count; ++i) {
        vrmi_json at = {&array, NULL, NULL, 0, i};
        check_view(load, &at, &gltf->buffer_views[i], &uses[i]);
    }
    return true;
}

/* --- What a material needs of vertices --- */

static bool has_tex_coord(const vrm_primitive *primitive, int32_t set) {
    for (uint32_t i = 0; i < primitive->attribute_count; ++i) {
        if (primitive->attributes[i].semantic == VRM_ATTRIBUTE_TEXCOORD &&
            primitive->attributes[i].set == set) {
            return true;
        }
    }
    return false;
}

static void check_primitive(vrmi_load *load, const vrmi_json *at, const vrm_gltf *gltf,
                            const vrm_primitive *primitive) {
    const vrm_material *material = &gltf->materials[primitive->material];
    const vrm_texture_info *infos[] = {
        &material->base_color_texture, &material->metallic_roughness_texture,
        &material->normal_texture,     &material->occlusion_texture,
        &material->emissive_texture,
    };
    for (size_t i = 0; i < sizeof infos / sizeof infos[0]; ++i) {
        vrmi_json place = vrmi_json_at(at, "material", NULL);
        if (infos[i]->texture == VRM_NONE || has_tex_coord(primitive, infos[i]->tex_coord)) {
            continue;
        }
        vrmi_load_found(load, VRMI_ATTRIBUTE_TEXCOORD, &place,
                        VRMI_WITH(vrmi_reference("material", primitive->material, material->name),
                                  vrmi_integer(infos[i]->tex_coord)));
        return;
    }
}

static void check_materials(vrmi_load *load, const vrmi_json *root, const vrm_gltf *gltf) {
    vrmi_json array = vrmi_json_at(root, "meshes", NULL);
    for (uint32_t i = 0; i < gltf->mesh_count; ++i) {
        vrmi_json mesh = {&array, NULL, NULL, 0, i};
        vrmi_json primitives = vrmi_json_at(&mesh, "primitives", NULL);
        for (uint32_t k = 0; k < gltf->meshes[i].primitive_count; ++k) {
            const vrm_primitive *primitive = &gltf->meshes[i].primitives[k];
            vrmi_json at = {&primitives, NULL, NULL, 0, k};
            if (primitive->material != VRM_NONE && primitive->vertex_count != 0) {
                check_primitive(load, &at, gltf, primitive);
            }
        }
    }
}

/* --- Skins and nodes --- */

static void check_skin(vrmi_load *load, const vrmi_json *at, const vrm_gltf *gltf,
                       const vrmi_forest *forest, const vrm_skin *skin) {
    vrmi_json joints = vrmi_json_at(at, "joints", NULL);
    vrmi_json skeleton = vrmi_json_at(at, "skeleton", NULL);
    for (uint32_t i = 0; i < skin->joint_count; ++i) {
        if (forest->root[skin->joints[i]] != forest->root[skin->joints[0]]) {
            vrmi_load_found(load, VRMI_SKIN_ROOT, &joints, NULL);
            return;
        }
        if (skin->skeleton != VRM_NONE &&
            !vrmi_forest_is_within(forest, skin->joints[i], skin->skeleton)) {
            vrmi_load_found(load, VRMI_SKIN_SKELETON, &skeleton,
                            VRMI_WITH(vrmi_node_reference(gltf, skin->skeleton),
                                      vrmi_node_reference(gltf, skin->joints[i])));
            return;
        }
    }
}

static bool is_skinned(const vrm_mesh *mesh) {
    for (uint32_t i = 0; i < mesh->primitive_count; ++i) {
        uint32_t found = 0;
        for (uint32_t k = 0; k < mesh->primitives[i].attribute_count; ++k) {
            found |= 1u << mesh->primitives[i].attributes[k].semantic;
        }
        if ((found >> VRM_ATTRIBUTE_JOINTS & 1) != 0 && (found >> VRM_ATTRIBUTE_WEIGHTS & 1) != 0) {
            return true;
        }
    }
    return false;
}

/* `marks` has a zero for each mesh, and behind them one for each node. */
static void check_skinned_nodes(vrmi_load *load, const vrmi_json *root, const vrm_gltf *gltf,
                                const vrmi_forest *forest, uint8_t *marks) {
    vrmi_json array = vrmi_json_at(root, "nodes", NULL);
    uint8_t *is_shown = marks + gltf->mesh_count; /* of the roots */
    if (gltf->scene != VRM_NONE) {
        const vrm_scene *scene = &gltf->scenes[gltf->scene];
        for (uint32_t i = 0; i < scene->root_count; ++i) is_shown[scene->roots[i]] = 1;
    }
    for (uint32_t i = 0; i < gltf->mesh_count; ++i) marks[i] = is_skinned(&gltf->meshes[i]);
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        const vrm_node *node = &gltf->nodes[i];
        vrmi_json at = {&array, NULL, NULL, 0, i};
        if (node->skin == VRM_NONE || node->mesh == VRM_NONE) continue;
        if (!marks[node->mesh]) {
            vrmi_load_found(load, VRMI_NODE_SKIN_UNSKINNED, &at,
                            VRMI_WITH(vrmi_mesh_reference(gltf, node->mesh)));
        } else if (is_shown[forest->root[i]] &&
                   !is_shown[forest->root[gltf->skins[node->skin].joints[0]]]) {
            vrmi_load_found(load, VRMI_NODE_SKIN_SCENE, &at, NULL);
        }
    }
}

static bool check_skins(vrmi_load *load, const vrmi_json *root, vrmi_document *document) {
    const vrm_gltf *gltf = &document->gltf;
    vrmi_json array = vrmi_json_at(root, "skins", NULL);
    size_t mark_count = (size_t)gltf->node_count + gltf->mesh_count;
    uint8_t *marks;
    if (gltf->skin_count == 0 || gltf->node_count == 0) return true;
    marks = VRMI_TAKE(&document->scratch, uint8_t, mark_count);
    if (marks == NULL) return vrmi_load_refused(load);
    memset(marks, 0, mark_count);
    for (uint32_t i = 0; i < gltf->skin_count; ++i) {
        vrmi_json at = {&array, NULL, NULL, 0, i};
        check_skin(load, &at, gltf, &document->forest, &gltf->skins[i]);
    }
    check_skinned_nodes(load, root, gltf, &document->forest, marks);
    return true;
}

static bool plant_forest(vrmi_load *load, vrmi_document *document) {
    return vrmi_forest_take(&document->scratch, document->gltf.nodes, document->gltf.node_count,
                            &document->forest) ||
           vrmi_load_refused(load);
}

bool vrmi_check_relations(vrmi_load *load, const vrmi_json *root, vrmi_document *document) {
    check_materials(load, root, &document->gltf);
    return check_views(load, root, document) && plant_forest(load, document) &&
           check_skins(load, root, document);
}
