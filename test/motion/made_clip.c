#include "motion/made_clip.h"

#include "base/math.h"
#include "support/long_text.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Bodies --- */

made_body made_body_of(float thigh, float shin, float ankle) {
    made_body body;
    const float hip = thigh + shin + ankle, size = hip;
    memset(&body, 0, sizeof body);
#define PLACE(bone, x, y, z)                                                                       \
    do {                                                                                           \
        body.places[VRM_BONE_##bone] = vrm_vec3_make(x, y, z);                                     \
        body.bones |= VRM_BONE_BIT(VRM_BONE_##bone);                                               \
    } while (0)
    PLACE(HIPS, 0, hip, 0);
    PLACE(SPINE, 0, hip + 0.1f * size, 0);
    PLACE(CHEST, 0, hip + 0.2f * size, 0);
    PLACE(NECK, 0, hip + 0.5f * size, 0);
    PLACE(HEAD, 0, hip + 0.6f * size, 0);
    for (int side = 0; side < 2; ++side) {
        float x = side == 0 ? size : -size;
        const int leg = VRM_BONE_LEFT_UPPER_LEG + 4 * side;
        const int arm = VRM_BONE_LEFT_SHOULDER + 4 * side;
        const vrm_vec3 places[8] = {{0.1f * x, hip, 0},
                                    {0.1f * x, hip - thigh, 0.002f * size},
                                    {0.1f * x, ankle, 0},
                                    {0.1f * x, 0.3f * ankle, 0.13f * size},
                                    {0.05f * x, hip + 0.45f * size, 0},
                                    {0.2f * x, hip + 0.45f * size, 0},
                                    {0.45f * x, hip + 0.45f * size, -0.002f * size},
                                    {0.7f * x, hip + 0.45f * size, 0}};
        for (int i = 0; i < 8; ++i) {
            int bone = i < 4 ? leg + i : arm + i - 4;
            body.places[bone] = places[i];
            body.bones |= VRM_BONE_BIT(bone);
        }
    }
#undef PLACE
    return body;
}

made_body made_body_default(void) { return made_body_of(0.45f, 0.45f, 0.1f); }

static vrm_bone usual_parent(vrm_bone bone) {
    switch (bone) {
    case VRM_BONE_HIPS:
        return VRM_NONE;
    case VRM_BONE_SPINE:
    case VRM_BONE_LEFT_UPPER_LEG:
    case VRM_BONE_RIGHT_UPPER_LEG:
        return VRM_BONE_HIPS;
    case VRM_BONE_NECK:
    case VRM_BONE_LEFT_SHOULDER:
    case VRM_BONE_RIGHT_SHOULDER:
        return VRM_BONE_CHEST;
    default:
        return bone - 1;
    }
}

vrm_bone made_parent(const made_body *body, vrm_bone bone) {
    do {
        bone = usual_parent(bone);
    } while (bone != VRM_NONE && (body->bones & VRM_BONE_BIT(bone)) == 0);
    return bone;
}

/* --- Files --- */

/* Node 0 is the root, and node 1 + bone a bone; bones that the body lacks are empty nodes. */
static void append_nodes(long_text *json, const made_body *body) {
    append(json, "{'name':'root','children':[%d]}", 1 + VRM_BONE_HIPS);
    for (int32_t i = 0; i < VRM_BONE_COUNT; ++i) {
        vrm_bone parent = made_parent(body, i);
        vrm_vec3 at = body->places[i];
        const char *comma = "";
        if ((body->bones & VRM_BONE_BIT(i)) == 0) {
            append(json, ",{'name':'none'}");
            continue;
        }
        if (parent != VRM_NONE) at = vrmi_vec3_sub(at, body->places[parent]);
        append(json, ",{'name':'%s','translation':[%.9g,%.9g,%.9g]", vrm_bone_name(i), (double)at.x,
               (double)at.y, (double)at.z);
        for (int32_t child = 1; child < VRM_BONE_COUNT; ++child) {
            if ((body->bones & VRM_BONE_BIT(child)) == 0 || made_parent(body, child) != i) continue;
            append(json, "%s%d", comma[0] == '\0' ? ",'children':[" : comma, 1 + child);
            comma = ",";
        }
        append(json, comma[0] == '\0' ? "}" : "]}");
    }
}

static void append_human_bones(long_text *json, const made_body *body) {
    const char *comma = "";
    append(json, "'humanoid':{'humanBones':{");
    for (int32_t i = 0; i < VRM_BONE_COUNT; ++i) {
        if ((body->bones & VRM_BONE_BIT(i)) == 0) continue;
        append(json, "%s'%s':{'node':%d}", comma, vrm_bone_name(i), 1 + i);
        comma = ",";
    }
    append(json, "}}");
}

loaded made_avatar(const made_body *body) {
    long_text json = {NULL, 0, 0};
    loaded file;
    append(&json, "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm'],'scene':0,"
                  "'scenes':[{'nodes':[0]}],'nodes':[");
    append_nodes(&json, body);
    append(&json, "],'extensions':{'VRMC_vrm':{'specVersion':'1.0','meta':{'name':'made',"
                  "'authors':['a'],'licenseUrl':'https://vrm.dev/licenses/1.0/'},");
    append_human_bones(&json, body);
    append(&json, "}}}");
    file = load_avatar_file(fixture_glb(json.data, NULL, 0), NULL);
    CHECK_INT(file.result, VRM_OK);
    free(json.data);
    return file;
}

/* The numbers of the payload, and the accessors and channels that are made of them. */
typedef struct motion {
    float *data;
    size_t count;
    long_text views, accessors, samplers, channels, expressions, customs, nodes;
    int accessor_count, sampler_count, node_count;
} motion;

static int add_accessor(motion *m, const float *values, size_t count, int width, float last) {
    static const char *const types[] = {"", "SCALAR", "", "VEC3", "VEC4"};
    size_t floats = count * (size_t)width;
    m->data = realloc(m->data, (m->count + floats) * sizeof *m->data);
    memcpy(m->data + m->count, values, floats * sizeof *values);
    append(&m->views, "%s{'buffer':0,'byteOffset':%zu,'byteLength':%zu}",
           m->accessor_count != 0 ? "," : "", m->count * 4, floats * 4);
    append(&m->accessors,
           "%s{'bufferView':%d,'componentType':5126,'count':%zu,'type':'%s'", /* floats */
           m->accessor_count != 0 ? "," : "", m->accessor_count, count, types[width]);
    if (width == 1)
        append(&m->accessors, ",'min':[%.9g],'max':[%.9g]", (double)values[0], (double)last);
    append(&m->accessors, "}");
    m->count += floats;
    return m->accessor_count++;
}

static void add_channel(motion *m, int times, int values, int node, const char *path) {
    const char *comma = m->sampler_count != 0 ? "," : "";
    append(&m->samplers, "%s{'input':%d,'output':%d}", comma, times, values);
    append(&m->channels, "%s{'sampler':%d,'target':{'node':%d,'path':'%s'}}", comma,
           m->sampler_count++, node, path);
}

static void add_weight(motion *m, long_text *list, vrm_string name, int times, const float *weights,
                       uint32_t count) {
    float *values = calloc(count, 3 * sizeof *values);
    for (uint32_t i = 0; i < count; ++i) values[3 * i] = weights[i];
    append(list, "%s'%.*s':{'node':%d}", list->length != 0 ? "," : "", (int)name.length, name.data,
           m->node_count);
    append(&m->nodes, ",{'name':'expression'}");
    add_channel(m, times, add_accessor(m, values, count, 3, 0), m->node_count++, "translation");
    free(values);
}

static void add_keys(motion *m, const vrm_pose *keys, const float *times, uint32_t count,
                     const made_body *body) {
    int input = add_accessor(m, times, count, 1, times[count - 1]);
    float *values = calloc(count, 4 * sizeof *values);
    for (int32_t bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        if ((keys[0].bones & body->bones & VRM_BONE_BIT(bone)) == 0) continue;
        for (uint32_t i = 0; i < count; ++i) {
            memcpy(values + 4 * i, &keys[i].rotations[bone], sizeof(vrm_quat));
        }
        add_channel(m, input, add_accessor(m, values, count, 4, 0), 1 + bone, "rotation");
    }
    if ((keys[0].parts & VRM_POSE_HIPS) != 0) {
        vrm_vec3 rest = body->places[VRM_BONE_HIPS];
        for (uint32_t i = 0; i < count; ++i) {
            vrm_vec3 at = vrmi_vec3_add(rest, vrmi_vec3_scale(keys[i].hips, rest.y));
            memcpy(values + 3 * i, &at, sizeof at);
        }
        add_channel(m, input, add_accessor(m, values, count, 3, 0), 1 + VRM_BONE_HIPS,
                    "translation");
    }
    for (int32_t preset = 0; preset < VRM_PRESET_COUNT; ++preset) {
        const char *name = vrm_preset_name(preset);
        if ((keys[0].presets >> preset & 1) == 0) continue;
        for (uint32_t i = 0; i < count; ++i) values[i] = keys[i].weights[preset];
        add_weight(m, &m->expressions, (vrm_string){name, (uint32_t)strlen(name)}, input, values,
                   count);
    }
    for (uint32_t custom = 0; custom < keys[0].custom_count; ++custom) {
        for (uint32_t i = 0; i < count; ++i) values[i] = keys[i].customs[custom].weight;
        add_weight(m, &m->customs, keys[0].customs[custom].name, input, values, count);
    }
    if ((keys[0].parts & VRM_POSE_LOOK_AT_DEGREES) != 0) {
        for (uint32_t i = 0; i < count; ++i) {
            vrm_quat yaw = vrmi_quat_from_axis_angle(vrm_vec3_make(0, 1, 0),
                                                     vrmi_radians(keys[i].yaw_degrees));
            vrm_quat pitch = vrmi_quat_from_axis_angle(vrm_vec3_make(1, 0, 0),
                                                       vrmi_radians(keys[i].pitch_degrees));
            yaw = vrmi_quat_multiply(yaw, pitch);
            memcpy(values + 4 * i, &yaw, sizeof yaw);
        }
        append(&m->nodes, ",{'name':'eyes'}");
        add_channel(m, input, add_accessor(m, values, count, 4, 0), m->node_count, "rotation");
    }
    free(values);
}

vrm_clip *made_clip(const vrm_pose *keys, const float *times, uint32_t count,
                    const made_body *body) {
    made_body usual = made_body_default();
    motion m;
    long_text json = {NULL, 0, 0};
    vrm_clip *clip = NULL;
    fixture file;
    memset(&m, 0, sizeof m);
    if (body == NULL) body = &usual;
    m.node_count = 1 + VRM_BONE_COUNT;
    append(&m.nodes, "%s", "");
    append(&m.expressions, "%s", "");
    append(&m.customs, "%s", "");
    add_keys(&m, keys, times, count, body);
    append(&json, "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm_animation'],'scene':0,"
                  "'scenes':[{'nodes':[0]}],'nodes':[");
    append_nodes(&json, body);
    append(&json, "%s],'buffers':[{'byteLength':%zu}],'bufferViews':[%s],'accessors':[%s],",
           m.nodes.data, m.count * 4, m.views.data, m.accessors.data);
    append(&json, "'animations':[{'samplers':[%s],'channels':[%s]}],", m.samplers.data,
           m.channels.data);
    append(&json, "'extensions':{'VRMC_vrm_animation':{'specVersion':'1.0',");
    append_human_bones(&json, body);
    append(&json, ",'expressions':{'preset':{%s},'custom':{%s}}", m.expressions.data,
           m.customs.data);
    if ((keys[0].parts & VRM_POSE_LOOK_AT_DEGREES) != 0) {
        append(&json, ",'lookAt':{'node':%d,'offsetFromHeadBone':[0,0,0]}", m.node_count);
    }
    append(&json, "}}}");
    file = fixture_glb(json.data, m.data, m.count * 4);
    CHECK_INT(vrm_clip_load(file.bytes, file.size, NULL, &clip, NULL), VRM_OK);
    fixture_free(&file);
    free(json.data);
    free(m.data);
    free(m.views.data);
    free(m.accessors.data);
    free(m.samplers.data);
    free(m.channels.data);
    free(m.expressions.data);
    free(m.customs.data);
    free(m.nodes.data);
    return clip;
}
