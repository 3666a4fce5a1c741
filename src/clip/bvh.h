/*
 * A BVH file as its text has it. bvh_parse.c reads the joints, bvh_frames.c the numbers;
 * bvh_rest.c and bvh_local.c find the T-pose, and bvh.c makes a motion of it.
 *
 * Everything lives in the scratch arena of the load.
 */
#ifndef VRMI_CLIP_BVH_H
#define VRMI_CLIP_BVH_H

#include "clip/source.h"

/* Whether bytes begin as BVH does. */
bool vrmi_is_bvh(const uint8_t *bytes, size_t size);

/* Reads a text. False: the load has failed and says why. What it takes, it takes from the scratch
 * arena of the load. */
bool vrmi_read_bvh(vrmi_load *load, const char *text, size_t size, vrmi_source_motion *out);

/* What a channel says. Scale and whatever else there is takes a number in a frame, and no more. */
typedef enum vrmi_bvh_channel {
    VRMI_BVH_X_POSITION,
    VRMI_BVH_Y_POSITION,
    VRMI_BVH_Z_POSITION,
    VRMI_BVH_X_ROTATION,
    VRMI_BVH_Y_ROTATION,
    VRMI_BVH_Z_ROTATION,
    VRMI_BVH_OTHER
} vrmi_bvh_channel;

enum {
    VRMI_BVH_MAX_CHANNELS = 12, /* of a joint; six say all, and nine are written with scale */
    VRMI_BVH_MAX_DEPTH = 256    /* of joints; bodies have twenty or so */
};

typedef struct vrmi_bvh_joint {
    vrm_string name;
    int32_t parent; /* VRM_NONE: a root */
    uint32_t depth; /* of a root: 1 */
    uint32_t first_channel;
    vrm_vec3 offset;
    vrm_vec3 end; /* the End Site, from here */
    bool has_end;
    uint8_t channel_count;
    uint8_t channels[VRMI_BVH_MAX_CHANNELS]; /* vrmi_bvh_channel */
} vrmi_bvh_joint;

typedef struct vrmi_bvh {
    vrmi_bvh_joint *joints; /* each behind its parent */
    const float *values;    /* frame by frame */
    uint32_t joint_count;
    uint32_t root_count;
    uint32_t channel_count; /* of a frame */
    uint32_t frame_count;
    float frame_time; /* seconds */
} vrmi_bvh;

/* What is left of the text of a file. */
typedef struct vrmi_bvh_text {
    const char *begin, *at, *end;
} vrmi_bvh_text;

/* The joints, up to the word MOTION, and what is behind it. False: the load has failed and says
 * why. */
bool vrmi_bvh_read_joints(vrmi_load *load, vrmi_bvh_text *text, vrmi_bvh *out);
bool vrmi_bvh_read_frames(vrmi_load *load, vrmi_bvh_text *text, vrmi_bvh *out);

/* --- Text --- */

void vrmi_bvh_skip_space(vrmi_bvh_text *text);

/* The next word, up to a space or a brace; a brace is a word. Empty: the text is at its end. */
vrm_string vrmi_bvh_word(vrmi_bvh_text *text);

/* Whether two words are equal but for upper and lower case, or one begins with the other. `lower`
 * is in lower case. */
bool vrmi_bvh_is_word(vrm_string word, const char *lower);
bool vrmi_bvh_begins_with(vrm_string word, const char *lower);

/*
 * Reads a number: "-12.5", ".0083", "1e-17", "+1". Beyond 1e12 it is 1e12. False: there is none,
 * or it runs into letters; the text then stays where it is.
 *
 * The result is a double that is off by 1 ulp at most from the one next to the text, so that the
 * float is as well. No locale is asked, as strtod does.
 */
bool vrmi_bvh_number(vrmi_bvh_text *text, double *out);

/* Fails the load: the text is not BVH from here on. `expected` is in the words of the format, which
 * no language changes. Returns false. */
bool vrmi_bvh_fail(vrmi_load *load, const vrmi_bvh_text *text, const char *expected);

/* --- One frame --- */

/* What a joint has in a frame: its rotation, and its place under its parent, where a position
 * replaces the offset. */
vrm_quat vrmi_bvh_rotation(const vrmi_bvh *bvh, uint32_t joint, uint32_t frame);
vrm_vec3 vrmi_bvh_place(const vrmi_bvh *bvh, uint32_t joint, uint32_t frame);

/* Whether any of its channels is a position, or a rotation. */
bool vrmi_bvh_has_position(const vrmi_bvh_joint *joint);
bool vrmi_bvh_has_rotation(const vrmi_bvh_joint *joint);

#endif
