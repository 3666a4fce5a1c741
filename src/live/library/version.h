/* What ties libvrm-live to the libvrm of its own version. */
#ifndef VRMI_LIVE_LIBRARY_VERSION_H
#define VRMI_LIVE_LIBRARY_VERSION_H

/* Nobody has to call it: that it refers to libvrm's version is enough (base/private_version.h). */
const char *vrmi_live_version(void);

#endif
