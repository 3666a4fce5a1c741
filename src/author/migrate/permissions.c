/*
 * The permissions of an avatar after a migration: never more than before (MI-010). If values of two
 * dialects do not mean the same, the narrower one is taken, and a permission that a dialect does
 * not have is not granted.
 */
#include "author/migrate/migration.h"

#include "base/text.h"

#include <string.h>

/* A license that requires derived works to be under the same license. 1.0 cannot express that, so
 * changed avatars must not be redistributed at all (MI-012). */
static bool is_share_alike(vrm_string license) {
    return license.length >= 3 && memcmp(license.data + license.length - 2, "SA", 2) == 0;
}

/* What 0.x has no words for, or only words that would allow more than is meant. */
static void narrow_to_vrm0(vrm_permissions *may) {
    /* "Allow" does not state who is allowed: it would include companies (MI-020). */
    if (may->commercial_usage != VRM_COMMERCIAL_USAGE_CORPORATION) {
        may->commercial_usage = VRM_COMMERCIAL_USAGE_PERSONAL_NON_PROFIT;
    }
    may->credit_notation = VRM_CREDIT_NOTATION_REQUIRED;
    may->modification = VRM_MODIFICATION_PROHIBITED;
    may->allow_redistribution = 0;
    may->allow_political_or_religious_usage = 0;
    may->allow_antisocial_or_hate_usage = 0;
}

vrm_permissions vrmi_migrate_permissions(const vrm_meta *meta, vrm_dialect to, bool maps) {
    vrm_permissions may = meta->permissions, mapped;
    if (vrm_meta_map_license(meta, &mapped)) {
        /* A license that excludes profit does so whether or not the rest of it is mapped. */
        may.commercial_usage = mapped.commercial_usage;
        if (maps) may = mapped;
        if (is_share_alike(meta->legacy_license_name) &&
            may.modification > VRM_MODIFICATION_ALLOWED) {
            may.modification = VRM_MODIFICATION_ALLOWED;
        }
    }
    if (to == VRM_DIALECT_0) narrow_to_vrm0(&may);
    return may;
}

void vrmi_link_license(vrm_meta *meta) {
    static const struct {
        const char *name, *url;
    } licenses[] = {
        {"CC0", "https://creativecommons.org/publicdomain/zero/1.0/"},
        {"CC_BY", "https://creativecommons.org/licenses/by/4.0/"},
        {"CC_BY_NC", "https://creativecommons.org/licenses/by-nc/4.0/"},
        {"CC_BY_SA", "https://creativecommons.org/licenses/by-sa/4.0/"},
        {"CC_BY_NC_SA", "https://creativecommons.org/licenses/by-nc-sa/4.0/"},
        {"CC_BY_ND", "https://creativecommons.org/licenses/by-nd/4.0/"},
        {"CC_BY_NC_ND", "https://creativecommons.org/licenses/by-nc-nd/4.0/"},
    };
    for (size_t i = 0; i < sizeof licenses / sizeof licenses[0]; ++i) {
        if (meta->other_license_url.length == 0 &&
            vrmi_string_equals(meta->legacy_license_name, licenses[i].name)) {
            meta->other_license_url = vrmi_string_from(licenses[i].url);
        }
    }
}

/*
 * The license of 1.0 goes into the links, because no name of 0.x means the same: those of Creative
 * Commons allow more. If avatars may be redistributed, the name is "Other", and the link has the
 * terms.
 */
void vrmi_name_vrm0_license(vrm_meta *meta, bool redistributes) {
    meta->legacy_license_name =
        vrmi_string_from(redistributes ? "Other" : "Redistribution_Prohibited");
    if (meta->other_license_url.length == 0) {
        meta->other_license_url = meta->license_url;
    } else {
        meta->legacy_other_permission_url = meta->license_url;
    }
}
