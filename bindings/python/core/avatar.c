/* Avatars: their arrays, saves, and what creates them. */
#include "core.h"
#include "ids.h"

enum { LOCALS, LOCAL, WORLD, MORPH_WEIGHTS, MORPH_OFFSETS, EXPRESSION_WEIGHTS, ARRAYS };
_Static_assert((int)ARRAYS <= (int)CACHED_ARRAYS, "an array has no slot");

static View *make_view(PyObject *owner, vrm_avatar *avatar, int array) {
    const vrm_frame *frame = vrm_avatar_frame(avatar);
    switch (array) {
    case LOCALS:
        return view_new(owner, vrm_avatar_locals(avatar), FIELD_F32, frame->node_count, 10, true);
    case LOCAL:
        return view_new(owner, frame->local, FIELD_F32, frame->node_count, 10, false);
    case WORLD:
        return view_of_matrices(owner, frame->world, frame->node_count, false);
    case MORPH_WEIGHTS:
        return view_new(owner, frame->morph_weights, FIELD_F32, frame->morph_weight_count, 1,
                        false);
    case MORPH_OFFSETS:
        return view_new(owner, frame->morph_offsets, FIELD_U32, (Py_ssize_t)frame->node_count + 1,
                        1, false);
    default:
        return view_new(owner, frame->expression_weights, FIELD_F32, frame->expression_count, 1,
                        false);
    }
}

/* The same array each time: its memory stays where it is as long as the avatar exists. */
static PyObject *cached_array(PyObject *self, void *closure) {
    const int array = (int)(intptr_t)closure;
    Object *object = (Object *)self;
    vrm_avatar *avatar = object_enter(self, CLASS_AVATAR);
    if (avatar == NULL) return NULL;
    if (array == LOCALS) vrm_avatar_locals(avatar); /* which wakes an avatar that sleeps */
    if (object->cached[array] == NULL) {
        PyObject *made = view_array(make_view((PyObject *)object->handle, avatar, array));
        if (made == NULL) return NULL;
        /* Making it may run code of Python, which may have made it too, or closed the avatar. */
        if (object->handle == NULL || object->cached[array] != NULL) return made;
        object->cached[array] = made;
    }
    return Py_NewRef(object->cached[array]);
}

static PyObject *avatar_materials(PyObject *self, void *unused) {
    const vrm_avatar *avatar = object_enter(self, CLASS_AVATAR);
    const vrm_frame *frame = vrm_avatar_frame(avatar);
    (void)unused;
    if (avatar == NULL) return NULL;
    return records_new(STRUCT_VRM_MATERIAL_VALUES, frame->materials, frame->material_count,
                       (PyObject *)handle_of(self));
}

PyGetSetDef avatar_properties[] = {
    {"locals", cached_array, NULL,
     "The pose: the local transform of every node, in rows of ten: translation, rotation (x, y, z, "
     "w), scale. Write "
     "it; the next update starts from it. With AvatarFlags.SLEEP, ask for it again before you "
     "write.",
     (void *)LOCALS},
    {"local", cached_array, NULL,
     "The local transform of every node after the last update, in the same rows.", (void *)LOCAL},
    {"world", cached_array, NULL,
     "The world matrix of every node after the last update: world[node] @ vector.", (void *)WORLD},
    {"morph_weights", cached_array, NULL,
     "Of node n: from morph_offsets[n] to morph_offsets[n + 1].", (void *)MORPH_WEIGHTS},
    {"morph_offsets", cached_array, NULL, "Where the morph weights of each node begin.",
     (void *)MORPH_OFFSETS},
    {"expression_weights", cached_array, NULL,
     "The weight of each expression after the last update.", (void *)EXPRESSION_WEIGHTS},
    {"materials", avatar_materials, NULL,
     "The values of materials that expressions and UV animation change.", NULL},
    {0}};

static PyObject *avatar_save(PyObject *self, PyObject *unused) {
    const vrm_avatar *avatar = object_enter(self, CLASS_AVATAR);
    PyObject *bytes;
    vrm_result result;
    size_t size;
    (void)unused;
    if (avatar == NULL) return NULL;
    size = vrm_avatar_save_size(avatar);
    bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
    if (bytes == NULL) return NULL;
    result = vrm_avatar_save(avatar, PyBytes_AsString(bytes), size);
    if (result == VRM_OK) return bytes;
    Py_DECREF(bytes);
    return raise_result(result, NULL, NULL);
}

