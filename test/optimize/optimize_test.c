/* Smaller files that look and move as before: every index follows, and nothing else changes. */
#include "optimize/surface.h"
#include "support/avatar.h"
#include "support/compare_tables.h"
#include "support/refusals.h"
#include "test.h"
#include "vrm/migrate.h"
#include "vrm/normalize.h"
#include "vrm/optimize.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Optimising a fixture --- */

typedef struct optimized {
    loaded before, after;
    vrm_written *file;
    size_t size;
} optimized;

static optimized optimize(fixture file, const vrm_optimize_desc *desc) {
    optimized out;
    const void *bytes;
    memset(&out, 0, sizeof out);
    CHECK_INT(vrm_optimize(file.bytes, file.size, desc, &out.file, NULL), VRM_OK);
    bytes = vrm_written_bytes(out.file, &out.size);
    if (bytes != NULL) out.after = load_fixture(fixture_bytes(bytes, out.size), NULL);
    out.before = load_fixture(file, NULL);
    CHECK(out.before.gltf != NULL && out.after.gltf != NULL);
    return out;
}

static void done(optimized *of) {
    unload(&of->before);
    unload(&of->after);
    vrm_written_destroy(of->file);
}

/* The sentence of a change; "" where there is none of this code. */
static const char *said(const optimized *of, const char *code) {
    for (uint32_t i = 0; i < vrm_written_change_count(of->file); ++i) {
        const vrm_change *change = vrm_written_change(of->file, i);
        if (strcmp(change->code, code) == 0) return change->text;
    }
    return "";
}

static vrm_optimize_desc settings(vrm_optimize_flags flags) {
    vrm_optimize_desc desc;
    vrm_optimize_desc_init(&desc);
    desc.flags = flags;
    return desc;
}

static bool is_named(vrm_string name, const char *text) {
    return name.length == strlen(text) && memcmp(name.data, text, name.length) == 0;
}

/* --- Whole avatars --- */

TEST(op_001_an_avatar_means_and_looks_the_same) {
    static const char *const samples[] = {"character-1.0.vrm", "character-1.0-beta.vrm",
                                          "character-1.0-draft.vrm", "character-0.x.vrm"};
    for (size_t i = 0; i < 4; ++i) {
        fixture file = fixture_sample(samples[i]);
        char report[1024];
        compared a, b;
        optimized it;
        if (file.bytes == NULL) return;
        test_note("%s", samples[i]);
        it = optimize(file, NULL);
        a = compared_model(it.before.model);
        b = compared_model(it.after.model);
        if (!CHECK_INT(compare_tables(&a, &b, NULL, report, sizeof report), 0)) puts(report);
        CHECK(surface_sum(it.before.model) == surface_sum(it.after.model));
        CHECK(it.size <= it.before.file.size);
        CHECK_INT(count_findings(&it.after), count_findings(&it.before));
        done(&it);
    }
    test_note(NULL);
}

TEST(op_001_an_optimized_file_stays_as_it_is) {
    optimized it, again;
    fixture file = fixture_sample("character-1.0.vrm");
    size_t size;
    const void *bytes;
    if (file.bytes == NULL) return;
    it = optimize(file, NULL);
    bytes = vrm_written_bytes(it.file, &size);
    again = optimize(fixture_bytes(bytes, size), NULL);
    CHECK_INT(again.size, size);
    CHECK(memcmp(vrm_written_bytes(again.file, NULL), bytes, size) == 0);
    CHECK_INT(vrm_written_change_count(again.file), 0);
    done(&it);
    done(&again);
}

/* --- Nodes --- */

/* Behind the body: a node that nothing needs, one with a collider, an empty group with a constraint
 * below it, one that a spring takes for its centre, and a node with extras. */
#define MORE_NODES                                                                                 \
    "{'name':'nothing','children':[25]},{'name':'nothing below'},{'name':'collider'},"             \
    "{'name':'holder','children':[28]},{'name':'turned','extensions':{'VRMC_node_constraint':"     \
    "{'specVersion':'1.0','constraint':{'roll':{'source':29,'rollAxis':'X'}}}}},"                  \
    "{'name':'source'},{'name':'centre'},{'name':'with extras','extras':{'a':1}}"
#define SPRING                                                                                     \
    "'VRMC_springBone':{'specVersion':'1.0','colliders':[{'node':26,'shape':{'sphere':"            \
    "{'offset':[0,0,0],'radius':0.1}}}],'colliderGroups':[{'colliders':[0]}],'springs':[{'name':"  \
    "'s','center':30,'colliderGroups':[0],'joints':[{'node':21},{'node':22},{'node':23}]}]}"

TEST(op_003_nodes_that_nothing_needs_go_and_indices_follow) {
    const avatar from = {.dialect = VRM_DIALECT_1,
                         .nodes = MORE_NODES,
                         .extensions = SPRING,
                         .root = "'extensionsUsed':['VRMC_vrm','VRMC_springBone',"
                                 "'VRMC_node_constraint']"};
    vrm_optimize_desc keeps = settings(VRM_OPTIMIZE_KEEP_NODES);
    optimized it = optimize(avatar_file(&from), NULL);
    REQUIRE(it.after.tables != NULL && it.before.tables != NULL);
    CHECK_INT(it.before.gltf->node_count, 32);
    CHECK_INT(it.after.gltf->node_count, 28);
    CHECK_TEXT(said(&it, "nodes-unused"), "4 nodes were needed by nothing");
    CHECK_INT(it.after.tables->spring_count, 1);
    CHECK_INT(it.after.tables->spring_joint_count, 2);
    CHECK(
        is_named(it.after.gltf->nodes[it.after.tables->spring_colliders[0].node].name, "collider"));
    /* It is no parent of the spring, so that a load leaves it out; the file still names it. */
    CHECK(vrm_model_find_node(it.after.model, "centre") != VRM_NONE);
    REQUIRE(it.after.tables->constraint_count == 1);
    CHECK(is_named(it.after.gltf->nodes[it.after.tables->constraints[0].node].name, "turned"));
    CHECK(is_named(it.after.gltf->nodes[it.after.tables->constraints[0].source].name, "source"));
    CHECK(vrm_model_find_node(it.after.model, "holder") != VRM_NONE);
    CHECK(vrm_model_find_node(it.after.model, "with extras") != VRM_NONE);
    CHECK(vrm_model_find_node(it.after.model, "nothing") == VRM_NONE);
    done(&it);
    it = optimize(avatar_file(&from), &keeps);
    CHECK_INT(it.after.gltf->node_count, 32);
    done(&it);
}

