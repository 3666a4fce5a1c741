/* Where the file has springs, joints, colliders and lookAt: each dialect has them elsewhere, and
 * under other names. */
#include "author/check/behaviour.h"
#include "base/text.h"
#include "model/model.h"

#include <string.h>

/* --- Lists --- */

/* The objects that have the lists: an extension, and perhaps one of its members. */
static const char *const owners[][2] = {
    [VRMI_SPRING_LIST_SPRINGS] = {"VRMC_springBone", NULL},
    [VRMI_SPRING_LIST_GROUPS] = {"VRMC_springBone", NULL},
    [VRMI_SPRING_LIST_OF_VRMC] = {"VRMC_vrm", "springBone"},
    [VRMI_SPRING_LIST_OF_VRM] = {"VRM", "secondaryAnimation"},
};

/* Files with colliders and no springs have no list. */
static vrmi_spring_list list_of(const vrmi_check *check) {
    vrmi_spring_list list = check->model->prepared->spring_list;
    if (list != VRMI_SPRING_LIST_NONE) return list;
    return check->tables->dialect == VRM_DIALECT_0         ? VRMI_SPRING_LIST_OF_VRM
           : check->tables->dialect == VRM_DIALECT_1_DRAFT ? VRMI_SPRING_LIST_OF_VRMC
                                                           : VRMI_SPRING_LIST_SPRINGS;
}

bool vrmi_springs_have_groups(const vrmi_check *check) {
    return list_of(check) != VRMI_SPRING_LIST_SPRINGS;
}

static const char *list_name(const vrmi_check *check) {
    return vrmi_springs_have_groups(check) ? "boneGroups" : "springs";
}

static yyjson_val *member_of(yyjson_val *object, const char *key) {
    return key != NULL ? yyjson_obj_get(object, key) : object;
}

/* The object that has the list of springs, in the JSON; NULL without it. */
static yyjson_val *owner_value(const vrmi_check *check) {
    const char *const *keys = owners[list_of(check)];
    yyjson_val *root = check->root != NULL ? check->root->value : NULL;
    return member_of(member_of(member_of(root, "extensions"), keys[0]), keys[1]);
}

static bool find_springs(vrmi_life *life) {
    yyjson_val *list = yyjson_obj_get(owner_value(life->check), list_name(life->check));
    uint32_t count = (uint32_t)yyjson_arr_size(list);
    yyjson_arr_iter iter = yyjson_arr_iter_with(list);
    life->spring_values = VRMI_TAKE(life->check->scratch, yyjson_val *, count);
    if (life->spring_values == NULL) return false;
    life->spring_value_count = count;
    for (uint32_t i = 0; i < count; ++i) life->spring_values[i] = yyjson_arr_iter_next(&iter);
    return true;
}

bool vrmi_life_find_sources(vrmi_life *life) {
    const vrm_tables *tables = life->check->tables;
    uint32_t count = tables->spring_collider_count;
    yyjson_val *owner = owner_value(life->check);
    life->file_collider_count = count;
    if (owner != NULL) {
        life->file_collider_count = (uint32_t)yyjson_arr_size(yyjson_obj_get(owner, "colliders"));
    }
    life->collider_sources = VRMI_TAKE(life->check->scratch, vrmi_collider_source, count);
    if (life->collider_sources == NULL || !find_springs(life)) return false;
    for (uint32_t i = 0; i < count; ++i) life->collider_sources[i].group = VRM_NONE;
    for (uint32_t i = 0; i < tables->spring_collider_group_count; ++i) {
        const vrm_spring_collider_group *group = &tables->spring_collider_groups[i];
        for (uint32_t k = 0; k < group->collider_count; ++k) {
            vrmi_collider_source *source = &life->collider_sources[group->colliders[k]];
            if (source->group != VRM_NONE) continue;
            source->group = (int32_t)i;
            source->index = (int32_t)k;
        }
    }
    return true;
}

