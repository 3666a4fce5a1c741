#include "write/json_patch.h"

#include "base/checked.h"
#include "base/sort.h"
#include "base/text.h"
#include "write/json_scan.h"

#include <string.h>
#include <yyjson.h>

enum { MAX_TOKENS = 1024 }; /* as deep as the library reads JSON */

/* An operation, taken apart. */
typedef struct step {
    const vrm_string *tokens;
    uint32_t token_count;
    uint32_t operation;
    bool is_met;      /* its place has been met */
    struct way *ways; /* one for each token */
} step;

/* The members of one name that the way to a place goes through: so many have been met, and this one
 * counts. Of several members of one name, the library reads the last. */
typedef struct way {
    uint32_t met_count, counting_member;
} way;

typedef struct patch {
    const vrmi_patch_operation *operations;
    step *steps; /* sorted by their tokens: those below one place stand together */
    uint32_t count;
    uint32_t longest_token;
    uint32_t most_tokens;
    vrmi_arena arena;
    vrmi_patch_problem problem;
    uint32_t problem_operation;
} patch;

static bool refuse(patch *p, vrmi_patch_problem problem, uint32_t operation) {
    p->problem = problem;
    p->problem_operation = operation;
    return false;
}

/* --- Pointers --- */

static int compare_tokens(vrm_string a, vrm_string b) {
    uint32_t length = a.length < b.length ? a.length : b.length;
    int order = length == 0 ? 0 : memcmp(a.data, b.data, length);
    if (order != 0) return order;
    return a.length < b.length ? -1 : a.length > b.length;
}

/* Parts in order; of one that another begins with, the shorter comes first. */
static int compare_steps(const step *a, const step *b) {
    uint32_t count = a->token_count < b->token_count ? a->token_count : b->token_count;
    for (uint32_t i = 0; i < count; ++i) {
        int order = compare_tokens(a->tokens[i], b->tokens[i]);
        if (order != 0) return order;
    }
    return a->token_count < b->token_count ? -1 : a->token_count > b->token_count;
}

static bool comes_before(const void *context, uint32_t a, uint32_t b) {
    const step *steps = context;
    return compare_steps(&steps[a], &steps[b]) < 0;
}

/* Undoes ~0 and ~1. False: another character stands behind a tilde. */
static bool unescape_token(const char *from, size_t length, char *to, uint32_t *out_length) {
    uint32_t count = 0;
    for (size_t i = 0; i < length; ++i) {
        char c = from[i];
        if (c == '~') {
            if (++i == length || (from[i] != '0' && from[i] != '1')) return false;
            c = from[i] == '0' ? '~' : '/';
        }
        to[count++] = c;
    }
    *out_length = count;
    return true;
}

static bool take_apart(patch *p, uint32_t operation, step *out) {
    vrm_string pointer = p->operations[operation].pointer;
    uint32_t count = 0, token = 0;
    vrm_string *tokens;
    way *ways;
    char *text;
    if (pointer.length == 0 || pointer.data[0] != '/') {
        return refuse(p, VRMI_PATCH_BAD_POINTER, operation);
    }
    for (uint32_t i = 0; i < pointer.length; ++i) count += pointer.data[i] == '/';
    if (count > MAX_TOKENS) return refuse(p, VRMI_PATCH_BAD_POINTER, operation);
    tokens = VRMI_TAKE(&p->arena, vrm_string, count);
    ways = VRMI_TAKE(&p->arena, way, count);
    text = VRMI_TAKE(&p->arena, char, pointer.length);
    if (tokens == NULL || ways == NULL || text == NULL) {
        return refuse(p, VRMI_PATCH_NO_MEMORY, operation);
    }
    for (uint32_t i = 0; i < count; ++i) ways[i] = (way){0, 1};
    for (uint32_t begin = 1, i = 1; i <= pointer.length; ++i) {
        if (i < pointer.length && pointer.data[i] != '/') continue;
        tokens[token].data = text;
        if (!unescape_token(pointer.data + begin, i - begin, text, &tokens[token].length)) {
            return refuse(p, VRMI_PATCH_BAD_POINTER, operation);
        }
        if (tokens[token].length > p->longest_token) p->longest_token = tokens[token].length;
        text += tokens[token++].length;
        begin = i + 1;
    }
    if (count > p->most_tokens) p->most_tokens = count;
    *out = (step){tokens, count, operation, false, ways};
    return true;
}

static bool is_append(const step *s) {
    vrm_string last = s->tokens[s->token_count - 1];
    return last.length == 1 && last.data[0] == '-';
}

/* Whether one operation means the place of the next one, or a place around it. Several may add to
 * the same array. */
