/* Detail of a crowd: springs that are blended out and in (UO-013), and by distance (UO-014). */
#include "avatar/spring_scene.h"
#include "test.h"
#include "testkit/create.h"
#include "vrm/crowd.h"

#include <math.h>
#include <string.h>

#define DT (1.0f / 60.0f)
#define HAIR "'springs':[{" SCENE_CHAIN(",'gravityPower':0.3,'dragForce':0.2") "}]"

enum { NODES = 7, FIRST_JOINT = 1, LAST_JOINT = 4, BLEND_UPDATES = 30 };

/* A crowd with one avatar, and an avatar alone. */
typedef struct pair {
    scene s;
    vrm_crowd *crowd;
    vrm_avatar *member;
} pair;

static pair pair_make(const vrm_avatar_desc *desc) {
    pair p;
    p.s = scene_make(SCENE_HAIR, HAIR, desc);
    p.crowd = create_crowd(NULL);
    p.member = add_avatar(p.crowd, p.s.file.model, desc);
    return p;
}

static void pair_free(pair *p) {
    vrm_crowd_destroy(p->crowd);
    scene_free(&p->s);
}

/* It walks to and fro and shakes its head; the pose of a joint is not that of its rest. */
static void act(vrm_avatar *avatar, int who, int frame) {
    vrm_trs root = trs_at((float)who * 2 + 0.3f * (float)sin(frame * 0.1 + who), 0, 0);
    vrm_avatar_set_root(avatar, &root);
    vrm_avatar_locals(avatar)[0].rotation = turn_about(0, 1, 0.3f, 40 * sin(frame * 0.13 + who));
    vrm_avatar_locals(avatar)[2].rotation = turn_about(1, 0, 0, 5 + who);
}

static bool are_equal(const vrm_avatar *a, const vrm_avatar *b) {
    return memcmp(a->local, b->local, sizeof *a->local * NODES) == 0 &&
           memcmp(a->world, b->world, sizeof *a->world * NODES) == 0;
}

static void set_detail(pair *p, vrm_crowd_detail detail) {
    vrm_crowd_set_detail(p->crowd, p->member, detail);
}

static void run(pair *p, int first, int count, float dt) {
    for (int i = first; i < first + count; ++i) {
        act(p->member, 0, i);
        vrm_crowd_update(p->crowd, dt);
    }
}

/* The largest turn of a joint from `before` to the frame of now, degrees. */
static double largest_turn(const vrm_trs *before, const vrm_avatar *avatar) {
    double largest = 0;
    for (int i = FIRST_JOINT; i <= LAST_JOINT; ++i) {
        double turn = angle_of(before[i].rotation, avatar->local[i].rotation);
        if (turn > largest) largest = turn;
    }
    return largest;
}

/* One that is rigid is what it is with all springs switched off, bit for bit. */
TEST(uo_013_rigid_chains_are_as_the_pose_has_them) {
    pair p = pair_make(NULL);
    run(&p, 0, 40, DT);
    CHECK(largest_turn(p.member->pose, p.member) > 5);
    set_detail(&p, VRM_CROWD_DETAIL_RIGID);
    CHECK_INT(vrm_crowd_avatar_detail(p.crowd, p.member), VRM_CROWD_DETAIL_RIGID);
    run(&p, 40, BLEND_UPDATES - 1, DT);
    CHECK(p.member->springs.sway > 0.0);
    vrm_avatar_set_spring_mode(p.s.avatar, VRM_ALL, VRM_SPRING_MODE_OFF);
    for (int i = 40 + BLEND_UPDATES - 1; i < 100; ++i) {
        run(&p, i, 1, DT);
        act(p.s.avatar, 0, i);
        vrm_avatar_update(p.s.avatar, DT);
        CHECK_NEAR(p.member->springs.sway, 0.0, 0.0);
        CHECK(are_equal(p.member, p.s.avatar));
    }
    pair_free(&p);
}

/* Hair that the wind holds far from the pose, on a head that turns gently. */
static void stand_in_wind(vrm_avatar *avatar, float seconds) {
    vrm_avatar_set_wind_value(avatar, vrm_vec3_make(1.2f, 0, 0.3f));
    vrm_avatar_locals(avatar)[0].rotation = turn_about(0, 1, 0, 15 * sin(2.5 * (double)seconds));
}

