/* The container: finds the JSON and the BIN chunk of a GLB, or takes the whole as JSON. */
#ifndef VRMI_GLTF_GLB_H
#define VRMI_GLTF_GLB_H

#include "base/private_api.h"
#include "gltf/session.h"

typedef struct vrmi_glb {
    const char *json;
    size_t json_length;
    size_t json_offset; /* of the JSON in the file */
    const uint8_t *bin; /* NULL: there is none, or it is not in the part of the file that is here */
    size_t bin_length;
    size_t bin_offset; /* of the BIN chunk's bytes in the file; 0 where the file is plain JSON */
} vrmi_glb;

/* How many bytes detect the format of a file; for shorter files, all that they have. */
enum { VRMI_GLB_LOOK_BYTES = 64 };

/* Whether a file that begins with these bytes can be a GLB or JSON. The rest of one that cannot
 * need not be read: vrmi_glb_read refuses it, with the same words, for these bytes alone. */
VRMI_API bool vrmi_glb_may_begin(const uint8_t *bytes, size_t size);

/* False: the load has failed. Pointers are into `bytes`. */
bool vrmi_glb_read(vrmi_load *load, const uint8_t *bytes, size_t size, vrmi_glb *out);

#endif
