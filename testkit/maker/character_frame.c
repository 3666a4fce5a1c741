/* The bones of the character, what constraints drive, and what hair collides with. */
#include "character.h"

/* --- Bones --- */

/* Where they differ from those of the common skeleton: longer legs, a smaller head. */
static const struct {
    int bone;
    double x, y, z;
} places[] = {
    {VRM_BONE_HIPS, 0, 0.830, 0},
    {VRM_BONE_SPINE, 0, 0.900, 0},
    {VRM_BONE_CHEST, 0, 0.995, 0},
    {VRM_BONE_UPPER_CHEST, 0, 1.085, 0},
    {VRM_BONE_NECK, 0, 1.150, -0.004},
    {VRM_BONE_HEAD, 0, 1.195, 0},
    /* Not in the eyes, but where they turn about without leaving the curve of the face. */
    {VRM_BONE_LEFT_EYE, 0.008, 1.320, 0.004},
    {VRM_BONE_LEFT_UPPER_LEG, 0.066, 0.795, 0},
    {VRM_BONE_LEFT_LOWER_LEG, 0.066, 0.440, 0},
    {VRM_BONE_LEFT_FOOT, 0.066, 0.082, 0},
    {VRM_BONE_LEFT_TOES, 0.066, 0.025, 0.080},
    {VRM_BONE_LEFT_SHOULDER, 0.025, 1.146, 0},
    {VRM_BONE_LEFT_UPPER_ARM, 0.098, 1.136, 0},
    {VRM_BONE_LEFT_LOWER_ARM, 0.294, 1.136, 0},
    {VRM_BONE_LEFT_HAND, 0.478, 1.136, 0},
};

vec3 character_place(int bone) {
    int left = skeleton_left(bone);
    double side = left == bone ? 1 : -1;
    vec3 common = skeleton_place(left);
    for (size_t i = 0; i < sizeof places / sizeof places[0]; ++i) {
        if (places[i].bone != left) continue;
        return vec3_make(places[i].x * side, places[i].y, places[i].z);
    }
    if (left == VRM_BONE_JAW) return vec3_make(0, 1.255, 0.030);
    /* Fingers go with the hand. */
    return vec3_make((common.x - 0.017) * side, common.y + 0.036, common.z);
}

void character_add_skeleton(avatar *a, bone_set set) {
    skeleton_build(a, set);
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        if (a->bones[i] != NONE) a->nodes.items[a->bones[i]].place = character_place(i);
    }
}

/* --- Helpers for constraints --- */

void character_add_helpers(avatar *a) {
    static const struct {
        const char *names[2];
        int parents[2], sources[2];
        vec3 place; /* of the left one */
        int kind, axis;
        double weight;
    } helpers[] = {
        /* Half of the hand's twist for the forearm, so that the cuff does not wring. */
        {{"leftForearmTwist", "rightForearmTwist"},
         {VRM_BONE_LEFT_LOWER_ARM, VRM_BONE_RIGHT_LOWER_ARM},
         {VRM_BONE_LEFT_HAND, VRM_BONE_RIGHT_HAND},
         {0.386, 1.136, 0},
         VRM_CONSTRAINT_ROLL,
         VRM_AXIS_POSITIVE_X,
         0.5},
        /* The top of the sleeve looks half way to the elbow. */
        {{"leftSleeve", "rightSleeve"},
         {VRM_BONE_LEFT_SHOULDER, VRM_BONE_RIGHT_SHOULDER},
         {VRM_BONE_LEFT_LOWER_ARM, VRM_BONE_RIGHT_LOWER_ARM},
         {0.078, 1.136, 0},
         VRM_CONSTRAINT_AIM,
         VRM_AXIS_POSITIVE_X,
         0.5},
        /* The coat follows the leg. */
        {{"leftCoat", "rightCoat"},
         {VRM_BONE_HIPS, VRM_BONE_HIPS},
         {VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_RIGHT_UPPER_LEG},
         {0.066, 0.795, 0},
         VRM_CONSTRAINT_ROTATION,
         VRM_AXIS_POSITIVE_X,
         0.8},
    };
    for (size_t i = 0; i < sizeof helpers / sizeof helpers[0]; ++i) {
        for (int side = 0; side < 2; ++side) {
            vec3 place = helpers[i].place;
            int axis = helpers[i].axis, node;
            if (side == 1) place.x = -place.x;
            if (side == 1 && helpers[i].kind == VRM_CONSTRAINT_AIM) axis = VRM_AXIS_NEGATIVE_X;
            node = avatar_add_node(a, helpers[i].names[side], a->bones[helpers[i].parents[side]],
                                   place);
            avatar_add_constraint(a, node, a->bones[helpers[i].sources[side]], helpers[i].kind,
                                  axis, helpers[i].weight);
        }
    }
}

/* --- Colliders --- */

