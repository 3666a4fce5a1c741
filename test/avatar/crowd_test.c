/* Crowds: each avatar is what it is alone. And sleep. */
#include "avatar/sleep.h"
#include "avatar/spring_scene.h"
#include "test.h"
#include "testkit/create.h"
#include "vrm/crowd.h"
#include "vrm/file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DT (1.0f / 60.0f)
#define HAIR "'springs':[{" SCENE_CHAIN(",'gravityPower':0.3,'dragForce':0.3") "}]"
#define OTHER_HAIR                                                                                 \
    "'colliders':[{'node':6,'shape':{'sphere':{'offset':[0,-0.2,-0.16],'radius':0.08}}}],"         \
    "'colliderGroups':[{'colliders':[0]}],'springs':[{'colliderGroups':[0],'center':"              \
    "0," SCENE_CHAIN(",'hitRadius':0.02") "}]"

static void act(vrm_avatar *avatar, int who, int frame) {
    vrm_trs root = trs_at((float)who * 2 + 0.3f * (float)sin(frame * 0.1 + who), 0, 0);
    vrm_avatar_set_root(avatar, &root);
    vrm_avatar_locals(avatar)[0].rotation = turn_about(0, 1, 0.3f, 40 * sin(frame * 0.13 + who));
}

static bool are_equal(const vrm_avatar *a, const vrm_avatar *b) {
    size_t nodes = a->gltf->node_count;
    return memcmp(a->local, b->local, sizeof *a->local * nodes) == 0 &&
           memcmp(a->world, b->world, sizeof *a->world * nodes) == 0;
}

/* Ranges in an order of its own, as threads would take them. */
static void backwards(int32_t count, int32_t min_range, vrm_range_fn *fn, void *context,
                      void *user) {
    int32_t *calls = user;
    CHECK(min_range > 0);
    for (int32_t end = count; end > 0; end -= min_range) {
        fn(end > min_range ? end - min_range : 0, end, context);
        ++*calls;
    }
}

enum { CROWD = 50 };

TEST(an_avatar_in_a_crowd_is_what_it_is_alone) {
    scene a = scene_make(SCENE_HAIR, HAIR, NULL), b = scene_make(SCENE_HAIR, OTHER_HAIR, NULL);
    vrm_crowd_desc desc;
    vrm_crowd *crowd;
    vrm_avatar *members[CROWD], *alone[CROWD];
    int32_t calls = 0;
    vrm_crowd_desc_init(&desc);
    desc.parallel_for = backwards;
    desc.parallel_user = &calls;
    crowd = create_crowd(&desc);
    REQUIRE(crowd != NULL);
    for (int i = 0; i < CROWD; ++i) {
        vrm_model *model = i % 3 == 0 ? a.file.model : b.file.model;
        members[i] = add_avatar(crowd, model, NULL);
        alone[i] = create_avatar(model, NULL);
        REQUIRE(members[i] != NULL && alone[i] != NULL);
    }
    CHECK_INT(vrm_crowd_count(crowd), CROWD);
    for (int frame = 0; frame < 60; ++frame) {
        float dt = frame % 4 == 0 ? DT : 0.021f;
        for (int i = 0; i < CROWD; ++i) {
            if (members[i] != NULL) act(members[i], i, frame);
            act(alone[i], i, frame);
            vrm_avatar_update(alone[i], dt);
        }
        vrm_crowd_update(crowd, dt);
        for (int i = 0; i < CROWD; ++i) {
            if (members[i] != NULL) CHECK(are_equal(members[i], alone[i]));
        }
        if (frame == 20 || frame == 30) { /* others go, and nobody notices */
            vrm_crowd_remove(crowd, members[frame]);
            vrm_crowd_remove(crowd, members[frame + 1]);
            members[frame] = members[frame + 1] = NULL;
        }
    }
    CHECK_INT(vrm_crowd_count(crowd), CROWD - 4);
    CHECK(calls >= 60 * 3);
    vrm_crowd_destroy(crowd);
    for (int i = 0; i < CROWD; ++i) vrm_avatar_destroy(alone[i]);
    scene_free(&a);
    scene_free(&b);
}

