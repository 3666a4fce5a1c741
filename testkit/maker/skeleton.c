#include "skeleton.h"

#include <string.h>

static const char *const names[VRM_BONE_COUNT] = {
#define X(name, text) text,
    VRM_BONES(X)
#undef X
};

typedef struct place {
    int parent; /* bone */
    bone_set set;
    double x, y, z;
} place;

/* Of the middle and the left; the right is its mirror image. */
#define LEFT(bone) VRM_BONE_LEFT_##bone
static const place places[VRM_BONE_COUNT] = {
    [VRM_BONE_HIPS] = {NONE, BONES_BASIC, 0, 0.800, 0},
    [VRM_BONE_SPINE] = {VRM_BONE_HIPS, BONES_BASIC, 0, 0.870, 0},
    [VRM_BONE_CHEST] = {VRM_BONE_SPINE, BONES_BASIC, 0, 0.960, 0},
    [VRM_BONE_UPPER_CHEST] = {VRM_BONE_CHEST, BONES_BODY, 0, 1.050, 0},
    [VRM_BONE_NECK] = {VRM_BONE_UPPER_CHEST, BONES_BASIC, 0, 1.145, 0},
    [VRM_BONE_HEAD] = {VRM_BONE_NECK, BONES_BASIC, 0, 1.195, 0},
    [LEFT(EYE)] = {VRM_BONE_HEAD, BONES_BASIC, 0.012, 1.296, 0.022},
    [VRM_BONE_JAW] = {VRM_BONE_HEAD, BONES_ALL, 0, 1.235, 0.030},
    [LEFT(UPPER_LEG)] = {VRM_BONE_HIPS, BONES_BASIC, 0.072, 0.770, 0},
    [LEFT(LOWER_LEG)] = {LEFT(UPPER_LEG), BONES_BASIC, 0.072, 0.430, 0},
    [LEFT(FOOT)] = {LEFT(LOWER_LEG), BONES_BASIC, 0.072, 0.080, 0},
    [LEFT(TOES)] = {LEFT(FOOT), BONES_BODY, 0.072, 0.025, 0.085},
    [LEFT(SHOULDER)] = {VRM_BONE_UPPER_CHEST, BONES_BODY, 0.025, 1.110, 0},
    [LEFT(UPPER_ARM)] = {LEFT(SHOULDER), BONES_BASIC, 0.105, 1.100, 0},
    [LEFT(LOWER_ARM)] = {LEFT(UPPER_ARM), BONES_BASIC, 0.305, 1.100, 0},
    [LEFT(HAND)] = {LEFT(LOWER_ARM), BONES_BASIC, 0.495, 1.100, 0},
    [LEFT(THUMB_METACARPAL)] = {LEFT(HAND), BONES_NO_JAW, 0.510, 1.094, 0.016},
    [LEFT(THUMB_PROXIMAL)] = {LEFT(THUMB_METACARPAL), BONES_NO_JAW, 0.528, 1.094, 0.034},
    [LEFT(THUMB_DISTAL)] = {LEFT(THUMB_PROXIMAL), BONES_NO_JAW, 0.546, 1.094, 0.052},
    [LEFT(INDEX_PROXIMAL)] = {LEFT(HAND), BONES_NO_JAW, 0.566, 1.100, 0.026},
    [LEFT(INDEX_INTERMEDIATE)] = {LEFT(INDEX_PROXIMAL), BONES_NO_JAW, 0.596, 1.100, 0.026},
    [LEFT(INDEX_DISTAL)] = {LEFT(INDEX_INTERMEDIATE), BONES_NO_JAW, 0.617, 1.100, 0.026},
    [LEFT(MIDDLE_PROXIMAL)] = {LEFT(HAND), BONES_NO_JAW, 0.569, 1.100, 0.009},
    [LEFT(MIDDLE_INTERMEDIATE)] = {LEFT(MIDDLE_PROXIMAL), BONES_NO_JAW, 0.602, 1.100, 0.009},
    [LEFT(MIDDLE_DISTAL)] = {LEFT(MIDDLE_INTERMEDIATE), BONES_NO_JAW, 0.625, 1.100, 0.009},
    [LEFT(RING_PROXIMAL)] = {LEFT(HAND), BONES_NO_JAW, 0.567, 1.100, -0.008},
    [LEFT(RING_INTERMEDIATE)] = {LEFT(RING_PROXIMAL), BONES_NO_JAW, 0.597, 1.100, -0.008},
    [LEFT(RING_DISTAL)] = {LEFT(RING_INTERMEDIATE), BONES_NO_JAW, 0.618, 1.100, -0.008},
    [LEFT(LITTLE_PROXIMAL)] = {LEFT(HAND), BONES_NO_JAW, 0.562, 1.100, -0.024},
    [LEFT(LITTLE_INTERMEDIATE)] = {LEFT(LITTLE_PROXIMAL), BONES_NO_JAW, 0.585, 1.100, -0.024},
    [LEFT(LITTLE_DISTAL)] = {LEFT(LITTLE_INTERMEDIATE), BONES_NO_JAW, 0.602, 1.100, -0.024},
};

const char *skeleton_name(int bone) { return names[bone]; }

int skeleton_find(const char *bone_name) {
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        if (strcmp(names[i], bone_name) == 0) return i;
    }
    return NONE;
}

/* The bone whose name begins with another side, the rest alike; itself where it has no such side.
 */
static int on_side(int bone, const char *from, const char *to) {
    char name[NAME_SIZE];
    size_t length = strlen(from);
    if (strncmp(names[bone], from, length) != 0) return bone;
    set_name(name, "%s%s", to, names[bone] + length);
    return skeleton_find(name);
}

int skeleton_left(int bone) { return on_side(bone, "right", "left"); }

int skeleton_right(int bone) { return on_side(bone, "left", "right"); }

int skeleton_parent(int bone) {
    int left = skeleton_left(bone), parent = places[left].parent;
    return parent == NONE || left == bone ? parent : skeleton_right(parent);
}

vec3 skeleton_place(int bone) {
    const place *p = &places[skeleton_left(bone)];
    return vec3_make(skeleton_left(bone) == bone ? p->x : -p->x, p->y, p->z);
}

/* The nearest bone above that the set has. */
static int find_parent(const avatar *a, int bone) {
    int parent = skeleton_parent(bone);
    while (parent != NONE && a->bones[parent] == NONE) parent = skeleton_parent(parent);
    return parent != NONE ? a->bones[parent] : 0; /* the root */
}

void skeleton_build(avatar *a, bone_set set) {
    avatar_add_node(a, "Root", NONE, vec3_make(0, 0, 0));
    /* Parents stand before their children in the enumeration, so this is an order of the tree. */
    for (int bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if (places[skeleton_left(bone)].set > set) continue;
        a->bones[bone] =
            avatar_add_node(a, names[bone], find_parent(a, bone), skeleton_place(bone));
    }
}
