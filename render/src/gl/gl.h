/*
 * The part of OpenGL ES 3.0 and OpenGL 3.3 core that the renderer uses: its own types and numbers,
 * so that no GL header is needed, and a table of functions that the host's loader fills.
 */
#ifndef VRMR_GL_H
#define VRMR_GL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && !defined(_WIN64)
#define VRMR_GL_CALL __stdcall
#else
#define VRMR_GL_CALL
#endif

typedef uint32_t gl_uint;
typedef int32_t gl_int;
typedef uint32_t gl_enum;
typedef char gl_char;

enum {
    GL_FALSE = 0,
    GL_TRUE = 1,
    GL_NONE = 0,
    GL_LINES = 0x0001,
    GL_TRIANGLES = 0x0004,
    GL_ONE = 1,
    GL_SRC_ALPHA = 0x0302,
    GL_ONE_MINUS_SRC_ALPHA = 0x0303,
    GL_LESS = 0x0201,
    GL_LEQUAL = 0x0203,
    GL_FRONT = 0x0404,
    GL_BACK = 0x0405,
    GL_CW = 0x0900,
    GL_CCW = 0x0901,
    GL_CULL_FACE = 0x0B44,
    GL_DEPTH_TEST = 0x0B71,
    GL_BLEND = 0x0BE2,
    GL_UNPACK_ALIGNMENT = 0x0CF5,
    GL_UNPACK_ROW_LENGTH = 0x0CF2,
    GL_UNPACK_SKIP_ROWS = 0x0CF3,
    GL_UNPACK_SKIP_PIXELS = 0x0CF4,
    GL_MAX_TEXTURE_SIZE = 0x0D33,
    GL_TEXTURE_2D = 0x0DE1,
    GL_UNSIGNED_BYTE = 0x1401,
    GL_UNSIGNED_SHORT = 0x1403,
    GL_UNSIGNED_INT = 0x1405,
    GL_FLOAT = 0x1406,
    GL_RGBA = 0x1908,
    GL_VIEWPORT = 0x0BA2,
    GL_RENDERER = 0x1F01,
    GL_VERSION = 0x1F02,
    GL_NEAREST = 0x2600,
    GL_LINEAR = 0x2601,
    GL_NEAREST_MIPMAP_NEAREST = 0x2700,
    GL_LINEAR_MIPMAP_NEAREST = 0x2701,
    GL_LINEAR_MIPMAP_LINEAR = 0x2703,
    GL_TEXTURE_MAG_FILTER = 0x2800,
    GL_TEXTURE_MIN_FILTER = 0x2801,
    GL_TEXTURE_WRAP_S = 0x2802,
    GL_TEXTURE_WRAP_T = 0x2803,
    GL_REPEAT = 0x2901,
    GL_CLAMP_TO_EDGE = 0x812F,
    GL_MIRRORED_REPEAT = 0x8370,
    GL_RGBA8 = 0x8058,
    GL_TEXTURE_MAX_LEVEL = 0x813D,
    GL_MAJOR_VERSION = 0x821B,
    GL_MINOR_VERSION = 0x821C,
    GL_SAMPLES = 0x80A9,
    GL_TEXTURE0 = 0x84C0,
    GL_RGBA32F = 0x8814,
    GL_ARRAY_BUFFER = 0x8892,
    GL_ELEMENT_ARRAY_BUFFER = 0x8893,
    GL_PIXEL_UNPACK_BUFFER = 0x88EC,
    GL_STREAM_DRAW = 0x88E0,
    GL_STATIC_DRAW = 0x88E4,
    GL_UNIFORM_BUFFER = 0x8A11,
    GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT = 0x8A34,
    GL_FRAGMENT_SHADER = 0x8B30,
    GL_VERTEX_SHADER = 0x8B31,
    GL_COMPILE_STATUS = 0x8B81,
    GL_LINK_STATUS = 0x8B82,
    GL_PROGRAM_SEPARABLE = 0x8258,
    GL_VERTEX_SHADER_BIT = 1,
    GL_FRAGMENT_SHADER_BIT = 2,
    GL_SRGB8_ALPHA8 = 0x8C43,
    GL_NO_ERROR = 0
};
#define GL_INVALID_INDEX 0xFFFFFFFFu

