/* What expressions make of morph weights and materials (§6.6, the second half). */
#include "avatar/face.h"
#include "test.h"
#include "testkit/create.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define EPS 1e-6
#define MORPH(node, index, weight) "{'node':" #node ",'index':" #index ",'weight':" #weight "}"
#define MORPHS(binds) "{'morphTargetBinds':[" binds "]}"
#define COLORS(binds) "{'materialColorBinds':[" binds "]}"
#define UVS(binds) "{'textureTransformBinds':[" binds "]}"

enum { FLOATS = sizeof(vrm_material_values) / sizeof(float) };

/* Whether all of a material's values are these. */
static void check_values(const face *f, uint32_t material, const vrm_material_values *expected) {
    float got[FLOATS], wanted[FLOATS];
    if (!CHECK(material < f->frame.material_count)) return;
    memcpy(got, &f->frame.materials[material], sizeof got);
    memcpy(wanted, expected, sizeof wanted);
    for (int i = 0; i < FLOATS; ++i) CHECK_NEAR((double)got[i], (double)wanted[i], EPS);
}

static void check_vec4(const float *got, double x, double y, double z, double w) {
    CHECK_NEAR((double)got[0], x, EPS);
    CHECK_NEAR((double)got[1], y, EPS);
    CHECK_NEAR((double)got[2], z, EPS);
    CHECK_NEAR((double)got[3], w, EPS);
}

static void check_vec2(vrm_vec2 got, double x, double y) {
    CHECK_NEAR((double)got.x, x, EPS);
    CHECK_NEAR((double)got.y, y, EPS);
}

/* --- Morph targets --- */

/* GV-046 */
TEST(ex_018_morph_weights_add_up) {
    face f = face_make("'happy':" MORPHS(MORPH(16, 0, 1) "," MORPH(
                           18, 0, 0.5)) ","
                                        "'aa':" MORPHS(MORPH(16, 0, 0.4) "," MORPH(16, 1, 1)),
                       NULL, NULL);
    face_set(&f, "happy", 0.5f);
    face_set(&f, "aa", 0.25f);
    face_update(&f);
    CHECK_NEAR(face_morph(&f, 16, 0), 0.6, EPS);
    CHECK_NEAR(face_morph(&f, 16, 1), 0.25, EPS);
    CHECK_NEAR(face_morph(&f, 18, 0), 0.25, EPS);
    CHECK_NEAR(face_morph(&f, 17, 0), 0, 0); /* the same mesh in another node */
    face_set(&f, "happy", 0.0f);
    face_update(&f);
    CHECK_NEAR(face_morph(&f, 16, 0), 0.1, EPS);
    CHECK_NEAR(face_morph(&f, 18, 0), 0, 0);
    face_set(&f, "aa", 0.0f);
    face_update(&f);
    CHECK_NEAR(face_morph(&f, 16, 0), 0, 0);
    CHECK_NEAR(face_morph(&f, 16, 1), 0, 0);
    face_free(&f);
}

/* A bound weight is written in every frame, also when nothing is active. */
TEST(ex_018_bound_weights_are_written_in_every_frame) {
    face f = face_make("'happy':" MORPHS(MORPH(16, 1, 1)), NULL, NULL);
    uint32_t bound = f.frame.morph_offsets[16] + 1;
    f.avatar->face.morphs[bound] = 7.0f;
    face_update(&f);
    CHECK_NEAR(face_morph(&f, 16, 1), 0, 0);
    face_free(&f);
}

#define TARGET "{'POSITION':0}"
#define WEIGHTS_ROOT                                                                               \
    "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'targets':[" TARGET "," TARGET          \
    "," TARGET "]}],'weights':[0.3,0.7,1.5]},"                                                     \
    "{'primitives':[{'attributes':{'POSITION':0},'targets':[" TARGET "]}]}]"

