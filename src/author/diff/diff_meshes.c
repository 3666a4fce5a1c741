/* Meshes by content, as the library reads them; their layout in the file does not matter. */
#include "author/diff/mesh_work.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

/* Numbers that are read of each file, and of one primitive. A file can claim far more than it has
 * bytes for: accessors without a buffer view are zeros. */
#define MOST_NUMBERS ((uint64_t)1 << 28)
#define MOST_AT_ONCE ((uint64_t)1 << 26)

static void release_numbers(vrmi_mesh_work *work) {
    vrmi_diff_drop(work->pair->list.memory, work->a);
    vrmi_diff_drop(work->pair->list.memory, work->b);
    work->a = work->b = NULL;
    work->room = 0;
}

bool vrmi_mesh_need(vrmi_mesh_work *work, uint64_t count) {
    if (count > work->left || count > MOST_AT_ONCE) {
        work->was_left_out = true;
        return false;
    }
    work->left -= count;
    if (count <= work->room) return true;
    release_numbers(work);
    work->a = vrmi_diff_take(work->pair->list.memory, (size_t)count, sizeof *work->a);
    work->b = vrmi_diff_take(work->pair->list.memory, (size_t)count, sizeof *work->b);
    if (work->a == NULL || work->b == NULL) {
        release_numbers(work);
        work->pair->list.is_refused = true;
        return false;
    }
    work->room = count;
    return true;
}

/* The largest distance between two lists of vectors. Directions and positions of the first are
 * turned around if the avatars face different directions. */
static double vectors_apart(const vrmi_mesh_work *work, uint64_t count, uint32_t components,
                            bool is_turned) {
    float sign = is_turned && work->pair->turns ? -1.0f : 1.0f;
    double most = 0.0;
    for (uint64_t i = 0; i < count; ++i) {
        double square = 0.0;
        for (uint32_t k = 0; k < components; ++k) {
            float a = work->a[i * components + k] * (k == 0 || k == 2 ? sign : 1.0f);
            double apart = (double)a - (double)work->b[i * components + k];
            square += apart * apart;
        }
        if (square > most) most = square;
    }
    return sqrt(most);
}

static void tell(vrmi_mesh_work *work, const vrmi_diff_subject *subject, const char *field,
                 double apart, const char *unit) {
    if (apart > work->pair->list.tolerance) {
        vrmi_diff_add_amount(&work->pair->list, subject, field, apart, unit);
    }
}

/* --- Attributes --- */

const vrm_attribute *vrmi_mesh_find_attribute(const vrm_primitive *primitive,
                                              const vrm_attribute *like) {
    for (uint32_t i = 0; i < primitive->attribute_count; ++i) {
        if (primitive->attributes[i].semantic == like->semantic &&
            primitive->attributes[i].set == like->set) {
            return &primitive->attributes[i];
        }
    }
    return NULL;
}

static void name_attribute(const vrm_attribute *attribute, char out[32]) {
    static const char *const names[] = {"POSITION", "NORMAL", "TANGENT", "TEXCOORD",
                                        "COLOR",    "JOINTS", "WEIGHTS"};
    vrmi_text text = vrmi_text_make(out, 32);
    vrmi_text_append(&text, names[attribute->semantic]);
    if (attribute->semantic <= VRM_ATTRIBUTE_TANGENT) {
        return;
    }
    vrmi_text_append(&text, "_");
    vrmi_text_append_i64(&text, attribute->set);
}

uint32_t vrmi_mesh_components(vrm_attribute_semantic semantic) {
    static const uint32_t components[] = {3, 3, 4, 2, 4, 4, 4};
    return components[semantic];
}

/* Joints are compared by the nodes that they are, in vrmi_diff_skins; here by their numbers in the
 * skin.
 */
bool vrmi_mesh_read_attribute(const vrm_model *model, int32_t mesh, int32_t primitive,
                              const vrm_attribute *attribute, float *out, uint64_t count) {
    if (attribute->semantic == VRM_ATTRIBUTE_JOINTS) {
        return vrm_model_read_floats(model, attribute->accessor, out, (size_t)count) == VRM_OK;
    }
    return vrm_model_read_vertices(model, mesh, primitive, attribute->semantic, attribute->set,
                                   (int32_t)vrmi_mesh_components(attribute->semantic), out,
                                   (size_t)count) == VRM_OK;
}

