/* Programs, compiled when they are first needed: a set of features is a set of #defines. */
#include "renderer.h"

#include <shaders.h> /* made by CMake */
#include <string.h>

static const char *const feature_defines[VRMR_FEATURE_COUNT] = {
#define X(name) "#define " #name "\n",
    VRMR_FEATURES(X)
#undef X
};

static const char *const skin_defines[VRMR_MAX_SKIN_SETS + 1] = {
    "#define SKIN_SETS 0\n", "#define SKIN_SETS 1\n", "#define SKIN_SETS 2\n",
    "#define SKIN_SETS 3\n", "#define SKIN_SETS 4\n"};

static const char varyings[] = "in vec3 v_position;\n"
                               "in vec3 v_normal;\n"
                               "in vec4 v_uv;\n"
                               "#ifndef MTOON\n"
                               "in vec4 v_color;\n"
                               "#endif\n";

static const struct {
    const char *name;
    int32_t unit;
} samplers[] = {
    {"u_matrix_texture", VRMR_UNIT_MATRICES},
    {"u_base_texture", VRMR_UNIT_BASE},
    {"u_normal_texture", VRMR_UNIT_NORMAL},
    {"u_emissive_texture", VRMR_UNIT_EMISSIVE},
    {"u_shade_texture", VRMR_UNIT_SHADE},
    {"u_shift_texture", VRMR_UNIT_SHIFT},
    {"u_matcap_texture", VRMR_UNIT_MATCAP},
    {"u_rim_texture", VRMR_UNIT_RIM},
    {"u_outline_texture", VRMR_UNIT_OUTLINE},
    {"u_uv_animation_mask", VRMR_UNIT_MASK},
    {"u_metallic_roughness_texture", VRMR_UNIT_METALLIC_ROUGHNESS},
    {"u_occlusion_texture", VRMR_UNIT_OCCLUSION},
};

const char *vrmr_shader_header(const vrm_renderer *renderer) {
    return renderer->gl.is_es ? "#version 300 es\n"
                                "precision highp float;\n"
                                "precision highp int;\n"
                                "precision highp sampler2D;\n"
                              : "#version 330 core\n";
}

static gl_uint compile(vrm_renderer *renderer, gl_enum type, const char *const *strings,
                       gl_int count) {
    const vrmr_gl *gl = &renderer->gl;
    gl_uint shader = gl->CreateShader(type);
    gl_int good = GL_FALSE;
    char log[400] = "";
    gl->ShaderSource(shader, count, strings, NULL);
    gl->CompileShader(shader);
    gl->GetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (good) return shader;
    gl->GetShaderInfoLog(shader, (gl_int)sizeof log, NULL, log);
    vrmr_problem(renderer, "a shader does not compile: ", log);
    gl->DeleteShader(shader);
    return 0;
}

gl_uint vrmr_program_build(vrm_renderer *renderer, const char *const *vertex, gl_int vertex_count,
                           const char *const *fragment, gl_int fragment_count) {
    const vrmr_gl *gl = &renderer->gl;
    gl_uint shaders[2] = {compile(renderer, GL_VERTEX_SHADER, vertex, vertex_count),
                          compile(renderer, GL_FRAGMENT_SHADER, fragment, fragment_count)};
    gl_uint program = 0;
    gl_int good = GL_FALSE;
    char log[400] = "";
    if (shaders[0] && shaders[1]) {
        program = gl->CreateProgram();
        gl->AttachShader(program, shaders[0]);
        gl->AttachShader(program, shaders[1]);
        gl->LinkProgram(program);
        gl->GetProgramiv(program, GL_LINK_STATUS, &good);
        if (!good) {
            gl->GetProgramInfoLog(program, (gl_int)sizeof log, NULL, log);
            vrmr_problem(renderer, "a program does not link: ", log);
            gl->DeleteProgram(program);
            program = 0;
        }
    }
    gl->DeleteShader(shaders[0]);
    gl->DeleteShader(shaders[1]);
    return program;
}

static void bind_block(const vrmr_gl *gl, gl_uint program, const char *name, gl_uint binding) {
    gl_uint index = gl->GetUniformBlockIndex(program, name);
    if (index != GL_INVALID_INDEX) gl->UniformBlockBinding(program, index, binding);
}

static void build(vrm_renderer *renderer, vrmr_program *out) {
    const vrmr_gl *gl = &renderer->gl;
    const char *vertex[VRMR_FEATURE_COUNT + 8], *fragment[VRMR_FEATURE_COUNT + 8];
    gl_int vertex_count = 0, fragment_count = 0;
    vertex[vertex_count++] = vrmr_shader_header(renderer);
    vertex[vertex_count++] = skin_defines[out->features / VRMR_SKIN_SETS];
    fragment[fragment_count++] = vrmr_shader_header(renderer);
    for (uint32_t i = 0; i < VRMR_FEATURE_COUNT; ++i) {
        if (out->features & 1u << i) {
            vertex[vertex_count++] = feature_defines[i];
            fragment[fragment_count++] = feature_defines[i];
        }
    }
    vertex[vertex_count++] = shader_common;
    vertex[vertex_count++] = shader_vertex;
    fragment[fragment_count++] = shader_common;
    fragment[fragment_count++] = varyings;
    if (out->features & VRMR_MTOON) {
        fragment[fragment_count++] = shader_mtoon;
    } else if (!(out->features & VRMR_UNLIT)) {
        fragment[fragment_count++] = shader_pbr;
    }
    fragment[fragment_count++] = shader_fragment;
    out->program = vrmr_program_build(renderer, vertex, vertex_count, fragment, fragment_count);
    if (!out->program) return;
    bind_block(gl, out->program, "View", VRMR_BINDING_VIEW);
    bind_block(gl, out->program, "Material", VRMR_BINDING_MATERIAL);
    bind_block(gl, out->program, "Matrices", VRMR_BINDING_MATRICES);
    gl->UseProgram(out->program);
    for (size_t i = 0; i < sizeof samplers / sizeof *samplers; ++i) {
        gl_int location = gl->GetUniformLocation(out->program, samplers[i].name);
        if (location >= 0) gl->Uniform1i(location, samplers[i].unit);
    }
    out->matrix = gl->GetUniformLocation(out->program, "u_matrix");
    out->influences = gl->GetUniformLocation(out->program, "u_influences");
    out->outline = gl->GetUniformLocation(out->program, "u_outline");
}

vrmr_program *vrmr_program_get(vrm_renderer *renderer, uint32_t features) {
    vrmr_program *found = NULL;
    for (uint32_t i = 0; i < renderer->program_count && !found; ++i) {
        if (renderer->programs[i].features == features) found = &renderer->programs[i];
    }
    if (!found) {
        if (renderer->program_count == renderer->program_capacity) {
            uint32_t capacity = renderer->program_capacity ? renderer->program_capacity * 2 : 32;
            vrmr_program *grown = vrmr_allocate(&renderer->allocator, capacity, sizeof *grown);
            if (!grown) return NULL;
            if (renderer->programs) {
                memcpy(grown, renderer->programs, renderer->program_count * sizeof *grown);
                vrmr_release(&renderer->allocator, renderer->programs, renderer->program_capacity,
                             sizeof *grown);
            }
            renderer->programs = grown;
            renderer->program_capacity = capacity;
        }
        found = &renderer->programs[renderer->program_count++];
        found->features = features;
        build(renderer, found);
    }
    return found->program ? found : NULL;
}
