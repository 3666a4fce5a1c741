/*
 * VRMC_springBone of 1.0 and 1.0-beta (§3.9), and of the drafts between (§4.11).
 *
 * Colliders, groups and springs keep the file's indices, whatever is wrong with them. What concerns
 * the node tree or several chains is checked when all are known (finish.h).
 */
#include "dialect/spring_bone.h"

#include "base/math.h"
#include "dialect/bone_group.h"
#include "dialect/check.h"
#include "dialect/vrm1.h"

#include <float.h>
#include <string.h>

static const vrm_string empty = {"", 0};

/* --- Colliders --- */

/* Fields and defaults of a sphere and a capsule. A negative radius becomes 0 (SB-004, SB-005). */
static const vrmi_json_field sphere_fields[] = {
    VRMI_FIELD_FLOATS(vrm_spring_collider, offset, "offset", 3, 0, 0),
    VRMI_FIELD_RANGE(vrm_spring_collider, radius, "radius", FLOAT, 0, FLT_MAX),
};

static const vrmi_json_field capsule_fields[] = {
    VRMI_FIELD_FLOATS(vrm_spring_collider, offset, "offset", 3, 0, 0),
    VRMI_FIELD_FLOATS(vrm_spring_collider, tail, "tail", 3, 0, 0),
    VRMI_FIELD_RANGE(vrm_spring_collider, radius, "radius", FLOAT, 0, FLT_MAX),
};

typedef struct shape_record {
    yyjson_val *sphere;
    yyjson_val *capsule;
} shape_record;

static const vrmi_json_field shape_fields[] = {
    VRMI_FIELD(shape_record, sphere, "sphere", OBJECT),
    VRMI_FIELD(shape_record, capsule, "capsule", OBJECT),
};

bool vrmi_read_collider_shape(vrmi_build *build, const vrmi_json *at, vrm_spring_collider *out) {
    shape_record record = {NULL, NULL};
    VRMI_JSON_READ(build->load, at, shape_fields, &record);
    if (record.sphere != NULL) {
        vrmi_json sphere = vrmi_json_at(at, "sphere", record.sphere);
        if (record.capsule != NULL) {
            vrmi_load_found(build->load, VRMI_COLLIDER_SHAPES, at, VRMI_WITH(vrmi_words("sphere")));
        }
        out->shape = VRM_COLLIDER_SPHERE;
        VRMI_JSON_READ(build->load, &sphere, sphere_fields, out);
        return true;
    }
    if (record.capsule != NULL) {
        vrmi_json capsule = vrmi_json_at(at, "capsule", record.capsule);
        out->shape = VRM_COLLIDER_CAPSULE;
        VRMI_JSON_READ(build->load, &capsule, capsule_fields, out);
        return true;
    }
    return false;
}

typedef struct collider_record {
    int32_t node;
    yyjson_val *shape;
    yyjson_val *extensions;
} collider_record;

static const vrmi_json_field collider_fields[] = {
    VRMI_FIELD_INDEX(collider_record, node, "node", VRMI_TABLE_NODES, 1),
    VRMI_FIELD(collider_record, shape, "shape", OBJECT),
    VRMI_FIELD(collider_record, extensions, "extensions", OBJECT),
};

/* A collider that cannot be used is inert and keeps its index (SB-002). */
static bool read_collider(vrmi_build *build, const vrmi_json *at) {
    collider_record record = {VRM_NONE, NULL, NULL};
    vrm_spring_collider base, extended;
    vrm_spring_collider *collider = VRMI_ADD(build->load, &build->colliders, vrm_spring_collider);
    vrmi_json shape, extensions;
    bool has_base, is_extended;
    uint64_t found;
    if (collider == NULL) return false;
    memset(&base, 0, sizeof base);
    found = VRMI_JSON_READ(build->load, at, collider_fields, &record);
    base.node = record.node;
    extended = base;
    *collider = base;
    if (vrmi_json_has(found, VRMI_JSON_INCOMPLETE)) return true;
    shape = vrmi_json_at(at, "shape", record.shape);
    extensions = vrmi_json_at(at, "extensions", record.extensions);
    is_extended = vrmi_read_extended_collider(build, &extensions, &extended);
    has_base = record.shape != NULL && vrmi_read_collider_shape(build, &shape, &base);
    if (is_extended) { /* it replaces the base shape (EC-002) */
        *collider = extended;
        if (!has_base) vrmi_load_found(build->load, VRMI_COLLIDER_NO_FALLBACK, at, NULL);
    } else if (has_base) {
        *collider = base;
    } else {
        vrmi_load_found(build->load, VRMI_COLLIDER_NO_SHAPE, at, NULL);
    }
    return true;
}

