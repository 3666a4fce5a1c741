/*
 * headless: a picture of an avatar as a PNG file, on a machine without a screen: EGL without a
 * surface, and vrm::render. The picture is a portrait, or the whole body with "full". It ends with
 * 77 if there is no EGL that can do it.
 *
 * usage: headless FILE.vrm OUT.png [full]
 */
#include "png.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/camera.h>
#include <vrm/vrm.h>

enum { SIZE = 512, DRAWN = 2 * SIZE, NO_EGL = 77 }; /* drawn larger, for smooth edges */

static void *get_proc(const char *name, void *user) {
    void (*function)(void) = eglGetProcAddress(name);
    void *address;
    (void)user;
    memcpy(&address, &function, sizeof address); /* C has no cast between the two */
    return address;
}

/* Makes an OpenGL ES 3 context current that needs no window. Returns 0 if there is none. */
static int open_context(EGLDisplay *out_display) {
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
static int bind_framebuffer(void) {
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

/* Averages four pixels to one. GL's first row is at the bottom, and PNG's at the top. */
static int write_picture(const char *path) {
    unsigned char *drawn = (unsigned char *)malloc((size_t)DRAWN * DRAWN * 4);
    unsigned char *rgb = (unsigned char *)malloc((size_t)SIZE * SIZE * 3);
    const size_t stride = (size_t)DRAWN * 4;
    int is_good = drawn != NULL && rgb != NULL;
    size_t i;
    if (is_good) glReadPixels(0, 0, DRAWN, DRAWN, GL_RGBA, GL_UNSIGNED_BYTE, drawn);
    for (i = 0; is_good && i < (size_t)SIZE * SIZE * 3; ++i) {
        const size_t x = i / 3 % SIZE, y = SIZE - 1 - i / 3 / SIZE;
        const unsigned char *from = drawn + 2 * y * stride + 2 * x * 4 + i % 3;
        rgb[i] = (unsigned char)((from[0] + from[4] + from[stride] + from[stride + 4] + 2) / 4);
    }
    is_good = is_good && png_write(path, SIZE, SIZE, rgb);
    free(drawn);
    free(rgb);
    return is_good;
}

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
    desc.get_proc = get_proc;
    if (!open_context(&display) || !bind_framebuffer()) {
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
    is_written = write_picture(argv[2]);
    if (vrm_renderer_problem(renderer) != NULL) puts(vrm_renderer_problem(renderer));
    vrm_avatar_destroy(avatar);
    vrm_renderer_destroy(renderer);
    vrm_report_destroy(report);
    vrm_model_release(model);
    eglTerminate(display);
    return is_written ? 0 : 1;
}
