/* Every place that holds an index, and what becomes of it when elements go. */
#include "author/document/references.h"
#include "support/refusals.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct text_tree {
    vrmi_memory memory;
    vrmi_tree tree;
    char *text;
} text_tree;

/* JSON with ' for ". */
static void open_text(text_tree *t, const char *json) {
    size_t length = strlen(json);
    t->text = malloc(length + 1);
    memcpy(t->text, json, length + 1);
    for (char *c = t->text; *c != '\0'; ++c) {
        if (*c == '\'') *c = '"';
    }
    vrmi_memory_init(&t->memory, NULL);
    CHECK(vrmi_tree_open(&t->tree, &t->memory, t->text, length));
}

static void close_text(text_tree *t, const char *expected) {
    char *out = NULL;
    size_t length = 0;
    if (CHECK(vrmi_tree_write(&t->tree, &t->memory, &out, &length))) {
        char *copy = malloc(length + 1);
        for (size_t i = 0; i < length; ++i) copy[i] = out[i] == '"' ? '\'' : out[i];
        copy[length] = '\0';
        CHECK_TEXT(copy, expected);
        free(copy);
        vrmi_memory_release(&t->memory, out, length);
    }
    vrmi_tree_release(&t->tree);
    CHECK_INT(t->memory.used_bytes, 0);
    free(t->text);
}

static void check_kept(vrmi_reference_kind kind, const char *keeps, const char *json,
                       const char *expected) {
    text_tree t;
    uint8_t bytes[16];
    for (size_t i = 0; keeps[i] != '\0'; ++i) bytes[i] = keeps[i] == '1';
    open_text(&t, json);
    CHECK_INT(vrmi_value_count(&t.tree, vrmi_reference_table(&t.tree, kind)), strlen(keeps));
    vrmi_references_keep(&t.tree, kind, bytes, NULL);
    close_text(&t, expected);
}

static void check_mapped(vrmi_reference_kind kind, const int32_t *map, uint32_t count,
                         const char *json, const char *expected) {
    text_tree t;
    open_text(&t, json);
    vrmi_references_rewrite(&t.tree, kind, map, count);
    close_text(&t, expected);
}

/* Each place with an index 1, which becomes 0, and an index 0 of an element that goes. */
typedef struct place_case {
    vrmi_reference_kind kind;
    const char *before, *after;
} place_case;

#define K(name) VRMI_REFERENCE_##name

