/*
 * The model that files of VMD are for. Such a file has rotations and positions relative to the rest
 * of a model that is not in it: legs, arms and units are as here.
 *
 * A body stands upright on y = 0 and faces -Z of left-handed axes. One unit is 8 cm. Arms are
 * lowered at rest, level otherwise straight; hands and fingers go with them. Legs are straight: hip
 * joint, knee and ankle above each other. All of センター, グルーブ, 腰 and 下半身 turn about the
 * hips.
 */
#ifndef MAKER_MOTION_VMD_H
#define MAKER_MOTION_VMD_H

#define VMD_UNIT 0.08      /* meters */
#define VMD_ARMS_DOWN 35.0 /* degrees */

/* The hips, and the leg, in units: half the distance of the hip joints, then heights. */
#define VMD_HIPS_HEIGHT 11.2
#define VMD_HIP_ASIDE 0.9
#define VMD_HIP_HEIGHT 10.8
#define VMD_KNEE_HEIGHT 6.0
#define VMD_ANKLE_HEIGHT 1.2
/* The ball of the foot: its height, and how far before the ankle. */
#define VMD_BALL_HEIGHT 0.3
#define VMD_BALL_AHEAD 1.2

#endif
