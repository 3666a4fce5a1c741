/* The module libvrm_render._pictures: pictures of avatars of libvrm by libvrm-render. */
#ifndef LIBVRM_PYTHON_PICTURES_H
#define LIBVRM_PYTHON_PICTURES_H

#include "shared.h"

extern const shared_core *libvrm_core; /* of the module libvrm._core */

PyObject *image_tools_new(PyObject *self, PyObject *args); /* image_tools.c */
bool studio_init(PyObject *module);                        /* studio.c */

#endif
