#include "changes.h"
#include "console.h"
#include "help.h"
#include "language.h"

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
        return say("guessed, please look at it:");
    case VRM_CHANGE_LOST:
        return say("could not be kept:");
    case VRM_CHANGE_NARROWED:
        return say("says less than before:");
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

static void print_line(const vrm_change *change, uint64_t count) {
    enum { INDENT = 4 };
    const char *sentence = say_change(change->text);
    char text[1024], number[32];
    if (count > 1) {
        snprintf(text, sizeof text, "%s (%s)", sentence, with_commas(count, number));
    } else if (change->from[0] != '\0' || change->to[0] != '\0') {
        snprintf(text, sizeof text, "%s (%s)", sentence,
                 change->to[0] != '\0' ? change->to : change->from);
    } else {
        snprintf(text, sizeof text, "%s", sentence);
    }
    fputs("  - ", stdout);
    print_wrapped(stdout, text, INDENT, INDENT);
}

static void print_kind(const vrm_written *file, vrm_change_kind kind) {
    const vrm_change *lines[MOST_LINES];
    uint64_t counts[MOST_LINES] = {0}, left = 0;
    const uint32_t most = needs_a_look(kind) ? MOST_LINES : MOST_OTHER_LINES;
    uint32_t line_count = 0;
    char number[32];
    for (uint32_t i = 0; i < vrm_written_change_count(file); ++i) {
        const vrm_change *change = vrm_written_change(file, i);
        uint32_t at = 0;
        if (change->kind != kind) continue;
        while (at < line_count && !is_same(lines[at], change)) ++at;
        if (at == most) {
            ++left;
            continue;
        }
        if (at == line_count) lines[line_count++] = change;
        ++counts[at];
    }
    if (line_count == 0) return;
    printf("%s\n", heading(kind));
    for (uint32_t i = 0; i < line_count; ++i) print_line(lines[i], counts[i]);
    if (left > 0) {
        fputs("  ", stdout);
        say_to(stdout, "and {1} more, which --json lists", with_commas(left, number));
        fputs("\n", stdout);
    }
}

void changes_print(const vrm_written *file) {
    uint64_t kept = 0;
    char number[32];
    for (size_t i = 0; i < sizeof order / sizeof order[0]; ++i) print_kind(file, order[i]);
    for (uint32_t i = 0; i < vrm_written_change_count(file); ++i) {
        kept += vrm_written_change(file, i)->kind == VRM_CHANGE_KEPT;
    }
    if (kept == 0) return;
    say_to(stdout, "kept in another form: {1}", with_commas(kept, number));
    fputs("\n", stdout);
}

void changes_add_json(json_line *line, const vrm_written *file) {
    json_array(line, "changes");
    for (uint32_t i = 0; i < vrm_written_change_count(file); ++i) {
        const vrm_change *change = vrm_written_change(file, i);
        json_object(line, NULL);
        json_word(line, "kind", vrm_change_kind_name(change->kind));
        json_word(line, "code", change->code);
        json_word(line, "from", change->from);
        json_word(line, "to", change->to);
        json_word(line, "text", change->text);
        json_close(line);
    }
    json_close(line);
}
