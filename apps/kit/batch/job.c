#include "job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/vrm.h>
#include <yyjson.h>

/* --- Verbs --- */

const work_verb *work_verb_find(const char *name) {
    static const work_verb verbs[] = {
        {COMMAND_CHECK, "check", PROGRAM_TOOL, NULL, false, OPTION_FIX},
        {COMMAND_INFO, "info", PROGRAM_TOOL, NULL, false, OPTION_COUNT},
        {COMMAND_MAKE, "make", PROGRAM_TOOL, NULL, true, OPTION_COUNT},
        {COMMAND_MIGRATE, "migrate", PROGRAM_TOOL, NULL, true, OPTION_COUNT},
        {COMMAND_MOTION, "motion", PROGRAM_TOOL, "info", false, OPTION_COUNT},
        {COMMAND_NORMALIZE, "normalize", PROGRAM_TOOL, NULL, true, OPTION_COUNT},
        {COMMAND_OPTIMIZE, "optimize", PROGRAM_OPTIMIZE, NULL, true, OPTION_COUNT},
        {COMMAND_RENDER, "render", PROGRAM_DRAW, NULL, true, OPTION_COUNT},
        {COMMAND_SIM, "sim", PROGRAM_TOOL, NULL, false, OPTION_COUNT},
        {COMMAND_THUMB, "thumb", PROGRAM_DRAW, NULL, true, OPTION_COUNT},
    };
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; ++i) {
        if (strcmp(verbs[i].name, name) == 0) return &verbs[i];
    }
    return NULL;
}

/* --- Limits --- */

option_result job_limits_take(job_limits *out, const option_value *value) {
    switch (value->option->id) {
    case OPTION_MAX_BYTES:
        out->max_bytes = value->bytes;
        break;
    case OPTION_MAX_MEMORY:
        out->max_memory = value->bytes;
        break;
    case OPTION_TIMEOUT:
        out->seconds = value->number;
        break;
    default:
        return OPTION_NOT_READ;
    }
    return OPTION_TAKEN;
}

/* --- What is wrong --- */

static const char NO_MEMORY[] = "there is not enough memory";

static char *copy_text(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy != NULL) memcpy(copy, text, size);
    return copy;
}

/* The first problem is the one that is told. `shown` is text of the job. */
static bool wrong(job *job, const char *problem, const char *shown) {
    char printable[120];
    vrm_string text = {shown, (uint32_t)strlen(shown)};
    vrm_string_printable(text, printable, sizeof printable);
    if (job->problem == NULL) {
        snprintf(job->sentence, sizeof job->sentence, "%s%s%s%s", problem,
                 shown[0] != '\0' ? " '" : "", printable, shown[0] != '\0' ? "'" : "");
        job->problem = job->sentence;
    }
    return false;
}

/* The keys that an object may have end with NULL. */
static bool has_only(job *job, yyjson_val *object, const char *const *keys) {
    yyjson_val *key, *value;
    size_t i, count;
    yyjson_obj_foreach(object, i, count, key, value) {
        const char *const *at = keys;
        while (*at != NULL && strcmp(*at, yyjson_get_str(key)) != 0) ++at;
        if (*at == NULL) return wrong(job, "a job does not have", yyjson_get_str(key));
    }
    return true;
}

/* --- Options --- */

/* What is of the worker: how it runs verbs, where files come from and go to, and forms of output
 * that are no record. A sheet has words in it, and the fonts of the machine would decide how it
 * looks. */
static bool is_of_worker(const option *row) {
    static const option_id own[] = {
        OPTION_HELP, OPTION_JSON,          OPTION_LANG,          OPTION_SARIF,    OPTION_OUT,
        OPTION_NAME, OPTION_OVERWRITE,     OPTION_SKIP_EXISTING, OPTION_IN_PLACE, OPTION_BRIEF,
        OPTION_HASH, OPTION_DECODE_IMAGES, OPTION_PICTURE,       OPTION_SHEET,    OPTION_SHORTCUTS};
    if (row->group == GROUP_FILES) return true;
    for (size_t i = 0; i < sizeof own / sizeof own[0]; ++i) {
        if (row->id == own[i]) return true;
    }
    return false;
}

