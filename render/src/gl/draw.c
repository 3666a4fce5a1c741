/* Draws avatars. What changes with the frame (matrices, material values, moved vertices) is put
 * together first, for all of them, and uploaded in three pieces; then come the draw calls. */
#include "call.h"
#include "matrices.h"
#include "problem.h"
#include "render/src/material/material.h"
#include "render/src/soft/choose.h"
#include "render/src/soft/fill.h"
#include "render/src/soft/skin.h"
#include "renderer.h"
#include "view.h"

#include <stdlib.h>
#include <string.h>

/* Where the data of one avatar begins. */
typedef struct avatar_base {
    uint32_t matrix;
    size_t uniforms;
} avatar_base;

/* --- What changes with the frame --- */

static int32_t is_mirrored(const float *m) {
    float x = m[5] * m[10] - m[6] * m[9], y = m[6] * m[8] - m[4] * m[10];
    float z = m[4] * m[9] - m[5] * m[8];
    return m[0] * x + m[1] * y + m[2] * z < 0.0f;
}

static size_t aligned(size_t size, size_t alignment) {
    return (size + alignment - 1) / alignment * alignment;
}

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

/* --- The list of draw calls --- */

/* What a camera sees of an item; nothing: false. */
static bool seen(const vrmr_item *item, bool first_person, vrmr_call *out) {
    out->first = item->first;
    out->count = item->count;
    if (!first_person) return item->show != VRM_VISIBILITY_FIRST_PERSON_ONLY; /* FP-003 */
    if (item->show == VRM_VISIBILITY_THIRD_PERSON_ONLY) return false;         /* FP-002 */
    if (item->show == VRM_VISIBILITY_SPLIT) {                                 /* FP-005 */
        out->first = item->first_person_first;
        out->count = item->first_person_count;
    }
    return out->count > 0;
}

/* Six floats a vertex, behind what is there; the same for all items of a node that share vertices.
 * Without memory for them the mesh stands unmorphed. */
static vrmr_moved add_morphs(vrm_renderer *renderer, const vrmr_geometry *geometry,
                             const float *weights, uint32_t count, size_t *used) {
    size_t size = (size_t)geometry->vertex_count * 6 * sizeof(float), at = *used;
    const vrmr_moved none = {false, 0};
    uint8_t *data;
    if (!vrmr_geometry_moves(geometry, weights, count)) return none;
    data = vrmr_scratch_need(&renderer->moved, &renderer->allocator, at + size, at);
    if (data == NULL) return none;
    vrmr_geometry_morph(geometry, weights, count, (float *)(void *)(data + at));
    *used = at + size;
    return (vrmr_moved){true, at};
}

/* Vertices of an item in the world, and where they are seen: for surfaces and outlines of all items
 * that share them. False: memory was refused, and nothing of it is drawn. */
static bool move_vertices(vrm_renderer *renderer, vrmr_call_list *list,
                          const vrmr_geometry *geometry, const float *matrices, vrmr_moved *moved,
                          size_t *corners) {
    const vrm_allocator *allocator = &renderer->allocator;
    size_t vertex_count = geometry->vertex_count, at = list->moved_bytes;
    size_t size = vertex_count * 6 * sizeof(float);
    const float *base = geometry->base;
    vrmr_corner *all;
    float *out;
    if (!moved->is_there) {
        if (vrmr_scratch_need(&renderer->moved, allocator, at + size, at) == NULL) return false;
        *moved = (vrmr_moved){true, at};
        list->moved_bytes = at + size;
    } else {
        base = NULL; /* morphed already, in their place */
    }
    all = vrmr_scratch_need(&renderer->corners, allocator,
                            (list->corner_count + vertex_count) * sizeof *all,
                            list->corner_count * sizeof *all);
    if (all == NULL) return false;
    out = (float *)(void *)((uint8_t *)renderer->moved.data + moved->offset);
    vrmr_skin_move(geometry, base != NULL ? base : out, matrices, out);
    vrmr_fill_corners(out, vertex_count, list->view->view_projection, all + list->corner_count);
    *corners = list->corner_count;
    list->corner_count += vertex_count;
    return true;
}

