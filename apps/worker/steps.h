/*
 * Steps of a job in the process that does them. Its files are open before it begins:
 *
 *     0  the bytes of the job          3  new files that verbs make, one after the other
 *     1  records, one after the other  4  a report for each step that has ended
 *     2  what is said to people
 *
 * Whatever it writes is a stranger's word: only lengths that fit, and records that are JSON, are
 * taken from it (outcome.h).
 */
#ifndef VRM_WORK_STEPS_H
#define VRM_WORK_STEPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a process is told: the words of each step, each word with a NUL behind it, and an empty word
 * behind each step. */
enum { MOST_ORDER = 1 << 16 };

enum { STEP_NEW_FILES = 3, STEP_REPORTS = 4, STEP_SOCKET = 5 /* of programs alone (serve.h) */ };

/* What a process reports of a step that has ended. Ends are offsets in its files. */
typedef struct step_report {
    int32_t exit_code;
    uint32_t step; /* its number, from 1: files are zeros where nobody wrote */
    uint64_t records_end, said_end, files_end;
} step_report;

/* Does all steps of an order, and reports each; they are numbered from `first` on. `run` takes the
 * verb and what follows it, and returns an exit code. False: something could not be written, and
 * the process ends: its parent sees what is missing. */
bool steps_follow(char *order, size_t size, uint32_t first,
                  int (*run)(void *user, int argc, char **argv), void *user);

/* English, of what a result line may quote. */
void steps_speak_english(void);

#endif
