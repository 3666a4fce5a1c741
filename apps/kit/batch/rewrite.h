/*
 * Commands that make a new file of a file: `vrm migrate IN OUT`, or for many files
 * `vrm migrate FILE… --out FOLDER`. The command says how bytes become a written file; reading,
 * limits, names of outputs, writing whole files or none, and what is said of the changes are here.
 */
#ifndef VRM_KIT_REWRITE_H
#define VRM_KIT_REWRITE_H

#include "apps/kit/avatar/change_details.h"
#include "apps/kit/json/json_line.h"
#include "batch_options.h"

#include <vrm/author/edit.h>
#include <vrm/author/write.h>

typedef struct rewrite_options {
    file_options files;
    output_options output;
    bool in_place;
    bool is_json;
} rewrite_options;

/* Takes an option of files and of outputs, --json, and --in-place where the command has it.
 * OPTION_NOT_READ: it is none of them. */
option_result rewrite_option_read(option_value *value, rewrite_options *out);

/* Makes a new file within the settings: limits, allocator, cancel, and the files beside a .gltf. As
 * vrm_model_load, it gives a report on success and on failure. */
typedef vrm_result rewrite_make(const void *bytes, size_t size, const vrm_load_desc *settings,
                                vrm_written **out_file, vrm_report **out_report, void *user);

/* What a command does about errors of its new file (new_errors.h). */
typedef enum rewrite_checks {
    REWRITE_UNCHECKED,
    REWRITE_CHECKED,      /* the exit code is 1 if the new file has an error that the old lacks */
    REWRITE_CHECKED_GLTF, /* the same; the old file is a glTF file without an avatar */
} rewrite_checks;

typedef struct rewrite_command {
    command_id id;
    const char *name; /* of records: "migrate" */
    rewrite_checks checks;
    rewrite_make *make;
    /* The same with --t-pose, tried if there are new errors; NULL: the command has no such option,
     * or it is given. */
    rewrite_make *make_t_pose;
    /* Instead of `make`: changes an edit of the file, which is then written, and loaded once more:
     * a file that does not load is never written. VRM_ERROR_INVALID_ARGUMENT: an operation was
     * refused; `problem` has why, or is left empty where the edit itself says it. `path` is NULL
     * for standard input. `details` get one entry for each value or node, or none at all. */
    vrm_result (*edit)(vrm_edit *edit, const char *path, change_details *details, char *problem,
                       size_t capacity, void *user);
    /* Further members of the record, and further text behind the changes; both may be NULL. */
    void (*add_json)(json_line *line, const vrm_written *file, void *user);
    void (*print)(const vrm_written *file, void *user);
    /* Whether the new file misses what was asked for, though it was written: the exit code is 1.
     * May be NULL. */
    bool (*misses)(void *user);
    void *user;
} rewrite_command;

/* Works on the operands. Returns the exit code. */
int rewrite_files(const rewrite_command *command, const rewrite_options *options, int count,
                  char **operands);

#endif
