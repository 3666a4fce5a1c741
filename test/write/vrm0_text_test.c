/* What 0.x and the draft make of tables of 1.0: the inverse of §4, and what is lost by it. */
#include "author/text/old_text.h"
#include "author/text/vrm0_text.h"
#include "support/avatar.h"
#include "support/compare_tables.h"
#include "support/fixture.h"
#include "support/rewritten.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

/* --- Numbers --- */

static float half(float value) { return value / 2; }
static float nothing(float value) { return value * 0; }

TEST(a_number_has_the_fewest_decimals_that_read_back) {
    CHECK(vrmi_invert(0.2000000001, 0.1f, half) == 0.2f);
    CHECK(vrmi_invert(2.0000001, 1.0f, half) == 2.0f);
    CHECK(vrmi_invert(-0.6666666667, -1.0f / 3.0f, half) == -2.0f / 3.0f);
    CHECK(vrmi_invert(0.12345678, 1.0f, nothing) == 0.12345678f); /* none does */
    CHECK(vrmi_invert(1e30, 1.0f, nothing) == 1e30f);
}

/* GV-085: the shading of 0.x that a reader makes these numbers of. */
TEST(v0_043_shading_is_the_inverse_of_reading) {
    static const float values[][2] = {{0.95f, -0.05f}, {0.9f, 0}, {1, 0}, {0.5f, -0.5f}, {0, 0}};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; ++i) {
        vrm_mtoon mtoon;
        float toony, shift, half_width;
        memset(&mtoon, 0, sizeof mtoon);
        mtoon.shading_toony_factor = values[i][0];
        mtoon.shading_shift_factor = values[i][1];
        vrmi_old_shading(&mtoon, &toony, &shift);
        CHECK(toony >= 0 && toony <= 1 && shift >= -1 && shift <= 1);
        half_width = (1 - shift) * (1 - toony) / 2;
        CHECK_NEAR((double)(1 - half_width), (double)values[i][0], 1e-6);
        CHECK_NEAR((double)(-shift - half_width), (double)values[i][1], 1e-6);
    }
}

/* --- Springs --- */

/* V0-034, V0-035: one root for a subtree, and the values of its first joint. */
TEST(v0_050_springs_become_roots) {
    loaded file = load_vrm1_springs(
        "'colliders':[{'node':1,'shape':{'sphere':{'offset':[0.5,0.25,1],'radius':0.125}}},"
        "{'node':2,'shape':{'sphere':{'radius':1}}},{'node':1,'shape':{'sphere':{'radius':2}}}],"
        "'colliderGroups':[{'colliders':[0,1,2]},{'colliders':[1]}],"
        "'springs':[{'name':'c','colliderGroups':[1,0],'joints':[{'node':21,'stiffness':0.5,"
        "'gravityDir':[0,0,1]},{'node':22,'stiffness':0.75},{'node':23}]}]");
    loaded again;
    REQUIRE(file.tables != NULL);
    CHECK_INT(count_written_changes(&file, VRM_DIALECT_0, "spring-joint-values"), 1);
    CHECK_INT(count_written_changes(&file, VRM_DIALECT_0, "spring-joint-added"), 1); /* node 23 */
    again = rewrite_avatar(&file, VRM_DIALECT_0, NULL);
    REQUIRE(again.tables != NULL);
    CHECK_INT(again.tables->dialect, VRM_DIALECT_0);
    CHECK_INT(again.tables->spring_count, 1);
    REQUIRE(again.tables->spring_joint_count == 3);
    CHECK_INT(again.tables->spring_joints[0].node, 21);
    CHECK(again.tables->spring_joints[1].stiffness == 0.5f);
    CHECK(again.tables->spring_joints[0].gravity_dir.z == 1);
    /* Groups by node: the first of ours is two, the second one (§4.9). */
    REQUIRE(again.tables->spring_collider_group_count == 3);
    CHECK_INT(again.tables->spring_collider_groups[0].collider_count, 2);
    CHECK_INT(again.tables->spring_collider_groups[1].collider_count, 1);
    CHECK_INT(again.tables->spring_collider_groups[2].collider_count, 1);
    CHECK_INT(again.tables->spring_colliders[0].node, 1);
    CHECK(again.tables->spring_colliders[0].offset.z == 1); /* V0-010, there and back */
    CHECK_INT(again.tables->spring_colliders[1].node, 1);
    CHECK_INT(again.tables->spring_colliders[2].node, 2);
    REQUIRE(again.tables->springs[0].collider_group_count == 3);
    CHECK_INT(again.tables->springs[0].collider_groups[0], 2);
    CHECK_INT(again.tables->springs[0].collider_groups[1], 0);
    unload(&again);
    unload(&file);
}

