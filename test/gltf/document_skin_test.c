/* Skins, and animations as tables. */
#include "support/fixture.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define ASSET "'asset':{'version':'2.0'}"

/* --- Skins --- */

/* Nodes 0 > 1 > 2; node 3 has the mesh and the skin. */
#define SKINNED                                                                                    \
    ASSET ",'nodes':[{'children':[1]},{'children':[2]},{},{'mesh':0,'skin':0}],"                   \
          "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2}}]}],"  \
          "'accessors':[{'componentType':5126,'type':'VEC3','count':3},"                           \
          "{'componentType':5121,'type':'VEC4','count':3},"                                        \
          "{'componentType':5126,'type':'VEC4','count':3},"                                        \
          "{'componentType':5126,'type':'MAT4','count':3},"                                        \
          "{'componentType':5126,'type':'MAT3','count':3},"                                        \
          "{'componentType':5123,'type':'MAT4','count':3},"                                        \
          "{'componentType':5126,'type':'MAT4','count':2},"                                        \
          "{'componentType':5126,'type':'MAT4','count':0},"                                        \
          "{'componentType':5126,'type':'MAT4','count':4}],"

static loaded load_skin(const char *skin) {
    char json[2048];
    snprintf(json, sizeof json, "{" SKINNED "'skins':[{%s}]}", skin);
    return load_json(json);
}

TEST(a_whole_skin) {
    loaded file = load_skin("'name':'Body','joints':[2,0,1],'skeleton':0,'inverseBindMatrices':3");
    const vrm_skin *skin;
    REQUIRE(file.gltf != NULL);
    CHECK_INT(vrm_report_count(file.report), 1); /* accessor 7 */
    skin = &file.gltf->skins[0];
    CHECK_TEXT(skin->name.data, "Body");
    CHECK_INT(skin->joint_count, 3);
    CHECK_INT(skin->joints[0], 2);
    CHECK_INT(skin->joints[1], 0);
    CHECK_INT(skin->joints[2], 1);
    CHECK_INT(skin->skeleton, 0);
    CHECK_INT(skin->inverse_binds, 3);
    CHECK_INT(file.gltf->nodes[3].skin, 0);
    unload(&file);
}

/* Vertices refer to joints by index, so a bad one is replaced and not removed. */
TEST(gl_033_joints_that_cannot_be_used) {
    static const struct {
        const char *joints;
        int count;
        int expected[3];
        int bad;
    } cases[] = {
        {"[0,1,2]", 3, {0, 1, 2}, 0},   {"[0,99,2]", 3, {0, 0, 2}, 1},
        {"[-1,99,2]", 3, {2, 2, 2}, 2}, {"['x',1,1.5]", 3, {1, 1, 1}, 2},
        {"[2,null]", 2, {2, 2, 0}, 1},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char skin[128], message[128];
        loaded file;
        test_note("%s", cases[i].joints);
        snprintf(skin, sizeof skin, "'joints':%s", cases[i].joints);
        file = load_skin(skin);
        REQUIRE(file.gltf != NULL);
        CHECK_INT(file.gltf->skins[0].joint_count, cases[i].count);
        for (int k = 0; k < cases[i].count; ++k) {
            CHECK_INT(file.gltf->skins[0].joints[k], cases[i].expected[k]);
        }
        CHECK_INT(file.gltf->nodes[3].skin, 0);
        CHECK_INT(count_code(&file, "skin-joints"), cases[i].bad != 0);
        CHECK_INT(count_code(&file, "skin-joint-twice"), 0); /* stand-ins are no second joints */
        if (cases[i].bad != 0) {
            snprintf(message, sizeof message,
                     "%d of the %d joints of the skin are unusable; the first usable joint "
                     "replaces them",
                     cases[i].bad, cases[i].count);
            CHECK_TEXT(message_of(&file, "skin-joints"), message);
            CHECK(found(&file, "skin-joints", "/skins/0/joints"));
        }
        unload(&file);
    }
}

