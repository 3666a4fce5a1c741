/* The terminal: whether there is one, and how wide it is. What differs between systems is here. */
#ifndef VRM_KIT_TERMINAL_H
#define VRM_KIT_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

/* Prepares standard output and error. On Windows: UTF-8, colours, and lines that end with LF. */
void terminal_begin(void);

bool is_terminal(FILE *stream);

/* How many columns the terminal has; 80 where it does not tell. */
int terminal_columns(FILE *stream);

#endif
