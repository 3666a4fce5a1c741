/*
 * window: an avatar in a window, with SDL2 and vrm::render. It breathes, blinks and looks at
 * the cursor. With a number of frames, the program ends after them and says whether something was
 * drawn; it ends with 77 where no window with OpenGL ES 3 can be had.
 *
 * usage: window FILE.vrm [FRAMES]
 */
#define VRM_EXPERIMENTAL // for drawing and idle animation, which may change in any minor release
#include <SDL.h>
#include <cstdio>
#include <cstdlib>
#include <epoxy/gl.h>
#include <vrm/render.hpp>

static const int width = 480, height = 640, no_window = 77;

static void draw_frame(vrm::renderer &renderer, const vrm::render_model &meshes,
                       const vrm::avatar &avatar, const vrm::view &view) {
    const vrm::draw draws[] = {{meshes.raw(), &avatar.frame()}};
    glViewport(0, 0, width, height);
    glClearColor(0.9f, 0.92f, 0.95f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    renderer.draw(view, draws);
}

// Tells whether the pixel in the middle is something else than the background.
static bool something_was_drawn() {
    unsigned char pixel[4] = {0, 0, 0, 0};
    glReadPixels(width / 2, height / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    return !(pixel[0] > 225 && pixel[1] > 230 && pixel[2] > 238);
}

int main(int argc, char **argv) {
    const int frames = argc > 2 ? std::atoi(argv[2]) : 0;
    auto model = vrm::model::load_file(argc > 1 ? argv[1] : "avatar.vrm");
    if (!model) {
        model.report().print(stderr);
        return 1;
    }
    SDL_Init(SDL_INIT_VIDEO);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_ES);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 24);
    SDL_Window *window = SDL_CreateWindow("avatar", 0, 0, width, height, SDL_WINDOW_OPENGL);
    if (window == nullptr || SDL_GL_CreateContext(window) == nullptr) {
        std::fprintf(stderr, "%s\n", SDL_GetError());
        return no_window;
    }
    vrm::renderer_desc desc;
    desc.get_proc = [](const char *name, void *) { return SDL_GL_GetProcAddress(name); };
    auto renderer = vrm::renderer::create(desc);
    if (!renderer) {
        renderer.report().print(stderr);
        return no_window;
    }
    auto meshes = vrm::render_model::create(*renderer, *model);
    auto avatar = vrm::avatar::create(*model);
    vrm::pose pose;
    pose.relaxed(*model);
    avatar->apply_pose(pose);
    vrm::idle idle(1);
    vrm::view view;
    view.width = width;
    view.height = height;
    avatar->update(0.0f);
    if (view.frame(*avatar) != vrm::result::ok) return 1; // the whole body

    SDL_Event event;
    event.type = 0;
    for (int frame = 0; event.type != SDL_QUIT && (frames == 0 || frame < frames); ++frame) {
        if (!SDL_PollEvent(&event)) event.type = 0;
        int x, y;
        SDL_GetMouseState(&x, &y);
        avatar->look_at(view.look_at_point(avatar->eye_position(), float(x), float(y)));
        idle.update(*avatar, 1.0f / 60.0f);
        avatar->update(1.0f / 60.0f);
        draw_frame(*renderer, *meshes, *avatar, view);
        if (frame + 1 == frames) std::printf("drawn: %s\n", something_was_drawn() ? "yes" : "no");
        SDL_GL_SwapWindow(window);
    }
    if (renderer->problem() != nullptr) std::puts(renderer->problem());
    meshes->reset(); // while there is a context
    renderer->reset();
    SDL_Quit();
}