/*
 * Between two updates no joint turns by more than its spring does, and the part of the blend that
 * passes in their time: at most 3 dt of how far the springs are from the pose, as the blend takes
 * half a second and is 1.5 times as fast in its middle. Without a blend, a joint would turn by all
 * of it at once. How much springs turn is seen on a twin, whose springs start from rest where the
 * others come back.
 */
TEST(uo_013_springs_go_out_and_come_back_without_a_jump) {
    static const float times[] = {1.0f / 60.0f, 1.0f / 30.0f, 1.0f / 144.0f, 0.013f};
    for (size_t t = 0; t < sizeof times / sizeof times[0]; ++t) {
        const double dt = (double)times[t];
        const int second = (int)(1.0 / dt);
        pair p = pair_make(NULL);
        double of_springs = 0, farthest = 0, of_blend = 0;
        vrm_trs before[NODES], twin_before[NODES];
        test_note("dt %f", dt);
        for (int i = 0; i < 16 * second; ++i) {
            bool is_free = i < 2 * second;
            /* A second each; in the end it turns back before it is there. */
            int part = i < 10 * second ? i / second : i / (second / 3);
            vrm_crowd_detail detail =
                !is_free && part % 2 == 0 ? VRM_CROWD_DETAIL_RIGID : VRM_CROWD_DETAIL_FULL;
            double turn, far;
            memcpy(before, p.member->local, sizeof before);
            memcpy(twin_before, p.s.avatar->local, sizeof twin_before);
            if (detail != vrm_crowd_avatar_detail(p.crowd, p.member)) {
                set_detail(&p, detail);
                vrm_avatar_reset_springs(p.s.avatar, VRM_ALL);
                memcpy(twin_before, p.s.avatar->pose, sizeof twin_before);
            }
            stand_in_wind(p.member, (float)(i * dt));
            stand_in_wind(p.s.avatar, (float)(i * dt));
            vrm_crowd_update(p.crowd, times[t]);
            vrm_avatar_update(p.s.avatar, times[t]);
            turn = largest_turn(twin_before, p.s.avatar);
            far = largest_turn(p.s.avatar->pose, p.s.avatar);
            if (turn > of_springs) of_springs = turn;
            if (far > farthest) farthest = far;
            turn = largest_turn(before, p.member);
            if (!is_free && turn > of_blend) of_blend = turn;
        }
        CHECK(farthest > 20);
        CHECK(of_blend > dt * farthest); /* it does blend */
        CHECK(of_blend < of_springs + 3 * dt * farthest + 0.05);
        CHECK(of_blend < 0.3 * farthest);
        pair_free(&p);
    }
    test_note(NULL);
}

/* Springs that come back know nothing of where the avatar has been. */
TEST(uo_013_springs_come_back_at_rest_wherever_the_avatar_has_gone) {
    pair p = pair_make(NULL);
    vrm_trs before[NODES];
    run(&p, 0, 40, DT);
    set_detail(&p, VRM_CROWD_DETAIL_RIGID);
    run(&p, 40, 60, DT);
    for (int i = 0; i < 30; ++i) { /* 80 m in one update, with the head as it is */
        vrm_trs root = trs_at(80, 0, 0);
        vrm_avatar_set_root(p.member, &root);
        vrm_crowd_update(p.crowd, DT);
        if (i == 10) set_detail(&p, VRM_CROWD_DETAIL_FULL);
        if (i > 0) CHECK(largest_turn(before, p.member) < 1.5);
        memcpy(before, p.member->local, sizeof before);
    }
    pair_free(&p);
}

TEST(uo_013_a_long_update_does_not_end_the_blend_at_once) {
    pair p = pair_make(NULL);
    run(&p, 0, 10, DT);
    set_detail(&p, VRM_CROWD_DETAIL_RIGID);
    run(&p, 10, 1, 10.0f);
    CHECK_NEAR(p.member->springs.sway, 1.0 - 8.0 / 30.0, 1e-6);
    run(&p, 11, 1, 0.0f);
    CHECK_NEAR(p.member->springs.sway, 1.0 - 8.0 / 30.0, 1e-6);
    set_detail(&p, VRM_CROWD_DETAIL_FULL);
    run(&p, 12, 1, DT);
    CHECK_NEAR(p.member->springs.sway, 1.0 - 7.0 / 30.0, 1e-6);
    pair_free(&p);
}

