/*
 * vrm motion dump: what an avatar does when a motion moves it, frame by frame, so that it can be
 * compared with what another program makes of the same two files. Rotations are those of the
 * file's own axes: an avatar of 0.x is not turned around.
 */
#include "apps/kit/avatar/open.h"
#include "apps/kit/avatar/player.h"
#include "apps/kit/avatar/record.h"
#include "apps/kit/batch/load.h"
#include "apps/kit/options/arguments.h"
#include "motion.h"

/* More frames than these are not printed: a mistake in --fps would fill the disk. */
enum { MOST_FRAMES = 1000000 };

typedef struct dump {
    batch_file *motion;
    memory_budget *budget;
    vrm_allocator allocator;
    vrm_model *model;
    vrm_clip *clip;
    vrm_avatar *avatar;
    clip_player player;
    file_notes notes;
} dump;

static bool load_motion(dump *dump, const motion_options *options) {
    return load_clip(dump->motion, options->is_strict ? VRM_LOAD_STRICT : 0u, options->animation,
                     &options->files.batch.limits, dump->budget, &dump->clip, &dump->notes);
}

static bool load_avatar(const char *path, dump *dump, const motion_options *options) {
    const file_limits *limits = &options->files.batch.limits;
    vrm_report *report = NULL;
    load_bounds bounds;
    vrm_result result;
    if (!load_begin(dump->motion, limits, dump->budget, &bounds, &dump->notes)) return false;
    result = load_with(path, &bounds.desc, &dump->model, &report);
    if (result == VRM_OK || result == VRM_ERROR_OUT_OF_MEMORY) {
        vrm_report_destroy(report); /* what is said is said of the motion */
        if (result != VRM_OK) note_no_memory(&dump->notes, path, limits, dump->budget);
    } else {
        notes_add_report(&dump->notes, path, result, report);
    }
    return result == VRM_OK;
}

static bool make_avatar(const char *path, dump *dump, const motion_options *options) {
    vrm_avatar_desc desc;
    vrm_avatar_desc_init(&desc);
    dump->allocator = memory_budget_allocator(dump->budget);
    desc.allocator = &dump->allocator;
    desc.flags = VRM_AVATAR_FLAG_AS_FILE;
    vrm_avatar_create(dump->model, &desc, &dump->avatar, NULL);
    if (dump->avatar != NULL && clip_player_open(&dump->player, dump->clip, dump->model))
        return true;
    note_no_memory(&dump->notes, path, &options->files.batch.limits, dump->budget);
    return false;
}

static void close_files(dump *dump) {
    clip_player_close(&dump->player);
    vrm_avatar_destroy(dump->avatar);
    vrm_clip_release(dump->clip);
    vrm_model_release(dump->model);
    notes_release(&dump->notes);
}

static void add_quat(json_line *line, const char *key, vrm_quat q) {
    const float numbers[] = {q.x, q.y, q.z, q.w};
    json_floats(line, key, numbers, 4);
}

/* The axes of normalised rotations are those of an avatar that faces +Z; in a file whose avatar
 * faces -Z, x and z point the other way. */
static void add_bones(json_line *line, const dump *dump) {
    const vrm_humanoid *humanoid = &vrm_model_tables(dump->model)->humanoid;
    const float sign = humanoid->faces_minus_z ? -1.0f : 1.0f;
    json_object(line, "N");
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        vrm_quat q;
        if (humanoid->nodes[i] == VRM_NONE) continue;
        vrm_avatar_get_bone_rotation(dump->avatar, i, &q);
        q.x *= sign;
        q.z *= sign;
        add_quat(line, vrm_bone_name(i), q);
    }
    json_close(line);
    json_object(line, "q");
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        if (humanoid->nodes[i] == VRM_NONE) continue;
        add_quat(line, vrm_bone_name(i),
                 vrm_avatar_locals(dump->avatar)[humanoid->nodes[i]].rotation);
    }
    json_close(line);
}

