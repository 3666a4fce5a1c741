/* Making avatars, feeding them from a host's own scene graph, saving and restoring them. */
#include "avatar/spring_scene.h"
#include "test.h"
#include "testkit/create.h"
#include "vrm/file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DT (1.0f / 60.0f)

static vrm_model *load_sample(const char *name) {
    vrm_model *model = NULL;
    char path[1024];
    if (test_option("samples") == NULL) return NULL;
    snprintf(path, sizeof path, "%s/%s", test_option("samples"), name);
    if (vrm_model_load_file(path, NULL, &model, NULL) != VRM_OK) return NULL;
    return model;
}

#define LOAD_SAMPLE(model, name)                                                                   \
    vrm_model *model = load_sample(name);                                                          \
    if (model == NULL) {                                                                           \
        test_skip(NO_SAMPLES);                                                                     \
        return;                                                                                    \
    }

/* Inputs of one frame, of every kind. */
static void act(vrm_avatar *avatar, int frame) {
    const vrm_model *model = vrm_avatar_model(avatar);
    vrm_trs root = trs_at(0.5f * (float)sin(frame * 0.05), 0, 0);
    root.rotation = turn_about(0, 1, 0, 20 * sin(frame * 0.03));
    vrm_avatar_set_root(avatar, &root);
    vrm_avatar_set_bone_rotation_value(avatar, VRM_BONE_HEAD,
                                       turn_about(0.3f, 1, 0, 40 * sin(frame * 0.11)));
    vrm_avatar_set_bone_rotation_value(avatar, VRM_BONE_LEFT_UPPER_ARM,
                                       turn_about(0, 0, 1, -60 + 20 * sin(frame * 0.07)));
    vrm_avatar_look_at(avatar, vrm_vec3_make((float)sin(frame * 0.02), 1.4f, 2));
    vrm_avatar_set_expression(avatar, vrm_model_find_expression(model, "happy"),
                              0.5f + 0.5f * (float)sin(frame * 0.09));
    vrm_avatar_set_layer_expression(avatar, VRM_EXPRESSION_LAYER_BLINK,
                                    vrm_model_find_expression(model, "blink"),
                                    frame % 40 < 5 ? 1.0f : 0.0f);
}

static bool frames_equal(const vrm_avatar *a, const vrm_avatar *b) {
    vrm_frame x, y;
    x = *vrm_avatar_frame(a);
    y = *vrm_avatar_frame(b);
    return x.node_count == y.node_count &&
           memcmp(x.local, y.local, sizeof(vrm_trs) * x.node_count) == 0 &&
           memcmp(x.world, y.world, sizeof(vrm_mat4) * x.node_count) == 0 &&
           memcmp(x.morph_weights, y.morph_weights, sizeof(float) * x.morph_weight_count) == 0 &&
           memcmp(x.expression_weights, y.expression_weights, sizeof(float) * x.expression_count) ==
               0 &&
           memcmp(x.materials, y.materials, sizeof(vrm_material_values) * x.material_count) == 0;
}

TEST(an_avatar_lives_in_memory_of_the_callers) {
    LOAD_SAMPLE(model, "character-1.0.vrm")
    size_t size = vrm_avatar_size(model, NULL);
    unsigned char *memory = malloc(size + 64), *aligned = memory;
    vrm_avatar *avatar, *other = create_avatar(model, NULL);
    while ((uintptr_t)aligned % 16 != 0) ++aligned;
    memset(aligned, 0xa5, size + 16);
    CHECK_INT(vrm_avatar_init(aligned, size - 1, model, NULL, &avatar, NULL), VRM_ERROR_CAPACITY);
    CHECK_INT(vrm_avatar_init(aligned + 4, size, model, NULL, &avatar, NULL), VRM_ERROR_CAPACITY);
    CHECK_INT(vrm_avatar_init(NULL, size, model, NULL, &avatar, NULL), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_avatar_init(aligned, size, model, NULL, NULL, NULL), VRM_ERROR_INVALID_ARGUMENT);
    vrm_avatar_init(aligned, size, model, NULL, &avatar, NULL);
    REQUIRE(avatar != NULL && other != NULL);
    for (int i = 0; i < 20; ++i) {
        act(avatar, i);
        act(other, i);
        vrm_avatar_update(avatar, DT);
        vrm_avatar_update(other, DT);
    }
    CHECK(frames_equal(avatar, other));
    for (size_t i = size; i < size + 16; ++i) CHECK_INT(aligned[i], 0xa5);
    vrm_model_release(model); /* the avatars hold it */
    vrm_avatar_update(avatar, DT);
    vrm_avatar_destroy(avatar);
    vrm_avatar_destroy(other);
    free(memory);
}

