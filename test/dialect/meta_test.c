/* meta of 1.0 and of the drafts: who made it, and what may be done with it. */
#include "support/avatar.h"
#include "test.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define LICENSE "'licenseUrl':'https://vrm.dev/licenses/1.0/'"
#define META "/extensions/VRMC_vrm/meta"

static loaded load_meta(const char *more) { return load_vrm1(meta_members(more), NULL); }

/* An integer of the meta, by its place in the struct. */
static int32_t get(const loaded *file, size_t offset) {
    int32_t value = -100;
    if (file->tables != NULL)
        memcpy(&value, (const char *)&file->tables->meta + offset, sizeof value);
    return value;
}

static void check_defaults(const vrm_meta *meta) {
    CHECK_INT(meta->permissions.avatar_permission, VRM_AVATAR_PERMISSION_ONLY_AUTHOR);
    CHECK_INT(meta->permissions.commercial_usage, VRM_COMMERCIAL_USAGE_PERSONAL_NON_PROFIT);
    CHECK_INT(meta->permissions.credit_notation, VRM_CREDIT_NOTATION_REQUIRED);
    CHECK_INT(meta->permissions.modification, VRM_MODIFICATION_PROHIBITED);
    CHECK_INT(meta->permissions.allow_excessively_violent_usage, 0);
    CHECK_INT(meta->permissions.allow_excessively_sexual_usage, 0);
    CHECK_INT(meta->permissions.allow_political_or_religious_usage, 0);
    CHECK_INT(meta->permissions.allow_antisocial_or_hate_usage, 0);
    CHECK_INT(meta->permissions.allow_redistribution, 0);
    CHECK_INT(meta->thumbnail_image, VRM_NONE);
}

TEST(me_001_without_meta_nothing_is_allowed) {
    static const char *const members[] = {"'extras':{'meta':0}", "'meta':null", "'meta':[]",
                                          "'meta':'all'"};
    for (size_t i = 0; i < COUNT(members); ++i) {
        loaded file = load_vrm1(members[i], NULL), strict = load_vrm1_strict(members[i], NULL);
        test_note("%s", members[i]);
        CHECK_INT(file.result, VRM_OK);
        CHECK_INT(count_findings(&file), 1);
        CHECK(found(&file, "meta-missing", "/extensions/VRMC_vrm"));
        CHECK_INT(strict.result, VRM_ERROR_VRM);
        if (file.tables != NULL) {
            check_defaults(&file.tables->meta);
            CHECK_TEXT(vrm_model_name(file.model), "");
            CHECK_INT(file.tables->meta.author_count, 0);
            CHECK_INT(file.tables->humanoid.is_complete, 1); /* ER-009: the rest loads */
        }
        unload(&strict);
        unload(&file);
    }
    test_note(NULL);
}

TEST(me_002_a_name) {
    loaded file = load_vrm1("'meta':{'name':'','authors':['a']," LICENSE "}", NULL);
    CHECK(found(&file, "meta-name", META "/name"));
    CHECK_INT(count_findings(&file), 1);
    unload(&file);
    file = load_vrm1("'meta':{'authors':['a']," LICENSE "}", NULL);
    CHECK(found(&file, "meta-name", META));
    unload(&file);
    file = load_vrm1("'meta':{'name':3,'authors':['a']," LICENSE "}", NULL);
    CHECK(found(&file, "field-type", META "/name"));
    CHECK(found(&file, "meta-name", META "/name"));
    unload(&file);
}

