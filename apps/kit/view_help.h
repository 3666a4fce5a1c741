/* The help page of `vrm view`, for the tool and for the program that it runs. */
#ifndef VRM_KIT_VIEW_HELP_H
#define VRM_KIT_VIEW_HELP_H

#define VIEW_HELP                                                                                  \
    "Usage: vrm view [OPTIONS] [FILE…]\n"                                                        \
    "\n"                                                                                           \
    "Opens a window with a living avatar: it breathes, blinks and looks at the cursor. Drop\n"     \
    "another file on the window to show that one.\n"                                               \
    "\n"                                                                                           \
    "Options:\n"                                                                                   \
    "  --size WxH   set the size of the window (default: 960x720)\n"                               \
    "  --help       show this page\n"                                                              \
    "\n"                                                                                           \
    "Mouse:\n"                                                                                     \
    "  drag                       turn the view\n"                                                 \
    "  right drag, or Ctrl+drag   move the avatar; its hair follows\n"                             \
    "  middle drag, Shift+drag    move the view\n"                                                 \
    "  wheel                      zoom in and out\n"                                               \
    "\n"                                                                                           \
    "Keys: press H in the window to see them.\n"                                                   \
    "\n"                                                                                           \
    "Exit codes: 0 the window was closed; 1 there is no screen, or a file could not be used;\n"    \
    "2 the command line is wrong.\n"

#endif
