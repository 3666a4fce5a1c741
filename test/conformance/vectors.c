#include "conformance/vectors.h"

#include "conformance/living.h"
#include "support/avatar.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Reading --- */

static yyjson_val *member(yyjson_val *object, const char *name) {
    yyjson_val *value = yyjson_obj_get(object, name);
    if (value == NULL) printf("  input has no %s\n", name);
    CHECK(value != NULL);
    return value;
}

static bool is_type(bool ok, const char *name) {
    if (!ok) printf("  input %s has another type\n", name);
    return CHECK(ok);
}

double input_number(yyjson_val *object, const char *name) {
    yyjson_val *value = member(object, name);
    return is_type(yyjson_is_num(value), name) ? yyjson_get_num(value) : 0.0;
}

bool input_flag(yyjson_val *object, const char *name) {
    yyjson_val *value = member(object, name);
    return is_type(yyjson_is_bool(value), name) && yyjson_get_bool(value);
}

const char *input_text(yyjson_val *object, const char *name) {
    yyjson_val *value = member(object, name);
    is_type(yyjson_is_str(value) || yyjson_is_null(value), name);
    return yyjson_get_str(value);
}

yyjson_val *input_object(yyjson_val *object, const char *name) {
    yyjson_val *value = member(object, name);
    if (yyjson_is_null(value)) return NULL;
    return is_type(yyjson_is_obj(value), name) ? value : NULL;
}

yyjson_val *input_list(yyjson_val *object, const char *name) {
    yyjson_val *value = member(object, name);
    if (yyjson_is_null(value)) return NULL;
    return is_type(yyjson_is_arr(value), name) && yyjson_arr_size(value) > 0 ? value : NULL;
}

void input_numbers(yyjson_val *object, const char *name, double *out, size_t count) {
    yyjson_val *value = member(object, name);
    bool ok = yyjson_is_arr(value) && yyjson_arr_size(value) == count;
    for (size_t i = 0; i < count; ++i) {
        yyjson_val *element = ok ? yyjson_arr_get(value, i) : NULL;
        out[i] = yyjson_is_num(element) ? yyjson_get_num(element) : 0.0;
        ok = ok && yyjson_is_num(element);
    }
    is_type(ok, name);
}

vrm_vec3 input_vec3(yyjson_val *object, const char *name) {
    double v[3];
    input_numbers(object, name, v, 3);
    return vrm_vec3_make((float)v[0], (float)v[1], (float)v[2]);
}

vrm_quat input_quat(yyjson_val *object, const char *name) {
    double q[4];
    input_numbers(object, name, q, 4);
    return vrm_quat_make((float)q[0], (float)q[1], (float)q[2], (float)q[3]);
}

const char *input_json(yyjson_val *object, const char *name) {
    char *json = yyjson_val_write(member(object, name), 0, NULL);
    const char *result = format_members("%s", json != NULL ? json : "null");
    free(json);
    return result;
}

/* --- Answers --- */

enum { ANSWER_COUNT = 16, ELEMENT_COUNT = 48 };

typedef enum answer_kind { ANSWER_NUMBER, ANSWER_FLAG, ANSWER_TEXT, ANSWER_NULL } answer_kind;

typedef struct element {
    answer_kind kind;
    double number;
    const char *text;
} element;

typedef struct answer {
    const char *name;
    element elements[ELEMENT_COUNT];
    size_t count;
} answer;

struct answers {
    answer list[ANSWER_COUNT];
    size_t count;
};

static const answer *find_answer(const answers *answers, const char *name) {
    for (size_t i = 0; i < answers->count; ++i) {
        if (strcmp(answers->list[i].name, name) == 0) return &answers->list[i];
    }
    return NULL;
}

static void put(answers *answers, const char *name, element value) {
    answer *at = (answer *)(uintptr_t)find_answer(answers, name);
    if (at == NULL) {
        if (!CHECK(answers->count < ANSWER_COUNT)) return;
        at = &answers->list[answers->count++];
        at->name = name;
        at->count = 0;
    }
    if (CHECK(at->count < ELEMENT_COUNT)) at->elements[at->count++] = value;
}

void answer_number(answers *answers, const char *name, double number) {
    put(answers, name, (element){ANSWER_NUMBER, number, NULL});
}

