#include "lines.h"

#include <stdlib.h>
#include <string.h>

enum { PIECE = 1 << 16 };

bool lines_begin(line_reader *lines, FILE *file) {
    memset(lines, 0, sizeof *lines);
    lines->file = file;
    lines->head = malloc(MOST_LINE_HEAD);
    lines->piece = malloc(PIECE);
    if (lines->head != NULL && lines->piece != NULL) return true;
    lines_end(lines);
    return false;
}

void lines_end(line_reader *lines) {
    free(lines->head);
    free(lines->piece);
    memset(lines, 0, sizeof *lines);
}

static bool take_piece(line_reader *lines) {
    lines->at = 0;
    lines->size = fread(lines->piece, 1, PIECE, lines->file);
    return lines->size > 0;
}

static void keep(line_reader *lines, const char *from, size_t length) {
    size_t kept = MOST_LINE_HEAD - lines->head_length;
    if (kept > length) kept = length;
    memcpy(lines->head + lines->head_length, from, kept);
    lines->head_length += kept;
    if (length > 0) lines->last = from[length - 1];
}

bool lines_next(line_reader *lines) {
    lines->begin = lines->end;
    lines->head_length = 0;
    lines->last = '\0';
    ++lines->number;
    while (lines->at < lines->size || take_piece(lines)) {
        const char *from = lines->piece + lines->at;
        size_t left = lines->size - lines->at;
        const char *newline = memchr(from, '\n', left);
        size_t length = newline != NULL ? (size_t)(newline - from) : left;
        size_t taken = newline != NULL ? length + 1 : length;
        keep(lines, from, length);
        lines->at += taken;
        lines->end += taken;
        if (newline != NULL) return true;
    }
    return false;
}
