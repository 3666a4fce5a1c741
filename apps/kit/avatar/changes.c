#include "changes.h"
#include "apps/kit/options/help.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"

#include <stdio.h>
#include <string.h>

/* How many lines are shown of what a person should look at, and of the rest: a file may have a
 * million changes. */
enum { MOST_LINES = 200, MOST_OTHER_LINES = 12 };

static bool needs_a_look(vrm_change_kind kind) {
    return kind == VRM_CHANGE_GUESSED || kind == VRM_CHANGE_LOST || kind == VRM_CHANGE_NARROWED;
}

static const vrm_change_kind order[] = {VRM_CHANGE_GUESSED,   VRM_CHANGE_LOST, VRM_CHANGE_NARROWED,
                                        VRM_CHANGE_CONVERTED, VRM_CHANGE_SET,  VRM_CHANGE_ADDED,
                                        VRM_CHANGE_REMOVED};

static const char *heading(vrm_change_kind kind) {
    switch (kind) {
    case VRM_CHANGE_GUESSED:
        return say("guessed, please check:");
    case VRM_CHANGE_LOST:
        return say("dropped:");
    case VRM_CHANGE_NARROWED:
        return say("narrowed:");
    case VRM_CHANGE_CONVERTED:
        return say("converted:");
    case VRM_CHANGE_SET:
        return say("set:");
    case VRM_CHANGE_ADDED:
        return say("added:");
    default:
        return say("removed:");
    }
}

static bool is_same(const vrm_change *a, const vrm_change *b) {
    return a->kind == b->kind && strcmp(a->code, b->code) == 0 && strcmp(a->text, b->text) == 0;
}

enum { INDENT = 4 };

/* Text of a file, which is shown: printable, and not longer than a line or two. */
static const char *shown(const char *text, char *out, size_t capacity) {
    const vrm_string whole = {text, text != NULL ? (uint32_t)strlen(text) : 0};
    vrm_string_printable(whole, out, capacity);
    return out;
}

/* node 84 "Face", with all nodes below it */
static void say_node(const vrm_change *change, const change_detail *detail, char *out,
                     size_t capacity) {
    char name[120] = "";
    const char *number = strrchr(detail->pointer, '/') + 1;
    const char *arguments[2] = {number, name};
    if (detail->name != NULL) {
        char raw[100];
        snprintf(name, sizeof name, " \"%s\"", shown(detail->name, raw, sizeof raw));
    }
    if (strcmp(change->code, "node") == 0) {
        say_into(out, capacity, SAY("node {1}{2}, with all its descendants"), arguments, 2);
    } else {
        say_into(out, capacity, SAY("node {1}{2}, merged into its parent"), arguments, 2);
    }
}

/* /materials/0/name: "Skin" → "Porcelain" */
static void say_value(const vrm_change *change, const change_detail *detail, char *out,
                      size_t capacity) {
    char pointer[240], before[140] = "", after[140] = "";
    shown(change->from[0] != '\0' ? detail->pointer : change->to, pointer, sizeof pointer);
    if (detail->before != NULL) shown(detail->before, before, sizeof before);
    if (detail->after != NULL) shown(detail->after, after, sizeof after);
    snprintf(out, capacity, "%s%s%s%s%s", pointer,
             before[0] != '\0' || after[0] != '\0' ? ": " : "", before,
             before[0] != '\0' && after[0] != '\0' ? " → " : "", after);
}

static void print_detail(const vrm_change *change, const change_detail *detail) {
    char text[1024];
    if (strcmp(change->code, "value") == 0) {
        say_value(change, detail, text, sizeof text);
    } else {
        say_node(change, detail, text, sizeof text);
    }
    fputs("  - ", stdout);
    print_wrapped(stdout, text, INDENT, INDENT);
}

static void print_line(const vrm_change *change, uint64_t count) {
    char said[1024], text[2048], number[32];
    const char *sentence = say_change(change->text, said, sizeof said);
    if (count > 1) {
        const char *arguments[2] = {with_commas(count, number), sentence};
        say_into(text, sizeof text, SAY("{1} × {2}"), arguments, 2);
    } else if ((change->from[0] != '\0' || change->to[0] != '\0') &&
               strcmp(change->code, "make-bone") != 0) { /* whose pointer is its name again */
        snprintf(text, sizeof text, "%s (%s)", sentence,
                 change->to[0] != '\0' ? change->to : change->from);
    } else {
        snprintf(text, sizeof text, "%s", sentence);
    }
    fputs("  - ", stdout);
    print_wrapped(stdout, text, INDENT, INDENT);
}

