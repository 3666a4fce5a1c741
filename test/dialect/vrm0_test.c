/* VRM 0.x: meta, humanoid, firstPerson and lookAt (V0-001 … V0-012, V0-025 … V0-031, V0-047 …
 * V0-049). Expressions, springs and materials have files of their own. */
#include "dialect/vrm0_fixture.h"
#include "support/fixture.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void check_vec3(vrm_vec3 got, double x, double y, double z) {
    CHECK_NEAR((double)got.x, x, 1e-6);
    CHECK_NEAR((double)got.y, y, 1e-6);
    CHECK_NEAR((double)got.z, z, 1e-6);
}

/* --- The file as a whole --- */

TEST(v0_001_recognised_by_its_extension) {
    loaded file = load_vrm0("");
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->dialect, VRM_DIALECT_0);
    CHECK(!found(&file, "extension-undeclared", NULL));
    unload(&file);
    file = load_json("{'asset':{'version':'2.0'}, 'extensions':{'VRM':{}}}");
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->dialect, VRM_DIALECT_0);
    CHECK(found(&file, "extension-undeclared", "/extensions/VRM"));
    unload(&file);
}

TEST(v0_002_versions_are_informational) {
    loaded file = load_vrm0("'exporterVersion':'UniVRM-0.46', 'specVersion':'0.0'");
    REQUIRE(file.tables != NULL);
    CHECK_TEXT(file.tables->spec_version.data, "0.0");
    CHECK(!found(&file, "spec-version-missing", NULL));
    unload(&file);
    file = load_vrm0("");
    REQUIRE(file.tables != NULL);
    CHECK_TEXT(file.tables->spec_version.data, "");
    CHECK(!found(&file, "spec-version-missing", NULL));
    unload(&file);
}

TEST(v0_047_target_names_of_the_primitive) {
    loaded file = load_vrm0("");
    REQUIRE(file.gltf != NULL);
    CHECK_INT(file.gltf->meshes[0].target_name_count, 2);
    CHECK_TEXT(file.gltf->meshes[0].target_names[1].data, "smile");
    unload(&file);
}

/* ER-011 */
TEST(v0_049_other_types_are_reported) {
    static const char *const parts[] = {"meta",
                                        "humanoid",
                                        "firstPerson",
                                        "blendShapeMaster",
                                        "secondaryAnimation",
                                        "materialProperties"};
    for (size_t i = 0; i < COUNT(parts); ++i) {
        char vrm[64], pointer[64];
        loaded file;
        snprintf(vrm, sizeof vrm, "'%s':7", parts[i]);
        snprintf(pointer, sizeof pointer, "/extensions/VRM/%s", parts[i]);
        file = load_vrm0(vrm);
        test_note("%s", parts[i]);
        CHECK(file.tables != NULL);
        CHECK(found(&file, "field-type", pointer));
        unload(&file);
    }
    test_note(NULL);
}

/* --- Meta --- */

