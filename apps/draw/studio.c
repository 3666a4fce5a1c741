#include "studio.h"
#include "apps/kit/avatar/diagnostics.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/avatar/payload.h"
#include "apps/kit/program/language.h"
#include "apps/picture/canvas.h"
#include "apps/picture/image_state.h"
#include "apps/picture/scene.h"
#include "play.h"
#include "render/src/shared/image_work.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void shot_init(shot_settings *shot) {
    memset(shot, 0, sizeof *shot);
    shot->supersample = 1;
    scene_light(&shot->light);
    shot->flags = VRM_RENDER_ENVIRONMENT;
    shot->has_springs = true;
}

/* --- The studio --- */

/* NULL: the studio's `problem` has the reason. */
static shared_renderer *renderer_make(photo_studio *studio, vrm_renderer_flags flags) {
    vrm_allocator allocator = memory_budget_allocator(studio->budget);
    vrm_report *report = NULL;
    vrm_renderer_desc desc;
    shared_renderer *made = malloc(sizeof *made);
    snprintf(studio->problem, sizeof studio->problem, "%s", WORDS("there is not enough memory"));
    if (made == NULL) return NULL;
    vrm_renderer_desc_init(&desc);
    desc.get_proc = surface_get_proc;
    desc.allocator = &allocator;
    desc.flags = flags;
    made->flags = flags;
    made->users = 1;
    if (vrm_renderer_create(&desc, &made->renderer, &report) != VRM_OK) {
        snprintf(studio->problem, sizeof studio->problem, "%s",
                 vrm_report_failure(report)->message);
        free(made);
        made = NULL;
    }
    vrm_report_destroy(report);
    return made;
}

static void renderer_leave(shared_renderer *shared) {
    if (shared == NULL || --shared->users != 0) return;
    vrm_renderer_destroy(shared->renderer);
    free(shared);
}

/* The renderer keeps the first problem that it met and hides further ones, so the next file gets a
 * new one. Where none can be had, the old one goes on, and all that follows counts as not drawn;
 * but false is returned if it has other flags. */
static bool renew_renderer(photo_studio *studio, vrm_renderer_flags flags) {
    const char *problem = vrm_renderer_problem(studio->renderer->renderer);
    shared_renderer *made;
    if (problem == NULL && studio->renderer->flags == flags) return true;
    made = renderer_make(studio, flags);
    if (made == NULL) return studio->renderer->flags == flags;
    renderer_leave(studio->renderer);
    studio->renderer = made;
    return true;
}

bool studio_open(photo_studio *studio, bool few_pictures, memory_budget *budget,
                 const char **out_problem) {
    double start = seconds_now();
    memset(studio, 0, sizeof *studio);
    studio->budget = budget;
    if (!surface_open(&studio->surface, few_pictures, out_problem)) return false;
    studio->renderer = renderer_make(studio, 0);
    if (studio->renderer == NULL) {
        *out_problem = studio->problem;
        surface_close(&studio->surface);
        return false;
    }
    studio->start_ms = 1000.0 * (seconds_now() - start);
    return true;
}

void studio_close(photo_studio *studio) {
    renderer_leave(studio->renderer);
    surface_close(&studio->surface);
    memset(studio, 0, sizeof *studio);
}

/* --- The subject --- */

/* Takes the progress away before something is said of the avatar. */
static void note(photo_subject *subject, progress *bar, tool_diagnostic which,
                 const note_place *place, const vrm_diagnostic_argument *argument) {
    progress_clear(bar);
    notes_add(&subject->notes, subject->path, which, place, argument);
}

void subject_fail(photo_subject *subject, progress *bar, const char *problem) {
    vrm_diagnostic_argument reason = note_words(problem);
    if (subject->notes.result == NULL) note(subject, bar, TOOL_NOT_DRAWN, NULL, &reason);
}

static bool set_expressions(photo_studio *studio, photo_subject *subject,
                            const shot_settings *shot) {
    for (uint32_t i = 0; i < shot->expression_count; ++i) {
        int32_t expression = vrm_model_find_expression(subject->model, shot->names[i]);
        if (expression == VRM_NONE) {
            progress_clear(studio->bar);
            notes_add_no_expression(&subject->notes, subject->path, subject->model, shot->names[i]);
            return false;
        }
        vrm_avatar_set_expression(subject->avatar, expression, shot->weights[i]);
    }
    return true;
}

