/* What the parts of `vrm render` share: one file becomes one picture, or many. */
#ifndef VRM_CLI_RENDER_H
#define VRM_CLI_RENDER_H

#include "apps/kit/output.h"
#include "apps/picture/text.h"
#include "shot_report.h"
#include "studio.h"

typedef enum render_mode { MODE_STILL, MODE_TURNTABLE, MODE_SHEET, MODE_ANIMATE } render_mode;

enum { ANIMATION_FPS = 30 };

typedef struct render_options {
    shot_settings shot;
    render_mode mode;
    uint32_t turns;         /* of a turntable */
    double animate_seconds; /* of an animation */
    const char *out;        /* a file, or a folder */
    int level;              /* of PNG */
    bool is_json;
} render_options;

typedef struct render_job {
    const render_options *options;
    photo_studio studio;
    progress bar;
    uint8_t *pixels;   /* of one picture */
    text_fonts *fonts; /* of sheets; NULL until the first */
} render_job;

/* Pictures that a file becomes, for the progress; the sheet counts as one. */
uint32_t render_steps(const render_options *options);

/* Takes what the options ask for and writes it to `path`. False, with one sentence. */
bool render_take(render_job *job, photo_subject *subject, const char *path, photo_taken *out,
                 const char **out_problem);

#endif
