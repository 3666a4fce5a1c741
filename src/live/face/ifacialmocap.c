/* Packets of iFacialMocap: text in fields, with bars between them. */
#include "base/text.h"
#include "live/face/scan.h"

#include <string.h>

enum { HEAD_NUMBERS = 6, EYE_NUMBERS = 3 };

/* The next field, without the bars and equal signs around it. False: there is none. */
static bool next_field(vrmi_scan *s, vrmi_scan *field) {
    while (s->at != s->end && (*s->at == '|' || *s->at == '=')) ++s->at;
    field->at = s->at;
    while (s->at != s->end && *s->at != '|' && *s->at != '=') ++s->at;
    field->end = s->at;
    return field->at != field->end;
}

/* How many numbers with commas between them a field has; 0: it has something else. */
static int take_numbers(vrmi_scan *field, float numbers[HEAD_NUMBERS]) {
    int count = 0;
    do {
        if (count == HEAD_NUMBERS || !vrmi_scan_number(field, &numbers[count])) return 0;
        ++count;
    } while (vrmi_scan_take(field, ','));
    return field->at == field->end ? count : 0;
}

static bool read_turn(vrm_string name, vrmi_scan *field, vrm_face *face, int *eyes) {
    float n[HEAD_NUMBERS];
    const int count = take_numbers(field, n);
    const bool is_left = vrmi_string_equals(name, "leftEye");
    if (vrmi_string_equals(name, "head")) {
        if (count != 3 && count != HEAD_NUMBERS) return false;
        vrmi_face_set_head_degrees(face, n);
        if (count == HEAD_NUMBERS) {
            face->head_position = vrm_vec3_make(n[3], n[4], n[5]);
            face->parts |= VRM_FACE_HEAD_POSITION;
        }
    } else if (is_left || vrmi_string_equals(name, "rightEye")) {
        if (count != EYE_NUMBERS) return false;
        vrmi_face_set_eye_degrees(face, is_left ? 0 : 1, n);
        *eyes |= is_left ? 1 : 2;
    }
    return true;
}

/* A shape, or the state of the tracker. */
static bool read_value(vrm_string name, vrmi_scan *field, vrm_face *face) {
    float value;
    const vrm_face_shape shape = vrm_face_find_shape(name.data, name.length);
    const bool is_state = shape == VRM_NONE && vrmi_string_equals(name, "trackingStatus");
    if (shape == VRM_NONE && !is_state) return true;
    if (!vrmi_scan_number(field, &value) || field->at != field->end) return false;
    if (is_state) {
        face->is_found = value != 0.0f;
        return true;
    }
    vrmi_face_set_shape(face, shape, value / 100.0f);
    return true;
}

static bool read_field(vrmi_scan *field, vrm_face *face, int *eyes) {
    vrm_string name = {field->at, 0};
    char mark;
    while (field->at != field->end && memchr("-&#", *field->at, 3) == NULL) ++field->at;
    if (field->at == field->end) return true; /* a word that is not known */
    name.length = (uint32_t)(field->at - name.data);
    mark = *field->at++;
    return mark == '#' ? read_turn(name, field, face, eyes) : read_value(name, field, face);
}

int32_t vrm_face_read_ifacialmocap(const void *bytes, size_t size, vrm_face *out) {
    vrmi_scan scan, field;
    vrm_face face;
    int eyes = 0;
    if (bytes == NULL || out == NULL || size > UINT32_MAX) return 0;
    scan = (vrmi_scan){bytes, (const char *)bytes + size};
    vrm_face_init(&face);
    while (next_field(&scan, &field)) {
        if (!read_field(&field, &face, &eyes)) return 0;
    }
    if (eyes == 3) face.parts |= VRM_FACE_EYES;
    if (face.shapes == 0 && face.parts == 0) return 0;
    *out = face;
    return 1;
}
