/* vrm-view: the window of `vrm view`. A program of its own, so that the tool, which runs by the
 * thousand on servers, does not have to load what windows need. */
#include "apps/kit/options/command.h"
#include "apps/kit/program/language.h"
#include "apps/kit/program/program.h"
#include "ui.h"

#include <epoxy/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Opening --- */

static void *get_proc(const char *name, void *user) {
    (void)user;
    return SDL_GL_GetProcAddress(name);
}

static bool make_window(viewer *v, SDL_GLprofile profile, int major, int minor) {
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, (int)profile);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, major);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, minor);
    v->window = SDL_CreateWindow(
        "vrm view", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, v->width, v->height,
        SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    if (v->window == NULL) return false;
    v->context = SDL_GL_CreateContext(v->window);
    if (v->context != NULL) return true;
    SDL_DestroyWindow(v->window);
    v->window = NULL;
    return false;
}

/* The better of what the renderer can use. */
static bool open_window(viewer *v) {
    if (!make_window(v, SDL_GL_CONTEXT_PROFILE_CORE, 3, 3) &&
        !make_window(v, SDL_GL_CONTEXT_PROFILE_ES, 3, 0)) {
        return false;
    }
    SDL_GL_SetSwapInterval(1);
    return true;
}

/* Left to itself, SDL draws into nothing where there is no screen, and Wayland's library complains
 * of what nobody asked for. */
static void choose_driver(void) {
#if defined(__linux__)
    if (getenv("WAYLAND_DISPLAY") == NULL && getenv("SDL_VIDEODRIVER") == NULL) {
        SDL_SetHint(SDL_HINT_VIDEODRIVER, "x11,KMSDRM");
    }
#endif
}

static bool open_viewer(viewer *v, vrm_renderer_flags flags) {
    vrm_renderer_desc desc;
    vrm_report *report = NULL;
    char problem[400];
    choose_driver();
    if (SDL_Init(SDL_INIT_VIDEO) != 0 || !open_window(v)) {
        fputs("vrm: ", stderr);
        say_to(stderr,
               "no window can be opened here (SDL: {1}).\n"
               "The viewer needs a screen with OpenGL 3.3 or OpenGL ES 3.0. 'vrm render' makes "
               "pictures without a screen.\n",
               SDL_GetError());
        return false;
    }
    vrm_renderer_desc_init(&desc);
    desc.get_proc = get_proc;
    desc.flags = flags;
    if (vrm_renderer_create(&desc, &v->renderer, &report) != VRM_OK) {
        fprintf(stderr, "vrm: %s\n",
                say_message(vrm_report_failure(report), problem, sizeof problem));
        vrm_report_destroy(report);
        return false;
    }
    vrm_report_destroy(report);
    if (!backdrop_open(&v->behind)) {
        fprintf(stderr, "vrm: %s\n", say("an OpenGL shader could not be compiled"));
        return false;
    }
    v->ui = ui_open(v);
    if (v->ui == NULL) {
        fprintf(stderr, "vrm: %s\n", say("the menus cannot be drawn with this OpenGL"));
    }
    return v->ui != NULL;
}

static void close_viewer(viewer *v) {
    if (v->renderer != NULL) {
        record_drop(v);
        viewer_close_file(v);
        canvas_release(&v->scene);
        backdrop_close(&v->behind);
        vrm_renderer_destroy(v->renderer);
    }
    ui_close(v->ui);
    playing_close(&v->play);
    tracker_close(&v->tracked);
    free(v->path);
    /* The window and SDL end with the program: taken apart by hand, they unload the driver of GL,
     * and checkers of leaks then take the last few bytes that only the driver knew of for lost. */
}

/* --- Running --- */

static double seconds(void) {
    return (double)SDL_GetPerformanceCounter() / (double)SDL_GetPerformanceFrequency();
}

static void count_frame(viewer *v) {
    double passed = v->now - v->speed_since;
    char rate[16], update[16];
    const char *const parts[] = {rate, update};
    ++v->speed_frames;
    if (passed < 0.5) return;
    snprintf(rate, sizeof rate, "%.0f", v->speed_frames / passed);
    snprintf(update, sizeof update, "%.2f", v->update_ms);
    say_into(v->speed, sizeof v->speed, SAY("{1} frames/s, update: {2} ms"), parts, 2);
    v->speed_since = v->now;
    v->speed_frames = 0;
}

/* Where showing a frame does not wait for the screen: frames that nobody sees cost power. */
static void wait_for_screen(const viewer *v, double frame_start) {
    SDL_DisplayMode mode;
    int display = SDL_GetWindowDisplayIndex(v->window);
    bool is_known = display >= 0 && SDL_GetCurrentDisplayMode(display, &mode) == 0;
    double rate = is_known && mode.refresh_rate > 0 ? mode.refresh_rate : 60.0;
    double left = 1.0 / rate - (seconds() - frame_start);
    if (left > 0.002) SDL_Delay((Uint32)(1000.0 * left));
}

