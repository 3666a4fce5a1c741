#include "author/json/json_tree.h"

#include "author/json/json_scan.h"
#include "base/checked.h"
#include "base/text.h"

#include <assert.h>
#include <string.h>
#include <yyjson.h>

/*
 * Of a member, the text is: space before the key, the key, what is between it and the value, the
 * value, space behind it. Of an element, key and colon are empty. The first three lie side by side.
 */
struct vrmi_value {
    vrmi_value *parent; /* NULL: the root, or a value that was removed */
    vrmi_value **children;
    const char *lead; /* space, key and colon */
    const char *text; /* of the value before any change */
    const char
        *tail; /* space behind the value; that of a last child is the `close` of its parent */
    const char *close; /* of a container that is expanded: the space before its closing bracket */
    uint32_t space_length, key_length, colon_length;
    uint32_t text_length, tail_length, close_length;
    uint32_t count, capacity; /* of the children */
    uint32_t at;              /* its place among those of the parent */
    uint8_t kind;
    bool is_expanded;
    bool is_changed; /* it, or something in it: it is written piece by piece */
    bool is_marked;
};

static bool is_container(const vrmi_value *value) {
    return value != NULL && (value->kind == VRMI_VALUE_ARRAY || value->kind == VRMI_VALUE_OBJECT);
}

static vrmi_value_kind kind_of(char first) {
    switch (first) {
    case '{':
        return VRMI_VALUE_OBJECT;
    case '[':
        return VRMI_VALUE_ARRAY;
    case '"':
        return VRMI_VALUE_STRING;
    case 'n':
        return VRMI_VALUE_NULL;
    case 't':
    case 'f':
        return VRMI_VALUE_BOOL;
    default:
        return VRMI_VALUE_NUMBER;
    }
}

static void *refuse(vrmi_tree *tree) {
    tree->is_refused = true;
    return NULL;
}

static bool refuse_size(vrmi_tree *tree) {
    tree->is_refused = tree->is_too_large = true;
    return false;
}

static vrmi_value *new_value(vrmi_tree *tree) {
    vrmi_value *value = VRMI_TAKE(&tree->arena, vrmi_value, 1);
    if (value == NULL) return refuse(tree);
    memset(value, 0, sizeof *value);
    value->lead = value->text = value->tail = value->close = "";
    return value;
}

/* --- Opening and expanding --- */

bool vrmi_tree_open(vrmi_tree *tree, vrmi_memory *memory, const char *text, size_t length) {
    vrmi_json_scan scan = {text, length, 0};
    vrmi_value *root;
    memset(tree, 0, sizeof *tree);
    vrmi_arena_init(&tree->arena, memory, 0);
    if (length > UINT32_MAX) return false;
    root = tree->root = new_value(tree);
    if (root == NULL) return false;
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) scan.at = 3;
    vrmi_scan_space(&scan);
    root->lead = text;
    root->space_length = (uint32_t)scan.at;
    root->text = text + scan.at;
    if (!vrmi_scan_value(&scan)) return false;
    root->text_length = (uint32_t)(scan.at - root->space_length);
    root->tail = text + scan.at;
    root->tail_length = (uint32_t)(length - scan.at);
    root->kind = (uint8_t)kind_of(root->text[0]);
    return true;
}

void vrmi_tree_release(vrmi_tree *tree) { vrmi_arena_release(&tree->arena); }

/* What grows stays in the arena: all that it ever had is no more than twice what it has. */
static bool reserve(vrmi_tree *tree, vrmi_value *container) {
    uint32_t capacity = container->capacity != 0 ? container->capacity : 4;
    vrmi_value **children;
    if (container->count < container->capacity) return true;
    if (capacity > UINT32_MAX / 2) return refuse_size(tree);
    capacity *= 2;
    children = VRMI_TAKE(&tree->arena, vrmi_value *, capacity);
    if (children == NULL) return refuse(tree) != NULL;
    if (container->count > 0) {
        memcpy(children, container->children, container->count * sizeof(vrmi_value *));
    }
    container->children = children;
    container->capacity = capacity;
    return true;
}

static bool add_child(vrmi_tree *tree, vrmi_value *container, vrmi_value *child) {
    if (!reserve(tree, container)) return false;
    child->parent = container;
    child->at = container->count;
    container->children[container->count++] = child;
    return true;
}

