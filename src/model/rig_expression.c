#include "model/rig.h"

bool vrmi_rig_expressions_build(vrmi_rig *rig, const vrm_gltf *gltf, const vrm_tables *tables) {
    (void)rig, (void)gltf, (void)tables;
    return true;
}
