#include "body_rig.h"
#include "motion_bvh.h"

#include <string.h>

enum { BOX_VERTICES = 24, BOX_INDICES = 36, CHAIN_JOINTS = 3, CHAINS = 3 };

void body_rig_options_init(body_rig_options *out) {
    memset(out, 0, sizeof *out);
    out->unit = 1;
}

/* One joint as it is written: where it is in the pose of the nodes, and when the skin was bound. */
typedef struct placed {
    char name[NAME_SIZE];
    int parent; /* a joint; NONE: the root */
    vec3 offset;
    quat turn; /* relative to the parent */
    vec3 at;   /* in the space of the file */
    quat world;
    vec3 bound_at; /* likewise, when the skin was bound */
    quat bound;
    vec3 box; /* half of the size of what it moves; 0: nothing */
    vec3 box_at;
} placed;

typedef struct builder {
    glb *file;
    const body_rig_options *options;
    motion_body body;
    rig rig;
    LIST(placed) joints;
    int first_node;
} builder;

static const rig_table *table_of(const body_family *family) {
    static const struct {
        const char *name;
        const rig_table *table;
    } known[] = {{"vrm", &rig_humanoid},
                 {"mixamo", &rig_mixamo},
                 {"mixamo-no-prefix", &rig_mixamo},
                 {"sketchfab", &rig_mixamo},
                 {"character-prefix", &rig_mixamo}};
    if (family->table.rows != NULL) return &family->table;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
        if (strcmp(known[i].name, family->name) == 0) return known[i].table;
    }
    return &bvh_families[bvh_find_family(family->name)].table;
}

/* --- Joints --- */

static void pose_of(const builder *b, int kind, motion_pose *out) {
    pose_init(&b->body, out);
    if (kind == BODY_POSE_WALK) motion_walk(&b->body, 0.3, out);
    for (int side = 0; side < 2; ++side) {
        if (kind == BODY_POSE_A) pose_arm_hang(out, side == 1, 45, 0, 0);
        if (kind == BODY_POSE_HANGING) pose_arm_hang(out, side == 1, 78, 8, 12);
    }
}

/* From the space of the model to that of the file: its axes and its unit. */
static quat model_turn(const builder *b) {
    quat turn = b->options->is_z_up ? turn_x(90) : quat_identity();
    return b->options->faces_back ? quat_multiply(turn, turn_y(180)) : turn;
}

static double model_scale(const builder *b) {
    return b->options->has_armature ? 1 : 1 / b->options->unit;
}

static void place_all(builder *b, const motion_pose *pose, bool is_bound) {
    quat *turns = take_memory(b->rig.joints.count * sizeof *turns);
    quat around = model_turn(b);
    rig_turns(&b->rig, pose, turns);
    for (size_t i = 0; i < b->joints.count; ++i) {
        placed *j = &b->joints.items[i];
        const placed *above = j->parent != NONE ? &b->joints.items[j->parent] : NULL;
        quat turn = i < b->rig.joints.count ? turns[i] : quat_identity();
        vec3 at = above == NULL
                      ? j->offset
                      : vec3_add(is_bound ? above->bound_at : above->at,
                                 quat_rotate(is_bound ? above->bound : above->world, j->offset));
        quat world = above == NULL ? quat_multiply(around, turn)
                                   : quat_multiply(is_bound ? above->bound : above->world, turn);
        if (is_bound) {
            j->bound_at = at;
            j->bound = quat_normalize(world);
        } else {
            j->at = at;
            j->world = quat_normalize(world);
            j->turn = above == NULL ? j->world : turn;
        }
    }
    release_memory(turns);
}

/* What a joint moves: a box along its bone, thinner than it is long; of feet, ahead of the ankle.
 */
