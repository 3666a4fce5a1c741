/* What every program of the tool begins with, and how one of them runs another. */
#ifndef VRM_KIT_PROGRAM_H
#define VRM_KIT_PROGRAM_H

/* Runs `run` with arguments in UTF-8, whatever the system's encoding is, between console_begin and
 * console_end. Returns the exit code of the program. */
int program_main(int argc, char **argv, int (*run)(int argc, char **argv));

/*
 * Runs the program `name` of the folder that this one is in, or else of PATH, in place of this
 * program. The new program receives `argc` arguments. Programs are apart where the libraries that
 * they need take longer to load than most files: the tool `vrm` is run by the thousand.
 *
 * Returns the exit code, or -1 if the program was not found.
 */
int program_run(const char *name, int argc, char **argv);

#endif
