/*
 * text.h: UTF-8, a bounded text writer, escaping for terminals, file names and JSON, small string
 * helpers.
 *
 * Nothing here allocates, prints, keeps state or asks the locale: the same input gives the same
 * bytes everywhere. Text from a file is untrusted; every function takes any bytes, also NULs and
 * invalid UTF-8. A vrm_string whose data is NULL counts as empty. Sources never overlap the memory
 * that is written.
 */
#ifndef VRMI_BASE_TEXT_H
#define VRMI_BASE_TEXT_H

#include "base/private_api.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vrm/base.h"

/* --- UTF-8 (ER-017). Strict: no overlong forms, surrogates, or code points above U+10FFFF. --- */

/* What vrmi_utf8_decode gives for bytes that are no UTF-8; a U+FFFD of the text itself differs. */
#define VRMI_UTF8_INVALID UINT32_MAX

/* U+FFFD, which stands in for invalid bytes, in UTF-8. */
#define VRMI_UTF8_REPLACEMENT "\xEF\xBF\xBD"

/* Whether all of the text is valid. `out_error_offset` (may be NULL) is set to where the first
 * invalid sequence starts, or to `length` where there is none. */
VRMI_API bool vrmi_utf8_is_valid(const char *text, size_t length, size_t *out_error_offset);

/* The length, 1 to 4, of the valid sequence at the start of the text; 0 if the text is empty or
 * starts with an invalid or incomplete one. */
size_t vrmi_utf8_step(const char *text, size_t length);

/*
 * Decodes the start of the text and returns how many bytes that took: 1 to 4, and 0 only if the
 * text is empty. Where the bytes are invalid, the code point is VRMI_UTF8_INVALID and the length
 * (1 to 3) that of the maximal subpart, so that one U+FFFD for each such call is the practice that
 * Unicode recommends (chapter 3, "U+FFFD Substitution of Maximal Subparts").
 */
VRMI_API size_t vrmi_utf8_decode(const char *text, size_t length, uint32_t *out_code_point);

/*
 * Copies the text with every maximal invalid subpart replaced by U+FFFD. Returns the length of the
 * result without its NUL (at most 3 * length; SIZE_MAX if that does not fit a size_t). The result
 * and a NUL are written only if the returned length is less than `capacity`; otherwise nothing is
 * written, so that a first call with NULL and 0 measures.
 */
size_t vrmi_utf8_mend(const char *text, size_t length, char *out, size_t capacity);

/* --- The writer --- */

/*
 * Appends to the caller's memory. `data` holds a NUL after `length` bytes at all times, unless
 * `capacity` is 0. What does not fit is cut, `truncated` is set, and from then on appending does
 * nothing: a text never misses its middle. The cut never splits a UTF-8 sequence, also one that
 * came in several calls. Numbers and escapes are written whole or not at all, as half a number is
 * a wrong number.
 */
typedef struct vrmi_text {
    char *data;
    size_t capacity; /* with the NUL */
    size_t length;   /* without the NUL */
    bool truncated;
} vrmi_text;

/* An empty text in `data`, which may be NULL (then the capacity counts as 0). */
VRMI_API vrmi_text vrmi_text_make(char *data, size_t capacity);

VRMI_API void vrmi_text_append(vrmi_text *text, const char *c_string); /* NULL appends nothing */
VRMI_API void vrmi_text_append_bytes(vrmi_text *text, const char *bytes, size_t length);
VRMI_API void vrmi_text_append_string(vrmi_text *text, vrm_string string);
VRMI_API void vrmi_text_append_i64(vrmi_text *text, int64_t value);
VRMI_API void vrmi_text_append_u64(vrmi_text *text, uint64_t value);

/* With a comma between groups of three digits: "1,234,567". */
VRMI_API void vrmi_text_append_grouped(vrmi_text *text, uint64_t value);

/* Lower case, no prefix, padded with zeros to `min_digits` (16 at most). */
void vrmi_text_append_hex(vrmi_text *text, uint64_t value, unsigned min_digits);

/*
 * The shortest decimal that reads back as the same float (at most 9 significant digits) or double
 * (17), and of those the nearest to the value; laid out as ECMAScript does: "0.1", "-2.5", "100",
 * "1e-7", "1.5e+21", plain from 1e-6 to below 1e21. Unlike there, negative zero is "-0". These are
 * JSON numbers; the others are "nan", "inf" and "-inf", and are not: a JSON writer checks first.
 */
