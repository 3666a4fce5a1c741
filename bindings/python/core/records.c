#include "core.h"

enum { MAX_TYPES = 128, POSE_CUSTOMS = 64 };

static PyTypeObject *record_types[MAX_TYPES], *record_base, *records_type;
static PyObject *enumerations[MAX_TYPES]; /* classes of Python, once libvrm has passed them */

/* An array of structs. */
typedef struct Records {
    PyObject_HEAD PyObject *owner;
    const unsigned char *data;
    Py_ssize_t count;
    int type;
} Records;

PyObject *enumeration_object(int enumeration, int64_t value) {
    PyObject *number = PyLong_FromLongLong(value), *member;
    if (number == NULL || enumeration < 0 || enumerations[enumeration] == NULL) return number;
    member = PyObject_CallFunctionObjArgs(enumerations[enumeration], number, NULL);
    if (member == NULL &&
        PyErr_ExceptionMatches(PyExc_ValueError)) { /* VRM_NONE, and what is newer */
        PyErr_Clear();
        return number;
    }
    Py_DECREF(number);
    return member;
}

/* --- Memory --- */

static PyObject *keeper_of(Record *record) {
    return record->owner != NULL ? record->owner : (PyObject *)record;
}

PyObject *record_new(int type, const void *data, PyObject *owner, bool is_writable) {
    Record *record;
    if (data == NULL) Py_RETURN_NONE;
    record = (Record *)PyType_GenericAlloc(record_types[type], 0);
    if (record == NULL) return NULL;
    record->type = &struct_types[type];
    record->data = (unsigned char *)data;
    record->owner = Py_NewRef(owner);
    record->kept = NULL;
    record->is_writable = is_writable;
    return (PyObject *)record;
}

static PyObject *record_of_type(PyTypeObject *type, int id) {
    const struct_type *described = &struct_types[id];
    bool is_pose = strcmp(described->c_name, "vrm_pose") == 0;
    size_t size = described->size + (is_pose ? POSE_CUSTOMS * sizeof(vrm_custom_weight) : 0);
    Record *record = (Record *)PyType_GenericAlloc(type, 0);
    if (record == NULL) return NULL;
    record->type = described;
    record->owner = record->kept = NULL;
    record->is_writable = true;
    record->data = PyMem_Calloc(1, size);
    if (record->data == NULL) {
        Py_DECREF(record);
        return PyErr_NoMemory();
    }
    if (described->init != NULL) described->init(record->data, described->size);
    if (described->field_count > 0 && strcmp(described->fields[0].name, "struct_size") == 0) {
        *(uint32_t *)(void *)record->data = described->size;
    }
    if (is_pose) {
        vrm_pose *pose = (vrm_pose *)(void *)record->data;
        pose->customs = (vrm_custom_weight *)(void *)(record->data + described->size);
        pose->custom_capacity = POSE_CUSTOMS;
    }
    return (PyObject *)record;
}

void *record_own(PyObject **out, int type) {
    *out = record_of_type(record_types[type], type);
    return *out == NULL ? NULL : ((Record *)*out)->data;
}

/* Keeps (value, owner) at an offset. `out_old` receives what was kept there, or NULL: release it
 * when nothing in the data refers to it any more, because that may run code that uses the record.
 */
static bool keep(Record *root, Py_ssize_t offset, PyObject *value, PyObject *owner,
                 PyObject **out_old) {
    PyObject *key = PyLong_FromSsize_t(offset), *kept = PyTuple_Pack(2, value, owner);
    bool is_kept = false;
    *out_old = NULL;
    if (root->kept == NULL) root->kept = PyDict_New();
    if (key != NULL && kept != NULL && root->kept != NULL) {
        *out_old = Py_XNewRef(PyDict_GetItemWithError(root->kept, key));
        is_kept = !PyErr_Occurred() && PyDict_SetItem(root->kept, key, kept) == 0;
    }
    if (!is_kept) Py_CLEAR(*out_old); /* which is still kept */
    Py_XDECREF(key);
    Py_XDECREF(kept);
    return is_kept;
}

/* Beside what is at an offset. */
bool record_keep(Record *record, PyObject *value) {
    PyObject *old;
    bool is_kept = keep(record, -1, value, Py_None, &old);
    Py_XDECREF(old);
    return is_kept;
}

