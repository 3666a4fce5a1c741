/* What is said of each command, beside its options. */
#include "options_table.h"

/* --- vrm --- */

static const help_section tool_sections[] = {
    {"Environment", "Output is colored on a terminal unless NO_COLOR is set or TERM is 'dumb'.",
     NULL},
    {NULL, NULL, NULL},
};

static const help_item tool_examples[] = {
    {"vrm info avatar.vrm", "show what a file contains"},
    {"vrm check avatar.vrm", "list the problems of a file"},
    {"vrm thumb --out pictures *.vrm", "write a portrait of each avatar"},
    {"vrm help render", "show all options of a command"},
    {NULL, NULL},
};

/* --- Many files --- */

#define FILES_SECTION                                                                              \
    {                                                                                              \
        "Files",                                                                                   \
            "FILE is a path, a folder, or - for standard input. From a folder and its "            \
            "subfolders, all .vrm and .glb files are taken in the order of their names. Names "    \
            "that begin with a dot and links to folders are skipped. If a file cannot be used, "   \
            "the command reports it and goes on with the others. SIGINT and SIGTERM end the "      \
            "program at once and leave no partial file.",                                          \
            NULL                                                                                   \
    }

#define NAMES_SECTION                                                                              \
    {                                                                                              \
        "Picture names",                                                                           \
            "In a folder, a picture gets its file's name, with unsafe characters replaced. "       \
            "--name sets another name: {stem} is the file name without its extension, {ext} the "  \
            "extension, {index} the file's position in the list, {hash} the SHA-256 of its "       \
            "bytes, and {hash8} the first 8 digits of {hash}. If two files of one run have the "   \
            "same name, the second picture is called name-2.png.\n\nA picture that already "       \
            "exists in the folder is not replaced: without --overwrite or --skip-existing, that "  \
            "is an error. A file that --out names is replaced. Every picture is written to a "     \
            "temporary file beside it and renamed when it is complete.",                           \
            NULL                                                                                   \
    }

/* --- vrm info --- */

static const help_section info_sections[] = {
    FILES_SECTION,
    {NULL, NULL, NULL},
};

static const help_item info_examples[] = {
    {"vrm info avatar.vrm", "show what a file contains, and its problems"},
    {"vrm info --brief *.vrm", "one line for each file"},
    {"vrm info --json avatar.vrm", "the same as JSON"},
    {"find . -name '*.vrm' -print0 | vrm info --json --jobs 4 --list -", "all files in a list"},
    {NULL, NULL},
};

/* --- vrm check --- */

static const help_section check_sections[] = {
    {"Severities",
     "An error breaks a requirement of the specification, or the file cannot be used. A warning "
     "goes against its advice, or the avatar will not look or move as it should. A note is for "
     "your information.",
     NULL},
    {"Motions",
     "A motion file (.vrma, .bvh, .vmd, or .glb with an animated humanoid) is checked as a motion: "
     "what the loader repairs, whether the motion loops, and whether the feet of a body with usual "
     "proportions stay on the ground. Motions in a folder are checked too.",
     NULL},
    {"Fixing",
     "--fix makes the repairs of the loader permanent if they are lossless and invisible: the new "
     "file gives the same avatar, bit for bit. Only the JSON is edited; every other byte is "
     "preserved. The command lists the fixes; diagnostics and exit code are those of the new file. "
     "Decisions that need a person, such as a license, a pose or a name, are left to you. vrm "
     "explain describes what --fix does about a code.\n\nIn the folder that --out names, a file "
     "keeps its name. --name sets another name: {stem} is the file name without its extension, "
     "{ext} the extension, {index} the file's position in the list, {hash} the SHA-256 of its "
     "bytes, and {hash8} the first 8 digits of {hash}. An existing file in the folder is replaced "
     "only with --overwrite. Each file is written to a temporary file beside it and then renamed, "
     "so no partial file is ever visible. A replaced file keeps its file permissions.",
     NULL},
    FILES_SECTION,
    {NULL, NULL, NULL},
};

static const help_item check_examples[] = {
    {"vrm check avatar.vrm", "list the problems of a file, worst first"},
    {"vrm check --picture wrong.png avatar.vrm",
     "also mark the problems on a picture of the avatar"},
    {"vrm explain bone-missing", "explain a diagnostic"},
    {"vrm check --json --jobs 4 --fail-on warning avatars", "all avatars in a folder, as JSON"},
    {"vrm check --fix -o fixed.vrm avatar.vrm", "write a fixed copy, without loss"},
    {"vrm check --sarif avatars > avatars.sarif", "SARIF for a code host"},
    {NULL, NULL},
};

/* --- vrm diff --- */

