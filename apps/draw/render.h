/* What the parts of `vrm render` share: one file becomes one picture, or many. */
#ifndef VRM_CLI_RENDER_H
#define VRM_CLI_RENDER_H

#include "apps/picture/text.h"
#include "drawing.h"

typedef enum render_mode {
    MODE_STILL,
    MODE_TURNTABLE,
    MODE_SHEET,
    MODE_IMPOSTOR,
    MODE_ANIMATE
} render_mode;

enum { ANIMATION_FPS = 30 };

typedef struct render_options {
    drawing_options drawing;
    render_mode mode;
    uint32_t turns; /* of a turntable */
    uint32_t impostor_columns, impostor_rows;
    double animate_seconds; /* of an animation */
    bool animates_motion;   /* for as long as the motion is */
    const char *motion;     /* the path of what is played, or NULL */
    bool shows_moments;     /* a sheet is of moments of the motion, and not of expressions */
} render_options;

/* A thread with a context of its own. */
typedef struct render_job {
    const render_options *options;
    drawing_worker drawing;
    drawing *current;  /* the file that is being drawn */
    uint8_t *pixels;   /* of one picture */
    text_fonts *fonts; /* of sheets; NULL until the first */
} render_job;

/* Pictures that a file becomes, for the progress; a sheet counts as one. */
uint32_t render_steps(const render_options *options);

/* Takes what the options ask for and writes it to `path`. False, with one sentence. */
bool render_take(render_job *job, photo_subject *subject, const char *path, photo_taken *out,
                 const char **out_problem);

#endif
