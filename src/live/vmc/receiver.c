/*
 * Datagrams of VMC become poses. A datagram is read in two passes: the first checks its structure
 * and finds its clock, the second takes its messages. So a broken bundle changes nothing.
 */
#include "base/bytes.h"
#include "base/desc.h"
#include "base/memory.h"
#include "base/report.h"
#include "live/vmc/names.h"
#include "live/vmc/osc.h"
#include "live/vmc/rest.h"
#include "vrm/live/vmc.h"

#include <string.h>

VRMI_DESC_CHECK(vrm_vmc_receiver_desc, reserved);

enum { DEFAULT_CUSTOMS = 64, MOST_CUSTOMS = 1024 };

/* A clock that goes back by less is of a datagram that comes late. */
static const float RESTART_SECONDS = 1.0f;

typedef struct custom_name {
    uint32_t length;
    char text[VRM_VMC_NAME_BYTES + 1];
} custom_name;

/* Values of expressions: -1 is unset. */
typedef struct weights {
    float presets[VRM_PRESET_COUNT];
    float *customs;
} weights;

/* What identifies a frame, beside its bones: each of these is in it once. */
enum { HAS_ROOT = 1, HAS_APPLY = 2, HAS_WEIGHT = 4 };

/* The frame that has begun. */
typedef struct open_frame {
    bool has_begun;
    bool has_clock;
    float clock;
    int64_t time;
    uint64_t bones;
    uint32_t parts; /* HAS_ */
} open_frame;

/* The datagram that is being read. */
typedef struct datagram {
    int64_t time;
    bool has_clock;
    bool clock_leads; /* before the first bone, in a bundle */
    bool is_repeated; /* counted as a duplicate */
    bool is_skipped;  /* it comes late */
    float clock;
    uint64_t bones; /* what it gave to the frame that has begun */
    uint32_t parts;
    uint32_t ended; /* frames */
} datagram;

struct vrm_vmc_receiver {
    vrmi_memory memory;
    size_t bytes;
    vrmi_vmc_rest rest;
    float hips_height; /* as the desc or the model has it */
    uint32_t custom_capacity;
    uint32_t custom_count;
    custom_name *customs;
    vrm_pose newest, ended;     /* without customs and weights */
    weights now, pending, last; /* shown; not yet applied; of the frame that ended */
    vrm_vmc_frame facts;        /* of the frame that ended */
    vrm_trs root;
    int32_t is_loaded, calibration;
    bool uses_apply;
    bool has_last_clock;
    float last_clock;
    int32_t bone_guess, custom_guess;
    open_frame open;
    vrm_vmc_counts counts;
};

void vrm_vmc_receiver_desc_init_sized(vrm_vmc_receiver_desc *desc, size_t struct_size) {
    vrmi_desc_init(desc, struct_size);
}

static bool read_desc(const vrm_vmc_receiver_desc *desc, vrm_vmc_receiver_desc *own) {
    if (!vrmi_desc_read(own, sizeof *own, VRMI_SIZE_UP_TO(vrm_vmc_receiver_desc, custom_capacity),
                        desc, 0)) {
        return false;
    }
    if (own->custom_capacity == 0) own->custom_capacity = DEFAULT_CUSTOMS;
    return own->custom_capacity <= MOST_CUSTOMS &&
           (own->hips_height == 0.0f || (own->hips_height >= 1e-3f && own->hips_height <= 1e3f));
}

static void unset(const vrm_vmc_receiver *r, weights *values) {
    for (int i = 0; i < VRM_PRESET_COUNT; ++i) values->presets[i] = -1.0f;
    for (uint32_t i = 0; i < r->custom_capacity; ++i) values->customs[i] = -1.0f;
}