/* Reads one member or element: the scan stands behind a bracket or a comma. */
static bool read_child(vrmi_tree *tree, vrmi_value *container, vrmi_json_scan *scan) {
    vrmi_value *child = new_value(tree);
    size_t begin = scan->at;
    if (child == NULL) return false;
    child->lead = scan->text + begin;
    vrmi_scan_space(scan);
    child->space_length = (uint32_t)(scan->at - begin);
    if (container->kind == VRMI_VALUE_OBJECT) {
        begin = scan->at;
        if (!vrmi_scan_string(scan)) return false;
        child->key_length = (uint32_t)(scan->at - begin);
        begin = scan->at;
        if (!vrmi_scan_character(scan, ':')) return false;
        vrmi_scan_space(scan);
        child->colon_length = (uint32_t)(scan->at - begin);
    }
    begin = scan->at;
    if (!vrmi_scan_value(scan)) return false;
    child->text = scan->text + begin;
    child->text_length = (uint32_t)(scan->at - begin);
    child->kind = (uint8_t)kind_of(child->text[0]);
    child->tail = scan->text + scan->at;
    begin = scan->at;
    vrmi_scan_space(scan);
    child->tail_length = (uint32_t)(scan->at - begin);
    return add_child(tree, container, child);
}

static bool read_children(vrmi_tree *tree, vrmi_value *container, vrmi_json_scan *scan) {
    const char closing = container->kind == VRMI_VALUE_OBJECT ? '}' : ']';
    vrmi_value *last;
    container->close = scan->text + 1;
    vrmi_scan_space(scan);
    container->close_length = (uint32_t)(scan->at - 1);
    if (vrmi_scan_character(scan, closing)) return true;
    scan->at = 1;
    do {
        if (!read_child(tree, container, scan)) return false;
    } while (vrmi_scan_character(scan, ','));
    last = container->children[container->count - 1];
    container->close = last->tail;
    container->close_length = last->tail_length;
    last->tail = "";
    last->tail_length = 0;
    return vrmi_scan_character(scan, closing);
}

/* Finds the children of a container. False: it is none, or memory was refused. */
static bool expand(vrmi_tree *tree, vrmi_value *container) {
    vrmi_json_scan scan;
    if (!is_container(container) || tree->is_refused) return false;
    if (container->is_expanded) return true;
    scan = (vrmi_json_scan){container->text, container->text_length, 1};
    container->count = 0;
    if (!read_children(tree, container, &scan)) return refuse(tree) != NULL;
    container->is_expanded = true;
    return true;
}

/* --- Looking --- */

vrmi_value_kind vrmi_value_get_kind(const vrmi_value *value) {
    return value != NULL ? (vrmi_value_kind)value->kind : VRMI_VALUE_NONE;
}

void vrmi_value_mark(vrmi_value *value, bool is_marked) {
    if (value != NULL) value->is_marked = is_marked;
}

bool vrmi_value_is_marked(const vrmi_value *value) { return value != NULL && value->is_marked; }

uint32_t vrmi_value_count(vrmi_tree *tree, vrmi_value *container) {
    return expand(tree, container) ? container->count : 0;
}

vrmi_value *vrmi_value_at(vrmi_tree *tree, vrmi_value *container, uint32_t index) {
    return index < vrmi_value_count(tree, container) ? container->children[index] : NULL;
}

/* What a string with escapes means, in this memory. */
static vrm_string read_escapes(const char *quoted, uint32_t length, void *memory, size_t bytes) {
    vrm_string result = {"", 0};
    yyjson_alc allocator;
    yyjson_doc *document = NULL;
    if (yyjson_alc_pool_init(&allocator, memory, bytes)) {
        /* yyjson_read_opts does not change the text without YYJSON_READ_INSITU. */
        document = yyjson_read_opts((char *)(uintptr_t)quoted, length,
                                    YYJSON_READ_ALLOW_INVALID_UNICODE, &allocator, NULL);
    }
    if (document != NULL) {
        result.data = yyjson_get_str(yyjson_doc_get_root(document));
        result.length = (uint32_t)yyjson_get_len(yyjson_doc_get_root(document));
    }
    return result;
}

