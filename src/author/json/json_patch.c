#include "author/json/json_patch.h"

#include "author/json/json_tree.h"
#include "author/json/patch_steps.h"
#include "base/text.h"

#include <string.h>

/* An object or an array that operations reach into: steps [low, high) go through it. */
typedef struct frame {
    vrmi_value *container;
    uint32_t low, high;
    uint32_t next; /* the step that is looked at next */
} frame;

typedef struct walk {
    vrmi_patch_steps *p;
    vrmi_tree tree;
    frame *frames;
    uint32_t depth; /* frames that are open; steps of the innermost go on with this token */
} walk;

/* The steps of a frame that have the same token as the first of them end here. */
static uint32_t end_of_group(const walk *w, const frame *f, uint32_t first) {
    const vrmi_patch_step *steps = w->p->steps;
    uint32_t end = first + 1;
    while (end < f->high && vrmi_patch_compare_tokens(steps[end].tokens[w->depth - 1],
                                                      steps[first].tokens[w->depth - 1]) == 0) {
        ++end;
    }
    return end;
}

/* The first step of a frame with this token; NULL: none. */
static vrmi_patch_step *find_step(const walk *w, const frame *f, vrm_string token) {
    vrmi_patch_step *steps = w->p->steps;
    uint32_t low = f->low, high = f->high;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (vrmi_patch_compare_tokens(steps[middle].tokens[w->depth - 1], token) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == f->high || vrmi_patch_compare_tokens(steps[low].tokens[w->depth - 1], token) != 0) {
        return NULL;
    }
    return &steps[low];
}

static bool is_object(const frame *f) {
    return vrmi_value_get_kind(f->container) == VRMI_VALUE_OBJECT;
}

/* Whether the place of a step is in the container itself. */
static bool ends_here(const walk *w, const vrmi_patch_step *s) {
    return s->token_count == w->depth;
}

static vrmi_patch_kind kind_of(const walk *w, const vrmi_patch_step *s) {
    return w->p->operations[s->operation].kind;
}

/* --- Entering: what is where --- */

/* The element of an array, by a number as JSON pointers have it. */
static vrmi_value *find_element(walk *w, const frame *f, vrm_string token) {
    uint64_t index;
    if (!vrmi_parse_u64(token, &index) || (token.length > 1 && token.data[0] == '0')) return NULL;
    return index < UINT32_MAX ? vrmi_value_at(&w->tree, f->container, (uint32_t)index) : NULL;
}

static void find_members(walk *w, const frame *f) {
    const uint32_t count = vrmi_value_count(&w->tree, f->container);
    for (uint32_t i = 0; i < count; ++i) {
        vrmi_value *member = vrmi_value_at(&w->tree, f->container, i);
        vrmi_patch_step *s = find_step(w, f, vrmi_value_key(&w->tree, member));
        if (s == NULL) continue;
        if (s->first == NULL) s->first = member;
        s->last = member;
    }
}

static void enter(walk *w, vrmi_value *container, uint32_t low, uint32_t high) {
    frame *f = &w->frames[w->depth++];
    *f = (frame){container, low, high, low};
    for (uint32_t i = low; i < high; ++i) w->p->steps[i].first = w->p->steps[i].last = NULL;
    if (is_object(f)) {
        find_members(w, f);
        return;
    }
    for (uint32_t i = low; i < high; i = end_of_group(w, f, i)) {
        vrmi_patch_step *s = &w->p->steps[i];
        s->first = s->last = find_element(w, f, s->tokens[w->depth - 1]);
    }
}

/* --- Going in --- */

static bool skip_steps(walk *w, uint32_t low, uint32_t high, vrmi_patch_problem problem) {
    for (uint32_t i = low; i < high; ++i) {
        if (!vrmi_patch_skip(w->p, w->p->steps[i].operation, problem)) return false;
    }
    return true;
}

/* Whether a step that finds nothing at its place can put something there. */
static bool can_add(const walk *w, const frame *f, const vrmi_patch_step *s) {
    return kind_of(w, s) == VRMI_PATCH_SET && (is_object(f) || vrmi_patch_appends(s));
}

/* What can be done of steps with one token that end in this container. */
static bool check_group(walk *w, const frame *f, uint32_t low, uint32_t high) {
    const vrmi_patch_step *s = &w->p->steps[low];
    if (s->first == NULL ? !can_add(w, f, s)
                         : kind_of(w, s) == VRMI_PATCH_RENAME && !is_object(f)) {
        return skip_steps(w, low, high, VRMI_PATCH_NOT_THERE);
    }
    /* "-" is a key of objects, which may not be there twice; arrays get all of them. */
    return !is_object(f) || skip_steps(w, low + 1, high, VRMI_PATCH_OVERLAP);
}

/* Goes on with the next steps of the innermost container: into what they lead through. */
static bool go_on(walk *w, frame *f) {
    const uint32_t low = f->next, high = end_of_group(w, f, low);
    vrmi_value *value = w->p->steps[low].last;
    const vrmi_value_kind kind = vrmi_value_get_kind(value);
    f->next = high;
    if (ends_here(w, &w->p->steps[low])) return check_group(w, f, low, high);
    if (kind != VRMI_VALUE_OBJECT && kind != VRMI_VALUE_ARRAY) {
        return skip_steps(w, low, high, VRMI_PATCH_NOT_THERE);
    }
    enter(w, value, low, high);
    /* The steps have other places now, and these are not asked for again. */
    return true;
}

