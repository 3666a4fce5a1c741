/**
 * @file base.h
 * Results, strings, memory, version and export.
 *
 * Every public header is C99 and compiles as C++11. These rules hold for every function unless its
 * own comment states otherwise:
 *
 * - Pointers that are passed in are borrowed for the call only.
 * - NULL does nothing: the function returns zero, NULL or VRM_ERROR_INVALID_ARGUMENT.
 * - VRM_NONE and indices that are out of range do nothing either.
 * - The library has no global state, starts no threads, and opens only files that you ask for.
 * - Callbacks must return normally: they must not throw C++ exceptions and must not call longjmp.
 *
 * Descs (vrm_load_desc, vrm_avatar_desc and so on) begin with `struct_size`, which their init macro
 * writes. A new version of the library may add fields at the end. If an older program passes a
 * shorter desc, the missing fields have their defaults. If a newer program passes a longer desc,
 * the library accepts it only if all fields that it does not have are zero: it must not ignore a
 * setting. It also refuses a desc that was not initialized, unknown flags, and an allocator with
 * only one of its two functions.
 *
 * Stable (docs/reference/abi.md). That page states which parts of the interface may change, and
 * how.
 */
#ifndef VRM_BASE_H
#define VRM_BASE_H

#include <stddef.h>
#include <stdint.h>

/** The version of these headers in parts: the first number. */
#define VRM_VERSION_MAJOR 1
/** See VRM_VERSION_MAJOR. */
#define VRM_VERSION_MINOR 0
/** See VRM_VERSION_MAJOR. */
#define VRM_VERSION_PATCH 0

/** The version of these headers as one number, for comparisons: 200 is 0.2.0, 10203 is 1.2.3. */
#define VRM_VERSION (VRM_VERSION_MAJOR * 10000 + VRM_VERSION_MINOR * 100 + VRM_VERSION_PATCH)

/**
 * How functions are exported. If you link libvrm statically, define nothing: the functions are
 * hidden, and two plug-ins with two versions of libvrm do not conflict. If you link the shared
 * library, define VRM_SHARED (the CMake target and the pkg-config file do so). If you have your own
 * export rules, define VRM_EXPORT before you include any header.
 */
#ifndef VRM_EXPORT
#if defined(VRM_SHARED) && defined(_WIN32) && defined(VRM_BUILDING)
#define VRM_EXPORT __declspec(dllexport)
#elif defined(VRM_SHARED) && defined(_WIN32)
#define VRM_EXPORT __declspec(dllimport)
#elif defined(VRM_SHARED) && defined(__GNUC__)
#define VRM_EXPORT __attribute__((visibility("default")))
#else
#define VRM_EXPORT
#endif
#endif

/** How functions of libvrm-author are exported: like those of libvrm, except while it is built. */
#ifndef VRM_AUTHOR_EXPORT
#if defined(VRM_SHARED) && defined(_WIN32) && defined(VRM_BUILDING_AUTHOR)
#define VRM_AUTHOR_EXPORT __declspec(dllexport)
#else
#define VRM_AUTHOR_EXPORT VRM_EXPORT
#endif
#endif

/** How functions of libvrm-live are exported: like those of libvrm, except while it is built. */
#ifndef VRM_LIVE_EXPORT
#if defined(VRM_SHARED) && defined(_WIN32) && defined(VRM_BUILDING_LIVE)
#define VRM_LIVE_EXPORT __declspec(dllexport)
#else
#define VRM_LIVE_EXPORT VRM_EXPORT
#endif
#endif

/** The prefix of every function of libvrm. */
#ifdef __cplusplus
#define VRM_API extern "C" VRM_EXPORT
#else
#define VRM_API extern VRM_EXPORT
#endif

/** The prefix of every function of libvrm-author. */
#ifdef __cplusplus
#define VRM_AUTHOR_API extern "C" VRM_AUTHOR_EXPORT
#else
#define VRM_AUTHOR_API extern VRM_AUTHOR_EXPORT
#endif

