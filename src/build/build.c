#include "build/build.h"
#include "base/hash.h"

#include "base/math.h"
#include "base/text.h"

#include <string.h>

bool vrmi_budget_take(vrmi_load *load, vrmi_budget *budget) {
    if (budget->used < budget->limit) {
        budget->used += 1;
        return true;
    }
    vrmi_load_found(load, VRMI_LIMIT_AVATAR, NULL,
                    VRMI_WITH(vrmi_unsigned(budget->limit), vrmi_words(budget->what)));
    return false;
}

static bool list_grow(vrmi_load *load, vrmi_list *list, uint32_t capacity, size_t element_size) {
    void *items = NULL;
    if (capacity > list->capacity) {
        items = vrmi_arena_take(load->arena, capacity, element_size, 16);
    }
    if (items == NULL) return vrmi_load_refused(load);
    if (list->count != 0) memcpy(items, list->items, list->count * element_size);
    list->items = items;
    list->capacity = capacity;
    return true;
}

bool vrmi_list_reserve(vrmi_load *load, vrmi_list *list, uint64_t count, size_t element_size) {
    uint64_t wanted = list->count + count;
    if (list->budget != NULL && wanted > list->budget->limit) wanted = list->budget->limit;
    if (wanted > INT32_MAX) wanted = INT32_MAX;
    return wanted <= list->capacity || list_grow(load, list, (uint32_t)wanted, element_size);
}

void *vrmi_list_add(vrmi_load *load, vrmi_list *list, size_t element_size) {
    if (list->budget != NULL && !vrmi_budget_take(load, list->budget)) return NULL;
    if (list->count == list->capacity) {
        uint32_t capacity = list->capacity == 0 ? 8 : list->capacity * 2;
        if (!list_grow(load, list, capacity, element_size)) return NULL;
    }
    return (char *)list->items + list->count++ * element_size;
}

/* --- The tree at rest --- */

static bool only_moves(const vrm_trs *rest) {
    return rest->rotation.x == 0 && rest->rotation.y == 0 && rest->rotation.z == 0 &&
           rest->rotation.w == 1 && rest->scale.x == 1 && rest->scale.y == 1 && rest->scale.z == 1;
}

/* Most nodes of most files only move: no need to multiply by ones and zeros. */
static void place_nodes(vrmi_build *build) {
    vrm_mat4 *world = build->rest_world;
    for (uint32_t i = 0; i < build->gltf->node_count; ++i) {
        int32_t node = build->forest.order[i];
        int32_t parent = build->gltf->nodes[node].parent;
        const vrm_trs *rest = &build->gltf->nodes[node].rest;
        if (parent != VRM_NONE && only_moves(rest)) {
            vrm_vec3 place = vrmi_mat4_transform_point(&world[parent], rest->translation);
            world[node] = world[parent];
            world[node].m[12] = place.x;
            world[node].m[13] = place.y;
            world[node].m[14] = place.z;
        } else {
            world[node] = vrmi_mat4_from_trs(rest);
            if (parent != VRM_NONE) {
                world[node] = vrmi_mat4_multiply(&world[parent], &world[node]);
            }
        }
    }
}

vrm_vec3 vrmi_build_rest_position(const vrmi_build *build, int32_t node) {
    const float *m = build->rest_world[node].m;
    return vrm_vec3_make(m[12], m[13], m[14]);
}

/* In the order of the nodes: each mesh's list is made from its end. */
static void list_mesh_nodes(vrmi_build *build) {
    for (uint32_t i = 0; i < build->gltf->mesh_count; ++i) {
        build->mesh_nodes[i] = VRM_NONE;
        build->is_annotated[i] = 0;
    }
    for (uint32_t i = build->gltf->node_count; i-- > 0;) {
        int32_t mesh = build->gltf->nodes[i].mesh;
        build->next_mesh_node[i] = VRM_NONE;
        if (mesh == VRM_NONE) continue;
        build->next_mesh_node[i] = build->mesh_nodes[mesh];
        build->mesh_nodes[mesh] = (int32_t)i;
    }
}

/* --- Begin --- */

/* The defaults of the prose (AMB-026: shade is black there and white in the schema). */
const vrm_mtoon vrmi_default_mtoon = {
    .shading_toony_factor = 0.9f,
    .gi_equalization_factor = 0.9f,
    .matcap_factor = {1, 1, 1},
    .rim_lighting_mix_factor = 1,
    .parametric_rim_fresnel_power_factor = 5,
    .outline_lighting_mix_factor = 1,
    .shade_multiply_texture = VRMI_NO_TEXTURE,
    .shading_shift_texture = VRMI_NO_TEXTURE,
    .matcap_texture = VRMI_NO_TEXTURE,
    .rim_multiply_texture = VRMI_NO_TEXTURE,
    .outline_width_multiply_texture = VRMI_NO_TEXTURE,
    .uv_animation_mask_texture = VRMI_NO_TEXTURE,
};

