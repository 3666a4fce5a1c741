/* VMC: how frames are put together of what senders send, in any shape, order and condition. */
#include "base/math.h"
#include "live/vmc_packets.h"
#include "test.h"

#include <math.h>
#include <string.h>

static const vrm_quat turned = {0.0f, 0.0f, 0.6f, 0.8f}, other = {0.0f, 0.8f, 0.0f, 0.6f};

static vrm_pose newest(const vrm_vmc_receiver *receiver) {
    vrm_pose pose;
    vrm_pose_init(&pose);
    vrm_vmc_receiver_read_pose(receiver, &pose);
    return pose;
}

static vrm_pose last_frame(const vrm_vmc_receiver *receiver) {
    vrm_pose pose;
    vrm_pose_init(&pose);
    vrm_vmc_receiver_read_frame(receiver, &pose);
    return pose;
}

static void add_bone(packet *p, const char *name, vrm_quat rotation) {
    packet_bone(p, name, (vrm_vec3){0, 0, 0}, rotation);
}

/* A frame in a bundle: a clock, and two bones. */
static uint32_t give_frame(vrm_vmc_receiver *receiver, float clock, vrm_quat rotation) {
    packet p = packet_bundle();
    packet_clock(&p, clock);
    add_bone(&p, "Head", rotation);
    add_bone(&p, "LeftHand", rotation);
    return packet_give(&p, receiver, 0);
}

/* The rotation of the receiver, in the axes of the packets. */
static bool has_rotation(const vrm_pose *pose, vrm_bone bone, vrm_quat rotation) {
    const vrm_quat q = pose->rotations[bone];
    return (pose->bones & VRM_BONE_BIT(bone)) != 0 && fabsf(q.x - rotation.x) < 1e-6f &&
           fabsf(q.y + rotation.y) < 1e-6f && fabsf(q.z + rotation.z) < 1e-6f &&
           fabsf(q.w - rotation.w) < 1e-6f;
}

/* --- What is wrong --- */

TEST(lv_005_wrong_datagrams_are_refused_and_change_nothing) {
#define WRONG(what, bytes)                                                                         \
    { what, bytes, sizeof(bytes) - 1 }
    static const struct {
        const char *what, *bytes;
        size_t size;
    } wrong[] = {
        WRONG("empty", ""),
        WRONG("an address without an end", "/VMC/Ext/T"),
        WRONG("types without a comma", "/VMC/Ext/T\0\0f\0\0\0\0\0\0\0"),
        WRONG("half of a number", "/VMC/Ext/T\0\0,f\0\0\0\0"),
        WRONG("a number that is not there", "/VMC/Ext/T\0\0,f\0\0"),
        WRONG("a string without an end", "/VMC/Ext/Blend/Val\0\0,sf\0AAAA"),
        WRONG("an unknown type", "/VMC/Ext/T\0\0,?\0\0\0\0\0\0"),
        WRONG("more than the types tell", "/VMC/Ext/T\0\0,f\0\0\0\0\0\0\0\0\0\0"),
        WRONG("a bundle without a time", "#bundle\0\0\0\0\0"),
        WRONG("an element behind the end", "#bundle\0\0\0\0\0\0\0\0\1\0\0\1\0/VMC"),
        WRONG("an empty element", "#bundle\0\0\0\0\0\0\0\0\1\0\0\0\0"),
        WRONG("an element that is not aligned", "#bundle\0\0\0\0\0\0\0\0\1\0\0\0\3/A\0"),
        WRONG("bytes behind an element", "#bundle\0\0\0\0\0\0\0\0\1\0\0"),
        WRONG("no OSC", "not osc!"),
    };
#undef WRONG
    vrm_vmc_receiver *receiver = create_receiver(NULL);
    give_frame(receiver, 1.0f, turned);
    const vrm_pose before = newest(receiver);
    const vrm_vmc_counts *counts = vrm_vmc_receiver_counts(receiver);
    const uint64_t messages = counts->messages;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        test_note("%s", wrong[i].what);
        CHECK_INT(vrm_vmc_receiver_add(receiver, wrong[i].bytes, wrong[i].size, 0), 0);
        CHECK_INT(counts->refused_datagrams, i + 1);
        const vrm_pose after = newest(receiver);
        CHECK(memcmp(&before, &after, sizeof before) == 0);
    }
    test_note(NULL);
    CHECK(counts->messages == messages && counts->refused_messages == 0);
    vrm_vmc_receiver_destroy(receiver);
}

