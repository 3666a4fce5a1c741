/*
 * The one table of the command line: all commands, their options, and what is said of them. It is
 * plain data. Reading arguments, help pages, manual pages and completions all come from it, so
 * `vrm` prints every page without the programs that draw.
 *
 * To add an option: give it an id here and a row in options_table.c, and take its value in the
 * reader of each command that has it (arguments.h). A test finds an option that a command does not
 * read.
 */
#ifndef VRM_KIT_OPTIONS_H
#define VRM_KIT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- Commands --- */

typedef enum command_id {
    COMMAND_TOOL, /* `vrm` itself, without a command */
    COMMAND_INFO,
    COMMAND_CHECK,
    COMMAND_DIFF,
    COMMAND_EDIT,
    COMMAND_META,
    COMMAND_EXTRACT,
    COMMAND_PACK,
    COMMAND_SIM,
    COMMAND_MOTION,
    COMMAND_LIVE,
    COMMAND_NORMALIZE,
    COMMAND_OPTIMIZE,
    COMMAND_MAKE,
    COMMAND_MIGRATE,
    COMMAND_RENDER,
    COMMAND_THUMB,
    COMMAND_VIEW,
    COMMAND_INDEX,
    COMMAND_WORK,
    COMMAND_HUB,
    COMMAND_EXPLAIN,
    COMMAND_HELP,
    COMMAND_COUNT
} command_id;

/* What the arguments of a command are that are no options. */
typedef enum operand_kind {
    OPERAND_NONE,
    OPERAND_AVATARS,
    OPERAND_MOTIONS, /* one of command_verbs, then motions */
    OPERAND_UPLOADS, /* one of command_verbs, then avatars */
    OPERAND_COMMAND,
    OPERAND_CODE /* of a diagnostic, or the ID of a requirement */
} operand_kind;

/* A term and what it means: a key and what it does, or an example and what it is for. */
typedef struct help_item {
    const char *term;
    const char *text;
} help_item;

/* What a page says beside the options. Items end with a NULL term. Paragraphs of a text have an
 * empty line between them. */
typedef struct help_section {
    const char *heading;
    const char *text;       /* or NULL */
    const help_item *items; /* or NULL */
} help_section;

typedef struct command_text {
    command_id id;
    const char *name;     /* "" for the tool itself */
    const char *summary;  /* one line, for the list of commands */
    const char *operands; /* as the usage shows them */
    operand_kind operand;
    bool needs_operand;
    const char *description;
    const help_section *sections; /* end with a NULL heading; or NULL */
    const help_item *examples;    /* end with a NULL term */
    const char *exit_success;     /* what the exit codes 0 and 1 mean */
    const char *exit_failure;
} command_text;

/* What the exit code 2 means: of most commands, and of those that compare, where 1 says that there
 * are differences. */
#define EXIT_USAGE_TEXT "the command line is wrong"
#define EXIT_NOT_COMPARED_TEXT "a file could not be used, or the command line is wrong"
const char *command_exit_usage(const command_text *text);

/* The words of which one comes first: "info|dump|convert". NULL: the command has none. */
const char *command_verbs(const command_text *text);

const command_text *command_of(command_id id);
/* NULL: there is none of that name. */
const command_text *command_find(const char *name);

/* --- Options --- */

