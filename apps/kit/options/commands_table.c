/* What is said of each command, beside its options. */
#include "options_table.h"

/* --- vrm --- */

static const help_section tool_sections[] = {
    {"Environment",
     "The output is coloured on a terminal, unless NO_COLOR is set or TERM is 'dumb'.", NULL},
    {NULL, NULL, NULL},
};

static const help_item tool_examples[] = {
    {"vrm info avatar.vrm", "show what is in a file"},
    {"vrm check avatar.vrm", "say what is wrong with a file"},
    {"vrm thumb --out pictures *.vrm", "write a portrait of each avatar"},
    {"vrm help render", "show all options of a command"},
    {NULL, NULL},
};

/* --- Many files --- */

#define FILES_SECTION                                                                              \
    {                                                                                              \
        "Files",                                                                                   \
            "FILE is a path, a folder, or - for standard input. Of a folder and the folders in "   \
            "it, all "                                                                             \
            ".vrm and .glb files are taken, in the order of their names; names that begin with a " \
            "dot and "                                                                             \
            "links to folders are left out. A file that cannot be used is reported, and the "      \
            "others are "                                                                          \
            "worked on. SIGINT and SIGTERM end the program at once; no part of a file is left.",   \
            NULL                                                                                   \
    }

#define NAMES_SECTION                                                                              \
    {                                                                                              \
        "Names of pictures",                                                                       \
            "In a folder, a picture has the name of its file, made safe. --name gives it another " \
            "one: "                                                                                \
            "{stem} is the name of the file without its ending, {ext} its ending, {index} its "    \
            "place "                                                                               \
            "among the files, {hash} the SHA-256 of its bytes, and {hash8} the first 8 digits of " \
            "that. "                                                                               \
            "If two files of one run have the same name, the second picture is called "            \
            "name-2.png.\n\n"                                                                      \
            "A picture that is in the folder already is not replaced: the file is reported with "  \
            "an "                                                                                  \
            "error, unless --overwrite or --skip-existing is given. A file that --out names is "   \
            "replaced. Every picture is written to a temporary file beside it and renamed when "   \
            "it is "                                                                               \
            "whole.",                                                                              \
            NULL                                                                                   \
    }

/* --- vrm info --- */

static const help_section info_sections[] = {
    FILES_SECTION,
    {NULL, NULL, NULL},
};

static const help_item info_examples[] = {
    {"vrm info avatar.vrm", "show what is in a file, and what is wrong with it"},
    {"vrm info --brief *.vrm", "one line for each file"},
    {"vrm info --json avatar.vrm", "the same for programs"},
    {"find . -name '*.vrm' -print0 | vrm info --json --jobs 4 --list -", "all files of a list"},
    {NULL, NULL},
};

/* --- vrm check --- */

static const help_section check_sections[] = {
    {"Severities",
     "An error breaks what the specification demands, or the file cannot be used. A warning is "
     "against its advice, or an avatar will not look or move as it should. A note is worth "
     "knowing.",
     NULL},
    {"Motions",
     "A file of a motion (.vrma, .bvh, .vmd, or .glb with an animated humanoid) is checked as a "
     "motion: what its load repairs, whether its end leads back to its beginning, and whether the "
     "feet of a body of usual proportions stay on the ground. Motions of a folder are taken too.",
     NULL},
    {"Fixing",
     "--fix fixes what a load repairs in any case, where that loses nothing and changes nothing "
     "that can be seen: the new file gives the same avatar, bit for bit. Only the JSON is edited; "
     "every other byte stays as it is. What was fixed is listed, and the diagnostics and the exit "
     "code are those of the new file. What a person has to decide, such as a licence, a pose or a "
     "name, is left. vrm explain says what --fix does about a code.\n\n"
     "In the folder that --out names, a file keeps its name; --name gives it another one: {stem} "
     "is its name without the ending, {ext} the ending, {index} its place among the files, {hash} "
     "the SHA-256 of its bytes, and {hash8} the first 8 digits of that. A file that exists in the "
     "folder is not replaced without --overwrite. Files are written beside their place and then "
     "renamed, so that no part of a file is ever seen; one that is replaced keeps its "
     "permissions.",
     NULL},
    FILES_SECTION,
    {NULL, NULL, NULL},
};

