#include "avatar/avatar.h"
void vrmi_expressions_start(vrm_avatar *avatar) { (void)avatar; }
void vrmi_expressions_apply(vrm_avatar *avatar) { (void)avatar; }
void vrm_avatar_update_expressions(vrm_avatar *avatar, float dt) { (void)avatar, (void)dt; }
