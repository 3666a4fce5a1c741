/* Idle life: breath, shifts of weight, and how they go with the application's pose. */
#include "avatar/body_fixture.h"
#include "motion/actor.h"
#include "motion/idle.h"
#include "test.h"

#include <string.h>

static const vrm_bone moved[VRMI_IDLE_BONE_COUNT] = {
    VRM_BONE_HIPS,           VRM_BONE_SPINE,
    VRM_BONE_CHEST,          VRM_BONE_UPPER_CHEST,
    VRM_BONE_NECK,           VRM_BONE_HEAD,
    VRM_BONE_LEFT_SHOULDER,  VRM_BONE_RIGHT_SHOULDER,
    VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_RIGHT_UPPER_ARM,
    VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_RIGHT_UPPER_LEG,
    VRM_BONE_LEFT_FOOT,      VRM_BONE_RIGHT_FOOT};

static void run(actor *a, vrm_idle *idle, int frames, float dt) {
    for (int i = 0; i < frames; ++i) vrm_idle_update(idle, a->avatar, dt);
    vrm_avatar_update_pose(a->avatar);
}

/* How far the bones are from a pose, at most: degrees. */
static double farthest(const actor *a, const turn from[VRM_BONE_COUNT]) {
    double far = 0;
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        far = fmax(far, degrees_between(actor_turn(a, (vrm_bone)i), from[i]));
    }
    return far;
}

static void get_turns(const actor *a, turn out[VRM_BONE_COUNT]) {
    for (int i = 0; i < VRM_BONE_COUNT; ++i) out[i] = actor_turn(a, (vrm_bone)i);
}

TEST(it_begins_with_the_pose_as_it_is) {
    actor a = actor_of_sample("1.0");
    turn base[VRM_BONE_COUNT];
    vrm_idle idle;
    if (a.avatar == NULL) return;
    relax(a.avatar);
    get_turns(&a, base);
    vrm_idle_init(&idle, 1);
    run(&a, &idle, 1, 0);
    CHECK_NEAR(farthest(&a, base), 0, 1e-4);
    run(&a, &idle, 1, 0.01f);
    CHECK_NEAR(farthest(&a, base), 0, 0.01);
    run(&a, &idle, 99, 0.01f);
    CHECK(farthest(&a, base) > 0.2);
    actor_free(&a);
}

/* 100,000 frames: bounds are kept, the base is the bits that it was, and comes back. */
TEST(nothing_drifts) {
    body twisted = body_twisted();
    actor a = actor_of(load_body(&twisted));
    turn base[VRM_BONE_COUNT];
    vrm_idle idle, first;
    vrmi_idle_state idle_state, first_state;
    double far = 0, hips = 0;
    point stands;
    relax(a.avatar);
    get_turns(&a, base);
    stands = point_of(vrm_avatar_hips_position(a.avatar));
    vrm_idle_init(&idle, 77);
    run(&a, &idle, 1, 1 / 60.0f);
    first = idle;
    for (int i = 0; i < 1000; ++i) {
        run(&a, &idle, 100, 1 / 60.0f);
        far = fmax(far, farthest(&a, base));
        hips = fmax(hips, distance_between(point_of(vrm_avatar_hips_position(a.avatar)), stands));
    }
    first_state = laid_open(&first);
    idle_state = laid_open(&idle);
    CHECK(memcmp(first_state.base, idle_state.base, sizeof idle_state.base) == 0);
    CHECK(memcmp(&first_state.hips_base, &idle_state.hips_base, sizeof(vrm_vec3)) == 0);
    CHECK(far > 1.5 && far < 5);
    /* Legs are 0.8 m long, twice that with the root's scale; noise ends at 3.2 and 1.2 hundredths
     * of that. */
    CHECK(hips > 0.01 && hips < 0.034 * 1.6);
    idle.breath = idle.sway = 0;
    run(&a, &idle, 1, 1 / 60.0f);
    CHECK_NEAR(farthest(&a, base), 0, 1e-4);
    CHECK_NEAR(distance_between(point_of(vrm_avatar_hips_position(a.avatar)), stands), 0, 1e-6);
    CHECK_INT(laid_open(&idle).bones, 0);
    CHECK_INT(laid_open(&idle).hips_moved, 0);
    actor_free(&a);
}