static const help_item check_examples[] = {
    {"vrm check avatar.vrm", "say what is wrong with a file, the worst first"},
    {"vrm check --picture wrong.png avatar.vrm", "and show it on a picture of the avatar"},
    {"vrm explain bone-missing", "say more about a diagnostic"},
    {"vrm check --json --jobs 4 --fail-on warning avatars",
     "all avatars of a folder, for programs"},
    {"vrm check --fix -o fixed.vrm avatar.vrm", "fix what can be fixed without a loss"},
    {"vrm check --sarif avatars > avatars.sarif", "for a code host that shows diagnostics"},
    {NULL, NULL},
};

/* --- vrm diff --- */

static const help_section diff_sections[] = {
    {"What is compared",
     "What the files mean, whatever they are written like: white space, the order of keys, the "
     "spelling of numbers and the layout of the payload make no difference. Elements are matched "
     "by their names, and not only by their places. Where one avatar faces -Z and the other +Z, as "
     "those of 0.x and 1.0 do, the first is turned around before directions are compared. What no "
     "table of VRM and glTF knows, such as extras, is compared as JSON.",
     NULL},
    {"Motion",
     "With --motion, both avatars get the same inputs, 60 times a second: ten seconds of idle "
     "life, "
     "ten seconds of poses, expressions, gaze and movements out of a random number generator, and "
     "the motions that are given (.vrma, .bvh, .vmd, .glb). Rotations are compared from rest, in "
     "the world, where all avatars face +Z. Beside the angle, a bone that is off by more than 1 mm "
     "and a weight of an expression that is off by more than 0.0001 are differences.",
     NULL},
    {"Pictures",
     "With --pixels, both avatars are drawn in a relaxed pose, from the front, the left and the "
     "back, and their faces, also with the expression happy where both have it; the camera is that "
     "of A. Pictures are compared by their structural similarity (SSIM), of what is not "
     "background. "
     "1 means that they are equal.",
     NULL},
    {"Signs", "+ is only in B, - is only in A, ~ is in both and differs.", NULL},
    {NULL, NULL, NULL},
};

static const help_item diff_examples[] = {
    {"vrm diff old.vrm new.vrm", "show what has changed"},
    {"vrm diff --json old.vrm new.vrm", "the same for programs"},
    {"vrm diff --motion old.vrm new.vrm dance.vrma", "whether both move alike"},
    {"vrm diff --pixels -o changes.png old.vrm new.vrm", "whether both look alike, with a picture"},
    {"git show HEAD:avatar.vrm | vrm diff - avatar.vrm", "what has changed since the last commit"},
    {NULL, NULL},
};

/* --- Commands that make new files of files --- */

#define NEW_FILES_SECTION                                                                          \
    {                                                                                              \
        "New files",                                                                               \
            "For one file, IN OUT is enough; OUT may be - for standard output. For several, "      \
            "--out "                                                                               \
            "names a folder, in which each file keeps its name; --name gives it another one: "     \
            "{stem} is its name without the ending, {ext} the ending, {index} its place among "    \
            "the files, {hash} the SHA-256 of its bytes, and {hash8} the first 8 digits of that. " \
            "A file that exists is not replaced without --overwrite. Files are "                   \
            "written beside their place and then renamed, so that no part of a file is ever "      \
            "seen.",                                                                               \
            NULL                                                                                   \
    }

/* --- vrm edit --- */

static const help_section edit_sections[] = {
    {"Operations",
     "All of them are done, or none. Pointers, numbers and names mean the input file: to remove "
     "nodes 4 and 5, write --remove-node 4 --remove-node 5. Files of --apply come first, and the "
     "other options mean the file that they make. Then values are set and removed in the order of "
     "the command line, and then nodes. A JSON pointer such as /materials/0/name leads from the "
     "root to a value; in it, ~1 stands for / and ~0 for ~, and - "
     "in the place of an index adds an element to an array. Only the last step may be new.\n\n"
     "Everything else stays as it is, byte for byte: white space, the order of keys, how numbers "
     "are spelled, what nobody knows the meaning of, and the BIN chunk. Where an extension comes "
     "or goes, extensionsUsed follows; --apply leaves that to its file. A new file that does not "
     "load is never written. If it has errors that the input lacks, they are listed, and the exit "
     "code is 1. --in-place replaces the files themselves.",
     NULL},
    NEW_FILES_SECTION,
    FILES_SECTION,
    {NULL, NULL, NULL},
};