/* One that has shown no springs yet has nothing to blend. */
TEST(uo_013_springs_that_have_not_started_are_out_at_once) {
    pair p = pair_make(NULL);
    set_detail(&p, VRM_CROWD_DETAIL_RIGID);
    run(&p, 0, 1, DT);
    CHECK_NEAR(p.member->springs.sway, 0.0, 0.0);
    CHECK_NEAR(largest_turn(p.member->pose, p.member), 0.0, 0.0);
    pair_free(&p);
}

TEST(uo_013_a_held_spring_keeps_its_shape_through_it) {
    pair p = pair_make(NULL);
    vrm_trs held[NODES];
    run(&p, 0, 40, DT);
    vrm_avatar_set_spring_mode(p.member, VRM_ALL, VRM_SPRING_MODE_HOLD);
    run(&p, 40, 2, DT);
    memcpy(held, p.member->local, sizeof held);
    set_detail(&p, VRM_CROWD_DETAIL_RIGID);
    run(&p, 42, 50, DT);
    CHECK_NEAR(largest_turn(p.member->pose, p.member), 0.0, 0.0);
    set_detail(&p, VRM_CROWD_DETAIL_FULL);
    run(&p, 92, BLEND_UPDATES, DT);
    CHECK(largest_turn(held, p.member) < 1e-3);
    pair_free(&p);
}

/* A warm-up while the springs are out is seen when they come back. */
TEST(uo_013_a_warm_up_gives_the_same_bits_in_all_lanes) {
    vrm_avatar_desc desc;
    pair p = pair_make(NULL);
    vrm_avatar *scalar;
    vrm_avatar_desc_init(&desc);
    desc.lanes = VRM_LANES_SCALAR;
    scalar = add_avatar(p.crowd, p.s.file.model, &desc);
    for (int i = 0; i < 200; ++i) {
        vrm_crowd_detail detail = i / 50 % 2 == 1 ? VRM_CROWD_DETAIL_RIGID : VRM_CROWD_DETAIL_FULL;
        act(scalar, 0, i);
        vrm_crowd_set_detail(p.crowd, scalar, detail);
        set_detail(&p, detail);
        run(&p, i, 1, 0.012f);
        CHECK(are_equal(p.member, scalar));
        if (i != 95) continue;
        vrm_avatar_warm_up(scalar, 2);
        vrm_avatar_warm_up(p.member, 2);
        CHECK(are_equal(p.member, scalar));
        CHECK_NEAR(largest_turn(p.member->pose, p.member), 0.0, 0.0);
    }
    pair_free(&p);
}

/* Half a blend is saved too. Detail is the crowd's: alone, the springs come back. */
TEST(uo_013_save_and_restore_within_a_blend_give_the_same_bytes) {
    static unsigned char bytes[8192], again[8192];
    pair p = pair_make(NULL), q = pair_make(NULL);
    size_t size = vrm_avatar_save_size(p.member);
    REQUIRE(size <= sizeof bytes);
    for (int i = 0; i < 120; ++i) {
        if (i == 25) set_detail(&p, VRM_CROWD_DETAIL_RIGID);
        if (i == 80) set_detail(&p, VRM_CROWD_DETAIL_FULL);
        run(&p, i, 1, DT);
        if (i != 35 && i != 60 && i != 90) continue; /* going out, out, coming back */
        CHECK_INT(vrm_avatar_save(p.member, bytes, sizeof bytes), VRM_OK);
        CHECK_INT(vrm_avatar_restore(q.member, bytes, size), VRM_OK);
        set_detail(&q, vrm_crowd_avatar_detail(p.crowd, p.member));
        for (int k = 0; k < 15; ++k) {
            run(&p, ++i, 1, DT);
            run(&q, i, 1, DT);
            CHECK(are_equal(p.member, q.member));
        }
        CHECK_INT(vrm_avatar_save(p.member, bytes, sizeof bytes), VRM_OK);
        CHECK_INT(vrm_avatar_save(q.member, again, sizeof again), VRM_OK);
        CHECK(memcmp(bytes, again, size) == 0);
    }
    set_detail(&p, VRM_CROWD_DETAIL_RIGID);
    run(&p, 200, 40, DT);
    CHECK_INT(vrm_avatar_save(p.member, bytes, sizeof bytes), VRM_OK);
    CHECK_INT(vrm_avatar_restore(p.s.avatar, bytes, size), VRM_OK);
    scene_update(&p.s, BLEND_UPDATES, DT);
    CHECK_NEAR(p.s.avatar->springs.sway, 1.0, 0.0);
    pair_free(&p);
    pair_free(&q);
}

