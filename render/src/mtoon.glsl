// MToon 1.0: requirements 6.11, line by line. vrm_mtoon_shade is the same on the processor.

uniform sampler2D u_shade_texture;
uniform sampler2D u_shift_texture;
uniform sampler2D u_matcap_texture;
uniform sampler2D u_rim_texture;

// How lit the surface is: linearstep(-w, w, shading), w being 1 - toony (MT-014). A width of
// nothing is a step (MT-015).
float lit(vec3 n, float shift) {
    float shading = dot(n, u_light.xyz) + shift;
    float w = 1.0 - u_shading_toony;
    return w <= 0.0 ? (shading >= 0.0 ? 1.0 : 0.0) : clamp((shading + w) / (2.0 * w), 0.0, 1.0);
}

// Upright in the world however the camera rolls (MT-019). Images begin at their top (AMB-130).
vec2 matcap_uv(vec3 n, vec3 v) {
    vec3 x = vec3(v.z, 0.0, -v.x);
    float size = length(x);
    x = size > 1e-6 ? x / size : vec3(1.0, 0.0, 0.0); // MT-035: from straight above or below
    vec3 y = cross(v, x);
    vec2 ab = vec2(dot(x, n), dot(y, n)) * 0.495 + 0.5;
    return vec2(ab.x, 1.0 - ab.y);
}

vec3 rim_light(vec3 n, vec3 v, vec3 lighting, vec2 uv, float mask) {
    vec3 rim = u_matcap;
#ifdef MATCAP_TEXTURE
    rim *= decode(texture(u_matcap_texture, matcap_uv(n, v)).rgb);
#endif
    float fresnel = clamp(1.0 - dot(n, v) + u_rim_lift, 0.0, 1.0);
    rim += pow(fresnel, max(u_rim_power, 1e-5)) * u_rim_color; // MT-020
#ifdef RIM_TEXTURE
    rim *= decode(texture(u_rim_texture, UV(SLOT_RIM_MULTIPLY)).rgb); // MT-021
#endif
    return rim * mix(vec3(1.0), lighting, u_rim_mix); // MT-022
}

// `base_texel` is that of the base colour texture, or white.
vec3 mtoon(vec3 n, vec3 v, vec3 base, vec3 base_texel, vec3 emissive, vec2 uv,
           float mask) {
    vec3 shade = u_shade_color * mix(vec3(1.0), base_texel, u_shade_base);
#ifdef SHADE_TEXTURE
    shade *= decode(texture(u_shade_texture, UV(SLOT_SHADE_MULTIPLY)).rgb);
#endif
    float shift = u_shading_shift;
#ifdef SHIFT_TEXTURE
    shift += texture(u_shift_texture, UV(SLOT_SHADING_SHIFT)).r * u_shift_scale;
#endif
    vec3 color = mix(shade, base, lit(n, shift)) * u_light_color.rgb;

    // MT-017: as it comes from the direction of the normal, and its mean.
    vec3 raw = mix(u_ground.rgb, u_sky.rgb, 0.5 + 0.5 * n.y);
    vec3 gi = mix(raw, 0.5 * (u_sky.rgb + u_ground.rgb), u_gi_equalization);
    color += gi * base;

    color += emissive;
    color += rim_light(n, v, u_light_color.rgb + gi, uv, mask);

    if (u_outline != OUTLINE_NONE) {
        color = u_outline_color * mix(vec3(1.0), color, u_outline_mix); // MT-025
    }
    return color;
}
