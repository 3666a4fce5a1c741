/* Springs and colliders (6.2, 6.3), through the step itself. */
#include "conformance/living.h"
#include "conformance/vectors.h"

#include "avatar/spring/spring_limit.h"
#include "test.h"

#include <string.h>

/* --- Colliders --- */

static const char *const kinds[] = {"",     "sphere", "capsule", "inside_sphere", "inside_capsule",
                                    "plane"};

static int32_t kind_of(yyjson_val *collider) {
    const char *kind = input_text(collider, "kind");
    for (int32_t i = VRM_COLLIDER_SPHERE; kind != NULL && i <= VRM_COLLIDER_PLANE; ++i) {
        if (strcmp(kinds[i], kind) == 0) return i;
    }
    CHECK_TEXT(kind, "a kind of colliders");
    return VRM_COLLIDER_NONE;
}

static bool is_inside(int32_t kind) {
    return kind == VRM_COLLIDER_INSIDE_SPHERE || kind == VRM_COLLIDER_INSIDE_CAPSULE;
}

static vrm_spring_collider read_collider(yyjson_val *from) {
    vrm_spring_collider collider;
    memset(&collider, 0, sizeof collider);
    collider.shape = kind_of(from);
    collider.offset = input_vec3(from, "offset");
    if (collider.shape == VRM_COLLIDER_PLANE) {
        collider.tail = input_vec3(from, "normal");
        return collider;
    }
    collider.radius = (float)input_number(from, "radius");
    if (collider.shape == VRM_COLLIDER_CAPSULE || collider.shape == VRM_COLLIDER_INSIDE_CAPSULE) {
        collider.tail = input_vec3(from, "tail");
    }
    return collider;
}

static void answer_push(answers *answers, vrm_vec3 point, vrm_vec3 pushed, float grown) {
    vrm_vec3 way = vrmi_vec3_sub(pushed, point);
    float length = vrmi_vec3_length(way);
    answer_number(answers, "distance", (double)grown - (double)length);
    answer_vec3(answers, "direction", vrmi_vec3_scale(way, 1.0f / length));
}

/*
 * The library says where a tail is pushed to, not how far it is from a collider. It is found by a
 * tail that is a meter larger, which touches, and is a meter nearer; inside shapes tell it only
 * where they push.
 */
void op_collide(yyjson_val *input, answers *answers) {
    yyjson_val *node = input_object(input, "node");
    vrm_spring_collider collider = read_collider(input_object(input, "collider"));
    vrm_vec3 point = input_vec3(input, "point"), scale = input_vec3(node, "scale");
    vrm_vec3 pushed = point, far_pushed = point;
    float radius = (float)input_number(input, "hit_radius");
    vrmi_spring_place at;
    vrmi_shape shape;
    bool hit;
    at = vrmi_spring_place_make(input_vec3(node, "translation"), input_quat(node, "rotation"),
                                vrmi_largest_scale(scale));
    shape = vrmi_shape_of(&collider, &at, scale, true);
    hit = vrmi_shape_push(&shape, radius, &pushed);
    answer_flag(answers, "hit", hit);
    if (hit) {
        answer_vec3(answers, "pushed", pushed);
    } else {
        answer_null(answers, "pushed");
    }
    if (is_inside(collider.shape)) {
        if (hit) answer_push(answers, point, pushed, 0.0f);
    } else if (vrmi_shape_push(&shape, radius + 1.0f, &far_pushed)) {
        answer_push(answers, point, far_pushed, 1.0f);
    }
}

/* --- Steps --- */

enum { CENTER = 0, PARENT = 1, HEAD = 2, TAIL = 3, WORLD = 4 };

/* A collider of the file, on the node WORLD, which is where the world is. */
static const char *collider_json(yyjson_val *from) {
    int32_t kind = kind_of(from);
    const char *shape;
    if (kind == VRM_COLLIDER_PLANE) {
        shape = format_members("'plane':{'offset':%s,'normal':%s}", input_json(from, "offset"),
                               input_json(from, "normal"));
    } else if (kind == VRM_COLLIDER_SPHERE || kind == VRM_COLLIDER_INSIDE_SPHERE) {
        shape = format_members("'sphere':{'offset':%s,'radius':%s,'inside':%s}",
                               input_json(from, "offset"), input_json(from, "radius"),
                               is_inside(kind) ? "true" : "false");
    } else {
        shape = format_members("'capsule':{'offset':%s,'tail':%s,'radius':%s,'inside':%s}",
                               input_json(from, "offset"), input_json(from, "tail"),
                               input_json(from, "radius"), is_inside(kind) ? "true" : "false");
    }
    return format_members("{'node':%d,'shape':{'sphere':{}},'extensions':"
                          "{'VRMC_springBone_extended_collider':{'specVersion':'1.0',"
                          "'shape':{%s}}}}",
                          WORLD, shape);
}

