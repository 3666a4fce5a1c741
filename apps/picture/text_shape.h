/* Faces of the system's fonts, and text as glyphs of them; for text.c. */
#ifndef VRM_KIT_TEXT_SHAPE_H
#define VRM_KIT_TEXT_SHAPE_H

#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include <hb.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include FT_FREETYPE_H

enum { MOST_CHARACTERS = 1024, MOST_GLYPHS = 2048 };

/* A font that fontconfig found. It is opened when it is first needed. */
typedef struct text_face {
    const char *file;
    int index; /* in the file */
    const FcCharSet *characters;
    bool is_opened;
    FT_Face face;      /* NULL: not opened, or it cannot be */
    hb_font_t *shaper; /* of the face */
    uint32_t size;     /* that it has now */
    double scale; /* pixels for each of its own: not 1 where it has pictures of one size only */
} text_face;

/* The best for plain text first. */
typedef struct text_faces {
    FcConfig *config;
    FcFontSet *set;
    FT_Library library;
    hb_buffer_t *buffer;
    text_face *items;
    uint32_t count;
} text_faces;

/* False, and nothing is held: there is not enough memory, or there are no fonts. */
bool text_faces_open(text_faces *faces);
void text_faces_close(text_faces *faces);

/* The face at this size, or NULL if it cannot be opened. */
text_face *text_face_use(text_faces *faces, uint32_t index, uint32_t size);

/* Whether a font says that it has this character. */
bool text_face_has(const text_face *face, uint32_t character);

typedef struct text_glyph {
    uint32_t face, glyph;
    double x, y; /* of its origin, in pixels from the start of the base line; y upwards */
} text_glyph;

/* A line in the order in which it is seen, from the left. */
typedef struct shaped_text {
    text_glyph glyphs[MOST_GLYPHS];
    uint32_t count;
    double width;
    uint32_t missing; /* characters that no font has */
} shaped_text;

/* False: there is not enough memory. `length` is at most MOST_CHARACTERS. */
bool text_shape(text_faces *faces, const uint32_t *characters, uint32_t length, uint32_t size,
                shaped_text *out);

/* Whether the character belongs to the one before it: a mark, a joiner, a modifier. */
bool text_is_attached(const uint32_t *characters, uint32_t index);

/* Draws a glyph into a line (red, green, blue, straight alpha), its origin `x` pixels from the left
 * and on the base line `baseline`. What lies outside is left out. */
void text_paint(text_faces *faces, const text_glyph *glyph, uint32_t size, const uint8_t color[4],
                uint8_t *pixels, uint32_t width, uint32_t height, uint32_t baseline);

#endif
