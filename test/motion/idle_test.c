/* Idle animation: time, blinks and lookAt. */
#include "motion/actor.h"
#include "motion/idle.h"
#include "support/avatar.h"
#include "test.h"

#include <stdint.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void run(actor *a, vrm_idle *idle, int frames, float dt) {
    for (int i = 0; i < frames; ++i) {
        vrm_idle_update(idle, a->avatar, dt);
        vrm_avatar_update(a->avatar, dt);
    }
}

/* With nothing but blinks. */
static vrm_idle blinking(uint32_t seed) {
    vrm_idle idle;
    vrm_idle_init(&idle, seed);
    idle.breath = idle.sway = idle.look_at = 0;
    return idle;
}

/* Times at which the eyes began to close, of a face that is looked at so often. */
typedef struct blinks {
    double times[4096];
    int count;
    double closed;  /* the greatest weight */
    double fastest; /* the greatest change from one look to the next */
} blinks;

static void watch(actor *a, vrm_idle *idle, double seconds, double rate, blinks *out) {
    double before = actor_weight(a, "blink");
    int frames = (int)(seconds * rate + 0.5);
    memset(out, 0, sizeof *out);
    for (int i = 1; i <= frames; ++i) {
        double weight;
        vrm_idle_update(idle, a->avatar, (float)(1 / rate));
        vrm_avatar_update_expressions(a->avatar, (float)(1 / rate));
        weight = actor_weight(a, "blink");
        if (before <= 0 && weight > 0 && out->count < 4096) out->times[out->count++] = i / rate;
        out->closed = fmax(out->closed, weight);
        out->fastest = fmax(out->fastest, fabs(weight - before));
        before = weight;
    }
}

TEST(equal_seeds_give_equal_bits) {
    actor a = actor_of_sample("1.0"), b = actor_of_sample("1.0"), c = actor_of_sample("1.0");
    vrm_idle x, y, z;
    size_t bytes;
    if (a.avatar == NULL || b.avatar == NULL || c.avatar == NULL) return;
    bytes = a.file.gltf->node_count * sizeof(vrm_trs);
    relax(a.avatar);
    relax(b.avatar);
    relax(c.avatar);
    vrm_idle_init(&x, 42);
    vrm_idle_init(&y, 42);
    vrm_idle_init(&z, 43);
    for (int i = 0; i < 600; ++i) {
        run(&a, &x, 1, 1 / 60.0f);
        run(&b, &y, 1, 1 / 60.0f);
        run(&c, &z, 1, 1 / 60.0f);
        if (!CHECK(memcmp(vrm_avatar_locals(a.avatar), vrm_avatar_locals(b.avatar), bytes) == 0))
            break;
    }
    CHECK(memcmp(&x, &y, sizeof x) == 0);
    CHECK(memcmp(vrm_avatar_locals(a.avatar), vrm_avatar_locals(c.avatar), bytes) != 0);
    CHECK(laid_open(&x).blink_due != laid_open(&z).blink_due &&
          laid_open(&x).look_at_due != laid_open(&z).look_at_due);
    CHECK(laid_open(&x).breath != laid_open(&z).breath);
    actor_free(&a);
    actor_free(&b);
    actor_free(&c);
}

TEST(a_blink_closes_quickly_and_opens_slowly) {
    actor a = actor_of_sample("1.0");
    vrm_idle idle = blinking(3);
    double before = 0, begun = 0, shut = 0, opening = 0, over = 0;
    if (a.avatar == NULL) return;
    /* The first one, in steps of a millisecond. */
    for (int i = 1; i < 30000 && over <= 0; ++i) {
        double weight;
        vrm_idle_update(&idle, a.avatar, 0.001f);
        vrm_avatar_update_expressions(a.avatar, 0.001f);
        weight = actor_weight(&a, "blink");
        if (before <= 0 && weight > 0) begun = i;
        if (before < 1 && weight >= 1) shut = i;
        if (before >= 1 && weight < 1) opening = i;
        if (before > 0 && weight <= 0) over = i;
        if (opening <= 0) CHECK(weight >= before);
        if (opening > 0) CHECK(weight <= before);
        before = weight;
    }
    CHECK_NEAR(shut - begun, 70, 2);
    CHECK_NEAR(opening - shut, 40, 2);
    CHECK_NEAR(over - opening, 150, 2);
    actor_free(&a);
}

