/*
 * The mouth of a speech. Each sound has a target for the five weights, and each weight follows the
 * targets by their mean over a window: so no weight changes faster than one window allows, short
 * sounds reach less than long ones, and the mouth begins to move before the sound. On top of that
 * is a limit: sounds with closed lips have one of 0 in their middle, and it rises on both sides no
 * faster than weights may change. The smaller of the two is the weight, which therefore changes no
 * faster either. (A filter after the limit would open the lips again: that was tried first.)
 */
#include "base/desc.h"
#include "base/math.h"
#include "base/memory.h"
#include "base/report.h"
#include "live/voice/sounds.h"
#include "live/voice/stress.h"

#include <stdalign.h>
#include <string.h>

VRMI_DESC_CHECK(vrm_speech_desc, reserved);

/* Below the promise of 12 per second, so that rounding does not break it. */
#define RATE 11.5
#define HALF_WINDOW (0.5 / RATE)
/* Lips stay closed for more than a frame of 60 per second, and open and close within the rest. */
#define LEAST_CLOSED 0.020
#define MOST_MARGIN 0.015
/* From the start of a consonant: a vowel that begins later does not shape it. With half a window,
 * that is within the look-ahead. */
#define CONTEXT 0.2
/* From the start of a mora n: lips that close later do not close it. A limit begins to act 1 / RATE
 * before it, so this is less. */
#define MORA_CONTEXT 0.16

typedef struct sound_part {
    double start, end; /* seconds from the first phoneme */
    double sums[VRMI_VOWELS];
    float weights[VRMI_VOWELS];
    float strength;
    float stress;
    uint8_t sound;
} sound_part;

/* A limit of the weights: `most` from start to end, rising at RATE on both sides. `before` is what
 * earlier limits allow at its start, and `after` what it and later ones allow there. */
typedef struct limit_part {
    double start, end;
    double most, before, after;
} limit_part;

struct vrm_speech {
    vrmi_memory memory;
    size_t bytes;
    vrm_speech_info info;
    sound_part *parts;
    size_t part_count;
    limit_part *limits;
    size_t limit_count;
};

void vrm_speech_desc_init_sized(vrm_speech_desc *desc, size_t struct_size) {
    vrmi_desc_init(desc, struct_size);
}

/* --- Phonemes become sounds --- */

static bool is_part_of_one(float value) { return value >= 0.0f && value <= 1.0f; }

static bool is_time(int64_t time) {
    return time >= -VRM_SPEECH_LAST_TIME && time <= VRM_SPEECH_LAST_TIME;
}

static bool phonemes_are_good(const vrm_speech_desc *desc) {
    for (uint32_t i = 0; i < desc->phoneme_count; ++i) {
        const vrm_phoneme *p = &desc->phonemes[i];
        if (!is_time(p->start) || !is_time(p->end) || p->end < p->start) return false;
        if (i > 0 && p->start < p[-1].start) return false;
        if (!is_part_of_one(p->stress) || !is_part_of_one(p->loudness)) return false;
        if (p->symbol.data == NULL && p->symbol.length != 0) return false;
    }
    return true;
}

static bool read_desc(const vrm_speech_desc *desc, vrm_speech_desc *own) {
    return vrmi_desc_read(own, sizeof *own, VRMI_SIZE_UP_TO(vrm_speech_desc, alphabet), desc, 0) &&
           own->alphabet >= 0 && own->alphabet < VRM_ALPHABET_COUNT &&
           own->phoneme_count <= VRM_SPEECH_MOST_PHONEMES &&
           (own->phonemes != NULL || own->phoneme_count == 0) && phonemes_are_good(own);
}

/* Where the phoneme ends: with the next one at last. */
static int64_t phoneme_end(const vrm_speech_desc *desc, uint32_t index) {
    const vrm_phoneme *p = &desc->phonemes[index];
    const bool is_last = index + 1 == desc->phoneme_count;
    return !is_last && p[1].start < p->end ? p[1].start : p->end;
}

/* How many sounds and limits there are. */
static void count(const vrm_speech_desc *desc, size_t *out_parts, size_t *out_limits) {
    *out_parts = *out_limits = 0;
    for (uint32_t i = 0; i < desc->phoneme_count; ++i) {
        vrmi_sounds sounds;
        vrmi_sounds_read(desc->alphabet, desc->phonemes[i].symbol, &sounds);
        *out_parts += sounds.count;
        for (uint32_t k = 0; k < sounds.count; ++k) {
            const bool may_close = sounds.sounds[k] == VRMI_SOUND_MORA_N;
            *out_limits += may_close || vrmi_sound_shapes[sounds.sounds[k]].most < 1.0f;
        }
    }
}

