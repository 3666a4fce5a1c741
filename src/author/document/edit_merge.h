/* What the files about merging nodes share: edit_merge.c has the nodes, edit_merge_check.c what an
 * avatar and animations need of them, edit_merge_skin.c the skins and their vertices. */
#ifndef VRMI_WRITE_EDIT_MERGE_H
#define VRMI_WRITE_EDIT_MERGE_H

#include "author/document/edit_operation.h"
#include "base/math.h"

/* A skin that has the node as a joint. */
typedef struct vrmi_merge_skin {
    int32_t skin;
    uint32_t joint; /* the node */
    int32_t other;  /* the joint that is the parent; VRM_NONE: the parent becomes one */
    vrm_mat4 bind;  /* inverse bind of the joint, as the parent has to have it */
    vrm_mat4 apart; /* by how much vertices move, in the world, where the parent is a joint already;
                       a matrix of differences */
} vrmi_merge_skin;

typedef struct vrmi_merge {
    vrm_edit *edit;
    const vrm_model *model; /* of the file as it is now */
    const vrm_gltf *gltf;
    int32_t node, parent;
    vrmi_value *object; /* the node */
    vrmi_value *above;  /* the parent */
    vrm_trs local;      /* of the node */
    vrm_mat4 matrix;    /* the same */
    bool is_identity;   /* nothing below it gets another position in its parent */
    bool is_turned;     /* its rotation is not the identity */
    bool has_mesh;      /* which the parent gets */
    vrmi_arena arena;   /* until the operation ends */
    vrmi_merge_skin *skins;
    uint32_t skin_count;
    int32_t *skin_of_mesh; /* by mesh: which of `skins` its vertices have to follow; VRM_NONE */
    uint8_t *is_replaced;  /* by accessor: others have replaced it */
    uint64_t steps_left;   /* vertices that may still be read */
} vrmi_merge;

/* NULL ends the edit, because memory was refused. */
void *vrmi_merge_take(vrmi_merge *merge, size_t count, size_t size);
#define VRMI_MERGE_TAKE(merge, type, count) ((type *)vrmi_merge_take(merge, count, sizeof(type)))

/* Refuses the operation: the sentence with the number of the node in it. */
vrm_result vrmi_merge_refuse(vrmi_merge *merge, const char *before, const char *after);

/* Whether everything but skins can do without the node. */
vrm_result vrmi_merge_check(vrmi_merge *merge);

/* Whether skins can do without it, and what is to be done: nothing is changed yet. */
vrm_result vrmi_merge_check_skins(vrmi_merge *merge);
/* Does it. */
void vrmi_merge_write_skins(vrmi_merge *merge);

#endif