void vrm_vmc_receiver_reset(vrm_vmc_receiver *r) {
    if (r == NULL) return;
    vrm_pose_init(&r->newest);
    vrm_pose_init(&r->ended);
    unset(r, &r->now);
    unset(r, &r->pending);
    unset(r, &r->last);
    memset(&r->facts, 0, sizeof r->facts);
    memset(&r->counts, 0, sizeof r->counts);
    memset(&r->open, 0, sizeof r->open);
    r->facts.root = r->root = vrmi_trs_identity();
    r->facts.is_loaded = r->is_loaded = 1;
    r->facts.calibration = r->calibration = -1;
    r->rest.hips_height = r->hips_height;
    r->custom_count = 0;
    r->uses_apply = r->has_last_clock = false;
    r->bone_guess = r->custom_guess = 0;
}

vrm_result vrm_vmc_receiver_create(const vrm_vmc_receiver_desc *desc,
                                   vrm_vmc_receiver **out_receiver, vrm_report **out_report) {
    vrm_vmc_receiver_desc own;
    vrmi_layout layout = {0, false};
    vrmi_memory memory;
    vrm_vmc_receiver *r;
    unsigned char *block;
    size_t customs, values;
    if (out_receiver != NULL) *out_receiver = NULL;
    if (out_receiver == NULL || !read_desc(desc, &own)) {
        return vrmi_report_end(out_report, VRM_ERROR_INVALID_ARGUMENT);
    }
    vrmi_memory_init(&memory, own.allocator);
    vrmi_layout_add(&layout, 1, sizeof *r, alignof(vrm_vmc_receiver));
    customs =
        vrmi_layout_add(&layout, own.custom_capacity, sizeof(custom_name), alignof(custom_name));
    values = vrmi_layout_add(&layout, own.custom_capacity, 3 * sizeof(float), alignof(float));
    block = layout.overflow ? NULL : vrmi_memory_allocate(&memory, layout.size);
    if (block == NULL) return vrmi_report_end(out_report, VRM_ERROR_OUT_OF_MEMORY);
    memset(block, 0, layout.size);
    r = (vrm_vmc_receiver *)(void *)block;
    r->memory = memory;
    r->bytes = layout.size;
    r->custom_capacity = own.custom_capacity;
    r->customs = (custom_name *)(void *)(block + customs);
    r->now.customs = (float *)(void *)(block + values);
    r->pending.customs = r->now.customs + own.custom_capacity;
    r->last.customs = r->pending.customs + own.custom_capacity;
    vrmi_vmc_rest_init(&r->rest, own.model, own.hips_height);
    r->hips_height = r->rest.hips_height;
    vrm_vmc_receiver_reset(r);
    *out_receiver = r;
    return vrmi_report_end(out_report, VRM_OK);
}

void vrm_vmc_receiver_destroy(vrm_vmc_receiver *receiver) {
    vrmi_memory memory;
    if (receiver == NULL) return;
    memory = receiver->memory;
    vrmi_memory_release(&memory, receiver, receiver->bytes);
}

/* --- Frames --- */

/* Shows the weights that have come; all others stay. */
static void apply_pending(vrm_vmc_receiver *r) {
    for (int i = 0; i < VRM_PRESET_COUNT; ++i) {
        if (r->pending.presets[i] >= 0.0f) r->now.presets[i] = r->pending.presets[i];
    }
    for (uint32_t i = 0; i < r->custom_count; ++i) {
        if (r->pending.customs[i] >= 0.0f) r->now.customs[i] = r->pending.customs[i];
    }
    unset(r, &r->pending);
}

static uint32_t end_frame(vrm_vmc_receiver *r) {
    const open_frame open = r->open;
    memset(&r->open, 0, sizeof r->open);
    if (open.has_clock) {
        r->has_last_clock = true;
        r->last_clock = open.clock;
    }
    if (open.bones == 0 && open.parts == 0) return 0; /* a clock alone: the rest was lost */
    if (!r->uses_apply) apply_pending(r);
    r->ended = r->newest;
    memcpy(r->last.presets, r->now.presets, sizeof r->last.presets);
    memcpy(r->last.customs, r->now.customs, r->custom_count * sizeof(float));
    r->facts.time = open.time;
    r->facts.clock = open.clock;
    r->facts.is_timed = open.has_clock;
    r->facts.bones = open.bones;
    r->facts.root = r->root;
    r->facts.is_loaded = r->is_loaded;
    r->facts.calibration = r->calibration;
    r->counts.frames += 1;
    return 1;
}

