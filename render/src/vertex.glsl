// Vertices of all materials: morph, skin, outline.

layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
layout(location = 2) in vec2 a_uv_0;
layout(location = 3) in vec4 a_color;
layout(location = 4) in vec3 a_morph_position; // the sum of all targets, each times its weight
layout(location = 5) in vec3 a_morph_normal;
#if SKIN_SETS > 0
layout(location = 6) in uvec4 a_joints_0;
layout(location = 7) in vec4 a_weights_0;
#endif
#if SKIN_SETS > 1
layout(location = 8) in uvec4 a_joints_1;
layout(location = 9) in vec4 a_weights_1;
#endif
#if SKIN_SETS > 2
layout(location = 10) in uvec4 a_joints_2;
layout(location = 11) in vec4 a_weights_2;
#endif
#if SKIN_SETS > 3
layout(location = 12) in uvec4 a_joints_3;
layout(location = 13) in vec4 a_weights_3;
#endif
layout(location = 14) in vec2 a_uv_1;

out vec3 v_position; // world
out vec3 v_normal;   // world, unit length at the vertices
out vec4 v_uv;
#ifndef MTOON
out vec4 v_color;
#endif

// Matrices to the world, three texels each: the rows of the upper three. Those of a mesh begin at
// u_matrix: one for each joint of its skin, or one for its node.
uniform highp sampler2D u_matrices;
uniform int u_matrix;
#ifdef OUTLINE_TEXTURE
uniform sampler2D u_outline_texture;
#endif

struct matrix {
    vec4 row0, row1, row2;
};

matrix read_matrix(int index) {
    ivec2 at = ivec2((index & 511) * 3, index >> 9);
    return matrix(texelFetch(u_matrices, at, 0), texelFetch(u_matrices, at + ivec2(1, 0), 0),
                  texelFetch(u_matrices, at + ivec2(2, 0), 0));
}

#if SKIN_SETS > 0
void add_joint(inout matrix sum, uint joint, float weight) {
    if (weight == 0.0) return;
    matrix m = read_matrix(u_matrix + int(joint));
    sum.row0 += m.row0 * weight;
    sum.row1 += m.row1 * weight;
    sum.row2 += m.row2 * weight;
}

void add_joints(inout matrix sum, uvec4 joints, vec4 weights) {
    add_joint(sum, joints.x, weights.x);
    add_joint(sum, joints.y, weights.y);
    add_joint(sum, joints.z, weights.z);
    add_joint(sum, joints.w, weights.w);
}
#endif

matrix to_world() {
#if SKIN_SETS > 0
    matrix sum = matrix(vec4(0.0), vec4(0.0), vec4(0.0));
    add_joints(sum, a_joints_0, a_weights_0);
#if SKIN_SETS > 1
    add_joints(sum, a_joints_1, a_weights_1);
#endif
#if SKIN_SETS > 2
    add_joints(sum, a_joints_2, a_weights_2);
#endif
#if SKIN_SETS > 3
    add_joints(sum, a_joints_3, a_weights_3);
#endif
    return sum;
#else
    return read_matrix(u_matrix);
#endif
}

// By the inverse transpose of the matrix, which is its cofactors over its determinant: only the
// sign of that matters before the length becomes 1.
vec3 normal_to_world(matrix m, vec3 normal) {
    vec3 x = cross(m.row1.xyz, m.row2.xyz);
    vec3 y = cross(m.row2.xyz, m.row0.xyz);
    vec3 z = cross(m.row0.xyz, m.row1.xyz);
    vec3 n = vec3(dot(x, normal), dot(y, normal), dot(z, normal));
    if (dot(m.row0.xyz, x) < 0.0) n = -n;
    float square = dot(n, n);
    return square > 0.0 ? n * inversesqrt(square) : vec3(0.0, 1.0, 0.0);
}

#ifdef OUTLINE
// MT-024: the texture at the vertex's own, animated UV.
float outline_width() {
    float width = u_outline_width;
#ifdef OUTLINE_TEXTURE
    vec4 uv = vec4(a_uv_0, a_uv_1);
    float mask = 1.0;
#ifdef UV_ANIMATION_MASK
    mask = textureLod(u_uv_animation_mask, mask_uv(uv), 0.0).b;
#endif
    width *= textureLod(u_outline_texture, slot_uv(SLOT_OUTLINE_WIDTH, uv, mask), 0.0).g;
#endif
    return width;
}
#endif

void main() {
    matrix m = to_world();
    vec4 position = vec4(a_position + a_morph_position, 1.0);
    vec3 world = vec3(dot(m.row0, position), dot(m.row1, position), dot(m.row2, position));
    vec3 normal = normal_to_world(m, a_normal + a_morph_normal);
#if defined(OUTLINE) && !defined(OUTLINE_SCREEN)
    world += normal * outline_width(); // metres of the world, whatever the node's scale (MT-023)
#endif
    gl_Position = u_view_projection * vec4(world, 1.0);
#ifdef OUTLINE_SCREEN
    // A fraction of the viewport's height on the silhouette, less where the surface faces the eye.
    // The factor w takes back the perspective division; 2 is the height of clip space.
    vec3 across = normalize(mat3(u_view) * normal);
    float span = length(across.xy);
    if (span >= 1e-6) {
        float k = 2.0 * outline_width() * gl_Position.w * (1.0 - across.z * across.z);
        gl_Position.xy += k * across.xy / span * u_screen.xy;
    }
#endif
    v_position = world;
    v_normal = normal;
    v_uv = vec4(a_uv_0, a_uv_1);
#ifndef MTOON
    v_color = a_color;
#endif
}
