/* Signals that ask the program to end: SIGINT, SIGTERM and SIGHUP. */
#ifndef VRM_KIT_STOP_H
#define VRM_KIT_STOP_H

#include <stdbool.h>

/* From here on these signals are noted, and the second one ends the program at once. A reader of
 * standard output that goes away is noted by stop_by_pipe alone. False: the system has no more
 * file descriptors. */
bool stop_begin(void);
void stop_end(void);

/* From here on, beginning and ending do nothing: this is a process that its parent ends, by a
 * signal that cannot be noted, and it starts no threads. */
void stop_leave_to_parent(void);

/* The signal that came; 0: none. */
int stop_requested(void);

/* Notes that nobody reads standard output any more, if that ends programs here. */
bool stop_by_pipe(void);

/* Waits until a signal comes or stop_wake is called, at most that many milliseconds (-1: without
 * end). */
void stop_wait(int milliseconds);
void stop_wake(void);

/* What becomes readable when one of these happens, for programs that wait for other things too. -1:
 * there is none on this system. stop_wait(0) then makes it unreadable again. */
int stop_descriptor(void);
/* From here on the end of a child process wakes too. */
void stop_watch_children(void);

/* Ends the program as the signal would have ended it. */
_Noreturn void stop_program(int signal_number);

/* Ends the program at once, without waiting for its threads. */
_Noreturn void leave_program(int code);

#endif