void answer_floats(answers *answers, const char *name, const float *numbers, size_t count) {
    for (size_t i = 0; i < count; ++i) answer_number(answers, name, (double)numbers[i]);
}

void answer_vec2(answers *answers, const char *name, vrm_vec2 v) {
    answer_floats(answers, name, (const float[]){v.x, v.y}, 2);
}

void answer_vec3(answers *answers, const char *name, vrm_vec3 v) {
    answer_floats(answers, name, (const float[]){v.x, v.y, v.z}, 3);
}

void answer_quat(answers *answers, const char *name, vrm_quat q) {
    answer_floats(answers, name, (const float[]){q.x, q.y, q.z, q.w}, 4);
}

void answer_flag(answers *answers, const char *name, bool flag) {
    put(answers, name, (element){ANSWER_FLAG, flag ? 1.0 : 0.0, NULL});
}

void answer_text(answers *answers, const char *name, const char *text) {
    put(answers, name, (element){ANSWER_TEXT, 0.0, text});
}

void answer_null(answers *answers, const char *name) {
    put(answers, name, (element){ANSWER_NULL, 0.0, NULL});
}

/* --- Holding answers against what is expected --- */

/* The leaves of a value, one after the other; a list in a list is the same to it as a long one. */
static bool flatten(yyjson_val *value, element *out, size_t *count) {
    if (yyjson_is_arr(value)) {
        yyjson_val *child;
        size_t i, n;
        yyjson_arr_foreach(value, i, n, child) {
            if (!flatten(child, out, count)) return false;
        }
        return true;
    }
    if (*count == ELEMENT_COUNT) return false;
    if (yyjson_is_num(value)) {
        out[*count] = (element){ANSWER_NUMBER, yyjson_get_num(value), NULL};
    } else if (yyjson_is_bool(value)) {
        out[*count] = (element){ANSWER_FLAG, yyjson_get_bool(value) ? 1.0 : 0.0, NULL};
    } else if (yyjson_is_str(value)) {
        out[*count] = (element){ANSWER_TEXT, 0.0, yyjson_get_str(value)};
    } else if (yyjson_is_null(value)) {
        out[*count] = (element){ANSWER_NULL, 0.0, NULL};
    } else {
        return false;
    }
    ++*count;
    return true;
}

/* False for NaN. */
static bool is_near(double got, double expected, double tolerance, bool modulo_360) {
    double apart = fabs(got - expected);
    if (modulo_360) {
        apart = fmod(apart, 360.0);
        if (apart > 180.0) apart = 360.0 - apart;
    }
    return apart <= tolerance;
}

static bool is_equal(const element *got, const element *expected, double tolerance,
                     bool modulo_360) {
    if (got->kind != expected->kind) return false;
    if (got->kind == ANSWER_TEXT) {
        return got->text != NULL && strcmp(got->text, expected->text) == 0;
    }
    return is_near(got->number, expected->number, tolerance, modulo_360);
}

/* Four numbers, or the four of the opposite sign, which are the same rotation. */
static bool is_same_rotation(const element *got, const element *expected, double tolerance) {
    bool plus = true, minus = true;
    for (int i = 0; i < 4; ++i) {
        plus = plus && is_near(got[i].number, expected[i].number, tolerance, false);
        minus = minus && is_near(-got[i].number, expected[i].number, tolerance, false);
    }
    return plus || minus;
}

static bool is_listed(yyjson_val *vector, const char *list, const char *name) {
    yyjson_val *entry;
    size_t i, n;
    yyjson_arr_foreach(yyjson_obj_get(vector, list), i, n, entry) {
        if (yyjson_equals_str(entry, name)) return true;
    }
    return false;
}

static void say_list(char *out, size_t size, const element *list, size_t count) {
    size_t length = strlen(out);
    for (size_t i = 0; i < count && length < size; ++i) {
        const char *space = i == 0 ? "" : " ";
        int written = list[i].kind == ANSWER_TEXT
                          ? snprintf(out + length, size - length, "%s%s", space,
                                     list[i].text != NULL ? list[i].text : "(null)")
                      : list[i].kind == ANSWER_NULL
                          ? snprintf(out + length, size - length, "%snull", space)
                          : snprintf(out + length, size - length, "%s%.9g", space, list[i].number);
        length += written > 0 ? (size_t)written : 0;
    }
}