static void init_tables(vrm_tables *tables) {
    const vrm_string empty = {"", 0};
    vrm_string *strings[] = {
        &tables->spec_version,
        &tables->meta.name,
        &tables->meta.version,
        &tables->meta.copyright_information,
        &tables->meta.contact_information,
        &tables->meta.third_party_licenses,
        &tables->meta.license_url,
        &tables->meta.other_license_url,
        &tables->meta.legacy_allowed_user,
        &tables->meta.legacy_violent_usage,
        &tables->meta.legacy_sexual_usage,
        &tables->meta.legacy_commercial_usage,
        &tables->meta.legacy_license_name,
        &tables->meta.legacy_other_permission_url,
    };
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; ++i) *strings[i] = empty;
    tables->meta.thumbnail_image = VRM_NONE;
    for (int i = 0; i < VRM_BONE_COUNT; ++i) tables->humanoid.nodes[i] = VRM_NONE;
    tables->first_person.head_node = VRM_NONE;
}

static void complete_limit(uint32_t *limit, uint32_t value) {
    if (*limit == 0) *limit = value;
    if (*limit > INT32_MAX) *limit = INT32_MAX; /* indices are int32_t */
}

void vrmi_complete_avatar_limits(vrm_limits *limits) {
    complete_limit(&limits->max_expressions, 4096);
    complete_limit(&limits->max_binds, UINT32_C(1) << 18);
    complete_limit(&limits->max_joints, UINT32_C(1) << 20);
    complete_limit(&limits->max_colliders, UINT32_C(1) << 20);
    complete_limit(&limits->max_morph_weights, UINT32_C(1) << 20);
    if (limits->max_collider_tests == 0) limits->max_collider_tests = 1000000; /* no index */
}

static void set_budget(vrmi_budget *budget, const char *what, uint32_t limit, vrmi_list *list) {
    budget->what = what;
    budget->limit = limit;
    if (list != NULL) list->budget = budget;
}

static void set_budgets(vrmi_build *build, const vrm_limits *limits) {
    set_budget(&build->expression_budget, "expressions", limits->max_expressions, NULL);
    set_budget(&build->bind_budget, "binds of expressions", limits->max_binds, NULL);
    set_budget(&build->constraint_budget, "constraints", limits->max_elements, &build->constraints);
    set_budget(&build->collider_budget, "colliders", limits->max_colliders, &build->colliders);
    set_budget(&build->group_budget, "groups of colliders", limits->max_elements,
               &build->collider_groups);
    set_budget(&build->spring_budget, "springs", limits->max_elements, &build->springs);
    set_budget(&build->joint_budget, "joints of springs", limits->max_joints, &build->joints);
}

bool vrmi_build_begin(vrmi_build *build, vrmi_load *load, const vrmi_document *document) {
    uint32_t nodes = document->gltf.node_count, materials = document->gltf.material_count;
    memset(build, 0, sizeof *build);
    build->load = load;
    build->document = document;
    build->gltf = &document->gltf;
    build->forest = document->forest;
    build->root = vrmi_json_root(yyjson_doc_get_root(document->json.tree));
    init_tables(&build->tables);
    set_budgets(build, &load->limits);
    build->mesh_nodes = VRMI_TAKE(load->arena, int32_t, document->gltf.mesh_count);
    build->next_mesh_node = VRMI_TAKE(load->arena, int32_t, nodes);
    build->is_annotated = VRMI_TAKE(load->arena, uint8_t, document->gltf.mesh_count);
    build->first_person = VRMI_TAKE(load->arena, int32_t, nodes);
    build->rest_world = VRMI_TAKE(load->arena, vrm_mat4, nodes);
    build->materials = VRMI_TAKE(load->arena, vrm_material, materials);
    build->mtoons = VRMI_TAKE(load->arena, vrm_mtoon, materials);
    if (build->mesh_nodes == NULL || build->next_mesh_node == NULL || build->is_annotated == NULL ||
        build->first_person == NULL || build->rest_world == NULL || build->materials == NULL ||
        build->mtoons == NULL) {
        return vrmi_load_refused(load);
    }
    for (uint32_t i = 0; i < nodes; ++i) build->first_person[i] = VRM_NONE;
    for (uint32_t i = 0; i < materials; ++i) {
        build->materials[i] = document->gltf.materials[i];
        build->mtoons[i] = vrmi_default_mtoon;
    }
    list_mesh_nodes(build);
    place_nodes(build);
    return true;
}

