#include "settle.h"

void settle_springs(vrm_avatar *avatar) {
    vrm_avatar_update(avatar, 0.0f);
    vrm_avatar_warm_up(avatar, 3.0f); /* joints settle in half a second; slow ones in two */
}
