/* Motions as files. */
#ifndef MAKER_MOTION_WRITE_H
#define MAKER_MOTION_WRITE_H

#include "glb.h"
#include "motion_rig.h"

typedef enum motion_format {
    FORMAT_VRMA,             /* VRMC_vrm_animation 1.0 */
    FORMAT_GLTF,             /* nodes with the names of humanoid bones, no extension */
    FORMAT_MIXAMO,           /* centimeters, names behind "mixamorig:" */
    FORMAT_MIXAMO_NO_PREFIX, /* meters, as Ready Player Me has them */
    FORMAT_MIXAMO_ARMATURE, /* as Blender exports: below a node that is turned and scaled by 0.01 */
    FORMAT_MIXAMO_BETWEEN,  /* with joints between those that have a known name */
    FORMAT_BVH,
    FORMAT_VMD
} motion_format;

enum { INTERPOLATION_LINEAR, INTERPOLATION_STEP, INTERPOLATION_CUBIC };
enum { REST_T, REST_A, REST_HANGING, REST_OF_FAMILY };
enum { OFFSETS_AXIS, OFFSETS_LOCAL, OFFSETS_OF_FAMILY };
enum { ORDER_OF_FAMILY = NONE };
enum { LEGS_IK, LEGS_FK };

typedef struct motion_options {
    const motion *what;
    motion_format format;
    int fps;
    int body; /* BODY_…; BODY_OF_FORMAT */
    bool missing[VRM_BONE_COUNT];
    /* glTF */
    bool has_rest_rotations;
    int interpolation;   /* INTERPOLATION_…; of VMD, straight or eased */
    bool is_reduced;     /* without keys that those around them show as well */
    bool looks_at_point; /* vrma: lookAt as a place, as the Blender add-on writes it */
    /* BVH */
    int family, rest, offsets, order;
    /* VMD */
    int legs; /* LEGS_… */
} motion_options;

void motion_options_init(motion_options *out);

/* Free with LIST_FREE. */
bytes motion_write(const motion_options *options);

bool motion_format_find(const char *name, motion_format *out);

/* --- One writer for each kind of file --- */

/* glTF is also given as a tree of JSON, for those who change it; free it with glb_release. */
void motion_write_gltf(const motion_options *options, glb *out);
bytes motion_write_bvh(const motion_options *options);
bytes motion_write_vmd(const motion_options *options); /* see motion_vmd.h */

/* The keys to keep of a linear track, the first and the last among them; how many. `width` 4 is a
 * rotation. Within 0.1 degrees, 0.5 mm and 0.0005 of a weight. */
size_t motion_reduce(const double *values, size_t width, size_t keys, size_t *out_kept);

/* --- BVH --- */

/* The index of a family of names, or of an order of rotations; NONE. */
int bvh_find_family(const char *name);
int bvh_find_order(const char *name); /* "ZXY"; also "mixed" */

#endif