/* Without any joint there is no skin: its nodes are drawn without one. */
TEST(gl_033_a_skin_without_joints_is_not_used) {
    static const char *const skins[] = {"", "'joints':[]", "'joints':7", "'joints':[99]",
                                        "'joints':[-1,'x']"};
    for (size_t i = 0; i < COUNT(skins); ++i) {
        loaded file = load_skin(skins[i]);
        test_note("%s", skins[i]);
        REQUIRE(file.gltf != NULL);
        CHECK_INT(file.gltf->skins[0].joint_count, 0);
        CHECK_INT(file.gltf->nodes[3].skin, VRM_NONE);
        CHECK_INT(file.gltf->nodes[3].mesh, 0);
        CHECK(found(&file, "skin-empty", "/skins/0/joints"));
        CHECK_INT(count_code(&file, "skin-joints"), 0);
        unload(&file);
    }
}

TEST(a_joint_that_stands_twice_is_kept) {
    loaded file = load_skin("'joints':[0,1,0]");
    REQUIRE(file.gltf != NULL);
    CHECK_INT(file.gltf->skins[0].joint_count, 3);
    CHECK_INT(file.gltf->skins[0].joints[2], 0);
    CHECK(found(&file, "skin-joint-twice", "/skins/0/joints/2"));
    CHECK_TEXT(message_of(&file, "skin-joint-twice"),
               "node 0 is a joint of the skin more than once");
    unload(&file);
}

/* Two skins may have the same joints: that is not twice. */
TEST(skins_may_share_joints) {
    loaded file = load_json("{" SKINNED "'skins':[{'joints':[0,1]},{'joints':[1,0]}]}");
    REQUIRE(file.gltf != NULL);
    CHECK_INT(count_code(&file, "skin-joint-twice"), 0);
    CHECK_INT(file.gltf->skins[1].joints[0], 1);
    unload(&file);
}

