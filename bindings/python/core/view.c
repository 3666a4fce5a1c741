#include "core.h"

static const struct {
    char format;
    uint8_t size;
} items[] = {[FIELD_F32] = {'f', 4}, [FIELD_F64] = {'d', 8}, [FIELD_I32] = {'i', 4},
             [FIELD_U32] = {'I', 4}, [FIELD_I64] = {'q', 8}, [FIELD_U64] = {'Q', 8},
             [FIELD_U16] = {'H', 2}, [FIELD_U8] = {'B', 1},  [FIELD_SIZE] = {'Q', 8}};

static PyTypeObject *view_type;
static PyObject *numpy_asarray; /* NULL: not looked for yet; None: numpy is not installed */

View *view_new(PyObject *owner, const void *data, field_kind kind, Py_ssize_t count,
               Py_ssize_t width, bool is_writable) {
    View *view = PyObject_New(View, view_type);
    if (view == NULL) return NULL;
    view->owner = Py_XNewRef(owner);
    view->data = (void *)data;
    view->format[0] = items[kind].format;
    view->format[1] = 0;
    view->item = items[kind].size;
    view->dimensions = width > 1 ? 2 : 1;
    view->is_writable = is_writable;
    view->shape[0] = count;
    view->shape[1] = width;
    view->strides[0] = width * view->item;
    view->strides[1] = view->item;
    return view;
}

View *view_of_matrices(PyObject *owner, const vrm_mat4 *data, Py_ssize_t count, bool is_writable) {
    View *view = view_new(owner, data, FIELD_F32, count, 16, is_writable);
    if (view == NULL) return NULL;
    view->dimensions = 3;
    view->shape[1] = view->shape[2] = 4;
    view->strides[1] = 4;
    view->strides[2] = 16;
    return view;
}

View *view_alloc(field_kind kind, Py_ssize_t count, Py_ssize_t width, void **out) {
    PyObject *owner = NULL;
    View *view;
    if (count > INTPTR_MAX / 64 / (width < 1 ? 1 : width)) {
        PyErr_NoMemory();
        return NULL;
    }
    owner = PyByteArray_FromStringAndSize(NULL, count * width * items[kind].size);
    if (owner == NULL) return NULL;
    *out = PyByteArray_AsString(owner);
    memset(*out, 0, (size_t)(count * width * items[kind].size));
    view = view_new(owner, *out, kind, count, width, true);
    Py_DECREF(owner);
    return view;
}

PyObject *view_array(View *view) {
    PyObject *array;
    if (view == NULL) return NULL;
    if (numpy_asarray == NULL) {
        PyObject *numpy = PyImport_ImportModule("numpy");
        if (numpy == NULL) {
            if (!PyErr_ExceptionMatches(PyExc_ImportError)) {
                Py_DECREF(view);
                return NULL;
            }
            PyErr_Clear();
            numpy_asarray = Py_NewRef(Py_None);
        } else {
            numpy_asarray = PyObject_GetAttrString(numpy, "asarray");
            Py_DECREF(numpy);
            if (numpy_asarray == NULL) {
                Py_DECREF(view);
                return NULL;
            }
        }
    }
    if (numpy_asarray == Py_None) return (PyObject *)view;
    array = PyObject_CallFunctionObjArgs(numpy_asarray, (PyObject *)view, NULL);
    Py_DECREF(view);
    return array;
}

static Py_ssize_t view_size(const View *view) {
    Py_ssize_t size = view->item;
    for (int i = 0; i < view->dimensions; ++i) size *= view->shape[i];
    return size;
}

static bool is_contiguous(const View *view) { return view->dimensions < 3; }

static int view_get_buffer(PyObject *self, Py_buffer *out, int flags) {
    View *view = (View *)self;
    out->obj = NULL;
    if ((flags & PyBUF_WRITABLE) != 0 && !view->is_writable) {
        PyErr_SetString(PyExc_BufferError, "this view is read-only");
        return -1;
    }
    if (!is_contiguous(view) && ((flags & PyBUF_STRIDES) != PyBUF_STRIDES ||
                                 (flags & PyBUF_C_CONTIGUOUS) == PyBUF_C_CONTIGUOUS)) {
        PyErr_SetString(PyExc_BufferError,
                        "matrices are stored column by column: this view has strides");
        return -1;
    }
    out->obj = Py_NewRef(self);
    out->buf = view->data;
    out->len = view_size(view);
    out->itemsize = view->item;
    out->readonly = !view->is_writable;
    out->ndim = view->dimensions;
    out->format = (flags & PyBUF_FORMAT) != 0 ? view->format : NULL;
    out->shape = (flags & PyBUF_ND) != 0 ? view->shape : NULL;
    out->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? view->strides : NULL;
    out->suboffsets = NULL;
    out->internal = NULL;
    return 0;
}