/* V0-040: a spring below another one has no root of its own; one without joints is gone. */
TEST(v0_050_springs_that_cannot_be_said) {
    loaded file = load_vrm1_springs(
        "'springs':[{'joints':[{'node':21},{'node':22}]},"
        "{'joints':[{'node':22,'hitRadius':0.5},{'node':23}]},{'joints':[{'node':18}]}]");
    loaded again;
    REQUIRE(file.tables != NULL);
    CHECK_INT(count_written_changes(&file, VRM_DIALECT_0, "spring-joint-values"), 1);
    CHECK_INT(count_written_changes(&file, VRM_DIALECT_0, "spring"), 1);
    again = rewrite_avatar(&file, VRM_DIALECT_1_DRAFT, NULL);
    REQUIRE(again.tables != NULL);
    CHECK_INT(again.tables->spring_count, 1);
    CHECK_INT(again.tables->spring_joint_count, 3);
    unload(&again);
    unload(&file);
}

/* Roots of neighbors that say the same are one group of bones, as exporters write them. */
TEST(v0_050_neighbours_share_a_group_of_bones) {
    loaded file =
        load_old_vrm("'secondaryAnimation':{'boneGroups':[{'comment':'c','bones':[21,18]},"
                     "{'comment':'d','bones':[16]}]}",
                     NULL);
    const void *buffer = file_buffer(&file);
    vrm_write_avatar_desc desc;
    vrm_written *written;
    const char *bytes;
    size_t size;
    REQUIRE(file.tables != NULL);
    vrm_write_avatar_desc_init(&desc);
    desc.dialect = VRM_DIALECT_0;
    REQUIRE(vrm_write_avatar(file.gltf, file.tables, &buffer, &desc, &written, NULL) == VRM_OK);
    bytes = vrm_written_bytes(written, &size);
    REQUIRE(size > 20);
    CHECK(strstr(bytes + 20, "\"bones\":[21,18]") != NULL);
    CHECK(strstr(bytes + 20, "\"bones\":[16]") != NULL);
    vrm_written_destroy(written);
    unload(&file);
}

/* EC-020, EC-021: a plane becomes a huge sphere, a capsule spheres in a row, and an inside is
 * omitted; the draft has capsules. */
TEST(ec_021_shapes_that_0_x_does_not_have) {
    loaded file = load_vrm1_springs(
        "'colliders':[{'node':1,'shape':{'capsule':{'offset':[0,0,0],'tail':[0,0,1],'radius':0.5}}"
        "},{'node':1,'shape':{'sphere':{}},'extensions':{'VRMC_springBone_extended_collider':{"
        "'specVersion':'1.0','shape':{'plane':{'offset':[0,1,0],'normal':[0,1,0]}}}}},"
        "{'node':1,'shape':{'sphere':{}},'extensions':{'VRMC_springBone_extended_collider':{"
        "'specVersion':'1.0','shape':{'sphere':{'radius':1,'inside':true}}}}}],"
        "'colliderGroups':[{'colliders':[0,1,2]}],'springs':[{'joints':[{'node':21},{'node':22}],"
        "'colliderGroups':[0]}]");
    loaded again;
    const vrm_spring_collider *colliders;
    REQUIRE(file.tables != NULL);
    CHECK_INT(count_written_changes(&file, VRM_DIALECT_0, "collider-shape"), 2);
    CHECK_INT(count_written_changes(&file, VRM_DIALECT_0, "collider"), 1);
    again = rewrite_avatar(&file, VRM_DIALECT_0, NULL);
    REQUIRE(again.tables != NULL && again.tables->spring_collider_count == 4);
    colliders = again.tables->spring_colliders;
    for (int i = 0; i < 3; ++i) {
        CHECK_NEAR((double)colliders[i].offset.z, i * 0.5, 1e-6);
        CHECK(colliders[i].radius == 0.5f);
    }
    CHECK(colliders[3].radius == 1000 && colliders[3].offset.y == -999);
    unload(&again);
    CHECK_INT(count_written_changes(&file, VRM_DIALECT_1_DRAFT, "collider-shape"), 1);
    again = rewrite_avatar(&file, VRM_DIALECT_1_DRAFT, NULL);
    REQUIRE(again.tables != NULL && again.tables->spring_collider_count == 2);
    colliders = again.tables->spring_colliders;
    CHECK_INT(colliders[0].shape, VRM_COLLIDER_CAPSULE);
    CHECK_NEAR((double)colliders[0].offset.z, 0, 1e-6);
    CHECK_NEAR((double)colliders[0].tail.z, 1, 1e-6);
    unload(&again);
    unload(&file);
}