/* Over ten minutes, for many seeds. */
TEST(blinks_come_as_often_as_they_should) {
    enum { SEEDS = 12 };
    static blinks seen;
    actor a = actor_of_sample("1.0");
    double waits = 0, squares = 0, shortest = 1e9, longest = 0;
    int total = 0, doubles = 0, singles = 0;
    if (a.avatar == NULL) return;
    for (uint32_t seed = 0; seed < SEEDS; ++seed) {
        vrm_idle idle = blinking(seed);
        watch(&a, &idle, 600, 50, &seen);
        test_note("seed %d", (int)seed);
        CHECK(seen.count > 115 && seen.count < 185); /* 15 a minute: 150 */
        CHECK_NEAR(seen.closed, 1, 0);
        total += seen.count;
        for (int i = 1; i < seen.count; ++i) {
            double wait = seen.times[i] - seen.times[i - 1];
            if (wait < 0.35) {
                ++doubles;
                continue;
            }
            ++singles;
            waits += wait;
            squares += wait * wait;
            shortest = wait < shortest ? wait : shortest;
            longest = wait > longest ? wait : longest;
        }
    }
    test_note(NULL);
    CHECK_NEAR((double)total / SEEDS, 150, 6);
    CHECK_NEAR((double)doubles / (singles + doubles), 1 / 9.0, 0.02);
    waits /= singles;
    squares = sqrt(squares / singles - waits * waits);
    /* 4.5 s from one to the next (the second of a double takes 0.32 s of it); log-normal waits
     * spread by about half their mean. */
    CHECK_NEAR(waits, 4.46, 0.2);
    CHECK(squares > 0.4 * waits && squares < 0.65 * waits);
    CHECK(shortest > 0.35 && longest > 9 && longest < 24);
    actor_free(&a);
}

/* At any rate of frames, within one frame of the slower one. */
TEST(blinks_come_at_the_same_times_at_30_and_at_240) {
    static blinks slow, fast;
    actor a = actor_of_sample("1.0");
    vrm_idle x = blinking(9), y = blinking(9);
    if (a.avatar == NULL) return;
    watch(&a, &x, 120, 30, &slow);
    watch(&a, &y, 120, 240, &fast);
    CHECK(slow.count > 20);
    if (CHECK_INT(slow.count, fast.count)) {
        for (int i = 0; i < slow.count; ++i) {
            CHECK(slow.times[i] - fast.times[i] > -0.001);
            CHECK(slow.times[i] - fast.times[i] < 1 / 30.0 + 0.001);
        }
    }
    CHECK_NEAR(slow.closed, 1, 0); /* no blink falls between two frames */
    actor_free(&a);
}

TEST(the_rate_of_blinks_can_change) {
    static blinks seen;
    actor a = actor_of_sample("1.0");
    vrm_idle idle = blinking(5);
    if (a.avatar == NULL) return;
    idle.blinks_per_minute = 0;
    watch(&a, &idle, 120, 30, &seen);
    CHECK_INT(seen.count, 0);
    idle.blinks_per_minute = 30;
    watch(&a, &idle, 300, 50, &seen);
    CHECK(seen.count > 125 && seen.count < 175);
    /* The highest: blinks wait for each other, and none is cut short. */
    idle.blinks_per_minute = 1e9f;
    watch(&a, &idle, 1200, 100, &seen);
    CHECK(seen.count > 1000 && seen.count <= 1200);
    for (int i = 1; i < seen.count; ++i) CHECK(seen.times[i] - seen.times[i - 1] > 0.24);
    CHECK(seen.fastest < 1.5 * 0.01 / 0.07); /* the steepest of the curve by which they close */
    idle.blinks_per_minute = NAN;
    watch(&a, &idle, 1, 100, &seen); /* what has begun ends */
    watch(&a, &idle, 60, 30, &seen);
    CHECK_INT(seen.count, 0);
    actor_free(&a);
}

