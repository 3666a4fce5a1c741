/*
 * How the body stands: upright, facing +Z, in meters, soles on the ground. All of it is done to the
 * roots of the node tree, and everything in the file follows.
 */
#include "author/make/make.h"
#include "model/poser.h"

/* --- Axes --- */

static bool middle_of(const vrmi_make *make, vrm_bone left, vrm_bone right, vrm_vec3 *middle,
                      vrm_vec3 *across) {
    const int32_t a = vrmi_make_bone(make, left), b = vrmi_make_bone(make, right);
    vrm_vec3 l, r;
    if (a == VRM_NONE || b == VRM_NONE) return false;
    l = vrmi_make_position(make, a);
    r = vrmi_make_position(make, b);
    *middle = vrmi_vec3_scale(vrmi_vec3_add(l, r), 0.5f);
    *across = vrmi_vec3_add(*across, vrmi_vec3_sub(l, r));
    return true;
}

bool vrmi_make_axes(const vrmi_make *make, vrm_vec3 *up, vrm_vec3 *left, vrm_vec3 *forward) {
    const vrm_vec3 zero = {0.0f, 0.0f, 0.0f};
    vrm_vec3 low, high, across = zero;
    if (!middle_of(make, VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_RIGHT_UPPER_LEG, &low, &across) ||
        !middle_of(make, VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_RIGHT_UPPER_ARM, &high, &across)) {
        return false;
    }
    *left = vrmi_vec3_safe_normalize(across, zero);
    *up = vrmi_vec3_safe_normalize(vrmi_vec3_sub(high, low), zero);
    *forward = vrmi_vec3_safe_normalize(vrmi_vec3_cross(*left, *up), zero);
    *up = vrmi_vec3_cross(*forward, *left);
    return vrmi_vec3_length(*forward) > 0.5f;
}

/* The nearest axis of the file, if it is nearer than the angle of this cosine: a body that leans,
 * or has its arms behind its legs, stands upright. */
static vrm_vec3 nearest_axis(vrm_vec3 v, float near) {
    const float x = fabsf(v.x), y = fabsf(v.y), z = fabsf(v.z);
    if (x > near) return vrm_vec3_make(v.x > 0.0f ? 1.0f : -1.0f, 0.0f, 0.0f);
    if (y > near) return vrm_vec3_make(0.0f, v.y > 0.0f ? 1.0f : -1.0f, 0.0f);
    if (z > near) return vrm_vec3_make(0.0f, 0.0f, v.z > 0.0f ? 1.0f : -1.0f);
    return v;
}

static void find_facing(vrmi_make *make) {
    const float degrees_30 = 0.866f, degrees_18 = 0.951f;
    vrmi_stance *stance = &make->stance;
    vrm_vec3 up, left, forward;
    if (stance->facing_sureness == VRMI_SURE_TOLD) return;
    stance->facing_sureness = make->bones[VRM_BONE_LEFT_UPPER_LEG].sureness;
    stance->up = vrm_vec3_make(0.0f, 1.0f, 0.0f);
    stance->forward = vrm_vec3_make(0.0f, 0.0f, 1.0f);
    if (!vrmi_make_axes(make, &up, &left, &forward)) return;
    stance->up = nearest_axis(up, degrees_30);
    /* What is left of forward when up has been straightened. */
    forward =
        vrmi_vec3_sub(forward, vrmi_vec3_scale(stance->up, vrmi_vec3_dot(forward, stance->up)));
    forward = nearest_axis(vrmi_vec3_safe_normalize(forward, stance->forward), degrees_18);
    stance->forward = vrmi_vec3_safe_normalize(
        vrmi_vec3_sub(forward, vrmi_vec3_scale(stance->up, vrmi_vec3_dot(forward, stance->up))),
        stance->forward);
}

/* --- Unit --- */

typedef struct extent {
    vrm_vec3 up;
    float low, high;
    bool has_any;
} extent;

static void extend(extent *e, vrm_vec3 at) {
    const float height = vrmi_vec3_dot(at, e->up);
    e->low = e->has_any ? vrmi_min(e->low, height) : height;
    e->high = e->has_any ? vrmi_max(e->high, height) : height;
    e->has_any = true;
}

static void extend_by_vertex(void *user, const vrmi_make_vertex *vertex) {
    extend(user, vertex->place);
}

/* From the lowest to the highest vertex; if vertices cannot be read, from soles to crown by the
 * bones. */
