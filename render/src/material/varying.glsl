// What goes from vertices to fragments. `VARYING` is "out" there, "in" here; `AT` a location, where
// the two are programs of their own, and then all of it is declared on both sides.

AT(0) VARYING vec3 v_position; // world
AT(1) VARYING vec3 v_normal;   // world, unit length at the vertices
AT(2) VARYING vec4 v_uv;       // that of all textures, and the vertex's own; with SLOT_UV both sets
AT(3) VARYING vec4 v_color;    // the base colour

// In software rendering, uniforms cost a fragment shader dear (each is gathered lane by
// lane, and that is most of the code which has to be compiled): there, vertices hand them on.
#ifdef FLAT_UNIFORMS
AT(4) flat VARYING vec4 v_alpha;
AT(5) flat VARYING vec4 v_light;
AT(6) flat VARYING vec4 v_sky;
AT(7) flat VARYING vec4 v_ground;
AT(8) flat VARYING vec4 v_eye;
AT(9) flat VARYING vec4 v_emissive;
AT(10) flat VARYING vec4 v_shade;
AT(11) flat VARYING vec4 v_matcap;
AT(12) flat VARYING vec4 v_rim;
AT(13) flat VARYING vec4 v_outline;
AT(14) flat VARYING vec4 v_toon;
#endif
