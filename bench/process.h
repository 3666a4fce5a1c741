/* Other programs that benchmarks start: Node for peers, the maker for files. */
#ifndef VRM_BENCH_PROCESS_H
#define VRM_BENCH_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Appends ` 'argument'` to a command of the shell. False where there is no room. */
bool process_add_argument(char *command, size_t capacity, const char *argument);

/* popen and pclose */
FILE *process_start(const char *command);
int process_end(FILE *output);

#endif
