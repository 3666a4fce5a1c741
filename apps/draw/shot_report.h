#ifndef VRM_CLI_SHOT_REPORT_H
#define VRM_CLI_SHOT_REPORT_H

#include "impostor.h"
#include "studio.h"

/* What came of a file. */
typedef struct photo_taken {
    const char *out; /* the file that was written, where `outs` has none */
    char **outs;     /* the files that were written, where they are numbered; owned */
    uint32_t out_count, out_capacity;
    uint32_t width, height;
    uint32_t pictures;
    bool has_times; /* a record without them is the same whenever it is made */
    double total_ms, since_start_ms;
    camera_place camera;
    impostor_layout impostor; /* no columns: it is none */
} photo_taken;

/* A further file that was written. False: there is not enough memory. */
bool taken_add(photo_taken *taken, const char *out);
void taken_release(photo_taken *taken);

/* One line on standard output. False: standard error says why there is none. */
bool print_taken(const char *command, const photo_subject *subject, const photo_taken *taken,
                 bool is_json);
/* The picture was there already. */
bool print_skipped(const char *command, const photo_subject *subject, const char *out,
                   bool is_json);
/* There is no picture: a line of JSON, where that is asked for; standard error has been told. */
bool print_not_taken(const char *command, const photo_subject *subject, bool is_json);

#endif
