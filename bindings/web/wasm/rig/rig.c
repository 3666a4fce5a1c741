#include "rig.h"

#include "avatar/avatar.h"
#include "base/math.h"
#include "build/finish.h"
#include "dialect/bone_group.h"
#include "dialect/spring_bone.h"
#include "model/model.h"

#include <float.h>
#include <math.h>
#include <string.h>

/*
 * The words: integers and floats of 32 bits. A list begins with its length, and -1 is no index.
 *
 *   1 for 0.x, else 0
 *   nodes         list of: list of children; translation 3, rotation 4, scale 3
 *   bones         the node of each of VRM_BONE_COUNT, or -1
 *   lookAt        is present, VRM_LOOK_AT_TYPE_…, offset 3, four ranges of: input, output
 *   expressions   list of: preset or -1, is binary, overrides of blink, lookAt, mouth
 *   constraints   list of: node, source, VRM_CONSTRAINT_…, VRM_AXIS_…, weight
 *   colliders     list of: node, VRM_COLLIDER_…, offset 3, tail 3, radius
 *   groups        list of: list of colliders
 *   springs       list of: center or -1; list of groups; list of joints: node, tail or -1,
 *                 hit radius, stiffness, gravity power, drag force, gravity direction 3
 *
 * They come from a page: every index and every number is checked, and a list is never longer than
 * the words that are left.
 */

/* --- Words --- */

typedef struct reader {
    const uint32_t *next, *end;
    uint32_t node_count;
    bool has_failed; /* all that is read then is 0 */
} reader;

static uint32_t read_word(reader *reader) {
    if (reader->next == reader->end) reader->has_failed = true;
    return reader->has_failed ? 0 : *reader->next++;
}

/* An integer from `least` up, below `end`. */
static int32_t read_integer(reader *reader, int32_t least, uint32_t end) {
    int32_t value = (int32_t)read_word(reader);
    if (value < least || (int64_t)value >= (int64_t)end) reader->has_failed = true;
    return reader->has_failed ? 0 : value;
}

static int32_t read_node(reader *reader) { return read_integer(reader, 0, reader->node_count); }
static int32_t read_node_or_none(reader *reader) {
    return read_integer(reader, VRM_NONE, reader->node_count);
}

/* A length; every element takes a word at least. */
static uint32_t read_count(reader *reader) {
    return (uint32_t)read_integer(reader, 0, (uint32_t)(reader->end - reader->next) + 1);
}

static float read_float(reader *reader) {
    uint32_t word = read_word(reader);
    float value;
    memcpy(&value, &word, sizeof value);
    if (!(value >= -FLT_MAX && value <= FLT_MAX)) reader->has_failed = true;
    return reader->has_failed ? 0.0f : value;
}

/* Settings outside of their ranges are clamped, as those of a file are (SB-018). */
static float read_range(reader *reader, float most) {
    return vrmi_clamp(read_float(reader), 0.0f, most);
}

static vrm_vec3 read_vec3(reader *reader) {
    float x = read_float(reader), y = read_float(reader);
    return vrm_vec3_make(x, y, read_float(reader));
}

static vrm_quat read_rotation(reader *reader) {
    float x = read_float(reader), y = read_float(reader), z = read_float(reader);
    return vrmi_quat_normalize(vrm_quat_make(x, y, z, read_float(reader)));
}

/* A list of indices below `end`. NULL: refused. */
static int32_t *read_indices(reader *reader, vrmi_arena *arena, uint32_t end, uint32_t *out_count) {
    uint32_t count = read_count(reader);
    int32_t *indices = VRMI_TAKE(arena, int32_t, count);
    *out_count = count;
    for (uint32_t i = 0; indices != NULL && i < count; ++i) {
        indices[i] = read_integer(reader, 0, end);
    }
    return indices;
}

/* --- Nodes --- */

