#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200112L
#endif

/* libepoxy finds EGL and GL when they are first called: the tool starts without them. */
#include "surface.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/workers.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <dlfcn.h>
#endif

/* Whole words: names of extensions begin with one another's. */
static bool has_word(const char *list, const char *word) {
    size_t length = strlen(word);
    while (list != NULL && (list = strstr(list, word)) != NULL) {
        if (list[length] == ' ' || list[length] == '\0') return true;
        list += length;
    }
    return false;
}

static EGLDisplay open_display(EGLDisplay display) {
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL)) return EGL_NO_DISPLAY;
    if (has_word(eglQueryString(display, EGL_EXTENSIONS), "EGL_KHR_surfaceless_context")) {
        return display;
    }
    eglTerminate(display);
    return EGL_NO_DISPLAY;
}

/* Asked for by name: libepoxy ends the program where a function is missing. */
static EGLDisplay platform_display(EGLenum platform) {
    PFNEGLGETPLATFORMDISPLAYEXTPROC get_display =
        (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
    if (get_display == NULL) return EGL_NO_DISPLAY;
    return open_display(get_display(platform, EGL_DEFAULT_DISPLAY, NULL));
}

/* Mesa's platform without a window system, then devices (drivers of graphics cards have those),
 * then whatever there is by default. */
static EGLDisplay find_display(void) {
    const char *extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    EGLDisplay display = EGL_NO_DISPLAY;
    if (has_word(extensions, "EGL_MESA_platform_surfaceless")) {
        display = platform_display(EGL_PLATFORM_SURFACELESS_MESA);
    }
    if (display == EGL_NO_DISPLAY && has_word(extensions, "EGL_EXT_platform_device")) {
        display = platform_display(EGL_PLATFORM_DEVICE_EXT);
    }
    return display != EGL_NO_DISPLAY ? display : open_display(eglGetDisplay(EGL_DEFAULT_DISPLAY));
}

static EGLContext make_context(EGLDisplay display, EGLenum api, EGLint renderable, EGLint major,
                               EGLint minor) {
    const EGLint wanted[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, renderable, EGL_NONE};
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION_KHR, major, EGL_CONTEXT_MINOR_VERSION_KHR,
                              minor, EGL_NONE};
    EGLConfig config;
    EGLContext context;
    EGLint count = 0;
    if (!eglBindAPI(api) || !eglChooseConfig(display, wanted, &config, 1, &count) || count == 0) {
        return EGL_NO_CONTEXT;
    }
    context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    if (context == EGL_NO_CONTEXT) return EGL_NO_CONTEXT;
    if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) return context;
    eglDestroyContext(display, context);
    return EGL_NO_CONTEXT;
}

/* Whether a library of GL can be loaded: libepoxy ends the program where the one that it needs is
 * missing. Debian has EGL, OpenGL ES and OpenGL in packages of their own. */
static bool has_library(const char *name) {
#if defined(__linux__)
    void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    if (library != NULL) dlclose(library);
    return library != NULL;
#else
    (void)name;
    return true;
#endif
}

static EGLContext find_context(EGLDisplay display) {
    EGLContext context = EGL_NO_CONTEXT;
    if (has_library("libGLESv2.so.2")) {
        context = make_context(display, EGL_OPENGL_ES_API, EGL_OPENGL_ES3_BIT_KHR, 3, 0);
    }
    if (context == EGL_NO_CONTEXT && (has_library("libOpenGL.so.0") || has_library("libGL.so.1"))) {
        context = make_context(display, EGL_OPENGL_API, EGL_OPENGL_BIT, 3, 3);
    }
    return context;
}

/*
 * Mesa draws on the processor with code that LLVM makes of each shader when it is first used. To
 * optimise that code takes as long as some ten portraits gain from it. Mesa keeps the code for
 * later runs, but a first one, and each new kind of material, waits. Who sets the variable knows
 * better.
 */
static void prefer_quick_start(void) {
#if !defined(_WIN32)
    setenv("GALLIVM_PERF", "nopt", 0);
#endif
}

/* As the renderer decides it too. */
static bool is_on_processor(void) {
    static const char *const names[] = {"llvmpipe", "softpipe", "SwiftShader"};
    const char *name = (const char *)glGetString(GL_RENDERER);
    for (size_t i = 0; name != NULL && i < sizeof names / sizeof names[0]; ++i) {
        if (strstr(name, names[i]) != NULL) return true;
    }
    return false;
}

