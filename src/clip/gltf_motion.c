/*
 * Motions in glTF files: .vrma, avatars with an animation of their own, and other files whose nodes
 * have the names of a known skeleton. The nodes that matter become joints, and the channels of one
 * animation become their tracks.
 */
#include "clip/gltf_motion.h"

#include "base/text.h"
#include "clip/diagnostics.h"
#include "clip/quat64.h"
#include "clip/skeleton_names.h"
#include "gltf/forest.h"
#include "gltf/unpack.h"

#include <string.h>

/* Times of an accessor as they are used. */
typedef struct key_times {
    const float *times;   /* NULL: not read yet */
    const uint32_t *kept; /* which of the file's keys they are; NULL: all of them */
    uint32_t count;
} key_times;

typedef struct reader {
    vrmi_load *load;
    const vrm_model *model;
    const vrm_gltf *gltf;
    const vrm_animation *animation; /* NULL: there is none */
    vrmi_source_motion *motion;
    vrmi_motion_map map;
    key_times *inputs;                   /* by accessor */
    int32_t *node_joints;                /* by node; VRM_NONE: it does not matter */
    int32_t bone_joints[VRM_BONE_COUNT]; /* as they were mapped */
    int32_t *rotations;                  /* by node: its channel; VRM_NONE: none */
    int32_t *translations;               /* likewise */
    uint8_t *is_used;                    /* by channel */
    uint64_t floats_left;                /* of all tracks: a file must not make more of itself */
} reader;

static int32_t *take_indices(reader *r, size_t count) {
    int32_t *indices = VRMI_TAKE(r->load->scratch, int32_t, count);
    for (size_t i = 0; indices != NULL && i < count; ++i) indices[i] = VRM_NONE;
    return indices;
}

/* --- Tracks --- */

/* Keys at rising times. Of keys at one time the last counts, and one that goes back is left out. */
static bool clean_times(reader *r, float *times, key_times *out) {
    uint32_t *kept, count = 0;
    bool is_clean = true;
    for (uint32_t i = 1; i < out->count && is_clean; ++i) is_clean = times[i] > times[i - 1];
    out->times = times;
    if (is_clean) return true;
    kept = VRMI_TAKE(r->load->scratch, uint32_t, out->count);
    if (kept == NULL) return false;
    for (uint32_t i = 0; i < out->count; ++i) {
        if (count != 0 && times[i] < times[count - 1]) continue;
        if (count != 0 && times[i] == times[count - 1]) --count;
        times[count] = times[i];
        kept[count++] = i;
    }
    vrmi_load_found(r->load, VRMI_MOTION_TIMES, NULL, VRMI_WITH(vrmi_unsigned(out->count - count)));
    out->kept = kept;
    out->count = count;
    return true;
}

static bool read_times(reader *r, int32_t accessor, key_times **out) {
    key_times *own = &r->inputs[accessor];
    float *times;
    *out = own;
    if (own->times != NULL) return true;
    own->count = (uint32_t)r->gltf->accessors[accessor].count;
    times = VRMI_TAKE(r->load->scratch, float, own->count);
    if (times == NULL) return false;
    if (vrm_model_read_floats(r->model, accessor, times, own->count) != VRM_OK) {
        own->count = 0; /* bytes that are missing have been reported */
        own->times = times;
        return true;
    }
    return clean_times(r, times, own);
}

