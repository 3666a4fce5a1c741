/*
 * VRM 0.x: the extension VRM. Its meta, humanoid, firstPerson and lookAt are here; expressions,
 * materials and springs have their own files.
 *
 * Nothing is required in 0.x, and exporters write null or -1 for what they do not have: while 0.x
 * is read, neither is reported (V0-012, V0-049).
 */
#include "dialect/vrm0.h"

#include "base/sort.h"
#include "base/text.h"
#include "dialect/first_person.h"
#include "dialect/humanoid.h"
#include "dialect/meta.h"

#include <string.h>

/* --- Shared by the files of 0.x --- */

static const vrmi_json_field vector_fields[] = {
    VRMI_FIELD(vrm_vec3, x, "x", FLOAT),
    VRMI_FIELD(vrm_vec3, y, "y", FLOAT),
    VRMI_FIELD(vrm_vec3, z, "z", FLOAT),
};

bool vrmi_read_vrm0_vector(vrmi_build *build, const vrmi_json *at, vrm_vec3 *out) {
    float vector[3] = {0, 0, 0};
    if (yyjson_is_arr(at->value)) {
        if (!vrmi_json_vector(build->load, at, 3, vector)) return false;
    } else {
        vrm_vec3 read = {0, 0, 0};
        uint64_t found = VRMI_JSON_READ(build->load, at, vector_fields, &read);
        if (vrmi_json_has(found, VRMI_JSON_INCOMPLETE)) return false;
        vector[0] = read.x;
        vector[1] = read.y;
        vector[2] = read.z;
    }
    *out = vrm_vec3_make(vector[0], vector[1], 0.0f - vector[2]); /* 0 stays +0 */
    return true;
}

/* --- Meta (§4.5) --- */

typedef struct meta_record {
    vrm_meta meta;
    vrm_string title, author, reference;
    vrm_string violent, sexual, commercial; /* correctly spelt */
    int32_t texture;
} meta_record;

/* The misspelt keys are the real ones (V0-007). */
enum {
    META_VIOLENT_USSAGE,
    META_SEXUAL_USSAGE,
    META_COMMERCIAL_USSAGE,
    META_VIOLENT_USAGE,
    META_SEXUAL_USAGE,
    META_COMMERCIAL_USAGE
};

static const vrmi_json_field meta_fields[] = {
    [META_VIOLENT_USSAGE] =
        VRMI_FIELD(meta_record, meta.legacy_violent_usage, "violentUssageName", STRING),
    [META_SEXUAL_USSAGE] =
        VRMI_FIELD(meta_record, meta.legacy_sexual_usage, "sexualUssageName", STRING),
    [META_COMMERCIAL_USSAGE] =
        VRMI_FIELD(meta_record, meta.legacy_commercial_usage, "commercialUssageName", STRING),
    [META_VIOLENT_USAGE] = VRMI_FIELD(meta_record, violent, "violentUsageName", STRING),
    [META_SEXUAL_USAGE] = VRMI_FIELD(meta_record, sexual, "sexualUsageName", STRING),
    [META_COMMERCIAL_USAGE] = VRMI_FIELD(meta_record, commercial, "commercialUsageName", STRING),
    VRMI_FIELD(meta_record, title, "title", STRING),
    VRMI_FIELD(meta_record, meta.version, "version", STRING),
    VRMI_FIELD(meta_record, author, "author", STRING),
    VRMI_FIELD(meta_record, meta.contact_information, "contactInformation", STRING),
    VRMI_FIELD(meta_record, reference, "reference", STRING),
    VRMI_FIELD_INDEX(meta_record, texture, "texture", VRMI_TABLE_TEXTURES, 0),
    VRMI_FIELD(meta_record, meta.legacy_allowed_user, "allowedUserName", STRING),
    VRMI_FIELD(meta_record, meta.legacy_other_permission_url, "otherPermissionUrl", STRING),
    VRMI_FIELD(meta_record, meta.legacy_license_name, "licenseName", STRING),
    VRMI_FIELD(meta_record, meta.other_license_url, "otherLicenseUrl", STRING),
};

