/*
 * Every golden vector of conformance/ (docs/evidence/requirements.md, 7). A test is named after its
 * vector and the requirements that are asserted by it; the file of the vector has the numbers.
 */
#include "conformance/living.h"
#include "conformance/vectors.h"

#include "test.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *const areas[] = {
    "spring", "spring_limit", "collider",  "constraint", "look_at", "expression", "first_person",
    "bake",   "pose",         "animation", "motion",     "mtoon",   "vrm0",
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

const named_op vector_ops[] = {
#define X(name) {#name, op_##name},
    VECTOR_OPS(X)
#undef X
        {NULL, NULL},
};

/* Springs */
TEST(gv_001_sb_029_sb_036) { run_vector("spring", "GV-001"); }
TEST(gv_002_sb_029_sb_037) { run_vector("spring", "GV-002"); }
TEST(gv_003_sb_029) { run_vector("spring", "GV-003"); }
TEST(gv_004_sb_031) { run_vector("spring", "GV-004"); }
TEST(gv_005_ec_016) { run_vector("spring", "GV-005"); }
TEST(gv_006_sb_028) { run_vector("spring", "GV-006"); }
TEST(gv_007_sb_020_sb_021) { run_vector("spring", "GV-007"); }

/* Limits of joints */
TEST(gv_090_sl_006) { run_vector("spring_limit", "GV-090"); }
TEST(gv_091_sl_008_sl_013) { run_vector("spring_limit", "GV-091"); }
TEST(gv_092_sl_009_sl_013) { run_vector("spring_limit", "GV-092"); }
TEST(gv_093_sl_010) { run_vector("spring_limit", "GV-093"); }
TEST(gv_094_sl_008_sl_009_sl_010_sl_011) { run_vector("spring_limit", "GV-094"); }
TEST(gv_095_sl_007_sl_013) { run_vector("spring_limit", "GV-095"); }
TEST(gv_096_sl_003) { run_vector("spring_limit", "GV-096"); }
TEST(gv_097_sl_014) { run_vector("spring_limit", "GV-097"); }

/* Colliders */
TEST(gv_010_sb_032) { run_vector("collider", "GV-010"); }
TEST(gv_011_sb_033) { run_vector("collider", "GV-011"); }
TEST(gv_012_sb_033) { run_vector("collider", "GV-012"); }
TEST(gv_013_sb_033) { run_vector("collider", "GV-013"); }
TEST(gv_014_sb_034) { run_vector("collider", "GV-014"); }
TEST(gv_015_ec_008_ec_019) { run_vector("collider", "GV-015"); }
TEST(gv_016_ec_011) { run_vector("collider", "GV-016"); }
TEST(gv_017_ec_012_ec_013) { run_vector("collider", "GV-017"); }
TEST(gv_018_ec_013) { run_vector("collider", "GV-018"); }

/* Constraints */
/* NC-028: all of these within the tolerance of 1e-4 that they have. */
TEST(gv_020_nc_010_nc_011_nc_012) { run_vector("constraint", "GV-020"); }
TEST(gv_021_nc_011_nc_012) { run_vector("constraint", "GV-021"); }
TEST(gv_022_nc_011_nc_012) { run_vector("constraint", "GV-022"); }
TEST(gv_023_nc_011_nc_012) { run_vector("constraint", "GV-023"); }
TEST(gv_024_nc_012_nc_022) { run_vector("constraint", "GV-024"); }
TEST(gv_025_nc_010_nc_013_nc_014) { run_vector("constraint", "GV-025"); }
TEST(gv_026_nc_013_nc_014) { run_vector("constraint", "GV-026"); }
TEST(gv_027_nc_013_nc_014_nc_022) { run_vector("constraint", "GV-027"); }
TEST(gv_028_nc_010_nc_015_nc_016) { run_vector("constraint", "GV-028"); }

