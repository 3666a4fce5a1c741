#include "avatar/body_fixture.h"

#include "test.h"
#include "testkit/create.h"

#include <stdio.h>
#include <string.h>

/* By vrm_bone. Right bones are left ones with another sign of x. */
static const struct {
    int parent;
    double x, y, z;
} bones[VRM_BONE_COUNT] = {
    {-1, 0, 1, 0},           {0, 0, 1.1, 0},         {1, 0, 1.2, 0.01},
    {2, 0, 1.3, 0},          {3, 0, 1.45, -0.01},    {4, 0, 1.5, 0},
    {5, 0.03, 1.56, 0.07},   {5, -0.03, 1.56, 0.07}, {5, 0, 1.52, 0.05},
    {0, 0.1, 0.9, 0},        {9, 0.1, 0.5, 0.01},    {10, 0.1, 0.1, 0},
    {11, 0.1, 0.02, 0.1},    {0, -0.1, 0.9, 0},      {13, -0.1, 0.5, 0.01},
    {14, -0.1, 0.1, 0},      {15, -0.1, 0.02, 0.1},  {3, 0.05, 1.4, 0},
    {17, 0.2, 1.4, 0},       {18, 0.45, 1.4, 0},     {19, 0.7, 1.4, 0},
    {3, -0.05, 1.4, 0},      {21, -0.2, 1.4, 0},     {22, -0.45, 1.4, 0},
    {23, -0.7, 1.4, 0},      {20, 0.72, 1.4, 0.03},  {25, 0.74, 1.4, 0.05},
    {26, 0.76, 1.4, 0.07},   {20, 0.8, 1.4, 0.03},   {28, 0.83, 1.4, 0.03},
    {29, 0.85, 1.4, 0.03},   {20, 0.8, 1.4, 0},      {31, 0.83, 1.4, 0},
    {32, 0.85, 1.4, 0},      {20, 0.8, 1.4, -0.02},  {34, 0.83, 1.4, -0.02},
    {35, 0.85, 1.4, -0.02},  {20, 0.8, 1.4, -0.04},  {37, 0.83, 1.4, -0.04},
    {38, 0.85, 1.4, -0.04},  {24, -0.72, 1.4, 0.03}, {40, -0.74, 1.4, 0.05},
    {41, -0.76, 1.4, 0.07},  {24, -0.8, 1.4, 0.03},  {43, -0.83, 1.4, 0.03},
    {44, -0.85, 1.4, 0.03},  {24, -0.8, 1.4, 0},     {46, -0.83, 1.4, 0},
    {47, -0.85, 1.4, 0},     {24, -0.8, 1.4, -0.02}, {49, -0.83, 1.4, -0.02},
    {50, -0.85, 1.4, -0.02}, {24, -0.8, 1.4, -0.04}, {52, -0.83, 1.4, -0.04},
    {53, -0.85, 1.4, -0.04},
};

point body_position(vrm_bone bone) {
    return point_make(bones[bone].x, bones[bone].y, bones[bone].z);
}

int body_parent(vrm_bone bone) { return bones[bone].parent; }

body body_plain(void) {
    body out;
    memset(&out, 0, sizeof out);
    out.root.scale = vrm_vec3_make(1, 1, 1);
    for (int i = 0; i < BODY_NODE_COUNT; ++i) out.rest[i] = turn_none();
    return out;
}

body body_twisted(void) {
    body out = body_plain();
    for (int i = 0; i < BODY_NODE_COUNT; ++i) {
        out.rest[i] = turn_times(turn_x(10 + i * 37), turn_times(turn_y(i * 71), turn_z(i * 13)));
    }
    out.root.translation = vrm_vec3_make(0.25f, -0.5f, 0.125f);
    out.root.scale = vrm_vec3_make(2, 2, 2);
    return out;
}

/* --- Where nodes are at rest --- */

static int parent_of(int node) {
    if (node == 0) return -1;
    if (node == BODY_FACE) return 1 + VRM_BONE_HEAD;
    return 1 + bones[node - 1].parent;
}

static point place_of(const body *from, int node) {
    point p = node == 0           ? point_of(from->root.translation)
              : node == BODY_FACE ? body_position(VRM_BONE_HEAD)
                                  : body_position((vrm_bone)(node - 1));
    return node != 0 && from->faces_minus_z ? point_make(-p.x, p.y, -p.z) : p;
}

static turn rotation_of(const body *from, int node) {
    turn out = from->rest[node];
    for (node = parent_of(node); node != -1; node = parent_of(node)) {
        out = turn_times(from->rest[node], out);
    }
    return out;
}

turn body_rotation(const body *from, vrm_bone bone) { return rotation_of(from, 1 + (int)bone); }

/* Relative to the parent, whose scale is the root's. */
static point offset_of(const body *from, int node) {
    int parent = parent_of(node);
    point p = place_of(from, node);
    if (parent == -1) return p;
    p = turn_point(turn_inverse(rotation_of(from, parent)), point_sub(p, place_of(from, parent)));
    return point_scale(p, 1 / (double)from->root.scale.x);
}

