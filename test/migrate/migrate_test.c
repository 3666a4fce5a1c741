/* Avatars of older dialects as 1.0: they mean the same, and what has no part in it stays. */
#include "migrate/migrated.h"
#include "support/avatar.h"
#include "support/compare_tables.h"
#include "support/edited.h"
#include "test.h"
#include "testkit/create.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACCEPT = VRM_MIGRATE_ACCEPT_LICENSE_MAPPING };

/* --- The samples --- */

static int count_errors(const fixture *file) {
    vrm_report *report = NULL;
    int errors;
    vrm_check(file->bytes, file->size, NULL, &report);
    errors = (int)(vrm_report_found(report, VRM_SEVERITY_ERROR) +
                   vrm_report_found(report, VRM_SEVERITY_WARNING));
    vrm_report_destroy(report);
    return errors;
}

static void check_sample(const char *name, const char *const *skip, bool is_turned) {
    fixture file = fixture_sample(name);
    loaded before;
    migrated after;
    compared a, b;
    compare_options options = {0, is_turned, skip};
    char report[2048];
    if (file.bytes == NULL) return;
    before = load_avatar_file(fixture_bytes(file.bytes, file.size), NULL);
    after = migrate(file, VRM_DIALECT_1, ACCEPT);
    if (CHECK_INT(after.result, VRM_OK)) {
        CHECK_INT(after.now.tables->dialect, VRM_DIALECT_1);
        CHECK_INT(after.now.tables->humanoid.faces_minus_z, 0);
        CHECK_INT(count_errors(&after.now.file), 0);
        a = compared_model(before.model);
        b = compared_model(after.now.model);
        b.node_count = a.node_count; /* tails are further nodes */
        if (!CHECK_INT(compare_tables(&a, &b, &options, report, sizeof report), 0)) puts(report);
    }
    migrated_free(&after);
    unload(&before);
}

/* What 1.0 says otherwise: the license, and the nodes at the tails of chains. */
#define OTHERWISE                                                                                  \
    "dialect", "spec_version", "meta.license_url", "meta.legacy_", "meta.permissions",             \
        "humanoid.faces_minus_z", "spring_joints[].tail_node", "first_person.types"

TEST(mi_001_vrm0_means_the_same_as_1) {
    static const char *const skip[] = {OTHERWISE, NULL};
    check_sample("character-0.x.vrm", skip, true);
}

TEST(mi_001_the_draft_means_the_same_as_1) {
    static const char *const skip[] = {OTHERWISE, "expressions[].binary_threshold", /* EX-007 */
                                       "expressions[].uv_binds",                    /* EX-037 */
                                       NULL};
    check_sample("character-1.0-draft.vrm", skip, true);
}

TEST(mi_001_the_beta_means_the_same_as_1) {
    static const char *const skip[] = {"dialect", "spec_version", NULL};
    check_sample("character-1.0-beta.vrm", skip, false);
}

/* --- What moves --- */

static void pose(vrm_avatar *one, int frame) {
    const float t = (float)frame / 60;
    const vrm_quat tilt = {0.3f * t, 0.2f * t, -0.25f * t, 1};
    const vrm_vec3 target = {1 - t, 1.5f + t, 2};
    vrm_avatar_set_bone_rotation(one, VRM_BONE_HEAD, &tilt);
    vrm_avatar_set_bone_rotation(one, VRM_BONE_SPINE, &tilt);
    vrm_avatar_set_look_at_target(one, &target);
    vrm_avatar_set_expression(one, vrm_model_find_preset(vrm_avatar_model(one), VRM_PRESET_HAPPY),
                              t);
    vrm_avatar_update(one, 1.0f / 60);
}

static double difference(double a, double b) { return a > b ? a - b : b - a; }

