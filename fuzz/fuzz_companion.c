/*
 * A conversation with a companion: text in chunks, params as JSON, saves that are forged, and every
 * other input. The first byte is the seed, the second is which allocation fails (0: none), and the
 * rest is a script: a byte that names a call, and its arguments.
 */
#include "fuzz.h"

#include <base/hash.h>
#include <math.h>
#include <vrm/live.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TALK_HEADER = 2, TALK_CALLS = 300, TALK_ACTIONS = 2, TALK_SAMPLES = 200 };

/* What a save begins with: magic and version, size, fingerprint, checksum. */
enum { TALK_SAVE_HEADER = 32, TALK_CHECKSUM_AT = 24 };

/* Happy blocks blinks and the mouth, as many avatars have it. */
#define TALK_BINDS                                                                                 \
    "\"materialColorBinds\":[{\"material\":0,\"type\":\"color\",\"targetValue\":[1,0,0,1]}]}"
static const char talk_actor[] =
    "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"VRMC_vrm\"],\"materials\":[{}],"
    "\"nodes\":[{\"translation\":[0,0.8,0],\"children\":[1]},{\"translation\":[0,0.2,0],"
    "\"children\":[2]},{\"translation\":[0,0.4,0],\"children\":[3]},{\"translation\":[0,0.1,0],"
    "\"children\":[4,5]},{\"translation\":[0.03,0.06,0.02]},{\"translation\":[-0.03,0.06,0.02]}],"
    "\"extensions\":{\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"humanoid\":{\"humanBones\":{"
    "\"hips\":{\"node\":0},\"spine\":{\"node\":1},\"neck\":{\"node\":2},\"head\":{\"node\":3},"
    "\"leftEye\":{\"node\":4},\"rightEye\":{\"node\":5}}},\"lookAt\":{\"type\":\"bone\"},"
    "\"expressions\":{\"preset\":{\"happy\":{\"overrideBlink\":\"block\",\"overrideMouth\":"
    "\"block\"," TALK_BINDS ",\"sad\":{\"overrideMouth\":\"blend\"," TALK_BINDS
    ",\"surprised\":{" TALK_BINDS ",\"aa\":{" TALK_BINDS ",\"oh\":{" TALK_BINDS
    ",\"blink\":{" TALK_BINDS "},\"custom\":{\"own\":{" TALK_BINDS "}}}}}";

typedef struct talk {
    const uint8_t *at, *end; /* of the script */
    vrm_model *model;
    vrm_avatar *avatar;
    vrm_clip *clip;
    vrm_speech *speech;
    vrm_voice *voice; /* NULL until it is needed */
    vrm_companion *companion;
    vrm_companion_params params;
    vrm_pose body;
    int64_t now;
} talk;

/* --- The script --- */

/* What is beyond its end is 0. */
static void talk_take(talk *t, void *out, size_t size) {
    const size_t left = (size_t)(t->end - t->at), count = size < left ? size : left;
    memset(out, 0, size);
    if (count > 0) memcpy(out, t->at, count);
    t->at += count;
}

static uint8_t talk_byte(talk *t) {
    uint8_t byte;
    talk_take(t, &byte, 1);
    return byte;
}

/* A copy of exactly its size, so that reading past its end is seen. */
static char *talk_text(talk *t, size_t size) {
    const size_t left = (size_t)(t->end - t->at);
    char *text = malloc(size + 1);
    if (text == NULL) abort();
    memset(text, ' ', size);
    memcpy(text, t->at, size < left ? size : left);
    t->at += size < left ? size : left;
    return realloc(text, size != 0 ? size : 1);
}

/* --- What always holds --- */

static bool talk_is_weight(float value) { return value >= 0.0f && value <= 1.0f; }

static void talk_check(talk *t) {
    const vrm_frame *frame = vrm_avatar_frame(t->avatar);
    vrm_companion_status s;
    vrm_companion_get_status(t->companion, &s);
    for (int i = 0; i < 6; ++i) {
        if (!talk_is_weight(s.emotions[i])) fuzz_fail("emotions are from 0 to 1");
        if (i < 5 && !talk_is_weight((&s.mouth.aa)[i])) fuzz_fail("weights are from 0 to 1");
    }
    if (!(s.mouth.aa + s.mouth.ih + s.mouth.ou + s.mouth.ee + s.mouth.oh <= 1.01f)) {
        fuzz_fail("the sum is at most 1");
    }
    if (!talk_is_weight(s.speaking) || !talk_is_weight(s.action_weight)) {
        fuzz_fail("parts are from 0 to 1");
    }
    if (s.action < VRM_NONE || s.action >= TALK_ACTIONS) fuzz_fail("the action is one of its own");
    if (!(fabsf(s.look_at_yaw) <= 180.0f && fabsf(s.look_at_pitch) <= 180.0f &&
          fabsf(s.head_yaw) <= 1000.0f && fabsf(s.head_pitch) <= 1000.0f &&
          fabsf(s.nod_degrees) <= 180.0f)) {
        fuzz_fail("angles have bounds");
    }
    for (uint32_t i = 0; i < frame->node_count * 16; ++i) {
        if (!isfinite((&frame->world[0].m[0])[i])) fuzz_fail("a frame is finite");
    }
}

