#include "clip/vmd.h"

#include "base/bytes.h"
#include "base/math.h"
#include "base/sort.h"
#include "clip/diagnostics.h"
#include "clip/vmd_names.h"

#include <string.h>

/* Sizes of what a file has, in bytes. */
enum {
    SIGNATURE_BYTES = 30,
    MODEL_BYTES = 20,
    OLD_MODEL_BYTES = 10,
    NAME_BYTES = 15,
    BONE_BYTES = 111,
    CURVES_AT = 47,
    MORPH_BYTES = 23,
    CAMERA_BYTES = 61,
    LIGHT_BYTES = 28,
    SHADOW_BYTES = 9,
    PROPERTY_BYTES = 9,
    TARGET_NAME_BYTES = 20,
    TARGET_BYTES = 21
};

enum { UNKNOWN = 255, UNCHANGED = 2 };

static const char signature[] = "Vocaloid Motion Data 0002";
static const char old_signature[] = "Vocaloid Motion Data file";

static bool begins_with(const uint8_t *bytes, size_t size, const char *text) {
    return size >= strlen(text) && memcmp(bytes, text, strlen(text)) == 0;
}

bool vrmi_is_vmd(const uint8_t *bytes, size_t size) {
    return begins_with(bytes, size, signature) || begins_with(bytes, size, old_signature);
}

/* --- Names --- */

/* Whether a field of the file holds a name, then a NUL unless it is full. */
static bool is_name(const uint8_t *field, size_t capacity, const char *name) {
    size_t length = strlen(name);
    if (length > capacity || memcmp(field, name, length) != 0) return false;
    return length == capacity || field[length] == 0;
}

static uint8_t find_in(const vmd_name *names, size_t count, const uint8_t *field, size_t capacity) {
    for (size_t i = 0; i < count; ++i) {
        if (is_name(field, capacity, names[i].name)) return (uint8_t)names[i].index;
    }
    return UNKNOWN;
}

#define FIND_IN(names, field, capacity)                                                            \
    find_in(names, sizeof(names) / sizeof(names)[0], field, capacity)

static uint8_t find_bone(const uint8_t *field, size_t capacity) {
    bool is_left = memcmp(field, VMD_NAME_LEFT, 2) == 0;
    uint8_t found;
    if (!is_left && memcmp(field, VMD_NAME_RIGHT, 2) != 0) {
        return FIND_IN(middle_names, field, capacity);
    }
    found = FIND_IN(side_names, field + 2, capacity - 2);
    if (found == UNKNOWN) return UNKNOWN;
    return (uint8_t)(found + (is_left ? (int)VRMI_VMD_LEFT : (int)VRMI_VMD_RIGHT));
}

/* The place of a morph in the table: several are one preset. */
static uint8_t find_morph(const uint8_t *field) {
    for (uint32_t i = 0; i < VRMI_VMD_MORPH_COUNT; ++i) {
        if (is_name(field, NAME_BYTES, morph_names[i].name)) return (uint8_t)i;
    }
    return UNKNOWN;
}

/* --- Sections --- */

typedef struct vmd_reader {
    vrmi_load *load;
    const uint8_t *at, *end;
    vrmi_vmd *vmd;
    uint64_t unknown;    /* keys of other bones and morphs */
    uint64_t unreadable; /* keys with values that are no numbers */
    uint64_t late;       /* keys beyond the last frame */
    bool is_cut;
} vmd_reader;

static size_t bytes_left(const vmd_reader *r) { return (size_t)(r->end - r->at); }

/* The count before a section. Late sections may be absent. */
static bool read_count(vmd_reader *r, uint32_t *out) {
    *out = 0;
    if (r->is_cut || bytes_left(r) < 4) return false;
    *out = vrmi_load_u32(r->at);
    r->at += 4;
    return true;
}

/* How many records of a section are there, and where. */
static uint32_t read_section(vmd_reader *r, size_t record, const uint8_t **out) {
    uint32_t count;
    *out = r->at;
    if (!read_count(r, &count)) return 0;
    *out = r->at;
    if (count > bytes_left(r) / record) {
        count = (uint32_t)(bytes_left(r) / record);
        r->is_cut = true;
    }
    r->at += (size_t)count * record;
    return count;
}

