/* vrm sim --hash: whether two machines, compilers or versions give the same bits, stage by stage.
 */
#include "apps/kit/avatar/open.h"
#include "apps/kit/program/console.h"
#include "sim.h"

#include <stdio.h>
#include <string.h>

typedef uint64_t hash;

/* FNV-1a, 64 bits. */
static hash hash_byte(hash h, uint8_t byte) { return (h ^ byte) * 0x100000001B3u; }

/* The bits of floats, low byte first, whatever the machine's own order is. */
static hash hash_floats(hash h, const void *floats, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        uint32_t bits;
        memcpy(&bits, (const unsigned char *)floats + i * sizeof bits, sizeof bits);
        for (int shift = 0; shift < 32; shift += 8) h = hash_byte(h, (uint8_t)(bits >> shift));
    }
    return h;
}

static hash hash_transforms(hash h, const vrm_frame *frame) {
    h = hash_floats(h, frame->local, frame->node_count * (sizeof(vrm_trs) / sizeof(float)));
    return hash_floats(h, frame->world, frame->node_count * (sizeof(vrm_mat4) / sizeof(float)));
}

static hash hash_look_at(hash h, const vrm_avatar *avatar) {
    vrm_look_at_state look_at;
    float degrees[2];
    vrm_look_at_state_init(&look_at);
    vrm_avatar_get_look_at(avatar, &look_at);
    degrees[0] = look_at.yaw_degrees;
    degrees[1] = look_at.pitch_degrees;
    return hash_floats(h, degrees, 2);
}

static hash hash_face(hash h, const vrm_frame *frame) {
    h = hash_floats(h, frame->expression_weights, frame->expression_count);
    h = hash_floats(h, frame->morph_weights, frame->morph_weight_count);
    return hash_floats(h, frame->materials,
                       frame->material_count * (sizeof(vrm_material_values) / sizeof(float)));
}

enum { POSE, LOOK_AT, EXPRESSION, CONSTRAINT, SPRING, STAGE_COUNT };

/* vrm_avatar_update, with a look at what each stage has made. */
static void update_and_hash(sim_run *run, hash *hashes) {
    vrm_avatar *avatar = run->avatar;
    float dt = (float)run->dt;
    vrm_frame frame;
    frame = *vrm_avatar_frame(avatar);
    vrm_avatar_update_pose(avatar);
    hashes[POSE] = hash_transforms(hashes[POSE], &frame);
    vrm_avatar_update_look_at(avatar);
    hashes[LOOK_AT] = hash_look_at(hash_transforms(hashes[LOOK_AT], &frame), avatar);
    vrm_avatar_update_expressions(avatar, dt);
    hashes[EXPRESSION] = hash_face(hashes[EXPRESSION], &frame);
    vrm_avatar_update_constraints(avatar);
    hashes[CONSTRAINT] = hash_transforms(hashes[CONSTRAINT], &frame);
    vrm_avatar_update_springs(avatar, dt);
    hashes[SPRING] = hash_transforms(hashes[SPRING], &frame);
}

bool sim_print_hash(sim_run *run, const char **out_problem) {
    static const char *const names[] = {"pose", "look_at", "expression", "constraint", "spring"};
    hash hashes[STAGE_COUNT];
    for (int i = 0; i < STAGE_COUNT; ++i) hashes[i] = 0xCBF29CE484222325u;
    for (uint32_t i = 1; i <= run->frame_count && !sim_is_late(run); ++i) {
        if (!motion_apply(run, i, out_problem)) return false;
        update_and_hash(run, hashes);
    }
    if (!sim_begin_report(run)) return false;
    for (int i = 0; i < STAGE_COUNT; ++i) {
        printf("%s=%016llx ", names[i], (unsigned long long)hashes[i]);
    }
    print_name(stdout, from_text(run->path), 400, 0);
    fputs("\n", stdout);
    return true;
}
