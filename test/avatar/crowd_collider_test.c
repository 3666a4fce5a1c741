/* Colliders that the avatars of a crowd share. */
#include "avatar/sleep.h"
#include "avatar/spring/spring_grid.h"
#include "avatar/spring_scene.h"
#include "support/workers.h"
#include "test.h"
#include "testkit/create.h"
#include "vrm/crowd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DT (1.0f / 60.0f)
#define HAIR "'springs':[{" SCENE_CHAIN(",'gravityPower':0.3,'dragForce':0.3,'hitRadius':0.02") "}]"

typedef struct chance {
    uint32_t state;
} chance;

static float between(chance *c, double low, double high) {
    c->state = c->state * 1664525u + 1013904223u;
    return (float)(low + (high - low) * ((c->state >> 8) / 16777216.0));
}

enum { WHO = 6, THINGS = 60 };

/* Things that go round among six avatars, which stand a meter apart: balls, sticks, some large. */
static vrm_crowd_collider thing_at(int index, int frame) {
    chance c = {(uint32_t)index * 7919u + 1u};
    vrm_crowd_collider it;
    float turn = (float)frame * between(&c, -0.1, 0.1);
    float x = between(&c, -1, 6), y = between(&c, 0.6, 1.8), z = between(&c, -0.6, 0.6);
    float way = between(&c, 0, 0.5);
    memset(&it, 0, sizeof it);
    it.shape = index % 3 == 0 ? VRM_COLLIDER_CAPSULE : VRM_COLLIDER_SPHERE;
    it.position =
        vrm_vec3_make(x + way * (float)sin((double)turn), y, z + way * (float)cos((double)turn));
    it.tail = vrm_vec3_make(it.position.x + between(&c, -0.4, 0.4), y + between(&c, -0.4, 0.4),
                            it.position.z);
    it.radius = index % 17 == 0 ? 0.7f : between(&c, 0.01, 0.12);
    return it;
}

/* The same as a collider of one avatar. */
static vrm_spring_collider as_own(const vrm_crowd_collider *thing) {
    vrm_spring_collider own = {VRM_NONE, thing->shape, thing->position, thing->tail, thing->radius};
    return own;
}

/* One is large, one small; of one the pose stretches the hair, and one has thick hair at times. */
static void act(vrm_avatar *avatar, int who, int frame) {
    vrm_trs root = trs_at((float)who + 0.2f * (float)sin(frame * 0.1 + who), 0, 0);
    vrm_trs *pose = vrm_avatar_locals(avatar);
    root.scale.x = root.scale.y = root.scale.z = who == 4 ? 1.3f : who == 5 ? 0.6f : 1.0f;
    vrm_avatar_set_root(avatar, &root);
    pose[0].rotation = turn_about(0, 1, 0.3f, 40 * sin(frame * 0.13 + who));
    if (who == 2) pose[3].translation.y = -0.1f - 0.2f * (float)(frame % 20) / 20;
    if (who == 3 && frame % 20 == 7) {
        vrm_spring_joint_settings settings;
        vrm_avatar_get_spring_joint(avatar, 2, &settings);
        settings.hit_radius = frame % 40 == 7 ? 0.2f : 0.02f;
        vrm_avatar_set_spring_joint(avatar, 2, &settings);
    }
}

static bool are_equal(const vrm_avatar *a, const vrm_avatar *b) {
    size_t nodes = a->gltf->node_count;
    return memcmp(a->local, b->local, sizeof *a->local * nodes) == 0 &&
           memcmp(a->world, b->world, sizeof *a->world * nodes) == 0;
}

static vrm_crowd *crowd_with(uint32_t colliders, uint32_t met, workers *threads) {
    vrm_crowd_desc desc;
    vrm_crowd_desc_init(&desc);
    desc.collider_capacity = colliders;
    desc.near_capacity = met;
    if (threads != NULL) {
        desc.parallel_for = workers_parallel_for;
        desc.parallel_user = threads;
    }
    return create_crowd(&desc);
}