TEST(me_003_me_006_me_007_me_009_me_024_texts) {
    loaded file = load_meta("'version':'1.2b','copyrightInformation':'\xC2\xA9 2024',"
                            "'contactInformation':'me@example','thirdPartyLicenses':'a\\nb',"
                            "'otherLicenseUrl':'https://example/licence'");
    loaded none = load_meta(NULL);
    CHECK_INT(count_findings(&file), 0);
    REQUIRE(file.tables != NULL && none.tables != NULL);
    CHECK_TEXT(file.tables->meta.version.data, "1.2b");                              /* ME-003 */
    CHECK_TEXT(file.tables->meta.copyright_information.data, "\xC2\xA9 2024");       /* ME-006 */
    CHECK_TEXT(file.tables->meta.contact_information.data, "me@example");            /* ME-007 */
    CHECK_TEXT(file.tables->meta.third_party_licenses.data, "a\nb");                 /* ME-009 */
    CHECK_TEXT(file.tables->meta.other_license_url.data, "https://example/licence"); /* ME-024 */
    CHECK_TEXT(none.tables->meta.version.data, "");
    CHECK_TEXT(none.tables->meta.copyright_information.data, "");
    CHECK_TEXT(none.tables->meta.contact_information.data, "");
    CHECK_TEXT(none.tables->meta.third_party_licenses.data, "");
    CHECK_TEXT(none.tables->meta.other_license_url.data, "");
    CHECK_TEXT(none.tables->meta.legacy_license_name.data, "");
    unload(&none);
    unload(&file);
}

TEST(me_004_me_005_authors) {
    static const struct {
        const char *authors;
        uint32_t count;
        const char *code, *pointer;
    } cases[] = {
        {"'authors':['first','second'],", 2, NULL, NULL},
        {"'authors':['a',''],", 2, "meta-author-empty", META "/authors"},
        {"'authors':[],", 0, "meta-authors", META "/authors"},
        {"'authors':[''],", 1, "meta-authors", META "/authors"},
        {"", 0, "meta-authors", META},
        {"'authors':'me',", 0, "meta-authors", META "/authors"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file =
            load_vrm1(format_members("'meta':{'name':'n',%s" LICENSE "}", cases[i].authors), NULL);
        test_note("%s", cases[i].authors);
        if (CHECK(file.tables != NULL)) {
            CHECK_INT(file.tables->meta.author_count, cases[i].count);
            if (i == 0) {
                CHECK_TEXT(file.tables->meta.authors[0].data, "first");
                CHECK_TEXT(file.tables->meta.authors[1].data, "second");
            }
        }
        CHECK_INT(count_code(&file, "meta-authors") + count_code(&file, "meta-author-empty"),
                  cases[i].code != NULL);
        if (cases[i].code != NULL) CHECK(found(&file, cases[i].code, cases[i].pointer));
        unload(&file);
    }
    test_note(NULL);
}

TEST(me_008_references) {
    loaded file = load_meta("'references':['https://a','b']");
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->meta.reference_count, 2);
    CHECK_TEXT(file.tables->meta.references[1].data, "b");
    CHECK_INT(count_findings(&file), 0);
    unload(&file);
    file = load_meta("'references':[]");
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->meta.reference_count, 0);
    CHECK(found(&file, "array-empty", META "/references"));
    unload(&file);
    file = load_meta(NULL);
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->meta.reference_count, 0);
    unload(&file);
}

TEST(me_010_the_thumbnail_is_an_image) {
    static const struct {
        const char *member;
        int32_t image;
        const char *code;
    } cases[] = {
        {"'thumbnailImage':2", 2, NULL},
        {"'thumbnailImage':0", 0, NULL},
        {"'thumbnailImage':3", VRM_NONE, "index-out-of-range"}, /* texture 3 exists, image 3 not */
        {"'thumbnailImage':-1", VRM_NONE, "index-negative"},
        {"'thumbnailImage':1.5", VRM_NONE, "field-not-integer"},
        {"'thumbnailImage':'a'", VRM_NONE, "field-type"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_meta(cases[i].member);
        test_note("%s", cases[i].member);
        CHECK_INT(get(&file, offsetof(vrm_meta, thumbnail_image)), cases[i].image);
        CHECK_INT(count_findings(&file), cases[i].code != NULL);
        if (cases[i].code != NULL) CHECK(found(&file, cases[i].code, META "/thumbnailImage"));
        unload(&file);
    }
    test_note(NULL);
}

TEST(me_014_the_licence) {
    static const struct {
        const char *url;
        bool is_right;
    } cases[] = {{"https://vrm.dev/licenses/1.0/", true},
                 {"https://vrm.dev/licenses/1.0", true},
                 {"http://vrm.dev/licenses/1.0/", false},
                 {"https://vrm.dev/licenses/1.0//", false},
                 {"", false}};
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_vrm1(
            format_members("'meta':{'name':'n','authors':['a'],'licenseUrl':'%s'}", cases[i].url),
            NULL);
        test_note("%s", cases[i].url);
        CHECK_INT(count_code(&file, "meta-license-url"), !cases[i].is_right);
        CHECK(cases[i].is_right || found(&file, "meta-license-url", META "/licenseUrl"));
        /* Never silently changed. */
        if (CHECK(file.tables != NULL))
            CHECK_TEXT(file.tables->meta.license_url.data, cases[i].url);
        unload(&file);
    }
    test_note(NULL);
    {
        loaded file = load_vrm1("'meta':{'name':'n','authors':['a']}", NULL);
        CHECK(found(&file, "meta-license-url", META));
        CHECK(strstr(message_of(&file, "meta-license-url"), "licenseUrl is missing;") != NULL);
        unload(&file);
    }
}

