/* Nodes and scenes: a graph that is always a forest, and rest transforms that are always good. */
#include "support/fixture.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define ASSET "'asset':{'version':'2.0'}"

/* --- ER-006 --- */

/*
 * Whether the node graph is a forest: each node is the child of its parent once and of nobody else,
 * the way up from every node ends, and what a scene has as roots has no parent and stands once.
 */
static bool is_forest(const vrm_gltf *gltf) {
    uint32_t count = gltf->node_count;
    uint32_t *times = calloc((size_t)count + 1, sizeof *times);
    uint32_t *depth = calloc((size_t)count + 1, sizeof *depth);
    bool ok = true;
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t k = 0; k < gltf->nodes[i].child_count; ++k) {
            int32_t child = gltf->nodes[i].children[k];
            ok = ok && child >= 0 && (uint32_t)child < count;
            if (!ok) break;
            ok = gltf->nodes[child].parent == (int32_t)i;
            times[child] += 1;
        }
    }
    for (uint32_t i = 0; ok && i < count; ++i) {
        ok = times[i] == (gltf->nodes[i].parent == VRM_NONE ? 0u : 1u);
    }
    /* The way up: a node's depth is known once its parent's is. Two passes over each way. */
    for (uint32_t i = 0; ok && i < count; ++i) {
        uint32_t steps = 0;
        int32_t at = (int32_t)i;
        while (at != VRM_NONE && depth[at] == 0 && steps <= count) {
            at = gltf->nodes[at].parent;
            ++steps;
        }
        ok = steps <= count;
        steps += at == VRM_NONE ? 0 : depth[at];
        for (at = (int32_t)i; ok && at != VRM_NONE && depth[at] == 0; at = gltf->nodes[at].parent) {
            depth[at] = steps--;
        }
    }
    for (uint32_t s = 0; ok && s < gltf->scene_count; ++s) {
        memset(times, 0, count * sizeof *times);
        for (uint32_t k = 0; ok && k < gltf->scenes[s].root_count; ++k) {
            int32_t root = gltf->scenes[s].roots[k];
            ok = gltf->nodes[root].parent == VRM_NONE && times[root]++ == 0;
        }
    }
    free(depth);
    free(times);
    return ok;
}

/* Cycles, second parents and bad children: the edge goes, the rest stays, strict refuses. */
TEST(er_006_edges_that_cannot_be_are_rejected) {
    static const struct {
        const char *nodes;
        const char *code;
        const char *pointer;
        const char *message;
        int parents[4]; /* afterwards */
    } cases[] = {
        {"{'children':[0]}",
         "node-cycle",
         "/nodes/0",
         "node 0 is an ancestor of itself; it is detached from its parent, node 0",
         {-1}},
        {"{'children':[1]},{'children':[0]}",
         "node-cycle",
         "/nodes/0",
         "node 0 is an ancestor of itself; it is detached from its parent, node 1",
         {-1, 0}},
        {"{'children':[1]},{'children':[2]},{'children':[0]}",
         "node-cycle",
         "/nodes/0",
         "node 0 is an ancestor of itself; it is detached from its parent, node 2",
         {-1, 0, 1}},
        /* A tail that hangs from a ring, and a child of it beside the ring. */
        {"{},{'children':[2]},{'children':[1,0,3]},{}",
         "node-cycle",
         "/nodes/2",
         "node 2 is an ancestor of itself; it is detached from its parent, node 1",
         {2, 2, -1, 2}},
        {"{'children':[2]},{'children':[2]},{}",
         "node-second-parent",
         "/nodes/1/children",
         "node 2 already has the parent node 0; it is ignored as a child here",
         {-1, -1, 0}},
        {"{'children':[1,1]},{}",
         "node-second-parent",
         "/nodes/0/children",
         "node 1 already has the parent node 0; it is ignored as a child here",
         {-1, 0}},
        {"{'children':[1,7]},{}",
         "index-out-of-range",
         "/nodes/0/children/1",
         "index 7 is out of range: the number of nodes is 2; it is ignored",
         {-1, 0}},
        {"{'children':[-1,1]},{}",
         "index-negative",
         "/nodes/0/children/0",
         "-1 is not an index; it is ignored",
         {-1, 0}},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char json[256];
        loaded file, strict;
        test_note("%s", cases[i].nodes);
        snprintf(json, sizeof json, "{" ASSET ",'nodes':[%s]}", cases[i].nodes);
        file = load_json(json);
        strict = load_json_strict(json);
        CHECK_INT(file.result, VRM_OK);
        CHECK_INT(vrm_report_count(file.report), 1);
        CHECK(found(&file, cases[i].code, cases[i].pointer));
        CHECK_TEXT(message_of(&file, cases[i].code), cases[i].message);
        CHECK_INT(strict.result, VRM_ERROR_GLTF);
        REQUIRE(file.gltf != NULL);
        CHECK(is_forest(file.gltf));
        for (uint32_t k = 0; k < file.gltf->node_count; ++k) {
            CHECK_INT(file.gltf->nodes[k].parent, cases[i].parents[k]);
        }
        unload(&strict);
        unload(&file);
    }
}

