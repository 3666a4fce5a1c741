/* What 0.x says otherwise (4.3, 4.6, 4.10), through loading. */
#include "conformance/living.h"
#include "conformance/vectors.h"

#include "avatar/avatar.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static loaded load_old(const char *vrm, const char *members) {
    return load_members(format_members("'VRM':{%s}", vrm), members);
}

/* --- Bones, vectors, tails --- */

/* Each bone on a node of its own; the answer is which bone the node has become. */
void op_vrm0_bones(yyjson_val *input, answers *answers) {
    const char *bones = "", *nodes = "";
    yyjson_val *list = input_list(input, "bones"), *bone;
    loaded file;
    size_t i, n;
    yyjson_arr_foreach(list, i, n, bone) {
        bones = format_members("%s%s{'bone':'%s','node':%d}", bones, i == 0 ? "" : ",",
                               yyjson_get_str(bone), (int)i);
        nodes = format_members("%s%s{}", nodes, i == 0 ? "" : ",");
    }
    file = load_old(format_members("'humanoid':{'humanBones':[%s]}", bones),
                    format_members("'nodes':[%s]", nodes));
    for (i = 0; file.tables != NULL && i < yyjson_arr_size(list); ++i) {
        for (int b = 0; b < VRM_BONE_COUNT; ++b) {
            if (file.tables->humanoid.nodes[b] != (int32_t)i) continue;
            answer_text(answers, "bones", vrm_bone_name((vrm_bone)b));
        }
    }
    unload(&file);
}

static void check_same(vrm_vec3 a, vrm_vec3 b) {
    CHECK_NEAR((double)a.x, (double)b.x, 0);
    CHECK_NEAR((double)a.y, (double)b.y, 0);
    CHECK_NEAR((double)a.z, (double)b.z, 0);
}

/* A vector of a model that faces -Z. A file that was written again may face +Z, and has it turned.
 * */
static vrm_vec3 facing_minus_z(const vrm_tables *tables, vrm_vec3 v) {
    return tables->humanoid.faces_minus_z != 0 ? v : vrm_vec3_make(-v.x, v.y, -v.z);
}

/* The vector in each of its three places. The collider is at the origin of an avatar that faces +Z,
 * so that the world sees its offset turned. */
void op_vrm0_vector(yyjson_val *input, answers *answers) {
    vrm_vec3 v = input_vec3(input, "vector");
    const char *vector =
        format_members("{'x':%.9g,'y':%.9g,'z':%.9g}", (double)v.x, (double)v.y, (double)v.z);
    const char *vrm =
        format_members("'firstPerson':{'firstPersonBoneOffset':%s},'secondaryAnimation':{"
                       "'colliderGroups':[{'node':0,'colliders':[{'offset':%s,'radius':0.01}]}],"
                       "'boneGroups':[{'bones':[1],'colliderGroups':[0],'gravityDir':%s}]}",
                       vector, vector, vector);
    living one = live(format_members("'VRM':{%s}", vrm),
                      "'nodes':[{},{'translation':[0,5,0],'children':[2]},"
                      "{'translation':[0,1,0]}]",
                      0);
    if (one.avatar != NULL && CHECK_INT(one.file.tables->spring_collider_count, 1) &&
        CHECK(one.file.tables->spring_joint_count > 0)) {
        vrm_vec3 offset = one.file.tables->spring_colliders[0].offset;
        check_same(offset, one.file.tables->look_at.offset_from_head_bone);
        check_same(offset, one.file.tables->spring_joints[0].gravity_dir);
        answer_vec3(answers, "gltf", facing_minus_z(one.file.tables, offset));
        CHECK_INT(one.file.tables->humanoid.faces_minus_z,
                  one.file.tables->dialect == VRM_DIALECT_0);
        vrm_avatar_update(one.avatar, 1.0f / 60.0f);
        answer_vec3(answers, "facing_plus_z", one.avatar->springs.shapes[0].a);
    }
    end_life(&one);
}

