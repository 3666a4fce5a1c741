/* What every program of the tool begins with, and how one of them runs another. */
#ifndef VRM_KIT_PROGRAM_H
#define VRM_KIT_PROGRAM_H

#include <stdbool.h>

/* What a program ends with. */
enum { EXIT_LOADED = 0, EXIT_NOT_LOADED = 1, EXIT_USAGE = 2 };

enum { MAX_PROGRAM_PATH = 4096, MAX_PROGRAM_NAME = 64 };

/* Runs `run` with arguments in UTF-8, whatever the system's encoding is, between console_begin and
 * console_end. Returns the exit code of the program. */
int program_main(int argc, char **argv, int (*run)(int argc, char **argv));

/* Where a file of the programs' data is: share/vrm/NAME beside the folder that this program is in.
 * False: it cannot be told. Whether the file is there is not asked. */
bool program_share(const char *name, char out[MAX_PROGRAM_PATH]);

/* Where the program `name` is: in the folder that this one is in, or else in PATH. */
bool program_find(const char *name, char out[MAX_PROGRAM_PATH]);

/* The path of a file that is installed with this program, from its name as it is seen from this
 * program's folder. False: it is not there. */
bool program_find_file(const char *name, char out[MAX_PROGRAM_PATH]);

/*
 * Runs the program that program_find finds in place of this program. The new program receives
 * `argc` arguments. Programs are apart where the libraries that they need take longer to load than
 * most files: the tool `vrm` is run by the thousand.
 *
 * Returns the exit code, or -1 if the program was not found.
 */
int program_run(const char *name, int argc, char **argv);

/* The same beside this program, which waits for its end. What it prints on standard output is
 * thrown away. */
int program_wait(const char *name, int argc, char **argv);

#endif
