#include "core.h"

#include <float.h>
#include <math.h>

bool refuse_count(Py_ssize_t got, Py_ssize_t least, Py_ssize_t most, const char *function) {
    if (least == most) {
        PyErr_Format(PyExc_TypeError, "%s() takes %zd arguments, and got %zd", function, least,
                     got);
    } else {
        PyErr_Format(PyExc_TypeError, "%s() takes %zd to %zd arguments, and got %zd", function,
                     least, most, got);
    }
    return false;
}

bool read_double(PyObject *value, const char *name, double *out) {
    *out = PyFloat_AsDouble(value);
    if (*out == -1.0 && PyErr_Occurred()) return false;
    if (isfinite(*out)) return true;
    PyErr_Format(PyExc_ValueError, "%s is not finite: %S", name, value);
    return false;
}

bool read_float(PyObject *value, const char *name, float *out) {
    double number;
    if (!read_double(value, name, &number)) return false;
    if (fabs(number) > (double)FLT_MAX) {
        PyErr_Format(PyExc_ValueError, "%s is too large for 32 bits: %S", name, value);
        return false;
    }
    *out = (float)number;
    return true;
}

bool read_signed(PyObject *value, const char *name, int64_t least, int64_t most, int64_t *out) {
    int overflow = 0;
    long long number;
    if (PyLong_CheckExact(value)) {
        number = PyLong_AsLongLongAndOverflow(value, &overflow);
    } else {
        PyObject *whole = PyNumber_Index(value); /* a float is no index */
        if (whole == NULL) return false;
        number = PyLong_AsLongLongAndOverflow(whole, &overflow);
        Py_DECREF(whole);
    }
    if (number == -1 && overflow == 0 && PyErr_Occurred()) return false;
    if (overflow != 0 || number < least || number > most) {
        PyErr_Format(PyExc_ValueError, "%s is out of range: %S", name, value);
        return false;
    }
    *out = number;
    return true;
}

bool read_unsigned(PyObject *value, const char *name, uint64_t most, uint64_t *out) {
    PyObject *whole = PyNumber_Index(value);
    unsigned long long number;
    if (whole == NULL) return false;
    number = PyLong_AsUnsignedLongLong(whole);
    Py_DECREF(whole);
    if ((number == (unsigned long long)-1 && PyErr_Occurred()) || number > most) {
        PyErr_Clear();
        PyErr_Format(PyExc_ValueError, "%s is out of range: %S", name, value);
        return false;
    }
    *out = number;
    return true;
}

/* Reads numbers from `at` on, and returns the index behind the last one; -1 with an exception. */
static Py_ssize_t read_nested(PyObject *value, const char *name, float *out, Py_ssize_t at,
                              Py_ssize_t count, int depth) {
    PyObject *items;
    Py_ssize_t size;
    if (PyFloat_Check(value) || PyLong_Check(value)) {
        if (at < count && !read_float(value, name, &out[at])) return -1;
        return at + 1; /* counted even if there is no room for it */
    }
    if (depth == 0 || PyUnicode_Check(value) || PyBytes_Check(value) || !PySequence_Check(value)) {
        if (depth != 0 || !PyNumber_Check(value)) {
            PyErr_Format(PyExc_TypeError, "%s must be numbers, not %R", name,
                         (PyObject *)Py_TYPE(value));
            return -1;
        }
    }
    if (!PySequence_Check(value)) { /* a number of numpy */
        if (at < count && !read_float(value, name, &out[at])) return -1;
        return at + 1;
    }
    items = PyTuple_Check(value) ? Py_NewRef(value) : PySequence_Tuple(value);
    if (items == NULL) return -1;
    size = PyTuple_Size(items);
    for (Py_ssize_t i = 0; i < size && at >= 0 && at <= count; ++i) {
        at = read_nested(PyTuple_GetItem(items, i), name, out, at, count, depth - 1);
    }
    Py_DECREF(items);
    return at;
}

bool read_floats(PyObject *value, const char *name, float *out, Py_ssize_t count) {
    Py_ssize_t read;
    if (PyFloat_Check(value) || PyLong_Check(value)) {
        PyErr_Format(PyExc_TypeError, "%s must be %zd numbers, not one", name, count);
        return false;
    }
    read = read_nested(value, name, out, 0, count, 3);
    if (read < 0) return false;
    if (read == count) return true;
    PyErr_Format(PyExc_ValueError, "%s must be %zd numbers, not %s", name, count,
                 read < count ? "fewer" : "more");
    return false;
}

/* Whether nobody can write a buffer. That it is read-only is not enough: it may be a read-only view
 * of a bytearray. */
