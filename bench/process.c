#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif

#include "process.h"

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

bool process_add_argument(char *command, size_t capacity, const char *argument) {
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

FILE *process_start(const char *command) {
    fflush(NULL);
    return popen(command, "r");
}

int process_end(FILE *output) { return pclose(output); }
