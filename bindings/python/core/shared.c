#include "shared.h"
#include "ids.h"

/* An avatar of a crowd is busy if its crowd is. */
static Handle *busy_part(PyObject *entered) {
    Handle *handle = (Handle *)entered, *owner = (Handle *)handle->owner;
    return owner != NULL && owner->kind == CLASS_CROWD ? owner : handle;
}

static Handle *model_of(PyObject *entered) { return (Handle *)keeper_of_model(entered); }

/* Its model is read: drop_payload raises meanwhile. */
static vrm_avatar *enter_avatar(PyObject *object, PyObject **out_entered) {
    void *avatar;
    if (!read_object(object, CLASS_AVATAR, "avatar", false, &avatar)) return NULL;
    *out_entered = Py_NewRef((PyObject *)handle_of(object));
    busy_part(*out_entered)->busy = 1;
    ++model_of(*out_entered)->readers;
    return avatar;
}

static void leave(PyObject *entered) {
    --model_of(entered)->readers;
    end_busy(busy_part(entered));
    Py_DECREF(entered);
}

/* The tools stay as long as the settings. */
static PyObject *use_image_tools(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    const shared_image_tools *tools;
    void *check = NULL, *optimize = NULL;
    (void)self;
    if (!read_count(count, 2, 2, "use_image_tools") ||
        (tools = PyCapsule_GetPointer(args[1], SHARED_IMAGE_TOOLS)) == NULL) {
        return NULL;
    }
    if (!read_record(args[0], STRUCT_VRM_CHECK_DESC, "settings", false, true, &check)) {
        PyErr_Clear();
        if (!read_record(args[0], STRUCT_VRM_OPTIMIZE_DESC, "settings", false, true, &optimize)) {
            return NULL;
        }
    }
    if (!record_keep((Record *)args[0], args[1])) return NULL;
    if (check != NULL) {
        vrm_check_desc *desc = check;
        desc->decode_image = tools->check_image;
        desc->decode_image_user = tools->functions.user;
    } else {
        vrm_optimize_desc *desc = optimize;
        desc->tools = &tools->functions;
    }
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"use_image_tools", FAST(use_image_tools), METH_FASTCALL,
     "Pass functions for images to the settings of a check or an optimization."},
    {0}};

bool shared_init(PyObject *module) {
    static shared_core core = {enter_avatar, leave, keeper_of_model, raise_result};
    PyObject *capsule = PyCapsule_New(&core, SHARED_CORE, NULL);
    bool is_good = capsule != NULL && PyModule_AddObjectRef(module, "shared", capsule) == 0;
    Py_XDECREF(capsule);
    return is_good && PyModule_AddFunctions(module, functions) == 0;
}
