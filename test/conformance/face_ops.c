/* Expressions (6.6) and the phases of UV animation (6.11), through small faces. */
#include "conformance/living.h"
#include "conformance/vectors.h"

#include "test.h"

#include <string.h>

/* --- Weights --- */

static const char *json_flag(bool flag) { return flag ? "true" : "false"; }

/* Presets of 0.x and the draft; those that no vector asks for are not here. */
static const char *old_preset(const char *name) {
    CHECK_TEXT(name, "happy");
    return "joy";
}

static const char *expressions_json(yyjson_val *list, const char *dialect) {
    bool is_new = strcmp(dialect, "1.0") == 0, is_draft = strcmp(dialect, "1.0-draft") == 0;
    const char *all = "";
    yyjson_val *from;
    size_t i, n;
    yyjson_arr_foreach(list, i, n, from) {
        const char *name = input_text(from, "name"), *one;
        const char *binary = json_flag(input_flag(from, "is_binary"));
        if (is_new) {
            one = format_members("'%s':{'isBinary':%s,'overrideBlink':'%s','overrideLookAt':'%s',"
                                 "'overrideMouth':'%s'}",
                                 name, binary, input_text(from, "override_blink"),
                                 input_text(from, "override_look_at"),
                                 input_text(from, "override_mouth"));
        } else {
            CHECK_TEXT(input_text(from, "override_blink"), "none"); /* these dialects have none */
            one = format_members("{'name':'%s','%s':'%s','isBinary':%s}", name,
                                 is_draft ? "preset" : "presetName", old_preset(name), binary);
        }
        all = format_members("%s%s%s", all, i == 0 ? "" : ",", one);
    }
    if (is_new) {
        return format_members("'VRMC_vrm':{'specVersion':'1.0','expressions':{'preset':{%s}}}",
                              all);
    }
    CHECK(is_draft || strcmp(dialect, "0.x") == 0);
    return is_draft ? format_members("'VRMC_vrm':{'specVersion':'1.0','blendShape':"
                                     "{'blendShapeGroups':[%s]}}",
                                     all)
                    : format_members("'VRM':{'blendShapeMaster':{'blendShapeGroups':[%s]}}", all);
}

void op_expression_weights(yyjson_val *input, answers *to) {
    static const struct {
        const char *name;
        vrm_dialect dialect;
    } dialects[] = {
        {"1.0", VRM_DIALECT_1}, {"0.x", VRM_DIALECT_0}, {"1.0-draft", VRM_DIALECT_1_DRAFT}};
    yyjson_val *list = input_list(input, "expressions"), *from;
    const char *dialect = input_text(input, "dialect");
    living one = live(expressions_json(list, dialect), "'nodes':[{}]", 0);
    size_t i, n;
    for (i = 0; one.avatar != NULL && i < sizeof dialects / sizeof dialects[0]; ++i) {
        if (strcmp(dialects[i].name, dialect) != 0) continue;
        CHECK_INT(one.file.tables->dialect, dialects[i].dialect);
    }
    yyjson_arr_foreach(list, i, n, from) {
        int32_t index = vrm_model_find_expression(one.file.model, input_text(from, "name"));
        CHECK(index >= 0);
        vrm_avatar_set_expression(one.avatar, index, (float)input_number(from, "input"));
    }
    vrm_avatar_update(one.avatar, 0.0f);
    yyjson_arr_foreach(list, i, n, from) {
        int32_t index = vrm_model_find_expression(one.file.model, input_text(from, "name"));
        answer_number(to, "weights", (double)vrm_avatar_expression_weight(one.avatar, index));
    }
    end_life(&one);
}

/* --- Binds --- */

/* Custom expressions "0", "1" … with one bind each, at their inputs. `binds` is a list of the
 * specification's; `bind_json` writes the bind of an expression. */
static living live_binds(yyjson_val *list, const char *binds,
                         const char *(*bind_json)(yyjson_val *from), const char *members) {
    const char *all = "";
    yyjson_val *from;
    living one;
    size_t i, n;
    yyjson_arr_foreach(list, i, n, from) {
        all = format_members("%s%s'%d':{'%s':[%s]}", all, i == 0 ? "" : ",", (int)i, binds,
                             bind_json(from));
    }
    one =
        live(format_members("'VRMC_vrm':{'specVersion':'1.0','expressions':{'custom':{%s}}}", all),
             members, 0);
    yyjson_arr_foreach(list, i, n, from) {
        int32_t index = vrm_model_find_expression(one.file.model, format_members("%d", (int)i));
        CHECK(index >= 0);
        vrm_avatar_set_expression(one.avatar, index, (float)input_number(from, "input"));
    }
    vrm_avatar_update(one.avatar, 0.0f);
    return one;
}

