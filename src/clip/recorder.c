/*
 * Poses, recorded into a clip: each thing that poses say becomes a track of a motion without a
 * file, and the motion a clip, as that of any file does.
 */
#include "base/desc.h"
#include "clip/clip.h"
#include "clip/diagnostics.h"
#include "model/diagnostics.h"
#include "model/model.h"

#include <string.h>

VRMI_DESC_CHECK(vrm_recorder_desc, reserved);

enum { NAME_BYTES = 64, DEFAULT_POSES = 3600, MOST_POSES = 10000000 };
enum { DEFAULT_CUSTOMS = 64, MOST_CUSTOMS = 1024 };

typedef struct recorded {
    int64_t time;  /* since the first pose */
    vrm_pose pose; /* without customs */
} recorded;

/* The name of a custom expression. */
typedef struct custom_name {
    uint32_t length;
    char text[NAME_BYTES];
} custom_name;

struct vrm_recorder {
    vrmi_memory memory;
    size_t bytes;
    vrm_recorder_desc desc; /* complete; without its pointer */
    recorded *poses;
    custom_name *customs;
    float *weights; /* by pose and custom; -1: not said */
    uint32_t count;
    uint32_t custom_count;
    int64_t begin;
};

void vrm_recorder_desc_init_sized(vrm_recorder_desc *desc, size_t struct_size) {
    vrmi_desc_init(desc, struct_size);
}

static bool read_desc(const vrm_recorder_desc *desc, vrm_recorder_desc *own) {
    if (!vrmi_desc_read(own, sizeof *own, VRMI_SIZE_UP_TO(vrm_recorder_desc, hips_height), desc,
                        0)) {
        return false;
    }
    if (own->pose_capacity == 0) own->pose_capacity = DEFAULT_POSES;
    if (own->custom_capacity == 0) own->custom_capacity = DEFAULT_CUSTOMS;
    if (own->hips_height == 0.0f) own->hips_height = 1.0f;
    return own->pose_capacity <= MOST_POSES && own->custom_capacity <= MOST_CUSTOMS &&
           own->hips_height >= 1e-3f && own->hips_height <= 1e3f;
}

vrm_result vrm_recorder_create(const vrm_recorder_desc *desc, vrm_recorder **out_recorder,
                               vrm_report **out_report) {
    vrm_recorder_desc own;
    vrmi_layout layout = {0, false};
    vrmi_memory memory;
    vrm_recorder *recorder;
    unsigned char *block;
    size_t poses, customs, weights;
    if (out_recorder != NULL) *out_recorder = NULL;
    if (out_recorder == NULL || !read_desc(desc, &own)) {
        return vrmi_report_end(out_report, VRM_ERROR_INVALID_ARGUMENT);
    }
    vrmi_memory_init(&memory, own.allocator);
    own.allocator = NULL;
    vrmi_layout_add(&layout, 1, sizeof *recorder, alignof(vrm_recorder));
    poses = vrmi_layout_add(&layout, own.pose_capacity, sizeof(recorded), alignof(recorded));
    customs =
        vrmi_layout_add(&layout, own.custom_capacity, sizeof(custom_name), alignof(custom_name));
    weights = vrmi_layout_add(&layout, own.pose_capacity, own.custom_capacity * sizeof(float),
                              alignof(float));
    block = layout.overflow ? NULL : vrmi_memory_allocate(&memory, layout.size);
    if (block == NULL) return vrmi_report_end(out_report, VRM_ERROR_OUT_OF_MEMORY);
    recorder = (vrm_recorder *)(void *)block;
    memset(recorder, 0, sizeof *recorder);
    recorder->memory = memory;
    recorder->bytes = layout.size;
    recorder->desc = own;
    recorder->poses = (recorded *)(void *)(block + poses);
    recorder->customs = (custom_name *)(void *)(block + customs);
    recorder->weights = (float *)(void *)(block + weights);
    *out_recorder = recorder;
    return vrmi_report_end(out_report, VRM_OK);
}

void vrm_recorder_destroy(vrm_recorder *recorder) {
    vrmi_memory memory;
    if (recorder == NULL) return;
    memory = recorder->memory;
    vrmi_memory_release(&memory, recorder, recorder->bytes);
}

uint32_t vrm_recorder_count(const vrm_recorder *recorder) {
    return recorder != NULL ? recorder->count : 0;
}

void vrm_recorder_clear(vrm_recorder *recorder) {
    if (recorder == NULL) return;
    recorder->count = recorder->custom_count = 0;
}

/* --- Adding --- */

