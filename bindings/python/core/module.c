#include "core.h"

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "libvrm._core",
    .m_doc = "The part of libvrm in C. Use libvrm and libvrm.experimental.",
    .m_size = -1};

PyMODINIT_FUNC PyInit__core(void) {
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL) return NULL;
    if (errors_init(module) && view_init(module) && object_init(module) && records_init(module) &&
        shared_init(module)) {
        PyMethodDef *const tables[] = {generated_functions, load_functions, avatar_functions,
                                       crowd_functions,     diff_functions, mixer_functions,
                                       layout_functions,    live_functions};
        size_t added = 0, count = sizeof tables / sizeof tables[0];
        while (added < count && PyModule_AddFunctions(module, tables[added]) == 0) ++added;
        if (added == count) return module;
    }
    Py_DECREF(module);
    return NULL;
}
