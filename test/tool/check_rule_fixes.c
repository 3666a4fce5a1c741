/*
 * Fixes every file of the table of faults, and looks whether that is as docs/reference/rules.md
 * says.
 *
 * usage: vrm-check-rule-fixes
 *
 * - A near file, and any file without a diagnostic that can be fixed, stays as it is.
 * - What was fixed has a code that has a sentence (vrm_fix_sentence), and the file had it.
 * - To fix the new file again changes nothing.
 * - For every code that has a sentence, a file of the table is fixed of it.
 */
#include <vrm/author/fix.h> /* first: a type of the maker has the name of its parameters */

#include "testkit/maker/faults.h"

#include <stdio.h>
#include <string.h>

typedef struct fixed_codes {
    LIST(const char *) list;
} fixed_codes;

static bool has_code(const fixed_codes *codes, const char *code) {
    for (size_t i = 0; i < codes->list.count; ++i) {
        if (strcmp(codes->list.items[i], code) == 0) return true;
    }
    return false;
}

static int complain(const fault_case *c, const char *problem, const char *code) {
    printf("%s %s (%s): %s %s\n", c->is_near ? "near" : "fault", c->name, dialect_name(c->dialect),
           problem, code);
    return 1;
}

static bool is_expected(const expected_diagnostics *expected, const char *code) {
    for (size_t i = 0; i < expected->list.count; ++i) {
        if (strcmp(expected->list.items[i].code, code) == 0) return true;
    }
    return false;
}

/* The codes of diagnostics are constants of the library. */
static int check_fixed(const fault_case *c, const expected_diagnostics *expected,
                       const vrm_written *file, fixed_codes *codes) {
    int wrong = 0;
    for (uint32_t i = 0; i < vrm_written_change_count(file); ++i) {
        const char *code = vrm_written_fixed(file, i)->code;
        if (vrm_fix_sentence(code) == NULL) wrong += complain(c, "no sentence says", code);
        if (!is_expected(expected, code)) wrong += complain(c, "it did not have", code);
        if (!has_code(codes, code)) *LIST_ADD(&codes->list) = code;
    }
    return wrong;
}

/* What an avatar does when it lives is nothing that a fix fixes. */
static vrm_result fix(const void *data, size_t size, vrm_written **out) {
    vrm_check_desc desc;
    vrm_check_desc_init(&desc);
    desc.flags = VRM_CHECK_NO_BEHAVIOR;
    return vrm_fix(data, size, &desc, out, NULL);
}

static int check_twice(const fault_case *c, const void *new_file, size_t size) {
    vrm_written *again = NULL;
    size_t size_again;
    const void *bytes_again;
    bool is_same;
    if (fix(new_file, size, &again) != VRM_OK) {
        return complain(c, "the fixed file does not load", "");
    }
    bytes_again = vrm_written_bytes(again, &size_again);
    is_same = size == size_again && memcmp(new_file, bytes_again, size) == 0;
    vrm_written_destroy(again);
    return is_same ? 0 : complain(c, "a second fix changes it", "");
}

static int check_case(fault_table *table, const fault_case *c, fixed_codes *codes) {
    expected_diagnostics expected;
    bytes file = fault_make(table, c, &expected);
    vrm_written *fixed = NULL;
    int wrong = 0;
    if (fix(file.items, file.count, &fixed) == VRM_OK) {
        size_t size;
        const void *new_file = vrm_written_bytes(fixed, &size);
        bool is_same = size == file.count && memcmp(new_file, file.items, size) == 0;
        uint32_t count = vrm_written_change_count(fixed);
        wrong += check_fixed(c, &expected, fixed, codes);
        if (is_same != (count == 0)) wrong += complain(c, "bytes and list do not agree", "");
        if (!is_same) wrong += check_twice(c, new_file, size);
    }
    vrm_written_destroy(fixed);
    expected_free(&expected);
    LIST_FREE(&file);
    return wrong;
}

int main(void) {
    fault_table table;
    fixed_codes codes;
    int wrong = 0;
    memset(&codes, 0, sizeof codes);
    fault_table_open(&table);
    for (size_t i = 0; i < table.cases.count; ++i) {
        wrong += check_case(&table, &table.cases.items[i], &codes);
    }
    for (uint32_t i = 0; i < vrm_author_diagnostic_info_count(); ++i) {
        const char *code = vrm_author_diagnostic_info_get(i)->code;
        if (vrm_fix_sentence(code) == NULL || has_code(&codes, code)) continue;
        printf("%s: a sentence says that it is fixed, but no file of the table is\n", code);
        ++wrong;
    }
    printf("%zu files, %zu codes that are fixed, %d problems\n", table.cases.count,
           codes.list.count, wrong);
    LIST_FREE(&codes.list);
    fault_table_close(&table);
    return wrong != 0;
}