static const help_section diff_sections[] = {
    {"What is compared",
     "The meaning of the files, not their bytes: white space, key order, number spelling and "
     "payload layout make no difference. Elements are matched by name, not only by position. If "
     "one avatar faces -Z and the other +Z, as in VRM 0.x and 1.0, the first is turned around "
     "before directions are compared. Data outside VRM and glTF, such as extras, is compared as "
     "JSON.",
     NULL},
    {"Motion",
     "With --motion, both avatars get the same inputs at 60 frames per second: ten seconds of idle "
     "animation, ten seconds of random poses, expressions, lookAt targets and movements, and the "
     "given motions (.vrma, .bvh, .vmd, .glb). Rotations are compared relative to rest, in world "
     "space, with both avatars facing +Z. A bone that is off by more than 1 mm and an expression "
     "weight that is off by more than 0.0001 are differences too.",
     NULL},
    {"Pictures",
     "With --pixels, both avatars are drawn in a relaxed pose from the front, the left and the "
     "back. Their faces are drawn too, also with the expression happy if both have it. The camera "
     "is that of A. Pictures are compared by structural similarity (SSIM) of the foreground "
     "pixels; 1 means equal.",
     NULL},
    {"Signs", "+ only in B, - only in A, ~ in both, but different.", NULL},
    {NULL, NULL, NULL},
};

static const help_item diff_examples[] = {
    {"vrm diff old.vrm new.vrm", "show what has changed"},
    {"vrm diff --json old.vrm new.vrm", "the same as JSON"},
    {"vrm diff --motion old.vrm new.vrm dance.vrma", "compare how both move"},
    {"vrm diff --pixels -o changes.png old.vrm new.vrm",
     "compare how both look, with a picture of the differences"},
    {"git show HEAD:avatar.vrm | vrm diff - avatar.vrm", "what has changed since the last commit"},
    {NULL, NULL},
};

/* --- Commands that make new files of files --- */

#define NEW_FILES_SECTION                                                                          \
    {                                                                                              \
        "New files",                                                                               \
            "For one file, write IN OUT; OUT may be - for standard output. For several files, "    \
            "--out names a folder, and each file keeps its name. --name sets another name: "       \
            "{stem} is the file name without its extension, {ext} the extension, {index} the "     \
            "file's position in the list, {hash} the SHA-256 of its bytes, and {hash8} the first " \
            "8 digits of {hash}. An existing file is replaced only with --overwrite. Each file "   \
            "is written to a temporary file beside it and then renamed, so no partial file is "    \
            "ever visible.",                                                                       \
            NULL                                                                                   \
    }

/* --- vrm edit --- */

static const help_section edit_sections[] = {
    {"Operations",
     "Either all operations are applied or none. Pointers, numbers and names refer to the input "
     "file: to remove nodes 4 and 5, write --remove-node 4 --remove-node 5. --apply files come "
     "first; the other options refer to their result. Then values are set and removed in "
     "command-line order, then nodes. A JSON pointer such as /materials/0/name leads from the root "
     "to a value. In it, ~1 stands for / and ~0 for ~, and - instead of an index appends to an "
     "array. Only the last step may be new.\n\nEvery other byte is preserved: white space, key "
     "order, number spelling, unknown data and the BIN chunk. When an extension is added or "
     "removed, extensionsUsed is updated, except by --apply. A new file that does not load is "
     "never written. If the new file has errors that the input lacks, they are listed and the exit "
     "code is 1. --in-place replaces the files themselves.",
     NULL},
    NEW_FILES_SECTION,
    FILES_SECTION,
    {NULL, NULL, NULL},
};

static const help_item edit_examples[] = {
    {"vrm edit avatar.vrm -o new.vrm --set /materials/0/name=Skin", "set one value"},
    {"vrm edit --in-place avatar.vrm --set "
     "/extensions/VRMC_springBone/springs/0/joints/0/dragForce=0.6",
     "edit the file in place"},
    {"vrm edit avatar.vrm -o new.vrm --rename-expression smile=happy",
     "turn a custom expression into a preset"},
    {"vrm edit avatar.vrm -o new.vrm --merge-node leftForearmTwist",
     "merge a helper node into its parent"},
    {"vrm diff --json old.vrm new.vrm > patch.json; vrm edit old.vrm -o same.vrm --apply "
     "patch.json",
     "apply a difference"},
    {NULL, NULL},
};

/* --- vrm meta --- */

static const help_section meta_sections[] = {
    {"Fields",
     "Fields and values are those of the specification. VRM 1.0: name, authors, avatarPermission "
     "(onlyAuthor, onlySeparatelyLicensedPerson, everyone), commercialUsage (personalNonProfit, "
     "personalProfit, corporation), creditNotation (required, unnecessary), modification "
     "(prohibited, allowModification, allowModificationRedistribution), and so on. VRM 0.x: title, "
     "author, allowedUserName, licenseName, and so on. Separate the elements of a list with "
     "commas. A value that the specification does not allow is refused.",
     NULL},
    NEW_FILES_SECTION,
    FILES_SECTION,
    {NULL, NULL, NULL},
};