static const char *colliders_json(yyjson_val *list) {
    const char *colliders = "", *group = "";
    yyjson_val *one;
    size_t i, n;
    if (list == NULL) return "";
    yyjson_arr_foreach(list, i, n, one) {
        const char *comma = i == 0 ? "" : ",";
        colliders = format_members("%s%s%s", colliders, comma, collider_json(one));
        group = format_members("%s%s%d", group, comma, (int)i);
    }
    return format_members("'colliders':[%s],'colliderGroups':[{'colliders':[%s]}],", colliders,
                          group);
}

/* The extension of a joint with a limit; `limit` is the extension's own object. */
static const char *limit_json(yyjson_val *input) {
    return format_members(
        ",'extensions':{'VRMC_springBone_limit':{'specVersion':'1.0-draft','limit':%s}}",
        input_json(input, "limit"));
}

/* One joint, whose head hangs from a parent and a center that a step can put anywhere. */
static living live_joint(yyjson_val *input) {
    yyjson_val *joint = input_object(input, "joint");
    vrm_vec3 tail =
        vrmi_vec3_scale(input_vec3(joint, "axis"), (float)input_number(joint, "length"));
    bool has_center = input_object(input, "center") != NULL;
    bool has_colliders = input_list(input, "colliders") != NULL;
    const char *colliders = colliders_json(input_list(input, "colliders"));
    const char *settings =
        format_members("'hitRadius':%s,'stiffness':%s,'dragForce':%s,'gravityDir':%s,"
                       "'gravityPower':%s",
                       input_json(joint, "hit_radius"), input_json(joint, "stiffness"),
                       input_json(joint, "drag_force"), input_json(joint, "gravity_dir"),
                       input_json(joint, "gravity_power"));
    const char *limit = yyjson_obj_get(input, "limit") != NULL ? limit_json(input) : "";
    const char *spring = format_members("{'joints':[{'node':%d,%s%s},{'node':%d}]%s%s}", HEAD,
                                        settings, limit, TAIL, has_center ? ",'center':0" : "",
                                        has_colliders ? ",'colliderGroups':[0]" : "");
    const char *nodes = format_members(
        "'nodes':[{'children':[1]},{'children':[2]},{'rotation':%s,'children':[3]},"
        "{'translation':[%.9g,%.9g,%.9g]},{}]",
        input_json(joint, "rest_rotation"), (double)tail.x, (double)tail.y, (double)tail.z);
    return live(format_members("'VRMC_vrm':{'specVersion':'1.0'},'VRMC_springBone':"
                               "{'specVersion':'1.0',%s'springs':[%s]}",
                               colliders, spring),
                nodes, 0);
}

static vrmi_spring_place read_place(yyjson_val *from) {
    return vrmi_spring_place_make(input_vec3(from, "translation"), input_quat(from, "rotation"),
                                  1.0f);
}

static void set_place(vrm_avatar *avatar, int32_t node, vrmi_spring_place place) {
    int32_t index = avatar->rig->springs.node_places[node];
    if (index != VRM_NONE) avatar->springs.places[index] = place;
}

/* Where everything is that the step does not move itself. */
static void place_inputs(vrm_avatar *avatar, yyjson_val *step) {
    const vrmi_spring_place world = vrmi_spring_place_identity();
    yyjson_val *center = input_object(step, "center");
    const vrmi_spring_place parent =
        vrmi_spring_place_make(input_vec3(step, "head"), input_quat(step, "parent_rotation"),
                               (float)input_number(step, "scale"));
    avatar->springs.places[0] = world;
    set_place(avatar, WORLD, world);
    set_place(avatar, CENTER, center != NULL ? read_place(center) : world);
    set_place(avatar, PARENT, parent);
}

