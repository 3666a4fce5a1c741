/* `vrm check` on files of motions. */
#ifndef VRM_CHECK_MOTION_H
#define VRM_CHECK_MOTION_H

#include "apps/kit/batch/load.h"

/*
 * Checks a file that holds no avatar as a motion: its load says what is wrong with it, and the pose
 * of a body of usual proportions says whether feet stay above the ground, and what repeating does.
 * False: it is no motion, and nothing has been said.
 */
bool check_motion(batch_file *file, const load_bounds *bounds, file_notes *notes);

#endif
