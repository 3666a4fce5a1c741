/* A suite of its own program, which a build that looks for leaks must not let pass: else its other
 * tests prove nothing about leaks. */
#include "render/create.h"
#include "render/scene.h"
#include "test.h"

/* The only pointer to it is gone. */
TEST(a_model_is_lost) {
    scene s = scene_of(mtoon(""));
    loaded file;
    if (stage_renderer() == NULL) return;
    file = load_fixture(scene_file(&s), NULL);
    CHECK(create_render_model(stage_renderer(), file.model, NULL) != NULL);
    unload(&file);
}

TEST_SUITE(render_leak, ENTRY(a_model_is_lost));