static void compare_attribute(vrmi_mesh_work *work, const vrmi_diff_subject *subject, int32_t mesh,
                              int32_t other, int32_t primitive, const vrm_attribute *a,
                              const vrm_attribute *b) {
    const vrm_primitive *model_primitive = &work->pair->a.gltf->meshes[mesh].primitives[primitive];
    const uint32_t components = vrmi_mesh_components(a->semantic);
    uint64_t count = (uint64_t)model_primitive->vertex_count * components;
    bool is_a, is_b;
    char name[32];
    name_attribute(a, name);
    if (!vrmi_mesh_need(work, count)) return;
    is_a = vrmi_mesh_read_attribute(work->pair->a.model, mesh, primitive, a, work->a, count);
    is_b = vrmi_mesh_read_attribute(work->pair->b.model, other, primitive, b, work->b, count);
    if (!is_a || !is_b) {
        vrmi_compare_flags(&work->pair->list, subject, name, is_a, is_b);
        return;
    }
    tell(work, subject, name,
         vectors_apart(work, model_primitive->vertex_count, components,
                       a->semantic <= VRM_ATTRIBUTE_TANGENT),
         a->semantic == VRM_ATTRIBUTE_POSITION ? "m" : "");
}

static void compare_attributes(vrmi_mesh_work *work, const vrmi_diff_subject *subject, int32_t mesh,
                               int32_t other, int32_t primitive) {
    const vrm_primitive *a = &work->pair->a.gltf->meshes[mesh].primitives[primitive];
    const vrm_primitive *b = &work->pair->b.gltf->meshes[other].primitives[primitive];
    char name[32];
    for (uint32_t i = 0; i < a->attribute_count; ++i) {
        const vrm_attribute *found = vrmi_mesh_find_attribute(b, &a->attributes[i]);
        name_attribute(&a->attributes[i], name);
        if (found == NULL) {
            vrmi_diff_add(&work->pair->list, subject, VRM_DIFF_REMOVED, name, "", "");
        } else if (a->vertex_count == b->vertex_count) {
            compare_attribute(work, subject, mesh, other, primitive, &a->attributes[i], found);
        }
    }
    for (uint32_t i = 0; i < b->attribute_count; ++i) {
        if (vrmi_mesh_find_attribute(a, &b->attributes[i]) != NULL) continue;
        name_attribute(&b->attributes[i], name);
        vrmi_diff_add(&work->pair->list, subject, VRM_DIFF_ADDED, name, "", "");
    }
}

/* --- Triangles --- */

static void compare_triangles(vrmi_mesh_work *work, const vrmi_diff_subject *subject, int32_t mesh,
                              int32_t other, int32_t primitive) {
    const vrm_primitive *model_primitive = &work->pair->a.gltf->meshes[mesh].primitives[primitive];
    uint64_t count = (uint64_t)model_primitive->triangle_count * 3;
    size_t in_a = 0, in_b = 0;
    uint64_t changed = 0;
    uint32_t *a, *b;
    if (count == 0 || !vrmi_mesh_need(work, count)) return;
    a = vrmi_diff_take(work->pair->list.memory, (size_t)count, sizeof *a);
    b = vrmi_diff_take(work->pair->list.memory, (size_t)count, sizeof *b);
    if (a == NULL || b == NULL) {
        work->pair->list.is_refused = true;
    } else if (vrm_model_read_triangles(work->pair->a.model, mesh, primitive, a, (size_t)count,
                                        &in_a) == VRM_OK &&
               vrm_model_read_triangles(work->pair->b.model, other, primitive, b, (size_t)count,
                                        &in_b) == VRM_OK) {
        for (size_t i = 0; i + 2 < in_a && i + 2 < in_b; i += 3) {
            changed += a[i] != b[i] || a[i + 1] != b[i + 1] || a[i + 2] != b[i + 2];
        }
        changed += (in_a > in_b ? in_a - in_b : in_b - in_a) / 3;
    }
    vrmi_diff_drop(work->pair->list.memory, a);
    vrmi_diff_drop(work->pair->list.memory, b);
    if (changed > 0) {
        vrmi_diff_add_amount(&work->pair->list, subject, "indices", (double)changed, "triangles");
    }
}

/* --- Morph targets --- */

/* The targets of two meshes, matched by their names. */
typedef struct target_pair {
    const vrm_mesh *a, *b;
} target_pair;

static bool has_target(const void *context, vrmi_diff_side side, uint32_t index,
                       vrmi_match_key *out) {
    const target_pair *pair = context;
    const vrm_mesh *mesh = side == VRMI_SIDE_A ? pair->a : pair->b;
    bool has_names = pair->a->target_name_count != 0 && pair->b->target_name_count != 0;
    if (has_names && index < mesh->target_name_count) {
        out->text = mesh->target_names[index];
        return out->text.length != 0;
    }
    out->number = index;
    return true;
}