/* Which vertex shader a geometry needs. */
static uint32_t skin_features(const vrm_renderer *renderer, const vrmr_geometry *geometry) {
    uint32_t features = VRMR_SKIN_SETS * (geometry->skin_sets > 0 ? geometry->skin_sets : 1);
    if (vrmr_moves_vertices(renderer)) return 0;
    return geometry->joint_count > VRMR_BLOCK_MATRICES ? features | VRMR_MATRIX_TEXTURE : features;
}

static void add_calls(vrm_renderer *renderer, const vrm_view *view, const vrm_draw *draw,
                      const avatar_base *base, vrmr_call_list *list) {
    const vrm_render_model *model = draw->model;
    const vrm_frame *frame = draw->frame;
    const float *matrices = renderer->matrices.data;
    size_t block = aligned(sizeof(vrmr_material_block), (size_t)renderer->gl.uniform_alignment);
    const vrmr_item *before = NULL;
    vrmr_moved moved = {false, 0};
    size_t corners = 0;
    bool is_there = true;
    for (uint32_t i = 0; i < model->item_count; ++i) {
        const vrmr_item *item = &model->items[i];
        const vrmr_geometry *geometry = &model->geometries[item->geometry];
        const vrmr_material *material = &model->materials[item->material];
        const float *world = frame->world[item->node].m;
        const float *v = view->view.m;
        uint32_t from = frame->morph_offsets[item->node];
        uint32_t mesh_features = skin_features(renderer, geometry);
        vrmr_call *next = &list->calls[list->count];
        memset(next, 0, sizeof *next);
        if (!seen(item, (view->flags & VRM_RENDER_FIRST_PERSON) != 0, next)) continue;
        if (before == NULL || before->node != item->node || before->geometry != item->geometry) {
            moved = add_morphs(renderer, geometry, frame->morph_weights + from,
                               frame->morph_offsets[item->node + 1] - from, &list->moved_bytes);
            is_there =
                !vrmr_moves_vertices(renderer) ||
                move_vertices(renderer, list, geometry,
                              matrices + (size_t)(base->matrix + item->matrix) * VRMR_MATRIX_FLOATS,
                              &moved, &corners);
        }
        before = item;
        if (!is_there) continue;
        if (geometry->is_flat) mesh_features |= VRMR_FLAT;
        if (mesh_features & VRMR_MATRIX_TEXTURE) list->matrix_texture = true;
        if (view->flags & VRM_RENDER_LINEAR) mesh_features |= VRMR_LINEAR_OUTPUT;
        if (model->decodes_colors) mesh_features |= VRMR_ENCODED_COLORS;
        if ((view->flags & VRM_RENDER_ENVIRONMENT) && material->is_reflecting) {
            mesh_features |= VRMR_ENVIRONMENT;
        }
        next->model = model;
        next->item = item;
        next->material = material;
        next->features = material->program | mesh_features;
        next->draw_class = material->draw_class;
        next->queue_offset = material->queue_offset;
        next->order = list->count;
        next->matrix = base->matrix + item->matrix;
        next->uniforms = base->uniforms + item->material * block;
        next->moved = moved;
        next->corners = corners;
        next->is_mirrored = is_mirrored(matrices + (size_t)next->matrix * VRMR_MATRIX_FLOATS);
        if (material->draw_class >= VRMR_CLASS_BLEND_Z) {
            next->depth = -(v[2] * world[12] + v[6] * world[13] + v[10] * world[14] + v[14]);
        }
        ++list->count;
        if (material->outline && !(view->flags & VRM_RENDER_NO_OUTLINE)) {
            vrmr_call *outline = &list->calls[list->count++];
            *outline = *next;
            outline->outline = material->outline;
            outline->order = next->order + 1;
        }
    }
}

