/* Packets of VTube Studio: one JSON object. What is not known is skipped, within a depth. */
#include "base/text.h"
#include "live/face/scan.h"

#include <string.h>

enum { MOST_DEPTH = 8 };

/* What a packet has said so far. */
typedef struct packet {
    vrm_face face;
    float turns[3][3]; /* head, left eye, right eye */
    int has_turns;     /* their bits */
    bool is_known;     /* a member of such packets was there */
    vrm_string shape;  /* of the entry that is read */
    float weight;
    int has_entry; /* 1: the shape, 2: the weight */
} packet;

typedef struct json_reader {
    vrmi_scan scan;
    int depth;
    packet *packet;
} json_reader;

/* Reads the value of a member. False: it is wrong. */
typedef bool member_reader(json_reader *reader, vrm_string key, float *numbers);

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

static void skip_space(json_reader *r) {
    while (r->scan.at != r->scan.end && is_space(*r->scan.at)) ++r->scan.at;
}

static bool take(json_reader *r, char c) {
    skip_space(r);
    return vrmi_scan_take(&r->scan, c);
}

/* A string as it is written: names of shapes have no escapes. */
static bool take_string(json_reader *r, vrm_string *out) {
    vrmi_scan *s = &r->scan;
    if (!take(r, '"')) return false;
    out->data = s->at;
    for (; s->at != s->end && *s->at != '"'; ++s->at) {
        if ((unsigned char)*s->at < 0x20) return false;
        if (*s->at == '\\' && ++s->at == s->end) return false;
    }
    if (s->at == s->end) return false;
    out->length = (uint32_t)(s->at++ - out->data);
    return true;
}

static bool take_word(json_reader *r, const char *word) {
    const size_t length = strlen(word);
    if ((size_t)(r->scan.end - r->scan.at) < length || memcmp(r->scan.at, word, length) != 0) {
        return false;
    }
    r->scan.at += length;
    return true;
}

static bool take_number(json_reader *r, float *out) {
    skip_space(r);
    return vrmi_scan_number(&r->scan, out);
}

static bool skip_value(json_reader *r);

static bool read_object(json_reader *r, member_reader *read, float *numbers) {
    vrm_string key;
    if (!take(r, '{') || ++r->depth > MOST_DEPTH) return false;
    if (!take(r, '}')) {
        do {
            if (!take_string(r, &key) || !take(r, ':')) return false;
            if (!read(r, key, numbers)) return false;
        } while (take(r, ','));
        if (!take(r, '}')) return false;
    }
    --r->depth;
    return true;
}

static bool read_array(json_reader *r, bool (*read)(json_reader *)) {
    if (!take(r, '[') || ++r->depth > MOST_DEPTH) return false;
    if (!take(r, ']')) {
        do {
            if (!read(r)) return false;
        } while (take(r, ','));
        if (!take(r, ']')) return false;
    }
    --r->depth;
    return true;
}

static bool skip_member(json_reader *r, vrm_string key, float *numbers) {
    (void)key;
    (void)numbers;
    return skip_value(r);
}

static bool skip_value(json_reader *r) {
    vrm_string text;
    float number;
    skip_space(r);
    if (r->scan.at == r->scan.end) return false;
    switch (*r->scan.at) {
    case '{':
        return read_object(r, skip_member, NULL);
    case '[':
        return read_array(r, skip_value);
    case '"':
        return take_string(r, &text);
    case 't':
        return take_word(r, "true");
    case 'f':
        return take_word(r, "false");
    case 'n':
        return take_word(r, "null");
    default:
        return vrmi_scan_number(&r->scan, &number);
    }
}

static bool read_axis(json_reader *r, vrm_string key, float *numbers) {
    for (int i = 0; i < 3; ++i) {
        if (key.length == 1 && key.data[0] == "xyz"[i]) return take_number(r, &numbers[i]);
    }
    return skip_value(r);
}

static bool read_entry_member(json_reader *r, vrm_string key, float *numbers) {
    packet *p = r->packet;
    (void)numbers;
    if (vrmi_string_equals(key, "k")) {
        p->has_entry |= 1;
        return take_string(r, &p->shape);
    }
    if (!vrmi_string_equals(key, "v")) return skip_value(r);
    p->has_entry |= 2;
    return take_number(r, &p->weight);
}

static bool read_entry(json_reader *r) {
    packet *p = r->packet;
    p->has_entry = 0;
    if (!read_object(r, read_entry_member, NULL) || p->has_entry != 3) return false;
    vrm_face_set(&p->face, p->shape.data, p->shape.length, p->weight);
    return true;
}

static bool read_member(json_reader *r, vrm_string key, float *numbers) {
    static const char *const turns[] = {"Rotation", "EyeLeft", "EyeRight"};
    packet *p = r->packet;
    (void)numbers;
    for (int i = 0; i < 3; ++i) {
        if (!vrmi_string_equals(key, turns[i])) continue;
        p->has_turns |= 1 << i;
        return read_object(r, read_axis, p->turns[i]);
    }
    if (vrmi_string_equals(key, "FaceFound")) {
        skip_space(r);
        p->is_known = true;
        p->face.is_found = take_word(r, "true") ? 1 : 0;
        return p->face.is_found || take_word(r, "false");
    }
    if (!vrmi_string_equals(key, "BlendShapes")) return skip_value(r);
    p->is_known = true;
    return read_array(r, read_entry);
}

static void set_turns(packet *p) {
    if ((p->has_turns & 1) != 0) vrmi_face_set_head_degrees(&p->face, p->turns[0]);
    if ((p->has_turns & 6) != 6) return;
    for (int i = 0; i < 2; ++i) vrmi_face_set_eye_degrees(&p->face, i, p->turns[i + 1]);
    p->face.parts |= VRM_FACE_EYES;
}

int32_t vrm_face_read_vtube_studio(const void *bytes, size_t size, vrm_face *out) {
    packet p = {0};
    json_reader reader;
    if (bytes == NULL || out == NULL || size > UINT32_MAX) return 0;
    reader = (json_reader){{bytes, (const char *)bytes + size}, 0, &p};
    vrm_face_init(&p.face);
    if (!read_object(&reader, read_member, NULL)) return 0;
    skip_space(&reader);
    if (reader.scan.at != reader.scan.end || !p.is_known) return 0;
    set_turns(&p);
    *out = p.face;
    return 1;
}
