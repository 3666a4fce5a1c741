#include "hash.h"
#include "files.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HASH_BYTES = 32, PIECE = 1 << 16 };

/* --- The libraries --- */

#if defined(VRM_HAVE_NETTLE)

#include <nettle/sha2.h>

typedef struct sha256_ctx hash_state;

static bool begin(hash_state *state) {
    sha256_init(state);
    return true;
}

static bool add(hash_state *state, const void *bytes, size_t size) {
    sha256_update(state, size, bytes);
    return true;
}

static bool end(hash_state *state, uint8_t out[HASH_BYTES]) {
    sha256_digest(state, HASH_BYTES, out);
    return true;
}

bool hash_is_available(void) { return true; }

#elif defined(__APPLE__)

#include <CommonCrypto/CommonDigest.h>

typedef CC_SHA256_CTX hash_state;

static bool begin(hash_state *state) { return CC_SHA256_Init(state) == 1; }

static bool add(hash_state *state, const void *bytes, size_t size) {
    const char *at = bytes;
    while (size > 0) {
        CC_LONG piece = size < (1u << 30) ? (CC_LONG)size : 1u << 30;
        if (CC_SHA256_Update(state, at, piece) != 1) return false;
        at += piece;
        size -= piece;
    }
    return true;
}

static bool end(hash_state *state, uint8_t out[HASH_BYTES]) {
    return CC_SHA256_Final(out, state) == 1;
}

bool hash_is_available(void) { return true; }

#elif defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <bcrypt.h>

typedef struct hash_state {
    BCRYPT_ALG_HANDLE algorithm;
    BCRYPT_HASH_HANDLE hash;
} hash_state;

static bool begin(hash_state *state) {
    memset(state, 0, sizeof *state);
    return BCryptOpenAlgorithmProvider(&state->algorithm, BCRYPT_SHA256_ALGORITHM, NULL, 0) >= 0 &&
           BCryptCreateHash(state->algorithm, &state->hash, NULL, 0, NULL, 0, 0) >= 0;
}

static bool add(hash_state *state, const void *bytes, size_t size) {
    PUCHAR at = (PUCHAR)(uintptr_t)bytes;
    while (size > 0) {
        ULONG piece = size < (1u << 30) ? (ULONG)size : 1u << 30;
        if (BCryptHashData(state->hash, at, piece, 0) < 0) return false;
        at += piece;
        size -= piece;
    }
    return true;
}

static bool end(hash_state *state, uint8_t out[HASH_BYTES]) {
    bool is_good = BCryptFinishHash(state->hash, out, HASH_BYTES, 0) >= 0;
    BCryptDestroyHash(state->hash);
    BCryptCloseAlgorithmProvider(state->algorithm, 0);
    return is_good;
}

bool hash_is_available(void) { return true; }

#else

typedef char hash_state;

static bool begin(hash_state *state) {
    (void)state;
    return false;
}

static bool add(hash_state *state, const void *bytes, size_t size) {
    (void)state, (void)bytes, (void)size;
    return false;
}

static bool end(hash_state *state, uint8_t out[HASH_BYTES]) {
    (void)state, (void)out;
    return false;
}

bool hash_is_available(void) { return false; }

#endif

/* --- Digits --- */

static bool end_in_digits(hash_state *state, bool is_good, char out[HASH_DIGITS + 1]) {
    uint8_t hash[HASH_BYTES];
    if (!end(state, hash) || !is_good) return false;
    for (size_t i = 0; i < HASH_BYTES; ++i) {
        out[2 * i] = "0123456789abcdef"[hash[i] >> 4];
        out[2 * i + 1] = "0123456789abcdef"[hash[i] & 15];
    }
    out[HASH_DIGITS] = '\0';
    return true;
}

/* --- In pieces --- */

struct hash_pieces {
    hash_state state;
    bool is_good;
};

hash_pieces *hash_begin(void) {
    hash_pieces *pieces = malloc(sizeof *pieces);
    if (pieces != NULL) pieces->is_good = begin(&pieces->state);
    return pieces;
}

void hash_add(hash_pieces *pieces, const void *bytes, size_t size) {
    if (pieces != NULL && pieces->is_good) pieces->is_good = add(&pieces->state, bytes, size);
}

bool hash_end(hash_pieces *pieces, char out[HASH_DIGITS + 1]) {
    bool is_good = pieces != NULL && pieces->is_good && end_in_digits(&pieces->state, true, out);
    free(pieces);
    return is_good;
}

bool hash_bytes(const void *bytes, size_t size, char out[HASH_DIGITS + 1]) {
    hash_state state;
    return begin(&state) && end_in_digits(&state, add(&state, bytes, size), out);
}

static bool hash_stream(FILE *file, char out[HASH_DIGITS + 1]) {
    unsigned char piece[PIECE];
    hash_state state;
    size_t got;
    bool is_good = begin(&state);
    while (is_good && (got = fread(piece, 1, sizeof piece, file)) > 0) {
        is_good = add(&state, piece, got);
    }
    return is_good && end_in_digits(&state, ferror(file) == 0, out);
}

bool hash_file(const char *path, char out[HASH_DIGITS + 1], const char **out_reason) {
    FILE *file = open_by_path(path, "rb");
    bool is_good = file != NULL && hash_stream(file, out);
    if (!is_good) *out_reason = errno != 0 ? strerror(errno) : "its hash cannot be computed";
    if (file != NULL) fclose(file);
    return is_good;
}
