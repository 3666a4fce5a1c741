/*
 * What is said of one file: the report of its load, and the tool's own diagnostics, such as an
 * image that cannot be decoded or a picture that cannot be written. These have the shape of the
 * library's, are said on standard error at once, and are kept for --json.
 */
#ifndef VRM_KIT_NOTES_H
#define VRM_KIT_NOTES_H

#include <stdbool.h>
#include <stdint.h>
#include <vrm/vrm.h>

/*
 * The tool's own diagnostics: X(CONSTANT, code, severity, impact, arguments, sentence,
 * remedy). Each {} of a sentence stands for one of its arguments.
 * The code of one that is an error is also a result of records (docs/vrm-output.schema.json).
 */
#define TOOL_DIAGNOSTICS(X)                                                                        \
    X(IMAGE_MISSING, "image-missing", WARNING, VISIBLE, 0,                                         \
      "the image is missing and is drawn gray",                                                    \
      "keep the image next to the file, or export the file with embedded images")                  \
    X(IMAGE_UNKNOWN, "image-unknown", WARNING, VISIBLE, 0,                                         \
      "the image is not a PNG, JPEG or WebP and is drawn gray", "export the image as PNG or JPEG") \
    X(IMAGE_DAMAGED, "image-damaged", WARNING, VISIBLE, 0,                                         \
      "the image is damaged and is drawn gray", "export the file again from its source")           \
    X(IMAGE_TOO_LARGE, "image-too-large", WARNING, VISIBLE, 0,                                     \
      "the image is too large and is drawn gray",                                                  \
      "make the image smaller; 4096 x 4096 pixels are enough for an avatar")                       \
    X(IMAGES_NOT_CHECKED, "images-not-checked", WARNING, ELSEWHERE, 1,                             \
      "images whose pixels were not checked, because decoding takes too much work: {}",            \
      "make images smaller; 4096 x 4096 pixels are enough for an avatar")                          \
    X(NOT_FINITE, "vertices-not-finite", WARNING, VISIBLE, 1,                                      \
      "vertex values that are not finite and are read as 0: {}",                                   \
      "repair the mesh, for example by applying its modifiers, and export it again")               \
    X(JOINT_RANGE, "joints-out-of-range", WARNING, VISIBLE, 1,                                     \
      "vertex joints that the skin lacks and that are read as its first joint: {}",                \
      "remove the vertex groups that have no bone, and export the mesh again")                     \
    X(TRIANGLE_RANGE, "triangles-out-of-range", WARNING, VISIBLE, 1,                               \
      "skipped triangles, whose vertices do not exist: {}",                                        \
      "export the mesh again from its source")                                                     \
    X(MESH_TOO_LARGE, "mesh-too-large", WARNING, VISIBLE, 1,                                       \
      "primitives that are not drawn, because they need too much memory: {}",                      \
      "reduce the vertices of the meshes")                                                         \
    X(MESHES_LEFT_OUT, "meshes-left-out", WARNING, VISIBLE, 1,                                     \
      "primitives that are not drawn, because their nodes are beyond a limit: {}",                 \
      "join meshes, or remove hidden ones")                                                        \
    X(MORPH_TARGETS_LEFT_OUT, "morph-targets-left-out", WARNING, VISIBLE, 1,                       \
      "ignored morph targets, which need too much memory: {}",                                     \
      "remove morph targets that no expression uses")                                              \
    X(TRIANGLES_LEFT_OUT, "triangles-left-out", WARNING, VISIBLE, 1,                               \
      "triangles that are not drawn, because they fill the picture too often: {}",                 \
      "remove large overlapping triangles")                                                        \
    X(NOTHING_TO_DRAW, "nothing-to-draw", ERROR, VISIBLE, 0,                                       \
      "the file has nothing to draw: the picture would be empty",                                  \
      "export the meshes too; --any writes the empty picture")                                     \
    X(NOT_DRAWN, "not-drawn", ERROR, VISIBLE, 1, "the avatar cannot be drawn: {}", "")             \
    X(WRITE_FAILED, "write-failed", ERROR, VISIBLE, 2, "{} cannot be written: {}", "")             \
    X(EDIT_REFUSED, "edit-refused", ERROR, VISIBLE, 1, "the file was not changed: {}", "")         \
    X(NO_SUCH_EXPRESSION, "no-such-expression", ERROR, VISIBLE, 2,                                 \
      "the avatar has no expression {}; it has: {}", "use one of its expressions")                 \
    X(MOTION_MISMATCH, "motion-mismatch", ERROR, VISIBLE, 1,                                       \
      "the motion does not fit the avatar: {}", "")                                                \
    X(PHONEMES_WRONG, "phonemes-wrong", ERROR, VISIBLE, 1,                                         \
      "line {} is not a phoneme, or is out of order",                                              \
      "write a start and an end in seconds and a symbol, in the order of time")                    \
    X(PHONEMES_UNKNOWN, "phonemes-unknown", WARNING, VISIBLE, 2,                                   \
      "phonemes with symbols that the alphabet does not have: {}, the first is {}",                \
      "choose the alphabet with --alphabet, or with a first line such as \"alphabet espeak\"")     \
    X(SOUND_WRONG, "sound-wrong", ERROR, VISIBLE, 0, "the file is not a sound that can be read",   \
      "convert it to .wav: PCM of 16, 24 or 32 bits or 32-bit float, mono or stereo")              \
    X(MOTION_SEAM, "motion-seam", NOTE, VISIBLE, 2,                                                \
      "the motion jumps when it loops: its end is {}° and {} cm off its start",                    \
      "blend the last frames into the first, or play the motion once")                             \
    X(MOTION_FEET_BELOW, "motion-feet-below", NOTE, VISIBLE, 2,                                    \
      "with usual body proportions, the soles are {} cm below the ground at {} s",                 \
      "raise the hips, or set the feet on the ground at height 0")                                 \
    X(MOTION_FEET_ABOVE, "motion-feet-above", NOTE, VISIBLE, 2,                                    \
      "with usual body proportions, the soles stay at least {} cm above the ground; they are "     \
      "lowest at {} s",                                                                            \
      "lower the hips, or set the feet on the ground at height 0")                                 \
    X(LICENSE_CONSENT, "license-consent", ERROR, ELSEWHERE, 1,                                     \
      "these permissions have no exact equivalent in the other VRM version: {}",                   \
      "get the rights holder's consent, then add --accept-license-mapping")                        \
    X(NEW_ERRORS, "new-errors", ERROR, ELSEWHERE, 1,                                               \
      "the new file was written, but has errors that the old file lacks: {}",                      \
      "run vrm check on the new file for details")                                                 \
    X(T_POSE_FIXES, "t-pose-fixes", NOTE, ELSEWHERE, 1, "--t-pose fixes these new errors: {}",     \
      "run the command again with --t-pose")                                                       \
    X(NAME_SHORTENED, "name-shortened", NOTE, ELSEWHERE, 1,                                        \
      "the file name is too long for an output; it was shortened to {}",                           \
      "choose names with --name")                                                                  \
    X(NO_MEMORY, "out-of-memory", ERROR, VISIBLE, 0, "there is not enough memory", "")             \
    X(NO_INPUT, "no-input", ERROR, VISIBLE, 1, "{}", "")                                           \
    X(OUTPUT_EXISTS, "output-exists", ERROR, VISIBLE, 1, "{} already exists",                      \
      "use --overwrite to replace it, or --skip-existing to keep it")                              \
    X(MEMORY_LIMIT, "memory-limit", ERROR, VISIBLE, 1,                                             \
      "the file needs more than {} bytes of memory",                                               \
      "use smaller images and meshes, or set another limit with --max-memory")                     \
    X(TIMEOUT, "timeout", ERROR, VISIBLE, 1, "gave up on the file after {} ms",                    \
      "use smaller images and meshes, or set another limit with --timeout")                        \
    X(OVER_BUDGET, "over-budget", WARNING, ELSEWHERE, 4, "{}: {}, but the profile {} allows {}",   \
      "reduce it, or choose another profile with --profile")