TEST(destroying_a_member_takes_it_out_of_its_crowd) {
    scene s = scene_make(SCENE_HAIR, HAIR, NULL);
    vrm_crowd *crowd = create_crowd(NULL), *other = create_crowd(NULL);
    vrm_avatar *members[5], *stranger = add_avatar(other, s.file.model, NULL);
    for (int i = 0; i < 5; ++i) members[i] = add_avatar(crowd, s.file.model, NULL);
    vrm_crowd_update(crowd, DT);
    vrm_avatar_destroy(members[1]);
    vrm_avatar_destroy(members[4]); /* the last of them, which has taken the other's place */
    CHECK_INT(vrm_crowd_count(crowd), 3);
    for (uint32_t i = 0; i < 3; ++i) {
        const vrm_avatar *one = vrm_crowd_get(crowd, i);
        CHECK(one == members[0] || one == members[2] || one == members[3]);
        CHECK_INT(one->crowd_index, i);
    }
    vrm_crowd_remove(crowd, stranger); /* of another crowd: nothing happens */
    CHECK_INT(vrm_crowd_count(other), 1);
    vrm_crowd_update(crowd, DT);
    CHECK(are_equal(members[0], members[2]) && are_equal(members[0], members[3]));
    vrm_crowd_remove(crowd, members[0]);
    vrm_avatar_destroy(members[2]);
    vrm_avatar_destroy(members[3]);
    CHECK_INT(vrm_crowd_count(crowd), 0);
    vrm_crowd_update(crowd, DT);
    vrm_crowd_destroy(crowd);
    vrm_crowd_destroy(other);
    scene_free(&s);
}

TEST(save_and_restore_go_between_a_crowd_and_alone) {
    scene s = scene_make(SCENE_HAIR, HAIR, NULL);
    vrm_crowd *crowd = create_crowd(NULL);
    vrm_avatar *member = add_avatar(crowd, s.file.model, NULL);
    unsigned char bytes[8192], again[8192];
    size_t size = vrm_avatar_save_size(member);
    REQUIRE(size <= sizeof bytes);
    for (int i = 0; i < 25; ++i) {
        act(member, 1, i);
        act(s.avatar, 1, i);
        vrm_crowd_update(crowd, 0.013f);
        vrm_avatar_update(s.avatar, 0.013f);
    }
    CHECK_INT(vrm_avatar_save(member, bytes, sizeof bytes), VRM_OK);
    CHECK_INT(vrm_avatar_save(s.avatar, again, sizeof again), VRM_OK);
    CHECK(memcmp(bytes, again, size) == 0);
    scene_update(&s, 9, DT);
    CHECK_INT(vrm_avatar_restore(s.avatar, bytes, size), VRM_OK);
    for (int i = 25; i < 60; ++i) {
        act(member, 1, i);
        act(s.avatar, 1, i);
        vrm_crowd_update(crowd, 0.013f);
        vrm_avatar_update(s.avatar, 0.013f);
        CHECK(are_equal(member, s.avatar));
    }
    vrm_crowd_destroy(crowd);
    scene_free(&s);
}

/* Every second update, with the time of both. */
TEST(half_detail_takes_every_second_update) {
    scene s = scene_make(SCENE_HAIR, HAIR, NULL);
    vrm_crowd *crowd = create_crowd(NULL);
    vrm_avatar *member = add_avatar(crowd, s.file.model, NULL);
    vrm_crowd_set_detail(crowd, member, VRM_CROWD_DETAIL_HALF);
    for (int i = 0; i < 40; ++i) {
        act(member, 0, i);
        vrm_crowd_update(crowd, DT);
        if (i % 2 == 0) continue;
        act(s.avatar, 0, i);
        vrm_avatar_update(s.avatar, 2 * DT);
        CHECK(are_equal(member, s.avatar));
    }
    vrm_crowd_destroy(crowd);
    scene_free(&s);
}

TEST(a_frozen_avatar_keeps_its_frame_and_thaws_without_a_kick) {
    scene s = scene_make(SCENE_HAIR, HAIR, NULL);
    vrm_crowd *crowd = create_crowd(NULL);
    vrm_avatar *member = add_avatar(crowd, s.file.model, NULL);
    vrm_quat held;
    for (int i = 0; i < 25; ++i) {
        act(member, 0, i);
        vrm_crowd_update(crowd, DT);
    }
    held = member->local[1].rotation;
    vrm_crowd_set_detail(crowd, member, VRM_CROWD_DETAIL_FROZEN);
    for (int i = 25; i < 60; ++i) {
        act(member, 40, i); /* carried 80 m away */
        vrm_crowd_update(crowd, DT);
        CHECK(memcmp(&held, &member->local[1].rotation, sizeof held) == 0);
    }
    vrm_crowd_set_detail(crowd, member, VRM_CROWD_DETAIL_FULL);
    vrm_crowd_update(crowd, DT);
    CHECK(angle_of(held, member->local[1].rotation) < 3);
    vrm_crowd_destroy(crowd);
    scene_free(&s);
}