TEST(ex_019_what_no_expression_binds_keeps_its_weight) {
    const avatar from = {
        VRM_DIALECT_1,
        "'expressions':{'preset':{'happy':" MORPHS(MORPH(16, 1, 0.5) "," MORPH(24, 0, 1)) "}}",
        WEIGHTS_ROOT, NULL, "{'mesh':0,'weights':[0.1,0.2,-0.4]}"};
    vrm_avatar_desc desc;
    vrm_avatar_desc_init(&desc);
    for (uint32_t flags = 0; flags <= VRM_AVATAR_FLAG_CLAMP_MORPHS;
         flags += VRM_AVATAR_FLAG_CLAMP_MORPHS) {
        face f;
        desc.flags = flags;
        f = face_of(load_avatar(&from), &desc);
        REQUIRE(f.avatar != NULL);
        CHECK_NEAR((double)f.avatar->rig->expressions.rest_morphs[f.frame.morph_offsets[16] + 1], 0,
                   0);
        for (int step = 0; step < 3; ++step) {
            double happy = step == 1 ? 1 : 0;
            CHECK_NEAR(face_morph(&f, 16, 0), 0.3, EPS); /* the mesh's */
            CHECK_NEAR(face_morph(&f, 16, 1), happy * 0.5, EPS);
            CHECK_NEAR(face_morph(&f, 16, 2), 1.5, EPS);
            CHECK_NEAR(face_morph(&f, 17, 1), 0.7, EPS);
            CHECK_NEAR(face_morph(&f, 24, 0), happy, EPS);
            CHECK_NEAR(face_morph(&f, 24, 1), 0.2, EPS); /* the node's */
            CHECK_NEAR(face_morph(&f, 24, 2), -0.4, EPS);
            CHECK_NEAR(face_morph(&f, 18, 0), 0, 0);
            face_set(&f, "happy", step == 0 ? 1.0f : 0.0f);
            face_update(&f);
        }
        face_free(&f);
    }
}

TEST(ex_020_a_bind_is_for_all_primitives_of_the_mesh) {
    face f = face_make("'happy':" MORPHS(MORPH(16, 1, 1) "," MORPH(18, 0, 1)), NULL,
                       "'meshes':[{'primitives':["
                       "{'attributes':{'POSITION':0},'targets':[" TARGET "," TARGET "]},"
                       "{'attributes':{'POSITION':0},'targets':[" TARGET "," TARGET "]}]},"
                       "{'primitives':[{'attributes':{'POSITION':0},'targets':[" TARGET "]}]}]");
    /* One weight a target and node, whatever the number of primitives. */
    CHECK_INT(f.frame.morph_offsets[0], 0);
    CHECK_INT(f.frame.morph_offsets[16], 0);
    CHECK_INT(f.frame.morph_offsets[17], 2);
    CHECK_INT(f.frame.morph_offsets[18], 4);
    CHECK_INT(f.frame.morph_offsets[AVATAR_NODE_COUNT], 5);
    CHECK_INT(f.frame.morph_weight_count, 5);
    face_set(&f, "happy", 1.0f);
    face_update(&f);
    CHECK_NEAR((double)f.frame.morph_weights[0], 0, 0);
    CHECK_NEAR((double)f.frame.morph_weights[1], 1, 0);
    CHECK_NEAR((double)f.frame.morph_weights[4], 1, 0);
    face_free(&f);
}

TEST(ex_039_binds_of_one_target_in_one_expression_add_up) {
    face f = face_make(
        "'happy':{'morphTargetBinds':[" MORPH(16, 0, 0.5) "," MORPH(
            16, 0,
            0.5) "],"
                 "'materialColorBinds':[{'material':0,'type':'color','targetValue':[0.5,0,0,1]},"
                 "{'material':0,'type':'color','targetValue':[0.75,1,0,1]}]}",
        NULL, NULL);
    face_set(&f, "happy", 1.0f);
    face_update(&f);
    CHECK_NEAR(face_morph(&f, 16, 0), 1, EPS);
    check_vec4(f.frame.materials[0].base_color, 1 - 0.5 - 0.25, 0, -1, 1);
    face_free(&f);
}

