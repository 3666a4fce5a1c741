/* The command-line options that determine how a picture is taken. */
#ifndef VRM_CLI_SHOT_OPTIONS_H
#define VRM_CLI_SHOT_OPTIONS_H

#include "apps/kit/arguments.h"
#include "studio.h"

/* `value` is NULL if nothing follows the option. The function may write into the value. */
option_result shot_read_option(const char *option, char *value, shot_settings *shot);

/* The lines of the help page. */
#define SHOT_HELP_PICTURE                                                                          \
    "  --size WxH             size in pixels; N means NxN (the defaults are below)\n"              \
    "  --samples N            samples for each pixel at edges: 1, 2, 4 … (default: 4)\n"         \
    "  --supersample N        draw N times as wide and high, then average: 1 to 8 (default: 1)\n"  \
    "  --background C         soft (default), transparent, or a colour as RRGGBB\n"
#define SHOT_HELP_CAMERA                                                                           \
    "  --turn YAW[,PITCH]     move the camera around the avatar, in degrees: to the avatar's\n"    \
    "                         left, and up (default: 0,0)\n"                                       \
    "  --fov D                vertical field of view in degrees (default: 20)\n"
#define SHOT_HELP_LIGHT                                                                            \
    "  --light X,Y,Z          direction towards the light, in the world; by default the light\n"   \
    "                         follows the camera\n"                                                \
    "  --light-color R,G,B    colour of the light, linear; 1,1,1 shows colours as they are\n"      \
    "  --sky R,G,B            ambient light from above\n"                                          \
    "  --ground R,G,B         ambient light from below\n"                                          \
    "  --ambient R,G,B        sets both --sky and --ground\n"
#define SHOT_HELP_AVATAR                                                                           \
    "  --pose P               relaxed (default) or rest\n"                                         \
    "  --expression NAME=W    set an expression to a weight from 0 to 1; can be repeated\n"        \
    "  --look L               what the avatar looks at: camera (default), a point X,Y,Z in\n"      \
    "                         metres, or off\n"                                                    \
    "  --springs S            on (default): hair and clothes hang at rest; off: they stay as in\n" \
    "                         the file\n"

#endif
