// MToon 1.0: requirements 6.11, line by line. vrm_mtoon_shade is the same on the CPU.

uniform sampler2D u_shade_texture;
uniform sampler2D u_shift_texture;
uniform sampler2D u_matcap_texture;
uniform sampler2D u_rim_texture;

// How lit the surface is: linearstep(-w, w, shading), w being 1 - toony (MT-014). A width of
// nothing is a step (MT-015).
float lit(vec3 n, float shift) {
    float shading = dot(n, u_light.xyz) + shift;
    float w = 1.0 - u_shading_toony;
    return w <= 0.0 ? (shading >= 0.0 ? 1.0 : 0.0) : clamp(shading * (0.5 / w) + 0.5, 0.0, 1.0);
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

// x^p, x from 0 to 1 and p above 0. In software rendering a power takes as long as a
// texture: there, its logarithm and the power of two come from the bits of the number and two
// polynomials, which differ by less than 0.0002 + 0.0001 * p of the value.
float power(float x, float p) {
#ifdef FLAT_UNIFORMS
    float y = float(floatBitsToInt(x)) * (1.0 / 8388608.0);
    float f = fract(y);
    y += f * (1.0 - f) * (0.4387257 + f * (0.0821307 * f - 0.2390582));
    y = max((y - 127.0) * p + 127.0, 1.0);
    f = fract(y);
    y -= f * (1.0 - f) * (0.3041099 + 0.0792449 * f);
    return x > 0.0 ? intBitsToFloat(int(y * 8388608.0)) : 0.0;
#else
    return pow(x, p);
#endif
}

vec3 rim_light(vec3 n, vec3 v, vec3 lighting, vec2 uv, float mask) {
    vec3 rim = u_matcap;
#ifdef MATCAP_TEXTURE
    rim *= decode(texture(u_matcap_texture, matcap_uv(n, v)).rgb);
#endif
    float fresnel = clamp(1.0 - dot(n, v) + u_rim_lift, 0.0, 1.0);
    rim += power(fresnel, max(u_rim_power, 1e-5)) * u_rim_color; // MT-020
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
    vec3 mean = 0.5 * (u_sky.rgb + u_ground.rgb);
    vec3 gi = mean + (1.0 - u_gi_equalization) * (u_sky.rgb - mean) * n.y;
    color += gi * base;

    color += emissive;
    color += rim_light(n, v, u_light_color.rgb + gi, uv, mask);

    if (u_outline != OUTLINE_NONE) {
        color = u_outline_color * mix(vec3(1.0), color, u_outline_mix); // MT-025
    }
    return color;
}
