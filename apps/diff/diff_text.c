/* vrm diff: what differs, as text. */
#include "apps/kit/avatar/open.h"
#include "apps/kit/options/help.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"
#include "diff.h"
#include "versions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lines of one part, without --all; changes that are looked at for one that says the same; and how
 * many columns a value may take. */
enum {
    MOST_LINES = 24,
    MOST_SEARCHED = 4096,
    MOST_NAMES = 6,
    VALUE_COLUMNS = 72,
    NAME_COLUMNS = 60,
    LINE_BYTES = 4096 /* names and two values, which are cut */
};

static void put(const char *text, int columns) { print_name(stdout, from_text(text), columns, 0); }

static void print_title(const diff_pair *pair) {
    fputs(style_on(stdout, STYLE_TITLE), stdout);
    put(pair->a.path, 400);
    fputs(" → ", stdout);
    put(pair->b.path, 400);
    fputs(style_off(stdout, STYLE_TITLE), stdout);
    fputs("\n", stdout);
}

/* --- One change, or several that say the same of several things --- */

static bool says_the_same(const vrm_difference *a, const vrm_difference *b) {
    return a->part == b->part && a->kind == b->kind && a->kind != VRM_DIFF_RENAMED &&
           a->name[0] != '\0' && strcmp(a->field, b->field) == 0 && strcmp(a->from, b->from) == 0 &&
           strcmp(a->to, b->to) == 0 && a->amount == b->amount && a->part != VRM_DIFF_PART_OTHER;
}

/* A line, until it is whole and can be fitted to the terminal. */
typedef struct diff_line {
    char bytes[LINE_BYTES];
    size_t length;
} diff_line;

static void add(diff_line *line, const char *text) {
    size_t length = strlen(text);
    if (length >= sizeof line->bytes - line->length) return;
    memcpy(line->bytes + line->length, text, length + 1);
    line->length += length;
}

static void add_name(diff_line *line, const char *text, int columns) {
    char name[520];
    cut_name(from_text(text), columns, name, sizeof name);
    add(line, name);
}

static void add_filled(diff_line *line, const char *english, const char *argument) {
    char text[256];
    add(line, say_into(text, sizeof text, english, &argument, 1));
}

static void add_amount(diff_line *line, const vrm_difference *difference) {
    char number[32];
    snprintf(number, sizeof number, "%.4g", difference->amount);
    if (strcmp(difference->unit, "m") == 0) {
        add_filled(line,
                   difference->part == VRM_DIFF_PART_MESHES ? SAY("up to {1} m apart")
                                                            : SAY("moved by {1} m"),
                   number);
    } else if (strcmp(difference->unit, "degrees") == 0) {
        add_filled(line, SAY("turned by {1} degrees"), number);
    } else if (strcmp(difference->unit, "triangles") == 0) {
        add_filled(line,
                   difference->amount == 1.0 ? SAY("{1} triangle differs")
                                             : SAY("{1} triangles differ"),
                   number);
    } else if (strcmp(difference->unit, "channels") == 0) {
        add_filled(line, SAY("{1} channels differ"), number);
    } else {
        add_filled(line, SAY("up to {1} apart"), number);
    }
}

static void add_value(diff_line *line, const char *value) {
    if (strcmp(value, "\"\"") == 0) {
        add(line, say("none"));
    } else {
        add_name(line, say(value), VALUE_COLUMNS);
    }
}

static bool is_kept_meta(const vrm_difference *difference) {
    static const char begin[] = "{\"vrmMigration\":";
    return strcmp(difference->name, "/asset/extras") == 0 &&
           (strncmp(difference->from, begin, sizeof begin - 1) == 0 ||
            strncmp(difference->to, begin, sizeof begin - 1) == 0);
}

static void add_values(diff_line *line, const vrm_difference *difference) {
    if (difference->amount >= 0.0) {
        add_amount(line, difference);
        return;
    }
    if (is_kept_meta(difference)) {
        add(line, say("the original meta, kept by vrm migrate"));
        return;
    }
    if (difference->from[0] != '\0') add_value(line, difference->from);
    if (difference->from[0] != '\0' && difference->to[0] != '\0') add(line, " → ");
    if (difference->to[0] != '\0') add_value(line, difference->to);
}

/* The field as people call it. Records keep the names that they had in the first version. */
static const char *field_label(const vrm_difference *difference) {
    const char *field = difference->field;
    if (strcmp(field, "dialect") == 0) return say("VRM version");
    if (strcmp(field, "places") == 0) return say("positions");
    /* Keys are four numbers; a single one counts them. */
    if (strcmp(field, "curve") == 0 && strchr(difference->from, ',') == NULL) {
        return say("curve keys");
    }
    return field;
}

static void end_change(diff_line *line, const vrm_difference *difference) {
    static const char signs[] = {'+', '-', '~', '~'};
    if (difference->effect[0] != '\0') {
        add(line, " (");
        add(line, say(difference->effect));
        add(line, ")");
    }
    printf("    %c ", signs[difference->kind]);
    print_fitted(stdout, line->bytes, 6, 8);
}

