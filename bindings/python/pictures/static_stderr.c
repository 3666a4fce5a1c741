/*
 * Debian compiles the static libpng and libjpeg for programs: they read stderr at an address that
 * a module does not know when it is linked. The linker's option --wrap gives them this variable.
 */
#include <stdio.h>

extern FILE *__real_stderr;
extern FILE *__wrap_stderr;
FILE *__wrap_stderr;

static __attribute__((constructor)) void set_stderr(void) { __wrap_stderr = __real_stderr; }
