/*
 * The functions of GL as imports of the module `render`: one for each that the renderer asks for,
 * in the import module "gl", under its name without "gl". A page maps them to its WebGL 2 context.
 * Programs of one stage are not there: WebGL has none.
 */
#include "render/src/gl/gl.h"

#include <string.h>
#include <vrm/render.h>

#define IMPORT(result, name, parameters)                                                           \
    result vrm_web_gl_##name parameters __attribute__((import_module("gl"), import_name(#name)));
VRMR_GL_FUNCTIONS(IMPORT)
#undef IMPORT

static void *get_proc(const char *name, void *user) {
    (void)user;
#define FIND(result, one, parameters)                                                              \
    if (strcmp(name, "gl" #one) == 0) return (void *)(uintptr_t)vrm_web_gl_##one;
    VRMR_GL_FUNCTIONS(FIND)
#undef FIND
    return NULL;
}

vrm_result vrm_web_renderer_create(const vrm_renderer_desc *desc, vrm_renderer **out_renderer,
                                   vrm_report **out_report);

/* vrm_renderer_create with the imports for get_proc, which a page cannot give: it has no addresses
 * of functions. The page decodes images (VRM_RENDERER_HOST_IMAGES). */
vrm_result vrm_web_renderer_create(const vrm_renderer_desc *desc, vrm_renderer **out_renderer,
                                   vrm_report **out_report) {
    vrm_renderer_desc own;
    vrm_renderer_desc_init(&own);
    if (desc != NULL && desc->struct_size == sizeof own) own = *desc;
    own.flags |= VRM_RENDERER_HOST_IMAGES;
    own.get_proc = get_proc;
    return vrm_renderer_create(&own, out_renderer, out_report);
}
