#include "output.h"
#include "apps/kit/program/language.h"
#include "apps/kit/system/output_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/vrm.h>

enum { MOST_STEM = 200, MOST_NAME = 256, FIRST_CAPACITY = 256 };

/* --- Endings --- */

/* The one of the endings that a path has; NULL: none. */
static const char *find_ending(const char *path, const char *const *endings) {
    for (; *endings != NULL; ++endings) {
        if (has_ending(path, *endings)) return *endings;
    }
    return NULL;
}

/* Whether a path looks like a file that no command writes: "a.jpg" is hardly meant as a folder. */
static bool looks_like_file(const char *path) {
    static const char *const endings[] = {
        ".png",  ".webp", ".jpg",  ".jpeg", ".gif",  ".mp4", ".bmp",  ".tga",  ".tif",
        ".tiff", ".avi",  ".webm", ".mov",  ".avif", ".vrm", ".glb",  ".gltf", ".vrma",
        ".bvh",  ".vmd",  ".fbx",  ".obj",  ".pmx",  ".txt", ".json", ".zip",  NULL};
    return find_ending(path, endings) != NULL;
}

/* Whether a name has any ending: "out.norm", and not ".out" or "out". */
static bool has_any_ending(const char *path) {
    const char *name = base_name(path), *dot = strrchr(name, '.');
    return dot != NULL && dot > name && dot[1] != '\0' && strcmp(name, "..") != 0;
}

/* A sentence with the endings in it: ".png, .jpg or .webp". */
static const char *ending_problem(outputs *out, const char *before, const char *const *endings,
                                  const char *after) {
    size_t length = (size_t)snprintf(out->problem, sizeof out->problem, "%s", before);
    for (int i = 0; endings[i] != NULL; ++i) {
        const char *between = i == 0 ? "" : endings[i + 1] == NULL ? " or " : ", ";
        length += (size_t)snprintf(out->problem + length, sizeof out->problem - length, "%s%s",
                                   between, endings[i]);
    }
    snprintf(out->problem + length, sizeof out->problem - length, "%s", after);
    return out->problem;
}

/* --- Templates --- */

typedef enum name_part {
    PART_LETTER, /* a character as it stands */
    PART_STEM,
    PART_INDEX,
    PART_HASH,
    PART_HASH8,
    PART_EXT,
    PART_WRONG
} name_part;

/* Reads what stands at the beginning of a template. */
static name_part next_part(const char **at) {
    static const char *const names[] = {"{stem}", "{index}", "{hash}", "{hash8}", "{ext}"};
    if (**at == '}') return PART_WRONG;
    if (**at != '{') {
        ++*at;
        return PART_LETTER;
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        size_t length = strlen(names[i]);
        if (strncmp(*at, names[i], length) != 0) continue;
        *at += length;
        return (name_part)((size_t)PART_STEM + i);
    }
    return PART_WRONG;
}

static bool has_part(const char *name, name_part wanted) {
    while (*name != '\0') {
        name_part part = next_part(&name);
        if (part == wanted) return true;
        if (part == PART_WRONG) return false;
    }
    return false;
}

static const char *check_template(outputs *out, const char *name, const char *const *endings) {
    bool has_field = false;
    for (const char *at = name; *at != '\0';) {
        unsigned char c = (unsigned char)*at;
        name_part part = next_part(&at);
        if (part == PART_WRONG) {
            return SAY("in --name, braces hold only {stem}, {index}, {hash}, {hash8} and {ext}");
        }
        if (part == PART_LETTER && (c < 0x20 || c == 0x7F || c == '/' || c == '\\' || c == ':')) {
            return SAY(
                "--name is the name of a file and cannot contain / \\ : or control characters");
        }
        has_field = has_field || part != PART_LETTER;
    }
    if (!has_field)
        return SAY("--name needs {stem}, {index}, {hash} or {hash8}, so that names differ");
    if (find_ending(name, endings) == NULL) {
        return ending_problem(out, "--name must end in ", endings, "");
    }
    if ((has_part(name, PART_HASH) || has_part(name, PART_HASH8)) && !hash_is_available()) {
        return SAY("{hash} in --name needs nettle, and this program was built without it");
    }
    return NULL;
}

/* Between the last separator and the last dot behind it. */
static vrm_string stem_of(const char *path) {
    const char *start = path, *end;
    vrm_string stem;
    for (const char *at = path; *at != '\0'; ++at) {
        if (*at == '/' || *at == '\\') start = at + 1;
    }
    end = strrchr(start, '.');
    if (end == NULL || end == start) end = start + strlen(start);
    stem.data = start;
    stem.length = (uint32_t)(end - start);
    return stem;
}

