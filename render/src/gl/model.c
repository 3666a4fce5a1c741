/* A model on the GPU: what its scene shows, put together. */
#include "model.h"
#include "base/hash.h"
#include "problem.h"
#include "render/src/camera/view.h"
#include "renderer.h"
#include "shortcuts.h"
#include "texture.h"

#include <string.h>
#include <time.h>

/* --- Parts: primitives with the skin of the nodes that show them --- */

/* Whether two primitives of a mesh use the same vertices (GL-028), as files of UniVRM do: then they
 * share them here too. */
static bool same_vertices(const vrm_primitive *a, const vrm_primitive *b) {
    bool has_normals = false;
    if (a->attribute_count != b->attribute_count || a->target_count != b->target_count) {
        return false;
    }
    for (uint32_t i = 0; i < a->attribute_count; ++i) {
        const vrm_attribute *x = &a->attributes[i], *y = &b->attributes[i];
        if (x->semantic != y->semantic || x->set != y->set || x->accessor != y->accessor) {
            return false;
        }
        if (x->semantic == VRM_ATTRIBUTE_NORMAL) has_normals = true;
    }
    for (uint32_t i = 0; i < a->target_count; ++i) {
        if (a->targets[i].position != b->targets[i].position ||
            a->targets[i].normal != b->targets[i].normal) {
            return false;
        }
    }
    return has_normals; /* else normals are made of the triangles */
}

/* Comparing vertices takes as long as a primitive has targets, and a mesh may have thousands of
 * primitives: only those of one hash are compared. */
static uint64_t hash_vertices(const vrm_primitive *primitive) {
    uint64_t hash = VRMI_HASH_START;
    for (uint32_t i = 0; i < primitive->attribute_count; ++i) {
        const vrm_attribute *attribute = &primitive->attributes[i];
        hash = vrmi_hash_word(hash, (uint64_t)attribute->semantic);
        hash = vrmi_hash_word(hash, (uint64_t)attribute->set);
        hash = vrmi_hash_word(hash, (uint64_t)attribute->accessor);
    }
    for (uint32_t i = 0; i < primitive->target_count; ++i) {
        hash = vrmi_hash_word(hash, (uint64_t)primitive->targets[i].position);
        hash = vrmi_hash_word(hash, (uint64_t)primitive->targets[i].normal);
    }
    return hash;
}

static vrmr_made find_geometry(vrm_render_model *model, int32_t mesh, int32_t primitive,
                               int32_t skin, uint64_t hash, uint32_t *out) {
    const vrm_primitive *primitives = model->gltf->meshes[mesh].primitives;
    vrmr_made made;
    for (int32_t i = model->mesh_parts[mesh]; i >= 0; i = model->parts[i].next) {
        const vrmr_part *part = &model->parts[i];
        if (part->skin == skin && part->vertex_hash == hash && part->made == VRMR_MADE &&
            same_vertices(&primitives[part->primitive], &primitives[primitive])) {
            *out = part->geometry;
            return VRMR_MADE;
        }
    }
    *out = model->geometry_count;
    made = vrmr_geometry_create(model, mesh, primitive, skin,
                                &model->geometries[model->geometry_count]);
    if (made == VRMR_MADE) ++model->geometry_count;
    return made;
}

static vrmr_made make_part(vrm_render_model *model, vrmr_part *part) {
    vrmr_made made;
    part->vertex_hash = hash_vertices(&model->gltf->meshes[part->mesh].primitives[part->primitive]);
    made = find_geometry(model, part->mesh, part->primitive, part->skin, part->vertex_hash,
                         &part->geometry);
    if (made != VRMR_MADE) return made;
    return vrmr_geometry_add(model, &model->geometries[part->geometry], part->mesh, part->primitive,
                             VRM_NONE, &part->first, &part->count);
}

/* What could not be made is kept as well: other nodes need not try again. */
static vrmr_made find_part(vrm_render_model *model, int32_t mesh, int32_t primitive, int32_t skin,
                           const vrmr_part **out) {
    vrmr_part *part;
    vrmr_made made;
    for (int32_t i = model->mesh_parts[mesh]; i >= 0; i = model->parts[i].next) {
        *out = &model->parts[i];
        if ((*out)->primitive == primitive && (*out)->skin == skin) {
            return (*out)->made;
        }
    }
    *out = part = &model->parts[model->part_count];
    memset(part, 0, sizeof *part);
    part->mesh = mesh;
    part->primitive = primitive;
    part->skin = skin;
    part->made = made = make_part(model, part);
    if (made == VRMR_LEFT_OUT) ++model->left_out.primitives;
    part->next = model->mesh_parts[mesh];
    model->mesh_parts[mesh] = (int32_t)model->part_count++;
    return made;
}