/* The text between the quotes, or what its escapes mean, in the arena. */
static vrm_string unescape(vrmi_tree *tree, const char *quoted, uint32_t length) {
    const vrm_string inside = {quoted + 1, length - 2}, none = {"", 0};
    const size_t bytes = yyjson_read_max_memory_usage(length, YYJSON_READ_ALLOW_INVALID_UNICODE);
    void *memory;
    if (memchr(inside.data, '\\', inside.length) == NULL) return inside;
    memory = vrmi_arena_take(&tree->arena, 1, bytes, VRMI_MEMORY_ALIGNMENT);
    if (memory == NULL) {
        tree->is_refused = true;
        return none;
    }
    return read_escapes(quoted, length, memory, bytes);
}

bool vrmi_value_has_key(vrmi_tree *tree, const vrmi_value *member, vrm_string key) {
    const char *quoted;
    alignas(VRMI_MEMORY_ALIGNMENT) char memory[2048]; /* enough for the keys that we look for */
    vrm_string own;
    if (member == NULL) return false;
    quoted = member->lead + member->space_length;
    if (member->key_length == key.length + 2) {
        if (memcmp(quoted + 1, key.data, key.length) == 0) return true;
    }
    /* An escape stands for one byte or more and takes at most six for each. */
    if (member->key_length < key.length + 2 || (member->key_length - 2) / 6 > key.length ||
        memchr(quoted, '\\', member->key_length) == NULL) {
        return false;
    }
    if (yyjson_read_max_memory_usage(member->key_length, YYJSON_READ_ALLOW_INVALID_UNICODE) <=
        sizeof memory) {
        own = read_escapes(quoted, member->key_length, memory, sizeof memory);
    } else {
        own = unescape(tree, quoted, member->key_length);
    }
    return own.length == key.length && memcmp(own.data, key.data, key.length) == 0;
}

vrmi_value *vrmi_value_get_string(vrmi_tree *tree, vrmi_value *object, vrm_string key) {
    if (vrmi_value_get_kind(object) != VRMI_VALUE_OBJECT || !expand(tree, object)) return NULL;
    for (uint32_t i = object->count; i > 0; --i) {
        if (vrmi_value_has_key(tree, object->children[i - 1], key)) return object->children[i - 1];
    }
    return NULL;
}

static vrm_string words(const char *text) {
    vrm_string string = {text, (uint32_t)strlen(text)};
    return string;
}

vrmi_value *vrmi_value_get(vrmi_tree *tree, vrmi_value *object, const char *key) {
    return vrmi_value_get_string(tree, object, words(key));
}

uint32_t vrmi_value_index(const vrmi_value *value) { return value != NULL ? value->at : 0; }

vrmi_value *vrmi_value_parent(const vrmi_value *value) {
    return value != NULL ? value->parent : NULL;
}

vrm_string vrmi_value_key(vrmi_tree *tree, const vrmi_value *value) {
    static const vrm_string none = {"", 0};
    if (value == NULL || value->key_length < 2) return none;
    return unescape(tree, value->lead + value->space_length, value->key_length);
}

double vrmi_value_number(vrmi_tree *tree, const vrmi_value *value, double other) {
    char digits[64];
    const char *text;
    yyjson_val number;
    if (vrmi_value_get_kind(value) != VRMI_VALUE_NUMBER) return other;
    text = value->text;
    if (value->text_length < sizeof digits) {
        memcpy(digits, text, value->text_length);
        digits[value->text_length] = '\0';
        text = digits;
    } else {
        text = vrmi_arena_copy_string(&tree->arena, text, value->text_length).data;
        if (text == NULL) {
            tree->is_refused = true;
            return other;
        }
    }
    if (yyjson_read_number(text, &number, YYJSON_READ_NOFLAG, NULL, NULL) == NULL) return other;
    return yyjson_get_num(&number);
}

int32_t vrmi_value_to_index(vrmi_tree *tree, const vrmi_value *value) {
    double number = vrmi_value_number(tree, value, -1.0);
    if (!(number >= 0.0 && number <= (double)INT32_MAX)) return VRM_NONE;
    return (double)(int32_t)number == number ? (int32_t)number : VRM_NONE;
}

