/* vrm live --listen: receives motion, counts what comes, and records it. */
#include "apps/kit/avatar/open.h"
#include "apps/kit/live/listener.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"
#include "apps/kit/program/program.h"
#include "apps/kit/system/output_file.h"
#include "apps/kit/system/stop.h"
#include "live.h"

#include <stdio.h>
#include <stdlib.h>

/* An hour at 60 frames per second. Memory is taken as frames come. */
enum { MOST_RECORDED = 216000 };

/* A clock that jumps further is not trusted: a sender has paused, or another one has begun. */
static const double MOST_STEP = 1.0;

typedef struct listening {
    const live_options *options;
    listener in;
    vrm_recorder *recorder; /* or NULL */
    vrm_pose pose;
    vrm_custom_weight customs[LISTENER_CUSTOMS];
    int64_t
        last_time; /* of the last frame: when it came, its clock, and its time in the recording */
    float last_clock;
    int64_t recorded_time;
    bool is_full;
} listening;

static bool say_no_memory(void) {
    fprintf(stderr, "vrm: %s\n", say("there is not enough memory"));
    return false;
}

static bool make_recorder(listening *l, const vrm_model *model) {
    vrm_recorder_desc desc;
    vrm_vec3 hips = {0.0f, 0.0f, 0.0f};
    vrm_recorder_desc_init(&desc);
    desc.pose_capacity = l->options->frames > 0 && l->options->frames < MOST_RECORDED
                             ? l->options->frames
                             : MOST_RECORDED;
    desc.custom_capacity = LISTENER_CUSTOMS;
    if (model != NULL) vrm_model_get_bone_rest_position(model, VRM_BONE_HIPS, &hips);
    if (hips.y >= 1e-3f && hips.y <= 1e3f) desc.hips_height = hips.y;
    return vrm_recorder_create(&desc, &l->recorder, NULL) == VRM_OK;
}

static bool say_not_written(const char *path, const char *reason) {
    fputs("vrm: ", stderr);
    say_to(stderr, "{1} cannot be written: {2}\n", path, reason);
    return false;
}

/* An output that cannot be written is known before a recording, and not after it. */
static bool begin(listening *l, const vrm_model *model) {
    const char *out = l->options->out, *reason;
    if (out != NULL && !output_file_try(out, &reason)) return say_not_written(out, reason);
    if (out != NULL && !make_recorder(l, model)) return say_no_memory();
    return listener_open(&l->in, l->options->address, l->options->listen_port) &&
           listener_expect(&l->in, model);
}

/* Senders keep better time than a network, unless their clock jumps. */
static int64_t step_of(const listening *l, const vrm_vmc_frame *frame) {
    const double step = (double)frame->clock - (double)l->last_clock;
    if (frame->is_timed && step > 0.0 && step <= MOST_STEP) return (int64_t)(step * 1e9);
    return frame->time > l->last_time ? frame->time - l->last_time : 0;
}

static void record(listening *l) {
    const vrm_vmc_frame *frame = vrm_vmc_receiver_frame(l->in.receiver);
    if (l->recorder == NULL || l->is_full) return;
    if (vrm_recorder_count(l->recorder) > 0) l->recorded_time += step_of(l, frame);
    l->last_time = frame->time;
    l->last_clock = frame->clock;
    vrm_pose_init(&l->pose);
    l->pose.customs = l->customs;
    l->pose.custom_capacity = LISTENER_CUSTOMS;
    vrm_vmc_receiver_read_frame(l->in.receiver, &l->pose);
    l->is_full = vrm_recorder_add(l->recorder, l->recorded_time, &l->pose) == VRM_ERROR_LIMIT;
}

static bool is_over(const listening *l) {
    const uint32_t most = l->options->frames;
    return stop_requested() != 0 ||
           (most > 0 && vrm_vmc_receiver_counts(l->in.receiver)->frames >= most);
}

/* What has come by now. */
static bool take_all(listening *l) {
    uint32_t frames;
    bool has_some = false;
    while (!is_over(l) && listener_take(&l->in, &frames)) {
        has_some = true;
        if (frames > 0) record(l);
    }
    return has_some;
}

static void run(listening *l) {
    const double wait = l->options->wait;
    const int milliseconds = wait > 0.0 ? (int)(wait * 1000.0) + 1 : -1;
    int64_t last = udp_now();
    while (!is_over(l)) {
        udp_wait(&l->in.socket, milliseconds);
        if (take_all(l)) {
            last = udp_now();
        } else if (wait > 0.0 && (double)(udp_now() - last) >= wait * 1e9) {
            break;
        }
    }
    if (vrm_vmc_receiver_end_frame(l->in.receiver) > 0) record(l);
}

/* --- What comes of it --- */

static bool put(const listening *l, vrm_clip *clip) {
    const char *path = l->options->out, *reason;
    vrm_written *file = NULL;
    vrm_write_desc desc;
    const void *bytes;
    size_t size;
    bool is_good;
    char frames[32], sizes[32];
    vrm_write_desc_init(&desc);
    if (vrm_clip_write_vrma(clip, &desc, &file, NULL) != VRM_OK) return say_no_memory();
    bytes = vrm_written_bytes(file, &size);
    is_good = output_file_put(path, bytes, size, true, &reason);
    vrm_written_destroy(file);
    if (!is_good) return say_not_written(path, reason);
    say_to(stdout, "recorded: {1} frames, {2} bytes → ",
           with_commas(vrm_recorder_count(l->recorder), frames), with_commas(size, sizes));
    print_name(stdout, from_text(path), 400, 0);
    fputs("\n", stdout);
    return true;
}

static bool save(const listening *l) {
    vrm_clip *clip = NULL;
    bool is_good;
    if (l->recorder == NULL) return true;
    if (l->is_full) {
        fprintf(stderr, "vrm: %s\n", say("the recording was full; later frames are not in it"));
    }
    if (vrm_recorder_count(l->recorder) == 0 ||
        vrm_recorder_make_clip(l->recorder, &clip, NULL) != VRM_OK) {
        fprintf(stderr, "vrm: %s\n", say("no motion was received; no file was written"));
        return false;
    }
    is_good = put(l, clip);
    vrm_clip_release(clip);
    return is_good;
}

int live_listen(const live_options *options, const vrm_model *model) {
    listening *l = calloc(1, sizeof *l);
    bool is_good;
    if (l == NULL) return say_no_memory() ? EXIT_LOADED : EXIT_NOT_LOADED;
    l->options = options;
    is_good = stop_begin() && begin(l, model);
    if (is_good) {
        run(l);
        listener_print_counts(&l->in);
        is_good = save(l) && vrm_vmc_receiver_counts(l->in.receiver)->frames > 0;
    }
    stop_end();
    listener_close(&l->in);
    vrm_recorder_destroy(l->recorder);
    free(l);
    return is_good ? EXIT_LOADED : EXIT_NOT_LOADED;
}
