#define _XOPEN_SOURCE 700
#define _FILE_OFFSET_BITS 64

#include "steps.h"
#include "apps/kit/batch/job.h"
#include "apps/kit/program/language.h"
#include "memory_file.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static uint64_t end_of(int file) {
    off_t end = lseek(file, 0, SEEK_CUR);
    return end > 0 ? (uint64_t)end : 0;
}

static bool report_step(uint32_t step, int exit_code) {
    step_report report = {.step = step + 1, .exit_code = exit_code};
    /* Where there is no room for all of it, the report shows where it ends. What was not written
     * must not get into the record of another job. */
    bool is_written = fflush(stdout) == 0;
    if (fflush(stderr) != 0) is_written = false;
    report.records_end = end_of(STDOUT_FILENO);
    report.said_end = end_of(STDERR_FILENO);
    report.files_end = end_of(STEP_NEW_FILES);
    return write_wholly(STEP_REPORTS, &report, sizeof report) && is_written;
}

/* The words of the step that begins at `at`; where the next begins. */
static size_t take_words(char *order, size_t at, size_t size, char **argv, int *argc) {
    for (*argc = 0; at < size && order[at] != '\0' && *argc < MOST_STEP_WORDS;) {
        argv[(*argc)++] = order + at;
        at += strlen(order + at) + 1;
    }
    argv[*argc] = NULL;
    return at + 1;
}

bool steps_follow(char *order, size_t size, uint32_t first,
                  int (*run)(void *user, int argc, char **argv), void *user) {
    size_t at = 0;
    for (uint32_t step = first; at < size; ++step) {
        char *argv[MOST_STEP_WORDS + 1];
        int argc;
        at = take_words(order, at, size, argv, &argc);
        if (step > first) rewind(stdin); /* where it is read, and not mapped */
        if (argc == 0 || !report_step(step, run(user, argc, argv))) return false;
    }
    return true;
}

void steps_speak_english(void) {
    char name[] = "vrm", chosen[] = "--lang=en";
    char *english[] = {name, chosen, NULL};
    if (!language_is_english()) language_begin(2, english);
}
