/*
 * The functions of EGL and GL that apps/draw/surface.c and apps/picture/canvas.c call, in place of
 * libepoxy: the headers of libepoxy declare a pointer for each, and here they are. EGL is loaded
 * when the first picture is drawn, so the module starts without it.
 */
#include <dlfcn.h>
#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <string.h>

#define EGL_FUNCTIONS(X)                                                                           \
    X(BindAPI)                                                                                     \
    X(ChooseConfig)                                                                                \
    X(CreateContext)                                                                               \
    X(DestroyContext)                                                                              \
    X(GetCurrentContext)                                                                           \
    X(GetCurrentDisplay)                                                                           \
    X(GetCurrentSurface)                                                                           \
    X(GetDisplay)                                                                                  \
    X(GetProcAddress)                                                                              \
    X(Initialize)                                                                                  \
    X(MakeCurrent)                                                                                 \
    X(QueryString)                                                                                 \
    X(Terminate)
#define GL_FUNCTIONS(X)                                                                            \
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

#define DEFINE_EGL(name) __typeof__(epoxy_egl##name) epoxy_egl##name;
#define DEFINE_GL(name) __typeof__(epoxy_gl##name) epoxy_gl##name;
EGL_FUNCTIONS(DEFINE_EGL)
GL_FUNCTIONS(DEFINE_GL)

static bool load_egl(void *library) {
    void *found;
#define LOAD_EGL(name)                                                                             \
    found = dlsym(library, "egl" #name);                                                           \
    if (found == NULL) return false;                                                               \
    memcpy(&epoxy_egl##name, &found, sizeof found);
    EGL_FUNCTIONS(LOAD_EGL)
    return true;
}

static bool load_gl(void) {
    void (*found)(void);
#define LOAD_GL(name)                                                                              \
    found = epoxy_eglGetProcAddress("gl" #name);                                                   \
    if (found == NULL) return false;                                                               \
    memcpy(&epoxy_gl##name, &found, sizeof found);
    GL_FUNCTIONS(LOAD_GL)
    return true;
}

bool epoxy_has_egl(void) {
    void *library = dlopen("libEGL.so.1", RTLD_LAZY | RTLD_LOCAL);
    return library != NULL && load_egl(library) && load_gl();
}