/* How far nodes of two avatars are apart in the world, in meters; and weights of their morphs. */
static double compare_frames(const vrm_avatar *a, const vrm_avatar *b, uint32_t node_count) {
    const vrm_frame *left = vrm_avatar_frame(a), *right = vrm_avatar_frame(b);
    double most = 0;
    for (uint32_t i = 0; i < node_count; ++i) {
        const float *p = &left->world[i].m[12], *q = &right->world[i].m[12];
        for (int k = 0; k < 3; ++k) {
            double off = difference((double)p[k], (double)q[k]);
            if (off > most) most = off;
        }
    }
    for (uint32_t i = 0; i < left->morph_weight_count && i < right->morph_weight_count; ++i) {
        double off = difference((double)left->morph_weights[i], (double)right->morph_weights[i]);
        if (off > most) most = off;
    }
    return most;
}

TEST(mi_004_a_migrated_avatar_moves_as_before) {
    fixture file = fixture_sample("character-0.x.vrm");
    loaded before;
    migrated after;
    vrm_avatar *a, *b;
    double most = 0;
    if (file.bytes == NULL) return;
    before = load_avatar_file(fixture_bytes(file.bytes, file.size), NULL);
    after = migrate(file, VRM_DIALECT_1, ACCEPT);
    REQUIRE(after.result == VRM_OK);
    a = create_avatar(before.model, NULL);
    b = create_avatar(after.now.model, NULL);
    REQUIRE(a != NULL && b != NULL);
    for (int frame = 0; frame < 60; ++frame) {
        double off;
        pose(a, frame);
        pose(b, frame);
        off = compare_frames(a, b, before.gltf->node_count);
        if (off > most) most = off;
    }
    CHECK_NEAR(most, 0, 1e-6);
    vrm_avatar_destroy(a);
    vrm_avatar_destroy(b);
    migrated_free(&after);
    unload(&before);
}

/* --- What stays --- */

TEST(mi_002_what_has_no_part_in_it_stays_byte_for_byte) {
    static const char *const kept[] = {
        "\"x\" :  [1.50, 2e1 ,\t3]",                      /* unknown member of the file */
        "{ \"ACME_thing\" : {\"b\":1, \"a\":0.10} }",     /* unknown extension of a node */
        "\"extras\":{\"by\" : \"hand\"}",                 /* extras of a node */
        "\"weird\":{\"z\":-0.0,\"twice\":1,\"twice\":2}", /* in the extensions of the file */
        "\"translation\":[ 0, 1.0e-1,-0.250]",            /* a number changes its sign alone */
        "\"extras\":{\"of\":[\"the\",\"block\"]}",        /* extras of VRM */
    };
    avatar from = {.dialect = VRM_DIALECT_0,
                   .root = "'x' :  [1.50, 2e1 ,\t3]",
                   .vrm = "'extras':{'of':['the','block']}",
                   .extensions = "'weird':{'z':-0.0,'twice':1,'twice':2}",
                   .nodes = "{'name':'mine','translation':[ 0, 1.0e-1,0.250],'extensions':{ "
                            "'ACME_thing' : {'b':1, 'a':0.10} },'extras':{'by' : 'hand'}}"};
    migrated file = migrate(avatar_file(&from), VRM_DIALECT_1, ACCEPT);
    char *json;
    REQUIRE(file.result == VRM_OK);
    json = json_of_written(file.file);
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; ++i) {
        if (!CHECK(strstr(json, kept[i]) != NULL)) puts(kept[i]);
    }
    CHECK(strstr(json, "\"VRM\"") == NULL); /* GL-005: neither the block nor its name is left */
    free(json);
    migrated_free(&file);
}

TEST(mi_002_a_beta_changes_its_versions_alone) {
    fixture file = fixture_sample("character-1.0-beta.vrm");
    migrated after;
    char *before, *now, *from, *to;
    if (file.bytes == NULL) return;
    before = json_of(file.bytes, file.size);
    after = migrate(file, VRM_DIALECT_1, 0);
    REQUIRE(after.result == VRM_OK);
    now = json_of_written(after.file);
    /* Each difference is a version, or the name of the program. */
    for (from = before, to = now; *from != '\0' && *to != '\0';) {
        if (*from == *to) {
            ++from;
            ++to;
        } else if (strncmp(from, "-beta", 5) == 0) {
            from += 5;
        } else if (strncmp(from, "vrm-maker\"", 10) == 0 &&
                   strncmp(to, vrm_version(), strlen(vrm_version())) == 0) {
            from = strchr(from, '"');
            to = strchr(to, '"');
        } else {
            break;
        }
    }
    CHECK(strspn(from, " ") == strlen(from) && strspn(to, " ") == strlen(to));
    free(before);
    free(now);
    migrated_free(&after);
}