PyObject *record_copy(int type, const void *data, PyObject *owner) {
    PyObject *record;
    void *own = record_own(&record, type);
    if (own == NULL) return NULL;
    memcpy(own, data, struct_types[type].size);
    if (!record_keep((Record *)record, owner)) Py_CLEAR(record);
    return record;
}

static void record_dealloc(PyObject *self) {
    Record *record = (Record *)self;
    PyTypeObject *type = Py_TYPE(self);
    if (record->owner == NULL) PyMem_Free(record->data);
    Py_XDECREF(record->owner);
    Py_XDECREF(record->kept);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

bool read_record(PyObject *value, int type, const char *name, bool may_be_none, bool is_written,
                 void **out) {
    *out = NULL;
    if (value == Py_None && may_be_none) return true;
    if (!PyObject_TypeCheck(value, record_types[type])) {
        PyErr_Format(PyExc_TypeError, "%s must be a %s, not %R", name, struct_types[type].name,
                     (PyObject *)Py_TYPE(value));
        return false;
    }
    if (((Record *)value)->type != &struct_types[type]) { /* its class does not decide */
        PyErr_Format(PyExc_TypeError, "%s must be a %s, and this %R has the data of a %s", name,
                     struct_types[type].name, (PyObject *)Py_TYPE(value),
                     ((Record *)value)->type->name);
        return false;
    }
    if (is_written && !((Record *)value)->is_writable) {
        PyErr_Format(PyExc_ValueError, "%s is read-only", name);
        return false;
    }
    *out = ((Record *)value)->data;
    return true;
}

/* --- Fields --- */

/* The record whose memory a record is in: a slot of a mixer is a part of the mixer. NULL: it
 * belongs to a model. */
static Record *root_of(Record *record) {
    if (record->owner == NULL) return record;
    return PyObject_TypeCheck(record->owner, record_base) ? (Record *)record->owner : NULL;
}

/* A class of Python may derive from two structs, or be assigned to a record of another: the field
 * has to be one of its data. */
static bool has_field(const Record *record, const struct_field *field) {
    const struct_type *type = record->type;
    if (field >= type->fields && field < type->fields + type->field_count) return true;
    PyErr_Format(PyExc_TypeError, "this %R has the data of a %s: %s is a field of another struct",
                 (PyObject *)Py_TYPE((PyObject *)record), type->name, field->name);
    return false;
}

static int64_t read_number(const struct_field *field, const unsigned char *at) {
    switch (field->kind) {
    case FIELD_I32:
        return *(const int32_t *)(const void *)at;
    case FIELD_U32:
        return *(const uint32_t *)(const void *)at;
    case FIELD_U16:
        return *(const uint16_t *)(const void *)at;
    case FIELD_U8:
        return *at;
    default:
        return *(const int64_t *)(const void *)at;
    }
}

static PyObject *value_object(Record *record, const struct_field *field, unsigned char *at) {
    switch (field->kind) {
    case FIELD_F32:
        return PyFloat_FromDouble((double)*(const float *)(const void *)at);
    case FIELD_F64:
        return PyFloat_FromDouble(*(const double *)(const void *)at);
    case FIELD_STRING:
        return string_object(((const vrm_string *)(const void *)at)->data == NULL
                                 ? ""
                                 : ((const vrm_string *)(const void *)at)->data,
                             ((const vrm_string *)(const void *)at)->length);
    case FIELD_CSTRING:
        return text_object(*(const char *const *)(const void *)at);
    case FIELD_FLOATS:
        return floats_tuple((const float *)(const void *)at, struct_types[field->of].floats);
    case FIELD_STRUCT:
        return record_new(field->of, at, keeper_of(record), record->is_writable);
    case FIELD_U64:
    case FIELD_SIZE:
        return PyLong_FromUnsignedLongLong(*(const uint64_t *)(const void *)at);
    default:
        if (field->is_bool) return PyBool_FromLong(read_number(field, at) != 0);
        return enumeration_object(field->enumeration, read_number(field, at));
    }
}

static PyObject *array_object(Record *record, const struct_field *field, const void *data,
                              Py_ssize_t count, bool is_writable) {
    PyObject *tuple;
    switch (field->kind) {
    case FIELD_STRUCT:
        return records_new(field->of, data, count, keeper_of(record));
    case FIELD_FLOATS:
        if (struct_types[field->of].floats == 16) {
            return view_array(view_of_matrices(keeper_of(record), data, count, is_writable));
        }
        return view_array(view_new(keeper_of(record), data, FIELD_F32, count,
                                   struct_types[field->of].floats, is_writable));
    case FIELD_STRING:
        tuple = PyTuple_New(count);
        for (Py_ssize_t i = 0; tuple != NULL && i < count; ++i) {
            const vrm_string *string = (const vrm_string *)data + i;
            PyObject *text = string_object(string->data, string->length);
            if (text == NULL || PyTuple_SetItem(tuple, i, text) != 0) Py_CLEAR(tuple);
        }
        return tuple;
    default:
        return view_array(view_new(keeper_of(record), data, field->kind, count, 1, is_writable));
    }
}

static PyObject *field_get(PyObject *self, void *closure) {
    Record *record = (Record *)self;
    const struct_field *field = closure;
    unsigned char *at = record->data + field->offset;
    Py_ssize_t count = field->count;
    if (!has_field(record, field)) return NULL;
    switch (field->form) {
    case FORM_VALUE:
        return value_object(record, field, at);
    case FORM_FIXED:
        if (field->kind == FIELD_F32 && count <= 4)
            return floats_tuple((const float *)(const void *)at, count);
        return array_object(record, field, at, count, record->is_writable);
    case FORM_ARRAY:
        count =
            (Py_ssize_t) * (const uint32_t *)(const void *)(record->data + field->length_offset);
        return array_object(record, field, *(void *const *)(const void *)at,
                            count == 0 ? 0 : count + field->more, false);
    default: { /* a pointer: what was set is kept */
        Record *root = root_of(record);
        PyObject *key, *kept = NULL;
        if (root == NULL || root->kept == NULL) Py_RETURN_NONE;
        key = PyLong_FromSsize_t(at - root->data);
        if (key == NULL) return NULL;
        kept = PyDict_GetItemWithError(root->kept, key);
        Py_DECREF(key);
        if (kept == NULL && PyErr_Occurred()) return NULL;
        return Py_NewRef(kept == NULL ? Py_None : PyTuple_GetItem(kept, 0));
    }
    }
}

static bool set_number(const struct_field *field, PyObject *value, unsigned char *at) {
    int64_t number;
    uint64_t natural;
    switch (field->kind) {
    case FIELD_F32:
        return read_float(value, field->name, (float *)(void *)at);
    case FIELD_F64:
        return read_double(value, field->name, (double *)(void *)at);
    case FIELD_I32:
        if (!read_signed(value, field->name, INT32_MIN, INT32_MAX, &number)) return false;
        *(int32_t *)(void *)at = (int32_t)number;
        return true;
    case FIELD_I64:
        return read_signed(value, field->name, INT64_MIN, INT64_MAX, (int64_t *)(void *)at);
    case FIELD_U32:
        if (!read_unsigned(value, field->name, UINT32_MAX, &natural)) return false;
        *(uint32_t *)(void *)at = (uint32_t)natural;
        return true;
    case FIELD_U64:
    case FIELD_SIZE:
        return read_unsigned(value, field->name, UINT64_MAX, (uint64_t *)(void *)at);
    default:
        PyErr_Format(PyExc_AttributeError, "%s cannot be set", field->name);
        return false;
    }
}

static bool set_pointer(Record *record, const struct_field *field, PyObject *value) {
    void *pointer = NULL;
    PyObject *owner = Py_None, *old;
    bool is_kept;
    Record *root = root_of(record);
    unsigned char *at = record->data + field->offset;
    if (root == NULL) {
        PyErr_Format(PyExc_AttributeError, "%s cannot be set here", field->name);
        return false;
    }
    if (field->form == FORM_POINTER) {
        if (!read_record(value, field->of, field->name, true, false, &pointer)) return false;
    } else if (!read_object(value, (object_class)field->of, field->name, true, &pointer)) {
        return false;
    } else if (pointer != NULL) {
        owner = (PyObject *)handle_of(value); /* it stays even if the object is closed */
    }
    Py_INCREF(owner);
    is_kept = keep(root, at - root->data, value, owner, &old);
    Py_DECREF(owner);
    if (!is_kept) return false;
    *(void **)(void *)at = pointer;
    Py_XDECREF(old);
    return true;
}

static int field_set(PyObject *self, PyObject *value, void *closure) {
    Record *record = (Record *)self;
    const struct_field *field = closure;
    unsigned char *at = record->data + field->offset;
    PyObject *old;
    if (!has_field(record, field)) return -1;
    if (value == NULL || !record->is_writable || field->is_count ||
        strcmp(field->name, "struct_size") == 0) {
        PyErr_Format(PyExc_AttributeError, "%s is read-only", field->name);
        return -1;
    }
    if (field->form == FORM_POINTER || field->form == FORM_OBJECT)
        return set_pointer(record, field, value) ? 0 : -1;
    if (field->form == FORM_FIXED && (field->kind == FIELD_F32 || field->kind == FIELD_FLOATS)) {
        Py_ssize_t width = field->kind == FIELD_FLOATS ? struct_types[field->of].floats : 1;
        return read_floats(value, field->name, (float *)(void *)at, field->count * width) ? 0 : -1;
    }
    if (field->form != FORM_VALUE) {
        PyErr_Format(PyExc_AttributeError, "%s cannot be set: change its elements", field->name);
        return -1;
    }
    if (field->kind == FIELD_FLOATS) {
        return read_floats(value, field->name, (float *)(void *)at, struct_types[field->of].floats)
                   ? 0
                   : -1;
    }
    if (field->kind == FIELD_CSTRING) {
        const char *text = value == Py_None ? NULL : read_text(value, field->name);
        if ((text == NULL && value != Py_None) || record->owner != NULL ||
            !keep(record, field->offset, value, Py_None, &old)) {
            if (!PyErr_Occurred())
                PyErr_Format(PyExc_AttributeError, "%s cannot be set here", field->name);
            return -1;
        }
        *(const char **)(void *)at = text;
        if (field->length_name != NULL) {
            *(size_t *)(void *)(record->data + field->length_offset) =
                text == NULL ? 0 : strlen(text);
        }
        Py_XDECREF(old);
        return 0;
    }
    if (field->kind == FIELD_STRUCT) {
        void *source;
        /* What pointers in it refer to belongs to the other record, or to its owner. */
        if (!read_record(value, field->of, field->name, false, false, &source) ||
            !keep(root_of(record), -2 - (at - root_of(record)->data), value, Py_None, &old)) {
            return -1;
        }
        memcpy(at, source, struct_types[field->of].size);
        Py_XDECREF(old);
        return 0;
    }
    if (field->is_bool) {
        int truth = PyObject_IsTrue(value);
        if (truth >= 0) *(int32_t *)(void *)at = truth;
        return truth < 0 ? -1 : 0;
    }
    return set_number(field, value, at) ? 0 : -1;
}

/* --- Records as objects --- */

static int type_index(PyTypeObject *type) {
    for (int i = 0; i < struct_count; ++i) {
        if (record_types[i] != NULL && PyType_IsSubtype(type, record_types[i])) return i;
    }
    return -1;
}

static PyObject *record_create(PyTypeObject *type, PyObject *args, PyObject *fields) {
    int id = type_index(type);
    PyObject *record, *key, *value;
    Py_ssize_t position = 0;
    if (id < 0) {
        PyErr_SetString(PyExc_TypeError, "Record is the base of the structs");
        return NULL;
    }
    if (!read_count(PyTuple_Size(args), 0, 0, struct_types[id].name)) return NULL;
    record = record_of_type(type, id);
    while (record != NULL && fields != NULL && PyDict_Next(fields, &position, &key, &value)) {
        if (PyObject_SetAttr(record, key, value) != 0) Py_CLEAR(record);
    }
    return record;
}

static PyObject *record_asdict(PyObject *self, PyObject *unused) {
    const struct_type *type = ((Record *)self)->type;
    PyObject *dict = PyDict_New();
    (void)unused;
    for (int i = 0; dict != NULL && i < type->field_count; ++i) {
        PyObject *value = field_get(self, (void *)&type->fields[i]);
        if (value == NULL || PyDict_SetItemString(dict, type->fields[i].name, value) != 0)
            Py_CLEAR(dict);
        Py_XDECREF(value);
    }
    return dict;
}

static PyObject *record_repr(PyObject *self) {
    Record *record = (Record *)self;
    PyObject *text = PyUnicode_FromFormat("<%s", record->type->name);
    int shown = 0;
    for (int i = 0; text != NULL && shown < 4 && i < record->type->field_count; ++i) {
        const struct_field *field = &record->type->fields[i];
        PyObject *value, *longer;
        if (field->form != FORM_VALUE || field->kind == FIELD_STRUCT ||
            strcmp(field->name, "struct_size") == 0)
            continue;
        value = field_get(self, (void *)field);
        longer = value == NULL ? NULL : PyUnicode_FromFormat("%U %s=%R", text, field->name, value);
        Py_XDECREF(value);
        Py_DECREF(text);
        text = longer;
        ++shown;
    }
    if (text != NULL) {
        PyObject *closed = PyUnicode_FromFormat("%U>", text);
        Py_DECREF(text);
        text = closed;
    }
    return text;
}

static PyObject *record_equal(PyObject *self, PyObject *other, int operation) {
    Record *a = (Record *)self, *b = (Record *)other;
    if ((operation != Py_EQ && operation != Py_NE) || Py_TYPE(self) != Py_TYPE(other) ||
        a->type != b->type)
        Py_RETURN_NOTIMPLEMENTED;
    return PyBool_FromLong((memcmp(a->data, b->data, a->type->size) == 0) == (operation == Py_EQ));
}

static PyMethodDef record_methods[] = {{"asdict", record_asdict, METH_NOARGS,
                                        "Return the fields as a dict; structs in it stay records."},
                                       {0}};
static PyType_Slot record_slots[] = {{Py_tp_new, record_create},
                                     {Py_tp_dealloc, record_dealloc},
                                     {Py_tp_repr, record_repr},
                                     {Py_tp_richcompare, record_equal},
                                     {Py_tp_hash, PyObject_HashNotImplemented},
                                     {Py_tp_methods, record_methods},
                                     {Py_tp_doc, "A struct of libvrm: its fields are attributes."},
                                     {0, NULL}};
static PyType_Spec record_spec = {"libvrm.Record", sizeof(Record), 0,
                                  Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, record_slots};

/* --- Arrays of records --- */

PyObject *records_new(int type, const void *data, Py_ssize_t count, PyObject *owner) {
    Records *records = PyObject_New(Records, records_type);
    if (records == NULL) return NULL;
    records->type = type;
    records->data = data;
    records->count = data == NULL ? 0 : count;
    records->owner = Py_NewRef(owner);
    return (PyObject *)records;
}

static void records_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(((Records *)self)->owner);
    PyObject_Free(self);
    Py_DECREF(type);
}

