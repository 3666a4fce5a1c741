#include "versions.h"

#include <string.h>

/* A file has few springs, but a hostile one has thousands. */
enum { MOST_TAILS = 4096 };

static bool is_one_of(const char *text, const char *const *list) {
    for (; *list != NULL; ++list) {
        if (strcmp(text, *list) == 0) return true;
    }
    return false;
}

static bool is_avatar(const diff_file *file) {
    return file->tables != NULL && file->tables->dialect >= VRM_DIALECT_0 &&
           file->tables->dialect <= VRM_DIALECT_1;
}

/* The last joint of a spring has a node as its tail in 1.0, and only a point in older versions. */
static bool is_tail(const vrm_difference *change) {
    return change->part == VRM_DIFF_PART_SPRINGS && strcmp(change->field, "tail") == 0 &&
           (strcmp(change->from, "a point") == 0 || strcmp(change->to, "a point") == 0);
}

static bool is_quoted(const char *text, const char *name) {
    const size_t length = strlen(name);
    return strlen(text) == length + 2 && memcmp(text + 1, name, length) == 0;
}

static bool is_node_of_tail(const diff_changes *list, const vrm_difference *change) {
    uint32_t tails = 0;
    if (change->kind != VRM_DIFF_ADDED && change->kind != VRM_DIFF_REMOVED) return false;
    for (uint32_t i = 0; i < list->count && tails < MOST_TAILS; ++i) {
        if (!is_tail(&list->items[i])) continue;
        ++tails;
        if (is_quoted(list->items[i].from, change->name) ||
            is_quoted(list->items[i].to, change->name)) {
            return true;
        }
    }
    return false;
}

/* The draft has springs as 0.x has them. */
static bool is_old(const diff_file *file) {
    return file->tables->dialect == VRM_DIALECT_0 || file->tables->dialect == VRM_DIALECT_1_DRAFT;
}

/* What older versions and 1.0 write in different forms. */
static bool is_of_old_form(const diff_changes *list, const vrm_difference *change) {
    static const char *const extensions[] = {"VRM", "VRMC_vrm", "VRMC_springBone",
                                             "VRMC_materials_mtoon", NULL};
    static const char *const unity[] = {
        "/extensions/VRM/exporterVersion",        "/extensions/VRM/humanoid/armStretch",
        "/extensions/VRM/humanoid/feetSpacing",   "/extensions/VRM/humanoid/hasTranslationDoF",
        "/extensions/VRM/humanoid/legStretch",    "/extensions/VRM/humanoid/lowerArmTwist",
        "/extensions/VRM/humanoid/lowerLegTwist", "/extensions/VRM/humanoid/upperArmTwist",
        "/extensions/VRM/humanoid/upperLegTwist", NULL};
    switch (change->part) {
    case VRM_DIFF_PART_EXTENSIONS:
        return is_one_of(change->name, extensions);
    case VRM_DIFF_PART_SPRINGS:
        return is_tail(change);
    case VRM_DIFF_PART_COLLIDERS: /* groups have no names in older versions */
        return change->kind == VRM_DIFF_RENAMED &&
               (strcmp(change->from, "\"\"") == 0 || strcmp(change->to, "\"\"") == 0);
    case VRM_DIFF_PART_NODES:
        return is_node_of_tail(list, change);
    case VRM_DIFF_PART_OTHER:
        return is_one_of(change->name, unity);
    default:
        return false;
    }
}

static bool is_of_versions(const diff_pair *pair, const vrm_difference *change) {
    if (change->part == VRM_DIFF_PART_FILE) {
        return strcmp(change->field, "dialect") == 0 || strcmp(change->field, "specVersion") == 0;
    }
    if (change->part == VRM_DIFF_PART_BONES) return strcmp(change->field, "front") == 0;
    return (is_old(&pair->a) || is_old(&pair->b)) && is_of_old_form(&pair->changes, change);
}

uint32_t find_version_changes(const diff_pair *pair, bool *flags) {
    uint32_t count = 0;
    if (!is_avatar(&pair->a) || !is_avatar(&pair->b) ||
        pair->a.tables->dialect == pair->b.tables->dialect) {
        return 0;
    }
    for (uint32_t i = 0; i < pair->changes.count; ++i) {
        flags[i] = is_of_versions(pair, &pair->changes.items[i]);
        count += flags[i];
    }
    return count;
}
