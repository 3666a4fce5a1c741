/* Reports, edits, written files, comparisons, mixers and poses: what the generated functions do not
 * cover. */
#include "core.h"
#include "ids.h"

/* --- Reports --- */

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

PyMethodDef report_more_methods[] = {
    {"__len__", report_len, METH_NOARGS, "Return how many diagnostics the report holds."},
    {"__getitem__", report_get, METH_O, "Return a diagnostic."},
    {"text", report_text, METH_NOARGS, "Return all diagnostics as text, a line or more for each."},
    {0}};

/* --- Edits and written files --- */

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

PyMethodDef edit_more_methods[] = {
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

PyMethodDef written_more_methods[] = {
    {"bytes", written_bytes, METH_NOARGS, "Return the bytes of the file."}, {0}};
PyMethodDef clip_more_methods[] = {{0}};

/* --- Comparisons --- */

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
    if (!read_count(count, 6, 6, "diff_create") ||
        !read_object(args[0], CLASS_MODEL, "a", false, &a) ||
        !read_object(args[1], CLASS_MODEL, "b", false, &b) ||
        !read_unsigned(args[4], "parts", UINT32_MAX, &parts) ||
        !read_record(args[5], STRUCT_VRM_LOAD_DESC, "settings", true, false, &settings) ||
        !read_file_or_none(args[2], &files[0]) || !read_file_or_none(args[3], &files[1])) {
        release_bytes(&files[0]);
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

PyMethodDef diff_more_methods[] = {{"operations", diff_operations, METH_NOARGS,
                                    "Return (JSON pointer, new JSON) of the changes that turn the "
                                    "first file into the second; None removes."},
                                   {0}};

/* --- Mixers and poses --- */

static PyObject *mixer_update(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    enum { EVENTS = 64 };
    vrm_mixer_event events[EVENTS];
    void *mixer, *out;
    vrm_trs root;
    int64_t elapsed;
    uint32_t found;
    PyObject *list;
    (void)self;
    if (!read_count(count, 3, 3, "mixer_update") ||
        !read_signed(args[1], "elapsed", INT64_MIN, INT64_MAX, &elapsed) ||
        !read_record(args[0], STRUCT_VRM_MIXER, "mixer", false, true, &mixer) ||
        !read_record(args[2], STRUCT_VRM_POSE, "out", false, true, &out)) {
        return NULL;
    }
    found = vrm_mixer_update(mixer, elapsed, out, &root, events, EVENTS);
    if (!check_misuse() || (list = PyList_New(0)) == NULL) return NULL;
    for (uint32_t i = 0; i < found && i < EVENTS; ++i) {
        PyObject *event = record_copy(STRUCT_VRM_MIXER_EVENT, &events[i], Py_None);
        if (event == NULL || PyList_Append(list, event) != 0) {
            Py_XDECREF(event);
            Py_DECREF(list);
            return NULL;
        }
        Py_DECREF(event);
    }
    return Py_BuildValue("(NN)", floats_tuple(&root.translation.x, 3), list);
}

static PyObject *pose_customs(PyObject *self, PyObject *value) {
    void *data;
    const vrm_pose *pose;
    PyObject *dict;
    (void)self;
    if (!read_record(value, STRUCT_VRM_POSE, "pose", false, false, &data) ||
        (dict = PyDict_New()) == NULL)
        return NULL;
    pose = data;
    for (uint32_t i = 0; i < pose->custom_count; ++i) {
        PyObject *name = string_object(pose->customs[i].name.data, pose->customs[i].name.length);
        PyObject *weight = PyFloat_FromDouble((double)pose->customs[i].weight);
        int status = name == NULL || weight == NULL ? -1 : PyDict_SetItem(dict, name, weight);
        Py_XDECREF(name);
        Py_XDECREF(weight);
        if (status != 0) {
            Py_DECREF(dict);
            return NULL;
        }
    }
    return dict;
}

/* --- The layout of structs, for a test --- */

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

PyMethodDef more_functions[] = {
    {"diff_create", FAST(diff_create), METH_FASTCALL, "Compare two models."},
    {"mixer_update", FAST(mixer_update), METH_FASTCALL,
     "Advance a mixer; returns the motion of the root and the events."},
    {"pose_customs", pose_customs, METH_O,
     "Return the custom expressions of a pose: weights by names."},
    {"layout", layout, METH_NOARGS,
     "Return the offset and the size of each struct and field as the compiler has them."},
    {0}};
