/*
 * offscreen.h: draws without a screen, for the examples: an OpenGL ES 3 context of EGL without a
 * surface, a framebuffer of OFFSCREEN_SIZE pixels, and its picture as a PNG file.
 */
#ifndef EXAMPLE_OFFSCREEN_H
#define EXAMPLE_OFFSCREEN_H

#include "png.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/render.h>

/* Drawn larger, for smooth edges. NO_EGL is what a program without EGL ends with. */
enum { OFFSCREEN_SIZE = 512, DRAWN = 2 * OFFSCREEN_SIZE, NO_EGL = 77 };

static inline void *offscreen_get_proc(const char *name, void *user) {
    void (*function)(void) = eglGetProcAddress(name);
    void *address;
    (void)user;
    memcpy(&address, &function, sizeof address); /* C has no cast between the two */
    return address;
}

/* Makes an OpenGL ES 3 context current that needs no window. Returns 0 if there is none. */
static inline int offscreen_open(EGLDisplay *out_display) {
    static const EGLint wanted[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT,
                                    EGL_NONE};
    static const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
    EGLContext context = EGL_NO_CONTEXT;
    EGLConfig config;
    EGLint count = 0;
    if (!epoxy_has_egl()) return 0;
    /* Mesa has a platform without a window system; elsewhere the default display may do. */
    if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless")) {
        *out_display =
            eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    } else {
        *out_display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    }
    if (*out_display == EGL_NO_DISPLAY || !eglInitialize(*out_display, NULL, NULL)) return 0;
    eglBindAPI(EGL_OPENGL_ES_API);
    if (eglChooseConfig(*out_display, wanted, &config, 1, &count) && count > 0) {
        context = eglCreateContext(*out_display, config, EGL_NO_CONTEXT, version);
    }
    return context != EGL_NO_CONTEXT &&
           eglMakeCurrent(*out_display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
}

/* There is no window to draw into, but a framebuffer. The end of the context releases it. */
static inline int offscreen_bind(void) {
    GLuint framebuffer, buffers[2];
    glGenFramebuffers(1, &framebuffer);
    glGenRenderbuffers(2, buffers);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, buffers[0]);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, DRAWN, DRAWN);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffers[0]);
    glBindRenderbuffer(GL_RENDERBUFFER, buffers[1]);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, DRAWN, DRAWN);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, buffers[1]);
    glViewport(0, 0, DRAWN, DRAWN);
    glClearColor(0.9f, 0.92f, 0.95f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

/* Both, and a renderer. NULL: there is no EGL that can do it. */
static inline vrm_renderer *offscreen_renderer(EGLDisplay *out_display) {
    vrm_renderer *renderer = NULL;
    vrm_renderer_desc desc;
    vrm_renderer_desc_init(&desc);
    desc.get_proc = offscreen_get_proc;
    if (!offscreen_open(out_display) || !offscreen_bind()) return NULL;
    vrm_renderer_create(&desc, &renderer, NULL);
    return renderer;
}

/* Averages four pixels to one. GL's first row is at the bottom, and PNG's at the top. */
static inline int offscreen_write(const char *path) {
    unsigned char *drawn = (unsigned char *)malloc((size_t)DRAWN * DRAWN * 4);
    unsigned char *rgb = (unsigned char *)malloc((size_t)OFFSCREEN_SIZE * OFFSCREEN_SIZE * 3);
    const size_t stride = (size_t)DRAWN * 4;
    int is_good = drawn != NULL && rgb != NULL;
    size_t i;
    if (is_good) glReadPixels(0, 0, DRAWN, DRAWN, GL_RGBA, GL_UNSIGNED_BYTE, drawn);
    for (i = 0; is_good && i < (size_t)OFFSCREEN_SIZE * OFFSCREEN_SIZE * 3; ++i) {
        const size_t x = i / 3 % OFFSCREEN_SIZE, y = OFFSCREEN_SIZE - 1 - i / 3 / OFFSCREEN_SIZE;
        const unsigned char *from = drawn + 2 * y * stride + 2 * x * 4 + i % 3;
        rgb[i] = (unsigned char)((from[0] + from[4] + from[stride] + from[stride + 4] + 2) / 4);
    }
    is_good = is_good && png_write(path, OFFSCREEN_SIZE, OFFSCREEN_SIZE, rgb);
    free(drawn);
    free(rgb);
    return is_good;
}

#endif
