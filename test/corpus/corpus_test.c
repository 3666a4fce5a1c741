/*
 * Every file of the corpus: real avatars of several exporters, and hostile ones.
 *
 * The table `files` was written by tools/corpus/corpus-table, a reader of its own; what each file
 * makes the library say and do stands in corpus_findings.h.
 */
#include "corpus/corpus_files.h"
#include "support/compare_tables.h"
#include "support/fixture.h"
#include "support/rewritten.h"
#include "test.h"
#include "testkit/check_rewritten.h"
#include "testkit/check_tables.h"
#include "testkit/read_everything.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/corpus_findings.h"

#if defined(__has_include)
#if __has_include(<dirent.h>)
#include <dirent.h>
#define HAS_DIRENT 1
#endif
#endif

typedef struct corpus_file {
    const char *path;
    uint32_t nodes, meshes, accessors, materials, textures, skins, animations;
    uint32_t triangles;    /* of all primitives that can be drawn */
    uint32_t targets;      /* morph targets of all meshes */
    uint32_t image_bytes;  /* of all images */
    uint32_t accessor_crc; /* CRC-32 of the values of all accessors as floats, little-endian */
} corpus_file;

/* clang-format off */
static const corpus_file files[] = {
    {"blender-addon/2.93/basic_armature.vrm", 54, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0x98D4CED7},
    {"blender-addon/2.93/basic_armature_vrm1.vrm", 55, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x00000000},
    {"blender-addon/2.93/blend_armature_transform.vrm", 38, 21, 97, 3, 0, 6, 0, 70, 0, 0, 0x97A9EBA6},
    {"blender-addon/2.93/blend_array_modifier_vrm1.vrm", 20, 1, 4, 0, 0, 0, 0, 2, 0, 0, 0xEE8BE24F},
    {"blender-addon/2.93/blend_basic_armature.vrm", 54, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0xA2A95E70},
    {"blender-addon/2.93/blend_blender_2_40_to_2_93_unknown_constraint.vrm", 20, 1, 3, 1, 0, 0, 0, 12, 0, 0, 0x59A8956D},
    {"blender-addon/2.93/blend_bone_child_mesh.vrm", 34, 17, 69, 1, 0, 0, 0, 44, 0, 0, 0x8959F9EC},
    {"blender-addon/2.93/blend_custom_normal.vrm", 55, 1, 9, 1, 0, 0, 0, 3936, 2, 0, 0x3D4C808E},
    {"blender-addon/2.93/blend_empty_material.vrm", 18, 1, 7, 1, 0, 1, 0, 1, 0, 0, 0xADA78B0D},
    {"blender-addon/2.93/blend_empty_mesh.vrm", 56, 1, 7, 1, 0, 1, 0, 1, 0, 0, 0x6394DD78},
    {"blender-addon/2.93/blend_empty_mesh_convertibles.vrm", 25, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0x74B46A01},
    {"blender-addon/2.93/blend_expression_migration.vrm", 19, 2, 13, 1, 0, 0, 0, 2, 3, 0, 0xF8FF1C4B},
    {"blender-addon/2.93/blend_image_node_traverse.vrm", 20, 1, 4, 1, 6, 0, 0, 1, 0, 779, 0x324F2779},
    {"blender-addon/2.93/blend_invisible_modifier_vrm0.vrm", 19, 1, 5, 1, 0, 0, 0, 1, 0, 0, 0xD03F5110},
    {"blender-addon/2.93/blend_invisible_modifier_vrm1.vrm", 20, 1, 4, 0, 0, 0, 0, 1, 0, 0, 0x324F2779},
    {"blender-addon/2.93/blend_look_at_preview_disabled.vrm", 58, 2, 7, 0, 0, 0, 0, 12, 0, 0, 0x2C8F3509},
    {"blender-addon/2.93/blend_look_at_preview_enabled.vrm", 58, 2, 7, 0, 0, 0, 0, 12, 0, 0, 0x2C8F3509},
    {"blender-addon/2.93/blend_material.vrm", 62, 8, 49, 8, 5, 8, 0, 8, 0, 4338, 0x552EB632},
    {"blender-addon/2.93/blend_mesh_convertibles.vrm", 20, 3, 13, 1, 0, 0, 0, 4235, 0, 0, 0x85E4725C},
    {"blender-addon/2.93/blend_minimal.vrm", 17, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0x4EC5F60C},
    {"blender-addon/2.93/blend_modifier_shapekey_vrm0.vrm", 19, 1, 9, 1, 0, 1, 0, 1, 1, 0, 0xDC552354},
    {"blender-addon/2.93/blend_modifier_shapekey_vrm1.vrm", 23, 1, 9, 1, 0, 1, 0, 1, 1, 0, 0x4082047E},
    {"blender-addon/2.93/blend_mtoon1_2_10_0.vrm", 19, 1, 5, 1, 0, 0, 0, 1, 0, 0, 0x59C5DA67},
    {"blender-addon/2.93/blend_mtoon1_2_20_54.vrm", 21, 3, 13, 3, 0, 0, 0, 3, 0, 0, 0x6F611FA5},
    {"blender-addon/2.93/blend_mtoon1_2_20_61_vrm0.vrm", 22, 4, 17, 4, 19, 0, 0, 4, 0, 2231, 0xF1C4D977},
    {"blender-addon/2.93/blend_mtoon1_2_20_61_vrm1.vrm", 23, 4, 13, 4, 19, 0, 0, 4, 0, 2363, 0x4CC4BAA8},
    {"blender-addon/2.93/blend_mtoon1_vrm0_gamma.vrm", 23, 5, 21, 4, 0, 0, 0, 6, 0, 0, 0xABA62FFA},
    {"blender-addon/2.93/blend_multi_root_armature_vrm0.vrm", 20, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0xFE62A701},
    {"blender-addon/2.93/blend_multi_root_armature_vrm1.vrm", 21, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x00000000},
    {"blender-addon/2.93/blend_multi_uv_vrm1.vrm", 22, 4, 13, 1, 1, 0, 0, 4, 0, 134, 0x645FC4F6},
    {"blender-addon/2.93/blend_ngon.vrm", 84, 24, 145, 1, 0, 24, 0, 58, 0, 0, 0xE7867C8F},
    {"blender-addon/2.93/blend_non_bone_vertex_group.vrm", 20, 1, 7, 0, 0, 1, 0, 1, 0, 0, 0x9164B9AB},
    {"blender-addon/2.93/blend_non_deform_bone_vertex_group.vrm", 20, 1, 7, 0, 0, 1, 0, 1, 0, 0, 0x4C859373},
    {"blender-addon/2.93/blend_non_deform_referenced_bone_vrm0.vrm", 20, 1, 7, 1, 0, 1, 0, 1, 0, 0, 0xE3AB6E4D},
    {"blender-addon/2.93/blend_non_deform_referenced_bone_vrm1.vrm", 21, 1, 7, 0, 0, 1, 0, 1, 0, 0, 0x3DF64B95},
    {"blender-addon/2.93/blend_non_deform_root_bone.vrm", 21, 1, 4, 0, 0, 0, 0, 1, 0, 0, 0x5152D572},
    {"blender-addon/2.93/blend_non_humanoid.vrm", 18, 1, 4, 0, 0, 0, 0, 1, 0, 0, 0xD1B3ADF6},
    {"blender-addon/2.93/blend_pose_rotation_scale_shape_key.vrm", 18, 1, 7, 1, 0, 0, 0, 1, 1, 0, 0x931DE826},
    {"blender-addon/2.93/blend_pose_rotation_scale_shape_key_skinned.vrm", 18, 1, 9, 1, 0, 1, 0, 1, 1, 0, 0x8A4501C7},
    {"blender-addon/2.93/blend_poselib_changed_position_pose.vrm", 55, 1, 7, 1, 0, 1, 0, 1, 0, 0, 0x18BCC309},
    {"blender-addon/2.93/blend_rest_a_pose_t_position_rest.vrm", 55, 1, 7, 1, 0, 1, 0, 1, 0, 0, 0xCAC61007},
    {"blender-addon/2.93/blend_share_mesh_modified_and_non_modified_vrm0.vrm", 26, 8, 41, 1, 0, 4, 0, 12, 0, 0, 0x0ACFB290},
    {"blender-addon/2.93/blend_share_mesh_modified_and_non_modified_vrm1.vrm", 27, 7, 32, 0, 0, 1, 0, 11, 0, 0, 0xD0C2E770},
    {"blender-addon/2.93/blend_simple_morph.vrm", 18, 1, 7, 1, 0, 0, 0, 1, 1, 0, 0x5658DA17},
    {"blender-addon/2.93/blend_skinned_mesh_parent_vrm0.vrm", 20, 2, 13, 2, 0, 2, 0, 2, 0, 0, 0x676E2E81},
    {"blender-addon/2.93/blend_skinned_mesh_parent_vrm1.vrm", 21, 2, 10, 2, 0, 1, 0, 2, 0, 0, 0x47FA43D6},
    {"blender-addon/2.93/blend_sphere.vrm", 28, 1, 7, 1, 0, 1, 0, 960, 0, 0, 0x6AE33CF1},
    {"blender-addon/2.93/blend_subdivision_shapekey_modifier.vrm", 19, 1, 9, 1, 0, 1, 0, 6, 1, 0, 0xD1BE8784},
    {"blender-addon/2.93/blend_subdivision_shapekey_modifier_vrm1.vrm", 20, 1, 9, 1, 0, 1, 0, 6, 1, 0, 0xBCE510FC},
    {"blender-addon/2.93/blend_tga_texture.vrm", 55, 1, 7, 1, 1, 1, 0, 1, 0, 848, 0x7C91FFC9},
    {"blender-addon/2.93/blend_thumbnail_vrm0.vrm", 18, 0, 1, 0, 1, 0, 0, 0, 0, 69, 0x8132D078},
    {"blender-addon/2.93/blend_thumbnail_vrm1.vrm", 19, 0, 0, 0, 0, 0, 0, 0, 0, 69, 0x00000000},
    {"blender-addon/2.93/blend_triangle.vrm", 18, 1, 5, 1, 0, 0, 0, 1, 0, 0, 0xA2517D8A},
    {"blender-addon/2.93/blend_uninitialized_texture.vrm", 55, 1, 7, 1, 1, 1, 0, 1, 0, 218, 0x497CA8EE},
    {"blender-addon/2.93/sphere.vrm", 29, 1, 7, 1, 0, 1, 0, 960, 0, 0, 0x3F273073},
    {"blender-addon/2.93/triangle.vrm", 18, 1, 5, 1, 0, 0, 0, 1, 0, 0, 0x2F22AE48},
    {"blender-addon/5.2/basic_armature_vrm1.vrm", 54, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0x13DF07D8},
    {"blender-addon/5.2/blend_armature_transform.vrm", 38, 21, 97, 3, 0, 6, 0, 70, 0, 0, 0x25EBAC07},
    {"blender-addon/5.2/blend_array_modifier_vrm1.vrm", 19, 1, 5, 0, 0, 1, 0, 2, 0, 0, 0x144E4BB7},
    {"blender-addon/5.2/blend_blender_2_40_to_2_93_unknown_constraint.vrm", 19, 1, 4, 1, 0, 1, 0, 12, 0, 0, 0x33A78ECD},
    {"blender-addon/5.2/blend_custom_normal.vrm", 55, 1, 9, 1, 0, 0, 0, 3936, 2, 0, 0x93FE117A},
    {"blender-addon/5.2/blend_expression_migration.vrm", 18, 2, 14, 1, 0, 1, 0, 2, 3, 0, 0xE1572406},
    {"blender-addon/5.2/blend_image_node_traverse.vrm", 19, 1, 5, 1, 6, 1, 0, 1, 0, 779, 0xC4ABD024},
    {"blender-addon/5.2/blend_invisible_modifier_vrm1.vrm", 19, 1, 5, 0, 0, 1, 0, 1, 0, 0, 0xC4ABD024},
    {"blender-addon/5.2/blend_look_at_preview_disabled.vrm", 57, 2, 8, 0, 0, 1, 0, 12, 0, 0, 0x5F723882},
    {"blender-addon/5.2/blend_look_at_preview_enabled.vrm", 57, 2, 8, 0, 0, 1, 0, 12, 0, 0, 0x5F723882},
    {"blender-addon/5.2/blend_material.vrm", 62, 8, 49, 8, 5, 8, 0, 8, 0, 4338, 0x552EB632},
    {"blender-addon/5.2/blend_mesh_convertibles.vrm", 20, 3, 13, 1, 0, 0, 0, 4235, 0, 0, 0xB12B2362},
    {"blender-addon/5.2/blend_modifier_shapekey_vrm0.vrm", 19, 1, 9, 1, 0, 1, 0, 1, 1, 0, 0xAA947329},
    {"blender-addon/5.2/blend_modifier_shapekey_vrm1.vrm", 22, 1, 9, 1, 0, 1, 0, 1, 1, 0, 0x4933393D},
    {"blender-addon/5.2/blend_mtoon1_2_10_0.vrm", 19, 1, 5, 1, 0, 0, 0, 1, 0, 0, 0x59C5DA67},
    {"blender-addon/5.2/blend_mtoon1_2_20_54.vrm", 21, 3, 13, 3, 0, 0, 0, 3, 0, 0, 0x6F611FA5},
    {"blender-addon/5.2/blend_mtoon1_2_20_61_vrm1.vrm", 22, 4, 14, 4, 19, 1, 0, 4, 0, 2363, 0xECFAE151},
    {"blender-addon/5.2/blend_multi_root_armature_vrm1.vrm", 21, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0x08ED9F34},
    {"blender-addon/5.2/blend_multi_uv_vrm1.vrm", 21, 4, 14, 1, 1, 1, 0, 4, 0, 134, 0x977C99EC},
    {"blender-addon/5.2/blend_non_bone_vertex_group.vrm", 21, 1, 7, 0, 0, 1, 0, 1, 0, 0, 0x769A2408},
    {"blender-addon/5.2/blend_non_deform_bone_vertex_group.vrm", 20, 1, 7, 0, 0, 1, 0, 1, 0, 0, 0x265BCE97},
    {"blender-addon/5.2/blend_non_deform_referenced_bone_vrm1.vrm", 20, 1, 7, 0, 0, 1, 0, 1, 0, 0, 0x3DF64B95},
    {"blender-addon/5.2/blend_non_deform_root_bone.vrm", 21, 1, 5, 0, 0, 1, 0, 1, 0, 0, 0x91F6141B},
    {"blender-addon/5.2/blend_non_humanoid.vrm", 18, 1, 5, 0, 0, 1, 0, 1, 0, 0, 0xBE22DC09},
    {"blender-addon/5.2/blend_pose_rotation_scale_shape_key.vrm", 18, 1, 7, 1, 0, 0, 0, 1, 1, 0, 0x249ECD44},
    {"blender-addon/5.2/blend_pose_rotation_scale_shape_key_skinned.vrm", 18, 1, 9, 1, 0, 1, 0, 1, 1, 0, 0x6819727C},
    {"blender-addon/5.2/blend_poselib_changed_position_pose.vrm", 55, 1, 7, 1, 0, 1, 0, 1, 0, 0, 0x01E2C02E},
    {"blender-addon/5.2/blend_rest_a_pose_t_position_rest.vrm", 55, 1, 7, 1, 0, 1, 0, 1, 0, 0, 0x25C2DE74},
    {"blender-addon/5.2/blend_share_mesh_modified_and_non_modified_vrm1.vrm", 26, 7, 32, 0, 0, 1, 0, 11, 0, 0, 0x3CCC522F},
    {"blender-addon/5.2/blend_simple_morph.vrm", 18, 1, 7, 1, 0, 0, 0, 1, 1, 0, 0xDCBF0E57},
    {"blender-addon/5.2/blend_skinned_mesh_parent_vrm1.vrm", 20, 2, 10, 2, 0, 1, 0, 2, 0, 0, 0x53086D61},
    {"blender-addon/5.2/blend_sphere.vrm", 28, 1, 7, 1, 0, 1, 0, 960, 0, 0, 0xC7402D3C},
    {"blender-addon/5.2/blend_subdivision_shapekey_modifier.vrm", 19, 1, 9, 1, 0, 1, 0, 6, 1, 0, 0x5021F3D4},
    {"blender-addon/5.2/blend_subdivision_shapekey_modifier_vrm1.vrm", 19, 1, 9, 1, 0, 1, 0, 6, 1, 0, 0x019F8460},
    {"blender-addon/5.2/blend_tga_texture.vrm", 55, 1, 7, 1, 1, 1, 0, 1, 0, 1283, 0x7C91FFC9},
    {"blender-addon/5.2/blend_thumbnail_vrm1.vrm", 18, 0, 1, 0, 0, 1, 0, 0, 0, 69, 0x570F5BF4},
    {"blender-addon/5.2/blend_uninitialized_texture.vrm", 55, 1, 7, 1, 1, 1, 0, 1, 0, 378, 0x497CA8EE},
    {"blender-addon/5.2/sphere.vrm", 29, 1, 7, 1, 0, 1, 0, 960, 0, 0, 0xEA7E8563},
    {"blender-addon/broken/draco.vrm", 20, 1, 4, 0, 0, 0, 0, 0, 0, 0, 0x0F7CFDF3},
    {"blender-addon/broken/empty.vrm", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x00000000},
    {"blender-addon/broken/extensions_required.vrm", 20, 1, 7, 1, 0, 1, 0, 1, 0, 0, 0xD35E5A1D},
    {"blender-addon/broken/human_bone.vrm", 20, 1, 7, 1, 0, 1, 0, 1, 0, 0, 0xD35E5A1D},
    {"blender-addon/in/basic_armature.vrm", 54, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0x5D0C3FAB},
    {"blender-addon/in/debug_robot.vrm", 77, 1, 12, 3, 3, 0, 0, 36, 0, 294, 0x19299AE2},
    {"blender-addon/in/minimal.vrm", 17, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x00000000},
    {"blender-addon/in/sphere.vrm", 31, 1, 7, 1, 0, 1, 0, 960, 0, 0, 0xB5BDFBAF},
    {"blender-addon/in/triangle.vrm", 19, 1, 5, 1, 0, 1, 0, 1, 0, 0, 0x073B51BA},
    {"conformance/mtoon_default.vrm", 20, 1, 4, 1, 0, 0, 0, 2304, 0, 0, 0x21614768},
    {"conformance/mtoon_rimLightingMix_0.vrm", 20, 1, 4, 1, 0, 0, 0, 2304, 0, 0, 0x21614768},
    {"conformance/mtoon_rimLightingMix_0p5.vrm", 20, 1, 4, 1, 0, 0, 0, 2304, 0, 0, 0x21614768},
    {"conformance/mtoon_rimLightingMix_1.vrm", 20, 1, 4, 1, 0, 0, 0, 2304, 0, 0, 0x21614768},
    {"conformance/mtoon_shadingShift_1.vrm", 20, 1, 4, 1, 0, 0, 0, 2304, 0, 0, 0x21614768},
    {"conformance/mtoon_shadingShift_neg1.vrm", 20, 1, 4, 1, 0, 0, 0, 2304, 0, 0, 0x21614768},
    {"conformance/mtoon_shadingToony_0.vrm", 20, 1, 4, 1, 0, 0, 0, 2304, 0, 0, 0x21614768},
    {"conformance/mtoon_shadingToony_1.vrm", 20, 1, 4, 1, 0, 0, 0, 2304, 0, 0, 0x21614768},
    {"conformance/smoke_spring.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"conformance/springbone_collider_capsule_x0p02_r0p05.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"conformance/springbone_collider_capsule_x0p02_r0p1.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"conformance/springbone_collider_sphere_x0p02_r0p05.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"conformance/springbone_collider_sphere_x0p02_r0p1.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"conformance/springbone_extended_icaps_anglelimit_30.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"conformance/springbone_extended_icaps_anglelimit_60.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"conformance/springbone_extended_icaps_anglelimit_90.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"conformance/springbone_extended_icaps_ploose.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"conformance/springbone_extended_icaps_pmed.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"conformance/springbone_extended_icaps_ptight.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"conformance/springbone_extended_isphere_anglelimit_30.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"conformance/springbone_extended_isphere_anglelimit_60.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"conformance/springbone_extended_isphere_anglelimit_90.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"conformance/springbone_extended_isphere_ploose.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"conformance/springbone_extended_isphere_pmed.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"conformance/springbone_extended_isphere_ptight.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"conformance/springbone_extended_plane_anglelimit_30.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"conformance/springbone_extended_plane_anglelimit_60.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"conformance/springbone_extended_plane_anglelimit_90.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"conformance/springbone_extended_plane_ploose.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"conformance/springbone_extended_plane_pmed.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"conformance/springbone_extended_plane_ptight.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"conformance/springbone_extended_plane_with_base_sphere.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"conformance/swing_springbone_stiffness_0.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"conformance/swing_springbone_stiffness_0p2.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"conformance/swing_springbone_stiffness_0p8.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"conformance/swing_springbone_stiffness_1.vrm", 25, 2, 11, 1, 0, 1, 0, 2400, 0, 0, 0x571F9C83},
    {"godette/Godette_vrm_v4.vrm", 71, 2, 45, 4, 5, 1, 0, 3439, 15, 113670, 0x208721AA},
    {"official/VRMC_materials_mtoon_UV_Animation_Test.vrm", 58, 3, 4, 3, 3, 0, 0, 6, 0, 47028, 0xF8CE7C8B},
    {"official/VRMC_vrm_expressions_isBinary_Overridden.vrm", 27, 4, 4, 4, 3, 0, 0, 8, 0, 12535, 0x3362BEE5},
    {"official/VRMC_vrm_expressions_isBinary_Overrides.vrm", 27, 4, 4, 4, 3, 0, 0, 8, 0, 13562, 0x3362BEE5},
    {"univrm/EmissionMigration_v0.106.0.vrm", 70, 6, 30, 6, 0, 0, 0, 4608, 0, 0, 0x8A10C88D},
    {"univrm/EmissionMigration_v0.107.0.vrm", 70, 6, 30, 6, 0, 0, 0, 4608, 0, 0, 0x8A10C88D},
    {"usd/fixtures/animation.vrm", 3, 1, 7, 1, 0, 1, 1, 1, 0, 0, 0x91D8CB90},
    {"usd/fixtures/badext.vrm", 3, 1, 5, 1, 0, 1, 0, 1, 0, 0, 0x40F33443},
    {"usd/fixtures/constraints.vrm", 4, 1, 5, 1, 0, 1, 0, 1, 0, 0, 0x901EAEE2},
    {"usd/fixtures/expressions.vrm", 3, 1, 6, 1, 0, 1, 0, 1, 1, 0, 0xF4DF8AD1},
    {"usd/fixtures/invalid.vrm", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {"usd/fixtures/lookat.vrm", 6, 1, 5, 1, 0, 1, 0, 1, 0, 0, 0xF01E82EB},
    {"usd/fixtures/materials.vrm", 5, 5, 3, 5, 1, 0, 0, 5, 0, 70, 0x7B943283},
    {"usd/fixtures/minimal.vrm", 4, 2, 5, 1, 0, 1, 0, 2, 0, 0, 0x40F33443},
    {"usd/fixtures/multiskin_ibm.vrm", 5, 2, 9, 1, 0, 2, 0, 2, 0, 0, 0x4E32FE88},
    {"usd/fixtures/names.vrm", 4, 4, 2, 2, 0, 0, 0, 4, 0, 0, 0x2A3DBBEC},
    {"usd/fixtures/shared_accessor.vrm", 1, 1, 3, 1, 0, 0, 0, 2, 0, 0, 0x50DD4F56},
    {"usd/fixtures/springbone.vrm", 6, 1, 5, 1, 0, 1, 0, 1, 0, 0, 0x125A34ED},
    {"usd/fixtures/textures.vrm", 1, 1, 3, 1, 1, 0, 0, 1, 0, 70, 0xBFF6AE7F},
    {"usd/fixtures/unordered_skel.vrm", 3, 1, 5, 1, 0, 1, 0, 1, 0, 0, 0x40F33443},
    {"usd/fixtures/vrm0_expressions.vrm", 3, 1, 6, 1, 0, 1, 0, 1, 1, 0, 0xF4DF8AD1},
    {"usd/fixtures/vrm0_frontbake.vrm", 3, 1, 8, 1, 0, 1, 1, 1, 0, 0, 0x98957C08},
    {"usd/fixtures/vrm0_minimal.vrm", 3, 1, 5, 1, 0, 1, 0, 1, 0, 0, 0x40F33443},
    {"usd/malformed/dangling_texture_index.vrm", 1, 1, 3, 1, 0, 0, 0, 1, 0, 0, 0xBFF6AE7F},
    {"usd/malformed/duplicate_humanoid_bone.vrm", 3, 1, 5, 1, 0, 1, 0, 1, 0, 0, 0x40F33443},
    {"usd/malformed/malformed_glb_json.vrm", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {"usd/malformed/missing_spring_collider_group.vrm", 5, 1, 5, 1, 0, 1, 0, 1, 0, 0, 0x125A34ED},
    {"usd/malformed/nonfinite_transform.vrm", 3, 1, 5, 1, 0, 1, 0, 1, 0, 0, 0x40F33443},
    {"usd/malformed/nonobject_vrm_extension.vrm", 1, 1, 2, 1, 0, 0, 0, 1, 0, 0, 0x2A3DBBEC},
    {"usd/malformed/oob_expression_morph.vrm", 3, 1, 6, 1, 0, 1, 0, 1, 1, 0, 0xF4DF8AD1},
    {"usd/malformed/out_of_range_joints.vrm", 3, 1, 5, 1, 0, 1, 0, 1, 0, 0, 0xC1A17007},
    {"usd/malformed/unmapped_humanoid_node.vrm", 3, 1, 5, 1, 0, 1, 0, 1, 0, 0, 0x40F33443},
    {"vrma/canonical_walk.vrma", 3, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0x867500E6},
    {"vrma/hips_spine_twisting.vrma", 18, 0, 12, 0, 0, 0, 1, 0, 0, 0, 0xE89A67DA},
    {"vrma/nop.vrma", 54, 0, 24, 0, 0, 0, 1, 0, 0, 0, 0x7863C346},
    {"vrma/test.vrma", 53, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0xE14B9492},
};
/* clang-format on */

uint32_t corpus_file_count(void) { return sizeof files / sizeof files[0]; }
const char *corpus_file_path(uint32_t index) { return files[index].path; }

enum { FILE_COUNT = sizeof files / sizeof files[0] };

enum { FINDING_COUNT = sizeof findings / sizeof findings[0] };

static const struct outcome *find_outcome(const char *path) {
    static const struct outcome good = {"", VRM_OK, VRM_OK, "", ""};
    for (size_t i = 0; i < sizeof outcomes / sizeof outcomes[0]; ++i) {
        if (strcmp(outcomes[i].path, path) == 0) return &outcomes[i];
    }
    return &good;
}

/* Whether there is a corpus at all. One that lacks a file of the table is not absent: it fails. */
static bool has_corpus(void) {
    for (size_t i = 0; i < FILE_COUNT; ++i) {
        fixture file = fixture_corpus(files[i].path);
        bool is_there = file.bytes != NULL;
        fixture_free(&file);
        if (is_there) return true;
    }
    test_skip(NO_CORPUS);
    return false;
}

/* As a program would that wants avatars. */
static loaded load_corpus_avatar(const char *path, uint32_t flags) {
    vrm_load_desc desc;
    vrm_load_desc_init(&desc);
    desc.flags = flags;
    return load_avatar_file(fixture_corpus(path), &desc);
}

/* Animations and plain glTF too. */
static loaded load_corpus(const char *path, uint32_t flags) {
    return load_corpus_avatar(path, VRM_LOAD_ANY_GLTF | flags);
}

/* --- The folder and the table --- */

static bool is_listed(const char *path) {
    for (size_t i = 0; i < FILE_COUNT; ++i) {
        if (strcmp(files[i].path, path) == 0) return true;
    }
    return false;
}

#ifdef HAS_DIRENT
static bool ends_in(const char *text, const char *end) {
    size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

/* Counts the files below `folder` (a path below the corpus that ends in a slash, or ""). */
static uint32_t count_files(const char *folder) {
    char path[1024];
    uint32_t count = 0;
    DIR *directory;
    snprintf(path, sizeof path, "%s/%s", test_option("corpus"), folder);
    directory = opendir(path);
    if (directory == NULL) return 0;
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s%s", folder, entry->d_name);
        if (ends_in(path, ".vrm") || ends_in(path, ".vrma") || ends_in(path, ".glb")) {
            test_note("%s", path);
            CHECK(is_listed(path));
            ++count;
        } else { /* a folder, or nothing of ours */
            strncat(path, "/", sizeof path - strlen(path) - 1);
            count += count_files(path);
        }
    }
    closedir(directory);
    test_note(NULL);
    return count;
}
#endif

TEST(every_file_is_in_the_table_and_there) {
    uint32_t count = 0;
    if (!has_corpus()) return;
    for (size_t i = 0; i < FILE_COUNT; ++i) {
        fixture file = fixture_corpus(files[i].path);
        test_note("%s", files[i].path);
        CHECK(file.bytes != NULL);
        count += file.bytes != NULL;
        fixture_free(&file);
    }
    test_note(NULL);
    CHECK_INT(count, 175);
#ifdef HAS_DIRENT
    CHECK_INT(count_files(""), 175);
#endif
}

/* --- Diagnostics --- */

/* The report holds exactly the diagnostics of the file in `findings`. */
static void check_findings(const loaded *file, const char *path) {
    uint32_t next = 0;
    for (size_t i = 0; i < FINDING_COUNT; ++i) {
        if (strcmp(findings[i].path, path) != 0) continue;
        for (uint32_t k = 0; k < findings[i].count; ++k) {
            const vrm_diagnostic *entry = vrm_report_get(file->report, next++);
            CHECK_TEXT(entry != NULL ? entry->code : NULL, findings[i].code);
            CHECK_TEXT(entry != NULL ? entry->pointer : NULL, findings[i].pointer);
        }
    }
    for (; next < vrm_report_count(file->report); ++next) {
        const vrm_diagnostic *entry = vrm_report_get(file->report, next);
        test_note("%s: %s at %s: %s", path, entry->code, entry->pointer, entry->message);
        test_check(false,
                   "the diagnostic is new for this file: if it is right, add it to "
                   "test/corpus/corpus_findings.h",
                   __FILE__, __LINE__);
        test_note("%s", path);
    }
}

TEST(er_010_every_finding_is_expected) {
    if (!has_corpus()) return;
    for (size_t i = 0; i < FILE_COUNT; ++i) {
        const char *path = files[i].path;
        loaded file = load_corpus_avatar(path, 0);
        const vrm_diagnostic *failure = vrm_report_failure(file.report);
        test_note("%s", path);
        CHECK_INT(file.result, find_outcome(path)->lenient);
        CHECK_TEXT(failure != NULL ? failure->code : "", find_outcome(path)->lenient_code);
        CHECK(check_report(file.report, file.result) == NULL);
        check_findings(&file, path);
        unload(&file);
    }
}

TEST(strict_refuses_what_needs_repair) {
    if (!has_corpus()) return;
    for (size_t i = 0; i < FILE_COUNT; ++i) {
        const char *path = files[i].path;
        const struct outcome *outcome = find_outcome(path);
        loaded file = load_corpus_avatar(path, VRM_LOAD_STRICT);
        const vrm_diagnostic *failure = vrm_report_failure(file.report);
        test_note("%s", path);
        CHECK_INT(file.result, outcome->strict);
        CHECK((file.model != NULL) == (outcome->strict == VRM_OK));
        CHECK_TEXT(failure != NULL ? failure->code : "", outcome->strict_code);
        if (outcome->strict == VRM_OK) check_findings(&file, path);
        unload(&file);
    }
}

/* --- Tables and payload --- */

static uint32_t crc32_of(uint32_t crc, const float *values, size_t count) {
    crc = ~crc;
    for (size_t i = 0; i < count; ++i) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        crc ^= bits; /* a word at once is four bytes, lowest first */
        for (int bit = 0; bit < 32; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    }
    return ~crc;
}

static uint32_t read_accessors(const vrm_model *model) {
    uint32_t crc = 0;
    for (uint32_t i = 0; i < vrm_model_gltf(model)->accessor_count; ++i) {
        size_t count = (size_t)vrm_model_accessor_floats(model, (int32_t)i);
        float *values = malloc(count * sizeof *values + 1);
        CHECK(count > 0);
        CHECK_INT(vrm_model_read_floats(model, (int32_t)i, values, count), VRM_OK);
        crc = crc32_of(crc, values, count);
        free(values);
    }
    return crc;
}

/* Triangles of all primitives, each of them whole. */
static uint32_t read_triangles(const vrm_model *model, int32_t mesh) {
    const vrm_mesh *found = &vrm_model_gltf(model)->meshes[mesh];
    uint32_t triangles = 0;
    for (uint32_t i = 0; i < found->primitive_count; ++i) {
        size_t capacity = (size_t)found->primitives[i].triangle_count * 3, written = 0;
        uint32_t *indices = malloc(capacity * sizeof *indices + 1);
        vrm_result result =
            vrm_model_read_triangles(model, mesh, (int32_t)i, indices, capacity, &written);
        CHECK_INT(result, found->primitives[i].is_compressed ? VRM_ERROR_UNSUPPORTED : VRM_OK);
        CHECK_INT(written, capacity);
        triangles += found->primitives[i].triangle_count;
        free(indices);
    }
    return triangles;
}

static uint32_t read_images(const vrm_model *model) {
    uint32_t total = 0;
    for (uint32_t i = 0; i < vrm_model_gltf(model)->image_count; ++i) {
        const uint8_t *bytes = NULL;
        size_t size = 0;
        CHECK_INT(vrm_model_get_image_bytes(model, (int32_t)i, &bytes, &size), VRM_OK);
        CHECK(size >= 8 && (memcmp(bytes, "\x89PNG", 4) == 0 || memcmp(bytes, "\xFF\xD8", 2) == 0));
        total += (uint32_t)size;
    }
    return total;
}

static void check_payload(const vrm_model *model, const corpus_file *expected) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    uint32_t triangles = 0;
    for (uint32_t i = 0; i < gltf->mesh_count; ++i) triangles += read_triangles(model, (int32_t)i);
    CHECK_INT(triangles, expected->triangles);
    CHECK_INT(read_images(model), expected->image_bytes);
    CHECK_INT(read_accessors(model), expected->accessor_crc);
}

static void check_counts(const vrm_gltf *gltf, const corpus_file *expected) {
    uint32_t targets = 0;
    CHECK_INT(gltf->node_count, expected->nodes);
    CHECK_INT(gltf->mesh_count, expected->meshes);
    CHECK_INT(gltf->accessor_count, expected->accessors);
    CHECK_INT(gltf->material_count, expected->materials);
    CHECK_INT(gltf->texture_count, expected->textures);
    CHECK_INT(gltf->skin_count, expected->skins);
    CHECK_INT(gltf->animation_count, expected->animations);
    for (uint32_t i = 0; i < gltf->mesh_count; ++i) targets += gltf->meshes[i].target_count;
    CHECK_INT(targets, expected->targets);
}

TEST(tables_and_payload_are_those_of_another_reader) {
    if (!has_corpus()) return;
    for (size_t i = 0; i < FILE_COUNT; ++i) {
        loaded file = load_corpus(files[i].path, 0);
        test_note("%s", files[i].path);
        if (file.model != NULL) {
            const char *problem = check_invariants(file.gltf);
            if (problem == NULL) problem = check_tables(file.gltf, file.tables);
            CHECK_TEXT(problem != NULL ? problem : "", "");
            problem = read_everything(file.model, UINT64_MAX, NULL);
            CHECK_TEXT(problem != NULL ? problem : "", "");
            check_counts(file.gltf, &files[i]);
            check_payload(file.model, &files[i]);
        }
        unload(&file);
    }
}

static void check_payload_is_gone(const vrm_model *model) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    for (uint32_t i = 0; i < gltf->accessor_count; ++i) {
        size_t count = (size_t)vrm_model_accessor_floats(model, (int32_t)i);
        float *values = malloc(count * sizeof *values + 1);
        vrm_result result = vrm_model_read_floats(model, (int32_t)i, values, count);
        /* One without bytes reads as zeros, and needs none. */
        CHECK_INT(result,
                  gltf->accessors[i].buffer_view == VRM_NONE ? VRM_OK : VRM_ERROR_NO_PAYLOAD);
        free(values);
    }
}

/* With a copy, the caller's bytes may go; without the payload, the tables stay. */
TEST(copied_payload_outlives_the_bytes_and_can_be_dropped) {
    if (!has_corpus()) return;
    for (size_t i = 0; i < FILE_COUNT; ++i) {
        uint32_t flags = VRM_LOAD_COPY_PAYLOAD;
        loaded file = load_corpus(files[i].path, flags);
        vrm_model *model = file.model;
        uint64_t memory = vrm_model_memory_size(model);
        test_note("%s", files[i].path);
        if (file.file.bytes != NULL) memset(file.file.bytes, 0xDD, file.file.size);
        fixture_free(&file.file);
        if (model != NULL) {
            check_payload(model, &files[i]);
            vrm_model_drop_payload(model);
            CHECK(vrm_model_memory_size(model) <= memory);
            check_counts(file.gltf, &files[i]);
            CHECK(check_invariants(file.gltf) == NULL);
            check_payload_is_gone(model);
        }
        unload(&file);
    }
}

TEST(all_memory_is_given_back) {
    if (!has_corpus()) return;
    for (size_t i = 0; i < FILE_COUNT; ++i) {
        vrm_load_desc desc;
        counting counter;
        loaded file;
        counting_init(&counter, -1);
        vrm_load_desc_init(&desc);
        desc.allocator = &counter.allocator;
        desc.flags = i % 2 != 0 ? VRM_LOAD_COPY_PAYLOAD : 0;
        file = load_fixture(fixture_corpus(files[i].path), &desc);
        test_note("%s", files[i].path);
        CHECK(counter.count > 0 && counter.count < 100);
        unload(&file);
        CHECK_INT(counter.live, 0);
        CHECK_INT(counter.live_bytes, 0);
        CHECK(!counter.is_size_wrong);
    }
}

/* Whichever allocation fails, the load says so and holds nothing. */
TEST(er_020_no_allocation_is_taken_for_granted) {
    if (!has_corpus()) return;
    for (size_t i = 0; i < FILE_COUNT; ++i) {
        vrm_result result = VRM_ERROR_OUT_OF_MEMORY;
        for (int64_t fail_at = 0; result == VRM_ERROR_OUT_OF_MEMORY && fail_at < 100; ++fail_at) {
            vrm_load_desc desc;
            counting counter;
            loaded file;
            counting_init(&counter, fail_at);
            vrm_load_desc_init(&desc);
            desc.allocator = &counter.allocator;
            desc.flags = VRM_LOAD_COPY_PAYLOAD;
            file = load_avatar_file(fixture_corpus(files[i].path), &desc);
            test_note("%s, allocation %d fails", files[i].path, (int)fail_at);
            result = file.result;
            CHECK((file.model != NULL) == (result == VRM_OK));
            CHECK(check_report(file.report, result) == NULL);
            unload(&file);
            CHECK_INT(counter.live, 0);
        }
        CHECK_INT(result, find_outcome(files[i].path)->lenient);
    }
}

TEST(gl_003_a_file_that_was_cut_is_refused) {
    if (!has_corpus()) return;
    for (size_t i = 0; i < FILE_COUNT; ++i) {
        fixture file = fixture_corpus(files[i].path);
        const size_t cuts[] = {
            0, 3, 4, 11, 12, 16, 19, 20, 27, file.size / 2, file.size - 4, file.size - 1};
        for (size_t k = 0; k < sizeof cuts / sizeof cuts[0]; ++k) {
            loaded cut;
            if (file.bytes == NULL || cuts[k] >= file.size) continue;
            cut = load_fixture(fixture_bytes(file.bytes, cuts[k]), NULL);
            test_note("%s, the first %u bytes", files[i].path, (unsigned)cuts[k]);
            CHECK_INT(cut.result, VRM_ERROR_CONTAINER);
            CHECK(check_report(cut.report, cut.result) == NULL);
            unload(&cut);
        }
        fixture_free(&file);
    }
}

/* --- What is known of single files --- */

TEST(godette_is_read_whole) {
    loaded file;
    const vrm_mesh *face;
    float *values;
    uint16_t *joints;
    vrm_mat4 *binds;
    uint32_t indices[3 * 742];
    size_t written, invalid;
    uint32_t moved = 0;
    if (!has_corpus()) return;
    file = load_corpus("godette/Godette_vrm_v4.vrm", 0);
    REQUIRE(file.gltf != NULL);
    CHECK_INT(file.gltf->node_count, 71);
    CHECK_TEXT(file.gltf->generator.data, "saturday06_blender_vrm_exporter_experimental_1.10.0");
    CHECK_TEXT(file.gltf->nodes[5].name.data, "head_Armature");
    CHECK_INT(file.gltf->nodes[5].parent, 4);
    CHECK_INT(file.gltf->nodes[5].child_count, 9);
    CHECK_NEAR(file.gltf->nodes[5].rest.translation.y, 0.061387062072753906, 0);
    CHECK_INT(file.gltf->scenes[file.gltf->scene].root_count, 4);
    CHECK_INT(file.gltf->skins[0].joint_count, 68);
    CHECK_INT(file.gltf->skins[0].joints[2], 64);
    CHECK_INT(file.gltf->image_count, 5);
    CHECK_TEXT(file.gltf->images[1].mime_type.data, "image/jpeg");
    CHECK_INT(file.gltf->materials[2].alpha_mode, VRM_ALPHA_BLEND);
    CHECK_INT(file.gltf->materials[2].is_double_sided, 1);
    CHECK_INT(file.gltf->materials[2].is_unlit, 1);
    CHECK_INT(file.gltf->materials[3].is_unlit, 0);

    face = &file.gltf->meshes[0];
    CHECK_TEXT(face->name.data, "FaceMesh");
    CHECK_INT(face->target_count, 15);
    CHECK_INT(face->target_name_count, 15); /* GL-015: the names stand at the primitive */
    CHECK_TEXT(face->target_names[3].data, "blink_left");
    CHECK_INT(face->primitives[0].vertex_count, 630);
    REQUIRE(face->primitives[0].triangle_count == 742);
    CHECK_INT(file.gltf->meshes[1].primitive_count, 3);
    CHECK_INT(file.gltf->meshes[1].primitives[2].triangle_count, 1104 / 3);

    CHECK_INT(vrm_model_read_triangles(file.model, 0, 0, indices, 3 * 742, &written), VRM_OK);
    CHECK_INT(written, 3 * 742);
    CHECK_INT(indices[3], 0);
    CHECK_INT(indices[4], 2);
    CHECK_INT(indices[5], 3);

    values = malloc(630 * 4 * sizeof *values);
    joints = malloc(630 * 4 * sizeof *joints);
    binds = malloc(68 * sizeof *binds);
    CHECK_INT(
        vrm_model_read_vertices(file.model, 0, 0, VRM_ATTRIBUTE_POSITION, 0, 3, values, 630 * 3),
        VRM_OK);
    CHECK_NEAR(values[1], 0.9657942056655884, 0);
    CHECK_INT(
        vrm_model_read_morph_target(file.model, 0, 0, 3, VRM_ATTRIBUTE_POSITION, values, 630 * 3),
        VRM_OK);
    CHECK_NEAR(values[1333], 0.034371376037597656, 0);
    for (size_t i = 0; i < 630; ++i) {
        moved += values[i * 3] != 0 || values[i * 3 + 1] != 0 || values[i * 3 + 2] != 0;
    }
    CHECK_INT(moved, 143);
    CHECK_INT(vrm_model_read_joints(file.model, 0, 0, 0, 0, joints, 630 * 4, &invalid), VRM_OK);
    CHECK_INT(joints[0], 49);
    CHECK_INT(invalid, 0);
    CHECK_INT(vrm_model_read_inverse_binds(file.model, 0, binds, 68), VRM_OK);
    CHECK_NEAR(binds[5].m[12], -0.16151918470859528, 0);
    CHECK_NEAR(binds[5].m[14], 0.08109989762306213, 0);
    free(values);
    free(joints);
    free(binds);
    unload(&file);
}

TEST(names_are_the_files_own) {
    loaded file;
    if (!has_corpus()) return;
    file = load_corpus("usd/fixtures/names.vrm", 0);
    REQUIRE(file.gltf != NULL);
    CHECK_TEXT(file.gltf->nodes[0].name.data, "Body");
    CHECK_TEXT(file.gltf->nodes[1].name.data, "Body"); /* twice is no fault */
    CHECK_TEXT(file.gltf->nodes[2].name.data, "\xE9\xA1\x94");
    CHECK_INT(file.gltf->nodes[2].name.length, 3);
    CHECK_INT(file.gltf->nodes[3].name.length, 0);
    unload(&file);
}

TEST(materials_of_each_kind_are_read) {
    loaded file;
    const vrm_texture_info *placed;
    if (!has_corpus()) return;
    file = load_corpus("usd/fixtures/materials.vrm", 0);
    REQUIRE(file.gltf != NULL && file.gltf->material_count == 5);
    CHECK_INT(file.gltf->materials[0].alpha_mode, VRM_ALPHA_BLEND);
    CHECK_NEAR(file.gltf->materials[0].base_color_factor[3], 0.3, 1e-7);
    CHECK_INT(file.gltf->materials[1].alpha_mode, VRM_ALPHA_MASK);
    CHECK_NEAR(file.gltf->materials[1].alpha_cutoff, 0.3, 1e-7);
    CHECK_INT(file.gltf->materials[2].is_unlit, 1);
    CHECK_INT(file.gltf->samplers[0].wrap_t, 33071);
    placed = &file.gltf->materials[4].base_color_texture;
    CHECK_INT(placed->texture, 0);
    CHECK_NEAR(placed->offset.x, 0.25, 0); /* GL-016 */
    CHECK_NEAR(placed->scale.y, 4, 0);
    CHECK_NEAR(placed->rotation, 1.5707963, 1e-6);
    unload(&file);
}

TEST(animations_are_read_as_ranges) {
    loaded file;
    if (!has_corpus()) return;
    file = load_corpus("usd/fixtures/animation.vrm", 0);
    REQUIRE(file.gltf != NULL && file.gltf->animation_count == 1);
    CHECK_TEXT(file.gltf->animations[0].name.data, "wave");
    REQUIRE(file.gltf->animations[0].channel_count == 1);
    CHECK_INT(file.gltf->animations[0].channels[0].node, 2);
    CHECK_INT(file.gltf->animations[0].channels[0].path, VRM_ANIMATION_PATH_ROTATION);
    CHECK_INT(file.gltf->animations[0].channels[0].input, 5);
    CHECK_INT(file.gltf->animations[0].channels[0].output, 6);
    unload(&file);

    file = load_corpus("vrma/hips_spine_twisting.vrma", 0);
    REQUIRE(file.gltf != NULL);
    CHECK_INT(file.gltf->accessors[0].count, 1800);
    CHECK_NEAR(file.gltf->accessors[0].max[0], 59.96666666666667, 1e-5);
    unload(&file);
}

TEST(joints_out_of_range_are_found_when_they_are_read) {
    loaded file;
    uint16_t joints[12];
    size_t invalid = 0;
    if (!has_corpus()) return;
    file = load_corpus("usd/malformed/out_of_range_joints.vrm", 0);
    REQUIRE(file.gltf != NULL);
    CHECK_INT(vrm_model_read_joints(file.model, 0, 0, 0, 0, joints, 12, &invalid), VRM_OK);
    CHECK_INT(invalid, 3);
    for (size_t i = 0; i < 12; ++i) CHECK(joints[i] < 2);
    unload(&file);
}

/* --- Written again --- */

/* What a written file says otherwise, by rule. */
static const struct {
    const char *path;
    const char *skip[3];
} rewritten[] = {
    /* A material of 0.x without a texture of shade has the main one there (§4.10). */
    {"blender-addon/2.93/blend_material.vrm", {"mtoons[].shade_multiply_texture", NULL}},
    {"blender-addon/5.2/blend_material.vrm", {"mtoons[].shade_multiply_texture", NULL}},
    /* An empty group of colliders is not written (SB-058). */
    {"blender-addon/2.93/blend_non_deform_referenced_bone_vrm0.vrm",
     {"spring_collider_groups", NULL}},
    /* A name and an author must be there (ME-002, ME-004). */
    {"usd/fixtures/badext.vrm", {"meta.name", "meta.authors", NULL}},
    /* The rotation of a texture is obsolete (GL-017). */
    {"usd/fixtures/materials.vrm", {"materials[].base_color_texture.rotation", NULL}},
};

/* 0.x has a word for every permission, also for those that a file does not name (ME-025). */
static const char *const skip_words[] = {"meta.legacy_", NULL};

static void check_tables_again(const loaded *file, const char *path) {
    const bool is_old = file->tables->dialect == VRM_DIALECT_0;
    compare_options options = {0, 0, is_old ? skip_words : NULL};
    const char *problem;
    char report[1024];
    compared a, b;
    loaded again = rewrite_avatar(file, file->tables->dialect, NULL);
    test_note("%s", path);
    for (size_t i = 0; i < sizeof rewritten / sizeof rewritten[0]; ++i) {
        if (strcmp(rewritten[i].path, path) == 0) options.skip = rewritten[i].skip;
    }
    if (strcmp(path, "blender-addon/broken/draco.vrm") == 0) { /* its meshes cannot be read */
        CHECK_INT(again.result, VRM_ERROR_NO_PAYLOAD);
    } else if (CHECK_INT(again.result, VRM_OK)) {
        a = compared_model(file->model);
        b = compared_model(again.model);
        if (!CHECK_INT(compare_tables(&a, &b, &options, report, sizeof report), 0)) puts(report);
    }
    /* Written in each dialect, what loads again is written again with the same bytes. */
    problem = check_rewritten(file->file.bytes, file->file.size, file->model);
    CHECK_TEXT(problem != NULL ? problem : "", "");
    test_note(NULL);
    unload(&again);
}

/* The same floats, bit for bit, in the dialect that a file has: 1.0, the beta and 0.x. */
TEST(every_avatar_is_written_out_of_its_tables) {
    uint32_t count = 0;
    if (!has_corpus()) return;
    for (size_t i = 0; i < FILE_COUNT; ++i) {
        loaded file = load_corpus(files[i].path, 0);
        if (file.model != NULL && file.tables->dialect >= VRM_DIALECT_0 &&
            file.tables->dialect <= VRM_DIALECT_1 && file_buffer(&file) != NULL) {
            check_tables_again(&file, files[i].path);
            ++count;
        }
        unload(&file);
    }
    CHECK_INT(count, 167);
}

TEST_SUITE(corpus, ENTRY(every_file_is_in_the_table_and_there),
           ENTRY(er_010_every_finding_is_expected), ENTRY(strict_refuses_what_needs_repair),
           ENTRY(tables_and_payload_are_those_of_another_reader),
           ENTRY(copied_payload_outlives_the_bytes_and_can_be_dropped),
           ENTRY(all_memory_is_given_back), ENTRY(er_020_no_allocation_is_taken_for_granted),
           ENTRY(gl_003_a_file_that_was_cut_is_refused), ENTRY(godette_is_read_whole),
           ENTRY(names_are_the_files_own), ENTRY(materials_of_each_kind_are_read),
           ENTRY(animations_are_read_as_ranges),
           ENTRY(joints_out_of_range_are_found_when_they_are_read),
           ENTRY(every_avatar_is_written_out_of_its_tables));
