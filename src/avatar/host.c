/* A host's own scene graph: its transforms read into the pose, and the frame's written into it. */
#include "avatar/sleep.h"
#include "avatar/space.h"
#include "base/desc.h"

#include <string.h>

/* Floats in memory of the host's, which need not be aligned; the array may not be there. */
static void read_element(void *out, const void *first, size_t size, const vrm_node_array *array,
                         uint32_t index) {
    if (first != NULL) memcpy(out, (const unsigned char *)first + array->stride * index, size);
}

static void write_element(void *first, const void *value, size_t size, const vrm_node_array *array,
                          uint32_t index) {
    if (first != NULL) memcpy((unsigned char *)first + array->stride * index, value, size);
}

/* The host's array, complete, and its space. False: they cannot be used (misuse). */
static bool read_array(const vrm_avatar *avatar, const char *function, vrm_node_array *out,
                       vrmi_space *out_space, const vrm_node_array *array) {
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): its last field is a pointer */
    const size_t first_version = VRMI_SIZE_UP_TO(vrm_node_array, space);
    if (avatar == NULL || !vrmi_is_given(avatar, function, array)) return false;
    if (!vrmi_sized_read(out, sizeof *out, first_version, array)) {
        vrmi_misuse(avatar, function, "the array was not prepared with vrm_node_array_init");
        return false;
    }
    if (!vrmi_space_read(out_space, out->space)) {
        vrmi_misuse(avatar, function, "the space has no three different axes, or no unit");
        return false;
    }
    return true;
}

void vrm_node_array_init_sized(vrm_node_array *array, size_t struct_size) {
    vrmi_desc_init(array, struct_size);
}

static int32_t node_of(const vrm_avatar *avatar, const vrm_node_array *array, uint32_t index) {
    int64_t node = array->nodes != NULL ? array->nodes[index] : (int64_t)index;
    return node >= 0 && node < avatar->gltf->node_count ? (int32_t)node : VRM_NONE;
}

/*
 * A host's graph hangs below the root alone. Where a half turn stands between the root and the
 * model, it is a part of the transforms of the nodes without a parent there: it is multiplied in on
 * the way out and taken off on the way in. Both only move and negate numbers, so that they undo
 * each other to the bit.
 */
static bool is_turned_for_host(const vrm_avatar *avatar, int32_t node) {
    return vrmi_has_half_turn(avatar) && avatar->gltf->nodes[node].parent == VRM_NONE;
}

static vrm_quat turn_out(vrm_quat q) { return vrm_quat_make(q.z, q.w, -q.x, -q.y); }
static vrm_quat turn_in(vrm_quat q) { return vrm_quat_make(-q.z, -q.w, q.x, q.y); }

/* Which stages write which rotations with the settings of now, or wrote them into the last frame: a
 * host may only be handing those back, and a spring that was switched off would stand still in its
 * last shape. */
static void find_writers_now(vrm_avatar *avatar) {
    const vrmi_rig_springs *rig = &avatar->rig->springs;
    uint8_t *writers = avatar->writers_now;
    uint32_t nodes = avatar->gltf->node_count;
    if (nodes != 0) memcpy(writers, avatar->rig->writers, nodes);
    for (int32_t bone = VRM_BONE_LEFT_EYE; bone <= VRM_BONE_RIGHT_EYE; ++bone) {
        int32_t eye = vrmi_bone_node(avatar, (vrm_bone)bone);
        if (eye == VRM_NONE) continue;
        if (avatar->look_at.mode != VRM_LOOK_AT_MODE_OFF || avatar->look_at_was_on) continue;
        writers[eye] &= (uint8_t)~VRM_WRITER_LOOK_AT;
    }
    for (uint32_t i = 0; i < avatar->tables->spring_joint_count; ++i) {
        const vrmi_spring *spring = &avatar->springs.springs[rig->joints[i].spring];
        if (vrmi_spring_is_shown(spring) || spring->was_shown) continue;
        writers[rig->joints[i].node] &= (uint8_t)~VRM_WRITER_SPRING;
    }
}

void vrm_avatar_gather(vrm_avatar *avatar, const vrm_node_array *from) {
    vrm_node_array array;
    vrmi_space space;
    if (!read_array(avatar, __func__, &array, &space, from)) return;
    vrmi_touch_pose(avatar);
    find_writers_now(avatar);
    for (uint32_t i = 0; i < array.count; ++i) {
        int32_t node = node_of(avatar, &array, i);
        vrm_trs host = vrmi_trs_identity(), own, *pose;
        if (node == VRM_NONE) continue;
        read_element(&host.translation, array.translation, sizeof host.translation, &array, i);
        read_element(&host.rotation, array.rotation, sizeof host.rotation, &array, i);
        read_element(&host.scale, array.scale, sizeof host.scale, &array, i);
        own = vrmi_space_from_host(&space, &host);
        if (is_turned_for_host(avatar, node)) {
            own.translation = vrmi_half_turn(own.translation);
            own.rotation = turn_in(own.rotation);
        }
        pose = &avatar->pose[node];
        if (array.translation == NULL) own.translation = pose->translation;
        if (array.rotation == NULL || avatar->writers_now[node] != 0) own.rotation = pose->rotation;
        if (array.scale == NULL) own.scale = pose->scale;
        if (vrmi_trs_is_finite(&own)) *pose = own;
    }
}

static bool is_written_by(const vrm_avatar *avatar, int32_t node, vrm_writers writers) {
    vrm_writers stages = avatar->rig->writers[node];
    return ((stages != 0 ? stages : VRM_WRITER_APPLICATION) & writers) != 0;
}

void vrm_avatar_scatter(const vrm_avatar *avatar, const vrm_node_array *to, vrm_writers writers) {
    vrm_node_array array;
    vrmi_space space;
    if (!read_array(avatar, __func__, &array, &space, to)) return;
    if ((writers & ~VRM_WRITER_ALL) != 0) {
        vrmi_misuse(avatar, __func__, "the writers have bits that are no VRM_WRITER_ constants");
        return;
    }
    for (uint32_t i = 0; i < array.count; ++i) {
        int32_t node = node_of(avatar, &array, i);
        vrm_trs trs;
        if (node == VRM_NONE) continue;
        if (!is_written_by(avatar, node, writers)) continue;
        trs = avatar->local[node];
        if (is_turned_for_host(avatar, node)) {
            trs.translation = vrmi_half_turn(trs.translation);
            trs.rotation = turn_out(trs.rotation);
        }
        trs = vrmi_space_to_host(&space, &trs);
        write_element(array.translation, &trs.translation, sizeof trs.translation, &array, i);
        write_element(array.rotation, &trs.rotation, sizeof trs.rotation, &array, i);
        write_element(array.scale, &trs.scale, sizeof trs.scale, &array, i);
    }
}