static vrm_string ext_of(const char *path) {
    vrm_string stem = stem_of(path), ext;
    const char *end = stem.data + stem.length;
    ext.data = *end == '.' ? end + 1 : end;
    ext.length = (uint32_t)strlen(ext.data);
    return ext;
}

/* Writes one part of a name. Returns its length. */
static size_t write_part(name_part part, char letter, const input_file *input, const char *hash,
                         char out[MOST_NAME]) {
    vrm_string text = {"stdin", 5};
    switch (part) {
    case PART_STEM:
        if (!input->is_standard_input) text = stem_of(input->path);
        vrm_string_file_name(text, out, MOST_STEM);
        break;
    case PART_EXT:
        text = ext_of(input->path);
        out[0] = '\0';
        if (text.length > 0) vrm_string_file_name(text, out, MOST_STEM);
        break;
    case PART_INDEX:
        snprintf(out, MOST_NAME, "%llu", (unsigned long long)input->number);
        break;
    case PART_HASH:
        snprintf(out, MOST_NAME, "%s", hash);
        break;
    case PART_HASH8:
        snprintf(out, MOST_NAME, "%.8s", hash);
        break;
    default:
        out[0] = letter;
        out[1] = '\0';
    }
    return strlen(out);
}

/* The name without its ending, which is returned. NULL: it is too long. */
static const char *expand(const outputs *outputs, const input_file *input, const char *hash,
                          char out[MOST_NAME]) {
    const char *pattern = outputs->options.name != NULL ? outputs->options.name : "{stem}";
    const char *end =
        outputs->options.name != NULL ? strrchr(pattern, '.') : pattern + strlen(pattern);
    size_t length = 0;
    for (const char *at = pattern; at < end;) {
        char letter = *at, part[MOST_NAME];
        size_t size = write_part(next_part(&at), letter, input, hash, part);
        if (length + size >= MOST_NAME - 32) return NULL;
        memcpy(out + length, part, size);
        length += size;
    }
    out[length] = '\0';
    return outputs->options.name != NULL ? end : outputs->ending;
}

/* --- Names that have been given away --- */

