#include "core.h"
#include "meshopt.h"

static PyObject *error_class; /* libvrm.Error, or its base until libvrm has passed it */
static PyObject *misuse_error;

/* What each thread has done wrong in its present call. */
static _Thread_local char misuse_text[256];
atomic_int pending_misuse;

void misuse(const char *function, const char *problem, void *user) {
    (void)user;
    if (misuse_text[0] != 0) return; /* the first one is the cause */
    PyOS_snprintf(misuse_text, sizeof misuse_text, "%s: %s", function, problem);
    atomic_fetch_add(&pending_misuse, 1);
}

bool is_misused(void) {
    if (misuse_text[0] == 0) return false;
    PyErr_SetString(misuse_error, misuse_text);
    misuse_text[0] = 0;
    atomic_fetch_sub(&pending_misuse, 1);
    return true;
}

PyObject *raise_result(vrm_result result, vrm_report *report, const char *problem) {
    PyObject *object = Py_NewRef(Py_None), *error;
    if (misuse_text[0] != 0) { /* the result says the same with fewer words */
        misuse_text[0] = 0;
        atomic_fetch_sub(&pending_misuse, 1);
    }
    if (report != NULL) {
        Py_DECREF(object);
        object = object_new(CLASS_REPORT, report, NULL, NULL, NULL);
        if (object == NULL) return NULL;
    }
    if (result == VRM_ERROR_OUT_OF_MEMORY) {
        Py_DECREF(object);
        return PyErr_NoMemory();
    }
    error = PyObject_CallFunction(error_class, "iOs", (int)result, object,
                                  problem != NULL && problem[0] != 0 ? problem
                                                                     : vrm_result_name(result));
    Py_DECREF(object);
    if (error != NULL) {
        PyErr_SetObject((PyObject *)Py_TYPE(error), error);
        Py_DECREF(error);
    }
    return NULL;
}

void prepare_load(vrm_load_desc *desc) {
    load_desc_init(desc);
    desc->misuse = misuse;
}

const vrm_load_desc *load_settings(void *record, vrm_load_desc *scratch) {
    prepare_load(scratch);
    if (record != NULL) {
        const vrm_load_desc *given = record;
        scratch->flags = given->flags;
        scratch->limits = given->limits;
    }
    return scratch;
}

static PyObject *set_error(PyObject *self, PyObject *class) {
    (void)self;
    Py_XDECREF(error_class);
    error_class = Py_NewRef(class);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"set_error", set_error, METH_O,
     "Pass the class of errors; it is called with a result, a report and a sentence."},
    {0}};

bool errors_init(PyObject *module) {
    error_class = Py_NewRef(PyExc_ValueError);
    misuse_error = PyErr_NewExceptionWithDoc(
        "libvrm.MisuseError",
        "An argument that libvrm cannot use: an index out of range, for example. The call did "
        "nothing.",
        PyExc_ValueError, NULL);
    return misuse_error != NULL &&
           PyModule_AddObjectRef(module, "MisuseError", misuse_error) == 0 &&
           PyModule_AddFunctions(module, functions) == 0;
}