static void add_what(diff_line *line, const vrm_difference *difference) {
    bool has_values =
        difference->from[0] != '\0' || difference->to[0] != '\0' || difference->amount >= 0.0;
    if (difference->field[0] != '\0') {
        add(line, difference->name[0] != '\0' ? "  " : "");
        add_name(line, field_label(difference), VALUE_COLUMNS);
        add(line, has_values ? ": " : "");
    } else if (has_values) {
        add(line, difference->name[0] != '\0' ? "  " : "");
    }
    if (has_values) add_values(line, difference);
}

static void print_change(const vrm_difference *difference) {
    diff_line line = {.length = 0};
    if (difference->name[0] != '\0') add_name(&line, difference->name, NAME_COLUMNS);
    if (difference->kind == VRM_DIFF_RENAMED) {
        add(&line, "  ");
        add(&line, say("renamed"));
        add(&line, ": ");
        add_values(&line, difference);
        end_change(&line, difference);
        return;
    }
    if (difference->name[0] == '\0' && difference->field[0] == '\0' &&
        difference->from[0] == '\0' && difference->to[0] == '\0') {
        add(&line, say(difference->kind == VRM_DIFF_ADDED ? SAY("added") : SAY("removed")));
    }
    add_what(&line, difference);
    end_change(&line, difference);
}

/* Several in one line: the names, then what changed of them. */
static void print_group(const vrm_difference *difference, const vrm_difference *const *all,
                        uint32_t count) {
    diff_line line = {.length = 0};
    for (uint32_t i = 0; i < count && i < MOST_NAMES; ++i) {
        add(&line, i > 0 ? ", " : "");
        add_name(&line, all[i]->name, 32);
    }
    if (count > MOST_NAMES) {
        char more[32];
        add(&line, " ");
        add_filled(&line, SAY("and {1} more"), with_commas(count - MOST_NAMES, more));
    }
    add_what(&line, difference);
    end_change(&line, difference);
}

/* --- A part --- */

/* Changes of a part that say the same stand next to each other in one line. */
static void print_from(const diff_pair *pair, uint32_t first, bool *was_said) {
    const diff_changes *list = &pair->changes;
    const vrm_difference *difference = &list->items[first], *same[MOST_NAMES + 1];
    uint32_t count = 0,
             end = list->count - first < MOST_SEARCHED ? list->count : first + MOST_SEARCHED;
    for (uint32_t i = first; i < end; ++i) {
        if (was_said[i] || (i != first && !says_the_same(difference, &list->items[i]))) continue;
        if (count <= MOST_NAMES) same[count] = &list->items[i];
        ++count;
    }
    if (count == 1) {
        was_said[first] = true;
        print_change(difference);
        return;
    }
    for (uint32_t i = first; i < end; ++i) {
        if (i == first || says_the_same(difference, &list->items[i])) was_said[i] = true;
    }
    print_group(difference, same, count);
}

/* The changes of a part that are not printed yet, with those that were not kept. */
static uint32_t count_left(const diff_changes *list, vrm_diff_part part, const bool *was_said) {
    uint32_t said = 0;
    for (uint32_t i = 0; i < list->count; ++i) said += list->items[i].part == part && was_said[i];
    return list->by_part[part] - said;
}

static void print_part(const diff_pair *pair, vrm_diff_part part, bool shows_all, bool *was_said) {
    const diff_changes *list = &pair->changes;
    uint32_t lines = 0, left;
    char count[32];
    if (count_left(list, part, was_said) == 0) return;
    printf("\n  %s%s%s\n", style_on(stdout, STYLE_LABEL), say(part_heading(part)),
           style_off(stdout, STYLE_LABEL));
    for (uint32_t i = 0; i < list->count; ++i) {
        if (list->items[i].part != part || was_said[i]) continue;
        if (lines == MOST_LINES && !shows_all) break;
        print_from(pair, i, was_said);
        ++lines;
    }
    left = count_left(list, part, was_said);
    if (left > 0) {
        fputs("      ", stdout);
        say_to(stdout, "… and {1} more; --all shows them", with_commas(left, count));
        fputs("\n", stdout);
    }
}

/* --- The end --- */

static void print_same(const diff_pair *pair) {
    char count[32];
    vrm_diff_info info;
    vrm_diff_info_init(&info);
    vrm_diff_get_info(pair->diff, &info);
    if (info.operation_count == 0 && !info.has_other_payload) {
        printf("  %s\n", say("no difference"));
        return;
    }
    printf("  %s\n", say("no difference in meaning"));
    if (info.operation_count > 0) {
        fputs("  ", stdout);
        say_to(stdout, "JSON values with a different spelling: {1}",
               with_commas(info.operation_count, count));
        fputs("\n", stdout);
    }
    if (info.has_other_payload) {
        printf("  %s\n", say("the payload has a different layout"));
    }
}

static void print_brief(const diff_pair *pair) {
    const char *between = "";
    for (int part = 0; part < PART_COUNT; ++part) {
        if (pair->changes.by_part[part] == 0) continue;
        printf("%s%s %u", between, say(part_heading(part)), (unsigned)pair->changes.by_part[part]);
        between = say(", ");
    }
    fputs(pair->changes.found == 0 ? say("no difference") : "", stdout);
    fputs("\n", stdout);
}

