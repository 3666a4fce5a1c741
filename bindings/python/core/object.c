#include "core.h"

PyTypeObject *object_types[CLASS_COUNT];
static PyTypeObject *handle_type, *base_type;
static PyObject *registered[CLASS_COUNT]; /* classes of libvrm that derive from those here */
static PyMethodDef *methods_of[CLASS_COUNT];
static PyObject *closed_error, *busy_error;

/* --- Handles --- */

#define RELEASE(function, type)                                                                    \
    static void function##_of(void *pointer) { function((type *)pointer); }
RELEASE(vrm_report_destroy, vrm_report)
RELEASE(vrm_model_release, vrm_model)
RELEASE(vrm_avatar_destroy, vrm_avatar)
RELEASE(vrm_crowd_destroy, vrm_crowd)
RELEASE(vrm_clip_release, vrm_clip)
RELEASE(vrm_recorder_destroy, vrm_recorder)
RELEASE(vrm_edit_destroy, vrm_edit)
RELEASE(vrm_written_destroy, vrm_written)
RELEASE(vrm_diff_destroy, vrm_diff)
RELEASE(vrm_vmc_receiver_destroy, vrm_vmc_receiver)
RELEASE(vrm_vmc_sender_destroy, vrm_vmc_sender)
RELEASE(vrm_speech_destroy, vrm_speech)
RELEASE(vrm_voice_destroy, vrm_voice)
RELEASE(vrm_companion_destroy, vrm_companion)

static const struct {
    const char *name, *doc;
    void (*release)(void *pointer);
} classes[CLASS_COUNT] = {
    [CLASS_REPORT] = {"Report", "What was found in a file: a sequence of diagnostics.",
                      vrm_report_destroy_of},
    [CLASS_MODEL] = {"Model", "A loaded avatar file. Any number of threads may read it.",
                     vrm_model_release_of},
    [CLASS_AVATAR] = {"Avatar", "One running instance of a model.", vrm_avatar_destroy_of},
    [CLASS_CROWD] = {"Crowd", "Many avatars that are updated together.", vrm_crowd_destroy_of},
    [CLASS_CLIP] = {"Clip", "A motion that fits every avatar.", vrm_clip_release_of},
    [CLASS_RECORDER] = {"Recorder", "Records poses and makes a clip of them.",
                        vrm_recorder_destroy_of},
    [CLASS_EDIT] = {"Edit", "A file that is being edited.", vrm_edit_destroy_of},
    [CLASS_WRITTEN] = {"Written", "A file that was written, with the list of its changes.",
                       vrm_written_destroy_of},
    [CLASS_DIFF] = {"Diff", "A comparison of two models.", vrm_diff_destroy_of},
    [CLASS_VMC_RECEIVER] = {"VmcReceiver", "Makes poses of VMC datagrams.",
                            vrm_vmc_receiver_destroy_of},
    [CLASS_VMC_SENDER] = {"VmcSender", "Makes VMC datagrams of poses.", vrm_vmc_sender_destroy_of},
    [CLASS_SPEECH] = {"Speech", "The mouth that belongs to timed phonemes.", vrm_speech_destroy_of},
    [CLASS_VOICE] = {"Voice", "Listens to the samples of a voice.", vrm_voice_destroy_of},
    [CLASS_COMPANION] = {"Companion", "Runs an avatar that talks with somebody.",
                         vrm_companion_destroy_of},
};

static void destroy(Handle *handle) {
    PyTypeObject *type = Py_TYPE((PyObject *)handle);
    if (handle->pointer != NULL) classes[handle->kind].release(handle->pointer);
    if (handle->bytes.obj != NULL) PyBuffer_Release(&handle->bytes);
    Py_XDECREF(handle->kept);
    Py_XDECREF(handle->owner);
    PyObject_Free(handle);
    Py_DECREF(type);
}

static void handle_dealloc(PyObject *self) {
    Handle *handle = (Handle *)self, *owner = (Handle *)handle->owner;
    if (owner == NULL || owner->busy == 0) {
        destroy(handle);
    } else {
        handle->next = owner->released;
        owner->released = handle;
    }
}

