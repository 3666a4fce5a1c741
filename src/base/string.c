/* The public face of text.h. */
#include "base/text.h"

size_t vrm_string_printable(vrm_string string, char *out, size_t capacity) {
    vrmi_text text = vrmi_text_make(out, capacity);
    vrmi_text_append_printable(&text, string, SIZE_MAX);
    return text.length;
}

size_t vrm_string_file_name(vrm_string string, char *out, size_t capacity) {
    if (out == NULL || capacity == 0) return 0;
    if (capacity > VRMI_TEXT_FILE_NAME_CAPACITY) capacity = VRMI_TEXT_FILE_NAME_CAPACITY;
    return vrmi_text_file_name(string, out, capacity);
}
