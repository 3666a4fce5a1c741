#include "make/rigged_body.h"

#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 16384 };

/* --- Bodies --- */

const body_joint body_joints[JOINTS] = {
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

static void place(const body *b, int joint, double out[3]) {
    double x = body_joints[joint].x, y = body_joints[joint].y, z = body_joints[joint].z;
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
    return joint == b->foreign && joint != 0 ? 0 : body_joints[joint].parent;
}

static void write_children(const body *b, int joint, char *out) {
    const char *more = joint == 0   ? b->hips_children
                       : joint == 2 ? b->chest_children
                       : joint == 4 ? b->head_children
                       : joint == 7 ? b->left_hand_children
                                    : NULL;
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

fixture make_body(const body *b) {
    char *text = calloc(1, ROOM);
    fixture file;
    if (text == NULL) abort();
    strcpy(text, "{'asset':{'version':'2.0'},'scene':0,'scenes':[{'nodes':[0]}],'nodes':[");
    for (int i = 0; i < JOINTS; ++i) {
        const char *name = b->names == NAMES_MIXAMO  ? body_joints[i].mixamo
                           : b->names == NAMES_WORDS ? body_joints[i].words
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

made make_with(const fixture *from, const vrm_make_desc *desc) {
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

made make_of(const body *b) {
    fixture file = make_body(b);
    made m = make_with(&file, NULL);
    fixture_free(&file);
    return m;
}

void made_release(made *m) {
    vrm_model_release(m->model);
    vrm_written_destroy(m->file);
    vrm_written_destroy(m->guesses);
    vrm_report_destroy(m->report);
}

void check_bones(const made *m) {
    REQUIRE(m->model != NULL);
    for (int i = 0; i < JOINTS; ++i) {
        /* Only names identify eyes. */
        test_note("%s", vrm_bone_name(body_joints[i].bone));
        CHECK_INT(vrm_model_bone_node(m->model, body_joints[i].bone), i);
    }
    test_note(NULL);
}

bool made_says(const made *m, const char *code) {
    for (uint32_t i = 0; i < vrm_written_change_count(m->file); ++i) {
        if (strcmp(vrm_written_change(m->file, i)->code, code) == 0) return true;
    }
    return false;
}

const vrm_diagnostic *made_find(const made *m, const char *code) {
    for (uint32_t i = 0; i < vrm_report_count(m->report); ++i) {
        const vrm_diagnostic *d = vrm_report_get(m->report, i);
        if (strcmp(d->code, code) == 0) return d;
    }
    return NULL;
}

vrm_vec3 made_at(const made *m, vrm_bone bone) {
    return vrm_model_bone_rest_position(m->model, bone);
}

made make_guessing(const body *b, const char *guesses) {
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
