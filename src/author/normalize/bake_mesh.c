/*
 * Meshes: which nodes show them in which way, copies for nodes that show one mesh in several ways,
 * and the order of corners if a mirrored node is no longer mirrored (requirements 6.9, steps 3 and
 * 4).
 */
#include "author/normalize/bake_mesh.h"
#include "base/sort.h"
#include "base/text.h"

#include <string.h>

bool vrmi_bake_fail(vrmi_bake *bake, vrm_result result) {
    if (bake->result == VRM_OK) bake->result = result;
    return false;
}

bool vrmi_bake_refuse(vrmi_bake *bake) {
    bake->is_refused = true;
    return false;
}

uint64_t vrmi_bake_step_limit(const vrm_gltf *gltf) {
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < gltf->buffer_count; ++i) {
        if (gltf->buffers[i].is_available) bytes += gltf->buffers[i].byte_length;
    }
    return bytes * 16 + ((uint64_t)1 << 20);
}

bool vrmi_bake_take_steps(vrmi_meshes *meshes, uint64_t count) {
    if (count > meshes->steps_left) return vrmi_bake_fail(meshes->bake, VRM_ERROR_LIMIT);
    meshes->steps_left -= count;
    return true;
}

static bool goes_on(const vrmi_bake *bake) { return bake->result == VRM_OK && !bake->is_refused; }

/* --- Who shows what --- */

static bool lacks_joints(const vrm_mesh *mesh) {
    const vrmi_skinning none = {.set_count = 0};
    for (uint32_t i = 0; i < mesh->primitive_count; ++i) {
        if (!vrmi_skinning_has_next(&none, &mesh->primitives[i])) return true;
    }
    return false;
}

/* Whether the way of the node itself can be seen. */
static bool moves_with_node(const vrmi_bake_use *use) {
    return use->skin == VRM_NONE || use->lacks_joints;
}

/* Any order that puts matrices that are equal, bit for bit, beside each other. */
static int compare_matrices(const vrm_mat4 *a, const vrm_mat4 *b) {
    for (int i = 0; i < 16; ++i) {
        uint32_t x = vrmi_float_bits(a->m[i]), y = vrmi_float_bits(b->m[i]);
        if (x != y) return x < y ? -1 : 1;
    }
    return 0;
}

static int compare_uses(const vrmi_meshes *meshes, const vrmi_bake_use *a, const vrmi_bake_use *b) {
    if (a->mesh != b->mesh) return a->mesh < b->mesh ? -1 : 1;
    if (a->skin != b->skin) return a->skin < b->skin ? -1 : 1;
    if (a->is_mirrored != b->is_mirrored) return a->is_mirrored ? 1 : -1;
    if (!moves_with_node(a)) return 0;
    return compare_matrices(&meshes->bake->nodes[a->node].change,
                            &meshes->bake->nodes[b->node].change);
}

static bool comes_before(const void *context, uint32_t a, uint32_t b) {
    const vrmi_meshes *meshes = context;
    return compare_uses(meshes, &meshes->uses[a], &meshes->uses[b]) < 0;
}

static bool find_uses(vrmi_meshes *meshes) {
    const vrm_gltf *gltf = meshes->bake->gltf;
    const uint32_t *order;
    vrmi_bake_use *sorted;
    meshes->uses = VRMI_TAKE(meshes->arena, vrmi_bake_use, gltf->node_count);
    sorted = VRMI_TAKE(meshes->arena, vrmi_bake_use, gltf->node_count);
    if (meshes->uses == NULL || sorted == NULL) return vrmi_bake_refuse(meshes->bake);
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        vrmi_bake_use *use = &meshes->uses[meshes->use_count];
        if (gltf->nodes[i].mesh == VRM_NONE) continue;
        use->node = (int32_t)i;
        use->mesh = gltf->nodes[i].mesh;
        use->skin = gltf->nodes[i].skin;
        use->is_mirrored = meshes->bake->nodes[i].is_mirrored;
        use->lacks_joints = lacks_joints(&gltf->meshes[use->mesh]);
        ++meshes->use_count;
    }
    order = vrmi_sort_order(meshes->arena, meshes->use_count, comes_before, meshes);
    if (order == NULL) return vrmi_bake_refuse(meshes->bake);
    for (uint32_t i = 0; i < meshes->use_count; ++i) sorted[i] = meshes->uses[order[i]];
    meshes->uses = sorted;
    return true;
}

