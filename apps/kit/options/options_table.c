/* All options of all commands, in the order of the help pages. */
#include "options_table.h"
#include "apps/kit/system/workers.h"

enum {
    IN_TOOL = 1 << COMMAND_TOOL,
    IN_INFO = 1 << COMMAND_INFO,
    IN_CHECK = 1 << COMMAND_CHECK,
    IN_DIFF = 1 << COMMAND_DIFF,
    IN_EDIT = 1 << COMMAND_EDIT,
    IN_META = 1 << COMMAND_META,
    IN_EXTRACT = 1 << COMMAND_EXTRACT,
    IN_PACK = 1 << COMMAND_PACK,
    IN_SIM = 1 << COMMAND_SIM,
    IN_MOTION = 1 << COMMAND_MOTION,
    IN_NORMALIZE = 1 << COMMAND_NORMALIZE,
    IN_OPTIMIZE = 1 << COMMAND_OPTIMIZE,
    IN_MAKE = 1 << COMMAND_MAKE,
    IN_MIGRATE = 1 << COMMAND_MIGRATE,
    IN_RENDER = 1 << COMMAND_RENDER,
    IN_THUMB = 1 << COMMAND_THUMB,
    IN_VIEW = 1 << COMMAND_VIEW,
    IN_INDEX = 1 << COMMAND_INDEX,
    IN_WORK = 1 << COMMAND_WORK,
    IN_HUB = 1 << COMMAND_HUB,
    IN_EXPLAIN = 1 << COMMAND_EXPLAIN,
    IN_HELP = 1 << COMMAND_HELP,
    IN_DRAWING = IN_RENDER | IN_THUMB,
    IN_REWRITING = IN_OPTIMIZE | IN_NORMALIZE | IN_MAKE | IN_MIGRATE | IN_EDIT |
                   IN_META, /* what makes new files of files */
    IN_BATCHES = IN_INFO | IN_CHECK | IN_SIM | IN_MOTION | IN_REWRITING | IN_DRAWING | IN_INDEX,
    IN_REPORTING = IN_BATCHES & ~IN_INDEX, /* what prints something of each file */
    IN_ALL = (1 << COMMAND_COUNT) - 1
};

#define MOST_METRES 1e6
#define POINT .kind = VALUE_NUMBERS, .value = "X,Y,Z", .least = -MOST_METRES, .most = MOST_METRES
#define LIGHT .kind = VALUE_NUMBERS, .value = "R,G,B", .least = 0, .most = 1e6
#define FIELD_OF_VIEW .kind = VALUE_NUMBER, .value = "D", .least = 0.1, .most = 170
#define WEIGHT .kind = VALUE_WEIGHT, .value = "NAME=W", .repeats = REPEAT_ADDS

#define SHORTCUTS                                                                                  \
    "shortcuts",                                                                                   \
        .kind = VALUE_WORD, .value = "S", .words = "on|off", .fallback = "on",                     \
        .help = "skip triangles and textures that the picture does not show when OpenGL runs in "  \
                "software; off draws everything, to check a doubtful picture"

#define PROFILES                                                                                   \
    "cluster-vrm1|mona-good|mona-maximum|unavi-good|vket-cloud|vrchat-mobile-good|"                \
    "vrchat-mobile-medium|vrchat-pc-good|vrchat-pc-medium"

#define OUT_HELP                                                                                   \
    "folder to write to; or a file, for the picture of one avatar; or - for standard output; a "   \
    "missing folder is created"