static bool names_file(const option *row, const char *value) {
    bool is_path = row->kind == VALUE_FILE || row->kind == VALUE_FOLDER ||
                   row->kind == VALUE_OUTPUT || row->id == OPTION_PROFILE;
    if (!is_path) return false;
    return row->words == NULL || words_find(row->words, value, strlen(value)) < 0;
}

/* A value of JSON as it is written on a command line. False: there is no such form. */
static bool value_text(yyjson_val *value, char *out, size_t capacity) {
    int length = -1;
    if (yyjson_is_str(value) && strlen(yyjson_get_str(value)) == yyjson_get_len(value)) {
        length = snprintf(out, capacity, "%s", yyjson_get_str(value));
    } else if (yyjson_is_uint(value)) {
        length = snprintf(out, capacity, "%llu", (unsigned long long)yyjson_get_uint(value));
    } else if (yyjson_is_sint(value)) {
        length = snprintf(out, capacity, "%lld", (long long)yyjson_get_sint(value));
    } else if (yyjson_is_real(value)) {
        length = snprintf(out, capacity, "%.9g", yyjson_get_real(value));
    }
    return length >= 0 && (size_t)length < capacity;
}

static bool keep_argument(job *job, job_step *step, const char *name, const char *value) {
    size_t size = strlen(name) + strlen(value) + 4;
    char *text, **grown;
    if (step->argument_count == MOST_ARGUMENTS)
        return wrong(job, "a step has too many options", "");
    grown = realloc((void *)step->arguments,
                    ((size_t)step->argument_count + 1) * sizeof *step->arguments);
    if (grown == NULL) return wrong(job, NO_MEMORY, "");
    step->arguments = grown;
    text = malloc(size);
    if (text == NULL) return wrong(job, NO_MEMORY, "");
    snprintf(text, size, "--%s%s%s", name, value[0] != '\0' ? "=" : "", value);
    step->arguments[step->argument_count++] = text;
    return true;
}

static bool take_value(job *job, job_step *step, const option *row, yyjson_val *given) {
    char text[1024], allowed[256], problem[340];
    option_value value = {.option = row, .text = text};
    if (!value_text(given, text, sizeof text) || text[0] == '\0') {
        return wrong(job, "the value is neither a text nor a number of the option", row->name);
    }
    if (names_file(row, text)) {
        return wrong(job, "a job cannot name files, as it does for the option", row->name);
    }
    if (!value_read(&value)) {
        option_allowed(row, allowed, sizeof allowed);
        snprintf(problem, sizeof problem, "--%s takes %s, not", row->name, allowed);
        value_text(given, text, sizeof text); /* reading may have changed it */
        return wrong(job, problem, text);
    }
    value_text(given, text, sizeof text);
    return keep_argument(job, step, row->name, text);
}

static bool take_option(job *job, job_step *step, const char *name, yyjson_val *given) {
    char written[64];
    const option *row;
    snprintf(written, sizeof written, "--%s", name);
    row = option_find(step->verb->command, written, strlen(written));
    if (row == NULL || strcmp(row->name, name) != 0) {
        return wrong(job, "the verb of the step has no option", name);
    }
    if (is_of_worker(row)) return wrong(job, "a job cannot set the option", name);
    if (row->kind == VALUE_NONE) {
        if (!yyjson_is_bool(given)) return wrong(job, "true or false is the value of", name);
        if (!yyjson_get_bool(given)) return true;
        if (row->id == step->verb->writes_with) step->writes = true;
        return keep_argument(job, step, name, "");
    }
    if (yyjson_is_arr(given)) {
        yyjson_val *item;
        size_t i, count;
        if (row->repeats != REPEAT_ADDS) return wrong(job, "a list is no value of", name);
        yyjson_arr_foreach(given, i, count, item) {
            if (!take_value(job, step, row, item)) return false;
        }
        return true;
    }
    return take_value(job, step, row, given);
}