static bool read_children(reader *reader, vrmi_arena *arena, vrm_node *nodes, uint32_t index) {
    int32_t *children = read_indices(reader, arena, reader->node_count, &nodes[index].child_count);
    nodes[index].children = children;
    for (uint32_t i = 0; children != NULL && i < nodes[index].child_count; ++i) {
        vrm_node *child = &nodes[children[i]];
        if (reader->has_failed || child->parent != VRM_NONE) return false;
        child->parent = (int32_t)index;
    }
    return children != NULL;
}

/* Whether all nodes hang from roots: where every node has one parent at most, the others are rings.
 */
static bool is_forest(const vrm_node *nodes, uint32_t count, vrmi_arena *arena) {
    int32_t *reached = VRMI_TAKE(arena, int32_t, count);
    uint32_t found = 0;
    if (reached == NULL) return false;
    for (uint32_t i = 0; i < count; ++i) {
        if (nodes[i].parent == VRM_NONE) reached[found++] = (int32_t)i;
    }
    for (uint32_t i = 0; i < found; ++i) {
        const vrm_node *node = &nodes[reached[i]];
        for (uint32_t k = 0; k < node->child_count; ++k) reached[found++] = node->children[k];
    }
    return found == count;
}

static bool read_nodes(reader *reader, vrmi_document *document) {
    const vrm_string no_name = {"", 0};
    uint32_t count = read_count(reader);
    vrm_node *nodes = VRMI_TAKE(&document->arena, vrm_node, count);
    if (nodes == NULL) return false;
    if (count != 0) memset(nodes, 0, count * sizeof nodes[0]);
    for (uint32_t i = 0; i < count; ++i) {
        nodes[i].name = no_name;
        nodes[i].parent = nodes[i].mesh = nodes[i].skin = VRM_NONE;
    }
    reader->node_count = count;
    document->gltf.nodes = nodes;
    document->gltf.node_count = count;
    for (uint32_t i = 0; i < count; ++i) {
        if (!read_children(reader, &document->arena, nodes, i)) return false;
        nodes[i].rest.translation = read_vec3(reader);
        nodes[i].rest.rotation = read_rotation(reader);
        nodes[i].rest.scale = read_vec3(reader);
    }
    return !reader->has_failed && is_forest(nodes, count, &document->scratch) &&
           vrmi_forest_take(&document->scratch, nodes, count, &document->forest);
}

/* --- Stages --- */

static void read_look_at(reader *reader, vrm_look_at *out) {
    vrm_range_map *maps[] = {&out->horizontal_inner, &out->horizontal_outer, &out->vertical_down,
                             &out->vertical_up};
    out->is_present = read_integer(reader, 0, 2);
    out->type = read_integer(reader, VRM_LOOK_AT_TYPE_BONE, VRM_LOOK_AT_TYPE_EXPRESSION + 1);
    out->offset_from_head_bone = read_vec3(reader);
    for (int i = 0; i < 4; ++i) {
        maps[i]->input_max_degrees = read_float(reader);
        maps[i]->output_scale = read_float(reader);
    }
}

static bool read_expressions(reader *reader, vrmi_build *build) {
    const uint32_t overrides = VRM_OVERRIDE_BLEND + 1;
    for (uint32_t count = read_count(reader); count != 0 && !reader->has_failed; --count) {
        vrm_expression *one = VRMI_ADD(build->load, &build->expressions, vrm_expression);
        if (one == NULL) return false;
        memset(one, 0, sizeof *one);
        one->name.data = "";
        one->preset = read_integer(reader, VRM_NONE, VRM_PRESET_COUNT);
        one->binary_threshold = 0.5f;
        one->is_binary = read_integer(reader, 0, 2);
        one->override_blink = read_integer(reader, 0, overrides);
        one->override_look_at = read_integer(reader, 0, overrides);
        one->override_mouth = read_integer(reader, 0, overrides);
    }
    return true;
}

