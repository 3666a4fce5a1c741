/* What a material needs: features of its program, textures, uniforms. */
#ifndef VRMR_MATERIAL_H
#define VRMR_MATERIAL_H

#include "features.h"

#include <stdbool.h>
#include <vrm/render.h>

enum { VRMR_CLASS_OPAQUE = 0, VRMR_CLASS_MASK = 1, VRMR_CLASS_BLEND_Z = 2, VRMR_CLASS_BLEND = 3 };

/* The block Material of common.glsl. What is named twice is the second for materials that are not
 * MToon. */
typedef struct vrmr_material_block {
    float base_color[4];
    float shade_color[3], shading_shift; /* metallic, roughness, occlusion */
    float emissive[3], shading_toony;
    float matcap[3], gi_equalization;
    float rim_color[3], rim_power;
    float outline_color[3], outline_mix;
    float rim_lift, rim_mix, shift_scale, normal_scale;
    float outline_width, alpha_cutoff, opaque, shade_base;
    float vertex_color, uv_rotation, uv_scroll[2];
    float uv_matrix[VRM_TEXTURE_SLOT_COUNT][4];
    float uv_offset[VRM_TEXTURE_SLOT_COUNT][4];
} vrmr_material_block;

/* Names of GL; 0: none. */
typedef struct vrmr_texture {
    uint32_t texture, sampler;
} vrmr_texture;

/* A material that something is drawn with. */
typedef struct vrmr_material {
    int32_t index;     /* in the tables; VRM_NONE: the default material of glTF */
    uint32_t features; /* what it needs; the mesh's come on top */
    uint32_t program;  /* the features of its program: those, and perhaps more */
    uint32_t plain;    /* features of textures of one color, which uniforms have in them instead */
    float colors[VRMR_UNIT_COUNT][4]; /* of those, linear; else 1 */
    int32_t uv_slot;                  /* whose UV all textures share; without VRMR_SLOT_UV */
    int32_t shade_is_base;
    int32_t outline; /* VRM_OUTLINE_… */
    int32_t draw_class;
    int32_t queue_offset;
    int32_t is_double_sided;
    int32_t is_reflecting; /* surroundings, where the view has them */
    /* Where the model is for one view (seen.h): it shows nothing of it; else how much of the square
     * of a texture falls on a pixel, and 0 where that is not known. */
    int32_t is_unseen;
    float uv_per_pixel;
    vrmr_texture textures[VRMR_UNIT_COUNT];
} vrmr_material;

const vrm_material *vrmr_material_of(const vrm_tables *tables, int32_t index);
/* Which colors of each material expressions move: a bit for each VRM_COLOR_…, into `out`, which is
 * zeroed. Once for a model, for it may have many of both. */
void vrmr_material_find_bound(const vrm_tables *tables, uint8_t *out);
/* `bound`: those of this material. `few_programs` as of the renderer. */
void vrmr_material_init(vrmr_material *material, const vrm_model *model, int32_t index,
                        uint32_t bound, bool few_programs);
/* The unit shows one color: takes it into the uniforms, where that can be. */
void vrmr_material_take_color(vrmr_material *material, int32_t unit, const uint8_t rgba[4]);
/* What follows from its features; after they have changed. */
void vrmr_material_settle(vrmr_material *material, const vrm_tables *tables, bool few_programs);
/* The use of a texture that a unit shows, or NULL where the material has none there; and whether
 * its image holds colors, encoded as sRGB. */
const vrm_texture_info *vrmr_material_texture(const vrm_tables *tables, int32_t index,
                                              int32_t unit);
bool vrmr_unit_is_srgb(int32_t unit);
/* The feature of programs that show a unit. */
uint32_t vrmr_unit_feature(int32_t unit);
void vrmr_material_fill(const vrm_tables *tables, const vrmr_material *material,
                        const vrm_material_values *values, vrmr_material_block *out);

#endif
