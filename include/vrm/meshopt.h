/**
 * @file meshopt.h
 * Decoding of compressed buffer views: EXT_meshopt_compression and KHR_meshopt_compression.
 *
 * libvrm has no decoder: an application passes the functions of meshoptimizer, which most engines
 * have, in the settings of a load. vrm_meshopt_decoder has their signatures.
 *
 * @code
 * vrm_meshopt_decoder meshopt;
 * vrm_meshopt_decoder_init(&meshopt);
 * meshopt.decode_vertices = meshopt_decodeVertexBuffer;
 * meshopt.decode_triangles = meshopt_decodeIndexBuffer;
 * meshopt.decode_indices = meshopt_decodeIndexSequence;
 * meshopt.filter_octahedral = meshopt_decodeFilterOct;
 * meshopt.filter_quaternion = meshopt_decodeFilterQuat;
 * meshopt.filter_exponential = meshopt_decodeFilterExp;
 * desc.meshopt = &meshopt; // of vrm_load_desc
 * @endcode
 *
 * A load decodes all compressed views at once, within its limits. Everything that reads the payload
 * then gets the decoded bytes.
 *
 * Stable (docs/reference/abi.md).
 */
#ifndef VRM_MESHOPT_H
#define VRM_MESHOPT_H

#include "vrm/base.h"

/**
 * Functions that decode compressed buffer views. Fill the struct with vrm_meshopt_decoder_init,
 * then set the functions that you have. Views that need one that is NULL are not decoded, and a
 * diagnostic reports this.
 *
 * libvrm checks counts, strides and ranges before it calls a function. A function must not read
 * beyond `size` bytes of `bytes`, whatever they hold, nor write beyond `count` elements of `out`.
 * The first three return 0 on success.
 */
typedef struct vrm_meshopt_decoder {
    uint32_t struct_size; /**< Set by vrm_meshopt_decoder_init. */
    uint32_t reserved;    /**< Always 0. */
    /** Mode ATTRIBUTES: meshopt_decodeVertexBuffer. `stride` is a multiple of 4 up to 256. */
    int32_t (*decode_vertices)(void *out, size_t count, size_t stride, const uint8_t *bytes,
                               size_t size);
    /** Mode TRIANGLES: meshopt_decodeIndexBuffer. `count` is a multiple of 3, `stride` 2 or 4. */
    int32_t (*decode_triangles)(void *out, size_t count, size_t stride, const uint8_t *bytes,
                                size_t size);
    /** Mode INDICES: meshopt_decodeIndexSequence. `stride` is 2 or 4. */
    int32_t (*decode_indices)(void *out, size_t count, size_t stride, const uint8_t *bytes,
                              size_t size);
    /** Filter OCTAHEDRAL: meshopt_decodeFilterOct, in place. `stride` is 4 or 8. */
    void (*filter_octahedral)(void *elements, size_t count, size_t stride);
    /** Filter QUATERNION: meshopt_decodeFilterQuat, in place. `stride` is 8. */
    void (*filter_quaternion)(void *elements, size_t count, size_t stride);
    /** Filter EXPONENTIAL: meshopt_decodeFilterExp, in place. `stride` is a multiple of 4. */
    void (*filter_exponential)(void *elements, size_t count, size_t stride);
    /** Filter COLOR, of KHR_meshopt_compression alone: meshopt_decodeFilterColor, in place.
     * meshoptimizer 1.0 and newer have it. `stride` is 4 or 8. */
    void (*filter_color)(void *elements, size_t count, size_t stride);
} vrm_meshopt_decoder;

/**
 * Prepares a decoder without functions. Call it through the macro vrm_meshopt_decoder_init.
 *
 * @param decoder      Receives zeros and its size.
 * @param struct_size  The size of the caller's struct.
 * @task Load files that are compressed with meshopt
 * @threads any
 */
VRM_API void vrm_meshopt_decoder_init_sized(vrm_meshopt_decoder *decoder, size_t struct_size);
/** Prepares a decoder without functions. */
#define vrm_meshopt_decoder_init(decoder)                                                          \
    vrm_meshopt_decoder_init_sized((decoder), sizeof *(decoder))

#endif