static void use_right_spelling(vrmi_build *build, const vrmi_json *at, uint64_t found,
                               meta_record *record) {
    static const char *const names[][2] = {
        {"violentUsageName", "violentUssageName"},
        {"sexualUsageName", "sexualUssageName"},
        {"commercialUsageName", "commercialUssageName"},
    };
    const vrm_string right[] = {record->violent, record->sexual, record->commercial};
    vrm_string *real[] = {&record->meta.legacy_violent_usage, &record->meta.legacy_sexual_usage,
                          &record->meta.legacy_commercial_usage};
    for (uint32_t i = 0; i < 3; ++i) {
        if (!vrmi_json_has(found, META_VIOLENT_USAGE + i)) continue;
        vrmi_load_found(build->load, VRMI_LEGACY_KEY, at,
                        VRMI_WITH(vrmi_words(names[i][0]), vrmi_words(names[i][1])));
        if (!vrmi_json_has(found, META_VIOLENT_USSAGE + i)) *real[i] = right[i];
    }
}

static const vrmi_json_choice *find_choice(const vrmi_json_choice *choices, vrm_string text) {
    while (choices->name != NULL && !vrmi_string_equals(text, choices->name)) ++choices;
    return choices->name != NULL ? choices : NULL;
}

/* What a permission is in 1.0. One that is not understood grants nothing (ME-025). */
static int32_t choose(vrmi_build *build, const vrmi_json *at, const char *key,
                      const vrmi_json_choice *choices, vrm_string text) {
    const vrmi_json_choice *choice = find_choice(choices, text);
    vrmi_json field = vrmi_json_at(at, key, NULL);
    if (choice != NULL) return choice->value;
    if (text.length != 0) {
        vrmi_load_found(build->load, VRMI_FIELD_ENUM, &field, VRMI_WITH(vrmi_quoted(text)));
    }
    return choices[0].value;
}

static void set_permissions(vrmi_build *build, const vrmi_json *at, vrm_meta *meta) {
    meta->permissions.avatar_permission =
        choose(build, at, "allowedUserName", vrmi_allowed_users, meta->legacy_allowed_user);
    meta->permissions.allow_excessively_violent_usage =
        choose(build, at, "violentUssageName", vrmi_usages, meta->legacy_violent_usage);
    meta->permissions.allow_excessively_sexual_usage =
        choose(build, at, "sexualUssageName", vrmi_usages, meta->legacy_sexual_usage);
    meta->permissions.commercial_usage =
        choose(build, at, "commercialUssageName", vrmi_old_commercial_usages,
               meta->legacy_commercial_usage);
    /* A license is kept as text, and grants nothing (ME-031). */
    vrmi_check_license_name(build, at, "licenseName", meta->legacy_license_name);
}

static bool read_meta(vrmi_build *build, const vrmi_json *at) {
    const vrm_string empty = {"", 0};
    meta_record record;
    uint64_t found;
    memset(&record, 0, sizeof record);
    record.meta = build->tables.meta;
    record.title = record.author = record.reference = empty;
    record.texture = VRM_NONE;
    if (at->value == NULL) {
        /* A file must have meta (ME-001). */
        vrmi_load_found(build->load, VRMI_META_MISSING, at->parent, NULL);
        return true;
    }
    found = VRMI_JSON_READ(build->load, at, meta_fields, &record);
    use_right_spelling(build, at, found, &record);
    set_permissions(build, at, &record.meta);
    /* meta.texture is a texture, and the thumbnail is its image (V0-006). */
    if (record.texture != VRM_NONE) {
        record.meta.thumbnail_image = build->gltf->textures[record.texture].image;
    }
    build->tables.meta = record.meta;
    return vrmi_set_legacy_names(build, at, record.title, record.author, record.reference);
}

/* --- Humanoid (V0-008, V0-009) --- */

typedef struct humanoid_record {
    yyjson_val *bones;
} humanoid_record;

