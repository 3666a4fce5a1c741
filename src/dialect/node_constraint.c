/* VRMC_node_constraint of 1.0 and 1.0-beta, which do not differ (NC-026): one constraint on the
 * node that it turns. Whether constraints go round in a circle is seen when all are known
 * (finish.h). */
#include "dialect/check.h"
#include "dialect/vrm1.h"

#include <string.h>

/* Lower case is read as upper case, and reported (NC-007). */
enum { LOWER_CASE = 8 };

static const vrmi_json_choice roll_axes[] = {
    {"X", VRM_AXIS_POSITIVE_X},
    {"Y", VRM_AXIS_POSITIVE_Y},
    {"Z", VRM_AXIS_POSITIVE_Z},
    {"x", VRM_AXIS_POSITIVE_X + LOWER_CASE},
    {"y", VRM_AXIS_POSITIVE_Y + LOWER_CASE},
    {"z", VRM_AXIS_POSITIVE_Z + LOWER_CASE},
    {NULL, 0},
};

/* The six values of aimAxis (NC-008). */
static const vrmi_json_choice aim_axes[] = {
    {"PositiveX", VRM_AXIS_POSITIVE_X},
    {"NegativeX", VRM_AXIS_NEGATIVE_X},
    {"PositiveY", VRM_AXIS_POSITIVE_Y},
    {"NegativeY", VRM_AXIS_NEGATIVE_Y},
    {"PositiveZ", VRM_AXIS_POSITIVE_Z},
    {"NegativeZ", VRM_AXIS_NEGATIVE_Z},
    {NULL, 0},
};

/* An axis that is not known has no default: the constraint is left out (NC-003, NC-009, ER-012). */
static const vrmi_json_field roll_fields[] = {
    VRMI_FIELD_INDEX(vrm_constraint, source, "source", VRMI_TABLE_NODES, 1),
    VRMI_FIELD_CHOICE(vrm_constraint, axis, "rollAxis", TEXT, roll_axes, 1),
    VRMI_FIELD_RANGE(vrm_constraint, weight, "weight", FLOAT, 0, 1),
};

static const vrmi_json_field aim_fields[] = {
    VRMI_FIELD_INDEX(vrm_constraint, source, "source", VRMI_TABLE_NODES, 1),
    VRMI_FIELD_CHOICE(vrm_constraint, axis, "aimAxis", TEXT, aim_axes, 1),
    VRMI_FIELD_RANGE(vrm_constraint, weight, "weight", FLOAT, 0, 1),
};

static const vrmi_json_field rotation_fields[] = {
    VRMI_FIELD_INDEX(vrm_constraint, source, "source", VRMI_TABLE_NODES, 1),
    VRMI_FIELD_RANGE(vrm_constraint, weight, "weight", FLOAT, 0, 1),
};

#define FIELDS(fields) (fields), sizeof(fields) / sizeof((fields)[0])

/* By VRM_CONSTRAINT_…, which is also which one wins where there are several (NC-002). */
static const struct {
    const char *key;
    const vrmi_json_field *fields;
    uint32_t field_count;
} kinds[] = {
    {"roll", FIELDS(roll_fields)},
    {"aim", FIELDS(aim_fields)},
    {"rotation", FIELDS(rotation_fields)},
};

enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

typedef struct constraint_record {
    yyjson_val *kinds[KIND_COUNT];
} constraint_record;

static const vrmi_json_field constraint_fields[] = {
    VRMI_FIELD(constraint_record, kinds[VRM_CONSTRAINT_ROLL], "roll", OBJECT),
    VRMI_FIELD(constraint_record, kinds[VRM_CONSTRAINT_AIM], "aim", OBJECT),
    VRMI_FIELD(constraint_record, kinds[VRM_CONSTRAINT_ROTATION], "rotation", OBJECT),
};

/* The kind of a constraint, or VRM_NONE. */
static int32_t choose_kind(vrmi_build *build, const vrmi_json *at, constraint_record *record) {
    int32_t kind = VRM_NONE, count = 0;
    for (int32_t i = KIND_COUNT; i-- > 0;) {
        if (record->kinds[i] == NULL) continue;
        kind = i;
        ++count;
    }
    if (count == 0) {
        vrmi_load_found(build->load, VRMI_CONSTRAINT_NO_KIND, at, NULL);
    } else if (count > 1) {
        vrmi_load_found(build->load, VRMI_CONSTRAINT_KINDS, at,
                        VRMI_WITH(vrmi_words(kinds[kind].key)));
    }
    return kind;
}

