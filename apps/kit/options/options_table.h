/* The rows themselves; options.h has what looks them up. */
#ifndef VRM_KIT_OPTIONS_TABLE_H
#define VRM_KIT_OPTIONS_TABLE_H

#include "options.h"

extern const option option_table[];
extern const size_t option_table_size;

/* By id. */
extern const command_text command_table[COMMAND_COUNT];

#endif
