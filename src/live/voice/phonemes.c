/* Phonemes as text: one line each. Nothing is allocated, and no locale is asked. */
#include "vrm/live/voice.h"

#include "base/text.h"

#include <string.h>

enum { MOST_FIELDS = 5, MOST_DIGITS = 6 };
#define SECOND INT64_C(1000000000)
/* Of the last phoneme, if it has no end. */
#define LAST_LENGTH (SECOND / 10)

typedef struct reader {
    const char *text;
    size_t size, at;
    vrm_phoneme *out;
    uint32_t capacity;
    vrm_phonemes_info info;
    vrm_phoneme last; /* kept until the next line begins, which may end it */
    bool has_last, is_open;
} reader;

typedef struct fields {
    vrm_string items[MOST_FIELDS];
    uint32_t count; /* one more than there may be: too many */
} fields;

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* Reads one line, without its end. */
static void read_fields(reader *r, fields *out) {
    const char *text = r->text;
    out->count = 0;
    while (r->at < r->size && text[r->at] != '\n') {
        const size_t start = r->at;
        while (r->at < r->size && text[r->at] != '\n' && !is_space(text[r->at])) ++r->at;
        if (r->at > start) {
            if (out->count == MOST_FIELDS || r->at - start > UINT32_MAX) {
                out->count = MOST_FIELDS + 1;
            } else if (out->count < MOST_FIELDS) {
                out->items[out->count++] = (vrm_string){text + start, (uint32_t)(r->at - start)};
            }
        } else {
            ++r->at;
        }
    }
    if (r->at < r->size) ++r->at;
}

/* "12.5" in billionths. Digits behind the ninth decimal are not needed. */
static bool read_number(vrm_string text, int64_t *out) {
    int64_t value = 0, unit = SECOND;
    uint32_t i = 0, digits = 0;
    for (; i < text.length && text.data[i] >= '0' && text.data[i] <= '9'; ++i) {
        if (++digits > MOST_DIGITS) return false;
        value = value * 10 + (text.data[i] - '0');
    }
    value *= SECOND;
    if (i < text.length && text.data[i] == '.') {
        for (++i; i < text.length && text.data[i] >= '0' && text.data[i] <= '9'; ++i, ++digits) {
            unit /= 10;
            value += unit * (text.data[i] - '0');
        }
    }
    *out = value;
    return digits > 0 && i == text.length;
}

static bool read_part_of_one(vrm_string text, float *out) {
    int64_t value;
    if (!read_number(text, &value) || value > SECOND) return false;
    *out = (float)((double)value / (double)SECOND);
    return true;
}

/* --- Lines --- */

static void put_last(reader *r) {
    if (!r->has_last) return;
    if (r->out != NULL && r->info.count < r->capacity) r->out[r->info.count] = r->last;
    r->info.count += 1;
    r->has_last = r->is_open = false;
}

static bool read_alphabet(reader *r, const fields *line) {
    static const char *const names[VRM_ALPHABET_COUNT] = {"ipa",      "arpabet", "kana",   "azure",
                                                          "voicevox", "espeak",  "rhubarb"};
    if (line->count != 2 || r->has_last) return false;
    for (vrm_alphabet i = 0; i < VRM_ALPHABET_COUNT; ++i) {
        if (!vrmi_string_equals(line->items[1], names[i])) continue;
        r->info.alphabet = i;
        return true;
    }
    return false;
}

static bool read_phoneme(reader *r, const fields *line) {
    vrm_phoneme p = {0};
    const bool is_open = line->count == 2;
    if (line->count < 2 || line->count > MOST_FIELDS) return false;
    if (!read_number(line->items[0], &p.start)) return false;
    p.end = p.start + LAST_LENGTH;
    if (p.end > VRM_SPEECH_LAST_TIME) p.end = VRM_SPEECH_LAST_TIME;
    if (!is_open && (!read_number(line->items[1], &p.end) || p.end < p.start)) return false;
    p.symbol = line->items[is_open ? 1 : 2];
    if (line->count > 3 && !read_part_of_one(line->items[3], &p.stress)) return false;
    if (line->count > 4 && !read_part_of_one(line->items[4], &p.loudness)) return false;
    if (r->has_last && p.start < r->last.start) return false;
    if (r->has_last && r->is_open) r->last.end = p.start;
    if (r->info.count + 1 >= VRM_SPEECH_MOST_PHONEMES) return false;
    put_last(r);
    r->last = p;
    r->has_last = true;
    r->is_open = is_open;
    return true;
}

static bool read_line(reader *r) {
    fields line;
    r->info.line += 1;
    read_fields(r, &line);
    if (line.count == 0 || line.items[0].data[0] == '#') return true;
    if (vrmi_string_equals(line.items[0], "alphabet")) return read_alphabet(r, &line);
    return read_phoneme(r, &line);
}

vrm_result vrm_phonemes_read(const void *bytes, size_t size, vrm_phoneme *out, uint32_t capacity,
                             vrm_phonemes_info *out_info) {
    reader r = {.text = bytes, .size = size, .out = out, .capacity = capacity};
    bool is_good = true;
    if (out_info == NULL) return VRM_ERROR_INVALID_ARGUMENT;
    memset(out_info, 0, sizeof *out_info);
    out_info->alphabet = VRM_NONE;
    if (bytes == NULL && size != 0) return VRM_ERROR_INVALID_ARGUMENT;
    r.info.alphabet = VRM_NONE;
    if (size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) r.at = 3; /* a byte order mark */
    while (is_good && r.at < size && r.info.line < UINT32_MAX) is_good = read_line(&r);
    put_last(&r);
    if (is_good) r.info.line = 0;
    *out_info = r.info;
    return is_good ? VRM_OK : VRM_ERROR_PAYLOAD;
}