static const place_case places[] = {
    {K(SCENE), "{'scenes':[{},{}],'scene':1}", "{'scenes':[{}],'scene':0}"},
    {K(SCENE), "{'scenes':[{},{}],'scene':0}", "{'scenes':[{}]}"},
    {K(NODE), "{'nodes':[{},{'children':[0]}],'scenes':[{'nodes':[0,1]},{'nodes':[0]}]}",
     "{'nodes':[{}],'scenes':[{'nodes':[0]},{}]}"},
    {K(NODE), "{'nodes':[{},{}],'skins':[{'joints':[1],'skeleton':0}]}",
     "{'nodes':[{}],'skins':[{'joints':[0]}]}"},
    {K(NODE),
     "{'nodes':[{},{}],'animations':[{'channels':[{'target':{'node':0}},"
     "{'target':{'node':1}}]},{'channels':[{'target':{'node':0}}]}]}",
     "{'nodes':[{}],'animations':[{'channels':[{'target':{'node':0}}]}]}"},
    {K(NODE),
     "{'nodes':[{},{'extensions':{'MSFT_lod':{'ids':[0]},'VRMC_node_constraint':"
     "{'constraint':{'roll':{'source':0}}}}}]}",
     "{'nodes':[{'extensions':{}}]}"},
    {K(NODE),
     "{'nodes':[{},{'extensions':{'VRMC_node_constraint':"
     "{'constraint':{'aim':{'source':1}}}}}]}",
     "{'nodes':[{'extensions':{'VRMC_node_constraint':{'constraint':{'aim':{'source':0}}}}}]}"},
    {K(NODE),
     "{'nodes':[{},{}],'animations':[{'channels':[{'target':{'extensions':"
     "{'KHR_animation_pointer':{'pointer':'/nodes/1/scale'}}}},{'target':{'extensions':"
     "{'KHR_animation_pointer':{'pointer':'/nodes/0/scale'}}}}]}]}",
     "{'nodes':[{}],'animations':[{'channels':[{'target':{'extensions':"
     "{'KHR_animation_pointer':{'pointer':'/nodes/0/scale'}}}}]}]}"},
    /* 1.0 */
    {K(NODE),
     "{'nodes':[{},{}],'extensions':{'VRMC_vrm':{'humanoid':{'humanBones':"
     "{'hips':{'node':0},'head':{'node':1}}},'firstPerson':{'meshAnnotations':"
     "[{'node':0},{'node':1}]},'expressions':{'preset':{'happy':{'morphTargetBinds':"
     "[{'node':0},{'node':1}]}},'custom':{'x':{'morphTargetBinds':[{'node':0}]}}}}}}",
     "{'nodes':[{}],'extensions':{'VRMC_vrm':{'humanoid':{'humanBones':{'head':{'node':0}}},"
     "'firstPerson':{'meshAnnotations':[{'node':0}]},'expressions':{'preset':{'happy':"
     "{'morphTargetBinds':[{'node':0}]}},'custom':{'x':{}}}}}}"},
    {K(NODE),
     "{'nodes':[{},{}],'extensions':{'VRMC_springBone':{'colliders':[{'node':0},"
     "{'node':1}],'colliderGroups':[{'colliders':[0]},{'colliders':[1,0]}],'springs':["
     "{'center':0,'joints':[{'node':0},{'node':1}],'colliderGroups':[0,1]},"
     "{'joints':[{'node':0}]}]}}}",
     "{'nodes':[{}],'extensions':{'VRMC_springBone':{'colliders':[{'node':0}],'colliderGroups':["
     "{'colliders':[0]}],'springs':[{'joints':[{'node':0}],'colliderGroups':[0]}]}}}"},
    {K(NODE), /* EX-043 */
     "{'nodes':[{},{}],'extensions':{'VRMC_vrm':{'expressions':{'preset':{'happy':{'extensions':{"
     "'VRMC_vrm_expressions_node_transform':{'nodeTransformBinds':[{'node':0},{'node':1}]}}}},"
     "'custom':{'x':{'extensions':{'VRMC_vrm_expressions_node_transform':{'nodeTransformBinds':["
     "{'node':0}]}}}}}},'VRM':{'blendShapeMaster':{'blendShapeGroups':[{'extensions':{"
     "'VRMC_vrm_expressions_node_transform':{'nodeTransformBinds':[{'node':1}]}}}]}}}}",
     "{'nodes':[{}],'extensions':{'VRMC_vrm':{'expressions':{'preset':{'happy':{'extensions':{"
     "'VRMC_vrm_expressions_node_transform':{'nodeTransformBinds':[{'node':0}]}}}},"
     "'custom':{'x':{'extensions':{}}}}},'VRM':{'blendShapeMaster':{'blendShapeGroups':[{"
     "'extensions':{'VRMC_vrm_expressions_node_transform':{'nodeTransformBinds':[{'node':0}]}}}"
     "]}}}}"},
    {K(COLLIDER),
     "{'extensions':{'VRMC_springBone':{'colliders':[{},{}],'colliderGroups':"
     "[{'colliders':[1]}]}}}",
     "{'extensions':{'VRMC_springBone':{'colliders':[{}],'colliderGroups':[{'colliders':[0]}]}}}"},
    {K(COLLIDER_GROUP),
     "{'extensions':{'VRMC_springBone':{'colliderGroups':[{},{}],'springs':"
     "[{'colliderGroups':[0]},{'colliderGroups':[1]}]}}}",
     "{'extensions':{'VRMC_springBone':{'colliderGroups':[{}],'springs':"
     "[{},{'colliderGroups':[0]}]}}}"},
    {K(IMAGE),
     "{'images':[{},{}],'textures':[{'source':1,'extensions':{'KHR_texture_basisu':"
     "{'source':0}}}],'extensions':{'VRMC_vrm':{'meta':{'thumbnailImage':1}}}}",
     "{'images':[{}],'textures':[{'source':0,'extensions':{}}],"
     "'extensions':{'VRMC_vrm':{'meta':{'thumbnailImage':0}}}}"},
    {K(SAMPLER), "{'samplers':[{},{}],'textures':[{'sampler':0},{'sampler':1}]}",
     "{'samplers':[{}],'textures':[{},{'sampler':0}]}"},
    {K(TEXTURE),
     "{'textures':[{},{}],'materials':[{'normalTexture':{'index':0},"
     "'pbrMetallicRoughness':{'baseColorTexture':{'index':1}},'extensions':{"
     "'KHR_materials_sheen':{'sheenColorTexture':{'index':1}},"
     "'VRMC_materials_mtoon':{'matcapTexture':{'index':0},'rimMultiplyTexture':1}}}]}",
     "{'textures':[{}],'materials':[{'pbrMetallicRoughness':{'baseColorTexture':{'index':0}},"
     "'extensions':{'KHR_materials_sheen':{'sheenColorTexture':{'index':0}},"
     "'VRMC_materials_mtoon':{'rimMultiplyTexture':0}}}]}"},
    {K(MATERIAL),
     "{'materials':[{},{'extensions':{'MSFT_lod':{'ids':[0]}}}],'meshes':["
     "{'primitives':[{'material':0},{'material':1,'extensions':{"
     "'KHR_materials_variants':{'mappings':[{'material':0}]}}}]}]}",
     "{'materials':[{'extensions':{}}],'meshes':[{'primitives':[{},{'material':0,"
     "'extensions':{}}]}]}"},
    {K(MATERIAL),
     "{'materials':[{},{}],'extensions':{'VRMC_vrm':{'expressions':{'preset':"
     "{'aa':{'materialColorBinds':[{'material':1}],'textureTransformBinds':"
     "[{'material':0}]}}}}}}",
     "{'materials':[{}],'extensions':{'VRMC_vrm':{'expressions':{'preset':"
     "{'aa':{'materialColorBinds':[{'material':0}]}}}}}}"},
    {K(MESH),
     "{'meshes':[{},{}],'nodes':[{'mesh':0,'skin':0,'weights':[1],'a':1},{'mesh':1,"
     "'skin':0}]}",
     "{'meshes':[{}],'nodes':[{'a':1},{'mesh':0,'skin':0}]}"},
    {K(CAMERA), "{'cameras':[{},{}],'nodes':[{'camera':0},{'camera':1}]}",
     "{'cameras':[{}],'nodes':[{},{'camera':0}]}"},
    {K(SKIN), "{'skins':[{},{}],'nodes':[{'skin':1}]}", "{'skins':[{}],'nodes':[{'skin':0}]}"},
    /* What the payload would have to follow stays: nothing changes. */
    {K(NODE), "{'nodes':[{},{}],'skins':[{'joints':[0]}]}",
     "{'nodes':[{},{}],'skins':[{'joints':[0]}]}"},
    {K(ACCESSOR),
     "{'accessors':[{},{}],'meshes':[{'primitives':[{'attributes':{'POSITION':0},"
     "'targets':[{'POSITION':1}]}]}]}",
     "{'accessors':[{},{}],'meshes':[{'primitives':[{'attributes':{'POSITION':0},"
     "'targets':[{'POSITION':1}]}]}]}"},
    {K(ACCESSOR),
     "{'accessors':[{},{}],'skins':[{'inverseBindMatrices':1}],'animations':["
     "{'samplers':[{'input':1,'output':1}]}],'meshes':[{'primitives':[{'indices':1}]}"
     "],'nodes':[{'extensions':{'EXT_mesh_gpu_instancing':{'attributes':{'A':1}}}}]}",
     "{'accessors':[{}],'skins':[{'inverseBindMatrices':0}],'animations':["
     "{'samplers':[{'input':0,'output':0}]}],'meshes':[{'primitives':[{'indices':0}]}"
     "],'nodes':[{'extensions':{'EXT_mesh_gpu_instancing':{'attributes':{'A':0}}}}]}"},
    {K(BUFFER_VIEW),
     "{'bufferViews':[{},{}],'accessors':[{'bufferView':1,'sparse':{'indices':"
     "{'bufferView':1},'values':{'bufferView':1}}}],'images':[{'bufferView':1}],"
     "'meshes':[{'primitives':[{'extensions':{'KHR_draco_mesh_compression':"
     "{'bufferView':1}}}]}]}",
     "{'bufferViews':[{}],'accessors':[{'bufferView':0,'sparse':{'indices':"
     "{'bufferView':0},'values':{'bufferView':0}}}],'images':[{'bufferView':0}],"
     "'meshes':[{'primitives':[{'extensions':{'KHR_draco_mesh_compression':"
     "{'bufferView':0}}}]}]}"},
    {K(BUFFER),
     "{'buffers':[{},{}],'bufferViews':[{'buffer':1,'extensions':"
     "{'EXT_meshopt_compression':{'buffer':1}}}]}",
     "{'buffers':[{}],'bufferViews':[{'buffer':0,'extensions':"
     "{'EXT_meshopt_compression':{'buffer':0}}}]}"},
    /* 0.x */
    {K(NODE),
     "{'nodes':[{},{}],'extensions':{'VRM':{'humanoid':{'humanBones':[{'bone':'hips',"
     "'node':0},{'bone':'head','node':1}]},'firstPerson':{'firstPersonBone':1},"
     "'secondaryAnimation':{'boneGroups':[{'center':-1,'bones':[0,1],"
     "'colliderGroups':[0,1]}],'colliderGroups':[{'node':0},{'node':1}]}}}}",
     "{'nodes':[{}],'extensions':{'VRM':{'humanoid':{'humanBones':[{'bone':'head','node':0}]},"
     "'firstPerson':{'firstPersonBone':0},'secondaryAnimation':{'boneGroups':[{'center':-1,"
     "'bones':[0],'colliderGroups':[0]}],'colliderGroups':[{'node':0}]}}}}"},
    {K(MESH),
     "{'meshes':[{},{}],'extensions':{'VRM':{'firstPerson':{'meshAnnotations':["
     "{'mesh':0},{'mesh':1}]},'blendShapeMaster':{'blendShapeGroups':[{'binds':["
     "{'mesh':0},{'mesh':1}]}]}}}}",
     "{'meshes':[{}],'extensions':{'VRM':{'firstPerson':{'meshAnnotations':[{'mesh':0}]},"
     "'blendShapeMaster':{'blendShapeGroups':[{'binds':[{'mesh':0}]}]}}}}"},
    {K(TEXTURE),
     "{'textures':[{},{}],'extensions':{'VRM':{'meta':{'texture':1},"
     "'materialProperties':[{'textureProperties':{'_MainTex':1,'_BumpMap':0}}]}}}",
     "{'textures':[{}],'extensions':{'VRM':{'meta':{'texture':0},"
     "'materialProperties':[{'textureProperties':{'_MainTex':0}}]}}}"},
    {K(MATERIAL),
     "{'materials':[{'name':'a'},{'name':'b'}],'extensions':{'VRM':{"
     "'materialProperties':[{'name':'a'},{'name':'b'}],'blendShapeMaster':"
     "{'blendShapeGroups':[{'materialValues':[{'materialName':'a'},"
     "{'materialName':'b'},{'materialName':'c'}]}]}}}}",
     "{'materials':[{'name':'b'}],'extensions':{'VRM':{'materialProperties':[{'name':'b'}],"
     "'blendShapeMaster':{'blendShapeGroups':[{'materialValues':[{'materialName':'b'},"
     "{'materialName':'c'}]}]}}}}"},
    {K(MATERIAL),
     "{'materials':[{'name':'a'},{'name':'a'}],'extensions':{'VRM':{"
     "'blendShapeMaster':{'blendShapeGroups':[{'materialValues':["
     "{'materialName':'a'}]}]}}}}",
     "{'materials':[{'name':'a'}],'extensions':{'VRM':{"
     "'blendShapeMaster':{'blendShapeGroups':[{'materialValues':["
     "{'materialName':'a'}]}]}}}}"},
    /* Drafts */
    {K(NODE),
     "{'nodes':[{},{}],'extensions':{'VRMC_vrm':{'blendShape':{'blendShapeGroups':["
     "{'binds':[{'node':1}]}]},'springBone':{'boneGroups':[{'bones':[1],"
     "'colliderGroups':[1]}],'colliderGroups':[{'node':0},{'node':1}]}},"
     "'VRMC_springBone':{'springs':[{'springRoot':1,'colliders':[1]}]}}}",
     "{'nodes':[{}],'extensions':{'VRMC_vrm':{'blendShape':{'blendShapeGroups':["
     "{'binds':[{'node':0}]}]},'springBone':{'boneGroups':[{'bones':[0],"
     "'colliderGroups':[0]}],'colliderGroups':[{'node':0}]}},"
     "'VRMC_springBone':{'springs':[{'springRoot':0,'colliders':[0]}]}}}"},
    /* Motions */
    {K(NODE),
     "{'nodes':[{},{}],'extensions':{'VRMC_vrm_animation':{'humanoid':{'humanBones':"
     "{'hips':{'node':1}}},'expressions':{'preset':{'aa':{'node':1},'ih':{'node':0}}},"
     "'lookAt':{'node':1}}}}",
     "{'nodes':[{}],'extensions':{'VRMC_vrm_animation':{'humanoid':{'humanBones':"
     "{'hips':{'node':0}}},'expressions':{'preset':{'aa':{'node':0}}},'lookAt':{'node':0}}}}"},
};

