#include "clip/bvh.h"

#include "base/checked.h"
#include "base/math.h"
#include "clip/diagnostics.h"

#include <assert.h>
#include <string.h>

enum {
    /* Times of frames are rising floats, and only this many are distinct. */
    MOST_FRAMES = 1 << 23
};

#define DEFAULT_FRAME_TIME (1.0 / 30.0)

/* --- Lines before the numbers --- */

/* A word, then a colon, with or without spaces between them: "Frames:", "Frames :", "Frames:30". */
static bool read_word(vrmi_bvh_text *text, const char *lower) {
    vrm_string rest;
    vrmi_bvh_skip_space(text);
    rest.data = text->at;
    rest.length = text->end - text->at < 64 ? (uint32_t)(text->end - text->at) : 64;
    if (!vrmi_bvh_begins_with(rest, lower)) return false;
    while (*lower != '\0') ++lower, ++text->at;
    return true;
}

static bool read_colon(vrmi_bvh_text *text) {
    vrmi_bvh_skip_space(text);
    if (text->at == text->end || *text->at != ':') return false;
    ++text->at;
    return true;
}

static bool read_head(vrmi_load *load, vrmi_bvh_text *text, double *frames, double *frame_time) {
    if (!read_word(text, "frames") || !read_colon(text)) {
        return vrmi_bvh_fail(load, text, "Frames:");
    }
    if (!vrmi_bvh_number(text, frames)) return vrmi_bvh_fail(load, text, "Frames: n");
    if (!read_word(text, "frame") || !read_word(text, "time") || !read_colon(text)) {
        return vrmi_bvh_fail(load, text, "Frame Time:");
    }
    if (!vrmi_bvh_number(text, frame_time)) return vrmi_bvh_fail(load, text, "Frame Time: s");
    return true;
}

/* From a thousand years of film to the shutter of a fast camera. */
static float usable_frame_time(vrmi_load *load, double seconds) {
    if (seconds >= 1e-6 && seconds <= 1000.0) return (float)seconds;
    vrmi_load_found(load, VRMI_BVH_FRAME_TIME, NULL, VRMI_WITH(vrmi_number(seconds)));
    return (float)DEFAULT_FRAME_TIME;
}

/* --- Numbers --- */

typedef struct bvh_reader {
    vrmi_load *load;
    vrmi_bvh_text *text;
    float *values;
    uint32_t width;    /* numbers of a frame */
    uint32_t capacity; /* frames */
    uint32_t most;     /* frames that the bytes can have, and limits allow */
    uint32_t count;
    bool is_limited; /* the bytes may have more frames than limits allow */
    uint64_t unreadable;
} bvh_reader;

static bool make_room(bvh_reader *reader, uint32_t capacity) {
    size_t size;
    float *values = NULL;
    if (capacity > reader->most) capacity = reader->most;
    if (vrmi_multiply_size(capacity, reader->width, &size)) {
        values = VRMI_TAKE(reader->load->scratch, float, size);
    }
    if (values == NULL) return vrmi_load_refused(reader->load);
    if (reader->count != 0) {
        memcpy(values, reader->values, (size_t)reader->count * reader->width * sizeof *values);
    }
    reader->values = values;
    reader->capacity = capacity;
    return true;
}

/* Programs write "nan" or "-1.#IND" where they had no number. Anything else is no frame. */
static bool skip_unreadable(vrmi_bvh_text *text) {
    vrmi_bvh_text before = *text;
    vrm_string word = vrmi_bvh_word(text);
    const char *c = word.data;
    if (word.length > 1 && (*c == '-' || *c == '+')) ++c;
    if (word.length != 0 && (*c == 'n' || *c == 'N' || *c == 'i' || *c == 'I' || *c == '.' ||
                             (*c >= '0' && *c <= '9'))) {
        return true;
    }
    *text = before;
    return false;
}

/* False: the numbers end here. */
static bool read_frame(bvh_reader *reader) {
    float *out = reader->values + (size_t)reader->count * reader->width;
    uint64_t unreadable = 0;
    assert(reader->values != NULL);
    for (uint32_t i = 0; i < reader->width; ++i) {
        double value;
        if (vrmi_bvh_number(reader->text, &value)) {
            out[i] = (float)value;
        } else if (skip_unreadable(reader->text)) {
            out[i] = reader->count != 0 ? *(out + i - reader->width) : 0.0f;
            ++unreadable;
        } else {
            return false;
        }
    }
    reader->unreadable += unreadable;
    return true;
}

/* Frames that are there, however many the file says there are. */
static bool read_frames(bvh_reader *reader) {
    for (;;) {
        if (!vrmi_load_goes_on(reader->load)) return false;
        if (reader->count == reader->capacity) {
            vrmi_bvh_skip_space(reader->text);
            if (reader->text->at == reader->text->end || reader->count == reader->most) break;
            if (!make_room(reader, reader->capacity * 2)) return false;
        }
        if (!read_frame(reader)) break;
        ++reader->count;
    }
    return true;
}

