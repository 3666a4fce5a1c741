/* Nodes merged into their parents: nothing moves, and what could not stay the same is refused. */
#include "base/floats.h"
#include "base/math.h"
#include "corpus/corpus_files.h"
#include "support/opened.h"
#include "support/refusals.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/author.h>

#define HEAD "{'asset':{'version':'2.0'},'scenes':[{'nodes':[0]}],"

static void check_refused(const char *json, int32_t node, const char *problem) {
    opened o = open_json(json, NULL, 0);
    vrm_written *file = NULL;
    const void *bytes;
    size_t size;
    CHECK_INT(vrm_edit_merge_node(o.edit, node), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_TEXT(vrm_edit_problem(o.edit), problem);
    CHECK_INT(vrm_edit_write(o.edit, &file, NULL), VRM_OK);
    bytes = vrm_written_bytes(file, &size);
    CHECK(size == o.file.size && memcmp(bytes, o.file.bytes, size) == 0);
    vrm_written_destroy(file);
    close_json(&o);
}

/* --- Nodes --- */

TEST(gl_047_children_come_to_the_parent_and_stay_where_they_are) {
    opened o = open_json(
        HEAD "'nodes':[{'children':[ 4 , 1]},"
             "{'name':'n','translation':[1,2,3],'rotation':[0,0,1,0],'scale':[2,2,2],"
             "'children':[2,3]},"
             "{'translation':[1,0,0]},{'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,0,1,0,1]},{'name':'x'}]}",
        NULL, 0);
    vrm_written *file = NULL;
    CHECK_INT(vrm_edit_merge_node(o.edit, 1), VRM_OK);
    check_json(o.edit, "/nodes",
               "[{'children':[3,1,2]},"
               "{'translation':[-1,2,3],'rotation':[0,0,1,0],'scale':[2,2,2]},"
               "{'translation':[1,0,3],'rotation':[0,0,1,0],'scale':[2,2,2]},{'name':'x'}]");
    CHECK_INT(vrm_edit_write(o.edit, &file, NULL), VRM_OK);
    REQUIRE(vrm_written_change_count(file) == 1);
    CHECK_TEXT(vrm_written_change(file, 0)->code, "node-merged");
    CHECK_TEXT(vrm_written_change(file, 0)->from, "/nodes/1");
    CHECK_TEXT(vrm_written_change(file, 0)->text, "A node was merged into its parent");
    vrm_written_destroy(file);
    close_json(&o);
}

TEST(gl_047_what_does_not_change_stays_as_it_is_spelled) {
    opened o = open_json(HEAD "'nodes':[{'children':[ 1 , 2]},{'children':[3]},"
                              "{'children':[4]},{'translation':[ 1.0,0,0 ]},{}]}",
                         NULL, 0);
    CHECK_INT(vrm_edit_merge_node(o.edit, 1), VRM_OK);
    check_json(o.edit, "/nodes",
               "[{'children':[ 2 , 1]},{'children':[3]},{'translation':[ 1.0,0,0 ]},{}]");
    /* The edit goes on, with the numbers that nodes have now. */
    CHECK_INT(vrm_edit_merge_node(o.edit, 3), VRM_OK);
    check_json(o.edit, "/nodes", "[{'children':[ 2 , 1]},{},{'translation':[ 1.0,0,0 ]}]");
    CHECK_INT(vrm_edit_merge_node(o.edit, 1), VRM_OK);
    CHECK_INT(vrm_edit_merge_node(o.edit, 1), VRM_OK);
    check_json(o.edit, "/nodes", "[{}]");
    close_json(&o);
}

#define AVATAR(nodes, expressions, rest)                                                           \
    HEAD "'nodes':[" nodes "],'meshes':[{'primitives':[{'attributes':{},'targets':[{}]}]}],"       \
         "'extensions':{'VRMC_vrm':{'specVersion':'1.0','meta':{'name':'n','authors':['a'],"       \
         "'licenseUrl':'https://vrm.dev/licenses/1.0/'},'humanoid':{'humanBones':{"                \
         "'hips':{'node':0}}}" expressions "}" rest "}"

TEST(gl_047_a_mesh_goes_to_the_parent_and_binds_follow_it) {
    opened o = open_json(AVATAR("{'children':[1]},{'children':[2]},{'mesh':0,'weights':[ 1.0]}",
                                ",'firstPerson':{'meshAnnotations':[{'node':2,'type':'both'}]},"
                                "'expressions':{'custom':{'x':{'morphTargetBinds':["
                                "{'node':2,'index':0,'weight':1}]}}}",
                                "}"),
                         NULL, 0);
    CHECK_INT(vrm_edit_merge_node(o.edit, 2), VRM_OK);
    check_json(o.edit, "/nodes", "[{'children':[1]},{'mesh':0,'weights':[ 1.0]}]");
    check_json(o.edit, "/extensions/VRMC_vrm/firstPerson/meshAnnotations",
               "[{'node':1,'type':'both'}]");
    check_json(o.edit, "/extensions/VRMC_vrm/expressions/custom/x/morphTargetBinds",
               "[{'node':1,'index':0,'weight':1}]");
    close_json(&o);
    /* Binds of a node without a mesh mean nothing, and must not come to mean the parent's. */
    o = open_json(AVATAR("{'mesh':0,'children':[1]},{}",
                         ",'expressions':{'custom':{'x':{'morphTargetBinds':["
                         "{'node':1,'index':0,'weight':1}]}}}",
                         "}"),
                  NULL, 0);
    CHECK_INT(vrm_edit_merge_node(o.edit, 1), VRM_OK);
    check_json(o.edit, "/extensions/VRMC_vrm/expressions/custom/x", "{}");
    close_json(&o);
}

TEST(gl_047_what_needs_the_node_is_named) {
    check_refused(HEAD "'nodes':[{}]}", 0, "there is no parent of node 0");
    check_refused(HEAD "'nodes':[{}]}", 1, "there is no node 1");
    check_refused(HEAD "'nodes':[{}]}", -1, "there is no node -1");
    check_refused(HEAD "'nodes':[{'children':[1,2]},{'children':[2]},{}]}", 2,
                  "node 2 is not the child of just one node");
    check_refused("{'asset':{'version':'2.0'},'scenes':[{'nodes':[0,1]}],"
                  "'nodes':[{'children':[1]},{}]}",
                  1, "the node is needed at \"/scenes/0/nodes/1\"");
    check_refused(HEAD "'nodes':[{'children':[1]},{}],'extensions':{'VRM':{'meta':{'title':'t'},"
                       "'humanoid':{'humanBones':[{'bone':'hips','node':0},"
                       "{'bone':'jaw','node':1}]}}}}",
                  1, "the node is the bone \"jaw\"");
    check_refused(AVATAR("{'children':[1]},{'children':[2]},{}", "",
                         ",'VRMC_springBone':{'specVersion':'1.0','springs':[{'joints':["
                         "{'node':1},{'node':2}]}]}}"),
                  1, "a spring moves node 1");
    check_refused(AVATAR("{'children':[1]},{'children':[2]},{}", "",
                         ",'VRMC_springBone':{'specVersion':'1.0','springs':[{'joints':["
                         "{'node':1},{'node':2}]}]}}"),
                  2, "a spring moves node 2");
    check_refused(AVATAR("{'children':[1]},{}", "",
                         ",'VRMC_springBone':{'specVersion':'1.0','colliders':[{'node':1,"
                         "'shape':{'sphere':{}}}]}}"),
                  1, "the node is needed at \"/extensions/VRMC_springBone/colliders/0/node\"");
    check_refused(AVATAR("{'children':[1]},{'extensions':{'VRMC_node_constraint':{"
                         "'specVersion':'1.0','constraint':{'rotation':{'source':0}}}}}",
                         "", "}"),
                  1, "the node has the extension \"VRMC_node_constraint\"");
    check_refused(AVATAR("{'children':[1,2]},{},{'extensions':{'VRMC_node_constraint':{"
                         "'specVersion':'1.0','constraint':{'rotation':{'source':1}}}}}",
                         "", "}"),
                  1,
                  "the node is needed at "
                  "\"/nodes/2/extensions/VRMC_node_constraint/constraint/rotation/source\"");
}

/* V0-041: springs of 0.x sway from their roots on, and leaves have tails on from their parents. */
TEST(gl_047_springs_of_0_x_need_all_that_is_below_a_root) {
#define OLD(bones)                                                                                 \
    HEAD "'nodes':[{'children':[1]},{'translation':[0,1,0],'children':[2]},"                       \
         "{'translation':[0,0,1],'children':[3]},{'translation':[1,0,0]}],'extensions':{'VRM':{"   \
         "'meta':{'title':'t'},'humanoid':{'humanBones':[{'bone':'hips','node':0}]},"              \
         "'secondaryAnimation':{'boneGroups':[{'bones':[" bones "]}],'colliderGroups':[]}}}}"
    opened o = open_json(OLD("2"), NULL, 0);
    check_refused(OLD("1"), 2, "a spring moves node 2");
    check_refused(OLD("3"), 2, "the end of a spring has its direction from node 2");
    check_refused(OLD("3"), 3, "a spring moves node 3");
    CHECK_INT(vrm_edit_merge_node(o.edit, 1), VRM_OK);
    check_json(o.edit, "/extensions/VRM/secondaryAnimation/boneGroups", "[{'bones':[1]}]");
    close_json(&o);
#undef OLD
}

TEST(gl_047_what_would_not_be_the_same_is_refused) {
    check_refused(HEAD "'nodes':[{'children':[1]},{'scale':[1,2,1],'children':[2]},{}]}", 1,
                  "the scale is not the same along all axes of node 1");
    check_refused(HEAD "'nodes':[{'children':[1]},{'scale':[-1,-1,-1],'children':[2]},{}]}", 1,
                  "the scale is not the same along all axes of node 1");
    check_refused(HEAD "'nodes':[{'scale':[1,2,1],'children':[1]},{'rotation':[0,0,1,0],"
                       "'children':[2]},{}]}",
                  1, "a scale is not the same along all axes above node 1");
    check_refused(HEAD "'nodes':[{'children':[1]},{'matrix':[1,1,0,0,0,1,0,0,0,0,1,0,0,1,0,1],"
                       "'children':[2]},{}]}",
                  1, "the matrix is no translation, rotation and scale of node 1");
    check_refused(HEAD "'nodes':[{'children':[1]},{'translation':[1,0,0],'children':[2]},"
                       "{'matrix':[1,1,0,0,0,1,0,0,0,0,1,0,0,1,0,1]}]}",
                  1, "the matrix is no translation, rotation and scale of node 2");
#define MESH "'meshes':[{'primitives':[{'attributes':{}}]}],'cameras':[{'type':'perspective'}]}"
    check_refused(HEAD "'nodes':[{'mesh':0,'children':[1]},{'mesh':0}]," MESH, 1,
                  "there is a mesh already on the parent of node 1");
    check_refused(HEAD "'nodes':[{'children':[1]},{'mesh':0,'translation':[1,0,0]}]," MESH, 1,
                  "there is no skin, and so the mesh would move, on node 1");
    check_refused(HEAD "'nodes':[{'camera':0,'children':[1]},{'camera':0}]," MESH, 1,
                  "there is a camera already on the parent of node 1");
    check_refused(HEAD "'nodes':[{'children':[1]},{'camera':0,'scale':[2,2,2]}]," MESH, 1,
                  "the camera would move on node 1");
    check_refused(HEAD "'nodes':[{'extensions':{'X':{}},'children':[1]},{'mesh':0}]," MESH, 1,
                  "there are extensions, which may change what is shown, on the parent of node 1");
#undef MESH
    check_refused(AVATAR("{'children':[1]},{'mesh':0}",
                         ",'firstPerson':{'meshAnnotations':[{'node':0,'type':'both'}]}", "}"),
                  1,
                  "the mesh would get another meaning at "
                  "\"/extensions/VRMC_vrm/firstPerson/meshAnnotations/0/node\"");
#define ROLL(rotation)                                                                             \
    AVATAR("{'children':[1,3]},{'rotation':" rotation ",'children':[2]},{'extensions':{"           \
           "'VRMC_node_constraint':{'specVersion':'1.0','constraint':{'roll':{'source':3,"         \
           "'rollAxis':'X'}}}}},{}",                                                               \
           "", "}")
    check_refused(ROLL("[0,0,1,0]"), 1, "a roll constraint depends on the rotation of node 1");
    {
        opened o = open_json(ROLL("[0,0,0,1]"), NULL, 0);
        CHECK_INT(vrm_edit_merge_node(o.edit, 1), VRM_OK);
        close_json(&o);
    }
#undef ROLL
}

TEST(gl_047_animations_of_children_need_the_node) {
#define ANIMATED(translation, path)                                                                \
    HEAD "'nodes':[{'children':[1]},{'translation':" translation ",'children':[2]},{}],"           \
         "'animations':[{'samplers':[{'input':0,'output':0}],'channels':[{'sampler':0,"            \
         "'target':{'node':2,'path':'" path "'}}]}],"                                              \
         "'accessors':[{'componentType':5126,'type':'SCALAR','count':1}]}"
    opened o = open_json(ANIMATED("[0,0,0]", "rotation"), NULL, 0);
    check_refused(ANIMATED("[1,0,0]", "rotation"), 1,
                  "a node below it is moved by the animation at "
                  "\"/animations/0/channels/0/target/node\"");
    check_refused(ANIMATED("[1,0,0]", "rotation"), 2,
                  "the node is needed at \"/animations/0/channels/0/target/node\"");
    CHECK_INT(vrm_edit_merge_node(o.edit, 1), VRM_OK);
    check_json(o.edit, "/animations/0/channels/0/target", "{'node':1,'path':'rotation'}");
    close_json(&o);
    o = open_json(ANIMATED("[1,0,0]", "weights"), NULL, 0);
    CHECK_INT(vrm_edit_merge_node(o.edit, 1), VRM_OK);
    close_json(&o);
#undef ANIMATED
}

/* --- Skins --- */

/* Four vertices with two sets of joints; the second set follows the first in BIN. */
typedef struct skin_file {
    float positions[4][3];
    uint8_t joints[4][4];
    uint8_t weights[4][4]; /* normalized */
    uint16_t more_joints[4][4];
    float more_weights[4][4];
    float binds[4][16]; /* of joints 0 to 3 */
} skin_file;

#define VIEW(offset, length) "{'buffer':0,'byteOffset':" #offset ",'byteLength':" #length "}"
#define VERTICES(component, view, rest)                                                            \
    "{'bufferView':" #view ",'componentType':" #component ",'count':4,'type':" rest "}"
/* Node 2 below 1 below 0, which is turned; node 3 is the leaf, and 4 shows the mesh. */
#define SKINNED(joints, binds)                                                                                        \
    HEAD                                                                                                              \
        "'nodes':[{'rotation':[0,0.6,0,0.8],'children':[1,4]},"                                                       \
        "{'translation':[0,1,0],'rotation':[0.6,0,0,0.8],'children':[2]},"                                            \
        "{'translation':[0,0.5,0.25],'rotation':[0,0,0.6,0.8],'scale':[2,2,2],'children':[3]},"                       \
        "{'translation':[0.5,0,0]},{'mesh':0,'skin':0}],"                                                             \
        "'skins':[{'joints':[" joints "],'skeleton':2" binds "}],"                                                    \
        "'meshes':[{'primitives':[" PRIMITIVE "," PRIMITIVE "]}],'accessors':["                                       \
        "{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3','min':[-1,-1,-1],"                              \
        "'max':[1,1,1]}," VERTICES(5121, 1, "'VEC4'") "," VERTICES(5121, 2, "'VEC4','normalized':true") "," VERTICES( \
            5123, 3,                                                                                                  \
            "'VEC4'") "," VERTICES(5126, 4,                                                                           \
                                   "'VEC4'") ",{'bufferView':5,'componentType':5126,'"                                \
                                             "count':3,'type':'MAT4'}],'bufferViews':"                                \
                                             "[" VIEW(0, 48) "," VIEW(48, 16) "," VIEW(                               \
                                                 64,                                                                  \
                                                 16) "," VIEW(80,                                                     \
                                                              32) "," VIEW(112,                                       \
                                                                           64) "," VIEW(176,                          \
                                                                                        256) "],'"                    \
                                                                                             "buf"                    \
                                                                                             "fer"                    \
                                                                                             "s':"                    \
                                                                                             "[{'"                    \
                                                                                             "byt"                    \
                                                                                             "eLe"                    \
                                                                                             "ngt"                    \
                                                                                             "h':"                    \
                                                                                             "432"                    \
                                                                                             "}]}"
#define PRIMITIVE                                                                                  \
    "{'mode':0,'attributes':{'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2,'JOINTS_1':3,'WEIGHTS_1':4}}"

static skin_file make_skin(void) {
    skin_file skin;
    memset(&skin, 0, sizeof skin);
    for (int i = 0; i < 4; ++i) {
        skin.positions[i][0] = 0.25f * (float)i;
        skin.positions[i][1] = 1.0f - 0.5f * (float)i;
        skin.positions[i][2] = 0.125f;
        skin.joints[i][0] = (uint8_t)(i % 3);
        skin.joints[i][1] = (uint8_t)((i + 1) % 3);
        skin.weights[i][0] = 102;
        skin.weights[i][1] = 51;
        skin.more_joints[i][2] = (uint16_t)((i + 2) % 3);
        skin.more_weights[i][2] = 0.4f;
    }
    return skin;
}

/* Inverse binds of these nodes in their rest pose. */
static void bind_at_rest(skin_file *skin, const char *json, const int32_t *nodes, int count) {
    fixture file = fixture_glb(json, skin, sizeof *skin);
    vrm_load_desc desc;
    vrm_model *model = NULL;
    vrm_load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF;
    REQUIRE(vrm_model_load(file.bytes, file.size, &desc, &model, NULL) == VRM_OK);
    for (int i = 0; i < count; ++i) {
        vrm_mat4 world = vrmi_mat4_identity(), inverse;
        for (int32_t at = nodes[i]; at != VRM_NONE; at = vrm_model_gltf(model)->nodes[at].parent) {
            vrm_mat4 local = vrmi_mat4_from_trs(&vrm_model_gltf(model)->nodes[at].rest);
            world = vrmi_mat4_multiply(&local, &world);
        }
        REQUIRE(vrmi_mat4_inverse(&world, &inverse));
        memcpy(skin->binds[i], inverse.m, sizeof inverse.m);
    }
    vrm_model_release(model);
    fixture_free(&file);
}

/* --- Where vertices are --- */

typedef struct posed {
    vrm_model *model;
    vrm_mat4 *world; /* by node */
} posed;

/* A node turned, moved and scaled out of its rest. */
static vrm_trs moved(vrm_trs rest) {
    const vrm_quat turn = {0.18257419f, 0.36514837f, 0.54772256f, 0.73029674f};
    const vrm_vec3 way = {0.1f, -0.2f, 0.3f};
    rest.rotation = vrmi_quat_normalize(vrmi_quat_multiply(rest.rotation, turn));
    rest.translation = vrmi_vec3_add(rest.translation, way);
    return rest;
}

static void place_nodes(posed *p, int32_t moving) {
    const vrm_gltf *gltf = vrm_model_gltf(p->model);
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        vrm_mat4 world = vrmi_mat4_identity();
        for (int32_t at = (int32_t)i; at != VRM_NONE; at = gltf->nodes[at].parent) {
            vrm_trs trs = gltf->nodes[at].rest;
            vrm_mat4 local;
            if (at == moving) trs = moved(trs);
            local = vrmi_mat4_from_trs(&trs);
            world = vrmi_mat4_multiply(&local, &world);
        }
        p->world[i] = world;
    }
}

