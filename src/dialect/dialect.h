/*
 * The dialects: each reads one way of writing VRM into the tables of a build.
 *
 * A reader returns false only when the load has failed; what a file has wrong is reported, and the
 * smallest thing that cannot be used is left out (GL-033, ER-009).
 */
#ifndef VRMI_DIALECT_DIALECT_H
#define VRMI_DIALECT_DIALECT_H

#include "build/build.h"

/* The extensions that dialects read; ends with NULL. */
extern const char *const vrmi_dialect_extensions[];

/* Finds which dialect the file is written in (DI-001 … DI-003, DI-009), and reads everything that
 * the dialect has into the build. */
bool vrmi_read_dialect(vrmi_build *build);

#endif
