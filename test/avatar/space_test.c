/* The spaces of engines in gather and scatter. */
#include "avatar/avatar.h" /* before the type `avatar` */
#include "avatar/body_fixture.h"
#include "test.h"
#include "testkit/create.h"

#include <stdlib.h>
#include <string.h>

static vrm_node_array array_of(vrm_trs *nodes, uint32_t count, const vrm_space *space) {
    vrm_node_array array;
    vrm_node_array_init(&array);
    array.translation = &nodes[0].translation;
    array.rotation = &nodes[0].rotation;
    array.scale = &nodes[0].scale;
    array.stride = sizeof *nodes;
    array.count = count;
    array.space = space;
    return array;
}

static loaded load_node(void) { return load_json("{'asset':{'version':'2.0'},'nodes':[{},{}]}"); }

typedef struct expectation {
    const char *name;
    vrm_space space;
    vrm_vec3 of_123;     /* what (1, 2, 3) meters are there */
    vrm_vec3 scale_234;  /* what the scale (2, 3, 4) is there */
    vrm_vec3 up, facing; /* what +Y and +Z are there, of unit length */
    vrm_vec3 turns[3];   /* the axis of a positive rotation about our x, y and z there */
} expectation;

/* By hand. Unity: x is ours mirrored. Unreal: x forward (our z), y right (our -x), z up. Blender:
 * y is our -z, z is our y. In a left-handed space the axis of a rotation is mirrored once more. */
