#include "check/check.h"

#include <string.h>

void vrmi_check_run(const vrm_model *model, vrmi_memory *memory, vrm_report *report) {
    vrmi_arena scratch;
    vrmi_check check;
    memset(&check, 0, sizeof check);
    vrmi_arena_init(&scratch, memory, 0);
    check.model = model;
    check.gltf = vrm_model_gltf(model);
    check.tables = vrm_model_tables(model);
    check.report = report;
    check.scratch = &scratch;
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) check.bone_entries[bone] = VRM_NONE;
    vrmi_check_humanoid(&check);
    vrmi_check_pose(&check);
    vrmi_check_nodes(&check);
    vrmi_arena_release(&scratch);
}
