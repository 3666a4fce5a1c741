/* The pictures of one avatar: one, from all sides, with all expressions, or moving. */
#include "apps/kit/batch/output.h"
#include "apps/kit/program/language.h"
#include "apps/picture/picture.h"
#include "impostor.h"
#include "play.h"
#include "render.h"
#include "sheet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOMENTS = 12 };

uint32_t render_steps(const render_options *options) {
    if (options->mode == MODE_TURNTABLE) return options->turns;
    if (options->mode == MODE_ANIMATE) {
        uint32_t frames = (uint32_t)(options->animate_seconds * ANIMATION_FPS + 0.5);
        return frames > 0 ? frames : 1;
    }
    return 1;
}

static void stepped(render_job *job, const photo_subject *subject) {
    progress *bar = batch_progress(job->drawing.worker);
    if (!job->options->drawing.files.batch.steps_itself) return;
    progress_step(bar);
    progress_show(bar, subject->path);
}

/* Puts what was encoded in its place, and frees it. */
static bool write_bytes(render_job *job, photo_subject *subject, const char *path, uint8_t *bytes,
                        size_t size, double start, const char **out_problem) {
    bool is_good = bytes != NULL;
    subject->times.encode += 1000.0 * (seconds_now() - start);
    if (is_good) {
        *out_problem = WORDS("the picture cannot be written"); /* unless it is said why */
        is_good = drawing_write(&job->drawing, job->current, path, bytes, size);
    }
    free(bytes);
    return is_good;
}

static bool write_picture(render_job *job, photo_subject *subject, const char *path,
                          const uint8_t *pixels, uint32_t width, uint32_t height,
                          const char **out_problem) {
    double start = seconds_now();
    size_t size = 0;
    uint8_t *bytes =
        drawing_encode(&job->options->drawing, path, pixels, width, height, &size, out_problem);
    return write_bytes(job, subject, path, bytes, size, start, out_problem);
}

/* --- Moving pictures --- */

static picture_animation *begin_animation(const render_job *job, const char *path,
                                          const char **out_problem) {
    const drawing_options *asked = &job->options->drawing;
    picture_animation_options options;
    picture_animation_options_init(&options);
    options.format = drawing_format(asked, path);
    options.width = asked->shot.width;
    options.height = asked->shot.height;
    options.is_transparent = asked->shot.background == BACKGROUND_TRANSPARENT;
    options.quality = asked->quality;
    return picture_animation_begin(&options, out_problem);
}

static bool add_frame(render_job *job, photo_subject *subject, picture_animation *animation,
                      uint32_t milliseconds, const char **out_problem) {
    double start = seconds_now();
    bool is_good = picture_animation_add(animation, job->pixels, milliseconds, out_problem);
    subject->times.encode += 1000.0 * (seconds_now() - start);
    return is_good;
}

static bool end_animation(render_job *job, photo_subject *subject, picture_animation *animation,
                          bool is_good, const char *path, const char **out_problem) {
    double start = seconds_now();
    size_t size = 0;
    uint8_t *bytes = is_good ? picture_animation_encode(animation, &size, out_problem) : NULL;
    picture_animation_end(animation);
    return write_bytes(job, subject, path, bytes, size, start, out_problem);
}

/* --- One picture --- */

static bool take_still(render_job *job, photo_subject *subject, const char *path, photo_taken *out,
                       const char **out_problem) {
    const shot_settings *shot = &job->options->drawing.shot;
    shot_camera(shot, subject, 0.0f, false, &out->camera);
    play_follow(subject, shot, &out->camera);
    if (!studio_take(&job->drawing.host->studio, shot, subject, &out->camera, 0.0f, job->pixels,
                     out_problem)) {
        return false;
    }
    stepped(job, subject);
    return write_picture(job, subject, path, job->pixels, shot->width, shot->height, out_problem);
}

/* --- From all sides --- */

/* "a.png" to "a-007.png". */
static bool numbered(const char *path, uint32_t number, char out[MAX_OUTPUT_PATH]) {
    const char *dot = strrchr(path, '.');
    size_t stem = dot != NULL ? (size_t)(dot - path) : strlen(path);
    int length = snprintf(out, MAX_OUTPUT_PATH, "%.*s-%03u%s", (int)stem, path, (unsigned)number,
                          dot != NULL ? dot : "");
    return length > 0 && length < MAX_OUTPUT_PATH;
}

static bool take_turn(render_job *job, photo_subject *subject, uint32_t index,
                      const char **out_problem) {
    float turn = 360.0f * (float)index / (float)job->options->turns;
    camera_place camera;
    shot_camera(&job->options->drawing.shot, subject, turn, true, &camera);
    if (!studio_take(&job->drawing.host->studio, &job->options->drawing.shot, subject, &camera,
                     turn, job->pixels, out_problem)) {
        return false;
    }
    stepped(job, subject);
    return true;
}

