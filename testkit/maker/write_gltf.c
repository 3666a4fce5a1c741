/* The glTF tables of a file and its payload, alike in all dialects but for the way it faces. */
#include "write.h"

#include <string.h>

/* --- Nodes --- */

/* Ends of chains stand last, so that all other nodes have the same index in every dialect. */
static void number_nodes(writer *w) {
    const avatar *a = w->a;
    int count = 0;
    w->indices = take_memory(a->nodes.count * sizeof *w->indices);
    for (size_t i = 0; i < a->nodes.count; ++i) {
        w->indices[i] = a->nodes.items[i].is_end ? NONE : count++;
    }
    if (dialect_is_old(w->dialect)) return;
    for (size_t i = 0; i < a->nodes.count; ++i) {
        if (a->nodes.items[i].is_end) w->indices[i] = count++;
    }
}

static bool is_identity(quat q) {
    return round_to(q.x, 6) == 0 && round_to(q.y, 6) == 0 && round_to(q.z, 6) == 0;
}

static void fill_node(writer *w, size_t index, vrm_node *out) {
    const avatar *a = w->a;
    const avatar_node *n = &a->nodes.items[index];
    const float scale = to_float(n->scale);
    vec3 translation = n->place;
    quat rotation = n->turn;
    out->name = to_string(n->name);
    out->parent = n->parent != NONE ? w->indices[n->parent] : NONE;
    if (n->parent != NONE) {
        const avatar_node *parent = &a->nodes.items[n->parent];
        quat back = quat_conjugate(parent->turn);
        translation = quat_rotate(back, vec3_sub(n->place, parent->place));
        rotation = quat_multiply(back, n->turn);
    }
    rotation = file_rotation(w, rotation);
    out->rest.translation = to_vec3(file_vector(w, translation));
    out->rest.rotation.w = 1;
    if (!is_identity(rotation)) {
        out->rest.rotation.x = to_float(rotation.x);
        out->rest.rotation.y = to_float(rotation.y);
        out->rest.rotation.z = to_float(rotation.z);
        out->rest.rotation.w = to_float(rotation.w);
    }
    out->rest.scale.x = out->rest.scale.y = out->rest.scale.z = scale;
    out->mesh = n->mesh;
    out->skin = n->mesh != NONE && n->is_skinned ? 0 : NONE;
}

/* The children of all nodes lie one behind the other, in the order of the nodes. */
static void fill_children(writer *w, vrm_node *nodes, uint32_t count) {
    int32_t *children = TAKE(w, int32_t, count), *next = children;
    uint32_t *filled = TAKE(w, uint32_t, count);
    for (uint32_t i = 0; i < count; ++i) {
        if (nodes[i].parent != NONE) nodes[nodes[i].parent].child_count += 1;
    }
    for (uint32_t i = 0; i < count; ++i) {
        nodes[i].children = next;
        next += nodes[i].child_count;
    }
    for (size_t i = 0; i < w->a->nodes.count; ++i) {
        int node = w->indices[i], parent = w->a->nodes.items[i].parent;
        if (node == NONE || parent == NONE) continue;
        parent = w->indices[parent];
        children[(size_t)(nodes[parent].children - children) + filled[parent]++] = node;
    }
}

static void fill_nodes(writer *w) {
    const avatar *a = w->a;
    vrm_node *nodes = TAKE(w, vrm_node, a->nodes.count);
    vrm_scene *scene = TAKE(w, vrm_scene, 1);
    int32_t *roots = TAKE(w, int32_t, a->nodes.count);
    uint32_t count = 0;
    for (size_t i = 0; i < a->nodes.count; ++i) {
        if (w->indices[i] == NONE) continue;
        fill_node(w, i, &nodes[w->indices[i]]);
        if (a->nodes.items[i].parent == NONE) roots[scene->root_count++] = w->indices[i];
        ++count;
    }
    fill_children(w, nodes, count);
    scene->roots = roots;
    w->gltf.nodes = nodes;
    w->gltf.node_count = count;
    w->gltf.scenes = scene;
    w->gltf.scene_count = 1;
}

/* --- Payload --- */

