/* vrm info: the avatar, as a person would want to know it. */
#include "apps/kit/avatar/permissions.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"
#include "info.h"

#include <string.h>

static void print_names(const vrm_string *names, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        fputs(i == 0 ? "" : ", ", stdout);
        print_name(stdout, names[i], 60, 0);
    }
}

static void print_who(const vrm_tables *tables) {
    const vrm_meta *meta = &tables->meta;
    print_label(SAY("avatar"));
    if (meta->name.length != 0) {
        print_name(stdout, meta->name, 60, 0);
    } else {
        fputs(say("(no name)"), stdout);
    }
    if (meta->version.length != 0) {
        fputs(" ", stdout);
        print_name(stdout, meta->version, 20, 0);
    }
    printf(", VRM %s", vrm_dialect_name((vrm_dialect)tables->dialect));
    if (meta->author_count != 0) {
        fputs(say(", by "), stdout);
        print_names(meta->authors, meta->author_count);
    }
    fputs("\n", stdout);
}

static void print_licence_name(const vrm_meta *meta) {
    const char *meaning = licence_meaning(meta->legacy_license_name);
    print_name(stdout, meta->legacy_license_name, 40, 0);
    printf(" (%s)", say(meaning != NULL ? meaning : SAY("not a license defined by VRM")));
    if (meta->other_license_url.length == 0) return;
    fputs(", ", stdout);
    print_name(stdout, meta->other_license_url, 80, 0);
}

static void print_licence(const vrm_meta *meta) {
    print_label(SAY("license"));
    if (meta->license_url.length != 0) {
        print_name(stdout, meta->license_url, 80, 0);
    } else if (meta->legacy_license_name.length != 0) {
        print_licence_name(meta);
    } else {
        fputs(say("(not stated)"), stdout);
    }
    fputs("\n", stdout);
}

/* One line for each of the specification's permissions, in its words and in plain ones. What a file
 * of 1.0 does not grant is prohibited (ME-025). What 0.x has no field for is said to be so: a
 * prohibition that the author did not make is not shown as one (ME-031). */
static void print_permissions(const vrm_tables *tables, bool maps_license) {
    permission rows[PERMISSION_COUNT];
    char licence[64];
    vrm_string_printable(tables->meta.legacy_license_name, licence, sizeof licence);
    list_permissions(tables, maps_license, rows);
    for (int i = 0; i < PERMISSION_COUNT; ++i) {
        const permission *row = &rows[i];
        print_label(i == 0 ? SAY("permissions") : "");
        printf("%s: ", row->key);
        if (row->source == PERMISSION_NOT_ASKED) {
            fputs(say("not stated: this VRM version has no such field"), stdout);
        } else if (row->source == PERMISSION_BY_LICENCE) {
            say_to(stdout, "as in the license {1}", licence);
        } else {
            printf("%s (%s", row->value, say(row->meaning));
            if (row->source == PERMISSION_MAPPED) {
                fputs(say("; "), stdout);
                say_to(stdout, "mapped from {1}", licence);
            }
            fputs(")", stdout);
        }
        fputs("\n", stdout);
    }
}

static void print_body(const vrm_tables *tables) {
    char bones[16], all[16];
    uint32_t count = 0;
    for (int i = 0; i < VRM_BONE_COUNT; ++i) count += tables->humanoid.nodes[i] != VRM_NONE;
    snprintf(bones, sizeof bones, "%u", count);
    snprintf(all, sizeof all, "%d", VRM_BONE_COUNT);
    print_label(SAY("body"));
    say_to(stdout, "{1} of {2} bones", bones, all);
    if (!tables->humanoid.is_complete) fputs(say(", required bones are missing"), stdout);
    fputs(tables->humanoid.faces_minus_z ? say(", front toward -Z") : say(", front toward +Z"),
          stdout);
    fputs("\n", stdout);
}

