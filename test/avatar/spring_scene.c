#include "avatar/spring_scene.h"

#include "support/lanes.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

scene scene_make(const char *nodes, const char *spring_bone, const vrm_avatar_desc *desc) {
    static const char form[] =
        "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm','VRMC_springBone',"
        "'VRMC_springBone_extended_collider','VRMC_springBone_limit','VRMC_node_constraint'],'"
        "nodes':[%s],'extensions':{"
        "'VRMC_vrm':{'specVersion':'1.0'},'VRMC_springBone':{'specVersion':'1.0',%s}}}";
    size_t size = sizeof form + strlen(nodes) + strlen(spring_bone);
    char *json = malloc(size);
    scene s;
    memset(&s, 0, sizeof s);
    snprintf(json, size, form, nodes, spring_bone);
    s.file = load_json(json);
    free(json);
    s.avatar = create_with_lanes(s.file.model, desc);
    CHECK(s.avatar != NULL);
    s.frame = *vrm_avatar_frame(s.avatar);
    return s;
}

void scene_free(scene *s) {
    vrm_avatar_destroy(s->avatar);
    unload(&s->file);
}

void scene_update(scene *s, int count, float dt) {
    for (int i = 0; i < count; ++i) vrm_avatar_update(s->avatar, dt);
}

vrm_vec3 scene_head(const scene *s, int32_t joint) {
    return vrmi_mat4_translation(&s->frame.world[s->file.tables->spring_joints[joint].node]);
}

vrm_vec3 scene_tail(const scene *s, int32_t joint) {
    const vrm_spring_joint *spring_joint = &s->file.tables->spring_joints[joint];
    return vrmi_mat4_transform_point(&s->frame.world[spring_joint->node],
                                     spring_joint->tail_offset);
}

double angle_of(vrm_quat a, vrm_quat b) {
    double dot =
        fabs((double)a.x * b.x + (double)a.y * b.y + (double)a.z * b.z + (double)a.w * b.w);
    double x = (double)a.x, y = (double)a.y, z = (double)a.z, w = (double)a.w, sum;
    double sign = (x * b.x + y * b.y + z * b.z + w * b.w) < 0 ? -1 : 1;
    if (dot < 0.9) return 2 * acos(dot > 1 ? 1 : dot) * 180 / 3.14159265358979;
    x -= sign * b.x;
    y -= sign * b.y;
    z -= sign * b.z;
    w -= sign * b.w;
    sum = sqrt(x * x + y * y + z * z + w * w);
    return 4 * asin(sum / 2) * 180 / 3.14159265358979;
}

double scene_swing(const scene *s, int32_t node) {
    return angle_of(s->frame.local[node].rotation, s->file.gltf->nodes[node].rest.rotation);
}

vrm_trs trs_at(float x, float y, float z) {
    vrm_trs trs = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
    trs.translation = vrm_vec3_make(x, y, z);
    return trs;
}

void scene_set_root(scene *s, float x, float y, float z) {
    vrm_trs root = trs_at(x, y, z);
    vrm_avatar_set_root(s->avatar, &root);
}

vrm_quat turn_about(float x, float y, float z, double degrees) {
    double half = degrees * 3.14159265358979 / 360;
    double length = sqrt((double)x * x + (double)y * y + (double)z * z), sine = sin(half) / length;
    return vrm_quat_make((float)(x * sine), (float)(y * sine), (float)(z * sine), (float)cos(half));
}

double distance_of(vrm_vec3 a, vrm_vec3 b) {
    double x = (double)a.x - b.x, y = (double)a.y - b.y, z = (double)a.z - b.z;
    return sqrt(x * x + y * y + z * z);
}

bool check_vec3_near(vrm_vec3 got, double x, double y, double z, double tolerance, const char *text,
                     const char *file, int line) {
    bool ok = test_check_near(got.x, x, tolerance, text, file, line);
    ok = test_check_near(got.y, y, tolerance, text, file, line) && ok;
    return test_check_near(got.z, z, tolerance, text, file, line) && ok;
}

static bool are_finite(const float *values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (!isfinite(values[i])) return false;
    }
    return true;
}

bool scene_is_finite(const scene *s) {
    return are_finite(&s->frame.local[0].translation.x, (size_t)s->frame.node_count * 10) &&
           are_finite(s->frame.world[0].m, (size_t)s->frame.node_count * 16);
}
