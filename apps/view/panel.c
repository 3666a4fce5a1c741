#include "panel.h"
#include "apps/picture/font.h"
#include "apps/picture/scene.h"

#include <epoxy/gl.h>
#include <stdlib.h>
#include <string.h>

enum { PADDING = 6, LINE_HEIGHT = FONT_HEIGHT + 3, COLUMN_GAP = 10, BACKGROUND_ROWS = 256 };

/* --- Painting --- */

static const char vertex_text[] =
    "uniform vec4 place;\n"
    "in vec2 corner;\n"
    "out vec2 uv;\n"
    "void main() {\n"
    "    uv = corner;\n"
    "    gl_Position = vec4(place.xy + corner * place.zw, 0.0, 1.0);\n"
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

static uint32_t make_texture(const uint8_t *pixels, uint32_t width, uint32_t height) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, (GLsizei)width, (GLsizei)height, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, pixels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glBindTexture(GL_TEXTURE_2D, 0);
    return texture;
}

static uint32_t make_background(void) {
    uint8_t pixels[BACKGROUND_ROWS][4];
    for (int y = 0; y < BACKGROUND_ROWS; ++y) {
        float color[3];
        scene_background(((float)y + 0.5f) / BACKGROUND_ROWS, color);
        for (int c = 0; c < 3; ++c) pixels[y][c] = (uint8_t)color[c];
        pixels[y][3] = 255;
    }
    return make_texture(pixels[0], 1, BACKGROUND_ROWS);
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

bool panels_open(panel_painter *painter) {
    GLuint vertex = compile(GL_VERTEX_SHADER, vertex_text);
    GLuint fragment = compile(GL_FRAGMENT_SHADER, fragment_text);
    GLint is_linked = 0;
    painter->program = glCreateProgram();
    glAttachShader(painter->program, vertex);
    glAttachShader(painter->program, fragment);
    glBindAttribLocation(painter->program, 0, "corner");
    glLinkProgram(painter->program);
    glGetProgramiv(painter->program, GL_LINK_STATUS, &is_linked);
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    painter->place_uniform = glGetUniformLocation(painter->program, "place");
    painter->vertices = make_corners();
    painter->background = make_background();
    return is_linked != 0;
}

void panels_close(panel_painter *painter) {
    glDeleteTextures(1, &painter->background);
    glDeleteVertexArrays(1, &painter->vertices);
    glDeleteProgram(painter->program);
    memset(painter, 0, sizeof *painter);
}

/* A texture from (x, y), its upper left, of a size, all in clip space. */
static void paint(const panel_painter *painter, uint32_t texture, float x, float y, float width,
                  float height) {
    glDisable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    glUseProgram(painter->program);
    glUniform4f(painter->place_uniform, x, y, width, -height);
    glBindTexture(GL_TEXTURE_2D, texture);
    glBindVertexArray(painter->vertices);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glBindVertexArray(0);
    glBindTexture(GL_TEXTURE_2D, 0);
    glUseProgram(0);
    glDepthMask(GL_TRUE);
    glEnable(GL_DEPTH_TEST);
}

void panels_background(const panel_painter *painter) {
    paint(painter, painter->background, -1.0f, 1.0f, 2.0f, 2.0f);
}

void panel_draw(const panel_painter *painter, const panel *p, int32_t x, int32_t y,
                uint32_t viewport_width, uint32_t viewport_height) {
    float width = (float)viewport_width, height = (float)viewport_height;
    if (p->texture == 0) return;
    if (x < 0) x += (int32_t)viewport_width - (int32_t)p->width;
    if (y < 0) y += (int32_t)viewport_height - (int32_t)p->height;
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    paint(painter, p->texture, 2.0f * (float)x / width - 1.0f, 1.0f - 2.0f * (float)y / height,
          2.0f * (float)p->width / width, 2.0f * (float)p->height / height);
    glDisable(GL_BLEND);
}

/* --- Text --- */

/* Copies the next cell of a text, up to a tab or the end of the line; returns what follows. */
static const char *next_cell(const char *text, char *out, size_t size, bool *out_ends_line) {
    size_t length = strcspn(text, "\t\n"), kept = length < size - 1 ? length : size - 1;
    memcpy(out, text, kept);
    out[kept] = '\0';
    *out_ends_line = text[length] != '\t';
    return text + length + (text[length] != '\0');
}

/* Calls for each cell; both passes, measuring and drawing, walk the text so. */
typedef void cell_fn(void *context, const char *cell, uint32_t column, uint32_t line);

static void each_cell(const char *text, cell_fn *fn, void *context) {
    uint32_t column = 0, line = 0;
    while (*text != '\0') {
        char cell[256];
        bool ends_line;
        text = next_cell(text, cell, sizeof cell, &ends_line);
        fn(context, cell, column, line);
        column = ends_line ? 0 : 1;
        line += ends_line;
    }
}

typedef struct text_size {
    uint32_t columns[2], lines;
    bool has_tabs;
} text_size;

static void measure_cell(void *context, const char *cell, uint32_t column, uint32_t line) {
    text_size *size = context;
    uint32_t width = font_width(cell);
    if (width > size->columns[column]) size->columns[column] = width;
    size->has_tabs = size->has_tabs || column > 0;
    size->lines = line + 1;
}

typedef struct text_page {
    uint8_t *pixels;
    uint32_t width, height, letter;
    uint32_t second; /* where the second column starts, in pixels of the letters */
} text_page;

static void draw_cell(void *context, const char *cell, uint32_t column, uint32_t line) {
    static const uint8_t plain[4] = {240, 240, 244, 255}, key[4] = {255, 214, 120, 255};
    const text_page *page = context;
    uint32_t x = PADDING + (column > 0 ? page->second : 0), y = PADDING + line * LINE_HEIGHT;
    bool is_key = page->second > 0 && column == 0;
    font_draw(page->pixels, page->width, page->height, x * page->letter, y * page->letter,
              page->letter, cell, is_key ? key : plain);
}

static uint8_t *draw_page(text_page *page, const char *text) {
    text_size size;
    uint32_t width;
    memset(&size, 0, sizeof size);
    each_cell(text, measure_cell, &size);
    page->second = size.has_tabs ? size.columns[0] + COLUMN_GAP : 0;
    width = size.has_tabs ? page->second + size.columns[1] : size.columns[0];
    page->width = (width + 2 * PADDING) * page->letter;
    page->height = (size.lines * LINE_HEIGHT - 3 + 2 * PADDING) * page->letter;
    page->pixels = malloc((size_t)page->width * page->height * 4);
    if (page->pixels == NULL) return NULL;
    for (size_t i = 0; i < (size_t)page->width * page->height; ++i) {
        static const uint8_t ground[4] = {30, 32, 40, 205};
        memcpy(page->pixels + 4 * i, ground, sizeof ground);
    }
    each_cell(text, draw_cell, page);
    return page->pixels;
}

void panel_close(panel *p) {
    if (p->texture != 0) glDeleteTextures(1, &p->texture);
    free(p->text);
    memset(p, 0, sizeof *p);
}

bool panel_set(panel *p, const char *text, uint32_t letter) {
    size_t size = strlen(text) + 1;
    text_page page;
    if (p->text != NULL && p->letter == letter && strcmp(p->text, text) == 0) return true;
    panel_close(p);
    if (text[0] == '\0') return true;
    memset(&page, 0, sizeof page);
    page.letter = letter;
    p->text = malloc(size);
    if (p->text == NULL || draw_page(&page, text) == NULL) {
        panel_close(p);
        return false;
    }
    memcpy(p->text, text, size);
    p->letter = letter;
    p->width = page.width;
    p->height = page.height;
    p->texture = make_texture(page.pixels, page.width, page.height);
    free(page.pixels);
    return true;
}
