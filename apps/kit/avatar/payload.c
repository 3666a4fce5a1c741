#include "payload.h"

#include <stdio.h>
#include <stdlib.h>

/* Vertices and corners of triangles that are looked at, of a file and of one primitive. */
enum { MOST_ELEMENTS = 1 << 24, MOST_OF_A_PRIMITIVE = 1 << 22, MOST_TOLD = 16 };

typedef struct looking {
    const vrm_model *model;
    const vrm_gltf *gltf;
    payload_teller *tell;
    void *user;
    void *room;           /* for the joints or the corners of one primitive */
    size_t room_size;     /* in bytes */
    uint64_t elements;    /* that may still be looked at */
    uint32_t told;        /* faults */
    const int32_t *skins; /* by mesh: the one with the fewest joints; VRM_NONE */
} looking;

/* Memory for `count` elements, or NULL if there are too many. */
static void *need(looking *l, uint64_t count, size_t size) {
    size_t bytes = (size_t)(count < MOST_OF_A_PRIMITIVE ? count : 0) * size;
    if (bytes == 0 || count > l->elements) return NULL;
    l->elements -= count;
    if (bytes > l->room_size) {
        free(l->room);
        l->room = malloc(bytes);
        l->room_size = l->room != NULL ? bytes : 0;
    }
    return l->room;
}

static void tell(looking *l, tool_diagnostic which, uint32_t mesh, uint32_t primitive,
                 uint64_t count) {
    vrm_diagnostic_argument argument = note_count(count);
    char pointer[48];
    note_place place = {pointer, "mesh", (int32_t)mesh, l->gltf->meshes[mesh].name};
    if (count == 0 || l->told == MOST_TOLD) return;
    l->told += 1;
    snprintf(pointer, sizeof pointer, "/meshes/%u/primitives/%u", (unsigned)mesh,
             (unsigned)primitive);
    l->tell(l->user, which, &place, &argument);
}

static uint64_t count_not_finite(looking *l, int32_t accessor) {
    uint64_t floats = vrm_model_accessor_floats(l->model, accessor);
    if (floats == 0 || floats > l->elements) return 0;
    l->elements -= floats;
    return vrm_model_accessor_not_finite(l->model, accessor);
}

static void look_at_numbers(looking *l, uint32_t mesh, uint32_t primitive) {
    const vrm_primitive *file = &l->gltf->meshes[mesh].primitives[primitive];
    uint64_t count = 0;
    for (uint32_t i = 0; i < file->attribute_count; ++i) {
        count += count_not_finite(l, file->attributes[i].accessor);
    }
    for (uint32_t i = 0; i < file->target_count; ++i) {
        count += count_not_finite(l, file->targets[i].position);
        count += count_not_finite(l, file->targets[i].normal);
    }
    tell(l, TOOL_NOT_FINITE, mesh, primitive, count);
}

static void look_at_joints(looking *l, uint32_t mesh, uint32_t primitive) {
    const vrm_primitive *file = &l->gltf->meshes[mesh].primitives[primitive];
    uint64_t all = (uint64_t)file->vertex_count * 4, count = 0;
    for (uint32_t i = 0; i < file->attribute_count && l->skins[mesh] != VRM_NONE; ++i) {
        const vrm_attribute *attribute = &file->attributes[i];
        uint16_t *joints;
        size_t invalid = 0;
        if (attribute->semantic != VRM_ATTRIBUTE_JOINTS) continue;
        joints = need(l, all, sizeof *joints);
        if (joints == NULL) continue;
        vrm_model_read_joints(l->model, (int32_t)mesh, (int32_t)primitive, attribute->set,
                              l->skins[mesh], joints, (size_t)all, &invalid);
        count += invalid;
    }
    tell(l, TOOL_JOINT_RANGE, mesh, primitive, count);
}

static void look_at_triangles(looking *l, uint32_t mesh, uint32_t primitive) {
    const vrm_primitive *file = &l->gltf->meshes[mesh].primitives[primitive];
    uint64_t all = (uint64_t)file->triangle_count * 3;
    uint32_t *corners = need(l, all, sizeof *corners);
    size_t count = 0;
    if (corners != NULL && vrm_model_read_triangles(l->model, (int32_t)mesh, (int32_t)primitive,
                                                    corners, (size_t)all, &count) == VRM_OK) {
        tell(l, TOOL_TRIANGLE_RANGE, mesh, primitive, (all - count) / 3);
    }
}

/* Several nodes may put several skins on one mesh; what the smallest has, they all have. */
static int32_t *find_skins(const vrm_gltf *gltf) {
    int32_t *skins = malloc((gltf->mesh_count + (size_t)1) * sizeof *skins);
    for (uint32_t i = 0; skins != NULL && i < gltf->mesh_count; ++i) skins[i] = VRM_NONE;
    for (uint32_t i = 0; skins != NULL && i < gltf->node_count; ++i) {
        int32_t mesh = gltf->nodes[i].mesh, skin = gltf->nodes[i].skin;
        if (mesh == VRM_NONE || skin == VRM_NONE) continue;
        if (skins[mesh] == VRM_NONE ||
            gltf->skins[skin].joint_count < gltf->skins[skins[mesh]].joint_count) {
            skins[mesh] = skin;
        }
    }
    return skins;
}

void payload_look(const vrm_model *model, payload_teller *teller, void *user) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    int32_t *skins = find_skins(gltf);
    looking l = {model, gltf, teller, user, NULL, 0, MOST_ELEMENTS, 0, skins};
    for (uint32_t mesh = 0; skins != NULL && mesh < gltf->mesh_count; ++mesh) {
        for (uint32_t i = 0; i < gltf->meshes[mesh].primitive_count && l.elements > 0; ++i) {
            look_at_numbers(&l, mesh, i);
            look_at_joints(&l, mesh, i);
            look_at_triangles(&l, mesh, i);
        }
    }
    free(l.room);
    free(skins);
}
