/* The name that somebody meant who wrote it wrongly. */
#include "options.h"

#include <string.h>

enum { LONGEST_NAME = 32 };

static int least_of(int a, int b, int c) {
    int least = a < b ? a : b;
    return least < c ? least : c;
}

/* How many letters have to be put in, taken out, changed, or exchanged with their neighbours. */
static int distance(const char *a, size_t a_length, const char *b, size_t b_length) {
    int rows[3][LONGEST_NAME + 1];
    if (a_length > LONGEST_NAME || b_length > LONGEST_NAME) return NAME_IS_FAR;
    for (size_t j = 0; j <= b_length; ++j) rows[0][j] = (int)j;
    for (size_t i = 1; i <= a_length; ++i) {
        int *row = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = (int)i;
        for (size_t j = 1; j <= b_length; ++j) {
            int change = last[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = least_of(row[j - 1] + 1, last[j] + 1, change);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                before[j - 2] + 1 < row[j]) {
                row[j] = before[j - 2] + 1;
            }
        }
    }
    return rows[a_length % 3][b_length];
}

/* How far a name is from what was written: one mistake for each three letters is near. A beginning
 * of the name is near too. */
int name_farness(const char *text, size_t length, const char *name) {
    size_t name_length = strlen(name);
    int far = distance(text, length, name, name_length);
    if (length >= 2 && length < name_length && memcmp(text, name, length) == 0) return 1;
    return far <= 1 + (int)(name_length / 4) && far < (int)name_length ? far : NAME_IS_FAR;
}

const option *option_nearest(command_id command, const char *text, size_t length) {
    const option *best = NULL;
    int least = NAME_IS_FAR;
    while (length > 0 && *text == '-') {
        ++text;
        --length;
    }
    for (const option *row = option_next(command, NULL); row != NULL;
         row = option_next(command, row)) {
        int far = name_farness(text, length, row->name);
        if (far < least) {
            least = far;
            best = row;
        }
    }
    return best;
}

const command_text *command_nearest(const char *text) {
    const command_text *best = NULL;
    int least = NAME_IS_FAR;
    for (int i = COMMAND_TOOL + 1; i < COMMAND_COUNT; ++i) {
        const command_text *command = command_of((command_id)i);
        int far = name_farness(text, strlen(text), command->name);
        if (far < least) {
            least = far;
            best = command;
        }
    }
    return best;
}
