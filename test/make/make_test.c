/* Avatars made of rigged files. Bodies of all families are in test/tool/check_makes.c. */
#include "make/diagnostics.h"
#include "support/edited.h"
#include "support/fixture.h"
#include "support/refusals.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/vrm.h>

/* --- Bodies --- */

enum { JOINTS = 21, ROOM = 16384 };

/* Places are in the space of the body: a T-pose that faces +Z, 1.6 m high. */
typedef struct body_joint {
    const char *mixamo, *words;
    int parent;
    double x, y, z;
    vrm_bone bone;
} body_joint;

static const body_joint joints[JOINTS] = {
    {"mixamorig:Hips", "body", -1, 0, 0.9, 0, VRM_BONE_HIPS},
    {"mixamorig:Spine", "belly", 0, 0, 1.0, 0, VRM_BONE_SPINE},
    {"mixamorig:Spine1", "ribs", 1, 0, 1.15, 0, VRM_BONE_CHEST},
    {"mixamorig:Neck", "neck_bone", 2, 0, 1.35, 0, VRM_BONE_NECK},
    {"mixamorig:Head", "head_bone", 3, 0, 1.42, 0, VRM_BONE_HEAD},
    {"mixamorig:LeftArm", "arm_L_1", 2, 0.16, 1.3, 0, VRM_BONE_LEFT_UPPER_ARM},
    {"mixamorig:LeftForeArm", "arm_L_2", 5, 0.4, 1.3, 0, VRM_BONE_LEFT_LOWER_ARM},
    {"mixamorig:LeftHand", "arm_L_3", 6, 0.64, 1.3, 0, VRM_BONE_LEFT_HAND},
    {"mixamorig:RightArm", "arm_R_1", 2, -0.16, 1.3, 0, VRM_BONE_RIGHT_UPPER_ARM},
    {"mixamorig:RightForeArm", "arm_R_2", 8, -0.4, 1.3, 0, VRM_BONE_RIGHT_LOWER_ARM},
    {"mixamorig:RightHand", "arm_R_3", 9, -0.64, 1.3, 0, VRM_BONE_RIGHT_HAND},
    {"mixamorig:LeftUpLeg", "leg_L_1", 0, 0.1, 0.85, 0, VRM_BONE_LEFT_UPPER_LEG},
    {"mixamorig:LeftLeg", "leg_L_2", 11, 0.1, 0.48, 0, VRM_BONE_LEFT_LOWER_LEG},
    {"mixamorig:LeftFoot", "leg_L_3", 12, 0.1, 0.1, 0, VRM_BONE_LEFT_FOOT},
    {"mixamorig:LeftToeBase", "toe_L", 13, 0.1, 0.02, 0.12, VRM_BONE_LEFT_TOES},
    {"mixamorig:RightUpLeg", "leg_R_1", 0, -0.1, 0.85, 0, VRM_BONE_RIGHT_UPPER_LEG},
    {"mixamorig:RightLeg", "leg_R_2", 15, -0.1, 0.48, 0, VRM_BONE_RIGHT_LOWER_LEG},
    {"mixamorig:RightFoot", "leg_R_3", 16, -0.1, 0.1, 0, VRM_BONE_RIGHT_FOOT},
    {"mixamorig:RightToeBase", "toe_R", 17, -0.1, 0.02, 0.12, VRM_BONE_RIGHT_TOES},
    {"mixamorig:LeftEye", "eye_L", 4, 0.03, 1.5, 0.07, VRM_BONE_LEFT_EYE},
    {"mixamorig:RightEye", "eye_R", 4, -0.03, 1.5, 0.07, VRM_BONE_RIGHT_EYE},
};

typedef enum body_names { NAMES_MIXAMO, NAMES_WORDS, NAMES_NONE } body_names;

typedef struct body {
    body_names names;
    double unit;    /* units of the file in a metre */
    bool is_z_up;   /* up is +Z, forward -Y */
    bool is_turned; /* forward is -Z */
    bool has_arms_down;
    int foreign;            /* a joint that hangs on the hips; 0: none */
    int missing;            /* a joint without its name; 0: none */
    const char *more_nodes; /* behind those of the body, from node 21 on: ",{…}" */
    const char *head_children;
    const char *hips_children;
    const char *more; /* members of the root: ",'meshes':[…]" */
    const void *bin;
    size_t bin_size;
} body;