TEST(v0_005_meta_row_by_row) {
    loaded file = load_vrm0(
        "'meta':{'title':'T','version':'2','author':'A','contactInformation':'C','reference':'R',"
        "'allowedUserName':'ExplicitlyLicensedPerson','violentUssageName':'Allow',"
        "'sexualUssageName':'Disallow','commercialUssageName':'Allow','licenseName':'CC0',"
        "'otherPermissionUrl':'p','otherLicenseUrl':'l'}");
    const vrm_meta *meta;
    REQUIRE(file.tables != NULL);
    meta = &file.tables->meta;
    CHECK_TEXT(meta->name.data, "T");
    CHECK_TEXT(meta->version.data, "2");
    CHECK_INT(meta->author_count, 1);
    CHECK_TEXT(meta->authors[0].data, "A");
    CHECK_TEXT(meta->contact_information.data, "C");
    CHECK_INT(meta->reference_count, 1);
    CHECK_TEXT(meta->references[0].data, "R");
    CHECK_INT(meta->permissions.avatar_permission, VRM_AVATAR_PERMISSION_ONLY_LICENSED_PERSON);
    CHECK_INT(meta->permissions.allow_excessively_violent_usage, 1);
    CHECK_INT(meta->permissions.allow_excessively_sexual_usage, 0);
    CHECK_INT(meta->permissions.commercial_usage, VRM_COMMERCIAL_USAGE_PERSONAL_PROFIT);
    CHECK_TEXT(meta->other_license_url.data, "l");
    CHECK_TEXT(meta->license_url.data, "");
    /* ME-031: the license grants nothing by itself. */
    CHECK_INT(meta->permissions.allow_redistribution, 0);
    CHECK_INT(meta->permissions.modification, VRM_MODIFICATION_PROHIBITED);
    CHECK_INT(meta->permissions.credit_notation, VRM_CREDIT_NOTATION_REQUIRED);
    CHECK_TEXT(meta->legacy_license_name.data, "CC0");
    CHECK_TEXT(meta->legacy_allowed_user.data, "ExplicitlyLicensedPerson");
    CHECK_TEXT(meta->legacy_violent_usage.data, "Allow");
    CHECK_TEXT(meta->legacy_sexual_usage.data, "Disallow");
    CHECK_TEXT(meta->legacy_commercial_usage.data, "Allow");
    CHECK_TEXT(meta->legacy_other_permission_url.data, "p");
    unload(&file);
}

TEST(v0_005_what_is_missing_or_unknown) {
    loaded file = load_vrm0("'meta':{'title':'','author':'','reference':'',"
                            "'allowedUserName':'All','violentUssageName':'Yes',"
                            "'sexualUssageName':'allow','commercialUssageName':'1',"
                            "'licenseName':'WTFPL','otherPermissionUrl':'p'}");
    const vrm_meta *meta;
    REQUIRE(file.tables != NULL);
    meta = &file.tables->meta;
    CHECK_TEXT(meta->name.data, "(untitled)");
    CHECK_INT(meta->author_count, 1);
    CHECK_TEXT(meta->authors[0].data, "(unknown)");
    CHECK_INT(meta->reference_count, 0);
    CHECK(found(&file, "meta-name", "/extensions/VRM/meta/title"));
    CHECK(found(&file, "meta-authors", "/extensions/VRM/meta/author"));
    /* ME-025 */
    CHECK_INT(meta->permissions.avatar_permission, VRM_AVATAR_PERMISSION_ONLY_AUTHOR);
    CHECK_INT(meta->permissions.allow_excessively_violent_usage, 0);
    CHECK_INT(meta->permissions.allow_excessively_sexual_usage, 0);
    CHECK_INT(meta->permissions.commercial_usage, VRM_COMMERCIAL_USAGE_PERSONAL_NON_PROFIT);
    CHECK(found(&file, "field-enum", "/extensions/VRM/meta/allowedUserName"));
    CHECK(found(&file, "field-enum", "/extensions/VRM/meta/violentUssageName"));
    CHECK(found(&file, "field-enum", "/extensions/VRM/meta/sexualUssageName"));
    CHECK(found(&file, "field-enum", "/extensions/VRM/meta/commercialUssageName"));
    CHECK(found(&file, "meta-license-name", "/extensions/VRM/meta/licenseName"));
    CHECK_TEXT(meta->legacy_license_name.data, "WTFPL");
    CHECK_TEXT(meta->other_license_url.data, "p"); /* ME-032 */
    unload(&file);
    file = load_vrm0("");
    CHECK(found(&file, "meta-missing", "/extensions/VRM"));
    unload(&file);
}

