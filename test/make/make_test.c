/* Avatars made of rigged files: bones, stance, and what is refused. Bodies of all families are in
   test/tool/check_makes.c. */
#include "author/make/diagnostics.h"
#include "make/rigged_body.h"
#include "support/edited.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Bones --- */

TEST(mk_001_names_of_a_family_tell_bones) {
    const body b = {.names = NAMES_MIXAMO, .unit = 1};
    made m = make_of(&b);
    CHECK_INT(m.result, VRM_OK);
    check_bones(&m);
    CHECK(made_says(&m, "make-family"));
    made_release(&m);
}

TEST(mk_002_words_in_names_tell_bones) {
    const body b = {.names = NAMES_WORDS, .unit = 1};
    made m = make_of(&b);
    CHECK_INT(m.result, VRM_OK);
    check_bones(&m);
    CHECK(!made_says(&m, "make-family"));
    made_release(&m);
}

TEST(mk_003_shape_tells_bones) {
    for (int turned = 0; turned < 4; ++turned) {
        const body b = {.names = NAMES_NONE,
                        .unit = turned == 1 ? 100 : 1,
                        .is_z_up = turned == 2,
                        .is_turned = turned == 3};
        made m = make_of(&b);
        test_note("body %d", turned);
        CHECK_INT(m.result, VRM_OK);
        for (int i = 0; i < JOINTS - 2 && m.model != NULL; ++i) {
            CHECK_INT(vrm_model_bone_node(m.model, body_joints[i].bone), i);
        }
        CHECK_INT(vrm_model_bone_node(m.model, VRM_BONE_LEFT_EYE), VRM_NONE);
        made_release(&m);
    }
}

enum { FINGERS = 5, FINGER_JOINTS = 3 };

/* The fingers of the left hand, as nodes from 21 on, without vertices. The first ones have names.
 */
static void write_fingers(char *out, int named) {
    static const char *const names[] = {"thumb", "index", "middle", "ring", "little"};
    static const char *const parts[] = {"proximal", "intermediate", "distal"};
    for (int finger = 0; finger < FINGERS; ++finger) {
        for (int part = 0; part < FINGER_JOINTS; ++part) {
            char child[32] = "";
            const double x = finger == 0 ? 0.02 : part == 0 ? 0.09 : 0.03;
            const double z = finger == 0 ? 0.02 : part == 0 ? 0.05 - 0.02 * finger : 0.0;
            const int node = JOINTS + FINGER_JOINTS * finger + part;
            if (part + 1 < FINGER_JOINTS) sprintf(child, ",'children':[%d]", node + 1);
            sprintf(out + strlen(out), ",{'name':'%s%s%s','translation':[%g,0,%g]%s}",
                    finger < named ? names[finger] : "x", finger < named ? "_L_" : "",
                    finger < named ? parts[part] : "", x, z, child);
        }
    }
}

TEST(mk_002_mk_021_fingers_are_told_by_names_or_by_shape) {
    for (int named = 0; named <= FINGERS; ++named) {
        char nodes[4096] = "";
        const body b = {.names = NAMES_WORDS,
                        .unit = 1,
                        .left_hand_children = "21,24,27,30,33",
                        .more_nodes = nodes};
        made m;
        write_fingers(nodes, named);
        m = make_of(&b);
        CHECK_INT(m.result, VRM_OK);
        for (int i = 0; i < FINGERS * FINGER_JOINTS && m.model != NULL; ++i) {
            test_note("%d fingers have names: joint %d", named, i);
            CHECK_INT(vrm_model_bone_node(m.model, VRM_BONE_LEFT_THUMB_METACARPAL + i), JOINTS + i);
        }
        made_release(&m);
    }
    test_note(NULL);
}

TEST(mk_003_a_backpack_is_not_the_head) {
    const body b = {.names = NAMES_NONE,
                    .unit = 1,
                    .chest_children = "21",
                    .more_nodes = ",{'translation':[0,0.22,-0.1],'children':[22]}"
                                  ",{'translation':[0,-0.2,0]}"};
    made m = make_of(&b);
    CHECK_INT(m.result, VRM_OK);
    CHECK_INT(vrm_model_bone_node(m.model, VRM_BONE_NECK), 3);
    CHECK_INT(vrm_model_bone_node(m.model, VRM_BONE_HEAD), 4);
    made_release(&m);
}

