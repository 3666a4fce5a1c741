/* A check of one model: what all families of rules share. */
#ifndef VRMI_CHECK_CHECK_H
#define VRMI_CHECK_CHECK_H

#include "author/check/diagnostics.h"
#include "base/memory.h"
#include "gltf/json.h"
#include "model/model.h"
#include "vrm/author/check.h"

typedef struct vrmi_check {
    vrmi_load *load; /* that the check goes along with, or a session of its own */
    const vrm_model *model;
    const vrm_gltf *gltf;
    const vrm_tables *tables;
    const vrmi_json *root; /* of the JSON of the file; NULL: it is gone */
    const vrm_check_desc *desc;
    vrmi_arena *scratch; /* for the whole check */
    /* By bone: where it stands in the humanBones of the file, if that is a list; else VRM_NONE. */
    int32_t bone_entries[VRM_BONE_COUNT];
} vrmi_check;

/* --- Places --- */

/* A JSON pointer of the file, and what stands there. */
typedef struct vrmi_check_place {
    char pointer[512];
    const char *subject;
    vrm_string name;
    int32_t index;
} vrmi_check_place;

/* What stands at a place whose pointer is still empty. */
vrmi_check_place vrmi_make_place(const char *subject, vrm_string name, int32_t index);
/* A node, and one of its members; NULL: the node itself. */
vrmi_check_place vrmi_at_node(const vrmi_check *check, int32_t node, const char *member);
/* A bone, where humanBones assigns it. */
vrmi_check_place vrmi_at_bone(const vrmi_check *check, vrm_bone bone);
/* An expression, where the file has it. */
vrmi_check_place vrmi_at_expression(const vrmi_check *check, uint32_t expression);
/* An element of a table of glTF, such as "skins", and one of its members; NULL: the element. */
vrmi_check_place vrmi_at_element(const char *table, const char *subject, int32_t index,
                                 vrm_string name, const char *member);

/* Goes on to a member (NULL: stays), or to an element. */
void vrmi_add_member(vrmi_check_place *place, const char *key);
void vrmi_add_index(vrmi_check_place *place, uint32_t index);

/* The name of an element of the JSON; empty: it has none. */
vrm_string vrmi_name_of(yyjson_val *element, const char *key);

/* --- Arguments --- */

vrmi_argument vrmi_node_argument(const vrmi_check *check, int32_t node);
/* Rounded: a person reads it. Huge and infinite values are clamped, and NaN is 0. */
vrmi_argument vrmi_meters(float meters);
vrmi_argument vrmi_parts(float value, double parts); /* 10: tenths are kept */
vrmi_argument vrmi_whole(double value);
vrmi_argument vrmi_whole_degrees(float degrees);

/* How tall the avatar is, by the place of its head. */
float vrmi_check_height(const vrmi_check *check);

/* --- Reporting --- */

/* How much a rule's requirement demands. */
typedef enum vrmi_level { VRMI_MUST, VRMI_SHOULD, VRMI_MAY, VRMI_ENG, VRMI_ALG } vrmi_level;
vrmi_level vrmi_requirement_level(const char *requirement);

/* The severity that a check gives: a warning or a repair whose requirement is a MUST is an error.
 * What makes a load fail is one anyway, and does not come here. `where` may be NULL. */
bool vrmi_check_is_error(const vrmi_message *message, const vrmi_json *where);

/* Makes errors of what the load has found where this dialect alone demands it [GL-026]. */
void vrmi_check_raise(vrmi_check *check);

void vrmi_check_found(vrmi_check *check, vrmi_diagnostic_id id, const vrmi_check_place *place,
                      const vrmi_argument *arguments);
/* A warning, whatever the requirement's level is: where a dialect demands less. */
void vrmi_check_warn(vrmi_check *check, vrmi_diagnostic_id id, const vrmi_check_place *place,
                     const vrmi_argument *arguments);

/* Asks the cancel callback. False: stop, the check has failed. */
bool vrmi_check_goes_on(vrmi_check *check);

/* Runs all families of rules on a model. `root` is NULL where its JSON is gone. Memory that is
 * refused, and a cancelled check, are failures of the load. */
void vrmi_check_run(vrmi_load *load, const vrm_model *model, const vrmi_json *root,
                    const vrm_check_desc *desc);
/* What a run with VRM_CHECK_NO_BEHAVIOR has left out, and what comes last in a report. */
void vrmi_check_run_behavior(vrmi_load *load, const vrm_model *model, const vrmi_json *root,
                             const vrm_check_desc *desc);

/* How every check begins: the output cleared, the desc read into `own`, the settings of the load
 * complete, a report made. `has_input`: the caller's other arguments can be used. */
vrm_result vrmi_check_begin(bool has_input, const vrm_check_desc *desc, vrm_check_desc *own,
                            vrmi_load_settings *settings, vrm_report **out_report);
/* The check itself, of what vrmi_check_begin has prepared. */
vrm_result vrmi_check_source(const vrmi_source *source, vrm_check_desc *own,
                             vrmi_load_settings *settings, vrm_report *report);

/* --- Families --- */

/* What is seen first: nothing at all, or an avatar that is far too small or too large. */
void vrmi_check_whole(vrmi_check *check);
/* What the JSON alone shows; nothing where it is gone. */
void vrmi_check_json(vrmi_check *check);
void vrmi_check_names(vrmi_check *check);
void vrmi_check_humanoid(vrmi_check *check);
void vrmi_check_pose(vrmi_check *check);
void vrmi_check_nodes(vrmi_check *check);
/* Whether nodes have no rotation and scale at rest, and binds only move [TP-015, TP-016]. */
bool vrmi_demands_normalization(vrm_dialect dialect);
void vrmi_check_images(vrmi_check *check);
void vrmi_check_payload(vrmi_check *check);
/* What no schema sees: measured on vertices, expressions, materials and textures. */
void vrmi_check_looks(vrmi_check *check);
/* What the avatar does when it is brought to life (behavior.h). */
void vrmi_check_behaviour(vrmi_check *check);

#endif
