/* The stage of vertices: no vertex, no bit and no primitive more than the triangles need. */
#include "author/optimize/vertices.h"

#include "model/model.h"

#include <string.h>

/* --- Reading --- */

static bool is_same(vrm_string a, vrm_string b) {
    return a.length == b.length && (a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

/* One accessor of a pool. False: it cannot be read, or has another number of vertices. */
static bool read_stream(vrmi_vertices *all, vrmi_value *place, int32_t target, uint32_t count,
                        vrmi_stream *out) {
    vrmi_optimize *work = all->work;
    const vrmi_document *document = &work->edit->model->document;
    int32_t accessor = vrmi_value_to_index(&work->edit->tree, place);
    if (accessor < 0 || (uint32_t)accessor >= document->gltf.accessor_count) return false;
    out->key = vrmi_value_key(&work->edit->tree, place);
    out->target = target;
    out->accessor = accessor;
    out->element = document->gltf.accessors[accessor].element;
    out->is_normalized = document->gltf.accessors[accessor].is_normalized != 0;
    return out->element <= VRM_ELEMENT_VEC4 && vrmi_optimize_read(work, accessor, &out->elements) &&
           out->elements.count == count;
}

static bool read_streams(vrmi_vertices *all, vrmi_value *object, int32_t target, uint32_t *capacity,
                         vrmi_pool *pool) {
    vrmi_tree *tree = &all->work->edit->tree;
    uint32_t count = vrmi_value_count(tree, object);
    for (uint32_t i = 0; i < count; ++i) {
        if (pool->stream_count == *capacity) return false;
        if (!read_stream(all, vrmi_value_at(tree, object, i), target, pool->vertex_count,
                         &pool->streams[pool->stream_count])) {
            return false;
        }
        pool->stream_count += 1;
    }
    return count > 0;
}

static uint32_t count_streams(vrmi_tree *tree, vrmi_value *attributes, vrmi_value *targets) {
    uint32_t count = vrmi_value_count(tree, attributes);
    for (uint32_t i = 0; i < vrmi_value_count(tree, targets); ++i) {
        count += vrmi_value_count(tree, vrmi_value_at(tree, targets, i));
    }
    return count;
}

static bool read_pool(vrmi_vertices *all, vrmi_value *primitive, uint32_t vertex_count,
                      vrmi_pool *pool) {
    vrmi_tree *tree = &all->work->edit->tree;
    vrmi_value *attributes = vrmi_value_get(tree, primitive, "attributes");
    vrmi_value *targets = vrmi_value_get(tree, primitive, "targets");
    uint32_t capacity = count_streams(tree, attributes, targets);
    pool->vertex_count = vertex_count;
    pool->target_count = vrmi_value_count(tree, targets);
    pool->streams = VRMI_OPTIMIZE_TAKE(all->work, vrmi_stream, capacity);
    if (pool->streams == NULL || !read_streams(all, attributes, VRM_NONE, &capacity, pool)) {
        return false;
    }
    for (uint32_t i = 0; i < pool->target_count; ++i) {
        if (!read_streams(all, vrmi_value_at(tree, targets, i), (int32_t)i, &capacity, pool)) {
            return false;
        }
    }
    return true;
}

/* The references of a primitive as text, to find equal ones. */
static vrm_string pool_key(vrmi_vertices *all, vrmi_value *primitive) {
    vrmi_tree *tree = &all->work->edit->tree;
    vrm_string attributes = vrmi_value_text(tree, vrmi_value_get(tree, primitive, "attributes"));
    vrm_string targets = vrmi_value_text(tree, vrmi_value_get(tree, primitive, "targets"));
    vrm_string key = {NULL, 0};
    char *text =
        VRMI_OPTIMIZE_TAKE(all->work, char, (size_t)attributes.length + targets.length + 1);
    if (text == NULL) return key;
    if (attributes.length > 0) memcpy(text, attributes.data, attributes.length);
    if (targets.length > 0) memcpy(text + attributes.length, targets.data, targets.length);
    key.data = text;
    key.length = attributes.length + targets.length;
    return key;
}

/* The pool of a primitive: one that was met before in this mesh or the one before it, as exporters
 * write them, or a new one. */
static bool find_pool(vrmi_vertices *all, vrmi_part *part, uint32_t vertex_count) {
    enum { LOOKED_AT = 64 }; /* keeps a file of many primitives from costing their square */
    vrm_string key = pool_key(all, part->value);
    uint32_t first = all->pool_count > LOOKED_AT ? all->pool_count - LOOKED_AT : 0;
    vrmi_pool *pool;
    if (key.data == NULL) return false;
    for (part->pool = first; part->pool < all->pool_count; ++part->pool) {
        if (is_same(all->pools[part->pool].key, key)) {
            return all->pools[part->pool].vertex_count == vertex_count;
        }
    }
    pool = &all->pools[all->pool_count];
    *pool = (vrmi_pool){.key = key}; /* one that could not be read may have been here */
    if (!read_pool(all, part->value, vertex_count, pool)) return false;
    all->pool_count += 1;
    return true;
}

static bool read_part(vrmi_vertices *all, const vrm_primitive *primitive, vrmi_part *part) {
    size_t count = 0;
    if (primitive->is_compressed || primitive->vertex_count == 0 ||
        primitive->triangle_count == 0 || primitive->mode < VRM_PRIMITIVE_MODE_TRIANGLES ||
        primitive->triangle_count > UINT32_MAX / 3 ||
        !find_pool(all, part, primitive->vertex_count)) {
        return false;
    }
    part->index_count = primitive->triangle_count * 3;
    if (!vrmi_optimize_spend(all->work, (uint64_t)part->index_count * sizeof part->indices[0])) {
        return false;
    }
    part->indices = VRMI_OPTIMIZE_TAKE(all->work, uint32_t, part->index_count);
    if (part->indices == NULL ||
        vrm_model_read_triangles(all->work->edit->model, (int32_t)part->mesh,
                                 (int32_t)part->primitive, part->indices, part->index_count,
                                 &count) != VRM_OK) {
        return false;
    }
    part->index_count = (uint32_t)count;
    part->material = primitive->material;
    return count > 0;
}

bool vrmi_vertices_read(vrmi_vertices *all, vrmi_optimize *work) {
    const vrm_gltf *gltf = vrm_model_gltf(work->edit->model);
    vrmi_tree *tree = &work->edit->tree;
    vrmi_value *meshes = vrmi_reference_table(tree, VRMI_REFERENCE_MESH);
    uint32_t count = 0, refused;
    memset(all, 0, sizeof *all);
    all->work = work;
    for (uint32_t i = 0; i < gltf->mesh_count; ++i) count += gltf->meshes[i].primitive_count;
    all->parts = VRMI_OPTIMIZE_TAKE(work, vrmi_part, count);
    all->pools = VRMI_OPTIMIZE_TAKE(work, vrmi_pool, count);
    all->groups = VRMI_OPTIMIZE_TAKE(work, vrmi_group, count);
    if (all->parts == NULL || all->pools == NULL || all->groups == NULL) return false;
    for (uint32_t i = 0; i < gltf->mesh_count; ++i) {
        vrmi_value *primitives = vrmi_value_get(tree, vrmi_value_at(tree, meshes, i), "primitives");
        for (uint32_t k = 0; k < gltf->meshes[i].primitive_count; ++k) {
            vrmi_part *part = &all->parts[all->part_count++];
            part->value = vrmi_value_at(tree, primitives, k);
            part->mesh = i;
            part->primitive = k;
            part->joined_to = part->next_joined = part->next = VRM_NONE;
            refused = work->refused_reads;
            part->is_left = !read_part(all, &gltf->meshes[i].primitives[k], part);
            work->unread += work->refused_reads != refused;
        }
    }
    return all->part_count > 0 && !work->is_refused;
}

/* --- Joining --- */

static bool has_same_layout(const vrmi_pool *a, const vrmi_pool *b) {
    if (a->stream_count != b->stream_count || a->target_count != b->target_count) return false;
    for (uint32_t i = 0; i < a->stream_count; ++i) {
        const vrmi_stream *x = &a->streams[i], *y = &b->streams[i];
        if (!is_same(x->key, y->key) || x->target != y->target || x->element != y->element ||
            x->is_normalized != y->is_normalized ||
            x->elements.component != y->elements.component) {
            return false;
        }
    }
    return true;
}

/* Whether the primitives have nothing separate that would be lost: extras of both are equal, and
 * neither has extensions. */
static bool says_the_same(vrmi_tree *tree, vrmi_value *a, vrmi_value *b) {
    return vrmi_value_get(tree, a, "extensions") == NULL &&
           vrmi_value_get(tree, b, "extensions") == NULL &&
           is_same(vrmi_value_text(tree, vrmi_value_get(tree, a, "extras")),
                   vrmi_value_text(tree, vrmi_value_get(tree, b, "extras")));
}

bool vrmi_part_is_blended(const vrmi_vertices *all, const vrmi_part *part) {
    const vrm_tables *tables = vrm_model_tables(all->work->edit->model);
    return part->material >= 0 && (uint32_t)part->material < tables->material_count &&
           tables->materials[part->material].alpha_mode == VRM_ALPHA_BLEND;
}

static bool can_join(const vrmi_vertices *all, uint32_t to, uint32_t from) {
    const vrmi_part *a = &all->parts[to], *b = &all->parts[from];
    enum { MOST_VERTICES = 65535 }; /* of one primitive with short indices */
    const vrmi_pool *x, *y;
    if (a->is_left || b->is_left || a->mesh != b->mesh || a->material != b->material ||
        a->joined_to != VRM_NONE ||
        /* Blended triangles may not move in front of other parts. */
        (from != to + 1 && vrmi_part_is_blended(all, b))) {
        return false;
    }
    x = &all->pools[a->pool];
    y = &all->pools[b->pool];
    return (a->pool == b->pool || (x->vertex_count + (uint64_t)y->vertex_count <= MOST_VERTICES &&
                                   has_same_layout(x, y))) &&
           says_the_same(&all->work->edit->tree, a->value, b->value);
}

/* The group of a pool: pools of one group lead to each other, and the last to itself. */
static uint32_t group_of(vrmi_vertices *all, uint32_t pool) {
    while (all->pools[pool].group != pool) {
        all->pools[pool].group = all->pools[all->pools[pool].group].group;
        pool = all->pools[pool].group;
    }
    return pool;
}

static uint32_t join_parts(vrmi_vertices *all) {
    enum { MOST_PARTS = 64 }; /* before a part that it is compared with */
    uint32_t joined = 0;
    for (uint32_t i = 1; i < all->part_count; ++i) {
        for (uint32_t k = i > MOST_PARTS ? i - MOST_PARTS : 0; k < i; ++k) {
            if (!can_join(all, k, i)) continue;
            all->parts[i].joined_to = (int32_t)k;
            all->pools[group_of(all, all->parts[i].pool)].group = group_of(all, all->parts[k].pool);
            joined += 1;
            break;
        }
    }
    return joined;
}

/* From the last to the first: the lists are then in the order of the file. */
static void make_lists(vrmi_vertices *all) {
    for (uint32_t i = all->pool_count; i-- > 0;) {
        all->groups[i].pool = all->groups[i].part = VRM_NONE;
    }
    for (uint32_t i = all->pool_count; i-- > 0;) {
        vrmi_group *group = &all->groups[group_of(all, i)];
        all->pools[i].next = group->pool;
        group->pool = (int32_t)i;
    }
    for (uint32_t i = all->part_count; i-- > 0;) {
        vrmi_part *part = &all->parts[i];
        int32_t *list;
        if (part->is_left) continue;
        if (part->joined_to != VRM_NONE) {
            list = &all->parts[part->joined_to].next_joined;
            part->next_joined = *list;
        } else {
            list = &all->groups[group_of(all, part->pool)].part;
            part->next = *list;
        }
        *list = (int32_t)i;
    }
}

uint32_t vrmi_vertices_join(vrmi_vertices *all, bool joins) {
    uint32_t joined;
    for (uint32_t i = 0; i < all->pool_count; ++i) all->pools[i].group = i;
    joined = joins ? join_parts(all) : 0;
    make_lists(all);
    return joined;
}

/* --- The stage --- */

static void add(vrmi_group_result *sum, const vrmi_group_result *one) {
    sum->dropped_vertices += one->dropped_vertices;
    sum->sparse_streams += one->sparse_streams;
    sum->narrowed_streams += one->narrowed_streams;
    sum->quantized_streams += one->quantized_streams;
    sum->rounded_streams += one->rounded_streams;
    if (one->position_error > sum->position_error) sum->position_error = one->position_error;
    sum->needs_quantization |= one->needs_quantization;
}

static void note(vrmi_optimize *work, const vrmi_group_result *sum) {
    vrmi_optimize_note_count(work, VRM_CHANGE_REMOVED, "vertices-unused", sum->dropped_vertices,
                             "vertex was used by no triangle", "vertices were used by no triangle");
    vrmi_optimize_note_count(work, VRM_CHANGE_KEPT, "targets-sparse", sum->sparse_streams,
                             "array of a morph target lists only the vertices that move",
                             "arrays of morph targets list only the vertices that move");
    vrmi_optimize_note_count(work, VRM_CHANGE_KEPT, "numbers-narrowed", sum->narrowed_streams,
                             "array of indices or joints has shorter numbers",
                             "arrays of indices or joints have shorter numbers");
    vrmi_optimize_note_count(work, VRM_CHANGE_CONVERTED, "numbers-quantized",
                             sum->quantized_streams, "array of vertices was quantized",
                             "arrays of vertices were quantized");
    vrmi_optimize_note_count(work, VRM_CHANGE_CONVERTED, "positions-rounded", sum->rounded_streams,
                             "array of positions was rounded, by at most {} m",
                             "arrays of positions were rounded, by at most {} m");
    if (sum->rounded_streams != 0) vrmi_optimize_note_meters(work, sum->position_error);
}

/* Rounded positions are shorter only in their compressed form. */
static bool rounds(const vrmi_optimize *work) {
    const vrm_optimize_flags both = VRM_OPTIMIZE_QUANTIZE | VRM_OPTIMIZE_COMPRESS;
    return (work->desc.flags & both) == both && work->tools.compress != NULL;
}

void vrmi_optimize_vertices(vrmi_optimize *work) {
    static const vrm_string quantization = {"\"KHR_mesh_quantization\"", 23};
    vrmi_vertices all;
    vrmi_group_result sum, one;
    uint32_t joined, left_out = 0;
    if (!vrmi_vertices_read(&all, work)) return;
    joined = vrmi_vertices_join(&all, (work->desc.flags & VRM_OPTIMIZE_KEEP_PRIMITIVES) == 0);
    if (work->desc.triangles != 0) left_out = vrmi_vertices_simplify(&all, work->desc.triangles);
    if (rounds(work)) all.grids = vrmi_grids_find(work);
    memset(&sum, 0, sizeof sum);
    for (uint32_t i = 0; i < all.pool_count && !work->is_refused; ++i) {
        const vrmi_arena_mark mark = vrmi_arena_get_mark(&work->arena);
        vrmi_group_write(&all, i, &one);
        vrmi_arena_rewind(&work->arena, &mark);
        add(&sum, &one);
    }
    for (uint32_t i = all.part_count; i-- > 0;) {
        if (all.parts[i].joined_to != VRM_NONE) {
            vrmi_value_remove(&work->edit->tree, all.parts[i].value);
        }
    }
    if (sum.needs_quantization) vrmi_optimize_require(work, quantization);
    work->is_asked = left_out > 0;
    work->is_better = joined > 0 || sum.rounded_streams > 0 || work->tools.order_triangles != NULL;
    vrmi_optimize_note_count(work, VRM_CHANGE_CONVERTED, "triangles-reduced", left_out,
                             "triangle was removed", "triangles were removed");
    vrmi_optimize_note_count(work, VRM_CHANGE_KEPT, "primitives-joined", joined,
                             "primitive was joined to another of its mesh",
                             "primitives were joined to others of their mesh");
    note(work, &sum);
}
