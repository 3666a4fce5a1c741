/*
 * Save and restore: all inputs and state of an avatar as bytes that are the same on every target.
 *
 *   header   magic "VRMA", version, fingerprint of the model, size in all, checksum of the rest,
 *            flags and collider capacity of the desc
 *   body     the arrays of avatar.h in the order of `visit`, numbers with their lowest byte first
 *
 * One function walks over everything, and measures, writes, checks or reads: so none of the four
 * can forget a field that another knows.
 */
#include "avatar/sleep.h"

#include <string.h>

#define MAGIC 0x414d5256u
#define VERSION 1u
#define HEADER_BYTES 40u

typedef enum purpose { MEASURE, WRITE, CHECK, READ } purpose;

typedef struct stream {
    purpose purpose;
    bool is_good; /* CHECK: nothing impossible has been seen */
    unsigned char *out;
    const unsigned char *in;
    size_t at;
} stream;

static void put(unsigned char *out, uint64_t value, uint32_t bytes) {
    for (uint32_t i = 0; i < bytes; ++i) out[i] = (unsigned char)(value >> (8 * i));
}

static uint64_t get(const unsigned char *in, uint32_t bytes) {
    uint64_t value = 0;
    for (uint32_t i = 0; i < bytes; ++i) value |= (uint64_t)in[i] << (8 * i);
    return value;
}

/* Passes a number by. Returns it as it is in the bytes, or as it was. */
static uint64_t visit_bits(stream *s, uint64_t value, uint32_t bytes) {
    if (s->purpose == WRITE) put(s->out + s->at, value, bytes);
    if (s->purpose == CHECK || s->purpose == READ) value = get(s->in + s->at, bytes);
    s->at += bytes;
    return value;
}

/* Any number; springs start anew from places that are not finite (SB-048), and a file with huge
 * numbers in it may bring them there. */
static void visit_places(stream *s, float *values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        uint32_t bits = (uint32_t)visit_bits(s, vrmi_float_bits(values[i]), 4);
        if (s->purpose == READ) memcpy(&values[i], &bits, sizeof bits);
    }
}

static void visit_floats(stream *s, float *values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        uint32_t bits = (uint32_t)visit_bits(s, vrmi_float_bits(values[i]), 4);
        float value;
        memcpy(&value, &bits, sizeof value);
        if (s->purpose == CHECK && !vrmi_is_finite(value)) s->is_good = false;
        if (s->purpose == READ) values[i] = value;
    }
}

/* `low` to `high`, both allowed. */
static void visit_int(stream *s, int32_t *value, int64_t low, int64_t high) {
    uint32_t bits = (uint32_t)visit_bits(s, (uint32_t)*value, 4);
    int64_t found = bits <= INT32_MAX ? (int64_t)bits : (int64_t)bits - ((int64_t)UINT32_MAX + 1);
    if (s->purpose == CHECK && (found < low || found > high)) s->is_good = false;
    if (s->purpose == READ) *value = (int32_t)found;
}

/* `magnitude` bounds it, so that NaN and infinity are refused too. */
static void visit_double(stream *s, double *value, double magnitude) {
    uint64_t bits;
    double found;
    memcpy(&bits, value, sizeof bits);
    bits = visit_bits(s, bits, 8);
    memcpy(&found, &bits, sizeof found);
    if (s->purpose == CHECK && !(found >= -magnitude && found <= magnitude)) s->is_good = false;
    if (s->purpose == READ) *value = found;
}

/* Arrays of floats and nothing else. */
static void visit_trs(stream *s, vrm_trs *trs) {
    visit_floats(s, &trs->translation.x, 3);
    visit_floats(s, &trs->rotation.x, 4);
    visit_floats(s, &trs->scale.x, 3);
}

static void visit_shape(stream *s, vrmi_shape *shape) {
    visit_int(s, &shape->kind, VRM_COLLIDER_NONE, VRM_COLLIDER_PLANE);
    visit_places(s, &shape->radius, 1);
    visit_places(s, &shape->a.x, 3);
    visit_places(s, &shape->b.x, 3);
}

static void visit_face(stream *s, vrm_avatar *avatar) {
    vrmi_face *face = &avatar->face;
    uint32_t expressions = avatar->tables->expression_count;
    visit_int(s, &avatar->gaze.mode, VRM_LOOK_AT_MODE_OFF, VRM_LOOK_AT_MODE_DEGREES);
    visit_floats(s, &avatar->gaze.target.x, 3);
    visit_floats(s, &avatar->gaze.yaw_degrees, 1);
    visit_floats(s, &avatar->gaze.pitch_degrees, 1);
    visit_floats(s, face->inputs, (size_t)expressions * VRM_LAYER_COUNT);
    visit_floats(s, face->layer_weights, VRM_LAYER_COUNT);
    for (uint32_t i = 0; i < expressions; ++i) {
        visit_int(s, &face->classes[i], VRM_CLASS_NONE, VRM_CLASS_MOUTH);
    }
    for (size_t i = 0; i < (size_t)avatar->gltf->material_count * 3; ++i) {
        visit_double(s, &face->uv_phases[i], 1e300);
    }
}

