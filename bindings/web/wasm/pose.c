/* Poses of the package own the names of their custom expressions. */
#include "vrm/pose.h"

#include <string.h>

enum { NAME_BYTES = 4096 };

/* Behind the customs of a Pose (src/core/pose.ts). A copy goes from one half to the other, because
 * its source may be the copy before it. */
typedef struct own_names {
    uint32_t half;
    char text[2][NAME_BYTES];
} own_names;

void vrm_web_pose_own_names(vrm_pose *pose);

/* Copies the names of customs into a Pose of the package, not of another caller: they are in the
 * memory of clips, models and receivers, which may be freed before it. Customs whose names have no
 * room are left out, as those beyond the capacity are. */
void vrm_web_pose_own_names(vrm_pose *pose) {
    own_names *own;
    uint32_t kept = 0, used = 0;
    char *text;
    if (pose == NULL || pose->customs == NULL || pose->custom_count == 0) return;
    own = (own_names *)(void *)(pose->customs + pose->custom_capacity);
    own->half ^= 1;
    text = own->text[own->half];
    for (uint32_t i = 0; i < pose->custom_count; ++i) {
        vrm_custom_weight custom = pose->customs[i];
        if (custom.name.length > NAME_BYTES - used) continue;
        if (custom.name.length > 0) memcpy(text + used, custom.name.data, custom.name.length);
        custom.name.data = text + used;
        used += (uint32_t)custom.name.length;
        pose->customs[kept++] = custom;
    }
    pose->custom_count = kept;
}