static void place(const body *b, int joint, double out[3]) {
    double x = joints[joint].x, y = joints[joint].y, z = joints[joint].z;
    if (b->has_arms_down && joint >= 5 && joint <= 10 && joint != 5 && joint != 8) {
        /* About the shoulder. */
        y = 1.3 - (fabs(x) - 0.16);
        x = x > 0 ? 0.16 : -0.16;
    }
    if (b->is_turned) x = -x, z = -z;
    out[0] = x * b->unit;
    out[1] = (b->is_z_up ? -z : y) * b->unit;
    out[2] = (b->is_z_up ? y : z) * b->unit;
}

static int parent_of(const body *b, int joint) {
    return joint == b->foreign && joint != 0 ? 0 : joints[joint].parent;
}

static void write_children(const body *b, int joint, char *out) {
    const char *more = joint == 0 ? b->hips_children : joint == 4 ? b->head_children : NULL;
    bool has_any = false;
    for (int i = 0; i < JOINTS; ++i) {
        if (i == joint || parent_of(b, i) != joint) continue;
        sprintf(out + strlen(out), "%s%d", has_any ? "," : ",'children':[", i);
        has_any = true;
    }
    if (more != NULL) {
        sprintf(out + strlen(out), "%s%s", has_any ? "," : ",'children':[", more);
        has_any = true;
    }
    if (has_any) strcat(out, "]");
}

static fixture make_body(const body *b) {
    char *text = calloc(1, ROOM);
    fixture file;
    if (text == NULL) abort();
    strcpy(text, "{'asset':{'version':'2.0'},'scene':0,'scenes':[{'nodes':[0]}],'nodes':[");
    for (int i = 0; i < JOINTS; ++i) {
        const char *name = b->names == NAMES_MIXAMO  ? joints[i].mixamo
                           : b->names == NAMES_WORDS ? joints[i].words
                                                     : "";
        double own[3], above[3] = {0, 0, 0};
        place(b, i, own);
        if (i > 0) place(b, parent_of(b, i), above);
        sprintf(text + strlen(text), "%s{'name':'%s','translation':[%.9g,%.9g,%.9g]",
                i > 0 ? "," : "", i == b->missing && i > 0 ? "x" : name, own[0] - above[0],
                own[1] - above[1], own[2] - above[2]);
        write_children(b, i, text);
        strcat(text, "}");
    }
    sprintf(text + strlen(text), "%s]%s}", b->more_nodes != NULL ? b->more_nodes : "",
            b->more != NULL ? b->more : "");
    file = fixture_glb(text, b->bin, b->bin_size);
    free(text);
    return file;
}

/* --- Making --- */

typedef struct made {
    vrm_written *file, *guesses;
    vrm_report *report;
    vrm_model *model; /* of the new file */
    vrm_result result;
} made;

static made make_with(const fixture *from, const vrm_make_desc *desc) {
    made m = {0};
    size_t size;
    const void *bytes;
    m.result = vrm_make(from->bytes, from->size, desc, &m.file, &m.guesses, &m.report);
    bytes = vrm_written_bytes(m.file, &size);
    if (m.result == VRM_OK) {
        CHECK_INT(vrm_model_load(bytes, size, NULL, &m.model, NULL), VRM_OK);
    } else {
        CHECK(m.file == NULL);
    }
    return m;
}

static made make_of(const body *b) {
    fixture file = make_body(b);
    made m = make_with(&file, NULL);
    fixture_free(&file);
    return m;
}

static void release(made *m) {
    vrm_model_release(m->model);
    vrm_written_destroy(m->file);
    vrm_written_destroy(m->guesses);
    vrm_report_destroy(m->report);
}

static void check_bones(const made *m) {
    REQUIRE(m->model != NULL);
    for (int i = 0; i < JOINTS; ++i) {
        /* Eyes are told by names alone. */
        test_note("%s", vrm_bone_name(joints[i].bone));
        CHECK_INT(vrm_model_bone_node(m->model, joints[i].bone), i);
    }
    test_note(NULL);
}

