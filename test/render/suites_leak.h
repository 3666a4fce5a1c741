/* The suite of vrm-leak-test. */
SUITE(render_leak)
