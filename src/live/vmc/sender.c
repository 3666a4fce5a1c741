/* Poses become datagrams of VMC. A frame is written into one block, with the place of each
 * datagram. */
#include "base/bytes.h"
#include "base/desc.h"
#include "base/memory.h"
#include "base/report.h"
#include "live/vmc/names.h"
#include "live/vmc/osc.h"
#include "live/vmc/rest.h"
#include "vrm/live/vmc.h"

#include <string.h>

VRMI_DESC_CHECK(vrm_vmc_sender_desc, flags);

enum { DEFAULT_CUSTOMS = 64, MOST_CUSTOMS = 1024 };
enum { DEFAULT_DATAGRAM = 1472, LEAST_DATAGRAM = 256, MOST_DATAGRAM = 65504 };
/* The most bytes of one message with its size in a bundle, and messages that are there once. */
enum { MESSAGE_BYTES = 4 + 20 + 4 + VRM_VMC_NAME_BYTES + 1 + 16 + 28, OTHER_MESSAGES = 4 };
enum { ALL_FLAGS = VRM_VMC_SEND_SINGLE | VRM_VMC_SEND_NEW_NAMES };

struct vrm_vmc_sender {
    vrmi_memory memory;
    size_t bytes;
    vrmi_vmc_rest rest;
    vrm_vmc_sender_flags flags;
    uint32_t datagram_bytes;
    uint32_t custom_capacity;
    uint32_t count;   /* of datagrams */
    uint32_t *starts; /* where each begins; one more for the end */
    uint8_t *block;
    size_t size;
};

void vrm_vmc_sender_desc_init_sized(vrm_vmc_sender_desc *desc, size_t struct_size) {
    vrmi_desc_init(desc, struct_size);
}

static bool read_desc(const vrm_vmc_sender_desc *desc, vrm_vmc_sender_desc *own) {
    if (!vrmi_desc_read(own, sizeof *own, VRMI_SIZE_UP_TO(vrm_vmc_sender_desc, custom_capacity),
                        desc, ALL_FLAGS)) {
        return false;
    }
    if (own->custom_capacity == 0) own->custom_capacity = DEFAULT_CUSTOMS;
    if (own->datagram_bytes == 0) own->datagram_bytes = DEFAULT_DATAGRAM;
    if (own->hips_height == 0.0f && own->model == NULL) own->hips_height = 1.0f;
    return own->custom_capacity <= MOST_CUSTOMS && own->datagram_bytes >= LEAST_DATAGRAM &&
           own->datagram_bytes <= MOST_DATAGRAM &&
           (own->hips_height == 0.0f || (own->hips_height >= 1e-3f && own->hips_height <= 1e3f));
}

vrm_result vrm_vmc_sender_create(const vrm_vmc_sender_desc *desc, vrm_vmc_sender **out_sender,
                                 vrm_report **out_report) {
    vrm_vmc_sender_desc own;
    vrmi_layout layout = {0, false};
    vrmi_memory memory;
    vrm_vmc_sender *s;
    unsigned char *place;
    size_t starts, block, messages;
    if (out_sender != NULL) *out_sender = NULL;
    if (out_sender == NULL || !read_desc(desc, &own)) {
        return vrmi_report_end(out_report, VRM_ERROR_INVALID_ARGUMENT);
    }
    vrmi_memory_init(&memory, own.allocator);
    messages = OTHER_MESSAGES + VRM_BONE_COUNT + VRM_PRESET_COUNT + (size_t)own.custom_capacity;
    vrmi_layout_add(&layout, 1, sizeof *s, alignof(vrm_vmc_sender));
    starts = vrmi_layout_add(&layout, messages + 1, sizeof(uint32_t), alignof(uint32_t));
    block = vrmi_layout_add(&layout, messages, MESSAGE_BYTES + VRMI_OSC_BUNDLE_HEAD, 1);
    place = layout.overflow ? NULL : vrmi_memory_allocate(&memory, layout.size);
    if (place == NULL) return vrmi_report_end(out_report, VRM_ERROR_OUT_OF_MEMORY);
    memset(place, 0, layout.size);
    s = (vrm_vmc_sender *)(void *)place;
    s->memory = memory;
    s->bytes = layout.size;
    s->flags = own.flags;
    s->datagram_bytes = own.datagram_bytes;
    s->custom_capacity = own.custom_capacity;
    s->starts = (uint32_t *)(void *)(place + starts);
    s->block = place + block;
    vrmi_vmc_rest_init(&s->rest, own.model, own.hips_height);
    *out_sender = s;
    return vrmi_report_end(out_report, VRM_OK);
}