bool vrmi_next_chains(const vrmi_life *life, vrmi_chains *chains) {
    const vrm_tables *tables = life->check->tables;
    const uint32_t *sources = life->check->model->prepared->spring_sources;
    do {
        uint32_t i = chains->end_spring;
        if (i == tables->spring_count) return false;
        chains->spring = i;
        chains->first_joint = tables->springs[i].first_joint;
        while (i < tables->spring_count && sources[i] == sources[chains->spring]) ++i;
        chains->end_spring = i;
        chains->end_joint = tables->springs[i - 1].first_joint + tables->springs[i - 1].joint_count;
    } while (chains->end_joint == chains->first_joint);
    return true;
}

/* --- Pointers --- */

static void add_owner(vrmi_check_place *place, const vrmi_check *check) {
    const char *const *keys = owners[list_of(check)];
    vrmi_add_member(place, "extensions");
    vrmi_add_member(place, keys[0]);
    vrmi_add_member(place, keys[1]);
}

/* --- Springs --- */

vrmi_argument vrmi_spring_argument(const vrmi_life *life, uint32_t spring) {
    return vrmi_reference("spring", life->check->model->prepared->spring_sources[spring],
                          life->check->tables->springs[spring].name);
}

vrmi_check_place vrmi_at_spring_source(const vrmi_life *life, uint32_t source, vrm_string name,
                                       const char *key) {
    vrmi_check_place place = vrmi_make_place("spring", name, (int32_t)source);
    add_owner(&place, life->check);
    vrmi_add_member(&place, list_name(life->check));
    vrmi_add_index(&place, source);
    vrmi_add_member(&place, key);
    return place;
}

vrmi_check_place vrmi_at_spring(const vrmi_life *life, uint32_t spring, const char *key) {
    return vrmi_at_spring_source(life, life->check->model->prepared->spring_sources[spring],
                                 life->check->tables->springs[spring].name, key);
}

/* Which of the joints of the file: some may have been left out. */
static uint32_t find_joint(const vrmi_life *life, uint32_t joint) {
    const vrm_spring_joint *own = &life->check->tables->spring_joints[joint];
    uint32_t source = life->check->model->prepared->spring_sources[own->spring], i = 0;
    yyjson_arr_iter iter;
    yyjson_val *value;
    if (source >= life->spring_value_count) {
        return joint - life->check->tables->springs[own->spring].first_joint;
    }
    iter = yyjson_arr_iter_with(yyjson_obj_get(life->spring_values[source], "joints"));
    while ((value = yyjson_arr_iter_next(&iter)) != NULL) {
        if (yyjson_get_int(yyjson_obj_get(value, "node")) == own->node) return i;
        ++i;
    }
    return 0; /* not reached: the joint was read from this list */
}

/* A chain below a root has a tail that is no node; a list of joints ends with one. */
static bool has_joint_list(const vrmi_life *life, uint32_t spring) {
    const vrm_tables *tables = life->check->tables;
    const vrm_spring *own = &tables->springs[spring];
    if (vrmi_springs_have_groups(life->check)) return false;
    return tables->spring_joints[own->first_joint + own->joint_count - 1].tail_node != VRM_NONE;
}

vrmi_check_place vrmi_at_joint(const vrmi_life *life, uint32_t joint, const char *key) {
    uint32_t spring = (uint32_t)life->check->tables->spring_joints[joint].spring;
    vrmi_check_place place;
    if (has_joint_list(life, spring)) {
        place = vrmi_at_spring(life, spring, "joints");
        vrmi_add_index(&place, find_joint(life, joint));
        vrmi_add_member(&place, key);
        return place;
    }
    if (list_of(life->check) == VRMI_SPRING_LIST_OF_VRM && key != NULL &&
        strcmp(key, "stiffness") == 0) {
        key = "stiffiness"; /* as 0.x spells it */
    }
    /* Drafts with a root have the values of joints in another list. */
    return vrmi_at_spring(life, spring, vrmi_springs_have_groups(life->check) ? key : NULL);
}

/* --- Colliders --- */

vrmi_check_place vrmi_at_collider_group(const vrmi_life *life, uint32_t group) {
    vrmi_check_place place = vrmi_make_place(
        "collider group", life->check->tables->spring_collider_groups[group].name, (int32_t)group);
    add_owner(&place, life->check);
    vrmi_add_member(&place, "colliderGroups");
    vrmi_add_index(&place, group);
    return place;
}

