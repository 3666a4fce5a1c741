/* What must hold for the tables of every avatar that was loaded, however hostile its file. Needs no
 * test framework: the fuzz targets use it too. */
#ifndef VRM_TEST_CHECK_TABLES_H
#define VRM_TEST_CHECK_TABLES_H

#include <vrm/vrm.h>

/* What is wrong, or NULL: every index within its table, numbers finite, joints in their springs and
 * each once in the order of updates. */
const char *check_tables(const vrm_gltf *gltf, const vrm_tables *tables);

#endif
