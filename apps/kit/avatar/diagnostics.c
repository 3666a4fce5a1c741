#include "diagnostics.h"
#include "apps/kit/options/help.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"
#include "open.h"

#include <stdlib.h>
#include <string.h>

/* MAX_SHOWN: how many diagnostics of a group are shown; the others are counted. */
enum { MAX_SHOWN = 3, MAX_LINE = 1024, MAX_CODES = 5 };

/* --- Groups --- */

static bool belongs_together(const vrm_diagnostic *a, const vrm_diagnostic *b) {
    return a->severity == b->severity && strcmp(a->code, b->code) == 0;
}

static int compare_groups(const void *a, const void *b) {
    const diagnostic_group *one = a, *other = b;
    const vrm_diagnostic *first = one->items[0], *second = other->items[0];
    if (first->severity != second->severity) return second->severity - first->severity;
    if (first->impact != second->impact) return first->impact - second->impact;
    /* Groups stand in `items` in the order in which they were found. */
    return one->items < other->items ? -1 : one->items > other->items;
}

/* Moves the diagnostics of one code to `out`; the places that they had are empty afterwards. */
static uint32_t take_group(const vrm_diagnostic **left, uint32_t count, const vrm_diagnostic **out,
                           bool *has_one_message) {
    const vrm_diagnostic *first = left[0];
    uint32_t taken = 0;
    *has_one_message = true;
    for (uint32_t i = 0; i < count; ++i) {
        if (left[i] == NULL || !belongs_together(first, left[i])) continue;
        if (strcmp(first->message, left[i]->message) != 0) *has_one_message = false;
        out[taken++] = left[i];
        left[i] = NULL;
    }
    return taken;
}

diagnostic_groups group_list(const vrm_diagnostic *const *list, uint32_t count) {
    uint32_t used = 0;
    diagnostic_groups groups = {NULL, 0, NULL};
    const vrm_diagnostic **left = calloc((size_t)count + 1, sizeof(const vrm_diagnostic *));
    groups.groups = calloc((size_t)count + 1, sizeof *groups.groups);
    groups.items = calloc((size_t)count + 1, sizeof(const vrm_diagnostic *));
    if (left == NULL || groups.groups == NULL || groups.items == NULL) {
        free(left);
        release_groups(&groups);
        return groups;
    }
    for (uint32_t i = 0; i < count; ++i) left[i] = list[i];
    for (uint32_t i = 0; i < count; ++i) {
        diagnostic_group *group = &groups.groups[groups.count];
        if (left[i] == NULL) continue;
        group->items = groups.items + used;
        group->count =
            take_group(left + i, count - i, groups.items + used, &group->has_one_message);
        used += group->count;
        groups.count += 1;
    }
    free(left);
    if (groups.count > 1) {
        qsort(groups.groups, groups.count, sizeof groups.groups[0], compare_groups);
    }
    return groups;
}

/* A report has no more than `max_diagnostics`, 256 by default, and fewer codes. */
diagnostic_groups group_diagnostics(const vrm_report *report) {
    uint32_t count = vrm_report_count(report);
    const vrm_diagnostic **list = calloc((size_t)count + 1, sizeof(const vrm_diagnostic *));
    diagnostic_groups groups = {NULL, 0, NULL};
    if (list == NULL) return groups;
    for (uint32_t i = 0; i < count; ++i) list[i] = vrm_report_get(report, i);
    groups = group_list(list, count);
    free(list);
    return groups;
}

void release_groups(diagnostic_groups *groups) {
    free(groups->groups);
    free(groups->items);
    memset(groups, 0, sizeof *groups);
}

/* --- Words --- */

const char *severity_word(vrm_severity severity) {
    static const char *const words[] = {SAY("note"), SAY("warning"), SAY("error")};
    return say(words[severity]);
}

const char *impact_words(vrm_impact impact) {
    static const char *const words[] = {SAY("visible on the avatar"),
                                        SAY("other applications may behave differently"),
                                        SAY("for exporter developers")};
    return say(words[impact]);
}

const char *subject_word(const char *subject) {
    static const char *const words[] = {
        SAY("node"),        SAY("material"),       SAY("mesh"),       SAY("image"),
        SAY("texture"),     SAY("skin"),           SAY("animation"),  SAY("accessor"),
        SAY("buffer view"), SAY("buffer"),         SAY("sampler"),    SAY("scene"),
        SAY("camera"),      SAY("bone"),           SAY("expression"), SAY("spring"),
        SAY("collider"),    SAY("collider group"),
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; ++i) {
        if (strcmp(words[i], subject) == 0) return say(words[i]);
    }
    return subject;
}

