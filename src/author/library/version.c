#include "author/library/version.h"

#include "base/private_version.h"

const char *vrmi_author_version(void) { return VRMI_PRIVATE_VERSION; }
