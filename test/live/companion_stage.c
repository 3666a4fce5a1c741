#include "live/companion_stage.h"

#include "test.h"

#include <string.h>

bool stage_open_with(stage *s, const char *dialect, uint32_t seed, const vrm_companion_params *p) {
    vrm_companion_action actions[STAGE_ACTIONS];
    vrm_companion_desc desc;
    fixture bytes;
    memset(s, 0, sizeof *s);
    memset(actions, 0, sizeof actions);
    s->actor = actor_of_sample(dialect);
    bytes = fixture_sample("dance.vrma");
    if (s->actor.avatar == NULL || bytes.bytes == NULL) {
        fixture_free(&bytes);
        actor_free(&s->actor);
        return false;
    }
    s->dance = load_clip(bytes, NULL);
    actions[STAGE_DANCE].name = (vrm_string){"Dance", 5};
    actions[STAGE_DANCE].clip = s->dance.clip;
    actions[STAGE_DANCE].expression = vrm_model_find_expression(s->actor.file.model, "relaxed");
    actions[STAGE_DANCE].weight = 0.8f;
    actions[STAGE_BLUSH].name = (vrm_string){"blush", 5};
    actions[STAGE_BLUSH].expression = vrm_model_find_expression(s->actor.file.model, "blush");
    actions[STAGE_BLUSH].weight = 1.0f;
    actions[STAGE_SURPRISE].name = (vrm_string){"gasp", 4};
    actions[STAGE_SURPRISE].hold = STAGE_SECOND;
    actions[STAGE_SURPRISE].expression =
        vrm_model_find_expression(s->actor.file.model, "surprised");
    actions[STAGE_SURPRISE].weight = 0.9f;
    vrm_companion_desc_init(&desc);
    desc.actions = actions;
    desc.action_count = STAGE_ACTIONS;
    desc.seed = seed;
    desc.params = p;
    CHECK_INT(vrm_companion_create(s->actor.file.model, &desc, &s->companion, NULL), VRM_OK);
    stage_step(s, NULL);
    return s->companion != NULL;
}

bool stage_open(stage *s, const char *dialect, uint32_t seed) {
    return stage_open_with(s, dialect, seed, NULL);
}

void stage_close(stage *s) {
    vrm_companion_destroy(s->companion);
    unload_motion(&s->dance);
    actor_free(&s->actor);
}

void stage_step(stage *s, const vrm_pose *body) {
    s->now += STAGE_FRAME;
    vrm_companion_update(s->companion, s->actor.avatar, body, s->now);
    vrm_avatar_update(s->actor.avatar, 1.0f / 60.0f);
    vrm_companion_get_status(s->companion, &s->status);
}

void stage_run(stage *s, double seconds) {
    for (int frame = 0; frame < (int)(seconds * 60.0); ++frame) stage_step(s, NULL);
}

void stage_cue(stage *s, const char *tags, int64_t time) {
    vrm_companion_tag found[8];
    char text[256];
    uint32_t count = 0;
    vrm_companion_read_text(s->companion, tags, strlen(tags), text, sizeof text, found, 8, &count);
    CHECK(count > 0 && count <= 8);
    for (uint32_t i = 0; i < count; ++i) {
        CHECK_INT(vrm_companion_cue(s->companion, &found[i], time), 1);
    }
}

vrm_speech *stage_speech(const char *const *symbols, int count, int64_t milliseconds) {
    vrm_phoneme phonemes[128] = {{0}};
    vrm_speech_desc desc;
    vrm_speech *speech = NULL;
    for (int i = 0; i < count; ++i) {
        phonemes[i].start = i * milliseconds * 1000000;
        phonemes[i].end = (i + 1) * milliseconds * 1000000;
        if (strcmp(symbols[i], "_") != 0) {
            phonemes[i].symbol = (vrm_string){symbols[i], (uint32_t)strlen(symbols[i])};
        }
    }
    vrm_speech_desc_init(&desc);
    desc.phonemes = phonemes;
    desc.phoneme_count = (uint32_t)count;
    CHECK_INT(vrm_speech_create(&desc, &speech, NULL), VRM_OK);
    return speech;
}

vrm_speech *stage_sentence(void) {
    static const char *const symbols[] = {"h",   "ə", "l", "ˈoʊ", "m", "a", "ɪ", "n", "ˈeɪ",
                                          "m",   "ɪ", "z", "ˈa",  "m", "i", "_", "p", "l",
                                          "ˈiː", "z", "t", "ˈɔ",  "k", "t", "ə", "m", "ˈiː"};
    return stage_speech(symbols, (int)(sizeof symbols / sizeof symbols[0]), 80);
}

static int32_t find(const stage *s, const char *name) {
    return vrm_model_find_expression(s->actor.file.model, name);
}

float stage_layer(const stage *s, vrm_expression_layer layer, const char *name) {
    return vrm_avatar_layer_expression(s->actor.avatar, layer, find(s, name));
}

float stage_sum(const vrm_mouth *m) { return m->aa + m->ih + m->ou + m->ee + m->oh; }

float stage_shown_mouth(const stage *s) {
    static const char *const names[] = {"aa", "ih", "ou", "ee", "oh"};
    float sum = 0.0f;
    for (int i = 0; i < 5; ++i) {
        sum += vrm_avatar_expression_weight(s->actor.avatar, find(s, names[i]));
    }
    return sum;
}

static uint64_t hash_words(uint64_t h, const void *from, size_t bytes) {
    for (size_t i = 0; i + 4 <= bytes; i += 4) {
        uint32_t word;
        memcpy(&word, (const unsigned char *)from + i, sizeof word);
        h = (h ^ word) * UINT64_C(0x100000001B3);
    }
    return h;
}

uint64_t stage_hash(const stage *s, uint64_t hash) {
    const vrm_frame *frame = vrm_avatar_frame(s->actor.avatar);
    hash = hash_words(hash, frame->world, frame->node_count * sizeof(vrm_mat4));
    hash = hash_words(hash, frame->morph_weights, frame->morph_weight_count * sizeof(float));
    return hash_words(hash, &s->status, sizeof s->status);
}