TEST(ex_040_sums_are_clamped_where_it_is_asked_for) {
    static const char preset[] = "'happy':" MORPHS(
        MORPH(16, 0, 0.9) "," MORPH(16, 1, -0.5)) ","
                                                  "'angry':" MORPHS(MORPH(16, 0, 0.7));
    for (int is_clamped = 0; is_clamped < 2; ++is_clamped) {
        vrm_avatar_desc desc;
        face f;
        vrm_avatar_desc_init(&desc);
        desc.flags = is_clamped ? VRM_AVATAR_FLAG_CLAMP_MORPHS : 0;
        f = face_of(load_vrm1(format_members("'expressions':{'preset':{%s}}", preset), NULL),
                    &desc);
        face_set(&f, "happy", 1.0f);
        face_set(&f, "angry", 1.0f);
        face_update(&f);
        CHECK_NEAR(face_morph(&f, 16, 0), is_clamped ? 1 : 1.6, EPS);
        CHECK_NEAR(face_morph(&f, 16, 1), is_clamped ? 0 : -0.5, EPS);
        face_set(&f, "angry", 0.0f);
        face_update(&f);
        CHECK_NEAR(face_morph(&f, 16, 0), 0.9, EPS); /* of the sum, not of what was clamped */
        face_free(&f);
    }
}

/* --- Colors --- */

#define PBR                                                                                        \
    "{'name':'pbr','pbrMetallicRoughness':{'baseColorFactor':[0.2,0.4,0.6,1]},"                    \
    "'emissiveFactor':[0.1,0.2,0.3]}"
#define UNLIT                                                                                      \
    "{'name':'unlit','pbrMetallicRoughness':{'baseColorFactor':[0.2,0.4,0.6,1]},"                  \
    "'emissiveFactor':[0.1,0.2,0.3],'extensions':{'KHR_materials_unlit':{}}}"
#define MTOON(more)                                                                                \
    "{'name':'mtoon','pbrMetallicRoughness':{'baseColorFactor':[0.2,0.4,0.6,1]},"                  \
    "'emissiveFactor':[0.1,0.2,0.3],'extensions':{" more "'VRMC_materials_mtoon':{"                \
    "'specVersion':'1.0','shadeColorFactor':[0.11,0.12,0.13],'matcapFactor':[0.21,0.22,0.23],"     \
    "'parametricRimColorFactor':[0.31,0.32,0.33],'outlineColorFactor':[0.41,0.42,0.43]}}}"
#define COLOR(material, type, r, g, b, a)                                                          \
    "{'material':" #material ",'type':'" #type "','targetValue':[" #r "," #g "," #b "," #a "]}"

/* GV-047 */
TEST(ex_023_colours_come_from_their_base_in_every_frame) {
    face f = face_make("'happy':" COLORS(COLOR(0, color, 1, 0, 0,
                                               0.5)) ","
                                                     "'angry':" COLORS(COLOR(0, color, 0, 1, 0, 1)),
                       NULL, "'materials':[" PBR "]");
    vrm_material_values first, rest = f.frame.materials[0];
    check_vec4(rest.base_color, 0.2, 0.4, 0.6, 1);
    face_set(&f, "happy", 0.5f);
    face_set(&f, "angry", 0.25f);
    face_update(&f);
    first = f.frame.materials[0];
    check_vec4(first.base_color, 0.55, 0.35, 0.15, 0.75);
    for (int i = 0; i < 1000; ++i) face_update(&f);
    CHECK(memcmp(&f.frame.materials[0], &first, sizeof first) == 0); /* nothing piles up */
    face_set(&f, "happy", 0.0f);
    face_set(&f, "angry", 0.0f);
    face_update(&f);
    CHECK(memcmp(&f.frame.materials[0], &rest, sizeof rest) == 0);
    face_free(&f);
}

