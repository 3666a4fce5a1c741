/* Constraints that do nothing, or do not see what they follow. Circles are found by the load
 * (NC-005), and constraints on joints of springs too (NC-027). */
#include "author/check/behaviour.h"
#include "base/text.h"

static vrmi_check_place at_constraint(const vrmi_check *check, const vrm_constraint *constraint,
                                      const char *member) {
    static const char *const kinds[] = {
        [VRM_CONSTRAINT_ROLL] = "roll",
        [VRM_CONSTRAINT_AIM] = "aim",
        [VRM_CONSTRAINT_ROTATION] = "rotation",
    };
    char path[80];
    vrmi_text text = vrmi_text_make(path, sizeof path);
    vrmi_text_append(&text, "extensions/VRMC_node_constraint/constraint/");
    vrmi_text_append(&text, kinds[constraint->kind]);
    vrmi_text_append(&text, "/");
    vrmi_text_append(&text, member);
    return vrmi_at_node(check, constraint->node, path);
}

void vrmi_check_life_constraints(vrmi_life *life) {
    vrmi_check *check = life->check;
    for (uint32_t i = 0; i < check->tables->constraint_count; ++i) {
        const vrm_constraint *constraint = &check->tables->constraints[i];
        vrmi_check_place place;
        if (!(constraint->weight > 0.0f)) {
            place = at_constraint(check, constraint, "weight");
            vrmi_check_found(check, VRMI_CONSTRAINT_NO_EFFECT, &place,
                             VRMI_WITH(vrmi_node_argument(check, constraint->node)));
        }
        if (life->is_moved == NULL || !life->is_moved[constraint->source]) continue;
        place = at_constraint(check, constraint, "source");
        vrmi_check_found(check, VRMI_CONSTRAINT_SOURCE_SWAYS, &place,
                         VRMI_WITH(vrmi_node_argument(check, constraint->node),
                                   vrmi_node_argument(check, constraint->source)));
    }
}