/* A target has a new name only if nothing else can have moved it. */
static bool has_target_index(const void *context, vrmi_diff_side side, uint32_t index,
                             vrmi_match_key *out) {
    const target_pair *pair = context;
    (void)side;
    out->number = index;
    return pair->a->target_count == pair->b->target_count;
}

static void target_subject(const vrmi_diff_subject *mesh, const vrm_mesh *model_mesh,
                           uint32_t target, vrmi_diff_subject *out) {
    const vrm_string name = {mesh->name, mesh->length};
    vrmi_subject_name(out, VRM_DIFF_PART_MESHES, name);
    vrmi_subject_add(out, " / ");
    if (target < model_mesh->target_name_count) {
        vrmi_subject_add_name(out, model_mesh->target_names[target]);
    } else {
        vrmi_subject_add_number(out, target);
    }
}

static void compare_target(vrmi_mesh_work *work, const vrmi_diff_subject *subject, int32_t mesh,
                           int32_t other, uint32_t primitive, uint32_t a, uint32_t b,
                           vrm_attribute_semantic semantic) {
    const vrm_primitive *model_primitive = &work->pair->a.gltf->meshes[mesh].primitives[primitive];
    uint64_t count = (uint64_t)model_primitive->vertex_count * 3;
    if (!vrmi_mesh_need(work, count)) return;
    if (vrm_model_read_morph_target(work->pair->a.model, mesh, (int32_t)primitive, (int32_t)a,
                                    semantic, work->a, (size_t)count) != VRM_OK ||
        vrm_model_read_morph_target(work->pair->b.model, other, (int32_t)primitive, (int32_t)b,
                                    semantic, work->b, (size_t)count) != VRM_OK) {
        return;
    }
    tell(work, subject, semantic == VRM_ATTRIBUTE_POSITION ? "POSITION" : "NORMAL",
         vectors_apart(work, model_primitive->vertex_count, 3, true),
         semantic == VRM_ATTRIBUTE_POSITION ? "m" : "");
}

static void compare_target_of_all(vrmi_mesh_work *work, const vrmi_diff_subject *subject,
                                  int32_t mesh, int32_t other, uint32_t a, uint32_t b) {
    const vrm_mesh *in_a = &work->pair->a.gltf->meshes[mesh];
    const vrm_mesh *in_b = &work->pair->b.gltf->meshes[other];
    if (work->has_same_vertices && a == b) return;
    for (uint32_t i = 0; i < in_a->primitive_count && i < in_b->primitive_count; ++i) {
        const vrm_primitive *primitive = &in_a->primitives[i], *second = &in_b->primitives[i];
        bool has_normals =
            a < primitive->target_count && b < second->target_count &&
            (primitive->targets[a].normal != VRM_NONE || second->targets[b].normal != VRM_NONE);
        if (primitive->vertex_count != second->vertex_count || a >= primitive->target_count ||
            b >= second->target_count) {
            continue;
        }
        compare_target(work, subject, mesh, other, i, a, b, VRM_ATTRIBUTE_POSITION);
        if (has_normals) compare_target(work, subject, mesh, other, i, a, b, VRM_ATTRIBUTE_NORMAL);
    }
}

static void compare_targets(vrmi_mesh_work *work, const vrmi_diff_subject *subject, int32_t mesh,
                            int32_t other) {
    const target_pair pair = {&work->pair->a.gltf->meshes[mesh],
                              &work->pair->b.gltf->meshes[other]};
    vrmi_diff_list *list = &work->pair->list;
    vrmi_diff_match match = {0};
    vrmi_diff_subject target;
    if (!vrmi_match_open(&match, work->pair->list.memory, pair.a->target_count,
                         pair.b->target_count) ||
        !vrmi_match_by(&match, has_target, &pair) ||
        !vrmi_match_by(&match, has_target_index, &pair)) {
        list->is_refused = true;
        vrmi_match_close(&match);
        return;
    }
    for (uint32_t i = 0; i < match.a_count; ++i) {
        target_subject(subject, pair.a, i, &target);
        if (match.to_b[i] == VRM_NONE) {
            vrmi_diff_removed(list, &target);
            continue;
        }
        if (pair.a->target_name_count != 0 && pair.b->target_name_count != 0) {
            vrmi_compare_names(list, &target, pair.a->target_names[i],
                               pair.b->target_names[match.to_b[i]]);
        }
        compare_target_of_all(work, &target, mesh, other, i, (uint32_t)match.to_b[i]);
    }
    for (uint32_t i = 0; i < match.b_count; ++i) {
        if (match.to_a[i] != VRM_NONE) continue;
        target_subject(subject, pair.b, i, &target);
        vrmi_diff_added(list, &target);
    }
    vrmi_match_close(&match);
}