typedef enum option_id {
    OPTION_HELP,
    OPTION_VERSION,
    OPTION_JSON,
    OPTION_SEARCH,
    OPTION_LANG, /* read by read_arguments itself, for every command */
    OPTION_MAN,
    OPTION_COMPLETIONS,
    /* What a file is taken for */
    OPTION_STRICT,
    OPTION_ANY,
    /* What is shown of it */
    OPTION_BRIEF,
    OPTION_ALL,
    OPTION_ONLY,
    OPTION_MAP_LICENCE,
    OPTION_NODES,
    OPTION_HASH,
    /* Checking */
    OPTION_SARIF,
    OPTION_PICTURE,
    OPTION_DECODE_IMAGES,
    OPTION_FAIL_ON,
    OPTION_IGNORE,
    OPTION_NO_PAYLOAD,
    OPTION_NO_BEHAVIOUR,
    OPTION_FIX,
    OPTION_IN_PLACE,
    /* Normalising */
    OPTION_T_POSE,
    OPTION_ON_GROUND,
    OPTION_LOSE_CONSTRAINTS,
    /* Making */
    OPTION_AVATAR_NAME,
    OPTION_AUTHOR,
    OPTION_GUESSES,
    OPTION_WITH,
    OPTION_KEEP_POSE,
    /* Migrating */
    OPTION_ACCEPT_LICENSE_MAPPING,
    OPTION_MOST_RESTRICTIVE,
    OPTION_LICENSE_URL,
    /* Editing */
    OPTION_SET,
    OPTION_REMOVE,
    OPTION_APPLY,
    OPTION_RENAME_EXPRESSION,
    OPTION_REMOVE_NODE,
    OPTION_MERGE_NODE,
    OPTION_THUMBNAIL,
    /* Running an avatar */
    OPTION_FRAMES,
    OPTION_FPS,
    OPTION_MOTION,
    OPTION_MAX_DEGREES,
    OPTION_PIXELS,
    OPTION_MIN_SSIM,
    OPTION_ANIMATION,
    OPTION_REDUCE,
    OPTION_FROM,
    OPTION_TO,
    OPTION_PHONEMES,
    OPTION_ALPHABET,
    OPTION_AT,
    OPTION_FOLLOW,
    OPTION_LITERAL,
    OPTION_AS_FILE,
    OPTION_LANES,
    /* Live motion */
    OPTION_LISTEN,
    OPTION_SEND,
    OPTION_PORT,
    OPTION_ADDRESS,
    /* Picture */
    OPTION_SIZE,
    OPTION_SAMPLES,
    OPTION_SUPERSAMPLE,
    OPTION_SHORTCUTS,
    OPTION_BACKGROUND,
    /* Camera */
    OPTION_VIEW,
    OPTION_TURN,
    OPTION_FOV,
    OPTION_EYE,
    OPTION_TARGET,
    OPTION_UP,
    OPTION_NEAR,
    OPTION_FAR,
    OPTION_FIRST_PERSON,
    /* Light */
    OPTION_LIGHT,
    OPTION_LIGHT_COLOR,
    OPTION_SKY,
    OPTION_GROUND,
    OPTION_AMBIENT,
    OPTION_ENVIRONMENT,
    OPTION_NO_OUTLINE,
    /* Avatar */
    OPTION_POSE,
    OPTION_EXPRESSION,
    OPTION_LOOK,
    OPTION_SPRINGS,
    OPTION_TIME,
    OPTION_ACT,
    OPTION_WIND,
    OPTION_UV_TIME,
    OPTION_SHOW,
    /* Several pictures */
    OPTION_TURNTABLE,
    OPTION_SHEET,
    OPTION_IMPOSTOR,
    OPTION_ANIMATE,
    /* Output */
    OPTION_OUT,
    OPTION_NAME,
    OPTION_OVERWRITE,
    OPTION_SKIP_EXISTING,
    OPTION_FORMAT,
    OPTION_QUALITY,
    OPTION_SMALL,
    /* Many files */
    OPTION_LIST,
    OPTION_JOBS,
    OPTION_ORDERED,
    OPTION_MAX_BYTES,
    OPTION_MAX_MEMORY,
    OPTION_TIMEOUT,
    OPTION_RESUME,
    OPTION_BASELINE,
    OPTION_WRITE_BASELINE,
    OPTION_PROFILE,
    /* Optimising */
    OPTION_MAX_TEXTURE,
    OPTION_JPEG,
    OPTION_WEBP,
    OPTION_TRIANGLES,
    OPTION_QUANTIZE,
    OPTION_COMPRESS,
    OPTION_DECOMPRESS,
    OPTION_ATLAS,
    OPTION_KEEP,
    /* Indexing */
    OPTION_HASH_FILES,
    /* Working for a queue */
    OPTION_JAIL,
    OPTION_TRUST_SHA256,
    OPTION_SERVER,
    OPTION_DO,
    OPTION_BACK,
    OPTION_AGAIN,
    OPTION_EVERY,
    OPTION_METRICS,
    OPTION_PROMETHEUS,
    OPTION_VRM,
    OPTION_ACK_WAIT,
    OPTION_WAIT,
    OPTION_OLDER_THAN,
    OPTION_MAX_TOTAL,
    OPTION_DRY_RUN,
    OPTION_MAX_QUEUED,
    OPTION_REPLICAS,
    OPTION_COUNT
} option_id;