static bool says(const made *m, const char *code) {
    for (uint32_t i = 0; i < vrm_written_change_count(m->file); ++i) {
        if (strcmp(vrm_written_change(m->file, i)->code, code) == 0) return true;
    }
    return false;
}

static const vrm_diagnostic *find(const made *m, const char *code) {
    for (uint32_t i = 0; i < vrm_report_count(m->report); ++i) {
        const vrm_diagnostic *d = vrm_report_get(m->report, i);
        if (strcmp(d->code, code) == 0) return d;
    }
    return NULL;
}

static vrm_vec3 at(const made *m, vrm_bone bone) {
    return vrm_model_bone_rest_position(m->model, bone);
}

/* --- Bones --- */

TEST(mk_001_names_of_a_family_tell_bones) {
    const body b = {.names = NAMES_MIXAMO, .unit = 1};
    made m = make_of(&b);
    CHECK_INT(m.result, VRM_OK);
    check_bones(&m);
    CHECK(says(&m, "make-family"));
    release(&m);
}

TEST(mk_002_words_in_names_tell_bones) {
    const body b = {.names = NAMES_WORDS, .unit = 1};
    made m = make_of(&b);
    CHECK_INT(m.result, VRM_OK);
    check_bones(&m);
    CHECK(!says(&m, "make-family"));
    release(&m);
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
            CHECK_INT(vrm_model_bone_node(m.model, joints[i].bone), i);
        }
        CHECK_INT(vrm_model_bone_node(m.model, VRM_BONE_LEFT_EYE), VRM_NONE);
        release(&m);
    }
}

TEST(mk_004_missing_bones_are_named) {
    const body b = {.names = NAMES_MIXAMO, .unit = 1, .missing = 10, .foreign = 10};
    made m = make_of(&b);
    const vrm_diagnostic *d = find(&m, "make-bone-missing");
    size_t size;
    CHECK_INT(m.result, VRM_ERROR_VRM);
    REQUIRE(d != NULL);
    CHECK(strstr(d->message, "rightHand; ") != NULL);
    CHECK(strstr(d->message, "node 10 \"x\"") != NULL);
    CHECK(strstr(d->message, "leftHand") == NULL);
    /* What a person corrects is there. */
    CHECK(vrm_written_bytes(m.guesses, &size) != NULL);
    CHECK(size > 1000);
    release(&m);
}