static void set_things(vrm_crowd *crowd, int count, int frame) {
    for (int i = 0; i < count; ++i) {
        vrm_crowd_collider thing = thing_at(i, frame);
        vrm_crowd_set_collider(crowd, (uint32_t)i, &thing);
    }
}

static vrm_crowd_collider ball_at(float x, float y, float z, float radius) {
    vrm_crowd_collider ball = {VRM_COLLIDER_SPHERE, {x, y, z}, {0, 0, 0}, radius, NULL};
    return ball;
}

/* --- What they do --- */

/* Each avatar of a crowd beside one of its own that tests all of them, one after the other. */
static void compare_with_all(vrm_model *model, vrm_lanes lanes, vrm_avatar_flags flags) {
    vrm_crowd *crowd = crowd_with(THINGS, THINGS, NULL);
    vrm_avatar *members[WHO], *alone[WHO], *untouched[WHO];
    vrm_avatar_desc desc;
    uint32_t met = 0, pushed = 0;
    vrm_avatar_desc_init(&desc);
    desc.lanes = lanes;
    desc.flags = flags;
    for (int i = 0; i < WHO; ++i) members[i] = add_avatar(crowd, model, &desc);
    for (int i = 0; i < WHO; ++i) untouched[i] = create_avatar(model, &desc);
    desc.collider_capacity = THINGS;
    for (int i = 0; i < WHO; ++i) alone[i] = create_avatar(model, &desc);
    for (int frame = 0; frame < 90; ++frame) {
        set_things(crowd, THINGS, frame);
        for (int i = 0; i < WHO; ++i) {
            for (int k = 0; k < THINGS; ++k) {
                vrm_crowd_collider thing = thing_at(k, frame);
                vrm_spring_collider own = as_own(&thing);
                vrm_avatar_set_collider(alone[i], (uint32_t)k, &own);
            }
            act(alone[i], i, frame);
            act(members[i], i, frame);
            act(untouched[i], i, frame);
            vrm_avatar_update(alone[i], DT);
            vrm_avatar_update(untouched[i], DT);
        }
        vrm_crowd_update(crowd, DT);
        for (int i = 0; i < WHO; ++i) {
            test_note("frame %d, avatar %d", frame, i);
            if (!CHECK(are_equal(members[i], alone[i]))) break;
            met += vrm_crowd_near_count(crowd, members[i]);
            pushed += !are_equal(members[i], untouched[i]);
        }
    }
    test_note(NULL);
    CHECK(pushed > 90 * WHO / 2);
    CHECK(met > 90 * WHO && met < 90 * WHO * THINGS / 2);
    for (int i = 0; i < WHO; ++i) {
        vrm_avatar_destroy(alone[i]);
        vrm_avatar_destroy(untouched[i]);
    }
    vrm_crowd_destroy(crowd);
}

TEST(sb_062_colliders_of_a_crowd_push_as_an_avatars_own_do) {
    static const vrm_lanes kinds[] = {VRM_LANES_SCALAR, VRM_LANES_PLAIN, VRM_LANES_AUTO};
    scene s = scene_make(SCENE_HAIR, HAIR, NULL);
    for (int i = 0; i < 3; ++i) compare_with_all(s.file.model, kinds[i], 0);
    compare_with_all(s.file.model, VRM_LANES_AUTO,
                     VRM_AVATAR_FLAG_LITERAL_SCALE | VRM_AVATAR_FLAG_LITERAL_TIME);
    scene_free(&s);
}

TEST(sb_064_leaving_out_what_is_far_changes_no_bit_of_a_whole_avatar) {
    loaded file = load_avatar_file(fixture_sample("character-1.0.vrm"), NULL);
    if (file.model != NULL) {
        compare_with_all(file.model, VRM_LANES_SCALAR, 0);
        compare_with_all(file.model, VRM_LANES_AUTO, 0);
    }
    unload(&file);
}

