/* Neck, head and chest: they follow the lookAt direction, show emotions, and nod. */
#include "base/math.h"
#include "live/companion/companion.h"

#include <string.h>

#define MILLISECOND INT64_C(1000000)
#define SECOND INT64_C(1000000000)

/* A nod goes down faster than it comes up. */
#define NOD_DOWN (130 * MILLISECOND)
#define NOD_LENGTH (420 * MILLISECOND)
#define NOD_LEAST_WAIT (550 * MILLISECOND)
#define LISTENER_NOD 1.6f /* of nod_degrees */
/* Only so many stressed syllables have a nod. */
#define NOD_CHANCE 0.6f
#define LEAST_STRESS 0.9f
#define NECK 0.4f /* the part of the head's rotation that the neck takes */

/* What moves a head besides lookAt: degrees of pitch (down) and roll, and of the chest. */
typedef struct bearing {
    float pitch, roll, chest;
} bearing;

static const bearing of_emotions[VRMI_EMOTIONS] = {
    {-2.5f, 3.5f, -1.0f}, /* happy */
    {3.0f, 0.0f, 2.0f},   /* angry */
    {8.0f, 1.5f, 4.0f},   /* sad */
    {-1.0f, 3.0f, 0.0f},  /* relaxed */
    {-4.0f, 0.0f, -3.0f}, /* surprised */
    {0.0f, 0.0f, 0.0f},   /* neutral */
};
static const bearing of_thinking = {-4.0f, 6.0f, 0.0f}, of_listening = {0.5f, -3.0f, 2.5f};

static void add(bearing *sum, const bearing *part, float amount) {
    sum->pitch += part->pitch * amount;
    sum->roll += part->roll * amount;
    sum->chest += part->chest * amount;
}

/* --- Nods --- */

static void nod(vrm_companion *c, float degrees) {
    c->state.head.nod = degrees;
    c->state.head.nod_age = 0;
    c->state.head.nods += 1;
}

static float chance_of_nod(const vrm_companion *c, vrmi_companion_channel channel) {
    const vrmi_companion_state *s = &c->state;
    return vrmi_chance_unit(vrmi_chance(s->seed, (uint32_t)channel, (uint64_t)s->head.nods));
}

void vrmi_head_stress(vrm_companion *c, float stress) {
    vrmi_head *head = &c->state.head;
    float chance;
    if (stress < LEAST_STRESS || head->nod_age < NOD_LEAST_WAIT) return;
    chance = chance_of_nod(c, VRMI_CHANCE_NOD);
    nod(c,
        chance < NOD_CHANCE ? c->params.nod_degrees * (0.6f + 0.4f * chance / NOD_CHANCE) : 0.0f);
}

static int64_t listener_wait(const vrm_companion *c) {
    const vrmi_companion_state *s = &c->state;
    const uint64_t chance = vrmi_chance(s->seed, VRMI_CHANCE_NOD_WAIT, (uint64_t)s->head.nods);
    const float wait = 1.5f + 3.0f * vrmi_chance_log_normal(chance, 0.5f);
    return (int64_t)((double)wait * (double)SECOND);
}

static void nod_as_listener(vrm_companion *c, int64_t elapsed) {
    vrmi_head *head = &c->state.head;
    if (c->state.listening.value < 0.5f) {
        head->nod_wait = listener_wait(c);
        return;
    }
    head->nod_wait -= elapsed;
    if (head->nod_wait > 0 || head->nod_age < NOD_LEAST_WAIT) return;
    nod(c, c->params.nod_degrees * LISTENER_NOD);
    head->nod_wait = listener_wait(c);
}

static float nod_now(const vrmi_head *head) {
    const float age = vrmi_companion_seconds(head->nod_age);
    const float down = vrmi_companion_seconds(NOD_DOWN), end = vrmi_companion_seconds(NOD_LENGTH);
    if (head->nod_age >= NOD_LENGTH) return 0.0f;
    return head->nod * (vrmi_smooth_step(0.0f, down, age) - vrmi_smooth_step(down, end, age));
}

/* --- The pose --- */

static float noise(const vrm_companion *c, vrmi_companion_channel channel, int64_t period) {
    return vrmi_noise(c->state.seed, (uint32_t)channel, (uint64_t)c->state.passed,
                      (uint64_t)period);
}