/* Amounts of 0 leave every bit of the pose alone. */
TEST(an_amount_of_0_touches_nothing) {
    body twisted = body_twisted();
    actor a = actor_of(load_body(&twisted));
    vrm_trs before[BODY_NODE_COUNT];
    size_t bytes = sizeof before;
    vrm_idle idle;
    relax(a.avatar);
    memcpy(before, vrm_avatar_locals(a.avatar), bytes);
    vrm_idle_init(&idle, 1);
    idle.breath = idle.sway = 0;
    run(&a, &idle, 100, 0.1f);
    CHECK(memcmp(before, vrm_avatar_locals(a.avatar), bytes) == 0);
    /* Breath alone does not move what only weight moves. */
    idle.breath = 1;
    run(&a, &idle, 100, 0.11f);
    CHECK_INT(laid_open(&idle).bones, 0x3fe);
    for (int i = 0; i < VRMI_IDLE_BONE_COUNT; ++i) {
        int32_t node = a.file.tables->humanoid.nodes[moved[i]];
        bool is_same =
            memcmp(&before[node], &vrm_avatar_locals(a.avatar)[node], sizeof(vrm_trs)) == 0;
        test_note("%s", vrm_bone_name(moved[i]));
        CHECK_INT(is_same, i == 0 || i >= 10);
    }
    test_note(NULL);
    actor_free(&a);
}

/* Written once, written in each frame, and written no more. */
TEST(the_application_s_pose_is_the_base) {
    actor a = actor_of_sample("1.0");
    turn last = turn_none(), arm = turn_times(turn_z(40), turn_y(-20));
    vrm_idle idle;
    point step;
    if (a.avatar == NULL) return;
    relax(a.avatar);
    vrm_idle_init(&idle, 4);
    run(&a, &idle, 300, 1 / 60.0f);
    /* Once: a raised arm stays raised. */
    vrm_avatar_set_bone_rotation_value(a.avatar, VRM_BONE_LEFT_UPPER_ARM, turn_float(arm));
    for (int i = 0; i < 600; ++i) {
        run(&a, &idle, 1, 1 / 60.0f);
        CHECK(degrees_between(actor_turn(&a, VRM_BONE_LEFT_UPPER_ARM), arm) < 2.9);
    }
    /* In each frame: the head follows a tracker, through half a turn. */
    for (int i = 0; i < 600; ++i) {
        last = turn_y(-90 + i * 0.3);
        vrm_avatar_set_bone_rotation_value(a.avatar, VRM_BONE_HEAD, turn_float(last));
        run(&a, &idle, 1, 1 / 60.0f);
        CHECK(degrees_between(actor_turn(&a, VRM_BONE_HEAD), last) < 4.5);
        CHECK_NEAR(turn_difference(turn_of(laid_open(&idle).base[5]), last), 0, 1e-6);
    }
    /* No more: it stays where it was left. */
    for (int i = 0; i < 600; ++i) {
        run(&a, &idle, 1, 1 / 60.0f);
        CHECK_NEAR(turn_difference(turn_of(laid_open(&idle).base[5]), last), 0, 1e-6);
    }
    /* The hips, too. */
    step = point_make(0.5, 0.75, -0.25);
    vrm_avatar_set_hips_position_value(a.avatar, point_float(step));
    run(&a, &idle, 600, 1 / 60.0f);
    CHECK_NEAR(distance_between(point_of(laid_open(&idle).hips_base), step), 0, 1e-6);
    CHECK(distance_between(point_of(vrm_avatar_hips_position(a.avatar)), step) < 0.03);
    actor_free(&a);
}

/* A host whose scene graph hands back what it was given, with another sign and rounded. */
TEST(its_own_writing_is_known_again) {
    actor a = actor_of_sample("1.0");
    turn base[VRM_BONE_COUNT];
    vrm_idle idle;
    if (a.avatar == NULL) return;
    relax(a.avatar);
    get_turns(&a, base);
    vrm_idle_init(&idle, 4);
    for (int i = 0; i < 6000; ++i) {
        run(&a, &idle, 1, 1 / 60.0f);
        for (uint32_t n = 0; n < a.file.gltf->node_count; ++n) {
            vrm_quat *q = &vrm_avatar_locals(a.avatar)[n].rotation;
            float sign = i % 2 == 0 ? -1.0f : 1.0f;
            *q = vrm_quat_make(sign * (q->x + 1e-6f), sign * q->y, sign * (q->z - 1e-6f),
                               sign * q->w);
        }
    }
    for (int i = 0; i < VRMI_IDLE_BONE_COUNT; ++i) {
        CHECK_NEAR(turn_difference(turn_of(laid_open(&idle).base[i]), base[moved[i]]), 0, 1e-6);
    }
    actor_free(&a);
}

