/*
 * Profiles: the limits of a platform, as data. Those in apps/check/profiles are built in; a file of
 * the same form can be named too. Each has the public page that states its limits, and the day on
 * which somebody read that page: platforms change their limits.
 */
#ifndef VRM_CHECK_PROFILE_H
#define VRM_CHECK_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vrm/vrm.h>
#include <yyjson.h>

/* What a profile may limit: X(CONSTANT, key in the data, words). docs/reference/profiles.md
 * explains each. */
#define MEASURES(X)                                                                                \
    X(TRIANGLES, "triangles", "triangles")                                                         \
    X(VERTICES, "vertices", "vertices")                                                            \
    X(MESHES, "meshes", "meshes")                                                                  \
    X(PRIMITIVES, "primitives", "primitives")                                                      \
    X(DRAW_CALLS, "draw_calls", "draw calls")                                                      \
    X(SKINNED_MESHES, "skinned_meshes", "nodes with a skinned mesh")                               \
    X(RIGID_MESHES, "rigid_meshes", "nodes with a rigid mesh")                                     \
    X(MATERIALS, "materials", "materials")                                                         \
    X(TEXTURES, "textures", "textures")                                                            \
    X(IMAGES, "images", "images")                                                                  \
    X(IMAGE_SIDE, "image_side", "pixels on the longest side of an image")                          \
    X(TEXTURE_BYTES, "texture_bytes", "texture memory in bytes")                                   \
    X(COMPRESSED_TEXTURE_BYTES, "compressed_texture_bytes",                                        \
      "bytes of compressed textures in memory")                                                    \
    X(NODES, "nodes", "nodes")                                                                     \
    X(SKINS, "skins", "skins")                                                                     \
    X(BONES, "bones", "bones of skins")                                                            \
    X(MORPH_TARGETS, "morph_targets", "morph targets")                                             \
    X(EXPRESSIONS, "expressions", "expressions")                                                   \
    X(SPRINGS, "springs", "springs")                                                               \
    X(SPRING_JOINTS, "spring_joints", "joints of springs")                                         \
    X(COLLIDERS, "colliders", "colliders")                                                         \
    X(COLLISION_CHECKS, "collision_checks", "joints of springs times their colliders")             \
    X(CONSTRAINTS, "constraints", "constraints")                                                   \
    X(FILE_BYTES, "file_bytes", "file size in bytes")

typedef enum budget_measure {
#define X(name, key, words) MEASURE_##name,
    MEASURES(X)
#undef X
        MEASURE_COUNT
} budget_measure;

/* As the data calls it, and in English words, which apps/kit/lang/words.json has too. */
const char *measure_key(budget_measure which);
const char *measure_words(budget_measure which);

/* Begins as zeros: there is none. */
typedef struct profile {
    yyjson_doc *data; /* owned: the texts are its */
    const char *name, *title, *source, *read;
    vrm_severity severity; /* of what is over a limit */
    bool has_limit[MEASURE_COUNT];
    uint64_t limits[MEASURE_COUNT];
} profile;

enum { PROFILE_PROBLEM = 256 };

/* A profile by its name, or by the path of a file. False: `problem` says why there is none, in the
 * language of the process. */
bool profile_load(const char *name, profile *out, char problem[PROFILE_PROBLEM]);
void profile_release(profile *profile);

/* Prints the names of those that are built in, and where their limits come from. */
void profiles_print(void);

#endif