TEST(er_006_several_rings_at_once) {
    loaded file =
        load_json("{" ASSET ",'nodes':[{'children':[1]},{'children':[0]},{'children':[3]},"
                  "{'children':[4]},{'children':[2]},{'children':[5]},{}]}");
    REQUIRE(file.gltf != NULL);
    CHECK_INT(count_code(&file, "node-cycle"), 3);
    CHECK(is_forest(file.gltf));
    CHECK_INT(file.gltf->nodes[6].parent, VRM_NONE);
    unload(&file);
}

/* Every node is a child of every node: what is kept is a forest all the same. */
TEST(er_006_all_edges_at_once) {
    char json[512] = "{" ASSET ",'nodes':[";
    loaded file;
    for (int i = 0; i < 8; ++i) {
        strcat(json, i > 0 ? "," : "");
        strcat(json, "{'children':[0,1,2,3,4,5,6,7]}");
    }
    strcat(json, "]}");
    file = load_json(json);
    REQUIRE(file.gltf != NULL);
    CHECK(is_forest(file.gltf));
    CHECK_INT(count_code(&file, "node-second-parent"), 56);
    CHECK_INT(count_code(&file, "node-cycle"), 1);
    unload(&file);
}

/* All graphs of three nodes with up to two children each, as numbers in base 4 (3: no child). */
TEST(er_006_every_small_graph_becomes_a_forest) {
    int repaired = 0;
    for (int graph = 0; graph < 4096; ++graph) {
        char json[256] = "{" ASSET ",'nodes':[";
        int digits = graph, edges = 0, kept = 0;
        loaded file;
        for (int i = 0; i < 3; ++i, digits /= 16) {
            int a = digits % 4, b = digits / 4 % 4;
            char node[64];
            const char *comma = i > 0 ? "," : "";
            if (a < 3 && b < 3) {
                snprintf(node, sizeof node, "%s{'children':[%d,%d]}", comma, a, b);
            } else if (a < 3 || b < 3) {
                snprintf(node, sizeof node, "%s{'children':[%d]}", comma, a < 3 ? a : b);
            } else {
                snprintf(node, sizeof node, "%s{}", comma);
            }
            strcat(json, node);
            edges += (a < 3) + (b < 3);
        }
        strcat(json, "]}");
        test_note("%s", json);
        file = load_json(json);
        REQUIRE(file.gltf != NULL);
        CHECK(is_forest(file.gltf));
        for (uint32_t i = 0; i < 3; ++i) kept += (int)file.gltf->nodes[i].child_count;
        CHECK_INT(edges - kept, vrm_report_count(file.report)); /* one word for each edge */
        repaired += kept != edges;
        unload(&file);
    }
    CHECK(repaired > 3000);
}

