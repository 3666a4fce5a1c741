/* Reports: their diagnostics and their text. */
#include "core.h"
#include "ids.h"

static Py_ssize_t report_length(const vrm_report *report) {
    return (Py_ssize_t)vrm_report_count(report);
}

static PyObject *report_len(PyObject *self, PyObject *unused) {
    const vrm_report *report = object_enter(self, CLASS_REPORT);
    (void)unused;
    return report == NULL ? NULL : PyLong_FromSsize_t(report_length(report));
}

static PyObject *report_get(PyObject *self, PyObject *value) {
    int64_t index;
    const vrm_report *report;
    if (!read_signed(value, "index", INT32_MIN, INT32_MAX, &index) ||
        (report = object_enter(self, CLASS_REPORT)) == NULL) {
        return NULL;
    }
    if (index < 0) index += report_length(report);
    if (index < 0 || index >= report_length(report)) {
        PyErr_Format(PyExc_IndexError, "the report has %zd diagnostics", report_length(report));
        return NULL;
    }
    return record_new(STRUCT_VRM_DIAGNOSTIC, vrm_report_get(report, (uint32_t)index),
                      (PyObject *)handle_of(self), false);
}

static PyObject *report_text(PyObject *self, PyObject *unused) {
    const vrm_report *report = object_enter(self, CLASS_REPORT);
    PyObject *text;
    char *buffer;
    size_t size;
    (void)unused;
    if (report == NULL) return NULL;
    size = vrm_report_text(report, NULL, 0) + 1;
    buffer = PyMem_Malloc(size);
    if (buffer == NULL) return PyErr_NoMemory();
    vrm_report_text(report, buffer, size);
    text = text_object(buffer);
    PyMem_Free(buffer);
    return text;
}

PyMethodDef report_methods[] = {
    {"__len__", report_len, METH_NOARGS, "Return how many diagnostics the report holds."},
    {"__getitem__", report_get, METH_O, "Return a diagnostic."},
    {"text", report_text, METH_NOARGS, "Return all diagnostics as text, a line or more for each."},
    {0}};
