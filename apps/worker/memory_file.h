/* Files without a name, in memory where the system has such (memfd_create of Linux). All
 * descriptors are above those that a child is given. */
#ifndef VRM_WORK_MEMORY_FILE_H
#define VRM_WORK_MEMORY_FILE_H

#include "apps/kit/system/hash.h"

#include <stdbool.h>
#include <stdint.h>

enum { FIRST_OWN_DESCRIPTOR = 10 };

/* The bytes of a job's file, which nobody can change any more. */
typedef struct work_input {
    int file; /* -1: there is none */
    uint64_t size;
    char sha256[HASH_DIGITS + 1];
} work_input;

/*
 * A file for what another process writes. It has a fixed size from the beginning, which nobody can
 * change, and bytes that nobody wrote are 0 and take no memory: so the writer takes no more memory
 * than that, whatever it does. (Where files in memory cannot be sealed, it is empty and grows.)
 * -1 leaves errno.
 */
int memory_file_create(uint64_t size);

/* The same file, opened once more for writing alone: it can be neither read nor mapped by whoever
 * has this descriptor, so that no memory of a process is writable here and executable there. Its
 * position is its own. -1 leaves errno. */
int memory_file_open_writer(int file);

/* Removes all bytes. `writer` is set back to the beginning. */
bool memory_file_clear(int file, int writer);

/* Sets what is called between the pieces of long copies, so that the clocks of other jobs are
 * looked at meanwhile. */
void memory_file_between_pieces(void (*call)(void *user), void *user);

/* Memory for a piece of a file, which is read, hashed and copied while it is in the nearest caches.
 * Children do not have it: after a fork, each page of it would have to be taken anew. NULL: there
 * is not enough memory. */
enum { INPUT_PIECE = 1 << 15 };
unsigned char *input_piece_create(void);
void input_piece_release(unsigned char *piece);

/*
 * Opens a file and makes sure that it stays as it is: a file in memory that is sealed already is
 * taken as it is, and of all others a private copy is made. `known` is its hash where the caller
 * vouches for it, and is then not computed; else NULL. `piece` is that of input_piece_create. NULL,
 * or what is wrong.
 */
const char *work_input_open(work_input *out, const char *path, uint64_t most, const char *known,
                            unsigned char *piece);
void work_input_close(work_input *input);

/* Reads exactly so many bytes at a place; writes all bytes. False leaves errno. */
bool read_exactly(int file, void *bytes, size_t size, uint64_t at);
bool write_wholly(int file, const void *bytes, size_t size);

#endif
