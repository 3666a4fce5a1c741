/*
 * Permissions never become wider: every combination that each dialect can say, migrated, and
 * migrated back.
 */
#include "migrate/migrated.h"
#include "support/avatar.h"
#include "support/edited.h"
#include "test.h"
#include "testkit/permissions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACCEPT = VRM_MIGRATE_ACCEPT_LICENSE_MAPPING };

static const char *const users[] = {"OnlyAuthor", "ExplicitlyLicensedPerson", "Everyone"};
static const char *const usages[] = {"Disallow", "Allow"};
static const char *const licenses[] = {"Redistribution_Prohibited",
                                       "CC0",
                                       "CC_BY",
                                       "CC_BY_NC",
                                       "CC_BY_SA",
                                       "CC_BY_NC_SA",
                                       "CC_BY_ND",
                                       "CC_BY_NC_ND",
                                       "Other",
                                       "Something else",
                                       ""};
enum { LICENSE_COUNT = sizeof licenses / sizeof licenses[0] };

/* --- From 0.x and the draft --- */

static fixture old_file(vrm_dialect dialect, int n) {
    int license = n % LICENSE_COUNT, rest = n / LICENSE_COUNT;
    const char *format =
        dialect == VRM_DIALECT_0
            ? "'meta':{'title':'T','author':'A','allowedUserName':'%s','violentUssageName':'%s',"
              "'sexualUssageName':'%s','commercialUssageName':'%s','licenseName':'%s'}"
            : "'meta':{'title':'T','author':'A','allowedUser':'%s','violentUsage':'%s',"
              "'sexualUsage':'%s','commercialUsage':'%s','license':'%s'}";
    avatar from = {.dialect = dialect};
    from.vrm = format_members(format, users[rest % 3], usages[rest / 3 % 2], usages[rest / 6 % 2],
                              usages[rest / 12 % 2], licenses[license]);
    return avatar_file(&from);
}

enum { OLD_COUNT = LICENSE_COUNT * 24 };

static void check_old(vrm_dialect dialect, vrm_migrate_flags flags) {
    for (int n = 0; n < OLD_COUNT; ++n) {
        fixture file = old_file(dialect, n);
        loaded before = load_avatar_file(fixture_bytes(file.bytes, file.size), NULL);
        migrated after = migrate(file, VRM_DIALECT_1, flags | ACCEPT);
        vrm_permissions most;
        test_note("combination %d", n);
        if (CHECK_INT(after.result, VRM_OK) && CHECK(before.tables != NULL)) {
            const vrm_permissions *may = &after.now.tables->meta.permissions;
            most = read_widely(&before.tables->meta, true);
            CHECK(!is_wider(may, &most));                                     /* MI-010 */
            CHECK(may->commercial_usage != VRM_COMMERCIAL_USAGE_CORPORATION); /* ME-029 */
            CHECK_INT(may->allow_political_or_religious_usage, 0);
            CHECK_INT(may->allow_antisocial_or_hate_usage, 0);
            if (strstr(licenses[n % LICENSE_COUNT], "SA") != NULL) { /* MI-012 */
                CHECK(may->modification != VRM_MODIFICATION_REDISTRIBUTION);
            }
            if (strstr(licenses[n % LICENSE_COUNT], "NC") != NULL) { /* MI-012 */
                CHECK_INT(may->commercial_usage, VRM_COMMERCIAL_USAGE_PERSONAL_NON_PROFIT);
            }
            if ((flags & VRM_MIGRATE_MOST_RESTRICTIVE) != 0) { /* ME-031 */
                CHECK_INT(may->allow_redistribution, 0);
                CHECK_INT(may->modification, VRM_MODIFICATION_PROHIBITED);
                CHECK_INT(may->credit_notation, VRM_CREDIT_NOTATION_REQUIRED);
            }
        }
        migrated_free(&after);
        unload(&before);
    }
    test_note(NULL);
}

TEST(mi_010_permissions_of_vrm0_never_widen) {
    check_old(VRM_DIALECT_0, 0);
    check_old(VRM_DIALECT_0, VRM_MIGRATE_MOST_RESTRICTIVE);
}

TEST(mi_010_permissions_of_the_draft_never_widen) { check_old(VRM_DIALECT_1_DRAFT, 0); }