static int add_view(writer *w, const bytes *data, int target) {
    vrm_buffer_view *view = LIST_ADD(&w->views);
    bytes_pad(&w->bin, 4, 0);
    view->byte_offset = w->bin.count;
    view->byte_length = data->count;
    view->target = target;
    bytes_append(&w->bin, data->items, data->count);
    return (int)w->views.count - 1;
}

/* An accessor without bounds; of zeros, until it has a view. */
static vrm_accessor *add_accessor(writer *w, int component, int element, size_t count) {
    vrm_accessor *added = LIST_ADD(&w->accessors);
    added->name = to_string("");
    added->count = (uint32_t)count;
    added->buffer_view = NONE;
    added->component = component;
    added->element = element;
    added->sparse_index_view = added->sparse_value_view = NONE;
    return added;
}

/* The same with its bytes, which are freed. Its index. */
static int add_array(writer *w, bytes *data, int target, vrm_accessor *added) {
    added->buffer_view = add_view(w, data, target);
    LIST_FREE(data);
    data->capacity = 0;
    return (int)(added - w->accessors.items);
}

/* --- Meshes --- */

/* Each rounded to a hundredth of a millimeter, so that bounds in JSON are short and exact. */
static vec3 place_of(const writer *w, vec3 v) {
    v = file_vector(w, v);
    return vec3_make(round_to(v.x, 5), round_to(v.y, 5), round_to(v.z, 5));
}

static void put_floats(bytes *out, vec3 v) {
    bytes_f32(out, v.x);
    bytes_f32(out, v.y);
    bytes_f32(out, v.z);
}

typedef struct bounds {
    double low[3], high[3];
} bounds;

static void widen(bounds *b, vec3 v, bool is_first) {
    const double values[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; ++i) {
        b->low[i] = is_first ? values[i] : lower(b->low[i], values[i]);
        b->high[i] = is_first ? values[i] : higher(b->high[i], values[i]);
    }
}

static void set_bounds(vrm_accessor *added, const bounds *b) {
    added->has_bounds = 1;
    for (int i = 0; i < 3; ++i) {
        added->min[i] = (float)b->low[i];
        added->max[i] = (float)b->high[i];
    }
}

static int write_positions(writer *w, const avatar_part *p) {
    bytes data = {NULL, 0, 0};
    vrm_accessor *added;
    bounds b = {{0, 0, 0}, {0, 0, 0}};
    for (size_t i = 0; i < p->vertices.count; ++i) {
        vec3 place = place_of(w, p->vertices.items[i].position);
        widen(&b, place, i == 0);
        put_floats(&data, place);
    }
    added = add_accessor(w, VRM_COMPONENT_F32, VRM_ELEMENT_VEC3, p->vertices.count);
    set_bounds(added, &b);
    return add_array(w, &data, ARRAY_BUFFER, added);
}

static int write_normals(writer *w, const avatar_part *p) {
    bytes data = {NULL, 0, 0};
    for (size_t i = 0; i < p->vertices.count; ++i) {
        put_floats(&data, place_of(w, vec3_normalize(p->vertices.items[i].normal)));
    }
    return add_array(w, &data, ARRAY_BUFFER,
                     add_accessor(w, VRM_COMPONENT_F32, VRM_ELEMENT_VEC3, p->vertices.count));
}

static int write_uvs(writer *w, const avatar_part *p) {
    bytes data = {NULL, 0, 0};
    vrm_accessor *added;
    bool is_compact = w->a->is_compact;
    for (size_t i = 0; i < p->vertices.count; ++i) {
        const double uv[2] = {p->vertices.items[i].u, p->vertices.items[i].v};
        for (int k = 0; k < 2; ++k) {
            if (is_compact) {
                bytes_u16(&data, (unsigned)(clamp(uv[k], 0, 1) * 65535 + 0.5));
            } else {
                bytes_f32(&data, round_to(uv[k], 6));
            }
        }
    }
    added = add_accessor(w, is_compact ? VRM_COMPONENT_U16 : VRM_COMPONENT_F32, VRM_ELEMENT_VEC2,
                         p->vertices.count);
    added->is_normalized = is_compact;
    return add_array(w, &data, ARRAY_BUFFER, added);
}

