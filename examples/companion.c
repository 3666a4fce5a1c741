/*
 * companion: an avatar answers. The text of a language model comes in pieces, with tags; a voice
 * reports its phonemes; the companion moves face, eyes, head and body. Writes 30 PNG files for each
 * second, without a screen. It ends with 77 if there is no EGL that can do it.
 *
 * usage: companion FILE.vrm PHONEMES.txt DANCE.vrma OUT FRAMES
 */
#include "offscreen.h"

#include <stdio.h>
#include <vrm/camera.h>
#include <vrm/live.h>

/* What companion.txt has the phonemes of. Pieces of a stream end anywhere. */
static const char *const pieces[] = {
    "[hap", "py 0.9 1s]Hello! I am Ame. I am so hap", "py to meet you. [surprised 0.8]Oh, what ",
    "is that behind you? [re",
    "laxed]Maybe it was only the rain. Bye bye, [dance]see you tomorrow!"};

enum { MOST_PHONEMES = 2000, FRAME = VRM_SECOND / 60 };
static vrm_speech *read_speech(const char *path) {
    static vrm_phoneme phonemes[MOST_PHONEMES];
    static char bytes[65536];
    FILE *file = fopen(path, "rb");
    const size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    vrm_phonemes_info info;
    vrm_speech_desc desc;
    vrm_speech *speech = NULL;
    if (file != NULL) fclose(file);
    vrm_speech_desc_init(&desc);
    vrm_phonemes_read(bytes, size, phonemes, MOST_PHONEMES, &info);
    desc.phonemes = phonemes;
    desc.phoneme_count = info.count < MOST_PHONEMES ? info.count : 0;
    desc.alphabet = info.alphabet;
    vrm_speech_create(&desc, &speech, NULL);
    return speech;
}

/* Text without tags goes to the voice and to subtitles. Its tags are shown when their words are
 * heard: here, by their part of the text. */
static void read_answer(vrm_companion *companion, int64_t heard, int64_t duration) {
    vrm_companion_tag tags[64];
    char text[1024];
    size_t length = 0, i;
    uint32_t count = 0, found, k;
    for (i = 0; i < sizeof pieces / sizeof pieces[0]; ++i, count += found) {
        const size_t size =
            vrm_companion_read_text(companion, pieces[i], strlen(pieces[i]), text + length,
                                    sizeof text - length, tags + count, 64 - count, &found);
        for (k = 0; k < found; ++k) tags[count + k].position += (uint32_t)length;
        length += size;
    }
    for (k = 0; k < count; ++k) {
        vrm_companion_cue(companion, &tags[k],
                          heard + duration / (int64_t)length * tags[k].position);
    }
    printf("%.*s\n", (int)length, text);
}

int main(int argc, char **argv) {
    EGLDisplay display = EGL_NO_DISPLAY;
    vrm_model *model = NULL;
    vrm_avatar *avatar = NULL;
    vrm_clip *clip = NULL;
    vrm_companion *companion = NULL;
    vrm_companion_action dance = {{"dance", 5}, NULL, 0, 0, VRM_NONE, 0.0f};
    vrm_companion_desc desc;
    vrm_renderer *renderer;
    vrm_render_model *meshes = NULL;
    vrm_framing framing;
    vrm_view view;
    vrm_vec3 user;
    vrm_speech *speech = argc == 6 ? read_speech(argv[2]) : NULL;
    int i, frames = speech != NULL ? atoi(argv[5]) : 0;
    if (speech == NULL || vrm_model_load_file(argv[1], NULL, &model, NULL) != VRM_OK ||
        vrm_clip_load_file(argv[3], NULL, &clip, NULL) != VRM_OK) {
        return 1;
    }
    renderer = offscreen_renderer(&display);
    if (renderer == NULL) return NO_EGL;
    vrm_render_model_create(renderer, model, NULL, &meshes, NULL);
    vrm_avatar_create(model, NULL, &avatar, NULL);
    dance.clip = clip;
    vrm_companion_desc_init(&desc);
    desc.actions = &dance;
    desc.action_count = 1;
    if (vrm_companion_create(model, &desc, &companion, NULL) != VRM_OK) return 1;
    read_answer(companion, VRM_SECOND, vrm_speech_get_info(speech)->end);
    vrm_companion_say(companion, speech, VRM_SECOND);
    for (i = 0; i < frames * 2; ++i) {
        vrm_draw draw = {meshes, vrm_avatar_frame(avatar)};
        char path[512];
        vrm_companion_update(companion, avatar, NULL, i * (int64_t)FRAME);
        vrm_avatar_update(avatar, 1.0f / 60.0f);
        if (i == 0) { /* the camera stays, and is where the user is */
            vrm_framing_init(&framing);
            framing.shot = VRM_SHOT_UPPER;
            vrm_view_init(&view);
            view.width = view.height = DRAWN;
            vrm_view_frame(&view, avatar, &framing, NULL);
            vrm_avatar_get_eye_position(avatar, &user);
            user.z += 1.5f;
            vrm_companion_set_user(companion, &user);
        }
        if (i % 2 == 1) continue;
        snprintf(path, sizeof path, "%s.%04d.png", argv[4], i / 2);
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        vrm_renderer_draw(renderer, &view, &draw, 1);
        if (!offscreen_write(path)) return 1;
    }
    vrm_companion_destroy(companion);
    vrm_speech_destroy(speech);
    vrm_avatar_destroy(avatar);
    vrm_clip_release(clip);
    vrm_render_model_destroy(meshes);
    vrm_renderer_destroy(renderer);
    vrm_model_release(model);
    eglTerminate(display);
    return 0;
}