TEST(nothing_is_allocated_after_creation) {
    counting counter;
    vrm_avatar_desc desc;
    LOAD_SAMPLE(model, "character-1.0.vrm")
    vrm_avatar *avatar;
    int64_t allocations;
    counting_init(&counter, -1);
    vrm_avatar_desc_init(&desc);
    desc.allocator = &counter.allocator;
    avatar = create_avatar(model, &desc);
    REQUIRE(avatar != NULL);
    CHECK_INT(counter.count, 1); /* one block */
    CHECK_INT(counter.live_bytes, vrm_avatar_size(model, &desc));
    allocations = counter.count;
    counter.fail_at = allocations; /* any further one would fail, and be counted */
    for (int i = 0; i < 50; ++i) {
        act(avatar, i);
        vrm_avatar_update(avatar, DT);
    }
    vrm_avatar_warm_up(avatar, 1);
    CHECK_INT(counter.count, allocations);
    vrm_avatar_destroy(avatar);
    CHECK_INT(counter.live, 0);
    CHECK(!counter.is_size_wrong);
    counting_init(&counter, 0);
    CHECK(create_avatar(model, &desc) == NULL);
    vrm_model_release(model);
}

/* An allocator that aligns to 8, whatever it is asked for. */
static void *allocate_at_8(size_t size, size_t alignment, void *user) {
    unsigned char *memory = malloc(size + 32), *at = memory;
    int64_t *live = user;
    CHECK_INT(alignment, 16);
    if (memory == NULL) return NULL;
    do ++at;
    while ((uintptr_t)at % 16 != 8);
    at[-1] = (unsigned char)(at - memory);
    *live += (int64_t)size;
    return at;
}

static void release_at_8(void *memory, size_t size, size_t alignment, void *user) {
    unsigned char *at = memory;
    int64_t *live = user;
    CHECK_INT(alignment, 16);
    *live -= (int64_t)size;
    free(at - at[-1]);
}

TEST(an_allocator_that_does_not_align_is_refused) {
    int64_t live = 0;
    const vrm_allocator allocator = {allocate_at_8, release_at_8, &live};
    scene s = scene_make(SCENE_HAIR, "'springs':[{" SCENE_CHAIN("") "}]", NULL);
    vrm_avatar_desc desc;
    vrm_avatar *avatar;
    vrm_avatar_desc_init(&desc);
    desc.allocator = &allocator;
    avatar = create_avatar(s.file.model, &desc);
    CHECK(avatar == NULL);
    CHECK_INT(live, 0);
    scene_free(&s);
}

TEST(er_020_memory_for_the_shared_tables_may_be_refused) {
    const char *json = "{'asset':{'version':'2.0'},'nodes':[{'children':[1]},{}]}";
    for (int64_t fail = 0; fail < 12; ++fail) {
        counting counter;
        vrm_load_desc desc;
        loaded file;
        vrm_avatar *avatar;
        int64_t count;
        counting_init(&counter, -1);
        vrm_load_desc_init(&desc);
        desc.allocator = &counter.allocator;
        desc.flags = VRM_LOAD_ANY_GLTF;
        file = load_json("{'asset':{'version':'2.0'}}");
        unload(&file);
        file = load_fixture(fixture_glb(json, NULL, 0), &desc);
        REQUIRE(file.model != NULL);
        count = counter.count;
        counter.fail_at = count + fail;
        avatar = create_avatar(file.model, NULL);
        if (counter.count > count + fail) CHECK(avatar == NULL);
        vrm_avatar_destroy(avatar);
        unload(&file);
        CHECK_INT(counter.live, 0);
    }
}

