/* Meshes, primitives, morph targets and their names. */
#include "base/text.h"
#include "gltf/accessor.h"
#include "gltf/document.h"

#include <string.h>

/* --- Attributes --- */

/* Nothing in VRM has more than a few; a bound keeps hostile files linear. */
enum { MAX_SET = 15 };

enum { I8 = 1, U8 = 2, I16 = 4, U16 = 8, F32 = 16, I8N = 32, U8N = 64, I16N = 128, U16N = 256 };

typedef struct semantic {
    const char *name;
    int32_t id;
    bool has_set;       /* TEXCOORD_n */
    uint32_t elements;  /* bits of VRM_ELEMENT_… */
    uint32_t formats;   /* that glTF allows */
    uint32_t quantized; /* and that KHR_mesh_quantization adds */
} semantic;

static const semantic semantics[] = {
    {"POSITION", VRM_ATTRIBUTE_POSITION, false, 1 << VRM_ELEMENT_VEC3, F32,
     I8 | U8 | I16 | U16 | I8N | U8N | I16N | U16N},
    {"NORMAL", VRM_ATTRIBUTE_NORMAL, false, 1 << VRM_ELEMENT_VEC3, F32, I8N | I16N},
    {"TANGENT", VRM_ATTRIBUTE_TANGENT, false, 1 << VRM_ELEMENT_VEC4, F32, I8N | I16N},
    {"TEXCOORD", VRM_ATTRIBUTE_TEXCOORD, true, 1 << VRM_ELEMENT_VEC2, F32 | U8N | U16N,
     I8 | U8 | I16 | U16 | I8N | I16N},
    {"COLOR", VRM_ATTRIBUTE_COLOR, true, 1 << VRM_ELEMENT_VEC3 | 1 << VRM_ELEMENT_VEC4,
     F32 | U8N | U16N, 0},
    {"JOINTS", VRM_ATTRIBUTE_JOINTS, true, 1 << VRM_ELEMENT_VEC4, U8 | U16, 0},
    {"WEIGHTS", VRM_ATTRIBUTE_WEIGHTS, true, 1 << VRM_ELEMENT_VEC4, F32 | U8N | U16N, 0},
};

/* Morph targets: differences may be quantized further. */
static const semantic morph_semantics[] = {
    {"POSITION", VRM_ATTRIBUTE_POSITION, false, 1 << VRM_ELEMENT_VEC3, F32, I8 | I16 | I8N | I16N},
    {"NORMAL", VRM_ATTRIBUTE_NORMAL, false, 1 << VRM_ELEMENT_VEC3, F32, I8N | I16N},
};

static uint32_t format_of(const vrm_accessor *accessor) {
    switch (accessor->component) {
    case VRM_COMPONENT_I8:
        return accessor->is_normalized ? I8N : I8;
    case VRM_COMPONENT_U8:
        return accessor->is_normalized ? U8N : U8;
    case VRM_COMPONENT_I16:
        return accessor->is_normalized ? I16N : I16;
    case VRM_COMPONENT_U16:
        return accessor->is_normalized ? U16N : U16;
    case VRM_COMPONENT_F32:
        return F32;
    default:
        return 0;
    }
}

/* POSITION, or TEXCOORD_3 with its set. */
static const semantic *find_semantic(vrm_string key, int32_t *out_set) {
    for (size_t i = 0; i < sizeof semantics / sizeof semantics[0]; ++i) {
        const semantic *known = &semantics[i];
        uint32_t length = (uint32_t)strlen(known->name);
        uint64_t set;
        vrm_string digits;
        if (key.length < length || memcmp(key.data, known->name, length) != 0) continue;
        *out_set = 0;
        if (!known->has_set) {
            if (key.length == length) return known;
            continue;
        }
        digits.data = key.data + length + 1;
        digits.length = key.length > length ? key.length - length - 1 : 0;
        if (key.length <= length || key.data[length] != '_' || !vrmi_parse_u64(digits, &set) ||
            set > MAX_SET) {
            continue;
        }
        *out_set = (int32_t)set;
        return known;
    }
    return NULL;
}