static bool take_turntable(render_job *job, photo_subject *subject, const char *path,
                           photo_taken *out, const char **out_problem) {
    const shot_settings *shot = &job->options->drawing.shot;
    bool is_animation = picture_format_moves(drawing_format(&job->options->drawing, path));
    bool is_good = true;
    picture_animation *animation = is_animation ? begin_animation(job, path, out_problem) : NULL;
    if (is_animation && animation == NULL) return false;
    shot_camera(shot, subject, 0.0f, true, &out->camera);
    out->pictures = job->options->turns;
    for (uint32_t i = 0; i < job->options->turns && is_good; ++i) {
        char name[MAX_OUTPUT_PATH];
        is_good = take_turn(job, subject, i, out_problem);
        if (!is_good) break;
        if (is_animation) {
            /* Once around in four seconds. */
            uint32_t turns = job->options->turns;
            uint32_t milliseconds = (i + 1) * 4000 / turns - i * 4000 / turns;
            is_good = add_frame(job, subject, animation, milliseconds > 20 ? milliseconds : 20,
                                out_problem);
            continue;
        }
        *out_problem = WORDS("the name of its picture would be too long");
        is_good = numbered(path, i, name) && write_picture(job, subject, name, job->pixels,
                                                           shot->width, shot->height, out_problem);
        if (!is_good) break;
        *out_problem = WORDS("there is not enough memory");
        is_good = taken_add(out, name);
    }
    if (!is_animation) return is_good;
    return end_animation(job, subject, animation, is_good, path, out_problem);
}

/* --- With all expressions --- */

/* Opens the fonts once for all sheets of a worker, and says once what they lack. */
static bool open_fonts(render_job *job, const char **out_problem) {
    const char *problem;
    if (job->fonts != NULL) return true;
    job->fonts = text_fonts_open();
    *out_problem = WORDS("there is not enough memory");
    if (job->fonts == NULL) return false;
    problem = text_fonts_problem(job->fonts);
    if (problem != NULL && batch_is_first(job->drawing.worker)) {
        progress_clear(batch_progress(job->drawing.worker));
        fprintf(stderr, "vrm: %s\n", problem);
    }
    return true;
}

static bool take_cell(render_job *job, photo_subject *subject, contact_sheet *sheet, uint32_t index,
                      const camera_place *camera, vrm_string name, const char **out_problem) {
    vrm_avatar_update(subject->avatar, 0.0f);
    if (!studio_take(&job->drawing.host->studio, &job->options->drawing.shot, subject, camera, 0.0f,
                     job->pixels, out_problem)) {
        return false;
    }
    *out_problem = WORDS("there is not enough memory");
    return sheet_put(sheet, index, job->pixels, name, (int32_t)index - 1);
}

/* Twelve moments of the motion, from --at on. Between them the avatar moves on, and hair follows.
 */
static bool take_moments(render_job *job, photo_subject *subject, contact_sheet *sheet,
                         const camera_place *from, const char **out_problem) {
    const shot_settings *shot = &job->options->drawing.shot;
    double length = clip_seconds(&subject->player.info);
    double step = (length - shot->at) / (clip_loops(&subject->player.info) ? MOMENTS : MOMENTS - 1);
    bool is_good = true;
    for (uint32_t i = 0; is_good && i < MOMENTS; ++i) {
        char caption[32];
        vrm_string name = {caption, 0};
        camera_place camera = *from;
        if (i > 0 && step > 0.0) subject_live(subject, shot, step);
        subject->moment = shot->at + (double)i * step;
        play_apply(subject, shot);
        vrm_avatar_update(subject->avatar, 0.0f);
        play_follow(subject, shot, &camera);
        name.length = (uint32_t)snprintf(caption, sizeof caption, "%.2f s", subject->moment);
        is_good = take_cell(job, subject, sheet, i, &camera, name, out_problem);
    }
    return is_good;
}

static bool take_expressions(render_job *job, photo_subject *subject, contact_sheet *sheet,
                             const camera_place *camera, const char **out_problem) {
    const vrm_tables *tables = vrm_model_tables(subject->model);
    vrm_string none = {"(none)", 6};
    bool is_good = take_cell(job, subject, sheet, 0, camera, none, out_problem);
    for (uint32_t i = 0; i < tables->expression_count && is_good; ++i) {
        /* In a layer of its own: weights of the command line stay. */
        vrm_avatar_set_layer_expression(subject->avatar, VRM_EXPRESSION_LAYER_EMOTION, (int32_t)i,
                                        1.0f);
        is_good =
            take_cell(job, subject, sheet, i + 1, camera, tables->expressions[i].name, out_problem);
        vrm_avatar_clear_expression_layer(subject->avatar, VRM_EXPRESSION_LAYER_EMOTION);
    }
    return is_good;
}

