/*
 * One avatar in four dialects (samples/): loaded, they mean the same, field by field, but for what
 * a dialect cannot say. Each exception stands here with its requirement.
 */
#include "support/compare_tables.h"
#include "support/fixture.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static bool load_sample(const char *dialect, loaded *out) {
    char name[64];
    fixture file;
    snprintf(name, sizeof name, "character-%s.vrm", dialect);
    file = fixture_sample(name);
    memset(out, 0, sizeof *out);
    if (file.bytes == NULL) return false;
    *out = load_avatar_file(file, NULL);
    CHECK_INT(out->result, VRM_OK);
    CHECK_INT(vrm_report_found(out->report, VRM_SEVERITY_WARNING), 0);
    return out->tables != NULL;
}

/* What both older dialects cannot say. */
#define OLDER                                                                                      \
    "dialect", "spec_version", "meta.license_url", /* §4.5 */                                     \
        "meta.copyright_information",              /* §4.5 */                                     \
        "meta.legacy_",                            /* and only they have these */                  \
        "meta.permissions.commercial_usage",       /* ME-029: Allow is personalProfit */           \
        "meta.permissions.credit_notation", "meta.permissions.modification", /* ME-031 */          \
        "meta.permissions.allow_political_or_religious_usage",               /* §4.5 */           \
        "meta.permissions.allow_antisocial_or_hate_usage",                   /* §4.5 */           \
        "meta.permissions.allow_redistribution",                             /* ME-031 */          \
        "constraints",                                                       /* §4.1 */           \
        "first_person.types",            /* one for each node; fewer nodes: checked apart */       \
        "spring_collider_groups[].name", /* §4.9 */                                               \
        "humanoid.faces_minus_z",        /* TP-022 */                                              \
        "spring_joints[].tail_node"      /* V0-041: checked apart */

static void compare_with_final(const char *dialect, const char *const *skip, bool is_turned) {
    loaded final, other;
    compared a, b;
    compare_options options = {2e-6, is_turned, skip};
    char report[2048];
    if (!load_sample("1.0", &final)) return;
    if (!load_sample(dialect, &other)) return;
    CHECK_TEXT(vrm_dialect_name((vrm_dialect)other.tables->dialect), dialect);
    CHECK_INT(other.tables->humanoid.faces_minus_z, is_turned); /* TP-022 */
    a = compared_model(final.model);
    b = compared_model(other.model);
    if (is_turned) a.node_count = b.node_count; /* the ends of chains are no nodes there */
    if (!CHECK_INT(compare_tables(&a, &b, &options, report, sizeof report), 0)) puts(report);
    /* Heads have nodes as tails in both; the last ones virtual tails in the older dialects. */
    for (uint32_t i = 0; is_turned && i < final.tables->spring_joint_count; ++i) {
        const vrm_spring_joint *joint = &final.tables->spring_joints[i];
        const vrm_spring *spring = &final.tables->springs[joint->spring];
        bool is_last = i + 1 == spring->first_joint + spring->joint_count;
        CHECK_INT(other.tables->spring_joints[i].tail_node, is_last ? VRM_NONE : joint->tail_node);
    }
    for (uint32_t i = 0; i < other.gltf->node_count; ++i) {
        if (other.gltf->nodes[i].mesh == VRM_NONE) continue;
        CHECK_INT(other.tables->first_person.types[i], final.tables->first_person.types[i]);
    }
    unload(&final);
    unload(&other);
}

TEST(the_beta_means_what_the_final_does) {
    static const char *const skip[] = {"dialect", "spec_version", NULL};
    compare_with_final("1.0-beta", skip, false);
}

TEST(the_draft_means_what_the_final_does) {
    static const char *const skip[] = {OLDER, "expressions[].binary_threshold", /* EX-007 */
                                       "expressions[].uv_binds", /* EX-037: two for one */
                                       NULL};
    compare_with_final("1.0-draft", skip, true);
}

TEST(vrm0_means_what_the_final_does) {
    static const char *const skip[] = {OLDER, "expressions[].override_blink", /* V0-019 */
                                       "expressions[].override_mouth",        /* V0-019 */
                                       NULL};
    compare_with_final("0.x", skip, true);
}

TEST_SUITE(four_dialects, ENTRY(the_beta_means_what_the_final_does),
           ENTRY(the_draft_means_what_the_final_does), ENTRY(vrm0_means_what_the_final_does));
