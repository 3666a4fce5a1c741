/*
 * A file for tests of VRMC_springBone: a small tree, to which a test adds what it wants to see in
 * the extension.
 */
#ifndef VRM_TEST_SPRING_FIXTURE_H
#define VRM_TEST_SPRING_FIXTURE_H

#include "support/fixture.h"

/*
 * `spring_bone` is what stands between the braces of the object VRMC_springBone, behind its
 * specVersion. The file around it:
 *
 *   node 0            (0, 1, 0), children 1, 7
 *     node 1          (0, 0, .5)
 *       node 2        (0, -.1, 0)
 *         node 3      (0, -.2, 0)
 *           node 4    (0, -.4, 0), children 5, 6
 *             node 5  (0, -.8, 0)
 *             node 6  at its parent
 *     node 7          (1, 0, 0), a quarter turn about Y, scale 2
 *       node 8        (0, 0, 1)
 *         node 9      (0, 0, 1)
 *   node 10           a root of its own
 */
loaded load_springs(const char *spring_bone);

#define SPRING_BONE "/extensions/VRMC_springBone"

/* "{'joints':[{'node':1},{'node':2}]}" and so on; for a list of springs. */
#define JOINTS_2(a, b) "'joints':[{'node':" #a "},{'node':" #b "}]"
#define JOINTS_3(a, b, c) "'joints':[{'node':" #a "},{'node':" #b "},{'node':" #c "}]"
#define JOINTS_4(a, b, c, d)                                                                       \
    "'joints':[{'node':" #a "},{'node':" #b "},{'node':" #c "},{'node':" #d "}]"

/* How often the report has this code. */
int count_found(const loaded *file, const char *code);

/* Whether the joints of a spring are these pairs of head and tail. */
typedef struct pair {
    int32_t head, tail;
} pair;
void check_pairs(const loaded *file, uint32_t spring, const pair *pairs, uint32_t count);
#define CHECK_PAIRS(file, spring, ...)                                                             \
    check_pairs(file, spring, (const pair[]){__VA_ARGS__},                                         \
                sizeof((const pair[]){__VA_ARGS__}) / sizeof(pair))

/* Whether heads are updated in this order. */
void check_update_order(const loaded *file, const int32_t *heads, uint32_t count);
#define CHECK_UPDATE_ORDER(file, ...)                                                              \
    check_update_order(file, (const int32_t[]){__VA_ARGS__},                                       \
                       sizeof((const int32_t[]){__VA_ARGS__}) / sizeof(int32_t))

void check_vec3(vrm_vec3 got, double x, double y, double z);

#endif
