#define _XOPEN_SOURCE 700

#include "slot.h"

#include <string.h>

bool slot_open(slot *out, uint64_t new_bytes) {
    memset(out, 0, sizeof *out);
    out->input.file = -1;
    for (int i = 0; i < PROGRAM_COUNT; ++i) helper_init(&out->programs[i], (job_program)i);
    step_files_init(&out->files, new_bytes);
    return step_files_open(&out->files);
}

void slot_close(slot *of) {
    slot_clear(of);
    step_files_close(&of->files);
    for (int i = 0; i < PROGRAM_COUNT; ++i) helper_end(&of->programs[i]);
}

void slot_clear(slot *of) {
    step_files_clear(&of->files);
    work_input_close(&of->input);
    job_free(of->of);
    of->of = NULL;
    of->process = 0;
    of->by = NULL;
    of->first = of->end = 0;
    of->waits_for_key = of->was_late = of->was_tried_again = false;
    of->status = 0;
    of->cpu_milliseconds = 0.0;
    of->peak_bytes = 0;
}
