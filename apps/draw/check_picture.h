/*
 * A picture of what is wrong with an avatar, for `vrm check --picture`: the avatar as the file has
 * it, with the parts that diagnostics speak of marked and numbered, and beside it the list of the
 * diagnostics with these numbers.
 */
#ifndef VRM_DRAW_CHECK_PICTURE_H
#define VRM_DRAW_CHECK_PICTURE_H

#include "apps/kit/avatar/diagnostics.h"
#include "apps/picture/mark.h"
#include "apps/picture/text.h"
#include "studio.h"

/* More than a person looks at: the list says how many there are beyond. */
enum { CHECK_ENTRIES = 14, CHECK_SPOTS = 48 };

/* A part that is marked. */
typedef struct check_spot {
    uint32_t entry; /* of the list: the worst come first */
    mark part;
    bool is_seen; /* it has a place in the picture: */
    float x, y;   /* in pixels from the upper left */
} check_spot;

typedef struct check_marks {
    const vrm_extent *extent;        /* of the avatar */
    const diagnostic_groups *groups; /* an entry of the list each, the worst first */
    uint32_t entry_count;            /* that are shown */
    check_spot spots[CHECK_SPOTS];
    uint32_t spot_count;
} check_marks;

/* A picture, to be freed with free. */
typedef struct check_page {
    uint8_t *pixels; /* red, green, blue, alpha; the top row first */
    uint32_t width, height;
} check_page;

/* The number of an entry of the list, over the avatar and beside its words; 0: nothing of it is
 * seen. Those that have one are counted. */
uint32_t check_number(const check_marks *marks, uint32_t entry);

/* The colour of a severity: of marks, numbers and words. */
const float *check_color(vrm_severity severity);

/* Lays the list beside a picture of the avatar. False: there is not enough memory. */
bool check_page_make(text_fonts *fonts, const char *title, const check_marks *marks,
                     const uint8_t *scene, uint32_t width, uint32_t height, check_page *out);

/* Takes the picture of what is wrong with a subject that is prepared with check_picture_shot.
 * False, with one sentence. */
bool check_picture_take(photo_studio *studio, photo_subject *subject,
                        const diagnostic_groups *groups, text_fonts *fonts, const char *title,
                        check_page *out, const char **out_problem);

/* The avatar as the file has it: at rest, and all of it. */
void check_picture_shot(shot_settings *shot);

#endif
