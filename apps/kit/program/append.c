#if !defined(_WIN32)
#define _DEFAULT_SOURCE /* flock is not in POSIX; its locks, unlike POSIX's, outlive a reader */
#endif

#include "append.h"
#include "apps/kit/system/files.h"
#include "language.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#if defined(_WIN32)

#include <io.h>

static bool reopen(const char *path) {
    wchar_t wide[MAX_OUTPUT_PATH];
    return widen_path(path, wide) && _wfreopen(wide, L"ab", stdout) == stdout;
}

static bool lock(void) { return true; }

bool append_cut(uint64_t size) { return _chsize_s(_fileno(stdout), (long long)size) == 0; }

#else

#include <unistd.h>
#if defined(__unix__) || defined(__APPLE__)
#include <sys/file.h>

/* A file system that has no locks does not keep anybody from working. */
static bool lock(void) {
    return flock(fileno(stdout), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}
#else
static bool lock(void) { return true; }
#endif

static bool reopen(const char *path) {
    bool is_open = freopen(path, "ab", stdout) != NULL;
    return is_open;
}

bool append_cut(uint64_t size) { return ftruncate(fileno(stdout), (off_t)size) == 0; }

#endif

/* Standard output is lost where reopening fails: it is tried with another stream first. */
bool append_begin(const char *path, const char **out_problem) {
    FILE *tried = open_by_path(path, "ab");
    uint64_t size;
    bool is_good = tried != NULL;
    *out_problem = strerror(errno);
    if (tried != NULL) fclose(tried);
    if (is_good && !file_size(path, &size)) {
        *out_problem = SAY("not a regular file that can be read again");
        is_good = false;
    }
    if (!is_good || !reopen(path)) return false;
    if (lock()) return true;
    *out_problem = SAY("another process is writing to it");
    return false;
}