/* The channel as a track of `width` numbers a value; VRM_NONE in `out`: it cannot be used. */
static bool read_track(reader *r, int32_t channel_index, uint32_t width, int32_t *out) {
    const vrm_channel *channel = &r->animation->channels[channel_index];
    const uint32_t components = channel->path == VRM_ANIMATION_PATH_ROTATION ? 4 : 3;
    const uint32_t values = channel->interpolation == VRM_INTERPOLATION_CUBIC_SPLINE ? 3 : 1;
    vrmi_source_track *track = &r->motion->tracks[r->motion->track_count];
    size_t floats = vrm_model_accessor_floats(r->model, channel->output);
    key_times *keys;
    float *all;
    *out = VRM_NONE;
    r->is_used[channel_index] = 1;
    if (!read_times(r, channel->input, &keys)) return false;
    if (keys->count == 0) return true;
    if (floats > r->floats_left) {
        if (r->floats_left != 0) vrmi_load_found(r->load, VRMI_MOTION_KEYS, NULL, NULL);
        r->floats_left = 0;
        return true;
    }
    r->floats_left -= floats;
    all = VRMI_TAKE(r->load->scratch, float, floats);
    if (all == NULL) return false;
    if (vrm_model_read_floats(r->model, channel->output, all, floats) != VRM_OK) return true;
    for (uint32_t i = 0; i < keys->count; ++i) {
        const uint32_t from = keys->kept != NULL ? keys->kept[i] : i;
        for (uint32_t v = 0; v < values; ++v) {
            memmove(all + ((size_t)i * values + v) * width,
                    all + ((size_t)from * values + v) * components, width * sizeof *all);
        }
    }
    *track = (vrmi_source_track){keys->times, all, keys->count, channel->interpolation};
    *out = (int32_t)r->motion->track_count++;
    return true;
}

/* --- Channels --- */

static bool find_channels(reader *r) {
    r->rotations = take_indices(r, r->gltf->node_count);
    r->translations = take_indices(r, r->gltf->node_count);
    if (r->rotations == NULL || r->translations == NULL) return false;
    if (r->animation == NULL) return true;
    for (uint32_t i = 0; i < r->animation->channel_count; ++i) {
        const vrm_channel *channel = &r->animation->channels[i];
        if (channel->path == VRM_ANIMATION_PATH_ROTATION) r->rotations[channel->node] = (int32_t)i;
        if (channel->path == VRM_ANIMATION_PATH_TRANSLATION) {
            r->translations[channel->node] = (int32_t)i;
        }
    }
    return true;
}

static bool is_bone_node(const reader *r, int32_t node, vrm_bone *out) {
    int32_t joint = r->node_joints[node];
    if (joint == VRM_NONE) return false;
    *out = r->motion->joints[joint].bone;
    return *out != VRM_NONE;
}

/* Whether an expression or lookAt hangs on the node. */
static bool is_face_node(const reader *r, int32_t node) {
    if (node == r->map.look_at_node) return true;
    for (uint32_t i = 0; i < r->map.expression_count; ++i) {
        if (r->map.expressions[i].node == node) return true;
    }
    return false;
}

/* Says what became of the channels that nothing used (AN-009, AN-010, AN-026, AN-033). */
static void report_unused(reader *r) {
    uint64_t unused = 0;
    for (uint32_t i = 0; r->animation != NULL && i < r->animation->channel_count; ++i) {
        const vrm_channel *channel = &r->animation->channels[i];
        vrm_bone bone;
        if (r->is_used[i]) continue;
        if (!vrmi_load_goes_on(r->load)) return;
        if (is_bone_node(r, channel->node, &bone)) {
            vrmi_diagnostic_id id = channel->path == VRM_ANIMATION_PATH_SCALE ? VRMI_MOTION_SCALE
                                    : channel->path == VRM_ANIMATION_PATH_TRANSLATION
                                        ? VRMI_MOTION_TRANSLATION
                                        : VRMI_MOTION_OTHER_CHANNEL;
            vrmi_load_found(r->load, id, NULL,
                            VRMI_WITH(vrmi_node_reference(r->gltf, channel->node)));
        } else if (r->map.expression_count <= 64 && is_face_node(r, channel->node)) {
            vrmi_load_found(r->load, VRMI_MOTION_OTHER_CHANNEL, NULL,
                            VRMI_WITH(vrmi_node_reference(r->gltf, channel->node)));
        } else {
            unused += 1;
        }
    }
    if (unused != 0)
        vrmi_load_found(r->load, VRMI_MOTION_UNUSED, NULL, VRMI_WITH(vrmi_unsigned(unused)));
}

/* --- Joints --- */

