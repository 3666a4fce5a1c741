/* Parts of an avatar that are marked: what a diagnostic speaks of, or what was chosen in a panel.
 */
#ifndef VRM_KIT_MARK_H
#define VRM_KIT_MARK_H

#include <stdbool.h>
#include <stdint.h>
#include <vrm/render.h>
#include <vrm/vrm.h>

typedef enum mark_kind {
    MARK_NONE,
    MARK_NODE, /* with all below it, and its mesh */
    MARK_MESH,
    MARK_MATERIAL,
    MARK_TEXTURE,
    MARK_IMAGE,
    MARK_SKIN, /* its joints */
    MARK_SPRING,
    MARK_COLLIDER,
    MARK_COLLIDER_GROUP,
    MARK_EXPRESSION /* shown on the face */
} mark_kind;

typedef struct mark {
    mark_kind kind;
    int32_t index; /* in the tables of the model */
} mark;

/* What a diagnostic speaks of; MARK_NONE where it is no part of the avatar, such as its licence. */
mark mark_of_diagnostic(const vrm_model *model, const vrm_diagnostic *diagnostic);

/* How a mark is drawn. */
typedef struct mark_style {
    float color[4];
    float edge_alpha;     /* of the edges of triangles, which are close together */
    bool has_descendants; /* a node with all below it; else with its children alone */
} mark_style;

/* Draws it over the avatar. An expression has no place of its own, and nothing is drawn. */
void mark_draw(vrm_renderer *renderer, const vrm_view *view, const vrm_avatar *avatar, mark m,
               const mark_style *style);

/* Where its name may stand: in the middle of what is drawn; for an expression, on the head. False:
 * there is no such place. */
bool mark_place(const vrm_avatar *avatar, mark m, vrm_vec3 *out);

#endif