TEST(sb_062_a_tail_is_pushed_out_of_a_hand) {
    scene s = scene_make(SCENE_HAIR, HAIR, NULL);
    vrm_crowd *crowd = crowd_with(1, 0, NULL);
    vrm_avatar *member = add_avatar(crowd, s.file.model, NULL);
    /* The hair hangs at z = -0.1, from 1.6 down to 1.2: a ball in front of its end. */
    vrm_crowd_collider hand = ball_at(0, 1.25f, -0.05f, 0.1f);
    vrm_crowd_set_collider(crowd, 0, &hand);
    for (int i = 0; i < 120; ++i) vrm_crowd_update(crowd, DT);
    {
        const vrm_frame *frame = vrm_avatar_frame(member);
        vrm_vec3 tail = vrmi_mat4_translation(&frame->world[5]);
        CHECK_INT(vrm_crowd_near_count(crowd, member), 1);
        for (int i = 2; i <= 5; ++i) {
            vrm_vec3 at = vrmi_mat4_translation(&frame->world[i]);
            CHECK(distance_of(at, hand.position) > 0.12 - 1e-4);
        }
        CHECK(tail.z < -0.12f);
    }
    vrm_crowd_set_collider(crowd, 0, NULL);
    for (int i = 0; i < 240; ++i) vrm_crowd_update(crowd, DT);
    CHECK_INT(vrm_crowd_near_count(crowd, member), 0);
    CHECK_VEC3(vrmi_mat4_translation(&vrm_avatar_frame(member)->world[5]), 0, 1.2, -0.1, 2e-3);
    vrm_crowd_destroy(crowd);
    scene_free(&s);
}

TEST(sb_063_an_avatar_does_not_meet_what_it_owns) {
    scene s = scene_make(SCENE_HAIR, HAIR, NULL);
    vrm_crowd *crowd = crowd_with(2, 0, NULL);
    vrm_avatar *owner = add_avatar(crowd, s.file.model, NULL);
    vrm_avatar *other = add_avatar(crowd, s.file.model, NULL);
    vrm_crowd_collider hand = ball_at(0, 1.25f, -0.05f, 0.1f);
    hand.owner = owner;
    vrm_crowd_set_collider(crowd, 1, &hand);
    for (int i = 0; i < 60; ++i) {
        vrm_crowd_update(crowd, DT);
        scene_update(&s, 1, DT);
    }
    CHECK(are_equal(owner, s.avatar));
    CHECK(!are_equal(other, s.avatar));
    CHECK_INT(vrm_crowd_near_count(crowd, owner), 0);
    CHECK_INT(vrm_crowd_near_count(crowd, other), 1);
    /* Who leaves takes along what it owns. */
    vrm_crowd_remove(crowd, owner);
    vrm_crowd_update(crowd, DT);
    CHECK_INT(vrm_crowd_near_count(crowd, other), 0);
    vrm_crowd_destroy(crowd);
    scene_free(&s);
}

/* --- The grid --- */

static bool may_touch(const vrmi_shape *shape, vrm_vec3 low, vrm_vec3 high) {
    vrm_vec3 half = shape->kind == VRM_COLLIDER_CAPSULE ? vrmi_vec3_scale(shape->b, 0.5f)
                                                        : vrm_vec3_make(0, 0, 0);
    vrm_vec3 at = vrmi_vec3_add(shape->a, half);
    float more = vrmi_vec3_length(half) + shape->radius;
    return at.x >= low.x - more && at.y >= low.y - more && at.z >= low.z - more &&
           at.x <= high.x + more && at.y <= high.y + more && at.z <= high.z + more;
}

