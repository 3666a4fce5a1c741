/*
 * Constraints on random forests of nodes: against a slow evaluation in double precision that places
 * every node again for every constraint, with formulas of another form; the order in which nodes
 * are placed; and values at the limits of floats.
 */
#include "avatar/avatar.h"
#include "support/fixture.h"
#include "test.h"
#include "testkit/create.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Random numbers, the same everywhere --- */

typedef struct dice {
    uint64_t state;
} dice;

static uint32_t throw(dice * from) {
    from->state = from->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(from->state >> 33);
}

static uint32_t below(dice *from, uint32_t limit) { return throw(from) % limit; }

/* -1 to 1. */
static double number(dice *from) { return (double) throw(from) / 1073741824.0 - 1; }

static vrm_quat random_rotation(dice *from) {
    double q[4], square;
    do {
        square = 0;
        for (int i = 0; i < 4; ++i) {
            q[i] = number(from);
            square += q[i] * q[i];
        }
    } while (square < 0.01 || square > 1);
    for (int i = 0; i < 4; ++i) q[i] /= sqrt(square);
    return vrm_quat_make((float)q[0], (float)q[1], (float)q[2], (float)q[3]);
}

/* --- Random files --- */

enum { NODES = 40, JSON_BYTES = 1 << 16 };

static const char *const axis_names[] = {"PositiveX", "NegativeX", "PositiveY",
                                         "NegativeY", "PositiveZ", "NegativeZ"};

static size_t write_constraint(dice *from, uint32_t node, char *out, size_t room) {
    uint32_t source = (node + 1 + below(from, NODES - 1)) % NODES, kind = below(from, 4);
    double weight = below(from, 2) == 0 ? 1 : (double)below(from, 1000) / 1000;
    char body[128];
    if (kind == 0) {
        snprintf(body, sizeof body, "'roll':{'source':%u,'rollAxis':'%c','weight':%g}",
                 (unsigned)source, (char)('X' + below(from, 3)), weight);
    } else if (kind == 1) {
        snprintf(body, sizeof body, "'rotation':{'source':%u,'weight':%g}", (unsigned)source,
                 weight);
    } else {
        snprintf(body, sizeof body, "'aim':{'source':%u,'aimAxis':'%s','weight':%g}",
                 (unsigned)source, axis_names[below(from, 6)], weight);
    }
    return (size_t)snprintf(out, room,
                            ",'extensions':{'VRMC_node_constraint':{'specVersion':'1.0',"
                            "'constraint':{%s}}}",
                            body);
}

/* Parents have larger and smaller indices than their children: nodes are numbered by a shuffle. */
static loaded load_random(dice *from) {
    char *json = malloc(JSON_BYTES);
    uint32_t number_of[NODES], parent[NODES], one_in = 1 + below(from, 4);
    size_t length;
    loaded file;
    for (uint32_t i = 0; i < NODES; ++i) number_of[i] = i;
    for (uint32_t i = NODES - 1; i > 0; --i) {
        uint32_t k = below(from, i + 1), swapped = number_of[i];
        number_of[i] = number_of[k];
        number_of[k] = swapped;
    }
    for (uint32_t i = 0; i < NODES; ++i) parent[number_of[i]] = UINT32_MAX;
    for (uint32_t i = 1; i < NODES; ++i) {
        uint32_t near_by = i > 4 && below(from, 2) == 0 ? i - 1 - below(from, 3) : below(from, i);
        if (below(from, 12) != 0) parent[number_of[i]] = number_of[near_by];
    }
    length = (size_t)snprintf(json, JSON_BYTES,
                              "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm',"
                              "'VRMC_node_constraint'],'extensions':{'VRMC_vrm':{'specVersion':"
                              "'1.0'}},'nodes':[");
    for (uint32_t i = 0; i < NODES; ++i) {
        vrm_quat rest = random_rotation(from);
        double scale = 1 + number(from) / 4;
        const char *comma = "";
        length += (size_t)snprintf(
            json + length, JSON_BYTES - length,
            "%s{'translation':[%g,%g,%g],'rotation':[%.9g,%.9g,%.9g,%.9g],'scale':[%g,%g,%g]",
            i == 0 ? "" : ",", number(from), number(from), number(from), (double)rest.x,
            (double)rest.y, (double)rest.z, (double)rest.w, scale, scale, scale);
        for (uint32_t k = 0; k < NODES; ++k) {
            if (parent[k] != i) continue;
            length += (size_t)snprintf(json + length, JSON_BYTES - length, "%s%u",
                                       comma[0] == '\0' ? ",'children':[" : comma, (unsigned)k);
            comma = ",";
        }
        if (comma[0] != '\0') {
            length += (size_t)snprintf(json + length, JSON_BYTES - length, "]");
        }
        if (below(from, one_in + 1) == 0) {
            length += write_constraint(from, i, json + length, JSON_BYTES - length);
        }
        length += (size_t)snprintf(json + length, JSON_BYTES - length, "}");
    }
    snprintf(json + length, JSON_BYTES - length, "]}");
    file = load_json(json);
    free(json);
    return file;
}

