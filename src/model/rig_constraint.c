#include "model/rig.h"

bool vrmi_rig_constraints_build(vrmi_rig *rig, const vrm_gltf *gltf, const vrm_tables *tables,
                                vrmi_arena *scratch) {
    (void)rig, (void)gltf, (void)tables, (void)scratch;
    return true;
}
