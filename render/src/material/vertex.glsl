// Vertices of all materials: skin and outline.

layout(location = 0) in vec3 a_position; // morphed; with SKIN_SETS 0 also skinned, in the world
layout(location = 1) in vec3 a_normal;
layout(location = 2) in vec4 a_uv; // sets 0 and 1
layout(location = 3) in vec4 a_color;
#if SKIN_SETS > 0
layout(location = 4) in uvec4 a_joints_0; // of a mesh without a skin: the first, with weight 1
layout(location = 5) in vec4 a_weights_0;
#endif
#if SKIN_SETS > 1
layout(location = 6) in uvec4 a_joints_1;
layout(location = 7) in vec4 a_weights_1;
#endif
#if SKIN_SETS > 2
layout(location = 8) in uvec4 a_joints_2;
layout(location = 9) in vec4 a_weights_2;
#endif
#if SKIN_SETS > 3
layout(location = 10) in uvec4 a_joints_3;
layout(location = 11) in vec4 a_weights_3;
#endif

#if SKIN_SETS > 0
// Matrices to the world, three vectors each: the rows of the upper three. One for each joint of the
// skin, or one for the node.
#ifdef MATRIX_TEXTURE
uniform sampler2D u_matrix_texture;
uniform int u_matrix; // the first one
#else
layout(std140) uniform Matrices { vec4 u_matrices[1023]; };
#endif
// The most that any vertex of the mesh has; the strongest come first.
uniform int u_influences;
#endif
#ifdef OUTLINE_TEXTURE
uniform sampler2D u_outline_texture;
#endif
uniform int u_outline;

#if SKIN_SETS > 0

struct matrix {
    vec4 row0, row1, row2;
};

matrix read_matrix(int index) {
#ifdef MATRIX_TEXTURE
    index += u_matrix;
    ivec2 at = ivec2((index & 511) * 3, index >> 9);
    return matrix(texelFetch(u_matrix_texture, at, 0),
                  texelFetch(u_matrix_texture, at + ivec2(1, 0), 0),
                  texelFetch(u_matrix_texture, at + ivec2(2, 0), 0));
#else
    return matrix(u_matrices[index * 3], u_matrices[index * 3 + 1], u_matrices[index * 3 + 2]);
#endif
}

// One loop over all sets, of which compilers cannot tell how often it runs: unrolled, it is most of
// what compiling this shader takes.
matrix to_world() {
    matrix sum = matrix(vec4(0.0), vec4(0.0), vec4(0.0));
    for (int i = 0; i < u_influences; ++i) {
        uvec4 joints = a_joints_0;
        vec4 weights = a_weights_0;
#if SKIN_SETS > 1
        if (i >= 4) joints = a_joints_1, weights = a_weights_1;
#endif
#if SKIN_SETS > 2
        if (i >= 8) joints = a_joints_2, weights = a_weights_2;
#endif
#if SKIN_SETS > 3
        if (i >= 12) joints = a_joints_3, weights = a_weights_3;
#endif
        matrix m = read_matrix(int(joints[i & 3]));
        float weight = weights[i & 3];
        sum.row0 += m.row0 * weight;
        sum.row1 += m.row1 * weight;
        sum.row2 += m.row2 * weight;
    }
    return sum;
}

// By the inverse transpose of the matrix, which is its cofactors over its determinant: only the
// sign of that matters before the length becomes 1. vrmr_skin_move does the same.
vec3 normal_to_world(matrix m, vec3 normal) {
    vec3 x = cross(m.row1.xyz, m.row2.xyz);
    vec3 y = cross(m.row2.xyz, m.row0.xyz);
    vec3 z = cross(m.row0.xyz, m.row1.xyz);
    vec3 n = vec3(dot(x, normal), dot(y, normal), dot(z, normal));
    if (dot(m.row0.xyz, x) < 0.0) n = -n;
    float square = dot(n, n);
    return square > 0.0 ? n * inversesqrt(square) : vec3(0.0, 1.0, 0.0);
}
#endif

// MT-024: the texture at the vertex's own, animated UV.
float outline_width() {
    float width = u_outline_width;
#ifdef OUTLINE_TEXTURE
    float mask = 1.0;
#ifdef UV_ANIMATION_MASK
    mask = textureLod(u_uv_animation_mask, mask_uv(a_uv), 0.0).b;
#endif
    width *= textureLod(u_outline_texture, slot_uv(SLOT_OUTLINE_WIDTH, a_uv, mask), 0.0).g;
#endif
    return width;
}

void main() {
#if SKIN_SETS > 0
    matrix m = to_world();
    vec4 position = vec4(a_position, 1.0);
    vec3 world = vec3(dot(m.row0, position), dot(m.row1, position), dot(m.row2, position));
    vec3 normal = normal_to_world(m, a_normal);
#else
    vec3 world = a_position;
    vec3 normal = a_normal;
#endif
    float width = outline_width();
    // Metres of the world, whatever the node's scale (MT-023).
    world += normal * (u_outline == OUTLINE_WORLD ? width : 0.0);
    gl_Position = u_view_projection * vec4(world, 1.0);
    // A fraction of the viewport's height on the silhouette, less where the surface faces the eye.
    // The factor w takes back the perspective division; 2 is the height of clip space (MT-023).
    vec2 across = vec2(dot(u_right.xyz, normal), dot(u_up.xyz, normal));
    float shift = 2.0 * (u_outline == OUTLINE_SCREEN ? width : 0.0) * gl_Position.w;
    gl_Position.xy += shift * length(across) * across * vec2(u_right.w, u_up.w);

    v_position = world;
    v_normal = normal;
    v_color = u_base_color * (u_vertex_color > 0.5 ? a_color : vec4(1.0)); // MT-004
#ifdef SLOT_UV
    v_uv = a_uv;
#else
    vec2 uv = set_of(SLOT_BASE_COLOR, a_uv);
    v_uv = vec4(transform_uv(SLOT_BASE_COLOR, uv), uv);
#endif
#ifdef FLAT_UNIFORMS
    v_alpha = vec4(u_alpha_cutoff, u_opaque, u_normal_scale, u_shade_base);
    v_light = vec4(u_light.xyz, u_light_color.b);
    v_sky = vec4(u_sky.rgb, u_light_color.r);
    v_ground = vec4(u_ground.rgb, u_light_color.g);
    v_eye = u_eye;
    v_emissive = vec4(u_emissive, u_shading_shift);
    v_shade = vec4(u_shade_color, u_shading_toony);
    v_matcap = vec4(u_matcap, u_gi_equalization);
    v_rim = vec4(u_rim_color, u_rim_power);
    v_outline = vec4(u_outline_color, u_outline_mix);
    v_toon = vec4(u_rim_lift, u_rim_mix, u_shift_scale, float(u_outline));
#endif
}