/* As a number of threads would take them; the last range comes first where there are several. */
static void in_ranges(int32_t count, int32_t min_range, vrm_range_fn *fn, void *context,
                      void *user) {
    int32_t workers = *(const int32_t *)user, step = (count + workers - 1) / workers;
    if (step < min_range) step = min_range;
    for (int32_t begin = (count - 1) / step * step; begin >= 0; begin -= step) {
        fn(begin, begin + step < count ? begin + step : count, context);
    }
}

enum { CROWD = 60, SAVED = 4096 };

/* What all avatars of a crowd have become; the eye goes past them. */
static void play(const scene *s, int32_t workers, int stride, unsigned char *out) {
    vrm_crowd_desc desc;
    vrm_crowd *crowd;
    vrm_avatar *members[CROWD];
    vrm_crowd_desc_init(&desc);
    desc.parallel_for = in_ranges;
    desc.parallel_user = &workers;
    crowd = create_crowd(&desc);
    for (int i = 0; i < CROWD; ++i) {
        int who = i * stride % CROWD;
        members[who] = add_avatar(crowd, s->file.model, NULL);
        REQUIRE(vrm_avatar_save_size(members[who]) <= SAVED);
    }
    for (int frame = 0; frame < 150; ++frame) {
        for (int i = 0; i < CROWD; ++i) act(members[i], i, frame);
        vrm_crowd_set_detail_by_distance_value(crowd, NULL, vrm_vec3_make((float)frame, 0, 2));
        vrm_crowd_update(crowd, frame % 3 == 0 ? 0.013f : DT);
    }
    memset(out, 0, (size_t)CROWD * SAVED);
    for (int i = 0; i < CROWD; ++i) {
        CHECK_INT(vrm_avatar_save(members[i], out + (size_t)SAVED * (size_t)i, SAVED), VRM_OK);
    }
    vrm_crowd_destroy(crowd);
}

TEST(uo_013_order_and_workers_give_the_same_bytes) {
    static const struct {
        int32_t workers;
        int stride;
    } cases[] = {{1, 7}, {2, 1}, {3, 59}, {7, 23}};
    static unsigned char expected[CROWD * SAVED], got[CROWD * SAVED];
    scene s = scene_make(SCENE_HAIR, HAIR, NULL);
    play(&s, 1, 1, expected);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        play(&s, cases[i].workers, cases[i].stride, got);
        CHECK(memcmp(expected, got, sizeof got) == 0);
    }
    scene_free(&s);
}

/* --- Sleep --- */

static pair sleepers(void) {
    vrm_avatar_desc desc;
    vrm_avatar_desc_init(&desc);
    desc.flags = VRM_AVATAR_FLAG_SLEEP;
    return pair_make(&desc);
}

static bool sleeps(pair *p) {
    vrm_crowd_update(p->crowd, DT);
    return p->member->sleep.is_asleep != 0;
}

TEST(uo_013_a_rigid_avatar_sleeps_until_its_springs_come_back) {
    static unsigned char bytes[8192];
    pair p = sleepers();
    size_t size = vrm_avatar_save_size(p.member);
    REQUIRE(size <= sizeof bytes);
    run(&p, 0, 40, DT);
    set_detail(&p, VRM_CROWD_DETAIL_RIGID);
    for (int i = 0; i < BLEND_UPDATES; ++i) CHECK(!sleeps(&p));
    CHECK(sleeps(&p)); /* springs that nobody sees need not come to rest */
    CHECK_INT(vrm_avatar_save(p.member, bytes, sizeof bytes), VRM_OK);
    set_detail(&p, VRM_CROWD_DETAIL_FULL);
    for (int i = 0; i < BLEND_UPDATES; ++i) CHECK(!sleeps(&p));
    CHECK_NEAR(p.member->springs.sway, 1.0, 0.0);
    CHECK_INT(vrm_avatar_restore(p.s.avatar, bytes, size), VRM_OK);
    scene_update(&p.s, BLEND_UPDATES, DT);
    CHECK_NEAR(p.s.avatar->springs.sway, 1.0, 0.0);
    pair_free(&p);
}