/* Adds one set of joints and weights to where vertices are. */
static bool add_set(const posed *p, int32_t node, int32_t primitive, int32_t set,
                    const vrm_mat4 *matrices, const vrm_vec3 *from, vrm_vec3 *to, size_t numbers) {
    const vrm_node *model_node = &vrm_model_gltf(p->model)->nodes[node];
    uint16_t *joints = malloc(numbers * sizeof *joints);
    float *weights = malloc(numbers * sizeof *weights);
    bool is_there =
        joints != NULL && weights != NULL &&
        vrm_model_read_joints(p->model, model_node->mesh, primitive, set, model_node->skin, joints,
                              numbers, NULL) == VRM_OK &&
        vrm_model_read_vertices(p->model, model_node->mesh, primitive, VRM_ATTRIBUTE_WEIGHTS, set,
                                4, weights, numbers) == VRM_OK;
    for (size_t i = 0; i < numbers && is_there; ++i) {
        vrm_vec3 at;
        if (weights[i] == 0) continue;
        at = vrmi_mat4_transform_point(&matrices[joints[i]], from[i / 4]);
        to[i / 4] = vrmi_vec3_add(to[i / 4], vrmi_vec3_scale(at, weights[i]));
    }
    free(joints);
    free(weights);
    return is_there;
}

