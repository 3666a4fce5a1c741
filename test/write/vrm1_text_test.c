/* The text of the blocks of 1.0 and 1.0-beta. */
#include "author/text/vrm1_text.h"
#include "base/text.h"
#include "support/avatar.h"
#include "support/fixture.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct losses {
    uint32_t counts[VRMI_LOSS_COUNT];
    int32_t last[VRMI_LOSS_COUNT];
} losses;

static void count_loss(void *context, vrmi_loss loss, int32_t index) {
    losses *found = context;
    found->counts[loss] += 1;
    found->last[loss] = index;
}

/* A text that is being written of a loaded file. */
typedef struct written {
    vrmi_memory memory;
    vrmi_json_writer writer;
    vrmi_vrm_text text;
    losses lost;
    char *copy;
} written;

static void begin(written *out, const loaded *file, vrm_dialect dialect) {
    memset(out, 0, sizeof *out);
    vrmi_memory_init(&out->memory, NULL);
    vrmi_json_writer_init(&out->writer, &out->memory);
    out->text.writer = &out->writer;
    out->text.gltf = file->gltf;
    out->text.tables = file->tables;
    out->text.dialect = dialect;
    out->text.lost = count_loss;
    out->text.lost_context = &out->lost;
}

/* What has been written, with ' for ". */
static const char *quoted(written *out) {
    const vrm_string text = vrmi_json_writer_text(&out->writer);
    free(out->copy);
    out->copy = malloc((size_t)text.length + 1);
    if (out->copy == NULL) return "";
    memcpy(out->copy, text.data, text.length);
    out->copy[text.length] = '\0';
    for (char *c = out->copy; *c != '\0'; ++c) {
        if (*c == '"') *c = '\'';
    }
    return out->copy;
}

static void end(written *out) {
    vrmi_json_writer_release(&out->writer);
    CHECK_INT(out->memory.used_bytes, 0);
    free(out->copy);
}

/* --- Meta --- */

/* ME-003, ME-005, ME-006, ME-007, ME-009, ME-014: texts as they are, authors in their order. */
TEST(me_005_meta_is_written_in_full) {
    loaded file =
        load_vrm1("'meta':{'name':'N','version':'2','authors':['first','second'],"
                  "'copyrightInformation':'c','contactInformation':'d','references':['r'],"
                  "'thirdPartyLicenses':'a\\nb','thumbnailImage':1,"
                  "'licenseUrl':'https://vrm.dev/licenses/1.0/','avatarPermission':'everyone',"
                  "'commercialUsage':'personalProfit','allowRedistribution':true,"
                  "'modification':'allowModification','otherLicenseUrl':'http://x/'}",
                  NULL);
    written out;
    REQUIRE(file.tables != NULL);
    begin(&out, &file, VRM_DIALECT_1);
    vrmi_put_vrm1_meta(&out.text);
    CHECK_TEXT(quoted(&out),
               "{'name':'N','version':'2','authors':['first','second'],'copyrightInformation':'c',"
               "'contactInformation':'d','references':['r'],'thirdPartyLicenses':'a\\nb',"
               "'thumbnailImage':1,'licenseUrl':'https://vrm.dev/licenses/1.0/',"
               "'avatarPermission':'everyone','allowExcessivelyViolentUsage':false,"
               "'allowExcessivelySexualUsage':false,'commercialUsage':'personalProfit',"
               "'allowPoliticalOrReligiousUsage':false,'allowAntisocialOrHateUsage':false,"
               "'creditNotation':'required','allowRedistribution':true,"
               "'modification':'allowModification','otherLicenseUrl':'http://x/'}");
    CHECK_INT(out.lost.counts[VRMI_LOSS_META], 0);
    end(&out);
    unload(&file);
}

