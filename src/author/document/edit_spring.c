/* Springs: numbers of joints, and colliders. */
#include "author/document/edit_operation.h"
#include "author/text/vrm1_text.h"
#include "base/math.h"
#include "base/text.h"

#include <string.h>

/* --- Joints --- */

/* What has the numbers of a spring: its joints, or in 0.x the group itself. */
typedef struct joints {
    vrmi_value *spring;
    uint32_t first, end; /* of its list; in 0.x both 0 */
    bool is_0;
} joints;

static vrm_result find_joints(vrm_edit *edit, int32_t spring, int32_t joint, joints *out) {
    static const char *const groups[] = {"secondaryAnimation", "boneGroups", NULL};
    static const char *const springs[] = {"extensions", "VRMC_springBone", "springs", NULL};
    vrmi_tree *tree = &edit->tree;
    vrmi_value *vrm = vrmi_edit_vrm(edit, &out->is_0), *list;
    uint32_t count;
    list = out->is_0 ? vrmi_value_below(tree, vrm, groups)
                     : vrmi_value_below(tree, vrm != NULL ? tree->root : NULL, springs);
    out->spring = spring >= 0 ? vrmi_value_at(tree, list, (uint32_t)spring) : NULL;
    out->first = out->end = 0;
    if (vrmi_value_get_kind(out->spring) != VRMI_VALUE_OBJECT) {
        return vrmi_operation_refuse_index(edit, "there is no spring ", spring,
                                           " in an avatar of 0.x, 1.0-beta or 1.0");
    }
    count = vrmi_value_count(tree, vrmi_value_get(tree, out->spring, "joints"));
    if (joint == VRM_ALL && !out->is_0) {
        out->end = count;
    } else if (joint >= 0 && !out->is_0 && (uint32_t)joint < count) {
        out->first = (uint32_t)joint;
        out->end = out->first + 1;
    } else if (joint != VRM_ALL) {
        return vrmi_operation_refuse_index(edit, "the spring has no joint ", joint,
                                           out->is_0 ? " of its own: 0.x sets all at once" : "");
    }
    return VRM_OK;
}

static vrm_result set_floats(vrm_edit *edit, const joints *at, const char *key,
                             const float *numbers, uint32_t count) {
    vrmi_tree *tree = &edit->tree;
    vrmi_value *list = vrmi_value_get(tree, at->spring, "joints"), *one = at->spring;
    for (uint32_t i = at->first; i < at->end; ++i) {
        one = vrmi_value_at(tree, list, i);
        if (count == 1) {
            vrmi_value_set_float(tree, one, key, numbers[0]);
        } else {
            vrmi_value_set_floats(tree, one, key, numbers, count);
        }
    }
    return vrmi_operation_end(edit, VRM_CHANGE_SET, "spring", vrmi_value_get(tree, one, key),
                              "A spring has another value");
}

vrm_result vrm_edit_set_spring(vrm_edit *edit, int32_t spring, int32_t joint,
                               vrm_spring_field field, float value) {
    static const char *const keys[] = {"hitRadius", "stiffness", "gravityPower", "dragForce"};
    static const char *const keys_0[] = {"hitRadius", "stiffiness", "gravityPower", "dragForce"};
    vrm_result result;
    joints at;
    if (!vrmi_operation_begin(edit, true, &result)) return result;
    if (field < VRM_SPRING_FIELD_HIT_RADIUS || field > VRM_SPRING_FIELD_DRAG_FORCE) {
        return vrmi_operation_refuse_index(edit, "springs have no number ", field, "");
    }
    result = find_joints(edit, spring, joint, &at);
    if (result != VRM_OK) return result;
    if (!vrmi_is_finite(value) || value < 0 ||
        (field == VRM_SPRING_FIELD_DRAG_FORCE && value > 1)) {
        return vrmi_operation_refuse(edit, "the value is out of range for ",
                                     vrmi_string_from(keys[field]), "");
    }
    if (at.is_0) {
        vrmi_value_set_float(&edit->tree, at.spring, keys_0[field], value);
        return vrmi_operation_end(edit, VRM_CHANGE_SET, "spring",
                                  vrmi_value_get(&edit->tree, at.spring, keys_0[field]),
                                  "A spring has another value");
    }
    return set_floats(edit, &at, keys[field], &value, 1);
}

