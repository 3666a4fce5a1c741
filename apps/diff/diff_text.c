/* vrm diff: what differs, as text. */
#include "apps/kit/avatar/open.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"
#include "diff.h"

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
    NAME_COLUMNS = 60
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

static void print_amount(const vrm_difference *difference) {
    char number[32];
    snprintf(number, sizeof number, "%.4g", difference->amount);
    if (strcmp(difference->unit, "m") == 0) {
        say_to(stdout,
               difference->part == VRM_DIFF_PART_MESHES ? SAY("up to {1} m apart")
                                                        : SAY("moved by {1} m"),
               number);
    } else if (strcmp(difference->unit, "degrees") == 0) {
        say_to(stdout, "turned by {1} degrees", number);
    } else if (strcmp(difference->unit, "triangles") == 0) {
        say_to(stdout, "{1} triangles differ", number);
    } else if (strcmp(difference->unit, "channels") == 0) {
        say_to(stdout, "{1} channels differ", number);
    } else {
        say_to(stdout, "up to {1} apart", number);
    }
}

static void print_values(const vrm_difference *difference) {
    if (difference->amount >= 0.0) {
        print_amount(difference);
        return;
    }
    if (difference->from[0] != '\0') put(say(difference->from), VALUE_COLUMNS);
    if (difference->from[0] != '\0' && difference->to[0] != '\0') fputs(" → ", stdout);
    if (difference->to[0] != '\0') put(say(difference->to), VALUE_COLUMNS);
}

static void print_what(const vrm_difference *difference) {
    bool has_values =
        difference->from[0] != '\0' || difference->to[0] != '\0' || difference->amount >= 0.0;
    if (difference->field[0] != '\0') {
        fputs(difference->name[0] != '\0' ? "  " : "", stdout);
        put(strcmp(difference->field, "dialect") == 0 ? say("VRM version") : difference->field,
            VALUE_COLUMNS);
        fputs(has_values ? ": " : "", stdout);
    } else if (has_values) {
        fputs(difference->name[0] != '\0' ? "  " : "", stdout);
    }
    if (has_values) print_values(difference);
    if (difference->effect[0] != '\0') printf(" (%s)", say(difference->effect));
    fputs("\n", stdout);
}

static void print_sign(const vrm_difference *difference) {
    static const char signs[] = {'+', '-', '~', '~'};
    printf("    %c ", signs[difference->kind]);
}

static void print_change(const vrm_difference *difference) {
    print_sign(difference);
    if (difference->name[0] != '\0') put(difference->name, NAME_COLUMNS);
    if (difference->kind == VRM_DIFF_RENAMED) {
        fputs("  ", stdout);
        fputs(say("renamed"), stdout);
        fputs(": ", stdout);
        print_values(difference);
        fputs("\n", stdout);
        return;
    }
    if (difference->name[0] == '\0' && difference->field[0] == '\0' &&
        difference->from[0] == '\0' && difference->to[0] == '\0') {
        fputs(say(difference->kind == VRM_DIFF_ADDED ? SAY("added") : SAY("removed")), stdout);
    }
    print_what(difference);
}

/* Several in one line: what changed, then the names of those that it changed of. */
static void print_group(const vrm_difference *difference, const vrm_difference *const *all,
                        uint32_t count) {
    print_sign(difference);
    for (uint32_t i = 0; i < count && i < MOST_NAMES; ++i) {
        fputs(i > 0 ? ", " : "", stdout);
        put(all[i]->name, 32);
    }
    if (count > MOST_NAMES) {
        char more[32];
        fputs(" ", stdout);
        say_to(stdout, "and {1} more", with_commas(count - MOST_NAMES, more));
    }
    print_what(difference);
}

/* --- A part --- */

/* Changes of a part that say the same stand next to each other in one line, if there are three. */
static uint32_t print_from(const diff_pair *pair, uint32_t first, bool *was_said) {
    const diff_changes *list = &pair->changes;
    const vrm_difference *difference = &list->items[first], *same[MOST_NAMES + 1];
    uint32_t count = 0,
             end = list->count - first < MOST_SEARCHED ? list->count : first + MOST_SEARCHED;
    for (uint32_t i = first; i < end; ++i) {
        if (was_said[i] || (i != first && !says_the_same(difference, &list->items[i]))) continue;
        if (count <= MOST_NAMES) same[count] = &list->items[i];
        ++count;
    }
    if (count < 3) {
        was_said[first] = true;
        print_change(difference);
        return 1;
    }
    for (uint32_t i = first; i < end; ++i) {
        if (i == first || says_the_same(difference, &list->items[i])) was_said[i] = true;
    }
    print_group(difference, same, count);
    return count;
}

static void print_part(const diff_pair *pair, vrm_diff_part part, bool shows_all, bool *was_said) {
    const diff_changes *list = &pair->changes;
    uint32_t lines = 0, shown = 0;
    char count[32];
    if (list->by_part[part] == 0) return;
    printf("\n  %s%s%s\n", style_on(stdout, STYLE_LABEL), say(part_heading(part)),
           style_off(stdout, STYLE_LABEL));
    for (uint32_t i = 0; i < list->count; ++i) {
        if (list->items[i].part != part || was_said[i]) continue;
        if (lines == MOST_LINES && !shows_all) break;
        shown += print_from(pair, i, was_said);
        ++lines;
    }
    if (shown < list->by_part[part]) {
        fputs("      ", stdout);
        say_to(stdout, "… and {1} more; --all shows them",
               with_commas(list->by_part[part] - shown, count));
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
    print_columns(stdout, say(measure_word(which)), 14, ALIGN_LEFT);
    if (!worst->is_there) {
        printf("%s\n", say("none"));
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

void diff_print_text(const diff_pair *pair, const diff_options *options, const diff_found *found) {
    bool *was_said;
    if (options->is_brief) {
        print_brief(pair);
        return;
    }
    print_title(pair);
    if (pair->changes.found == 0) {
        print_same(pair);
        print_motions(&found->motion);
        print_pictures(&found->pictures);
        return;
    }
    was_said = calloc((size_t)pair->changes.count + 1, sizeof *was_said);
    for (int part = 0; part < PART_COUNT && was_said != NULL; ++part) {
        print_part(pair, part, options->shows_all, was_said);
    }
    free(was_said);
    print_motions(&found->motion);
    print_pictures(&found->pictures);
    fputs("\n  ", stdout);
    print_count(pair->changes.found, SAY("{1} difference"), SAY("{1} differences"));
    fputs("\n", stdout);
}
