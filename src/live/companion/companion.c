/* A companion: creation, the order of an update, and what it writes into the avatar. */
#include "live/companion/companion.h"

#include "base/desc.h"
#include "base/hash.h"
#include "base/math.h"
#include "base/report.h"
#include "live/text/scan.h"
#include "live/voice/stress.h"

#include <stdalign.h>
#include <string.h>

VRMI_DESC_CHECK(vrm_companion_desc, reserved);

#define MILLISECOND INT64_C(1000000)
#define SECOND INT64_C(1000000000)
#define MOST_ELAPSED (60 * SECOND)
#define DEFAULT_HOLD (2 * SECOND)

/* Speech is expected a little before it begins, and pauses between sentences belong to it. */
#define SPEECH_BEFORE (420 * MILLISECOND)
#define SPEECH_AFTER (350 * MILLISECOND)
#define SPEAKING_RISE 0.15f
#define SPEAKING_FALL 0.3f
/* A mouth that is not set any more closes. */
#define MOUTH_AGE (200 * MILLISECOND)
#define MOUTH_RATE 20.0f /* per second; speech with phonemes stays below 12 */
#define NOD_AHEAD (60 * MILLISECOND)
/* Without phonemes, a mouth that opens this far after it was this closed counts as stress. */
#define STRESSED_MOUTH 0.6f
#define UNSTRESSED_MOUTH 0.25f

enum { LAYER_ACTIONS = 1, LAYER_GESTURE = 2, LAYER_HEAD = 3 };

void vrmi_follow_pass(vrmi_follow *f, float target, float seconds, float dt) {
    /* A critically damped spring, whose exponential function is a fraction that never overshoots.
     */
    const float rate = 2.0f / seconds, x = rate * dt;
    const float left = 1.0f / (1.0f + x + 0.48f * x * x + 0.235f * x * x * x);
    const float distance = f->value - target, push = (f->speed + rate * distance) * dt;
    f->speed = (f->speed - rate * push) * left;
    f->value = target + (distance + push) * left;
}

/* --- Creation --- */

void vrm_companion_desc_init_sized(vrm_companion_desc *desc, size_t struct_size) {
    vrmi_desc_init(desc, struct_size);
}

