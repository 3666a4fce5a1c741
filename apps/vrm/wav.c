#include "wav.h"

#include <string.h>

enum { PCM = 1, IEEE_FLOAT = 3, EXTENSIBLE = 0xFFFE };
enum { RIFF_HEADER = 12, CHUNK_HEADER = 8, FORMAT_BYTES = 16, SUBFORMAT_AT = 24 };
enum { LEAST_RATE = 8000, MOST_RATE = 192000 };

static uint32_t read_u16(const unsigned char *p) { return (uint32_t)p[0] | (uint32_t)p[1] << 8; }

static uint32_t read_u32(const unsigned char *p) { return read_u16(p) | read_u16(p + 2) << 16; }

static bool read_format(const unsigned char *p, size_t size, wav_sound *out) {
    uint32_t format, bits;
    if (size < FORMAT_BYTES) return false;
    format = read_u16(p);
    if (format == EXTENSIBLE) {
        if (size < SUBFORMAT_AT + 2) return false;
        format = read_u16(p + SUBFORMAT_AT);
    }
    bits = read_u16(p + 14);
    out->channels = read_u16(p + 2);
    out->rate = read_u32(p + 4);
    out->sample_bytes = bits / 8;
    out->is_float = format == IEEE_FLOAT;
    if (format == PCM) return bits == 16 || bits == 24 || bits == 32;
    return format == IEEE_FLOAT && bits == 32;
}

static bool format_is_good(const wav_sound *sound, const unsigned char *format) {
    return sound->channels >= 1 && sound->channels <= 2 && sound->rate >= LEAST_RATE &&
           sound->rate <= MOST_RATE &&
           read_u16(format + 12) == sound->channels * sound->sample_bytes;
}

bool wav_open(const void *bytes, size_t size, wav_sound *out) {
    const unsigned char *file = bytes;
    bool has_format = false;
    memset(out, 0, sizeof *out);
    if (file == NULL || size < RIFF_HEADER || memcmp(file, "RIFF", 4) != 0 ||
        memcmp(file + 8, "WAVE", 4) != 0) {
        return false;
    }
    for (size_t at = RIFF_HEADER; size - at >= CHUNK_HEADER;) {
        const unsigned char *chunk = file + at + CHUNK_HEADER;
        const size_t rest = size - at - CHUNK_HEADER;
        size_t length = read_u32(file + at + 4);
        if (length > rest) length = rest;
        if (memcmp(file + at, "fmt ", 4) == 0) {
            has_format = read_format(chunk, length, out) && format_is_good(out, chunk);
            if (!has_format) return false;
        } else if (memcmp(file + at, "data", 4) == 0) {
            out->samples = chunk;
            if (has_format) out->count = length / (out->channels * out->sample_bytes);
            return has_format;
        }
        if (length == rest) return false;
        at += CHUNK_HEADER + length + (length & 1);
        if (at > size) return false;
    }
    return false;
}

static float read_sample(const wav_sound *sound, const unsigned char *p) {
    uint32_t bits = 0;
    int32_t value;
    float number;
    for (uint32_t i = 0; i < sound->sample_bytes; ++i) {
        bits |= (uint32_t)p[i] << (8 * (i + 4 - sound->sample_bytes));
    }
    memcpy(&number, &bits, sizeof number);
    if (sound->is_float) return number;
    memcpy(&value, &bits, sizeof value);
    return (float)value / 2147483648.0f;
}

float wav_sample(const wav_sound *sound, size_t index) {
    const size_t step = sound->sample_bytes;
    const unsigned char *p = sound->samples + index * step * sound->channels;
    if (sound->channels == 1) return read_sample(sound, p);
    return 0.5f * (read_sample(sound, p) + read_sample(sound, p + step));
}
