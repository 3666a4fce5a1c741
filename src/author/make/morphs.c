/*
 * Expressions out of the names of morph targets: those of VRoid, of ARKit and Ready Player Me, of
 * Oculus and VRChat, of MMD, and plain words.
 */
#include "author/make/make.h"

#include <string.h>

enum {
    KEY_CAPACITY = 64,
    MOST_PARTS = 6,
    MOST_BINDS = 16384 /* of all expressions together */
};

typedef struct morph_part {
    const char *name; /* as key_of makes it; NULL: no more */
    float weight;
} morph_part;

/* One way to make a preset. Its first part is required; the others are added if they exist. */
typedef struct morph_rule {
    vrm_preset preset;
    morph_part parts[MOST_PARTS];
} morph_rule;

#define ONE(preset, name)                                                                          \
    {                                                                                              \
        VRM_PRESET_##preset, {                                                                     \
            { name, 1.0f }                                                                         \
        }                                                                                          \
    }
#define TWO(preset, first, second)                                                                 \
    {                                                                                              \
        VRM_PRESET_##preset, {                                                                     \
            {first, 1.0f}, { second, 1.0f }                                                        \
        }                                                                                          \
    }

/* For each preset, the better ways come first. */
/* clang-format off */
static const morph_rule rules[] = {
    ONE(HAPPY, "fclalljoy"), ONE(HAPPY, "happy"), ONE(HAPPY, "joy"), ONE(HAPPY, "笑い"),
    ONE(HAPPY, "にこり"), ONE(HAPPY, "smile"),
    {VRM_PRESET_HAPPY, {{"mouthsmileleft", 1.0f}, {"mouthsmileright", 1.0f}, {"cheeksquintleft", 0.5f},
                        {"cheeksquintright", 0.5f}, {"eyesquintleft", 0.3f}, {"eyesquintright", 0.3f}}},
    TWO(HAPPY, "mouthsmilel", "mouthsmiler"), ONE(HAPPY, "mouthsmile"),
    ONE(ANGRY, "fclallangry"), ONE(ANGRY, "angry"), ONE(ANGRY, "anger"), ONE(ANGRY, "怒り"),
    {VRM_PRESET_ANGRY, {{"browdownleft", 1.0f}, {"browdownright", 1.0f}, {"mouthfrownleft", 0.5f},
                        {"mouthfrownright", 0.5f}, {"nosesneerleft", 0.4f}, {"nosesneerright", 0.4f}}},
    TWO(ANGRY, "browdownl", "browdownr"),
    ONE(SAD, "fclallsorrow"), ONE(SAD, "sad"), ONE(SAD, "sorrow"), ONE(SAD, "困る"), ONE(SAD, "悲しい"),
    {VRM_PRESET_SAD, {{"browinnerup", 1.0f}, {"mouthfrownleft", 0.8f}, {"mouthfrownright", 0.8f}}},
    {VRM_PRESET_SAD, {{"browinnerupl", 1.0f}, {"browinnerupr", 1.0f}, {"mouthfrownl", 0.8f}, {"mouthfrownr", 0.8f}}},
    ONE(RELAXED, "fclallfun"), ONE(RELAXED, "relaxed"), ONE(RELAXED, "fun"), ONE(RELAXED, "relax"),
    ONE(RELAXED, "なごみ"),
    {VRM_PRESET_RELAXED, {{"mouthsmileleft", 0.4f}, {"mouthsmileright", 0.4f}, {"eyesquintleft", 0.3f},
                          {"eyesquintright", 0.3f}}},
    ONE(SURPRISED, "fclallsurprised"), ONE(SURPRISED, "surprised"), ONE(SURPRISED, "surprise"),
    ONE(SURPRISED, "びっくり"),
    {VRM_PRESET_SURPRISED, {{"eyewideleft", 1.0f}, {"eyewideright", 1.0f}, {"browinnerup", 0.8f},
                            {"browouterupleft", 0.6f}, {"browouterupright", 0.6f}, {"jawopen", 0.25f}}},
    TWO(SURPRISED, "eyewidel", "eyewider"),
    ONE(AA, "fclmtha"), ONE(AA, "visemeaa"), ONE(AA, "vrcvaa"), ONE(AA, "vaa"), ONE(AA, "あ"), ONE(AA, "aa"),
    ONE(AA, "mouthah"), ONE(AA, "ah"), ONE(AA, "moutha"), ONE(AA, "vopen"), ONE(AA, "a"), ONE(AA, "mouthopen"),
    {VRM_PRESET_AA, {{"jawopen", 0.7f}}},
    ONE(IH, "fclmthi"), ONE(IH, "visemei"), ONE(IH, "visemeih"), ONE(IH, "vrcvih"), ONE(IH, "vih"), ONE(IH, "い"),
    ONE(IH, "ih"), ONE(IH, "mouthi"), ONE(IH, "i"),
    {VRM_PRESET_IH, {{"mouthstretchleft", 0.6f}, {"mouthstretchright", 0.6f}, {"jawopen", 0.15f}}},
    ONE(OU, "fclmthu"), ONE(OU, "visemeu"), ONE(OU, "visemeou"), ONE(OU, "vrcvou"), ONE(OU, "vou"), ONE(OU, "う"),
    ONE(OU, "ou"), ONE(OU, "mouthu"), ONE(OU, "vtighto"), ONE(OU, "u"),
    {VRM_PRESET_OU, {{"mouthpucker", 0.9f}, {"jawopen", 0.1f}}},
    ONE(EE, "fclmthe"), ONE(EE, "visemee"), ONE(EE, "visemeee"), ONE(EE, "vrcve"), ONE(EE, "ve"), ONE(EE, "え"),
    ONE(EE, "ee"), ONE(EE, "mouthe"), ONE(EE, "vwide"), ONE(EE, "e"),
    {VRM_PRESET_EE, {{"mouthstretchleft", 0.4f}, {"mouthstretchright", 0.4f}, {"jawopen", 0.3f},
                     {"mouthsmileleft", 0.2f}, {"mouthsmileright", 0.2f}}},
    ONE(OH, "fclmtho"), ONE(OH, "visemeo"), ONE(OH, "visemeoh"), ONE(OH, "vrcvoh"), ONE(OH, "voh"), ONE(OH, "お"),
    ONE(OH, "oh"), ONE(OH, "moutho"), ONE(OH, "o"),
    {VRM_PRESET_OH, {{"mouthfunnel", 0.8f}, {"jawopen", 0.4f}}},
    ONE(BLINK, "fcleyeclose"), ONE(BLINK, "まばたき"), ONE(BLINK, "vrcblink"), ONE(BLINK, "blink"),
    ONE(BLINK, "eyesclosed"), ONE(BLINK, "eyesclose"), ONE(BLINK, "eyeblink"), ONE(BLINK, "eyeclose"),
    TWO(BLINK, "eyeblinkleft", "eyeblinkright"), TWO(BLINK, "eyeblinkl", "eyeblinkr"),
    TWO(BLINK, "blinkleft", "blinkright"), TWO(BLINK, "blinkl", "blinkr"),
    {VRM_PRESET_BLINK, {{"aieyeupperclosel", 1.0f}, {"aieyeuppercloser", 1.0f}, {"aieyelowerclosel", 1.0f},
                        {"aieyelowercloser", 1.0f}}},
    ONE(BLINK_LEFT, "fcleyeclosel"), ONE(BLINK_LEFT, "eyeblinkleft"), ONE(BLINK_LEFT, "eyeblinkl"),
    ONE(BLINK_LEFT, "blinkleft"), ONE(BLINK_LEFT, "blinkl"), ONE(BLINK_LEFT, "winkleft"),
    ONE(BLINK_LEFT, "winkl"), ONE(BLINK_LEFT, "ウィンク"), TWO(BLINK_LEFT, "aieyeupperclosel", "aieyelowerclosel"),
    ONE(BLINK_RIGHT, "fcleyecloser"), ONE(BLINK_RIGHT, "eyeblinkright"), ONE(BLINK_RIGHT, "eyeblinkr"),
    ONE(BLINK_RIGHT, "blinkright"), ONE(BLINK_RIGHT, "blinkr"), ONE(BLINK_RIGHT, "winkright"),
    ONE(BLINK_RIGHT, "winkr"), ONE(BLINK_RIGHT, "ウィンク右"),
    TWO(BLINK_RIGHT, "aieyeuppercloser", "aieyelowercloser"),
    TWO(LOOK_UP, "eyelookupleft", "eyelookupright"), TWO(LOOK_UP, "eyelookupl", "eyelookupr"), ONE(LOOK_UP, "lookup"),
    TWO(LOOK_DOWN, "eyelookdownleft", "eyelookdownright"), TWO(LOOK_DOWN, "eyelookdownl", "eyelookdownr"),
    ONE(LOOK_DOWN, "lookdown"),
    TWO(LOOK_LEFT, "eyelookoutleft", "eyelookinright"), TWO(LOOK_LEFT, "eyelookoutl", "eyelookinr"),
    ONE(LOOK_LEFT, "lookleft"),
    TWO(LOOK_RIGHT, "eyelookoutright", "eyelookinleft"), TWO(LOOK_RIGHT, "eyelookoutr", "eyelookinl"),
    ONE(LOOK_RIGHT, "lookright"),
};
/* clang-format on */