TEST(mk_017_bones_that_hang_elsewhere_are_moved) {
    const body b = {.names = NAMES_MIXAMO, .unit = 1, .foreign = 13};
    made m = make_of(&b);
    CHECK_INT(m.result, VRM_OK);
    check_bones(&m);
    CHECK(says(&m, "make-moved"));
    CHECK_INT(vrm_model_gltf(m.model)->nodes[13].parent, 12);
    CHECK_NEAR(at(&m, VRM_BONE_LEFT_FOOT).x, 0.1, 1e-5);
    CHECK_NEAR(at(&m, VRM_BONE_LEFT_FOOT).y, at(&m, VRM_BONE_RIGHT_FOOT).y, 1e-5);
    release(&m);
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
        CHECK_NEAR(at(&m, VRM_BONE_LEFT_HAND).x, 0.64, i < 5 ? 1e-4 : 0.06);
        CHECK_NEAR(at(&m, VRM_BONE_LEFT_HAND).z, 0, 1e-4);
        CHECK_NEAR(at(&m, VRM_BONE_HEAD).y - at(&m, VRM_BONE_LEFT_FOOT).y, 1.32,
                   i < 5 ? 1e-4 : 0.12);
        CHECK_NEAR(at(&m, VRM_BONE_LEFT_TOES).z, 0.12, 0.01);
        CHECK_INT(says(&m, "make-unit"), i != 0);
        CHECK_INT(says(&m, "make-facing"), i == 1 || i == 3 || i == 5);
        release(&m);
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
    "'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2}}]}],'skins':[{'joints':[0,1,2,3,4,5,6,7,8,9,10,11,"  \
    "12,13,14,15,16,17,18,19,20,21,22,23]}]"

/* Three vertices: of two locks of hair, and of the toes. */
typedef struct skin_bin {
    float weights[12];
    uint8_t joints[12];
} skin_bin;
static const skin_bin a_skin = {{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0},
                                {21, 0, 0, 0, 22, 0, 0, 0, 14, 0, 0, 0}};

/* A rig in centimetres: what hangs on its bones is in metres too, and skins go along. */
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
    CHECK(says(&m, "make-metres"));
    check_bones(&m);
    for (int i = 0; i < 24; ++i) {
        CHECK(scale_of(&m, i).x == 1 && scale_of(&m, i).y == 1 && scale_of(&m, i).z == 1);
    }
    CHECK_NEAR(at(&m, VRM_BONE_LEFT_HAND).x, 0.64, 1e-4);
    CHECK_NEAR(vrm_model_gltf(m.model)->nodes[22].rest.translation.y, -0.1, 1e-6);
    /* Its mesh is as large as it was. */
    CHECK_NEAR(scale_of(&m, 24).x, 0.01, 1e-8);
    CHECK_NEAR(scale_of(&m, 24).y, 0.02, 1e-8);
    CHECK_NEAR(vrm_model_gltf(m.model)->nodes[24].rest.translation.y, 0.1, 1e-6);
    /* Vertices are in centimetres, and the joints are not. */
    REQUIRE(vrm_model_read_inverse_binds(m.model, 0, binds, JOINTS + 3) == VRM_OK);
    CHECK_NEAR(binds[0].m[0], 0.01, 1e-8);
    CHECK_NEAR(binds[1].m[10], 0.01, 1e-8);
    CHECK_NEAR(binds[1].m[15], 1, 0);
    REQUIRE(vrm_model_tables(m.model)->spring_joint_count > 0);
    joint = vrm_model_tables(m.model)->spring_joints;
    CHECK_NEAR(joint->hit_radius, 0.015, 2e-3);
    CHECK_NEAR(joint->stiffness, 1, 1e-6);
    CHECK_NEAR(vrm_model_tables(m.model)->look_at.offset_from_head_bone.y, 0.08, 1e-4);
    release(&m);
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
    CHECK(!says(&m, "make-metres"));
    CHECK_NEAR(scale_of(&m, 0).x, 0.01, 1e-8);
    CHECK_NEAR(at(&m, VRM_BONE_LEFT_HAND).x, 0.64, 1e-4);
    release(&m);
    fixture_free(&file);
    fixture_free(&plain);
}

TEST(mk_007_arms_are_raised_by_their_nodes) {
    const body b = {.names = NAMES_MIXAMO, .unit = 1, .has_arms_down = true};
    made m = make_of(&b);
    vrm_make_desc desc;
    fixture file = make_body(&b);
    made kept;
    CHECK_NEAR(at(&m, VRM_BONE_LEFT_HAND).x, 0.64, 1e-4);
    CHECK_NEAR(at(&m, VRM_BONE_RIGHT_HAND).x, -0.64, 1e-4);
    CHECK_NEAR(at(&m, VRM_BONE_LEFT_HAND).y, at(&m, VRM_BONE_LEFT_UPPER_ARM).y, 1e-4);
    CHECK(says(&m, "make-t-pose"));
    vrm_make_desc_init(&desc);
    desc.flags = VRM_MAKE_KEEP_POSE;
    kept = make_with(&file, &desc);
    CHECK_NEAR(at(&kept, VRM_BONE_LEFT_HAND).x, 0.16, 1e-4);
    CHECK(!says(&kept, "make-t-pose"));
    release(&m);
    release(&kept);
    fixture_free(&file);
}

TEST(mk_008_soles_are_on_the_ground_and_the_root_at_the_origin) {
    /* Without vertices, soles are a little below the toes. */
    const body b = {.names = NAMES_MIXAMO, .unit = 1};
    made m = make_of(&b);
    CHECK(at(&m, VRM_BONE_LEFT_TOES).y > 0.02f);
    CHECK(at(&m, VRM_BONE_LEFT_TOES).y < 0.1f);
    CHECK_NEAR(at(&m, VRM_BONE_HIPS).x, 0, 1e-6);
    release(&m);
}

