/* What the operations of an edit share. Each of them first checks whether it is possible, and
 * changes the tree last: a refused operation has changed nothing. */
#ifndef VRMI_WRITE_EDIT_OPERATION_H
#define VRMI_WRITE_EDIT_OPERATION_H

#include "author/document/file_edit.h"
#include "vrm/author/edit.h"

/* Begins an operation: clears the last problem. False: an allocation failed before, and `out` has
 * the result; or there is no edit. */
bool vrmi_operation_begin_in(vrm_edit *edit, const char *function, bool has_arguments,
                             vrm_result *out);
#define vrmi_operation_begin(edit, has_arguments, out)                                             \
    vrmi_operation_begin_in((edit), __func__, (has_arguments), (out))

/* Refuses the operation: the sentence is `before`, `what` in quotes, and `after`. */
vrm_result vrmi_operation_refuse(vrm_edit *edit, const char *before, vrm_string what,
                                 const char *after);
/* The same with a number instead of a name. */
vrm_result vrmi_operation_refuse_index(vrm_edit *edit, const char *before, int32_t index,
                                       const char *after);

/* Ends an operation that has changed the tree: lists the change at the location of `value`, which
 * may be NULL if nothing is there now. */
vrm_result vrmi_operation_end(vrm_edit *edit, vrm_change_kind kind, const char *code,
                              const vrmi_value *value, const char *text);

/* Gives an image, which is there, other bytes in BIN, and its media type. False: they are of a kind
 * that glTF does not have. */
bool vrmi_edit_put_image(vrm_edit *edit, int32_t image, const void *bytes, size_t size);

/* VRM_OK, or how memory was refused in this operation. What changes the tree ends with it. */
vrm_result vrmi_operation_result(const vrm_edit *edit);

/* VRMC_vrm or VRM, whichever the avatar is read from; NULL: there is none that is edited. */
vrmi_value *vrmi_edit_vrm(vrm_edit *edit, bool *out_is_0);

/* Element of a table; NULL if there is none. */
vrmi_value *vrmi_edit_element(vrm_edit *edit, vrmi_reference_kind kind, int32_t index);

/* Finds a value below another one, along keys; the list ends with NULL. */
vrmi_value *vrmi_value_below(vrmi_tree *tree, vrmi_value *from, const char *const *keys);

#endif