/* LookAt */
TEST(gv_030_la_004_la_006_la_007_la_024_v0_032) { run_vector("look_at", "GV-030"); }
TEST(gv_031_la_004) { run_vector("look_at", "GV-031"); }
TEST(gv_032_la_004) { run_vector("look_at", "GV-032"); }
TEST(gv_033_la_010) { run_vector("look_at", "GV-033"); }
TEST(gv_034_la_011) { run_vector("look_at", "GV-034"); }
TEST(gv_035_la_013_la_014_la_015_la_016) { run_vector("look_at", "GV-035"); }
TEST(gv_036_la_017) { run_vector("look_at", "GV-036"); }
TEST(gv_037_la_018_la_019) { run_vector("look_at", "GV-037"); }
TEST(gv_038_la_032_v0_031) { run_vector("look_at", "GV-038"); }

/* Expressions */
TEST(gv_040_ex_006_ex_007_v0_018) { run_vector("expression", "GV-040"); }
TEST(gv_041_ex_009) { run_vector("expression", "GV-041"); }
TEST(gv_042_ex_010) { run_vector("expression", "GV-042"); }
TEST(gv_043_ex_012) { run_vector("expression", "GV-043"); }
TEST(gv_044_ex_014) { run_vector("expression", "GV-044"); }
TEST(gv_045_ex_015) { run_vector("expression", "GV-045"); }
TEST(gv_046_ex_018) { run_vector("expression", "GV-046"); }
TEST(gv_047_ex_023) { run_vector("expression", "GV-047"); }
TEST(gv_048_ex_029_ex_030) { run_vector("expression", "GV-048"); }

/* First person */
TEST(gv_050_fp_005) { run_vector("first_person", "GV-050"); }

/* Normalization */
TEST(gv_051_tp_018) { run_vector("bake", "GV-051"); }

/* The normalized pose */
TEST(gv_060_tp_020) { run_vector("pose", "GV-060"); }
TEST(gv_061_tp_020) { run_vector("pose", "GV-061"); }
TEST(gv_062_tp_020) { run_vector("pose", "GV-062"); }
TEST(gv_064_tp_023) { run_vector("pose", "GV-064"); }

/* Motions */
TEST(gv_063_an_014) { run_vector("animation", "GV-063"); }
TEST(gv_065_an_015) { run_vector("animation", "GV-065"); }
TEST(gv_066_an_017_an_018) { run_vector("animation", "GV-066"); }
TEST(gv_067_an_021) { run_vector("animation", "GV-067"); }
TEST(gv_100_an_005_an_012_an_037) { run_vector("motion", "GV-100"); }
TEST(gv_101_an_005_an_038) { run_vector("motion", "GV-101"); }
TEST(gv_102_an_005_an_037_an_038) { run_vector("motion", "GV-102"); }
TEST(gv_103_an_015_an_016) { run_vector("motion", "GV-103"); }
TEST(gv_104_an_012_an_026) { run_vector("motion", "GV-104"); }
TEST(gv_105_an_026) { run_vector("motion", "GV-105"); }
TEST(gv_106_an_039) { run_vector("motion", "GV-106"); }
TEST(gv_107_an_033) { run_vector("motion", "GV-107"); }
TEST(gv_108_an_013_an_014) { run_vector("motion", "GV-108"); }
TEST(gv_109_an_015_an_016_an_025) { run_vector("motion", "GV-109"); }

/* MToon */
TEST(gv_070_mt_027_mt_028_mt_033) { run_vector("mtoon", "GV-070"); }
TEST(gv_071_mt_023_mt_024) { run_vector("mtoon", "GV-071"); }
TEST(gv_072_mt_023) { run_vector("mtoon", "GV-072"); }
TEST(gv_073_mt_019) { run_vector("mtoon", "GV-073"); }
TEST(gv_074_mt_014_mt_017_mt_042) { run_vector("mtoon", "GV-074"); }
TEST(gv_075_mt_020_mt_021_mt_022) { run_vector("mtoon", "GV-075"); }
TEST(gv_076_mt_025) { run_vector("mtoon", "GV-076"); }
TEST(gv_077_mt_031) { run_vector("mtoon", "GV-077"); }