static bool is_name_good(vrm_string name) {
    if (name.data == NULL || name.length == 0 || name.length > VRM_COMPANION_TAG_BYTES - 20) {
        return false;
    }
    for (uint32_t i = 0; i < name.length; ++i) {
        const char ch = name.data[i];
        const bool is_letter = (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z');
        const bool is_other = (ch >= '0' && ch <= '9') || ch == '_' || ch == '-';
        if (!is_letter && (i == 0 || !is_other)) return false;
    }
    return true;
}

static bool is_action_good(const vrm_companion_action *action, const vrm_tables *tables) {
    const bool has_expression =
        action->expression == VRM_NONE ||
        (action->expression >= 0 && (uint32_t)action->expression < tables->expression_count);
    return is_name_good(action->name) && has_expression && action->hold >= 0 &&
           action->weight >= 0.0f && action->weight <= 1.0f;
}

/* That of the first version, whose last field is a pointer. */
enum { FIRST_SIZE = offsetof(vrm_companion_desc, params) + sizeof(void *) };

static bool read_desc(const vrm_model *model, const vrm_companion_desc *desc,
                      vrm_companion_desc *own) {
    if (model == NULL || !vrmi_desc_read(own, sizeof *own, FIRST_SIZE, desc, 0) ||
        own->action_count > VRM_COMPANION_MOST_ACTIONS ||
        (own->actions == NULL && own->action_count > 0)) {
        return false;
    }
    for (uint32_t i = 0; i < own->action_count; ++i) {
        if (!is_action_good(&own->actions[i], vrm_model_tables(model))) return false;
    }
    return true;
}

static uint64_t hash_number(uint64_t hash, uint64_t number) {
    for (int i = 0; i < 8; ++i) hash = vrmi_hash_word(hash, number >> (8 * i) & 0xff);
    return hash;
}

/* Actions, and their names behind them. */
static void copy_actions(vrm_companion *c, const vrm_companion_desc *desc, char *names) {
    c->fingerprint = VRMI_HASH_START;
    for (uint32_t i = 0; i < desc->action_count; ++i) {
        const vrm_companion_action *from = &desc->actions[i];
        vrmi_action *to = &c->actions[i];
        to->name = names;
        to->length = (uint32_t)from->name.length;
        for (uint32_t k = 0; k < to->length; ++k) *names++ = vrmi_lower(from->name.data[k]);
        to->duration = from->hold > 0 ? from->hold : DEFAULT_HOLD;
        if (from->clip != NULL) {
            vrm_clip_info info;
            vrm_clip_info_init(&info);
            vrm_clip_get_info(from->clip, &info);
            to->duration = info.duration;
            to->clip = vrm_clip_retain((vrm_clip *)from->clip);
        }
        to->bones =
            from->bones != 0 ? from->bones : vrm_bone_group_bones(VRM_BONE_GROUP_UPPER_BODY);
        to->expression = from->expression;
        to->in_speech = vrmi_emotion_part(c, from->expression).in_speech;
        to->weight = from->weight;
        c->fingerprint = vrmi_hash_bytes(c->fingerprint, to->name, to->length);
        c->fingerprint = hash_number(c->fingerprint, (uint64_t)to->duration);
    }
}

/* The expression by which lids are seen to close. */
static int32_t find_blink(const vrm_model *model) {
    const int32_t both = vrm_model_find_preset(model, VRM_PRESET_BLINK);
    const vrm_tables *tables = vrm_model_tables(model);
    if (both != VRM_NONE) {
        const vrm_expression *e = &tables->expressions[both];
        if (e->morph_bind_count + e->color_bind_count + e->uv_bind_count != 0) return both;
    }
    return vrm_model_find_preset(model, VRM_PRESET_BLINK_LEFT);
}

static void prepare_mixer(vrm_companion *c) {
    vrm_mixer_init(&c->mixer);
    for (int i = 0; i < VRMI_SLOT_ACTIONS; ++i) {
        c->mixer.slots[i].layer = LAYER_ACTIONS;
        c->mixer.slots[i].parts = VRM_POSE_HIPS;
        c->state.slots[i].action = VRM_NONE;
    }
    c->mixer.slots[VRMI_SLOT_GESTURE].pose = &c->gesture;
    c->mixer.slots[VRMI_SLOT_GESTURE].layer = LAYER_GESTURE;
    c->mixer.slots[VRMI_SLOT_GESTURE].bones = vrm_bone_group_bones(VRM_BONE_GROUP_UPPER_BODY);
    c->mixer.slots[VRMI_SLOT_GESTURE].presets = 0;
    c->mixer.slots[VRMI_SLOT_GESTURE].parts = 0;
    c->mixer.slots[VRMI_SLOT_HEAD].pose = &c->head_pose;
    c->mixer.slots[VRMI_SLOT_HEAD].layer = LAYER_HEAD;
    c->mixer.slots[VRMI_SLOT_HEAD].flags = VRM_SLOT_ADDITIVE;
    c->mixer.slots[VRMI_SLOT_HEAD].weight = 1.0f;
    c->mixer.base = &c->body;
}

static void prepare(vrm_companion *c, const vrm_companion_desc *desc) {
    vrmi_params_copy(&c->params, desc->params);
    vrm_pose_relaxed(c->model, &c->relaxed);
    vrm_pose_init(&c->body);
    vrm_pose_init(&c->gesture);
    vrm_pose_init(&c->head_pose);
    vrm_pose_init(&c->mixed);
    c->mixed.customs = c->customs;
    c->mixed.custom_capacity = VRM_MIXER_CUSTOMS;
    prepare_mixer(c);
    vrmi_emotion_prepare(c);
    c->blink = find_blink(c->model);
    c->state.seed = desc->seed;
    c->state.action = VRM_NONE;
    c->state.since_mouth = SECOND;
    c->state.head.nod_age = SECOND;
    c->status.action = VRM_NONE;
    vrm_idle_init(&c->state.idle, desc->seed);
}

vrm_result vrm_companion_create(vrm_model *model, const vrm_companion_desc *desc,
                                vrm_companion **out_companion, vrm_report **out_report) {
    vrm_companion_desc own;
    vrmi_layout layout = {0, false};
    vrmi_memory memory;
    unsigned char *place;
    size_t actions, names, name_bytes = 0;
    vrm_companion *c;
    if (out_companion != NULL) *out_companion = NULL;
    if (out_companion == NULL || !read_desc(model, desc, &own)) {
        return vrmi_report_end(out_report, VRM_ERROR_INVALID_ARGUMENT);
    }
    for (uint32_t i = 0; i < own.action_count; ++i) name_bytes += own.actions[i].name.length;
    vrmi_memory_init(&memory, own.allocator);
    vrmi_layout_add(&layout, 1, sizeof *c, alignof(vrm_companion));
    actions = vrmi_layout_add(&layout, own.action_count, sizeof(vrmi_action), alignof(vrmi_action));
    names = vrmi_layout_add(&layout, name_bytes, 1, 1);
    place = layout.overflow ? NULL : vrmi_memory_allocate(&memory, layout.size);
    if (place == NULL) return vrmi_report_end(out_report, VRM_ERROR_OUT_OF_MEMORY);
    memset(place, 0, layout.size);
    c = (vrm_companion *)(void *)place;
    c->memory = memory;
    c->bytes = layout.size;
    c->model = vrm_model_retain(model);
    c->actions = (vrmi_action *)(void *)(place + actions);
    c->action_count = own.action_count;
    copy_actions(c, &own, (char *)place + names);
    prepare(c, &own);
    *out_companion = c;
    return vrmi_report_end(out_report, VRM_OK);
}

void vrm_companion_destroy(vrm_companion *companion) {
    vrmi_memory memory;
    if (companion == NULL) return;
    for (uint32_t i = 0; i < companion->action_count; ++i) {
        vrm_clip_release(companion->actions[i].clip);
    }
    vrm_model_release(companion->model);
    memory = companion->memory;
    vrmi_memory_release(&memory, companion, companion->bytes);
}

/* --- Inputs --- */

int32_t vrm_companion_say(vrm_companion *c, const vrm_speech *speech, int64_t start) {
    if (c == NULL || speech == NULL || c->sentence_count == VRM_COMPANION_SPEECHES) return 0;
    c->sentences[c->sentence_count++] = (vrmi_sentence){speech, start};
    return 1;
}

static void set_vowels(float out[VRMI_COMPANION_VOWELS], const vrm_mouth *mouth) {
    const float weights[VRMI_COMPANION_VOWELS] = {mouth->aa, mouth->ih, mouth->ou, mouth->ee,
                                                  mouth->oh};
    for (int i = 0; i < VRMI_COMPANION_VOWELS; ++i) {
        out[i] = vrmi_is_finite(weights[i]) ? vrmi_saturate(weights[i]) : 0.0f;
    }
}

void vrm_companion_set_mouth(vrm_companion *c, const vrm_mouth *mouth) {
    if (c == NULL) return;
    c->state.since_mouth = mouth != NULL ? 0 : SECOND;
    memset(c->state.input, 0, sizeof c->state.input);
    if (mouth != NULL) set_vowels(c->state.input, mouth);
}

void vrm_companion_say_samples(vrm_companion *c, vrm_voice *voice, const float *samples,
                               uint32_t count) {
    vrm_mouth mouth;
    if (c == NULL || voice == NULL || samples == NULL || count == 0) return;
    vrm_voice_add(voice, samples, count);
    vrm_voice_get_mouth(voice, &mouth);
    vrm_companion_set_mouth(c, &mouth);
}

void vrm_companion_be_silent(vrm_companion *c) {
    if (c == NULL) return;
    c->sentence_count = 0;
    c->state.cue_count = 0;
    vrm_companion_set_mouth(c, NULL);
}

void vrm_companion_set_activity(vrm_companion *c, vrm_companion_activity activity) {
    const bool is_known = activity == VRM_COMPANION_LISTENING || activity == VRM_COMPANION_THINKING;
    if (c != NULL) c->state.activity = is_known ? activity : VRM_COMPANION_WAITING;
}

void vrm_companion_set_user(vrm_companion *c, const vrm_vec3 *position) {
    if (c == NULL || (position != NULL && !vrmi_vec3_is_finite(*position))) return;
    c->state.has_user = position != NULL;
    if (position != NULL) c->state.user = *position;
}

void vrm_companion_attend(vrm_companion *c, const vrm_vec3 *target, int64_t until) {
    if (c == NULL || (target != NULL && !vrmi_vec3_is_finite(*target))) return;
    c->state.has_target = target != NULL;
    c->state.attend_until = until;
    if (target != NULL) c->state.target = *target;
}

void vrm_companion_set_gesture(vrm_companion *c, const vrm_pose *pose) {
    if (c == NULL) return;
    if (pose != NULL) {
        c->gesture = *pose;
        c->gesture.customs = NULL;
        c->gesture.custom_count = c->gesture.custom_capacity = 0;
    }
    if ((pose != NULL) == (c->state.has_gesture != 0)) return;
    c->state.has_gesture = pose != NULL;
    vrm_mixer_fade(&c->mixer, VRMI_SLOT_GESTURE, pose != NULL ? 1.0f : 0.0f,
                   vrm_ns((double)c->params.action_seconds));
}

void vrm_companion_set_params(vrm_companion *c, const vrm_companion_params *params) {
    if (c != NULL && params != NULL) vrmi_params_copy(&c->params, params);
}

int32_t vrm_companion_cue(vrm_companion *c, const vrm_companion_tag *tag, int64_t time) {
    vrmi_companion_state *s;
    bool is_known;
    if (c == NULL || tag == NULL) return 0;
    s = &c->state;
    is_known = tag->kind == VRM_COMPANION_TAG_ACTION
                   ? tag->index >= 0 && (uint32_t)tag->index < c->action_count
                   : tag->kind == VRM_COMPANION_TAG_EMOTION && tag->index >= 0 &&
                         tag->index < VRM_PRESET_COUNT;
    if (!is_known || s->cue_count == VRM_COMPANION_CUES) return 0;
    s->cues[s->cue_count] = *tag;
    s->cues[s->cue_count].position = 0;
    s->cue_times[s->cue_count++] = time;
    return 1;
}

/* --- Actions --- */

/* The slot that may be used without a jump: one that is not seen. Otherwise the action waits. */
static int32_t free_slot(const vrm_companion *c) {
    for (int32_t i = 0; i < VRMI_SLOT_ACTIONS; ++i) {
        if (i != c->state.action && c->mixer.slots[i].weight <= 0.0f) return i;
    }
    return VRM_NONE;
}

static bool begin_action(vrm_companion *c, int32_t index) {
    const vrmi_action *action = &c->actions[index];
    const int64_t fade = vrm_ns((double)c->params.action_seconds);
    const int32_t slot = free_slot(c);
    if (slot == VRM_NONE) return false;
    vrm_mixer_play(&c->mixer, slot, action->clip, 0, fade);
    vrm_mixer_crossfade(&c->mixer, slot, fade); /* without a clip too */
    c->mixer.slots[slot].bones = action->bones;
    c->state.slots[slot].action = index;
    c->state.slots[slot].age = 0;
    c->state.action = slot;
    return true;
}

/* An action ends so that its fade is over with its clip. */
static void pass_actions(vrm_companion *c, int64_t elapsed) {
    vrmi_companion_state *s = &c->state;
    const int64_t fade = vrm_ns((double)c->params.action_seconds);
    const vrmi_action *action;
    int64_t end;
    if (s->action == VRM_NONE) return;
    action = &c->actions[s->slots[s->action].action];
    end = action->duration > 2 * fade ? action->duration - fade : action->duration;
    s->slots[s->action].age += elapsed;
    if (s->slots[s->action].age < end) return;
    vrm_mixer_fade(&c->mixer, s->action, 0.0f, fade);
    s->action = VRM_NONE;
}

/* Cues that are due, in the order of their times; those of equal times in that of their calls. */
static void pass_cues(vrm_companion *c) {
    vrmi_companion_state *s = &c->state;
    for (uint32_t round = 0; round < VRM_COMPANION_CUES; ++round) {
        uint32_t first = s->cue_count;
        vrm_companion_tag tag;
        for (uint32_t i = 0; i < s->cue_count; ++i) {
            if (s->cue_times[i] > s->now) continue;
            if (first == s->cue_count || s->cue_times[i] < s->cue_times[first]) first = i;
        }
        if (first == s->cue_count) return;
        tag = s->cues[first];
        if (tag.kind == VRM_COMPANION_TAG_ACTION && !begin_action(c, tag.index)) return;
        if (tag.kind == VRM_COMPANION_TAG_EMOTION) vrmi_emotion_set(c, &tag);
        s->cue_count -= 1;
        for (uint32_t i = first; i < s->cue_count; ++i) {
            s->cues[i] = s->cues[i + 1];
            s->cue_times[i] = s->cue_times[i + 1];
        }
    }
}

/* --- Speech --- */

/* The time of a sentence, on its own clock. Saturates: the companion's may have any origin. */
static int64_t sentence_time(const vrm_companion *c, const vrmi_sentence *sentence) {
    const int64_t most = INT64_MAX / 2, now = c->state.now, start = sentence->start;
    const uint64_t way =
        now < start ? (uint64_t)start - (uint64_t)now : (uint64_t)now - (uint64_t)start;
    const int64_t time = way < (uint64_t)most ? (int64_t)way : most;
    return now < start ? -time : time;
}

static bool is_over(const vrm_companion *c, const vrmi_sentence *sentence) {
    return sentence_time(c, sentence) > vrm_speech_get_info(sentence->speech)->end + SPEECH_AFTER;
}

static void forget_sentences(vrm_companion *c) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->sentence_count; ++i) {
        if (!is_over(c, &c->sentences[i])) c->sentences[kept++] = c->sentences[i];
    }
    c->sentence_count = kept;
}

