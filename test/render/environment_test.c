/* VRM_RENDER_ENVIRONMENT: metals reflect surroundings, and nothing else changes. */
#include "render/scene.h"

#include "test.h"

#include <math.h>
#include <string.h>

enum { LIGHTS = 12 };

/* The light of `vrm render`, coming from all around the vertical in turn. */
static void light_from(vrm_view *view, double turns) {
    double angle = turns * 6.283185307179586;
    view->light.direction = vrm_vec3_make((float)sin(angle), 0.55f, (float)cos(angle));
    for (int c = 0; c < 3; ++c) {
        view->light.color[c] = 0.8f;
        view->light.sky[c] = 0.2f;
        view->light.ground[c] = 0.15f;
    }
}

static scene scene_of_metal(double metallic, double roughness) {
    scene s = scene_of(text("'pbrMetallicRoughness':{'baseColorFactor':[0.8,0.8,0.8,1],"
                            "'metallicFactor':%g,'roughnessFactor':%g}",
                            metallic, roughness));
    light_from(&s.view, 0.0);
    return s;
}

/* --- The formula, on the processor --- */

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double clamp(double x) { return x < 0.0 ? 0.0 : x > 1.0 ? 1.0 : x; }

static double mix(double a, double b, double share) { return a + (b - a) * share; }

/* The light itself on metal: GGX, no sharper than roughness 0.7, and a fifth of it. */
static double highlight(double f0, double roughness, const double n[3], const double l[3],
                        const double v[3]) {
    double h[3], length, a = fmax(roughness * roughness, 0.5), a2 = a * a, d, smith;
    double nl = clamp(dot(n, l)), nv = clamp(dot(n, v)), nh;
    for (int i = 0; i < 3; ++i) h[i] = l[i] + v[i];
    length = sqrt(dot(h, h));
    for (int i = 0; i < 3; ++i) h[i] /= length;
    nh = clamp(dot(n, h));
    d = nh * nh * (a2 - 1.0) + 1.0;
    smith = nl * sqrt(a2 + (1.0 - a2) * nv * nv) + nv * sqrt(a2 + (1.0 - a2) * nl * nl);
    return 0.2 * (f0 + (1.0 - f0) * pow(1.0 - clamp(dot(v, h)), 5.0)) * (0.5 / fmax(smith, 1e-6)) *
           (a2 / (d * d)) * nl;
}

/* Of surroundings that are 1 everywhere. */
static double reflectance(double f0, double roughness, double nv) {
    double rough = 1.0 - roughness;
    double a = fmin(rough * rough, pow(2.0, -9.28 * nv)) * rough + 0.0425 - 0.0275 * roughness;
    double scale = 1.04 - 0.572 * roughness - 1.04 * a;
    double bias = 0.022 * roughness - 0.04 + 1.04 * a;
    return (f0 * scale + bias) * (1.0 + f0 * (1.0 / (scale + bias) - 1.0));
}

static double reflected(double f0, double roughness, const double n[3], const double l[3],
                        const double v[3]) {
    double r[3], up, towards;
    for (int i = 0; i < 3; ++i) r[i] = 2.0 * dot(n, v) * n[i] - v[i];
    up = clamp(0.5 + r[1] * (1.5 - roughness));
    towards = 0.5 + 0.5 * dot(r, l);
    return reflectance(f0, roughness, clamp(dot(n, v))) *
           (mix(0.15, 0.2, up) + 0.8 * (0.22 + 0.23 * towards * towards));
}