/* The place of a custom expression, which may be new; VRM_NONE: there is no room for it. */
static int32_t find_custom(vrm_recorder *r, vrm_string name) {
    custom_name *own = &r->customs[r->custom_count];
    if (name.data == NULL || name.length == 0 || name.length >= NAME_BYTES) return VRM_NONE;
    for (uint32_t i = 0; i < r->custom_count; ++i) {
        if (r->customs[i].length == name.length &&
            memcmp(r->customs[i].text, name.data, name.length) == 0) {
            return (int32_t)i;
        }
    }
    if (r->custom_count == r->desc.custom_capacity) return VRM_NONE;
    memset(own, 0, sizeof *own);
    memcpy(own->text, name.data, name.length);
    own->length = name.length;
    return (int32_t)r->custom_count++;
}

static void add_customs(vrm_recorder *r, const vrm_pose *pose, float *weights) {
    for (uint32_t i = 0; i < r->desc.custom_capacity; ++i) weights[i] = -1.0f;
    for (uint32_t i = 0; pose->customs != NULL && i < pose->custom_count; ++i) {
        const int32_t custom = find_custom(r, pose->customs[i].name);
        if (custom != VRM_NONE) weights[custom] = vrmi_saturate(pose->customs[i].weight);
    }
}

/* What is not finite counts as rest. */
static void make_finite(vrm_pose *pose) {
    for (int i = 0; i < VRM_BONE_COUNT; ++i) {
        if (!vrmi_quat_is_finite(pose->rotations[i])) pose->rotations[i] = vrmi_quat_identity();
    }
    for (int i = 0; i < VRM_PRESET_COUNT; ++i) pose->weights[i] = vrmi_saturate(pose->weights[i]);
    pose->hips = vrmi_vec3_to_finite(pose->hips);
    pose->look_at = vrmi_vec3_to_finite(pose->look_at);
    pose->yaw_degrees = vrmi_to_finite(pose->yaw_degrees);
    pose->pitch_degrees = vrmi_to_finite(pose->pitch_degrees);
}

vrm_result vrm_recorder_add(vrm_recorder *recorder, int64_t time, const vrm_pose *pose) {
    recorded *own;
    uint32_t place;
    if (recorder == NULL || pose == NULL) return VRM_ERROR_INVALID_ARGUMENT;
    if (recorder->count == 0) recorder->begin = time;
    /* Differences of times are taken as unsigned numbers: any origin is allowed. */
    if (time < recorder->begin || (uint64_t)time - (uint64_t)recorder->begin > INT64_MAX) {
        return VRM_ERROR_INVALID_ARGUMENT;
    }
    time = (int64_t)((uint64_t)time - (uint64_t)recorder->begin);
    place = recorder->count;
    if (place != 0) {
        const int64_t last = recorder->poses[place - 1].time;
        if (time < last) return VRM_ERROR_INVALID_ARGUMENT;
        if (time == last) --place;
    }
    if (place == recorder->desc.pose_capacity) return VRM_ERROR_LIMIT;
    recorder->count = place + 1;
    own = &recorder->poses[place];
    own->time = time;
    own->pose = *pose;
    own->pose.bones &= VRM_ALL_BONES;
    own->pose.presets &= VRM_ALL_PRESETS;
    own->pose.customs = NULL;
    own->pose.custom_count = own->pose.custom_capacity = 0;
    make_finite(&own->pose);
    add_customs(recorder, pose, recorder->weights + (size_t)place * recorder->desc.custom_capacity);
    return VRM_OK;
}

/* --- Making a clip --- */

/* What a track is of. */
typedef enum part {
    PART_ROTATION, /* of the bone `index` */
    PART_HIPS,
    PART_PRESET,
    PART_CUSTOM,
    PART_DIRECTION,
    PART_POINT
} part;

typedef struct maker {
    const vrm_recorder *recorder;
    vrmi_load *load;
    vrmi_source_motion *motion;
    const float *times; /* of all poses, in seconds */
} maker;

static bool says(const maker *m, uint32_t index, part kind, uint32_t channel) {
    const vrm_pose *pose = &m->recorder->poses[index].pose;
    switch (kind) {
    case PART_ROTATION:
        return (pose->bones >> channel & 1) != 0;
    case PART_HIPS:
        return (pose->parts & VRM_POSE_HIPS) != 0;
    case PART_PRESET:
        return (pose->presets >> channel & 1) != 0;
    case PART_CUSTOM:
        return m->recorder->weights[(size_t)index * m->recorder->desc.custom_capacity + channel] >=
               0.0f;
    case PART_DIRECTION:
        return (pose->parts & VRM_POSE_LOOK_AT_DEGREES) != 0;
    default:
        return (pose->parts & VRM_POSE_LOOK_AT_POINT) != 0;
    }
}

