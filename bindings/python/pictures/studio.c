/*
 * A studio draws avatars without a screen, into memory. It has a context of GL, the renderer, and
 * the model that was drawn last. Its context is current only during a call, so any thread may draw,
 * one at a time.
 */
#include "pictures.h"

#include "apps/draw/surface.h"
#include "apps/picture/camera.h"
#include "apps/picture/scene.h"

#include <epoxy/egl.h>
#include <stdlib.h>
#include <vrm/render.h>

enum { MOST_PIXELS = 8192 }; /* of a side */

typedef struct Studio {
    PyObject_HEAD draw_surface surface;
    vrm_renderer *renderer;
    vrm_render_model *model; /* that was drawn last, */
    PyObject *keeper;        /* what keeps it and its bytes, */
    uint32_t max_texture;    /* and how large its textures may be */
    bool is_busy;
} Studio;

/* What a picture shows. */
typedef struct shot {
    uint32_t width, height;
    camera_view view;
    camera_angle angle;
} shot;

static PyObject *picture_error;

/* --- The context --- */

/* The context of the caller, if it uses EGL too. */
typedef struct other_context {
    EGLDisplay display;
    EGLContext context;
    EGLSurface draw, read;
} other_context;

static void enter_context(const Studio *studio, other_context *out) {
    out->display = eglGetCurrentDisplay();
    out->context = eglGetCurrentContext();
    out->draw = eglGetCurrentSurface(EGL_DRAW);
    out->read = eglGetCurrentSurface(EGL_READ);
    eglMakeCurrent(studio->surface.display, EGL_NO_SURFACE, EGL_NO_SURFACE,
                   studio->surface.context);
}

static void leave_context(EGLDisplay display, const other_context *other) {
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (other->context != EGL_NO_CONTEXT) {
        eglMakeCurrent(other->display, other->draw, other->read, other->context);
    }
}

static void forget_model(Studio *studio) {
    vrm_render_model_destroy(studio->model);
    studio->model = NULL;
}

static void close_studio(Studio *studio) {
    other_context other;
    const EGLDisplay display = studio->surface.display;
    if (studio->surface.context != NULL) {
        enter_context(studio, &other);
        forget_model(studio);
        vrm_renderer_destroy(studio->renderer);
        studio->renderer = NULL;
        surface_close(&studio->surface);
        leave_context(display, &other);
    }
    Py_CLEAR(studio->keeper);
}

static bool open_studio(Studio *studio) {
    other_context other;
    const char *problem = NULL;
    vrm_report *report = NULL;
    vrm_renderer_desc desc;
    vrm_result result;
    if (!surface_open(&studio->surface, false, &problem)) {
        PyErr_SetString(picture_error, problem);
        return false;
    }
    memset(&other, 0, sizeof other);
    vrm_renderer_desc_init(&desc);
    desc.get_proc = surface_get_proc;
    result = vrm_renderer_create(&desc, &studio->renderer, &report);
    leave_context(studio->surface.display, &other);
    if (result == VRM_OK) {
        vrm_report_destroy(report);
        return true;
    }
    libvrm_core->raise_result(result, report, NULL);
    return false;
}

static PyObject *studio_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    Studio *studio;
    if (PyTuple_Size(args) != 0 || (keywords != NULL && PyDict_Size(keywords) != 0)) {
        PyErr_SetString(PyExc_TypeError, "Studio() takes no arguments");
        return NULL;
    }
    studio = (Studio *)PyType_GenericAlloc(type, 0);
    if (studio != NULL && !open_studio(studio)) Py_CLEAR(studio);
    return (PyObject *)studio;
}

static void studio_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    close_studio((Studio *)self);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/* --- One picture --- */

/* As many pixels of a texture as the picture can show. */
static uint32_t visible_texture(const shot *shot) {
    const uint32_t longer = shot->width > shot->height ? shot->width : shot->height;
    uint32_t size = 1024;
    while (size < 4096 && size < 2 * longer) size *= 2;
    return size;
}

