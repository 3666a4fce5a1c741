/* The public face of text.h. */
#include "base/text.h"

static vrm_string make_string(const char *text, size_t length) {
    vrm_string string = {"", 0};
    if (text == NULL) return string;
    string.data = text;
    string.length = length < UINT32_MAX ? (uint32_t)length : UINT32_MAX;
    return string;
}

size_t vrm_text_to_printable(const char *text, size_t length, char *out, size_t capacity) {
    vrm_string string = make_string(text, length);
    vrmi_text printable = vrmi_text_make(out, capacity);
    vrmi_text_append_printable(&printable, string, SIZE_MAX);
    return printable.length;
}

size_t vrm_text_to_file_name(const char *text, size_t length, char *out, size_t capacity) {
    if (out == NULL || capacity == 0) return 0;
    if (capacity > VRMI_TEXT_FILE_NAME_CAPACITY) capacity = VRMI_TEXT_FILE_NAME_CAPACITY;
    return vrmi_text_file_name(make_string(text, length), out, capacity);
}
