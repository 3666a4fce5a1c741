// Vertices of all materials: skin and outline.

layout(location = 0) in vec3 a_position; // morphed
layout(location = 1) in vec3 a_normal;
layout(location = 2) in vec2 a_uv_0;
#ifndef MTOON
layout(location = 3) in vec4 a_color;
#endif
layout(location = 4) in vec2 a_uv_1;
#if SKIN_SETS > 0
layout(location = 5) in uvec4 a_joints_0;
layout(location = 6) in vec4 a_weights_0;
#endif
#if SKIN_SETS > 1
layout(location = 7) in uvec4 a_joints_1;
layout(location = 8) in vec4 a_weights_1;
#endif
#if SKIN_SETS > 2
layout(location = 9) in uvec4 a_joints_2;
layout(location = 10) in vec4 a_weights_2;
#endif
#if SKIN_SETS > 3
layout(location = 11) in uvec4 a_joints_3;
layout(location = 12) in vec4 a_weights_3;
#endif

out vec3 v_position; // world
out vec3 v_normal;   // world, unit length at the vertices
out vec4 v_uv;
#ifndef MTOON
out vec4 v_color;
#endif

// Matrices to the world, three vectors each: the rows of the upper three. One for each joint of the
// skin, or one for the node.
#ifdef MATRIX_TEXTURE
uniform sampler2D u_matrix_texture;
uniform int u_matrix; // the first one
#else
layout(std140) uniform Matrices { vec4 u_matrices[1023]; };
#endif
#ifdef OUTLINE_TEXTURE
uniform sampler2D u_outline_texture;
#endif

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

#if SKIN_SETS > 0
// The most that any vertex of the mesh has; the strongest come first.
uniform int u_influences;

// A loop that stays one: unrolled, it is most of what compiling this shader takes.
void add_joints(inout matrix sum, uvec4 joints, vec4 weights, int count) {
    for (int i = 0; i < min(count, 4); ++i) {
        matrix m = read_matrix(int(joints[i]));
        sum.row0 += m.row0 * weights[i];
        sum.row1 += m.row1 * weights[i];
        sum.row2 += m.row2 * weights[i];
    }
}
#endif

matrix to_world() {
#if SKIN_SETS > 0
    matrix sum = matrix(vec4(0.0), vec4(0.0), vec4(0.0));
    add_joints(sum, a_joints_0, a_weights_0, u_influences);
#if SKIN_SETS > 1
    add_joints(sum, a_joints_1, a_weights_1, u_influences - 4);
#endif
#if SKIN_SETS > 2
    add_joints(sum, a_joints_2, a_weights_2, u_influences - 8);
#endif
#if SKIN_SETS > 3
    add_joints(sum, a_joints_3, a_weights_3, u_influences - 12);
#endif
    return sum;
#else
    return read_matrix(0);
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

#ifdef MTOON
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

// A fraction of the viewport's height on the silhouette, less where the surface faces the eye. The
// factor w takes back the perspective division; 2 is the height of clip space (MT-023).
vec2 outline_shift(vec3 normal, float w) {
    vec3 n = normalize(mat3(u_view) * normal);
    float across = length(n.xy);
    if (across < 1e-6) return vec2(0.0);
    return 2.0 * outline_width() * w * (1.0 - n.z * n.z) * (n.xy / across) * u_screen.xy;
}
#endif

void main() {
    matrix m = to_world();
    vec4 position = vec4(a_position, 1.0);
    vec3 world = vec3(dot(m.row0, position), dot(m.row1, position), dot(m.row2, position));
    vec3 normal = normal_to_world(m, a_normal);
#ifdef MTOON
    // Metres of the world, whatever the node's scale (MT-023).
    if (u_outline == OUTLINE_WORLD) world += normal * outline_width();
#endif
    gl_Position = u_view_projection * vec4(world, 1.0);
#ifdef MTOON
    if (u_outline == OUTLINE_SCREEN) gl_Position.xy += outline_shift(normal, gl_Position.w);
#endif
    v_position = world;
    v_normal = normal;
    v_uv = vec4(a_uv_0, a_uv_1);
#ifndef MTOON
    v_color = a_color;
#endif
}
