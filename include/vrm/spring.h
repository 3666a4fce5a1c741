/**
 * @file spring.h
 * Control the springs of a running avatar (SB): restart them, change modes, weights, wind and
 * joints, add colliders, and draw debug lines.
 *
 * The rules of avatar.h hold here too.
 *
 * Stable (docs/reference/abi.md).
 */
#ifndef VRM_SPRING_H
#define VRM_SPRING_H

#include "vrm/avatar.h"

/**
 * Restarts springs from their rest pose at the next update (SB-051).
 *
 * @param avatar  An avatar.
 * @param spring  An index into the springs of vrm_tables, or VRM_ALL.
 * @task Reset hair and clothes
 * @threads one
 */
VRM_API void vrm_avatar_reset_springs(vrm_avatar *avatar, int32_t spring);

/** The mode of a spring. */
typedef int32_t vrm_spring_mode;

enum {
    VRM_SPRING_MODE_RUN = 0,   /**< It moves. */
    VRM_SPRING_MODE_HOLD = 1,  /**< It keeps its present shape and can continue from there. */
    VRM_SPRING_MODE_TRACK = 2, /**< It keeps simulating, but the frame shows the unmodified pose. */
    VRM_SPRING_MODE_OFF =
        3 /**< The frame shows the pose; it restarts from rest when it runs again. */
};

/**
 * Sets the mode of a spring.
 *
 * @param avatar  An avatar.
 * @param spring  An index into the springs of vrm_tables, or VRM_ALL.
 * @param mode    A VRM_SPRING_MODE_ constant.
 * @task Pause or switch off springs
 * @threads one
 */
VRM_API void vrm_avatar_set_spring_mode(vrm_avatar *avatar, int32_t spring, vrm_spring_mode mode);

/**
 * Returns the mode of a spring.
 *
 * @param avatar  An avatar.
 * @param spring  An index into the springs of vrm_tables.
 * @return A VRM_SPRING_MODE_ constant; VRM_SPRING_MODE_OFF for an index out of range.
 * @threads one
 */
VRM_API vrm_spring_mode vrm_avatar_spring_mode(const vrm_avatar *avatar, int32_t spring);

/**
 * Sets how much of a spring's motion is shown; the rest is the pose. The simulation does not
 * change.
 *
 * @param avatar  An avatar.
 * @param spring  An index into the springs of vrm_tables, or VRM_ALL.
 * @param weight  0 to 1; clamped.
 * @task Weaken springs
 * @threads one
 */
VRM_API void vrm_avatar_set_spring_weight(vrm_avatar *avatar, int32_t spring, float weight);

/**
 * Returns how much of a spring's motion is shown.
 *
 * @param avatar  An avatar.
 * @param spring  An index into the springs of vrm_tables.
 * @return 0 to 1; 0 for an index out of range.
 * @threads one
 */
VRM_API float vrm_avatar_spring_weight(const vrm_avatar *avatar, int32_t spring);

/**
 * Sets the wind: a force that acts on all springs in addition to gravity (SB-053).
 *
 * @param avatar  An avatar.
 * @param force   In world space, in the unit of gravityPower.
 * @task Blow wind through hair and clothes
 * @threads one
 */
VRM_API void vrm_avatar_set_wind(vrm_avatar *avatar, const vrm_vec3 *force);

/** Calls vrm_avatar_set_wind with a value. */
static inline void vrm_avatar_set_wind_value(vrm_avatar *avatar, vrm_vec3 force) {
    vrm_avatar_set_wind(avatar, &force);
}

/**
 * Returns the force that acts on all springs.
 *
 * @param avatar  An avatar.
 * @param out     Receives the force.
 * @threads one
 */
VRM_API void vrm_avatar_get_wind(const vrm_avatar *avatar, vrm_vec3 *out);

/** Returns the result of vrm_avatar_get_wind by value. */
static inline vrm_vec3 vrm_avatar_wind(const vrm_avatar *avatar) {
    vrm_vec3 out = {0.0f, 0.0f, 0.0f};
    vrm_avatar_get_wind(avatar, &out);
    return out;
}

/**
 * Sets a force that acts on one spring, in addition to that of vrm_avatar_set_wind.
 *
 * @param avatar  An avatar.
 * @param spring  An index into the springs of vrm_tables, or VRM_ALL.
 * @param force   In world space, in the unit of gravityPower.
 * @threads one
 */
VRM_API void vrm_avatar_set_spring_wind(vrm_avatar *avatar, int32_t spring, const vrm_vec3 *force);

/** Calls vrm_avatar_set_spring_wind with a value. */
static inline void vrm_avatar_set_spring_wind_value(vrm_avatar *avatar, int32_t spring,
                                                    vrm_vec3 force) {
    vrm_avatar_set_spring_wind(avatar, spring, &force);
}

/**
 * Returns the force that acts on one spring alone.
 *
 * @param avatar  An avatar.
 * @param spring  An index into the springs of vrm_tables.
 * @param out     Receives the force; zero for an index out of range.
 * @threads one
 */