static void shape_joint(const builder *b, size_t index) {
    const rig_joint *j = &b->rig.joints.items[index];
    placed *out = &b->joints.items[index];
    vec3 to = j->tip, way;
    double thick;
    if (j->kind != RIG_BONE) return;
    for (size_t i = index + 1; i < b->rig.joints.count; ++i) {
        if (b->rig.joints.items[i].parent != (int)index) continue;
        to = b->rig.joints.items[i].place;
        break;
    }
    if (j->bone == VRM_BONE_HIPS) to = vec3_add(j->place, vec3_make(0, 0.08, 0));
    if (j->bone == VRM_BONE_HEAD) to = vec3_add(j->place, vec3_make(0, 0.22, 0));
    way = vec3_sub(to, j->place);
    thick = j->bone >= VRM_BONE_LEFT_THUMB_METACARPAL ? 0.008
            : j->bone < VRM_BONE_LEFT_UPPER_LEG       ? 0.09
                                                      : 0.035;
    /* In the space of the joint, which is turned at rest. */
    way = quat_rotate(quat_conjugate(j->rest), way);
    out->box = vec3_make(higher(absolute(way.x) / 2, thick), higher(absolute(way.y) / 2, thick),
                         higher(absolute(way.z) / 2, thick));
    out->box_at = vec3_scale(way, 0.5 * model_scale(b));
    out->box = vec3_scale(out->box, model_scale(b));
}

static void name_joint(const builder *b, const char *name, size_t index, char out[NAME_SIZE]) {
    const body_family *family = &body_families[b->options->family];
    if (b->options->is_nameless) {
        set_name(out, "n%u", (unsigned)(index * 7 % 997));
    } else if (strcmp(family->name, "sketchfab") == 0) {
        set_name(out, "%s%s_%02u", family->prefix, name, (unsigned)(index + 1));
    } else {
        set_name(out, "%s%s", family->prefix, name);
    }
}

static int find_bone(const builder *b, int bone) {
    for (size_t i = 0; i < b->rig.joints.count; ++i) {
        const rig_joint *j = &b->rig.joints.items[i];
        if (j->kind == RIG_BONE && j->bone == bone) return (int)i;
    }
    return NONE;
}

/* A tail behind the hips, and a lock of hair on each side of the head. */
static void add_chains(builder *b) {
    static const struct {
        int bone;
        vec3 from, step;
        const char *name;
    } chains[CHAINS] = {
        {VRM_BONE_HIPS, {0, 0.02, -0.1}, {0, -0.06, -0.1}, "Tail"},
        {VRM_BONE_HEAD, {0.1, 0.12, 0}, {0.02, -0.1, 0}, "Hair_L"},
        {VRM_BONE_HEAD, {-0.1, 0.12, 0}, {-0.02, -0.1, 0}, "Hair_R"},
    };
    for (int c = 0; c < CHAINS; ++c) {
        int parent = find_bone(b, chains[c].bone);
        quat back = quat_conjugate(b->rig.joints.items[parent].rest);
        for (int i = 0; i < CHAIN_JOINTS; ++i) {
            size_t index = b->joints.count;
            placed *j = LIST_ADD(&b->joints);
            vec3 step = i == 0 ? chains[c].from : chains[c].step;
            char name[NAME_SIZE];
            set_name(name, "%s_%d", chains[c].name, i + 1);
            name_joint(b, name, index, j->name);
            j->parent = parent;
            j->offset = vec3_scale(quat_rotate(back, step), model_scale(b));
            j->box = vec3_scale(vec3_make(0.02, 0.02, 0.02), model_scale(b));
            parent = (int)index;
        }
    }
}

static void add_joints(builder *b) {
    motion_pose pose;
    for (size_t i = 0; i < b->rig.joints.count; ++i) {
        placed *j = LIST_ADD(&b->joints);
        name_joint(b, b->rig.joints.items[i].name, i, j->name);
        j->parent = b->rig.joints.items[i].parent;
        j->offset = vec3_scale(rig_offset(&b->rig, i), model_scale(b));
        if (j->parent == NONE) j->offset = quat_rotate(model_turn(b), j->offset);
        shape_joint(b, i);
    }
    if (b->options->has_chains) add_chains(b);
    pose_of(b, b->options->pose, &pose);
    place_all(b, &pose, false);
    pose_of(b, b->options->is_bound_in_t ? BODY_POSE_T : b->options->pose, &pose);
    place_all(b, &pose, true);
}

