#include "avatar/avatar.h"
void vrm_avatar_update_look_at(vrm_avatar *avatar) { (void)avatar; }
