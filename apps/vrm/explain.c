/* vrm explain: what a diagnostic means and how to fix it, and what a requirement says. Everything
 * is built in, so that it works offline and without files beside the program. */
#include "explain.h"
#include "apps/check/explanations.h"
#include "apps/kit/avatar/codes.h"
#include "apps/kit/avatar/diagnostics.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/avatar/record.h"
#include "apps/kit/options/help.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"
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
             is_worse ? SAY("{1}; an error in vrm check if the specification requires it") : "{1}",
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

/* --- Lists --- */

typedef struct explain_options {
    const char *search; /* a word of the codes that are listed; NULL: all are */
    bool is_json;
} explain_options;

static char lower(char c) { return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); }

static bool has_word(const char *text, const char *word) {
    for (; text != NULL && *text != '\0'; ++text) {
        size_t i = 0;
        while (word[i] != '\0' && lower(text[i]) == lower(word[i])) ++i;
        if (word[i] == '\0') return true;
    }
    return false;
}

static bool is_listed(const explanations *all, const vrm_diagnostic_info *info, const char *word) {
    if (find_code(info->code) != info) return false; /* the tool has one of the library's too */
    return word == NULL || has_word(info->code, word) || has_word(info->sentence, word) ||
           has_word(info->remedy, word) || has_word(say_code(info->code, "sentence"), word) ||
           has_word(say_code(info->code, "remedy"), word) ||
           has_word(explained(all, info->code, "meaning"), word);
}

/* The letters of the requirement's area; codes without one stand together. */
static bool is_same_area(const vrm_diagnostic_info *a, const vrm_diagnostic_info *b) {
    return strncmp(a->requirement, b->requirement, 2) == 0;
}

static void print_area(const vrm_diagnostic_info *info, bool is_first) {
    char area[3] = "", heading[128];
    snprintf(area, sizeof area, "%.2s", info->requirement);
    if (!is_first) fputs("\n", stdout);
    fputs(style_on(stdout, STYLE_TITLE), stdout);
    if (area[0] != '\0' && find_area(area, heading, sizeof heading)) {
        printf("%s (%s)", heading, area);
    } else {
        fputs(area[0] != '\0' ? say("VRM versions") : say("others"), stdout);
    }
    printf("%s\n", style_off(stdout, STYLE_TITLE));
}

static void print_listed(const vrm_diagnostic_info *info) {
    fputs("  ", stdout);
    print_columns(stdout, info->code, 30, ALIGN_LEFT);
    print_message(info);
    fputs("\n", stdout);
}

/* All codes of the area of `first`, of which none comes before it. */
static void list_area(const explanations *all, uint32_t first, const char *word, bool is_first) {
    print_area(get_code(first), is_first);
    for (uint32_t i = first; i < code_count(); ++i) {
        const vrm_diagnostic_info *info = get_code(i);
        if (is_same_area(info, get_code(first)) && is_listed(all, info, word)) print_listed(info);
    }
}

static bool begins_area(const explanations *all, uint32_t index, const char *word) {
    const vrm_diagnostic_info *info = get_code(index);
    if (!is_listed(all, info, word)) return false;
    for (uint32_t i = 0; i < index; ++i) {
        if (is_same_area(get_code(i), info) && is_listed(all, get_code(i), word)) return false;
    }
    return true;
}

/* Lists the codes that have the word, or all of them. Returns how many there are. `is_good` becomes
 * false if one could not be written. */
static uint32_t list_codes(const explanations *all, const char *word, bool is_json, bool *is_good) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < code_count(); ++i) {
        if (is_json && is_listed(all, get_code(i), word)) {
            *is_good = write_code(all, get_code(i)) && *is_good;
            ++found;
        } else if (!is_json && begins_area(all, i, word)) {
            list_area(all, i, word, found++ == 0);
        }
    }
    return found;
}

static bool search_codes(const explanations *all, const explain_options *options) {
    char shown[128];
    bool is_good = true;
    if (list_codes(all, options->search, options->is_json, &is_good) > 0) return is_good;
    vrm_string_printable(from_text(options->search), shown, sizeof shown);
    fputs("vrm explain: ", stderr);
    say_to(stderr, "no code has '{1}' in its text", shown);
    fputs("\n", stderr);
    return false;
}

/* --- One code --- */

static void say_unknown(const char *text) {
    const char *nearest = nearest_code(text);
    char shown[128];
    vrm_string_printable(from_text(text), shown, sizeof shown);
    fputs("vrm explain: ", stderr);
    if (nearest != NULL) {
        say_to(stderr, "unknown code or requirement '{1}'. Did you mean {2}?", shown, nearest);
    } else {
        say_to(stderr, "unknown code or requirement '{1}'; vrm explain lists all codes", shown);
    }
    fputs("\n", stderr);
}

/* A code, a requirement, or a word of texts. */
static bool explain(const explanations *all, const char *text, bool is_json) {
    const vrm_diagnostic_info *info = find_code(text);
    requirement found;
    bool is_good = true;
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
    if (text[0] != '\0' && list_codes(all, text, is_json, &is_good) > 0) return is_good;
    fflush(stdout);
    say_unknown(text);
    return false;
}

/* --- The command --- */

static option_result read_option(option_value *value, void *settings) {
    explain_options *out = settings;
    if (value->option->id == OPTION_JSON) {
        out->is_json = true;
    } else if (value->option->id == OPTION_SEARCH) {
        out->search = value->text;
    } else {
        return OPTION_NOT_READ;
    }
    return OPTION_TAKEN;
}

static int run_explain(int argc, char **argv) {
    explain_options options = {NULL, false};
    bool is_good = true;
    int count = read_arguments(COMMAND_EXPLAIN, argc, argv, read_option, &options);
    explanations *all;
    if (count < 0) return EXIT_USAGE;
    if (count > 0 && options.search != NULL) {
        return usage_error(COMMAND_EXPLAIN, SAY("--search cannot be combined with a code"), NULL);
    }
    all = explanations_open();
    if (count == 0) is_good = search_codes(all, &options);
    for (int i = 0; i < count; ++i) {
        if (i > 0 && !options.is_json) fputs("\n", stdout);
        is_good = explain(all, argv[i], options.is_json) && is_good;
    }
    explanations_close(all);
    return is_good ? EXIT_LOADED : EXIT_NOT_LOADED;
}

const command command_explain = {COMMAND_EXPLAIN, run_explain};
