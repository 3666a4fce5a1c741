/*
 * headless: a picture of an avatar as a PNG file, on a machine without a screen: EGL without a
 * surface, and vrm::render. The picture is a portrait, or the whole body with "full". It ends with
 * 77 if there is no EGL that can do it.
 *
 * usage: headless FILE.vrm OUT.png [full]
 */
#include "offscreen.h"

#include <stdio.h>
#include <vrm/camera.h>
#include <vrm/vrm.h>

/* Draws the avatar as it is now. Returns how many triangles were drawn. */
static unsigned draw(vrm_renderer *renderer, vrm_model *model, const vrm_avatar *avatar,
                     vrm_shot shot) {
    vrm_render_model *meshes = NULL;
    vrm_framing framing;
    vrm_view view;
    vrm_draw draw;
    vrm_render_model_create(renderer, model, NULL, &meshes, NULL);
    vrm_view_init(&view);
    view.width = view.height = DRAWN;
    vrm_framing_init(&framing);
    framing.shot = shot;
    vrm_view_frame(&view, avatar, &framing, NULL);
    draw.model = meshes;
    draw.frame = vrm_avatar_frame(avatar);
    vrm_renderer_draw(renderer, &view, &draw, 1);
    vrm_render_model_destroy(meshes);
    return (unsigned)vrm_renderer_drawn(renderer);
}

int main(int argc, char **argv) {
    const vrm_shot shot =
        argc > 3 && strcmp(argv[3], "full") == 0 ? VRM_SHOT_FULL : VRM_SHOT_PORTRAIT;
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    vrm_renderer_desc desc;
    vrm_renderer *renderer = NULL;
    EGLDisplay display = EGL_NO_DISPLAY;
    vrm_avatar *avatar;
    vrm_pose pose;
    int is_written;
    if (argc < 3 || vrm_model_load_file(argv[1], NULL, &model, &report) != VRM_OK) {
        vrm_report_print(report, stderr);
        vrm_report_destroy(report);
        return 1;
    }
    vrm_renderer_desc_init(&desc);
    desc.get_proc = offscreen_get_proc;
    if (!offscreen_open(&display) || !offscreen_bind()) {
        fprintf(stderr, "there is no EGL that draws without a screen\n");
        return NO_EGL;
    }
    vrm_report_destroy(report);
    if (vrm_renderer_create(&desc, &renderer, &report) != VRM_OK) {
        vrm_report_print(report, stderr);
        return NO_EGL;
    }
    vrm_avatar_create(model, NULL, &avatar, NULL);
    vrm_pose_relaxed(model, &pose);
    vrm_avatar_apply_pose(avatar, &pose, NULL);
    vrm_avatar_update(avatar, 0.0f);
    vrm_avatar_warm_up(avatar, 3.0f); /* the hair comes to rest */
    printf("%u triangles\n", draw(renderer, model, avatar, shot));
    is_written = offscreen_write(argv[2]);
    if (vrm_renderer_problem(renderer) != NULL) puts(vrm_renderer_problem(renderer));
    vrm_avatar_destroy(avatar);
    vrm_renderer_destroy(renderer);
    vrm_report_destroy(report);
    vrm_model_release(model);
    eglTerminate(display);
    return is_written ? 0 : 1;
}