/* What sentences do to the mouth; they may overlap. Returns whether one is spoken, or soon is. */
static bool sample_sentences(vrm_companion *c, int64_t elapsed, float vowels[]) {
    bool is_speaking = false;
    for (uint32_t i = 0; i < c->sentence_count; ++i) {
        const vrmi_sentence *sentence = &c->sentences[i];
        const vrm_speech_info *info = vrm_speech_get_info(sentence->speech);
        const int64_t time = sentence_time(c, sentence);
        float own[VRMI_COMPANION_VOWELS];
        vrm_mouth mouth;
        vrm_speech_sample(sentence->speech, time, &mouth);
        set_vowels(own, &mouth);
        for (int k = 0; k < VRMI_COMPANION_VOWELS; ++k) vowels[k] = vrmi_max(vowels[k], own[k]);
        if (time > info->start - SPEECH_BEFORE && time < info->end + SPEECH_AFTER) {
            is_speaking = true;
        }
        vrmi_head_stress(
            c, vrmi_speech_stress(sentence->speech, time - elapsed + NOD_AHEAD, time + NOD_AHEAD));
    }
    return is_speaking;
}

static float sum_of(const float vowels[]) {
    float sum = 0.0f;
    for (int i = 0; i < VRMI_COMPANION_VOWELS; ++i) sum += vowels[i];
    return sum;
}

