/* Loads of models, from a path and from memory. */
#include "core.h"
#include "ids.h"

/* A file may name other files: those below the folder are read then. */
static bool set_folder(vrm_load_desc *desc, vrm_resolver *resolver, PyObject *folder) {
    char *path;
    if (folder == Py_None) return true;
    if (!PyBytes_Check(folder)) {
        PyErr_SetString(PyExc_TypeError, "folder must be bytes or None");
        return false;
    }
    if (PyBytes_AsStringAndSize(folder, &path, NULL) != 0) return false; /* a NUL byte in it */
    vrm_folder_resolver_init(resolver, path);
    desc->resolver = resolver;
    return true;
}

static bool read_settings(PyObject *const *args, vrm_load_desc *desc, vrm_resolver *resolver) {
    void *settings;
    if (!read_record(args[1], STRUCT_VRM_LOAD_DESC, "settings", true, false, &settings))
        return false;
    load_settings(settings, desc);
    return set_folder(desc, resolver, args[2]);
}

static PyObject *loaded(vrm_result result, vrm_model *model, vrm_report *report, Py_buffer *bytes,
                        PyObject *folder) {
    PyObject *object, *list, *both;
    if (result != VRM_OK) {
        if (bytes != NULL) PyBuffer_Release(bytes);
        return raise_result(result, report, NULL);
    }
    object = object_new(CLASS_MODEL, model, NULL, bytes, folder == Py_None ? NULL : folder);
    list = object_new(CLASS_REPORT, report, NULL, NULL, NULL);
    both = object == NULL || list == NULL ? NULL : PyTuple_Pack(2, object, list);
    Py_XDECREF(object);
    Py_XDECREF(list);
    return both;
}

static PyObject *model_load_file(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    vrm_load_desc desc;
    vrm_resolver resolver;
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    vrm_result result;
    char *path;
    (void)self;
    if (!read_count(count, 3, 3, "model_load_file") ||
        PyBytes_AsStringAndSize(args[0], &path, NULL) != 0 ||
        !read_settings(args, &desc, &resolver)) {
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS result = vrm_model_load_file(path, &desc, &model, &report);
    Py_END_ALLOW_THREADS return loaded(result, model, report, NULL, args[2]);
}

/* The payload of a file in memory is not copied, unless its owner may write it. */
static PyObject *model_load_bytes(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    vrm_load_desc desc;
    vrm_resolver resolver;
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    vrm_result result;
    Py_buffer bytes;
    (void)self;
    if (!read_count(count, 3, 3, "model_load_bytes") || !read_settings(args, &desc, &resolver) ||
        !read_bytes(args[0], &bytes)) {
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS result =
        vrm_model_load(bytes.buf, (size_t)bytes.len, &desc, &model, &report);
    Py_END_ALLOW_THREADS return loaded(result, model, report, &bytes, args[2]);
}

PyMethodDef load_functions[] = {
    {"model_load_file", FAST(model_load_file), METH_FASTCALL, "Load a file by its path."},
    {"model_load_bytes", FAST(model_load_bytes), METH_FASTCALL, "Load a file from memory."},
    {0}};