static const char *morph_bind(yyjson_val *from) {
    return format_members("{'node':0,'index':0,'weight':%s}", input_json(from, "bind_weight"));
}

void op_morph_weight(yyjson_val *input, answers *answers) {
    living one = live_binds(input_list(input, "expressions"), "morphTargetBinds", morph_bind,
                            "'nodes':[{'mesh':0}],"
                            "'accessors':[{'componentType':5126,'type':'VEC3','count':3}],"
                            "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'targets':"
                            "[{'POSITION':0}]}]}]");
    if (one.avatar != NULL && CHECK_INT(one.frame.morph_weight_count, 1)) {
        answer_number(answers, "weight",
                      (double)one.frame.morph_weights[one.frame.morph_offsets[0]]);
    }
    end_life(&one);
}

static const char *color_bind(yyjson_val *from) {
    return format_members("{'material':0,'type':'color','targetValue':%s}",
                          input_json(from, "target"));
}

void op_material_color(yyjson_val *input, answers *answers) {
    const char *material =
        format_members("'nodes':[{}],'materials':[{'pbrMetallicRoughness':{'baseColorFactor':%s}}]",
                       input_json(input, "base"));
    living one;
    CHECK_TEXT(input_text(input, "type"), "color");
    one = live_binds(input_list(input, "expressions"), "materialColorBinds", color_bind, material);
    if (one.avatar != NULL && CHECK_INT(one.frame.material_count, 1)) {
        answer_floats(answers, "color", one.frame.materials[0].base_color, 4);
    }
    end_life(&one);
}

static const char *texture_bind(yyjson_val *from) {
    const char *scale = "", *offset = "";
    if (input_list(from, "scale") != NULL) {
        scale = format_members(",'scale':%s", input_json(from, "scale"));
    }
    if (input_list(from, "offset") != NULL) {
        offset = format_members(",'offset':%s", input_json(from, "offset"));
    }
    return format_members("{'material':0%s%s}", scale, offset);
}

void op_texture_transform(yyjson_val *input, answers *answers) {
    const char *material = format_members(
        "'nodes':[{}],'images':[{'uri':'a.png'}],'textures':[{'source':0}],'materials':["
        "{'pbrMetallicRoughness':{'baseColorTexture':{'index':0,'extensions':"
        "{'KHR_texture_transform':{'scale':%s,'offset':%s}}}}}]",
        input_json(input, "base_scale"), input_json(input, "base_offset"));
    living one = live_binds(input_list(input, "expressions"), "textureTransformBinds", texture_bind,
                            material);
    if (one.avatar != NULL && CHECK_INT(one.frame.material_count, 1)) {
        const vrm_material_values *values = &one.frame.materials[0];
        answer_vec2(answers, "scale", values->uv_scale[VRM_TEXTURE_SLOT_BASE_COLOR]);
        answer_vec2(answers, "offset", values->uv_offset[VRM_TEXTURE_SLOT_BASE_COLOR]);
    }
    end_life(&one);
}

/* --- UV animation --- */

void op_uv_phases(yyjson_val *input, answers *answers) {
    const char *mtoon = format_members(
        "'nodes':[{}],'materials':[{'extensions':{'VRMC_materials_mtoon':{'specVersion':'1.0',"
        "'uvAnimationRotationSpeedFactor':%s,'uvAnimationScrollXSpeedFactor':%s,"
        "'uvAnimationScrollYSpeedFactor':%s}}}]",
        input_json(input, "rotation_speed"), input_json(input, "scroll_x_speed"),
        input_json(input, "scroll_y_speed"));
    living one = live("'VRMC_vrm':{'specVersion':'1.0'}", mtoon, 0);
    if (one.avatar != NULL && CHECK_INT(one.frame.material_count, 1)) {
        vrm_avatar_update(one.avatar, (float)input_number(input, "seconds"));
        answer_number(answers, "rotation_phase", (double)one.frame.materials[0].uv_rotation);
        answer_vec2(answers, "scroll_phase", one.frame.materials[0].uv_scroll);
    }
    end_life(&one);
}