/* Weights as bytes whose sum is 255. */
static void round_weights(const double weights[WEIGHTS], unsigned out[WEIGHTS]) {
    unsigned sum = 0, largest = 0;
    for (unsigned i = 0; i < WEIGHTS; ++i) {
        out[i] = (unsigned)(weights[i] * 255 + 0.5);
        sum += out[i];
        if (weights[i] > weights[largest]) largest = i;
    }
    out[largest] += 255 - sum;
}

static void write_weights(writer *w, const avatar_part *p, const int *skin_places, int *out_joints,
                          int *out_weights) {
    bytes joints = {NULL, 0, 0}, weights = {NULL, 0, 0};
    vrm_accessor *added;
    bool is_compact = w->a->is_compact;
    for (size_t i = 0; i < p->vertices.count; ++i) {
        const avatar_vertex *v = &p->vertices.items[i];
        unsigned rounded[WEIGHTS];
        round_weights(v->weights, rounded);
        for (int k = 0; k < WEIGHTS; ++k) {
            bool counts = is_compact ? rounded[k] != 0 : v->weights[k] > 0;
            unsigned place = counts ? (unsigned)skin_places[v->joints[k]] : 0;
            if (is_compact) {
                bytes_u8(&joints, place);
                bytes_u8(&weights, rounded[k]);
            } else {
                bytes_u16(&joints, place);
                bytes_f32(&weights, v->weights[k]);
            }
        }
    }
    added = add_accessor(w, is_compact ? VRM_COMPONENT_U8 : VRM_COMPONENT_U16, VRM_ELEMENT_VEC4,
                         p->vertices.count);
    *out_joints = add_array(w, &joints, ARRAY_BUFFER, added);
    added = add_accessor(w, is_compact ? VRM_COMPONENT_U8 : VRM_COMPONENT_F32, VRM_ELEMENT_VEC4,
                         p->vertices.count);
    added->is_normalized = is_compact;
    *out_weights = add_array(w, &weights, ARRAY_BUFFER, added);
}

static int write_indices(writer *w, const avatar_part *p) {
    bytes data = {NULL, 0, 0};
    bool is_short = p->vertices.count < 65535;
    for (size_t i = 0; i < p->indices.count; ++i) {
        if (is_short) {
            bytes_u16(&data, p->indices.items[i]);
        } else {
            bytes_u32(&data, p->indices.items[i]);
        }
    }
    return add_array(w, &data, ELEMENT_ARRAY_BUFFER,
                     add_accessor(w, is_short ? VRM_COMPONENT_U16 : VRM_COMPONENT_U32,
                                  VRM_ELEMENT_SCALAR, p->indices.count));
}

/* Only the vertices that move, where that is worth it. */
static int write_sparse(writer *w, const avatar_part *p, const vec3 *deltas, const bounds *b,
                        size_t moved) {
    vrm_accessor *added = add_accessor(w, VRM_COMPONENT_F32, VRM_ELEMENT_VEC3, p->vertices.count);
    bytes places = {NULL, 0, 0}, values = {NULL, 0, 0};
    set_bounds(added, b);
    for (size_t i = 0; i < p->vertices.count && moved != 0; ++i) {
        vec3 delta = place_of(w, deltas[i]);
        if (vec3_length(delta) == 0) continue;
        bytes_u16(&places, (unsigned)i);
        put_floats(&values, delta);
    }
    if (moved != 0) {
        added->sparse_count = (uint32_t)moved;
        added->sparse_index_view = add_view(w, &places, 0);
        added->sparse_index_component = VRM_COMPONENT_U16;
        added->sparse_value_view = add_view(w, &values, 0);
    }
    LIST_FREE(&places);
    LIST_FREE(&values);
    return (int)w->accessors.count - 1;
}

static int write_target(writer *w, const avatar_part *p, const vec3 *deltas) {
    bytes data = {NULL, 0, 0};
    vrm_accessor *added;
    size_t moved = 0;
    bounds b = {{0, 0, 0}, {0, 0, 0}};
    for (size_t i = 0; i < p->vertices.count; ++i) {
        vec3 delta = place_of(w, deltas[i]);
        widen(&b, delta, i == 0);
        moved += vec3_length(delta) != 0;
    }
    if (w->a->is_compact && moved * 7 < p->vertices.count * 6) {
        return write_sparse(w, p, deltas, &b, moved);
    }
    for (size_t i = 0; i < p->vertices.count; ++i) put_floats(&data, place_of(w, deltas[i]));
    added = add_accessor(w, VRM_COMPONENT_F32, VRM_ELEMENT_VEC3, p->vertices.count);
    set_bounds(added, &b);
    return add_array(w, &data, ARRAY_BUFFER, added);
}