void subject_live(photo_subject *subject, const shot_settings *shot, double seconds) {
    const float step = 1.0f / 60.0f;
    uint32_t count = (uint32_t)(seconds * 60.0 + 0.5);
    float size = subject->extent->most.y - subject->extent->least.y;
    for (uint32_t i = 0; i < count; ++i) {
        subject->age += 1.0 / 60.0;
        act_apply(shot->act, subject->avatar, size, subject->age);
        if (subject->player.clip != NULL) {
            subject->moment += 1.0 / 60.0;
            play_apply(subject, shot);
        }
        vrm_avatar_set_wind_value(subject->avatar, scene_gust(shot->wind, subject->age));
        vrm_idle_update(&subject->idle, subject->avatar, step);
        vrm_avatar_update(subject->avatar, step);
    }
}

void subject_look(photo_subject *subject, const shot_settings *shot, const camera_place *camera) {
    if (shot->look == LOOK_OFF) return;
    vrm_avatar_look_at(subject->avatar, shot->look == LOOK_POINT ? shot->look_at : camera->eye);
}

/* Takes the pose in which the avatar is measured. False: there is not enough memory. */
static bool take_pose(photo_subject *subject, const shot_settings *shot) {
    if (shot->clip != NULL) {
        return play_begin(subject, shot) && play_measure(subject, shot);
    }
    if (!shot->is_rest_pose) avatar_relax(subject->avatar);
    if (shot->has_springs) {
        scene_settle(subject->avatar);
    } else {
        vrm_avatar_update(subject->avatar, 0.0f);
    }
    return vrm_extent_create(subject->avatar, NULL, &subject->extent, NULL) == VRM_OK;
}

static bool pose_avatar(photo_studio *studio, photo_subject *subject, const shot_settings *shot) {
    vrm_avatar *avatar;
    camera_place camera;
    if (vrm_avatar_create(subject->model, NULL, &avatar, NULL) != VRM_OK) return false;
    subject->avatar = avatar;
    if (!set_expressions(studio, subject, shot)) return false;
    if (!shot->has_springs) vrm_avatar_set_spring_mode(avatar, VRM_ALL, VRM_SPRING_MODE_OFF);
    if (!take_pose(subject, shot)) return false;
    /* The eyes turn after the camera was placed: it does not depend on them. */
    shot_camera(shot, subject, 0.0f, false, &camera);
    subject_look(subject, shot, &camera);
    vrm_idle_init(&subject->idle, 1);
    if (!shot->is_moving) subject->idle.blink = 0.0f; /* a still may not catch it */
    if (shot->clip != NULL) {
        play_set_idle(subject, shot);
        play_run_up(subject, shot);
    } else {
        subject_live(subject, shot, shot->seconds);
    }
    vrm_avatar_update(avatar, 0.0f);
    if (shot->uv_seconds > 0.0) vrm_avatar_update_expressions(avatar, (float)shot->uv_seconds);
    return true;
}

/* --- Cameras --- */

void shot_camera(const shot_settings *shot, const photo_subject *subject, float turn_degrees,
                 bool for_all_sides, camera_place *out) {
    camera_angle angle;
    if ((shot->flags & VRM_RENDER_FIRST_PERSON) != 0 && !shot->has_view && !shot->has_eye) {
        camera_first_person(subject->avatar, out);
    } else {
        memset(&angle, 0, sizeof angle);
        angle.yaw_degrees = shot->yaw_degrees + turn_degrees;
        angle.pitch_degrees = shot->pitch_degrees;
        angle.fov_degrees = shot->fov_degrees > 0.0f ? shot->fov_degrees : 20.0f;
        angle.aspect = (float)shot->width / (float)shot->height;
        angle.for_all_sides = for_all_sides;
        camera_frame(subject->extent, shot->view, &angle, out);
    }
    if (shot->has_eye) out->eye = shot->eye;
    if (shot->has_target) out->target = shot->target;
    if (shot->has_eye) out->up = vrm_vec3_make(0.0f, 1.0f, 0.0f);
    if (shot->has_up) out->up = shot->up;
    if (shot->fov_degrees > 0.0f) out->fov_degrees = shot->fov_degrees;
    if (shot->has_eye && shot->near <= 0.0f) out->near = 0.1f;
    if (shot->has_eye && shot->far <= 0.0f) out->far = 100.0f;
    if (shot->near > 0.0f) out->near = shot->near;
    if (shot->far > 0.0f) out->far = shot->far;
}

