/* The wide solver gives the bits of the reference, on random scenes and in every mode. */
#include "avatar/spring_scene.h"
#include "test.h"
#include "testkit/create.h"
#include "vrm/crowd.h"
#include "vrm/file.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct random {
    uint64_t state;
} random;

static uint32_t next(random *r) {
    r->state = r->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(r->state >> 33);
}
static uint32_t below(random *r, uint32_t count) { return next(r) % count; }
static double between(random *r, double low, double high) {
    return low + (high - low) * (next(r) / 2147483648.0);
}

typedef struct text {
    char *data;
    size_t size, capacity;
} text;

static void add(text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text->size +=
        (size_t)vsnprintf(text->data + text->size, text->capacity - text->size, format, arguments);
    va_end(arguments);
    if (text->size >= text->capacity) abort();
}

enum { MOST_NODES = 400 };

/* A tree of nodes with chains on it. Some chains hang from joints of others, some skip nodes. */
typedef struct plan {
    random r;
    text nodes, springs, colliders, groups;
    int parents[MOST_NODES];
    uint32_t node_count, spring_count, collider_count, group_count;
    bool has_limits;
} plan;

static uint32_t add_node(plan *p, int parent) {
    p->parents[p->node_count] = parent;
    return p->node_count++;
}

static void write_nodes(plan *p) {
    for (uint32_t i = 0; i < p->node_count; ++i) {
        const char *separator = "";
        vrm_quat q = turn_about((float)between(&p->r, -1, 1), (float)between(&p->r, -1, 1), 1,
                                below(&p->r, 2) ? 0 : between(&p->r, -180, 180));
        add(&p->nodes, "%s{'translation':[%.6f,%.6f,%.6f],'rotation':[%.7f,%.7f,%.7f,%.7f]",
            i == 0 ? "" : ",", between(&p->r, -0.1, 0.1), between(&p->r, -0.2, 0.05),
            between(&p->r, -0.1, 0.1), (double)q.x, (double)q.y, (double)q.z, (double)q.w);
        if (below(&p->r, 9) == 0) {
            double s = between(&p->r, 0.5, 1.5);
            add(&p->nodes, ",'scale':[%.6f,%.6f,%.6f]", s, s, s);
        }
        for (uint32_t k = i + 1; k < p->node_count; ++k) {
            if (p->parents[k] != (int)i) continue;
            add(&p->nodes, "%s%u", separator[0] == '\0' ? ",'children':[" : separator, k);
            separator = ",";
        }
        add(&p->nodes, "%s}", separator[0] == '\0' ? "" : "]");
    }
}

static void write_collider(plan *p, uint32_t node) {
    double x = between(&p->r, -0.1, 0.1), y = between(&p->r, -0.2, 0),
           z = between(&p->r, -0.1, 0.1);
    double radius = between(&p->r, 0.01, 0.12);
    add(&p->colliders, "%s{'node':%u,'shape':{'sphere':{}}", p->collider_count++ ? "," : "", node);
    add(&p->colliders,
        ",'extensions':{'VRMC_springBone_extended_collider':{'specVersion':'1.0','shape':{");
    switch (below(&p->r, 5)) {
    case 0:
        add(&p->colliders, "'sphere':{'offset':[%f,%f,%f],'radius':%f}", x, y, z, radius);
        break;
    case 1:
        add(&p->colliders, "'capsule':{'offset':[%f,%f,%f],'tail':[%f,%f,%f],'radius':%f}", x, y, z,
            z, x, y, radius);
        break;
    case 2:
        add(&p->colliders, "'sphere':{'offset':[%f,%f,%f],'radius':%f,'inside':true}", x, y, z,
            radius * 4);
        break;
    case 3:
        add(&p->colliders,
            "'capsule':{'offset':[%f,%f,%f],'tail':[%f,%f,%f],'radius':%f,'inside':true}", x, y, z,
            z, x, y, radius * 4);
        break;
    default:
        add(&p->colliders, "'plane':{'offset':[%f,%f,%f],'normal':[0,1,0]}", x, y - 0.1, z);
    }
    add(&p->colliders, "}}}}");
}

