#include "record.h"
#include "apps/kit/program/language.h"
#include "viewer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A minute at 30 frames a second. */
static const double most_seconds = 60.0, frame_seconds = 1.0 / 30.0;

picture_format record_default_format(void) {
    static const picture_format best[] = {PICTURE_MP4, PICTURE_GIF};
    for (size_t i = 0; i < sizeof best / sizeof best[0]; ++i) {
        if (picture_format_problem(best[i]) == NULL) return best[i];
    }
    return PICTURE_WEBP;
}

void record_drop(viewer *v) {
    picture_animation_end(v->film.animation);
    free(v->film.pixels);
    memset(&v->film, 0, sizeof v->film);
}

static void begin(viewer *v, picture_format format) {
    recording *r = &v->film;
    picture_animation_options options;
    const char *problem = say("the folder has 9,999 pictures of this program already");
    picture_animation_options_init(&options);
    options.format = format;
    r->width = options.width = v->scene.width;
    r->height = options.height = v->scene.height;
    r->start = r->last_frame = v->now;
    r->pixels = malloc((size_t)r->width * r->height * 4);
    if (r->pixels == NULL) problem = say("there is not enough memory");
    if (r->pixels != NULL &&
        shot_free_name(picture_format_ending(format), r->name, sizeof r->name)) {
        r->animation = picture_animation_begin(&options, &problem);
    }
    if (r->animation == NULL) {
        record_drop(v);
        viewer_say(v, "The recording could not be started: {1}", say_words(problem));
    } else {
        viewer_say(v, "Recording. Press F8 to stop and save {1}.", r->name);
    }
}

static void end(viewer *v) {
    const char *problem = NULL;
    char text[16];
    bool is_good = picture_animation_write(v->film.animation, v->film.name, &problem);
    if (is_good) {
        snprintf(text, sizeof text, "%.1f", v->now - v->film.start);
        viewer_say(v, "Saved as {1} ({2} s)", v->film.name, text);
    } else {
        viewer_say(v, "The recording was not saved: {1}", say_words(problem));
    }
    record_drop(v);
}

void record_toggle(viewer *v, picture_format format) {
    if (v->film.animation != NULL) {
        end(v);
    } else {
        begin(v, format);
    }
}

void record_frame(viewer *v) {
    recording *r = &v->film;
    const char *problem = NULL;
    double passed = v->now - r->last_frame;
    if (r->animation == NULL || passed < frame_seconds) return;
    if (v->now - r->start > most_seconds || r->width != v->scene.width ||
        r->height != v->scene.height) {
        end(v);
        return;
    }
    shot_read_pixels(v, false, r->pixels);
    r->last_frame = v->now;
    if (!picture_animation_add(r->animation, r->pixels, (uint32_t)(1000.0 * passed + 0.5),
                               &problem)) {
        record_drop(v);
        viewer_say(v, "The recording was not saved: {1}", say_words(problem));
    }
}