/* ME-002, ME-004: a name and an author are always there; the license is never made up. */
TEST(me_002_me_004_a_name_and_an_author_are_written) {
    loaded file = load_old_vrm("'meta':{'licenseName':'CC0'}", NULL);
    vrm_tables tables;
    written out;
    static const vrm_string nobody = {"", 0};
    REQUIRE(file.tables != NULL);
    tables = *file.tables;
    tables.meta.name = nobody;
    tables.meta.authors = &nobody;
    tables.meta.author_count = 1;
    begin(&out, &file, VRM_DIALECT_1);
    out.text.tables = &tables;
    vrmi_put_vrm1_meta(&out.text);
    CHECK(strstr(quoted(&out), "{'name':'(untitled)','authors':['(unknown)'],'licenseUrl':'',"
                               "'avatarPermission':'onlyAuthor'") == out.copy);
    CHECK_INT(out.lost.counts[VRMI_LOSS_META], 1); /* the words of 0.x */
    end(&out);
    unload(&file);
}

/* --- Humanoid, firstPerson, lookAt --- */

TEST(hu_019_bones_that_there_are_under_final_names) {
    loaded file = load_old_vrm(
        "'humanoid':{'humanBones':[{'bone':'hips','node':1},{'bone':'spine','node':2},"
        "{'bone':'leftThumbProximal','node':5},{'bone':'leftThumbIntermediate','node':6}]}",
        NULL);
    written out;
    REQUIRE(file.tables != NULL);
    begin(&out, &file, VRM_DIALECT_1);
    vrmi_put_vrm1_humanoid(&out.text);
    CHECK_TEXT(quoted(&out), "{'humanBones':{'hips':{'node':1},'spine':{'node':2},"
                             "'leftThumbMetacarpal':{'node':5},'leftThumbProximal':{'node':6}}}");
    end(&out);
    unload(&file);
}

TEST(fp_016_node_indices_and_final_types) {
    loaded file = load_vrm1("'firstPerson':{'meshAnnotations':[{'node':16,'type':"
                            "'thirdPersonOnly'},{'node':18,'type':'both'}]}",
                            NULL);
    loaded plain = load_vrm1(NULL, NULL);
    written out;
    REQUIRE(file.tables != NULL && plain.tables != NULL);
    begin(&out, &file, VRM_DIALECT_1);
    CHECK(vrmi_has_first_person(&out.text));
    vrmi_put_vrm1_first_person(&out.text);
    CHECK_TEXT(quoted(&out), "{'meshAnnotations':[{'node':16,'type':'thirdPersonOnly'},"
                             "{'node':17,'type':'auto'},{'node':18,'type':'both'}]}");
    end(&out);
    begin(&out, &plain, VRM_DIALECT_1);
    CHECK(!vrmi_has_first_person(&out.text)); /* all auto, as without */
    end(&out);
    unload(&file);
    unload(&plain);
}

TEST(la_034_final_names_and_degrees) {
    loaded file = load_vrm1("'lookAt':{'offsetFromHeadBone':[0,0.06,0.02],'type':'expression',"
                            "'rangeMapHorizontalInner':{'inputMaxValue':90,'outputScale':0.5},"
                            "'rangeMapVerticalUp':{'inputMaxValue':45,'outputScale':1}}",
                            NULL);
    loaded old = load_old_vrm("'firstPerson':{'lookAtHorizontalInner':{'curve':[0,0,0,0,1,1,0,0],"
                              "'xRange':90,'yRange':8}}",
                              NULL);
    written out;
    REQUIRE(file.tables != NULL && old.tables != NULL);
    begin(&out, &file, VRM_DIALECT_1);
    vrmi_put_vrm1_look_at(&out.text);
    CHECK_TEXT(quoted(&out), "{'offsetFromHeadBone':[0,0.06,0.02],'type':'expression',"
                             "'rangeMapHorizontalInner':{'inputMaxValue':90,'outputScale':0.5},"
                             "'rangeMapHorizontalOuter':{'inputMaxValue':90,'outputScale':1},"
                             "'rangeMapVerticalDown':{'inputMaxValue':90,'outputScale':1},"
                             "'rangeMapVerticalUp':{'inputMaxValue':45,'outputScale':1}}");
    CHECK_INT(out.lost.counts[VRMI_LOSS_CURVE], 0);
    end(&out);
    begin(&out, &old, VRM_DIALECT_1);
    vrmi_put_vrm1_look_at(&out.text);
    CHECK(strstr(quoted(&out), "'rangeMapHorizontalInner':{'inputMaxValue':90,'outputScale':8}"));
    CHECK_INT(out.lost.counts[VRMI_LOSS_CURVE], 1);
    CHECK_INT(out.lost.last[VRMI_LOSS_CURVE], 0);
    end(&out);
    unload(&file);
    unload(&old);
}