/* An offset that is no multiple of the component's size has been reported for the accessor. */
static void check_alignment(vrmi_load *load, const vrmi_json *at, const vrm_gltf *gltf,
                            const vrm_accessor *accessor) {
    const vrm_buffer_view *view;
    uint64_t start, stride;
    if (accessor->buffer_view == VRM_NONE) return;
    view = &gltf->buffer_views[accessor->buffer_view];
    start = view->byte_offset + accessor->byte_offset;
    stride = view->byte_stride != 0 ? view->byte_stride
                                    : vrmi_element_size(accessor->element, accessor->component);
    if (start % vrmi_component_size(accessor->component) == 0 &&
        (start % 4 != 0 || stride % 4 != 0)) {
        vrmi_load_found(load, VRMI_ATTRIBUTE_ALIGNMENT, at,
                        VRMI_WITH(vrmi_unsigned(start), vrmi_unsigned(stride)));
    }
}

/* Whether an accessor can be what `known` asks for. The accessor itself is usable. */
static bool check_format(vrmi_load *load, const vrmi_json *at, const vrmi_document *document,
                         const semantic *known, const vrm_accessor *accessor) {
    uint32_t format = format_of(accessor);
    if ((known->elements >> accessor->element & 1) == 0 ||
        ((known->formats | known->quantized) & format) == 0) {
        vrmi_load_found(load, VRMI_ATTRIBUTE_FORMAT, at, VRMI_WITH(vrmi_words(known->name)));
        return false;
    }
    if ((known->formats & format) == 0 && !load->uses_quantization) {
        vrmi_load_found(load, VRMI_ATTRIBUTE_QUANTIZED, at, VRMI_WITH(vrmi_words(known->name)));
    }
    check_alignment(load, at, &document->gltf, accessor);
    return true;
}

static bool read_attributes(vrmi_load *load, const vrmi_json *at, const vrmi_document *document,
                            vrm_primitive *primitive) {
    const vrm_gltf *gltf = &document->gltf;
    uint32_t capacity = yyjson_is_obj(at->value) ? (uint32_t)yyjson_obj_size(at->value) : 0;
    vrm_attribute *attributes = VRMI_TAKE(load->arena, vrm_attribute, capacity);
    vrmi_json_each each = vrmi_json_begin(at);
    uint32_t count = 0, joints = 0, weights = 0;
    if (attributes == NULL) return vrmi_load_refused(load);
    while (vrmi_json_next(&each)) {
        vrm_attribute attribute = {0, 0, VRM_NONE};
        const semantic *known = find_semantic(vrmi_json_key(&each.item), &attribute.set);
        uint32_t earlier = 0;
        if (known == NULL) {
            if (each.item.key_length > 0 && each.item.key[0] == '_') continue;
            vrmi_load_found(load, VRMI_ATTRIBUTE_UNKNOWN, &each.item,
                            VRMI_WITH(vrmi_quoted(vrmi_json_key(&each.item))));
            continue;
        }
        attribute.semantic = known->id;
        if (!vrmi_json_index(load, &each.item, VRMI_TABLE_ACCESSORS, &attribute.accessor) ||
            !vrmi_accessor_is_usable(gltf, attribute.accessor) ||
            !check_format(load, &each.item, document, known,
                          &gltf->accessors[attribute.accessor])) {
            continue;
        }
        while (earlier < count && (attributes[earlier].semantic != attribute.semantic ||
                                   attributes[earlier].set != attribute.set)) {
            ++earlier;
        }
        if (earlier < count) {
            vrmi_load_found(load, VRMI_JSON_DUPLICATE_KEY, &each.item,
                            VRMI_WITH(vrmi_quoted(vrmi_json_key(&each.item))));
        } else {
            ++count;
            joints += attribute.semantic == VRM_ATTRIBUTE_JOINTS;
            weights += attribute.semantic == VRM_ATTRIBUTE_WEIGHTS;
        }
        attributes[earlier] = attribute;
    }
    if (joints != weights) {
        vrmi_load_found(load, VRMI_ATTRIBUTE_SKIN_PAIR, at,
                        VRMI_WITH(vrmi_unsigned(joints), vrmi_unsigned(weights)));
    }
    primitive->attributes = attributes;
    primitive->attribute_count = count;
    return true;
}

