/* Motions as glTF: VRM animations, and rigs that are known by the names of their nodes. */
#include "motion_write.h"

#include <string.h>

/* What the shapes of glTF differ in. */
typedef struct shape {
    const rig_table *table;
    const char *prefix, *clip;
    double unit; /* units in a meter */
    bool has_armature, has_axes_along_bones;
} shape;

static shape shape_of(const motion_options *o) {
    switch (o->format) {
    case FORMAT_MIXAMO:
        return (shape){&rig_mixamo, "mixamorig:", "mixamo.com", 100, false, true};
    case FORMAT_MIXAMO_NO_PREFIX:
        return (shape){&rig_mixamo, "", "mixamo.com", 1, false, true};
    case FORMAT_MIXAMO_ARMATURE:
        return (shape){&rig_mixamo, "mixamorig:", "mixamo.com", 100, true, true};
    case FORMAT_MIXAMO_BETWEEN:
        return (shape){&rig_mixamo_between, "mixamorig:", "mixamo.com", 100, false, true};
    default:
        return (shape){&rig_humanoid, "", o->what->name, 1, false, false};
    }
}

typedef struct scribe {
    glb *file;
    const motion_options *options;
    shape shape;
    motion_body body;
    rig rig;
    int first_node; /* of the joints: 1 below an armature */
    int first_face; /* the node of the first expression */
    int look_at;    /* the node of lookAt */
    int times;      /* the accessor of channels with all keys; NONE */
    json *animation;
    size_t keys;
    motion_pose *poses; /* one a key */
} scribe;

static json *add_node(scribe *s, const char *name) {
    json *node = append_object(s->file, root_array(s->file, "nodes"));
    yyjson_mut_obj_add_strcpy(s->file->doc, node, "name", name);
    return node;
}

/* With nine decimals: rotations at rest count in every key. */
static void put_exactly(scribe *s, json *parent, const char *key, const double *values,
                        size_t count) {
    json *array = put_array(s->file, parent, key);
    for (size_t i = 0; i < count; ++i) {
        yyjson_mut_arr_add_real(s->file->doc, array, round_to(values[i], 9));
    }
}

/* --- Nodes --- */

static quat armature_turn(const scribe *s) {
    return s->shape.has_armature ? turn_x(90) : quat_identity();
}

static vec3 translation_of(const scribe *s, size_t joint) {
    vec3 offset = vec3_scale(rig_offset(&s->rig, joint), s->shape.unit);
    return s->rig.joints.items[joint].parent != NONE
               ? offset
               : quat_rotate(quat_conjugate(armature_turn(s)), offset);
}

/* The root's rotation is that in the model; below an armature, less its own. */
static void rotations_of(const scribe *s, const motion_pose *pose, quat *out) {
    rig_turns(&s->rig, pose, out);
    out[0] = quat_multiply(quat_conjugate(armature_turn(s)), out[0]);
}

static void add_joint(scribe *s, size_t index, quat rotation) {
    const rig_joint *j = &s->rig.joints.items[index];
    vec3 offset = translation_of(s, index);
    const double translation[3] = {offset.x, offset.y, offset.z};
    const double turn[4] = {rotation.x, rotation.y, rotation.z, rotation.w};
    char name[NAME_SIZE];
    json *node, *children;
    set_name(name, "%s%s", s->shape.prefix, j->name);
    node = add_node(s, name);
    put_exactly(s, node, "translation", translation, 3);
    if (absolute(turn[3]) < 1 - 1e-15) put_exactly(s, node, "rotation", turn, 4);
    if (!j->has_children) return;
    children = put_array(s->file, node, "children");
    for (size_t i = index + 1; i < s->rig.joints.count; ++i) {
        if (s->rig.joints.items[i].parent == (int)index) {
            append_index(s->file, children, s->first_node + (int)i);
        }
    }
}

