/* vrm explain: what a diagnostic means and how to mend it, and what a requirement says. Everything
 * is built in, so that it works offline and without files beside the program. */
#include "explain.h"
#include "apps/check/explanations.h"
#include "apps/kit/codes.h"
#include "apps/kit/console.h"
#include "apps/kit/diagnostics.h"
#include "apps/kit/help.h"
#include "apps/kit/language.h"
#include "apps/kit/open.h"
#include "apps/kit/record.h"
#include "command.h"

#include <string.h>

enum { LABEL_COLUMNS = 16 };

/* The parts of an explanation, as explain.json and languages call them. */
static const struct {
    const char *key, *label;
} parts[] = {
    {"meaning", SAY("meaning")},       {"blender", SAY("in Blender")}, {"univrm", SAY("in UniVRM")},
    {"vroid", SAY("in VRoid Studio")}, {"exporter", SAY("exporters")}, {"example", SAY("example")},
};

enum { PART_COUNT = sizeof parts / sizeof parts[0] };

/* --- Diagnostics --- */

/* The sentence with … for each argument: {} in English, {1} in a language. */
static void print_message(const vrm_diagnostic_info *info) {
    const char *sentence = say_code(info->code, "sentence");
    if (sentence == NULL) sentence = info->sentence;
    for (; *sentence != '\0'; ++sentence) {
        size_t digits = sentence[0] == '{' ? strspn(sentence + 1, "123456789") : 0;
        if (sentence[0] == '{' && sentence[1 + digits] == '}') {
            fputs("…", stdout);
            sentence += 1 + digits;
        } else {
            putchar(*sentence);
        }
    }
}

static void print_part(const char *label, const char *text) {
    if (text == NULL || text[0] == '\0') return;
    printf("  %s", style_on(stdout, STYLE_LABEL));
    print_columns(stdout, say(label), LABEL_COLUMNS, ALIGN_LEFT);
    fputs(style_off(stdout, STYLE_LABEL), stdout);
    print_wrapped(stdout, text, LABEL_COLUMNS + 2, LABEL_COLUMNS + 2);
}

static const char *explained(const explanations *all, const char *code, const char *key) {
    return say_explanation(explanations_get(all, code, key));
}

/* A load repairs what a check calls an error. */
static void print_severity(const vrm_diagnostic_info *info) {
    const char *argument = severity_word(info->severity);
    requirement found;
    char text[256];
    bool is_worse = info->severity == VRM_SEVERITY_WARNING &&
                    find_requirement(info->requirement, &found) && strcmp(found.level, "MUST") == 0;
    say_into(text, sizeof text,
             is_worse ? SAY("{1}; vrm check makes it an error where the specification demands it")
                      : "{1}",
             &argument, 1);
    print_part(SAY("severity"), text);
}

static void print_code(const explanations *all, const vrm_diagnostic_info *info) {
    requirement found;
    printf("%s%s%s: ", style_on(stdout, STYLE_TITLE), info->code, style_off(stdout, STYLE_TITLE));
    print_message(info);
    fputs("\n", stdout);
    print_severity(info);
    print_part(SAY("impact"), impact_words(info->impact));
    print_part(parts[0].label, explained(all, info->code, parts[0].key));
    print_part(SAY("remedy"), say_remedy_of(info->code, info->remedy));
    print_part("--fix", say_fix(info->code));
    for (int i = 1; i < PART_COUNT; ++i) {
        print_part(parts[i].label, explained(all, info->code, parts[i].key));
    }
    if (!find_requirement(info->requirement, &found)) return;
    print_part(info->requirement, found.text);
}

static bool write_code(const explanations *all, const vrm_diagnostic_info *info) {
    json_line line;
    record_begin_alone(&line, "explain");
    json_word(&line, "code", info->code);
    json_word(&line, "severity", record_severity(info->severity));
    json_word(&line, "impact", record_impact(info->impact));
    json_flag(&line, "repaired", info->is_repair != 0);
    json_word(&line, "requirement", info->requirement);
    json_word(&line, "sentence", info->sentence);
    json_word(&line, "remedy", info->remedy);
    if (vrm_fix_sentence(info->code) != NULL) {
        json_word(&line, "fix", vrm_fix_sentence(info->code));
    }
    for (int i = 0; i < PART_COUNT; ++i) {
        const char *text = explanations_get(all, info->code, parts[i].key);
        if (text != NULL) json_word(&line, parts[i].key, text);
    }
    return json_print(&line);
}

