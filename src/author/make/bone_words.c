/*
 * Bones by words in names, for rigs of no known family. A name is split into words at case changes,
 * digits and signs: "L_armUpper0001_bind_JNT" is l, arm, upper, bind and jnt.
 */
#include "author/make/make.h"

#include <string.h>

enum { WORD_CAPACITY = 24, MOST_OF_A_PART = 8 };

typedef enum word_kind {
    WORD_PART,
    WORD_LEFT,
    WORD_RIGHT,
    WORD_UPPER,
    WORD_LOWER,
    WORD_DISTAL
} word_kind;

typedef struct word {
    const char *text;
    word_kind kind;
    vrmi_part part;
} word;

#define PART(text, part)                                                                           \
    { text, WORD_PART, VRMI_PART_##part }
#define SIGN(text, kind)                                                                           \
    { text, WORD_##kind, VRMI_PART_NONE }

/* In the order of strcmp. */
static const word words[] = {
    PART("ankle", FOOT),
    PART("arm", ARM),
    PART("ball", TOES),
    PART("beard", NO_BONE),
    PART("bicep", UPPER_ARM),
    PART("breast", NO_BONE),
    PART("brow", NO_BONE),
    PART("bust", NO_BONE),
    PART("calf", LOWER_LEG),
    PART("cape", NO_BONE),
    PART("cheek", NO_BONE),
    PART("clavicle", SHOULDER),
    PART("collar", SHOULDER),
    PART("control", NO_BONE),
    PART("ctrl", NO_BONE),
    SIGN("distal", DISTAL),
    PART("ear", NO_BONE),
    PART("elbow", LOWER_ARM),
    PART("end", NO_BONE),
    PART("eye", EYE),
    PART("eyebrow", NO_BONE),
    PART("eyelid", NO_BONE),
    PART("femur", UPPER_LEG),
    PART("fk", NO_BONE),
    PART("foot", FOOT),
    SIGN("fore", LOWER),
    PART("forearm", LOWER_ARM),
    PART("hair", NO_BONE),
    PART("hand", HAND),
    PART("head", HEAD),
    PART("heel", NO_BONE),
    PART("helper", NO_BONE),
    PART("hip", HIPS),
    PART("hips", HIPS),
    PART("ik", NO_BONE),
    PART("index", INDEX),
    PART("jaw", JAW),
    PART("knee", LOWER_LEG),
    SIGN("l", LEFT),
    SIGN("left", LEFT),
    PART("leg", LEG),
    PART("lid", NO_BONE),
    PART("lip", NO_BONE),
    PART("little", LITTLE),
    SIGN("low", LOWER),
    PART("lowarm", LOWER_ARM),
    SIGN("lower", LOWER),
    PART("lowerarm", LOWER_ARM),
    PART("lowerleg", LOWER_LEG),
    PART("lowleg", LOWER_LEG),
    SIGN("lt", LEFT),
    PART("mid", MIDDLE),
    PART("middle", MIDDLE),
    PART("neck", NECK),
    PART("nub", NO_BONE),
    PART("palm", HAND),
    PART("pelvis", HIPS),
    PART("pinkie", LITTLE),
    PART("pinky", LITTLE),
    PART("pointer", INDEX),
    PART("pole", NO_BONE),
    PART("prop", NO_BONE),
    SIGN("r", RIGHT),
    SIGN("right", RIGHT),
    PART("ring", RING),
    PART("roll", NO_BONE),
    SIGN("rt", RIGHT),
    PART("shin", LOWER_LEG),
    PART("shldr", UPPER_ARM),
    PART("shoulder", SHOULDER),
    PART("skirt", NO_BONE),
    PART("sleeve", NO_BONE),
    PART("slot", NO_BONE),
    PART("socket", NO_BONE),
    PART("tail", NO_BONE),
    PART("target", NO_BONE),
    PART("thigh", UPPER_LEG),
    PART("thumb", THUMB),
    PART("tip", NO_BONE),
    PART("toe", TOES),
    PART("toebase", TOES),
    PART("toes", TOES),
    PART("tongue", NO_BONE),
    PART("twist", NO_BONE),
    SIGN("up", UPPER),
    PART("uparm", UPPER_ARM),
    PART("upleg", UPPER_LEG),
    SIGN("upper", UPPER),
    PART("upperarm", UPPER_ARM),
    PART("upperleg", UPPER_LEG),
    PART("weapon", NO_BONE),
    PART("wing", NO_BONE),
    PART("wrist", HAND),
};

static const word *find_word(const char *text) {
    uint32_t low = 0, high = sizeof words / sizeof words[0];
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const int order = strcmp(words[middle].text, text);
        if (order == 0) return &words[middle];
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
static bool is_letter(char c) { return is_upper(c) || (c >= 'a' && c <= 'z'); }

/* The next word in lower case, from `at` on; returns its end. An empty word: there are no more. */
static uint32_t next_word(vrm_string name, uint32_t at, char out[WORD_CAPACITY]) {
    uint32_t length = 0, start;
    while (at < name.length && !is_letter(name.data[at])) ++at;
    for (start = at; at < name.length && is_letter(name.data[at]); ++at) {
        const char c = name.data[at];
        const bool follows_lower = at > start && !is_upper(name.data[at - 1]);
        /* "IKFoot": the last capital belongs to what follows. */
        const bool ends_capitals = at > start && is_upper(name.data[at - 1]) &&
                                   at + 1 < name.length && is_letter(name.data[at + 1]) &&
                                   !is_upper(name.data[at + 1]);
        if (is_upper(c) && (follows_lower || ends_capitals)) break;
        if (length < WORD_CAPACITY - 1) out[length++] = (char)(is_upper(c) ? c - 'A' + 'a' : c);
    }
    out[length] = '\0';
    return at;
}

static vrmi_part with_height(vrmi_part part, bool is_upper_one, bool is_lower_one) {
    if (part == VRMI_PART_ARM) {
        if (is_upper_one) return VRMI_PART_UPPER_ARM;
        return is_lower_one ? VRMI_PART_LOWER_ARM : part;
    }
    if (part == VRMI_PART_LEG) {
        if (is_upper_one) return VRMI_PART_UPPER_LEG;
        return is_lower_one ? VRMI_PART_LOWER_LEG : part;
    }
    return part;
}

vrmi_body_words vrmi_make_read_words(vrm_string name) {
    vrmi_body_words found = {VRMI_PART_NONE, 0, false};
    bool is_upper_one = false, is_lower_one = false;
    char text[WORD_CAPACITY];
    for (uint32_t at = next_word(name, 0, text); text[0] != '\0'; at = next_word(name, at, text)) {
        const word *w = find_word(text);
        if (w == NULL) continue;
        if (w->kind == WORD_LEFT) found.side = 1;
        if (w->kind == WORD_RIGHT) found.side = -1;
        if (w->kind == WORD_UPPER) is_upper_one = true;
        if (w->kind == WORD_LOWER) is_lower_one = true;
        if (w->kind == WORD_DISTAL) found.is_distal = true;
        /* Of several parts the last counts: "handThumb" is a thumb. */
        if (w->kind == WORD_PART && found.part != VRMI_PART_NO_BONE) found.part = w->part;
    }
    found.part = with_height(found.part, is_upper_one, is_lower_one);
    if (found.part == VRMI_PART_HIPS && found.side != 0) found.part = VRMI_PART_UPPER_LEG;
    return found;
}

/* --- Bones --- */

/* The first nodes of each part, in the order of the tree. */
typedef struct part_nodes {
    int32_t nodes[MOST_OF_A_PART];
    uint32_t count;
} part_nodes;

typedef struct body_words {
    part_nodes parts[3][VRMI_PART_NO_BONE + 1]; /* by side: right, none, left */
} body_words;

static void collect(const vrmi_make *make, body_words *body) {
    memset(body, 0, sizeof *body);
    for (uint32_t i = 0; i < make->gltf->node_count; ++i) {
        const int32_t node = make->forest.order[i];
        vrmi_body_words found;
        part_nodes *list;
        if (!make->is_above[node] || make->bone_of[node] != VRM_NONE) continue;
        found = vrmi_make_read_words(make->gltf->nodes[node].name);
        /* An end moves nothing, and nothing hangs on it. A distal bone may be like that too. */
        if (make->weights[node] == 0.0f && make->gltf->nodes[node].child_count == 0 &&
            !found.is_distal) {
            continue;
        }
        list = &body->parts[found.side + 1][found.part];
        if (list->count < MOST_OF_A_PART) list->nodes[list->count++] = node;
    }
}

static int32_t first_of(const body_words *body, int side, vrmi_part part) {
    const part_nodes *list = &body->parts[side + 1][part];
    return list->count > 0 ? list->nodes[0] : VRM_NONE;
}

/* The next node of a part below another. */
static int32_t first_below(const vrmi_make *make, const body_words *body, int side, vrmi_part part,
                           int32_t above) {
    const part_nodes *list = &body->parts[side + 1][part];
    for (uint32_t i = 0; i < list->count && above != VRM_NONE; ++i) {
        if (list->nodes[i] != above && vrmi_make_is_below(make, list->nodes[i], above)) {
            return list->nodes[i];
        }
    }
    return VRM_NONE;
}

/* Upper, lower and end of a limb. If several joints are named "arm", they follow each other. */
static void find_limb(vrmi_make *make, const body_words *body, int side, vrm_bone upper_bone,
                      const vrmi_part parts[4]) {
    int32_t upper = make->bones[upper_bone].node, lower = make->bones[upper_bone + 1].node;
    int32_t end = make->bones[upper_bone + 2].node;
    if (upper == VRM_NONE) upper = first_of(body, side, parts[1]);
    if (upper == VRM_NONE) upper = first_of(body, side, parts[0]);
    if (lower == VRM_NONE) lower = first_below(make, body, side, parts[2], upper);
    if (lower == VRM_NONE) lower = first_below(make, body, side, parts[0], upper);
    if (end == VRM_NONE) end = first_below(make, body, side, parts[3], lower);
    if (end == VRM_NONE) end = first_below(make, body, side, parts[0], lower);
    /* In rigs with inverse kinematics feet hang on the root: bones.c moves them. */
    if (end == VRM_NONE && lower != VRM_NONE) end = first_of(body, side, parts[3]);
    vrmi_make_set_bone(make, upper_bone, upper, VRMI_SURE_WORDS);
    vrmi_make_set_bone(make, upper_bone + 1, lower, VRMI_SURE_WORDS);
    vrmi_make_set_bone(make, upper_bone + 2, end, VRMI_SURE_WORDS);
}

static void find_fingers(vrmi_make *make, const body_words *body, int side, vrm_bone hand,
                         vrm_bone thumb) {
    for (int finger = 0; finger < 5; ++finger) {
        const vrm_bone first = thumb + 3 * finger;
        const part_nodes *list = &body->parts[side + 1][VRMI_PART_THUMB + finger];
        int32_t nodes[4];
        uint32_t count = 0;
        if (make->bones[first].node != VRM_NONE || make->bones[hand].node == VRM_NONE) continue;
        for (uint32_t i = 0; i < list->count && count < 4; ++i) {
            const int32_t above = count > 0 ? nodes[count - 1] : make->bones[hand].node;
            if (vrmi_make_is_below(make, list->nodes[i], above)) nodes[count++] = list->nodes[i];
        }
        vrmi_make_set_finger(make, first, nodes, count, VRMI_SURE_WORDS);
    }
}

static void find_side(vrmi_make *make, const body_words *body, int side) {
    static const vrmi_part arm[4] = {VRMI_PART_ARM, VRMI_PART_UPPER_ARM, VRMI_PART_LOWER_ARM,
                                     VRMI_PART_HAND};
    static const vrmi_part leg[4] = {VRMI_PART_LEG, VRMI_PART_UPPER_LEG, VRMI_PART_LOWER_LEG,
                                     VRMI_PART_FOOT};
    const bool is_left = side > 0;
    const vrm_bone shoulder = is_left ? VRM_BONE_LEFT_SHOULDER : VRM_BONE_RIGHT_SHOULDER;
    const vrm_bone upper_arm = shoulder + 1;
    const vrm_bone upper_leg = is_left ? VRM_BONE_LEFT_UPPER_LEG : VRM_BONE_RIGHT_UPPER_LEG;
    find_limb(make, body, side, upper_arm, arm);
    find_limb(make, body, side, upper_leg, leg);
    vrmi_make_set_bone(make, shoulder, first_of(body, side, VRMI_PART_SHOULDER), VRMI_SURE_WORDS);
    vrmi_make_set_bone(
        make, upper_leg + 3,
        first_below(make, body, side, VRMI_PART_TOES, make->bones[upper_leg + 2].node),
        VRMI_SURE_WORDS);
    find_fingers(make, body, side, upper_arm + 2,
                 is_left ? VRM_BONE_LEFT_THUMB_METACARPAL : VRM_BONE_RIGHT_THUMB_METACARPAL);
    vrmi_make_set_bone(
        make, is_left ? VRM_BONE_LEFT_EYE : VRM_BONE_RIGHT_EYE,
        first_below(make, body, side, VRMI_PART_EYE, make->bones[VRM_BONE_HEAD].node),
        VRMI_SURE_WORDS);
}

void vrmi_make_bones_by_words(vrmi_make *make) {
    body_words *body = vrmi_memory_allocate(make->memory, sizeof *body);
    int32_t hips;
    if (body == NULL) {
        make->is_refused = true;
        return;
    }
    collect(make, body);
    vrmi_make_set_bone(make, VRM_BONE_HIPS, first_of(body, 0, VRMI_PART_HIPS), VRMI_SURE_WORDS);
    hips = make->bones[VRM_BONE_HIPS].node;
    vrmi_make_set_bone(make, VRM_BONE_HEAD,
                       hips != VRM_NONE ? first_below(make, body, 0, VRMI_PART_HEAD, hips)
                                        : first_of(body, 0, VRMI_PART_HEAD),
                       VRMI_SURE_WORDS);
    vrmi_make_set_bone(make, VRM_BONE_NECK, first_of(body, 0, VRMI_PART_NECK), VRMI_SURE_WORDS);
    vrmi_make_set_bone(make, VRM_BONE_JAW,
                       first_below(make, body, 0, VRMI_PART_JAW, make->bones[VRM_BONE_HEAD].node),
                       VRMI_SURE_WORDS);
    find_side(make, body, 1);
    find_side(make, body, -1);
    vrmi_memory_release(make->memory, body, sizeof *body);
}
