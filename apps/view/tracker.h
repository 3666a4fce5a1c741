/* The tracker that moves the avatar in the window, and how it is connected. */
#ifndef VRM_VIEW_TRACKER_H
#define VRM_VIEW_TRACKER_H

#include "apps/kit/live/listener.h"

#include <stdbool.h>
#include <stdint.h>
#include <vrm/mixer.h>

typedef enum tracker_state { TRACKER_NEVER_CAME, TRACKER_CONNECTED, TRACKER_SILENT } tracker_state;

/* Zero-initialised does not listen. It is never copied: its pose leads into it. */
typedef struct tracker {
    listener in;
    vrm_pose pose; /* the last value of everything that came */
    vrm_custom_weight customs[VRM_MIXER_CUSTOMS];
    int64_t last_time;       /* when the last datagram came that was VMC, in nanoseconds */
    int64_t rate_since;      /* of what `rate` counts */
    uint64_t rate_datagrams; /* likewise: how many had come then */
    double rate;             /* datagrams per second */
} tracker;

/* Listens; prints to stderr the port, or what prevents it. */
bool tracker_open(tracker *t, const char *address, uint32_t port);
/* What it reads from here on: poses of this avatar, or of one of VRM 0.x for NULL. */
bool tracker_expect(tracker *t, const vrm_model *model);
void tracker_close(tracker *t);

bool tracker_listens(const tracker *t);

/* Once a frame: reads what has come. True: the pose sets something. */
bool tracker_update(tracker *t);

tracker_state tracker_get_state(const tracker *t);
/* Since the last datagram; 0 if none has come. */
double tracker_silence_seconds(const tracker *t);

#endif