static bool take_sheet(render_job *job, photo_subject *subject, const char *path, photo_taken *out,
                       const char **out_problem) {
    const shot_settings *shot = &job->options->drawing.shot;
    bool is_good, shows_moments = job->options->shows_moments;
    uint32_t count =
        shows_moments ? MOMENTS : vrm_model_tables(subject->model)->expression_count + 1;
    contact_sheet sheet;
    if (!open_fonts(job, out_problem)) return false;
    *out_problem = WORDS("the sheet is too large");
    if (!sheet_begin(&sheet, job->fonts, shot->width, shot->height, count,
                     shot->background == BACKGROUND_TRANSPARENT)) {
        return false;
    }
    shot_camera(shot, subject, 0.0f, false, &out->camera);
    is_good = shows_moments ? take_moments(job, subject, &sheet, &out->camera, out_problem)
                            : take_expressions(job, subject, &sheet, &out->camera, out_problem);
    stepped(job, subject);
    is_good = is_good && write_picture(job, subject, path, sheet.pixels, sheet.width, sheet.height,
                                       out_problem);
    out->width = sheet.width;
    out->height = sheet.height;
    sheet_end(&sheet);
    return is_good;
}

/* --- From many directions --- */

static bool take_impostor(render_job *job, photo_subject *subject, const char *path,
                          photo_taken *out, const char **out_problem) {
    impostor_layout *layout = &out->impostor;
    uint8_t *sheet;
    bool is_good;
    layout->columns = job->options->impostor_columns;
    layout->rows = job->options->impostor_rows;
    sheet = impostor_draw(&job->drawing.host->studio, &job->options->drawing.shot, subject, layout,
                          job->pixels, &out->camera, out_problem);
    if (sheet == NULL) return false;
    stepped(job, subject);
    out->width = layout->columns * layout->cell_width;
    out->height = layout->rows * layout->cell_height;
    out->pictures = layout->columns * layout->rows;
    is_good = write_picture(job, subject, path, sheet, out->width, out->height, out_problem);
    free(sheet);
    return is_good;
}

/* --- Moving --- */

static bool take_animation(render_job *job, photo_subject *subject, const char *path,
                           photo_taken *out, const char **out_problem) {
    const shot_settings *shot = &job->options->drawing.shot;
    picture_animation *animation = begin_animation(job, path, out_problem);
    uint32_t count = render_steps(job->options);
    bool is_good = true;
    if (animation == NULL) return false;
    shot_camera(shot, subject, 0.0f, false, &out->camera);
    for (uint32_t i = 0; i < count && is_good; ++i) {
        /* 33, 33 and 34 ms: thirty of them are a second. */
        uint32_t milliseconds = (i + 1) * 1000 / ANIMATION_FPS - i * 1000 / ANIMATION_FPS;
        camera_place camera = out->camera;
        play_follow(subject, shot, &camera);
        is_good = studio_take(&job->drawing.host->studio, shot, subject, &camera, 0.0f, job->pixels,
                              out_problem) &&
                  add_frame(job, subject, animation, milliseconds, out_problem);
        stepped(job, subject);
        subject_live(subject, shot, 1.0 / ANIMATION_FPS);
        /* A whole motion ends exactly where it begins, though it is no whole number of frames. */
        if (job->options->animates_motion) {
            subject->moment = shot->at + job->options->animate_seconds * (i + 1) / count;
        }
    }
    out->pictures = count;
    return end_animation(job, subject, animation, is_good, path, out_problem);
}

bool render_take(render_job *job, photo_subject *subject, const char *path, photo_taken *out,
                 const char **out_problem) {
    out->width = job->options->drawing.shot.width;
    out->height = job->options->drawing.shot.height;
    out->pictures = 1;
    switch (job->options->mode) {
    case MODE_TURNTABLE:
        return take_turntable(job, subject, path, out, out_problem);
    case MODE_SHEET:
        return take_sheet(job, subject, path, out, out_problem);
    case MODE_IMPOSTOR:
        return take_impostor(job, subject, path, out, out_problem);
    case MODE_ANIMATE:
        return take_animation(job, subject, path, out, out_problem);
    case MODE_STILL:
        break;
    }
    return take_still(job, subject, path, out, out_problem);
}
