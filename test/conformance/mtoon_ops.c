/* Ops of MToon: the functions that renderers are held against (requirements 6.11). */
#include "conformance/vectors.h"

#include <math.h>
#include <vrm/render.h>

static vrm_vec2 input_vec2(yyjson_val *object, const char *name) {
    double numbers[2];
    vrm_vec2 v;
    input_numbers(object, name, numbers, 2);
    v.x = (float)numbers[0];
    v.y = (float)numbers[1];
    return v;
}

static float input_float(yyjson_val *object, const char *name) {
    return (float)input_number(object, name);
}

void op_uv_animate(yyjson_val *input, answers *answers) {
    const vrm_texture_info texture = {0};
    vrm_vec2 uv =
        vrm_mtoon_animated_uv(input_vec2(input, "uv"), input_float(input, "rotation_phase"),
                              input_vec2(input, "scroll_phase"), input_float(input, "mask"));
    answer_vec2(answers, "animated", uv);
    uv = vrm_texture_transformed(&texture, input_vec2(input, "texture_scale"),
                                 input_vec2(input, "texture_offset"), uv);
    answer_vec2(answers, "sampled", uv);
}

void op_outline_world(yyjson_val *input, answers *answers) {
    float width = input_float(input, "width") * input_float(input, "mask");
    answer_vec3(answers, "position",
                vrm_mtoon_outline_position(input_vec3(input, "position"),
                                           input_vec3(input, "normal"), width));
}

void op_outline_screen(yyjson_val *input, answers *answers) {
    float width = input_float(input, "width") * input_float(input, "mask");
    vrm_vec2 viewport = input_vec2(input, "viewport");
    vrm_mat4 projection = {0};
    double numbers[4];
    vrm_vec4 clip, moved;
    float x, y;
    input_numbers(input, "clip", numbers, 4);
    clip.x = (float)numbers[0];
    clip.y = (float)numbers[1];
    clip.z = (float)numbers[2];
    clip.w = (float)numbers[3];
    projection.m[0] = input_float(input, "projection_00");
    projection.m[5] = input_float(input, "projection_11");
    moved = vrm_mtoon_outline_clip(&projection, clip, input_vec3(input, "view_normal"), width);
    answer_floats(answers, "clip_xy", (const float[]){moved.x, moved.y}, 2);
    x = (moved.x / moved.w - clip.x / clip.w) * 0.5f * viewport.x;
    y = (moved.y / moved.w - clip.y / clip.w) * 0.5f * viewport.y;
    answer_number(answers, "shift_pixels", (double)sqrtf(x * x + y * y));
}

void op_matcap_uv(yyjson_val *input, answers *answers) {
    vrm_vec2 uv = vrm_mtoon_matcap_uv(input_vec3(input, "normal"), input_vec3(input, "view"));
    answer_vec2(answers, "texcoord", uv);
    uv.y = 1.0f - uv.y;
    answer_vec2(answers, "ab", uv);
}

/* A unit vector whose product with (0, 0, 1) is this. */
static vrm_vec3 towards(float cosine) {
    return vrm_vec3_make(sqrtf(1.0f - cosine * cosine), 0.0f, cosine);
}

static void all(float out[3], float value) { out[0] = out[1] = out[2] = value; }

static float shaded(const vrm_mtoon_input *from) {
    float color[3];
    vrm_mtoon_shade(from, color);
    return color[0];
}

void op_shade(yyjson_val *input, answers *answers) {
    vrm_mtoon_input mtoon_input = {0}, part;
    mtoon_input.normal = mtoon_input.to_eye = vrm_vec3_make(0.0f, 0.0f, 1.0f);
    mtoon_input.to_light = towards(input_float(input, "n_dot_l"));
    mtoon_input.shading_shift = input_float(input, "shading_shift");
    mtoon_input.shading_toony = input_float(input, "shading_toony");
    mtoon_input.shadow = input_float(input, "shadow");
    mtoon_input.gi_equalization = input_float(input, "gi_equalization");
    all(mtoon_input.base, input_float(input, "base"));
    all(mtoon_input.shade, input_float(input, "shade"));
    all(mtoon_input.light, input_float(input, "light"));
    all(mtoon_input.gi, input_float(input, "raw_gi_normal"));
    all(mtoon_input.gi_up, input_float(input, "raw_gi_up"));
    all(mtoon_input.gi_down, input_float(input, "raw_gi_down"));
    all(mtoon_input.emissive, input_float(input, "emission"));
    all(mtoon_input.matcap, input_float(input, "rim"));
    all(mtoon_input.rim_multiply, 1.0f);
    answer_number(answers, "color", (double)shaded(&mtoon_input));

    /* The parts: what is left when the others are taken away. */
    part = mtoon_input;
    all(part.emissive, 0.0f);
    all(part.matcap, 0.0f);
    all(part.light, 0.0f);
    answer_number(answers, "gi", (double)shaded(&part));
    all(part.gi, 0.0f);
    all(part.gi_up, 0.0f);
    all(part.gi_down, 0.0f);
    all(part.light, mtoon_input.light[0]);
    answer_number(answers, "direct", (double)shaded(&part));
    all(part.light, 1.0f);
    all(part.base, 1.0f);
    all(part.shade, 0.0f);
    answer_number(answers, "t", (double)shaded(&part));
}

void op_rim(yyjson_val *input, answers *answers) {
    vrm_mtoon_input mtoon_input = {0};
    mtoon_input.normal = mtoon_input.to_light = vrm_vec3_make(0.0f, 0.0f, 1.0f);
    mtoon_input.to_eye = towards(input_float(input, "n_dot_v"));
    mtoon_input.shadow = 1.0f;
    mtoon_input.rim_lift = input_float(input, "lift");
    mtoon_input.rim_fresnel_power = input_float(input, "power");
    mtoon_input.rim_lighting_mix = input_float(input, "lighting_mix");
    all(mtoon_input.light, input_float(input, "lighting")); /* on a black surface */
    all(mtoon_input.rim_color, input_float(input, "rim_color"));
    all(mtoon_input.matcap, input_float(input, "matcap"));
    all(mtoon_input.rim_multiply, input_float(input, "rim_multiply"));
    answer_number(answers, "rim", (double)shaded(&mtoon_input));
}

void op_outline_color(yyjson_val *input, answers *answers) {
    float surface[3], color[3], out[3];
    all(surface, input_float(input, "surface"));
    all(color, input_float(input, "outline_color"));
    vrm_mtoon_outline(surface, color, input_float(input, "lighting_mix"), out);
    answer_number(answers, "color", (double)out[0]);
}