static PyObject *avatar_restore(PyObject *self, PyObject *value) {
    Py_buffer bytes;
    vrm_avatar *avatar;
    vrm_result result;
    if (!read_bytes(value, &bytes)) return NULL;
    avatar = object_enter(self, CLASS_AVATAR);
    result = avatar == NULL ? VRM_OK : vrm_avatar_restore(avatar, bytes.buf, (size_t)bytes.len);
    PyBuffer_Release(&bytes);
    if (avatar == NULL) return NULL;
    if (result != VRM_OK) return raise_result(result, NULL, NULL);
    Py_RETURN_NONE;
}

static PyObject *avatar_debug_lines(PyObject *self, PyObject *unused) {
    const vrm_avatar *avatar = object_enter(self, CLASS_AVATAR);
    PyObject *memory, *all, *lines = NULL;
    size_t count;
    (void)unused;
    if (avatar == NULL) return NULL;
    count = vrm_avatar_debug_lines(avatar, NULL, 0);
    memory = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(count * sizeof(vrm_line)));
    if (memory == NULL) return NULL;
    vrm_avatar_debug_lines(avatar, (vrm_line *)(void *)PyBytes_AsString(memory), count);
    all = records_new(STRUCT_VRM_LINE, PyBytes_AsString(memory), (Py_ssize_t)count, memory);
    Py_DECREF(memory);
    if (all != NULL) lines = PySequence_Tuple(all);
    Py_XDECREF(all);
    return lines;
}

PyMethodDef avatar_methods[] = {
    {"save", avatar_save, METH_NOARGS,
     "Return the whole state as bytes, for restore of any avatar of the same model."},
    {"restore", avatar_restore, METH_O,
     "Return to the state of save: the next frames are the same, bit by bit."},
    {"debug_lines", avatar_debug_lines, METH_NOARGS,
     "Return lines in the world that show springs and their colliders."},
    {"skin_matrices", avatar_skin_matrices, METH_O,
     "Return the skin matrices of a skin after the last update."},
    {0}};

/* --- Create --- */

bool read_avatar_desc(PyObject *const *args, vrm_avatar_desc *desc) {
    uint64_t flags, capacity, lanes;
    if (!read_unsigned(args[0], "flags", UINT32_MAX, &flags) ||
        !read_unsigned(args[1], "collider_capacity", 100000, &capacity) ||
        !read_unsigned(args[2], "lanes", INT32_MAX, &lanes)) {
        return false;
    }
    vrm_avatar_desc_init(desc);
    desc->flags = (vrm_avatar_flags)flags;
    desc->collider_capacity = (uint32_t)capacity;
    desc->lanes = (int32_t)lanes;
    return true;
}

static PyObject *avatar_create(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    void *model;
    vrm_avatar_desc desc;
    vrm_avatar *avatar = NULL;
    vrm_report *report = NULL;
    vrm_result result;
    (void)self;
    if (!read_count(count, 4, 4, "avatar_create") || !read_avatar_desc(args + 1, &desc) ||
        !read_object(args[0], CLASS_MODEL, "model", false, &model)) {
        return NULL;
    }
    result = vrm_avatar_create(model, &desc, &avatar, &report);
    if (result != VRM_OK) return raise_result(result, report, NULL);
    vrm_report_destroy(report);
    return object_new(CLASS_AVATAR, avatar, (PyObject *)handle_of(args[0]), NULL, NULL);
}

/* An avatar of a crowd keeps the model beside the crowd (crowd_add). */
PyObject *keeper_of_model(PyObject *entered) {
    const Handle *handle = (const Handle *)entered;
    return handle->kept != NULL ? handle->kept : handle->owner;
}

static PyObject *model_handle(PyObject *self, PyObject *value) {
    void *avatar;
    (void)self;
    if (!read_object(value, CLASS_AVATAR, "avatar", false, &avatar)) return NULL;
    return Py_NewRef(keeper_of_model((PyObject *)handle_of(value)));
}

PyMethodDef avatar_functions[] = {
    {"avatar_create", FAST(avatar_create), METH_FASTCALL, "Create an avatar."},
    {"model_handle", model_handle, METH_O, "Return what keeps the memory of an avatar's model."},
    {0}};
