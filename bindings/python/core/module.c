#include "core.h"

extern PyMethodDef create_functions[];

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "libvrm._core",
    .m_doc = "The part of libvrm in C. Use libvrm and libvrm.experimental.",
    .m_size = -1};

PyMODINIT_FUNC PyInit__core(void) {
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL) return NULL;
    if (errors_init(module) && view_init(module) && object_init(module) && records_init(module) &&
        PyModule_AddFunctions(module, generated_functions) == 0 &&
        PyModule_AddFunctions(module, load_functions) == 0 &&
        PyModule_AddFunctions(module, create_functions) == 0 &&
        PyModule_AddFunctions(module, more_functions) == 0) {
        return module;
    }
    Py_DECREF(module);
    return NULL;
}