TEST(every_place_follows_when_an_element_goes) {
    for (size_t i = 0; i < sizeof places / sizeof places[0]; ++i) {
        test_note("place %zu: %s", i, places[i].before);
        check_kept(places[i].kind, "01", places[i].before, places[i].after);
    }
    test_note(NULL);
}

TEST(an_empty_table_goes) {
    check_kept(K(NODE), "00", "{'nodes':[{},{}],'scenes':[{'nodes':[0,1]}]}", "{'scenes':[{}]}");
    check_kept(K(COLLIDER_GROUP_0), "0",
               "{'extensions':{'VRM':{'secondaryAnimation':{'colliderGroups':[{}]}}}}",
               "{'extensions':{'VRM':{'secondaryAnimation':{'colliderGroups':[]}}}}");
}

TEST(indices_that_mean_nothing_stay_as_they_are) {
    check_kept(K(NODE), "01", "{'nodes':[{},{}],'scenes':[{'nodes':[-1,7,1.5,'1',1.0]}]}",
               "{'nodes':[{}],'scenes':[{'nodes':[-1,7,1.5,'1',0]}]}");
}

TEST(references_follow_a_map) {
    static const int32_t map[] = {0, 0, VRM_NONE};
    check_mapped(K(MATERIAL), map, 3,
                 "{'materials':[{'name':'a'},{'name':'b'},{'name':'c'}],'meshes':[{'primitives':["
                 "{'material':0},{'material':1},{'material':2}]}],'extensions':{'VRM':{"
                 "'blendShapeMaster':{'blendShapeGroups':[{'materialValues':[{'materialName':'a'},"
                 "{'materialName':'b'},{'materialName':'c'}]}]}}}}",
                 "{'materials':[{'name':'a'},{'name':'b'},{'name':'c'}],'meshes':[{'primitives':["
                 "{'material':0},{'material':0},{}]}],'extensions':{'VRM':{"
                 "'blendShapeMaster':{'blendShapeGroups':[{'materialValues':[{'materialName':'a'},"
                 "{'materialName':'a'}]}]}}}}");
}

