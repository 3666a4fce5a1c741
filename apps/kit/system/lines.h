/* The lines of a file, one after the other. Of a line that is longer than MOST_LINE_HEAD, only the
 * beginning and the last byte are held. */
#ifndef VRM_KIT_LINES_H
#define VRM_KIT_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Enough for a path of 64 KB in JSON, every byte of which is an escape, and its bytes in base64. */
enum { MOST_LINE_HEAD = 1 << 19 };

typedef struct line_reader {
    FILE *file;
    char *head; /* the beginning of the line */
    size_t head_length;
    char last;           /* the last byte before the newline */
    uint64_t begin, end; /* of the line in the file; `end` is behind its newline */
    uint64_t number;     /* of the line, 1 and up */
    char *piece;         /* of the file, as it was read */
    size_t at, size;
} line_reader;

/* False: there is not enough memory. */
bool lines_begin(line_reader *lines, FILE *file);
void lines_end(line_reader *lines);

/* The next line that is whole. False: there is none, and `begin` and `head` are those of what
 * follows without a newline. */
bool lines_next(line_reader *lines);

#endif
