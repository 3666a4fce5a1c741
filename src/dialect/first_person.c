/* firstPerson: annotations of nodes and meshes, and the reader of 1.x and its drafts. */
#include "dialect/first_person.h"

#include "dialect/check.h"

static void annotate(vrmi_build *build, const vrmi_json *at, int32_t node, int32_t flag) {
    /* An annotation belongs to a node with a mesh (FP-001). */
    if (build->gltf->nodes[node].mesh == VRM_NONE) {
        vrmi_json_found(build->load, VRMI_ANNOTATION_NO_MESH, at, "node",
                        VRMI_WITH(vrmi_node_reference(build->gltf, node)));
    } else if (build->first_person[node] != VRM_NONE) {
        /* The first annotation of a node is used (FP-014). */
        vrmi_load_found(build->load, VRMI_ANNOTATION_TWICE, at,
                        VRMI_WITH(vrmi_node_reference(build->gltf, node)));
    } else {
        build->first_person[node] = flag;
    }
}

void vrmi_annotate_mesh(vrmi_build *build, const vrmi_json *at, int32_t mesh, int32_t flag) {
    int32_t node = build->mesh_nodes[mesh];
    if (build->is_annotated[mesh]) {
        if (node != VRM_NONE) annotate(build, at, node, flag);
        return;
    }
    build->is_annotated[mesh] = 1;
    for (; node != VRM_NONE; node = build->next_mesh_node[node]) {
        annotate(build, at, node, flag);
    }
}

/* --- 1.x (§3.6) --- */

static const vrmi_json_choice annotation_types[] = {
    {"auto", VRM_FIRST_PERSON_AUTO},
    {"both", VRM_FIRST_PERSON_BOTH},
    {"thirdPersonOnly", VRM_FIRST_PERSON_THIRD_PERSON_ONLY},
    {"firstPersonOnly", VRM_FIRST_PERSON_FIRST_PERSON_ONLY},
    {NULL, 0},
};

typedef struct annotation_record {
    int32_t node;
    int32_t mesh;     /* drafts name the mesh (FP-012) */
    int32_t types[3]; /* by the names below */
} annotation_record;

static const char *const type_names[3] = {"type", "firstPersonType", "firstPersonFlag"};

enum { ANNOTATION_NODE, ANNOTATION_MESH, ANNOTATION_TYPE };

#define ANNOTATION_CHOICE(index, key)                                                              \
    VRMI_FIELD_CHOICE(annotation_record, types[index], key, TEXT, annotation_types, 0)

static const vrmi_json_field annotation_fields[] = {
    [ANNOTATION_NODE] = VRMI_FIELD_INDEX(annotation_record, node, "node", VRMI_TABLE_NODES, 0),
    [ANNOTATION_MESH] = VRMI_FIELD_INDEX(annotation_record, mesh, "mesh", VRMI_TABLE_MESHES, 0),
    [ANNOTATION_TYPE] = ANNOTATION_CHOICE(0, "type"),
    [ANNOTATION_TYPE + 1] = ANNOTATION_CHOICE(1, "firstPersonType"),
    [ANNOTATION_TYPE + 2] = ANNOTATION_CHOICE(2, "firstPersonFlag"),
};

/* The final name counts before older ones (FP-011). VRM_NONE: there is none that can be used. */
static int32_t get_annotation_type(vrmi_build *build, const vrmi_json *at, uint64_t found,
                                   const annotation_record *record) {
    bool is_given = false;
    for (uint32_t i = 0; i < 3; ++i) {
        if (yyjson_obj_get(at->value, type_names[i]) != NULL) is_given = true;
        if (!vrmi_json_has(found, ANNOTATION_TYPE + i)) continue;
        if (i != 0 && build->tables.dialect != VRM_DIALECT_1_DRAFT) {
            vrmi_note_alias(build, at, type_names[i], type_names[0]);
        }
        return record->types[i];
    }
    if (!is_given) {
        vrmi_load_found(build->load, VRMI_FIELD_MISSING, at, VRMI_WITH(vrmi_words("type")));
    }
    return VRM_NONE;
}

typedef struct first_person_record {
    yyjson_val *annotations;
} first_person_record;

static const vrmi_json_field first_person_fields[] = {
    VRMI_FIELD(first_person_record, annotations, "meshAnnotations", ARRAY),
};

bool vrmi_read_first_person(vrmi_build *build, const vrmi_json *vrm) {
    vrmi_json at = vrmi_json_member(vrm, "firstPerson");
    first_person_record first_person = {NULL};
    vrmi_json array;
    vrmi_json_each each;
    VRMI_JSON_READ(build->load, &at, first_person_fields, &first_person);
    array = vrmi_json_at(&at, "meshAnnotations", first_person.annotations);
    each = vrmi_json_begin(&array);
    while (vrmi_json_next(&each)) {
        annotation_record record = {VRM_NONE, VRM_NONE, {0, 0, 0}};
        uint64_t found;
        int32_t type;
        if (!vrmi_load_goes_on(build->load)) return false;
        found = VRMI_JSON_READ(build->load, &each.item, annotation_fields, &record);
        if (vrmi_json_has(found, VRMI_JSON_INCOMPLETE)) continue;
        type = get_annotation_type(build, &each.item, found, &record);
        if (record.node == VRM_NONE && record.mesh == VRM_NONE) {
            vrmi_report_absent(build, &each.item, "node", "mesh");
        } else if (type != VRM_NONE && record.node != VRM_NONE) {
            annotate(build, &each.item, record.node, type);
        } else if (type != VRM_NONE) {
            if (build->tables.dialect != VRM_DIALECT_1_DRAFT) {
                vrmi_note_alias(build, &each.item, "mesh", "node");
            }
            vrmi_annotate_mesh(build, &each.item, record.mesh, type);
        }
    }
    return true;
}
