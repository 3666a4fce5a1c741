/* The options that all commands for many files have: where files come from, how many are worked on
 * at a time, what they may cost, and where outputs go. */
#ifndef VRM_KIT_BATCH_OPTIONS_H
#define VRM_KIT_BATCH_OPTIONS_H

#include "batch.h"
#include "output.h"

typedef struct file_options {
    const char *list;
    const char *resume; /* records of a former run, or NULL (--resume) */
    batch_options batch;
} file_options;

/* Takes one of these options. OPTION_NOT_READ: it is none of them. */
option_result file_option_read(option_value *value, file_options *out);
option_result output_option_read(option_value *value, output_options *out);

/* Works on the files of the command line and of the list. Returns the exit code. */
int work_on_files(command_id command, const file_options *options, int path_count, char **paths,
                  input_kind kind, const batch_command *work);

#endif
