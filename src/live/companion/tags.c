/* Tags in a text: "[name]", "[name 0.7]", "[name 0.7 3s]". They come in any chunks. */
#include "base/text.h"
#include "live/companion/companion.h"
#include "live/text/scan.h"

#include <string.h>

static const struct {
    const char *name;
    vrm_preset preset;
} emotions[] = {
    {"happy", VRM_PRESET_HAPPY},     {"joy", VRM_PRESET_HAPPY},
    {"angry", VRM_PRESET_ANGRY},     {"sad", VRM_PRESET_SAD},
    {"sorrow", VRM_PRESET_SAD},      {"relaxed", VRM_PRESET_RELAXED},
    {"fun", VRM_PRESET_RELAXED},     {"surprised", VRM_PRESET_SURPRISED},
    {"neutral", VRM_PRESET_NEUTRAL},
};

static bool is_letter(char c) { return vrmi_lower(c) >= 'a' && vrmi_lower(c) <= 'z'; }

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_name(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '-'; }

static bool equals(const char *name, uint32_t length, const char *other, size_t other_length) {
    if (length != other_length) return false;
    for (uint32_t i = 0; i < length; ++i) {
        if (vrmi_lower(name[i]) != other[i]) return false;
    }
    return true;
}

int32_t vrmi_tag_preset(const char *name, uint32_t length) {
    for (size_t i = 0; i < sizeof emotions / sizeof emotions[0]; ++i) {
        if (equals(name, length, emotions[i].name, strlen(emotions[i].name))) {
            return emotions[i].preset;
        }
    }
    return VRM_NONE;
}

/* An action hides an emotion of the same name. */
static void find(const vrm_companion *c, const char *name, uint32_t length,
                 vrm_companion_tag *tag) {
    for (uint32_t i = 0; i < c->action_count; ++i) {
        if (!equals(name, length, c->actions[i].name, c->actions[i].length)) continue;
        tag->kind = VRM_COMPANION_TAG_ACTION;
        tag->index = (int32_t)i;
        return;
    }
    tag->index = vrmi_tag_preset(name, length);
    tag->kind = tag->index != VRM_NONE ? VRM_COMPANION_TAG_EMOTION : VRM_COMPANION_TAG_UNKNOWN;
}

static void skip_spaces(vrmi_scan *s) {
    while (vrmi_scan_take(s, ' ')) continue;
}

/* Numbers begin with a digit: no sign. */
static bool take_number(vrmi_scan *s, float *out) {
    return s->at != s->end && is_digit(*s->at) && vrmi_scan_number(s, out);
}

/* A whole tag with its brackets. False: it is only text. */
static bool parse(const vrm_companion *c, const char *text, uint32_t length,
                  vrm_companion_tag *tag) {
    vrmi_scan s = {text + 1, text + length - 1};
    const char *name = s.at;
    float value;
    memset(tag, 0, sizeof *tag);
    tag->strength = -1.0f;
    while (s.at != s.end && is_name(*s.at)) ++s.at;
    if (s.at == name || !is_letter(*name)) return false;
    find(c, name, (uint32_t)(s.at - name), tag);
    for (int i = 0; i < 2; ++i) {
        const char *before = s.at;
        skip_spaces(&s);
        if (s.at == s.end) return true;
        if (s.at == before || !take_number(&s, &value)) return false;
        if (vrmi_scan_take(&s, 's')) {
            tag->hold = vrm_ns((double)vrmi_clamp(value, 0.0f, 3600.0f));
            i = 1; /* a time is the last */
        } else if (i == 0) {
            tag->strength = vrmi_saturate(value);
        } else {
            return false;
        }
    }
    skip_spaces(&s);
    return s.at == s.end;
}

/* What a tag may have between its brackets. */
static bool may_be_in_tag(char c) { return is_name(c) || c == ' ' || c == '.'; }

typedef struct output {
    char *text;
    size_t length;
    vrm_companion_tag *tags;
    uint32_t capacity, count;
} output;

static void flush(vrmi_companion_state *s, output *out) {
    memcpy(out->text + out->length, s->text, s->text_length);
    out->length += s->text_length;
    s->text_length = 0;
}

static void end_tag(vrm_companion *c, output *out) {
    vrmi_companion_state *s = &c->state;
    vrm_companion_tag tag;
    if (!parse(c, s->text, s->text_length, &tag)) {
        flush(s, out);
        return;
    }
    s->text_length = 0;
    tag.position = (uint32_t)out->length;
    if (out->count < out->capacity) out->tags[out->count] = tag;
    out->count += 1;
}

static void take(vrm_companion *c, char ch, output *out) {
    vrmi_companion_state *s = &c->state;
    if (ch == '[') flush(s, out); /* the last one was no tag */
    if (s->text_length == 0 && ch != '[') {
        out->text[out->length++] = ch;
        return;
    }
    s->text[s->text_length++] = ch;
    if (ch == ']') {
        end_tag(c, out);
    } else if ((ch != '[' && !may_be_in_tag(ch)) || s->text_length == VRM_COMPANION_TAG_BYTES) {
        flush(s, out);
    }
}

size_t vrm_companion_read_text(vrm_companion *c, const char *text, size_t length, char *out,
                               size_t capacity, vrm_companion_tag *tags, uint32_t tag_capacity,
                               uint32_t *out_tag_count) {
    output o = {out, 0, tags, tags != NULL ? tag_capacity : 0, 0};
    if (out_tag_count != NULL) *out_tag_count = 0;
    if (c == NULL || out == NULL || (text == NULL && length > 0) || length > UINT32_MAX / 2 ||
        capacity < length + VRM_COMPANION_TAG_BYTES) {
        return 0;
    }
    for (size_t i = 0; i < length; ++i) take(c, text[i], &o);
    if (length == 0) flush(&c->state, &o);
    if (out_tag_count != NULL) *out_tag_count = o.count;
    return o.length;
}
