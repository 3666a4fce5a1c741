/* What is wrong with a file, for people: equal diagnostics together, the worst first. */
#ifndef VRM_KIT_DIAGNOSTICS_H
#define VRM_KIT_DIAGNOSTICS_H

#include <stdbool.h>
#include <stdio.h>
#include <vrm/report.h>

/* Diagnostics of one code and severity, in the order of the report. */
typedef struct diagnostic_group {
    const vrm_diagnostic *const *items;
    uint32_t count;
    bool has_one_message; /* all of them say the same, at different places */
} diagnostic_group;

/* Groups by severity (errors first), then by impact (visible first), then as they were found. */
typedef struct diagnostic_groups {
    diagnostic_group *groups;
    uint32_t count;
    const vrm_diagnostic **items; /* of all groups */
} diagnostic_groups;

/* Without memory there are no groups. They point into the report. */
diagnostic_groups group_diagnostics(const vrm_report *report);
/* The same of a list. */
diagnostic_groups group_list(const vrm_diagnostic *const *list, uint32_t count);
void release_groups(diagnostic_groups *groups);

/* "error", "warning" or "note", and who will notice it, in the language of the process. */
const char *severity_word(vrm_severity severity);
const char *impact_words(vrm_impact impact);
/* The kind of the element that a diagnostic is about (vrm_diagnostic.subject). */
const char *subject_word(const char *subject);

/* What is concerned and what is wrong with it: `spring "ponytail": node 22 …`. Returns `out`. */
const char *diagnostic_line(const vrm_diagnostic *diagnostic, char *out, size_t capacity);

/* All diagnostics of a report, grouped, each with its places, its impact and its remedy. */
void print_report(FILE *stream, const vrm_report *report);

/* The same of groups; `unseen`: how many more there were that nothing holds. */
void print_groups(FILE *stream, const diagnostic_groups *groups, uint64_t unseen);

/* Whether a diagnostic of the report will be seen on the avatar. */
bool has_visible_diagnostics(const vrm_report *report);

/* For commands that have other things to show: one line that says how many diagnostics will be seen
 * on the avatar, and their codes; nothing where there are none. */
void print_report_briefly(FILE *stream, const char *path, const vrm_report *report);

#endif
