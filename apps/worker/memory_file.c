#if defined(__linux__)
#define _GNU_SOURCE /* memfd_create */
#else
#define _XOPEN_SOURCE 700
#endif
#define _FILE_OFFSET_BITS 64

#include "memory_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static int move_up(int file) {
    int moved;
    if (file < 0 || file >= FIRST_OWN_DESCRIPTOR) return file;
    moved = fcntl(file, F_DUPFD_CLOEXEC, FIRST_OWN_DESCRIPTOR);
    close(file);
    return moved;
}

#if defined(__linux__)

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

/* No program can be started from it, where the kernel (6.3 and newer) can promise that; some
 * systems allow no others. */
static int create(void) {
    const unsigned flags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
    int file = memfd_create("vrm-work", flags | MFD_NOEXEC_SEAL);
    if (file < 0 && errno == EINVAL) file = memfd_create("vrm-work", flags);
    return move_up(file);
}

static bool seal(int file) {
    return fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL) == 0;
}

/* One that can grow would be read to another end than the one that was hashed. */
static bool is_sealed(int file) {
    const int wanted = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
    int seals = fcntl(file, F_GET_SEALS);
    return seals >= 0 && (seals & wanted) == wanted;
}

/* What the worker itself may write bounds it too: to exceed that would end the worker. */
static uint64_t size_within_limit(uint64_t size) {
    const uint64_t most = UINT64_C(1) << 62;
    struct rlimit own;
    if (getrlimit(RLIMIT_FSIZE, &own) == 0 && own.rlim_cur != RLIM_INFINITY &&
        own.rlim_cur < size) {
        size = own.rlim_cur;
    }
    return size < most ? size : most;
}

int memory_file_create(uint64_t size) {
    int file = create();
    if (file < 0) return -1;
    if (ftruncate(file, (off_t)size_within_limit(size)) == 0 &&
        fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0) {
        return file;
    }
    close(file);
    return -1;
}

int memory_file_open_writer(int file) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    return move_up(open(path, O_WRONLY | O_CLOEXEC));
}

bool memory_file_clear(int file, int writer) {
    struct stat about;
    if (fstat(file, &about) != 0 || lseek(writer, 0, SEEK_SET) != 0) return false;
    return about.st_blocks == 0 ||
           fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, about.st_size) == 0;
}

#else

/* A temporary file has no name, and this process alone has it. */
static int create(void) {
    FILE *stream = tmpfile();
    int file = stream != NULL ? fcntl(fileno(stream), F_DUPFD_CLOEXEC, FIRST_OWN_DESCRIPTOR) : -1;
    if (stream != NULL) fclose(stream);
    return file;
}

static bool seal(int file) {
    (void)file;
    return true;
}

static bool is_sealed(int file) {
    (void)file;
    return false;
}

int memory_file_create(uint64_t size) {
    (void)size;
    return create();
}

int memory_file_open_writer(int file) { return fcntl(file, F_DUPFD_CLOEXEC, FIRST_OWN_DESCRIPTOR); }

bool memory_file_clear(int file, int writer) {
    return ftruncate(file, 0) == 0 && lseek(writer, 0, SEEK_SET) == 0;
}

#endif

/* --- Long copies --- */

/* There is one worker in a process. */
static struct {
    void (*call)(void *user);
    void *user;
} between_pieces;

void memory_file_between_pieces(void (*call)(void *user), void *user) {
    between_pieces.call = call;
    between_pieces.user = user;
}

static void pause_between_pieces(void) {
    if (between_pieces.call != NULL) between_pieces.call(between_pieces.user);
}

/* --- Bytes --- */

bool read_exactly(int file, void *bytes, size_t size, uint64_t at) {
    char *out = bytes;
    pause_between_pieces();
    while (size > 0) {
        ssize_t got = pread(file, out, size < (1u << 30) ? size : 1u << 30, (off_t)at);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        out += got;
        at += (uint64_t)got;
        size -= (size_t)got;
    }
    return true;
}

bool write_wholly(int file, const void *bytes, size_t size) {
    const char *from = bytes;
    while (size > 0) {
        ssize_t done = write(file, from, size < (1u << 30) ? size : 1u << 30);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return false;
        from += done;
        size -= (size_t)done;
    }
    return true;
}

/* --- Inputs --- */

unsigned char *input_piece_create(void) {
    void *memory =
        mmap(NULL, INPUT_PIECE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return NULL;
#if defined(MADV_DONTFORK)
    madvise(memory, INPUT_PIECE, MADV_DONTFORK);
#endif
    return memory;
}

void input_piece_release(unsigned char *piece) {
    if (piece != NULL) munmap(piece, INPUT_PIECE);
}

/* One pass: what is read is hashed, unless the hash is known, and written to the copy, unless there
 * is none. NULL, or what is wrong. */
static const char *pass_over(int from, int copy, uint64_t most, unsigned char *piece,
                             hash_pieces *hash, uint64_t *out_size) {
    uint64_t size = 0;
    for (;;) {
        ssize_t got = pread(from, piece, INPUT_PIECE, (off_t)size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return "the file cannot be read";
        if (got == 0) break;
        pause_between_pieces();
        size += (uint64_t)got;
        if (size > most) return "the file is larger than the limit";
        hash_add(hash, piece, (size_t)got);
        if (copy >= 0 && !write_wholly(copy, piece, (size_t)got)) {
            return "there is not enough memory for a copy of the file";
        }
    }
    *out_size = size;
    return NULL;
}

static const char *take(work_input *out, int from, uint64_t most, const char *known,
                        unsigned char *piece) {
    const bool is_whole = is_sealed(from);
    hash_pieces *hash = known == NULL ? hash_begin() : NULL;
    const char *problem = NULL;
    if (!is_whole) {
        out->file = create();
        if (out->file < 0) problem = "there is not enough memory for a copy of the file";
    }
    if (problem == NULL && !(is_whole && known != NULL)) {
        problem = pass_over(from, is_whole ? -1 : out->file, most, piece, hash, &out->size);
    }
    if (known != NULL) {
        memcpy(out->sha256, known, sizeof out->sha256);
    } else if (!hash_end(hash, out->sha256) && problem == NULL) {
        problem = "its hash cannot be computed";
    }
    if (problem == NULL && !is_whole && !seal(out->file)) problem = "its copy cannot be sealed";
    return problem;
}

const char *work_input_open(work_input *out, const char *path, uint64_t most, const char *known,
                            unsigned char *piece) {
    struct stat found;
    const char *problem = NULL;
    int from = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    *out = (work_input){.file = -1};
    if (from < 0) return errno == ENOENT ? "there is no such file" : "the file cannot be opened";
    if (fstat(from, &found) != 0 || !S_ISREG(found.st_mode)) {
        problem = "it is no regular file";
    } else if ((uint64_t)found.st_size > most) {
        problem = "the file is larger than the limit";
    } else {
        out->size = (uint64_t)found.st_size;
        problem = take(out, from, most, known, piece);
    }
    if (problem == NULL && out->file < 0) { /* it is sealed: no copy was made */
        out->file = move_up(from);
        from = -1;
        if (out->file < 0) problem = "there are too many open files";
    }
    if (from >= 0) close(from);
    if (problem != NULL) work_input_close(out);
    return problem;
}

void work_input_close(work_input *input) {
    if (input->file >= 0) close(input->file);
    input->file = -1;
}