enum { RULE_COUNT = sizeof rules / sizeof rules[0] };

/* --- Names --- */

typedef struct morph_key {
    char text[KEY_CAPACITY];
} morph_key;

/* In lower case and without separators; empty if the name is too long for any rule. */
static morph_key key_of(const char *name, size_t length) {
    morph_key key = {{0}};
    size_t used = 0;
    for (size_t i = 0; i < length; ++i) {
        char c = name[i];
        if (c == '_' || c == '-' || c == ' ' || c == '.' || c == ':') continue;
        if (c == '\0' || used == KEY_CAPACITY - 1) return (morph_key){{0}};
        if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
        key.text[used++] = c;
    }
    return key;
}

/* "face.eyeBlinkLeft" of Maya: the part after the last full stop. */
static morph_key last_key_of(vrm_string name) {
    size_t start = name.length;
    while (start > 0 && name.data[start - 1] != '.' && name.data[start - 1] != ':') --start;
    return key_of(name.data + start, name.length - start);
}

/* --- Binds --- */

typedef struct found_bind {
    int32_t node, target;
    uint16_t rule, part;
} found_bind;

typedef struct morphs {
    vrmi_make *make;
    found_bind *binds;
    uint32_t count;
    uint8_t has_first[RULE_COUNT];
} morphs;