/* --- Elements --- */

TEST(op_002_elements_that_nothing_uses_go) {
    /* Of the images and textures of the body none is used but the thumbnail. */
    loaded plain = load_vrm1("'meta':{'name':'a','authors':['b'],'licenseUrl':"
                             "'https://vrm.dev/licenses/1.0/','thumbnailImage':2}",
                             NULL);
    vrm_optimize_desc keeps =
        settings(VRM_OPTIMIZE_KEEP_UNUSED | VRM_OPTIMIZE_KEEP_NODES | VRM_OPTIMIZE_KEEP_DUPLICATES);
    optimized it = optimize(fixture_bytes(plain.file.bytes, plain.file.size), NULL);
    REQUIRE(it.after.tables != NULL);
    CHECK_INT(it.before.gltf->image_count, 3);
    CHECK_INT(it.after.gltf->image_count, 1);
    CHECK_INT(it.after.gltf->texture_count, 0);
    CHECK_INT(it.after.tables->meta.thumbnail_image, 0);
    {
        const uint8_t *bytes;
        size_t size;
        CHECK_INT(vrm_model_get_image_bytes(it.after.model, 0, &bytes, &size), VRM_OK);
        CHECK(size == 4 && memcmp(bytes, "JPEG", 4) == 0);
    }
    CHECK_INT(it.after.gltf->buffer_view_count, 2); /* vertices, and the thumbnail */
    CHECK_TEXT(said(&it, "images-unused"), "2 images were used by nothing");
    done(&it);
    it = optimize(fixture_bytes(plain.file.bytes, plain.file.size), &keeps);
    CHECK_INT(it.after.gltf->image_count, 3);
    CHECK_INT(it.after.gltf->texture_count, 4);
    done(&it);
    unload(&plain);
}

/* --- Meshes made for the tests --- */

enum { GRID = 24, GRID_VERTICES = GRID * GRID, GRID_INDICES = (GRID - 1) * (GRID - 1) * 6 };

/* A square of points in its plane, with triangles of 32-bit indices; then as many points that
 * nothing uses; joints of 16 bits, weights; a target that moves five points and one that moves
 * nothing. */
typedef struct grid_bin {
    float positions[2 * GRID_VERTICES][3];
    float normals[2 * GRID_VERTICES][3];
    float uvs[2 * GRID_VERTICES][2];
    uint16_t joints[2 * GRID_VERTICES][4];
    float weights[2 * GRID_VERTICES][4];
    float moves[2 * GRID_VERTICES][3];
    float nothing[2 * GRID_VERTICES][3];
    uint32_t indices[GRID_INDICES];
    float binds[2][16];
} grid_bin;

static void fill_grid(grid_bin *bin) {
    uint32_t next = 0;
    memset(bin, 0, sizeof *bin);
    for (uint32_t i = 0; i < 2 * GRID_VERTICES; ++i) {
        bin->positions[i][0] = (float)(i % GRID) / GRID;
        bin->positions[i][1] = (float)(i / GRID) / GRID;
        bin->normals[i][2] = 1.0f;
        bin->uvs[i][0] = (float)(i % GRID) / GRID;
        bin->uvs[i][1] = (float)(i / GRID) / (2 * GRID);
        bin->joints[i][1] = 1;
        for (uint32_t k = 0; k < 4; ++k) bin->weights[i][k] = (float)(i % GRID) / (3 * GRID);
        bin->weights[i][1] = 1.0f - (float)(i % GRID) / GRID;
    }
    for (uint32_t i = 0; i < 5; ++i) bin->moves[100 + i][1] = 0.25f * (float)(i + 1);
    for (uint32_t y = 0; y + 1 < GRID; ++y) {
        for (uint32_t x = 0; x + 1 < GRID; ++x) {
            uint32_t at = y * GRID + x;
            const uint32_t corners[6] = {at, at + 1, at + GRID, at + 1, at + GRID + 1, at + GRID};
            memcpy(bin->indices + next, corners, sizeof corners);
            next += 6;
        }
    }
    for (uint32_t i = 0; i < 2; ++i) {
        for (uint32_t k = 0; k < 4; ++k) bin->binds[i][5 * k] = 1.0f;
    }
}

