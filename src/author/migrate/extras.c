/*
 * Extras and unknown extensions inside objects that a migration replaces. If one object replaces
 * another, they move along; otherwise they are listed as lost (MI-026).
 */
#include "author/document/edit_operation.h"
#include "author/migrate/migration.h"
#include "base/sort.h"
#include "base/text.h"

#include <string.h>

/* A member that waits for its new object. */
struct vrmi_kept {
    vrmi_kept *next;
    const char *key;       /* "extras" or "extensions" */
    vrm_string from, home; /* pointers: of the member, and of the object in the new file */
    vrm_string json;
};

static vrm_string copy(vrmi_migration *m, vrm_string text) {
    vrm_string made = vrmi_arena_copy_string(&m->arena, text.data, text.length);
    if (made.data == NULL) m->is_refused = true;
    return made;
}

/* --- What has a home --- */

static void take_member(vrmi_migration *m, vrmi_value *object, const char *key, const char *home) {
    vrmi_value *value = vrmi_value_get(&m->edit.tree, object, key);
    vrmi_kept *kept = value != NULL ? VRMI_TAKE(&m->arena, vrmi_kept, 1) : NULL;
    if (value == NULL) return;
    if (kept == NULL) {
        m->is_refused = true;
        return;
    }
    kept->key = key;
    kept->from = copy(m, vrmi_value_pointer(&m->edit.tree, value));
    kept->home = copy(m, vrmi_string_from(home));
    kept->json = copy(m, vrmi_value_text(&m->edit.tree, value));
    kept->next = m->kept;
    m->kept = kept;
    vrmi_value_remove(&m->edit.tree, value);
}

static void take(vrmi_migration *m, vrmi_value *object, const char *home) {
    take_member(m, object, "extras", home);
    take_member(m, object, "extensions", home);
}

static void take_at(vrmi_migration *m, const char *from, const char *home) {
    take(m, vrmi_tree_find(&m->edit.tree, vrmi_string_from(from)), home);
}

static void take_groups(vrmi_migration *m) {
    vrmi_tree *tree = &m->edit.tree;
    vrmi_value *groups =
        vrmi_tree_find(tree, vrmi_string_from("/extensions/VRM/blendShapeMaster/blendShapeGroups"));
    const int32_t *map = vrmi_map_groups(m, groups);
    char home[VRMI_SENTENCE];
    for (uint32_t i = 0; i < vrmi_value_count(tree, groups) && map != NULL; ++i) {
        if (map[i] == VRM_NONE) continue;
        take(m, vrmi_value_at(tree, groups, i),
             vrmi_point_at_expression(m, &m->tables.expressions[map[i]], (uint32_t)map[i], home));
    }
}

/* Presets before customs, and each of them by name. */
static int compare_expressions(const vrm_expression *a, bool is_custom, vrm_string name) {
    bool a_is_custom = a->preset == VRM_NONE;
    if (a_is_custom != is_custom) return a_is_custom ? 1 : -1;
    return vrmi_string_compare(a->name, name);
}

static bool expressions_come_before(const void *context, uint32_t a, uint32_t b) {
    const vrm_expression *expressions = context;
    return compare_expressions(&expressions[a], expressions[b].preset == VRM_NONE,
                               expressions[b].name) < 0;
}

/* The expression of a member of `preset` or `custom`; VRM_NONE: the load has left it out. */
static int32_t find_expression(const vrm_expression *expressions, const uint32_t *order,
                               uint32_t count, bool is_custom, vrm_string name) {
    uint32_t first = 0, end = count;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        int compared = compare_expressions(&expressions[order[middle]], is_custom, name);
        if (compared == 0) return (int32_t)order[middle];
        if (compared < 0) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return VRM_NONE;
}

/* The location of each expression in the file; of equal keys, the last. */
static bool find_members(vrmi_migration *m, vrmi_value **members) {
    static const char *const lists[2] = {"/extensions/VRMC_vrm/expressions/preset",
                                         "/extensions/VRMC_vrm/expressions/custom"};
    const vrm_expression *old = vrm_model_tables(m->edit.model)->expressions;
    const uint32_t count = m->tables.expression_count;
    const uint32_t *order = vrmi_sort_order(&m->arena, count, expressions_come_before, old);
    vrmi_tree *tree = &m->edit.tree;
    if (order == NULL) return false;
    for (uint32_t i = 0; i < count; ++i) members[i] = NULL;
    for (int kind = 0; kind < 2; ++kind) {
        vrmi_value *list = vrmi_tree_find(tree, vrmi_string_from(lists[kind]));
        for (uint32_t i = 0; i < vrmi_value_count(tree, list); ++i) {
            vrmi_value *member = vrmi_value_at(tree, list, i);
            int32_t found =
                find_expression(old, order, count, kind == 1, vrmi_value_key(tree, member));
            if (found != VRM_NONE) members[found] = member;
        }
    }
    return true;
}

static void take_expressions(vrmi_migration *m) {
    vrmi_value **members = VRMI_TAKE(&m->arena, vrmi_value *, m->tables.expression_count);
    char home[VRMI_SENTENCE];
    if (members == NULL || !find_members(m, members)) {
        m->is_refused = true;
        return;
    }
    for (uint32_t i = 0; i < m->tables.expression_count; ++i) {
        take(m, members[i], vrmi_point_at_expression(m, &m->tables.expressions[i], i, home));
    }
}

