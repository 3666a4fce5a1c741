/*
 * SARIF 2.1.0 (OASIS): one document for all files, which code hosts and editors show. Results are
 * written as files are checked; the tool with the rules that they name comes behind them, where it
 * is known which these are. The order of keys means nothing in JSON.
 */
#include "apps/kit/avatar/codes.h"
#include "apps/kit/avatar/record.h"
#include "apps/kit/json/json_line.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"
#include "base/hash.h"
#include "check_file.h"
#include "explanations.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put(const char *text) { console_put(text, strlen(text)); }

static void begin(sarif_document *document) {
    if (document->has_begun) return;
    document->has_begun = true;
    put("{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\","
        "\"runs\":[{\"results\":[");
}

/* --- Rules --- */

/* The place of a code among the rules; -1: there is not enough memory for another one. */
static int64_t rule_index(sarif_document *document, const char *code) {
    const vrm_diagnostic_info **grown;
    for (uint32_t i = 0; i < document->rule_count; ++i) {
        if (strcmp(document->rules[i]->code, code) == 0) return i;
    }
    grown = realloc((void *)document->rules,
                    ((size_t)document->rule_count + 1) * sizeof(const vrm_diagnostic_info *));
    if (grown == NULL) return -1;
    document->rules = grown;
    document->rules[document->rule_count] = find_code(code);
    return document->rule_count++;
}

static void add_text(json_line *line, const char *key, const char *text) {
    json_object(line, key);
    json_word(line, "text", text);
    json_close(line);
}

/* A sentence with … for each argument. */
static void add_sentence(json_line *line, const char *key, const char *sentence) {
    char text[512];
    size_t used = 0;
    for (; *sentence != '\0' && used + 4 < sizeof text; ++sentence) {
        if (sentence[0] == '{' && sentence[1] == '}') {
            memcpy(text + used, "…", 3);
            used += 3;
            ++sentence;
        } else {
            text[used++] = *sentence;
        }
    }
    text[used] = '\0';
    add_text(line, key, text);
}

typedef struct help_text {
    char text[4096];
    size_t used;
} help_text;

static void add_help(help_text *out, const char *label, const char *text) {
    int count;
    if (text == NULL || text[0] == '\0') return;
    count = snprintf(out->text + out->used, sizeof out->text - out->used, "%s%s: %s",
                     out->used > 0 ? "\n" : "", label, text);
    if (count > 0) out->used += (size_t)count;
    if (out->used >= sizeof out->text) out->used = sizeof out->text - 1;
}

static void add_rule(json_line *line, const explanations *all, const vrm_diagnostic_info *info) {
    static const char *const parts[][2] = {{"In Blender", "blender"},
                                           {"In UniVRM", "univrm"},
                                           {"In VRoid Studio", "vroid"},
                                           {"Exporters", "exporter"},
                                           {"Example", "example"}};
    const char *meaning = explanations_get(all, info->code, "meaning");
    help_text help = {{0}, 0};
    json_object(line, NULL);
    json_word(line, "id", info->code);
    add_sentence(line, "shortDescription", info->sentence);
    if (meaning != NULL) add_text(line, "fullDescription", meaning);
    add_help(&help, "Remedy", info->remedy);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
        add_help(&help, parts[i][0], explanations_get(all, info->code, parts[i][1]));
    }
    if (help.used == 0) add_help(&help, "Meaning", meaning);
    if (help.used > 0) add_text(line, "help", help.text);
    json_object(line, "defaultConfiguration");
    json_word(line, "level", record_severity(info->severity));
    json_close(line);
    json_object(line, "properties");
    json_word(line, "impact", record_impact(info->impact));
    json_word(line, "requirement", info->requirement);
    json_close(line);
    json_close(line);
}

/* --- Places --- */

static bool is_unreserved(unsigned char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           strchr("-._~", c) != NULL;
}

/* A path as a URI reference (RFC 3986): every byte comes back, whatever it is. */
static char *path_uri(const char *path) {
    static const char digits[] = "0123456789ABCDEF";
    bool is_absolute = path[0] == '/';
    size_t length, used = 0;
    char *uri;
    while (path[0] == '.' && path[1] == '/' && path[2] != '\0') path += 2;
    length = strlen(path);
    uri = malloc(3 * length + 16);
    if (uri == NULL) return NULL;
#if defined(_WIN32)
    is_absolute = is_absolute || path[0] == '\\' || (length > 1 && path[1] == ':');
#endif
    if (is_absolute) {
        memcpy(uri, "file://", 7);
        used = 7;
        if (path[0] != '/' && path[0] != '\\') uri[used++] = '/';
    }
    for (size_t i = 0; i < length; ++i) {
        unsigned char c = (unsigned char)path[i];
#if defined(_WIN32)
        if (c == '\\') c = '/';
#endif
        if (is_unreserved(c) || c == '/') {
            uri[used++] = (char)c;
        } else {
            uri[used++] = '%';
            uri[used++] = digits[c >> 4];
            uri[used++] = digits[c & 15];
        }
    }
    uri[used] = '\0';
    return uri;
}