TEST(mi_005_a_file_of_the_dialect_stays_as_it_is) {
    avatar from = {.dialect = VRM_DIALECT_1};
    fixture file = avatar_file(&from);
    migrated same = migrate(fixture_bytes(file.bytes, file.size), VRM_DIALECT_1, 0);
    size_t size = 0;
    const void *bytes = vrm_written_bytes(same.file, &size);
    CHECK_INT(same.result, VRM_OK);
    CHECK_INT(size, file.size);
    CHECK(size == file.size && memcmp(bytes, file.bytes, size) == 0);
    CHECK_INT(count_changes(&same, VRM_CHANGE_KEPT, "dialect"), 1);
    migrated_free(&same);
    fixture_free(&file);
}

/* --- Springs, names and lookAt --- */

TEST(mi_006_leaves_get_nodes_at_their_tails) {
    avatar from = {.dialect = VRM_DIALECT_0,
                   .vrm = "'secondaryAnimation':{'boneGroups':[{'bones':[21],'stiffiness':0.7,"
                          "'gravityDir':{'x':1,'y':0,'z':2}}]}"};
    migrated file = migrate(avatar_file(&from), VRM_DIALECT_1, ACCEPT);
    const vrm_spring_joint *joints;
    const vrm_node *leaf, *tail;
    REQUIRE(file.result == VRM_OK);
    REQUIRE(file.now.tables->spring_joint_count == 3);
    joints = file.now.tables->spring_joints;
    leaf = &file.now.gltf->nodes[AVATAR_CHAIN + 2];
    REQUIRE(leaf->child_count == 1 && leaf->children[0] == AVATAR_NODE_COUNT);
    tail = &file.now.gltf->nodes[AVATAR_NODE_COUNT];
    CHECK_NEAR(tail->rest.translation.y, -0.07, 1e-7); /* V0-041 */
    CHECK_INT(joints[2].tail_node, AVATAR_NODE_COUNT);
    CHECK_NEAR(joints[1].stiffness, 0.7, 1e-7);
    CHECK_NEAR(joints[0].gravity_dir.x, -1, 0); /* V0-010: total (-x, y, z) */
    CHECK_NEAR(joints[0].gravity_dir.z, 2, 0);
    CHECK_INT(count_changes(&file, VRM_CHANGE_ADDED, "spring-tail"), 1);
    migrated_free(&file);
}

TEST(v0_014_customs_with_names_of_presets_are_renamed) {
    avatar from = {.dialect = VRM_DIALECT_0,
                   .vrm = "'blendShapeMaster':{'blendShapeGroups':[{'name':'Joy','presetName':"
                          "'joy'},{'name':'happy','presetName':'unknown'}]}"};
    migrated file = migrate(avatar_file(&from), VRM_DIALECT_1, ACCEPT);
    REQUIRE(file.result == VRM_OK);
    REQUIRE(file.now.tables->expression_count == 2);
    CHECK_INT(file.now.tables->expressions[0].preset, VRM_PRESET_HAPPY);
    CHECK_TEXT(file.now.tables->expressions[1].name.data, "happy_custom");
    CHECK_INT(file.now.tables->expressions[1].preset, VRM_NONE);
    CHECK_INT(count_changes(&file, VRM_CHANGE_CONVERTED, "expression-name"), 1);
    migrated_free(&file);
}

