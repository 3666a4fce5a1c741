/*
 * The sample character: Ame, a child in a yellow raincoat, 1.5 m high.
 *
 * Built from lofts and patches, symmetrical about X = 0, soles on the ground, in a T-pose.
 */
#ifndef MAKER_CHARACTER_H
#define MAKER_CHARACTER_H

#include "avatar.h"
#include "paint.h"
#include "shape.h"
#include "skeleton.h"

/* How finely it is cut: 1 for the sample; more for a mesh as large as exporters write. */
typedef struct character_detail {
    int around; /* times as many vertices around limbs and along patches */
    int spans;  /* rings for each one that is designed */
} character_detail;

void character_build(avatar *a);

/* --- Its parts --- */

enum {
    CHARACTER_SKIN,
    CHARACTER_FACE,
    CHARACTER_EYES,
    CHARACTER_BLUSH,
    CHARACTER_HAIR,
    CHARACTER_OUTFIT,
    CHARACTER_MATERIALS
};

/* Adds the textures and materials, and gives their indices and the pictures; free those. */
void character_add_materials(avatar *a, int materials[CHARACTER_MATERIALS],
                             canvas pictures[CHARACTER_MATERIALS]);

/* Parts of the textures that meshes refer to. */
extern const box face_white, face_lash, face_brow, face_skin, face_mouth, face_nose;
extern const box outfit_coat, outfit_sleeve, outfit_leg, outfit_boot, outfit_hood, outfit_bobble;

/* The helpers that constraints drive: forearm twist, sleeve, skirt. Nodes of both sides. */
void character_add_helpers(avatar *a);

void character_add_body(avatar *a, avatar_part *skin, avatar_part *outfit, character_detail d);
void character_add_head(avatar *a, avatar_part *skin, character_detail d);

/* The surface of the face without features, `lift` above it, and what is around it. */
vec3 face_point(double x, double y, double lift);
vec3 face_normal_at(double x, double y);
/* The skull at an angle (turns from the front towards the left) and a height, scaled outwards. */
vec3 skull_point(double turns, double y, double lift);

/* Eyes, brows, mouth: a mesh with the morph targets of these names. */
void character_add_face(avatar *a, avatar_part *face, character_detail d);
void character_add_face_targets(avatar *a, int mesh, character_detail d);
void character_add_blush(avatar *a, avatar_part *blush, character_detail d);
/* Both irises, each on its eye bone. Targets: look up, down, left, right, small. */
void character_add_eyes(avatar *a, avatar_part *eyes, character_detail d);
void character_add_eye_targets(avatar *a, int mesh);

/* Hair that stays with the head; the chains that sway, and the hair on them. */
void character_add_fringe(avatar *a, avatar_part *hair, character_detail d);
void character_add_colliders(avatar *a); /* groups: head, chest, left shoulder, right shoulder */
void character_add_chains(avatar *a);
void character_add_locks(avatar *a, avatar_part *hair, avatar_part *outfit, character_detail d);

void character_add_gaze(avatar *a);
void character_add_expressions(avatar *a, const int materials[CHARACTER_MATERIALS]);

/* A portrait of what has been built, `size` pixels wide and high. `pictures`: by image. */
bytes portrait_png(const avatar *a, const canvas *pictures, int size);

#endif