/* Turns by degrees: about y first, then x, then z, as a neck does. */
static vrm_quat turned(float pitch, float yaw, float roll) {
    vrm_quat x = vrmi_quat_identity(), y = x, z = x;
    vrmi_sincos(vrmi_radians(pitch) * 0.5f, &x.x, &x.w);
    vrmi_sincos(vrmi_radians(yaw) * 0.5f, &y.y, &y.w);
    vrmi_sincos(vrmi_radians(roll) * 0.5f, &z.z, &z.w);
    return vrmi_quat_normalize(vrmi_quat_multiply(vrmi_quat_multiply(y, x), z));
}

static void set_bone(vrm_pose *pose, vrm_bone bone, vrm_quat rotation) {
    pose->bones |= VRM_BONE_BIT(bone);
    pose->rotations[bone] = rotation;
}

static bool has_neck(const vrm_companion *c) {
    return (c->relaxed.bones & VRM_BONE_BIT(VRM_BONE_NECK)) != 0;
}

static bearing wanted_bearing(const vrm_companion *c) {
    const vrmi_companion_state *s = &c->state;
    bearing b = {0.0f, 0.0f, 0.0f};
    add(&b, &of_thinking, s->thinking.value);
    add(&b, &of_listening, s->listening.value);
    for (int i = 0; i < VRMI_EMOTIONS; ++i) {
        add(&b, &of_emotions[i], c->params.posture * s->emotions[i].shown.value);
    }
    return b;
}

/* How far the head goes with lookAt: less than half of a glance, more when the eyes alone would
 * have to turn far. */
static float head_part(const vrm_companion *c, float degrees, float most_of_eyes, float most) {
    const float share = c->params.head_share * (c->state.look_at.is_away ? 0.5f : 1.0f);
    float part = share * degrees;
    if (degrees - part > most_of_eyes) part = degrees - most_of_eyes;
    if (degrees - part < -most_of_eyes) part = degrees + most_of_eyes;
    return vrmi_clamp(part, -most, most);
}

void vrmi_head_pass(vrm_companion *c, int64_t elapsed) {
    vrmi_companion_state *s = &c->state;
    vrmi_head *head = &s->head;
    const float dt = vrmi_companion_seconds(elapsed),
                talk = c->params.talk_motion * s->speaking.value;
    const bearing b = wanted_bearing(c);
    float pitch, yaw, roll, chest_yaw;
    head->nod_age += elapsed;
    nod_as_listener(c, elapsed);
    vrmi_follow_pass(&head->yaw, head_part(c, s->look_at.wanted[0], 22.0f, 55.0f),
                     c->params.head_seconds, dt);
    vrmi_follow_pass(&head->pitch, head_part(c, s->look_at.wanted[1], 14.0f, 30.0f) + b.pitch,
                     c->params.head_seconds, dt);
    vrmi_follow_pass(&head->roll, b.roll, 0.5f, dt);
    vrmi_follow_pass(&head->chest_pitch, b.chest, 0.5f, dt);
    yaw = head->yaw.value + talk * 5.0f * noise(c, VRMI_CHANCE_TALK_YAW, 730 * MILLISECOND);
    pitch = head->pitch.value + talk * 3.5f * noise(c, VRMI_CHANCE_TALK_PITCH, 610 * MILLISECOND);
    roll = head->roll.value + talk * 5.0f * noise(c, VRMI_CHANCE_TALK_ROLL, 970 * MILLISECOND);
    chest_yaw = talk * 4.0f * noise(c, VRMI_CHANCE_TALK_CHEST, 1370 * MILLISECOND);
    c->status.nod_degrees = nod_now(head);
    pitch += c->status.nod_degrees;
    vrm_pose_init(&c->head_pose);
    if (has_neck(c)) {
        set_bone(&c->head_pose, VRM_BONE_NECK, turned(pitch * NECK, yaw * NECK, roll * NECK));
        pitch *= 1.0f - NECK;
        yaw *= 1.0f - NECK;
        roll *= 1.0f - NECK;
    }
    set_bone(&c->head_pose, VRM_BONE_HEAD, turned(pitch, yaw, roll));
    set_bone(&c->head_pose, VRM_BONE_SPINE, turned(head->chest_pitch.value, chest_yaw, 0.0f));
}