static const help_item meta_examples[] = {
    {"vrm meta avatar.vrm", "show the name, authors, license and permissions"},
    {"vrm meta avatar.vrm -o new.vrm --set name=Ame --author 'A. Author' --author 'B. Author'",
     "set the name and two authors"},
    {"vrm meta --in-place avatar.vrm --thumbnail auto", "set a new portrait as the thumbnail"},
    {"vrm meta --in-place avatar.vrm --set allowRedistribution=false", "set one permission"},
    {NULL, NULL},
};

/* --- vrm extract and vrm pack --- */

static const help_section extract_sections[] = {
    {"What is written",
     "document.json and document.bin: the JSON and the BIN chunk, unchanged. Images, with their "
     "names in the file, made safe. The thumbnail. extract.json, which vrm pack reads to rebuild "
     "the file. rest.bin has any other chunks of the GLB.",
     NULL},
    {NULL, NULL, NULL},
};

static const help_item extract_examples[] = {
    {"vrm extract avatar.vrm -o parts", "extract a file"},
    {"vrm pack parts avatar.vrm", "rebuild it"},
    {NULL, NULL},
};

static const help_section pack_sections[] = {
    {"Folders",
     "An unchanged vrm extract folder gives the same file, byte for byte, if the original padded "
     "its JSON with spaces. Changed images in the folder and changes in document.json go into the "
     "new file. thumbnail.png is a copy: change the image itself, or use vrm meta --thumbnail.",
     NULL},
    {".gltf files",
     "External buffers, external images and data URIs of a .gltf file are moved into the BIN "
     "chunk.",
     NULL},
    {NULL, NULL, NULL},
};

static const help_item pack_examples[] = {
    {"vrm pack parts avatar.vrm", "build a file from an extracted folder"},
    {"vrm pack avatar.gltf avatar.vrm", "build one file from a .gltf and its external files"},
    {NULL, NULL},
};

/* --- vrm sim --- */

static const help_section sim_sections[] = {
    FILES_SECTION,
    {"Input file",
     "An input file is JSON: {\"dt\": seconds, \"frames\": [{\"root\": [x, y, z], \"in\": {node: "
     "{\"r\": [x, y, z, w], \"t\": [x, y, z]}}, \"expression\": {name: weight}, \"look\": [x, y, "
     "z]}, …]}. A node is given by its index; \"r\" and \"t\" are its local rotation and "
     "translation. Values that a frame does not set stay the same. The output of --json can be "
     "used as an input file.",
     NULL},
    {NULL, NULL, NULL},
};

static const help_item sim_examples[] = {
    {"vrm sim avatar.vrm", "a short summary of two seconds of swaying"},
    {"vrm sim --hash --frames 600 avatar.vrm", "a hash of the results, to compare two machines"},
    {"vrm sim --json --motion idle avatar.vrm", "all results of all frames"},
    {NULL, NULL},
};

/* --- vrm motion --- */

static const help_section motion_sections[] = {
    {"Subcommands",
     "info shows what motions contain: duration, moving bones, missing bones, facial animation, "
     "and whether the motion loops.\n\ndump prints how an avatar moves with a motion, as one JSON "
     "object. Each frame has its time t in seconds, the normalized rotations N and local rotations "
     "q of the bones in the axes of the avatar's file, the position of the hips in the model, the "
     "expression weights expr, and the lookAt direction, yaw and pitch in degrees.\n\nconvert "
     "writes a motion as a .vrma file for other applications; OUT may be - for standard output. "
     "Rotations and weights are preserved unless --reduce or --small is given. The command lists "
     "what .vrma cannot store in the same form.\n\nvoice writes how the mouth of an avatar moves "
     "with speech, as a .vrma file with the expressions aa, ih, ou, ee and oh. The phonemes of the "
     "speech and their times, which programs that make voices report, are exact. Without them, it "
     "listens to a .wav file and makes mistakes. With --phonemes, the sound is not used.",
     NULL},
    {"Phonemes",
     "Each line has a start and an end in seconds and a symbol, and optionally stress and loudness "
     "from 0 to 1: 0.085 0.300 a 1 0.8. Without an end, a phoneme ends when the next one starts. "
     "The line \"alphabet ipa\" names the alphabet. The symbol _ is silence. Lines that begin with "
     "# "
     "are ignored.",
     NULL},
    {"Motions",
     "A motion is a .vrma file, a .glb or .gltf file with an animated humanoid, a .bvh file or a "
     ".vmd file. The format is detected from the contents. FILE is a path, a folder, or - for "
     "standard input. From a folder and its subfolders, all .vrma, .bvh, .vmd and .glb files are "
     "taken.",
     NULL},
    {NULL, NULL, NULL},
};