/* `meshes`, `materials` and what else is said; nodes and the skin are those of the avatar. */
static fixture grid_avatar(vrm_dialect dialect, const char *vrm, const char *meshes,
                           const char *materials) {
    static grid_bin bin;
    static char json[32768];
    static const char accessor[] = "{'bufferView':%u,'componentType':%u,'count':%u,'type':'%s'%s},";
    const struct {
        size_t offset, size;
        unsigned component, count;
        const char *type;
    } arrays[] = {
        {offsetof(grid_bin, positions), sizeof bin.positions, 5126, 2 * GRID_VERTICES, "VEC3"},
        {offsetof(grid_bin, normals), sizeof bin.normals, 5126, 2 * GRID_VERTICES, "VEC3"},
        {offsetof(grid_bin, uvs), sizeof bin.uvs, 5126, 2 * GRID_VERTICES, "VEC2"},
        {offsetof(grid_bin, joints), sizeof bin.joints, 5123, 2 * GRID_VERTICES, "VEC4"},
        {offsetof(grid_bin, weights), sizeof bin.weights, 5126, 2 * GRID_VERTICES, "VEC4"},
        {offsetof(grid_bin, moves), sizeof bin.moves, 5126, 2 * GRID_VERTICES, "VEC3"},
        {offsetof(grid_bin, nothing), sizeof bin.nothing, 5126, 2 * GRID_VERTICES, "VEC3"},
        {offsetof(grid_bin, indices), sizeof bin.indices, 5125, GRID_INDICES, "SCALAR"},
        {offsetof(grid_bin, binds), sizeof bin.binds, 5126, 2, "MAT4"},
    };
    char accessors[2048] = "", views[2048] = "";
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; ++i) {
        snprintf(accessors + strlen(accessors), sizeof accessors - strlen(accessors), accessor,
                 (unsigned)i, arrays[i].component, arrays[i].count, arrays[i].type,
                 i == 0 ? ",'min':[0,0,0],'max':[1,2,0]" : "");
        snprintf(views + strlen(views), sizeof views - strlen(views),
                 "{'buffer':0,'byteOffset':%u,'byteLength':%u},", (unsigned)arrays[i].offset,
                 (unsigned)arrays[i].size);
    }
    accessors[strlen(accessors) - 1] = views[strlen(views) - 1] = '\0';
    fill_grid(&bin);
    snprintf(
        json, sizeof json,
        "{'asset':{'version':'2.0'},'extensionsUsed':['%s'],'scene':0,'scenes':[{'nodes':[0]}],"
        "'nodes':[{'name':'root','children':[1,2,3,4]},{'name':'a','mesh':0,'skin':0},"
        "{'name':'b','mesh':1,'skin':0},{'name':'j0'},{'name':'j1'}],"
        "'skins':[{'joints':[3,4],'inverseBindMatrices':8}],'materials':[%s],'meshes':[%s],"
        "'accessors':[%s],'bufferViews':[%s],'buffers':[{'byteLength':%u}],"
        "'extensions':{'%s':{%s}}}",
        dialect == VRM_DIALECT_0 ? "VRM" : "VRMC_vrm", materials, meshes, accessors, views,
        (unsigned)sizeof bin, dialect == VRM_DIALECT_0 ? "VRM" : "VRMC_vrm", vrm);
    return fixture_glb(json, &bin, sizeof bin);
}

#define ATTRIBUTES                                                                                 \
    "'attributes':{'POSITION':0,'NORMAL':1,'TEXCOORD_0':2,'JOINTS_0':3,'WEIGHTS_0':4},'indices':7"
#define TARGETS ",'targets':[{'POSITION':6},{'POSITION':5}]"
#define NAMES ",'extras':{'targetNames':['empty','moves']},'weights':[0.5,0.25]"
#define PLAIN_MESH "{'primitives':[{" ATTRIBUTES ",'material':0}]}"
#define MORPH_MESH "{'primitives':[{" ATTRIBUTES TARGETS ",'material':0}]" NAMES "}"
#define ONE_MATERIAL "{'name':'m'}"
#define VRM1 "'specVersion':'1.0'"

TEST(op_006_vertices_that_no_triangle_uses_go) {
    optimized it =
        optimize(grid_avatar(VRM_DIALECT_1, VRM1, PLAIN_MESH "," PLAIN_MESH, ONE_MATERIAL), NULL);
    const vrm_primitive *primitive;
    REQUIRE(it.after.gltf != NULL && it.after.gltf->mesh_count == 1); /* both were equal */
    primitive = &it.after.gltf->meshes[0].primitives[0];
    CHECK_INT(primitive->vertex_count, GRID_VERTICES);
    CHECK_INT(primitive->triangle_count, GRID_INDICES / 3);
    CHECK(surface_sum(it.before.model) == surface_sum(it.after.model));
    CHECK_TEXT(said(&it, "vertices-unused"), "576 vertices were used by no triangle");
    CHECK_TEXT(said(&it, "meshes-equal"), "1 mesh was equal to another");
    /* Indices fit into 16 bits, and joints into 8. */
    CHECK_INT(it.after.gltf->accessors[primitive->indices].component, VRM_COMPONENT_U16);
    for (uint32_t i = 0; i < primitive->attribute_count; ++i) {
        const vrm_accessor *of = &it.after.gltf->accessors[primitive->attributes[i].accessor];
        if (primitive->attributes[i].semantic != VRM_ATTRIBUTE_JOINTS) continue;
        CHECK_INT(of->component, VRM_COMPONENT_U8);
    }
    CHECK_INT(it.after.gltf->nodes[1].mesh, 0);
    CHECK_INT(it.after.gltf->nodes[2].mesh, 0);
    done(&it);
}

TEST(op_006_the_payload_of_meshes_can_be_kept) {
    vrm_optimize_desc keeps = settings(VRM_OPTIMIZE_KEEP_VERTICES);
    optimized it =
        optimize(grid_avatar(VRM_DIALECT_1, VRM1, MORPH_MESH "," PLAIN_MESH, ONE_MATERIAL), &keeps);
    REQUIRE(it.after.gltf != NULL);
    CHECK_INT(it.after.gltf->meshes[0].primitives[0].vertex_count, 2 * GRID_VERTICES);
    CHECK(surface_sum(it.before.model) != 0);
    done(&it);
}

/* An attribute has another number of elements than POSITION, behind more good attributes than the
 * next primitive has, as many, and fewer. */
