/* Nodes and scenes: rest transforms, and a graph that is a forest. */
#include "base/math.h"
#include "gltf/document.h"

#include <string.h>

typedef struct node_record {
    vrm_node node;
    yyjson_val *children;
    yyjson_val *weights;
    yyjson_val *extensions;
    vrm_mat4 matrix;
} node_record;

enum {
    NODE_NAME,
    NODE_TRANSLATION,
    NODE_ROTATION,
    NODE_SCALE,
    NODE_CHILDREN,
    NODE_MESH,
    NODE_SKIN,
    NODE_MATRIX,
    NODE_WEIGHTS,
    NODE_EXTENSIONS
};

static const vrmi_json_field node_fields[] = {
    [NODE_NAME] = VRMI_FIELD(node_record, node.name, "name", STRING),
    [NODE_TRANSLATION] =
        VRMI_FIELD_FLOATS(node_record, node.rest.translation, "translation", 3, 0, 0),
    [NODE_ROTATION] = VRMI_FIELD_FLOATS(node_record, node.rest.rotation, "rotation", 4, 0, 0),
    [NODE_SCALE] = VRMI_FIELD_FLOATS(node_record, node.rest.scale, "scale", 3, 0, 0),
    [NODE_CHILDREN] = VRMI_FIELD(node_record, children, "children", ARRAY),
    [NODE_MESH] = VRMI_FIELD_INDEX(node_record, node.mesh, "mesh", VRMI_TABLE_MESHES, 0),
    [NODE_SKIN] = VRMI_FIELD_INDEX(node_record, node.skin, "skin", VRMI_TABLE_SKINS, 0),
    [NODE_MATRIX] = VRMI_FIELD_FLOATS(node_record, matrix, "matrix", 16, 0, 0),
    [NODE_WEIGHTS] = VRMI_FIELD_LIST(node_record, weights, "weights", 0),
    [NODE_EXTENSIONS] = VRMI_FIELD(node_record, extensions, "extensions", ANY),
};

/* A rotation that is farther from unit length is reported; the tolerance is gltf-validator's. */
static const double rotation_tolerance = 0.00769;

/* Makes a rotation a unit quaternion; zero becomes the identity (ER-015). */
static void check_rotation(vrmi_load *load, const vrmi_json *at, vrm_quat *rotation) {
    vrmi_json place = vrmi_json_at(at, "rotation", NULL);
    double x = (double)rotation->x, y = (double)rotation->y, z = (double)rotation->z;
    double w = (double)rotation->w;
    double length = sqrt(x * x + y * y + z * z + w * w); /* a float's square may be 0 or infinite */
    if (!(length > 0)) {
        vrmi_load_found(load, VRMI_NODE_ROTATION_ZERO, &place, NULL);
    } else if (!(fabs(length - 1) <= rotation_tolerance)) {
        vrmi_load_found(load, VRMI_NODE_ROTATION_UNIT, &place, VRMI_WITH(vrmi_number(length)));
    }
    *rotation = vrmi_quat_normalize(*rotation);
}

/* Decomposes a matrix, and reports shear and mirroring (ER-016). */
static void use_matrix(vrmi_load *load, const vrmi_json *at, node_record *record) {
    vrmi_json place = vrmi_json_at(at, "matrix", NULL);
    const float *m = record->matrix.m;
    unsigned flags = vrmi_trs_from_mat4(&record->matrix, &record->node.rest);
    if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1) {
        vrmi_load_found(load, VRMI_NODE_MATRIX_ROW, &place, NULL);
    }
    if ((flags & VRMI_TRS_SHEARED) != 0) {
        vrmi_load_found(load, VRMI_NODE_MATRIX_SHEAR, &place, NULL);
    }
    if ((flags & VRMI_TRS_MIRRORED) != 0) {
        vrmi_load_found(load, VRMI_NODE_MATRIX_MIRRORED, &place, NULL);
    }
    if ((flags & VRMI_TRS_SINGULAR) != 0) {
        vrmi_load_found(load, VRMI_NODE_MATRIX_SINGULAR, &place, NULL);
    }
}

static void check_skin(vrmi_load *load, const vrmi_json *at, const vrm_gltf *gltf, vrm_node *node) {
    if (node->mesh == VRM_NONE) {
        vrmi_load_found(load, VRMI_NODE_SKIN_WITHOUT_MESH, at, NULL);
    }
    /* The reader of skins has said what is wrong with it. */
    if (gltf->skins[node->skin].joint_count == 0) node->skin = VRM_NONE;
}

