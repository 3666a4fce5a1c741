/* vrm live: motion from and to other programs, by the VMC protocol. */
#ifndef VRM_CLI_LIVE_H
#define VRM_CLI_LIVE_H

#include <stdint.h>
#include <vrm/vrm.h>

typedef struct live_options {
    const char *avatar;  /* of the sender; or NULL */
    const char *send;    /* a motion to send; NULL: listen */
    const char *out;     /* a recording; or NULL */
    const char *address; /* an IP address */
    uint32_t listen_port;
    uint32_t send_port;
    uint32_t frames; /* 0: no limit */
    double fps;      /* of a motion that is sent */
    double wait;     /* seconds of silence that end it; 0: none do */
} live_options;

/* Each returns an exit code. `model` may be NULL. */
int live_listen(const live_options *options, const vrm_model *model);
int live_send(const live_options *options, const vrm_model *model);

#endif
