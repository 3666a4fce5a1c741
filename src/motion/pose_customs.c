/* The custom expressions of poses, which are compared by their names. */
#include "motion/pose.h"

#include <string.h>

static uint32_t count_of(const vrm_pose *pose) {
    return pose->customs != NULL ? pose->custom_count : 0;
}

static bool is_same(vrm_string a, vrm_string b) {
    if (a.length != b.length) return false;
    return a.data == b.data || a.length == 0 || memcmp(a.data, b.data, a.length) == 0;
}

/* Poses of one clip have their customs in one order: the first guess is right as a rule. */
int32_t vrmi_customs_find(const vrm_custom_weight *customs, uint32_t count, vrm_string name,
                          uint32_t first) {
    if (first < count && is_same(customs[first].name, name)) return (int32_t)first;
    for (uint32_t i = 0; i < count; ++i) {
        if (is_same(customs[i].name, name)) return (int32_t)i;
    }
    return VRM_NONE;
}

static float bounded(float weight, bool is_difference) {
    return vrmi_clamp(weight, is_difference ? -1.0f : 0.0f, 1.0f);
}

void vrmi_pose_mix_customs(const vrm_pose *a, const vrm_pose *b, vrmi_customs_rule rule,
                           vrm_pose *out) {
    const vrm_custom_weight *from = a->customs, *other = b->customs;
    vrm_custom_weight *to = out->customs;
    uint32_t capacity = out->custom_capacity, written = 0;
    uint32_t from_count = count_of(a), other_count = count_of(b);
    if (to == NULL || from_count + (uint64_t)other_count == 0) {
        out->custom_count = 0;
        return;
    }
    /* Where the array of one pose is written, its own customs come first, each in its place. */
    if (to == other && to != from) {
        vrmi_customs_rule turned = {rule.b, rule.a, rule.only_b, rule.only_a, rule.is_difference};
        const vrm_custom_weight *customs = from;
        uint32_t count = from_count;
        rule = turned;
        from = other;
        from_count = other_count;
        other = customs;
        other_count = count;
    }
    for (uint32_t i = 0; i < from_count && written < capacity; ++i) {
        vrm_custom_weight custom = from[i];
        int32_t place = vrmi_customs_find(other, other_count, custom.name, i);
        if (place == VRM_NONE && rule.is_difference) continue;
        if (place == VRM_NONE) {
            custom.weight = bounded(rule.only_a * custom.weight, false);
            if (other_count != 0) custom.custom = VRM_NONE;
        } else {
            custom.weight =
                bounded(rule.a * custom.weight + rule.b * other[place].weight, rule.is_difference);
            if (custom.custom != other[place].custom) custom.custom = VRM_NONE;
        }
        to[written++] = custom;
    }
    for (uint32_t i = 0; i < other_count && written < capacity && !rule.is_difference; ++i) {
        vrm_custom_weight custom = other[i];
        if (vrmi_customs_find(from, from_count, custom.name, i) != VRM_NONE) continue;
        custom.weight = bounded(rule.only_b * custom.weight, false);
        if (from_count != 0) custom.custom = VRM_NONE;
        to[written++] = custom;
    }
    out->custom_count = written;
}
