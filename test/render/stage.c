#include "render/stage.h"
#include "render/create.h"

#include "render/objects.h"
#include "test.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    bool is_open;
    EGLDisplay display;
    EGLContext context;
    vrm_renderer *renderer;
    const char *problem;
    int live; /* textures and samplers that are the renderer's own */
    GLuint framebuffer, color, depth;
    int width, height;
} stage;

void *stage_get_proc(const char *name, void *user) {
    void (*function)(void) = eglGetProcAddress(name);
    void *pointer;
    (void)user;
    memcpy(&pointer, &function, sizeof pointer);
    return pointer;
}

static bool open_context(void) {
    static const EGLint config_wanted[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE,
                                           EGL_OPENGL_ES3_BIT, EGL_NONE};
    static const EGLint es3[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0,
                                 EGL_NONE};
    static const EGLint core[] = {EGL_CONTEXT_MAJOR_VERSION,
                                  3,
                                  EGL_CONTEXT_MINOR_VERSION,
                                  3,
                                  EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                  EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                  EGL_NONE};
    const char *kind = test_option("gl");
    bool is_core = kind != NULL && strcmp(kind, "core") == 0;
    EGLConfig config = NULL;
    EGLint count = 0;
    stage.display =
        eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (stage.display == EGL_NO_DISPLAY || !eglInitialize(stage.display, NULL, NULL)) return false;
    if (!eglBindAPI(is_core ? EGL_OPENGL_API : EGL_OPENGL_ES_API)) return false;
    eglChooseConfig(stage.display, config_wanted, &config, 1, &count);
    stage.context = eglCreateContext(stage.display, count > 0 ? config : EGL_NO_CONFIG_KHR,
                                     EGL_NO_CONTEXT, is_core ? core : es3);
    if (stage.context == EGL_NO_CONTEXT) return false;
    return eglMakeCurrent(stage.display, EGL_NO_SURFACE, EGL_NO_SURFACE, stage.context) != 0;
}

static void close_stage(void);

static int textures_and_samplers(void) {
    object_counts now = objects_now();
    return now.live[OBJECT_TEXTURE] + now.live[OBJECT_SAMPLER];
}

/* GL has nothing to complain about, and nothing of a model is left. (The renderer keeps programs
 * and what lines are drawn with.) */
static void check_stage(void) {
    const char *problem = vrm_renderer_problem(stage.renderer);
    CHECK_INT(glGetError(), GL_NO_ERROR);
    if (!CHECK(problem == NULL)) printf("  %s\n", problem);
    CHECK_INT(textures_and_samplers(), stage.live);
    stage.live = textures_and_samplers(); /* the next test is not to blame */
    CHECK_INT(objects_now().live[OBJECT_SHADER], 0);
    CHECK_INT(objects_now().wrong, 0);
}

uint32_t stage_flags(void) {
    const char *programs = test_option("programs");
    if (programs == NULL) return 0;
    return strcmp(programs, "many") == 0 ? VRM_RENDERER_MANY_PROGRAMS : VRM_RENDERER_FEW_PROGRAMS;
}

uint32_t stage_overdraw(void) {
    return stage_flags() == VRM_RENDERER_MANY_PROGRAMS ? UINT32_MAX : 0;
}

vrm_renderer *stage_renderer(void) {
    if (!stage.is_open) {
        vrm_renderer_desc desc;
        stage.is_open = true;
        stage.problem = "no GL context without a window can be had here";
        vrm_renderer_desc_init(&desc);
        desc.get_proc = objects_get_proc;
        desc.flags = stage_flags();
        desc.max_overdraw = stage_overdraw();
        if (open_context()) stage.renderer = create_renderer(&desc, &stage.problem);
        stage.live = textures_and_samplers();
        if (stage.renderer != NULL) test_after_each(check_stage);
        test_at_end(close_stage);
    }
    if (stage.renderer == NULL) {
        if (getenv("CI") != NULL) {
            printf("  %s\n", stage.problem);
            CHECK(stage.renderer != NULL);
        } else {
            test_skip(stage.problem);
        }
    }
    return stage.renderer;
}

static void drop_framebuffer(void) {
    glDeleteFramebuffers(1, &stage.framebuffer);
    glDeleteRenderbuffers(1, &stage.color);
    glDeleteRenderbuffers(1, &stage.depth);
    stage.width = stage.height = 0;
}

static void make_framebuffer(int width, int height) {
    if (stage.width == width && stage.height == height) return;
    if (stage.width != 0) drop_framebuffer();
    stage.width = width;
    stage.height = height;
    glGenFramebuffers(1, &stage.framebuffer);
    glGenRenderbuffers(1, &stage.color);
    glGenRenderbuffers(1, &stage.depth);
    glBindRenderbuffer(GL_RENDERBUFFER, stage.color);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
    glBindRenderbuffer(GL_RENDERBUFFER, stage.depth);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, width, height);
    glBindFramebuffer(GL_FRAMEBUFFER, stage.framebuffer);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, stage.color);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, stage.depth);
    CHECK_INT(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
}

/* At the end of the program: what is left then is a leak. */
static void close_stage(void) {
    if (stage.renderer == NULL) return;
    if (stage.width != 0) drop_framebuffer();
    vrm_renderer_destroy(stage.renderer);
    CHECK_INT(glGetError(), GL_NO_ERROR);
    CHECK_INT(objects_live(), 0);
    eglMakeCurrent(stage.display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(stage.display, stage.context);
    /* The display stays: ending it unloads Mesa's driver, and what that still holds would then
     * count as a leak. */
}

picture stage_draw_by(vrm_renderer *renderer, const vrm_view *view, const vrm_draw *draws,
                      uint32_t count, const float background[4]) {
    picture image = picture_make((int)view->width, (int)view->height);
    size_t row = (size_t)image.width * 4;
    uint8_t *swap = malloc(row);
    make_framebuffer(image.width, image.height);
    glBindFramebuffer(GL_FRAMEBUFFER, stage.framebuffer);
    glViewport(0, 0, image.width, image.height);
    glClearColor(background[0], background[1], background[2], background[3]);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    vrm_renderer_draw(renderer, view, draws, count);
    CHECK_INT(glGetError(), GL_NO_ERROR);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, image.width, image.height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba);
    CHECK_INT(glGetError(), GL_NO_ERROR);
    for (int y = 0; y < image.height / 2; ++y) { /* GL's first row is the bottom */
        uint8_t *a = image.rgba + (size_t)y * row;
        uint8_t *b = image.rgba + (size_t)(image.height - 1 - y) * row;
        memcpy(swap, a, row);
        memcpy(a, b, row);
        memcpy(b, swap, row);
    }
    free(swap);
    return image;
}

picture stage_draw(const vrm_view *view, const vrm_draw *draws, uint32_t count,
                   const float background[4]) {
    return stage_draw_by(stage.renderer, view, draws, count, background);
}
