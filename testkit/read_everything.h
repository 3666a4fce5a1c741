/*
 * What must hold for every model that was loaded, however hostile its file. Used by tests and by
 * the fuzz targets, so nothing here needs the test framework.
 */
#ifndef VRM_TEST_READ_EVERYTHING_H
#define VRM_TEST_READ_EVERYTHING_H

#include <vrm/vrm.h>

/* What is wrong with the tables, or NULL: every index within its table, nodes a forest, strings
 * ended, numbers finite, counts that agree. */
const char *check_invariants(const vrm_gltf *gltf);

/*
 * Makes every vrm_model_read_ call that the model has something for, into memory of exactly the
 * size that the call asks for. Returns what is wrong with the results, or NULL. What is larger than
 * `budget` floats in sum is left unread. `*checksum` (may be NULL) depends on all that was read, so
 * that no compiler can drop the work.
 */
const char *read_everything(const vrm_model *model, uint64_t budget, uint64_t *checksum);

/* What is wrong with a report, or NULL: text without control characters, counts that agree. */
const char *check_report(const vrm_report *report, vrm_result result);

#endif
