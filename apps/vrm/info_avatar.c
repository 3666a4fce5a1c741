/* vrm info: the avatar, as a person would want to know it. */
#include "apps/kit/console.h"
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
    print_label("avatar");
    print_name(stdout, meta->name, 60, 0);
    if (meta->version.length != 0) {
        fputs(" ", stdout);
        print_name(stdout, meta->version, 20, 0);
    }
    printf(", VRM %s", vrm_dialect_name((vrm_dialect)tables->dialect));
    if (meta->author_count != 0) {
        fputs(", by ", stdout);
        print_names(meta->authors, meta->author_count);
    }
    fputs("\n", stdout);
}

/* One line for each of the specification's permissions. What a file does not grant is prohibited,
 * so that nothing has to be concluded from what is not shown (ME-025). */
static void print_permissions(const vrm_meta *meta) {
    static const char *const who[] = {"only the author", "only separately licensed persons",
                                      "everyone"};
    static const char *const commercial[] = {"personal, non-profit", "personal, also for profit",
                                             "corporations too"};
    static const char *const modification[] = {"prohibited", "allowed",
                                               "allowed, with redistribution of the result"};
    const vrm_permissions *given = &meta->permissions;
    const struct {
        const char *name, *value;
    } rows[] = {
        {"use as avatar", who[given->avatar_permission]},
        {"commercial use", commercial[given->commercial_usage]},
        {"excessively violent use",
         given->allow_excessively_violent_usage ? "allowed" : "prohibited"},
        {"excessively sexual use",
         given->allow_excessively_sexual_usage ? "allowed" : "prohibited"},
        {"political or religious use",
         given->allow_political_or_religious_usage ? "allowed" : "prohibited"},
        {"antisocial or hate use",
         given->allow_antisocial_or_hate_usage ? "allowed" : "prohibited"},
        {"credit",
         given->credit_notation == VRM_CREDIT_NOTATION_REQUIRED ? "required" : "unnecessary"},
        {"redistribution", given->allow_redistribution ? "allowed" : "prohibited"},
        {"modification", modification[given->modification]},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        print_label(i == 0 ? "permissions" : "");
        printf("%s: %s\n", rows[i].name, rows[i].value);
    }
    print_label("licence");
    if (meta->license_url.length != 0) {
        print_name(stdout, meta->license_url, 80, 0);
    } else if (meta->legacy_license_name.length != 0) {
        print_name(stdout, meta->legacy_license_name, 40, 0);
        fputs(" (grants nothing by itself here: see its text)", stdout);
    } else {
        fputs("(not said)", stdout);
    }
    fputs("\n", stdout);
}

static void print_body(const vrm_tables *tables) {
    uint32_t bones = 0;
    for (int i = 0; i < VRM_BONE_COUNT; ++i) bones += tables->humanoid.nodes[i] != VRM_NONE;
    print_label("body");
    printf("%u of %d bones%s, faces %cZ\n", bones, VRM_BONE_COUNT,
           tables->humanoid.is_complete ? "" : " (required ones are missing)",
           tables->humanoid.faces_minus_z ? '-' : '+');
}

static void print_face(const vrm_tables *tables) {
    const char *look_at = !tables->look_at.is_present                     ? "no lookAt"
                          : tables->look_at.type == VRM_LOOK_AT_TYPE_BONE ? "lookAt by bones"
                                                                          : "lookAt by expressions";
    print_label("face");
    printf("%u expression%s, %s\n", tables->expression_count,
           tables->expression_count == 1 ? "" : "s", look_at);
    if (tables->expression_count == 0) return;
    print_label("");
    for (uint32_t i = 0; i < tables->expression_count && i < 24; ++i) {
        fputs(i == 0 ? "" : " ", stdout);
        print_name(stdout, tables->expressions[i].name, 24, 0);
    }
    fputs(tables->expression_count > 24 ? " …\n" : "\n", stdout);
}

static void print_springs(const vrm_tables *tables) {
    static const char *const shapes[][2] = {
        {"unusable", "unusable"},
        {"sphere", "spheres"},
        {"capsule", "capsules"},
        {"inside sphere", "inside spheres"},
        {"inside capsule", "inside capsules"},
        {"plane", "planes"},
    };
    uint32_t by_shape[6] = {0};
    const char *separator = " (";
    for (uint32_t i = 0; i < tables->spring_collider_count; ++i)
        by_shape[tables->spring_colliders[i].shape] += 1;
    print_label("springs");
    printf("%u spring%s, %u joint%s, %u collider%s", tables->spring_count,
           tables->spring_count == 1 ? "" : "s", tables->spring_joint_count,
           tables->spring_joint_count == 1 ? "" : "s", tables->spring_collider_count,
           tables->spring_collider_count == 1 ? "" : "s");
    for (int i = 0; i < 6; ++i) {
        if (by_shape[i] == 0) continue;
        printf("%s%u %s", separator, by_shape[i], shapes[i][by_shape[i] != 1]);
        separator = ", ";
    }
    printf("%s\n", tables->spring_collider_count != 0 ? ")" : "");
}

void print_avatar(const vrm_tables *tables) {
    if (tables->dialect == VRM_DIALECT_NONE || tables->dialect == VRM_DIALECT_ANIMATION) {
        print_label("avatar");
        printf("%s\n", tables->dialect == VRM_DIALECT_NONE ? "none: a plain glTF file"
                                                           : "none: an animation for avatars");
        return;
    }
    print_who(tables);
    print_permissions(&tables->meta);
    print_body(tables);
    print_face(tables);
    print_springs(tables);
    if (tables->constraint_count != 0) {
        print_label("constraints");
        printf("%u\n", tables->constraint_count);
    }
}
