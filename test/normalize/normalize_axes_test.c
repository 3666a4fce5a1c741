/* vrm_normalize: what springs, lookAt, constraints, cameras and lights say in the axes of nodes. */
#include "normalize/normalized.h"

/* --- Springs, lookAt, constraints --- */

TEST(no_003_colliders_are_said_in_the_new_axes) { /* GV-018 */
    normalized n = normalize_json(
        "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm','VRMC_springBone',"
        "'VRMC_springBone_extended_collider'],'extensions':{'VRMC_vrm':{'specVersion':'1.0'},"
        "'VRMC_springBone':{'specVersion':'1.0','colliders':[{'node':0,'shape':{'capsule':{"
        "'offset':[1,0,0],'tail':[0,1,0],'radius':0.1}}},{'node':1,'shape':{'sphere':{}},"
        "'extensions':{'VRMC_springBone_extended_collider':{'specVersion':'1.0','shape':{"
        "'plane':{'offset':[1,0,0],'normal':[0.70710678,0.70710678,0]}}}}},{'node':2,'shape':{"
        "'sphere':{'offset':[0.5,0,0],'radius':0.25}}}]}},'nodes':[" TURNED
        ",{'scale':[2,1,1]},{}]}",
        NULL, 0, 0);
    const vrm_spring_collider *c;
    REQUIRE(n.result == VRM_OK);
    c = n.model.tables->spring_colliders;
    check_place(c[0].offset, 0, 2, 0);
    check_place(c[0].tail, -2, 0, 0);
    CHECK_NEAR((double)c[0].radius, 0.2, 1e-6);
    CHECK_INT(c[1].shape, VRM_COLLIDER_PLANE);
    check_place(c[1].offset, 2, 0, 0);
    check_place(c[1].tail, 0.447214f, 0.894427f, 0);
    check_place(c[2].offset, 0.5f, 0, 0);
    check_twice(&n, 0);
    release(&n);
}

TEST(no_005_scales_go_into_joints) { /* SB-046 */
    for (int is_literal = 0; is_literal < 2; ++is_literal) {
        vrm_normalize_flags flags = is_literal ? VRM_NORMALIZE_LITERAL_SCALE : 0;
        double scale = is_literal ? 1 : 2;
        normalized n = normalize_json(SCALED_SPRING, NULL, 0, flags);
        const vrm_spring_joint *joint;
        REQUIRE(n.result == VRM_OK);
        joint = n.model.tables->spring_joints;
        CHECK_NEAR((double)joint->hit_radius, 0.01 * scale, 1e-7);
        CHECK_NEAR((double)joint->stiffness, scale, 1e-6);
        CHECK_NEAR((double)joint->gravity_power, 0.5 * scale, 1e-6);
        check_place(joint->tail_offset, 0, -0.2f, 0);
        check_place(n.model.tables->spring_colliders[0].offset, 0, 2, 0);
        CHECK_NEAR((double)n.model.tables->spring_colliders[0].radius, 0.1 * scale, 1e-6);
        CHECK(has_change(&n, "spring-joints") == !is_literal);
        check_twice(&n, flags);
        release(&n);
    }
}

/* The bone points up in the old axes and in the new ones, and what it turned by goes into the
 * limit. */
TEST(no_004_limits_allow_the_same_directions) { /* SL-006 */
    normalized n = normalize_json(
        "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm','VRMC_springBone',"
        "'VRMC_springBone_limit'],'extensions':{'VRMC_vrm':{'specVersion':'1.0'},"
        "'VRMC_springBone':{'specVersion':'1.0','springs':[{'joints':[{'node':0,'extensions':{"
        "'VRMC_springBone_limit':{'specVersion':'1.0-draft','limit':{'hinge':{'angle':1}}}}},"
        "{'node':1}]}]}},'nodes':[{'rotation':[0,0.70710678,0,0.70710678],'children':[1]},"
        "{'translation':[0,0.1,0]}]}",
        NULL, 0, 0);
    vrm_quat rotation;
    REQUIRE(n.result == VRM_OK && n.model.tables->spring_joint_count == 1);
    rotation = n.model.tables->spring_joints[0].limit.rotation;
    CHECK_NEAR((double)rotation.y, 0.70710678, 1e-6);
    CHECK_NEAR((double)rotation.w, 0.70710678, 1e-6);
    CHECK(has_change(&n, "spring-limits"));
    check_twice(&n, 0);
    release(&n);
}

