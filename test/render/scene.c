#include "render/scene.h"
#include "render/create.h"

#include "render/builder.h"
#include "test.h"
#include "testkit/create.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXTS = 16, TEXT_SIZE = 8192 };

const char *text(const char *format, ...) {
    static char store[TEXTS][TEXT_SIZE];
    static int next;
    char *out = store[next++ % TEXTS];
    va_list arguments;
    va_start(arguments, format);
    CHECK(vsnprintf(out, TEXT_SIZE, format, arguments) < TEXT_SIZE);
    va_end(arguments);
    return out;
}

const char *mtoon(const char *members) {
    return text("'extensions':{'VRMC_materials_mtoon':{'specVersion':'1.0'%s%s}}",
                members[0] != '\0' ? "," : "", members);
}

scene scene_of(const char *members) {
    scene s;
    memset(&s, 0, sizeof s);
    add_patch(&s, -0.5f, 0.5f, 0.5f, 1.5f, 0.0f, 0);
    s.materials = text("{%s}", members);
    s.background[3] = 1.0f;
    vrm_view_init(&s.view);
    s.view.width = s.view.height = 64;
    for (int i = 0; i < 3; ++i) s.view.light.color[i] = 1.0f;
    s.view.light.direction = vrm_vec3_make(0.0f, 0.0f, 1.0f);
    look_from(&s, vrm_vec3_make(0.0f, 1.0f, 3.0f), vrm_vec3_make(0.0f, 1.0f, 0.0f),
              vrm_vec3_make(0.0f, 1.0f, 0.0f));
    return s;
}

void look_from(scene *from, vrm_vec3 eye, vrm_vec3 target, vrm_vec3 up) {
    float aspect = (float)from->view.width / (float)from->view.height;
    vrm_view_look_at_value(&from->view, eye, target, up, 3.14159265f / 6.0f, aspect, 0.1f, 100.0f);
}

int add_patch(scene *scene, float x0, float y0, float x1, float y1, float z, int material) {
    patch *p = &scene->patches[scene->patch_count];
    memset(p, 0, sizeof *p);
    p->x0 = x0;
    p->y0 = y0;
    p->x1 = x1;
    p->y1 = y1;
    p->z = z;
    p->normal = vrm_vec3_make(0.0f, 0.0f, 1.0f);
    p->material = material;
    return scene->patch_count++;
}

int add_texture_2x2(scene *scene, const uint8_t rgba[16]) {
    texels *t = &scene->textures[scene->texture_count];
    t->width = t->height = 2;
    memcpy(t->rgba, rgba, 16);
    return scene->texture_count++;
}

int add_texture(scene *scene, uint8_t r, uint8_t g, uint8_t b, uint8_t a) {
    texels *t = &scene->textures[scene->texture_count];
    t->width = t->height = 1;
    t->rgba[0] = r;
    t->rgba[1] = g;
    t->rgba[2] = b;
    t->rgba[3] = a;
    return scene->texture_count++;
}

/* --- The file --- */

/* The same for each vertex. */
static int add_constant(builder *b, const float *numbers, int count, int components) {
    float all[12 * 4];
    for (int i = 0; i < count * components; ++i) all[i] = numbers[i % components];
    return builder_floats(b, all, count, components);
}