void op_vrm0_virtual_tail(yyjson_val *input, answers *answers) {
    loaded file = load_old("'secondaryAnimation':{'boneGroups':[{'bones':[0]}]}",
                           format_members("'nodes':[{'children':[1]},{'translation':%s}]",
                                          input_json(input, "leaf_translation")));
    for (uint32_t i = 0; file.tables != NULL && i < file.tables->spring_joint_count; ++i) {
        if (file.tables->spring_joints[i].node != 1) continue;
        CHECK((file.tables->spring_joints[i].tail_node == VRM_NONE) ==
              (file.tables->dialect == VRM_DIALECT_0)); /* 1.0 has a node there */
        answer_vec3(answers, "tail_offset",
                    facing_minus_z(file.tables, file.tables->spring_joints[i].tail_offset));
    }
    unload(&file);
}

/* `name` of the body at a place of its own. */
static const char *bone_node(yyjson_val *input, const char *name) {
    return format_members("{'translation':%s}", input_json(input, name));
}

void op_vrm0_facing(yyjson_val *input, answers *answers) {
    const char *nodes = format_members(
        "'nodes':[%s,%s,%s,%s,%s,%s]", bone_node(input, "hips"), bone_node(input, "head"),
        bone_node(input, "left_upper_leg"), bone_node(input, "right_upper_leg"),
        bone_node(input, "left_foot"), bone_node(input, "left_toes"));
    loaded file = load_old("'humanoid':{'humanBones':[{'bone':'hips','node':0},"
                           "{'bone':'head','node':1},{'bone':'leftUpperLeg','node':2},"
                           "{'bone':'rightUpperLeg','node':3},{'bone':'leftFoot','node':4},"
                           "{'bone':'leftToes','node':5}]}",
                           nodes);
    if (file.tables != NULL) {
        /* A model that was written as 1.0 has been turned. */
        bool is_turned = file.tables->dialect != VRM_DIALECT_0;
        bool faces_minus_z = (file.tables->humanoid.faces_minus_z != 0) != is_turned;
        answer_text(answers, "faces", faces_minus_z ? "-Z" : "+Z");
    }
    unload(&file);
}

/* --- Materials --- */

/* One MToon material with these properties. */
static loaded load_mtoon(const char *properties) {
    loaded file = load_old(
        format_members("'materialProperties':[{'shader':'VRM/MToon',%s}]", properties),
        "'images':[{'uri':'a.png'}],'textures':[{'source':0}],'materials':[{'name':'skin'}]");
    CHECK(file.tables == NULL || file.tables->mtoons[0].is_present);
    return file;
}

void op_vrm0_texture_transform(yyjson_val *input, answers *answers) {
    const char *property = input_text(input, "property");
    if (property != NULL && strcmp(property, "_MainTex_ST") == 0) {
        loaded file =
            load_old(format_members("'blendShapeMaster':{'blendShapeGroups':[{'presetName':'joy',"
                                    "'materialValues':[{'materialName':'skin','propertyName':"
                                    "'_MainTex_ST','targetValue':%s}]}]}",
                                    input_json(input, "value")),
                     "'materials':[{'name':'skin'}]");
        if (file.tables != NULL && CHECK_INT(file.tables->expression_count, 1) &&
            CHECK_INT(file.tables->expressions[0].uv_bind_count, 1)) {
            answer_vec2(answers, "scale", file.tables->expressions[0].uv_binds[0].scale);
            answer_vec2(answers, "offset", file.tables->expressions[0].uv_binds[0].offset);
        }
        unload(&file);
    } else if (CHECK_TEXT(property, "_MainTex")) {
        loaded file = load_mtoon(format_members("'textureProperties':{'_MainTex':0},"
                                                "'vectorProperties':{'_MainTex':%s}",
                                                input_json(input, "value")));
        if (file.tables != NULL) {
            const vrm_texture_info *texture = &file.tables->materials[0].base_color_texture;
            answer_vec2(answers, "scale", texture->scale);
            answer_vec2(answers, "offset", texture->offset);
        }
        unload(&file);
    }
}