/* --- Groups --- */

static bool has_unweighted(vrmi_meshes *meshes, const vrmi_bake_use *use,
                           const vrm_primitive *primitive) {
    vrmi_skinning skinning;
    vrmi_arena arena;
    bool found = false;
    if (primitive->is_compressed || primitive->vertex_count == 0) return false;
    memset(&skinning, 0, sizeof skinning);
    skinning.skin = &meshes->bake->gltf->skins[use->skin];
    vrmi_arena_init(&arena, &meshes->bake->edit->memory, 0);
    if (vrmi_bake_read_sets(meshes, primitive, &arena, &skinning) && skinning.set_count > 0) {
        for (uint32_t i = 0; i < primitive->vertex_count && !found; ++i) {
            found = !vrmi_bake_has_weights(&skinning, i);
        }
    }
    vrmi_arena_release(&arena);
    return found;
}

static void judge_group(vrmi_meshes *meshes, vrmi_bake_group *group) {
    const vrmi_bake_use *use = group->uses;
    const vrm_mesh *mesh = &meshes->bake->gltf->meshes[use->mesh];
    vrmi_bake_skin *skin = use->skin != VRM_NONE ? &meshes->skins[use->skin] : NULL;
    group->moves = moves_with_node(use) && !meshes->bake->nodes[use->node].is_same;
    if (skin == NULL) return;
    group->moves = group->moves || !skin->is_same;
    for (uint32_t i = 0; i < mesh->primitive_count && goes_on(meshes->bake); ++i) {
        group->gets_joints =
            has_unweighted(meshes, use, &mesh->primitives[i]) || group->gets_joints;
    }
    if (group->gets_joints &&
        (uint32_t)skin->root == meshes->bake->gltf->skins[use->skin].joint_count) {
        skin->gets_root = true;
    }
}

static bool make_groups(vrmi_meshes *meshes) {
    meshes->groups = VRMI_TAKE(meshes->arena, vrmi_bake_group, meshes->use_count);
    if (meshes->groups == NULL) return vrmi_bake_refuse(meshes->bake);
    for (uint32_t i = 0; i < meshes->use_count; ++i) {
        const vrmi_bake_use *use = &meshes->uses[i];
        vrmi_bake_group *group;
        if (i > 0 && compare_uses(meshes, use - 1, use) == 0) {
            meshes->groups[meshes->group_count - 1].use_count += 1;
            continue;
        }
        group = &meshes->groups[meshes->group_count++];
        memset(group, 0, sizeof *group);
        group->uses = use;
        group->use_count = 1;
        group->mesh = use->mesh;
        judge_group(meshes, group);
    }
    return goes_on(meshes->bake);
}

static bool changes(const vrmi_bake_group *group) {
    return group->moves || group->gets_joints || group->uses[0].is_mirrored;
}

/* --- Copies --- */

typedef struct mesh_references {
    vrmi_tree *tree;
    vrmi_value **values;
    uint32_t count, capacity;
    uint32_t *order;     /* of `values` */
    uint64_t added_most; /* how many may still be added */
} mesh_references;

/* What names a mesh and is no node: binds and annotations of 0.x and the draft (FP-012). */
static void collect(vrmi_tree *tree, vrmi_value *index, vrmi_reference_kind kind, void *user) {
    mesh_references *found = user;
    vrmi_value *list = vrmi_value_parent(vrmi_value_parent(index));
    (void)kind;
    if (list == vrmi_reference_table(tree, VRMI_REFERENCE_NODE) ||
        vrmi_value_get_kind(list) != VRMI_VALUE_ARRAY) {
        return;
    }
    if (found->values != NULL && found->count < found->capacity)
        found->values[found->count] = index;
    ++found->count;
}

static int32_t mesh_of(const mesh_references *references, uint32_t reference) {
    return vrmi_value_to_index(references->tree, references->values[reference]);
}