/* The number of vertices is POSITION's; attributes with another number are left out. */
static void count_vertices(vrmi_load *load, const vrmi_json *at, const vrm_gltf *gltf,
                           vrm_primitive *primitive) {
    vrm_attribute *attributes = (vrm_attribute *)(uintptr_t)primitive->attributes;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < primitive->attribute_count; ++i) {
        if (attributes[i].semantic == VRM_ATTRIBUTE_POSITION) {
            primitive->vertex_count = gltf->accessors[attributes[i].accessor].count;
        }
    }
    if (primitive->vertex_count == 0) {
        if (!primitive->is_compressed) vrmi_load_found(load, VRMI_PRIMITIVE_POSITION, at, NULL);
        return;
    }
    for (uint32_t i = 0; i < primitive->attribute_count; ++i) {
        uint32_t count = gltf->accessors[attributes[i].accessor].count;
        if (count == primitive->vertex_count) {
            attributes[kept++] = attributes[i];
        } else {
            vrmi_load_found(load, VRMI_ATTRIBUTE_COUNT, at,
                            VRMI_WITH(vrmi_words(semantics[attributes[i].semantic].name),
                                      vrmi_unsigned(count),
                                      vrmi_unsigned(primitive->vertex_count)));
        }
    }
    primitive->attribute_count = kept;
}

/* --- Morph targets --- */

typedef struct target_record {
    int32_t accessors[2]; /* position, normal */
} target_record;

static const vrmi_json_field target_fields[] = {
    VRMI_FIELD_INDEX(target_record, accessors[0], "POSITION", VRMI_TABLE_ACCESSORS, 0),
    VRMI_FIELD_INDEX(target_record, accessors[1], "NORMAL", VRMI_TABLE_ACCESSORS, 0),
};

static int32_t check_target(vrmi_load *load, const vrmi_json *at, const vrmi_document *document,
                            const semantic *known, uint32_t vertex_count, int32_t accessor) {
    vrmi_json place = vrmi_json_at(at, known->name, NULL);
    const vrm_accessor *found = &document->gltf.accessors[accessor];
    if (!vrmi_accessor_is_usable(&document->gltf, accessor) ||
        !check_format(load, &place, document, known, found)) {
        return VRM_NONE;
    }
    if (found->count != vertex_count) {
        vrmi_load_found(load, VRMI_ATTRIBUTE_COUNT, &place,
                        VRMI_WITH(vrmi_words(known->name), vrmi_unsigned(found->count),
                                  vrmi_unsigned(vertex_count)));
        return VRM_NONE;
    }
    return accessor;
}

static bool read_targets(vrmi_load *load, const vrmi_json *at, const vrmi_document *document,
                         vrm_primitive *primitive) {
    uint32_t count = vrmi_json_size(at);
    vrm_morph_target *targets = VRMI_TAKE(load->arena, vrm_morph_target, count);
    vrmi_json_each each = vrmi_json_begin(at);
    if (targets == NULL) return vrmi_load_refused(load);
    while (vrmi_json_next(&each)) {
        vrm_morph_target *target = &targets[each.item.index];
        target_record record = {{VRM_NONE, VRM_NONE}};
        target->position = VRM_NONE;
        target->normal = VRM_NONE;
        VRMI_JSON_READ(load, &each.item, target_fields, &record);
        if (primitive->vertex_count == 0) continue;
        if (record.accessors[0] != VRM_NONE) {
            target->position = check_target(load, &each.item, document, &morph_semantics[0],
                                            primitive->vertex_count, record.accessors[0]);
        }
        if (record.accessors[1] != VRM_NONE) {
            target->normal = check_target(load, &each.item, document, &morph_semantics[1],
                                          primitive->vertex_count, record.accessors[1]);
        }
    }
    primitive->targets = targets;
    primitive->target_count = count;
    return true;
}