void op_srgb_to_linear(yyjson_val *input, answers *answers) {
    yyjson_val *value;
    size_t i, n;
    yyjson_arr_foreach(input_list(input, "values"), i, n, value) {
        double v = yyjson_get_num(value);
        loaded file =
            load_mtoon(format_members("'vectorProperties':{'_Color':[%.9g,%.9g,%.9g,1]}", v, v, v));
        if (file.tables != NULL) {
            const float *color = file.tables->materials[0].base_color_factor;
            CHECK(color[0] == color[1] && color[0] == color[2]);
            answer_number(answers, "values", (double)color[0]);
        }
        unload(&file);
    }
}

static void answer_shading(answers *answers, const vrm_mtoon *mtoon) {
    answer_number(answers, "shading_toony", (double)mtoon->shading_toony_factor);
    answer_number(answers, "shading_shift", (double)mtoon->shading_shift_factor);
}

/* The input itself is the object of the file. */
static loaded load_mtoon_floats(yyjson_val *input) {
    char *json = yyjson_val_write(input, 0, NULL);
    loaded file = load_mtoon(format_members("'floatProperties':%s", json != NULL ? json : "{}"));
    free(json);
    return file;
}

void op_vrm0_shading(yyjson_val *input, answers *answers) {
    loaded file = load_mtoon_floats(input);
    if (file.tables != NULL) answer_shading(answers, &file.tables->mtoons[0]);
    unload(&file);
}

void op_vrm0_mtoon(yyjson_val *input, answers *answers) {
    static const char *const outlines[] = {"none", "worldCoordinates", "screenCoordinates"};
    static const char *const alphas[] = {"OPAQUE", "MASK", "BLEND"};
    loaded file = load_mtoon_floats(input);
    if (file.tables != NULL) {
        const vrm_mtoon *mtoon = &file.tables->mtoons[0];
        const vrm_material *material = &file.tables->materials[0];
        answer_shading(answers, mtoon);
        answer_text(answers, "outline_width_mode", outlines[mtoon->outline_width_mode]);
        answer_number(answers, "outline_width", (double)mtoon->outline_width_factor);
        answer_number(answers, "outline_lighting_mix", (double)mtoon->outline_lighting_mix_factor);
        answer_number(answers, "gi_equalization", (double)mtoon->gi_equalization_factor);
        answer_flag(answers, "double_sided", material->is_double_sided != 0);
        answer_text(answers, "alpha_mode", alphas[material->alpha_mode]);
    }
    unload(&file);
}

void op_vrm0_emission(yyjson_val *input, answers *answers) {
    const char *factor = input_json(input, "factor");
    loaded file =
        load_old(format_members("'exporterVersion':'%s','materialProperties':"
                                "[{'shader':'VRM_USE_GLTFSHADER'}]",
                                input_text(input, "exporter_version")),
                 format_members("'materials':[{'emissiveFactor':[%s,%s,%s],'extensions':"
                                "{'KHR_materials_emissive_strength':{'emissiveStrength':%s}}}]",
                                factor, factor, factor, input_json(input, "strength")));
    if (file.tables != NULL) {
        answer_number(answers, "factor", (double)file.tables->materials[0].emissive_factor[0]);
        answer_number(answers, "strength", (double)file.tables->materials[0].emissive_strength);
    }
    unload(&file);
}

void op_vrm0_render_queues(yyjson_val *input, answers *answers) {
    const char *properties = "", *materials = "", *mode = input_json(input, "_BlendMode");
    yyjson_val *list = input_list(input, "render_queues"), *queue;
    char blend[16];
    loaded file;
    size_t i, n;
    snprintf(blend, sizeof blend, "%s", mode);
    yyjson_arr_foreach(list, i, n, queue) {
        const char *comma = i == 0 ? "" : ",";
        properties = format_members("%s%s{'shader':'VRM/MToon','renderQueue':%d,"
                                    "'floatProperties':{'_BlendMode':%s}}",
                                    properties, comma, yyjson_get_int(queue), blend);
        materials = format_members("%s%s{}", materials, comma);
    }
    file = load_old(format_members("'materialProperties':[%s]", properties),
                    format_members("'materials':[%s]", materials));
    for (i = 0; file.tables != NULL && i < yyjson_arr_size(list); ++i) {
        answer_number(answers, "offsets", (double)file.tables->mtoons[i].render_queue_offset);
    }
    unload(&file);
}