/* Springs that are out meet no collider of the crowd, and none wakes the avatar. */
TEST(uo_013_a_rigid_avatar_meets_nothing) {
    const vrm_crowd_collider ball = {VRM_COLLIDER_SPHERE, {0, 1.4f, -0.1f}, {0, 0, 0}, 0.05f, NULL};
    scene s = scene_make(SCENE_HAIR, HAIR, NULL);
    vrm_avatar_desc desc;
    vrm_crowd_desc of_crowd;
    pair p;
    vrm_avatar_desc_init(&desc);
    desc.flags = VRM_AVATAR_FLAG_SLEEP;
    vrm_crowd_desc_init(&of_crowd);
    of_crowd.collider_capacity = 1;
    p.s = s;
    p.crowd = create_crowd(&of_crowd);
    p.member = add_avatar(p.crowd, s.file.model, &desc);
    vrm_crowd_set_collider(p.crowd, 0, &ball);
    for (int i = 0; i < 40; ++i) CHECK(!sleeps(&p)); /* something is near */
    CHECK_INT(vrm_crowd_near_count(p.crowd, p.member), 1);
    set_detail(&p, VRM_CROWD_DETAIL_RIGID);
    for (int i = 0; i < BLEND_UPDATES; ++i) CHECK(!sleeps(&p));
    CHECK_INT(vrm_crowd_near_count(p.crowd, p.member), 0);
    for (int i = 0; i < 5; ++i) CHECK(sleeps(&p));
    set_detail(&p, VRM_CROWD_DETAIL_FULL);
    CHECK(!sleeps(&p));
    CHECK_INT(vrm_crowd_near_count(p.crowd, p.member), 1);
    pair_free(&p);
}

/* --- By distance --- */

TEST(uo_014_each_detail_begins_at_its_distance) {
    static const struct {
        float distance;
        vrm_crowd_detail previous, detail;
    } cases[] = {
        {0.0f, VRM_CROWD_DETAIL_FULL, VRM_CROWD_DETAIL_FULL},
        {-1.0f, VRM_CROWD_DETAIL_FROZEN, VRM_CROWD_DETAIL_FULL},
        {7.99f, VRM_CROWD_DETAIL_FULL, VRM_CROWD_DETAIL_FULL},
        {8.0f, VRM_CROWD_DETAIL_FULL, VRM_CROWD_DETAIL_HALF},
        {19.99f, VRM_CROWD_DETAIL_FULL, VRM_CROWD_DETAIL_HALF},
        {20.0f, VRM_CROWD_DETAIL_HALF, VRM_CROWD_DETAIL_RIGID},
        {99.9f, VRM_CROWD_DETAIL_RIGID, VRM_CROWD_DETAIL_RIGID},
        {100.0f, VRM_CROWD_DETAIL_FULL, VRM_CROWD_DETAIL_FROZEN},
        {INFINITY, VRM_CROWD_DETAIL_FULL, VRM_CROWD_DETAIL_FROZEN},
        /* Back, a tenth nearer than that. */
        {90.1f, VRM_CROWD_DETAIL_FROZEN, VRM_CROWD_DETAIL_FROZEN},
        {89.9f, VRM_CROWD_DETAIL_FROZEN, VRM_CROWD_DETAIL_RIGID},
        {18.1f, VRM_CROWD_DETAIL_RIGID, VRM_CROWD_DETAIL_RIGID},
        {18.1f, VRM_CROWD_DETAIL_FROZEN, VRM_CROWD_DETAIL_RIGID},
        {17.9f, VRM_CROWD_DETAIL_RIGID, VRM_CROWD_DETAIL_HALF},
        {7.3f, VRM_CROWD_DETAIL_HALF, VRM_CROWD_DETAIL_HALF},
        {7.1f, VRM_CROWD_DETAIL_HALF, VRM_CROWD_DETAIL_FULL},
        {7.3f, VRM_CROWD_DETAIL_FULL, VRM_CROWD_DETAIL_FULL},
        {18.1f, 77, VRM_CROWD_DETAIL_HALF}, /* no such detail: as if it had been full */
        {NAN, VRM_CROWD_DETAIL_RIGID, VRM_CROWD_DETAIL_RIGID},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        test_note("%f, %d", (double)cases[i].distance, (int)cases[i].previous);
        CHECK_INT(vrm_detail_for_distance(NULL, cases[i].distance, cases[i].previous),
                  cases[i].detail);
    }
    test_note(NULL);
}