/* Everything that may touch a box is found, once; and the items are sorted by their places. */
TEST(sb_064_the_grid_finds_what_a_test_of_all_finds) {
    enum { COUNT = 500, BOXES = 300 };
    static vrmi_shape shapes[COUNT];
    chance c = {4};
    vrmi_grid grid;
    uint32_t seen_runs = 0;
    memset(&grid, 0, sizeof grid);
    grid.bucket_count = vrmi_grid_buckets(COUNT);
    grid.items = malloc(sizeof *grid.items * COUNT);
    grid.firsts = malloc(sizeof *grid.firsts * (grid.bucket_count + 1));
    for (int round = 0; round < 4; ++round) {
        double far = round == 0 ? 3 : round == 1 ? 30 : round == 2 ? 1e5 : 1e30;
        for (int i = 0; i < COUNT; ++i) {
            memset(&shapes[i], 0, sizeof shapes[i]);
            if (i % 7 == 0) continue; /* not there */
            shapes[i].kind = i % 3 == 0 ? VRM_COLLIDER_CAPSULE : VRM_COLLIDER_SPHERE;
            shapes[i].a =
                vrm_vec3_make(between(&c, -far, far), between(&c, 0, 3), between(&c, -far, far));
            shapes[i].b = vrm_vec3_make(between(&c, -1, 1), 0, between(&c, -0.2, 0.2));
            shapes[i].radius = between(&c, 0, i % 11 == 0 ? 2 : 0.2);
        }
        vrmi_grid_build(&grid, shapes, COUNT);
        CHECK_INT(grid.item_count, COUNT - (COUNT + 6) / 7);
        CHECK(grid.small_count < grid.item_count);
        for (int box = 0; box < BOXES; ++box) {
            uint8_t found[COUNT] = {0};
            float size = box % 50 == 0 ? 100.0f : between(&c, 0, 2);
            vrm_vec3 low =
                vrm_vec3_make(between(&c, -far, far), between(&c, -1, 3), between(&c, -far, far));
            vrm_vec3 high = vrm_vec3_make(low.x + size, low.y + size, low.z + size);
            vrmi_grid_search search = vrmi_grid_start(&grid, low, high);
            while (vrmi_grid_next(&search)) {
                ++seen_runs;
                for (uint32_t i = search.first; i < search.end; ++i) {
                    if (i > search.first && search.is_cube) {
                        CHECK(grid.items[i].index > grid.items[i - 1].index);
                    }
                    if (vrmi_grid_has(&search, &grid.items[i])) ++found[grid.items[i].index];
                }
            }
            for (int i = 0; i < COUNT; ++i) {
                bool must = shapes[i].kind != VRM_COLLIDER_NONE && may_touch(&shapes[i], low, high);
                CHECK(found[i] <= 1);
                if (must) CHECK_INT(found[i], 1);
            }
        }
    }
    CHECK(seen_runs > BOXES);
    CHECK_INT(vrmi_grid_buckets(UINT32_MAX), 0);
    free(grid.items);
    free(grid.firsts);
}

/* --- Order, threads, saves --- */

enum { MANY = 60 };

static void act_among_many(vrm_avatar *avatar, int who, int frame) {
    act(avatar, who % WHO, frame);
}

/* The saves of all avatars after a while, by number. They are added in an order of their own. */
static void live_together(vrm_model *model, int order, int threads, unsigned char *saves,
                          size_t size) {
    workers *pool = workers_start(threads);
    vrm_crowd *crowd = crowd_with(THINGS, 0, pool);
    vrm_avatar *members[MANY];
    for (int i = 0; i < MANY; ++i) {
        int who = order == 0 ? i : order == 1 ? MANY - 1 - i : i * 7 % MANY;
        members[who] = add_avatar(crowd, model, NULL);
    }
    for (int frame = 0; frame < 40; ++frame) {
        for (int i = 0; i < THINGS; ++i) {
            int index = order == 0 ? i : THINGS - 1 - i;
            vrm_crowd_collider thing = thing_at(index, frame);
            thing.owner = members[index];
            vrm_crowd_set_collider(crowd, (uint32_t)index, &thing);
        }
        for (int i = 0; i < MANY; ++i) act_among_many(members[i], i, frame);
        vrm_crowd_update(crowd, frame % 3 == 0 ? 0.021f : DT);
    }
    for (int i = 0; i < MANY; ++i) {
        CHECK_INT(vrm_avatar_save(members[i], saves + (size_t)i * size, size), VRM_OK);
    }
    vrm_crowd_destroy(crowd);
    workers_stop(pool);
}

