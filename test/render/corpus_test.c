/*
 * Files of others that say with a picture whether they are drawn right. Skipped where the corpus is
 * not there.
 */
#include "render/create.h"
#include "render/scene.h"

#include "test.h"
#include "testkit/create.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 256 };

typedef struct visitor {
    loaded file;
    vrm_avatar *avatar; /* NULL: the file is not there, or there is no GL */
    vrm_render_model *on_gpu;
    vrm_frame frame;
    vrm_view view;
} visitor;

static visitor invite(const char *path) {
    visitor one;
    fixture file;
    memset(&one, 0, sizeof one);
    if (stage_renderer() == NULL) return one;
    file = fixture_corpus(path);
    if (file.bytes == NULL) {
        test_skip(NO_CORPUS);
        return one;
    }
    one.file = load_avatar_file(file, NULL);
    if (!CHECK_INT(one.file.result, VRM_OK)) return one;
    one.on_gpu = create_render_model(stage_renderer(), one.file.model, NULL);
    if (!CHECK(one.on_gpu != NULL)) return one;
    one.avatar = create_avatar(one.file.model, NULL);
    vrm_avatar_update(one.avatar, 0.0f);
    one.frame = *vrm_avatar_frame(one.avatar);
    vrm_view_init(&one.view);
    one.view.width = one.view.height = SIZE;
    return one;
}

static void dismiss(visitor *one) {
    vrm_render_model_destroy(one->on_gpu);
    vrm_avatar_destroy(one->avatar);
    unload(&one->file);
}