/* A subject with its name or its index, and `what` of it. */
static const char *with_subject(const vrm_diagnostic *diagnostic, const char *what, char *out,
                                size_t capacity) {
    char index[16];
    const char *arguments[3] = {subject_word(diagnostic->subject), diagnostic->subject_name, what};
    if (diagnostic->subject_name[0] != '\0') {
        return say_into(out, capacity, SAY("{1} \"{2}\": {3}"), arguments, 3);
    }
    if (diagnostic->subject[0] != '\0' && diagnostic->subject_index != VRM_NONE) {
        snprintf(index, sizeof index, "%d", diagnostic->subject_index);
        arguments[1] = index;
        return say_into(out, capacity, SAY("{1} {2}: {3}"), arguments, 3);
    }
    return say_into(out, capacity, "{3}", arguments, 3);
}

const char *diagnostic_line(const vrm_diagnostic *diagnostic, char *out, size_t capacity) {
    char message[MAX_LINE];
    say_message(diagnostic, message, sizeof message);
    return with_subject(diagnostic, message, out, capacity);
}

/* --- Printing --- */

/* Where clauses of a diagnostic begin, and its places. */
enum { CLAUSE_COLUMNS = 11, MEMBER_COLUMNS = 13 };

static const char *number_text(uint64_t number, char out[32]) { return with_commas(number, out); }

static void print_rest(FILE *stream, const diagnostic_group *group) {
    char number[32];
    if (group->count <= MAX_SHOWN) return;
    fputs("             ", stream);
    say_to(stream, "and {1} more", number_text(group->count - MAX_SHOWN, number));
    fputs("\n", stream);
}

/* The places of diagnostics that all say the same; what is there, by name, unless the line above
 * has said it. */
static void print_places(FILE *stream, const diagnostic_group *group) {
    for (uint32_t i = 0; i < group->count && i < MAX_SHOWN; ++i) {
        const vrm_diagnostic *item = group->items[i];
        char line[MAX_LINE];
        if (item->pointer[0] == '\0') continue;
        fputs("             ", stream);
        print_fitted(stream,
                     group->count == 1 ? item->pointer
                                       : with_subject(item, item->pointer, line, sizeof line),
                     MEMBER_COLUMNS, MEMBER_COLUMNS + 2);
    }
    print_rest(stream, group);
}

/* Diagnostics that differ, each with its place. */
static void print_members(FILE *stream, const diagnostic_group *group) {
    char line[MAX_LINE], text[2 * MAX_LINE];
    for (uint32_t i = 0; i < group->count && i < MAX_SHOWN; ++i) {
        const vrm_diagnostic *item = group->items[i];
        const bool has_pointer = item->pointer[0] != '\0';
        snprintf(text, sizeof text, "%s%s%s%s", diagnostic_line(item, line, sizeof line),
                 has_pointer ? " (" : "", item->pointer, has_pointer ? ")" : "");
        fputs("             ", stream);
        print_fitted(stream, text, MEMBER_COLUMNS, MEMBER_COLUMNS + 2);
    }
    print_rest(stream, group);
}

/* "impact: …" below a diagnostic. */
static void print_clause(FILE *stream, const char *sentence, const char *argument) {
    char text[2 * MAX_LINE];
    say_into(text, sizeof text, sentence, &argument, 1);
    fputs("           ", stream);
    print_fitted(stream, text, CLAUSE_COLUMNS, CLAUSE_COLUMNS + 2);
}

/* What a group says, and its code: "2 × pose-thumb" if its messages differ. */
static void write_title(const diagnostic_group *group, char *out, size_t capacity) {
    const vrm_diagnostic *first = group->items[0];
    char line[MAX_LINE], number[32], title[2 * MAX_LINE];
    const char *arguments[2] = {number_text(group->count, number), line};
    if (group->count > 1 && !group->has_one_message) {
        arguments[1] = first->code;
        say_into(out, capacity, SAY("{1} × {2}"), arguments, 2);
        return;
    }
    if (group->count == 1) {
        snprintf(title, sizeof title, "%s", diagnostic_line(first, line, sizeof line));
    } else {
        say_message(first, line, sizeof line);
        say_into(title, sizeof title, SAY("{1} × {2}"), arguments, 2);
    }
    snprintf(out, capacity, "%s [%s]", title, first->code);
}