static bool read_constraints(reader *reader, vrmi_build *build) {
    for (uint32_t count = read_count(reader); count != 0 && !reader->has_failed; --count) {
        vrm_constraint *one = VRMI_ADD(build->load, &build->constraints, vrm_constraint);
        if (one == NULL) return false;
        one->node = read_node(reader);
        one->source = read_node(reader);
        one->kind = read_integer(reader, VRM_CONSTRAINT_ROLL, VRM_CONSTRAINT_ROTATION + 1);
        one->axis = read_integer(reader, VRM_AXIS_POSITIVE_X, VRM_AXIS_NEGATIVE_Z + 1);
        one->weight = read_range(reader, 1.0f);
    }
    return true;
}

bool vrm_rig_complete_collider(vrm_spring_collider *collider) {
    const vrm_vec3 n = collider->tail;
    double x = (double)n.x, y = (double)n.y, z = (double)n.z, length = sqrt(x * x + y * y + z * z);
    if (!vrmi_vec3_is_finite(collider->offset) || !vrmi_vec3_is_finite(collider->tail))
        return false;
    collider->radius = vrmi_clamp(collider->radius, 0.0f, FLT_MAX);
    if (collider->shape != VRM_COLLIDER_PLANE) return true;
    collider->radius = 0.0f;
    if (length > 0.0) {
        collider->tail =
            vrm_vec3_make((float)(x / length), (float)(y / length), (float)(z / length));
    } else {
        collider->shape = VRM_COLLIDER_NONE; /* a plane without a normal does nothing (EC-015) */
    }
    return true;
}

static bool read_colliders(reader *reader, vrmi_build *build) {
    for (uint32_t count = read_count(reader); count != 0 && !reader->has_failed; --count) {
        vrm_spring_collider *one = VRMI_ADD(build->load, &build->colliders, vrm_spring_collider);
        if (one == NULL) return false;
        one->node = read_node(reader);
        one->shape = read_integer(reader, VRM_COLLIDER_NONE, VRM_COLLIDER_PLANE + 1);
        one->offset = read_vec3(reader);
        one->tail = read_vec3(reader);
        one->radius = read_float(reader);
        if (!vrm_rig_complete_collider(one)) return false;
    }
    return true;
}

static bool read_groups(reader *reader, vrmi_build *build) {
    for (uint32_t count = read_count(reader); count != 0 && !reader->has_failed; --count) {
        vrm_spring_collider_group *one =
            VRMI_ADD(build->load, &build->collider_groups, vrm_spring_collider_group);
        if (one == NULL) return false;
        one->name.data = "";
        one->name.length = 0;
        one->colliders =
            read_indices(reader, build->load->arena, build->colliders.count, &one->collider_count);
        if (one->colliders == NULL) return false;
    }
    return true;
}

/* Each head is the tail of the joint before it, as in a chain of a file. */
static bool read_joint(reader *reader, vrmi_build *build, bool is_first) {
    vrm_spring_joint *one = VRMI_ADD(build->load, &build->joints, vrm_spring_joint);
    if (one == NULL) return false;
    *one = vrmi_default_joint;
    one->node = read_node(reader);
    one->tail_node = read_node_or_none(reader);
    one->hit_radius = read_range(reader, FLT_MAX);
    one->stiffness = read_range(reader, FLT_MAX);
    one->gravity_power = read_range(reader, FLT_MAX);
    one->drag_force = read_range(reader, 1.0f);
    one->gravity_dir = read_vec3(reader);
    one->spring = (int32_t)build->springs.count - 1;
    if (reader->has_failed || (!is_first && one[-1].tail_node != one->node)) return false;
    one->tail_offset = one->tail_node != VRM_NONE
                           ? vrmi_place_tail(build, one->node, one->tail_node)
                           : vrmi_place_virtual_tail(build, one->node);
    return true;
}