static extent measure_height(vrmi_make *make, vrm_vec3 up) {
    extent e = {up, 0.0f, 0.0f, false};
    vrmi_make_vertices(make, extend_by_vertex, &e);
    if (e.has_any && e.high > e.low) return e;
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if (make->bones[bone].node == VRM_NONE) continue;
        extend(&e, vrmi_make_position(make, make->bones[bone].node));
    }
    /* The crown is above the head's joint, and the sole below that of the foot. */
    e.high += 0.12f * (e.high - e.low);
    e.low -= 0.04f * (e.high - e.low);
    return e;
}

static void find_unit(vrmi_make *make) {
    static const struct {
        float least, most, unit;
    } units[] = {
        {0.3f, 5.0f, 1.0f},        /* meters */
        {30.0f, 500.0f, 0.01f},    /* centimeters */
        {500.0f, 5000.0f, 0.001f}, /* millimeters */
        {0.003f, 0.05f, 100.0f},   /* centimeters, converted twice */
        {11.0f, 30.0f, 0.0625f},   /* MMD: 20 units are a body */
    };
    vrmi_stance *stance = &make->stance;
    const extent e = measure_height(make, stance->up);
    stance->height = e.high - e.low;
    if (stance->unit_sureness == VRMI_SURE_TOLD) return;
    stance->unit = 1.0f;
    stance->unit_sureness = VRMI_SURE_WORDS;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; ++i) {
        if (stance->height < units[i].least || stance->height >= units[i].most) continue;
        stance->unit = units[i].unit;
        return;
    }
    /* No known unit: as tall as people are. */
    stance->unit_sureness = VRMI_SURE_SHAPE;
    if (stance->height > 1e-6f && stance->height < 1e6f) stance->unit = 1.6f / stance->height;
}

/* --- Standing --- */

void vrmi_make_even_scales(vrmi_make *make) {
    for (uint32_t i = 0; i < make->gltf->node_count; ++i) {
        vrm_vec3 *s = &make->pose[i].scale;
        const float low = vrmi_min(s->x, vrmi_min(s->y, s->z));
        const float high = vrmi_max(s->x, vrmi_max(s->y, s->z));
        const float mean = (s->x + s->y + s->z) / 3.0f;
        if (!(low > 0.0f) || high - low <= 1e-4f * high || high - low > 2e-3f * high) continue;
        *s = vrm_vec3_make(mean, mean, mean);
        make->even_scales += 1;
    }
    if (make->even_scales > 0) vrmi_make_place_nodes(make);
}

void vrmi_make_stand(vrmi_make *make) {
    vrm_quat turn;
    bool turns;
    find_facing(make);
    find_unit(make);
    turn = vrmi_quat_upright(make->stance.up, make->stance.forward);
    turns = fabsf(turn.w) < 0.9999999f;
    if (!turns && make->stance.unit == 1.0f) return;
    for (uint32_t i = 0; i < make->gltf->node_count; ++i) {
        vrm_trs *pose = &make->pose[i];
        if (make->gltf->nodes[i].parent != VRM_NONE) continue;
        pose->translation = vrmi_vec3_scale(pose->translation, make->stance.unit);
        pose->scale = vrmi_vec3_scale(pose->scale, make->stance.unit);
        if (!turns) continue;
        pose->translation = vrmi_quat_rotate(turn, pose->translation);
        pose->rotation = vrmi_quat_normalize(vrmi_quat_multiply(turn, pose->rotation));
    }
    vrmi_make_place_nodes(make);
}

/* --- Ground --- */

typedef struct girth_sum {
    const vrmi_make *make;
    const vrm_bone *nearest; /* by node: the bone that it is, or is below */
    float sums[VRM_BONE_COUNT], counts[VRM_BONE_COUNT];
    extent height;
    float crown;
} girth_sum;

/* The end of the part of the body that a bone moves: the next bone. */
static vrm_vec3 bone_end(const vrmi_make *make, vrm_bone bone) {
    static const vrm_bone ends[][2] = {
        {VRM_BONE_HIPS, VRM_BONE_SPINE},
        {VRM_BONE_SPINE, VRM_BONE_CHEST},
        {VRM_BONE_CHEST, VRM_BONE_NECK},
        {VRM_BONE_UPPER_CHEST, VRM_BONE_NECK},
        {VRM_BONE_NECK, VRM_BONE_HEAD},
        {VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_LEFT_LOWER_LEG},
        {VRM_BONE_LEFT_LOWER_LEG, VRM_BONE_LEFT_FOOT},
        {VRM_BONE_RIGHT_UPPER_LEG, VRM_BONE_RIGHT_LOWER_LEG},
        {VRM_BONE_RIGHT_LOWER_LEG, VRM_BONE_RIGHT_FOOT},
        {VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_LEFT_LOWER_ARM},
        {VRM_BONE_LEFT_LOWER_ARM, VRM_BONE_LEFT_HAND},
        {VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_RIGHT_LOWER_ARM},
        {VRM_BONE_RIGHT_LOWER_ARM, VRM_BONE_RIGHT_HAND},
    };
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; ++i) {
        if (ends[i][0] == bone && make->bones[ends[i][1]].node != VRM_NONE) {
            return vrmi_make_position(make, make->bones[ends[i][1]].node);
        }
    }
    return vrmi_make_position(make, make->bones[bone].node);
}

