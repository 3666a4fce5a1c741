/* What depends on the bones of a new avatar: expressions, lookAt, springs, first person, meta. */
#include "make/rigged_body.h"
#include "test.h"

static const vrm_expression *expression(const made *m, vrm_preset preset) {
    const int32_t index = vrm_model_find_preset(m->model, preset);
    return index != VRM_NONE ? &vrm_model_tables(m->model)->expressions[index] : NULL;
}

TEST(mk_009_names_of_morph_targets_make_expressions) {
    const body b = {.names = NAMES_MIXAMO,
                    .unit = 1,
                    .head_children = "21",
                    .more_nodes = FACE_NODE,
                    .more = FACE("'eyeBlinkLeft','eyeBlinkRight','viseme_aa','face.jawOpen','Joy'",
                                 "{},{},{},{},{}")};
    made m = make_of(&b);
    const vrm_expression *e;
    CHECK_INT(m.result, VRM_OK);
    e = expression(&m, VRM_PRESET_BLINK);
    REQUIRE(e != NULL);
    CHECK_INT(e->morph_bind_count, 2);
    CHECK_INT(e->morph_binds[1].target, 1);
    CHECK_NEAR(e->morph_binds[1].weight, 1, 0);
    e = expression(&m, VRM_PRESET_BLINK_RIGHT);
    REQUIRE(e != NULL);
    CHECK_INT(e->morph_binds[0].target, 1);
    e = expression(&m, VRM_PRESET_AA); /* the viseme is better than the jaw */
    REQUIRE(e != NULL);
    CHECK_INT(e->morph_bind_count, 1);
    CHECK_INT(e->morph_binds[0].target, 2);
    e = expression(&m, VRM_PRESET_HAPPY);
    REQUIRE(e != NULL);
    CHECK_INT(e->morph_binds[0].target, 4);
    CHECK(expression(&m, VRM_PRESET_ANGRY) == NULL);
    made_release(&m);
}

