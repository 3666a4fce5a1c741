/*
 * A file for tests of 0.x: a small tree, meshes, materials and textures, to which a test adds what
 * it wants to see in the extension VRM.
 */
#ifndef VRM_TEST_VRM0_FIXTURE_H
#define VRM_TEST_VRM0_FIXTURE_H

#include "support/fixture.h"

/*
 * `vrm` is what stands between the braces of the object VRM. The file around it:
 *
 *   node 0        (0, 1, 0), children 1, 5, 6, 8, 10
 *     node 1      (0, 0, .1), children 2, 4
 *       node 2    (0, -.1, 0), child 3
 *         node 3  (0, -.1, 0)
 *       node 4    (.1, 0, 0)
 *     node 5, 6   mesh 0: 2 morph targets, "frown" and "smile"
 *     node 8      scale 2, child 9
 *       node 9    (0, 0, -.1)
 *     node 10     mesh 1: 1 morph target
 *   node 7        a root of its own, without children
 *
 *   materials     skin, hair, skin, cloth
 *   textures      5, with the images 1, 0, 2, 1, 2
 */
loaded load_vrm0(const char *vrm);

/* A file of the corpus. Skips the test and has no tables where it is absent. */
loaded load_vrm0_corpus(const char *path);

/* An expression by its preset, or by its name where that is VRM_NONE; NULL where there is none. */
const vrm_expression *find_vrm0_expression(const loaded *file, int32_t preset, const char *name);

/* How many diagnostics there are whose pointer begins like this. Bones that are missing do not
 * count: the tree is no whole body. */
int found_below(const loaded *file, const char *pointer);

#endif