/* Every type against every kind of material; nothing but the color it names changes. */
TEST(ex_024_ex_025_mt_038_types_of_colours_and_kinds_of_materials) {
    static const char *const types[] = {"color",       "emissionColor", "shadeColor",
                                        "matcapColor", "rimColor",      "outlineColor"};
    static const int is_used[4][6] = {
        {1, 1, 0, 0, 0, 0}, /* PBR */
        {1, 0, 0, 0, 0, 0}, /* unlit */
        {1, 1, 1, 1, 1, 1}, /* MToon */
        {1, 1, 1, 1, 1, 1}, /* both: MToon (MT-002) */
    };
    for (int type = 0; type < 6; ++type) {
        const char *binds = "";
        face f;
        for (int material = 0; material < 4; ++material) {
            binds = format_members("%s%s{'material':%d,'type':'%s','targetValue':[0.9,0.8,0.7,0]}",
                                   binds, material == 0 ? "" : ",", material, types[type]);
        }
        f = face_make(format_members("'happy':{'materialColorBinds':[%s]}", binds), NULL,
                      "'materials':[" PBR "," UNLIT
                      "," MTOON("") "," MTOON("'KHR_materials_unlit':{},") "]");
        CHECK_INT(count_findings(&f.file), 0);
        REQUIRE(f.avatar != NULL && f.frame.material_count == 4);
        for (uint32_t material = 0; material < 4; ++material) {
            vrm_material_values expected = f.frame.materials[material];
            float *colors[] = {expected.base_color, expected.emissive,  expected.shade_color,
                               expected.matcap,     expected.rim_color, expected.outline_color};
            test_note("%s, material %u", types[type], material);
            CHECK_NEAR((double)expected.emissive[1], 0.2, EPS);
            if (material >= 2) {
                CHECK_NEAR((double)expected.shade_color[1], 0.12, EPS);
                CHECK_NEAR((double)expected.matcap[1], 0.22, EPS);
                CHECK_NEAR((double)expected.rim_color[1], 0.32, EPS);
                CHECK_NEAR((double)expected.outline_color[1], 0.42, EPS);
            }
            for (int k = 0; k < (type == 0 ? 4 : 3) && is_used[material][type]; ++k) {
                static const float target[] = {0.9f, 0.8f, 0.7f, 0.0f};
                colors[type][k] = 0.75f * colors[type][k] + 0.25f * target[k];
            }
            face_set(&f, "happy", 0.25f);
            face_update(&f);
            check_values(&f, material, &expected);
            face_set(&f, "happy", 0.0f);
            face_update(&f);
        }
        test_note(NULL);
        face_free(&f);
    }
}

/* A target is what the factor itself would be. */
TEST(ex_027_targets_are_linear) {
    face f = face_make("'happy':" COLORS(COLOR(0, color, 0.25, 0.5, 0.75,
                                               0.5) "," COLOR(0, emissionColor, 0.5, 0.25, 1, 1)),
                       NULL, "'materials':[" PBR "]");
    face edited = face_make("", NULL,
                            "'materials':[{'pbrMetallicRoughness':{'baseColorFactor':"
                            "[0.25,0.5,0.75,0.5]},'emissiveFactor':[0.5,0.25,1]}]");
    face_set(&f, "happy", 1.0f);
    face_update(&f);
    check_values(&f, 0, &edited.frame.materials[0]);
    face_free(&edited);
    face_free(&f);
}

/* AMB-072: the factor, before its strength. */
TEST(ex_023_emission_is_changed_before_its_strength) {
    face f = face_make("'happy':" COLORS(COLOR(0, emissionColor, 1, 1, 1, 1)), NULL,
                       "'materials':[{'emissiveFactor':[0.5,0,0],'extensions':{"
                       "'KHR_materials_emissive_strength':{'emissiveStrength':4}}}]");
    CHECK_NEAR((double)f.frame.materials[0].emissive[0], 0.5, EPS);
    face_set(&f, "happy", 0.5f);
    face_update(&f);
    CHECK_NEAR((double)f.frame.materials[0].emissive[0], 0.75, EPS);
    CHECK_NEAR((double)f.frame.materials[0].emissive[1], 0.5, EPS);
    face_free(&f);
}

/* --- Texture transforms --- */

/* A texture whose transform tells which slot it is in. */
static const char *texture_of(int slot) {
    return format_members("{'index':0,'extensions':{'KHR_texture_transform':{"
                          "'scale':[1.%d,2.%d],'offset':[0.%d,0.0%d]}}}",
                          slot, slot, slot, slot);
}

