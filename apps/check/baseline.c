#include "baseline.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/json/json_line.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/files.h"
#include "apps/kit/system/lines.h"
#include "apps/kit/system/output_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yyjson.h>

/* More than a check keeps of one file. */
enum { MOST_OF_ENTRY = 1 << 16 };

#define FIRST_LINE "{\"format\":\"vrm-baseline/1\"}"

/* --- Entries --- */

/* A JSON pointer with * for each index: the place whatever comes before it in its list. */
static void write_place(json_line *line, const char *pointer) {
    char place[512];
    size_t length = 0;
    while (*pointer != '\0' && length + 3 < sizeof place) {
        size_t digits = pointer[0] == '/' ? strspn(pointer + 1, "0123456789") : 0;
        bool is_index = digits > 0 && (pointer[1 + digits] == '/' || pointer[1 + digits] == '\0');
        place[length++] = *pointer;
        pointer += is_index ? digits + 1 : 1;
        if (is_index) place[length++] = '*';
    }
    json_string(line, "place", (vrm_string){place, (uint32_t)length});
}

/* The line of an entry without its count, which follows. NULL: there is not enough memory. */
static char *write_entry(const char *path, const vrm_diagnostic *diagnostic) {
    json_line line;
    char *text;
    json_begin(&line);
    json_path(&line, "file", base_name(path));
    json_word(&line, "code", diagnostic->code);
    json_array(&line, "words");
    for (uint32_t i = 0; i < diagnostic->argument_count; ++i) {
        if (diagnostic->arguments[i].kind != VRM_ARGUMENT_WORD) continue;
        json_word(&line, NULL, diagnostic->arguments[i].text);
    }
    json_close(&line);
    write_place(&line, diagnostic->pointer);
    json_word(&line, "subject", diagnostic->subject);
    json_word(&line, "name", diagnostic->subject_name);
    text = json_take(&line);
    if (text != NULL) text[strlen(text) - 1] = '\0';
    return text;
}

/* The key of the n-th diagnostic of an entry. */
static text_key numbered(const key_set *set, const text_key *entry, uint32_t n) {
    char bytes[sizeof *entry + sizeof n];
    memcpy(bytes, entry, sizeof *entry);
    memcpy(bytes + sizeof *entry, &n, sizeof n);
    return key_of(set, bytes, sizeof bytes);
}

/* Diagnostics of a file by their entries: equal ones stand together, in their order. */
typedef struct keyed_item {
    text_key key;
    uint32_t index;
} keyed_item;

static int compare_items(const void *first, const void *second) {
    const keyed_item *a = first, *b = second;
    int order = memcmp(&a->key, &b->key, sizeof a->key);
    if (order != 0) return order;
    return a->index < b->index ? -1 : a->index > b->index;
}

static keyed_item *sort_items(const key_set *set, const char *path,
                              const vrm_diagnostic *const *items, uint32_t count) {
    keyed_item *sorted = malloc(((size_t)count + 1) * sizeof *sorted);
    for (uint32_t i = 0; sorted != NULL && i < count; ++i) {
        char *entry = write_entry(path, items[i]);
        if (entry == NULL) {
            free(sorted);
            return NULL;
        }
        sorted[i] = (keyed_item){key_of(set, entry, strlen(entry)), i};
        free(entry);
    }
    if (sorted != NULL && count > 1) qsort(sorted, count, sizeof *sorted, compare_items);
    return sorted;
}

/* How many of the items that begin here are of the same entry. */
static uint32_t run_length(const keyed_item *from, uint32_t most) {
    uint32_t length = 1;
    while (length < most && memcmp(&from[length].key, &from->key, sizeof from->key) == 0) ++length;
    return length;
}

/* --- Reading --- */

/* Takes one line: the entry is the text before its count. False: it is none. */
static bool take_line(baseline *out, const line_reader *lines, bool *out_has_memory) {
    static const char before[] = ",\"count\":";
    const char *end = lines->head + lines->head_length, *at = end - 1;
    size_t length = sizeof before - 1;
    uint64_t count;
    text_key entry;
    yyjson_doc *data;
    if (lines->head_length == MOST_LINE_HEAD || lines->last != '}') return false;
    data = yyjson_read(lines->head, lines->head_length, YYJSON_READ_NOFLAG);
    if (data == NULL) return false;
    count = yyjson_get_uint(yyjson_obj_get(yyjson_doc_get_root(data), "count"));
    yyjson_doc_free(data);
    if (count == 0 || count > MOST_OF_ENTRY) return false;
    while (at > lines->head && *at != ',') --at;
    if ((size_t)(end - at) < length || memcmp(at, before, length) != 0) return false;
    entry = key_of(&out->accepted, lines->head, (size_t)(at - lines->head));
    for (uint32_t n = 1; n <= (uint32_t)count && *out_has_memory; ++n) {
        text_key key = numbered(&out->accepted, &entry, n);
        bool is_new;
        *out_has_memory = key_set_add(&out->accepted, &key, &is_new);
    }
    return true;
}

