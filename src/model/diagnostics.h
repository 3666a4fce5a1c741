/* The diagnostics of a load. */
#ifndef VRMI_MODEL_DIAGNOSTICS_H
#define VRMI_MODEL_DIAGNOSTICS_H

#include "base/private_api.h"
#include "base/report.h"

/* One for each room that reads a model; NULL is the last. */
VRMI_API extern const vrmi_diagnostics *const vrmi_model_diagnostics[];

#endif