/* --- Groups (SB-007) --- */

typedef struct group_record {
    yyjson_val *colliders;
    vrm_string name;
} group_record;

static const vrmi_json_field group_fields[] = {
    VRMI_FIELD_LIST(group_record, colliders, "colliders", 1),
    VRMI_FIELD(group_record, name, "name", STRING),
};

static bool read_group(vrmi_build *build, const vrmi_json *at) {
    group_record record = {NULL, empty};
    vrm_spring_collider_group *group =
        VRMI_ADD(build->load, &build->collider_groups, vrm_spring_collider_group);
    vrmi_json colliders;
    vrmi_json_each each;
    int32_t *indices;
    if (group == NULL) return false;
    VRMI_JSON_READ(build->load, at, group_fields, &record);
    colliders = vrmi_json_at(at, "colliders", record.colliders);
    indices = VRMI_TAKE(build->load->arena, int32_t, vrmi_json_size(&colliders));
    if (indices == NULL) return vrmi_load_refused(build->load);
    group->name = record.name;
    group->colliders = indices;
    group->collider_count = 0;
    each = vrmi_json_begin(&colliders);
    while (vrmi_json_next(&each)) {
        group->collider_count +=
            vrmi_json_index_below(build->load, &each.item, build->colliders.count, "colliders",
                                  &indices[group->collider_count]);
    }
    return true;
}

/* --- Joints --- */

/* The defaults of a joint (SB-017). */
const vrm_spring_joint vrmi_default_joint = {
    .node = VRM_NONE,
    .tail_node = VRM_NONE,
    .stiffness = 1,
    .drag_force = 0.5f,
    .gravity_dir = {0, -1, 0},
    .spring = VRM_NONE,
    .limit = {.rotation = {0, 0, 0, 1}},
};

/* The ranges of a joint's values. Values outside of them are clamped (SB-018). */
#define JOINT_VALUES(record, joint)                                                                \
    VRMI_FIELD_RANGE(record, joint hit_radius, "hitRadius", FLOAT, 0, FLT_MAX),                    \
        VRMI_FIELD_RANGE(record, joint stiffness, "stiffness", FLOAT, 0, FLT_MAX),                 \
        VRMI_FIELD_RANGE(record, joint gravity_power, "gravityPower", FLOAT, 0, FLT_MAX),          \
        VRMI_FIELD_FLOATS(record, joint gravity_dir, "gravityDir", 3, 0, 0),                       \
        VRMI_FIELD_RANGE(record, joint drag_force, "dragForce", FLOAT, 0, 1)

typedef struct joint_record {
    vrm_spring_joint joint;
    yyjson_val *extensions;
    vrmi_json at; /* the joint, and not what is read of it */
} joint_record;

static const vrmi_json_field joint_fields[] = {
    VRMI_FIELD_INDEX(joint_record, joint.node, "node", VRMI_TABLE_NODES, 1),
    JOINT_VALUES(joint_record, joint.),
    VRMI_FIELD(joint_record, extensions, "extensions", OBJECT),
};

static const vrmi_json_field value_fields[] = {JOINT_VALUES(vrm_spring_joint, )};

void vrmi_read_joint_values(vrmi_build *build, const vrmi_json *at, vrm_spring_joint *out) {
    VRMI_JSON_READ(build->load, at, value_fields, out);
}

vrm_vec3 vrmi_place_tail(const vrmi_build *build, int32_t head, int32_t tail) {
    const vrm_vec3 zero = {0, 0, 0};
    const vrm_node *node = &build->gltf->nodes[tail];
    vrm_mat4 inverse;
    if (node->parent == head) {
        return vrmi_mat4_has_inverse(&build->rest_world[head]) ? node->rest.translation : zero;
    }
    if (!vrmi_mat4_inverse(&build->rest_world[head], &inverse)) return zero;
    return vrmi_mat4_transform_point(&inverse, vrmi_build_rest_position(build, tail));
}

/* The head's limit is read when its tail is known: the last joint of a spring is only a tail, and
 * cannot have one (SL-005). */
static void read_limit(vrmi_build *build, joint_record *head, bool has_tail) {
    vrmi_json extensions = vrmi_json_at(&head->at, "extensions", head->extensions);
    if (head->extensions == NULL) return;
    vrmi_read_spring_limit(build, &extensions, has_tail, &head->joint.limit);
}

/* Each joint is a head, with its own parameters, and the next one is its tail (SB-009, SB-010,
 * SB-016). One without a usable node is left out, and those before and after it follow each other:
 * a chain may skip nodes (GL-033, SB-012). */
