/* Pictures of what is seen, and of the avatar alone. */
#include "apps/kit/program/language.h"
#include "apps/picture/picture.h"
#include "viewer.h"

#include <stdio.h>
#include <stdlib.h>

bool shot_free_name(const char *ending, char *out, size_t size) {
    for (int i = 1; i < 10000; ++i) {
        FILE *file;
        snprintf(out, size, "vrm-view-%03d%s", i, ending);
        file = fopen(out, "rb");
        if (file == NULL) return true;
        fclose(file);
    }
    return false;
}

void shot_read_pixels(viewer *v, bool is_transparent, uint8_t *out) {
    const canvas *c = &v->scene;
    size_t count = (size_t)c->width * c->height;
    if (is_transparent) {
        canvas_begin(c);
        viewer_draw_scene(v, true);
        canvas_end(c);
    }
    canvas_read(c, out);
    canvas_turn_over(out, c->width, c->height);
    if (is_transparent) {
        canvas_unmultiply(out, count);
    } else {
        /* Blending has left holes in the alpha of the background. */
        for (size_t i = 0; i < count; ++i) out[4 * i + 3] = 255;
    }
}

void viewer_take_shot(viewer *v) {
    const canvas *c = &v->scene;
    uint8_t *pixels;
    const char *problem = say("there is not enough memory");
    bool is_transparent = v->wants_shot == SHOT_TRANSPARENT;
    char name[32];
    if (v->wants_shot == SHOT_NONE) return;
    v->wants_shot = SHOT_NONE;
    pixels = malloc((size_t)c->width * c->height * 4);
    if (pixels != NULL) {
        shot_read_pixels(v, is_transparent, pixels);
        problem = say("the folder has 9,999 pictures of this program already");
        if (shot_free_name(".png", name, sizeof name) &&
            picture_write_png(name, pixels, c->width, c->height, PICTURE_SMALL, &problem)) {
            problem = NULL;
        }
    }
    free(pixels);
    if (problem == NULL) {
        viewer_say(v,
                   is_transparent ? SAY("Saved as {1}, without background") : SAY("Saved as {1}"),
                   name);
    } else {
        viewer_say(v, "The picture was not saved: {1}", say_words(problem));
    }
}