TEST(v0_006_thumbnail_is_a_texture) {
    static const struct {
        const char *meta;
        int32_t image;
    } cases[] = {{"'meta':{'texture':4}", 2},
                 {"'meta':{'texture':0}", 1},
                 {"'meta':{'texture':-1}", VRM_NONE},
                 {"'meta':{'texture':null}", VRM_NONE},
                 {"'meta':{}", VRM_NONE}};
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_vrm0(cases[i].meta);
        test_note("%s", cases[i].meta);
        REQUIRE(file.tables != NULL);
        CHECK_INT(file.tables->meta.thumbnail_image, cases[i].image);
        CHECK(!found(&file, "index-negative", NULL));
        CHECK(!found(&file, "field-type", NULL));
        unload(&file);
    }
    test_note(NULL);
}

TEST(v0_007_right_spelling_is_understood) {
    loaded file = load_vrm0("'meta':{'violentUsageName':'Allow','sexualUsageName':'Allow',"
                            "'commercialUsageName':'Allow'}");
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->meta.permissions.allow_excessively_violent_usage, 1);
    CHECK_INT(file.tables->meta.permissions.allow_excessively_sexual_usage, 1);
    CHECK_INT(file.tables->meta.permissions.commercial_usage, VRM_COMMERCIAL_USAGE_PERSONAL_PROFIT);
    CHECK(found(&file, "legacy-key", "/extensions/VRM/meta"));
    unload(&file);
    /* The real key wins. */
    file = load_vrm0("'meta':{'violentUsageName':'Allow','violentUssageName':'Disallow'}");
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->meta.permissions.allow_excessively_violent_usage, 0);
    unload(&file);
}

/* --- Humanoid --- */

TEST(v0_008_first_bone_of_a_name_wins) {
    loaded file = load_vrm0("'humanoid':{'humanBones':[{'bone':'hips','node':0},"
                            "{'bone':'hips','node':1},{'bone':'tail','node':2}]}");
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->humanoid.nodes[VRM_BONE_HIPS], 0);
    CHECK(found(&file, "bone-twice", "/extensions/VRM/humanoid/humanBones/1"));
    CHECK(found(&file, "bone-unknown", "/extensions/VRM/humanoid/humanBones/2"));
    unload(&file);
    file = load_vrm0("'humanoid':{}");
    CHECK(found(&file, "humanoid-missing", NULL));
    unload(&file);
}

/* GV-080 */
TEST(v0_009_thumbs_are_numbered_otherwise) {
    loaded file = load_vrm0("'humanoid':{'humanBones':["
                            "{'bone':'leftThumbProximal','node':1},"
                            "{'bone':'leftThumbIntermediate','node':2},"
                            "{'bone':'leftThumbDistal','node':3},"
                            "{'bone':'rightThumbProximal','node':4},"
                            "{'bone':'rightThumbIntermediate','node':5},"
                            "{'bone':'rightThumbDistal','node':6},"
                            "{'bone':'leftIndexProximal','node':7}]}");
    const int32_t *nodes;
    REQUIRE(file.tables != NULL);
    nodes = file.tables->humanoid.nodes;
    CHECK_INT(nodes[VRM_BONE_LEFT_THUMB_METACARPAL], 1);
    CHECK_INT(nodes[VRM_BONE_LEFT_THUMB_PROXIMAL], 2);
    CHECK_INT(nodes[VRM_BONE_LEFT_THUMB_DISTAL], 3);
    CHECK_INT(nodes[VRM_BONE_RIGHT_THUMB_METACARPAL], 4);
    CHECK_INT(nodes[VRM_BONE_RIGHT_THUMB_PROXIMAL], 5);
    CHECK_INT(nodes[VRM_BONE_RIGHT_THUMB_DISTAL], 6);
    CHECK_INT(nodes[VRM_BONE_LEFT_INDEX_PROXIMAL], 7);
    unload(&file);
}