void vrm_vmc_sender_destroy(vrm_vmc_sender *sender) {
    vrmi_memory memory;
    if (sender == NULL) return;
    memory = sender->memory;
    vrmi_memory_release(&memory, sender, sender->bytes);
}

/* --- Messages --- */

static bool is_single(const vrm_vmc_sender *s) { return (s->flags & VRM_VMC_SEND_SINGLE) != 0; }

static void begin_datagram(vrm_vmc_sender *s) {
    s->starts[s->count++] = (uint32_t)s->size;
    if (is_single(s)) return;
    memcpy(s->block + s->size, "#bundle\0\0\0\0\0\0\0\0\1", VRMI_OSC_BUNDLE_HEAD); /* now */
    s->size += VRMI_OSC_BUNDLE_HEAD;
}

static uint8_t *put(uint8_t *at, const void *bytes, size_t size) {
    memcpy(at, bytes, size);
    return at + size;
}

static uint8_t *put_string(uint8_t *at, const char *text, size_t length) {
    const size_t padded = vrmi_osc_padded(length);
    memset(at + padded - 4, 0, 4);
    memcpy(at, text, length);
    return at + padded;
}

static uint8_t *put_u32(uint8_t *at, uint32_t value) {
    const uint8_t bytes[4] = {(uint8_t)(value >> 24), (uint8_t)(value >> 16), (uint8_t)(value >> 8),
                              (uint8_t)value};
    return put(at, bytes, sizeof bytes);
}

static uint8_t *put_float(uint8_t *at, float value) { return put_u32(at, vrmi_float_bits(value)); }

/* Begins a message of `size` bytes, in this datagram or in the next one. */
static uint8_t *begin_message(vrm_vmc_sender *s, size_t size) {
    uint8_t *at;
    if (is_single(s) || s->count == 0 ||
        s->size - s->starts[s->count - 1] + 4 + size > s->datagram_bytes) {
        begin_datagram(s);
    }
    at = s->block + s->size;
    s->size += size;
    if (is_single(s)) return at;
    s->size += 4;
    return put_u32(at, (uint32_t)size);
}

/* The address and the types of each message, as bytes. */
#define STATE "/VMC/Ext/OK\0,i\0\0"
#define CLOCK "/VMC/Ext/T\0\0,f\0\0"
#define ROOT "/VMC/Ext/Root/Pos\0\0\0,sfffffff\0\0\0root\0\0\0\0"
#define BONE "/VMC/Ext/Bone/Pos\0\0\0,sfffffff\0\0\0"
#define WEIGHT "/VMC/Ext/Blend/Val\0\0,sf\0"
#define APPLY "/VMC/Ext/Blend/Apply\0\0\0\0,\0\0\0"

static uint8_t *put_place(uint8_t *at, vrm_vec3 position, vrm_quat rotation) {
    const vrm_vec3 p = vrmi_vmc_position(position);
    const vrm_quat q = vrmi_vmc_rotation(rotation);
    const float values[7] = {p.x, p.y, p.z, q.x, q.y, q.z, q.w};
    for (int i = 0; i < 7; ++i) at = put_float(at, values[i]);
    return at;
}

static void write_bone(vrm_vmc_sender *s, const vrm_pose *pose, const vrmi_unity_bone *unity) {
    const vrm_bone bone = unity->bone;
    vrm_quat rotation = pose->rotations[bone];
    vrm_vec3 position = vrmi_vmc_bone_position(&s->rest, bone);
    uint8_t *at;
    const bool is_rest =
        !vrmi_quat_is_finite(rotation) || vrmi_quat_dot(rotation, rotation) == 0.0f;
    if (is_rest) rotation = vrmi_quat_identity();
    if (bone == VRM_BONE_HIPS) {
        const bool has_hips = (pose->parts & VRM_POSE_HIPS) != 0;
        const bool is_set = has_hips && vrmi_vec3_is_finite(pose->hips);
        position = vrmi_vmc_hips_position(&s->rest, is_set ? pose->hips : (vrm_vec3){0});
    }
    at = begin_message(s, sizeof BONE - 1 + vrmi_osc_padded(unity->length) + 28);
    at = put(at, BONE, sizeof BONE - 1);
    at = put_string(at, unity->name, unity->length);
    put_place(at, position, vrmi_vmc_local(&s->rest, bone, rotation));
}

