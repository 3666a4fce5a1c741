/* Files for benchmarks. */
#ifndef VRM_BENCH_FILE_H
#define VRM_BENCH_FILE_H

#include "testkit/joints.h"

#include <stdbool.h>

/* All bytes of a file, to be freed with free, also where it fails. False: it cannot be read. */
bool bench_read_file(const char *path, bench_bytes *out);

#endif