static Py_ssize_t records_length(PyObject *self) { return ((Records *)self)->count; }

static PyObject *records_item(PyObject *self, Py_ssize_t index) {
    Records *records = (Records *)self;
    if (index < 0 || index >= records->count) {
        PyErr_Format(PyExc_IndexError, "index %zd is out of range: there are %zd", index,
                     records->count);
        return NULL;
    }
    /* Slots of a mixer are the one array that can be written: they are in a record's own memory. */
    return record_new(
        records->type, records->data + index * struct_types[records->type].size, records->owner,
        PyObject_TypeCheck(records->owner, record_base) && ((Record *)records->owner)->is_writable);
}

static PyObject *records_by_name(Records *records, PyObject *key) {
    const struct_type *type = &struct_types[records->type];
    if (type->field_count > 0 && strcmp(type->fields[0].name, "name") == 0 &&
        type->fields[0].kind == FIELD_STRING) {
        Py_ssize_t size;
        const char *text = PyUnicode_AsUTF8AndSize(key, &size);
        if (text == NULL) return NULL;
        for (Py_ssize_t i = 0; i < records->count; ++i) {
            const vrm_string *name =
                (const vrm_string *)(const void *)(records->data + i * type->size);
            if (name->length == (size_t)size && memcmp(name->data, text, (size_t)size) == 0) {
                return records_item((PyObject *)records, i);
            }
        }
    }
    PyErr_SetObject(PyExc_KeyError, key);
    return NULL;
}