/* The place and the turn of the feet in every dialect, over ten minutes. */
TEST(feet_stay_where_they_are) {
    static const vrm_bone feet[] = {VRM_BONE_LEFT_FOOT, VRM_BONE_RIGHT_FOOT, VRM_BONE_LEFT_TOES,
                                    VRM_BONE_RIGHT_TOES};
    for (int i = 0; i < 4; ++i) {
        actor a = actor_of_sample(actor_dialects[i]);
        point stands[4];
        vrm_idle idle;
        double slid = 0, sideways = 0, forward = 0, sunk = 0, head = 0;
        if (a.avatar == NULL) return;
        test_note("%s", actor_dialects[i]);
        relax(a.avatar);
        vrm_avatar_update_pose(a.avatar);
        for (int k = 0; k < 4; ++k) stands[k] = actor_place(&a, feet[k]);
        vrm_idle_init(&idle, (uint32_t)i);
        for (int frame = 0; frame < 12000; ++frame) {
            point hips;
            run(&a, &idle, 1, 0.05f);
            for (int k = 0; k < 4; ++k) {
                slid = fmax(slid, distance_between(actor_place(&a, feet[k]), stands[k]));
            }
            hips = actor_place(&a, VRM_BONE_HIPS);
            sideways = fmax(sideways, fabs(hips.x));
            forward = fmax(forward, fabs(hips.z));
            sunk = fmax(sunk, fabs(hips.y - 0.83));
            head = fmax(head, fabs(actor_place(&a, VRM_BONE_HEAD).x));
        }
        CHECK(slid < 2e-6); /* two thousandths of a millimeter: the rounding of floats */
        /* Legs of 0.71 m. Sideways by 1.1 to 2.2 cm at most, forward by less; the head follows by
         * half; the hips sink by a fraction of a millimeter. */
        CHECK(sideways > 0.011 && sideways < 0.0221);
        CHECK(forward > 0.003 && forward < 0.0083);
        CHECK(sunk < 0.0005);
        CHECK(head > 0.3 * sideways && head < 0.8 * sideways);
        actor_free(&a);
    }
    test_note(NULL);
}

/* Real avatars: legs that lean outward, with slightly bent knees. */
TEST(feet_stay_where_legs_are_not_straight) {
    fixture file = fixture_corpus("godette/Godette_vrm_v4.vrm");
    vrm_idle idle;
    point left, right;
    double slid = 0, roll = 0, lean = 0;
    actor a;
    if (file.bytes == NULL) {
        test_skip(NO_CORPUS);
        return;
    }
    a = actor_of(load_avatar_file(file, NULL));
    relax(a.avatar);
    vrm_avatar_update_pose(a.avatar);
    left = actor_place(&a, VRM_BONE_LEFT_FOOT);
    right = actor_place(&a, VRM_BONE_RIGHT_FOOT);
    vrm_idle_init(&idle, 1);
    for (int frame = 0; frame < 6000; ++frame) {
        run(&a, &idle, 1, 0.1f);
        slid = fmax(slid, distance_between(actor_place(&a, VRM_BONE_LEFT_FOOT), left));
        slid = fmax(slid, distance_between(actor_place(&a, VRM_BONE_RIGHT_FOOT), right));
        roll = fmax(roll, degrees_between(actor_turn(&a, VRM_BONE_HIPS), turn_none()));
        lean =
            fmax(lean,
                 fabs(turn_times(actor_turn(&a, VRM_BONE_HIPS), actor_turn(&a, VRM_BONE_SPINE)).z));
    }
    CHECK(slid < 2e-6);
    /* Hips roll over such legs, and the spine does not roll with them. */
    CHECK(roll > 0.8);
    CHECK(2 * lean * 57.3 < 0.8);
    actor_free(&a);
}

/* --- Legs, without an avatar --- */