/* --- What hangs on the bones --- */

#define FACE(names, targets)                                                                       \
    ",'meshes':[{'primitives':[{'attributes':{},'targets':[" targets                               \
    "]}],'extras':{'targetNames':[" names "]}}]"
#define FACE_NODE ",{'name':'Face','mesh':0}"

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
    release(&m);
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
        release(&m);
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
    release(&m);
    m = make_of(&morphs);
    look_at = &vrm_model_tables(m.model)->look_at;
    CHECK_INT(look_at->is_present, 1);
    CHECK_INT(look_at->type, VRM_LOOK_AT_TYPE_EXPRESSION);
    release(&m);
    m = make_of(&none);
    CHECK_INT(vrm_model_tables(m.model)->look_at.is_present, 0);
    release(&m);
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
    release(&m);
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
    release(&m);
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
    release(&m);
    vrm_make_desc_init(&desc);
    desc.default_name = "file";
    desc.author = "me";
    m = make_with(&file, &desc);
    CHECK_TEXT(vrm_model_tables(m.model)->meta.name.data, "file");
    CHECK_TEXT(vrm_model_tables(m.model)->meta.authors[0].data, "me");
    release(&m);
    desc.name = "Ann";
    m = make_with(&file, &desc);
    CHECK_TEXT(vrm_model_tables(m.model)->meta.name.data, "Ann");
    release(&m);
    fixture_free(&file);
}

/* --- Guesses --- */

#define GUESSES "{\"format\":\"vrm-make-guesses\",\"version\":1"

static made make_guessing(const body *b, const char *guesses) {
    fixture file = make_body(b);
    vrm_make_desc desc;
    made m;
    vrm_make_desc_init(&desc);
    desc.guesses = guesses;
    desc.guesses_size = strlen(guesses);
    m = make_with(&file, &desc);
    fixture_free(&file);
    return m;
}

TEST(mk_014_a_person_corrects_guesses) {
    const body b = {.names = NAMES_MIXAMO,
                    .unit = 1,
                    .missing = 10,
                    .head_children = "21",
                    .more_nodes = FACE_NODE ",{}",
                    .more = FACE("'one','two'", "{},{}")};
    made m = make_guessing(
        &b, GUESSES ",\"name\":\"Ann\",\"author\":\"me\",\"bones\":{\"rightHand\":\"x\","
                    "\"leftToes\":{\"node\":14},\"rightEye\":null},"
                    "\"stance\":{\"up\":[0,1,0],\"forward\":[0,0,1],\"metersPerUnit\":2,"
                    "\"poseFrom\":\"nodes\",\"tPose\":false},"
                    "\"expressions\":{\"aa\":{\"binds\":[{\"node\":\"Face\",\"target\":\"two\","
                    "\"weight\":0.5}]},\"wink\":{\"binds\":[{\"node\":21,\"target\":0}]}},"
                    "\"springs\":[{\"name\":\"s\",\"kind\":\"tail\",\"nodes\":[13,14],"
                    "\"stiffness\":3}]}");
    const vrm_tables *tables;
    CHECK_INT(m.result, VRM_OK);
    tables = vrm_model_tables(m.model);
    CHECK_TEXT(tables->meta.name.data, "Ann");
    CHECK_TEXT(tables->meta.authors[0].data, "me");
    CHECK_INT(tables->humanoid.nodes[VRM_BONE_RIGHT_HAND], 10);
    CHECK_INT(tables->humanoid.nodes[VRM_BONE_RIGHT_EYE], VRM_NONE);
    CHECK_INT(tables->humanoid.nodes[VRM_BONE_LEFT_EYE], 19);
    CHECK_NEAR(at(&m, VRM_BONE_LEFT_HAND).x, 1.28, 1e-4);
    CHECK_INT(tables->expression_count, 2);
    CHECK_INT(tables->expressions[0].morph_binds[0].target, 1);
    CHECK_NEAR(tables->expressions[0].morph_binds[0].weight, 0.5, 0);
    CHECK_TEXT(tables->expressions[1].name.data, "wink");
    CHECK_INT(tables->spring_count, 1);
    CHECK_NEAR(tables->spring_joints[0].stiffness, 3, 0);
    release(&m);
}

