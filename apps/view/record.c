#include "record.h"
#include "viewer.h"

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
    const char *problem = "there are too many pictures";
    picture_animation_options_init(&options);
    options.format = format;
    r->width = options.width = v->scene.width;
    r->height = options.height = v->scene.height;
    r->start = r->last_frame = v->now;
    r->pixels = malloc((size_t)r->width * r->height * 4);
    if (r->pixels == NULL) problem = "there is not enough memory";
    if (r->pixels != NULL &&
        shot_free_name(picture_format_ending(format), r->name, sizeof r->name)) {
        r->animation = picture_animation_begin(&options, &problem);
    }
    if (r->animation == NULL) {
        record_drop(v);
        viewer_say(v, "Nothing is recorded: %s.", problem);
    } else {
        viewer_say(v, "Recording. F8 ends it and writes %s.", r->name);
    }
}

static void end(viewer *v) {
    const char *problem = NULL;
    bool is_good = picture_animation_write(v->film.animation, v->film.name, &problem);
    if (is_good) {
        viewer_say(v, "Saved as %s, %.1f seconds.", v->film.name, v->now - v->film.start);
    } else {
        viewer_say(v, "The film was not saved: %s.", problem);
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
        viewer_say(v, "The film was not saved: %s.", problem);
    }
}