static const help_item motion_examples[] = {
    {"vrm motion info dance.vrma", "show what a motion contains, and its problems"},
    {"vrm motion info --json motions", "all motions in a folder, as JSON"},
    {"vrm motion convert walk.bvh walk.vrma", "convert a motion for other applications"},
    {"vrm motion convert --reduce 0.1 --small dance.bvh dance.vrma", "the same, in a small file"},
    {"vrm motion dump avatar.vrm dance.vrma --fps 30", "how the avatar moves, frame by frame"},
    {"vrm motion voice --phonemes talk.txt -o talk.vrma", "move the mouth with speech"},
    {"vrm motion voice talk.wav -o talk.vrma", "the same, by listening to the sound"},
    {NULL, NULL},
};

/* --- vrm live --- */

static const help_section live_sections[] = {
    {"Avatars",
     "VMC assumes the same avatar on both sides. AVATAR is the one of the sender: rotations are "
     "then relative to its nodes at rest, as VMC recommends for VRM 1.0. Without it, they are "
     "normalized, as those of VRM 0.x are.",
     NULL},
    {"Showing",
     "With AVATAR and neither --out nor --send, the viewer shows the avatar with the motion that "
     "comes, as 'vrm view AVATAR --listen PORT' does. Without AVATAR and --out, the command only "
     "counts what comes.",
     NULL},
    {"Receiving",
     "Everything that the sender sets is recorded: bones, hips, presets and custom expressions. "
     "What it does not set keeps its last value. Positions of bones other than the hips are "
     "ignored. At the end, the command prints what it has counted: frames, datagrams that the "
     "system dropped because they came too fast, and datagrams and messages that were refused "
     "because they are wrong. Ctrl+C ends, and the recording is written.",
     NULL},
    {"Security",
     "VMC has no passwords: anyone who reaches the port can send. The default address is that of "
     "this machine, which others do not reach. Every datagram is checked, and nothing that it "
     "names is opened.",
     NULL},
    {NULL, NULL, NULL},
};

static const help_item live_examples[] = {
    {"vrm live avatar.vrm", "show the motion that comes to port 39539, in the viewer"},
    {"vrm live avatar.vrm -o take.vrma", "record it until Ctrl+C"},
    {"vrm live --listen 39540 --wait 5s -o take.vrma", "record until five seconds are silent"},
    {"vrm live avatar.vrm --send dance.vrma", "send a motion to a program on this machine"},
    {NULL, NULL},
};

/* --- vrm normalize --- */

static const help_section normalize_sections[] = {
    {"What is changed",
     "Nodes keep their positions and lose their rotations and scales. Meshes are rewritten: the "
     "avatar looks and moves as before. Colliders, springs, limits, lookAt and constraints are "
     "converted to the new axes. Every other byte is preserved. Anything that could not be kept is "
     "listed; --json lists all changes. A file that is already normalized is not changed.",
     NULL},
    {"Constraints",
     "A constraint refers to an axis of its node. If none of the new axes has that direction, the "
     "nodes keep their rotations, which VRM 1.0 allows. With --lose-constraints, the constraint is "
     "removed instead.",
     NULL},
    NEW_FILES_SECTION,
    FILES_SECTION,
    {NULL, NULL, NULL},
};

static const help_item normalize_examples[] = {
    {"vrm normalize avatar.vrm normalized.vrm", "remove node rotations and scales"},
    {"vrm normalize avatar.vrm better.vrm --t-pose --ground",
     "also set the T-pose and put the feet on the ground"},
    {"vrm normalize avatars --out new --json", "all avatars in a folder, as JSON"},
    {NULL, NULL},
};

/* --- vrm optimize --- */

static const help_section optimize_sections[] = {
    {"What is lost",
     "Without options, nothing visible or animated is lost. Unused elements are removed, "
     "duplicates are merged, morph targets store only the vertices that they move, and images are "
     "re-encoded with the same pixels. Every VRM index is updated: bones, springs, colliders, "
     "constraints, expressions, first person. --max-texture, --jpeg, --webp, --triangles, --atlas, "
     "--quantize and --profile are lossy and list what they change.",
     NULL},
    {"Files",
     "IN OUT is one file; several files, folders and --list need --out FOLDER or --in-place. Each "
     "file is written to a temporary file beside it and then renamed, so no partial file is ever "
     "visible.",
     NULL},
    {NULL, NULL, NULL},
};

static const help_item optimize_examples[] = {
    {"vrm optimize avatar.vrm smaller.vrm", "remove what nothing uses"},
    {"vrm optimize avatar.vrm smaller.vrm --max-texture 1024 --jpeg 90", "with smaller textures"},
    {"vrm optimize avatar.vrm quest.vrm --profile vrchat-mobile-medium",
     "meet the limits of a platform"},
    {"vrm diff avatar.vrm smaller.vrm --motion --pixels", "see what changed"},
    {NULL, NULL},
};

/* --- vrm migrate --- */

