#include "model/diagnostics.h"

#include "build/diagnostics.h"
#include "gltf/diagnostics.h"

const vrmi_diagnostics *const vrmi_model_diagnostics[] = {&vrmi_gltf_diagnostics,
                                                          &vrmi_build_diagnostics, NULL};