static bool read_node(vrmi_load *load, const vrmi_json *at, const vrm_gltf *gltf, vrm_node *out,
                      yyjson_val **out_extensions) {
    static const vrm_node none = {
        {"", 0},  NULL,     NULL,     0, 0, {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}},
        VRM_NONE, VRM_NONE, VRM_NONE, 0,
    };
    node_record record;
    vrm_node *node = &record.node;
    uint64_t good;
    record.node = none;
    record.children = NULL;
    record.weights = NULL;
    record.extensions = NULL;
    good = VRMI_JSON_READ(load, at, node_fields, &record);
    if (vrmi_json_has(good, NODE_ROTATION)) check_rotation(load, at, &node->rest.rotation);
    if (vrmi_json_has(good, NODE_MATRIX)) {
        if (vrmi_json_has(good, NODE_TRANSLATION) || vrmi_json_has(good, NODE_ROTATION) ||
            vrmi_json_has(good, NODE_SCALE)) {
            vrmi_load_found(load, VRMI_NODE_MATRIX_AND_TRS, at, NULL);
        }
        use_matrix(load, at, &record);
    }
    if (node->skin != VRM_NONE) check_skin(load, at, gltf, node);
    if (record.children != NULL) {
        vrmi_json children = vrmi_json_at(at, "children", record.children);
        if (!vrmi_json_read_indices(load, &children, VRMI_TABLE_NODES, &node->children,
                                    &node->child_count)) {
            return false;
        }
    }
    if (record.weights != NULL) {
        vrmi_json weights = vrmi_json_at(at, "weights", record.weights);
        uint32_t targets = node->mesh == VRM_NONE ? 0 : gltf->meshes[node->mesh].target_count;
        if (!vrmi_json_read_numbers(load, &weights, &node->weights, &node->weight_count)) {
            return false;
        }
        if (node->weight_count != targets) {
            vrmi_load_found(load, VRMI_MORPH_WEIGHTS, &weights,
                            VRMI_WITH(vrmi_unsigned(node->weight_count), vrmi_unsigned(targets)));
            node->weight_count = 0;
        }
    }
    *out = *node;
    *out_extensions = record.extensions;
    return true;
}

/* --- The graph (ER-006): first every node gets at most one parent, then rings are opened. --- */

static vrmi_argument node_in(const vrm_node *nodes, int32_t node) {
    return vrmi_reference("node", node, nodes[node].name);
}

/* Where all children stand behind their parents, or all before them, no walk upwards can come back
 * to where it began: true, there are no rings. Most exporters write one or the other. */
static bool set_parents(vrmi_load *load, const vrmi_json *array, vrm_node *nodes, uint32_t count) {
    bool all_behind = true, all_before = true;
    for (uint32_t i = 0; i < count; ++i) {
        int32_t *children = (int32_t *)(uintptr_t)nodes[i].children;
        uint32_t kept = 0;
        for (uint32_t k = 0; k < nodes[i].child_count; ++k) {
            vrm_node *child = &nodes[children[k]];
            if (child->parent != VRM_NONE) {
                vrmi_json node = {array, NULL, NULL, 0, i};
                vrmi_json list = vrmi_json_at(&node, "children", NULL);
                vrmi_load_found(
                    load, VRMI_NODE_SECOND_PARENT, &list,
                    VRMI_WITH(node_in(nodes, children[k]), node_in(nodes, child->parent)));
                continue;
            }
            child->parent = (int32_t)i;
            all_behind = all_behind && children[k] > (int32_t)i;
            all_before = all_before && children[k] < (int32_t)i;
            children[kept++] = children[k];
        }
        nodes[i].child_count = kept;
    }
    return all_behind || all_before;
}

static void remove_child(vrm_node *parent, int32_t child) {
    int32_t *children = (int32_t *)(uintptr_t)parent->children;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < parent->child_count; ++i) {
        if (children[i] != child) children[kept++] = children[i];
    }
    parent->child_count = kept;
}

/*
 * Where every node has at most one parent, a ring is a walk upwards that meets itself. Each node is
 * passed once: `is_hidden` holds the number of the walk that first came by, from 1.
 */
static void open_rings(vrmi_load *load, const vrmi_json *array, vrm_node *nodes, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        const int32_t walk = (int32_t)i + 1;
        int32_t at = (int32_t)i;
        while (at != VRM_NONE && nodes[at].is_hidden == 0) {
            nodes[at].is_hidden = walk;
            at = nodes[at].parent;
        }
        if (at != VRM_NONE && nodes[at].is_hidden == walk) {
            int32_t parent = nodes[at].parent;
            vrmi_json node = {array, NULL, NULL, 0, (uint32_t)at};
            vrmi_load_found(load, VRMI_NODE_CYCLE, &node,
                            VRMI_WITH(node_in(nodes, at), node_in(nodes, parent)));
            remove_child(&nodes[parent], at);
            nodes[at].parent = VRM_NONE;
        }
    }
    for (uint32_t i = 0; i < count; ++i) nodes[i].is_hidden = 0;
}

/* --- KHR_node_visibility (GL-049) --- */

typedef struct visibility {
    int32_t is_visible;
} visibility;

static bool is_made_hidden(vrmi_load *load, const vrmi_json *extensions) {
    static const vrmi_json_field fields[] = {VRMI_FIELD(visibility, is_visible, "visible", BOOL)};
    const vrmi_json extension = vrmi_json_member(extensions, "KHR_node_visibility");
    visibility record = {1};
    if (extension.value == NULL) return false;
    vrmi_use_extension(load, &extension);
    VRMI_JSON_READ(load, &extension, fields, &record);
    return record.is_visible == 0;
}

