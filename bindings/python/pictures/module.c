#include "pictures.h"

#include "apps/optimize/png_small.h"

#include <stdlib.h>

const shared_core *libvrm_core;

static PyObject *encode_png(PyObject *self, PyObject *args) {
    const png_small_settings settings = {true, PNG_EFFORT_QUICK, NULL, NULL};
    Py_buffer pixels;
    unsigned int width, height;
    size_t size = 0;
    uint8_t *bytes;
    PyObject *made;
    (void)self;
    if (!PyArg_ParseTuple(args, "y*II", &pixels, &width, &height)) return NULL;
    if (width == 0 || height == 0 || width > 16384 || height > 16384 ||
        (size_t)pixels.len != (size_t)width * height * 4) {
        PyBuffer_Release(&pixels);
        PyErr_SetString(PyExc_ValueError, "pixels must have width * height * 4 bytes");
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS;
    bytes = png_small_encode(pixels.buf, width, height, &settings, &size);
    Py_END_ALLOW_THREADS;
    PyBuffer_Release(&pixels);
    if (bytes == NULL) return PyErr_NoMemory();
    made = PyBytes_FromStringAndSize((const char *)bytes, (Py_ssize_t)size);
    free(bytes);
    return made;
}

static PyMethodDef functions[] = {{"encode_png", encode_png, METH_VARARGS,
                                   "Return a PNG of pixels: red, green, blue and straight alpha."},
                                  {"image_tools", image_tools_new, METH_VARARGS,
                                   "Return functions for images, for one check or optimization."},
                                  {0}};

static struct PyModuleDef definition = {.m_base = PyModuleDef_HEAD_INIT,
                                        .m_name = "libvrm_render._pictures",
                                        .m_doc = "The part of libvrm_render in C.",
                                        .m_size = -1,
                                        .m_methods = functions};

/* Only the libvrm that was compiled from the same sources has a capsule of that name. */
static bool find_core(void) {
    PyObject *core = PyImport_ImportModule("libvrm._core");
    PyObject *capsule = core == NULL ? NULL : PyObject_GetAttrString(core, "shared");
    bool is_ours = capsule != NULL && PyCapsule_IsValid(capsule, SHARED_CORE);
    if (is_ours) {
        libvrm_core = PyCapsule_GetPointer(capsule, SHARED_CORE); /* static in the module */
    } else if (core != NULL) {
        PyErr_SetString(PyExc_ImportError, "libvrm_render was built for another libvrm: install "
                                           "libvrm and libvrm-render from the same build");
    }
    Py_XDECREF(capsule);
    Py_XDECREF(core);
    return is_ours;
}

PyMODINIT_FUNC PyInit__pictures(void) {
    PyObject *module;
    if (!find_core()) return NULL;
    module = PyModule_Create(&definition);
    if (module != NULL && !studio_init(module)) Py_CLEAR(module);
    return module;
}
