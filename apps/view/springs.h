/* Settings of springs, as a person changes them: for one joint of a chain, or for all. */
#ifndef VRM_VIEW_SPRINGS_H
#define VRM_VIEW_SPRINGS_H

#include "actor.h"

typedef enum spring_setting {
    SPRING_STIFFNESS,
    SPRING_GRAVITY,
    SPRING_DRAG,
    SPRING_HIT_RADIUS,
    SPRING_SETTING_COUNT
} spring_setting;

/* As the specification spells it, and how far a slider goes. */
const char *spring_setting_key(spring_setting setting);
float spring_setting_most(const actor *a, spring_setting setting);

/* Of a joint of the tables. */
float spring_setting_get(const actor *a, int32_t joint, spring_setting setting);
/* `joint`: VRM_ALL means all of the spring. */
void spring_setting_set(actor *a, int32_t spring, int32_t joint, spring_setting setting,
                        float value);
/* All as in the file. */
void spring_settings_reset(actor *a, int32_t spring);
/* Has somebody changed one? */
bool spring_settings_changed(const actor *a, int32_t spring);

/* A spring as JSON, with the keys of VRMC_springBone; to be freed with free. NULL: there is not
 * enough memory. */
char *spring_settings_json(const actor *a, int32_t spring);

#endif