static void fill_attributes(writer *w, const avatar_part *p, const int *skin_places,
                            vrm_primitive *out) {
    static const vrm_attribute_semantic semantics[] = {VRM_ATTRIBUTE_POSITION, VRM_ATTRIBUTE_NORMAL,
                                                       VRM_ATTRIBUTE_TEXCOORD, VRM_ATTRIBUTE_JOINTS,
                                                       VRM_ATTRIBUTE_WEIGHTS};
    vrm_attribute *attributes = TAKE(w, vrm_attribute, 5);
    for (int i = 0; i < 5; ++i) attributes[i].semantic = semantics[i];
    attributes[0].accessor = write_positions(w, p);
    attributes[1].accessor = write_normals(w, p);
    attributes[2].accessor = write_uvs(w, p);
    write_weights(w, p, skin_places, &attributes[3].accessor, &attributes[4].accessor);
    out->attributes = attributes;
    out->attribute_count = 5;
}

static void fill_part(writer *w, const avatar_part *p, const int *skin_places, vrm_primitive *out) {
    vrm_morph_target *targets = TAKE(w, vrm_morph_target, p->targets.count);
    out->mode = VRM_PRIMITIVE_MODE_TRIANGLES;
    out->material = p->material;
    fill_attributes(w, p, skin_places, out);
    out->indices = write_indices(w, p);
    for (size_t i = 0; i < p->targets.count; ++i) {
        targets[i].position = write_target(w, p, p->targets.items[i]);
        targets[i].normal = NONE;
    }
    out->targets = targets;
    out->target_count = (uint32_t)p->targets.count;
}

static void fill_meshes(writer *w, const int *skin_places) {
    const avatar *a = w->a;
    vrm_mesh *meshes = TAKE(w, vrm_mesh, a->meshes.count);
    for (size_t i = 0; i < a->meshes.count; ++i) {
        const avatar_mesh *m = &a->meshes.items[i];
        vrm_primitive *parts = TAKE(w, vrm_primitive, m->parts.count);
        vrm_string *names = TAKE(w, vrm_string, m->target_names.count);
        for (size_t k = 0; k < m->parts.count; ++k) {
            fill_part(w, &m->parts.items[k], skin_places, &parts[k]);
        }
        for (size_t k = 0; k < m->target_names.count; ++k) {
            names[k] = to_string(m->target_names.items[k]);
        }
        meshes[i].name = to_string(m->name);
        meshes[i].primitives = parts;
        meshes[i].primitive_count = (uint32_t)m->parts.count;
        meshes[i].target_names = names;
        meshes[i].target_name_count = meshes[i].target_count = (uint32_t)m->target_names.count;
    }
    w->gltf.meshes = meshes;
    w->gltf.mesh_count = (uint32_t)a->meshes.count;
}

/* --- The skin: one for all meshes, of all nodes that move a vertex --- */

static int *find_skin_joints(const avatar *a) {
    int *places = take_memory(a->nodes.count * sizeof *places);
    int count = 0;
    for (size_t m = 0; m < a->meshes.count; ++m) {
        for (size_t i = 0; i < a->meshes.items[m].parts.count; ++i) {
            const avatar_part *p = &a->meshes.items[m].parts.items[i];
            for (size_t v = 0; v < p->vertices.count; ++v) {
                for (int k = 0; k < WEIGHTS; ++k) {
                    if (p->vertices.items[v].weights[k] > 0) {
                        places[p->vertices.items[v].joints[k]] = 1;
                    }
                }
            }
        }
    }
    for (size_t i = 0; i < a->nodes.count; ++i) places[i] = places[i] ? count++ : NONE;
    return places;
}

/* The inverse of a node's translation and rotation. The root's scale is not included: it is what
 * enlarges. */