/* The light that comes with the studio moves with the camera. */
static vrm_light light_for(const shot_settings *shot, float turn_degrees) {
    vrm_light light = shot->light;
    if (!shot->has_light) scene_turn_light(&light, shot->yaw_degrees + turn_degrees);
    return light;
}

/*
 * How a pixel is made of samples, unless the options say so. Mesa's llvmpipe takes three times as
 * long for four samples of a pixel as for four pixels: it computes colours of fragments that are
 * hidden. So there a picture is drawn twice as wide and high and averaged. Lines have the width of
 * a pixel, and keep it with samples.
 */
static void choose_samples(const draw_surface *surface, const shot_settings *shot,
                           uint32_t *out_samples, uint32_t *out_supersample) {
    bool has_lines = shot->show != 0 || shot->draw_over != NULL;
    *out_samples = shot->samples != 0 ? shot->samples : shot->supersample > 1 ? 1 : 4;
    *out_supersample = shot->supersample;
    if (shot->samples == 0 && shot->supersample <= 1 && surface->is_on_processor && !has_lines &&
        shot->width <= surface->most_size / 2 && shot->height <= surface->most_size / 2) {
        *out_samples = 1;
        *out_supersample = 2;
    }
}

static void init_view(const shot_settings *shot, const camera_place *camera, float turn_degrees,
                      uint32_t supersample, vrm_view *out) {
    vrm_view_init(out);
    out->width = shot->width * supersample;
    out->height = shot->height * supersample;
    out->flags = shot->flags;
    out->light = light_for(shot, turn_degrees);
    vrm_view_look_at_value(out, camera->eye, camera->target, camera->up,
                           camera->fov_degrees * 0.017453293f,
                           (float)shot->width / (float)shot->height, camera->near, camera->far);
}

/* --- The model --- */

static void report_images(photo_studio *studio, photo_subject *subject) {
    const vrm_gltf *gltf = vrm_model_gltf(subject->model);
    for (uint32_t i = 0; i < gltf->image_count; ++i) {
        char pointer[24];
        note_place place = {pointer, "image", (int32_t)i, gltf->images[i].name};
        tool_diagnostic state;
        if (!image_state_diagnostic(vrm_render_model_image(subject->gpu, (int32_t)i), &state)) {
            continue;
        }
        snprintf(pointer, sizeof pointer, "/images/%u", (unsigned)i);
        note(subject, studio->bar, state, &place, NULL);
    }
}

static void report_count(photo_studio *studio, photo_subject *subject, tool_diagnostic which,
                         uint64_t count) {
    vrm_diagnostic_argument argument = note_count(count);
    if (count > 0) note(subject, studio->bar, which, NULL, &argument);
}

typedef struct telling {
    photo_studio *studio;
    photo_subject *subject;
} telling;

static void tell_payload(void *user, tool_diagnostic which, const note_place *place,
                         const vrm_diagnostic_argument *count) {
    const telling *telling = user;
    note(telling->subject, telling->studio->bar, which, place, count);
}

/* What the limits of the renderer did not allow. */
static void report_left_out(photo_studio *studio, photo_subject *subject) {
    const vrm_render_skipped *left = vrm_render_model_skipped(subject->gpu);
    report_count(studio, subject, TOOL_MESH_TOO_LARGE, left->primitives);
    report_count(studio, subject, TOOL_MESHES_LEFT_OUT, left->items);
    report_count(studio, subject, TOOL_MORPH_TARGETS_LEFT_OUT, left->morph_targets);
}

/* Pixels of a texture that a picture can show: as many as it is wide or high, or twice as many
 * where the camera may be close. What is larger would be read at a smaller level. */
static uint32_t seen_texture(const shot_settings *shot, uint64_t side) {
    uint64_t longer = shot->width > shot->height ? shot->width : shot->height;
    bool is_close =
        shot->view == VIEW_FACE || shot->has_eye || (shot->flags & VRM_RENDER_FIRST_PERSON) != 0;
    uint32_t size = 256;
    while (size < 4096 && size < longer * side * (is_close ? 2 : 1)) size *= 2;
    return size;
}