static void add_frame(json_line *line, dump *dump, int64_t time) {
    const vrm_tables *tables = vrm_model_tables(dump->model);
    int32_t hips = tables->humanoid.nodes[VRM_BONE_HIPS];
    vrm_look_at_state look;
    clip_player_apply(&dump->player, dump->avatar, (double)time * 1e-9, 0);
    vrm_avatar_update_pose(dump->avatar);
    json_object(line, NULL);
    json_number(line, "t", (double)time * 1e-9);
    add_bones(line, dump);
    if (hips != VRM_NONE) {
        vrm_mat4 at;
        vrm_avatar_get_node_in_model(dump->avatar, hips, &at);
        json_floats(line, "hips", &at.m[12], 3);
    }
    json_object(line, "expr");
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        const vrm_expression *expression = &tables->expressions[i];
        float weight =
            vrm_avatar_layer_expression(dump->avatar, VRM_EXPRESSION_LAYER_MOTION, (int32_t)i);
        json_name(line, expression->preset != VRM_NONE
                            ? from_text(vrm_preset_name(expression->preset))
                            : expression->name);
        json_float(line, "", weight);
    }
    json_close(line);
    vrm_avatar_update_look_at(dump->avatar);
    vrm_look_at_state_init(&look);
    vrm_avatar_get_look_at(dump->avatar, &look);
    json_float(line, "yaw", look.yaw_degrees);
    json_float(line, "pitch", look.pitch_degrees);
    json_close(line);
}

/* Times that are the same whatever stood before them. */
static bool print_frames(dump *dump, const char *avatar, const char *motion,
                         const motion_options *options) {
    const vrm_clip_info *info = &dump->player.info;
    double duration = clip_seconds(info);
    double to = options->to >= 0.0 ? options->to : duration;
    double fps = options->fps > 0.0             ? options->fps
                 : info->keys_per_second > 0.0f ? (double)info->keys_per_second
                                                : 30.0;
    double steps = to > options->from ? (to - options->from) * fps : 0.0;
    /* Keys in a second are a float: the last frame counts if it is missed by its rounding alone. */
    double rounding = 1e-6 + steps * 1e-6;
    uint32_t count = steps < (double)MOST_FRAMES ? (uint32_t)(steps + rounding) + 1 : MOST_FRAMES;
    json_line line;
    record_begin(&line, "motion", motion);
    json_path(&line, "avatar", avatar);
    record_result(&line, &dump->notes);
    json_number(&line, "duration", duration);
    json_array(&line, "frames");
    for (uint32_t i = 0; i < count; ++i) {
        double time = options->from + (double)i / fps;
        if (batch_is_overdue(dump->motion)) {
            note_late(&dump->notes, motion, &options->files.batch.limits);
            break;
        }
        if (steps > 0.0 && (double)i + rounding >= steps) time = to;
        add_frame(&line, dump, (int64_t)(time * 1e9 + 0.5));
        json_print_some(&line);
    }
    json_close(&line);
    record_diagnostics(&line, &dump->notes);
    return json_print(&line) && !batch_is_overdue(dump->motion);
}

void motion_dump(batch_file *motion, memory_budget *budget, const char *avatar,
                 const motion_options *options) {
    dump dump = {.motion = motion, .budget = budget};
    const char *failed = avatar;
    bool is_good = load_avatar(avatar, &dump, options);
    if (is_good) {
        failed = motion->input.path;
        is_good = load_motion(&dump, options) && make_avatar(avatar, &dump, options);
    }
    if (!batch_begin_report(motion)) {
        is_good = false; /* it was given up, and somebody says so */
    } else if (is_good) {
        is_good = print_frames(&dump, avatar, motion->input.path, options);
    } else {
        record_print_failure("motion", failed, &dump.notes);
    }
    close_files(&dump);
    batch_end_report(motion, is_good);
}