static void start_tail(vrm_avatar *avatar, yyjson_val *input) {
    yyjson_val *tail = input_object(input, "tail"), *center = input_object(input, "center");
    vrmi_tail state;
    state.current = input_vec3(tail, "current");
    state.previous = input_vec3(tail, "previous");
    if (center != NULL) {
        vrmi_spring_place place = read_place(center);
        state.current = vrmi_spring_place_point_into(&place, state.current);
        state.previous = vrmi_spring_place_point_into(&place, state.previous);
    }
    vrmi_set_joint_tail(avatar, 0, state);
    avatar->springs.is_new[0] = 0;
    avatar->springs.has_started = 1;
}

void op_spring_step(yyjson_val *input, answers *answers) {
    living one = live_joint(input);
    vrm_avatar *avatar = one.avatar;
    yyjson_val *step;
    size_t i, n;
    if (avatar != NULL && CHECK_INT(avatar->tables->spring_joint_count, 1)) {
        vrm_avatar_set_wind_value(avatar, input_vec3(input, "external_force"));
        start_tail(avatar, input);
        yyjson_arr_foreach(input_list(input, "steps"), i, n, step) {
            yyjson_val *center = input_object(step, "center");
            vrm_vec3 tail;
            place_inputs(avatar, step);
            vrmi_springs_step(avatar, (float)input_number(step, "dt"));
            tail = vrmi_joint_tail(avatar, 0).current;
            if (center != NULL) {
                vrmi_spring_place place = read_place(center);
                tail = vrmi_spring_place_point(&place, tail);
            }
            answer_vec3(answers, "tails", tail);
            answer_quat(answers, "rotations",
                        vrmi_joint_quat(avatar, 0, vrmi_row_rotation(avatar)));
        }
    }
    end_life(&one);
}

/* The same for a joint with a limit, which is in the file. */
void op_limited_step(yyjson_val *input, answers *answers) { op_spring_step(input, answers); }

void op_limit_direction(yyjson_val *input, answers *answers) {
    vrm_vec3 axis = input_vec3(input, "axis");
    living one = live(format_members("'VRMC_vrm':{'specVersion':'1.0'},'VRMC_springBone':"
                                     "{'specVersion':'1.0','springs':[{'joints':[{'node':0%s},"
                                     "{'node':1}]}]}",
                                     limit_json(input)),
                      format_members("'nodes':[{'rotation':%s,'children':[1]},"
                                     "{'translation':[%.9g,%.9g,%.9g]}]",
                                     input_json(input, "rest_rotation"), (double)axis.x,
                                     (double)axis.y, (double)axis.z),
                      0);
    if (one.avatar != NULL && CHECK(vrmi_avatar_limits(one.avatar) != NULL)) {
        const vrmi_limit *limit = &vrmi_avatar_limits(one.avatar)[0];
        vrmi_spring_place above = vrmi_spring_place_make(
            vrm_vec3_make(0.0f, 0.0f, 0.0f), input_quat(input, "parent_rotation"), 1.0f);
        answer_vec3(answers, "direction",
                    vrmi_limit_direction(limit, &above, input_vec3(input, "direction")));
    }
    end_life(&one);
}

void op_bone_axis(yyjson_val *input, answers *answers) {
    yyjson_val *head = input_object(input, "head"), *between = input_object(input, "between");
    vrmi_spring_place head_place = read_place(head), between_place = read_place(between);
    vrm_vec3 tail = vrmi_spring_place_point_into(&head_place, input_vec3(input, "tail_position"));
    living one;
    tail = vrmi_spring_place_point_into(&between_place, tail);
    one = live("'VRMC_vrm':{'specVersion':'1.0'},'VRMC_springBone':{'specVersion':'1.0','springs':"
               "[{'joints':[{'node':0},{'node':2}]}]}",
               format_members("'nodes':[{'translation':%s,'rotation':%s,'children':[1]},"
                              "{'translation':%s,'rotation':%s,'children':[2]},"
                              "{'translation':[%.9g,%.9g,%.9g]}]",
                              input_json(head, "translation"), input_json(head, "rotation"),
                              input_json(between, "translation"), input_json(between, "rotation"),
                              (double)tail.x, (double)tail.y, (double)tail.z),
               0);
    if (one.avatar != NULL && CHECK_INT(one.avatar->tables->spring_joint_count, 1)) {
        answer_vec3(answers, "axis", one.avatar->rig->springs.joints[0].axis);
        answer_number(answers, "length", (double)one.avatar->rig->springs.joints[0].length);
    }
    end_life(&one);
}