static const help_section migrate_sections[] = {
    {"What is changed",
     "The avatar is turned if the other VRM version faces the other way. Bones, expressions, "
     "lookAt, first person, springs, colliders and materials are converted. Every other byte is "
     "preserved. The command lists what was dropped, narrowed and converted; --json lists it field "
     "by field.",
     NULL},
    {"Permissions",
     "Permissions never widen: uses that the other version cannot express become not allowed. The "
     "old meta is kept in the extras of the asset. Migrating back restores it if nothing was "
     "changed in between.",
     NULL},
    NEW_FILES_SECTION,
    FILES_SECTION,
    {NULL, NULL, NULL},
};

static const help_item migrate_examples[] = {
    {"vrm migrate old.vrm new.vrm", "list the permissions that need consent"},
    {"vrm migrate old.vrm new.vrm --accept-license-mapping", "convert VRM 0.x to 1.0"},
    {"vrm migrate new.vrm old.vrm --to 0.x --accept-license-mapping",
     "for applications that read only VRM 0.x"},
    {"vrm migrate avatars --out new --json --accept-license-mapping",
     "all avatars in a folder, as JSON"},
    {NULL, NULL},
};

/* --- vrm render --- */

static const help_section render_sections[] = {
    FILES_SECTION,
    NAMES_SECTION,
    {"Default sizes",
     "640x960 (full), 512x512 (other views), 256x256 (a sheet cell), 128x256 (an impostor cell).",
     NULL},
    {NULL, NULL, NULL},
};

static const help_item render_examples[] = {
    {"vrm render avatar.vrm -o avatar.png", "the whole avatar"},
    {"vrm render avatar.vrm -o face.png --view face --expression happy=1", "a smiling face"},
    {"vrm render avatar.vrm -o sheet.png --sheet expressions", "all expressions in one picture"},
    {"vrm render avatar.vrm -o far.png --impostor 8x2 --json",
     "sixteen directions in one picture, and its layout"},
    {"vrm render avatar.vrm -o idle.webp --animate 4", "four seconds of idle animation"},
    {NULL, NULL},
};

/* --- vrm thumb --- */

static const help_section thumb_sections[] = {
    FILES_SECTION,
    NAMES_SECTION,
    {NULL, NULL, NULL},
};

static const help_item thumb_examples[] = {
    {"vrm thumb --out pictures *.vrm", "a portrait of each avatar"},
    {"vrm thumb --out pictures --name '{stem}-{hash8}.png' --skip-existing avatars",
     "portraits for all avatars in a folder that have none yet"},
    {"vrm thumb - --out - --timeout 10s --max-memory 512M < avatar.vrm > avatar.png",
     "from standard input to standard output, within limits"},
    {"vrm thumb --out pictures --size 256 --background transparent avatar.vrm",
     "a small picture without a background"},
    {NULL, NULL},
};

/* --- vrm view --- */

static const help_item view_mouse[] = {
    {"drag", "rotate the view"},
    {"right drag, or Ctrl+drag", "move the avatar; its hair follows"},
    {"middle drag, Shift+drag", "move the view"},
    {"wheel", "zoom in and out"},
    {NULL, NULL},
};

static const help_section view_sections[] = {
    {"Trackers",
     "With --listen, a tracker that sends VMC to the port moves the avatar. The first FILE is the "
     "avatar that the tracker has loaded. Between datagrams, and after the tracker stops, the last "
     "pose is held. The page Tracker of the panel shows what comes; the counts are printed at the "
     "end. VMC has no passwords: anyone who reaches the port can send.",
     NULL},
    {"Mouse", NULL, view_mouse},
    {"Keys", "Press H in the window for a list.", NULL},
    {NULL, NULL, NULL},
};

static const help_item view_examples[] = {
    {"vrm view avatar.vrm", "open a window with the avatar"},
    {"vrm view avatar.vrm --motion dance.vrma", "with a dance"},
    {"vrm view avatar.vrm --listen 39539", "with the motion of a tracker"},
    {NULL, NULL},
};

/* --- vrm make --- */

static const help_section make_sections[] = {
    {"What is guessed",
     "Bones, by joint names, or by joint positions if the names do not help. The facing direction "
     "and the unit. Expressions, by morph target names. Springs, for chains that hang. Every guess "
     "is listed with its confidence. To correct guesses, write them with --guesses, edit the file, "
     "and run again with --with.",
     NULL},
    {"What is changed",
     "Node rotations and positions are changed: the body stands upright in a T-pose, in meters, "
     "faces +Z, and its soles are on the ground. Every other byte is preserved. Permissions are "
     "set to the most restrictive ones.",
     NULL},
    NEW_FILES_SECTION,
    FILES_SECTION,
    {NULL, NULL, NULL},
};

static const help_item make_examples[] = {
    {"vrm make character.glb avatar.vrm --author me", "build an avatar from a rigged character"},
    {"vrm make character.glb avatar.vrm --guesses guesses.json",
     "also write the guesses to a file"},
    {"vrm make character.glb avatar.vrm --with guesses.json", "again, with corrected guesses"},
    {NULL, NULL},
};

