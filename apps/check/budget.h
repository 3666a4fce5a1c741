/* Budgets: what a file has of everything that a profile limits. */
#ifndef VRM_CHECK_BUDGET_H
#define VRM_CHECK_BUDGET_H

#include "profile.h"

typedef struct budget_row {
    budget_measure which;
    uint64_t value, limit;
} budget_row;

/* Begins as zeros: nothing was compared. */
typedef struct budget {
    const profile *profile; /* NULL: nothing was compared */
    budget_row rows[MEASURE_COUNT];
    uint32_t count;
} budget;

/* Compares a file of so many bytes with a profile, in the order of the measures. False: there is
 * not enough memory. */
bool budget_compare(const profile *profile, const vrm_model *model, uint64_t file_bytes,
                    budget *out);

bool budget_is_over(const budget_row *row);

#endif