/* --- Meshes --- */

static const char *material_text(vrmi_diff_list *list, const vrmi_diff_file *file,
                                 int32_t material) {
    return material != VRM_NONE ? vrmi_diff_quote(list, file->gltf->materials[material].name)
                                : "none";
}

/* Whether its vertices, with their morph targets, are the same. */
static bool compare_primitive(vrmi_mesh_work *work, const vrmi_diff_subject *mesh_subject,
                              int32_t mesh, int32_t other, int32_t primitive) {
    const vrm_mesh *in_a = &work->pair->a.gltf->meshes[mesh];
    const vrm_primitive *a = &in_a->primitives[primitive];
    const vrm_primitive *b = &work->pair->b.gltf->meshes[other].primitives[primitive];
    vrmi_diff_list *list = &work->pair->list;
    vrmi_diff_subject subject = *mesh_subject;
    if (in_a->primitive_count > 1) {
        vrmi_subject_add(&subject, " / primitive ");
        vrmi_subject_add_number(&subject, (uint32_t)primitive);
    }
    if (!vrmi_diff_same_index(&work->pair->materials, a->material, b->material)) {
        vrmi_diff_add(list, &subject, VRM_DIFF_CHANGED, "material",
                      material_text(list, &work->pair->a, a->material),
                      material_text(list, &work->pair->b, b->material));
    }
    vrmi_compare_wholes(list, &subject, "mode", a->mode, b->mode);
    vrmi_compare_flags(list, &subject, "KHR_draco_mesh_compression", a->is_compressed != 0,
                       b->is_compressed != 0);
    vrmi_compare_wholes(list, &subject, "vertices", a->vertex_count, b->vertex_count);
    vrmi_compare_wholes(list, &subject, "triangles", a->triangle_count, b->triangle_count);
    switch (vrmi_mesh_compare_content(work, mesh, other, primitive)) {
    case VRMI_MESH_SAME:
        return true;
    case VRMI_MESH_REORDERED:
        vrmi_diff_add(list, &subject, VRM_DIFF_CHANGED, "order", "",
                      VRMI_DIFF_TEXT("the same triangles in another order"));
        return true;
    default:
        break;
    }
    compare_attributes(work, &subject, mesh, other, primitive);
    if (a->vertex_count == b->vertex_count && a->triangle_count == b->triangle_count) {
        compare_triangles(work, &subject, mesh, other, primitive);
    }
    return false;
}

static void mesh_subject(const vrmi_diff_file *file, uint32_t index, vrmi_diff_subject *out) {
    vrm_string name = file->gltf->meshes[index].name;
    if (name.length != 0) {
        vrmi_subject_name(out, VRM_DIFF_PART_MESHES, name);
    } else {
        vrmi_subject_number(out, VRM_DIFF_PART_MESHES, "mesh ", index);
    }
}

static void compare_meshes(vrmi_mesh_work *work, uint32_t mesh, int32_t other) {
    const vrm_mesh *a = &work->pair->a.gltf->meshes[mesh];
    const vrm_mesh *b = &work->pair->b.gltf->meshes[other];
    vrmi_diff_list *list = &work->pair->list;
    vrmi_diff_subject subject;
    mesh_subject(&work->pair->a, mesh, &subject);
    vrmi_compare_names(list, &subject, a->name, b->name);
    vrmi_compare_wholes(list, &subject, "primitives", a->primitive_count, b->primitive_count);
    vrmi_compare_wholes(list, &subject, "names of morph targets", a->target_name_count,
                        b->target_name_count);
    if (a->weight_count != b->weight_count) {
        vrmi_compare_wholes(list, &subject, "weights", a->weight_count, b->weight_count);
    } else {
        vrmi_compare_numbers(list, &subject, "weights", a->weights, b->weights, a->weight_count);
    }
    work->has_same_vertices = true;
    for (uint32_t i = 0; i < a->primitive_count && i < b->primitive_count; ++i) {
        if (!compare_primitive(work, &subject, (int32_t)mesh, other, (int32_t)i)) {
            work->has_same_vertices = false;
        }
    }
    compare_targets(work, &subject, (int32_t)mesh, other);
}

