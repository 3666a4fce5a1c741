#include "permissions.h"
#include "apps/kit/program/language.h"

#include <string.h>

/* The choices of a permission, those that allow less first. */
typedef struct choice {
    const char *value, *meaning;
} choice;

static const choice who[] = {
    {"onlyAuthor", SAY("only the author may use it as an avatar")},
    {"onlySeparatelyLicensedPerson",
     SAY("only people licensed by the author may use it as an avatar")},
    {"everyone", SAY("everyone may use it as an avatar")},
};
static const choice violent[] = {
    {"false", SAY("excessively violent scenes are not allowed")},
    {"true", SAY("excessively violent scenes are allowed")},
};
static const choice sexual[] = {
    {"false", SAY("excessively sexual scenes are not allowed")},
    {"true", SAY("excessively sexual scenes are allowed")},
};
static const choice commercial[] = {
    {"personalNonProfit", SAY("individuals may use it, but not for profit")},
    {"personalProfit", SAY("individuals may use it, also for profit")},
    {"corporation", SAY("individuals and companies may use it, also for profit")},
};
static const choice political[] = {
    {"false", SAY("political or religious use is not allowed")},
    {"true", SAY("political or religious use is allowed")},
};
static const choice antisocial[] = {
    {"false", SAY("antisocial or hateful use is not allowed")},
    {"true", SAY("antisocial or hateful use is allowed")},
};
static const choice credit[] = {
    {"required", SAY("credit is required")},
    {"unnecessary", SAY("credit is not required")},
};
static const choice redistribution[] = {
    {"false", SAY("redistribution is not allowed")},
    {"true", SAY("redistribution is allowed")},
};
static const choice modification[] = {
    {"prohibited", SAY("modification is not allowed")},
    {"allowModification",
     SAY("modification is allowed, but not redistribution of modified copies")},
    {"allowModificationRedistribution",
     SAY("modification and redistribution of modified copies are allowed")},
};

/* The choices of each permission, in the order of the specification. */
static const struct {
    const char *key;
    const choice *choices;
    size_t count;
} questions[PERMISSION_COUNT] = {
    {"avatarPermission", who, sizeof who / sizeof who[0]},
    {"allowExcessivelyViolentUsage", violent, sizeof violent / sizeof violent[0]},
    {"allowExcessivelySexualUsage", sexual, sizeof sexual / sizeof sexual[0]},
    {"commercialUsage", commercial, sizeof commercial / sizeof commercial[0]},
    {"allowPoliticalOrReligiousUsage", political, sizeof political / sizeof political[0]},
    {"allowAntisocialOrHateUsage", antisocial, sizeof antisocial / sizeof antisocial[0]},
    {"creditNotation", credit, sizeof credit / sizeof credit[0]},
    {"allowRedistribution", redistribution, sizeof redistribution / sizeof redistribution[0]},
    {"modification", modification, sizeof modification / sizeof modification[0]},
};

/* A permission that 0.x and the draft do not have: the licence says it, or nothing does. */
static permission_source source_of(const vrm_tables *tables, bool is_license_question,
                                   bool is_mapped) {
    if (tables->dialect != VRM_DIALECT_0 && tables->dialect != VRM_DIALECT_1_DRAFT) {
        return PERMISSION_STATED;
    }
    if (!is_license_question || tables->meta.legacy_license_name.length == 0) {
        return PERMISSION_NOT_ASKED;
    }
    return is_mapped ? PERMISSION_MAPPED : PERMISSION_BY_LICENCE;
}

void list_permissions(const vrm_tables *tables, bool maps_license,
                      permission out[PERMISSION_COUNT]) {
    vrm_permissions given = tables->meta.permissions, mapped;
    bool is_mapped = maps_license && vrm_meta_map_license(&tables->meta, &mapped) != 0;
    permission_source by_license = source_of(tables, true, is_mapped);
    permission_source not_asked = source_of(tables, false, is_mapped);
    if (is_mapped) given = mapped;
    {
        const struct {
            int width;
            permission_source source;
        } rows[PERMISSION_COUNT] = {
            {given.avatar_permission, PERMISSION_STATED},
            {given.allow_excessively_violent_usage != 0, PERMISSION_STATED},
            {given.allow_excessively_sexual_usage != 0, PERMISSION_STATED},
            {given.commercial_usage, PERMISSION_STATED},
            {given.allow_political_or_religious_usage != 0, not_asked},
            {given.allow_antisocial_or_hate_usage != 0, not_asked},
            {given.credit_notation, by_license},
            {given.allow_redistribution != 0, by_license},
            {given.modification, by_license},
        };
        for (int i = 0; i < PERMISSION_COUNT; ++i) {
            const choice *chosen = &questions[i].choices[rows[i].width];
            out[i] = (permission){questions[i].key, chosen->value, chosen->meaning, rows[i].width,
                                  rows[i].source};
        }
    }
}

const char *permission_meaning(const char *key, const char *value) {
    for (int i = 0; i < PERMISSION_COUNT; ++i) {
        if (strcmp(questions[i].key, key) != 0) continue;
        for (size_t k = 0; k < questions[i].count; ++k) {
            if (strcmp(questions[i].choices[k].value, value) == 0) {
                return questions[i].choices[k].meaning;
            }
        }
    }
    return value;
}

const char *licence_meaning(vrm_string name) {
    static const choice licences[] = {
        {"Redistribution_Prohibited", SAY("redistribution is not allowed")},
        {"CC0",
         SAY("no rights reserved: modification and redistribution are allowed without credit")},
        {"CC_BY", SAY("modification and redistribution are allowed with credit")},
        {"CC_BY_NC",
         SAY("modification and redistribution are allowed with credit, but not for profit")},
        {"CC_BY_SA",
         SAY("modification and redistribution are allowed with credit, under the same license")},
        {"CC_BY_NC_SA", SAY("modification and redistribution are allowed with credit, under the "
                            "same license, but not for profit")},
        {"CC_BY_ND", SAY("redistribution without changes is allowed with credit")},
        {"CC_BY_NC_ND",
         SAY("redistribution without changes is allowed with credit, but not for profit")},
        {"Other", SAY("the author's own license")},
    };
    for (size_t i = 0; i < sizeof licences / sizeof licences[0]; ++i) {
        if (strlen(licences[i].value) == name.length &&
            memcmp(licences[i].value, name.data, name.length) == 0) {
            return licences[i].meaning;
        }
    }
    return NULL;
}