/* Yaw and pitch as the rotation that .vrma has for them (AN-021). */
static vrm_quat direction_of(const vrm_pose *pose) {
    const vrm_quat yaw =
        vrmi_quat_from_axis_angle(vrm_vec3_make(0.0f, 1.0f, 0.0f), vrmi_radians(pose->yaw_degrees));
    const vrm_quat pitch = vrmi_quat_from_axis_angle(vrm_vec3_make(1.0f, 0.0f, 0.0f),
                                                     vrmi_radians(pose->pitch_degrees));
    return vrmi_quat_multiply(yaw, pitch);
}

static uint32_t width_of(part kind) {
    if (kind == PART_ROTATION || kind == PART_DIRECTION) return 4;
    return kind == PART_HIPS || kind == PART_POINT ? 3 : 1;
}

static float *put_quat(float *out, vrm_quat q) {
    out[0] = q.x, out[1] = q.y, out[2] = q.z, out[3] = q.w;
    return out + 4;
}

static float *put_vec3(float *out, vrm_vec3 v) {
    out[0] = v.x, out[1] = v.y, out[2] = v.z;
    return out + 3;
}

static float *put_value(const maker *m, uint32_t index, part kind, uint32_t channel, float *out) {
    const vrm_pose *pose = &m->recorder->poses[index].pose;
    switch (kind) {
    case PART_ROTATION:
        return put_quat(out, pose->rotations[channel]);
    case PART_HIPS:
        return put_vec3(out, pose->hips);
    case PART_PRESET:
        *out = pose->weights[channel];
        return out + 1;
    case PART_CUSTOM:
        *out = m->recorder->weights[(size_t)index * m->recorder->desc.custom_capacity + channel];
        return out + 1;
    case PART_DIRECTION:
        return put_quat(out, direction_of(pose));
    default:
        return put_vec3(out, pose->look_at);
    }
}

/* Whether seconds can tell a pose from the one before it: times of a clip rise. */
static bool has_own_time(const maker *m, uint32_t index) {
    return index == 0 || m->times[index] > m->times[index - 1];
}

/* The track of one part; VRM_NONE in `out`: no pose says it. False: memory was refused. */
static bool add_track(maker *m, part kind, uint32_t channel, int32_t *out) {
    const uint32_t count = m->recorder->count;
    vrmi_source_track *track = &m->motion->tracks[m->motion->track_count];
    float *times, *values;
    uint32_t keys = 0;
    *out = VRM_NONE;
    for (uint32_t i = 0; i < count; ++i) keys += has_own_time(m, i) && says(m, i, kind, channel);
    if (keys == 0) return true;
    times = VRMI_TAKE(m->load->scratch, float, keys);
    values = VRMI_TAKE(m->load->scratch, float, (size_t)keys *width_of(kind));
    if (times == NULL || values == NULL) return false;
    *track = (vrmi_source_track){times, values, keys, VRM_INTERPOLATION_LINEAR};
    for (uint32_t i = 0; i < count; ++i) {
        if (!has_own_time(m, i) || !says(m, i, kind, channel)) continue;
        *times++ = m->times[i];
        values = put_value(m, i, kind, channel, values);
    }
    *out = (int32_t)m->motion->track_count++;
    return true;
}

/* A joint for each bone, as in a body that has no others. */
static bool add_bones(maker *m, uint64_t bones, vrm_pose_parts parts) {
    int32_t joints[VRM_BONE_COUNT];
    if ((parts & VRM_POSE_HIPS) != 0) bones |= VRM_BONE_BIT(VRM_BONE_HIPS);
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        vrmi_source_joint *joint = &m->motion->joints[m->motion->joint_count];
        vrm_bone parent = vrmi_bone_parent(bone);
        joints[bone] = VRM_NONE;
        if ((bones >> bone & 1) == 0) continue;
        vrmi_source_joint_init(joint);
        joint->bone = bone;
        while (parent != VRM_NONE && joints[parent] == VRM_NONE) parent = vrmi_bone_parent(parent);
        if (parent != VRM_NONE) joint->parent = joints[parent];
        joints[bone] = (int32_t)m->motion->joint_count++;
        if (!add_track(m, PART_ROTATION, (uint32_t)bone, &joint->rotation_track)) return false;
        if (bone == VRM_BONE_HIPS && !add_track(m, PART_HIPS, 0, &joint->translation_track)) {
            return false;
        }
    }
    return true;
}

