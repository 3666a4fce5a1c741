/*
 * Save and restore: all inputs and state of an avatar as bytes that are the same on every target.
 *
 *   header   magic "VRMS", version of the layout, fingerprint of the model, size in all, checksum
 *            of everything but itself
 *   body     `scalars`, then the arrays of avatar.h in the order of `list_spans`, each as it lies
 * in memory; numbers have their lowest byte first
 *
 * A game that rolls back saves every avatar in every frame, so this goes at the speed of memory:
 * arrays are copied whole, and restoring first makes sure of everything and then copies. One list
 * of spans serves measuring, writing and reading, so that none of them can forget what another
 * knows.
 */
#include "avatar/sleep.h"

#include <string.h>

#define MAGIC 0x534d5256u /* "VRMS" */
#define VERSION 5u        /* to be raised whenever `scalars`, a span or the checksum changes */

enum { HEADER_BYTES = 32, CHECKSUM_AT = 24 };

/* What does not stand in arrays. No padding: every byte is written. */
typedef struct scalars {
    uint32_t flags;
    uint32_t collider_capacity;
    vrm_trs root;
    vrmi_look_at look_at;
    float layer_weights[VRM_EXPRESSION_LAYER_COUNT];
    vrm_vec3 wind;
    int32_t look_at_was_on;
    int32_t has_was_shown;
    int32_t is_changed;
    int32_t still_steps;
    int32_t is_carried;
    int32_t has_started;
    int32_t turn;
    double ahead;
    double sway;
} scalars;
enum { SCALAR_WORDS = 34, SCALAR_DOUBLES = 2 }; /* `ahead` is the first double */
_Static_assert(offsetof(scalars, ahead) == SCALAR_WORDS * 4 &&
                   sizeof(scalars) == SCALAR_WORDS * 4 + SCALAR_DOUBLES * sizeof(double),
               "scalars must not have padding");

/* Nor may what arrays are made of, whose bytes are saved as they lie. */
_Static_assert(sizeof(vrm_trs) == 40 && sizeof(vrmi_row) == 4 * VRMI_ROW_LINES * VRMI_LANES &&
                   sizeof(vrmi_spring) == 28 && sizeof(vrm_spring_collider) == 36 &&
                   sizeof(vrmi_spring_place) == 64 && sizeof(vrmi_shape) == 32,
               "elements of saved arrays must not have padding");

/* --- Numbers with their lowest byte first --- */

/* Compilers know the answer. */
static bool is_little_endian(void) {
    const uint32_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 1;
}

