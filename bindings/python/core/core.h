/*
 * The inside of the extension module. What each function, struct and constant means stands in the
 * headers of libvrm; tools/make/make-python generates tables.c and methods.c from them. This is the
 * part that is written by hand: who owns what, and how values cross between C and Python.
 *
 * - A *handle* owns one object of libvrm. It releases the object when nothing refers to it any
 * more: no object of Python, no view, no record. So an array of an avatar stays valid without the
 * avatar.
 * - An *object* (Model, Avatar …) refers to a handle until it is closed.
 * - A *view* exports numbers in memory of a handle or record through the buffer protocol.
 * - A *record* is a struct of the interface: in memory of a handle, or its own.
 */
#ifndef LIBVRM_PYTHON_CORE_H
#define LIBVRM_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030b0000
#endif
#include <Python.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <vrm/author.h>
#include <vrm/lanes.h>
#include <vrm/live.h>
#include <vrm/vrm.h>

/* --- Values (values.c) --- */

/* Each sets an exception and returns false if the value does not fit. `name` is that of the
 * parameter. */
bool read_float(PyObject *value, const char *name, float *out);
bool read_double(PyObject *value, const char *name, double *out);
bool read_signed(PyObject *value, const char *name, int64_t least, int64_t most, int64_t *out);
bool read_unsigned(PyObject *value, const char *name, uint64_t most, uint64_t *out);
/* `count` floats of numbers, which may be nested: ((x, y, z), (x, y, z, w)) are seven. */
bool read_floats(PyObject *value, const char *name, float *out, Py_ssize_t count);
/* The bytes of a file: a copy unless they are those of a bytes object. */
bool read_bytes(PyObject *value, Py_buffer *out);
/* UTF-8 without NUL bytes, valid as long as the value. */
const char *read_text(PyObject *value, const char *name);
bool refuse_count(Py_ssize_t got, Py_ssize_t least, Py_ssize_t most, const char *function);
static inline bool read_count(Py_ssize_t got, Py_ssize_t least, Py_ssize_t most,
                              const char *function) {
    return (got >= least && got <= most) || refuse_count(got, least, most, function);
}

/* What a number can be found by, beside itself. */
typedef enum lookup {
    LOOKUP_BONE,
    LOOKUP_EXPRESSION,
    LOOKUP_NODE,
    LOOKUP_SPRING,
    LOOKUP_MATERIAL
} lookup;
/* `self` is the avatar or model in which a name is looked up. */
bool read_index(PyObject *value, lookup kind, PyObject *self, int32_t *out);

PyObject *floats_tuple(const float *values, Py_ssize_t count);
PyObject *text_object(const char *text);
PyObject *string_object(const char *data, size_t length);

/* --- Structs and enumerations (records.c; their tables are generated) --- */

typedef enum field_kind {
    FIELD_F32,
    FIELD_F64,
    FIELD_I32,
    FIELD_U32,
    FIELD_I64,
    FIELD_U64,
    FIELD_U16,
    FIELD_U8,
    FIELD_SIZE,
    FIELD_STRING, /* vrm_string */
    FIELD_CSTRING,
    FIELD_FLOATS, /* a struct of floats alone: `of` is its id */
    FIELD_STRUCT
} field_kind;

typedef enum field_form {
    FORM_VALUE,
    FORM_FIXED, /* `count` elements in the struct */
    FORM_ARRAY, /* a pointer to elements; their number is at length_offset, and `more` are added */
    FORM_POINTER, /* a pointer to one struct, or NULL */
    FORM_OBJECT   /* a pointer to an object of the class `of`, or NULL */
} field_form;

typedef struct struct_field {
    const char *name, *doc;
    uint8_t kind, form, is_bool, more, is_count; /* is_count: of another field, so it is not set */
    uint16_t offset, count, length_offset;
    int16_t of, enumeration; /* -1: none */
    const char *length_name; /* of FORM_ARRAY; NULL: the number of elements is not settable */
} struct_field;