static vrm_look_at look_at_of(const char *members, int *lost) {
    avatar from = {.dialect = VRM_DIALECT_0};
    migrated file;
    vrm_look_at look_at;
    from.vrm = format_members("'firstPerson':{%s}", members);
    file = migrate(avatar_file(&from), VRM_DIALECT_1, ACCEPT);
    memset(&look_at, 0, sizeof look_at);
    if (CHECK_INT(file.result, VRM_OK)) look_at = file.now.tables->look_at;
    look_at.vertical_up.curve = NULL;
    *lost = count_changes(&file, VRM_CHANGE_LOST, "look-at-curve");
    migrated_free(&file);
    return look_at;
}

TEST(mi_007_curves_become_lines_with_the_same_end) {
    int lost;
    vrm_look_at at = look_at_of("'lookAtTypeName':'Bone','lookAtVerticalUp':{'xRange':40,"
                                "'yRange':10,'curve':[0,0,0,0,1,0.5,0,0]}",
                                &lost);
    CHECK_NEAR(at.vertical_up.input_max_degrees, 40, 0);
    CHECK_NEAR(at.vertical_up.output_scale, 5, 1e-6);
    CHECK_INT(at.vertical_up.curve_key_count, 0);
    CHECK_INT(lost, 1);
    /* A line of another slope is no loss. */
    at = look_at_of("'lookAtTypeName':'Bone','lookAtVerticalUp':{'xRange':40,'yRange':10,"
                    "'curve':[0,0,0,0.5,1,0.5,0.5,0]}",
                    &lost);
    CHECK_NEAR(at.vertical_up.output_scale, 5, 1e-6);
    CHECK_INT(lost, 0);
    /* Weights end at 1: half of the range says the same (LA-021). */
    at = look_at_of("'lookAtTypeName':'BlendShape','lookAtVerticalUp':{'xRange':40,'yRange':2}",
                    &lost);
    CHECK_NEAR(at.vertical_up.input_max_degrees, 20, 1e-5);
    CHECK_NEAR(at.vertical_up.output_scale, 1, 1e-6);
    CHECK_INT(lost, 0);
}

TEST(mi_008_what_auto_hides_is_said_where_it_hangs_on_another_bone) {
    avatar from = {.dialect = VRM_DIALECT_0, .vrm = "'firstPerson':{'firstPersonBone':2}"};
    migrated file = migrate(avatar_file(&from), VRM_DIALECT_1, ACCEPT);
    loaded before = load_avatar_file(fixture_bytes(file.from.bytes, file.from.size), NULL);
    REQUIRE(file.result == VRM_OK);
    /* Node 16 hangs from the head, and so from the spine; node 18 from the root. */
    CHECK_INT(vrm_model_first_person(before.model, AVATAR_FACE),
              VRM_FIRST_PERSON_THIRD_PERSON_ONLY);
    for (int32_t node = AVATAR_FACE; node <= AVATAR_CLOTH; ++node) {
        CHECK_INT(vrm_model_first_person(file.now.model, node),
                  vrm_model_first_person(before.model, node));
    }
    CHECK_INT(file.now.tables->first_person.types[AVATAR_FACE], VRM_FIRST_PERSON_THIRD_PERSON_ONLY);
    CHECK_INT(file.now.tables->first_person.types[AVATAR_CLOTH], VRM_FIRST_PERSON_BOTH);
    migrated_free(&file);
    unload(&before);
}

/* --- To 0.x --- */

TEST(mi_001_1_means_the_same_as_vrm0) {
    static const char *const skip[] = {OTHERWISE,
                                       "meta.copyright_information",
                                       "meta.other_license_url",
                                       "spring_collider_groups[].name",
                                       "expressions[].override_", /* V0-019 */
                                       "constraints",             /* MI-022 */
                                       NULL};
    fixture file = fixture_sample("character-1.0.vrm");
    loaded before;
    migrated after;
    compared a, b;
    compare_options options = {2e-6, true, skip};
    char report[2048];
    if (file.bytes == NULL) return;
    before = load_avatar_file(fixture_bytes(file.bytes, file.size), NULL);
    after = migrate(file, VRM_DIALECT_0, ACCEPT);
    REQUIRE(after.result == VRM_OK);
    CHECK_INT(after.now.tables->humanoid.faces_minus_z, 1);
    CHECK_INT(count_errors(&after.now.file), 0);
    a = compared_model(before.model);
    b = compared_model(after.now.model);
    a.node_count = b.node_count; /* tails are no nodes there */
    if (!CHECK_INT(compare_tables(&a, &b, &options, report, sizeof report), 0)) puts(report);
    CHECK_INT(count_changes(&after, VRM_CHANGE_NARROWED, "constraint"),
              before.tables->constraint_count);
    migrated_free(&after);
    unload(&before);
}

