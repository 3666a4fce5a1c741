/*
 * What happened to each element of the VRM blocks, by the names of the file: one line for each
 * bone, expression, lookAt range map, spring group and material. What has no equivalent is added
 * while the new blocks are written (changes.c).
 */
#include "author/migrate/migration.h"
#include "base/sort.h"
#include "base/text.h"

#include <string.h>

static vrmi_value *member_of(vrmi_migration *m, vrmi_value *object, const char *key) {
    return vrmi_value_get(&m->edit.tree, object, key);
}

/* --- 0.x: expressions --- */

/* The expressions of the old file by name, ignoring case; equal names keep the order of the file.
 * */
typedef struct names_in_order {
    const vrm_expression *expressions;
    const uint32_t *order;
    uint32_t count;
} names_in_order;

static bool names_come_before(const void *context, uint32_t a, uint32_t b) {
    const vrm_expression *expressions = context;
    return vrmi_string_compare_no_case(expressions[a].name, expressions[b].name) < 0;
}

/* The first one with this name, or the first custom one. */
static int32_t find_name(const names_in_order *names, vrm_string name, bool is_custom) {
    uint32_t first = 0, end = names->count;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        vrm_string other = names->expressions[names->order[middle]].name;
        if (vrmi_string_compare_no_case(other, name) < 0) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    for (; first < names->count; ++first) {
        const vrm_expression *expression = &names->expressions[names->order[first]];
        if (vrmi_string_compare_no_case(expression->name, name) != 0) break;
        if (!is_custom || expression->preset == VRM_NONE) return (int32_t)names->order[first];
    }
    return VRM_NONE;
}

/* By the names of 0.x, and by those of custom expressions, ignoring case (V0-014). */
static int32_t find_expression(const vrmi_migration *m, const names_in_order *names,
                               vrm_string name) {
    char buffer[VRMI_SENTENCE];
    vrmi_text text = vrmi_text_make(buffer, sizeof buffer);
    int32_t found;
    vrmi_text_append_string(&text, name);
    found = text.truncated ? VRM_NONE : vrm_model_find_expression(m->edit.model, buffer);
    return found != VRM_NONE ? found : find_name(names, name, false);
}

const char *vrmi_point_at_expression(const vrmi_migration *m, const vrm_expression *expression,
                                     uint32_t index, char out[VRMI_SENTENCE]) {
    vrmi_text text = vrmi_text_make(out, VRMI_SENTENCE);
    if (m->to == VRM_DIALECT_0) {
        vrmi_text_append(&text, "/extensions/VRM/blendShapeMaster/blendShapeGroups/");
        vrmi_text_append_i64(&text, index);
        return out;
    }
    vrmi_text_append(&text, "/extensions/VRMC_vrm/expressions/");
    vrmi_text_append(&text, expression->preset != VRM_NONE ? "preset/" : "custom/");
    vrmi_text_append_pointer_token(&text, expression->name);
    return out;
}

static const char *point_at_expression(const vrmi_migration *m, int32_t index,
                                       char out[VRMI_SENTENCE]) {
    return vrmi_point_at_expression(m, &m->tables.expressions[index], (uint32_t)index, out);
}

static int32_t find_group_expression(vrmi_migration *m, const names_in_order *names,
                                     vrmi_value *group) {
    vrmi_tree *tree = &m->edit.tree;
    vrm_string preset = vrmi_value_string(tree, member_of(m, group, "presetName"));
    vrm_string name = vrmi_value_string(tree, member_of(m, group, "name"));
    bool is_custom = preset.length == 0 || vrmi_string_equals_no_case(preset, "unknown");
    /* A custom one may have the name that a preset has in 1.0. */
    int32_t found = is_custom ? find_name(names, name, true) : VRM_NONE;
    return found != VRM_NONE ? found : find_expression(m, names, is_custom ? name : preset);
}

