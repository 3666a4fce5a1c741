/* Sounds in .wav files: PCM of 16, 24 or 32 bits, or floats, mono or stereo. */
#ifndef VRM_CLI_WAV_H
#define VRM_CLI_WAV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A sound within the bytes of the file. */
typedef struct wav_sound {
    const unsigned char *samples;
    size_t count; /* of samples per channel */
    uint32_t rate;
    uint32_t channels;     /* 1 or 2 */
    uint32_t sample_bytes; /* 2, 3 or 4 */
    bool is_float;
} wav_sound;

/* False: it is no such file. A file that ends early has fewer samples. */
bool wav_open(const void *bytes, size_t size, wav_sound *out);

/* A sample, from -1 to 1; the mean of the channels. `index` is less than the count. A float may be
 * anything. */
float wav_sample(const wav_sound *sound, size_t index);

#endif