TEST(mk_004_missing_bones_are_named) {
    const body b = {.names = NAMES_MIXAMO, .unit = 1, .missing = 10, .foreign = 10};
    made m = make_of(&b);
    const vrm_diagnostic *d = made_find(&m, "make-bone-missing");
    size_t size;
    CHECK_INT(m.result, VRM_ERROR_VRM);
    REQUIRE(d != NULL);
    CHECK(strstr(d->message, "rightHand; ") != NULL);
    CHECK(strstr(d->message, "node 10 \"x\"") != NULL);
    CHECK(strstr(d->message, "leftHand") == NULL);
    /* What a person corrects is there. */
    CHECK(vrm_written_bytes(m.guesses, &size) != NULL);
    CHECK(size > 1000);
    made_release(&m);
}

TEST(mk_017_bones_that_hang_elsewhere_are_moved) {
    const body b = {.names = NAMES_MIXAMO, .unit = 1, .foreign = 13};
    made m = make_of(&b);
    CHECK_INT(m.result, VRM_OK);
    check_bones(&m);
    CHECK(made_says(&m, "make-moved"));
    CHECK_INT(vrm_model_gltf(m.model)->nodes[13].parent, 12);
    CHECK_NEAR(made_at(&m, VRM_BONE_LEFT_FOOT).x, 0.1, 1e-5);
    CHECK_NEAR(made_at(&m, VRM_BONE_LEFT_FOOT).y, made_at(&m, VRM_BONE_RIGHT_FOOT).y, 1e-5);
    made_release(&m);
}

/* --- Stance --- */

TEST(mk_005_mk_006_the_body_faces_z_in_metres) {
    static const double units[] = {1, 100, 1000, 0.01, 16, 20000};
    for (int i = 0; i < 6; ++i) {
        const body b = {.names = NAMES_MIXAMO,
                        .unit = units[i],
                        .is_z_up = i == 1 || i == 5,
                        .is_turned = i == 3};
        made m = make_of(&b);
        test_note("unit %g", units[i]);
        CHECK_INT(m.result, VRM_OK);
        check_bones(&m);
        /* Where the unit is not known, the body is as high as people are. */
        CHECK_NEAR(made_at(&m, VRM_BONE_LEFT_HAND).x, 0.64, i < 5 ? 1e-4 : 0.06);
        CHECK_NEAR(made_at(&m, VRM_BONE_LEFT_HAND).z, 0, 1e-4);
        CHECK_NEAR(made_at(&m, VRM_BONE_HEAD).y - made_at(&m, VRM_BONE_LEFT_FOOT).y, 1.32,
                   i < 5 ? 1e-4 : 0.12);
        CHECK_NEAR(made_at(&m, VRM_BONE_LEFT_TOES).z, 0.12, 0.01);
        CHECK_INT(made_says(&m, "make-unit"), i != 0);
        CHECK_INT(made_says(&m, "make-facing"), i == 1 || i == 3 || i == 5);
        made_release(&m);
    }
}

static vrm_vec3 scale_of(const made *m, int node) {
    return vrm_model_gltf(m->model)->nodes[node].rest.scale;
}

#define HAIR_AND_HAT                                                                               \
    ",{'name':'Hair_1','translation':[0,10,-10],'children':[22]}"                                  \
    ",{'name':'Hair_2','translation':[0,-10,0],'children':[23]}"                                   \
    ",{'name':'Hair_end','translation':[0,-10,0]}"                                                 \
    ",{'name':'Hat','mesh':0,'scale':[1,2,1],'translation':[0,10,0]}"                              \
    ",{'name':'Skin','mesh':1,'skin':0}"
#define SKIN_AND_MESHES                                                                            \
    ",'buffers':[{'byteLength':60}],'bufferViews':[{'buffer':0,'byteLength':48},{'buffer':0,"      \
    "'byteOffset':48,'byteLength':12}],'accessors':[{'componentType':5126,'type':'VEC3',"          \
    "'count':3,'min':[0,0,0],'max':[0,0,0]},{'bufferView':1,'componentType':5121,'type':'VEC4',"   \
    "'count':3},{'bufferView':0,'componentType':5126,'type':'VEC4','count':3}],"                   \
    "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]},{'primitives':[{'attributes':{"      \
    "'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2}}]}],'skins':[{'joints':[0,1,2,3,4,5,6,7,8,9,"        \
    "10,11,"                                                                                       \
    "12,13,14,15,16,17,18,19,20,21,22,23]}]"

/* Three vertices: of two locks of hair, and of the toes. */
typedef struct skin_bin {
    float weights[12];
    uint8_t joints[12];
} skin_bin;
static const skin_bin a_skin = {{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0},
                                {21, 0, 0, 0, 22, 0, 0, 0, 14, 0, 0, 0}};