/* In the order of their names; those of one name stay as they are. */
static void sort_arguments(job_step *step) {
    for (int i = 1; i < step->argument_count; ++i) {
        char *moved = step->arguments[i];
        size_t length = strcspn(moved, "=");
        int at = i;
        for (; at > 0; --at) {
            const char *before = step->arguments[at - 1];
            size_t other = strcspn(before, "=");
            int order = strncmp(before, moved, other < length ? other : length);
            if (order < 0 || (order == 0 && other <= length)) break;
            step->arguments[at] = step->arguments[at - 1];
        }
        step->arguments[at] = moved;
    }
}

/* --- Steps --- */

/* Names of steps become names of files. */
static bool is_name(const char *text) {
    size_t length = strlen(text);
    if (length == 0 || length >= MOST_STEP_NAME || strcmp(text, "manifest") == 0) return false;
    for (size_t i = 0; i < length; ++i) {
        bool is_fine = (text[i] >= 'a' && text[i] <= 'z') || (text[i] >= '0' && text[i] <= '9') ||
                       (i > 0 && text[i] == '-');
        if (!is_fine) return false;
    }
    return true;
}

static bool name_step(job *job, job_step *step, const char *name) {
    if (!is_name(name)) {
        return wrong(job, "names of steps have small letters, digits and hyphens, unlike", name);
    }
    for (int i = 0; i < job->step_count; ++i) {
        if (strcmp(job->steps[i].name, name) == 0) return wrong(job, "two steps are called", name);
    }
    snprintf(step->name, sizeof step->name, "%s", name);
    return true;
}

static bool take_options(job *job, job_step *step, yyjson_val *options) {
    yyjson_val *key, *value;
    size_t i, count;
    if (options == NULL) return true;
    if (!yyjson_is_obj(options))
        return wrong(job, "options are an object, in the step", step->name);
    yyjson_obj_foreach(options, i, count, key, value) {
        if (!take_option(job, step, yyjson_get_str(key), value)) return false;
    }
    sort_arguments(step);
    return true;
}

/* The ending of the file that a step makes: pictures say their format. */
static const char *ending_of(const job_step *step) {
    static const char *const formats[] = {"png", "jpeg", "webp", "gif", "mp4"};
    static const char *const endings[] = {".png", ".jpg", ".webp", ".gif", ".mp4"};
    const char *ending = step->verb->program == PROGRAM_DRAW ? ".png" : ".vrm";
    for (int i = 0; i < step->argument_count; ++i) {
        const char *word = step->arguments[i];
        if (strncmp(word, "--animate=", 10) == 0) ending = ".webp";
        if (step->verb->program != PROGRAM_DRAW || strncmp(word, "--format=", 9) != 0) continue;
        for (size_t k = 0; k < sizeof formats / sizeof formats[0]; ++k) {
            if (strcmp(word + 9, formats[k]) == 0) return endings[k];
        }
    }
    return ending;
}

static bool take_step(job *job, yyjson_val *given) {
    static const char *const keys[] = {"verb", "as", "options", NULL};
    job_step *step = &job->steps[job->step_count];
    const char *verb = yyjson_get_str(given), *name;
    memset(step, 0, sizeof *step);
    if (yyjson_is_obj(given)) {
        if (!has_only(job, given, keys)) return false;
        verb = yyjson_get_str(yyjson_obj_get(given, "verb"));
    }
    if (verb == NULL) return wrong(job, "a step is the name of a verb, or an object with it", "");
    step->verb = work_verb_find(verb);
    if (step->verb == NULL) return wrong(job, "no job can have the verb", verb);
    step->writes = step->verb->writes;
    name = yyjson_get_str(yyjson_obj_get(given, "as"));
    if (!name_step(job, step, name != NULL ? name : verb)) return false;
    ++job->step_count; /* from here on its arguments are freed with it */
    if (!take_options(job, step, yyjson_obj_get(given, "options"))) return false;
    step->ending = ending_of(step);
    /* Its encoder works with threads, which no process of a job has. */
    return strcmp(step->ending, ".mp4") != 0 || wrong(job, "a job cannot make the format", "mp4");
}