/* Readers that ignore lookAt in a file without expressions get an empty `expressions` object. */
TEST(la_035_expressions_stand_beside_look_at) {
    loaded with = load_vrm1("'lookAt':{'type':'bone'}", NULL), without = load_vrm1(NULL, NULL);
    written out;
    REQUIRE(with.tables != NULL && without.tables != NULL);
    begin(&out, &with, VRM_DIALECT_1);
    vrmi_put_vrm1(&out.text);
    CHECK(strstr(quoted(&out), "'lookAt':{'offsetFromHeadBone'") != NULL);
    CHECK(strstr(quoted(&out), "'expressions':{}}") != NULL);
    end(&out);
    begin(&out, &without, VRM_DIALECT_1);
    vrmi_put_vrm1(&out.text);
    CHECK(strstr(quoted(&out), "lookAt") == NULL);
    CHECK(strstr(quoted(&out), "'expressions'") == NULL);
    end(&out);
    unload(&with);
    unload(&without);
}

/* --- Expressions --- */

TEST(ex_038_empty_lists_are_not_written) {
    loaded file = load_vrm1(
        "'expressions':{'preset':{'happy':{'morphTargetBinds':[{'node':16,'index':1,'weight':0.5}],"
        "'isBinary':true,'overrideBlink':'block','overrideMouth':'blend'},'aa':{}},"
        "'custom':{'\\u3042':{'materialColorBinds':[{'material':1,'type':'shadeColor',"
        "'targetValue':[0.5,0,0,1]}],'textureTransformBinds':[{'material':0,'scale':[1,2]}]}}}",
        NULL);
    written out;
    REQUIRE(file.tables != NULL);
    begin(&out, &file, VRM_DIALECT_1);
    vrmi_put_vrm1_expressions(&out.text);
    CHECK_TEXT(quoted(&out),
               "{'preset':{'happy':{'morphTargetBinds':[{'node':16,'index':1,'weight':0.5}],"
               "'isBinary':true,'overrideBlink':'block','overrideMouth':'blend'},'aa':{}},"
               "'custom':{'\xE3\x81\x82':{'materialColorBinds':[{'material':1,'type':'shadeColor',"
               "'targetValue':[0.5,0,0,1]}],'textureTransformBinds':[{'material':0,'scale':[1,2],"
               "'offset':[0,0]}]}}}");
    end(&out);
    unload(&file);
}

/* EX-030: what a bind of 0.x leaves alone has the value of rest, so that no weight moves it. */
TEST(ex_030_parts_that_a_bind_leaves_alone_are_at_rest) {
    loaded file = load_old_vrm(
        "'blendShapeMaster':{'blendShapeGroups':[{'name':'x','presetName':'unknown',"
        "'materialValues':[{'materialName':'skin','propertyName':'_MainTex_ST_S',"
        "'targetValue':[2,1,0.25,0]}]}]},"
        "'materialProperties':[{'name':'skin','shader':'VRM/MToon','textureProperties':{"
        "'_MainTex':0},'vectorProperties':{'_MainTex':[0.5,0.25,0.5,0.5]}}]",
        NULL);
    written out;
    REQUIRE(file.tables != NULL);
    begin(&out, &file, VRM_DIALECT_1);
    vrmi_put_vrm1_expressions(&out.text);
    CHECK_TEXT(quoted(&out), "{'custom':{'x':{'textureTransformBinds':[{'material':0,"
                             "'scale':[2,0.5],'offset':[0.25,0.25]}]}}}");
    CHECK_INT(out.lost.counts[VRMI_LOSS_BIND_COMPONENTS], 1);
    end(&out);
    unload(&file);
}

/* --- Node constraints --- */