TEST(lv_006_a_wrong_message_costs_itself_alone) {
    vrm_vmc_receiver *receiver = create_receiver(NULL);
    char name[VRM_VMC_NAME_BYTES + 2];
    packet p = packet_bundle();
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    packet_clock(&p, 1.0f);
    add_bone(&p, "Head", turned);
    add_bone(&p, "Neck", (vrm_quat){0, 0, NAN, 1});
    add_bone(&p, "Neck", (vrm_quat){0, 0, INFINITY, 1});
    add_bone(&p, "Neck", (vrm_quat){0, 0, 0, 0});
    packet_bone(&p, "Neck", (vrm_vec3){NAN, 0, 0}, turned);
    packet_add(&p, "/VMC/Ext/Bone/Pos", "sfff", "Neck", 0.0, 0.0, 0.0);
    packet_add(&p, "/VMC/Ext/Bone/Pos", "ssfffffff", "Neck", "Neck", 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
               1.0);
    packet_weight(&p, "Joy", INFINITY);
    packet_weight(&p, "", 1.0f);
    packet_weight(&p, name, 1.0f);
    packet_add(&p, "/VMC/Ext/Blend/Val", "s", "Joy");
    packet_add(&p, "/VMC/Ext/OK", "s", "yes");
    packet_add(&p, "/VMC/Ext/T", "s", "now");
    add_bone(&p, "LeftHand", other);
    packet_apply(&p);
    packet_give(&p, receiver, 0);
    CHECK_INT(vrm_vmc_receiver_end_frame(receiver), 1);
    const vrm_vmc_counts *counts = vrm_vmc_receiver_counts(receiver);
    CHECK(counts->refused_messages == 12 && counts->refused_datagrams == 0);
    const vrm_pose pose = last_frame(receiver);
    CHECK(pose.bones == (VRM_BONE_BIT(VRM_BONE_HEAD) | VRM_BONE_BIT(VRM_BONE_LEFT_HAND)));
    CHECK(has_rotation(&pose, VRM_BONE_HEAD, turned));
    CHECK(has_rotation(&pose, VRM_BONE_LEFT_HAND, other));
    CHECK(pose.presets == 0 && pose.custom_count == 0);
    CHECK(vrm_vmc_receiver_frame(receiver)->clock == 1.0f);
    vrm_vmc_receiver_destroy(receiver);
}

TEST(lv_007_what_is_longer_or_unknown_is_counted) {
    vrm_vmc_receiver *receiver = create_receiver(NULL);
    const vrm_vmc_counts *counts = vrm_vmc_receiver_counts(receiver);
    packet p = packet_bundle();
    packet_add(&p, "/VMC/Ext/OK", "iiii", 1, 3, 0, 2);
    packet_add(&p, "/VMC/Ext/VRM", "sss", "avatar.vrm", "Ame", "more");
    packet_add(&p, "/VMC/Ext/Root/Pos", "sffffffffffffff", "root", 1.0, 2.0, 3.0, 0.0, 0.0, 0.0,
               1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0);
    packet_add(&p, "/VMC/Ext/Hmd/Pos", "sfffffff", "hmd", 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0);
    packet_add(&p, "/foo/bar", "i", 1);
    add_bone(&p, "Tail", turned);
    packet_clock(&p, 1.0f);
    packet_give(&p, receiver, 0);
    vrm_vmc_receiver_end_frame(receiver);
    CHECK(counts->unread_arguments == 9 && counts->refused_messages == 0);
    CHECK(counts->unknown_bones == 1);
    CHECK_INT(counts->ignored_messages, 3); /* of the avatar, of a device, and foo */
    const vrm_vmc_frame *frame = vrm_vmc_receiver_frame(receiver);
    CHECK(frame->is_loaded == 1 && frame->calibration == 3);
    CHECK(frame->root.translation.x == -1.0f && frame->root.translation.y == 2.0f);
    p = packet_message();
    packet_add(&p, "/VMC/Ext/OK", "i", 0);
    packet_give(&p, receiver, 0);
    give_frame(receiver, 2.0f, turned);
    give_frame(receiver, 3.0f, turned);
    CHECK_INT(frame->is_loaded, 0);
    vrm_vmc_receiver_destroy(receiver);
}