static void talk_update(talk *t) {
    static const int64_t steps[] = {16666667, 0, 1, 33333333, 500000000, 2000000000, -1000000};
    const uint8_t kind = talk_byte(t);
    if (kind % 8 < 7) {
        t->now += steps[kind % 8];
    } else {
        talk_take(t, &t->now, sizeof t->now);
    }
    if (t->now > INT64_MAX / 2 || t->now < -INT64_MAX / 2) t->now /= 2;
    vrm_companion_update(t->companion, t->avatar, kind >= 128 ? &t->body : NULL, t->now);
    vrm_avatar_update(t->avatar, 0.016f);
    talk_check(t);
}

/* --- Text, tags and params --- */

static void talk_check_tag(const vrm_companion_tag *tag, size_t size) {
    if (tag->kind < VRM_COMPANION_TAG_UNKNOWN || tag->kind > VRM_COMPANION_TAG_ACTION) {
        fuzz_fail("a tag has a kind");
    }
    if (tag->kind == VRM_COMPANION_TAG_ACTION && (uint32_t)tag->index >= TALK_ACTIONS) {
        fuzz_fail("an action is one of its own");
    }
    if (tag->position > size || tag->hold < 0) fuzz_fail("a tag is in the text");
    if (tag->strength != -1.0f && !talk_is_weight(tag->strength)) fuzz_fail("a tag has a strength");
}

static void talk_read(talk *t) {
    enum { TAGS = 8 };
    vrm_companion_tag tags[TAGS];
    const size_t size = talk_byte(t), room = size + VRM_COMPANION_TAG_BYTES;
    char *text = talk_text(t, size), *out = malloc(room);
    uint32_t count;
    size_t got;
    if (out == NULL) abort();
    got = vrm_companion_read_text(t->companion, text, size, out, room, tags, TAGS, &count);
    if (got > room || count > (size + 64) / 3) fuzz_fail("a text has its bounds");
    for (uint32_t i = 0; i < count && i < TAGS; ++i) {
        talk_check_tag(&tags[i], got);
        vrm_companion_cue(t->companion, &tags[i], t->now + (int64_t)i * 100000000);
    }
    free(text);
    free(out);
}

static void talk_cue(talk *t) {
    vrm_companion_tag tag;
    int64_t time;
    talk_take(t, &tag, sizeof tag);
    tag.kind &= 3;
    tag.index = tag.index % 32;
    talk_take(t, &time, sizeof time);
    vrm_companion_cue(t->companion, &tag, time);
}

/* What is read is written, and read back with the same bits. */
static void talk_params(talk *t) {
    const size_t size = (size_t)talk_byte(t) * 4;
    char *json = talk_text(t, size), written[2048];
    vrm_companion_params again;
    size_t length;
    if (vrm_companion_params_read(json, size, &t->params) == VRM_OK) {
        length = vrm_companion_params_write(&t->params, written, sizeof written);
        vrm_companion_params_init(&again);
        if (length >= sizeof written ||
            vrm_companion_params_read(written, length, &again) != VRM_OK ||
            memcmp(&again, &t->params, sizeof again) != 0) {
            fuzz_fail("params are read back");
        }
        vrm_companion_set_params(t->companion, &t->params);
    }
    free(json);
}

/* --- Saves --- */

static uint8_t *talk_save(const talk *t, size_t size) {
    uint8_t *bytes = malloc(size);
    if (bytes == NULL) abort();
    if (vrm_companion_save(t->companion, bytes, size) != VRM_OK) fuzz_fail("it can be saved");
    return bytes;
}

