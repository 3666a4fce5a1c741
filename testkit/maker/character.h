/*
 * The sample character: Ame, a girl in a yellow raincoat, 1.5 m high, five and a half heads.
 *
 * Built from lofts and patches, soles on the ground, in a T-pose.
 */
#ifndef MAKER_CHARACTER_H
#define MAKER_CHARACTER_H

#include "avatar.h"
#include "shape.h"
#include "skeleton.h"

/* How finely it is cut: 1 for the sample; more for a mesh as large as exporters write. */
typedef struct character_detail {
    int around; /* factor for the number of vertices around limbs and along patches */
    int spans;  /* rings for each one that is designed */
} character_detail;

void character_build(avatar *a);
/* More expressions, whose names are in many scripts. */
void character_add_names(avatar *a);

/* --- Bones --- */

/* The skeleton in the proportions of the character. */
vec3 character_place(int bone);
void character_add_skeleton(avatar *a, bone_set set);
/* The helpers that constraints drive: forearm twist, sleeve, coat. Nodes of both sides. */
void character_add_helpers(avatar *a);
void character_add_colliders(avatar *a); /* groups: head, chest, left shoulder, right shoulder */

/* A chain that sways. Its end is where all dialects put it: see character_frame.c. */
typedef struct chain {
    const char *name;
    int bone; /* that it hangs on */
    int count;
    vec3 places[5];
    double hit_radius, stiffness, gravity_power, drag_force;
} chain;

extern const chain chain_side, chain_tail, chain_tuft, chain_ribbon;
vec3 chain_end(const chain *c);
void character_add_chains(avatar *a);

/* --- Textures and materials --- */

/* In the order of the images. */
enum {
    TEXTURE_SKIN,
    TEXTURE_EYES,
    TEXTURE_BLUSH,
    TEXTURE_HAIR,
    TEXTURE_OUTFIT,
    TEXTURE_SHEEN, /* the matcap of the hair */
    TEXTURE_TAPER, /* how thick outlines of hair are */
    CHARACTER_TEXTURES
};

enum {
    CHARACTER_SKIN,
    CHARACTER_FACE,
    CHARACTER_EYES,
    CHARACTER_BLUSH,
    CHARACTER_HAIR,
    CHARACTER_OUTFIT,
    CHARACTER_MATERIALS
};

/* Adds the textures and materials, and gives the materials' indices. */
void character_add_materials(avatar *a, int materials[CHARACTER_MATERIALS]);

/* A part of a texture; coordinates are 0 to 1, v downwards. */
typedef struct box {
    double left, top, right, bottom;
} box;

/* Parts of the textures that meshes refer to. The face is seen from the front, a pixel for each
 * millimeter. */
extern const box skin_face, skin_white, skin_mouth, skin_lash, skin_lip, skin_brow, skin_crease,
    skin_neck, skin_hand;
void face_texture(double x, double y, double *u, double *v);
extern const box outfit_coat, outfit_sleeve, outfit_hood, outfit_leg, outfit_boot, outfit_sole,
    outfit_skirt, outfit_bow, outfit_ribbon, outfit_clip;

/* --- Head --- */

void character_add_head(avatar *a, avatar_part *skin, character_detail d);

/* The surface of the face without features, `lift` above it. */
vec3 face_point(double x, double y, double lift);
/* Normals of the head are those of a ball, so that shadow falls on it in one clean line. */
vec3 head_normal(vec3 at);
/* The skull at an angle (turns from the front towards the left) and a height, moved outwards. */
vec3 skull_point(double turns, double y, double lift);

/* Eyes, brows, mouth: a mesh with the morph targets of these names. */
void character_add_face(avatar *a, avatar_part *face, character_detail d);
void character_add_face_targets(avatar *a, int mesh, character_detail d);
void character_add_blush(avatar *a, avatar_part *blush, character_detail d);
/* Both irises, each on its eye bone. Targets: look up, down, left, right, small. */
void character_add_eyes(avatar *a, avatar_part *eyes, character_detail d);
void character_add_eye_targets(avatar *a, int mesh);

/* --- Hair --- */

/* A ring of a strand at `center`, flat against the head: `out` points away from it. */
ring strand_ring(vec3 center, vec3 along, vec3 out, double width, double thick, double v,
                 skin_weights weights);
/* A strand through rings, ending in a point. */
void strand_add(avatar_part *p, const ring *rings, size_t count, int segments, box texture,
                character_detail d);

/* A strand that sways: from the places of `start` through the joints of a chain to its end. */
typedef struct hair_lock {
    const chain *chain;
    const char *prefix;
    const vec3 *start;
    size_t start_count;
    const double *widths; /* one for each place: of start, joints, half way to the end, end */
    double flatness;      /* thickness for width */
    double reach;         /* how much of the way from the last joint to the end it takes */
    vec3 out;             /* away from the body */
    vec3 shift;           /* of its places below the start: locks of a bundle part downwards */
    int segments;
    box texture;
} hair_lock;

void lock_add(avatar *a, avatar_part *p, const hair_lock *l, character_detail d);

/* Hair that stays with the head; hair that sways; bows and the clip in it. */
void character_add_fringe(avatar *a, avatar_part *hair, character_detail d);
void character_add_back(avatar *a, avatar_part *hair, character_detail d);
void character_add_cap(avatar *a, avatar_part *hair, character_detail d);
void character_add_locks(avatar *a, avatar_part *hair, character_detail d);
void character_add_ornaments(avatar *a, avatar_part *outfit, character_detail d);

/* --- Body and clothes --- */

void character_add_body(avatar *a, avatar_part *skin, character_detail d);
void character_add_clothes(avatar *a, avatar_part *outfit, character_detail d);
void character_add_boots(avatar *a, avatar_part *outfit, character_detail d); /* and legs */
/* The ribbon at the collar, which sways. */
void character_add_ribbon(avatar *a, avatar_part *outfit, character_detail d);

/* A loft within a part of a texture. */
loft loft_within(const ring *rings, size_t count, int segments, box place, character_detail d);

/* --- Behavior --- */

void character_add_look_at(avatar *a);
void character_add_expressions(avatar *a, const int materials[CHARACTER_MATERIALS]);

#endif