/*
 * The GL functions that this program calls itself. libepoxy resolves each of them at its first
 * call, and searches the disk for libGLX and libGL each time: seventy searches for one picture. On
 * Windows, it has a table for each context, and resolves them itself.
 */
#define GL_CALLS(X)                                                                                \
    X(BindFramebuffer)                                                                             \
    X(BindRenderbuffer)                                                                            \
    X(BlitFramebuffer)                                                                             \
    X(CheckFramebufferStatus)                                                                      \
    X(Clear)                                                                                       \
    X(ClearColor)                                                                                  \
    X(ColorMask)                                                                                   \
    X(DeleteFramebuffers)                                                                          \
    X(DeleteRenderbuffers)                                                                         \
    X(DepthMask)                                                                                   \
    X(Disable)                                                                                     \
    X(Flush)                                                                                       \
    X(FramebufferRenderbuffer)                                                                     \
    X(GenFramebuffers)                                                                             \
    X(GenRenderbuffers)                                                                            \
    X(GetError)                                                                                    \
    X(GetIntegerv)                                                                                 \
    X(GetString)                                                                                   \
    X(PixelStorei)                                                                                 \
    X(ReadPixels)                                                                                  \
    X(RenderbufferStorage)                                                                         \
    X(RenderbufferStorageMultisample)                                                              \
    X(Viewport)

#if defined(__linux__)
/* Once: another thread may be drawing already. */
static void find_gl_calls(void) {
    static work_lock lock = WORK_LOCK_INIT;
    static bool are_found;
    void (*found)(void);
    work_lock_take(&lock);
    if (!are_found) {
#define X(name)                                                                                    \
    found = eglGetProcAddress("gl" #name);                                                         \
    if (found != NULL) memcpy(&epoxy_gl##name, &found, sizeof found);
        GL_CALLS(X)
#undef X
    }
    are_found = true;
    work_lock_give(&lock);
}
#else
static void find_gl_calls(void) {}
#endif

bool surface_open(draw_surface *surface, bool few_pictures, const char **out_problem) {
    GLint number = 0;
    memset(surface, 0, sizeof *surface);
    if (few_pictures) prefer_quick_start();
    if (!epoxy_has_egl()) {
        *out_problem =
            WORDS("EGL, which draws without a screen, is not installed (on Debian: libegl1 and "
                  "libgl1-mesa-dri)");
        return false;
    }
    surface->display = find_display();
    if (surface->display == EGL_NO_DISPLAY) {
        *out_problem =
            WORDS("EGL cannot draw without a screen here; Mesa can (on Debian: libegl-mesa0 and "
                  "libgl1-mesa-dri)");
        return false;
    }
    surface->context = find_context(surface->display);
    if (surface->context == EGL_NO_CONTEXT) {
        eglTerminate(surface->display);
        *out_problem = WORDS(
            "EGL offers neither OpenGL ES 3.0 nor OpenGL 3.3, or their libraries are not installed "
            "(on Debian: libgles2)");
        return false;
    }
    find_gl_calls();
    glGetIntegerv(GL_MAX_SAMPLES, &number);
    surface->most_samples = number > 1 ? (uint32_t)number : 1;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &number);
    surface->most_size = (uint32_t)number;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &number);
    if ((uint32_t)number < surface->most_size) surface->most_size = (uint32_t)number;
    surface->is_on_processor = is_on_processor();
    return true;
}

static void release_buffers(draw_surface *surface) {
    for (int i = 0; i < 2; ++i) canvas_release(&surface->buffers[i]);
    free(surface->read);
    surface->read = NULL;
    surface->width = surface->height = 0;
}

