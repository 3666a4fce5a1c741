// What vertices and fragments share: uniforms, and the way from a vertex's UV to a texture's.

layout(std140) uniform View {
    mat4 u_view_projection;
    vec4 u_eye;   // w 1: where the eye is; w 0: orthographic, the direction to it
    vec4 u_light; // direction to the light, unit length
    vec4 u_light_color;
    vec4 u_sky;    // gi from above
    vec4 u_ground; // gi from below
    vec4 u_right;  // the screen's axes in the world, unit length; w: P[0][0] / |P[1][1]|
    vec4 u_up;     // w: the sign of P[1][1]
};

// What another kind of material has no use for is that kind's; see pbr.glsl.
layout(std140) uniform Material {
    vec4 u_base_color;
    vec3 u_shade_color;
    float u_shading_shift;
    vec3 u_emissive; // times its strength
    float u_shading_toony;
    vec3 u_matcap; // black without a texture
    float u_gi_equalization;
    vec3 u_rim_color;
    float u_rim_power;
    vec3 u_outline_color;
    float u_outline_mix;
    float u_rim_lift;
    float u_rim_mix;
    float u_shift_scale;  // 0 without a texture
    float u_normal_scale; // 0 without a texture
    float u_outline_width;
    float u_alpha_cutoff;
    float u_opaque;       // 1: alpha is 1
    float u_shade_base;   // 1: the shade's texture is that of the base colour, at the same place
    float u_vertex_color; // 1: colours of vertices count
    float u_uv_rotation;  // of the UV animation, where it has a mask
    vec2 u_uv_scroll;
    vec4 u_uv_matrix[10]; // KHR_texture_transform: its two rows; with the UV animation that has no
    vec4 u_uv_offset[10]; // mask. xy; z: the UV set
};

// As VRM_TEXTURE_SLOT_… of frame.h.
#define SLOT_BASE_COLOR 0
#define SLOT_METALLIC_ROUGHNESS 1
#define SLOT_NORMAL 2
#define SLOT_OCCLUSION 3
#define SLOT_EMISSIVE 4
#define SLOT_SHADE_MULTIPLY 5
#define SLOT_SHADING_SHIFT 6
#define SLOT_RIM_MULTIPLY 7
#define SLOT_OUTLINE_WIDTH 8
#define SLOT_UV_ANIMATION_MASK 9

#ifdef UV_ANIMATION_MASK
uniform sampler2D u_uv_animation_mask;
#endif

// What is drawn: the surface, or its outline. As VRM_OUTLINE_… of tables.h.
#define OUTLINE_NONE 0
#define OUTLINE_WORLD 1
#define OUTLINE_SCREEN 2

// `uv` holds sets 0 and 1 of the vertex.
vec2 set_of(int slot, vec4 uv) { return u_uv_offset[slot].z > 0.5 ? uv.zw : uv.xy; }

vec2 transform_uv(int slot, vec2 uv) {
    vec4 m = u_uv_matrix[slot];
    return vec2(dot(m.xy, uv), dot(m.zw, uv)) + u_uv_offset[slot].xy;
}

// Rotation about (0.5, 0.5), then scroll; counter-clockwise with V down (MT-027, MT-028).
vec2 animate_uv(vec2 uv, float mask) {
#ifdef UV_ANIMATION_MASK
    float angle = u_uv_rotation * mask;
    float c = cos(angle), s = sin(angle);
    uv -= 0.5;
    uv = vec2(c * uv.x + s * uv.y, -s * uv.x + c * uv.y);
    uv += 0.5 + u_uv_scroll * mask;
#endif
    return uv;
}

// MT-029, MT-031: each slot animates its own UV set, then transforms it.
vec2 slot_uv(int slot, vec4 uv, float mask) {
    return transform_uv(slot, animate_uv(set_of(slot, uv), mask));
}

// The mask itself stands still.
vec2 mask_uv(vec4 uv) {
    return transform_uv(SLOT_UV_ANIMATION_MASK, set_of(SLOT_UV_ANIMATION_MASK, uv));
}