static void put_inverse_bind(const writer *w, const avatar_node *n, bytes *out) {
    quat back = quat_conjugate(file_rotation(w, n->turn));
    vec3 columns[4] = {quat_rotate(back, vec3_make(1, 0, 0)), quat_rotate(back, vec3_make(0, 1, 0)),
                       quat_rotate(back, vec3_make(0, 0, 1)),
                       quat_rotate(back, vec3_scale(file_vector(w, n->place), -1))};
    for (int i = 0; i < 4; ++i) {
        bytes_f32(out, round_to(columns[i].x, 6));
        bytes_f32(out, round_to(columns[i].y, 6));
        bytes_f32(out, round_to(columns[i].z, 6));
        bytes_f32(out, i == 3 ? 1 : 0);
    }
}

static void fill_skin(writer *w, const int *skin_places) {
    vrm_skin *skin = TAKE(w, vrm_skin, 1);
    int32_t *joints = TAKE(w, int32_t, w->a->nodes.count);
    bytes data = {NULL, 0, 0};
    for (size_t i = 0; i < w->a->nodes.count; ++i) {
        if (skin_places[i] == NONE) continue;
        joints[skin->joint_count++] = w->indices[i];
        put_inverse_bind(w, &w->a->nodes.items[i], &data);
    }
    skin->name = to_string("");
    skin->joints = joints;
    skin->skeleton = NONE;
    skin->inverse_binds = add_array(
        w, &data, 0, add_accessor(w, VRM_COMPONENT_F32, VRM_ELEMENT_MAT4, skin->joint_count));
    w->gltf.skins = skin;
    w->gltf.skin_count = 1;
}

/* --- Images --- */

/* There is a texture for each image but the thumbnail: only 0.x names that by a texture. */
static void fill_images(writer *w) {
    const avatar *a = w->a;
    vrm_image *images = TAKE(w, vrm_image, a->images.count);
    vrm_texture *textures = TAKE(w, vrm_texture, a->images.count);
    vrm_sampler *sampler = TAKE(w, vrm_sampler, 1);
    uint32_t texture_count = 0;
    for (size_t i = 0; i < a->images.count; ++i) {
        images[i].name = to_string(a->images.items[i].name);
        images[i].mime_type = to_string("image/png");
        images[i].buffer_view = add_view(w, &a->images.items[i].png, 0);
        if ((int)i == a->meta.thumbnail && w->dialect != DIALECT_0) continue;
        textures[texture_count++].image = (int32_t)i;
    }
    sampler->mag_filter = 9729;
    sampler->min_filter = 9987;
    w->gltf.images = images;
    w->gltf.textures = textures;
    w->gltf.samplers = sampler;
    w->gltf.image_count = (uint32_t)a->images.count;
    w->gltf.texture_count = texture_count;
    w->gltf.sampler_count = a->images.count != 0;
}

static void add_ballast(writer *w) {
    const bounds none = {{0, 0, 0}, {0, 0, 0}};
    bytes zeros = {NULL, 0, 0};
    vrm_accessor *added = add_accessor(w, VRM_COMPONENT_F32, VRM_ELEMENT_VEC3, w->a->ballast);
    for (size_t i = 0; i < w->a->ballast * 3; ++i) bytes_u32(&zeros, 0);
    set_bounds(added, &none);
    add_array(w, &zeros, 0, added);
}

void fill_gltf(writer *w) {
    int *skin_places = find_skin_joints(w->a);
    vrm_buffer *buffer = TAKE(w, vrm_buffer, 1);
    number_nodes(w);
    fill_nodes(w);
    fill_meshes(w, skin_places);
    if (w->a->meshes.count != 0) fill_skin(w, skin_places);
    fill_images(w);
    if (w->a->ballast != 0) add_ballast(w);
    buffer->byte_length = w->bin.count;
    buffer->is_available = 1;
    w->gltf.buffers = buffer;
    w->gltf.buffer_count = w->bin.count != 0;
    w->gltf.buffer_views = w->views.items;
    w->gltf.buffer_view_count = (uint32_t)w->views.count;
    w->gltf.accessors = w->accessors.items;
    w->gltf.accessor_count = (uint32_t)w->accessors.count;
    release_memory(skin_places);
}