/* Changes words, and makes the checksum that of the result. */
static void talk_change(talk *t, uint8_t *bytes, size_t size) {
    static const uint64_t odd[] = {UINT64_C(0x7fc000007fc00000),
                                   UINT64_C(0x7f8000007f800000),
                                   INT64_MAX,
                                   (uint64_t)INT64_MIN,
                                   UINT64_MAX,
                                   UINT64_C(0x7fffffff7fffffff),
                                   0,
                                   UINT64_C(0x7149f2ca7149f2ca)};
    const int count = 1 + talk_byte(t) % 4;
    uint64_t checksum;
    for (int i = 0; i < count; ++i) {
        uint16_t where;
        uint64_t word;
        uint8_t kind;
        talk_take(t, &where, sizeof where);
        kind = talk_byte(t);
        if (kind < 8) {
            word = odd[kind];
        } else {
            talk_take(t, &word, sizeof word);
        }
        memcpy(bytes + where % (size / 4 - 1) * 4, &word, kind % 2 == 0 ? 4 : 8);
    }
    checksum = vrmi_hash_bytes(VRMI_HASH_START, bytes + TALK_SAVE_HEADER, size - TALK_SAVE_HEADER);
    memcpy(bytes + TALK_CHECKSUM_AT, &checksum, sizeof checksum);
}

/* A forged save changes nothing, or is what is saved then. */
static void talk_forge(talk *t) {
    const size_t size = vrm_companion_save_size(t->companion);
    uint8_t *before = talk_save(t, size), *forged = talk_save(t, size), *after;
    vrm_result result;
    talk_change(t, forged, size);
    result = vrm_companion_restore(t->companion, forged, size);
    after = talk_save(t, size);
    if (memcmp(after, result == VRM_OK ? forged : before, size) != 0) {
        fuzz_fail("a save is restored as a whole, or not at all");
    }
    free(before);
    free(forged);
    free(after);
}

/* A save that is cut off, or bytes that are none. */
static void talk_cut(talk *t) {
    const size_t size = vrm_companion_save_size(t->companion);
    uint8_t *bytes = talk_save(t, size);
    const size_t cut = talk_byte(t) * size / 256;
    char *other = talk_text(t, talk_byte(t));
    uint8_t *part = malloc(cut + 1);
    if (part == NULL) abort();
    memcpy(part, bytes, cut);
    if (vrm_companion_restore(t->companion, part, cut) == VRM_OK) fuzz_fail("it is cut off");
    if (vrm_companion_restore(t->companion, other, 1) == VRM_OK) fuzz_fail("it is no save");
    if (vrm_companion_restore(t->companion, bytes, size) != VRM_OK) fuzz_fail("it is whole");
    free(bytes);
    free(part);
    free(other);
}

/* --- The rest of the inputs --- */

static void talk_say(talk *t) {
    int64_t start;
    talk_take(t, &start, sizeof start);
    vrm_companion_say(t->companion, t->speech,
                      start % 2 == 0 ? t->now + start % 1000000000 : start);
}

static void talk_samples(talk *t) {
    float samples[TALK_SAMPLES];
    uint32_t count = talk_byte(t);
    if (t->voice == NULL) vrm_voice_create(NULL, &t->voice, NULL);
    if (count > TALK_SAMPLES) count = TALK_SAMPLES;
    talk_take(t, samples, count * sizeof samples[0]);
    vrm_companion_say_samples(t->companion, t->voice, samples, count);
}

static void talk_look(talk *t) {
    const uint8_t kind = talk_byte(t);
    vrm_vec3 point;
    int64_t until;
    talk_take(t, &point, sizeof point);
    talk_take(t, &until, sizeof until);
    if ((kind & 1) != 0) vrm_companion_set_user(t->companion, (kind & 2) != 0 ? &point : NULL);
    if ((kind & 4) != 0) vrm_companion_attend(t->companion, (kind & 8) != 0 ? &point : NULL, until);
    vrm_companion_set_activity(t->companion, (kind >> 4) - 1);
}

static void talk_pose(talk *t) {
    const uint8_t kind = talk_byte(t), bone = talk_byte(t) % VRM_BONE_COUNT;
    const uint8_t preset = talk_byte(t) % VRM_PRESET_COUNT;
    talk_take(t, &t->body.bones, sizeof t->body.bones);
    talk_take(t, &t->body.presets, sizeof t->body.presets);
    talk_take(t, &t->body.parts, sizeof t->body.parts);
    talk_take(t, &t->body.rotations[bone], sizeof t->body.rotations[bone]);
    talk_take(t, &t->body.weights[preset], sizeof t->body.weights[preset]);
    vrm_companion_set_gesture(t->companion, kind % 4 != 0 ? &t->body : NULL);
}

static void talk_call(talk *t) {
    vrm_mouth mouth;
    switch (talk_byte(t) % 12) {
    case 0:
        talk_read(t);
        break;
    case 1:
        talk_cue(t);
        break;
    case 2:
        talk_params(t);
        break;
    case 3:
        talk_forge(t);
        break;
    case 4:
        talk_cut(t);
        break;
    case 5:
        talk_say(t);
        break;
    case 6:
        talk_samples(t);
        break;
    case 7:
        talk_look(t);
        break;
    case 8:
        talk_pose(t);
        break;
    case 9:
        talk_take(t, &mouth, sizeof mouth);
        vrm_companion_set_mouth(t->companion, talk_byte(t) % 8 != 0 ? &mouth : NULL);
        break;
    case 10:
        if (talk_byte(t) % 4 == 0) vrm_companion_be_silent(t->companion);
        break;
    default:
        talk_update(t);
        break;
    }
}