TEST(op_006_a_primitive_that_cannot_be_read_stays_and_the_next_one_is_packed) {
    static const char *const good[] = {"", ",'_A':6", ",'_A':6,'_B':6,'_C':6,'_D':6,'_E':6,'_F':6"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; ++i) {
        char meshes[1024];
        optimized it;
        snprintf(meshes, sizeof meshes,
                 "{'primitives':[{'attributes':{'POSITION':6%s,'_BAD':8},'indices':7},"
                 "{'attributes':{'POSITION':0,'NORMAL':1},'indices':7}]}," PLAIN_MESH,
                 good[i]);
        test_note("%s", good[i]);
        it = optimize(grid_avatar(VRM_DIALECT_1, VRM1, meshes, ONE_MATERIAL), NULL);
        if (it.after.gltf != NULL && CHECK_INT(it.after.gltf->meshes[0].primitive_count, 2)) {
            const vrm_primitive *primitives = it.after.gltf->meshes[0].primitives;
            CHECK_INT(primitives[0].vertex_count, 2 * GRID_VERTICES);
            CHECK_INT(primitives[1].vertex_count, GRID_VERTICES);
            CHECK_INT(primitives[1].attribute_count, 2);
            CHECK(surface_sum(it.before.model) == surface_sum(it.after.model));
        }
        done(&it);
    }
    test_note(NULL);
}

/* --- Morph targets --- */

TEST(op_005_targets_that_move_nothing_go_with_their_binds) {
    optimized it = optimize(
        grid_avatar(VRM_DIALECT_1,
                    VRM1 ",'expressions':{'preset':{'happy':{'morphTargetBinds':["
                         "{'node':1,'index':0,'weight':1},{'node':1,'index':1,'weight':0.5}]},"
                         "'sad':{'morphTargetBinds':[{'node':1,'index':0,'weight':1}]}}}",
                    MORPH_MESH "," PLAIN_MESH, ONE_MATERIAL),
        NULL);
    const vrm_mesh *mesh;
    int32_t happy;
    REQUIRE(it.after.tables != NULL);
    mesh = &it.after.gltf->meshes[0];
    CHECK_INT(mesh->target_count, 1);
    REQUIRE(mesh->target_name_count == 1 && mesh->weight_count == 1);
    CHECK(is_named(mesh->target_names[0], "moves"));
    CHECK_NEAR(mesh->weights[0], 0.25, 0);
    happy = vrm_model_find_expression(it.after.model, "happy");
    REQUIRE(happy != VRM_NONE);
    REQUIRE(it.after.tables->expressions[happy].morph_bind_count == 1);
    CHECK_INT(it.after.tables->expressions[happy].morph_binds[0].target, 0);
    CHECK_NEAR(it.after.tables->expressions[happy].morph_binds[0].weight, 0.5, 0);
    CHECK(vrm_model_find_expression(it.after.model, "sad") != VRM_NONE);
    CHECK_TEXT(said(&it, "targets-empty"), "1 morph target moved nothing");
    CHECK_TEXT(said(&it, "binds-empty"), "2 binds of expressions to them were removed");
    /* What is left lists the five vertices that it moves. */
    CHECK_INT(it.after.gltf->accessors[mesh->primitives[0].targets[0].position].sparse_count, 5);
    CHECK_TEXT(said(&it, "targets-sparse"),
               "1 array of a morph target lists only the vertices that move");
    done(&it);
}

TEST(op_005_binds_of_0_x_follow_their_targets) {
    optimized it = optimize(
        grid_avatar(VRM_DIALECT_0,
                    "'blendShapeMaster':{'blendShapeGroups':[{'name':'Joy','presetName':'joy',"
                    "'binds':[{'mesh':0,'index':1,'weight':100},{'mesh':0,'index':0,'weight':100}]}"
                    "]}",
                    MORPH_MESH "," PLAIN_MESH, ONE_MATERIAL),
        NULL);
    REQUIRE(it.after.tables != NULL && it.after.tables->expression_count == 1);
    REQUIRE(it.after.tables->expressions[0].morph_bind_count == 1);
    CHECK_INT(it.after.tables->expressions[0].morph_binds[0].target, 0);
    CHECK_INT(it.after.tables->expressions[0].morph_binds[0].node, 1);
    done(&it);
}

TEST(op_005_targets_can_be_kept) {
    vrm_optimize_desc keeps = settings(VRM_OPTIMIZE_KEEP_TARGETS);
    optimized it =
        optimize(grid_avatar(VRM_DIALECT_1, VRM1, MORPH_MESH "," PLAIN_MESH, ONE_MATERIAL), &keeps);
    REQUIRE(it.after.gltf != NULL);
    CHECK_INT(it.after.gltf->meshes[0].target_count, 2);
    CHECK(surface_sum(it.before.model) == surface_sum(it.after.model));
    done(&it);
}

/* --- Duplicates --- */

TEST(op_004_equal_materials_become_one_unless_an_expression_changes_one) {
    static const char meshes[] = "{'primitives':[{" ATTRIBUTES
                                 ",'material':0}]},{'primitives':[{" ATTRIBUTES ",'material':1}]}";
    static const char materials[] =
        "{'name':'a','doubleSided':true},{'name':'b','doubleSided':true}";
    optimized it = optimize(grid_avatar(VRM_DIALECT_1, VRM1, meshes, materials), NULL);
    REQUIRE(it.after.gltf != NULL);
    CHECK_INT(it.after.gltf->material_count, 1);
    CHECK_TEXT(said(&it, "materials-equal"), "1 material was equal to another");
    done(&it);
    it = optimize(grid_avatar(VRM_DIALECT_1,
                              VRM1 ",'expressions':{'preset':{'happy':{'materialColorBinds':["
                                   "{'material':1,'type':'color','targetValue':[1,0,0,1]}]}}}",
                              meshes, materials),
                  NULL);
    REQUIRE(it.after.tables != NULL);
    CHECK_INT(it.after.gltf->material_count, 2);
    CHECK_INT(it.after.tables->expressions[0].color_binds[0].material, 1);
    done(&it);
}