/* Returns what is wrong, or NULL. */
static const char *read_lines(baseline *out, line_reader *lines) {
    bool has_memory = true;
    if (!lines_next(lines) || lines->head_length != strlen(FIRST_LINE) ||
        memcmp(lines->head, FIRST_LINE, lines->head_length) != 0) {
        return SAY("not a baseline file; --write-baseline writes one");
    }
    while (has_memory && lines_next(lines)) {
        if (!take_line(out, lines, &has_memory)) {
            return SAY("line {1} of this baseline is invalid");
        }
    }
    if (!has_memory) return SAY("there is not enough memory");
    return ferror(lines->file) ? SAY("it cannot be read") : NULL;
}

bool baseline_load(const char *path, baseline *out) {
    FILE *file = open_by_path(path, "rb");
    const char *problem = strerror(errno);
    char number[32] = "", said[256];
    const char *arguments[1] = {number};
    line_reader lines;
    memset(out, 0, sizeof *out);
    key_set_init(&out->accepted);
    if (file != NULL) {
        problem = SAY("there is not enough memory");
        if (lines_begin(&lines, file)) {
            problem = read_lines(out, &lines);
            snprintf(number, sizeof number, "%llu", (unsigned long long)lines.number);
            lines_end(&lines);
        }
        fclose(file);
    }
    out->is_there = problem == NULL;
    if (out->is_there) return true;
    print_problem(path, say_into(said, sizeof said, problem, arguments, 1));
    baseline_release(out);
    return false;
}

void baseline_release(baseline *baseline) {
    key_set_release(&baseline->accepted);
    baseline->is_there = false;
}

bool baseline_mark(const baseline *baseline, const char *path, const vrm_diagnostic *const *items,
                   uint32_t count, bool *out_is_accepted) {
    keyed_item *sorted = sort_items(&baseline->accepted, path, items, count);
    if (sorted == NULL) return false;
    for (uint32_t i = 0, length; i < count; i += length) {
        length = run_length(sorted + i, count - i);
        for (uint32_t n = 1; n <= length; ++n) {
            text_key key = numbered(&baseline->accepted, &sorted[i].key, n);
            out_is_accepted[sorted[i + n - 1].index] = key_set_has(&baseline->accepted, &key);
        }
    }
    free(sorted);
    return true;
}

/* --- Writing --- */

static bool keep_line(baseline_writer *writer, char *line) {
    if (writer->count == writer->capacity) {
        size_t capacity = writer->capacity > 0 ? writer->capacity * 2 : 64;
        char **grown = realloc((void *)writer->lines, capacity * sizeof(char *));
        if (grown == NULL) return false;
        writer->lines = grown;
        writer->capacity = capacity;
    }
    writer->lines[writer->count++] = line;
    return true;
}

/* The line of an entry with its count, which is kept once. */
static bool add_line(baseline_writer *writer, const char *path, const vrm_diagnostic *diagnostic,
                     uint32_t count) {
    char *entry = write_entry(path, diagnostic), *line;
    size_t room = entry != NULL ? strlen(entry) + 32 : 0;
    bool is_new = false, is_good;
    text_key key;
    line = entry != NULL ? malloc(room) : NULL;
    if (line != NULL) snprintf(line, room, "%s,\"count\":%u}", entry, (unsigned)count);
    free(entry);
    if (line == NULL) return false;
    key = key_of(&writer->known, line, strlen(line));
    is_good = key_set_add(&writer->known, &key, &is_new) && (!is_new || keep_line(writer, line));
    if (!is_good || !is_new) free(line);
    return is_good;
}

bool baseline_add(baseline_writer *writer, const char *path, const vrm_diagnostic *const *items,
                  uint32_t count) {
    keyed_item *sorted;
    bool is_good = true;
    if (writer->known.capacity == 0) key_set_init(&writer->known);
    sorted = sort_items(&writer->known, path, items, count);
    if (sorted == NULL) return false;
    for (uint32_t i = 0, length; i < count && is_good; i += length) {
        length = run_length(sorted + i, count - i);
        is_good = add_line(writer, path, items[sorted[i].index], length);
    }
    free(sorted);
    return is_good;
}

static int compare_lines(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* All lines in one text. NULL: there is not enough memory. */
static char *join_lines(const baseline_writer *writer, size_t *out_size) {
    size_t size = sizeof FIRST_LINE;
    char *text, *at;
    for (size_t i = 0; i < writer->count; ++i) size += strlen(writer->lines[i]) + 1;
    text = at = malloc(size);
    if (text == NULL) return NULL;
    memcpy(at, FIRST_LINE "\n", sizeof FIRST_LINE);
    at += sizeof FIRST_LINE;
    for (size_t i = 0; i < writer->count; ++i) {
        size_t length = strlen(writer->lines[i]);
        memcpy(at, writer->lines[i], length);
        at[length] = '\n';
        at += length + 1;
    }
    *out_size = size;
    return text;
}

bool baseline_write(baseline_writer *writer, const char *path) {
    const char *reason = say("there is not enough memory");
    size_t size;
    char *text;
    bool is_good;
    if (writer->count > 1)
        qsort((void *)writer->lines, writer->count, sizeof(char *), compare_lines);
    text = join_lines(writer, &size);
    is_good = text != NULL && output_file_put(path, text, size, true, &reason);
    if (!is_good) print_problem(path, reason);
    free(text);
    baseline_drop(writer);
    return is_good;
}

void baseline_drop(baseline_writer *writer) {
    for (size_t i = 0; i < writer->count; ++i) free(writer->lines[i]);
    free((void *)writer->lines);
    key_set_release(&writer->known);
    memset(writer, 0, sizeof *writer);
}