/* 0.x has objects with x, y and z. */
static vrm_result set_gravity_0(vrm_edit *edit, vrmi_value *spring, const vrm_vec3 *direction) {
    vrmi_tree *tree = &edit->tree;
    vrmi_value *object = vrmi_value_make(tree, spring, "gravityDir", VRMI_VALUE_OBJECT);
    vrmi_value_set_float(tree, object, "x", direction->x);
    vrmi_value_set_float(tree, object, "y", direction->y);
    vrmi_value_set_float(tree, object, "z", direction->z);
    return vrmi_operation_end(edit, VRM_CHANGE_SET, "spring", object, "A spring has another value");
}

vrm_result vrm_edit_set_gravity_dir(vrm_edit *edit, int32_t spring, int32_t joint,
                                    const vrm_vec3 *direction) {
    vrm_result result;
    joints at;
    if (!vrmi_operation_begin(edit, direction != NULL, &result)) return result;
    result = find_joints(edit, spring, joint, &at);
    if (result != VRM_OK) return result;
    if (!vrmi_vec3_is_finite(*direction) ||
        (direction->x == 0 && direction->y == 0 && direction->z == 0)) {
        return vrmi_operation_refuse(edit, "the value is no direction for ",
                                     vrmi_string_from("gravityDir"), "");
    }
    if (at.is_0) return set_gravity_0(edit, at.spring, direction);
    {
        const float numbers[3] = {direction->x, direction->y, direction->z};
        return set_floats(edit, &at, "gravityDir", numbers, 3);
    }
}

/* --- Colliders --- */

static vrm_result check_collider(vrm_edit *edit, const vrm_spring_collider *c) {
    bool is_0;
    vrmi_value *vrm = vrmi_edit_vrm(edit, &is_0);
    if (vrm == NULL || is_0) {
        return vrmi_operation_refuse(edit, "the file is no avatar of 1.0, which has a list of ",
                                     vrmi_string_from("colliders"), "");
    }
    if (vrmi_edit_element(edit, VRMI_REFERENCE_NODE, c->node) == NULL) {
        return vrmi_operation_refuse_index(edit, "there is no node ", c->node, "");
    }
    if (c->shape < VRM_COLLIDER_SPHERE || c->shape > VRM_COLLIDER_PLANE) {
        return vrmi_operation_refuse_index(edit, "there is no shape of colliders ", c->shape, "");
    }
    if (!vrmi_vec3_is_finite(c->offset) || !vrmi_vec3_is_finite(c->tail) ||
        !vrmi_is_finite(c->radius) || c->radius < 0) {
        return vrmi_operation_refuse(edit, "a number is out of range of a ",
                                     vrmi_string_from("collider"), "");
    }
    return VRM_OK;
}

/* Its JSON, in the arena. */
static vrm_string write_collider(vrm_edit *edit, const vrm_spring_collider *c) {
    vrmi_json_writer json;
    vrmi_vrm_text text = {.writer = &json, .dialect = VRM_DIALECT_1};
    vrm_string copy = {NULL, 0};
    vrmi_json_writer_init(&json, &edit->memory);
    vrmi_put_collider(&text, c);
    if (!json.is_refused) {
        vrm_string written = vrmi_json_writer_text(&json);
        copy = vrmi_arena_copy_string(&edit->tree.arena, written.data, written.length);
    }
    vrmi_json_writer_release(&json);
    if (copy.data == NULL) edit->tree.is_refused = true;
    return copy;
}

/* The springs of the file, which are made if there are none. */
static vrmi_value *make_springs(vrm_edit *edit) {
    static const char *const keys[] = {"extensions", "VRMC_springBone", NULL};
    vrmi_tree *tree = &edit->tree;
    vrmi_value *extensions, *springs = vrmi_value_below(tree, tree->root, keys);
    if (vrmi_value_get_kind(springs) == VRMI_VALUE_OBJECT) return springs;
    edit->names_changed = true;
    extensions = vrmi_value_make(tree, tree->root, "extensions", VRMI_VALUE_OBJECT);
    return vrmi_value_set(tree, extensions, "VRMC_springBone",
                          vrmi_string_from("{\"specVersion\":\"1.0\"}"));
}

