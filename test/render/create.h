/* Functions of the renderer that create, in a form for tests: they return what was created, or
 * NULL. */
#ifndef VRM_TEST_RENDER_CREATE_H
#define VRM_TEST_RENDER_CREATE_H

#include <vrm/render.h>

#include <stdio.h>

/* `out_problem` may be NULL. It receives NULL, or the message of the report until the next call. */
static inline vrm_renderer *create_renderer(const vrm_renderer_desc *desc,
                                            const char **out_problem) {
    static char message[256];
    vrm_renderer *made;
    vrm_report *report;
    const vrm_diagnostic *failure;
    vrm_renderer_create(desc, &made, &report);
    failure = vrm_report_failure(report);
    if (failure != NULL) snprintf(message, sizeof message, "%s", failure->message);
    if (out_problem != NULL) *out_problem = failure != NULL ? message : NULL;
    vrm_report_destroy(report);
    return made;
}

static inline vrm_render_model *create_render_model(vrm_renderer *renderer, vrm_model *model,
                                                    const vrm_render_limits *limits) {
    vrm_render_model *made;
    vrm_render_model_create(renderer, model, limits, &made, NULL);
    return made;
}

static inline vrm_render_model *create_render_model_for_view(vrm_renderer *renderer,
                                                             vrm_model *model,
                                                             const vrm_render_limits *limits,
                                                             const vrm_view *view,
                                                             const vrm_frame *frame) {
    vrm_render_model *made;
    vrm_render_model_create_for_view(renderer, model, limits, view, frame, &made, NULL);
    return made;
}

#endif
