/* Any bytes as datagrams of VMC: what is received is a pose, and a sender's datagrams of it give it
 * back. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/live/vmc.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { VMC_CUSTOMS = 9, VMC_MOST_DATAGRAMS = 64 };

typedef struct vmc_pose {
    vrm_pose pose;
    vrm_custom_weight customs[VMC_CUSTOMS];
} vmc_pose;

static void need_vmc(int holds) {
    if (!holds) abort();
}

static void prepare_vmc(vmc_pose *out) {
    vrm_pose_init(&out->pose);
    out->pose.customs = out->customs;
    out->pose.custom_capacity = VMC_CUSTOMS;
}

static void check_vmc_turn(vrm_quat q) {
    const float square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    need_vmc(square > 0.999f && square < 1.001f);
}

static void check_vmc_pose(const vrm_pose *pose) {
    for (int i = 0; i < VRM_BONE_COUNT; ++i) check_vmc_turn(pose->rotations[i]);
    for (int i = 0; i < VRM_PRESET_COUNT; ++i) {
        need_vmc(pose->weights[i] >= 0.0f && pose->weights[i] <= 1.0f);
    }
    need_vmc(isfinite(pose->hips.x) && isfinite(pose->hips.y) && isfinite(pose->hips.z));
    need_vmc(pose->custom_count <= pose->custom_capacity);
    for (uint32_t i = 0; i < pose->custom_count; ++i) {
        const vrm_custom_weight *custom = &pose->customs[i];
        need_vmc(custom->weight >= 0.0f && custom->weight <= 1.0f);
        need_vmc(custom->name.length >= 1 && custom->name.length <= VRM_VMC_NAME_BYTES);
        need_vmc(strlen(custom->name.data) == custom->name.length);
    }
}

static void check_vmc_receiver(const vrm_vmc_receiver *receiver, uint64_t datagrams) {
    const vrm_vmc_counts *counts = vrm_vmc_receiver_counts(receiver);
    const vrm_vmc_frame *frame = vrm_vmc_receiver_frame(receiver);
    vmc_pose newest, ended;
    prepare_vmc(&newest);
    prepare_vmc(&ended);
    need_vmc(counts->datagrams == datagrams && counts->refused_datagrams <= datagrams);
    need_vmc(counts->refused_messages <= counts->messages);
    need_vmc(isfinite(frame->clock) && frame->calibration >= -1 && frame->calibration <= 3);
    check_vmc_turn(frame->root.rotation);
    vrm_vmc_receiver_read_pose(receiver, &newest.pose);
    vrm_vmc_receiver_read_frame(receiver, &ended.pose);
    check_vmc_pose(&newest.pose);
    check_vmc_pose(&ended.pose);
}

/* What a sender writes for a pose comes back with the same bits; the hips within rounding. */
static void check_vmc_sender(const vrm_pose *pose, vrm_vmc_sender_flags flags) {
    vrm_vmc_sender_desc desc;
    vrm_vmc_sender *sender;
    vrm_vmc_receiver *receiver;
    vmc_pose back;
    uint32_t count;
    vrm_vmc_sender_desc_init(&desc);
    desc.flags = flags;
    desc.datagram_bytes = 256;
    if (vrm_vmc_sender_create(&desc, &sender, NULL) != VRM_OK) abort();
    if (vrm_vmc_receiver_create(NULL, &receiver, NULL) != VRM_OK) abort();
    count = vrm_vmc_sender_write(sender, pose, NULL, 1.0f);
    for (uint32_t i = 0; i < count; ++i) {
        size_t size;
        const void *bytes = vrm_vmc_sender_datagram(sender, i, &size);
        need_vmc(size <= 256);
        vrm_vmc_receiver_add(receiver, bytes, size, 0);
    }
    vrm_vmc_receiver_end_frame(receiver);
    need_vmc(vrm_vmc_receiver_counts(receiver)->refused_datagrams == 0);
    need_vmc(vrm_vmc_receiver_counts(receiver)->refused_messages == 0);
    prepare_vmc(&back);
    vrm_vmc_receiver_read_frame(receiver, &back.pose);
    need_vmc((back.pose.bones | VRM_BONE_BIT(VRM_BONE_HIPS)) ==
             (pose->bones | VRM_BONE_BIT(VRM_BONE_HIPS)));
    need_vmc(back.pose.presets == pose->presets);
    need_vmc(memcmp(back.pose.rotations, pose->rotations, sizeof pose->rotations) == 0);
    need_vmc(back.pose.custom_count == pose->custom_count);
    for (int i = 0; i < VRM_PRESET_COUNT; ++i) {
        need_vmc(back.pose.weights[i] == pose->weights[i]);
    }
    for (uint32_t i = 0; i < pose->custom_count; ++i) {
        need_vmc(back.customs[i].weight == pose->customs[i].weight);
        need_vmc(strcmp(back.customs[i].name.data, pose->customs[i].name.data) == 0);
    }
    vrm_vmc_receiver_destroy(receiver);
    vrm_vmc_sender_destroy(sender);
}

/* The capacity of customs and the flags of the sender (1 byte), then datagrams: their length (2
 * bytes, little-endian) and their bytes. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    vrm_vmc_receiver_desc desc;
    vrm_vmc_receiver *receiver;
    vmc_pose pose;
    uint64_t datagrams = 0;
    size_t at = 1;
    if (size == 0) return 0;
    vrm_vmc_receiver_desc_init(&desc);
    desc.custom_capacity = 1 + (data[0] & 7u);
    if (vrm_vmc_receiver_create(&desc, &receiver, NULL) != VRM_OK) abort();
    while (size - at >= 2 && datagrams < VMC_MOST_DATAGRAMS) {
        const size_t given = data[at] | (size_t)data[at + 1] << 8;
        const size_t length = given < size - at - 2 ? given : size - at - 2;
        uint8_t *exact = malloc(length > 0 ? length : 1); /* reading past its end is seen */
        if (exact == NULL) abort();
        memcpy(exact, data + at + 2, length);
        vrm_vmc_receiver_add(receiver, exact, length, (int64_t)datagrams * 16666667);
        free(exact);
        at += 2 + length;
        check_vmc_receiver(receiver, ++datagrams);
    }
    vrm_vmc_receiver_end_frame(receiver);
    check_vmc_receiver(receiver, datagrams);
    prepare_vmc(&pose);
    vrm_vmc_receiver_read_pose(receiver, &pose.pose);
    check_vmc_sender(&pose.pose, data[0] >> 3 & 3u);
    vrm_vmc_receiver_destroy(receiver);
    return 0;
}
