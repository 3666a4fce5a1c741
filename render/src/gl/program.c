/* Programs, compiled when they are first needed: a set of features is a set of #defines. */
#include "program.h"
#include "problem.h"
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

/* What only fragments need to know. */
static const char fragment_defines[] = "#define VARYING in\n"
                                       "#ifdef SLOT_UV\n"
                                       "#define UV(slot) slot_uv(slot, v_uv, mask)\n"
                                       "#else\n"
                                       "#define UV(slot) uv\n"
                                       "#endif\n"
                                       "#ifndef FLAT_UNIFORMS\n"
                                       "uniform int u_outline;\n"
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

/* Links and releases the shaders; 0: none, or one of them is not there. */
static gl_uint link_shaders(vrm_renderer *renderer, const gl_uint *shaders, int count,
                            bool is_stage) {
    const vrmr_gl *gl = &renderer->gl;
    gl_uint program = 0;
    gl_int good = GL_FALSE;
    char log[400] = "";
    if (shaders[0] && shaders[count - 1]) {
        program = gl->CreateProgram();
        if (is_stage) gl->ProgramParameteri(program, GL_PROGRAM_SEPARABLE, GL_TRUE);
        for (int i = 0; i < count; ++i) gl->AttachShader(program, shaders[i]);
        gl->LinkProgram(program);
        gl->GetProgramiv(program, GL_LINK_STATUS, &good);
        if (!good) {
            gl->GetProgramInfoLog(program, (gl_int)sizeof log, NULL, log);
            vrmr_problem(renderer, "a program does not link: ", log);
            gl->DeleteProgram(program);
            program = 0;
        }
    }
    for (int i = 0; i < count; ++i) gl->DeleteShader(shaders[i]);
    return program;
}

gl_uint vrmr_program_build(vrm_renderer *renderer, const char *const *vertex, gl_int vertex_count,
                           const char *const *fragment, gl_int fragment_count) {
    gl_uint shaders[2] = {compile(renderer, GL_VERTEX_SHADER, vertex, vertex_count),
                          compile(renderer, GL_FRAGMENT_SHADER, fragment, fragment_count)};
    return link_shaders(renderer, shaders, 2, false);
}

/* --- Text --- */

enum { VERTEX = 0, FRAGMENT = 1, MOST_STRINGS = VRMR_FEATURE_COUNT + 14 };

static bool has_stages(const vrm_renderer *renderer) {
    return renderer->few_programs && renderer->gl.has_stages;
}

/* The version that has programs of one stage; WebGL and old GLs do not see it. */
static const char *stage_header(const vrm_renderer *renderer) {
    return renderer->gl.is_es ? "#version 310 es\n"
                                "precision highp float;\n"
                                "precision highp int;\n"
                                "precision highp sampler2D;\n"
                                "#define AT(n) layout(location = n)\n"
                              : "#version 410 core\n"
                                "#define AT(n) layout(location = n)\n";
}

static gl_int add_strings(const vrm_renderer *renderer, int stage, uint32_t features,
                          const char *out[MOST_STRINGS]) {
    gl_int count = 0;
    if (has_stages(renderer)) {
        out[count++] = stage_header(renderer);
        if (stage == VERTEX && !renderer->gl.is_es) {
            out[count++] = "out gl_PerVertex { vec4 gl_Position; };\n";
        }
    } else {
        out[count++] = vrmr_shader_header(renderer);
        out[count++] = "#define AT(n)\n";
    }
    if (renderer->few_programs) out[count++] = "#define FLAT_UNIFORMS\n";
    for (uint32_t i = 0; i < VRMR_FEATURE_COUNT; ++i) {
        if (features & 1u << i) out[count++] = feature_defines[i];
    }
    out[count++] = shader_common;
    if (stage == VERTEX) {
        out[count++] = skin_defines[features / VRMR_SKIN_SETS];
        out[count++] = "#define VARYING out\n";
        out[count++] = shader_varying;
        out[count++] = shader_vertex;
        return count;
    }
    out[count++] = shader_color;
    out[count++] = fragment_defines;
    out[count++] = shader_varying;
    if (renderer->few_programs) out[count++] = shader_uniforms;
    if (features & VRMR_MTOON) {
        out[count++] = shader_mtoon;
    } else if (!(features & VRMR_UNLIT)) {
        out[count++] = shader_pbr;
    }
    out[count++] = shader_fragment;
    return count;
}

/* --- Programs --- */

static void bind_block(const vrmr_gl *gl, gl_uint program, const char *name, gl_uint binding) {
    gl_uint index = gl->GetUniformBlockIndex(program, name);
    if (index != GL_INVALID_INDEX) gl->UniformBlockBinding(program, index, binding);
}

/* What never changes. */
static void prepare(const vrmr_gl *gl, gl_uint program) {
    bind_block(gl, program, "View", VRMR_BINDING_VIEW);
    bind_block(gl, program, "Material", VRMR_BINDING_MATERIAL);
    bind_block(gl, program, "Matrices", VRMR_BINDING_MATRICES);
    gl->UseProgram(program);
    for (size_t i = 0; i < sizeof samplers / sizeof *samplers; ++i) {
        gl_int location = gl->GetUniformLocation(program, samplers[i].name);
        if (location >= 0) gl->Uniform1i(location, samplers[i].unit);
    }
    gl->UseProgram(0);
}

/* A program of one stage, for which there is room; what only the other needs to know does not make
 * another one. */
