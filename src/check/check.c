#include "check/check.h"

#include "base/desc.h"

#include <string.h>

VRMI_DESC_CHECK(vrm_check_desc, flags);

/* --- Running the rules --- */

/* By their nodes: the names of bones differ between dialects. Of several entries, the first is
 * used. */
static void find_bone_entries(vrmi_check *check, const vrmi_json *root) {
    static const char *const names[] = {"VRM", "VRMC_vrm"};
    const vrmi_json extensions = vrmi_json_member(root, "extensions");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        const vrmi_json vrm = vrmi_json_member(&extensions, names[i]);
        const vrmi_json humanoid = vrmi_json_member(&vrm, "humanoid");
        const vrmi_json list = vrmi_json_member(&humanoid, "humanBones");
        vrmi_json_each each = vrmi_json_begin(&list);
        if (!yyjson_is_arr(list.value)) continue;
        while (vrmi_json_next(&each)) {
            yyjson_val *node = yyjson_obj_get(each.item.value, "node");
            vrm_bone bone = yyjson_is_int(node)
                                ? vrm_model_bone_of_node(check->model, yyjson_get_int(node))
                                : VRM_NONE;
            if (bone == VRM_NONE || check->bone_entries[bone] != VRM_NONE) continue;
            check->bone_entries[bone] = (int32_t)each.item.index;
        }
    }
}

void vrmi_check_run(vrmi_load *load, const vrm_model *model, const vrmi_json *root,
                    vrm_check_flags flags, vrmi_memory *memory, vrm_report *report) {
    vrmi_arena scratch;
    vrmi_check check;
    memset(&check, 0, sizeof check);
    vrmi_arena_init(&scratch, memory, 0);
    check.load = load;
    check.model = model;
    check.gltf = vrm_model_gltf(model);
    check.tables = vrm_model_tables(model);
    check.root = root;
    check.report = report;
    check.flags = flags;
    check.scratch = &scratch;
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) check.bone_entries[bone] = VRM_NONE;
    if (root != NULL) {
        find_bone_entries(&check, root);
        vrmi_check_json(&check, root);
    }
    vrmi_check_names(&check);
    vrmi_check_humanoid(&check);
    vrmi_check_pose(&check);
    vrmi_check_nodes(&check);
    vrmi_check_images(&check);
    vrmi_check_payload(&check, memory);
    vrmi_arena_release(&scratch);
}

/* --- The public face --- */

void vrm_check_desc_init_sized(vrm_check_desc *desc, size_t struct_size) {
    vrmi_desc_init(desc, struct_size);
}

static void inspect(vrmi_load *load, const vrm_model *model, const vrmi_json *root, void *user) {
    const vrm_check_desc *desc = user;
    vrmi_check_run(load, model, root, desc->flags, load->memory, load->report);
}

vrm_result vrmi_check_begin(bool has_input, const vrm_check_desc *desc, vrm_check_desc *own,
                            vrmi_load_settings *settings, vrm_report **out_report) {
    vrm_model *none;
    vrm_load_desc load;
    if (out_report == NULL) return VRM_ERROR_INVALID_ARGUMENT;
    *out_report = NULL;
    if (!vrmi_desc_read(own, sizeof *own, VRMI_SIZE_UP_TO(vrm_check_desc, cancel_user), desc,
                        VRM_CHECK_NO_PAYLOAD)) {
        *out_report = vrmi_report_invalid_argument();
        return VRM_ERROR_INVALID_ARGUMENT;
    }
    vrm_load_desc_init(&load);
    load.allocator = own->allocator;
    load.resolver = own->resolver;
    load.limits = own->limits;
    load.cancel = own->cancel;
    load.cancel_user = own->cancel_user;
    return vrmi_model_load_begin(has_input, &load, settings, &none, out_report);
}

vrm_result vrmi_check_source(const vrmi_source *source, vrm_check_desc *own,
                             vrmi_load_settings *settings, vrm_report *report) {
    const vrmi_inspection inspection = {vrmi_check_is_error, inspect, own};
    vrm_model *model = NULL;
    vrm_result result;
    settings->inspection = &inspection;
    result = vrmi_model_load(source, settings, report, &model, NULL);
    vrm_model_release(model);
    return result;
}

vrm_result vrm_check(const void *bytes, size_t size, const vrm_check_desc *desc,
                     vrm_report **out_report) {
    const vrmi_source source = {bytes, size, 0};
    vrm_check_desc own;
    vrmi_load_settings settings;
    vrm_result result =
        vrmi_check_begin(bytes != NULL || size == 0, desc, &own, &settings, out_report);
    if (result != VRM_OK) return result;
    return vrmi_check_source(&source, &own, &settings, *out_report);
}
