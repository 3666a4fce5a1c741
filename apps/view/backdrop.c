#include "backdrop.h"
#include "apps/picture/scene.h"

#include <epoxy/gl.h>
#include <string.h>

enum { ROWS = 256 };

static const char vertex_text[] = "in vec2 corner;\n"
                                  "out vec2 uv;\n"
                                  "void main() {\n"
                                  "    uv = corner;\n"
                                  "    gl_Position = vec4(corner.x * 2.0 - 1.0,\n"
                                  "                       1.0 - corner.y * 2.0, 0.0, 1.0);\n"
                                  "}\n";
static const char fragment_text[] = "uniform sampler2D image;\n"
                                    "in vec2 uv;\n"
                                    "out vec4 color;\n"
                                    "void main() { color = texture(image, uv); }\n";

static GLuint compile(GLenum kind, const char *text) {
    const char *parts[2] = {epoxy_is_desktop_gl() ? "#version 330 core\n"
                                                  : "#version 300 es\nprecision mediump float;\n",
                            text};
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 2, parts, NULL);
    glCompileShader(shader);
    return shader;
}

static uint32_t make_texture(const uint8_t *pixels, uint32_t height) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, (GLsizei)height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 pixels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glBindTexture(GL_TEXTURE_2D, 0);
    return texture;
}

static uint32_t make_gradient(float share) {
    uint8_t pixels[ROWS][4];
    for (int y = 0; y < ROWS; ++y) {
        float color[3];
        scene_background(((float)y + 0.5f) / ROWS, color);
        for (int c = 0; c < 3; ++c) pixels[y][c] = (uint8_t)(share * color[c]);
        pixels[y][3] = 255;
    }
    return make_texture(pixels[0], ROWS);
}

static void make_textures(backdrop *b) {
    static const uint8_t white[4] = {255, 255, 255, 255}, green[4] = {0, 177, 64, 255};
    b->textures[BACKDROP_LIGHT] = make_gradient(1.0f);
    b->textures[BACKDROP_DARK] = make_gradient(0.25f);
    b->textures[BACKDROP_WHITE] = make_texture(white, 1);
    b->textures[BACKDROP_GREEN] = make_texture(green, 1);
}

static uint32_t make_corners(void) {
    static const float corners[4][2] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}, {1.0f, 1.0f}};
    GLuint vertices = 0, buffer = 0;
    glGenVertexArrays(1, &vertices);
    glBindVertexArray(vertices);
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glDeleteBuffers(1, &buffer); /* the vertex array holds it */
    return vertices;
}

bool backdrop_open(backdrop *b) {
    GLuint vertex = compile(GL_VERTEX_SHADER, vertex_text);
    GLuint fragment = compile(GL_FRAGMENT_SHADER, fragment_text);
    GLint is_linked = 0;
    b->program = glCreateProgram();
    glAttachShader(b->program, vertex);
    glAttachShader(b->program, fragment);
    glBindAttribLocation(b->program, 0, "corner");
    glLinkProgram(b->program);
    glGetProgramiv(b->program, GL_LINK_STATUS, &is_linked);
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    b->vertices = make_corners();
    make_textures(b);
    return is_linked != 0;
}

void backdrop_close(backdrop *b) {
    glDeleteTextures(BACKDROP_COUNT, b->textures);
    glDeleteVertexArrays(1, &b->vertices);
    glDeleteProgram(b->program);
    memset(b, 0, sizeof *b);
}

void backdrop_draw(const backdrop *b, backdrop_kind kind) {
    glDisable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    glUseProgram(b->program);
    glBindTexture(GL_TEXTURE_2D, b->textures[kind]);
    glBindVertexArray(b->vertices);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glBindVertexArray(0);
    glBindTexture(GL_TEXTURE_2D, 0);
    glUseProgram(0);
    glDepthMask(GL_TRUE);
    glEnable(GL_DEPTH_TEST);
}
