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
    "shortcuts", .kind = VALUE_WORD, .value = "S", .words = "on|off", .fallback = "on",            \
                 .help = "with software rendering, skip triangles and textures that the picture "  \
                         "does not show; off draws everything, to check a suspicious picture"

#define PROFILES                                                                                   \
    "cluster-vrm1|mona-good|mona-maximum|unavi-good|vket-cloud|vrchat-mobile-good|"                \
    "vrchat-mobile-medium|vrchat-pc-good|vrchat-pc-medium"

#define OUT_HELP                                                                                   \
    "output folder (created if missing), or a file for one avatar, or - for standard output"

const option option_table[] = {
    /* --- vrm sim: the run --- */
    {OPTION_FRAMES, IN_SIM, GROUP_OPTIONS, "frames", .kind = VALUE_WHOLE, .value = "N", .least = 1,
     .most = 1000000, .help = "number of frames (default: that of the motion, or 120)"},
    {OPTION_FPS, IN_SIM, GROUP_OPTIONS, "fps", .kind = VALUE_NUMBER, .value = "F", .least = 0.1,
     .most = 10000, .help = "frames per second (default: that of the motion, or 60)"},
    {OPTION_MOTION, IN_SIM, GROUP_OPTIONS, "motion", .kind = VALUE_FILE, .value = "M",
     .words = "still|sway|idle", .form = "an input file", .fallback = "sway",
     .help = "how the avatar moves"},
    {OPTION_EXPRESSION, IN_SIM, GROUP_OPTIONS, "expression", WEIGHT,
     .help = "set an expression to a weight from 0 to 1; can be repeated"},
    {OPTION_LOOK, IN_SIM, GROUP_OPTIONS, "look", POINT,
     .help = "look at this world position, in meters"},
    {OPTION_LITERAL, IN_SIM, GROUP_OPTIONS, "literal",
     .help = "compute springs like the pseudocode of the specification: one step per frame, and "
             "forces that do not scale with the avatar. A step is still at most 1/20 s, and a "
             "center that is the first joint of its chain is taken at rest"},
    {OPTION_AS_FILE, IN_SIM, GROUP_OPTIONS, "as-file",
     .help = "do not turn an avatar that faces -Z (VRM 0.x)"},
    {OPTION_LANES, IN_SIM, GROUP_OPTIONS, "lanes", .kind = VALUE_WORD, .value = "L",
     .words = "auto|scalar|plain|sse2|avx2|neon|wasm", .fallback = "auto",
     .help = "SIMD instructions for springs, if the machine has them; the results are the same"},

    /* --- vrm motion --- */
    {OPTION_JSON, IN_MOTION, GROUP_OPTIONS, "json",
     .help = "info and convert: print one JSON object per file, on one line"},
    {OPTION_FPS, IN_MOTION, GROUP_OPTIONS, "fps", .kind = VALUE_NUMBER, .value = "F", .least = 0.1,
     .most = 10000,
     .help = "dump: frames per second (default: key rate of the motion). convert: keys per second "
             "for sampled data (default: 30)"},
    {OPTION_FROM, IN_MOTION, GROUP_OPTIONS, "from", .kind = VALUE_NUMBER, .value = "S", .least = 0,
     .most = 1e6, .fallback = "0", .help = "dump: time of the first frame, in seconds"},
    {OPTION_TO, IN_MOTION, GROUP_OPTIONS, "to", .kind = VALUE_NUMBER, .value = "S", .least = 0,
     .most = 1e6, .help = "dump: time of the last frame (default: end of the motion)"},
    {OPTION_REDUCE, IN_MOTION, GROUP_OPTIONS, "reduce", .kind = VALUE_NUMBER, .value = "D",
     .least = 0, .most = 10,
     .help = "convert: drop keys if no bone is then off by more than D degrees, and the hips by no "
             "more than D times 5 mm; 0.1 is invisible"},
    {OPTION_SMALL, IN_MOTION, GROUP_OPTIONS, "small",
     .help = "convert: store rotations as 16-bit numbers, off by 0.0035 degrees at most"},
    {OPTION_ANIMATION, IN_MOTION, GROUP_OPTIONS, "animation", .kind = VALUE_WHOLE, .value = "N",
     .least = 0, .most = 1e6, .fallback = "0",
     .help = "index of the animation in a glTF file, from 0"},
    {OPTION_STRICT, IN_MOTION, GROUP_OPTIONS, "strict",
     .help = "refuse files that would otherwise be repaired"},

    /* --- Pictures --- */
    {OPTION_SIZE, IN_RENDER, GROUP_PICTURE, "size", .kind = VALUE_SIZE, .value = "WxH", .least = 1,
     .most = 16384, .help = "size in pixels; N means NxN (defaults: see below)"},
    {OPTION_SIZE, IN_THUMB, GROUP_PICTURE, "size", .kind = VALUE_SIZE, .value = "WxH", .least = 1,
     .most = 16384, .fallback = "512x512", .help = "size in pixels; N means NxN"},
    {OPTION_SIZE, IN_VIEW, GROUP_OPTIONS, "size", .kind = VALUE_SIZE, .value = "WxH", .least = 64,
     .most = 16384, .fallback = "960x720", .help = "size of the window; N means NxN"},
    {OPTION_MOTION, IN_VIEW, GROUP_OPTIONS, "motion", .kind = VALUE_FILE, .value = "FILE",
     .help = "play a motion: .vrma, .bvh, .vmd, or .glb with an animated humanoid"},
    {OPTION_SAMPLES, IN_DRAWING, GROUP_PICTURE, "samples", .kind = VALUE_WHOLE, .value = "N",
     .least = 1, .most = 64,
     .help = "antialiasing samples per pixel (default: 4, or 1 with --supersample). Software "
             "rendering takes 1 and renders at twice the width and height"},
    {OPTION_SUPERSAMPLE, IN_DRAWING, GROUP_PICTURE, "supersample", .kind = VALUE_WHOLE,
     .value = "N", .least = 1, .most = 8, .fallback = "1",
     .help = "render at N times the width and height, then downsample"},
    {OPTION_SHORTCUTS, IN_DRAWING, GROUP_PICTURE, SHORTCUTS},
    {OPTION_SHORTCUTS, IN_VIEW, GROUP_OPTIONS, SHORTCUTS},
    {OPTION_BACKGROUND, IN_DRAWING, GROUP_PICTURE, "background", .kind = VALUE_TEXT, .value = "C",
     .words = "soft|transparent", .form = "a color as RRGGBB", .fallback = "soft",
     .help = "background"},

    {OPTION_VIEW, IN_RENDER, GROUP_CAMERA, "view", .kind = VALUE_WORD, .value = "V",
     .words = "full|upper|portrait|face", .fallback = "full", .help = "frame the avatar"},
    {OPTION_VIEW, IN_THUMB, GROUP_CAMERA, "view", .kind = VALUE_WORD, .value = "V",
     .words = "full|upper|portrait|face", .fallback = "portrait", .help = "frame the avatar"},
    {OPTION_TURN, IN_DRAWING, GROUP_CAMERA, "turn", .kind = VALUE_NUMBERS, .value = "YAW[,PITCH]",
     .least = -MOST_METRES, .most = MOST_METRES,
     .form = "YAW or YAW,PITCH in degrees, with PITCH from -85 to 85", .fallback = "0,0",
     .help = "orbit the camera, in degrees: toward the avatar's left, and up"},
    {OPTION_FOV, IN_RENDER, GROUP_CAMERA, "fov", FIELD_OF_VIEW,
     .help = "vertical field of view in degrees (default: 20, or 75 with --first-person)"},
    {OPTION_FOV, IN_THUMB, GROUP_CAMERA, "fov", FIELD_OF_VIEW, .fallback = "20",
     .help = "vertical field of view in degrees"},
    {OPTION_EYE, IN_RENDER, GROUP_CAMERA, "eye", POINT,
     .help = "camera position, in meters; avatars face +Z"},
    {OPTION_TARGET, IN_RENDER, GROUP_CAMERA, "target", POINT,
     .help = "point that the camera looks at"},
    {OPTION_UP, IN_RENDER, GROUP_CAMERA, "up", POINT, .help = "up direction of the picture"},
    {OPTION_NEAR, IN_RENDER, GROUP_CAMERA, "near", .kind = VALUE_NUMBER, .value = "N",
     .least = 1e-6, .most = 1e6, .help = "distance of the near plane (default: 0.1 with --eye)"},
    {OPTION_FAR, IN_RENDER, GROUP_CAMERA, "far", .kind = VALUE_NUMBER, .value = "N", .least = 1e-6,
     .most = 1e6, .help = "distance of the far plane (default: 100 with --eye)"},
    {OPTION_FIRST_PERSON, IN_RENDER, GROUP_CAMERA, "first-person",
     .help = "first-person view: what the avatar sees of itself, from its eyes unless --view or "
             "--eye is given"},

    {OPTION_LIGHT, IN_DRAWING, GROUP_LIGHT, "light", POINT,
     .form = "a direction X,Y,Z that is not 0,0,0",
     .help = "direction toward the light, in world space (default: the light follows the camera)"},
    {OPTION_LIGHT_COLOR, IN_DRAWING, GROUP_LIGHT, "light-color", LIGHT,
     .help = "linear color of the light; 1,1,1 shows colors unchanged"},
    {OPTION_SKY, IN_DRAWING, GROUP_LIGHT, "sky", LIGHT, .help = "ambient light from above"},
    {OPTION_GROUND, IN_DRAWING, GROUP_LIGHT, "ground", LIGHT, .help = "ambient light from below"},
    {OPTION_AMBIENT, IN_DRAWING, GROUP_LIGHT, "ambient", LIGHT,
     .help = "set both --sky and --ground"},
    {OPTION_ENVIRONMENT, IN_DRAWING, GROUP_LIGHT, "environment", .kind = VALUE_WORD, .value = "E",
     .words = "on|off", .fallback = "on",
     .help = "let metals reflect a soft environment in the colors of the light"},
    {OPTION_NO_OUTLINE, IN_DRAWING, GROUP_LIGHT, "no-outline", .help = "draw no MToon outlines"},

    {OPTION_POSE, IN_DRAWING, GROUP_AVATAR, "pose", .kind = VALUE_WORD, .value = "P",
     .words = "relaxed|rest", .fallback = "relaxed", .help = "pose of the avatar"},
    {OPTION_EXPRESSION, IN_DRAWING, GROUP_AVATAR, "expression", WEIGHT,
     .help = "set an expression to a weight from 0 to 1; can be repeated"},
    {OPTION_LOOK, IN_DRAWING, GROUP_AVATAR, "look", POINT, .words = "camera|off",
     .form = "a point X,Y,Z in meters", .fallback = "camera", .help = "what the avatar looks at"},
    {OPTION_SPRINGS, IN_DRAWING, GROUP_AVATAR, "springs", .kind = VALUE_WORD, .value = "S",
     .words = "on|off", .fallback = "on",
     .help = "let hair and clothes hang down before the picture, or keep them as in the file"},
    {OPTION_TIME, IN_RENDER, GROUP_AVATAR, "time", .kind = VALUE_NUMBER, .value = "S", .least = 0,
     .most = 3600, .fallback = "0",
     .help = "seconds of idle animation before the picture, without blinks"},
    {OPTION_ACT, IN_RENDER, GROUP_AVATAR, "act", .kind = VALUE_WORD, .value = "A",
     .words = "stand|turn|step", .fallback = "stand",
     .help = "movement of the avatar during that time"},
    {OPTION_WIND, IN_RENDER, GROUP_AVATAR, "wind", POINT,
     .help = "wind force on hair and clothes, in gusts; 1 is strong"},
    {OPTION_MOTION, IN_RENDER, GROUP_AVATAR, "motion", .kind = VALUE_FILE, .value = "FILE",
     .help = "play a motion: .vrma, .bvh, .vmd, or .glb with an animated humanoid"},
    {OPTION_AT, IN_RENDER, GROUP_AVATAR, "at", .kind = VALUE_NUMBER, .value = "S", .least = 0,
     .most = 1e6, .fallback = "0",
     .help = "time in the motion, in seconds; animations start there"},
    {OPTION_IN_PLACE, IN_RENDER, GROUP_AVATAR, "in-place",
     .help = "keep the avatar in place: ignore forward and sideways movement of the motion"},
    {OPTION_FOLLOW, IN_RENDER, GROUP_CAMERA, "follow",
     .help = "let the camera follow the avatar; otherwise the picture is wide enough for the whole "
             "motion"},
    {OPTION_UV_TIME, IN_RENDER, GROUP_AVATAR, "uv-time", .kind = VALUE_NUMBER, .value = "S",
     .least = 0, .most = 1e6, .fallback = "0", .help = "seconds of UV animation only"},
    {OPTION_SHOW, IN_RENDER, GROUP_AVATAR, "show", .kind = VALUE_WORDS, .value = "A,B",
     .words = "skeleton|colliders|joints", .repeats = REPEAT_ADDS,
     .help = "draw lines over the picture; joints include their limits"},

    {OPTION_TURNTABLE, IN_RENDER, GROUP_SEVERAL, "turntable", .kind = VALUE_WHOLE, .value = "N",
     .least = 1, .most = 3600,
     .help = "N pictures from all sides: OUT-000.png …, or one animation: .webp, .gif or .mp4"},
    {OPTION_SHEET, IN_RENDER, GROUP_SEVERAL, "sheet", .kind = VALUE_WORD, .value = "WHAT",
     .words = "expressions|motion",
     .help =
         "one picture with all expressions and their names, or with twelve moments of the motion"},
    {OPTION_IMPOSTOR, IN_RENDER, GROUP_SEVERAL, "impostor", .kind = VALUE_SIZE, .value = "NxM",
     .least = 1, .most = 64, .form = "N or NxM, both from 1 to 64",
     .help = "one picture for drawing the avatar far away: N directions around and M elevations, "
             "in cells of the same scale without a background; --json has the layout"},
    {OPTION_ANIMATE, IN_RENDER, GROUP_SEVERAL, "animate", .kind = VALUE_NUMBER, .value = "S",
     .words = "motion", .least = 0.03, .most = 600,
     .help = "S seconds of idle animation, or the whole motion once, as .webp, .gif or .mp4"},

    /* --- What is written --- */
    {OPTION_OUT, IN_RENDER, GROUP_OUTPUT, "out", 'o', VALUE_OUTPUT, "OUT",
     .repeats = REPEAT_IS_WRONG, .help = OUT_HELP},
    {OPTION_OUT, IN_THUMB, GROUP_OUTPUT, "out", 'o', VALUE_FOLDER, "OUT",
     .repeats = REPEAT_IS_WRONG, .help = OUT_HELP}, /* shells offer folders */
    {OPTION_NAME, IN_DRAWING, GROUP_OUTPUT, "name", .kind = VALUE_TEXT, .value = "TEMPLATE",
     .form = "a name such as {stem}-{hash8}.png",
     .help = "picture names in the folder, such as {stem}-{hash8}.png; see below"},
    {OPTION_OVERWRITE, IN_DRAWING, GROUP_OUTPUT, "overwrite",
     .help = "replace existing pictures in the folder"},
    {OPTION_SKIP_EXISTING, IN_DRAWING, GROUP_OUTPUT, "skip-existing",
     .help = "skip a file whose picture already exists"},
    {OPTION_FORMAT, IN_RENDER, GROUP_OUTPUT, "format", .kind = VALUE_WORD, .value = "F",
     .words = "png|jpeg|webp|gif|mp4",
     .help =
         "format if the output name has no known extension (default: png, or webp with --animate)"},
    {OPTION_FORMAT, IN_THUMB, GROUP_OUTPUT, "format", .kind = VALUE_WORD, .value = "F",
     .words = "png|jpeg|webp",
     .help = "format if the output name has no known extension (default: png)"},
    {OPTION_QUALITY, IN_DRAWING, GROUP_OUTPUT, "quality", .kind = VALUE_NUMBER, .value = "Q",
     .least = 0, .most = 100, .fallback = "80", .help = "quality of lossy formats"},
    {OPTION_SMALL, IN_DRAWING, GROUP_OUTPUT, "small",
     .help = "write smaller PNG files; takes longer"},
    {OPTION_JSON, IN_INFO, GROUP_OPTIONS, "json",
     .help = "print one JSON object per file, on one line"},
    /* --- vrm check --- */
    {OPTION_FAIL_ON, IN_CHECK, GROUP_OPTIONS, "fail-on", .kind = VALUE_WORD, .value = "S",
     .words = "error|warning|note|never", .fallback = "error",
     .help = "exit with 1 if a file has a diagnostic of this severity or worse; a file that cannot "
             "be used always gives 1"},
    {OPTION_IGNORE, IN_CHECK, GROUP_OPTIONS, "ignore", .kind = VALUE_TEXT, .value = "CODE[,CODE]",
     .form = "diagnostic codes, separated by commas", .repeats = REPEAT_ADDS,
     .help = "hide diagnostics with these codes; can be repeated"},
    {OPTION_PROFILE, IN_CHECK, GROUP_OPTIONS, "profile", .kind = VALUE_TEXT, .value = "NAME|FILE",
     .words = PROFILES, .form = "a limits file",
     .help = "compare each file with the limits of a platform; --profile help lists them all"},
    {OPTION_BASELINE, IN_CHECK, GROUP_OPTIONS, "baseline", .kind = VALUE_FILE, .value = "FILE",
     .help = "hide the diagnostics that this file accepts"},
    {OPTION_WRITE_BASELINE, IN_CHECK, GROUP_OPTIONS, "write-baseline", .kind = VALUE_FILE,
     .value = "FILE",
     .help = "accept all current diagnostics: write them to a file for --baseline"},
    {OPTION_FIX, IN_CHECK, GROUP_OPTIONS, "fix",
     .help = "write fixed copies (lossless, invisible fixes only) and list the fixes; needs --out "
             "or --in-place"},
    {OPTION_OUT, IN_CHECK, GROUP_OPTIONS, "out", 'o', VALUE_OUTPUT, "OUT",
     .repeats = REPEAT_IS_WRONG,
     .help = "output of --fix: a folder (created if missing), or a file for one avatar"},
    {OPTION_NAME, IN_CHECK, GROUP_OPTIONS, "name", .kind = VALUE_TEXT, .value = "TEMPLATE",
     .form = "a name such as {stem}-fixed.vrm",
     .help = "names of the fixed files in the folder, such as {stem}-fixed.vrm"},
    {OPTION_OVERWRITE, IN_CHECK, GROUP_OPTIONS, "overwrite",
     .help = "let --fix replace existing files in the folder"},
    {OPTION_SKIP_EXISTING, IN_CHECK, GROUP_OPTIONS, "skip-existing",
     .help = "let --fix skip files that already exist in the folder"},
    {OPTION_IN_PLACE, IN_CHECK, GROUP_OPTIONS, "in-place",
     .help = "let --fix replace the files themselves, if something was fixed"},
    {OPTION_NO_PAYLOAD, IN_CHECK, GROUP_OPTIONS, "no-payload",
     .help = "check only the JSON of the files, not their vertices, indices and images"},
    {OPTION_NO_BEHAVIOUR, IN_CHECK, GROUP_OPTIONS, "no-behaviour",
     .help = "skip behavior tests: springs, lookAt and expressions are not run, which is faster"},
    {OPTION_JSON, IN_CHECK, GROUP_OPTIONS, "json",
     .help = "print one JSON object per file, on one line"},
    {OPTION_SARIF, IN_CHECK, GROUP_OPTIONS, "sarif",
     .help = "print one SARIF 2.1.0 document, for code hosts and editors"},
    {OPTION_DECODE_IMAGES, IN_CHECK, GROUP_OPTIONS, "decode-images",
     .help = "decode all images; otherwise only their headers are checked, which is faster"},
    {OPTION_PICTURE, IN_CHECK, GROUP_OPTIONS, "picture", .kind = VALUE_FILE, .value = "OUT",
     .help = "also draw the avatar of one file with the affected parts marked and numbered, as "
             ".png, .jpg or .webp"},

    /* --- vrm diff --- */
    {OPTION_BRIEF, IN_DIFF, GROUP_OPTIONS, "brief",
     .help = "print one line: the number of differences in each part"},
    {OPTION_ALL, IN_DIFF, GROUP_OPTIONS, "all",
     .help = "print every difference (default: the first of each part, without those that come "
             "from the VRM version alone)"},
    {OPTION_ONLY, IN_DIFF, GROUP_OPTIONS, "only", .kind = VALUE_WORDS, .value = "P,Q",
     .words = "file|meta|bones|expressions|lookAt|firstPerson|springs|colliders|constraints|"
              "materials|images|meshes|skins|nodes|animations|extensions|other|motion|pictures",
     .repeats = REPEAT_ADDS,
     .help = "compare only these parts; the exit code depends on them alone"},
    {OPTION_MOTION, IN_DIFF, GROUP_OPTIONS, "motion",
     .help = "also run both avatars through the same motions and report the largest distance "
             "between them: idle animation, random poses, and the files that follow A and B"},
    {OPTION_MAX_DEGREES, IN_DIFF, GROUP_OPTIONS, "max-degrees", .kind = VALUE_NUMBER, .value = "D",
     .least = 0, .most = 180, .fallback = "0.05",
     .help = "with --motion: larger angles are differences"},
    {OPTION_PIXELS, IN_DIFF, GROUP_OPTIONS, "pixels",
     .help = "also render both avatars from several sides and compare the pictures"},
    {OPTION_MIN_SSIM, IN_DIFF, GROUP_OPTIONS, "min-ssim", .kind = VALUE_NUMBER, .value = "S",
     .least = 0, .most = 1, .fallback = "0.99",
     .help = "with --pixels: pictures with a lower structural similarity are different"},
    {OPTION_OUT, IN_DIFF, GROUP_OPTIONS, "out", 'o', VALUE_FILE, "OUT", .repeats = REPEAT_IS_WRONG,
     .help = "with --pixels: write a picture of both avatars with the differences marked, as .png, "
             ".jpg or .webp"},
    {OPTION_JSON, IN_DIFF, GROUP_OPTIONS, "json",
     .help = "print one JSON object for vrm edit --apply: the differences, and the operations that "
             "turn the JSON of A into that of B"},

    /* --- vrm normalize --- */
    {OPTION_T_POSE, IN_NORMALIZE, GROUP_OPTIONS, "t-pose",
     .help = "first turn arms, hands, fingers, legs, feet and spine to the T-pose if they are off "
             "by more than vrm check allows"},
    {OPTION_ON_GROUND, IN_NORMALIZE, GROUP_OPTIONS, "ground",
     .help = "put the soles on the ground, the hips in the middle and the root at the origin if "
             "vrm check reports that they are not"},
    {OPTION_LOSE_CONSTRAINTS, IN_NORMALIZE, GROUP_OPTIONS, "lose-constraints",
     .help = "remove every rotation; constraints that need one are removed"},
    {OPTION_LITERAL, IN_NORMALIZE, GROUP_OPTIONS, "literal",
     .help = "keep radii, stiffness and gravity of springs when nodes lose a scale, for "
             "applications that compute springs like the pseudocode of the specification"},

    /* --- vrm optimize --- */
    {OPTION_MAX_TEXTURE, IN_OPTIMIZE, GROUP_OPTIONS, "max-texture", .kind = VALUE_WHOLE,
     .value = "N", .least = 1, .most = 16384,
     .help = "shrink images whose longer side has more than N pixels"},
    {OPTION_JPEG, IN_OPTIMIZE, GROUP_OPTIONS, "jpeg", .kind = VALUE_NUMBER, .value = "Q",
     .least = 1, .most = 100,
     .help = "write color images without transparency as JPEG of this quality if that is smaller; "
             "at 90 the loss is hardly visible. Normal maps and other data stay PNG"},
    {OPTION_WEBP, IN_OPTIMIZE, GROUP_OPTIONS, "webp", .kind = VALUE_NUMBER, .value = "Q",
     .least = 1, .most = 100,
     .help = "write textures as WebP of this quality if that is smaller; normal maps and other "
             "data are lossless. The file then requires EXT_texture_webp, which many applications "
             "do not support"},
    {OPTION_TRIANGLES, IN_OPTIMIZE, GROUP_OPTIONS, "triangles", .kind = VALUE_WHOLE, .value = "N",
     .least = 1, .most = 1e9,
     .help = "remove triangles until about N are left; vertices keep their skin weights and morph "
             "targets"},
    {OPTION_QUANTIZE, IN_OPTIMIZE, GROUP_OPTIONS, "quantize",
     .help = "store normals in 8 bits, texture coordinates and weights in 16. The file then "
             "requires KHR_mesh_quantization"},
    {OPTION_ATLAS, IN_OPTIMIZE, GROUP_OPTIONS, "atlas",
     .help = "combine the textures of otherwise equal materials, which become one material. Not "
             "for VRM 0.x: run vrm migrate first"},
    {OPTION_KEEP, IN_OPTIMIZE, GROUP_OPTIONS, "keep", .kind = VALUE_WORDS, .value = "A,B",
     .words = "unused|nodes|duplicates|targets|vertices|primitives|images", .repeats = REPEAT_ADDS,
     .help = "keep these: unused elements, unneeded nodes, duplicate elements, morph targets that "
             "move nothing, vertex arrays, primitives with one material, or the bytes of images"},
    {OPTION_PROFILE, IN_OPTIMIZE, GROUP_OPTIONS, "profile", .kind = VALUE_TEXT,
     .value = "NAME|FILE", .words = PROFILES, .form = "a limits file",
     .help = "meet the limits of a platform, and list limits that could not be met"},
    {OPTION_IN_PLACE, IN_OPTIMIZE, GROUP_OUTPUT, "in-place",
     .help = "replace the files themselves"},

    /* --- vrm migrate --- */
    {OPTION_TO, IN_MIGRATE, GROUP_OPTIONS, "to", .kind = VALUE_WORD, .value = "D",
     .words = "1.0|0.x", .fallback = "1.0", .help = "VRM version of the new files"},
    {OPTION_ACCEPT_LICENSE_MAPPING, IN_MIGRATE, GROUP_OPTIONS, "accept-license-mapping",
     .help = "confirm that you may decide on permissions and accept how they are mapped to the "
             "other version; without it, a file whose permissions change is refused and the fields "
             "are listed"},
    {OPTION_MOST_RESTRICTIVE, IN_MIGRATE, GROUP_OPTIONS, "most-restrictive",
     .help = "ignore the meaning of a VRM 0.x license name, such as CC_BY, and set the most "
             "restrictive permissions"},
    {OPTION_T_POSE, IN_MIGRATE, GROUP_OPTIONS, "t-pose",
     .help = "first put the avatar into the T-pose and its soles on the ground if vrm check "
             "reports that they are not"},
    {OPTION_LICENSE_URL, IN_MIGRATE, GROUP_OPTIONS, "license-url", .kind = VALUE_TEXT,
     .value = "URL", .fallback = "https://vrm.dev/licenses/1.0/",
     .help = "license of a file converted to 1.0"},
    {OPTION_AUTHOR, IN_MIGRATE, GROUP_OPTIONS, "author", .kind = VALUE_TEXT, .value = "NAME",
     .help = "author of a file that names none; VRM 1.0 requires one"},

    /* --- Commands that make new files of files --- */
    {OPTION_OUT, IN_REWRITING, GROUP_OUTPUT, "out", 'o', VALUE_OUTPUT, "OUT",
     .repeats = REPEAT_IS_WRONG,
     .help = "output folder (created if missing), or a file for one avatar"},
    {OPTION_NAME, IN_REWRITING, GROUP_OUTPUT, "name", .kind = VALUE_TEXT, .value = "TEMPLATE",
     .form = "a name such as {stem}-new.vrm",
     .help = "names of the new files in the folder, such as {stem}-new.vrm"},
    {OPTION_OVERWRITE, IN_REWRITING, GROUP_OUTPUT, "overwrite",
     .help = "replace existing files in the folder"},
    {OPTION_SKIP_EXISTING, IN_REWRITING, GROUP_OUTPUT, "skip-existing",
     .help = "skip files that already exist in the folder"},
    {OPTION_JSON, IN_REWRITING, GROUP_OUTPUT, "json",
     .help = "print one JSON object per file, on one line, with all changes"},

    {OPTION_SEARCH, IN_EXPLAIN, GROUP_OPTIONS, "search", .kind = VALUE_TEXT, .value = "WORD",
     .form = "a word", .help = "list the codes whose text contains the word"},
    {OPTION_JSON, IN_EXPLAIN, GROUP_OPTIONS, "json",
     .help = "print one JSON object per code, on one line"},
    {OPTION_JSON, IN_SIM, GROUP_OPTIONS, "json",
     .help = "print one JSON object per file, on one line: inputs and results of each frame"},
    {OPTION_JSON, IN_DRAWING, GROUP_OUTPUT, "json",
     .help = "print one JSON object per file, on one line: size, camera, times and diagnostics"},
    {OPTION_HASH, IN_SIM, GROUP_OPTIONS, "hash",
     .help = "print one line per file: a hash of the results of each stage"},
    {OPTION_BRIEF, IN_INFO, GROUP_OPTIONS, "brief", .help = "print one line of text per file"},
    {OPTION_NODES, IN_INFO, GROUP_OPTIONS, "nodes", .help = "also print the node tree"},
    {OPTION_STRICT, IN_INFO, GROUP_OPTIONS, "strict",
     .help = "refuse files that would otherwise be repaired"},
    {OPTION_ANY, IN_INFO, GROUP_OPTIONS, "any",
     .help = "also accept glTF files without an avatar, and animations"},
    {OPTION_ANY, IN_DRAWING, GROUP_OUTPUT, "any",
     .help = "also write an empty picture if a file has nothing to draw"},

    /* --- vrm make --- */
    {OPTION_AVATAR_NAME, IN_MAKE, GROUP_OPTIONS, "avatar-name", .kind = VALUE_TEXT, .value = "NAME",
     .help = "name of the avatar (default: that of the file)"},
    {OPTION_AUTHOR, IN_MAKE, GROUP_OPTIONS, "author", .kind = VALUE_TEXT, .value = "NAME",
     .help = "author of the avatar (default: \"(unknown)\")"},
    {OPTION_GUESSES, IN_MAKE, GROUP_OPTIONS, "guesses", .kind = VALUE_FILE, .value = "FILE",
     .help = "write all guesses to this file, as JSON that you can correct; also if bones were not "
             "found"},
    {OPTION_WITH, IN_MAKE, GROUP_OPTIONS, "with", .kind = VALUE_FILE, .value = "FILE",
     .help = "use the guesses in this file, and guess the rest"},
    {OPTION_KEEP_POSE, IN_MAKE, GROUP_OPTIONS, "keep-pose",
     .help = "keep the pose: do not make a T-pose"},

    /* --- vrm edit and vrm meta --- */
    {OPTION_SET, IN_EDIT, GROUP_OPTIONS, "set", .kind = VALUE_TEXT, .value = "POINTER=VALUE",
     .form = "a JSON pointer and a value", .repeats = REPEAT_ADDS,
     .help = "set a JSON value; anything that isn't JSON is stored as a string; can be repeated"},
    {OPTION_REMOVE, IN_EDIT, GROUP_OPTIONS, "remove", .kind = VALUE_TEXT, .value = "POINTER",
     .form = "a JSON pointer", .repeats = REPEAT_ADDS,
     .help = "remove a JSON value; can be repeated"},
    {OPTION_RENAME_EXPRESSION, IN_EDIT, GROUP_OPTIONS, "rename-expression", .kind = VALUE_TEXT,
     .value = "FROM=TO", .form = "two names", .repeats = REPEAT_ADDS,
     .help = "rename an expression; the name of a preset makes it that preset; can be repeated"},
    {OPTION_REMOVE_NODE, IN_EDIT, GROUP_OPTIONS, "remove-node", .kind = VALUE_TEXT, .value = "NODE",
     .form = "a name or a number", .repeats = REPEAT_ADDS,
     .help = "remove a node, its descendants, and all references to them; can be repeated"},
    {OPTION_MERGE_NODE, IN_EDIT, GROUP_OPTIONS, "merge-node", .kind = VALUE_TEXT, .value = "NODE",
     .form = "a name or a number", .repeats = REPEAT_ADDS,
     .help = "merge a node into its parent: the parent takes over its children, mesh and vertices, "
             "and nothing moves; can be repeated"},
    {OPTION_APPLY, IN_EDIT, GROUP_OPTIONS, "apply", .kind = VALUE_FILE, .value = "FILE",
     .repeats = REPEAT_ADDS,
     .help =
         "apply the operations in a file, such as the output of vrm diff --json; can be repeated"},
    {OPTION_SET, IN_META, GROUP_OPTIONS, "set", .kind = VALUE_TEXT, .value = "KEY=VALUE",
     .form = "a meta field and a value", .repeats = REPEAT_ADDS,
     .help = "set a field to a value of the specification; can be repeated"},
    {OPTION_REMOVE, IN_META, GROUP_OPTIONS, "remove", .kind = VALUE_TEXT, .value = "KEY",
     .form = "a meta field", .repeats = REPEAT_ADDS,
     .help = "remove a field that is not required; can be repeated"},
    {OPTION_AUTHOR, IN_META, GROUP_OPTIONS, "author", .kind = VALUE_TEXT, .value = "NAME",
     .form = "a name", .repeats = REPEAT_ADDS,
     .help = "set the authors, creator first; repeat the option for each"},
    {OPTION_THUMBNAIL, IN_META, GROUP_OPTIONS, "thumbnail", .kind = VALUE_FILE, .value = "FILE",
     .words = "auto|none", .form = "a PNG or JPEG file",
     .help = "set the thumbnail to a picture; auto renders one as vrm thumb does, none removes it"},
    {OPTION_IN_PLACE, IN_EDIT | IN_META, GROUP_OUTPUT, "in-place",
     .help = "replace the files themselves, atomically"},

    /* --- vrm extract and vrm pack --- */
    {OPTION_OUT, IN_EXTRACT, GROUP_OPTIONS, "out", 'o', VALUE_FOLDER, "FOLDER",
     .repeats = REPEAT_IS_WRONG, .help = "output folder (created if missing)"},
    {OPTION_OVERWRITE, IN_EXTRACT, GROUP_OPTIONS, "overwrite",
     .help = "replace existing files in the folder"},
    {OPTION_OUT, IN_PACK, GROUP_OPTIONS, "out", 'o', VALUE_FILE, "OUT", .words = "-",
     .repeats = REPEAT_IS_WRONG, .help = "output file, or - for standard output"},
    {OPTION_JSON, IN_EXTRACT | IN_PACK, GROUP_OPTIONS, "json",
     .help = "print one JSON object, on one line"},

    /* --- vrm help --- */
    {OPTION_JSON, IN_HELP, GROUP_OPTIONS, "json",
     .help = "print the table of all commands and options as one JSON object"},
    {OPTION_MAN, IN_HELP, GROUP_OPTIONS, "man",
     .help = "print the manual page of the command, in man format"},
    {OPTION_COMPLETIONS, IN_HELP, GROUP_OPTIONS, "completions", .kind = VALUE_WORD,
     .value = "SHELL", .words = "bash|zsh|fish",
     .help = "print a script that completes commands, options and files"},

    {OPTION_MAP_LICENCE, IN_INFO, GROUP_OPTIONS, "map-licence",
     .help = "show a VRM 0.x license as VRM 1.0 permissions"},

    /* --- vrm index --- */
    {OPTION_OUT, IN_INDEX, GROUP_OPTIONS, "out", 'o', VALUE_FILE, "INDEX",
     .repeats = REPEAT_IS_WRONG,
     .help = "the index, an SQLite database; an existing one is updated"},
    {OPTION_HASH_FILES, IN_INDEX, GROUP_OPTIONS, "hash-files",
     .help = "read whole files and store their SHA-256 (default: read only the start)"},

    /* --- vrm hub --- */
    {OPTION_SERVER, IN_HUB, GROUP_OPTIONS, "server", .kind = VALUE_TEXT, .value = "URL,…",
     .fallback = "nats://127.0.0.1:4222",
     .help = "address of the broker; for a cluster, several separated by commas"},
    {OPTION_NAME, IN_HUB, GROUP_OPTIONS, "name", .kind = VALUE_TEXT, .value = "NAME",
     .form = "up to 32 lowercase letters and digits", .fallback = "vrm",
     .help = "name of the hub; several hubs can share a broker"},
    {OPTION_OUT, IN_HUB, GROUP_OPTIONS, "out", 'o', VALUE_FOLDER, "FOLDER",
     .repeats = REPEAT_IS_WRONG,
     .help = "output folder, as for vrm work; push skips uploads that have a manifest there"},
    {OPTION_DO, IN_HUB, GROUP_OPTIONS, "do", .kind = VALUE_TEXT, .value = "VERBS",
     .form = "verbs separated by commas, or the JSON of a job's \"do\"", .fallback = "check,info",
     .help = "push, reconcile, status, prune: verbs to run on each avatar"},
    {OPTION_BACK, IN_HUB, GROUP_OPTIONS, "back",
     .help = "push, reconcile: low priority, after all new uploads (for a back catalog)"},
    {OPTION_AGAIN, IN_HUB, GROUP_OPTIONS, "again", .help = "push, reconcile: include dead letters"},
    {OPTION_EVERY, IN_HUB, GROUP_OPTIONS, "every", .kind = VALUE_SECONDS, .value = "TIME",
     .least = 0.1, .most = 86400, .help = "reconcile: repeat forever, with this pause"},
    {OPTION_METRICS, IN_HUB, GROUP_OPTIONS, "metrics", .kind = VALUE_FILE, .value = "FILE",
     .help = "reconcile with --every: write the output of status --prometheus to this file"},
    {OPTION_PROMETHEUS, IN_HUB, GROUP_OPTIONS, "prometheus",
     .help = "status: print metrics for Prometheus"},
    {OPTION_JOBS, IN_HUB, GROUP_OPTIONS, "jobs", .kind = VALUE_WHOLE, .value = "N", .least = 1,
     .most = MOST_WORKERS, .fallback = "1", .help = "work: number of parallel jobs"},
    {OPTION_VRM, IN_HUB, GROUP_OPTIONS, "vrm", .kind = VALUE_FILE, .value = "PROGRAM",
     .help = "work: the vrm program (default: next to this program, or in PATH)"},
    {OPTION_ACK_WAIT, IN_HUB, GROUP_OPTIONS, "ack-wait", .kind = VALUE_SECONDS, .value = "TIME",
     .least = 0.5, .most = 3600, .fallback = "30s",
     .help = "deliver a job to another worker after this long without a sign of life; must be the "
             "same for all workers of a hub"},
    {OPTION_WAIT, IN_HUB, GROUP_OPTIONS, "wait", .kind = VALUE_SECONDS, .value = "TIME",
     .least = 0.1, .most = 86400,
     .help =
         "give up when the broker has not answered for this long (default: 30 s for push and "
         "reconcile, 2 s for status, dead and prune; work and reconcile --every never give up)"},
    {OPTION_MAX_QUEUED, IN_HUB, GROUP_OPTIONS, "max-queued", .kind = VALUE_WHOLE, .value = "N",
     .least = 1, .most = 1e9, .fallback = "100000",
     .help = "number of queued jobs at which publishers wait"},
    {OPTION_OLDER_THAN, IN_HUB, GROUP_OPTIONS, "older-than", .kind = VALUE_SECONDS, .value = "TIME",
     .least = 0, .most = 1e10,
     .help = "prune: only outputs and dead letters older than this, such as 30d"},
    {OPTION_MAX_TOTAL, IN_HUB, GROUP_OPTIONS, "max-total", .kind = VALUE_BYTES, .value = "SIZE",
     .least = 0, .most = 1e18,
     .help = "prune: remove the oldest outputs until the rest is at most this large"},
    {OPTION_DRY_RUN, IN_HUB, GROUP_OPTIONS, "dry-run",
     .help = "prune: list what would be removed, and remove nothing"},
    {OPTION_REPLICAS, IN_HUB, GROUP_OPTIONS, "replicas", .kind = VALUE_WORD, .value = "N",
     .words = "1|3|5", .fallback = "1",
     .help = "number of servers in a cluster that store each job"},

    /* --- vrm work --- */
    {OPTION_OUT, IN_WORK, GROUP_OPTIONS, "out", 'o', VALUE_FOLDER, "FOLDER",
     .repeats = REPEAT_IS_WRONG,
     .help = "store outputs in this folder (created if missing); without it, results contain the "
             "records, and new files are discarded"},
    {OPTION_JOBS, IN_WORK, GROUP_OPTIONS, "jobs", .kind = VALUE_WHOLE, .value = "N", .least = 1,
     .most = MOST_WORKERS, .fallback = "1", .help = "number of parallel jobs"},
    {OPTION_JAIL, IN_WORK, GROUP_OPTIONS, "jail", .kind = VALUE_WORD, .value = "J",
     .words = "strict|off", .fallback = "strict",
     .help = "sandbox the process of each job; off is for trusted files, and for systems other "
             "than Linux"},
    {OPTION_MAX_BYTES, IN_WORK | IN_HUB, GROUP_OPTIONS, "max-bytes", .kind = VALUE_BYTES,
     .value = "SIZE", .least = 1, .most = 1e15, .fallback = "512M",
     .help = "refuse larger files without reading them"},
    {OPTION_MAX_MEMORY, IN_WORK | IN_HUB, GROUP_OPTIONS, "max-memory", .kind = VALUE_BYTES,
     .value = "SIZE", .least = 1, .most = 1e15, .fallback = "1G",
     .help = "refuse a file that needs more memory, including the file itself"},
    {OPTION_TIMEOUT, IN_WORK | IN_HUB, GROUP_OPTIONS, "timeout", .kind = VALUE_SECONDS,
     .value = "TIME", .least = 0.001, .most = 1e6, .fallback = "2s",
     .help = "kill a job that takes longer, such as 500ms or 10s"},
    {OPTION_TRUST_SHA256, IN_WORK, GROUP_OPTIONS, "trust-sha256",
     .help = "trust the hashes in jobs, if your object store has verified them (default: compare "
             "them with the bytes)"},

    /* --- Many files --- */
    {OPTION_LIST, IN_BATCHES, GROUP_FILES, "list", .kind = VALUE_FILE, .value = "LIST",
     .repeats = REPEAT_IS_WRONG,
     .help = "a file with paths of avatars or folders, or - for standard input. Paths are "
             "separated by newlines, or by NUL bytes if it has any"},
    {OPTION_JOBS, IN_INFO | IN_CHECK | IN_SIM | IN_MOTION | IN_REWRITING | IN_RENDER | IN_INDEX,
     GROUP_FILES, "jobs", .kind = VALUE_WHOLE, .value = "N", .least = 1, .most = MOST_WORKERS,
     .fallback = "1", .help = "number of files processed in parallel"},
    {OPTION_JOBS, IN_THUMB, GROUP_FILES, "jobs", .kind = VALUE_WHOLE, .value = "N", .least = 1,
     .most = MOST_WORKERS,
     .help = "number of files processed in parallel (default: one per core, up to 8)"},
    {OPTION_ORDERED, IN_REPORTING, GROUP_FILES, "ordered",
     .help = "report in the order of the files (default: as each is ready)"},
    {OPTION_MAX_BYTES, IN_BATCHES, GROUP_FILES, "max-bytes", .kind = VALUE_BYTES, .value = "SIZE",
     .least = 1, .most = 1e15, .fallback = "2G",
     .help = "refuse larger files without reading them"},
    {OPTION_MAX_MEMORY, IN_BATCHES, GROUP_FILES, "max-memory", .kind = VALUE_BYTES, .value = "SIZE",
     .least = 1, .most = 1e15,
     .help = "refuse a file that needs more memory, including the file itself"},
    {OPTION_TIMEOUT, IN_BATCHES, GROUP_FILES, "timeout", .kind = VALUE_SECONDS, .value = "TIME",
     .least = 0.001, .most = 1e6,
     .help = "give up on a file that takes longer, such as 500ms or 10s"},
    {OPTION_MAX_BYTES, IN_DIFF, GROUP_OPTIONS, "max-bytes", .kind = VALUE_BYTES, .value = "SIZE",
     .least = 1, .most = 1e15, .fallback = "2G",
     .help = "refuse larger files without reading them"},
    {OPTION_MAX_MEMORY, IN_DIFF, GROUP_OPTIONS, "max-memory", .kind = VALUE_BYTES, .value = "SIZE",
     .least = 1, .most = 1e15,
     .help = "refuse a file that needs more memory, including the file itself"},
    {OPTION_TIMEOUT, IN_DIFF, GROUP_OPTIONS, "timeout", .kind = VALUE_SECONDS, .value = "TIME",
     .least = 0.001, .most = 1e6,
     .help = "give up if the comparison takes longer, such as 500ms or 10s"},
    {OPTION_RESUME, IN_CHECK, GROUP_FILES, "resume", .kind = VALUE_FILE, .value = "RESULTS",
     .help =
         "resume an interrupted run: RESULTS has its records. An incomplete last line is removed, "
         "files with a record are skipped, and new records are appended to RESULTS; needs --json"},

    /* --- All commands --- */
    {OPTION_JSON, IN_TOOL, GROUP_GENERAL, "json",
     .help = "with --version: print build features and limits as JSON"},
    {OPTION_VERSION, IN_TOOL, GROUP_GENERAL, "version", 'V', .help = "show the version"},
    {OPTION_LANG, IN_ALL, GROUP_GENERAL, "lang", .kind = VALUE_TEXT, .value = "L", .words = "en|ja",
     .form = "a translation file", .help = "message language (default: that of the locale)"},
    {OPTION_HELP, IN_ALL, GROUP_GENERAL, "help", 'h', .help = "show this page"},
};

const size_t option_table_size = sizeof option_table / sizeof option_table[0];