/* A hidden node hides all nodes below it. */
static bool hide_nodes(vrmi_load *load, const vrmi_json *array, vrmi_document *document,
                       vrm_node *nodes, uint32_t count) {
    int32_t *stack = NULL;
    uint32_t height = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const vrmi_json at = {array, NULL, NULL, 0, i};
        const vrmi_json extensions = vrmi_json_at(&at, "extensions", document->node_extensions[i]);
        if (extensions.value == NULL || !is_made_hidden(load, &extensions)) continue;
        if (stack == NULL) stack = VRMI_TAKE(&document->scratch, int32_t, count);
        if (stack == NULL) return vrmi_load_refused(load);
        nodes[i].is_hidden = 1;
        stack[height++] = (int32_t)i;
    }
    while (height > 0) { /* each node is in it once */
        const vrm_node *node = &nodes[stack[--height]];
        for (uint32_t k = 0; k < node->child_count; ++k) {
            vrm_node *child = &nodes[node->children[k]];
            if (child->is_hidden) continue;
            child->is_hidden = 1;
            stack[height++] = node->children[k];
        }
    }
    return true;
}

bool vrmi_read_nodes(vrmi_load *load, const vrmi_json *array, vrmi_document *document) {
    uint32_t count = load->counts[VRMI_TABLE_NODES];
    vrm_node *nodes = VRMI_TAKE(load->arena, vrm_node, count);
    vrmi_json_each each = vrmi_json_begin(array);
    document->node_extensions = VRMI_TAKE(&document->scratch, yyjson_val *, count);
    if (nodes == NULL || document->node_extensions == NULL) return vrmi_load_refused(load);
    while (vrmi_json_next(&each)) {
        if (!vrmi_load_goes_on(load) ||
            !read_node(load, &each.item, &document->gltf, &nodes[each.item.index],
                       &document->node_extensions[each.item.index])) {
            return false;
        }
    }
    if (!set_parents(load, array, nodes, count)) open_rings(load, array, nodes, count);
    if (!hide_nodes(load, array, document, nodes, count)) return false;
    document->gltf.nodes = nodes;
    document->gltf.node_count = count;
    return true;
}

typedef struct scene_record {
    vrm_scene scene;
    yyjson_val *nodes;
} scene_record;

static const vrmi_json_field scene_fields[] = {
    VRMI_FIELD(scene_record, scene.name, "name", STRING),
    VRMI_FIELD(scene_record, nodes, "nodes", ARRAY),
};

/* Nodes without a parent, each once: the scene is a forest too. A second bit of `is_hidden` marks
 * those that were there. */
static uint32_t keep_roots(vrmi_load *load, const vrmi_json *list, vrm_node *nodes, int32_t *roots,
                           uint32_t count) {
    enum { IS_ROOT = 2 };
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; ++i) {
        vrm_node *node = &nodes[roots[i]];
        if (node->parent != VRM_NONE) {
            vrmi_load_found(load, VRMI_NODE_ROOT_HAS_PARENT, list,
                            VRMI_WITH(node_in(nodes, roots[i]), node_in(nodes, node->parent)));
        } else if ((node->is_hidden & IS_ROOT) != 0) {
            vrmi_load_found(load, VRMI_NODE_ROOT_TWICE, list, VRMI_WITH(node_in(nodes, roots[i])));
        } else {
            node->is_hidden |= IS_ROOT;
            roots[kept++] = roots[i];
        }
    }
    for (uint32_t i = 0; i < kept; ++i) nodes[roots[i]].is_hidden &= ~IS_ROOT;
    return kept;
}

bool vrmi_read_scenes(vrmi_load *load, const vrmi_json *array, vrmi_document *document) {
    uint32_t count = load->counts[VRMI_TABLE_SCENES];
    vrm_scene *scenes = VRMI_TAKE(load->arena, vrm_scene, count);
    vrmi_json_each each = vrmi_json_begin(array);
    if (scenes == NULL) return vrmi_load_refused(load);
    while (vrmi_json_next(&each)) {
        static const scene_record none = {{{"", 0}, NULL, 0}, NULL};
        scene_record record = none;
        vrmi_json list;
        if (!vrmi_load_goes_on(load)) return false;
        VRMI_JSON_READ(load, &each.item, scene_fields, &record);
        list = vrmi_json_at(&each.item, "nodes", record.nodes);
        if (!vrmi_json_read_indices(load, &list, VRMI_TABLE_NODES, &record.scene.roots,
                                    &record.scene.root_count)) {
            return false;
        }
        record.scene.root_count =
            keep_roots(load, &list, (vrm_node *)(uintptr_t)document->gltf.nodes,
                       (int32_t *)(uintptr_t)record.scene.roots, record.scene.root_count);
        scenes[each.item.index] = record.scene;
    }
    document->gltf.scenes = scenes;
    document->gltf.scene_count = count;
    return true;
}