/* Every second joint of every third scene has a limit of some kind (SL). */
static void write_limit(plan *p) {
    static const char *const kinds[] = {"'cone':{'angle'", "'hinge':{'angle'"};
    uint32_t kind = below(&p->r, 3);
    vrm_quat q = turn_about((float)between(&p->r, -1, 1), 1, (float)between(&p->r, -1, 1),
                            between(&p->r, 0, 360));
    if (below(&p->r, 2) == 0) return;
    add(&p->springs, ",'extensions':{'VRMC_springBone_limit':{'specVersion':'1.0','limit':{");
    if (kind < 2) {
        add(&p->springs, "%s", kinds[kind]);
    } else {
        add(&p->springs, "'spherical':{'yaw':%f,'pitch'", between(&p->r, 0, 1));
    }
    add(&p->springs, ":%f,'rotation':[%.7f,%.7f,%.7f,%.7f]}}}}", between(&p->r, 0, 1.5),
        (double)q.x, (double)q.y, (double)q.z, (double)q.w);
}

static void write_spring(plan *p, const uint32_t *joints, uint32_t count, int center) {
    add(&p->springs, "%s{'joints':[", p->spring_count++ ? "," : "");
    for (uint32_t i = 0; i < count; ++i) {
        add(&p->springs,
            "%s{'node':%u,'stiffness':%f,'dragForce':%f,'gravityPower':%f,"
            "'gravityDir':[%f,%f,%f],'hitRadius':%f",
            i == 0 ? "" : ",", joints[i], between(&p->r, 0, 3), between(&p->r, 0, 1),
            between(&p->r, 0, 1), between(&p->r, -1, 1), -1.0, between(&p->r, -1, 1),
            between(&p->r, 0, 0.05));
        if (p->has_limits && i + 1 < count) write_limit(p);
        add(&p->springs, "}");
    }
    add(&p->springs, "]");
    if (center >= 0) add(&p->springs, ",'center':%d", center);
    if (p->group_count != 0 && below(&p->r, 4) != 0) {
        add(&p->springs, ",'colliderGroups':[%u", below(&p->r, p->group_count));
        if (below(&p->r, 3) == 0) add(&p->springs, ",%u", below(&p->r, p->group_count));
        add(&p->springs, "]");
    }
    add(&p->springs, "}");
}