static gl_uint get_stage(vrm_renderer *renderer, int stage, uint32_t features) {
    static const uint32_t unknown[2] = {
        [VERTEX] = VRMR_MTOON | VRMR_UNLIT | VRMR_ALPHA_MASK | VRMR_FLAT | VRMR_LINEAR_OUTPUT |
                   VRMR_ENCODED_COLORS | VRMR_ENVIRONMENT | VRMR_BASE_TEXTURE | VRMR_SHADE_TEXTURE |
                   VRMR_SHIFT_TEXTURE | VRMR_NORMAL_TEXTURE | VRMR_EMISSIVE_TEXTURE |
                   VRMR_MATCAP_TEXTURE | VRMR_RIM_TEXTURE | VRMR_METALLIC_ROUGHNESS_TEXTURE |
                   VRMR_OCCLUSION_TEXTURE,
        [FRAGMENT] = VRMR_MATRIX_TEXTURE | VRMR_OUTLINE_TEXTURE |
                     VRMR_SKIN_SETS * (2 * VRMR_MAX_SKIN_SETS - 1),
    };
    const gl_enum types[2] = {GL_VERTEX_SHADER, GL_FRAGMENT_SHADER};
    uint32_t *count = &renderer->stage_counts[stage];
    const char *strings[MOST_STRINGS];
    vrmr_stage *stages = renderer->stages[stage].data;
    gl_uint shader, program;
    features &= ~unknown[stage];
    if (stage == VERTEX && !(features & VRMR_OUTLINE_TEXTURE)) {
        features &= ~(uint32_t)VRMR_UV_ANIMATION_MASK;
    }
    for (uint32_t i = 0; i < *count; ++i) {
        if (stages[i].features == features) return stages[i].program;
    }
    shader =
        compile(renderer, types[stage], strings, add_strings(renderer, stage, features, strings));
    program = link_shaders(renderer, &shader, 1, true);
    if (program != 0) prepare(&renderer->gl, program);
    stages[*count].features = features;
    stages[(*count)++].program = program;
    return program;
}

static void build(vrm_renderer *renderer, vrmr_program *out) {
    const vrmr_gl *gl = &renderer->gl;
    if (has_stages(renderer)) {
        out->vertex = get_stage(renderer, VERTEX, out->features);
        out->program = out->vertex != 0 ? get_stage(renderer, FRAGMENT, out->features) : 0;
        if (out->program == 0) return;
        gl->GenProgramPipelines(1, &out->pipeline);
        gl->UseProgramStages(out->pipeline, GL_VERTEX_SHADER_BIT, out->vertex);
        gl->UseProgramStages(out->pipeline, GL_FRAGMENT_SHADER_BIT, out->program);
    } else {
        const char *vertex[MOST_STRINGS], *fragment[MOST_STRINGS];
        gl_int vertex_count = add_strings(renderer, VERTEX, out->features, vertex);
        gl_int fragment_count = add_strings(renderer, FRAGMENT, out->features, fragment);
        out->program = vrmr_program_build(renderer, vertex, vertex_count, fragment, fragment_count);
        out->vertex = out->program;
        if (out->program == 0) return;
        prepare(gl, out->program);
    }
    out->matrix = gl->GetUniformLocation(out->vertex, "u_matrix");
    out->influences = gl->GetUniformLocation(out->vertex, "u_influences");
    out->outline = gl->GetUniformLocation(out->vertex, "u_outline");
}

void vrmr_programs_release(vrm_renderer *renderer) {
    const vrmr_gl *gl = &renderer->gl;
    const vrmr_program *programs = renderer->programs.data;
    for (uint32_t i = 0; i < renderer->program_count; ++i) {
        if (programs[i].pipeline) {
            gl->DeleteProgramPipelines(1, &programs[i].pipeline);
        } else if (!has_stages(renderer)) {
            gl->DeleteProgram(programs[i].program);
        }
    }
    for (int stage = VERTEX; stage <= FRAGMENT; ++stage) {
        const vrmr_stage *stages = renderer->stages[stage].data;
        for (uint32_t i = 0; i < renderer->stage_counts[stage]; ++i) {
            gl->DeleteProgram(stages[i].program);
        }
        vrmr_scratch_release(&renderer->stages[stage], &renderer->allocator);
    }
    vrmr_scratch_release(&renderer->programs, &renderer->allocator);
}

/* For one program more, and its stages. */
static bool take_room(vrm_renderer *renderer) {
    const vrm_allocator *allocator = &renderer->allocator;
    for (int stage = VERTEX; stage <= FRAGMENT; ++stage) {
        size_t used = renderer->stage_counts[stage] * sizeof(vrmr_stage);
        if (vrmr_scratch_need(&renderer->stages[stage], allocator, used + sizeof(vrmr_stage),
                              used) == NULL) {
            return false;
        }
    }
    return vrmr_scratch_need(&renderer->programs, allocator,
                             (renderer->program_count + 1) * sizeof(vrmr_program),
                             renderer->program_count * sizeof(vrmr_program)) != NULL;
}

vrmr_program *vrmr_program_get(vrm_renderer *renderer, uint32_t features) {
    vrmr_program *programs = renderer->programs.data, *found = NULL;
    for (uint32_t i = 0; i < renderer->program_count && found == NULL; ++i) {
        if (programs[i].features == features) found = &programs[i];
    }
    if (found == NULL) {
        if (!take_room(renderer)) return NULL;
        programs = renderer->programs.data;
        found = &programs[renderer->program_count++];
        memset(found, 0, sizeof *found);
        found->features = features;
        build(renderer, found);
    }
    return found->program != 0 ? found : NULL;
}
