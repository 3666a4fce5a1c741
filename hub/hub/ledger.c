#define _XOPEN_SOURCE 700
#define _FILE_OFFSET_BITS 64

#include "ledger.h"
#include "apps/kit/batch/inputs.h"
#include "apps/kit/batch/manifest.h"
#include "apps/kit/json/json_line.h"
#include "apps/kit/options/arguments.h"
#include "apps/kit/system/stop.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <vrm/vrm.h>

enum { MOST_MANIFEST = 1 << 24 };

/* The hash of a file that was read before. Uploaders choose the names of files, and
 * could make two that collide, so the key is a cryptographic hash of path, size and time. */
typedef struct known_hash {
    char name[HASH_DIGITS + 1]; /* "": none */
    char sha256[HASH_DIGITS + 1];
} known_hash;

struct ledger {
    const hub_options *options;
    char *steps; /* the JSON of "do" */
    known_hash *known;
    size_t known_count, known_capacity; /* a power of two */
};

/* --- Hashes --- */

static bool name_file(const char *path, const struct stat *about, char out[HASH_DIGITS + 1]) {
    hash_pieces *hash = hash_begin();
    hash_add(hash, &about->st_size, sizeof about->st_size);
    hash_add(hash, &about->st_mtim, sizeof about->st_mtim);
    hash_add(hash, path, strlen(path));
    return hash_end(hash, out);
}

/* The slot of a name: its own, or the next free one. */
static known_hash *find_known(known_hash *hash, size_t capacity, const char *name) {
    size_t at = 0;
    for (int i = 0; i < 15; ++i) at = at * 31 + (size_t)name[i];
    at &= capacity - 1;
    while (hash[at].name[0] != '\0' && strcmp(hash[at].name, name) != 0)
        at = (at + 1) & (capacity - 1);
    return &hash[at];
}

/* Without memory, hashes are computed again. */
static void keep_hash(ledger *ledger, const char *name, const char *sha256) {
    known_hash *place;
    if (2 * (ledger->known_count + 1) > ledger->known_capacity) {
        size_t larger = ledger->known_capacity > 0 ? ledger->known_capacity * 2 : 1024;
        known_hash *grown = calloc(larger, sizeof *grown);
        if (grown == NULL) return;
        for (size_t i = 0; i < ledger->known_capacity; ++i) {
            if (ledger->known[i].name[0] == '\0') continue;
            *find_known(grown, larger, ledger->known[i].name) = ledger->known[i];
        }
        free(ledger->known);
        ledger->known = grown;
        ledger->known_capacity = larger;
    }
    place = find_known(ledger->known, ledger->known_capacity, name);
    memcpy(place->name, name, sizeof place->name);
    memcpy(place->sha256, sha256, sizeof place->sha256);
    ++ledger->known_count;
}

static const char *hash_upload(ledger *ledger, const char *path, const struct stat *about,
                               char out[HASH_DIGITS + 1]) {
    char name[HASH_DIGITS + 1];
    const char *reason = NULL;
    if (!name_file(path, about, name)) return "its hash cannot be computed";
    if (ledger->known_capacity > 0) {
        const known_hash *known = find_known(ledger->known, ledger->known_capacity, name);
        if (known->name[0] != '\0') {
            memcpy(out, known->sha256, sizeof known->sha256);
            return NULL;
        }
    }
    if (!hash_file(path, out, &reason)) return reason;
    keep_hash(ledger, name, out);
    return NULL;
}

/* --- An entry --- */

static int64_t manifest_time(const ledger *ledger, const char *sha256, const char *recipe,
                             char path[MAX_OUTPUT_PATH]) {
    char place[MOST_MANIFEST_FOLDER];
    struct stat about;
    if (ledger->options->out == NULL) return 0;
    manifest_folder(sha256, recipe, place);
    snprintf(path, MAX_OUTPUT_PATH, "%s/%s/" MANIFEST_NAME, ledger->options->out, place);
    return stat(path, &about) == 0 ? (int64_t)about.st_mtim.tv_sec : 0;
}