/* Whether no mesh can differ: all bytes are the same, and no others belong to the files. */
static bool has_same_bytes(const vrm_diff *pair) {
    for (uint32_t i = 0; i < pair->a.gltf->buffer_count; ++i) {
        if (pair->a.gltf->buffers[i].uri.length != 0) return false;
    }
    return pair->a.bytes != NULL && pair->b.bytes != NULL && pair->a.size == pair->b.size &&
           memcmp(pair->a.bytes, pair->b.bytes, pair->a.size) == 0;
}

void vrmi_diff_meshes(vrm_diff *pair) {
    vrmi_mesh_work work = {.pair = pair, .left = MOST_NUMBERS};
    vrmi_diff_subject subject;
    if (has_same_bytes(pair)) return;
    for (uint32_t i = 0; i < pair->a.gltf->mesh_count && !vrmi_diff_is_cancelled(pair); ++i) {
        if (pair->meshes.to_b[i] != VRM_NONE) {
            compare_meshes(&work, i, pair->meshes.to_b[i]);
        } else {
            mesh_subject(&pair->a, i, &subject);
            vrmi_diff_removed(&pair->list, &subject);
        }
    }
    for (uint32_t i = 0; i < pair->b.gltf->mesh_count; ++i) {
        if (pair->meshes.to_a[i] != VRM_NONE) continue;
        mesh_subject(&pair->b, i, &subject);
        vrmi_diff_added(&pair->list, &subject);
    }
    if (work.was_left_out) {
        /* Nobody may take two files for the same that were not compared to the end. */
        vrmi_subject_words(&subject, VRM_DIFF_PART_MESHES, "");
        vrmi_diff_add(&pair->list, &subject, VRM_DIFF_CHANGED, "content", "",
                      VRMI_DIFF_TEXT("too much to compare"));
    }
    release_numbers(&work);
}

/* --- Animations --- */

static bool is_same_accessor(vrmi_mesh_work *work, int32_t a, int32_t b) {
    size_t count = vrm_model_accessor_floats(work->pair->a.model, a);
    if (count != vrm_model_accessor_floats(work->pair->b.model, b)) return false;
    if (!vrmi_mesh_need(work, count)) return false;
    if (vrm_model_read_floats(work->pair->a.model, a, work->a, count) != VRM_OK ||
        vrm_model_read_floats(work->pair->b.model, b, work->b, count) != VRM_OK) {
        return true; /* neither can be read */
    }
    for (size_t i = 0; i < count; ++i) {
        if (work->a[i] != work->b[i]) return false;
    }
    return true;
}

static uint32_t count_changed_channels(vrmi_mesh_work *work, const vrm_animation *a,
                                       const vrm_animation *b) {
    uint32_t changed = 0;
    for (uint32_t i = 0; i < a->channel_count; ++i) {
        const vrm_channel *from = &a->channels[i], *to = &b->channels[i];
        changed += !vrmi_diff_same_index(&work->pair->nodes, from->node, to->node) ||
                   from->path != to->path || from->interpolation != to->interpolation ||
                   !is_same_accessor(work, from->input, to->input) ||
                   !is_same_accessor(work, from->output, to->output);
    }
    return changed;
}

void vrmi_diff_animations(vrm_diff *pair) {
    const vrm_gltf *a = pair->a.gltf, *b = pair->b.gltf;
    vrmi_mesh_work work = {.pair = pair, .left = MOST_NUMBERS};
    for (uint32_t i = 0; i < a->animation_count || i < b->animation_count; ++i) {
        const vrm_gltf *gltf = i < a->animation_count ? a : b;
        vrmi_diff_subject subject;
        vrmi_subject_name(&subject, VRM_DIFF_PART_ANIMATIONS, gltf->animations[i].name);
        if (i >= a->animation_count || i >= b->animation_count) {
            (i >= a->animation_count ? vrmi_diff_added : vrmi_diff_removed)(&pair->list, &subject);
            continue;
        }
        vrmi_compare_names(&pair->list, &subject, a->animations[i].name, b->animations[i].name);
        vrmi_compare_wholes(&pair->list, &subject, "channels", a->animations[i].channel_count,
                            b->animations[i].channel_count);
        if (a->animations[i].channel_count == b->animations[i].channel_count) {
            uint32_t changed = count_changed_channels(&work, &a->animations[i], &b->animations[i]);
            if (changed > 0) {
                vrmi_diff_add_amount(&pair->list, &subject, "channels", changed, "channels");
            }
        }
    }
    release_numbers(&work);
}
