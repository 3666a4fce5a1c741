/* MP4 by FFmpeg's libraries, which are loaded with vrm-video when the first one is written. */
#include "animation.h"
#include "apps/kit/program/language.h"

#ifdef VRM_VIDEO_MODULE

#include "apps/kit/program/program.h"

#include <dlfcn.h>
#include <string.h>

/* The module stays loaded: its libraries cannot be unloaded safely. */
static animation_begin_fn *load_module(void) {
    char path[MAX_PROGRAM_PATH];
    animation_begin_fn *begin = NULL;
    void *module, *symbol;
    if (!program_find_file(VRM_VIDEO_MODULE, path) &&
        !program_find_file(VRM_VIDEO_INSTALLED, path)) {
        return NULL;
    }
    module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    symbol = module != NULL ? dlsym(module, "vrm_video_begin") : NULL;
    memcpy(&begin, &symbol, sizeof begin); /* C has no conversion from one to the other */
    return begin;
}

const char *animation_mp4_problem(void) {
    return load_module() != NULL ? NULL
                                 : WORDS("vrm-video, which writes .mp4 files, or a library of "
                                         "FFmpeg that it needs was not "
                                         "found");
}

void *animation_mp4_begin(const picture_animation_options *options,
                          const animation_writer **out_writer, const char **out_problem) {
    animation_begin_fn *begin = load_module();
    if (begin != NULL) return begin(options, out_writer, out_problem);
    *out_problem = animation_mp4_problem();
    return NULL;
}

#else

const char *animation_mp4_problem(void) {
    return WORDS("this program was built without FFmpeg's libraries and cannot write .mp4 files");
}

void *animation_mp4_begin(const picture_animation_options *options,
                          const animation_writer **out_writer, const char **out_problem) {
    (void)options, (void)out_writer;
    *out_problem = animation_mp4_problem();
    return NULL;
}

#endif
