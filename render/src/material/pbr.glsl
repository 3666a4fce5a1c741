// Metallic-roughness: Lambert and GGX under one light from afar, and gi on the diffuse part. No
// 1/pi anywhere: light 1 on a white surface that faces it gives white, as with MToon.

uniform sampler2D u_metallic_roughness_texture;
uniform sampler2D u_occlusion_texture;

// Where MToon has its own values.
#define u_metallic u_shade_color.r
#define u_roughness u_shade_color.g
#define u_occlusion u_shade_color.b

// D * V * F * pi: what a light of `color` 1 reflects, per cosine. `a` is the square of roughness.
vec3 ggx(vec3 n, vec3 v, vec3 l, vec3 f0, float a) {
    float a2 = a * a;
    vec3 h = normalize(v + l);
    float nl = clamp(dot(n, l), 0.0, 1.0), nv = clamp(dot(n, v), 0.0, 1.0);
    float nh = clamp(dot(n, h), 0.0, 1.0), vh = clamp(dot(v, h), 0.0, 1.0);
    float rest = 1.0 - vh, square = rest * rest;
    vec3 f = f0 + (1.0 - f0) * (square * square * rest);
    float smith = nl * sqrt(a2 + (1.0 - a2) * nv * nv) + nv * sqrt(a2 + (1.0 - a2) * nl * nl);
    float d = nh * nh * (a2 - 1.0) + 1.0;
    return f * (0.5 * a2 / (max(smith, 1e-6) * (d * d)));
}

#ifdef ENVIRONMENT
// What metals reflect: the light from all around, by where they look, and a room that the one light
// fills softly from its side. Rough metal sees a soft horizon.
vec3 surroundings(vec3 d, float roughness) {
    float up = clamp(0.5 + d.y * (1.5 - roughness), 0.0, 1.0);
    float towards = 0.5 + 0.5 * dot(d, u_light.xyz);
    return mix(u_ground.rgb, u_sky.rgb, up) +
           u_light_color.rgb * (0.22 + 0.23 * towards * towards);
}

// How much of a constant environment a surface reflects: the integral of GGX over all directions, in
// the form that Lazarov and Karis found for it, and what light does that meets rough metal several
// times (a white one reflects everything).
vec3 environment_reflectance(vec3 f0, float roughness, float nv) {
    vec4 r = roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
    float a = min(r.x * r.x, exp2(-9.28 * nv)) * r.x + r.y;
    float scale = r.z - 1.04 * a, bias = r.w + 1.04 * a;
    return (f0 * scale + bias) * (1.0 + f0 * (1.0 / (scale + bias) - 1.0));
}
#endif

vec3 pbr(vec3 n, vec3 v, vec3 base, vec3 emissive, vec3 smooth_normal, vec2 uv) {
    float metallic = u_metallic, roughness = u_roughness, occlusion = 1.0;
    const float mask = 1.0;
#ifdef METALLIC_ROUGHNESS_TEXTURE
    vec4 texel = texture(u_metallic_roughness_texture, UV(SLOT_METALLIC_ROUGHNESS));
    metallic *= texel.b;
    roughness *= texel.g;
#endif
#ifdef OCCLUSION_TEXTURE
    vec4 occluded = texture(u_occlusion_texture, UV(SLOT_OCCLUSION));
    occlusion = 1.0 + (occluded.r - 1.0) * u_occlusion;
#endif
    // Where the surface bends within a pixel its reflections are wider; and none is a point.
    vec3 bend = max(abs(dFdx(smooth_normal)), abs(dFdy(smooth_normal)));
    roughness = min(max(roughness, 0.0525) + max(max(bend.x, bend.y), bend.z), 1.0);

    vec3 diffuse = base * (1.0 - metallic);
    vec3 f0 = mix(vec3(0.04), base, metallic);
    float nl = clamp(dot(n, u_light.xyz), 0.0, 1.0);
    vec3 gi = mix(u_ground.rgb, u_sky.rgb, 0.5 + 0.5 * n.y);
    float a = roughness * roughness;
    vec3 indirect = diffuse * gi;
#ifdef ENVIRONMENT
    // Most of what a metal reflects of the light comes by way of the room, so that it does not
    // flash where it mirrors the light, and is not black where it does not.
    vec3 seen = surroundings(reflect(-v, n), roughness);
    float nv = clamp(dot(n, v), 0.0, 1.0);
    indirect += metallic * seen * environment_reflectance(base, roughness, nv);
    a = mix(a, max(a, 0.5), metallic);
    float direct = 1.0 - 0.8 * metallic;
#else
    const float direct = 1.0;
#endif
    return (diffuse + direct * ggx(n, v, u_light.xyz, f0, a)) * nl * u_light_color.rgb +
           indirect * occlusion + emissive;
}