/* Corners from the bottom left, counter-clockwise; a thick one has them twice. */
static void put_primitive(builder *b, const patch *p) {
    static const uint16_t front[6] = {0, 1, 2, 0, 2, 3}, back[6] = {4, 6, 5, 4, 7, 6};
    const float x[4] = {p->x0, p->x1, p->x1, p->x0}, y[4] = {p->y0, p->y0, p->y1, p->y1};
    const float u[4] = {0.0f, 1.0f, 1.0f, 0.0f}, v[4] = {1.0f, 1.0f, 0.0f, 0.0f};
    uint16_t indices[12];
    float position[12][3], normal[12][3], uv[12][2];
    int count = p->is_thick ? 8 : 4, index_count = p->is_thick ? 12 : 6;
    int attributes[3], indices_accessor = 0;
    for (int i = 0; i < 6; ++i) {
        indices[i] = p->is_back ? front[5 - i] : front[i];
        indices[6 + i] = back[i];
    }
    for (int n = 0; n < (p->is_strip ? index_count : count); ++n) {
        int i = p->is_strip ? indices[n] : n, c = i % 4;
        const float out[3] = {c == 1 || c == 2 ? 0.70710678f : -0.70710678f,
                              c >= 2 ? 0.70710678f : -0.70710678f, p->lean};
        position[n][0] = x[c];
        position[n][1] = y[c];
        position[n][2] = i < 4 ? p->z : p->z - 0.001f;
        memcpy(normal[n], p->is_thick ? (const void *)out : &p->normal, sizeof normal[n]);
        uv[n][0] = p->uv != NULL ? p->uv[0] : p->is_mirrored ? 1.0f - u[c] : u[c];
        uv[n][1] = p->uv != NULL ? p->uv[1] : v[c];
    }
    if (p->is_strip) count = index_count;
    attributes[0] = builder_floats(b, position[0], count, 3);
    attributes[1] = builder_floats(b, normal[0], count, 3);
    attributes[2] = builder_floats(b, uv[0], count, 2);
    if (!p->is_strip) {
        indices_accessor =
            builder_accessor(b, indices, (size_t)index_count * 2, index_count, 5123, "SCALAR");
    }
    builder_put(b, "{'attributes':{'POSITION':%d,'NORMAL':%d,'TEXCOORD_0':%d", attributes[0],
                attributes[1], attributes[2]);
    if (p->uv1 != NULL) {
        float uv1[12][2];
        for (int n = 0; n < count; ++n) {
            uv1[n][0] = uv[n][0] + p->uv1[0];
            uv1[n][1] = uv[n][1] + p->uv1[1];
        }
        builder_put(b, ",'TEXCOORD_1':%d", builder_floats(b, uv1[0], count, 2));
    }
    if (p->color != NULL) builder_put(b, ",'COLOR_0':%d", add_constant(b, p->color, count, 4));
    if (p->tangent != NULL) builder_put(b, ",'TANGENT':%d", add_constant(b, p->tangent, count, 4));
    for (int set = 0; set < (p->joints == NULL ? 0 : p->has_eight ? 2 : 1); ++set) {
        float weight = p->has_eight ? 0.125f : 0.25f;
        const float weights[4] = {weight, weight, weight, weight};
        uint8_t joints[12 * 4];
        for (int i = 0; i < count * 4; ++i) joints[i] = p->joints[set * 4 + i % 4];
        builder_put(b, ",'JOINTS_%d':%d", set,
                    builder_accessor(b, joints, (size_t)count * 4, count, 5121, "VEC4"));
        builder_put(b, ",'WEIGHTS_%d':%d", set, add_constant(b, weights, count, 4));
    }
    builder_put(b, "}");
    if (p->material >= 0) builder_put(b, ",'material':%d", p->material);
    if (!p->is_strip) builder_put(b, ",'indices':%d", indices_accessor);
    if (p->morph != NULL) {
        int accessor = add_constant(b, (const void *)p->morph, count, 3);
        builder_put(b, ",'targets':[{'POSITION':%d}", accessor);
        for (int i = 1; i < p->morph_count; ++i) builder_put(b, ",{'POSITION':%d}", accessor);
        builder_put(b, "]");
    }
    builder_put(b, "}");
}

/* Rings of vertices from pole to pole. */
static void put_ball(builder *b, const patch *p) {
    enum { ROUND = 48, RINGS = 24, COUNT = (ROUND + 1) * (RINGS + 1) };
    static float position[COUNT][3], normal[COUNT][3], uv[COUNT][2];
    static uint16_t indices[ROUND * RINGS * 6];
    static const int triangles[6] = {0, 1, 2, 0, 2, 3};
    const float middle[3] = {(p->x0 + p->x1) / 2, (p->y0 + p->y1) / 2, p->z};
    int at = 0, a, n, t;
    for (int ring = 0; ring <= RINGS; ++ring) {
        for (int step = 0; step <= ROUND; ++step) {
            int i = ring * (ROUND + 1) + step;
            uint16_t q[4] = {(uint16_t)i, (uint16_t)(i + ROUND + 1), (uint16_t)(i + ROUND + 2),
                             (uint16_t)(i + 1)};
            uv[i][0] = (float)step / ROUND;
            uv[i][1] = (float)ring / RINGS;
            normal[i][0] = -sinf(6.2831853f * uv[i][0]) * sinf(3.1415927f * uv[i][1]);
            normal[i][1] = cosf(3.1415927f * uv[i][1]);
            normal[i][2] = -cosf(6.2831853f * uv[i][0]) * sinf(3.1415927f * uv[i][1]);
            for (int c = 0; c < 3; ++c) {
                position[i][c] = middle[c] + normal[i][c] * (p->x1 - p->x0) / 2;
            }
            for (int k = 0; k < 6 && ring < RINGS && step < ROUND; ++k) {
                indices[at++] = q[triangles[k]];
            }
        }
    }
    a = builder_floats(b, position[0], COUNT, 3);
    n = builder_floats(b, normal[0], COUNT, 3);
    t = builder_floats(b, uv[0], COUNT, 2);
    builder_put(b, "{'attributes':{'POSITION':%d,'NORMAL':%d,'TEXCOORD_0':%d},'material':%d", a, n,
                t, p->material);
    builder_put(b, ",'indices':%d}",
                builder_accessor(b, indices, (size_t)at * 2, at, 5123, "SCALAR"));
}

