/* Materials that are not MToon: unlit and metallic-roughness, and what vertex colors do. */
#include "render/expect.h"

#include "test.h"

#include <math.h>
#include <string.h>

static const float orange[4] = {1.0f, 0.5f, 0.25f, 1.0f};

#define UNLIT "'extensions':{'KHR_materials_unlit':{}}"
#define BASE "'pbrMetallicRoughness':{'baseColorFactor':[0.8,0.4,0.2,1]%s}"

static void check_middle(const scene *s, float r, float g, float b) {
    shot taken = take(s);
    check_linear(&taken, 32, 32, r, g, b);
    drop(&taken);
}

TEST(mt_004_vertex_colours_count_but_for_mtoon) {
    scene s = scene_of(text(BASE ",%s", "", mtoon("")));
    s.patches[0].color = orange;
    check_middle(&s, 0.8f, 0.4f, 0.2f);
    s = scene_of(text(BASE "," UNLIT, ""));
    s.patches[0].color = orange;
    check_middle(&s, 0.8f, 0.2f, 0.05f);
    s = scene_of(text(BASE, ",'metallicFactor':0,'roughnessFactor':1"));
    s.patches[0].color = orange;
    for (int i = 0; i < 3; ++i) { /* gi alone: no specular part */
        s.view.light.color[i] = 0.0f;
        s.view.light.sky[i] = s.view.light.ground[i] = 1.0f;
    }
    check_middle(&s, 0.8f, 0.2f, 0.05f);
}

/* MT-002: where a material has both, MToon is seen. */
TEST(mt_002_mtoon_before_unlit) {
    scene s = scene_of(text(BASE ",'extensions':{'KHR_materials_unlit':{},'VRMC_materials_mtoon':{"
                                 "'specVersion':'1.0','shadeColorFactor':[0.1,0.2,0.3]}}",
                            ""));
    s.view.light.direction = vrm_vec3_make(0.0f, 0.0f, -1.0f);
    check_middle(&s, 0.1f, 0.2f, 0.3f);
}

TEST(gl_016_unlit_shows_its_base) {
    /* Neither light nor emission nor shade; and the transform of its texture counts. */
    static const uint8_t halves[16] = {255, 255, 255, 255, 0, 255, 0, 255,
                                       255, 255, 255, 255, 0, 255, 0, 255};
    for (int moved = 0; moved < 2; ++moved) {
        static const char move[] = ",'extensions':{'KHR_texture_transform':{'offset':[0.5,0]}}";
        scene s = scene_of(text(BASE ",'emissiveFactor':[1,1,1]," UNLIT,
                                text(",'baseColorTexture':{'index':0%s}", moved ? move : "")));
        shot taken;
        add_texture_2x2(&s, halves);
        for (int i = 0; i < 3; ++i) s.view.light.color[i] = 0.1f;
        taken = take(&s);
        check_linear(&taken, moved ? 44 : 20, 32, 0.8f, 0.4f, 0.2f);
        check_linear(&taken, moved ? 20 : 44, 32, 0.0f, 0.4f, 0.0f);
        drop(&taken);
    }
}

/* --- Metallic-roughness --- */

/* Appendix B of glTF under one light of color 1 (no 1/pi, so pi in the specular part). */
static void reflect(const float base[3], double metallic, double roughness, const double n[3],
                    const double l[3], const double v[3], double out[3]) {
    double h[3], length = 0.0, nl = 0.0, nv = 0.0, nh = 0.0, vh = 0.0, a2, d, visibility;
    for (int i = 0; i < 3; ++i) h[i] = l[i] + v[i];
    for (int i = 0; i < 3; ++i) length += h[i] * h[i];
    for (int i = 0; i < 3; ++i) {
        h[i] /= sqrt(length);
        nl += n[i] * l[i];
        nv += n[i] * v[i];
        nh += n[i] * h[i];
        vh += v[i] * h[i];
    }
    a2 = pow(roughness, 4.0);
    d = a2 / pow(nh * nh * (a2 - 1.0) + 1.0, 2.0);
    visibility =
        0.5 / (nl * sqrt(nv * nv * (1.0 - a2) + a2) + nv * sqrt(nl * nl * (1.0 - a2) + a2));
    for (int i = 0; i < 3; ++i) {
        double f0 = 0.04 + ((double)base[i] - 0.04) * metallic;
        double fresnel = f0 + (1.0 - f0) * pow(1.0 - vh, 5.0);
        out[i] =
            nl > 0.0 ? nl * ((double)base[i] * (1.0 - metallic) + fresnel * d * visibility) : 0.0;
    }
}