/* --- The file --- */

/* Text in a buffer that is large enough for it. */
#define ADD(out, ...) snprintf((out) + strlen(out), sizeof(out) - strlen(out), __VA_ARGS__)

static const char *node_members(const body *from) {
    char out[1 << 15] = "'nodes':[";
    for (int node = 0; node < BODY_NODE_COUNT; ++node) {
        point p = offset_of(from, node);
        turn r = from->rest[node];
        const char *comma = "";
        ADD(out, "%s{'translation':[%.9g,%.9g,%.9g],'rotation':[%.9g,%.9g,%.9g,%.9g]",
            node == 0 ? "" : ",", p.x, p.y, p.z, r.x, r.y, r.z, r.w);
        if (node == 0) {
            const vrm_vec3 scale = from->root.scale;
            ADD(out, ",'scale':[%g,%g,%g]", (double)scale.x, (double)scale.y, (double)scale.z);
        }
        if (node == BODY_FACE) ADD(out, ",'mesh':0");
        if (from->members[node] != NULL) ADD(out, ",%s", from->members[node]);
        for (int child = 0; child < BODY_NODE_COUNT; ++child) {
            if (parent_of(child) != node) continue;
            ADD(out, "%s%d", comma[0] == '\0' ? ",'children':[" : comma, child);
            comma = ",";
        }
        ADD(out, comma[0] == '\0' ? "}" : "]}");
    }
    return format_members("%s]", out);
}

static const char *bone_members(const body *from) {
    char out[1 << 13];
    const char *comma = "";
    snprintf(out, sizeof out, "'humanoid':{'humanBones':%c", from->is_old ? '[' : '{');
    for (int bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        const char *name = vrm_bone_name((vrm_bone)bone);
        if (from->is_absent[bone] || (from->is_old && strstr(name, "Thumb") != NULL)) continue;
        ADD(out, from->is_old ? "%s{'bone':'%s','node':%d}" : "%s'%s':{'node':%d}", comma, name,
            1 + bone);
        comma = ",";
    }
    ADD(out, "%c}", from->is_old ? ']' : '}');
    return format_members("%s%s%s", out, from->vrm != NULL ? "," : "",
                          from->vrm != NULL ? from->vrm : "");
}

loaded load_body(const body *from) {
    avatar file = {from->is_old ? VRM_DIALECT_0 : VRM_DIALECT_1, bone_members(from),
                   node_members(from), from->extensions, NULL};
    return load_avatar(&file);
}

/* --- An avatar of it --- */

bool open_figure(figure *out, const body *from, uint32_t flags) {
    vrm_avatar_desc desc;
    vrm_avatar_desc_init(&desc);
    desc.flags = flags;
    memset(out, 0, sizeof *out);
    out->from = *from;
    out->file = load_body(from);
    out->avatar = create_avatar(out->file.model, &desc);
    out->frame = *vrm_avatar_frame(out->avatar);
    return out->avatar != NULL;
}

void close_figure(figure *s) {
    vrm_avatar_destroy(s->avatar);
    unload(&s->file);
}

stance get_stance(int i) {
    stance s = {(i & 1) != 0, (i & 2) != 0, (i & 4) != 0};
    test_note("%s, %s%s", s.is_twisted ? "twisted" : "plain", s.faces_minus_z ? "-Z" : "+Z",
              s.is_as_file ? ", as file" : "");
    return s;
}

body body_in(stance s) {
    body out = s.is_twisted ? body_twisted() : body_plain();
    out.faces_minus_z = s.faces_minus_z;
    return out;
}

uint32_t stance_flags(stance s) { return s.is_as_file ? VRM_AVATAR_FLAG_AS_FILE : 0; }

point in_world(stance s, point p) {
    return s.faces_minus_z && s.is_as_file ? point_make(-p.x, p.y, -p.z) : p;
}

/* --- Checks --- */

bool check_point(vrm_vec3 got, point expected, double tolerance, const char *file, int line) {
    point off = point_sub(point_of(got), expected);
    char text[160];
    snprintf(text, sizeof text, "(%g %g %g) ~ (%g %g %g)", (double)got.x, (double)got.y,
             (double)got.z, expected.x, expected.y, expected.z);
    return test_check(fabs(off.x) <= tolerance && fabs(off.y) <= tolerance &&
                          fabs(off.z) <= tolerance,
                      text, file, line);
}

bool check_turn(vrm_quat got, turn expected, double tolerance, const char *file, int line) {
    char text[160];
    snprintf(text, sizeof text, "(%g %g %g %g) ~ (%g %g %g %g)", (double)got.x, (double)got.y,
             (double)got.z, (double)got.w, expected.x, expected.y, expected.z, expected.w);
    return test_check(turn_difference(turn_of(got), expected) <= tolerance, text, file, line);
}