/* --- For dialects --- */

static const vrmi_json *place_extensions(const vrmi_build *build, const char *table, uint32_t index,
                                         yyjson_val *extensions, vrmi_element *out) {
    const vrmi_json element = {&out->table, NULL, NULL, 0, index};
    out->table = vrmi_json_at(&build->root, table, NULL);
    out->element = element;
    out->extensions = vrmi_json_at(&out->element, "extensions", extensions);
    return &out->extensions;
}

const vrmi_json *vrmi_build_node(const vrmi_build *build, uint32_t node, vrmi_element *out) {
    return place_extensions(build, "nodes", node, build->document->node_extensions[node], out);
}

const vrmi_json *vrmi_build_material(const vrmi_build *build, uint32_t material,
                                     vrmi_element *out) {
    return place_extensions(build, "materials", material,
                            build->document->material_extensions[material], out);
}

static uint64_t hash_name(vrm_string name) {
    return vrmi_hash_bytes(VRMI_HASH_START, name.data, name.length);
}

static void put_into_bucket(vrmi_build *build, uint32_t index) {
    vrmi_hashed_name *name = (vrmi_hashed_name *)build->expression_names.items + index;
    uint32_t *bucket = &build->name_buckets[name->hash & (build->name_bucket_count - 1)];
    name->next = *bucket;
    *bucket = index;
}

/* Makes at least as many buckets as there are names. False: the load has failed. */
static bool reserve_buckets(vrmi_build *build) {
    enum { FEWEST = 64, MOST = 1 << 20 };
    const uint32_t old = build->name_bucket_count, count = old != 0 ? old * 2 : FEWEST;
    if (build->expression_names.count < old || old == MOST) return true;
    build->name_buckets = VRMI_TAKE(build->load->scratch, uint32_t, count);
    if (build->name_buckets == NULL) return vrmi_load_refused(build->load);
    build->name_bucket_count = count;
    memset(build->name_buckets, 0xFF, count * sizeof build->name_buckets[0]);
    for (uint32_t i = 0; i < build->expression_names.count; ++i) put_into_bucket(build, i);
    return true;
}

/* Names can be long, and records large: they are read only if the hashes are equal. (Names can be
 * chosen to share a bucket. The limit of expressions bounds how many hashes are compared then.) */
static bool has_expression(const vrmi_build *build, int32_t preset, vrm_string name,
                           uint64_t hash) {
    const vrm_expression *expressions = build->expressions.items;
    const vrmi_hashed_name *names = build->expression_names.items;
    for (uint32_t i = build->name_buckets[hash & (build->name_bucket_count - 1)]; i != UINT32_MAX;
         i = names[i].next) {
        if (names[i].hash != hash || expressions[i].preset != preset) continue;
        if (expressions[i].name.length == name.length &&
            memcmp(expressions[i].name.data, name.data, name.length) == 0) {
            return true;
        }
    }
    return false;
}

/* Where the file has an expression: a check says it, and no table does. */
static bool keep_pointer(vrmi_build *build, const vrmi_json *at) {
    vrm_string *added = VRMI_ADD(build->load, &build->expression_pointers, vrm_string);
    char buffer[512];
    vrmi_text text = vrmi_text_make(buffer, sizeof buffer);
    if (added == NULL) return false;
    vrmi_json_append_pointer(&text, at);
    *added = vrmi_arena_copy_string(build->load->arena, text.data, text.length);
    return added->data != NULL || vrmi_load_refused(build->load);
}

vrm_expression *vrmi_build_expression(vrmi_build *build, const vrmi_json *at, int32_t preset,
                                      vrm_string name) {
    vrm_expression *expression;
    vrmi_hashed_name *added;
    uint64_t hash;
    if (!vrmi_budget_take(build->load, &build->expression_budget)) return NULL;
    if (!reserve_buckets(build)) return NULL;
    if (preset != VRM_NONE) name = vrmi_string_from(vrm_preset_name((vrm_preset)preset));
    hash = hash_name(name);
    if (has_expression(build, preset, name, hash)) {
        vrmi_load_found(build->load, VRMI_EXPRESSION_TWICE, at, VRMI_WITH(vrmi_quoted(name)));
        return NULL;
    }
    added = VRMI_ADD(build->load, &build->expression_names, vrmi_hashed_name);
    if (added == NULL) return NULL;
    added->hash = hash;
    put_into_bucket(build, build->expression_names.count - 1);
    if (build->load->inspection != NULL && !keep_pointer(build, at)) return NULL;
    expression = VRMI_ADD(build->load, &build->expressions, vrm_expression);
    if (expression == NULL) return NULL;
    memset(expression, 0, sizeof *expression);
    expression->name = name;
    expression->preset = preset;
    expression->binary_threshold = build->rules.binary_threshold;
    return expression;
}

