/*
 * headless: a picture of an avatar as a PNG file, on a machine without a screen: EGL without a
 * surface, and vrm::render. The picture is a portrait, or the whole body with "full". It ends with
 * 77 if there is no EGL that can do it.
 *
 * usage: headless FILE.vrm OUT.png [full]
 */
#define VRM_EXPERIMENTAL // for drawing and poses, which may change in any minor release
#include "../png.h"

#include <cstdio>
#include <cstring>
#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <vector>
#include <vrm/render.hpp>

static const int size = 512, drawn = 2 * size, no_egl = 77; // drawn larger, for smooth edges

// An OpenGL ES 3 context that needs no window. It is current if there is one.
class Context {
  public:
    Context() {
        static const EGLint wanted[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE,
                                        EGL_OPENGL_ES3_BIT, EGL_NONE};
        static const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
        if (!epoxy_has_egl()) return;
        // Mesa has a platform without a window system; elsewhere the default display may do.
        display = epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless")
                      ? eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr)
                      : eglGetDisplay(EGL_DEFAULT_DISPLAY);
        EGLConfig config;
        EGLint count = 0;
        if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr)) return;
        eglBindAPI(EGL_OPENGL_ES_API);
        if (!eglChooseConfig(display, wanted, &config, 1, &count) || count == 0) return;
        const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
        is_current = context != EGL_NO_CONTEXT &&
                     eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
    }
    ~Context() { eglTerminate(display); }
    Context(const Context &) = delete;
    Context &operator=(const Context &) = delete;
    explicit operator bool() const { return is_current; }

  private:
    EGLDisplay display = EGL_NO_DISPLAY;
    bool is_current = false;
};

static void *get_proc(const char *name, void *) {
    return reinterpret_cast<void *>(eglGetProcAddress(name));
}

// There is no window to draw into, but a framebuffer. The end of the context releases it.
static bool bind_framebuffer() {
    GLuint framebuffer, buffers[2];
    glGenFramebuffers(1, &framebuffer);
    glGenRenderbuffers(2, buffers);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, buffers[0]);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, drawn, drawn);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffers[0]);
    glBindRenderbuffer(GL_RENDERBUFFER, buffers[1]);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, drawn, drawn);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, buffers[1]);
    glViewport(0, 0, drawn, drawn);
    glClearColor(0.9f, 0.92f, 0.95f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

// Averages four pixels to one. GL's first row is at the bottom, and PNG's at the top.
static bool write_picture(const char *path) {
    const size_t side = size, stride = size_t(drawn) * 4;
    std::vector<unsigned char> pixels(stride * drawn), rgb(side * side * 3);
    glReadPixels(0, 0, drawn, drawn, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    for (size_t i = 0; i < rgb.size(); ++i) {
        const size_t x = i / 3 % side, y = side - 1 - i / 3 / side;
        const unsigned char *from = &pixels[2 * y * stride + 2 * x * 4 + i % 3];
        const int sum = from[0] + from[4] + from[stride] + from[stride + 4];
        rgb[i] = static_cast<unsigned char>((sum + 2) / 4);
    }
    return png_write(path, size, size, rgb.data()) != 0;
}

// Draws the avatar as it is now. Returns how many triangles were drawn.
static unsigned draw(vrm::renderer &renderer, vrm::avatar &avatar, vrm::shot shot) {
    auto meshes = vrm::render_model::create(renderer, avatar.model());
    vrm::framing framing;
    framing.shot = shot;
    vrm::view view;
    view.width = view.height = drawn;
    if (view.frame(avatar, framing) != vrm::result::ok) return 0;
    const vrm::draw draws[] = {{meshes->raw(), &avatar.frame()}};
    renderer.draw(view, draws);
    return unsigned(renderer.drawn());
}

int main(int argc, char **argv) {
    const bool is_full = argc > 3 && std::strcmp(argv[3], "full") == 0;
    auto model = vrm::model::load_file(argc > 1 ? argv[1] : "avatar.vrm");
    if (!model || argc < 3) {
        model.report().print(stderr);
        return 1;
    }
    const Context context;
    if (!context || !bind_framebuffer()) {
        std::fprintf(stderr, "there is no EGL that draws without a screen\n");
        return no_egl;
    }
    vrm::renderer_desc desc;
    desc.get_proc = get_proc;
    auto renderer = vrm::renderer::create(desc);
    if (!renderer) {
        renderer.report().print(stderr);
        return no_egl;
    }
    auto avatar = vrm::avatar::create(*model);
    vrm::pose pose;
    pose.relaxed(*model);
    avatar->apply_pose(pose);
    avatar->update(0.0f);
    avatar->warm_up(3.0f); // the hair comes to rest
    std::printf("%u triangles\n",
                draw(*renderer, *avatar, is_full ? vrm::shot::full : vrm::shot::portrait));
    const bool is_written = write_picture(argv[2]);
    if (renderer->problem() != nullptr) std::puts(renderer->problem());
    return is_written ? 0 : 1;
}
