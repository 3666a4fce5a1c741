/*
 * An optimization runs in stages on one open file. Each changes the tree and the payload; what it
 * has made becomes the base of the next stage, with new tables, or is undone. So a stage always has
 * correct tables, and stages do not depend on each other.
 */
#ifndef VRMI_OPTIMIZE_OPTIMIZE_H
#define VRMI_OPTIMIZE_OPTIMIZE_H

#include "author/document/file_edit.h"
#include "author/document/references.h"
#include "gltf/unpack.h"
#include "vrm/author/optimize.h"

/* What a stage did, in one sentence. It is listed only if the file of the stage is used. */
typedef struct vrmi_optimize_note {
    vrm_change_kind kind;
    const char *code, *one, *many;
    uint64_t count;
    double meters; /* the most by which a position has moved; 0: none has */
} vrmi_optimize_note;

enum { VRMI_OPTIMIZE_NOTES = 40 };

typedef struct vrmi_optimize {
    vrm_optimize_desc desc; /* complete */
    vrm_optimize_tools tools;
    vrm_load_desc load; /* of each stage */
    vrm_edit *edit;     /* the file */
    vrmi_memory memory; /* of the scratch, and of all that `load.allocator` gives */
    vrm_allocator allocator;
    vrm_limits limits;
    vrmi_arena arena;   /* scratch, for as long as the stage goes on */
    uint64_t read_left; /* bytes of accessors that the stage may still read */
    uint32_t refused_reads;
    uint32_t unread;   /* primitives for which that was not enough */
    bool is_refused;   /* memory of the scratch was */
    bool is_asked;     /* the caller asked for what the stage did: it counts even if it is larger */
    bool is_better;    /* the stage did more than save bytes: it counts unless it is larger */
    bool keeps_places; /* an unknown extension may refer to elements by number */
    vrmi_optimize_note notes[VRMI_OPTIMIZE_NOTES];
    uint32_t note_count;
    uint32_t undecoded; /* images that the tool did not decode */
} vrmi_optimize;

/* The stages, in their order. */
void vrmi_optimize_images(vrmi_optimize *work);
void vrmi_optimize_atlas(vrmi_optimize *work);
void vrmi_optimize_targets(vrmi_optimize *work);
void vrmi_optimize_vertices(vrmi_optimize *work);
void vrmi_optimize_duplicates(vrmi_optimize *work);
void vrmi_optimize_unused(vrmi_optimize *work);
void vrmi_optimize_decode(vrmi_optimize *work); /* first of all */
void vrmi_optimize_compress(vrmi_optimize *work);

/* Notes that something was done so often; nothing for 0. Texts are static. The sentence is "NUMBER
 * one" or "NUMBER many", such as "3 materials were equal to others". */
void vrmi_optimize_note_count(vrmi_optimize *work, vrm_change_kind kind, const char *code,
                              uint64_t count, const char *one, const char *many);

/* Ends the last sentence with a distance, which is rounded up. */
void vrmi_optimize_note_meters(vrmi_optimize *work, double meters);

/* Scratch that is all 0. NULL, and `is_refused`: memory was refused. */
void *vrmi_optimize_take(vrmi_optimize *work, size_t count, size_t element_size);
#define VRMI_OPTIMIZE_TAKE(of, type, count)                                                        \
    ((type *)vrmi_optimize_take((of), (count), sizeof(type)))

/* Call it before reading or making this many bytes. False: the stage has used more than the file
 * can need, and leaves the rest as it is: accessors may share their bytes or have none. */
bool vrmi_optimize_spend(vrmi_optimize *work, uint64_t bytes);
/* The elements of an accessor, as vrmi_read_elements gives them. False: there are none, or they
 * are too many (vrmi_optimize_spend). */
bool vrmi_optimize_read(vrmi_optimize *work, int32_t accessor, vrmi_elements *out);

/* Floats as the filter EXPONENTIAL of meshopt has them: an exponent that all share, and an integer
 * of 24 bits. False: they are no multiples of one step for which that is enough. */
bool vrmi_filter_exponential(const uint8_t *floats, size_t count, uint8_t *out);

/* Lists an extension as used and required; the name is JSON text. */
void vrmi_optimize_require(vrmi_optimize *work, vrm_string name);

/* Whether a value stands in the blocks of VRM at the top of the file, and not in glTF. */
bool vrmi_optimize_is_of_vrm(vrmi_tree *tree, vrmi_value *value);

#endif