void end_busy(Handle *handle) {
    handle->busy = 0;
    while (handle->released != NULL) {
        Handle *first = handle->released;
        handle->released = first->next;
        destroy(first);
    }
}

static PyType_Slot handle_slots[] = {{Py_tp_dealloc, handle_dealloc}, {0, NULL}};
static PyType_Spec handle_spec = {"libvrm._core.Handle", sizeof(Handle), 0,
                                  Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                  handle_slots};

/* --- Objects --- */

PyObject *object_new(object_class kind, void *pointer, PyObject *owner, Py_buffer *bytes,
                     PyObject *kept) {
    PyTypeObject *type =
        registered[kind] != NULL ? (PyTypeObject *)registered[kind] : object_types[kind];
    Handle *handle = PyObject_New(Handle, handle_type);
    Object *object;
    if (handle == NULL) {
        classes[kind].release(pointer);
        if (bytes != NULL) PyBuffer_Release(bytes);
        return NULL;
    }
    handle->pointer = pointer;
    handle->kind = kind;
    handle->busy = handle->readers = 0;
    handle->owner = Py_XNewRef(owner);
    handle->kept = Py_XNewRef(kept);
    handle->released = handle->next = NULL;
    memset(&handle->bytes, 0, sizeof handle->bytes);
    if (bytes != NULL) handle->bytes = *bytes;
    object = (Object *)PyType_GenericAlloc(type, 0);
    if (object == NULL) {
        Py_DECREF(handle);
    } else {
        object->handle = handle;
    }
    return (PyObject *)object;
}

static void clear_cached(Object *object) {
    for (int i = 0; i < CACHED_ARRAYS; ++i) Py_CLEAR(object->cached[i]);
}

