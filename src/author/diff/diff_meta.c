/* The file itself, and meta: who made the avatar, and what may be done with it. */
#include "author/diff/diff.h"

#include <string.h>

/* --- The file --- */

static int compare_strings(const void *left, const void *right) {
    const vrm_string *a = left, *b = right;
    uint32_t shorter = a->length < b->length ? a->length : b->length;
    int order = shorter > 0 ? memcmp(a->data, b->data, shorter) : 0;
    if (order != 0) return order;
    return a->length < b->length ? -1 : a->length > b->length;
}

static vrm_string *sort_strings(vrmi_memory *memory, const vrm_string *strings, uint32_t count) {
    vrm_string *sorted = vrmi_diff_take(memory, count, sizeof *sorted);
    if (sorted == NULL) return NULL;
    if (count > 0) memcpy(sorted, strings, count * sizeof *sorted);
    if (vrmi_diff_sort(memory, sorted, count, sizeof *sorted, compare_strings)) return sorted;
    vrmi_diff_drop(memory, sorted);
    return NULL;
}

/* Two lists whose order means nothing, such as extensionsUsed. */
static void compare_sets(vrmi_diff_list *list, vrm_diff_part part, const char *field,
                         const vrm_string *a, uint32_t a_count, const vrm_string *b,
                         uint32_t b_count) {
    vrm_string *in_a = sort_strings(list->memory, a, a_count),
               *in_b = sort_strings(list->memory, b, b_count);
    uint32_t i = 0, j = 0;
    if (in_a == NULL || in_b == NULL) list->is_refused = true;
    while (in_a != NULL && in_b != NULL && (i < a_count || j < b_count)) {
        int order = i == a_count ? 1 : j == b_count ? -1 : compare_strings(&in_a[i], &in_b[j]);
        if (order != 0) {
            const vrm_string *only = order < 0 ? &in_a[i] : &in_b[j];
            vrmi_diff_subject subject;
            vrmi_subject_name(&subject, part, *only);
            vrmi_diff_add(list, &subject, order < 0 ? VRM_DIFF_REMOVED : VRM_DIFF_ADDED, field, "",
                          "");
        }
        i += order <= 0;
        j += order >= 0;
    }
    vrmi_diff_drop(list->memory, in_a);
    vrmi_diff_drop(list->memory, in_b);
}

void vrmi_diff_facts(vrm_diff *pair) {
    vrmi_diff_list *list = &pair->list;
    const vrm_gltf *a = pair->a.gltf, *b = pair->b.gltf;
    const vrm_tables *of_a = pair->a.tables, *of_b = pair->b.tables;
    vrmi_diff_subject file;
    vrmi_subject_words(&file, VRM_DIFF_PART_FILE, "");
    vrmi_compare_words(list, &file, "dialect", vrm_dialect_name(of_a->dialect),
                       vrm_dialect_name(of_b->dialect));
    vrmi_compare_texts(list, &file, "specVersion", of_a->spec_version, of_b->spec_version);
    vrmi_compare_texts(list, &file, "asset.generator", a->generator, b->generator);
    vrmi_compare_texts(list, &file, "asset.copyright", a->copyright, b->copyright);
    vrmi_compare_texts(list, &file, "asset.version", a->version, b->version);
    compare_sets(list, VRM_DIFF_PART_EXTENSIONS, "extensionsUsed", a->extensions_used,
                 a->extension_used_count, b->extensions_used, b->extension_used_count);
    compare_sets(list, VRM_DIFF_PART_EXTENSIONS, "extensionsRequired", a->extensions_required,
                 a->extension_required_count, b->extensions_required, b->extension_required_count);
}

/* --- Meta --- */

static void compare_lists(vrmi_diff_list *list, const vrmi_diff_subject *meta, const char *field,
                          const vrm_string *a, uint32_t a_count, const vrm_string *b,
                          uint32_t b_count) {
    static const vrm_string nothing = {"", 0};
    for (uint32_t i = 0; i < a_count || i < b_count; ++i) {
        vrm_string from = i < a_count ? a[i] : nothing, to = i < b_count ? b[i] : nothing;
        if (i < a_count && i < b_count) {
            vrmi_compare_texts(list, meta, field, from, to);
        } else {
            vrmi_diff_add(list, meta, i < a_count ? VRM_DIFF_REMOVED : VRM_DIFF_ADDED, field,
                          i < a_count ? vrmi_diff_quote(list, from) : "",
                          i < b_count ? vrmi_diff_quote(list, to) : "");
        }
    }
}

static void compare_thumbnails(vrm_diff *pair, const vrmi_diff_subject *meta) {
    int32_t a = pair->a.tables->meta.thumbnail_image, b = pair->b.tables->meta.thumbnail_image;
    int32_t content_a = a != VRM_NONE ? pair->content_a[a] : VRM_NONE;
    int32_t content_b = b != VRM_NONE ? pair->content_b[b] : VRM_NONE;
    if (content_a == content_b && (a == VRM_NONE) == (b == VRM_NONE)) return;
    vrmi_diff_add(&pair->list, meta,
                  a == VRM_NONE   ? VRM_DIFF_ADDED
                  : b == VRM_NONE ? VRM_DIFF_REMOVED
                                  : VRM_DIFF_CHANGED,
                  "thumbnailImage", "", "");
}

typedef struct meta_text {
    const char *field;
    vrm_string a, b;
} meta_text;

static void compare_meta_texts(vrmi_diff_list *list, const vrmi_diff_subject *meta,
                               const meta_text *texts, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        vrmi_compare_texts(list, meta, texts[i].field, texts[i].a, texts[i].b);
    }
}

static bool has_old_permissions(const vrmi_diff_file *file) {
    vrm_dialect dialect = file->tables->dialect;
    return dialect == VRM_DIALECT_0 || dialect == VRM_DIALECT_1_DRAFT;
}

void vrmi_diff_meta(vrm_diff *pair) {
    vrmi_diff_list *list = &pair->list;
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
    vrmi_diff_subject meta;
    vrmi_subject_words(&meta, VRM_DIFF_PART_META, "");
    compare_meta_texts(list, &meta, texts, sizeof texts / sizeof texts[0]);
    if (has_old_permissions(&pair->a) == has_old_permissions(&pair->b)) {
        compare_meta_texts(list, &meta, old_texts, sizeof old_texts / sizeof old_texts[0]);
    }
    compare_lists(list, &meta, "authors", a->authors, a->author_count, b->authors, b->author_count);
    compare_lists(list, &meta, "references", a->references, a->reference_count, b->references,
                  b->reference_count);
    compare_thumbnails(pair, &meta);
    vrmi_diff_permissions(pair, &meta);
}