/* Unstressed vowels open less, but more than the half that would let a neighbor win. */
static float strength_of(const vrm_phoneme *phoneme, float stress) {
    const float loudness = phoneme->loudness > 0.0f ? phoneme->loudness : 1.0f;
    return loudness * (0.85f + 0.15f * stress);
}

/* The sounds of a symbol share its time. */
static void add_sounds(vrm_speech *s, const vrmi_sounds *sounds, double start, double end,
                       float stress, float strength) {
    double all = 0.0, begun = 0.0;
    for (uint32_t i = 0; i < sounds->count; ++i) all += vrmi_sound_shapes[sounds->sounds[i]].share;
    for (uint32_t i = 0; i < sounds->count; ++i) {
        sound_part *part = &s->parts[s->part_count++];
        const double share = vrmi_sound_shapes[sounds->sounds[i]].share;
        part->start = start + (end - start) * (begun / all);
        begun += share;
        part->end = i + 1 == sounds->count ? end : start + (end - start) * (begun / all);
        part->sound = sounds->sounds[i];
        part->strength = strength;
        part->stress = stress;
    }
}

static void add_phonemes(vrm_speech *s, const vrm_speech_desc *desc) {
    for (uint32_t i = 0; i < desc->phoneme_count; ++i) {
        const vrm_phoneme *p = &desc->phonemes[i];
        const int64_t end = phoneme_end(desc, i);
        vrmi_sounds sounds;
        float stress;
        vrmi_sounds_read(desc->alphabet, p->symbol, &sounds);
        stress = p->stress > 0.0f ? p->stress : sounds.stress;
        if (sounds.is_unknown && s->info.unknown_count++ == 0) s->info.first_unknown = i;
        if (end > s->info.end) s->info.end = end;
        if (end == p->start) continue;
        add_sounds(s, &sounds, (double)(p->start - s->info.start) * 1e-9,
                   (double)(end - s->info.start) * 1e-9, stress, strength_of(p, stress));
    }
    s->info.sound_count = (uint32_t)s->part_count;
}

/* A mora n before closed lips is an m. */
static void close_moras(vrm_speech *s) {
    for (size_t i = 0; i + 1 < s->part_count; ++i) {
        sound_part *part = &s->parts[i];
        if (part->sound == VRMI_SOUND_MORA_N && part[1].sound == VRMI_SOUND_PP &&
            part[1].start - part->start <= MORA_CONTEXT) {
            part->sound = VRMI_SOUND_PP;
        }
    }
}

/* --- Sounds become targets --- */

static bool is_vowel(const sound_part *part) { return vrmi_sound_shapes[part->sound].is_vowel; }

static bool is_silence(const sound_part *part) { return part->sound == VRMI_SOUND_SILENCE; }

static void set_own_weights(vrm_speech *s) {
    for (size_t i = 0; i < s->part_count; ++i) {
        sound_part *part = &s->parts[i];
        const vrmi_sound_shape *shape = &vrmi_sound_shapes[part->sound];
        for (int k = 0; k < VRMI_VOWELS; ++k) {
            part->weights[k] = part->strength * (1.0f - shape->context) * shape->weights[k];
        }
    }
}

static void add_context(sound_part *part, const sound_part *vowel, float amount) {
    for (int k = 0; k < VRMI_VOWELS; ++k) part->weights[k] += amount * vowel->weights[k];
}

/* Of the vowels on both sides, or of the only one. Sounds with a shape of their own take half as
 * much of them, so that a consonant shows. */
static void set_context(sound_part *part, const sound_part *before, const sound_part *after) {
    const float context = vrmi_sound_shapes[part->sound].context;
    const float amount = context < 1.0f ? 0.5f * context : context;
    const bool has_before = before != NULL && part->start - before->end <= CONTEXT;
    const bool has_after = after != NULL && after->start - part->start <= CONTEXT;
    if (has_before) add_context(part, before, has_after ? 0.5f * amount : amount);
    if (has_after) add_context(part, after, has_before ? 0.5f * amount : amount);
}