/* --- Items --- */

static uint32_t material_slot(vrm_render_model *model, int32_t index) {
    uint32_t place = index < 0 ? model->gltf->material_count : (uint32_t)index;
    uint32_t *slot = &model->material_slots[place];
    if (*slot == 0) {
        vrmr_material_init(&model->materials[model->material_count], model->model, index,
                           model->bound_colors[place], model->renderer->few_programs);
        *slot = ++model->material_count;
    }
    return *slot - 1;
}

/* Where the next matrices may begin, so that they can be bound as a uniform block of their own. */
static uint32_t next_matrix(const vrm_render_model *model) {
    uint32_t step = (uint32_t)model->renderer->gl.uniform_alignment / 16; /* a matrix is 3 * 16 */
    return (model->matrix_count + step - 1) / step * step;
}

static vrmr_made place_skin(vrm_render_model *model, int32_t skin) {
    vrmr_skin *place = &model->skins[skin];
    uint32_t count = model->gltf->skins[skin].joint_count;
    /* Inverse binds, and the matrices of a frame: here, in a buffer and perhaps in a texture. */
    uint64_t size = sizeof(vrm_mat4) + 3 * VRMR_MATRIX_FLOATS * sizeof(float);
    if (place->inverse_binds != NULL) return VRMR_MADE;
    if (!vrmr_take(&model->costs.geometry_bytes, count * size, model->limits.max_geometry_bytes)) {
        return VRMR_LEFT_OUT;
    }
    place->inverse_binds = vrmr_allocate(&model->renderer->allocator, count, sizeof(vrm_mat4));
    if (place->inverse_binds == NULL) return VRMR_NO_MEMORY;
    if (vrm_model_read_inverse_binds(model->model, skin, place->inverse_binds, count) != VRM_OK) {
        for (uint32_t i = 0; i < count; ++i) {
            for (int k = 0; k < 4; ++k) place->inverse_binds[i].m[k * 5] = 1.0f;
        }
    }
    place->matrix = next_matrix(model);
    model->matrix_count = place->matrix + count;
    return VRMR_MADE;
}

/* The matrices of a skin, or the one of a node. */
static vrmr_made place_matrices(vrm_render_model *model, int32_t node, int32_t skin,
                                uint32_t *out) {
    vrmr_made made = VRMR_MADE;
    if (skin < 0) {
        uint32_t *place = &model->node_matrices[node];
        if (*place == 0) model->matrix_count = *place = next_matrix(model) + 1;
        *out = *place - 1;
    } else {
        made = place_skin(model, skin);
        *out = model->skins[skin].matrix;
    }
    return made;
}

static uint32_t joints_of(const vrm_render_model *model, int32_t node) {
    int32_t skin = model->gltf->nodes[node].skin;
    return skin >= 0 ? model->gltf->skins[skin].joint_count : 0;
}

/* Takes what drawing an item costs. A node that shows several primitives of one geometry moves its
 * vertices once; but to split a primitive for the first person, all joints and vertices are looked
 * at each time. */
static bool take_draw(vrm_render_model *model, const vrmr_item *item) {
    const vrmr_geometry *geometry = &model->geometries[item->geometry];
    const vrmr_item *before = model->item_count > 0 ? item - 1 : NULL;
    bool is_same =
        before != NULL && before->node == item->node && before->geometry == item->geometry;
    bool is_split = item->show == VRM_FIRST_PERSON_SPLIT;
    uint64_t vertices = is_same ? 0 : geometry->vertex_count + geometry->delta_count;
    uint64_t moved = !is_same && geometry->moved_bytes > 0 ? geometry->vertex_count : 0;
    uint64_t bytes = moved * geometry->moved_bytes;
    uint64_t triangles = item->count / 3;
    if (model->materials[item->material].outline != VRM_OUTLINE_NONE) triangles *= 2;
    if (is_split) vertices += (uint64_t)geometry->vertex_count + joints_of(model, item->node);
    if (!vrmr_fits(model->costs.draw_triangles, triangles, model->limits.max_draw_triangles) ||
        !vrmr_fits(model->costs.draw_vertices, vertices, model->limits.max_draw_vertices) ||
        !vrmr_take(&model->costs.geometry_bytes, bytes, model->limits.max_geometry_bytes)) {
        return false;
    }
    model->costs.draw_triangles += triangles;
    model->costs.draw_vertices += vertices;
    model->moved_vertices += moved;
    return true;
}