/* 0.x */
TEST(gv_080_v0_009) { run_vector("vrm0", "GV-080"); }
TEST(gv_081_v0_010_v0_039) { run_vector("vrm0", "GV-081"); }
TEST(gv_082_v0_022_v0_043) { run_vector("vrm0", "GV-082"); }
TEST(gv_083_v0_023) { run_vector("vrm0", "GV-083"); }
TEST(gv_084_v0_041) { run_vector("vrm0", "GV-084"); }
TEST(gv_085_v0_043) { run_vector("vrm0", "GV-085"); }
TEST(gv_086_v0_051) { run_vector("vrm0", "GV-086"); }
TEST(gv_087_v0_052) { run_vector("vrm0", "GV-087"); }
TEST(gv_088_v0_043) { run_vector("vrm0", "GV-088"); }
TEST(gv_089_v0_010_tp_022) { run_vector("vrm0", "GV-089"); }

/* --- The reader itself --- */

extern const test_suite test_suite_conformance;

/* "SB-029" as it stands in the name of a test: "sb_029". */
static void lower(const char *id, char *out, size_t size) {
    size_t i = 0;
    for (; id[i] != '\0' && i + 1 < size; ++i) {
        out[i] = id[i] == '-' ? '_' : (char)tolower((unsigned char)id[i]);
    }
    out[i] = '\0';
}

/* Whether each requirement in the name of the test ("gv_001_sb_029_…") is one of the vector's. */
static bool names_only_its_own(const char *name, yyjson_val *vector) {
    yyjson_val *requirement;
    size_t i, n, matched = strlen("gv_001");
    yyjson_arr_foreach(yyjson_obj_get(vector, "requirements"), i, n, requirement) {
        char text[16];
        lower(yyjson_get_str(requirement), text, sizeof text);
        if (strstr(name, text) != NULL) matched += 1 + strlen(text);
    }
    return matched == strlen(name) && matched > strlen("gv_001");
}

/* The tests of this suite that are named after the vector. */
static int count_tests(yyjson_val *vector) {
    const test_suite *suite = &test_suite_conformance;
    char id[16];
    int count = 0;
    lower(yyjson_get_str(yyjson_obj_get(vector, "id")), id, sizeof id);
    for (size_t i = 0; i < suite->case_count; ++i) {
        if (strncmp(suite->cases[i].name, id, strlen(id)) != 0) continue;
        ++count;
        CHECK(names_only_its_own(suite->cases[i].name, vector));
    }
    return count;
}

TEST(every_vector_is_run) {
    int vectors = 0;
    for (size_t a = 0; a < COUNT(areas); ++a) {
        yyjson_doc *file = read_vectors(areas[a]);
        yyjson_val *vector;
        size_t i, n;
        if (file == NULL) return;
        yyjson_arr_foreach(yyjson_obj_get(yyjson_doc_get_root(file), "vectors"), i, n, vector) {
            test_note("%s", yyjson_get_str(yyjson_obj_get(vector, "id")));
            CHECK_INT(count_tests(vector), 1);
            ++vectors;
        }
        yyjson_doc_free(file);
    }
    test_note(NULL);
    CHECK_INT(vectors, 89);
}

/* --- Written files --- */

/* Runs all vectors of an area on files that the library has written. */
static void run_written(const char *area, writing how) {
    yyjson_doc *file = read_vectors(area);
    yyjson_val *vector;
    size_t i, n;
    if (file == NULL) return;
    write_files(how);
    yyjson_arr_foreach(yyjson_obj_get(yyjson_doc_get_root(file), "vectors"), i, n, vector) {
        run_vector(area, yyjson_get_str(yyjson_obj_get(vector, "id")));
    }
    write_files(WRITING_NOTHING);
    yyjson_doc_free(file);
}

/* An edit changes nothing of what a file means. */
TEST(edited_files_hold_every_vector) {
    for (size_t i = 0; i < COUNT(areas); ++i) run_written(areas[i], WRITING_EDITED);
}

/* Every file that is made from it has the forms of 0.x: GV-080 to GV-089. */
TEST(written_files_hold_the_vectors_of_0x) { /* V0-009, V0-010, V0-022, V0-023, V0-041, V0-043 */
    for (writing how = WRITING_EDITED; how < WRITING_COUNT; ++how) run_written("vrm0", how);
}

