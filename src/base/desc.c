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

bool vrmi_sized_read(void *out, size_t out_size, size_t least_size, const void *from) {
    uint32_t size, own_size = (uint32_t)out_size;
    vrmi_desc_init(out, out_size);
    if (from == NULL) return true;
    memcpy(&size, from, sizeof size);
    if (size < least_size || size > MOST_BYTES) return false;
    if (size > out_size && !is_zero((const unsigned char *)from + out_size, size - out_size)) {
        return false;
    }
    memcpy(out, from, size < out_size ? size : out_size);
    memcpy(out, &own_size, sizeof own_size);
    return true;
}

bool vrmi_sized_write(void *to, size_t least_size, const void *from, size_t from_size) {
    uint32_t size;
    memcpy(&size, to, sizeof size);
    if (size < least_size || size > MOST_BYTES) return false;
    memset((unsigned char *)to + sizeof size, 0, size - sizeof size);
    memcpy((unsigned char *)to + sizeof size, (const unsigned char *)from + sizeof size,
           (size < from_size ? size : from_size) - sizeof size);
    return true;
}

bool vrmi_flagged_read(void *out, size_t out_size, size_t least_size, const void *desc,
                       uint32_t known_flags) {
    uint32_t flags;
    if (!vrmi_sized_read(out, out_size, least_size, desc)) return false;
    memcpy(&flags, (const unsigned char *)out + offsetof(vrmi_desc_head, flags), sizeof flags);
    return (flags & ~known_flags) == 0;
}

bool vrmi_desc_read(void *out, size_t out_size, size_t least_size, const void *desc,
                    uint32_t known_flags) {
    vrmi_desc_head head;
    if (!vrmi_flagged_read(out, out_size, least_size, desc, known_flags)) return false;
    memcpy(&head, out, sizeof head);
    if (head.allocator != NULL &&
        (head.allocator->allocate == NULL || head.allocator->release == NULL)) {
        return false;
    }
    return true;
}