TEST(op_004_equal_materials_of_0_x_take_their_properties_with_them) {
    optimized it = optimize(
        grid_avatar(VRM_DIALECT_0,
                    "'materialProperties':[{'name':'a','shader':'VRM/MToon','renderQueue':2000},"
                    "{'name':'b','shader':'VRM/MToon','renderQueue':2450},"
                    "{'name':'c','shader':'VRM/MToon','renderQueue':2000}]",
                    "{'primitives':[{" ATTRIBUTES ",'material':1}]},{'primitives':[{" ATTRIBUTES
                    ",'material':2},{" ATTRIBUTES ",'material':0}]}",
                    "{'name':'a'},{'name':'b'},{'name':'c'}"),
        NULL);
    REQUIRE(it.after.gltf != NULL);
    CHECK_INT(it.after.gltf->material_count, 2); /* b has another queue, though its glTF is equal */
    CHECK(is_named(it.after.gltf->materials[0].name, "a"));
    CHECK(is_named(it.after.gltf->materials[1].name, "b"));
    CHECK_INT(it.after.gltf->meshes[0].primitives[0].material, 1);
    CHECK_INT(it.after.gltf->meshes[1].primitives[0].material, 0);
    /* The two primitives of one material were joined. */
    CHECK_INT(it.after.gltf->meshes[1].primitive_count, 1);
    CHECK_INT(count_code(&it.after, "material-properties-count"), 0);
    done(&it);
}

TEST(op_004_duplicates_can_be_kept) {
    vrm_optimize_desc keeps = settings(VRM_OPTIMIZE_KEEP_DUPLICATES);
    optimized it =
        optimize(grid_avatar(VRM_DIALECT_1, VRM1, PLAIN_MESH "," PLAIN_MESH, ONE_MATERIAL), &keeps);
    REQUIRE(it.after.gltf != NULL);
    CHECK_INT(it.after.gltf->mesh_count, 2);
    done(&it);
}

/* --- Primitives --- */

TEST(op_007_parts_of_one_material_are_joined) {
    static const char parts[] = "{'primitives':[{" ATTRIBUTES ",'material':0},{" ATTRIBUTES
                                ",'material':1},{" ATTRIBUTES ",'material':0}]}," PLAIN_MESH;
    vrm_optimize_desc keeps = settings(VRM_OPTIMIZE_KEEP_PRIMITIVES);
    optimized it = optimize(
        grid_avatar(VRM_DIALECT_1, VRM1, parts, "{'name':'a'},{'name':'b','doubleSided':true}"),
        NULL);
    REQUIRE(it.after.gltf != NULL);
    CHECK_INT(it.after.gltf->meshes[0].primitive_count, 2);
    CHECK(surface_sum(it.before.model) == surface_sum(it.after.model));
    CHECK_TEXT(said(&it, "primitives-joined"), "1 primitive was joined to another of its mesh");
    done(&it);
    it = optimize(
        grid_avatar(VRM_DIALECT_1, VRM1, parts, "{'name':'a'},{'name':'b','doubleSided':true}"),
        &keeps);
    REQUIRE(it.after.gltf != NULL);
    CHECK_INT(it.after.gltf->meshes[0].primitive_count, 3);
    done(&it);
    /* What blends is drawn in its order: nothing comes from behind another part. */
    it = optimize(grid_avatar(VRM_DIALECT_1, VRM1, parts,
                              "{'name':'a','alphaMode':'BLEND'},{'name':'b','doubleSided':true}"),
                  NULL);
    REQUIRE(it.after.gltf != NULL);
    CHECK_INT(it.after.gltf->meshes[0].primitive_count, 3);
    done(&it);
}

/* --- Quantising --- */

TEST(op_010_normals_and_coordinates_are_quantised_where_that_is_asked_for) {
    vrm_optimize_desc desc = settings(VRM_OPTIMIZE_QUANTIZE);
    optimized it =
        optimize(grid_avatar(VRM_DIALECT_1, VRM1, PLAIN_MESH "," PLAIN_MESH, ONE_MATERIAL), &desc);
    float before[2], after[2], normal[3];
    float *uvs = calloc((size_t)GRID_VERTICES * 2, sizeof *uvs);
    float *normals = calloc((size_t)GRID_VERTICES * 3, sizeof *normals);
    REQUIRE(it.after.gltf != NULL && uvs != NULL && normals != NULL);
    CHECK_INT(it.after.gltf->extension_required_count, 1);
    CHECK(is_named(it.after.gltf->extensions_required[0], "KHR_mesh_quantization"));
    CHECK_INT(vrm_model_read_vertices(it.after.model, 0, 0, VRM_ATTRIBUTE_TEXCOORD, 0, 2, uvs,
                                      (size_t)GRID_VERTICES * 2),
              VRM_OK);
    CHECK_INT(vrm_model_read_vertices(it.after.model, 0, 0, VRM_ATTRIBUTE_NORMAL, 0, 3, normals,
                                      (size_t)GRID_VERTICES * 3),
              VRM_OK);
    /* The first triangle has the first vertex, the one beside it and the one above it. */
    before[0] = 1.0f / GRID;
    before[1] = 0.0f;
    memcpy(after, uvs + 2, sizeof after);
    memcpy(normal, normals, sizeof normal);
    CHECK_NEAR(after[0], before[0], 0.5 / 65535);
    CHECK_NEAR(after[1], before[1], 0.5 / 65535);
    CHECK_NEAR(normal[2], 1.0, 0);
    free(uvs);
    free(normals);
    done(&it);
}

/* Steps of 1/65535 that the weights of a vertex have, which must be near to those of the grid. */
static int32_t weight_steps(const vrm_model *model, int32_t set, uint32_t vertex) {
    static float weights[GRID_VERTICES][4];
    float was[4] = {0};
    int32_t sum = 0;
    if (!CHECK_INT(vrm_model_read_vertices(model, 0, 0, VRM_ATTRIBUTE_WEIGHTS, set, 4, weights[0],
                                           (size_t)GRID_VERTICES * 4),
                   VRM_OK)) {
        return 0;
    }
    /* Which column of the grid it is, its second weight says. */
    was[1] = (float)(int)((1.0f - weights[vertex][1]) * GRID + 0.5f) / GRID;
    was[0] = was[2] = was[3] = was[1] / 3;
    was[1] = 1.0f - was[1];
    for (uint32_t k = 0; k < 4; ++k) {
        CHECK_NEAR(weights[vertex][k], was[k], 1.0 / 65535);
        sum += (int32_t)(weights[vertex][k] * 65535.0f + 0.5f);
    }
    return sum;
}