/* Menus and panels hear of all events first: only when they have been made anew is it known whom
 * the mouse belongs to. What does not fit waits for the next frame. */
static void handle_events(viewer *v) {
    SDL_Event events[64];
    int count;
    SDL_PumpEvents();
    count = SDL_PeepEvents(events, 64, SDL_GETEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT);
    for (int i = 0; i < count; ++i) ui_event(v->ui, &events[i]);
    ui_build(v->ui, v);
    for (int i = 0; i < count; ++i) viewer_event(v, &events[i]);
}

static void show(viewer *v) {
    double last = seconds();
    while (!v->wants_to_quit) {
        double dt;
        /* Nothing is drawn that nobody sees. */
        if ((SDL_GetWindowFlags(v->window) & (SDL_WINDOW_MINIMIZED | SDL_WINDOW_HIDDEN)) != 0) {
            SDL_WaitEventTimeout(NULL, 100);
        }
        viewer_track(v);
        if (!viewer_fit(v)) continue;
        v->now = seconds();
        dt = v->now - last;
        last = v->now;
        viewer_watch(v);
        handle_events(v);
        count_frame(v);
        viewer_refresh(v, (float)(dt < 0.1 ? dt : 0.1));
        ui_draw(v->ui);
        SDL_GL_SwapWindow(v->window);
        wait_for_screen(v, last);
    }
}

/* --- Options --- */

typedef struct view_options {
    uint32_t width, height;
    const char *motion;  /* or NULL */
    const char *address; /* to listen on */
    uint32_t listen_port;
    bool listens;
    vrm_renderer_flags renderer_flags;
} view_options;

static option_result read_option(option_value *value, void *settings) {
    view_options *out = settings;
    switch (value->option->id) {
    case OPTION_SIZE:
        out->width = value->width;
        out->height = value->height;
        break;
    case OPTION_MOTION:
        out->motion = value->text;
        break;
    case OPTION_LISTEN:
        out->listens = true;
        out->listen_port = value->whole;
        break;
    case OPTION_ADDRESS:
        out->address = value->text;
        break;
    case OPTION_SHORTCUTS:
        out->renderer_flags = value->word == 0 ? 0 : VRM_RENDERER_NO_SHORTCUTS;
        break;
    default:
        return OPTION_NOT_READ;
    }
    return OPTION_TAKEN;
}

/* The first file that can be shown. False: there are files, and none can be. */
static bool open_first(viewer *v) {
    v->now = seconds();
    for (v->file = 0; v->file < v->file_count; ++v->file) {
        if (viewer_open_file(v, v->files[v->file])) return true;
        fprintf(stderr, "vrm: %s\n", v->words); /* as the window would say it */
    }
    v->file = -1;
    return v->file_count == 0;
}

/* What the command line asks for, in the window. */
static bool begin(viewer *v, const view_options *options) {
    if (!open_viewer(v, options->renderer_flags) || !open_first(v)) return false;
    if (options->motion != NULL && !viewer_play_file(v, options->motion)) {
        fprintf(stderr, "vrm: %s\n", v->words);
        return false;
    }
    return !options->listens || tracker_expect(&v->tracked, v->who.model);
}

static int run_view(int argc, char **argv) {
    view_options options = {0};
    viewer v;
    int file_count = read_arguments(COMMAND_VIEW, argc, argv, read_option, &options);
    bool is_good;
    if (file_count < 0) return EXIT_USAGE;
    memset(&v, 0, sizeof v);
    playing_init(&v.play);
    v.files = argv;
    v.file_count = file_count;
    v.camera.fov_degrees = 20.0f;
    v.camera.size = v.camera.distance = 1.0f;
    v.width = (int)options.width;
    v.height = (int)options.height;
    v.wanted_expression = VRM_NONE;
    v.page = options.listens ? PAGE_TRACKER : PAGE_EXPRESSIONS;
    v.spring = VRM_NONE;
    v.joint = VRM_ALL;
    v.area = (scene_area){0, 0, v.width, v.height};
    /* Beside the panel there must be room for the avatar. */
    v.shows_panel = v.width >= 900;
    /* A port that is taken is an error before a window opens. */
    is_good = !options.listens || tracker_open(&v.tracked, options.address, options.listen_port);
    is_good = is_good && begin(&v, &options);
    if (is_good) show(&v);
    if (is_good && options.listens) {
        vrm_vmc_receiver_end_frame(v.tracked.in.receiver); /* the last one, which none has ended */
        listener_print_counts(&v.tracked.in);
    }
    close_viewer(&v);
    return is_good ? EXIT_LOADED : EXIT_NOT_LOADED;
}

static int run(int argc, char **argv) {
    static const command view = {COMMAND_VIEW, run_view};
    return command_run(&view, argc - 1, argv + 1);
}

/* SDL renames main where it needs to. */
int main(int argc, char **argv) { return program_main(argc, argv, run); }
