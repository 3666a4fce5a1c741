#include "author/json/patch_steps.h"

#include "base/sort.h"

#include <string.h>

enum { MAX_TOKENS = 1024 }; /* as deep as the library reads JSON */

bool vrmi_patch_refuse(vrmi_patch_steps *p, vrmi_patch_problem problem) {
    p->problem = problem;
    return false;
}

bool vrmi_patch_skip(vrmi_patch_steps *p, uint32_t operation, vrmi_patch_problem problem) {
    p->operations[operation].problem = problem;
    return p->skips || vrmi_patch_refuse(p, problem);
}

int vrmi_patch_compare_tokens(vrm_string a, vrm_string b) {
    uint32_t length = a.length < b.length ? a.length : b.length;
    int order = length == 0 ? 0 : memcmp(a.data, b.data, length);
    if (order != 0) return order;
    return a.length < b.length ? -1 : a.length > b.length;
}

/* Parts in order; of one that another begins with, the shorter comes first. */
int vrmi_patch_compare_steps(const vrmi_patch_step *a, const vrmi_patch_step *b) {
    uint32_t count = a->token_count < b->token_count ? a->token_count : b->token_count;
    for (uint32_t i = 0; i < count; ++i) {
        int order = vrmi_patch_compare_tokens(a->tokens[i], b->tokens[i]);
        if (order != 0) return order;
    }
    return a->token_count < b->token_count ? -1 : a->token_count > b->token_count;
}

static bool comes_before(const void *context, uint32_t a, uint32_t b) {
    const vrmi_patch_step *steps = context;
    return vrmi_patch_compare_steps(&steps[a], &steps[b]) < 0;
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

/* False: it is no pointer to a place below the whole document. */
static bool count_tokens(vrm_string pointer, uint32_t *out) {
    *out = 0;
    if (pointer.length == 0 || pointer.data[0] != '/') return false;
    for (uint32_t i = 0; i < pointer.length; ++i) *out += pointer.data[i] == '/';
    return *out <= MAX_TOKENS;
}

static bool read_tokens(vrm_string pointer, char *text, vrm_string *tokens) {
    uint32_t token = 0;
    for (uint32_t begin = 1, i = 1; i <= pointer.length; ++i) {
        if (i < pointer.length && pointer.data[i] != '/') continue;
        tokens[token].data = text;
        if (!unescape_token(pointer.data + begin, i - begin, text, &tokens[token].length)) {
            return false;
        }
        text += tokens[token++].length;
        begin = i + 1;
    }
    return true;
}

/* Takes an operation apart as the next step. */
static bool take_apart(vrmi_patch_steps *p, uint32_t operation, vrmi_patch_step *out) {
    vrm_string pointer = p->operations[operation].pointer;
    uint32_t count;
    vrm_string *tokens;
    char *text;
    if (!count_tokens(pointer, &count)) {
        return vrmi_patch_skip(p, operation, VRMI_PATCH_BAD_POINTER);
    }
    tokens = VRMI_TAKE(&p->arena, vrm_string, count);
    text = VRMI_TAKE(&p->arena, char, pointer.length);
    if (tokens == NULL || text == NULL) return vrmi_patch_refuse(p, VRMI_PATCH_NO_MEMORY);
    if (!read_tokens(pointer, text, tokens)) {
        return vrmi_patch_skip(p, operation, VRMI_PATCH_BAD_POINTER);
    }
    if (count > p->most_tokens) p->most_tokens = count;
    out[p->count++] = (vrmi_patch_step){tokens, count, operation, NULL, NULL};
    return true;
}

bool vrmi_patch_appends(const vrmi_patch_step *s) {
    vrm_string last = s->tokens[s->token_count - 1];
    return last.length == 1 && last.data[0] == '-';
}

/* Whether one operation means the place of another one, or a place around it. */
static bool reaches(const vrmi_patch_step *a, const vrmi_patch_step *b) {
    if (a->token_count > b->token_count) return false;
    for (uint32_t i = 0; i < a->token_count; ++i) {
        if (vrmi_patch_compare_tokens(a->tokens[i], b->tokens[i]) != 0) return false;
    }
    return true;
}

static bool are_equal(const vrmi_patch_operation *a, const vrmi_patch_operation *b) {
    return a->kind == b->kind && a->value.length == b->value.length &&
           (a->value.length == 0 || memcmp(a->value.data, b->value.data, a->value.length) == 0);
}

/* Several may add to the same array. Others that ask for the same thing are done once; and of those
 * that mean one place, or a place around it, the first in order is done. */
static bool settle_overlaps(vrmi_patch_steps *p) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < p->count; ++i) {
        const vrmi_patch_step *before = kept > 0 ? &p->steps[kept - 1] : NULL;
        const vrmi_patch_step *s = &p->steps[i];
        bool is_same_place = before != NULL && before->token_count == s->token_count;
        if (before == NULL || !reaches(before, s) || (is_same_place && vrmi_patch_appends(s))) {
            p->steps[kept++] = *s;
        } else if (is_same_place &&
                   are_equal(&p->operations[before->operation], &p->operations[s->operation])) {
            p->operations[s->operation].problem = VRMI_PATCH_DONE_ONCE;
        } else if (!vrmi_patch_skip(p, s->operation, VRMI_PATCH_OVERLAP)) {
            return false;
        }
    }
    p->count = kept;
    return true;
}

bool vrmi_patch_sort(vrmi_patch_steps *p) {
    vrmi_patch_step *unsorted = VRMI_TAKE(&p->arena, vrmi_patch_step, p->operation_count);
    uint32_t *order;
    p->steps = VRMI_TAKE(&p->arena, vrmi_patch_step, p->operation_count);
    if (unsorted == NULL || p->steps == NULL) return vrmi_patch_refuse(p, VRMI_PATCH_NO_MEMORY);
    for (uint32_t i = 0; i < p->operation_count; ++i) {
        p->operations[i].problem = VRMI_PATCH_DONE;
        if (!take_apart(p, i, unsorted)) return false;
    }
    order = vrmi_sort_order(&p->arena, p->count, comes_before, unsorted);
    if (order == NULL) return vrmi_patch_refuse(p, VRMI_PATCH_NO_MEMORY);
    for (uint32_t i = 0; i < p->count; ++i) p->steps[i] = unsorted[order[i]];
    return settle_overlaps(p);
}
