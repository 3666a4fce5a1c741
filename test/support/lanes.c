#include "support/lanes.h"

#include "test.h"
#include "testkit/create.h"

#include <string.h>

vrm_lanes lanes_by_name(const char *name) {
    if (name == NULL) return VRM_LANES_AUTO;
    for (vrm_lanes i = VRM_LANES_AUTO; vrm_lanes_name(i)[0] != '\0'; ++i) {
        if (strcmp(vrm_lanes_name(i), name) == 0) return i;
    }
    return VRM_NONE;
}

vrm_avatar *create_with_lanes(vrm_model *model, const vrm_avatar_desc *desc) {
    vrm_avatar_desc own;
    if (desc != NULL) {
        own = *desc;
    } else {
        vrm_avatar_desc_init(&own);
    }
    if (own.lanes == VRM_LANES_AUTO) own.lanes = lanes_by_name(test_option("lanes"));
    CHECK(own.lanes != VRM_NONE);
    if (!vrm_lanes_supported(own.lanes)) test_skip("this machine has no such lanes");
    return create_avatar(model, &own);
}