vrmi_check_place vrmi_at_collider(const vrmi_life *life, uint32_t collider) {
    const vrmi_collider_source *source = &life->collider_sources[collider];
    int32_t node = life->check->tables->spring_colliders[collider].node;
    vrmi_check_place place;
    if (vrmi_springs_have_groups(life->check)) { /* each is in the list of its group */
        place = vrmi_at_collider_group(life, (uint32_t)source->group);
        vrmi_add_member(&place, "colliders");
        vrmi_add_index(&place, (uint32_t)source->index);
    } else if (collider >= life->file_collider_count) {
        place = vrmi_at_node(life->check, node, "extensions/VRMC_node_collider");
    } else {
        place = vrmi_make_place("collider", vrmi_string_from(""), (int32_t)collider);
        add_owner(&place, life->check);
        vrmi_add_member(&place, "colliders");
        vrmi_add_index(&place, collider);
    }
    place.subject = "collider";
    place.index = (int32_t)collider;
    place.name = life->check->gltf->nodes[node].name;
    return place;
}

/* --- lookAt --- */

/* lookAt in the JSON, or firstPerson of 0.x, which has it; NULL without it. */
static yyjson_val *look_at_value(const vrmi_check *check) {
    bool is_old = check->tables->dialect == VRM_DIALECT_0;
    yyjson_val *root = check->root != NULL ? check->root->value : NULL;
    return member_of(member_of(member_of(root, "extensions"), is_old ? "VRM" : "VRMC_vrm"),
                     is_old ? "firstPerson" : "lookAt");
}

/* The name that the file uses; without the JSON, that of the dialect. `names` are that of 1.0, that
 * of 0.x, and another one of the draft, each perhaps the same. */
static const char *name_used(const vrmi_check *check, const char *const *names) {
    yyjson_val *look_at = look_at_value(check);
    for (int i = 0; i < 3; ++i) {
        if (yyjson_obj_get(look_at, names[i]) != NULL) return names[i];
    }
    return names[check->tables->dialect == VRM_DIALECT_0];
}

static vrmi_check_place at_look_at(const vrmi_check *check, const char *const *names) {
    bool is_old = check->tables->dialect == VRM_DIALECT_0;
    vrmi_check_place place = vrmi_make_place(NULL, vrmi_string_from(""), VRM_NONE);
    vrmi_add_member(&place, is_old ? "extensions/VRM/firstPerson" : "extensions/VRMC_vrm/lookAt");
    vrmi_add_member(&place, name_used(check, names));
    return place;
}

vrmi_check_place vrmi_at_look_at_type(const vrmi_check *check) {
    static const char *const names[3] = {"type", "lookAtTypeName", "lookAtType"};
    return at_look_at(check, names);
}

vrmi_check_place vrmi_at_look_at_offset(const vrmi_check *check) {
    static const char *const names[3] = {"offsetFromHeadBone", "firstPersonBoneOffset",
                                         "firstPersonBoneOffset"};
    return at_look_at(check, names);
}

vrmi_check_place vrmi_at_range_map(const vrmi_check *check, int map, bool is_output) {
    static const char *const names[VRMI_MAP_COUNT][3] = {
        {"rangeMapHorizontalInner", "lookAtHorizontalInner", "horizontalInner"},
        {"rangeMapHorizontalOuter", "lookAtHorizontalOuter", "horizontalOuter"},
        {"rangeMapVerticalDown", "lookAtVerticalDown", "verticalDown"},
        {"rangeMapVerticalUp", "lookAtVerticalUp", "verticalUp"},
    };
    vrmi_check_place place = at_look_at(check, names[map]);
    if (check->tables->dialect == VRM_DIALECT_0) {
        vrmi_add_member(&place, is_output ? "yRange" : "xRange");
    } else {
        vrmi_add_member(&place, is_output ? "outputScale" : "inputMaxValue");
    }
    return place;
}