static bool read_joints(vrmi_build *build, const vrmi_json *array, const vrm_spring_joint *defaults,
                        vrm_spring *spring) {
    joint_record both[2]; /* the head, and the one that is read: they take turns */
    joint_record *head = &both[0], *record = &both[1];
    vrmi_json_each each = vrmi_json_begin(array);
    head->joint.node = VRM_NONE;
    while (vrmi_json_next(&each)) {
        vrm_spring_joint *added;
        joint_record *read = record;
        uint64_t found;
        if (!vrmi_load_goes_on(build->load)) return false;
        record->joint = *defaults;
        record->extensions = NULL;
        found = VRMI_JSON_READ(build->load, &each.item, joint_fields, record);
        if (vrmi_json_has(found, VRMI_JSON_INCOMPLETE)) continue;
        record->at = each.item;
        if (head->joint.node != VRM_NONE) {
            read_limit(build, head, true);
            added = VRMI_ADD(build->load, &build->joints, vrm_spring_joint);
            if (added == NULL) return false;
            *added = head->joint;
            added->tail_node = record->joint.node;
            added->tail_offset = vrmi_place_tail(build, head->joint.node, record->joint.node);
            added->spring = (int32_t)build->springs.count - 1;
            spring->joint_count += 1;
        }
        record = head;
        head = read;
    }
    if (head->joint.node != VRM_NONE) read_limit(build, head, false);
    return true;
}

/* --- Springs --- */

typedef struct spring_record {
    vrm_string name;
    yyjson_val *joints;
    yyjson_val *collider_groups;
    int32_t center;
} spring_record;

static const vrmi_json_field spring_fields[] = {
    VRMI_FIELD(spring_record, name, "name", STRING),
    VRMI_FIELD(spring_record, joints, "joints", ARRAY),
    VRMI_FIELD_LIST(spring_record, collider_groups, "colliderGroups", 0),
    /* The center must be the first joint or above it; finish checks that (SB-022). */
    VRMI_FIELD_INDEX(spring_record, center, "center", VRMI_TABLE_NODES, 0),
};

static bool read_spring(vrmi_build *build, const vrmi_json *at, vrmi_old_springs *old) {
    spring_record record = {empty, NULL, NULL, VRM_NONE};
    vrmi_old_spring before = {VRM_NONE, vrmi_default_joint, NULL, 0};
    vrm_spring *spring;
    vrmi_json joints, groups;
    VRMI_JSON_READ(build->load, at, spring_fields, &record);
    if (old->is_used && !vrmi_read_old_spring(build, at, old, &before)) return false;
    if (record.joints == NULL && before.root != VRM_NONE) {
        return vrmi_add_old_chains(build, at, record.name, old, &before);
    }
    spring = vrmi_build_spring(build, at);
    if (spring == NULL) return false;
    spring->name = record.name;
    spring->collider_groups = before.collider_groups;
    spring->collider_group_count = before.collider_group_count;
    spring->center = record.center;
    joints = vrmi_json_at(at, "joints", record.joints);
    groups = vrmi_json_at(at, "colliderGroups", record.collider_groups);
    /* Entries that are no collider groups are dropped (SB-008). */
    if (record.collider_groups != NULL &&
        !vrmi_read_group_indices(build, &groups, &spring->collider_groups,
                                 &spring->collider_group_count)) {
        return false;
    }
    /* A spring without joints does nothing (SB-054). */
    if (vrmi_json_size(&joints) == 0) {
        vrmi_load_found(build->load, VRMI_SPRING_NO_JOINTS, at, NULL);
    }
    return read_joints(build, &joints, &before.values, spring);
}

/* --- All of it --- */

typedef struct spring_bone_record {
    yyjson_val *colliders;
    yyjson_val *groups;
    yyjson_val *springs;
    yyjson_val *bone_groups; /* §4.11 */
    yyjson_val *settings;    /* §4.11 */
} spring_bone_record;

static const vrmi_json_field spring_bone_fields[] = {
    VRMI_FIELD_LIST(spring_bone_record, colliders, "colliders", 0),
    VRMI_FIELD_LIST(spring_bone_record, groups, "colliderGroups", 0),
    VRMI_FIELD_LIST(spring_bone_record, springs, "springs", 0),
    VRMI_FIELD(spring_bone_record, bone_groups, "boneGroups", ARRAY),
    VRMI_FIELD(spring_bone_record, settings, "settings", ARRAY),
};