/* The text of a manifest, to be freed; NULL: it cannot be read. */
static char *read_manifest(const char *path, int64_t *out_time) {
    char *text = NULL;
    struct stat about;
    FILE *file = fopen(path, "rb");
    if (file == NULL) return NULL;
    if (fstat(fileno(file), &about) == 0 && about.st_size < MOST_MANIFEST) {
        text = calloc(1, (size_t)about.st_size + 1);
        *out_time = (int64_t)about.st_mtim.tv_sec;
    }
    if (text != NULL && fread(text, 1, (size_t)about.st_size, file) != (size_t)about.st_size) {
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

/* Whether a manifest is that of a job, whatever drew its pictures. */
static bool is_manifest_of(const char *path, const char *steps, int64_t *out_time) {
    char *text = read_manifest(path, out_time), version[64];
    bool is_it;
    snprintf(version, sizeof version, "\"version\":\"%s\"", vrm_version());
    is_it = text != NULL && strstr(text, steps) != NULL && strstr(text, version) != NULL;
    free(text);
    return is_it;
}

/* The first word of a result that is not "ok", or else "errors" where a verb found some. */
static void find_bad(const char *path, char out[64]) {
    manifest_step steps[MOST_STEPS];
    int64_t time = 0;
    char *text = read_manifest(path, &time);
    int count = text != NULL ? manifest_read(text, strlen(text), steps) : 0;
    for (int i = count - 1; i >= 0; --i) {
        const bool is_ok = strcmp(steps[i].result, "ok") == 0;
        if (is_ok && steps[i].exit_code != 0 && out[0] == '\0') snprintf(out, 64, "errors");
        if (!is_ok) snprintf(out, 64, "%s", steps[i].result);
    }
    free(text);
}

static bool has_outputs(const ledger *ledger, const char *sha256) {
    char place[MOST_MANIFEST_FOLDER], path[MAX_OUTPUT_PATH];
    struct stat about;
    manifest_folder(sha256, "", place);
    snprintf(path, sizeof path, "%s/%s", ledger->options->out, place);
    return stat(path, &about) == 0;
}

/* The recipe of a job that draws has what draws it in it, which the worker alone knows. So all
 * outputs of the file are looked at. */
static int64_t drawn_manifest_time(const ledger *ledger, const job *from,
                                   char path[MAX_OUTPUT_PATH]) {
    char place[MOST_MANIFEST_FOLDER], folder[MAX_OUTPUT_PATH - 300], *steps;
    int64_t found = 0, committed = 0;
    struct dirent *entry;
    json_line line;
    DIR *list;
    if (ledger->options->out == NULL) return 0;
    manifest_folder(from->sha256, "", place);
    snprintf(folder, sizeof folder, "%s/%s", ledger->options->out, place);
    list = opendir(folder);
    if (list == NULL) return 0;
    json_begin(&line);
    job_add_steps(from, &line);
    steps = json_take(&line);
    if (steps != NULL) steps[strlen(steps) - 1] = '\0'; /* without its braces, it is a part */
    while (steps != NULL && committed == 0 && (entry = readdir(list)) != NULL) {
        if (entry->d_name[0] == '.') continue;
        snprintf(path, MAX_OUTPUT_PATH, "%s/%s/" MANIFEST_NAME, folder, entry->d_name);
        if (is_manifest_of(path, steps + 1, &found)) committed = found;
    }
    free(steps);
    closedir(list);
    return committed;
}

/* Whether somebody asks for more than whether it is done. */
static bool is_counted(const hub_options *chosen) {
    return chosen->out != NULL && (chosen->verb == HUB_STATUS || chosen->metrics != NULL);
}

/* Fills in what is missing of a job that was read. */
static void fill(ledger *ledger, ledger_entry *out, job *from) {
    char path[MAX_OUTPUT_PATH] = "";
    struct stat about;
    bool is_there = from->path != NULL && stat(from->path, &about) == 0;
    out->problem = from->problem;
    out->path = from->path;
    out->uploaded = is_there ? (int64_t)about.st_mtim.tv_sec : 0;
    if (out->problem == NULL && from->sha256[0] == '\0') {
        out->problem = is_there ? hash_upload(ledger, from->path, &about, from->sha256)
                                : "the file is not there";
    }
    if (out->problem == NULL && from->recipe[0] == '\0' && !job_find_recipe(from, "")) {
        out->problem = from->problem;
    }
    if (out->problem != NULL) return;
    snprintf(out->key, sizeof out->key, "%s-%s", from->sha256, from->recipe);
    if (job_needs(from, PROGRAM_DRAW)) {
        out->committed = drawn_manifest_time(ledger, from, path);
    } else {
        out->committed = manifest_time(ledger, from->sha256, from->recipe, path);
    }
    if (!is_counted(ledger->options)) return;
    if (out->committed != 0) find_bad(path, out->bad);
    out->has_others = out->committed == 0 && has_outputs(ledger, from->sha256);
}

static bool show(ledger *ledger, const char *line, size_t length,
                 bool (*each)(const ledger_entry *entry, void *user), void *user) {
    job *read = job_read(line, length, &ledger->options->limits);
    ledger_entry entry = {.job = line, .length = length, .problem = "there is not enough memory"};
    bool goes_on;
    if (length > MOST_JOB_BYTES) {
        entry.problem = "the job is longer than 1 MiB";
    } else if (read != NULL) {
        fill(ledger, &entry, read);
    }
    goes_on = each(&entry, user) && stop_requested() == 0;
    job_free(read);
    return goes_on;
}

/* --- Files and folders --- */

/* The job of an upload. Workers may have another folder, so that the path is a whole one. */
static char *write_job(ledger *ledger, const char *path) {
    char sha256[HASH_DIGITS + 1], *whole = realpath(path, NULL), *text;
    struct stat about;
    json_line line;
    if (whole == NULL) return NULL;
    json_begin(&line);
    json_word(&line, "id", path);
    json_object(&line, "in");
    json_word(&line, "path", whole);
    if (stat(whole, &about) == 0 && hash_upload(ledger, whole, &about, sha256) == NULL) {
        json_word(&line, "sha256", sha256);
    }
    json_close(&line);
    json_raw(&line, "do", ledger->steps);
    if (ledger->options->is_back) json_word(&line, "queue", "back");
    text = json_take(&line);
    free(whole);
    return text;
}

static bool walk_paths(ledger *ledger, bool (*each)(const ledger_entry *entry, void *user),
                       void *user) {
    const input_options from = {.paths = ledger->options->paths,
                                .path_count = ledger->options->path_count,
                                .kind = INPUT_AVATARS};
    bool goes_on = true;
    input_file file;
    inputs inputs;
    int code;
    if (!inputs_open(&inputs, &from, COMMAND_HUB, &code)) return false;
    while (goes_on && inputs_next(&inputs, &file)) {
        char *line =
            file.problem == NULL && !file.is_standard_input ? write_job(ledger, file.path) : NULL;
        if (line != NULL) {
            goes_on = show(ledger, line, strlen(line), each, user);
        } else {
            const ledger_entry missing = {
                .path = file.path,
                .problem = file.problem != NULL ? file.problem : "the file is not there"};
            goes_on = each(&missing, user) && stop_requested() == 0;
        }
        free(line);
        input_file_release(&file);
    }
    inputs_close(&inputs);
    return goes_on;
}

/* --- Lines --- */

static bool walk_lines(ledger *ledger, bool (*each)(const ledger_entry *entry, void *user),
                       void *user) {
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    bool goes_on = true;
    while (goes_on && (length = getline(&line, &capacity, stdin)) > 0) {
        if (line[length - 1] == '\n') --length;
        if (length > 0) goes_on = show(ledger, line, (size_t)length, each, user);
    }
    free(line);
    return goes_on;
}

bool ledger_walk(ledger *ledger, bool (*each)(const ledger_entry *entry, void *user), void *user) {
    return ledger->options->path_count > 0 ? walk_paths(ledger, each, user)
                                           : walk_lines(ledger, each, user);
}

void ledger_print_problem(const char *path, const char *problem) {
    char shown[512];
    const char *text = path != NULL ? path : "";
    vrm_string_printable((vrm_string){text, (uint32_t)strlen(text)}, shown, sizeof shown);
    fprintf(stderr, "%s: %s\n", shown, problem);
}

/* --- The ledger --- */

/* "check,info" as JSON. */
static char *write_steps(const char *given) {
    size_t size = 2 * strlen(given) + 8, length = 0;
    char *out = malloc(size);
    if (out == NULL) return NULL;
    if (given[0] == '[') {
        snprintf(out, size, "%s", given);
        return out;
    }
    out[length++] = '[', out[length++] = '"';
    for (const char *at = given; *at != '\0' && length + 6 < size; ++at) {
        if (*at == ',') {
            out[length++] = '"', out[length++] = ',', out[length++] = '"';
        } else if (*at != '"' && *at != '\\' && (unsigned char)*at >= 0x20) {
            out[length++] = *at;
        }
    }
    out[length++] = '"', out[length++] = ']', out[length] = '\0';
    return out;
}

/* What is wrong with the steps is said once, and not for each avatar. */
static bool check_steps(const ledger *ledger) {
    char line[4096];
    job *read;
    bool is_good;
    snprintf(line, sizeof line, "{\"id\":\"\",\"in\":{\"path\":\"x\"},\"do\":%s}", ledger->steps);
    read = job_read(line, strlen(line), &ledger->options->limits);
    is_good = read != NULL && read->problem == NULL;
    if (!is_good) {
        fprintf(stderr, "vrm hub: --do: %s\n",
                read != NULL ? read->problem : "there is not enough memory");
    }
    job_free(read);
    return is_good;
}

ledger *ledger_open(const hub_options *options) {
    ledger *ledger = calloc(1, sizeof *ledger);
    if (ledger == NULL) return NULL;
    ledger->options = options;
    ledger->steps = write_steps(options->steps);
    if (ledger->steps != NULL && check_steps(ledger)) return ledger;
    ledger_close(ledger);
    return NULL;
}

void ledger_close(ledger *ledger) {
    if (ledger == NULL) return;
    free(ledger->steps);
    free(ledger->known);
    free(ledger);
}
