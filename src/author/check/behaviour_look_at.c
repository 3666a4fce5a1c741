/*
 * lookAt: the avatar looks to the left, to the right, up and down, and what its eyes do
 * is measured: bones by their rotation, expressions by their weight, and the vertices that a look
 * expression moves by the way they go.
 */
#include "author/check/behaviour.h"
#include "base/text.h"

/* One that reaches its end within this angle saturates at once (BH-013). */
static const float SATURATED_DEGREES = 5.0f;
/* Of the whole output. */
static const float SATURATED_PART = 0.99f;
/* Less than this, at an angle of 90 degrees, cannot be seen: degrees of an eye, or a weight. */
static const float STILL_DEGREES = 0.5f, STILL_WEIGHT = 0.01f;
/* Of an avatar 1.6 m high (BH-021). */
static const float FAR_METERS = 0.2f, FAR_FROM_HEAD_METERS = 0.5f, NORMAL_HEIGHT = 1.6f;
/* Eyes whose distance is less are taken for one in the middle (BH-017). */
static const float EYES_METERS = 0.005f;
/* Vertices of a look expression that go the wrong way by more, on average (BH-016). */
static const float WRONG_METERS = 0.0003f;
/* One that moves by less is not moved. */
static const float MOVED_METERS = 1e-5f;

/* --- Directions --- */

/* By VRMI_MAP_…, as the left eye uses them: it looks inwards when the avatar looks to the right. */
static const struct direction {
    const char *words;
    float yaw, pitch; /* their signs */
    vrm_preset preset;
} directions[VRMI_MAP_COUNT] = {
    [VRMI_MAP_INNER] = {"to the right", -1, 0, VRM_PRESET_LOOK_RIGHT},
    [VRMI_MAP_OUTER] = {"to the left", 1, 0, VRM_PRESET_LOOK_LEFT},
    [VRMI_MAP_DOWN] = {"down", 0, 1, VRM_PRESET_LOOK_DOWN},
    [VRMI_MAP_UP] = {"up", 0, -1, VRM_PRESET_LOOK_UP},
};

static bool has_bone(const vrmi_life *life, vrm_bone bone) {
    return life->check->tables->humanoid.nodes[bone] != VRM_NONE;
}

/* How far an eye is turned in the direction: degrees, negative the other way. The avatar is at rest
 * and faces +Z. */
static float eye_degrees(const vrmi_life *life, vrm_bone eye, const vrm_quat *rest,
                         const struct direction *direction) {
    int32_t node = life->check->tables->humanoid.nodes[eye];
    vrm_quat now = vrmi_mat4_rotation(&life->frame->world[node]);
    vrm_vec3 forward = vrmi_quat_rotate(vrmi_quat_multiply(now, vrmi_quat_conjugate(*rest)),
                                        vrm_vec3_make(0.0f, 0.0f, 1.0f));
    float level = sqrtf(forward.x * forward.x + forward.z * forward.z);
    if (direction->yaw != 0.0f) {
        return direction->yaw * vrmi_degrees(vrmi_atan2(forward.x, forward.z));
    }
    return direction->pitch * vrmi_degrees(vrmi_atan2(-forward.y, level));
}

static void look(vrmi_life *life, const struct direction *direction, float degrees) {
    vrm_avatar_set_look_at_degrees(life->avatar, direction->yaw * degrees,
                                   direction->pitch * degrees);
    vrm_avatar_update_pose(life->avatar);
    vrm_avatar_update_look_at(life->avatar);
}

static void found_at_map(vrmi_life *life, vrmi_diagnostic_id id, int map, bool is_output,
                         const vrmi_argument *arguments) {
    vrmi_check_place place = vrmi_at_range_map(life->check, map, is_output);
    vrmi_check_found(life->check, id, &place, arguments);
}

static const vrm_range_map *range_of(const vrmi_life *life, int map) {
    const vrm_look_at *look_at = &life->check->tables->look_at;
    const vrm_range_map *const maps[VRMI_MAP_COUNT] = {
        [VRMI_MAP_INNER] = &look_at->horizontal_inner,
        [VRMI_MAP_OUTER] = &look_at->horizontal_outer,
        [VRMI_MAP_DOWN] = &look_at->vertical_down,
        [VRMI_MAP_UP] = &look_at->vertical_up,
    };
    return maps[map];
}