TEST(mk_009_other_names_of_morph_targets) {
    static const struct {
        const char *names, *targets;
        vrm_preset preset;
        uint32_t count;
    } cases[] = {
        {FACE("'vrc.v_oh'", "{}"), NULL, VRM_PRESET_OH, 1},
        {FACE("'Fcl_MTH_U'", "{}"), NULL, VRM_PRESET_OU, 1},
        {FACE("'あ'", "{}"), NULL, VRM_PRESET_AA, 1},
        {FACE("'まばたき'", "{}"), NULL, VRM_PRESET_BLINK, 1},
        {FACE("'mouthOpen','x'", "{},{}"), NULL, VRM_PRESET_AA, 1},
        {FACE("'Eye_Blink_L','Eye_Blink_R'", "{},{}"), NULL, VRM_PRESET_BLINK, 2},
        {FACE("'eyeWideLeft','eyeWideRight','jawOpen'", "{},{},{}"), NULL, VRM_PRESET_SURPRISED, 3},
        {FACE("'mouthFunnel','jawOpen'", "{},{}"), NULL, VRM_PRESET_OH, 2},
        {FACE("'browDownLeft','browDownRight'", "{},{}"), NULL, VRM_PRESET_ANGRY, 2},
        {FACE("'Sad'", "{}"), NULL, VRM_PRESET_SAD, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const body b = {.names = NAMES_MIXAMO,
                        .unit = 1,
                        .head_children = "21",
                        .more_nodes = FACE_NODE,
                        .more = cases[i].names};
        made m = make_of(&b);
        const vrm_expression *e = expression(&m, cases[i].preset);
        test_note("%s", cases[i].names);
        REQUIRE(e != NULL);
        CHECK_INT(e->morph_bind_count, cases[i].count);
        made_release(&m);
    }
}

TEST(mk_010_eyes_or_morph_targets_make_look_at) {
    const body eyes = {.names = NAMES_MIXAMO, .unit = 1};
    const body morphs = {
        .names = NAMES_NONE,
        .unit = 1,
        .head_children = "21",
        .more_nodes = FACE_NODE,
        .more = FACE("'eyeLookUpLeft','eyeLookDownLeft','eyeLookOutLeft','eyeLookOutRight'",
                     "{},{},{},{}")};
    const body none = {.names = NAMES_NONE, .unit = 1};
    made m = make_of(&eyes);
    const vrm_look_at *look_at = &vrm_model_tables(m.model)->look_at;
    CHECK_INT(look_at->is_present, 1);
    CHECK_INT(look_at->type, VRM_LOOK_AT_TYPE_BONE);
    CHECK_NEAR(look_at->offset_from_head_bone.y, 0.08, 1e-4);
    CHECK_NEAR(look_at->offset_from_head_bone.z, 0.07, 1e-4);
    made_release(&m);
    m = make_of(&morphs);
    look_at = &vrm_model_tables(m.model)->look_at;
    CHECK_INT(look_at->is_present, 1);
    CHECK_INT(look_at->type, VRM_LOOK_AT_TYPE_EXPRESSION);
    made_release(&m);
    m = make_of(&none);
    CHECK_INT(vrm_model_tables(m.model)->look_at.is_present, 0);
    made_release(&m);
}

TEST(mk_011_chains_that_hang_become_springs) {
    const body b = {.names = NAMES_MIXAMO,
                    .unit = 1,
                    .head_children = "21,24",
                    .hips_children = "25",
                    .more_nodes = ",{'name':'Hair_1','translation':[0,0.1,-0.1],'children':[22]}"
                                  ",{'name':'Hair_2','translation':[0,-0.1,0],'children':[23]}"
                                  ",{'name':'Hair_end','translation':[0,-0.1,0]}"
                                  ",{'name':'tongue','translation':[0,0.01,0.05]}"
                                  ",{'name':'b25','translation':[0,0,-0.1],'children':[26]}"
                                  ",{'name':'b26','translation':[0,-0.1,-0.1]}"};
    made m = make_of(&b);
    const vrm_tables *tables = vrm_model_tables(m.model);
    CHECK_INT(tables->spring_count, 2);
    CHECK_INT(tables->spring_joint_count, 3);
    CHECK_INT(tables->springs[0].joint_count, 2);
    CHECK_INT(tables->spring_joints[tables->springs[0].first_joint].node, 21);
    CHECK_INT(tables->springs[1].joint_count, 1);
    CHECK_INT(tables->spring_joints[tables->springs[1].first_joint].node, 25);
    CHECK_NEAR(tables->spring_joints[0].drag_force, 0.4, 1e-6);
    made_release(&m);
}

TEST(mk_012_what_is_on_the_head_alone_is_not_drawn_in_first_person) {
    const body b = {.names = NAMES_MIXAMO,
                    .unit = 1,
                    .head_children = "21",
                    .hips_children = "22",
                    .more_nodes = ",{'name':'Hat','mesh':0},{'name':'Belt','mesh':0}",
                    .more = ",'accessors':[{'componentType':5126,'type':'VEC3','count':3,"
                            "'min':[0,0,0],'max':[0,0,0]}],"
                            "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}]"};
    made m = make_of(&b);
    const vrm_first_person *first = &vrm_model_tables(m.model)->first_person;
    CHECK_INT(first->types[21], VRM_FIRST_PERSON_THIRD_PERSON_ONLY);
    CHECK_INT(first->types[22], VRM_FIRST_PERSON_AUTO);
    made_release(&m);
}

TEST(mk_013_permissions_are_the_most_restrictive) {
    const body b = {.names = NAMES_MIXAMO, .unit = 1};
    fixture file = make_body(&b);
    vrm_make_desc desc;
    made m = make_with(&file, NULL);
    const vrm_meta *meta = &vrm_model_tables(m.model)->meta;
    CHECK_TEXT(meta->name.data, "(untitled)");
    CHECK_TEXT(meta->authors[0].data, "(unknown)");
    CHECK_TEXT(meta->license_url.data, "https://vrm.dev/licenses/1.0/");
    CHECK_INT(meta->permissions.avatar_permission, VRM_AVATAR_PERMISSION_ONLY_AUTHOR);
    CHECK_INT(meta->permissions.modification, VRM_MODIFICATION_PROHIBITED);
    CHECK_INT(meta->permissions.allow_redistribution, 0);
    CHECK_INT(meta->permissions.credit_notation, VRM_CREDIT_NOTATION_REQUIRED);
    made_release(&m);
    vrm_make_desc_init(&desc);
    desc.default_name = "file";
    desc.author = "me";
    m = make_with(&file, &desc);
    CHECK_TEXT(vrm_model_tables(m.model)->meta.name.data, "file");
    CHECK_TEXT(vrm_model_tables(m.model)->meta.authors[0].data, "me");
    made_release(&m);
    desc.name = "Ann";
    m = make_with(&file, &desc);
    CHECK_TEXT(vrm_model_tables(m.model)->meta.name.data, "Ann");
    made_release(&m);
    fixture_free(&file);
}

TEST_SUITE(make_parts, ENTRY(mk_009_names_of_morph_targets_make_expressions),
           ENTRY(mk_009_other_names_of_morph_targets),
           ENTRY(mk_010_eyes_or_morph_targets_make_look_at),
           ENTRY(mk_011_chains_that_hang_become_springs),
           ENTRY(mk_012_what_is_on_the_head_alone_is_not_drawn_in_first_person),
           ENTRY(mk_013_permissions_are_the_most_restrictive));
