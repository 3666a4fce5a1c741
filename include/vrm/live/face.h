/**
 * @file live/face.h
 * Faces of trackers: ARKit's 52 shapes, head and eyes become expressions, bones and lookAt.
 *
 * Everything is plain data of the caller: a packet becomes a vrm_face, a calibration and a filter
 * change it, and a map writes it into a pose.
 *
 * @code
 * vrm_face_map_init(&map, model); // once
 * vrm_face_calibration_init(&calibration);
 * vrm_face_filter_init(&filter);
 * if (vrm_face_read_ifacialmocap(bytes, size, &face)) { // for each packet
 *     vrm_face_calibrate(&calibration, &face, &face);
 *     vrm_face_filter_update(&filter, &face, dt, &face);
 *     vrm_face_map_apply(&map, &face, &pose);
 * }
 * vrm_avatar_apply_pose(avatar, &pose, NULL);
 * @endcode
 *
 * - Perfect Sync: an avatar may have expressions with the names of ARKit's shapes. They are set
 *   then, and the presets that they replace are set to 0. Other avatars get their presets.
 * - Eyes: they turn by lookAt alone. Shapes of looking and eye bones are not moved too.
 * - Axes: those of avatars: +Y up, the face looks along +Z, and the person's left is +X.
 * - Untrusted: packets are checked. Numbers that are not finite are refused or ignored.
 * - Memory: nothing here allocates, logs or keeps state of its own.
 * - Same bits: equal inputs give equal results on every compiler and processor.
 *
 * Experimental: may change in any minor release (docs/reference/abi.md).
 */
#ifndef VRM_LIVE_FACE_H
#define VRM_LIVE_FACE_H

#include "vrm/base.h"
#include "vrm/model.h"
#include "vrm/pose.h"
#include "vrm/types.h"

#include <stddef.h>

/* --- Shapes --- */

/** A shape of ARKit's faces. */
typedef int32_t vrm_face_shape;

enum {
    VRM_FACE_EYE_BLINK_LEFT = 0,
    VRM_FACE_EYE_LOOK_DOWN_LEFT = 1,
    VRM_FACE_EYE_LOOK_IN_LEFT = 2,
    VRM_FACE_EYE_LOOK_OUT_LEFT = 3,
    VRM_FACE_EYE_LOOK_UP_LEFT = 4,
    VRM_FACE_EYE_SQUINT_LEFT = 5,
    VRM_FACE_EYE_WIDE_LEFT = 6,
    VRM_FACE_EYE_BLINK_RIGHT = 7,
    VRM_FACE_EYE_LOOK_DOWN_RIGHT = 8,
    VRM_FACE_EYE_LOOK_IN_RIGHT = 9,
    VRM_FACE_EYE_LOOK_OUT_RIGHT = 10,
    VRM_FACE_EYE_LOOK_UP_RIGHT = 11,
    VRM_FACE_EYE_SQUINT_RIGHT = 12,
    VRM_FACE_EYE_WIDE_RIGHT = 13,
    VRM_FACE_JAW_FORWARD = 14,
    VRM_FACE_JAW_LEFT = 15,
    VRM_FACE_JAW_RIGHT = 16,
    VRM_FACE_JAW_OPEN = 17,
    VRM_FACE_MOUTH_CLOSE = 18,
    VRM_FACE_MOUTH_FUNNEL = 19,
    VRM_FACE_MOUTH_PUCKER = 20,
    VRM_FACE_MOUTH_LEFT = 21,
    VRM_FACE_MOUTH_RIGHT = 22,
    VRM_FACE_MOUTH_SMILE_LEFT = 23,
    VRM_FACE_MOUTH_SMILE_RIGHT = 24,
    VRM_FACE_MOUTH_FROWN_LEFT = 25,
    VRM_FACE_MOUTH_FROWN_RIGHT = 26,
    VRM_FACE_MOUTH_DIMPLE_LEFT = 27,
    VRM_FACE_MOUTH_DIMPLE_RIGHT = 28,
    VRM_FACE_MOUTH_STRETCH_LEFT = 29,
    VRM_FACE_MOUTH_STRETCH_RIGHT = 30,
    VRM_FACE_MOUTH_ROLL_LOWER = 31,
    VRM_FACE_MOUTH_ROLL_UPPER = 32,
    VRM_FACE_MOUTH_SHRUG_LOWER = 33,
    VRM_FACE_MOUTH_SHRUG_UPPER = 34,
    VRM_FACE_MOUTH_PRESS_LEFT = 35,
    VRM_FACE_MOUTH_PRESS_RIGHT = 36,
    VRM_FACE_MOUTH_LOWER_DOWN_LEFT = 37,
    VRM_FACE_MOUTH_LOWER_DOWN_RIGHT = 38,
    VRM_FACE_MOUTH_UPPER_UP_LEFT = 39,
    VRM_FACE_MOUTH_UPPER_UP_RIGHT = 40,
    VRM_FACE_BROW_DOWN_LEFT = 41,
    VRM_FACE_BROW_DOWN_RIGHT = 42,
    VRM_FACE_BROW_INNER_UP = 43,
    VRM_FACE_BROW_OUTER_UP_LEFT = 44,
    VRM_FACE_BROW_OUTER_UP_RIGHT = 45,
    VRM_FACE_CHEEK_PUFF = 46,
    VRM_FACE_CHEEK_SQUINT_LEFT = 47,
    VRM_FACE_CHEEK_SQUINT_RIGHT = 48,
    VRM_FACE_NOSE_SNEER_LEFT = 49,
    VRM_FACE_NOSE_SNEER_RIGHT = 50,
    VRM_FACE_TONGUE_OUT = 51,
    VRM_FACE_SHAPE_COUNT = 52
};