static bool add_expression(maker *m, part kind, uint32_t channel, vrm_preset preset,
                           vrm_string name) {
    vrmi_source_expression *expression = &m->motion->expressions[m->motion->expression_count];
    *expression = (vrmi_source_expression){preset, name, VRM_NONE};
    if (!add_track(m, kind, channel, &expression->track)) return false;
    if (expression->track != VRM_NONE) m->motion->expression_count += 1;
    return true;
}

static bool add_face(maker *m, vrm_pose_parts parts) {
    const vrm_string no_name = {"", 0};
    for (vrm_preset preset = 0; preset < VRM_PRESET_COUNT; ++preset) {
        if (!add_expression(m, PART_PRESET, (uint32_t)preset, preset, no_name)) return false;
    }
    for (uint32_t i = 0; i < m->recorder->custom_count; ++i) {
        const vrm_string name = {m->recorder->customs[i].text, m->recorder->customs[i].length};
        if (!add_expression(m, PART_CUSTOM, i, VRM_NONE, name)) return false;
    }
    if ((parts & VRM_POSE_LOOK_AT_DEGREES) != 0) {
        return add_track(m, PART_DIRECTION, 0, &m->motion->look_at_rotation);
    }
    return add_track(m, PART_POINT, 0, &m->motion->look_at_point);
}

static bool make_motion(maker *m) {
    const vrm_recorder *r = m->recorder;
    vrmi_source_motion *motion = m->motion;
    const size_t expressions = (size_t)VRM_PRESET_COUNT + r->custom_count;
    float *times = VRMI_TAKE(m->load->scratch, float, r->count);
    uint64_t bones = 0;
    vrm_pose_parts parts = 0;
    vrmi_source_init(motion, VRM_CLIP_FORMAT_POSES);
    motion->animation_count = 1;
    motion->unit = r->desc.hips_height; /* one unit is one hips height, as in the poses */
    motion->joints = VRMI_TAKE(m->load->scratch, vrmi_source_joint, VRM_BONE_COUNT);
    motion->tracks =
        VRMI_TAKE(m->load->scratch, vrmi_source_track, VRM_BONE_COUNT + expressions + 2);
    motion->expressions = VRMI_TAKE(m->load->scratch, vrmi_source_expression, expressions);
    if (times == NULL || motion->joints == NULL || motion->tracks == NULL ||
        motion->expressions == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < r->count; ++i) {
        times[i] = (float)((double)r->poses[i].time * 1e-9);
        bones |= r->poses[i].pose.bones;
        parts |= r->poses[i].pose.parts;
    }
    m->times = times;
    return add_bones(m, bones, parts) && add_face(m, parts);
}

vrm_result vrm_recorder_make_clip(const vrm_recorder *recorder, vrm_clip **out_clip,
                                  vrm_report **out_report) {
    vrmi_memory memory, own;
    vrmi_arena scratch;
    vrmi_source_motion motion;
    vrmi_load_settings settings;
    vrmi_load load;
    maker m = {recorder, &load, &motion, NULL};
    vrm_report *report = NULL;
    if (out_clip != NULL) *out_clip = NULL;
    if (recorder == NULL || out_clip == NULL) {
        return vrmi_report_end(out_report, VRM_ERROR_INVALID_ARGUMENT);
    }
    if (out_report != NULL) {
        report = *out_report = vrmi_report_create(&recorder->memory.allocator, 0);
        if (report == NULL) return vrmi_report_end(out_report, VRM_ERROR_OUT_OF_MEMORY);
    }
    vrmi_memory_init(&memory, &recorder->memory.allocator);
    vrmi_memory_init(&own, &recorder->memory.allocator);
    vrmi_arena_init(&scratch, &memory, 0);
    vrmi_load_settings_read(&settings, NULL);
    settings.more_diagnostics = &vrmi_clip_diagnostics;
    vrmi_load_init(&load, &settings, &memory, report, vrmi_model_diagnostics);
    load.arena = load.scratch = &scratch;
    if (!make_motion(&m)) {
        vrmi_load_refused(&load);
    } else if (motion.track_count == 0) {
        vrmi_load_found(&load, VRMI_RECORDER_EMPTY, NULL, NULL);
    } else {
        *out_clip = vrmi_clip_build(&load, &own, &motion);
    }
    vrmi_arena_release(&scratch);
    return load.result;
}