static vrmr_made add_item(vrm_render_model *model, int32_t node, int32_t primitive, int32_t show) {
    const vrm_node *file = &model->gltf->nodes[node];
    const vrm_primitive *p = &model->gltf->meshes[file->mesh].primitives[primitive];
    /* A skin without joints moves nothing. */
    int32_t skin =
        file->skin >= 0 && model->gltf->skins[file->skin].joint_count > 0 ? file->skin : VRM_NONE;
    const vrmr_part *part;
    vrmr_geometry *geometry;
    vrmr_item *item = &model->items[model->item_count];
    vrmr_made made;
    if (!vrmr_fits(model->costs.draw_triangles, p->triangle_count,
                   model->limits.max_draw_triangles)) {
        return VRMR_LEFT_OUT; /* nothing need be read */
    }
    made = find_part(model, file->mesh, primitive, skin, &part);
    if (made != VRMR_MADE) return made;
    geometry = &model->geometries[part->geometry];
    memset(item, 0, sizeof *item);
    item->node = node;
    item->geometry = part->geometry;
    item->first = part->first;
    item->count = part->count;
    item->show = show;
    /* A primitive without joints stands with its node. */
    made = place_matrices(model, node, geometry->skin_sets > 0 ? skin : VRM_NONE, &item->matrix);
    if (made != VRMR_MADE) return made;
    item->material = material_slot(model, p->material);
    if (!take_draw(model, item)) return VRMR_LEFT_OUT;
    if (show == VRM_FIRST_PERSON_SPLIT) {
        made = vrmr_geometry_add(model, geometry, file->mesh, primitive, node,
                                 &item->first_person_first, &item->first_person_count);
        if (made == VRMR_NO_MEMORY || made == VRMR_LEFT_OUT) return made;
    }
    ++model->item_count;
    return VRMR_MADE;
}

/* Nodes of the scene, or all nodes where there is none. */
static void mark_scene(const vrm_gltf *gltf, uint8_t *marks) {
    if (gltf->scene < 0) {
        memset(marks, 1, gltf->node_count);
        return;
    }
    for (uint32_t r = 0; r < gltf->scenes[gltf->scene].root_count; ++r) {
        int32_t root = gltf->scenes[gltf->scene].roots[r];
        if (root >= 0) marks[root] = 1;
    }
    /* A node belongs to it where a root is above: up the forest, then down the same way marking. */
    for (uint32_t n = 0; n < gltf->node_count; ++n) {
        int32_t at = (int32_t)n;
        uint8_t mark = 2;
        while (at >= 0 && marks[at] == 0) at = gltf->nodes[at].parent;
        if (at >= 0) mark = marks[at];
        for (at = (int32_t)n; at >= 0 && marks[at] == 0; at = gltf->nodes[at].parent) {
            marks[at] = mark;
        }
    }
}

/* What KHR_node_visibility hides is not drawn (GL-049). */
static bool is_drawn(const vrm_node *node) { return node->mesh >= 0 && !node->is_hidden; }

/* Each primitive of a node counts, whether it can be drawn or not: looking at it takes time. False:
 * memory was refused. */
static bool add_node(vrm_render_model *model, int32_t node) {
    const vrm_mesh *mesh = &model->gltf->meshes[model->gltf->nodes[node].mesh];
    int32_t show;
    if (model->costs.items == model->item_capacity ||
        !vrmr_take(&model->costs.draw_vertices, joints_of(model, node),
                   model->limits.max_draw_vertices)) {
        model->left_out.items += mesh->primitive_count;
        return true;
    }
    show = vrm_model_first_person(model->model, node); /* looks at all joints */
    for (uint32_t p = 0; p < mesh->primitive_count; ++p) {
        vrmr_made made;
        if (model->costs.items == model->item_capacity) {
            model->left_out.items += mesh->primitive_count - p;
            break;
        }
        ++model->costs.items;
        if (mesh->primitives[p].triangle_count == 0) continue;
        made = add_item(model, node, (int32_t)p, show);
        if (made == VRMR_NO_MEMORY) return false;
        if (made == VRMR_LEFT_OUT) ++model->left_out.items;
    }
    return true;
}