static void put_images(builder *b, const scene *from) {
    builder_put(b, ",'samplers':[{'magFilter':9728,'minFilter':9728}],'images':[");
    for (int i = 0; i < from->texture_count; ++i) {
        texels copy = from->textures[i];
        picture image = {copy.width, copy.height, copy.rgba};
        size_t size;
        uint8_t *png = picture_encode(&image, &size);
        builder_put(b, "%s{'bufferView':%d,'mimeType':'image/png'}", i ? "," : "",
                    builder_view(b, png, size));
        free(png);
    }
    builder_put(b, "],'textures':[");
    for (int i = 0; i < from->texture_count; ++i) {
        builder_put(b, "%s{'source':%d,'sampler':0}", i ? "," : "", i);
    }
    builder_put(b, "]");
}

fixture scene_file(const scene *from) {
    builder file, *b = &file;
    builder_begin(b);
    builder_put(b, "{'asset':{'version':'2.0'},'extensions':{'VRMC_vrm':{'specVersion':'1.0'%s%s}}",
                from->vrm ? "," : "", from->vrm ? from->vrm : "");
    builder_put(b, ",'materials':[%s],'meshes':[", from->materials);
    for (int i = 0; i < from->patch_count; ++i) {
        if (i > 0) builder_put(b, from->is_one_mesh ? "," : "]},");
        if (i == 0 || !from->is_one_mesh) builder_put(b, "{'primitives':[");
        if (from->patches[i].is_ball) {
            put_ball(b, &from->patches[i]);
        } else {
            put_primitive(b, &from->patches[i]);
        }
    }
    builder_put(b, "]}],'nodes':[");
    for (int i = 0; i < SCENE_PATCHES; ++i) {
        const char *more = i < from->patch_count ? from->patches[i].node : NULL;
        if (i > 0) builder_put(b, ",");
        if (i < from->patch_count && (i == 0 || !from->is_one_mesh)) {
            builder_put(b, "{'mesh':%d%s%s}", i, more ? "," : "", more ? more : "");
        } else {
            builder_put(b, "{}");
        }
    }
    builder_put(b, "%s%s]", from->nodes ? "," : "", from->nodes ? from->nodes : "");
    if (from->texture_count > 0) put_images(b, from);
    if (from->members != NULL) builder_put(b, ",%s", from->members);
    return builder_end(b);
}

/* --- The picture --- */

shot take(const scene *scene) {
    shot taken;
    vrm_renderer *renderer = stage_renderer();
    memset(&taken, 0, sizeof taken);
    taken.scene = scene;
    if (renderer == NULL) return taken;
    taken.file = load_fixture(scene_file(scene), NULL);
    if (!CHECK_INT(taken.file.result, VRM_OK)) {
        for (uint32_t i = 0; i < vrm_report_count(taken.file.report); ++i) {
            const vrm_diagnostic *entry = vrm_report_get(taken.file.report, i);
            printf("  %s %s\n", entry->code, entry->pointer);
        }
        return taken;
    }
    taken.avatar = create_avatar(taken.file.model, NULL);
    vrm_avatar_update(taken.avatar, 0.0f);
    taken.frame = *vrm_avatar_frame(taken.avatar);
    taken.on_gpu = create_render_model_for_view(
        renderer, taken.file.model, NULL, scene->is_for_view ? &scene->view : NULL, &taken.frame);
    if (!CHECK(taken.on_gpu != NULL)) return taken;
    for (int i = 0; i < scene->texture_count; ++i) {
        CHECK_INT(vrm_render_model_image(taken.on_gpu, i), VRM_IMAGE_STATE_GOOD);
    }
    take_again(&taken, scene->seconds);
    return taken;
}

void take_again(shot *taken, float seconds) {
    vrm_draw draw;
    if (taken->avatar == NULL) return;
    picture_free(&taken->picture);
    vrm_avatar_update(taken->avatar, seconds);
    draw.model = taken->on_gpu;
    draw.frame = &taken->frame;
    taken->picture = stage_draw(&taken->scene->view, &draw, 1, taken->scene->background);
}

void drop(shot *taken) {
    picture_free(&taken->picture);
    vrm_render_model_destroy(taken->on_gpu);
    vrm_avatar_destroy(taken->avatar);
    unload(&taken->file);
}

double encode(double linear) {
    double x = linear > 0.0 ? (linear < 1.0 ? linear : 1.0) : 0.0;
    return 255.0 * (x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1.0 / 2.4) - 0.055);
}

bool check_color(const shot *taken, int x, int y, const double rgb[3], double tolerance) {
    const uint8_t *got;
    bool ok = true;
    if (taken->picture.rgba == NULL) return false; /* has been said */
    got = picture_at(&taken->picture, x, y);
    for (int i = 0; i < 3; ++i) ok = ok && fabs(got[i] - rgb[i]) <= tolerance;
    if (!ok) {
        printf("  pixel %d, %d: got %d %d %d, expected %.1f %.1f %.1f within %g\n", x, y, got[0],
               got[1], got[2], rgb[0], rgb[1], rgb[2], tolerance);
    }
    return CHECK(ok);
}

bool check_linear(const shot *taken, int x, int y, float r, float g, float b) {
    const double rgb[3] = {encode((double)r), encode((double)g), encode((double)b)};
    return check_color(taken, x, y, rgb, 2.0);
}