static bool read_springs(reader *reader, vrmi_build *build) {
    const vrmi_json nowhere = {NULL, NULL, NULL, 0, 0};
    for (uint32_t count = read_count(reader); count != 0 && !reader->has_failed; --count) {
        vrm_spring *one = vrmi_build_spring(build, &nowhere);
        if (one == NULL) return false;
        one->center = read_node_or_none(reader);
        one->collider_groups = read_indices(
            reader, build->load->arena, build->collider_groups.count, &one->collider_group_count);
        one->joint_count = read_count(reader);
        if (one->collider_groups == NULL || reader->has_failed) return false;
        for (uint32_t i = 0; i < one->joint_count; ++i) {
            if (!read_joint(reader, build, i == 0)) return false;
        }
    }
    return true;
}

static bool read_stages(reader *reader, vrmi_build *build, bool is_old) {
    build->tables.dialect = is_old ? VRM_DIALECT_0 : VRM_DIALECT_1;
    build->rules.faces_minus_z = is_old;
    build->rules.checks_centers = !is_old;
    build->has_look_at_offset = true;
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        build->tables.humanoid.nodes[i] = read_node_or_none(reader);
    }
    read_look_at(reader, &build->tables.look_at);
    return read_expressions(reader, build) && read_constraints(reader, build) &&
           read_colliders(reader, build) && read_groups(reader, build) &&
           read_springs(reader, build) && !reader->has_failed && reader->next == reader->end;
}

/* --- The model --- */

static bool build_tables(reader *reader, vrm_model *model, vrmi_load *load) {
    bool is_old = read_integer(reader, 0, 2) != 0;
    vrmi_build build;
    vrmi_packed *packed;
    if (!read_nodes(reader, &model->document) ||
        !vrmi_build_begin(&build, load, &model->document) || !read_stages(reader, &build, is_old) ||
        !vrmi_finish_humanoid(&build) || !vrmi_finish_constraints(&build) ||
        !vrmi_finish_springs(&build) || !vrmi_finish_prepared(&build)) {
        return false;
    }
    packed = vrmi_pack_tables(&build, &model->memory, &model->tables_bytes);
    if (packed == NULL) return false;
    model->tables = &packed->tables;
    model->prepared = &packed->prepared;
    return true;
}

/* The limits of a load, as far as they count here; those of glTF are those of memory. */
static void init_load(vrmi_load *load, vrm_model *model) {
    memset(load, 0, sizeof *load);
    load->memory = &model->memory;
    load->arena = load->scratch = &model->document.scratch;
    load->limits.max_elements = INT32_MAX;
    vrmi_complete_avatar_limits(&load->limits);
}

/* NULL: the words are no model, or memory was refused. */
static vrm_model *create_model(const uint32_t *words, uint32_t count) {
    struct reader reader = {words, words + count, 0, false};
    vrmi_memory memory;
    vrmi_load load;
    vrm_model *model;
    bool ok;
    vrmi_memory_init(&memory, NULL);
    model = vrmi_memory_allocate(&memory, sizeof *model);
    if (model == NULL) return NULL;
    memset(model, 0, sizeof *model);
    model->memory = memory;
    vrmi_atomic_count_init(&model->references, 1);
    vrmi_atomic_pointer_init(&model->shared);
    vrmi_arena_init(&model->document.arena, &model->memory, (size_t)1 << 14);
    vrmi_arena_init(&model->document.scratch, &model->memory, (size_t)1 << 14);
    init_load(&load, model);
    ok = build_tables(&reader, model, &load);
    vrmi_arena_release(&model->document.scratch);
    if (ok) return model;
    vrm_model_release(model);
    return NULL;
}

/* Makes a model without meshes, materials and names, and an avatar of it, which alone holds it.
 * `words` are integers and floats of 32 bits, in the order of src/three/tables.ts. Returns 0 if the
 * words are no model, or if memory is refused. */
vrm_avatar *vrm_web_rig_create(const uint32_t *words, uint32_t count, uint32_t flags) {
    vrm_model *model = create_model(words, count);
    vrm_avatar_desc desc;
    vrm_avatar *avatar = NULL;
    vrm_avatar_desc_init(&desc);
    desc.flags = flags;
    if (model != NULL) vrmi_avatar_create(model, &desc, 0, &avatar);
    vrm_model_release(model);
    return avatar;
}