static const char *material_with_all_textures(void) {
    return format_members(
        "'materials':[{'pbrMetallicRoughness':{'baseColorTexture':%s,"
        "'metallicRoughnessTexture':%s},'normalTexture':%s,'occlusionTexture':%s,"
        "'emissiveTexture':%s,'extensions':{'VRMC_materials_mtoon':{'specVersion':'1.0',"
        "'shadeMultiplyTexture':%s,'shadingShiftTexture':%s,'rimMultiplyTexture':%s,"
        "'outlineWidthMultiplyTexture':%s,'uvAnimationMaskTexture':%s,"
        "'matcapTexture':{'index':0,'extensions':{'KHR_texture_transform':{'scale':[5,5],"
        "'offset':[6,6]}}}}}},{'name':'other'}]",
        texture_of(VRM_TEXTURE_SLOT_BASE_COLOR), texture_of(VRM_TEXTURE_SLOT_METALLIC_ROUGHNESS),
        texture_of(VRM_TEXTURE_SLOT_NORMAL), texture_of(VRM_TEXTURE_SLOT_OCCLUSION),
        texture_of(VRM_TEXTURE_SLOT_EMISSIVE), texture_of(VRM_TEXTURE_SLOT_SHADE_MULTIPLY),
        texture_of(VRM_TEXTURE_SLOT_SHADING_SHIFT), texture_of(VRM_TEXTURE_SLOT_RIM_MULTIPLY),
        texture_of(VRM_TEXTURE_SLOT_OUTLINE_WIDTH_MULTIPLY),
        texture_of(VRM_TEXTURE_SLOT_UV_ANIMATION_MASK));
}

TEST(ex_028_ex_029_all_slots_move_each_from_its_own_base) {
    face f = face_make(
        "'happy':" UVS(
            "{'material':0,'scale':[3,4],'offset':[0.5,0.25]}") ","
                                                                "'aa':" UVS(
                                                                    "{'material':0,'scale':[0,0],'"
                                                                    "offset':[-1,1]}"),
        NULL, material_with_all_textures());
    vrm_material_values other;
    CHECK_INT(count_findings(&f.file), 0);
    REQUIRE(f.avatar != NULL && f.frame.material_count == 2);
    other = f.frame.materials[1];
    for (int step = 0; step < 3; ++step) {
        double happy = step == 1 ? 0.5 : 0, aa = step == 1 ? 0.125 : 0;
        vrm_material_values expected = f.frame.materials[0];
        for (int slot = 0; slot < VRM_TEXTURE_SLOT_COUNT; ++slot) {
            double scale_x = 1 + slot / 10.0, scale_y = 2 + slot / 10.0;
            double offset_x = slot / 10.0, offset_y = slot / 100.0;
            expected.uv_scale[slot] =
                vrmi_vec2_make((float)(scale_x + happy * (3 - scale_x) + aa * (0 - scale_x)),
                               (float)(scale_y + happy * (4 - scale_y) + aa * (0 - scale_y)));
            expected.uv_offset[slot] =
                vrmi_vec2_make((float)(offset_x + happy * (0.5 - offset_x) + aa * (-1 - offset_x)),
                               (float)(offset_y + happy * (0.25 - offset_y) + aa * (1 - offset_y)));
        }
        test_note("step %d", step);
        check_values(&f, 0, &expected);
        check_values(&f, 1, &other);
        face_set(&f, "happy", step == 0 ? 0.5f : 0.0f);
        face_set(&f, "aa", step == 0 ? 0.125f : 0.0f);
        face_update(&f);
    }
    test_note(NULL);
    /* The matcap has no slot, and its transform is not that of any. */
    check_vec2(f.file.tables->mtoons[0].matcap_texture.scale, 5, 5);
    check_vec2(f.file.tables->mtoons[0].matcap_texture.offset, 6, 6);
    face_free(&f);
}

/* GV-048 */
TEST(ex_029_a_target_that_is_not_given_is_the_default) {
    face f = face_make("'happy':" UVS("{'material':0,'offset':[0.5,0]}"), NULL,
                       "'materials':[{'pbrMetallicRoughness':{'baseColorTexture':{'index':0,"
                       "'extensions':{'KHR_texture_transform':{'scale':[2,1],'offset':[0.1,0]}}}}"
                       "}]");
    face_set(&f, "happy", 0.5f);
    face_update(&f);
    check_vec2(f.frame.materials[0].uv_scale[VRM_TEXTURE_SLOT_BASE_COLOR], 1.5, 1);
    check_vec2(f.frame.materials[0].uv_offset[VRM_TEXTURE_SLOT_BASE_COLOR], 0.3, 0);
    /* A slot without a texture is as one without a transform. */
    check_vec2(f.frame.materials[0].uv_scale[VRM_TEXTURE_SLOT_EMISSIVE], 1, 1);
    check_vec2(f.frame.materials[0].uv_offset[VRM_TEXTURE_SLOT_EMISSIVE], 0.25, 0);
    face_free(&f);
}

