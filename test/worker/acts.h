/* What a child of the worker must not be able to do, one function for each. */
#ifndef VRM_TEST_WORK_ACTS_H
#define VRM_TEST_WORK_ACTS_H

#include <stdbool.h>
#include <stddef.h>

/* What the acts are tried on: made by the parent, and the same for each act. */
typedef struct act_scene {
    char folder[200];     /* with the file "file", the link "link" and the empty folder "empty" */
    int tcp_port;         /* somebody listens there, on loopback */
    char socket_name[64]; /* of an abstract socket that somebody listens on */
} act_scene;

typedef struct act {
    const char *name;
    /* Whether it could be done. */
    bool (*run)(const act_scene *scene);
    int landlock;      /* the level from which landlock alone refuses it; 0: it does not */
    bool is_by_limits; /* limits of resources refuse it, and the filter does not */
    bool is_drawing;   /* a process that draws may do it */
} act;

extern const act acts[];
extern const size_t act_count;

#endif