/* A node that matters, and all above it. */
static void mark(reader *r, int32_t node) {
    for (; node != VRM_NONE && r->node_joints[node] == VRM_NONE;
         node = r->gltf->nodes[node].parent) {
        r->node_joints[node] = 0;
        r->motion->joint_count += 1;
    }
}

static void place_joint(reader *r, int32_t node, vrmi_source_joint *joint) {
    const vrm_node *from = &r->gltf->nodes[node];
    const vrm_mat4 origin = vrmi_mat4_identity();
    const vrmi_source_joint *above;
    vrmi_quat64 turn = vrmi_quat64_normalize(vrmi_quat64_from(from->rest.rotation));
    vrmi_source_joint_init(joint);
    joint->name = from->name;
    joint->rest = from->rest;
    if (from->parent != VRM_NONE) joint->parent = r->node_joints[from->parent];
    above = joint->parent != VRM_NONE ? &r->motion->joints[joint->parent] : NULL;
    joint->t_pose = vrmi_mat4_place(above != NULL ? &above->t_pose : &origin, &from->rest);
    if (above != NULL) turn = vrmi_quat64_multiply(vrmi_quat64_from(above->rotation), turn);
    joint->rotation = vrmi_quat64_narrow(vrmi_quat64_normalize(turn));
}

/* The nodes that matter in an order in which parents come first. */
static bool make_joints(reader *r) {
    const uint32_t count = r->gltf->node_count;
    vrmi_forest forest;
    uint32_t made = 0;
    r->motion->joints =
        VRMI_TAKE(r->load->scratch, vrmi_source_joint,
                  (size_t)r->motion->joint_count + VRM_BONE_COUNT); /* nodes of several bones */
    if (r->motion->joints == NULL ||
        !vrmi_forest_take(r->load->scratch, r->gltf->nodes, count, &forest)) {
        return false;
    }
    for (uint32_t i = 0; i < count; ++i) {
        int32_t node = forest.order[i];
        if (r->node_joints[node] == VRM_NONE) continue;
        r->node_joints[node] = (int32_t)made;
        place_joint(r, node, &r->motion->joints[made++]);
    }
    return true;
}

/* Bones of the extension, or of the avatar in the file. */
static void map_bones(reader *r, const int32_t *nodes) {
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        vrmi_source_joint *joint;
        if (nodes[bone] == VRM_NONE) continue;
        joint = &r->motion->joints[r->node_joints[nodes[bone]]];
        if (joint->bone != VRM_NONE) {
            /* Both bones turn as the node does: the second has a joint of its own (AN-032). */
            vrmi_source_joint *twin = &r->motion->joints[r->motion->joint_count++];
            vrmi_load_found(r->load, VRMI_MOTION_SHARED_NODE, NULL,
                            VRMI_WITH(vrmi_node_reference(r->gltf, nodes[bone])));
            *twin = *joint;
            joint = twin;
        }
        joint->bone = bone;
        r->bone_joints[bone] = (int32_t)(joint - r->motion->joints);
    }
}

static bool read_joints(reader *r, const int32_t *bone_nodes) {
    r->motion->joint_count = 0;
    r->node_joints = take_indices(r, r->gltf->node_count);
    if (r->node_joints == NULL) return false;
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) mark(r, bone_nodes[bone]);
    if (r->map.look_at_node != VRM_NONE) mark(r, r->gltf->nodes[r->map.look_at_node].parent);
    if (!make_joints(r)) return false;
    map_bones(r, bone_nodes);
    return true;
}

/* --- Tracks of joints --- */

/* Whether a joint that is no bone turns or moves one: there is a bone below it. Nodes that look at
 * nothing but the eyes do not count. */
static void mark_above_bones(const vrmi_source_motion *motion, uint8_t *is_above) {
    memset(is_above, 0, motion->joint_count);
    for (uint32_t i = motion->joint_count; i-- > 0;) {
        const vrmi_source_joint *joint = &motion->joints[i];
        if (joint->bone == VRM_NONE && !is_above[i]) continue;
        if (joint->parent != VRM_NONE) is_above[joint->parent] = 1;
    }
}

