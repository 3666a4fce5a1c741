/* vrm motion voice: the mouth of phonemes with their times, as a .vrma file. */
#include "apps/kit/batch/load.h"
#include "motion.h"

#include <string.h>
#include <vrm/live.h>

#define SECOND INT64_C(1000000000)
/* Behind the last phoneme: until then the mouth has closed. */
#define CLOSING (SECOND / 10)
/* As many as a recorder can have: 46 hours at 60 frames per second. */
enum { MOST_FRAMES = 9999998 };

typedef struct voice {
    batch_file *file;
    const file_limits *limits;
    memory_budget *budget;
    file_notes *notes;
    load_bounds bounds;
    vrm_phonemes_info info;
    vrm_phoneme *phonemes; /* of the budget */
    vrm_speech *speech;
    vrm_recorder *recorder;
} voice;

static bool no_memory(voice *v) {
    note_no_memory(v->notes, v->file->input.path, v->limits, v->budget);
    return false;
}

static bool wrong_line(voice *v) {
    const vrm_diagnostic_argument line = note_count(v->info.line);
    notes_add(v->notes, v->file->input.path, TOOL_PHONEMES_WRONG, NULL, &line);
    return false;
}

static size_t phonemes_size(const voice *v) { return v->info.count * sizeof *v->phonemes; }

/* Lines become phonemes. The first call counts them. */
static bool read_phonemes(voice *v) {
    const batch_file *file = v->file;
    const vrm_allocator *allocator = &v->bounds.allocator;
    if (vrm_phonemes_read(file->bytes, file->size, NULL, 0, &v->info) != VRM_OK) {
        return wrong_line(v);
    }
    if (v->info.count == 0) return true;
    v->phonemes = allocator->allocate(phonemes_size(v), _Alignof(vrm_phoneme), allocator->user);
    if (v->phonemes == NULL) return no_memory(v);
    return vrm_phonemes_read(file->bytes, file->size, v->phonemes, v->info.count, &v->info) ==
           VRM_OK;
}

static void note_unknown(voice *v) {
    const vrm_speech_info *info = vrm_speech_get_info(v->speech);
    vrm_diagnostic_argument said[2];
    char symbol[64];
    vrm_string first;
    if (info->unknown_count == 0) return;
    first = v->phonemes[info->first_unknown].symbol;
    if (first.length >= sizeof symbol) first.length = sizeof symbol - 1;
    memcpy(symbol, first.data, first.length);
    symbol[first.length] = '\0';
    said[0] = note_count(info->unknown_count);
    said[1] = note_text(symbol);
    notes_add(v->notes, v->file->input.path, TOOL_PHONEMES_UNKNOWN, NULL, said);
}

static bool make_speech(voice *v, const motion_options *options) {
    vrm_speech_desc desc;
    vrm_speech_desc_init(&desc);
    desc.allocator = &v->bounds.allocator;
    desc.phonemes = v->phonemes;
    desc.phoneme_count = v->info.count;
    if (v->info.alphabet != VRM_NONE) desc.alphabet = v->info.alphabet;
    if (options->alphabet >= 0) desc.alphabet = options->alphabet;
    if (vrm_speech_create(&desc, &v->speech, NULL) != VRM_OK) return no_memory(v);
    note_unknown(v);
    return true;
}

/* From the origin of the times, which is the begin of the sound. */
static bool record_frames(voice *v, double fps, vrm_clip **out_clip) {
    const int64_t end = vrm_speech_get_info(v->speech)->end + CLOSING;
    const double frames = (double)end * 1e-9 * fps;
    vrm_recorder_desc desc;
    if (frames >= (double)MOST_FRAMES) return no_memory(v);
    vrm_recorder_desc_init(&desc);
    desc.allocator = &v->bounds.allocator;
    desc.pose_capacity = (uint32_t)frames + 2;
    desc.custom_capacity = 1;
    if (vrm_recorder_create(&desc, &v->recorder, NULL) != VRM_OK) return no_memory(v);
    for (uint32_t i = 0; i < desc.pose_capacity; ++i) {
        const int64_t time = vrm_ns((double)i / fps);
        vrm_mouth mouth;
        vrm_pose pose;
        vrm_pose_init(&pose);
        vrm_speech_sample(v->speech, time, &mouth);
        vrm_mouth_write_pose(&mouth, &pose);
        vrm_recorder_add(v->recorder, time, &pose);
    }
    return vrm_recorder_make_clip(v->recorder, out_clip, NULL) == VRM_OK || no_memory(v);
}

static void close_voice(voice *v) {
    const vrm_allocator *allocator = &v->bounds.allocator;
    vrm_recorder_destroy(v->recorder);
    vrm_speech_destroy(v->speech);
    if (v->phonemes == NULL) return;
    allocator->release(v->phonemes, phonemes_size(v), _Alignof(vrm_phoneme), allocator->user);
}

static bool load_voice(batch_file *file, memory_budget *budget, const motion_options *options,
                       vrm_clip **out_clip, file_notes *notes) {
    voice v = {
        .file = file, .limits = &options->files.batch.limits, .budget = budget, .notes = notes};
    bool is_good;
    if (!load_text(file, v.limits, budget, &v.bounds, notes)) return false;
    is_good = read_phonemes(&v) && make_speech(&v, options) &&
              record_frames(&v, options->fps > 0.0 ? options->fps : 60.0, out_clip);
    close_voice(&v);
    return is_good;
}

void motion_voice(batch_file *phonemes, memory_budget *budget, const char *to,
                  const motion_options *options) {
    motion_write(phonemes, budget, to, options, load_voice);
}