/* A model that is in GL already stays there: keepers are told apart by their address. */
static vrm_result upload(Studio *studio, const shot *shot, vrm_avatar *avatar, PyObject *keeper,
                         vrm_report **out_report) {
    const uint32_t texture = visible_texture(shot);
    vrm_render_limits limits;
    if (studio->model != NULL && studio->keeper == keeper && studio->max_texture >= texture) {
        return VRM_OK;
    }
    forget_model(studio);
    studio->max_texture = texture;
    vrm_render_limits_init(&limits);
    limits.max_texture = texture;
    return vrm_render_model_create(studio->renderer, vrm_avatar_model(avatar), &limits,
                                   &studio->model, out_report);
}

/* Software draws a picture of twice the size faster than one with samples. */
static bool prepare_surface(draw_surface *surface, const shot *shot, const char **out_problem) {
    const uint32_t most = surface->most_size / 2;
    const bool is_doubled = surface->is_on_processor && shot->width <= most && shot->height <= most;
    return surface_resize(surface, shot->width, shot->height, is_doubled ? 1 : 4,
                          is_doubled ? 2 : 1, out_problem);
}

static void init_view(const Studio *studio, const shot *shot, const vrm_extent *extent,
                      vrm_view *out) {
    camera_place camera;
    camera_frame(extent, shot->view, &shot->angle, &camera);
    vrm_view_init(out);
    out->width = shot->width * studio->surface.supersample;
    out->height = shot->height * studio->surface.supersample;
    out->flags = VRM_RENDER_ENVIRONMENT;
    scene_light(&out->light);
    scene_turn_light(&out->light, shot->angle.yaw_degrees);
    vrm_view_look_at_value(out, camera.eye, camera.target, camera.up,
                           camera.fov_degrees * 0.017453293f, shot->angle.aspect, camera.near,
                           camera.far);
}

static bool draw(Studio *studio, const shot *shot, vrm_avatar *avatar, const vrm_extent *extent,
                 uint8_t *out_pixels, const char **out_problem) {
    vrm_frame frame = *vrm_avatar_frame(avatar);
    const vrm_draw one = {studio->model, &frame};
    vrm_view view;
    if (!prepare_surface(&studio->surface, shot, out_problem)) return false;
    vrm_render_model_limit_outlines(studio->model,
                                    scene_widest_outline(extent->most.y - extent->least.y));
    init_view(studio, shot, extent, &view);
    if (!surface_begin(&studio->surface, out_problem)) return false;
    vrm_renderer_draw(studio->renderer, &view, &one, 1);
    surface_end(&studio->surface);
    *out_problem = vrm_renderer_problem(studio->renderer);
    if (*out_problem != NULL) return false;
    *out_problem = "OpenGL reported an error";
    if (!surface_read(&studio->surface, false, out_pixels)) return false;
    canvas_unmultiply(out_pixels, (size_t)shot->width * shot->height);
    *out_problem = NULL;
    return true;
}

/* Without the GIL. `out_is_tried` becomes true if the model in GL may have been replaced. */
static vrm_result take(Studio *studio, const shot *shot, vrm_avatar *avatar, PyObject *keeper,
                       uint8_t *out_pixels, bool *out_is_tried, vrm_report **out_report,
                       const char **out_problem) {
    other_context other;
    vrm_extent *extent = NULL;
    vrm_result result = vrm_extent_create(avatar, NULL, &extent, out_report);
    if (result != VRM_OK) return result;
    vrm_report_destroy(*out_report);
    *out_report = NULL;
    enter_context(studio, &other);
    *out_is_tried = true;
    result = upload(studio, shot, avatar, keeper, out_report);
    if (result == VRM_OK) (void)draw(studio, shot, avatar, extent, out_pixels, out_problem);
    leave_context(studio->surface.display, &other);
    vrm_extent_destroy(extent);
    return result;
}