/* All vertices of a node's mesh in the world. */
static void skin_vertices(const posed *p, int32_t node, int32_t primitive, vrm_vec3 **out) {
    const vrm_gltf *gltf = vrm_model_gltf(p->model);
    const int32_t mesh = gltf->nodes[node].mesh, skin = gltf->nodes[node].skin;
    const vrm_skin *model_skin = &gltf->skins[skin];
    const uint32_t count = gltf->meshes[mesh].primitives[primitive].vertex_count;
    vrm_mat4 *matrices = malloc(model_skin->joint_count * sizeof *matrices);
    vrm_vec3 *from = malloc(count * sizeof *from);
    int32_t set = 0;
    *out = calloc(count, sizeof **out);
    REQUIRE(matrices != NULL && from != NULL && *out != NULL);
    CHECK_INT(vrm_model_read_inverse_binds(p->model, skin, matrices, model_skin->joint_count),
              VRM_OK);
    CHECK_INT(vrm_model_read_vertices(p->model, mesh, primitive, VRM_ATTRIBUTE_POSITION, 0, 3,
                                      vrmi_vec3_out(from), (size_t)count * 3),
              VRM_OK);
    for (uint32_t i = 0; i < model_skin->joint_count; ++i) {
        matrices[i] = vrmi_mat4_multiply(&p->world[model_skin->joints[i]], &matrices[i]);
    }
    while (add_set(p, node, primitive, set, matrices, from, *out, (size_t)count * 4)) ++set;
    free(matrices);
    free(from);
}