static const expectation *get_expectation(int i) {
    static expectation all[4];
    const expectation gltf = {"gltf",
                              vrm_space_gltf(),
                              {1, 2, 3},
                              {2, 3, 4},
                              {0, 1, 0},
                              {0, 0, 1},
                              {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const expectation unity = {"unity",
                               vrm_space_unity(),
                               {-1, 2, 3},
                               {2, 3, 4},
                               {0, 1, 0},
                               {0, 0, 1},
                               {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}};
    const expectation unreal = {"unreal",
                                vrm_space_unreal(),
                                {300, -100, 200},
                                {4, 2, 3},
                                {0, 0, 1},
                                {1, 0, 0},
                                {{0, 1, 0}, {0, 0, -1}, {-1, 0, 0}}};
    const expectation blender = {"blender",
                                 vrm_space_blender(),
                                 {1, -3, 2},
                                 {2, 4, 3},
                                 {0, 0, 1},
                                 {0, -1, 0},
                                 {{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}};
    all[0] = gltf;
    all[1] = unity;
    all[2] = unreal;
    all[3] = blender;
    test_note("%s", all[i].name);
    return &all[i];
}

static bool is_same_vec3(vrm_vec3 a, vrm_vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

TEST(positions_scales_and_rotations_in_each_space) {
    for (int i = 0; i < 4; ++i) {
        const expectation *expectation = get_expectation(i);
        loaded file = load_node();
        vrm_avatar *who = create_avatar(file.model, NULL);
        vrm_trs host[2], *pose;
        vrm_node_array array = array_of(host, 2, &expectation->space);
        REQUIRE(who != NULL);
        pose = vrm_avatar_locals(who);
        pose[0].translation = vrm_vec3_make(1, 2, 3);
        pose[0].scale = vrm_vec3_make(2, 3, 4);
        vrm_avatar_update(who, 0);
        vrm_avatar_scatter(who, &array, VRM_WRITER_ALL);
        CHECK(is_same_vec3(host[0].translation, expectation->of_123));
        CHECK(is_same_vec3(host[0].scale, expectation->scale_234));
        CHECK(host[0].rotation.w == 1 && host[0].rotation.x == 0);
        for (int axis = 0; axis < 3; ++axis) {
            const float half = 0.70710678f;
            vrm_quat q = vrm_quat_make(axis == 0 ? half : 0, axis == 1 ? half : 0,
                                       axis == 2 ? half : 0, half),
                     expected;
            expected =
                vrm_quat_make(expectation->turns[axis].x * half, expectation->turns[axis].y * half,
                              expectation->turns[axis].z * half, half);
            pose[0].rotation = q;
            vrm_avatar_update(who, 0);
            vrm_avatar_scatter(who, &array, VRM_WRITER_ALL);
            CHECK(host[0].rotation.x == expected.x && host[0].rotation.y == expected.y &&
                  host[0].rotation.z == expected.z && host[0].rotation.w == expected.w);
            vrm_avatar_reset_pose(who);
            pose = vrm_avatar_locals(who);
            vrm_avatar_gather(who, &array);
            CHECK(memcmp(&pose[0].rotation, &q, sizeof q) == 0);
        }
        /* Up and forward: what an engine's camera goes by. */
        pose[0] = pose[1] = vrm_trs_identity();
        pose[0].translation = vrm_vec3_make(0, 1, 0);
        pose[1].translation = vrm_vec3_make(0, 0, 1);
        vrm_avatar_update(who, 0);
        vrm_avatar_scatter(who, &array, VRM_WRITER_ALL);
        {
            const float unit = expectation->space.units_per_meter;
            CHECK(host[0].translation.x == expectation->up.x * unit &&
                  host[0].translation.y == expectation->up.y * unit &&
                  host[0].translation.z == expectation->up.z * unit);
            CHECK(host[1].translation.x == expectation->facing.x * unit &&
                  host[1].translation.y == expectation->facing.y * unit &&
                  host[1].translation.z == expectation->facing.z * unit);
        }
        vrm_avatar_destroy(who);
        unload(&file);
    }
    test_note(NULL);
}

/* Every space of three different axes. */
static int list_spaces(vrm_space out[48]) {
    int count = 0;
    for (vrm_axis x = 0; x < 6; ++x) {
        for (vrm_axis y = 0; y < 6; ++y) {
            for (vrm_axis z = 0; z < 6; ++z) {
                vrm_space space = {x, y, z, 1};
                if (x / 2 == y / 2 || y / 2 == z / 2 || x / 2 == z / 2) continue;
                out[count++] = space;
            }
        }
    }
    return count;
}

/* In meters scatter and gather undo each other to the bit, also where a half turn stands between
 * (0.x). */
TEST(scatter_then_gather_is_the_identity) {
    vrm_space spaces[48];
    int count = list_spaces(spaces);
    CHECK_INT(count, 48);
    for (int old = 0; old < 2; ++old) {
        body from = body_twisted();
        figure s;
        vrm_trs *host, *before;
        from.is_old = from.faces_minus_z = old != 0;
        REQUIRE(open_figure(&s, &from, 0));
        host = malloc(sizeof *host * s.frame.node_count);
        before = malloc(sizeof *host * s.frame.node_count);
        vrm_avatar_set_bone_rotation_value(s.avatar, VRM_BONE_CHEST, turn_float(turn_x(33)));
        vrm_avatar_update(s.avatar, 0);
        memcpy(before, vrm_avatar_locals(s.avatar), sizeof *before * s.frame.node_count);
        for (int i = 0; i < count; ++i) {
            vrm_node_array array = array_of(host, s.frame.node_count, &spaces[i]);
            test_note("%d: %d %d %d", old, spaces[i].x, spaces[i].y, spaces[i].z);
            vrm_avatar_scatter(s.avatar, &array, VRM_WRITER_ALL);
            for (uint32_t k = 0; k < s.frame.node_count; ++k) { /* gather has to write all */
                vrm_avatar_locals(s.avatar)[k] = vrm_trs_identity();
            }
            vrm_avatar_gather(s.avatar, &array);
            CHECK(memcmp(before, vrm_avatar_locals(s.avatar),
                         sizeof *before * s.frame.node_count) == 0);
            memcpy(vrm_avatar_locals(s.avatar), before, sizeof *before * s.frame.node_count);
        }
        test_note(NULL);
        free(before);
        free(host);
        close_figure(&s);
    }
}

/* --- A host's own composition --- */

/* A point of our space in the engine's, from the words of vrm_space alone. */
static point to_engine(const vrm_space *space, point p) {
    const vrm_axis axes[3] = {space->x, space->y, space->z};
    const double from[3] = {p.x, p.y, p.z};
    double to[3];
    for (int i = 0; i < 3; ++i) {
        to[i] = from[axes[i] / 2] * (axes[i] % 2 == 0 ? 1 : -1) * (double)space->units_per_meter;
    }
    return point_make(to[0], to[1], to[2]);
}

/* translation + rotation * (scale * p), up to the root of the host's graph. Engines apply
 * quaternions by the same formula, whichever hand their space has. */
static point compose(const vrm_trs *host, const vrm_gltf *gltf, int32_t node, point p) {
    for (; node != VRM_NONE; node = gltf->nodes[node].parent) {
        const vrm_trs *t = &host[node];
        p = point_make(p.x * (double)t->scale.x, p.y * (double)t->scale.y,
                       p.z * (double)t->scale.z);
        p = point_add(turn_point(turn_of(t->rotation), p), point_of(t->translation));
    }
    return p;
}

static point in_frame(const vrm_mat4 *world, point p) {
    const float *m = world->m;
    return point_make((double)m[0] * p.x + (double)m[4] * p.y + (double)m[8] * p.z + (double)m[12],
                      (double)m[1] * p.x + (double)m[5] * p.y + (double)m[9] * p.z + (double)m[13],
                      (double)m[2] * p.x + (double)m[6] * p.y + (double)m[10] * p.z +
                          (double)m[14]);
}

/* What the host composes is frame.world, both in the host's space: of a point that is no origin, so
 * that rotations count. */
TEST(what_the_host_composes_is_the_world) {
    vrm_space spaces[48 + 2];
    int count = list_spaces(spaces);
    spaces[count++] = vrm_space_unreal();
    spaces[count] = vrm_space_gltf();
    spaces[count++].units_per_meter = 39.37f;
    for (int old = 0; old < 2; ++old) {
        body from = body_twisted();
        figure s;
        vrm_trs *host;
        from.is_old = from.faces_minus_z = old != 0;
        REQUIRE(open_figure(&s, &from, 0));
        host = malloc(sizeof *host * s.frame.node_count);
        vrm_avatar_set_bone_rotation_value(s.avatar, VRM_BONE_HIPS, turn_float(turn_y(40)));
        vrm_avatar_set_bone_rotation_value(s.avatar, VRM_BONE_LEFT_UPPER_ARM,
                                           turn_float(turn_z(-60)));
        vrm_avatar_update(s.avatar, 0);
        for (int i = 0; i < count; ++i) {
            const point p = point_make(0.25, -0.5, 0.75);
            vrm_node_array array = array_of(host, s.frame.node_count, &spaces[i]);
            test_note("%d: %d %d %d", old, spaces[i].x, spaces[i].y, spaces[i].z);
            vrm_avatar_scatter(s.avatar, &array, VRM_WRITER_ALL);
            for (uint32_t node = 0; node < s.frame.node_count; node += 5) {
                point got = compose(host, s.file.gltf, (int32_t)node, to_engine(&spaces[i], p));
                point expected = to_engine(&spaces[i], in_frame(&s.frame.world[node], p));
                double near = 1e-4 * (double)spaces[i].units_per_meter;
                CHECK_NEAR(got.x, expected.x, near);
                CHECK_NEAR(got.y, expected.y, near);
                CHECK_NEAR(got.z, expected.z, near);
            }
        }
        test_note(NULL);
        free(host);
        close_figure(&s);
    }
}

/* --- Spaces that are none --- */

typedef struct told {
    int count;
    const char *function, *problem;
} told;

static void hear(const char *function, const char *problem, void *user) {
    told *told = user;
    told->count += 1;
    told->function = function;
    told->problem = problem;
}

TEST(spaces_that_are_none_are_refused) {
    static const vrm_space bad[] = {
        {VRM_AXIS_POSITIVE_X, VRM_AXIS_NEGATIVE_X, VRM_AXIS_POSITIVE_Z, 1},
        {VRM_AXIS_POSITIVE_X, VRM_AXIS_POSITIVE_Y, VRM_AXIS_NEGATIVE_Y, 1},
        {VRM_AXIS_POSITIVE_Z, VRM_AXIS_POSITIVE_Y, VRM_AXIS_POSITIVE_Z, 1},
        {0, 0, 0, 1},
        {-1, VRM_AXIS_POSITIVE_Y, VRM_AXIS_POSITIVE_Z, 1},
        {VRM_AXIS_POSITIVE_X, VRM_AXIS_POSITIVE_Y, 6, 1},
        {INT32_MIN, VRM_AXIS_POSITIVE_Y, INT32_MAX, 1},
        {VRM_AXIS_POSITIVE_X, VRM_AXIS_POSITIVE_Y, VRM_AXIS_POSITIVE_Z, 0},
        {VRM_AXIS_POSITIVE_X, VRM_AXIS_POSITIVE_Y, VRM_AXIS_POSITIVE_Z, -1},
        {VRM_AXIS_POSITIVE_X, VRM_AXIS_POSITIVE_Y, VRM_AXIS_POSITIVE_Z, NAN},
        {VRM_AXIS_POSITIVE_X, VRM_AXIS_POSITIVE_Y, VRM_AXIS_POSITIVE_Z, INFINITY},
    };
    loaded file = load_node();
    told to = {0, NULL, NULL};
    vrm_load_desc load;
    vrm_avatar *who;
    vrm_load_desc_init(&load);
    load.misuse = hear;
    load.misuse_user = &to;
    load_again(&file, &load);
    who = create_avatar(file.model, NULL);
    REQUIRE(who != NULL);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        vrm_trs host[2], before[2];
        vrm_node_array array = array_of(host, 2, &bad[i]);
        const vrm_trs rest = vrm_trs_identity();
        memset(host, 0x3C, sizeof host); /* finite numbers */
        memcpy(before, host, sizeof host);
        to.count = 0;
        test_note("space %d", (int)i);
        vrm_avatar_scatter(who, &array, VRM_WRITER_ALL);
        CHECK(memcmp(host, before, sizeof host) == 0);
        CHECK_INT(to.count, 1);
        CHECK_TEXT(to.function, "vrm_avatar_scatter");
        vrm_avatar_gather(who, &array);
        CHECK(memcmp(vrm_avatar_locals(who), &rest, sizeof rest) == 0);
        CHECK_INT(to.count, 2);
        CHECK_TEXT(to.function, "vrm_avatar_gather");
        CHECK_TEXT(to.problem, "the space has no three different axes, or no unit");
    }
    test_note(NULL);
    vrm_avatar_destroy(who);
    unload(&file);
}

/* No space is the library's own. */
TEST(without_a_space_it_is_our_own) {
    const vrm_space gltf = vrm_space_gltf();
    body from = body_twisted();
    figure s;
    vrm_trs *with, *without;
    vrm_node_array a, b;
    REQUIRE(open_figure(&s, &from, 0));
    with = malloc(sizeof *with * s.frame.node_count);
    without = malloc(sizeof *with * s.frame.node_count);
    a = array_of(with, s.frame.node_count, &gltf);
    b = array_of(without, s.frame.node_count, NULL);
    vrm_avatar_scatter(s.avatar, &a, VRM_WRITER_ALL);
    vrm_avatar_scatter(s.avatar, &b, VRM_WRITER_ALL);
    CHECK(memcmp(with, without, sizeof *with * s.frame.node_count) == 0);
    CHECK(memcmp(with, s.frame.local, sizeof *with * s.frame.node_count) == 0);
    free(with);
    free(without);
    close_figure(&s);
}

/* An array of another version: longer with zeros is taken, with a setting that is not known not. */
TEST(node_arrays_of_other_sizes) {
    struct {
        vrm_node_array array;
        uint64_t newer[2];
    } longer;
    loaded file = load_node();
    vrm_avatar *who = create_avatar(file.model, NULL);
    vrm_trs host[2];
    REQUIRE(who != NULL);
    memset(host, 0, sizeof host);
    vrm_node_array_init_sized(&longer.array, sizeof longer);
    CHECK_INT(longer.array.struct_size, sizeof longer);
    longer.array.scale = &host[0].scale;
    longer.array.stride = sizeof host[0];
    longer.array.count = 2;
    vrm_avatar_scatter(who, &longer.array, VRM_WRITER_ALL);
    CHECK(host[1].scale.x == 1);
    host[1].scale.x = 0;
    longer.newer[1] = 1;
    vrm_avatar_scatter(who, &longer.array, VRM_WRITER_ALL);
    CHECK(host[1].scale.x == 0);
    longer.newer[1] = 0;
    longer.array.struct_size = 0; /* not prepared */
    vrm_avatar_scatter(who, &longer.array, VRM_WRITER_ALL);
    CHECK(host[1].scale.x == 0);
    vrm_node_array_init_sized(NULL, sizeof longer);
    vrm_avatar_destroy(who);
    unload(&file);
}

TEST_SUITE(space, ENTRY(positions_scales_and_rotations_in_each_space),
           ENTRY(scatter_then_gather_is_the_identity), ENTRY(what_the_host_composes_is_the_world),
           ENTRY(spaces_that_are_none_are_refused), ENTRY(without_a_space_it_is_our_own),
           ENTRY(node_arrays_of_other_sizes));
