/*
 * The maker's bodies, with the names of every family that is known, and with names that say
 * nothing: avatars made of them have the right bones (MK-001, MK-002, MK-003), stand upright on the
 * ground in meters and in a T-pose (MK-005 to MK-008), and a check finds no error (MK-016).
 */
#include <vrm/author.h> /* first: a type of the maker has the name of its parameters */

#include "testkit/maker/body_rig.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int problems, files;

/* One body in words, for messages. */
static const char *describe(const body_rig_options *o) {
    static const char *const poses[] = {"T", "A", "hanging", "walk"};
    static const char *const axes[] = {"plain", "along", "rotated"};
    static char text[200];
    snprintf(text, sizeof text, "%s, %s, %s axes, unit %g%s%s%s%s%s", body_families[o->family].name,
             poses[o->pose], axes[o->axes], o->unit, o->is_z_up ? ", Z up" : "",
             o->has_armature ? ", armature" : "", o->faces_back ? ", faces -Z" : "",
             o->is_nameless ? ", nameless" : "", o->is_bound_in_t ? ", bound in T" : "");
    return text;
}

static void complain(const body_rig_options *o, const char *what, const char *which,
                     double number) {
    if (problems++ < 40) printf("%s: %s %s %g\n", describe(o), what, which, number);
}

/* --- Bones --- */

/* What shape cannot tell: a jaw and eyes; and of a rig whose trunk has more joints than VRM, which
 * of them are the chest. */
static bool is_compared(const body_rig_options *o, int bone) {
    if (!o->is_nameless) return true;
    return bone != VRM_BONE_JAW && bone != VRM_BONE_CHEST && bone != VRM_BONE_UPPER_CHEST &&
           bone != VRM_BONE_NECK && bone != VRM_BONE_SPINE;
}

static void check_bones(const body_rig_options *o, const vrm_model *model,
                        const int bones[VRM_BONE_COUNT]) {
    for (int bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        const int32_t found = vrm_model_bone_node(model, bone);
        if (!is_compared(o, bone) || found == bones[bone]) continue;
        /* More than the body has may be found where a rig has more joints than bones. */
        if (bones[bone] == NONE && o->is_nameless) continue;
        complain(o, "wrong node of", vrm_bone_name(bone), found);
    }
}

/* --- Stance --- */

static vrm_vec3 place(const vrm_model *model, vrm_bone bone) {
    return vrm_model_bone_rest_position(model, bone);
}

/* In degrees. */
static double off_axis(const vrm_model *model, vrm_bone from, vrm_bone to, double x, double y,
                       double z) {
    const vrm_vec3 a = place(model, from), b = place(model, to);
    const double v[3] = {(double)b.x - (double)a.x, (double)b.y - (double)a.y,
                         (double)b.z - (double)a.z};
    const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    const double cosine = (v[0] * x + v[1] * y + v[2] * z) / length;
    return acos(cosine < 1 ? cosine : 1) * 57.29577951308232;
}

static void check_stance(const body_rig_options *o, const vrm_model *model) {
    static const struct {
        vrm_bone from, to;
        double x, y, z, most;
    } limbs[] = {
        {VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_LEFT_LOWER_ARM, 1, 0, 0, 2},
        {VRM_BONE_LEFT_LOWER_ARM, VRM_BONE_LEFT_HAND, 1, 0, 0, 2},
        {VRM_BONE_RIGHT_UPPER_ARM, VRM_BONE_RIGHT_LOWER_ARM, -1, 0, 0, 2},
        {VRM_BONE_RIGHT_LOWER_ARM, VRM_BONE_RIGHT_HAND, -1, 0, 0, 2},
        {VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_LEFT_LOWER_LEG, 0, -1, 0, 9},
        {VRM_BONE_RIGHT_LOWER_LEG, VRM_BONE_RIGHT_FOOT, 0, -1, 0, 9},
        {VRM_BONE_HIPS, VRM_BONE_HEAD, 0, 1, 0, 8},
    };
    const double head = (double)place(model, VRM_BONE_HEAD).y;
    for (size_t i = 0; i < sizeof limbs / sizeof limbs[0]; ++i) {
        const double off =
            off_axis(model, limbs[i].from, limbs[i].to, limbs[i].x, limbs[i].y, limbs[i].z);
        if (!(off <= limbs[i].most)) complain(o, "off by", vrm_bone_name(limbs[i].from), off);
    }
    /* The body of the maker is 1.5 m high. */
    if (!(head > 1.1 && head < 1.5)) complain(o, "the height of the", "head", head);
    if (!(fabs((double)place(model, VRM_BONE_HIPS).x) < 0.003)) complain(o, "beside 0:", "hips", 0);
}