static bool add_items(vrm_render_model *model) {
    const vrm_gltf *gltf = model->gltf;
    const vrm_allocator *allocator = &model->renderer->allocator;
    uint8_t *marks = vrmr_allocate(allocator, gltf->node_count, 1);
    bool good = marks != NULL;
    if (good) mark_scene(gltf, marks);
    for (uint32_t n = 0; good && n < gltf->node_count; ++n) {
        if (is_drawn(&gltf->nodes[n]) && marks[n] == 1) good = add_node(model, (int32_t)n);
    }
    vrmr_release(allocator, marks, gltf->node_count, 1);
    return good;
}

/* --- Making one --- */

static uint32_t count_items(const vrm_gltf *gltf, uint32_t most) {
    uint64_t count = 0;
    for (uint32_t n = 0; n < gltf->node_count; ++n) {
        int32_t mesh = gltf->nodes[n].mesh;
        if (is_drawn(&gltf->nodes[n])) count += gltf->meshes[mesh].primitive_count;
        if (count > most) return most;
    }
    return (uint32_t)count;
}

static bool take_tables(vrm_render_model *model) {
    const vrm_allocator *allocator = &model->renderer->allocator;
    const vrm_gltf *gltf = model->gltf;
    uint32_t items = model->item_capacity = count_items(gltf, model->limits.max_items);
    model->geometries = vrmr_allocate(allocator, items, sizeof *model->geometries);
    model->parts = vrmr_allocate(allocator, items, sizeof *model->parts);
    model->items = vrmr_allocate(allocator, items, sizeof *model->items);
    /* A file may have many that nothing shows. */
    model->material_capacity = (gltf->material_count < items ? gltf->material_count : items) + 1;
    model->materials = vrmr_allocate(allocator, model->material_capacity, sizeof *model->materials);
    model->mesh_parts = vrmr_allocate(allocator, gltf->mesh_count, sizeof *model->mesh_parts);
    model->material_slots =
        vrmr_allocate(allocator, gltf->material_count + 1u, sizeof *model->material_slots);
    model->bound_colors = vrmr_allocate(allocator, gltf->material_count + 1u, 1);
    if (model->bound_colors != NULL) {
        vrmr_material_find_bound(model->tables, model->bound_colors);
    }
    model->node_matrices = vrmr_allocate(allocator, gltf->node_count, sizeof *model->node_matrices);
    model->skins = vrmr_allocate(allocator, gltf->skin_count, sizeof *model->skins);
    model->samplers = vrmr_allocate(allocator, gltf->sampler_count + 1u, sizeof(gl_uint));
    model->images = vrmr_allocate(allocator, gltf->image_count, sizeof *model->images);
    for (uint32_t i = 0; model->mesh_parts != NULL && i < gltf->mesh_count; ++i) {
        model->mesh_parts[i] = VRM_NONE;
    }
    return model->geometries != NULL && model->parts != NULL && model->items != NULL &&
           model->materials != NULL && model->mesh_parts != NULL && model->material_slots != NULL &&
           model->node_matrices != NULL && model->skins != NULL && model->samplers != NULL &&
           model->images != NULL && model->bound_colors != NULL;
}

void vrm_render_model_limit_outlines(vrm_render_model *model, float meters) {
    if (model != NULL) model->max_outline = meters > 0.0f ? meters : 0.0f;
}

vrm_result vrm_render_model_create(vrm_renderer *renderer, vrm_model *model,
                                   const vrm_render_limits *limits, vrm_render_model **out_model,
                                   vrm_report **out_report) {
    return vrm_render_model_create_for_view(renderer, model, limits, NULL, NULL, out_model,
                                            out_report);
}

/* Fills a render model that has nothing but its limits. False: memory was refused. */
static bool upload(vrm_render_model *out, const vrm_view *view, const vrm_frame *frame) {
    vrm_renderer *renderer = out->renderer;
    const double start = vrmr_milliseconds(renderer);
    bool good = take_tables(out) && add_items(out);
    for (uint32_t i = 0; good && i < out->geometry_count; ++i) {
        vrmr_geometry_finish(out, &out->geometries[i]);
    }
    out->matrix_count = next_matrix(out); /* the next avatar's begin behind them */
    if (good && renderer->shortcuts != NULL && vrmr_view_is_valid(view) && frame != NULL) {
        out->is_for_view = renderer->shortcuts->find_seen(out, view, frame);
        out->decodes_colors =
            out->is_for_view && renderer->few_programs && !renderer->has_host_images;
    }
    out->times.upload = vrmr_milliseconds(renderer) - start;
    good = good && vrmr_textures_create(out);
    vrmr_check(renderer, "vrm_render_model_create");
    return good;
}