/* UO-009: update is exactly the calls of its stages. */
TEST(uo_009_stage_by_stage_is_update_bit_for_bit) {
    static const char *names[] = {"character-1.0.vrm", "character-0.x.vrm"};
    for (size_t n = 0; n < 2; ++n) {
        LOAD_SAMPLE(model, names[n])
        vrm_avatar *a = create_avatar(model, NULL), *b = create_avatar(model, NULL);
        for (int i = 0; i < 120; ++i) {
            float dt = i % 3 == 0 ? DT : 0.02f;
            act(a, i);
            act(b, i);
            vrm_avatar_update(a, dt);
            vrm_avatar_update_pose(b);
            vrm_avatar_update_look_at(b);
            vrm_avatar_update_expressions(b, dt);
            vrm_avatar_update_constraints(b);
            vrm_avatar_update_springs(b, dt);
            CHECK(frames_equal(a, b));
        }
        vrm_avatar_destroy(a);
        vrm_avatar_destroy(b);
        vrm_model_release(model);
    }
}

/* UO-012: how a host groups its calls does not matter, as long as each avatar's own are in order.
 */
TEST(uo_012_calls_may_be_grouped_by_stage) {
    LOAD_SAMPLE(model, "character-1.0.vrm")
    vrm_avatar *grouped[3], *alone[3];
    for (int k = 0; k < 3; ++k) {
        grouped[k] = create_avatar(model, NULL);
        alone[k] = create_avatar(model, NULL);
    }
    for (int i = 0; i < 30; ++i) {
        for (int k = 0; k < 3; ++k) {
            act(grouped[k], i + 10 * k);
            act(alone[k], i + 10 * k);
            vrm_avatar_update(alone[k], DT);
        }
        for (int k = 0; k < 3; ++k) vrm_avatar_update_pose(grouped[k]);
        for (int k = 2; k >= 0; --k) vrm_avatar_update_look_at(grouped[k]);
        for (int k = 0; k < 3; ++k) vrm_avatar_update_expressions(grouped[k], DT);
        for (int k = 2; k >= 0; --k) vrm_avatar_update_constraints(grouped[k]);
        for (int k = 0; k < 3; ++k) vrm_avatar_update_springs(grouped[k], DT);
        for (int k = 0; k < 3; ++k) CHECK(frames_equal(grouped[k], alone[k]));
    }
    for (int k = 0; k < 3; ++k) {
        vrm_avatar_destroy(grouped[k]);
        vrm_avatar_destroy(alone[k]);
    }
    vrm_model_release(model);
}

/* UO-011: avatars do not know of each other. */
TEST(uo_011_avatars_are_independent) {
    LOAD_SAMPLE(model, "character-1.0.vrm")
    vrm_avatar *alone = create_avatar(model, NULL);
    vrm_avatar *first = create_avatar(model, NULL), *second = create_avatar(model, NULL);
    for (int i = 0; i < 60; ++i) {
        act(alone, i);
        vrm_avatar_update(alone, DT);
    }
    for (int i = 0; i < 60; ++i) {
        act(second, i * 3 + 7);
        vrm_avatar_update(second, 0.03f);
        act(first, i);
        vrm_avatar_update(first, DT);
    }
    CHECK(frames_equal(alone, first));
    CHECK(!frames_equal(alone, second));
    vrm_avatar_destroy(alone);
    vrm_avatar_destroy(first);
    vrm_avatar_destroy(second);
    vrm_model_release(model);
}

