#include "same_bits/scenes.h"

#include "base/math.h"
#include "test.h"
#include "vrm/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHAPES,
    CENTER,
    SPARSE,
    NESTED,
    REST_ROTATIONS,
    SCALED_ROOT,
    OLD,
    CHARACTER,
    IDLE,
    VERBS,
    LIMITS
};

static const char *const names[SAME_SCENES] = {
    "shapes", "center",    "sparse", "nested", "rest_rotations", "scaled_root",
    "old",    "character", "idle",   "verbs",  "limits"};

const char *same_scene_name(int scene) { return names[scene]; }

/* --- Files --- */

/* A head, node 0, with places for colliders and centers, 1 and 2, and three chains of five nodes
 * from 3, 8 and 13 on. %s stands for the rest of the members of node 0, 4, 9 and 14. */
#define HEAD                                                                                       \
    "{'translation':[0,1.5,0],'children':[1,2,3,8,13]%s},{'translation':[0.02,-0.1,0.01]},"        \
    "{'translation':[-0.05,0,0.03]},"
#define STRAND(x, z, a, b, c, d)                                                                   \
    "{'translation':[" #x ",0.1," #z "],'children':[" #a "]},"                                     \
    "{'translation':[0,-0.11,0.01],'children':[" #b "]%s},"                                        \
    "{'translation':[0.01,-0.1,0],'children':[" #c "]},"                                           \
    "{'translation':[0,-0.09,-0.02],'children':[" #d "]},{'translation':[0,-0.1,0]}"
#define STRANDS                                                                                    \
    HEAD STRAND(0, -0.1, 4, 5, 6, 7) "," STRAND(0.1, 0.05, 9, 10, 11,                              \
                                                12) "," STRAND(-0.1, 0.02, 14, 15, 16, 17)

#define LOOSE ",'stiffness':0.4,'dragForce':0.2,'gravityPower':0.6,'hitRadius':0.02"
#define STIFF ",'stiffness':1.7,'dragForce':0.5,'gravityPower':0.1,'hitRadius':0.015"
#define JOINT(node, members) "{'node':" #node members "}"
#define CHAIN(a, b, c, d, e, members)                                                              \
    "'joints':[" JOINT(a, members) "," JOINT(b, members) "," JOINT(c, members) "," JOINT(          \
        d, members) "," JOINT(e, ) "]"
#define SHAPE(node, shape)                                                                         \
    "{'node':" #node ",'shape':{'sphere':{'radius':0.01}},'extensions':{"                          \
    "'VRMC_springBone_extended_collider':{'specVersion':'1.0','shape':{" shape "}}}}"
#define SPHERE(node, x, y, z, radius)                                                              \
    "{'node':" #node ",'shape':{'sphere':{'offset':[" #x "," #y "," #z "],'radius':" #radius "}}}"

static const char shapes[] = "'colliders':[" SPHERE(
    1, 0, -0.05, -0.1,
    0.06) ","
          "{'node':0,'shape':{'capsule':{'offset':[0.08,0.05,0.05],'tail':[0.12,-0.3,0.09],"
          "'radius':0.04}}}," SHAPE(
              2,
              "'sphere':{'offset':[0,-0.1,0],'radius':0.4,'inside'"
              ":true}") "," SHAPE(0,
                                  "'capsule':{'offset':[0,0.2,0],'tail':[0,-0.4,0],'radius':0.3,'"
                                  "inside':"
                                  "true}") "," SHAPE(1,
                                                     "'plane':{'offset':[0,-0.25,0],'normal':[0,0."
                                                     "8,0.6]"
                                                     "}") "],'colliderGroups':[{'colliders':[0,2]},"
                                                          "{'"
                                                          "colliders':[1,3]},{'colliders':[4,0,1,2,"
                                                          "3]}],"
                                                          "'springs':[{'colliderGroups':[0]," CHAIN(
                                                              3, 4, 5, 6, 7,
                                                              LOOSE) "},"
                                                                     "{'colliderGroups':[1]," CHAIN(
                                                                         8, 9, 10, 11, 12,
                                                                         STIFF) "},"
                                                                                "{'colliderGroups':"
                                                                                "[2,0]"
                                                                                "," CHAIN(
                                                                                    13, 14, 15, 16,
                                                                                    17, LOOSE) "}]";