static float distance_from_line(vrm_vec3 p, vrm_vec3 a, vrm_vec3 b) {
    const vrm_vec3 line = vrmi_vec3_sub(b, a), from = vrmi_vec3_sub(p, a);
    const float square = vrmi_vec3_dot(line, line);
    const float t = square > 0.0f ? vrmi_saturate(vrmi_vec3_dot(from, line) / square) : 0.0f;
    return vrmi_vec3_length(vrmi_vec3_sub(from, vrmi_vec3_scale(line, t)));
}

static void add_girth(void *user, const vrmi_make_vertex *vertex) {
    girth_sum *sum = user;
    extend(&sum->height, vertex->place);
    for (uint32_t i = 0; i < vertex->count; ++i) {
        vrm_bone bone;
        if (vertex->weights[i] <= 0.5f) continue;
        bone = sum->nearest[vertex->nodes[i]];
        /* What sways around a bone is not its flesh. */
        if (bone == VRM_NONE || sum->make->bone_of[vertex->nodes[i]] != bone) continue;
        if (bone == VRM_BONE_HEAD) sum->crown = vrmi_max(sum->crown, vertex->place.y);
        sum->sums[bone] += distance_from_line(
            vertex->place, vrmi_make_position(sum->make, sum->make->bones[bone].node),
            bone_end(sum->make, bone));
        sum->counts[bone] += 1.0f;
    }
}

static bool measure_girths(vrmi_make *make, girth_sum *sum) {
    vrm_bone *nearest = VRMI_TAKE(&make->arena, vrm_bone, make->gltf->node_count);
    const int32_t head = make->bones[VRM_BONE_HEAD].node;
    if (nearest == NULL) {
        make->is_refused = true;
        return false;
    }
    for (uint32_t i = 0; i < make->gltf->node_count; ++i) {
        const int32_t node = make->forest.order[i], above = make->gltf->nodes[node].parent;
        nearest[node] = make->bone_of[node];
        if (nearest[node] == VRM_NONE && above != VRM_NONE) nearest[node] = nearest[above];
    }
    sum->make = make;
    sum->nearest = nearest;
    sum->height.up = vrm_vec3_make(0.0f, 1.0f, 0.0f);
    sum->crown = head != VRM_NONE ? vrmi_make_position(make, head).y : 0.0f;
    vrmi_make_vertices(make, add_girth, sum);
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        make->girths[bone].radius =
            sum->counts[bone] > 0.0f ? sum->sums[bone] / sum->counts[bone] : 0.0f;
    }
    if (head != VRM_NONE) {
        make->girths[VRM_BONE_HEAD].top = sum->crown - vrmi_make_position(make, head).y;
    }
    return !make->is_refused;
}

void vrmi_make_ground(vrmi_make *make) {
    girth_sum sum = {0};
    const int32_t hips = make->bones[VRM_BONE_HIPS].node;
    const int32_t root = make->forest.root[hips];
    vrm_vec3 shift = vrmi_vec3_negate(vrmi_make_position(make, hips)), there;
    if (!measure_girths(make, &sum)) return;
    if (!sum.height.has_any) sum.height = measure_height(make, sum.height.up);
    shift.y = -sum.height.low;
    /* A body may stand a little before or behind its hips; further away, it was moved. */
    if (fabsf(shift.z) < 0.15f) shift.z = 0.0f;
    if (fabsf(shift.x) < 0.002f) shift.x = 0.0f;
    if (fabsf(shift.y) < 0.002f) shift.y = 0.0f;
    for (uint32_t i = 0; i < make->gltf->node_count; ++i) {
        vrm_trs *pose = &make->pose[i];
        if (make->gltf->nodes[i].parent != VRM_NONE) continue;
        pose->translation = vrmi_vec3_add(pose->translation, shift);
    }
    vrmi_make_place_nodes(make);
    /* The root of the bones has to be at the origin (TP-021): another one is put above it. */
    there = make->pose[root].translation;
    make->root_is_added = root != hips && vrmi_vec3_length(there) > 1e-5f;
}