static void add_location(json_line *line, const char *uri, const vrm_diagnostic *item) {
    json_array(line, "locations");
    json_object(line, NULL);
    json_object(line, "physicalLocation");
    json_object(line, "artifactLocation");
    json_word(line, "uri", uri);
    json_close(line);
    /* Code hosts show no result without a line. */
    json_object(line, "region");
    json_integer(line, "startLine", 1);
    json_close(line);
    json_close(line);
    json_array(line, "logicalLocations");
    json_object(line, NULL);
    json_word(line, "fullyQualifiedName", item->pointer);
    if (item->subject_name[0] != '\0') json_word(line, "name", item->subject_name);
    json_close(line);
    json_close(line);
    json_close(line);
    json_close(line);
}

/* --- Results --- */

/* Code hosts recognise by it the same diagnostic of another version of the file: FNV-1a of the code
 * and the place. */
static void add_fingerprint(json_line *line, const vrm_diagnostic *item) {
    const char *const texts[] = {item->code, " ", item->pointer};
    uint64_t hash = VRMI_HASH_START;
    char shown[17];
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        hash = vrmi_hash_bytes(hash, texts[i], strlen(texts[i]));
    }
    snprintf(shown, sizeof shown, "%08lx%08lx", (unsigned long)(hash >> 32),
             (unsigned long)(hash & 0xffffffffu));
    json_object(line, "partialFingerprints");
    json_word(line, "codeAndPointer/v1", shown);
    json_close(line);
}

static void add_message(json_line *line, const vrm_diagnostic *item) {
    char text[2048];
    bool has_name = item->subject_name[0] != '\0', has_remedy = item->remedy[0] != '\0';
    snprintf(text, sizeof text, "%s%s%s%s%s%s%s.", has_name ? item->subject : "",
             has_name ? " \"" : "", item->subject_name, has_name ? "\": " : "", item->message,
             has_remedy ? ". Remedy: " : "", item->remedy);
    add_text(line, "message", text);
}

static bool print_result(sarif_document *document, const char *uri, const vrm_diagnostic *item) {
    int64_t rule = rule_index(document, item->code);
    json_line line;
    char *text;
    json_begin(&line);
    json_word(&line, "ruleId", item->code);
    if (rule >= 0) json_integer(&line, "ruleIndex", rule);
    json_word(&line, "level", record_severity(item->severity));
    add_message(&line, item);
    add_location(&line, uri, item);
    add_fingerprint(&line, item);
    json_object(&line, "properties");
    json_word(&line, "subject", item->subject);
    json_word(&line, "impact", record_impact(item->impact));
    json_word(&line, "requirement", item->requirement);
    json_close(&line);
    text = json_take(&line);
    if (text == NULL) return false;
    put(document->has_results ? ",\n" : "\n");
    put(text);
    document->has_results = true;
    free(text);
    return true;
}

bool check_print_sarif(sarif_document *document, const check_found *found) {
    char *uri = path_uri(found->path);
    bool is_written = uri != NULL;
    begin(document);
    for (uint32_t i = 0; is_written && i < found->count; ++i) {
        is_written = print_result(document, uri, found->items[i]);
    }
    free(uri);
    if (!is_written) fprintf(stderr, "vrm: %s\n", say("there is not enough memory"));
    return is_written;
}

void check_end_sarif(sarif_document *document, bool is_whole) {
    explanations *all = explanations_open();
    json_line line;
    char *text;
    begin(document);
    json_begin(&line);
    json_object(&line, "driver");
    json_word(&line, "name", "vrm check");
    json_word(&line, "version", vrm_version());
    json_array(&line, "rules");
    for (uint32_t i = 0; i < document->rule_count; ++i) add_rule(&line, all, document->rules[i]);
    json_close(&line);
    json_close(&line);
    text = json_take(&line);
    put("\n],\"tool\":");
    put(text != NULL ? text : "{\"driver\":{\"name\":\"vrm check\"}}");
    put(",\"invocations\":[{\"executionSuccessful\":");
    put(is_whole ? "true" : "false");
    put("}],\"columnKind\":\"unicodeCodePoints\"}]}\n");
    free(text);
    explanations_close(all);
    free((void *)document->rules);
}