static bool compare(yyjson_val *vector, const char *name, yyjson_val *value, const answers *got,
                    char *why, size_t size) {
    double tolerance = yyjson_get_num(yyjson_obj_get(vector, "tolerance"));
    bool signs = is_listed(vector, "sign_insensitive", name);
    bool modulo = is_listed(vector, "modulo_360", name);
    const answer *found = find_answer(got, name);
    element expected[ELEMENT_COUNT];
    size_t count = 0;
    bool ok = flatten(value, expected, &count) && found != NULL && found->count == count;
    if (signs) ok = ok && count % 4 == 0;
    for (size_t i = 0; ok && i < count; i += signs ? 4 : 1) {
        ok = signs ? is_same_rotation(&found->elements[i], &expected[i], tolerance)
                   : is_equal(&found->elements[i], &expected[i], tolerance, modulo);
    }
    if (ok) return true;
    snprintf(why, size, "%s: got ", name);
    if (found == NULL) {
        snprintf(why, size, "%s: no answer", name);
    } else {
        say_list(why, size, found->elements, found->count);
    }
    snprintf(why + strlen(why), size - strlen(why), ", expected ");
    say_list(why, size, expected, count);
    return false;
}

/* --- Running --- */

const named_op *find_op(const char *name) {
    for (const named_op *op = vector_ops; op->name != NULL; ++op) {
        if (name != NULL && strcmp(op->name, name) == 0) return op;
    }
    return NULL;
}

bool run_case(yyjson_val *vector, yyjson_val *one, char *why, size_t size) {
    const char *name = yyjson_get_str(yyjson_obj_get(one, "op"));
    const named_op *op = find_op(name);
    yyjson_val *expected = yyjson_obj_get(one, "expected"), *key;
    answers *got;
    yyjson_obj_iter each;
    bool ok = true;
    if (op == NULL) {
        snprintf(why, size, "no such op: %s", name != NULL ? name : "(none)");
        return false;
    }
    if (yyjson_obj_size(expected) == 0) {
        snprintf(why, size, "nothing is expected");
        return false;
    }
    got = calloc(1, sizeof *got);
    op->run(yyjson_obj_get(one, "input"), got);
    yyjson_obj_iter_init(expected, &each);
    while (ok && (key = yyjson_obj_iter_next(&each)) != NULL) {
        ok = compare(vector, yyjson_get_str(key), yyjson_obj_iter_get_val(key), got, why, size);
    }
    free(got);
    return ok;
}

yyjson_doc *read_vectors(const char *area) {
    const char *folder = test_option("conformance");
    char path[1024];
    yyjson_doc *file;
    if (folder == NULL) {
        test_skip("--data conformance=FOLDER says where the vectors are");
        return NULL;
    }
    snprintf(path, sizeof path, "%s/%s.json", folder, area);
    file = yyjson_read_file(path, 0, NULL, NULL);
    if (!CHECK(file != NULL)) {
        printf("  %s cannot be read\n", path);
        return NULL;
    }
    CHECK_INT(yyjson_get_int(yyjson_obj_get(yyjson_doc_get_root(file), "format")), 1);
    return file;
}

static yyjson_val *find_vector(yyjson_doc *file, const char *id) {
    yyjson_val *vector;
    size_t i, n;
    yyjson_arr_foreach(yyjson_obj_get(yyjson_doc_get_root(file), "vectors"), i, n, vector) {
        if (yyjson_equals_str(yyjson_obj_get(vector, "id"), id)) return vector;
    }
    return NULL;
}

void run_vector(const char *area, const char *id) {
    yyjson_doc *file = read_vectors(area);
    yyjson_val *vector, *one;
    size_t i, n;
    int ran = 0;
    if (file == NULL) return;
    vector = find_vector(file, id);
    test_note("%s", id);
    if (CHECK(vector != NULL)) {
        yyjson_arr_foreach(yyjson_obj_get(vector, "cases"), i, n, one) {
            const char *op = yyjson_get_str(yyjson_obj_get(one, "op"));
            char why[512] = "";
            test_note("%s%s, case %d, %s", id, written_name(), (int)i + 1,
                      op != NULL ? op : "(no op)");
            test_check(run_case(vector, one, why, sizeof why), why, __FILE__, __LINE__);
            ++ran;
        }
        test_note("%s", id);
        CHECK(ran > 0);
    }
    test_note(NULL);
    yyjson_doc_free(file);
}