static void add_joints(scribe *s) {
    quat *rest = take_memory(s->rig.joints.count * sizeof *rest);
    if (s->shape.has_armature) {
        quat turn = armature_turn(s);
        const double values[4] = {turn.x, turn.y, turn.z, turn.w};
        double scale = 1 / s->shape.unit;
        json *node = add_node(s, "Armature");
        put_exactly(s, node, "rotation", values, 4);
        put_vec3(s->file, node, "scale", vec3_make(scale, scale, scale));
        append_index(s->file, put_array(s->file, node, "children"), 1);
        s->first_node = 1;
    }
    rotations_of(s, NULL, rest);
    for (size_t i = 0; i < s->rig.joints.count; ++i) add_joint(s, i, rest[i]);
    release_memory(rest);
}

static bool has_expression(const scribe *s, int expression) {
    return (s->options->what->expressions >> expression & 1) != 0;
}

static void add_scene(scribe *s) {
    json *scene, *roots;
    int node = s->first_node + (int)s->rig.joints.count;
    put_index(s->file, s->file->root, "scene", 0);
    scene = append_object(s->file, root_array(s->file, "scenes"));
    roots = put_array(s->file, scene, "nodes");
    append_index(s->file, roots, 0);
    add_joints(s);
    if (s->options->format != FORMAT_VRMA) return;
    s->first_face = node;
    for (int i = 0; i < MOTION_EXPRESSIONS; ++i) {
        if (!has_expression(s, i)) continue;
        add_node(s, motion_expression_name(i));
        append_index(s->file, roots, node++);
    }
    if (s->options->what->has_look_at) {
        add_node(s, "lookAt");
        s->look_at = node;
        append_index(s->file, roots, node);
    }
}

/* --- Channels --- */

static int add_floats(scribe *s, const bytes *data, size_t count, const char *type) {
    accessor a = {glb_add_view(s->file, data, 0, 0), COMPONENT_F32, type, count, false, NULL, NULL};
    return glb_add_accessor(s->file, &a);
}

/* Times of these keys. */
static int add_times(scribe *s, const size_t *keys, size_t count) {
    bytes data = {NULL, 0, 0};
    const double first = 0, last = s->options->what->seconds;
    int index;
    for (size_t i = 0; i < count; ++i) bytes_f32(&data, (double)keys[i] / s->options->fps);
    index = add_floats(s, &data, count, "SCALAR");
    put_numbers(s->file, glb_accessor(s->file, index), "min", &first, 1);
    put_numbers(s->file, glb_accessor(s->file, index), "max", &last, 1);
    LIST_FREE(&data);
    return index;
}

/* All keys have the same times, unless there are fewer of them. */
static int times_of(scribe *s, const size_t *keys, size_t count) {
    if (count < s->keys) return add_times(s, keys, count);
    if (s->times == NONE) s->times = add_times(s, keys, count);
    return s->times;
}

/* What a curve through the keys before and after has here, a second. */
static double slope(const scribe *s, const double *values, size_t width, size_t key) {
    size_t before = key > 0 ? key - 1 : key, after = key + 1 < s->keys ? key + 1 : key;
    double rise = values[after * width] - values[before * width];
    return after > before ? rise * s->options->fps / (double)(after - before) : 0;
}

static bytes output_of(const scribe *s, const double *values, size_t width, const size_t *keys,
                       size_t count) {
    bool is_cubic = s->options->interpolation == INTERPOLATION_CUBIC;
    bytes data = {NULL, 0, 0};
    for (size_t k = 0; k < count; ++k) {
        for (int part = is_cubic ? 0 : 1; part < (is_cubic ? 3 : 2); ++part) {
            for (size_t i = 0; i < width; ++i) {
                bytes_f32(&data, part == 1 ? values[keys[k] * width + i]
                                           : slope(s, values + i, width, keys[k]));
            }
        }
    }
    return data;
}