TEST(mk_014_guesses_that_cannot_be_used_say_where) {
    static const struct {
        const char *guesses, *where;
    } cases[] = {
        {"", "the file"},
        {"{", "the file"},
        {"{}", "format"},
        {"{\"format\":\"vrm-make-guesses\",\"version\":2}", "version"},
        {GUESSES ",\"bones\":[]}", "bones"},
        {GUESSES ",\"bones\":{\"nose\":1}}", "bones/nose"},
        {GUESSES ",\"bones\":{\"hips\":99}}", "bones/hips"},
        {GUESSES ",\"bones\":{\"hips\":\"twin\"}}", "bones/hips"},
        {GUESSES ",\"bones\":{\"hips\":true}}", "bones/hips"},
        {GUESSES ",\"bones\":{\"hips\":1,\"spine\":1}}", "bones/spine"},
        {GUESSES ",\"stance\":{\"up\":[0,1]}}", "stance/up"},
        {GUESSES ",\"stance\":{\"up\":[0,1e99,0],\"forward\":[0,0,1]}}", "stance/up"},
        {GUESSES ",\"stance\":{\"up\":[0,1,0],\"forward\":[0,0,0]}}", "stance/forward"},
        {GUESSES ",\"stance\":{\"up\":[0,1,0],\"forward\":[0,1,0]}}", "stance"},
        {GUESSES ",\"stance\":{\"metersPerUnit\":0}}", "stance/metersPerUnit"},
        {GUESSES ",\"stance\":{\"poseFrom\":\"air\"}}", "stance/poseFrom"},
        {GUESSES ",\"stance\":{\"tPose\":1}}", "stance/tPose"},
        {GUESSES ",\"expressions\":1}", "expressions"},
        {GUESSES ",\"expressions\":{\"aa\":{}}}", "expressions/aa"},
        {GUESSES ",\"expressions\":{\"aa\":{\"binds\":[{\"node\":0,\"target\":0}]}}}",
         "expressions/aa"},
        {GUESSES ",\"expressions\":{\"aa\":{\"binds\":[{\"node\":21,\"target\":9}]}}}",
         "expressions/aa"},
        {GUESSES ",\"expressions\":{\"aa\":{\"binds\":[{\"node\":21,\"target\":0,\"weight\":2}]}}}",
         "expressions/aa"},
        {GUESSES ",\"springs\":{}}", "springs"},
        {GUESSES ",\"springs\":[{\"nodes\":[1]}]}", "springs/nodes"},
        {GUESSES ",\"springs\":[{\"nodes\":[13,99]}]}", "springs/nodes"},
        {GUESSES ",\"springs\":[{\"nodes\":[14,13]}]}", "springs/nodes"},
        {GUESSES ",\"springs\":[{\"nodes\":[13,14]},{\"nodes\":[13,14]}]}", "springs/nodes"},
        {GUESSES ",\"springs\":[{\"nodes\":[13,14],\"dragForce\":2}]}", "springs/dragForce"},
    };
    const body b = {.names = NAMES_MIXAMO,
                    .unit = 1,
                    .head_children = "21",
                    .more_nodes = FACE_NODE ",{'name':'twin'},{'name':'twin'}",
                    .more = FACE("'one','two'", "{},{}")};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        made m = make_guessing(&b, cases[i].guesses);
        const vrm_diagnostic *d = find(&m, "make-guesses");
        char where[80];
        test_note("%s", cases[i].guesses);
        CHECK_INT(m.result, VRM_ERROR_JSON);
        REQUIRE(d != NULL);
        snprintf(where, sizeof where, " in \"%s\"", cases[i].where);
        CHECK(strstr(d->message, where) != NULL);
        release(&m);
    }
}