static PyObject *records_subscript(PyObject *self, PyObject *key) {
    Records *records = (Records *)self;
    if (PyUnicode_Check(key)) return records_by_name(records, key);
    if (PySlice_Check(key)) {
        PyObject *all = PySequence_Tuple(self),
                 *part = all == NULL ? NULL : PyObject_GetItem(all, key);
        Py_XDECREF(all);
        return part;
    }
    Py_ssize_t index = PyNumber_AsSsize_t(key, PyExc_IndexError);
    if (index == -1 && PyErr_Occurred()) return NULL;
    return records_item(self, index < 0 ? index + records->count : index);
}

static PyObject *records_repr(PyObject *self) {
    Records *records = (Records *)self;
    return PyUnicode_FromFormat("<%zd x %s>", records->count, struct_types[records->type].name);
}

static PyType_Slot records_slots[] = {{Py_tp_dealloc, records_dealloc},
                                      {Py_sq_length, records_length},
                                      {Py_mp_length, records_length},
                                      {Py_sq_item, records_item},
                                      {Py_mp_subscript, records_subscript},
                                      {Py_tp_repr, records_repr},
                                      {Py_tp_doc, "A table of libvrm: a sequence of records. Where "
                                                  "they have names, table[\"name\"] is the first "
                                                  "of that name."},
                                      {0, NULL}};