/* Half closed, and then none of its business. */
TEST(the_amount_of_blinks) {
    static blinks seen;
    actor a = actor_of_sample("1.0");
    vrm_idle idle = blinking(5);
    int32_t blink;
    if (a.avatar == NULL) return;
    idle.blink = 0.5f;
    watch(&a, &idle, 30, 60, &seen);
    CHECK(seen.count > 3);
    CHECK_NEAR(seen.closed, 0.5, 1e-6);
    /* Switched off in the middle of a blink: the eyes open, once. */
    while (actor_weight(&a, "blink") <= 0) {
        vrm_idle_update(&idle, a.avatar, 0.01f);
        vrm_avatar_update(a.avatar, 0.01f);
    }
    idle.blink = 0;
    run(&a, &idle, 1, 0.01f);
    CHECK_NEAR(actor_weight(&a, "blink"), 0, 0);
    /* What the application writes into the layer then stays. */
    blink = vrm_model_find_expression(a.file.model, "blink");
    vrm_avatar_set_layer_expression(a.avatar, VRM_EXPRESSION_LAYER_BLINK, blink, 0.3f);
    run(&a, &idle, 600, 0.01f);
    CHECK_NEAR(actor_weight(&a, "blink"), 0.3, 1e-6);
    actor_free(&a);
}

#define BIND "{'morphTargetBinds':[{'node':16,'index':0,'weight':1}]}"

TEST(blinks_of_avatars_without_blink) {
    static const char *const presets[] = {
        "'blinkLeft':" BIND ",'blinkRight':" BIND,
        "'blink':{},'blinkLeft':" BIND ",'blinkRight':" BIND, /* it moves nothing */
    };
    for (size_t i = 0; i < COUNT(presets); ++i) {
        actor a =
            actor_of(load_vrm1(format_members("'expressions':{'preset':{%s}}", presets[i]), NULL));
        vrm_idle idle = blinking(5);
        double left = 0, right = 0;
        test_note("%s", presets[i]);
        for (int k = 0; k < 1200; ++k) {
            run(&a, &idle, 1, 1 / 60.0f);
            CHECK_NEAR(actor_weight(&a, "blinkLeft"), actor_weight(&a, "blinkRight"), 0);
            left = fmax(left, actor_weight(&a, "blinkLeft"));
            right = fmax(right, actor_weight(&a, "blinkRight"));
        }
        CHECK_NEAR(left, 1, 0);
        CHECK_NEAR(right, 1, 0);
        actor_free(&a);
    }
    test_note(NULL);
}

static void gaze_of(const actor *a, double *yaw, double *pitch) {
    vrm_look_at_state state;
    vrm_look_at_state_init(&state);
    vrm_avatar_get_look_at(a->avatar, &state);
    *yaw = (double)state.yaw_degrees;
    *pitch = (double)state.pitch_degrees;
}

TEST(eyes_jump_and_rest) {
    actor a = actor_of_sample("1.0");
    vrm_idle idle;
    double yaw, pitch, last_yaw = 0, last_pitch = 0, sum = 0, sum_pitch = 0, far = 0;
    int jumps = 0, moving = 0, ahead = 0;
    bool was_still = true;
    if (a.avatar == NULL) return;
    vrm_idle_init(&idle, 8);
    /* Ten minutes in steps of 5 ms. */
    for (int i = 0; i < 120000; ++i) {
        bool is_still;
        vrm_idle_update(&idle, a.avatar, 0.005f);
        gaze_of(&a, &yaw, &pitch);
        is_still = fabs(yaw - last_yaw) + fabs(pitch - last_pitch) <= 0;
        jumps += was_still && !is_still;
        moving += !is_still;
        ahead += fabs(yaw) + fabs(pitch) <= 0;
        sum += yaw;
        sum_pitch += pitch;
        far = fmax(far, fabs(yaw));
        CHECK(fabs(pitch) < 6.3);
        was_still = is_still;
        last_yaw = yaw;
        last_pitch = pitch;
    }
    /* One each 1.5 s; a ninth of them stay: straight ahead twice. */
    CHECK(jumps > 300 && jumps < 410);
    CHECK(moving * 0.005 / jumps > 0.02 && moving * 0.005 / jumps < 0.06);
    CHECK_NEAR(ahead / 120000.0, 0.34, 0.08);
    CHECK_NEAR(sum / 120000, 0, 0.5);
    CHECK_NEAR(sum_pitch / 120000, 0, 0.3);
    CHECK(far > 5 && far < 12.2);
    /* The eyes turn. */
    vrm_avatar_update(a.avatar, 0);
    gaze_of(&a, &last_yaw, &last_pitch);
    CHECK_NEAR(last_yaw, yaw, 0);
    actor_free(&a);
}

