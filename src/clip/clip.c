#include "clip/clip.h"

#include "base/desc.h"
#include "clip/diagnostics.h"
#if !defined(VRM_VRMA_ONLY)
#include "clip/bvh.h"
#include "clip/vmd.h"
#endif
#include "gltf/glb.h"
#include "gltf/json.h"
#include "model/diagnostics.h"
#include "model/model.h"

#include <string.h>

VRMI_LOAD_DESC_CHECK(vrm_clip_desc, flags);

void vrm_clip_desc_init_sized(vrm_clip_desc *desc, size_t struct_size) {
    vrmi_desc_init(desc, struct_size);
}

/* --- Loading --- */

/* What the parts of a load share. */
typedef struct loading {
    vrm_clip_desc desc;
    vrmi_load_settings settings;
    vrmi_memory memory; /* of the clip */
    size_t file_bytes;
    vrm_clip *clip;
} loading;

vrm_result vrmi_clip_load_begin(bool has_input, const vrm_clip_desc *desc, vrm_clip_desc *out_desc,
                                vrmi_load_settings *settings, vrm_clip **out_clip,
                                vrm_report **out_report) {
    vrm_model *none;
    vrm_result result;
    if (out_report != NULL) *out_report = NULL;
    if (out_clip != NULL) *out_clip = NULL;
    if (!vrmi_flagged_read(out_desc, sizeof *out_desc, VRMI_SIZE_UP_TO(vrm_clip_desc, reserved),
                           desc, VRM_CLIP_MAPPED_JOINTS_ONLY)) {
        return vrmi_report_end(out_report, VRM_ERROR_INVALID_ARGUMENT);
    }
    result = vrmi_model_load_begin(has_input && out_clip != NULL, out_desc->load, settings, &none,
                                   out_report);
    settings->desc.flags |= VRM_LOAD_ANY_GLTF;
    settings->more_diagnostics = &vrmi_clip_diagnostics;
    return result;
}

/* Makes a clip of a motion that was read. What the load has taken so far counts towards its limit.
 */
static void build(loading *l, vrmi_load *load, const vrmi_source_motion *motion) {
    uint64_t most = l->settings.limits.max_memory_bytes, used = load->memory->used_bytes;
    vrmi_load_memory_init(&l->memory, &l->settings);
    l->memory.max_bytes = most > used ? most - used : 1;
    if (vrmi_source_find_bone(motion, VRM_BONE_HIPS) == VRM_NONE && motion->expression_count == 0 &&
        motion->look_at_point == VRM_NONE && motion->look_at_rotation == VRM_NONE) {
        bool has_bones = false;
        for (uint32_t i = 0; i < motion->joint_count && !has_bones; ++i) {
            has_bones = motion->joints[i].bone != VRM_NONE;
        }
        if (!has_bones) {
            vrmi_load_found(load, VRMI_NO_MOTION, NULL, NULL);
            return;
        }
    }
    l->clip = vrmi_clip_build(load, &l->memory, motion);
}

/* --- glTF: the model's own load, with a look at it while its JSON is there --- */

static void read_gltf(vrmi_load *load, const vrm_model *model, const vrmi_json *root, void *user) {
    loading *l = user;
    const bool mapped_only = (l->desc.flags & VRM_CLIP_MAPPED_JOINTS_ONLY) != 0;
    vrmi_arena *scratch = load->scratch;
    vrmi_source_motion motion;
    vrmi_arena own;
    vrmi_arena_init(&own, load->memory, 0);
    load->scratch = &own;
    if (vrmi_read_gltf_motion(load, model, root, l->desc.animation, mapped_only, &motion)) {
        build(l, load, &motion);
    } else if (vrmi_load_ok(load)) {
        vrmi_load_refused(load);
    }
    vrmi_arena_release(&own);
    load->scratch = scratch;
}

static vrm_result load_gltf(loading *l, const void *bytes, vrm_report *report) {
    const vrmi_source source = {.bytes = bytes, .size = l->file_bytes};
    const vrmi_inspection inspection = {NULL, NULL, read_gltf, l};
    vrm_model *model = NULL;
    vrm_result result;
    l->settings.inspection = &inspection;
    result = vrmi_model_load(&source, &l->settings, report, &model, NULL);
    l->settings.inspection = NULL;
    vrm_model_release(model);
    return result;
}

/* --- Other formats: a load without a model --- */

#if defined(VRM_VRMA_ONLY)

static bool is_other(const uint8_t *bytes, size_t size) {
    (void)bytes;
    (void)size;
    return false;
}

static vrm_result load_other(loading *l, const uint8_t *bytes, vrm_report *report) {
    return load_gltf(l, bytes, report);
}

#else

static bool is_other(const uint8_t *bytes, size_t size) {
    return vrmi_is_bvh(bytes, size) || vrmi_is_vmd(bytes, size);
}

