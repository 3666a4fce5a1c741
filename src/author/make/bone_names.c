/* Bones by the names of a known family of skeletons. */
#include "author/make/make.h"
#include "clip/skeleton_names.h"

#include <string.h>

/* Names of a file without what a program has put around all of them. */
typedef enum name_form {
    FORM_WHOLE,
    FORM_NO_NUMBER, /* Sketchfab ends every name with the number of its node: "Hips_01" */
    FORM_NO_PREFIX, /* and others begin it with the name of the character: "Knight_Hips" */
    FORM_COUNT
} name_form;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static vrm_string without_number(vrm_string name) {
    uint32_t end = name.length;
    while (end > 0 && is_digit(name.data[end - 1])) --end;
    if (end == name.length || end < 2 || name.data[end - 1] != '_') return name;
    return (vrm_string){name.data, end - 1};
}

/* What all names of joints begin with, up to a sign that separates words. */
static uint32_t find_prefix(const vrmi_make *make) {
    vrm_string first = {NULL, 0};
    uint32_t length = 0;
    for (uint32_t i = 0; i < make->gltf->node_count; ++i) {
        const vrm_string name = make->gltf->nodes[i].name;
        if (!make->is_joint[i] || name.length == 0) continue;
        if (first.data == NULL) {
            first = name;
            length = name.length;
        }
        for (uint32_t k = 0; k < length; ++k) {
            if (k < name.length && name.data[k] == first.data[k]) continue;
            length = k;
        }
    }
    while (length > 0 && strchr("_-.:| ", first.data[length - 1]) == NULL) --length;
    return length;
}

static vrm_string in_form(vrm_string name, name_form form, uint32_t prefix) {
    const char *bar = NULL;
    for (uint32_t i = 0; i < name.length; ++i) {
        if (name.data[i] == '|') bar = name.data + i; /* Blender: "Armature|Hips" */
    }
    if (form == FORM_NO_PREFIX && name.length > prefix) {
        return (vrm_string){name.data + prefix, name.length - prefix};
    }
    if (bar != NULL) {
        name.length -= (uint32_t)(bar + 1 - name.data);
        name.data = bar + 1;
    }
    return form == FORM_NO_NUMBER ? without_number(name) : name;
}

bool vrmi_make_bones_by_names(vrmi_make *make) {
    const uint32_t count = make->gltf->node_count, prefix = find_prefix(make);
    vrmi_source_joint *joints = vrmi_memory_allocate(make->memory, count * sizeof *joints);
    const vrmi_skeleton_family *family = NULL;
    if (joints == NULL) {
        make->is_refused = true;
        return false;
    }
    for (name_form form = FORM_WHOLE; form < FORM_COUNT && family == NULL; ++form) {
        for (uint32_t i = 0; i < count; ++i) {
            /* In the order of the tree: of two equal names, the upper one is the bone. */
            const int32_t node = make->forest.order[i];
            vrmi_source_joint_init(&joints[i]);
            joints[i].name = make->is_above[node]
                                 ? in_form(make->gltf->nodes[node].name, form, prefix)
                                 : (vrm_string){"", 0};
        }
        family = vrmi_find_skeleton(joints, count);
    }
    for (uint32_t i = 0; i < count && family != NULL; ++i) {
        if (joints[i].bone == VRM_NONE) continue;
        vrmi_make_set_bone(make, joints[i].bone, make->forest.order[i], VRMI_SURE_FAMILY);
    }
    if (family != NULL) make->family = family->name;
    vrmi_memory_release(make->memory, joints, count * sizeof *joints);
    return true;
}
