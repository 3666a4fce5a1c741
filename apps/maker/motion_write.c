#include "motion_write.h"

#include <string.h>

static const char *const format_names[] = {
    [FORMAT_VRMA] = "vrma",
    [FORMAT_GLTF] = "gltf",
    [FORMAT_MIXAMO] = "mixamo",
    [FORMAT_MIXAMO_NO_PREFIX] = "mixamo-no-prefix",
    [FORMAT_MIXAMO_ARMATURE] = "mixamo-armature",
    [FORMAT_MIXAMO_BETWEEN] = "mixamo-between",
    [FORMAT_BVH] = "bvh",

};

bool motion_format_find(const char *name, motion_format *out) {
    for (int i = FORMAT_VRMA; i <= FORMAT_BVH; ++i) {
        if (strcmp(format_names[i], name) != 0) continue;
        *out = (motion_format)i;
        return true;
    }
    return false;
}

void motion_options_init(motion_options *out) {
    memset(out, 0, sizeof *out);
    out->what = &motions[0];
    out->fps = 30;
    out->family = bvh_find_family("humanik");
    out->rest = REST_OF_FAMILY;
    out->offsets = OFFSETS_OF_FAMILY;
    out->order = ORDER_OF_FAMILY;
}

bytes motion_write(const motion_options *options) {
    glb file;
    bytes data;
    if (options->format == FORMAT_BVH) return motion_write_bvh(options);
    motion_write_gltf(options, &file);
    data = glb_assemble(&file);
    glb_release(&file);
    return data;
}