TEST(v0_048_values_for_unity_are_harmless) {
    loaded file = load_vrm0(
        "'humanoid':{'armStretch':0.05,'legStretch':0.05,'upperArmTwist':0.5,'feetSpacing':0,"
        "'hasTranslationDoF':false,'humanBones':[{'bone':'hips','node':0,'useDefaultValues':true,"
        "'min':{'x':0,'y':0,'z':0},'max':null,'center':{'x':1},'axisLength':0}]}");
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->humanoid.nodes[VRM_BONE_HIPS], 0);
    CHECK(!found(&file, "field-type", NULL));
    unload(&file);
}

/* --- Vectors, null and -1 --- */

/* GV-081 */
TEST(v0_010_vectors_are_left_handed) {
    loaded file = load_vrm0(
        "'firstPerson':{'firstPersonBoneOffset':{'x':0.1,'y':0.2,'z':0.3}},"
        "'secondaryAnimation':{'colliderGroups':[{'node':1,'colliders':[{'offset':"
        "{'x':0.1,'y':0.2,'z':0.3},'radius':1}]}],'boneGroups':[{'bones':[1],'gravityDir':"
        "{'x':0.1,'y':0.2,'z':0.3}}]}");
    REQUIRE(file.tables != NULL && file.tables->spring_collider_count == 1 &&
            file.tables->spring_joint_count > 0);
    check_vec3(file.tables->look_at.offset_from_head_bone, 0.1, 0.2, -0.3);
    check_vec3(file.tables->spring_colliders[0].offset, 0.1, 0.2, -0.3);
    check_vec3(file.tables->spring_joints[0].gravity_dir, 0.1, 0.2, -0.3);
    unload(&file);
}

TEST(v0_011_vectors_as_objects_and_arrays) {
    static const struct {
        const char *offset;
        double x, y, z;
        const char *code; /* NULL: no diagnostic about the offset */
    } cases[] = {
        {"{'x':1}", 1, 0, 0, NULL},
        {"{}", 0, 0, 0, NULL},
        {"{'y':null,'z':2}", 0, 0, -2, NULL},
        {"[1,2,3]", 1, 2, -3, NULL},
        {"[1,2]", 0, 0.06, 0, "field-vector-short"},
        {"'1,2,3'", 0, 0.06, 0, "field-type"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char vrm[128];
        loaded file;
        snprintf(vrm, sizeof vrm, "'firstPerson':{'firstPersonBoneOffset':%s}", cases[i].offset);
        test_note("%s", cases[i].offset);
        file = load_vrm0(vrm);
        REQUIRE(file.tables != NULL);
        check_vec3(file.tables->look_at.offset_from_head_bone, cases[i].x, cases[i].y, cases[i].z);
        CHECK_INT(found_below(&file, "/extensions/VRM/firstPerson"), cases[i].code != NULL);
        if (cases[i].code != NULL) {
            CHECK(found(&file, cases[i].code, "/extensions/VRM/firstPerson/firstPersonBoneOffset"));
        }
        unload(&file);
    }
    test_note(NULL);
}

TEST(v0_012_minus_one_is_nothing) {
    loaded file = load_vrm0(
        "'meta':{'title':'T','author':'A','texture':-1},"
        "'humanoid':{'humanBones':[{'bone':'hips','node':-1},{'bone':'head','node':null},"
        "{'bone':'hips','node':0}]},"
        "'firstPerson':{'firstPersonBone':-1,'meshAnnotations':[{'mesh':-1,'firstPersonFlag':"
        "'Both'},{'mesh':null,'firstPersonFlag':'Both'}]},"
        "'blendShapeMaster':{'blendShapeGroups':[{'name':'n','presetName':'joy','binds':["
        "{'mesh':-1,'index':0,'weight':100},{'mesh':0,'index':-1,'weight':100},"
        "{'mesh':0,'index':null},{'mesh':0,'index':1,'weight':100}]}]},"
        "'secondaryAnimation':{'colliderGroups':[{'node':-1,'colliders':[{'radius':1}]},"
        "{'node':1,'colliders':[]}],'boneGroups':[{'bones':[-1,1,null],'center':-1,"
        "'colliderGroups':[-1,1]}]},"
        "'materialProperties':[{'shader':'VRM/MToon','renderQueue':-1,'textureProperties':"
        "{'_MainTex':-1,'_ShadeTexture':null}}]");
    const vrm_expression *happy;
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->humanoid.nodes[VRM_BONE_HIPS], 0);
    CHECK_INT(file.tables->first_person.types[5], VRM_FIRST_PERSON_AUTO);
    happy = find_vrm0_expression(&file, VRM_PRESET_HAPPY, NULL);
    REQUIRE(happy != NULL);
    CHECK_INT(happy->morph_bind_count, 2); /* both nodes of the mesh */
    CHECK_INT(file.tables->spring_collider_count, 0);
    CHECK_INT(file.tables->spring_collider_group_count, 2);
    REQUIRE(file.tables->spring_count > 0);
    CHECK_INT(file.tables->springs[0].center, VRM_NONE);
    CHECK_INT(file.tables->springs[0].collider_group_count, 1);
    CHECK_INT(file.tables->springs[0].collider_groups[0], 1);
    CHECK_INT(file.tables->materials[0].base_color_texture.texture, VRM_NONE);
    CHECK_INT(found_below(&file, "/extensions/VRM/"), 0);
    unload(&file);
}

