/* Draws avatars. What changes with the frame (matrices, material values, moved vertices) is put
 * together first, for all of them, and uploaded in three pieces; then come the draw calls. */
#include "call.h"
#include "matrices.h"
#include "problem.h"
#include "renderer.h"
#include "shortcuts.h"

#include <string.h>

/* --- What changes with the frame --- */

/* The matrices of all avatars as one buffer, of which each mesh is shown its own; and as a texture
 * where a mesh has too many for that. Blocks are as long as shaders declare them, also behind the
 * last matrix. */
static void upload_matrices(vrm_renderer *renderer, uint32_t count, bool as_texture) {
    const vrmr_gl *gl = &renderer->gl;
    uint32_t rows = (count + VRMR_ROW_MATRICES - 1) / VRMR_ROW_MATRICES;
    size_t all = (size_t)count + VRMR_BLOCK_MATRICES;
    gl->BindBuffer(GL_UNIFORM_BUFFER, renderer->matrix_buffer);
    gl->BufferData(GL_UNIFORM_BUFFER, (intptr_t)(all * VRMR_MATRIX_FLOATS * sizeof(float)),
                   renderer->matrices.data, GL_STREAM_DRAW);
    if (!as_texture) return;
    gl->BindTexture(GL_TEXTURE_2D, renderer->matrix_texture);
    if (rows > renderer->matrix_rows) {
        gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, VRMR_ROW_MATRICES * 3, (gl_int)rows, 0,
                       GL_RGBA, GL_FLOAT, renderer->matrices.data);
        renderer->matrix_rows = rows;
    } else {
        gl->TexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, VRMR_ROW_MATRICES * 3, (gl_int)rows, GL_RGBA,
                          GL_FLOAT, renderer->matrices.data);
    }
}

/* --- Drawing --- */

/* The GL state that was set last. */
typedef struct state {
    gl_uint program, pipeline, vertex, array;
    int32_t influences, outline; /* of `vertex` */
    vrmr_texture units[VRMR_UNIT_COUNT];
    size_t uniforms;
    uint32_t matrix;
    int32_t cull, mirrored, depth_write, blend;
} state;

static void set_capability(const vrmr_gl *gl, gl_enum what, int32_t on) {
    if (on) {
        gl->Enable(what);
    } else {
        gl->Disable(what);
    }
}

static void set_state(const vrmr_gl *gl, state *now, const vrmr_call *next) {
    int32_t surface_cull = next->material->is_double_sided ? 0 : GL_BACK;
    int32_t cull = next->outline ? GL_FRONT : surface_cull; /* MT-013 */
    int32_t blend = next->draw_class >= VRMR_CLASS_BLEND_Z;
    int32_t depth_write = next->draw_class != VRMR_CLASS_BLEND; /* MT-007 */
    if (cull != now->cull) {
        if (!cull != !now->cull) set_capability(gl, GL_CULL_FACE, cull);
        if (cull) gl->CullFace((gl_enum)cull);
        now->cull = cull;
    }
    if (next->is_mirrored != now->mirrored) {
        gl->FrontFace(next->is_mirrored ? GL_CW : GL_CCW);
        now->mirrored = next->is_mirrored;
    }
    if (blend != now->blend) set_capability(gl, GL_BLEND, blend);
    if (depth_write != now->depth_write) gl->DepthMask((unsigned char)depth_write);
    now->blend = blend;
    now->depth_write = depth_write;
}

static void bind_textures(const vrmr_gl *gl, state *now, const vrmr_material *material) {
    for (uint32_t unit = 1; unit < VRMR_UNIT_COUNT; ++unit) {
        const vrmr_texture *wanted = &material->textures[unit];
        if (wanted->texture == 0) continue;
        if (wanted->texture != now->units[unit].texture) {
            gl->ActiveTexture(GL_TEXTURE0 + unit);
            gl->BindTexture(GL_TEXTURE_2D, wanted->texture);
        }
        if (wanted->sampler != now->units[unit].sampler) gl->BindSampler(unit, wanted->sampler);
        now->units[unit] = *wanted;
    }
}