vrm_string vrmi_value_string(vrmi_tree *tree, const vrmi_value *value) {
    static const vrm_string none = {"", 0};
    if (vrmi_value_get_kind(value) != VRMI_VALUE_STRING) return none;
    return unescape(tree, value->text, value->text_length);
}

bool vrmi_value_is_true(const vrmi_value *value) {
    return vrmi_value_get_kind(value) == VRMI_VALUE_BOOL && value->text[0] == 't';
}

/* --- Changing --- */

static void mark_changed(vrmi_value *value) {
    for (; value != NULL && !value->is_changed; value = value->parent) value->is_changed = true;
}

/* The new text of a value, in the arena, with a NUL behind it. */
static bool put_text(vrmi_tree *tree, vrmi_value *value, vrm_string json) {
    vrm_string copy;
    if (tree->is_refused || json.length == 0) return refuse(tree) != NULL;
    copy = vrmi_arena_copy_string(&tree->arena, json.data, json.length);
    if (copy.data == NULL) return refuse(tree) != NULL;
    value->text = copy.data;
    value->text_length = copy.length;
    value->kind = (uint8_t)kind_of(copy.data[0]);
    value->children = NULL;
    value->count = value->capacity = 0;
    value->close_length = 0;
    value->is_expanded = false;
    return true;
}

void vrmi_value_replace(vrmi_tree *tree, vrmi_value *value, vrm_string json) {
    if (value == NULL || !put_text(tree, value, json)) return;
    value->is_changed = false; /* its text is what is written, until something in it changes */
    mark_changed(value->parent);
    if (value->parent == NULL) value->is_changed = true;
}

/* What stands before a new child: the space and the colon of its last neighbor, and the key. */
static bool make_lead(vrmi_tree *tree, const vrmi_value *container, vrmi_value *child,
                      const vrm_string *key) {
    const vrmi_value *last =
        container->count > 0 ? container->children[container->count - 1] : NULL;
    const uint32_t space = last != NULL ? last->space_length : 0;
    const uint32_t colon = last != NULL ? last->colon_length : 1;
    size_t capacity;
    vrmi_text text;
    char *lead;
    if (key == NULL && last == NULL) return true;
    if (!vrmi_multiply_size(key != NULL ? key->length : 0, 6, &capacity) ||
        !vrmi_add_size(capacity, (size_t)space + colon + 3, &capacity)) {
        return refuse_size(tree);
    }
    lead = VRMI_TAKE(&tree->arena, char, capacity);
    if (lead == NULL) return refuse(tree) != NULL;
    text = vrmi_text_make(lead, capacity);
    if (last != NULL) vrmi_text_append_bytes(&text, last->lead, space);
    child->space_length = (uint32_t)text.length;
    if (key != NULL) {
        vrmi_text_append_json_string(&text, *key);
        child->key_length = (uint32_t)text.length - child->space_length;
        if (last != NULL) {
            vrmi_text_append_bytes(&text, last->lead + space + last->key_length, colon);
        } else {
            vrmi_text_append(&text, ":");
        }
        child->colon_length = (uint32_t)text.length - child->space_length - child->key_length;
    }
    child->lead = lead;
    return true;
}

static vrmi_value *add_value(vrmi_tree *tree, vrmi_value *container, const vrm_string *key,
                             vrm_string json) {
    vrmi_value *child = new_value(tree);
    if (child == NULL || !put_text(tree, child, json) || !make_lead(tree, container, child, key) ||
        !add_child(tree, container, child)) {
        return NULL;
    }
    mark_changed(container);
    return child;
}

/* The space behind the opening bracket stays, whichever child is the first now. */
static void keep_first_space(vrmi_tree *tree, vrmi_value *container, const vrmi_value *before) {
    vrmi_value *now = container->count > 0 ? container->children[0] : NULL;
    const uint32_t space = before != NULL ? before->space_length : 0;
    const uint32_t rest = now != NULL ? now->key_length + now->colon_length : 0;
    char *lead;
    if (now == NULL || now == before) return;
    if (now->space_length == space && memcmp(now->lead, before->lead, space) == 0) return;
    lead = VRMI_TAKE(&tree->arena, char, (size_t)space + rest);
    if (lead == NULL) {
        tree->is_refused = true;
        return;
    }
    if (space > 0) memcpy(lead, before->lead, space);
    if (rest > 0) memcpy(lead + space, now->lead + now->space_length, rest);
    now->lead = lead;
    now->space_length = space;
}