typedef struct struct_type {
    const char *name, *c_name, *doc;
    const struct_field *fields;
    uint16_t field_count, size;
    uint16_t floats;                         /* if it has floats alone: their number */
    void (*init)(void *record, size_t size); /* fills in the defaults; NULL: zeros */
    const char *state;                       /* a field that is private */
} struct_type;

extern const struct_type struct_types[];
extern const int struct_count;
extern const char *const enumeration_names[];
extern const int enumeration_count;

typedef struct Record {
    PyObject_HEAD const struct_type *type;
    unsigned char *data;
    PyObject *owner; /* of `data`; NULL: the record itself */
    PyObject *kept;  /* dict: what pointers in its own data refer to */
    bool is_writable;
} Record;

bool records_init(PyObject *module);
PyObject *record_new(int type, const void *data, PyObject *owner,
                     bool is_writable); /* NULL data: None */
PyObject *record_copy(int type, const void *data,
                      PyObject *owner);     /* strings in it belong to owner */
void *record_own(PyObject **out, int type); /* with its defaults */
/* NULL with an exception if `value` is no such record; None gives NULL and no exception if it may
 * be. */
bool read_record(PyObject *value, int type, const char *name, bool may_be_none, bool is_written,
                 void **out);
PyObject *records_new(int type, const void *data, Py_ssize_t count, PyObject *owner);
PyObject *enumeration_object(int enumeration, int64_t value);
/* The value stays as long as the record, which refers to memory of it. False with an exception. */
bool record_keep(Record *record, PyObject *value);

/* --- Views (view.c) --- */

typedef struct View {
    PyObject_HEAD PyObject *owner;
    void *data;
    char format[2];
    uint8_t item, dimensions;
    bool is_writable;
    Py_ssize_t shape[3], strides[3];
} View;

bool view_init(PyObject *module);
/* A view of `count` elements, of one number or, with `width` > 1, of that many. */
View *view_new(PyObject *owner, const void *data, field_kind kind, Py_ssize_t count,
               Py_ssize_t width, bool is_writable);
/* Of matrices: view[i] @ v is right, although they are stored column by column. */
View *view_of_matrices(PyObject *owner, const vrm_mat4 *data, Py_ssize_t count, bool is_writable);
/* The view as an array of numpy where it is installed, else the view itself. Takes the reference.
 */
PyObject *view_array(View *view);
/* Memory of the view's own. */
View *view_alloc(field_kind kind, Py_ssize_t count, Py_ssize_t width, void **out);

/* --- Objects (object.c) --- */

typedef enum object_class {
    CLASS_REPORT,
    CLASS_MODEL,
    CLASS_AVATAR,
    CLASS_CROWD,
    CLASS_CLIP,
    CLASS_RECORDER,
    CLASS_EDIT,
    CLASS_WRITTEN,
    CLASS_DIFF,
    CLASS_VMC_RECEIVER,
    CLASS_VMC_SENDER,
    CLASS_SPEECH,
    CLASS_VOICE,
    CLASS_COMPANION,
    CLASS_COUNT
} object_class;

typedef struct Handle {
    PyObject_HEAD void *pointer;
    object_class kind;
    int busy;        /* 1: a call changes it without the GIL */
    int readers;     /* calls that read it without the GIL */
    PyObject *owner; /* another handle that has to outlive it, or NULL */
    Py_buffer bytes; /* of the file that it borrows */
    PyObject *kept;  /* what else has to outlive it: the folder of a resolver, threads; or NULL */
    struct Handle *released; /* handles that it owns, and that were released while it was busy */
    struct Handle *next;     /* of the same list */
} Handle;

enum { CACHED_ARRAYS = 8 };
typedef struct Object {
    PyObject_HEAD Handle *handle;
    PyObject *cached[CACHED_ARRAYS]; /* arrays; they refer to the handle and not to this */
} Object;

