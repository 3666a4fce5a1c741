/* The nine permissions of 1.0, for every VRM version. */
#include "author/diff/diff.h"
#include "author/text/vrm1_text.h"
#include "base/text.h"

#include <string.h>

enum { PERMISSIONS = 9 };

/* What a file means by a permission. */
typedef struct permission {
    const char *key;   /* as the specification spells it */
    const char *value; /* likewise, or why the file does not state it */
    int width;         /* higher allows more */
    bool is_unknown;   /* the license decides it, and is not a known one */
} permission;

static const char *const flags[] = {"false", "true"};

static permission stated(const char *key, const char *const *values, int width) {
    return (permission){key, values[width], width, false};
}

static void not_stated(permission *out) { out->value = VRMI_DIFF_TEXT("not stated"); }

/* "Allow" of 0.x and the draft also means companies, as a migration takes it (MI-020). */
static int usage_of(const vrm_meta *meta, const vrm_permissions *given) {
    const bool is_wide = given->commercial_usage == VRM_COMMERCIAL_USAGE_PERSONAL_PROFIT &&
                         vrmi_string_equals(meta->legacy_commercial_usage, "Allow");
    return is_wide ? VRM_COMMERCIAL_USAGE_CORPORATION : given->commercial_usage;
}

static void list_permissions(const vrm_tables *tables, permission out[PERMISSIONS]) {
    const bool is_old = tables->dialect == VRM_DIALECT_0 || tables->dialect == VRM_DIALECT_1_DRAFT;
    vrm_permissions given = tables->meta.permissions, mapped;
    const bool is_mapped = vrm_meta_map_license(&tables->meta, &mapped) != 0;
    if (is_mapped) given = mapped;
    out[0] = stated("avatarPermission", vrmi_avatar_permissions, given.avatar_permission);
    out[1] =
        stated("allowExcessivelyViolentUsage", flags, given.allow_excessively_violent_usage != 0);
    out[2] =
        stated("allowExcessivelySexualUsage", flags, given.allow_excessively_sexual_usage != 0);
    out[3] = stated("commercialUsage", vrmi_commercial_usages, usage_of(&tables->meta, &given));
    out[4] = stated("allowPoliticalOrReligiousUsage", flags,
                    given.allow_political_or_religious_usage != 0);
    out[5] = stated("allowAntisocialOrHateUsage", flags, given.allow_antisocial_or_hate_usage != 0);
    out[6] = stated("creditNotation", vrmi_credit_notations, given.credit_notation);
    out[7] = stated("allowRedistribution", flags, given.allow_redistribution != 0);
    out[8] = stated("modification", vrmi_modifications, given.modification);
    if (!is_old) return;
    /* 0.x and the draft do not have these; the license decides the last three of them. */
    not_stated(&out[4]);
    not_stated(&out[5]);
    for (int i = 6; i < PERMISSIONS; ++i) {
        if (tables->meta.legacy_license_name.length == 0) {
            not_stated(&out[i]);
        } else if (!is_mapped) {
            out[i].value = VRMI_DIFF_TEXT("as in the license");
            out[i].is_unknown = true;
        }
    }
}

void vrmi_diff_permissions(vrm_diff *pair, const vrmi_diff_subject *meta) {
    permission a[PERMISSIONS], b[PERMISSIONS];
    list_permissions(pair->a.tables, a);
    list_permissions(pair->b.tables, b);
    for (int i = 0; i < PERMISSIONS; ++i) {
        if (strcmp(a[i].value, b[i].value) == 0) continue;
        /* What is not asked is not allowed (ME-025). */
        vrmi_diff_add_permission(&pair->list, meta, a[i].key, a[i].value, b[i].value,
                                 a[i].is_unknown || b[i].is_unknown ? 0 : b[i].width - a[i].width);
    }
}