/* A rig in centimeters: what hangs on its bones is in meters too, and skins go along. */
TEST(mk_019_bones_lose_their_scales) { /* SB-046 */
    const body b = {.names = NAMES_MIXAMO,
                    .unit = 100,
                    .head_children = "21,24",
                    .hips_children = "25",
                    .more_nodes = HAIR_AND_HAT,
                    .more = SKIN_AND_MESHES,
                    .bin = &a_skin,
                    .bin_size = sizeof a_skin};
    made m = make_of(&b);
    const vrm_spring_joint *joint;
    vrm_mat4 binds[JOINTS + 3];
    REQUIRE(m.result == VRM_OK);
    CHECK(made_says(&m, "make-metres"));
    check_bones(&m);
    for (int i = 0; i < 24; ++i) {
        CHECK(scale_of(&m, i).x == 1 && scale_of(&m, i).y == 1 && scale_of(&m, i).z == 1);
    }
    CHECK_NEAR(made_at(&m, VRM_BONE_LEFT_HAND).x, 0.64, 1e-4);
    CHECK_NEAR(vrm_model_gltf(m.model)->nodes[22].rest.translation.y, -0.1, 1e-6);
    /* Its mesh is as large as it was. */
    CHECK_NEAR(scale_of(&m, 24).x, 0.01, 1e-8);
    CHECK_NEAR(scale_of(&m, 24).y, 0.02, 1e-8);
    CHECK_NEAR(vrm_model_gltf(m.model)->nodes[24].rest.translation.y, 0.1, 1e-6);
    /* Vertices are in centimeters, and the joints are not. */
    REQUIRE(vrm_model_read_inverse_binds(m.model, 0, binds, JOINTS + 3) == VRM_OK);
    CHECK_NEAR(binds[0].m[0], 0.01, 1e-8);
    CHECK_NEAR(binds[1].m[10], 0.01, 1e-8);
    CHECK_NEAR(binds[1].m[15], 1, 0);
    REQUIRE(vrm_model_tables(m.model)->spring_joint_count > 0);
    joint = vrm_model_tables(m.model)->spring_joints;
    CHECK_NEAR(joint->hit_radius, 0.015, 2e-3);
    CHECK_NEAR(joint->stiffness, 1, 1e-6);
    CHECK_NEAR(vrm_model_tables(m.model)->look_at.offset_from_head_bone.y, 0.08, 1e-4);
    made_release(&m);
}

/* Bones that are meshes themselves cannot lose them without new vertices. */
TEST(mk_019_bones_with_meshes_keep_their_scales) {
    const body b = {.names = NAMES_MIXAMO,
                    .unit = 100,
                    .head_children = "21,24",
                    .hips_children = "25",
                    .more_nodes = HAIR_AND_HAT,
                    .more = SKIN_AND_MESHES,
                    .bin = &a_skin,
                    .bin_size = sizeof a_skin};
    fixture plain = make_body(&b);
    const edit armor[] = {{"/nodes/2/mesh", "0"}};
    fixture file = edited(&plain, armor, 1);
    made m = make_with(&file, NULL);
    REQUIRE(m.result == VRM_OK);
    CHECK(!made_says(&m, "make-metres"));
    CHECK_NEAR(scale_of(&m, 0).x, 0.01, 1e-8);
    CHECK_NEAR(made_at(&m, VRM_BONE_LEFT_HAND).x, 0.64, 1e-4);
    made_release(&m);
    fixture_free(&file);
    fixture_free(&plain);
}

TEST(mk_007_arms_are_raised_by_their_nodes) {
    const body b = {.names = NAMES_MIXAMO, .unit = 1, .has_arms_down = true};
    made m = make_of(&b);
    vrm_make_desc desc;
    fixture file = make_body(&b);
    made kept;
    CHECK_NEAR(made_at(&m, VRM_BONE_LEFT_HAND).x, 0.64, 1e-4);
    CHECK_NEAR(made_at(&m, VRM_BONE_RIGHT_HAND).x, -0.64, 1e-4);
    CHECK_NEAR(made_at(&m, VRM_BONE_LEFT_HAND).y, made_at(&m, VRM_BONE_LEFT_UPPER_ARM).y, 1e-4);
    CHECK(made_says(&m, "make-t-pose"));
    vrm_make_desc_init(&desc);
    desc.flags = VRM_MAKE_KEEP_POSE;
    kept = make_with(&file, &desc);
    CHECK_NEAR(made_at(&kept, VRM_BONE_LEFT_HAND).x, 0.16, 1e-4);
    CHECK(!made_says(&kept, "make-t-pose"));
    made_release(&m);
    made_release(&kept);
    fixture_free(&file);
}

