/*
 * layers: three parts of an application that know nothing of each other move one face. Each writes
 * its own layer. Prints the effective weights, which are those after isBinary and overrides.
 *
 * usage: layers FILE.vrm
 */
#include <cstdio>
#include <vrm/vrm.hpp>

// The part that feels. It knows of one expression and of its layer, and of nothing else.
static void feel(vrm::avatar &avatar, float happy) {
    avatar.set_layer_expression(vrm::expression_layer::emotion,
                                avatar.model().find_preset(vrm::preset::happy), happy);
}

// The part that speaks.
static void speak(vrm::avatar &avatar, float aa) {
    avatar.set_layer_expression(vrm::expression_layer::viseme,
                                avatar.model().find_preset(vrm::preset::aa), aa);
}

// The part that blinks.
static void blink(vrm::avatar &avatar, float closed) {
    avatar.set_layer_expression(vrm::expression_layer::blink,
                                avatar.model().find_preset(vrm::preset::blink), closed);
}

static void show(vrm::avatar &avatar, const char *when) {
    const auto weight = [&](vrm::preset preset) {
        return avatar.expression_weight(avatar.model().find_preset(preset));
    };
    avatar.update(1.0f / 60.0f);
    std::printf("%-22s happy %.2f  aa %.2f  blink %.2f\n", when, weight(vrm::preset::happy),
                weight(vrm::preset::aa), weight(vrm::preset::blink));
}

int main(int argc, char **argv) {
    auto model = vrm::model::load_file(argc > 1 ? argv[1] : "avatar.vrm");
    if (!model) {
        model.report().print(stderr);
        return 1;
    }
    auto created = vrm::avatar::create(*model);
    vrm::avatar &avatar = *created;
    show(avatar, "nothing");
    speak(avatar, 0.6f);
    blink(avatar, 1.0f);
    show(avatar, "speaks and blinks");
    // An expression of the file may block or blend blinks and the mouth: overrideBlink and
    // overrideMouth. The library applies that; the three parts need not know.
    feel(avatar, 0.5f);
    show(avatar, "is happy as well");
    // Fading a part out is one call. The part goes on writing, and comes back with the weight.
    avatar.set_expression_layer_weight(vrm::expression_layer::emotion, 0.0f);
    show(avatar, "emotions faded out");
    // Within an expression the greatest of all layers counts: two blinks are one blink.
    avatar.set_expression(model->find_preset(vrm::preset::blink), 0.3f);
    blink(avatar, 0.0f);
    show(avatar, "a user's own blink");
}