static const char center[] = "'springs':[{'center':0," CHAIN(
    3, 4, 5, 6, 7, LOOSE) "},"
                          "{'center':2," CHAIN(8, 9, 10, 11, 12, STIFF) "},{" CHAIN(13, 14, 15, 16,
                                                                                    17, LOOSE) "}]";
static const char sparse[] = "'springs':[{'joints':[" JOINT(3, LOOSE) "," JOINT(5, STIFF) "," JOINT(
    7, ) "]},"
         "{'joints':[" JOINT(8, STIFF) "," JOINT(9, LOOSE) "," JOINT(
             12, ) "]},"
                   "{'joints':[" JOINT(13, LOOSE) "," JOINT(17, ) "]}]";
/* The second part of a chain hangs from a joint of another; colliders ride on joints. */
static const char nested[] = "'colliders':[" SPHERE(10, 0, 0, 0, 0.08) "," SPHERE(
    4, 0, 0, 0, 0.05) "],"
                      "'colliderGroups':[{'colliders':[0]},{'colliders':[1]}],'springs':["
                      "{'joints':[" JOINT(5, LOOSE) "," JOINT(6, LOOSE) "," JOINT(
                          7, ) "]},"
                               "{'joints':[" JOINT(3, STIFF) "," JOINT(4, STIFF) "," JOINT(
                                   5, ) "]},"
                                        "{" CHAIN(8, 9, 10, 11, 12,
                                                  LOOSE) "},"
                                                         "{'colliderGroups':[0,1]," CHAIN(
                                                             13, 14, 15, 16, 17, STIFF) "}]";
static const char plain[] = "'colliders':[" SPHERE(0, 0, -0.05, 0, 0.09) "," SPHERE(
    2, 0, -0.2, 0, 0.05) "],"
                         "'colliderGroups':[{'colliders':[0,1]}],'springs':["
                         "{'colliderGroups':[0]," CHAIN(
                             3, 4, 5, 6, 7,
                             LOOSE) "},"
                                    "{'colliderGroups':[0]," CHAIN(
                                        8, 9, 10, 11, 12,
                                        STIFF) "},"
                                               "{'center':1,'colliderGroups':[0]," CHAIN(
                                                   13, 14, 15, 16, 17, LOOSE) "}]";

/* Each chain begins with a limit of another kind, and goes on with others and with free joints, so
 * that lanes of one row have different ones. Colliders push against the limits. */
#define LIMITED(node, members, limit)                                                              \
    JOINT(node, members ",'extensions':{'VRMC_springBone_limit':{'specVersion':'1.0-draft',"       \
                        "'limit':{" limit "}}}")
#define CONE(angle) "'cone':{'angle':" #angle "}"
#define TURNED_CONE(angle) "'cone':{'angle':" #angle ",'rotation':[0.48,0,0.6,0.64]}"
#define HINGE(angle) "'hinge':{'angle':" #angle ",'rotation':[0,0.6,0,0.8]}"
#define SPHERICAL(pitch, yaw)                                                                      \
    "'spherical':{'pitch':" #pitch ",'yaw':" #yaw ",'rotation':[0,-0.8,0,0.6]}"
#define LIMITED_0                                                                                  \
    LIMITED(3, LOOSE, CONE(0.2))                                                                   \
    "," LIMITED(4, LOOSE, TURNED_CONE(1.5)) "," JOINT(5, LOOSE) "," LIMITED(                       \
        6, STIFF, HINGE(1)) "," JOINT(7, )
#define LIMITED_1                                                                                  \
    LIMITED(8, LOOSE, HINGE(0.6))                                                                  \
    "," JOINT(9, STIFF) "," LIMITED(10, LOOSE, SPHERICAL(0.4, 0)) "," LIMITED(                     \
        11, LOOSE, CONE(0)) "," JOINT(12, )
#define LIMITED_2                                                                                  \
    LIMITED(13, LOOSE, SPHERICAL(0.3, 0.1))                                                        \
    "," LIMITED(14, LOOSE, SPHERICAL(2, 0.7)) "," LIMITED(15, STIFF, CONE(0.4)) "," JOINT(         \
        16, LOOSE) "," JOINT(17, )
