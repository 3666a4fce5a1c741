/* What went wrong: programs that do not compile, and errors of GL. */
#ifndef VRMR_PROBLEM_H
#define VRMR_PROBLEM_H

#include <vrm/render.h>

/* Keeps the first problem. */
void vrmr_problem(vrm_renderer *renderer, const char *what, const char *detail);
/* Asks GL for errors, at the end of a call: once, for each question may wait for the driver. An
 * error is then known some calls after it was made, but in every kind of build. */
void vrmr_check(vrm_renderer *renderer, const char *where);

#endif