/* UO-008: after an update every world matrix is that of the local transforms. */
TEST(uo_008_world_matrices_are_those_of_the_local_transforms) {
    static const char *names[] = {"character-1.0.vrm", "character-0.x.vrm",
                                  "character-1.0-draft.vrm"};
    for (size_t n = 0; n < 3; ++n) {
        LOAD_SAMPLE(model, names[n])
        vrm_avatar *avatar = create_avatar(model, NULL);
        const vrm_gltf *gltf = vrm_model_gltf(model);
        vrm_frame frame;
        frame = *vrm_avatar_frame(avatar);
        for (int i = 0; i < 30; ++i) {
            act(avatar, i);
            vrm_avatar_update(avatar, DT);
        }
        for (uint32_t i = 0; i < gltf->node_count; ++i) {
            int32_t parent = gltf->nodes[i].parent;
            const vrm_mat4 *above = parent != VRM_NONE ? &frame.world[parent] : &avatar->root_world;
            vrm_mat4 world = vrmi_mat4_place(above, &frame.local[i]);
            CHECK(memcmp(&world, &frame.world[i], sizeof world) == 0);
        }
        vrm_avatar_destroy(avatar);
        vrm_model_release(model);
    }
}

/* A host with a scene graph of its own, in its own layout: it animates every second node, hands all
 * of them over and takes back what stages wrote. */
typedef struct host_node {
    char name[7];
    float rotation[4];
    float translation[3];
    float scale[3];
} host_node;

static vrm_node_array host_array(host_node *nodes, uint32_t count) {
    vrm_node_array array;
    vrm_node_array_init(&array);
    array.translation = nodes[0].translation;
    array.rotation = nodes[0].rotation;
    array.scale = nodes[0].scale;
    array.stride = sizeof *nodes;
    array.count = count;
    return array;
}

TEST(a_foreign_scene_graph_that_animates_half_of_the_bones) {
    LOAD_SAMPLE(model, "character-1.0.vrm")
    const vrm_gltf *gltf = vrm_model_gltf(model);
    const vrm_tables *tables = vrm_model_tables(model);
    uint32_t count = gltf->node_count, driven = 0;
    host_node *host = calloc(count, sizeof *host);
    vrm_avatar *avatar = create_avatar(model, NULL), *direct = create_avatar(model, NULL);
    vrm_node_array array = host_array(host, count);
    vrm_avatar_scatter(avatar, &array, VRM_WRITER_ALL); /* the host's copy of the rest pose */
    for (int i = 0; i < 90; ++i) {
        for (int32_t bone = 0; bone < VRM_BONE_COUNT; bone += 2) {
            int32_t node = tables->humanoid.nodes[bone];
            vrm_quat turn = turn_about(1, (float)bone, 0.5f, 10 * sin(i * 0.1 + bone));
            if (node == VRM_NONE || vrm_model_node_writers(model, node) != 0) continue;
            memcpy(host[node].rotation, &turn, sizeof turn);
            vrm_avatar_locals(direct)[node].rotation = turn;
        }
        vrm_avatar_look_at(avatar, vrm_vec3_make(1, 1, 2));
        vrm_avatar_look_at(direct, vrm_vec3_make(1, 1, 2));
        vrm_avatar_gather(avatar, &array);
        vrm_avatar_update(avatar, DT);
        vrm_avatar_scatter(avatar, &array,
                           VRM_WRITER_LOOK_AT | VRM_WRITER_CONSTRAINT | VRM_WRITER_SPRING);
        vrm_avatar_update(direct, DT);
        CHECK(frames_equal(avatar, direct));
    }
    for (uint32_t i = 0; i < count; ++i) {
        const vrm_quat *rotation = &avatar->local[i].rotation;
        CHECK(memcmp(host[i].rotation, rotation, sizeof *rotation) == 0);
        driven += vrm_model_node_writers(model, (int32_t)i) != 0;
    }
    CHECK(driven > 5);
    vrm_avatar_destroy(avatar);
    vrm_avatar_destroy(direct);
    free(host);
    vrm_model_release(model);
}

