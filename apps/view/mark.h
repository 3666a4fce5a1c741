/* Parts of an avatar that are marked: what a diagnostic speaks of, or what was chosen in a panel.
 */
#ifndef VRM_VIEW_MARK_H
#define VRM_VIEW_MARK_H

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

/* Draws it over the avatar, in a colour that comes and goes with the time. */
void mark_draw(vrm_renderer *renderer, const vrm_view *view, const vrm_avatar *avatar, mark m,
               double seconds);

#endif