/* --- Requirements --- */

static void print_requirement(const requirement *found) {
    printf("%s%s%s (%s)\n", style_on(stdout, STYLE_TITLE), found->id,
           style_off(stdout, STYLE_TITLE), found->level);
    print_part(SAY("text"), found->text);
    print_part(SAY("default"), found->fallback);
    print_part(SAY("source"), found->source);
    for (uint32_t i = 0; i < code_count(); ++i) {
        if (strcmp(get_code(i)->requirement, found->id) != 0) continue;
        print_part(SAY("diagnostic"), get_code(i)->code);
    }
}

static bool write_requirement(const requirement *found) {
    json_line line;
    record_begin_alone(&line, "explain");
    json_word(&line, "requirement", found->id);
    json_word(&line, "level", found->level);
    json_word(&line, "text", found->text);
    json_word(&line, "default", found->fallback);
    json_word(&line, "source", found->source);
    json_array(&line, "codes");
    for (uint32_t i = 0; i < code_count(); ++i) {
        if (strcmp(get_code(i)->requirement, found->id) == 0) {
            json_word(&line, NULL, get_code(i)->code);
        }
    }
    json_close(&line);
    return json_print(&line);
}

/* --- The command --- */

static void say_unknown(const char *text) {
    const char *nearest = nearest_code(text);
    char shown[128];
    vrm_string_printable(from_text(text), shown, sizeof shown);
    fputs("vrm explain: ", stderr);
    if (nearest != NULL) {
        say_to(stderr, "there is no code or requirement '{1}'. Did you mean {2}?", shown, nearest);
    } else {
        say_to(stderr, "there is no code or requirement '{1}'; vrm explain lists all codes", shown);
    }
    fputs("\n", stderr);
}

static bool explain(const explanations *all, const char *text, bool is_json) {
    const vrm_diagnostic_info *info = find_code(text);
    requirement found;
    if (info != NULL) {
        if (is_json) return write_code(all, info);
        print_code(all, info);
        return true;
    }
    if (find_requirement(text, &found)) {
        if (is_json) return write_requirement(&found);
        print_requirement(&found);
        return true;
    }
    fflush(stdout);
    say_unknown(text);
    return false;
}

static bool list_codes(const explanations *all, bool is_json) {
    bool is_written = true;
    for (uint32_t i = 0; i < code_count(); ++i) {
        const vrm_diagnostic_info *info = get_code(i);
        if (find_code(info->code) != info) continue; /* the tool has one of the library's too */
        if (is_json) {
            is_written = write_code(all, info) && is_written;
        } else {
            print_columns(stdout, info->code, 26, ALIGN_LEFT);
            print_message(info);
            fputs("\n", stdout);
        }
    }
    return is_written;
}

static option_result read_option(option_value *value, void *settings) {
    bool *is_json = settings;
    if (value->option->id != OPTION_JSON) return OPTION_NOT_READ;
    *is_json = true;
    return OPTION_TAKEN;
}

static int run_explain(int argc, char **argv) {
    bool is_json = false, is_good = true;
    int count = read_arguments(COMMAND_EXPLAIN, argc, argv, read_option, &is_json);
    explanations *all;
    if (count < 0) return EXIT_USAGE;
    all = explanations_open();
    if (count == 0) is_good = list_codes(all, is_json);
    for (int i = 0; i < count; ++i) {
        if (i > 0 && !is_json) fputs("\n", stdout);
        is_good = explain(all, argv[i], is_json) && is_good;
    }
    explanations_close(all);
    return is_good ? EXIT_LOADED : EXIT_NOT_LOADED;
}

const command command_explain = {COMMAND_EXPLAIN, run_explain};