/* What else there is are settings of Unity (V0-048). */
static const vrmi_json_field humanoid_fields[] = {
    VRMI_FIELD(humanoid_record, bones, "humanBones", ARRAY),
};

static void read_humanoid(vrmi_build *build, const vrmi_json *at) {
    humanoid_record record = {NULL};
    vrmi_json bones;
    VRMI_JSON_READ(build->load, at, humanoid_fields, &record);
    bones = vrmi_json_at(at, "humanBones", record.bones);
    if (bones.value != NULL) {
        vrmi_read_bone_list(build, &bones);
    } else {
        vrmi_load_found(build->load, VRMI_HUMANOID_MISSING, at->parent, NULL);
    }
}

/* --- firstPerson (V0-025 … V0-027) --- */

typedef struct first_person_record {
    int32_t bone;
    vrm_string look_at_type;
    yyjson_val *bone_offset;
    yyjson_val *annotations;
    yyjson_val *maps[4];
} first_person_record;

static const vrmi_json_field first_person_fields[] = {
    VRMI_FIELD_INDEX(first_person_record, bone, "firstPersonBone", VRMI_TABLE_NODES, 0),
    VRMI_FIELD(first_person_record, bone_offset, "firstPersonBoneOffset", ANY),
    VRMI_FIELD(first_person_record, annotations, "meshAnnotations", ARRAY),
    VRMI_FIELD(first_person_record, look_at_type, "lookAtTypeName", STRING),
    VRMI_FIELD(first_person_record, maps[0], "lookAtHorizontalInner", OBJECT),
    VRMI_FIELD(first_person_record, maps[1], "lookAtHorizontalOuter", OBJECT),
    VRMI_FIELD(first_person_record, maps[2], "lookAtVerticalDown", OBJECT),
    VRMI_FIELD(first_person_record, maps[3], "lookAtVerticalUp", OBJECT),
};

/* Whatever its case; what is unknown is reported, and the first one instead (V0-026, V0-029). */
static int32_t choose_any_case(vrmi_build *build, const vrmi_json *at, const char *key,
                               const vrmi_json_choice *choices, vrm_string text) {
    vrmi_json field = vrmi_json_at(at, key, NULL);
    for (const vrmi_json_choice *choice = choices; choice->name != NULL; ++choice) {
        if (vrmi_string_equals_no_case(text, choice->name)) return choice->value;
    }
    if (text.length != 0) {
        vrmi_load_found(build->load, VRMI_FIELD_ENUM, &field, VRMI_WITH(vrmi_quoted(text)));
    }
    return choices[0].value;
}

static const vrmi_json_choice annotation_flags[] = {
    {"Auto", VRM_FIRST_PERSON_AUTO},
    {"Both", VRM_FIRST_PERSON_BOTH},
    {"ThirdPersonOnly", VRM_FIRST_PERSON_THIRD_PERSON_ONLY},
    {"FirstPersonOnly", VRM_FIRST_PERSON_FIRST_PERSON_ONLY},
    {NULL, 0},
};

typedef struct annotation_record {
    int32_t mesh;
    vrm_string flag;
} annotation_record;

static const vrmi_json_field annotation_fields[] = {
    VRMI_FIELD_INDEX(annotation_record, mesh, "mesh", VRMI_TABLE_MESHES, 0),
    VRMI_FIELD(annotation_record, flag, "firstPersonFlag", STRING),
};

static void read_annotations(vrmi_build *build, const vrmi_json *array) {
    vrmi_json_each each = vrmi_json_begin(array);
    while (vrmi_json_next(&each)) {
        annotation_record record = {VRM_NONE, {"", 0}};
        int32_t flag;
        VRMI_JSON_READ(build->load, &each.item, annotation_fields, &record);
        if (record.mesh == VRM_NONE) continue;
        flag = choose_any_case(build, &each.item, "firstPersonFlag", annotation_flags, record.flag);
        vrmi_annotate_mesh(build, &each.item, record.mesh, flag);
    }
}

/* --- lookAt (V0-028 … V0-031) --- */