/* Above the hips, translations count too: root motion (AMB-099). */
static void mark_above_hips(const vrmi_source_motion *motion, uint8_t *is_above) {
    int32_t at = vrmi_source_find_bone(motion, VRM_BONE_HIPS);
    memset(is_above, 0, motion->joint_count);
    for (; at != VRM_NONE; at = motion->joints[at].parent) is_above[at] = 1;
}

/* Bones that share a node with another have its tracks. */
static void share_tracks(reader *r) {
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        const int32_t node = r->map.bone_nodes[bone], joint = r->bone_joints[bone];
        if (node == VRM_NONE || joint == VRM_NONE) continue;
        r->motion->joints[joint].rotation_track =
            r->motion->joints[r->node_joints[node]].rotation_track;
    }
}

static bool read_joint_tracks(reader *r, bool mapped_only) {
    vrmi_source_motion *motion = r->motion;
    uint8_t *above_bones = VRMI_TAKE(r->load->scratch, uint8_t, motion->joint_count);
    uint8_t *above_hips = VRMI_TAKE(r->load->scratch, uint8_t, motion->joint_count);
    uint64_t between = 0;
    if (above_bones == NULL || above_hips == NULL) return false;
    mark_above_bones(motion, above_bones);
    mark_above_hips(motion, above_hips);
    for (uint32_t node = 0; r->animation != NULL && node < r->gltf->node_count; ++node) {
        const int32_t index = r->node_joints[node];
        vrmi_source_joint *joint;
        bool is_bone, moves = false;
        if (index == VRM_NONE) continue;
        joint = &motion->joints[index];
        is_bone = joint->bone != VRM_NONE;
        if (!is_bone && (mapped_only || !above_bones[index])) continue;
        if (r->rotations[node] != VRM_NONE) {
            if (!read_track(r, r->rotations[node], 4, &joint->rotation_track)) return false;
            moves = true;
        }
        if (above_hips[index] && r->translations[node] != VRM_NONE) {
            if (!read_track(r, r->translations[node], 3, &joint->translation_track)) return false;
            moves = true;
        }
        if (moves && !is_bone) between += 1;
    }
    share_tracks(r);
    if (between != 0) {
        vrmi_load_found(r->load, VRMI_MOTION_BETWEEN, NULL, VRMI_WITH(vrmi_unsigned(between)));
    }
    return true;
}

/* --- Face --- */

static bool read_face(reader *r) {
    vrmi_source_motion *motion = r->motion;
    const int32_t look_at = r->map.look_at_node;
    motion->eye_offset = r->map.eye_offset;
    motion->has_eye_offset = r->map.has_eye_offset;
    motion->expressions =
        VRMI_TAKE(r->load->scratch, vrmi_source_expression, r->map.expression_count);
    if (motion->expressions == NULL) return false;
    for (uint32_t i = 0; i < r->map.expression_count; ++i) {
        const vrmi_motion_expression *from = &r->map.expressions[i];
        vrmi_source_expression *to = &motion->expressions[motion->expression_count];
        *to = (vrmi_source_expression){from->preset, from->name, VRM_NONE};
        if (!vrmi_load_goes_on(r->load)) return false;
        /* A node without a channel says nothing (AN-027). X is the weight (AN-017). */
        if (r->translations[from->node] == VRM_NONE) continue;
        if (r->is_used[r->translations[from->node]]) {
            vrmi_load_found(r->load, VRMI_MOTION_SHARED_NODE, NULL,
                            VRMI_WITH(vrmi_node_reference(r->gltf, from->node)));
        }
        if (!read_track(r, r->translations[from->node], 1, &to->track)) return false;
        if (to->track != VRM_NONE) motion->expression_count += 1;
    }
    if (look_at == VRM_NONE) return true;
    if (r->rotations[look_at] != VRM_NONE) {
        return read_track(r, r->rotations[look_at], 4, &motion->look_at_rotation);
    }
    if (r->translations[look_at] == VRM_NONE) return true;
    vrmi_load_found(r->load, VRMI_MOTION_LOOK_AT_POINT, NULL, NULL);
    if (r->gltf->nodes[look_at].parent != VRM_NONE) {
        motion->look_at_parent = r->node_joints[r->gltf->nodes[look_at].parent];
    }
    return read_track(r, r->translations[look_at], 3, &motion->look_at_point);
}