/* What the eyes do at a small angle and at the largest, judged alike for degrees and weights. */
static void judge_map(vrmi_life *life, int map, float little, float most, float still) {
    vrmi_argument words = vrmi_words(directions[map].words);
    if (!(fabsf(most) >= still)) {
        found_at_map(life, VRMI_LOOK_AT_STILL, map, true, VRMI_WITH(words));
        return;
    }
    if (most < 0.0f) {
        found_at_map(life, VRMI_LOOK_AT_WRONG_WAY, map, true,
                     VRMI_WITH(words, vrmi_whole_degrees(-most)));
    }
    if (fabsf(little) >= SATURATED_PART * fabsf(most)) {
        found_at_map(life, VRMI_LOOK_AT_SATURATES, map, false,
                     VRMI_WITH(vrmi_number((double)range_of(life, map)->input_max_degrees), words,
                               vrmi_whole_degrees(SATURATED_DEGREES)));
    }
}

/* --- Bones --- */

static void check_bones(vrmi_life *life) {
    bool is_left = has_bone(life, VRM_BONE_LEFT_EYE);
    vrm_bone eye = is_left ? VRM_BONE_LEFT_EYE : VRM_BONE_RIGHT_EYE;
    int32_t node = life->check->tables->humanoid.nodes[eye];
    vrm_quat rest = vrmi_mat4_rotation(&life->frame->world[node]);
    for (int map = 0; map < VRMI_MAP_COUNT; ++map) {
        /* The right eye looks outwards when the avatar looks to the right. */
        int seen = is_left || map > VRMI_MAP_OUTER ? map : VRMI_MAP_OUTER - map;
        const struct direction *direction = &directions[seen];
        float little, most;
        look(life, direction, SATURATED_DEGREES);
        little = eye_degrees(life, eye, &rest, direction);
        look(life, direction, 90.0f);
        most = eye_degrees(life, eye, &rest, direction);
        judge_map(life, map, little, most, STILL_DEGREES);
    }
}

static bool has_eye_in_name(vrm_string name) {
    for (uint32_t i = 0; i + 3 <= name.length; ++i) {
        const vrm_string part = {name.data + i, 3};
        if (vrmi_string_equals_no_case(part, "eye")) return true;
    }
    return false;
}

/* Exporters write lookAt for every avatar. One that has neither expressions nor nodes for eyes may
 * have no face, and its author nothing to fix. */
static bool has_face(const vrmi_life *life) {
    const vrm_tables *tables = life->check->tables;
    for (uint32_t i = 0; i < tables->expression_count; ++i) {
        const vrm_expression *own = &tables->expressions[i];
        if (own->morph_bind_count + own->color_bind_count + own->uv_bind_count != 0) return true;
    }
    for (uint32_t i = 0; i < life->check->gltf->node_count; ++i) {
        if (has_eye_in_name(life->check->gltf->nodes[i].name)) return true;
    }
    return false;
}

static void check_eyes(vrmi_life *life) {
    bool is_left = has_bone(life, VRM_BONE_LEFT_EYE), is_right = has_bone(life, VRM_BONE_RIGHT_EYE);
    vrmi_check_place place = vrmi_at_look_at_type(life->check);
    if (is_left && is_right) return;
    if (is_left || is_right) {
        vrmi_check_found(
            life->check, VRMI_LOOK_AT_ONE_EYE, &place,
            VRMI_WITH(vrmi_words(vrm_bone_name(is_left ? VRM_BONE_RIGHT_EYE : VRM_BONE_LEFT_EYE))));
    } else if (has_bone(life, VRM_BONE_HEAD) && has_face(life)) {
        vrmi_check_found(life->check, VRMI_LOOK_AT_NO_EYES, &place, NULL);
    }
}

/* Also where expressions show where it looks: the bones are then for the application. */
static void check_sides(vrmi_life *life) {
    vrm_vec3 left, right;
    vrmi_check_place place;
    if (!has_bone(life, VRM_BONE_LEFT_EYE) || !has_bone(life, VRM_BONE_RIGHT_EYE)) return;
    left = vrm_avatar_bone_position(life->avatar, VRM_BONE_LEFT_EYE);
    right = vrm_avatar_bone_position(life->avatar, VRM_BONE_RIGHT_EYE);
    if (!(right.x - left.x > EYES_METERS)) return;
    place = vrmi_at_bone(life->check, VRM_BONE_LEFT_EYE);
    vrmi_check_found(life->check, VRMI_EYES_SWAPPED, &place,
                     VRMI_WITH(vrmi_meters(right.x - left.x)));
}

/* --- The place of the eyes --- */