static void use_program(const vrmr_gl *gl, state *now, const vrmr_program *program) {
    if (program->pipeline) {
        if (program->pipeline != now->pipeline) gl->BindProgramPipeline(program->pipeline);
        now->pipeline = program->pipeline;
    } else {
        if (program->program != now->program) gl->UseProgram(program->program);
        now->program = program->program;
    }
    if (program->vertex != now->vertex) now->influences = now->outline = VRM_NONE;
    now->vertex = program->vertex;
}

static void set_uniform(const vrmr_gl *gl, const vrmr_program *program, gl_int location,
                        gl_int value) {
    if (program->pipeline) {
        gl->ProgramUniform1i(program->vertex, location, value);
    } else {
        gl->Uniform1i(location, value);
    }
}

/* What the vertex shader needs to skin. */
static void bind_skin(vrm_renderer *renderer, state *now, const vrmr_call *next,
                      const vrmr_program *program, const vrmr_geometry *geometry) {
    const vrmr_gl *gl = &renderer->gl;
    if (next->features & VRMR_MATRIX_TEXTURE) {
        set_uniform(gl, program, program->matrix, (gl_int)next->matrix);
    } else if (next->matrix != now->matrix) {
        gl->BindBufferRange(GL_UNIFORM_BUFFER, VRMR_BINDING_MATRICES, renderer->matrix_buffer,
                            (intptr_t)(next->matrix * VRMR_MATRIX_FLOATS * sizeof(float)),
                            VRMR_BLOCK_MATRICES * VRMR_MATRIX_FLOATS * sizeof(float));
        now->matrix = next->matrix;
    }
    if ((int32_t)geometry->influences != now->influences) {
        set_uniform(gl, program, program->influences, (gl_int)geometry->influences);
        now->influences = (int32_t)geometry->influences;
    }
}

static void draw_elements(vrm_renderer *renderer, const vrmr_call *next,
                          const vrmr_geometry *geometry) {
    const vrmr_gl *gl = &renderer->gl;
    bool is_moved = next->moved.is_there;
    uint32_t index_size = geometry->is_kept ? sizeof(uint32_t) : geometry->index_size;
    size_t offset = (size_t)next->first * index_size;
    if (is_moved) vrmr_geometry_point_base(gl, renderer->moved_buffer, next->moved.offset);
    if (geometry->is_kept) gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, renderer->index_buffer);
    gl->DrawElements(GL_TRIANGLES, (gl_int)next->count,
                     index_size == 2 ? GL_UNSIGNED_SHORT : GL_UNSIGNED_INT,
                     (const void *)(uintptr_t)offset);
    if (is_moved && !geometry->is_kept) vrmr_geometry_point_base(gl, geometry->vertices[0], 0);
}

static void draw_call(vrm_renderer *renderer, state *now, const vrmr_call *next) {
    const vrmr_gl *gl = &renderer->gl;
    const vrmr_geometry *geometry = &next->model->geometries[next->item->geometry];
    const vrmr_program *program = vrmr_program_get(renderer, next->features);
    if (program == NULL || next->count == 0) return;
    use_program(gl, now, program);
    set_state(gl, now, next);
    bind_textures(gl, now, next->material);
    if (next->uniforms != now->uniforms) {
        gl->BindBufferRange(GL_UNIFORM_BUFFER, VRMR_BINDING_MATERIAL, renderer->uniform_buffer,
                            (intptr_t)next->uniforms, sizeof(vrmr_material_block));
        now->uniforms = next->uniforms;
    }
    if (!geometry->is_kept) bind_skin(renderer, now, next, program, geometry);
    if (next->outline != now->outline) {
        set_uniform(gl, program, program->outline, next->outline);
        now->outline = next->outline;
    }
    if (geometry->array != now->array) gl->BindVertexArray(geometry->array);
    now->array = geometry->array;
    draw_elements(renderer, next, geometry);
}

