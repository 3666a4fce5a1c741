/*
 * Waits until a window has drawn frames: asks it COUNT times whether it is alive, as window
 * managers do (_NET_WM_PING). A program that draws one frame for each time that it reads its events
 * answers once a frame at most, and in order: what was sent to it before has been read by then, and
 * after the second answer it has been drawn. So tests need not guess how fast a machine is.
 *
 * usage: vrm-await-frames WINDOW COUNT
 */
#define _POSIX_C_SOURCE 200809L /* nanosleep */
#include <X11/Xlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct ping {
    Display *display;
    Window target, root;
    Atom protocols, ping;
} ping;

static void ask(const ping *p, long number) {
    XEvent event;
    memset(&event, 0, sizeof event);
    event.xclient.type = ClientMessage;
    event.xclient.window = p->target;
    event.xclient.message_type = p->protocols;
    event.xclient.format = 32;
    event.xclient.data.l[0] = (long)p->ping;
    event.xclient.data.l[1] = number;
    event.xclient.data.l[2] = (long)p->target;
    XSendEvent(p->display, p->target, False, NoEventMask, &event);
    XFlush(p->display);
}

/* An answer is what was asked, sent to the root. */
static int is_answer(const ping *p, const XEvent *event, long number) {
    const XClientMessageEvent *message = &event->xclient;
    return event->type == ClientMessage && message->message_type == p->protocols &&
           (Atom)message->data.l[0] == p->ping && message->data.l[1] == number &&
           (Window)message->data.l[2] == p->target;
}

/* For a minute at most. */
static int has_answered(const ping *p, long number) {
    const struct timespec pause = {0, 2000000};
    for (int i = 0; i < 30000; ++i) {
        while (XPending(p->display) > 0) {
            XEvent event;
            XNextEvent(p->display, &event);
            if (is_answer(p, &event, number)) return 1;
        }
        nanosleep(&pause, NULL);
    }
    return 0;
}

static int run(ping *p, long count) {
    p->root = DefaultRootWindow(p->display);
    p->protocols = XInternAtom(p->display, "WM_PROTOCOLS", False);
    p->ping = XInternAtom(p->display, "_NET_WM_PING", False);
    XSelectInput(p->display, p->root, SubstructureNotifyMask);
    for (long i = 1; i <= count; ++i) {
        ask(p, i);
        if (!has_answered(p, i)) return 1;
    }
    return 0;
}

int main(int argc, char **argv) {
    ping p;
    int result;
    memset(&p, 0, sizeof p);
    if (argc != 3) {
        fputs("usage: vrm-await-frames WINDOW COUNT\n", stderr);
        return 2;
    }
    p.display = XOpenDisplay(NULL);
    if (p.display == NULL) return 1;
    p.target = (Window)strtoul(argv[1], NULL, 0);
    result = run(&p, strtol(argv[2], NULL, 10));
    XCloseDisplay(p.display);
    return result;
}