/* Spheres alone, and a group for each node: what all dialects can say. */
static void add_group(avatar *a, const char *name, int bone, vec3 offset, double radius) {
    avatar_group *group;
    int index = avatar_add_collider(a, a->bones[bone], VRM_COLLIDER_SPHERE, offset, offset, radius);
    group = LIST_ADD(&a->groups);
    set_name(group->name, "%s", name);
    *LIST_ADD(&group->colliders) = index;
}

enum { GROUP_HEAD, GROUP_CHEST, GROUP_LEFT, GROUP_RIGHT };

void character_add_colliders(avatar *a) {
    add_group(a, "head", VRM_BONE_HEAD, vec3_make(0, 0.152, -0.005), 0.098);
    add_group(a, "chest", VRM_BONE_UPPER_CHEST, vec3_make(0, 0.000, 0), 0.078);
    add_group(a, "leftShoulder", VRM_BONE_LEFT_UPPER_ARM, vec3_make(0.010, 0, 0), 0.042);
    add_group(a, "rightShoulder", VRM_BONE_RIGHT_UPPER_ARM, vec3_make(-0.010, 0, 0), 0.042);
}

/* --- Chains ---
 *
 * A dialect with chains of root bones puts a virtual tail 7 cm beyond the last joint, in the
 * direction from the joint before it (V0-041). The ends here are at those places, so that all
 * dialects sway alike.
 */

const chain chain_side = {
    "HairSide", VRM_BONE_HEAD,
    3,          {{0.1090, 1.345, 0.0460}, {0.1110, 1.280, 0.0480}, {0.1115, 1.210, 0.0490}},
    0.014,      0.9,
    0.15,       0.4};
const chain chain_tail = {"HairTail",
                          VRM_BONE_HEAD,
                          5,
                          {{0.1230, 1.4240, -0.0760},
                           {0.1700, 1.3850, -0.0960},
                           {0.2010, 1.3050, -0.1080},
                           {0.2120, 1.2150, -0.1130},
                           {0.2060, 1.1250, -0.1130}},
                          0.025,
                          0.9,
                          0.12,
                          0.4};
const chain chain_tuft = {
    "hairTuft", VRM_BONE_HEAD, 2,    {{-0.006, 1.492, -0.028}, {0.000, 1.524, -0.018}},
    0.01,       1.2,           0.05, 0.3};
const chain chain_ribbon = {"Ribbon", VRM_BONE_UPPER_CHEST,
                            2,        {{0.010, 1.130, 0.0740}, {0.022, 1.080, 0.0920}},
                            0.008,    0.9,
                            0.10,     0.4};

vec3 chain_end(const chain *c) {
    vec3 last = c->places[c->count - 1], before = c->places[c->count - 2];
    return vec3_add(last, vec3_scale(vec3_normalize(vec3_sub(last, before)), 0.07));
}

static void add_chain(avatar *a, const chain *c, const char *prefix, double side, const int *groups,
                      size_t group_count) {
    avatar_spring *s = LIST_ADD(&a->springs);
    int parent = a->bones[c->bone];
    set_name(s->name, "%s%s", prefix, c->name);
    s->center = NONE;
    for (int i = 0; i <= c->count; ++i) {
        vec3 place = i < c->count ? c->places[i] : chain_end(c);
        avatar_joint *j = LIST_ADD(&s->joints);
        char name[NAME_SIZE];
        if (i < c->count) {
            set_name(name, "%s%s%d", prefix, c->name, i + 1);
        } else {
            set_name(name, "%s%sEnd", prefix, c->name);
        }
        place.x *= side;
        parent = avatar_add_node(a, name, parent, place);
        a->nodes.items[parent].is_end = i == c->count;
        j->node = parent;
        j->hit_radius = c->hit_radius;
        j->stiffness = c->stiffness;
        j->gravity_power = c->gravity_power;
        j->drag_force = c->drag_force;
        j->gravity_dir = vec3_make(0, -1, 0);
    }
    for (size_t i = 0; i < group_count; ++i) *LIST_ADD(&s->groups) = groups[i];
}

void character_add_chains(avatar *a) {
    const int left_groups[] = {GROUP_HEAD, GROUP_CHEST, GROUP_LEFT};
    const int right_groups[] = {GROUP_HEAD, GROUP_CHEST, GROUP_RIGHT};
    const int chest[] = {GROUP_CHEST};
    const chain *const hair[] = {&chain_side, &chain_tail};
    for (size_t i = 0; i < sizeof hair / sizeof hair[0]; ++i) {
        add_chain(a, hair[i], "left", 1, left_groups, 3);
        add_chain(a, hair[i], "right", -1, right_groups, 3);
    }
    add_chain(a, &chain_tuft, "", 1, left_groups, 1);
    add_chain(a, &chain_ribbon, "left", 1, chest, 1);
    add_chain(a, &chain_ribbon, "right", -1, chest, 1);
}