/* --- Frames --- */

TEST(lv_008_bundles_with_a_clock_are_frames) {
    vrm_vmc_receiver *receiver = create_receiver(NULL);
    for (int frame = 0; frame < 5; ++frame) {
        CHECK_INT(give_frame(receiver, 1.0f + 0.1f * (float)frame, turned), frame > 0);
    }
    CHECK_INT(vrm_vmc_receiver_end_frame(receiver), 1);
    CHECK_INT(vrm_vmc_receiver_end_frame(receiver), 0);
    CHECK_INT(vrm_vmc_receiver_counts(receiver)->frames, 5);
    vrm_vmc_receiver_destroy(receiver);
}

TEST(lv_008_bundles_with_equal_clocks_are_one_frame) {
    vrm_vmc_receiver *receiver = create_receiver(NULL);
    for (int frame = 0; frame < 3; ++frame) {
        static const char *const names[] = {"Head", "LeftHand", "RightHand"};
        for (int part = 0; part < 3; ++part) {
            packet p = packet_bundle();
            packet_clock(&p, (float)frame);
            add_bone(&p, names[part], turned);
            CHECK_INT(packet_give(&p, receiver, 0), part == 0 && frame > 0);
        }
    }
    const vrm_vmc_frame *frame = vrm_vmc_receiver_frame(receiver);
    CHECK(frame->clock == 1.0f && frame->is_timed == 1);
    CHECK(frame->bones == (VRM_BONE_BIT(VRM_BONE_HEAD) | VRM_BONE_BIT(VRM_BONE_LEFT_HAND) |
                           VRM_BONE_BIT(VRM_BONE_RIGHT_HAND)));
    vrm_vmc_receiver_destroy(receiver);
}

/* One datagram for each message: a clock at the end, at the beginning, or nowhere. */
TEST(lv_008_single_messages_are_frames) {
    for (int kind = 0; kind < 3; ++kind) {
        static const char *const kinds[] = {"clock last", "clock first", "no clock"};
        vrm_vmc_receiver *receiver = create_receiver(NULL);
        const vrm_vmc_frame *frame = vrm_vmc_receiver_frame(receiver);
        test_note("%s", kinds[kind]);
        for (int i = 0; i < 4; ++i) {
            const float clock = 5.0f + (float)i;
            if (kind == 1) give_clock(receiver, clock, 16 * i);
            give_bone(receiver, "Head", i % 2 == 0 ? turned : other, 16 * i);
            give_bone(receiver, "LeftHand", turned, 16 * i + 1);
            if (kind == 0) give_clock(receiver, clock, 16 * i + 2);
        }
        vrm_vmc_receiver_end_frame(receiver);
        CHECK_INT(vrm_vmc_receiver_counts(receiver)->frames, 4);
        CHECK(frame->bones == (VRM_BONE_BIT(VRM_BONE_HEAD) | VRM_BONE_BIT(VRM_BONE_LEFT_HAND)));
        CHECK(frame->is_timed == (kind < 2) && frame->clock == (kind < 2 ? 8.0f : 0.0f));
        const vrm_pose pose = last_frame(receiver);
        CHECK(has_rotation(&pose, VRM_BONE_HEAD, other));
        vrm_vmc_receiver_destroy(receiver);
    }
    test_note(NULL);
}

/* VSeeFaceReleases#15 and #43: no T-pose between frames, if bones come in datagrams of their own.
 */
