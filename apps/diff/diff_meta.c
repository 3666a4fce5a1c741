/* The file itself, and meta: who made the avatar, and what may be done with it. */
#include "apps/kit/language.h"
#include "apps/kit/permissions.h"
#include "pair.h"

#include <stdlib.h>
#include <string.h>

/* --- The file --- */

static int compare_strings(const void *left, const void *right) {
    const vrm_string *a = left, *b = right;
    uint32_t shorter = a->length < b->length ? a->length : b->length;
    int order = shorter > 0 ? memcmp(a->data, b->data, shorter) : 0;
    if (order != 0) return order;
    return a->length < b->length ? -1 : a->length > b->length;
}

static vrm_string *sort_strings(const vrm_string *strings, uint32_t count) {
    vrm_string *sorted = malloc(((size_t)count + 1) * sizeof *sorted);
    if (sorted == NULL) return NULL;
    if (count > 0) memcpy(sorted, strings, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_strings);
    return sorted;
}

/* Two lists whose order means nothing, such as extensionsUsed. */
static void compare_sets(diff_changes *list, diff_part part, const char *field, const vrm_string *a,
                         uint32_t a_count, const vrm_string *b, uint32_t b_count) {
    vrm_string *in_a = sort_strings(a, a_count), *in_b = sort_strings(b, b_count);
    uint32_t i = 0, j = 0;
    if (in_a == NULL || in_b == NULL) list->has_no_memory = true;
    while (in_a != NULL && in_b != NULL && (i < a_count || j < b_count)) {
        int order = i == a_count ? 1 : j == b_count ? -1 : compare_strings(&in_a[i], &in_b[j]);
        if (order != 0) {
            const vrm_string *only = order < 0 ? &in_a[i] : &in_b[j];
            diff_subject subject;
            subject_set(&subject, part, "%.*s", SUBJECT_NAME(*only));
            change_add(list, &subject, order < 0 ? CHANGE_REMOVED : CHANGE_ADDED, field, "", "");
        }
        i += order <= 0;
        j += order >= 0;
    }
    free(in_a);
    free(in_b);
}

void diff_facts(diff_pair *pair) {
    diff_changes *list = &pair->changes;
    const vrm_gltf *a = pair->a.gltf, *b = pair->b.gltf;
    const vrm_tables *of_a = pair->a.tables, *of_b = pair->b.tables;
    diff_subject file;
    subject_set(&file, PART_FILE, "%s", "");
    compare_words(list, &file, "dialect", vrm_dialect_name(of_a->dialect),
                  vrm_dialect_name(of_b->dialect));
    compare_texts(list, &file, "specVersion", of_a->spec_version, of_b->spec_version);
    compare_texts(list, &file, "asset.generator", a->generator, b->generator);
    compare_texts(list, &file, "asset.copyright", a->copyright, b->copyright);
    compare_texts(list, &file, "asset.version", a->version, b->version);
    compare_sets(list, PART_EXTENSIONS, "extensionsUsed", a->extensions_used,
                 a->extension_used_count, b->extensions_used, b->extension_used_count);
    compare_sets(list, PART_EXTENSIONS, "extensionsRequired", a->extensions_required,
                 a->extension_required_count, b->extensions_required, b->extension_required_count);
}

/* --- Meta --- */

static void compare_lists(diff_changes *list, const diff_subject *meta, const char *field,
                          const vrm_string *a, uint32_t a_count, const vrm_string *b,
                          uint32_t b_count) {
    static const vrm_string nothing = {"", 0};
    for (uint32_t i = 0; i < a_count || i < b_count; ++i) {
        vrm_string from = i < a_count ? a[i] : nothing, to = i < b_count ? b[i] : nothing;
        if (i < a_count && i < b_count) {
            compare_texts(list, meta, field, from, to);
        } else {
            change_add(list, meta, i < a_count ? CHANGE_REMOVED : CHANGE_ADDED, field,
                       i < a_count ? changes_quote(list, from) : "",
                       i < b_count ? changes_quote(list, to) : "");
        }
    }
}

