/*
 * Reading the payload: from the file's bytes, whatever their format and alignment, to plain numbers
 * in the caller's memory.
 */
#ifndef VRMI_GLTF_UNPACK_H
#define VRMI_GLTF_UNPACK_H

#include "base/private_api.h"
#include "gltf/document.h"

/*
 * The first `count` elements of an accessor as floats, `components` each: more of the file's are
 * left out, fewer are filled with 0, and a fourth with 1. `out` has count * components elements.
 * Integers are converted or, where the accessor is normalized, scaled; sparse replacements are
 * made; what is not finite becomes 0.
 */
VRMI_API vrm_result vrmi_unpack_floats(const vrmi_document *document, int32_t accessor,
                                       uint32_t count, uint32_t components, float *out);

/* Scalars as unsigned integers; anything but unsigned integers is refused. */
vrm_result vrmi_unpack_indices(const vrmi_document *document, int32_t accessor, uint32_t count,
                               uint32_t *out);

/* Four joints a vertex, from 8 or 16 bit unsigned integers. `out` has count * 4 elements. */
vrm_result vrmi_unpack_joints(const vrmi_document *document, int32_t accessor, uint32_t count,
                              uint16_t *out);

/* Elements of an accessor where they lie in the bytes of the file, as they are there. */
typedef struct vrmi_elements {
    const uint8_t *bytes;
    size_t stride;       /* from one element to the next */
    uint32_t count;      /* more than 0 */
    uint32_t components; /* of one element */
    vrm_component component;
} vrmi_elements;

/* Those before sparse replacements. False: there are none, or their bytes are not there. */
VRMI_API bool vrmi_find_elements(const vrmi_document *document, int32_t accessor,
                                 vrmi_elements *out);
/* The values of sparse replacements. False: likewise. */
VRMI_API bool vrmi_find_replacements(const vrmi_document *document, int32_t accessor,
                                     vrmi_elements *out);

/* Which elements are replaced: as many as the accessor's sparse_count. False: their bytes are not
 * there, or one is no element. */
VRMI_API bool vrmi_unpack_sparse_indices(const vrmi_document *document, int32_t accessor,
                                         uint32_t *out);

/* All of them, after sparse replacements, which are made in a copy in the arena; zeros without a
 * view are such a copy too. False: the bytes of the view or of the replacements are not there, or
 * memory was refused. */
VRMI_API bool vrmi_read_elements(const vrmi_document *document, int32_t accessor, vrmi_arena *arena,
                                 vrmi_elements *out);

/*
 * How much a function reads of all accessors together. Accessors may share their bytes or have
 * none, so that a small file could cost hours. The budget is a multiple of the bytes of all
 * buffers and decoded views, and some bytes more for small files.
 */
VRMI_API uint64_t vrmi_read_budget(const vrmi_document *document, uint32_t times, uint64_t more);
/* Before the elements of an accessor are read. False: the budget is too small for them. */
VRMI_API bool vrmi_read_spend(const vrmi_document *document, int32_t accessor, uint64_t *budget);

/* One component as a float: integers are converted or, where they are normalized, scaled; what is
 * not finite becomes 0. */
VRMI_API float vrmi_load_component(const uint8_t *bytes, int32_t component, bool is_normalized);

/* How many floats of an accessor's bytes are not finite, of those too that sparse ones replace. 0
 * where there is nothing to read. */
VRMI_API size_t vrmi_count_not_finite(const vrmi_document *document, int32_t accessor);

/* Bytes of a buffer view that are really there. */
VRMI_API vrm_result vrmi_view_bytes(const vrmi_document *document, int32_t view,
                                    const uint8_t **out_bytes, size_t *out_size);

#endif