/* The list by its name and that of the object which has it. */
static vrmi_spring_list which_spring_list(const vrmi_json *list) {
    vrm_string owner = vrmi_json_key(list->parent);
    if (vrmi_string_equals(owner, "secondaryAnimation")) return VRMI_SPRING_LIST_OF_VRM;
    if (vrmi_string_equals(owner, "springBone")) return VRMI_SPRING_LIST_OF_VRMC;
    return vrmi_string_equals(vrmi_json_key(list), "springs") ? VRMI_SPRING_LIST_SPRINGS
                                                              : VRMI_SPRING_LIST_GROUPS;
}

void vrmi_build_spring_list(vrmi_build *build, const vrmi_json *list) {
    vrmi_json *path = build->spring_path;
    build->prepared.spring_list = which_spring_list(list);
    for (uint32_t i = 0; i < VRMI_SPRING_PATH; ++i) {
        path[i] = *list;
        if (list->parent == NULL) return;
        if (i + 1 < VRMI_SPRING_PATH) path[i].parent = &path[i + 1];
        list = list->parent;
    }
}

vrm_spring *vrmi_build_spring(vrmi_build *build, const vrmi_json *at) {
    uint32_t *source = VRMI_ADD(build->load, &build->spring_sources, uint32_t);
    vrm_spring *spring;
    if (source == NULL) return NULL;
    *source = at->index;
    spring = VRMI_ADD(build->load, &build->springs, vrm_spring);
    if (spring == NULL) return NULL;
    memset(spring, 0, sizeof *spring);
    spring->name = vrmi_string_from("");
    spring->first_joint = build->joints.count;
    spring->center = VRM_NONE;
    return spring;
}

vrmi_argument vrmi_spring_reference(const vrmi_build *build, uint32_t spring) {
    const uint32_t *sources = build->spring_sources.items;
    const vrm_spring *springs = build->springs.items;
    return vrmi_reference("spring", sources[spring], springs[spring].name);
}

void vrmi_build_forget_springs(vrmi_build *build) {
    build->colliders.count = build->collider_groups.count = 0;
    build->springs.count = build->spring_sources.count = build->joints.count = 0;
}

bool vrmi_build_morph_bind(vrmi_build *build, const vrmi_json *at, vrmi_list *binds, int32_t node,
                           int32_t target, float weight) {
    int32_t mesh = build->gltf->nodes[node].mesh;
    uint32_t target_count = mesh == VRM_NONE ? 0 : build->gltf->meshes[mesh].target_count;
    vrm_morph_bind *bind;
    if (mesh == VRM_NONE) {
        vrmi_json_found(build->load, VRMI_BIND_NO_MESH, at, "node",
                        VRMI_WITH(vrmi_node_reference(build->gltf, node)));
        return true;
    }
    if (target < 0 || (uint32_t)target >= target_count) {
        vrmi_json_found(build->load, VRMI_BIND_TARGET, at, "index",
                        VRMI_WITH(vrmi_integer(target), vrmi_mesh_reference(build->gltf, mesh),
                                  vrmi_unsigned(target_count)));
        return true;
    }
    bind = VRMI_ADD(build->load, binds, vrm_morph_bind);
    if (bind == NULL) return false;
    bind->node = node;
    bind->target = target;
    bind->weight = weight;
    return true;
}

bool vrmi_build_mesh_bind(vrmi_build *build, const vrmi_json *at, vrmi_list *binds, int32_t mesh,
                          int32_t target, float weight) {
    uint32_t before = binds->count;
    for (int32_t node = build->mesh_nodes[mesh]; node != VRM_NONE;
         node = build->next_mesh_node[node]) {
        if (!vrmi_build_morph_bind(build, at, binds, node, target, weight)) return false;
        if (binds->count == before) break; /* all nodes share the mesh, and so the mistake */
    }
    return true;
}

void vrmi_default_look_at(vrm_look_at *look_at, int32_t type) {
    const vrm_range_map map = {NULL, 0, 90, type == VRM_LOOK_AT_TYPE_BONE ? 10.0f : 1.0f};
    look_at->type = type;
    look_at->offset_from_head_bone = vrm_vec3_make(0, 0.06f, 0);
    look_at->horizontal_inner = map;
    look_at->horizontal_outer = map;
    look_at->vertical_down = map;
    look_at->vertical_up = map;
}