TEST(v0_049_null_is_absent_everywhere) {
    loaded file = load_vrm0(
        "'exporterVersion':null,'specVersion':null,"
        "'meta':{'title':'T','author':'A','version':null,'contactInformation':null,"
        "'reference':null,'allowedUserName':null,'violentUssageName':null,'licenseName':null,"
        "'otherLicenseUrl':null},"
        "'humanoid':{'humanBones':[null,{'bone':null,'node':null}],'armStretch':null},"
        "'firstPerson':{'firstPersonBone':null,'firstPersonBoneOffset':null,"
        "'meshAnnotations':[null,{'mesh':0,'firstPersonFlag':null}],'lookAtTypeName':null,"
        "'lookAtHorizontalInner':null,'lookAtHorizontalOuter':{'curve':null,'xRange':null,"
        "'yRange':null}},"
        "'blendShapeMaster':{'blendShapeGroups':[null,{'name':null,'presetName':null,'binds':null,"
        "'materialValues':null,'isBinary':null},{'presetName':'joy','binds':[null],"
        "'materialValues':[null,{'materialName':null,'propertyName':null,'targetValue':null}]}]},"
        "'secondaryAnimation':{'colliderGroups':[null,{'node':1,'colliders':[null,{'offset':null,"
        "'radius':null}]}],'boneGroups':[null,{'comment':null,'stiffiness':null,'gravityPower':"
        "null,'gravityDir':null,'dragForce':null,'center':null,'hitRadius':null,'bones':null,"
        "'colliderGroups':null}]},"
        "'materialProperties':[null,{'name':null,'shader':null,'renderQueue':null},"
        "{'shader':'VRM/MToon','floatProperties':null,'vectorProperties':null,'textureProperties':"
        "null,'keywordMap':null,'tagMap':null},{'shader':'VRM/MToon','floatProperties':{'_Cutoff':"
        "null},'vectorProperties':{'_Color':null},'textureProperties':{'_MainTex':null},"
        "'keywordMap':{'_ALPHATEST_ON':null}}]");
    REQUIRE(file.tables != NULL);
    CHECK_INT(found_below(&file, "/extensions/VRM/"), 0);
    CHECK_INT(file.tables->spring_collider_group_count, 2);
    CHECK_INT(file.tables->spring_collider_count, 1);
    CHECK(find_vrm0_expression(&file, VRM_NONE, "custom_1") != NULL);
    CHECK_NEAR((double)file.tables->look_at.horizontal_outer.input_max_degrees, 90, 0);
    CHECK_NEAR((double)file.tables->materials[3].alpha_cutoff, 0.5, 0);
    unload(&file);
    file = load_vrm0("'meta':{'title':'T','author':'A'},'humanoid':{'humanBones':[]},"
                     "'firstPerson':null,'blendShapeMaster':null,'secondaryAnimation':null,"
                     "'materialProperties':null");
    REQUIRE(file.tables != NULL);
    CHECK_INT(found_below(&file, "/extensions/VRM/"), 0);
    CHECK_INT(file.tables->look_at.is_present, 0);
    unload(&file);
}

