/* The threads of a crowd: vrm_parallel_for of libvrm. They run nothing of Python. */
#ifndef LIBVRM_PYTHON_CROWD_THREADS_H
#define LIBVRM_PYTHON_CROWD_THREADS_H

#include "core.h"

enum { MOST_CROWD_THREADS = 64 };

/* A capsule that ends the threads when it is released. `count` includes the thread that updates the
 * crowd, and is 2 or more. NULL with an exception if no thread can be started. */
PyObject *crowd_threads_new(uint32_t count);
void *crowd_threads_user(PyObject *capsule);
vrm_parallel_for crowd_threads_run;

#endif
