#include "canvas.h"

#include <epoxy/gl.h>
#include <string.h>

static uint32_t make_buffer(const canvas *c, GLenum format, GLenum attachment, uint32_t samples) {
    GLsizei width = (GLsizei)c->width, height = (GLsizei)c->height;
    uint32_t buffer;
    glGenRenderbuffers(1, &buffer);
    glBindRenderbuffer(GL_RENDERBUFFER, buffer);
    if (samples > 1) {
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, (GLsizei)samples, format, width, height);
    } else {
        glRenderbufferStorage(GL_RENDERBUFFER, format, width, height);
    }
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, buffer);
    return buffer;
}

static bool is_whole(void) {
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

static bool make_framebuffers(canvas *c) {
    glGenFramebuffers(1, &c->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, c->framebuffer);
    c->color = make_buffer(c, GL_RGBA8, GL_COLOR_ATTACHMENT0, c->samples);
    c->depth = make_buffer(c, GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT, c->samples);
    if (!is_whole()) return false;
    if (c->samples == 1) return true;
    glGenFramebuffers(1, &c->resolved);
    glBindFramebuffer(GL_FRAMEBUFFER, c->resolved);
    c->resolved_color = make_buffer(c, GL_RGBA8, GL_COLOR_ATTACHMENT0, 1);
    return is_whole();
}

bool canvas_make(canvas *c, uint32_t width, uint32_t height, uint32_t samples) {
    memset(c, 0, sizeof *c);
    c->width = width;
    c->height = height;
    c->samples = samples;
    if (make_framebuffers(c)) return true;
    canvas_release(c);
    return false;
}

void canvas_release(canvas *c) {
    if (c->framebuffer != 0) {
        glDeleteFramebuffers(1, &c->framebuffer);
        glDeleteFramebuffers(1, &c->resolved);
        glDeleteRenderbuffers(1, &c->color);
        glDeleteRenderbuffers(1, &c->depth);
        glDeleteRenderbuffers(1, &c->resolved_color);
    }
    memset(c, 0, sizeof *c);
}

void canvas_begin(const canvas *c) {
    glBindFramebuffer(GL_FRAMEBUFFER, c->framebuffer);
    glViewport(0, 0, (GLsizei)c->width, (GLsizei)c->height);
    glDisable(GL_SCISSOR_TEST);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthMask(GL_TRUE);
    glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

static void copy(const canvas *c, uint32_t from, uint32_t to, GLint x, GLint y) {
    GLint width = (GLint)c->width, height = (GLint)c->height;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
    glBlitFramebuffer(0, 0, width, height, x, y, x + width, y + height, GL_COLOR_BUFFER_BIT,
                      GL_NEAREST);
}

static uint32_t finished(const canvas *c) { return c->samples > 1 ? c->resolved : c->framebuffer; }

void canvas_end(const canvas *c) {
    if (c->samples > 1) copy(c, c->framebuffer, c->resolved, 0, 0);
}

void canvas_show(const canvas *c, uint32_t x, uint32_t y) {
    copy(c, finished(c), 0, (GLint)x, (GLint)y);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void canvas_read_rows(const canvas *c, uint32_t first, uint32_t count, uint8_t *out_pixels) {
    glBindFramebuffer(GL_FRAMEBUFFER, finished(c));
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, (GLint)first, (GLsizei)c->width, (GLsizei)count, GL_RGBA, GL_UNSIGNED_BYTE,
                 out_pixels);
}

void canvas_read(const canvas *c, uint8_t *out_pixels) {
    canvas_read_rows(c, 0, c->height, out_pixels);
}

void canvas_turn_over(uint8_t *pixels, uint32_t width, uint32_t height) {
    size_t row = (size_t)width * 4;
    for (uint32_t y = 0; y < height / 2; ++y) {
        uint8_t *a = pixels + y * row, *b = pixels + (height - 1 - y) * row;
        for (size_t i = 0; i < row; ++i) {
            uint8_t keep = a[i];
            a[i] = b[i];
            b[i] = keep;
        }
    }
}

void canvas_unmultiply(uint8_t *pixels, size_t count) {
    for (uint8_t *p = pixels; p < pixels + count * 4; p += 4) {
        if (p[3] == 255 || p[3] == 0) continue;
        for (int c = 0; c < 3; ++c) {
            uint32_t value = (p[c] * 255u + p[3] / 2u) / p[3];
            p[c] = (uint8_t)(value < 255 ? value : 255);
        }
    }
}
