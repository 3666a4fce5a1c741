/* Comparisons of two models. */
#include "core.h"
#include "ids.h"

static bool read_file_or_none(PyObject *value, Py_buffer *out) {
    memset(out, 0, sizeof *out);
    return value == Py_None || read_bytes(value, out);
}

static void release_bytes(Py_buffer *bytes) {
    if (bytes->obj != NULL) PyBuffer_Release(bytes);
}

static PyObject *diff_create(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    void *a, *b, *settings;
    vrm_load_desc load;
    vrm_diff_desc desc;
    vrm_diff *diff = NULL;
    vrm_report *report = NULL;
    vrm_result result;
    Py_buffer files[2];
    uint64_t parts;
    (void)self;
    memset(files, 0, sizeof files);
    /* The models last: reading a number may run code that closes them. */
    if (!read_count(count, 6, 6, "diff_create") ||
        !read_unsigned(args[4], "parts", UINT32_MAX, &parts) ||
        !read_record(args[5], STRUCT_VRM_LOAD_DESC, "settings", true, false, &settings) ||
        !read_file_or_none(args[2], &files[0]) || !read_file_or_none(args[3], &files[1]) ||
        !read_object(args[0], CLASS_MODEL, "a", false, &a) ||
        !read_object(args[1], CLASS_MODEL, "b", false, &b)) {
        release_bytes(&files[0]);
        release_bytes(&files[1]);
        return NULL;
    }
    vrm_diff_desc_init(&desc);
    desc.load = load_settings(settings, &load);
    desc.parts = (uint32_t)parts;
    desc.a_file = files[0].buf;
    desc.a_size = (size_t)files[0].len;
    desc.b_file = files[1].buf;
    desc.b_size = (size_t)files[1].len;
    Handle *models[2] = {hold_handle(args[0]), hold_handle(args[1])};
    Py_BEGIN_ALLOW_THREADS result = vrm_diff_create(a, b, &desc, &diff, &report);
    Py_END_ALLOW_THREADS for (int i = 0; i < 2; ++i) {
        let_handle(models[i]);
        release_bytes(&files[i]);
    }
    if (result != VRM_OK) return raise_result(result, report, NULL);
    vrm_report_destroy(report);
    return object_new(CLASS_DIFF, diff, NULL, NULL, NULL);
}

static void add_operation(const char *path, const char *value, void *list) {
    PyObject *pair =
        PyErr_Occurred() ? NULL : Py_BuildValue("(NN)", text_object(path), text_object(value));
    if (pair == NULL || PyList_Append(list, pair) != 0) { /* the exception stays */
        Py_XDECREF(pair);
        return;
    }
    Py_DECREF(pair);
}

static PyObject *diff_operations(PyObject *self, PyObject *unused) {
    vrm_diff *diff = object_enter(self, CLASS_DIFF);
    PyObject *list = diff == NULL ? NULL : PyList_New(0);
    vrm_diff_visitor visitor = {list, add_operation};
    vrm_result result;
    (void)unused;
    if (list == NULL) return NULL;
    result = vrm_diff_operations(diff, &visitor);
    if (result == VRM_OK && !PyErr_Occurred()) return list;
    Py_DECREF(list);
    return PyErr_Occurred() ? NULL : raise_result(result, NULL, NULL);
}

PyMethodDef diff_methods[] = {{"operations", diff_operations, METH_NOARGS,
                               "Return (JSON pointer, new JSON) of the changes that turn the "
                               "first file into the second; None removes."},
                              {0}};

PyMethodDef diff_functions[] = {
    {"diff_create", FAST(diff_create), METH_FASTCALL, "Compare two models."}, {0}};