static bool is_annotation(const mesh_references *references, uint32_t reference) {
    const vrmi_value *object = vrmi_value_parent(references->values[reference]);
    return vrmi_string_equals(vrmi_value_key(references->tree, vrmi_value_parent(object)),
                              "meshAnnotations");
}

/* By mesh, binds before annotations. */
static bool names_before(const void *context, uint32_t a, uint32_t b) {
    const int32_t mesh = mesh_of(context, a), other = mesh_of(context, b);
    if (mesh != other) return mesh < other;
    return is_annotation(context, a) < is_annotation(context, b);
}

/* Each copy repeats each bind of its mesh, so many copies of a mesh with many binds cost a square.
 * No avatar is like that, and its file would be too large for anybody (NO-014). */
static uint64_t most_added(const vrmi_meshes *meshes, uint32_t references) {
    enum { FOR_EACH = 16, FOR_ANY = 256 };
    return FOR_EACH * ((uint64_t)references + meshes->group_count + FOR_ANY);
}

static bool find_references(vrmi_meshes *meshes, mesh_references *out) {
    vrmi_tree *tree = &meshes->bake->edit->tree;
    memset(out, 0, sizeof *out);
    out->tree = tree;
    vrmi_references_visit(tree, VRMI_REFERENCE_BIT(VRMI_REFERENCE_MESH), collect, out);
    out->capacity = out->count;
    out->values = VRMI_TAKE(meshes->arena, vrmi_value *, out->capacity);
    if (out->values == NULL) return vrmi_bake_refuse(meshes->bake);
    out->count = 0;
    vrmi_references_visit(tree, VRMI_REFERENCE_BIT(VRMI_REFERENCE_MESH), collect, out);
    out->order = vrmi_sort_order(meshes->arena, out->count, names_before, out);
    if (out->order == NULL) return vrmi_bake_refuse(meshes->bake);
    out->added_most = most_added(meshes, out->count);
    return true;
}