/* --- Hips --- */

static float height_of(const vrmi_source_joint *joint) { return joint->t_pose.m[13]; }

/* How far the hips are above the lowest foot; 0: there is none below them. */
static float height_above_feet(const vrmi_source_motion *motion, const vrmi_source_joint *hips) {
    static const vrm_bone feet[] = {VRM_BONE_LEFT_FOOT, VRM_BONE_RIGHT_FOOT, VRM_BONE_LEFT_TOES,
                                    VRM_BONE_RIGHT_TOES};
    float most = 0.0f;
    for (size_t i = 0; i < sizeof feet / sizeof feet[0]; ++i) {
        int32_t foot = vrmi_source_find_bone(motion, feet[i]);
        if (foot != VRM_NONE)
            most = vrmi_max(most, height_of(hips) - height_of(&motion->joints[foot]));
    }
    return most;
}

/* One hips height (AN-015, AN-016), and the unit of the file. */
static void measure_hips(reader *r) {
    vrmi_source_motion *motion = r->motion;
    int32_t index = vrmi_source_find_bone(motion, VRM_BONE_HIPS);
    const vrmi_source_joint *hips;
    if (index == VRM_NONE) return;
    hips = &motion->joints[index];
    motion->hips_rest = vrmi_vec3_to_finite(vrmi_mat4_translation(&hips->t_pose));
    motion->hips_height = motion->hips_rest.y;
    if (motion->hips_height < 1e-3f) {
        float height = height_above_feet(motion, hips);
        vrmi_load_found(r->load, VRMI_MOTION_HIPS_HEIGHT, NULL,
                        VRMI_WITH(vrmi_number((double)motion->hips_height)));
        motion->hips_height = height >= 1e-3f ? height : 1.0f;
    }
    /* No body has its hips at 5 m: those are centimeters (a much copied file has 90). */
    if (motion->hips_height >= 5.0f) {
        vrmi_load_found(r->load, VRMI_MOTION_CENTIMETRES, NULL,
                        VRMI_WITH(vrmi_number((double)motion->hips_height)));
        motion->unit = 0.01f;
    }
}

static void report_rest_scale(reader *r) {
    for (uint32_t node = 0; node < r->gltf->node_count; ++node) {
        const vrm_vec3 s = r->gltf->nodes[node].rest.scale;
        if (r->node_joints[node] == VRM_NONE) continue;
        if (fabsf(s.x - 1.0f) + fabsf(s.y - 1.0f) + fabsf(s.z - 1.0f) <= 1e-3f) continue;
        vrmi_load_found(r->load, VRMI_MOTION_REST_SCALE, NULL,
                        VRMI_WITH(vrmi_node_reference(r->gltf, (int32_t)node)));
        return; /* the first is enough */
    }
}

/* --- The whole --- */

static void choose_animation(reader *r, int32_t wanted) {
    const uint32_t count = r->gltf->animation_count;
    r->motion->animation_count = count;
    if (count == 0) {
        vrmi_load_found(r->load, VRMI_MOTION_NO_ANIMATION, NULL, NULL);
        return;
    }
    if (!vrmi_is_index(wanted, count)) {
        vrmi_load_found(r->load, VRMI_MOTION_ANIMATION, NULL,
                        VRMI_WITH(vrmi_unsigned(count), vrmi_integer(wanted)));
        wanted = 0;
    }
    r->animation = &r->gltf->animations[wanted];
    r->motion->name = r->animation->name;
}

static bool has_avatar(const vrm_tables *tables) {
    return tables->humanoid.nodes[VRM_BONE_HIPS] != VRM_NONE;
}