/* --- vrm work --- */

static const help_section work_sections[] = {
    {"Jobs",
     "A job is one line of JSON: {\"id\":\"a1\", \"in\":{\"path\":\"avatar.vrm\"}, "
     "\"do\":[\"check\", \"info\"]}. Verbs are check, info, make, migrate, motion, normalize, "
     "optimize, render, sim and thumb. A verb with options is {\"verb\":\"migrate\", "
     "\"options\":{\"to\":\"0.x\"}}. Jobs with \"queue\":\"back\" wait for all jobs without it. A "
     "result is one line of JSON with the id of its job; results are printed as they become ready.",
     NULL},
    {"Untrusted files",
     "Each job runs in its own sandboxed process: it cannot open files, use the network or start "
     "programs, and its memory and time are limited. If a file crashes the process or takes too "
     "long, only that job fails.",
     NULL},
    {"Outputs",
     "With --out, the outputs of a job are stored in a folder named by the hash of the input and "
     "by the requested verbs and options. They are complete when manifest.json exists. A repeated "
     "job is answered from there.",
     NULL},
    {"Ending",
     "When standard input ends, all jobs are finished first. On SIGTERM or SIGINT, running jobs "
     "finish and queued jobs are returned.",
     NULL},
    {NULL, NULL, NULL},
};

static const help_item work_examples[] = {
    {"vrm work --out done --jobs 8 < jobs.jsonl > results.jsonl", "process a file of jobs"},
    {"vrm work --jail off", "type jobs by hand, on any system"},
    {NULL, NULL},
};

/* --- vrm index --- */

static const help_section index_sections[] = {
    {"Rows",
     "The table avatars has the column result: ok, or why the file could not be used, with code "
     "and reason. Permissions have the names of the specification. They are NULL if VRM 0.x has no "
     "such field. json_sha256 finds copies. hub/avatar-index.md lists all columns and example "
     "queries.",
     NULL},
    {"Resuming",
     "A file whose path, size and modification time are in the index is not read again. To resume "
     "an interrupted run or to add new uploads, run the same command again.",
     NULL},
    {"Partial files",
     "If your storage can return parts of files, the first bytes are enough, under any name that "
     "ends in .vrm. If they are too few, the result is incomplete, and needed_bytes is the number "
     "of bytes to fetch.",
     NULL},
    {NULL, NULL, NULL},
};

static const help_item index_examples[] = {
    {"vrm index --out avatars.sqlite --jobs 8 uploads", "index a folder, or its new files"},
    {"sqlite3 avatars.sqlite 'SELECT result, count(*) FROM avatars GROUP BY result'",
     "count usable files, and failures by reason"},
    {"sqlite3 -csv -header avatars.sqlite 'SELECT * FROM avatars' > avatars.csv", "export as CSV"},
    {NULL, NULL},
};

/* --- vrm hub --- */

static const help_item hub_verbs[] = {
    {"push", "queue a job for each avatar in the given files and folders. Without arguments, read "
             "jobs from standard input, as vrm work does. Waits while the queue is full"},
    {"work", "take jobs from the queue, run them with vrm work, and print the results. On SIGTERM, "
             "running jobs finish and the others are returned to the queue"},
    {"reconcile", "queue every upload that has no manifest; with --every, repeatedly"},
    {"status", "count finished, queued and dead jobs, by manifests"},
    {"dead", "print the dead letters with their reasons, one JSON object per line"},
    {"prune", "remove outputs and dead letters that no upload needs; without uploads, those beyond "
              "--older-than or --max-total"},
    {NULL, NULL},
};

static const help_section hub_sections[] = {
    {"Subcommands", NULL, hub_verbs},
    {"Delivery guarantees",
     "A job is acknowledged when its manifest is on disk. If its process crashes, times out or "
     "writes nothing, the job is tried three times and then becomes a dead letter. If its worker "
     "was killed, the job is delivered again, at most 20 times.\n\nThe server needs sync_interval: "
     "always in its configuration; otherwise a power failure can lose the queue. If the queue is "
     "lost, reconcile fills it again. hub/README.md has the complete setup.",
     NULL},
    {"Output names",
     "--do, --max-bytes and --max-memory are part of the output names and must be the same for all "
     "subcommands of a hub.",
     NULL},
    {NULL, NULL, NULL},
};

static const help_item hub_examples[] = {
    {"vrm hub push --out done uploads", "queue uploads that have no outputs yet"},
    {"vrm hub work --out done --jobs 4 > results.jsonl", "run a worker with four processes"},
    {"vrm hub reconcile --out done --every 1m uploads",
     "queue new uploads and lost jobs every minute"},
    {"vrm hub status --out done uploads", "show the progress"},
    {"vrm hub prune --out done --dry-run uploads", "list outputs that no upload needs"},
    {NULL, NULL},
};

