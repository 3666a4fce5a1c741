/* Limits of joints in a file that is fixed or edited: what is not meant stays as it is written,
 * with its spaces, its order of members, and members that nobody knows. */
#include "support/edited.h"
#include "test.h"

#include <string.h>
#include <vrm/author/fix.h>

/* Limits as no library would write them. */
#define LIMIT_EXTENSION "'VRMC_springBone_limit' : "
#define CONE                                                                                       \
    LIMIT_EXTENSION "{'limit':{ 'cone':{'rotation':[0, 0.0,-0,1.00],'angle':5e-1}},"               \
                    "'specVersion':'1.0-draft','extras':{'by':'hand'}}"
#define SPHERICAL                                                                                  \
    LIMIT_EXTENSION "{'specVersion':'1.0','limit':{'spherical':{'yaw':0.25000,\n'pitch':1,"        \
                    "'later':[1,2]} }}"
#define ROTATED(rotation)                                                                          \
    LIMIT_EXTENSION "{'specVersion':'1.0-draft','limit':{'hinge':{'angle':25E-2,"                  \
                    "'rotation':" rotation "}}}"
/* Which kind is meant is a choice, which is left to its author. */
#define KINDS(angle)                                                                               \
    LIMIT_EXTENSION "{'specVersion':'1.0-draft','limit':{'hinge':{'angle':" #angle                 \
                    "},'cone':{'angle':2}}}"

#define LIMITED(node, members, extensions)                                                         \
    "{'node':" #node members ",'extensions':{" extensions "}}"
#define NODE(child, members) "{'translation':[0,-1,0]" members ",'children':[" #child "]}"
#define FILE_WITH(nodes, joints)                                                                   \
    "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm','VRMC_springBone',"                   \
    "'VRMC_springBone_limit','X'],'nodes':[" nodes "],'extensions':{'VRMC_vrm':{"                  \
    "'specVersion':'1.0'},'VRMC_springBone':{'specVersion':'1.0','springs':[{'joints':[" joints    \
    ",{'node':4}]}]}}}"

static void check_bytes(const uint8_t *bytes, size_t size, const char *json) {
    fixture expected = fixture_glb(json, NULL, 0);
    CHECK_INT(size, expected.size);
    CHECK(size == expected.size && memcmp(bytes, expected.bytes, size) == 0);
    fixture_free(&expected);
}

/* --- A fix --- */

/* The rotations of a node and of one limit are fixed, and the other limits are left. */
#define BROKEN(node_rotation, limit_rotation)                                                      \
    FILE_WITH(NODE(1, ",'rotation':" node_rotation) "," NODE(2, ) "," NODE(3, ) "," NODE(          \
                  4, ) ",{'translation':[0,-1,0]}",                                                \
              LIMITED(0, , CONE) "," LIMITED(1, , ROTATED(limit_rotation)) "," LIMITED(            \
                  2, , SPHERICAL) "," LIMITED(3, ",'stiffness':2", KINDS(1)))

TEST(er_022_sl_004_a_fix_keeps_limits_that_it_does_not_fix) {
    fixture file = fixture_glb(BROKEN("[0,0,2,0]", "[0,0,0,-2]"), NULL, 0);
    vrm_written *fixed = NULL;
    vrm_report *left = NULL;
    const uint8_t *bytes;
    size_t size = 0;
    REQUIRE(vrm_fix(file.bytes, file.size, NULL, &fixed, &left) == VRM_OK);
    CHECK_INT(vrm_written_change_count(fixed), 2);
    bytes = vrm_written_bytes(fixed, &size);
    check_bytes(bytes, size, BROKEN("[0,0,1,0]", "[0,0,0,-1]"));
    vrm_written_destroy(fixed);
    vrm_report_destroy(left);
    fixture_free(&file);
}

/* --- An edit --- */

static void check_edit(const char *json, const edit *edits, uint32_t count, const char *expected) {
    fixture file = fixture_glb(json, NULL, 0), out = edited(&file, edits, count);
    check_bytes(out.bytes, out.size, expected);
    fixture_free(&file);
    fixture_free(&out);
}

#define NODES(members_of_4)                                                                        \
    NODE(1, ) "," NODE(2, ) "," NODE(3, ) "," NODE(4, ) ",{'translation':[0,-1,0]" members_of_4 "}"
#define JOINTS "/extensions/VRMC_springBone/springs/0/joints"

/* Values of joints that have a limit, a joint before them, another extension beside a limit, and a
 * limit beside others. */
TEST(er_022_an_edit_keeps_limits_that_it_does_not_name) {
    static const edit edits[] = {
        {"/nodes/4/name", "\"hair\""},
        {JOINTS "/0", NULL},
        {JOINTS "/1/stiffness", "0.5"},
        {JOINTS "/2/extensions/X", NULL},
        {JOINTS "/3/extensions/VRMC_springBone_limit/limit/hinge/angle", "1.5"},
    };
    check_edit(FILE_WITH(NODES(""), "{'node':0}," LIMITED(1, ",'stiffness':2", CONE) "," LIMITED(
                                        2, , SPHERICAL ",'X':{}") "," LIMITED(3, , KINDS(1))),
               edits, 5,
               FILE_WITH(NODES(",'name':'hair'"),
                         LIMITED(1, ",'stiffness':0.5",
                                 CONE) "," LIMITED(2, , SPHERICAL) "," LIMITED(3, , KINDS(1.5))));
}

TEST_SUITE(fix_limit, ENTRY(er_022_sl_004_a_fix_keeps_limits_that_it_does_not_fix),
           ENTRY(er_022_an_edit_keeps_limits_that_it_does_not_name));
