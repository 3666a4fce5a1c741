/* springBone of the draft: groups of root bones, colliders by node (§4.9, SB-057). */
#include "base/math.h"
#include "dialect/bone_group.h"
#include "dialect/vrm1.h"

#include <float.h>
#include <string.h>

enum { SHAPE_SPHERE, SHAPE_CAPSULE };

static const vrmi_json_choice shapes[] = {
    {"sphere", SHAPE_SPHERE}, {"capsule", SHAPE_CAPSULE}, {NULL, 0}};

typedef struct collider_record {
    int32_t shape;
    float radius;
    vrm_vec3 offset;
    vrm_vec3 rotation; /* Euler angles, radians */
    yyjson_val *size;
} collider_record;

static const vrmi_json_field collider_fields[] = {
    VRMI_FIELD_CHOICE(collider_record, shape, "shapeType", TEXT, shapes, 0),
    VRMI_FIELD_FLOATS(collider_record, offset, "offset", 3, 0, 0),
    VRMI_FIELD_FLOATS(collider_record, rotation, "rotation", 3, 0, 0),
    VRMI_FIELD_RANGE(collider_record, radius, "radius", FLOAT, 0, FLT_MAX),
    VRMI_FIELD(collider_record, size, "size", ARRAY),
};

/* The axis is +Y, the offset the middle, and the rotation Ry * Rx * Rz (AMB-045). */
static void place_capsule(const collider_record *record, float length,
                          vrm_spring_collider *collider) {
    vrm_quat y = vrmi_quat_from_axis_angle(vrm_vec3_make(0, 1, 0), record->rotation.y);
    vrm_quat x = vrmi_quat_from_axis_angle(vrm_vec3_make(1, 0, 0), record->rotation.x);
    vrm_quat z = vrmi_quat_from_axis_angle(vrm_vec3_make(0, 0, 1), record->rotation.z);
    vrm_quat rotation = vrmi_quat_multiply(vrmi_quat_multiply(y, x), z);
    vrm_vec3 half = vrmi_quat_rotate(rotation, vrm_vec3_make(0, length / 2, 0));
    collider->shape = VRM_COLLIDER_CAPSULE;
    collider->offset = vrmi_vec3_sub(record->offset, half);
    collider->tail = vrmi_vec3_add(record->offset, half);
}

static float size_at(const vrmi_json *size, uint32_t index, float otherwise) {
    yyjson_val *value = yyjson_arr_get(size->value, index);
    double number = yyjson_get_num(value);
    return yyjson_is_num(value) && number >= 0 && number <= (double)FLT_MAX ? (float)number
                                                                            : otherwise;
}

static bool read_collider(vrmi_build *build, const vrmi_json *at, vrm_spring_collider *out) {
    collider_record record;
    vrmi_json size;
    uint64_t found;
    memset(&record, 0, sizeof record);
    found = VRMI_JSON_READ(build->load, at, collider_fields, &record);
    if (vrmi_json_has(found, VRMI_JSON_INCOMPLETE)) return false;
    size = vrmi_json_at(at, "size", record.size);
    out->shape = VRM_COLLIDER_SPHERE;
    out->offset = record.offset;
    out->radius = size_at(&size, 0, record.radius);
    if (record.shape == SHAPE_CAPSULE) place_capsule(&record, size_at(&size, 1, 0), out);
    return true;
}

typedef struct bone_group_record {
    vrmi_bone_group group;
    vrm_string comment;
    yyjson_val *bones;
    yyjson_val *collider_groups;
} bone_group_record;

static const vrmi_json_field bone_group_fields[] = {
    VRMI_FIELD(bone_group_record, group.name, "name", STRING),
    VRMI_FIELD(bone_group_record, comment, "comment", STRING),
    VRMI_FIELD_RANGE(bone_group_record, group.stiffness, "stiffness", FLOAT, 0, FLT_MAX),
    VRMI_FIELD_RANGE(bone_group_record, group.gravity_power, "gravityPower", FLOAT, 0, FLT_MAX),
    VRMI_FIELD_FLOATS(bone_group_record, group.gravity_dir, "gravityDir", 3, 0, 0),
    VRMI_FIELD_RANGE(bone_group_record, group.drag_force, "dragForce", FLOAT, 0, 1),
    VRMI_FIELD_INDEX(bone_group_record, group.center, "center", VRMI_TABLE_NODES, 0),
    VRMI_FIELD_RANGE(bone_group_record, group.hit_radius, "hitRadius", FLOAT, 0, FLT_MAX),
    VRMI_FIELD(bone_group_record, bones, "bones", ARRAY),
    VRMI_FIELD(bone_group_record, collider_groups, "colliderGroups", ARRAY),
};

static bool read_bone_group(vrmi_build *build, const vrmi_json *at, uint8_t *taken) {
    bone_group_record record;
    vrmi_bone_group *group = &record.group;
    vrmi_json bones, groups;
    memset(&record, 0, sizeof record);
    group->name.data = record.comment.data = "";
    group->stiffness = 1; /* the defaults of 0.x (§4.9) */
    group->gravity_dir = vrm_vec3_make(0, -1, 0);
    group->drag_force = 0.4f;
    group->hit_radius = 0.02f;
    group->center = VRM_NONE;
    VRMI_JSON_READ(build->load, at, bone_group_fields, &record);
    if (group->name.length == 0) group->name = record.comment;
    bones = vrmi_json_at(at, "bones", record.bones);
    groups = vrmi_json_at(at, "colliderGroups", record.collider_groups);
    if (!vrmi_json_read_indices(build->load, &bones, VRMI_TABLE_NODES, &group->roots,
                                &group->root_count) ||
        !vrmi_read_group_indices(build, &groups, &group->collider_groups,
                                 &group->collider_group_count)) {
        return false;
    }
    return vrmi_add_bone_group(build, at, group, taken);
}

typedef struct spring_bone_record {
    yyjson_val *bone_groups;
    yyjson_val *collider_groups;
} spring_bone_record;

static const vrmi_json_field spring_bone_fields[] = {
    VRMI_FIELD(spring_bone_record, bone_groups, "boneGroups", ARRAY),
    VRMI_FIELD(spring_bone_record, collider_groups, "colliderGroups", ARRAY),
};

bool vrmi_read_draft_springs(vrmi_build *build, const vrmi_json *at) {
    spring_bone_record record = {NULL, NULL};
    vrmi_json groups, bones;
    vrmi_json_each each;
    uint8_t *taken = VRMI_TAKE(build->load->arena, uint8_t, build->gltf->node_count);
    if (taken == NULL) return vrmi_load_refused(build->load);
    if (build->gltf->node_count != 0) memset(taken, 0, build->gltf->node_count);
    VRMI_JSON_READ(build->load, at, spring_bone_fields, &record);
    groups = vrmi_json_at(at, "colliderGroups", record.collider_groups);
    bones = vrmi_json_at(at, "boneGroups", record.bone_groups);
    vrmi_build_spring_list(build, &bones);
    if (!vrmi_read_node_collider_groups(build, &groups, read_collider)) return false;
    each = vrmi_json_begin(&bones);
    while (vrmi_json_next(&each)) {
        if (!vrmi_load_goes_on(build->load) || !read_bone_group(build, &each.item, taken)) {
            return false;
        }
    }
    return true;
}