TEST(mi_006_there_and_back_has_the_nodes_that_it_had) {
    fixture file = fixture_sample("character-0.x.vrm");
    migrated there, back;
    loaded before;
    compared a, b;
    static const char *const skip[] = {"spec_version", NULL};
    compare_options options = {1e-6, false, skip};
    char report[2048];
    if (file.bytes == NULL) return;
    before = load_avatar_file(fixture_bytes(file.bytes, file.size), NULL);
    there = migrate(file, VRM_DIALECT_1, ACCEPT);
    REQUIRE(there.result == VRM_OK);
    back = migrate_again(&there, VRM_DIALECT_0);
    REQUIRE(back.result == VRM_OK);
    CHECK_INT(back.now.gltf->node_count, before.gltf->node_count);
    a = compared_model(before.model);
    b = compared_model(back.now.model);
    if (!CHECK_INT(compare_tables(&a, &b, &options, report, sizeof report), 0)) puts(report);
    /* MI-003: vertices and nodes have the bits that they had. */
    for (uint32_t i = 0; i < before.gltf->accessor_count; ++i) {
        size_t count = vrm_model_accessor_floats(before.model, (int32_t)i);
        float *old = calloc(count + 1, sizeof *old), *now = calloc(count + 1, sizeof *now);
        vrm_model_read_floats(before.model, (int32_t)i, old, count);
        vrm_model_read_floats(back.now.model, (int32_t)i, now, count);
        for (size_t k = 0; k < count; ++k) {
            if (!CHECK_NEAR(now[k], old[k], 0)) break;
        }
        free(old);
        free(now);
    }
    migrated_free(&back);
    migrated_free(&there);
    unload(&before);
}

TEST(mi_021_vrm0_gets_a_chest_and_a_neck) {
    avatar from = {.dialect = VRM_DIALECT_1};
    migrated file = migrate(avatar_file(&from), VRM_DIALECT_0, ACCEPT);
    loaded before = load_avatar_file(fixture_bytes(file.from.bytes, file.from.size), NULL);
    const vrm_humanoid *humanoid;
    REQUIRE(file.result == VRM_OK);
    humanoid = &file.now.tables->humanoid;
    CHECK_INT(humanoid->nodes[VRM_BONE_NECK], AVATAR_NODE_COUNT);
    CHECK_INT(humanoid->nodes[VRM_BONE_CHEST], AVATAR_NODE_COUNT + 1);
    CHECK_INT(file.now.gltf->nodes[AVATAR_HEAD].parent, AVATAR_NODE_COUNT);
    CHECK_INT(file.now.gltf->nodes[AVATAR_NODE_COUNT].parent, AVATAR_NODE_COUNT + 1);
    CHECK_INT(file.now.gltf->nodes[AVATAR_NODE_COUNT + 1].parent, AVATAR_SPINE);
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        vrm_vec3 old, now;
        if (before.tables->humanoid.nodes[bone] == VRM_NONE) continue;
        vrm_model_get_bone_rest_position(before.model, bone, &old);
        vrm_model_get_bone_rest_position(file.now.model, bone, &now);
        CHECK_NEAR(now.x, old.x, 1e-6);
        CHECK_NEAR(now.y, old.y, 1e-6);
        CHECK_NEAR(now.z, old.z, 1e-6);
    }
    migrated_free(&file);
    unload(&before);
}

