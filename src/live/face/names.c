/* The names of faces: shapes of ARKit and visemes of OVR, in their spellings. */
#include "base/text.h"
#include "live/text/scan.h"
#include "vrm/live/face.h"

#include <string.h>

/* A name in ARKit's spelling. */
typedef struct face_name {
    uint32_t length;
    char text[20];
} face_name;

#define NAME(text)                                                                                 \
    { sizeof #text - 1, #text }

/* ARFaceAnchor.BlendShapeLocation, by the constants of vrm_face_shape. */
static const face_name names[VRM_FACE_SHAPE_COUNT] = {
    NAME(eyeBlinkLeft),      NAME(eyeLookDownLeft),    NAME(eyeLookInLeft),
    NAME(eyeLookOutLeft),    NAME(eyeLookUpLeft),      NAME(eyeSquintLeft),
    NAME(eyeWideLeft),       NAME(eyeBlinkRight),      NAME(eyeLookDownRight),
    NAME(eyeLookInRight),    NAME(eyeLookOutRight),    NAME(eyeLookUpRight),
    NAME(eyeSquintRight),    NAME(eyeWideRight),       NAME(jawForward),
    NAME(jawLeft),           NAME(jawRight),           NAME(jawOpen),
    NAME(mouthClose),        NAME(mouthFunnel),        NAME(mouthPucker),
    NAME(mouthLeft),         NAME(mouthRight),         NAME(mouthSmileLeft),
    NAME(mouthSmileRight),   NAME(mouthFrownLeft),     NAME(mouthFrownRight),
    NAME(mouthDimpleLeft),   NAME(mouthDimpleRight),   NAME(mouthStretchLeft),
    NAME(mouthStretchRight), NAME(mouthRollLower),     NAME(mouthRollUpper),
    NAME(mouthShrugLower),   NAME(mouthShrugUpper),    NAME(mouthPressLeft),
    NAME(mouthPressRight),   NAME(mouthLowerDownLeft), NAME(mouthLowerDownRight),
    NAME(mouthUpperUpLeft),  NAME(mouthUpperUpRight),  NAME(browDownLeft),
    NAME(browDownRight),     NAME(browInnerUp),        NAME(browOuterUpLeft),
    NAME(browOuterUpRight),  NAME(cheekPuff),          NAME(cheekSquintLeft),
    NAME(cheekSquintRight),  NAME(noseSneerLeft),      NAME(noseSneerRight),
    NAME(tongueOut),
};

enum { LONGEST = 32 };

/* Small letters without what stands between words. False: it is longer than any name. */
static bool plain_name(const char *name, size_t length, char out[LONGEST], size_t *out_length) {
    *out_length = 0;
    for (size_t i = 0; i < length; ++i) {
        if (name[i] == '_' || name[i] == ' ') continue;
        if (*out_length == LONGEST) return false;
        out[(*out_length)++] = vrmi_lower(name[i]);
    }
    return true;
}

static vrm_face_shape find_plain(const char *plain, size_t length) {
    for (vrm_face_shape i = 0; i < VRM_FACE_SHAPE_COUNT; ++i) {
        size_t same = 0;
        if (names[i].length != length) continue;
        while (same < length && vrmi_lower(names[i].text[same]) == plain[same]) ++same;
        if (same == length) return i;
    }
    return VRM_NONE;
}

const char *vrm_face_shape_name(vrm_face_shape shape) {
    return (uint32_t)shape < VRM_FACE_SHAPE_COUNT ? names[shape].text : "";
}

vrm_face_shape vrm_face_find_shape(const char *name, size_t length) {
    char plain[LONGEST + 5];
    vrm_face_shape found;
    char side;
    if (name == NULL || length == 0 || name[0] == '_') return VRM_NONE;
    if (!plain_name(name, length, plain, &length) || length < 2) return VRM_NONE;
    found = find_plain(plain, length);
    side = plain[length - 1];
    if (found != VRM_NONE || (side != 'l' && side != 'r')) return found;
    memcpy(plain + length - 1, side == 'l' ? "left" : "right", 5);
    return find_plain(plain, length - 1 + (side == 'l' ? 4 : 5));
}

/* --- Visemes --- */

static const char *const visemes[VRM_VISEME_COUNT] = {
    "sil", "PP", "FF", "TH", "DD", "kk", "CH", "SS", "nn", "RR", "aa", "E", "ih", "oh", "ou"};

static bool skip_prefix(vrm_string *name, const char *prefix) {
    const uint32_t length = (uint32_t)strlen(prefix);
    const vrm_string head = {name->data, length};
    if (name->length <= length || !vrmi_string_equals_no_case(head, prefix)) return false;
    name->data += length;
    name->length -= length;
    return true;
}

vrm_viseme vrm_face_find_viseme(const char *name, size_t length) {
    static const struct {
        const char *name;
        vrm_viseme viseme;
    } others[] = {{"I", VRM_VISEME_IH},
                  {"O", VRM_VISEME_OH},
                  {"U", VRM_VISEME_OU},
                  {"ee", VRM_VISEME_E},
                  {"a", VRM_VISEME_AA}};
    vrm_string wanted;
    if (name == NULL || length == 0 || length > LONGEST) return VRM_NONE;
    wanted = (vrm_string){name, (uint32_t)length};
    if (!skip_prefix(&wanted, "viseme_")) skip_prefix(&wanted, "vrc.v_");
    for (vrm_viseme i = 0; i < VRM_VISEME_COUNT; ++i) {
        if (vrmi_string_equals_no_case(wanted, visemes[i])) return i;
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; ++i) {
        if (vrmi_string_equals_no_case(wanted, others[i].name)) return others[i].viseme;
    }
    return VRM_NONE;
}
