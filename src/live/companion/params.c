/* Params: one table is their defaults, their ranges, and their names in JSON. */
#include "base/desc.h"
#include "base/math.h"
#include "base/text.h"
#include "live/companion/companion.h"
#include "live/text/json.h"

#include <string.h>

enum { MOST_JSON = 65536 };

typedef struct param {
    const char *name;
    size_t offset;
    float normal, least, most;
} param;

#define PARAM(name, normal, least, most)                                                           \
    { #name, offsetof(vrm_companion_params, name), normal, least, most }

static const param table[] = {
    PARAM(strength, 0.7f, 0.0f, 1.0f),
    PARAM(attack_seconds, 0.35f, 0.05f, 5.0f),
    PARAM(hold_seconds, 2.5f, 0.0f, 60.0f),
    PARAM(decay_seconds, 3.0f, 0.1f, 60.0f),
    PARAM(fatigue, 0.6f, 0.0f, 1.0f),
    PARAM(speech_emotion, 0.7f, 0.0f, 1.0f),
    PARAM(mouth, 1.0f, 0.0f, 1.0f),
    PARAM(blink, 1.0f, 0.0f, 1.0f),
    PARAM(blinks_per_minute, 15.0f, 0.0f, 60.0f),
    PARAM(most_blink_seconds, 7.0f, 1.0f, 60.0f),
    PARAM(breath, 1.0f, 0.0f, 1.0f),
    PARAM(breaths_per_minute, 15.0f, 0.0f, 60.0f),
    PARAM(sway, 0.8f, 0.0f, 1.0f),
    PARAM(eye_wander, 0.4f, 0.0f, 1.0f),
    PARAM(idle_look_at, 0.6f, 0.0f, 1.0f),
    PARAM(listening_look_at, 0.85f, 0.0f, 1.0f),
    PARAM(thinking_look_at, 0.15f, 0.0f, 1.0f),
    PARAM(speaking_look_at, 0.65f, 0.0f, 1.0f),
    PARAM(away_degrees, 13.0f, 0.0f, 40.0f),
    PARAM(head_share, 0.5f, 0.0f, 1.0f),
    PARAM(head_seconds, 0.3f, 0.05f, 5.0f),
    PARAM(nod_degrees, 3.5f, 0.0f, 20.0f),
    PARAM(talk_motion, 1.0f, 0.0f, 1.0f),
    PARAM(posture, 1.0f, 0.0f, 1.0f),
    PARAM(action_seconds, 0.3f, 0.05f, 5.0f),
};
enum { PARAMS = sizeof table / sizeof table[0] };
_Static_assert(sizeof(vrm_companion_params) == sizeof(uint32_t) + PARAMS * sizeof(float),
               "a param is not in the table");

static float get(const vrm_companion_params *params, const param *p) {
    float value;
    memcpy(&value, (const char *)params + p->offset, sizeof value);
    return value;
}

static void set(vrm_companion_params *params, const param *p, float value) {
    value = vrmi_is_finite(value) ? vrmi_clamp(value, p->least, p->most) : p->normal;
    memcpy((char *)params + p->offset, &value, sizeof value);
}

static void set_defaults(vrm_companion_params *params) {
    for (int i = 0; i < PARAMS; ++i) set(params, &table[i], table[i].normal);
    params->struct_size = (uint32_t)sizeof *params;
}

/* Fields that an older struct lacks have their defaults. NULL, and what is not prepared: all. */
void vrmi_params_copy(vrm_companion_params *to, const vrm_companion_params *from) {
    vrm_companion_params own;
    set_defaults(&own);
    for (int i = 0; i < PARAMS && from != NULL; ++i) {
        if (table[i].offset + sizeof(float) > from->struct_size) break;
        set(&own, &table[i], get(from, &table[i]));
    }
    *to = own;
}

void vrm_companion_params_init_sized(vrm_companion_params *params, size_t struct_size) {
    vrm_companion_params own;
    vrmi_desc_init(params, struct_size);
    if (params == NULL || struct_size < sizeof own.struct_size || struct_size > UINT32_MAX) return;
    set_defaults(&own);
    own.struct_size = (uint32_t)struct_size;
    memcpy(params, &own, struct_size < sizeof own ? struct_size : sizeof own);
}

/* --- JSON --- */

static bool read_member(vrmi_json_text *r, vrm_string key, float *numbers) {
    (void)numbers;
    for (int i = 0; i < PARAMS; ++i) {
        float value;
        if (!vrmi_string_equals(key, table[i].name)) continue;
        if (!vrmi_json_text_number(r, &value)) return false;
        set(r->user, &table[i], value);
        return true;
    }
    return vrmi_json_text_skip(r);
}

vrm_result vrm_companion_params_read(const void *json, size_t size, vrm_companion_params *params) {
    vrm_companion_params own;
    vrmi_json_text reader;
    if (json == NULL || params == NULL || params->struct_size < sizeof own) {
        return VRM_ERROR_INVALID_ARGUMENT;
    }
    if (size > MOST_JSON) return VRM_ERROR_PAYLOAD;
    memcpy(&own, params, sizeof own);
    reader = (vrmi_json_text){{json, (const char *)json + size}, 0, &own};
    if (!vrmi_json_text_object(&reader, read_member, NULL)) return VRM_ERROR_PAYLOAD;
    vrmi_json_text_space(&reader);
    if (reader.scan.at != reader.scan.end) return VRM_ERROR_PAYLOAD;
    memcpy(params, &own, sizeof own);
    return VRM_OK;
}

static size_t write_json(const vrm_companion_params *params, vrmi_text *text) {
    char number[32];
    size_t size = 0;
    for (int i = 0; i < PARAMS; ++i) {
        vrmi_text digits = vrmi_text_make(number, sizeof number);
        const char *before = i == 0 ? "{\n  \"" : ",\n  \"";
        vrmi_text_append_float(&digits, get(params, &table[i]));
        vrmi_text_append(text, before);
        vrmi_text_append(text, table[i].name);
        vrmi_text_append(text, "\": ");
        vrmi_text_append_bytes(text, digits.data, digits.length);
        size += strlen(before) + strlen(table[i].name) + 3 + digits.length;
    }
    vrmi_text_append(text, "\n}\n");
    return size + 3;
}

size_t vrm_companion_params_write(const vrm_companion_params *params, char *out, size_t capacity) {
    vrm_companion_params own;
    vrmi_text text = vrmi_text_make(NULL, 0);
    size_t size;
    if (params == NULL) return 0;
    vrmi_params_copy(&own, params);
    size = write_json(&own, &text);
    if (out == NULL || capacity <= size) return size;
    text = vrmi_text_make(out, capacity);
    return write_json(&own, &text);
}