TEST(sb_065_any_order_and_any_number_of_threads_give_the_same_bytes) {
    static const int counts[] = {1, 2, 7};
    scene s = scene_make(SCENE_HAIR, HAIR, NULL);
    size_t size = vrm_avatar_save_size(s.avatar);
    unsigned char *first = calloc(MANY, size), *again = calloc(MANY, size);
    live_together(s.file.model, 0, 1, first, size);
    for (int order = 0; order < 3; ++order) {
        for (int i = 0; i < 3; ++i) {
            live_together(s.file.model, order, counts[i], again, size);
            CHECK(memcmp(first, again, size * MANY) == 0);
        }
    }
    free(first);
    free(again);
    scene_free(&s);
}

/* Colliders are inputs: whoever sets them again after a restore gets the same motion again. */
TEST(sb_065_save_and_restore_among_colliders) {
    scene s = scene_make(SCENE_HAIR, HAIR, NULL);
    vrm_crowd *crowd = crowd_with(THINGS, 0, NULL);
    vrm_avatar *member = add_avatar(crowd, s.file.model, NULL);
    size_t size = vrm_avatar_save_size(member);
    unsigned char *saved = malloc(size), *once = malloc(size), *again = malloc(size);
    CHECK_INT(size, vrm_avatar_save_size(s.avatar)); /* as that of an avatar alone */
    for (int frame = 0; frame < 70; ++frame) {
        if (frame == 30) CHECK_INT(vrm_avatar_save(member, saved, size), VRM_OK);
        set_things(crowd, THINGS, frame);
        act(member, 1, frame);
        vrm_crowd_update(crowd, 0.013f);
    }
    CHECK_INT(vrm_avatar_save(member, once, size), VRM_OK);
    CHECK_INT(vrm_avatar_restore(member, saved, size), VRM_OK);
    for (int frame = 30; frame < 70; ++frame) {
        set_things(crowd, THINGS, frame);
        act(member, 1, frame);
        vrm_crowd_update(crowd, 0.013f);
    }
    CHECK_INT(vrm_avatar_save(member, again, size), VRM_OK);
    CHECK(memcmp(once, again, size) == 0);
    free(saved);
    free(once);
    free(again);
    vrm_crowd_destroy(crowd);
    scene_free(&s);
}

/* By powers of two, nothing is rounded away. */
TEST(sb_065_the_origin_moves_with_avatars_and_colliders) {
    scene s = scene_make(SCENE_HAIR, HAIR, NULL);
    vrm_crowd *here = crowd_with(2, 0, NULL), *there = crowd_with(2, 0, NULL);
    vrm_avatar *a = add_avatar(here, s.file.model, NULL);
    vrm_avatar *b = add_avatar(there, s.file.model, NULL);
    vrm_crowd_collider hand = ball_at(0, 1.25f, -0.05f, 0.1f), stick = hand;
    stick.shape = VRM_COLLIDER_CAPSULE;
    stick.tail = vrm_vec3_make(0.3f, 1.5f, -0.1f);
    vrm_crowd_set_collider(here, 0, &hand);
    vrm_crowd_set_collider(here, 1, &stick);
    vrm_crowd_set_collider(there, 0, &hand);
    vrm_crowd_set_collider(there, 1, &stick);
    vrm_crowd_update(here, DT);
    vrm_crowd_update(there, DT);
    vrm_crowd_shift_origin_value(there, vrm_vec3_make(-64, 16, 32));
    for (int i = 0; i < 60; ++i) {
        vrm_crowd_update(here, DT);
        vrm_crowd_update(there, DT);
    }
    CHECK_INT(vrm_crowd_near_count(there, b), 2);
    for (int i = 1; i < 5; ++i) CHECK(angle_of(a->local[i].rotation, b->local[i].rotation) < 0.02);
    CHECK_VEC3(
        vrmi_vec3_sub(vrmi_mat4_translation(&b->world[5]), vrmi_mat4_translation(&a->world[5])),
        -64, 16, 32, 1e-4);
    vrm_crowd_destroy(here);
    vrm_crowd_destroy(there);
    scene_free(&s);
}

