/* vrm motion voice: the mouth of a recorded voice, as a .vrma file. */
#include "apps/kit/batch/load.h"
#include "motion.h"
#include "wav.h"

#include <vrm/live.h>

/* Of the sound that is heard before, as a calibration. */
#define HEARD_SECONDS 10
/* After the end: until then the mouth has closed. */
#define CLOSING 0.2
enum { MOST_FRAMES = 9999998, BLOCK = 1024 };

typedef struct sound {
    wav_sound wav;
    size_t added; /* samples that the voice has */
    vrm_voice *voice;
    vrm_recorder *recorder;
} sound;

/* Adds samples up to an index; after the end, silence. */
static void add_until(sound *s, double index) {
    float block[BLOCK];
    while ((double)s->added < index) {
        uint32_t count = 0;
        while (count < BLOCK && (double)s->added < index) {
            block[count++] = s->added < s->wav.count ? wav_sample(&s->wav, s->added) : 0.0f;
            s->added += 1;
        }
        vrm_voice_add(s->voice, block, count);
    }
}

/* What a voice knows of its speaker counts from the first frame. */
static void hear(sound *s) {
    const double heard = (double)HEARD_SECONDS * s->wav.rate;
    add_until(s, heard < (double)s->wav.count ? heard : (double)s->wav.count);
    vrm_voice_reset(s->voice);
    s->added = 0;
}

static bool record(sound *s, double fps, const vrm_allocator *allocator, vrm_clip **out_clip) {
    const double frames = ((double)s->wav.count / s->wav.rate + CLOSING) * fps;
    vrm_recorder_desc desc;
    if (frames >= (double)MOST_FRAMES) return false;
    vrm_recorder_desc_init(&desc);
    desc.allocator = allocator;
    desc.pose_capacity = (uint32_t)frames + 2;
    desc.custom_capacity = 1;
    if (vrm_recorder_create(&desc, &s->recorder, NULL) != VRM_OK) return false;
    hear(s);
    for (uint32_t i = 0; i < desc.pose_capacity; ++i) {
        const double seconds = (double)i / fps;
        vrm_mouth mouth;
        vrm_pose pose;
        vrm_pose_init(&pose);
        add_until(s, (seconds + VRM_VOICE_DELAY * 1e-9) * s->wav.rate);
        vrm_voice_get_mouth(s->voice, &mouth);
        vrm_mouth_write_pose(&mouth, &pose);
        vrm_recorder_add(s->recorder, vrm_ns(seconds), &pose);
    }
    return vrm_recorder_make_clip(s->recorder, out_clip, NULL) == VRM_OK;
}

static bool load_sound(batch_file *file, memory_budget *budget, const motion_options *options,
                       vrm_clip **out_clip, file_notes *notes) {
    const file_limits *limits = &options->files.batch.limits;
    vrm_voice_desc desc;
    load_bounds bounds;
    sound s = {.voice = NULL};
    bool is_good;
    if (!load_text(file, limits, budget, &bounds, notes)) return false;
    if (!wav_open(file->bytes, file->size, &s.wav)) {
        notes_add(notes, file->input.path, TOOL_SOUND_WRONG, NULL, NULL);
        return false;
    }
    vrm_voice_desc_init(&desc);
    desc.allocator = &bounds.allocator;
    desc.rate = s.wav.rate;
    is_good = vrm_voice_create(&desc, &s.voice, NULL) == VRM_OK &&
              record(&s, options->fps > 0.0 ? options->fps : 60.0, &bounds.allocator, out_clip);
    if (!is_good) note_no_memory(notes, file->input.path, limits, budget);
    vrm_recorder_destroy(s.recorder);
    vrm_voice_destroy(s.voice);
    return is_good;
}

void motion_sound(batch_file *file, memory_budget *budget, const char *to,
                  const motion_options *options) {
    motion_write(file, budget, to, options, load_sound);
}