static const help_item edit_examples[] = {
    {"vrm edit avatar.vrm -o new.vrm --set /materials/0/name=Skin", "one value"},
    {"vrm edit --in-place avatar.vrm --set "
     "/extensions/VRMC_springBone/springs/0/joints/0/dragForce=0.6",
     "in the file itself"},
    {"vrm edit avatar.vrm -o new.vrm --rename-expression smile=happy",
     "a custom expression becomes a preset"},
    {"vrm edit avatar.vrm -o new.vrm --merge-node leftForearmTwist",
     "a node that nothing moves by itself"},
    {"vrm diff --json old.vrm new.vrm > patch.json; vrm edit old.vrm -o same.vrm --apply "
     "patch.json",
     "a difference, applied"},
    {NULL, NULL},
};

/* --- vrm meta --- */

static const help_section meta_sections[] = {
    {"Fields",
     "Fields and their values are those of the specification: for 1.0 name, authors, "
     "avatarPermission (onlyAuthor, onlySeparatelyLicensedPerson, everyone), commercialUsage "
     "(personalNonProfit, personalProfit, corporation), creditNotation (required, unnecessary), "
     "modification (prohibited, allowModification, allowModificationRedistribution), and so on; "
     "for 0.x title, author, allowedUserName, licenseName and so on. Lists have commas between "
     "their texts. A value that the specification does not allow is refused.",
     NULL},
    NEW_FILES_SECTION,
    FILES_SECTION,
    {NULL, NULL, NULL},
};

static const help_item meta_examples[] = {
    {"vrm meta avatar.vrm", "show what the file says of its avatar"},
    {"vrm meta avatar.vrm -o new.vrm --set name=Ame --author 'A. Author' --author 'B. Author'",
     "another name, and two authors"},
    {"vrm meta --in-place avatar.vrm --thumbnail auto", "a new portrait as the thumbnail"},
    {"vrm meta --in-place avatar.vrm --set allowRedistribution=false", "one permission"},
    {NULL, NULL},
};

/* --- vrm extract and vrm pack --- */

static const help_section extract_sections[] = {
    {"What is written",
     "document.json and document.bin, which are the JSON and the BIN chunk as they are in the "
     "file; images, with the names that they have in the file, made safe; the thumbnail; and "
     "extract.json, by which vrm pack makes a file of the folder again. What else a GLB has is in "
     "rest.bin.",
     NULL},
    {NULL, NULL, NULL},
};

static const help_item extract_examples[] = {
    {"vrm extract avatar.vrm -o parts", "take a file apart"},
    {"vrm pack parts avatar.vrm", "and put it together again"},
    {NULL, NULL},
};

static const help_section pack_sections[] = {
    {"Folders",
     "A folder of vrm extract that was not changed gives the same file, byte for byte, as long as "
     "its JSON was filled up with spaces. An image of the folder that was changed is put into the "
     "file, and so is every change of document.json. thumbnail.png is a copy: change the image "
     "itself, or use vrm meta --thumbnail.",
     NULL},
    {".gltf files",
     "Buffers and images that lie beside a .gltf file, or in it as data URIs, are brought into the "
     "BIN chunk.",
     NULL},
    {NULL, NULL, NULL},
};

static const help_item pack_examples[] = {
    {"vrm pack parts avatar.vrm", "make a file of what vrm extract has written"},
    {"vrm pack avatar.gltf avatar.vrm", "make one file of a .gltf and the files beside it"},
    {NULL, NULL},
};

/* --- vrm sim --- */

static const help_section sim_sections[] = {
    FILES_SECTION,
    {"File of inputs",
     "A file of inputs is JSON: {\"dt\": seconds, \"frames\": [{\"root\": [x, y, z], \"in\": "
     "{node: {\"r\": [x, y, z, w], \"t\": [x, y, z]}}, \"expression\": {name: weight}, \"look\": "
     "[x, y, z]}, …]}. A node is named by its index, and \"r\" and \"t\" are its local rotation "
     "and translation. What a frame does not name stays as it was. The output of --json can be "
     "used as a file of inputs.",
     NULL},
    {NULL, NULL, NULL},
};

static const help_item sim_examples[] = {
    {"vrm sim avatar.vrm", "two seconds of swaying, in a few lines of text"},
    {"vrm sim --hash --frames 600 avatar.vrm", "a hash of the results, to compare two machines"},
    {"vrm sim --json --motion idle avatar.vrm", "all results of all frames"},
    {NULL, NULL},
};

/* --- vrm motion --- */