static bool read_shot(PyObject *args, PyObject **out_avatar, shot *out) {
    static const char *const names[] = {"full", "upper", "portrait", "face"};
    const char *name;
    memset(out, 0, sizeof *out);
    if (!PyArg_ParseTuple(args, "OIIsfff", out_avatar, &out->width, &out->height, &name,
                          &out->angle.yaw_degrees, &out->angle.pitch_degrees,
                          &out->angle.fov_degrees)) {
        return false;
    }
    if (out->width == 0 || out->height == 0 || out->width > MOST_PIXELS ||
        out->height > MOST_PIXELS) {
        PyErr_Format(PyExc_ValueError, "width and height must be from 1 to %d", (int)MOST_PIXELS);
        return false;
    }
    if (!(out->angle.fov_degrees >= 1.0f && out->angle.fov_degrees <= 170.0f) ||
        !(out->angle.yaw_degrees >= -36000.0f && out->angle.yaw_degrees <= 36000.0f) ||
        !(out->angle.pitch_degrees >= -90.0f && out->angle.pitch_degrees <= 90.0f)) {
        PyErr_SetString(PyExc_ValueError,
                        "fov must be from 1 to 170 degrees, pitch from -90 to 90, "
                        "and yaw from -36000 to 36000");
        return false;
    }
    out->angle.aspect = (float)out->width / (float)out->height;
    for (int i = 0; i < 4; ++i) {
        if (strcmp(name, names[i]) == 0) {
            static const camera_view views[] = {VIEW_FULL, VIEW_UPPER, VIEW_PORTRAIT, VIEW_FACE};
            out->view = views[i];
            return true;
        }
    }
    PyErr_Format(PyExc_ValueError, "shot must be full, upper, portrait or face, not %s", name);
    return false;
}

static PyObject *studio_draw(PyObject *self, PyObject *args) {
    Studio *studio = (Studio *)self;
    shot shot;
    vrm_report *report = NULL;
    vrm_result result;
    const char *problem = NULL;
    PyObject *object, *entered, *keeper, *pixels;
    bool is_tried = false;
    vrm_avatar *avatar;
    if (!read_shot(args, &object, &shot)) return NULL;
    if (studio->is_busy) {
        PyErr_SetString(picture_error, "another thread is drawing with this studio");
        return NULL;
    }
    pixels = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)shot.width * shot.height * 4);
    if (pixels == NULL) return NULL;
    avatar = libvrm_core->enter_avatar(object, &entered);
    if (avatar == NULL) {
        Py_DECREF(pixels);
        return NULL;
    }
    keeper = Py_NewRef(libvrm_core->keeper_of_model(entered));
    studio->is_busy = true;
    Py_BEGIN_ALLOW_THREADS;
    result = take(studio, &shot, avatar, keeper, (uint8_t *)PyBytes_AsString(pixels), &is_tried,
                  &report, &problem);
    Py_END_ALLOW_THREADS;
    studio->is_busy = false;
    libvrm_core->leave(entered);
    if (is_tried) { /* the model before is not in GL any more, unless it is the same */
        PyObject *before = studio->keeper;
        studio->keeper = keeper;
        keeper = before;
    }
    Py_XDECREF(keeper);
    if (result == VRM_OK && problem == NULL) {
        vrm_report_destroy(report);
        return pixels;
    }
    Py_DECREF(pixels);
    if (result != VRM_OK) return libvrm_core->raise_result(result, report, NULL);
    vrm_report_destroy(report);
    PyErr_SetString(picture_error, problem);
    return NULL;
}

static PyMethodDef methods[] = {
    {"draw", studio_draw, METH_VARARGS,
     "Draw an avatar as it is after its last update. Returns red, green, blue and straight alpha."},
    {0}};
static PyType_Slot slots[] = {{Py_tp_new, studio_new},
                              {Py_tp_dealloc, studio_dealloc},
                              {Py_tp_methods, methods},
                              {Py_tp_doc, "Draws avatars without a screen."},
                              {0, NULL}};
static PyType_Spec spec = {"libvrm_render._pictures.Studio", sizeof(Studio), 0, Py_TPFLAGS_DEFAULT,
                           slots};

bool studio_init(PyObject *module) {
    PyObject *type = PyType_FromSpec(&spec);
    bool is_good;
    picture_error = PyErr_NewExceptionWithDoc(
        "libvrm_render.PictureError",
        "A picture cannot be drawn: EGL is not installed, for example. The text has the reason.",
        PyExc_RuntimeError, NULL);
    is_good = type != NULL && picture_error != NULL &&
              PyModule_AddObjectRef(module, "Studio", type) == 0 &&
              PyModule_AddObjectRef(module, "PictureError", picture_error) == 0;
    Py_XDECREF(type);
    return is_good;
}
