/* Marked parts as lines: joints, shapes of colliders, and the edges of triangles. */
#include "mark.h"
#include "overlay.h"
#include "render/src/shared/posed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Enough to see a mesh by; a file may have millions of triangles. */
enum { MOST_LINES = 24000, MOST_NODES = 512, CIRCLE = 24 };

typedef struct line_list {
    vrm_line *items;
    size_t count, capacity;
} line_list;

/* Without memory, the line is left out. */
static void add_line(line_list *list, vrm_vec3 from, vrm_vec3 to) {
    vrm_line line = {from, to, VRM_LINE_KIND_JOINT, 0};
    if (list->count == MOST_LINES) return;
    if (list->count == list->capacity) {
        size_t capacity = list->capacity * 2 + 256;
        vrm_line *items = realloc(list->items, capacity * sizeof *items);
        if (items == NULL) return;
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = line;
}

/* --- Nodes --- */

static vrm_vec3 place_of(const vrm_frame *frame, int32_t node) {
    const float *m = frame->world[node].m;
    return vrm_vec3_make(m[12], m[13], m[14]);
}

/* A ball of three circles. */
static void add_ball(line_list *list, vrm_vec3 middle, float radius) {
    for (int axis = 0; axis < 3; ++axis) {
        vrm_vec3 last = middle;
        for (int i = 0; i <= CIRCLE; ++i) {
            float angle = 6.2831853f * (float)i / CIRCLE;
            float a = radius * cosf(angle), b = radius * sinf(angle);
            vrm_vec3 p = vrm_vec3_make(middle.x + (axis == 0 ? 0.0f : a),
                                       middle.y + (axis == 1   ? 0.0f
                                                   : axis == 0 ? a
                                                               : b),
                                       middle.z + (axis == 2 ? 0.0f : b));
            if (i > 0) add_line(list, last, p);
            last = p;
        }
    }
}

/* From each node to those below it. Without recursion: a file may hang a million of them from each
 * other. */
static void add_chain(line_list *list, const vrm_gltf *gltf, const vrm_frame *frame, int32_t node,
                      bool has_descendants) {
    int32_t waiting[MOST_NODES];
    size_t count = 0, done = 0;
    waiting[count++] = node;
    while (done < count) {
        const vrm_node *n = &gltf->nodes[waiting[done]];
        vrm_vec3 from = place_of(frame, waiting[done++]);
        for (uint32_t i = 0; i < n->child_count && count < MOST_NODES; ++i) {
            add_line(list, from, place_of(frame, n->children[i]));
            if (has_descendants) waiting[count++] = n->children[i];
        }
    }
}

static float size_of(const vrm_avatar *avatar) {
    vrm_vec3 least, most;
    if (!vrm_avatar_get_bounds(avatar, &least, &most)) return 1.0f;
    return fmaxf(most.y - least.y, 1e-3f);
}

static void add_skin(line_list *list, const vrm_avatar *avatar, int32_t skin) {
    const vrm_skin *s = &vrm_model_gltf(vrm_avatar_model(avatar))->skins[skin];
    float radius = 0.006f * size_of(avatar);
    for (uint32_t i = 0; i < s->joint_count && i < MOST_NODES; ++i) {
        add_ball(list, place_of(vrm_avatar_frame(avatar), s->joints[i]), radius);
    }
}

/* --- Springs and colliders --- */

static bool has_collider(const vrm_spring_collider_group *group, int32_t collider) {
    for (uint32_t i = 0; i < group->collider_count; ++i) {
        if (group->colliders[i] == collider) return true;
    }
    return false;
}

static bool is_of(const vrm_tables *tables, const vrm_line *line, mark m) {
    if (line->kind != VRM_LINE_KIND_COLLIDER) {
        return m.kind == MARK_SPRING && (uint32_t)line->index < tables->spring_joint_count &&
               tables->spring_joints[line->index].spring == m.index;
    }
    if (m.kind == MARK_COLLIDER) return line->index == m.index;
    return m.kind == MARK_COLLIDER_GROUP &&
           has_collider(&tables->spring_collider_groups[m.index], line->index);
}

static void add_spring_lines(line_list *list, const vrm_avatar *avatar, mark m) {
    const vrm_tables *tables = vrm_model_tables(vrm_avatar_model(avatar));
    size_t count = vrm_avatar_debug_lines(avatar, NULL, 0);
    vrm_line *lines = malloc((count + 1) * sizeof *lines);
    if (lines == NULL) return;
    vrm_avatar_debug_lines(avatar, lines, count);
    for (size_t i = 0; i < count; ++i) {
        if (is_of(tables, &lines[i], m)) add_line(list, lines[i].from, lines[i].to);
    }
    free(lines);
}

/* --- Meshes and materials --- */

static bool uses_texture(const vrm_gltf *gltf, const vrm_texture_info *info, mark m) {
    if (info->texture == VRM_NONE) return false;
    return m.kind == MARK_TEXTURE ? info->texture == m.index
                                  : gltf->textures[info->texture].image == m.index;
}

static bool is_of_material(const vrm_model *model, int32_t index, mark m) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    const vrm_material *a = &vrm_model_tables(model)->materials[index];
    const vrm_mtoon *b = &vrm_model_tables(model)->mtoons[index];
    const vrm_texture_info *const uses[] = {
        &a->base_color_texture,       &a->metallic_roughness_texture,
        &a->normal_texture,           &a->occlusion_texture,
        &a->emissive_texture,         &b->shade_multiply_texture,
        &b->shading_shift_texture,    &b->matcap_texture,
        &b->rim_multiply_texture,     &b->outline_width_multiply_texture,
        &b->uv_animation_mask_texture};
    if (m.kind == MARK_MATERIAL) return index == m.index;
    for (size_t i = 0; i < sizeof uses / sizeof uses[0]; ++i) {
        if (uses_texture(gltf, uses[i], m)) return true;
    }
    return false;
}