vrm_result vrm_edit_add_collider(vrm_edit *edit, const vrm_spring_collider *collider, int32_t group,
                                 int32_t *out_index) {
    vrmi_tree *tree;
    vrm_result result;
    vrmi_value *list = NULL, *element;
    char digits[16];
    vrmi_text text = vrmi_text_make(digits, sizeof digits);
    vrm_string number = {digits, 0};
    if (out_index != NULL) *out_index = VRM_NONE;
    if (!vrmi_operation_begin(edit, collider != NULL, &result)) return result;
    tree = &edit->tree;
    result = check_collider(edit, collider);
    if (result != VRM_OK) return result;
    element = vrmi_edit_element(edit, VRMI_REFERENCE_COLLIDER_GROUP, group);
    if (group != VRM_NONE && element == NULL) {
        return vrmi_operation_refuse_index(edit, "there is no group of colliders ", group, "");
    }
    list = vrmi_value_make(tree, make_springs(edit), "colliders", VRMI_VALUE_ARRAY);
    vrmi_text_append_u64(&text, vrmi_value_count(tree, list));
    number.length = (uint32_t)text.length;
    if (collider->shape > VRM_COLLIDER_CAPSULE) edit->names_changed = true;
    list = vrmi_value_append(tree, list, write_collider(edit, collider));
    if (element != NULL) {
        vrmi_value_append(tree, vrmi_value_make(tree, element, "colliders", VRMI_VALUE_ARRAY),
                          number);
    }
    result = vrmi_operation_end(edit, VRM_CHANGE_ADDED, "collider", list, "A collider was added");
    if (result == VRM_OK && out_index != NULL) *out_index = (int32_t)vrmi_value_index(list);
    return result;
}

vrm_result vrm_edit_set_collider(vrm_edit *edit, int32_t index,
                                 const vrm_spring_collider *collider) {
    static const char extended[] = "VRMC_springBone_extended_collider";
    vrmi_tree *tree;
    vrm_result result;
    vrmi_value *object, *extensions, *source;
    if (!vrmi_operation_begin(edit, collider != NULL, &result)) return result;
    tree = &edit->tree;
    result = check_collider(edit, collider);
    if (result != VRM_OK) return result;
    object = vrmi_edit_element(edit, VRMI_REFERENCE_COLLIDER, index);
    if (object == NULL)
        return vrmi_operation_refuse_index(edit, "there is no collider ", index, "");
    edit->names_changed = true;
    extensions = vrmi_value_get(tree, object, "extensions");
    vrmi_value_remove(tree, vrmi_value_get(tree, extensions, extended));
    /* The new one is written beside, and its members are taken over. */
    source = vrmi_value_append(tree, vrmi_reference_table(tree, VRMI_REFERENCE_COLLIDER),
                               write_collider(edit, collider));
    vrmi_value_set_index(tree, object, "node", (uint64_t)collider->node);
    vrmi_value_set(tree, object, "shape",
                   vrmi_value_text(tree, vrmi_value_get(tree, source, "shape")));
    if (collider->shape > VRM_COLLIDER_CAPSULE) {
        vrmi_value *new_ones = vrmi_value_get(tree, source, "extensions");
        extensions = vrmi_value_make(tree, object, "extensions", VRMI_VALUE_OBJECT);
        vrmi_value_set(tree, extensions, extended,
                       vrmi_value_text(tree, vrmi_value_get(tree, new_ones, extended)));
    } else if (vrmi_value_get_kind(extensions) == VRMI_VALUE_OBJECT &&
               vrmi_value_count(tree, extensions) == 0) {
        vrmi_value_remove(tree, extensions);
    }
    vrmi_value_remove(tree, source);
    return vrmi_operation_end(edit, VRM_CHANGE_SET, "collider", object,
                              "A collider has another shape or place");
}

vrm_result vrm_edit_remove_collider(vrm_edit *edit, int32_t index) {
    vrmi_tree *tree;
    vrm_result result;
    vrmi_value *object;
    uint8_t *keeps;
    uint32_t count;
    if (!vrmi_operation_begin(edit, true, &result)) return result;
    tree = &edit->tree;
    object = vrmi_edit_element(edit, VRMI_REFERENCE_COLLIDER, index);
    if (object == NULL)
        return vrmi_operation_refuse_index(edit, "there is no collider ", index, "");
    result =
        vrmi_operation_end(edit, VRM_CHANGE_REMOVED, "collider", object, "A collider was removed");
    if (result != VRM_OK) return result;
    count = vrmi_value_count(tree, vrmi_value_parent(object));
    keeps = VRMI_TAKE(&tree->arena, uint8_t, count);
    if (keeps == NULL) {
        tree->is_refused = true;
        return vrmi_edit_refusal(edit);
    }
    memset(keeps, 1, count);
    keeps[index] = 0;
    edit->names_changed = true;
    vrmi_references_keep(tree, VRMI_REFERENCE_COLLIDER, keeps, NULL);
    return vrmi_operation_result(edit);
}