/* A load keeps the first of several groups with the same name (V0-015). */
int32_t *vrmi_map_groups(vrmi_migration *m, vrmi_value *groups) {
    const uint32_t count = vrmi_value_count(&m->edit.tree, groups);
    int32_t *map = VRMI_TAKE(&m->arena, int32_t, count);
    uint8_t *is_taken = VRMI_TAKE(&m->arena, uint8_t, m->tables.expression_count);
    names_in_order names = {vrm_model_tables(m->edit.model)->expressions, NULL,
                            m->tables.expression_count};
    names.order = vrmi_sort_order(&m->arena, names.count, names_come_before, names.expressions);
    if (map == NULL || is_taken == NULL || names.order == NULL) {
        m->is_refused = true;
        return NULL;
    }
    memset(is_taken, 0, m->tables.expression_count);
    for (uint32_t i = 0; i < count; ++i) {
        map[i] = find_group_expression(m, &names, vrmi_value_at(&m->edit.tree, groups, i));
        if (map[i] != VRM_NONE && is_taken[map[i]]) map[i] = VRM_NONE;
        if (map[i] != VRM_NONE) is_taken[map[i]] = 1;
    }
    return map;
}

static void say_groups(vrmi_migration *m, vrmi_value *block) {
    vrmi_tree *tree = &m->edit.tree;
    vrmi_value *groups = member_of(m, member_of(m, block, "blendShapeMaster"), "blendShapeGroups");
    const int32_t *map = vrmi_map_groups(m, groups);
    char from[VRMI_SENTENCE], to[VRMI_SENTENCE];
    for (uint32_t i = 0; i < vrmi_value_count(tree, groups) && map != NULL; ++i) {
        vrmi_point_at(from, "/extensions/VRM/blendShapeMaster/blendShapeGroups", i, NULL);
        if (map[i] != VRM_NONE) {
            vrmi_say_change(m, VRM_CHANGE_CONVERTED, "expression", from,
                            point_at_expression(m, map[i], to), "expression converted to VRM 1.0");
        } else {
            vrmi_say_change(m, VRM_CHANGE_LOST, "expression", from, "",
                            "expression without a name, or with a duplicate name");
        }
    }
}

/* --- 0.x: bones, first person, springs, materials --- */

static void say_bones(vrmi_migration *m, vrmi_value *block) {
    static const char *const unity[] = {"armStretch",    "legStretch",       "upperArmTwist",
                                        "lowerArmTwist", "upperLegTwist",    "lowerLegTwist",
                                        "feetSpacing",   "hasTranslationDoF"};
    vrmi_value *humanoid = member_of(m, block, "humanoid");
    char from[VRMI_SENTENCE], to[VRMI_SENTENCE];
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if (m->tables.humanoid.nodes[bone] == VRM_NONE) continue;
        vrmi_point_at(to, "/extensions/VRMC_vrm/humanoid/humanBones", VRM_NONE,
                      vrm_bone_name(bone));
        vrmi_say_change(m, VRM_CHANGE_KEPT, "bone", "/extensions/VRM/humanoid/humanBones", to,
                        "bone kept, with its VRM 1.0 name");
    }
    for (size_t i = 0; i < sizeof unity / sizeof unity[0]; ++i) {
        if (member_of(m, humanoid, unity[i]) == NULL) continue;
        vrmi_point_at(from, "/extensions/VRM/humanoid", VRM_NONE, unity[i]);
        vrmi_say_change(m, VRM_CHANGE_LOST, "bone-unity", from, "",
                        "Unity-only setting, not in VRM 1.0");
    }
}

/* Whether the new file has annotations: `auto` needs none. */
static bool is_annotated(const vrmi_migration *m) {
    const vrm_first_person_type *types = m->tables.first_person.types;
    for (uint32_t i = 0; i < m->gltf.node_count && types != NULL; ++i) {
        if (types[i] != VRM_FIRST_PERSON_AUTO) return true;
    }
    return false;
}