static const help_section motion_sections[] = {
    {"Words",
     "info shows what is in files: how long a motion is, which bones move, which are missing, "
     "what it does with the face, and whether it can be repeated.\n\n"
     "dump prints what an avatar does when a motion moves it, as one JSON object: for each frame "
     "its time t in seconds, the normalised rotations N and the local rotations q of the bones in "
     "the axes of the avatar's file, the place of the hips in the model, the weights expr of the "
     "expressions, and the direction of the eyes, yaw and pitch in degrees.\n\n"
     "convert writes a motion as a .vrma file, which other applications play; OUT may be - for "
     "standard output. Rotations and weights stay as they are, unless --reduce or --small is "
     "given. What .vrma cannot have in the same "
     "form is said.",
     NULL},
    {"Motions",
     "A motion is a .vrma file, a .glb or .gltf file with an animated humanoid, a .bvh file or a "
     ".vmd file. The content decides which one it is. FILE is a path, a folder, or - for standard "
     "input. Of a folder and the folders in it, all .vrma, .bvh, .vmd and .glb files are taken.",
     NULL},
    {NULL, NULL, NULL},
};

static const help_item motion_examples[] = {
    {"vrm motion info dance.vrma", "show what is in a motion, and what is wrong with it"},
    {"vrm motion info --json motions", "all motions of a folder, for programs"},
    {"vrm motion convert walk.bvh walk.vrma", "a motion for other applications"},
    {"vrm motion convert --reduce 0.1 --small dance.bvh dance.vrma", "the same in a small file"},
    {"vrm motion dump avatar.vrm dance.vrma --fps 30", "what the avatar does, frame by frame"},
    {NULL, NULL},
};

/* --- vrm normalize --- */

static const help_section normalize_sections[] = {
    {"What is changed",
     "Nodes keep their places and lose their rotations and scales. Meshes are written again, so "
     "that the avatar looks and moves as before, and colliders, springs, limits, gaze and "
     "constraints are said in the new axes. Everything else stays as it is, byte for byte. What "
     "could not be kept is listed; --json lists all changes. A file that is normalised already "
     "is not changed.",
     NULL},
    {"Constraints",
     "A constraint turns an axis of its node. Where that is none of the axes any longer, the nodes "
     "keep their rotations, which 1.0 allows; with --lose-constraints, the constraint is left out "
     "instead.",
     NULL},
    NEW_FILES_SECTION,
    FILES_SECTION,
    {NULL, NULL, NULL},
};

static const help_item normalize_examples[] = {
    {"vrm normalize avatar.vrm normalised.vrm", "take rotations and scales out of the nodes"},
    {"vrm normalize avatar.vrm better.vrm --t-pose --ground",
     "and make it stand on the ground in a T-pose"},
    {"vrm normalize avatars --out new --json", "all avatars of a folder, for programs"},
    {NULL, NULL},
};

/* --- vrm optimize --- */

static const help_section optimize_sections[] = {
    {"Loss",
     "Without options, nothing is lost that can be seen or that moves: what nothing uses is left "
     "out, what is there twice is kept once, morph targets list only the vertices that they move, "
     "and images are encoded anew with the same pixels. Every index of VRM follows: bones, "
     "springs, colliders, constraints, expressions, first person. --max-texture, --jpeg, --webp, "
     "--triangles, --atlas, --quantize and --profile lose something, and say what.",
     NULL},
    {"Files",
     "IN OUT is one file; several files, folders and --list need --out FOLDER or --in-place. Files "
     "are written beside their place and then renamed, so that no part of a file is ever seen.",
     NULL},
    {NULL, NULL, NULL},
};

static const help_item optimize_examples[] = {
    {"vrm optimize avatar.vrm smaller.vrm", "leave out what nothing uses"},
    {"vrm optimize avatar.vrm smaller.vrm --max-texture 1024 --jpeg 90", "with smaller textures"},
    {"vrm optimize avatar.vrm quest.vrm --profile vrchat-mobile-medium",
     "aim for the limits of a platform"},
    {"vrm diff avatar.vrm smaller.vrm --motion --pixels", "see what that changed"},
    {NULL, NULL},
};

/* --- vrm migrate --- */

static const help_section migrate_sections[] = {
    {"What is changed",
     "The avatar is turned where the dialect faces the other way; bones, expressions, gaze, first "
     "person, springs, colliders and materials are said in the words of the other dialect. "
     "Everything else stays as it is, byte for byte. What could not be kept, what says less than "
     "before and what was converted is listed; --json lists it field by field.",
     NULL},
    {"Permissions",
     "Permissions never become wider: what the other dialect has no words for is not allowed. The "
     "old meta is kept whole in the extras of the asset, and to migrate back restores it if "
     "nothing was changed in between.",
     NULL},
    NEW_FILES_SECTION,
    FILES_SECTION,
    {NULL, NULL, NULL},
};