/* Gathering our own output back changes no driven node. */
TEST(gathering_our_own_output_changes_nothing) {
    LOAD_SAMPLE(model, "character-1.0.vrm")
    uint32_t count = vrm_model_gltf(model)->node_count;
    vrm_trs *poses = malloc(sizeof *poses * count);
    vrm_avatar *avatar = create_avatar(model, NULL), *other = create_avatar(model, NULL);
    vrm_node_array array;
    vrm_node_array_init(&array);
    array.translation = &poses[0].translation;
    array.rotation = &poses[0].rotation;
    array.scale = &poses[0].scale;
    array.stride = sizeof *poses;
    array.count = count;
    for (int i = 0; i < 60; ++i) {
        act(avatar, i);
        act(other, i);
        vrm_avatar_update(avatar, DT);
        vrm_avatar_update(other, DT);
        vrm_avatar_scatter(avatar, &array, VRM_WRITER_ALL);
        vrm_avatar_gather(avatar, &array);
        CHECK(memcmp(avatar->pose, other->pose, sizeof(vrm_trs) * count) == 0);
        CHECK(frames_equal(avatar, other));
    }
    vrm_avatar_destroy(avatar);
    vrm_avatar_destroy(other);
    free(poses);
    vrm_model_release(model);
}

/* The world matrices that a host makes of its own transforms below the avatar's root. */
static void check_host_world(const vrm_avatar *avatar, const vrm_trs *host) {
    const vrm_gltf *gltf = avatar->gltf;
    vrm_mat4 *world = malloc(sizeof *world * gltf->node_count), root;
    vrm_trs at;
    double worst = 0;
    vrm_avatar_get_root(avatar, &at);
    root = vrmi_mat4_from_trs(&at);
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        int32_t node = avatar->rig->forest.order[i], parent = gltf->nodes[node].parent;
        vrm_mat4 local = vrmi_mat4_from_trs(&host[node]);
        world[node] = vrmi_mat4_multiply(parent != VRM_NONE ? &world[parent] : &root, &local);
        for (int k = 0; k < 16; ++k) {
            double off = fabs((double)world[node].m[k] - (double)avatar->world[node].m[k]);
            if (off > worst) worst = off;
        }
    }
    CHECK_NEAR(worst, 0, 1e-5);
    free(world);
}

/* A graph of the host's, from nothing but scatter: avatars of every dialect face +Z in it too, and
 * what the host hands back changes nothing, to the bit. */
TEST(tp_023_a_hosts_graph_is_the_frames_world_in_all_dialects) {
    static const char *names[] = {"character-1.0.vrm", "character-0.x.vrm",
                                  "character-1.0-draft.vrm"};
    for (size_t n = 0; n < 6; ++n) {
        LOAD_SAMPLE(model, names[n % 3])
        uint32_t count = vrm_model_gltf(model)->node_count;
        vrm_trs *host = calloc(count, sizeof *host);
        vrm_avatar_desc desc;
        vrm_avatar *avatar, *other;
        vrm_node_array array;
        vrm_vec3 eye, head;
        test_note("%s, %d", names[n % 3], (int)n);
        vrm_avatar_desc_init(&desc);
        if (n >= 3) desc.flags = VRM_AVATAR_FLAG_AS_FILE;
        avatar = create_avatar(model, &desc);
        other = create_avatar(model, &desc);
        vrm_node_array_init(&array);
        array.translation = &host[0].translation;
        array.rotation = &host[0].rotation;
        array.scale = &host[0].scale;
        array.stride = sizeof *host;
        array.count = count;
        for (int i = 0; i < 40; ++i) {
            act(avatar, i);
            act(other, i);
            vrm_avatar_set_bone_rotation_value(avatar, VRM_BONE_SPINE, turn_about(1, 0, 0, 30));
            vrm_avatar_set_bone_rotation_value(other, VRM_BONE_SPINE, turn_about(1, 0, 0, 30));
            vrm_avatar_update(avatar, DT);
            vrm_avatar_update(other, DT);
            vrm_avatar_scatter(avatar, &array, VRM_WRITER_ALL);
            check_host_world(avatar, host);
            vrm_avatar_gather(avatar, &array);
            CHECK(memcmp(avatar->pose, other->pose, sizeof(vrm_trs) * count) == 0);
            CHECK(frames_equal(avatar, other));
        }
        if (n < 3) { /* bent forwards is towards +Z */
            vrm_avatar_get_eye_position(avatar, &eye);
            vrm_avatar_get_bone_position(avatar, VRM_BONE_HIPS, &head);
            CHECK(eye.z > head.z + 0.1f);
        }
        vrm_avatar_destroy(avatar);
        vrm_avatar_destroy(other);
        free(host);
        vrm_model_release(model);
    }
    test_note(NULL);
}