static void take_out(vrmi_value *value) {
    vrmi_value *container = value->parent;
    for (uint32_t i = value->at + 1; i < container->count; ++i) {
        container->children[i - 1] = container->children[i];
        container->children[i - 1]->at = i - 1;
    }
    container->count -= 1;
    value->parent = NULL;
    mark_changed(container);
}

/* Removes all members of the name but `kept`, which may be NULL: which one counts differs by
 * reader. One pass, however many there are (ED-003). */
static void remove_members(vrmi_tree *tree, vrmi_value *object, const vrmi_value *kept,
                           vrm_string key) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < object->count; ++i) {
        vrmi_value *member = object->children[i];
        assert(member != NULL);
        if (member != kept && vrmi_value_has_key(tree, member, key)) {
            member->parent = NULL;
            continue;
        }
        member->at = count;
        object->children[count++] = member;
    }
    if (count == object->count) return;
    object->count = count;
    mark_changed(object);
}

vrmi_value *vrmi_value_set_string(vrmi_tree *tree, vrmi_value *object, vrm_string key,
                                  vrm_string json) {
    vrmi_value *member;
    const vrmi_value *first;
    if (vrmi_value_get_kind(object) != VRMI_VALUE_OBJECT || !expand(tree, object)) return NULL;
    member = vrmi_value_get_string(tree, object, key);
    if (member == NULL) return add_value(tree, object, &key, json);
    first = object->children[0];
    vrmi_value_replace(tree, member, json);
    remove_members(tree, object, member, key);
    keep_first_space(tree, object, first);
    return tree->is_refused ? NULL : member;
}

vrmi_value *vrmi_value_set(vrmi_tree *tree, vrmi_value *object, const char *key, vrm_string json) {
    return vrmi_value_set_string(tree, object, words(key), json);
}

vrmi_value *vrmi_value_append(vrmi_tree *tree, vrmi_value *array, vrm_string json) {
    if (vrmi_value_get_kind(array) != VRMI_VALUE_ARRAY || !expand(tree, array)) return NULL;
    return add_value(tree, array, NULL, json);
}

vrmi_value *vrmi_value_make(vrmi_tree *tree, vrmi_value *object, const char *key,
                            vrmi_value_kind kind) {
    vrmi_value *member = vrmi_value_get(tree, object, key);
    if (vrmi_value_get_kind(member) == kind) return member;
    return vrmi_value_set(tree, object, key, words(kind == VRMI_VALUE_ARRAY ? "[]" : "{}"));
}

void vrmi_value_remove(vrmi_tree *tree, vrmi_value *value) {
    vrmi_value *container = value != NULL ? value->parent : NULL;
    const vrmi_value *first;
    if (container == NULL || tree->is_refused) return;
    first = container->children[0];
    if (value->key_length != 0) {
        remove_members(tree, container, NULL, vrmi_value_key(tree, value));
    } else {
        take_out(value);
    }
    keep_first_space(tree, container, first);
}

void vrmi_value_keep(vrmi_tree *tree, vrmi_value *container, const uint8_t *keeps) {
    uint32_t count = 0, all = vrmi_value_count(tree, container);
    const vrmi_value *first = all > 0 ? container->children[0] : NULL;
    for (uint32_t i = 0; i < all; ++i) {
        vrmi_value *child = container->children[i];
        if (keeps[i] == 0) {
            child->parent = NULL;
            continue;
        }
        child->at = count;
        container->children[count++] = child;
    }
    if (count == all) return;
    container->count = count;
    mark_changed(container);
    keep_first_space(tree, container, first);
}

