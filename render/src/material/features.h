/* What shaders are compiled with, and the units of their textures. */
#ifndef VRMR_FEATURES_H
#define VRMR_FEATURES_H

/* Each is a #define of the same name. What costs little when it is not needed is always there, and
 * outlines are drawn with the program of their surface. */
#define VRMR_FEATURES(X)                                                                           \
    X(MTOON)                                                                                       \
    X(UNLIT)                                                                                       \
    X(MATRIX_TEXTURE)                                                                              \
    X(ALPHA_MASK)                                                                                  \
    X(FLAT)                                                                                        \
    X(LINEAR_OUTPUT)                                                                               \
    X(ENCODED_COLORS)                                                                              \
    X(ENVIRONMENT)                                                                                 \
    X(UV_ANIMATION_MASK)                                                                           \
    X(SLOT_UV)                                                                                     \
    X(BASE_TEXTURE)                                                                                \
    X(SHADE_TEXTURE)                                                                               \
    X(SHIFT_TEXTURE)                                                                               \
    X(NORMAL_TEXTURE)                                                                              \
    X(EMISSIVE_TEXTURE)                                                                            \
    X(MATCAP_TEXTURE)                                                                              \
    X(RIM_TEXTURE)                                                                                 \
    X(OUTLINE_TEXTURE)                                                                             \
    X(METALLIC_ROUGHNESS_TEXTURE)                                                                  \
    X(OCCLUSION_TEXTURE)

enum {
#define X(name) VRMR_BIT_##name,
    VRMR_FEATURES(X)
#undef X
        VRMR_FEATURE_COUNT
};
enum {
#define X(name) VRMR_##name = 1 << VRMR_BIT_##name,
    VRMR_FEATURES(X)
#undef X
        VRMR_SKIN_SETS = 1 << VRMR_FEATURE_COUNT /* times the sets of joints, 1 to 4; 0: vertices
                                                    are in the world */
};
enum { VRMR_MAX_SKIN_SETS = 4 };

/* Texture units. What a program does not use is not bound. */
enum {
    VRMR_UNIT_MATRICES = 0,
    VRMR_UNIT_BASE = 1,
    VRMR_UNIT_NORMAL = 2,
    VRMR_UNIT_EMISSIVE = 3,
    VRMR_UNIT_SHADE = 4, /* of MToon */
    VRMR_UNIT_SHIFT = 5,
    VRMR_UNIT_MATCAP = 6,
    VRMR_UNIT_RIM = 7,
    VRMR_UNIT_OUTLINE = 8,
    VRMR_UNIT_MASK = 9,
    VRMR_UNIT_METALLIC_ROUGHNESS = 10,
    VRMR_UNIT_OCCLUSION = 11,
    VRMR_UNIT_COUNT = 12
};

#endif
