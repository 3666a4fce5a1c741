#include "figure.h"

#include "base/math.h"
#include "process.h"
#include "vrm/file.h"

#include <stdlib.h>
#include <string.h>

bool figure_make(const char *options, const char *path) {
    char command[4096] = "";
    FILE *output;
    if (VRM_MAKER[0] == '\0' || !process_add_argument(command, sizeof command, VRM_MAKER) ||
        strlen(command) + strlen(options) + 8 > sizeof command) {
        return false;
    }
    strcat(command, " ");
    strcat(command, options);
    strcat(command, " -o");
    if (!process_add_argument(command, sizeof command, path)) return false;
    output = process_start(command);
    return output != NULL && process_end(output) == 0;
}

vrm_model *figure_load(const char *path) {
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    if (vrm_model_load_file(path, NULL, &model, &report) != VRM_OK) {
        vrm_report_print(report, stderr);
        fprintf(stderr, "%s cannot be loaded\n", path);
    }
    vrm_report_destroy(report);
    return model;
}

void figure_move(vrm_avatar *avatar, int k) {
    float time = (float)k;
    vrm_trs root = vrmi_trs_identity();
    vrm_quat nod =
        vrmi_quat_from_axis_angle(vrm_vec3_make(1.0f, 0.0f, 0.0f), 0.3f * vrmi_sin(time * 0.07f));
    vrm_quat turn =
        vrmi_quat_from_axis_angle(vrm_vec3_make(0.0f, 1.0f, 0.0f), 0.5f * vrmi_sin(time * 0.1f));
    root.translation.x = 0.3f * vrmi_sin(time * 0.05f);
    vrm_avatar_set_root(avatar, &root);
    vrm_avatar_set_bone_rotation_value(avatar, VRM_BONE_HEAD, vrmi_quat_multiply(nod, turn));
}