/* --- Permissions --- */

typedef struct choice_case {
    const char *key;
    size_t offset;
    const char *value;
    int32_t expected;
} choice_case;

#define CHOICE(member, key, value, expected)                                                       \
    { key, offsetof(vrm_meta, permissions.member), value, expected }

/* ME-015, ME-018, ME-021, ME-023 */
static const choice_case choices[] = {
    CHOICE(avatar_permission, "avatarPermission", "onlyAuthor", VRM_AVATAR_PERMISSION_ONLY_AUTHOR),
    CHOICE(avatar_permission, "avatarPermission", "onlySeparatelyLicensedPerson",
           VRM_AVATAR_PERMISSION_ONLY_LICENSED_PERSON),
    CHOICE(avatar_permission, "avatarPermission", "everyone", VRM_AVATAR_PERMISSION_EVERYONE),
    CHOICE(commercial_usage, "commercialUsage", "personalNonProfit",
           VRM_COMMERCIAL_USAGE_PERSONAL_NON_PROFIT),
    CHOICE(commercial_usage, "commercialUsage", "personalProfit",
           VRM_COMMERCIAL_USAGE_PERSONAL_PROFIT),
    CHOICE(commercial_usage, "commercialUsage", "corporation", VRM_COMMERCIAL_USAGE_CORPORATION),
    CHOICE(credit_notation, "creditNotation", "required", VRM_CREDIT_NOTATION_REQUIRED),
    CHOICE(credit_notation, "creditNotation", "unnecessary", VRM_CREDIT_NOTATION_UNNECESSARY),
    CHOICE(modification, "modification", "prohibited", VRM_MODIFICATION_PROHIBITED),
    CHOICE(modification, "modification", "allowModification", VRM_MODIFICATION_ALLOWED),
    CHOICE(modification, "modification", "allowModificationRedistribution",
           VRM_MODIFICATION_REDISTRIBUTION),
};

/* ME-016, ME-017, ME-019, ME-020, ME-022 */
static const choice_case flags[] = {
    CHOICE(allow_excessively_violent_usage, "allowExcessivelyViolentUsage", "true", 1),
    CHOICE(allow_excessively_sexual_usage, "allowExcessivelySexualUsage", "true", 1),
    CHOICE(allow_political_or_religious_usage, "allowPoliticalOrReligiousUsage", "true", 1),
    CHOICE(allow_antisocial_or_hate_usage, "allowAntisocialOrHateUsage", "true", 1),
    CHOICE(allow_redistribution, "allowRedistribution", "true", 1),
};

TEST(me_015_me_018_me_021_me_023_each_value) {
    for (size_t i = 0; i < COUNT(choices); ++i) {
        loaded file = load_meta(format_members("'%s':'%s'", choices[i].key, choices[i].value));
        test_note("%s %s", choices[i].key, choices[i].value);
        CHECK_INT(get(&file, choices[i].offset), choices[i].expected);
        CHECK_INT(count_findings(&file), 0);
        unload(&file);
    }
    test_note(NULL);
}