static bool add_input(vrm_companion *c, int64_t elapsed, float vowels[]) {
    vrmi_companion_state *s = &c->state;
    const float sum = sum_of(s->input);
    const bool is_set = s->since_mouth < MOUTH_AGE;
    s->since_mouth += elapsed;
    if (s->since_mouth > SECOND) s->since_mouth = SECOND;
    if (!is_set) return false;
    for (int i = 0; i < VRMI_COMPANION_VOWELS; ++i) vowels[i] = vrmi_max(vowels[i], s->input[i]);
    if (sum > STRESSED_MOUTH && s->mouth_was_open == 0) {
        s->mouth_was_open = 1;
        vrmi_head_stress(c, 1.0f);
    } else if (sum < UNSTRESSED_MOUTH) {
        s->mouth_was_open = 0;
    }
    return sum > 0.02f;
}

static void pass_speech(vrm_companion *c, int64_t elapsed) {
    vrmi_companion_state *s = &c->state;
    const float dt = vrmi_companion_seconds(elapsed), most = MOUTH_RATE * dt;
    float vowels[VRMI_COMPANION_VOWELS] = {0};
    bool is_speaking = sample_sentences(c, elapsed, vowels), has_input;
    float sum, farthest = 0.0f;
    has_input = add_input(c, elapsed, vowels);
    is_speaking = is_speaking || has_input;
    forget_sentences(c);
    sum = vrmi_max(sum_of(vowels), 1.0f);
    for (int i = 0; i < VRMI_COMPANION_VOWELS; ++i) {
        vowels[i] *= c->params.mouth / sum;
        farthest = vrmi_max(farthest, fabsf(vowels[i] - s->mouth[i]));
    }
    /* All of them by the same part of the way, so that their sum stays below 1. */
    for (int i = 0; i < VRMI_COMPANION_VOWELS; ++i) {
        s->mouth[i] =
            farthest <= most ? vowels[i] : vrmi_lerp(s->mouth[i], vowels[i], most / farthest);
    }
    vrmi_follow_pass(&s->speaking, is_speaking ? 1.0f : 0.0f,
                     is_speaking ? SPEAKING_RISE : SPEAKING_FALL, dt);
}