/* --- firstPerson --- */

TEST(v0_025_the_bone_that_auto_hides) {
    loaded file = load_vrm0("'humanoid':{'humanBones':[{'bone':'head','node':2}]},"
                            "'firstPerson':{'firstPersonBone':1}");
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->first_person.head_node, 1);
    unload(&file);
    file = load_vrm0("'humanoid':{'humanBones':[{'bone':'head','node':2}]},"
                     "'firstPerson':{'firstPersonBone':-1}");
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->first_person.head_node, 2);
    unload(&file);
}

TEST(v0_026_flags_in_any_case) {
    static const struct {
        const char *flag;
        int32_t expected;
        bool is_said;
    } cases[] = {
        {"'firstPersonFlag':'Auto'", VRM_FIRST_PERSON_AUTO, false},
        {"'firstPersonFlag':'AUTO'", VRM_FIRST_PERSON_AUTO, false},
        {"'firstPersonFlag':''", VRM_FIRST_PERSON_AUTO, false},
        {"'firstPersonFlag':'Both'", VRM_FIRST_PERSON_BOTH, false},
        {"'firstPersonFlag':'ThirdPersonOnly'", VRM_FIRST_PERSON_THIRD_PERSON_ONLY, false},
        {"'firstPersonFlag':'firstpersononly'", VRM_FIRST_PERSON_FIRST_PERSON_ONLY, false},
        {"'firstPersonFlag':'Never'", VRM_FIRST_PERSON_AUTO, true},
        {"'x':0", VRM_FIRST_PERSON_AUTO, false},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char vrm[160];
        loaded file;
        snprintf(vrm, sizeof vrm, "'firstPerson':{'meshAnnotations':[{'mesh':1,%s}]}",
                 cases[i].flag);
        test_note("%s", cases[i].flag);
        file = load_vrm0(vrm);
        REQUIRE(file.tables != NULL);
        CHECK_INT(file.tables->first_person.types[10], cases[i].expected);
        CHECK_INT(found(&file, "field-enum",
                        "/extensions/VRM/firstPerson/meshAnnotations/0/firstPersonFlag"),
                  cases[i].is_said);
        unload(&file);
    }
    test_note(NULL);
}

TEST(v0_027_an_annotation_means_all_nodes_of_the_mesh) {
    loaded file = load_vrm0("'firstPerson':{'meshAnnotations':["
                            "{'mesh':0,'firstPersonFlag':'ThirdPersonOnly'},"
                            "{'mesh':-1,'firstPersonFlag':'Both'},"
                            "{'mesh':0,'firstPersonFlag':'Both'}]}");
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->first_person.types[5], VRM_FIRST_PERSON_THIRD_PERSON_ONLY);
    CHECK_INT(file.tables->first_person.types[6], VRM_FIRST_PERSON_THIRD_PERSON_ONLY);
    CHECK_INT(file.tables->first_person.types[10], VRM_FIRST_PERSON_AUTO);
    CHECK(found(&file, "annotation-twice", "/extensions/VRM/firstPerson/meshAnnotations/2"));
    unload(&file);
}

/* --- lookAt --- */

