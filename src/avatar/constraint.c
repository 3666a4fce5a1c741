#include "avatar/avatar.h"
void vrm_avatar_update_constraints(vrm_avatar *avatar) { (void)avatar; }