/* A vector of one case of srgb_to_linear, whose answer for 0 and 1 is 0 and 1. */
static bool holds(const char *op, const char *members, const char *expected, char *why,
                  size_t size) {
    char json[512];
    yyjson_doc *file;
    bool ok;
    snprintf(json, sizeof json,
             "{%s,\"cases\":[{\"op\":\"%s\",\"input\":{\"values\":[0,1,0,0]},\"expected\":%s}]}",
             members, op, expected);
    file = yyjson_read(json, strlen(json), 0);
    if (!CHECK(file != NULL)) return false;
    ok = run_case(yyjson_doc_get_root(file),
                  yyjson_arr_get_first(yyjson_obj_get(yyjson_doc_get_root(file), "cases")), why,
                  size);
    yyjson_doc_free(file);
    return ok;
}

TEST(the_reader_tells_right_from_wrong) {
    static const char plain[] = "\"tolerance\":0.001";
    static const char signs[] = "\"tolerance\":0.001,\"sign_insensitive\":[\"values\"]";
    static const char modulo[] = "\"tolerance\":0.001,\"modulo_360\":[\"values\"]";
    static const struct {
        const char *op, *members, *expected;
        bool holds;
    } cases[] = {
        {"srgb_to_linear", plain, "{\"values\":[0,1,0,0]}", true},
        {"srgb_to_linear", plain, "{\"values\":[[0,1],[0,0]]}", true},
        {"srgb_to_linear", plain, "{\"values\":[0,0.9995,0,0]}", true},
        {"srgb_to_linear", plain, "{\"values\":[0,0.998,0,0]}", false},
        {"srgb_to_linear", plain, "{\"values\":[0,-1,0,0]}", false},
        {"srgb_to_linear", signs, "{\"values\":[0,-1,0,0]}", true},
        {"srgb_to_linear", signs, "{\"values\":[0,-1,0,0.5]}", false},
        {"srgb_to_linear", signs, "{\"values\":[0,-1,0]}", false},
        {"srgb_to_linear", modulo, "{\"values\":[360,-359,0,-360]}", true},
        {"srgb_to_linear", modulo, "{\"values\":[180,1,0,0]}", false},
        {"srgb_to_linear", plain, "{\"values\":[0,1,0]}", false},
        {"srgb_to_linear", plain, "{\"values\":[0,1,0,0,0]}", false},
        {"srgb_to_linear", plain, "{\"values\":[0,true,0,0]}", false},
        {"srgb_to_linear", plain, "{\"values\":[0,\"1\",0,0]}", false},
        {"srgb_to_linear", plain, "{\"values\":null}", false},
        {"srgb_to_linear", plain, "{\"other\":[0,1,0,0]}", false},
        {"srgb_to_linear", plain, "{\"values\":[0,1,0,0],\"other\":0}", false},
        {"srgb_to_linear", plain, "{}", false},
        {"linear_to_srgb", plain, "{\"values\":[0,1,0,0]}", false}, /* no such op */
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char why[256] = "";
        bool ok = holds(cases[i].op, cases[i].members, cases[i].expected, why, sizeof why);
        test_note("%s %s", cases[i].op, cases[i].expected);
        CHECK_INT(ok, cases[i].holds);
        CHECK_INT(why[0] == '\0', cases[i].holds); /* and says what is wrong */
    }
    test_note(NULL);
}

