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
    [FORMAT_VMD] = "vmd",

};

bool motion_format_find(const char *name, motion_format *out) {
    for (int i = FORMAT_VRMA; i <= FORMAT_VMD; ++i) {
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
    out->body = BODY_OF_FORMAT;
    out->family = bvh_find_family("humanik");
    out->rest = REST_OF_FAMILY;
    out->offsets = OFFSETS_OF_FAMILY;
    out->order = ORDER_OF_FAMILY;
}

bytes motion_write(const motion_options *options) {
    motion_options o = *options;
    glb file;
    bytes data;
    if (o.body == BODY_OF_FORMAT) o.body = o.format == FORMAT_VMD ? BODY_MMD : BODY_FIGURE;
    if (o.format == FORMAT_BVH) return motion_write_bvh(&o);
    if (o.format == FORMAT_VMD) return motion_write_vmd(&o);
    motion_write_gltf(&o, &file);
    data = glb_assemble(&file);
    glb_release(&file);
    return data;
}