void surface_close(draw_surface *surface) {
    if (surface->context == NULL) return;
    release_buffers(surface);
    eglMakeCurrent(surface->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(surface->display, surface->context);
    /* The display stays: ending it unloads Mesa's driver, and checkers of leaks then take the last
     * few bytes that only the driver knew of for lost. */
    memset(surface, 0, sizeof *surface);
}

void *surface_get_proc(const char *name, void *user) {
    void (*function)(void) = eglGetProcAddress(name);
    void *pointer;
    (void)user;
    memcpy(&pointer, &function, sizeof pointer); /* C has no cast for this */
    return pointer;
}

/* Rows of a picture that are averaged at a time. */
enum { ROWS_AT_A_TIME = 16 };

bool surface_resize(draw_surface *surface, uint32_t width, uint32_t height, uint32_t samples,
                    uint32_t supersample, const char **out_problem) {
    uint32_t wide = width * supersample, high = height * supersample;
    if (samples > surface->most_samples) samples = surface->most_samples;
    if (surface->width == width && surface->height == height && surface->samples == samples &&
        surface->supersample == supersample) {
        return true;
    }
    release_buffers(surface);
    *out_problem = WORDS("the picture is larger than OpenGL can draw");
    if (wide > surface->most_size || high > surface->most_size) return false;
    surface->samples = samples;
    surface->supersample = supersample;
    if (supersample > 1) {
        surface->read = malloc((size_t)wide * supersample * ROWS_AT_A_TIME * 4);
        *out_problem = WORDS("there is not enough memory");
        if (surface->read == NULL) return false;
    }
    surface->width = width;
    surface->height = height;
    *out_problem = NULL;
    return true;
}

bool surface_begin(draw_surface *surface, const char **out_problem) {
    canvas *next = &surface->buffers[surface->current ^ 1];
    /* Not before it is needed: Mesa fills it with zeros, a fifth of all memory of one picture. */
    if (next->framebuffer == 0 &&
        !canvas_make(next, surface->width * surface->supersample,
                     surface->height * surface->supersample, surface->samples)) {
        *out_problem = WORDS("OpenGL cannot draw a picture of this size with this many samples");
        return false;
    }
    surface->current ^= 1;
    canvas_begin(next);
    return true;
}

void surface_end(draw_surface *surface) {
    canvas_end(&surface->buffers[surface->current]);
    glFlush();
}

/* The mean of two by two pixels: two channels at a time, each in 16 bits. */
static uint32_t mean_of_four(const uint8_t *low, const uint8_t *high) {
    const uint32_t even = 0x00FF00FFu, half = 0x00020002u;
    uint32_t p[4], a, b;
    memcpy(p, low, 8);
    memcpy(p + 2, high, 8);
    a = (p[0] & even) + (p[1] & even) + (p[2] & even) + (p[3] & even) + half;
    b = (p[0] >> 8 & even) + (p[1] >> 8 & even) + (p[2] >> 8 & even) + (p[3] >> 8 & even) + half;
    return (a >> 2 & even) | (b >> 2 & even) << 8;
}

static void average_fours(const uint8_t *low, size_t stride, uint32_t width, uint8_t *out) {
    for (uint32_t x = 0; x < width; ++x) {
        uint32_t mean = mean_of_four(low + (size_t)x * 8, low + stride + (size_t)x * 8);
        memcpy(out + (size_t)x * 4, &mean, sizeof mean);
    }
}

static void average_row(const uint8_t *rows, size_t stride, uint32_t width, uint32_t n,
                        uint8_t *out) {
    uint32_t count = n * n;
    for (uint32_t x = 0; x < width; ++x) {
        const uint8_t *from = rows + (size_t)x * n * 4;
        uint32_t sums[4] = {0, 0, 0, 0};
        for (uint32_t i = 0; i < n; ++i) {
            for (uint32_t j = 0; j < n * 4; ++j) sums[j & 3] += from[i * stride + j];
        }
        for (int c = 0; c < 4; ++c) *out++ = (uint8_t)((sums[c] + count / 2) / count);
    }
}

/* Each pixel is the mean of n * n, rounded to nearest. Turns the picture over on the way. A few
 * rows at a time: they are still in the processor's caches when their mean is taken. */
static void average(const draw_surface *surface, const canvas *from, uint8_t *out) {
    uint32_t n = surface->supersample, height = surface->height;
    size_t stride = (size_t)surface->width * n * 4;
    for (uint32_t done = 0; done < height;) {
        uint32_t count = height - done < ROWS_AT_A_TIME ? height - done : ROWS_AT_A_TIME;
        canvas_read_rows(from, done * n, count * n, surface->read);
        for (uint32_t i = 0; i < count; ++i, ++done) {
            const uint8_t *rows = surface->read + i * n * stride;
            uint8_t *row = out + (size_t)(height - 1 - done) * surface->width * 4;
            if (n == 2) {
                average_fours(rows, stride, surface->width, row);
            } else {
                average_row(rows, stride, surface->width, n, row);
            }
        }
    }
}

bool surface_read(const draw_surface *surface, bool before, uint8_t *out_pixels) {
    const canvas *from = &surface->buffers[surface->current ^ (before ? 1u : 0u)];
    if (surface->supersample > 1) {
        average(surface, from, out_pixels);
    } else {
        canvas_read(from, out_pixels);
        canvas_turn_over(out_pixels, surface->width, surface->height);
    }
    return glGetError() == GL_NO_ERROR;
}