static bool take_steps(job *job, yyjson_val *given) {
    yyjson_val *item;
    size_t i, count;
    if (!yyjson_is_arr(given) || yyjson_arr_size(given) == 0) {
        return wrong(job, "'do' is a list of verbs", "");
    }
    if (yyjson_arr_size(given) > MOST_STEPS) return wrong(job, "a job has too many steps", "");
    job->steps = calloc(yyjson_arr_size(given), sizeof *job->steps);
    if (job->steps == NULL) return wrong(job, NO_MEMORY, "");
    yyjson_arr_foreach(given, i, count, item) {
        if (!take_step(job, item)) return false;
    }
    return true;
}

typedef struct order_writer {
    char *out;
    size_t size, capacity;
    bool is_full;
} order_writer;

static void add_word(order_writer *writer, const char *word) {
    size_t size = strlen(word) + 1;
    writer->is_full = writer->is_full || size > writer->capacity - writer->size;
    if (writer->is_full) return;
    memcpy(writer->out + writer->size, word, size);
    writer->size += size;
}

static void add_bound(order_writer *writer, const char *name, uint64_t bound) {
    char word[48];
    snprintf(word, sizeof word, "%s=%llu", name, (unsigned long long)bound);
    add_word(writer, word);
}

size_t job_write_order(const job *job, int first, int end, char *out, size_t capacity) {
    order_writer writer = {out, 0, capacity, false};
    for (int i = first; i < end; ++i) {
        const job_step *step = &job->steps[i];
        add_word(&writer, step->verb->name);
        if (step->verb->word != NULL) add_word(&writer, step->verb->word);
        add_word(&writer, "-");
        add_word(&writer, "--json");
        add_bound(&writer, "--max-bytes", job->limits.max_bytes);
        add_bound(&writer, "--max-memory", job->limits.max_memory);
        if (step->writes) add_word(&writer, "--out=fd:3");
        for (int k = 0; k < step->argument_count; ++k) add_word(&writer, step->arguments[k]);
        add_word(&writer, "");
    }
    return writer.is_full ? 0 : writer.size;
}

void job_add_steps(const job *job, json_line *line) {
    json_array(line, "do");
    for (int i = 0; i < job->step_count; ++i) {
        const job_step *step = &job->steps[i];
        json_object(line, NULL);
        json_word(line, "verb", step->verb->name);
        json_word(line, "as", step->name);
        json_array(line, "arguments");
        for (int k = 0; k < step->argument_count; ++k) json_word(line, NULL, step->arguments[k]);
        json_close(line);
        json_close(line);
    }
    json_close(line);
}

bool job_needs(const job *job, job_program program) {
    for (int i = 0; i < job->step_count; ++i) {
        if (job->steps[i].verb->program == program) return true;
    }
    return false;
}

/* All that decides the outputs beside the bytes of the file: the version of the tool, the steps,
 * the bounds by which a file is refused, and for pictures what draws them. */
bool job_find_recipe(job *job, const char *identity) {
    json_line line;
    char hash[HASH_DIGITS + 1], *text;
    bool is_good;
    json_begin(&line);
    json_word(&line, "schema", "vrm-work/1");
    json_word(&line, "version", vrm_version());
    json_unsigned(&line, "max_bytes", job->limits.max_bytes);
    json_unsigned(&line, "max_memory", job->limits.max_memory);
    if (job_needs(job, PROGRAM_DRAW)) json_word(&line, "draws", identity);
    job_add_steps(job, &line);
    text = json_take(&line);
    is_good = text != NULL && hash_bytes(text, strlen(text), hash);
    free(text);
    if (!is_good) return wrong(job, "its key cannot be computed", "");
    snprintf(job->recipe, sizeof job->recipe, "%.*s", (int)RECIPE_DIGITS, hash);
    return true;
}

/* --- The job --- */

static bool take_id(job *job, yyjson_val *given) {
    if (!yyjson_is_str(given) || yyjson_get_len(given) > MOST_ID ||
        strlen(yyjson_get_str(given)) != yyjson_get_len(given)) {
        return wrong(job, "'id' is a text of at most 256 bytes", "");
    }
    job->id = copy_text(yyjson_get_str(given));
    return job->id != NULL || wrong(job, NO_MEMORY, "");
}

static bool is_hash(const char *text) {
    return strlen(text) == HASH_DIGITS && strspn(text, "0123456789abcdef") == HASH_DIGITS;
}