static const help_item migrate_examples[] = {
    {"vrm migrate old.vrm new.vrm", "list the permissions that have to be accepted"},
    {"vrm migrate old.vrm new.vrm --accept-license-mapping", "write 0.x as 1.0"},
    {"vrm migrate new.vrm old.vrm --to 0.x --accept-license-mapping",
     "for applications that read 0.x alone"},
    {"vrm migrate avatars --out new --json --accept-license-mapping",
     "all avatars of a folder, for programs"},
    {NULL, NULL},
};

/* --- vrm render --- */

static const help_section render_sections[] = {
    FILES_SECTION,
    NAMES_SECTION,
    {"Default sizes",
     "640x960 (full), 512x512 (other views), 256x256 (a cell of a sheet), "
     "128x256 (a cell of an impostor).",
     NULL},
    {NULL, NULL, NULL},
};

static const help_item render_examples[] = {
    {"vrm render avatar.vrm -o avatar.png", "the whole avatar"},
    {"vrm render avatar.vrm -o face.png --view face --expression happy=1", "a smiling face"},
    {"vrm render avatar.vrm -o sheet.png --sheet expressions", "all expressions in one picture"},
    {"vrm render avatar.vrm -o far.png --impostor 8x2 --json",
     "sixteen directions in one picture, and where each of them is"},
    {"vrm render avatar.vrm -o alive.webp --animate 4", "four seconds of the living avatar"},
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
     "portraits of all avatars of a folder that have none yet"},
    {"vrm thumb - --out - --timeout 10s --max-memory 512M < avatar.vrm > avatar.png",
     "from standard input to standard output, within limits"},
    {"vrm thumb --out pictures --size 256 --background transparent avatar.vrm",
     "a small picture without a background"},
    {NULL, NULL},
};

/* --- vrm view --- */

static const help_item view_mouse[] = {
    {"drag", "turn the view"},
    {"right drag, or Ctrl+drag", "move the avatar; its hair follows"},
    {"middle drag, Shift+drag", "move the view"},
    {"wheel", "zoom in and out"},
    {NULL, NULL},
};

static const help_section view_sections[] = {
    {"Mouse", NULL, view_mouse},
    {"Keys", "Press H in the window to see them.", NULL},
    {NULL, NULL, NULL},
};

static const help_item view_examples[] = {
    {"vrm view avatar.vrm", "open a window with the avatar"},
    {"vrm view avatar.vrm --motion dance.vrma", "and let it dance"},
    {NULL, NULL},
};

/* --- vrm make --- */

static const help_section make_sections[] = {
    {"What is guessed",
     "Bones by the names of joints, and by where they lie where names say nothing; which way the "
     "body faces, and its unit; expressions by the names of morph targets; springs of chains that "
     "hang. Every guess is listed, with how sure it is. Where it is wrong, write the guesses with "
     "--guesses, correct them, and run again with --with.",
     NULL},
    {"What is changed",
     "The body is put into a T-pose, upright, in metres, facing +Z, with its soles on the ground, "
     "by rotations and places of nodes. Everything else stays as it is, byte for byte. Permissions "
     "are the most restrictive ones.",
     NULL},
    NEW_FILES_SECTION,
    FILES_SECTION,
    {NULL, NULL, NULL},
};

static const help_item make_examples[] = {
    {"vrm make character.glb avatar.vrm --author me", "make an avatar of a rigged body"},
    {"vrm make character.glb avatar.vrm --guesses guesses.json", "and write what was guessed"},
    {"vrm make character.glb avatar.vrm --with guesses.json", "again, with corrected guesses"},
    {NULL, NULL},
};

/* --- vrm work --- */

