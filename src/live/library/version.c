#include "live/library/version.h"

#include "base/private_version.h"

const char *vrmi_live_version(void) { return VRMI_PRIVATE_VERSION; }