TEST(me_016_me_017_me_019_me_020_me_022_flags) {
    static const struct {
        const char *value;
        int32_t expected;
        bool is_right;
    } values[] = {{"true", 1, true}, {"false", 0, true}, {"'yes'", 0, false},
                  {"1", 0, false},   {"null", 0, false}, {"[true]", 0, false}};
    for (size_t i = 0; i < COUNT(flags); ++i) {
        for (size_t k = 0; k < COUNT(values); ++k) {
            loaded file = load_meta(format_members("'%s':%s", flags[i].key, values[k].value));
            test_note("%s %s", flags[i].key, values[k].value);
            CHECK_INT(get(&file, flags[i].offset), values[k].expected);
            CHECK_INT(count_findings(&file), !values[k].is_right);
            CHECK_INT(found(&file, "field-type", format_members(META "/%s", flags[i].key)),
                      !values[k].is_right);
            unload(&file);
        }
    }
    test_note(NULL);
    {
        loaded file = load_meta(NULL);
        REQUIRE(file.tables != NULL);
        check_defaults(&file.tables->meta);
        unload(&file);
    }
}

TEST(me_025_what_is_not_understood_grants_nothing) {
    static const char *const garbage[] = {"'foo'", "''",   "'Everyone'",   "'Allow'", "true",
                                          "7",     "null", "['everyone']", "{}"};
    for (size_t i = 0; i < COUNT(choices); ++i) {
        if (choices[i].expected != 0) continue; /* each key once, by its first value */
        for (size_t k = 0; k < COUNT(garbage); ++k) {
            loaded file = load_meta(format_members("'%s':%s", choices[i].key, garbage[k]));
            bool is_text = garbage[k][0] == '\'';
            test_note("%s %s", choices[i].key, garbage[k]);
            CHECK_INT(get(&file, choices[i].offset), 0);
            CHECK_INT(count_findings(&file), 1);
            CHECK(found(&file, is_text ? "field-enum" : "field-type",
                        format_members(META "/%s", choices[i].key)));
            unload(&file);
        }
    }
    test_note(NULL);
}

/* §4.11 */
TEST(di_006_me_025_older_values_of_permissions) {
    static const struct {
        const char *member;
        size_t offset;
        int32_t expected;
        const char *code;
    } cases[] = {
        {"'avatarPermission':'explicitlyLicensedPerson'",
         offsetof(vrm_meta, permissions.avatar_permission),
         VRM_AVATAR_PERMISSION_ONLY_LICENSED_PERSON, "alias-used"},
        {"'creditNotation':'abandoned'", offsetof(vrm_meta, permissions.credit_notation),
         VRM_CREDIT_NOTATION_REQUIRED, "field-enum"},
        {"'modification':'inherited'", offsetof(vrm_meta, permissions.modification),
         VRM_MODIFICATION_PROHIBITED, "field-enum"},
        {"'modification':'notInherited'", offsetof(vrm_meta, permissions.modification),
         VRM_MODIFICATION_PROHIBITED, "field-enum"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_meta(cases[i].member);
        loaded draft = load_draft(
            format_members("'meta':{'title':'t','author':'a',%s}", cases[i].member), NULL);
        test_note("%s", cases[i].member);
        CHECK_INT(get(&file, cases[i].offset), cases[i].expected);
        CHECK_INT(get(&draft, cases[i].offset), cases[i].expected);
        CHECK_INT(vrm_report_count(file.report), 1);
        CHECK_INT(count_code(&file, cases[i].code), 1);
        CHECK_INT(count_code(&draft, cases[i].code), 1);
        unload(&draft);
        unload(&file);
    }
    test_note(NULL);
}

/* §4.11 */
TEST(di_006_di_007_older_names_of_permissions) {
    static const choice_case old[] = {
        CHOICE(allow_excessively_violent_usage, "excessivelyViolentUsage",
               "allowExcessivelyViolentUsage", 1),
        CHOICE(allow_excessively_sexual_usage, "excessivelySexualUsage",
               "allowExcessivelySexualUsage", 1),
        CHOICE(allow_political_or_religious_usage, "politicalOrReligiousUsage",
               "allowPoliticalOrReligiousUsage", 1),
    };
    for (size_t i = 0; i < COUNT(old); ++i) {
        const char *alone = format_members("'%s':true", old[i].key);
        loaded file = load_meta(alone);
        loaded draft =
            load_draft(format_members("'meta':{'title':'t','author':'a',%s}", alone), NULL);
        loaded both = load_meta(format_members("'%s':true,'%s':false", old[i].key, old[i].value));
        loaded bad = load_meta(format_members("'%s':true,'%s':'yes'", old[i].key, old[i].value));
        test_note("%s", old[i].key);
        CHECK_INT(get(&file, old[i].offset), 1);
        CHECK_INT(get(&draft, old[i].offset), 1);
        CHECK_INT(get(&both, old[i].offset), 0); /* the final name wins */
        CHECK_INT(get(&bad, old[i].offset), 0);  /* ME-025: also where it is not understood */
        unload(&bad);
        CHECK_INT(count_code(&file, "alias-used"), 1);
        CHECK_INT(count_code(&draft, "alias-used"), 1);
        CHECK_INT(count_findings(&file), 0);
        CHECK_TEXT(find_diagnostic(&file, "alias-used")->message,
                   format_members("%s is an older name for %s", old[i].key, old[i].value));
        CHECK_TEXT(find_diagnostic(&file, "alias-used")->pointer, META);
        unload(&both);
        unload(&draft);
        unload(&file);
    }
    test_note(NULL);
}

TEST(me_033_names_are_kept_as_they_are_and_made_harmless_on_demand) {
    loaded file =
        load_vrm1("'meta':{'name':'../a\\u0000b\\n<i>','authors':['x']," LICENSE "}", NULL);
    char safe[64];
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->meta.name.length, 10);
    CHECK(memcmp(file.tables->meta.name.data, "../a\0b\n<i>", 11) == 0); /* ER-004 */
    vrm_string_file_name(file.tables->meta.name, safe, sizeof safe);
    CHECK_TEXT(safe, "..+ab+i+");
    unload(&file);
}