static vrmi_idle_stance make_stance(turn left, turn right, turn left_knee, turn right_knee) {
    vrmi_idle_stance s;
    memset(&s, 0, sizeof s);
    s.hips = vrm_vec3_make(0, 1, 0);
    s.hips_rotation = turn_float(turn_none());
    for (int i = 0; i < 2; ++i) {
        s.legs[i].upper = turn_float(i == 0 ? left : right);
        s.legs[i].lower = turn_float(i == 0 ? left_knee : right_knee);
        s.legs[i].foot = turn_float(turn_none());
        s.legs[i].hip_to_upper = vrm_vec3_make(i == 0 ? 0.1f : -0.1f, -0.05f, 0);
        s.legs[i].upper_to_lower = vrm_vec3_make(0, -0.4f, 0);
        s.legs[i].lower_to_foot = vrm_vec3_make(0, -0.4f, 0);
    }
    return s;
}

/* Where the foot of a leg is, and how it is turned; in double. */
static point foot_of(const vrmi_idle_stance *s, int i, turn *rotation) {
    turn q = turn_of(s->hips_rotation);
    point p = point_of(s->hips);
    p = point_add(p, turn_point(q, point_of(s->legs[i].hip_to_upper)));
    q = turn_times(q, turn_of(s->legs[i].upper));
    p = point_add(p, turn_point(q, point_of(s->legs[i].upper_to_lower)));
    q = turn_times(q, turn_of(s->legs[i].lower));
    p = point_add(p, turn_point(q, point_of(s->legs[i].lower_to_foot)));
    *rotation = turn_times(q, turn_of(s->legs[i].foot));
    return p;
}

/* The result of a shift. */
typedef struct result {
    double slid;    /* the greater way of the feet */
    double turned;  /* and how far they turned */
    vrm_vec3 moved; /* of the hips */
    double roll;
} result;

static result shift_stance(vrmi_idle_stance before, float yaw) {
    vrmi_idle_stance after = before;
    result out = {0};
    out.moved = vrm_vec3_make(0.02f, 0, 0.008f);
    out.roll = (double)vrmi_idle_shift_weight(&after, &out.moved, &yaw);
    for (int i = 0; i < 2; ++i) {
        turn q, r;
        out.slid =
            fmax(out.slid, distance_between(foot_of(&before, i, &q), foot_of(&after, i, &r)));
        out.turned = fmax(out.turned, turn_difference(q, r));
    }
    CHECK_NEAR((double)(after.hips.x - before.hips.x), (double)out.moved.x, 1e-6);
    CHECK_NEAR((double)(after.hips.y - before.hips.y), (double)out.moved.y, 1e-6);
    CHECK_NEAR((double)(after.hips.z - before.hips.z), (double)out.moved.z, 1e-6);
    return out;
}

static void check_stands(result r) {
    CHECK_NEAR(r.slid, 0, 1e-6);
    CHECK_NEAR(r.turned, 0, 1e-6);
    CHECK_NEAR((double)r.moved.x, 0.02, 1e-7);
    CHECK_NEAR((double)r.moved.z, 0.008, 1e-7);
}

TEST(hips_move_as_two_legs_let_them) {
    turn none = turn_none();
    vrmi_idle_stance s = make_stance(none, none, none, none);
    /* Parallel legs lean: no roll, and the hips sink as on a circle of 0.8 m. */
    result r = shift_stance(s, 0);
    check_stands(r);
    CHECK_NEAR(r.roll, 0, 1e-5);
    CHECK_NEAR((double)r.moved.y, sqrt(0.64 - 0.0004 - 0.000064) - 0.8, 1e-6);
    check_stands(shift_stance(s, 0.03f));
    /* Legs that stand apart by 5 degrees roll the hips about where their lines meet: above the
     * joints, which are 0.05 m below the hips, by 0.1 m / tan 5. */
    s = make_stance(turn_z(5), turn_z(-5), none, none);
    r = shift_stance(s, 0.03f);
    check_stands(r);
    CHECK_NEAR(r.roll, 0.02 / (0.1 / tan(5 / 57.29577951308232) - 0.05), 0.001);
    /* Bent knees, and hips that are turned. */
    s = make_stance(turn_x(-30), turn_x(-30), turn_x(60), turn_x(60));
    check_stands(shift_stance(s, 0.03f));
    s.hips_rotation = turn_float(turn_times(turn_y(120), turn_x(10)));
    check_stands(shift_stance(s, -0.03f));
}

