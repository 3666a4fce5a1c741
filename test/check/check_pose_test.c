/* Rules about bones, the T-pose and nodes: samples with one thing changed. */
#include "author/check/check.h"
#include "support/edited.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TEST(samples_are_clean) {
    check_edited("character-1.0.vrm", NULL, 0, "");
    check_edited("character-0.x.vrm", NULL, 0, "");
    check_edited("character-1.0-draft.vrm", NULL, 0, "");
    check_edited("character-1.0-beta.vrm", NULL, 0, "");
}

/* Ame of 1.0: the node of a bone, as text for a pointer. */
static int32_t node_of(const char *bone) {
    fixture file = fixture_sample("character-1.0.vrm");
    vrm_model *model = NULL;
    int32_t node = VRM_NONE;
    if (vrm_model_load(file.bytes, file.size, NULL, &model, NULL) == VRM_OK) {
        node = vrm_model_bone_node(model, vrm_bone_find(bone));
    }
    vrm_model_release(model);
    fixture_free(&file);
    return node;
}

/* Changes a member of the node of a bone, and expects `severity code` there. */
static void check_bone(const char *bone, const char *member, const char *value,
                       const char *expected) {
    char pointer[64], wanted[256];
    edit one = {pointer, value};
    snprintf(pointer, sizeof pointer, "/nodes/%d/%s", (int)node_of(bone), member);
    snprintf(wanted, sizeof wanted, expected, (int)node_of(bone), (int)node_of(bone));
    check_edited("character-1.0.vrm", &one, 1, wanted);
}

TEST(hu_011_a_scale_that_is_not_positive) {
    check_bone("leftToes", "scale", "[1,1,0]", "error bone-scale /nodes/%d/scale");
    check_bone("leftToes", "scale", "[1,-1,1]", "error bone-scale /nodes/%d/scale");
    check_bone("leftEye", "scale", "[2,2,2]", "");
}

TEST(tp_013_a_scale_that_is_not_uniform) {
    check_bone("leftToes", "scale", "[1,1,2]", "error node-scale /nodes/%d/scale");
    check_bone("leftToes", "scale", "[1,1,1.00001]", "");
}

TEST(tp_021_a_root_away_from_the_origin) {
    const edit root = {"/nodes/0/translation", "[0,0,0.01]"};
    check_edited("character-1.0.vrm", &root, 1, "warning pose-root /nodes/0/translation");
    check_edited("character-1.0-beta.vrm", &root, 1, "warning pose-root /nodes/0/translation");
    check_edited("character-0.x.vrm", &root, 1, "warning pose-root /nodes/0/translation");
    check_edited("character-1.0-draft.vrm", &root, 1, "error pose-root /nodes/0/translation");
}

static void check_legs(const char *rotation, const char *expected) {
    char left[64], right[64], wanted[128];
    const edit legs[] = {{left, rotation}, {right, rotation}};
    int leg = (int)node_of("leftLowerLeg"), other = (int)node_of("rightLowerLeg");
    snprintf(left, sizeof left, "/nodes/%d/rotation", leg);
    snprintf(right, sizeof right, "/nodes/%d/rotation", other);
    snprintf(wanted, sizeof wanted, expected, leg, other);
    check_edited("character-1.0.vrm", legs, 2, wanted);
}

TEST(tp_026_legs_point_down) {
    check_legs("[0.1,0,0,0.995]", "");
    /* The feet leave the ground, too. */
    check_legs("[0.16,0,0,0.987]", "warning pose-leg /nodes/%d; warning pose-leg /nodes/%d; "
                                   "warning pose-soles /nodes/83");
}

TEST(tp_027_the_trunk_points_up) {
    check_bone("neck", "rotation", "[0.1,0,0,0.995]", "");
    check_bone("neck", "rotation", "[0.5,0,0,0.866]", "warning pose-trunk /nodes/%d");
}

TEST(bh_053_an_avatar_in_another_unit) {
    const edit small = {"/nodes/0/scale", "[0.005,0.005,0.005]"};
    const edit large = {"/nodes/0/scale", "[80,80,80]"};
    const edit figurine = {"/nodes/0/scale", "[0.1,0.1,0.1]"};
    check_edited("character-1.0.vrm", &small, 1, "warning avatar-height /nodes/0");
    check_edited("character-1.0.vrm", &large, 1, "warning avatar-height /nodes/0");
    check_edited("character-1.0.vrm", &figurine, 1, "");
}

TEST_SUITE(check_pose, ENTRY_READS(samples, samples_are_clean),
           ENTRY_READS(samples, hu_011_a_scale_that_is_not_positive),
           ENTRY_READS(samples, tp_013_a_scale_that_is_not_uniform),
           ENTRY_READS(samples, tp_021_a_root_away_from_the_origin),
           ENTRY_READS(samples, tp_026_legs_point_down),
           ENTRY_READS(samples, tp_027_the_trunk_points_up),
           ENTRY_READS(samples, bh_053_an_avatar_in_another_unit));
