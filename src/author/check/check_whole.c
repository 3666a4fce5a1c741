/* The avatar as a whole: whether there is something to draw, and how tall it is. */
#include "author/check/check.h"
#include "base/math.h"
#include "base/text.h"

/* Avatars that are smaller or larger are in another unit than meters [BH-053]. */
static const float LEAST_HEIGHT = 0.1f, MOST_HEIGHT = 10.0f;

/* --- Triangles --- */

typedef struct shown_primitives {
    bool has_triangles, has_compressed;
} shown_primitives;

static void add_mesh(const vrm_mesh *mesh, shown_primitives *shown) {
    for (uint32_t i = 0; i < mesh->primitive_count; ++i) {
        const vrm_primitive *primitive = &mesh->primitives[i];
        if (primitive->is_compressed) {
            shown->has_compressed = true;
        } else if (primitive->vertex_count != 0 && primitive->triangle_count != 0) {
            shown->has_triangles = true;
        }
    }
}

/* If all triangles are compressed, what the load has said of them explains why nothing is seen: it
 * becomes an error [GL-031]. */
static void check_triangles(vrmi_check *check) {
    const vrm_gltf *gltf = check->gltf;
    shown_primitives shown = {false, false};
    vrmi_check_place place = vrmi_make_place("", vrmi_string_from(""), VRM_NONE);
    for (uint32_t i = 0; i < gltf->node_count && !shown.has_triangles; ++i) {
        if (gltf->nodes[i].mesh != VRM_NONE) add_mesh(&gltf->meshes[gltf->nodes[i].mesh], &shown);
    }
    if (shown.has_triangles) return;
    if (shown.has_compressed) {
        vrmi_report_raise(check->load->report, "primitive-compressed");
    } else {
        vrmi_add_member(&place, "meshes");
        vrmi_check_found(check, VRMI_NO_TRIANGLES, &place, NULL);
    }
}

/* --- Height --- */

/* From the lowest to the highest bone; 0: they are all at one place. */
static float height_of_bones(const vrmi_check *check) {
    float least = INFINITY, most = -INFINITY;
    for (vrm_bone bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        float y;
        if (check->tables->humanoid.nodes[bone] == VRM_NONE) continue;
        y = vrm_model_bone_rest_position(check->model, bone).y;
        least = vrmi_min(least, y);
        most = vrmi_max(most, y);
    }
    return most - least;
}

static void check_height(vrmi_check *check) {
    int32_t node = check->tables->humanoid.nodes[VRM_BONE_HIPS];
    float height = height_of_bones(check);
    vrmi_check_place place;
    /* Bones that coincide have a diagnostic of their own [HU-014]. */
    if (!(height > 0.0f) || !vrmi_is_finite(height) ||
        (height >= LEAST_HEIGHT && height <= MOST_HEIGHT)) {
        return;
    }
    while (check->gltf->nodes[node].parent != VRM_NONE) node = check->gltf->nodes[node].parent;
    place = vrmi_at_node(check, node, NULL);
    vrmi_check_found(
        check, VRMI_AVATAR_HEIGHT, &place,
        VRMI_WITH(height < 0.001f ? vrmi_number((double)height) : vrmi_meters(height)));
}

/* Without hips there is no avatar, which has a diagnostic already. */
void vrmi_check_whole(vrmi_check *check) {
    if (check->tables->humanoid.nodes[VRM_BONE_HIPS] == VRM_NONE) return;
    check_triangles(check);
    check_height(check);
}
