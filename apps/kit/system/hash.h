/* SHA-256 of the bytes of a file, by a library: nettle, CommonCrypto of macOS, or CNG of Windows.
 */
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

/* The same of bytes that come piece by piece. hash_end frees it; NULL, where there is no memory, is
 * taken by all and gives false at the end. */
typedef struct hash_pieces hash_pieces;
hash_pieces *hash_begin(void);
void hash_add(hash_pieces *pieces, const void *bytes, size_t size);
bool hash_end(hash_pieces *pieces, char out[HASH_DIGITS + 1]);

#endif