static const vrmi_json_choice look_at_types[] = {
    {"Bone", VRM_LOOK_AT_TYPE_BONE}, {"BlendShape", VRM_LOOK_AT_TYPE_EXPRESSION}, {NULL, 0}};

typedef struct map_record {
    vrm_range_map map;
    yyjson_val *curve;
} map_record;

/* Angles are clamped to [0, 180] (LA-012). */
static const vrmi_json_field map_fields[] = {
    VRMI_FIELD(map_record, curve, "curve", ARRAY),
    VRMI_FIELD_RANGE(map_record, map.input_max_degrees, "xRange", FLOAT, 0, 180),
    VRMI_FIELD(map_record, map.output_scale, "yRange", FLOAT),
};

/* From (0, 0) to (1, 1), leaving and arriving at the slope of the line between them. What lies
 * outside of the keys is clamped to them, so that the outer tangents say nothing. */
static bool is_straight(const vrm_curve_key *keys, uint32_t count) {
    return count == 2 && keys[0].time == 0 && keys[0].value == 0 && keys[0].out_tangent == 1 &&
           keys[1].time == 1 && keys[1].value == 1 && keys[1].in_tangent == 1;
}

static bool key_comes_before(const void *keys, uint32_t a, uint32_t b) {
    return ((const vrm_curve_key *)keys)[a].time < ((const vrm_curve_key *)keys)[b].time;
}

/* Four numbers a key, sorted by time (§6.4.4). */
static bool read_curve(vrmi_build *build, const vrmi_json *at, vrm_range_map *map) {
    const float *numbers;
    vrm_curve_key *keys, *sorted;
    uint32_t *order;
    uint32_t number_count, count;
    if (!vrmi_json_read_numbers(build->load, at, &numbers, &number_count)) return false;
    count = number_count / 4;
    if (number_count % 4 != 0 || count == 1) {
        vrmi_load_found(build->load, VRMI_LOOK_AT_CURVE, at,
                        VRMI_WITH(vrmi_unsigned(number_count)));
        return true;
    }
    keys = VRMI_TAKE(build->load->arena, vrm_curve_key, count);
    sorted = VRMI_TAKE(build->load->arena, vrm_curve_key, count);
    if (keys == NULL || sorted == NULL) return vrmi_load_refused(build->load);
    for (uint32_t i = 0; i < count; ++i, numbers += 4) {
        vrm_curve_key key = {numbers[0], numbers[1], numbers[2], numbers[3]};
        keys[i] = key;
    }
    order = vrmi_sort_order(build->load->arena, count, key_comes_before, keys);
    if (order == NULL) return vrmi_load_refused(build->load);
    for (uint32_t i = 0; i < count; ++i) sorted[i] = keys[order[i]];
    if (count == 0 || is_straight(sorted, count)) return true;
    map->curve = sorted;
    map->curve_key_count = count;
    return true;
}

static bool read_map(vrmi_build *build, const vrmi_json *at, int32_t type, vrm_range_map *map) {
    map_record record = {*map, NULL};
    vrmi_json curve;
    VRMI_JSON_READ(build->load, at, map_fields, &record);
    curve = vrmi_json_at(at, "curve", record.curve);
    *map = record.map;
    if (type == VRM_LOOK_AT_TYPE_EXPRESSION &&
        !(map->output_scale >= 0 && map->output_scale <= 1)) {
        /* With the type expression, the output is a weight (LA-031). */
        vrmi_json_found(build->load, VRMI_LOOK_AT_WEIGHT, at, "yRange",
                        VRMI_WITH(vrmi_number((double)map->output_scale)));
    }
    return record.curve == NULL || read_curve(build, &curve, map);
}

