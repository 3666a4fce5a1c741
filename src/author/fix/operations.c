/* Finding values of the JSON, asking for changes of them, and making these changes. */
#include "author/fix/fix.h"
#include "base/sort.h"
#include "base/text.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* What grows stays in the arena: all that it ever had is no more than twice what it has. */
void *vrmi_fix_reserve(vrmi_arena *arena, void *items, uint32_t count, uint32_t *capacity,
                       size_t item_bytes) {
    uint32_t more = *capacity != 0 ? *capacity : 16;
    void *grown;
    if (count < *capacity) return items;
    if (more > UINT32_MAX / 2) return NULL;
    more *= 2;
    grown = vrmi_arena_take(arena, more, item_bytes, VRMI_MEMORY_ALIGNMENT);
    if (grown == NULL) return NULL;
    if (count > 0) memcpy(grown, items, count * item_bytes);
    *capacity = more;
    return grown;
}

/* --- Looking --- */

bool vrmi_fix_steps(vrmi_fix *fix, uint64_t count) {
    if (fix->steps < count) {
        fix->steps = 0;
        return false;
    }
    fix->steps -= count;
    return true;
}

bool vrmi_fix_is(const vrmi_value *value, vrmi_value_kind kind) {
    return vrmi_value_get_kind(value) == kind;
}

/* An object is searched, and an array is not. */
vrmi_value *vrmi_fix_find(vrmi_fix *fix, vrm_string pointer) {
    vrmi_value *at = pointer.length > 0 ? fix->tree.root : NULL;
    for (uint32_t begin = 1, i = 1; i <= pointer.length; ++i) {
        const bool is_object = vrmi_fix_is(at, VRMI_VALUE_OBJECT);
        if (i < pointer.length && pointer.data[i] != '/') continue;
        if (!vrmi_fix_steps(fix, is_object ? vrmi_value_count(&fix->tree, at) : 1)) return NULL;
        at = vrmi_value_step(&fix->tree, at, (vrm_string){pointer.data + begin, i - begin});
        begin = i + 1;
    }
    return at;
}

vrmi_value *vrmi_fix_member(vrmi_fix *fix, vrmi_value *object, const char *key) {
    if (!vrmi_fix_is(object, VRMI_VALUE_OBJECT) ||
        !vrmi_fix_steps(fix, vrmi_value_count(&fix->tree, object))) {
        return NULL;
    }
    return vrmi_value_get(&fix->tree, object, key);
}

bool vrmi_fix_is_member(vrmi_fix *fix, const vrmi_value *value, const char *key) {
    return vrmi_fix_is(vrmi_value_parent(value), VRMI_VALUE_OBJECT) &&
           vrmi_value_has_key(&fix->tree, value, vrmi_string_from(key));
}

bool vrmi_fix_is_integer(vrmi_fix *fix, const vrmi_value *value) {
    static const uint32_t most_digits = 19; /* of 64 bits */
    vrm_string text = vrmi_value_text(&fix->tree, value);
    if (!vrmi_fix_is(value, VRMI_VALUE_NUMBER) || text.length > most_digits) return false;
    for (uint32_t i = text.data[0] == '-'; i < text.length; ++i) {
        if (text.data[i] < '0' || text.data[i] > '9') return false;
    }
    return true;
}

bool vrmi_fix_read_floats(vrmi_fix *fix, vrmi_value *array, uint32_t count, float *out) {
    if (!vrmi_fix_is(array, VRMI_VALUE_ARRAY) || vrmi_value_count(&fix->tree, array) != count ||
        !vrmi_fix_steps(fix, count)) {
        return false;
    }
    for (uint32_t i = 0; i < count; ++i) {
        const double number =
            vrmi_value_number(&fix->tree, vrmi_value_at(&fix->tree, array, i), HUGE_VAL);
        if (!(number >= -(double)FLT_MAX && number <= (double)FLT_MAX)) return false;
        out[i] = (float)number;
    }
    return true;
}

/* --- Asking --- */

static void add(vrmi_fix *fix, vrmi_fix_kind kind, vrmi_value *value, const char *key,
                const char *json) {
    vrmi_fix_operation operation = {.kind = kind, .value = value, .key = key};
    vrmi_fix_operation *list;
    if (value == NULL) return;
    operation.json = vrmi_arena_copy_string(&fix->arena, json, strlen(json));
    list = vrmi_fix_reserve(&fix->arena, fix->operations, fix->operation_count,
                            &fix->operation_capacity, sizeof operation);
    if (operation.json.data == NULL || list == NULL) {
        fix->is_refused = true;
        return;
    }
    fix->operations = list;
    fix->operations[fix->operation_count++] = operation;
}