/* The largest distance of a vertex of all skinned meshes between the two. */
static float compare_vertices(const posed *a, const posed *b, int32_t node, int32_t parent) {
    const vrm_gltf *gltf = vrm_model_gltf(a->model);
    float most = 0;
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        const vrm_node *at = &gltf->nodes[i];
        int32_t other = (int32_t)i == node ? parent : (int32_t)i;
        other -= other > node;
        if (at->mesh == VRM_NONE || at->skin == VRM_NONE) continue;
        for (uint32_t k = 0; k < gltf->meshes[at->mesh].primitive_count; ++k) {
            const size_t count = gltf->meshes[at->mesh].primitives[k].vertex_count;
            vrm_vec3 *before = NULL, *after = NULL;
            if (count == 0 || gltf->meshes[at->mesh].primitives[k].is_compressed) continue;
            skin_vertices(a, (int32_t)i, (int32_t)k, &before);
            skin_vertices(b, other, (int32_t)k, &after);
            for (size_t v = 0; v < count && before != NULL && after != NULL; ++v) {
                float apart = vrmi_vec3_length(vrmi_vec3_sub(before[v], after[v]));
                if (!(apart <= most)) most = apart;
            }
            free(before);
            free(after);
        }
    }
    return most;
}

static float compare_worlds(const posed *a, const posed *b, int32_t node) {
    const uint32_t count = vrm_model_gltf(a->model)->node_count;
    float most = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t other = i - ((int32_t)i > node);
        for (int k = 0; k < 16 && (int32_t)i != node; ++k) {
            float apart = fabsf(a->world[i].m[k] - b->world[other].m[k]);
            if (!(apart <= most)) most = apart;
        }
    }
    return most;
}