/* §6.6: binds of the draft and of 0.x leave components alone. */
TEST(ex_029_components_that_a_bind_does_not_drive) {
    /* From scale (3, 5), offset (0.5, 0.75), half of the way. */
    static const char root[] =
        "'materials':[{'name':'skin','pbrMetallicRoughness':{'baseColorTexture':{'index':0,"
        "'extensions':{'KHR_texture_transform':{'scale':[3,5],'offset':[0.5,0.75]}}}}}],"
        "'extensionsUsed':['KHR_texture_transform','VRM','VRMC_vrm']";
    static const struct {
        int is_old;
        const char *value;
        double scale_x, scale_y, offset_x, offset_y;
    } cases[] = {
        {0, "{'material':0,'type':'uvScale','targetValue':[2,3]}", 2.5, 4, 0.5, 0.75},
        {0, "{'material':0,'type':'uvOffset','targetValue':[0.25,0.5]}", 3, 5, 0.375, 0.625},
        /* 0.x counts from the bottom: offset y is 1 - 0.25 - 0.5. */
        {1, "{'materialName':'skin','propertyName':'_MainTex_ST','targetValue':[2,0.5,0.25,0.25]}",
         2.5, 2.75, 0.375, 0.5},
        {1,
         "{'materialName':'skin','propertyName':'_MainTex_ST_S','targetValue':[2,0.5,0.25,0.25]}",
         2.5, 5, 0.375, 0.75},
        {1,
         "{'materialName':'skin','propertyName':'_MainTex_ST_T','targetValue':[2,0.5,0.25,0.25]}",
         3, 2.75, 0.5, 0.5},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        const char *groups = format_members(
            "'%s':{'blendShapeGroups':[{'name':'Joy','%s':'joy','materialValues':[%s]}]}",
            cases[i].is_old ? "blendShapeMaster" : "blendShape",
            cases[i].is_old ? "presetName" : "preset", cases[i].value);
        face f =
            face_of(cases[i].is_old ? load_old_vrm(groups, root) : load_draft(groups, root), NULL);
        test_note("%s", cases[i].value);
        REQUIRE(f.avatar != NULL && f.frame.material_count == 1);
        check_vec2(f.frame.materials[0].uv_scale[VRM_TEXTURE_SLOT_BASE_COLOR], 3, 5);
        check_vec2(f.frame.materials[0].uv_offset[VRM_TEXTURE_SLOT_BASE_COLOR], 0.5, 0.75);
        face_set(&f, "happy", 0.5f);
        face_update(&f);
        check_vec2(f.frame.materials[0].uv_scale[VRM_TEXTURE_SLOT_BASE_COLOR], cases[i].scale_x,
                   cases[i].scale_y);
        check_vec2(f.frame.materials[0].uv_offset[VRM_TEXTURE_SLOT_BASE_COLOR], cases[i].offset_x,
                   cases[i].offset_y);
        face_free(&f);
    }
    test_note(NULL);
}

/* --- The order of things --- */