static void mend_axis(vrmi_build *build, const vrmi_json *at, vrm_constraint *constraint) {
    vrmi_json axis = vrmi_json_at(at, "rollAxis", NULL);
    if (constraint->axis < LOWER_CASE) return;
    constraint->axis -= LOWER_CASE;
    vrmi_load_found(build->load, VRMI_CONSTRAINT_AXIS_CASE, &axis,
                    VRMI_WITH(vrmi_words(constraint->axis == VRM_AXIS_POSITIVE_X   ? "x"
                                         : constraint->axis == VRM_AXIS_POSITIVE_Y ? "y"
                                                                                   : "z")));
}

static bool read_constraint(vrmi_build *build, const vrmi_json *at, uint32_t node) {
    vrm_constraint constraint = {(int32_t)node, VRM_NONE, VRM_NONE, VRM_AXIS_POSITIVE_X, 1};
    constraint_record record;
    vrm_constraint *added;
    vrmi_json kind;
    uint64_t found;
    memset(&record, 0, sizeof record);
    found = VRMI_JSON_READ(build->load, at, constraint_fields, &record);
    if (vrmi_json_has(found, VRMI_JSON_INCOMPLETE)) return true;
    constraint.kind = choose_kind(build, at, &record);
    if (constraint.kind == VRM_NONE) return true;
    kind = vrmi_json_at(at, kinds[constraint.kind].key, record.kinds[constraint.kind]);
    found = vrmi_json_read(build->load, &kind, kinds[constraint.kind].fields,
                           kinds[constraint.kind].field_count, &constraint);
    if (vrmi_json_has(found, VRMI_JSON_INCOMPLETE)) return true;
    mend_axis(build, &kind, &constraint);
    /* A constraint cannot have its own node as its source (NC-004). */
    if (constraint.source == constraint.node) {
        vrmi_load_found(build->load, VRMI_CONSTRAINT_SELF, &kind, NULL);
        return true;
    }
    added = VRMI_ADD(build->load, &build->constraints, vrm_constraint);
    if (added == NULL) return false;
    *added = constraint;
    return true;
}

typedef struct extension_record {
    yyjson_val *version;
    yyjson_val *constraint;
} extension_record;

/* Without a version or without a constraint there is none (NC-001). */
static const vrmi_json_field extension_fields[] = {
    VRMI_FIELD_REQUIRED(extension_record, version, "specVersion", ANY),
    VRMI_FIELD_REQUIRED(extension_record, constraint, "constraint", OBJECT),
};

static bool read_extension(vrmi_build *build, const vrmi_json *at, uint32_t node) {
    /* The versions that are accepted (DI-004). */
    static const char *const accepted[] = {"1.0", "1.0-beta", NULL};
    static const vrmi_versions versions = {accepted, false, false};
    extension_record record = {NULL, NULL};
    uint64_t found = VRMI_JSON_READ(build->load, at, extension_fields, &record);
    vrmi_json constraint = vrmi_json_at(at, "constraint", record.constraint);
    if (vrmi_json_has(found, VRMI_JSON_INCOMPLETE) ||
        !vrmi_check_spec_version(build, at, &versions)) {
        return true;
    }
    return read_constraint(build, &constraint, node);
}

static void warn_at_root(vrmi_build *build) {
    vrmi_json misplaced = vrmi_json_member(&build->extensions, "VRMC_node_constraint");
    vrmi_json old = vrmi_json_member(&build->extensions, "VRMC_constraints");
    /* The extension belongs on a node; at the root of the file it is ignored (GL-022). */
    if (misplaced.value != NULL) {
        vrmi_load_found(build->load, VRMI_CONSTRAINT_AT_ROOT, &misplaced, NULL);
    }
    if (old.value != NULL) { /* §4.11 */
        vrmi_load_found(build->load, VRMI_CONSTRAINT_OF_2020, &old, NULL);
    }
}

bool vrmi_read_node_constraints(vrmi_build *build) {
    warn_at_root(build);
    for (uint32_t i = 0; i < build->gltf->node_count; ++i) {
        vrmi_element node;
        vrmi_json extension;
        if (build->document->node_extensions[i] == NULL) continue; /* most */
        extension = vrmi_json_member(vrmi_build_node(build, i, &node), "VRMC_node_constraint");
        if (extension.value == NULL) continue;
        vrmi_use_extension(build->load, &extension);
        if (!vrmi_load_goes_on(build->load) || !read_extension(build, &extension, i)) return false;
    }
    return true;
}