TEST_SUITE(
    conformance, ENTRY(gv_001_sb_029_sb_036), ENTRY(gv_002_sb_029_sb_037), ENTRY(gv_003_sb_029),
    ENTRY(gv_004_sb_031), ENTRY(gv_005_ec_016), ENTRY(gv_006_sb_028), ENTRY(gv_007_sb_020_sb_021),
    ENTRY(gv_010_sb_032), ENTRY(gv_011_sb_033), ENTRY(gv_012_sb_033), ENTRY(gv_013_sb_033),
    ENTRY(gv_014_sb_034), ENTRY(gv_015_ec_008_ec_019), ENTRY(gv_016_ec_011),
    ENTRY(gv_017_ec_012_ec_013), ENTRY(gv_018_ec_013), ENTRY(gv_020_nc_010_nc_011_nc_012),
    ENTRY(gv_021_nc_011_nc_012), ENTRY(gv_022_nc_011_nc_012), ENTRY(gv_023_nc_011_nc_012),
    ENTRY(gv_024_nc_012_nc_022), ENTRY(gv_025_nc_010_nc_013_nc_014), ENTRY(gv_026_nc_013_nc_014),
    ENTRY(gv_027_nc_013_nc_014_nc_022), ENTRY(gv_028_nc_010_nc_015_nc_016),
    ENTRY(gv_030_la_004_la_006_la_007_la_024_v0_032), ENTRY(gv_031_la_004), ENTRY(gv_032_la_004),
    ENTRY(gv_033_la_010), ENTRY(gv_034_la_011), ENTRY(gv_035_la_013_la_014_la_015_la_016),
    ENTRY(gv_036_la_017), ENTRY(gv_037_la_018_la_019), ENTRY(gv_038_la_032_v0_031),
    ENTRY(gv_040_ex_006_ex_007_v0_018), ENTRY(gv_041_ex_009), ENTRY(gv_042_ex_010),
    ENTRY(gv_043_ex_012), ENTRY(gv_044_ex_014), ENTRY(gv_045_ex_015), ENTRY(gv_046_ex_018),
    ENTRY(gv_047_ex_023), ENTRY(gv_048_ex_029_ex_030), ENTRY(gv_050_fp_005), ENTRY(gv_051_tp_018),
    ENTRY(gv_060_tp_020), ENTRY(gv_061_tp_020), ENTRY(gv_062_tp_020), ENTRY(gv_064_tp_023),
    ENTRY(gv_063_an_014), ENTRY(gv_065_an_015), ENTRY(gv_066_an_017_an_018), ENTRY(gv_067_an_021),
    ENTRY(gv_100_an_005_an_012_an_037), ENTRY(gv_101_an_005_an_038),
    ENTRY(gv_102_an_005_an_037_an_038), ENTRY(gv_103_an_015_an_016), ENTRY(gv_104_an_012_an_026),
    ENTRY(gv_105_an_026), ENTRY(gv_106_an_039), ENTRY(gv_107_an_033), ENTRY(gv_108_an_013_an_014),
    ENTRY(gv_109_an_015_an_016_an_025), ENTRY(gv_070_mt_027_mt_028_mt_033),
    ENTRY(gv_071_mt_023_mt_024), ENTRY(gv_072_mt_023), ENTRY(gv_073_mt_019),
    ENTRY(gv_074_mt_014_mt_017_mt_042), ENTRY(gv_075_mt_020_mt_021_mt_022), ENTRY(gv_076_mt_025),
    ENTRY(gv_077_mt_031), ENTRY(gv_080_v0_009), ENTRY(gv_081_v0_010_v0_039),
    ENTRY(gv_082_v0_022_v0_043), ENTRY(gv_083_v0_023), ENTRY(gv_084_v0_041), ENTRY(gv_085_v0_043),
    ENTRY(gv_086_v0_051), ENTRY(gv_087_v0_052), ENTRY(gv_088_v0_043), ENTRY(gv_089_v0_010_tp_022),
    ENTRY(gv_090_sl_006), ENTRY(gv_091_sl_008_sl_013), ENTRY(gv_092_sl_009_sl_013),
    ENTRY(gv_093_sl_010), ENTRY(gv_094_sl_008_sl_009_sl_010_sl_011), ENTRY(gv_095_sl_007_sl_013),
    ENTRY(gv_096_sl_003), ENTRY(gv_097_sl_014), ENTRY(every_vector_is_run),
    ENTRY(edited_files_hold_every_vector), ENTRY(written_files_hold_the_vectors_of_0x),
    ENTRY(the_reader_tells_right_from_wrong));