VRM_API void vrm_avatar_get_spring_wind(const vrm_avatar *avatar, int32_t spring, vrm_vec3 *out);

/** Returns the result of vrm_avatar_get_spring_wind by value. */
static inline vrm_vec3 vrm_avatar_spring_wind(const vrm_avatar *avatar, int32_t spring) {
    vrm_vec3 out = {0.0f, 0.0f, 0.0f};
    vrm_avatar_get_spring_wind(avatar, spring, &out);
    return out;
}

/**
 * Sets the node whose space a spring moves in. Its motion continues.
 *
 * @param avatar  An avatar.
 * @param spring  An index into the springs of vrm_tables.
 * @param node    The index of a node; VRM_NONE is the world.
 * @threads one
 */
VRM_API void vrm_avatar_set_spring_center(vrm_avatar *avatar, int32_t spring, int32_t node);

/**
 * Returns the node whose space a spring moves in.
 *
 * @param avatar  An avatar.
 * @param spring  An index into the springs of vrm_tables.
 * @return The index of a node; VRM_NONE is the world.
 * @threads one
 */
VRM_API int32_t vrm_avatar_spring_center(const vrm_avatar *avatar, int32_t spring);

/** The settings of a spring joint that can change at run time. Frozen. */
typedef struct vrm_spring_joint_settings {
    float hit_radius;     /**< In meters, in the space of the joint's node. */
    float stiffness;      /**< How strongly the joint returns to its rest pose. */
    float gravity_power;  /**< The strength of gravity. */
    float drag_force;     /**< 0 to 1. */
    vrm_vec3 gravity_dir; /**< The direction of gravity, in world space. */
} vrm_spring_joint_settings;

/**
 * Returns the settings of a joint.
 *
 * @param avatar  An avatar.
 * @param joint   An index into the spring joints of vrm_tables.
 * @param out     Receives the settings; zeros for an index out of range.
 * @threads one
 */
VRM_API void vrm_avatar_get_spring_joint(const vrm_avatar *avatar, int32_t joint,
                                         vrm_spring_joint_settings *out);

/**
 * Changes the settings of a joint. Values out of range are clamped as on loading.
 *
 * @param avatar    An avatar.
 * @param joint     An index into the spring joints of vrm_tables.
 * @param settings  The settings; NULL means those of the file.
 * @task Change stiffness, gravity or drag at run time
 * @threads one
 */
VRM_API void vrm_avatar_set_spring_joint(vrm_avatar *avatar, int32_t joint,
                                         const vrm_spring_joint_settings *settings);

/**
 * Sets a collider of the application. It acts on every spring, after the spring's own colliders.
 *
 * @param avatar    An avatar.
 * @param index     Below the collider_capacity of the desc.
 * @param collider  The collider; NULL removes it. If its node is VRM_NONE, then offset, tail and
 *                  radius are in world space; else in the space of the node as pose, lookAt and
 *                  constraints place it.
 * @task Push hair aside with my own collider
 * @threads one
 */
VRM_API void vrm_avatar_set_collider(vrm_avatar *avatar, uint32_t index,
                                     const vrm_spring_collider *collider);

/**
 * Restarts the springs and simulates them with the present inputs. The first frame then shows hair
 * at rest under gravity. Call it after vrm_avatar_update.
 *
 * @param avatar   An avatar.
 * @param seconds  The simulated time; at most 10.
 * @task Start with hair at rest
 * @threads one
 */
VRM_API void vrm_avatar_warm_up(vrm_avatar *avatar, float seconds);

/** What a debug line shows. */
typedef int32_t vrm_line_kind;

enum {
    VRM_LINE_KIND_JOINT = 0,    /**< From the head of a joint to its tail. */
    VRM_LINE_KIND_TAIL = 1,     /**< The sphere around a tail that colliders push: three circles. */
    VRM_LINE_KIND_COLLIDER = 2, /**< Circles and edges; of a plane, a square and its normal. */
    VRM_LINE_KIND_LIMIT = 3     /**< The border of a joint's limit, at the distance of its tail. */
};

/** A line in world space. Frozen. */
typedef struct vrm_line {
    vrm_vec3 from;      /**< One end. */
    vrm_vec3 to;        /**< The other end. */
    vrm_line_kind kind; /**< What it shows. */
    int32_t index;      /**< Of the joint or collider; the application's follow those of the model,
                             and those of its crowd follow them (vrm_crowd_set_collider). */
} vrm_line;

/**
 * Computes lines that show the springs and their colliders.
 *
 * @param avatar    An avatar.
 * @param out       Receives the lines that fit; may be NULL if capacity is 0.
 * @param capacity  How many lines `out` can hold.
 * @return The number of all lines.
 * @task Show springs and colliders as lines
 * @threads one
 */
VRM_API size_t vrm_avatar_debug_lines(const vrm_avatar *avatar, vrm_line *out, size_t capacity);

#endif