/* Which of the names each record has, and how many have each. NULL: the load has failed. */
static uint8_t *name_records(vmd_reader *r, const uint8_t *records, uint32_t count, size_t size,
                             bool is_morph, uint32_t *counts) {
    uint8_t *names = VRMI_TAKE(r->load->scratch, uint8_t, count);
    if (names == NULL) {
        vrmi_load_refused(r->load);
        return NULL;
    }
    for (uint32_t i = 0; i < count; ++i) {
        const uint8_t *record = records + (size_t)i * size;
        if (!vrmi_load_goes_on(r->load)) return NULL;
        /* As a rule, keys of one bone stand together. */
        if (i != 0 && memcmp(record, record - size, NAME_BYTES) == 0) {
            names[i] = names[i - 1];
        } else {
            names[i] = is_morph ? find_morph(record) : find_bone(record, NAME_BYTES);
        }
        if (names[i] == UNKNOWN) {
            r->unknown += 1;
        } else if (vrmi_load_u32(record + NAME_BYTES) > VRMI_VMD_MAX_FRAME) {
            names[i] = UNKNOWN;
            r->late += 1;
        } else {
            counts[names[i]] += 1;
        }
    }
    return names;
}

typedef struct frame_order {
    const uint8_t *frames; /* the first of them, in memory */
    size_t stride;
} frame_order;

static uint32_t frame_at(const frame_order *order, uint32_t index) {
    uint32_t frame;
    memcpy(&frame, order->frames + index * order->stride, sizeof frame);
    return frame;
}

static bool comes_before(const void *context, uint32_t a, uint32_t b) {
    return frame_at(context, a) < frame_at(context, b);
}

/*
 * Puts elements into the order of frames, each of which has one as a field; of several at one
 * frame, the last stays. Returns how many are left, and 0 where memory was refused.
 */
static uint32_t sort_frames(vrmi_load *load, void *elements, uint32_t count, size_t stride,
                            size_t frame_offset) {
    const frame_order frames = {(const uint8_t *)elements + frame_offset, stride};
    uint8_t *copy, *out = elements;
    uint32_t *order, kept = 0;
    bool is_sorted = true;
    for (uint32_t i = 1; i < count && is_sorted; ++i) {
        is_sorted = frame_at(&frames, i - 1) < frame_at(&frames, i);
    }
    if (is_sorted) return count;
    order = vrmi_sort_order(load->scratch, count, comes_before, &frames);
    copy = VRMI_TAKE(load->scratch, uint8_t, (size_t)count * stride);
    if (order == NULL || copy == NULL) {
        vrmi_load_refused(load);
        return 0;
    }
    for (uint32_t i = 0; i < count; ++i) {
        bool is_last =
            i + 1 == count || frame_at(&frames, order[i]) != frame_at(&frames, order[i + 1]);
        if (is_last) memcpy(copy + stride * kept++, out + stride * order[i], stride);
    }
    memcpy(out, copy, stride * kept);
    return kept;
}

/* --- Bones --- */

static bool is_finite(const uint8_t *floats, int count) {
    for (int i = 0; i < count; ++i) {
        if (!vrmi_is_finite(vrmi_load_f32(floats + 4 * i))) return false;
    }
    return true;
}

static float place_of(const uint8_t *bytes) {
    const float most = 1e6f; /* units; nothing that is seen is so far away */
    return vrmi_clamp(vrmi_to_finite(vrmi_load_f32(bytes)), -most, most);
}

/* MMD is left-handed and faces -Z. */
static vrmi_vmd_key read_key(vmd_reader *r, const uint8_t *record) {
    const uint8_t *place = record + NAME_BYTES + 4, *q = place + 12;
    vrmi_vmd_key key;
    key.frame = vrmi_load_u32(record + NAME_BYTES);
    key.place = vrm_vec3_make(place_of(place), place_of(place + 4), -place_of(place + 8));
    key.rotation = vrmi_quat_normalize(vrm_quat_make(-vrmi_load_f32(q), -vrmi_load_f32(q + 4),
                                                     vrmi_load_f32(q + 8), vrmi_load_f32(q + 12)));
    key.curves = record + CURVES_AT;
    r->unreadable += !is_finite(place, 7);
    return key;
}

