/* secondaryAnimation of 0.x: groups of root bones, spheres by node (§4.9). */
#include "base/text.h"
#include "dialect/bone_group.h"
#include "dialect/vrm0.h"

#include <float.h>
#include <string.h>

/* --- Colliders (V0-033) --- */

typedef struct collider_record {
    float radius;
    yyjson_val *offset;
} collider_record;

static const vrmi_json_field collider_fields[] = {
    VRMI_FIELD(collider_record, offset, "offset", ANY),
    VRMI_FIELD_RANGE(collider_record, radius, "radius", FLOAT, 0, FLT_MAX),
};

static bool read_collider(vrmi_build *build, const vrmi_json *at, vrm_spring_collider *out) {
    collider_record record = {0, NULL};
    uint64_t found = VRMI_JSON_READ(build->load, at, collider_fields, &record);
    vrmi_json offset = vrmi_json_at(at, "offset", record.offset);
    if (vrmi_json_has(found, VRMI_JSON_INCOMPLETE)) return false;
    out->shape = VRM_COLLIDER_SPHERE;
    out->radius = record.radius;
    vrmi_read_vrm0_vector(build, &offset, &out->offset);
    return true;
}

/* --- Bone groups (V0-034 … V0-041) --- */

typedef struct bone_group_record {
    vrmi_bone_group group;
    float stiffness; /* as it is spelt elsewhere */
    yyjson_val *gravity_dir;
    yyjson_val *bones;
    yyjson_val *collider_groups;
} bone_group_record;

enum { GROUP_STIFFINESS, GROUP_STIFFNESS };

/* Values outside of their range are clamped and reported (SB-018). */
static const vrmi_json_field bone_group_fields[] = {
    [GROUP_STIFFINESS] =
        VRMI_FIELD_RANGE(bone_group_record, group.stiffness, "stiffiness", FLOAT, 0, FLT_MAX),
    [GROUP_STIFFNESS] =
        VRMI_FIELD_RANGE(bone_group_record, stiffness, "stiffness", FLOAT, 0, FLT_MAX),
    VRMI_FIELD(bone_group_record, group.name, "comment", STRING),
    VRMI_FIELD_RANGE(bone_group_record, group.gravity_power, "gravityPower", FLOAT, 0, FLT_MAX),
    VRMI_FIELD(bone_group_record, gravity_dir, "gravityDir", ANY),
    VRMI_FIELD_RANGE(bone_group_record, group.drag_force, "dragForce", FLOAT, 0, 1),
    VRMI_FIELD_INDEX(bone_group_record, group.center, "center", VRMI_TABLE_NODES, 0),
    VRMI_FIELD_RANGE(bone_group_record, group.hit_radius, "hitRadius", FLOAT, 0, FLT_MAX),
    VRMI_FIELD(bone_group_record, bones, "bones", ARRAY),
    VRMI_FIELD(bone_group_record, collider_groups, "colliderGroups", ARRAY),
};

static void use_stiffness(vrmi_build *build, const vrmi_json *at, uint64_t found,
                          bone_group_record *record) {
    if (!vrmi_json_has(found, GROUP_STIFFNESS)) return;
    vrmi_load_found(build->load, VRMI_LEGACY_KEY, at,
                    VRMI_WITH(vrmi_words("stiffness"), vrmi_words("stiffiness")));
    if (!vrmi_json_has(found, GROUP_STIFFINESS)) record->group.stiffness = record->stiffness;
}

static bool read_bone_group(vrmi_build *build, const vrmi_json *at, uint8_t *taken) {
    bone_group_record record;
    vrmi_bone_group *group = &record.group;
    vrmi_json gravity, bones, colliders;
    uint64_t found;
    memset(&record, 0, sizeof record);
    group->name = vrmi_string_from("");
    /* The defaults of UniVRM (V0-037). */
    group->stiffness = 1;
    group->gravity_dir = vrm_vec3_make(0, -1, 0);
    group->drag_force = 0.4f;
    group->hit_radius = 0.02f;
    group->center = VRM_NONE;
    found = VRMI_JSON_READ(build->load, at, bone_group_fields, &record);
    if (vrmi_json_has(found, VRMI_JSON_INCOMPLETE)) return true;
    use_stiffness(build, at, found, &record);
    gravity = vrmi_json_at(at, "gravityDir", record.gravity_dir);
    /* The axes of gravityDir are converted (V0-039). */
    vrmi_read_vrm0_vector(build, &gravity, &group->gravity_dir);
    bones = vrmi_json_at(at, "bones", record.bones);
    colliders = vrmi_json_at(at, "colliderGroups", record.collider_groups);
    if (!vrmi_json_read_indices(build->load, &bones, VRMI_TABLE_NODES, &group->roots,
                                &group->root_count) ||
        !vrmi_read_group_indices(build, &colliders, &group->collider_groups,
                                 &group->collider_group_count)) {
        return false;
    }
    return vrmi_add_bone_group(build, at, group, taken);
}

typedef struct animation_record {
    yyjson_val *bone_groups;
    yyjson_val *collider_groups;
} animation_record;

static const vrmi_json_field animation_fields[] = {
    VRMI_FIELD(animation_record, bone_groups, "boneGroups", ARRAY),
    VRMI_FIELD(animation_record, collider_groups, "colliderGroups", ARRAY),
};

bool vrmi_read_vrm0_springs(vrmi_build *build, const vrmi_json *at) {
    animation_record record = {NULL, NULL};
    vrmi_json array;
    vrmi_json_each each;
    uint8_t *taken;
    VRMI_JSON_READ(build->load, at, animation_fields, &record);
    array = vrmi_json_at(at, "colliderGroups", record.collider_groups);
    if (!vrmi_read_node_collider_groups(build, &array, read_collider)) return false;
    if (record.bone_groups == NULL) return true;
    taken = VRMI_TAKE(build->load->arena, uint8_t, build->gltf->node_count);
    if (taken == NULL) return vrmi_load_refused(build->load);
    memset(taken, 0, build->gltf->node_count);
    array = vrmi_json_at(at, "boneGroups", record.bone_groups);
    vrmi_build_spring_list(build, &array);
    each = vrmi_json_begin(&array);
    while (vrmi_json_next(&each)) {
        if (!vrmi_load_goes_on(build->load) || !read_bone_group(build, &each.item, taken)) {
            return false;
        }
    }
    return true;
}
