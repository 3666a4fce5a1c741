/*
 * window: an avatar in a window, with SDL2 and vrm::render. It breathes, blinks and looks at
 * the cursor. With a number of frames, the program ends after them and says whether something was
 * drawn; it ends with 77 where no window with OpenGL ES 3 can be had.
 *
 * usage: window FILE.vrm [FRAMES]
 */
#include <SDL.h>
#include <epoxy/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <vrm/camera.h>
#include <vrm/render.h>
#include <vrm/vrm.h>

enum { WIDTH = 480, HEIGHT = 640, NO_WINDOW = 77 };

static void *get_proc(const char *name, void *user) {
    (void)user;
    return SDL_GL_GetProcAddress(name);
}

static void draw_frame(vrm_renderer *renderer, const vrm_render_model *meshes,
                       const vrm_avatar *avatar, const vrm_view *view) {
    vrm_draw draw;
    draw.model = meshes;
    draw.frame = vrm_avatar_frame(avatar);
    glViewport(0, 0, WIDTH, HEIGHT);
    glClearColor(0.9f, 0.92f, 0.95f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    vrm_renderer_draw(renderer, view, &draw, 1);
}

/* Tells whether the pixel in the middle is something else than the background. */
static int something_was_drawn(void) {
    unsigned char pixel[4] = {0, 0, 0, 0};
    glReadPixels(WIDTH / 2, HEIGHT / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    return !(pixel[0] > 225 && pixel[1] > 230 && pixel[2] > 238);
}

int main(int argc, char **argv) {
    const int frames = argc > 2 ? atoi(argv[2]) : 0;
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    if (argc < 2 || vrm_model_load_file(argv[1], NULL, &model, &report) != VRM_OK) {
        vrm_report_print(report, stderr);
        vrm_report_destroy(report);
        return 1;
    }
    SDL_Init(SDL_INIT_VIDEO);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_ES);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 24);
    SDL_Window *window = SDL_CreateWindow("avatar", 0, 0, WIDTH, HEIGHT, SDL_WINDOW_OPENGL);
    if (window == NULL || SDL_GL_CreateContext(window) == NULL) {
        fprintf(stderr, "%s\n", SDL_GetError());
        return NO_WINDOW;
    }
    vrm_renderer_desc desc;
    vrm_renderer_desc_init(&desc);
    desc.get_proc = get_proc;
    vrm_renderer *renderer = NULL;
    vrm_report_destroy(report);
    if (vrm_renderer_create(&desc, &renderer, &report) != VRM_OK) {
        vrm_report_print(report, stderr);
        return NO_WINDOW;
    }
    vrm_render_model *meshes = NULL;
    vrm_render_model_create(renderer, model, NULL, &meshes, NULL);
    vrm_avatar *avatar = NULL;
    vrm_avatar_create(model, NULL, &avatar, NULL);
    vrm_idle idle;
    vrm_pose pose;
    vrm_pose_relaxed(model, &pose);
    vrm_avatar_apply_pose(avatar, &pose, NULL);
    vrm_idle_init(&idle, 1);
    vrm_view view;
    vrm_view_init(&view);
    view.width = WIDTH;
    view.height = HEIGHT;
    vrm_avatar_update(avatar, 0.0f);
    vrm_view_frame(&view, avatar, NULL, NULL); /* the whole body */

    SDL_Event event;
    event.type = 0;
    for (int frame = 0; event.type != SDL_QUIT && (frames == 0 || frame < frames); ++frame) {
        if (!SDL_PollEvent(&event)) event.type = 0;
        int x, y;
        SDL_GetMouseState(&x, &y);
        vrm_vec3 eyes = vrm_avatar_eye_position(avatar);
        vrm_avatar_look_at(avatar, vrm_view_look_at_point(&view, eyes, (float)x, (float)y));
        vrm_idle_update(&idle, avatar, 1.0f / 60.0f);
        vrm_avatar_update(avatar, 1.0f / 60.0f);
        draw_frame(renderer, meshes, avatar, &view);
        if (frame + 1 == frames) printf("drawn: %s\n", something_was_drawn() ? "yes" : "no");
        SDL_GL_SwapWindow(window);
    }
    if (vrm_renderer_problem(renderer) != NULL) puts(vrm_renderer_problem(renderer));
    vrm_avatar_destroy(avatar);
    vrm_render_model_destroy(meshes);
    vrm_renderer_destroy(renderer);
    vrm_report_destroy(report);
    vrm_model_release(model);
    SDL_Quit();
    return 0;
}
