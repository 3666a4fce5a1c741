/* What the parts of `vrm motion` share. */
#ifndef VRM_CLI_MOTION_H
#define VRM_CLI_MOTION_H

#include "apps/kit/avatar/notes.h"
#include "apps/kit/batch/batch_options.h"
#include "apps/kit/json/json_line.h"

#include <stdbool.h>
#include <stdint.h>
#include <vrm/vrm.h>

/* What is done with motions: the word behind `vrm motion`. */
typedef enum motion_verb {
    MOTION_INFO,
    MOTION_DUMP,
    MOTION_CONVERT,
    MOTION_VOICE,
    MOTION_VERB_COUNT
} motion_verb;

typedef struct motion_options {
    bool is_json;
    bool is_strict;
    int32_t animation;    /* of a glTF file */
    double fps;           /* 0: as many as the motion has keys */
    double reduce;        /* degrees; 0: all keys stay */
    bool is_small;        /* rotations in 16 bits */
    double from, to;      /* seconds; `to` negative: the end */
    const char *phonemes; /* voice: a file, or NULL */
    const char *out;      /* voice: the .vrma file, or NULL */
    int32_t alphabet;     /* of the phonemes: a VRM_ALPHABET_ constant; -1: not given */
    file_options files;
} motion_options;

/* A motion that was loaded, and what is known of it. */
typedef struct motion_file {
    const char *path;
    const vrm_clip *clip;
    vrm_clip_info info;
    const file_notes *notes;
} motion_file;

/* The format in one word for programs, such as "vrma". */
const char *motion_format_word(vrm_clip_format format);

/* What is known of a motion, as text, and as members of a record. */
void motion_print_text(const motion_file *file);
void motion_add_json(json_line *line, const motion_file *file);

/* vrm motion dump: the frames of an avatar that a motion moves. Ends the report of the file. */
void motion_dump(batch_file *motion, memory_budget *budget, const char *avatar,
                 const motion_options *options);

/* vrm motion convert: writes a motion as a .vrma file; "-" is standard output. Likewise. */
void motion_convert(batch_file *from, memory_budget *budget, const char *to,
                    const motion_options *options);

/* vrm motion voice: writes the mouth of phonemes as a .vrma file. Likewise. */
void motion_voice(batch_file *phonemes, memory_budget *budget, const char *to,
                  const motion_options *options);

/* The same of a recorded voice. */
void motion_sound(batch_file *sound, memory_budget *budget, const char *to,
                  const motion_options *options);

/* Makes a motion of a file. False: there is none, and the notes say why. */
typedef bool motion_loader(batch_file *file, memory_budget *budget, const motion_options *options,
                           vrm_clip **out_clip, file_notes *notes);

/* Writes what a loader makes of a file as a .vrma file, and ends the report of the file. */
void motion_write(batch_file *from, memory_budget *budget, const char *to,
                  const motion_options *options, motion_loader *load);

#endif