/** The prefix of every function of libvrm-live. */
#ifdef __cplusplus
#define VRM_LIVE_API extern "C" VRM_LIVE_EXPORT
#else
#define VRM_LIVE_API extern VRM_LIVE_EXPORT
#endif

/** Refers to nothing. A function that gets it does nothing. */
#define VRM_NONE (-1)

/** Refers to everything, such as every spring. A function accepts it only if its comment states so.
 */
#define VRM_ALL (-2)

/** A second in nanoseconds, the unit of clips and mixers: VRM_SECOND / 2 is half a second. */
#define VRM_SECOND INT64_C(1000000000)

/**
 * Converts seconds to whole nanoseconds, the unit of clips and mixers.
 *
 * @param seconds  Any value.
 * @return The nearest whole number, halves away from 0; INT64_MIN or INT64_MAX if that is out of
 * range; 0 for NaN.
 * @threads any
 */
static inline int64_t vrm_ns(double seconds) {
    const double exact = seconds * 1e9;
    int64_t whole;
    if (exact != exact) return 0;
    if (exact >= 9223372036854775808.0) return INT64_MAX;
    if (exact <= -9223372036854775808.0) return INT64_MIN;
    whole = (int64_t)exact;
    if (exact - (double)whole >= 0.5) return whole + 1;
    return exact - (double)whole <= -0.5 ? whole - 1 : whole;
}

/** What a call returned: VRM_OK or one of the VRM_ERROR_ constants. */
typedef int32_t vrm_result;

enum {
    VRM_OK = 0,
    VRM_ERROR_INVALID_ARGUMENT = 1, /**< The call is wrong: NULL, a bad index or desc. */
    VRM_ERROR_OUT_OF_MEMORY = 2,    /**< The allocator returned NULL. */
    VRM_ERROR_LIMIT = 3,            /**< The file exceeds one of the limits of the load. */
    VRM_ERROR_CANCELLED = 4,        /**< The cancel callback asked to stop. */
    VRM_ERROR_FILE = 5,             /**< A file could not be opened or read (file.h only). */
    VRM_ERROR_CONTAINER = 6,        /**< This is not a GLB or glTF file, or it is damaged. */
    VRM_ERROR_JSON = 7,             /**< The JSON cannot be parsed. */
    VRM_ERROR_GLTF = 8,             /**< The JSON is not a glTF 2.0 asset that can be read. */
    VRM_ERROR_UNSUPPORTED = 9,      /**< The file needs a feature that the library lacks. */
    VRM_ERROR_NO_PAYLOAD = 10,      /**< The bytes are missing: dropped, external or absent. */
    VRM_ERROR_PAYLOAD = 11,         /**< The bytes are damaged or not valid. */
    VRM_ERROR_CAPACITY = 12,        /**< The memory that the caller provided is too small. */
    VRM_ERROR_VRM = 13,             /**< This is a glTF file without an avatar that can be read. */
    VRM_ERROR_INCOMPLETE = 14,      /**< More of the file is needed (vrm_model_peek). */
    VRM_ERROR_MISMATCH = 15,        /**< The saved state belongs to another model or setup. */
    VRM_ERROR_NO_ATTRIBUTE = 16,    /**< The primitive does not have this attribute. */
    VRM_ERROR_CONSENT = 17          /**< A person has to accept a change of permissions. */
};

/**
 * Returns a short name of a result, such as "out of memory".
 *
 * @param result  Any value.
 * @return A static string; "unknown result" for any other value. Never NULL.
 * @task Get the name of a result
 * @threads any
 */
VRM_API const char *vrm_result_name(vrm_result result);

/**
 * Returns the version of the linked library, such as "1.0.0". VRM_VERSION_MAJOR and so on give the
 * version of the headers that the program was compiled with.
 *
 * @return A static string.
 * @task Get the version of the library
 * @threads any
 */
VRM_API const char *vrm_version(void);

/**
 * Returns the version of the linked library as one number, in the form of VRM_VERSION.
 *
 * @return For example 200 for 0.2.0.
 * @threads any
 */
VRM_API int32_t vrm_version_number(void);