static bool read_colliders(vrmi_build *build, const vrmi_json *at,
                           const spring_bone_record *record) {
    vrmi_json colliders = vrmi_json_at(at, "colliders", record->colliders);
    vrmi_json groups = vrmi_json_at(at, "colliderGroups", record->groups);
    vrmi_json_each each = vrmi_json_begin(&colliders);
    if (!VRMI_RESERVE(build->load, &build->colliders, vrm_spring_collider,
                      vrmi_json_size(&colliders)) ||
        !VRMI_RESERVE(build->load, &build->collider_groups, vrm_spring_collider_group,
                      vrmi_json_size(&groups))) {
        return false;
    }
    while (vrmi_json_next(&each)) {
        if (!vrmi_load_goes_on(build->load) || !read_collider(build, &each.item)) return false;
    }
    each = vrmi_json_begin(&groups);
    while (vrmi_json_next(&each)) {
        if (!vrmi_load_goes_on(build->load) || !read_group(build, &each.item)) return false;
    }
    return true;
}

/* At least as many as will be read, as a rule. A joint has three values (itself, "node" and its
 * index), which keeps an array of nothing from looking like many. */
static uint64_t count_joints(const vrmi_json *springs) {
    vrmi_json_each each = vrmi_json_begin(springs);
    uint64_t count = 0;
    while (vrmi_json_next(&each)) {
        yyjson_val *joints = yyjson_obj_get(each.item.value, "joints");
        if (yyjson_is_arr(joints)) {
            uint64_t values = (uint64_t)(unsafe_yyjson_get_next(joints) - joints);
            uint64_t size = yyjson_arr_size(joints);
            count += size < values / 3 ? size : values / 3;
        }
    }
    return count;
}

static bool read_springs(vrmi_build *build, const vrmi_json *at, const spring_bone_record *record) {
    vrmi_json springs = vrmi_json_at(at, "springs", record->springs);
    vrmi_json settings = vrmi_json_at(at, "settings", record->settings);
    vrmi_json_each each = vrmi_json_begin(&springs);
    vrmi_old_springs old;
    memset(&old, 0, sizeof old);
    /* In other files the old keys are a vendor's own, and are ignored (GL-031). */
    old.is_used =
        record->settings != NULL || vrmi_lists_extension(build->load, "VRMC_node_collider");
    vrmi_build_spring_list(build, &springs);
    if (!VRMI_RESERVE(build->load, &build->springs, vrm_spring, vrmi_json_size(&springs)) ||
        !VRMI_RESERVE(build->load, &build->spring_sources, uint32_t, vrmi_json_size(&springs)) ||
        !VRMI_RESERVE(build->load, &build->joints, vrm_spring_joint, count_joints(&springs)) ||
        !vrmi_read_old_settings(build, &settings, &old)) {
        return false;
    }
    while (vrmi_json_next(&each)) {
        if (!vrmi_load_goes_on(build->load) || !read_spring(build, &each.item, &old)) return false;
    }
    return true;
}

/* What the draft has in VRMC_vrm is replaced if VRMC_springBone has springs, and only then
 * (DI-006). False: it stays, and nothing is read here. */
static bool forget_other_springs(vrmi_build *build, const vrmi_json *at, bool has_springs) {
    if (build->colliders.count + build->collider_groups.count + build->springs.count == 0) {
        return true;
    }
    if (!has_springs) return false;
    vrmi_load_found(build->load, VRMI_SPRINGS_TWICE, at, NULL);
    vrmi_build_forget_springs(build);
    return true;
}

bool vrmi_read_spring_bone(vrmi_build *build) {
    /* The versions that are accepted (DI-004). */
    static const char *const accepted[] = {"1.0", "1.0-beta", "1.0-draft", NULL};
    vrmi_versions versions = {accepted, build->tables.dialect != VRM_DIALECT_1, true};
    vrmi_json at = vrmi_json_member(&build->extensions, "VRMC_springBone");
    spring_bone_record record;
    if (at.value == NULL) return true;
    vrmi_use_extension(build->load, &at);
    if (!vrmi_check_object(build, &at) || !vrmi_check_spec_version(build, &at, &versions)) {
        return true;
    }
    memset(&record, 0, sizeof record);
    VRMI_JSON_READ(build->load, &at, spring_bone_fields, &record);
    if (!forget_other_springs(build, &at, record.springs != NULL || record.bone_groups != NULL)) {
        return true;
    }
    if (record.springs == NULL && record.bone_groups != NULL) { /* §4.11 */
        vrmi_note_alias(build, &at, "boneGroups", "springs");
        return vrmi_read_draft_springs(build, &at);
    }
    return read_colliders(build, &at, &record) && read_springs(build, &at, &record);
}