/* --- Bounds --- */

TEST(sb_066_of_too_many_those_of_the_lowest_indices_are_met) {
    scene s = scene_make(SCENE_HAIR, HAIR, NULL);
    vrm_crowd *crowd = crowd_with(8, 2, NULL), *fewer = crowd_with(8, 0, NULL);
    vrm_avatar *member = add_avatar(crowd, s.file.model, NULL);
    vrm_avatar *other = add_avatar(fewer, s.file.model, NULL);
    static const uint32_t order[] = {7, 1, 5, 3};
    for (int i = 0; i < 4; ++i) {
        /* The one with the lowest index is the farthest. */
        vrm_crowd_collider ball = ball_at(0.02f * (float)i, 1.3f - 0.02f * (float)order[i],
                                          -0.05f - 0.01f * (float)order[i], 0.07f);
        vrm_crowd_set_collider(crowd, order[i], &ball);
        if (order[i] < 5) vrm_crowd_set_collider(fewer, order[i], &ball);
    }
    for (int i = 0; i < 60; ++i) {
        vrm_crowd_update(crowd, DT);
        vrm_crowd_update(fewer, DT);
        CHECK_INT(vrm_crowd_near_count(crowd, member), 2);
        CHECK(are_equal(member, other));
    }
    CHECK_INT(member->springs.met[0], 1);
    CHECK_INT(member->springs.met[1], 3);
    vrm_crowd_destroy(crowd);
    vrm_crowd_destroy(fewer);
    scene_free(&s);
}

TEST(an_avatar_wakes_where_a_collider_comes_and_sleeps_when_it_has_gone) {
    scene s = scene_make(SCENE_HAIR, HAIR, NULL);
    vrm_crowd *crowd = crowd_with(1, 0, NULL);
    vrm_crowd_collider hand = ball_at(0, 1.25f, -0.05f, 0.1f), far = ball_at(5, 1, 0, 0.1f);
    vrm_avatar_desc desc;
    vrm_avatar *member;
    int frames = 0;
    vrm_avatar_desc_init(&desc);
    desc.flags = VRM_AVATAR_FLAG_SLEEP;
    member = add_avatar(crowd, s.file.model, &desc);
    vrm_crowd_set_collider(crowd, 0, &far);
    for (; !member->sleep.is_asleep && frames < 1000; ++frames) vrm_crowd_update(crowd, DT);
    CHECK(frames < 1000);
    vrm_crowd_set_collider(crowd, 0, &hand);
    vrm_crowd_update(crowd, DT);
    CHECK(!member->sleep.is_asleep);
    for (int i = 0; i < 200; ++i) vrm_crowd_update(crowd, DT);
    CHECK(!member->sleep.is_asleep);
    CHECK_INT(vrm_crowd_near_count(crowd, member), 1);
    vrm_crowd_set_collider(crowd, 0, &far);
    for (frames = 0; !member->sleep.is_asleep && frames < 1000; ++frames) {
        vrm_crowd_update(crowd, DT);
    }
    CHECK(frames > 20 && frames < 1000);
    vrm_crowd_destroy(crowd);
    scene_free(&s);
}