/* --- Leaving: what is done --- */

/* Does an operation to a member or element. False: it goes. */
static bool change(walk *w, const frame *f, vrmi_patch_step *s, vrmi_value *value) {
    const vrmi_patch_operation *operation = &w->p->operations[s->operation];
    switch (operation->kind) {
    case VRMI_PATCH_RENAME:
        if (is_object(f)) vrmi_value_rename(&w->tree, value, operation->value);
        return true;
    case VRMI_PATCH_KEEP_LAST:
        return value == s->last;
    case VRMI_PATCH_SET:
        /* Which of several members of one name counts differs by reader: the others go. */
        if (value != s->first) return false;
        vrmi_value_replace(&w->tree, value, operation->value);
        return true;
    default:
        return false;
    }
}

/* The step that ends at a member or element; NULL: none. */
static vrmi_patch_step *step_of(walk *w, const frame *f, vrmi_value *value) {
    char digits[16];
    vrmi_text text = vrmi_text_make(digits, sizeof digits);
    vrm_string token = {digits, 0};
    vrmi_patch_step *s;
    if (is_object(f)) {
        token = vrmi_value_key(&w->tree, value);
    } else {
        vrmi_text_append_u64(&text, vrmi_value_index(value));
        token.length = (uint32_t)text.length;
    }
    s = find_step(w, f, token);
    return s != NULL && ends_here(w, s) ? s : NULL;
}

static void add(walk *w, const frame *f, const vrmi_patch_step *s) {
    const vrm_string value = w->p->operations[s->operation].value;
    if (is_object(f)) {
        vrmi_value_set_string(&w->tree, f->container, s->tokens[s->token_count - 1], value);
    } else {
        vrmi_value_append(&w->tree, f->container, value);
    }
}

/* What the operations set and the container lacks comes behind the others, and looks like the last
 * of them. */
static void add_missing(walk *w, const frame *f) {
    for (uint32_t i = f->low; i < f->high; ++i) {
        const vrmi_patch_step *s = &w->p->steps[i];
        const bool is_done = w->p->operations[s->operation].problem == VRMI_PATCH_DONE;
        if (ends_here(w, s) && s->first == NULL && is_done && can_add(w, f, s)) add(w, f, s);
    }
}

static bool leave(walk *w, const frame *f) {
    const uint32_t count = vrmi_value_count(&w->tree, f->container);
    uint8_t *keeps = VRMI_TAKE(&w->p->arena, uint8_t, count);
    if (keeps == NULL) return vrmi_patch_refuse(w->p, VRMI_PATCH_NO_MEMORY);
    for (uint32_t i = 0; i < count; ++i) {
        vrmi_value *value = vrmi_value_at(&w->tree, f->container, i);
        vrmi_patch_step *s = step_of(w, f, value);
        keeps[i] = s == NULL || change(w, f, s, value);
    }
    vrmi_value_keep(&w->tree, f->container, keeps);
    add_missing(w, f);
    --w->depth;
    return true;
}

/* --- The patch --- */

static bool refuse_tree(walk *w, const vrmi_memory *memory) {
    return vrmi_patch_refuse(w->p, memory->refusal != VRMI_REFUSAL_NONE ? VRMI_PATCH_NO_MEMORY
                                                                        : VRMI_PATCH_NOT_JSON);
}

static bool run(walk *w, const vrmi_memory *memory) {
    vrmi_patch_steps *p = w->p;
    const vrmi_value_kind kind = vrmi_value_get_kind(w->tree.root);
    w->frames = VRMI_TAKE(&p->arena, frame, (size_t)p->most_tokens + 1);
    if (w->frames == NULL) return vrmi_patch_refuse(p, VRMI_PATCH_NO_MEMORY);
    if (kind != VRMI_VALUE_OBJECT && kind != VRMI_VALUE_ARRAY) {
        return skip_steps(w, 0, p->count, VRMI_PATCH_NOT_THERE);
    }
    if (p->count > 0) enter(w, w->tree.root, 0, p->count);
    while (w->depth > 0 && !w->tree.is_refused) {
        frame *f = &w->frames[w->depth - 1];
        if (f->next < f->high ? !go_on(w, f) : !leave(w, f)) return false;
    }
    return !w->tree.is_refused || refuse_tree(w, memory);
}

vrmi_patch_problem vrmi_json_patch(vrmi_memory *memory, const char *text, size_t length,
                                   vrmi_patch_operation *operations, uint32_t count, bool skips,
                                   vrmi_patched *out) {
    vrmi_patch_steps p = {.operations = operations, .operation_count = count, .skips = skips};
    walk w = {.p = &p};
    bool is_good;
    *out = (vrmi_patched){NULL, 0};
    vrmi_arena_init(&p.arena, memory, 4096);
    is_good = vrmi_tree_open(&w.tree, memory, text, length) || refuse_tree(&w, memory);
    is_good = is_good && vrmi_patch_sort(&p) && run(&w, memory);
    if (is_good && !vrmi_tree_write(&w.tree, memory, &out->text, &out->length)) {
        is_good = vrmi_patch_refuse(&p, VRMI_PATCH_NO_MEMORY);
    }
    vrmi_tree_release(&w.tree);
    vrmi_arena_release(&p.arena);
    return is_good ? VRMI_PATCH_DONE : p.problem;
}