TEST(no_003_what_0_x_says_in_the_axes_of_nodes) { /* GV-081 */
    normalized n = normalize_json(OLD("{'scale':[3,3,3],'children':[2]},{}"), NULL, 0, 0);
    REQUIRE(n.result == VRM_OK);
    check_place(n.model.tables->spring_colliders[0].offset, -2, 0, 1);
    CHECK_NEAR((double)n.model.tables->spring_colliders[0].radius, 0.2, 1e-6);
    check_place(n.model.tables->look_at.offset_from_head_bone, 0, 2, -1);
    CHECK_NEAR((double)n.model.tables->spring_joints[0].stiffness, 1.5, 1e-6);
    CHECK_NEAR((double)n.model.tables->spring_joints[0].hit_radius, 0.06, 1e-6);
    check_twice(&n, 0);
    release(&n);
    /* One value cannot follow several scales (NO-005). */
    n = normalize_json(OLD("{'scale':[3,3,3],'children':[2]},{'scale':[2,2,2]}"), NULL, 0, 0);
    REQUIRE(n.result == VRM_OK);
    CHECK_NEAR((double)n.model.tables->spring_joints[0].stiffness, 0.5, 1e-6);
    CHECK(has_change(&n, "spring-scale"));
    release(&n);
}

#define CONSTRAINED(kind, node, source, parent)                                                    \
    "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm','VRMC_node_constraint']," VRM1        \
    ",'nodes':[{" node "'translation':[0,1,0],'extensions':{'VRMC_node_constraint':{"              \
    "'specVersion':'1.0','constraint':{" kind "}}}},{" source "'translation':[1,1,0]},{" parent    \
    "'children':[0]}]}"
#define QUARTER "'rotation':[0,0,0.70710678,0.70710678],"
#define SLANT "'rotation':[0,0,0.38268343,0.92387953],"

TEST(no_006_axes_of_constraints) {
    normalized n = normalize_json(
        CONSTRAINED("'aim':{'source':1,'aimAxis':'PositiveX'}", QUARTER, "", ""), NULL, 0, 0);
    REQUIRE(n.result == VRM_OK && n.model.tables->constraint_count == 1);
    CHECK_INT(n.model.tables->constraints[0].axis, VRM_AXIS_POSITIVE_Y);
    CHECK(is_plain(n.model.gltf));
    check_twice(&n, 0);
    release(&n);
    n = normalize_json(CONSTRAINED("'roll':{'source':1,'rollAxis':'Y'}", QUARTER, "", ""), NULL, 0,
                       0);
    REQUIRE(n.result == VRM_OK && n.model.tables->constraint_count == 1);
    CHECK_INT(n.model.tables->constraints[0].axis, VRM_AXIS_POSITIVE_X); /* -X rolls alike */
    CHECK(is_plain(n.model.gltf));
    release(&n);
}

/* An axis that is none, or nodes that lie to each other in another way. */
static void check_kept(const char *json, bool is_lost) {
    normalized n = normalize_json(json, NULL, 0, is_lost ? VRM_NORMALIZE_LOSE_CONSTRAINTS : 0);
    REQUIRE(n.result == VRM_OK);
    CHECK_INT(n.model.tables->constraint_count, is_lost ? 0 : 1);
    CHECK(is_plain(n.model.gltf) == is_lost);
    CHECK(has_change(&n, is_lost ? "constraint-lost" : "constraint-rotation"));
    if (is_lost) check_twice(&n, VRM_NORMALIZE_LOSE_CONSTRAINTS);
    release(&n);
}

TEST(no_006_nodes_keep_rotations_that_constraints_need) {
    static const char *const files[] = {
        CONSTRAINED("'aim':{'source':1,'aimAxis':'PositiveX'}", SLANT "'scale':[2,2,2],", "", ""),
        CONSTRAINED("'roll':{'source':1,'rollAxis':'X'}", SLANT "'scale':[2,2,2],", "", ""),
        CONSTRAINED("'roll':{'source':1,'rollAxis':'X'}", "'scale':[2,2,2],", "", QUARTER),
        CONSTRAINED("'rotation':{'source':1}", "'scale':[2,2,2],", QUARTER, ""),
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i) {
        check_kept(files[i], false);
        check_kept(files[i], true);
    }
}

TEST(no_006_equal_rotations_need_nothing) {
    normalized n =
        normalize_json(CONSTRAINED("'rotation':{'source':1}", SLANT, SLANT, ""), NULL, 0, 0);
    REQUIRE(n.result == VRM_OK);
    CHECK_INT(n.model.tables->constraint_count, 1);
    CHECK(is_plain(n.model.gltf));
    release(&n);
}

/* --- What has no place in it --- */

