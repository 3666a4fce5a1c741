/* What differs between two files: a list of changes, in the words of VRM. */
#ifndef VRM_DIFF_CHANGES_H
#define VRM_DIFF_CHANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vrm/vrm.h>

/* The parts of an avatar, in the order in which they are shown: X(CONSTANT, "word of --json"). */
#define DIFF_PARTS(X)                                                                              \
    X(FILE, "file")                                                                                \
    X(META, "meta")                                                                                \
    X(BONES, "bones")                                                                              \
    X(EXPRESSIONS, "expressions")                                                                  \
    X(LOOK_AT, "lookAt")                                                                           \
    X(FIRST_PERSON, "firstPerson")                                                                 \
    X(SPRINGS, "springs")                                                                          \
    X(COLLIDERS, "colliders")                                                                      \
    X(CONSTRAINTS, "constraints")                                                                  \
    X(MATERIALS, "materials")                                                                      \
    X(IMAGES, "images")                                                                            \
    X(MESHES, "meshes")                                                                            \
    X(SKINS, "skins")                                                                              \
    X(NODES, "nodes")                                                                              \
    X(ANIMATIONS, "animations")                                                                    \
    X(EXTENSIONS, "extensions")                                                                    \
    X(OTHER, "other")                                                                              \
    X(MOTION, "motion")                                                                            \
    X(PICTURES, "pictures")

typedef enum diff_part {
#define X(constant, word) PART_##constant,
    DIFF_PARTS(X)
#undef X
        PART_COUNT
} diff_part;

const char *part_word(diff_part part);
const char *part_heading(diff_part part); /* pass it to say */

typedef enum change_kind {
    CHANGE_ADDED,
    CHANGE_REMOVED,
    CHANGE_RENAMED,
    CHANGE_CHANGED
} change_kind;

const char *change_kind_word(change_kind kind);

/* Texts belong to the list. They come from the files as they are: make them harmless. */
typedef struct diff_change {
    diff_part part;
    change_kind kind;
    const char *name;   /* of what has changed; "": of the whole part */
    const char *field;  /* as the specification spells it; "": all of it */
    const char *from;   /* in the first file; "": nothing */
    const char *to;     /* in the second file */
    double amount;      /* how far apart they are; negative: that is not a number */
    const char *unit;   /* of the amount: "m", "degrees"; "" */
    const char *effect; /* of a permission: "narrower" or "wider"; "" */
} diff_change;

typedef struct diff_changes {
    diff_change *items;
    uint32_t count, capacity;
    uint64_t found; /* also those that were not kept: a file can have millions */
    uint32_t by_part[PART_COUNT];
    uint32_t left_out; /* a bit for each part of which nothing is said */
    struct text_block *texts;
    /* Numbers are equal if they differ by no more than this part of the larger one. 0 within a
     * dialect. Between dialects, numbers have gone through other units. */
    double tolerance;
    bool has_no_memory;
} diff_changes;

void changes_release(diff_changes *list);

/* What a change is said of: a part, and a name in it. */
typedef struct diff_subject {
    diff_part part;
    char name[256]; /* cut to this */
} diff_subject;

/* `form` as printf has it; names of files go through %.*s and SUBJECT_NAME. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void subject_set(diff_subject *out, diff_part part, const char *form, ...);
#define SUBJECT_NAME(string) (int)((string).length < 120 ? (string).length : 120), (string).data

/* A text of the list: `string` in quotes, or as it is. */
const char *changes_quote(diff_changes *list, vrm_string string);
const char *changes_copy(diff_changes *list, const char *text);

void change_add(diff_changes *list, const diff_subject *of, change_kind kind, const char *field,
                const char *from, const char *to);
/* Of a permission: `width` below 0 is narrower, above 0 wider. */
void change_permission(diff_changes *list, const diff_subject *of, const char *field,
                       const char *from, const char *to, int width);
void change_added(diff_changes *list, const diff_subject *of);
void change_removed(diff_changes *list, const diff_subject *of);
/* With how far the values are apart. */
void change_by(diff_changes *list, const diff_subject *of, const char *field, double amount,
               const char *unit);

/* --- Comparing: each adds a change where the two differ --- */

bool is_same_text(vrm_string a, vrm_string b);
bool is_same_number(const diff_changes *list, double a, double b);

void compare_texts(diff_changes *list, const diff_subject *of, const char *field, vrm_string a,
                   vrm_string b);
void compare_names(diff_changes *list, const diff_subject *of, vrm_string a, vrm_string b);
void compare_words(diff_changes *list, const diff_subject *of, const char *field, const char *a,
                   const char *b);
void compare_flags(diff_changes *list, const diff_subject *of, const char *field, bool a, bool b);
void compare_wholes(diff_changes *list, const diff_subject *of, const char *field, int64_t a,
                    int64_t b);
void compare_number(diff_changes *list, const diff_subject *of, const char *field, float a,
                    float b);
void compare_numbers(diff_changes *list, const diff_subject *of, const char *field, const float *a,
                     const float *b, uint32_t count);

#endif