/* In steps of a millisecond: each jump takes 25 ms, and 2.5 ms for each degree. */
TEST(far_jumps_take_longer) {
    actor a = actor_of_sample("1.0");
    vrm_idle whole, half;
    double x[2] = {0, 0}, from[2] = {0, 0};
    int begun = 0, still = 0, jumps = 0;
    if (a.avatar == NULL) return;
    vrm_idle_init(&whole, 8);
    for (int i = 0; i < 64000; ++i) {
        double yaw, pitch;
        vrm_idle_update(&whole, a.avatar, 0.001f);
        gaze_of(&a, &yaw, &pitch);
        if (fabs(yaw - x[0]) + fabs(pitch - x[1]) > 0) {
            if (still > 50) begun = i;
            still = 0;
        } else if (++still == 50 && begun > 0) {
            double way =
                sqrt((x[0] - from[0]) * (x[0] - from[0]) + (x[1] - from[1]) * (x[1] - from[1]));
            CHECK_NEAR(i - 49 - begun, 25 + 2.5 * way, 3);
            from[0] = x[0];
            from[1] = x[1];
            ++jumps;
        }
        x[0] = yaw;
        x[1] = pitch;
    }
    CHECK(jumps > 20);
    /* Half the amount: half as far. */
    while (fabs(x[0]) < 1) {
        vrm_idle_update(&whole, a.avatar, 0.1f);
        gaze_of(&a, &x[0], &x[1]);
    }
    vrm_idle_init(&half, 8);
    half.look_at = 0.5f;
    vrm_avatar_set_look_at_off(a.avatar);
    while (laid_open(&half).time < laid_open(&whole).time) {
        uint64_t left = laid_open(&whole).time - laid_open(&half).time;
        vrm_idle_update(&half, a.avatar, left > 100000000 ? 0.1f : (float)left * 1e-9f);
    }
    gaze_of(&a, &from[0], &from[1]);
    CHECK_NEAR(from[0], 0.5 * x[0], 1e-5);
    CHECK_NEAR(from[1], 0.5 * x[1], 1e-5);
    actor_free(&a);
}

TEST(the_application_s_look_at_goes_first) {
    actor a = actor_of_sample("1.0");
    vrm_idle idle;
    double yaw, pitch, far = 0;
    if (a.avatar == NULL) return;
    vrm_idle_init(&idle, 8);
    idle.sway = idle.breath = 0;
    run(&a, &idle, 300, 1 / 60.0f);
    /* A target: left alone, for as long as it is there. */
    vrm_avatar_look_at(a.avatar, vrm_vec3_make(5, 1.3f, 5));
    run(&a, &idle, 300, 1 / 60.0f);
    gaze_of(&a, &yaw, &pitch);
    CHECK_NEAR(yaw, 45, 0.5);
    /* A direction, given once: the eyes wander about it. */
    vrm_avatar_set_look_at_degrees(a.avatar, 20, 5);
    for (int i = 0; i < 3600; ++i) {
        run(&a, &idle, 1, 1 / 60.0f);
        gaze_of(&a, &yaw, &pitch);
        CHECK(yaw > 20 - 12.2 && yaw < 20 + 12.2 && pitch > 5 - 6.3 && pitch < 5 + 6.3);
        far = fmax(far, fabs(yaw - 20));
    }
    CHECK(far > 3);
    /* And given in each frame. */
    for (int i = 0; i < 600; ++i) {
        vrm_avatar_set_look_at_degrees(a.avatar, -30, 0);
        run(&a, &idle, 1, 1 / 60.0f);
        gaze_of(&a, &yaw, &pitch);
        CHECK(yaw > -30 - 12.2 && yaw < -30 + 12.2);
    }
    /* An amount of 0 gives it back. */
    idle.look_at = 0;
    run(&a, &idle, 2, 1 / 60.0f);
    gaze_of(&a, &yaw, &pitch);
    CHECK_NEAR(yaw, -30, 0);
    CHECK_NEAR(pitch, 0, 0);
    actor_free(&a);
}