static void print_face(const vrm_tables *tables) {
    const char *look_at = !tables->look_at.is_present ? SAY("no lookAt")
                          : tables->look_at.type == VRM_LOOK_AT_TYPE_BONE
                              ? SAY("lookAt by bones")
                              : SAY("lookAt by expressions");
    print_label(SAY("face"));
    print_count(tables->expression_count, SAY("{1} expression"), SAY("{1} expressions"));
    printf("%s%s\n", say(", "), say(look_at));
    if (tables->expression_count == 0) return;
    print_label("");
    for (uint32_t i = 0; i < tables->expression_count && i < 24; ++i) {
        fputs(i == 0 ? "" : " ", stdout);
        print_name(stdout, tables->expressions[i].name, 24, 0);
    }
    fputs(tables->expression_count > 24 ? " …\n" : "\n", stdout);
}

void print_kinds(const uint32_t *counts, const char *const (*words)[2], int kind_count) {
    bool is_first = true;
    for (int i = 0; i < kind_count; ++i) {
        if (counts[i] == 0) continue;
        fputs(is_first ? " (" : say(", "), stdout);
        print_count(counts[i], words[i][0], words[i][1]);
        is_first = false;
    }
    if (!is_first) fputs(")", stdout);
}

/* Most avatars have none, and their line does not speak of limits. */
static void print_limits(const vrm_tables *tables) {
    static const char *const kinds[][2] = {
        {SAY("{1} cone"), SAY("{1} cones")},
        {SAY("{1} hinge"), SAY("{1} hinges")},
        {SAY("{1} spherical"), SAY("{1} spherical")},
    };
    limit_counts limits = count_limits(tables->spring_joints, tables->spring_joint_count);
    const uint32_t by_kind[] = {limits.cone, limits.hinge, limits.spherical};
    if (limits.all == 0) return;
    fputs(say(", "), stdout);
    print_count(limits.all, SAY("{1} joint limit"), SAY("{1} joint limits"));
    print_kinds(by_kind, kinds, 3);
}

static void print_colliders(const vrm_tables *tables) {
    static const char *const shapes[][2] = {
        {SAY("{1} unusable"), SAY("{1} unusable")},
        {SAY("{1} sphere"), SAY("{1} spheres")},
        {SAY("{1} capsule"), SAY("{1} capsules")},
        {SAY("{1} inside sphere"), SAY("{1} inside spheres")},
        {SAY("{1} inside capsule"), SAY("{1} inside capsules")},
        {SAY("{1} plane"), SAY("{1} planes")},
    };
    uint32_t by_shape[6] = {0};
    for (uint32_t i = 0; i < tables->spring_collider_count; ++i) {
        by_shape[tables->spring_colliders[i].shape] += 1;
    }
    print_count(tables->spring_collider_count, SAY("{1} collider"), SAY("{1} colliders"));
    print_kinds(by_shape, shapes, 6);
}

static void print_springs(const vrm_tables *tables) {
    print_label(SAY("springs"));
    if (tables->spring_count == 0 && tables->spring_collider_count == 0) {
        printf("%s\n", say("none"));
        return;
    }
    print_count(tables->spring_count, SAY("{1} spring"), SAY("{1} springs"));
    fputs(say(", "), stdout);
    print_count(tables->spring_joint_count, SAY("{1} joint"), SAY("{1} joints"));
    print_limits(tables);
    fputs(say(", "), stdout);
    print_colliders(tables);
    fputs("\n", stdout);
}

void print_avatar(const vrm_tables *tables, bool maps_license) {
    if (tables->dialect == VRM_DIALECT_NONE || tables->dialect == VRM_DIALECT_ANIMATION) {
        print_label(SAY("avatar"));
        printf("%s\n", tables->dialect == VRM_DIALECT_NONE ? say("none: a plain glTF file")
                                                           : say("none: an animation for avatars"));
        return;
    }
    print_who(tables);
    print_licence(&tables->meta);
    print_permissions(tables, maps_license);
    print_body(tables);
    print_face(tables);
    print_springs(tables);
    if (tables->constraint_count != 0) {
        print_label(SAY("constraints"));
        print_count(tables->constraint_count, SAY("{1} constraint"), SAY("{1} constraints"));
        fputs("\n", stdout);
    }
}