/* --- The draft (§4.5) --- */

static loaded load_draft_meta(const char *members) {
    return load_draft(format_members("'meta':{%s}", members), NULL);
}

TEST(me_026_names_of_the_draft) {
    loaded file = load_draft_meta("'title':'Name','version':'2','author':'Author',"
                                  "'contactInformation':'c','reference':'https://r',"
                                  "'thumbnailImage':1,'otherLicenseUrl':'o'");
    const vrm_meta *meta;
    CHECK_INT(vrm_report_count(file.report), 0);
    REQUIRE(file.tables != NULL);
    meta = &file.tables->meta;
    CHECK_TEXT(meta->name.data, "Name");
    CHECK_TEXT(meta->version.data, "2");
    CHECK_INT(meta->author_count, 1);
    CHECK_TEXT(meta->authors[0].data, "Author");
    CHECK_TEXT(meta->contact_information.data, "c");
    CHECK_INT(meta->reference_count, 1);
    CHECK_TEXT(meta->references[0].data, "https://r");
    CHECK_INT(meta->thumbnail_image, 1);
    CHECK_TEXT(meta->other_license_url.data, "o");
    CHECK_TEXT(meta->license_url.data, "");
    unload(&file);
}

TEST(me_026_names_that_the_draft_lacks) {
    loaded file = load_draft_meta("'title':'','author':'','reference':''");
    REQUIRE(file.tables != NULL);
    CHECK_TEXT(vrm_model_name(file.model), "(untitled)");
    CHECK_INT(file.tables->meta.author_count, 1);
    CHECK_TEXT(file.tables->meta.authors[0].data, "(unknown)");
    CHECK_INT(file.tables->meta.reference_count, 0);
    CHECK(found(&file, "meta-name", META "/title"));
    CHECK(found(&file, "meta-authors", META "/author"));
    unload(&file);
}

