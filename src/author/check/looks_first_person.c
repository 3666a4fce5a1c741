/*
 * What the cameras draw. A first-person camera stands in the head: it should not draw the head
 * [BH-040], but something [BH-041]; and the others should draw something too [BH-042].
 */
#include "author/check/looks.h"
#include "base/math.h"
#include "base/text.h"

#include <string.h>

/* How far around the head's bone a head reaches, of an avatar 1.6 m high. */
static const float HEAD_METERS = 0.25f;

/* Fewer vertices are no head. */
enum { FEW_VERTICES = 8 };

typedef struct split_counts {
    uint32_t nodes;                 /* that draw triangles */
    uint32_t hidden, first, broken; /* of them: hidden in first person, at least in part; drawn in
                                       first person alone; not drawn in first person at all */
} split_counts;

static void count_node(vrmi_measure *measure, int32_t node, uint64_t triangles,
                       split_counts *counts) {
    vrm_first_person_type visibility;
    /* Asking reads the mesh again. */
    if (triangles == 0 || !vrmi_take_steps(measure, triangles * 3)) return;
    visibility = vrm_model_first_person(measure->check->model, node);
    counts->nodes += 1;
    counts->hidden += visibility == VRM_FIRST_PERSON_SPLIT;
    counts->hidden += visibility == VRM_FIRST_PERSON_THIRD_PERSON_ONLY;
    counts->broken += visibility == VRM_FIRST_PERSON_THIRD_PERSON_ONLY;
    counts->first += visibility == VRM_FIRST_PERSON_FIRST_PERSON_ONLY;
}

/* The primitives of a node follow each other. */
static split_counts count_nodes(vrmi_measure *measure) {
    split_counts counts = {0, 0, 0, 0};
    for (uint32_t i = 0; i < measure->shown_count;) {
        int32_t node = measure->shown[i].cloud->node;
        uint64_t triangles = 0;
        for (; i < measure->shown_count && measure->shown[i].cloud->node == node; ++i) {
            triangles += measure->shown[i].triangle_count;
        }
        count_node(measure, node, triangles, &counts);
    }
    return counts;
}

/* How many drawn vertices of the avatar lie where the head is, whichever bone moves them. */
static uint32_t count_at_head(const vrmi_measure *measure) {
    vrm_vec3 head = vrm_model_bone_rest_position(measure->check->model, VRM_BONE_HEAD);
    uint32_t count = 0;
    for (uint32_t i = 0; i < measure->cloud_count; ++i) {
        const vrmi_cloud *cloud = &measure->clouds[i];
        for (uint32_t k = 0; k < cloud->count; ++k) {
            vrm_vec3 away = vrmi_vec3_sub(cloud->positions[k], head);
            count += cloud->is_drawn[k] && cloud->bones[k] < VRM_BONE_COUNT && away.y > 0.0f &&
                     vrmi_vec3_length(away) <= HEAD_METERS * measure->scale;
        }
    }
    return count;
}

/* An avatar may be a head alone. */
static bool has_body(const vrmi_measure *measure) {
    uint32_t of_head =
        measure->extents[VRM_BONE_HEAD].count + measure->extents[VRM_BONE_LEFT_EYE].count +
        measure->extents[VRM_BONE_RIGHT_EYE].count + measure->extents[VRM_BONE_JAW].count;
    uint32_t of_bones = 0;
    for (int i = 0; i < VRM_BONE_COUNT; ++i) of_bones += measure->extents[i].count;
    return of_bones > of_head;
}

static vrmi_check_place place_of(const vrmi_check *check) {
    vrmi_check_place place;
    vrmi_text text;
    memset(&place, 0, sizeof place);
    place.index = VRM_NONE;
    text = vrmi_text_make(place.pointer, sizeof place.pointer);
    vrmi_text_append(&text, check->tables->dialect == VRM_DIALECT_0
                                ? "/extensions/VRM/firstPerson"
                                : "/extensions/VRMC_vrm/firstPerson");
    return place;
}

void vrmi_look_at_first_person(vrmi_check *check, vrmi_measure *measure) {
    vrmi_check_place place = place_of(check);
    split_counts counts;
    uint32_t at_head;
    if (!measure->is_complete || check->tables->humanoid.nodes[VRM_BONE_HEAD] == VRM_NONE) return;
    counts = count_nodes(measure);
    if (!measure->is_complete || counts.nodes == 0) return;
    if (counts.first == counts.nodes) {
        vrmi_check_found(check, VRMI_THIRD_PERSON_EMPTY, &place,
                         VRMI_WITH(vrmi_unsigned(counts.nodes)));
    } else if (counts.broken == counts.nodes && has_body(measure)) {
        vrmi_check_found(check, VRMI_FIRST_PERSON_EMPTY, &place,
                         VRMI_WITH(vrmi_unsigned(counts.nodes)));
    } else if (counts.hidden == 0) {
        at_head = count_at_head(measure);
        if (at_head < FEW_VERTICES) return;
        vrmi_check_found(check, VRMI_FIRST_PERSON_HEAD, &place, VRMI_WITH(vrmi_unsigned(at_head)));
    }
}