/** The bit of a shape in vrm_face.shapes. */
#define VRM_FACE_BIT(shape) ((uint64_t)1 << (shape))

/** The UDP port of iFacialMocap, on the phone and on the computer. */
#define VRM_FACE_IFACIALMOCAP_PORT 49983

/** The UDP port on which VTube Studio on a phone waits for requests. */
#define VRM_FACE_VTUBE_STUDIO_PORT 21412

/**
 * Returns the name of a shape as ARKit spells it, such as "eyeBlinkLeft".
 *
 * @param shape  A VRM_FACE_ constant.
 * @return A static string; "" for any other value.
 * @threads any
 */
VRM_LIVE_API const char *vrm_face_shape_name(vrm_face_shape shape);

/**
 * Finds a shape by its name, in any spelling: eyeBlinkLeft, EyeBlinkLeft, eyeBlink_L, eyeBlinkL,
 * eye_blink_left, in any case.
 *
 * @param name    The name; it needs no NUL.
 * @param length  In bytes.
 * @return A VRM_FACE_ constant; VRM_NONE: it is no shape, such as "_neutral" of MediaPipe.
 * @task Find a face shape by its name
 * @threads any
 */
VRM_LIVE_API vrm_face_shape vrm_face_find_shape(const char *name, size_t length);

/* --- Faces --- */

/** Parts of a face beside shapes: bits of vrm_face.parts. */
typedef uint32_t vrm_face_parts;

enum {
    VRM_FACE_HEAD = 1,          /**< vrm_face.head. */
    VRM_FACE_HEAD_POSITION = 2, /**< vrm_face.head_position. */
    VRM_FACE_EYES = 4           /**< The angles of the eyes. */
};

/** What a tracker sees. Entries without a bit in `shapes` or `parts` are 0 and have no effect. */
typedef struct vrm_face {
    uint64_t shapes;                     /**< VRM_FACE_BIT of the shapes that have a weight. */
    vrm_face_parts parts;                /**< VRM_FACE_ bits. */
    int32_t is_found;                    /**< 0: the tracker reports that it sees no face. */
    float weights[VRM_FACE_SHAPE_COUNT]; /**< By shape, 0 to 1. */
    vrm_quat head;                       /**< The rotation of the head. */
    vrm_vec3 head_position;              /**< In meters, from the origin of the tracker. */
    float eye_yaw_degrees[2];            /**< Left and right eye, positive to the person's left. */
    float eye_pitch_degrees[2];          /**< Left and right eye, positive downwards. */
} vrm_face;

/**
 * Makes an empty face: no shapes, the head at rest, and found.
 *
 * @param face  Receives the face.
 * @threads any
 */
VRM_LIVE_API void vrm_face_init(vrm_face *face);

/**
 * Sets a shape by its name in any spelling: for the categories of MediaPipe, which come in another
 * order.
 *
 * @param face    The face.
 * @param name    The name; it needs no NUL.
 * @param length  In bytes.
 * @param weight  Clamped to 0 to 1.
 * @return 1; 0 if it is no shape, or the weight is not finite. Nothing is set then.
 * @task Read the face shapes of MediaPipe
 * @threads any
 */
VRM_LIVE_API int32_t vrm_face_set(vrm_face *face, const char *name, size_t length, float weight);

/**
 * Sets the head by a matrix, such as the facial transformation matrix of MediaPipe.
 *
 * @param face    The face.
 * @param matrix  By columns, in centimeters.
 * @return 1; 0 if a number is not finite, or a column is 0. Nothing is set then.
 * @threads any
 */