/* All of them are scaled and turned by their nodes; the avatars are in meters (MK-019). */
static void check_scales(const body_rig_options *o, const vrm_model *model) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        const vrm_vec3 scale = gltf->nodes[i].rest.scale;
        if (scale.x != 1 || scale.y != 1 || scale.z != 1) {
            complain(o, "has a scale:", gltf->nodes[i].name.data, (double)scale.x);
        }
    }
}

/* --- One body --- */

static void check_file(const body_rig_options *o, const vrm_written *file,
                       const int bones[VRM_BONE_COUNT]) {
    size_t size;
    const void *data = vrm_written_bytes(file, &size);
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    if (vrm_model_load(data, size, NULL, &model, NULL) != VRM_OK) {
        complain(o, "the new file cannot be loaded", "", 0);
        return;
    }
    check_bones(o, model, bones);
    check_stance(o, model);
    check_scales(o, model);
    vrm_check(data, size, NULL, &report);
    for (uint32_t i = 0; i < vrm_report_count(report); ++i) {
        const vrm_diagnostic *found = vrm_report_get(report, i);
        if (found->severity == VRM_SEVERITY_ERROR) complain(o, "a check says", found->code, 0);
    }
    vrm_report_destroy(report);
    vrm_model_release(model);
}

static void try_body(const body_rig_options *o) {
    int bones[VRM_BONE_COUNT];
    bytes data = body_rig_write(o, bones);
    vrm_written *file = NULL, *again = NULL, *guesses = NULL;
    vrm_make_desc desc;
    vrm_result result = vrm_make(data.items, data.count, NULL, &file, &guesses, NULL);
    files += 1;
    if (result == VRM_OK) {
        size_t size, size_again, guesses_size;
        const void *first = vrm_written_bytes(file, &size), *second;
        check_file(o, file, bones);
        /* The guesses, given back as they are, make the same file (MK-014). */
        vrm_make_desc_init(&desc);
        desc.guesses = vrm_written_bytes(guesses, &guesses_size);
        desc.guesses_size = guesses_size;
        if (vrm_make(data.items, data.count, &desc, &again, NULL, NULL) != VRM_OK) {
            complain(o, "the guesses are not taken back", "", 0);
        } else {
            second = vrm_written_bytes(again, &size_again);
            if (size != size_again || memcmp(first, second, size) != 0) {
                complain(o, "the guesses make another file", "", (double)size_again);
            }
        }
    } else {
        complain(o, "no avatar could be made", "", result);
    }
    vrm_written_destroy(again);
    vrm_written_destroy(guesses);
    vrm_written_destroy(file);
    LIST_FREE(&data);
}

/* Whatever stands around a body: pose, axes, unit, and which way it faces. */
static void try_shapes(int family, bool is_nameless) {
    static const double units[] = {1, 0.01};
    for (int pose = BODY_POSE_T; pose <= BODY_POSE_HANGING; ++pose) {
        for (int axes = BODY_AXES_PLAIN; axes <= BODY_AXES_ROTATED; ++axes) {
            for (int unit = 0; unit < 2; ++unit) {
                body_rig_options o;
                body_rig_options_init(&o);
                o.family = family;
                o.pose = pose;
                o.axes = axes;
                o.unit = units[unit];
                o.is_nameless = is_nameless;
                try_body(&o);
                o.is_z_up = true;
                try_body(&o);
                o.is_z_up = false;
                o.faces_back = true;
                try_body(&o);
                o.faces_back = false;
                o.has_armature = unit == 1;
                if (o.has_armature) try_body(&o);
            }
        }
    }
}

int main(void) {
    for (int family = 0; body_families[family].name != NULL; ++family) {
        body_rig_options o;
        try_shapes(family, false);
        try_shapes(family, true);
        /* Nodes in the middle of a step, of a skin that was bound in a T. */
        body_rig_options_init(&o);
        o.family = family;
        o.pose = BODY_POSE_WALK;
        o.axes = BODY_AXES_ROTATED;
        o.is_bound_in_t = true;
        try_body(&o);
        o.is_nameless = true;
        try_body(&o);
    }
    printf("%d bodies, %d problems\n", files, problems);
    return problems == 0 ? 0 : 1;
}