/* To and fro by less than the margin, it changes once. */
TEST(uo_014_one_who_walks_along_a_border_changes_once) {
    vrm_crowd_detail detail = VRM_CROWD_DETAIL_HALF;
    int changes = 0;
    for (int i = 0; i < 200; ++i) {
        vrm_crowd_detail next =
            vrm_detail_for_distance(NULL, 20.0f + 1.5f * (float)sin(i * 0.3), detail);
        changes += next != detail;
        detail = next;
    }
    CHECK_INT(changes, 1);
    CHECK_INT(detail, VRM_CROWD_DETAIL_RIGID);
}

TEST(uo_014_a_detail_without_a_distance_is_not_used) {
    vrm_detail_rule rule;
    vrm_detail_rule_init(&rule);
    CHECK_NEAR(rule.half_distance, 8, 0);
    CHECK_NEAR(rule.rigid_distance, 20, 0);
    CHECK_NEAR(rule.frozen_distance, 100, 0);
    CHECK_NEAR(rule.margin, 0.1, 1e-7);
    rule.half_distance = 0;
    rule.frozen_distance = NAN;
    CHECK_INT(vrm_detail_for_distance(&rule, 19, VRM_CROWD_DETAIL_FULL), VRM_CROWD_DETAIL_FULL);
    CHECK_INT(vrm_detail_for_distance(&rule, 19, VRM_CROWD_DETAIL_HALF), VRM_CROWD_DETAIL_FULL);
    CHECK_INT(vrm_detail_for_distance(&rule, 19, VRM_CROWD_DETAIL_FROZEN), VRM_CROWD_DETAIL_RIGID);
    CHECK_INT(vrm_detail_for_distance(&rule, 1e9f, VRM_CROWD_DETAIL_FULL), VRM_CROWD_DETAIL_RIGID);
    rule.rigid_distance = -1;
    CHECK_INT(vrm_detail_for_distance(&rule, 1e9f, VRM_CROWD_DETAIL_RIGID), VRM_CROWD_DETAIL_FULL);
    /* Where two begin in the wrong order, the coarser one counts. */
    vrm_detail_rule_init(&rule);
    rule.rigid_distance = 4;
    CHECK_INT(vrm_detail_for_distance(&rule, 5, VRM_CROWD_DETAIL_FULL), VRM_CROWD_DETAIL_RIGID);
    CHECK_INT(vrm_detail_for_distance(&rule, 9, VRM_CROWD_DETAIL_FULL), VRM_CROWD_DETAIL_RIGID);
    /* A margin out of range. */
    rule.margin = -3;
    CHECK_INT(vrm_detail_for_distance(&rule, 3.99f, VRM_CROWD_DETAIL_RIGID), VRM_CROWD_DETAIL_FULL);
    rule.margin = 7;
    CHECK_INT(vrm_detail_for_distance(&rule, 0, VRM_CROWD_DETAIL_RIGID), VRM_CROWD_DETAIL_RIGID);
}