/* What is said of a permission: what it means, or why the file does not say it. */
static const char *permission_text(const permission *of) {
    if (of->source == PERMISSION_BY_LICENCE) return SAY("as the licence says");
    if (of->source == PERMISSION_NOT_ASKED) return SAY("not stated");
    return of->meaning;
}

static void compare_permissions(diff_pair *pair, const diff_subject *meta) {
    permission a[PERMISSION_COUNT], b[PERMISSION_COUNT];
    list_meant_permissions(pair->a.tables, a);
    list_meant_permissions(pair->b.tables, b);
    for (int i = 0; i < PERMISSION_COUNT; ++i) {
        const char *from = permission_text(&a[i]), *to = permission_text(&b[i]);
        if (strcmp(from, to) == 0) continue;
        change_permission(&pair->changes, meta, a[i].key, from, to,
                          permission_compare(&a[i], &b[i]));
    }
}

static void compare_thumbnails(diff_pair *pair, const diff_subject *meta) {
    int32_t a = pair->a.tables->meta.thumbnail_image, b = pair->b.tables->meta.thumbnail_image;
    int32_t content_a = a != VRM_NONE ? pair->content_a[a] : VRM_NONE;
    int32_t content_b = b != VRM_NONE ? pair->content_b[b] : VRM_NONE;
    if (content_a == content_b && (a == VRM_NONE) == (b == VRM_NONE)) return;
    change_add(&pair->changes, meta,
               a == VRM_NONE   ? CHANGE_ADDED
               : b == VRM_NONE ? CHANGE_REMOVED
                               : CHANGE_CHANGED,
               "thumbnailImage", "", "");
}

typedef struct meta_text {
    const char *field;
    vrm_string a, b;
} meta_text;

static void compare_meta_texts(diff_changes *list, const diff_subject *meta, const meta_text *texts,
                               size_t count) {
    for (size_t i = 0; i < count; ++i) {
        compare_texts(list, meta, texts[i].field, texts[i].a, texts[i].b);
    }
}

static bool has_old_permissions(const diff_file *file) {
    vrm_dialect dialect = file->tables->dialect;
    return dialect == VRM_DIALECT_0 || dialect == VRM_DIALECT_1_DRAFT;
}

void diff_meta(diff_pair *pair) {
    diff_changes *list = &pair->changes;
    const vrm_meta *a = &pair->a.tables->meta, *b = &pair->b.tables->meta;
    const meta_text texts[] = {
        {"name", a->name, b->name},
        {"version", a->version, b->version},
        {"copyrightInformation", a->copyright_information, b->copyright_information},
        {"contactInformation", a->contact_information, b->contact_information},
        {"thirdPartyLicenses", a->third_party_licenses, b->third_party_licenses},
        {"licenseUrl", a->license_url, b->license_url},
        {"otherLicenseUrl", a->other_license_url, b->other_license_url},
        {"otherPermissionUrl", a->legacy_other_permission_url, b->legacy_other_permission_url},
    };
    /* 1.0 has them under other names, among the permissions. */
    const meta_text old_texts[] = {
        {"allowedUserName", a->legacy_allowed_user, b->legacy_allowed_user},
        {"violentUsage", a->legacy_violent_usage, b->legacy_violent_usage},
        {"sexualUsage", a->legacy_sexual_usage, b->legacy_sexual_usage},
        {"commercialUsageName", a->legacy_commercial_usage, b->legacy_commercial_usage},
        {"licenseName", a->legacy_license_name, b->legacy_license_name},
    };
    diff_subject meta;
    subject_set(&meta, PART_META, "%s", "");
    compare_meta_texts(list, &meta, texts, sizeof texts / sizeof texts[0]);
    if (has_old_permissions(&pair->a) == has_old_permissions(&pair->b)) {
        compare_meta_texts(list, &meta, old_texts, sizeof old_texts / sizeof old_texts[0]);
    }
    compare_lists(list, &meta, "authors", a->authors, a->author_count, b->authors, b->author_count);
    compare_lists(list, &meta, "references", a->references, a->reference_count, b->references,
                  b->reference_count);
    compare_thumbnails(pair, &meta);
    compare_permissions(pair, &meta);
}