/* --- The slow evaluation --- */

typedef struct quat {
    double x, y, z, w;
} quat;

typedef struct point {
    double x, y, z;
} point;

typedef struct place {
    quat rotation;
    point position;
    double scale;
} place;

static quat widen(vrm_quat q) {
    double length =
        sqrt((double)q.x * q.x + (double)q.y * q.y + (double)q.z * q.z + (double)q.w * q.w);
    quat wide = {q.x / length, q.y / length, q.z / length, q.w / length};
    return wide;
}

static quat product(quat a, quat b) {
    quat q = {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
              a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
              a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
              a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
    return q;
}

static quat inverse(quat q) {
    quat turned = {-q.x, -q.y, -q.z, q.w};
    return turned;
}

static point rotate(quat q, point p) {
    quat v = {p.x, p.y, p.z, 0}, turned = product(product(q, v), inverse(q));
    point out = {turned.x, turned.y, turned.z};
    return out;
}

static double dot(point a, point b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static place under(const place *parent, const vrm_trs *local, quat rotation) {
    point p = {local->translation.x * parent->scale, local->translation.y * parent->scale,
               local->translation.z * parent->scale};
    place out;
    p = rotate(parent->rotation, p);
    out.position.x = parent->position.x + p.x;
    out.position.y = parent->position.y + p.y;
    out.position.z = parent->position.z + p.z;
    out.rotation = product(parent->rotation, rotation);
    out.scale = parent->scale * (double)local->scale.x;
    return out;
}

typedef struct slow {
    const vrm_gltf *gltf;
    const vrm_trs *pose;
    place root;
    quat rotations[NODES];
} slow;

static place slow_place(const slow *all, int32_t node) {
    place parent;
    if (node == VRM_NONE) return all->root;
    parent = slow_place(all, all->gltf->nodes[node].parent);
    return under(&parent, &all->pose[node], all->rotations[node]);
}

static point slow_axis(int32_t axis) {
    point out = {axis / 2 == 0, axis / 2 == 1, axis / 2 == 2};
    double sign = axis % 2 == 0 ? 1 : -1;
    out.x *= sign;
    out.y *= sign;
    out.z *= sign;
    return out;
}

/* Swing and twist: what of a turn is about the axis. */
static quat slow_roll(const slow *all, const vrm_constraint *one) {
    quat rest = widen(all->gltf->nodes[one->node].rest.rotation);
    quat source_rest = widen(all->gltf->nodes[one->source].rest.rotation);
    quat turned = product(all->rotations[one->source], inverse(source_rest));
    point axis = slow_axis(one->axis), vector;
    quat twist;
    double along, length;
    turned = product(product(inverse(rest), turned), rest);
    vector.x = turned.x;
    vector.y = turned.y;
    vector.z = turned.z;
    along = dot(vector, axis);
    length = sqrt(along * along + turned.w * turned.w);
    twist.x = axis.x * along / length;
    twist.y = axis.y * along / length;
    twist.z = axis.z * along / length;
    twist.w = turned.w / length;
    return product(rest, twist);
}

/* By the angle between where the axis points and where it should, about what is at right angles to
 * both. */
static quat slow_aim(slow *all, const vrm_constraint *one) {
    quat rest = widen(all->gltf->nodes[one->node].rest.rotation), turned;
    place parent = slow_place(all, all->gltf->nodes[one->node].parent), here, source;
    point from, to, axis;
    double length, angle, sine;
    all->rotations[one->node] = rest; /* NC-006 */
    here = slow_place(all, one->node);
    source = slow_place(all, one->source);
    from = rotate(here.rotation, slow_axis(one->axis));
    to.x = source.position.x - here.position.x;
    to.y = source.position.y - here.position.y;
    to.z = source.position.z - here.position.z;
    axis.x = from.y * to.z - from.z * to.y;
    axis.y = from.z * to.x - from.x * to.z;
    axis.z = from.x * to.y - from.y * to.x;
    length = sqrt(dot(axis, axis));
    angle = atan2(length, dot(from, to));
    sine = sin(angle / 2);
    turned.x = axis.x / length * sine;
    turned.y = axis.y / length * sine;
    turned.z = axis.z / length * sine;
    turned.w = cos(angle / 2);
    turned = product(turned, here.rotation);
    return product(inverse(parent.rotation), turned);
}

static quat slow_rotation(const slow *all, const vrm_constraint *one) {
    quat rest = widen(all->gltf->nodes[one->node].rest.rotation);
    quat source_rest = widen(all->gltf->nodes[one->source].rest.rotation);
    return product(rest, product(inverse(source_rest), all->rotations[one->source]));
}

/* A part of the turn from rest: the same axis, a part of the angle. */
static quat slow_part(quat rest, quat full, double weight) {
    quat turned = product(full, inverse(rest)), part;
    double length = sqrt(turned.x * turned.x + turned.y * turned.y + turned.z * turned.z);
    double half = atan2(length, fabs(turned.w)) * weight;
    double factor = length > 1e-12 ? sin(half) / length * (turned.w < 0 ? -1 : 1) : 0;
    part.x = turned.x * factor;
    part.y = turned.y * factor;
    part.z = turned.z * factor;
    part.w = cos(half);
    return product(part, rest);
}

static void slow_evaluate(slow *all, const vrm_tables *tables) {
    for (uint32_t i = 0; i < tables->constraint_count; ++i) {
        const vrm_constraint *one = &tables->constraints[i];
        quat full = one->kind == VRM_CONSTRAINT_ROLL  ? slow_roll(all, one)
                    : one->kind == VRM_CONSTRAINT_AIM ? slow_aim(all, one)
                                                      : slow_rotation(all, one);
        all->rotations[one->node] =
            slow_part(widen(all->gltf->nodes[one->node].rest.rotation), full, (double)one->weight);
    }
}

/* The sine of half the angle between two rotations, about. */
static double difference(quat a, quat b) {
    quat between = product(inverse(a), b);
    return sqrt(between.x * between.x + between.y * between.y + between.z * between.z);
}

/* --- Tests --- */

static void pose_randomly(dice *from, vrm_avatar *avatar) {
    vrm_trs *pose = vrm_avatar_locals(avatar);
    vrm_trs root = vrmi_trs_identity();
    root.rotation = random_rotation(from);
    root.translation = vrm_vec3_make((float)number(from), (float)number(from), (float)number(from));
    vrm_avatar_set_root(avatar, &root);
    for (uint32_t i = 0; i < NODES; ++i) {
        pose[i].rotation = random_rotation(from);
        pose[i].translation.x += (float)(0.1 * number(from));
    }
}

/* NC-012, NC-014, NC-016, NC-018, NC-006, NC-028 */
TEST(nc_018_nc_010_random_forests) {
    dice from = {20240501};
    int evaluated = 0, aims_below = 0;
    for (int round = 0; round < 300; ++round) {
        loaded file = load_random(&from);
        vrm_avatar *avatar = create_avatar(file.model, NULL);
        slow all;
        REQUIRE(avatar != NULL);
        pose_randomly(&from, avatar);
        vrm_avatar_update(avatar, 0.0f);
        memset(&all, 0, sizeof all);
        all.gltf = file.gltf;
        all.pose = vrm_avatar_locals(avatar);
        all.root.rotation = widen(avatar->root.rotation);
        all.root.position.x = (double)avatar->root.translation.x;
        all.root.position.y = (double)avatar->root.translation.y;
        all.root.position.z = (double)avatar->root.translation.z;
        all.root.scale = 1;
        for (int i = 0; i < NODES; ++i) all.rotations[i] = widen(all.pose[i].rotation);
        slow_evaluate(&all, file.tables);
        for (int32_t i = 0; i < NODES; ++i) {
            place expected = slow_place(&all, i);
            test_note("round %d, node %d", round, (int)i);
            CHECK_NEAR(difference(widen(avatar->local[i].rotation), all.rotations[i]), 0, 1e-4);
            CHECK_NEAR((double)avatar->world[i].m[12], expected.position.x, 1e-3);
            CHECK_NEAR((double)avatar->world[i].m[13], expected.position.y, 1e-3);
            CHECK_NEAR((double)avatar->world[i].m[14], expected.position.z, 1e-3);
        }
        evaluated += (int)file.tables->constraint_count;
        aims_below += count_code(&file, "constraint-source-below");
        vrm_avatar_destroy(avatar);
        unload(&file);
    }
    test_note(NULL);
    CHECK(evaluated > 2000); /* most are not part of a circle */
    CHECK(aims_below > 50);
}

TEST(nc_023_a_second_evaluation_gives_the_same_bits) {
    dice from = {7};
    for (int round = 0; round < 100; ++round) {
        loaded file = load_random(&from);
        vrm_avatar *avatar = create_avatar(file.model, NULL);
        vrm_trs local[NODES];
        vrm_mat4 world[NODES];
        REQUIRE(avatar != NULL);
        pose_randomly(&from, avatar);
        vrm_avatar_update(avatar, 0.0f);
        memcpy(local, avatar->local, sizeof local);
        memcpy(world, avatar->world, sizeof world);
        vrm_avatar_update_constraints(avatar);
        CHECK(memcmp(local, avatar->local, sizeof local) == 0);
        CHECK(memcmp(world, avatar->world, sizeof world) == 0);
        vrm_avatar_destroy(avatar);
        unload(&file);
    }
}

/* What is placed: each node at or below a destination once, what is above first. */
static void check_places(const loaded *file) {
    const vrmi_rig *rig = vrmi_model_rig(file->model);
    uint32_t node_count = file->gltf->node_count, moved = 0;
    uint8_t *is_moved = calloc(node_count, 1), *is_placed = calloc(node_count, 1);
    bool parents_first = true, once = true, grows = true;
    for (uint32_t i = 0; i < file->tables->constraint_count; ++i) {
        is_moved[file->tables->constraints[i].node] = 1;
        grows = grows && rig->placed_before[i] <= rig->constrained_count &&
                (i == 0 || rig->placed_before[i] >= rig->placed_before[i - 1]);
    }
    for (uint32_t i = 0; i < node_count; ++i) {
        int32_t node = rig->forest.order[i], parent = file->gltf->nodes[node].parent;
        if (parent != VRM_NONE && is_moved[parent]) is_moved[node] = 1;
        moved += is_moved[node];
    }
    for (uint32_t i = 0; i < rig->constrained_count; ++i) {
        int32_t node = rig->constrained_nodes[i], parent = file->gltf->nodes[node].parent;
        once = once && is_moved[node] && !is_placed[node];
        parents_first =
            parents_first && (parent == VRM_NONE || !is_moved[parent] || is_placed[parent]);
        is_placed[node] = 1;
    }
    CHECK_INT(rig->constrained_count, moved);
    CHECK(once);
    CHECK(parents_first);
    CHECK(grows);
    free(is_moved);
    free(is_placed);
}

TEST(nc_018_each_node_is_placed_once) {
    dice from = {99};
    for (int round = 0; round < 100; ++round) {
        loaded file = load_random(&from);
        REQUIRE(file.model != NULL);
        check_places(&file);
        unload(&file);
    }
}

/* ER-018: 20,000 aims in a chain, each at the node above it, cost no more than 20,000 nodes. */
TEST(nc_018_a_deep_chain_of_aims) {
    enum { DEEP = 20000 };
    char *json = malloc((size_t)DEEP * 200 + 1000);
    size_t length = (size_t)sprintf(json, "{'asset':{'version':'2.0'},'extensions':{'VRMC_vrm':"
                                          "{'specVersion':'1.0'}},'nodes':[{'children':[1]}");
    loaded file;
    vrm_avatar *avatar;
    for (int i = 1; i < DEEP; ++i) {
        length += (size_t)sprintf(json + length, ",{'translation':[0,0.001,0],");
        if (i + 1 < DEEP) length += (size_t)sprintf(json + length, "'children':[%d],", i + 1);
        length += (size_t)sprintf(json + length,
                                  "'extensions':{'VRMC_node_constraint':{'specVersion':'1.0',"
                                  "'constraint':{'aim':{'source':%d,'aimAxis':'PositiveX'}}}}}",
                                  i - 1);
    }
    sprintf(json + length, "]}");
    file = load_json(json);
    free(json);
    REQUIRE(file.tables != NULL && file.tables->constraint_count == DEEP - 1);
    check_places(&file);
    avatar = create_avatar(file.model, NULL);
    REQUIRE(avatar != NULL);
    for (int i = 0; i < 20; ++i) vrm_avatar_update(avatar, 0.0f);
    /* X points back to the node above, which is along -Y of it; the next is a right angle on. */
    CHECK_NEAR((double)avatar->world[1].m[1], -1, 1e-5);
    CHECK_NEAR((double)avatar->world[2].m[12], 0.001, 1e-6);
    CHECK(vrmi_quat_is_finite(avatar->local[DEEP - 1].rotation));
    vrm_avatar_destroy(avatar);
    unload(&file);
}

/* Any float that is finite; of all sizes alike. */
static float any_float(dice *from) {
    float value;
    uint32_t bits;
    do {
        bits = throw(from) << 1 ^ throw(from);
        memcpy(&value, &bits, sizeof value);
    } while (!vrmi_is_finite(value));
    return value;
}

static vrm_vec3 any_vector(dice *from) {
    return vrm_vec3_make(any_float(from), any_float(from), any_float(from));
}

static void check_unit(const vrm_avatar *avatar) {
    for (uint32_t i = 0; i < avatar->tables->constraint_count; ++i) {
        vrm_quat q = avatar->local[avatar->tables->constraints[i].node].rotation;
        if (!CHECK(vrmi_quat_is_finite(q))) continue;
        CHECK_NEAR((double)vrmi_quat_dot(q, q), 1, 1e-5);
    }
}

TEST(er_014_constraints_give_rotations_whatever_the_pose) {
    dice from = {14};
    for (int round = 0; round < 200; ++round) {
        loaded file = load_random(&from);
        vrm_avatar *avatar = create_avatar(file.model, NULL);
        vrm_trs *pose = vrm_avatar_locals(avatar);
        REQUIRE(avatar != NULL);
        test_note("round %d", round);
        for (uint32_t i = 0; i < NODES; ++i) {
            if (below(&from, 2) == 0) pose[i].translation = any_vector(&from);
            if (below(&from, 4) == 0) pose[i].scale = any_vector(&from);
            if (below(&from, 8) == 0) pose[i].scale = vrm_vec3_make(0, 0, 0);
            if (below(&from, 3) == 0) {
                pose[i].rotation = vrm_quat_make(any_float(&from), any_float(&from),
                                                 any_float(&from), any_float(&from));
            }
            if (below(&from, 8) == 0) pose[i].rotation = vrm_quat_make(0, 0, 0, 0);
        }
        vrm_avatar_update(avatar, 0.0f);
        check_unit(avatar);
        /* Nor does what is not finite stay in an avatar. */
        for (uint32_t i = 0; i < NODES; ++i) {
            if (below(&from, 3) == 0) pose[i].rotation.y = NAN;
            if (below(&from, 3) == 0) pose[i].translation.z = INFINITY;
        }
        vrm_avatar_update(avatar, 0.0f);
        check_unit(avatar);
        vrm_avatar_reset_pose(avatar);
        vrm_avatar_update(avatar, 0.0f);
        for (uint32_t i = 0; i < NODES; ++i) {
            for (int k = 0; k < 16; ++k) CHECK(vrmi_is_finite(avatar->world[i].m[k]));
        }
        vrm_avatar_destroy(avatar);
        unload(&file);
    }
    test_note(NULL);
}

TEST_SUITE(constraint_forest, ENTRY(nc_018_nc_010_random_forests),
           ENTRY(nc_023_a_second_evaluation_gives_the_same_bits),
           ENTRY(nc_018_each_node_is_placed_once), ENTRY(nc_018_a_deep_chain_of_aims),
           ENTRY(er_014_constraints_give_rotations_whatever_the_pose));