uint32_t vrm_vmc_receiver_end_frame(vrm_vmc_receiver *receiver) {
    return receiver != NULL ? end_frame(receiver) : 0;
}

static void begin_frame(vrm_vmc_receiver *r, const datagram *d) {
    if (r->open.has_begun) return;
    r->open.has_begun = true;
    r->open.time = d->time;
}

/* Ends the frame within a datagram: what follows is of the next one, which has its clock. */
static void end_within(vrm_vmc_receiver *r, datagram *d) {
    d->ended += end_frame(r);
    d->bones = 0;
    d->parts = 0;
    begin_frame(r, d);
    r->open.has_clock = d->has_clock;
    r->open.clock = d->clock;
}

/* A clock. Equal: the same frame; later: a new frame, if this one has a clock; much earlier: the
 * sender has started again. */
static void take_clock(vrm_vmc_receiver *r, datagram *d, float clock) {
    const bool has_other = r->open.has_clock || r->has_last_clock;
    const float other = r->open.has_clock ? r->open.clock : r->last_clock;
    if (has_other && clock < other && other - clock < RESTART_SECONDS) {
        r->counts.late_datagrams += 1;
        d->is_skipped = true;
        return;
    }
    if (has_other && clock < other) r->counts.restarts += 1;
    d->has_clock = true;
    d->clock = clock;
    if (r->open.has_clock ? clock != other : d->clock_leads && r->open.has_begun) {
        end_within(r, d);
        return;
    }
    begin_frame(r, d);
    r->open.has_clock = true;
    r->open.clock = clock;
}

/* Something that a frame has once: ends the frame if it had it already, from another datagram.
 * False: it is the same frame again. */
static bool take_once(vrm_vmc_receiver *r, datagram *d, uint64_t bones, uint32_t parts,
                      bool is_equal) {
    const bool has = (r->open.bones & bones) != 0 || (r->open.parts & parts) != 0;
    const bool has_here = (d->bones & bones) != 0 || (d->parts & parts) != 0;
    if (has && !has_here) {
        const bool is_same_clock = d->has_clock && r->open.has_clock && d->clock == r->open.clock;
        if (is_same_clock && is_equal) {
            r->counts.duplicates += !d->is_repeated;
            d->is_repeated = true;
            return false;
        }
        end_within(r, d);
    }
    begin_frame(r, d);
    r->open.bones |= bones;
    r->open.parts |= parts;
    d->bones |= bones;
    d->parts |= parts;
    return true;
}

/* --- Messages --- */

