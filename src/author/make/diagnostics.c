#include "author/make/diagnostics.h"

static const vrmi_message messages[] = {VRMI_MAKE_DIAGNOSTICS(VRMI_MESSAGE)};

static const vrmi_subject subjects[] = {{NULL, NULL, NULL, NULL}};

const vrmi_diagnostics vrmi_make_diagnostics = {messages, subjects, VRMI_MAKE_FIRST, VRMI_MAKE_END};
