#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif

#include "three_vrm.h"

#include <stdio.h>
#include <string.h>

#if defined(_WIN32)
#define popen _popen
#define pclose _pclose
#define QUOTE '"'
#define ESCAPED_QUOTE "" /* no path has it */
#else
#define QUOTE '\''
#define ESCAPED_QUOTE "'\\''"
#endif

/* Appends ` 'argument'` to a command of the shell. False where there is no room. */
static bool add_argument(char *command, size_t capacity, const char *argument) {
    size_t length = strlen(command);
    if (capacity - length < 4) return false;
    command[length++] = ' ';
    command[length++] = QUOTE;
    for (; *argument != '\0'; ++argument) {
        const char one[2] = {*argument, '\0'};
        const char *text = *argument == QUOTE ? ESCAPED_QUOTE : one;
        if (capacity - length < strlen(text) + 2) return false;
        memcpy(command + length, text, strlen(text));
        length += strlen(text);
    }
    command[length++] = QUOTE;
    command[length] = '\0';
    return true;
}

three_vrm_times three_vrm_measure(const char *packages, const char *file) {
    three_vrm_times times = {false, 0.0, 0.0, 0, "", "no node"};
    char command[4096] = "node", line[256] = "";
    FILE *output;
    if (!add_argument(command, sizeof command, VRM_BENCH_SOURCE "/three_vrm_load.mjs") ||
        !add_argument(command, sizeof command, packages) ||
        !add_argument(command, sizeof command, file)) {
        return times;
    }
    fflush(NULL);
    output = popen(command, "r");
    if (output == NULL) return times;
    if (fgets(line, sizeof line, output) == NULL) line[0] = '\0';
    pclose(output);
    line[strcspn(line, "\r\n")] = '\0';
    if (sscanf(line, "ok %lf %lf %d %31s", &times.median, &times.best, &times.rounds,
               times.version) == 4) {
        times.is_measured = true;
        times.problem[0] = '\0';
    } else if (line[0] != '\0') {
        snprintf(times.problem, sizeof times.problem, "%.31s", line);
    }
    return times;
}
