/*
 * base.h: results, strings, memory, version, export.
 *
 * Every public header is C99 and compiles as C++11. Unless a comment says otherwise, a function
 * may be called from any thread, keeps no global state, and does nothing (returning zero, NULL or
 * VRM_ERROR_INVALID_ARGUMENT) when it is given NULL.
 */
#ifndef VRM_BASE_H
#define VRM_BASE_H

#include <stddef.h>
#include <stdint.h>

#define VRM_VERSION_MAJOR 0
#define VRM_VERSION_MINOR 1
#define VRM_VERSION_PATCH 0

/* VRM_SHARED is defined by the build files of programs that link the shared library. */
#if defined(VRM_BUILDING) && defined(_WIN32) && defined(VRM_SHARED)
#define VRM_EXPORT __declspec(dllexport)
#elif defined(_WIN32) && defined(VRM_SHARED)
#define VRM_EXPORT __declspec(dllimport)
#elif defined(__GNUC__)
#define VRM_EXPORT __attribute__((visibility("default")))
#else
#define VRM_EXPORT
#endif

#ifdef __cplusplus
#define VRM_API extern "C" VRM_EXPORT
#else
#define VRM_API extern VRM_EXPORT
#endif

/* What index fields hold when they refer to nothing. A function that is given it does nothing. */
#define VRM_NONE (-1)
/* Every spring, or every stage, where a function says that it takes it. It is not VRM_NONE, so that
 * a lookup that found nothing does not act on everything. */
#define VRM_ALL (-2)

/*
 * Descs (vrm_load_desc, vrm_avatar_desc and so on) begin with `struct_size`, which their init
 * function writes, and may grow at their end from one version of the library to the next. A desc of
 * an older program is shorter than the library's: the fields that it lacks have their defaults. A
 * desc of a newer program is longer: it is taken if the fields that the library does not know are
 * all zero bytes, and refused otherwise, since a setting that cannot be honoured should not be
 * dropped in silence. Also refused: a desc that was not initialised, flags that the library does
 * not know, and an allocator with only one of its two functions.
 */

typedef enum vrm_result {
    VRM_OK = 0,
    VRM_ERROR_INVALID_ARGUMENT =
        1,                       /* the caller's mistake: NULL, an index, a desc not initialised */
    VRM_ERROR_OUT_OF_MEMORY = 2, /* the allocator returned NULL */
    VRM_ERROR_LIMIT = 3,         /* the file exceeds a limit of the load desc */
    VRM_ERROR_CANCELLED = 4,     /* the cancel callback asked to stop */
    VRM_ERROR_FILE = 5,          /* a file could not be opened or read (file.h only) */
    VRM_ERROR_CONTAINER = 6,     /* not a GLB or glTF file, or a damaged one */
    VRM_ERROR_JSON = 7,          /* the JSON cannot be parsed */
    VRM_ERROR_GLTF = 8,          /* the JSON is not a glTF 2.0 asset that can be read */
    VRM_ERROR_UNSUPPORTED = 9,   /* needs a feature that this library does not have */
    VRM_ERROR_NO_PAYLOAD = 10,   /* the bytes are not there (dropped, external, or missing) */
    VRM_ERROR_PAYLOAD = 11,      /* the bytes are there, and are wrong */
    VRM_ERROR_CAPACITY = 12,     /* the caller's memory is too small */
    VRM_ERROR_VRM = 13,          /* a glTF file, and no avatar that can be read */
    VRM_ERROR_INCOMPLETE = 14,   /* more of the file is needed (vrm_model_peek) */
    VRM_ERROR_MISMATCH = 15      /* saved by another model, version, or settings than these */
} vrm_result;

/* A short name such as "out of memory". Never NULL. The string is static. */
VRM_API const char *vrm_result_name(vrm_result result);

/* The version of the library that is linked, "0.1.0"; VRM_VERSION_* say which was compiled
 * against. */
VRM_API const char *vrm_version(void);

/*
 * UTF-8 text. `data` is never NULL in what the library returns: an absent string has length 0 and
 * points at an empty one. A NUL follows the last byte, but a string from a file may also hold NULs
 * within its length.
 */
typedef struct vrm_string {
    const char *data;
    uint32_t length;
} vrm_string;

/*
 * Text of a file, made harmless and wholly visible on a terminal, on one line: control characters,
 * characters that reverse or hide text, and bytes that are no UTF-8 are shown as escapes. Longer
 * text is cut after a whole character and ends in "…". Writes a NUL at the end; returns the length
 * without it, which is less than `capacity`.
 */
VRM_API size_t vrm_string_printable(vrm_string string, char *out, size_t capacity);

/*
 * A name of a file, made into one safe component of a path on any system (ER-003): without
 * separators, control characters and reserved device names, never empty, at most 255 bytes or
 * `capacity` - 1. Returns the length without the NUL. Two names may become the same one.
 */
VRM_API size_t vrm_string_file_name(vrm_string string, char *out, size_t capacity);

/*
 * Where memory comes from. `allocate` returns memory aligned for any standard type, or NULL;
 * `release` is given what was asked for. Neither may throw or unwind.
 *
 * Both are called on whichever threads call into the library. The allocator of a model is also
 * called by the threads that create its first avatars or ask for its first-person meshes, perhaps
 * by several of them at once, and by the one that releases the model last. An allocator must
 * therefore be thread-safe, unless one thread alone uses everything that was made with it.
 */
typedef struct vrm_allocator {
    void *(*allocate)(size_t size, void *user);
    void (*release)(void *memory, size_t size, void *user);
    void *user;
} vrm_allocator;

#endif