/* What no stage writes at present is the host's: eyes while look-at is off, hair while springs are.
 */
TEST(gather_takes_rotations_of_stages_that_are_off) {
    static const char *names[] = {"character-1.0.vrm", "character-0.x.vrm"};
    for (size_t n = 0; n < 2; ++n) {
        LOAD_SAMPLE(model, names[n])
        const vrm_tables *tables = vrm_model_tables(model);
        int32_t nodes[2] = {tables->humanoid.nodes[VRM_BONE_LEFT_EYE],
                            tables->spring_joints[0].node};
        const vrm_quat turned = turn_about(1, 0, 0, 45), rest = {0, 0, 0, 1};
        vrm_quat host[2], shown[2];
        vrm_avatar *avatar = create_avatar(model, NULL);
        vrm_node_array array;
        test_note("%s", names[n]);
        REQUIRE(nodes[0] != VRM_NONE && vrm_model_node_writers(model, nodes[0]) != 0);
        vrm_node_array_init(&array);
        array.rotation = host;
        array.stride = sizeof host[0];
        array.nodes = nodes;
        array.count = 2;
        /* Springs run, and the eyes are at rest. */
        host[0] = host[1] = turned;
        vrm_avatar_gather(avatar, &array);
        CHECK(angle_of(vrm_avatar_locals(avatar)[nodes[0]].rotation, turned) < 1e-3);
        CHECK(angle_of(vrm_avatar_locals(avatar)[nodes[1]].rotation, turned) > 20);
        /* Look-at runs, and springs do not. */
        vrm_avatar_set_look_at_degrees(avatar, 20, 0);
        vrm_avatar_set_spring_mode(avatar, VRM_ALL, VRM_SPRING_MODE_OFF);
        host[0] = rest;
        vrm_avatar_gather(avatar, &array);
        CHECK(angle_of(vrm_avatar_locals(avatar)[nodes[0]].rotation, turned) < 1e-3);
        CHECK(angle_of(vrm_avatar_locals(avatar)[nodes[1]].rotation, turned) < 1e-3);
        vrm_avatar_update(avatar, DT);
        CHECK(angle_of(avatar->local[nodes[1]].rotation, turned) < 1e-3);
        /* Switched off, with the host still holding what the stages wrote: it hands that back, and
         * the frame goes back to the pose. */
        vrm_avatar_reset_pose(avatar);
        vrm_avatar_set_spring_mode(avatar, VRM_ALL, VRM_SPRING_MODE_RUN);
        vrm_avatar_set_wind_value(avatar, vrm_vec3_make(1, 0, 1));
        for (int i = 0; i < 20; ++i) vrm_avatar_update(avatar, DT);
        vrm_avatar_scatter(avatar, &array, VRM_WRITER_ALL);
        shown[0] = vrm_model_gltf(model)->nodes[nodes[0]].rest.rotation;
        shown[1] = vrm_model_gltf(model)->nodes[nodes[1]].rest.rotation;
        CHECK(angle_of(host[0], shown[0]) > 1 && angle_of(host[1], shown[1]) > 1);
        vrm_avatar_set_look_at_off(avatar);
        vrm_avatar_set_spring_weight(avatar, VRM_ALL, 0);
        vrm_avatar_gather(avatar, &array);
        vrm_avatar_update(avatar, DT);
        CHECK(angle_of(avatar->local[nodes[0]].rotation, shown[0]) == 0);
        CHECK(angle_of(avatar->local[nodes[1]].rotation, shown[1]) == 0);
        /* From then on they are the host's. */
        host[0] = host[1] = turned;
        vrm_avatar_gather(avatar, &array);
        vrm_avatar_update(avatar, DT);
        CHECK(angle_of(avatar->local[nodes[0]].rotation, turned) < 1e-3);
        CHECK(angle_of(avatar->local[nodes[1]].rotation, turned) < 1e-3);
        vrm_avatar_destroy(avatar);
        vrm_model_release(model);
    }
    test_note(NULL);
}