vrm_result vrm_render_model_create_for_view(vrm_renderer *renderer, vrm_model *model,
                                            const vrm_render_limits *limits, const vrm_view *view,
                                            const vrm_frame *frame, vrm_render_model **out_model,
                                            vrm_report **out_report) {
    vrm_render_limits complete;
    vrm_render_model *out;
    if (out_model != NULL) *out_model = NULL;
    if (out_model == NULL || renderer == NULL || model == NULL ||
        !vrmr_limits_complete(&complete, limits)) {
        return vrm_report_create("invalid-argument", NULL, NULL, out_report);
    }
    out = vrmr_allocate(&renderer->allocator, 1, sizeof *out);
    if (out == NULL) return vrm_report_create("out-of-memory", NULL, NULL, out_report);
    out->renderer = renderer;
    out->model = vrm_model_retain(model);
    out->gltf = vrm_model_gltf(model);
    out->tables = vrm_model_tables(model);
    out->limits = complete;
    if (!upload(out, view, frame)) {
        vrm_render_model_destroy(out);
        return vrm_report_create("out-of-memory", NULL, NULL, out_report);
    }
    *out_model = out;
    return vrm_report_create(NULL, NULL, NULL, out_report);
}

void vrm_render_model_destroy(vrm_render_model *model) {
    const vrm_allocator *allocator;
    const vrm_gltf *gltf;
    if (model == NULL) return;
    allocator = &model->renderer->allocator;
    gltf = model->gltf;
    for (uint32_t i = 0; i < model->geometry_count; ++i) {
        vrmr_geometry_release(model, &model->geometries[i]);
    }
    vrmr_textures_release(model);
    for (uint32_t i = 0; model->skins != NULL && i < gltf->skin_count; ++i) {
        vrmr_release(allocator, model->skins[i].inverse_binds, gltf->skins[i].joint_count,
                     sizeof(vrm_mat4));
    }
    vrmr_release(allocator, model->geometries, model->item_capacity, sizeof *model->geometries);
    vrmr_release(allocator, model->parts, model->item_capacity, sizeof *model->parts);
    vrmr_release(allocator, model->items, model->item_capacity, sizeof *model->items);
    vrmr_release(allocator, model->materials, model->material_capacity, sizeof *model->materials);
    vrmr_release(allocator, model->mesh_parts, gltf->mesh_count, sizeof *model->mesh_parts);
    vrmr_release(allocator, model->material_slots, gltf->material_count + 1u,
                 sizeof *model->material_slots);
    vrmr_release(allocator, model->bound_colors, gltf->material_count + 1u, 1);
    vrmr_release(allocator, model->node_matrices, gltf->node_count, sizeof *model->node_matrices);
    vrmr_release(allocator, model->skins, gltf->skin_count, sizeof *model->skins);
    vrmr_release(allocator, model->samplers, gltf->sampler_count + 1u, sizeof(gl_uint));
    vrmr_release(allocator, model->images, gltf->image_count, sizeof *model->images);
    vrm_model_release(model->model);
    vrmr_release(allocator, model, 1, sizeof *model);
}

vrm_image_state vrm_render_model_image(const vrm_render_model *model, int32_t image) {
    if (model == NULL || image < 0 || (uint32_t)image >= model->gltf->image_count) {
        return VRM_IMAGE_STATE_MISSING;
    }
    return model->images[image].status;
}

uint64_t vrm_render_model_image_bytes(const vrm_render_model *model, int32_t image,
                                      uint32_t *out_width, uint32_t *out_height) {
    vrmr_image_slot none = {0};
    const vrmr_image_slot *slot = &none;
    if (model != NULL && image >= 0 && (uint32_t)image < model->gltf->image_count) {
        slot = &model->images[image];
    }
    if (out_width != NULL) *out_width = slot->width;
    if (out_height != NULL) *out_height = slot->height;
    return slot->bytes;
}

const vrm_render_skipped *vrm_render_model_skipped(const vrm_render_model *model) {
    return model != NULL ? &model->left_out : NULL;
}

const vrm_render_times *vrm_render_model_times(const vrm_render_model *model) {
    return model != NULL ? &model->times : NULL;
}
