/*
 * `vrm check`: says what is wrong with files. The command is a library, so that a program that
 * draws can link it too.
 *
 * check.c reads the command line and runs the batch, check_file.c checks one file and leaves out
 * what is ignored, and a file for each form prints what is left: check_text.c, check_json.c and
 * check_sarif.c.
 */
#ifndef VRM_CHECK_COMMAND_H
#define VRM_CHECK_COMMAND_H

/* Runs the command with what follows its name, and returns an exit code. */
int check_run(int argc, char **argv);

#endif
