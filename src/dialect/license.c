/* The licenses of 0.x and the draft, and what each of them says in the words of 1.0 (§4.5). */
#include "base/text.h"
#include "dialect/meta.h"

/* What a license says about the permissions that 1.0 has and the older dialects do not. */
typedef struct license {
    const char *name;
    int32_t allow_redistribution;
    vrm_modification modification;
    vrm_credit_notation credit_notation;
    bool is_non_commercial; /* no profit is allowed, whatever commercialUsage says */
} license;

static const license licenses[] = {
    {"Redistribution_Prohibited", 0, VRM_MODIFICATION_PROHIBITED, VRM_CREDIT_NOTATION_REQUIRED,
     false},
    {"CC0", 1, VRM_MODIFICATION_REDISTRIBUTION, VRM_CREDIT_NOTATION_UNNECESSARY, false},
    {"CC_BY", 1, VRM_MODIFICATION_REDISTRIBUTION, VRM_CREDIT_NOTATION_REQUIRED, false},
    {"CC_BY_NC", 1, VRM_MODIFICATION_REDISTRIBUTION, VRM_CREDIT_NOTATION_REQUIRED, true},
    {"CC_BY_SA", 1, VRM_MODIFICATION_REDISTRIBUTION, VRM_CREDIT_NOTATION_REQUIRED, false},
    {"CC_BY_NC_SA", 1, VRM_MODIFICATION_REDISTRIBUTION, VRM_CREDIT_NOTATION_REQUIRED, true},
    {"CC_BY_ND", 1, VRM_MODIFICATION_PROHIBITED, VRM_CREDIT_NOTATION_REQUIRED, false},
    {"CC_BY_NC_ND", 1, VRM_MODIFICATION_PROHIBITED, VRM_CREDIT_NOTATION_REQUIRED, true},
    {"Other", 0, VRM_MODIFICATION_PROHIBITED, VRM_CREDIT_NOTATION_REQUIRED, false},
};

/* The prose of the draft writes a space where its schema and 0.x write _ (ME-030, AMB-092). */
static bool is_called(const license *one, vrm_string name) {
    for (uint32_t i = 0; i < name.length; ++i) {
        bool is_space = name.data[i] == ' ';
        if (one->name[i] == '\0' || one->name[i] != (is_space ? '_' : name.data[i])) return false;
    }
    return one->name[name.length] == '\0';
}

static const license *find_license(vrm_string name) {
    for (size_t i = 0; i < sizeof licenses / sizeof licenses[0]; ++i) {
        if (is_called(&licenses[i], name)) return &licenses[i];
    }
    return NULL;
}

bool vrmi_is_license_name(vrm_string name) { return find_license(name) != NULL; }

int32_t vrm_meta_map_license(const vrm_meta *meta, vrm_permissions *out_permissions) {
    const license *found;
    if (meta == NULL || out_permissions == NULL) return 0;
    *out_permissions = meta->permissions;
    found = find_license(meta->legacy_license_name);
    if (found == NULL) return 0;
    out_permissions->allow_redistribution = found->allow_redistribution;
    out_permissions->modification = found->modification;
    out_permissions->credit_notation = found->credit_notation;
    /* The license never grants more than the file's own field does (ME-031). */
    if (found->is_non_commercial) {
        out_permissions->commercial_usage = VRM_COMMERCIAL_USAGE_PERSONAL_NON_PROFIT;
    }
    return 1;
}