static bool overlaps(const step *a, const step *b) {
    if (a->token_count > b->token_count) return false;
    for (uint32_t i = 0; i < a->token_count; ++i) {
        if (compare_tokens(a->tokens[i], b->tokens[i]) != 0) return false;
    }
    return !(a->token_count == b->token_count && is_append(a));
}

static bool sort_steps(patch *p) {
    step *unsorted = VRMI_TAKE(&p->arena, step, p->count);
    uint32_t *order;
    p->steps = VRMI_TAKE(&p->arena, step, p->count);
    if (unsorted == NULL || p->steps == NULL) return refuse(p, VRMI_PATCH_NO_MEMORY, p->count);
    for (uint32_t i = 0; i < p->count; ++i) {
        if (!take_apart(p, i, &unsorted[i])) return false;
    }
    order = vrmi_sort_order(&p->arena, p->count, comes_before, unsorted);
    if (order == NULL) return refuse(p, VRMI_PATCH_NO_MEMORY, p->count);
    for (uint32_t i = 0; i < p->count; ++i) p->steps[i] = unsorted[order[i]];
    for (uint32_t i = 1; i < p->count; ++i) {
        if (overlaps(&p->steps[i - 1], &p->steps[i])) {
            return refuse(p, VRMI_PATCH_OVERLAP, p->steps[i].operation);
        }
    }
    return true;
}

/* --- Writing --- */

/* What is written: once to measure, with `out` NULL, and once more. */
typedef struct sink {
    char *out;
    size_t length;
    const char *text;
    size_t copied; /* how much of the text has been written or left out */
    bool is_too_large;
} sink;

static void put(sink *to, const char *bytes, size_t length) {
    size_t sum;
    if (!vrmi_add_size(to->length, length, &sum)) {
        to->is_too_large = true;
        return;
    }
    if (to->out != NULL && length > 0) memcpy(to->out + to->length, bytes, length);
    to->length = sum;
}

/* Everything before `begin` is written as it was, and up to `end` is left out. */
static void leave_out(sink *to, size_t begin, size_t end) {
    put(to, to->text + to->copied, begin - to->copied);
    to->copied = end;
}

