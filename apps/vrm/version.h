/* vrm --version, for people and as JSON. */
#ifndef VRM_CLI_VERSION_H
#define VRM_CLI_VERSION_H

#include <stdbool.h>

void version_print(void);

/* False: there is not enough memory, and standard error says so. */
bool version_print_json(void);

#endif
