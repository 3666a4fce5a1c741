/**
 * @file camera.h
 * Cameras: frame an avatar, and find the point under a cursor. A part of vrm::render that needs no
 * GL.
 *
 * @code
 * vrm_view view;
 * vrm_framing framing;
 * vrm_view_init(&view);
 * view.width = 640, view.height = 480;
 * vrm_framing_init(&framing);
 * framing.shot = VRM_SHOT_PORTRAIT;
 * vrm_view_frame(&view, avatar, &framing, NULL); // after vrm_avatar_update
 * // In each frame: the avatar looks at the cursor.
 * vrm_avatar_look_at(avatar, vrm_view_look_at_point(&view, vrm_avatar_eye_position(avatar), x, y));
 * @endcode
 *
 * Experimental: may change in any minor release (docs/reference/abi.md).
 */
#ifndef VRM_CAMERA_H
#define VRM_CAMERA_H

#include <vrm/render.h>

/** A camera with perspective, as vrm_view_look_at_value takes it. Frozen. */
typedef struct vrm_camera {
    vrm_vec3 eye;    /**< The position of the camera in the world, in meters. */
    vrm_vec3 target; /**< The point that it looks at. */
    vrm_vec3 up;     /**< The up direction. */
    float fov;       /**< The vertical field of view in radians. */
    float z_near;    /**< Distance of the near plane. */
    float z_far;     /**< Distance of the far plane. */
} vrm_camera;

/** How much of an avatar a picture shows. */
typedef int32_t vrm_shot;

enum {
    VRM_SHOT_FULL = 0,     /**< The whole body. */
    VRM_SHOT_UPPER = 1,    /**< From the hips up. */
    VRM_SHOT_PORTRAIT = 2, /**< Head and shoulders. */
    VRM_SHOT_FACE = 3      /**< The head. */
};

/** How to frame an avatar. Fill it with vrm_framing_init, then change what you need. */
typedef struct vrm_framing {
    uint32_t struct_size; /**< Set by vrm_framing_init. */
    /** A VRM_SHOT_ constant. Avatars without the bones that a shot needs, and those that are all
     * head, are shown in full. Default: VRM_SHOT_FULL. */
    vrm_shot shot;
    float fov; /**< The vertical field of view in radians, below pi. 0, the default: 20 degrees. */
    /** How far the camera is turned about the vertical, in radians. 0 is in front of an avatar
     * whose root is not turned, and pi / 2 on its left. Default: 0. */
    float yaw;
    float pitch;           /**< From above, in radians, less than pi / 2. Default: 0. */
    int32_t for_all_sides; /**< 1: far enough for any yaw (full and upper). Default: 0. */
} vrm_framing;

/**
 * Sets the camera of a view to show an avatar after its last update. It writes both matrices of the
 * view, with the aspect ratio of its width and height. It measures every vertex, which takes
 * milliseconds: call it when the window or the shot changes, not in each frame. Use a vrm_extent to
 * frame an avatar that moves.
 *
 * If the payload was dropped (vrm_model_drop_payload), vrm_avatar_get_bounds is framed instead,
 * which is larger.
 *
 * @param view        A view that was initialized, with its width and height.
 * @param avatar      An avatar.
 * @param framing     Optional; NULL means the defaults.
 * @param out_camera  Optional. Receives the camera.
 * @return VRM_OK, VRM_ERROR_OUT_OF_MEMORY or VRM_ERROR_INVALID_ARGUMENT.
 * @task Frame an avatar with the camera
 * @threads one
 */
VRM_RENDER_API vrm_result vrm_view_frame(vrm_view *view, const vrm_avatar *avatar,
                                         const vrm_framing *framing, vrm_camera *out_camera);

/**
 * Computes the point that an avatar looks at to follow a cursor: pass it to vrm_avatar_look_at. The
 * point is under the cursor, on a plane that faces the camera, a quarter of the way from the
 * avatar's eyes to the camera. So it is far to the side at the edge of the window, and in front of
 * the face over it.
 *
 * @param view  A view that was initialized, with its matrices.
 * @param eyes  The avatar's eyes: vrm_avatar_get_eye_position.
 * @param x     The cursor, from 0 at the left to the view's width at the right. It may be outside.
 * @param y     The cursor, from 0 at the top to the view's height at the bottom.
 * @param out   Receives the point. It is the position of the camera if the eyes are behind it, or
 * if the view has no size.
 * @task Follow the cursor with the eyes
 * @threads any
 */