typedef enum value_kind {
    VALUE_NONE,    /* the option is there or not */
    VALUE_WORD,    /* one of the words */
    VALUE_WORDS,   /* one or more of the words, with commas between them */
    VALUE_WHOLE,   /* a whole number within the range */
    VALUE_NUMBER,  /* a number within the range */
    VALUE_NUMBERS, /* numbers within the range, with commas between them */
    VALUE_SIZE,    /* WxH or N, within the range */
    VALUE_BYTES,   /* a number of bytes within the range: 4096, 64K, 500M, 2G */
    VALUE_SECONDS, /* a length of time within the range: 10, 10s, 500ms, 2m, 1h */
    VALUE_WEIGHT,  /* NAME=W, with W from 0 to 1 */
    VALUE_FILE,    /* the name of a file */
    VALUE_FOLDER,
    VALUE_OUTPUT, /* the name of a file or of a folder */
    VALUE_TEXT    /* anything else: the command checks it */
} value_kind;

typedef enum option_group {
    GROUP_OPTIONS,
    GROUP_PICTURE,
    GROUP_CAMERA,
    GROUP_LIGHT,
    GROUP_AVATAR,
    GROUP_SEVERAL,
    GROUP_OUTPUT,
    GROUP_FILES,
    GROUP_GENERAL,
    GROUP_COUNT
} option_group;

/* What it means when an option is given again. */
typedef enum option_repeat { REPEAT_REPLACES, REPEAT_ADDS, REPEAT_IS_WRONG } option_repeat;

/* One row of the table. An option that differs between commands has several rows with one id. */
typedef struct option {
    option_id id;
    uint32_t commands; /* IN_… of options_table.c */
    option_group group;
    const char *name; /* without the two dashes */
    char letter;      /* or 0 */
    value_kind kind;
    const char *value;    /* what the value is called: "FILE", "WxH" */
    const char *words;    /* "full|upper|face": allowed values; with another kind, beside those */
    double least, most;   /* of a number */
    const char *form;     /* says what is allowed where kind, words and range do not */
    const char *fallback; /* the default. The command reads it like a value that was given */
    option_repeat repeats;
    const char *help;
} option;

const char *group_heading(option_group group);

/* The rows of a command, in the order of its help page: pass NULL for the first one. Returns NULL
 * after the last one. */
const option *option_next(command_id command, const option *before);
/* The same in the order of the table, which is not for people: it is found in one walk. */
const option *option_listed(command_id command, const option *before);

/* The row of an option as it is written, "--size" or "-o", up to `length` bytes. NULL: the command
 * has none. */
const option *option_find(command_id command, const char *text, size_t length);

/* How many words a list like "full|upper|face" has; one of them; which one a text is, -1 for none.
 */
int words_count(const char *words);
size_t words_get(const char *words, int index, const char **out_word);
int words_find(const char *words, const char *text, size_t length);

/* Writes what may follow the option, as a sentence ends: "WxH or N from 1 to 16384". */
void option_allowed(const option *option, char *out, size_t capacity);
/* The same in the language of the process. */
void option_allowed_said(const option *option, char *out, size_t capacity);

/* Writes what a help page says of the option: its text, the values that are allowed, the default.
 */
void option_describe(const option *option, char *out, size_t capacity);

/* The option of the command, or the command, whose name is nearest to what was written: "--size"
 * for "--sise". NULL: none is near. */
const option *option_nearest(command_id command, const char *text, size_t length);
const command_text *command_nearest(const char *text);

/* How far a name is from what was written; NAME_IS_FAR: it is not meant. */
enum { NAME_IS_FAR = 99 };
int name_farness(const char *text, size_t length, const char *name);

/* The first command that has the option. NULL: no command has it. */
const command_text *option_owner(const char *text, size_t length);

#endif