/* With this many chains at most. */
static scene random_small_scene(uint64_t seed, uint32_t most_chains) {
    enum { ROOM = 1 << 18 };
    plan *p = calloc(1, sizeof *p);
    uint32_t body[6], chains, last = 0;
    char *all = malloc(3 * ROOM);
    scene s;
    p->r.state = seed * 977 + 3;
    p->has_limits = seed % 3 == 2;
    p->nodes.data = malloc(ROOM), p->nodes.capacity = ROOM;
    p->springs.data = malloc(ROOM), p->springs.capacity = ROOM;
    p->colliders.data = malloc(ROOM), p->colliders.capacity = ROOM;
    p->groups.data = malloc(ROOM), p->groups.capacity = ROOM;
    p->springs.data[0] = p->colliders.data[0] = p->groups.data[0] = '\0';
    body[0] = add_node(p, -1);
    for (uint32_t i = 1; i < 6; ++i) body[i] = add_node(p, (int)body[below(&p->r, i)]);
    for (uint32_t i = 0, count = below(&p->r, 12); i < count; ++i) {
        write_collider(p, body[below(&p->r, 6)]);
    }
    for (uint32_t i = 0; p->collider_count != 0 && i < 1 + below(&p->r, 5); ++i) {
        add(&p->groups, "%s{'colliders':[%u", p->group_count++ ? "," : "",
            below(&p->r, p->collider_count));
        for (uint32_t k = below(&p->r, 4); k > 0; --k) {
            add(&p->groups, ",%u", below(&p->r, p->collider_count));
        }
        add(&p->groups, "]}");
    }
    chains = 1 + below(&p->r, most_chains);
    for (uint32_t i = 0; i < chains; ++i) {
        uint32_t joints[8], count = 2 + below(&p->r, 6), at;
        bool is_sparse = below(&p->r, 8) == 0, is_nested = last != 0 && below(&p->r, 5) == 0;
        int base = is_nested ? (int)last : (int)body[below(&p->r, 6)];
        int center = below(&p->r, 4) == 0 ? base : -1;
        at = (uint32_t)base;
        for (uint32_t k = 0; k < count; ++k) {
            if (is_sparse && k != 0) at = add_node(p, (int)at);
            at = add_node(p, (int)at);
            joints[k] = at;
        }
        if (center == base && is_nested) center = -1;
        if (below(&p->r, 12) == 0) center = (int)joints[0];
        write_spring(p, joints, count, center);
        last = joints[below(&p->r, count)];
        if (below(&p->r, 3) == 0) add_node(p, (int)last); /* something that just hangs there */
    }
    write_nodes(p);
    snprintf(all, 3 * ROOM, "'colliders':[%s],'colliderGroups':[%s],'springs':[%s]",
             p->colliders.data, p->groups.data, p->springs.data);
    if (p->collider_count == 0) snprintf(all, 3 * ROOM, "'springs':[%s]", p->springs.data);
    s = scene_make(p->nodes.data, all, NULL);
    free(p->nodes.data);
    free(p->springs.data);
    free(p->colliders.data);
    free(p->groups.data);
    free(p);
    free(all);
    return s;
}

static scene random_scene(uint64_t seed) { return random_small_scene(seed, 30); }

static vrm_avatar *with_lanes(vrm_model *model, const vrm_avatar_desc *desc, vrm_lanes lanes) {
    vrm_avatar_desc own = *desc;
    own.lanes = lanes;
    return create_avatar(model, &own);
}

/* Moves the root, the body and a verb now and then, alike for both. */
static void act(vrm_avatar *avatar, random *r, int frame) {
    uint32_t springs = avatar->tables->spring_count;
    vrm_trs root = trs_at((float)between(r, -0.1, 0.1), (float)sin(frame * 0.1), 0);
    vrm_spring_collider ball = {VRM_NONE, 1 + (int32_t)below(r, 5), {0, -0.2f, 0}, {0, 1, 0}, 0.1f};
    root.rotation = turn_about(0.1f, 1, 0, 30 * sin(frame * 0.05));
    vrm_avatar_set_root(avatar, &root);
    for (uint32_t i = 0; i < 6; ++i) {
        vrm_avatar_locals(avatar)[i].rotation =
            turn_about((float)between(r, -1, 1), 1, 0, 10 * sin(frame * 0.07 + i));
    }
    switch (below(r, 40)) {
    case 0:
        vrm_avatar_reset_springs(avatar,
                                 below(r, springs + 1) == 0 ? VRM_ALL : (int32_t)below(r, springs));
        break;
    case 1:
        vrm_avatar_set_spring_mode(avatar, (int32_t)below(r, springs), (int32_t)below(r, 4));
        break;
    case 2:
        vrm_avatar_set_spring_mode(avatar, VRM_ALL, VRM_SPRING_MODE_RUN);
        break;
    case 3:
        vrm_avatar_set_spring_weight(avatar, (int32_t)below(r, springs), (float)below(r, 3) / 2);
        break;
    case 4:
        vrm_avatar_set_spring_weight(avatar, VRM_ALL, 1);
        break;
    case 5:
        vrm_avatar_set_wind_value(avatar, vrm_vec3_make(0.3f, 0, (float)between(r, -1, 1)));
        break;
    case 6:
        vrm_avatar_set_collider(avatar, 0, below(r, 2) ? &ball : NULL);
        break;
    case 7:
        vrm_avatar_shift_origin_value(avatar, vrm_vec3_make(1, 0, -2));
        break;
    case 8:
        vrm_avatar_locals(avatar)[below(r, 6)].scale = vrm_vec3_make(1, 1, 2);
        break;
    case 9:
        for (uint32_t i = 0; i < 6; ++i)
            vrm_avatar_locals(avatar)[i].scale = vrm_vec3_make(1, 1, 1);
        break;
    case 10:
        vrm_avatar_locals(avatar)[1].scale = vrm_vec3_make(0, 0, 0);
        break;
    default:
        break;
    }
}

