/* What differs between two files: the differences of the library, and those of motions and
 * pictures. */
#ifndef VRM_DIFF_CHANGES_H
#define VRM_DIFF_CHANGES_H

#include <stdbool.h>
#include <stdint.h>
#include <vrm/author.h>

/* The parts of the library, and those that only the command has. */
enum {
    PART_MOTION = VRM_DIFF_PART_COUNT,
    PART_PICTURES,
    PART_COUNT,
};

const char *part_word(vrm_diff_part part);
const char *part_heading(vrm_diff_part part); /* pass it to say */

/* Texts come from the files as they are: make them harmless. */
typedef struct diff_changes {
    vrm_difference *items;
    uint32_t count;
    uint64_t found; /* also those that were not kept: a file can have millions */
    uint32_t by_part[PART_COUNT];
    uint32_t left_out; /* a bit for each part that is not shown */
    struct change_text *texts;
    bool has_no_memory;
} diff_changes;

/* Takes the differences of a comparison, which outlives the list. */
void changes_take(diff_changes *list, const vrm_diff *diff);
void changes_release(diff_changes *list);

/* Adds a change of a part that only the command has: a value, or with a unit an amount. */
void change_add_value(diff_changes *list, vrm_diff_part part, const char *name, const char *field,
                      const char *value);
void change_add_amount(diff_changes *list, vrm_diff_part part, const char *name, const char *field,
                       double amount, const char *unit);

#endif
