#include "avatar/face.h"

#include "test.h"
#include "testkit/create.h"

#include <math.h>
#include <string.h>

face face_of(loaded file, const vrm_avatar_desc *desc) {
    face f;
    memset(&f, 0, sizeof f);
    f.file = file;
    if (CHECK(file.model != NULL)) f.avatar = create_avatar(file.model, desc);
    CHECK(f.avatar != NULL);
    f.frame = *vrm_avatar_frame(f.avatar);
    return f;
}

face face_make(const char *preset, const char *custom, const char *root) {
    return face_of(
        load_vrm1(format_members("'expressions':{'preset':{%s},'custom':{%s}}",
                                 preset != NULL ? preset : "", custom != NULL ? custom : ""),
                  root),
        NULL);
}

void face_free(face *f) {
    vrm_avatar_destroy(f->avatar);
    unload(&f->file);
    memset(f, 0, sizeof *f);
}

int32_t face_find(const face *f, const char *name) {
    int32_t index = vrm_model_find_expression(f->file.model, name);
    CHECK(index != VRM_NONE);
    return index;
}

void face_set(const face *f, const char *name, float weight) {
    vrm_avatar_set_expression(f->avatar, face_find(f, name), weight);
}

void face_set_in(const face *f, int32_t layer, const char *name, float weight) {
    vrm_avatar_set_layer_expression(f->avatar, layer, face_find(f, name), weight);
}

double face_weight(const face *f, const char *name) {
    int32_t index = face_find(f, name);
    double weight = (double)vrm_avatar_expression_weight(f->avatar, index);
    if (f->avatar != NULL && index != VRM_NONE) {
        CHECK_NEAR((double)f->frame.expression_weights[index], weight, 0);
    }
    return weight;
}

void face_update(const face *f) { vrm_avatar_update_expressions(f->avatar, 0.0f); }

double face_morph(const face *f, int32_t node, int32_t target) {
    uint32_t index;
    if (!CHECK(node >= 0 && (uint32_t)node < f->frame.node_count)) return NAN;
    index = f->frame.morph_offsets[node] + (uint32_t)target;
    if (!CHECK(target >= 0 && index < f->frame.morph_offsets[node + 1])) return NAN;
    return (double)f->frame.morph_weights[index];
}

bool face_is_finite(const face *f) {
    const size_t floats = sizeof(vrm_material_values) / sizeof(float);
    for (uint32_t i = 0; i < f->frame.expression_count; ++i) {
        if (!isfinite(f->frame.expression_weights[i])) return false;
    }
    for (uint32_t i = 0; i < f->frame.morph_weight_count; ++i) {
        if (!isfinite(f->frame.morph_weights[i])) return false;
    }
    for (uint32_t i = 0; i < f->frame.material_count; ++i) {
        float values[sizeof(vrm_material_values) / sizeof(float)];
        memcpy(values, &f->frame.materials[i], sizeof values);
        for (size_t k = 0; k < floats; ++k) {
            if (!isfinite(values[k])) return false;
        }
    }
    return true;
}