/* Weights that are rounded one by one add up to a step more or less. */
TEST(op_010_quantised_weights_add_up_to_what_they_did) {
    static const char one[] = "{'primitives':[{" ATTRIBUTES ",'material':0}]},{'primitives':[{"
                              "'attributes':{'POSITION':0},'material':0}]}";
    static const char two[] =
        "{'primitives':[{'attributes':{'POSITION':0,'JOINTS_0':3,'WEIGHTS_0':4,'JOINTS_1':3,"
        "'WEIGHTS_1':4},'indices':7,'material':0}]},{'primitives':[{'attributes':{'POSITION':0},"
        "'material':0}]}";
    vrm_optimize_desc desc = settings(VRM_OPTIMIZE_QUANTIZE);
    optimized it = optimize(grid_avatar(VRM_DIALECT_1, VRM1, one, ONE_MATERIAL), &desc);
    REQUIRE(it.after.gltf != NULL);
    for (uint32_t i = 0; i < GRID_VERTICES; i += 7) {
        test_note("vertex %u", i);
        CHECK_INT(weight_steps(it.after.model, 0, i), 65535);
    }
    done(&it);
    it = optimize(grid_avatar(VRM_DIALECT_1, VRM1, two, ONE_MATERIAL), &desc);
    REQUIRE(it.after.gltf != NULL);
    for (uint32_t i = 0; i < GRID_VERTICES; i += 7) {
        test_note("vertex %u of two sets", i);
        CHECK_INT(weight_steps(it.after.model, 0, i) + weight_steps(it.after.model, 1, i),
                  2 * 65535);
    }
    test_note(NULL);
    done(&it);
}

/* --- Atlases --- */

/* Images of 64 x 64 pixels, of which only the header is real: the last byte is the colour of all
 * pixels. Tools of the test read them, and keep what they are given to write. */
#define PICTURE(base64) "{'uri':'data:image/png;base64," base64 "'}"
#define TWO_PICTURES                                                                               \
    PICTURE("iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXGg")                                        \
    "," PICTURE("iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXGw")
#define TEXTURED(name, texture, more)                                                              \
    "{'name':'" name "','pbrMetallicRoughness':{'baseColorTexture':{'index':" texture more "}}}"
#define WITH_PICTURES                                                                              \
    "],'textures':[{'source':0,'sampler':0},{'source':1,'sampler':0}],'samplers':[{}],'images':"   \
    "[" TWO_PICTURES
#define TWO_TEXTURED TEXTURED("a", "0", "") "," TEXTURED("b", "1", "") WITH_PICTURES
#define TWO_PARTS                                                                                  \
    "{'primitives':[{" ATTRIBUTES ",'material':0}]},{'primitives':[{" ATTRIBUTES ",'material':1}]" \
    "}"

typedef struct pictures {
    uint8_t pixels[512 * 512 * 4];
    uint32_t width, encoded;
} pictures;

static int32_t decode_plain(const void *bytes, size_t size, vrm_pixels *out, void *user) {
    const uint8_t *at = bytes;
    (void)user;
    out->width = out->height = 64;
    out->bytes = malloc(64 * 64 * 4);
    if (out->bytes == NULL) return 0;
    memset(out->bytes, at[size - 1], 64 * 64 * 4);
    return 1;
}

static void release_plain(vrm_pixels *pixels, void *user) {
    (void)user;
    free(pixels->bytes);
}

static int32_t encode_plain(const vrm_pixels *pixels, vrm_image_use use, vrm_encoded_image *out,
                            void *user) {
    pictures *seen = user;
    size_t size = (size_t)pixels->width * pixels->height * 4;
    CHECK((use & VRM_IMAGE_USE_COLOR) != 0 && size <= sizeof seen->pixels);
    if (pixels->width <= 64) return 0; /* the images themselves stay */
    memcpy(seen->pixels, pixels->bytes, size);
    seen->width = pixels->width;
    seen->encoded += 1;
    out->bytes = seen->pixels;
    out->size = 64;
    out->mime_type = "image/png";
    return 1;
}

static optimized optimize_atlas(const char *vrm, const char *meshes, const char *materials,
                                pictures *seen) {
    const vrm_optimize_tools tools = {.user = seen,
                                      .decode_image = decode_plain,
                                      .release_pixels = release_plain,
                                      .encode_image = encode_plain};
    vrm_optimize_desc desc = settings(VRM_OPTIMIZE_ATLAS);
    memset(seen, 0, sizeof *seen);
    desc.tools = &tools;
    return optimize(grid_avatar(VRM_DIALECT_1, vrm, meshes, materials), &desc);
}

/* The colour that a vertex sees, at the coordinates that the new file gives it. */
static uint8_t seen_color(const optimized *of, int32_t mesh, uint32_t vertex,
                          const pictures *seen) {
    const vrm_primitive *primitive = &of->after.gltf->meshes[mesh].primitives[0];
    float *uvs = calloc((size_t)primitive->vertex_count * 2, sizeof *uvs);
    uint32_t x, y;
    CHECK_INT(vrm_model_read_vertices(of->after.model, mesh, 0, VRM_ATTRIBUTE_TEXCOORD, 0, 2, uvs,
                                      (size_t)primitive->vertex_count * 2),
              VRM_OK);
    x = (uint32_t)(uvs[2 * vertex] * (float)seen->width);
    y = (uint32_t)(uvs[2 * vertex + 1] * (float)seen->width);
    free(uvs);
    return seen->pixels[((size_t)y * seen->width + x) * 4];
}