static const help_section work_sections[] = {
    {"Jobs",
     "A job is one line of JSON: {\"id\":\"a1\", \"in\":{\"path\":\"avatar.vrm\"}, "
     "\"do\":[\"check\", \"info\"]}. Verbs are check, info, make, migrate, motion, normalize, "
     "optimize, render, sim and thumb; a verb with options is {\"verb\":\"migrate\", "
     "\"options\":{\"to\":\"0.x\"}}. Jobs with "
     "\"queue\":\"back\" wait for those without. A result is one line of JSON with the id of its "
     "job, in the order in which they are ready.",
     NULL},
    {"Files of strangers",
     "Each job has a process of its own, which can open no file, reach no network and start "
     "nothing; what it may use of memory and time is bounded. A file that crashes it, or takes too "
     "long, is one result, and the others do not notice.",
     NULL},
    {"Outputs",
     "With --out, the outputs of a job are in a folder by the hash of its bytes and by what was "
     "asked for. They are whole when manifest.json is there. A job that was done before is "
     "answered from there.",
     NULL},
    {"Ending",
     "At the end of standard input, all jobs are finished. SIGTERM and SIGINT let those finish "
     "that "
     "have begun, and return the others.",
     NULL},
    {NULL, NULL, NULL},
};

static const help_item work_examples[] = {
    {"vrm work --out done --jobs 8 < jobs.jsonl > results.jsonl", "work on a file of jobs"},
    {"vrm work --jail off", "try it by hand, one line after the other, on any system"},
    {NULL, NULL},
};

/* --- vrm index --- */

static const help_section index_sections[] = {
    {"Rows",
     "The table avatars has the column result: ok, or why the file could not be used, with code "
     "and "
     "reason. Permissions have the names of the specification; they are NULL where VRM 0.x has no "
     "such question. json_sha256 finds copies. hub/avatar-index.md has "
     "all columns, and questions to ask.",
     NULL},
    {"Going on",
     "A file whose path, size and time are in the index is not read again. So a run that was "
     "ended, "
     "or killed, is started again in the same way, and so is one for new uploads.",
     NULL},
    {"Beginnings of files",
     "Where a store gives parts of files, the first bytes are enough, under any name that ends in "
     ".vrm. If they are too few, the result is incomplete, and needed_bytes says how many to ask "
     "for.",
     NULL},
    {NULL, NULL, NULL},
};

static const help_item index_examples[] = {
    {"vrm index --out avatars.sqlite --jobs 8 uploads", "index a folder, or what is new in it"},
    {"sqlite3 avatars.sqlite 'SELECT result, count(*) FROM avatars GROUP BY result'",
     "how many can be used, and why others cannot"},
    {"sqlite3 -csv -header avatars.sqlite 'SELECT * FROM avatars' > avatars.csv",
     "take it elsewhere"},
    {NULL, NULL},
};

/* --- vrm hub --- */

static const help_item hub_verbs[] = {
    {"push",
     "queue a job for each avatar of the files and folders; without any, the jobs are lines "
     "of standard input, as for vrm work. Waits while the queue is full"},
    {"work", "take jobs from the queue, let vrm work do them, and print its results. SIGTERM "
             "finishes what has begun, and gives back the rest"},
    {"reconcile", "compare what was uploaded with what has a manifest, and queue the difference; "
                  "with --every again and again"},
    {"status", "say how much is done, waiting and dead, by manifests"},
    {"dead", "print the dead letters, one line of JSON each, with their reasons"},
    {"prune", "remove outputs and dead letters that none of the uploads needs, or without uploads "
              "those over --older-than or --max-total"},
    {NULL, NULL},
};

static const help_section hub_sections[] = {
    {"Verbs", NULL, hub_verbs},
    {"Nothing is lost",
     "A job is acknowledged when its manifest is on the disk. One whose process crashes, overruns "
     "or leaves nothing is tried three times, and is then a dead letter; one whose worker was "
     "killed is handed out again, 20 times at most.\n\n"
     "The server needs sync_interval: always in its configuration, or a loss of power takes the "
     "queue with it. Where it lost everything, reconcile fills it again. hub/README.md has the "
     "whole recipe.",
     NULL},
    {"Names of outputs",
     "--do, --max-bytes and --max-memory are a part of the names of outputs, and must be the same "
     "for all verbs of a hub.",
     NULL},
    {NULL, NULL, NULL},
};

static const help_item hub_examples[] = {
    {"vrm hub push --out done uploads", "queue what has no outputs yet"},
    {"vrm hub work --out done --jobs 4 > results.jsonl", "a worker, for four processors"},
    {"vrm hub reconcile --out done --every 1m uploads",
     "look after new uploads, and what was lost"},
    {"vrm hub status --out done uploads", "see how far it is"},
    {"vrm hub prune --out done --dry-run uploads", "list outputs that no upload needs"},
    {NULL, NULL},
};

/* --- vrm explain --- */

static const help_item explain_examples[] = {
    {"vrm explain bone-missing", "say what it means, and how to fix it"},
    {"vrm explain LA-031", "show what a requirement says"},
    {"vrm explain", "list all codes"},
    {NULL, NULL},
};

