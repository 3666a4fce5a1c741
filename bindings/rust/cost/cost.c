/* The calls of cost.rs in C. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <vrm/vrm.h>

#define OPAQUE(value) __asm__ volatile("" : "+r"(value))

int main(int argc, char **argv) {
    vrm_model *model = NULL;
    vrm_avatar *avatar = NULL;
    struct timespec start, end;
    float sum = 0.0f;
    int32_t head, happy;
    uint32_t count, i;
    if (argc != 4 || vrm_model_load_file(argv[1], NULL, &model, NULL) != VRM_OK ||
        vrm_avatar_create(model, NULL, &avatar, NULL) != VRM_OK)
        return 1;
    count = (uint32_t)strtoul(argv[3], NULL, 10);
    head = vrm_model_bone_node(model, VRM_BONE_HEAD);
    happy = vrm_model_find_expression(model, "happy");
    vrm_avatar_update(avatar, 0.0f);
    timespec_get(&start, TIME_UTC);
    if (strcmp(argv[2], "number") == 0) {
        for (i = 0; i < count; ++i) {
            vrm_expression_layer layer = VRM_EXPRESSION_LAYER_BLINK;
            OPAQUE(layer);
            sum += vrm_avatar_expression_layer_weight(avatar, layer);
        }
    } else if (strcmp(argv[2], "vector") == 0) {
        for (i = 0; i < count; ++i) {
            vrm_bone bone = VRM_BONE_HEAD;
            OPAQUE(bone);
            sum += vrm_avatar_bone_position(avatar, bone).y;
        }
    } else if (strcmp(argv[2], "index") == 0) {
        for (i = 0; i < count; ++i) {
            int32_t expression = happy;
            OPAQUE(expression);
            vrm_avatar_set_expression(avatar, expression, 0.5f);
        }
    } else if (strcmp(argv[2], "slice") == 0) {
        for (i = 0; i < count; ++i) {
            size_t node = (size_t)head;
            OPAQUE(node);
            sum += vrm_avatar_frame(avatar)->world[node].m[13];
        }
    } else {
        for (i = 0; i < count; ++i) vrm_avatar_update(avatar, 1.0f / 60.0f);
    }
    timespec_get(&end, TIME_UTC);
    printf("%.2f ns %.1f\n",
           ((double)(end.tv_sec - start.tv_sec) * 1e9 + (double)(end.tv_nsec - start.tv_nsec)) /
               count,
           (double)sum * 0.0);
    vrm_avatar_destroy(avatar);
    vrm_model_release(model);
    return 0;
}