static posed load_posed(const void *bytes, size_t size) {
    posed p = {NULL, NULL};
    vrm_load_desc desc;
    vrm_load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF;
    if (!CHECK_INT(vrm_model_load(bytes, size, &desc, &p.model, NULL), VRM_OK)) return p;
    p.world = malloc(vrm_model_gltf(p.model)->node_count * sizeof *p.world);
    return p;
}

static void free_posed(posed *p) {
    vrm_model_release(p->model);
    free(p->world);
}

/* GL-047: within 1e-5, at rest and when the parent moves. */
static void check_same(const void *bytes, size_t size, const vrm_written *file, int32_t node) {
    size_t written_size;
    const void *written = vrm_written_bytes(file, &written_size);
    posed a = load_posed(bytes, size), b = load_posed(written, written_size);
    int32_t parent;
    REQUIRE(a.world != NULL && b.world != NULL);
    parent = vrm_model_gltf(a.model)->nodes[node].parent;
    for (int pass = 0; pass < 2; ++pass) {
        place_nodes(&a, pass == 0 ? VRM_NONE : parent);
        place_nodes(&b, pass == 0 ? VRM_NONE : parent - (parent > node));
        CHECK(compare_worlds(&a, &b, node) <= 1e-5f);
        CHECK(compare_vertices(&a, &b, node, parent) <= 1e-5f);
    }
    free_posed(&a);
    free_posed(&b);
}