static void take_materials(vrmi_migration *m) {
    char base[VRMI_SENTENCE], mtoon[VRMI_SENTENCE], old[VRMI_SENTENCE];
    for (uint32_t i = 0; i < m->tables.material_count; ++i) {
        vrmi_point_at(base, "/materials", i, "extensions");
        vrmi_point_at(mtoon, base, VRM_NONE, "VRMC_materials_mtoon");
        vrmi_point_at(old, "/extensions/VRM/materialProperties", i, NULL);
        take_at(m, m->from == VRM_DIALECT_0 ? old : mtoon, m->to == VRM_DIALECT_0 ? old : mtoon);
    }
}

static void take_parts(vrmi_migration *m) {
    static const char *const parts[][2] = {
        {"/extensions/VRM/humanoid", "/extensions/VRMC_vrm/humanoid"},
        {"/extensions/VRM/firstPerson", "/extensions/VRMC_vrm/firstPerson"},
        {"/extensions/VRM/blendShapeMaster", "/extensions/VRMC_vrm/expressions"},
        {"/extensions/VRM/secondaryAnimation", "/extensions/VRMC_springBone"},
    };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
        take_at(m, parts[i][m->from != VRM_DIALECT_0], parts[i][m->to != VRM_DIALECT_0]);
    }
}

/* --- What has none --- */

/* What the writers of blocks report themselves. */
static bool is_read(vrm_string extension) {
    return vrmi_string_equals(extension, "VRMC_springBone_extended_collider") ||
           vrmi_string_equals(extension, "VRMC_springBone_limit") ||
           vrmi_string_equals(extension, "KHR_texture_transform");
}

static void say_lost(vrmi_migration *m, vrm_string pointer, bool is_extension) {
    vrmi_edit_changed(&m->edit, VRM_CHANGE_LOST, is_extension ? "extension" : "extras", pointer,
                      vrmi_string_from(""),
                      vrmi_string_from(is_extension ? "the object with this extension was replaced"
                                                    : "the object with these extras was replaced"));
}

/* VRM is a few levels deep; what is deeper is not its own. */
enum { MOST_LEVELS = 12 };

static void list_lost(vrmi_migration *m, vrmi_value *value, int level, bool is_extensions) {
    vrmi_tree *tree = &m->edit.tree;
    const bool is_object = vrmi_value_get_kind(value) == VRMI_VALUE_OBJECT;
    if (level == MOST_LEVELS) return;
    for (uint32_t i = 0; i < vrmi_value_count(tree, value); ++i) {
        vrmi_value *member = vrmi_value_at(tree, value, i);
        const vrm_string key = is_object ? vrmi_value_key(tree, member) : (vrm_string){"", 0};
        if (is_extensions && !is_read(key)) {
            say_lost(m, vrmi_value_pointer(&m->edit.tree, member), true);
        } else if (vrmi_string_equals(key, "extras")) {
            say_lost(m, vrmi_value_pointer(&m->edit.tree, member), false);
        } else {
            list_lost(m, member, level + 1, vrmi_string_equals(key, "extensions"));
        }
    }
}

static void list_lost_at(vrmi_migration *m, const char *pointer) {
    list_lost(m, vrmi_tree_find(&m->edit.tree, vrmi_string_from(pointer)), 0, false);
}

/* Members of the block itself, and its meta, are kept elsewhere. */
static void list_lost_of_block(vrmi_migration *m) {
    static const char *const kept[] = {"extras", "extensions", "meta"};
    vrmi_tree *tree = &m->edit.tree;
    vrmi_value *block = vrmi_find_block(m, m->from);
    for (uint32_t i = 0; i < vrmi_value_count(tree, block); ++i) {
        vrmi_value *member = vrmi_value_at(tree, block, i);
        const vrm_string key = vrmi_value_key(tree, member);
        bool is_kept = false;
        for (size_t k = 0; k < sizeof kept / sizeof kept[0]; ++k) {
            if (vrmi_string_equals(key, kept[k])) is_kept = true;
        }
        if (!is_kept) list_lost(m, member, 1, false);
    }
}

/* MToon of 0.x is in the block. That of 1.0 is removed from materials for 0.x, and that of the
 * draft is written again. */
static void list_lost_of_materials(vrmi_migration *m) {
    char base[VRMI_SENTENCE], mtoon[VRMI_SENTENCE];
    if (m->to != VRM_DIALECT_0 && m->from != VRM_DIALECT_1_DRAFT) return;
    for (uint32_t i = 0; i < m->tables.material_count; ++i) {
        vrmi_point_at(base, "/materials", i, "extensions");
        list_lost_at(m, vrmi_point_at(mtoon, base, VRM_NONE, "VRMC_materials_mtoon"));
    }
}

/* --- Both --- */

void vrmi_take_extras(vrmi_migration *m) {
    if (m->from == VRM_DIALECT_0) {
        take_groups(m);
    } else {
        take_expressions(m);
    }
    take_materials(m);
    take_parts(m);
    list_lost_of_block(m);
    list_lost_at(m, "/extensions/VRMC_springBone");
    list_lost_of_materials(m);
}

void vrmi_give_extras(vrmi_migration *m) {
    vrmi_tree *tree = &m->edit.tree;
    if (m->is_refused) return;
    for (const vrmi_kept *kept = m->kept; kept != NULL; kept = kept->next) {
        vrmi_value *home = vrmi_tree_find(tree, kept->home);
        const bool is_extension = strcmp(kept->key, "extensions") == 0;
        if (vrmi_value_get_kind(home) != VRMI_VALUE_OBJECT ||
            vrmi_value_get(tree, home, kept->key) != NULL) {
            say_lost(m, kept->from, is_extension);
            continue;
        }
        vrmi_value_set(tree, home, kept->key, kept->json);
        vrmi_edit_changed(&m->edit, VRM_CHANGE_KEPT, is_extension ? "extension" : "extras",
                          kept->from, kept->home,
                          vrmi_string_from("moved to the object that replaces the old one"));
    }
}
