/* Each suite of this folder's program of tests. */
SUITE(picture_text)
SUITE(picture_text_plain)
SUITE(picture_animation)
SUITE(picture_ssim)
