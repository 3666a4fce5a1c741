/* Two models that are compared: which element of one is which of the other, and what differs. */
#ifndef VRMI_DIFF_H
#define VRMI_DIFF_H

#include "author/diff/list.h"
#include "author/diff/match.h"

#include <yyjson.h>

/* One of the two: its model, its JSON as it is written, and its payload. */
typedef struct vrmi_diff_file {
    const vrm_model *model;
    const vrm_gltf *gltf;
    const vrm_tables *tables;
    const char *bytes; /* of the whole file; NULL: it was not given */
    size_t size;
    /* Numbers are raw and are written as the file spells them. NULL: there is no file, or the load
     * has repaired text that is not Unicode, and there is no tree of the file itself. */
    yyjson_doc *json;
    const char *bin; /* the BIN chunk */
    size_t bin_size;
} vrmi_diff_file;

/* Everything but the list, the matches and the JSON is for the time of the comparison. */
struct vrm_diff {
    vrmi_memory memory;
    vrmi_diff_list list;
    vrmi_diff_file a, b;
    int32_t (*cancel)(void *user);
    void *cancel_user;
    bool is_cancelled;
    /* One faces -Z and the other +Z, as avatars of 0.x and 1.0 do. What has a direction is compared
     * after the first file was turned around. */
    bool turns;
    vrmi_diff_match nodes, meshes, materials, images, expressions, springs, colliders, groups;
    /* By image: a number that only images with the same bytes have; VRM_NONE: they are not there.
     */
    int32_t *content_a, *content_b;
    uint64_t operation_count;
    bool has_other_payload;
};

/* Asks the caller whether to stop; true from then on. */
bool vrmi_diff_is_cancelled(vrm_diff *diff);

/* Reads the JSON and finds the BIN chunk of the bytes. False: memory was refused, or the JSON is
 * deeper than `max_depth`. */
bool vrmi_diff_read_json(vrm_diff *diff, vrmi_diff_file *file, uint32_t max_depth);

/* Gives images with the same bytes the same numbers. False: memory was refused. */
bool vrmi_diff_number_contents(vrm_diff *pair);

/* Fills in the matches. False: memory was refused. */
bool vrmi_diff_match_all(vrm_diff *pair);

/* Whether what an index of the first file names is what an index of the second names. */
bool vrmi_diff_same_index(const vrmi_diff_match *match, int32_t a, int32_t b);

/* A vector of the first file in the axes of the second. */
vrm_vec3 vrmi_diff_turn(const vrm_diff *pair, vrm_vec3 v);
/* The same of a rotation, seen from axes that are turned around. */
vrm_quat vrmi_diff_turn_rotation(const vrm_diff *pair, vrm_quat q);

/* How far two rotations are apart. */
double vrmi_diff_degrees(vrm_quat a, vrm_quat b);

/* The name of a node, quoted; "none" for VRM_NONE. */
const char *vrmi_diff_node_text(vrmi_diff_list *list, const vrmi_diff_file *file, int32_t node);

/* --- The parts. Each adds what differs to the list. --- */

void vrmi_diff_facts(vrm_diff *pair); /* the file: dialect, exporter, extensions */
void vrmi_diff_meta(vrm_diff *pair);
void vrmi_diff_permissions(vrm_diff *pair, const vrmi_diff_subject *meta);
void vrmi_diff_nodes(vrm_diff *pair); /* and bones */
void vrmi_diff_skins(vrm_diff *pair);
void vrmi_diff_expressions(vrm_diff *pair);
void vrmi_diff_look_at(vrm_diff *pair);
void vrmi_diff_first_person(vrm_diff *pair);
void vrmi_diff_springs(vrm_diff *pair);
void vrmi_diff_colliders(vrm_diff *pair);
void vrmi_diff_constraints(vrm_diff *pair);
void vrmi_diff_materials(vrm_diff *pair);
void vrmi_diff_images(vrm_diff *pair);
void vrmi_diff_meshes(vrm_diff *pair);
void vrmi_diff_animations(vrm_diff *pair);
void vrmi_diff_other(vrm_diff *pair); /* JSON that no other part speaks of */

#endif
