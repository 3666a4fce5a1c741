/* The library answers, and refuses what is no avatar. */
#include <stdio.h>
#include <vrm/vrm.h>

int main(void) {
    static const char text[] = "no avatar";
    vrm_model *model = NULL;
    printf("libvrm %s\n", vrm_version());
    return vrm_model_load(text, sizeof text, NULL, &model, NULL) == VRM_ERROR_CONTAINER ? 0 : 1;
}