TEST(ex_031_the_order_in_the_file_does_not_matter) {
    static const char *const a[] = {MORPH(16, 0, 0.3), MORPH(16, 1, 0.6), MORPH(16, 0, 0.1)};
    static const char *const b[] = {COLOR(0, color, 0.1, 0.9, 0.3, 0.2),
                                    COLOR(0, color, 0.7, 0.2, 0.4, 0.9),
                                    COLOR(0, emissionColor, 0.3, 0.3, 0.3, 1)};
    static const char *const c[] = {"{'material':0,'scale':[0.3,0.7]}",
                                    "{'material':0,'offset':[0.1,0.9]}", "{'material':0}"};
    static const int orders[][3] = {{0, 1, 2}, {2, 1, 0}, {1, 2, 0}};
    face faces[COUNT(orders)];
    for (size_t i = 0; i < COUNT(orders); ++i) {
        const int *o = orders[i];
        const char *body = format_members(
            "{'morphTargetBinds':[%s,%s,%s],'materialColorBinds':[%s,%s,%s],"
            "'textureTransformBinds':[%s,%s,%s]}",
            a[o[0]], a[o[1]], a[o[2]], b[o[0]], b[o[1]], b[o[2]], c[o[0]], c[o[1]], c[o[2]]);
        faces[i] = face_make(
            format_members(i == 1 ? "'angry':%s,'happy':%s" : "'happy':%s,'angry':%s", body, body),
            format_members(i == 1 ? "'x':%s,'y':%s" : "'y':%s,'x':%s", body, body),
            "'materials':[" PBR "]");
        face_set(&faces[i], "happy", 0.3f);
        face_set(&faces[i], "angry", 0.7f);
        face_set(&faces[i], "x", 0.9f);
        face_set(&faces[i], "y", 0.1f);
        face_update(&faces[i]);
    }
    for (size_t i = 1; i < COUNT(orders); ++i) {
        for (int target = 0; target < 2; ++target) {
            CHECK_NEAR(face_morph(&faces[i], 16, target), face_morph(&faces[0], 16, target), EPS);
        }
        if (faces[0].avatar != NULL) check_values(&faces[i], 0, &faces[0].frame.materials[0]);
    }
    CHECK_NEAR(face_morph(&faces[0], 16, 0), 2 * 0.4, EPS);
    CHECK_NEAR(face_morph(&faces[0], 16, 1), 2 * 0.6, EPS);
    for (size_t i = 0; i < COUNT(orders); ++i) face_free(&faces[i]);
}

/* --- Files that mean no good --- */

TEST(a_face_is_finite_whatever_the_file_says) {
    static const char huge[] = MORPH(16, 0, 3e38) "," MORPH(16, 0, 3e38) "," MORPH(16, 1, -3e38);
    static const char uv[] = "{'material':0,'scale':[3e38,-3e38],'offset':[-3e38,3e38]},"
                             "{'material':0,'scale':[-3e38,3e38],'offset':[3e38,-3e38]}";
    static const char color[] =
        COLOR(0, color, 3e38, -3e38, 3e38, -3e38) "," COLOR(0, color, 3e38, -3e38, -3e38, 3e38);
    const char *body = format_members("{'morphTargetBinds':[%s],'materialColorBinds':[%s],"
                                      "'textureTransformBinds':[%s]}",
                                      huge, color, uv);
    face f = face_make(format_members("'happy':%s,'angry':%s", body, body), NULL,
                       "'materials':[{'pbrMetallicRoughness':{'baseColorTexture':{'index':0,"
                       "'extensions':{'KHR_texture_transform':{'scale':[-3e38,3e38],"
                       "'offset':[3e38,-3e38]}}}}}]");
    for (int i = 0; i <= 4; ++i) {
        face_set(&f, "happy", (float)i / 4.0f);
        face_set(&f, "angry", (float)(4 - i) / 4.0f);
        face_update(&f);
        CHECK(face_is_finite(&f));
    }
    face_set(&f, "happy", 1.0f);
    face_set(&f, "angry", 0.0f);
    face_update(&f);
    CHECK(face_morph(&f, 16, 0) > 3.4e38); /* as much as there is */
    face_set(&f, "happy", 0.0f);
    face_update(&f);
    CHECK_NEAR(face_morph(&f, 16, 0), 0, 0);
    face_free(&f);
}

/* The nodes of a mesh with many targets are so many that the weights alone would take gigabytes:
 * the load reports it, not the avatar. */
