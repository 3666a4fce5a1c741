/* Names: the draft wants them to be unique, and to be names of files [GL-024, GL-025]. */
#include "author/check/check.h"
#include "base/sort.h"

#include <string.h>

/* The elements of one kind, which all have a name as their first member. */
typedef struct named_table {
    const char *table, *subject;
    const void *elements;
    size_t element_size;
    uint32_t count;
} named_table;

static vrm_string name_at(const named_table *table, uint32_t index) {
    const vrm_string *name =
        (const void *)((const unsigned char *)table->elements + index * table->element_size);
    return *name;
}

static int compare(vrm_string a, vrm_string b) {
    uint32_t length = a.length < b.length ? a.length : b.length;
    int order = length != 0 ? memcmp(a.data, b.data, length) : 0;
    if (order != 0) return order;
    return a.length < b.length ? -1 : a.length > b.length;
}

static bool comes_before(const void *context, uint32_t a, uint32_t b) {
    const named_table *table = context;
    return compare(name_at(table, a), name_at(table, b)) < 0;
}

static vrmi_check_place place_of(const named_table *table, uint32_t index) {
    return vrmi_at_element(table->table, table->subject, (int32_t)index, name_at(table, index),
                           "name");
}

static bool is_file_name(vrm_string name) {
    for (uint32_t i = 0; i < name.length; ++i) {
        unsigned char c = (unsigned char)name.data[i];
        if (c < 0x20 || c == 0x7F || strchr("\\/:*?\"<>|", c) != NULL) return false;
    }
    return true;
}

static void check_table(vrmi_check *check, const named_table *table) {
    const uint32_t *order = vrmi_sort_order(check->scratch, table->count, comes_before, table);
    for (uint32_t i = 0; order != NULL && i < table->count; ++i) {
        uint32_t index = order[i];
        vrm_string name = name_at(table, index);
        vrmi_argument self = vrmi_reference(table->subject, (int64_t)index, name);
        vrmi_check_place place = place_of(table, index);
        if (name.length == 0) continue;
        if (i > 0 && compare(name_at(table, order[i - 1]), name) == 0) {
            vrmi_check_found(check, VRMI_NAME_TWICE, &place,
                             VRMI_WITH(self, vrmi_words(table->subject)));
        }
        if (!is_file_name(name)) {
            vrmi_check_found(check, VRMI_NAME_CHARACTER, &place, VRMI_WITH(self));
        }
    }
}

vrm_string vrmi_name_of(yyjson_val *element, const char *key) {
    vrm_string name = {"", 0};
    yyjson_val *value = yyjson_obj_get(element, key);
    if (!yyjson_is_str(value)) return name;
    name.data = yyjson_get_str(value);
    name.length = (uint32_t)yyjson_get_len(value);
    return name;
}

/* --- Lists of the extension, which the tables have in another order --- */

/* `table` is the pointer of the list, without its first slash. */
static void check_list(vrmi_check *check, const vrmi_json *list, const char *table,
                       const char *subject) {
    size_t count = yyjson_arr_size(list->value), i, max;
    vrm_string *names = VRMI_TAKE(check->scratch, vrm_string, count);
    const named_table index_table = {table, subject, names, sizeof *names, (uint32_t)count};
    yyjson_val *element;
    if (names == NULL) return;
    yyjson_arr_foreach(list->value, i, max, element) { names[i] = vrmi_name_of(element, "name"); }
    check_table(check, &index_table);
}

/* Expressions under the names that drafts have for them (§4.4); those that are keys of an object
 * are unique. */
static void check_extension(vrmi_check *check) {
    const vrmi_json extensions = vrmi_json_member(check->root, "extensions");
    const vrmi_json vrm = vrmi_json_member(&extensions, "VRMC_vrm");
    const vrmi_json springs = vrmi_json_member(&vrm, "springBone");
    const vrmi_json groups = vrmi_json_member(&springs, "boneGroups");
    const vrmi_json shapes = vrmi_json_member(&vrm, "blendShape");
    const vrmi_json expressions = vrmi_json_member(&shapes, "blendShapeGroups");
    const vrmi_json list = vrmi_json_member(&vrm, "expressions");
    check_list(check, &groups, "extensions/VRMC_vrm/springBone/boneGroups", "bone group");
    check_list(check, &expressions, "extensions/VRMC_vrm/blendShape/blendShapeGroups",
               "expression");
    check_list(check, &list, "extensions/VRMC_vrm/expressions", "expression");
}

void vrmi_check_names(vrmi_check *check) {
    const vrm_gltf *gltf = check->gltf;
    const named_table tables[] = {
        {"nodes", "node", gltf->nodes, sizeof gltf->nodes[0], gltf->node_count},
        {"meshes", "mesh", gltf->meshes, sizeof gltf->meshes[0], gltf->mesh_count},
        {"materials", "material", gltf->materials, sizeof gltf->materials[0], gltf->material_count},
        {"images", "image", gltf->images, sizeof gltf->images[0], gltf->image_count},
        {"textures", "texture", gltf->textures, sizeof gltf->textures[0], gltf->texture_count},
        {"skins", "skin", gltf->skins, sizeof gltf->skins[0], gltf->skin_count},
    };
    _Static_assert(offsetof(vrm_node, name) == 0 && offsetof(vrm_mesh, name) == 0 &&
                       offsetof(vrm_material, name) == 0 && offsetof(vrm_image, name) == 0 &&
                       offsetof(vrm_texture, name) == 0 && offsetof(vrm_skin, name) == 0,
                   "the name comes first");
    if (check->tables->dialect != VRM_DIALECT_1_DRAFT) return;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; ++i) check_table(check, &tables[i]);
    if (check->root != NULL) check_extension(check);
}