static void pass_activity(vrm_companion *c, float dt) {
    vrmi_companion_state *s = &c->state;
    const float quiet = 1.0f - vrmi_saturate(s->speaking.value);
    const bool listens = s->activity == VRM_COMPANION_LISTENING;
    const bool thinks = s->activity == VRM_COMPANION_THINKING;
    vrmi_follow_pass(&s->listening, listens ? quiet : 0.0f, 0.4f, dt);
    vrmi_follow_pass(&s->thinking, thinks ? quiet : 0.0f, 0.4f, dt);
}

/* --- Output --- */

static bool is_mouth(vrm_preset preset) {
    return preset >= VRM_PRESET_AA && preset <= VRM_PRESET_OH;
}

/* What clips show of a preset: blinks and looking are the companion's, the mouth is that of speech,
 * and emotions make room for its own. */
static float part_of_clips(const vrm_companion *c, vrm_preset preset) {
    float sum = 0.0f;
    if (is_mouth(preset)) return vrmi_emotion_in_speech(c, 0.0f);
    if (preset >= VRM_PRESET_BLINK && preset <= VRM_PRESET_LOOK_RIGHT) return 0.0f;
    for (int i = 0; i < VRMI_EMOTIONS; ++i) sum += c->state.emotions[i].shown.value;
    sum = vrmi_saturate(1.0f - sum);
    for (int i = 0; i < VRMI_EMOTIONS; ++i) {
        if (vrmi_emotion_presets[i] != preset) continue;
        return sum * vrmi_emotion_in_speech(c, c->faces[i].in_speech);
    }
    return sum;
}