/* Signs so that neighbors are on one side: the shorter way between two keys is a line. */
static void align_signs(vrmi_vmd_key *keys, uint32_t count) {
    for (uint32_t i = 1; i < count; ++i) {
        if (vrmi_quat_dot(keys[i].rotation, keys[i - 1].rotation) < 0.0f) {
            keys[i].rotation = vrmi_quat_negate(keys[i].rotation);
        }
    }
}

static bool read_bones(vmd_reader *r) {
    uint32_t counts[VRMI_VMD_BONE_COUNT] = {0}, known = 0;
    uint32_t next[VRMI_VMD_BONE_COUNT];
    const uint8_t *records;
    uint32_t count = read_section(r, BONE_BYTES, &records);
    uint8_t *names = name_records(r, records, count, BONE_BYTES, false, counts);
    vrmi_vmd_key *keys;
    if (names == NULL) return false;
    for (uint32_t i = 0; i < VRMI_VMD_BONE_COUNT; ++i) {
        next[i] = known;
        known += counts[i];
    }
    keys = VRMI_TAKE(r->load->scratch, vrmi_vmd_key, known);
    if (keys == NULL) return vrmi_load_refused(r->load);
    for (uint32_t i = 0; i < count; ++i) {
        if (names[i] != UNKNOWN) {
            keys[next[names[i]]++] = read_key(r, records + (size_t)i * BONE_BYTES);
        }
    }
    for (uint32_t i = 0; i < VRMI_VMD_BONE_COUNT; ++i) {
        vrmi_vmd_key *own = keys + (next[i] - counts[i]);
        uint32_t kept =
            sort_frames(r->load, own, counts[i], sizeof *own, offsetof(vrmi_vmd_key, frame));
        if (!vrmi_load_ok(r->load)) return false;
        align_signs(own, kept);
        r->vmd->bones[i].keys = own;
        r->vmd->bones[i].count = kept;
    }
    return true;
}

/* --- Morphs --- */

static bool read_morphs(vmd_reader *r) {
    uint32_t counts[VRMI_VMD_MORPH_COUNT] = {0}, known = 0;
    uint32_t next[VRMI_VMD_MORPH_COUNT];
    const uint8_t *records;
    uint32_t count = read_section(r, MORPH_BYTES, &records);
    uint8_t *names = name_records(r, records, count, MORPH_BYTES, true, counts);
    vrmi_vmd_weight *keys;
    if (names == NULL) return false;
    for (uint32_t i = 0; i < VRMI_VMD_MORPH_COUNT; ++i) {
        next[i] = known;
        known += counts[i];
    }
    keys = VRMI_TAKE(r->load->scratch, vrmi_vmd_weight, known);
    if (keys == NULL) return vrmi_load_refused(r->load);
    for (uint32_t i = 0; i < count; ++i) {
        const uint8_t *record = records + (size_t)i * MORPH_BYTES;
        const uint8_t *weight = record + NAME_BYTES + 4;
        if (names[i] == UNKNOWN) continue;
        r->unreadable += !is_finite(weight, 1);
        keys[next[names[i]]++] = (vrmi_vmd_weight){vrmi_load_u32(record + NAME_BYTES),
                                                   vrmi_saturate(vrmi_load_f32(weight))};
    }
    for (uint32_t i = 0; i < VRMI_VMD_MORPH_COUNT; ++i) {
        vrmi_vmd_weight *own = keys + (next[i] - counts[i]);
        r->vmd->morphs[i].keys = own;
        r->vmd->morphs[i].preset = (vrm_preset)morph_names[i].index;
        r->vmd->morphs[i].count =
            sort_frames(r->load, own, counts[i], sizeof *own, offsetof(vrmi_vmd_weight, frame));
        if (!vrmi_load_ok(r->load)) return false;
    }
    return true;
}

/* --- Which targets are followed --- */

/* One entry of a property: the name of a target, and whether it is on. */
static void read_target(const uint8_t *record, vrmi_vmd_switch *out) {
    uint8_t bone = find_bone(record, TARGET_NAME_BYTES);
    uint8_t is_off = record[TARGET_NAME_BYTES] == 0;
    int side = bone >= VRMI_VMD_RIGHT;
    if (bone == UNKNOWN || bone < VRMI_VMD_LEFT) return;
    bone = (uint8_t)(bone - (side ? (int)VRMI_VMD_RIGHT : (int)VRMI_VMD_LEFT));
    if (bone == VRMI_VMD_FOOT_IK) out->is_off[side][0] = is_off;
    if (bone == VRMI_VMD_TOE_IK) out->is_off[side][1] = is_off;
}