/* Larger pictures than those of the default size may show more of large textures. */
static void set_limits(const shot_settings *shot, vrm_render_limits *out) {
    const uint64_t default_pixels = 512 * 512, mebi = UINT64_C(1) << 20;
    uint64_t side = shot->supersample > 1 ? shot->supersample : 1;
    uint64_t pixels = (uint64_t)shot->width * shot->height * side * side;
    uint64_t factor = pixels / default_pixels < 8 ? pixels / default_pixels : 8;
    vrm_render_limits_init(out);
    out->max_texture = seen_texture(shot, side);
    if (factor <= 1) return;
    out->max_texture_bytes = factor * 96 * mebi;
    out->max_bytes = out->max_texture_bytes + 256 * mebi;
}

/* The model as its picture needs it; where there will be more than one, as any needs it. */
static vrm_render_model *make_model(photo_studio *studio, const shot_settings *shot,
                                    const photo_subject *subject, const vrm_render_limits *limits) {
    vrm_renderer *renderer = studio->renderer->renderer;
    uint32_t samples, supersample;
    vrm_render_model *made;
    vrm_frame frame;
    vrm_view view;
    camera_place camera;
    if (!shot->is_alone) {
        vrm_render_model_create(renderer, subject->model, limits, &made, NULL);
        return made;
    }
    choose_samples(&studio->surface, shot, &samples, &supersample);
    shot_camera(shot, subject, 0.0f, false, &camera);
    init_view(shot, &camera, 0.0f, supersample, &view);
    frame = *vrm_avatar_frame(subject->avatar);
    vrm_render_model_create_for_view(renderer, subject->model, limits, &view, &frame, &made, NULL);
    return made;
}

static bool upload(photo_studio *studio, const shot_settings *shot, photo_subject *subject) {
    vrm_render_limits limits;
    const vrm_render_times *times;
    set_limits(shot, &limits);
    if (!renew_renderer(studio, shot->renderer_flags)) return false;
    vrmr_renderer_set_cancel(studio->renderer->renderer, subject->cancel, subject->cancel_user);
    subject->gpu = make_model(studio, shot, subject, &limits);
    if (subject->gpu == NULL) return false;
    if (shot->is_portrait) {
        float height = subject->extent->most.y - subject->extent->least.y;
        vrm_render_model_limit_outlines(subject->gpu, scene_widest_outline(height));
    }
    subject->renderer = studio->renderer;
    subject->renderer->users += 1;
    times = vrm_render_model_times(subject->gpu);
    subject->times.decode = times->decode;
    subject->times.upload = times->upload;
    payload_look(subject->model, tell_payload, &(telling){studio, subject});
    report_images(studio, subject);
    report_left_out(studio, subject);
    return true;
}

bool subject_prepare(photo_studio *studio, const shot_settings *shot, const file_limits *limits,
                     photo_subject *subject) {
    double start = seconds_now();
    bool is_good = pose_avatar(studio, subject, shot);
    subject->times.pose = 1000.0 * (seconds_now() - start);
    is_good = is_good && upload(studio, shot, subject);
    if (!is_good && subject->notes.result == NULL) {
        progress_clear(studio->bar);
        note_no_memory(&subject->notes, subject->path, limits, studio->budget);
    }
    return is_good;
}

void subject_close(photo_subject *subject) {
    vrm_extent_destroy(subject->extent);
    vrm_render_model_destroy(subject->gpu);
    renderer_leave(subject->renderer);
    clip_player_close(&subject->player);
    vrm_avatar_destroy(subject->avatar);
    vrm_model_release(subject->model);
    notes_release(&subject->notes);
    subject->gpu = NULL;
    subject->renderer = NULL;
    subject->avatar = NULL;
    subject->model = NULL;
}

/* --- Backgrounds --- */