TEST(nc_029_one_constraint_with_its_axis) {
    avatar from = {VRM_DIALECT_1, NULL, NULL, NULL,
                   "{'extensions':{'VRMC_node_constraint':{'specVersion':'1.0','constraint':{"
                   "'roll':{'source':1,'rollAxis':'Y','weight':0.5}}}}},"
                   "{'extensions':{'VRMC_node_constraint':{'specVersion':'1.0','constraint':{"
                   "'aim':{'source':2,'aimAxis':'NegativeZ'}}}}},"
                   "{'extensions':{'VRMC_node_constraint':{'specVersion':'1.0','constraint':{"
                   "'rotation':{'source':3}}}}}"};
    static const char *const expected[] = {
        "{'specVersion':'1.0','constraint':{'roll':{'source':1,'rollAxis':'Y','weight':0.5}}}",
        "{'specVersion':'1.0','constraint':{'aim':{'source':2,'aimAxis':'NegativeZ','weight':1}}}",
        "{'specVersion':'1.0','constraint':{'rotation':{'source':3,'weight':1}}}"};
    static const int32_t nodes[27] = {0, 1, VRM_NONE};
    const vrmi_index_maps maps = {.nodes = nodes};
    loaded file = load_avatar(&from);
    written out;
    REQUIRE(file.tables != NULL && file.tables->constraint_count == 3);
    for (int i = 0; i < 3; ++i) {
        begin(&out, &file, VRM_DIALECT_1);
        CHECK(vrmi_can_put_constraint(&out.text, &file.tables->constraints[i]));
        vrmi_put_node_constraint(&out.text, &file.tables->constraints[i]);
        CHECK_TEXT(quoted(&out), expected[i]);
        CHECK_INT(out.text.extensions, VRMI_EXTENSION_NODE_CONSTRAINT);
        end(&out);
    }
    begin(&out, &file, VRM_DIALECT_1_BETA);
    out.text.maps = &maps;
    CHECK(!vrmi_can_put_constraint(&out.text, &file.tables->constraints[1]));
    vrmi_put_node_constraint(&out.text, &file.tables->constraints[0]);
    CHECK_TEXT(quoted(&out), "{'specVersion':'1.0-beta','constraint':{'roll':{'source':1,"
                             "'rollAxis':'Y','weight':0.5}}}");
    end(&out);
    unload(&file);
}

/* --- Springs --- */

TEST(sb_058_values_of_each_joint_and_nothing_empty) {
    loaded file = load_vrm1_springs(
        "'colliders':[{'node':1,'shape':{'sphere':{'offset':[0,0.1,0],'radius':0.2}}},"
        "{'node':2,'shape':{}},{'node':3,'shape':{'capsule':{'radius':0.5,'tail':[1,0,0]}}}],"
        "'colliderGroups':[{'name':'none','colliders':[1]},{'colliders':[0,1,2]}],"
        "'springs':[{'name':'hair','center':0,'colliderGroups':[0,1],'joints':["
        "{'node':21,'hitRadius':0.25,'gravityPower':0.5,'gravityDir':[0,0,1]},"
        "{'node':22,'stiffness':2,'dragForce':0.125},{'node':23,'stiffness':7}]},"
        "{'name':'lone','joints':[{'node':16}]}]");
    written out;
    REQUIRE(file.tables != NULL);
    begin(&out, &file, VRM_DIALECT_1);
    CHECK(vrmi_has_spring_bone(&out.text));
    vrmi_put_spring_bone(&out.text);
    CHECK_TEXT(
        quoted(&out),
        "{'specVersion':'1.0','colliders':[{'node':1,'shape':{'sphere':{'offset':[0,0.1,0],"
        "'radius':0.2}}},{'node':3,'shape':{'capsule':{'offset':[0,0,0],'radius':0.5,"
        "'tail':[1,0,0]}}}],'colliderGroups':[{'colliders':[0,1]}],"
        "'springs':[{'name':'hair','joints':[{'node':21,'hitRadius':0.25,'stiffness':1,"
        "'gravityPower':0.5,'gravityDir':[0,0,1],'dragForce':0.5},{'node':22,'hitRadius':0,"
        "'stiffness':2,'gravityPower':0,'gravityDir':[0,-1,0],'dragForce':0.125},{'node':23}],"
        "'center':0,'colliderGroups':[0]}]}");
    CHECK_INT(out.lost.counts[VRMI_LOSS_COLLIDER], 1);
    CHECK_INT(out.lost.last[VRMI_LOSS_COLLIDER], 1);
    CHECK_INT(out.lost.counts[VRMI_LOSS_SPRING], 1);
    CHECK_INT(out.lost.last[VRMI_LOSS_SPRING], 1);
    end(&out);
    unload(&file);
}