TEST(mk_008_soles_are_on_the_ground_and_the_root_at_the_origin) {
    /* Without vertices, soles are a little below the toes. */
    const body b = {.names = NAMES_MIXAMO, .unit = 1};
    made m = make_of(&b);
    CHECK(made_at(&m, VRM_BONE_LEFT_TOES).y > 0.02f);
    CHECK(made_at(&m, VRM_BONE_LEFT_TOES).y < 0.1f);
    CHECK_NEAR(made_at(&m, VRM_BONE_HIPS).x, 0, 1e-6);
    made_release(&m);
}

/* --- Refused, and kept --- */

TEST(mk_015_an_avatar_is_not_made_again) {
    const body b = {.names = NAMES_MIXAMO, .unit = 1};
    made m = make_of(&b), again;
    size_t size;
    fixture file = {0};
    const void *bytes = vrm_written_bytes(m.file, &size);
    REQUIRE(bytes != NULL);
    file.bytes = (uint8_t *)(uintptr_t)bytes;
    file.size = size;
    again = make_with(&file, NULL);
    CHECK_INT(again.result, VRM_ERROR_VRM);
    CHECK(made_find(&again, "make-is-avatar") != NULL);
    made_release(&again);
    made_release(&m);
}

TEST(mk_016_everything_else_stays_as_it_was) {
    const body b = {.names = NAMES_MIXAMO,
                    .unit = 1,
                    .more = ", 'extras' :  {'n':1.00e+00, 'x' : [ ] },'extensionsUsed':['EXT_x'],"
                            "'extensions':{'EXT_x':{'y':  2}}"};
    made m = make_of(&b);
    size_t size;
    const char *bytes = vrm_written_bytes(m.file, &size);
    char *text = calloc(1, size + 1);
    REQUIRE(bytes != NULL && text != NULL);
    memcpy(text, bytes + 20, size - 20);
    CHECK(strstr(text, ", \"extras\" :  {\"n\":1.00e+00, \"x\" : [ ] }") != NULL);
    CHECK(strstr(text, "{\"EXT_x\":{\"y\":  2},\"VRMC_vrm\":{") != NULL);
    CHECK(strstr(text, "\"extensionsUsed\":[\"EXT_x\",\"VRMC_vrm\"]") != NULL);
    free(text);
    made_release(&m);
}

TEST(mk_018_arguments_that_are_wrong) {
    const body b = {.names = NAMES_MIXAMO, .unit = 1};
    fixture file = make_body(&b);
    vrm_make_desc desc;
    vrm_written *written = NULL;
    CHECK_INT(vrm_make(file.bytes, file.size, NULL, NULL, NULL, NULL), VRM_ERROR_INVALID_ARGUMENT);
    vrm_make_desc_init(&desc);
    desc.flags = 8;
    CHECK_INT(vrm_make(file.bytes, file.size, &desc, &written, NULL, NULL),
              VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_make(file.bytes, 7, NULL, &written, NULL, NULL), VRM_ERROR_CONTAINER);
    CHECK(written == NULL);
    fixture_free(&file);
}

/* --- Messages --- */

TEST(er_010_every_message_of_making_is_tested) {
    static const char *const tested[] = {"make-is-avatar", "make-bone-missing", "make-guesses"};
    CHECK_INT(VRMI_MAKE_END - VRMI_MAKE_FIRST, sizeof tested / sizeof tested[0]);
    for (int i = 0; i < VRMI_MAKE_END - VRMI_MAKE_FIRST; ++i) {
        CHECK_TEXT(vrmi_make_diagnostics.messages[i].info.code, tested[i]);
    }
}

TEST_SUITE(make, ENTRY(mk_001_names_of_a_family_tell_bones),
           ENTRY(mk_002_words_in_names_tell_bones), ENTRY(mk_003_shape_tells_bones),
           ENTRY(mk_002_mk_021_fingers_are_told_by_names_or_by_shape),
           ENTRY(mk_003_a_backpack_is_not_the_head), ENTRY(mk_004_missing_bones_are_named),
           ENTRY(mk_017_bones_that_hang_elsewhere_are_moved),
           ENTRY(mk_005_mk_006_the_body_faces_z_in_metres), ENTRY(mk_019_bones_lose_their_scales),
           ENTRY(mk_019_bones_with_meshes_keep_their_scales),
           ENTRY(mk_007_arms_are_raised_by_their_nodes),
           ENTRY(mk_008_soles_are_on_the_ground_and_the_root_at_the_origin),
           ENTRY(mk_015_an_avatar_is_not_made_again), ENTRY(mk_016_everything_else_stays_as_it_was),
           ENTRY(mk_018_arguments_that_are_wrong), ENTRY(er_010_every_message_of_making_is_tested));
