/**
 * @file crowd.h
 * Many avatars in one call.
 *
 * A crowd owns its avatars, and every function of avatar.h works on them between updates. An avatar
 * moves in a crowd exactly as it moves alone, bit for bit, with any number of other avatars and
 * threads. With colliders of the crowd, it moves as it would alone with the same colliders
 * (vrm_avatar_set_collider). You may restore the bytes of vrm_avatar_save alone or in any other
 * crowd.
 *
 * The host provides threads. A crowd belongs to one thread at a time; vrm_crowd_update updates its
 * avatars on the threads of the host's `parallel_for`.
 *
 * Stable (docs/reference/abi.md).
 */
#ifndef VRM_CROWD_H
#define VRM_CROWD_H

#include "vrm/avatar.h"
#include "vrm/base.h"
#include "vrm/model.h"

/** A set of avatars that are updated together. */
typedef struct vrm_crowd vrm_crowd;

/** Does the work of the range from `begin` up to, but not including, `end`. */
typedef void vrm_range_fn(int32_t begin, int32_t end, void *context);

/**
 * The host's job system. It calls `work` with `context` for ranges that together cover 0 to
 * `count`, each at least `min_range` long except the last, on any threads. It returns when all
 * ranges are done.
 */
typedef void vrm_parallel_for(int32_t count, int32_t min_range, vrm_range_fn *work, void *context,
                              void *user);

/** Settings of a crowd. Fill them with vrm_crowd_desc_init, then change what you need. */
typedef struct vrm_crowd_desc {
    uint32_t struct_size; /**< Set by vrm_crowd_desc_init. */
    uint32_t flags;       /**< None exist yet: 0. */
    const vrm_allocator
        *allocator; /**< Copied. Of the crowd and its avatars. NULL: malloc, free. */
    vrm_parallel_for *parallel_for; /**< NULL: everything runs on the calling thread. */
    void *parallel_user;            /**< Passed to `parallel_for`. */
    uint32_t collider_capacity;     /**< Colliders that all avatars share. Default: 0. */
    /** How many of these one avatar can collide with in an update. 0: 16. */
    uint32_t near_capacity;
} vrm_crowd_desc;

/**
 * Creates an empty crowd.
 *
 * @param desc        Optional settings; NULL means the defaults.
 * @param out_crowd   Receives the crowd, or NULL on failure.
 * @param out_report  Receives the report; may be NULL. On failure it has the reason, also for a
 *                    NULL argument or a bad desc.
 * @return VRM_OK, VRM_ERROR_INVALID_ARGUMENT or VRM_ERROR_OUT_OF_MEMORY.
 * @ownership The caller destroys the crowd with vrm_crowd_destroy and the report with
 * vrm_report_destroy.
 * @task Update many avatars on many threads
 * @threads any
 */
VRM_API vrm_result vrm_crowd_create(const vrm_crowd_desc *desc, vrm_crowd **out_crowd,
                                    vrm_report **out_report);

/**
 * Updates all avatars of a crowd, each with its detail. It allocates nothing.
 *
 * @param crowd  A crowd.
 * @param dt     Seconds since the last update; see vrm_avatar_update.
 * @task Advance all avatars by one frame
 * @threads one; the work itself runs on the threads of `parallel_for`
 */
VRM_API void vrm_crowd_update(vrm_crowd *crowd, float dt);

/**
 * Destroys a crowd and all avatars in it.
 *
 * @param crowd  A crowd, or NULL.
 * @threads one
 */
VRM_API void vrm_crowd_destroy(vrm_crowd *crowd);

/**
 * Creates an avatar in a crowd, as vrm_avatar_create does, but with the allocator of the crowd. Its
 * address does not change until it is removed, and pointers to other avatars remain valid.
 *
 * @param crowd       A crowd.
 * @param model       The model; the avatar holds a reference to it.
 * @param desc        Optional settings; NULL means the defaults.
 * @param out_avatar  Receives the avatar, or NULL on failure.
 * @param out_report  Receives the report; may be NULL. On failure it has the reason, also for a
 *                    NULL argument or a bad desc.
 * @return VRM_OK, VRM_ERROR_INVALID_ARGUMENT or VRM_ERROR_OUT_OF_MEMORY.
 * @ownership The crowd owns the avatar. vrm_crowd_remove and vrm_avatar_destroy both remove it. The
 * caller destroys the report with vrm_report_destroy.
 * @task Add an avatar to a crowd
 * @threads one
 */
VRM_API vrm_result vrm_crowd_add(vrm_crowd *crowd, vrm_model *model, const vrm_avatar_desc *desc,
                                 vrm_avatar **out_avatar, vrm_report **out_report);