TEST(scatter_by_mask) {
    static const vrm_writers wrong[] = {VRM_NONE, VRM_ALL, 16, VRM_WRITER_ALL + 16, INT32_MIN};
    scene s = scene_make(SCENE_BONE, "'springs':[{" SCENE_JOINT("") "}]", NULL);
    host_node host[3];
    vrm_node_array array = host_array(host, 3);
    memset(host, 0, sizeof host);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        vrm_avatar_scatter(s.avatar, &array, wrong[i]);
    }
    vrm_avatar_scatter(s.avatar, &array, 0);
    for (int i = 0; i < 3; ++i) CHECK(host[i].rotation[3] == 0);
    vrm_avatar_scatter(s.avatar, &array, VRM_WRITER_SPRING);
    CHECK(host[0].rotation[3] == 1 && host[1].rotation[3] == 0);
    host[0].rotation[3] = 0;
    vrm_avatar_scatter(s.avatar, &array, VRM_WRITER_APPLICATION);
    CHECK(host[0].rotation[3] == 0 && host[1].rotation[3] == 1);
    vrm_avatar_scatter(s.avatar, &array, VRM_WRITER_ALL);
    for (int i = 0; i < 3; ++i) CHECK(host[i].rotation[3] == 1);
    scene_free(&s);
}

TEST(gather_by_a_list_of_nodes) {
    scene s = scene_make("{},{},{}", "'springs':[]", NULL);
    float places[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, NAN}};
    int32_t nodes[3] = {2, VRM_NONE, 0};
    vrm_node_array array;
    vrm_node_array_init(&array);
    array.translation = places;
    array.stride = sizeof places[0];
    array.nodes = nodes;
    array.count = 3;
    vrm_avatar_gather(s.avatar, &array);
    CHECK_VEC3(vrm_avatar_locals(s.avatar)[2].translation, 1, 2, 3, 0);
    CHECK_VEC3(vrm_avatar_locals(s.avatar)[0].translation, 0, 0, 0, 0); /* not finite: ignored */
    CHECK_VEC3(vrm_avatar_locals(s.avatar)[1].translation, 0, 0, 0, 0);
    nodes[0] = 99;
    vrm_avatar_gather(s.avatar, &array);
    scene_free(&s);
}

/* --- Save and restore --- */

TEST(restoring_replays_600_frames_bit_for_bit) {
    static const char *names[] = {"character-1.0.vrm", "character-0.x.vrm"};
    for (size_t n = 0; n < 2; ++n) {
        vrm_avatar_desc desc;
        vrm_spring_collider ball = {
            VRM_NONE, VRM_COLLIDER_SPHERE, {0, 1.3f, -0.1f}, {0, 0, 0}, 0.1f};
        LOAD_SAMPLE(model, names[n])
        vrm_avatar *a, *b;
        unsigned char *bytes, *again;
        size_t size;
        vrm_avatar_desc_init(&desc);
        desc.collider_capacity = 2;
        a = create_avatar(model, &desc);
        b = create_avatar(model, &desc);
        size = vrm_avatar_save_size(a);
        bytes = malloc(size);
        again = malloc(size);
        for (int i = 0; i < 100; ++i) {
            act(a, i);
            vrm_avatar_update(a, 0.014f);
        }
        vrm_avatar_set_collider(a, 1, &ball);
        vrm_avatar_set_spring_weight(a, 0, 0.7f);
        vrm_avatar_set_wind_value(a, vrm_vec3_make(0, 0, 0.1f));
        vrm_avatar_update(a, 0.014f);
        for (int i = 0; i < 37; ++i) vrm_avatar_update(b, 0.02f); /* b has another past */
        CHECK_INT(vrm_avatar_save(a, bytes, size), VRM_OK);
        CHECK_INT(vrm_avatar_restore(b, bytes, size), VRM_OK);
        CHECK_INT(vrm_avatar_save(b, again, size), VRM_OK);
        CHECK(memcmp(bytes, again, size) == 0);
        vrm_avatar_update(b, 0); /* shows what was restored */
        CHECK(frames_equal(a, b));
        for (int i = 100; i < 700; ++i) {
            act(a, i);
            act(b, i);
            vrm_avatar_update(a, 0.014f);
            vrm_avatar_update(b, 0.014f);
            if (!frames_equal(a, b)) {
                CHECK(frames_equal(a, b));
                break;
            }
        }
        free(bytes);
        free(again);
        vrm_avatar_destroy(a);
        vrm_avatar_destroy(b);
        vrm_model_release(model);
    }
}