/* --- Primitives --- */

typedef struct primitive_record {
    vrm_primitive primitive;
    yyjson_val *attributes;
    yyjson_val *targets;
    yyjson_val *extras;
    yyjson_val *extensions;
} primitive_record;

static const vrmi_json_choice modes[] = {
    {"POINTS", VRM_PRIMITIVE_MODE_POINTS},
    {"LINES", VRM_PRIMITIVE_MODE_LINES},
    {"LINE_LOOP", VRM_PRIMITIVE_MODE_LINE_LOOP},
    {"LINE_STRIP", VRM_PRIMITIVE_MODE_LINE_STRIP},
    {"TRIANGLES", VRM_PRIMITIVE_MODE_TRIANGLES},
    {"TRIANGLE_STRIP", VRM_PRIMITIVE_MODE_TRIANGLE_STRIP},
    {"TRIANGLE_FAN", VRM_PRIMITIVE_MODE_TRIANGLE_FAN},
    {NULL, 0},
};

enum { PRIMITIVE_INDICES = 1 };

static const vrmi_json_field primitive_fields[] = {
    VRMI_FIELD_REQUIRED(primitive_record, attributes, "attributes", OBJECT),
    [PRIMITIVE_INDICES] =
        VRMI_FIELD_INDEX(primitive_record, primitive.indices, "indices", VRMI_TABLE_ACCESSORS, 0),
    VRMI_FIELD_INDEX(primitive_record, primitive.material, "material", VRMI_TABLE_MATERIALS, 0),
    VRMI_FIELD_CHOICE(primitive_record, primitive.mode, "mode", NUMBER, modes, 0),
    VRMI_FIELD_LIST(primitive_record, targets, "targets", 0),
    VRMI_FIELD(primitive_record, extras, "extras", ANY),
    VRMI_FIELD(primitive_record, extensions, "extensions", OBJECT),
};

/* Indices that cannot be used leave nothing to draw: the vertices in their own order would be
 * another shape. */
static void check_indices(vrmi_load *load, const vrmi_json *at, const vrm_gltf *gltf, bool is_given,
                          vrm_primitive *primitive) {
    uint64_t count = primitive->vertex_count;
    if (is_given) {
        const vrm_accessor *indices;
        if (!vrmi_accessor_is_usable(gltf, primitive->indices)) {
            primitive->vertex_count = 0;
            primitive->indices = VRM_NONE;
            return;
        }
        indices = &gltf->accessors[primitive->indices];
        if (indices->element != VRM_ELEMENT_SCALAR || indices->is_normalized ||
            (indices->component != VRM_COMPONENT_U8 && indices->component != VRM_COMPONENT_U16 &&
             indices->component != VRM_COMPONENT_U32)) {
            vrmi_load_found(load, VRMI_PRIMITIVE_INDICES, at, NULL);
            primitive->vertex_count = 0;
            primitive->indices = VRM_NONE;
            return;
        }
        count = indices->count;
    }
    if (primitive->vertex_count == 0) return;
    if (primitive->mode == VRM_PRIMITIVE_MODE_TRIANGLES) {
        primitive->triangle_count = (uint32_t)(count / 3);
        if (count % 3 != 0) {
            vrmi_load_found(load, VRMI_PRIMITIVE_INDEX_COUNT, at, VRMI_WITH(vrmi_unsigned(count)));
        }
    } else if (primitive->mode > VRM_PRIMITIVE_MODE_TRIANGLES && count > 2) {
        primitive->triangle_count = (uint32_t)(count - 2);
    }
}

