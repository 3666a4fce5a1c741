/*
 * A JSON text as a tree that can be changed. What is not changed is written as it was, byte for
 * byte: white space, the order of members, how numbers and strings are spelled, members that occur
 * twice, and what nobody knows the meaning of.
 *
 * The tree is lazy. A value is a piece of the text until somebody asks for what is in it; a change
 * marks the containers around it, and only those are written piece by piece. To change one number
 * of a large file costs one pass over its text.
 *
 * The text must have been parsed before, so that it is known to be JSON of a bounded depth.
 *
 * Memory comes from the arena of the tree. Where it is refused, `is_refused` is set, functions
 * return NULL or do nothing from then on, and vrmi_tree_write fails: callers may look at it once,
 * at the end. All functions take NULL for a value, which stands for a place where nothing is.
 */
#ifndef VRMI_WRITE_JSON_TREE_H
#define VRMI_WRITE_JSON_TREE_H

#include "base/memory.h"

typedef enum vrmi_value_kind {
    VRMI_VALUE_NONE, /* of NULL */
    VRMI_VALUE_NULL,
    VRMI_VALUE_BOOL,
    VRMI_VALUE_NUMBER,
    VRMI_VALUE_STRING,
    VRMI_VALUE_ARRAY,
    VRMI_VALUE_OBJECT
} vrmi_value_kind;

typedef struct vrmi_value vrmi_value;

typedef struct vrmi_tree {
    vrmi_arena arena;
    vrmi_value *root;
    bool is_refused;   /* memory was, and the tree is not whole */
    bool is_too_large; /* it was refused because sizes have 32 bits, and not by memory */
} vrmi_tree;

/* The text is borrowed until the tree is released. False: memory was refused, or the text is no
 * JSON. The tree has to be released in any case. */
bool vrmi_tree_open(vrmi_tree *tree, vrmi_memory *memory, const char *text, size_t length);
void vrmi_tree_release(vrmi_tree *tree);

/* --- Looking --- */

vrmi_value_kind vrmi_value_get_kind(const vrmi_value *value);
/* A mark that the owner of the tree gives values, for a purpose of its own. NULL has none. */
void vrmi_value_mark(vrmi_value *value, bool is_marked);
bool vrmi_value_is_marked(const vrmi_value *value);
/* How many elements or members a container has; 0 for anything else. */
uint32_t vrmi_value_count(vrmi_tree *tree, vrmi_value *container);
/* By its place in the container, in constant time; NULL beyond the end. */
vrmi_value *vrmi_value_at(vrmi_tree *tree, vrmi_value *container, uint32_t index);
/* The member of an object; of several of one name the last, which is the one that a load reads. */
vrmi_value *vrmi_value_get(vrmi_tree *tree, vrmi_value *object, const char *key);
vrmi_value *vrmi_value_get_string(vrmi_tree *tree, vrmi_value *object, vrm_string key);
/* The value at a JSON pointer (RFC 6901); "" is the root. NULL: nothing is there. */
vrmi_value *vrmi_tree_find(vrmi_tree *tree, vrm_string pointer);
/* The child of a container that one token of a pointer means, with the token's escapes. */
vrmi_value *vrmi_value_step(vrmi_tree *tree, vrmi_value *container, vrm_string token);
/* The JSON pointer of a value, in the arena of the tree. */
vrm_string vrmi_value_pointer(vrmi_tree *tree, const vrmi_value *value);
/* Whether this is the key of a member, whatever escapes it is written with. */
bool vrmi_value_has_key(vrmi_tree *tree, const vrmi_value *member, vrm_string key);
/* The place in its container, and the key of a member of an object, unescaped. */
uint32_t vrmi_value_index(const vrmi_value *value);
vrm_string vrmi_value_key(vrmi_tree *tree, const vrmi_value *value);
vrmi_value *vrmi_value_parent(const vrmi_value *value);

/* The number, or `other` where there is none. */
double vrmi_value_number(vrmi_tree *tree, const vrmi_value *value, double other);
/* An index as glTF has them: VRM_NONE where there is none, or one that is no integer from 0 on. */
int32_t vrmi_value_to_index(vrmi_tree *tree, const vrmi_value *value);
/* The text of a string, unescaped; empty where there is none. It stays valid with the tree. */
vrm_string vrmi_value_string(vrmi_tree *tree, const vrmi_value *value);
bool vrmi_value_is_true(const vrmi_value *value);
/* The JSON of a value as it would be written now. It stays valid until the value is changed. */
vrm_string vrmi_value_text(vrmi_tree *tree, const vrmi_value *value);

/* --- Changing --- */

/*
 * New values are JSON text, which is copied, and must be valid: vrmi_json_writer makes it. A new
 * member or element comes behind the others and looks like the last one before it (the white space
 * before it and around its colon).
 */

/* Sets the member of an object, or adds it. Further members of the same name are removed. Returns
 * the new value. */
vrmi_value *vrmi_value_set(vrmi_tree *tree, vrmi_value *object, const char *key, vrm_string json);
vrmi_value *vrmi_value_set_string(vrmi_tree *tree, vrmi_value *object, vrm_string key,
                                  vrm_string json);
/* The same with plain values. Numbers are the shortest that read back as the same float. */
void vrmi_value_set_index(vrmi_tree *tree, vrmi_value *object, const char *key, uint64_t number);
void vrmi_value_set_floats(vrmi_tree *tree, vrmi_value *object, const char *key,
                           const float *numbers, uint32_t count);
void vrmi_value_set_float(vrmi_tree *tree, vrmi_value *object, const char *key, float number);
void vrmi_value_set_words(vrmi_tree *tree, vrmi_value *object, const char *key, vrm_string words);
/* The member if it is a container of this kind; else it is set to an empty one. */
vrmi_value *vrmi_value_make(vrmi_tree *tree, vrmi_value *object, const char *key,
                            vrmi_value_kind kind);
/* Adds an element to an array, and returns it. Its index is the count before. */
vrmi_value *vrmi_value_append(vrmi_tree *tree, vrmi_value *array, vrm_string json);
/* Puts other JSON in the place of a value, which may be the root. The pointer stays valid, those to
 * what was in it do not. */
void vrmi_value_replace(vrmi_tree *tree, vrmi_value *value, vrm_string json);
void vrmi_value_replace_index(vrmi_tree *tree, vrmi_value *value, uint64_t number);
/* Takes a value out of its container; the values behind it move up. Of an object, all members of
 * the name go, since the one before would count then. */
void vrmi_value_remove(vrmi_tree *tree, vrmi_value *value);
/* The same for many at once: keeps the elements of a container whose byte is not 0, of as many
 * bytes as it has elements. */
void vrmi_value_keep(vrmi_tree *tree, vrmi_value *container, const uint8_t *keeps);
/* Other keys for a member of an object. */
void vrmi_value_rename(vrmi_tree *tree, vrmi_value *member, vrm_string key);

/* --- Writing --- */

/* Writes the text into memory of `memory`. False: memory was refused, now or before. */
bool vrmi_tree_write(vrmi_tree *tree, vrmi_memory *memory, char **out, size_t *out_length);
/* Whether anything was changed since the tree was opened. */
bool vrmi_tree_is_changed(const vrmi_tree *tree);

#endif