/* What a property does not name stays as it was; in the beginning all are followed. */
static void complete_switches(vrmi_vmd_switch *switches, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        for (int k = 0; k < 4; ++k) {
            uint8_t *is_off = &switches[i].is_off[k / 2][k % 2];
            if (*is_off != UNCHANGED) continue;
            *is_off = i != 0 ? switches[i - 1].is_off[k / 2][k % 2] : 0;
        }
    }
}

static bool read_properties(vmd_reader *r) {
    vrmi_vmd_switch *switches;
    uint32_t count, read = 0;
    if (!read_count(r, &count)) return true;
    if (count > bytes_left(r) / PROPERTY_BYTES) {
        count = (uint32_t)(bytes_left(r) / PROPERTY_BYTES);
        r->is_cut = true;
    }
    switches = VRMI_TAKE(r->load->scratch, vrmi_vmd_switch, count);
    if (switches == NULL) return vrmi_load_refused(r->load);
    for (; read < count && bytes_left(r) >= PROPERTY_BYTES; ++read) {
        uint32_t targets = vrmi_load_u32(r->at + 5);
        switches[read] = (vrmi_vmd_switch){vrmi_load_u32(r->at),
                                           {{UNCHANGED, UNCHANGED}, {UNCHANGED, UNCHANGED}}};
        r->at += PROPERTY_BYTES;
        if (targets > bytes_left(r) / TARGET_BYTES) {
            r->is_cut = true;
            break;
        }
        for (; targets > 0; --targets, r->at += TARGET_BYTES) read_target(r->at, &switches[read]);
    }
    r->vmd->switch_count =
        sort_frames(r->load, switches, read, sizeof *switches, offsetof(vrmi_vmd_switch, frame));
    complete_switches(switches, r->vmd->switch_count);
    r->vmd->switches = switches;
    return vrmi_load_ok(r->load);
}

/* --- The whole --- */

static bool read_head(vmd_reader *r) {
    size_t model = begins_with(r->at, bytes_left(r), old_signature) ? OLD_MODEL_BYTES : MODEL_BYTES;
    if (bytes_left(r) < SIGNATURE_BYTES + model) {
        r->at = r->end;
        r->is_cut = true;
        return false;
    }
    r->at += SIGNATURE_BYTES + model;
    return true;
}

static void set_frames_left(vrmi_vmd *vmd) {
    uint64_t left = VRMI_VMD_MOST_FRAMES;
    for (uint32_t i = 0; i < VRMI_VMD_BONE_COUNT; ++i) left += 4 * (uint64_t)vmd->bones[i].count;
    vmd->frames_left = left < UINT32_MAX ? (uint32_t)left : UINT32_MAX;
}

static void report(const vmd_reader *r) {
    if (r->is_cut) vrmi_load_found(r->load, VRMI_VMD_CUT, NULL, NULL);
    if (r->unreadable != 0) {
        vrmi_load_found(r->load, VRMI_VMD_NUMBERS, NULL, VRMI_WITH(vrmi_unsigned(r->unreadable)));
    }
    if (r->late != 0) {
        vrmi_load_found(r->load, VRMI_VMD_LATE_KEYS, NULL, VRMI_WITH(vrmi_unsigned(r->late)));
    }
    if (r->unknown != 0) {
        vrmi_load_found(r->load, VRMI_VMD_UNKNOWN, NULL, VRMI_WITH(vrmi_unsigned(r->unknown)));
    }
}

bool vrmi_vmd_read_keys(vrmi_load *load, const uint8_t *bytes, size_t size, vrmi_vmd *out) {
    vmd_reader r = {load, bytes, bytes + size, out, 0, 0, 0, false};
    const uint8_t *skipped;
    if (read_head(&r)) {
        if (!read_bones(&r) || !read_morphs(&r)) return false;
        read_section(&r, CAMERA_BYTES, &skipped);
        read_section(&r, LIGHT_BYTES, &skipped);
        read_section(&r, SHADOW_BYTES, &skipped);
        if (!read_properties(&r)) return false;
    }
    set_frames_left(out);
    report(&r);
    return vrmi_load_ok(load);
}