static void add_sampler(scribe *s, const double *values, size_t width, const size_t *keys,
                        size_t count) {
    static const char *const names[] = {"LINEAR", "STEP", "CUBICSPLINE"};
    json *sampler = append_object(s->file, yyjson_mut_obj_get(s->animation, "samplers"));
    size_t elements = s->options->interpolation == INTERPOLATION_CUBIC ? count * 3 : count;
    bytes data = output_of(s, values, width, keys, count);
    put_index(s->file, sampler, "input", times_of(s, keys, count));
    put_text(s->file, sampler, "interpolation", names[s->options->interpolation]);
    put_index(s->file, sampler, "output",
              add_floats(s, &data, elements, width == 4 ? "VEC4" : "VEC3"));
    LIST_FREE(&data);
}

static void add_channel(scribe *s, int node, const char *path, const double *values, size_t width) {
    json *channels = yyjson_mut_obj_get(s->animation, "channels");
    int index = (int)yyjson_mut_arr_size(channels);
    json *channel = append_object(s->file, channels), *target;
    size_t *keys = take_memory(s->keys * sizeof *keys), count = s->keys;
    for (size_t i = 0; i < s->keys; ++i) keys[i] = i;
    if (s->options->is_reduced && s->options->interpolation == INTERPOLATION_LINEAR) {
        count = motion_reduce(values, width, s->keys, keys);
    }
    add_sampler(s, values, width, keys, count);
    put_index(s->file, channel, "sampler", index);
    target = put_object(s->file, channel, "target");
    put_index(s->file, target, "node", node);
    put_text(s->file, target, "path", path);
    release_memory(keys);
}

/* With the sign that is nearer to the key before, so that curves are smooth. */
static void put_turn(double *values, size_t key, quat q) {
    double *at = values + key * 4;
    double sign = 1;
    if (key > 0 && q.x * at[-4] + q.y * at[-3] + q.z * at[-2] + q.w * at[-1] < 0) sign = -1;
    at[0] = q.x * sign;
    at[1] = q.y * sign;
    at[2] = q.z * sign;
    at[3] = q.w * sign;
}

static void add_body_channels(scribe *s) {
    size_t count = s->rig.joints.count;
    quat *turns = take_memory(s->keys * count * sizeof *turns);
    double *values = take_memory(s->keys * 4 * sizeof *values);
    for (size_t key = 0; key < s->keys; ++key) rotations_of(s, &s->poses[key], turns + key * count);
    for (size_t key = 0; key < s->keys; ++key) {
        vec3 at = vec3_scale(s->poses[key].hips, s->shape.unit);
        at = quat_rotate(quat_conjugate(armature_turn(s)), at);
        values[key * 3] = at.x;
        values[key * 3 + 1] = at.y;
        values[key * 3 + 2] = at.z;
    }
    add_channel(s, s->first_node + s->rig.hips, "translation", values, 3);
    for (size_t i = 0; i < count; ++i) {
        if (s->rig.joints.items[i].kind == RIG_END) continue;
        for (size_t key = 0; key < s->keys; ++key) put_turn(values, key, turns[key * count + i]);
        add_channel(s, s->first_node + (int)i, "rotation", values, 4);
    }
    release_memory(values);
    release_memory(turns);
}

static const vec3 eyes_from_head = {0, 0.1, 0.02};

static quat look_turn(const motion_pose *pose) {
    return quat_multiply(turn_y(pose->look_left), turn_x(-pose->look_up));
}

/* A place two meters away that the eyes look at, in the space of the model. */
static vec3 look_point(const scribe *s, const motion_pose *pose) {
    quat head = pose_model_turn(pose, VRM_BONE_HEAD);
    vec3 eyes = quat_rotate(head, eyes_from_head);
    vec3 away = quat_rotate(quat_multiply(head, look_turn(pose)), vec3_make(0, 0, 2));
    return vec3_add(pose_place(&s->body, pose, VRM_BONE_HEAD), vec3_add(eyes, away));
}

static void add_look_at_channel(scribe *s) {
    double *values = take_memory(s->keys * 4 * sizeof *values);
    for (size_t key = 0; key < s->keys; ++key) {
        if (s->options->looks_at_point) {
            vec3 at = look_point(s, &s->poses[key]);
            values[key * 3] = at.x;
            values[key * 3 + 1] = at.y;
            values[key * 3 + 2] = at.z;
        } else {
            put_turn(values, key, look_turn(&s->poses[key]));
        }
    }
    if (s->options->looks_at_point) {
        add_channel(s, s->look_at, "translation", values, 3);
    } else {
        add_channel(s, s->look_at, "rotation", values, 4);
    }
    release_memory(values);
}