static void check_offset(vrmi_life *life) {
    vrm_vec3 head = vrm_avatar_bone_position(life->avatar, VRM_BONE_HEAD), eyes = head;
    float most = FAR_FROM_HEAD_METERS, apart;
    vrmi_check_place place;
    if (!has_bone(life, VRM_BONE_HEAD)) return;
    if (has_bone(life, VRM_BONE_LEFT_EYE) && has_bone(life, VRM_BONE_RIGHT_EYE)) {
        eyes = vrmi_vec3_lerp(vrm_avatar_bone_position(life->avatar, VRM_BONE_LEFT_EYE),
                              vrm_avatar_bone_position(life->avatar, VRM_BONE_RIGHT_EYE), 0.5f);
        most = FAR_METERS;
    }
    apart = vrmi_vec3_length(vrmi_vec3_sub(vrm_avatar_eye_position(life->avatar), eyes));
    if (head.y * 1.1f > NORMAL_HEIGHT) most *= head.y * 1.1f / NORMAL_HEIGHT;
    if (!(apart > most)) return;
    place = vrmi_at_look_at_offset(life->check);
    vrmi_check_found(life->check, VRMI_LOOK_AT_OFFSET_FAR, &place, VRMI_WITH(vrmi_meters(apart)));
}

/* --- Expressions --- */

/* The index of the look expression of a direction; VRM_NONE: there is none, or it is empty. */
static int32_t look_expression(const vrmi_life *life, int map) {
    int32_t index = vrm_model_find_preset(life->check->model, directions[map].preset);
    const vrm_expression *expression;
    if (index == VRM_NONE) return VRM_NONE;
    expression = &life->check->tables->expressions[index];
    return expression->morph_bind_count != 0 || expression->color_bind_count != 0 ||
                   expression->uv_bind_count != 0
               ? index
               : VRM_NONE;
}

/* If there are none, the author may not have meant it, and it is reported once. */
static bool has_expressions(vrmi_life *life) {
    vrmi_check_place place = vrmi_at_look_at_type(life->check);
    int count = 0;
    for (int map = 0; map < VRMI_MAP_COUNT; ++map) count += look_expression(life, map) != VRM_NONE;
    if (count == 0) vrmi_check_found(life->check, VRMI_LOOK_AT_NO_EXPRESSIONS, &place, NULL);
    for (int map = 0; map < VRMI_MAP_COUNT && count != 0; ++map) {
        if (look_expression(life, map) != VRM_NONE) continue;
        vrmi_check_found(life->check, VRMI_LOOK_AT_EXPRESSION_MISSING, &place,
                         VRMI_WITH(vrmi_words(vrm_preset_name(directions[map].preset))));
    }
    return count != 0;
}

static float look_weight(vrmi_life *life, int map, float degrees) {
    look(life, &directions[map], degrees);
    return vrm_avatar_layer_expression(life->avatar, VRM_EXPRESSION_LAYER_LOOK_AT,
                                       look_expression(life, map));
}

/* HorizontalInner is not used: both sides go through HorizontalOuter (LA-018). */
static void check_expressions(vrmi_life *life) {
    const vrm_look_at *look_at = &life->check->tables->look_at;
    const vrm_range_map *const maps[VRMI_MAP_COUNT] = {
        &look_at->horizontal_inner, &look_at->horizontal_outer, &look_at->vertical_down,
        &look_at->vertical_up};
    for (int map = VRMI_MAP_OUTER; map < VRMI_MAP_COUNT; ++map) {
        int seen =
            map == VRMI_MAP_OUTER && look_expression(life, map) == VRM_NONE ? VRMI_MAP_INNER : map;
        if (look_expression(life, seen) == VRM_NONE) continue;
        if (maps[map]->output_scale > 1.0f) continue; /* the load says that this is no weight */
        judge_map(life, map, look_weight(life, seen, SATURATED_DEGREES),
                  look_weight(life, seen, 90.0f), STILL_WEIGHT);
    }
}

/* --- Vertices of look expressions --- */

/* So many vertices are read for all look expressions together; a face has some thousands. */
enum { MOST_VERTICES = 500000 };

typedef struct way {
    double sum;     /* along the direction, in meters */
    uint64_t count; /* of vertices that are moved */
    uint64_t *left; /* of MOST_VERTICES */
} way;

/* The direction in the space of meshes, which are modeled at rest in the file's own axes. */
static vrm_vec3 mesh_direction(const vrmi_life *life, const struct direction *direction) {
    float side = life->check->tables->humanoid.faces_minus_z ? -1.0f : 1.0f;
    return vrm_vec3_make(direction->yaw * side, -direction->pitch, 0.0f);
}

