/*
 * Refuses one piece of an arena. An arena takes memory by the block, so an allocator that fails
 * reaches few of the places that take from one; this reaches each of them.
 *
 * The linker puts itself between the library and vrmi_arena_take (--wrap); where it cannot, nothing
 * is ever refused, and refusals_work says so.
 */
#ifndef VRM_TEST_REFUSALS_H
#define VRM_TEST_REFUSALS_H

#include <stdbool.h>
#include <stdint.h>

bool refusals_work(void);

/* Of the pieces that are taken from now on, refuses the one that this many come before, and no
 * other; negative: none. */
void refuse_piece(int64_t number);

/* How many pieces were asked for since. */
int64_t pieces_asked(void);

#endif
