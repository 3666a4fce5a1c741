#include "problem.h"
#include "renderer.h"

#include <string.h>

void vrmr_problem(vrm_renderer *renderer, const char *what, const char *detail) {
    size_t length = strlen(what), rest = strlen(detail);
    if (renderer->has_problem) return;
    renderer->has_problem = 1;
    if (length > sizeof renderer->problem - 1) length = sizeof renderer->problem - 1;
    memcpy(renderer->problem, what, length);
    if (rest > sizeof renderer->problem - 1 - length) {
        rest = sizeof renderer->problem - 1 - length;
    }
    memcpy(renderer->problem + length, detail, rest);
    renderer->problem[length + rest] = '\0';
}

void vrmr_check(vrm_renderer *renderer, const char *where) {
    /* There may be several. A context that is lost answers with errors for ever. */
    for (int i = 0; i < 16 && renderer->gl.GetError() != GL_NO_ERROR; ++i) {
        vrmr_problem(renderer, "GL error in ", where);
    }
}

const char *vrm_renderer_problem(const vrm_renderer *renderer) {
    return renderer != NULL && renderer->has_problem ? renderer->problem : NULL;
}
