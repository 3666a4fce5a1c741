/* The glTF part of a file, alike in all dialects but for the way it faces. */
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
    if (dialect_is_old(w->options.dialect)) return;
    for (size_t i = 0; i < a->nodes.count; ++i) {
        if (a->nodes.items[i].is_end) w->indices[i] = count++;
    }
}

static bool is_identity(quat q) {
    return round_to(q.x, 6) == 0 && round_to(q.y, 6) == 0 && round_to(q.z, 6) == 0;
}

/* The children of every node: the first, and from each the next. */
typedef struct family {
    int *first, *next;
} family;

static family find_children(const writer *w) {
    size_t count = w->a->nodes.count;
    family f = {take_memory(count * sizeof(int)), take_memory(count * sizeof(int))};
    for (size_t i = 0; i < count; ++i) f.first[i] = f.next[i] = NONE;
    for (size_t i = count; i-- > 0;) {
        int parent = w->a->nodes.items[i].parent;
        if (parent == NONE || w->indices[i] == NONE) continue;
        f.next[i] = f.first[parent];
        f.first[parent] = (int)i;
    }
    return f;
}

static void write_node(writer *w, const family *f, size_t index) {
    const avatar *a = w->a;
    const avatar_node *n = &a->nodes.items[index];
    json *at = append_object(w->file, root_array(w->file, "nodes")), *children = NULL;
    vec3 translation = n->place;
    quat rotation = n->turn;
    put_text(w->file, at, "name", n->name);
    if (n->parent != NONE) {
        const avatar_node *parent = &a->nodes.items[n->parent];
        quat back = quat_conjugate(parent->turn);
        translation = quat_rotate(back, vec3_sub(n->place, parent->place));
        rotation = quat_multiply(back, n->turn);
    }
    translation = file_vector(w, translation);
    rotation = file_rotation(w, rotation);
    if (vec3_length(translation) > 1e-6) put_vec3(w->file, at, "translation", translation);
    if (!is_identity(rotation)) {
        const double values[4] = {rotation.x, rotation.y, rotation.z, rotation.w};
        put_numbers(w->file, at, "rotation", values, 4);
    }
    if (n->scale != 1) put_vec3(w->file, at, "scale", vec3_make(n->scale, n->scale, n->scale));
    if (n->mesh != NONE) {
        put_index(w->file, at, "mesh", n->mesh);
        if (n->is_skinned) put_index(w->file, at, "skin", 0);
    }
    for (int child = f->first[index]; child != NONE; child = f->next[child]) {
        if (children == NULL) children = put_array(w->file, at, "children");
        append_index(w->file, children, w->indices[child]);
    }
}

static void write_nodes(writer *w) {
    const avatar *a = w->a;
    family f = find_children(w);
    json *scene, *roots;
    put_index(w->file, w->file->root, "scene", 0);
    scene = append_object(w->file, root_array(w->file, "scenes"));
    roots = put_array(w->file, scene, "nodes");
    for (size_t i = 0; i < a->nodes.count; ++i) {
        if (a->nodes.items[i].parent == NONE) append_index(w->file, roots, w->indices[i]);
    }
    for (int ends = 0; ends < 2; ++ends) {
        for (size_t i = 0; i < a->nodes.count; ++i) {
            if (a->nodes.items[i].is_end != (ends != 0) || w->indices[i] == NONE) continue;
            write_node(w, &f, i);
        }
    }
    release_memory(f.first);
    release_memory(f.next);
}

/* --- Meshes --- */

/* Each rounded to a hundredth of a millimetre, so that bounds in JSON are short and exact. */
static vec3 place_of(const writer *w, vec3 v) {
    v = file_vector(w, v);
    return vec3_make(round_to(v.x, 5), round_to(v.y, 5), round_to(v.z, 5));
}

