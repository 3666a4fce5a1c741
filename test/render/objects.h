/*
 * Counts the objects that GL holds for a renderer, and the triangles that it draws: functions that
 * make, delete and draw are replaced on their way through get_proc.
 */
#ifndef VRM_TEST_RENDER_OBJECTS_H
#define VRM_TEST_RENDER_OBJECTS_H

#include <stdbool.h>

typedef enum object_kind {
    OBJECT_BUFFER,
    OBJECT_TEXTURE,
    OBJECT_ARRAY,
    OBJECT_SAMPLER,
    OBJECT_SHADER,
    OBJECT_PROGRAM,
    OBJECT_PIPELINE,
    OBJECT_KINDS
} object_kind;

typedef struct object_counts {
    int live[OBJECT_KINDS];
    int made;  /* of all kinds, ever */
    int wrong; /* deleted that were not there */
} object_counts;

object_counts objects_now(void);
const char *object_name(object_kind kind);
int objects_live(void); /* of all kinds */
/* Triangles that GL was given so far. */
long objects_triangles(void);

/* For vrm_renderer_desc, once stage_renderer has made the context. `user`: objects_faults, or NULL.
 */
void *objects_get_proc(const char *name, void *user);

/* What goes wrong on purpose; -1: nothing. */
typedef struct objects_faults {
    int missing;      /* this function, counted as they are asked for, is not there */
    int asked;        /* how many were */
    int fail_shader;  /* this shader does not compile */
    int fail_program; /* this program does not link */
} objects_faults;

void objects_faults_init(objects_faults *faults);
/* Before the record goes: nothing goes wrong any more. */
void objects_end_faults(void);

#endif
