#include "gltf/accessor.h"
#include "gltf/document.h"

#include <string.h>

typedef struct skin_record {
    vrm_skin skin;
    yyjson_val *joints;
} skin_record;

static const vrmi_json_field skin_fields[] = {
    VRMI_FIELD_LIST(skin_record, joints, "joints", 1),
    VRMI_FIELD(skin_record, skin.name, "name", STRING),
    VRMI_FIELD_INDEX(skin_record, skin.inverse_binds, "inverseBindMatrices", VRMI_TABLE_ACCESSORS,
                     0),
    VRMI_FIELD_INDEX(skin_record, skin.skeleton, "skeleton", VRMI_TABLE_NODES, 0),
};

/* A skin without a good joint has none, and is not used. Bad ones are VRM_NONE for now. */
static bool read_joints(vrmi_load *load, const vrmi_json *at, vrm_skin *skin) {
    uint32_t count = vrmi_json_size(at), bad = 0;
    int32_t *joints = VRMI_TAKE(load->arena, int32_t, count);
    bool has_good = false;
    vrmi_json_each each = vrmi_json_begin(at);
    if (joints == NULL) return vrmi_load_refused(load);
    while (vrmi_json_next(&each)) {
        int32_t *joint = &joints[each.item.index];
        *joint = VRM_NONE;
        if (!vrmi_json_index(load, &each.item, VRMI_TABLE_NODES, joint)) ++bad;
        if (*joint != VRM_NONE) has_good = true;
    }
    if (!has_good) {
        vrmi_load_found(load, VRMI_SKIN_EMPTY, at, NULL);
    } else if (bad != 0) {
        vrmi_load_found(load, VRMI_SKIN_JOINTS, at,
                        VRMI_WITH(vrmi_unsigned(bad), vrmi_unsigned(count)));
    }
    skin->joints = joints;
    skin->joint_count = has_good ? count : 0;
    return true;
}

/* Vertices name joints by their place in the list, so a bad one cannot just go: the first good one
 * stands in for it. */
static void replace_bad_joints(const vrm_skin *skin) {
    int32_t *joints = (int32_t *)(uintptr_t)skin->joints;
    uint32_t good = 0;
    while (good < skin->joint_count && joints[good] == VRM_NONE) ++good;
    for (uint32_t i = 0; i < skin->joint_count; ++i) {
        if (joints[i] == VRM_NONE) joints[i] = joints[good];
    }
}

static void check_inverse_binds(vrmi_load *load, const vrmi_json *at, const vrm_gltf *gltf,
                                vrm_skin *skin) {
    vrmi_json place = vrmi_json_at(at, "inverseBindMatrices", NULL);
    const vrm_accessor *accessor = &gltf->accessors[skin->inverse_binds];
    const char *problem = NULL;
    if (!vrmi_accessor_is_usable(gltf, skin->inverse_binds)) {
        problem = "the accessor cannot be used";
    } else if (accessor->element != VRM_ELEMENT_MAT4 || accessor->component != VRM_COMPONENT_F32) {
        problem = "they are not 4 x 4 matrices of floats";
    } else if (accessor->count < skin->joint_count) {
        problem = "there are fewer of them than joints";
    }
    if (problem == NULL) return;
    vrmi_load_found(load, VRMI_SKIN_INVERSE_BINDS, &place, VRMI_WITH(vrmi_words(problem)));
    skin->inverse_binds = VRM_NONE;
}

/* Linear: one mark a node, shared by all skins. */
static void find_repeated_joints(vrmi_load *load, const vrmi_json *at, const vrm_skin *skin,
                                 uint32_t *marks, uint32_t mark) {
    for (uint32_t i = 0; i < skin->joint_count; ++i) {
        vrmi_json place = {at, NULL, NULL, 0, i};
        if (skin->joints[i] == VRM_NONE) continue;
        if (marks[skin->joints[i]] == mark) {
            vrmi_load_found(load, VRMI_SKIN_JOINT_TWICE, &place,
                            VRMI_WITH(vrmi_unread_node_reference(load, at, skin->joints[i])));
        }
        marks[skin->joints[i]] = mark;
    }
}

bool vrmi_read_skins(vrmi_load *load, const vrmi_json *array, vrmi_document *document) {
    uint32_t count = load->counts[VRMI_TABLE_SKINS];
    size_t mark_bytes = load->counts[VRMI_TABLE_NODES] * sizeof(uint32_t);
    vrm_skin *skins = VRMI_TAKE(load->arena, vrm_skin, count);
    uint32_t *marks = NULL;
    vrmi_json_each each = vrmi_json_begin(array);
    bool ok = true;
    if (skins == NULL) return vrmi_load_refused(load);
    if (count != 0) {
        marks = vrmi_memory_allocate(load->memory, mark_bytes);
        if (marks == NULL) return vrmi_load_refused(load);
        memset(marks, 0, mark_bytes);
    }
    while (ok && vrmi_json_next(&each)) {
        static const skin_record none = {{{"", 0}, NULL, 0, VRM_NONE, VRM_NONE}, NULL};
        skin_record record = none;
        vrmi_json joints;
        VRMI_JSON_READ(load, &each.item, skin_fields, &record);
        joints = vrmi_json_at(&each.item, "joints", record.joints);
        ok = vrmi_load_goes_on(load) && read_joints(load, &joints, &record.skin);
        if (!ok) break;
        find_repeated_joints(load, &joints, &record.skin, marks, each.item.index + 1);
        replace_bad_joints(&record.skin);
        if (record.skin.inverse_binds != VRM_NONE) {
            check_inverse_binds(load, &each.item, &document->gltf, &record.skin);
        }
        skins[each.item.index] = record.skin;
    }
    vrmi_memory_release(load->memory, marks, mark_bytes);
    document->gltf.skins = skins;
    document->gltf.skin_count = count;
    return ok;
}
