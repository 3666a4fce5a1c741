#include "overlay.h"

#include <stdlib.h>
#include <string.h>

typedef struct lines {
    vrm_line *items;
    float (*colors)[4];
    size_t count;
} lines;

/* Left, right and in the middle, as sailors have it. */
static void bone_color(vrm_bone bone, float out[4]) {
    static const float colors[3][4] = {
        {1.0f, 0.35f, 0.3f, 1.0f}, {0.25f, 0.8f, 0.45f, 1.0f}, {1.0f, 0.9f, 0.35f, 1.0f}};
    const char *name = vrm_bone_name(bone);
    int side = strncmp(name, "left", 4) == 0 ? 0 : strncmp(name, "right", 5) == 0 ? 1 : 2;
    memcpy(out, colors[side], sizeof colors[side]);
}

static void add_bones(const vrm_avatar *avatar, lines *out) {
    const vrm_model *model = vrm_avatar_model(avatar);
    const vrm_humanoid *humanoid = &vrm_model_tables(model)->humanoid;
    for (int32_t bone = 0; bone < VRM_BONE_COUNT; ++bone) {
        int32_t parent = vrm_model_bone_parent(model, (vrm_bone)bone);
        vrm_line *line = &out->items[out->count];
        if (humanoid->nodes[bone] == VRM_NONE || parent == VRM_NONE) continue;
        line->from = vrm_avatar_bone_position(avatar, (vrm_bone)parent);
        line->to = vrm_avatar_bone_position(avatar, (vrm_bone)bone);
        line->kind = 0;
        line->index = bone;
        bone_color((vrm_bone)bone, out->colors[out->count++]);
    }
}

static void color_springs(uint32_t show, lines *out) {
    static const float joint[4] = {0.2f, 0.6f, 1.0f, 1.0f}, tail[4] = {0.55f, 0.8f, 1.0f, 0.7f},
                       collider[4] = {0.95f, 0.35f, 0.85f, 0.9f},
                       limit[4] = {1.0f, 0.75f, 0.2f, 0.9f};
    /* By the kind of a line. */
    static const float *const by_kind[] = {joint, tail, collider, limit};
    size_t kept = 0;
    for (size_t i = 0; i < out->count; ++i) {
        bool is_collider = out->items[i].kind == VRM_LINE_KIND_COLLIDER;
        if ((show & (is_collider ? SHOW_COLLIDERS : SHOW_JOINTS)) == 0) continue;
        out->items[kept] = out->items[i];
        memcpy(out->colors[kept++], by_kind[out->items[i].kind], sizeof joint);
    }
    out->count = kept;
}

/* The same lines, moved by part of a pixel: (x, y) in pixels. */
static void draw_moved(vrm_renderer *renderer, const vrm_view *view, const vrm_line *items,
                       const float *colors, size_t count, float x, float y) {
    vrm_view moved = *view;
    /* The third column is multiplied with the depth, by which GL divides. */
    moved.projection.m[8] -= 2.0f * x / (float)view->width;
    moved.projection.m[9] -= 2.0f * y / (float)view->height;
    vrm_renderer_draw_lines(renderer, &moved, items, colors, count, 0);
}

/* Lines of GL are one pixel wide: hard to see, and the less so the larger the picture. */
bool overlay_draw_lines(vrm_renderer *renderer, const vrm_view *view, const vrm_line *items,
                        const float *colors, size_t count) {
    static const float corners[4][2] = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {-1.0f, 1.0f}, {1.0f, 1.0f}};
    static const float shadow[4] = {0.05f, 0.05f, 0.1f, 0.25f};
    float(*shadows)[4] = malloc((count + 1) * sizeof *shadows);
    float size = (float)view->height / 1000.0f;
    if (shadows == NULL) return false;
    size = size > 0.5f ? size : 0.5f;
    for (size_t i = 0; i < count; ++i) memcpy(shadows[i], shadow, sizeof shadow);
    for (int i = 0; i < 4; ++i) {
        draw_moved(renderer, view, items, shadows[0], count, 1.5f * size * corners[i][0],
                   1.5f * size * corners[i][1]);
    }
    for (int i = 0; i < 4; ++i) {
        draw_moved(renderer, view, items, colors, count, 0.5f * size * corners[i][0],
                   0.5f * size * corners[i][1]);
    }
    free(shadows);
    return true;
}

bool overlay_draw(vrm_renderer *renderer, const vrm_view *view, const vrm_avatar *avatar,
                  uint32_t show) {
    size_t spring_count, capacity;
    lines all;
    bool is_good;
    if (show == 0) return true;
    spring_count = vrm_avatar_debug_lines(avatar, NULL, 0);
    capacity = spring_count + VRM_BONE_COUNT;
    all.items = malloc(capacity * sizeof *all.items);
    all.colors = malloc(capacity * sizeof *all.colors);
    all.count = spring_count;
    is_good = all.items != NULL && all.colors != NULL;
    if (is_good) {
        vrm_avatar_debug_lines(avatar, all.items, spring_count);
        color_springs(show, &all);
        if ((show & SHOW_SKELETON) != 0) add_bones(avatar, &all);
        is_good = overlay_draw_lines(renderer, view, all.items, all.colors[0], all.count);
    }
    free(all.items);
    free(all.colors);
    return is_good;
}
