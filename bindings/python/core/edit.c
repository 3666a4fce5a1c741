/* Edits, and files that were written. */
#include "core.h"

static PyObject *edit_get(PyObject *self, PyObject *value) {
    const char *pointer = read_text(value, "pointer"), *json;
    size_t length = 0;
    vrm_edit *edit;
    if (pointer == NULL || (edit = object_enter(self, CLASS_EDIT)) == NULL) return NULL;
    json = vrm_edit_get(edit, pointer, &length);
    if (!check_misuse()) return NULL;
    if (json == NULL) Py_RETURN_NONE;
    return string_object(json, length);
}

static PyObject *edit_remove_nodes(PyObject *self, PyObject *value) {
    PyObject *nodes = PySequence_Tuple(value);
    Py_ssize_t count = nodes == NULL ? -1 : PyTuple_Size(nodes);
    int32_t *indices = count < 0 ? NULL : PyMem_Calloc((size_t)count + 1, sizeof *indices);
    vrm_edit *edit = NULL;
    vrm_result result = VRM_OK;
    if (count >= 0 && indices == NULL) PyErr_NoMemory();
    for (Py_ssize_t i = 0; indices != NULL && i < count; ++i) {
        int64_t index;
        if (!read_signed(PyTuple_GetItem(nodes, i), "node", INT32_MIN, INT32_MAX, &index)) break;
        indices[i] = (int32_t)index;
    }
    Py_XDECREF(nodes);
    if (!PyErr_Occurred()) edit = object_enter(self, CLASS_EDIT);
    if (edit != NULL) result = vrm_edit_remove_nodes(edit, indices, (uint32_t)count);
    PyMem_Free(indices);
    if (edit == NULL) return NULL;
    if (result != VRM_OK) return raise_result(result, NULL, vrm_edit_problem(edit));
    Py_RETURN_NONE;
}

PyMethodDef edit_methods[] = {
    {"get", edit_get, METH_O,
     "Return the JSON at a JSON pointer as it would be written now; None if there is none."},
    {"remove_nodes", edit_remove_nodes, METH_O,
     "Remove nodes and all nodes below them, and what refers to them."},
    {0}};

static PyObject *written_bytes(PyObject *self, PyObject *unused) {
    const vrm_written *written = object_enter(self, CLASS_WRITTEN);
    const void *bytes;
    size_t size;
    (void)unused;
    if (written == NULL) return NULL;
    bytes = vrm_written_bytes(written, &size);
    return PyBytes_FromStringAndSize(bytes, (Py_ssize_t)size);
}

PyMethodDef written_methods[] = {
    {"bytes", written_bytes, METH_NOARGS, "Return the bytes of the file."}, {0}};