/* --- Nodes --- */

static json *add_node(builder *b, const char *name) {
    json *node = append_object(b->file, root_array(b->file, "nodes"));
    yyjson_mut_obj_add_strcpy(b->file->doc, node, "name", name);
    return node;
}

static void put_quat(builder *b, json *node, quat q) {
    const double values[4] = {q.x, q.y, q.z, q.w};
    json *array = put_array(b->file, node, "rotation");
    for (int i = 0; i < 4; ++i) {
        yyjson_mut_arr_add_real(b->file->doc, array, round_to(values[i], 9));
    }
}

static void add_nodes(builder *b) {
    json *roots, *children;
    put_index(b->file, b->file->root, "scene", 0);
    roots = put_array(b->file, append_object(b->file, root_array(b->file, "scenes")), "nodes");
    append_index(b->file, roots, 0);
    append_index(b->file, roots, 1);
    put_index(b->file, add_node(b, "Body"), "mesh", 0);
    put_index(b->file, yyjson_mut_arr_get(root_array(b->file, "nodes"), 0), "skin", 0);
    b->first_node = 1;
    if (b->options->has_armature) {
        json *node = add_node(b, "Armature");
        put_vec3(b->file, node, "scale",
                 vec3_make(b->options->unit, b->options->unit, b->options->unit));
        append_index(b->file, put_array(b->file, node, "children"), 2);
        b->first_node = 2;
    }
    for (size_t i = 0; i < b->joints.count; ++i) {
        const placed *j = &b->joints.items[i];
        double scale = b->options->has_armature ? 1 / b->options->unit : 1;
        json *node = add_node(b, j->name);
        put_vec3(b->file, node, "translation", vec3_scale(j->offset, scale));
        put_quat(b, node, j->turn);
        children = NULL;
        for (size_t k = i + 1; k < b->joints.count; ++k) {
            if (b->joints.items[k].parent != (int)i) continue;
            if (children == NULL) children = put_array(b->file, node, "children");
            append_index(b->file, children, b->first_node + (int)k);
        }
    }
}

/* --- Skin --- */

/* The inverse of a rotation and a place, and of the scale of an armature above. */
static void append_inverse_bind(builder *b, bytes *out, const placed *j) {
    quat back = quat_conjugate(j->bound);
    double grow = b->options->has_armature ? 1 / b->options->unit : 1;
    vec3 axes[3] = {quat_rotate(back, vec3_make(grow, 0, 0)),
                    quat_rotate(back, vec3_make(0, grow, 0)),
                    quat_rotate(back, vec3_make(0, 0, grow))};
    vec3 at = vec3_scale(quat_rotate(back, j->bound_at), -grow);
    for (int i = 0; i < 3; ++i) {
        bytes_f32(out, axes[i].x);
        bytes_f32(out, axes[i].y);
        bytes_f32(out, axes[i].z);
        bytes_f32(out, 0);
    }
    bytes_f32(out, at.x);
    bytes_f32(out, at.y);
    bytes_f32(out, at.z);
    bytes_f32(out, 1);
}

static void add_skin(builder *b) {
    json *skin = append_object(b->file, root_array(b->file, "skins"));
    json *joints = put_array(b->file, skin, "joints");
    bytes binds = {NULL, 0, 0};
    accessor a = {0, COMPONENT_F32, "MAT4", b->joints.count, false, NULL, NULL};
    for (size_t i = 0; i < b->joints.count; ++i) {
        append_index(b->file, joints, b->first_node + (int)i);
        append_inverse_bind(b, &binds, &b->joints.items[i]);
    }
    a.view = glb_add_view(b->file, &binds, 0, 0);
    put_index(b->file, skin, "inverseBindMatrices", glb_add_accessor(b->file, &a));
    LIST_FREE(&binds);
}