static float load_float(const uint8_t *at) {
    const uint32_t bits = vrmi_load_u32_big(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Seven numbers: a position and a rotation, in our axes. False: they are none. */
static bool read_place(const uint8_t *at, vrm_vec3 *position, vrm_quat *rotation) {
    float v[7], square;
    for (int i = 0; i < 7; ++i) v[i] = load_float(at + 4 * i);
    *position = vrmi_vmc_position(vrm_vec3_make(v[0], v[1], v[2]));
    *rotation = vrmi_vmc_rotation(vrm_quat_make(v[3], v[4], v[5], v[6]));
    if (!vrmi_vec3_is_finite(*position) || !vrmi_quat_is_finite(*rotation)) return false;
    if (v[3] == 0.0f && v[4] == 0.0f && v[5] == 0.0f && v[6] == 0.0f) return false;
    square = vrmi_quat_dot(*rotation, *rotation);
    /* Unit quaternions keep their bits. */
    if (!(fabsf(square - 1.0f) <= 2e-6f)) *rotation = vrmi_quat_normalize(*rotation);
    return true;
}

static bool is_same_rotation(vrm_quat a, vrm_quat b) {
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

/* False: refused. */
static bool take_bone(vrm_vmc_receiver *r, datagram *d, const vrmi_osc_message *message) {
    const char *name;
    size_t length;
    vrm_vec3 position, hips;
    vrm_quat rotation;
    const uint8_t *at = vrmi_osc_string(message->arguments, &name, &length);
    if (!read_place(at, &position, &rotation)) return false;
    const int32_t index = vrmi_unity_bone_find(name, length, r->bone_guess);
    if (index == VRM_NONE) {
        r->counts.unknown_bones += 1;
        return true;
    }
    r->bone_guess = index + 1;
    const vrm_bone bone = vrmi_unity_bones[index].bone;
    rotation = vrmi_vmc_normalized(&r->rest, bone, rotation);
    const bool is_equal = is_same_rotation(rotation, r->newest.rotations[bone]);
    if (!take_once(r, d, VRM_BONE_BIT(bone), 0, is_equal)) return true;
    r->newest.bones |= VRM_BONE_BIT(bone);
    r->newest.rotations[bone] = rotation;
    if (bone != VRM_BONE_HIPS) return true;
    if (position.x == 0.0f && position.y == 0.0f && position.z == 0.0f) return true;
    if (vrmi_vmc_hips(&r->rest, position, &hips)) {
        r->newest.parts |= VRM_POSE_HIPS;
        r->newest.hips = hips;
    }
    return true;
}

static bool take_root(vrm_vmc_receiver *r, datagram *d, const vrmi_osc_message *message) {
    const char *name;
    size_t length;
    vrm_trs root = vrmi_trs_identity();
    const uint8_t *at = vrmi_osc_string(message->arguments, &name, &length);
    if (!read_place(at, &root.translation, &root.rotation)) return false;
    if (take_once(r, d, 0, HAS_ROOT, is_same_rotation(root.rotation, r->root.rotation))) {
        r->root = root;
    }
    return true;
}

/* The index of one of the next `count` custom expressions; VRM_NONE: none has the name. */
static int32_t find_next(vrm_vmc_receiver *r, const char *name, size_t length, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t index = ((uint32_t)r->custom_guess + i) % r->custom_count;
        if (r->customs[index].length == length &&
            memcmp(r->customs[index].text, name, length) == 0) {
            r->custom_guess = (int32_t)index + 1;
            return (int32_t)index;
        }
    }
    return VRM_NONE;
}

/* The index of a custom expression, which may be new; VRM_NONE: there is no room for it. */
static int32_t find_custom(vrm_vmc_receiver *r, const char *name, size_t length) {
    custom_name *own = &r->customs[r->custom_count];
    const int32_t found = find_next(r, name, length, r->custom_count);
    if (found != VRM_NONE) return found;
    if (r->custom_count == r->custom_capacity) return VRM_NONE;
    memcpy(own->text, name, length);
    own->text[length] = '\0';
    own->length = (uint32_t)length;
    r->custom_guess = 0;
    return (int32_t)r->custom_count++;
}

static bool take_weight(vrm_vmc_receiver *r, datagram *d, const vrmi_osc_message *message) {
    const char *name;
    size_t length;
    const uint8_t *at = vrmi_osc_string(message->arguments, &name, &length);
    const float weight = load_float(at);
    if (!vrmi_is_finite(weight) || length == 0 || length > VRM_VMC_NAME_BYTES) return false;
    /* Senders keep their order, and no custom expression has the name of a preset. */
    int32_t custom = find_next(r, name, length, r->custom_count > 0 ? 1 : 0);
    const vrm_preset preset = custom == VRM_NONE ? vrmi_vmc_preset_find(name, length) : VRM_NONE;
    if (custom == VRM_NONE && preset == VRM_NONE) custom = find_custom(r, name, length);
    if (preset != VRM_NONE) {
        r->pending.presets[preset] = vrmi_saturate(weight);
    } else if (custom != VRM_NONE) {
        r->pending.customs[custom] = vrmi_saturate(weight);
    } else {
        r->counts.lost_customs += 1;
    }
    begin_frame(r, d);
    r->open.parts |= HAS_WEIGHT;
    return true;
}

static bool take_apply(vrm_vmc_receiver *r, datagram *d) {
    if (!take_once(r, d, 0, HAS_APPLY, true)) return true;
    r->uses_apply = true;
    apply_pending(r);
    return true;
}

static bool take_state(vrm_vmc_receiver *r, const vrmi_osc_message *message) {
    r->is_loaded = vrmi_load_u32_big(message->arguments) != 0;
    if (message->type_count >= 3 && memcmp(message->types, "iii", 3) == 0) {
        const uint32_t state = vrmi_load_u32_big(message->arguments + 4);
        r->calibration = state <= 3 ? (int32_t)state : -1;
    }
    return true;
}

/* The addresses that mean something here, the types that they need, and how many are read. */
typedef enum what { CLOCK, BONE, ROOT, WEIGHT, APPLY, STATE, AVATAR, WHAT_COUNT } what;
static const struct {
    const char *address;
    const char *types;
    uint8_t address_length, type_count, read_count;
} kinds[WHAT_COUNT] = {
#define KIND(address, types, read)                                                                 \
    { address, types, sizeof(address) - 1, sizeof(types) - 1, read }
    [CLOCK] = KIND("/VMC/Ext/T", "f", 1),
    [BONE] = KIND("/VMC/Ext/Bone/Pos", "sfffffff", 8),
    [ROOT] = KIND("/VMC/Ext/Root/Pos", "sfffffff", 8),
    [WEIGHT] = KIND("/VMC/Ext/Blend/Val", "sf", 2),
    [APPLY] = KIND("/VMC/Ext/Blend/Apply", "", 0),
    [STATE] = KIND("/VMC/Ext/OK", "i", 3),
    [AVATAR] = KIND("/VMC/Ext/VRM", "ss", 2), /* a path of another machine: never opened */
#undef KIND
};

static what kind_of(const vrmi_osc_message *message) {
    static const what order[WHAT_COUNT] = {BONE, WEIGHT, CLOCK, ROOT, APPLY, STATE, AVATAR};
    for (int i = 0; i < WHAT_COUNT; ++i) {
        if (message->address_length == kinds[order[i]].address_length &&
            memcmp(message->address, kinds[order[i]].address, message->address_length) == 0) {
            return order[i];
        }
    }
    return WHAT_COUNT;
}

static bool take(vrm_vmc_receiver *r, datagram *d, what kind, const vrmi_osc_message *message) {
    float clock;
    switch (kind) {
    case CLOCK:
        clock = load_float(message->arguments);
        if (!vrmi_is_finite(clock)) return false;
        if (!d->has_clock || clock != d->clock) take_clock(r, d, clock);
        return true;
    case BONE:
        return take_bone(r, d, message);
    case ROOT:
        return take_root(r, d, message);
    case WEIGHT:
        return take_weight(r, d, message);
    case APPLY:
        return take_apply(r, d);
    case STATE:
        return take_state(r, message);
    default:
        r->counts.ignored_messages += 1;
        return true;
    }
}

static void take_message(vrm_vmc_receiver *r, datagram *d, const vrmi_osc_message *message) {
    const what kind = kind_of(message);
    if (kind == WHAT_COUNT) {
        r->counts.ignored_messages += 1;
        return;
    }
    if (message->type_count < kinds[kind].type_count ||
        memcmp(message->types, kinds[kind].types, kinds[kind].type_count) != 0 ||
        (!d->is_skipped && !take(r, d, kind, message))) {
        r->counts.refused_messages += 1;
        return;
    }
    if (message->type_count > kinds[kind].read_count) {
        r->counts.unread_arguments += message->type_count - kinds[kind].read_count;
    }
}

/* --- Datagrams --- */

/* The clock of a bundle, found before its other messages. False: the bundle is broken. */
static bool scan_bundle(const uint8_t *bytes, size_t size, datagram *d, float *out_clock,
                        bool *out_has_clock) {
    static const char clock[] = "/VMC/Ext/T\0\0,f\0"; /* and the NUL byte of the literal */
    static const char bone[] = "/VMC/Ext/B";
    vrmi_osc_reader reader;
    vrmi_osc_element element;
    vrmi_osc_step step;
    bool has_bone = false;
    *out_has_clock = false;
    vrmi_osc_reader_init(&reader, bytes, size);
    while ((step = vrmi_osc_next(&reader, &element)) == VRMI_OSC_ELEMENT) {
        if (element.size == 20 && !*out_has_clock && memcmp(element.bytes, clock, 16) == 0) {
            const float found = load_float(element.bytes + 16);
            *out_has_clock = vrmi_is_finite(found);
            *out_clock = found;
            d->clock_leads = !has_bone;
        }
        has_bone = has_bone || (element.size > sizeof bone &&
                                memcmp(element.bytes, bone, sizeof bone - 1) == 0);
    }
    return step == VRMI_OSC_END;
}

static void read_bundle(vrm_vmc_receiver *r, datagram *d, const uint8_t *bytes, size_t size) {
    vrmi_osc_reader reader;
    vrmi_osc_element element;
    vrmi_osc_message message;
    float clock = 0.0f;
    bool has_clock;
    if (!scan_bundle(bytes, size, d, &clock, &has_clock)) {
        r->counts.refused_datagrams += 1;
        return;
    }
    if (has_clock) take_clock(r, d, clock);
    vrmi_osc_reader_init(&reader, bytes, size);
    while (vrmi_osc_next(&reader, &element) == VRMI_OSC_ELEMENT) {
        r->counts.messages += 1;
        if (vrmi_osc_message_read(element, &message)) {
            take_message(r, d, &message);
        } else {
            r->counts.refused_messages += 1;
        }
    }
}

uint32_t vrm_vmc_receiver_add(vrm_vmc_receiver *r, const void *bytes, size_t size, int64_t time) {
    datagram d = {.time = time};
    vrmi_osc_message message;
    if (r == NULL || (bytes == NULL && size > 0)) return 0;
    r->counts.datagrams += 1;
    if (vrmi_osc_is_bundle(bytes, size) && size % 4 == 0) {
        read_bundle(r, &d, bytes, size);
    } else if (vrmi_osc_message_read((vrmi_osc_element){bytes, size}, &message)) {
        r->counts.messages += 1;
        take_message(r, &d, &message);
    } else {
        r->counts.refused_datagrams += 1;
    }
    return d.ended;
}

/* --- Poses --- */

/* The caller's pose keeps its array of customs, which gets those that have a weight. */
static void fill_pose(const vrm_vmc_receiver *r, const vrm_pose *body, const weights *values,
                      vrm_pose *out) {
    vrm_custom_weight *const customs = out->customs;
    const uint32_t capacity = customs != NULL ? out->custom_capacity : 0;
    *out = *body;
    out->customs = customs;
    out->custom_capacity = capacity;
    for (int i = 0; i < VRM_PRESET_COUNT; ++i) {
        if (values->presets[i] < 0.0f) continue;
        out->presets |= UINT32_C(1) << i;
        out->weights[i] = values->presets[i];
    }
    for (uint32_t i = 0; i < r->custom_count && out->custom_count < capacity; ++i) {
        if (values->customs[i] < 0.0f) continue;
        customs[out->custom_count++] =
            (vrm_custom_weight){.name = {r->customs[i].text, r->customs[i].length},
                                .weight = values->customs[i],
                                .custom = VRM_NONE};
    }
}

void vrm_vmc_receiver_read_pose(const vrm_vmc_receiver *receiver, vrm_pose *out) {
    if (receiver != NULL && out != NULL)
        fill_pose(receiver, &receiver->newest, &receiver->now, out);
}

void vrm_vmc_receiver_read_frame(const vrm_vmc_receiver *receiver, vrm_pose *out) {
    if (receiver != NULL && out != NULL)
        fill_pose(receiver, &receiver->ended, &receiver->last, out);
}

const vrm_vmc_frame *vrm_vmc_receiver_frame(const vrm_vmc_receiver *receiver) {
    return receiver != NULL ? &receiver->facts : NULL;
}

const vrm_vmc_counts *vrm_vmc_receiver_counts(const vrm_vmc_receiver *receiver) {
    return receiver != NULL ? &receiver->counts : NULL;
}
