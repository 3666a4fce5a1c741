#include "character.h"

#include "images.h"

#include <string.h>

/* --- Expressions --- */

/* Morph targets by name, so that they may change their order. */
static int find_target(const avatar *a, int node, const char *name) {
    const avatar_mesh *m = &a->meshes.items[a->nodes.items[node].mesh];
    for (size_t i = 0; i < m->target_names.count; ++i) {
        if (strcmp(m->target_names.items[i], name) == 0) return (int)i;
    }
    die("there is no morph target", name);
}

static void bind(avatar *a, avatar_expression *e, const char *node_name, const char *target,
                 double weight) {
    int node = avatar_find_node(a, node_name);
    expression_add_morph(e, node, find_target(a, node, target), weight);
}

void character_add_expressions(avatar *a, const int materials[CHARACTER_MATERIALS]) {
    static const struct {
        int preset;
        const char *face[2]; /* targets of the mesh Face */
        const char *eyes;    /* of the mesh Eyes */
        int override_blink, override_mouth;
    } presets[] = {
        {VRM_PRESET_HAPPY, {"eyes_happy", "mouth_happy"}, NULL, 1, 1},
        {VRM_PRESET_ANGRY, {"eyes_angry", "mouth_angry"}, NULL, 0, 0},
        {VRM_PRESET_SAD, {"eyes_sad", "mouth_sad"}, NULL, 0, 0},
        {VRM_PRESET_RELAXED, {"eyes_relaxed", "mouth_relaxed"}, NULL, 1, 0},
        {VRM_PRESET_SURPRISED, {"eyes_surprised", "mouth_surprised"}, "small", 0, 1},
        {VRM_PRESET_AA, {"mouth_aa", NULL}, NULL, 0, 0},
        {VRM_PRESET_IH, {"mouth_ih", NULL}, NULL, 0, 0},
        {VRM_PRESET_OU, {"mouth_ou", NULL}, NULL, 0, 0},
        {VRM_PRESET_EE, {"mouth_ee", NULL}, NULL, 0, 0},
        {VRM_PRESET_OH, {"mouth_oh", NULL}, NULL, 0, 0},
        {VRM_PRESET_BLINK, {"blink_left", "blink_right"}, NULL, 0, 0},
        {VRM_PRESET_BLINK_LEFT, {"blink_left", NULL}, NULL, 0, 0},
        {VRM_PRESET_BLINK_RIGHT, {"blink_right", NULL}, NULL, 0, 0},
        {VRM_PRESET_LOOK_UP, {NULL, NULL}, "look_up", 0, 0},
        {VRM_PRESET_LOOK_DOWN, {NULL, NULL}, "look_down", 0, 0},
        {VRM_PRESET_LOOK_LEFT, {NULL, NULL}, "look_left", 0, 0},
        {VRM_PRESET_LOOK_RIGHT, {NULL, NULL}, "look_right", 0, 0},
        {VRM_PRESET_NEUTRAL, {"mouth_neutral", NULL}, NULL, 0, 0},
    };
    avatar_expression *e;
    avatar_color_bind *tint;
    avatar_uv_bind *uv;
    for (size_t i = 0; i < sizeof presets / sizeof presets[0]; ++i) {
        e = avatar_add_preset(a, presets[i].preset);
        for (int k = 0; k < 2; ++k) {
            if (presets[i].face[k] != NULL) bind(a, e, "Face", presets[i].face[k], 1);
        }
        if (presets[i].eyes != NULL) bind(a, e, "Eyes", presets[i].eyes, 1);
        /* Only `block`: the draft has no `blend`. */
        e->override_blink = presets[i].override_blink ? VRM_OVERRIDE_BLOCK : VRM_OVERRIDE_NONE;
        e->override_mouth = presets[i].override_mouth ? VRM_OVERRIDE_BLOCK : VRM_OVERRIDE_NONE;
    }
    e = avatar_add_custom(a, "blush");
    tint = LIST_ADD(&e->colors);
    tint->material = materials[CHARACTER_BLUSH];
    tint->type = VRM_COLOR_BIND_COLOR;
    for (int i = 0; i < 4; ++i) tint->target[i] = 1;
    e = avatar_add_custom(a, "starEyes");
    e->is_binary = true;
    uv = LIST_ADD(&e->uvs);
    uv->material = materials[CHARACTER_EYES];
    uv->scale[0] = uv->scale[1] = 1;
    uv->offset[0] = 0.5;
}

