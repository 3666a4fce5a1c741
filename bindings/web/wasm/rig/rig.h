/*
 * A model out of tables instead of a file: for pages whose loader has read the file already. What a
 * dialect's reader would have found comes as a list of numbers, and is finished and packed as every
 * load is (build/finish.h), so that equal numbers give equal bits.
 */
#ifndef VRM_WEB_RIG_H
#define VRM_WEB_RIG_H

#include "vrm/avatar.h"

#include <stdbool.h>

vrm_avatar *vrm_web_rig_create(const uint32_t *words, uint32_t count, uint32_t flags);
void vrm_web_rig_carry(vrm_avatar *to, const vrm_avatar *from);
int32_t vrm_web_rig_set_collider(vrm_avatar *avatar, uint32_t index,
                                 const vrm_spring_collider *collider);

/* Brings radius and normal of a collider into their ranges, as the reader of a file does. False: a
 * number is not finite. */
bool vrm_rig_complete_collider(vrm_spring_collider *collider);

#endif