TEST(er_018_morph_weights_without_end) {
    enum { NODES = 70000, TARGETS = 70000 };
    static const char node[] = ",{'mesh':0}", target[] = ",{}";
    size_t size = NODES * sizeof node + TARGETS * sizeof target + 1000;
    char *json = malloc(size), *at = json;
    loaded file;
    REQUIRE(json != NULL);
    at += snprintf(at, 1000,
                   "{'asset':{'version':'2.0'},'meshes':[{'primitives':[{'attributes':{},"
                   "'targets':[{}");
    for (int i = 1; i < TARGETS; ++i, at += 3) memcpy(at, target, sizeof target);
    at += snprintf(at, 100, "]}]}],'nodes':[{'mesh':0}");
    for (int i = 1; i < NODES; ++i, at += 11) memcpy(at, node, sizeof node);
    snprintf(at, 100, "]}");
    file = load_json(json);
    free(json);
    CHECK_INT(file.result, VRM_ERROR_LIMIT);
    CHECK(file.model == NULL);
    CHECK_TEXT(message_of(&file, "limit-avatar"),
               "the avatar has more than the limit of 1,048,576 morph weights of nodes");
    unload(&file);
}

TEST(a_model_without_a_face) {
    loaded file = load_json("{'asset':{'version':'2.0'},'nodes':[{}]}");
    face f = face_of(file, NULL);
    vrm_avatar_set_expression(f.avatar, 0, 1.0f);
    vrm_avatar_clear_expression_layer(f.avatar, 0);
    vrm_avatar_update(f.avatar, 1.0f);
    CHECK_INT(f.frame.expression_count, 0);
    CHECK_INT(f.frame.morph_weight_count, 0);
    CHECK_INT(f.frame.material_count, 0);
    CHECK_NEAR((double)vrm_avatar_expression_weight(f.avatar, 0), 0, 0);
    CHECK(f.frame.morph_offsets != NULL && f.frame.morph_offsets[1] == 0);
    face_free(&f);
}

/* Whichever allocation is refused: there is no avatar, and nothing stays behind. */
TEST(er_020_memory_that_is_refused) {
    const avatar from = {VRM_DIALECT_1,
                         "'expressions':{'preset':{'happy':" MORPHS(MORPH(16, 1, 0.5)) "}}",
                         WEIGHTS_ROOT, NULL, NULL};
    bool is_made = false;
    for (int64_t n = 0; n < 100 && !is_made; ++n) {
        counting counter;
        vrm_load_desc desc;
        loaded file;
        int64_t live;
        vrm_avatar *made;
        counting_init(&counter, -1);
        vrm_load_desc_init(&desc);
        desc.allocator = &counter.allocator;
        file = load_avatar_file(avatar_file(&from), &desc);
        live = counter.live;
        counter.fail_at = counter.count + n;
        made = create_avatar(file.model, NULL);
        is_made = made != NULL;
        if (!is_made) CHECK_INT(counter.live, live);
        vrm_avatar_destroy(made);
        unload(&file);
        CHECK_INT(counter.live, 0);
        CHECK(!counter.is_size_wrong);
    }
    CHECK(is_made);
}

TEST_SUITE(expression_bind, ENTRY(ex_018_morph_weights_add_up),
           ENTRY(ex_018_bound_weights_are_written_in_every_frame),
           ENTRY(ex_019_what_no_expression_binds_keeps_its_weight),
           ENTRY(ex_020_a_bind_is_for_all_primitives_of_the_mesh),
           ENTRY(ex_039_binds_of_one_target_in_one_expression_add_up),
           ENTRY(ex_040_sums_are_clamped_where_it_is_asked_for),
           ENTRY(ex_023_colours_come_from_their_base_in_every_frame),
           ENTRY(ex_024_ex_025_mt_038_types_of_colours_and_kinds_of_materials),
           ENTRY(ex_027_targets_are_linear), ENTRY(ex_023_emission_is_changed_before_its_strength),
           ENTRY(ex_028_ex_029_all_slots_move_each_from_its_own_base),
           ENTRY(ex_029_a_target_that_is_not_given_is_the_default),
           ENTRY(ex_029_components_that_a_bind_does_not_drive),
           ENTRY(ex_031_the_order_in_the_file_does_not_matter),
           ENTRY(a_face_is_finite_whatever_the_file_says), ENTRY(er_018_morph_weights_without_end),
           ENTRY(a_model_without_a_face), ENTRY(er_020_memory_that_is_refused));