TEST(v0_028_offset_from_the_head) {
    static const struct {
        const char *vrm;
        double x, y, z;
    } cases[] = {
        {"'firstPerson':{'firstPersonBoneOffset':{'x':0,'y':0.06,'z':0.1}}", 0, 0.06, -0.1},
        {"'firstPerson':{}", 0, 0.06, 0},
        {"'humanoid':{'humanBones':[{'bone':'head','node':0},{'bone':'leftEye','node':1},"
         "{'bone':'rightEye','node':2}]},'firstPerson':{}",
         0, 0.06, 0},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_vrm0(cases[i].vrm);
        test_note("%s", cases[i].vrm);
        REQUIRE(file.tables != NULL);
        CHECK_INT(file.tables->look_at.is_present, 1);
        check_vec3(file.tables->look_at.offset_from_head_bone, cases[i].x, cases[i].y, cases[i].z);
        unload(&file);
    }
    test_note(NULL);
}

TEST(v0_029_type_of_gaze) {
    static const struct {
        const char *vrm;
        int32_t type;
    } cases[] = {{"'firstPerson':{'lookAtTypeName':'Bone'}", VRM_LOOK_AT_TYPE_BONE},
                 {"'firstPerson':{'lookAtTypeName':'BlendShape'}", VRM_LOOK_AT_TYPE_EXPRESSION},
                 {"'firstPerson':{'lookAtTypeName':'blendshape'}", VRM_LOOK_AT_TYPE_EXPRESSION},
                 {"'firstPerson':{}", VRM_LOOK_AT_TYPE_BONE}};
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_vrm0(cases[i].vrm);
        test_note("%s", cases[i].vrm);
        REQUIRE(file.tables != NULL);
        CHECK_INT(file.tables->look_at.type, cases[i].type);
        CHECK(!found(&file, "field-enum", NULL));
        unload(&file);
    }
    test_note(NULL);
}

TEST(v0_030_range_maps) {
    loaded file = load_vrm0("'firstPerson':{'lookAtTypeName':'Bone',"
                            "'lookAtHorizontalInner':{'xRange':80,'yRange':8},"
                            "'lookAtHorizontalOuter':{'xRange':70},"
                            "'lookAtVerticalUp':{'xRange':200,'yRange':5}}");
    const vrm_look_at *look_at;
    REQUIRE(file.tables != NULL);
    look_at = &file.tables->look_at;
    CHECK_NEAR((double)look_at->horizontal_inner.input_max_degrees, 80, 0);
    CHECK_NEAR((double)look_at->horizontal_inner.output_scale, 8, 0);
    CHECK_NEAR((double)look_at->horizontal_outer.input_max_degrees, 70, 0);
    CHECK_NEAR((double)look_at->horizontal_outer.output_scale, 10, 0);
    CHECK_NEAR((double)look_at->vertical_down.input_max_degrees, 90, 0);
    CHECK_NEAR((double)look_at->vertical_down.output_scale, 10, 0);
    CHECK_NEAR((double)look_at->vertical_up.input_max_degrees, 180, 0); /* LA-012 */
    CHECK(found(&file, "field-range", "/extensions/VRM/firstPerson/lookAtVerticalUp/xRange"));
    unload(&file);
    file = load_vrm0("'firstPerson':{'lookAtTypeName':'BlendShape',"
                     "'lookAtHorizontalOuter':{'xRange':45,'yRange':10}}");
    REQUIRE(file.tables != NULL);
    look_at = &file.tables->look_at;
    CHECK_NEAR((double)look_at->vertical_down.output_scale, 1, 0);
    CHECK_NEAR((double)look_at->horizontal_outer.output_scale, 10, 0);
    CHECK(
        found(&file, "look-at-weight", "/extensions/VRM/firstPerson/lookAtHorizontalOuter/yRange"));
    unload(&file);
}