TEST(metal_reflects_what_is_around_it) {
    static const struct {
        double roughness, turns;
        vrm_vec3 normal;
    } cases[] = {
        {1.0, 0.0, {0.0f, 0.0f, 1.0f}},  {0.5, 0.0, {0.0f, 0.0f, 1.0f}},
        {0.2, 0.1, {0.6f, 0.0f, 0.8f}},  {0.2, 0.5, {0.0f, 0.0f, 1.0f}},
        {0.7, 0.3, {0.0f, 0.6f, 0.8f}},  {0.4, 0.75, {-0.6f, 0.0f, 0.8f}},
        {0.1, 0.2, {0.0f, -0.6f, 0.8f}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        scene s = scene_of_metal(1.0, cases[i].roughness);
        double eye = 3.0 * 0.26794919 / 64.0, length = sqrt(9.0 + 2.0 * eye * eye), value, light;
        const double v[3] = {-eye / length, eye / length, 3.0 / length};
        double n[3] = {cases[i].normal.x, cases[i].normal.y, cases[i].normal.z}, l[3];
        shot taken;
        light_from(&s.view, cases[i].turns);
        light = sqrt(1.0 + 0.55 * 0.55);
        l[0] = s.view.light.direction.x / light;
        l[1] = s.view.light.direction.y / light;
        l[2] = s.view.light.direction.z / light;
        s.patches[0].normal = cases[i].normal;
        s.view.flags |= VRM_RENDER_ENVIRONMENT;
        value = 0.8 * highlight(0.8, cases[i].roughness, n, l, v) +
                reflected(0.8, cases[i].roughness, n, l, v);
        test_note("case %u", (unsigned)i);
        taken = take(&s);
        check_linear(&taken, 32, 32, (float)value, (float)value, (float)value);
        drop(&taken);
    }
    test_note(NULL);
}

/* --- All around --- */

typedef struct brightness {
    int least, most; /* bytes of red over the inner part of a ball */
} brightness;

static brightness brightness_of(double roughness, double turns, uint32_t flags) {
    scene s = scene_of_metal(1.0, roughness);
    brightness found = {255, 0};
    shot taken;
    light_from(&s.view, turns);
    s.view.flags |= flags;
    s.patches[0].is_ball = true;
    taken = take(&s);
    for (int y = 0; y < 64 && taken.picture.rgba != NULL; ++y) {
        for (int x = 0; x < 64; ++x) {
            int red = picture_at(&taken.picture, x, y)[0];
            /* Half a meter at three meters has 19 pixels; those of the edge are half background. */
            if ((x - 32) * (x - 32) + (y - 32) * (y - 32) > 17 * 17) continue;
            if (red < found.least) found.least = red;
            if (red > found.most) found.most = red;
        }
    }
    drop(&taken);
    return found;
}

TEST(metal_neither_flashes_nor_goes_black_from_any_side) {
    static const double roughnesses[] = {0.1, 0.3, 0.5, 0.7, 1.0};
    if (stage_renderer() == NULL) return;
    for (size_t i = 0; i < sizeof roughnesses / sizeof roughnesses[0]; ++i) {
        for (int light = 0; light < LIGHTS; ++light) {
            brightness found =
                brightness_of(roughnesses[i], light / (double)LIGHTS, VRM_RENDER_ENVIRONMENT);
            test_note("roughness %g, light %d of %d", roughnesses[i], light, LIGHTS);
            CHECK(found.least >= 125);
            CHECK(found.most <= 215);
        }
    }
    test_note(NULL);
}

TEST(without_the_flag_metal_does_both) {
    brightness front, back;
    if (stage_renderer() == NULL) return;
    front = brightness_of(0.3, 0.0, 0);
    back = brightness_of(0.3, 0.5, 0);
    CHECK_INT(front.most, 255);
    CHECK(back.least <= 1);
}

/* --- What does not change --- */

TEST(materials_without_metal_are_as_they_were) {
    static const char *const materials[] = {
        "'pbrMetallicRoughness':{'baseColorFactor':[0.8,0.4,0.2,1],'metallicFactor':0,"
        "'roughnessFactor':0.3}",
        "'pbrMetallicRoughness':{'baseColorFactor':[0.8,0.4,0.2,1]},"
        "'extensions':{'KHR_materials_unlit':{}}",
        "'pbrMetallicRoughness':{'baseColorFactor':[0.8,0.4,0.2,1]},%s",
    };
    if (stage_renderer() == NULL) return;
    for (size_t i = 0; i < sizeof materials / sizeof materials[0]; ++i) {
        scene s = scene_of(i < 2 ? materials[i] : text(materials[2], mtoon("")));
        shot without, with;
        test_note("material %u", (unsigned)i);
        light_from(&s.view, 0.1);
        s.patches[0].is_ball = true;
        without = take(&s);
        s.view.flags |= VRM_RENDER_ENVIRONMENT;
        with = take(&s);
        if (CHECK(without.picture.rgba != NULL && with.picture.rgba != NULL)) {
            CHECK_INT(memcmp(without.picture.rgba, with.picture.rgba, 64 * 64 * 4), 0);
        }
        drop(&without);
        drop(&with);
    }
    test_note(NULL);
}

/* Ambient light alone: what is all around is what a metal shows. A white one shows all of it,
 * however rough it is. */
TEST(ambient_light_lights_metal) {
    static const double bases[] = {0.8, 1.0}, roughnesses[] = {0.2, 0.5, 1.0};
    for (int i = 0; i < 6; ++i) {
        double base = bases[i / 3], roughness = roughnesses[i % 3];
        scene s = scene_of(text("'pbrMetallicRoughness':{'baseColorFactor':[%g,%g,%g,1],"
                                "'roughnessFactor':%g}",
                                base, base, base, roughness));
        float grey = base < 1.0 ? (float)reflectance(base, roughness, 1.0) : 1.0f;
        shot taken;
        test_note("base %g, roughness %g", base, roughness);
        for (int c = 0; c < 3; ++c) {
            s.view.light.color[c] = 0.0f;
            s.view.light.sky[c] = s.view.light.ground[c] = 1.0f;
        }
        taken = take(&s);
        check_linear(&taken, 32, 32, 0.0f, 0.0f, 0.0f);
        drop(&taken);
        s.view.flags |= VRM_RENDER_ENVIRONMENT;
        taken = take(&s);
        check_linear(&taken, 32, 32, grey, grey, grey);
        drop(&taken);
    }
    test_note(NULL);
}

TEST_SUITE(render_environment, ENTRY(metal_reflects_what_is_around_it),
           ENTRY(metal_neither_flashes_nor_goes_black_from_any_side),
           ENTRY(without_the_flag_metal_does_both), ENTRY(materials_without_metal_are_as_they_were),
           ENTRY(ambient_light_lights_metal));
