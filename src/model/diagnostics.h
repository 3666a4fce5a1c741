/* The diagnostics of all rooms. */
#ifndef VRMI_MODEL_DIAGNOSTICS_H
#define VRMI_MODEL_DIAGNOSTICS_H

#include "base/report.h"

/* One for each room that has diagnostics; NULL is the last. */
extern const vrmi_diagnostics *const vrmi_all_diagnostics[];

#endif