TEST(mk_014_the_guesses_of_a_file_make_it_again) {
    const body b = {.names = NAMES_WORDS,
                    .unit = 100,
                    .is_turned = true,
                    .has_arms_down = true,
                    .head_children = "21,22",
                    .more_nodes =
                        FACE_NODE ",{'name':'hair \\\"1\\\"','children':[23]},{'name':'e'}",
                    .more = FACE("'aa','Blink'", "{},{}")};
    made first = make_of(&b), second;
    size_t size, first_size, second_size;
    const char *guesses = vrm_written_bytes(first.guesses, &size);
    char *text = calloc(1, size + 1);
    const void *first_bytes = vrm_written_bytes(first.file, &first_size), *second_bytes;
    REQUIRE(text != NULL && first_bytes != NULL);
    memcpy(text, guesses, size);
    second = make_guessing(&b, text);
    second_bytes = vrm_written_bytes(second.file, &second_size);
    REQUIRE(second_bytes != NULL);
    CHECK_INT(first_size, second_size);
    CHECK(memcmp(first_bytes, second_bytes, first_size) == 0);
    release(&first);
    release(&second);
    free(text);
}

/* Two joints are named as the left hand, and the one that the names tell hangs on the head. It is
 * moved to the arm, and it is the hand from then on, although the other one is found first there.
 */
