/*
 * layers: three parts of an application that know nothing of each other move one face. Each writes
 * its own layer. Prints the effective weights, which are those after isBinary and overrides.
 *
 * usage: layers FILE.vrm
 */
#include <stdio.h>
#include <vrm/vrm.h>

/* The part that feels. It knows of one expression and of its layer, and of nothing else. */
static void feel(vrm_avatar *avatar, const vrm_model *model, float happy) {
    vrm_avatar_set_layer_expression(avatar, VRM_EXPRESSION_LAYER_EMOTION,
                                    vrm_model_find_preset(model, VRM_PRESET_HAPPY), happy);
}

/* The part that speaks. */
static void speak(vrm_avatar *avatar, const vrm_model *model, float aa) {
    vrm_avatar_set_layer_expression(avatar, VRM_EXPRESSION_LAYER_VISEME,
                                    vrm_model_find_preset(model, VRM_PRESET_AA), aa);
}

/* The part that blinks. */
static void blink(vrm_avatar *avatar, const vrm_model *model, float closed) {
    vrm_avatar_set_layer_expression(avatar, VRM_EXPRESSION_LAYER_BLINK,
                                    vrm_model_find_preset(model, VRM_PRESET_BLINK), closed);
}

static void show(vrm_avatar *avatar, const vrm_model *model, const char *when) {
    vrm_avatar_update(avatar, 1.0f / 60.0f);
    printf("%-22s happy %.2f  aa %.2f  blink %.2f\n", when,
           vrm_avatar_expression_weight(avatar, vrm_model_find_preset(model, VRM_PRESET_HAPPY)),
           vrm_avatar_expression_weight(avatar, vrm_model_find_preset(model, VRM_PRESET_AA)),
           vrm_avatar_expression_weight(avatar, vrm_model_find_preset(model, VRM_PRESET_BLINK)));
}

int main(int argc, char **argv) {
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    vrm_avatar *avatar;
    if (argc < 2 || vrm_model_load_file(argv[1], NULL, &model, &report) != VRM_OK) {
        vrm_report_print(report, stderr);
        vrm_report_destroy(report);
        return 1;
    }
    vrm_avatar_create(model, NULL, &avatar, NULL);
    show(avatar, model, "nothing");
    speak(avatar, model, 0.6f);
    blink(avatar, model, 1.0f);
    show(avatar, model, "speaks and blinks");
    /* An expression of the file may block or blend blinks and the mouth: overrideBlink and
     * overrideMouth. The library applies that; the three parts need not know. */
    feel(avatar, model, 0.5f);
    show(avatar, model, "is happy as well");
    /* Fading a part out is one call. The part goes on writing, and comes back with the weight. */
    vrm_avatar_set_expression_layer_weight(avatar, VRM_EXPRESSION_LAYER_EMOTION, 0.0f);
    show(avatar, model, "emotions faded out");
    /* Within an expression the greatest of all layers counts: two blinks are one blink. */
    vrm_avatar_set_expression(avatar, vrm_model_find_preset(model, VRM_PRESET_BLINK), 0.3f);
    blink(avatar, model, 0.0f);
    show(avatar, model, "a user's own blink");
    vrm_avatar_destroy(avatar);
    vrm_report_destroy(report);
    vrm_model_release(model);
    return 0;
}
