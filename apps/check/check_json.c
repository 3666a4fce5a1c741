/* One line of JSON for each file. */
#include "apps/kit/avatar/record.h"
#include "check_fix.h"

#include <string.h>

static const char *fail_on_word(int fail_on) {
    return fail_on == FAIL_NEVER ? "never" : record_severity((vrm_severity)fail_on);
}

static void add_budget(json_line *line, const budget *budget) {
    json_object(line, "budget");
    json_word(line, "profile", budget->profile->name);
    json_word(line, "source", budget->profile->source);
    json_word(line, "read", budget->profile->read);
    json_array(line, "limits");
    for (uint32_t i = 0; i < budget->count; ++i) {
        const budget_row *row = &budget->rows[i];
        json_object(line, NULL);
        json_word(line, "measure", measure_key(row->which));
        json_unsigned(line, "value", row->value);
        json_unsigned(line, "limit", row->limit);
        json_flag(line, "is_over", budget_is_over(row));
        json_close(line);
    }
    json_close(line);
    json_close(line);
}

bool check_print_json(const check_found *found, const check_options *chosen) {
    json_line line;
    record_begin(&line, "check", found->path);
    record_result(&line, found->notes);
    json_flag(&line, "passed", found->passes);
    json_word(&line, "fail_on", fail_on_word(chosen->fail_on));
    json_unsigned(&line, "ignored", found->ignored);
    json_unsigned(&line, "accepted", found->accepted);
    if (found->budgets != NULL) add_budget(&line, found->budgets);
    if (found->fixed != NULL) fix_print_json(&line, found->fixed);
    record_counts(&line, "diagnostic_counts", found->counts);
    json_array(&line, "diagnostics");
    for (uint32_t i = 0; i < found->count; ++i) record_diagnostic(&line, found->items[i]);
    json_close(&line);
    return json_print(&line);
}