TEST(references_are_counted) {
    text_tree t;
    uint32_t counts[3];
    open_text(&t, "{'nodes':[{'children':[1,2]},{},{}],'scenes':[{'nodes':[0,2,9]}]}");
    vrmi_references_count(&t.tree, K(NODE), counts, 3);
    CHECK_INT(counts[0], 1);
    CHECK_INT(counts[1], 1);
    CHECK_INT(counts[2], 2);
    close_text(&t, "{'nodes':[{'children':[1,2]},{},{}],'scenes':[{'nodes':[0,2,9]}]}");
}

static void add_ten(vrmi_tree *tree, vrmi_value *index, vrmi_reference_kind kind, void *user) {
    int32_t *count = user;
    CHECK_INT(kind, K(SKIN));
    *count += 1;
    vrmi_value_replace_index(tree, index, (uint64_t)vrmi_value_to_index(tree, index) + 10);
}

TEST(places_are_visited) {
    text_tree t;
    int32_t count = 0;
    open_text(&t, "{'nodes':[{'skin':1,'mesh':2},{'skin':2}]}");
    vrmi_references_visit(&t.tree, VRMI_REFERENCE_BIT(K(SKIN)), add_ten, &count);
    CHECK_INT(count, 2);
    close_text(&t, "{'nodes':[{'skin':11,'mesh':2},{'skin':12}]}");
}