static const char limits[] = "'colliders':[" SPHERE(0, 0, -0.05, 0, 0.09) "," SPHERE(
    2, 0, -0.2, 0, 0.12) "],"
                         "'colliderGroups':[{'colliders':[0,1]}],'springs':["
                         "{'colliderGroups':[0],'joints':[" LIMITED_0
                         "]},{'colliderGroups':[0],'joints':[" LIMITED_1
                         "]},{'center':1,'colliderGroups':[0],'joints':[" LIMITED_2 "]}]";

/* Unit quaternions of whole numbers, and scales. */
#define TURNED_0 ",'rotation':[0.48,0.6,0,0.64],'scale':[1.25,1.25,1.25]"
#define TURNED_1 ",'rotation':[0,0.6,0,0.8]"
#define TURNED_2 ",'rotation':[-0.8,0,0.6,0],'scale':[0.75,0.75,0.75]"
#define TURNED_3 ",'rotation':[0.5,-0.5,0.5,0.5],'scale':[1,1.5,0.5]"

static loaded load_strands(const char *spring_bone, bool is_turned) {
    static const char form[] =
        "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm','VRMC_springBone',"
        "'VRMC_springBone_extended_collider','VRMC_springBone_limit'],'nodes':[" STRANDS
        "],'extensions':{"
        "'VRMC_vrm':{'specVersion':'1.0'},'VRMC_springBone':{'specVersion':'1.0',%s}}}";
    size_t size = sizeof form + strlen(spring_bone) + 512;
    char *json = malloc(size);
    loaded file;
    snprintf(json, size, form, is_turned ? TURNED_0 : "", is_turned ? TURNED_1 : "",
             is_turned ? TURNED_2 : "", is_turned ? TURNED_3 : "", spring_bone);
    file = load_json(json);
    free(json);
    return file;
}

static loaded load_sample(const char *name) {
    loaded file;
    char path[1024];
    memset(&file, 0, sizeof file);
    if (test_option("samples") == NULL) return file;
    snprintf(path, sizeof path, "%s/%s", test_option("samples"), name);
    file.result = vrm_model_load_file(path, NULL, &file.model, &file.report);
    file.gltf = vrm_model_gltf(file.model);
    file.tables = vrm_model_tables(file.model);
    return file;
}

loaded same_scene_load(int scene) {
    switch (scene) {
    case SHAPES:
        return load_strands(shapes, false);
    case CENTER:
        return load_strands(center, false);
    case SPARSE:
        return load_strands(sparse, false);
    case NESTED:
        return load_strands(nested, false);
    case REST_ROTATIONS:
        return load_strands(plain, true);
    case LIMITS:
        return load_strands(limits, true);
    case OLD:
        return load_sample("character-0.x.vrm");
    case CHARACTER:
        return load_sample("character-1.0.vrm");
    case IDLE:
        return load_sample("character-1.0-beta.vrm");
    default:
        return load_strands(plain, false);
    }
}

void same_scene_desc(int scene, vrm_avatar_desc *out) {
    vrm_avatar_desc_init(out);
    out->collider_capacity = scene == VERBS ? 2 : 0;
    if (scene == CENTER) out->flags = VRM_AVATAR_FLAG_LITERAL_TIME;
}

/* --- Motion --- */

float same_scene_dt(int frame) {
    if (frame % 50 == 49) return 0.2f;
    if (frame % 31 == 30) return 0.0f;
    if (frame % 7 == 5) return 0.011f;
    return frame % 7 == 6 ? 0.03f : 1.0f / 60.0f;
}

/* Up and down between -1 and 1, and nearly smooth: a parabola for each half. */
static float wave(int frame, int period) {
    float t = (float)(frame % period) / (float)period * 2.0f; /* 0 to 2 */
    return t < 1.0f ? 4.0f * t * (1.0f - t) : -4.0f * (t - 1.0f) * (2.0f - t);
}

static vrm_quat turned(float x, float y, float z) {
    return vrmi_quat_normalize(vrm_quat_make(x, y, z, 1.0f));
}

static vrm_trs root_at(float x, float y, float z) {
    vrm_trs root = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
    root.translation = vrm_vec3_make(x, y, z);
    return root;
}

