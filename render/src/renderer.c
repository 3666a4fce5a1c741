/* The renderer: what all models of a context share. */
#include "renderer.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* --- Memory --- */

static void *default_allocate(size_t size, void *user) {
    (void)user;
    return malloc(size);
}

static void default_release(void *memory, size_t size, void *user) {
    (void)size;
    (void)user;
    free(memory);
}

void *vrmr_allocate(const vrm_allocator *allocator, size_t count, size_t size) {
    void *memory;
    if (count == 0) count = 1;
    if (count > SIZE_MAX / size) return NULL;
    memory = allocator->allocate(count * size, allocator->user);
    if (memory) memset(memory, 0, count * size);
    return memory;
}

void vrmr_release(const vrm_allocator *allocator, void *memory, size_t count, size_t size) {
    if (memory) allocator->release(memory, (count ? count : 1) * size, allocator->user);
}

void *vrmr_scratch_need(vrmr_scratch *scratch, const vrm_allocator *allocator, size_t size,
                        size_t keep) {
    size_t grown = scratch->size ? scratch->size : 1024;
    void *memory;
    if (size <= scratch->size) return scratch->data;
    while (grown < size) {
        if (grown > SIZE_MAX / 2) return NULL;
        grown *= 2;
    }
    memory = allocator->allocate(grown, allocator->user);
    if (!memory) return NULL;
    if (keep) memcpy(memory, scratch->data, keep);
    vrmr_scratch_release(scratch, allocator);
    scratch->data = memory;
    scratch->size = grown;
    return memory;
}

void vrmr_scratch_trim(vrmr_scratch *scratch, const vrm_allocator *allocator, size_t size) {
    void *memory = size && size < scratch->size ? allocator->allocate(size, allocator->user) : NULL;
    if (!memory) return;
    memcpy(memory, scratch->data, size);
    vrmr_scratch_release(scratch, allocator);
    scratch->data = memory;
    scratch->size = size;
}

void vrmr_scratch_release(vrmr_scratch *scratch, const vrm_allocator *allocator) {
    if (scratch->data) allocator->release(scratch->data, scratch->size, allocator->user);
    scratch->data = NULL;
    scratch->size = 0;
}

double vrmr_milliseconds(void) {
#ifdef TIME_UTC
    struct timespec now;
    if (!timespec_get(&now, TIME_UTC)) return 0.0;
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
#else /* the older C library of Windows, whose clock() is the wall's */
    return (double)clock() * (1e3 / CLOCKS_PER_SEC);
#endif
}

/* --- Problems --- */

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
#ifdef NDEBUG
    (void)renderer;
    (void)where;
#else
    /* A context that is lost answers with errors for ever. */
    for (int i = 0; i < 16 && renderer->gl.GetError() != GL_NO_ERROR; ++i) {
        vrmr_problem(renderer, "GL error in ", where);
    }
#endif
}

const char *vrm_renderer_problem(const vrm_renderer *renderer) {
    return renderer && renderer->has_problem ? renderer->problem : NULL;
}

/* --- Making one --- */

void vrm_renderer_desc_init_sized(vrm_renderer_desc *desc, size_t struct_size) {
    if (!desc || struct_size < sizeof *desc) return;
    memset(desc, 0, struct_size);
    desc->struct_size = (uint32_t)struct_size;
}

/* Mesa's two, and the one of browsers. */
static bool runs_on_processor(const vrmr_gl *gl) {
    static const char *const names[] = {"llvmpipe", "softpipe", "SwiftShader"};
    const char *name = (const char *)gl->GetString(GL_RENDERER);
    for (size_t i = 0; name && i < sizeof names / sizeof *names; ++i) {
        if (strstr(name, names[i])) return true;
    }
    return false;
}

static const char *prepare(vrm_renderer *renderer, const vrm_renderer_desc *desc) {
    const vrmr_gl *gl = &renderer->gl;
    const char *problem = vrmr_gl_load(&renderer->gl, desc->get_proc, desc->user);
    if (problem) return problem;
    renderer->few_programs = (desc->flags & VRM_RENDERER_FEW_PROGRAMS) != 0;
    if (desc->flags == 0) renderer->few_programs = runs_on_processor(gl);
    gl->GenTextures(1, &renderer->matrix_texture);
    gl->GenBuffers(1, &renderer->uniform_buffer);
    gl->GenBuffers(1, &renderer->matrix_buffer);
    gl->GenBuffers(1, &renderer->morph_buffer);
    gl->ActiveTexture(GL_TEXTURE0);
    gl->BindTexture(GL_TEXTURE_2D, renderer->matrix_texture);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    gl->BindTexture(GL_TEXTURE_2D, 0);
    vrmr_srgb_init(&renderer->srgb);
    vrmr_placeholders_create(renderer);
    /* The most common one of all, to see that shaders compile here. */
    if (!vrmr_program_get(renderer,
                          vrmr_program_features(renderer, VRMR_MTOON | VRMR_BASE_TEXTURE) |
                              VRMR_SKIN_SETS)) {
        return "the shaders do not compile with this GL";
    }
    gl->UseProgram(0);
    vrmr_check(renderer, "vrm_renderer_create");
    return NULL;
}

vrm_renderer *vrm_renderer_create(const vrm_renderer_desc *desc, const char **out_problem) {
    const vrm_allocator standard = {default_allocate, default_release, NULL};
    const vrm_allocator *allocator;
    vrm_renderer *renderer = NULL;
    const char *problem = NULL;
    if (!desc || desc->struct_size < sizeof *desc || !desc->get_proc) {
        problem = "the desc has no get_proc, or was not initialised";
    } else {
        allocator = desc->allocator ? desc->allocator : &standard;
        renderer = vrmr_allocate(allocator, 1, sizeof *renderer);
        if (renderer) {
            renderer->allocator = *allocator;
            problem = prepare(renderer, desc);
        } else {
            problem = "memory was refused";
        }
    }
    if (problem && renderer) {
        vrm_renderer_destroy(renderer);
        renderer = NULL;
    }
    if (out_problem) *out_problem = problem;
    return renderer;
}

void vrm_renderer_destroy(vrm_renderer *renderer) {
    vrm_allocator allocator;
    const vrmr_gl *gl;
    if (!renderer) return;
    allocator = renderer->allocator;
    gl = &renderer->gl;
    vrmr_programs_release(renderer);
    if (renderer->line_program) gl->DeleteProgram(renderer->line_program);
    if (renderer->line_array) gl->DeleteVertexArrays(1, &renderer->line_array);
    if (renderer->line_buffer) gl->DeleteBuffers(1, &renderer->line_buffer);
    vrmr_placeholders_release(renderer);
    if (renderer->matrix_texture) gl->DeleteTextures(1, &renderer->matrix_texture);
    if (renderer->uniform_buffer) gl->DeleteBuffers(1, &renderer->uniform_buffer);
    if (renderer->matrix_buffer) gl->DeleteBuffers(1, &renderer->matrix_buffer);
    if (renderer->morph_buffer) gl->DeleteBuffers(1, &renderer->morph_buffer);
    vrmr_scratch_release(&renderer->matrices, &allocator);
    vrmr_scratch_release(&renderer->uniforms, &allocator);
    vrmr_scratch_release(&renderer->morphs, &allocator);
    vrmr_scratch_release(&renderer->calls, &allocator);
    vrmr_scratch_release(&renderer->line_vertices, &allocator);
    vrmr_release(&allocator, renderer, 1, sizeof *renderer);
}
