#include "meshopt.h"

#ifdef VRM_HAVE_MESHOPT_DECODER
#include <meshoptimizer.h>
#endif

static const vrm_meshopt_decoder decoder = {
    .struct_size = sizeof(vrm_meshopt_decoder),
#ifdef VRM_HAVE_MESHOPT_DECODER
    .decode_vertices = meshopt_decodeVertexBuffer,
    .decode_triangles = meshopt_decodeIndexBuffer,
    .decode_indices = meshopt_decodeIndexSequence,
    .filter_octahedral = meshopt_decodeFilterOct,
    .filter_quaternion = meshopt_decodeFilterQuat,
    .filter_exponential = meshopt_decodeFilterExp,
#endif
#ifdef VRM_HAVE_MESHOPT_COLOR
    .filter_color = meshopt_decodeFilterColor,
#endif
};

const vrm_meshopt_decoder *meshopt_decoder(void) { return &decoder; }

void load_desc_init(vrm_load_desc *desc) {
    vrm_load_desc_init(desc);
    desc->meshopt = &decoder;
}
