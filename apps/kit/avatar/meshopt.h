/* The decoder of compressed meshes that the programs have. */
#ifndef VRM_KIT_MESHOPT_H
#define VRM_KIT_MESHOPT_H

#include <vrm/model.h>

/* Static; without functions if the build has no meshoptimizer. */
const vrm_meshopt_decoder *meshopt_decoder(void);

/* The default settings of a load, with that decoder. */
void load_desc_init(vrm_load_desc *desc);

#endif