/* The order of MT-008 and MT-009; among equals farther ones first, then as in the file. Outlines
 * come after their surface; those of opaque ones after all surfaces, which hide most of them. */
static int compare(const void *left, const void *right) {
    const vrmr_call *a = left, *b = right;
    if (a->draw_class != b->draw_class) return a->draw_class < b->draw_class ? -1 : 1;
    if (a->draw_class >= VRMR_CLASS_BLEND_Z) {
        if (a->queue_offset != b->queue_offset) return a->queue_offset < b->queue_offset ? -1 : 1;
        if (a->depth > b->depth) return -1;
        if (a->depth < b->depth) return 1;
    } else if (!a->outline != !b->outline) {
        return a->outline ? 1 : -1;
    }
    return a->order < b->order ? -1 : 1;
}

/* --- Drawing --- */

/* What GL was told last. */
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

static void draw_call(vrm_renderer *renderer, state *now, const vrmr_call *next) {
    const vrmr_gl *gl = &renderer->gl;
    const vrmr_geometry *geometry = &next->model->geometries[next->item->geometry];
    const vrmr_program *program = vrmr_program_get(renderer, next->features);
    bool is_chosen = vrmr_moves_vertices(renderer);
    uint32_t index_size = is_chosen ? sizeof(uint32_t) : geometry->index_size;
    size_t offset = (size_t)next->first * index_size;
    if (program == NULL || next->count == 0) return;
    use_program(gl, now, program);
    set_state(gl, now, next);
    bind_textures(gl, now, next->material);
    if (next->uniforms != now->uniforms) {
        gl->BindBufferRange(GL_UNIFORM_BUFFER, VRMR_BINDING_MATERIAL, renderer->uniform_buffer,
                            (intptr_t)next->uniforms, sizeof(vrmr_material_block));
        now->uniforms = next->uniforms;
    }
    if (is_chosen) {
        /* Its vertices need no matrices. */
    } else if (next->features & VRMR_MATRIX_TEXTURE) {
        set_uniform(gl, program, program->matrix, (gl_int)next->matrix);
    } else if (next->matrix != now->matrix) {
        gl->BindBufferRange(GL_UNIFORM_BUFFER, VRMR_BINDING_MATRICES, renderer->matrix_buffer,
                            (intptr_t)(next->matrix * VRMR_MATRIX_FLOATS * sizeof(float)),
                            VRMR_BLOCK_MATRICES * VRMR_MATRIX_FLOATS * sizeof(float));
        now->matrix = next->matrix;
    }
    if (!is_chosen && (int32_t)geometry->influences != now->influences) {
        set_uniform(gl, program, program->influences, (gl_int)geometry->influences);
        now->influences = (int32_t)geometry->influences;
    }
    if (next->outline != now->outline) {
        set_uniform(gl, program, program->outline, next->outline);
        now->outline = next->outline;
    }
    if (geometry->array != now->array) gl->BindVertexArray(geometry->array);
    now->array = geometry->array;
    if (next->moved.is_there) {
        vrmr_geometry_point_base(gl, renderer->moved_buffer, next->moved.offset);
    }
    if (is_chosen) gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, renderer->index_buffer);
    gl->DrawElements(GL_TRIANGLES, (gl_int)next->count,
                     index_size == 2 ? GL_UNSIGNED_SHORT : GL_UNSIGNED_INT,
                     (const void *)(uintptr_t)offset);
    if (next->moved.is_there && !is_chosen) {
        vrmr_geometry_point_base(gl, geometry->vertices[0], 0);
    }
}

/* Mesa's llvmpipe keeps 38 KB for each call until it has drawn it, and takes more calls while its
 * threads draw: 16,000 of them took 600 MB. So it is waited for now and then, though not with what
 * an avatar has. */
