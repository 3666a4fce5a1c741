/* Rigged bodies that tests make avatars of, and the avatars made. */
#ifndef VRM_TEST_RIGGED_BODY_H
#define VRM_TEST_RIGGED_BODY_H

#include "support/fixture.h"

#include <vrm/author.h>

enum { JOINTS = 21 };

/* Places are in the space of the body: a T-pose that faces +Z, 1.6 m high. */
typedef struct body_joint {
    const char *mixamo, *words;
    int parent;
    double x, y, z;
    vrm_bone bone;
} body_joint;

extern const body_joint body_joints[JOINTS];

typedef enum body_names { NAMES_MIXAMO, NAMES_WORDS, NAMES_NONE } body_names;

typedef struct body {
    body_names names;
    double unit;    /* units of the file in a meter */
    bool is_z_up;   /* up is +Z, forward -Y */
    bool is_turned; /* forward is -Z */
    bool has_arms_down;
    int foreign;            /* a joint that hangs on the hips; 0: none */
    int missing;            /* a joint without its name; 0: none */
    const char *more_nodes; /* behind those of the body, from node 21 on: ",{…}" */
    const char *head_children;
    const char *hips_children;
    const char *chest_children;
    const char *left_hand_children;
    const char *more; /* members of the root: ",'meshes':[…]" */
    const void *bin;
    size_t bin_size;
} body;

/* Members of the root and a node, for a body with a face: names of targets, and the targets. */
#define FACE(names, targets)                                                                       \
    ",'meshes':[{'primitives':[{'attributes':{},'targets':[" targets                               \
    "]}],'extras':{'targetNames':[" names "]}}]"
#define FACE_NODE ",{'name':'Face','mesh':0}"

/* The file of a body. */
fixture make_body(const body *b);

typedef struct made {
    vrm_written *file, *guesses;
    vrm_report *report;
    vrm_model *model; /* of the new file */
    vrm_result result;
} made;

#define GUESSES "{\"format\":\"vrm-make-guesses\",\"version\":1"

/* Makes an avatar of a file; a NULL description has the defaults. */
made make_with(const fixture *from, const vrm_make_desc *desc);
made make_of(const body *b);
/* Makes an avatar of a body with the guesses of a person. */
made make_guessing(const body *b, const char *guesses);
void made_release(made *m);

/* Checks that every bone is the joint that it should be. */
void check_bones(const made *m);
/* Whether the changes of the new file have one with this code. */
bool made_says(const made *m, const char *code);
/* The first diagnostic with this code, or NULL. */
const vrm_diagnostic *made_find(const made *m, const char *code);
/* Where a bone rests. */
vrm_vec3 made_at(const made *m, vrm_bone bone);

#endif
