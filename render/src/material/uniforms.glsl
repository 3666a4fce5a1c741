// Uniforms of fragments, where vertices hand them on (varying.glsl), and by the same names.

#define u_alpha_cutoff v_alpha.x
#define u_opaque v_alpha.y
#define u_normal_scale v_alpha.z
#define u_shade_base v_alpha.w
#define u_light v_light
#define u_light_color vec4(v_sky.a, v_ground.a, v_light.a, 0.0)
#define u_sky v_sky
#define u_ground v_ground
#define u_eye v_eye
#define u_emissive v_emissive.rgb
#define u_shading_shift v_emissive.a
#define u_shade_color v_shade.rgb
#define u_shading_toony v_shade.a
#define u_matcap v_matcap.rgb
#define u_gi_equalization v_matcap.a
#define u_rim_color v_rim.rgb
#define u_rim_power v_rim.a
#define u_outline_color v_outline.rgb
#define u_outline_mix v_outline.a
#define u_rim_lift v_toon.x
#define u_rim_mix v_toon.y
#define u_shift_scale v_toon.z
#define u_outline int(v_toon.w)