/* X(result, name, parameters): name without its "gl". */
#define VRMR_GL_FUNCTIONS(X)                                                                       \
    X(void, ActiveTexture, (gl_enum unit))                                                         \
    X(void, AttachShader, (gl_uint program, gl_uint shader))                                       \
    X(void, BindBuffer, (gl_enum target, gl_uint buffer))                                          \
    X(void, BindBufferRange,                                                                       \
      (gl_enum target, gl_uint index, gl_uint buffer, intptr_t offset, intptr_t size))             \
    X(void, BindSampler, (gl_uint unit, gl_uint sampler))                                          \
    X(void, BindTexture, (gl_enum target, gl_uint texture))                                        \
    X(void, BindVertexArray, (gl_uint array))                                                      \
    X(void, BlendFuncSeparate,                                                                     \
      (gl_enum from_rgb, gl_enum to_rgb, gl_enum from_alpha, gl_enum to_alpha))                    \
    X(void, BufferData, (gl_enum target, intptr_t size, const void *data, gl_enum usage))          \
    X(void, BufferSubData, (gl_enum target, intptr_t offset, intptr_t size, const void *data))     \
    X(void, CompileShader, (gl_uint shader))                                                       \
    X(gl_uint, CreateProgram, (void))                                                              \
    X(gl_uint, CreateShader, (gl_enum type))                                                       \
    X(void, CullFace, (gl_enum mode))                                                              \
    X(void, DeleteBuffers, (gl_int count, const gl_uint *buffers))                                 \
    X(void, DeleteProgram, (gl_uint program))                                                      \
    X(void, DeleteSamplers, (gl_int count, const gl_uint *samplers))                               \
    X(void, DeleteShader, (gl_uint shader))                                                        \
    X(void, DeleteTextures, (gl_int count, const gl_uint *textures))                               \
    X(void, DeleteVertexArrays, (gl_int count, const gl_uint *arrays))                             \
    X(void, DepthFunc, (gl_enum function))                                                         \
    X(void, DepthMask, (unsigned char on))                                                         \
    X(void, Disable, (gl_enum what))                                                               \
    X(void, DrawArrays, (gl_enum mode, gl_int first, gl_int count))                                \
    X(void, DrawElements, (gl_enum mode, gl_int count, gl_enum type, const void *offset))          \
    X(void, Enable, (gl_enum what))                                                                \
    X(void, EnableVertexAttribArray, (gl_uint index))                                              \
    X(void, Finish, (void))                                                                        \
    X(void, FrontFace, (gl_enum mode))                                                             \
    X(void, GenBuffers, (gl_int count, gl_uint * buffers))                                         \
    X(void, GenSamplers, (gl_int count, gl_uint * samplers))                                       \
    X(void, GenTextures, (gl_int count, gl_uint * textures))                                       \
    X(void, GenVertexArrays, (gl_int count, gl_uint * arrays))                                     \
    X(gl_enum, GetError, (void))                                                                   \
    X(void, GetIntegerv, (gl_enum name, gl_int * out))                                             \
    X(void, GetProgramInfoLog,                                                                     \
      (gl_uint program, gl_int capacity, gl_int * out_length, gl_char * out))                      \
    X(void, GetProgramiv, (gl_uint program, gl_enum name, gl_int * out))                           \
    X(void, GetShaderInfoLog,                                                                      \
      (gl_uint shader, gl_int capacity, gl_int * out_length, gl_char * out))                       \
    X(void, GetShaderiv, (gl_uint shader, gl_enum name, gl_int * out))                             \
    X(const unsigned char *, GetString, (gl_enum name))                                            \
    X(gl_uint, GetUniformBlockIndex, (gl_uint program, const gl_char *name))                       \
    X(gl_int, GetUniformLocation, (gl_uint program, const gl_char *name))                          \
    X(void, LinkProgram, (gl_uint program))                                                        \
    X(void, PixelStorei, (gl_enum name, gl_int value))                                             \
    X(void, SamplerParameteri, (gl_uint sampler, gl_enum name, gl_int value))                      \
    X(void, ShaderSource,                                                                          \
      (gl_uint shader, gl_int count, const gl_char *const *strings, const gl_int *lengths))        \
    X(void, TexImage2D,                                                                            \
      (gl_enum target, gl_int level, gl_int internal_format, gl_int width, gl_int height,          \
       gl_int border, gl_enum format, gl_enum type, const void *pixels))                           \
    X(void, TexParameteri, (gl_enum target, gl_enum name, gl_int value))                           \
    X(void, TexSubImage2D,                                                                         \
      (gl_enum target, gl_int level, gl_int x, gl_int y, gl_int width, gl_int height,              \
       gl_enum format, gl_enum type, const void *pixels))                                          \
    X(void, Uniform1i, (gl_int location, gl_int value))                                            \
    X(void, UniformBlockBinding, (gl_uint program, gl_uint index, gl_uint binding))                \
    X(void, UseProgram, (gl_uint program))                                                         \
    X(void, VertexAttribIPointer,                                                                  \
      (gl_uint index, gl_int size, gl_enum type, gl_int stride, const void *offset))               \
    X(void, VertexAttribPointer,                                                                   \
      (gl_uint index, gl_int size, gl_enum type, unsigned char normalized, gl_int stride,          \
       const void *offset))

/* Of OpenGL ES 3.1 and OpenGL 4.1: programs of one stage. */
#define VRMR_GL_STAGE_FUNCTIONS(X)                                                                 \
    X(void, BindProgramPipeline, (gl_uint pipeline))                                               \
    X(void, DeleteProgramPipelines, (gl_int count, const gl_uint *pipelines))                      \
    X(void, GenProgramPipelines, (gl_int count, gl_uint * pipelines))                              \
    X(void, ProgramParameteri, (gl_uint program, gl_enum name, gl_int value))                      \
    X(void, ProgramUniform1i, (gl_uint program, gl_int location, gl_int value))                    \
    X(void, UseProgramStages, (gl_uint pipeline, gl_enum stages, gl_uint program))

typedef struct vrmr_gl {
#define X(result, name, parameters) result(VRMR_GL_CALL *name) parameters;
    VRMR_GL_FUNCTIONS(X)
    VRMR_GL_STAGE_FUNCTIONS(X)
#undef X
    int32_t has_stages; /* 1: programs of one stage can be had */
    int32_t is_es;      /* 1: OpenGL ES or WebGL, else desktop GL */
    int32_t max_texture_size;
    int32_t uniform_alignment; /* of ranges of uniform buffers */
} vrmr_gl;

/* Fills the table and asks what there is. NULL, or a sentence that says what is wrong. */
const char *vrmr_gl_load(vrmr_gl *gl, void *(*get_proc)(const char *name, void *user), void *user);

/* Whether GL draws on the CPU, by the name of its renderer. */
bool vrmr_gl_is_software(const vrmr_gl *gl);

/* Before pixels are given to GL: texture unit 0, and rows without gaps in the caller's memory,
 * whatever the host did before. */
void vrmr_gl_prepare_pixels(const vrmr_gl *gl);

#endif
