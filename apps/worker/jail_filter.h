/* The calls to the system that are allowed in a jail, as a program of the kernel's filter. */
#ifndef VRM_WORK_JAIL_FILTER_H
#define VRM_WORK_JAIL_FILTER_H

#include <stdbool.h>

/* Whether the kernel has such filters, and the list is known for this processor. */
bool jail_filter_exists(void);

/* Puts the filter on the calling process, for ever. False leaves errno. */
bool jail_filter_enter(void);

#endif