TEST(op_013_materials_that_differ_in_their_textures_alone_share_an_atlas) {
    static pictures seen;
    optimized it = optimize_atlas(VRM1, TWO_PARTS, TWO_TEXTURED, &seen);
    REQUIRE(it.after.gltf != NULL);
    CHECK_INT(seen.encoded, 1);
    CHECK_INT(seen.width, 132); /* two cells of 66 pixels */
    CHECK_INT(it.after.gltf->material_count, 1);
    CHECK_INT(it.after.gltf->texture_count, 1);
    CHECK_INT(it.after.gltf->image_count, 1);
    REQUIRE(it.after.gltf->mesh_count == 2);
    for (uint32_t i = 0; i < GRID_VERTICES; ++i) {
        if (!CHECK_INT(seen_color(&it, 0, i, &seen), 0xA0)) break;
        if (!CHECK_INT(seen_color(&it, 1, i, &seen), 0xB0)) break;
    }
    CHECK_TEXT(said(&it, "materials-shared"),
               "1 material shares the textures of another in an atlas now");
    done(&it);
}

TEST(op_013_what_differs_or_moves_does_not_share) {
    static const char *const materials[] = {
        TEXTURED("a", "0", ",'texCoord':1") "," TEXTURED("b", "1", ",'texCoord':1") WITH_PICTURES,
        TEXTURED("a", "0",
                 ",'extensions':{'KHR_texture_transform':{'offset':[0.5,0]}}") "," TEXTURED("b",
                                                                                            "1", "")
            WITH_PICTURES,
        "{'name':'a','alphaMode':'MASK','pbrMetallicRoughness':{'baseColorTexture':{'index':0}}}"
        "," TEXTURED("b", "1", "") WITH_PICTURES,
    };
    static pictures seen;
    for (size_t i = 0; i < sizeof materials / sizeof materials[0]; ++i) {
        optimized it = optimize_atlas(VRM1, TWO_PARTS, materials[i], &seen);
        test_note("%d", (int)i);
        if (it.after.gltf != NULL) CHECK_INT(it.after.gltf->material_count, 2);
        CHECK_INT(seen.encoded, 0);
        done(&it);
    }
    test_note(NULL);
    {
        optimized it = optimize_atlas(
            VRM1 ",'expressions':{'preset':{'happy':{'materialColorBinds':[{'material':1,'type':"
                 "'color','targetValue':[1,0,0,1]}]}}}",
            TWO_PARTS, TWO_TEXTURED, &seen);
        REQUIRE(it.after.gltf != NULL);
        CHECK_INT(it.after.gltf->material_count, 2);
        CHECK_INT(seen.encoded, 0);
        done(&it);
    }
}

/* --- Fewer triangles --- */

static uint32_t keep_first_half(const vrm_simplify_task *task, uint32_t *out, void *user) {
    uint32_t count = task->target_index_count;
    uint32_t *asked = user;
    *asked += 1;
    CHECK_INT(task->vertex_count, 2 * GRID_VERTICES);
    CHECK(task->attribute_count > 0);
    memcpy(out, task->indices, count * sizeof *out);
    return count;
}

TEST(op_009_triangles_are_left_out_and_vertices_keep_what_they_have) {
    uint32_t asked = 0;
    const vrm_optimize_tools tools = {.user = &asked, .simplify = keep_first_half};
    vrm_optimize_desc desc = settings(0);
    optimized it;
    float *moves = calloc((size_t)GRID_VERTICES * 3, sizeof *moves), sum = 0.0f;
    const vrm_primitive *primitive;
    desc.tools = &tools;
    desc.triangles = GRID_INDICES / 3; /* of both meshes together: half */
    it = optimize(grid_avatar(VRM_DIALECT_1, VRM1, MORPH_MESH "," PLAIN_MESH, ONE_MATERIAL), &desc);
    REQUIRE(it.after.gltf != NULL && moves != NULL);
    CHECK_INT(asked, 2);
    primitive = &it.after.gltf->meshes[0].primitives[0];
    CHECK_INT(primitive->triangle_count, GRID_INDICES / 6);
    CHECK(primitive->vertex_count < GRID_VERTICES);
    CHECK_INT(vrm_model_read_morph_target(it.after.model, 0, 0, 0, VRM_ATTRIBUTE_POSITION, moves,
                                          (size_t)GRID_VERTICES * 3),
              VRM_OK);
    for (uint32_t i = 0; i < primitive->vertex_count * 3; ++i) sum += moves[i];
    CHECK_NEAR(sum, 0.25 * (1 + 2 + 3 + 4 + 5), 1e-6); /* the five are in the first half */
    CHECK_TEXT(said(&it, "triangles-reduced"), "1,058 triangles were left out");
    free(moves);
    done(&it);
}

/* --- What is not known --- */

TEST(op_011_an_unknown_extension_keeps_the_places_of_all_elements) {
    optimized it =
        optimize(fixture_glb("{'asset':{'version':'2.0'},'extensionsUsed':['EXT_of_a_stranger'],"
                             "'nodes':[{'name':'a'},{'name':'b'}],'materials':[{},{}]}",
                             NULL, 0),
                 NULL);
    REQUIRE(it.after.gltf != NULL);
    CHECK_INT(it.after.gltf->node_count, 2);
    CHECK_INT(it.after.gltf->material_count, 2);
    CHECK(strncmp(said(&it, "extension-unknown"), "1 extension is not known", 24) == 0);
    done(&it);
}

