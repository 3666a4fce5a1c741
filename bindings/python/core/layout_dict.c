/* The layout of structs as the compiler has it, for a test. */
#include "core.h"

extern const struct layout_entry {
    const char *name;
    size_t offset, size;
} layout_entries[];

static PyObject *layout(PyObject *self, PyObject *unused) {
    PyObject *dict = PyDict_New();
    (void)self, (void)unused;
    for (const struct layout_entry *entry = layout_entries; dict != NULL && entry->name != NULL;
         ++entry) {
        PyObject *pair = Py_BuildValue("(nn)", (Py_ssize_t)entry->offset, (Py_ssize_t)entry->size);
        if (pair == NULL || PyDict_SetItemString(dict, entry->name, pair) != 0) Py_CLEAR(dict);
        Py_XDECREF(pair);
    }
    return dict;
}

PyMethodDef layout_functions[] = {
    {"layout", layout, METH_NOARGS,
     "Return the offset and the size of each struct and field as the compiler has them."},
    {0}};