static int lower(char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

static uint64_t add_to_key(uint64_t key, const char *text) {
    for (; *text != '\0'; ++text) {
        key = (key ^ (uint64_t)(unsigned char)lower(*text)) * UINT64_C(0x100000001B3);
    }
    return key;
}

/* Two names with the same hash are held for equal: then one of them is numbered without need. */
static uint64_t name_key(const char *name, const char *ending) {
    uint64_t key = add_to_key(add_to_key(UINT64_C(0xCBF29CE484222325), name), ending);
    key ^= key >> 32;
    return key != 0 ? key : 1;
}

static output_name_entry *find_entry(output_name_entry *names, size_t capacity, uint64_t key) {
    size_t at = (size_t)key & (capacity - 1);
    while (names[at].key != 0 && names[at].key != key) at = (at + 1) & (capacity - 1);
    return &names[at];
}

static bool grow_names(outputs *outputs) {
    size_t capacity = outputs->name_capacity > 0 ? outputs->name_capacity * 2 : FIRST_CAPACITY;
    output_name_entry *names = calloc(capacity, sizeof *names);
    if (names == NULL) return false;
    for (size_t i = 0; i < outputs->name_capacity; ++i) {
        if (outputs->names[i].key != 0)
            *find_entry(names, capacity, outputs->names[i].key) = outputs->names[i];
    }
    free(outputs->names);
    outputs->names = names;
    outputs->name_capacity = capacity;
    return true;
}

/* Gives a name away. The number it needs: 1, where it is the first. 0: there is no memory. */
static uint32_t take_name(outputs *outputs, const char *name, const char *ending) {
    char numbered[MOST_NAME + 16];
    output_name_entry *entry, *other;
    if ((outputs->name_count + 2) * 2 > outputs->name_capacity && !grow_names(outputs)) return 0;
    entry = find_entry(outputs->names, outputs->name_capacity, name_key(name, ending));
    if (entry->key == 0) {
        *entry = (output_name_entry){name_key(name, ending), 1};
        ++outputs->name_count;
        return 1;
    }
    for (;;) {
        snprintf(numbered, sizeof numbered, "%s-%u", name, (unsigned)++entry->last);
        other = find_entry(outputs->names, outputs->name_capacity, name_key(numbered, ending));
        if (other->key != 0) continue;
        *other = (output_name_entry){name_key(numbered, ending), 1};
        ++outputs->name_count;
        return entry->last;
    }
}

/* --- Outputs --- */

/* Several files came, and one place to write to. */
static const char *say_too_many(output_kind kind, bool are_pictures) {
    if (kind == OUTPUT_FILE) {
        return are_pictures ? SAY("pictures of several avatars cannot be written to one file: use "
                                  "--out FOLDER")
                            : SAY("several files cannot be written to one file: use --out FOLDER");
    }
    return are_pictures ? SAY("only one picture can go to standard output: give one file")
                        : SAY("only one file can go to standard output: give one file");
}

const char *outputs_open(outputs *out, const output_options *options, const input_options *from,
                         const char *const *endings) {
    bool is_one = inputs_is_one(from), is_open = output_is_descriptor(options->out);
    const char *path = options->out;
    size_t length = strlen(path);
    memset(out, 0, sizeof *out);
    out->options = *options;
    out->ending = endings[0];
    out->lock = (work_lock)WORK_LOCK_INIT;
    if (options->overwrites && options->skips_existing) {
        return SAY("--overwrite and --skip-existing cannot be combined");
    }
    if (strcmp(path, "-") == 0) {
        out->kind = OUTPUT_STANDARD;
    } else if (!is_open &&
               (folder_exists(path) || (length > 0 && is_separator(path[length - 1])))) {
        out->kind = OUTPUT_FOLDER;
    } else if (is_open || find_ending(path, endings) != NULL) {
        out->kind = OUTPUT_FILE;
    } else if (looks_like_file(path) || output_file_exists(path) ||
               (options->is_operand && has_any_ending(path))) {
        return ending_problem(out, "the output must be a ", endings, " file, or a folder");
    }
    if (out->kind == OUTPUT_FOLDER) {
        return options->name != NULL ? check_template(out, options->name, endings) : NULL;
    }
    if (options->name != NULL) return SAY("--name needs a folder: use --out FOLDER");
    if (is_one) return NULL;
    /* What is written is an avatar or a picture of one. */
    return say_too_many(out->kind, strcmp(endings[0], ".vrm") != 0);
}

void outputs_close(outputs *out) {
    free(out->names);
    out->names = NULL;
}

bool outputs_need_hash(const outputs *out) {
    const char *name = out->options.name;
    return name != NULL && (has_part(name, PART_HASH) || has_part(name, PART_HASH8));
}

/* Names in folders that are made of the input's are cut where most file systems would refuse them.
 */
bool outputs_shorten(const outputs *out, const input_file *input) {
    const char *name = out->options.name;
    if (out->kind != OUTPUT_FOLDER || input->is_standard_input || input->path == NULL) return false;
    return (name == NULL || has_part(name, PART_STEM)) && stem_of(input->path).length >= MOST_STEM;
}

bool outputs_replace(const outputs *out) {
    return out->options.overwrites || (out->kind == OUTPUT_FILE && !out->options.skips_existing);
}

const char *outputs_name(outputs *out, const input_file *input, const char *hash,
                         char path[MAX_OUTPUT_PATH]) {
    const char *folder = out->options.out, *ending;
    char name[MOST_NAME], number[16] = "";
    size_t folder_length = strlen(folder);
    uint32_t taken;
    int length;
    if (out->kind != OUTPUT_FOLDER) {
        snprintf(path, MAX_OUTPUT_PATH, "%s", folder);
        return folder_length < MAX_OUTPUT_PATH ? NULL
                                               : WORDS("the name of its picture would be too long");
    }
    ending = expand(out, input, hash, name);
    if (ending == NULL) return WORDS("the name of its picture would be too long");
    work_lock_take(&out->lock);
    taken = take_name(out, name, ending);
    work_lock_give(&out->lock);
    if (taken == 0) return WORDS("there is not enough memory");
    if (taken > 1) snprintf(number, sizeof number, "-%u", (unsigned)taken);
    length = snprintf(path, MAX_OUTPUT_PATH, "%s%s%s%s%s", folder,
                      is_separator(folder[folder_length - 1]) ? "" : "/", name, number, ending);
    if (length > 0 && length < MAX_OUTPUT_PATH) return NULL;
    return WORDS("the name of its picture would be too long");
}
