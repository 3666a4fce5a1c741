#include "author/check/diagnostics.h"

static const vrmi_message messages[] = {VRMI_CHECK_DIAGNOSTICS(VRMI_MESSAGE)};

/* Rules say of what they speak themselves. */
static const vrmi_subject subjects[] = {{NULL, NULL, NULL, NULL}};

const vrmi_diagnostics vrmi_check_diagnostics = {messages, subjects, VRMI_CHECK_FIRST,
                                                 VRMI_CHECK_END};