TEST(mk_014_mk_017_a_bone_that_was_moved_stays_that_bone) {
    const body b = {.names = NAMES_MIXAMO,
                    .unit = 1,
                    .head_children = "21",
                    .more_nodes = ",{'name':'mixamorig:LeftHand'}"};
    made first = make_of(&b), second;
    size_t first_size, second_size, guesses_size;
    const char *guesses = vrm_written_bytes(first.guesses, &guesses_size);
    char *text = calloc(1, guesses_size + 1);
    const void *first_bytes = vrm_written_bytes(first.file, &first_size), *second_bytes;
    REQUIRE(first.result == VRM_OK && text != NULL);
    CHECK_INT(vrm_model_tables(first.model)->humanoid.nodes[VRM_BONE_LEFT_HAND], 21);
    CHECK_INT(vrm_model_gltf(first.model)->nodes[21].parent, 6);
    memcpy(text, guesses, guesses_size);
    second = make_guessing(&b, text);
    second_bytes = vrm_written_bytes(second.file, &second_size);
    REQUIRE(second_bytes != NULL);
    CHECK_INT(second_size, first_size);
    CHECK(second_size == first_size && memcmp(first_bytes, second_bytes, first_size) == 0);
    release(&first);
    release(&second);
    free(text);
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
    CHECK(find(&again, "make-is-avatar") != NULL);
    release(&again);
    release(&m);
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
    release(&m);
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

/* --- Memory --- */

#define BUSY_NODES                                                                                 \
    ",{'name':'Face','mesh':0,'skin':0},{'name':'hair','children':[23]},{'name':'hair_end'}"
#define BUSY(attributes)                                                                           \
    ",'accessors':[{'componentType':5126,'type':'VEC3','count':3,'min':[0,0,0],'max':[0,0,0]}],"   \
    "'skins':[{'joints':[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,22,23]}],"           \
    "'meshes':[{'primitives':[{'attributes':{" attributes "},'targets':[{},{}]}],"                 \
    "'extras':{'targetNames':['aa','Blink']}}]"

/* All parts of making: a bone that is moved; vertices; a face, chains, and guesses that are given.
 */
static const body busy[2] = {{.names = NAMES_MIXAMO,
                              .unit = 100,
                              .is_turned = true,
                              .has_arms_down = true,
                              .foreign = 13,
                              .head_children = "21,22",
                              .more_nodes = BUSY_NODES,
                              .more = BUSY("")},
                             {.names = NAMES_NONE,
                              .unit = 1,
                              .head_children = "21,22",
                              .more_nodes = BUSY_NODES,
                              .more = BUSY("'POSITION':0")}};

typedef struct short_memory {
    int64_t left; /* allocations that succeed */
    int64_t live;
} short_memory;

static void *take(size_t size, size_t alignment, void *user) {
    short_memory *memory = user;
    (void)alignment;
    if (memory->left-- <= 0) return NULL;
    memory->live += 1;
    return malloc(size);
}

static void give(void *pointer, size_t size, size_t alignment, void *user) {
    short_memory *memory = user;
    (void)size;
    (void)alignment;
    if (pointer != NULL) memory->live -= 1;
    free(pointer);
}

static bool make_busy(const fixture *file, const vrm_allocator *allocator) {
    static const char guesses[] = GUESSES
        ",\"name\":\"Ann\",\"expressions\":{\"ou\":{\"binds\":[{\"node\":21,\"target\":1}]}},"
        "\"springs\":[{\"name\":\"s\",\"nodes\":[22,23]}]}";
    bool is_good = true;
    for (int i = 0; i < 2; ++i) {
        vrm_make_desc desc;
        vrm_written *written = NULL, *text = NULL;
        vrm_result result;
        vrm_make_desc_init(&desc);
        desc.allocator = allocator;
        if (i == 1) {
            desc.guesses = guesses;
            desc.guesses_size = sizeof guesses - 1;
        }
        result = vrm_make(file->bytes, file->size, &desc, &written, &text, NULL);
        CHECK(result == VRM_OK || result == VRM_ERROR_OUT_OF_MEMORY || result == VRM_ERROR_LIMIT);
        CHECK((result == VRM_OK) == (written != NULL));
        is_good = is_good && result == VRM_OK;
        vrm_written_destroy(written);
        vrm_written_destroy(text);
    }
    return is_good;
}

static void fail_allocations(const body *b) {
    fixture file = make_body(b);
    int64_t number = 0;
    for (bool is_good = false; !is_good && number < 10000; ++number) {
        short_memory memory = {number, 0};
        const vrm_allocator allocator = {take, give, &memory};
        is_good = make_busy(&file, &allocator);
        CHECK_INT(memory.live, 0);
    }
    CHECK(number > 20);
    CHECK(number < 10000);
    fixture_free(&file);
}

TEST(mk_018_every_allocation_may_fail) {
    fail_allocations(&busy[0]);
    fail_allocations(&busy[1]);
}

static void refuse_pieces(const body *b) {
    fixture file = make_body(b);
    int64_t number = 0;
    for (;; ++number) {
        bool is_good;
        refuse_piece(number);
        is_good = make_busy(&file, NULL);
        if (pieces_asked() <= number) {
            CHECK(is_good);
            break;
        }
    }
    refuse_piece(-1);
    CHECK(number > 100);
    fixture_free(&file);
}

TEST(mk_018_every_piece_of_an_arena_may_be_refused) {
    if (!refusals_work()) {
        test_skip("the linker cannot stand between");
        return;
    }
    refuse_pieces(&busy[0]);
    refuse_pieces(&busy[1]);
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
           ENTRY(mk_004_missing_bones_are_named), ENTRY(mk_017_bones_that_hang_elsewhere_are_moved),
           ENTRY(mk_005_mk_006_the_body_faces_z_in_metres), ENTRY(mk_019_bones_lose_their_scales),
           ENTRY(mk_019_bones_with_meshes_keep_their_scales),
           ENTRY(mk_007_arms_are_raised_by_their_nodes),
           ENTRY(mk_008_soles_are_on_the_ground_and_the_root_at_the_origin),
           ENTRY(mk_009_names_of_morph_targets_make_expressions),
           ENTRY(mk_009_other_names_of_morph_targets),
           ENTRY(mk_010_eyes_or_morph_targets_make_look_at),
           ENTRY(mk_011_chains_that_hang_become_springs),
           ENTRY(mk_012_what_is_on_the_head_alone_is_not_drawn_in_first_person),
           ENTRY(mk_013_permissions_are_the_most_restrictive),
           ENTRY(mk_014_a_person_corrects_guesses),
           ENTRY(mk_014_guesses_that_cannot_be_used_say_where),
           ENTRY(mk_014_the_guesses_of_a_file_make_it_again),
           ENTRY(mk_014_mk_017_a_bone_that_was_moved_stays_that_bone),
           ENTRY(mk_015_an_avatar_is_not_made_again), ENTRY(mk_016_everything_else_stays_as_it_was),
           ENTRY(mk_018_arguments_that_are_wrong), ENTRY(mk_018_every_allocation_may_fail),
           ENTRY(mk_018_every_piece_of_an_arena_may_be_refused),
           ENTRY(er_010_every_message_of_making_is_tested));
