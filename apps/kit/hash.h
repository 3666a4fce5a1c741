/* SHA-256 of the bytes of a file, by a library: libmd, CommonCrypto of macOS, or CNG of Windows. */
#ifndef VRM_KIT_HASH_H
#define VRM_KIT_HASH_H

#include <stdbool.h>
#include <stddef.h>

enum { HASH_DIGITS = 64 };

/* Whether this program was built with such a library. */
bool hash_is_available(void);

/* The hash in 64 lower-case hexadecimal digits. False: there is no library, or it failed. */
bool hash_bytes(const void *bytes, size_t size, char out[HASH_DIGITS + 1]);

/* The same of a file, which is read in pieces. False, with the reason. */
bool hash_file(const char *path, char out[HASH_DIGITS + 1], const char **out_reason);

#endif
