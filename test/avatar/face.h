/*
 * An avatar with a face, for tests of expressions.
 *
 *   face f = face_make("'happy':{'overrideBlink':'block'},'blink':{}", NULL, NULL);
 *   face_set(&f, "happy", 1.0f);
 *   face_update(&f);
 *   CHECK_NEAR(face_weight(&f, "blink"), 0, 0);
 *   face_free(&f);
 */
#ifndef VRM_TEST_FACE_H
#define VRM_TEST_FACE_H

#include "avatar/override.h" /* before the type `avatar`: it has parameters of that name */
#include "support/avatar.h"

typedef struct face {
    loaded file;
    vrm_avatar *avatar;
    vrm_frame frame;
} face;

/* `preset` and `custom` are the members of expressions.preset and .custom, `root` those of the file
 * that replace the defaults of support/avatar.h; each may be NULL. */
face face_make(const char *preset, const char *custom, const char *root);
/* Of any file; `desc` may be NULL. The avatar is NULL where the test has failed already. */
face face_of(loaded file, const vrm_avatar_desc *desc);
void face_free(face *f);

/* By name; a name that the avatar does not have fails the test. */
int32_t face_find(const face *f, const char *name);
void face_set(const face *f, const char *name, float weight);
void face_set_in(const face *f, int32_t layer, const char *name, float weight);
double face_weight(const face *f, const char *name);

/* The stage alone, with no time passing. */
void face_update(const face *f);

double face_morph(const face *f, int32_t node, int32_t target);

/* Whether every number of the face's frame is finite. */
bool face_is_finite(const face *f);

#endif