static void check_skin(const char *json, const skin_file *skin, int32_t node, const char *joints) {
    opened o = open_json(json, skin, sizeof *skin);
    vrm_written *file = NULL;
    CHECK_INT(vrm_edit_merge_node(o.edit, node), VRM_OK);
    CHECK_TEXT(vrm_edit_problem(o.edit), "");
    check_json(o.edit, "/skins/0/joints", joints);
    check_json(o.edit, "/skins/0/skeleton", "1");
    CHECK_INT(vrm_edit_write(o.edit, &file, NULL), VRM_OK);
    check_same(o.file.bytes, o.file.size, file, node);
    vrm_written_destroy(file);
    close_json(&o);
}

TEST(gl_047_the_parent_becomes_the_joint) {
    static const char json[] = SKINNED("0,2,3", ",'inverseBindMatrices':5");
    static const int32_t nodes[] = {0, 2, 3};
    skin_file skin = make_skin();
    bind_at_rest(&skin, json, nodes, 3);
    check_skin(json, &skin, 2, "[0,1,2]");
    /* Whatever pose it was bound in. */
    skin.binds[1][12] += 0.5f;
    skin.binds[1][1] -= 0.25f;
    check_skin(json, &skin, 2, "[0,1,2]");
    check_skin(SKINNED("0,2,3", ""), &skin, 2, "[0,1,2]");
}

TEST(gl_047_two_joints_become_one) {
    static const char json[] = SKINNED("2,1,0", ",'inverseBindMatrices':5");
    static const int32_t nodes[] = {2, 1, 0};
    skin_file skin = make_skin();
    opened o;
    vrm_written *file = NULL;
    bind_at_rest(&skin, json, nodes, 3);
    check_skin(json, &skin, 2, "[1,0]");
    o = open_json(json, &skin, sizeof skin);
    CHECK_INT(vrm_edit_merge_node(o.edit, 2), VRM_OK);
    /* Both primitives share what they shared, and what nothing refers to is gone. */
    check_json(o.edit, "/meshes/0/primitives",
               "[{'mode':0,'attributes':{'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2,'JOINTS_1':3,"
               "'WEIGHTS_1':4}},{'mode':0,'attributes':{'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2,"
               "'JOINTS_1':3,'WEIGHTS_1':4}}]");
    check_json(o.edit, "/skins/0", "{'joints':[1,0],'skeleton':1,'inverseBindMatrices':5}");
    CHECK_INT(vrm_edit_write(o.edit, &file, NULL), VRM_OK);
    CHECK_INT(vrm_written_change_count(file), 2);
    CHECK_TEXT(vrm_written_change(file, 1)->text, "Two joints of a skin became one");
    check_json(o.edit, "/buffers", "[{'byteLength':304}]");
    vrm_written_destroy(file);
    close_json(&o);
    /* A vertex names no joint twice. */
    {
        vrm_model *model = NULL;
        uint16_t joints[2][16];
        float weights[2][16];
        size_t size;
        const void *bytes;
        vrm_load_desc desc;
        o = open_json(json, &skin, sizeof skin);
        CHECK_INT(vrm_edit_merge_node(o.edit, 2), VRM_OK);
        CHECK_INT(vrm_edit_write(o.edit, &file, NULL), VRM_OK);
        bytes = vrm_written_bytes(file, &size);
        vrm_load_desc_init(&desc);
        desc.flags = VRM_LOAD_ANY_GLTF;
        REQUIRE(vrm_model_load(bytes, size, &desc, &model, NULL) == VRM_OK);
        for (int set = 0; set < 2; ++set) {
            CHECK_INT(vrm_model_read_joints(model, 0, 0, set, 0, joints[set], 16, NULL), VRM_OK);
            CHECK_INT(vrm_model_read_vertices(model, 0, 0, VRM_ATTRIBUTE_WEIGHTS, set, 4,
                                              weights[set], 16),
                      VRM_OK);
        }
        for (int v = 0; v < 4; ++v) {
            float sums[2] = {0, 0};
            int uses[2] = {0, 0};
            for (int i = 0; i < 8; ++i) {
                const int set = i / 4, at = v * 4 + i % 4;
                REQUIRE(joints[set][at] < 2);
                sums[joints[set][at]] += weights[set][at];
                uses[joints[set][at]] += weights[set][at] > 0;
            }
            CHECK(uses[0] <= 1 && uses[1] <= 1);
            CHECK_NEAR(sums[0] + sums[1], 1.0f, 1e-6f);
        }
        vrm_model_release(model);
        vrm_written_destroy(file);
        close_json(&o);
    }
}

