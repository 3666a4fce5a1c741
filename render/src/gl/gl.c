#include "gl.h"

#include <string.h>

/* A function pointer from what a loader returns: ISO C has no cast for it. */
typedef void(VRMR_GL_CALL *any_function)(void);

static any_function find(void *(*get_proc)(const char *name, void *user), void *user,
                         const char *name) {
    void *found = get_proc(name, user);
    any_function function = NULL;
    _Static_assert(sizeof found == sizeof function, "functions are as wide as data pointers");
    memcpy(&function, &found, sizeof found);
    return function;
}

const char *vrmr_gl_load(vrmr_gl *gl, void *(*get_proc)(const char *name, void *user), void *user) {
    gl_int major = 0, minor = 0;
    const char *version;
    memset(gl, 0, sizeof *gl);
#define X(result, name, parameters)                                                                \
    gl->name = (result(VRMR_GL_CALL *) parameters)find(get_proc, user, "gl" #name);                \
    if (gl->name == NULL) return "GL has no gl" #name ": OpenGL ES 3.0 or OpenGL 3.3 is needed";
    VRMR_GL_FUNCTIONS(X)
#undef X
    version = (const char *)gl->GetString(GL_VERSION);
    if (version == NULL) return "no GL context is current";
    gl->is_es = strstr(version, "OpenGL ES") != NULL || strstr(version, "WebGL") != NULL;
    gl->GetIntegerv(GL_MAJOR_VERSION, &major);
    gl->GetIntegerv(GL_MINOR_VERSION, &minor);
    if (major < 3 || (!gl->is_es && major == 3 && minor < 3)) {
        return "GL is too old: OpenGL ES 3.0 or OpenGL 3.3 is needed";
    }
    gl->has_stages = gl->is_es ? major > 3 || minor >= 1 : major > 4 || (major == 4 && minor >= 1);
    if (strstr(version, "WebGL")) gl->has_stages = 0;
#define X(result, name, parameters)                                                                \
    gl->name = (result(VRMR_GL_CALL *) parameters)find(get_proc, user, "gl" #name);                \
    if (gl->name == NULL) gl->has_stages = 0;
    VRMR_GL_STAGE_FUNCTIONS(X)
#undef X
    gl->GetIntegerv(GL_MAX_TEXTURE_SIZE, &gl->max_texture_size);
    gl->GetIntegerv(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT, &gl->uniform_alignment);
    if (gl->uniform_alignment < 16) gl->uniform_alignment = 16;
    return NULL;
}

/* Mesa's two, and the one of browsers. */
bool vrmr_gl_is_software(const vrmr_gl *gl) {
    static const char *const names[] = {"llvmpipe", "softpipe", "SwiftShader"};
    const char *name = (const char *)gl->GetString(GL_RENDERER);
    for (size_t i = 0; name != NULL && i < sizeof names / sizeof *names; ++i) {
        if (strstr(name, names[i]) != NULL) return true;
    }
    return false;
}

void vrmr_gl_prepare_pixels(const vrmr_gl *gl) {
    gl->ActiveTexture(GL_TEXTURE0);
    gl->BindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    gl->PixelStorei(GL_UNPACK_ALIGNMENT, 4);
    gl->PixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    gl->PixelStorei(GL_UNPACK_SKIP_ROWS, 0);
    gl->PixelStorei(GL_UNPACK_SKIP_PIXELS, 0);
}