/* DI-006: final names in a draft win over its own. */
TEST(di_006_final_names_of_meta_in_a_draft) {
    loaded file = load_draft_meta("'title':'Old','author':'Old','reference':'Old','name':'New',"
                                  "'authors':['New','Too'],'references':['New'],"
                                  "'allowedUser':'OnlyAuthor','avatarPermission':'everyone',"
                                  "'violentUsage':'Allow','allowExcessivelyViolentUsage':false,"
                                  "'sexualUsage':'Disallow','allowExcessivelySexualUsage':true,"
                                  "'modification':'allowModification'");
    const vrm_meta *meta;
    CHECK_INT(count_findings(&file), 0);
    REQUIRE(file.tables != NULL);
    meta = &file.tables->meta;
    CHECK_TEXT(meta->name.data, "New");
    CHECK_INT(meta->author_count, 2);
    CHECK_TEXT(meta->authors[1].data, "Too");
    CHECK_TEXT(meta->references[0].data, "New");
    CHECK_INT(meta->permissions.avatar_permission, VRM_AVATAR_PERMISSION_EVERYONE);
    CHECK_INT(meta->permissions.allow_excessively_violent_usage, 0);
    CHECK_INT(meta->permissions.allow_excessively_sexual_usage, 1);
    CHECK_INT(meta->permissions.modification, VRM_MODIFICATION_ALLOWED);
    unload(&file);
}

/* ME-025: what is there and not understood is not made up for by an older name that grants more. */
TEST(me_025_final_names_in_a_draft_that_are_not_understood) {
    loaded file = load_draft_meta("'title':'t','author':'a','allowedUser':'Everyone',"
                                  "'avatarPermission':'all','violentUsage':'Allow',"
                                  "'allowExcessivelyViolentUsage':1,'sexualUsage':'Allow',"
                                  "'allowExcessivelySexualUsage':null");
    CHECK_INT(count_findings(&file), 3);
    REQUIRE(file.tables != NULL);
    check_defaults(&file.tables->meta);
    unload(&file);
}

TEST(me_027_me_028_me_029_permissions_of_the_draft) {
    static const choice_case cases[] = {
        CHOICE(avatar_permission, "allowedUser", "OnlyAuthor", VRM_AVATAR_PERMISSION_ONLY_AUTHOR),
        CHOICE(avatar_permission, "allowedUser", "ExplicitlyLicensedPerson",
               VRM_AVATAR_PERMISSION_ONLY_LICENSED_PERSON),
        CHOICE(avatar_permission, "allowedUser", "Everyone", VRM_AVATAR_PERMISSION_EVERYONE),
        CHOICE(allow_excessively_violent_usage, "violentUsage", "Allow", 1), /* ME-028 */
        CHOICE(allow_excessively_violent_usage, "violentUsage", "Disallow", 0),
        CHOICE(allow_excessively_sexual_usage, "sexualUsage", "Allow", 1),
        CHOICE(allow_excessively_sexual_usage, "sexualUsage", "Disallow", 0),
        CHOICE(commercial_usage, "commercialUsage", "Disallow",
               VRM_COMMERCIAL_USAGE_PERSONAL_NON_PROFIT), /* ME-029 */
        CHOICE(commercial_usage, "commercialUsage", "Allow", VRM_COMMERCIAL_USAGE_PERSONAL_PROFIT),
        CHOICE(commercial_usage, "commercialUsage", "personalProfit",
               VRM_COMMERCIAL_USAGE_PERSONAL_PROFIT),
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file = load_draft_meta(
            format_members("'title':'t','author':'a','%s':'%s'", cases[i].key, cases[i].value));
        test_note("%s %s", cases[i].key, cases[i].value);
        CHECK_INT(vrm_report_count(file.report), 0);
        CHECK_INT(get(&file, cases[i].offset), cases[i].expected);
        if (CHECK(file.tables != NULL)) { /* kept as text too */
            const vrm_meta *meta = &file.tables->meta;
            const vrm_string texts[] = {meta->legacy_allowed_user, meta->legacy_violent_usage,
                                        meta->legacy_sexual_usage, meta->legacy_commercial_usage};
            static const char *const keys[] = {"allowedUser", "violentUsage", "sexualUsage",
                                               "commercialUsage"};
            for (size_t k = 0; k < COUNT(keys); ++k) {
                CHECK_TEXT(texts[k].data, strcmp(keys[k], cases[i].key) == 0 ? cases[i].value : "");
            }
        }
        unload(&file);
    }
    test_note(NULL);
}