/* EC-020, EC-021, EC-023, EC-025: a base shape beside each extended one, and unit normals. */
TEST(ec_020_ec_021_extended_colliders_have_a_fallback) {
    loaded file =
        load_vrm1_springs("'colliders':[{'node':1,'shape':{'sphere':{}}},"
                          "{'node':1,'shape':{'sphere':{}}},{'node':1,'shape':{'sphere':{}}}],"
                          "'springs':[]");
    vrm_spring_collider colliders[3] = {
        {1, VRM_COLLIDER_INSIDE_SPHERE, {0, 1, 0}, {0, 0, 0}, 2},
        {1, VRM_COLLIDER_INSIDE_CAPSULE, {0, 1, 0}, {0, 3, 0}, 2},
        {1, VRM_COLLIDER_PLANE, {0, 1, 0}, {0, 0, 2}, 0},
    };
    vrm_tables tables;
    written out;
    vrm_string names;
    REQUIRE(file.tables != NULL);
    tables = *file.tables;
    tables.spring_colliders = colliders;
    begin(&out, &file, VRM_DIALECT_1);
    out.text.tables = &tables;
    vrmi_put_spring_bone(&out.text);
    CHECK_TEXT(quoted(&out),
               "{'specVersion':'1.0','colliders':["
               "{'node':1,'shape':{'sphere':{'offset':[0,-10000,0],'radius':0}},'extensions':{"
               "'VRMC_springBone_extended_collider':{'specVersion':'1.0','shape':{'sphere':{"
               "'offset':[0,1,0],'radius':2,'inside':true}}}}},"
               "{'node':1,'shape':{'sphere':{'offset':[0,-10000,0],'radius':0}},'extensions':{"
               "'VRMC_springBone_extended_collider':{'specVersion':'1.0','shape':{'capsule':{"
               "'offset':[0,1,0],'radius':2,'tail':[0,3,0],'inside':true}}}}},"
               "{'node':1,'shape':{'sphere':{'offset':[0,1,-1000],'radius':1000}},'extensions':{"
               "'VRMC_springBone_extended_collider':{'specVersion':'1.0','shape':{'plane':{"
               "'offset':[0,1,0],'normal':[0,0,1]}}}}}]}");
    /* GL-005, EC-023 */
    vrmi_json_writer_release(&out.writer);
    vrmi_put_extensions_used(&out.writer, out.text.extensions);
    names = vrmi_json_writer_text(&out.writer);
    CHECK(vrmi_string_equals(names, "[\"VRMC_springBone\",\"VRMC_springBone_extended_collider\"]"));
    end(&out);
    unload(&file);
}

/* SL-005: none on the last joint; SB-010. */
TEST(sl_005_limits_stand_on_joints_with_a_tail) {
    loaded file = load_vrm1_springs(
        "'springs':[{'joints':[{'node':21,'extensions':{'VRMC_springBone_limit':{'specVersion':"
        "'1.0-draft','limit':{'spherical':{'pitch':1,'yaw':0.5,'rotation':[1,0,0,0]}}}}},"
        "{'node':22,'extensions':{'VRMC_springBone_limit':{'specVersion':'1.0-draft','limit':{"
        "'cone':{'angle':0.25}}}}},{'node':23}]}]");
    written out;
    REQUIRE(file.tables != NULL);
    begin(&out, &file, VRM_DIALECT_1);
    vrmi_put_spring_bone(&out.text);
    CHECK(strstr(quoted(&out), "'dragForce':0.5,'extensions':{'VRMC_springBone_limit':{"
                               "'specVersion':'1.0-draft','limit':{'spherical':{'pitch':1,"
                               "'yaw':0.5,'rotation':[1,0,0,0]}}}}}") != NULL);
    CHECK(strstr(out.copy, "'limit':{'cone':{'angle':0.25}}}}},{'node':23}]}]}") != NULL);
    CHECK_INT(out.text.extensions, VRMI_EXTENSION_SPRING_BONE | VRMI_EXTENSION_SPRING_LIMIT);
    end(&out);
    unload(&file);
}

