/*
 * Makes every file of the table of faults, checks it, and compares what the check says with the
 * table: the exact set of diagnostics, with severity and pointer.
 *
 * usage: vrm-check-rules                   compares
 *        vrm-check-rules REQUIREMENTS      also looks for gaps; the path of
 * docs/evidence/requirements.md vrm-check-rules --part K N        compares every N-th file, from K
 * on vrm-check-rules --found [NAME]    what checks say, a line of JSON for each file
 *
 * A gap is a diagnostic of the library, or a requirement of the kind `validate`, that has no
 * file that shows it alone, or no near file that gives nothing, where the table does not say why.
 */
#include "author/make/diagnostics.h"
#include "clip/diagnostics.h"
#include "testkit/maker/faults.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/author/check.h>

static const char *const severities[] = {"note", "warning", "error"};

static vrm_report *check_bytes(const bytes *file) {
    vrm_report *report = NULL;
    vrm_check_desc desc;
    vrm_check_desc_init(&desc);
    vrm_check(file->items, file->count, &desc, &report);
    if (report == NULL) die("there is not enough memory", NULL);
    return report;
}

/* --- Comparing --- */

static bool is_expected(const vrm_diagnostic *found, const expected_diagnostic *e) {
    return strcmp(found->code, e->code) == 0 &&
           strcmp(severities[found->severity], e->severity) == 0 &&
           strcmp(found->pointer, (const char *)e->pointer.items) == 0;
}

/* Each expected one stands for one that was found; a pair by pair comparison, whatever the order.
 */
static bool is_same_set(const vrm_report *report, const expected_diagnostics *expected) {
    uint32_t count = vrm_report_count(report);
    bool *is_used = take_memory(count + 1);
    bool is_same = count == expected->list.count;
    for (size_t k = 0; is_same && k < expected->list.count; ++k) {
        uint32_t i = 0;
        while (i < count &&
               (is_used[i] || !is_expected(vrm_report_get(report, i), &expected->list.items[k]))) {
            ++i;
        }
        is_same = i < count;
        if (is_same) is_used[i] = true;
    }
    release_memory(is_used);
    return is_same;
}

static void print_found(const vrm_report *report, const char *between) {
    for (uint32_t i = 0; i < vrm_report_count(report); ++i) {
        const vrm_diagnostic *d = vrm_report_get(report, i);
        printf("%s[\"%s\", \"%s\", \"%s\"]", i != 0 ? between : "", severities[d->severity],
               d->code, d->pointer);
    }
}

static void print_difference(const fault_case *c, const vrm_report *report,
                             const expected_diagnostics *expected) {
    printf("%s %s (%s), faults/%s.json\n  expected:", c->is_near ? "near" : "fault", c->name,
           dialect_name(c->dialect), c->family);
    for (size_t i = 0; i < expected->list.count; ++i) {
        const expected_diagnostic *e = &expected->list.items[i];
        printf("\n    [\"%s\", \"%s\", \"%s\"]", e->severity, e->code,
               (const char *)e->pointer.items);
    }
    printf("\n  found:\n    ");
    print_found(report, "\n    ");
    putchar('\n');
}

/* --- What the table shows --- */

typedef struct shown {
    char name[NAME_SIZE]; /* a code or a requirement */
    bool has_fault, has_near;
} shown;

typedef struct shown_list {
    LIST(shown) list;
} shown_list;

static shown *find_shown(shown_list *all, const char *name) {
    shown *added;
    for (size_t i = 0; i < all->list.count; ++i) {
        if (strcmp(all->list.items[i].name, name) == 0) return &all->list.items[i];
    }
    added = LIST_ADD(&all->list);
    set_name(added->name, "%s", name);
    return added;
}

