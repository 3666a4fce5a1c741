/* VMC: what a sender writes, a receiver reads. */
#include "base/math.h"
#include "live/vmc_packets.h"
#include "test.h"

#include <math.h>
#include <string.h>

/* A pose of everything that VMC can say; its numbers differ from frame to frame. */
static void fill(vrm_pose *pose, vrm_custom_weight *customs, int frame) {
    const float t = (float)frame / 60.0f;
    vrm_pose_init(pose);
    pose->bones = VRM_ALL_BONES;
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        const vrm_vec3 axis = vrm_vec3_make(1.0f, (float)i * 0.1f, -0.4f);
        pose->rotations[i] = vrmi_quat_from_axis_angle(axis, vrmi_sin(t + (float)i));
    }
    pose->parts = VRM_POSE_HIPS;
    pose->hips = vrm_vec3_make(0.1f * t, 0.25f, -0.5f);
    pose->presets = VRM_ALL_PRESETS;
    for (int i = 0; i < VRM_PRESET_COUNT; ++i) pose->weights[i] = vrmi_saturate((float)i / 17.0f);
    customs[0] = (vrm_custom_weight){{"BrowInnerUp", 11}, 0.125f, VRM_NONE};
    customs[1] = (vrm_custom_weight){{"JawOpen", 7}, 0.0f, VRM_NONE};
    pose->customs = customs;
    pose->custom_count = pose->custom_capacity = 2;
}

static void give_all(const vrm_vmc_sender *sender, uint32_t count, vrm_vmc_receiver *receiver) {
    for (uint32_t i = 0; i < count; ++i) {
        size_t size;
        const void *bytes = vrm_vmc_sender_datagram(sender, i, &size);
        CHECK(bytes != NULL && size <= 1472 && size % 4 == 0);
        vrm_vmc_receiver_add(receiver, bytes, size, 0);
    }
}

/* What was sent came with the same bits; the position of the hips within rounding. */
static void check_same(const vrm_vmc_receiver *receiver, const vrm_pose *sent) {
    vrm_custom_weight customs[8];
    vrm_pose got;
    vrm_pose_init(&got);
    got.customs = customs;
    got.custom_capacity = 8;
    vrm_vmc_receiver_read_frame(receiver, &got);
    CHECK(got.bones == sent->bones && got.presets == sent->presets && got.parts == sent->parts);
    CHECK(memcmp(got.rotations, sent->rotations, sizeof got.rotations) == 0);
    CHECK(memcmp(got.weights, sent->weights, sizeof got.weights) == 0);
    CHECK_NEAR(got.hips.x, sent->hips.x, 2e-7);
    CHECK_NEAR(got.hips.y, sent->hips.y, 2e-7);
    CHECK_NEAR(got.hips.z, sent->hips.z, 2e-7);
    CHECK_INT(got.custom_count, sent->custom_count);
    for (uint32_t i = 0; i < got.custom_count && i < sent->custom_count; ++i) {
        CHECK_TEXT(got.customs[i].name.data, sent->customs[i].name.data);
        CHECK(got.customs[i].weight == sent->customs[i].weight);
    }
}

TEST(lv_001_what_is_sent_comes_with_the_same_bits) {
    static const vrm_vmc_sender_flags flags[] = {0, VRM_VMC_SEND_SINGLE, VRM_VMC_SEND_NEW_NAMES,
                                                 VRM_VMC_SEND_SINGLE | VRM_VMC_SEND_NEW_NAMES};
    for (size_t kind = 0; kind < sizeof flags / sizeof flags[0]; ++kind) {
        vrm_vmc_sender_desc desc;
        vrm_vmc_receiver_desc receiver_desc;
        vrm_vmc_receiver *receiver;
        vrm_vmc_sender *sender;
        vrm_custom_weight customs[2];
        vrm_pose pose;
        test_note("flags %u", flags[kind]);
        vrm_vmc_sender_desc_init(&desc);
        desc.flags = flags[kind];
        sender = create_sender(&desc);
        vrm_vmc_receiver_desc_init(&receiver_desc);
        receiver_desc.hips_height = 1.0f;
        receiver = create_receiver(&receiver_desc);
        REQUIRE(sender != NULL && receiver != NULL);
        for (int frame = 0; frame < 5; ++frame) {
            fill(&pose, customs, frame);
            give_all(sender, vrm_vmc_sender_write(sender, &pose, NULL, (float)frame / 60.0f),
                     receiver);
        }
        CHECK_INT(vrm_vmc_receiver_end_frame(receiver), 1);
        check_same(receiver, &pose);
        const vrm_vmc_counts *counts = vrm_vmc_receiver_counts(receiver);
        CHECK_INT(counts->frames, 5);
        CHECK_INT(counts->refused_datagrams + counts->refused_messages + counts->unknown_bones +
                      counts->ignored_messages + counts->duplicates + counts->late_datagrams,
                  0);
        const vrm_vmc_frame *frame = vrm_vmc_receiver_frame(receiver);
        CHECK(frame->bones == VRM_ALL_BONES && frame->is_timed == 1 && frame->is_loaded == 1);
        CHECK(frame->clock == 4.0f / 60.0f);
        vrm_vmc_sender_destroy(sender);
        vrm_vmc_receiver_destroy(receiver);
    }
    test_note(NULL);
}

