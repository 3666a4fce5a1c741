/* Packets of VTube Studio: one JSON object. What is not known is skipped, within a depth. */
#include "base/text.h"
#include "live/face/scan.h"
#include "live/text/json.h"

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

static bool read_axis(vrmi_json_text *r, vrm_string key, float *numbers) {
    for (int i = 0; i < 3; ++i) {
        if (key.length == 1 && key.data[0] == "xyz"[i])
            return vrmi_json_text_number(r, &numbers[i]);
    }
    return vrmi_json_text_skip(r);
}

static bool read_entry_member(vrmi_json_text *r, vrm_string key, float *numbers) {
    packet *p = r->user;
    (void)numbers;
    if (vrmi_string_equals(key, "k")) {
        p->has_entry |= 1;
        return vrmi_json_text_string(r, &p->shape);
    }
    if (!vrmi_string_equals(key, "v")) return vrmi_json_text_skip(r);
    p->has_entry |= 2;
    return vrmi_json_text_number(r, &p->weight);
}

static bool read_entry(vrmi_json_text *r) {
    packet *p = r->user;
    p->has_entry = 0;
    if (!vrmi_json_text_object(r, read_entry_member, NULL) || p->has_entry != 3) return false;
    vrm_face_set(&p->face, p->shape.data, p->shape.length, p->weight);
    return true;
}

static bool read_member(vrmi_json_text *r, vrm_string key, float *numbers) {
    static const char *const turns[] = {"Rotation", "EyeLeft", "EyeRight"};
    packet *p = r->user;
    (void)numbers;
    for (int i = 0; i < 3; ++i) {
        if (!vrmi_string_equals(key, turns[i])) continue;
        p->has_turns |= 1 << i;
        return vrmi_json_text_object(r, read_axis, p->turns[i]);
    }
    if (vrmi_string_equals(key, "FaceFound")) {
        vrmi_json_text_space(r);
        p->is_known = true;
        p->face.is_found = vrmi_json_text_word(r, "true") ? 1 : 0;
        return p->face.is_found || vrmi_json_text_word(r, "false");
    }
    if (!vrmi_string_equals(key, "BlendShapes")) return vrmi_json_text_skip(r);
    p->is_known = true;
    return vrmi_json_text_array(r, read_entry);
}

static void set_turns(packet *p) {
    if ((p->has_turns & 1) != 0) vrmi_face_set_head_degrees(&p->face, p->turns[0]);
    if ((p->has_turns & 6) != 6) return;
    for (int i = 0; i < 2; ++i) vrmi_face_set_eye_degrees(&p->face, i, p->turns[i + 1]);
    p->face.parts |= VRM_FACE_EYES;
}

int32_t vrm_face_read_vtube_studio(const void *bytes, size_t size, vrm_face *out) {
    packet p = {0};
    vrmi_json_text reader;
    if (bytes == NULL || out == NULL || size > UINT32_MAX) return 0;
    reader = (vrmi_json_text){{bytes, (const char *)bytes + size}, 0, &p};
    vrm_face_init(&p.face);
    if (!vrmi_json_text_object(&reader, read_member, NULL)) return 0;
    vrmi_json_text_space(&reader);
    if (reader.scan.at != reader.scan.end || !p.is_known) return 0;
    set_turns(&p);
    *out = p.face;
    return 1;
}