static void add_face_channels(scribe *s) {
    double *values = take_memory(s->keys * 3 * sizeof *values);
    int node = s->first_face;
    for (int i = 0; i < MOTION_EXPRESSIONS; ++i) {
        if (!has_expression(s, i)) continue;
        for (size_t key = 0; key < s->keys; ++key) values[key * 3] = s->poses[key].weights[i];
        add_channel(s, node++, "translation", values, 3);
    }
    release_memory(values);
    if (s->options->what->has_look_at) add_look_at_channel(s);
}

static void add_animation(scribe *s) {
    s->animation = append_object(s->file, root_array(s->file, "animations"));
    put_text(s->file, s->animation, "name", s->shape.clip);
    put_array(s->file, s->animation, "channels");
    put_array(s->file, s->animation, "samplers");
    add_body_channels(s);
    if (s->options->format == FORMAT_VRMA) add_face_channels(s);
}

/* --- The extension --- */

static void add_extension(scribe *s) {
    json *all = root_object(s->file, "extensions"), *at, *bones, *kinds[2] = {NULL, NULL};
    int node = s->first_face;
    use_extension(s->file, "VRMC_vrm_animation");
    at = put_object(s->file, all, "VRMC_vrm_animation");
    put_text(s->file, at, "specVersion", "1.0");
    bones = put_object(s->file, put_object(s->file, at, "humanoid"), "humanBones");
    for (size_t i = 0; i < s->rig.joints.count; ++i) {
        json *bone = put_object(s->file, bones, skeleton_name(s->rig.joints.items[i].bone));
        put_index(s->file, bone, "node", (int)i);
    }
    if (s->options->what->expressions != 0) {
        json *expressions = put_object(s->file, at, "expressions");
        for (int i = 0; i < MOTION_EXPRESSIONS; ++i) {
            int kind = motion_expression_is_custom(i);
            if (!has_expression(s, i)) continue;
            if (kinds[kind] == NULL) {
                kinds[kind] = put_object(s->file, expressions, kind == 0 ? "preset" : "custom");
            }
            put_index(s->file, put_object(s->file, kinds[kind], motion_expression_name(i)), "node",
                      node++);
        }
    }
    if (s->options->what->has_look_at) {
        json *look_at = put_object(s->file, at, "lookAt");
        put_index(s->file, look_at, "node", s->look_at);
        put_vec3(s->file, look_at, "offsetFromHeadBone", eyes_from_head);
    }
}

/* --- The whole --- */

static void take_poses(scribe *s) {
    const motion_options *o = s->options;
    s->keys = (size_t)motion_key_count(o->what, o->fps);
    s->poses = take_memory(s->keys * sizeof *s->poses);
    for (size_t i = 0; i < s->keys; ++i) {
        motion_key(o->what, &s->body, o->fps, (int)i, &s->poses[i]);
    }
}

void motion_write_gltf(const motion_options *options, glb *out) {
    scribe s;
    memset(&s, 0, sizeof s);
    s.times = NONE;
    s.file = out;
    s.options = options;
    s.shape = shape_of(options);
    motion_body_init(&s.body, options->body);
    rig_build(&s.rig, s.shape.table, &s.body, options->missing);
    if (s.shape.has_axes_along_bones) rig_set_axes(&s.rig, AXES_Y);
    if (options->has_rest_rotations) rig_set_axes(&s.rig, AXES_RANDOM);
    take_poses(&s);
    glb_init(out);
    add_scene(&s);
    add_animation(&s);
    if (options->format == FORMAT_VRMA) add_extension(&s);
    put_index(out, append_object(out, root_array(out, "buffers")), "byteLength",
              (int)out->bin.count);
    release_memory(s.poses);
    rig_release(&s.rig);
}
