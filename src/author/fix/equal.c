/* Whether two values of the JSON say the same, from their texts: to compare them needs no memory.
 */
#include "author/fix/fix.h"
#include "author/json/json_scan.h"

#include <string.h>
#include <yyjson.h>

/* A bracket, a comma, a colon, a key or a scalar. */
static vrm_string next_token(vrmi_json_scan *scan) {
    size_t begin;
    vrmi_scan_space(scan);
    begin = scan->at;
    if (begin < scan->length && strchr("{}[],:", scan->text[begin]) != NULL) {
        ++scan->at;
    } else {
        vrmi_scan_value(scan);
    }
    return (vrm_string){scan->text + begin, (uint32_t)(scan->at - begin)};
}

enum { SCALAR_BYTES = 2048 };

/* NULL: it is no scalar, or so long that it is compared by its spelling alone. */
static yyjson_val *read_scalar(vrm_string token, void *memory) {
    yyjson_alc allocator;
    if (yyjson_read_max_memory_usage(token.length, YYJSON_READ_ALLOW_INVALID_UNICODE) >
            SCALAR_BYTES ||
        !yyjson_alc_pool_init(&allocator, memory, SCALAR_BYTES)) {
        return NULL;
    }
    /* The text is not changed without YYJSON_READ_INSITU. */
    return yyjson_doc_get_root(yyjson_read_opts((char *)(uintptr_t)token.data, token.length,
                                                YYJSON_READ_ALLOW_INVALID_UNICODE, &allocator,
                                                NULL));
}

/* A number may be spelled in several ways, and so may a string with escapes. The tag of a value has
 * its type, the length of a string, and whether that was written with escapes. */
static bool mean_the_same(vrm_string a, vrm_string b) {
    alignas(VRMI_MEMORY_ALIGNMENT) char left_memory[SCALAR_BYTES], right_memory[SCALAR_BYTES];
    yyjson_val *left = read_scalar(a, left_memory), *right = read_scalar(b, right_memory);
    if (left == NULL || right == NULL || left->tag != right->tag) return false;
    if (unsafe_yyjson_is_num(left)) return left->uni.u64 == right->uni.u64;
    return unsafe_yyjson_is_str(left) &&
           memcmp(left->uni.str, right->uni.str, unsafe_yyjson_get_len(left)) == 0;
}

static bool is_same_token(vrm_string a, vrm_string b) {
    if (a.length == b.length && memcmp(a.data, b.data, a.length) == 0) return true;
    return a.length > 0 && b.length > 0 && mean_the_same(a, b);
}

bool vrmi_fix_are_equal(vrmi_fix *fix, const vrmi_value *a, const vrmi_value *b) {
    const vrm_string left = vrmi_value_text(&fix->tree, a), right = vrmi_value_text(&fix->tree, b);
    vrmi_json_scan left_scan = {left.data, left.length, 0};
    vrmi_json_scan right_scan = {right.data, right.length, 0};
    vrm_string token;
    do {
        token = next_token(&left_scan);
        if (!vrmi_fix_steps(fix, 1) || !is_same_token(token, next_token(&right_scan))) return false;
    } while (token.length > 0);
    return true;
}
