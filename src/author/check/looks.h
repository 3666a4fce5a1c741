/* The rules about how an avatar looks: each family takes the measure that all of them share. */
#ifndef VRMI_CHECK_LOOKS_H
#define VRMI_CHECK_LOOKS_H

#include "author/check/measure.h"

/* Soles on the ground, arms level, sides alike, the face in front [TP-006, BH-048 to BH-050]. */
void vrmi_look_at_pose(vrmi_check *check, vrmi_measure *measure);
/* Expressions that do nothing, are the same, or add up beyond 1 [BH-030 to BH-033]. */
void vrmi_look_at_expressions(vrmi_check *check, vrmi_measure *measure);
/* Blinks that close, mouths that open [BH-034 to BH-037]. */
void vrmi_look_at_face(vrmi_check *check, vrmi_measure *measure);
/* Weights on the other side, vertices that no bone moves [BH-038, BH-039]. */
void vrmi_look_at_weights(vrmi_check *check, const vrmi_measure *measure);
/* What the cameras draw [BH-040 to BH-042]. */
void vrmi_look_at_first_person(vrmi_check *check, vrmi_measure *measure);
/* Materials that look different elsewhere, or flicker [BH-043, BH-044, BH-051]. */
void vrmi_look_at_materials(vrmi_check *check, vrmi_measure *measure);
/* Textures that are larger than what shows, or not used [BH-045 to BH-047]. */
void vrmi_look_at_textures(vrmi_check *check, const vrmi_measure *measure);

/* What an expression moves, all clouds together. */
typedef struct vrmi_motion {
    uint32_t count;                    /* of vertices */
    double amount;                     /* the sum of how far they go */
    double other_amount;               /* of those on the avatar's right */
    vrm_vec3 middle;                   /* by how far they go */
    float most;                        /* the farthest that one goes */
    float up, down;                    /* the farthest that one goes up, and down */
    float ahead;                       /* the farthest along Z, to either side */
    float height_before, height_after; /* from the lowest to the highest of those that go far */
} vrmi_motion;

vrmi_motion vrmi_measure_motion(vrmi_measure *measure, const vrm_expression *expression);

/* The textures of a material that texture coordinates lead to, those of MToon where it has it.
 * Returns how many. */
enum { VRMI_UV_TEXTURES = 10 };
size_t vrmi_find_uv_textures(const vrm_tables *tables, int32_t material,
                             const vrm_texture_info *out[VRMI_UV_TEXTURES]);

#endif
