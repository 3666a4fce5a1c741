/* The textures and materials of the character. */
#include "character.h"

#include "images.h"

/* --- Parts of the textures --- */

const box skin_face = {0, 0, 0.5, 1}, skin_white = {0.5, 0, 0.75, 0.5},
          skin_mouth = {0.75, 0, 1, 0.5}, skin_lash = {0.5, 0.5, 0.75, 0.625},
          skin_lip = {0.5, 0.5, 0.5625, 0.625}, skin_brow = {0.75, 0.5, 0.875, 0.625},
          skin_crease = {0.875, 0.5, 1, 0.625}, skin_neck = {0.5, 0.625, 0.75, 1},
          skin_hand = {0.75, 0.625, 1, 1};

const box outfit_coat = {0, 0, 0.75, 0.5}, outfit_sleeve = {0.75, 0, 1, 0.25},
          outfit_hood = {0.75, 0.25, 1, 0.5}, outfit_leg = {0, 0.5, 0.25, 1},
          outfit_boot = {0.25, 0.5, 0.5, 0.75}, outfit_sole = {0.25, 0.75, 0.5, 1},
          outfit_skirt = {0.5, 0.5, 0.75, 0.75}, outfit_bow = {0.5, 0.75, 0.625, 1},
          outfit_ribbon = {0.625, 0.75, 0.75, 1}, outfit_clip = {0.75, 0.5, 0.875, 0.75};

/* A square of 256 mm, around the face. */
static const double face_size = 0.256, face_top = 1.470;

void face_texture(double x, double y, double *u, double *v) {
    *u = mix(skin_face.left, skin_face.right, clamp(0.5 + x / face_size, 0.004, 0.996));
    *v = mix(skin_face.top, skin_face.bottom, clamp((face_top - y) / face_size, 0.004, 0.996));
}

/* --- Materials --- */

/* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): in the order of the table below */
typedef struct look {
    const char *name;
    int texture;
    uint32_t shade; /* the color of shadow that the texture is multiplied with */
    uint32_t outline;
    double outline_width;
    uint32_t rim;
    double toony, shift;
} look;

static const look looks[CHARACTER_MATERIALS] = {
    [CHARACTER_SKIN] = {"Skin", TEXTURE_SKIN, 0xF8BFB2, 0x8A4A48, 0.0011, 0x1C1210, 0.90, -0.10},
    [CHARACTER_FACE] = {"Face", TEXTURE_SKIN, 0xF8BFB2, 0, 0, 0, 0.90, -0.10},
    [CHARACTER_EYES] = {"Eyes", TEXTURE_EYES, 0xDCD8F2, 0, 0, 0, 0.90, -0.10},
    [CHARACTER_BLUSH] = {"Blush", TEXTURE_BLUSH, 0xF8BFB2, 0, 0, 0, 0.90, -0.10},
    [CHARACTER_HAIR] = {"Hair", TEXTURE_HAIR, 0xB4A2E0, 0x2A2258, 0.0015, 0x3A3660, 0.90, -0.05},
    [CHARACTER_OUTFIT] = {"Outfit", TEXTURE_OUTFIT, 0xDFAE9C, 0x5A3A34, 0.0014, 0x2A2418, 0.90,
                          -0.05},
};

static void hex_to_linear(uint32_t rgb, double out[3]) {
    for (int i = 0; i < 3; ++i) out[i] = srgb_to_linear((rgb >> (16 - 8 * i) & 0xFF) / 255.0);
}

void character_add_materials(avatar *a, int materials[CHARACTER_MATERIALS]) {
    static const char *const names[] = {"skin",   "eyes",  "blush", "hair",
                                        "outfit", "sheen", "taper"};
    int images[CHARACTER_TEXTURES];
    avatar_material *m;
    for (int i = 0; i < CHARACTER_TEXTURES; ++i) {
        images[i] = avatar_add_image(a, names[i], image_png(names[i]));
    }
    for (int i = 0; i < CHARACTER_MATERIALS; ++i) {
        const look *l = &looks[i];
        materials[i] = avatar_add_material(a, l->name, 1, 1, 1);
        m = &a->materials.items[materials[i]];
        m->base_texture = m->shade_texture = images[l->texture];
        hex_to_linear(l->shade, m->shade_color);
        hex_to_linear(l->outline, m->outline_color);
        hex_to_linear(l->rim, m->rim_color);
        m->shading_toony = l->toony;
        m->shading_shift = l->shift;
        m->rim_mix = 1;
        m->rim_power = 4;
        m->rim_lift = 0.05;
        if (l->outline_width > 0) {
            m->outline_mode = VRM_OUTLINE_WORLD_COORDINATES;
            m->outline_width = l->outline_width;
        }
        m->outline_mix = 0.5;
    }
    m = &a->materials.items[materials[CHARACTER_HAIR]];
    m->is_double_sided = true;
    m->matcap_texture = images[TEXTURE_SHEEN];
    m->outline_texture = images[TEXTURE_TAPER];
    m = &a->materials.items[materials[CHARACTER_BLUSH]];
    m->alpha_mode = ALPHA_BLEND;
    m->base_color[3] = 0;
}