static bool is_primitive_marked(const vrm_model *model, int32_t node, const vrm_primitive *p,
                                mark m) {
    if (m.kind == MARK_NODE) return node == m.index;
    if (m.kind == MARK_MESH) return vrm_model_gltf(model)->nodes[node].mesh == m.index;
    if (m.kind != MARK_MATERIAL && m.kind != MARK_TEXTURE && m.kind != MARK_IMAGE) return false;
    return p->material != VRM_NONE && is_of_material(model, p->material, m);
}

/* The vertices in the world; to be freed with free. */
static vrm_vec3 *place_vertices(const vrm_avatar *avatar, int32_t node, const vrmr_posed *v,
                                const vrm_allocator *allocator) {
    const vrm_mat4 *world = &vrm_avatar_frame(avatar)->world[node];
    int32_t skin = vrm_model_gltf(vrm_avatar_model(avatar))->nodes[node].skin;
    bool is_good = true;
    vrm_mat4 *matrices =
        v->is_skinned ? vrmr_posed_matrices(avatar, skin, allocator, &is_good) : NULL;
    vrm_vec3 *places = is_good ? malloc(((size_t)v->count + 1) * sizeof *places) : NULL;
    for (uint32_t i = 0; i < v->count && places != NULL; ++i) {
        if (matrices == NULL || !vrmr_posed_vertex(v, matrices, i, &places[i])) {
            places[i] = vrmr_posed_transform(world, v->positions + (size_t)i * 3);
        }
    }
    vrmr_posed_release_matrices(avatar, skin, allocator, matrices);
    return places;
}

static void add_triangles(line_list *list, const vrm_vec3 *places, uint32_t place_count,
                          const uint32_t *corners, size_t count) {
    size_t triangles = count / 3;
    size_t step = 1 + triangles / (MOST_LINES / 3); /* of too many, some */
    for (size_t t = 0; t < triangles; t += step) {
        const uint32_t *c = corners + 3 * t;
        if (c[0] >= place_count || c[1] >= place_count || c[2] >= place_count) continue;
        add_line(list, places[c[0]], places[c[1]]);
        add_line(list, places[c[1]], places[c[2]]);
        add_line(list, places[c[2]], places[c[0]]);
    }
}

static void add_primitive(line_list *list, const vrm_avatar *avatar, int32_t node,
                          int32_t primitive) {
    const vrm_model *model = vrm_avatar_model(avatar);
    int32_t mesh = vrm_model_gltf(model)->nodes[node].mesh;
    size_t most =
        (size_t)vrm_model_gltf(model)->meshes[mesh].primitives[primitive].triangle_count * 3;
    uint32_t *corners = malloc((most + 1) * sizeof *corners);
    vrm_vec3 *places;
    vrmr_posed v;
    vrm_allocator allocator;
    size_t count = 0;
    vrm_default_allocator(&allocator);
    if (corners != NULL && vrmr_posed_read(model, node, primitive, &allocator, &v)) {
        places = place_vertices(avatar, node, &v, &allocator);
        if (places != NULL &&
            vrm_model_read_triangles(model, mesh, primitive, corners, most, &count) == VRM_OK) {
            add_triangles(list, places, v.count, corners, count);
        }
        free(places);
        vrmr_posed_release(&v, &allocator);
    }
    free(corners);
}