static void view_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(((View *)self)->owner);
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyObject *number_at(const View *view, const char *at) {
    switch (view->format[0]) {
    case 'f':
        return PyFloat_FromDouble((double)*(const float *)(const void *)at);
    case 'd':
        return PyFloat_FromDouble(*(const double *)(const void *)at);
    case 'i':
        return PyLong_FromLong(*(const int32_t *)(const void *)at);
    case 'I':
        return PyLong_FromUnsignedLong(*(const uint32_t *)(const void *)at);
    case 'q':
        return PyLong_FromLongLong(*(const int64_t *)(const void *)at);
    case 'Q':
        return PyLong_FromUnsignedLongLong(*(const uint64_t *)(const void *)at);
    case 'H':
        return PyLong_FromLong(*(const uint16_t *)(const void *)at);
    default:
        return PyLong_FromLong(*(const uint8_t *)(const void *)at);
    }
}

/* A number, or nested tuples of the dimensions from `dimension` on. */
static PyObject *values_at(const View *view, const char *at, int dimension) {
    PyObject *tuple;
    if (dimension == view->dimensions) return number_at(view, at);
    tuple = PyTuple_New(view->shape[dimension]);
    for (Py_ssize_t i = 0; tuple != NULL && i < view->shape[dimension]; ++i) {
        PyObject *part = values_at(view, at + i * view->strides[dimension], dimension + 1);
        if (part == NULL || PyTuple_SetItem(tuple, i, part) != 0) Py_CLEAR(tuple);
    }
    return tuple;
}

static Py_ssize_t view_length(PyObject *self) { return ((View *)self)->shape[0]; }

static PyObject *view_item(PyObject *self, Py_ssize_t index) {
    View *view = (View *)self;
    if (index < 0 || index >= view->shape[0]) {
        PyErr_Format(PyExc_IndexError, "index %zd is out of range: the view has %zd elements",
                     index, view->shape[0]);
        return NULL;
    }
    return values_at(view, (const char *)view->data + index * view->strides[0], 1);
}

static PyObject *view_tolist(PyObject *self, PyObject *unused) {
    (void)unused;
    return PySequence_List(self);
}

static PyObject *view_shape(PyObject *self, void *unused) {
    View *view = (View *)self;
    PyObject *tuple = PyTuple_New(view->dimensions);
    (void)unused;
    for (int i = 0; tuple != NULL && i < view->dimensions; ++i) {
        PyObject *number = PyLong_FromSsize_t(view->shape[i]);
        if (number == NULL || PyTuple_SetItem(tuple, i, number) != 0) Py_CLEAR(tuple);
    }
    return tuple;
}

static PyObject *view_readonly(PyObject *self, void *unused) {
    (void)unused;
    return PyBool_FromLong(!((View *)self)->is_writable);
}

static PyObject *view_repr(PyObject *self) {
    PyObject *shape = view_shape(self, NULL);
    PyObject *text = shape == NULL
                         ? NULL
                         : PyUnicode_FromFormat("<View of %S '%s'>", shape, ((View *)self)->format);
    Py_XDECREF(shape);
    return text;
}

static PyMethodDef view_methods[] = {
    {"tolist", view_tolist, METH_NOARGS, "Copy the values into a list; rows of it are tuples."},
    {0}};
static PyGetSetDef view_properties[] = {
    {"shape", view_shape, NULL, "The length of each dimension.", NULL},
    {"readonly", view_readonly, NULL, "Whether it cannot be written.", NULL},
    {0}};
static PyType_Slot view_slots[] = {
    {Py_bf_getbuffer, view_get_buffer},
    {Py_tp_dealloc, view_dealloc},
    {Py_sq_length, view_length},
    {Py_sq_item, view_item},
    {Py_tp_repr, view_repr},
    {Py_tp_methods, view_methods},
    {Py_tp_getset, view_properties},
    {Py_tp_doc, "Numbers in memory of libvrm, without a copy. It exports the buffer "
                "protocol: numpy.asarray(view) is an array of the same memory, which "
                "stays valid as long as the array exists."},
    {0, NULL}};
static PyType_Spec view_spec = {"libvrm.View", sizeof(View), 0,
                                Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, view_slots};

bool view_init(PyObject *module) {
    view_type = (PyTypeObject *)PyType_FromSpec(&view_spec);
    return view_type != NULL && PyModule_AddObjectRef(module, "View", (PyObject *)view_type) == 0;
}
