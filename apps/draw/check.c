/* vrm check where it draws. apps/check has the command itself. */
#include "apps/check/check.h"
#include "apps/check/check_file.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/files.h"
#include "apps/kit/system/output_file.h"
#include "apps/picture/picture.h"
#include "check_picture.h"
#include "command.h"
#include "render/src/shared/image_work.h"

#include <stdlib.h>
#include <string.h>

/* A picture that is being made. */
typedef struct check_shot {
    memory_budget budget;
    photo_studio studio;
    bool has_studio;
    photo_subject subject;
    text_fonts *fonts;
    check_page page;
    uint8_t *bytes; /* of the file */
    size_t size;
} check_shot;

static bool prepare(check_shot *s, batch_file *file, const file_limits *limits,
                    const char **out_problem) {
    shot_settings shot;
    check_picture_shot(&shot);
    if (!load_file(file, VRM_LOAD_ANY_GLTF, limits, &s->budget, &s->subject.model,
                   &s->subject.notes)) {
        return false;
    }
    s->has_studio = studio_open(&s->studio, true, &s->budget, out_problem);
    if (!s->has_studio || !subject_prepare(&s->studio, &shot, limits, &s->subject)) return false;
    s->fonts = text_fonts_open();
    return s->fonts != NULL;
}

static bool take(check_shot *s, const check_found *found, const char **out_problem) {
    diagnostic_groups groups = group_list(found->items, found->count);
    bool is_good = check_picture_take(&s->studio, &s->subject, &groups, s->fonts,
                                      base_name(found->path), &s->page, out_problem);
    release_groups(&groups);
    return is_good;
}

static bool encode(check_shot *s, const char *path, const char **out_problem) {
    picture_format format = PICTURE_PNG;
    picture_format_of(path, &format);
    s->bytes = picture_encode(format, s->page.pixels, s->page.width, s->page.height, PICTURE_SMALL,
                              PICTURE_QUALITY, &s->size, out_problem);
    return s->bytes != NULL;
}

static bool put(check_shot *s, const char *path) {
    vrm_diagnostic_argument said[2];
    const char *reason;
    if (output_file_put(path, s->bytes, s->size, true, &reason)) return true;
    said[0] = note_words(path);
    said[1] = note_words(reason);
    notes_add(&s->subject.notes, s->subject.path, TOOL_WRITE_FAILED, NULL, said);
    return false;
}

static void close_shot(check_shot *s) {
    free(s->bytes);
    free(s->page.pixels);
    text_fonts_close(s->fonts);
    subject_close(&s->subject);
    if (s->has_studio) studio_close(&s->studio);
}

static bool draw(batch_file *file, const check_options *chosen, const check_found *found) {
    const char *problem = WORDS("there is not enough memory");
    check_shot s;
    bool is_good;
    memset(&s, 0, sizeof s);
    memory_budget_init(&s.budget);
    s.subject.path = found->path;
    s.subject.cancel = load_is_late;
    s.subject.cancel_user = file;
    is_good = prepare(&s, file, &chosen->files.batch.limits, &problem) &&
              take(&s, found, &problem) && encode(&s, chosen->picture, &problem);
    if (is_good) {
        is_good = put(&s, chosen->picture);
    } else {
        subject_fail(&s.subject, NULL, problem);
    }
    close_shot(&s);
    return is_good;
}

/* A build without a decoder, or a limit, is no fault of the image. */
static int32_t decode_image(const void *bytes, size_t size, vrm_image_format format,
                            vrm_pixels *out, void *user) {
    image_decoding *decoding = user;
    vrmr_image_work work = {VRMR_MOST_IMAGE_WORK, decoding->work, decoding->cancel,
                            decoding->cancel_user};
    vrm_image_state state =
        vrmr_image_try_within(&work, bytes, size, VRMR_MOST_IMAGE_BYTES, decoding->allocator);
    (void)format, (void)out;
    decoding->work = work.spent;
    decoding->skipped += state == VRM_IMAGE_STATE_TOO_LARGE;
    return state != VRM_IMAGE_STATE_DAMAGED;
}

static const check_drawing drawing = {decode_image, draw};

static int run_check(int argc, char **argv) { return check_run(argc, argv, &drawing); }

const command command_check = {COMMAND_CHECK, run_check};