static void put_floats(bytes *to, vec3 v) {
    bytes_f32(to, v.x);
    bytes_f32(to, v.y);
    bytes_f32(to, v.z);
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

static int add_array(writer *w, bytes *data, int target, accessor described) {
    int index;
    described.view = glb_add_view(w->file, data, target, 0);
    index = glb_add_accessor(w->file, &described);
    LIST_FREE(data);
    data->capacity = 0;
    return index;
}

static int write_positions(writer *w, const avatar_part *p) {
    bytes data = {NULL, 0, 0};
    bounds b;
    for (size_t i = 0; i < p->vertices.count; ++i) {
        vec3 place = place_of(w, p->vertices.items[i].position);
        widen(&b, place, i == 0);
        put_floats(&data, place);
    }
    return add_array(w, &data, ARRAY_BUFFER,
                     (accessor){0, COMPONENT_F32, "VEC3", p->vertices.count, false, b.low, b.high});
}

static int write_normals(writer *w, const avatar_part *p) {
    bytes data = {NULL, 0, 0};
    for (size_t i = 0; i < p->vertices.count; ++i) {
        put_floats(&data, place_of(w, vec3_normalize(p->vertices.items[i].normal)));
    }
    return add_array(w, &data, ARRAY_BUFFER,
                     (accessor){0, COMPONENT_F32, "VEC3", p->vertices.count, false, NULL, NULL});
}

static int write_uvs(writer *w, const avatar_part *p) {
    bytes data = {NULL, 0, 0};
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
    return add_array(w, &data, ARRAY_BUFFER,
                     (accessor){0, is_compact ? COMPONENT_U16 : COMPONENT_F32, "VEC2",
                                p->vertices.count, is_compact, NULL, NULL});
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

static void write_weights(writer *w, const avatar_part *p, const int *skin_places,
                          json *attributes) {
    bytes joints = {NULL, 0, 0}, weights = {NULL, 0, 0};
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
    put_index(w->file, attributes, "JOINTS_0",
              add_array(w, &joints, ARRAY_BUFFER,
                        (accessor){0, is_compact ? COMPONENT_U8 : COMPONENT_U16, "VEC4",
                                   p->vertices.count, false, NULL, NULL}));
    put_index(w->file, attributes, "WEIGHTS_0",
              add_array(w, &weights, ARRAY_BUFFER,
                        (accessor){0, is_compact ? COMPONENT_U8 : COMPONENT_F32, "VEC4",
                                   p->vertices.count, is_compact, NULL, NULL}));
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
                     (accessor){0, is_short ? COMPONENT_U16 : COMPONENT_U32, "SCALAR",
                                p->indices.count, false, NULL, NULL});
}

/* Only the vertices that move, where that is worth it. */
static int write_sparse(writer *w, const avatar_part *p, const vec3 *deltas, const bounds *b,
                        size_t moved) {
    accessor described = {NONE, COMPONENT_F32, "VEC3", p->vertices.count, false, b->low, b->high};
    int index = glb_add_accessor(w->file, &described);
    bytes places = {NULL, 0, 0}, values = {NULL, 0, 0};
    json *sparse, *part_of;
    if (moved == 0) return index;
    for (size_t i = 0; i < p->vertices.count; ++i) {
        vec3 delta = place_of(w, deltas[i]);
        if (vec3_length(delta) == 0) continue;
        bytes_u16(&places, (unsigned)i);
        put_floats(&values, delta);
    }
    sparse = put_object(w->file, glb_accessor(w->file, index), "sparse");
    put_index(w->file, sparse, "count", (int)moved);
    part_of = put_object(w->file, sparse, "indices");
    put_index(w->file, part_of, "bufferView", glb_add_view(w->file, &places, 0, 0));
    put_index(w->file, part_of, "componentType", COMPONENT_U16);
    part_of = put_object(w->file, sparse, "values");
    put_index(w->file, part_of, "bufferView", glb_add_view(w->file, &values, 0, 0));
    LIST_FREE(&places);
    LIST_FREE(&values);
    return index;
}

static int write_target(writer *w, const avatar_part *p, const vec3 *deltas) {
    bytes data = {NULL, 0, 0};
    size_t moved = 0;
    bounds b;
    for (size_t i = 0; i < p->vertices.count; ++i) {
        vec3 delta = place_of(w, deltas[i]);
        widen(&b, delta, i == 0);
        moved += vec3_length(delta) != 0;
    }
    if (w->a->is_compact && moved * 7 < p->vertices.count * 6) {
        return write_sparse(w, p, deltas, &b, moved);
    }
    for (size_t i = 0; i < p->vertices.count; ++i) put_floats(&data, place_of(w, deltas[i]));
    return add_array(w, &data, ARRAY_BUFFER,
                     (accessor){0, COMPONENT_F32, "VEC3", p->vertices.count, false, b.low, b.high});
}

static void write_target_names(writer *w, const avatar_mesh *m, json *at) {
    json *names = put_array(w->file, put_object(w->file, at, "extras"), "targetNames");
    for (size_t i = 0; i < m->target_names.count; ++i) {
        append_text(w->file, names, m->target_names.items[i]);
    }
}

static void write_mesh(writer *w, const avatar_mesh *m, const int *skin_places) {
    json *at = append_object(w->file, root_array(w->file, "meshes"));
    json *parts;
    put_text(w->file, at, "name", m->name);
    parts = put_array(w->file, at, "primitives");
    for (size_t i = 0; i < m->parts.count; ++i) {
        const avatar_part *p = &m->parts.items[i];
        json *primitive = append_object(w->file, parts);
        json *attributes = put_object(w->file, primitive, "attributes"), *targets;
        put_index(w->file, attributes, "POSITION", write_positions(w, p));
        put_index(w->file, attributes, "NORMAL", write_normals(w, p));
        put_index(w->file, attributes, "TEXCOORD_0", write_uvs(w, p));
        write_weights(w, p, skin_places, attributes);
        put_index(w->file, primitive, "indices", write_indices(w, p));
        if (p->material != NONE) put_index(w->file, primitive, "material", p->material);
        if (p->targets.count == 0) continue;
        targets = put_array(w->file, primitive, "targets");
        for (size_t t = 0; t < p->targets.count; ++t) {
            put_index(w->file, append_object(w->file, targets), "POSITION",
                      write_target(w, p, p->targets.items[t]));
        }
        /* GL-015: the place of 0.x and the draft. */
        if (dialect_is_old(w->options.dialect)) write_target_names(w, m, primitive);
    }
    if (m->target_names.count != 0 && !dialect_is_old(w->options.dialect)) {
        write_target_names(w, m, at);
    }
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

/* The inverse of a node's place and turn. The root's scale is left out: it is what enlarges. */
static void put_inverse_bind(const writer *w, const avatar_node *n, bytes *to) {
    quat back = quat_conjugate(file_rotation(w, n->turn));
    vec3 columns[4] = {quat_rotate(back, vec3_make(1, 0, 0)), quat_rotate(back, vec3_make(0, 1, 0)),
                       quat_rotate(back, vec3_make(0, 0, 1)),
                       quat_rotate(back, vec3_scale(file_vector(w, n->place), -1))};
    for (int i = 0; i < 4; ++i) {
        bytes_f32(to, round_to(columns[i].x, 6));
        bytes_f32(to, round_to(columns[i].y, 6));
        bytes_f32(to, round_to(columns[i].z, 6));
        bytes_f32(to, i == 3 ? 1 : 0);
    }
}

static void write_skin(writer *w, const int *skin_places) {
    json *at = append_object(w->file, root_array(w->file, "skins")), *joints;
    bytes data = {NULL, 0, 0};
    size_t count = 0;
    joints = put_array(w->file, at, "joints");
    for (size_t i = 0; i < w->a->nodes.count; ++i) {
        if (skin_places[i] == NONE) continue;
        append_index(w->file, joints, w->indices[i]);
        put_inverse_bind(w, &w->a->nodes.items[i], &data);
        ++count;
    }
    put_index(
        w->file, at, "inverseBindMatrices",
        add_array(w, &data, 0, (accessor){0, COMPONENT_F32, "MAT4", count, false, NULL, NULL}));
}

/* --- Materials and images --- */

void put_texture(writer *w, json *to, const char *key, int texture, const avatar_material *m) {
    json *at, *transform;
    if (texture == NONE) return;
    at = put_object(w->file, to, key);
    put_index(w->file, at, "index", texture);
    if (m->uv_scale[0] == 1 && m->uv_scale[1] == 1 && m->uv_offset[0] == 0 &&
        m->uv_offset[1] == 0) {
        return;
    }
    transform = put_object(w->file, put_object(w->file, at, "extensions"), "KHR_texture_transform");
    put_numbers(w->file, transform, "offset", m->uv_offset, 2);
    put_numbers(w->file, transform, "scale", m->uv_scale, 2);
    use_extension(w->file, "KHR_texture_transform");
}

static void write_emission(writer *w, const avatar_material *m, json *extensions) {
    if (m->emissive_strength == 1) return;
    if (w->options.dialect == DIALECT_BETA) {
        put_number(w->file,
                   put_object(w->file, extensions, "VRMC_materials_hdr_emissiveMultiplier"),
                   "emissiveMultiplier", m->emissive_strength);
        use_extension(w->file, "VRMC_materials_hdr_emissiveMultiplier");
    } else {
        put_number(w->file, put_object(w->file, extensions, "KHR_materials_emissive_strength"),
                   "emissiveStrength", m->emissive_strength);
        use_extension(w->file, "KHR_materials_emissive_strength");
    }
}

static void write_material(writer *w, const avatar_material *m) {
    static const char *const modes[] = {"OPAQUE", "MASK", "BLEND"};
    json *at = append_object(w->file, root_array(w->file, "materials")), *pbr, *extensions;
    put_text(w->file, at, "name", m->name);
    pbr = put_object(w->file, at, "pbrMetallicRoughness");
    put_numbers(w->file, pbr, "baseColorFactor", m->base_color, 4);
    put_texture(w, pbr, "baseColorTexture", m->base_texture, m);
    put_number(w->file, pbr, "metallicFactor", 0);
    put_number(w->file, pbr, "roughnessFactor", 0.9);
    put_texture(w, at, "normalTexture", m->normal_texture, m);
    if (m->normal_texture != NONE && m->normal_scale != 1) {
        put_number(w->file, yyjson_mut_obj_get(at, "normalTexture"), "scale", m->normal_scale);
    }
    put_texture(w, at, "emissiveTexture", m->emissive_texture, m);
    if (m->emissive[0] + m->emissive[1] + m->emissive[2] > 0) {
        put_numbers(w->file, at, "emissiveFactor", m->emissive, 3);
    }
    if (m->alpha_mode != ALPHA_OPAQUE) put_text(w->file, at, "alphaMode", modes[m->alpha_mode]);
    if (m->alpha_mode == ALPHA_MASK) put_number(w->file, at, "alphaCutoff", m->alpha_cutoff);
    if (m->is_double_sided) put_bool(w->file, at, "doubleSided", true);
    extensions = put_object(w->file, at, "extensions");
    write_emission(w, m, extensions);
    if (m->is_mtoon && w->options.dialect == DIALECT_DRAFT) {
        write_draft_mtoon(w, m, extensions);
    } else if (m->is_mtoon && w->options.dialect != DIALECT_0) {
        write_mtoon(w, m, extensions);
    }
    if (yyjson_mut_obj_size(extensions) == 0) yyjson_mut_obj_remove_key(at, "extensions");
}

static void write_images(writer *w) {
    const avatar *a = w->a;
    for (size_t i = 0; i < a->images.count; ++i) {
        const avatar_image *picture = &a->images.items[i];
        json *at = append_object(w->file, root_array(w->file, "images"));
        put_text(w->file, at, "name", picture->name);
        put_text(w->file, at, "mimeType", "image/png");
        put_index(w->file, at, "bufferView", glb_add_view(w->file, &picture->png, 0, 0));
        /* Only 0.x names its thumbnail by a texture. */
        if ((int)i == a->meta.thumbnail && w->options.dialect != DIALECT_0) continue;
        at = append_object(w->file, root_array(w->file, "textures"));
        put_index(w->file, at, "sampler", 0);
        put_index(w->file, at, "source", (int)i);
    }
    if (a->images.count != 0) {
        json *at = append_object(w->file, root_array(w->file, "samplers"));
        put_index(w->file, at, "magFilter", 9729);
        put_index(w->file, at, "minFilter", 9987);
    }
}

void write_gltf(writer *w) {
    const avatar *a = w->a;
    int *skin_places = find_skin_joints(a);
    number_nodes(w);
    write_nodes(w);
    for (size_t i = 0; i < a->meshes.count; ++i) write_mesh(w, &a->meshes.items[i], skin_places);
    if (a->meshes.count != 0) write_skin(w, skin_places);
    for (size_t i = 0; i < a->materials.count; ++i) write_material(w, &a->materials.items[i]);
    write_images(w);
    if (a->ballast != 0) {
        bytes zeros = {NULL, 0, 0};
        const double none[3] = {0, 0, 0};
        for (size_t i = 0; i < a->ballast * 3; ++i) bytes_u32(&zeros, 0);
        add_array(w, &zeros, 0,
                  (accessor){0, COMPONENT_F32, "VEC3", a->ballast, false, none, none});
    }
    put_index(w->file, append_object(w->file, root_array(w->file, "buffers")), "byteLength",
              (int)w->file->bin.count);
    release_memory(skin_places);
}
