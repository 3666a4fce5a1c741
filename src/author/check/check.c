#include "author/check/check.h"

#include "base/desc.h"
#include "model/diagnostics.h"

#include <string.h>

VRMI_LOAD_DESC_CHECK(vrm_check_desc, flags);

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

/* Families and the flags that leave them out, in the order of the report. */
static const struct {
    void (*run)(vrmi_check *check);
    vrm_check_flags left_out_by;
} families[] = {
    {vrmi_check_raise, 0},
    {vrmi_check_whole, 0},
    {vrmi_check_json, 0},
    {vrmi_check_names, 0},
    {vrmi_check_humanoid, 0},
    {vrmi_check_pose, 0},
    {vrmi_check_nodes, 0},
    {vrmi_check_images, VRM_CHECK_NO_PAYLOAD},
    {vrmi_check_payload, VRM_CHECK_NO_PAYLOAD},
    {vrmi_check_looks, VRM_CHECK_NO_PAYLOAD | VRM_CHECK_NO_BEHAVIOR},
    {vrmi_check_behaviour, VRM_CHECK_NO_BEHAVIOR},
};

bool vrmi_check_goes_on(vrmi_check *check) {
    check->load->cancel_clock = 0; /* a load asks now and then; one mesh takes longer than that */
    return vrmi_load_ok(check->load) && vrmi_load_goes_on(check->load);
}

/* The families that no flag of `desc` leaves out. With `needed`, only those that this flag would.
 */
static void run_families(vrmi_load *load, const vrm_model *model, const vrmi_json *root,
                         const vrm_check_desc *desc, vrm_check_flags needed) {
    vrmi_arena scratch;
    vrmi_check check;
    memset(&check, 0, sizeof check);
    load->memory->refusal = VRMI_REFUSAL_NONE;
    vrmi_arena_init(&scratch, load->memory, 0);
    check.load = load;
    check.model = model;
    check.gltf = vrm_model_gltf(model);
    check.tables = vrm_model_tables(model);
    check.root = root;
    check.desc = desc;
    check.scratch = &scratch;
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) check.bone_entries[bone] = VRM_NONE;
    if (root != NULL) find_bone_entries(&check, root);
    for (size_t i = 0; i < sizeof families / sizeof families[0]; ++i) {
        if ((desc->flags & families[i].left_out_by) != 0) continue;
        if ((needed & families[i].left_out_by) != needed) continue;
        if (!vrmi_check_goes_on(&check)) break;
        families[i].run(&check);
    }
    vrmi_arena_release(&scratch);
    /* A rule that does not get its memory gives up: the check as a whole says so here. */
    if (load->memory->refusal != VRMI_REFUSAL_NONE) vrmi_load_refused(load);
}

void vrmi_check_run(vrmi_load *load, const vrm_model *model, const vrmi_json *root,
                    const vrm_check_desc *desc) {
    run_families(load, model, root, desc, 0);
}

void vrmi_check_run_behavior(vrmi_load *load, const vrm_model *model, const vrmi_json *root,
                             const vrm_check_desc *desc) {
    run_families(load, model, root, desc, VRM_CHECK_NO_BEHAVIOR);
}

/* --- The public face --- */

void vrm_check_desc_init_sized(vrm_check_desc *desc, size_t struct_size) {
    vrmi_desc_init(desc, struct_size);
}

static void inspect(vrmi_load *load, const vrm_model *model, const vrmi_json *root, void *user) {
    vrmi_check_run(load, model, root, user);
}

vrm_result vrmi_check_begin(bool has_input, const vrm_check_desc *desc, vrm_check_desc *own,
                            vrmi_load_settings *settings, vrm_report **out_report) {
    vrm_model *none;
    vrm_result result;
    if (out_report == NULL) return VRM_ERROR_INVALID_ARGUMENT;
    if (!vrmi_flagged_read(own, sizeof *own, VRMI_SIZE_UP_TO(vrm_check_desc, decode_image_user),
                           desc, VRM_CHECK_NO_PAYLOAD | VRM_CHECK_NO_BEHAVIOR)) {
        return vrmi_report_end(out_report, VRM_ERROR_INVALID_ARGUMENT);
    }
    result = vrmi_model_load_begin(has_input, own->load, settings, &none, out_report);
    settings->more_diagnostics = &vrmi_check_diagnostics;
    return result;
}

vrm_result vrmi_check_source(const vrmi_source *source, vrm_check_desc *own,
                             vrmi_load_settings *settings, vrm_report *report) {
    const vrmi_inspection inspection = {NULL, vrmi_check_is_error, inspect, own};
    vrm_model *model = NULL;
    vrm_result result;
    settings->inspection = &inspection;
    result = vrmi_model_load(source, settings, report, &model, NULL);
    settings->inspection = NULL;
    vrm_model_release(model);
    return result;
}

vrm_result vrm_check(const void *bytes, size_t size, const vrm_check_desc *desc,
                     vrm_report **out_report) {
    const vrmi_source source = {.bytes = bytes, .size = size};
    vrm_check_desc own;
    vrmi_load_settings settings;
    vrm_result result =
        vrmi_check_begin(bytes != NULL || size == 0, desc, &own, &settings, out_report);
    if (result != VRM_OK) return result;
    return vrmi_check_source(&source, &own, &settings, *out_report);
}

vrm_result vrm_check_model(const vrm_model *model, const vrm_check_desc *desc,
                           vrm_report **out_report) {
    vrm_check_desc own;
    vrmi_load_settings settings;
    vrmi_memory memory;
    vrmi_load load;
    vrm_result result = vrmi_check_begin(model != NULL, desc, &own, &settings, out_report);
    if (result != VRM_OK) return result;
    vrmi_load_memory_init(&memory, &settings);
    vrmi_load_init(&load, &settings, &memory, *out_report, vrmi_model_diagnostics);
    vrmi_check_run(&load, model, NULL, &own);
    return load.result;
}