/* Chains of 0.x end in points: with nodes there they sway, and without them their last joints do
 * not. Nodes have other numbers, and one is gone with all that hangs on it. */
TEST(numbers_of_nodes_may_change_and_tails_be_added) {
    loaded file = load_old_vrm(
        "'secondaryAnimation':{'boneGroups':[{'comment':'c','bones':[21],'colliderGroups':[0,1]}],"
        "'colliderGroups':[{'node':1,'colliders':[{'radius':0.5}]},"
        "{'node':2,'colliders':[{'radius':0.25}]}]}",
        NULL);
    int32_t nodes[AVATAR_NODE_COUNT], tails[3] = {VRM_NONE, VRM_NONE, 99};
    vrmi_index_maps maps = {.nodes = nodes};
    written out;
    REQUIRE(file.tables != NULL && file.tables->spring_joint_count == 3);
    for (int32_t i = 0; i < AVATAR_NODE_COUNT; ++i) nodes[i] = i + 10;
    nodes[2] = VRM_NONE;
    begin(&out, &file, VRM_DIALECT_1);
    out.text.maps = &maps;
    vrmi_put_spring_bone(&out.text);
    CHECK(strstr(quoted(&out), "'colliders':[{'node':11,") != NULL);
    CHECK(strstr(out.copy, "'colliderGroups':[{'colliders':[0]}]") != NULL);
    CHECK(strstr(out.copy, "'dragForce':0.4},{'node':33}],'colliderGroups':[0]}]}") != NULL);
    CHECK_INT(out.lost.counts[VRMI_LOSS_JOINT], 1);
    CHECK_INT(out.lost.last[VRMI_LOSS_JOINT], 2);
    end(&out);
    maps.joint_tails = tails;
    begin(&out, &file, VRM_DIALECT_1);
    out.text.maps = &maps;
    vrmi_put_spring_bone(&out.text);
    CHECK(strstr(quoted(&out), "{'node':33,'hitRadius':0.02,") != NULL);
    CHECK(strstr(out.copy, "'dragForce':0.4},{'node':99}],'colliderGroups':[0]}]}") != NULL);
    CHECK_INT(out.lost.counts[VRMI_LOSS_JOINT], 0);
    end(&out);
    unload(&file);
}

/* A chain that a program made, and whose joints do not follow each other, becomes two springs. */
TEST(sb_009_each_spring_is_a_chain) {
    loaded file =
        load_vrm1_springs("'springs':[{'name':'s','joints':[{'node':21},{'node':22},{'node':"
                          "23}]}]");
    vrm_spring_joint joints[2];
    vrm_tables tables;
    written out;
    REQUIRE(file.tables != NULL && file.tables->spring_joint_count == 2);
    memcpy(joints, file.tables->spring_joints, sizeof joints);
    joints[0].tail_node = 18;
    tables = *file.tables;
    tables.spring_joints = joints;
    begin(&out, &file, VRM_DIALECT_1);
    out.text.tables = &tables;
    vrmi_put_spring_bone(&out.text);
    CHECK(strstr(quoted(&out), "},{'node':18}]},{'name':'s','joints':[{'node':22,") != NULL);
    CHECK(strstr(out.copy, "},{'node':23}]}]}") != NULL);
    end(&out);
    unload(&file);
}

/* --- Materials --- */