/* The next vowel of a part, as an index; part_count: silence comes first, or the end. */
static size_t next_vowel(const vrm_speech *s, size_t from, size_t known) {
    if (known > from) return known;
    for (size_t i = from + 1; i < s->part_count; ++i) {
        if (is_vowel(&s->parts[i]) || is_silence(&s->parts[i])) return i;
    }
    return s->part_count;
}

static void set_contexts(vrm_speech *s) {
    const sound_part *before = NULL;
    size_t next = 0;
    for (size_t i = 0; i < s->part_count; ++i) {
        sound_part *part = &s->parts[i];
        const sound_part *after;
        next = next_vowel(s, i, next);
        if (is_vowel(part) || is_silence(part)) {
            before = is_vowel(part) ? part : NULL;
            continue;
        }
        after = next < s->part_count && is_vowel(&s->parts[next]) ? &s->parts[next] : NULL;
        set_context(part, before, after);
    }
}

static void set_sums(vrm_speech *s) {
    for (size_t i = 1; i < s->part_count; ++i) {
        const sound_part *last = &s->parts[i - 1];
        for (int k = 0; k < VRMI_VOWELS; ++k) {
            s->parts[i].sums[k] = last->sums[k] + (last->end - last->start) * last->weights[k];
        }
    }
}

/* --- Limits --- */

static double smaller(double a, double b) { return a < b ? a : b; }

static double larger(double a, double b) { return a > b ? a : b; }

static void add_limit(vrm_speech *s, const sound_part *part, float most) {
    limit_part *limit = &s->limits[s->limit_count++];
    const double spare = 0.5 * (part->end - part->start - LEAST_CLOSED);
    const double margin = smaller(spare, MOST_MARGIN); /* negative in short sounds */
    limit->start = part->start + margin;
    limit->end = part->end - margin;
    limit->most = most;
}

static void add_limits(vrm_speech *s) {
    for (size_t i = 0; i < s->part_count; ++i) {
        const float most = vrmi_sound_shapes[s->parts[i].sound].most;
        if (most < 1.0f) add_limit(s, &s->parts[i], most);
        if (most == 0.0f) s->info.closure_count += 1;
    }
}

/* What a limit allows at a time behind its start, of itself and of those before it. */
static double limit_behind(const limit_part *limit, double time) {
    return smaller(limit->most + RATE * larger(0.0, time - limit->end),
                   limit->before + RATE * (time - limit->start));
}

static void join_limits(vrm_speech *s) {
    for (size_t i = 0; i < s->limit_count; ++i) {
        limit_part *limit = &s->limits[i];
        limit->before = i == 0 ? 1.0 : limit_behind(limit - 1, limit->start);
        /* Lips that are still closed stay so, also if the next limit has begun. */
        if (i > 0 && limit[-1].most <= 0.0) {
            limit->before = smaller(limit->before, RATE * (limit->start - limit[-1].end));
        }
    }
    for (size_t i = s->limit_count; i-- > 0;) {
        limit_part *limit = &s->limits[i];
        limit->after = limit->most;
        if (i + 1 == s->limit_count) continue;
        limit->after =
            smaller(limit->after, limit[1].after + RATE * (limit[1].start - limit->start));
    }
}

/* --- The object --- */

vrm_result vrm_speech_create(const vrm_speech_desc *desc, vrm_speech **out_speech,
                             vrm_report **out_report) {
    vrm_speech_desc own;
    vrmi_layout layout = {0, false};
    vrmi_memory memory;
    unsigned char *place;
    size_t part_count, limit_count, parts, limits;
    vrm_speech *s;
    if (out_speech != NULL) *out_speech = NULL;
    if (out_speech == NULL || !read_desc(desc, &own)) {
        return vrmi_report_end(out_report, VRM_ERROR_INVALID_ARGUMENT);
    }
    vrmi_memory_init(&memory, own.allocator);
    count(&own, &part_count, &limit_count);
    vrmi_layout_add(&layout, 1, sizeof *s, alignof(vrm_speech));
    parts = vrmi_layout_add(&layout, part_count, sizeof(sound_part), alignof(sound_part));
    limits = vrmi_layout_add(&layout, limit_count, sizeof(limit_part), alignof(limit_part));
    place = layout.overflow ? NULL : vrmi_memory_allocate(&memory, layout.size);
    if (place == NULL) return vrmi_report_end(out_report, VRM_ERROR_OUT_OF_MEMORY);
    memset(place, 0, layout.size);
    s = (vrm_speech *)(void *)place;
    s->memory = memory;
    s->bytes = layout.size;
    s->parts = (sound_part *)(void *)(place + parts);
    s->limits = (limit_part *)(void *)(place + limits);
    if (own.phoneme_count > 0) s->info.start = s->info.end = own.phonemes[0].start;
    add_phonemes(s, &own);
    close_moras(s);
    set_own_weights(s);
    set_contexts(s);
    set_sums(s);
    add_limits(s);
    join_limits(s);
    *out_speech = s;
    return vrmi_report_end(out_report, VRM_OK);
}

