#include "resume.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/avatar/record.h"
#include "apps/kit/json/json_line.h"
#include "apps/kit/options/arguments.h"
#include "apps/kit/program/append.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/files.h"
#include "apps/kit/system/lines.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Records --- */

/* Moves behind a text that stands there. */
static bool skip(const char **at, const char *end, const char *text) {
    size_t length = strlen(text);
    if ((size_t)(end - *at) < length || memcmp(*at, text, length) != 0) return false;
    *at += length;
    return true;
}

/* Moves behind a string and its quotes. */
static bool skip_string(const char **at, const char *end) {
    if (!skip(at, end, "\"")) return false;
    for (; *at < end; ++*at) {
        if (**at == '"') {
            ++*at;
            return true;
        }
        if (**at == '\\') ++*at;
    }
    return false;
}

/* What a record of this command begins with. */
static void write_beginning(command_id command, char out[128]) {
    snprintf(out, 128, "{\"schema\":\"" RECORD_SCHEMA "\",\"command\":\"%s\",\"file\":",
             command_of(command)->name);
}

/* The path of a record as it is written there, with its bytes if it is not UTF-8; and whether the
 * file was found good. False: this is no record. */
static bool read_record(const line_reader *lines, const char *beginning, vrm_string *out_path,
                        bool *out_is_good) {
    const char *at = lines->head, *end = at + lines->head_length, *path;
    if (lines->last != '}' || !skip(&at, end, beginning)) return false;
    path = at;
    if (!skip_string(&at, end)) return false;
    if (skip(&at, end, ",\"file_base64\":") && !skip_string(&at, end)) return false;
    *out_path = (vrm_string){path, (uint32_t)(at - path)};
    if (!skip(&at, end, ",\"result\":")) return false;
    *out_is_good = skip(&at, end, "\"ok\"") && !skip(&at, end, ",\"passed\":false");
    return true;
}

/* Whether the part of a line that is there can be that of a record. */
static bool may_become_record(const line_reader *lines, const char *beginning) {
    size_t length = strlen(beginning);
    if (length > lines->head_length) length = lines->head_length;
    return memcmp(lines->head, beginning, length) == 0;
}

/* --- The file --- */

static bool note_record(resume *resume, vrm_string path, bool is_good) {
    text_key key = key_of(&resume->paths, path.data, path.length);
    bool is_new;
    ++resume->records;
    if (!is_good) resume->has_failures = true;
    return key_set_add(&resume->paths, &key, &is_new);
}

/* Reads all records. Returns what is wrong, or NULL; `*out_size` is the size of whole lines. */
static const char *read_records(resume *resume, line_reader *lines, const char *beginning,
                                uint64_t *out_size) {
    while (lines_next(lines)) {
        vrm_string path;
        bool is_good;
        if (!read_record(lines, beginning, &path, &is_good)) {
            return SAY("line {1} is not a record of this command; nothing was changed");
        }
        if (!note_record(resume, path, is_good)) return SAY("there is not enough memory");
    }
    if (ferror(lines->file)) return SAY("it cannot be read");
    if (!may_become_record(lines, beginning)) {
        return SAY("line {1} is not a record of this command; nothing was changed");
    }
    *out_size = lines->begin;
    return NULL;
}

static const char *read_former(resume *resume, command_id command, FILE *file, uint64_t *out_size) {
    line_reader lines;
    const char *problem;
    char beginning[128];
    write_beginning(command, beginning);
    if (!lines_begin(&lines, file)) return SAY("there is not enough memory");
    problem = read_records(resume, &lines, beginning, out_size);
    lines_end(&lines);
    return problem;
}

static bool refuse(resume *resume, const char *path, const char *problem) {
    char line[32], said[256];
    const char *arguments[1] = {line};
    snprintf(line, sizeof line, "%llu", (unsigned long long)resume->records + 1);
    print_problem(path, say_into(said, sizeof said, problem, arguments, 1));
    resume_end(resume);
    return false;
}

bool resume_begin(resume *resume, command_id command, const char *path, int *out_code) {
    const char *problem = NULL;
    uint64_t size = 0;
    FILE *file;
    *out_code = EXIT_NOT_LOADED;
    memset(resume, 0, sizeof *resume);
    key_set_init(&resume->paths);
    if (!append_begin(path, &problem)) return refuse(resume, path, problem);
    file = open_by_path(path, "rb");
    if (file == NULL) return refuse(resume, path, strerror(errno));
    problem = read_former(resume, command, file, &size);
    fclose(file);
    if (problem != NULL) return refuse(resume, path, problem);
    if (!append_cut(size)) return refuse(resume, path, strerror(errno));
    return true;
}

bool resume_wants(resume *resume, const char *path) {
    json_line line;
    bool is_new = true;
    char *text;
    json_begin(&line);
    json_path(&line, "file", path);
    text = json_take(&line);
    if (text == NULL) return true;
    /* Without {"file": before it and } behind it. */
    text_key key = key_of(&resume->paths, text + 8, strlen(text) - 9);
    if (!key_set_add(&resume->paths, &key, &is_new)) is_new = true;
    free(text);
    return is_new;
}

void resume_end(resume *resume) { key_set_release(&resume->paths); }