/* A key with its quotes: measured, then written by the same call. */
static void put_key(sink *to, vrm_string key) {
    static const char digits[] = "0123456789abcdef";
    put(to, "\"", 1);
    for (uint32_t i = 0; i < key.length; ++i) {
        unsigned char c = (unsigned char)key.data[i];
        if (c == '"' || c == '\\') {
            put(to, "\\", 1);
            put(to, key.data + i, 1);
        } else if (c < 0x20) {
            char escape[6] = {'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]};
            put(to, escape, sizeof escape);
        } else {
            put(to, key.data + i, 1);
        }
    }
    put(to, "\"", 1);
}

/* --- Walking --- */

/* An object or an array that operations reach into: steps [low, high) go through it. */
typedef struct frame {
    uint32_t low, high;
    uint32_t index; /* of the next element */
    bool is_object;
    bool has_kept;                 /* a member that stays, before the present place */
    bool removes;                  /* the last member, and nothing stays before it */
    size_t removed_begin;          /* where that one begins */
    size_t end;                    /* of the last member; of the bracket where there is none */
    size_t space_begin, space_end; /* white space before the last member */
    size_t colon_begin, colon_end; /* from the last member's key to its value */
} frame;

typedef struct walk {
    patch *p;
    vrmi_json_scan scan;
    sink to;
    frame *frames;
    uint32_t depth;
    void *key_memory; /* for yyjson, to read a key that has escapes */
    size_t key_memory_bytes;
    bool explores;    /* which of several members of one name count; problems are left for later */
    bool walks_again; /* there was one more than was known */
} walk;

/* The steps of a frame whose token at its depth is this one. */
static void find_steps(const walk *w, const frame *f, vrm_string token, uint32_t *out_low,
                       uint32_t *out_high) {
    const step *steps = w->p->steps;
    uint32_t at = w->depth - 1, low = f->low, high = f->high;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_tokens(steps[middle].tokens[at], token) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *out_low = low;
    while (high < f->high && compare_tokens(steps[high].tokens[at], token) == 0) ++high;
    *out_high = high;
}

/* The key between its quotes, or what its escapes mean. One that is too long to be any token of an
 * operation is not read. */
static vrm_string read_key(const walk *w, size_t begin, size_t end) {
    vrm_string key = {w->scan.text + begin + 1, (uint32_t)(end - begin - 2)};
    yyjson_alc memory;
    yyjson_doc *document;
    if (memchr(key.data, '\\', key.length) == NULL) return key;
    if (key.length / 6 > w->p->longest_token ||
        !yyjson_alc_pool_init(&memory, w->key_memory, w->key_memory_bytes)) {
        return key;
    }
    /* yyjson_read_opts does not change the text without YYJSON_READ_INSITU. */
    document = yyjson_read_opts((char *)(uintptr_t)(w->scan.text + begin), end - begin,
                                YYJSON_READ_NOFLAG, &memory, NULL);
    if (document != NULL) {
        key.data = yyjson_get_str(yyjson_doc_get_root(document));
        key.length = (uint32_t)yyjson_get_len(yyjson_doc_get_root(document));
    }
    return key; /* in the memory, until the next key is read */
}

static vrm_string index_token(uint32_t index, char out[16]) {
    vrmi_text text = vrmi_text_make(out, 16);
    vrm_string token;
    vrmi_text_append_u64(&text, index);
    token.data = out;
    token.length = (uint32_t)text.length;
    return token;
}

static bool is_container(const vrmi_json_scan *scan) {
    return scan->at < scan->length && (scan->text[scan->at] == '{' || scan->text[scan->at] == '[');
}

/* Enters the container at the present place. */
static bool enter(walk *w, uint32_t low, uint32_t high) {
    frame *f = &w->frames[w->depth];
    memset(f, 0, sizeof *f);
    if (!is_container(&w->scan)) {
        return refuse(w->p, VRMI_PATCH_NOT_THERE, w->p->steps[low].operation);
    }
    f->low = low;
    f->high = high;
    f->is_object = w->scan.text[w->scan.at] == '{';
    f->end = ++w->scan.at;
    ++w->depth;
    return true;
}

/* Adds what the operations set and the container lacks. Behind the last member, in its style. */
static bool add_members(walk *w, frame *f) {
    sink *to = &w->to;
    for (uint32_t i = f->low; i < f->high; ++i) {
        const step *s = &w->p->steps[i];
        const vrmi_patch_operation *operation = &w->p->operations[s->operation];
        if (s->is_met) continue;
        if (s->token_count != w->depth || operation->kind != VRMI_PATCH_SET ||
            (!f->is_object && !is_append(s))) {
            return refuse(w->p, VRMI_PATCH_NOT_THERE, s->operation);
        }
        if (f->is_object && i > f->low && compare_steps(&w->p->steps[i - 1], s) == 0) {
            return refuse(w->p, VRMI_PATCH_OVERLAP, s->operation); /* the key "-", twice */
        }
        leave_out(to, f->end, f->end);
        if (f->has_kept) put(to, ",", 1);
        if (f->has_kept) put(to, to->text + f->space_begin, f->space_end - f->space_begin);
        if (f->is_object) {
            put_key(to, s->tokens[s->token_count - 1]);
            if (f->colon_end > f->colon_begin) {
                put(to, to->text + f->colon_begin, f->colon_end - f->colon_begin);
            } else {
                put(to, ":", 1);
            }
        }
        put(to, operation->value.data, operation->value.length);
        w->p->steps[i].is_met = true;
        f->has_kept = true;
    }
    return true;
}

/* The present member is left out, with the comma that it no longer needs. */
static void remove_member(walk *w, frame *f, size_t begin, size_t previous_end) {
    if (f->has_kept) {
        leave_out(&w->to, previous_end, w->scan.at);
    } else {
        f->removes = true;
        f->removed_begin = begin;
    }
}

/* Whether operations go into this member. If it is not the only one of its name, the text is walked
 * again, with the knowledge of which one is the last. */
static bool is_counting_member(walk *w, const step *s) {
    way *at = &s->ways[w->depth - 1];
    if (++at->met_count > at->counting_member) {
        at->counting_member = at->met_count;
        w->walks_again = true;
        return false;
    }
    return at->met_count == at->counting_member;
}

static bool visit_value(walk *w, frame *f, vrm_string token, size_t begin, size_t previous_end) {
    size_t value_begin = w->scan.at;
    uint32_t low, high;
    const vrmi_patch_operation *operation;
    step *first;
    find_steps(w, f, token, &low, &high);
    first = low < high ? &w->p->steps[low] : NULL;
    if (first != NULL && first->token_count > w->depth && is_counting_member(w, first) &&
        (is_container(&w->scan) || !w->explores)) {
        f->has_kept = true;
        return enter(w, low, high);
    }
    if (!vrmi_scan_value(&w->scan)) return refuse(w->p, VRMI_PATCH_NOT_JSON, w->p->count);
    operation = first != NULL && first->token_count == w->depth
                    ? &w->p->operations[first->operation]
                    : NULL;
    if (operation == NULL) {
        f->has_kept = true;
    } else if (operation->kind == VRMI_PATCH_SET && !first->is_met) {
        leave_out(&w->to, value_begin, w->scan.at);
        put(&w->to, operation->value.data, operation->value.length);
        f->has_kept = true;
    } else { /* also a second member of a name that was set: which one counts differs by reader */
        remove_member(w, f, begin, previous_end);
    }
    if (operation != NULL) first->is_met = true;
    f->end = w->scan.at;
    return true;
}

/* The next member of the container on top, or its end. */
static bool visit_member(walk *w) {
    frame *f = &w->frames[w->depth - 1];
    vrmi_json_scan *scan = &w->scan;
    size_t previous_end = scan->at, begin;
    char digits[16];
    vrm_string token;
    if (vrmi_scan_character(scan, f->is_object ? '}' : ']')) {
        if (f->removes) leave_out(&w->to, f->removed_begin, f->end);
        if (!w->explores && !add_members(w, f)) return false;
        --w->depth;
        if (w->depth > 0) w->frames[w->depth - 1].end = scan->at;
        return true;
    }
    if (f->index > 0 && !vrmi_scan_character(scan, ',')) {
        return refuse(w->p, VRMI_PATCH_NOT_JSON, w->p->count);
    }
    f->space_begin = f->index > 0 ? scan->at : previous_end;
    vrmi_scan_space(scan);
    f->space_end = begin = scan->at;
    if (f->removes) leave_out(&w->to, f->removed_begin, begin);
    f->removes = false;
    if (f->is_object) {
        if (!vrmi_scan_string(scan)) return refuse(w->p, VRMI_PATCH_NOT_JSON, w->p->count);
        token = read_key(w, begin, scan->at);
        f->colon_begin = scan->at;
        if (!vrmi_scan_character(scan, ':')) return refuse(w->p, VRMI_PATCH_NOT_JSON, w->p->count);
        vrmi_scan_space(scan);
        f->colon_end = scan->at;
    } else {
        token = index_token(f->index, digits);
    }
    ++f->index;
    return visit_value(w, f, token, begin, previous_end);
}

/* One pass over the text. */
static bool run(walk *w, bool explores, char *out) {
    patch *p = w->p;
    const char *text = w->scan.text;
    w->scan.at = 0;
    w->depth = 0;
    w->walks_again = false;
    w->explores = explores;
    w->to = (sink){.out = out, .text = text};
    for (uint32_t i = 0; i < p->count; ++i) {
        p->steps[i].is_met = false;
        for (uint32_t t = 0; t < p->steps[i].token_count; ++t) p->steps[i].ways[t].met_count = 0;
    }
    if (w->scan.length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) w->scan.at = 3;
    vrmi_scan_space(&w->scan);
    if (p->count > 0 && !enter(w, 0, p->count)) return false;
    while (w->depth > 0) {
        if (!visit_member(w)) return false;
    }
    put(&w->to, text + w->to.copied, w->scan.length - w->to.copied);
    return !w->to.is_too_large || refuse(p, VRMI_PATCH_NO_MEMORY, p->count);
}

/* Each pass that meets a further member of a name settles one more level of the pointers. */
static bool explore(walk *w) {
    for (uint32_t pass = 0; pass <= w->p->most_tokens; ++pass) {
        if (!run(w, true, NULL)) return false;
        if (!w->walks_again) return true;
    }
    return refuse(w->p, VRMI_PATCH_NOT_JSON, w->p->count);
}

static bool prepare_walk(patch *p, const char *text, size_t length, walk *out) {
    *out = (walk){.p = p, .scan = {text, length, 0}};
    out->frames = VRMI_TAKE(&p->arena, frame, (size_t)p->most_tokens + 1);
    out->key_memory_bytes =
        yyjson_read_max_memory_usage((size_t)p->longest_token * 6 + 16, YYJSON_READ_NOFLAG) + 256;
    out->key_memory = vrmi_arena_take(&p->arena, out->key_memory_bytes, 1, VRMI_MEMORY_ALIGNMENT);
    if (out->frames == NULL || out->key_memory == NULL) {
        return refuse(p, VRMI_PATCH_NO_MEMORY, p->count);
    }
    return true;
}

vrmi_patch_problem vrmi_json_patch(vrmi_memory *memory, const char *text, size_t length,
                                   const vrmi_patch_operation *operations, uint32_t count,
                                   vrmi_patched *out) {
    patch p = {.operations = operations, .count = count, .problem_operation = count};
    walk w;
    bool is_good;
    *out = (vrmi_patched){.operation = count};
    vrmi_arena_init(&p.arena, memory, 4096);
    is_good =
        sort_steps(&p) && prepare_walk(&p, text, length, &w) && explore(&w) && run(&w, false, NULL);
    if (is_good) {
        out->length = w.to.length;
        out->text = vrmi_memory_allocate(memory, out->length);
        is_good =
            out->text != NULL ? run(&w, false, out->text) : refuse(&p, VRMI_PATCH_NO_MEMORY, count);
    }
    vrmi_arena_release(&p.arena);
    out->operation = p.problem_operation;
    return is_good ? VRMI_PATCH_DONE : p.problem;
}
