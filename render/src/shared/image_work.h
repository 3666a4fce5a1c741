/*
 * What decoding may cost: one budget for all images of a file, whoever decodes them. The renderer
 * has one for each model; programs of apps/ that decode images themselves (`vrm optimize`, `vrm
 * check`) include this header, because the budget is no part of the interface of 0.3.
 *
 * Work is counted in bytes that a decoder passes over: those of all pixels, and more for images
 * that it passes over more than once. Decoding takes 1 to 3 ns for each of them.
 */
#ifndef VRMR_IMAGE_WORK_H
#define VRMR_IMAGE_WORK_H

#include <stdbool.h>
#include <vrm/render.h>

/* Work of all images of a file, and bytes that decoding one of them may hold at once. */
#define VRMR_MOST_IMAGE_WORK (UINT64_C(1) << 30)
#define VRMR_MOST_IMAGE_BYTES (UINT64_C(256) << 20)

typedef struct vrmr_image_work {
    uint64_t most;  /* what may be spent */
    uint64_t spent; /* also by images that could not be decoded in the end */
    /* Asked for every few rows and each scan; anything but 0 stops decoding. NULL: never asked. */
    int32_t (*cancel)(void *user);
    void *cancel_user;
} vrmr_image_work;

/* Spends `amount` if it fits. False: it does not, and nothing is spent. */
bool vrmr_image_work_spend(vrmr_image_work *work, uint64_t amount);

/* vrm_image_decode and vrm_image_try within a budget. What exceeds it, and what is stopped, is
 * VRM_IMAGE_STATE_TOO_LARGE. */
vrm_image_state vrmr_image_decode_within(vrmr_image_work *work, const void *bytes, size_t size,
                                         uint64_t max_bytes, const vrm_allocator *allocator,
                                         vrm_pixels *out);
vrm_image_state vrmr_image_try_within(vrmr_image_work *work, const void *bytes, size_t size,
                                      uint64_t max_bytes, const vrm_allocator *allocator);

/* Models that are created from now on ask `cancel` while their images are decoded. Images that it
 * stops are too large. NULL: never asked. */
void vrmr_renderer_set_cancel(vrm_renderer *renderer, int32_t (*cancel)(void *user), void *user);

#endif