TEST(lv_009_the_last_pose_is_held) {
    vrm_vmc_receiver *receiver = create_receiver(NULL);
    vrm_pose pose;
    give_frame(receiver, 1.0f, turned);
    give_weight(receiver, "Joy", 0.5f, 0);
    give_apply(receiver, 0);
    for (int i = 0; i < 10; ++i) {
        give_clock(receiver, 2.0f + (float)i, 0);
        pose = newest(receiver);
        CHECK(has_rotation(&pose, VRM_BONE_HEAD, i == 0 ? turned : other));
        give_bone(receiver, "Head", other, 0);
        pose = newest(receiver); /* amid a frame */
        CHECK(has_rotation(&pose, VRM_BONE_HEAD, other));
        CHECK(has_rotation(&pose, VRM_BONE_LEFT_HAND, turned));
        CHECK(pose.weights[VRM_PRESET_HAPPY] == 0.5f);
    }
    vrm_vmc_receiver_end_frame(receiver);
    CHECK(vrm_vmc_receiver_frame(receiver)->bones == VRM_BONE_BIT(VRM_BONE_HEAD));
    pose = last_frame(receiver); /* lost bones keep their values */
    CHECK(has_rotation(&pose, VRM_BONE_LEFT_HAND, turned));
    vrm_vmc_receiver_destroy(receiver);
}

/* iFacialMocap sends 0 as the position of every bone, and others send positions of their avatar. */
TEST(lv_010_positions_do_not_fold_the_body) {
    vrm_vmc_receiver *receiver = create_receiver(NULL);
    packet p = packet_bundle();
    vrm_pose pose;
    packet_clock(&p, 1.0f);
    packet_bone(&p, "Hips", (vrm_vec3){0, 0, 0}, turned);
    packet_bone(&p, "Head", (vrm_vec3){7, 8, 9}, turned);
    packet_give(&p, receiver, 0);
    pose = newest(receiver);
    CHECK((pose.parts & VRM_POSE_HIPS) == 0);
    CHECK(pose.hips.x == 0.0f && pose.hips.y == 0.0f && pose.hips.z == 0.0f);
    CHECK(has_rotation(&pose, VRM_BONE_HIPS, turned));
    for (int i = 0; i < 3; ++i) {
        p = packet_bundle();
        packet_clock(&p, 2.0f + (float)i);
        packet_bone(&p, "Hips", (vrm_vec3){0, i == 2 ? 0.0f : 1.0f + 0.5f * (float)i, 0}, turned);
        packet_give(&p, receiver, 0);
    }
    pose = newest(receiver); /* the zero did not count */
    CHECK((pose.parts & VRM_POSE_HIPS) != 0);
    CHECK_NEAR(pose.hips.y, 0.5, 1e-6);
    vrm_vmc_receiver_destroy(receiver);
}

/* --- Order --- */

TEST(lv_011_doubled_late_and_lost_datagrams) {
    vrm_vmc_receiver *receiver = create_receiver(NULL);
    const vrm_vmc_counts *counts = vrm_vmc_receiver_counts(receiver);
    vrm_pose pose;
    give_frame(receiver, 10.0f, turned);
    CHECK_INT(give_frame(receiver, 10.0f, turned), 0); /* the same again */
    CHECK(counts->duplicates == 1 && counts->frames == 0);
    CHECK_INT(give_frame(receiver, 10.2f, other), 1);
    CHECK_INT(give_frame(receiver, 10.1f, turned), 0); /* overtaken */
    pose = newest(receiver);
    CHECK(counts->late_datagrams == 1 && has_rotation(&pose, VRM_BONE_HEAD, other));
    CHECK_INT(give_frame(receiver, 12.0f, turned), 1); /* some were lost */
    CHECK(counts->restarts == 0 && counts->frames == 2);
    vrm_vmc_receiver_destroy(receiver);
}

