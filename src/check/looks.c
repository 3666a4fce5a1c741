/* Everything about looks, in one measure. */
#include "check/looks.h"

void vrmi_check_looks(vrmi_check *check) {
    vrmi_measure measure;
    if (!vrmi_measure_avatar(check, &measure)) return;
    vrmi_look_at_pose(check, &measure);
    vrmi_look_at_expressions(check, &measure);
    vrmi_look_at_face(check, &measure);
    vrmi_look_at_weights(check, &measure);
    vrmi_look_at_first_person(check, &measure);
    vrmi_look_at_materials(check, &measure);
    vrmi_look_at_textures(check, &measure);
}
