/*
 * What a picture shows where, found on the processor: triangles by what vrm_model_read_… gives of
 * them, moved by morph targets and joints as glTF has it, without shading.
 *
 *   sketch expected = sketch_make(&view);
 *   sketch_add(&expected, model, &frame);
 *   sketch_check(&expected, &picture, 0.5);
 *   sketch_free(&expected);
 */
#ifndef VRM_TEST_RENDER_SKETCH_H
#define VRM_TEST_RENDER_SKETCH_H

#include "render/picture.h"

#include <vrm/render.h>

/* A sample: several a pixel. */
typedef struct sketch_sample {
    double depth;
    int32_t material; /* 1 + its index; 0: nothing is seen */
    float color[3];   /* COLOR_0 of the triangle's first vertex times the material's, linear */
} sketch_sample;

typedef struct sketch {
    vrm_view view;
    sketch_sample *samples;
} sketch;

sketch sketch_make(const vrm_view *view);
/* Of one avatar more. Weights of joints are made to add up to 1; a vertex without any follows its
 * first joint; of more than 16 joints the strongest count. */
void sketch_add(sketch *sketch, const vrm_model *model, const vrm_frame *frame);
void sketch_free(sketch *sketch);

/* What a pixel shows; NULL where an edge runs through it or close by. */
const sketch_sample *sketch_at(const sketch *from, int x, int y);

/*
 * Fails unless each pixel that is away from edges has its color, encoded, within 2; nothing is
 * black. `least`: so much of the picture is away from edges.
 */
bool sketch_check(const sketch *expected, const picture *got, double least);

#endif