TEST(uo_014_a_rule_that_was_not_initialised_changes_nothing) {
    struct {
        vrm_detail_rule rule;
        uint32_t later;
    } longer;
    vrm_detail_rule rule;
    pair p = pair_make(NULL);
    const vrm_vec3 far = {500, 0, 0}, nowhere = {NAN, 0, 0};
    memset(&rule, 0, sizeof rule);
    CHECK_INT(vrm_detail_for_distance(&rule, 500, VRM_CROWD_DETAIL_HALF), VRM_CROWD_DETAIL_HALF);
    vrm_crowd_set_detail_by_distance(p.crowd, &rule, &far);
    vrm_crowd_set_detail_by_distance(p.crowd, NULL, NULL);
    vrm_crowd_set_detail_by_distance(p.crowd, NULL, &nowhere);
    vrm_crowd_set_detail_by_distance(NULL, NULL, &far);
    CHECK_INT(vrm_crowd_avatar_detail(p.crowd, p.member), VRM_CROWD_DETAIL_FULL);
    vrm_crowd_set_detail_by_distance(p.crowd, NULL, &far);
    CHECK_INT(vrm_crowd_avatar_detail(p.crowd, p.member), VRM_CROWD_DETAIL_FROZEN);
    CHECK_INT(vrm_crowd_avatar_detail(p.crowd, p.s.avatar), VRM_CROWD_DETAIL_FULL); /* not in it */
    CHECK_INT(vrm_crowd_avatar_detail(NULL, p.member), VRM_CROWD_DETAIL_FULL);
    vrm_crowd_set_detail(p.crowd, p.member, VRM_CROWD_DETAIL_RIGID + 1);
    CHECK_INT(vrm_crowd_avatar_detail(p.crowd, p.member), VRM_CROWD_DETAIL_FROZEN);
    vrm_detail_rule_init_sized(NULL, sizeof rule);
    vrm_detail_rule_init_sized(&rule, 2); /* no struct is so short */
    CHECK_INT(rule.struct_size, 0);
    /* Of a later version: taken while it asks for nothing that is not known. */
    vrm_detail_rule_init_sized(&longer.rule, sizeof longer);
    CHECK_INT(vrm_detail_for_distance(&longer.rule, 9, 0), VRM_CROWD_DETAIL_HALF);
    longer.later = 1;
    CHECK_INT(vrm_detail_for_distance(&longer.rule, 9, 0), VRM_CROWD_DETAIL_FULL);
    pair_free(&p);
}

TEST(uo_014_all_avatars_of_a_crowd_are_set_by_their_own_distance) {
    scene s = scene_make(SCENE_HAIR, HAIR, NULL);
    vrm_crowd *crowd = create_crowd(NULL);
    vrm_detail_rule rule;
    const vrm_vec3 eye = {3, 1, 2};
    vrm_detail_rule_init(&rule);
    rule.frozen_distance = 60;
    for (int i = 0; i < CROWD; ++i) {
        vrm_trs root = trs_at((float)i * 1.5f, 0.5f * (float)(i % 3), 0);
        vrm_avatar_set_root(add_avatar(crowd, s.file.model, NULL), &root);
    }
    vrm_crowd_set_detail_by_distance(crowd, &rule, &eye);
    for (uint32_t i = 0; i < CROWD; ++i) {
        const vrm_avatar *one = vrm_crowd_get(crowd, i);
        double distance = distance_of(one->root.translation, eye);
        CHECK_INT(vrm_crowd_avatar_detail(crowd, one), distance < 8    ? VRM_CROWD_DETAIL_FULL
                                                       : distance < 20 ? VRM_CROWD_DETAIL_HALF
                                                       : distance < 60 ? VRM_CROWD_DETAIL_RIGID
                                                                       : VRM_CROWD_DETAIL_FROZEN);
    }
    vrm_crowd_destroy(crowd);
    scene_free(&s);
}

TEST_SUITE(crowd_detail, ENTRY(uo_013_rigid_chains_are_as_the_pose_has_them),
           ENTRY(uo_013_springs_go_out_and_come_back_without_a_jump),
           ENTRY(uo_013_springs_come_back_at_rest_wherever_the_avatar_has_gone),
           ENTRY(uo_013_a_long_update_does_not_end_the_blend_at_once),
           ENTRY(uo_013_springs_that_have_not_started_are_out_at_once),
           ENTRY(uo_013_a_held_spring_keeps_its_shape_through_it),
           ENTRY(uo_013_a_warm_up_gives_the_same_bits_in_all_lanes),
           ENTRY(uo_013_save_and_restore_within_a_blend_give_the_same_bytes),
           ENTRY(uo_013_order_and_workers_give_the_same_bytes),
           ENTRY(uo_013_a_rigid_avatar_sleeps_until_its_springs_come_back),
           ENTRY(uo_013_a_rigid_avatar_meets_nothing),
           ENTRY(uo_014_each_detail_begins_at_its_distance),
           ENTRY(uo_014_one_who_walks_along_a_border_changes_once),
           ENTRY(uo_014_a_detail_without_a_distance_is_not_used),
           ENTRY(uo_014_a_rule_that_was_not_initialised_changes_nothing),
           ENTRY(uo_014_all_avatars_of_a_crowd_are_set_by_their_own_distance));