/**
 * Removes an avatar from a crowd and destroys it. Pointers to other avatars remain valid.
 *
 * @param crowd   A crowd.
 * @param avatar  An avatar of this crowd; any other does nothing.
 * @threads one
 */
VRM_API void vrm_crowd_remove(vrm_crowd *crowd, vrm_avatar *avatar);

/**
 * Returns how many avatars a crowd has.
 *
 * @param crowd  A crowd.
 * @return The count.
 * @threads one
 */
VRM_API uint32_t vrm_crowd_count(const vrm_crowd *crowd);

/**
 * Returns one avatar of a crowd. The order is unspecified, and it changes when avatars are added
 * and removed.
 *
 * @param crowd  A crowd.
 * @param index  Below vrm_crowd_count.
 * @return The avatar; NULL if the index is out of range.
 * @ownership The crowd owns the avatar.
 * @threads one
 */
VRM_API vrm_avatar *vrm_crowd_get(const vrm_crowd *crowd, uint32_t index);

/** A collider of a crowd, in world space: a hand, a prop. Frozen. */
typedef struct vrm_crowd_collider {
    vrm_collider_shape shape; /**< VRM_COLLIDER_SPHERE or VRM_COLLIDER_CAPSULE; NONE: none. */
    vrm_vec3 position;        /**< The center, or one end of a capsule. */
    vrm_vec3 tail;            /**< Of a capsule: its other end. */
    float radius;             /**< In meters. */
    const vrm_avatar *owner;  /**< An avatar of this crowd that ignores it, or NULL. */
} vrm_crowd_collider;

/**
 * Sets a collider that all avatars of a crowd share. vrm_crowd_update applies it to every spring,
 * in the order of collider indices, after the colliders of the model and those of
 * vrm_avatar_set_collider. It tests only colliders that are near, so hundreds of hands cost little.
 *
 * All steps of an update use the present position of a collider; earlier positions are not kept. To
 * sweep hair aside with a fast object, set a capsule from its previous position to its present one.
 *
 * An avatar does not sleep (VRM_AVATAR_FLAG_SLEEP) while a collider is within its reach. A collider
 * is removed when its owner leaves the crowd. Saves do not contain colliders.
 *
 * @param crowd     A crowd.
 * @param index     Below the collider_capacity of the desc; any other does nothing.
 * @param collider  The collider; NULL removes it. One with another shape, numbers that are not
 *                  finite, or an owner that is not in this crowd does nothing.
 * @task Let the hand of one avatar move the hair of another
 * @threads one
 */
VRM_API void vrm_crowd_set_collider(vrm_crowd *crowd, uint32_t index,
                                    const vrm_crowd_collider *collider);

/**
 * Returns how many colliders of its crowd were within the reach of an avatar's springs in its last
 * update. If it is the near_capacity of the desc, there may have been more; only those with the
 * lowest indices acted.
 *
 * @param crowd   A crowd.
 * @param avatar  An avatar of this crowd.
 * @return The count; 0 for any other avatar.
 * @threads one
 */
VRM_API uint32_t vrm_crowd_near_count(const vrm_crowd *crowd, const vrm_avatar *avatar);

/**
 * Moves the world's origin: calls vrm_avatar_shift_origin for all avatars, and shifts the crowd's
 * colliders.
 *
 * @param crowd  A crowd.
 * @param shift  Added to every position in the world.
 * @threads one
 */
VRM_API void vrm_crowd_shift_origin(vrm_crowd *crowd, const vrm_vec3 *shift);

/** Calls vrm_crowd_shift_origin with a value. */
static inline void vrm_crowd_shift_origin_value(vrm_crowd *crowd, vrm_vec3 shift) {
    vrm_crowd_shift_origin(crowd, &shift);
}

/**
 * How much of an avatar a crowd updates, and how often. Set it for each avatar, or for all by
 * distance with vrm_crowd_set_detail_by_distance. It belongs to the crowd: vrm_avatar_save does not
 * contain it, except how far springs are blended out.
 */
typedef int32_t vrm_crowd_detail;

enum {
    VRM_CROWD_DETAIL_FULL = 0,   /**< Every update. */
    VRM_CROWD_DETAIL_HALF = 1,   /**< Every second update, with the time of both. */
    VRM_CROWD_DETAIL_FROZEN = 2, /**< Not at all: its frame stays as it is. */
    /** Every update, but without springs: their joints follow the pose, rigid on the body. Springs
     * are blended out within half a second. With another detail they are blended in over the same
     * time, and start from rest at the avatar's present position (UO-013). */
    VRM_CROWD_DETAIL_RIGID = 3
};