TEST(me_025_permissions_of_the_draft_that_are_not_understood) {
    static const char *const keys[] = {"allowedUser", "violentUsage", "sexualUsage",
                                       "commercialUsage"};
    static const char *const garbage[] = {"'foo'", "'allow'", "''", "true", "3", "[]"};
    for (size_t i = 0; i < COUNT(keys); ++i) {
        for (size_t k = 0; k < COUNT(garbage); ++k) {
            loaded file = load_draft_meta(
                format_members("'title':'t','author':'a','%s':%s", keys[i], garbage[k]));
            test_note("%s %s", keys[i], garbage[k]);
            CHECK_INT(count_findings(&file), 1);
            CHECK(found(&file, garbage[k][0] == '\'' ? "field-enum" : "field-type",
                        format_members(META "/%s", keys[i])));
            if (CHECK(file.tables != NULL)) check_defaults(&file.tables->meta);
            unload(&file);
        }
    }
    test_note(NULL);
}

TEST(me_030_me_031_licences_of_the_draft_are_kept_and_grant_nothing) {
    static const char *const names[] = {"Redistribution Prohibited",
                                        "Redistribution_Prohibited",
                                        "CC0",
                                        "CC_BY",
                                        "CC_BY_NC",
                                        "CC_BY_SA",
                                        "CC_BY_NC_SA",
                                        "CC_BY_ND",
                                        "CC_BY_NC_ND",
                                        "Other"};
    for (size_t i = 0; i < COUNT(names); ++i) {
        loaded file =
            load_draft_meta(format_members("'title':'t','author':'a','license':'%s'", names[i]));
        test_note("%s", names[i]);
        CHECK_INT(vrm_report_count(file.report), 0);
        if (CHECK(file.tables != NULL)) {
            CHECK_TEXT(file.tables->meta.legacy_license_name.data, names[i]);
            check_defaults(&file.tables->meta);
        }
        unload(&file);
    }
    test_note(NULL);
    {
        loaded file = load_draft_meta("'title':'t','author':'a','license':'MIT'");
        CHECK(found(&file, "meta-license-name", META "/license")); /* ME-025 */
        CHECK_INT(count_findings(&file), 1);
        REQUIRE(file.tables != NULL);
        CHECK_TEXT(file.tables->meta.legacy_license_name.data, "MIT");
        check_defaults(&file.tables->meta);
        unload(&file);
    }
}

/* The mapping of §4.5, which an application may ask for. */
TEST(me_031_licences_are_mapped_on_demand) {
    static const struct {
        const char *name;
        int32_t redistribution, modification, credit, commercial; /* of Allow */
    } cases[] = {
        {"Redistribution_Prohibited", 0, 0, 0, 1},
        {"Redistribution Prohibited", 0, 0, 0, 1},
        {"CC0", 1, 2, 1, 1},
        {"CC_BY", 1, 2, 0, 1},
        {"CC_BY_SA", 1, 2, 0, 1},
        {"CC_BY_NC", 1, 2, 0, 0},
        {"CC_BY_NC_SA", 1, 2, 0, 0},
        {"CC_BY_ND", 1, 0, 0, 1},
        {"CC_BY_NC_ND", 1, 0, 0, 0},
        {"Other", 0, 0, 0, 1},
    };
    vrm_permissions mapped;
    loaded file;
    for (size_t i = 0; i < COUNT(cases); ++i) {
        file = load_draft_meta(format_members("'title':'t','author':'a','allowedUser':'Everyone',"
                                              "'violentUsage':'Allow','commercialUsage':'Allow',"
                                              "'license':'%s'",
                                              cases[i].name));
        test_note("%s", cases[i].name);
        REQUIRE(file.tables != NULL);
        CHECK_INT(vrm_meta_map_license(&file.tables->meta, &mapped), 1);
        CHECK_INT(mapped.allow_redistribution, cases[i].redistribution);
        CHECK_INT(mapped.modification, cases[i].modification);
        CHECK_INT(mapped.credit_notation, cases[i].credit);
        CHECK_INT(mapped.commercial_usage, cases[i].commercial);
        CHECK_INT(mapped.avatar_permission, VRM_AVATAR_PERMISSION_EVERYONE);
        CHECK_INT(mapped.allow_excessively_violent_usage, 1);
        CHECK_INT(mapped.allow_excessively_sexual_usage, 0);
        unload(&file);
    }
    test_note(NULL);
    /* A license that is not known, a prefix of one, none, and nobody's meta grant nothing. */
    file = load_draft_meta("'title':'t','author':'a','license':'CC_B'");
    REQUIRE(file.tables != NULL);
    CHECK_INT(vrm_meta_map_license(&file.tables->meta, &mapped), 0);
    CHECK_INT(mapped.allow_redistribution, 0);
    CHECK_INT(mapped.modification, VRM_MODIFICATION_PROHIBITED);
    CHECK_INT(vrm_meta_map_license(NULL, &mapped), 0);
    CHECK_INT(vrm_meta_map_license(&file.tables->meta, NULL), 0);
    unload(&file);
    file = load_draft_meta("'title':'t','author':'a'");
    REQUIRE(file.tables != NULL);
    CHECK_INT(vrm_meta_map_license(&file.tables->meta, &mapped), 0);
    unload(&file);
    /* What the file does not permit stays so: the license grants no commercial use. */
    file = load_draft_meta("'title':'t','author':'a','commercialUsage':'Disallow','license':'CC0'");
    REQUIRE(file.tables != NULL);
    CHECK_INT(vrm_meta_map_license(&file.tables->meta, &mapped), 1);
    CHECK_INT(mapped.commercial_usage, VRM_COMMERCIAL_USAGE_PERSONAL_NON_PROFIT);
    unload(&file);
}