/* Whatever its name and wherever it stands, listed or not. A known one does not hinder. */
TEST(op_011_an_extension_that_the_references_do_not_know_keeps_places_wherever_it_stands) {
    static const char *const names[] = {"VRMC_future", "KHR_materials_future", "ACME_future",
                                        "KHR_materials_clearcoat"};
    static const char *const files[] = {
        "'nodes':[{'name':'a'},{'name':'b'}],'extensions':{'%s':{'node':1}}",
        "'nodes':[{'name':'a'},{'name':'b','extensions':{'%s':{'node':1}}}]",
        "'nodes':[{'name':'a'},{'name':'b'}],'meshes':[{'primitives':[{'attributes':{},"
        "'extensions':{'%s':{'nodes':[1]}}}]}]",
        "'nodes':[{'name':'a'},{'name':'b'}],'extensions':{'VRMC_vrm':{'specVersion':'1.0',"
        "'humanoid':{'extensions':{'%s':{'node':1}}}}}",
    };
    for (size_t i = 0; i < 4 * sizeof names / sizeof names[0]; ++i) {
        bool is_known = i / 4 == 3;
        char inner[512], json[1024];
        optimized it;
        snprintf(inner, sizeof inner, files[i % 4], names[i / 4]);
        snprintf(json, sizeof json, "{'asset':{'version':'2.0'},%s}", inner);
        test_note("%s", inner);
        it = optimize(fixture_glb(json, NULL, 0), NULL);
        CHECK((said(&it, "extension-unknown")[0] == '\0') == is_known);
        if (it.after.gltf != NULL && !is_known) CHECK_INT(it.after.gltf->node_count, 2);
        done(&it);
    }
    test_note(NULL);
}

TEST(op_001_what_cannot_be_loaded_is_refused) {
    vrm_written *file = NULL;
    vrm_report *report = NULL;
    vrm_optimize_desc desc = settings(1u << 31);
    CHECK_INT(vrm_optimize("no", 2, NULL, &file, &report), VRM_ERROR_CONTAINER);
    CHECK(file == NULL && vrm_report_count(report) > 0);
    vrm_report_destroy(report);
    CHECK_INT(vrm_optimize(NULL, 2, NULL, &file, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_optimize("no", 2, NULL, NULL, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_optimize("no", 2, &desc, &file, &report), VRM_ERROR_INVALID_ARGUMENT);
    CHECK(vrm_report_count(report) > 0); /* like the other verbs, it reports why */
    vrm_report_destroy(report);
}

/* An empty file is a file that cannot be read, in all verbs; a size without bytes is misuse. */
TEST(op_001_an_empty_file_is_refused_like_in_a_load) {
    for (size_t size = 0; size < 2; ++size) {
        vrm_result expected = size == 0 ? VRM_ERROR_CONTAINER : VRM_ERROR_INVALID_ARGUMENT;
        vrm_model *model = NULL;
        vrm_written *file = NULL;
        CHECK_INT(vrm_model_load(NULL, size, NULL, &model, NULL), expected);
        CHECK_INT(vrm_normalize(NULL, size, NULL, &file, NULL), expected);
        CHECK_INT(vrm_migrate(NULL, size, NULL, &file, NULL), expected);
        CHECK_INT(vrm_optimize(NULL, size, NULL, &file, NULL), expected);
    }
}

/* --- Memory --- */

TEST(er_012_memory_that_is_refused_ends_an_optimisation) {
    fixture file = grid_avatar(VRM_DIALECT_1, VRM1, MORPH_MESH "," PLAIN_MESH, ONE_MATERIAL);
    vrm_result result = VRM_ERROR_OUT_OF_MEMORY;
    for (int64_t n = 0; n < 4000 && result != VRM_OK; ++n) {
        counting counter;
        vrm_optimize_desc desc = settings(0);
        vrm_written *written = NULL;
        counting_init(&counter, n);
        desc.allocator = &counter.allocator;
        result = vrm_optimize(file.bytes, file.size, &desc, &written, NULL);
        CHECK((result == VRM_OK) == (written != NULL));
        if (result != VRM_OK) CHECK_INT(result, VRM_ERROR_OUT_OF_MEMORY);
        vrm_written_destroy(written);
        CHECK_INT(counter.live, 0);
        CHECK(!counter.is_size_wrong);
    }
    CHECK_INT(result, VRM_OK);
    fixture_free(&file);
}

TEST_SUITE(
    optimize, ENTRY(op_001_an_avatar_means_and_looks_the_same),
    ENTRY(op_001_an_optimized_file_stays_as_it_is), ENTRY(op_001_what_cannot_be_loaded_is_refused),
    ENTRY(op_001_an_empty_file_is_refused_like_in_a_load),
    ENTRY(op_002_elements_that_nothing_uses_go),
    ENTRY(op_003_nodes_that_nothing_needs_go_and_indices_follow),
    ENTRY(op_004_equal_materials_become_one_unless_an_expression_changes_one),
    ENTRY(op_004_equal_materials_of_0_x_take_their_properties_with_them),
    ENTRY(op_004_duplicates_can_be_kept),
    ENTRY(op_005_targets_that_move_nothing_go_with_their_binds),
    ENTRY(op_005_binds_of_0_x_follow_their_targets), ENTRY(op_005_targets_can_be_kept),
    ENTRY(op_006_vertices_that_no_triangle_uses_go),
    ENTRY(op_006_the_payload_of_meshes_can_be_kept),
    ENTRY(op_006_a_primitive_that_cannot_be_read_stays_and_the_next_one_is_packed),
    ENTRY(op_007_parts_of_one_material_are_joined),
    ENTRY(op_009_triangles_are_left_out_and_vertices_keep_what_they_have),
    ENTRY(op_010_normals_and_coordinates_are_quantised_where_that_is_asked_for),
    ENTRY(op_010_quantised_weights_add_up_to_what_they_did),
    ENTRY(op_013_materials_that_differ_in_their_textures_alone_share_an_atlas),
    ENTRY(op_013_what_differs_or_moves_does_not_share),
    ENTRY(op_011_an_unknown_extension_keeps_the_places_of_all_elements),
    ENTRY(op_011_an_extension_that_the_references_do_not_know_keeps_places_wherever_it_stands),
    ENTRY(er_012_memory_that_is_refused_ends_an_optimisation));