static void write_pose(vrm_companion *c, vrm_avatar *avatar, const vrm_pose *body,
                       int64_t elapsed) {
    vrm_apply_desc desc;
    if (body != NULL) {
        c->body = *body;
        c->body.customs = NULL; /* the caller's array, into which a filled pose would be written */
        vrm_pose_fill(&c->body, &c->relaxed);
        c->body.customs = body->customs;
        c->body.custom_count = body->custom_count;
    } else {
        c->body = c->relaxed;
    }
    vrm_mixer_update(&c->mixer, elapsed, &c->mixed, NULL, NULL, 0);
    for (vrm_preset i = 0; i < VRM_PRESET_COUNT; ++i) c->mixed.weights[i] *= part_of_clips(c, i);
    vrm_apply_desc_init(&desc);
    desc.flags = VRM_APPLY_NO_LOOK_AT;
    vrm_avatar_apply_pose(avatar, &c->mixed, &desc);
}

/* The face of an action: its part of the whole, by the fade of its slot. */
static float action_part(const vrm_companion *c, int32_t expression) {
    float most = 0.0f;
    for (int i = 0; i < VRMI_SLOT_ACTIONS; ++i) {
        const int32_t index = c->state.slots[i].action;
        const vrmi_action *action = index != VRM_NONE ? &c->actions[index] : NULL;
        if (action == NULL || action->expression == VRM_NONE) continue;
        if (expression != VRM_NONE && action->expression != expression) continue;
        most = vrmi_max(most, action->weight * c->mixer.slots[i].weight *
                                  vrmi_emotion_in_speech(c, action->in_speech));
    }
    return most;
}