/**
 * UTF-8 text that belongs to the library. `data` is never NULL: an absent string has length 0 and
 * points to an empty string. A NUL byte follows the last byte, but a string from a file may also
 * contain NUL bytes within its length.
 */
typedef struct vrm_string {
    const char *data; /**< The bytes, UTF-8. */
    uint32_t length;  /**< Of `data` in bytes, without the NUL byte at the end. */
} vrm_string;

/**
 * Makes text from an untrusted file safe to show on one line of a terminal. Control characters,
 * characters that reverse or hide text, and bytes that are not UTF-8 are shown as escapes. Text
 * that does not fit is cut after a whole character and ends in "…".
 *
 * @param text      The text; it need not end in a NUL byte.
 * @param length    Its length in bytes.
 * @param out       Receives the result with a NUL byte at the end.
 * @param capacity  The size of `out` in bytes. Nothing is written if it is 0.
 * @return The length of the result without the NUL byte; it is less than `capacity`.
 * @task Print text from an untrusted file
 * @threads any
 */
VRM_API size_t vrm_text_to_printable(const char *text, size_t length, char *out, size_t capacity);

/**
 * Converts a name from an untrusted file into one safe path component for any system (ER-003). The
 * result has no separators, control characters or reserved device names, is never empty, and has at
 * most 255 bytes or `capacity` - 1. Two different names may give the same result.
 *
 * @param text      The name; it need not end in a NUL byte.
 * @param length    Its length in bytes.
 * @param out       Receives the result with a NUL byte at the end.
 * @param capacity  The size of `out` in bytes. Nothing is written if it is 0.
 * @return The length of the result without the NUL byte.
 * @task Use a name from an untrusted file as a file name
 * @threads any
 */
VRM_API size_t vrm_text_to_file_name(const char *text, size_t length, char *out, size_t capacity);

/**
 * Calls vrm_text_to_printable for a string of the library.
 *
 * @param string    The string.
 * @param out       Receives the result with a NUL byte at the end.
 * @param capacity  The size of `out` in bytes.
 * @return The length of the result without the NUL byte.
 * @threads any
 */
static inline size_t vrm_string_printable(vrm_string string, char *out, size_t capacity) {
    return vrm_text_to_printable(string.data, string.length, out, capacity);
}

/**
 * Calls vrm_text_to_file_name for a string of the library.
 *
 * @param string    The string.
 * @param out       Receives the result with a NUL byte at the end.
 * @param capacity  The size of `out` in bytes.
 * @return The length of the result without the NUL byte.
 * @threads any
 */
static inline size_t vrm_string_file_name(vrm_string string, char *out, size_t capacity) {
    return vrm_text_to_file_name(string.data, string.length, out, capacity);
}

/**
 * Memory functions. Both are required.
 *
 * Threads: the allocator of a load is also called when the first avatar of the model is created, by
 * first-person functions, and when the model is released for the last time, on the calling thread.
 * So it must be thread-safe unless only one thread uses the model. The allocator of an avatar or
 * crowd is called only when that avatar or crowd is created, changed or destroyed.
 */
typedef struct vrm_allocator {
    /** Returns `size` bytes at a multiple of `alignment` (a power of two), or NULL. */
    void *(*allocate)(size_t size, size_t alignment, void *user);
    /** Frees memory of `allocate`, with the same size and alignment. */
    void (*release)(void *memory, size_t size, size_t alignment, void *user);
    void *user; /**< Passed to both functions. */
} vrm_allocator;

/**
 * Called when a function gets an argument that it cannot use: an index out of range other than
 * VRM_NONE, a NULL that is not allowed, a number that is not finite, an unknown constant. The wrong
 * call does nothing. Use it during development.
 *
 * `function` is the name of the function and `problem` a sentence; both are valid during the call.
 */
typedef void vrm_misuse_fn(const char *function, const char *problem, void *user);

/**
 * Fills in the default allocator: malloc and free, with support for every alignment.
 *
 * @param out  Receives the allocator.
 * @threads any
 */
VRM_API void vrm_default_allocator(vrm_allocator *out);

#endif
