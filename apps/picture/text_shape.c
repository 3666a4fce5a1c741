/* Text as glyphs: directions by FriBidi, glyphs by HarfBuzz. */
#include "text_shape.h"

#include <fribidi.h>
#include <string.h>

/* --- Characters --- */

enum { ZERO_WIDTH_NON_JOINER = 0x200C, ZERO_WIDTH_JOINER = 0x200D };

static bool is_mark(uint32_t character) {
    hb_unicode_general_category_t category =
        hb_unicode_general_category(hb_unicode_funcs_get_default(), character);
    bool is_skin_tone = character >= 0x1F3FB && character <= 0x1F3FF;
    return category == HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK ||
           category == HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK ||
           category == HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK || is_skin_tone;
}

bool text_is_attached(const uint32_t *characters, uint32_t index) {
    uint32_t character = characters[index];
    if (index == 0) return false;
    return character == ZERO_WIDTH_JOINER || character == ZERO_WIDTH_NON_JOINER ||
           is_mark(character) || characters[index - 1] == ZERO_WIDTH_JOINER;
}

/* --- Which face --- */

/* The characters from `start` up to `end` belong together; joiners need no glyph. */
static bool has_all(const text_face *face, const uint32_t *characters, uint32_t start,
                    uint32_t end) {
    for (uint32_t i = start; i < end; ++i) {
        bool is_joiner =
            characters[i] == ZERO_WIDTH_JOINER || characters[i] == ZERO_WIDTH_NON_JOINER;
        if (!is_joiner && !text_face_has(face, characters[i])) return false;
    }
    return true;
}

/* The first that has them all; else the first that has the first of them; else the first. */
static uint32_t find_face(const text_faces *faces, const uint32_t *characters, uint32_t start,
                          uint32_t end) {
    for (uint32_t i = 0; i < faces->count; ++i) {
        if (has_all(&faces->items[i], characters, start, end)) return i;
    }
    for (uint32_t i = 0; i < faces->count; ++i) {
        if (text_face_has(&faces->items[i], characters[start])) return i;
    }
    return 0;
}

/* --- Runs --- */

/* What HarfBuzz takes at once: one direction, one script, one face. */
typedef struct text_run {
    uint32_t start, length;
} text_run;

typedef struct itemised_text {
    FriBidiLevel levels[MOST_CHARACTERS];
    FriBidiStrIndex seen[MOST_CHARACTERS]; /* from the left: which character */
    hb_script_t scripts[MOST_CHARACTERS];
    uint32_t faces[MOST_CHARACTERS];
    uint32_t run_of[MOST_CHARACTERS];
    text_run runs[MOST_CHARACTERS];
    uint32_t run_count;
} itemised_text;

static bool find_levels(const uint32_t *characters, uint32_t length, itemised_text *text) {
    FriBidiCharType types[MOST_CHARACTERS];
    FriBidiBracketType brackets[MOST_CHARACTERS];
    FriBidiParType direction = FRIBIDI_PAR_ON; /* as the text's first strong character */
    FriBidiStrIndex count = (FriBidiStrIndex)length;
    fribidi_get_bidi_types(characters, count, types);
    fribidi_get_bracket_types(characters, count, types, brackets);
    if (fribidi_get_par_embedding_levels_ex(types, brackets, count, &direction, text->levels) ==
        0) {
        return false;
    }
    for (uint32_t i = 0; i < length; ++i) text->seen[i] = (FriBidiStrIndex)i;
    return fribidi_reorder_line(FRIBIDI_FLAGS_DEFAULT, types, count, 0, direction, text->levels,
                                NULL, text->seen) != 0;
}

static bool is_of_any_script(hb_script_t script) {
    return script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED ||
           script == HB_SCRIPT_UNKNOWN;
}

/* Spaces, digits and marks have the script of what stands before them, or else behind them. */
static void find_scripts(const uint32_t *characters, uint32_t length, itemised_text *text) {
    hb_unicode_funcs_t *unicode = hb_unicode_funcs_get_default();
    hb_script_t script = HB_SCRIPT_COMMON;
    for (uint32_t i = 0; i < length; ++i) {
        hb_script_t own = hb_unicode_script(unicode, characters[i]);
        if (!is_of_any_script(own)) script = own;
        text->scripts[i] = script;
    }
    for (uint32_t i = length; i-- > 0;) {
        if (text->scripts[i] == HB_SCRIPT_COMMON) text->scripts[i] = script;
        script = text->scripts[i];
    }
}

