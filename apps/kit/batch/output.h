/* Where the files go that a command writes, and what they are called. */
#ifndef VRM_KIT_OUTPUT_H
#define VRM_KIT_OUTPUT_H

#include "apps/kit/system/hash.h"
#include "apps/kit/system/workers.h"
#include "inputs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct output_options {
    const char *out;     /* --out */
    const char *name;    /* --name: a template such as "{stem}-{hash8}.png"; NULL: the stem */
    bool overwrites;     /* --overwrite */
    bool skips_existing; /* --skip-existing */
    bool is_operand;     /* the second of IN OUT: what has an ending is meant to be a file */
} output_options;

typedef enum output_kind { OUTPUT_FOLDER, OUTPUT_FILE, OUTPUT_STANDARD } output_kind;

/* Names that have been given away. */
typedef struct output_name_entry {
    uint64_t key;  /* a hash of the name; 0: none */
    uint32_t last; /* the last number that was appended to it */
} output_name_entry;

typedef struct outputs {
    output_options options;
    output_kind kind;
    const char *ending; /* of outputs without a template */
    output_name_entry *names;
    size_t name_count, name_capacity;
    work_lock lock;
    char problem[160]; /* of outputs_open */
} outputs;

/*
 * `endings` are those that the command can write, the default first, and NULL at the end. Returns
 * NULL, or one sentence that says what is wrong with the options, which may be in `out`.
 */
const char *outputs_open(outputs *out, const output_options *options, const input_options *from,
                         const char *const *endings);
void outputs_close(outputs *out);

/* Whether names depend on what is in the file. */
bool outputs_need_hash(const outputs *out);

/* Whether the name of an input is too long, and that of its output is cut. */
bool outputs_shorten(const outputs *out, const input_file *input);

/* Whether an output may replace a file: one that was asked for by its name may. */
bool outputs_replace(const outputs *out);

/*
 * The path of the output for one input. In a folder: as the template says, with the parts of the
 * input's name made safe (ER-003), and numbered where the name has been given away in this run.
 * Names are compared without regard to case: some systems cannot tell them apart. `hash` may be
 * NULL where outputs_need_hash says so. Threads may share the outputs. NULL, or what is wrong.
 */
const char *outputs_name(outputs *out, const input_file *input, const char *hash,
                         char path[MAX_OUTPUT_PATH]);

#endif