static uint32_t load_word(const unsigned char *bytes) {
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    if (is_little_endian()) return word;
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static uint64_t load_long(const unsigned char *bytes) {
    uint64_t value;
    memcpy(&value, bytes, sizeof value);
    if (is_little_endian()) return value;
    return (uint64_t)load_word(bytes) | (uint64_t)load_word(bytes + 4) << 32;
}

static void store_long(unsigned char *out, uint64_t value) {
    for (int i = 0; i < 8; ++i) out[i] = (unsigned char)(value >> (8 * i));
}

void vrmi_copy_reversed(unsigned char *out, const unsigned char *source, size_t bytes,
                        size_t width) {
    for (size_t i = 0; i < bytes; i += width) {
        for (size_t k = 0; k < width; ++k) out[i + k] = source[i + width - 1 - k];
    }
}

/* Numbers of `width` bytes between memory and a save, either way. */
static void copy_numbers(void *out, const void *source, size_t bytes, size_t width) {
    if (bytes == 0) return;
    if (is_little_endian()) {
        memcpy(out, source, bytes);
    } else {
        vrmi_copy_reversed(out, source, bytes, width);
    }
}

/* --- The checksum --- */

/*
 * Finds damage, and is no protection against intent; values are checked besides. Eight lanes that
 * do not wait for each other, each with a multiplication and a turn for its part of 64 bytes. (One
 * lane of FNV-1a, byte by byte, took nine tenths of the time of a save.)
 */
enum { LANES = 8, STRIPE = LANES * 8 };
#define FACTOR UINT64_C(0x9e3779b97f4a7c15)

static inline uint64_t stir(uint64_t lane, uint64_t value) {
    lane = (lane ^ value) * FACTOR;
    return lane << 29 | lane >> 35;
}

static uint64_t checksum(uint64_t hash, const unsigned char *bytes, size_t size) {
    uint64_t a = hash, b = hash + 1, c = hash + 2, d = hash + 3;
    uint64_t e = hash + 4, f = hash + 5, g = hash + 6, h = hash + 7;
    unsigned char rest[STRIPE] = {0};
    size_t left = size % STRIPE;
    const unsigned char *end = bytes + (size - left);
    if (left != 0) memcpy(rest, end, left);
    for (;; bytes += STRIPE) {
        if (bytes == end) {
            if (left == 0) break;
            left = 0;
            bytes = rest;
            end = rest + STRIPE;
        }
        a = stir(a, load_long(bytes));
        b = stir(b, load_long(bytes + 8));
        c = stir(c, load_long(bytes + 16));
        d = stir(d, load_long(bytes + 24));
        e = stir(e, load_long(bytes + 32));
        f = stir(f, load_long(bytes + 40));
        g = stir(g, load_long(bytes + 48));
        h = stir(h, load_long(bytes + 56));
    }
    hash = stir(stir(stir(stir(size, a), b), c), d);
    hash = stir(stir(stir(stir(hash, e), f), g), h);
    return hash ^ hash >> 32;
}

/* Of a whole save. */
static uint64_t checksum_of(const unsigned char *bytes, size_t size) {
    uint64_t header = checksum(0, bytes, CHECKSUM_AT);
    return checksum(header, bytes + HEADER_BYTES, size - HEADER_BYTES);
}

/* --- What is saved --- */

enum {
    SPAN_SCALARS,
    SPAN_DOUBLES,
    SPAN_POSE,
    SPAN_FACE_INPUTS,
    SPAN_CLASSES,
    SPAN_UV_PHASES,
    SPAN_ROWS,
    SPAN_SPRINGS,
    SPAN_COLLIDERS,
    SPAN_INPUTS_BEFORE,
    SPAN_SHAPES_BEFORE,
    SPAN_IS_NEW, /* bytes: last, so that all others are aligned to words */
    SPAN_COUNT
};

typedef struct span {
    void *data;
    size_t bytes;
    size_t width; /* of each number */
} span;

/* The sizes fit: an avatar that has these arrays in its block is there. */
static size_t list_spans(const vrm_avatar *avatar, scalars *own, span out[SPAN_COUNT]) {
    const vrm_tables *tables = avatar->tables;
    const vrmi_face *face = &avatar->face;
    const vrmi_springs *springs = &avatar->springs;
    size_t nodes = avatar->gltf->node_count, expressions = tables->expression_count;
    size_t phases = (size_t)avatar->gltf->material_count * 3;
    size_t colliders = avatar->collider_capacity, size = HEADER_BYTES;
    const span spans[SPAN_COUNT] = {
        [SPAN_SCALARS] = {own, SCALAR_WORDS * 4, 4},
        [SPAN_DOUBLES] = {&own->ahead, SCALAR_DOUBLES * sizeof own->ahead, 8},
        [SPAN_POSE] = {avatar->pose, sizeof *avatar->pose * nodes, 4},
        [SPAN_FACE_INPUTS] = {face->inputs,
                              sizeof *face->inputs * VRM_EXPRESSION_LAYER_COUNT * expressions, 4},
        [SPAN_CLASSES] = {face->classes, sizeof *face->classes * expressions, 4},
        [SPAN_UV_PHASES] = {face->uv_phases, sizeof *face->uv_phases * phases, 8},
        [SPAN_ROWS] = {springs->rows, sizeof *springs->rows * avatar->rig->lanes.row_count, 4},
        [SPAN_SPRINGS] = {springs->springs, sizeof *springs->springs * tables->spring_count, 4},
        [SPAN_COLLIDERS] = {springs->colliders, sizeof *springs->colliders * colliders, 4},
        [SPAN_INPUTS_BEFORE] = {springs->inputs_before,
                                sizeof *springs->inputs * avatar->rig->springs.input_count, 4},
        [SPAN_SHAPES_BEFORE] = {springs->shapes_before, sizeof *springs->shapes_before * colliders,
                                4},
        [SPAN_IS_NEW] = {springs->is_new, tables->spring_joint_count, 1},
    };
    memcpy(out, spans, sizeof spans);
    for (int i = 0; i < SPAN_COUNT; ++i) size += out[i].bytes;
    return size;
}

static void write_scalars(const vrm_avatar *avatar, scalars *out) {
    out->flags = avatar->flags;
    out->collider_capacity = avatar->collider_capacity;
    out->root = avatar->root;
    out->look_at = avatar->look_at;
    memcpy(out->layer_weights, avatar->face.layer_weights, sizeof out->layer_weights);
    out->wind = avatar->springs.wind;
    out->look_at_was_on = avatar->look_at_was_on;
    out->has_was_shown = avatar->springs.has_was_shown;
    /* The copy of the pose that sleep compares with is not saved, but how the comparison ends is.
     */
    out->is_changed = avatar->sleep.is_changed || vrmi_is_pose_changed(avatar);
    out->still_steps = avatar->sleep.still_steps;
    out->is_carried = avatar->springs.is_carried;
    out->has_started = avatar->springs.has_started;
    out->turn = avatar->springs.turn;
    out->ahead = avatar->springs.ahead;
    out->sway = avatar->springs.sway;
}

static void read_scalars(vrm_avatar *avatar, const scalars *scalars) {
    avatar->root = scalars->root;
    avatar->look_at = scalars->look_at;
    memcpy(avatar->face.layer_weights, scalars->layer_weights, sizeof scalars->layer_weights);
    avatar->springs.wind = scalars->wind;
    avatar->look_at_was_on = scalars->look_at_was_on;
    avatar->springs.has_was_shown = scalars->has_was_shown;
    avatar->sleep.is_changed = scalars->is_changed;
    avatar->sleep.still_steps = scalars->still_steps;
    avatar->springs.is_carried = scalars->is_carried;
    avatar->springs.has_started = scalars->has_started;
    avatar->springs.turn = scalars->turn;
    avatar->springs.ahead = scalars->ahead;
    avatar->springs.sway = scalars->sway;
}

/* --- Checks, before anything is changed --- */

/* Neither NaN nor infinite. */
static bool are_finite(const unsigned char *floats, size_t count) {
    uint32_t bad = 0;
    for (size_t i = 0; i < count; ++i) {
        bad |= (load_word(floats + i * 4) & 0x7f800000u) == 0x7f800000u;
    }
    return bad == 0;
}

static bool is_int(const unsigned char *bytes, int64_t low, int64_t high) {
    uint32_t bits = load_word(bytes);
    int64_t value = bits <= INT32_MAX ? (int64_t)bits : (int64_t)bits - ((int64_t)UINT32_MAX + 1);
    return value >= low && value <= high;
}

/* `magnitude` bounds it, so that NaN and infinity are refused too. */
static bool is_double(const unsigned char *bytes, double magnitude) {
    uint64_t bits = load_long(bytes);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value >= -magnitude && value <= magnitude;
}

static bool are_scalars_good(const scalars *s) {
    bool are_weights_finite = true;
    for (int i = 0; i < VRM_EXPRESSION_LAYER_COUNT; ++i) {
        are_weights_finite = are_weights_finite && vrmi_is_finite(s->layer_weights[i]);
    }
    return are_weights_finite && vrmi_trs_is_finite(&s->root) &&
           vrmi_vec3_is_finite(s->look_at.target) && vrmi_is_finite(s->look_at.yaw_degrees) &&
           vrmi_is_finite(s->look_at.pitch_degrees) && vrmi_vec3_is_finite(s->wind) &&
           s->look_at.mode >= VRM_LOOK_AT_MODE_OFF && s->look_at.mode <= VRM_LOOK_AT_MODE_DEGREES &&
           s->look_at_was_on >= 0 && s->look_at_was_on <= 1 && s->has_was_shown >= 0 &&
           s->has_was_shown <= 1 && s->is_changed >= 0 && s->is_changed <= 1 &&
           s->still_steps >= 0 && s->still_steps <= VRMI_SLEEP_STEPS && s->is_carried >= 0 &&
           s->is_carried <= 1 && s->has_started >= 0 && s->has_started <= 1 && s->turn >= 0 &&
           s->turn <= 1 && s->ahead >= -1.0 && s->ahead <= 1.0 && s->sway >= 0.0 && s->sway <= 1.0;
}

static bool are_springs_good(const vrm_avatar *avatar, const unsigned char *bytes) {
    int64_t places = avatar->rig->springs.place_count;
    bool is_good = true;
    for (uint32_t i = 0; i < avatar->tables->spring_count; ++i, bytes += sizeof(vrmi_spring)) {
        is_good &= are_finite(bytes, 4); /* wind and weight */
        is_good &=
            is_int(bytes + offsetof(vrmi_spring, mode), VRM_SPRING_MODE_RUN, VRM_SPRING_MODE_OFF);
        is_good &= is_int(bytes + offsetof(vrmi_spring, center), VRM_NONE, places - 1);
        is_good &= is_int(bytes + offsetof(vrmi_spring, was_shown), 0, 1);
    }
    return is_good;
}

static bool are_colliders_good(const vrm_avatar *avatar, const unsigned char *bytes,
                               const unsigned char *before) {
    int64_t nodes = avatar->gltf->node_count;
    bool is_good = true;
    for (uint32_t i = 0; i < avatar->collider_capacity; ++i) {
        /* An empty collider has node 0, which a model without nodes does not have. */
        is_good &= is_int(bytes + offsetof(vrm_spring_collider, shape), VRM_COLLIDER_NONE,
                          VRM_COLLIDER_NONE) ||
                   is_int(bytes + offsetof(vrm_spring_collider, node), VRM_NONE, nodes - 1);
        is_good &= is_int(bytes + offsetof(vrm_spring_collider, shape), VRM_COLLIDER_NONE,
                          VRM_COLLIDER_PLANE);
        is_good &=
            are_finite(bytes + offsetof(vrm_spring_collider, offset), 7); /* tail and radius too */
        is_good &=
            is_int(before + offsetof(vrmi_shape, kind), VRM_COLLIDER_NONE, VRM_COLLIDER_PLANE);
        bytes += sizeof(vrm_spring_collider);
        before += sizeof(vrmi_shape);
    }
    return is_good;
}

/*
 * Indices and modes are in their ranges, and what the functions of avatar.h keep finite is so. The
 * rest may be any number: the pose is the application's, and springs start anew from places that
 * are not finite (SB-048), to which huge inputs may bring them.
 */
static bool is_good(const vrm_avatar *avatar, const unsigned char *const at[SPAN_COUNT]) {
    size_t expressions = avatar->tables->expression_count;
    bool good = are_finite(at[SPAN_FACE_INPUTS], expressions * VRM_EXPRESSION_LAYER_COUNT);
    for (size_t i = 0; i < expressions; ++i) {
        good &=
            is_int(at[SPAN_CLASSES] + i * 4, VRM_EXPRESSION_CLASS_NONE, VRM_EXPRESSION_CLASS_MOUTH);
    }
    for (size_t i = 0; i < (size_t)avatar->gltf->material_count * 3; ++i) {
        good &= is_double(at[SPAN_UV_PHASES] + i * 8, 1e300);
    }
    for (size_t i = 0; i < avatar->rig->lanes.row_count; ++i) {
        const unsigned char *row = at[SPAN_ROWS] + i * sizeof(vrmi_row);
        for (int k = 0; k < VRMI_ROW_LINES; ++k) {
            bool is_tail = k < 2 * VRMI_ROW_STATE && k % VRMI_ROW_STATE < VRMI_ROW_ROTATION;
            if (!is_tail)
                good &= are_finite(row + sizeof(float) * VRMI_LANES * (size_t)k, VRMI_LANES);
        }
    }
    for (size_t i = 0; i < avatar->tables->spring_joint_count; ++i) good &= at[SPAN_IS_NEW][i] <= 1;
    return good && are_springs_good(avatar, at[SPAN_SPRINGS]) &&
           are_colliders_good(avatar, at[SPAN_COLLIDERS], at[SPAN_SHAPES_BEFORE]);
}

/* --- The functions --- */

size_t vrm_avatar_save_size(const vrm_avatar *avatar) {
    scalars own;
    span spans[SPAN_COUNT];
    return avatar != NULL ? list_spans(avatar, &own, spans) : 0;
}

vrm_result vrm_avatar_save(const vrm_avatar *avatar, void *out, size_t capacity) {
    unsigned char *bytes = out, *next;
    scalars own;
    span spans[SPAN_COUNT];
    size_t size;
    if (avatar == NULL || !vrmi_is_given(avatar, __func__, out)) return VRM_ERROR_INVALID_ARGUMENT;
    size = list_spans(avatar, &own, spans);
    if (capacity < size) return VRM_ERROR_CAPACITY;
    write_scalars(avatar, &own);
    next = bytes + HEADER_BYTES;
    for (int i = 0; i < SPAN_COUNT; ++i) {
        copy_numbers(next, spans[i].data, spans[i].bytes, spans[i].width);
        next += spans[i].bytes;
    }
    store_long(bytes, (uint64_t)VERSION << 32 | MAGIC);
    store_long(bytes + 8, avatar->rig->fingerprint);
    store_long(bytes + 16, size);
    store_long(bytes + CHECKSUM_AT, checksum_of(bytes, size));
    return VRM_OK;
}

/* Whether the bytes are a save at all, undamaged, and of such an avatar. `needed` bytes is what it
 * would have. */
static vrm_result look_at_header(const vrm_avatar *avatar, const unsigned char *bytes, size_t size,
                                 size_t needed) {
    if (size < HEADER_BYTES || load_word(bytes) != MAGIC) return VRM_ERROR_PAYLOAD;
    if (load_word(bytes + 4) != VERSION) return VRM_ERROR_MISMATCH;
    if (load_long(bytes + 16) != size) return VRM_ERROR_PAYLOAD;
    if (load_long(bytes + CHECKSUM_AT) != checksum_of(bytes, size)) return VRM_ERROR_PAYLOAD;
    if (load_long(bytes + 8) != avatar->rig->fingerprint || size < HEADER_BYTES + sizeof(scalars)) {
        return VRM_ERROR_MISMATCH;
    }
    if (load_word(bytes + HEADER_BYTES) != avatar->flags ||
        load_word(bytes + HEADER_BYTES + 4) != avatar->collider_capacity || size != needed) {
        return VRM_ERROR_MISMATCH;
    }
    return VRM_OK;
}

/* Whether some spring hangs from another. Such a one may be given a center that the other moves,
 * and where that is, only the frame says (vrm_avatar_set_spring_center). */
static bool has_nested_springs(const vrm_avatar *avatar) {
    const vrmi_rig_springs *rig = &avatar->rig->springs;
    for (uint32_t i = 0; i < avatar->tables->spring_count; ++i) {
        const vrm_spring *spring = &avatar->tables->springs[i];
        if (spring->joint_count == 0) continue;
        if ((uint32_t)rig->joints[spring->first_joint].parent_place >= rig->input_count)
            return true;
    }
    return false;
}

vrm_result vrm_avatar_restore(vrm_avatar *avatar, const void *bytes, size_t size) {
    const unsigned char *at[SPAN_COUNT], *next = bytes;
    scalars own;
    span spans[SPAN_COUNT];
    vrm_result result;
    if (avatar == NULL || !vrmi_is_given(avatar, __func__, bytes)) {
        return VRM_ERROR_INVALID_ARGUMENT;
    }
    result = look_at_header(avatar, bytes, size, list_spans(avatar, &own, spans));
    if (result != VRM_OK) return result;
    next += HEADER_BYTES;
    for (int i = 0; i < SPAN_COUNT; next += spans[i++].bytes) at[i] = next;
    copy_numbers(&own, at[SPAN_SCALARS], spans[SPAN_SCALARS].bytes, 4);
    copy_numbers(&own.ahead, at[SPAN_DOUBLES], spans[SPAN_DOUBLES].bytes, 8);
    if (!are_scalars_good(&own) || !is_good(avatar, at)) return VRM_ERROR_PAYLOAD;
    read_scalars(avatar, &own);
    for (int i = SPAN_POSE; i < SPAN_COUNT; ++i) {
        copy_numbers(spans[i].data, at[i], spans[i].bytes, spans[i].width);
    }
    avatar->springs.traits = 0;
    avatar->springs.most_hit = -1.0f;
    vrmi_place_root(avatar);
    vrmi_sleep_restored(avatar);
    if (has_nested_springs(avatar)) {
        vrmi_refresh_frame(avatar);
        /* That was no update of the application's: what the last frame of the saved avatar showed
         * still counts (see vrm_avatar_gather). */
        avatar->look_at_was_on = own.look_at_was_on;
        avatar->springs.has_was_shown = own.has_was_shown;
        copy_numbers(spans[SPAN_SPRINGS].data, at[SPAN_SPRINGS], spans[SPAN_SPRINGS].bytes,
                     spans[SPAN_SPRINGS].width);
    }
    return VRM_OK;
}