/* Unity is left-handed and its avatars face +Z: a left arm at -X is raised by a turn about -Z. */
TEST(lv_002_axes_are_those_of_unity) {
    vrm_vmc_receiver *receiver = create_receiver(NULL);
    packet p = packet_bundle();
    vrm_pose pose;
    packet_clock(&p, 1.0f);
    packet_bone(&p, "LeftUpperArm", (vrm_vec3){5, 5, 5}, (vrm_quat){0.1f, 0.2f, 0.4f, 0.5f});
    packet_bone(&p, "Hips", (vrm_vec3){0.25f, 2.0f, 0.5f}, (vrm_quat){0, 0, 0, 1});
    packet_give(&p, receiver, 0);
    p = packet_bundle();
    packet_clock(&p, 1.1f);
    packet_bone(&p, "Hips", (vrm_vec3){0.25f, 1.0f, 0.5f}, (vrm_quat){0, 0, 0, 1});
    packet_give(&p, receiver, 16);
    vrm_pose_init(&pose);
    vrm_vmc_receiver_read_pose(receiver, &pose);
    const vrm_quat expected = vrmi_quat_normalize((vrm_quat){0.1f, -0.2f, -0.4f, 0.5f});
    CHECK(memcmp(&pose.rotations[VRM_BONE_LEFT_UPPER_ARM], &expected, sizeof expected) == 0);
    /* The first height is that of rest. */
    CHECK_NEAR(pose.hips.x, -0.125, 1e-7);
    CHECK_NEAR(pose.hips.y, -0.5, 1e-7);
    CHECK_NEAR(pose.hips.z, 0.25, 1e-7);
    vrm_vmc_receiver_destroy(receiver);
}

TEST(lv_003_names_of_both_versions_in_any_case) {
    static const struct {
        const char *name;
        vrm_preset preset;
    } names[] = {
        {"Joy", VRM_PRESET_HAPPY},
        {"happy", VRM_PRESET_HAPPY},
        {"A", VRM_PRESET_AA},
        {"aa", VRM_PRESET_AA},
        {"BLINK_L", VRM_PRESET_BLINK_LEFT},
        {"blinkRight", VRM_PRESET_BLINK_RIGHT},
        {"Sorrow", VRM_PRESET_SAD},
        {"fun", VRM_PRESET_RELAXED},
        {"surprised", VRM_PRESET_SURPRISED},
        {"Surprised", VRM_PRESET_SURPRISED},
        {"lookup", VRM_PRESET_LOOK_UP},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        vrm_vmc_receiver *receiver = create_receiver(NULL);
        vrm_pose pose;
        test_note("%s", names[i].name);
        give_weight(receiver, names[i].name, 0.5f, 0);
        vrm_pose_init(&pose);
        vrm_vmc_receiver_read_pose(receiver, &pose);
        CHECK_INT(pose.presets, 0); /* not yet applied */
        give_apply(receiver, 0);
        vrm_vmc_receiver_read_pose(receiver, &pose);
        CHECK(pose.presets == 1u << names[i].preset && pose.weights[names[i].preset] == 0.5f);
        vrm_vmc_receiver_destroy(receiver);
    }
    test_note(NULL);
}

