/*
 * companion: an avatar answers. The text of a language model comes in pieces, with tags; a voice
 * has phonemes; the companion moves face, eyes, head and body. Draws without a screen, and writes
 * PNG files. It ends with 77 if there is no EGL that can do it.
 *
 * usage: companion FILE.vrm OUT [PHONEMES.txt [FRAMES [DANCE.vrma]]]
 *        writes OUT.000.png and so on, 10 a second
 */
#include "offscreen.h"

#include <stdio.h>
#include <vrm/camera.h>
#include <vrm/live.h>

/* "Hello! I am Ame.", in IPA. */
static const char hello[] = "alphabet ipa\n0.00 h\n0.06 ə\n0.13 l\n0.20 ˈoʊ\n0.42 _\n0.62 ˈaɪ\n"
                            "0.76 æ\n0.84 m\n0.92 ˈɑː\n1.10 m\n1.18 ˈeɪ\n1.42 _\n";
static const char *const pieces[] = {"[hap", "py 0.8 1s]Hel", "lo! ", "I am Ame.", " [dance]"};

enum { MOST_PHONEMES = 2000, STEPS = 6 }; /* updates for each picture */

static vrm_speech *read_speech(const char *path) {
    static vrm_phoneme phonemes[MOST_PHONEMES];
    static char bytes[65536];
    FILE *file = path != NULL ? fopen(path, "rb") : NULL;
    const char *text = file != NULL ? bytes : hello;
    size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : sizeof hello - 1;
    vrm_phonemes_info info;
    vrm_speech_desc desc;
    vrm_speech *speech = NULL;
    if (file != NULL) fclose(file);
    vrm_speech_desc_init(&desc);
    if (vrm_phonemes_read(text, size, phonemes, MOST_PHONEMES, &info) != VRM_OK) return NULL;
    if (info.count > MOST_PHONEMES) return NULL;
    desc.phonemes = phonemes;
    desc.phoneme_count = info.count;
    if (info.alphabet != VRM_NONE) desc.alphabet = info.alphabet;
    vrm_speech_create(&desc, &speech, NULL);
    return speech;
}

/* Text without tags goes to the voice and to subtitles; tags are shown when the words are heard. */
static void read_answer(vrm_companion *companion, int64_t heard) {
    size_t i;
    for (i = 0; i < sizeof pieces / sizeof pieces[0]; ++i) {
        vrm_companion_tag tags[32];
        char text[128];
        uint32_t count, k;
        size_t size = vrm_companion_read_text(companion, pieces[i], strlen(pieces[i]), text,
                                              sizeof text, tags, 32, &count);
        printf("%.*s", (int)size, text);
        for (k = 0; k < count; ++k) {
            const int is_action = tags[k].kind == VRM_COMPANION_TAG_ACTION;
            vrm_companion_cue(companion, &tags[k], is_action ? heard + 2 * VRM_SECOND : heard);
        }
    }
    printf("\n");
}

int main(int argc, char **argv) {
    const int frames = argc > 4 ? atoi(argv[4]) : 3;
    EGLDisplay display = EGL_NO_DISPLAY;
    vrm_model *model = NULL;
    vrm_avatar *avatar = NULL;
    vrm_companion *companion = NULL;
    vrm_companion_action dance = {{"dance", 5}, NULL, 0, 0, VRM_NONE, 0.0f};
    vrm_companion_desc desc;
    vrm_renderer_desc renderer_desc;
    vrm_renderer *renderer = NULL;
    vrm_render_model *meshes = NULL;
    vrm_clip *clip = NULL;
    vrm_speech *speech = read_speech(argc > 3 ? argv[3] : NULL);
    vrm_view view;
    vrm_vec3 user;
    int i;
    if (argc < 3 || vrm_model_load_file(argv[1], NULL, &model, NULL) != VRM_OK) return 1;
    if (argc > 5) vrm_clip_load_file(argv[5], NULL, &clip, NULL);
    vrm_renderer_desc_init(&renderer_desc);
    renderer_desc.get_proc = offscreen_get_proc;
    if (speech == NULL || !offscreen_open(&display) || !offscreen_bind() ||
        vrm_renderer_create(&renderer_desc, &renderer, NULL) != VRM_OK) {
        return NO_EGL;
    }
    vrm_render_model_create(renderer, model, NULL, &meshes, NULL);
    vrm_avatar_create(model, NULL, &avatar, NULL);
    dance.clip = clip;
    vrm_companion_desc_init(&desc);
    desc.actions = &dance;
    desc.action_count = 1;
    if (vrm_companion_create(model, &desc, &companion, NULL) != VRM_OK) return 1;
    read_answer(companion, VRM_SECOND);
    vrm_companion_say(companion, speech, VRM_SECOND);

    for (i = 0; i < frames * STEPS; ++i) {
        vrm_companion_update(companion, avatar, NULL, i * (VRM_SECOND / 10 / STEPS));
        vrm_avatar_update(avatar, 0.1f / STEPS);
        if (i == 0) { /* the camera stays, and its position is where the user is */
            vrm_view_init(&view);
            view.width = view.height = DRAWN;
            vrm_view_frame(&view, avatar, NULL, NULL);
            vrm_avatar_get_eye_position(avatar, &user);
            user.z += 1.2f;
            vrm_companion_set_user(companion, &user);
        }
        if (i % STEPS == 0) {
            vrm_draw draw = {meshes, vrm_avatar_frame(avatar)};
            char path[512];
            snprintf(path, sizeof path, "%s.%03d.png", argv[2], i / STEPS);
            glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
            vrm_renderer_draw(renderer, &view, &draw, 1);
            if (!offscreen_write(path)) return 1;
        }
    }
    printf("%d pictures\n", frames);
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