TEST(look_at_that_was_off_is_off_again) {
    actor a = actor_of_sample("1.0");
    vrm_idle idle;
    turn eye;
    if (a.avatar == NULL) return;
    /* The eyes follow the pose without lookAt (LA-033). */
    vrm_avatar_set_bone_rotation_value(a.avatar, VRM_BONE_LEFT_EYE, turn_float(turn_y(7)));
    vrm_avatar_update(a.avatar, 0);
    vrm_idle_init(&idle, 8);
    idle.sway = idle.breath = 0;
    run(&a, &idle, 300, 1 / 60.0f);
    idle.look_at = 0;
    run(&a, &idle, 1, 1 / 60.0f);
    {
        vrm_frame frame;
        int32_t node = a.file.tables->humanoid.nodes[VRM_BONE_LEFT_EYE];
        frame = *vrm_avatar_frame(a.avatar);
        eye = turn_of(frame.local[node].rotation);
        CHECK_NEAR(turn_difference(eye, turn_of(vrm_avatar_locals(a.avatar)[node].rotation)), 0, 0);
    }
    actor_free(&a);
}

/* Times that are none let none pass; a long one is no more than a minute. */
TEST(odd_times) {
    static const float none[] = {0, -1, NAN, INFINITY, -INFINITY};
    actor a = actor_of_sample("1.0");
    vrm_idle idle;
    if (a.avatar == NULL) return;
    vrm_idle_init(&idle, 1);
    vrm_idle_update(&idle, a.avatar, 2);
    for (size_t i = 0; i < COUNT(none); ++i) {
        vrm_idle before = idle;
        vrm_idle_update(&idle, a.avatar, none[i]);
        CHECK(memcmp(&before.state, &idle.state, sizeof idle.state) == 0);
    }
    vrm_idle_update(&idle, a.avatar, 1e30f);
    CHECK_INT(laid_open(&idle).time, 62000000000);
    CHECK(laid_open(&idle).blink_count > 5 && laid_open(&idle).blink_count < 30);
    CHECK(laid_open(&idle).look_at_count > 20);
    /* Settings that are no numbers are 0. */
    idle.blink = idle.breath = idle.sway = idle.look_at = NAN;
    idle.breaths_per_minute = idle.blinks_per_minute = -INFINITY;
    run(&a, &idle, 8, 0.125f);
    CHECK_INT(laid_open(&idle).bones, 0);
    vrm_idle_update(NULL, a.avatar, 1);
    vrm_idle_update(&idle, NULL, 1);
    vrm_idle_init(NULL, 1);
    CHECK_INT(laid_open(&idle).time, 63000000000);
    actor_free(&a);
}

TEST_SUITE(idle, ENTRY(equal_seeds_give_equal_bits), ENTRY(a_blink_closes_quickly_and_opens_slowly),
           ENTRY(blinks_come_as_often_as_they_should),
           ENTRY(blinks_come_at_the_same_times_at_30_and_at_240),
           ENTRY(the_rate_of_blinks_can_change), ENTRY(the_amount_of_blinks),
           ENTRY(blinks_of_avatars_without_blink), ENTRY(eyes_jump_and_rest),
           ENTRY(far_jumps_take_longer), ENTRY(the_application_s_look_at_goes_first),
           ENTRY(look_at_that_was_off_is_off_again), ENTRY(odd_times));