/**
 * Sets how much of an avatar is updated, and how often (default: VRM_CROWD_DETAIL_FULL).
 *
 * @param crowd   A crowd.
 * @param avatar  An avatar of this crowd.
 * @param detail  A VRM_CROWD_DETAIL_ constant.
 * @threads one
 */
VRM_API void vrm_crowd_set_detail(vrm_crowd *crowd, vrm_avatar *avatar, vrm_crowd_detail detail);

/**
 * Returns the detail that was set for an avatar.
 *
 * @param crowd   A crowd.
 * @param avatar  An avatar of this crowd.
 * @return A VRM_CROWD_DETAIL_ constant; VRM_CROWD_DETAIL_FULL for an avatar that is not in it.
 * @threads one
 */
VRM_API vrm_crowd_detail vrm_crowd_avatar_detail(const vrm_crowd *crowd, const vrm_avatar *avatar);

/**
 * The distances at which details begin. Fill it with vrm_detail_rule_init, then change what you
 * need.
 *
 * Distances are in meters. The defaults fit an avatar of human size and a vertical field of view of
 * 60 degrees: an avatar at 20 meters then takes 1/14 of the picture's height. A detail whose
 * distance is 0 is not used.
 */
typedef struct vrm_detail_rule {
    uint32_t struct_size;  /**< Set by vrm_detail_rule_init. */
    float half_distance;   /**< Of VRM_CROWD_DETAIL_HALF. Default: 8. */
    float rigid_distance;  /**< Of VRM_CROWD_DETAIL_RIGID. Default: 20. */
    float frozen_distance; /**< Of VRM_CROWD_DETAIL_FROZEN. Default: 100. */
    /** Hysteresis as a part of the distance: an avatar must come nearer by this part before it has
     * the finer detail again. It avoids a change with every step along the border. 0 to 1;
     * clamped. Default: 0.1. */
    float margin;
} vrm_detail_rule;

/**
 * Returns the detail of an avatar at a distance. It depends only on its parameters.
 *
 * @param rule      The distances; NULL means the defaults.
 * @param distance  From the eye to the avatar, in meters.
 * @param previous  The detail that the avatar has now.
 * @return A VRM_CROWD_DETAIL_ constant; `previous` if the rule was not initialized, or if the
 * distance is not a number.
 * @threads any
 */
VRM_API vrm_crowd_detail vrm_detail_for_distance(const vrm_detail_rule *rule, float distance,
                                                 vrm_crowd_detail previous);

/**
 * Sets the detail of all avatars of a crowd by the distance of their roots from an eye, with
 * vrm_detail_for_distance. It allocates nothing. Call it before vrm_crowd_update, as often as you
 * like. To give single avatars another detail, set it afterwards.
 *
 * @param crowd  A crowd.
 * @param rule   The distances; NULL means the defaults. A rule that was not initialized does
 *               nothing.
 * @param eye    The position of the camera in world space.
 * @task Reduce the detail of distant avatars
 * @threads one
 */
VRM_API void vrm_crowd_set_detail_by_distance(vrm_crowd *crowd, const vrm_detail_rule *rule,
                                              const vrm_vec3 *eye);

/** Calls vrm_crowd_set_detail_by_distance with a value. */
static inline void vrm_crowd_set_detail_by_distance_value(vrm_crowd *crowd,
                                                          const vrm_detail_rule *rule,
                                                          vrm_vec3 eye) {
    vrm_crowd_set_detail_by_distance(crowd, rule, &eye);
}

/**
 * Fills in the default settings of a crowd. Call it through the macro vrm_crowd_desc_init.
 *
 * @param desc         Receives the defaults.
 * @param struct_size  The size of the caller's struct.
 * @threads any
 */
VRM_API void vrm_crowd_desc_init_sized(vrm_crowd_desc *desc, size_t struct_size);
/** Fills in the default settings of a crowd. */
#define vrm_crowd_desc_init(desc) vrm_crowd_desc_init_sized((desc), sizeof *(desc))

/**
 * Fills in the default distances. Call it through the macro vrm_detail_rule_init.
 *
 * @param rule         Receives the defaults.
 * @param struct_size  The size of the caller's struct.
 * @threads any
 */
VRM_API void vrm_detail_rule_init_sized(vrm_detail_rule *rule, size_t struct_size);
/** Fills in the default distances. */
#define vrm_detail_rule_init(rule) vrm_detail_rule_init_sized((rule), sizeof *(rule))

#endif