TEST(gl_047_joints_that_cannot_become_one_are_refused) {
    static const char json[] = SKINNED("2,1,0", ",'inverseBindMatrices':5");
    static const int32_t nodes[] = {2, 1, 0};
    skin_file skin = make_skin();
    opened o;
    bind_at_rest(&skin, json, nodes, 3);
    skin.binds[0][12] += 0.001f;
    o = open_json(json, &skin, sizeof skin);
    CHECK_INT(vrm_edit_merge_node(o.edit, 2), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_TEXT(vrm_edit_problem(o.edit), "the node and its parent are bound in different poses, "
                                         "and vertices would move of mesh 0");
    CHECK_INT(vrm_edit_set(o.edit, "/skins/-", "{\"joints\":[0,1]}"), VRM_OK);
    CHECK_INT(vrm_edit_set(o.edit, "/nodes/3/mesh", "0"), VRM_OK);
    CHECK_INT(vrm_edit_set(o.edit, "/nodes/3/skin", "1"), VRM_OK);
    CHECK_INT(vrm_edit_merge_node(o.edit, 2), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_TEXT(vrm_edit_problem(o.edit), "several skins move mesh 0");
    CHECK_INT(vrm_edit_set(o.edit, "/skins/0/joints", "[2,1,2]"), VRM_OK);
    CHECK_INT(vrm_edit_merge_node(o.edit, 2), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_TEXT(vrm_edit_problem(o.edit), "joints cannot be used, or are named twice, in skin 0");
    CHECK_INT(vrm_edit_set(o.edit, "/skins/0/joints", "[2,1,0]"), VRM_OK);
    CHECK_INT(vrm_edit_set(o.edit, "/skins/0/inverseBindMatrices", "0"), VRM_OK);
    CHECK_INT(vrm_edit_merge_node(o.edit, 2), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_TEXT(vrm_edit_problem(o.edit), "the inverse bind matrices cannot be read of skin 0");
    CHECK_INT(vrm_edit_set(o.edit, "/skins/0/inverseBindMatrices", "5"), VRM_OK);
    CHECK_INT(vrm_edit_remove(o.edit, "/nodes/3/skin"), VRM_OK);
    CHECK_INT(vrm_edit_set(o.edit, "/meshes/0/primitives/1/extensions",
                           "{\"KHR_draco_mesh_compression\":{\"bufferView\":0}}"),
              VRM_OK);
    CHECK_INT(vrm_edit_merge_node(o.edit, 2), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_edit_set(o.edit, "/asset/version", "\"1.0\""), VRM_OK);
    CHECK_INT(vrm_edit_merge_node(o.edit, 2), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_TEXT(vrm_edit_problem(o.edit), "the file cannot be loaded as it is now, to merge node 2");
    close_json(&o);
}

/* --- Real files --- */

/* Merges a node of a file, and compares. False: it was refused, with a reason. */
static bool merge_one(const fixture *file, int32_t node) {
    vrm_edit *edit = NULL;
    vrm_written *out = NULL;
    vrm_result result;
    if (vrm_edit_create(file->bytes, file->size, NULL, &edit, NULL) != VRM_OK) return false;
    result = vrm_edit_merge_node(edit, node);
    if (result == VRM_OK) {
        CHECK_INT(vrm_edit_write(edit, &out, NULL), VRM_OK);
        check_same(file->bytes, file->size, out, node);
    } else {
        CHECK_INT(result, VRM_ERROR_INVALID_ARGUMENT);
        CHECK(vrm_edit_problem(edit)[0] != '\0');
    }
    vrm_written_destroy(out);
    vrm_edit_destroy(edit);
    return result == VRM_OK;
}

/* The last nodes of a file that can be merged, a few of them; how many there were. */
static uint32_t merge_some(const fixture *file, uint32_t most) {
    vrm_edit *edit = NULL;
    uint32_t merged = 0;
    size_t length = 0;
    int32_t count = 0;
    if (vrm_edit_create(file->bytes, file->size, NULL, &edit, NULL) != VRM_OK) return 0;
    for (char pointer[32]; count < 100000; ++count) {
        snprintf(pointer, sizeof pointer, "/nodes/%d", (int)count);
        if (vrm_edit_get(edit, pointer, &length) == NULL) break;
    }
    /* What is refused changes nothing, so that one edit can be asked for all nodes. */
    while (--count >= 0 && merged < most) {
        if (vrm_edit_merge_node(edit, count) != VRM_OK) continue;
        CHECK(merge_one(file, count));
        vrm_edit_destroy(edit);
        edit = NULL;
        CHECK_INT(vrm_edit_create(file->bytes, file->size, NULL, &edit, NULL), VRM_OK);
        ++merged;
    }
    vrm_edit_destroy(edit);
    return merged;
}

TEST(gl_047_nothing_moves_in_samples) {
    static const char *const names[] = {"character-1.0.vrm", "character-0.x.vrm",
                                        "character-1.0-beta.vrm", "character-1.0-draft.vrm"};
    uint32_t merged = 0;
    for (int i = 0; i < 4; ++i) {
        fixture file = fixture_sample(names[i]);
        test_note("%s", names[i]);
        merged += merge_some(&file, 3);
        fixture_free(&file);
    }
    test_note(NULL);
    CHECK(merged >= 2);
}

TEST(gl_047_nothing_moves_in_the_corpus) {
    uint32_t merged = 0;
    if (test_option("corpus") == NULL) {
        test_skip(NO_CORPUS);
        return;
    }
    for (uint32_t i = 0; i < corpus_file_count(); ++i) {
        fixture file = fixture_corpus(corpus_file_path(i));
        if (file.bytes == NULL) continue;
        test_note("%s", corpus_file_path(i));
        merged += merge_some(&file, 2);
        fixture_free(&file);
    }
    test_note(NULL);
    CHECK(merged > 50);
}

/* --- Memory --- */

TEST(er_020_every_piece_of_merging_may_be_refused) {
    static const char json[] = SKINNED("2,1,0", ",'inverseBindMatrices':5");
    static const int32_t nodes[] = {2, 1, 0};
    skin_file skin = make_skin();
    fixture file;
    int64_t number = 0;
    bind_at_rest(&skin, json, nodes, 3);
    file = fixture_glb(json, &skin, sizeof skin);
    for (; refusals_work(); ++number) {
        vrm_edit *edit = NULL;
        vrm_written *out = NULL;
        vrm_result created, merged, written;
        bool is_good;
        refuse_piece(number);
        created = vrm_edit_create(file.bytes, file.size, NULL, &edit, NULL);
        vrm_edit_set(edit, "/asset/extras", "1");
        merged = vrm_edit_merge_node(edit, 2);
        written = vrm_edit_write(edit, &out, NULL);
        is_good = created == VRM_OK && merged == VRM_OK && written == VRM_OK;
        /* Memory that is refused is no limit that was exceeded. */
        if (created == VRM_OK) CHECK(merged != VRM_ERROR_LIMIT && written != VRM_ERROR_LIMIT);
        vrm_written_destroy(out);
        vrm_edit_destroy(edit);
        if (pieces_asked() <= number) {
            CHECK(is_good);
            break;
        }
    }
    refuse_piece(-1);
    fixture_free(&file);
}

TEST_SUITE(edit_merge, ENTRY(gl_047_children_come_to_the_parent_and_stay_where_they_are),
           ENTRY(gl_047_what_does_not_change_stays_as_it_is_spelled),
           ENTRY(gl_047_a_mesh_goes_to_the_parent_and_binds_follow_it),
           ENTRY(gl_047_what_needs_the_node_is_named),
           ENTRY(gl_047_springs_of_0_x_need_all_that_is_below_a_root),
           ENTRY(gl_047_what_would_not_be_the_same_is_refused),
           ENTRY(gl_047_animations_of_children_need_the_node),
           ENTRY(gl_047_the_parent_becomes_the_joint), ENTRY(gl_047_two_joints_become_one),
           ENTRY(gl_047_joints_that_cannot_become_one_are_refused),
           ENTRY_READS(samples, gl_047_nothing_moves_in_samples),
           ENTRY(gl_047_nothing_moves_in_the_corpus),
           ENTRY(er_020_every_piece_of_merging_may_be_refused));