static PyType_Spec records_spec = {"libvrm.Records", sizeof(Records), 0,
                                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                   records_slots};

/* --- The module --- */

static bool add_type(PyObject *module, int id) {
    const struct_type *type = &struct_types[id];
    static char names[MAX_TYPES][48];
    PyGetSetDef *properties =
        PyMem_Calloc(type->field_count + 1u, sizeof *properties); /* as long as the type */
    PyType_Slot slots[] = {{Py_tp_doc, (void *)type->doc}, {Py_tp_getset, properties}, {0, NULL}};
    PyType_Spec spec = {names[id], sizeof(Record), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                        slots};
    PyObject *bases;
    if (properties == NULL) return false;
    PyOS_snprintf(names[id], sizeof names[id], "libvrm._core.%s", type->name);
    for (int i = 0; i < type->field_count; ++i) {
        properties[i].name = type->fields[i].name;
        properties[i].get = field_get;
        properties[i].set = field_set;
        properties[i].doc = type->fields[i].doc;
        properties[i].closure = (void *)&type->fields[i];
    }
    bases = PyTuple_Pack(1, record_base);
    if (bases == NULL) return false;
    record_types[id] = (PyTypeObject *)PyType_FromSpecWithBases(&spec, bases);
    Py_DECREF(bases);
    return record_types[id] != NULL &&
           PyModule_AddObjectRef(module, type->name, (PyObject *)record_types[id]) == 0;
}