VRM_LIVE_API int32_t vrm_face_set_head(vrm_face *face, const vrm_mat4 *matrix);

/**
 * Reads a packet of iFacialMocap: `name-INT|…|=head#rx,ry,rz,px,py,pz|rightEye#…|leftEye#…|`, also
 * with & before the numbers. Unknown names are ignored.
 *
 * @param bytes  The packet.
 * @param size   Of the packet, in bytes.
 * @param out    Receives the face.
 * @return 1; 0 if it is no such packet, or a value is wrong. `out` is not changed then.
 * @task Read a packet of iFacialMocap
 * @threads any
 */
VRM_LIVE_API int32_t vrm_face_read_ifacialmocap(const void *bytes, size_t size, vrm_face *out);

/**
 * Reads a packet of VTube Studio on a phone: a JSON object with FaceFound, Rotation, EyeLeft,
 * EyeRight and BlendShapes. Other members are ignored; the unit of Position is not documented. Your
 * program has to request packets every few seconds.
 *
 * @param bytes  The packet.
 * @param size   Of the packet, in bytes.
 * @param out    Receives the face.
 * @return 1; 0 if it is no such packet, or a value is wrong. `out` is not changed then.
 * @task Read a packet of VTube Studio
 * @threads any
 */
VRM_LIVE_API int32_t vrm_face_read_vtube_studio(const void *bytes, size_t size, vrm_face *out);

/* --- Calibrate and smooth --- */

/** What a person's face has at rest and at most. It may be stored as it is. */
typedef struct vrm_face_calibration {
    float rest[VRM_FACE_SHAPE_COUNT]; /**< The weights that become 0. */
    float peak[VRM_FACE_SHAPE_COUNT]; /**< The weights that become 1. */
    vrm_quat head;                    /**< The rotation that becomes the identity. */
    vrm_vec3 head_position;           /**< The position that becomes 0. */
    float eye_yaw_degrees[2];         /**< The angles that become 0. */
    float eye_pitch_degrees[2];       /**< The angles that become 0. */
    uint32_t count;                   /**< How many faces were added. */
} vrm_face_calibration;

/**
 * Makes a calibration that changes nothing: rest 0, peak 1, the head at rest.
 *
 * @param calibration  Receives the calibration.
 * @threads any
 */
VRM_LIVE_API void vrm_face_calibration_init(vrm_face_calibration *calibration);

/**
 * Adds a face at rest: the calibration has the mean of all that were added. A second of a person
 * who looks straight ahead is enough.
 *
 * @param calibration  The calibration. Its peaks stay.
 * @param face         A face. One that is not found changes nothing.
 * @task Calibrate a face tracker
 * @threads any
 */
VRM_LIVE_API void vrm_face_calibration_add(vrm_face_calibration *calibration, const vrm_face *face);

/**
 * Applies a calibration.
 *
 * @param calibration  The calibration.
 * @param face         The face of a tracker.
 * @param out          Receives the face; may be `face`.
 * @threads any
 */
VRM_LIVE_API void vrm_face_calibrate(const vrm_face_calibration *calibration, const vrm_face *face,
                                     vrm_face *out);

/**
 * Smooths faces, and holds what a packet does not have. Each time is the delay that it adds to a
 * steady movement, at any frame rate; a step has 63 % of its height after about that time. 0 passes
 * values unchanged.
 */
typedef struct vrm_face_filter {
    float shape_seconds; /**< Default: 0.03. */
    float lid_seconds;   /**< eyeBlinkLeft and eyeBlinkRight. Default: 0, as blinks are short. */
    float eye_seconds;   /**< Angles of the eyes, and shapes of looking. Default: 0.03. */
    float head_seconds;  /**< Default: 0.05. */
    int32_t has_last;    /**< 0: the next face is taken as it is. */
    vrm_face last;       /**< The last result. */
} vrm_face_filter;

/**
 * Prepares a filter with the default times.
 *
 * @param filter  Receives the filter.
 * @threads any
 */
VRM_LIVE_API void vrm_face_filter_init(vrm_face_filter *filter);

/**
 * Smooths a face. While a face is not found, the last one is held.
 *
 * @param filter  The filter.
 * @param face    The face of a tracker.
 * @param dt      Seconds since the last one; 0 or less changes nothing but the first one.
 * @param out     Receives the face; may be `face`.
 * @task Smooth a face tracker
 * @threads any
 */
VRM_LIVE_API void vrm_face_filter_update(vrm_face_filter *filter, const vrm_face *face, float dt,
                                         vrm_face *out);

