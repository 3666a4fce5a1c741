/* Emotions: each rises, stays and decays; a new one replaces the others at the speed it rises. */
#include "base/math.h"
#include "live/companion/companion.h"

const vrm_preset vrmi_emotion_presets[VRMI_EMOTIONS] = {VRM_PRESET_HAPPY,     VRM_PRESET_ANGRY,
                                                        VRM_PRESET_SAD,       VRM_PRESET_RELAXED,
                                                        VRM_PRESET_SURPRISED, VRM_PRESET_NEUTRAL};
enum { SURPRISED = 4 };

/* Surprise passes sooner than a mood. */
#define SURPRISED_HOLD 0.5f
/* An expression that blocks blinks also hides that there are none. It ends before that is seen. */
#define MOST_HOLD_WITHOUT_BLINKS 4.0f
#define DECAY_WITHOUT_BLINKS 0.25f
/* From here on its eyes count as closed. With less, it ends when a blink is due. */
#define CLOSED_EYES 0.5f
#define YIELD_SECONDS 1.5f
/* How fast time passes for an emotion that waits for the end of speech, as the mouth needs the
 * face. */
#define WAITING 0.25f
/* Below this, what is left of an emotion that decays goes away: with overrideMouth, even the
 * smallest weight would keep the mouth closed. */
#define LEAST_TARGET 0.04f
#define LEAST_SHOWN 0.004f
/* How long it takes to get tired of an emotion, and to recover, in seconds. */
#define TIRING 8.0f
#define RECOVERY 25.0f

/* --- What the avatar has --- */

static bool is_shown_by(const vrm_expression *e) {
    return e->morph_bind_count + e->color_bind_count + e->uv_bind_count != 0;
}

vrmi_face_part vrmi_emotion_part(const vrm_companion *c, int32_t expression) {
    const vrm_tables *tables = vrm_model_tables(c->model);
    vrmi_face_part part = {VRM_NONE, 1.0f, 0};
    const vrm_expression *e;
    if (expression == VRM_NONE) return part;
    e = &tables->expressions[expression];
    part.expression = expression;
    part.blocks_blink = e->override_blink == VRM_OVERRIDE_BLOCK && is_shown_by(e);
    if (e->override_mouth == VRM_OVERRIDE_BLEND) part.in_speech = 0.3f;
    if (e->override_mouth == VRM_OVERRIDE_BLOCK) part.in_speech = 0.0f;
    return part;
}

void vrmi_emotion_prepare(vrm_companion *c) {
    for (int i = 0; i < VRMI_EMOTIONS; ++i) {
        const int32_t preset = vrm_model_find_preset(c->model, vrmi_emotion_presets[i]);
        c->faces[i] = vrmi_emotion_part(c, preset);
    }
}

/* --- Rising and decaying --- */

/* The factor of an exponential decay. */
static float decay(float seconds, float dt) { return seconds / (seconds + dt); }

void vrmi_emotion_set(vrm_companion *c, const vrm_companion_tag *tag) {
    const vrm_companion_params *p = &c->params;
    for (int i = 0; i < VRMI_EMOTIONS; ++i) {
        vrmi_emotion *e = &c->state.emotions[i];
        e->hold = 0.0f;
        if (vrmi_emotion_presets[i] != tag->index) {
            e->target = 0.0f;
            continue;
        }
        e->target = vrmi_saturate(tag->strength >= 0.0f ? tag->strength : p->strength);
        e->target *= 1.0f - p->fatigue * e->tired;
        e->hold = p->hold_seconds * (i == SURPRISED ? SURPRISED_HOLD : 1.0f);
        if (tag->hold > 0) e->hold = vrmi_companion_seconds(tag->hold);
        if (c->faces[i].blocks_blink) e->hold = vrmi_min(e->hold, MOST_HOLD_WITHOUT_BLINKS);
    }
}

static void pass_one(vrm_companion *c, int index, float dt) {
    const vrm_companion_params *p = &c->params;
    vrmi_emotion *e = &c->state.emotions[index];
    const float open = vrmi_companion_seconds(c->state.since_blink);
    float hold = e->hold;
    const float shown_dt = dt;
    if (c->faces[index].in_speech <= 0.0f) dt *= vrmi_emotion_in_speech(c, WAITING);
    if (c->faces[index].blocks_blink && open > p->most_blink_seconds - YIELD_SECONDS) {
        if (e->shown.value <= 0.0f) return; /* it begins after the blink, which comes at once */
        if (vrmi_emotion_shown(c, index) > 0.0f) e->target = hold = 0.0f;
    }
    e->hold = vrmi_max(hold - dt, 0.0f);
    if (hold < dt) { /* of this update, what comes after the hold */
        const float seconds =
            p->decay_seconds * (c->faces[index].blocks_blink ? DECAY_WITHOUT_BLINKS : 1.0f);
        e->target *= decay(seconds, dt - hold);
        if (e->target < LEAST_TARGET) e->target = 0.0f;
    }
    vrmi_follow_pass(&e->shown, e->target, p->attack_seconds, shown_dt);
    e->shown.value = vrmi_saturate(e->shown.value);
    if (e->target <= 0.0f && e->shown.value < LEAST_SHOWN) e->shown = (vrmi_follow){0.0f, 0.0f};
    if (e->shown.value > 0.3f) {
        e->tired = 1.0f - (1.0f - e->tired) * decay(TIRING, dt);
    } else {
        e->tired *= decay(RECOVERY, dt);
    }
}

void vrmi_emotion_pass(vrm_companion *c, float dt) {
    for (int i = 0; i < VRMI_EMOTIONS; ++i) pass_one(c, i, dt);
}

/* It is gone a little before speech is all there. */
float vrmi_emotion_in_speech(const vrm_companion *c, float in_speech) {
    return vrmi_lerp(1.0f, in_speech, vrmi_smooth_step(0.0f, 0.9f, c->state.speaking.value));
}

float vrmi_emotion_shown(const vrm_companion *c, int emotion) {
    const float in_speech = c->params.speech_emotion * c->faces[emotion].in_speech;
    const float shown = c->state.emotions[emotion].shown.value;
    return vrmi_saturate(shown * vrmi_emotion_in_speech(c, in_speech));
}

static float most_of_blocking(const vrm_companion *c) {
    float most = 0.0f;
    for (int i = 0; i < VRMI_EMOTIONS; ++i) {
        if (c->faces[i].blocks_blink) most = vrmi_max(most, vrmi_emotion_shown(c, i));
    }
    return most;
}

bool vrmi_emotion_waits(const vrm_companion *c) {
    for (int i = 0; i < VRMI_EMOTIONS; ++i) {
        if (c->faces[i].blocks_blink && c->state.emotions[i].target > 0.0f &&
            vrmi_emotion_shown(c, i) <= 0.0f) {
            return true;
        }
    }
    return false;
}

bool vrmi_emotion_blocks_blinks(const vrm_companion *c) { return most_of_blocking(c) > 0.0f; }

bool vrmi_emotion_closes_eyes(const vrm_companion *c) { return most_of_blocking(c) > CLOSED_EYES; }