/* GL-017, GL-023, MT-001, HE-003: emission beyond 1 has a strength; no rotation is written. */
TEST(gl_017_he_003_materials_with_transforms_and_emission) {
    loaded file = load_vrm1(
        NULL,
        "'materials':[{'name':'m','pbrMetallicRoughness':{'baseColorFactor':[1,0.5,0.25,1],"
        "'baseColorTexture':{'index':1,'texCoord':1,'extensions':{'KHR_texture_transform':{"
        "'offset':[0.5,0],'rotation':1,'texCoord':2}}}},'normalTexture':{'index':2,'scale':0.5},"
        "'occlusionTexture':{'index':3,'strength':0.5},'emissiveFactor':[1,0.5,0],"
        "'alphaMode':'MASK','alphaCutoff':0.25,'doubleSided':true,'extensions':{"
        "'KHR_materials_unlit':{}}}],"
        "'extensionsUsed':['VRMC_vrm','KHR_texture_transform','KHR_materials_unlit']");
    static const int32_t textures[4] = {0, 3, 2, VRM_NONE};
    const vrmi_index_maps maps = {.textures = textures};
    vrm_material material;
    vrm_tables tables;
    written out;
    REQUIRE(file.tables != NULL && file.tables->material_count == 1);
    tables = *file.tables;
    material = tables.materials[0];
    material.emissive_factor[0] = 2;
    material.emissive_factor[1] = 1;
    tables.materials = &material;
    begin(&out, &file, VRM_DIALECT_1);
    out.text.tables = &tables;
    out.text.maps = &maps;
    vrmi_put_vrm1_material(&out.text, 0);
    CHECK_TEXT(quoted(&out),
               "{'name':'m','pbrMetallicRoughness':{'baseColorFactor':[1,0.5,0.25,1],"
               "'baseColorTexture':{'index':3,'texCoord':2,'extensions':{'KHR_texture_transform':{"
               "'offset':[0.5,0],'scale':[1,1]}}},'metallicFactor':1,'roughnessFactor':1},"
               "'normalTexture':{'index':2,'scale':0.5},'emissiveFactor':[1,0.5,0],"
               "'alphaMode':'MASK','alphaCutoff':0.25,'doubleSided':true,'extensions':{"
               "'KHR_materials_unlit':{},'KHR_materials_emissive_strength':{"
               "'emissiveStrength':2}}}");
    CHECK_INT(out.lost.counts[VRMI_LOSS_TEXTURE_ROTATION], 1);
    CHECK_INT(out.text.extensions, VRMI_EXTENSION_TEXTURE_TRANSFORM | VRMI_EXTENSION_UNLIT |
                                       VRMI_EXTENSION_EMISSIVE_STRENGTH);
    end(&out);
    begin(&out, &file, VRM_DIALECT_1_BETA);
    out.text.tables = &tables;
    vrmi_put_vrm1_material(&out.text, 0);
    CHECK(strstr(quoted(&out),
                 "'VRMC_materials_hdr_emissiveMultiplier':{'emissiveMultiplier':2}") != NULL);
    end(&out);
    /* Colors up to 1 need no extension (HE-003). */
    begin(&out, &file, VRM_DIALECT_1);
    vrmi_put_vrm1_material(&out.text, 0);
    CHECK(strstr(quoted(&out), "'extensions':{'KHR_materials_unlit':{}}}") != NULL);
    end(&out);
    unload(&file);
}

TEST(gl_023_mtoon_is_written_on_its_material) {
    loaded file = load_vrm1(
        NULL, "'materials':[{'extensions':{'VRMC_materials_mtoon':{'specVersion':'1.0',"
              "'shadeColorFactor':[0.5,0,0],'shadingShiftTexture':{'index':1,'scale':0.5},"
              "'outlineWidthMode':'worldCoordinates','outlineWidthFactor':0.01}}}],"
              "'extensionsUsed':['VRMC_vrm','VRMC_materials_mtoon']");
    written out;
    REQUIRE(file.tables != NULL && file.tables->material_count == 1);
    begin(&out, &file, VRM_DIALECT_1);
    vrmi_put_vrm1_material(&out.text, 0);
    CHECK_TEXT(
        quoted(&out),
        "{'pbrMetallicRoughness':{'baseColorFactor':[1,1,1,1],'metallicFactor':1,"
        "'roughnessFactor':1},'extensions':{'VRMC_materials_mtoon':{'specVersion':'1.0',"
        "'transparentWithZWrite':false,'renderQueueOffsetNumber':0,"
        "'shadeColorFactor':[0.5,0,0],'shadingShiftFactor':0,'shadingShiftTexture':{'index':1,"
        "'scale':0.5},'shadingToonyFactor':0.9,'giEqualizationFactor':0.9,"
        "'matcapFactor':[1,1,1],'parametricRimColorFactor':[0,0,0],'rimLightingMixFactor':1,"
        "'parametricRimFresnelPowerFactor':5,'parametricRimLiftFactor':0,"
        "'outlineWidthMode':'worldCoordinates','outlineWidthFactor':0.01,"
        "'outlineColorFactor':[0,0,0],'outlineLightingMixFactor':1,"
        "'uvAnimationScrollXSpeedFactor':0,'uvAnimationScrollYSpeedFactor':0,"
        "'uvAnimationRotationSpeedFactor':0}}}");
    CHECK_INT(out.text.extensions, VRMI_EXTENSION_MTOON);
    end(&out);
    unload(&file);
}

