/* Meshes by content: what the library reads of them, whatever their layout in the file is. */
#include "apps/kit/language.h"
#include "mesh_work.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers that are read of each file, and of one primitive. A file can claim far more than it has
 * bytes for: accessors without a buffer view are zeros. */
#define MOST_NUMBERS ((uint64_t)1 << 28)
#define MOST_AT_ONCE ((uint64_t)1 << 26)

bool mesh_need(mesh_work *work, uint64_t count) {
    float *a, *b;
    if (count > work->left || count > MOST_AT_ONCE) {
        work->was_left_out = true;
        return false;
    }
    work->left -= count;
    if (count <= work->room) return true;
    a = realloc(work->a, (size_t)count * sizeof *a);
    if (a != NULL) work->a = a;
    b = realloc(work->b, (size_t)count * sizeof *b);
    if (b != NULL) work->b = b;
    if (a == NULL || b == NULL) {
        work->pair->changes.has_no_memory = true;
        return false;
    }
    work->room = count;
    return true;
}

/* How far two lists of vectors are apart at most. Directions and places of the first are turned
 * around where the avatars face in other directions. */
static double vectors_apart(const mesh_work *work, uint64_t count, uint32_t components,
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

static void tell(mesh_work *work, const diff_subject *subject, const char *field, double apart,
                 const char *unit) {
    if (apart > work->pair->changes.tolerance) {
        change_by(&work->pair->changes, subject, field, apart, unit);
    }
}

/* --- Attributes --- */

const vrm_attribute *mesh_find_attribute(const vrm_primitive *of, const vrm_attribute *like) {
    for (uint32_t i = 0; i < of->attribute_count; ++i) {
        if (of->attributes[i].semantic == like->semantic && of->attributes[i].set == like->set) {
            return &of->attributes[i];
        }
    }
    return NULL;
}

static void name_attribute(const vrm_attribute *of, char out[32]) {
    static const char *const names[] = {"POSITION", "NORMAL", "TANGENT", "TEXCOORD",
                                        "COLOR",    "JOINTS", "WEIGHTS"};
    if (of->semantic <= VRM_ATTRIBUTE_TANGENT) {
        snprintf(out, 32, "%s", names[of->semantic]);
    } else {
        snprintf(out, 32, "%s_%d", names[of->semantic], (int)of->set);
    }
}

uint32_t mesh_components(vrm_attribute_semantic semantic) {
    static const uint32_t components[] = {3, 3, 4, 2, 4, 4, 4};
    return components[semantic];
}

/* Joints are compared by the nodes that they are, in diff_skins; here by their numbers in the skin.
 */
bool mesh_read_attribute(const vrm_model *model, int32_t mesh, int32_t primitive,
                         const vrm_attribute *of, float *out, uint64_t count) {
    if (of->semantic == VRM_ATTRIBUTE_JOINTS) {
        return vrm_model_read_floats(model, of->accessor, out, (size_t)count) == VRM_OK;
    }
    return vrm_model_read_vertices(model, mesh, primitive, of->semantic, of->set,
                                   (int32_t)mesh_components(of->semantic), out,
                                   (size_t)count) == VRM_OK;
}

static void compare_attribute(mesh_work *work, const diff_subject *subject, int32_t mesh,
                              int32_t other, int32_t primitive, const vrm_attribute *a,
                              const vrm_attribute *b) {
    const vrm_primitive *of = &work->pair->a.gltf->meshes[mesh].primitives[primitive];
    const uint32_t components = mesh_components(a->semantic);
    uint64_t count = (uint64_t)of->vertex_count * components;
    bool is_a, is_b;
    char name[32];
    name_attribute(a, name);
    if (!mesh_need(work, count)) return;
    is_a = mesh_read_attribute(work->pair->a.model, mesh, primitive, a, work->a, count);
    is_b = mesh_read_attribute(work->pair->b.model, other, primitive, b, work->b, count);
    if (!is_a || !is_b) {
        compare_flags(&work->pair->changes, subject, name, is_a, is_b);
        return;
    }
    tell(work, subject, name,
         vectors_apart(work, of->vertex_count, components, a->semantic <= VRM_ATTRIBUTE_TANGENT),
         a->semantic == VRM_ATTRIBUTE_POSITION ? "m" : "");
}

static void compare_attributes(mesh_work *work, const diff_subject *subject, int32_t mesh,
                               int32_t other, int32_t primitive) {
    const vrm_primitive *a = &work->pair->a.gltf->meshes[mesh].primitives[primitive];
    const vrm_primitive *b = &work->pair->b.gltf->meshes[other].primitives[primitive];
    char name[32];
    for (uint32_t i = 0; i < a->attribute_count; ++i) {
        const vrm_attribute *found = mesh_find_attribute(b, &a->attributes[i]);
        name_attribute(&a->attributes[i], name);
        if (found == NULL) {
            change_add(&work->pair->changes, subject, CHANGE_REMOVED, name, "", "");
        } else if (a->vertex_count == b->vertex_count) {
            compare_attribute(work, subject, mesh, other, primitive, &a->attributes[i], found);
        }
    }
    for (uint32_t i = 0; i < b->attribute_count; ++i) {
        if (mesh_find_attribute(a, &b->attributes[i]) != NULL) continue;
        name_attribute(&b->attributes[i], name);
        change_add(&work->pair->changes, subject, CHANGE_ADDED, name, "", "");
    }
}

/* --- Triangles --- */

static void compare_triangles(mesh_work *work, const diff_subject *subject, int32_t mesh,
                              int32_t other, int32_t primitive) {
    const vrm_primitive *of = &work->pair->a.gltf->meshes[mesh].primitives[primitive];
    uint64_t count = (uint64_t)of->triangle_count * 3;
    size_t in_a = 0, in_b = 0;
    uint64_t changed = 0;
    uint32_t *a, *b;
    if (count == 0 || !mesh_need(work, count)) return;
    a = malloc((size_t)count * sizeof *a);
    b = malloc((size_t)count * sizeof *b);
    if (a == NULL || b == NULL) {
        work->pair->changes.has_no_memory = true;
    } else if (vrm_model_read_triangles(work->pair->a.model, mesh, primitive, a, (size_t)count,
                                        &in_a) == VRM_OK &&
               vrm_model_read_triangles(work->pair->b.model, other, primitive, b, (size_t)count,
                                        &in_b) == VRM_OK) {
        for (size_t i = 0; i + 2 < in_a && i + 2 < in_b; i += 3) {
            changed += a[i] != b[i] || a[i + 1] != b[i + 1] || a[i + 2] != b[i + 2];
        }
        changed += (in_a > in_b ? in_a - in_b : in_b - in_a) / 3;
    }
    free(a);
    free(b);
    if (changed > 0) {
        change_by(&work->pair->changes, subject, "indices", (double)changed, "triangles");
    }
}

/* --- Morph targets --- */

/* The targets of two meshes, matched by their names. */
typedef struct target_pair {
    const vrm_mesh *a, *b;
} target_pair;

static bool has_target(const void *context, diff_side side, uint32_t index, match_key *out) {
    const target_pair *of = context;
    const vrm_mesh *mesh = side == SIDE_A ? of->a : of->b;
    bool has_names = of->a->target_name_count != 0 && of->b->target_name_count != 0;
    if (has_names && index < mesh->target_name_count) {
        out->text = mesh->target_names[index];
        return out->text.length != 0;
    }
    out->number = index;
    return true;
}

/* A target has a new name only where nothing else can have moved it. */
static bool has_target_index(const void *context, diff_side side, uint32_t index, match_key *out) {
    const target_pair *of = context;
    (void)side;
    out->number = index;
    return of->a->target_count == of->b->target_count;
}

static void target_subject(const diff_subject *mesh, const vrm_mesh *of, uint32_t target,
                           diff_subject *out) {
    if (target < of->target_name_count) {
        subject_set(out, PART_MESHES, "%.120s / %.*s", mesh->name,
                    SUBJECT_NAME(of->target_names[target]));
    } else {
        subject_set(out, PART_MESHES, "%.120s / %u", mesh->name, (unsigned)target);
    }
}

static void compare_target(mesh_work *work, const diff_subject *subject, int32_t mesh,
                           int32_t other, uint32_t primitive, uint32_t a, uint32_t b,
                           vrm_attribute_semantic semantic) {
    const vrm_primitive *of = &work->pair->a.gltf->meshes[mesh].primitives[primitive];
    uint64_t count = (uint64_t)of->vertex_count * 3;
    if (!mesh_need(work, count)) return;
    if (vrm_model_read_morph_target(work->pair->a.model, mesh, (int32_t)primitive, (int32_t)a,
                                    semantic, work->a, (size_t)count) != VRM_OK ||
        vrm_model_read_morph_target(work->pair->b.model, other, (int32_t)primitive, (int32_t)b,
                                    semantic, work->b, (size_t)count) != VRM_OK) {
        return;
    }
    tell(work, subject, semantic == VRM_ATTRIBUTE_POSITION ? "POSITION" : "NORMAL",
         vectors_apart(work, of->vertex_count, 3, true),
         semantic == VRM_ATTRIBUTE_POSITION ? "m" : "");
}

static void compare_target_of_all(mesh_work *work, const diff_subject *subject, int32_t mesh,
                                  int32_t other, uint32_t a, uint32_t b) {
    const vrm_mesh *in_a = &work->pair->a.gltf->meshes[mesh];
    const vrm_mesh *in_b = &work->pair->b.gltf->meshes[other];
    if (work->has_same_vertices && a == b) return;
    for (uint32_t i = 0; i < in_a->primitive_count && i < in_b->primitive_count; ++i) {
        const vrm_primitive *of = &in_a->primitives[i], *with = &in_b->primitives[i];
        bool has_normals =
            a < of->target_count && b < with->target_count &&
            (of->targets[a].normal != VRM_NONE || with->targets[b].normal != VRM_NONE);
        if (of->vertex_count != with->vertex_count || a >= of->target_count ||
            b >= with->target_count) {
            continue;
        }
        compare_target(work, subject, mesh, other, i, a, b, VRM_ATTRIBUTE_POSITION);
        if (has_normals) compare_target(work, subject, mesh, other, i, a, b, VRM_ATTRIBUTE_NORMAL);
    }
}

static void compare_targets(mesh_work *work, const diff_subject *subject, int32_t mesh,
                            int32_t other) {
    const target_pair of = {&work->pair->a.gltf->meshes[mesh], &work->pair->b.gltf->meshes[other]};
    diff_changes *list = &work->pair->changes;
    diff_match match = {0};
    diff_subject target;
    if (!match_open(&match, of.a->target_count, of.b->target_count) ||
        !match_by(&match, has_target, &of) || !match_by(&match, has_target_index, &of)) {
        list->has_no_memory = true;
        match_close(&match);
        return;
    }
    for (uint32_t i = 0; i < match.a_count; ++i) {
        target_subject(subject, of.a, i, &target);
        if (match.to_b[i] == VRM_NONE) {
            change_removed(list, &target);
            continue;
        }
        if (of.a->target_name_count != 0 && of.b->target_name_count != 0) {
            compare_names(list, &target, of.a->target_names[i], of.b->target_names[match.to_b[i]]);
        }
        compare_target_of_all(work, &target, mesh, other, i, (uint32_t)match.to_b[i]);
    }
    for (uint32_t i = 0; i < match.b_count; ++i) {
        if (match.to_a[i] != VRM_NONE) continue;
        target_subject(subject, of.b, i, &target);
        change_added(list, &target);
    }
    match_close(&match);
}

/* --- Meshes --- */

static const char *material_text(diff_changes *list, const diff_file *file, int32_t material) {
    return material != VRM_NONE ? changes_quote(list, file->gltf->materials[material].name)
                                : "none";
}

/* Whether its vertices, with their morph targets, are the same. */
static bool compare_primitive(mesh_work *work, const diff_subject *mesh_subject, int32_t mesh,
                              int32_t other, int32_t primitive) {
    const vrm_mesh *in_a = &work->pair->a.gltf->meshes[mesh];
    const vrm_primitive *a = &in_a->primitives[primitive];
    const vrm_primitive *b = &work->pair->b.gltf->meshes[other].primitives[primitive];
    diff_changes *list = &work->pair->changes;
    diff_subject subject = *mesh_subject;
    if (in_a->primitive_count > 1) {
        subject_set(&subject, PART_MESHES, "%.200s / primitive %d", mesh_subject->name,
                    (int)primitive);
    }
    if (!is_same_index(&work->pair->materials, a->material, b->material)) {
        change_add(list, &subject, CHANGE_CHANGED, "material",
                   material_text(list, &work->pair->a, a->material),
                   material_text(list, &work->pair->b, b->material));
    }
    compare_wholes(list, &subject, "mode", a->mode, b->mode);
    compare_flags(list, &subject, "KHR_draco_mesh_compression", a->is_compressed != 0,
                  b->is_compressed != 0);
    compare_wholes(list, &subject, "vertices", a->vertex_count, b->vertex_count);
    compare_wholes(list, &subject, "triangles", a->triangle_count, b->triangle_count);
    switch (mesh_compare_content(work, mesh, other, primitive)) {
    case MESH_SAME:
        return true;
    case MESH_REORDERED:
        change_add(list, &subject, CHANGE_CHANGED, "order", "",
                   SAY("the same triangles in another order"));
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

static void mesh_subject(const diff_file *file, uint32_t index, diff_subject *out) {
    vrm_string name = file->gltf->meshes[index].name;
    if (name.length != 0) {
        subject_set(out, PART_MESHES, "%.*s", SUBJECT_NAME(name));
    } else {
        subject_set(out, PART_MESHES, "mesh %u", (unsigned)index);
    }
}

static void compare_meshes(mesh_work *work, uint32_t mesh, int32_t other) {
    const vrm_mesh *a = &work->pair->a.gltf->meshes[mesh];
    const vrm_mesh *b = &work->pair->b.gltf->meshes[other];
    diff_changes *list = &work->pair->changes;
    diff_subject subject;
    mesh_subject(&work->pair->a, mesh, &subject);
    compare_names(list, &subject, a->name, b->name);
    compare_wholes(list, &subject, "primitives", a->primitive_count, b->primitive_count);
    compare_wholes(list, &subject, "names of morph targets", a->target_name_count,
                   b->target_name_count);
    if (a->weight_count != b->weight_count) {
        compare_wholes(list, &subject, "weights", a->weight_count, b->weight_count);
    } else {
        compare_numbers(list, &subject, "weights", a->weights, b->weights, a->weight_count);
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
static bool has_same_bytes(const diff_pair *pair) {
    for (uint32_t i = 0; i < pair->a.gltf->buffer_count; ++i) {
        if (pair->a.gltf->buffers[i].uri.length != 0) return false;
    }
    return pair->a.size == pair->b.size && memcmp(pair->a.bytes, pair->b.bytes, pair->a.size) == 0;
}

void diff_meshes(diff_pair *pair) {
    mesh_work work = {.pair = pair, .left = MOST_NUMBERS};
    diff_subject subject;
    if (has_same_bytes(pair)) return;
    for (uint32_t i = 0; i < pair->a.gltf->mesh_count && !diff_is_late(pair->bounds); ++i) {
        if (pair->meshes.to_b[i] != VRM_NONE) {
            compare_meshes(&work, i, pair->meshes.to_b[i]);
        } else {
            mesh_subject(&pair->a, i, &subject);
            change_removed(&pair->changes, &subject);
        }
    }
    for (uint32_t i = 0; i < pair->b.gltf->mesh_count; ++i) {
        if (pair->meshes.to_a[i] != VRM_NONE) continue;
        mesh_subject(&pair->b, i, &subject);
        change_added(&pair->changes, &subject);
    }
    if (work.was_left_out) {
        /* Nobody may take two files for the same that were not compared to the end. */
        subject_set(&subject, PART_MESHES, "%s", "");
        change_add(&pair->changes, &subject, CHANGE_CHANGED, "content", "",
                   SAY("too much of it to be compared"));
    }
    free(work.a);
    free(work.b);
}

/* --- Animations --- */

static bool is_same_accessor(mesh_work *work, int32_t a, int32_t b) {
    size_t count = vrm_model_accessor_floats(work->pair->a.model, a);
    if (count != vrm_model_accessor_floats(work->pair->b.model, b)) return false;
    if (!mesh_need(work, count)) return false;
    if (vrm_model_read_floats(work->pair->a.model, a, work->a, count) != VRM_OK ||
        vrm_model_read_floats(work->pair->b.model, b, work->b, count) != VRM_OK) {
        return true; /* neither can be read */
    }
    for (size_t i = 0; i < count; ++i) {
        if (work->a[i] != work->b[i]) return false;
    }
    return true;
}

static uint32_t count_changed_channels(mesh_work *work, const vrm_animation *a,
                                       const vrm_animation *b) {
    uint32_t changed = 0;
    for (uint32_t i = 0; i < a->channel_count; ++i) {
        const vrm_channel *from = &a->channels[i], *to = &b->channels[i];
        changed += !is_same_index(&work->pair->nodes, from->node, to->node) ||
                   from->path != to->path || from->interpolation != to->interpolation ||
                   !is_same_accessor(work, from->input, to->input) ||
                   !is_same_accessor(work, from->output, to->output);
    }
    return changed;
}

void diff_animations(diff_pair *pair) {
    const vrm_gltf *a = pair->a.gltf, *b = pair->b.gltf;
    mesh_work work = {.pair = pair, .left = MOST_NUMBERS};
    for (uint32_t i = 0; i < a->animation_count || i < b->animation_count; ++i) {
        const vrm_gltf *of = i < a->animation_count ? a : b;
        diff_subject subject;
        subject_set(&subject, PART_ANIMATIONS, "%.*s", SUBJECT_NAME(of->animations[i].name));
        if (i >= a->animation_count || i >= b->animation_count) {
            (i >= a->animation_count ? change_added : change_removed)(&pair->changes, &subject);
            continue;
        }
        compare_names(&pair->changes, &subject, a->animations[i].name, b->animations[i].name);
        compare_wholes(&pair->changes, &subject, "channels", a->animations[i].channel_count,
                       b->animations[i].channel_count);
        if (a->animations[i].channel_count == b->animations[i].channel_count) {
            uint32_t changed = count_changed_channels(&work, &a->animations[i], &b->animations[i]);
            if (changed > 0) {
                change_by(&pair->changes, &subject, "channels", changed, "channels");
            }
        }
    }
    free(work.a);
    free(work.b);
}