TEST(mi_013_what_a_license_means_is_taken) {
    migrated file = migrate(old_file(VRM_DIALECT_0, 1), VRM_DIALECT_1, ACCEPT); /* CC0 */
    REQUIRE(file.result == VRM_OK);
    CHECK_INT(file.now.tables->meta.permissions.allow_redistribution, 1);
    CHECK_INT(file.now.tables->meta.permissions.modification, VRM_MODIFICATION_REDISTRIBUTION);
    CHECK_INT(file.now.tables->meta.permissions.credit_notation, VRM_CREDIT_NOTATION_UNNECESSARY);
    CHECK_TEXT(file.now.tables->meta.license_url.data, "https://vrm.dev/licenses/1.0/");
    migrated_free(&file);
}

/* --- Consent --- */

TEST(mi_011_other_words_need_consent) {
    migrated file = migrate(old_file(VRM_DIALECT_0, 1 + LICENSE_COUNT * 23), VRM_DIALECT_1, 0);
    size_t size = 1;
    CHECK_INT(file.result, VRM_ERROR_CONSENT);
    vrm_written_bytes(file.file, &size);
    CHECK_INT(size, 0);
    CHECK_INT(count_changes(&file, VRM_CHANGE_CONVERTED, "meta-license"), 1);
    CHECK_INT(count_changes(&file, VRM_CHANGE_ADDED, "meta-license-url"), 1);
    CHECK_INT(count_changes(&file, VRM_CHANGE_NARROWED, "meta-commercial"), 1);
    CHECK_INT(count_changes(&file, VRM_CHANGE_ADDED, "meta-political"), 1);
    CHECK_INT(count_changes(&file, VRM_CHANGE_ADDED, "meta-antisocial"), 1);
    CHECK_INT(vrm_written_change_count(file.file), 5);
    migrated_free(&file);
}

TEST(mi_011_the_beta_has_the_words_of_the_final) {
    avatar from = {.dialect = VRM_DIALECT_1_BETA};
    migrated file = migrate(avatar_file(&from), VRM_DIALECT_1, 0);
    CHECK_INT(file.result, VRM_OK);
    migrated_free(&file);
}

/* --- From 1.0 --- */

static fixture new_file(int n) {
    static const char *const who[] = {"onlyAuthor", "onlySeparatelyLicensedPerson", "everyone"};
    static const char *const profits[] = {"personalNonProfit", "personalProfit", "corporation"};
    static const char *const credits[] = {"required", "unnecessary"};
    static const char *const changes[] = {"prohibited", "allowModification",
                                          "allowModificationRedistribution"};
    static const char *const booleans[] = {"false", "true"};
    avatar from = {.dialect = VRM_DIALECT_1};
    from.vrm = format_members(
        "'meta':{'name':'N','authors':['A','B'],'licenseUrl':'https://vrm.dev/licenses/1.0/',"
        "'avatarPermission':'%s','commercialUsage':'%s','creditNotation':'%s','modification':'%s',"
        "'allowRedistribution':%s,'allowExcessivelyViolentUsage':%s,"
        "'allowExcessivelySexualUsage':%s,'allowPoliticalOrReligiousUsage':%s,"
        "'allowAntisocialOrHateUsage':%s}",
        who[n % 3], profits[n / 3 % 3], credits[n / 9 % 2], changes[n / 18 % 3],
        booleans[n / 54 % 2], booleans[n / 108 % 2], booleans[n / 216 % 2], booleans[n / 432 % 2],
        booleans[n / 864 % 2]);
    return avatar_file(&from);
}

enum { NEW_COUNT = 1728 };

static bool is_same_meta(const vrm_meta *a, const vrm_meta *b) {
    return !is_wider(&a->permissions, &b->permissions) &&
           !is_wider(&b->permissions, &a->permissions);
}

TEST(mi_010_mi_020_permissions_of_1_never_widen_in_vrm0) {
    for (int n = 0; n < NEW_COUNT; ++n) {
        fixture file = new_file(n);
        loaded before = load_avatar_file(fixture_bytes(file.bytes, file.size), NULL);
        migrated old = migrate(file, VRM_DIALECT_0, ACCEPT), back;
        test_note("combination %d", n);
        if (CHECK_INT(old.result, VRM_OK) && CHECK(before.tables != NULL)) {
            const vrm_meta *meta = &old.now.tables->meta;
            vrm_permissions most = read_widely(meta, true);
            CHECK(!is_wider(&most, &before.tables->meta.permissions));
            CHECK(!is_wider(&meta->permissions, &before.tables->meta.permissions));
            back = migrate_again(&old, VRM_DIALECT_1); /* MI-014 */
            if (CHECK_INT(back.result, VRM_OK)) {
                CHECK(is_same_meta(&back.now.tables->meta, &before.tables->meta));
                CHECK_INT(back.now.tables->meta.author_count, 2);
            }
            migrated_free(&back);
        }
        migrated_free(&old);
        unload(&before);
    }
    test_note(NULL);
}