static void lay_over(const shot_settings *shot, uint8_t *pixels) {
    static const uint8_t nothing[4] = {0, 0, 0, 0};
    float behind[3] = {shot->color[0], shot->color[1], shot->color[2]};
    for (uint32_t y = 0; y < shot->height; ++y) {
        uint8_t *p = pixels + (size_t)y * shot->width * 4, empty[4] = {0, 0, 0, 255};
        if (shot->background == BACKGROUND_SOFT)
            scene_background(((float)y + 0.5f) / (float)shot->height, behind);
        for (int c = 0; c < 3; ++c) empty[c] = (uint8_t)(behind[c] + 0.5f);
        for (uint32_t x = 0; x < shot->width; ++x, p += 4) {
            float rest = (float)(255 - p[3]) / 255.0f;
            if (p[3] == 255) continue;
            if (memcmp(p, nothing, 4) == 0) { /* most of a picture */
                memcpy(p, empty, 4);
                continue;
            }
            for (int c = 0; c < 3; ++c) {
                float value = (float)p[c] + rest * behind[c] + 0.5f;
                p[c] = (uint8_t)(value < 255.0f ? value : 255.0f);
            }
            p[3] = 255;
        }
    }
}

/* --- The picture --- */

/* Lines that were asked for are something. */
static bool has_drawn_nothing(const vrm_renderer *renderer, const shot_settings *shot) {
    return vrm_renderer_drawn(renderer) == 0 && shot->show == 0 && !shot->takes_any;
}

bool studio_draw(photo_studio *studio, const shot_settings *shot, photo_subject *subject,
                 const camera_place *camera, float turn_degrees, const char **out_problem) {
    draw_surface *surface = &studio->surface;
    vrm_renderer *renderer = subject->renderer->renderer;
    uint32_t samples, supersample;
    double start = seconds_now();
    vrm_view view;
    vrm_frame frame;
    vrm_draw draw;
    bool is_good;
    choose_samples(surface, shot, &samples, &supersample);
    if (!surface_resize(surface, shot->width, shot->height, samples, supersample, out_problem)) {
        return false;
    }
    init_view(shot, camera, turn_degrees, supersample, &view);
    frame = *vrm_avatar_frame(subject->avatar);
    draw.model = subject->gpu;
    draw.frame = &frame;
    if (!surface_begin(surface, out_problem)) return false;
    vrm_renderer_draw(renderer, &view, &draw, 1);
    if (!subject->has_left_out) {
        uint64_t count = vrm_renderer_skipped(renderer);
        subject->has_left_out = count > 0;
        report_count(studio, subject, TOOL_TRIANGLES_LEFT_OUT, count);
    }
    *out_problem = WORDS("there is not enough memory");
    is_good = overlay_draw(renderer, &view, subject->avatar, shot->show);
    if (shot->draw_over != NULL) {
        shot->draw_over(renderer, &view, subject->avatar, shot->draw_over_user);
    }
    surface_end(surface);
    if (vrm_renderer_problem(renderer) != NULL) { /* a part of the avatar is not in the picture */
        snprintf(subject->problem, sizeof subject->problem, "%s", vrm_renderer_problem(renderer));
        *out_problem = subject->problem;
        is_good = false;
    }
    if (is_good && has_drawn_nothing(renderer, shot)) {
        note(subject, studio->bar, TOOL_NOTHING_TO_DRAW, NULL, NULL);
        is_good = false;
    }
    if (!is_good) surface->current ^= 1; /* as if it had not been begun */
    subject->times.draw += 1000.0 * (seconds_now() - start);
    if (is_good) *out_problem = NULL;
    return is_good;
}

bool studio_read(photo_studio *studio, const shot_settings *shot, photo_subject *subject,
                 bool before, uint8_t *out_pixels, const char **out_problem) {
    double start = seconds_now();
    *out_problem = WORDS("OpenGL reported an error");
    if (!surface_read(&studio->surface, before, out_pixels)) return false;
    if (shot->background == BACKGROUND_TRANSPARENT) {
        canvas_unmultiply(out_pixels, (size_t)shot->width * shot->height);
    } else {
        lay_over(shot, out_pixels);
    }
    subject->times.draw += 1000.0 * (seconds_now() - start);
    *out_problem = NULL;
    return true;
}

bool studio_take(photo_studio *studio, const shot_settings *shot, photo_subject *subject,
                 const camera_place *camera, float turn_degrees, uint8_t *out_pixels,
                 const char **out_problem) {
    return studio_draw(studio, shot, subject, camera, turn_degrees, out_problem) &&
           studio_read(studio, shot, subject, false, out_pixels, out_problem);
}