/* --- Mesh --- */

typedef struct mesh_bytes {
    bytes places, normals, joints, weights, indices, moved;
    vec3 low, high;
    size_t count;
} mesh_bytes;

static void append_vec3(bytes *out, vec3 v) {
    bytes_f32(out, v.x);
    bytes_f32(out, v.y);
    bytes_f32(out, v.z);
}

static void add_vertex(builder *b, mesh_bytes *m, size_t joint, vec3 corner, vec3 normal) {
    const placed *j = &b->joints.items[joint];
    vec3 own = vec3_make(corner.x * j->box.x, corner.y * j->box.y, corner.z * j->box.z);
    vec3 at = vec3_add(j->bound_at, quat_rotate(j->bound, vec3_add(j->box_at, own)));
    at = vec3_make(round_to(at.x, 6), round_to(at.y, 6), round_to(at.z, 6));
    append_vec3(&m->places, at);
    append_vec3(&m->normals, vec3_normalize(quat_rotate(j->bound, normal)));
    for (int i = 0; i < 4; ++i) {
        bytes_u16(&m->joints, i == 0 ? (unsigned)joint : 0);
        bytes_f32(&m->weights, i == 0 ? 1 : 0);
    }
    if (m->count == 0) m->low = m->high = at;
    m->low = vec3_make(lower(m->low.x, at.x), lower(m->low.y, at.y), lower(m->low.z, at.z));
    m->high = vec3_make(higher(m->high.x, at.x), higher(m->high.y, at.y), higher(m->high.z, at.z));
    m->count += 1;
}

static void add_box(builder *b, mesh_bytes *m, size_t joint) {
    for (int face = 0; face < 6; ++face) {
        int axis = face / 2;
        double sign = face % 2 == 0 ? 1 : -1;
        unsigned first = (unsigned)m->count;
        for (int i = 0; i < 4; ++i) {
            double u = i == 0 || i == 3 ? -1 : 1, v = i < 2 ? -1 : 1;
            vec3 corner = axis == 0   ? vec3_make(sign, sign * u, v)
                          : axis == 1 ? vec3_make(v, sign, sign * u)
                                      : vec3_make(sign * u, v, sign);
            vec3 normal = axis == 0   ? vec3_make(sign, 0, 0)
                          : axis == 1 ? vec3_make(0, sign, 0)
                                      : vec3_make(0, 0, sign);
            add_vertex(b, m, joint, corner, normal);
        }
        for (int i = 0; i < 6; ++i) {
            static const unsigned order[6] = {0, 1, 2, 0, 2, 3};
            bytes_u16(&m->indices, first + order[i]);
        }
    }
}

static int add_values(builder *b, const bytes *data, int component, const char *type, size_t count,
                      int target, const double *low, const double *high) {
    accessor a = {glb_add_view(b->file, data, target, 0), component, type, count, false, low, high};
    return glb_add_accessor(b->file, &a);
}

/* Morph targets that move everything a little: their names are what counts. */
static void add_targets(builder *b, json *mesh, json *primitive, size_t vertices) {
    static const char *const names[] = {
        "eyeBlinkLeft",  "eyeBlinkRight",  "jawOpen",         "mouthFunnel",
        "mouthPucker",   "mouthSmileLeft", "mouthSmileRight", "browInnerUp",
        "eyeLookUpLeft", "eyeLookUpRight", "eyeLookDownLeft", "eyeLookDownRight",
        "eyeLookInLeft", "eyeLookInRight", "eyeLookOutLeft",  "eyeLookOutRight"};
    json *targets = put_array(b->file, primitive, "targets");
    json *target_names = put_array(b->file, put_object(b->file, mesh, "extras"), "targetNames");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        bytes data = {NULL, 0, 0};
        const double step = round_to(0.001 * (double)(i + 1) / b->options->unit, 6);
        const double bound[3] = {0, step, 0};
        for (size_t k = 0; k < vertices; ++k) append_vec3(&data, vec3_make(0, step, 0));
        put_index(
            b->file, append_object(b->file, targets), "POSITION",
            add_values(b, &data, COMPONENT_F32, "VEC3", vertices, ARRAY_BUFFER, bound, bound));
        append_text(b->file, target_names, names[i]);
        LIST_FREE(&data);
    }
}

