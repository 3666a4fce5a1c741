/*
 * What the camera in the head does not draw: meshes that only the head moves. In other meshes,
 * applications hide the triangles of the head themselves (FP-005).
 */
#include "author/make/make.h"

#include <string.h>

enum { SEES_HEAD = 1, SEES_REST = 2 };

typedef struct sight {
    const vrmi_make *make;
    uint8_t *sees; /* by node with a mesh */
} sight;

static void look(void *user, const vrmi_make_vertex *vertex) {
    sight *s = user;
    const int32_t head = s->make->bones[VRM_BONE_HEAD].node;
    if (vertex->nodes == NULL) {
        s->sees[vertex->mesh_node] |=
            vrmi_make_is_below(s->make, vertex->mesh_node, head) ? SEES_HEAD : SEES_REST;
        return;
    }
    for (uint32_t i = 0; i < vertex->count; ++i) {
        if (vertex->weights[i] < 0.05f) continue;
        s->sees[vertex->mesh_node] |=
            vrmi_make_is_below(s->make, vertex->nodes[i], head) ? SEES_HEAD : SEES_REST;
    }
}

bool vrmi_make_find_first_person(vrmi_make *make) {
    const uint32_t count = make->gltf->node_count;
    sight s = {make, VRMI_TAKE(&make->arena, uint8_t, count)};
    if (s.sees == NULL) {
        make->is_refused = true;
        return false;
    }
    memset(s.sees, 0, count);
    vrmi_make_vertices(make, look, &s);
    for (uint32_t i = 0; i < count; ++i) {
        if (s.sees[i] == SEES_HEAD) make->first_person[i] = VRM_FIRST_PERSON_THIRD_PERSON_ONLY;
    }
    return !make->is_refused;
}
