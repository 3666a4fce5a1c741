/* Smaller files that look and move as before: every index follows, and nothing else changes. */
#include "optimize/optimized.h"
#include "optimize/surface.h"
#include "support/avatar.h"
#include "support/compare_tables.h"
#include "support/refusals.h"
#include "vrm/author/migrate.h"
#include "vrm/author/normalize.h"

#include <stdio.h>
#include <stdlib.h>

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
 * below it, one that a spring takes for its center, and a node with extras. */
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

/* --- Vertices --- */

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
        const vrm_accessor *accessor = &it.after.gltf->accessors[primitive->attributes[i].accessor];
        if (primitive->attributes[i].semantic != VRM_ATTRIBUTE_JOINTS) continue;
        CHECK_INT(accessor->component, VRM_COMPONENT_U8);
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

/* An attribute has another number of elements than POSITION, after more good attributes than the
 * next primitive has, the same number, and fewer. */
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
        vrm_load_desc load;
        vrm_optimize_desc desc = settings(0);
        vrm_written *written = NULL;
        counting_init(&counter, n);
        vrm_load_desc_init(&load);
        desc.load = &load;
        load.allocator = &counter.allocator;
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
    ENTRY(op_001_an_optimized_file_stays_as_it_is),
    ENTRY(op_003_nodes_that_nothing_needs_go_and_indices_follow),
    ENTRY(op_002_elements_that_nothing_uses_go), ENTRY(op_006_vertices_that_no_triangle_uses_go),
    ENTRY(op_006_the_payload_of_meshes_can_be_kept),
    ENTRY(op_006_a_primitive_that_cannot_be_read_stays_and_the_next_one_is_packed),
    ENTRY(op_005_targets_that_move_nothing_go_with_their_binds),
    ENTRY(op_005_binds_of_0_x_follow_their_targets), ENTRY(op_005_targets_can_be_kept),
    ENTRY(op_004_equal_materials_become_one_unless_an_expression_changes_one),
    ENTRY(op_004_equal_materials_of_0_x_take_their_properties_with_them),
    ENTRY(op_004_duplicates_can_be_kept),
    ENTRY(op_011_an_unknown_extension_keeps_the_places_of_all_elements),
    ENTRY(op_011_an_extension_that_the_references_do_not_know_keeps_places_wherever_it_stands),
    ENTRY(op_001_what_cannot_be_loaded_is_refused),
    ENTRY(op_001_an_empty_file_is_refused_like_in_a_load),
    ENTRY(er_012_memory_that_is_refused_ends_an_optimisation));
