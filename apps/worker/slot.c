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

void slot_close(slot *slot) {
    slot_clear(slot);
    step_files_close(&slot->files);
    for (int i = 0; i < PROGRAM_COUNT; ++i) helper_end(&slot->programs[i]);
}

void slot_clear(slot *slot) {
    step_files_clear(&slot->files);
    work_input_close(&slot->input);
    job_free(slot->job);
    slot->job = NULL;
    slot->process = 0;
    slot->helper = NULL;
    slot->first = slot->end = 0;
    slot->waits_for_key = slot->was_late = slot->was_tried_again = false;
    slot->status = 0;
    slot->cpu_milliseconds = 0.0;
    slot->peak_bytes = 0;
}
