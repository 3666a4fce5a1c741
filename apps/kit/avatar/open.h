/* Loading a file of the command line, and saying why it could not be. */
#ifndef VRM_KIT_LOAD_H
#define VRM_KIT_LOAD_H

#include <vrm/author.h>

/* Text of C as the library takes it. */
vrm_string from_text(const char *text);

/* `flags`: VRM_LOAD_…. Files beside a file that is called .gltf are found too, and none beside
 * others. `out_model` and `out_report` are the caller's to release, whatever comes of it. */
vrm_result load_path(const char *path, uint32_t flags, vrm_model **out_model,
                     vrm_report **out_report);

/* The folder whose files a file may name, to be freed; NULL: it may name none. */
char *folder_beside(const char *path);

/* The same with all settings of a load; the resolver of files beside it is filled in. */
vrm_result load_with(const char *path, const vrm_load_desc *settings, vrm_model **out_model,
                     vrm_report **out_report);

/* Checks a file in the same way. If `out_fixed` is not NULL, also fixes a copy of it. */
vrm_result check_path(const char *path, const vrm_check_desc *settings, vrm_written **out_fixed,
                      vrm_report **out_report);

/* Loads a motion in the same way. */
vrm_result load_clip_with(const char *path, const vrm_clip_desc *settings, vrm_clip **out_clip,
                          vrm_report **out_report);

/* What the library cannot read, with what to do, on standard error: the first extension that the
 * file requires, the first compressed mesh and the first compressed texture. `report` may be NULL.
 */
void print_unread_parts(const char *path, const vrm_report *report);

/* One line on standard error that says why a file was not loaded; or why it is of no use. */
void print_failure(const char *path, vrm_result result, const vrm_report *report);
void print_problem(const char *path, const char *problem);
/* Likewise for any diagnostic. */
void print_diagnostic(const char *path, const vrm_diagnostic *said);

#endif