static bool read_primitive(vrmi_load *load, const vrmi_json *at, const vrmi_document *document,
                           primitive_record *record) {
    vrm_primitive *primitive = &record->primitive;
    vrmi_json attributes, targets, extensions;
    uint64_t good;
    memset(record, 0, sizeof *record);
    primitive->mode = VRM_PRIMITIVE_MODE_TRIANGLES;
    primitive->indices = VRM_NONE;
    primitive->material = VRM_NONE;
    good = VRMI_JSON_READ(load, at, primitive_fields, record);
    attributes = vrmi_json_at(at, "attributes", record->attributes);
    targets = vrmi_json_at(at, "targets", record->targets);
    extensions = vrmi_json_at(at, "extensions", record->extensions);
    if (vrmi_json_member(&extensions, "KHR_draco_mesh_compression").value != NULL) {
        vrmi_load_found(load, VRMI_PRIMITIVE_COMPRESSED, at, NULL);
        primitive->is_compressed = 1;
    }
    if (!read_attributes(load, &attributes, document, primitive)) return false;
    count_vertices(load, at, &document->gltf, primitive);
    if (!read_targets(load, &targets, document, primitive)) return false;
    check_indices(load, at, &document->gltf,
                  vrmi_json_has(good, PRIMITIVE_INDICES) ||
                      yyjson_obj_get(at->value, "indices") != NULL,
                  primitive);
    if (primitive->is_compressed) primitive->vertex_count = primitive->triangle_count = 0;
    return true;
}

/* --- Meshes --- */

typedef struct mesh_record {
    vrm_mesh mesh;
    yyjson_val *primitives;
    yyjson_val *weights;
    yyjson_val *extras;
} mesh_record;

static const vrmi_json_field mesh_fields[] = {
    VRMI_FIELD_LIST(mesh_record, primitives, "primitives", 1),
    VRMI_FIELD(mesh_record, mesh.name, "name", STRING),
    VRMI_FIELD_LIST(mesh_record, weights, "weights", 0),
    VRMI_FIELD(mesh_record, extras, "extras", ANY),
};

/* The same attributes in every primitive, whatever their order (GL-026). */
static bool has_same_attributes(const vrm_primitive *a, const vrm_primitive *b) {
    if (a->attribute_count != b->attribute_count) return false;
    for (uint32_t i = 0; i < a->attribute_count; ++i) {
        uint32_t k = 0;
        while (k < b->attribute_count && (b->attributes[k].semantic != a->attributes[i].semantic ||
                                          b->attributes[k].set != a->attributes[i].set)) {
            ++k;
        }
        if (k == b->attribute_count) return false;
    }
    return true;
}

static void compare_primitives(vrmi_load *load, const vrmi_json *array, const vrm_mesh *mesh) {
    for (uint32_t i = 0; i < mesh->primitive_count; ++i) {
        const vrm_primitive *primitive = &mesh->primitives[i];
        vrmi_json at = {array, NULL, NULL, 0, i};
        if (primitive->target_count != mesh->target_count) {
            vrmi_load_found(load, VRMI_MORPH_COUNT, &at,
                            VRMI_WITH(vrmi_unsigned(primitive->target_count),
                                      vrmi_unsigned(mesh->target_count)));
        }
        if (primitive->vertex_count != 0 && mesh->primitives[0].vertex_count != 0 &&
            !has_same_attributes(&mesh->primitives[0], primitive)) {
            vrmi_load_found(load, VRMI_PRIMITIVE_ATTRIBUTES, &at, NULL);
        }
    }
}