TEST(mi_015_the_program_that_wrote_is_named) {
    avatar from = {.dialect = VRM_DIALECT_1,
                   .root = "'asset':{'version':'2.0','generator':'UniVRM-0.50'}"};
    migrated file = migrate(avatar_file(&from), VRM_DIALECT_0, ACCEPT);
    char *json;
    REQUIRE(file.result == VRM_OK);
    json = json_of_written(file.file);
    CHECK(strstr(json, "(UniVRM-0.50)\"") != NULL);
    CHECK(strstr(json, "\"exporterVersion\":\"libvrm-") != NULL);
    free(json);
    migrated_free(&file);
}

TEST(mi_016_rotations_are_taken_out_before_0x) {
    avatar from = {.dialect = VRM_DIALECT_1,
                   .nodes = "{'name':'turned','rotation':[0,1,0,0],'translation':[0.25,0,0]}"};
    migrated file = migrate(avatar_file(&from), VRM_DIALECT_0, ACCEPT);
    const vrm_node *node;
    REQUIRE(file.result == VRM_OK);
    node = &file.now.gltf->nodes[AVATAR_NODE_COUNT];
    CHECK_NEAR(node->rest.rotation.w, 1, 0);
    CHECK_NEAR(node->rest.translation.x, -0.25, 1e-7); /* it faces the other way */
    CHECK(!found(&file.now, "node-not-normalized", NULL));
    migrated_free(&file);
}

/* An arm that hangs down points to the side afterwards. */
TEST(mi_016_avatars_are_posed_when_asked) {
    static const edit edits[] = {{"/nodes/11/translation", "[-0.1,-0.2,0]"}};
    avatar from = {.dialect = VRM_DIALECT_0};
    fixture whole = avatar_file(&from), lowered = edited(&whole, edits, 1);
    migrated plain = migrate(fixture_bytes(lowered.bytes, lowered.size), VRM_DIALECT_1, ACCEPT);
    migrated posed = migrate(lowered, VRM_DIALECT_1, ACCEPT | VRM_MIGRATE_T_POSE);
    vrm_vec3 upper, lower;
    REQUIRE(plain.result == VRM_OK && posed.result == VRM_OK);
    upper = vrm_model_bone_rest_position(plain.now.model, VRM_BONE_LEFT_UPPER_ARM);
    lower = vrm_model_bone_rest_position(plain.now.model, VRM_BONE_LEFT_LOWER_ARM);
    CHECK_NEAR(lower.y - upper.y, -0.2, 1e-6);
    upper = vrm_model_bone_rest_position(posed.now.model, VRM_BONE_LEFT_UPPER_ARM);
    lower = vrm_model_bone_rest_position(posed.now.model, VRM_BONE_LEFT_LOWER_ARM);
    CHECK_NEAR(lower.y - upper.y, 0, 1e-4);
    CHECK(lower.x > upper.x);
    migrated_free(&plain);
    migrated_free(&posed);
    fixture_free(&whole);
}

TEST(mi_022_constraints_stay_with_their_axes_turned) {
    avatar from = {.dialect = VRM_DIALECT_1,
                   .nodes = "{'extensions':{'VRMC_node_constraint':{'specVersion':'1.0',"
                            "'constraint':{'aim':{'source':1,'aimAxis':'NegativeZ'}}}}}"};
    migrated file = migrate(avatar_file(&from), VRM_DIALECT_0, ACCEPT);
    char *json;
    REQUIRE(file.result == VRM_OK);
    json = json_of_written(file.file);
    CHECK(strstr(json, "\"aimAxis\":\"PositiveZ\"") != NULL);
    CHECK_INT(count_changes(&file, VRM_CHANGE_NARROWED, "constraint"), 1);
    free(json);
    migrated_free(&file);
}

/* --- Refusals --- */

