#if defined(__linux__)
#define _GNU_SOURCE /* F_GET_SEALS */
#endif

#include "mapped.h"

#if defined(__linux__)

#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

bool is_standard_input_sealed(void) {
    const int wanted = F_SEAL_SHRINK | F_SEAL_WRITE;
    int seals = fcntl(STDIN_FILENO, F_GET_SEALS);
    return seals >= 0 && (seals & wanted) == wanted;
}

void *mapped_standard_input(size_t *out_size) {
    off_t size;
    void *bytes;
    if (!is_standard_input_sealed()) return NULL;
    size = lseek(STDIN_FILENO, 0, SEEK_END); /* where fstat is not allowed, this is */
    if (size <= 0 || (uintmax_t)size > SIZE_MAX) return NULL;
    bytes = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, STDIN_FILENO, 0);
    lseek(STDIN_FILENO, 0, SEEK_SET); /* for who may read it next */
    if (bytes == MAP_FAILED) return NULL;
    *out_size = (size_t)size;
    return bytes;
}

void mapped_release(void *bytes, size_t size) { munmap(bytes, size); }

#else

bool is_standard_input_sealed(void) { return false; }

void *mapped_standard_input(size_t *out_size) {
    (void)out_size;
    return NULL;
}

void mapped_release(void *bytes, size_t size) { (void)bytes, (void)size; }

#endif