TEST(mi_020_licenses_of_1_are_links_in_vrm0) {
    migrated closed = migrate(new_file(0), VRM_DIALECT_0, ACCEPT);
    migrated open = migrate(new_file(NEW_COUNT - 1), VRM_DIALECT_0, ACCEPT);
    REQUIRE(closed.result == VRM_OK && open.result == VRM_OK);
    CHECK_TEXT(closed.now.tables->meta.legacy_license_name.data, "Redistribution_Prohibited");
    CHECK_TEXT(open.now.tables->meta.legacy_license_name.data, "Other");
    CHECK_TEXT(open.now.tables->meta.other_license_url.data, "https://vrm.dev/licenses/1.0/");
    CHECK_TEXT(open.now.tables->meta.authors[0].data, "A, B");
    CHECK_TEXT(open.now.tables->meta.legacy_commercial_usage.data, "Allow");
    migrated_free(&closed);
    migrated_free(&open);
}

/* --- There and back --- */

static char *meta_text(const char *json) {
    const char *from = strstr(json, "\"meta\":{");
    size_t length = from != NULL ? strcspn(from, "}") + 1 : 0;
    char *text = calloc(length + 1, 1);
    if (text != NULL && from != NULL) memcpy(text, from, length);
    return text;
}

TEST(mi_014_there_and_back_restores_every_word) {
    for (int n = 0; n < OLD_COUNT; ++n) {
        fixture file = old_file(VRM_DIALECT_0, n);
        char *json = json_of(file.bytes, file.size), *old = meta_text(json), *now_json, *now;
        migrated there = migrate(file, VRM_DIALECT_1, ACCEPT), back;
        test_note("combination %d", n);
        /* No consent is needed: the words are those of the old file. */
        back = migrate(fixture_bytes(there.now.file.bytes, there.now.file.size), VRM_DIALECT_0, 0);
        if (CHECK_INT(back.result, VRM_OK)) {
            CHECK_INT(count_changes(&back, VRM_CHANGE_KEPT, "meta-restored"), 1);
            now_json = json_of_written(back.file);
            now = meta_text(now_json);
            CHECK_TEXT(now, old);
            free(now_json);
            free(now);
        }
        free(json);
        free(old);
        migrated_free(&back);
        migrated_free(&there);
    }
    test_note(NULL);
}

/* Somebody has changed the file of 1.0: what it says now counts, and not what it once said. */
TEST(mi_014_what_was_changed_in_between_is_not_restored) {
    static const edit edits[] = {{"/extensions/VRMC_vrm/meta/allowRedistribution", "false"}};
    fixture changed;
    migrated there = migrate(old_file(VRM_DIALECT_0, 1), VRM_DIALECT_1, ACCEPT), back; /* CC0 */
    REQUIRE(there.result == VRM_OK);
    changed = edited(&there.now.file, edits, 1);
    back = migrate(fixture_bytes(changed.bytes, changed.size), VRM_DIALECT_0, 0);
    CHECK_INT(back.result, VRM_ERROR_CONSENT); /* MI-011 */
    migrated_free(&back);
    back = migrate(changed, VRM_DIALECT_0, ACCEPT);
    REQUIRE(back.result == VRM_OK);
    CHECK_TEXT(back.now.tables->meta.legacy_license_name.data, "Redistribution_Prohibited");
    migrated_free(&back);
    migrated_free(&there);
}

TEST_SUITE(migrate_permissions, ENTRY(mi_010_permissions_of_vrm0_never_widen),
           ENTRY(mi_010_permissions_of_the_draft_never_widen),
           ENTRY(mi_013_what_a_license_means_is_taken), ENTRY(mi_011_other_words_need_consent),
           ENTRY(mi_011_the_beta_has_the_words_of_the_final),
           ENTRY(mi_010_mi_020_permissions_of_1_never_widen_in_vrm0),
           ENTRY(mi_020_licenses_of_1_are_links_in_vrm0),
           ENTRY(mi_014_there_and_back_restores_every_word),
           ENTRY(mi_014_what_was_changed_in_between_is_not_restored));