const option option_table[] = {
    /* --- vrm sim: the run --- */
    {OPTION_FRAMES, IN_SIM, GROUP_OPTIONS, "frames", .kind = VALUE_WHOLE, .value = "N", .least = 1,
     .most = 1000000, .help = "number of frames; without it, as many as the motion has, or 120"},
    {OPTION_FPS, IN_SIM, GROUP_OPTIONS, "fps", .kind = VALUE_NUMBER, .value = "F", .least = 0.1,
     .most = 10000, .help = "frames per second; without it, as the motion says, or 60"},
    {OPTION_MOTION, IN_SIM, GROUP_OPTIONS, "motion", .kind = VALUE_FILE, .value = "M",
     .words = "still|sway|idle", .form = "a file of inputs", .fallback = "sway",
     .help = "how the avatar moves"},
    {OPTION_EXPRESSION, IN_SIM, GROUP_OPTIONS, "expression", WEIGHT,
     .help = "set an expression to a weight from 0 to 1; can be repeated"},
    {OPTION_LOOK, IN_SIM, GROUP_OPTIONS, "look", POINT,
     .help = "look at this point in the world, in metres"},
    {OPTION_LITERAL, IN_SIM, GROUP_OPTIONS, "literal",
     .help = "compute springs as the pseudo-code of the specification does: one step for each "
             "frame, and forces that do not scale with the avatar; a step is still at most 1/20 s, "
             "and a center that is the first joint of its chain is taken at rest"},
    {OPTION_AS_FILE, IN_SIM, GROUP_OPTIONS, "as-file",
     .help = "do not turn an avatar that faces -Z (0.x) around"},
    {OPTION_LANES, IN_SIM, GROUP_OPTIONS, "lanes", .kind = VALUE_WORD, .value = "L",
     .words = "auto|scalar|plain|sse2|avx2|neon|wasm", .fallback = "auto",
     .help = "how springs are computed, if the machine has it; the results are the same"},

    /* --- vrm motion --- */
    {OPTION_JSON, IN_MOTION, GROUP_OPTIONS, "json",
     .help = "info and convert: print one JSON object for each file, on one line"},
    {OPTION_FPS, IN_MOTION, GROUP_OPTIONS, "fps", .kind = VALUE_NUMBER, .value = "F", .least = 0.1,
     .most = 10000,
     .help =
         "dump: frames per second; without it, as many as the motion has keys. convert: keys per "
         "second of what must be sampled; without it, 30"},
    {OPTION_FROM, IN_MOTION, GROUP_OPTIONS, "from", .kind = VALUE_NUMBER, .value = "S", .least = 0,
     .most = 1e6, .fallback = "0", .help = "dump: the time of the first frame, in seconds"},
    {OPTION_TO, IN_MOTION, GROUP_OPTIONS, "to", .kind = VALUE_NUMBER, .value = "S", .least = 0,
     .most = 1e6, .help = "dump: the time of the last frame; without it, the end of the motion"},
    {OPTION_REDUCE, IN_MOTION, GROUP_OPTIONS, "reduce", .kind = VALUE_NUMBER, .value = "D",
     .least = 0, .most = 10,
     .help =
         "convert: leave out keys where no bone is then off by more than D degrees, nor the hips "
         "by more than D times 5 mm; 0.1 cannot be seen"},
    {OPTION_SMALL, IN_MOTION, GROUP_OPTIONS, "small",
     .help = "convert: rotations in 16 bits a number, off by 0.0035 degrees at most"},
    {OPTION_ANIMATION, IN_MOTION, GROUP_OPTIONS, "animation", .kind = VALUE_WHOLE, .value = "N",
     .least = 0, .most = 1e6, .fallback = "0",
     .help = "which animation of a glTF file, counted from 0"},
    {OPTION_STRICT, IN_MOTION, GROUP_OPTIONS, "strict",
     .help = "refuse files that would otherwise be repaired"},

    /* --- Pictures --- */
    {OPTION_SIZE, IN_RENDER, GROUP_PICTURE, "size", .kind = VALUE_SIZE, .value = "WxH", .least = 1,
     .most = 16384, .help = "size in pixels; N means NxN (the defaults are below)"},
    {OPTION_SIZE, IN_THUMB, GROUP_PICTURE, "size", .kind = VALUE_SIZE, .value = "WxH", .least = 1,
     .most = 16384, .fallback = "512x512", .help = "size in pixels; N means NxN"},
    {OPTION_SIZE, IN_VIEW, GROUP_OPTIONS, "size", .kind = VALUE_SIZE, .value = "WxH", .least = 64,
     .most = 16384, .fallback = "960x720", .help = "size of the window; N means NxN"},
    {OPTION_MOTION, IN_VIEW, GROUP_OPTIONS, "motion", .kind = VALUE_FILE, .value = "FILE",
     .help = "play a motion: .vrma, .bvh, .vmd, or .glb with an animated humanoid"},
    {OPTION_SAMPLES, IN_DRAWING, GROUP_PICTURE, "samples", .kind = VALUE_WHOLE, .value = "N",
     .least = 1, .most = 64,
     .help = "samples for each pixel at edges; without it 4, or 1 with --supersample; a GL on the "
             "processor takes 1 and draws twice as wide and high"},
    {OPTION_SUPERSAMPLE, IN_DRAWING, GROUP_PICTURE, "supersample", .kind = VALUE_WHOLE,
     .value = "N", .least = 1, .most = 8, .fallback = "1",
     .help = "draw N times as wide and high, then average"},
    {OPTION_SHORTCUTS, IN_DRAWING, GROUP_PICTURE, SHORTCUTS},
    {OPTION_SHORTCUTS, IN_VIEW, GROUP_OPTIONS, SHORTCUTS},
    {OPTION_BACKGROUND, IN_DRAWING, GROUP_PICTURE, "background", .kind = VALUE_TEXT, .value = "C",
     .words = "soft|transparent", .form = "a colour as RRGGBB", .fallback = "soft",
     .help = "what is behind the avatar"},

    {OPTION_VIEW, IN_RENDER, GROUP_CAMERA, "view", .kind = VALUE_WORD, .value = "V",
     .words = "full|upper|portrait|face", .fallback = "full", .help = "frame the avatar"},
    {OPTION_VIEW, IN_THUMB, GROUP_CAMERA, "view", .kind = VALUE_WORD, .value = "V",
     .words = "full|upper|portrait|face", .fallback = "portrait", .help = "frame the avatar"},
    {OPTION_TURN, IN_DRAWING, GROUP_CAMERA, "turn", .kind = VALUE_NUMBERS, .value = "YAW[,PITCH]",
     .least = -MOST_METRES, .most = MOST_METRES,
     .form = "YAW or YAW,PITCH in degrees, with PITCH from -85 to 85", .fallback = "0,0",
     .help = "move the camera around the avatar, in degrees: to the avatar's left, and up"},
    {OPTION_FOV, IN_RENDER, GROUP_CAMERA, "fov", FIELD_OF_VIEW,
     .help = "vertical field of view in degrees; without it 20, or 75 with --first-person"},
    {OPTION_FOV, IN_THUMB, GROUP_CAMERA, "fov", FIELD_OF_VIEW, .fallback = "20",
     .help = "vertical field of view in degrees"},
    {OPTION_EYE, IN_RENDER, GROUP_CAMERA, "eye", POINT,
     .help = "position of the camera, in metres; an avatar faces +Z"},
    {OPTION_TARGET, IN_RENDER, GROUP_CAMERA, "target", POINT,
     .help = "point that the camera looks at"},
    {OPTION_UP, IN_RENDER, GROUP_CAMERA, "up", POINT,
     .help = "direction that is up in the picture"},
    {OPTION_NEAR, IN_RENDER, GROUP_CAMERA, "near", .kind = VALUE_NUMBER, .value = "N",
     .least = 1e-6, .most = 1e6, .help = "distance of the near plane; 0.1 with --eye"},
    {OPTION_FAR, IN_RENDER, GROUP_CAMERA, "far", .kind = VALUE_NUMBER, .value = "N", .least = 1e-6,
     .most = 1e6, .help = "distance of the far plane; 100 with --eye"},
    {OPTION_FIRST_PERSON, IN_RENDER, GROUP_CAMERA, "first-person",
     .help = "show what the avatar sees of itself, from its eyes unless --view or --eye is given"},

    {OPTION_LIGHT, IN_DRAWING, GROUP_LIGHT, "light", POINT,
     .form = "a direction X,Y,Z that is not 0,0,0",
     .help = "direction towards the light, in the world; without it, the light follows the "
             "camera"},
    {OPTION_LIGHT_COLOR, IN_DRAWING, GROUP_LIGHT, "light-color", LIGHT,
     .help = "colour of the light, linear; 1,1,1 shows colours as they are"},
    {OPTION_SKY, IN_DRAWING, GROUP_LIGHT, "sky", LIGHT, .help = "ambient light from above"},
    {OPTION_GROUND, IN_DRAWING, GROUP_LIGHT, "ground", LIGHT, .help = "ambient light from below"},
    {OPTION_AMBIENT, IN_DRAWING, GROUP_LIGHT, "ambient", LIGHT,
     .help = "sets both --sky and --ground"},
    {OPTION_ENVIRONMENT, IN_DRAWING, GROUP_LIGHT, "environment", .kind = VALUE_WORD, .value = "E",
     .words = "on|off", .fallback = "on",
     .help = "whether metals reflect soft surroundings in the colours of the light"},
    {OPTION_NO_OUTLINE, IN_DRAWING, GROUP_LIGHT, "no-outline", .help = "draw no MToon outlines"},

    {OPTION_POSE, IN_DRAWING, GROUP_AVATAR, "pose", .kind = VALUE_WORD, .value = "P",
     .words = "relaxed|rest", .fallback = "relaxed", .help = "how the avatar stands"},
    {OPTION_EXPRESSION, IN_DRAWING, GROUP_AVATAR, "expression", WEIGHT,
     .help = "set an expression to a weight from 0 to 1; can be repeated"},
    {OPTION_LOOK, IN_DRAWING, GROUP_AVATAR, "look", POINT, .words = "camera|off",
     .form = "a point X,Y,Z in metres", .fallback = "camera", .help = "what the avatar looks at"},
    {OPTION_SPRINGS, IN_DRAWING, GROUP_AVATAR, "springs", .kind = VALUE_WORD, .value = "S",
     .words = "on|off", .fallback = "on",
     .help = "whether hair and clothes hang at rest, or stay as in the file"},
    {OPTION_TIME, IN_RENDER, GROUP_AVATAR, "time", .kind = VALUE_NUMBER, .value = "S", .least = 0,
     .most = 3600, .fallback = "0",
     .help = "seconds of idle life before the picture, without blinks"},
    {OPTION_ACT, IN_RENDER, GROUP_AVATAR, "act", .kind = VALUE_WORD, .value = "A",
     .words = "stand|turn|step", .fallback = "stand",
     .help = "what the avatar does during that time"},
    {OPTION_WIND, IN_RENDER, GROUP_AVATAR, "wind", POINT,
     .help = "a force on hair and clothes, in gusts; 1 is strong"},
    {OPTION_MOTION, IN_RENDER, GROUP_AVATAR, "motion", .kind = VALUE_FILE, .value = "FILE",
     .help = "play a motion: .vrma, .bvh, .vmd, or .glb with an animated humanoid"},
    {OPTION_AT, IN_RENDER, GROUP_AVATAR, "at", .kind = VALUE_NUMBER, .value = "S", .least = 0,
     .most = 1e6, .fallback = "0",
     .help = "the moment of the motion, in seconds; what moves begins with it"},
    {OPTION_IN_PLACE, IN_RENDER, GROUP_AVATAR, "in-place",
     .help = "let the motion carry the avatar neither forward nor sideways"},
    {OPTION_FOLLOW, IN_RENDER, GROUP_CAMERA, "follow",
     .help = "the camera goes along with an avatar that a motion moves; without it, the picture is "
             "wide enough for the whole motion"},
    {OPTION_UV_TIME, IN_RENDER, GROUP_AVATAR, "uv-time", .kind = VALUE_NUMBER, .value = "S",
     .least = 0, .most = 1e6, .fallback = "0", .help = "seconds of UV animation alone"},
    {OPTION_SHOW, IN_RENDER, GROUP_AVATAR, "show", .kind = VALUE_WORDS, .value = "A,B",
     .words = "skeleton|colliders|joints", .repeats = REPEAT_ADDS,
     .help = "lines over the picture; those of joints show their limits too"},

    {OPTION_TURNTABLE, IN_RENDER, GROUP_SEVERAL, "turntable", .kind = VALUE_WHOLE, .value = "N",
     .least = 1, .most = 3600,
     .help = "N pictures from all sides: OUT-000.png …, or one that moves: .webp, .gif or .mp4"},
    {OPTION_SHEET, IN_RENDER, GROUP_SEVERAL, "sheet", .kind = VALUE_WORD, .value = "WHAT",
     .words = "expressions|motion",
     .help = "one picture of all expressions with their names, or of twelve moments of the motion"},
    {OPTION_IMPOSTOR, IN_RENDER, GROUP_SEVERAL, "impostor", .kind = VALUE_SIZE, .value = "NxM",
     .least = 1, .most = 64, .form = "N or NxM, both from 1 to 64",
     .help = "one picture for drawing it far away: from N directions around and M elevations, in "
             "cells of the same scale without a background; --json has the layout"},
    {OPTION_ANIMATE, IN_RENDER, GROUP_SEVERAL, "animate", .kind = VALUE_NUMBER, .value = "S",
     .words = "motion", .least = 0.03, .most = 600,
     .help = "S seconds of the living avatar, or the whole motion once, as .webp, .gif or .mp4"},

    /* --- What is written --- */
    {OPTION_OUT, IN_RENDER, GROUP_OUTPUT, "out", 'o', VALUE_OUTPUT, "OUT",
     .repeats = REPEAT_IS_WRONG, .help = OUT_HELP},
    {OPTION_OUT, IN_THUMB, GROUP_OUTPUT, "out", 'o', VALUE_FOLDER, "OUT",
     .repeats = REPEAT_IS_WRONG, .help = OUT_HELP}, /* shells offer folders */
    {OPTION_NAME, IN_DRAWING, GROUP_OUTPUT, "name", .kind = VALUE_TEXT, .value = "TEMPLATE",
     .form = "a name such as {stem}-{hash8}.png",
     .help = "names of the pictures in the folder, such as {stem}-{hash8}.png; see below"},
    {OPTION_OVERWRITE, IN_DRAWING, GROUP_OUTPUT, "overwrite",
     .help = "replace pictures that exist in the folder already"},
    {OPTION_SKIP_EXISTING, IN_DRAWING, GROUP_OUTPUT, "skip-existing",
     .help = "do not work on a file whose picture exists already"},
    {OPTION_FORMAT, IN_RENDER, GROUP_OUTPUT, "format", .kind = VALUE_WORD, .value = "F",
     .words = "png|jpeg|webp|gif|mp4",
     .help = "format of outputs whose names do not say it; without it png, or webp with --animate"},
    {OPTION_FORMAT, IN_THUMB, GROUP_OUTPUT, "format", .kind = VALUE_WORD, .value = "F",
     .words = "png|jpeg|webp",
     .help = "format of outputs whose names do not say it; without it png"},
    {OPTION_QUALITY, IN_DRAWING, GROUP_OUTPUT, "quality", .kind = VALUE_NUMBER, .value = "Q",
     .least = 0, .most = 100, .fallback = "80", .help = "quality of JPEG, WebP and MP4"},
    {OPTION_SMALL, IN_DRAWING, GROUP_OUTPUT, "small",
     .help = "write smaller PNG files, which takes longer"},
    {OPTION_JSON, IN_INFO, GROUP_OPTIONS, "json",
     .help = "print one JSON object for each file, on one line"},
    /* --- vrm check --- */
    {OPTION_FAIL_ON, IN_CHECK, GROUP_OPTIONS, "fail-on", .kind = VALUE_WORD, .value = "S",
     .words = "error|warning|note|never", .fallback = "error",
     .help =
         "the exit code is 1 if a file has a diagnostic of this severity or a worse one; a file "
         "that cannot be used gives 1 in any case"},
    {OPTION_IGNORE, IN_CHECK, GROUP_OPTIONS, "ignore", .kind = VALUE_TEXT, .value = "CODE[,CODE]",
     .form = "codes of diagnostics, with commas between them", .repeats = REPEAT_ADDS,
     .help = "leave out the diagnostics of these codes; can be repeated"},
    {OPTION_PROFILE, IN_CHECK, GROUP_OPTIONS, "profile", .kind = VALUE_TEXT, .value = "NAME|FILE",
     .words = PROFILES, .form = "a file with limits",
     .help = "compare each file with the limits of a platform; help shows all limits"},
    {OPTION_BASELINE, IN_CHECK, GROUP_OPTIONS, "baseline", .kind = VALUE_FILE, .value = "FILE",
     .help = "leave out the diagnostics that this file accepts"},
    {OPTION_WRITE_BASELINE, IN_CHECK, GROUP_OPTIONS, "write-baseline", .kind = VALUE_FILE,
     .value = "FILE",
     .help = "accept all diagnostics that are found now: write them into a file "
             "for --baseline"},
    {OPTION_FIX, IN_CHECK, GROUP_OPTIONS, "fix",
     .help = "write fixed copies (lossless, invisible fixes only) and list the fixes; needs --out "
             "or --in-place"},
    {OPTION_OUT, IN_CHECK, GROUP_OPTIONS, "out", 'o', VALUE_OUTPUT, "OUT",
     .repeats = REPEAT_IS_WRONG,
     .help = "where --fix writes to: a folder, which is created; or a file, for one avatar"},
    {OPTION_NAME, IN_CHECK, GROUP_OPTIONS, "name", .kind = VALUE_TEXT, .value = "TEMPLATE",
     .form = "a name such as {stem}-fixed.vrm",
     .help = "names of the files that --fix writes to a folder, such as {stem}-fixed.vrm"},
    {OPTION_OVERWRITE, IN_CHECK, GROUP_OPTIONS, "overwrite",
     .help = "let --fix replace files that exist in the folder already"},
    {OPTION_SKIP_EXISTING, IN_CHECK, GROUP_OPTIONS, "skip-existing",
     .help = "let --fix write nothing where a file exists in the folder already"},
    {OPTION_IN_PLACE, IN_CHECK, GROUP_OPTIONS, "in-place",
     .help = "let --fix replace the files themselves, if something was fixed"},
    {OPTION_NO_PAYLOAD, IN_CHECK, GROUP_OPTIONS, "no-payload",
     .help = "check the JSON of the files alone, and not their vertices, indices and images"},
    {OPTION_NO_BEHAVIOUR, IN_CHECK, GROUP_OPTIONS, "no-behaviour",
     .help = "do not let the avatars live: what springs, gaze and expressions do is not checked, "
             "which is faster"},
    {OPTION_JSON, IN_CHECK, GROUP_OPTIONS, "json",
     .help = "print one JSON object for each file, on one line"},
    {OPTION_SARIF, IN_CHECK, GROUP_OPTIONS, "sarif",
     .help = "print one document of SARIF 2.1.0, which code hosts and editors show"},
    {OPTION_DECODE_IMAGES, IN_CHECK, GROUP_OPTIONS, "decode-images",
     .help = "decode all images; without it, images are judged by their headers, which is faster"},
    {OPTION_PICTURE, IN_CHECK, GROUP_OPTIONS, "picture", .kind = VALUE_FILE, .value = "OUT",
     .help =
         "also draw the avatar of one file, with the parts that diagnostics speak of marked and "
         "numbered, as .png, .jpg or .webp"},

    /* --- vrm diff --- */
    {OPTION_BRIEF, IN_DIFF, GROUP_OPTIONS, "brief",
     .help = "print one line: how many differences each part of the avatar has"},
    {OPTION_ALL, IN_DIFF, GROUP_OPTIONS, "all",
     .help = "print every difference; without it, the first of each part"},
    {OPTION_ONLY, IN_DIFF, GROUP_OPTIONS, "only", .kind = VALUE_WORDS, .value = "P,Q",
     .words = "file|meta|bones|expressions|lookAt|firstPerson|springs|colliders|constraints|"
              "materials|images|meshes|skins|nodes|animations|extensions|other|motion|pictures",
     .repeats = REPEAT_ADDS,
     .help = "speak of these parts alone, and let the exit code go by them"},
    {OPTION_MOTION, IN_DIFF, GROUP_OPTIONS, "motion",
     .help = "also let both avatars live through the same motions, and say how far apart they are "
             "at most: idle life, random poses, and the files that follow A and B"},
    {OPTION_MAX_DEGREES, IN_DIFF, GROUP_OPTIONS, "max-degrees", .kind = VALUE_NUMBER, .value = "D",
     .least = 0, .most = 180, .fallback = "0.05",
     .help = "with --motion: a larger angle is a difference"},
    {OPTION_PIXELS, IN_DIFF, GROUP_OPTIONS, "pixels",
     .help = "also draw both avatars from several sides, and say how alike the pictures are"},
    {OPTION_MIN_SSIM, IN_DIFF, GROUP_OPTIONS, "min-ssim", .kind = VALUE_NUMBER, .value = "S",
     .least = 0, .most = 1, .fallback = "0.99",
     .help = "with --pixels: pictures with a smaller structural similarity are a difference"},
    {OPTION_OUT, IN_DIFF, GROUP_OPTIONS, "out", 'o', VALUE_FILE, "OUT", .repeats = REPEAT_IS_WRONG,
     .help = "with --pixels: write a picture that shows both avatars and where they differ, as "
             ".png, .jpg or .webp"},
    {OPTION_JSON, IN_DIFF, GROUP_OPTIONS, "json",
     .help = "print one JSON object, which vrm edit --apply reads: the differences, and the "
             "operations that turn the JSON of A into that of B"},

    /* --- vrm normalize --- */
    {OPTION_T_POSE, IN_NORMALIZE, GROUP_OPTIONS, "t-pose",
     .help = "turn arms, hands, fingers, legs, feet and spine to the T-pose first, where they are "
             "off by more than vrm check allows"},
    {OPTION_ON_GROUND, IN_NORMALIZE, GROUP_OPTIONS, "ground",
     .help =
         "put the soles on the ground, the hips in the middle and the root at the origin, where "
         "vrm check says that they are not"},
    {OPTION_LOSE_CONSTRAINTS, IN_NORMALIZE, GROUP_OPTIONS, "lose-constraints",
     .help = "leave no rotation at all: constraints that cannot be said then are left out"},
    {OPTION_LITERAL, IN_NORMALIZE, GROUP_OPTIONS, "literal",
     .help = "leave radii, stiffness and gravity of springs as they are where nodes lose a scale, "
             "for applications that compute springs as the pseudo-code of the specification does"},

    /* --- vrm optimize --- */
    {OPTION_MAX_TEXTURE, IN_OPTIMIZE, GROUP_OPTIONS, "max-texture", .kind = VALUE_WHOLE,
     .value = "N", .least = 1, .most = 16384,
     .help = "make images smaller whose longer side has more than N pixels"},
    {OPTION_JPEG, IN_OPTIMIZE, GROUP_OPTIONS, "jpeg", .kind = VALUE_NUMBER, .value = "Q",
     .least = 1, .most = 100,
     .help = "write images of colours without transparency as JPEG of this quality, where that is "
             "smaller; 90 can hardly be seen. Normal maps and other data stay PNG"},
    {OPTION_WEBP, IN_OPTIMIZE, GROUP_OPTIONS, "webp", .kind = VALUE_NUMBER, .value = "Q",
     .least = 1, .most = 100,
     .help = "write textures as WebP of this quality, where that is smaller; data without a loss. "
             "The file then requires EXT_texture_webp, which many applications do not read"},
    {OPTION_TRIANGLES, IN_OPTIMIZE, GROUP_OPTIONS, "triangles", .kind = VALUE_WHOLE, .value = "N",
     .least = 1, .most = 1e9,
     .help = "leave out triangles until the file has about N; vertices keep their skin weights and "
             "morph targets"},
    {OPTION_QUANTIZE, IN_OPTIMIZE, GROUP_OPTIONS, "quantize",
     .help = "write normals in 8 bits, texture coordinates and weights in 16. The file then "
             "requires KHR_mesh_quantization"},
    {OPTION_ATLAS, IN_OPTIMIZE, GROUP_OPTIONS, "atlas",
     .help = "put the textures of materials that differ in nothing else into one, so that they "
             "become one material; not for 0.x, which vrm migrate makes 1.0"},
    {OPTION_KEEP, IN_OPTIMIZE, GROUP_OPTIONS, "keep", .kind = VALUE_WORDS, .value = "A,B",
     .words = "unused|nodes|duplicates|targets|vertices|primitives|images", .repeats = REPEAT_ADDS,
     .help = "leave these as they are: elements that nothing uses, nodes that nothing needs, equal "
             "elements, morph targets that move nothing, arrays of vertices, primitives of one "
             "material, or the bytes of images"},
    {OPTION_PROFILE, IN_OPTIMIZE, GROUP_OPTIONS, "profile", .kind = VALUE_TEXT,
     .value = "NAME|FILE", .words = PROFILES, .form = "a file with limits",
     .help = "aim for the limits of a platform, and say which of them could not be reached"},
    {OPTION_IN_PLACE, IN_OPTIMIZE, GROUP_OUTPUT, "in-place",
     .help = "replace the files themselves"},

    /* --- vrm migrate --- */
    {OPTION_TO, IN_MIGRATE, GROUP_OPTIONS, "to", .kind = VALUE_WORD, .value = "D",
     .words = "1.0|0.x", .fallback = "1.0", .help = "the dialect of the new files"},
    {OPTION_ACCEPT_LICENSE_MAPPING, IN_MIGRATE, GROUP_OPTIONS, "accept-license-mapping",
     .help = "you may decide, and accept, that the permissions are said in the words of the other "
             "dialect; without it, a file in which they differ is refused, and the fields are "
             "listed"},
    {OPTION_MOST_RESTRICTIVE, IN_MIGRATE, GROUP_OPTIONS, "most-restrictive",
     .help = "do not take what the name of a licence of 0.x means, such as CC_BY, but the most "
             "restrictive permissions"},
    {OPTION_T_POSE, IN_MIGRATE, GROUP_OPTIONS, "t-pose",
     .help = "bring the avatar to the T-pose and its soles to the ground first, where vrm check "
             "says that they are not"},
    {OPTION_LICENSE_URL, IN_MIGRATE, GROUP_OPTIONS, "license-url", .kind = VALUE_TEXT,
     .value = "URL", .fallback = "https://vrm.dev/licenses/1.0/",
     .help = "the licence of a file that becomes 1.0"},
    {OPTION_AUTHOR, IN_MIGRATE, GROUP_OPTIONS, "author", .kind = VALUE_TEXT, .value = "NAME",
     .help = "the author of a file that names none, which 1.0 demands"},

    /* --- Commands that make new files of files --- */
    {OPTION_OUT, IN_REWRITING, GROUP_OUTPUT, "out", 'o', VALUE_OUTPUT, "OUT",
     .repeats = REPEAT_IS_WRONG,
     .help = "folder for the new files, which is created; or a file, for one avatar"},
    {OPTION_NAME, IN_REWRITING, GROUP_OUTPUT, "name", .kind = VALUE_TEXT, .value = "TEMPLATE",
     .form = "a name such as {stem}-new.vrm",
     .help = "names of the new files in the folder, such as {stem}-new.vrm"},
    {OPTION_OVERWRITE, IN_REWRITING, GROUP_OUTPUT, "overwrite",
     .help = "replace files that exist in the folder already"},
    {OPTION_SKIP_EXISTING, IN_REWRITING, GROUP_OUTPUT, "skip-existing",
     .help = "write nothing where a file exists in the folder already"},
    {OPTION_JSON, IN_REWRITING, GROUP_OUTPUT, "json",
     .help = "print one JSON object for each file, on one line, with all changes"},

    {OPTION_SEARCH, IN_EXPLAIN, GROUP_OPTIONS, "search", .kind = VALUE_TEXT, .value = "WORD",
     .form = "a word", .help = "list the codes that have the word in their text"},
    {OPTION_JSON, IN_EXPLAIN, GROUP_OPTIONS, "json",
     .help = "print one JSON object for each code, on one line"},
    {OPTION_JSON, IN_SIM, GROUP_OPTIONS, "json",
     .help = "print one JSON object for each file, on one line: inputs and results of each frame"},
    {OPTION_JSON, IN_DRAWING, GROUP_OUTPUT, "json",
     .help = "print one JSON object for each file, on one line: size, camera, times and "
             "diagnostics"},
    {OPTION_HASH, IN_SIM, GROUP_OPTIONS, "hash",
     .help = "print one line for each file: a hash of the results of each stage"},
    {OPTION_BRIEF, IN_INFO, GROUP_OPTIONS, "brief", .help = "print one line of text for each file"},
    {OPTION_NODES, IN_INFO, GROUP_OPTIONS, "nodes", .help = "also print the tree of nodes"},
    {OPTION_STRICT, IN_INFO, GROUP_OPTIONS, "strict",
     .help = "refuse files that would otherwise be repaired"},
    {OPTION_ANY, IN_INFO, GROUP_OPTIONS, "any",
     .help = "also accept glTF files without an avatar, and animations"},
    {OPTION_ANY, IN_DRAWING, GROUP_OUTPUT, "any",
     .help = "also write the empty picture of a file that has nothing to draw"},

    /* --- vrm make --- */
    {OPTION_AVATAR_NAME, IN_MAKE, GROUP_OPTIONS, "avatar-name", .kind = VALUE_TEXT, .value = "NAME",
     .help = "the name of the avatar; without it, that of the file"},
    {OPTION_AUTHOR, IN_MAKE, GROUP_OPTIONS, "author", .kind = VALUE_TEXT, .value = "NAME",
     .help = "the author of the avatar; without it, \"(unknown)\""},
    {OPTION_GUESSES, IN_MAKE, GROUP_OPTIONS, "guesses", .kind = VALUE_FILE, .value = "FILE",
     .help = "write everything that was guessed to this file, as JSON that you can correct; also "
             "where bones were not found"},
    {OPTION_WITH, IN_MAKE, GROUP_OPTIONS, "with", .kind = VALUE_FILE, .value = "FILE",
     .help = "take what this file of guesses says, and guess the rest"},
    {OPTION_KEEP_POSE, IN_MAKE, GROUP_OPTIONS, "keep-pose",
     .help = "make no T-pose: the nodes stay as they are"},

    /* --- vrm edit and vrm meta --- */
    {OPTION_SET, IN_EDIT, GROUP_OPTIONS, "set", .kind = VALUE_TEXT, .value = "POINTER=VALUE",
     .form = "a JSON pointer and a value", .repeats = REPEAT_ADDS,
     .help = "give a value of the JSON another one; what does not begin like JSON is a string; "
             "can be repeated"},
    {OPTION_REMOVE, IN_EDIT, GROUP_OPTIONS, "remove", .kind = VALUE_TEXT, .value = "POINTER",
     .form = "a JSON pointer", .repeats = REPEAT_ADDS,
     .help = "remove a value of the JSON; can be repeated"},
    {OPTION_RENAME_EXPRESSION, IN_EDIT, GROUP_OPTIONS, "rename-expression", .kind = VALUE_TEXT,
     .value = "FROM=TO", .form = "two names", .repeats = REPEAT_ADDS,
     .help = "give an expression another name; that of a preset makes it the preset; can be "
             "repeated"},
    {OPTION_REMOVE_NODE, IN_EDIT, GROUP_OPTIONS, "remove-node", .kind = VALUE_TEXT, .value = "NODE",
     .form = "a name or a number", .repeats = REPEAT_ADDS,
     .help = "remove a node, all that are below it, and what refers to them; can be repeated"},
    {OPTION_MERGE_NODE, IN_EDIT, GROUP_OPTIONS, "merge-node", .kind = VALUE_TEXT, .value = "NODE",
     .form = "a name or a number", .repeats = REPEAT_ADDS,
     .help = "merge a node into its parent, so that nothing moves: what is below it, its mesh and "
             "its vertices go to the parent; can be repeated"},
    {OPTION_APPLY, IN_EDIT, GROUP_OPTIONS, "apply", .kind = VALUE_FILE, .value = "FILE",
     .repeats = REPEAT_ADDS,
     .help = "do the operations of a file, such as vrm diff --json writes; can be repeated"},
    {OPTION_SET, IN_META, GROUP_OPTIONS, "set", .kind = VALUE_TEXT, .value = "KEY=VALUE",
     .form = "a field of meta and a value", .repeats = REPEAT_ADDS,
     .help = "give a field another value, in the words of the specification; can be repeated"},
    {OPTION_REMOVE, IN_META, GROUP_OPTIONS, "remove", .kind = VALUE_TEXT, .value = "KEY",
     .form = "a field of meta", .repeats = REPEAT_ADDS,
     .help = "remove a field that is not required; can be repeated"},
    {OPTION_AUTHOR, IN_META, GROUP_OPTIONS, "author", .kind = VALUE_TEXT, .value = "NAME",
     .form = "a name", .repeats = REPEAT_ADDS,
     .help = "name the authors anew, the creator first; repeated for each of them"},
    {OPTION_THUMBNAIL, IN_META, GROUP_OPTIONS, "thumbnail", .kind = VALUE_FILE, .value = "FILE",
     .words = "auto|none", .form = "a PNG or JPEG file",
     .help = "put a picture in as the thumbnail, draw it anew as vrm thumb does, or take it out"},
    {OPTION_IN_PLACE, IN_EDIT | IN_META, GROUP_OUTPUT, "in-place",
     .help = "replace the files themselves; each is the old one or the new one at all times"},

    /* --- vrm extract and vrm pack --- */
    {OPTION_OUT, IN_EXTRACT, GROUP_OPTIONS, "out", 'o', VALUE_FOLDER, "FOLDER",
     .repeats = REPEAT_IS_WRONG, .help = "the folder to write to, which is created"},
    {OPTION_OVERWRITE, IN_EXTRACT, GROUP_OPTIONS, "overwrite",
     .help = "replace files that exist in the folder already"},
    {OPTION_OUT, IN_PACK, GROUP_OPTIONS, "out", 'o', VALUE_FILE, "OUT", .words = "-",
     .repeats = REPEAT_IS_WRONG, .help = "the file to write, or - for standard output"},
    {OPTION_JSON, IN_EXTRACT | IN_PACK, GROUP_OPTIONS, "json",
     .help = "print one JSON object, on one line"},

    /* --- vrm help --- */
    {OPTION_JSON, IN_HELP, GROUP_OPTIONS, "json",
     .help = "print the table of all commands and options as one JSON object"},
    {OPTION_MAN, IN_HELP, GROUP_OPTIONS, "man",
     .help = "print the manual page of the command, in the format of man"},
    {OPTION_COMPLETIONS, IN_HELP, GROUP_OPTIONS, "completions", .kind = VALUE_WORD,
     .value = "SHELL", .words = "bash|zsh|fish",
     .help = "print a script that completes commands, options and files"},

    {OPTION_MAP_LICENCE, IN_INFO, GROUP_OPTIONS, "map-licence",
     .help = "show what a licence of VRM 0.x means in the permissions of VRM 1.0"},

    /* --- vrm index --- */
    {OPTION_OUT, IN_INDEX, GROUP_OPTIONS, "out", 'o', VALUE_FILE, "INDEX",
     .repeats = REPEAT_IS_WRONG,
     .help = "the index, a file of SQLite; one that exists is brought up to date"},
    {OPTION_HASH_FILES, IN_INDEX, GROUP_OPTIONS, "hash-files",
     .help = "read files to their end, and add SHA-256 of all their bytes; without it, only the "
             "first bytes are read"},

    /* --- vrm hub --- */
    {OPTION_SERVER, IN_HUB, GROUP_OPTIONS, "server", .kind = VALUE_TEXT, .value = "URL,…",
     .fallback = "nats://127.0.0.1:4222",
     .help = "the broker, or the brokers of a cluster with commas between them"},
    {OPTION_NAME, IN_HUB, GROUP_OPTIONS, "name", .kind = VALUE_TEXT, .value = "NAME",
     .form = "up to 32 small letters and digits", .fallback = "vrm",
     .help = "of the hub; several can share a broker"},
    {OPTION_OUT, IN_HUB, GROUP_OPTIONS, "out", 'o', VALUE_FOLDER, "FOLDER",
     .repeats = REPEAT_IS_WRONG,
     .help = "where outputs are, as for vrm work; push: leave out what has a manifest there"},
    {OPTION_DO, IN_HUB, GROUP_OPTIONS, "do", .kind = VALUE_TEXT, .value = "VERBS",
     .form = "verbs with commas between them, or the JSON of a job's \"do\"",
     .fallback = "check,info",
     .help = "push, reconcile, status, prune: what is done with each avatar"},
    {OPTION_BACK, IN_HUB, GROUP_OPTIONS, "back",
     .help = "push, reconcile: behind all uploads of the day, as the back-catalogue"},
    {OPTION_AGAIN, IN_HUB, GROUP_OPTIONS, "again",
     .help = "push, reconcile: also what is among the dead letters"},
    {OPTION_EVERY, IN_HUB, GROUP_OPTIONS, "every", .kind = VALUE_SECONDS, .value = "TIME",
     .least = 0.1, .most = 86400, .help = "reconcile: do so for ever, with this pause"},
    {OPTION_METRICS, IN_HUB, GROUP_OPTIONS, "metrics", .kind = VALUE_FILE, .value = "FILE",
     .help = "reconcile with --every: write what status --prometheus prints into this file"},
    {OPTION_PROMETHEUS, IN_HUB, GROUP_OPTIONS, "prometheus", .help = "status: for machines"},
    {OPTION_JOBS, IN_HUB, GROUP_OPTIONS, "jobs", .kind = VALUE_WHOLE, .value = "N", .least = 1,
     .most = MOST_WORKERS, .fallback = "1", .help = "work: jobs that are worked on at a time"},
    {OPTION_VRM, IN_HUB, GROUP_OPTIONS, "vrm", .kind = VALUE_FILE, .value = "PROGRAM",
     .help = "work: the tool; without it, vrm beside this program or in PATH"},
    {OPTION_ACK_WAIT, IN_HUB, GROUP_OPTIONS, "ack-wait", .kind = VALUE_SECONDS, .value = "TIME",
     .least = 0.5, .most = 3600, .fallback = "30s",
     .help = "after so long without a sign of life, a job is another worker's; must be the same "
             "for all workers of a hub"},
    {OPTION_WAIT, IN_HUB, GROUP_OPTIONS, "wait", .kind = VALUE_SECONDS, .value = "TIME",
     .least = 0.1, .most = 86400,
     .help =
         "give up when the broker has not answered for this long (default: 30 s for push and "
         "reconcile, 2 s for status, dead and prune; work and reconcile --every never give up)"},
    {OPTION_MAX_QUEUED, IN_HUB, GROUP_OPTIONS, "max-queued", .kind = VALUE_WHOLE, .value = "N",
     .least = 1, .most = 1e9, .fallback = "100000",
     .help = "jobs that the queue takes before a publisher has to wait"},
    {OPTION_OLDER_THAN, IN_HUB, GROUP_OPTIONS, "older-than", .kind = VALUE_SECONDS, .value = "TIME",
     .least = 0, .most = 1e10,
     .help = "prune: only outputs and dead letters of this age, such as 30d"},
    {OPTION_MAX_TOTAL, IN_HUB, GROUP_OPTIONS, "max-total", .kind = VALUE_BYTES, .value = "SIZE",
     .least = 0, .most = 1e18,
     .help = "prune: only until all outputs together are at most this large, the oldest first"},
    {OPTION_DRY_RUN, IN_HUB, GROUP_OPTIONS, "dry-run",
     .help = "prune: list what would be removed, and remove nothing"},
    {OPTION_REPLICAS, IN_HUB, GROUP_OPTIONS, "replicas", .kind = VALUE_WORD, .value = "N",
     .words = "1|3|5", .fallback = "1", .help = "servers of a cluster that keep each job"},

    /* --- vrm work --- */
    {OPTION_OUT, IN_WORK, GROUP_OPTIONS, "out", 'o', VALUE_FOLDER, "FOLDER",
     .repeats = REPEAT_IS_WRONG,
     .help = "store outputs in this folder, which is created; without it, records are in the "
             "results, and new files are made and thrown away"},
    {OPTION_JOBS, IN_WORK, GROUP_OPTIONS, "jobs", .kind = VALUE_WHOLE, .value = "N", .least = 1,
     .most = MOST_WORKERS, .fallback = "1", .help = "jobs that are worked on at a time"},
    {OPTION_JAIL, IN_WORK, GROUP_OPTIONS, "jail", .kind = VALUE_WORD, .value = "J",
     .words = "strict|off", .fallback = "strict",
     .help = "whether the process of each job is locked in; off is for files that are trusted, and "
             "for systems other than Linux"},
    {OPTION_MAX_BYTES, IN_WORK | IN_HUB, GROUP_OPTIONS, "max-bytes", .kind = VALUE_BYTES,
     .value = "SIZE", .least = 1, .most = 1e15, .fallback = "512M",
     .help = "refuse larger files before they are read"},
    {OPTION_MAX_MEMORY, IN_WORK | IN_HUB, GROUP_OPTIONS, "max-memory", .kind = VALUE_BYTES,
     .value = "SIZE", .least = 1, .most = 1e15, .fallback = "1G",
     .help = "refuse a file that needs more memory than this, its own bytes included"},
    {OPTION_TIMEOUT, IN_WORK | IN_HUB, GROUP_OPTIONS, "timeout", .kind = VALUE_SECONDS,
     .value = "TIME", .least = 0.001, .most = 1e6, .fallback = "2s",
     .help = "end the process of a job that takes longer, such as 500ms or 10s"},
    {OPTION_TRUST_SHA256, IN_WORK, GROUP_OPTIONS, "trust-sha256",
     .help = "believe the hashes that jobs give, as an object store has checked them already; "
             "without it, they are compared with the bytes"},

    /* --- Many files --- */
    {OPTION_LIST, IN_BATCHES, GROUP_FILES, "list", .kind = VALUE_FILE, .value = "LIST",
     .repeats = REPEAT_IS_WRONG,
     .help = "a file with the paths of avatars or folders, or - for standard input; between paths "
             "is a newline, or a NUL byte if there is one"},
    {OPTION_JOBS, IN_INFO | IN_CHECK | IN_SIM | IN_MOTION | IN_REWRITING | IN_RENDER | IN_INDEX,
     GROUP_FILES, "jobs", .kind = VALUE_WHOLE, .value = "N", .least = 1, .most = MOST_WORKERS,
     .fallback = "1", .help = "files that are worked on at a time"},
    {OPTION_JOBS, IN_THUMB, GROUP_FILES, "jobs", .kind = VALUE_WHOLE, .value = "N", .least = 1,
     .most = MOST_WORKERS,
     .help = "files that are worked on at a time; without it, one for each core, up to 8"},
    {OPTION_ORDERED, IN_REPORTING, GROUP_FILES, "ordered",
     .help = "report in the order of the files; without it, as soon as each is ready"},
    {OPTION_MAX_BYTES, IN_BATCHES, GROUP_FILES, "max-bytes", .kind = VALUE_BYTES, .value = "SIZE",
     .least = 1, .most = 1e15, .fallback = "2G",
     .help = "refuse larger files before they are read"},
    {OPTION_MAX_MEMORY, IN_BATCHES, GROUP_FILES, "max-memory", .kind = VALUE_BYTES, .value = "SIZE",
     .least = 1, .most = 1e15,
     .help = "refuse a file that needs more memory than this, its own bytes included"},
    {OPTION_TIMEOUT, IN_BATCHES, GROUP_FILES, "timeout", .kind = VALUE_SECONDS, .value = "TIME",
     .least = 0.001, .most = 1e6, .help = "give up a file that takes longer, such as 500ms or 10s"},
    {OPTION_MAX_BYTES, IN_DIFF, GROUP_OPTIONS, "max-bytes", .kind = VALUE_BYTES, .value = "SIZE",
     .least = 1, .most = 1e15, .fallback = "2G",
     .help = "refuse larger files before they are read"},
    {OPTION_MAX_MEMORY, IN_DIFF, GROUP_OPTIONS, "max-memory", .kind = VALUE_BYTES, .value = "SIZE",
     .least = 1, .most = 1e15,
     .help = "refuse a file that needs more memory than this, its own bytes included"},
    {OPTION_TIMEOUT, IN_DIFF, GROUP_OPTIONS, "timeout", .kind = VALUE_SECONDS, .value = "TIME",
     .least = 0.001, .most = 1e6,
     .help = "give up a comparison that takes longer, such as 500ms or 10s"},
    {OPTION_RESUME, IN_CHECK, GROUP_FILES, "resume", .kind = VALUE_FILE, .value = "RESULTS",
     .help = "go on with a run that was interrupted: RESULTS has its records; a last line that is "
             "not whole is cut off, files that have a record are left out, and further records are "
             "written into RESULTS; needs --json"},

    /* --- All commands --- */
    {OPTION_JSON, IN_TOOL, GROUP_GENERAL, "json",
     .help = "with --version: what this program was built with, and the limits in force"},
    {OPTION_VERSION, IN_TOOL, GROUP_GENERAL, "version", 'V',
     .help = "show the version of the tool"},
    {OPTION_LANG, IN_ALL, GROUP_GENERAL, "lang", .kind = VALUE_TEXT, .value = "L", .words = "en|ja",
     .form = "a file of translations",
     .help = "language of what is said; without it, that of the locale"},
    {OPTION_HELP, IN_ALL, GROUP_GENERAL, "help", 'h', .help = "show this page"},
};

const size_t option_table_size = sizeof option_table / sizeof option_table[0];