TEST(null_and_bad_indices_are_harmless) {
    scene s = scene_make(SCENE_BONE, "'springs':[{" SCENE_JOINT("") "}]", NULL);
    vrm_trs root = trs_at(NAN, 0, 0);
    vrm_frame frame;
    vrm_avatar_update(NULL, DT);
    vrm_avatar_destroy(NULL);
    frame = *vrm_avatar_frame(NULL);
    CHECK(frame.local == NULL && frame.node_count == 0);
    CHECK(create_avatar(NULL, NULL) == NULL);
    CHECK_INT(vrm_avatar_size(NULL, NULL), 0);
    vrm_avatar_set_root(s.avatar, &root);
    vrm_avatar_set_root(s.avatar, NULL);
    vrm_avatar_teleport(s.avatar, NULL, 1);
    vrm_avatar_set_spring_mode(s.avatar, 7, VRM_SPRING_MODE_OFF);
    vrm_avatar_set_spring_mode(s.avatar, 0, 77);
    vrm_avatar_set_spring_weight(s.avatar, -3, 0);
    vrm_avatar_reset_springs(s.avatar, 5);
    vrm_avatar_set_expression(s.avatar, -1, 1);
    vrm_avatar_set_expression(s.avatar, 5, 1);
    vrm_avatar_set_spring_joint(s.avatar, 9, NULL);
    vrm_avatar_set_bone_rotation_value(s.avatar, VRM_BONE_HEAD, turn_about(0, 1, 0, 10));
    scene_update(&s, 3, DT);
    CHECK(scene_is_finite(&s));
    CHECK_VEC3(scene_head(&s, 0), 0, 0, 0, 0);
    CHECK_VEC3(vrm_avatar_bone_position(s.avatar, VRM_BONE_HEAD), 0, 0, 0, 0);
    scene_free(&s);
}

TEST(a_desc_that_was_not_initialised_is_refused) {
    scene s = scene_make(SCENE_BONE, "'springs':[{" SCENE_JOINT("") "}]", NULL);
    vrm_avatar_desc desc;
    memset(&desc, 0, sizeof desc);
    CHECK(create_avatar(s.file.model, &desc) == NULL);
    CHECK_INT(vrm_avatar_size(s.file.model, &desc), 0);
    scene_free(&s);
}

TEST_SUITE(avatar, ENTRY(an_avatar_lives_in_memory_of_the_callers),
           ENTRY(nothing_is_allocated_after_creation),
           ENTRY(an_allocator_that_does_not_align_is_refused),
           ENTRY(er_020_memory_for_the_shared_tables_may_be_refused),
           ENTRY(uo_009_stage_by_stage_is_update_bit_for_bit),
           ENTRY(uo_012_calls_may_be_grouped_by_stage), ENTRY(uo_011_avatars_are_independent),
           ENTRY(uo_008_world_matrices_are_those_of_the_local_transforms),
           ENTRY(a_foreign_scene_graph_that_animates_half_of_the_bones),
           ENTRY(gathering_our_own_output_changes_nothing), ENTRY(gather_by_a_list_of_nodes),
           ENTRY(scatter_by_mask), ENTRY(tp_023_a_hosts_graph_is_the_frames_world_in_all_dialects),
           ENTRY(gather_takes_rotations_of_stages_that_are_off),
           ENTRY(restoring_replays_600_frames_bit_for_bit),
           ENTRY(null_and_bad_indices_are_harmless),
           ENTRY(a_desc_that_was_not_initialised_is_refused));
