/*
 * crowd.h: many avatars in one call.
 *
 * A crowd owns its avatars; every function of avatar.h works on them, between updates:
 * vrm_avatar_destroy also takes the avatar out of its crowd. What an
 * avatar does in a crowd is what it does alone, bit for bit, whatever else is in the crowd, in
 * whatever order it was added, and however many threads there are. An avatar's bytes
 * (vrm_avatar_save) may be restored alone or in any other crowd.
 *
 * Threads are the host's. A crowd belongs to one thread at a time; during vrm_crowd_update its
 * avatars are worked on by whatever threads `parallel_for` uses.
 */
#ifndef VRM_CROWD_H
#define VRM_CROWD_H

#include "vrm/avatar.h"
#include "vrm/base.h"
#include "vrm/model.h"

typedef struct vrm_crowd vrm_crowd;

/* Does the work for [begin, end). */
typedef void vrm_range_fn(int32_t begin, int32_t end, void *context);

/*
 * The host's job system: calls `fn` for ranges that cover [0, count), each at least `min_range`
 * long but for the last, on any threads, and returns when all of it is done.
 */
typedef void vrm_parallel_for(int32_t count, int32_t min_range, vrm_range_fn *fn, void *context,
                              void *user);

/* Fill with vrm_crowd_desc_init, then change what you need. */
typedef struct vrm_crowd_desc {
    uint32_t struct_size;
    uint32_t reserved;              /* 0 */
    const vrm_allocator *allocator; /* of the crowd and its avatars; NULL: malloc and free */
    vrm_parallel_for *parallel_for; /* NULL: on the calling thread alone */
    void *parallel_user;
} vrm_crowd_desc;

VRM_API void vrm_crowd_desc_init_sized(vrm_crowd_desc *desc, size_t struct_size);
#define vrm_crowd_desc_init(desc) vrm_crowd_desc_init_sized((desc), sizeof *(desc))

/* `desc` may be NULL. NULL: a bad desc, or memory was refused. Destroys its avatars too. */
VRM_API vrm_crowd *vrm_crowd_create(const vrm_crowd_desc *desc);
VRM_API void vrm_crowd_destroy(vrm_crowd *crowd);

/*
 * A new avatar, as vrm_avatar_create makes it, but with the crowd's allocator. Its address stays
 * the same until it is removed. NULL: memory was refused. Others are not disturbed by either.
 */
VRM_API vrm_avatar *vrm_crowd_add(vrm_crowd *crowd, vrm_model *model, const vrm_avatar_desc *desc);
VRM_API void vrm_crowd_remove(vrm_crowd *crowd, vrm_avatar *avatar);

/* How many there are, and each of them, in an order that adding and removing changes. */
VRM_API uint32_t vrm_crowd_count(const vrm_crowd *crowd);
VRM_API vrm_avatar *vrm_crowd_get(const vrm_crowd *crowd, uint32_t index);

/* How often an avatar is updated; the host decides by distance or by need. */
enum {
    VRM_DETAIL_FULL = 0,  /* with every update */
    VRM_DETAIL_HALF = 1,  /* with every second one, with the time of both */
    VRM_DETAIL_FROZEN = 2 /* not at all: its frame stays; it goes on from there without a kick */
};
VRM_API void vrm_crowd_set_detail(vrm_crowd *crowd, vrm_avatar *avatar, int32_t detail);

/* vrm_avatar_update of all of them, as their detail says. Allocates nothing. */
VRM_API void vrm_crowd_update(vrm_crowd *crowd, float dt);

#endif