static void note_shown(shown_list *all, const char *name, const fault_case *c) {
    yyjson_val *near_one = yyjson_obj_get(c->entry, "near");
    shown *s = find_shown(all, name);
    s->has_fault = true;
    s->has_near = s->has_near || yyjson_get_len(yyjson_obj_get(near_one, "why")) != 0 ||
                  (yyjson_arr_size(yyjson_obj_get(near_one, "edits")) != 0 &&
                   yyjson_arr_size(yyjson_obj_get(near_one, "diagnostics")) == 0);
}

static const char *requirement_of(const char *code) {
    for (uint32_t i = 0; i < vrm_author_diagnostic_info_count(); ++i) {
        const vrm_diagnostic_info *info = vrm_author_diagnostic_info_get(i);
        if (strcmp(info->code, code) == 0) return info->requirement;
    }
    die("there is no diagnostic", code);
}

/* The diagnostic that a fault is named after: its name, up to a full stop. */
static const char *code_of(const fault_case *c) {
    size_t length = strcspn(c->name, ".");
    for (uint32_t i = 0; i < vrm_author_diagnostic_info_count(); ++i) {
        const char *code = vrm_author_diagnostic_info_get(i)->code;
        if (strlen(code) == length && memcmp(code, c->name, length) == 0) return code;
    }
    die("there is no diagnostic for the fault", c->name);
}

static bool is_clean(const fault_case *c) {
    return strcmp(c->name, "clean") == 0 || strncmp(c->name, "clean.", 6) == 0;
}

/* A file shows a diagnostic if it gives no other, or if the entry says why others follow. */
static void note_case(shown_list *all, const fault_case *c, const expected_diagnostics *expected) {
    bool is_alone = true, is_given = false;
    const char *code;
    yyjson_val *id;
    size_t i, count;
    if (c->is_near || is_clean(c)) return;
    code = code_of(c);
    for (i = 0; i < expected->list.count; ++i) {
        bool is_it = strcmp(expected->list.items[i].code, code) == 0;
        is_given = is_given || is_it;
        is_alone = is_alone && is_it;
    }
    if (!is_given) die("a fault does not give the diagnostic that it is named after:", c->name);
    if (!is_alone && !yyjson_is_str(yyjson_obj_get(c->entry, "also"))) return;
    note_shown(all, code, c);
    note_shown(all, requirement_of(code), c);
    yyjson_arr_foreach(yyjson_obj_get(c->entry, "shows"), i, count, id) {
        note_shown(all, yyjson_get_str(id), c);
    }
}

/* What the table says can have no file. */
static void note_none(shown_list *all, const fault_table *table) {
    for (size_t f = 0; f < table->families.count; ++f) {
        yyjson_val *none =
            yyjson_obj_get(yyjson_doc_get_root(table->families.items[f].doc), "none");
        yyjson_val *given;
        size_t i, count;
        yyjson_arr_foreach(none, i, count, given) {
            shown *s = find_shown(all, yyjson_get_str(yyjson_arr_get_first(given)));
            if (yyjson_get_len(yyjson_arr_get(given, 1)) == 0)
                die("no reason is given for", s->name);
            s->has_fault = s->has_near = true;
        }
    }
}

static int report_gap(shown_list *all, const char *kind, const char *name) {
    const shown *s = find_shown(all, name);
    if (s->has_fault && s->has_near) return 0;
    printf("%s %s: there is no %s in testkit/maker/faults/\n", kind, name,
           s->has_fault ? "near file that gives nothing" : "file that shows it alone");
    return 1;
}

/* Rows of the tables of docs/evidence/requirements.md: | ID | source | level | kinds | … Those of
 * AN concern animations, which a check does not read. */