TEST(lv_011_a_sender_starts_again) {
    vrm_vmc_receiver *receiver = create_receiver(NULL);
    const vrm_vmc_counts *counts = vrm_vmc_receiver_counts(receiver);
    vrm_pose pose;
    give_frame(receiver, 100.0f, turned);
    give_frame(receiver, 100.1f, turned);
    CHECK_INT(give_frame(receiver, 0.0f, other), 1);
    CHECK_INT(give_frame(receiver, 0.1f, other), 1);
    CHECK(counts->restarts == 1 && counts->late_datagrams == 0);
    CHECK(vrm_vmc_receiver_frame(receiver)->clock == 0.0f);
    pose = last_frame(receiver);
    CHECK(has_rotation(&pose, VRM_BONE_HEAD, other));
    /* Another sender: nothing of the old one stays. */
    vrm_vmc_receiver_reset(receiver);
    CHECK(counts->datagrams == 0 && counts->restarts == 0 && counts->frames == 0);
    pose = newest(receiver);
    CHECK(pose.bones == 0 && pose.presets == 0 && pose.parts == 0);
    vrm_vmc_receiver_destroy(receiver);
}

/* Each has a name of its own, in the order of the sender or in any other; names beyond the capacity
 * are counted. */
TEST(lv_012_custom_expressions_in_any_order) {
    static const char *const orders[] = {"abcdef", "fedcba", "badcfe", "abcdef"};
    vrm_vmc_receiver_desc desc;
    vrm_custom_weight customs[8];
    vrm_pose pose;
    vrm_vmc_receiver_desc_init(&desc);
    desc.custom_capacity = 6;
    vrm_vmc_receiver *receiver = create_receiver(&desc);
    for (int frame = 0; frame < 4; ++frame) {
        packet p = packet_bundle();
        packet_clock(&p, (float)frame);
        for (int i = 0; i < 6; ++i) {
            const char name[] = {'x', orders[frame][i], '\0'};
            packet_weight(&p, name, 0.1f * (float)frame + 0.01f * (float)(orders[frame][i] - 'a'));
            packet_weight(&p, i % 2 == 0 ? "Joy" : "A", 0.1f * (float)frame);
        }
        packet_weight(&p, "xg", 1.0f);
        packet_apply(&p);
        packet_give(&p, receiver, 0);
        vrm_pose_init(&pose);
        pose.customs = customs;
        pose.custom_capacity = 8;
        vrm_vmc_receiver_read_pose(receiver, &pose);
        CHECK_INT(pose.custom_count, 6);
        for (uint32_t i = 0; i < pose.custom_count; ++i) {
            const float letter = (float)(customs[i].name.data[1] - 'a');
            CHECK(customs[i].name.length == 2 && customs[i].name.data[0] == 'x');
            CHECK_NEAR(customs[i].weight, 0.1f * (float)frame + 0.01f * letter, 1e-6);
        }
        CHECK(pose.weights[VRM_PRESET_HAPPY] == 0.1f * (float)frame);
        CHECK(pose.weights[VRM_PRESET_AA] == 0.1f * (float)frame);
    }
    CHECK_INT(vrm_vmc_receiver_counts(receiver)->lost_customs, 4);
    give_weight(receiver, "xa", 0.9f, 0); /* the others are held */
    give_apply(receiver, 0);
    vrm_vmc_receiver_read_pose(receiver, &pose);
    CHECK(pose.custom_count == 6 && customs[0].weight == 0.9f);
    CHECK_NEAR(customs[1].weight, 0.31f, 1e-6);
    vrm_vmc_receiver_destroy(receiver);
}

TEST_SUITE(vmc_frames, ENTRY(lv_005_wrong_datagrams_are_refused_and_change_nothing),
           ENTRY(lv_006_a_wrong_message_costs_itself_alone),
           ENTRY(lv_007_what_is_longer_or_unknown_is_counted),
           ENTRY(lv_008_bundles_with_a_clock_are_frames),
           ENTRY(lv_008_bundles_with_equal_clocks_are_one_frame),
           ENTRY(lv_008_single_messages_are_frames), ENTRY(lv_009_the_last_pose_is_held),
           ENTRY(lv_010_positions_do_not_fold_the_body),
           ENTRY(lv_011_doubled_late_and_lost_datagrams), ENTRY(lv_011_a_sender_starts_again),
           ENTRY(lv_012_custom_expressions_in_any_order));