/* Empty lanes may hold anything. */
static bool are_equal(const vrm_avatar *a, const vrm_avatar *b) {
    size_t nodes = a->gltf->node_count;
    for (uint32_t i = 0; i < a->tables->spring_joint_count; ++i) {
        for (int line = 0; line < VRMI_ROW_LINES; ++line) {
            const float *x = vrmi_joint_number(a, i, line), *y = vrmi_joint_number(b, i, line);
            if (memcmp(x, y, sizeof *x) != 0) return false;
        }
    }
    return memcmp(a->local, b->local, sizeof *a->local * nodes) == 0 &&
           memcmp(a->world, b->world, sizeof *a->world * nodes) == 0 &&
           memcmp(a->springs.is_new, b->springs.is_new, a->tables->spring_joint_count) == 0;
}

/* Says where two avatars first differ. */
static void explain(const vrm_avatar *a, const vrm_avatar *b, int frame) {
    for (uint32_t i = 0; i < a->tables->spring_joint_count; ++i) {
        for (int line = 0; line < VRMI_ROW_LINES; ++line) {
            float x = *vrmi_joint_number(a, i, line), y = *vrmi_joint_number(b, i, line);
            if (memcmp(&x, &y, sizeof x) == 0) continue;
            test_note("frame %d, joint %u, line %d: %.9g and %.9g", frame, i, line, (double)x,
                      (double)y);
            return;
        }
    }
    for (uint32_t i = 0; i < a->gltf->node_count; ++i) {
        if (memcmp(&a->world[i], &b->world[i], sizeof a->world[i]) == 0) continue;
        test_note("frame %d, world of node %u", frame, i);
        return;
    }
    for (uint32_t i = 0; i < a->gltf->node_count; ++i) {
        float x[10], y[10];
        memcpy(x, &a->local[i], sizeof x);
        memcpy(y, &b->local[i], sizeof y);
        for (int k = 0; k < 10; ++k) {
            if (memcmp(x + k, y + k, sizeof *x) == 0) continue;
            test_note("frame %d, local of node %u, number %d: %.9g and %.9g", frame, i, k,
                      (double)x[k], (double)y[k]);
            return;
        }
    }
    for (uint32_t i = 0; i < a->tables->spring_joint_count; ++i) {
        if (a->springs.is_new[i] == b->springs.is_new[i]) continue;
        test_note("frame %d, joint %u is new", frame, i);
        return;
    }
}

static void compare(vrm_model *model, uint32_t flags, vrm_lanes lanes, uint64_t seed, int frames,
                    bool with_verbs) {
    random first = {seed}, second = {seed};
    vrm_avatar_desc desc;
    vrm_avatar *a, *b;
    vrm_avatar_desc_init(&desc);
    desc.flags = flags;
    desc.collider_capacity = 1;
    a = with_lanes(model, &desc, VRM_LANES_SCALAR);
    b = with_lanes(model, &desc, lanes);
    REQUIRE(a != NULL && b != NULL && a->wide == NULL);
    for (int i = 0; i < frames; ++i) {
        static const float times[] = {1.0f / 60, 0.011f, 0.03f, 0.2f, 0};
        float dt = times[i % 7 < 5 ? i % 7 : 0];
        if (with_verbs) {
            act(a, &first, i);
            act(b, &second, i);
        }
        vrm_avatar_update(a, dt);
        vrm_avatar_update(b, dt);
        if (are_equal(a, b)) continue;
        explain(a, b, i);
        CHECK(are_equal(a, b));
        break;
    }
    vrm_avatar_destroy(a);
    vrm_avatar_destroy(b);
}

