/* The table of faults: reading it, finding files in it, listing it. */
#include "faults.h"

#include "faults_families.h"

#include <stdio.h>
#include <string.h>

#define X(family)                                                                                  \
    extern const unsigned char fault_family_##family[];                                            \
    extern const size_t fault_family_##family##_size;
FAULT_FAMILIES(X)
#undef X

/* --- Reading --- */

static const char *text_of(yyjson_val *object, const char *key) {
    return yyjson_get_str(yyjson_obj_get(object, key));
}

static fault_base base_of(yyjson_val *entry) {
    const char *name = text_of(entry, "base");
    if (name == NULL || strcmp(name, "figure") == 0) return BASE_FIGURE;
    if (strcmp(name, "character") == 0) return BASE_CHARACTER;
    die("there is no base", name);
}

static void add_case(fault_table *table, const char *family, yyjson_val *entry, const char *d) {
    yyjson_val *near_one = yyjson_obj_get(entry, "near");
    fault_case fault_case = {
        family, text_of(entry, "name"), DIALECT_1, base_of(entry), false, entry, entry};
    if (fault_case.name == NULL) die("a fault has no name in the family", family);
    if (!dialect_find(d, &fault_case.dialect)) die("there is no dialect", d);
    *LIST_ADD(&table->cases) = fault_case;
    if (yyjson_obj_get(near_one, "edits") == NULL) return; /* the table says why */
    fault_case.is_near = true;
    fault_case.part = near_one;
    *LIST_ADD(&table->cases) = fault_case;
}

static void add_family(fault_table *table, const char *family, const unsigned char *text,
                       size_t size) {
    yyjson_read_err problem;
    yyjson_doc *doc =
        yyjson_read_opts((char *)(void *)(uintptr_t)text, size, YYJSON_READ_NOFLAG, NULL, &problem);
    yyjson_val *entry, *d;
    size_t i, count, k, dialects;
    if (doc == NULL) {
        fprintf(stderr, "faults/%s.json, byte %zu: %s\n", family, problem.pos, problem.msg);
        die("this family is no JSON:", family);
    }
    LIST_ADD(&table->families)->doc = doc;
    yyjson_arr_foreach(yyjson_obj_get(yyjson_doc_get_root(doc), "faults"), i, count, entry) {
        yyjson_val *list = yyjson_obj_get(entry, "dialects");
        if (list == NULL) add_case(table, family, entry, dialect_name(DIALECT_1));
        yyjson_arr_foreach(list, k, dialects, d) {
            add_case(table, family, entry, yyjson_get_str(d));
        }
    }
}

void fault_table_open(fault_table *out) {
    memset(out, 0, sizeof *out);
#define X(family) add_family(out, #family, fault_family_##family, fault_family_##family##_size);
    FAULT_FAMILIES(X)
#undef X
}

void fault_table_close(fault_table *table) {
    for (int i = 0; i < BASE_COUNT * DIALECT_COUNT; ++i) {
        base_file *base = &table->bases[i / DIALECT_COUNT][i % DIALECT_COUNT];
        if (base->is_made) glb_release(&base->file);
    }
    for (int i = 0; i < DIALECT_COUNT; ++i) {
        if (table->figures[i].is_made) avatar_release(&table->figures[i].a);
    }
    if (table->character.is_made) avatar_release(&table->character.a);
    for (size_t i = 0; i < table->families.count; ++i) {
        yyjson_doc_free(table->families.items[i].doc);
    }
    LIST_FREE(&table->families);
    LIST_FREE(&table->cases);
}

const fault_case *fault_find(const fault_table *table, const char *name, bool is_near,
                             const dialect *d) {
    for (size_t i = 0; i < table->cases.count; ++i) {
        const fault_case *c = &table->cases.items[i];
        if (c->is_near == is_near && strcmp(c->name, name) == 0 &&
            (d == NULL || c->dialect == *d)) {
            return c;
        }
    }
    return NULL;
}

/* --- Listing --- */

static void print_case(fault_table *table, const fault_case *c) {
    expected_diagnostics expected;
    yyjson_val *id;
    size_t i, count;
    fault_expected(table, c, &expected);
    printf("%s\t%s\t%s\t", c->name, c->is_near ? "near" : "fault", dialect_name(c->dialect));
    yyjson_arr_foreach(yyjson_obj_get(c->entry, "shows"), i, count, id) {
        printf("%s%s", i != 0 ? "," : "", yyjson_get_str(id));
    }
    putchar('\t');
    for (i = 0; i < expected.list.count; ++i) {
        const expected_diagnostic *e = &expected.list.items[i];
        printf("%s%s %s %s", i != 0 ? "; " : "", e->severity, e->code,
               (const char *)e->pointer.items);
    }
    putchar('\n');
    expected_free(&expected);
}

void fault_list(fault_table *table) {
    for (size_t i = 0; i < table->cases.count; ++i) print_case(table, &table->cases.items[i]);
}
