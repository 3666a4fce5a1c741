/* vrm-draw as a process that makes pictures for `vrm work` (apps/worker/serve.h). */
#ifndef VRM_DRAW_SERVE_H
#define VRM_DRAW_SERVE_H

/* Takes the command line of the program, and does not return. */
_Noreturn int draw_serve(int argc, char **argv);

#endif