void vrmi_value_rename(vrmi_tree *tree, vrmi_value *member, vrm_string key) {
    const uint32_t space = member != NULL ? member->space_length : 0;
    size_t capacity;
    vrmi_text text;
    char *lead;
    if (member == NULL || member->parent == NULL || member->key_length == 0) return;
    if (!vrmi_multiply_size(key.length, 6, &capacity) ||
        !vrmi_add_size(capacity, (size_t)space + member->colon_length + 3, &capacity)) {
        refuse_size(tree);
        return;
    }
    lead = VRMI_TAKE(&tree->arena, char, capacity);
    if (lead == NULL) {
        tree->is_refused = true;
        return;
    }
    text = vrmi_text_make(lead, capacity);
    vrmi_text_append_bytes(&text, member->lead, space);
    vrmi_text_append_json_string(&text, key);
    {
        const uint32_t length = (uint32_t)text.length - space;
        vrmi_text_append_bytes(&text, member->lead + space + member->key_length,
                               member->colon_length);
        member->lead = lead;
        member->key_length = length;
    }
    mark_changed(member->parent);
}

/* --- Writing --- */

/* What is written: once to measure, with `out` NULL, and once more. */
typedef struct sink {
    char *out;
    size_t length;
    bool is_too_large;
} sink;

static void put(sink *sink, const char *bytes, size_t length) {
    size_t sum;
    if (!vrmi_add_size(sink->length, length, &sum)) {
        sink->is_too_large = true;
        return;
    }
    if (sink->out != NULL && length > 0) memcpy(sink->out + sink->length, bytes, length);
    sink->length = sum;
}

/* Whether a value is written piece by piece. */
static bool is_written_in_pieces(const vrmi_value *value) {
    return value->is_changed && value->is_expanded;
}

static void put_begin(sink *sink, const vrmi_value *value) {
    if (is_written_in_pieces(value)) {
        put(sink, value->kind == VRMI_VALUE_OBJECT ? "{" : "[", 1);
    } else {
        put(sink, value->text, value->text_length);
    }
}

static void put_end(sink *sink, const vrmi_value *value) {
    if (!is_written_in_pieces(value)) return;
    put(sink, value->close, value->close_length);
    put(sink, value->kind == VRMI_VALUE_OBJECT ? "}" : "]", 1);
}

/* Walks the containers that have changed, along their parents: nothing recurses over a file. */
static void put_value(sink *sink, const vrmi_value *top) {
    const vrmi_value *at = top;
    put_begin(sink, at);
    for (;;) {
        if (is_written_in_pieces(at) && at->count > 0) {
            at = at->children[0];
        } else {
            for (;;) {
                put_end(sink, at);
                if (at == top) return;
                put(sink, at->tail, at->tail_length);
                if (at->at + 1 < at->parent->count) break;
                at = at->parent;
            }
            put(sink, ",", 1);
            at = at->parent->children[at->at + 1];
        }
        put(sink, at->lead, (size_t)at->space_length + at->key_length + at->colon_length);
        put_begin(sink, at);
    }
}

static void put_tree(sink *sink, const vrmi_tree *tree) {
    put(sink, tree->root->lead, tree->root->space_length);
    put_value(sink, tree->root);
    put(sink, tree->root->tail, tree->root->tail_length);
}

vrm_string vrmi_value_text(vrmi_tree *tree, const vrmi_value *value) {
    vrm_string none = {"", 0}, result;
    sink to = {NULL, 0, false};
    char *text;
    if (value == NULL || tree->is_refused) return none;
    if (!is_written_in_pieces(value)) {
        result.data = value->text;
        result.length = value->text_length;
        return result;
    }
    put_value(&to, value);
    if (to.is_too_large || to.length > UINT32_MAX) return none;
    text = VRMI_TAKE(&tree->arena, char, to.length);
    if (text == NULL) {
        tree->is_refused = true;
        return none;
    }
    to = (sink){text, 0, false};
    put_value(&to, value);
    result.data = text;
    result.length = (uint32_t)to.length;
    return result;
}

bool vrmi_tree_write(vrmi_tree *tree, vrmi_memory *memory, char **out, size_t *out_length) {
    sink to = {NULL, 0, false};
    *out = NULL;
    *out_length = 0;
    if (tree->is_refused || tree->root == NULL) return false;
    put_tree(&to, tree);
    if (to.is_too_large) return false;
    *out = vrmi_memory_allocate(memory, to.length != 0 ? to.length : 1);
    if (*out == NULL) return false;
    to = (sink){*out, 0, false};
    put_tree(&to, tree);
    *out_length = to.length;
    return true;
}

bool vrmi_tree_is_changed(const vrmi_tree *tree) {
    return tree->root != NULL && tree->root->is_changed;
}