enum { MOST_WAITING_CALLS = 1024, MOST_WAITING = 1 << 19 };

static void run(vrm_renderer *renderer, const vrmr_call_list *list) {
    const vrmr_gl *gl = &renderer->gl;
    uint32_t triangles = 0;
    state now = {.uniforms = SIZE_MAX, .matrix = UINT32_MAX, .depth_write = 1};
    gl->UseProgram(0); /* it would go before pipelines */
    gl->Enable(GL_DEPTH_TEST);
    gl->DepthFunc(GL_LEQUAL);
    gl->DepthMask(GL_TRUE);
    gl->Disable(GL_CULL_FACE);
    gl->Disable(GL_BLEND);
    gl->FrontFace(GL_CCW);
    /* Straight alpha in, and in the framebuffer what browsers and compositors want: colours that
     * are multiplied with alpha. */
    gl->BlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    gl->BindSampler(VRMR_UNIT_MATRICES, 0);
    gl->BindBufferRange(GL_UNIFORM_BUFFER, VRMR_BINDING_VIEW, renderer->uniform_buffer, 0,
                        sizeof(vrmr_view_block));
    for (uint32_t i = 0; i < list->count; ++i) {
        draw_call(renderer, &now, &list->calls[i]);
        triangles += list->calls[i].count / 3;
        if (!renderer->is_on_processor) continue;
        if (i % MOST_WAITING_CALLS != MOST_WAITING_CALLS - 1 && triangles < MOST_WAITING) continue;
        gl->Finish();
        triangles = 0;
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

/* Room for all avatars; how much of each there is. False: memory was refused, or GL has no room. */
static bool take_room(vrm_renderer *renderer, const vrm_draw *draws, uint32_t count,
                      uint32_t *out_matrices, vrmr_call **out_calls, size_t *out_uniforms) {
    const vrm_allocator *allocator = &renderer->allocator;
    size_t alignment = (size_t)renderer->gl.uniform_alignment;
    size_t block = aligned(sizeof(vrmr_material_block), alignment);
    uint64_t matrices = 0, calls = 0, moved = 0, rows;
    size_t room;
    float *floats;
    *out_uniforms = aligned(sizeof(vrmr_view_block), alignment);
    for (uint32_t i = 0; i < count; ++i) {
        if (!is_drawable(renderer, &draws[i])) continue;
        matrices += draws[i].model->matrix_count;
        calls += (uint64_t)draws[i].model->item_count * 2;
        *out_uniforms += draws[i].model->material_count * block;
        moved += draws[i].model->moved_vertices * 6 * sizeof(float);
    }
    rows = (matrices + VRMR_ROW_MATRICES - 1) / VRMR_ROW_MATRICES;
    if (calls == 0 || rows > (uint64_t)renderer->gl.max_texture_size) return false;
    *out_matrices = (uint32_t)matrices;
    /* Whole rows of the texture, and a whole block behind the last matrix. One call more: the next
     * one is written before it is known to be seen. */
    room = (size_t)rows * VRMR_ROW_MATRICES + VRMR_BLOCK_MATRICES;
    *out_calls =
        vrmr_scratch_need(&renderer->calls, allocator, (size_t)(calls + 1) * sizeof(vrmr_call), 0);
    floats = vrmr_scratch_need(&renderer->matrices, allocator,
                               room * VRMR_MATRIX_FLOATS * sizeof(float), 0);
    if (*out_calls == NULL || floats == NULL) return false;
    /* All at once: memory that grows is there twice for a moment. It may be refused (add_morphs).
     */
    if (moved <= SIZE_MAX) {
        vrmr_scratch_need(&renderer->moved, allocator, (size_t)moved, 0);
    }
    memset(floats, 0, room * VRMR_MATRIX_FLOATS * sizeof(float));
    return vrmr_scratch_need(&renderer->uniforms, allocator, *out_uniforms, 0) != NULL;
}

static void limit_outline(const vrm_render_model *model, const vrmr_material *material,
                          vrmr_material_block *out) {
    if (model->max_outline > 0.0f && material->outline == VRM_OUTLINE_WORLD_COORDINATES &&
        out->outline_width > model->max_outline) {
        out->outline_width = model->max_outline;
    }
}

void vrm_renderer_draw(vrm_renderer *renderer, const vrm_view *view, const vrm_draw *draws,
                       uint32_t count) {
    const vrmr_gl *gl;
    vrmr_call_list list = {0};
    avatar_base base = {0};
    uint32_t matrix_count = 0;
    size_t uniform_bytes = 0, block;
    uint8_t *uniforms;
    if (renderer == NULL) return;
    renderer->left_out = renderer->drawn = 0;
    if (!vrmr_view_is_valid(view) || draws == NULL) return;
    gl = &renderer->gl;
    if (!take_room(renderer, draws, count, &matrix_count, &list.calls, &uniform_bytes)) return;
    uniforms = renderer->uniforms.data;
    vrmr_view_fill(view, (vrmr_view_block *)(void *)uniforms);
    list.view = (const vrmr_view_block *)(const void *)uniforms;
    base.uniforms = aligned(sizeof(vrmr_view_block), (size_t)gl->uniform_alignment);
    block = aligned(sizeof(vrmr_material_block), (size_t)gl->uniform_alignment);
    for (uint32_t i = 0; i < count; ++i) {
        const vrm_render_model *model = draws[i].model;
        if (!is_drawable(renderer, &draws[i])) continue;
        vrmr_matrices_fill(model, draws[i].frame,
                           (float *)renderer->matrices.data +
                               (size_t)base.matrix * VRMR_MATRIX_FLOATS);
        for (uint32_t m = 0; m < model->material_count; ++m) {
            int32_t index = model->materials[m].index;
            const vrm_material_values *values = draws[i].frame->materials;
            vrmr_material_block *out = (void *)(uniforms + base.uniforms + m * block);
            vrmr_material_fill(model->tables, &model->materials[m],
                               values && index >= 0 ? values + index : NULL, out);
            limit_outline(model, &model->materials[m], out);
        }
        add_calls(renderer, view, &draws[i], &base, &list);
        base.matrix += model->matrix_count;
        base.uniforms += model->material_count * block;
    }
    if (vrmr_moves_vertices(renderer)) {
        vrmr_choose(renderer, &list);
    } else {
        for (uint32_t i = 0; i < list.count; ++i) {
            if (!list.calls[i].outline) list.drawn += list.calls[i].count / 3;
        }
        upload_matrices(renderer, matrix_count, list.matrix_texture);
    }
    qsort(list.calls, list.count, sizeof *list.calls, compare);
    vrmr_gl_prepare_pixels(gl);
    gl->BindBuffer(GL_UNIFORM_BUFFER, renderer->uniform_buffer);
    gl->BufferData(GL_UNIFORM_BUFFER, (intptr_t)uniform_bytes, uniforms, GL_STREAM_DRAW);
    if (list.moved_bytes) {
        gl->BindBuffer(GL_ARRAY_BUFFER, renderer->moved_buffer);
        gl->BufferData(GL_ARRAY_BUFFER, (intptr_t)list.moved_bytes, renderer->moved.data,
                       GL_STREAM_DRAW);
    }
    if (list.index_count > 0) {
        gl->BindVertexArray(0);
        gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, renderer->index_buffer);
        gl->BufferData(GL_ELEMENT_ARRAY_BUFFER,
                       (intptr_t)((size_t)list.index_count * sizeof(uint32_t)),
                       renderer->indices.data, GL_STREAM_DRAW);
        gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    }
    run(renderer, &list);
    renderer->left_out = list.left_out;
    renderer->drawn = list.drawn;
    vrmr_check(renderer, "vrm_renderer_draw");
}