static void read_other(loading *l, vrmi_load *load, const uint8_t *bytes) {
    vrmi_source_motion motion;
    if (l->file_bytes > load->limits.max_file_bytes) {
        vrmi_load_found(
            load, VRMI_LIMIT_FILE, NULL,
            VRMI_WITH(vrmi_unsigned(l->file_bytes), vrmi_unsigned(load->limits.max_file_bytes)));
        return;
    }
    if (vrmi_is_vmd(bytes, l->file_bytes)
            ? vrmi_read_vmd(load, bytes, l->file_bytes, &motion)
            : vrmi_read_bvh(load, (const char *)bytes, l->file_bytes, &motion)) {
        build(l, load, &motion);
    }
}

static vrm_result load_other(loading *l, const uint8_t *bytes, vrm_report *report) {
    vrmi_memory memory;
    vrmi_arena scratch;
    vrmi_load load;
    vrmi_load_memory_init(&memory, &l->settings);
    vrmi_arena_init(&scratch, &memory, 0);
    vrmi_load_init(&load, &l->settings, &memory, report, vrmi_model_diagnostics);
    load.arena = load.scratch = &scratch;
    read_other(l, &load, bytes);
    vrmi_arena_release(&scratch);
    return load.result;
}

#endif

bool vrmi_clip_may_begin(const uint8_t *bytes, size_t size) {
    return vrmi_glb_may_begin(bytes, size) || is_other(bytes, size);
}

vrm_result vrm_clip_load(const void *bytes, size_t size, const vrm_clip_desc *desc,
                         vrm_clip **out_clip, vrm_report **out_report) {
    loading l;
    vrm_report *report;
    vrm_result result;
    memset(&l, 0, sizeof l);
    result = vrmi_clip_load_begin(bytes != NULL || size == 0, desc, &l.desc, &l.settings, out_clip,
                                  out_report);
    if (result != VRM_OK) return result;
    l.file_bytes = size;
    report = out_report != NULL ? *out_report : NULL;
    result = is_other(bytes, size) ? load_other(&l, bytes, report) : load_gltf(&l, bytes, report);
    if (result == VRM_OK) {
        l.clip->misuse = vrmi_misuse_hook_of(&l.settings);
        *out_clip = l.clip;
    } else {
        vrm_clip_release(l.clip); /* strict: what was found is an error */
    }
    return result;
}

/* --- References --- */

vrm_clip *vrm_clip_retain(vrm_clip *clip) {
    if (clip != NULL) vrmi_atomic_count_up(&clip->references);
    return clip;
}

void vrm_clip_release(vrm_clip *clip) {
    vrmi_memory memory;
    if (clip == NULL || !vrmi_atomic_count_down(&clip->references)) return;
    memory = clip->memory;
    vrmi_memory_release(&memory, clip, clip->bytes);
}

/* --- Questions --- */

/* Tells the host of wrong use of a clip that may be NULL. */
static void tell(const vrm_clip *clip, const char *function, const char *problem) {
    if (clip != NULL) vrmi_misuse_tell(clip->misuse, function, problem);
}

static bool is_given(const vrm_clip *clip, const char *function, const void *pointer) {
    if (pointer == NULL) tell(clip, function, VRMI_MISUSE_NULL);
    return pointer != NULL;
}

void vrm_clip_get_info(const vrm_clip *clip, vrm_clip_info *out) {
    vrm_clip_info empty;
    if (!is_given(clip, __func__, out)) return;
    memset(&empty, 0, sizeof empty);
    empty.name.data = empty.skeleton.data = "";
    if (!vrmi_sized_write(out, VRMI_SIZE_UP_TO(vrm_clip_info, memory),
                          clip != NULL ? &clip->info : &empty, sizeof empty)) {
        tell(clip, __func__, "the info was not prepared with vrm_clip_info_init");
    }
}

const char *vrm_clip_custom_name(const vrm_clip *clip, uint32_t custom) {
    if (clip == NULL) return "";
    if (custom >= clip->info.custom_count) {
        tell(clip, __func__, "there is no such custom expression");
        return "";
    }
    return clip->customs[custom].data;
}

int64_t vrm_clip_wrap(const vrm_clip *clip, int64_t time) {
    int64_t rest;
    if (clip == NULL || clip->info.duration <= 0) return 0;
    rest = time % clip->info.duration;
    return rest < 0 ? rest + clip->info.duration : rest;
}

uint32_t vrm_clip_bind(const vrm_clip *clip, const vrm_model *model, int32_t *bindings,
                       uint32_t capacity) {
    const vrm_tables *tables = vrm_model_tables(model);
    if (clip == NULL || tables == NULL || (bindings == NULL && capacity != 0)) {
        if (clip != NULL) {
            tell(clip, __func__, VRMI_MISUSE_NULL);
        } else {
            vrmi_model_misuse(model, __func__, VRMI_MISUSE_NULL);
        }
        return 0;
    }
    for (uint32_t i = 0; i < clip->info.custom_count && i < capacity; ++i) {
        bindings[i] = vrmi_find_custom(tables, clip->customs[i]);
    }
    return clip->info.custom_count;
}

int32_t vrm_clip_get_legs(const vrm_clip *clip, vrm_leg_shape *out) {
    if (clip == NULL || !is_given(clip, __func__, out) || !clip->has_legs) return 0;
    *out = clip->legs;
    return 1;
}