static void write_face(vrm_companion *c, vrm_avatar *avatar) {
    static const vrm_preset vowels[VRMI_COMPANION_VOWELS] = {
        VRM_PRESET_AA, VRM_PRESET_IH, VRM_PRESET_OU, VRM_PRESET_EE, VRM_PRESET_OH};
    const float rest = 1.0f - action_part(c, VRM_NONE);
    for (int i = 0; i < VRMI_EMOTIONS; ++i) {
        const float own = rest * vrmi_emotion_shown(c, i);
        const float of_action =
            c->faces[i].expression != VRM_NONE ? action_part(c, c->faces[i].expression) : 0.0f;
        c->status.emotions[i] = vrmi_saturate(own + of_action);
        vrm_avatar_set_layer_expression(avatar, VRM_EXPRESSION_LAYER_EMOTION,
                                        c->faces[i].expression, c->status.emotions[i]);
    }
    for (int i = 0; i < VRMI_SLOT_ACTIONS; ++i) {
        const int32_t index = c->state.slots[i].action;
        bool is_emotion = index == VRM_NONE;
        for (int k = 0; k < VRMI_EMOTIONS && !is_emotion; ++k) {
            is_emotion = c->faces[k].expression == c->actions[index].expression;
        }
        if (is_emotion) continue;
        vrm_avatar_set_layer_expression(avatar, VRM_EXPRESSION_LAYER_EMOTION,
                                        c->actions[index].expression,
                                        action_part(c, c->actions[index].expression));
    }
    for (int i = 0; i < VRMI_COMPANION_VOWELS; ++i) {
        vrm_avatar_set_layer_expression(avatar, VRM_EXPRESSION_LAYER_VISEME,
                                        vrm_model_find_preset(c->model, vowels[i]),
                                        c->state.mouth[i]);
    }
}