/* --- vrm help --- */

static const help_item help_examples[] = {
    {"vrm help render", "show all options of a command"},
    {"vrm help --man render | man -l -", "the same as a manual page, where none is installed"},
    {"source <(vrm help --completions bash)", "complete what is typed, in this shell"},
    {NULL, NULL},
};

const command_text command_table[COMMAND_COUNT] = {
    {COMMAND_TOOL, "", "a command-line tool for VRM avatars", "COMMAND [OPTIONS] FILE…",
     OPERAND_COMMAND, false,
     "Works with VRM avatars of all versions: shows what is in a file and what is wrong with it, "
     "changes files and makes new ones, runs the avatar, and makes pictures of it.",
     tool_sections, tool_examples, "everything succeeded", "a file could not be used"},
    {COMMAND_INFO, "info", "show what is in a file", "FILE…", OPERAND_AVATARS, true,
     "Shows what is in a VRM file: the avatar, what its licence permits, its meshes and images, "
     "and every diagnostic. A file is recognised by its content, whatever its name is.",
     info_sections, info_examples, "all files were loaded", "a file could not be loaded"},
    {COMMAND_CHECK, "check", "say what is wrong with a file, where and why", "FILE…",
     OPERAND_AVATARS, true,
     "Checks VRM files of all versions against the specification: what is wrong, where, who will "
     "notice it, and how to fix it. Equal diagnostics are shown together, the worst first.",
     check_sections, check_examples, "no file has a diagnostic at or above --fail-on",
     "a file has one, or could not be used"},
    {COMMAND_DIFF, "diff", "show what differs between two avatars", "A B [MOTION…]",
     OPERAND_AVATARS, true,
     "Shows what differs between two avatars, in the words of VRM: meta and permissions, bones, "
     "expressions, springs, materials, meshes by their content. A and B are files of any version "
     "of VRM, or other glTF files; one of them may be - for standard input.",
     diff_sections, diff_examples, "there is no difference", "there are differences"},
    {COMMAND_EDIT, "edit", "change values of a file, and nothing else", "FILE… -o OUT",
     OPERAND_AVATARS, true,
     "Changes values in the JSON of files, and leaves every other byte as it is. Operations are "
     "checked; what was changed is listed.",
     edit_sections, edit_examples, "all files were written", "a file could not be changed"},
    {COMMAND_META, "meta", "show or change names, authors and permissions", "FILE… [-o OUT]",
     OPERAND_AVATARS, true,
     "Shows what a file says of its avatar: name, authors, licence and permissions, as the file "
     "spells them. With --set, --author, --remove or --thumbnail it writes a new file instead, in "
     "which everything else is as it was.",
     meta_sections, meta_examples, "all files were shown or written",
     "a file could not be used or changed"},
    {COMMAND_EXTRACT, "extract", "take a file apart into a folder", "FILE -o FOLDER",
     OPERAND_AVATARS, true,
     "Writes the parts of a file into a folder: its JSON, its BIN chunk, its images and its "
     "thumbnail.",
     extract_sections, extract_examples, "everything was written",
     "a file could not be used or written"},
    {COMMAND_PACK, "pack", "make a file of a folder, or of a .gltf file", "FOLDER|FILE.gltf OUT",
     OPERAND_AVATARS, true,
     "Makes one .vrm or .glb file: of a folder that vrm extract has written, or of a .gltf file "
     "with the files beside it.",
     pack_sections, pack_examples, "the file was written", "the file could not be made"},
    {COMMAND_SIM, "sim", "run an avatar without a picture", "FILE…", OPERAND_AVATARS, true,
     "Runs avatars without a picture: pose, lookAt, expressions, constraints and springs, frame "
     "by frame.",
     sim_sections, sim_examples, "all files were run", "a file could not be run"},
    {COMMAND_MOTION, "motion", "show a motion and what it does with an avatar, and convert it",
     "info FILE… | dump AVATAR FILE | convert FILE OUT", OPERAND_MOTIONS, true,
     "Reads motions of all formats that the library plays: .vrma, glTF, BVH and VMD.",
     motion_sections, motion_examples, "all files were loaded", "a file could not be loaded"},
    {COMMAND_NORMALIZE, "normalize", "take rotations and scales out of the nodes of an avatar",
     "IN OUT | FILE… --out FOLDER", OPERAND_AVATARS, true,
     "Writes avatars of all versions without rotations and scales of nodes, as 0.x demands, so "
     "that they look and move as before.",
     normalize_sections, normalize_examples, "all files were written",
     "a file could not be written"},
    {COMMAND_OPTIMIZE, "optimize", "make smaller files of avatars", "IN OUT | FILE… --out OUT",
     OPERAND_AVATARS, true,
     "Makes a smaller file of an avatar, and shows bytes, triangles, draw calls and texture memory "
     "before and after.",
     optimize_sections, optimize_examples, "all files were written",
     "a file could not be used or written"},
    {COMMAND_MAKE, "make", "make an avatar of a rigged glTF file", "IN OUT | FILE… --out FOLDER",
     OPERAND_AVATARS, true,
     "Writes VRM 1.0 out of any rigged glTF file, such as characters of games and of programs "
     "that generate them.",
     make_sections, make_examples, "all files were written", "a file could not be written"},
    {COMMAND_MIGRATE, "migrate", "make a 1.0 file of an older avatar, or 0.x of 1.0",
     "IN OUT | FILE… --out FOLDER", OPERAND_AVATARS, true,
     "Writes avatars of 0.x, draft and beta as 1.0, and those of 1.0 as 0.x, and says what became "
     "of each thing.",
     migrate_sections, migrate_examples, "all files were written", "a file could not be written"},
    {COMMAND_RENDER, "render", "make pictures of avatars", "FILE… -o OUT", OPERAND_AVATARS, true,
     "Draws avatars without a screen. OUT is a file, or a folder for several files. Its "
     "ending is the format: .png, .jpg or .webp, and .webp, .gif or .mp4 for what moves.",
     render_sections, render_examples, "all pictures were made", "a picture could not be made"},
    {COMMAND_THUMB, "thumb", "make portraits of avatars", "FILE… --out OUT", OPERAND_AVATARS, true,
     "Writes a portrait of each avatar as PNG: head and shoulders, whatever the avatar's size. It "
     "needs no screen. If the head cannot be located, the whole avatar is shown.",
     thumb_sections, thumb_examples, "all pictures were made", "a picture could not be made"},
    {COMMAND_VIEW, "view", "show a living avatar in a window", "[FILE…]", OPERAND_AVATARS, false,
     "Opens a window with a living avatar: it breathes, blinks and looks at the cursor. Drop "
     "another file on the window to show that one, or a motion to play it.",
     view_sections, view_examples, "the window was closed",
     "there is no screen, or a file could not be used"},
    {COMMAND_INDEX, "index", "put avatars by the million into one table", "FILE…", OPERAND_AVATARS,
     true,
     "Writes a table of avatars into a file of SQLite: one row for each path, with permissions, "
     "licences, counts and hashes. Only the first bytes of each file are read, as far as its JSON "
     "reaches.",
     index_sections, index_examples, "every file is in the index as an avatar",
     "a file could not be used, and its row says why; or the index could not be written"},
    {COMMAND_WORK, "work", "work on jobs of a queue, each in a jail", "< JOBS", OPERAND_NONE, false,
     "Works on files of strangers for a queue: one job of JSON on each line of standard input, one "
     "result on each line of standard output.",
     work_sections, work_examples, "every job has a result, whatever it is",
     "jobs could not be worked on, or results not be written"},
    {COMMAND_HUB, "hub", "drive workers by a queue of NATS JetStream",
     "push|work|reconcile|status|dead|prune [FILE…]", OPERAND_UPLOADS, false,
     "Brings avatars of strangers from folders or a list to vrm work by a queue, and loses none. "
     "It is the program vrm-hub, which takes the same arguments.",
     hub_sections, hub_examples, "it was done; of work: everything that had begun was finished",
     "a file could not be queued, the queue could not be used, or no worker could be started"},
    {COMMAND_EXPLAIN, "explain", "say what a diagnostic means and how to fix it", "[CODE…]",
     OPERAND_CODE, false,
     "Explains diagnostics by their codes, and requirements by their IDs, such as LA-031: what it "
     "means, who will notice it, and how to fix it in Blender, UniVRM or VRoid Studio. Without a "
     "code, all codes are listed. It needs no network.",
     NULL, explain_examples, "everything was explained", "a code is not known"},
    {COMMAND_HELP, "help", "show the help of a command", "[COMMAND]", OPERAND_COMMAND, false,
     "Shows the page of a command, or the list of all commands.", NULL, help_examples,
     "the page was shown", "the page could not be written"},
};