/* Names stand in the extras of the mesh (GL-014), or of its first primitive (GL-015). */
static bool read_target_names(vrmi_load *load, const vrmi_json *at, yyjson_val *mesh_extras,
                              yyjson_val *primitive_extras, vrm_mesh *mesh) {
    vrmi_json extras = vrmi_json_at(at, "extras", mesh_extras);
    vrmi_json names = vrmi_json_member(&extras, "targetNames");
    vrmi_json primitives = vrmi_json_at(at, "primitives", NULL);
    vrmi_json primitive = {&primitives, NULL, NULL, 0, 0};
    vrmi_json other_extras = vrmi_json_at(&primitive, "extras", primitive_extras);
    if (!yyjson_is_arr(names.value)) names = vrmi_json_member(&other_extras, "targetNames");
    if (!yyjson_is_arr(names.value) || mesh->target_count == 0) return true;
    if (!vrmi_json_read_strings(load, &names, &mesh->target_names, &mesh->target_name_count)) {
        return false;
    }
    if (mesh->target_name_count != mesh->target_count) {
        vrmi_load_found(
            load, VRMI_MORPH_NAMES, &names,
            VRMI_WITH(vrmi_unsigned(mesh->target_name_count), vrmi_unsigned(mesh->target_count)));
        if (mesh->target_name_count < mesh->target_count) {
            vrm_string *all = VRMI_TAKE(load->arena, vrm_string, mesh->target_count);
            if (all == NULL) return vrmi_load_refused(load);
            for (uint32_t i = 0; i < mesh->target_count; ++i) {
                const vrm_string unnamed = {"", 0};
                all[i] = i < mesh->target_name_count ? mesh->target_names[i] : unnamed;
            }
            mesh->target_names = all;
        }
        mesh->target_name_count = mesh->target_count;
    }
    return true;
}

static bool read_mesh(vrmi_load *load, const vrmi_json *at, const vrmi_document *document,
                      vrm_mesh *out) {
    mesh_record record;
    vrm_mesh *mesh = &record.mesh;
    vrmi_json array, weights;
    vrmi_json_each each;
    vrm_primitive *primitives;
    yyjson_val *first_extras = NULL;
    memset(&record, 0, sizeof record);
    mesh->name.data = "";
    VRMI_JSON_READ(load, at, mesh_fields, &record);
    array = vrmi_json_at(at, "primitives", record.primitives);
    weights = vrmi_json_at(at, "weights", record.weights);
    mesh->primitive_count = vrmi_json_size(&array);
    primitives = VRMI_TAKE(load->arena, vrm_primitive, mesh->primitive_count);
    if (primitives == NULL) return vrmi_load_refused(load);
    each = vrmi_json_begin(&array);
    while (vrmi_json_next(&each)) {
        primitive_record primitive;
        if (!vrmi_load_goes_on(load) || !read_primitive(load, &each.item, document, &primitive)) {
            return false;
        }
        primitives[each.item.index] = primitive.primitive;
        if (each.item.index == 0) first_extras = primitive.extras;
        if (primitive.primitive.target_count > mesh->target_count) {
            mesh->target_count = primitive.primitive.target_count;
        }
    }
    mesh->primitives = primitives;
    compare_primitives(load, &array, mesh);
    if (!vrmi_json_read_numbers(load, &weights, &mesh->weights, &mesh->weight_count)) return false;
    if (mesh->weight_count != 0 && mesh->weight_count != mesh->target_count) {
        vrmi_load_found(
            load, VRMI_MORPH_WEIGHTS, &weights,
            VRMI_WITH(vrmi_unsigned(mesh->weight_count), vrmi_unsigned(mesh->target_count)));
        mesh->weight_count = 0;
    }
    if (!read_target_names(load, at, record.extras, first_extras, mesh)) return false;
    *out = *mesh;
    return true;
}

bool vrmi_read_meshes(vrmi_load *load, const vrmi_json *array, vrmi_document *document) {
    uint32_t count = load->counts[VRMI_TABLE_MESHES];
    vrm_mesh *meshes = VRMI_TAKE(load->arena, vrm_mesh, count);
    vrmi_json_each each = vrmi_json_begin(array);
    if (meshes == NULL) return vrmi_load_refused(load);
    while (vrmi_json_next(&each)) {
        if (!vrmi_load_goes_on(load) ||
            !read_mesh(load, &each.item, document, &meshes[each.item.index])) {
            return false;
        }
    }
    document->gltf.meshes = meshes;
    document->gltf.mesh_count = count;
    return true;
}