/* Names as people give them: in many scripts, with an emoji, and longer than any caption. */
void character_add_names(avatar *a) {
    static const struct {
        const char *name, *target; /* of the mesh Face */
    } named[] = {
        {u8"びっくり", "eyes_surprised"},
        {u8"ジト目😑", "eyes_relaxed"},
        {u8"très_fâché", "eyes_angry"},
        {u8"한국어", "eyes_happy"},
        {u8"العربية", "eyes_sad"},
        {u8"שלום 123", "mouth_oh"},
        {u8"हिन्दी", "mouth_happy"},
        {u8"грустно", "mouth_sad"},
        {u8"とても長い名前、幅に収まらない", "mouth_surprised"},
    };
    for (size_t i = 0; i < sizeof named / sizeof named[0]; ++i) {
        bind(a, avatar_add_custom(a, named[i].name), "Face", named[i].target, 1);
    }
}

/* --- lookAt and first person --- */

void character_add_look_at(avatar *a) {
    /* As far as an iris can go without leaving the white. */
    static const double degrees[] = {5, 5, 2.5, 2.5};
    a->look_at.is_present = true;
    a->look_at.type = VRM_LOOK_AT_TYPE_BONE;
    a->look_at.offset = vec3_make(0, 0.125, 0.060);
    for (int i = 0; i < 4; ++i) {
        a->look_at.maps[i].input_max = i < 2 ? 60 : 40;
        a->look_at.maps[i].output_scale = degrees[i];
    }
}

static void annotate(avatar *a, int node, int type) {
    avatar_annotation *note = LIST_ADD(&a->annotations);
    note->node = node;
    note->type = type;
}

/* --- All of it --- */

void character_build(avatar *a) {
    const character_detail detail = {1, 1};
    int materials[CHARACTER_MATERIALS], body, face, eyes, blush, hair;
    avatar_init(a, "Ame");
    a->meta.author = "the libvrm authors";
    a->meta.copyright = "CC0 1.0";
    a->meta.is_free = true;
    a->is_compact = true;
    character_add_skeleton(a, BONES_NO_JAW);
    character_add_helpers(a);
    character_add_colliders(a);
    character_add_chains(a);
    character_add_materials(a, materials);

    body = avatar_add_mesh(a, "Body", NONE);
    face = avatar_add_mesh(a, "Face", NONE);
    eyes = avatar_add_mesh(a, "Eyes", NONE);
    blush = avatar_add_mesh(a, "Blush", NONE);
    hair = avatar_add_mesh(a, "Hair", NONE);

#define PART(node, material) mesh_part(a, a->nodes.items[node].mesh, materials[material])
    PART(body, CHARACTER_SKIN); /* both first: a new part moves the others */
    PART(body, CHARACTER_OUTFIT);
    character_add_head(a, PART(body, CHARACTER_SKIN), detail);
    character_add_body(a, PART(body, CHARACTER_SKIN), detail);
    character_add_clothes(a, PART(body, CHARACTER_OUTFIT), detail);
    character_add_boots(a, PART(body, CHARACTER_OUTFIT), detail);
    character_add_ribbon(a, PART(body, CHARACTER_OUTFIT), detail);
    character_add_face(a, PART(face, CHARACTER_FACE), detail);
    character_add_face_targets(a, a->nodes.items[face].mesh, detail);
    character_add_eyes(a, PART(eyes, CHARACTER_EYES), detail);
    character_add_eye_targets(a, a->nodes.items[eyes].mesh);
    character_add_blush(a, PART(blush, CHARACTER_BLUSH), detail);
    PART(hair, CHARACTER_HAIR);
    PART(hair, CHARACTER_OUTFIT);
    character_add_cap(a, PART(hair, CHARACTER_HAIR), detail);
    character_add_back(a, PART(hair, CHARACTER_HAIR), detail);
    character_add_fringe(a, PART(hair, CHARACTER_HAIR), detail);
    character_add_locks(a, PART(hair, CHARACTER_HAIR), detail);
    character_add_ornaments(a, PART(hair, CHARACTER_OUTFIT), detail);
#undef PART

    character_add_expressions(a, materials);
    character_add_look_at(a);
    annotate(a, body, VRM_FIRST_PERSON_AUTO);
    annotate(a, face, VRM_FIRST_PERSON_THIRD_PERSON_ONLY);
    annotate(a, eyes, VRM_FIRST_PERSON_THIRD_PERSON_ONLY);
    annotate(a, blush, VRM_FIRST_PERSON_THIRD_PERSON_ONLY);
    annotate(a, hair, VRM_FIRST_PERSON_THIRD_PERSON_ONLY);
    a->meta.thumbnail = avatar_add_image(a, "thumbnail", image_png("thumbnail"));
}
