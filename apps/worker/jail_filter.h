/* The calls to the system that are allowed in a jail, as a program of the kernel's filter. */
#ifndef VRM_WORK_JAIL_FILTER_H
#define VRM_WORK_JAIL_FILTER_H

#include <stdbool.h>
#include <stdint.h>

/* Whether the kernel has such filters, and the list is known for this processor. */
bool jail_filter_exists(void);

/* Puts the filter on the calling process, for ever: JAIL_RECEIVES, JAIL_MAKES_CODE and JAIL_FORKS
 * of `parts` say what it lets through beside the rest. False leaves errno. */
bool jail_filter_enter(uint32_t parts);

/* Puts a second one on a process that inherited that with JAIL_FORKS, which takes back what that
 * part lets through: both together allow what the filter without any such part does. */
bool jail_filter_enter_behind(void);

#endif
