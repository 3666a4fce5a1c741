/* The options of the command line that say how a picture is taken. */
#ifndef VRM_CLI_SHOT_OPTIONS_H
#define VRM_CLI_SHOT_OPTIONS_H

#include "kit/arguments.h"
#include "studio.h"

/* `value` NULL: there is none behind the option. It may be cut into parts. */
option_result shot_read_option(const char *option, char *value, shot_settings *shot);

/* The lines of the help page. */
#define SHOT_HELP_PICTURE                                                                          \
    "  --size WxH             in pixels; N is NxN (see below)\n"                                   \
    "  --samples N            of each pixel at edges: 1, 2, 4 … (4)\n"                           \
    "  --supersample N        draws N times as wide and high, and averages: 1 to 8 (1)\n"          \
    "  --background C         soft (default), transparent, or RRGGBB\n"
#define SHOT_HELP_CAMERA                                                                           \
    "  --turn YAW[,PITCH]     degrees about the avatar, to its left, and from above (0,0)\n"       \
    "  --fov D                vertical field of view in degrees (20)\n"
#define SHOT_HELP_LIGHT                                                                            \
    "  --light X,Y,Z          towards the light, in the world; else it comes with the camera\n"    \
    "  --light-color R,G,B    linear, 1 shows colours as they are\n"                               \
    "  --sky R,G,B            light from above, likewise; and --ground from below\n"               \
    "  --ambient R,G,B        from all around: both of them\n"
#define SHOT_HELP_AVATAR                                                                           \
    "  --pose P               relaxed (default) or rest\n"                                         \
    "  --expression NAME=W    an expression and its weight, 0 to 1; may be given again\n"          \
    "  --look L               camera (default), X,Y,Z in metres, or off\n"                         \
    "  --springs S            on (default): hair hangs still; off: as in the file\n"

#endif
