/*
 * Random models through random verbs. The first two bytes say how many of the last ones are the
 * script, which drives two avatars alike: one by vrm_avatar_update with the best lanes that there
 * are, one stage by stage with the reference solver, and both through save and restore. What is
 * between is JSON.
 */
#include "avatar/avatar.h"
#include "fuzz.h"

#include <math.h>

#define FUZZ_CHECK(condition)                                                                      \
    do {                                                                                           \
        if (!(condition)) fuzz_fail(#condition);                                                   \
    } while (0)

enum { SCRIPT_HEADER = 2, MOST_UPDATES = 24, MOST_NODES = 2000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct script {
    const uint8_t *next;
    const uint8_t *end;
} script;

static uint8_t take_byte(script *from) { return from->next < from->end ? *from->next++ : 0; }

static int32_t take_index(script *from) { return (int32_t)take_byte(from) - 2; }

static float take_float(script *from) {
    static const float edges[] = {0.0f, -0.0f, 1.0f, -1.0f, 1e-30f, 1e4f, -1e4f, 0.5f};
    uint8_t kind = take_byte(from);
    uint32_t bits;
    float value;
    if (kind < 128) return ((float)kind - 64.0f) / 16.0f;
    if (kind < 192) return edges[kind % 8];
    bits = take_byte(from) | (uint32_t)take_byte(from) << 8;
    bits |= (uint32_t)take_byte(from) << 16 | (uint32_t)take_byte(from) << 24;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static vrm_vec3 take_vec3(script *from) {
    float x = take_float(from), y = take_float(from);
    return vrm_vec3_make(x, y, take_float(from));
}

static vrm_quat take_quat(script *from) {
    float x = take_float(from), y = take_float(from), z = take_float(from);
    return vrm_quat_make(x, y, z, take_float(from));
}

static vrm_trs take_trs(script *from) {
    vrm_trs trs;
    trs.translation = take_vec3(from);
    trs.rotation = take_quat(from);
    trs.scale = take_vec3(from);
    return trs;
}

/* One verb, the same for both avatars. */
static void act(script *from, vrm_avatar *avatar) {
    vrm_spring_collider collider;
    vrm_spring_joint_settings settings;
    vrm_trs trs;
    int32_t a, b;
    switch (take_byte(from) % 20) {
    case 0:
        trs = take_trs(from);
        vrm_avatar_set_root(avatar, &trs);
        break;
    case 1:
        trs = take_trs(from);
        vrm_avatar_teleport(avatar, &trs, take_byte(from) & 1);
        break;
    case 2:
        vrm_avatar_shift_origin_value(avatar, take_vec3(from));
        break;
    case 3:
        a = take_index(from);
        vrm_avatar_set_bone_rotation_value(avatar, (vrm_bone)a, take_quat(from));
        break;
    case 4:
        vrm_avatar_set_hips_position_value(avatar, take_vec3(from));
        break;
    case 5:
        vrm_avatar_look_at(avatar, take_vec3(from));
        break;
    case 6: {
        float yaw = take_float(from);
        vrm_avatar_set_look_at_degrees(avatar, yaw, take_float(from));
        break;
    }
    case 7:
        vrm_avatar_set_look_at_off(avatar);
        break;
    case 8:
        a = take_index(from);
        b = take_index(from);
        vrm_avatar_set_layer_expression(avatar, a, b, take_float(from));
        break;
    case 9:
        a = take_index(from);
        vrm_avatar_set_expression_layer_weight(avatar, a, take_float(from));
        break;
    case 10:
        a = take_index(from);
        vrm_avatar_set_expression_class(avatar, a, take_index(from));
        break;
    case 11:
        vrm_avatar_reset_springs(avatar, take_index(from));
        break;
    case 12:
        a = take_index(from);
        vrm_avatar_set_spring_mode(avatar, a, take_index(from));
        break;
    case 13:
        a = take_index(from);
        vrm_avatar_set_spring_weight(avatar, a, take_float(from));
        break;
    case 14:
        a = take_index(from);
        vrm_avatar_set_spring_wind_value(avatar, a, take_vec3(from));
        break;
    case 15:
        a = take_index(from);
        vrm_avatar_set_spring_center(avatar, a, take_index(from));
        break;
    case 16:
        a = take_index(from);
        settings.hit_radius = take_float(from);
        settings.stiffness = take_float(from);
        settings.gravity_power = take_float(from);
        settings.drag_force = take_float(from);
        settings.gravity_dir = take_vec3(from);
        vrm_avatar_set_spring_joint(avatar, a, &settings);
        break;
    case 17:
        a = take_byte(from) % 3;
        collider.node = take_index(from);
        collider.shape = take_index(from);
        collider.offset = take_vec3(from);
        collider.tail = take_vec3(from);
        collider.radius = take_float(from);
        vrm_avatar_set_collider(avatar, (uint32_t)a, take_byte(from) == 1 ? NULL : &collider);
        break;
    case 18:
        vrm_avatar_warm_up(avatar, take_float(from) * 0.05f);
        break;
    default:
        a = take_index(from);
        trs = take_trs(from);
        if (a >= 0 && (uint32_t)a < avatar->gltf->node_count) {
            vrm_node_array array;
            vrm_node_array_init(&array);
            array.translation = &trs.translation;
            array.rotation = &trs.rotation;
            array.scale = &trs.scale;
            array.nodes = &a;
            array.count = 1;
            trs.rotation = vrmi_quat_normalize(trs.rotation);
            vrm_avatar_gather(avatar, &array);
        }
    }
}

/* Whatever the file and the script ask for (ER-014). */
static void check_finite(const vrm_avatar *avatar) {
    for (uint32_t i = 0; i < avatar->gltf->node_count; ++i) {
        for (int k = 0; k < 16; ++k) FUZZ_CHECK(vrmi_is_finite(avatar->world[i].m[k]));
        FUZZ_CHECK(vrmi_quat_is_finite(avatar->local[i].rotation));
    }
}

/* Questions to a frame have finite answers, too. */
static void check_answers(const vrm_avatar *avatar) {
    const vrm_mat4 bind = vrm_mat4_identity();
    const vrm_space space = vrm_space_unreal();
    vrm_vec3 least, most;
    vrm_node_array array;
    vrm_trs host;
    if (vrm_avatar_get_bounds(avatar, &least, &most)) {
        FUZZ_CHECK(least.x <= most.x && least.y <= most.y && least.z <= most.z);
    }
    FUZZ_CHECK(vrmi_vec3_is_finite(least) && vrmi_vec3_is_finite(most));
    for (uint32_t i = 0; i < avatar->gltf->skin_count; ++i) {
        vrm_mat4 out;
        if (avatar->gltf->skins[i].joint_count != 1) continue;
        FUZZ_CHECK(vrm_avatar_get_skin_matrices(avatar, (int32_t)i, &bind, &out, 1) == VRM_OK);
        for (int k = 0; k < 16; ++k) FUZZ_CHECK(vrmi_is_finite(out.m[k]));
    }
    vrm_node_array_init(&array);
    array.translation = &host.translation;
    array.rotation = &host.rotation;
    array.scale = &host.scale;
    array.count = 1;
    array.space = &space;
    vrm_avatar_scatter(avatar, &array, VRM_WRITER_ALL);
}

static void check_equal(const vrm_avatar *a, const vrm_avatar *b) {
    size_t nodes = a->gltf->node_count;
    FUZZ_CHECK(nodes == 0 || memcmp(a->local, b->local, sizeof *a->local * nodes) == 0);
    FUZZ_CHECK(nodes == 0 || memcmp(a->world, b->world, sizeof *a->world * nodes) == 0);
}

static void update(vrm_avatar *whole, vrm_avatar *staged, float dt) {
    vrm_avatar_update(whole, dt);
    vrm_avatar_update_pose(staged);
    vrm_avatar_update_look_at(staged);
    vrm_avatar_update_expressions(staged, dt);
    vrm_avatar_update_constraints(staged);
    vrm_avatar_update_springs(staged, dt);
    check_equal(whole, staged);
}

/* Into another avatar and back: the same bytes. */
static void pass_on(vrm_avatar *whole, vrm_avatar *staged) {
    size_t size = vrm_avatar_save_size(whole);
    unsigned char *bytes = malloc(size), *again = malloc(size);
    FUZZ_CHECK(bytes != NULL && again != NULL);
    FUZZ_CHECK(vrm_avatar_save(whole, bytes, size) == VRM_OK);
    FUZZ_CHECK(vrm_avatar_restore(staged, bytes, size) == VRM_OK);
    FUZZ_CHECK(vrm_avatar_save(staged, again, size) == VRM_OK);
    FUZZ_CHECK(memcmp(bytes, again, size) == 0);
    free(bytes);
    free(again);
}

static void run_script(vrm_model *model, script *from) {
    vrm_avatar_desc desc;
    vrm_avatar *whole, *staged;
    vrm_avatar_desc_init(&desc);
    desc.flags = take_byte(from) & 127; /* all that there are */
    desc.collider_capacity = 2;
    vrm_avatar_create(model, &desc, &whole, NULL);
    desc.lanes = VRM_LANES_SCALAR; /* the same bits from both solvers */
    vrm_avatar_create(model, &desc, &staged, NULL);
    FUZZ_CHECK(whole != NULL && staged != NULL);
    for (int i = 0; i < MOST_UPDATES && from->next < from->end; ++i) {
        script same = *from;
        act(from, whole);
        act(&same, staged);
        if (take_byte(from) % 2 == 0) update(whole, staged, take_float(from));
        if (take_byte(from) % 8 == 0) pass_on(whole, staged);
        update(whole, staged, 1.0f / 60.0f);
        check_finite(whole);
    }
    check_answers(whole);
    vrm_avatar_debug_lines(whole, NULL, 0);
    vrm_avatar_carry_over(staged, whole);
    vrm_avatar_update(staged, 1.0f / 60.0f);
    check_finite(staged);
    vrm_avatar_destroy(whole);
    vrm_avatar_destroy(staged);
}

static size_t script_size(const uint8_t *data, size_t size) {
    size_t found = data[0] | (size_t)data[1] << 8;
    return found < size - SCRIPT_HEADER ? found : size - SCRIPT_HEADER;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    vrm_load_desc desc;
    vrm_limits limits;
    vrm_model *model = NULL;
    script from;
    uint8_t *file;
    size_t file_size, bytes;
    if (size < SCRIPT_HEADER) return 0;
    bytes = script_size(data, size);
    file = fuzz_glb(data + SCRIPT_HEADER, size - SCRIPT_HEADER - bytes, NULL, 0, &file_size);
    fuzz_desc_init(&desc, &limits);
    desc.flags |= VRM_LOAD_ANY_GLTF;
    vrm_model_load(file, file_size, &desc, &model, NULL);
    from.next = data + size - bytes;
    from.end = data + size;
    if (model != NULL && vrm_model_gltf(model)->node_count < MOST_NODES) run_script(model, &from);
    vrm_model_release(model);
    free(file);
    return 0;
}

#ifdef VRM_FUZZ_MUTATOR
#include "json_mutator.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
    size_t bytes, begin, changed;
    if (size <= SCRIPT_HEADER) return LLVMFuzzerMutate(data, size, max_size);
    bytes = script_size(data, size);
    begin = size - bytes;
    if (seed % 2 != 0) return mutator_change(data, size, max_size, SCRIPT_HEADER, begin, seed / 2);
    changed = LLVMFuzzerMutate(data + begin, bytes, max_size - begin);
    if (changed > 0xFFFF) changed = 0xFFFF;
    data[0] = (uint8_t)changed;
    data[1] = (uint8_t)(changed >> 8);
    return begin + changed;
}
#endif