/* Nodes that have the names of a known skeleton (AN-041). */
#if defined(VRM_VRMA_ONLY)
static bool read_names(reader *r) {
    vrmi_load_found(r->load, VRMI_NO_MOTION, NULL, NULL);
    return false;
}
#else
static bool read_names(reader *r) {
    vrmi_source_joint *named = VRMI_TAKE(r->load->scratch, vrmi_source_joint, r->gltf->node_count);
    const vrmi_skeleton_family *family;
    if (named == NULL) return false;
    for (uint32_t i = 0; i < r->gltf->node_count; ++i) {
        vrmi_source_joint_init(&named[i]);
        named[i].name = r->gltf->nodes[i].name;
    }
    family = vrmi_find_skeleton(named, r->gltf->node_count);
    if (family == NULL || r->animation == NULL) {
        vrmi_load_found(r->load, VRMI_NO_MOTION, NULL, NULL);
        return false;
    }
    for (uint32_t i = 0; i < r->gltf->node_count; ++i) {
        if (named[i].bone != VRM_NONE) r->map.bone_nodes[named[i].bone] = (int32_t)i;
    }
    r->motion->skeleton = (vrm_string){family->name, (uint32_t)strlen(family->name)};
    return read_joints(r, r->map.bone_nodes);
}
#endif

/* Which nodes are bones. False: no memory, or no body. */
static bool read_humanoid(reader *r, const vrmi_json *extension) {
    const vrm_tables *tables = vrm_model_tables(r->model);
    /* A version that cannot be read has been reported, and its extension is left out (AN-001). */
    if (yyjson_is_obj(extension->value) && tables->dialect != VRM_DIALECT_NONE) {
        if (tables->dialect != VRM_DIALECT_ANIMATION) {
            vrmi_load_found(r->load, VRMI_MOTION_WITH_AVATAR, extension, NULL);
        }
        return vrmi_read_vrma(r->load, extension, &r->map) && read_joints(r, r->map.bone_nodes);
    }
    r->motion->format = VRM_CLIP_FORMAT_GLTF;
    if (has_avatar(tables)) {
        r->motion->skeleton = (vrm_string){"vrm", 3};
        return read_joints(r, tables->humanoid.nodes);
    }
    return read_names(r);
}

bool vrmi_read_gltf_motion(vrmi_load *load, const vrm_model *model, const vrmi_json *root,
                           int32_t animation, bool mapped_only, vrmi_source_motion *out) {
    const vrmi_json extensions = vrmi_json_member(root, "extensions");
    const vrmi_json extension = vrmi_json_member(&extensions, "VRMC_vrm_animation");
    reader r;
    uint32_t channel_count;
    memset(&r, 0, sizeof r);
    r.load = load;
    r.model = model;
    r.gltf = vrm_model_gltf(model);
    r.motion = out;
    r.map.look_at_node = VRM_NONE;
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        r.map.bone_nodes[bone] = r.bone_joints[bone] = VRM_NONE;
    }
    vrmi_source_init(out, VRM_CLIP_FORMAT_VRMA);
    choose_animation(&r, animation);
    if (!read_humanoid(&r, &extension)) return false;
    channel_count = r.animation != NULL ? r.animation->channel_count : 0;
    /* What tracks share is copied for each of them: so much is enough for any honest file. */
    r.floats_left = vrmi_read_budget(&model->document, 1, 4000000);
    r.inputs = VRMI_TAKE(load->scratch, key_times, r.gltf->accessor_count);
    r.is_used = VRMI_TAKE(load->scratch, uint8_t, channel_count);
    out->tracks =
        VRMI_TAKE(load->scratch, vrmi_source_track, (size_t)channel_count + r.map.expression_count);
    if (r.inputs == NULL || r.is_used == NULL || out->tracks == NULL || !find_channels(&r)) {
        return false;
    }
    memset(r.inputs, 0, r.gltf->accessor_count * sizeof *r.inputs);
    memset(r.is_used, 0, channel_count);
    if (!read_joint_tracks(&r, mapped_only) || !read_face(&r)) return false;
    measure_hips(&r);
    report_rest_scale(&r);
    report_unused(&r);
    return true;
}