static void write_weight(vrm_vmc_sender *s, const char *name, size_t length, float weight) {
    uint8_t *at = begin_message(s, sizeof WEIGHT - 1 + vrmi_osc_padded(length) + 4);
    at = put(at, WEIGHT, sizeof WEIGHT - 1);
    at = put_string(at, name, length);
    put_float(at, vrmi_is_finite(weight) ? vrmi_saturate(weight) : 0.0f);
}

static void write_weights(vrm_vmc_sender *s, const vrm_pose *pose) {
    const bool is_new = (s->flags & VRM_VMC_SEND_NEW_NAMES) != 0;
    uint32_t count = 0;
    for (vrm_preset i = 0; i < VRM_PRESET_COUNT; ++i) {
        if ((pose->presets >> i & 1) == 0) continue;
        const char *name = is_new ? vrm_preset_name(i) : vrmi_vmc_preset_old_name(i);
        write_weight(s, name, strlen(name), pose->weights[i]);
        ++count;
    }
    const uint32_t customs = pose->customs != NULL ? pose->custom_count : 0;
    for (uint32_t i = 0; i < customs && i < s->custom_capacity; ++i) {
        const vrm_string name = pose->customs[i].name;
        if (name.data == NULL || name.length == 0 || name.length > VRM_VMC_NAME_BYTES) continue;
        if (memchr(name.data, 0, name.length) != NULL) continue;
        write_weight(s, name.data, name.length, pose->customs[i].weight);
        ++count;
    }
    if (count > 0) put(begin_message(s, sizeof APPLY - 1), APPLY, sizeof APPLY - 1);
}

static void write_clock(vrm_vmc_sender *s, float clock) {
    uint8_t *at = put(begin_message(s, sizeof CLOCK - 1 + 4), CLOCK, sizeof CLOCK - 1);
    put_float(at, vrmi_to_finite(clock));
}

uint32_t vrm_vmc_sender_write(vrm_vmc_sender *s, const vrm_pose *pose, const vrm_trs *root,
                              float clock) {
    vrm_trs place = vrmi_trs_identity();
    uint64_t bones;
    uint8_t *at;
    if (s == NULL || pose == NULL) return 0;
    bones = pose->bones;
    if (root != NULL) {
        if (vrmi_vec3_is_finite(root->translation)) place.translation = root->translation;
        place.rotation = vrmi_quat_normalize(root->rotation);
    }
    if ((pose->parts & VRM_POSE_HIPS) != 0) bones |= VRM_BONE_BIT(VRM_BONE_HIPS);
    s->count = 0;
    s->size = 0;
    put_u32(put(begin_message(s, sizeof STATE - 1 + 4), STATE, sizeof STATE - 1), 1);
    if (!is_single(s)) write_clock(s, clock);
    at = put(begin_message(s, sizeof ROOT - 1 + 28), ROOT, sizeof ROOT - 1);
    put_place(at, place.translation, place.rotation);
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        if (bones >> vrmi_unity_bones[i].bone & 1) write_bone(s, pose, &vrmi_unity_bones[i]);
    }
    write_weights(s, pose);
    if (is_single(s)) write_clock(s, clock);
    s->starts[s->count] = (uint32_t)s->size;
    return s->count;
}

const void *vrm_vmc_sender_datagram(const vrm_vmc_sender *s, uint32_t index, size_t *out_size) {
    if (out_size != NULL) *out_size = 0;
    if (s == NULL || index >= s->count) return NULL;
    if (out_size != NULL) *out_size = s->starts[index + 1] - s->starts[index];
    return s->block + s->starts[index];
}
