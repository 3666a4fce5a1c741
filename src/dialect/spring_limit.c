/* VRMC_springBone_limit: where the tail of a joint may point (§3.10a). */
#include "base/math.h"
#include "dialect/check.h"
#include "dialect/spring_bone.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The largest angles: the floats nearest to pi and pi / 2 (SL-003). */
#define MOST_ANGLE 3.14159265f
#define MOST_YAW 1.57079633f

typedef struct kind_record {
    float angle, yaw;
    vrm_quat rotation;
} kind_record;

#define ANGLE(member, key, most) VRMI_FIELD_OF(kind_record, member, key, FLOAT, 0, 1, 0, most, NULL)
#define ROTATION VRMI_FIELD_FLOATS(kind_record, rotation, "rotation", 4, 0, 0)

/* Cone and hinge. Angles outside of their range become its nearest end (SL-003). */
static const vrmi_json_field angle_fields[] = {ANGLE(angle, "angle", MOST_ANGLE), ROTATION};
static const vrmi_json_field spherical_fields[] = {
    ANGLE(angle, "pitch", MOST_ANGLE),
    ANGLE(yaw, "yaw", MOST_YAW),
    ROTATION,
};

enum { CONE, HINGE, SPHERICAL, KIND_COUNT };

typedef struct limit_record {
    yyjson_val *kinds[KIND_COUNT];
} limit_record;

static const vrmi_json_field limit_fields[] = {
    VRMI_FIELD(limit_record, kinds[CONE], "cone", OBJECT),
    VRMI_FIELD(limit_record, kinds[HINGE], "hinge", OBJECT),
    VRMI_FIELD(limit_record, kinds[SPHERICAL], "spherical", OBJECT),
};

/* A rotation must have the length 1, as that of a node (SL-004). In double, so that no length of
 * floats is too large or too small. */
static vrm_quat unit_rotation(vrmi_build *build, const vrmi_json *kind, vrm_quat q) {
    vrmi_json at = vrmi_json_at(kind, "rotation", NULL);
    double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    double length = sqrt(x * x + y * y + z * z + w * w);
    if (length == 0) {
        vrmi_load_found(build->load, VRMI_SPRING_LIMIT_ROTATION_ZERO, &at, NULL);
    } else if (fabs(length - 1) > 1e-3) {
        vrmi_load_found(build->load, VRMI_SPRING_LIMIT_ROTATION, &at,
                        VRMI_WITH(vrmi_number(length)));
    }
    return vrmi_quat_normalize(q);
}

static void read_kind(vrmi_build *build, const vrmi_json *at, int kind, vrm_spring_limit *out) {
    static const vrm_spring_limit_kind kinds[] = {VRM_SPRING_LIMIT_CONE, VRM_SPRING_LIMIT_HINGE,
                                                  VRM_SPRING_LIMIT_SPHERICAL};
    kind_record record = {0, 0, {0, 0, 0, 1}};
    uint64_t found = kind == SPHERICAL ? VRMI_JSON_READ(build->load, at, spherical_fields, &record)
                                       : VRMI_JSON_READ(build->load, at, angle_fields, &record);
    /* Without its angle a limit says nothing. */
    if (vrmi_json_has(found, VRMI_JSON_INCOMPLETE)) return;
    out->kind = kinds[kind];
    out->angle = record.angle;
    out->yaw = record.yaw;
    out->rotation = unit_rotation(build, at, record.rotation);
}

/* Of several kinds the first one is used (SL-002). */
static void read_limit(vrmi_build *build, const vrmi_json *at, vrm_spring_limit *out) {
    static const char *const names[] = {"cone", "hinge", "spherical"};
    limit_record record;
    vrmi_json kind;
    int chosen = KIND_COUNT, count = 0;
    memset(&record, 0, sizeof record);
    VRMI_JSON_READ(build->load, at, limit_fields, &record);
    for (int i = KIND_COUNT; i-- > 0;) {
        if (record.kinds[i] == NULL) continue;
        chosen = i;
        ++count;
    }
    if (count == 0) {
        vrmi_load_found(build->load, VRMI_SPRING_LIMIT_NO_KIND, at, NULL);
        return;
    }
    if (count > 1) {
        vrmi_load_found(build->load, VRMI_SPRING_LIMIT_KINDS, at,
                        VRMI_WITH(vrmi_words(names[chosen])));
    }
    kind = vrmi_json_at(at, names[chosen], record.kinds[chosen]);
    read_kind(build, &kind, chosen, out);
}

typedef struct extension_record {
    yyjson_val *limit;
} extension_record;

static const vrmi_json_field extension_fields[] = {
    VRMI_FIELD_REQUIRED(extension_record, limit, "limit", OBJECT),
};

void vrmi_read_spring_limit(vrmi_build *build, const vrmi_json *extensions, bool has_tail,
                            vrm_spring_limit *out) {
    /* The text is a draft, and "1.0" is what it will be called (SL-001). */
    static const char *const accepted[] = {"1.0-draft", "1.0", NULL};
    static const vrmi_versions versions = {accepted, false, true};
    vrmi_json at = vrmi_json_member(extensions, "VRMC_springBone_limit");
    extension_record record = {NULL};
    vrmi_json limit;
    if (at.value == NULL) return;
    vrmi_use_extension(build->load, &at);
    if (!has_tail) {
        vrmi_load_found(build->load, VRMI_SPRING_LIMIT_LAST, &at, NULL);
        return;
    }
    if (!vrmi_check_object(build, &at) || !vrmi_check_spec_version(build, &at, &versions)) return;
    VRMI_JSON_READ(build->load, &at, extension_fields, &record);
    limit = vrmi_json_at(&at, "limit", record.limit);
    if (record.limit != NULL) read_limit(build, &limit, out);
}