static void compare_all(vrm_lanes lanes) {
    uint32_t wide = 0;
    if (!vrm_lanes_supported(lanes)) {
        test_skip("this machine has no such lanes");
        return;
    }
    for (uint64_t seed = 0; seed < 60; ++seed) {
        scene s = random_scene(seed);
        test_note("scene %d", (int)seed);
        wide += s.avatar->rig->lanes.is_wide;
        compare(s.file.model, seed % 3 == 0 ? VRM_AVATAR_FLAG_LITERAL_SCALE : 0, lanes, seed, 120,
                true);
        scene_free(&s);
    }
    test_note(NULL);
    CHECK(wide > 50); /* else nothing was compared */
}

/* --- In a crowd, where small avatars share lanes --- */

enum { MEMBERS = 21 }; /* more than are taken together */

/* Each of them does something else, and has a past of its own. */
static uint32_t compare_crowd(vrm_model *model, uint32_t flags, vrm_lanes lanes, uint64_t seed) {
    random first[MEMBERS], second[MEMBERS];
    vrm_avatar *alone[MEMBERS], *members[MEMBERS];
    vrm_crowd *crowd = create_crowd(NULL);
    vrm_avatar_desc desc;
    uint32_t together = 0;
    vrm_avatar_desc_init(&desc);
    desc.flags = flags;
    for (uint32_t i = 0; i < MEMBERS; ++i) {
        first[i].state = second[i].state = seed * 131 + i;
        alone[i] = with_lanes(model, &desc, VRM_LANES_SCALAR);
        desc.lanes = lanes;
        members[i] = add_avatar(crowd, model, &desc);
        for (uint32_t k = 0; k < i % 3; ++k) { /* out of step with the others */
            vrm_avatar_update(alone[i], 0.011f);
            vrm_avatar_update(members[i], 0.011f);
        }
        together += i != 0 && vrmi_can_update_together(members[0], members[i]);
    }
    for (int frame = 0; frame < 40; ++frame) {
        static const float times[] = {1.0f / 60, 1.0f / 60, 0.011f, 0.03f, 0.2f, 0};
        float dt = times[frame % 9 < 6 ? frame % 9 : 0];
        for (uint32_t i = 0; i < MEMBERS; ++i) {
            act(alone[i], &first[i], frame);
            act(members[i], &second[i], frame);
            vrm_avatar_update(alone[i], dt);
        }
        vrm_crowd_update(crowd, dt);
        for (uint32_t i = 0; i < MEMBERS; ++i) {
            if (are_equal(alone[i], members[i])) continue;
            explain(alone[i], members[i], frame);
            CHECK(are_equal(alone[i], members[i]));
            frame = 40;
            break;
        }
    }
    for (uint32_t i = 0; i < MEMBERS; ++i) vrm_avatar_destroy(alone[i]);
    vrm_crowd_destroy(crowd);
    return together;
}

TEST(small_avatars_that_share_lanes_have_the_bits_of_the_reference) {
    static const vrm_lanes kinds[] = {VRM_LANES_SSE2, VRM_LANES_AVX2, VRM_LANES_NEON,
                                      VRM_LANES_WASM};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; ++k) {
        uint32_t together = 0;
        if (!vrm_lanes_supported(kinds[k])) continue;
        for (uint64_t seed = 0; seed < 24; ++seed) {
            scene s = random_small_scene(seed, seed % 4 == 0 ? 1 : seed % 4 == 1 ? 3 : 8);
            test_note("%s, scene %d", vrm_lanes_name(kinds[k]), (int)seed);
            together += compare_crowd(
                s.file.model, seed % 5 == 0 ? VRM_AVATAR_FLAG_LITERAL_SCALE : 0, kinds[k], seed);
            scene_free(&s);
        }
        test_note(NULL);
        CHECK(together > 200 || kinds[k] == VRM_LANES_SSE2); /* else nothing was compared */
    }
}