static void add_mesh(builder *b) {
    mesh_bytes m;
    json *mesh = append_object(b->file, root_array(b->file, "meshes")), *primitive, *attributes;
    double low[3], high[3];
    memset(&m, 0, sizeof m);
    for (size_t i = 0; i < b->joints.count; ++i) {
        if (b->joints.items[i].box.x > 0) add_box(b, &m, i);
    }
    low[0] = m.low.x, low[1] = m.low.y, low[2] = m.low.z;
    high[0] = m.high.x, high[1] = m.high.y, high[2] = m.high.z;
    primitive = append_object(b->file, put_array(b->file, mesh, "primitives"));
    attributes = put_object(b->file, primitive, "attributes");
    put_index(b->file, attributes, "POSITION",
              add_values(b, &m.places, COMPONENT_F32, "VEC3", m.count, ARRAY_BUFFER, low, high));
    put_index(b->file, attributes, "NORMAL",
              add_values(b, &m.normals, COMPONENT_F32, "VEC3", m.count, ARRAY_BUFFER, NULL, NULL));
    put_index(b->file, attributes, "JOINTS_0",
              add_values(b, &m.joints, COMPONENT_U16, "VEC4", m.count, ARRAY_BUFFER, NULL, NULL));
    put_index(b->file, attributes, "WEIGHTS_0",
              add_values(b, &m.weights, COMPONENT_F32, "VEC4", m.count, ARRAY_BUFFER, NULL, NULL));
    put_index(b->file, primitive, "indices",
              add_values(b, &m.indices, COMPONENT_U16, "SCALAR", m.count / 4 * 6,
                         ELEMENT_ARRAY_BUFFER, NULL, NULL));
    if (b->options->has_face) add_targets(b, mesh, primitive, m.count);
    LIST_FREE(&m.places);
    LIST_FREE(&m.normals);
    LIST_FREE(&m.joints);
    LIST_FREE(&m.weights);
    LIST_FREE(&m.indices);
}

/* --- The whole --- */

bytes body_rig_write(const body_rig_options *options, int out_bones[VRM_BONE_COUNT]) {
    static const bool missing[VRM_BONE_COUNT] = {false};
    builder b;
    glb file;
    bytes data;
    memset(&b, 0, sizeof b);
    b.file = &file;
    b.options = options;
    motion_body_init(&b.body, BODY_FIGURE);
    rig_build(&b.rig, table_of(&body_families[options->family]), &b.body, missing);
    if (options->axes == BODY_AXES_ALONG) rig_set_axes(&b.rig, AXES_Y);
    if (options->axes == BODY_AXES_ROTATED) rig_set_axes(&b.rig, AXES_RANDOM);
    glb_init(&file);
    add_joints(&b);
    add_nodes(&b);
    add_skin(&b);
    add_mesh(&b);
    put_index(&file, append_object(&file, root_array(&file, "buffers")), "byteLength",
              (int)file.bin.count);
    for (int bone = 0; bone < VRM_BONE_COUNT && out_bones != NULL; ++bone) {
        const int joint = find_bone(&b, bone);
        out_bones[bone] = joint != NONE ? b.first_node + joint : NONE;
    }
    data = glb_assemble(&file);
    glb_release(&file);
    LIST_FREE(&b.joints);
    rig_release(&b.rig);
    return data;
}