/* --- All of it --- */

TEST(er_008_memory_may_be_refused_to_a_text_at_any_time) {
    loaded file = load_vrm1_springs("'colliders':[{'node':1,'shape':{'sphere':{}}}],"
                                    "'springs':[{'joints':[{'node':21},{'node':22},{'node':23}]}]");
    REQUIRE(file.tables != NULL);
    for (uint64_t most = 0; most < 100; ++most) {
        written out;
        bool is_done;
        begin(&out, &file, VRM_DIALECT_1);
        out.memory.max_allocations = most;
        vrmi_put_object(&out.writer);
        vrmi_put_key(&out.writer, "VRMC_vrm");
        vrmi_put_vrm1(&out.text);
        vrmi_put_key(&out.writer, "VRMC_springBone");
        vrmi_put_spring_bone(&out.text);
        vrmi_put_object_end(&out.writer);
        is_done = !out.writer.is_refused;
        CHECK((vrmi_json_writer_text(&out.writer).length != 0) == is_done);
        end(&out);
        if (is_done) {
            CHECK(most >= 2);
            break;
        }
    }
    unload(&file);
}

TEST(every_loss_and_every_extension_has_words) {
    for (unsigned i = 0; i < VRMI_LOSS_COUNT; ++i) {
        CHECK(vrmi_loss_words((vrmi_loss)i) != NULL && strlen(vrmi_loss_words((vrmi_loss)i)) > 10);
    }
    for (unsigned i = 0; i < VRMI_EXTENSION_COUNT; ++i) CHECK(vrmi_extension_name(i)[0] != '\0');
    CHECK_TEXT(vrmi_extension_name(VRMI_EXTENSION_COUNT), "");
    CHECK_TEXT(vrmi_loss_words(VRMI_LOSS_COUNT), "");
}

TEST_SUITE(vrm1_text, ENTRY(me_005_meta_is_written_in_full),
           ENTRY(me_002_me_004_a_name_and_an_author_are_written),
           ENTRY(hu_019_bones_that_there_are_under_final_names),
           ENTRY(fp_016_node_indices_and_final_types), ENTRY(la_034_final_names_and_degrees),
           ENTRY(la_035_expressions_stand_beside_look_at),
           ENTRY(ex_038_empty_lists_are_not_written),
           ENTRY(ex_030_parts_that_a_bind_leaves_alone_are_at_rest),
           ENTRY(nc_029_one_constraint_with_its_axis),
           ENTRY(sb_058_values_of_each_joint_and_nothing_empty),
           ENTRY(ec_020_ec_021_extended_colliders_have_a_fallback),
           ENTRY(sl_005_limits_stand_on_joints_with_a_tail),
           ENTRY(numbers_of_nodes_may_change_and_tails_be_added),
           ENTRY(sb_009_each_spring_is_a_chain),
           ENTRY(gl_017_he_003_materials_with_transforms_and_emission),
           ENTRY(gl_023_mtoon_is_written_on_its_material),
           ENTRY(er_008_memory_may_be_refused_to_a_text_at_any_time),
           ENTRY(every_loss_and_every_extension_has_words));
