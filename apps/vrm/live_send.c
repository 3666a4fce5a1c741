/* vrm live --send: a motion becomes datagrams, in its time. */
#include "apps/kit/avatar/open.h"
#include "apps/kit/avatar/player.h"
#include "apps/kit/live/udp.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"
#include "apps/kit/program/program.h"
#include "apps/kit/system/stop.h"
#include "live.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <vrm/live.h>

/* The most custom expressions that a sender takes, and the most frames that a motion gives. */
enum { MOST_CUSTOMS = 1024, MOST_FRAMES = 1000000000 };

typedef struct sending {
    const live_options *options;
    udp_socket socket;
    vrm_clip *clip;
    vrm_clip_info info;
    vrm_custom_weight *customs;
    uint32_t custom_count;
    vrm_vmc_sender *sender;
    uint32_t frames;
    uint64_t datagrams, unsent;
} sending;

static bool say_no_memory(void) {
    fprintf(stderr, "vrm: %s\n", say("there is not enough memory"));
    return false;
}

static bool load_motion(sending *s) {
    const char *path = s->options->send;
    vrm_report *report = NULL;
    vrm_clip_desc desc;
    vrm_result result;
    vrm_clip_desc_init(&desc);
    result = load_clip_with(path, &desc, &s->clip, &report);
    if (result != VRM_OK) print_failure(path, result, report);
    vrm_report_destroy(report);
    if (result != VRM_OK) return false;
    vrm_clip_info_init(&s->info);
    vrm_clip_get_info(s->clip, &s->info);
    s->custom_count = s->info.custom_count < MOST_CUSTOMS ? s->info.custom_count : MOST_CUSTOMS;
    s->customs = calloc((size_t)s->custom_count + 1, sizeof *s->customs);
    return s->customs != NULL || say_no_memory();
}

static bool make_sender(sending *s, const vrm_model *model) {
    const float height = s->info.hips_height;
    vrm_vmc_sender_desc desc;
    vrm_vmc_sender_desc_init(&desc);
    desc.model = model;
    desc.custom_capacity = s->custom_count;
    if (model == NULL && height >= 1e-3f && height <= 1e3f) desc.hips_height = height;
    return vrm_vmc_sender_create(&desc, &s->sender, NULL) == VRM_OK || say_no_memory();
}

static bool open_peer(sending *s) {
    const live_options *options = s->options;
    const char *reason;
    char port[16];
    if (udp_send_to(&s->socket, options->address, options->send_port, &reason)) return true;
    snprintf(port, sizeof port, "%" PRIu32, options->send_port);
    fputs("vrm: ", stderr);
    say_to(stderr, "cannot send to {1}, port {2}: {3}\n", options->address, port, reason);
    return false;
}

static uint32_t frames_of(const sending *s) {
    const double steps = clip_seconds(&s->info) * s->options->fps;
    if (s->options->frames > 0) return s->options->frames;
    return steps < (double)MOST_FRAMES ? (uint32_t)(steps + 1e-6) + 1 : MOST_FRAMES;
}

static void send_frame(sending *s, uint32_t frame) {
    const double seconds = (double)frame / s->options->fps;
    int64_t time = (int64_t)(seconds * 1e9 + 0.5);
    vrm_pose pose;
    if (time > s->info.duration) time = vrm_clip_wrap(s->clip, time);
    vrm_pose_init(&pose);
    pose.customs = s->customs;
    pose.custom_capacity = s->custom_count;
    vrm_clip_sample(s->clip, time, &pose);
    const uint32_t count = vrm_vmc_sender_write(s->sender, &pose, NULL, (float)seconds);
    for (uint32_t i = 0; i < count; ++i) {
        size_t size;
        const void *bytes = vrm_vmc_sender_datagram(s->sender, i, &size);
        ++s->datagrams;
        if (!udp_give(&s->socket, bytes, size)) ++s->unsent;
    }
}

/* Each frame at its own moment, so that delays do not add up. */
static void wait_until(int64_t moment) {
    int64_t left;
    while (stop_requested() == 0 && (left = moment - udp_now()) > 0) {
        const int64_t milliseconds = left / 1000000 + 1;
        stop_wait(milliseconds < 1000 ? (int)milliseconds : 1000);
    }
}

static void run(sending *s) {
    const uint32_t count = frames_of(s);
    const int64_t start = udp_now();
    for (uint32_t i = 0; i < count && stop_requested() == 0; ++i) {
        wait_until(start + (int64_t)((double)i / s->options->fps * 1e9));
        if (stop_requested() != 0) break;
        send_frame(s, i);
        ++s->frames;
    }
}

static void print_counts(const sending *s) {
    char frames[32], datagrams[32], unsent[32];
    say_to(stdout, "frames: {1}, datagrams: {2}\n", with_commas(s->frames, frames),
           with_commas(s->datagrams, datagrams));
    say_to(stdout, "datagrams that could not be sent: {1}\n", with_commas(s->unsent, unsent));
}

int live_send(const live_options *options, const vrm_model *model) {
    sending s = {.options = options, .socket.descriptor = -1};
    bool is_good = stop_begin() && load_motion(&s) && make_sender(&s, model) && open_peer(&s);
    if (is_good) {
        run(&s);
        print_counts(&s);
        is_good = s.unsent == 0;
    }
    stop_end();
    udp_close(&s.socket);
    vrm_vmc_sender_destroy(s.sender);
    vrm_clip_release(s.clip);
    free(s.customs);
    return is_good ? EXIT_LOADED : EXIT_NOT_LOADED;
}