TEST(plain_lanes_give_the_bits_of_the_reference) { compare_all(VRM_LANES_PLAIN); }
TEST(sse2_lanes_give_the_bits_of_the_reference) { compare_all(VRM_LANES_SSE2); }
TEST(avx2_lanes_give_the_bits_of_the_reference) { compare_all(VRM_LANES_AVX2); }
TEST(neon_lanes_give_the_bits_of_the_reference) { compare_all(VRM_LANES_NEON); }
TEST(wasm_lanes_give_the_bits_of_the_reference) { compare_all(VRM_LANES_WASM); }

TEST(characters_give_the_bits_of_the_reference) {
    static const char *names[] = {"character-1.0.vrm", "character-0.x.vrm",
                                  "character-1.0-draft.vrm", "character-1.0-beta.vrm"};
    for (size_t i = 0; i < 4; ++i) {
        vrm_model *model = NULL;
        char path[1024];
        if (test_option("samples") == NULL) {
            test_skip(NO_SAMPLES);
            return;
        }
        snprintf(path, sizeof path, "%s/%s", test_option("samples"), names[i]);
        CHECK_INT(vrm_model_load_file(path, NULL, &model, NULL), VRM_OK);
        compare(model, 0, VRM_LANES_AUTO, i, 200, true);
        vrm_model_release(model);
    }
}

/* What the reference alone can do: a circle. */
TEST(a_circle_is_left_to_the_reference) {
    scene s = scene_make(
        "{'children':[1]},{'translation':[0,-1,0]},{'translation':[0.3,0,0],'children':[3]},"
        "{'translation':[0,-1,0]}",
        "'colliders':[{'node':1,'shape':{'sphere':{'radius':0.4}}},"
        "{'node':3,'shape':{'sphere':{'radius':0.4}}}],"
        "'colliderGroups':[{'colliders':[0]},{'colliders':[1]}],"
        "'springs':[{'colliderGroups':[1],'joints':[{'node':0},{'node':1}]},"
        "{'colliderGroups':[0],'joints':[{'node':2},{'node':3}]}]",
        NULL);
    CHECK(!s.avatar->rig->lanes.is_wide && s.avatar->wide == NULL);
    scene_free(&s);
}

TEST(names_of_lanes) {
    CHECK_TEXT(vrm_lanes_name(VRM_LANES_AUTO), "auto");
    CHECK_TEXT(vrm_lanes_name(VRM_LANES_AVX2), "avx2");
    CHECK_TEXT(vrm_lanes_name(VRM_LANES_WASM), "wasm");
    CHECK_TEXT(vrm_lanes_name(77), "");
    CHECK_INT(vrm_lanes_supported(VRM_LANES_SCALAR), 1);
    CHECK_INT(vrm_lanes_supported(VRM_LANES_PLAIN), 1);
    CHECK_INT(vrm_lanes_supported(77), 0);
}

TEST_SUITE(spring_wide, ENTRY(plain_lanes_give_the_bits_of_the_reference),
           ENTRY(sse2_lanes_give_the_bits_of_the_reference),
           ENTRY(avx2_lanes_give_the_bits_of_the_reference),
           ENTRY(neon_lanes_give_the_bits_of_the_reference),
           ENTRY(wasm_lanes_give_the_bits_of_the_reference),
           ENTRY(small_avatars_that_share_lanes_have_the_bits_of_the_reference),
           ENTRY(characters_give_the_bits_of_the_reference),
           ENTRY(a_circle_is_left_to_the_reference), ENTRY(names_of_lanes));