/* Alone between the updates of its crowd, an avatar meets none of the crowd's colliders. */
TEST(colliders_of_a_crowd_act_in_its_own_update_alone) {
    scene s = scene_make(SCENE_HAIR, HAIR, NULL);
    vrm_crowd *crowd = crowd_with(1, 0, NULL);
    vrm_avatar *member = add_avatar(crowd, s.file.model, NULL);
    vrm_crowd_collider hand = ball_at(0, 1.25f, -0.05f, 0.1f);
    vrm_line lines[600];
    size_t with, without;
    vrm_crowd_set_collider(crowd, 0, &hand);
    vrm_crowd_update(crowd, DT);
    CHECK_INT(vrm_crowd_near_count(crowd, member), 1);
    with = vrm_avatar_debug_lines(member, lines, 600);
    REQUIRE(with <= 600);
    CHECK_INT(lines[with - 1].kind, VRM_LINE_KIND_COLLIDER);
    CHECK_INT(lines[with - 1].index, 0);
    CHECK_NEAR(distance_of(lines[with - 1].to, hand.position), 0.1, 1e-5);
    vrm_avatar_update(member, DT);
    CHECK_INT(vrm_crowd_near_count(crowd, member), 0);
    without = vrm_avatar_debug_lines(member, NULL, 0);
    CHECK_INT(with - without, 3 * 36);
    vrm_crowd_update(crowd, DT);
    vrm_avatar_warm_up(member, 1);
    CHECK_INT(vrm_crowd_near_count(crowd, member), 0);
    vrm_crowd_destroy(crowd);
    scene_free(&s);
}

TEST(what_a_crowd_cannot_use_as_a_collider_does_nothing) {
    scene s = scene_make(SCENE_HAIR, HAIR, NULL);
    vrm_crowd *crowd = crowd_with(2, 0, NULL), *none = create_crowd(NULL);
    vrm_avatar *member = add_avatar(crowd, s.file.model, NULL);
    vrm_crowd_collider good = ball_at(0, 1.25f, -0.05f, 0.1f), bad = good;
    const vrm_vec3 nowhere = {NAN, 0, 0}, up = {0, 1, 0};
    vrm_crowd_set_collider(NULL, 0, &good);
    vrm_crowd_set_collider(none, 0, &good);
    vrm_crowd_set_collider(crowd, 2, &good);
    bad.shape = VRM_COLLIDER_PLANE;
    vrm_crowd_set_collider(crowd, 0, &bad);
    bad = good;
    bad.position.y = INFINITY;
    vrm_crowd_set_collider(crowd, 0, &bad);
    bad = good;
    bad.radius = NAN;
    vrm_crowd_set_collider(crowd, 0, &bad);
    bad = good;
    bad.owner = s.avatar; /* of no crowd */
    vrm_crowd_set_collider(crowd, 0, &bad);
    bad = good;
    bad.shape = VRM_COLLIDER_CAPSULE;
    bad.tail.x = NAN;
    vrm_crowd_set_collider(crowd, 0, &bad);
    vrm_crowd_update(crowd, DT);
    CHECK_INT(vrm_crowd_near_count(crowd, member), 0);
    good.tail.x = NAN; /* a sphere has no tail */
    vrm_crowd_set_collider(crowd, 0, &good);
    vrm_crowd_set_collider(crowd, 1, &good);
    vrm_crowd_update(crowd, DT);
    CHECK_INT(vrm_crowd_near_count(crowd, member), 2);
    good.shape = VRM_COLLIDER_NONE; /* removes it */
    vrm_crowd_set_collider(crowd, 0, &good);
    vrm_crowd_set_collider(crowd, 1, NULL);
    vrm_crowd_set_collider(crowd, 1, NULL);
    vrm_crowd_update(crowd, DT);
    CHECK_INT(vrm_crowd_near_count(crowd, member), 0);
    CHECK_INT(vrm_crowd_near_count(none, member), 0);
    CHECK_INT(vrm_crowd_near_count(crowd, NULL), 0);
    vrm_crowd_shift_origin(NULL, &up);
    vrm_crowd_shift_origin(crowd, NULL);
    vrm_crowd_shift_origin(crowd, &nowhere);
    vrm_crowd_shift_origin(none, &up);
    CHECK(crowd_with(UINT32_MAX, 0, NULL) == NULL);
    vrm_crowd_destroy(crowd);
    vrm_crowd_destroy(none);
    scene_free(&s);
}