TEST(v0_031_curves) {
    loaded file = load_vrm0("'firstPerson':{'lookAtHorizontalInner':{'curve':[0,0,0,1,1,1,1,0]},"
                            "'lookAtHorizontalOuter':{'curve':[1,1,1,1, 0.5,0.3,2,3, 0,0.1,0,0]},"
                            "'lookAtVerticalDown':{'curve':[0,0,0,1,1,1,2,0,9]},"
                            "'lookAtVerticalUp':{'curve':[]}}");
    const vrm_range_map *outer;
    REQUIRE(file.tables != NULL);
    CHECK(file.tables->look_at.horizontal_inner.curve == NULL); /* a straight line */
    CHECK(file.tables->look_at.vertical_down.curve == NULL);
    CHECK(file.tables->look_at.vertical_up.curve == NULL);
    CHECK(found(&file, "look-at-curve", "/extensions/VRM/firstPerson/lookAtVerticalDown/curve"));
    CHECK(!found(&file, "look-at-curve", "/extensions/VRM/firstPerson/lookAtVerticalUp/curve"));
    outer = &file.tables->look_at.horizontal_outer;
    REQUIRE(outer->curve != NULL && outer->curve_key_count == 3);
    CHECK_NEAR((double)outer->curve[0].time, 0, 0); /* sorted by time */
    CHECK_NEAR((double)outer->curve[0].value, 0.1, 1e-7);
    CHECK_NEAR((double)outer->curve[1].time, 0.5, 0);
    CHECK_NEAR((double)outer->curve[1].in_tangent, 2, 0);
    CHECK_NEAR((double)outer->curve[1].out_tangent, 3, 0);
    CHECK_NEAR((double)outer->curve[2].time, 1, 0);
    unload(&file);
}

/* GV-089 */
TEST(gv_089_godette_in_front_of_herself) {
    loaded file = load_vrm0_corpus("godette/Godette_vrm_v4.vrm");
    const vrm_spring_collider_group *group;
    if (file.tables == NULL) return;
    check_vec3(file.tables->look_at.offset_from_head_bone, 0, 0.146, -0.122);
    REQUIRE(file.tables->spring_collider_group_count > 0);
    group = &file.tables->spring_collider_groups[0];
    REQUIRE(group->collider_count > 1);
    check_vec3(file.tables->spring_colliders[group->colliders[1]].offset, 0, 0.34, -0.04);
    CHECK_INT(file.tables->look_at.type, VRM_LOOK_AT_TYPE_EXPRESSION);
    CHECK_INT(file.tables->look_at.horizontal_outer.curve_key_count, 3);
    CHECK(file.tables->look_at.horizontal_inner.curve == NULL);
    unload(&file);
}

TEST_SUITE(vrm0, ENTRY(v0_001_recognised_by_its_extension),
           ENTRY(v0_002_versions_are_informational), ENTRY(v0_047_target_names_of_the_primitive),
           ENTRY(v0_049_other_types_are_reported), ENTRY(v0_005_meta_row_by_row),
           ENTRY(v0_005_what_is_missing_or_unknown), ENTRY(v0_006_thumbnail_is_a_texture),
           ENTRY(v0_007_right_spelling_is_understood), ENTRY(v0_008_first_bone_of_a_name_wins),
           ENTRY(v0_009_thumbs_are_numbered_otherwise), ENTRY(v0_048_values_for_unity_are_harmless),
           ENTRY(v0_010_vectors_are_left_handed), ENTRY(v0_011_vectors_as_objects_and_arrays),
           ENTRY(v0_012_minus_one_is_nothing), ENTRY(v0_049_null_is_absent_everywhere),
           ENTRY(v0_025_the_bone_that_auto_hides), ENTRY(v0_026_flags_in_any_case),
           ENTRY(v0_027_an_annotation_means_all_nodes_of_the_mesh),
           ENTRY(v0_028_offset_from_the_head), ENTRY(v0_029_type_of_gaze), ENTRY(v0_030_range_maps),
           ENTRY(v0_031_curves), ENTRY(gv_089_godette_in_front_of_herself));
