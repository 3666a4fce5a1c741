/* VRMC_springBone_extended_collider: spheres and capsules that keep things inside, and planes
 * (§3.10). */
#include "dialect/check.h"
#include "dialect/spring_bone.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct shape_record {
    vrm_spring_collider collider;
    vrm_vec3 normal;
    int32_t is_inside;
} shape_record;

/* Fields and defaults of a sphere and a capsule. A negative radius becomes 0 (EC-006, EC-009). */
static const vrmi_json_field sphere_fields[] = {
    VRMI_FIELD_FLOATS(shape_record, collider.offset, "offset", 3, 0, 0),
    VRMI_FIELD_RANGE(shape_record, collider.radius, "radius", FLOAT, 0, FLT_MAX),
    VRMI_FIELD(shape_record, is_inside, "inside", BOOL),
};

static const vrmi_json_field capsule_fields[] = {
    VRMI_FIELD_FLOATS(shape_record, collider.offset, "offset", 3, 0, 0),
    VRMI_FIELD_FLOATS(shape_record, collider.tail, "tail", 3, 0, 0),
    VRMI_FIELD_RANGE(shape_record, collider.radius, "radius", FLOAT, 0, FLT_MAX),
    VRMI_FIELD(shape_record, is_inside, "inside", BOOL),
};

static const vrmi_json_field plane_fields[] = {
    VRMI_FIELD_FLOATS(shape_record, collider.offset, "offset", 3, 0, 0),
    VRMI_FIELD_FLOATS(shape_record, normal, "normal", 3, 0, 0),
};

enum { SPHERE, CAPSULE, PLANE, PALNE, SHAPE_COUNT };

typedef struct shapes_record {
    yyjson_val *shapes[SHAPE_COUNT];
} shapes_record;

static const vrmi_json_field shapes_fields[] = {
    VRMI_FIELD(shapes_record, shapes[SPHERE], "sphere", OBJECT),
    VRMI_FIELD(shapes_record, shapes[CAPSULE], "capsule", OBJECT),
    VRMI_FIELD(shapes_record, shapes[PLANE], "plane", OBJECT),
    VRMI_FIELD(shapes_record, shapes[PALNE], "palne", OBJECT),
};

/* A plane has its unit normal where a capsule has its tail. In double, so that no length of floats
 * is too large or too small. */
static void set_normal(vrmi_build *build, const vrmi_json *plane, vrm_vec3 normal,
                       vrm_spring_collider *out) {
    vrmi_json at = vrmi_json_at(plane, "normal", NULL);
    double x = (double)normal.x, y = (double)normal.y, z = (double)normal.z;
    double length = sqrt(x * x + y * y + z * z);
    /* A plane whose normal has no length does nothing (EC-015). */
    if (length == 0) {
        vrmi_load_found(build->load, VRMI_COLLIDER_NORMAL_ZERO, &at, NULL);
        out->shape = VRM_COLLIDER_NONE;
        return;
    }
    /* A normal must have the length 1; any other length is normalized (EC-014). */
    if (fabs(length - 1) > 1e-3) {
        vrmi_load_found(build->load, VRMI_COLLIDER_NORMAL, &at, VRMI_WITH(vrmi_number(length)));
    }
    out->tail = vrm_vec3_make((float)(x / length), (float)(y / length), (float)(z / length));
}

static void read_one(vrmi_build *build, const vrmi_json *at, int kind, vrm_spring_collider *out) {
    shape_record record;
    memset(&record, 0, sizeof record);
    record.normal = vrm_vec3_make(0, 0, 1);
    switch (kind) {
    case SPHERE:
        VRMI_JSON_READ(build->load, at, sphere_fields, &record);
        out->shape = record.is_inside ? VRM_COLLIDER_INSIDE_SPHERE : VRM_COLLIDER_SPHERE;
        break;
    case CAPSULE:
        VRMI_JSON_READ(build->load, at, capsule_fields, &record);
        out->shape = record.is_inside ? VRM_COLLIDER_INSIDE_CAPSULE : VRM_COLLIDER_CAPSULE;
        break;
    default:
        VRMI_JSON_READ(build->load, at, plane_fields, &record);
        out->shape = VRM_COLLIDER_PLANE;
        break;
    }
    out->offset = record.collider.offset;
    out->tail = record.collider.tail;
    out->radius = record.collider.radius;
    if (out->shape == VRM_COLLIDER_PLANE) set_normal(build, at, record.normal, out);
}

/* Of several shapes the first one is used (EC-004). */
static bool read_shape(vrmi_build *build, const vrmi_json *at, vrm_spring_collider *out) {
    static const char *const names[] = {"sphere", "capsule", "plane", "palne"};
    shapes_record record;
    vrmi_json shape;
    int chosen = SHAPE_COUNT, count = 0;
    memset(&record, 0, sizeof record);
    VRMI_JSON_READ(build->load, at, shapes_fields, &record);
    if (record.shapes[PLANE] != NULL) record.shapes[PALNE] = NULL;
    for (int i = SHAPE_COUNT; i-- > 0;) {
        if (record.shapes[i] == NULL) continue;
        chosen = i;
        ++count;
    }
    if (count == 0) {
        vrmi_load_found(build->load, VRMI_COLLIDER_EXTENDED_SHAPE, at, NULL);
        return false;
    }
    if (count > 1) {
        vrmi_load_found(build->load, VRMI_COLLIDER_SHAPES, at,
                        VRMI_WITH(vrmi_words(names[chosen])));
    }
    shape = vrmi_json_at(at, names[chosen], record.shapes[chosen]);
    if (chosen == PALNE) vrmi_load_found(build->load, VRMI_COLLIDER_PALNE, &shape, NULL);
    read_one(build, &shape, chosen, out);
    return true;
}

/* EC-003: the text's own examples say 1.0-draft. Files without a version are known: they are read.
 */
static bool check_version(vrmi_build *build, const vrmi_json *extension) {
    static const char *const accepted[] = {"1.0", "1.0-draft", NULL};
    static const vrmi_versions versions = {accepted, false, true};
    vrmi_json version = vrmi_json_member(extension, "specVersion");
    if (yyjson_is_str(version.value) && yyjson_equals_str(version.value, "1.0-draft")) {
        vrmi_load_found(build->load, VRMI_COLLIDER_EXTENDED_DRAFT, &version, NULL);
    }
    return vrmi_check_spec_version(build, extension, &versions);
}

typedef struct extension_record {
    yyjson_val *shape;
} extension_record;

static const vrmi_json_field extension_fields[] = {
    VRMI_FIELD(extension_record, shape, "shape", OBJECT),
};

bool vrmi_read_extended_collider(vrmi_build *build, const vrmi_json *extensions,
                                 vrm_spring_collider *out) {
    vrmi_json at = vrmi_json_member(extensions, "VRMC_springBone_extended_collider");
    extension_record record = {NULL};
    vrmi_json shape;
    if (at.value == NULL) return false;
    vrmi_use_extension(build->load, &at);
    if (!vrmi_check_object(build, &at) || !check_version(build, &at)) return false;
    VRMI_JSON_READ(build->load, &at, extension_fields, &record);
    shape = vrmi_json_at(&at, "shape", record.shape);
    /* Without a shape the base shape is used (EC-005). */
    return record.shape != NULL && read_shape(build, &shape, out);
}
