/* Crowds: what creates them, adds avatars and updates all of them. */
#include "core.h"
#include "crowd_threads.h"

static PyObject *crowd_create(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    uint64_t colliders, near, thread_count;
    vrm_crowd_desc desc;
    vrm_crowd *crowd = NULL;
    vrm_report *report = NULL;
    vrm_result result;
    PyObject *threads = NULL, *object;
    (void)self;
    if (!read_count(count, 3, 3, "crowd_create") ||
        !read_unsigned(args[0], "collider_capacity", 100000, &colliders) ||
        !read_unsigned(args[1], "near_capacity", 100000, &near) ||
        !read_unsigned(args[2], "threads", MOST_CROWD_THREADS, &thread_count)) {
        return NULL;
    }
    vrm_crowd_desc_init(&desc);
    desc.collider_capacity = (uint32_t)colliders;
    desc.near_capacity = (uint32_t)near;
    if (thread_count > 1) {
        threads = crowd_threads_new((uint32_t)thread_count);
        if (threads == NULL) return NULL;
        desc.parallel_for = crowd_threads_run;
        desc.parallel_user = crowd_threads_user(threads);
    }
    result = vrm_crowd_create(&desc, &crowd, &report);
    if (result != VRM_OK) {
        Py_XDECREF(threads);
        return raise_result(result, report, NULL);
    }
    vrm_report_destroy(report);
    object = object_new(CLASS_CROWD, crowd, NULL, NULL, threads);
    Py_XDECREF(threads);
    return object;
}

/* The bytes of the model's file have to outlive the avatar too: its owner is both. */
static PyObject *crowd_add(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    void *model;
    vrm_crowd *crowd;
    vrm_avatar_desc desc;
    vrm_avatar *avatar = NULL;
    vrm_report *report = NULL;
    vrm_result result;
    PyObject *object;
    if (!read_count(count, 4, 4, "_add") || !read_avatar_desc(args + 1, &desc) ||
        !read_object(args[0], CLASS_MODEL, "model", false, &model) ||
        (crowd = object_enter(self, CLASS_CROWD)) == NULL) {
        return NULL;
    }
    result = vrm_crowd_add(crowd, model, &desc, &avatar, &report);
    if (result != VRM_OK) return raise_result(result, report, NULL);
    vrm_report_destroy(report);
    object = object_new(CLASS_AVATAR, avatar, (PyObject *)handle_of(self), NULL, NULL);
    if (object != NULL) handle_of(object)->kept = Py_NewRef((PyObject *)handle_of(args[0]));
    return object;
}

/* Avatars of the crowd are busy too: the crowd owns them. */
static PyObject *crowd_update(PyObject *self, PyObject *value) {
    float dt;
    vrm_crowd *crowd;
    if (!read_float(value, "dt", &dt) || (crowd = object_enter(self, CLASS_CROWD)) == NULL)
        return NULL;
    WITHOUT_GIL(handle_of(self), vrm_crowd_update(crowd, dt););
    if (!check_misuse()) return NULL;
    Py_RETURN_NONE;
}

PyMethodDef crowd_methods[] = {
    {"_add", FAST(crowd_add), METH_FASTCALL,
     "Create an avatar in the crowd. Crowd.create lists it and gives it its model."},
    {"update", crowd_update, METH_O,
     "Update all avatars. Other threads run meanwhile; the crowd and its avatars are busy."},
    {0}};

PyMethodDef crowd_functions[] = {
    {"crowd_create", FAST(crowd_create), METH_FASTCALL, "Create a crowd."}, {0}};