static void run(vrm_renderer *renderer, const vrmr_call_list *list) {
    const vrmr_gl *gl = &renderer->gl;
    uint32_t calls = 0, triangles = 0;
    state now = {.uniforms = SIZE_MAX, .matrix = UINT32_MAX, .depth_write = 1};
    gl->UseProgram(0); /* it would go before pipelines */
    gl->Enable(GL_DEPTH_TEST);
    gl->DepthFunc(GL_LEQUAL);
    gl->DepthMask(GL_TRUE);
    gl->Disable(GL_CULL_FACE);
    gl->Disable(GL_BLEND);
    gl->FrontFace(GL_CCW);
    /* Straight alpha in, and in the framebuffer what browsers and compositors want: colors that
     * are multiplied with alpha. */
    gl->BlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    gl->BindSampler(VRMR_UNIT_MATRICES, 0);
    gl->BindBufferRange(GL_UNIFORM_BUFFER, VRMR_BINDING_VIEW, renderer->uniform_buffer, 0,
                        sizeof(vrmr_view_block));
    for (uint32_t i = 0; i < list->count; ++i) {
        draw_call(renderer, &now, &list->calls[i]);
        triangles += list->calls[i].count / 3;
        if (++calls < renderer->max_queued_calls && triangles < renderer->max_queued_triangles) {
            continue;
        }
        gl->Finish();
        calls = triangles = 0;
    }
    for (uint32_t unit = VRMR_UNIT_COUNT; unit-- > 1;) {
        if (now.units[unit].texture == 0) continue;
        gl->BindSampler(unit, 0);
        gl->ActiveTexture(GL_TEXTURE0 + unit);
        gl->BindTexture(GL_TEXTURE_2D, 0);
    }
    gl->ActiveTexture(GL_TEXTURE0);
    gl->BindTexture(GL_TEXTURE_2D, 0);
    gl->BindVertexArray(0);
    gl->BindBuffer(GL_ARRAY_BUFFER, 0);
    gl->BindBuffer(GL_UNIFORM_BUFFER, 0);
    gl->UseProgram(0);
    if (now.pipeline) gl->BindProgramPipeline(0);
    gl->Disable(GL_CULL_FACE);
    gl->Disable(GL_BLEND);
    gl->FrontFace(GL_CCW);
    gl->DepthMask(GL_TRUE);
}

static bool is_drawable(const vrm_renderer *renderer, const vrm_draw *draw) {
    return draw->model != NULL && draw->frame != NULL && draw->model->renderer == renderer &&
           vrmr_frame_fits(draw->model, draw->frame);
}

/* How much of everything a picture needs. */
typedef struct picture_size {
    uint32_t matrices;
    size_t calls, uniforms, moved;
} picture_size;

/* False: there is nothing to draw, or GL has no room. */
static bool measure(const vrm_renderer *renderer, const vrm_draw *draws, uint32_t count,
                    picture_size *out) {
    uint64_t matrices = 0, calls = 0, moved = 0, rows;
    out->uniforms = vrmr_aligned(sizeof(vrmr_view_block), (size_t)renderer->gl.uniform_alignment);
    for (uint32_t i = 0; i < count; ++i) {
        if (!is_drawable(renderer, &draws[i])) continue;
        matrices += draws[i].model->matrix_count;
        calls += (uint64_t)draws[i].model->item_count * 2;
        out->uniforms += draws[i].model->material_count * vrmr_material_stride(renderer);
        moved += draws[i].model->moved_vertices * 6 * sizeof(float);
    }
    rows = (matrices + VRMR_ROW_MATRICES - 1) / VRMR_ROW_MATRICES;
    out->matrices = (uint32_t)matrices;
    out->calls = (size_t)calls;
    out->moved = moved <= SIZE_MAX ? (size_t)moved : 0;
    return calls > 0 && rows <= (uint64_t)renderer->gl.max_texture_size;
}

/* Room for all avatars. False: memory was refused. */
static bool take_room(vrm_renderer *renderer, const picture_size *size, vrmr_call_list *list) {
    const vrm_allocator *allocator = &renderer->allocator;
    /* Whole rows of the texture, and a whole block behind the last matrix. */
    size_t room = vrmr_aligned(size->matrices, VRMR_ROW_MATRICES) + VRMR_BLOCK_MATRICES;
    size_t bytes = room * VRMR_MATRIX_FLOATS * sizeof(float);
    float *floats = vrmr_scratch_need(&renderer->matrices, allocator, bytes, 0);
    list->calls =
        vrmr_scratch_need(&renderer->calls, allocator, size->calls * sizeof *list->calls, 0);
    if (list->calls == NULL || floats == NULL) return false;
    /* All at once: memory that grows is there twice for a moment. It may be refused (call.c). */
    vrmr_scratch_need(&renderer->moved, allocator, size->moved, 0);
    memset(floats, 0, bytes);
    return vrmr_scratch_need(&renderer->uniforms, allocator, size->uniforms, 0) != NULL;
}

