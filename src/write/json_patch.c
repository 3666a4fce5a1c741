#include "write/json_patch.h"

#include "base/checked.h"
#include "base/text.h"
#include "write/json_scan.h"
#include "write/patch_steps.h"

#include <string.h>
#include <yyjson.h>

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
    vrmi_patch_steps *p;
    vrmi_json_scan scan;
    sink to;
    frame *frames;
    uint32_t depth;
    void *key_memory; /* for yyjson, to read a key that has escapes */
    size_t key_memory_bytes;
    /* Which of several members of one name count is explored before anything is written; problems
     * are left for later. Containers are entered down to this depth. */
    bool explores;
    uint32_t depth_end;
    bool has_doubles; /* a member was met that is not the first of its name */
} walk;

/* The steps of a frame whose token at its depth is this one. */
static void find_steps(const walk *w, const frame *f, vrm_string token, uint32_t *out_low,
                       uint32_t *out_high) {
    const vrmi_patch_step *steps = w->p->steps;
    uint32_t at = w->depth - 1, low = f->low, high = f->high;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (vrmi_patch_compare_tokens(steps[middle].tokens[at], token) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *out_low = low;
    while (high < f->high && vrmi_patch_compare_tokens(steps[high].tokens[at], token) == 0) ++high;
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
static void enter(walk *w, uint32_t low, uint32_t high) {
    frame *f = &w->frames[w->depth];
    memset(f, 0, sizeof *f);
    f->low = low;
    f->high = high;
    f->is_object = w->scan.text[w->scan.at] == '{';
    f->end = ++w->scan.at;
    ++w->depth;
}

/* Steps that lead through something that is neither an object nor an array. */
static bool skip_steps(walk *w, uint32_t low, uint32_t high) {
    for (uint32_t i = low; i < high; ++i) {
        w->p->steps[i].is_met = true;
        if (!vrmi_patch_skip(w->p, w->p->steps[i].operation, VRMI_PATCH_NOT_THERE)) return false;
    }
    return true;
}

/* Whether the container can be given what a step sets and the container lacks. */
static bool can_add(const walk *w, const frame *f, uint32_t step) {
    const vrmi_patch_step *s = &w->p->steps[step];
    return s->token_count == w->depth && w->p->operations[s->operation].kind == VRMI_PATCH_SET &&
           (f->is_object || vrmi_patch_appends(s));
}

/* Whether the same key has been added already: "-" is a key of objects, which may not be there
 * twice. */
static bool is_added(const walk *w, const frame *f, uint32_t step) {
    return f->is_object && step > f->low &&
           vrmi_patch_compare_steps(&w->p->steps[step - 1], &w->p->steps[step]) == 0;
}

static void add_member(walk *w, frame *f, const vrmi_patch_step *s) {
    const vrm_string value = w->p->operations[s->operation].value;
    sink *to = &w->to;
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
    put(to, value.data, value.length);
    f->has_kept = true;
}

/* Adds what the operations set and the container lacks. Behind the last member, in its style. */
static bool add_members(walk *w, frame *f) {
    for (uint32_t i = f->low; i < f->high; ++i) {
        vrmi_patch_step *s = &w->p->steps[i];
        vrmi_patch_problem problem = !can_add(w, f, i)   ? VRMI_PATCH_NOT_THERE
                                     : is_added(w, f, i) ? VRMI_PATCH_OVERLAP
                                                         : VRMI_PATCH_DONE;
        if (s->is_met) continue;
        s->is_met = true;
        if (problem == VRMI_PATCH_DONE) {
            add_member(w, f, s);
        } else if (!vrmi_patch_skip(w->p, s->operation, problem)) {
            return false;
        }
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

/* Whether this member counts: of several of one name the last, as far as that is known. */
static bool is_counting_member(walk *w, const vrmi_patch_step *s) {
    vrmi_patch_way *at = &s->ways[w->depth - 1];
    if (++at->met_count > at->counting_member) {
        at->counting_member = at->met_count;
        w->has_doubles = true;
        return false;
    }
    return at->met_count == at->counting_member;
}

/* Does an operation to the member that has just been passed. */
static void change_member(walk *w, frame *f, vrmi_patch_step *s, size_t begin, size_t value_begin,
                          size_t previous_end) {
    const vrmi_patch_operation *operation = &w->p->operations[s->operation];
    bool counts = is_counting_member(w, s);
    if (operation->kind == VRMI_PATCH_RENAME) {
        leave_out(&w->to, begin, f->colon_begin);
        put_key(&w->to, operation->value);
        f->has_kept = true;
    } else if (operation->kind == VRMI_PATCH_KEEP_LAST && counts) {
        f->has_kept = true;
    } else if (operation->kind == VRMI_PATCH_SET && !s->is_met) {
        leave_out(&w->to, value_begin, w->scan.at);
        put(&w->to, operation->value.data, operation->value.length);
        f->has_kept = true;
    } else { /* also a second member of a name that was set: which one counts differs by reader */
        remove_member(w, f, begin, previous_end);
    }
    s->is_met = true;
}

static bool visit_value(walk *w, frame *f, vrm_string token, size_t begin, size_t previous_end) {
    size_t value_begin = w->scan.at;
    uint32_t low, high;
    vrmi_patch_step *first;
    find_steps(w, f, token, &low, &high);
    first = low < high ? &w->p->steps[low] : NULL;
    if (first != NULL && first->token_count > w->depth && is_counting_member(w, first)) {
        if (is_container(&w->scan) && (!w->explores || w->depth < w->depth_end)) {
            f->has_kept = true;
            enter(w, low, high);
            return true;
        }
        if (!w->explores && !skip_steps(w, low, high)) return false;
    }
    if (!vrmi_scan_value(&w->scan)) return vrmi_patch_refuse(w->p, VRMI_PATCH_NOT_JSON);
    if (first == NULL || first->token_count != w->depth ||
        (w->p->operations[first->operation].kind == VRMI_PATCH_RENAME && !f->is_object)) {
        f->has_kept = true;
    } else {
        change_member(w, f, first, begin, value_begin, previous_end);
    }
    f->end = w->scan.at;
    return true;
}

static bool leave(walk *w, frame *f) {
    if (f->removes) leave_out(&w->to, f->removed_begin, f->end);
    if (!w->explores && !add_members(w, f)) return false;
    --w->depth;
    if (w->depth > 0) w->frames[w->depth - 1].end = w->scan.at;
    return true;
}

/* The next member of the container on top, or its end. */
static bool visit_member(walk *w) {
    frame *f = &w->frames[w->depth - 1];
    vrmi_json_scan *scan = &w->scan;
    size_t previous_end = scan->at, begin;
    char digits[16];
    vrm_string token;
    if (vrmi_scan_character(scan, f->is_object ? '}' : ']')) return leave(w, f);
    if (f->index > 0 && !vrmi_scan_character(scan, ',')) {
        return vrmi_patch_refuse(w->p, VRMI_PATCH_NOT_JSON);
    }
    f->space_begin = f->index > 0 ? scan->at : previous_end;
    vrmi_scan_space(scan);
    f->space_end = begin = scan->at;
    if (f->removes) leave_out(&w->to, f->removed_begin, begin);
    f->removes = false;
    if (f->is_object) {
        if (!vrmi_scan_string(scan)) return vrmi_patch_refuse(w->p, VRMI_PATCH_NOT_JSON);
        token = read_key(w, begin, scan->at);
        f->colon_begin = scan->at;
        if (!vrmi_scan_character(scan, ':')) return vrmi_patch_refuse(w->p, VRMI_PATCH_NOT_JSON);
        vrmi_scan_space(scan);
        f->colon_end = scan->at;
    } else {
        token = index_token(f->index, digits);
    }
    ++f->index;
    return visit_value(w, f, token, begin, previous_end);
}

/* One pass over the text. */
static bool run(walk *w, char *out) {
    vrmi_patch_steps *p = w->p;
    const char *text = w->scan.text;
    w->scan.at = 0;
    w->depth = 0;
    w->has_doubles = false;
    w->to = (sink){.out = out, .text = text};
    for (uint32_t i = 0; i < p->count; ++i) {
        p->steps[i].is_met = false;
        for (uint32_t t = 0; t < p->steps[i].token_count; ++t) p->steps[i].ways[t].met_count = 0;
    }
    if (w->scan.length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) w->scan.at = 3;
    vrmi_scan_space(&w->scan);
    if (p->count > 0 && is_container(&w->scan)) {
        enter(w, 0, p->count);
    } else if (!skip_steps(w, 0, p->count)) {
        return false;
    }
    while (w->depth > 0) {
        if (!visit_member(w)) return false;
    }
    put(&w->to, text + w->to.copied, w->scan.length - w->to.copied);
    return !w->to.is_too_large || vrmi_patch_refuse(p, VRMI_PATCH_NO_MEMORY);
}

/* Where names are there twice, members are counted level by level: which one counts is known for
 * all levels above one that is counted. */
static bool explore(walk *w) {
    w->explores = true;
    w->depth_end = UINT32_MAX;
    if (!run(w, NULL)) return false;
    for (uint32_t i = 0; w->has_doubles && i < w->p->count; ++i) {
        const vrmi_patch_step *s = &w->p->steps[i];
        for (uint32_t t = 0; t < s->token_count; ++t) s->ways[t].counting_member = 1;
    }
    if (w->has_doubles) {
        for (w->depth_end = 1; w->depth_end <= w->p->most_tokens; ++w->depth_end) {
            if (!run(w, NULL)) return false;
        }
    }
    w->explores = false;
    return true;
}

static bool prepare_walk(vrmi_patch_steps *p, const char *text, size_t length, walk *out) {
    *out = (walk){.p = p, .scan = {text, length, 0}};
    out->frames = VRMI_TAKE(&p->arena, frame, (size_t)p->most_tokens + 1);
    out->key_memory_bytes =
        yyjson_read_max_memory_usage((size_t)p->longest_token * 6 + 16, YYJSON_READ_NOFLAG) + 256;
    out->key_memory = vrmi_arena_take(&p->arena, out->key_memory_bytes, 1, VRMI_MEMORY_ALIGNMENT);
    if (out->frames == NULL || out->key_memory == NULL) {
        return vrmi_patch_refuse(p, VRMI_PATCH_NO_MEMORY);
    }
    return true;
}

vrmi_patch_problem vrmi_json_patch(vrmi_memory *memory, const char *text, size_t length,
                                   vrmi_patch_operation *operations, uint32_t count, bool skips,
                                   vrmi_patched *out) {
    vrmi_patch_steps p = {.operations = operations, .operation_count = count, .skips = skips};
    walk w;
    bool is_good;
    *out = (vrmi_patched){NULL, 0};
    vrmi_arena_init(&p.arena, memory, 4096);
    is_good =
        vrmi_patch_sort(&p) && prepare_walk(&p, text, length, &w) && explore(&w) && run(&w, NULL);
    if (is_good) {
        out->length = w.to.length;
        out->text = vrmi_memory_allocate(memory, out->length);
        is_good =
            out->text != NULL ? run(&w, out->text) : vrmi_patch_refuse(&p, VRMI_PATCH_NO_MEMORY);
    }
    vrmi_arena_release(&p.arena);
    return is_good ? VRMI_PATCH_DONE : p.problem;
}