/* Where legs do not let the hips move, they move less; the feet stay. */
TEST(hips_of_odd_poses_move_less) {
    turn none = turn_none();
    /* A wide stance, which would roll the hips by 6 degrees; a long step; a kick; sitting on the
     * floor. */
    const vrmi_idle_stance odd[] = {
        make_stance(turn_z(25), turn_z(-25), none, none),
        make_stance(turn_x(-35), turn_x(30), turn_x(10), turn_x(5)),
        make_stance(turn_x(-90), none, none, none),
        make_stance(turn_x(-90), turn_x(-90), none, none),
    };
    vrmi_idle_stance s;
    result r;
    for (int i = 0; i < 4; ++i) {
        r = shift_stance(odd[i], 0.03f);
        test_note("%d", i);
        CHECK(fabs(r.roll) < 0.04);
        CHECK(r.slid < 0.0003);
        CHECK_NEAR(r.turned, 0, 1e-6);
        CHECK(r.moved.x >= 0 && r.moved.x < 0.0195f && fabsf(r.moved.y) < 0.022f);
    }
    test_note(NULL);
    /* Legs of no length, and both legs in one place. */
    s = odd[0];
    for (int i = 0; i < 2; ++i) {
        s.legs[i].upper_to_lower = s.legs[i].lower_to_foot = vrm_vec3_make(0, 0, 0);
    }
    r = shift_stance(s, 0.03f);
    CHECK_NEAR((double)r.moved.x + r.roll, 0, 0);
    s = odd[0];
    s.legs[0].hip_to_upper = s.legs[1].hip_to_upper;
    r = shift_stance(s, 0.03f);
    CHECK_NEAR((double)r.moved.x + r.roll, 0, 0);
}

/* --- Breath --- */

TEST(breath_comes_15_times_a_minute) {
    actor a = actor_of_sample("1.0");
    vrm_idle idle;
    double most = 0, level = 0, arm = 0, before = 0, depth[2] = {1e9, 0}, peak = 0;
    int breaths = 0;
    if (a.avatar == NULL) return;
    vrm_idle_init(&idle, 6);
    idle.sway = 0;
    run(&a, &idle, 20, 0.05f);
    for (int i = 0; i < 6000; ++i) {
        turn chest, head;
        double raised;
        run(&a, &idle, 1, 0.05f);
        raised = degrees_between(actor_turn(&a, VRM_BONE_LEFT_SHOULDER), turn_none());
        breaths += before < 0.4 && raised >= 0.4;
        peak = fmax(peak, raised);
        if (raised < 0.05 && peak > 0.4) {
            depth[0] = fmin(depth[0], peak);
            depth[1] = fmax(depth[1], peak);
            peak = 0;
        }
        before = raised;
        chest = turn_times(
            actor_turn(&a, VRM_BONE_SPINE),
            turn_times(actor_turn(&a, VRM_BONE_CHEST), actor_turn(&a, VRM_BONE_UPPER_CHEST)));
        head = turn_times(chest,
                          turn_times(actor_turn(&a, VRM_BONE_NECK), actor_turn(&a, VRM_BONE_HEAD)));
        most = fmax(most, degrees_between(chest, turn_none()));
        level = fmax(level, degrees_between(head, turn_none()));
        arm = fmax(arm, degrees_between(turn_times(actor_turn(&a, VRM_BONE_LEFT_SHOULDER),
                                                   actor_turn(&a, VRM_BONE_LEFT_UPPER_ARM)),
                                        turn_none()));
    }
    CHECK(breaths >= 74 && breaths <= 76); /* in five minutes */
    CHECK_NEAR(most, 1.8, 0.05);
    CHECK_NEAR(level, 0.18, 0.02); /* the head stays level */
    CHECK_NEAR(arm, 0.4, 0.02);    /* arms hang on while shoulders rise by 1.2 */
    CHECK(depth[0] > 0.89 && depth[0] < 1.0 && depth[1] > 1.1 && depth[1] < 1.21);
    /* A breath that is held. */
    idle.breaths_per_minute = 0;
    before = degrees_between(actor_turn(&a, VRM_BONE_LEFT_SHOULDER), turn_none());
    run(&a, &idle, 100, 0.1f);
    CHECK_NEAR(degrees_between(actor_turn(&a, VRM_BONE_LEFT_SHOULDER), turn_none()), before, 1e-4);
    actor_free(&a);
}

