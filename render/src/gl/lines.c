/* Lines: skeletons, colliders and what else an application wants to see. */
#include "problem.h"
#include "program.h"
#include "render/src/camera/view.h"
#include "renderer.h"

#include <string.h>

typedef struct line_vertex {
    float position[3];
    float color[4];
} line_vertex;

static const char vertex_shader[] = "layout(std140) uniform View {\n"
                                    "    mat4 u_view_projection;\n"
                                    "};\n"
                                    "layout(location = 0) in vec3 a_position;\n"
                                    "layout(location = 1) in vec4 a_color;\n"
                                    "out vec4 v_color;\n"
                                    "void main() {\n"
                                    "    gl_Position = u_view_projection * vec4(a_position, 1.0);\n"
                                    "    v_color = a_color;\n"
                                    "}\n";

static const char fragment_shader[] = "in vec4 v_color;\n"
                                      "out vec4 o_color;\n"
                                      "void main() { o_color = v_color; }\n";

static bool prepare(vrm_renderer *renderer) {
    const vrmr_gl *gl = &renderer->gl;
    const char *vertex[2] = {vrmr_shader_header(renderer), vertex_shader};
    const char *fragment[2] = {vrmr_shader_header(renderer), fragment_shader};
    gl_uint block;
    if (renderer->line_program != 0) return true;
    renderer->line_program = vrmr_program_build(renderer, vertex, 2, fragment, 2);
    if (renderer->line_program == 0) return false;
    block = gl->GetUniformBlockIndex(renderer->line_program, "View");
    gl->UniformBlockBinding(renderer->line_program, block, VRMR_BINDING_VIEW);
    gl->GenBuffers(1, &renderer->line_buffer);
    gl->GenVertexArrays(1, &renderer->line_array);
    gl->BindVertexArray(renderer->line_array);
    gl->BindBuffer(GL_ARRAY_BUFFER, renderer->line_buffer);
    gl->EnableVertexAttribArray(0);
    gl->VertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(line_vertex), NULL);
    gl->EnableVertexAttribArray(1);
    gl->VertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, sizeof(line_vertex),
                            (const void *)(uintptr_t)offsetof(line_vertex, color));
    return true;
}

void vrm_renderer_draw_lines(vrm_renderer *renderer, const vrm_view *view, const vrm_line *lines,
                             const float *colors, size_t count, int32_t depth_test) {
    const vrmr_gl *gl;
    vrmr_view_block block;
    line_vertex *vertices;
    if (renderer == NULL || !vrmr_view_is_valid(view) || lines == NULL || colors == NULL) return;
    if (count == 0 || count > INT32_MAX / 128) return;
    gl = &renderer->gl;
    vertices = vrmr_scratch_need(&renderer->line_vertices, &renderer->allocator,
                                 count * 2 * sizeof *vertices, 0);
    if (vertices == NULL || !prepare(renderer)) return;
    for (size_t i = 0; i < count * 2; ++i) {
        vrm_vec3 at = i % 2 ? lines[i / 2].to : lines[i / 2].from;
        vertices[i].position[0] = at.x;
        vertices[i].position[1] = at.y;
        vertices[i].position[2] = at.z;
        memcpy(vertices[i].color, colors + i / 2 * 4, sizeof vertices[i].color);
    }
    vrmr_view_fill(view, &block);
    gl->BindBuffer(GL_UNIFORM_BUFFER, renderer->uniform_buffer);
    gl->BufferData(GL_UNIFORM_BUFFER, sizeof block, &block, GL_STREAM_DRAW);
    gl->BindBufferRange(GL_UNIFORM_BUFFER, VRMR_BINDING_VIEW, renderer->uniform_buffer, 0,
                        sizeof block);
    gl->BindVertexArray(renderer->line_array);
    gl->BindBuffer(GL_ARRAY_BUFFER, renderer->line_buffer);
    gl->BufferData(GL_ARRAY_BUFFER, (intptr_t)(count * 2 * sizeof *vertices), vertices,
                   GL_STREAM_DRAW);
    gl->UseProgram(renderer->line_program);
    if (depth_test) {
        gl->Enable(GL_DEPTH_TEST);
        gl->DepthFunc(GL_LEQUAL);
    } else {
        gl->Disable(GL_DEPTH_TEST);
    }
    gl->DepthMask(GL_FALSE);
    gl->Enable(GL_BLEND);
    gl->BlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    gl->DrawArrays(GL_LINES, 0, (gl_int)(count * 2));
    gl->Disable(GL_BLEND);
    gl->DepthMask(GL_TRUE);
    gl->Enable(GL_DEPTH_TEST);
    gl->UseProgram(0);
    gl->BindVertexArray(0);
    gl->BindBuffer(GL_ARRAY_BUFFER, 0);
    gl->BindBuffer(GL_UNIFORM_BUFFER, 0);
    vrmr_check(renderer, "vrm_renderer_draw_lines");
}