static void visit_settings(stream *s, vrm_avatar *avatar) {
    vrmi_springs *springs = &avatar->springs;
    visit_floats(s, &springs->wind.x, 3);
    for (uint32_t i = 0; i < avatar->tables->joint_count; ++i) {
        for (int line = VRMI_ROW_HIT_RADIUS; line < VRMI_ROW_LINES; ++line) {
            visit_floats(s, vrmi_joint_number(avatar, i, line), 1);
        }
    }
    for (uint32_t i = 0; i < avatar->tables->spring_count; ++i) {
        vrmi_spring *spring = &springs->springs[i];
        visit_floats(s, &spring->wind.x, 3);
        visit_floats(s, &spring->weight, 1);
        visit_int(s, &spring->mode, VRM_SPRING_RUN, VRM_SPRING_OFF);
        visit_int(s, &spring->center, VRM_NONE, (int64_t)avatar->rig->springs.frame_count - 1);
    }
    for (uint32_t i = 0; i < avatar->collider_capacity; ++i) {
        vrm_collider *collider = &springs->colliders[i];
        visit_int(s, &collider->node, VRM_NONE, (int64_t)avatar->gltf->node_count - 1);
        visit_int(s, &collider->shape, VRM_COLLIDER_NONE, VRM_COLLIDER_PLANE);
        visit_floats(s, &collider->offset.x, 3);
        visit_floats(s, &collider->tail.x, 3);
        visit_floats(s, &collider->radius, 1);
    }
}

static void visit_springs(stream *s, vrm_avatar *avatar) {
    vrmi_springs *springs = &avatar->springs;
    for (uint32_t i = 0; i < avatar->tables->joint_count; ++i) {
        int32_t is_new = springs->is_new[i];
        for (int line = VRMI_ROW_CURRENT; line < VRMI_ROW_ROTATION; ++line) {
            visit_places(s, vrmi_joint_number(avatar, i, line), 1);
        }
        for (int line = VRMI_ROW_ROTATION; line < VRMI_ROW_HIT_RADIUS; ++line) {
            visit_floats(s, vrmi_joint_number(avatar, i, line), 1);
        }
        visit_int(s, &is_new, 0, 1);
        if (s->purpose == READ) springs->is_new[i] = (uint8_t)is_new;
    }
    for (uint32_t i = 0; i < avatar->rig->springs.input_count; ++i) {
        visit_places(s, &springs->inputs_before[i].position.x, 3);
        visit_places(s, &springs->inputs_before[i].scale, 1);
        visit_places(s, &springs->inputs_before[i].rotation.x, 4);
    }
    for (uint32_t i = 0; i < avatar->collider_capacity; ++i) {
        visit_shape(s, &springs->shapes_before[i]);
    }
    visit_int(s, &avatar->sleep.is_changed, 0, 1);
    visit_int(s, &avatar->sleep.still_steps, 0, VRMI_SLEEP_STEPS);
    visit_int(s, &springs->is_carried, 0, 1);
    visit_double(s, &springs->ahead, 1.0);
    visit_int(s, &springs->has_started, 0, 1);
}

/* Everything behind the header. Only READ changes the avatar. */
static void visit(stream *s, vrm_avatar *avatar) {
    visit_trs(s, &avatar->root);
    for (uint32_t i = 0; i < avatar->gltf->node_count; ++i) visit_trs(s, &avatar->pose[i]);
    visit_face(s, avatar);
    visit_settings(s, avatar);
    visit_springs(s, avatar);
}

/* FNV-1a: finds damage, and is no protection against intent; indices are checked besides. */
static uint64_t checksum(const unsigned char *bytes, size_t size) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

static void visit_header(stream *s, const vrm_avatar *avatar, size_t size, uint64_t sum) {
    const uint64_t fields[] = {MAGIC, VERSION,       avatar->rig->fingerprint, size,
                               sum,   avatar->flags, avatar->collider_capacity};
    const uint32_t bytes[] = {4, 4, 8, 8, 8, 4, 4};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; ++i) {
        if (visit_bits(s, fields[i], bytes[i]) != fields[i]) s->is_good = false;
    }
}

size_t vrm_avatar_save_size(const vrm_avatar *avatar) {
    stream s = {MEASURE, true, NULL, NULL, HEADER_BYTES};
    if (avatar == NULL) return 0;
    visit(&s, (vrm_avatar *)(uintptr_t)avatar);
    return s.at;
}

vrm_result vrm_avatar_save(const vrm_avatar *avatar, void *out, size_t capacity) {
    stream s = {WRITE, true, out, NULL, HEADER_BYTES};
    size_t size = vrm_avatar_save_size(avatar);
    if (size == 0 || out == NULL) return VRM_ERROR_INVALID_ARGUMENT;
    if (capacity < size) return VRM_ERROR_CAPACITY;
    visit(&s, (vrm_avatar *)(uintptr_t)avatar);
    s.at = 0;
    visit_header(&s, avatar, size, checksum(s.out + HEADER_BYTES, size - HEADER_BYTES));
    return VRM_OK;
}

vrm_result vrm_avatar_restore(vrm_avatar *avatar, const void *bytes, size_t size) {
    stream s = {CHECK, true, NULL, bytes, 0};
    if (avatar == NULL || bytes == NULL || size != vrm_avatar_save_size(avatar)) {
        return VRM_ERROR_INVALID_ARGUMENT;
    }
    visit_header(&s, avatar, size, checksum(s.in + HEADER_BYTES, size - HEADER_BYTES));
    if (s.is_good) visit(&s, avatar);
    if (!s.is_good) return VRM_ERROR_INVALID_ARGUMENT;
    s.purpose = READ;
    s.at = HEADER_BYTES;
    visit(&s, avatar);
    avatar->springs.looks = 0;
    vrmi_place_root(avatar);
    /* The frame, with no time passing. It aims the gaze anew, which the bytes may not have done
     * yet: they have the last word. */
    vrmi_touch_pose(avatar);
    vrmi_wake(avatar);
    vrm_avatar_update(avatar, 0.0f);
    s.at = HEADER_BYTES;
    visit(&s, avatar);
    return VRM_OK;
}