/* --- Expressions, lookAt, constraints --- */

TEST(v0_050_expressions_keep_what_0_x_can_say) {
    loaded file = load_vrm1(
        "'expressions':{'preset':{'surprised':{'morphTargetBinds':[{'node':18,'index':0,'weight':"
        "0.3}],'isBinary':true}},'custom':{'mine':{'overrideBlink':'block','materialColorBinds':["
        "{'material':1,'type':'shadeColor','targetValue':[0.2,0.4,0.6,1]},"
        "{'material':0,'type':'matcapColor','targetValue':[1,1,1,1]}],"
        "'textureTransformBinds':[{'material':0,'scale':[0.5,0.25],'offset':[0.125,0.5]}]},"
        "'Joy':{}}}",
        NULL);
    static const char *const skip[] = {"dialect",
                                       "spec_version",
                                       "meta.",
                                       "humanoid",
                                       "look_at",
                                       "expressions[].override_blink",
                                       "expressions[].color_binds",
                                       "materials",
                                       "mtoons",
                                       "expressions[].preset",
                                       "expressions[].name",
                                       NULL};
    const compare_options options = {0, 0, skip};
    loaded again;
    compared a, b;
    char report[1024];
    REQUIRE(file.tables != NULL);
    CHECK_INT(count_written_changes(&file, VRM_DIALECT_0, "expression-override"), 1);
    CHECK_INT(count_written_changes(&file, VRM_DIALECT_0, "expression-bind"), 1); /* the matcap */
    CHECK_INT(count_written_changes(&file, VRM_DIALECT_0, "expression-name"), 1); /* V0-014 */
    again = rewrite_avatar(&file, VRM_DIALECT_0, NULL);
    REQUIRE(again.tables != NULL && again.tables->expression_count == 3);
    unload(&again);
    /* Without the name of a preset all of it comes back, in its order (V0-016, V0-022, V0-023). */
    unload(&file);
    file = load_vrm1(
        "'expressions':{'preset':{'surprised':{'morphTargetBinds':[{'node':18,'index':0,'weight':"
        "0.3}],'isBinary':true}},'custom':{'mine':{'materialColorBinds':["
        "{'material':1,'type':'shadeColor','targetValue':[0.2,0.4,0.6,1]},"
        "{'material':0,'type':'emissionColor','targetValue':[0.2,0.4,0.6,1]}],"
        "'textureTransformBinds':[{'material':0,'scale':[0.5,0.25],'offset':[0.125,0.5]}]}}}",
        NULL);
    again = rewrite_avatar(&file, VRM_DIALECT_0, NULL);
    REQUIRE(again.tables != NULL && again.tables->expression_count == 2);
    a = compared_model(file.model);
    b = compared_model(again.model);
    if (!CHECK_INT(compare_tables(&a, &b, &options, report, sizeof report), 0)) puts(report);
    CHECK_INT(again.tables->expressions[0].preset, VRM_PRESET_SURPRISED);
    REQUIRE(again.tables->expressions[1].color_bind_count == 2);
    for (int i = 0; i < 3; ++i) {
        const float *was = file.tables->expressions[1].color_binds[0].target;
        CHECK_NEAR((double)again.tables->expressions[1].color_binds[0].target[i], (double)was[i],
                   1e-6);
    }
    CHECK(again.tables->expressions[1].color_binds[1].target[1] == 0.4f); /* linear: exact */
    unload(&again);
    unload(&file);
}

/* V0-017, V0-027: binds and annotations name meshes, which nodes may share. */
TEST(v0_050_nodes_that_share_a_mesh_cannot_differ) {
    loaded file = load_vrm1(
        "'expressions':{'preset':{'aa':{'morphTargetBinds':[{'node':16,'index':0,'weight':1}]}}},"
        "'firstPerson':{'meshAnnotations':[{'node':16,'type':'both'},{'node':17,'type':"
        "'firstPersonOnly'}]}",
        NULL);
    loaded again;
    REQUIRE(file.tables != NULL);
    CHECK_INT(count_written_changes(&file, VRM_DIALECT_0, "shared-mesh"), 2);
    again = rewrite_avatar(&file, VRM_DIALECT_0, NULL);
    REQUIRE(again.tables != NULL);
    CHECK_INT(again.tables->expressions[0].morph_bind_count, 2);
    CHECK_INT(again.tables->first_person.types[16], VRM_FIRST_PERSON_BOTH);
    CHECK_INT(again.tables->first_person.types[17], VRM_FIRST_PERSON_BOTH);
    unload(&again);
    unload(&file);
}

