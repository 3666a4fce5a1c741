/* What the rules of the payload share. */
#ifndef VRMI_CHECK_PAYLOAD_H
#define VRMI_CHECK_PAYLOAD_H

#include "author/check/check.h"
#include "gltf/unpack.h"

/* What primitives use an accessor as. Many primitives share one, which is looked at once. */
enum {
    VRMI_USED_AS_NORMALS = 1,
    VRMI_USED_AS_TANGENTS = 2,
    VRMI_USED_AS_WEIGHTS = 4,
    VRMI_USED_AS_JOINTS = 8,
    VRMI_USED_AS_POSITIONS = 16
};

typedef struct vrmi_accessor_state {
    bool has_fault;    /* numbers that are not finite: nothing else is reported */
    bool has_largest;  /* `largest` is known */
    uint8_t looked_at; /* VRMI_USED_AS_ bits */
    uint32_t largest;  /* of unsigned integers */
} vrmi_accessor_state;

typedef struct vrmi_payload {
    vrmi_check *check;
    vrmi_memory *memory;
    vrmi_accessor_state *accessors;
    uint64_t bytes_left; /* that may still be read */
    int32_t left_out;    /* the first accessor for which they were not enough; else VRM_NONE */
} vrmi_payload;

/* How many bytes of elements a check or a fix reads. */
uint64_t vrmi_payload_budget(const vrm_model *model);

/* Before the elements of an accessor are read. False: so much has been read that the rest is left
 * out: accessors may share their bytes, and a small file could cost hours. */
bool vrmi_payload_spend(vrmi_payload *payload, int32_t accessor);

/* The rules of primitives and their vertices. */
void vrmi_check_primitives(vrmi_payload *payload);

#endif
