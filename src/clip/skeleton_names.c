#include "clip/skeleton_names.h"

#include "base/math.h"
#include "clip/skeleton_tables.h"
#include "model/model.h"

#include <string.h>

enum {
    TABLE_COUNT = sizeof skeleton_tables / sizeof skeleton_tables[0],
    KEY_CAPACITY = 64, /* no family has a name that is nearly as long */
    /* Spine1 is a bone of one family and a joint between bones of another: a family that knows what
     * a joint is knows more of it. */
    BONE_POINTS = 2,
    BETWEEN_POINTS = 1
};

/* What a name is compared by: in lower case, and without what separates words. */
typedef struct skeleton_key {
    char text[KEY_CAPACITY];
    size_t length;
} skeleton_key;

/* A name that does not fit, or that has a NUL, is none that a family knows: its key is empty. */
static skeleton_key make_key(const char *name, size_t length) {
    skeleton_key key = {{0}, 0};
    for (size_t i = 0; i < length; ++i) {
        char c = name[i];
        if (c == '_' || c == '-' || c == ' ' || c == '.' || c == ':' || c == '\t') continue;
        if (c == '\0' || key.length == KEY_CAPACITY - 1) return (skeleton_key){{0}, 0};
        if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
        key.text[key.length++] = c;
    }
    key.text[key.length] = '\0';
    return key;
}

/* A name with the namespace of its program, and without: "mixamorig:Hips" and "Hips". */
typedef struct skeleton_keys {
    skeleton_key whole, own;
} skeleton_keys;

static size_t begins_with(const char *text, const char *prefix) {
    size_t length = strlen(prefix);
    return strncmp(text, prefix, length) == 0 ? length : 0;
}

/* MotionBuilder puts the name of the character before all of its joints. */
static void drop_character(skeleton_key *key) {
    size_t start = begins_with(key->text, "character");
    if (start == 0) return;
    while (key->text[start] >= '0' && key->text[start] <= '9') ++start;
    key->length -= start;
    memmove(key->text, key->text + start, key->length + 1);
}

static skeleton_keys make_keys(vrm_string name) {
    skeleton_keys keys;
    size_t start = name.length;
    while (start > 0 && name.data[start - 1] != ':') --start;
    keys.whole = make_key(name.data, name.length);
    keys.own = make_key(name.data + start, name.length - start);
    drop_character(&keys.own);
    return keys;
}

static const skeleton_name *find_name(const skeleton_name *list, uint32_t count, const char *text,
                                      size_t length) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = strncmp(list[middle].name, text, length);
        if (order == 0) order = list[middle].name[length] != '\0';
        if (order == 0) return &list[middle];
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

/* The joint of one side of the body, by the name without the mark of the side. NULL: it is none. */
static const skeleton_name *find_side(const skeleton_table *table, const char *mark,
                                      const char *text, size_t length) {
    size_t mark_length = strlen(mark);
    if (length <= mark_length) return NULL;
    if (table->side == SIDE_BEGINS_NAME) {
        if (begins_with(text, mark) == 0) return NULL;
        text += mark_length;
    } else if (strcmp(text + length - mark_length, mark) != 0) {
        return NULL;
    }
    return find_name(table->sides, table->side_count, text, length - mark_length);
}

/* The bone of a name in a family, BETWEEN, or VRM_NONE: the family does not know it. */
static vrm_bone find_bone(const skeleton_table *table, const skeleton_keys *keys) {
    const skeleton_key *key = table->prefix != NULL ? &keys->whole : &keys->own;
    const skeleton_name *found;
    size_t start = 0;
    if (table->prefix != NULL) {
        start = begins_with(key->text, table->prefix);
        if (start == 0) return VRM_NONE;
        while (key->text[start] >= '0' && key->text[start] <= '9') ++start;
    }
    if (start == key->length) return VRM_NONE;
    found = find_name(table->centre, table->centre_count, key->text + start, key->length - start);
    if (found != NULL) return found->bone;
    found = find_side(table, table->left, key->text + start, key->length - start);
    if (found != NULL) return found->bone;
    found = find_side(table, table->right, key->text + start, key->length - start);
    if (found == NULL) return VRM_NONE;
    return found->bone != BETWEEN ? vrmi_bone_mirror(found->bone) : BETWEEN;
}

/* Hips, and both limbs of both sides down to the joint that bends: less is no body. */
static bool is_body(uint64_t bones) {
    const uint64_t needed =
        VRM_BONE_BIT(VRM_BONE_HIPS) | VRM_BONE_BIT(VRM_BONE_LEFT_UPPER_LEG) |
        VRM_BONE_BIT(VRM_BONE_LEFT_LOWER_LEG) | VRM_BONE_BIT(VRM_BONE_RIGHT_UPPER_LEG) |
        VRM_BONE_BIT(VRM_BONE_RIGHT_LOWER_LEG) | VRM_BONE_BIT(VRM_BONE_LEFT_UPPER_ARM) |
        VRM_BONE_BIT(VRM_BONE_LEFT_LOWER_ARM) | VRM_BONE_BIT(VRM_BONE_RIGHT_UPPER_ARM) |
        VRM_BONE_BIT(VRM_BONE_RIGHT_LOWER_ARM);
    return (bones & needed) == needed;
}

static const skeleton_table *choose_table(const vrmi_source_joint *joints, uint32_t count) {
    uint64_t bones[TABLE_COUNT] = {0};
    uint32_t points[TABLE_COUNT] = {0};
    const skeleton_table *best = NULL;
    uint32_t best_points = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const skeleton_keys keys = make_keys(joints[i].name);
        for (uint32_t k = 0; k < TABLE_COUNT; ++k) {
            vrm_bone bone = find_bone(&skeleton_tables[k], &keys);
            if (bone == VRM_NONE) continue;
            if (bone == BETWEEN) {
                points[k] += BETWEEN_POINTS;
            } else if ((bones[k] & VRM_BONE_BIT(bone)) == 0) {
                bones[k] |= VRM_BONE_BIT(bone);
                points[k] += BONE_POINTS;
            }
        }
    }
    for (uint32_t k = 0; k < TABLE_COUNT; ++k) {
        if (!is_body(bones[k]) || points[k] <= best_points) continue;
        best = &skeleton_tables[k];
        best_points = points[k];
    }
    return best;
}

const vrmi_skeleton_family *vrmi_find_skeleton(vrmi_source_joint *joints, uint32_t count) {
    const skeleton_table *table = choose_table(joints, count);
    uint64_t bones = 0;
    if (table == NULL) return NULL;
    for (uint32_t i = 0; i < count; ++i) {
        const skeleton_keys keys = make_keys(joints[i].name);
        vrm_bone bone = find_bone(table, &keys);
        if (!vrmi_is_index(bone, VRM_BONE_COUNT)) continue;
        if ((bones & VRM_BONE_BIT(bone)) != 0) continue;
        bones |= VRM_BONE_BIT(bone);
        joints[i].bone = bone;
    }
    return &table->family;
}