TEST(gl_019_metallic_roughness_is_lit) {
    static const float base[3] = {0.8f, 0.4f, 0.2f};
    static const struct {
        double metallic, roughness, degrees;
    } cases[] = {{0.0, 1.0, 0.0},  {0.0, 1.0, 60.0}, {0.0, 0.5, 30.0},
                 {1.0, 0.6, 20.0}, {0.5, 0.4, 10.0}, {0.0, 1.0, 120.0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        double angle = cases[i].degrees * 3.14159265358979 / 180.0, out[3];
        const double n[3] = {0.0, 0.0, 1.0}, l[3] = {sin(angle), 0.0, cos(angle)};
        double eye = 3.0 * 0.26794919 / 64.0, length = sqrt(9.0 + 2.0 * eye * eye);
        const double v[3] = {-eye / length, eye / length, 3.0 / length};
        scene s = scene_of(text(BASE, text(",'metallicFactor':%g,'roughnessFactor':%g",
                                           cases[i].metallic, cases[i].roughness)));
        test_note("metallic %g, roughness %g, %g degrees", cases[i].metallic, cases[i].roughness,
                  cases[i].degrees);
        s.view.light.direction = vrm_vec3_make((float)l[0], 0.0f, (float)l[2]);
        reflect(base, cases[i].metallic, cases[i].roughness, n, l, v, out);
        check_middle(&s, (float)out[0], (float)out[1], (float)out[2]);
        /* The same from a texture: roughness is green, metal is blue, and neither is encoded. */
        s.materials = text("{" BASE "}", ",'metallicRoughnessTexture':{'index':0}");
        s.texture_count = 0;
        add_texture(&s, 10, (uint8_t)(cases[i].roughness * 255.0 + 0.5),
                    (uint8_t)(cases[i].metallic * 255.0 + 0.5), 255);
        check_middle(&s, (float)out[0], (float)out[1], (float)out[2]);
    }
    test_note(NULL);
}

TEST(gl_016_metallic_roughness_slots) {
    /* The left half of each texture is one thing, the right half another; a transform by a half
     * swaps them. */
    static const struct {
        const char *name, *before, *after; /* around the members of the texture's use */
        uint8_t texels[16];
    } cases[] = {
        {"base",
         "'pbrMetallicRoughness':{'metallicFactor':0,'baseColorTexture':{'index':0",
         "}}",
         {255, 0, 0, 255, 0, 255, 0, 255, 255, 0, 0, 255, 0, 255, 0, 255}},
        {"metallic and roughness",
         "'pbrMetallicRoughness':{'metallicRoughnessTexture':{'index':0",
         "}}",
         {0, 255, 255, 255, 0, 128, 0, 255, 0, 255, 255, 255, 0, 128, 0, 255}},
        {"normal",
         "'pbrMetallicRoughness':{'metallicFactor':0},'normalTexture':{'index':0",
         "}",
         {218, 128, 218, 255, 38, 128, 218, 255, 218, 128, 218, 255, 38, 128, 218, 255}},
        {"emissive",
         "'emissiveFactor':[1,1,1],'emissiveTexture':{'index':0",
         "}",
         {255, 0, 0, 255, 0, 255, 0, 255, 255, 0, 0, 255, 0, 255, 0, 255}},
        {"occlusion",
         "'pbrMetallicRoughness':{'metallicFactor':0},'occlusionTexture':{'index':0",
         "}",
         {255, 0, 0, 255, 0, 255, 0, 255, 255, 0, 0, 255, 0, 255, 0, 255}},
    };
    static const char moved[] = ",'extensions':{'KHR_texture_transform':{'offset':[0.5,0]}}";
    static const char *const uses[] = {"", moved, ",'texCoord':1"};
    static const float half[2] = {0.5f, 0.0f};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        uint8_t pixels[3][2][3];
        for (int use = 0; use < 3; ++use) {
            scene s = scene_of(text("%s%s%s", cases[i].before, uses[use], cases[i].after));
            shot taken;
            add_texture_2x2(&s, cases[i].texels);
            s.patches[0].uv1 = half;
            s.view.light.direction = vrm_vec3_make(0.5f, 0.0f, 0.5f);
            for (int c = 0; c < 3; ++c) s.view.light.sky[c] = s.view.light.ground[c] = 0.2f;
            taken = take(&s);
            if (taken.picture.rgba == NULL) return;
            memcpy(pixels[use][0], picture_at(&taken.picture, 20, 32), 3);
            memcpy(pixels[use][1], picture_at(&taken.picture, 44, 32), 3);
            drop(&taken);
        }
        test_note("%s", cases[i].name);
        CHECK(memcmp(pixels[0][0], pixels[0][1], 3) != 0);
        for (int use = 1; use < 3; ++use) {
            for (int c = 0; c < 3; ++c) { /* V differs a little from side to side */
                CHECK_NEAR(pixels[use][0][c], pixels[0][1][c], 3.0);
                CHECK_NEAR(pixels[use][1][c], pixels[0][0][c], 3.0);
            }
        }
    }
    test_note(NULL);
}

