/* A file for benchmarks. */
#ifndef VRM_BENCH_JOINTS_H
#define VRM_BENCH_JOINTS_H

#include <stddef.h>

typedef struct bench_bytes {
    unsigned char *data; /* to be freed */
    size_t size;
    size_t capacity;
} bench_bytes;

/*
 * An avatar of 15 bones and 1,000 chains of five joints and a tail, as an exporter would write
 * them: 6,016 nodes with names, translations and children, and a VRMC_springBone with all
 * parameters. About 1 MB of JSON, and no BIN.
 */
bench_bytes make_joints(void);

#endif