VRM_RENDER_API void vrm_view_get_look_at_point(const vrm_view *view, const vrm_vec3 *eyes, float x,
                                               float y, vrm_vec3 *out);

/** Returns the result of vrm_view_get_look_at_point by value. */
static inline vrm_vec3 vrm_view_look_at_point(const vrm_view *view, vrm_vec3 eyes, float x,
                                              float y) {
    vrm_vec3 out = eyes;
    vrm_view_get_look_at_point(view, &eyes, x, y, &out);
    return out;
}

/**
 * Fills in the default framing. Call it through the macro vrm_framing_init.
 *
 * @param framing      Receives the defaults.
 * @param struct_size  The size of the caller's struct.
 * @threads any
 */
VRM_RENDER_API void vrm_framing_init_sized(vrm_framing *framing, size_t struct_size);
/** Fills in the default framing. */
#define vrm_framing_init(framing) vrm_framing_init_sized((framing), sizeof *(framing))

/* --- Frame moving avatars --- */

/** The extent of an avatar, measured at each vertex, without morph targets. The fields are
 * read-only. Fields may be added at the end. */
typedef struct vrm_extent {
    vrm_vec3 least;    /**< The least x, y and z. */
    vrm_vec3 most;     /**< The greatest x, y and z. */
    int32_t has_head;  /**< 1: there is a head bone, and something on it. */
    int32_t has_hips;  /**< 1: there is a hips bone. */
    vrm_vec3 head;     /**< The head bone: at the chin, or a little below. */
    vrm_vec3 hips;     /**< The hips bone. */
    float head_height; /**< From the head bone to the crown; very tall ears and hats are cut off. */
    float head_width;  /**< From the head bone to one side. */
    float head_depth;  /**< From the head bone to the front of the face. */
} vrm_extent;

/**
 * Measures an avatar after its last update.
 *
 * @param avatar      An avatar.
 * @param allocator   Optional; NULL means malloc and free. Copied.
 * @param out_extent  Receives the extent, or NULL on failure. It holds no reference to the avatar.
 * @param out_report  Receives the report; may be NULL. On failure it has the reason, also for a
 *                    NULL argument.
 * @return VRM_OK, VRM_ERROR_INVALID_ARGUMENT or VRM_ERROR_OUT_OF_MEMORY.
 * @ownership The caller destroys the extent with vrm_extent_destroy and the report with
 * vrm_report_destroy.
 * @task Frame an avatar that moves
 * @threads one
 */
VRM_RENDER_API vrm_result vrm_extent_create(const vrm_avatar *avatar,
                                            const vrm_allocator *allocator, vrm_extent **out_extent,
                                            vrm_report **out_report);

/**
 * Destroys an extent.
 *
 * @param extent  An extent, or NULL.
 * @threads one
 */
VRM_RENDER_API void vrm_extent_destroy(vrm_extent *extent);

/**
 * Extends an extent by the present state of the avatar, for a camera that shows all of a motion.
 * Head and hips stay as they are.
 *
 * @param extent  An extent. It does not change if memory is refused.
 * @param avatar  An avatar, after its last update.
 * @return VRM_OK, VRM_ERROR_OUT_OF_MEMORY or VRM_ERROR_INVALID_ARGUMENT.
 * @threads one
 */
VRM_RENDER_API vrm_result vrm_extent_include(vrm_extent *extent, const vrm_avatar *avatar);

/**
 * Computes the camera that shows an extent, as vrm_view_frame does.
 *
 * @param extent   An extent.
 * @param framing  Optional; NULL means the defaults.
 * @param aspect   Width of the picture divided by its height, above 0.
 * @param out      Receives the camera.
 * @return VRM_OK or VRM_ERROR_INVALID_ARGUMENT.
 * @threads any
 */
VRM_RENDER_API vrm_result vrm_extent_get_camera(const vrm_extent *extent,
                                                const vrm_framing *framing, float aspect,
                                                vrm_camera *out);

#endif