static bool find_most(vrmi_load *load, bvh_reader *reader) {
    /* A number takes a digit and a space; the last one has no space. */
    uint64_t most = ((uint64_t)(reader->text->end - reader->text->at) + 1) / 2 / reader->width;
    uint32_t limit = load->limits.max_elements;
    if (limit > MOST_FRAMES) limit = MOST_FRAMES;
    reader->is_limited = most > limit;
    reader->most = reader->is_limited ? limit : (uint32_t)most;
    return most != 0;
}

/* Whether numbers are left that the limits have cut off. */
static bool has_too_many(bvh_reader *reader) {
    double value;
    return reader->is_limited && reader->count == reader->most &&
           vrmi_bvh_number(reader->text, &value);
}

bool vrmi_bvh_read_frames(vrmi_load *load, vrmi_bvh_text *text, vrmi_bvh *out) {
    bvh_reader reader = {load, text, NULL, out->channel_count, 0, 0, 0, false, 0};
    double declared = 0.0, frame_time = 0.0;
    if (!read_head(load, text, &declared, &frame_time)) return false;
    if (out->channel_count == 0 || !find_most(load, &reader)) {
        vrmi_load_found(load, VRMI_BVH_NO_FRAMES, NULL, NULL);
        return false;
    }
    if (!make_room(&reader,
                   declared >= 1 && declared < (double)MOST_FRAMES ? (uint32_t)declared : 64)) {
        return false;
    }
    if (!read_frames(&reader)) return false;
    if (has_too_many(&reader)) {
        vrmi_load_found(
            load, VRMI_LIMIT_COUNT, NULL,
            VRMI_WITH(vrmi_unsigned((uint64_t)reader.count + 1), vrmi_unsigned(reader.most)));
        return false;
    }
    if (reader.count == 0) {
        vrmi_load_found(load, VRMI_BVH_NO_FRAMES, NULL, NULL);
        return false;
    }
    if ((double)reader.count != declared) {
        vrmi_load_found(load, VRMI_BVH_FRAMES, NULL,
                        VRMI_WITH(vrmi_number(declared), vrmi_unsigned(reader.count)));
    }
    if (reader.unreadable != 0) {
        vrmi_load_found(load, VRMI_BVH_NUMBERS, NULL, VRMI_WITH(vrmi_unsigned(reader.unreadable)));
    }
    out->frame_time = usable_frame_time(load, frame_time);
    out->values = reader.values;
    out->frame_count = reader.count;
    return true;
}

/* --- One frame --- */

static const float *values_of(const vrmi_bvh *bvh, uint32_t joint, uint32_t frame) {
    return bvh->values + (size_t)frame * bvh->channel_count + bvh->joints[joint].first_channel;
}

/* q turned about one of its own axes: q times (s, 0, 0, c), and so on. */
static vrm_quat turn_about(vrm_quat q, int channel, float s, float c) {
    switch (channel) {
    case VRMI_BVH_X_ROTATION:
        return vrm_quat_make(q.x * c + q.w * s, q.y * c + q.z * s, q.z * c - q.y * s,
                             q.w * c - q.x * s);
    case VRMI_BVH_Y_ROTATION:
        return vrm_quat_make(q.x * c - q.z * s, q.y * c + q.w * s, q.z * c + q.x * s,
                             q.w * c - q.y * s);
    default:
        return vrm_quat_make(q.x * c + q.y * s, q.y * c - q.x * s, q.z * c + q.w * s,
                             q.w * c - q.z * s);
    }
}

vrm_quat vrmi_bvh_rotation(const vrmi_bvh *bvh, uint32_t joint, uint32_t frame) {
    const vrmi_bvh_joint *j = &bvh->joints[joint];
    const float *values = values_of(bvh, joint, frame);
    vrm_quat q = vrmi_quat_identity();
    for (uint32_t i = 0; i < j->channel_count; ++i) {
        int channel = j->channels[i];
        float s, c;
        if (channel < VRMI_BVH_X_ROTATION || channel > VRMI_BVH_Z_ROTATION) continue;
        vrmi_sincos(0.5f * vrmi_radians(values[i]), &s, &c);
        q = turn_about(q, channel, s, c);
    }
    return q;
}

vrm_vec3 vrmi_bvh_place(const vrmi_bvh *bvh, uint32_t joint, uint32_t frame) {
    const vrmi_bvh_joint *j = &bvh->joints[joint];
    const float *values = values_of(bvh, joint, frame);
    vrm_vec3 place = j->offset;
    for (uint32_t i = 0; i < j->channel_count; ++i) {
        if (j->channels[i] == VRMI_BVH_X_POSITION) place.x = values[i];
        if (j->channels[i] == VRMI_BVH_Y_POSITION) place.y = values[i];
        if (j->channels[i] == VRMI_BVH_Z_POSITION) place.z = values[i];
    }
    return place;
}

bool vrmi_bvh_has_position(const vrmi_bvh_joint *joint) {
    for (uint32_t i = 0; i < joint->channel_count; ++i) {
        if (joint->channels[i] <= VRMI_BVH_Z_POSITION) return true;
    }
    return false;
}

bool vrmi_bvh_has_rotation(const vrmi_bvh_joint *joint) {
    for (uint32_t i = 0; i < joint->channel_count; ++i) {
        if (joint->channels[i] >= VRMI_BVH_X_ROTATION &&
            joint->channels[i] <= VRMI_BVH_Z_ROTATION) {
            return true;
        }
    }
    return false;
}