/* --- A conversation --- */

/* A second in which the spine bends and a weight rises. */
static vrm_clip *talk_make_clip(void) {
    vrm_recorder *recorder;
    vrm_clip *clip = NULL;
    vrm_pose pose;
    vrm_pose_init(&pose);
    pose.bones = VRM_BONE_BIT(VRM_BONE_SPINE) | VRM_BONE_BIT(VRM_BONE_HIPS);
    pose.presets = 1u << VRM_PRESET_HAPPY;
    pose.parts = VRM_POSE_HIPS;
    if (vrm_recorder_create(NULL, &recorder, NULL) != VRM_OK) abort();
    for (int i = 0; i < 3; ++i) {
        pose.rotations[VRM_BONE_SPINE] = i == 1 ? vrm_quat_make(0.28f, 0.0f, 0.0f, 0.96f)
                                                : vrm_quat_make(0.0f, 0.0f, 0.0f, 1.0f);
        pose.hips.y = 0.1f * (float)i;
        pose.weights[VRM_PRESET_HAPPY] = 0.5f * (float)i;
        vrm_recorder_add(recorder, i * INT64_C(500000000), &pose);
    }
    vrm_recorder_make_clip(recorder, &clip, NULL);
    vrm_recorder_destroy(recorder);
    return clip;
}

static void talk_open(talk *t) {
    static const char *const symbols[] = {"p", "ˈa", "m", "i", "b", "ˈoʊ"};
    vrm_phoneme phonemes[6] = {{0}};
    vrm_speech_desc desc;
    size_t size;
    uint8_t *file = fuzz_glb((const uint8_t *)talk_actor, sizeof talk_actor - 1, NULL, 0, &size);
    vrm_model_load(file, size, NULL, &t->model, NULL);
    free(file);
    vrm_avatar_create(t->model, NULL, &t->avatar, NULL);
    t->clip = talk_make_clip();
    for (int i = 0; i < 6; ++i) {
        phonemes[i].start = i * INT64_C(90000000);
        phonemes[i].end = (i + 1) * INT64_C(90000000);
        phonemes[i].symbol = (vrm_string){symbols[i], (uint32_t)strlen(symbols[i])};
    }
    vrm_speech_desc_init(&desc);
    desc.phonemes = phonemes;
    desc.phoneme_count = 6;
    vrm_speech_create(&desc, &t->speech, NULL);
    if (t->avatar == NULL || t->clip == NULL || t->speech == NULL) fuzz_fail("all is there");
    vrm_avatar_update(t->avatar, 0.0f);
    vrm_companion_params_init(&t->params);
    vrm_pose_init(&t->body);
}

static void talk_close(talk *t) {
    vrm_companion_destroy(t->companion);
    vrm_voice_destroy(t->voice);
    vrm_speech_destroy(t->speech);
    vrm_clip_release(t->clip);
    vrm_avatar_destroy(t->avatar);
    vrm_model_release(t->model);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_memory memory = {0, 0, 0};
    const vrm_allocator allocator = {fuzz_allocate, fuzz_release, &memory};
    vrm_companion_action actions[TALK_ACTIONS] = {{{"wave", 4}, NULL, 0, 0, VRM_NONE, 0.0f},
                                                  {{"own", 3}, NULL, 0, 0, VRM_NONE, 1.0f}};
    vrm_companion_desc desc;
    talk t = {0};
    if (size < TALK_HEADER) return 0;
    talk_open(&t);
    t.at = data + TALK_HEADER;
    t.end = data + size;
    memory.fail_at = data[1] != 0 ? data[1] - 1 : -1;
    actions[0].clip = t.clip;
    actions[1].expression = vrm_model_find_expression(t.model, "own");
    vrm_companion_desc_init(&desc);
    desc.allocator = &allocator;
    desc.actions = actions;
    desc.action_count = TALK_ACTIONS;
    desc.seed = data[0];
    vrm_companion_create(t.model, &desc, &t.companion, NULL);
    if ((t.companion == NULL) != (memory.fail_at == 0)) fuzz_fail("a companion or a failure");
    for (int i = 0; i < TALK_CALLS && t.companion != NULL && t.at != t.end; ++i) talk_call(&t);
    if (t.companion != NULL) talk_update(&t);
    talk_close(&t);
    if (memory.live != 0) fuzz_fail("all memory is released");
    return 0;
}