/* A chain of nodes, each the child of the one before; `closed`: the first is a child of the last.
 */
static loaded load_chain(int count, bool closed) {
    size_t capacity = (size_t)count * 32 + 64, used;
    char *json = malloc(capacity);
    loaded file;
    used = (size_t)snprintf(json, capacity, "{" ASSET ",'nodes':[");
    for (int i = 0; i < count; ++i) {
        if (i + 1 < count || closed) {
            used += (size_t)snprintf(json + used, capacity - used, "%s{'children':[%d]}",
                                     i > 0 ? "," : "", (i + 1) % count);
        } else {
            used += (size_t)snprintf(json + used, capacity - used, ",{}");
        }
    }
    snprintf(json + used, capacity - used, "]}");
    file = load_json(json);
    free(json);
    return file;
}

TEST(er_006_a_long_ring) {
    loaded file = load_chain(100000, true);
    REQUIRE(file.gltf != NULL);
    CHECK_INT(vrm_report_count(file.report), 1);
    CHECK(found(&file, "node-cycle", "/nodes/0"));
    CHECK(is_forest(file.gltf));
    CHECK_INT(file.gltf->nodes[0].parent, VRM_NONE);
    CHECK_INT(file.gltf->nodes[99999].parent, 99998);
    CHECK_INT(file.gltf->nodes[99999].child_count, 0);
    unload(&file);
}

TEST(er_007_a_chain_of_100000_nodes) {
    loaded file = load_chain(100000, false);
    REQUIRE(file.gltf != NULL);
    CHECK_INT(vrm_report_count(file.report), 0);
    CHECK(is_forest(file.gltf));
    CHECK_INT(file.gltf->node_count, 100000);
    CHECK_INT(file.gltf->nodes[99999].parent, 99998);
    unload(&file);
}

/* --- Scenes --- */

