/**
 * @file lanes.h
 * The SIMD instructions that compute springs. All of them give the same bits, so this is for tests
 * and measurements. vrm/vrm.h does not include this header.
 *
 * @code
 * desc.lanes = VRM_LANES_SCALAR; // of vrm_avatar_desc
 * @endcode
 *
 * Experimental: may change in any minor release (docs/reference/abi.md).
 */
#ifndef VRM_LANES_H
#define VRM_LANES_H

#include "vrm/base.h"

/** Values of vrm_avatar_desc.lanes. SCALAR replaces lanes that are not supported. */
typedef int32_t vrm_lanes;

enum {
    VRM_LANES_AUTO = 0,   /**< The fastest that this machine supports. */
    VRM_LANES_SCALAR = 1, /**< The reference: one joint at a time. */
    VRM_LANES_PLAIN = 2,  /**< Eight joints at a time in plain C, on targets without SIMD lanes. */
    VRM_LANES_SSE2 = 3,
    VRM_LANES_AVX2 = 4,
    VRM_LANES_NEON = 5,
    VRM_LANES_WASM = 6
};

/**
 * Returns the name of a kind of lanes, such as "avx2".
 *
 * @param lanes  A VRM_LANES_ constant.
 * @return A static string; "" for any other value.
 * @threads any
 */
VRM_API const char *vrm_lanes_name(vrm_lanes lanes);

/**
 * Returns whether this machine and this build support a kind of lanes.
 *
 * @param lanes  A VRM_LANES_ constant.
 * @return 1 or 0.
 * @task Test with certain SIMD instructions
 * @threads any
 */
VRM_API int32_t vrm_lanes_supported(vrm_lanes lanes);

#endif