TEST(lv_004_creation_reports_what_it_refuses) {
    vrm_vmc_receiver_desc receiver_desc;
    vrm_vmc_sender_desc sender_desc;
    vrm_vmc_receiver *receiver;
    vrm_vmc_sender *sender;
    vrm_report *report;
    vrm_vmc_receiver_desc_init(&receiver_desc);
    receiver_desc.hips_height = -1.0f;
    CHECK_INT(vrm_vmc_receiver_create(&receiver_desc, &receiver, &report),
              VRM_ERROR_INVALID_ARGUMENT);
    CHECK(receiver == NULL && report != NULL);
    vrm_report_destroy(report);
    CHECK_INT(vrm_vmc_receiver_create(NULL, NULL, NULL), VRM_ERROR_INVALID_ARGUMENT);
    receiver_desc.hips_height = 1.0f;
    receiver_desc.custom_capacity = 1025;
    CHECK_INT(vrm_vmc_receiver_create(&receiver_desc, &receiver, NULL), VRM_ERROR_INVALID_ARGUMENT);
    vrm_vmc_sender_desc_init(&sender_desc);
    sender_desc.flags = 4;
    CHECK_INT(vrm_vmc_sender_create(&sender_desc, &sender, NULL), VRM_ERROR_INVALID_ARGUMENT);
    sender_desc.flags = 0;
    sender_desc.datagram_bytes = 255;
    CHECK_INT(vrm_vmc_sender_create(&sender_desc, &sender, &report), VRM_ERROR_INVALID_ARGUMENT);
    CHECK(sender == NULL && report != NULL);
    vrm_report_destroy(report);
    CHECK_INT(vrm_vmc_sender_create(NULL, NULL, NULL), VRM_ERROR_INVALID_ARGUMENT);
    /* NULL does nothing. */
    vrm_vmc_receiver_destroy(NULL);
    vrm_vmc_sender_destroy(NULL);
    vrm_vmc_receiver_reset(NULL);
    CHECK_INT(vrm_vmc_receiver_add(NULL, "", 0, 0), 0);
    CHECK_INT(vrm_vmc_receiver_end_frame(NULL), 0);
    CHECK(vrm_vmc_receiver_frame(NULL) == NULL && vrm_vmc_receiver_counts(NULL) == NULL);
    CHECK_INT(vrm_vmc_sender_write(NULL, NULL, NULL, 0.0f), 0);
    CHECK(vrm_vmc_sender_datagram(NULL, 0, NULL) == NULL);
}

/* The value alone: what is beside it counts. */
TEST(lv_001_what_is_not_finite_is_sent_as_at_rest) {
    static const vrm_vec3 hips[] = {{NAN, 1.0f, 1.0f}, {3e38f, -3e38f, 3e38f}};
    for (size_t i = 0; i < sizeof hips / sizeof hips[0]; ++i) {
        vrm_vmc_sender_desc desc;
        vrm_trs root = {{1.0f, 2.0f, 3.0f}, {INFINITY, 0.0f, 0.0f, 1.0f}, {NAN, 1.0f, 1.0f}};
        vrm_vmc_receiver *receiver = create_receiver(NULL);
        vrm_vmc_sender *sender;
        vrm_pose pose;
        vrm_vmc_sender_desc_init(&desc);
        desc.hips_height = 100.0f;
        sender = create_sender(&desc);
        test_note("hips %zu", i);
        REQUIRE(sender != NULL && receiver != NULL);
        vrm_pose_init(&pose);
        pose.parts = VRM_POSE_HIPS;
        pose.hips = hips[i];
        pose.presets = VRM_ALL_PRESETS;
        for (int k = 0; k < VRM_PRESET_COUNT; ++k) pose.weights[k] = k % 2 == 0 ? INFINITY : NAN;
        give_all(sender, vrm_vmc_sender_write(sender, &pose, &root, INFINITY), receiver);
        CHECK_INT(vrm_vmc_receiver_end_frame(receiver), 1);
        CHECK_INT(vrm_vmc_receiver_counts(receiver)->refused_messages, 0);
        vrm_pose_init(&pose);
        vrm_vmc_receiver_read_frame(receiver, &pose);
        CHECK(pose.presets == VRM_ALL_PRESETS);
        for (int k = 0; k < VRM_PRESET_COUNT; ++k) CHECK(pose.weights[k] == 0.0f);
        CHECK(pose.bones == VRM_BONE_BIT(VRM_BONE_HIPS));
        root = vrm_vmc_receiver_frame(receiver)->root;
        CHECK(root.translation.x == 1.0f && root.translation.y == 2.0f);
        CHECK(root.rotation.x == 0.0f && root.rotation.w == 1.0f);
        vrm_vmc_sender_destroy(sender);
        vrm_vmc_receiver_destroy(receiver);
    }
    test_note(NULL);
}

TEST_SUITE(vmc, ENTRY(lv_001_what_is_not_finite_is_sent_as_at_rest),
           ENTRY(lv_001_what_is_sent_comes_with_the_same_bits),
           ENTRY(lv_002_axes_are_those_of_unity), ENTRY(lv_003_names_of_both_versions_in_any_case),
           ENTRY(lv_004_creation_reports_what_it_refuses));
