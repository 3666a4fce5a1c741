/* What the files that turn an avatar share. */
#ifndef VRMI_MIGRATE_TURN_PARTS_H
#define VRMI_MIGRATE_TURN_PARTS_H

#include "author/migrate/turn.h"

typedef struct vrmi_turned_buffer vrmi_turned_buffer;

typedef struct vrmi_turning {
    vrm_edit *edit;
    const vrm_gltf *gltf;
    vrmi_arena arena;            /* for the time of the turning */
    uint8_t *is_turned;          /* by accessor */
    uint8_t *is_view_turned;     /* by buffer view */
    vrmi_turned_buffer *buffers; /* by buffer */
    vrm_result result;
} vrmi_turning;

/* Turns the numbers of the accessors that are marked, wherever they lie. */
bool vrmi_turn_payload(vrmi_turning *turning);

#endif