static void add_meshes(line_list *list, const vrm_avatar *avatar, mark m) {
    const vrm_model *model = vrm_avatar_model(avatar);
    const vrm_gltf *gltf = vrm_model_gltf(model);
    for (uint32_t n = 0; n < gltf->node_count; ++n) {
        const vrm_mesh *mesh =
            gltf->nodes[n].mesh != VRM_NONE ? &gltf->meshes[gltf->nodes[n].mesh] : NULL;
        for (uint32_t i = 0; mesh != NULL && i < mesh->primitive_count; ++i) {
            if (list->count == MOST_LINES) return;
            if (is_primitive_marked(model, (int32_t)n, &mesh->primitives[i], m)) {
                add_primitive(list, avatar, (int32_t)n, (int32_t)i);
            }
        }
    }
}

/* --- Drawing --- */

static bool is_mesh(mark m) {
    return m.kind == MARK_MESH || m.kind == MARK_MATERIAL || m.kind == MARK_TEXTURE ||
           m.kind == MARK_IMAGE;
}

static void collect(line_list *list, const vrm_avatar *avatar, mark m, bool has_descendants) {
    const vrm_gltf *gltf = vrm_model_gltf(vrm_avatar_model(avatar));
    const vrm_frame *frame = vrm_avatar_frame(avatar);
    if (m.kind == MARK_NONE || m.kind == MARK_EXPRESSION) return;
    if (m.kind == MARK_SKIN) {
        add_skin(list, avatar, m.index);
    } else if (m.kind == MARK_SPRING || m.kind == MARK_COLLIDER || m.kind == MARK_COLLIDER_GROUP) {
        add_spring_lines(list, avatar, m);
    } else {
        add_meshes(list, avatar, m);
    }
    if (m.kind == MARK_NODE) {
        add_ball(list, place_of(frame, m.index), 0.015f * size_of(avatar));
        add_chain(list, gltf, frame, m.index, has_descendants);
    }
}

void mark_draw(vrm_renderer *renderer, const vrm_view *view, const vrm_avatar *avatar, mark m,
               const mark_style *style) {
    line_list list = {NULL, 0, 0};
    float(*colors)[4];
    collect(&list, avatar, m, style->has_descendants);
    colors = malloc((list.count + 1) * sizeof *colors);
    for (size_t i = 0; i < list.count && colors != NULL; ++i) {
        memcpy(colors[i], style->color, sizeof style->color);
        if (is_mesh(m)) colors[i][3] = style->edge_alpha;
    }
    if (colors != NULL && is_mesh(m)) {
        vrm_renderer_draw_lines(renderer, view, list.items, colors[0], list.count, 0);
    } else if (colors != NULL) {
        overlay_draw_lines(renderer, view, list.items, colors[0], list.count);
    }
    free(colors);
    free(list.items);
}

/* --- Its place --- */

/* The line nearest to the middle of all: the middle itself may lie between two eyes, or outside of
 * a bent chain. */
static vrm_vec3 middle_of(const line_list *list) {
    vrm_vec3 sum = {0.0f, 0.0f, 0.0f}, nearest = sum;
    float least = INFINITY, share = 1.0f / (float)list->count;
    for (size_t i = 0; i < list->count; ++i) {
        sum.x += list->items[i].from.x * share;
        sum.y += list->items[i].from.y * share;
        sum.z += list->items[i].from.z * share;
    }
    for (size_t i = 0; i < list->count; ++i) {
        vrm_vec3 p = list->items[i].from;
        float x = p.x - sum.x, y = p.y - sum.y, z = p.z - sum.z, away = x * x + y * y + z * z;
        if (away >= least) continue;
        least = away;
        nearest = p;
    }
    return nearest;
}

bool mark_place(const vrm_avatar *avatar, mark m, vrm_vec3 *out) {
    const vrm_frame *frame = vrm_avatar_frame(avatar);
    int32_t head = vrm_model_bone_node(vrm_avatar_model(avatar), VRM_BONE_HEAD);
    line_list list = {NULL, 0, 0};
    bool has_place = true;
    if (m.kind == MARK_NODE) {
        *out = place_of(frame, m.index);
    } else if (m.kind == MARK_EXPRESSION && head != VRM_NONE) {
        *out = place_of(frame, head);
    } else {
        collect(&list, avatar, m, false);
        has_place = list.count > 0;
        if (has_place) *out = middle_of(&list);
        free(list.items);
    }
    return has_place;
}