static bool read_look_at(vrmi_build *build, const vrmi_json *at,
                         const first_person_record *record) {
    static const char *const names[4] = {"lookAtHorizontalInner", "lookAtHorizontalOuter",
                                         "lookAtVerticalDown", "lookAtVerticalUp"};
    vrm_look_at *look_at = &build->tables.look_at;
    vrm_range_map *maps[4] = {&look_at->horizontal_inner, &look_at->horizontal_outer,
                              &look_at->vertical_down, &look_at->vertical_up};
    vrmi_json offset = vrmi_json_at(at, "firstPersonBoneOffset", record->bone_offset);
    int32_t type =
        choose_any_case(build, at, "lookAtTypeName", look_at_types, record->look_at_type);
    vrmi_default_look_at(look_at, type);
    /* 0.x has a default of its own for the offset; it is not measured from the eyes (V0-028). */
    build->has_look_at_offset = true;
    look_at->is_present = yyjson_is_obj(at->value) ? 1 : 0;
    vrmi_read_vrm0_vector(build, &offset, &look_at->offset_from_head_bone);
    for (int i = 0; i < 4; ++i) {
        vrmi_json map = vrmi_json_at(at, names[i], record->maps[i]);
        if (!read_map(build, &map, type, maps[i])) return false;
    }
    return true;
}

static bool read_first_person(vrmi_build *build, const vrmi_json *at) {
    first_person_record record;
    vrmi_json annotations;
    memset(&record, 0, sizeof record);
    record.bone = VRM_NONE;
    record.look_at_type = vrmi_string_from("");
    VRMI_JSON_READ(build->load, at, first_person_fields, &record);
    /* `auto` hides this bone and all below it; without one it is the head (V0-025). */
    build->tables.first_person.head_node = record.bone;
    annotations = vrmi_json_at(at, "meshAnnotations", record.annotations);
    read_annotations(build, &annotations);
    return read_look_at(build, at, &record);
}

/* --- All of it --- */

typedef struct vrm0_record {
    vrm_string exporter_version;
    yyjson_val *meta, *humanoid, *first_person, *expressions, *springs, *materials;
} vrm0_record;

static const vrmi_json_field vrm0_fields[] = {
    VRMI_FIELD(vrm0_record, exporter_version, "exporterVersion", STRING),
    VRMI_FIELD(vrm0_record, meta, "meta", OBJECT),
    VRMI_FIELD(vrm0_record, humanoid, "humanoid", OBJECT),
    VRMI_FIELD(vrm0_record, first_person, "firstPerson", OBJECT),
    VRMI_FIELD(vrm0_record, expressions, "blendShapeMaster", OBJECT),
    VRMI_FIELD(vrm0_record, springs, "secondaryAnimation", OBJECT),
    VRMI_FIELD(vrm0_record, materials, "materialProperties", ARRAY),
};

static bool read_parts(vrmi_build *build, const vrmi_json *vrm, const vrm0_record *record) {
    vrmi_json meta = vrmi_json_at(vrm, "meta", record->meta);
    vrmi_json humanoid = vrmi_json_at(vrm, "humanoid", record->humanoid);
    vrmi_json first_person = vrmi_json_at(vrm, "firstPerson", record->first_person);
    vrmi_json expressions = vrmi_json_at(vrm, "blendShapeMaster", record->expressions);
    vrmi_json springs = vrmi_json_at(vrm, "secondaryAnimation", record->springs);
    vrmi_json materials = vrmi_json_at(vrm, "materialProperties", record->materials);
    if (!read_meta(build, &meta)) return false;
    read_humanoid(build, &humanoid);
    return read_first_person(build, &first_person) &&
           vrmi_read_vrm0_expressions(build, &expressions) &&
           vrmi_read_vrm0_springs(build, &springs) &&
           vrmi_read_vrm0_materials(build, &materials, record->exporter_version);
}

bool vrmi_read_vrm0(vrmi_build *build, const vrmi_json *vrm) {
    vrm0_record record;
    bool ok;
    memset(&record, 0, sizeof record);
    record.exporter_version = vrmi_string_from("");
    build->load->null_is_absent = true;
    VRMI_JSON_READ(build->load, vrm, vrm0_fields, &record);
    ok = read_parts(build, vrm, &record);
    build->load->null_is_absent = false;
    return ok;
}
