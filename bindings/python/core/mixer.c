/* Mixers and poses: what returns more than one value, or a dict. */
#include "core.h"
#include "ids.h"

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

PyMethodDef mixer_functions[] = {
    {"mixer_update", FAST(mixer_update), METH_FASTCALL,
     "Advance a mixer; returns the motion of the root and the events."},
    {"pose_customs", pose_customs, METH_O,
     "Return the custom expressions of a pose: weights by names."},
    {0}};