/* Huge numbers, and avatars without springs. */
TEST(colliders_of_a_crowd_leave_frames_finite) {
    scene s = scene_make(SCENE_HAIR, HAIR, NULL), bald = scene_make(SCENE_HAIR, "'springs':[]", 0);
    vrm_crowd *crowd = crowd_with(4, 0, NULL);
    vrm_avatar *member = add_avatar(crowd, s.file.model, NULL);
    vrm_avatar *other = add_avatar(crowd, bald.file.model, NULL);
    vrm_crowd_collider ball = ball_at(FLT_MAX, -FLT_MAX, 0, FLT_MAX), stick = ball;
    stick.shape = VRM_COLLIDER_CAPSULE;
    stick.tail = vrm_vec3_make(-FLT_MAX, FLT_MAX, 1);
    vrm_crowd_set_collider(crowd, 0, &ball);
    vrm_crowd_set_collider(crowd, 1, &stick);
    for (int i = 0; i < 20; ++i) {
        vrm_trs root = trs_at(i % 2 == 0 ? 1e38f : 0, 0, i % 3 == 0 ? 3e38f : 0);
        root.scale.x = root.scale.y = root.scale.z = i % 5 == 0 ? 1e30f : i % 5 == 1 ? 0.0f : 1.0f;
        vrm_avatar_set_root(member, &root);
        vrm_avatar_locals(member)[2].scale.x = i % 7 == 3 ? 1e38f : 1.0f;
        vrm_crowd_update(crowd, DT);
        for (int k = 0; k < 7 * 16; ++k) CHECK(isfinite(member->world[k / 16].m[k % 16]));
    }
    CHECK_INT(vrm_crowd_near_count(crowd, other), 0);
    vrm_crowd_destroy(crowd);
    scene_free(&bald);
    scene_free(&s);
}

TEST(a_crowd_with_colliders_gives_all_of_its_memory_back) {
    scene s = scene_make(SCENE_HAIR, HAIR, NULL);
    for (int64_t fail = -1; fail < 8; ++fail) {
        counting counter;
        vrm_crowd_desc desc;
        vrm_crowd *crowd;
        counting_init(&counter, fail);
        vrm_crowd_desc_init(&desc);
        desc.allocator = &counter.allocator;
        desc.collider_capacity = 100;
        crowd = create_crowd(&desc);
        CHECK_INT(crowd == NULL, fail == 0 || fail == 1);
        for (int i = 0; i < 20; ++i) add_avatar(crowd, s.file.model, NULL);
        set_things(crowd, THINGS, 0);
        vrm_crowd_update(crowd, DT);
        vrm_crowd_destroy(crowd);
        CHECK_INT(counter.live, 0);
        CHECK(!counter.is_size_wrong);
    }
    scene_free(&s);
}

TEST_SUITE(crowd_collider, ENTRY(sb_062_colliders_of_a_crowd_push_as_an_avatars_own_do),
           ENTRY(sb_064_leaving_out_what_is_far_changes_no_bit_of_a_whole_avatar),
           ENTRY(sb_062_a_tail_is_pushed_out_of_a_hand),
           ENTRY(sb_063_an_avatar_does_not_meet_what_it_owns),
           ENTRY(sb_064_the_grid_finds_what_a_test_of_all_finds),
           ENTRY(sb_065_any_order_and_any_number_of_threads_give_the_same_bytes),
           ENTRY(sb_065_save_and_restore_among_colliders),
           ENTRY(sb_065_the_origin_moves_with_avatars_and_colliders),
           ENTRY(sb_066_of_too_many_those_of_the_lowest_indices_are_met),
           ENTRY(an_avatar_wakes_where_a_collider_comes_and_sleeps_when_it_has_gone),
           ENTRY(colliders_of_a_crowd_act_in_its_own_update_alone),
           ENTRY(what_a_crowd_cannot_use_as_a_collider_does_nothing),
           ENTRY(colliders_of_a_crowd_leave_frames_finite),
           ENTRY(a_crowd_with_colliders_gives_all_of_its_memory_back));
