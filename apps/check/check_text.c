/* Text for people: the file, its diagnostics, the worst first, and a summary of all files. */
#include "apps/kit/avatar/diagnostics.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/options/help.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"
#include "check_fix.h"

#include <stdio.h>
#include <string.h>

enum { LIST_COLUMNS = 4 };

/* --- A file without an avatar --- */

static void print_lack(const char *text) {
    fputs("  - ", stdout);
    print_wrapped(stdout, text, LIST_COLUMNS, LIST_COLUMNS);
}

static void print_paragraph(const char *text) {
    fputs("  ", stdout);
    print_wrapped(stdout, text, 2, 2);
}

/* Somebody has the wrong file, or does not know what makes a model an avatar. */
static void print_lacks(void) {
    print_paragraph(say("This is a glTF file, but not a VRM. It lacks:"));
    print_lack(say("the extension VRMC_vrm (VRM 1.0) or VRM (VRM 0.x), which contains the rest"));
    print_lack(say("the humanoid: the nodes of the 15 required bones, from hips and spine to head, "
                   "hands and feet"));
    print_lack(say("the meta: name, authors and license"));
    print_paragraph(
        say("If the model has a skeleton, vrm make, the VRM Add-on for Blender or UniVRM for Unity "
            "can build a VRM from it. VRoid Studio exports VRM directly."));
}

/* --- A file --- */

static bool lacks_avatar(const check_found *found) {
    const vrm_diagnostic *failure = vrm_report_failure(found->notes->report);
    return failure != NULL && strcmp(failure->code, "no-vrm") == 0;
}

static uint64_t count_all(const uint64_t counts[3]) { return counts[0] + counts[1] + counts[2]; }

static void print_title(const char *path) {
    fputs(style_on(stdout, STYLE_TITLE), stdout);
    print_name(stdout, from_text(path), 400, 0);
    fputs(style_off(stdout, STYLE_TITLE), stdout);
}

/* --- The profile --- */

static void print_row(const budget_row *row) {
    console_style style = budget_is_over(row) ? STYLE_WARNING : STYLE_PLAIN;
    char number[32];
    fputs("  ", stdout);
    fputs(style_on(stdout, style), stdout);
    print_columns(stdout, budget_is_over(row) ? say("over") : say("ok"), 8, ALIGN_LEFT);
    print_columns(stdout, with_commas(row->value, number), 14, ALIGN_RIGHT);
    fputs(" / ", stdout);
    print_columns(stdout, with_commas(row->limit, number), 14, ALIGN_LEFT);
    fputs(say_words(measure_words(row->which)), stdout);
    fputs(style_off(stdout, style), stdout);
    fputs("\n", stdout);
}

/* Value and limit of all that the profile limits. */
static void print_budget(const budget *budget) {
    char title[200];
    vrm_string_printable(from_text(budget->profile->title[0] != '\0' ? budget->profile->title
                                                                     : budget->profile->name),
                         title, sizeof title);
    fputs("  ", stdout);
    say_to(stdout, "compared with the limits of {1}", title);
    fputs("\n", stdout);
    for (uint32_t i = 0; i < budget->count; ++i) print_row(&budget->rows[i]);
}

static void print_diagnostics(const check_found *found) {
    diagnostic_groups groups = group_list(found->items, found->count);
    print_groups(stdout, &groups, count_all(found->counts) - found->count);
    release_groups(&groups);
}

void check_print_text(const check_found *found) {
    if (found->notes->was_said) return;
    print_title(found->path);
    if (found->count == 0) {
        fputs(say(": "), stdout);
        fputs(say("no problems found"), stdout);
        fputs("\n", stdout);
        if (found->fixed != NULL) fix_print_text(found->fixed);
        if (found->budgets != NULL) print_budget(found->budgets);
        return;
    }
    fputs("\n", stdout);
    if (found->fixed != NULL) fix_print_text(found->fixed);
    print_diagnostics(found);
    if (found->budgets != NULL) print_budget(found->budgets);
    if (lacks_avatar(found)) {
        print_lacks();
    } else if (!found->was_checked) {
        print_paragraph(say("The file cannot be loaded. Nothing else was checked."));
    }
    fputs("\n", stdout);
}

/* --- All files --- */

/* "2 errors, 5 warnings, 1 note". */
static void write_counts(const uint64_t counts[3], char *out, size_t capacity) {
    static const char *const words[3][2] = {
        {SAY("{1} note"), SAY("{1} notes")},
        {SAY("{1} warning"), SAY("{1} warnings")},
        {SAY("{1} error"), SAY("{1} errors")},
    };
    static const console_style styles[] = {STYLE_LABEL, STYLE_WARNING, STYLE_ERROR};
    size_t used = 0;
    for (int i = VRM_SEVERITY_ERROR; i >= VRM_SEVERITY_NOTE; --i) {
        char number[32], shown[96];
        const char *argument = with_commas(counts[i], number);
        if (counts[i] == 0) continue;
        say_into(shown, sizeof shown, words[i][counts[i] != 1], &argument, 1);
        used += (size_t)snprintf(out + used, capacity - used, "%s%s%s%s", used > 0 ? say(", ") : "",
                                 style_on(stdout, styles[i]), shown, style_off(stdout, styles[i]));
    }
    if (used == 0) snprintf(out, capacity, "%s", say("no errors and no warnings"));
}

static void print_clause(const char *text, uint64_t number) {
    char shown[32];
    if (number == 0) return;
    fputs(say("; "), stdout);
    say_to(stdout, text, with_commas(number, shown));
}

void check_print_totals(const check_totals *totals) {
    char counts[512], number[32], files[64];
    const char *argument = with_commas(totals->files, number);
    if (totals->files == 0) return;
    write_counts(totals->counts, counts, sizeof counts);
    say_into(files, sizeof files, totals->files == 1 ? SAY("{1} file") : SAY("{1} files"),
             &argument, 1);
    say_to(stdout, "{1} in {2}", counts, files);
    if (totals->files > 1) print_clause(SAY("files without problems: {1}"), totals->clean);
    print_clause(SAY("files that could not be used: {1}"), totals->unusable);
    print_clause(SAY("ignored diagnostics: {1}"), totals->ignored);
    print_clause(SAY("diagnostics accepted by the baseline: {1}"), totals->accepted);
    fputs("\n", stdout);
}