/* --- Show on an avatar --- */

/** What turns the eyes of an avatar. */
typedef int32_t vrm_face_look_at;

enum {
    VRM_FACE_LOOK_AT_POSE = 0,   /**< The lookAt direction of the pose. */
    VRM_FACE_LOOK_AT_SHAPES = 1, /**< Expressions with the names of the eight shapes of looking. */
    VRM_FACE_LOOK_AT_OFF = 2     /**< Nothing. */
};

/** How a face is shown on an avatar: what vrm_face_map_init found, and settings that you may
 * change. */
typedef struct vrm_face_map {
    uint64_t customs; /**< VRM_FACE_BIT of the shapes for which the avatar has an expression. */
    uint32_t presets; /**< 1 << VRM_PRESET_ of the presets that the avatar has. */
    vrm_face_look_at
        look_at;           /**< Default: lookAt if the avatar has it, else shapes if it has them. */
    int32_t has_lids;      /**< 1: lids are custom expressions; presets of blinks are 0. */
    int32_t has_mouth;     /**< 1: the mouth is custom expressions; presets of vowels are 0. */
    float look_at_degrees; /**< What a shape of looking turns the eyes by. Default: 35. */
    float lid_follow;      /**< How much of looking down is no blink. Default: 0.4, or 0 if the eyes
                                turn by bones. */
    /** How much happy, angry, sad and surprised follow the face. Default: 1, or 0 if the mouth is
     * custom expressions. 0 does not set them; relaxed and neutral are never set. */
    float emotions;
    float neck_share; /**< The part of the head's rotation that the neck takes. Default: 0.4, or
                           0 if the avatar has no neck. */
    vrm_string names[VRM_FACE_SHAPE_COUNT]; /**< Of the custom expressions, by shape. */
} vrm_face_map;

/**
 * Finds what an avatar has for faces. An expression without binds counts as absent.
 *
 * @param map    Receives the map.
 * @param model  The avatar; NULL: one with all presets, a neck and lookAt. Its names are in the
 * map: do not use the map after you release the model.
 * @task Show a tracked face on an avatar
 * @threads any
 */
VRM_LIVE_API void vrm_face_map_init(vrm_face_map *map, const vrm_model *model);

/**
 * Writes a face into a pose: neck and head, lookAt, presets and custom expressions. What a face
 * does not set stays as it is in the pose, and so do other bones.
 *
 * @param map   A map.
 * @param face  A face. One that is not found changes nothing.
 * @param out   Prepared with vrm_pose_init; receives what the face sets. Customs go to its own
 *              array, with names of the model.
 * @task Show a tracked face on an avatar
 * @threads any
 */
VRM_LIVE_API void vrm_face_map_apply(const vrm_face_map *map, const vrm_face *face, vrm_pose *out);

/* --- Visemes --- */

/** A viseme of OVR LipSync, in its order. */
typedef int32_t vrm_viseme;

enum {
    VRM_VISEME_SIL = 0,
    VRM_VISEME_PP = 1,
    VRM_VISEME_FF = 2,
    VRM_VISEME_TH = 3,
    VRM_VISEME_DD = 4,
    VRM_VISEME_KK = 5,
    VRM_VISEME_CH = 6,
    VRM_VISEME_SS = 7,
    VRM_VISEME_NN = 8,
    VRM_VISEME_RR = 9,
    VRM_VISEME_AA = 10,
    VRM_VISEME_E = 11,
    VRM_VISEME_IH = 12,
    VRM_VISEME_OH = 13,
    VRM_VISEME_OU = 14,
    VRM_VISEME_COUNT = 15
};

/**
 * Finds a viseme by its name in any case, also with the prefixes "viseme_" and "vrc.v_".
 *
 * @param name    The name; it needs no NUL.
 * @param length  In bytes.
 * @return A VRM_VISEME_ constant; VRM_NONE: it is no viseme.
 * @threads any
 */
VRM_LIVE_API vrm_viseme vrm_face_find_viseme(const char *name, size_t length);

/**
 * Writes the weights of visemes into the five presets of the mouth. Their sum is at most 1, and
 * lips close at PP.
 *
 * @param weights  By viseme; clamped to 0 to 1. Those that are not finite count as 0.
 * @param count    Of `weights`; more than VRM_VISEME_COUNT are ignored.
 * @param out      Prepared with vrm_pose_init; receives the presets of the mouth.
 * @task Move the mouth by visemes
 * @threads any
 */
VRM_LIVE_API void vrm_viseme_apply(const float *weights, uint32_t count, vrm_pose *out);

#endif