static void say_first_person(vrmi_migration *m, vrmi_value *block) {
    static const char *const maps[4][2] = {{"lookAtHorizontalInner", "rangeMapHorizontalInner"},
                                           {"lookAtHorizontalOuter", "rangeMapHorizontalOuter"},
                                           {"lookAtVerticalDown", "rangeMapVerticalDown"},
                                           {"lookAtVerticalUp", "rangeMapVerticalUp"}};
    vrmi_value *first_person = member_of(m, block, "firstPerson");
    char from[VRMI_SENTENCE], to[VRMI_SENTENCE];
    if (first_person == NULL) return;
    if (vrmi_value_count(&m->edit.tree, member_of(m, first_person, "meshAnnotations")) > 0) {
        vrmi_say_change(m, VRM_CHANGE_CONVERTED, "first-person",
                        "/extensions/VRM/firstPerson/meshAnnotations",
                        is_annotated(m) ? "/extensions/VRMC_vrm/firstPerson/meshAnnotations" : "",
                        "first-person annotations now refer to nodes, not meshes");
    }
    vrmi_say_change(
        m, VRM_CHANGE_CONVERTED, "look-at", "/extensions/VRM/firstPerson/firstPersonBoneOffset",
        "/extensions/VRMC_vrm/lookAt/offsetFromHeadBone", "eye position converted to glTF axes");
    for (int i = 0; i < 4; ++i) {
        if (member_of(m, first_person, maps[i][0]) == NULL) continue;
        vrmi_point_at(from, "/extensions/VRM/firstPerson", VRM_NONE, maps[i][0]);
        vrmi_point_at(to, "/extensions/VRMC_vrm/lookAt", VRM_NONE, maps[i][1]);
        vrmi_say_change(m, VRM_CHANGE_KEPT, "look-at", from, to, "lookAt range kept");
    }
}

static void say_springs(vrmi_migration *m, vrmi_value *block) {
    vrmi_tree *tree = &m->edit.tree;
    vrmi_value *animation = member_of(m, block, "secondaryAnimation");
    vrmi_value *groups = member_of(m, animation, "boneGroups");
    vrmi_value *colliders = member_of(m, animation, "colliderGroups");
    char from[VRMI_SENTENCE];
    for (uint32_t i = 0; i < vrmi_value_count(tree, groups); ++i) {
        vrmi_point_at(from, "/extensions/VRM/secondaryAnimation/boneGroups", i, NULL);
        if (vrmi_value_count(tree, member_of(m, vrmi_value_at(tree, groups, i), "bones")) == 0) {
            vrmi_say_change(m, VRM_CHANGE_LOST, "spring", from, "",
                            "spring group without bones: VRM 1.0 has no springs without joints");
            continue;
        }
        vrmi_say_change(m, VRM_CHANGE_CONVERTED, "spring", from,
                        "/extensions/VRMC_springBone/springs",
                        "bone chain converted to its own spring");
    }
    for (uint32_t i = 0; i < vrmi_value_count(tree, colliders); ++i) {
        vrmi_point_at(from, "/extensions/VRM/secondaryAnimation/colliderGroups", i, NULL);
        if (vrmi_value_count(tree, member_of(m, vrmi_value_at(tree, colliders, i), "colliders")) ==
            0) {
            vrmi_say_change(m, VRM_CHANGE_LOST, "collider-group", from, "",
                            "empty collider group: VRM 1.0 has no such groups");
            continue;
        }
        vrmi_say_change(m, VRM_CHANGE_CONVERTED, "collider-group", from,
                        "/extensions/VRMC_springBone/colliderGroups",
                        "collider group converted to colliders in glTF axes");
    }
}

/* MToon numbers of 0.x that 1.0 does not have (§4.10), and the values at which they have no effect.
 * */
