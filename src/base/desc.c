#include "base/desc.h"

#include <string.h>

/* No desc is this long. A struct_size beyond it was never written by an init function, and reading
 * so many bytes would leave the caller's memory. */
enum { MOST_BYTES = 4096 };

void vrmi_desc_init(void *desc, size_t struct_size) {
    uint32_t size = (uint32_t)struct_size;
    if (desc == NULL || struct_size < sizeof size || struct_size > UINT32_MAX) return;
    memset(desc, 0, struct_size);
    memcpy(desc, &size, sizeof size);
}

static bool is_zero(const unsigned char *bytes, size_t count) {
    unsigned char all = 0;
    for (size_t i = 0; i < count; ++i) all |= bytes[i];
    return all == 0;
}

bool vrmi_desc_read(void *out, size_t out_size, size_t least_size, const void *desc,
                    uint32_t known_flags) {
    vrmi_desc_head head;
    uint32_t size;
    vrmi_desc_init(out, out_size);
    if (desc == NULL) return true;
    memcpy(&size, desc, sizeof size);
    if (size < least_size || size > MOST_BYTES) return false;
    if (size > out_size && !is_zero((const unsigned char *)desc + out_size, size - out_size)) {
        return false;
    }
    memcpy(out, desc, size < out_size ? size : out_size);
    memcpy(&head, out, sizeof head);
    if ((head.flags & ~known_flags) != 0) return false;
    if (head.allocator != NULL &&
        (head.allocator->allocate == NULL || head.allocator->release == NULL)) {
        return false;
    }
    head.struct_size = (uint32_t)out_size;
    memcpy(out, &head, sizeof head);
    return true;
}