/* JSON pointers follow if they mean an element of the kind, and stay whatever else they are. */
TEST(pointers_follow_their_element) {
    static const struct {
        const char *before, *after; /* node 0 goes */
    } pointers[] = {
        {"/nodes/1", "/nodes/0"},
        {"/nodes/1/scale", "/nodes/0/scale"},
        {"/nodes/2/x/1", "/nodes/1/x/1"},
        {"/nodes/9", "/nodes/9"},
        {"/nodes/", "/nodes/"},
        {"/nodes", "/nodes"},
        {"/nodes/a", "/nodes/a"},
        {"/nodes/1a", "/nodes/1a"},
        {"/nodesx1", "/nodesx1"},
        {"/nodez/1", "/nodez/1"},
        {"/nodes/99999999999", "/nodes/99999999999"},
        {"/nodes/4294967297", "/nodes/4294967297"},
        {"/materials/1", "/materials/1"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof pointers / sizeof pointers[0]; ++i) {
        char before[400], after[400];
        static const char file[] =
            "{'nodes':[%s{},{}],'animations':[{'channels':[{'target':{'path':'pointer',"
            "'extensions':{'KHR_animation_pointer':{'pointer':'%s'}}}}]}]}";
        snprintf(before, sizeof before, file, "{},", pointers[i].before);
        snprintf(after, sizeof after, file, "", pointers[i].after);
        test_note("%s", pointers[i].before);
        check_kept(K(NODE), "011", before, after);
    }
    test_note(NULL);
}

/* More of them go than are expected at first. */
TEST(many_references_go) {
    char json[2048] = "{'nodes':[{},{}],'scenes':[";
    for (int i = 0; i < 70; ++i) strcat(json, i == 0 ? "{'nodes':[0,1]}" : ",{'nodes':[0,1]}");
    strcat(json, "]}");
    {
        char after[2048] = "{'nodes':[{}],'scenes':[";
        for (int i = 0; i < 70; ++i) strcat(after, i == 0 ? "{'nodes':[0]}" : ",{'nodes':[0]}");
        strcat(after, "]}");
        check_kept(K(NODE), "01", json, after);
    }
}

/* Names of 0.x that are no material's stay, those of one that goes go; lists may differ in length.
 */
TEST(materials_of_0_x_go_with_their_names) {
    check_kept(K(MATERIAL), "011",
               "{'materials':[{'name':'a'},{'name':'bb'},{}],'extensions':{'VRM':{"
               "'materialProperties':[{'name':'a'},{'name':'bb'},{},{'name':'more'}],"
               "'blendShapeMaster':{'blendShapeGroups':[{'materialValues':[{'materialName':'a'},"
               "{'materialName':'b'},{'materialName':'bbb'},{'materialName':''},"
               "{'materialName':'bb'}]}]}}}}",
               "{'materials':[{'name':'bb'},{}],'extensions':{'VRM':{"
               "'materialProperties':[{'name':'bb'},{},{'name':'more'}],"
               "'blendShapeMaster':{'blendShapeGroups':[{'materialValues':["
               "{'materialName':'b'},{'materialName':'bbb'},{'materialName':''},"
               "{'materialName':'bb'}]}]}}}}");
}

/* Whichever piece is refused, the tree knows it, or everything was done (ED-004). */
static void refuse_each(vrmi_reference_kind kind, const char *json) {
    static const uint8_t keeps[] = {0, 1, 1, 1, 1, 1, 1, 1};
    static const int32_t map[] = {1, 1, 0, 0, 0, 0, 0, 0};
    for (int64_t number = 0;; ++number) {
        text_tree t;
        char *out = NULL;
        size_t length = 0;
        uint32_t count;
        bool is_over;
        open_text(&t, json);
        count = vrmi_value_count(&t.tree, vrmi_reference_table(&t.tree, kind));
        refuse_piece(number);
        if (number % 2 == 0) {
            vrmi_references_keep(&t.tree, kind, keeps, NULL);
        } else {
            vrmi_references_rewrite(&t.tree, kind, map, count);
        }
        is_over = pieces_asked() <= number && number % 2 == 0;
        CHECK(vrmi_tree_write(&t.tree, &t.memory, &out, &length) == (pieces_asked() <= number));
        refuse_piece(-1);
        if (out != NULL) vrmi_memory_release(&t.memory, out, length);
        vrmi_tree_release(&t.tree);
        CHECK_INT(t.memory.used_bytes, 0);
        free(t.text);
        if (is_over) return;
    }
}

TEST(ed_004_refused_pieces_are_noticed) {
    if (!refusals_work()) {
        test_skip("the linker cannot stand between");
        return;
    }
    for (size_t i = 0; i < sizeof places / sizeof places[0]; ++i) {
        test_note("place %zu: %s", i, places[i].before);
        refuse_each(places[i].kind, places[i].before);
    }
    test_note(NULL);
    refuse_each(K(MATERIAL), "{'materials':[{'name':'a'},{'name':'b'}],'extensions':{'VRM':{"
                             "'materialProperties':[{},{}],'blendShapeMaster':{"
                             "'blendShapeGroups':[{'materialValues':[{'materialName':'a'}]}]}}}}");
}

TEST_SUITE(references, ENTRY(every_place_follows_when_an_element_goes), ENTRY(an_empty_table_goes),
           ENTRY(indices_that_mean_nothing_stay_as_they_are), ENTRY(references_follow_a_map),
           ENTRY(references_are_counted), ENTRY(places_are_visited),
           ENTRY(pointers_follow_their_element), ENTRY(many_references_go),
           ENTRY(materials_of_0_x_go_with_their_names), ENTRY(ed_004_refused_pieces_are_noticed));