static PyObject *set_enumerations(PyObject *self, PyObject *classes) {
    (void)self;
    for (int i = 0; i < enumeration_count; ++i) {
        PyObject *class = PyMapping_GetItemString(classes, enumeration_names[i]);
        if (class == NULL) return NULL;
        Py_XDECREF(enumerations[i]);
        enumerations[i] = class;
    }
    Py_RETURN_NONE;
}

/* What pointers of a record refer to: (value, handle or None) of each. */
static PyObject *record_kept(PyObject *self, PyObject *value) {
    Record *record = (Record *)value;
    (void)self;
    if (!PyObject_TypeCheck(value, record_base)) {
        PyErr_SetString(PyExc_TypeError, "a record is wanted");
        return NULL;
    }
    return record->kept == NULL ? PyList_New(0) : PyDict_Values(record->kept);
}

static PyMethodDef functions[] = {
    {"kept", record_kept, METH_O,
     "Return what pointers of a record refer to: values and their handles."},
    {"set_enumerations", set_enumerations, METH_O,
     "Pass the classes of the enumerations, by their names."},
    {0}};

bool records_init(PyObject *module) {
    record_base = (PyTypeObject *)PyType_FromSpec(&record_spec);
    records_type = (PyTypeObject *)PyType_FromSpec(&records_spec);
    if (record_base == NULL || records_type == NULL || struct_count > MAX_TYPES ||
        enumeration_count > MAX_TYPES) {
        return false;
    }
    for (int i = 0; i < struct_count; ++i) {
        if (struct_types[i].fields != NULL && !add_type(module, i)) return false;
    }
    return PyModule_AddObjectRef(module, "Record", (PyObject *)record_base) == 0 &&
           PyModule_AddObjectRef(module, "Records", (PyObject *)records_type) == 0 &&
           PyModule_AddFunctions(module, functions) == 0;
}
