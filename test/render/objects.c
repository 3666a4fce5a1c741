#include "render/objects.h"

#include "render/stage.h"

#include <epoxy/gl.h>
#include <string.h>

enum { NAMES = 1 << 16 };

static struct {
    object_counts counts;
    unsigned char is_live[OBJECT_KINDS][NAMES];
    objects_faults *faults;
    long triangles;
} state;

object_counts objects_now(void) { return state.counts; }

int objects_live(void) {
    int sum = 0;
    for (int i = 0; i < OBJECT_KINDS; ++i) sum += state.counts.live[i];
    return sum;
}

const char *object_name(object_kind kind) {
    static const char *const names[] = {"buffers", "textures", "vertex arrays", "samplers",
                                        "shaders", "programs", "pipelines"};
    return names[kind];
}

void objects_faults_init(objects_faults *faults) {
    memset(faults, 0, sizeof *faults);
    faults->missing = faults->fail_shader = faults->fail_program = -1;
}

void objects_end_faults(void) { state.faults = NULL; }

/* --- Counting --- */

static void made(object_kind kind, GLsizei count, const GLuint *names) {
    for (GLsizei i = 0; i < count; ++i) {
        if (names[i] == 0) continue;
        state.is_live[kind][names[i] % NAMES] = 1;
        ++state.counts.live[kind];
        ++state.counts.made;
    }
}

/* GL takes no offence at 0. */
static void gone(object_kind kind, GLsizei count, const GLuint *names) {
    for (GLsizei i = 0; i < count; ++i) {
        if (names[i] == 0) continue;
        if (state.is_live[kind][names[i] % NAMES]) {
            --state.counts.live[kind];
        } else {
            ++state.counts.wrong;
        }
        state.is_live[kind][names[i] % NAMES] = 0;
    }
}

#define COUNTED(kind, name)                                                                        \
    static void gen_##name(GLsizei count, GLuint *names) {                                         \
        glGen##name(count, names);                                                                 \
        made(kind, count, names);                                                                  \
    }                                                                                              \
    static void delete_##name(GLsizei count, const GLuint *names) {                                \
        gone(kind, count, names);                                                                  \
        glDelete##name(count, names);                                                              \
    }
COUNTED(OBJECT_BUFFER, Buffers)
COUNTED(OBJECT_TEXTURE, Textures)
COUNTED(OBJECT_ARRAY, VertexArrays)
COUNTED(OBJECT_SAMPLER, Samplers)
COUNTED(OBJECT_PIPELINE, ProgramPipelines)

static GLuint create_shader(GLenum type) {
    GLuint name = glCreateShader(type);
    made(OBJECT_SHADER, 1, &name);
    return name;
}

static void delete_shader(GLuint name) {
    gone(OBJECT_SHADER, 1, &name);
    glDeleteShader(name);
}

static GLuint create_program(void) {
    GLuint name = glCreateProgram();
    made(OBJECT_PROGRAM, 1, &name);
    return name;
}

static void delete_program(GLuint name) {
    gone(OBJECT_PROGRAM, 1, &name);
    glDeleteProgram(name);
}

/* --- Triangles --- */

static void draw_elements(GLenum mode, GLsizei count, GLenum type, const void *indices) {
    glDrawElements(mode, count, type, indices);
    if (mode == GL_TRIANGLES) state.triangles += count / 3;
}

long objects_triangles(void) { return state.triangles; }

/* --- Faults --- */

static void get_shader(GLuint shader, GLenum what, GLint *out) {
    glGetShaderiv(shader, what, out);
    if (state.faults && what == GL_COMPILE_STATUS && state.faults->fail_shader-- == 0) {
        *out = GL_FALSE;
    }
}

static void get_program(GLuint program, GLenum what, GLint *out) {
    glGetProgramiv(program, what, out);
    if (state.faults && what == GL_LINK_STATUS && state.faults->fail_program-- == 0) {
        *out = GL_FALSE;
    }
}

/* --- The table --- */

typedef void (*function)(void);

void *objects_get_proc(const char *name, void *user) {
#define OWN(gl_name, own)                                                                          \
    { #gl_name, (function)own }
    static const struct {
        const char *name;
        function own;
    } table[] = {
        OWN(glGenBuffers, gen_Buffers),
        OWN(glDeleteBuffers, delete_Buffers),
        OWN(glGenTextures, gen_Textures),
        OWN(glDeleteTextures, delete_Textures),
        OWN(glGenVertexArrays, gen_VertexArrays),
        OWN(glDeleteVertexArrays, delete_VertexArrays),
        OWN(glGenSamplers, gen_Samplers),
        OWN(glDeleteSamplers, delete_Samplers),
        OWN(glCreateShader, create_shader),
        OWN(glDeleteShader, delete_shader),
        OWN(glCreateProgram, create_program),
        OWN(glDeleteProgram, delete_program),
        OWN(glGenProgramPipelines, gen_ProgramPipelines),
        OWN(glDeleteProgramPipelines, delete_ProgramPipelines),
        OWN(glDrawElements, draw_elements),
        OWN(glGetShaderiv, get_shader),
        OWN(glGetProgramiv, get_program),
    };
    void *found;
    state.faults = user;
    if (state.faults && state.faults->asked++ == state.faults->missing) return NULL;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; ++i) {
        if (strcmp(table[i].name, name) != 0) continue;
        memcpy(&found, &table[i].own, sizeof found);
        return found;
    }
    return stage_get_proc(name, NULL);
}