/* The index at which the references of a mesh begin in the order. */
static uint32_t find_first(const mesh_references *references, int32_t mesh) {
    uint32_t low = 0, high = references->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (mesh_of(references, references->order[middle]) < mesh) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Annotations of the mesh apply to its copy as well. Of several annotations the first counts. */
static bool refer_to_copy(vrmi_meshes *meshes, mesh_references *references,
                          const vrmi_bake_group *group) {
    const int32_t mesh = group->uses[0].mesh;
    vrmi_tree *tree = references->tree;
    bool is_last = false;
    for (uint32_t i = find_first(references, mesh);
         i < references->count && mesh_of(references, references->order[i]) == mesh && !is_last;
         ++i) {
        vrmi_value *object = vrmi_value_parent(references->values[references->order[i]]), *added;
        is_last = is_annotation(references, references->order[i]);
        if (references->added_most-- == 0) return vrmi_bake_fail(meshes->bake, VRM_ERROR_LIMIT);
        added = vrmi_value_append(tree, vrmi_value_parent(object), vrmi_value_text(tree, object));
        vrmi_value_set_index(tree, added, "mesh", (uint64_t)group->mesh);
    }
    return true;
}

static void copy_mesh(vrmi_meshes *meshes, vrmi_bake_group *group) {
    vrm_edit *edit = meshes->bake->edit;
    int32_t from = group->uses[0].mesh;
    vrmi_value *mesh = vrmi_bake_element(meshes->bake, "meshes", from);
    char place[32];
    vrmi_text text = vrmi_text_make(place, sizeof place);
    group->mesh =
        vrmi_edit_add_element(edit, VRMI_REFERENCE_MESH, vrmi_value_text(&edit->tree, mesh));
    if (group->mesh == VRM_NONE) return;
    for (uint32_t i = 0; i < group->use_count; ++i) {
        vrmi_value_set_index(&edit->tree,
                             vrmi_bake_element(meshes->bake, "nodes", group->uses[i].node), "mesh",
                             (uint64_t)group->mesh);
    }
    vrmi_text_append(&text, "/meshes/");
    vrmi_text_append_i64(&text, group->mesh);
    vrmi_bake_say(meshes->bake->edit, VRM_CHANGE_ADDED, "mesh-copied", place,
                  "a copy of mesh {}, which nodes show in several ways",
                  VRMI_WITH(vrmi_integer(from)));
}

/* Those who show the mesh as it is keep it; else the first does. All others get copies. */
static bool copy_meshes(vrmi_meshes *meshes) {
    mesh_references references;
    uint32_t begin = 0;
    if (!find_references(meshes, &references)) return false;
    for (uint32_t end = 1; end <= meshes->group_count; ++end) {
        uint32_t keeper = begin;
        if (end < meshes->group_count &&
            meshes->groups[end].uses[0].mesh == meshes->groups[begin].uses[0].mesh) {
            continue;
        }
        for (uint32_t i = begin; i < end; ++i) {
            if (!changes(&meshes->groups[i])) keeper = i;
        }
        for (uint32_t i = begin; i < end; ++i) {
            if (i == keeper || !changes(&meshes->groups[i])) continue;
            copy_mesh(meshes, &meshes->groups[i]);
            if (!refer_to_copy(meshes, &references, &meshes->groups[i])) return false;
        }
        begin = end;
    }
    return true;
}

/* --- Accessors that may be written in place --- */

static void count_down(vrmi_meshes *meshes, uint32_t *held, int32_t accessor) {
    if (vrmi_is_index(accessor, meshes->bake->gltf->accessor_count) && held[accessor] > 0) {
        --held[accessor];
    }
}

static void release_primitive(vrmi_meshes *meshes, const vrmi_bake_group *group, uint32_t *held,
                              const vrm_primitive *primitive, vrmi_value *value) {
    vrmi_tree *tree = &meshes->bake->edit->tree;
    vrmi_value *targets = vrmi_value_get(tree, value, "targets");
    for (uint32_t i = 0; i < primitive->attribute_count; ++i) {
        const vrm_attribute *attribute = &primitive->attributes[i];
        bool is_weight = attribute->semantic == VRM_ATTRIBUTE_JOINTS ||
                         attribute->semantic == VRM_ATTRIBUTE_WEIGHTS;
        if ((group->moves && attribute->semantic <= VRM_ATTRIBUTE_TANGENT) ||
            (group->gets_joints && is_weight && attribute->set == 0)) {
            count_down(meshes, held, attribute->accessor);
        }
    }
    for (uint32_t i = 0; i < primitive->target_count && group->moves; ++i) {
        vrmi_value *own = vrmi_value_at(tree, targets, i);
        count_down(meshes, held, primitive->targets[i].position);
        count_down(meshes, held, primitive->targets[i].normal);
        count_down(meshes, held, vrmi_value_to_index(tree, vrmi_value_get(tree, own, "TANGENT")));
    }
}

/* An accessor may be written in place if all references to it are written again. */
static bool find_held(vrmi_meshes *meshes) {
    const vrm_gltf *gltf = meshes->bake->gltf;
    uint32_t *held = VRMI_TAKE(meshes->arena, uint32_t, gltf->accessor_count);
    meshes->is_taken = VRMI_TAKE(meshes->arena, uint8_t, gltf->accessor_count);
    if (held == NULL || meshes->is_taken == NULL) return vrmi_bake_refuse(meshes->bake);
    for (uint32_t i = 0; i < gltf->accessor_count; ++i) held[i] = meshes->references[i];
    for (uint32_t i = 0; i < meshes->group_count; ++i) {
        const vrmi_bake_group *group = &meshes->groups[i];
        int32_t from = group->uses[0].mesh;
        vrmi_value *list =
            vrmi_value_get(&meshes->bake->edit->tree,
                           vrmi_bake_element(meshes->bake, "meshes", from), "primitives");
        if (!changes(group) || group->mesh != from) continue; /* the mesh itself stays as it is */
        for (uint32_t k = 0; k < gltf->meshes[from].primitive_count; ++k) {
            release_primitive(meshes, group, held, &gltf->meshes[from].primitives[k],
                              vrmi_value_at(&meshes->bake->edit->tree, list, k));
        }
    }
    for (uint32_t i = 0; i < gltf->skin_count; ++i) {
        if (meshes->skins[i].is_same && !meshes->skins[i].gets_root) continue;
        count_down(meshes, held, gltf->skins[i].inverse_binds);
    }
    for (uint32_t i = 0; i < gltf->accessor_count; ++i) {
        meshes->is_taken[i] = held[i] > 0;
    }
    return true;
}

/* At most half of it is ever used. */
static bool make_claims(vrmi_meshes *meshes) {
    uint64_t most = 1, capacity = 2;
    for (uint32_t i = 0; i < meshes->group_count; ++i) {
        const vrm_mesh *mesh = &meshes->bake->gltf->meshes[meshes->groups[i].uses[0].mesh];
        for (uint32_t k = 0; k < mesh->primitive_count; ++k) {
            most += 5 + (uint64_t)mesh->primitives[k].target_count * 3;
        }
    }
    while (capacity < most * 2) capacity *= 2;
    if (capacity > UINT32_MAX / 2) return vrmi_bake_fail(meshes->bake, VRM_ERROR_LIMIT);
    meshes->claim_capacity = (uint32_t)capacity;
    meshes->claims = VRMI_TAKE(meshes->arena, vrmi_bake_claim, (size_t)capacity);
    if (meshes->claims == NULL) return vrmi_bake_refuse(meshes->bake);
    for (uint32_t i = 0; i < meshes->claim_capacity; ++i) meshes->claims[i].accessor = VRM_NONE;
    return true;
}

/* --- Corners --- */

static void write_triangles(vrmi_meshes *meshes, vrmi_value *value, const vrm_primitive *primitive,
                            uint32_t *corners, uint32_t count) {
    vrm_edit *edit = meshes->bake->edit;
    vrmi_value *mode = vrmi_value_get(&edit->tree, value, "mode");
    int32_t accessor;
    for (uint32_t i = 0; i < count; i += 3) {
        uint32_t corner = corners[i + 1];
        corners[i + 1] = corners[i + 2];
        corners[i + 2] = corner;
    }
    if (primitive->vertex_count <= UINT16_MAX) {
        uint16_t *narrow = (uint16_t *)(void *)corners;
        for (uint32_t i = 0; i < count; ++i) {
            uint16_t corner = (uint16_t)corners[i];
            memcpy(&narrow[i], &corner, sizeof corner); /* after what has been read */
        }
        accessor = vrmi_edit_add_accessor(edit, VRM_COMPONENT_U16, VRM_ELEMENT_SCALAR, false, count,
                                          narrow, 34963, false);
    } else {
        accessor = vrmi_edit_add_accessor(edit, VRM_COMPONENT_U32, VRM_ELEMENT_SCALAR, false, count,
                                          corners, 34963, false);
    }
    if (accessor == VRM_NONE) return;
    vrmi_value_set_index(&edit->tree, value, "indices", (uint64_t)accessor);
    if (mode != NULL && primitive->mode != VRM_PRIMITIVE_MODE_TRIANGLES) {
        vrmi_value_remove(&edit->tree, mode);
    }
}

/* The determinant of the node decides which faces are front faces. It is positive now. */
static void flip_triangles(vrmi_meshes *meshes, int32_t mesh, uint32_t index, vrmi_value *value) {
    const vrm_primitive *primitive = &meshes->bake->gltf->meshes[mesh].primitives[index];
    size_t capacity = (size_t)primitive->triangle_count * 3, count = 0;
    vrmi_arena arena;
    uint32_t *corners;
    vrm_result result;
    if (capacity == 0 || capacity > UINT32_MAX) return;
    vrmi_arena_init(&arena, &meshes->bake->edit->memory, 0);
    corners = VRMI_TAKE(&arena, uint32_t, capacity);
    if (corners == NULL) {
        vrmi_bake_refuse(meshes->bake);
        vrmi_arena_release(&arena);
        return;
    }
    result = vrm_model_read_triangles(meshes->bake->edit->model, mesh, (int32_t)index, corners,
                                      capacity, &count);
    if (result != VRM_OK) {
        vrmi_bake_fail(meshes->bake, result);
    } else if (count > 0) {
        write_triangles(meshes, value, primitive, corners, (uint32_t)count);
    }
    vrmi_arena_release(&arena);
}

/* --- All of it --- */

static void say_group(vrmi_meshes *meshes, const vrmi_bake_group *group) {
    char place[32];
    vrmi_text text = vrmi_text_make(place, sizeof place);
    vrmi_text_append(&text, "/meshes/");
    vrmi_text_append_i64(&text, group->mesh);
    if (group->moves) {
        vrmi_bake_say(meshes->bake->edit, VRM_CHANGE_CONVERTED, "mesh-vertices", place,
                      "positions, normals, tangents and morph targets of the mesh were converted "
                      "to the new axes",
                      NULL);
    }
    if (group->gets_joints) {
        vrmi_bake_say(meshes->bake->edit, VRM_CHANGE_ADDED, "mesh-weights", place,
                      "vertices without weights have weight 1 on the root of their skin", NULL);
    }
    if (group->uses[0].is_mirrored) {
        vrmi_bake_say(meshes->bake->edit, VRM_CHANGE_CONVERTED, "mesh-mirrored", place,
                      "triangle winding reversed, because the node is no longer mirrored", NULL);
    }
}

static void bake_group(vrmi_meshes *meshes, const vrmi_bake_group *group) {
    vrmi_tree *tree = &meshes->bake->edit->tree;
    int32_t from = group->uses[0].mesh;
    vrmi_value *list =
        vrmi_value_get(tree, vrmi_bake_element(meshes->bake, "meshes", group->mesh), "primitives");
    for (uint32_t i = 0; i < meshes->bake->gltf->meshes[from].primitive_count; ++i) {
        vrmi_value *primitive = vrmi_value_at(tree, list, i);
        if (!goes_on(meshes->bake)) return;
        vrmi_bake_primitive(meshes, group, i, primitive);
        if (group->uses[0].is_mirrored) flip_triangles(meshes, from, i, primitive);
    }
    say_group(meshes, group);
}

/* How far a bound mesh may be from the positions of its single joints, before it is listed. */
static const float BIND_METRES = 1e-4f;

static void say_binding(vrmi_meshes *meshes) {
    uint32_t tenths; /* of a millimeter */
    if (meshes->bake->desc.pose != NULL || meshes->bind_error <= BIND_METRES) return;
    tenths = (uint32_t)vrmi_min(meshes->bind_error * 1e4f, 1e9f);
    vrmi_bake_say(
        meshes->bake->edit, VRM_CHANGE_NARROWED, "skin-bind-pose", "/skins",
        "a mesh was bound in another pose than that of rest: vertices that several "
        "joints move look as before at rest, and may differ in other poses by up to {} mm",
        VRMI_WITH(vrmi_number((double)tenths / 10)));
}

static bool begin(vrmi_meshes *meshes, vrmi_bake *bake) {
    memset(meshes, 0, sizeof *meshes);
    meshes->bake = bake;
    meshes->document = &bake->edit->model->document;
    meshes->arena = &bake->arena;
    meshes->steps_left = vrmi_bake_step_limit(bake->gltf);
    meshes->skins = VRMI_TAKE(meshes->arena, vrmi_bake_skin, bake->gltf->skin_count);
    meshes->references = VRMI_TAKE(meshes->arena, uint32_t, bake->gltf->accessor_count);
    if (meshes->skins == NULL || meshes->references == NULL) return vrmi_bake_refuse(bake);
    vrmi_references_count(&bake->edit->tree, VRMI_REFERENCE_ACCESSOR, meshes->references,
                          bake->gltf->accessor_count);
    return vrmi_bake_read_skins(meshes) && find_uses(meshes) && make_groups(meshes) &&
           copy_meshes(meshes) && find_held(meshes) && make_claims(meshes);
}

void vrmi_bake_meshes(vrmi_bake *bake) {
    vrmi_meshes meshes;
    if (!begin(&meshes, bake)) return;
    for (uint32_t i = 0; i < meshes.group_count && goes_on(bake); ++i) {
        if (changes(&meshes.groups[i])) bake_group(&meshes, &meshes.groups[i]);
    }
    if (goes_on(bake)) vrmi_bake_write_skins(&meshes);
    if (goes_on(bake)) say_binding(&meshes);
}
