// Fragments of all materials. mtoon.glsl or pbr.glsl stands before this.

uniform sampler2D u_base_texture;
uniform sampler2D u_normal_texture;
uniform sampler2D u_emissive_texture;

out vec4 o_color;

#ifdef MTOON
#define IS_OUTLINE (u_outline != OUTLINE_NONE)
#else
#define IS_OUTLINE false
#endif

#ifndef UNLIT
// The smooth normal, towards the eye on back faces of double-sided materials (MT-041). That of an
// outline faces out although back faces are drawn (MT-040).
vec3 vertex_normal() {
    vec3 n = normalize(v_normal);
#ifdef FLAT
    if (!IS_OUTLINE) n = normalize(cross(dFdx(v_position), dFdy(v_position)));
#else
    if (!IS_OUTLINE && !gl_FrontFacing) n = -n;
#endif
    return n;
}

#ifdef NORMAL_TEXTURE
// The tangent is where U grows on the triangle, made perpendicular to the normal (GL-010): found
// from differences between neighbouring fragments, so that no mesh has to carry tangents.
vec3 mapped_normal(vec3 n, vec2 uv, float mask) {
#ifdef SLOT_UV
    vec2 own = set_of(SLOT_NORMAL, v_uv);
#else
    vec2 own = v_uv.zw;
#endif
    vec3 px = dFdx(v_position), py = dFdy(v_position);
    vec2 tx = dFdx(own), ty = dFdy(own);
    float turn = tx.x * ty.y - tx.y * ty.x < 0.0 ? -1.0 : 1.0;
    vec3 along_u = (px * ty.y - py * tx.y) * turn;
    vec3 along_v = (py * tx.x - px * ty.x) * turn;
    vec3 t = along_u - n * dot(n, along_u);
    float size = length(t);
    if (size == 0.0) return n;
    t /= size;
    // The second axis of normal maps points up, against V: towards it on the front.
    vec3 b = cross(n, t);
    float side = dot(b, along_v) > 0.0 ? -1.0 : 1.0;
    if (!gl_FrontFacing) side = -side;
    vec3 texel = texture(u_normal_texture, UV(SLOT_NORMAL)).xyz * 2.0 - 1.0;
    vec3 m = normalize(texel * vec3(u_normal_scale, u_normal_scale, 1.0));
    return normalize(t * m.x + b * (side * m.y) + n * m.z);
}
#endif

#endif // UNLIT

void main() {
    float mask = 1.0;
#ifdef UV_ANIMATION_MASK
#ifdef SLOT_UV
    mask = texture(u_uv_animation_mask, mask_uv(v_uv)).b;
#else
    mask = texture(u_uv_animation_mask, transform_uv(SLOT_UV_ANIMATION_MASK, v_uv.zw)).b;
#endif
#endif
#ifdef SLOT_UV
    vec2 uv = v_uv.xy; // each has its own
#elif defined(UV_ANIMATION_MASK)
    vec2 uv = transform_uv(SLOT_BASE_COLOR, animate_uv(v_uv.zw, mask));
#else
    vec2 uv = v_uv.xy;
#endif
    vec4 texel = vec4(1.0);
#ifdef BASE_TEXTURE
    texel = texture(u_base_texture, UV(SLOT_BASE_COLOR));
    texel.rgb = decode(texel.rgb);
#endif
    vec4 base = v_color * texel;

#ifdef UNLIT
    vec3 color = base.rgb;
#else
    vec3 emissive = u_emissive;
#ifdef EMISSIVE_TEXTURE
    emissive *= decode(texture(u_emissive_texture, UV(SLOT_EMISSIVE)).rgb);
#endif
    vec3 v = normalize(u_eye.xyz - v_position * u_eye.w);
    vec3 smooth_normal = vertex_normal();
    vec3 n = smooth_normal;
#ifdef NORMAL_TEXTURE
    vec3 mapped = mapped_normal(n, uv, mask);
    if (!IS_OUTLINE) n = mapped;
#endif
#ifdef MTOON
    vec3 color = mtoon(n, v, base.rgb, texel.rgb, emissive, uv, mask);
#else
    vec3 color = pbr(n, v, base.rgb, emissive, smooth_normal, uv);
#endif
#endif
#ifdef ALPHA_MASK
    if (base.a < u_alpha_cutoff) discard; // last: differences need their neighbours
#endif
    float alpha = max(base.a, u_opaque);
    o_color = vec4(encode(color) * alpha, alpha);
}