TEST(a_crowd_gives_all_of_its_memory_back) {
    scene s = scene_make(SCENE_HAIR, HAIR, NULL);
    for (int64_t fail = -1; fail < 8; ++fail) {
        counting counter;
        vrm_crowd_desc desc;
        vrm_crowd *crowd;
        counting_init(&counter, fail);
        vrm_crowd_desc_init(&desc);
        desc.allocator = &counter.allocator;
        crowd = create_crowd(&desc);
        CHECK_INT(crowd == NULL, fail == 0);
        for (int i = 0; i < 40; ++i) {
            vrm_avatar *avatar = add_avatar(crowd, s.file.model, NULL);
            if (i % 5 == 0) vrm_crowd_remove(crowd, avatar);
        }
        vrm_crowd_update(crowd, DT);
        vrm_crowd_destroy(crowd);
        CHECK_INT(counter.live, 0);
        CHECK(!counter.is_size_wrong);
    }
    scene_free(&s);
}

TEST(null_and_strangers_are_harmless_to_a_crowd) {
    scene s = scene_make(SCENE_HAIR, HAIR, NULL);
    vrm_crowd *crowd = create_crowd(NULL);
    vrm_crowd_desc bad;
    memset(&bad, 0, sizeof bad);
    CHECK(create_crowd(&bad) == NULL);
    CHECK(add_avatar(crowd, NULL, NULL) == NULL);
    CHECK(add_avatar(NULL, s.file.model, NULL) == NULL);
    vrm_crowd_remove(crowd, NULL);
    vrm_crowd_remove(crowd, s.avatar); /* of no crowd */
    vrm_crowd_update(NULL, DT);
    vrm_crowd_update(crowd, DT);
    vrm_crowd_destroy(NULL);
    CHECK_INT(vrm_crowd_count(NULL), 0);
    CHECK(vrm_crowd_get(crowd, 0) == NULL);
    scene_update(&s, 1, DT);
    vrm_crowd_destroy(crowd);
    scene_free(&s);
}

/* --- Sleep --- */

static scene sleeper(void) {
    vrm_avatar_desc desc;
    vrm_avatar_desc_init(&desc);
    desc.flags = VRM_AVATAR_FLAG_SLEEP;
    desc.collider_capacity = 1;
    return scene_make(SCENE_HAIR, HAIR, &desc);
}

static bool sleeps(scene *s) {
    scene_update(s, 1, DT);
    return s->avatar->sleep.is_asleep != 0;
}

TEST(an_avatar_at_rest_falls_asleep_and_its_frame_stays) {
    scene s = sleeper();
    vrm_trs before[7];
    int frames = 0;
    vrm_avatar_locals(s.avatar)[0].rotation = turn_about(0, 1, 0, 70);
    scene_update(&s, 5, DT);
    CHECK(!sleeps(&s));
    while (!sleeps(&s) && frames < 1000) ++frames;
    CHECK(frames > 20 && frames < 900);
    memcpy(before, s.frame.local, sizeof before);
    scene_update(&s, 50, DT);
    CHECK(memcmp(before, s.frame.local, sizeof before) == 0);
    /* Asked for and written as it was: nothing changes. */
    vrm_avatar_locals(s.avatar)[0].rotation = turn_about(0, 1, 0, 70);
    vrm_avatar_set_wind_value(s.avatar, vrm_vec3_make(0, 0, 0));
    vrm_avatar_set_spring_weight(s.avatar, VRM_ALL, 1);
    CHECK(sleeps(&s));
    scene_free(&s);
}

/* It is no other motion: awake, the same frames come, until sleep. */
TEST(sleep_changes_no_frame_by_more_than_its_threshold) {
    scene a = sleeper(), b = scene_make(SCENE_HAIR, HAIR, NULL);
    for (int i = 0; i < 400; ++i) {
        double angle = i < 100 ? 30 * sin(i * 0.2) : 20;
        vrm_avatar_locals(a.avatar)[0].rotation = turn_about(0, 1, 0, angle);
        vrm_avatar_locals(b.avatar)[0].rotation = turn_about(0, 1, 0, angle);
        scene_update(&a, 1, DT);
        scene_update(&b, 1, DT);
        if (!a.avatar->sleep.is_asleep) {
            CHECK(are_equal(a.avatar, b.avatar));
        } else {
            CHECK(angle_of(a.frame.local[1].rotation, b.frame.local[1].rotation) < 0.05);
        }
    }
    CHECK(a.avatar->sleep.is_asleep);
    scene_free(&a);
    scene_free(&b);
}