TEST(mi_009_what_cannot_be_migrated_is_refused) {
    migrated file = migrate(fixture_glb("{'asset':{'version':'2.0'}}", NULL, 0), VRM_DIALECT_1, 0);
    avatar from = {.dialect = VRM_DIALECT_0};
    vrm_migrate_desc desc;
    vrm_written *out = NULL;
    fixture old;
    CHECK_INT(file.result, VRM_ERROR_VRM);
    CHECK(file.file == NULL);
    migrated_free(&file);
    file = migrate(avatar_file(&from), VRM_DIALECT_1_BETA, ACCEPT);
    CHECK_INT(file.result, VRM_ERROR_INVALID_ARGUMENT);
    migrated_free(&file);
    old = avatar_file(&from);
    CHECK_INT(vrm_migrate(NULL, 1, NULL, &out, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_migrate(old.bytes, old.size, NULL, NULL, NULL), VRM_ERROR_INVALID_ARGUMENT);
    vrm_migrate_desc_init(&desc);
    desc.flags = 1u << 30;
    CHECK_INT(vrm_migrate(old.bytes, old.size, &desc, &out, NULL), VRM_ERROR_INVALID_ARGUMENT);
    fixture_free(&old);
}

/* Every allocation fails once: nothing leaks, and no half of a file comes out. */
static void refuse_memory(fixture file, vrm_dialect to) {
    vrm_result result = VRM_ERROR_OUT_OF_MEMORY;
    for (int64_t n = 0; result != VRM_OK && n < 4000; ++n) {
        counting counter;
        vrm_load_desc load;
        vrm_migrate_desc desc;
        vrm_written *out = NULL;
        counting_init(&counter, n);
        vrm_load_desc_init(&load);
        vrm_migrate_desc_init(&desc);
        desc.load = &load;
        load.allocator = &counter.allocator;
        desc.flags = ACCEPT;
        desc.to = to;
        result = vrm_migrate(file.bytes, file.size, &desc, &out, NULL);
        CHECK(result == VRM_OK || result == VRM_ERROR_OUT_OF_MEMORY);
        CHECK((out != NULL) == (result == VRM_OK));
        vrm_written_destroy(out);
        if (!CHECK_INT(counter.live, 0)) break;
    }
    CHECK_INT(result, VRM_OK);
    fixture_free(&file);
}

TEST(er_009_memory_may_be_refused_at_any_point) {
    avatar turned = {.dialect = VRM_DIALECT_1, .nodes = "{'rotation':[0,1,0,0]}"};
    avatar from = {.dialect = VRM_DIALECT_0,
                   .vrm = "'secondaryAnimation':{'boneGroups':[{'bones':[21]}]},"
                          "'blendShapeMaster':{'blendShapeGroups':[{'name':'happy'}]}"};
    refuse_memory(avatar_file(&from), VRM_DIALECT_1);
    refuse_memory(avatar_file(&turned), VRM_DIALECT_0);
}

TEST_SUITE(
    migrate, ENTRY(mi_001_vrm0_means_the_same_as_1), ENTRY(mi_001_the_draft_means_the_same_as_1),
    ENTRY(mi_001_the_beta_means_the_same_as_1), ENTRY(mi_004_a_migrated_avatar_moves_as_before),
    ENTRY(mi_002_what_has_no_part_in_it_stays_byte_for_byte),
    ENTRY(mi_002_a_beta_changes_its_versions_alone),
    ENTRY(mi_005_a_file_of_the_dialect_stays_as_it_is),
    ENTRY(mi_006_leaves_get_nodes_at_their_tails),
    ENTRY(v0_014_customs_with_names_of_presets_are_renamed),
    ENTRY(mi_007_curves_become_lines_with_the_same_end),
    ENTRY(mi_008_what_auto_hides_is_said_where_it_hangs_on_another_bone),
    ENTRY(mi_001_1_means_the_same_as_vrm0), ENTRY(mi_006_there_and_back_has_the_nodes_that_it_had),
    ENTRY(mi_021_vrm0_gets_a_chest_and_a_neck), ENTRY(mi_015_the_program_that_wrote_is_named),
    ENTRY(mi_016_rotations_are_taken_out_before_0x), ENTRY(mi_016_avatars_are_posed_when_asked),
    ENTRY(mi_022_constraints_stay_with_their_axes_turned),
    ENTRY(mi_009_what_cannot_be_migrated_is_refused),
    ENTRY(er_009_memory_may_be_refused_at_any_point));
