/* What ties libvrm-author to the libvrm of its own version. */
#ifndef VRMI_AUTHOR_LIBRARY_VERSION_H
#define VRMI_AUTHOR_LIBRARY_VERSION_H

/* Nobody has to call it: that it refers to libvrm's version is enough (base/private_version.h). */
const char *vrmi_author_version(void);

#endif