static void add_moves(const float *moves, size_t floats, float weight, vrm_vec3 along, way *out) {
    for (size_t i = 0; i < floats; i += 3) {
        vrm_vec3 move = vrm_vec3_make(moves[i], moves[i + 1], moves[i + 2]);
        if (!(vrmi_vec3_length(move) > MOVED_METERS)) continue;
        out->sum += (double)(weight * vrmi_vec3_dot(move, along));
        out->count += 1;
    }
}

/* False: memory was refused, or too much would have to be read. */
static bool add_target(vrmi_life *life, const vrm_morph_bind *bind, vrm_vec3 along, way *out) {
    vrmi_check *check = life->check;
    vrmi_memory *memory = check->scratch->memory;
    int32_t mesh = check->gltf->nodes[bind->node].mesh;
    for (uint32_t i = 0; i < check->gltf->meshes[mesh].primitive_count; ++i) {
        const vrm_primitive *primitive = &check->gltf->meshes[mesh].primitives[i];
        size_t floats = (size_t)primitive->vertex_count * 3;
        float *moves;
        if ((uint32_t)bind->target >= primitive->target_count) continue;
        if (primitive->vertex_count > *out->left) return false;
        *out->left -= primitive->vertex_count;
        moves = vrmi_memory_allocate(memory, floats * sizeof *moves);
        if (moves == NULL) return false;
        if (vrm_model_read_morph_target(check->model, mesh, (int32_t)i, bind->target,
                                        VRM_ATTRIBUTE_POSITION, moves, floats) == VRM_OK) {
            add_moves(moves, floats, bind->weight, along, out);
        }
        vrmi_memory_release(memory, moves, floats * sizeof *moves);
    }
    return true;
}

/* Meters along the direction; 0 where it cannot be measured. */
static float mean_way(vrmi_life *life, int map, uint64_t *left) {
    int32_t index = look_expression(life, map);
    const vrm_expression *expression;
    vrm_vec3 along = mesh_direction(life, &directions[map]);
    way sum = {0.0, 0, left};
    if (index == VRM_NONE) return 0.0f;
    expression = &life->check->tables->expressions[index];
    for (uint32_t i = 0; i < expression->morph_bind_count; ++i) {
        if (!add_target(life, &expression->morph_binds[i], along, &sum)) return 0.0f;
    }
    return sum.count != 0 ? (float)(sum.sum / (double)sum.count) : 0.0f;
}

/* Both of a pair have to go the wrong way: eyelids that close go down whichever way one looks. */
static void check_vertices(vrmi_life *life, int one, int other, uint64_t *left) {
    const float ways[2] = {mean_way(life, one, left), mean_way(life, other, left)};
    if (!(ways[0] < -WRONG_METERS && ways[1] < -WRONG_METERS)) return;
    for (int i = 0; i < 2; ++i) {
        int map = i == 0 ? one : other;
        vrmi_check_place place =
            vrmi_at_expression(life->check, (uint32_t)look_expression(life, map));
        vrmi_check_found(life->check, VRMI_LOOK_AT_VERTICES, &place,
                         VRMI_WITH(vrmi_words(vrm_preset_name(directions[map].preset)),
                                   vrmi_words(directions[map].words),
                                   vrmi_parts(-ways[i] * 1000.0f, 10.0)));
    }
}

void vrmi_check_life_look_at(vrmi_life *life) {
    const vrm_look_at *look_at = &life->check->tables->look_at;
    check_sides(life);
    if (!look_at->is_present) return;
    check_offset(life);
    if (look_at->type == VRM_LOOK_AT_TYPE_BONE) {
        check_eyes(life);
        if (has_bone(life, VRM_BONE_LEFT_EYE) || has_bone(life, VRM_BONE_RIGHT_EYE)) {
            check_bones(life);
        }
    } else if (has_expressions(life)) {
        check_expressions(life);
        if ((life->check->desc->flags & VRM_CHECK_NO_PAYLOAD) == 0) {
            uint64_t left = MOST_VERTICES;
            check_vertices(life, VRMI_MAP_OUTER, VRMI_MAP_INNER, &left);
            check_vertices(life, VRMI_MAP_UP, VRMI_MAP_DOWN, &left);
        }
    }
    vrm_avatar_set_look_at_off(life->avatar);
    vrm_avatar_update_pose(life->avatar);
    vrm_avatar_update_look_at(life->avatar);
}