/* V0-031: a curve is kept in 0.x, and is a line elsewhere. */
TEST(v0_050_curves_and_constraints) {
    avatar from = {VRM_DIALECT_1, NULL, NULL, NULL,
                   "{'extensions':{'VRMC_node_constraint':{'specVersion':'1.0','constraint':{"
                   "'roll':{'source':1,'rollAxis':'Y'}}}}}"};
    loaded curved = load_old_vrm("'firstPerson':{'firstPersonBone':3,'lookAtHorizontalInner':{"
                                 "'curve':[0,0,0,0,1,1,0,0],'xRange':90,'yRange':8}}",
                                 NULL);
    loaded file = load_avatar(&from), again;
    REQUIRE(file.tables != NULL && curved.tables != NULL);
    CHECK_INT(count_written_changes(&file, VRM_DIALECT_0, "constraint"), 1);
    CHECK_INT(count_written_changes(&file, VRM_DIALECT_1_DRAFT, "constraint"), 1);
    CHECK_INT(count_written_changes(&file, VRM_DIALECT_1_BETA, "constraint"), 0);
    CHECK_INT(count_written_changes(&curved, VRM_DIALECT_0, "look-at-curve"), 0);
    CHECK_INT(count_written_changes(&curved, VRM_DIALECT_1_DRAFT, "look-at-curve"), 1);
    again = rewrite_avatar(&curved, VRM_DIALECT_0, NULL);
    REQUIRE(again.tables != NULL);
    CHECK_INT(again.tables->look_at.horizontal_inner.curve_key_count, 2);
    CHECK(again.tables->look_at.horizontal_inner.curve[1].value == 1);
    unload(&again);
    unload(&curved);
    unload(&file);
}

/* --- Meta --- */

/* ME-031: a license of 0.x is never made up, and nothing becomes freer. */
TEST(v0_050_permissions_never_loosen) {
    loaded file = load_vrm1("'meta':{'name':'N','authors':['a','b'],'thirdPartyLicenses':'t',"
                            "'licenseUrl':'https://vrm.dev/licenses/1.0/','commercialUsage':"
                            "'corporation','allowRedistribution':true,'modification':"
                            "'allowModification','avatarPermission':'everyone',"
                            "'allowExcessivelySexualUsage':true,'thumbnailImage':2}",
                            NULL);
    loaded again;
    const vrm_meta *meta;
    vrm_permissions mapped;
    REQUIRE(file.tables != NULL);
    CHECK_INT(count_written_changes(&file, VRM_DIALECT_0, "meta-permission"), 1);
    CHECK_INT(count_written_changes(&file, VRM_DIALECT_0, "meta-field"), 1);
    again = rewrite_avatar(&file, VRM_DIALECT_0, NULL);
    REQUIRE(again.tables != NULL);
    meta = &again.tables->meta;
    CHECK_TEXT(meta->authors[0].data, "a, b");
    CHECK_TEXT(meta->legacy_license_name.data, "Other");
    CHECK_TEXT(meta->other_license_url.data, "https://vrm.dev/licenses/1.0/");
    CHECK_INT(meta->thumbnail_image, 2); /* V0-006 */
    CHECK_INT(meta->permissions.avatar_permission, VRM_AVATAR_PERMISSION_EVERYONE);
    CHECK_INT(meta->permissions.commercial_usage, VRM_COMMERCIAL_USAGE_PERSONAL_PROFIT);
    CHECK_INT(meta->permissions.allow_excessively_sexual_usage, 1);
    CHECK_INT(meta->permissions.allow_excessively_violent_usage, 0);
    CHECK_INT(vrm_meta_map_license(meta, &mapped), 1);
    CHECK_INT(mapped.allow_redistribution, 0);
    CHECK_INT(mapped.modification, VRM_MODIFICATION_PROHIBITED);
    unload(&again);
    unload(&file);
}

TEST_SUITE(vrm0_text, ENTRY(a_number_has_the_fewest_decimals_that_read_back),
           ENTRY(v0_043_shading_is_the_inverse_of_reading), ENTRY(v0_050_springs_become_roots),
           ENTRY(v0_050_springs_that_cannot_be_said),
           ENTRY(v0_050_neighbours_share_a_group_of_bones),
           ENTRY(ec_021_shapes_that_0_x_does_not_have),
           ENTRY(v0_050_expressions_keep_what_0_x_can_say),
           ENTRY(v0_050_nodes_that_share_a_mesh_cannot_differ),
           ENTRY(v0_050_curves_and_constraints), ENTRY(v0_050_permissions_never_loosen));