/* glTF: the strength of the occlusion, which dims gi alone. */
TEST(gl_016_occlusion_strength) {
    static const char *const strengths[] = {"0", "0.5", "1"};
    for (int i = 0; i < 3; ++i) {
        scene s = scene_of(text(BASE ",'occlusionTexture':{'index':0,'strength':%s}",
                                ",'metallicFactor':0,'roughnessFactor':1", strengths[i]));
        float k = 1.0f - 0.5f * (float)i;
        add_texture(&s, 0, 255, 255, 255);
        for (int c = 0; c < 3; ++c) {
            s.view.light.color[c] = 0.0f;
            s.view.light.sky[c] = s.view.light.ground[c] = 1.0f;
        }
        check_middle(&s, 0.8f * k, 0.4f * k, 0.2f * k);
    }
}

/* HE-001, HE-002: emission of a material that is no MToon. */
TEST(he_001_he_002_emission_of_metallic_roughness) {
    static const char *const extensions[] = {
        "", "'KHR_materials_emissive_strength':{'emissiveStrength':3}",
        "'VRMC_materials_hdr_emissiveMultiplier':{'emissiveMultiplier':3}"};
    for (int i = 0; i < 3; ++i) {
        scene s = scene_of(text("'pbrMetallicRoughness':{'baseColorFactor':[0,0,0,1],"
                                "'metallicFactor':1},'emissiveFactor':[0.1,0.2,0.3],"
                                "'extensions':{%s}",
                                extensions[i]));
        float k = i == 0 ? 1.0f : 3.0f;
        for (int c = 0; c < 3; ++c) s.view.light.color[c] = 0.0f;
        check_middle(&s, 0.1f * k, 0.2f * k, 0.3f * k);
    }
}

TEST(gl_019_no_material_at_all) {
    /* White, all metal and rough by glTF's defaults; gi lights none of that. */
    scene s = scene_of("");
    shot taken;
    s.patches[0].material = -1;
    taken = take(&s);
    if (taken.picture.rgba != NULL) CHECK(picture_at(&taken.picture, 32, 32)[0] > 20);
    drop(&taken);
}

TEST_SUITE(render_material, ENTRY(mt_004_vertex_colours_count_but_for_mtoon),
           ENTRY(mt_002_mtoon_before_unlit), ENTRY(gl_016_unlit_shows_its_base),
           ENTRY(gl_019_metallic_roughness_is_lit), ENTRY(gl_016_metallic_roughness_slots),
           ENTRY(gl_016_occlusion_strength), ENTRY(he_001_he_002_emission_of_metallic_roughness),
           ENTRY(gl_019_no_material_at_all));