TEST(scenes_and_the_one_to_show) {
    static const struct {
        const char *json;
        int scene;
        const char *code;
    } cases[] = {
        {"'nodes':[{}]", VRM_NONE, NULL},
        {"'scenes':[{},{}]", 0, NULL},
        {"'scenes':[{},{}],'scene':1", 1, NULL},
        {"'scenes':[{},{}],'scene':2", 0, "index-out-of-range"},
        {"'scene':0", VRM_NONE, "index-out-of-range"},
        {"'scenes':[{}],'scene':'0'", 0, "field-type"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char json[256];
        loaded file;
        test_note("%s", cases[i].json);
        snprintf(json, sizeof json, "{" ASSET ",%s}", cases[i].json);
        file = load_json(json);
        REQUIRE(file.gltf != NULL);
        CHECK_INT(file.gltf->scene, cases[i].scene);
        CHECK_INT(vrm_report_count(file.report), cases[i].code != NULL);
        if (cases[i].code != NULL) CHECK(found(&file, cases[i].code, "/scene"));
        unload(&file);
    }
}

TEST(er_006_roots_of_a_scene) {
    loaded file = load_json("{" ASSET ",'nodes':[{'children':[1]},{},{}],"
                            "'scenes':[{'name':'main','nodes':[2,1,0]},{'nodes':[0,9]}]}");
    REQUIRE(file.gltf != NULL);
    CHECK_TEXT(file.gltf->scenes[0].name.data, "main");
    CHECK_INT(file.gltf->scenes[0].root_count, 2);
    CHECK_INT(file.gltf->scenes[0].roots[0], 2);
    CHECK_INT(file.gltf->scenes[0].roots[1], 0);
    CHECK(found(&file, "node-root-has-parent", "/scenes/0/nodes"));
    CHECK_TEXT(message_of(&file, "node-root-has-parent"),
               "node 1 is a root of the scene and a child of node 0; it is not used as a root");
    CHECK_INT(file.gltf->scenes[1].root_count, 1);
    CHECK(found(&file, "index-out-of-range", "/scenes/1/nodes/1"));
    CHECK(is_forest(file.gltf));
    unload(&file);
}

/* Diagnostics name what they speak of, and say where it stands in its list. */
TEST(er_010_nodes_are_named) {
    loaded file = load_json("{" ASSET ",'nodes':[{'name':'hips','children':[2]},"
                            "{'name':'root','children':[2]},{'name':'hair'}],"
                            "'skins':[{'joints':[2,0,2],'name':'body'}],'scenes':[{'nodes':[2]}]}");
    const vrm_diagnostic *entry;
    REQUIRE(file.gltf != NULL);
    CHECK_TEXT(
        message_of(&file, "node-second-parent"),
        "node 2 \"hair\" already has the parent node 0 \"hips\"; it is ignored as a child here");
    entry = find_diagnostic(&file, "node-second-parent");
    CHECK_TEXT(entry->subject, "node");
    CHECK_TEXT(entry->subject_name, "root");
    CHECK_INT(entry->subject_index, 1);
    CHECK_TEXT(entry->arguments[1].subject, "node");
    CHECK_INT(entry->arguments[1].integer, 0);
    CHECK_TEXT(entry->arguments[1].name, "hips");
    CHECK_TEXT(
        message_of(&file, "node-root-has-parent"),
        "node 2 \"hair\" is a root of the scene and a child of node 0 \"hips\"; it is not used "
        "as a root");
    /* Skins are read before nodes. */
    CHECK_TEXT(message_of(&file, "skin-joint-twice"),
               "node 2 \"hair\" is a joint of the skin more than once");
    CHECK_TEXT(find_diagnostic(&file, "skin-joint-twice")->subject_name, "body");
    unload(&file);
}

/* A root that stands twice would be visited twice. */
TEST(er_006_a_root_that_stands_twice) {
    loaded file = load_json("{" ASSET ",'nodes':[{},{}],'scenes':[{'nodes':[0,1,0,0]},"
                            "{'nodes':[1,0]}]}");
    REQUIRE(file.gltf != NULL);
    CHECK_INT(file.gltf->scenes[0].root_count, 2);
    CHECK_INT(file.gltf->scenes[0].roots[0], 0);
    CHECK_INT(file.gltf->scenes[0].roots[1], 1);
    CHECK_INT(file.gltf->scenes[1].root_count, 2); /* another scene may have it too */
    CHECK_INT(vrm_report_count(file.report), 2);
    CHECK(found(&file, "node-root-twice", "/scenes/0/nodes"));
    CHECK_TEXT(message_of(&file, "node-root-twice"),
               "node 0 is a root of the scene more than once; it is used once");
    CHECK(is_forest(file.gltf));
    unload(&file);
}

/* --- Transforms --- */

/* GL-007: meters, +Y up, and no number is touched. */
TEST(gl_007_units_and_axes_are_the_files) {
    loaded file = load_json("{" ASSET ",'nodes':[{'translation':[0.1,-1234.5678,3e-7],"
                            "'rotation':[0.5,0.5,-0.5,0.5],'scale':[100,-1,0.01]}]}");
    const vrm_node *node;
    REQUIRE(file.gltf != NULL);
    CHECK_INT(vrm_report_count(file.report), 0);
    node = &file.gltf->nodes[0];
    CHECK(node->rest.translation.x == 0.1f && node->rest.translation.y == -1234.5678f &&
          node->rest.translation.z == 3e-7f);
    CHECK(node->rest.rotation.x == 0.5f && node->rest.rotation.z == -0.5f &&
          node->rest.rotation.w == 0.5f);
    CHECK(node->rest.scale.x == 100 && node->rest.scale.y == -1 && node->rest.scale.z == 0.01f);
    unload(&file);
}

TEST(er_015_rotations_become_unit) {
    static const struct {
        const char *rotation;
        const char *code; /* NULL: near enough to 1 to say nothing */
        double x, y, z, w;
    } cases[] = {
        {"0,0,0,1", NULL, 0, 0, 0, 1},
        {"0,0,0,0", "node-rotation-zero", 0, 0, 0, 1},
        {"-0.0,0,0,-0.0", "node-rotation-zero", 0, 0, 0, 1},
        {"0,0,0,2", "node-rotation-unit", 0, 0, 0, 1},
        {"1,1,1,1", "node-rotation-unit", 0.5, 0.5, 0.5, 0.5},
        {"0,3,0,-4", "node-rotation-unit", 0, 0.6, 0, -0.8},
        {"0.1,0,0,0", "node-rotation-unit", 1, 0, 0, 0},
        {"0,0,0,1.007", NULL, 0, 0, 0, 1},
        {"0,0,0,0.993", NULL, 0, 0, 0, 1},
        {"0,0,0,1.009", "node-rotation-unit", 0, 0, 0, 1},
        {"0,1e-30,0,0", "node-rotation-unit", 0, 1, 0, 0},
        {"3e38,0,0,3e38", "node-rotation-unit", 0.70710678, 0, 0, 0.70710678},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char json[256];
        loaded file;
        vrm_quat q;
        test_note("%s", cases[i].rotation);
        snprintf(json, sizeof json, "{" ASSET ",'nodes':[{'rotation':[%s]}]}", cases[i].rotation);
        file = load_json(json);
        REQUIRE(file.gltf != NULL);
        q = file.gltf->nodes[0].rest.rotation;
        CHECK_NEAR((double)q.x, cases[i].x, 1e-6);
        CHECK_NEAR((double)q.y, cases[i].y, 1e-6);
        CHECK_NEAR((double)q.z, cases[i].z, 1e-6);
        CHECK_NEAR((double)q.w, cases[i].w, 1e-6);
        CHECK_INT(vrm_report_count(file.report), cases[i].code != NULL);
        if (cases[i].code != NULL) CHECK(found(&file, cases[i].code, "/nodes/0/rotation"));
        unload(&file);
    }
    {
        loaded strict = load_json_strict("{" ASSET ",'nodes':[{'rotation':[0,0,0,0]}]}");
        CHECK_INT(strict.result, VRM_ERROR_GLTF);
        unload(&strict);
    }
}

TEST(er_016_matrices_are_taken_apart) {
    static const struct {
        const char *matrix;
        double trs[10];
        const char *code;
    } cases[] = {
        {"1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1", {0, 0, 0, 0, 0, 0, 1, 1, 1, 1}, NULL},
        {"2,0,0,0, 0,3,0,0, 0,0,4,0, 5,6,7,1", {5, 6, 7, 0, 0, 0, 1, 2, 3, 4}, NULL},
        /* a quarter turn about +Y: x to -z, z to x */
        {"0,0,-1,0, 0,1,0,0, 1,0,0,0, 0,0,0,1",
         {0, 0, 0, 0, 0.70710678, 0, 0.70710678, 1, 1, 1},
         NULL},
        /* the same, scaled by 2, 1, 0.5 before it */
        {"0,0,-2,0, 0,1,0,0, 0.5,0,0,0, 1,2,3,1",
         {1, 2, 3, 0, 0.70710678, 0, 0.70710678, 2, 1, 0.5},
         NULL},
        /* a third of a turn about (1,1,1): x to y, y to z, z to x */
        {"0,1,0,0, 0,0,1,0, 1,0,0,0, 0,0,0,1", {0, 0, 0, 0.5, 0.5, 0.5, 0.5, 1, 1, 1}, NULL},
        /* half a turn about z */
        {"-1,0,0,0, 0,-1,0,0, 0,0,1,0, 0,0,0,1", {0, 0, 0, 0, 0, 1, 0, 1, 1, 1}, NULL},
        {"-1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1",
         {0, 0, 0, 0, 0, 0, 1, -1, 1, 1},
         "node-matrix-mirrored"},
        {"1,0,0,0, 0,1,0,0, 0,0,0,0, 0,0,0,1",
         {0, 0, 0, 0, 0, 0, 1, 1, 1, 0},
         "node-matrix-singular"},
        {"0,0,0,0, 0,0,0,0, 0,0,0,0, 1,2,3,1",
         {1, 2, 3, 0, 0, 0, 1, 0, 0, 0},
         "node-matrix-singular"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char json[256];
        const double *e = cases[i].trs;
        loaded file;
        vrm_trs t;
        double sign;
        test_note("%s", cases[i].matrix);
        snprintf(json, sizeof json, "{" ASSET ",'nodes':[{'matrix':[%s]}]}", cases[i].matrix);
        file = load_json(json);
        REQUIRE(file.gltf != NULL);
        t = file.gltf->nodes[0].rest;
        CHECK_NEAR((double)t.translation.x, e[0], 0);
        CHECK_NEAR((double)t.translation.y, e[1], 0);
        CHECK_NEAR((double)t.translation.z, e[2], 0);
        sign = (double)t.rotation.x * e[3] + (double)t.rotation.y * e[4] +
                           (double)t.rotation.z * e[5] + (double)t.rotation.w * e[6] <
                       0
                   ? -1
                   : 1; /* q and -q are the same rotation */
        CHECK_NEAR((double)t.rotation.x * sign, e[3], 1e-6);
        CHECK_NEAR((double)t.rotation.y * sign, e[4], 1e-6);
        CHECK_NEAR((double)t.rotation.z * sign, e[5], 1e-6);
        CHECK_NEAR((double)t.rotation.w * sign, e[6], 1e-6);
        CHECK_NEAR((double)t.scale.x, e[7], 1e-6);
        CHECK_NEAR((double)t.scale.y, e[8], 1e-6);
        CHECK_NEAR((double)t.scale.z, e[9], 1e-6);
        CHECK_INT(vrm_report_count(file.report), cases[i].code != NULL);
        if (cases[i].code != NULL) {
            CHECK(found(&file, cases[i].code, "/nodes/0/matrix"));
            CHECK_INT(find_diagnostic(&file, cases[i].code)->severity, VRM_SEVERITY_WARNING);
        }
        unload(&file);
    }
}

TEST(er_016_shear_is_reported) {
    loaded file =
        load_json("{" ASSET ",'nodes':[{'matrix':[1,0,0,0, 0.5,1,0,0, 0,0,1,0, 4,5,6,1]}]}");
    REQUIRE(file.gltf != NULL);
    CHECK_INT(vrm_report_count(file.report), 1);
    CHECK(found(&file, "node-matrix-shear", "/nodes/0/matrix"));
    CHECK_NEAR(file.gltf->nodes[0].rest.translation.y, 5, 0);
    CHECK_NEAR(file.gltf->nodes[0].rest.scale.x, 1, 1e-6);
    CHECK_NEAR(file.gltf->nodes[0].rest.scale.y, sqrt(1.25), 1e-6);
    unload(&file);
    /* Less than anyone can see is not worth a word. */
    file = load_json("{" ASSET ",'nodes':[{'matrix':[1,0,0,0, 1e-6,1,0,0, 0,0,1,0, 4,5,6,1]}]}");
    CHECK_INT(vrm_report_count(file.report), 0);
    unload(&file);
}

TEST(er_016_a_matrix_goes_before_trs) {
    static const char *const others[] = {"'translation':[9,9,9]", "'rotation':[0,0,0,1]",
                                         "'scale':[9,9,9]"};
    for (size_t i = 0; i < COUNT(others); ++i) {
        char json[256];
        loaded file, strict;
        test_note("%s", others[i]);
        snprintf(json, sizeof json,
                 "{" ASSET ",'nodes':[{%s,'matrix':[1,0,0,0, 0,1,0,0, 0,0,1,0, 4,5,6,1]}]}",
                 others[i]);
        file = load_json(json);
        strict = load_json_strict(json);
        REQUIRE(file.gltf != NULL);
        CHECK(found(&file, "node-matrix-and-trs", "/nodes/0"));
        CHECK_NEAR(file.gltf->nodes[0].rest.translation.x, 4, 0);
        CHECK_NEAR(file.gltf->nodes[0].rest.scale.x, 1, 0);
        CHECK_INT(strict.result, VRM_ERROR_GLTF);
        unload(&strict);
        unload(&file);
    }
}

/* ER-004: what is unsafe as a file name, or on a terminal, is still the name. */
TEST(er_004_names_are_stored_verbatim) {
    loaded file = load_json("{" ASSET ",'nodes':[{'name':'a/b\\\\c:*?<>|. '},{'name':'CON'},"
                            "{'name':'\\u0001\\u202e\\u0000z'},{'name':''},{}]}");
    const vrm_node *nodes;
    REQUIRE(file.gltf != NULL);
    CHECK_INT(vrm_report_count(file.report), 0);
    nodes = file.gltf->nodes;
    CHECK_TEXT(nodes[0].name.data, "a/b\\c:*?<>|. ");
    CHECK_TEXT(nodes[1].name.data, "CON");
    CHECK_INT(nodes[2].name.length, 6);
    CHECK(memcmp(nodes[2].name.data, "\x01\xE2\x80\xAE\0z\0", 7) == 0);
    CHECK_INT(nodes[3].name.length, 0);
    CHECK_TEXT(nodes[4].name.data, "");
    unload(&file);
}

/* A hidden node hides what is below it, in whatever order the nodes stand. */
TEST(gl_049_hidden_nodes) {
#define VISIBLE(value) "'extensions':{'KHR_node_visibility':{'visible':" value "}}"
    static const int32_t expected[] = {0, 1, 1, 0, 1, 0, 0};
    loaded file = load_json(
        "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_node_visibility'],"
        "'extensionsRequired':['KHR_node_visibility'],'scenes':[{'nodes':[4]}],"
        "'nodes':[{" VISIBLE("true") "},{},{'children':[1]," VISIBLE(
            "true") "},{'children':[0]},{'children':[2,3]," VISIBLE("false") "},{},{" VISIBLE("1") "}]}");
    REQUIRE(file.gltf != NULL);
    for (uint32_t i = 0; i < file.gltf->node_count; ++i) {
        /* 3 and 0 are below 4, too. */
        const int32_t is_below = i == 3 || i == 0;
        CHECK_INT(file.gltf->nodes[i].is_hidden, expected[i] | is_below);
    }
    CHECK_INT(vrm_report_count(file.report), 1);
    CHECK(found(&file, "field-type", "/nodes/6/extensions/KHR_node_visibility/visible"));
    unload(&file);
}

TEST_SUITE(document_node, ENTRY(gl_049_hidden_nodes), ENTRY(er_010_nodes_are_named),
           ENTRY(er_006_edges_that_cannot_be_are_rejected), ENTRY(er_006_several_rings_at_once),
           ENTRY(er_006_all_edges_at_once), ENTRY(er_006_every_small_graph_becomes_a_forest),
           ENTRY(er_006_a_long_ring), ENTRY(er_007_a_chain_of_100000_nodes),
           ENTRY(scenes_and_the_one_to_show), ENTRY(er_006_roots_of_a_scene),
           ENTRY(er_006_a_root_that_stands_twice), ENTRY(gl_007_units_and_axes_are_the_files),
           ENTRY(er_015_rotations_become_unit), ENTRY(er_016_matrices_are_taken_apart),
           ENTRY(er_016_shear_is_reported), ENTRY(er_016_a_matrix_goes_before_trs),
           ENTRY(er_004_names_are_stored_verbatim));