static void act_strands(vrm_avatar *avatar, int frame) {
    vrm_trs root = root_at(0.3f * wave(frame, 97), 0.1f * wave(frame, 53), 0.2f * wave(frame, 71));
    vrm_trs *pose = vrm_avatar_locals(avatar);
    vrm_quat rest = vrm_model_gltf(vrm_avatar_model(avatar))->nodes[0].rest.rotation;
    root.rotation = turned(0, 0.5f * wave(frame, 131), 0.1f * wave(frame, 37));
    vrm_avatar_set_root(avatar, &root);
    pose[0].rotation =
        vrmi_quat_multiply(turned(0.3f * wave(frame, 61), 0.6f * wave(frame, 83), 0), rest);
    pose[1].translation.y = -0.1f + 0.05f * wave(frame, 43);
    pose[2].rotation = turned(0, 0, wave(frame, 29));
}

static void act_scaled_root(vrm_avatar *avatar, int frame) {
    vrm_trs root;
    float scale = frame < 100 ? 2.5f : 1.0f + 0.5f * wave(frame, 199);
    act_strands(avatar, frame);
    vrm_avatar_get_root(avatar, &root);
    root.scale = vrm_vec3_make(scale, scale, scale);
    vrm_avatar_set_root(avatar, &root);
}

static void set_named(vrm_avatar *avatar, int32_t layer, const char *name, float weight) {
    vrm_avatar_set_layer_expression(
        avatar, layer, vrm_model_find_expression(vrm_avatar_model(avatar), name), weight);
}

static void act_body(vrm_avatar *avatar, int frame) {
    vrm_trs root = root_at(0.4f * wave(frame, 120), 0, 0.2f * wave(frame, 90));
    vrm_vec3 hips = vrm_model_bone_rest_position(vrm_avatar_model(avatar), VRM_BONE_HIPS);
    float smile = wave(frame, 150);
    root.rotation = turned(0, 0.4f * wave(frame, 170), 0);
    vrm_avatar_set_root(avatar, &root);
    hips.y += 0.04f * wave(frame, 60);
    vrm_avatar_set_hips_position_value(avatar, hips);
    vrm_avatar_set_bone_rotation_value(avatar, VRM_BONE_HIPS,
                                       turned(0, 0.2f * wave(frame, 110), 0));
    vrm_avatar_set_bone_rotation_value(avatar, VRM_BONE_SPINE,
                                       turned(0.1f * wave(frame, 77), 0, 0.05f));
    vrm_avatar_set_bone_rotation_value(avatar, VRM_BONE_HEAD,
                                       turned(0.2f * wave(frame, 85), 0.3f * wave(frame, 63), 0));
    vrm_avatar_set_bone_rotation_value(avatar, VRM_BONE_LEFT_UPPER_ARM,
                                       turned(0, 0, -0.5f * wave(frame, 75)));
    vrm_avatar_set_bone_rotation_value(avatar, VRM_BONE_LEFT_LOWER_ARM,
                                       turned(0.4f * wave(frame, 55), 0.3f * wave(frame, 67), 0));
    vrm_avatar_set_bone_rotation_value(avatar, VRM_BONE_RIGHT_UPPER_LEG,
                                       turned(0.3f * wave(frame, 95), 0, 0.1f));
    if (frame % 200 < 150) {
        vrm_avatar_look_at(avatar,
                           vrm_vec3_make(2.0f * wave(frame, 180), 1.4f + wave(frame, 130), 1.5f));
    } else if (frame % 200 < 180) {
        vrm_avatar_set_look_at_degrees(avatar, 40.0f * wave(frame, 40), 20.0f * wave(frame, 33));
    } else {
        vrm_avatar_set_look_at_off(avatar);
    }
    set_named(avatar, VRM_EXPRESSION_LAYER_VISEME, "aa", 0.5f + 0.5f * wave(frame, 46));
    set_named(avatar, VRM_EXPRESSION_LAYER_APPLICATION, "happy", smile > 0.0f ? smile : 0.0f);
    set_named(avatar, VRM_EXPRESSION_LAYER_APPLICATION, "blush", 0.3f - 0.3f * smile);
    set_named(avatar, VRM_EXPRESSION_LAYER_EMOTION, "surprised", smile < 0.0f ? -smile : 0.0f);
    set_named(avatar, VRM_EXPRESSION_LAYER_BLINK, "blink", frame % 40 < 6 ? 1.0f : 0.0f);
}