/* --- vrm explain --- */

static const help_item explain_examples[] = {
    {"vrm explain bone-missing", "explain a diagnostic and how to fix it"},
    {"vrm explain LA-031", "show the text of a requirement"},
    {"vrm explain", "list all codes"},
    {NULL, NULL},
};

/* --- vrm help --- */

static const help_item help_examples[] = {
    {"vrm help render", "show all options of a command"},
    {"vrm help --man render | man -l -", "as a manual page, if none is installed"},
    {"source <(vrm help --completions bash)", "enable completion in this shell"},
    {NULL, NULL},
};

const command_text command_table[COMMAND_COUNT] = {
    {COMMAND_TOOL, "", "a command-line tool for VRM avatars", "COMMAND [OPTIONS] FILE…",
     OPERAND_COMMAND, false,
     "Works with avatars of every VRM version: shows, checks, edits, converts, animates and "
     "renders them.",
     tool_sections, tool_examples, "everything succeeded", "a file could not be used"},
    {COMMAND_INFO, "info", "show what a file contains", "FILE…", OPERAND_AVATARS, true,
     "Shows what a VRM file contains: the avatar, its permissions, meshes and images, and every "
     "diagnostic. The format is detected from the contents, not from the name.",
     info_sections, info_examples, "all files were loaded", "a file could not be loaded"},
    {COMMAND_CHECK, "check", "find problems in a file", "FILE…", OPERAND_AVATARS, true,
     "Checks files of every VRM version against the specification. It reports what is wrong, "
     "where, who will notice it, and how to fix it. Diagnostics of one kind are grouped, worst "
     "first.",
     check_sections, check_examples, "no file has a diagnostic at or above --fail-on",
     "a file has one, or could not be used"},
    {COMMAND_DIFF, "diff", "show the differences between two avatars", "A B [MOTION…]",
     OPERAND_AVATARS, true,
     "Shows the differences between two avatars in VRM terms: meta and permissions, bones, "
     "expressions, springs, materials, and meshes by content. A and B are files of any VRM "
     "version, or other glTF files. One of them may be - for standard input.",
     diff_sections, diff_examples, "there is no difference", "there are differences"},
    {COMMAND_EDIT, "edit", "change values in a file, and nothing else", "FILE… -o OUT",
     OPERAND_AVATARS, true,
     "Changes values in the JSON of files and preserves every other byte. Operations are "
     "validated, and the changes are listed.",
     edit_sections, edit_examples, "all files were written",
     "a file could not be changed, or a new file has errors that its input lacks"},
    {COMMAND_META, "meta", "show or change names, authors and permissions", "FILE… [-o OUT]",
     OPERAND_AVATARS, true,
     "Shows the name, authors, license and permissions of an avatar, as the file spells them. With "
     "--set, --author, --remove or --thumbnail it writes a new file instead; everything else in it "
     "is preserved.",
     meta_sections, meta_examples, "all files were shown or written",
     "a file could not be used or changed, or a new file has errors that its input lacks"},
    {COMMAND_EXTRACT, "extract", "extract a file into a folder", "FILE -o FOLDER", OPERAND_AVATARS,
     true, "Writes the parts of a file into a folder: JSON, BIN chunk, images and thumbnail.",
     extract_sections, extract_examples, "everything was written",
     "a file could not be used or written"},
    {COMMAND_PACK, "pack", "build a .vrm from an extracted folder or a .gltf",
     "FOLDER|FILE.gltf OUT", OPERAND_AVATARS, true,
     "Builds one .vrm or .glb file from a vrm extract folder, or from a .gltf file and its "
     "external files.",
     pack_sections, pack_examples, "the file was written", "the file could not be built"},
    {COMMAND_SIM, "sim", "simulate an avatar without rendering", "FILE…", OPERAND_AVATARS, true,
     "Simulates avatars without rendering: pose, lookAt, expressions, constraints and springs, "
     "frame by frame.",
     sim_sections, sim_examples, "all files were simulated", "a file could not be simulated"},
    {COMMAND_MOTION, "motion", "show, apply, convert or make a motion",
     "info FILE… | dump AVATAR FILE | convert FILE OUT | voice [FILE.wav] [--phonemes FILE] -o OUT",
     OPERAND_MOTIONS, true, "Reads motions in every supported format: .vrma, glTF, BVH and VMD.",
     motion_sections, motion_examples, "all files were loaded", "a file could not be loaded"},
    {COMMAND_LIVE, "live", "show, record or send live motion (VMC)", "[AVATAR]", OPERAND_AVATARS,
     false,
     "Receives motion from trackers and other programs by the VMC protocol, and shows it in the "
     "viewer or records it as a .vrma file. With --send, it sends a motion to such programs "
     "instead.",
     live_sections, live_examples, "motion was received or sent, or the window was closed",
     "no motion came, a datagram could not be sent, or a file could not be used"},
    {COMMAND_NORMALIZE, "normalize", "remove node rotations and scales",
     "IN OUT | FILE… --out FOLDER", OPERAND_AVATARS, true,
     "Removes node rotations and scales, as VRM 0.x requires. Appearance and motion stay the same.",
     normalize_sections, normalize_examples, "all files were written",
     "a file could not be written"},
    {COMMAND_OPTIMIZE, "optimize", "make avatar files smaller", "IN OUT | FILE… --out OUT",
     OPERAND_AVATARS, true,
     "Writes a smaller avatar file, and shows bytes, triangles, draw calls and texture memory "
     "before and after.",
     optimize_sections, optimize_examples, "all files were written",
     "a file could not be used or written, or it misses a limit of --profile"},
    {COMMAND_MAKE, "make", "build an avatar from a rigged glTF file", "IN OUT | FILE… --out FOLDER",
     OPERAND_AVATARS, true,
     "Builds a VRM 1.0 avatar from any rigged glTF file, such as a game character or a "
     "generated character.",
     make_sections, make_examples, "all files were written",
     "a file could not be written, or has errors that its input lacks"},
    {COMMAND_MIGRATE, "migrate", "convert between VRM versions", "IN OUT | FILE… --out FOLDER",
     OPERAND_AVATARS, true,
     "Converts VRM 0.x, draft and beta avatars to 1.0, or VRM 1.0 avatars to 0.x, and lists every "
     "change.",
     migrate_sections, migrate_examples, "all files were written",
     "a file could not be written, or has errors that its input lacks"},
    {COMMAND_RENDER, "render", "render pictures of avatars", "FILE… -o OUT", OPERAND_AVATARS, true,
     "Renders avatars without a screen. OUT is a file, or a folder for several files. Its "
     "extension sets the format: .png, .jpg or .webp for pictures; .webp, .gif or .mp4 for "
     "animations.",
     render_sections, render_examples, "all pictures were made", "a picture could not be made"},
    {COMMAND_THUMB, "thumb", "render portraits of avatars", "FILE… --out OUT", OPERAND_AVATARS,
     true,
     "Writes a portrait of each avatar as PNG, JPEG or WebP: head and shoulders, whatever the "
     "avatar's size. It needs no screen. If the head cannot be located, the picture shows the "
     "whole avatar.",
     thumb_sections, thumb_examples, "all pictures were made", "a picture could not be made"},
    {COMMAND_VIEW, "view", "show an animated avatar in a window", "[FILE…]", OPERAND_AVATARS, false,
     "Opens a window with an animated avatar: it breathes, blinks and looks at the cursor. Drop "
     "another avatar on the window to show it, or a motion to play it.",
     view_sections, view_examples, "the window was closed",
     "there is no screen, or a file could not be used"},
    {COMMAND_INDEX, "index", "index avatars in an SQLite database", "FILE…", OPERAND_AVATARS, true,
     "Writes a table of avatars to an SQLite database: one row per path, with permissions, "
     "licenses, counts and hashes. Only the start of each file is read, up to the end of its JSON.",
     index_sections, index_examples, "every file is in the index as an avatar",
     "a file could not be used (its row has the reason), or the index could not be written"},
    {COMMAND_WORK, "work", "process jobs from stdin, each in a sandbox", "< JOBS", OPERAND_NONE,
     false,
     "Processes untrusted files: one JSON job on each line of standard input, one JSON result on "
     "each line of standard output.",
     work_sections, work_examples, "every job has a result, success or failure",
     "jobs could not be processed, or results could not be written"},
    {COMMAND_HUB, "hub", "run workers from a NATS JetStream queue",
     "push|work|reconcile|status|dead|prune [FILE…]", OPERAND_UPLOADS, false,
     "Queues uploaded avatars for vrm work and guarantees that none is lost. This is the program "
     "vrm-hub, which takes the same arguments.",
     hub_sections, hub_examples, "success; for work: all running jobs were finished",
     "a file could not be queued, the queue could not be used, or no worker could be started"},
    {COMMAND_EXPLAIN, "explain", "explain a diagnostic and how to fix it", "[CODE…]", OPERAND_CODE,
     false,
     "Explains diagnostics by code: what they mean, who will notice them, and how to fix them in "
     "Blender, UniVRM or VRoid Studio. Explains requirements by ID, such as LA-031. For a word "
     "that is not a code, it lists the codes whose text contains it. Without arguments, it lists "
     "all codes. It needs no network.",
     NULL, explain_examples, "everything was explained", "a code is unknown"},
    {COMMAND_HELP, "help", "show help for a command", "[COMMAND]", OPERAND_COMMAND, false,
     "Shows the help page of a command, or the list of all commands.", NULL, help_examples,
     "the page was shown", "the page could not be written"},
};