/* A face is kept as long as it has what follows in the same script: a word of Arabic whose letters
 * came from two faces would not be joined. */
static void find_faces(const text_faces *faces, const uint32_t *characters, uint32_t length,
                       itemised_text *text) {
    uint32_t end;
    for (uint32_t start = 0; start < length; start = end) {
        uint32_t face;
        for (end = start + 1; end < length && text_is_attached(characters, end);) ++end;
        if (start > 0 && text->scripts[start] == text->scripts[start - 1] &&
            has_all(&faces->items[text->faces[start - 1]], characters, start, end)) {
            face = text->faces[start - 1];
        } else {
            face = find_face(faces, characters, start, end);
        }
        for (uint32_t i = start; i < end; ++i) text->faces[i] = face;
    }
}

static void find_runs(uint32_t length, itemised_text *text) {
    text->run_count = 0;
    for (uint32_t i = 0; i < length; ++i) {
        if (i == 0 || text->levels[i] != text->levels[i - 1] ||
            text->scripts[i] != text->scripts[i - 1] || text->faces[i] != text->faces[i - 1]) {
            text->runs[text->run_count].start = i;
            text->runs[text->run_count++].length = 0;
        }
        ++text->runs[text->run_count - 1].length;
        text->run_of[i] = text->run_count - 1;
    }
}

/* --- Glyphs --- */

static void add_glyphs(const text_face *face, uint32_t index, hb_buffer_t *buffer,
                       shaped_text *out) {
    unsigned count;
    const hb_glyph_info_t *infos = hb_buffer_get_glyph_infos(buffer, &count);
    const hb_glyph_position_t *places = hb_buffer_get_glyph_positions(buffer, NULL);
    double scale = (face != NULL ? face->scale : 1.0) / 64.0;
    for (unsigned i = 0; i < count && out->count < MOST_GLYPHS; ++i) {
        text_glyph *glyph = &out->glyphs[out->count++];
        glyph->face = index;
        glyph->glyph = infos[i].codepoint;
        glyph->x = out->width + places[i].x_offset * scale;
        glyph->y = places[i].y_offset * scale;
        out->width += places[i].x_advance * scale;
        if (infos[i].codepoint == 0) ++out->missing;
    }
}

static bool shape_run(text_faces *faces, const uint32_t *characters, uint32_t length,
                      const itemised_text *text, const text_run *run, uint32_t size,
                      shaped_text *out) {
    uint32_t index = text->faces[run->start];
    text_face *face = text_face_use(faces, index, size);
    if (face == NULL) { /* a file that has gone, or is broken */
        out->missing += run->length;
        out->width += (double)size * run->length / 2.0;
        return true;
    }
    hb_buffer_clear_contents(faces->buffer);
    hb_buffer_add_codepoints(faces->buffer, characters, (int)length, run->start, (int)run->length);
    hb_buffer_set_script(faces->buffer, text->scripts[run->start]);
    hb_buffer_set_direction(faces->buffer, FRIBIDI_LEVEL_IS_RTL(text->levels[run->start])
                                               ? HB_DIRECTION_RTL
                                               : HB_DIRECTION_LTR);
    if (!hb_buffer_allocation_successful(faces->buffer)) return false;
    hb_shape(face->shaper, faces->buffer, NULL, 0);
    add_glyphs(face, index, faces->buffer, out);
    return true;
}

bool text_shape(text_faces *faces, const uint32_t *characters, uint32_t length, uint32_t size,
                shaped_text *out) {
    itemised_text text;
    out->count = 0;
    out->width = 0.0;
    out->missing = 0;
    if (length == 0) return true;
    if (!find_levels(characters, length, &text)) return false;
    find_scripts(characters, length, &text);
    find_faces(faces, characters, length, &text);
    find_runs(length, &text);
    for (uint32_t i = 0; i < length; ++i) { /* from the left; a run's characters lie together */
        uint32_t run = text.run_of[text.seen[i]];
        if (i > 0 && text.run_of[text.seen[i - 1]] == run) continue;
        if (!shape_run(faces, characters, length, &text, &text.runs[run], size, out)) return false;
    }
    return true;
}