typedef enum tool_diagnostic {
#define X(name, code, severity, impact, arguments, sentence, remedy) TOOL_##name,
    TOOL_DIAGNOSTICS(X)
#undef X
        TOOL_DIAGNOSTIC_COUNT
} tool_diagnostic;

/* What the tool may say, as vrm_diagnostic_info_get has it for the library. */
const vrm_diagnostic_info *tool_diagnostic_info(tool_diagnostic which);

enum { TOOL_MOST_ARGUMENTS = 4 };

/* Begins as zeros: nothing has been said, and the result is "ok". */
typedef struct file_notes {
    vrm_report *report;     /* owned; NULL: there is none */
    vrm_diagnostic **items; /* owned: the tool's own, each one block */
    uint32_t count, capacity;
    uint32_t found[3];  /* by severity, also of those that are not kept */
    const char *result; /* why the file could not be used; NULL: it could */
    bool was_said;      /* standard error has been told why */
    /* Asked before each sentence. Once it says so, nothing more is said: another thread has
     * reported the file, or a signal ends the program. May be NULL. */
    bool (*is_silent)(const void *user);
    const void *silent_of; /* what it is asked about */
} file_notes;

/* The element of the file that a diagnostic is about. */
typedef struct note_place {
    const char *pointer; /* where in the file's JSON */
    const char *subject; /* "image" */
    int32_t index;       /* in its list */
    vrm_string name;     /* its name in the file */
} note_place;

/* What a sentence says at its {}. */
vrm_diagnostic_argument note_count(uint64_t count);
vrm_diagnostic_argument note_words(const char *words);
vrm_diagnostic_argument note_text(const char *text); /* in quotes */

/* Keeps the report of a load. Where the load failed, standard error is told why. */
void notes_add_report(file_notes *notes, const char *path, vrm_result result, vrm_report *report);
/* The same without a word on standard error. */
void notes_set_report(file_notes *notes, vrm_result result, vrm_report *report);

/* `place` may be NULL: the whole file. `arguments` has one for each {} of the sentence, and may be
 * NULL where there is none. An error gives the result, unless there was one before. */
void notes_add(file_notes *notes, const char *path, tool_diagnostic which, const note_place *place,
               const vrm_diagnostic_argument *arguments);

/* Keeps one that a report on standard output will show: nothing is said of it here, and it is no
 * reason why the file could not be used. */
void notes_keep(file_notes *notes, tool_diagnostic which, vrm_severity severity,
                const vrm_diagnostic_argument *arguments);

/* That the avatar has no expression of this name, and which it has. */
void notes_add_no_expression(file_notes *notes, const char *path, const vrm_model *model,
                             const char *name);

/* Why the file could not be used, as records have it; "ok": it could. */
const char *notes_result(const file_notes *notes);

/* All diagnostics: those of the report, then the tool's own. */
uint32_t notes_count(const file_notes *notes);
const vrm_diagnostic *notes_get(const file_notes *notes, uint32_t index);
/* How many there were, also of those that the report does not hold. */
uint64_t notes_found(const file_notes *notes, vrm_severity severity);

void notes_release(file_notes *notes);

#endif