static int check_requirements(shown_list *all, const char *path) {
    FILE *file = fopen(path, "rb");
    static char line[65536];
    int gaps = 0, found = 0;
    if (file == NULL) die("the file cannot be read:", path);
    while (fgets(line, sizeof line, file) != NULL) {
        char *at = line, *cells[6] = {NULL};
        for (int i = 0; i < 6 && at != NULL; ++i) {
            cells[i] = at;
            at = strstr(at, " | ");
            if (at == NULL) break;
            memset(at, 0, 3);
            at += 3;
        }
        if (cells[3] == NULL || strncmp(line, "| ", 2) != 0 || line[4] != '-' ||
            strncmp(line + 2, "AN", 2) == 0 || strstr(cells[3], "validate") == NULL) {
            continue;
        }
        ++found;
        gaps += report_gap(all, "requirement", line + 2);
    }
    fclose(file);
    if (found < 60) die("there are few requirements of the kind validate in", path);
    return gaps;
}

/* Diagnostics of motions: test/clip/clip_diagnostics_test.c has a file for each of them. */
static bool is_of_motions(const char *code) {
    for (vrmi_diagnostic_id id = VRMI_CLIP_FIRST; id < VRMI_CLIP_END; ++id) {
        if (strcmp(vrmi_clip_diagnostics.messages[id - VRMI_CLIP_FIRST].info.code, code) == 0) {
            return true;
        }
    }
    return false;
}

/* Those of making avatars: test/make has a file for each of them. */
static bool is_of_making(const char *code) {
    for (vrmi_diagnostic_id id = VRMI_MAKE_FIRST; id < VRMI_MAKE_END; ++id) {
        if (strcmp(vrmi_make_diagnostics.messages[id - VRMI_MAKE_FIRST].info.code, code) == 0) {
            return true;
        }
    }
    return false;
}

static int check_coverage(shown_list *all, const char *requirements) {
    int gaps = 0;
    for (uint32_t i = 0; i < vrm_author_diagnostic_info_count(); ++i) {
        const char *code = vrm_author_diagnostic_info_get(i)->code;
        if (!is_of_motions(code) && !is_of_making(code))
            gaps += report_gap(all, "diagnostic", code);
    }
    return gaps + check_requirements(all, requirements);
}

/* --- All of it --- */

static void print_case(const fault_case *c, const vrm_report *report) {
    printf("{\"family\": \"%s\", \"name\": \"%s\", \"near\": %s, \"dialect\": \"%s\", \"found\": [",
           c->family, c->name, c->is_near ? "true" : "false", dialect_name(c->dialect));
    print_found(report, ", ");
    puts("]}");
}

int main(int argc, char **argv) {
    bool prints = argc > 1 && strcmp(argv[1], "--found") == 0;
    bool is_part = argc == 4 && strcmp(argv[1], "--part") == 0;
    const char *only = prints && argc > 2 ? argv[2] : NULL;
    size_t first = is_part ? strtoul(argv[2], NULL, 10) : 0;
    size_t step = is_part ? strtoul(argv[3], NULL, 10) : 1, count = 0;
    int different = 0;
    fault_table table;
    shown_list all;
    if (step == 0) die("--part needs the number of a part and how many parts there are", NULL);
    memset(&all, 0, sizeof all);
    fault_table_open(&table);
    for (size_t i = first; i < table.cases.count; i += step) {
        const fault_case *c = &table.cases.items[i];
        expected_diagnostics expected;
        vrm_report *report;
        bytes file;
        if (only != NULL && strcmp(only, c->name) != 0) continue;
        file = fault_make(&table, c, &expected);
        report = check_bytes(&file);
        ++count;
        if (prints) {
            print_case(c, report);
        } else if (!is_same_set(report, &expected)) {
            print_difference(c, report, &expected);
            ++different;
        }
        if (!prints) note_case(&all, c, &expected);
        vrm_report_destroy(report);
        expected_free(&expected);
        LIST_FREE(&file);
    }
    if (!prints) {
        note_none(&all, &table);
        if (argc == 2) different += check_coverage(&all, argv[1]);
        printf("%zu files, %d that are not as the table says, or not there\n", count, different);
        if (count == 0) different = 1;
    }
    LIST_FREE(&all.list);
    fault_table_close(&table);
    return different != 0;
}