static void print_group(FILE *stream, const diagnostic_group *group) {
    static const console_style styles[] = {STYLE_LABEL, STYLE_WARNING, STYLE_ERROR};
    const vrm_diagnostic *first = group->items[0];
    const console_style style = styles[first->severity];
    const char *remedy = say_remedy(first);
    char title[3 * MAX_LINE];
    fprintf(stream, "  %s", style_on(stream, style));
    print_columns(stream, severity_word(first->severity), 7, ALIGN_LEFT);
    fprintf(stream, "%s  ", style_off(stream, style));
    write_title(group, title, sizeof title);
    print_fitted(stream, title, CLAUSE_COLUMNS, CLAUSE_COLUMNS);
    if (group->count == 1 || group->has_one_message) {
        print_places(stream, group);
    } else {
        print_members(stream, group);
    }
    print_clause(stream, SAY("impact: {1}"), impact_words(first->impact));
    if (remedy[0] != '\0') print_clause(stream, SAY("remedy: {1}"), remedy);
}

void print_groups(FILE *stream, const diagnostic_groups *groups, uint64_t unseen) {
    char number[32];
    for (uint32_t i = 0; i < groups->count; ++i) print_group(stream, &groups->groups[i]);
    if (unseen > 0) {
        fputs("  ", stream);
        say_to(stream, "not shown: {1}", number_text(unseen, number));
        fputs("\n", stream);
    }
    if (groups->count != 0) {
        fputs("  ", stream);
        say_to(stream, "For details: vrm explain {1}", groups->groups[0].items[0]->code);
        fputs("\n", stream);
    }
}

static uint64_t count_found(const vrm_report *report) {
    uint64_t all = 0;
    for (int i = VRM_SEVERITY_NOTE; i <= VRM_SEVERITY_ERROR; ++i) {
        all += vrm_report_found(report, (vrm_severity)i);
    }
    return all;
}

void print_report(FILE *stream, const vrm_report *report) {
    diagnostic_groups groups = group_diagnostics(report);
    if (groups.count > 0) fputs("\n", stream);
    print_groups(stream, &groups, count_found(report) - vrm_report_count(report));
    release_groups(&groups);
}

bool has_visible_diagnostics(const vrm_report *report) {
    for (uint32_t i = 0; i < vrm_report_count(report); ++i) {
        if (vrm_report_get(report, i)->impact == VRM_IMPACT_VISIBLE) return true;
    }
    return false;
}

/* The codes of diagnostics that will be seen, the first few of them. Returns how many will be. */
static uint64_t list_visible(const diagnostic_groups *groups, char *out, size_t capacity) {
    uint64_t visible = 0;
    uint32_t codes = 0;
    size_t length = 0;
    out[0] = '\0';
    for (uint32_t i = 0; i < groups->count; ++i) {
        const diagnostic_group *group = &groups->groups[i];
        if (group->items[0]->impact != VRM_IMPACT_VISIBLE) continue;
        visible += group->count;
        if (codes++ < MAX_CODES) {
            length += (size_t)snprintf(out + length, capacity - length, "%s%s",
                                       codes > 1 ? ", " : "", group->items[0]->code);
        }
    }
    if (codes > MAX_CODES) snprintf(out + length, capacity - length, ", …");
    return visible;
}

void print_report_briefly(FILE *stream, const char *path, const vrm_report *report) {
    diagnostic_groups groups;
    char codes[MAX_LINE], name[MAX_LINE], number[32], line[4 * MAX_LINE];
    const char *arguments[3] = {name, number, codes};
    if (!has_visible_diagnostics(report)) return;
    groups = group_diagnostics(report);
    number_text(list_visible(&groups, codes, sizeof codes), number);
    release_groups(&groups);
    vrm_string_printable(from_text(path), name, sizeof name);
    say_into(line, sizeof line,
             SAY("{1}: {2} problems are visible on the avatar ({3}); vrm info lists them"),
             arguments, 3);
    fflush(stdout);
    fprintf(stream, "%s\n", line); /* in one call: threads do not mix their lines */
}