void vrm_speech_destroy(vrm_speech *speech) {
    vrmi_memory memory;
    if (speech == NULL) return;
    memory = speech->memory;
    vrmi_memory_release(&memory, speech, speech->bytes);
}

const vrm_speech_info *vrm_speech_get_info(const vrm_speech *speech) {
    return speech != NULL ? &speech->info : NULL;
}

/* --- Sampling --- */

/* Of the parts that have begun, how many. */
static size_t parts_begun(const vrm_speech *s, double time) {
    size_t low = 0, high = s->part_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (s->parts[middle].start <= time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The targets up to a time, as sums over it. */
static void sum_until(const vrm_speech *s, double time, double out[VRMI_VOWELS]) {
    const size_t begun = parts_begun(s, time);
    for (int k = 0; k < VRMI_VOWELS; ++k) {
        const sound_part *part = begun > 0 ? &s->parts[begun - 1] : NULL;
        out[k] = 0.0;
        if (part == NULL) continue;
        out[k] = part->sums[k] + (smaller(time, part->end) - part->start) * part->weights[k];
    }
}

static double limit_at(const vrm_speech *s, double time) {
    size_t low = 0, high = s->limit_count;
    double most = 1.0;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (s->limits[middle].start <= time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low > 0) most = smaller(most, limit_behind(&s->limits[low - 1], time));
    if (low < s->limit_count) {
        most = smaller(most, s->limits[low].after + RATE * (s->limits[low].start - time));
    }
    return most;
}

void vrm_speech_sample(const vrm_speech *speech, int64_t time, vrm_mouth *out) {
    double from[VRMI_VOWELS], to[VRMI_VOWELS], at, most;
    float weights[VRMI_VOWELS];
    if (out == NULL) return;
    memset(out, 0, sizeof *out);
    if (speech == NULL || time < speech->info.start - INT64_C(1000000000) ||
        time > speech->info.end + INT64_C(1000000000)) {
        return;
    }
    at = (double)(time - speech->info.start) * 1e-9;
    sum_until(speech, at - HALF_WINDOW, from);
    sum_until(speech, at + HALF_WINDOW, to);
    most = limit_at(speech, at);
    for (int k = 0; k < VRMI_VOWELS; ++k) {
        const double mean = (to[k] - from[k]) * RATE;
        weights[k] = vrmi_saturate((float)smaller(mean, most));
    }
    *out = (vrm_mouth){.aa = weights[VRMI_AA],
                       .ih = weights[VRMI_IH],
                       .ou = weights[VRMI_OU],
                       .ee = weights[VRMI_EE],
                       .oh = weights[VRMI_OH]};
}

void vrm_mouth_write_pose(const vrm_mouth *mouth, vrm_pose *pose) {
    if (mouth == NULL || pose == NULL) return;
    const float weights[VRMI_VOWELS] = {mouth->aa, mouth->ih, mouth->ou, mouth->ee, mouth->oh};
    static const vrm_preset presets[VRMI_VOWELS] = {VRM_PRESET_AA, VRM_PRESET_IH, VRM_PRESET_OU,
                                                    VRM_PRESET_EE, VRM_PRESET_OH};
    for (int k = 0; k < VRMI_VOWELS; ++k) {
        pose->presets |= UINT32_C(1) << presets[k];
        pose->weights[presets[k]] = vrmi_saturate(weights[k]);
    }
}

float vrmi_speech_stress(const vrm_speech *speech, int64_t from, int64_t to) {
    const double after = (double)(from - speech->info.start) * 1e-9;
    const double until = (double)(to - speech->info.start) * 1e-9;
    float most = 0.0f;
    for (size_t i = parts_begun(speech, until); i-- > 0 && speech->parts[i].start > after;) {
        const sound_part *part = &speech->parts[i];
        if (is_vowel(part) && part->stress > most) most = part->stress;
    }
    return most;
}