TEST(me_032_the_address_of_other_permissions) {
    static const struct {
        const char *license, *permission, *expected;
    } cases[] = {{"", "", ""}, {"L", "", "L"}, {"", "P", "P"}, {"L", "P", "L"}};
    for (size_t i = 0; i < COUNT(cases); ++i) {
        loaded file =
            load_draft_meta(format_members("'title':'t','author':'a','otherLicenseUrl':'%s',"
                                           "'otherPermissionUrl':'%s'",
                                           cases[i].license, cases[i].permission));
        if (CHECK(file.tables != NULL)) {
            CHECK_TEXT(file.tables->meta.other_license_url.data, cases[i].expected);
            CHECK_TEXT(file.tables->meta.legacy_other_permission_url.data, cases[i].permission);
        }
        unload(&file);
    }
}

TEST(me_001_a_draft_without_meta) {
    loaded file = load_draft("'meta':7,'blendShape':{}", NULL);
    CHECK(found(&file, "meta-missing", "/extensions/VRMC_vrm"));
    CHECK_INT(count_findings(&file), 1);
    REQUIRE(file.tables != NULL);
    CHECK_INT(file.tables->dialect, VRM_DIALECT_1_DRAFT);
    check_defaults(&file.tables->meta);
    unload(&file);
}

TEST_SUITE(meta, ENTRY(me_001_without_meta_nothing_is_allowed), ENTRY(me_002_a_name),
           ENTRY(me_003_me_006_me_007_me_009_me_024_texts), ENTRY(me_004_me_005_authors),
           ENTRY(me_008_references), ENTRY(me_010_the_thumbnail_is_an_image),
           ENTRY(me_014_the_licence), ENTRY(me_015_me_018_me_021_me_023_each_value),
           ENTRY(me_016_me_017_me_019_me_020_me_022_flags),
           ENTRY(me_025_what_is_not_understood_grants_nothing),
           ENTRY(di_006_me_025_older_values_of_permissions),
           ENTRY(di_006_di_007_older_names_of_permissions),
           ENTRY(me_033_names_are_kept_as_they_are_and_made_harmless_on_demand),
           ENTRY(me_026_names_of_the_draft), ENTRY(me_026_names_that_the_draft_lacks),
           ENTRY(di_006_final_names_of_meta_in_a_draft),
           ENTRY(me_025_final_names_in_a_draft_that_are_not_understood),
           ENTRY(me_027_me_028_me_029_permissions_of_the_draft),
           ENTRY(me_025_permissions_of_the_draft_that_are_not_understood),
           ENTRY(me_030_me_031_licences_of_the_draft_are_kept_and_grant_nothing),
           ENTRY(me_031_licences_are_mapped_on_demand),
           ENTRY(me_032_the_address_of_other_permissions), ENTRY(me_001_a_draft_without_meta));
