/* What the parts of `vrm sim` share: one run of one avatar. */
#ifndef VRM_CLI_SIM_H
#define VRM_CLI_SIM_H

#include "apps/kit/avatar/notes.h"
#include "apps/kit/batch/batch_options.h"

#include <stdbool.h>
#include <stdint.h>
#include <vrm/idle.h>
#include <vrm/lanes.h>
#include <vrm/vrm.h>
#include <yyjson.h>

enum { MAX_EXPRESSIONS = 64, MAX_FRAMES = 1000000 };

typedef struct sim_options {
    uint32_t frame_count; /* 0: as many as the motion has, or 120 */
    double fps;           /* 0: as the motion says, or 60 */
    const char *motion;   /* its name, or a path */
    const char *names[MAX_EXPRESSIONS];
    float weights[MAX_EXPRESSIONS];
    uint32_t expression_count;
    bool has_look;
    vrm_vec3 look;
    uint32_t flags;  /* VRM_AVATAR_FLAG_… */
    vrm_lanes lanes; /* VRM_LANES_… */
    bool is_json;
    bool is_hash;
    file_options files;
} sim_options;

/* --- Motions --- */

typedef enum motion_kind { MOTION_STILL, MOTION_SWAY, MOTION_IDLE, MOTION_FILE } motion_kind;

typedef struct motion {
    motion_kind kind;
    /* Of a file. */
    yyjson_doc *document;
    yyjson_val **frames;
    uint32_t frame_count;
    double dt; /* 0: it does not say */
} motion;

/* False, with one sentence that says why: it is not there, or not what it should be. */
bool motion_open(const char *name, motion *out, const char **out_problem);
void motion_close(motion *opened);

/* --- A run --- */

typedef struct sim_run {
    batch_file *file;
    bool is_reporting; /* the file: others wait */
    bool *has_shown;   /* a run before this one; its text is kept apart from the next */
    const sim_options *options;
    const motion *motion;
    const char *path;
    vrm_model *model;
    const vrm_gltf *gltf;
    const vrm_tables *tables;
    vrm_avatar *avatar;
    uint32_t frame_count;
    double dt;
    /* Inputs as they were set last: a dump tells them, so that it can be played again. */
    float *expressions; /* by expression; -1: never set */
    bool has_look;
    vrm_vec3 look;
    vrm_idle idle;
    char problem[160]; /* room for a sentence */
    file_notes notes;
    bool has_record; /* of --json */
} sim_run;

/* Before anything is printed: waits until it is the file's turn. False: it has been given up, and
 * nothing may be printed. */
bool sim_begin_report(sim_run *run);
/* Whether it has been given up, so that further frames are of no use. */
bool sim_is_late(const sim_run *run);

/* For motions: both also keep the value in the run. */
void sim_set_expression(sim_run *run, int32_t expression, float weight);
void sim_look_at(sim_run *run, vrm_vec3 target);

/* Writes the inputs of a frame, 1 and up. False, with one sentence: the motion does not fit. */
bool motion_apply(sim_run *run, uint32_t frame, const char **out_problem);

/* Says why a file could not be run, unless that has been said: the motion does not fit, or without
 * a sentence, there is not enough memory. */
void sim_note_failure(sim_run *run, const char *problem);

/* --- Three ways to show a run. Each takes all of its frames. False, with one sentence: the motion
 * does not fit; without one: there is not enough memory. --- */

/* One line of JSON, also where a later frame of the motion does not fit. */
bool sim_print_json(sim_run *run, const char **out_problem);
/* One line with a hash of the results of each stage, over all frames. */
bool sim_print_hash(sim_run *run, const char **out_problem);
/* A few lines for a person. */
bool sim_print_summary(sim_run *run, const char **out_problem);

#endif