VRMI_API void vrmi_text_append_float(vrmi_text *text, float value);
void vrmi_text_append_double(vrmi_text *text, double value);

/*
 * Appends text from a file so that it is harmless and wholly visible on a terminal, on one line.
 * Written as \x1b (ASCII controls, and each byte that is no UTF-8) or \u{202e} (the others):
 *   - controls C0, DEL and C1, which a terminal obeys;
 *   - bidirectional controls, which show text in another order than it has;
 *   - line and paragraph separators, noncharacters;
 *   - invisible format characters, which hide text or make two names look the same: soft hyphen,
 *     zero-width space, word joiner, byte order mark, tags (U+E0000 …; the flags of England,
 *     Scotland and Wales are the price) and the like.
 * All else stays as it is, the backslash too: the result is for eyes, not for reading back. Kept
 * although invisible: U+200C and U+200D, as Persian and the Indic scripts are misspelt without
 * them, and emoji fall apart; and variation selectors, which Japanese names and emoji need.
 *
 * At most `max_bytes` are appended. A longer text is cut after a whole character or escape and ends
 * in "…" (3 bytes of the limit; if not even that fits, nothing is appended). The writer's own room
 * is a limit in the same way, and sets `truncated` when it cuts.
 */
VRMI_API void vrmi_text_append_printable(vrmi_text *text, vrm_string string, size_t max_bytes);

/*
 * A JSON string with its quotes. Escaped besides what JSON demands: all that
 * vrmi_text_append_printable escapes, so that our output can be shown raw; a reader gets the same
 * text. Invalid UTF-8 becomes U+FFFD. A truncated text has no closing quote.
 */
VRMI_API void vrmi_text_append_json_string(vrmi_text *text, vrm_string string);

/* One token of a JSON pointer (RFC 6901), without the slash before it: "~" becomes "~0" and "/"
 * becomes "~1". Other bytes are copied as they are; escape the whole pointer where it is shown. */
VRMI_API void vrmi_text_append_pointer_token(vrmi_text *text, vrm_string token);

/* --- File names --- */

/* 255 bytes, and the NUL (ER-003). */
#define VRMI_TEXT_FILE_NAME_CAPACITY 256

/*
 * Makes a name from a file (a title, an author, a texture) into one safe component of a path on any
 * system (ER-003), in `out`; the name itself stays as it is (ER-004). Returns the length without
 * the NUL, always less than `capacity` (0 writes nothing). In this order:
 *   - each of \ / : * ? " < > | becomes "+";
 *   - what vrmi_text_append_printable escapes is dropped: the ASCII controls as ER-003 says, and
 *     also those that would disguise an extension ("exe.gpj" shown backwards);
 *   - each maximal invalid subpart of UTF-8 becomes U+FFFD;
 *   - the text is cut to the capacity after a whole character;
 *   - trailing dots and spaces go, so "." and ".." are empty;
 *   - an empty name becomes "unnamed";
 *   - a device name of Windows (CON, PRN, AUX, NUL, COM0-9, LPT0-9, also with a superscript digit,
 *     CONIN$, CONOUT$; any case, alone or before an extension) gets a "+" in front.
 * Applying it again changes nothing. Two names may become the same one: whoever writes several
 * files checks. To add an extension, pass a capacity smaller by its length, then append it: it
 * cannot undo the above.
 */
size_t vrmi_text_file_name(vrm_string name, char *out, size_t capacity);

/* --- Small string helpers --- */

/* The text up to its NUL; NULL gives the empty string. Cut at UINT32_MAX bytes. */
VRMI_API vrm_string vrmi_string_from(const char *c_string);

/* NULL counts as empty. */
VRMI_API bool vrmi_string_equals(vrm_string string, const char *c_string);
VRMI_API bool vrmi_string_equals_no_case(vrm_string string, const char *c_string);

/* Negative, 0 or positive, by unsigned bytes. The second takes A-Z as a-z, and folds nothing else.
 */
VRMI_API int vrmi_string_compare(vrm_string a, vrm_string b);
VRMI_API int vrmi_string_compare_no_case(vrm_string a, vrm_string b);

/* One or more ASCII digits and nothing else; leading zeros are allowed. False, with `*out`
 * untouched, for anything else and for values above UINT64_MAX. */
VRMI_API bool vrmi_parse_u64(vrm_string string, uint64_t *out);

#endif