static picture draw(const visitor *one, const vrm_frame *frame) {
    static const float black[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    vrm_draw what;
    what.model = one->on_gpu;
    what.frame = frame;
    return stage_draw(&one->view, &what, 1, black);
}

/* The pixel that shows a point of the world. */
static const uint8_t *pixel_of(const visitor *one, const picture *image, vrm_vec3 at) {
    const float *v = one->view.view.m, *p = one->view.projection.m;
    float x = v[0] * at.x + v[4] * at.y + v[8] * at.z + v[12];
    float y = v[1] * at.x + v[5] * at.y + v[9] * at.z + v[13];
    float z = v[2] * at.x + v[6] * at.y + v[10] * at.z + v[14];
    int column = (int)((p[0] * x / -z * 0.5f + 0.5f) * SIZE);
    int row = (int)((0.5f - p[5] * y / -z * 0.5f) * SIZE);
    if (!CHECK(column >= 0 && column < SIZE && row >= 0 && row < SIZE)) column = row = 0;
    return picture_at(image, column, row);
}

/* The middle of what the mesh of a node shows at rest, in the world. */
static vrm_vec3 middle_of(const visitor *one, int node) {
    int mesh = one->file.gltf->nodes[node].mesh;
    const vrm_primitive *primitive = &one->file.gltf->meshes[mesh].primitives[0];
    size_t count = primitive->vertex_count;
    float *positions = malloc(count * 3 * sizeof *positions);
    float low[3] = {1e9f, 1e9f, 1e9f}, high[3] = {-1e9f, -1e9f, -1e9f};
    const float *m = one->frame.world[node].m;
    CHECK_INT(vrm_model_read_vertices(one->file.model, mesh, 0, VRM_ATTRIBUTE_POSITION, 0, 3,
                                      positions, count * 3),
              VRM_OK);
    for (size_t i = 0; i < count * 3; ++i) {
        low[i % 3] = fminf(low[i % 3], positions[i]);
        high[i % 3] = fmaxf(high[i % 3], positions[i]);
    }
    free(positions);
    for (int i = 0; i < 3; ++i) low[i] = (low[i] + high[i]) / 2;
    return vrm_vec3_make(m[0] * low[0] + m[4] * low[1] + m[8] * low[2] + m[12],
                         m[1] * low[0] + m[5] * low[1] + m[9] * low[2] + m[13],
                         m[2] * low[0] + m[6] * low[1] + m[10] * low[2] + m[14]);
}

/* --- Emission, before and after an exporter changed it --- */

/* What the balls of both files show: each material beside one that shows the same by another way.
 * V0-051: what is written encoded is linear after loading; MToon's was linear always. */
TEST(v0_051_he_001_mt_018_emission_migration) {
    static const char *const paths[] = {"univrm/EmissionMigration_v0.106.0.vrm",
                                        "univrm/EmissionMigration_v0.107.0.vrm"};
    static const struct {
        const char *material;
        double byte; /* with no light at all */
    } balls[] = {{"Unlit_SRGB_0.5", 127.5},        {"Standard_Emission_0.5", 127.5},
                 {"Standard_Emission_2.0", 255.0}, {"Unlit_Linear_0.5", 187.5},
                 {"MToon_Emission_0.5", 187.5},    {"MToon_Emission_2.0", 255.0}};
    for (int f = 0; f < 2; ++f) {
        visitor one = invite(paths[f]);
        int found = 0;
        if (one.avatar == NULL) {
            dismiss(&one);
            return;
        }
        for (int c = 0; c < 3; ++c) one.view.light.color[c] = 0.0f;
        for (uint32_t n = 0; n < one.file.gltf->node_count; ++n) {
            int mesh = one.file.gltf->nodes[n].mesh, material;
            picture image;
            vrm_vec3 at, eye;
            if (mesh < 0) continue;
            material = one.file.gltf->meshes[mesh].primitives[0].material;
            at = eye = middle_of(&one, (int)n);
            eye.z += 5.0f;
            vrm_view_look_at_value(&one.view, eye, at, vrm_vec3_make(0.0f, 1.0f, 0.0f), 0.35f, 1.0f,
                                   0.1f, 100.0f);
            image = draw(&one, &one.frame);
            for (size_t b = 0; b < sizeof balls / sizeof balls[0] && material >= 0; ++b) {
                const char *name = one.file.tables->materials[material].name.data;
                if (strcmp(name, balls[b].material) != 0) continue;
                test_note("%s, %s", paths[f], name);
                CHECK_NEAR(pixel_of(&one, &image, at)[0], balls[b].byte, 2.0);
                ++found;
            }
            picture_free(&image);
        }
        CHECK_INT(found, 6);
        test_note(NULL);
        dismiss(&one);
    }
}

/* --- Ticks and crosses --- */

/* Red pixels of the picture, and green ones: crosses are on red, ticks on green. */
static void count_colors(const picture *image, int *red, int *green) {
    *red = *green = 0;
    for (int i = 0; i < image->width * image->height; ++i) {
        const uint8_t *p = image->rgba + (size_t)i * 4;
        if (p[0] > p[1] + 30) ++*red;
        if (p[1] > p[0] + 30) ++*green;
    }
}

/* The window fills the picture, but for its rim. */
static void look_at_window(visitor *one) {
    for (uint32_t n = 0; n < one->file.gltf->node_count; ++n) {
        if (strcmp(one->file.gltf->nodes[n].name.data, "Validation Window") == 0) {
            vrm_vec3 at = middle_of(one, (int)n), eye = at;
            eye.z += 1.0f; /* a square of 50 cm: 48 are seen */
            vrm_view_look_at_value(&one->view, eye, at, vrm_vec3_make(0.0f, 1.0f, 0.0f),
                                   2.0f * atanf(0.24f), 1.0f, 0.1f, 100.0f);
            return;
        }
    }
    CHECK(false);
}

TEST(ex_006_ex_010_ex_028_ticks_and_no_crosses) {
    static const char *const paths[] = {"official/VRMC_vrm_expressions_isBinary_Overridden.vrm",
                                        "official/VRMC_vrm_expressions_isBinary_Overrides.vrm"};
    static const float weights[] = {0.0f, 0.3f, 0.5f, 0.51f, 0.7f, 1.0f};
    for (int f = 0; f < 2; ++f) {
        visitor one = invite(paths[f]);
        if (one.avatar == NULL) {
            dismiss(&one);
            return;
        }
        look_at_window(&one);
        for (int h = 0; h < 6; ++h) {
            for (int b = 0; b < 6; ++b) {
                picture image;
                int red, green;
                test_note("%s, happy %g, blink %g", paths[f], (double)weights[h],
                          (double)weights[b]);
                vrm_avatar_set_expression(
                    one.avatar, vrm_model_find_expression(one.file.model, "happy"), weights[h]);
                vrm_avatar_set_expression(
                    one.avatar, vrm_model_find_expression(one.file.model, "blink"), weights[b]);
                vrm_avatar_update(one.avatar, 0.0f);
                image = draw(&one, &one.frame);
                count_colors(&image, &red, &green);
                CHECK_INT(red, 0);
                CHECK(green > SIZE * SIZE / 2);
                picture_free(&image);
            }
        }
        test_note(NULL);
        { /* the window does tell: half of both, which overrides do not allow, shows crosses */
            vrm_material_values *values =
                malloc(one.frame.material_count * sizeof(vrm_material_values));
            vrm_frame wrong = one.frame;
            picture image;
            int red, green;
            memcpy(values, one.frame.materials,
                   one.frame.material_count * sizeof(vrm_material_values));
            values[0].uv_offset[VRM_TEXTURE_SLOT_BASE_COLOR].x = 0.4375f;
            values[0].uv_offset[VRM_TEXTURE_SLOT_BASE_COLOR].y = 0.4375f;
            wrong.materials = values;
            image = draw(&one, &wrong);
            count_colors(&image, &red, &green);
            CHECK(red > SIZE * SIZE / 2);
            picture_free(&image);
            free(values);
        }
        dismiss(&one);
    }
}

TEST_SUITE(render_corpus, ENTRY(v0_051_he_001_mt_018_emission_migration),
           ENTRY(ex_006_ex_010_ex_028_ticks_and_no_crosses));