void vrmi_fix_set(vrmi_fix *fix, vrmi_value *object, const char *key, const char *json) {
    vrmi_value *member = vrmi_fix_member(fix, object, key);
    if (member != NULL) {
        vrmi_fix_replace(fix, member, json);
    } else if (vrmi_fix_is(object, VRMI_VALUE_OBJECT)) {
        add(fix, VRMI_FIX_ADD, object, key, json);
    }
}

void vrmi_fix_append(vrmi_fix *fix, vrmi_value *array, const char *json) {
    if (vrmi_fix_is(array, VRMI_VALUE_ARRAY)) add(fix, VRMI_FIX_ADD, array, "", json);
}

void vrmi_fix_replace(vrmi_fix *fix, vrmi_value *value, const char *json) {
    add(fix, VRMI_FIX_REPLACE, value, "", json);
}

void vrmi_fix_remove(vrmi_fix *fix, vrmi_value *value) { add(fix, VRMI_FIX_REMOVE, value, "", ""); }

void vrmi_fix_rename(vrmi_fix *fix, vrmi_value *member, const char *key) {
    add(fix, VRMI_FIX_RENAME, member, key, "");
}

void vrmi_fix_keep_last(vrmi_fix *fix, vrmi_value *member) {
    add(fix, VRMI_FIX_KEEP_LAST, member, "", "");
}

vrmi_fix_text vrmi_fix_floats(const float *values, uint32_t count) {
    vrmi_fix_text out = {""};
    vrmi_text text = vrmi_text_make(out.data, sizeof out.data);
    vrmi_text_append(&text, "[");
    for (uint32_t i = 0; i < count; ++i) {
        if (i > 0) vrmi_text_append(&text, ",");
        vrmi_text_append_float(&text, values[i]);
    }
    vrmi_text_append(&text, "]");
    return out;
}

vrmi_fix_text vrmi_fix_number(double number) {
    vrmi_fix_text out = {""};
    vrmi_text text = vrmi_text_make(out.data, sizeof out.data);
    if (fabs(number) < 1e15 && number == (double)(int64_t)number) {
        vrmi_text_append_i64(&text, (int64_t)number);
    } else {
        vrmi_text_append_float(&text, (float)number);
    }
    return out;
}

/* --- Which are done --- */

static bool adds(const vrmi_fix_operation *operation) { return operation->kind == VRMI_FIX_ADD; }

/* By what they change. New members of an object by their keys; what an array gets, as it came. */
static bool comes_before(const void *context, uint32_t a, uint32_t b) {
    const vrmi_fix_operation *left = (const vrmi_fix_operation *)context + a;
    const vrmi_fix_operation *right = (const vrmi_fix_operation *)context + b;
    if (left->value != right->value) return (uintptr_t)left->value < (uintptr_t)right->value;
    if (adds(left) != adds(right)) return adds(right);
    return adds(left) && strcmp(left->key, right->key) < 0;
}

/* Whether only one of two can be done. An array gets all that is added to it. */
static bool is_same_place(const vrmi_fix_operation *a, const vrmi_fix_operation *b) {
    if (a->value != b->value || adds(a) != adds(b)) return false;
    return !adds(a) || (a->key[0] != '\0' && strcmp(a->key, b->key) == 0);
}

static bool are_alike(const vrmi_fix_operation *a, const vrmi_fix_operation *b) {
    return a->kind == b->kind && strcmp(a->key, b->key) == 0 &&
           strcmp(a->json.data, b->json.data) == 0;
}

/* Whether a value around the place of an operation is changed. */
static bool is_in_a_change(const vrmi_fix_operation *operation) {
    const vrmi_value *at = operation->value;
    if (!adds(operation)) at = vrmi_value_parent(at);
    while (at != NULL && !vrmi_value_is_marked(at)) at = vrmi_value_parent(at);
    return at != NULL;
}

/* While this goes on, values that change are marked. */
static void settle(vrmi_fix *fix, const uint32_t *order) {
    const vrmi_fix_operation *before = NULL;
    for (uint32_t i = 0; i < fix->operation_count; ++i) {
        vrmi_fix_operation *operation = &fix->operations[order[i]];
        if (before == NULL || !is_same_place(before, operation)) {
            operation->state = VRMI_FIX_DONE;
            before = operation;
        } else {
            operation->state = are_alike(before, operation) ? VRMI_FIX_DONE_ONCE : VRMI_FIX_SKIPPED;
        }
        if (!adds(operation)) vrmi_value_mark(operation->value, true);
    }
    for (uint32_t i = 0; i < fix->operation_count; ++i) {
        if (is_in_a_change(&fix->operations[i])) fix->operations[i].state = VRMI_FIX_SKIPPED;
    }
    for (uint32_t i = 0; i < fix->operation_count; ++i) {
        vrmi_value_mark(fix->operations[i].value, false);
    }
}