TEST(er_001_inverse_binds_that_cannot_be_used) {
    static const struct {
        int accessor;
        const char *problem;
    } cases[] = {
        {3, NULL},
        {8, NULL}, /* more than joints is allowed */
        {4, "they are not 4 x 4 matrices of floats"},
        {5, "they are not 4 x 4 matrices of floats"},
        {6, "there are fewer of them than joints"},
        {7, "the accessor cannot be used"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char skin[128], message[160];
        loaded file;
        test_note("%d", cases[i].accessor);
        snprintf(skin, sizeof skin, "'joints':[0,1,2],'inverseBindMatrices':%d", cases[i].accessor);
        file = load_skin(skin);
        REQUIRE(file.gltf != NULL);
        CHECK_INT(file.gltf->skins[0].inverse_binds,
                  cases[i].problem == NULL ? cases[i].accessor : VRM_NONE);
        CHECK_INT(count_code(&file, "skin-inverse-binds"), cases[i].problem != NULL);
        if (cases[i].problem != NULL) {
            snprintf(message, sizeof message,
                     "the inverse bind matrices cannot be used: %s; identity matrices are used",
                     cases[i].problem);
            CHECK_TEXT(message_of(&file, "skin-inverse-binds"), message);
            CHECK(found(&file, "skin-inverse-binds", "/skins/0/inverseBindMatrices"));
        }
        unload(&file);
    }
}

/* The matrix says that the joint is at (-7, -8, -9); the node says (1, 2, 3), and wins. */
TEST(er_001_nodes_are_not_moved_to_match_inverse_binds) {
    float bin[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1};
    loaded file = load_json_bin(
        "{" ASSET ",'buffers':[{'byteLength':64}],'bufferViews':[{'buffer':0,'byteLength':64}],"
        "'accessors':[{'bufferView':0,'componentType':5126,'type':'MAT4','count':1}],"
        "'nodes':[{'translation':[1,2,3]}],'skins':[{'joints':[0],'inverseBindMatrices':0}]}",
        bin, sizeof bin);
    vrm_mat4 matrix;
    REQUIRE(file.gltf != NULL);
    CHECK_INT(vrm_report_count(file.report), 0);
    CHECK_NEAR(file.gltf->nodes[0].rest.translation.x, 1, 0);
    CHECK_NEAR(file.gltf->nodes[0].rest.translation.y, 2, 0);
    CHECK_NEAR(file.gltf->nodes[0].rest.translation.z, 3, 0);
    /* Skinning still uses what is stored. */
    CHECK_INT(vrm_model_read_inverse_binds(file.model, 0, &matrix, 1), VRM_OK);
    CHECK_NEAR(matrix.m[12], 7, 0);
    CHECK_NEAR(matrix.m[14], 9, 0);
    unload(&file);
}

TEST(gl_033_a_skin_on_a_node_without_a_mesh) {
    loaded file = load_json("{" ASSET ",'nodes':[{'skin':0}],'skins':[{'joints':[0]}]}");
    REQUIRE(file.gltf != NULL);
    CHECK(found(&file, "node-skin-without-mesh", "/nodes/0"));
    CHECK_INT(file.gltf->nodes[0].skin, 0);
    unload(&file);
}

/* --- Animations --- */

/* Times 0: two floats; values for each path, and some that do not fit. */
#define ANIMATED                                                                                   \
    ASSET ",'accessors':[{'componentType':5126,'type':'SCALAR','count':2},"                        \
          "{'componentType':5126,'type':'VEC3','count':2},"                                        \
          "{'componentType':5126,'type':'VEC4','count':2},"                                        \
          "{'componentType':5126,'type':'SCALAR','count':6},"                                      \
          "{'componentType':5126,'type':'VEC3','count':6},"                                        \
          "{'componentType':5123,'type':'SCALAR','count':2},"                                      \
          "{'componentType':5126,'type':'VEC3','count':0},"                                        \
          "{'componentType':5126,'type':'SCALAR','count':18},"                                     \
          "{'componentType':5126,'type':'VEC3','count':6}],"                                       \
          "'meshes':[{'primitives':[{'attributes':{'POSITION':8},'targets':[{'POSITION':8},"       \
          "{'POSITION':8},{'POSITION':8}]}]},"                                                     \
          "{'primitives':[{'attributes':{'POSITION':8}}]},"                                        \
          "{'primitives':[{'attributes':{'POSITION':8},'targets':[{'POSITION':8}]}]}],"            \
          "'nodes':[{'translation':[1,2,3]},{'mesh':0},{'mesh':1},{'mesh':2}],"

TEST(gl_008_channels_that_can_and_cannot_be_used) {
    static const struct {
        const char *sampler, *channel;
        const char *code; /* NULL: it is used; "": it is skipped without a diagnostic */
        const char *problem;
    } cases[] = {
        {"'input':0,'output':1", "'sampler':0,'target':{'node':0,'path':'translation'}", NULL,
         NULL},
        {"'input':0,'output':1", "'sampler':0,'target':{'node':0,'path':'scale'}", NULL, NULL},
        {"'input':0,'output':2", "'sampler':0,'target':{'node':0,'path':'rotation'}", NULL, NULL},
        {"'input':0,'output':3", "'sampler':0,'target':{'node':1,'path':'weights'}", NULL, NULL},
        {"'input':0,'output':1,'interpolation':'STEP'",
         "'sampler':0,'target':{'node':0,'path':'translation'}", NULL, NULL},
        {"'input':0,'output':4,'interpolation':'CUBICSPLINE'",
         "'sampler':0,'target':{'node':0,'path':'translation'}", NULL, NULL},
        {"'input':0,'output':7,'interpolation':'CUBICSPLINE'",
         "'sampler':0,'target':{'node':1,'path':'weights'}", NULL, NULL},
        /* glTF lets a reader ignore these */
        {"'input':0,'output':1", "'sampler':0,'target':{'path':'translation'}", "", NULL},
        {"'input':0,'output':1",
         "'sampler':0,'target':{'path':'pointer','extensions':{'KHR_animation_pointer':{}}}", "",
         NULL},
        {"'input':0,'output':1", "'sampler':1,'target':{'node':0,'path':'translation'}",
         "channel-unusable", "its sampler cannot be used"},
        {"'input':0,'output':1", "'sampler':-1,'target':{'node':0,'path':'translation'}",
         "channel-unusable", "its sampler cannot be used"},
        {"'input':0,'output':99", "'sampler':0,'target':{'node':0,'path':'translation'}",
         "channel-unusable", "its sampler cannot be used"},
        {"'input':0", "'sampler':0,'target':{'node':0,'path':'translation'}", "channel-unusable",
         "its sampler cannot be used"},
        {"'input':0,'output':6", "'sampler':0,'target':{'node':0,'path':'translation'}",
         "channel-unusable", "its accessors cannot be used"},
        {"'input':5,'output':1", "'sampler':0,'target':{'node':0,'path':'translation'}",
         "channel-unusable", "its times are not floats"},
        {"'input':1,'output':1", "'sampler':0,'target':{'node':0,'path':'translation'}",
         "channel-unusable", "its times are not floats"},
        {"'input':0,'output':2", "'sampler':0,'target':{'node':0,'path':'translation'}",
         "channel-unusable", "its values have the wrong type"},
        {"'input':0,'output':1", "'sampler':0,'target':{'node':0,'path':'rotation'}",
         "channel-unusable", "its values have the wrong type"},
        {"'input':0,'output':4", "'sampler':0,'target':{'node':0,'path':'translation'}",
         "channel-unusable", "it has another number of values than its times ask for"},
        {"'input':0,'output':1,'interpolation':'CUBICSPLINE'",
         "'sampler':0,'target':{'node':0,'path':'translation'}", "channel-unusable",
         "it has another number of values than its times ask for"},
        {"'input':0,'output':3", "'sampler':0,'target':{'node':0,'path':'weights'}",
         "channel-unusable", "its node has no morph targets"},
        {"'input':0,'output':0", "'sampler':0,'target':{'node':3,'path':'weights'}", NULL, NULL},
        {"'input':0,'output':0", "'sampler':0,'target':{'node':2,'path':'weights'}",
         "channel-unusable", "its node has no morph targets"},
        {"'input':0,'output':7", "'sampler':0,'target':{'node':1,'path':'weights'}",
         "channel-unusable", "it has another number of values than its times ask for"},
        {"'input':0,'output':1", "'sampler':0,'target':{'node':0,'path':'colour'}", "field-enum",
         NULL},
        {"'input':0,'output':1", "'sampler':0,'target':{'node':0}", "field-missing", NULL},
        {"'input':0,'output':1", "'sampler':0", "field-missing", NULL},
        {"'input':0,'output':1", "'target':{'node':0,'path':'scale'}", "field-missing", NULL},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char json[2048], message[128];
        loaded file;
        const char *code = cases[i].code;
        test_note("%s; %s", cases[i].sampler, cases[i].channel);
        snprintf(json, sizeof json,
                 "{" ANIMATED "'animations':[{'name':'walk','channels':[{%s}],'samplers':[{%s}]}]}",
                 cases[i].channel, cases[i].sampler);
        file = load_json(json);
        REQUIRE(file.gltf != NULL);
        CHECK_TEXT(file.gltf->animations[0].name.data, "walk");
        CHECK_INT(file.gltf->animations[0].channel_count, code == NULL);
        CHECK_INT(count_code(&file, "channel-unusable"), cases[i].problem != NULL);
        if (cases[i].problem != NULL) {
            snprintf(message, sizeof message, "the channel is skipped: %s", cases[i].problem);
            CHECK_TEXT(message_of(&file, "channel-unusable"), message);
            CHECK(found(&file, "channel-unusable", "/animations/0/channels/0"));
        } else if (code != NULL && code[0] != '\0') {
            CHECK(found(&file, code, NULL));
        } else {
            CHECK_INT(vrm_report_count(file.report), 1); /* accessor 6 */
        }
        /* GL-008: whatever an animation says, the rest pose is the file's. */
        CHECK_NEAR(file.gltf->nodes[0].rest.translation.x, 1, 0);
        CHECK_NEAR(file.gltf->nodes[0].rest.translation.z, 3, 0);
        unload(&file);
    }
}

TEST(channels_hold_what_the_file_says) {
    loaded file = load_json(
        "{" ANIMATED "'animations':[{'channels':["
        "{'sampler':1,'target':{'node':0,'path':'rotation'}},"
        "{'sampler':9,'target':{'node':0,'path':'scale'}},"
        "{'sampler':0,'target':{'node':1,'path':'weights'}}],"
        "'samplers':[{'input':0,'output':3,'interpolation':'STEP'},{'input':0,'output':2}]}]}");
    const vrm_channel *channels;
    REQUIRE(file.gltf != NULL);
    CHECK_INT(file.gltf->animations[0].channel_count, 2); /* the one between is skipped */
    channels = file.gltf->animations[0].channels;
    CHECK_INT(channels[0].node, 0);
    CHECK_INT(channels[0].path, VRM_ANIMATION_PATH_ROTATION);
    CHECK_INT(channels[0].interpolation, VRM_INTERPOLATION_LINEAR);
    CHECK_INT(channels[0].input, 0);
    CHECK_INT(channels[0].output, 2);
    CHECK_INT(channels[1].node, 1);
    CHECK_INT(channels[1].path, VRM_ANIMATION_PATH_WEIGHTS);
    CHECK_INT(channels[1].interpolation, VRM_INTERPOLATION_STEP);
    CHECK_INT(channels[1].output, 3);
    unload(&file);
}

/* Integers stand for fractions, and only where no value goes beyond 1. */
TEST(formats_of_keyframes) {
    static const struct {
        const char *type, *path;
        int component, is_normalized, is_good;
    } cases[] = {
        {"VEC4", "rotation", VRM_COMPONENT_I16, 1, 1},
        {"VEC4", "rotation", VRM_COMPONENT_I8, 1, 1},
        {"VEC4", "rotation", VRM_COMPONENT_I16, 0, 0},
        {"VEC4", "rotation", VRM_COMPONENT_F32, 0, 1},
        {"VEC3", "scale", VRM_COMPONENT_I16, 1, 0},
        {"VEC3", "translation", VRM_COMPONENT_U8, 1, 0},
        {"VEC3", "scale", VRM_COMPONENT_F32, 0, 1},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char json[512];
        loaded file;
        test_note("%s %d", cases[i].path, cases[i].component);
        snprintf(json, sizeof json,
                 "{" ASSET ",'nodes':[{}],'accessors':[{'componentType':5126,'type':'SCALAR',"
                 "'count':2},{'componentType':%d,'type':'%s','count':2,'normalized':%s}],"
                 "'animations':[{'channels':[{'sampler':0,'target':{'node':0,'path':'%s'}}],"
                 "'samplers':[{'input':0,'output':1}]}]}",
                 cases[i].component, cases[i].type, cases[i].is_normalized ? "true" : "false",
                 cases[i].path);
        file = load_json(json);
        REQUIRE(file.gltf != NULL);
        CHECK_INT(file.gltf->animations[0].channel_count, cases[i].is_good);
        CHECK_INT(count_code(&file, "channel-unusable"), !cases[i].is_good);
        unload(&file);
    }
}

/* Two channels of one animation cannot move the same thing; those of two animations can. */
TEST(channels_with_the_same_target) {
    loaded file = load_json("{" ANIMATED "'animations':[{'channels':["
                            "{'sampler':0,'target':{'node':0,'path':'translation'}},"
                            "{'sampler':0,'target':{'node':0,'path':'scale'}},"
                            "{'sampler':0,'target':{'node':1,'path':'translation'}},"
                            "{'sampler':0,'target':{'node':0,'path':'translation'}}],"
                            "'samplers':[{'input':0,'output':1}]},"
                            "{'channels':[{'sampler':0,'target':{'node':0,'path':'translation'}}],"
                            "'samplers':[{'input':0,'output':1}]}]}");
    REQUIRE(file.gltf != NULL);
    CHECK_INT(file.gltf->animations[0].channel_count, 3);
    CHECK_INT(file.gltf->animations[1].channel_count, 1);
    CHECK_INT(count_code(&file, "channel-unusable"), 1);
    CHECK(found(&file, "channel-unusable", "/animations/0/channels/3"));
    CHECK_TEXT(message_of(&file, "channel-unusable"),
               "the channel is skipped: an earlier one has the same target");
    unload(&file);
}

TEST_SUITE(document_skin, ENTRY(a_whole_skin), ENTRY(gl_033_joints_that_cannot_be_used),
           ENTRY(gl_033_a_skin_without_joints_is_not_used),
           ENTRY(a_joint_that_stands_twice_is_kept), ENTRY(skins_may_share_joints),
           ENTRY(er_001_inverse_binds_that_cannot_be_used),
           ENTRY(er_001_nodes_are_not_moved_to_match_inverse_binds),
           ENTRY(gl_033_a_skin_on_a_node_without_a_mesh),
           ENTRY(gl_008_channels_that_can_and_cannot_be_used),
           ENTRY(channels_hold_what_the_file_says), ENTRY(formats_of_keyframes),
           ENTRY(channels_with_the_same_target));
