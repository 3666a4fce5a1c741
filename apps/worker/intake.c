#define _XOPEN_SOURCE 700

#include "intake.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FIRST_CAPACITY = 1 << 14 };

void intake_init(intake *intake, const job_limits *limits) {
    memset(intake, 0, sizeof *intake);
    intake->limits = *limits;
}

void intake_release(intake *intake) {
    job *next;
    while ((next = intake_take(intake)) != NULL) job_free(next);
    free(intake->bytes);
    intake->bytes = NULL;
}

bool intake_wants(const intake *intake) {
    return !intake->has_ended && intake->waiting < MOST_WAITING;
}

bool intake_is_done(const intake *intake) {
    return intake->has_ended && intake->waiting == 0 && intake->begin == intake->size;
}

/* --- Jobs that wait --- */

static void append(job_list *jobs, job *added) {
    added->next = NULL;
    if (jobs->last != NULL) {
        jobs->last->next = added;
    } else {
        jobs->first = added;
    }
    jobs->last = added;
}

static job *remove_first(job_list *from) {
    job *taken = from->first;
    if (taken == NULL) return NULL;
    from->first = taken->next;
    if (from->first == NULL) from->last = NULL;
    taken->next = NULL;
    return taken;
}

job *intake_take(intake *intake) {
    job *taken = remove_first(&intake->live);
    if (taken == NULL) taken = remove_first(&intake->back);
    if (taken != NULL) --intake->waiting;
    return taken;
}

static bool add_line(intake *intake, const char *line, size_t length) {
    job *added;
    while (length > 0 && (line[length - 1] == '\r' || line[length - 1] == ' ')) --length;
    if (length == 0) return true;
    added = job_read(line, length, &intake->limits);
    if (added == NULL) return false;
    append(added->is_live ? &intake->live : &intake->back, added);
    ++intake->waiting;
    return true;
}

/* --- Lines --- */

/* Moves what is left to the front, and makes room behind it. */
static bool make_room(intake *intake) {
    size_t larger = intake->capacity > 0 ? intake->capacity * 2 : FIRST_CAPACITY;
    char *grown;
    if (intake->begin > 0) {
        memmove(intake->bytes, intake->bytes + intake->begin, intake->size - intake->begin);
        intake->size -= intake->begin;
        intake->scanned -= intake->begin;
        intake->begin = 0;
    }
    if (intake->size < intake->capacity) return true;
    grown = realloc(intake->bytes, larger);
    if (grown == NULL) return false;
    intake->bytes = grown;
    intake->capacity = larger;
    return true;
}

/* A line that is too long is told of once, and the rest of it is left out. */
static bool give_up_line(intake *intake) {
    bool is_good = intake->is_skipping || add_line(intake, "too long", 8);
    intake->is_skipping = true;
    intake->begin = intake->size = intake->scanned = 0;
    return is_good;
}

static bool take_line(intake *intake, size_t end) {
    bool is_good =
        intake->is_skipping || add_line(intake, intake->bytes + intake->begin, end - intake->begin);
    intake->is_skipping = false;
    intake->begin = intake->scanned = end < intake->size ? end + 1 : end;
    return is_good;
}

bool intake_fill(intake *intake) {
    while (intake->waiting < MOST_WAITING && intake->begin < intake->size) {
        const char *end =
            memchr(intake->bytes + intake->scanned, '\n', intake->size - intake->scanned);
        if (end != NULL) {
            if (!take_line(intake, (size_t)(end - intake->bytes))) return false;
        } else if (intake->has_ended) { /* a last line without a line break is a line */
            if (!take_line(intake, intake->size)) return false;
        } else {
            intake->scanned = intake->size;
            if (intake->is_skipping || intake->size - intake->begin > MOST_JOB_BYTES)
                return give_up_line(intake);
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

bool intake_read(intake *intake, int file) {
    ssize_t got;
    if (!make_room(intake)) return false;
    got = read(file, intake->bytes + intake->size, intake->capacity - intake->size);
    if (got > 0) {
        intake->size += (size_t)got;
    } else if (got == 0 || (errno != EINTR && errno != EAGAIN)) {
        intake->has_ended = true;
    }
    return true;
}