static bool is_constant(const Py_buffer *buffer) {
    PyObject *owner = Py_NewRef(buffer->obj);
    bool is_of_bytes;
    if (PyMemoryView_Check(owner)) {
        PyObject *viewed = PyObject_GetAttrString(owner, "obj");
        Py_DECREF(owner);
        if (viewed == NULL) {
            PyErr_Clear();
            return false;
        }
        owner = viewed;
    }
    is_of_bytes = PyBytes_CheckExact(owner);
    Py_DECREF(owner);
    return is_of_bytes;
}

bool read_bytes(PyObject *value, Py_buffer *out) {
    PyObject *copy;
    bool is_read;
    if (PyObject_GetBuffer(value, out, PyBUF_SIMPLE) != 0) return false;
    if (is_constant(out)) return true;
    copy = PyBytes_FromStringAndSize(out->buf, out->len);
    PyBuffer_Release(out);
    if (copy == NULL) return false;
    is_read = PyObject_GetBuffer(copy, out, PyBUF_SIMPLE) == 0;
    Py_DECREF(copy);
    return is_read;
}

const char *read_text(PyObject *value, const char *name) {
    Py_ssize_t size;
    const char *text;
    if (!PyUnicode_Check(value)) {
        PyErr_Format(PyExc_TypeError, "%s must be a str, not %R", name, (PyObject *)Py_TYPE(value));
        return NULL;
    }
    text = PyUnicode_AsUTF8AndSize(value, &size);
    if (text != NULL && (size_t)size != strlen(text)) {
        PyErr_Format(PyExc_ValueError, "%s contains a NUL character", name);
        return NULL;
    }
    return text;
}

/* The number of a name; VRM_NONE if nothing has it, and -2 with an exception. */
static int32_t find(lookup kind, PyObject *self, const char *name) {
    const vrm_model *model;
    if (kind == LOOKUP_BONE) return vrm_bone_find(name);
    if (PyObject_TypeCheck(self, object_types[CLASS_AVATAR])) {
        const vrm_avatar *avatar = object_enter(self, CLASS_AVATAR);
        model = avatar == NULL ? NULL : vrm_avatar_model(avatar);
    } else {
        model = object_enter(self, CLASS_MODEL);
    }
    if (model == NULL) return -2;
    switch (kind) {
    case LOOKUP_EXPRESSION:
        return vrm_model_find_expression(model, name);
    case LOOKUP_NODE:
        return vrm_model_find_node(model, name);
    case LOOKUP_SPRING:
        return vrm_model_find_spring(model, name);
    default:
        return vrm_model_find_material(model, name);
    }
}

bool read_index(PyObject *value, lookup kind, PyObject *self, int32_t *out) {
    static const char *const names[] = {"bone", "expression", "node", "spring", "material"};
    int64_t number;
    /* A class first: what it derives from is a call in the limited API. */
    if (!PyLong_CheckExact(value) && PyUnicode_Check(value)) {
        const char *name = read_text(value, names[kind]);
        if (name == NULL) return false;
        *out = find(kind, self, name);
        if (*out == VRM_NONE)
            PyErr_Format(PyExc_KeyError, "no %s has the name %R", names[kind], value);
        return *out >= 0;
    }
    if (!read_signed(value, names[kind], INT32_MIN, INT32_MAX, &number)) return false;
    *out = (int32_t)number;
    if (kind != LOOKUP_BONE || (number >= 0 && number < VRM_BONE_COUNT)) return true;
    PyErr_Format(PyExc_ValueError, "there is no bone %S", value);
    return false;
}

/* One call for all three costs less than one for each. */
static PyObject *three_floats(const float *values) {
    PyObject *x = PyFloat_FromDouble((double)values[0]);
    PyObject *y = PyFloat_FromDouble((double)values[1]);
    PyObject *z = PyFloat_FromDouble((double)values[2]);
    PyObject *tuple = x != NULL && y != NULL && z != NULL ? PyTuple_Pack(3, x, y, z) : NULL;
    Py_XDECREF(x);
    Py_XDECREF(y);
    Py_XDECREF(z);
    return tuple;
}

PyObject *floats_tuple(const float *values, Py_ssize_t count) {
    if (count == 3) return three_floats(values);
    PyObject *tuple = PyTuple_New(count);
    for (Py_ssize_t i = 0; tuple != NULL && i < count; ++i) {
        PyObject *number = PyFloat_FromDouble((double)values[i]);
        if (number == NULL || PyTuple_SetItem(tuple, i, number) != 0) Py_CLEAR(tuple);
    }
    return tuple;
}

/* Text of a file need not be UTF-8 in all of its parts. */
PyObject *string_object(const char *data, size_t length) {
    return PyUnicode_DecodeUTF8(data, (Py_ssize_t)length, "replace");
}

PyObject *text_object(const char *text) {
    if (text == NULL) Py_RETURN_NONE;
    return string_object(text, strlen(text));
}
