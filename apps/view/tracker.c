#include "tracker.h"

/* Without a datagram for so long, a tracker is silent. */
static const int64_t MOST_GAP = 1000000000;
static const int64_t RATE_TIME = 1000000000;
/* The most time of a frame. What comes faster waits, and then the system drops it. */
static const int64_t MOST_READING = 8000000;

bool tracker_open(tracker *t, const char *address, uint32_t port) {
    vrm_pose_init(&t->pose);
    t->rate_since = udp_now();
    return listener_open(&t->in, address, port);
}

bool tracker_expect(tracker *t, const vrm_model *model) { return listener_expect(&t->in, model); }

void tracker_close(tracker *t) { listener_close(&t->in); }

bool tracker_listens(const tracker *t) { return t->in.receiver != NULL; }

static void count_rate(tracker *t, int64_t now) {
    const uint64_t datagrams = vrm_vmc_receiver_counts(t->in.receiver)->datagrams;
    const int64_t passed = now - t->rate_since;
    if (passed < RATE_TIME) return;
    t->rate = (double)(datagrams - t->rate_datagrams) * 1e9 / (double)passed;
    t->rate_datagrams = datagrams;
    t->rate_since = now;
}

static void read_pose(tracker *t) {
    vrm_pose_init(&t->pose);
    t->pose.customs = t->customs;
    t->pose.custom_capacity = VRM_MIXER_CUSTOMS;
    vrm_vmc_receiver_read_pose(t->in.receiver, &t->pose);
}

bool tracker_update(tracker *t) {
    const vrm_vmc_counts *counts;
    const int64_t start = udp_now();
    uint64_t messages;
    uint32_t frames;
    if (!tracker_listens(t)) return false;
    counts = vrm_vmc_receiver_counts(t->in.receiver);
    messages = counts->messages - counts->refused_messages;
    while (listener_take(&t->in, &frames) && udp_now() - start < MOST_READING) continue;
    if (counts->messages - counts->refused_messages > messages) {
        t->last_time = udp_now();
        read_pose(t);
    }
    count_rate(t, udp_now());
    return t->pose.bones != 0 || t->pose.presets != 0 || t->pose.custom_count != 0 ||
           t->pose.parts != 0;
}

tracker_state tracker_get_state(const tracker *t) {
    if (t->last_time == 0) return TRACKER_NEVER_CAME;
    return udp_now() - t->last_time < MOST_GAP ? TRACKER_CONNECTED : TRACKER_SILENT;
}

double tracker_silence_seconds(const tracker *t) {
    return t->last_time == 0 ? 0.0 : (double)(udp_now() - t->last_time) * 1e-9;
}
