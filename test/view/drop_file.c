/*
 * Drops a file on a window as a file manager does: the source's side of XDND 5.
 *
 * usage: vrm-drop-file WINDOW URI
 *
 * Exit codes: 0 the window took it, 1 it did not, 2 wrong usage.
 */
#define _POSIX_C_SOURCE 200112L

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct drop {
    Display *display;
    Window source, target;
    const char *uri;
    Atom enter, position, status, drop, finished, selection, copy, uri_list;
} drop;

static void send(const drop *d, Atom type, long a, long b, long c, long e) {
    XEvent event;
    memset(&event, 0, sizeof event);
    event.xclient.type = ClientMessage;
    event.xclient.window = d->target;
    event.xclient.message_type = type;
    event.xclient.format = 32;
    event.xclient.data.l[0] = (long)d->source;
    event.xclient.data.l[1] = a;
    event.xclient.data.l[2] = b;
    event.xclient.data.l[3] = c;
    event.xclient.data.l[4] = e;
    XSendEvent(d->display, d->target, False, NoEventMask, &event);
    XFlush(d->display);
}

/* The window asks for what is dropped. */
static void answer(const drop *d, const XSelectionRequestEvent *request) {
    XEvent event;
    Atom property = request->property != None ? request->property : request->target;
    XChangeProperty(d->display, request->requestor, property, request->target, 8, PropModeReplace,
                    (const unsigned char *)d->uri, (int)strlen(d->uri));
    memset(&event, 0, sizeof event);
    event.xselection.type = SelectionNotify;
    event.xselection.requestor = request->requestor;
    event.xselection.selection = request->selection;
    event.xselection.target = request->target;
    event.xselection.property = property;
    event.xselection.time = request->time;
    XSendEvent(d->display, request->requestor, False, NoEventMask, &event);
    XFlush(d->display);
}

/* Waits for a message of the window; answers what it asks for meanwhile. */
static int wait_for(const drop *d, Atom type) {
    time_t end = time(NULL) + 20;
    while (time(NULL) < end) {
        const struct timespec pause = {0, 20000000};
        while (XPending(d->display) > 0) {
            XEvent event;
            XNextEvent(d->display, &event);
            if (event.type == SelectionRequest) answer(d, &event.xselectionrequest);
            if (event.type == ClientMessage && event.xclient.message_type == type) {
                return (event.xclient.data.l[1] & 1) != 0; /* accepted */
            }
        }
        nanosleep(&pause, NULL);
    }
    return 0;
}

static Atom atom(const drop *d, const char *name) { return XInternAtom(d->display, name, False); }

static int run(drop *d) {
    d->enter = atom(d, "XdndEnter");
    d->position = atom(d, "XdndPosition");
    d->status = atom(d, "XdndStatus");
    d->drop = atom(d, "XdndDrop");
    d->finished = atom(d, "XdndFinished");
    d->selection = atom(d, "XdndSelection");
    d->copy = atom(d, "XdndActionCopy");
    d->uri_list = atom(d, "text/uri-list");
    d->source = XCreateSimpleWindow(d->display, DefaultRootWindow(d->display), 0, 0, 1, 1, 0, 0, 0);
    XSetSelectionOwner(d->display, d->selection, d->source, CurrentTime);
    send(d, d->enter, 5L << 24, (long)d->uri_list, 0, 0);
    send(d, d->position, 0, (640L << 16) | 450, CurrentTime, (long)d->copy);
    if (!wait_for(d, d->status)) return 1;
    send(d, d->drop, 0, CurrentTime, 0, 0);
    return wait_for(d, d->finished) ? 0 : 1;
}

int main(int argc, char **argv) {
    drop d;
    int result;
    memset(&d, 0, sizeof d);
    if (argc != 3) {
        fputs("usage: vrm-drop-file WINDOW URI\n", stderr);
        return 2;
    }
    d.display = XOpenDisplay(NULL);
    if (d.display == NULL) return 1;
    d.target = (Window)strtoul(argv[1], NULL, 0);
    d.uri = argv[2];
    result = run(&d);
    XCloseDisplay(d.display);
    return result;
}
