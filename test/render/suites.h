/* Suites of vrm-render-test. */
SUITE(render_shading)
SUITE(render_texture)
SUITE(render_outline)
SUITE(render_order)
SUITE(render_material)
SUITE(render_avatar)
SUITE(render_corpus)
SUITE(render_golden)