/* --- The rest --- */

TEST(the_same_pose_at_30_and_at_240) {
    actor a = actor_of_sample("1.0"), b = actor_of_sample("1.0");
    vrm_idle x, y;
    turn expected[VRM_BONE_COUNT];
    if (a.avatar == NULL || b.avatar == NULL) return;
    relax(a.avatar);
    relax(b.avatar);
    vrm_idle_init(&x, 12);
    vrm_idle_init(&y, 12);
    for (int second = 0; second < 60; ++second) {
        run(&a, &x, 30, 1 / 30.0f);
        run(&b, &y, 240, 1 / 240.0f);
        get_turns(&a, expected);
        CHECK_NEAR(farthest(&b, expected), 0, 1e-3);
    }
    actor_free(&a);
    actor_free(&b);
}

/* 15 bones: movements of missing bones are skipped, or another bone takes over. */
TEST(avatars_with_few_bones) {
    actor a = actor_of(load_vrm1(NULL, NULL));
    vrm_idle idle;
    double bent = 0, nod = 0;
    vrm_idle_init(&idle, 6);
    idle.sway = 0;
    for (int i = 0; i < 600; ++i) {
        run(&a, &idle, 1, 0.05f);
        bent = fmax(bent, degrees_between(actor_turn(&a, VRM_BONE_SPINE), turn_none()));
        nod = fmax(nod, degrees_between(actor_turn(&a, VRM_BONE_HEAD), turn_none()));
        CHECK_NEAR(degrees_between(actor_turn(&a, VRM_BONE_LEFT_UPPER_ARM), turn_none()), 0, 1e-4);
    }
    CHECK_NEAR(bent, 1.8, 0.05);
    CHECK_NEAR(nod, 1.62, 0.05);
    idle.sway = 1;
    run(&a, &idle, 100, 0.05f);
    CHECK(degrees_between(actor_turn(&a, VRM_BONE_LEFT_UPPER_LEG), turn_none()) > 0.1);
    actor_free(&a);
}

/* A copy of the idle beside a saved avatar goes on as the original does. */
TEST(saved_and_restored_it_goes_on) {
    static unsigned char bytes[1 << 20];
    actor a = actor_of_sample("1.0");
    vrm_idle idle, saved;
    vrm_trs expected[256];
    size_t size;
    if (a.avatar == NULL) return;
    relax(a.avatar);
    vrm_idle_init(&idle, 6);
    run(&a, &idle, 333, 1 / 60.0f);
    size = vrm_avatar_save_size(a.avatar);
    CHECK(size <= sizeof bytes);
    CHECK_INT(vrm_avatar_save(a.avatar, bytes, sizeof bytes), VRM_OK);
    saved = idle;
    run(&a, &idle, 333, 1 / 60.0f);
    size = a.file.gltf->node_count * sizeof(vrm_trs);
    memcpy(expected, vrm_avatar_locals(a.avatar), size);
    CHECK_INT(vrm_avatar_restore(a.avatar, bytes, vrm_avatar_save_size(a.avatar)), VRM_OK);
    run(&a, &saved, 333, 1 / 60.0f);
    CHECK(memcmp(expected, vrm_avatar_locals(a.avatar), size) == 0);
    CHECK(memcmp(&idle, &saved, sizeof idle) == 0);
    actor_free(&a);
}

TEST_SUITE(idle_body, ENTRY(it_begins_with_the_pose_as_it_is), ENTRY(nothing_drifts),
           ENTRY(an_amount_of_0_touches_nothing), ENTRY(the_application_s_pose_is_the_base),
           ENTRY(its_own_writing_is_known_again), ENTRY(feet_stay_where_they_are),
           ENTRY(feet_stay_where_legs_are_not_straight), ENTRY(hips_move_as_two_legs_let_them),
           ENTRY(hips_of_odd_poses_move_less), ENTRY(breath_comes_15_times_a_minute),
           ENTRY(the_same_pose_at_30_and_at_240), ENTRY(avatars_with_few_bones),
           ENTRY(saved_and_restored_it_goes_on));
