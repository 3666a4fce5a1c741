/* One line of JSON for each file. */
#include "apps/kit/record.h"
#include "check_file.h"

#include <string.h>

static const char *fail_on_word(int fail_on) {
    return fail_on == FAIL_NEVER ? "never" : record_severity((vrm_severity)fail_on);
}

bool check_print_json(const check_found *found, const check_options *chosen) {
    json_line line;
    record_begin(&line, "check", found->path);
    record_result(&line, found->notes);
    json_flag(&line, "passed", found->passes);
    json_word(&line, "fail_on", fail_on_word(chosen->fail_on));
    json_unsigned(&line, "ignored", found->ignored);
    record_counts(&line, found->counts);
    json_array(&line, "diagnostics");
    for (uint32_t i = 0; i < found->count; ++i) record_diagnostic(&line, found->items[i]);
    json_close(&line);
    return json_print(&line);
}