static bool take_input(job *job, yyjson_val *given) {
    static const char *const keys[] = {"path", "sha256", NULL};
    yyjson_val *path = yyjson_obj_get(given, "path");
    const char *hash = yyjson_get_str(yyjson_obj_get(given, "sha256"));
    if (!yyjson_is_str(path) || strlen(yyjson_get_str(path)) != yyjson_get_len(path)) {
        return wrong(job, "'in' is an object with the path of a file", "");
    }
    if (!has_only(job, given, keys)) return false;
    if (yyjson_obj_get(given, "sha256") != NULL) {
        if (hash == NULL || !is_hash(hash)) return wrong(job, "'sha256' has 64 digits", "");
        memcpy(job->sha256, hash, sizeof job->sha256);
    }
    job->path = copy_text(yyjson_get_str(path));
    return job->path != NULL || wrong(job, NO_MEMORY, "");
}

static bool take_bound(job *job, yyjson_val *given, const char *key, uint64_t *bound) {
    yyjson_val *value = yyjson_obj_get(given, key);
    if (value == NULL) return true;
    if (!yyjson_is_uint(value) || yyjson_get_uint(value) == 0) {
        return wrong(job, "a whole number from 1 is the value of", key);
    }
    if (yyjson_get_uint(value) < *bound) *bound = yyjson_get_uint(value);
    return true;
}

static bool take_limits(job *job, yyjson_val *given) {
    static const char *const keys[] = {"ms", "bytes", "memory", NULL};
    uint64_t most = (uint64_t)(job->limits.seconds * 1000.0 + 0.5);
    if (given == NULL) return true;
    if (!yyjson_is_obj(given)) return wrong(job, "'limits' is an object", "");
    if (!has_only(job, given, keys) || !take_bound(job, given, "ms", &most) ||
        !take_bound(job, given, "bytes", &job->limits.max_bytes) ||
        !take_bound(job, given, "memory", &job->limits.max_memory)) {
        return false;
    }
    job->limits.seconds = (double)most / 1000.0;
    return true;
}

static bool take_queue(job *job, yyjson_val *given) {
    const char *word = yyjson_get_str(given);
    job->is_live = given == NULL || (word != NULL && strcmp(word, "live") == 0);
    if (job->is_live || (word != NULL && strcmp(word, "back") == 0)) return true;
    return wrong(job, "'queue' is \"live\" or \"back\"", "");
}

static void take_job(job *job, yyjson_val *given) {
    static const char *const keys[] = {"id", "in", "do", "limits", "queue", NULL};
    if (!yyjson_is_obj(given)) {
        wrong(job, "a job is one object of JSON on one line", "");
        return;
    }
    if (!take_id(job, yyjson_obj_get(given, "id"))) return; /* the others are told by it */
    if (!has_only(job, given, keys) || !take_input(job, yyjson_obj_get(given, "in")) ||
        !take_limits(job, yyjson_obj_get(given, "limits")) ||
        !take_queue(job, yyjson_obj_get(given, "queue")) ||
        !take_steps(job, yyjson_obj_get(given, "do"))) {
        return;
    }
    if (!job_needs(job, PROGRAM_DRAW)) job_find_recipe(job, "");
}

job *job_read(const char *line, size_t length, const job_limits *most) {
    job *job = calloc(1, sizeof *job);
    yyjson_doc *data;
    if (job == NULL) return NULL;
    job->limits = *most;
    job->is_live = true; /* what is wrong is told at once */
    data = yyjson_read(line, length, YYJSON_READ_NOFLAG);
    if (data == NULL) {
        wrong(job, "the line is no JSON", "");
    } else {
        take_job(job, yyjson_doc_get_root(data));
    }
    yyjson_doc_free(data);
    return job;
}

void job_free(job *job) {
    if (job == NULL) return;
    for (int i = 0; i < job->step_count; ++i) {
        for (int k = 0; k < job->steps[i].argument_count; ++k) free(job->steps[i].arguments[k]);
        free((void *)job->steps[i].arguments);
    }
    free(job->steps);
    free(job->id);
    free(job->path);
    free(job);
}