TEST(no_008_animations_go_where_nodes_change) { /* GL-008 */
    static const float keys[] = {0, 1, 0, 0, 0, 0, 1, 0};
    static const char *const json =
        "{" AVATAR "," VRM1 ",'buffers':[{'byteLength':32}],'bufferViews':[{'buffer':0,"
        "'byteLength':32}],'accessors':[{'bufferView':0,'componentType':5126,'count':2,'type':"
        "'SCALAR','min':[0],'max':[1]},{'bufferView':0,'byteOffset':8,'componentType':5126,"
        "'count':2,'type':'VEC3'}],'animations':[{'channels':[{'sampler':0,'target':{'node':0,"
        "'path':'translation'}}],'samplers':[{'input':0,'output':1}]}],'nodes':[{%s}]}";
    char text[1024];
    normalized n;
    for (int i = 0; i < 2; ++i) {
        snprintf(text, sizeof text, json, i == 0 ? "'scale':[2,2,2]" : "");
        n = normalize_json(text, keys, sizeof keys, 0);
        REQUIRE(n.result == VRM_OK);
        CHECK_INT(n.model.gltf->animation_count, i);
        CHECK_INT(n.model.gltf->accessor_count, i == 0 ? 0 : 2);
        CHECK(has_change(&n, "animations") == (i == 0));
        release(&n);
    }
}

TEST(no_009_cameras_and_lights_lose_their_direction) {
    normalized n = normalize_json(
        "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm','KHR_lights_punctual'],"
        "'extensions':{'VRMC_vrm':{'specVersion':'1.0'},'KHR_lights_punctual':{'lights':[{'type':"
        "'directional'}]}},'cameras':[{'type':'perspective','perspective':{'yfov':1,'znear':1}}],"
        "'nodes':[{" QUARTER "'camera':0},{" QUARTER
        "'extensions':{'KHR_lights_punctual':{'light':0}}},{'scale':[2,2,2],'camera':0}]}",
        NULL, 0, 0);
    uint32_t cameras = 0;
    REQUIRE(n.result == VRM_OK);
    for (uint32_t i = 0; i < vrm_written_change_count(n.file); ++i) {
        cameras += strcmp(vrm_written_change(n.file, i)->code, "node-camera") == 0 ? 1 : 0;
    }
    CHECK_INT(cameras, 1); /* a scale has no direction */
    CHECK(has_change(&n, "node-light"));
    release(&n);
}

/* A bind of an expression. */
#define BOUND(bind, node)                                                                          \
    "{'asset':{'version':'2.0'},'extensionsUsed':['VRMC_vrm'],'extensions':{'VRMC_vrm':{"          \
    "'specVersion':'1.0','expressions':{'custom':{'x':{'extensions':{"                             \
    "'VRMC_vrm_expressions_node_transform':{'nodeTransformBinds':[{'node':0," bind                 \
    "}]}}}}}}},'nodes':[{" node "}]}"

TEST(ex_043_scales_of_expressions_along_new_axes) {
    static const struct {
        const char *json, *written; /* NULL: a scale that is not that of the file */
        bool is_narrowed;
    } cases[] = {
        /* The axes are those of before: the scale is relative to that at rest. */
        {BOUND("'scale':[3,4,5]", "'scale':[2,2,2]"), "\"scale\":[1.5,2,2.5]", false},
        /* One scale fits all axes. */
        {BOUND("'scale':[4,4,4]", SLANT "'scale':[2,2,2]"), NULL, false},
        {BOUND("'scale':[4,2,2]", SLANT "'scale':[2,2,2]"), NULL, true},
        /* A node at rest with nothing to be relative to. */
        {BOUND("'scale':[1,1,1]", "'scale':[0,1,1]"), "\"scale\":[1,1,1]", false},
        /* What is no scale is left. */
        {BOUND("'scale':[4,2]", "'scale':[2,2,2]"), "\"scale\":[4,2]", false},
        {BOUND("'rotation':[1,2]", "'scale':[2,2,2]"), "\"rotation\":[1,2]", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        normalized n = normalize_json(cases[i].json, NULL, 0, 0);
        size_t size = 0;
        const char *bytes = vrm_written_bytes(n.file, &size);
        REQUIRE(n.result == VRM_OK && bytes != NULL);
        CHECK(has_change(&n, "expression-scale") == cases[i].is_narrowed);
        for (size_t at = 0; cases[i].written != NULL; ++at) {
            const size_t length = strlen(cases[i].written);
            if (!CHECK(at + length <= size)) break;
            if (memcmp(bytes + at, cases[i].written, length) == 0) break;
        }
        release(&n);
    }
}

TEST_SUITE(normalize_axes, ENTRY(no_003_colliders_are_said_in_the_new_axes),
           ENTRY(no_005_scales_go_into_joints), ENTRY(no_004_limits_allow_the_same_directions),
           ENTRY(no_003_what_0_x_says_in_the_axes_of_nodes), ENTRY(no_006_axes_of_constraints),
           ENTRY(no_006_nodes_keep_rotations_that_constraints_need),
           ENTRY(no_006_equal_rotations_need_nothing),
           ENTRY(no_008_animations_go_where_nodes_change),
           ENTRY(no_009_cameras_and_lights_lose_their_direction),
           ENTRY(ex_043_scales_of_expressions_along_new_axes));
