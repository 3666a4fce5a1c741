/*
 * Descs: the structs in which callers say what they want. All of them begin alike, and may be of
 * another size than ours: vrm/base.h has the rule, and this is the one place that applies it.
 */
#ifndef VRMI_BASE_DESC_H
#define VRMI_BASE_DESC_H

#include "base/private_api.h"
#include "vrm/base.h"

#include <stdbool.h>
#include <stddef.h>

/* What every desc begins with; `flags` is named `reserved` where there are none. */
typedef struct vrmi_desc_head {
    uint32_t struct_size;
    uint32_t flags;
    const vrm_allocator *allocator;
} vrmi_desc_head;

/* For use beside each desc: it begins as vrmi_desc_head does, with `second` for the flags. */
#define VRMI_DESC_CHECK(type, second)                                                              \
    _Static_assert(offsetof(type, struct_size) == 0 &&                                             \
                       offsetof(type, second) == offsetof(vrmi_desc_head, flags) &&                \
                       offsetof(type, allocator) == offsetof(vrmi_desc_head, allocator),           \
                   #type " does not begin as descs do")

/* The same for a desc that has the settings of a load instead of an allocator. */
#define VRMI_LOAD_DESC_CHECK(type, second)                                                         \
    _Static_assert(offsetof(type, struct_size) == 0 &&                                             \
                       offsetof(type, second) == offsetof(vrmi_desc_head, flags) &&                \
                       offsetof(type, load) == offsetof(vrmi_desc_head, allocator),                \
                   #type " does not begin as descs with a load do")

/* The size of a struct up to and with the field `last`. The first version of a struct had this size
 * at least; sizeof is that of today, and would refuse older programs once the struct has grown. */
#define VRMI_SIZE_UP_TO(type, last) (offsetof(type, last) + sizeof(((type *)0)->last))

/* Writes zeros and the size; leaves alone what cannot be a desc. */
VRMI_API void vrmi_desc_init(void *desc, size_t struct_size);

/*
 * Copies a struct of the caller's that begins with its size into `out`, which has all fields that
 * we know, by the same rule; there are no flags and no allocator in it.
 */
bool vrmi_sized_read(void *out, size_t out_size, size_t least_size, const void *from);

/* Copies as much of `from` as the caller's struct has room for by its own size, and leaves that as
 * it is. False: it was not prepared. */
VRMI_API bool vrmi_sized_write(void *to, size_t least_size, const void *from, size_t from_size);

/* The same for a struct that has flags behind its size. False, too: one is not in `known_flags`. */
VRMI_API bool vrmi_flagged_read(void *out, size_t out_size, size_t least_size, const void *desc,
                                uint32_t known_flags);

/*
 * Copies the caller's `desc` into `out`, which has all fields that we know: `out_size` bytes.
 * Fields that the caller's desc is too short for, and all of them where it is NULL, are zero.
 * False: the desc is shorter than `least_size`, the size of its first version; or it sets a field
 * behind our last, flags that are not `known_flags`, or half an allocator. `out` is then not to be
 * used.
 */
VRMI_API bool vrmi_desc_read(void *out, size_t out_size, size_t least_size, const void *desc,
                             uint32_t known_flags);

#endif
