/*
 * Fixtures for the messages of one room, each the least file that brings its message about, and
 * what has to hold for them all.
 */
#ifndef VRM_TEST_CHECK_MESSAGE_H
#define VRM_TEST_CHECK_MESSAGE_H

#include "base/report.h"
#include "support/fixture.h"

typedef struct message_fixtures {
    const vrmi_diagnostics *room; /* each of its messages needs a fixture */
    size_t count;                 /* of fixtures */
    const char *(*get_code)(size_t i);
    loaded (*load)(size_t i, uint32_t flags);
    const char *const (*followers)[2]; /* a fixture's code, and what it says besides */
    size_t follower_count;
    const char *file;   /* where the fixtures are */
    const char *faults; /* where the maker has a file for each message that one can be made for */
} message_fixtures;

/* Each message has one fixture, and there are no others. */
void check_messages_have_fixtures(const message_fixtures *fixtures);
/* Result, severity and text are what the message's kind asks for, strict and otherwise. */
void check_messages_are_reported(const message_fixtures *fixtures);
/* No fixture says anything but its message, and what follows from it. */
void check_messages_stand_alone(const message_fixtures *fixtures);

#endif