static void add_target(morphs *m, int32_t node, int32_t target, vrm_string name) {
    const morph_key whole = key_of(name.data, name.length), last = last_key_of(name);
    if (whole.text[0] == '\0' && last.text[0] == '\0') return;
    for (uint32_t i = 0; i < RULE_COUNT; ++i) {
        for (uint32_t k = 0; k < MOST_PARTS && rules[i].parts[k].name != NULL; ++k) {
            const char *wanted = rules[i].parts[k].name;
            if (strcmp(wanted, whole.text) != 0 && strcmp(wanted, last.text) != 0) continue;
            if (m->count == MOST_BINDS) return;
            m->binds[m->count++] = (found_bind){node, target, (uint16_t)i, (uint16_t)k};
            if (k == 0) m->has_first[i] = 1;
        }
    }
}

/* All nodes with a mesh whose targets have names. Nodes that share meshes multiply: the bound on
 * binds is one on nodes too. */
static void find_targets(morphs *m) {
    const vrm_gltf *gltf = m->make->gltf;
    uint32_t left = 1000000;
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        const vrm_mesh *mesh;
        if (gltf->nodes[i].mesh == VRM_NONE) continue;
        mesh = &gltf->meshes[gltf->nodes[i].mesh];
        for (uint32_t k = 0; k < mesh->target_name_count && left > 0; ++k, --left) {
            add_target(m, (int32_t)i, (int32_t)k, mesh->target_names[k]);
        }
    }
}

static const vrmi_expression_guess *find_told(const vrmi_make *make, vrm_preset preset) {
    for (uint32_t i = 0; i < make->expression_count; ++i) {
        if (make->expressions[i].preset == preset) return &make->expressions[i];
    }
    return NULL;
}

static bool add_expression(morphs *m, uint32_t rule, vrmi_expression_guess *out) {
    const char *name = vrm_preset_name(rules[rule].preset);
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->count; ++i) count += m->binds[i].rule == rule;
    *out = (vrmi_expression_guess){.name = {name, (uint32_t)strlen(name)},
                                   .preset = rules[rule].preset,
                                   .sureness = VRMI_SURE_FAMILY};
    out->binds = VRMI_TAKE(&m->make->arena, vrm_morph_bind, count);
    if (out->binds == NULL) return false;
    for (uint32_t i = 0; i < m->count; ++i) {
        const found_bind *b = &m->binds[i];
        if (b->rule != rule) continue;
        out->binds[out->bind_count++] =
            (vrm_morph_bind){b->node, b->target, rules[rule].parts[b->part].weight};
    }
    return true;
}

bool vrmi_make_find_expressions(vrmi_make *make) {
    morphs m = {make, VRMI_TAKE(&make->arena, found_bind, MOST_BINDS), 0, {0}};
    vrmi_expression_guess *all = VRMI_TAKE(&make->arena, vrmi_expression_guess,
                                           (size_t)make->expression_count + VRM_PRESET_COUNT);
    uint32_t count = make->expression_count;
    if (m.binds == NULL || all == NULL) {
        make->is_refused = true;
        return false;
    }
    if (count > 0) memcpy(all, make->expressions, count * sizeof *all);
    find_targets(&m);
    for (uint32_t i = 0; i < RULE_COUNT; ++i) {
        bool is_known = !m.has_first[i] || find_told(make, rules[i].preset) != NULL;
        for (uint32_t k = make->expression_count; k < count; ++k) {
            if (all[k].preset == rules[i].preset) is_known = true;
        }
        if (is_known) continue;
        if (!add_expression(&m, i, &all[count])) {
            make->is_refused = true;
            return false;
        }
        count += 1;
    }
    make->expressions = all;
    make->expression_count = count;
    return true;
}
