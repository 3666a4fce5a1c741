#include "check_picture.h"
#include "apps/kit/program/language.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 720, HEIGHT = 960 };

const float *check_color(vrm_severity severity) {
    static const float error[4] = {0.85f, 0.12f, 0.16f, 0.95f},
                       warning[4] = {0.88f, 0.48f, 0.02f, 0.95f},
                       note[4] = {0.13f, 0.42f, 0.80f, 0.95f};
    return severity == VRM_SEVERITY_ERROR     ? error
           : severity == VRM_SEVERITY_WARNING ? warning
                                              : note;
}

/* --- What is marked --- */

static bool has_spot(const check_marks *marks, uint32_t entry, mark part) {
    for (uint32_t i = 0; i < marks->spot_count; ++i) {
        const check_spot *spot = &marks->spots[i];
        if (spot->entry == entry && spot->part.kind == part.kind &&
            spot->part.index == part.index) {
            return true;
        }
    }
    return false;
}

static void add_spots(check_marks *marks, const vrm_model *model, uint32_t entry) {
    const diagnostic_group *group = &marks->groups->groups[entry];
    for (uint32_t i = 0; i < group->count && marks->spot_count < CHECK_SPOTS; ++i) {
        mark part = mark_of_diagnostic(model, group->items[i]);
        if (part.kind == MARK_NONE || has_spot(marks, entry, part)) continue;
        marks->spots[marks->spot_count++] = (check_spot){entry, part, false, 0.0f, 0.0f};
    }
}

static bool is_numbered(const check_marks *marks, uint32_t entry) {
    for (uint32_t i = 0; i < marks->spot_count; ++i) {
        if (marks->spots[i].entry == entry && marks->spots[i].is_seen) return true;
    }
    return false;
}

uint32_t check_number(const check_marks *marks, uint32_t entry) {
    uint32_t number = 0;
    if (!is_numbered(marks, entry)) return 0;
    for (uint32_t i = 0; i <= entry; ++i) number += is_numbered(marks, i);
    return number;
}

/* --- Drawing --- */

static void multiply(const vrm_mat4 *matrix, const float input[4], float out[4]) {
    for (int row = 0; row < 4; ++row) {
        out[row] = 0.0f;
        for (int column = 0; column < 4; ++column) {
            out[row] += matrix->m[column * 4 + row] * input[column];
        }
    }
}

/* Where a point of the world is in the picture. */
static void project(const vrm_view *view, vrm_vec3 point, check_spot *spot) {
    const float world[4] = {point.x, point.y, point.z, 1.0f};
    float eye[4], clip[4], x, y;
    multiply(&view->view, world, eye);
    multiply(&view->projection, eye, clip);
    if (!(clip[3] > 0.0f)) return;
    x = clip[0] / clip[3];
    y = clip[1] / clip[3];
    spot->is_seen = x >= -1.0f && x <= 1.0f && y >= -1.0f && y <= 1.0f;
    spot->x = (0.5f + 0.5f * x) * WIDTH;
    spot->y = (0.5f - 0.5f * y) * HEIGHT;
}

/* Edges of a whole mesh would cover what matters more: of a note, the number has to do. */
static bool has_lines(vrm_severity severity, mark part) {
    bool is_narrow = part.kind == MARK_SPRING || part.kind == MARK_COLLIDER ||
                     part.kind == MARK_COLLIDER_GROUP || part.kind == MARK_SKIN;
    return severity != VRM_SEVERITY_NOTE || is_narrow;
}

/* Expressions are shown on the mouth. The bone of the head is at the chin, or below it. */
static bool find_place(const check_marks *marks, const vrm_avatar *avatar, mark part,
                       vrm_vec3 *out) {
    const vrm_extent *m = marks->extent;
    if (part.kind != MARK_EXPRESSION || !m->has_head) return mark_place(avatar, part, out);
    *out = m->head;
    out->y += 0.1f * m->head_height;
    out->z += m->head_depth;
    return true;
}

static void draw_spots(vrm_renderer *renderer, const vrm_view *view, const vrm_avatar *avatar,
                       void *user) {
    check_marks *marks = user;
    for (uint32_t i = marks->spot_count; i-- > 0;) { /* the worst over the others */
        check_spot *spot = &marks->spots[i];
        vrm_severity severity = marks->groups->groups[spot->entry].items[0]->severity;
        mark_style style = {{0}, 0.35f, false};
        vrm_vec3 place;
        memcpy(style.color, check_color(severity), sizeof style.color);
        if (has_lines(severity, spot->part)) {
            mark_draw(renderer, view, avatar, spot->part, &style);
        }
        if (find_place(marks, avatar, spot->part, &place)) project(view, place, spot);
    }
}

void check_picture_shot(shot_settings *shot) {
    shot_init(shot);
    shot->width = WIDTH;
    shot->height = HEIGHT;
    shot->view = VIEW_FULL;
    shot->has_view = true;
    shot->is_rest_pose = true;
    shot->has_springs = false;
    shot->look = LOOK_OFF;
    shot->yaw_degrees = 20.0f; /* so that what stands in front or behind is seen to do so */
    shot->takes_any = true;
    shot->is_portrait = true;
}

bool check_picture_take(photo_studio *studio, photo_subject *subject,
                        const diagnostic_groups *groups, text_fonts *fonts, const char *title,
                        check_page *out, const char **out_problem) {
    uint8_t *scene = malloc((size_t)WIDTH * HEIGHT * 4);
    shot_settings shot;
    camera_place camera;
    check_marks marks;
    bool is_good = scene != NULL;
    memset(&marks, 0, sizeof marks);
    memset(out, 0, sizeof *out);
    *out_problem = WORDS("there is not enough memory");
    marks.groups = groups;
    marks.extent = subject->extent;
    marks.entry_count = groups->count < CHECK_ENTRIES ? groups->count : CHECK_ENTRIES;
    for (uint32_t i = 0; i < marks.entry_count; ++i) add_spots(&marks, subject->model, i);
    check_picture_shot(&shot);
    shot.draw_over = draw_spots;
    shot.draw_over_user = &marks;
    if (is_good) {
        shot_camera(&shot, subject, 0.0f, false, &camera);
        is_good = studio_take(studio, &shot, subject, &camera, 0.0f, scene, out_problem);
    }
    if (is_good) {
        is_good = check_page_make(fonts, title, &marks, scene, WIDTH, HEIGHT, out);
        *out_problem = is_good ? NULL : WORDS("there is not enough memory");
    }
    free(scene);
    return is_good;
}