/* --- Doing them --- */

/* From now on, values that go are marked. */
static void mark_removed(vrmi_fix_operation *operation, vrmi_value *value) {
    vrmi_value_mark(value, true);
    operation->removed = value;
}

/* Does an operation to one of the members of its name. Which of several counts differs by reader:
 * where one is set, the others go. */
static void change_member(vrmi_fix *fix, vrmi_fix_operation *operation, vrmi_value *member,
                          bool is_first) {
    switch (operation->kind) {
    case VRMI_FIX_RENAME:
        vrmi_value_rename(&fix->tree, member, vrmi_string_from(operation->key));
        break;
    case VRMI_FIX_REPLACE:
        if (is_first) {
            operation->value = member;
            vrmi_value_replace(&fix->tree, member, operation->json);
        } else {
            mark_removed(operation, member);
        }
        break;
    case VRMI_FIX_KEEP_LAST:
        if (member != operation->value) mark_removed(operation, member);
        break;
    default:
        mark_removed(operation, member);
        break;
    }
}

static void change_members(vrmi_fix *fix, vrmi_fix_operation *operation) {
    vrmi_value *object = vrmi_value_parent(operation->value);
    const vrm_string key = vrmi_value_key(&fix->tree, operation->value);
    const uint32_t count = vrmi_value_index(operation->value) + 1;
    bool is_first = true;
    for (uint32_t i = 0; i < count; ++i) {
        vrmi_value *member = vrmi_value_at(&fix->tree, object, i);
        if (!vrmi_value_has_key(&fix->tree, member, key)) continue;
        change_member(fix, operation, member, is_first);
        is_first = false;
    }
}

static void change(vrmi_fix *fix, vrmi_fix_operation *operation) {
    if (vrmi_fix_is(vrmi_value_parent(operation->value), VRMI_VALUE_OBJECT)) {
        change_members(fix, operation);
    } else if (operation->kind == VRMI_FIX_REMOVE) {
        mark_removed(operation, operation->value);
    } else {
        vrmi_value_replace(&fix->tree, operation->value, operation->json);
    }
}

/* Takes all marked values out of a container at once: after that they have no parent. */
static void sweep(vrmi_fix *fix, vrmi_value *container) {
    const uint32_t count = vrmi_value_count(&fix->tree, container);
    uint8_t *keeps = VRMI_TAKE(&fix->arena, uint8_t, count);
    if (keeps == NULL) {
        fix->is_refused = true;
        return;
    }
    for (uint32_t i = 0; i < count; ++i) {
        keeps[i] = !vrmi_value_is_marked(vrmi_value_at(&fix->tree, container, i));
    }
    vrmi_value_keep(&fix->tree, container, keeps);
}

/* What is new comes behind the others, and looks like the last of them. */
static void put(vrmi_fix *fix, vrmi_fix_operation *operation) {
    vrmi_value *container = operation->value;
    operation->value = operation->key[0] != '\0'
                           ? vrmi_value_set(&fix->tree, container, operation->key, operation->json)
                           : vrmi_value_append(&fix->tree, container, operation->json);
}

void vrmi_fix_apply(vrmi_fix *fix) {
    uint32_t *order =
        vrmi_sort_order(&fix->arena, fix->operation_count, comes_before, fix->operations);
    if (order == NULL) {
        fix->is_refused = true;
        return;
    }
    settle(fix, order);
    for (uint32_t i = 0; i < fix->operation_count; ++i) {
        vrmi_fix_operation *operation = &fix->operations[i];
        if (operation->state == VRMI_FIX_DONE && !adds(operation)) change(fix, operation);
    }
    for (uint32_t i = 0; i < fix->operation_count; ++i) {
        vrmi_value *container = vrmi_value_parent(fix->operations[i].removed);
        if (container != NULL) sweep(fix, container);
    }
    for (uint32_t i = 0; i < fix->operation_count; ++i) {
        vrmi_fix_operation *operation = &fix->operations[order[i]];
        if (operation->state == VRMI_FIX_DONE && adds(operation)) put(fix, operation);
    }
    fix->is_refused = fix->is_refused || fix->tree.is_refused;
}