static void say_dropped(vrmi_migration *m, vrmi_value *material, uint32_t index) {
    static const struct {
        const char *name;
        double idle;
    } numbers[] = {{"_ReceiveShadowRate", 1},
                   {"_ShadingGradeRate", 1},
                   {"_LightColorAttenuation", 0},
                   {"_OutlineScaledMaxDistance", 1}};
    static const char *const textures[] = {"_ReceiveShadowTexture", "_ShadingGradeTexture"};
    vrmi_tree *tree = &m->edit.tree;
    char base[VRMI_SENTENCE], from[VRMI_SENTENCE];
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
        vrmi_value *value =
            member_of(m, member_of(m, material, "floatProperties"), numbers[i].name);
        if (vrmi_value_number(tree, value, numbers[i].idle) == numbers[i].idle) continue;
        vrmi_point_at(base, "/extensions/VRM/materialProperties", index, "floatProperties");
        vrmi_say_change(m, VRM_CHANGE_LOST, "material-value",
                        vrmi_point_at(from, base, VRM_NONE, numbers[i].name), "",
                        "value that MToon 1.0 lacks");
    }
    for (size_t i = 0; i < sizeof textures / sizeof textures[0]; ++i) {
        vrmi_value *value = member_of(m, member_of(m, material, "textureProperties"), textures[i]);
        if (vrmi_value_to_index(tree, value) == VRM_NONE) continue;
        vrmi_point_at(base, "/extensions/VRM/materialProperties", index, "textureProperties");
        vrmi_say_change(m, VRM_CHANGE_LOST, "material-texture",
                        vrmi_point_at(from, base, VRM_NONE, textures[i]), "",
                        "texture that MToon 1.0 lacks");
    }
}

static void say_materials(vrmi_migration *m, vrmi_value *block) {
    vrmi_tree *tree = &m->edit.tree;
    vrmi_value *list = member_of(m, block, "materialProperties");
    char from[VRMI_SENTENCE], to[VRMI_SENTENCE];
    for (uint32_t i = 0; i < vrmi_value_count(tree, list) && i < m->tables.material_count; ++i) {
        vrmi_value *material = vrmi_value_at(tree, list, i);
        vrm_string shader = vrmi_value_string(tree, member_of(m, material, "shader"));
        bool is_mtoon = vrmi_string_equals(shader, "VRM/MToon");
        vrmi_point_at(from, "/extensions/VRM/materialProperties", i, NULL);
        vrmi_point_at(to, "/materials", i, NULL);
        if (is_mtoon) {
            vrmi_say_change(m, VRM_CHANGE_CONVERTED, "material-mtoon", from, to,
                            "material converted to MToon 1.0");
            say_dropped(m, material, i);
        } else if (m->tables.mtoons[i].is_present || m->tables.materials[i].is_unlit) {
            vrmi_say_change(m, VRM_CHANGE_CONVERTED, "material-unlit", from, to,
                            "shader expressed by the glTF material and its extensions");
        } else {
            vrmi_say_change(m, VRM_CHANGE_KEPT, "material", from, to, "glTF material unchanged");
        }
    }
}

/* --- The other dialects --- */

static void say_tables(vrmi_migration *m) {
    char out[VRMI_SENTENCE];
    for (uint32_t i = 0; i < m->tables.expression_count; ++i) {
        vrmi_say_change(m, m->to == VRM_DIALECT_0 ? VRM_CHANGE_CONVERTED : VRM_CHANGE_KEPT,
                        "expression", "", point_at_expression(m, (int32_t)i, out),
                        "expression converted to the other VRM version");
    }
    for (uint32_t i = 0; i < m->tables.material_count; ++i) {
        if (!m->tables.mtoons[i].is_present) continue;
        vrmi_point_at(out, "/materials", i, NULL);
        vrmi_say_change(m, m->to == VRM_DIALECT_0 ? VRM_CHANGE_CONVERTED : VRM_CHANGE_KEPT,
                        "material-mtoon", out,
                        m->to == VRM_DIALECT_0 ? "/extensions/VRM/materialProperties" : out,
                        "material converted to MToon of the other VRM version");
    }
    for (uint32_t i = 0; i < m->tables.spring_count; ++i) {
        vrmi_say_change(m, VRM_CHANGE_CONVERTED, "spring", "",
                        m->to == VRM_DIALECT_0 ? "/extensions/VRM/secondaryAnimation/boneGroups"
                                               : "/extensions/VRMC_springBone/springs",
                        "spring converted to the other VRM version");
    }
}

void vrmi_say_blocks(vrmi_migration *m) {
    vrmi_value *block = vrmi_find_block(m, m->from);
    if (m->from != VRM_DIALECT_0) {
        say_tables(m);
        return;
    }
    say_bones(m, block);
    say_groups(m, block);
    say_first_person(m, block);
    say_springs(m, block);
    say_materials(m, block);
}
