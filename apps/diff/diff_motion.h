/* `vrm diff --motion`: both avatars live through the same motions, and how far apart they are. */
#ifndef VRM_DIFF_MOTION_H
#define VRM_DIFF_MOTION_H

#include "pair.h"

/* What is measured. Rotations are those from rest in the world, where both avatars face +Z, so that
 * neither the axes of the bones nor the dialects matter. */
typedef enum motion_measure {
    MEASURE_BONES,       /* degrees */
    MEASURE_JOINTS,      /* of springs, in degrees */
    MEASURE_CONSTRAINTS, /* nodes with constraints, in degrees */
    MEASURE_PLACES,      /* of bones, in metres */
    MEASURE_WEIGHTS,     /* of expressions */
    MEASURE_COUNT
} motion_measure;

const char *measure_word(motion_measure which); /* of --json; pass it to say */
const char *measure_unit(motion_measure which);

typedef struct motion_worst {
    double amount;
    double time;   /* in seconds */
    char name[96]; /* of the bone, the node or the expression; "": nothing differs */
    bool is_there; /* both avatars have something of this kind */
} motion_worst;

typedef struct motion_result {
    char name[96]; /* "idle", "random", or the name of the file */
    double seconds;
    uint32_t frames;
    motion_worst worst[MEASURE_COUNT];
} motion_result;

typedef struct motion_results {
    motion_result *items;
    uint32_t count;
} motion_results;

typedef struct motion_settings {
    double max_degrees; /* a larger angle is a difference */
    char **files;       /* motions to play beside those that are built in */
    int file_count;
} motion_settings;

/* Runs all motions, and adds what differs to the changes. False: a motion cannot be loaded, or the
 * files have no avatars; standard error says why. */
bool diff_motion(diff_pair *pair, const motion_settings *settings, motion_results *out);
void motion_results_release(motion_results *results);

/* --- The motions (motion_drive.c) --- */

typedef struct motion_driver motion_driver;

/* Moves both avatars to a time; frames follow each other in steps of `dt` seconds. */
struct motion_driver {
    diff_pair *pair;
    vrm_avatar *a, *b;
    vrm_idle idle_a, idle_b;
    struct clip_player *player_a, *player_b; /* of a file */
    void (*move)(motion_driver *driver, double time, float dt);
};

void drive_idle(motion_driver *driver, double time, float dt);
void drive_random(motion_driver *driver, double time, float dt);
void drive_clip(motion_driver *driver, double time, float dt);

#endif