/* --- Motion --- */

static void print_measure(motion_measure which, const motion_worst *worst) {
    char number[32], time[32];
    const char *const unit = measure_unit(which);
    fputs("      ", stdout);
    print_columns(stdout, which == MEASURE_PLACES ? say("positions") : say(measure_word(which)), 14,
                  ALIGN_LEFT);
    if (!worst->is_there) {
        printf("%s\n", say("nothing to compare"));
        return;
    }
    snprintf(number, sizeof number, "%.6f", worst->amount);
    if (unit[0] == 'd') {
        say_to(stdout, "{1} degrees", number);
    } else {
        printf("%s%s%s", number, unit[0] != '\0' ? " " : "", unit);
    }
    if (worst->name[0] != '\0') {
        snprintf(time, sizeof time, "%.2f", worst->time);
        fputs(", ", stdout);
        put(worst->name, 32);
        fputs(" ", stdout);
        say_to(stdout, "at {1} s", time);
    }
    fputs("\n", stdout);
}

static void print_motions(const motion_results *results) {
    if (results->count == 0) return;
    printf("\n  %s%s%s\n", style_on(stdout, STYLE_LABEL), say("largest differences in motion"),
           style_off(stdout, STYLE_LABEL));
    for (uint32_t i = 0; i < results->count; ++i) {
        char seconds[32];
        snprintf(seconds, sizeof seconds, "%.1f", results->items[i].seconds);
        fputs("    ", stdout);
        put(results->items[i].name, NAME_COLUMNS);
        fputs(say(", "), stdout);
        say_to(stdout, "{1} s", seconds);
        fputs("\n", stdout);
        for (int k = 0; k < MEASURE_COUNT; ++k) {
            print_measure((motion_measure)k, &results->items[i].worst[k]);
        }
    }
}

/* --- Pictures --- */

static void print_pictures(const diff_pictures *pictures) {
    if (pictures->count == 0) return;
    printf("\n  %s%s%s\n", style_on(stdout, STYLE_LABEL), say("similarity of the pictures"),
           style_off(stdout, STYLE_LABEL));
    for (uint32_t i = 0; i < pictures->count; ++i) {
        const diff_view *view = &pictures->views[i];
        char ssim[32], largest[32], changed[32];
        fputs("    ", stdout);
        print_columns(stdout, say(view->name), 14, ALIGN_LEFT);
        snprintf(ssim, sizeof ssim, "%.5f", view->ssim);
        snprintf(largest, sizeof largest, "%u", (unsigned)view->largest);
        say_to(stdout, "SSIM {1}, largest difference {2} of 255, {3} pixels differ", ssim, largest,
               with_commas(view->changed, changed));
        fputs("\n", stdout);
    }
}

/* --- All of it --- */

static void print_legend(const diff_changes *list, const bool *was_said) {
    for (uint32_t i = 0; i < list->count; ++i) {
        if (was_said[i] || list->items[i].kind > VRM_DIFF_REMOVED) continue;
        fputs("  ", stdout);
        print_fitted(stdout, say("+ only in the second file, - only in the first, ~ changed"), 2,
                     2);
        return;
    }
}

static void print_total(const diff_pair *pair, uint32_t of_versions, bool shows_all) {
    char count[32];
    fputs("\n  ", stdout);
    print_count(pair->changes.found, SAY("{1} difference"), SAY("{1} differences"));
    if (of_versions > 0) {
        fputs("\n  ", stdout);
        say_to(stdout, "from the VRM version alone: {1}", with_commas(of_versions, count));
        if (!shows_all) printf(" (%s)", say("--all lists them"));
    }
    fputs("\n", stdout);
}

/* Differences that the VRM version explains are counted, and listed by --all. */
static void print_differences(const diff_pair *pair, const diff_options *options,
                              const diff_found *found) {
    const diff_changes *list = &pair->changes;
    bool *was_said = calloc((size_t)list->count + 1, sizeof *was_said);
    uint32_t of_versions = was_said != NULL ? find_version_changes(pair, was_said) : 0;
    for (uint32_t i = 0; i < list->count && was_said != NULL; ++i) {
        if (options->shows_all || strcmp(list->items[i].field, "dialect") == 0) was_said[i] = false;
    }
    if (was_said != NULL) print_legend(list, was_said);
    for (int part = 0; part < PART_COUNT && was_said != NULL; ++part) {
        print_part(pair, part, options->shows_all, was_said);
    }
    free(was_said);
    print_motions(&found->motion);
    print_pictures(&found->pictures);
    print_total(pair, of_versions, options->shows_all);
}

void diff_print_text(const diff_pair *pair, const diff_options *options, const diff_found *found) {
    if (options->is_brief) {
        print_brief(pair);
        return;
    }
    print_title(pair);
    if (pair->changes.found > 0) {
        print_differences(pair, options, found);
        return;
    }
    print_same(pair);
    print_motions(&found->motion);
    print_pictures(&found->pictures);
}
