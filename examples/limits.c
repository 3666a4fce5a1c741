/*
 * limits: joints of springs that may not turn everywhere (VRMC_springBone_limit). A strong wind
 * blows from all sides at two avatars of one model, of which one does not regard limits. For each
 * joint that has a limit, the program prints how far its tail has come in the space of the limit.
 *
 * usage: limits FILE
 */
#include <math.h>
#include <stdio.h>
#include <vrm/vrm.h>

enum { UPDATES = 600, MOST_JOINTS = 256 };

static const float degrees = 57.29578f;

static vrm_vec3 rotated(vrm_quat q, vrm_vec3 v) {
    const vrm_vec3 t = {2.0f * (q.y * v.z - q.z * v.y), 2.0f * (q.z * v.x - q.x * v.z),
                        2.0f * (q.x * v.y - q.y * v.x)};
    return vrm_vec3_make(v.x + q.w * t.x + q.y * t.z - q.z * t.y,
                         v.y + q.w * t.y + q.z * t.x - q.x * t.z,
                         v.z + q.w * t.z + q.x * t.y - q.y * t.x);
}

static vrm_vec3 rotated_back(vrm_quat q, vrm_vec3 v) {
    return rotated(vrm_quat_make(-q.x, -q.y, -q.z, q.w), v);
}

/* The shortest turn from +Y to the axis of a bone. */
static vrm_quat turn_to(vrm_vec3 axis) {
    const float length =
        sqrtf(axis.z * axis.z + axis.x * axis.x + (1.0f + axis.y) * (1.0f + axis.y));
    if (length < 1e-6f) return vrm_quat_make(1.0f, 0.0f, 0.0f, 0.0f); /* -Y */
    return vrm_quat_make(axis.z / length, 0.0f, -axis.x / length, (1.0f + axis.y) / length);
}

/* Where the tail of a joint points, in the space of its limit: that of the node above it, turned by
 * the rest rotation of the joint, so that +Y is the bone at rest, and by the limit's rotation. */
static vrm_vec3 tail_in_limit(const vrm_avatar *avatar, const vrm_spring_joint *joint) {
    const vrm_gltf *gltf = vrm_model_gltf(vrm_avatar_model(avatar));
    const vrm_vec3 to = joint->tail_offset;
    const float length = sqrtf(to.x * to.x + to.y * to.y + to.z * to.z);
    const vrm_vec3 axis = {to.x / length, to.y / length, to.z / length};
    vrm_vec3 d = rotated(vrm_avatar_frame(avatar)->local[joint->node].rotation, axis);
    d = rotated_back(gltf->nodes[joint->node].rest.rotation, d);
    d = rotated_back(turn_to(axis), d);
    return rotated_back(joint->limit.rotation, d);
}

/* The largest angles of a tail so far; a cone has one. */
typedef struct reach {
    float angle, yaw;
} reach;

static void measure(const vrm_avatar *avatar, const vrm_spring_joint *joint, reach *most) {
    const vrm_vec3 d = tail_in_limit(avatar, joint);
    const float across = sqrtf(d.x * d.x + d.z * d.z);
    const float angle =
        joint->limit.kind == VRM_SPRING_LIMIT_CONE ? atan2f(across, d.y) : fabsf(atan2f(d.z, d.y));
    const float yaw = fabsf(atan2f(d.x, sqrtf(d.y * d.y + d.z * d.z)));
    most->angle = fmaxf(most->angle, angle * degrees);
    most->yaw = fmaxf(most->yaw, yaw * degrees);
}

static void print_joint(const vrm_model *model, const vrm_spring_joint *joint, const reach *held,
                        const reach *loose) {
    static const char *const kinds[] = {"none", "cone", "hinge", "spherical"};
    const vrm_string name = vrm_model_gltf(model)->nodes[joint->node].name;
    const vrm_spring_limit *limit = &joint->limit;
    printf("%.*s: %s, ", (int)name.length, name.data, kinds[limit->kind]);
    if (limit->kind == VRM_SPRING_LIMIT_CONE) {
        printf("%.1f degrees; reached %.1f, without limits %.1f\n",
               (double)(limit->angle * degrees), (double)held->angle, (double)loose->angle);
        return;
    }
    printf("pitch %.1f and yaw %.1f degrees; reached %.1f and %.1f, without limits %.1f and %.1f\n",
           (double)(limit->angle * degrees), (double)(limit->yaw * degrees), (double)held->angle,
           (double)held->yaw, (double)loose->angle, (double)loose->yaw);
}

/* Lets ten seconds pass, while the wind goes round six times. */
static void blow(vrm_avatar *avatar, reach *reached) {
    const vrm_tables *tables = vrm_model_tables(vrm_avatar_model(avatar));
    uint32_t i;
    int frame;
    for (frame = 0; frame < UPDATES; ++frame) {
        const float turn = 6.0f * 6.2831853f * (float)frame / (float)UPDATES;
        vrm_avatar_set_wind_value(avatar,
                                  vrm_vec3_make(3.0f * cosf(turn), 1.0f, 3.0f * sinf(turn)));
        vrm_avatar_update(avatar, 1.0f / 60.0f);
        for (i = 0; i < tables->spring_joint_count && i < MOST_JOINTS; ++i) {
            const vrm_spring_joint *joint = &tables->spring_joints[i];
            if (joint->limit.kind != VRM_SPRING_LIMIT_NONE) measure(avatar, joint, &reached[i]);
        }
    }
}

int main(int argc, char **argv) {
    static reach held[MOST_JOINTS], loose[MOST_JOINTS];
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    vrm_avatar *avatar, *free_avatar;
    vrm_avatar_desc desc;
    const vrm_tables *tables;
    uint32_t i, count = 0;
    if (argc < 2 || vrm_model_load_file(argv[1], NULL, &model, &report) != VRM_OK) {
        vrm_report_print(report, stderr);
        vrm_report_destroy(report);
        return 1;
    }
    vrm_avatar_create(model, NULL, &avatar, NULL);
    vrm_avatar_desc_init(&desc);
    desc.flags = VRM_AVATAR_FLAG_NO_SPRING_LIMITS;
    vrm_avatar_create(model, &desc, &free_avatar, NULL);
    blow(avatar, held);
    blow(free_avatar, loose);
    tables = vrm_model_tables(model);
    for (i = 0; i < tables->spring_joint_count && i < MOST_JOINTS; ++i) {
        const vrm_spring_joint *joint = &tables->spring_joints[i];
        if (joint->limit.kind == VRM_SPRING_LIMIT_NONE) continue;
        print_joint(model, joint, &held[i], &loose[i]);
        ++count;
    }
    printf("%u of %u joints have a limit\n", (unsigned)count, (unsigned)tables->spring_joint_count);
    vrm_avatar_destroy(avatar);
    vrm_avatar_destroy(free_avatar);
    vrm_report_destroy(report);
    vrm_model_release(model);
    return 0;
}