static void wake_by(scene *s, int way) {
    vrm_spring_collider ball = {VRM_NONE, VRM_COLLIDER_SPHERE, {0, 1.4f, -0.1f}, {0, 0, 0}, 0.05f};
    vrm_spring_joint_settings settings;
    switch (way) {
    case 0:
        scene_set_root(s, 0.1f, 0, 0);
        break;
    case 1:
        vrm_avatar_locals(s->avatar)[3].translation.x += 0.01f;
        break;
    case 2:
        vrm_avatar_set_wind_value(s->avatar, vrm_vec3_make(1, 0, 0));
        break;
    case 3:
        vrm_avatar_set_spring_wind_value(s->avatar, 0, vrm_vec3_make(1, 0, 0));
        break;
    case 4:
        vrm_avatar_set_spring_weight(s->avatar, 0, 0.5f);
        break;
    case 5:
        vrm_avatar_set_spring_mode(s->avatar, 0, VRM_SPRING_MODE_OFF);
        break;
    case 6:
        vrm_avatar_set_collider(s->avatar, 0, &ball);
        break;
    case 7:
        vrm_avatar_reset_springs(s->avatar, VRM_ALL);
        break;
    case 8:
        vrm_avatar_look_at(s->avatar, vrm_vec3_make(0, 1, 5));
        break;
    case 9:
        vrm_avatar_get_spring_joint(s->avatar, 1, &settings);
        settings.stiffness = 0;
        vrm_avatar_set_spring_joint(s->avatar, 1, &settings);
        break;
    case 10:
        vrm_avatar_set_spring_center(s->avatar, 0, 0);
        break;
    case 11:
        vrm_avatar_shift_origin_value(s->avatar, vrm_vec3_make(1, 0, 0));
        break;
    default:
        vrm_avatar_set_expression_layer_weight(s->avatar, VRM_EXPRESSION_LAYER_BLINK, 0.5f);
    }
}

TEST(every_input_wakes) {
    for (int way = 0; way < 13; ++way) {
        scene s = sleeper();
        test_note("way %d", way);
        for (int i = 0; i < 1000 && !sleeps(&s); ++i) {
        }
        CHECK(sleeps(&s));
        wake_by(&s, way);
        CHECK(!sleeps(&s));
        scene_free(&s);
    }
    test_note(NULL);
}

TEST(sleep_is_the_same_in_all_lanes_and_survives_a_save) {
    vrm_avatar_desc desc;
    scene s = sleeper();
    vrm_avatar *scalar;
    unsigned char bytes[8192];
    size_t size = vrm_avatar_save_size(s.avatar);
    REQUIRE(size <= sizeof bytes);
    vrm_avatar_desc_init(&desc);
    desc.flags = VRM_AVATAR_FLAG_SLEEP;
    desc.collider_capacity = 1;
    desc.lanes = VRM_LANES_SCALAR;
    scalar = create_avatar(s.file.model, &desc);
    for (int i = 0; i < 400; ++i) {
        scene_update(&s, 1, 0.012f);
        vrm_avatar_update(scalar, 0.012f);
        CHECK(are_equal(s.avatar, scalar));
        CHECK_INT(s.avatar->sleep.is_asleep, scalar->sleep.is_asleep);
        if (i != 250) continue;
        CHECK_INT(vrm_avatar_save(s.avatar, bytes, sizeof bytes), VRM_OK);
        CHECK_INT(vrm_avatar_restore(s.avatar, bytes, size), VRM_OK);
    }
    CHECK(scalar->sleep.is_asleep);
    vrm_avatar_destroy(scalar);
    scene_free(&s);
}

TEST_SUITE(crowd, ENTRY(an_avatar_in_a_crowd_is_what_it_is_alone),
           ENTRY(destroying_a_member_takes_it_out_of_its_crowd),
           ENTRY(save_and_restore_go_between_a_crowd_and_alone),
           ENTRY(half_detail_takes_every_second_update),
           ENTRY(a_frozen_avatar_keeps_its_frame_and_thaws_without_a_kick),
           ENTRY(a_crowd_gives_all_of_its_memory_back),
           ENTRY(null_and_strangers_are_harmless_to_a_crowd),
           ENTRY(an_avatar_at_rest_falls_asleep_and_its_frame_stays),
           ENTRY(sleep_changes_no_frame_by_more_than_its_threshold), ENTRY(every_input_wakes),
           ENTRY(sleep_is_the_same_in_all_lanes_and_survives_a_save));
