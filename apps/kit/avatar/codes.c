#include "codes.h"
#include "apps/kit/options/options.h"
#include "notes.h"

#include <string.h>
#include <vrm/author/check.h>

uint32_t code_count(void) { return vrm_author_diagnostic_info_count() + TOOL_DIAGNOSTIC_COUNT; }

const vrm_diagnostic_info *get_code(uint32_t index) {
    uint32_t count = vrm_author_diagnostic_info_count();
    return index < count ? vrm_author_diagnostic_info_get(index)
                         : tool_diagnostic_info((tool_diagnostic)(index - count));
}

const vrm_diagnostic_info *find_code(const char *code) {
    for (uint32_t i = 0; i < code_count(); ++i) {
        if (strcmp(get_code(i)->code, code) == 0) return get_code(i);
    }
    return NULL;
}

const char *nearest_code(const char *text) {
    const char *best = NULL;
    int least = NAME_IS_FAR;
    for (uint32_t i = 0; i < code_count(); ++i) {
        int far = name_farness(text, strlen(text), get_code(i)->code);
        if (far >= least) continue;
        least = far;
        best = get_code(i)->code;
    }
    return best;
}
