/* Help pages, made from the table of options. */
#ifndef VRM_KIT_HELP_H
#define VRM_KIT_HELP_H

#include "options.h"

#include <stdio.h>

/* Prints the page of a command; that of COMMAND_TOOL lists all commands. */
void help_print(FILE *stream, command_id command);

#endif