static void object_dealloc(PyObject *self) {
    Object *object = (Object *)self;
    PyTypeObject *type = Py_TYPE(self);
    clear_cached(object);
    Py_CLEAR(object->handle);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static bool is_busy(const Handle *handle) {
    return handle->busy != 0 ||
           (handle->owner != NULL && ((const Handle *)handle->owner)->busy != 0);
}

void *refuse_object(PyObject *self, object_class kind) {
    const Handle *handle = handle_of(self);
    const char *name = classes[kind].name;
    if (handle == NULL) {
        PyErr_Format(closed_error, "this %s is closed", name);
    } else if (handle->kind != kind) {
        PyErr_Format(PyExc_TypeError, "this object of %R is a %s, not a %s",
                     (PyObject *)Py_TYPE(self), classes[handle->kind].name, name);
    } else {
        PyErr_Format(busy_error, "another thread is using this %s", name);
    }
    return NULL;
}

Handle *hold_handle(PyObject *object) {
    Handle *handle = handle_of(object);
    Py_INCREF((PyObject *)handle);
    ++handle->readers;
    return handle;
}

void let_handle(Handle *handle) {
    --handle->readers;
    Py_DECREF((PyObject *)handle);
}

bool is_unread(PyObject *self) {
    if (handle_of(self) == NULL || handle_of(self)->readers == 0) return true;
    PyErr_SetString(busy_error, "another thread is reading this object");
    return false;
}

bool read_object(PyObject *value, object_class kind, const char *name, bool may_be_none,
                 void **out) {
    *out = NULL;
    if (value == Py_None && may_be_none) return true;
    if (!PyObject_TypeCheck(value, object_types[kind])) {
        PyErr_Format(PyExc_TypeError, "%s must be a %s, not %R", name, classes[kind].name,
                     (PyObject *)Py_TYPE(value));
        return false;
    }
    *out = object_enter(value, kind);
    return *out != NULL;
}

static PyObject *object_close(PyObject *self, PyObject *unused) {
    Object *object = (Object *)self;
    (void)unused;
    if (object->handle != NULL) {
        if (is_busy(object->handle)) return refuse_object(self, object->handle->kind);
        clear_cached(object);
        Py_CLEAR(object->handle);
    }
    Py_RETURN_NONE;
}

static PyObject *object_leave(PyObject *self, PyObject *unused) {
    (void)unused;
    return object_close(self, NULL);
}

static PyObject *object_self(PyObject *self, PyObject *unused) {
    (void)unused;
    if (handle_of(self) == NULL) {
        PyErr_SetString(closed_error, "this object is closed");
        return NULL;
    }
    return Py_NewRef(self);
}

static PyObject *object_is_closed(PyObject *self, void *unused) {
    (void)unused;
    return PyBool_FromLong(handle_of(self) == NULL);
}

static PyObject *no_pickle(PyObject *self, PyObject *unused) {
    (void)unused;
    PyErr_Format(PyExc_TypeError, "cannot pickle %R: pass its file or its bytes",
                 (PyObject *)Py_TYPE(self));
    return NULL;
}

static PyMethodDef base_methods[] = {
    {"close", object_close, METH_NOARGS,
     "Close the object: further calls raise ClosedError. Memory that arrays refer to stays until "
     "they are gone."},
    {"__enter__", object_self, METH_NOARGS,
     "Return the object; the end of the with block closes it."},
    {"__exit__", object_leave, METH_VARARGS, "Close the object."},
    {"__reduce__", no_pickle, METH_NOARGS, "Objects of libvrm cannot be pickled."},
    {0}};
static PyGetSetDef base_properties[] = {
    {"closed", object_is_closed, NULL, "Whether close() was called.", NULL}, {0}};
static PyType_Slot base_slots[] = {{Py_tp_dealloc, object_dealloc},
                                   {Py_tp_methods, base_methods},
                                   {Py_tp_getset, base_properties},
                                   {Py_tp_doc, "What all objects of libvrm share."},
                                   {0, NULL}};
static PyType_Spec base_spec = {
    "libvrm._core.Object", sizeof(Object), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION, base_slots};

/* Methods of several tables in one, which lives as long as the type. */
static PyMethodDef *join_methods(const PyMethodDef *a, const PyMethodDef *b) {
    size_t count[2] = {0, 0};
    PyMethodDef *joined;
    while (a != NULL && a[count[0]].ml_name != NULL) ++count[0];
    while (b != NULL && b[count[1]].ml_name != NULL) ++count[1];
    joined = PyMem_Calloc(count[0] + count[1] + 1, sizeof *joined);
    if (joined != NULL && count[0] > 0) memcpy(joined, a, count[0] * sizeof *joined);
    if (joined != NULL && count[1] > 0) memcpy(joined + count[0], b, count[1] * sizeof *joined);
    return joined;
}

static PyGetSetDef *join_properties(const PyGetSetDef *a, const PyGetSetDef *b) {
    size_t count[2] = {0, 0};
    PyGetSetDef *joined;
    while (a != NULL && a[count[0]].name != NULL) ++count[0];
    while (b != NULL && b[count[1]].name != NULL) ++count[1];
    joined = PyMem_Calloc(count[0] + count[1] + 1, sizeof *joined);
    if (joined != NULL && count[0] > 0) memcpy(joined, a, count[0] * sizeof *joined);
    if (joined != NULL && count[1] > 0) memcpy(joined + count[0], b, count[1] * sizeof *joined);
    return joined;
}

static bool add_class(PyObject *module, PyObject *base, int kind) {
    static PyMethodDef *const more[CLASS_COUNT] = {
        [CLASS_REPORT] = report_methods,      [CLASS_MODEL] = model_methods,
        [CLASS_AVATAR] = avatar_methods,      [CLASS_CROWD] = crowd_methods,
        [CLASS_EDIT] = edit_methods,          [CLASS_WRITTEN] = written_methods,
        [CLASS_DIFF] = diff_methods,          [CLASS_VOICE] = voice_methods,
        [CLASS_COMPANION] = companion_methods};
    static PyGetSetDef *const more_properties[CLASS_COUNT] = {
        [CLASS_AVATAR] = avatar_properties, [CLASS_VOICE] = voice_properties};
    static char names[CLASS_COUNT][40];
    PyMethodDef *methods = join_methods(class_methods[kind], more[kind]);
    PyGetSetDef *properties = join_properties(class_properties[kind], more_properties[kind]);
    PyType_Slot slots[] = {{Py_tp_doc, (void *)classes[kind].doc},
                           {Py_tp_methods, methods},
                           {Py_tp_getset, properties},
                           {0, NULL}};
    PyType_Spec spec = {
        names[kind], sizeof(Object), 0,
        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    PyObject *bases = PyTuple_Pack(1, base);
    if (methods == NULL || properties == NULL || bases == NULL) return false;
    methods_of[kind] = methods;
    PyOS_snprintf(names[kind], sizeof names[kind], "libvrm._core.%s", classes[kind].name);
    object_types[kind] = (PyTypeObject *)PyType_FromSpecWithBases(&spec, bases);
    Py_DECREF(bases);
    return object_types[kind] != NULL &&
           PyModule_AddObjectRef(module, classes[kind].name, (PyObject *)object_types[kind]) == 0;
}

/* Gives a class of libvrm its own descriptors of the methods that it inherits. CPython calls a
 * method in C directly only if the object is of the very class that has the descriptor. */
static bool copy_methods(PyObject *class, PyMethodDef *methods) {
    PyObject *own = PyObject_GetAttrString(class, "__dict__");
    bool is_good = own != NULL;
    for (PyMethodDef *method = methods; is_good && method->ml_name != NULL; ++method) {
        PyObject *descriptor;
        if (method->ml_name[0] == '_' || PyMapping_HasKeyString(own, method->ml_name)) continue;
        descriptor = PyDescr_NewMethod((PyTypeObject *)class, method);
        is_good =
            descriptor != NULL && PyObject_SetAttrString(class, method->ml_name, descriptor) == 0;
        Py_XDECREF(descriptor);
    }
    Py_XDECREF(own);
    return is_good;
}

static PyObject *set_classes(PyObject *self, PyObject *given) {
    (void)self;
    for (int i = 0; i < CLASS_COUNT; ++i) {
        PyObject *class = PyMapping_GetItemString(given, classes[i].name);
        if (class == NULL) return NULL;
        Py_XDECREF(registered[i]);
        registered[i] = class;
        if (!copy_methods(class, methods_of[i])) return NULL;
    }
    Py_RETURN_NONE;
}

/* What keeps the memory of an object, also after the object is closed. */
static PyObject *object_handle(PyObject *self, PyObject *value) {
    (void)self;
    if (!PyObject_TypeCheck(value, base_type) || handle_of(value) == NULL) {
        PyErr_SetString(PyExc_TypeError, "an open object of libvrm is wanted");
        return NULL;
    }
    return Py_NewRef((PyObject *)handle_of(value));
}

static PyMethodDef functions[] = {
    {"handle", object_handle, METH_O, "Return what keeps the memory of an object."},
    {"set_classes", set_classes, METH_O, "Pass the classes that objects have, by their names."},
    {0}};

bool object_init(PyObject *module) {
    PyObject *base = PyType_FromSpec(&base_spec);
    handle_type = (PyTypeObject *)PyType_FromSpec(&handle_spec);
    base_type = (PyTypeObject *)base;
    closed_error = PyErr_NewExceptionWithDoc("libvrm.ClosedError", "The object was closed.",
                                             PyExc_ValueError, NULL);
    busy_error = PyErr_NewExceptionWithDoc(
        "libvrm.BusyError", "Another thread is using the object.", PyExc_RuntimeError, NULL);
    if (base == NULL || handle_type == NULL || closed_error == NULL || busy_error == NULL)
        return false;
    for (int i = 0; i < CLASS_COUNT; ++i) {
        if (!add_class(module, base, i)) return false;
    }
    return PyModule_AddObjectRef(module, "Object", base) == 0 &&
           PyModule_AddObjectRef(module, "ClosedError", closed_error) == 0 &&
           PyModule_AddObjectRef(module, "BusyError", busy_error) == 0 &&
           PyModule_AddFunctions(module, functions) == 0;
}