static void pass_idle(vrm_companion *c, vrm_avatar *avatar, int64_t elapsed) {
    const vrm_companion_params *p = &c->params;
    vrmi_companion_state *s = &c->state;
    const float dt = vrmi_companion_seconds(elapsed);
    const bool looks_at_somebody = s->look_at.is_away == 0;
    float closed;
    vrmi_follow_pass(&s->wander, looks_at_somebody ? p->eye_wander : 1.0f, 0.3f, dt);
    s->idle.blink = p->blink;
    s->idle.breath = p->breath;
    s->idle.sway = p->sway;
    s->idle.look_at = vrmi_saturate(s->wander.value) * vrmi_saturate(2.5f * p->eye_wander);
    /* People blink more while they speak, and less while they listen. */
    s->idle.blinks_per_minute =
        p->blinks_per_minute *
        (1.0f + 0.4f * vrmi_saturate(s->speaking.value) - 0.2f * vrmi_saturate(s->listening.value));
    s->idle.breaths_per_minute = p->breaths_per_minute;
    s->since_blink += elapsed;
    if (s->since_blink >
        vrm_ns((double)(p->most_blink_seconds * (vrmi_emotion_waits(c) ? 0.5f : 1.0f)))) {
        vrm_idle_blink(&s->idle);
    }
    vrm_idle_update(&s->idle, avatar, dt);
    closed = vrm_avatar_layer_expression(avatar, VRM_EXPRESSION_LAYER_BLINK, c->blink);
    if (vrmi_emotion_closes_eyes(c) || (closed > 0.0f && !vrmi_emotion_blocks_blinks(c))) {
        s->since_blink = 0;
    }
    if (closed > 0.0f && s->lids_were_closed == 0) s->blinks += 1;
    s->lids_were_closed = closed > 0.0f;
}

static int64_t elapsed_until(vrm_companion *c, int64_t now) {
    vrmi_companion_state *s = &c->state;
    int64_t elapsed = 0;
    if (s->has_begun != 0 && now > s->now) {
        const uint64_t way = (uint64_t)now - (uint64_t)s->now;
        elapsed = way < (uint64_t)MOST_ELAPSED ? (int64_t)way : MOST_ELAPSED;
    }
    s->has_begun = 1;
    s->now = now;
    s->passed += elapsed;
    return elapsed;
}

static void write_status(vrm_companion *c) {
    const vrmi_companion_state *s = &c->state;
    vrm_companion_status *status = &c->status;
    status->mouth = (vrm_mouth){s->mouth[0], s->mouth[1], s->mouth[2], s->mouth[3], s->mouth[4]};
    status->speaking = vrmi_saturate(s->speaking.value);
    status->action = s->action != VRM_NONE ? s->slots[s->action].action : VRM_NONE;
    status->action_weight = s->action != VRM_NONE ? c->mixer.slots[s->action].weight : 0.0f;
    status->head_yaw = s->head.yaw.value;
    status->head_pitch = s->head.pitch.value;
    status->blinks = s->blinks;
}

void vrm_companion_update(vrm_companion *c, vrm_avatar *avatar, const vrm_pose *body, int64_t now) {
    int64_t elapsed;
    float dt;
    if (c == NULL || avatar == NULL || vrm_avatar_model(avatar) != c->model) return;
    elapsed = elapsed_until(c, now);
    dt = vrmi_companion_seconds(elapsed);
    pass_cues(c);
    pass_speech(c, elapsed);
    pass_activity(c, dt);
    vrmi_emotion_pass(c, dt);
    pass_actions(c, elapsed);
    vrmi_companion_look_at_pass(c, avatar, elapsed);
    vrmi_head_pass(c, elapsed);
    write_pose(c, avatar, body, elapsed);
    write_face(c, avatar);
    pass_idle(c, avatar, elapsed);
    write_status(c);
}

void vrm_companion_get_status(const vrm_companion *c, vrm_companion_status *out) {
    if (out == NULL) return;
    memset(out, 0, sizeof *out);
    if (c != NULL) *out = c->status;
}
