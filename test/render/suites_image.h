/* Suites of vrm-image-test. */
SUITE(image)
SUITE(image_hostile)