bool object_init(PyObject *module);
extern PyTypeObject *object_types[CLASS_COUNT];
/* Takes the bytes (if not NULL) and new references to owner and kept; releases the pointer on
 * failure. */
PyObject *object_new(object_class kind, void *pointer, PyObject *owner, Py_buffer *bytes,
                     PyObject *kept);
void *refuse_object(PyObject *self, object_class kind);
/* The object of libvrm; NULL with an exception if it is closed, busy or of another kind: a class of
 * Python may derive from two of these, or be assigned to an object. */
static inline void *object_enter(PyObject *self, object_class kind) {
    const Handle *handle = ((Object *)self)->handle;
    const bool is_free = handle != NULL && handle->kind == kind && handle->busy == 0 &&
                         (handle->owner == NULL || ((const Handle *)handle->owner)->busy == 0);
    return is_free ? handle->pointer : refuse_object(self, kind);
}
/* The same for an argument. */
bool read_object(PyObject *value, object_class kind, const char *name, bool may_be_none,
                 void **out);
static inline Handle *handle_of(PyObject *self) { return ((Object *)self)->handle; }

/* The call is over. Destroys what was released during it: a view of an avatar may be collected
 * while its crowd updates the avatar. */
void end_busy(Handle *handle);

/* Other threads run during the call, and calls of the same object raise. */
#define WITHOUT_GIL(handle, call)                                                                  \
    do {                                                                                           \
        Handle *running = (handle);                                                                \
        Py_INCREF((PyObject *)running);                                                            \
        running->busy = 1;                                                                         \
        Py_BEGIN_ALLOW_THREADS call;                                                               \
        Py_END_ALLOW_THREADS end_busy(running);                                                    \
        Py_DECREF((PyObject *)running);                                                            \
    } while (0)

/* The same for an argument that is only read: it stays, even if it is closed meanwhile. */
Handle *hold_handle(PyObject *object);
void let_handle(Handle *handle);
/* False with an exception while a call reads the object without the GIL. */
bool is_unread(PyObject *self);

/* --- Errors (errors.c) --- */

bool errors_init(PyObject *module);
/* Raises libvrm.Error of a result; takes the report, which may be NULL. Returns NULL. */
PyObject *raise_result(vrm_result result, vrm_report *report, const char *problem);
/* What libvrm reports as wrong use during a call becomes an exception after it. */
void misuse(const char *function, const char *problem, void *user);
bool is_misused(void);            /* true with an exception */
extern atomic_int pending_misuse; /* of all threads */
static inline bool check_misuse(void) {
    return atomic_load_explicit(&pending_misuse, memory_order_relaxed) == 0 || !is_misused();
}
void prepare_load(vrm_load_desc *desc);
/* The settings of a load: of a record, or of nothing. */
const vrm_load_desc *load_settings(void *record, vrm_load_desc *scratch);

/* --- Methods (generated, and those that are written by hand) --- */

extern PyMethodDef *const class_methods[CLASS_COUNT];
extern PyGetSetDef *const class_properties[CLASS_COUNT];
extern PyMethodDef generated_functions[];
extern PyMethodDef avatar_methods[], model_methods[], report_methods[], crowd_methods[],
    edit_methods[], written_methods[], diff_methods[], voice_methods[], companion_methods[];
extern PyGetSetDef avatar_properties[], voice_properties[];
extern PyMethodDef avatar_functions[], crowd_functions[], diff_functions[], layout_functions[],
    live_functions[], load_functions[], mixer_functions[];
bool shared_init(PyObject *module); /* shared.c: for the module of libvrm_render */
/* What keeps the model of an avatar and the bytes of its file, by the avatar's handle. Borrowed. */
PyObject *keeper_of_model(PyObject *entered);
bool read_avatar_desc(PyObject *const *args, vrm_avatar_desc *desc);
PyObject *avatar_skin_matrices(PyObject *self, PyObject *skin);

#define FAST(function) ((PyCFunction)(void (*)(void))(function))

#endif
