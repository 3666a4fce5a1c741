#define _XOPEN_SOURCE 700

#include "intake.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FIRST_CAPACITY = 1 << 14 };

void intake_init(intake *of, const job_limits *limits) {
    memset(of, 0, sizeof *of);
    of->limits = *limits;
}

void intake_release(intake *of) {
    job *next;
    while ((next = intake_take(of)) != NULL) job_free(next);
    free(of->bytes);
    of->bytes = NULL;
}

bool intake_wants(const intake *of) { return !of->has_ended && of->waiting < MOST_WAITING; }

bool intake_is_done(const intake *of) {
    return of->has_ended && of->waiting == 0 && of->begin == of->size;
}

/* --- Jobs that wait --- */

static void append(job_list *to, job *added) {
    added->next = NULL;
    if (to->last != NULL) {
        to->last->next = added;
    } else {
        to->first = added;
    }
    to->last = added;
}

static job *remove_first(job_list *from) {
    job *taken = from->first;
    if (taken == NULL) return NULL;
    from->first = taken->next;
    if (from->first == NULL) from->last = NULL;
    taken->next = NULL;
    return taken;
}

job *intake_take(intake *of) {
    job *taken = remove_first(&of->live);
    if (taken == NULL) taken = remove_first(&of->back);
    if (taken != NULL) --of->waiting;
    return taken;
}

static bool add_line(intake *of, const char *line, size_t length) {
    job *added;
    while (length > 0 && (line[length - 1] == '\r' || line[length - 1] == ' ')) --length;
    if (length == 0) return true;
    added = job_read(line, length, &of->limits);
    if (added == NULL) return false;
    append(added->is_live ? &of->live : &of->back, added);
    ++of->waiting;
    return true;
}

/* --- Lines --- */

/* Moves what is left to the front, and makes room behind it. */
static bool make_room(intake *of) {
    size_t larger = of->capacity > 0 ? of->capacity * 2 : FIRST_CAPACITY;
    char *grown;
    if (of->begin > 0) {
        memmove(of->bytes, of->bytes + of->begin, of->size - of->begin);
        of->size -= of->begin;
        of->scanned -= of->begin;
        of->begin = 0;
    }
    if (of->size < of->capacity) return true;
    grown = realloc(of->bytes, larger);
    if (grown == NULL) return false;
    of->bytes = grown;
    of->capacity = larger;
    return true;
}

/* A line that is too long is told of once, and the rest of it is left out. */
static bool give_up_line(intake *of) {
    bool is_good = of->is_skipping || add_line(of, "too long", 8);
    of->is_skipping = true;
    of->begin = of->size = of->scanned = 0;
    return is_good;
}

static bool take_line(intake *of, size_t end) {
    bool is_good = of->is_skipping || add_line(of, of->bytes + of->begin, end - of->begin);
    of->is_skipping = false;
    of->begin = of->scanned = end < of->size ? end + 1 : end;
    return is_good;
}

bool intake_fill(intake *of) {
    while (of->waiting < MOST_WAITING && of->begin < of->size) {
        const char *end = memchr(of->bytes + of->scanned, '\n', of->size - of->scanned);
        if (end != NULL) {
            if (!take_line(of, (size_t)(end - of->bytes))) return false;
        } else if (of->has_ended) { /* a last line without a line break is a line */
            if (!take_line(of, of->size)) return false;
        } else {
            of->scanned = of->size;
            if (of->is_skipping || of->size - of->begin > MOST_JOB_BYTES) return give_up_line(of);
            break;
        }
    }
    return true;
}

bool intake_has_line(const intake *input) {
    const size_t left = input->size - input->scanned;
    return input->waiting < MOST_WAITING && input->begin < input->size &&
           (input->has_ended || memchr(input->bytes + input->scanned, '\n', left) != NULL);
}

bool intake_read(intake *of, int file) {
    ssize_t got;
    if (!make_room(of)) return false;
    got = read(file, of->bytes + of->size, of->capacity - of->size);
    if (got > 0) {
        of->size += (size_t)got;
    } else if (got == 0 || (errno != EINTR && errno != EAGAIN)) {
        of->has_ended = true;
    }
    return true;
}