static void act_idle(same_play *play, int frame) {
    if (frame == 0) {
        vrm_pose pose;
        vrm_pose_relaxed(vrm_avatar_model(play->avatar), &pose);
        vrm_avatar_apply_pose(play->avatar, &pose, NULL);
        vrm_idle_init(&play->idle, 7);
    }
    if (frame == 300) vrm_avatar_set_look_at_degrees(play->avatar, 10, 5);
    vrm_idle_update(&play->idle, play->avatar, same_scene_dt(frame));
}

static void save_and_restore(vrm_avatar *avatar) {
    size_t size = vrm_avatar_save_size(avatar);
    void *bytes = malloc(size);
    CHECK_INT(vrm_avatar_save(avatar, bytes, size), VRM_OK);
    CHECK_INT(vrm_avatar_restore(avatar, bytes, size), VRM_OK);
    free(bytes);
}

static void act_verbs(vrm_avatar *avatar, int frame) {
    vrm_trs root;
    vrm_spring_collider ball = {VRM_NONE, VRM_COLLIDER_SPHERE, {0.1f, 1.2f, 0}, {0, 0, 0}, 0.12f};
    vrm_spring_joint_settings settings;
    act_strands(avatar, frame);
    vrm_avatar_get_root(avatar, &root);
    switch (frame) {
    case 20:
        vrm_avatar_reset_springs(avatar, 1);
        break;
    case 40:
        vrm_avatar_set_wind_value(avatar, vrm_vec3_make(0.5f, 0, -0.25f));
        vrm_avatar_set_spring_wind_value(avatar, 2, vrm_vec3_make(0, 0.3f, 0.1f));
        break;
    case 60:
        root.translation.x += 5;
        vrm_avatar_teleport(avatar, &root, 1);
        break;
    case 90:
        root.translation.z -= 3;
        vrm_avatar_teleport(avatar, &root, 0);
        break;
    case 110:
        vrm_avatar_set_spring_mode(avatar, 0, VRM_SPRING_MODE_HOLD);
        vrm_avatar_set_spring_mode(avatar, 1, VRM_SPRING_MODE_TRACK);
        vrm_avatar_set_spring_mode(avatar, 2, VRM_SPRING_MODE_OFF);
        break;
    case 140:
        vrm_avatar_set_spring_mode(avatar, VRM_ALL, VRM_SPRING_MODE_RUN);
        break;
    case 160:
        vrm_avatar_set_spring_weight(avatar, 1, 0.4f);
        break;
    case 200:
        vrm_avatar_set_spring_weight(avatar, VRM_ALL, 1);
        break;
    case 210:
        vrm_avatar_set_collider(avatar, 0, &ball);
        ball.node = 2;
        vrm_avatar_set_collider(avatar, 1, &ball);
        break;
    case 260:
        vrm_avatar_set_collider(avatar, 0, NULL);
        break;
    case 280:
        vrm_avatar_get_spring_joint(avatar, 2, &settings);
        settings.stiffness = 2.5f;
        settings.gravity_dir = vrm_vec3_make(0.6f, -0.8f, 0);
        vrm_avatar_set_spring_joint(avatar, 2, &settings);
        break;
    case 320:
        vrm_avatar_set_spring_center(avatar, 0, 2);
        vrm_avatar_set_spring_center(avatar, 2, VRM_NONE);
        break;
    case 360:
        vrm_avatar_shift_origin_value(avatar, vrm_vec3_make(100, -20, 3));
        break;
    case 400:
        vrm_avatar_warm_up(avatar, 1.5f);
        break;
    case 450:
        save_and_restore(avatar);
        break;
    case 480:
        vrm_avatar_locals(avatar)[4].scale = vrm_vec3_make(1, 1, 2);
        break;
    case 500:
        vrm_avatar_locals(avatar)[9].scale = vrm_vec3_make(0, 0, 0);
        break;
    case 520:
        vrm_avatar_reset_pose(avatar);
        break;
    default:
        break;
    }
}

void same_scene_act(same_play *play, int frame) {
    switch (play->scene) {
    case SCALED_ROOT:
        act_scaled_root(play->avatar, frame);
        break;
    case OLD:
    case CHARACTER:
        act_body(play->avatar, frame);
        break;
    case IDLE:
        act_idle(play, frame);
        break;
    case VERBS:
        act_verbs(play->avatar, frame);
        break;
    default:
        act_strands(play->avatar, frame);
    }
}
