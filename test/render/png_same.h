/* Whether both decoders of PNG make the same of a file, for tests and the fuzzer. */
#ifndef VRM_TEST_RENDER_PNG_SAME_H
#define VRM_TEST_RENDER_PNG_SAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* NULL: what libdeflate decodes, libpng decodes to the same pixels, or its zlib refuses the
 * deflated bytes, of which libdeflate checks less. Otherwise what differs. `out_is_whole`:
 * libdeflate has decoded it (false too where the build has none). */
const char *png_difference(const uint8_t *bytes, size_t size, uint32_t max_texture,
                           bool *out_is_whole);

#endif
