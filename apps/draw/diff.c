/* vrm diff where it draws. apps/diff has the command itself. */
#include "apps/diff/diff.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/files.h"
#include "apps/kit/system/output_file.h"
#include "apps/picture/picture.h"
#include "apps/picture/ssim.h"
#include "command.h"
#include "diff_page.h"
#include "studio.h"

#include <stdlib.h>
#include <string.h>

/* From where both avatars are looked at. */
static const struct {
    const char *name;
    camera_view view;
    float yaw_degrees;
    bool is_happy; /* only if both have the expression */
} views[DIFF_VIEWS] = {
    {SAY("front"), VIEW_FULL, 0.0f, false},      {SAY("left"), VIEW_FULL, 90.0f, false},
    {SAY("back"), VIEW_FULL, 180.0f, false},     {SAY("face"), VIEW_FACE, 0.0f, false},
    {SAY("happy face"), VIEW_FACE, 25.0f, true},
};

/* Pictures that are being made. */
typedef struct diff_shots {
    memory_budget budget;
    photo_studio studio;
    bool has_studio;
    photo_subject a, b;
    text_fonts *fonts;
    diff_page page;
    uint8_t *of_a, *of_b; /* the pixels of one view */
} diff_shots;

static void set_shot(shot_settings *shot) {
    shot_init(shot);
    shot->width = DIFF_WIDTH;
    shot->height = DIFF_HEIGHT;
    shot->background = BACKGROUND_TRANSPARENT;
    shot->has_view = true;
    shot->look = LOOK_OFF;
    shot->takes_any = true;
}

/* Prepares one of the avatars within the bounds of the comparison. */
static bool prepare_subject(diff_shots *s, const diff_bounds *bounds, photo_subject *subject) {
    shot_settings shot;
    set_shot(&shot);
    subject->cancel = diff_cancel;
    subject->cancel_user = (void *)(uintptr_t)bounds;
    memory_budget_begin(&s->budget, bounds->limits.max_memory);
    return subject_prepare(&s->studio, &shot, &bounds->limits, subject);
}

static bool prepare(diff_shots *s, const diff_pair *pair, bool has_page, const char **out_problem) {
    size_t size = (size_t)DIFF_WIDTH * DIFF_HEIGHT * 4;
    *out_problem = say("there is not enough memory");
    s->a.path = pair->a.path;
    s->b.path = pair->b.path;
    s->a.model = vrm_model_retain(pair->a.model);
    s->b.model = vrm_model_retain(pair->b.model);
    s->of_a = malloc(size);
    s->of_b = malloc(size);
    if (s->of_a == NULL || s->of_b == NULL) return false;
    s->has_studio = studio_open(&s->studio, false, &s->budget, out_problem);
    if (!s->has_studio || !prepare_subject(s, pair->bounds, &s->a) ||
        !prepare_subject(s, pair->bounds, &s->b)) {
        return false;
    }
    if (!has_page) return true;
    *out_problem = say("there is not enough memory");
    s->fonts = text_fonts_open();
    return s->fonts != NULL && diff_page_begin(&s->page, s->fonts, DIFF_VIEWS,
                                               base_name(pair->a.path), base_name(pair->b.path));
}

/* Where nobody has the expression, the view is left out. */
static bool set_face(photo_subject *subject, bool is_happy) {
    int32_t happy = vrm_model_find_preset(subject->model, VRM_PRESET_HAPPY);
    if (is_happy && happy == VRM_NONE) return false;
    vrm_avatar_clear_expression_layer(subject->avatar, VRM_EXPRESSION_LAYER_EMOTION);
    if (is_happy)
        vrm_avatar_set_layer_expression(subject->avatar, VRM_EXPRESSION_LAYER_EMOTION, happy, 1.0f);
    vrm_avatar_update(subject->avatar, 0.0f);
    return true;
}

/* Both from where the camera sees the first: one that is larger is larger in the picture. */
static bool take_view(diff_shots *s, uint32_t index, diff_pictures *found,
                      const char **out_problem) {
    picture_difference difference;
    shot_settings shot;
    camera_place camera;
    diff_view *out = &found->views[found->count];
    if (!set_face(&s->a, views[index].is_happy) || !set_face(&s->b, views[index].is_happy)) {
        return true;
    }
    set_shot(&shot);
    shot.view = views[index].view;
    shot.yaw_degrees = views[index].yaw_degrees;
    shot_camera(&shot, &s->a, 0.0f, false, &camera);
    if (!studio_take(&s->studio, &shot, &s->a, &camera, 0.0f, s->of_a, out_problem) ||
        !studio_take(&s->studio, &shot, &s->b, &camera, 0.0f, s->of_b, out_problem)) {
        return false;
    }
    *out_problem = say("there is not enough memory");
    if (!picture_compare(s->of_a, s->of_b, DIFF_WIDTH, DIFF_HEIGHT, &difference)) return false;
    out->name = views[index].name;
    out->ssim = difference.ssim;
    out->lowest = difference.lowest;
    out->largest = difference.largest;
    out->changed = difference.changed;
    if (s->page.pixels != NULL && !diff_page_put(&s->page, found->count, out, s->of_a, s->of_b)) {
        return false;
    }
    found->count += 1;
    return true;
}

static bool write_page(const diff_shots *s, const char *path) {
    picture_format format = PICTURE_PNG;
    const char *problem = NULL;
    size_t size = 0;
    uint8_t *bytes;
    bool is_good;
    picture_format_of(path, &format);
    bytes = picture_encode(format, s->page.pixels, s->page.width, s->page.height, PICTURE_SMALL,
                           PICTURE_QUALITY, &size, &problem);
    is_good = bytes != NULL && output_file_put(path, bytes, size, true, &problem);
    if (!is_good) print_problem(path, problem);
    free(bytes);
    return is_good;
}

static void close_shots(diff_shots *s) {
    free(s->of_a);
    free(s->of_b);
    free(s->page.pixels);
    text_fonts_close(s->fonts);
    subject_close(&s->a);
    subject_close(&s->b);
    if (s->has_studio) studio_close(&s->studio);
}

static bool compare(const diff_pair *pair, const char *out, diff_pictures *found) {
    const char *problem = NULL;
    diff_shots s;
    bool is_good;
    memset(&s, 0, sizeof s);
    memset(found, 0, sizeof *found);
    memory_budget_init(&s.budget);
    is_good = prepare(&s, pair, out != NULL, &problem);
    for (uint32_t i = 0; is_good && !diff_is_late(pair->bounds) && i < DIFF_VIEWS; ++i) {
        is_good = take_view(&s, i, found, &problem);
    }
    if (!is_good && s.a.notes.result == NULL && s.b.notes.result == NULL) {
        print_problem(pair->a.path, problem);
    }
    if (is_good && out != NULL && !diff_is_late(pair->bounds)) is_good = write_page(&s, out);
    close_shots(&s);
    return is_good;
}

static int run_diff(int argc, char **argv) {
    static const diff_drawing drawing = {compare};
    return diff_run(argc, argv, &drawing);
}

const command command_diff = {COMMAND_DIFF, run_diff};
