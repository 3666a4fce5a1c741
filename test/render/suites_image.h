/* Suites of vrm-image-test. */
SUITE(image)
SUITE(image_hostile)
SUITE(image_files)
SUITE(png_same)
SUITE(png_small)