static void limit_outline(const vrm_render_model *model, const vrmr_material *material,
                          vrmr_material_block *out) {
    if (model->max_outline > 0.0f && material->outline == VRM_OUTLINE_WORLD_COORDINATES &&
        out->outline_width > model->max_outline) {
        out->outline_width = model->max_outline;
    }
}

/* What shaders need of an avatar. */
static void fill_avatar(vrm_renderer *renderer, const vrm_draw *draw,
                        const vrmr_avatar_base *base) {
    const vrm_render_model *model = draw->model;
    float *matrices = renderer->matrices.data;
    uint8_t *uniforms = renderer->uniforms.data;
    size_t stride = vrmr_material_stride(renderer);
    vrmr_matrices_fill(model, draw->frame, matrices + (size_t)base->matrix * VRMR_MATRIX_FLOATS);
    for (uint32_t m = 0; m < model->material_count; ++m) {
        int32_t index = model->materials[m].index;
        const vrm_material_values *values = index >= 0 ? &draw->frame->materials[index]
                                                       : vrm_avatar_material_values(NULL, VRM_NONE);
        vrmr_material_block *out = (void *)(uniforms + base->uniforms + m * stride);
        vrmr_material_fill(model->tables, &model->materials[m], values, out);
        limit_outline(model, &model->materials[m], out);
    }
}

/* Fills and lists all that is drawn. */
static void list_calls(vrm_renderer *renderer, const vrm_view *view, const vrm_draw *draws,
                       uint32_t count, vrmr_call_list *list) {
    vrmr_avatar_base base = {
        .uniforms = vrmr_aligned(sizeof(vrmr_view_block), (size_t)renderer->gl.uniform_alignment)};
    vrmr_view_fill(view, renderer->uniforms.data);
    list->view = renderer->uniforms.data;
    for (uint32_t i = 0; i < count; ++i) {
        if (!is_drawable(renderer, &draws[i])) continue;
        fill_avatar(renderer, &draws[i], &base);
        vrmr_calls_add(renderer, view, &draws[i], &base, list);
        base.matrix += draws[i].model->matrix_count;
        base.uniforms += draws[i].model->material_count * vrmr_material_stride(renderer);
    }
}

static void upload(vrm_renderer *renderer, const picture_size *size, const vrmr_call_list *list) {
    const vrmr_gl *gl = &renderer->gl;
    gl->BindBuffer(GL_UNIFORM_BUFFER, renderer->uniform_buffer);
    gl->BufferData(GL_UNIFORM_BUFFER, (intptr_t)size->uniforms, renderer->uniforms.data,
                   GL_STREAM_DRAW);
    if (list->moved_bytes == 0) return;
    gl->BindBuffer(GL_ARRAY_BUFFER, renderer->moved_buffer);
    gl->BufferData(GL_ARRAY_BUFFER, (intptr_t)list->moved_bytes, renderer->moved.data,
                   GL_STREAM_DRAW);
}

void vrm_renderer_draw(vrm_renderer *renderer, const vrm_view *view, const vrm_draw *draws,
                       uint32_t count) {
    vrmr_call_list list = {0};
    picture_size size;
    if (renderer == NULL) return;
    renderer->left_out = renderer->drawn = 0;
    if (!vrmr_view_is_valid(view) || draws == NULL) return;
    if (!measure(renderer, draws, count, &size) || !take_room(renderer, &size, &list)) return;
    list_calls(renderer, view, draws, count, &list);
    vrmr_gl_prepare_pixels(&renderer->gl);
    if (renderer->shortcuts != NULL) {
        renderer->shortcuts->choose(renderer, &list);
    } else {
        upload_matrices(renderer, size.matrices, list.matrix_texture);
    }
    vrmr_calls_sort(&list);
    upload(renderer, &size, &list);
    run(renderer, &list);
    renderer->left_out = list.left_out;
    renderer->drawn = list.drawn;
    vrmr_check(renderer, "vrm_renderer_draw");
}
