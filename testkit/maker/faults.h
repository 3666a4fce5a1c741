/*
 * Files with one fault each, and near ones that have none: what a check has to say about them. They
 * are data, in the files of faults/, which are built into the maker. CONTRIBUTING.md ("A rule")
 * says what an entry is.
 */
#ifndef MAKER_FAULTS_H
#define MAKER_FAULTS_H

#include "glb.h"
#include "write.h"

/* The avatars that are changed. */
typedef enum fault_base { BASE_FIGURE, BASE_CHARACTER, BASE_COUNT } fault_base;
enum { DIALECT_COUNT = 4 };

/* One file: a fault in one dialect, or the near one of it. */
typedef struct fault_case {
    const char *family, *name;
    dialect dialect;
    fault_base base;
    bool is_near;
    yyjson_val *entry; /* of the fault */
    yyjson_val *part;  /* what has its edits and diagnostics: the entry, or its member `near` */
} fault_case;

/* An avatar, and its files. The figure is another avatar in each dialect; the character is one. */
typedef struct base_avatar {
    bool is_made;
    avatar a;
} base_avatar;

typedef struct base_file {
    bool is_made;
    glb file;
} base_file;

typedef struct fault_family {
    yyjson_doc *doc;
} fault_family;

typedef struct fault_table {
    LIST(fault_family) families;
    LIST(fault_case) cases;
    /* Made when they are first needed. */
    base_avatar figures[DIALECT_COUNT], character;
    base_file bases[BASE_COUNT][DIALECT_COUNT];
} fault_table;

/* A diagnostic that a check gives. The texts live as long as the table, but for the pointer. */
typedef struct expected_diagnostic {
    const char *severity, *code;
    bytes pointer; /* a NUL at its end */
} expected_diagnostic;

typedef struct expected_diagnostics {
    LIST(expected_diagnostic) list;
} expected_diagnostics;

void fault_table_open(fault_table *out);
void fault_table_close(fault_table *table);

/* The first dialect of the fault, unless one is named. NULL: there is no such file. */
const fault_case *fault_find(const fault_table *table, const char *name, bool is_near,
                             const dialect *d);
/* To the standard output, a line for each file: name, fault or near, dialect, requirements,
 * diagnostics. */
void fault_list(fault_table *table);

/* `out_expected`: NULL, or it is filled in; expected_free frees it. */
bytes fault_make(fault_table *table, const fault_case *c, expected_diagnostics *out_expected);
/* What it is filled with, without the file. */
void fault_expected(fault_table *table, const fault_case *c, expected_diagnostics *out);
void expected_free(expected_diagnostics *expected);

/* --- For the files that make them --- */

/* A copy to change, and one edit of its JSON or payload; `base` is what it was copied from. */
glb fault_copy(const glb *glb);
void fault_edit(glb *file, const glb *base, yyjson_val *edit);

/* Edits of the payload: the elements of the accessor at the pointer, from one on. `values` are
 * numbers, or the names of those that JSON does not have. */
void set_values(glb *file, const char *pointer, size_t element, yyjson_val *values);
void set_image(glb *file, size_t image, const char *kind);

/* Edits of the JSON before it is written, and of the GLB behind that; `number` is theirs. Each
 * gives false where it has none of this name. Without a file, the first only says whether it has
 * one. */
/* One of them: floats in place of bytes, which cannot be negative. */
void make_weights_float(glb *file, int unused);
bool prepare_named(glb *file, const char *name, int number);
bool change_named(bytes *file, const char *name, int number);

/* The next JSON text of this length replaces the one in the GLB; all lengths are updated. */
void replace_json(bytes *file, const void *text, size_t length);
/* Replaces the first `find` of the JSON. */
void replace_text(bytes *file, const char *find, const char *with);

#endif