/* A bone of vrm make that is no guess: these are only counted. */
static bool is_sure_bone(const vrm_change *change) {
    return change->kind == VRM_CHANGE_ADDED && strcmp(change->code, "make-bone") == 0;
}

static void print_bones(const vrm_written *file) {
    uint64_t all = 0, sure = 0;
    char number[32], guessed[32];
    for (uint32_t i = 0; i < vrm_written_change_count(file); ++i) {
        const vrm_change *change = vrm_written_change(file, i);
        all += strcmp(change->code, "make-bone") == 0;
        sure += is_sure_bone(change);
    }
    if (all == 0) return;
    if (sure == all) {
        say_to(stdout, "{1} bones, all sure", with_commas(all, number));
    } else {
        say_to(stdout, "{1} bones; {2} are guesses, listed above", with_commas(all, number),
               with_commas(all - sure, guessed));
    }
    fputs("\n", stdout);
}

static void print_kind(const vrm_written *file, const change_details *details,
                       vrm_change_kind kind) {
    const vrm_change *lines[MOST_LINES];
    const change_detail *of_lines[MOST_LINES];
    size_t next = 0;
    uint64_t counts[MOST_LINES] = {0}, left = 0;
    const bool has_details = details != NULL && details->count > 0;
    const uint32_t most = needs_a_look(kind) || has_details ? MOST_LINES : MOST_OTHER_LINES;
    uint32_t line_count = 0;
    char number[32];
    for (uint32_t i = 0; i < vrm_written_change_count(file); ++i) {
        const vrm_change *change = vrm_written_change(file, i);
        const change_detail *detail = change_details_next(details, change, &next);
        uint32_t at = 0;
        if (change->kind != kind || is_sure_bone(change)) continue;
        if (detail != NULL && detail->pointer == NULL) detail = NULL;
        while (at < line_count &&
               (detail != NULL || of_lines[at] != NULL || !is_same(lines[at], change))) {
            ++at;
        }
        if (at == most) {
            ++left;
            continue;
        }
        if (at == line_count) {
            of_lines[line_count] = detail;
            lines[line_count++] = change;
        }
        ++counts[at];
    }
    if (line_count == 0) return;
    printf("%s\n", heading(kind));
    for (uint32_t i = 0; i < line_count; ++i) {
        if (of_lines[i] != NULL) {
            print_detail(lines[i], of_lines[i]);
        } else {
            print_line(lines[i], counts[i]);
        }
    }
    if (left > 0) {
        fputs("  ", stdout);
        say_to(stdout, "and {1} more, which --json lists", with_commas(left, number));
        fputs("\n", stdout);
    }
}

void changes_print(const vrm_written *file, const change_details *details) {
    uint64_t kept = 0;
    char number[32];
    for (size_t i = 0; i < sizeof order / sizeof order[0]; ++i) {
        print_kind(file, details, order[i]);
    }
    print_bones(file);
    for (uint32_t i = 0; i < vrm_written_change_count(file); ++i) {
        kept += vrm_written_change(file, i)->kind == VRM_CHANGE_KEPT;
    }
    if (kept == 0) return;
    say_to(stdout, "unchanged in meaning: {1}", with_commas(kept, number));
    fputs("\n", stdout);
}

static void add_detail(json_line *line, const change_detail *detail) {
    if (detail == NULL) return;
    if (detail->name != NULL) json_word(line, "name", detail->name);
    if (detail->before != NULL) json_word(line, "old", detail->before);
    if (detail->after != NULL) json_word(line, "new", detail->after);
}

void changes_add_json(json_line *line, const vrm_written *file, const change_details *details) {
    size_t next = 0;
    json_array(line, "changes");
    for (uint32_t i = 0; i < vrm_written_change_count(file); ++i) {
        const vrm_change *change = vrm_written_change(file, i);
        const change_detail *detail = change_details_next(details, change, &next);
        const bool is_placed = change->from[0] != '\0' && detail != NULL && detail->pointer != NULL;
        json_object(line, NULL);
        json_word(line, "kind", vrm_change_kind_name(change->kind));
        json_word(line, "code", change->code);
        json_word(line, "from", is_placed ? detail->pointer : change->from);
        json_word(line, "to", change->to);
        json_word(line, "text", change->text);
        add_detail(line, detail);
        json_close(line);
    }
    json_close(line);
}
