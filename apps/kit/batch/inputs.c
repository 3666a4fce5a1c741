#include "inputs.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/options/arguments.h"
#include "apps/kit/program/language.h"
#include "output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A piece of the list, and the longest path in it. */
enum { PIECE = 1 << 16 };

static const char no_memory[] = WORDS("there is not enough memory");

/* --- The list --- */

/* Reads further pieces until one ends, or holds a NUL: that byte stands only between paths, so a
 * list that has one is separated by it. A pipe gives what it has, which may be less than a path. */
static void fill_first_piece(inputs *inputs) {
    while (inputs->piece_size < PIECE && memchr(inputs->piece, '\0', inputs->piece_size) == NULL) {
        size_t got =
            fread(inputs->piece + inputs->piece_size, 1, PIECE - inputs->piece_size, inputs->list);
        if (got == 0) break;
        inputs->piece_size += got;
    }
    inputs->list_read = inputs->piece_size;
    inputs->separator = memchr(inputs->piece, '\0', inputs->piece_size) != NULL ? '\0' : '\n';
    if (inputs->separator == '\n' && inputs->piece_size >= 3 &&
        memcmp(inputs->piece, "\xEF\xBB\xBF", 3) == 0) {
        inputs->piece_at = 3; /* some editors of Windows begin a text so */
    }
}

static bool open_list(inputs *inputs, const char *path) {
    const char *problem = no_memory;
    inputs->piece = malloc(PIECE);
    inputs->list = strcmp(path, "-") == 0 ? stdin : open_by_path(path, "rb");
    if (inputs->list == NULL) problem = strerror(errno);
    if (inputs->piece != NULL && inputs->list != NULL) {
        if (inputs->list == stdin || !file_size(path, &inputs->list_size)) inputs->list_size = 0;
        fill_first_piece(inputs);
        return true;
    }
    print_problem(path, problem);
    return false;
}

/* The next byte of the list, or EOF. */
static int next_byte(inputs *inputs) {
    if (inputs->piece_at == inputs->piece_size) {
        inputs->piece_at = 0;
        inputs->piece_size = fread(inputs->piece, 1, PIECE, inputs->list);
        inputs->list_read += inputs->piece_size;
        if (inputs->piece_size == 0) return EOF;
    }
    return (unsigned char)inputs->piece[inputs->piece_at++];
}

/* The next path that is not empty, to be freed. NULL: the list has ended, or `*out_problem` says
 * what is wrong. */
static char *next_of_list(inputs *inputs, const char **out_problem) {
    char *path = NULL;
    size_t length = 0, capacity = 0;
    int byte;
    *out_problem = NULL;
    while ((byte = next_byte(inputs)) != EOF) {
        if (byte == inputs->separator && length == 0) continue;
        if (byte == inputs->separator) break;
        if (length + 1 >= capacity && capacity < PIECE) {
            char *grown = realloc(path, capacity > 0 ? capacity * 2 : 256);
            if (grown == NULL) *out_problem = no_memory;
            if (grown == NULL) break;
            path = grown;
            capacity = capacity > 0 ? capacity * 2 : 256;
        }
        if (length + 1 >= capacity) *out_problem = WORDS("a path in this list is too long");
        if (length + 1 < capacity) path[length++] = (char)byte;
    }
    if (byte == EOF && ferror(inputs->list)) *out_problem = strerror(errno);
    if (byte == EOF) inputs->list_ended = true;
    /* Lines of Windows end in two characters. */
    if (inputs->separator == '\n' && length > 0 && path[length - 1] == '\r') --length;
    if (*out_problem != NULL || length == 0) {
        free(path);
        return NULL;
    }
    path[length] = '\0';
    return path;
}

/* --- Folders --- */

static char *copy_text(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy != NULL) memcpy(copy, text, size);
    return copy;
}

static char *join(const char *folder, const char *name) {
    size_t length = strlen(folder), size = strlen(name) + 1;
    char *path = malloc(length + 1 + size);
    if (path == NULL) return NULL;
    memcpy(path, folder, length);
    if (length > 0 && !is_separator(folder[length - 1])) path[length++] = '/';
    memcpy(path + length, name, size);
    return path;
}

/* Goes into a folder. The path becomes the folder's. False: `*out_problem` says what is wrong. */
static bool enter_folder(inputs *inputs, char *path, const char **out_problem) {
    input_folder *folder = &inputs->folders[inputs->depth];
    *out_problem = WORDS("the folders are nested too deep");
    if (inputs->depth == MOST_FOLDERS_DEEP) return false;
    if (!list_folder(path, &folder->list)) {
        *out_problem = strerror(errno);
        return false;
    }
    folder->path = path;
    folder->next = 0;
    if (inputs->depth++ == 0) inputs->found_at_folder = inputs->found;
    return true;
}

static void leave_folder(inputs *inputs) {
    input_folder *folder = &inputs->folders[--inputs->depth];
    folder_list_release(&folder->list);
    free(folder->path);
}

static bool is_taken(const inputs *inputs, const char *name) {
    input_kind kind = inputs->options.kind;
    if (has_ending(name, ".glb")) return true;
    if (has_ending(name, ".vrm")) return kind != INPUT_MOTIONS;
    if (has_ending(name, ".vrma")) return kind != INPUT_AVATARS;
    return (kind == INPUT_MOTIONS || kind == INPUT_ALL) &&
           (has_ending(name, ".bvh") || has_ending(name, ".vmd"));
}

static const char *nothing_taken(const inputs *inputs) {
    return inputs->options.kind == INPUT_MOTIONS
               ? WORDS("there is no .vrma, .bvh, .vmd or .glb file in this folder")
               : WORDS("there is no .vrm or .glb file in this folder");
}

/* --- Files --- */

static bool give(inputs *inputs, char *path, const char *problem, input_file *out) {
    memset(out, 0, sizeof *out);
    out->path = path;
    out->problem = problem;
    out->number = ++inputs->count;
    ++inputs->found;
    return true;
}

/* What comes next in the innermost folder. False: nothing; it has been left, or a folder in it has
 * been entered. */
static bool next_of_folder(inputs *inputs, input_file *out) {
    input_folder *folder = &inputs->folders[inputs->depth - 1];
    const folder_entry *entry;
    const char *problem;
    char *path;
    if (folder->next == folder->list.count) {
        bool is_empty = inputs->depth == 1 && inputs->found == inputs->found_at_folder;
        path = is_empty ? copy_text(folder->path) : NULL;
        leave_folder(inputs);
        return path != NULL && give(inputs, path, nothing_taken(inputs), out);
    }
    entry = &folder->list.items[folder->next++];
    if (!entry->is_folder && !is_taken(inputs, entry->name)) return false;
    path = join(folder->path, entry->name);
    if (path == NULL) return give(inputs, copy_text(folder->path), no_memory, out);
    if (!entry->is_folder) return give(inputs, path, NULL, out);
    return !enter_folder(inputs, path, &problem) && give(inputs, path, problem, out);
}

/* A path of the command line or of the list. False: it is a folder, which has been entered. */
static bool take_path(inputs *inputs, char *path, input_file *out) {
    const char *problem;
    if (!folder_exists(path)) return give(inputs, path, NULL, out);
    return !enter_folder(inputs, path, &problem) && give(inputs, path, problem, out);
}

static bool next_of_command_line(inputs *inputs, input_file *out) {
    const char *path = inputs->options.paths[inputs->next_path++];
    char *copy = copy_text(path);
    if (copy == NULL) return give(inputs, NULL, no_memory, out);
    if (strcmp(path, "-") != 0) return take_path(inputs, copy, out);
    give(inputs, copy, NULL, out);
    out->is_standard_input = true;
    return true;
}

/* The next file, whether it is wanted or not. */
static bool next_of_all(inputs *inputs, input_file *out) {
    for (;;) {
        bool is_found = false;
        if (inputs->depth > 0) {
            is_found = next_of_folder(inputs, out);
        } else if (inputs->next_path < inputs->options.path_count) {
            is_found = next_of_command_line(inputs, out);
        } else if (inputs->list != NULL && !inputs->list_ended) {
            const char *problem;
            char *path = next_of_list(inputs, &problem);
            if (problem != NULL) return give(inputs, copy_text(inputs->options.list), problem, out);
            is_found = path != NULL && take_path(inputs, path, out);
        } else {
            return false;
        }
        if (is_found) return true;
    }
}

bool inputs_next(inputs *inputs, input_file *out) {
    while (next_of_all(inputs, out)) {
        resume *resumed = inputs->options.resumed;
        if (resumed == NULL || out->path == NULL || resume_wants(resumed, out->path)) return true;
        input_file_release(out);
        --inputs->count; /* reports in order count only what is reported */
    }
    return false;
}

void input_file_release(input_file *file) {
    free(file->path);
    memset(file, 0, sizeof *file);
}

/* --- Opening --- */

static int count_standard_input(const input_options *options) {
    int count = 0;
    for (int i = 0; i < options->path_count; ++i) count += strcmp(options->paths[i], "-") == 0;
    return count + (options->list != NULL && strcmp(options->list, "-") == 0);
}

bool inputs_open(inputs *inputs, const input_options *options, command_id command, int *out_code) {
    memset(inputs, 0, sizeof *inputs);
    inputs->options = *options;
    if (count_standard_input(options) > 1) {
        *out_code = usage_error(command, SAY("standard input can be used only once"), NULL);
        return false;
    }
    *out_code = EXIT_NOT_LOADED;
    if (options->list == NULL || open_list(inputs, options->list)) return true;
    inputs_close(inputs);
    return false;
}

bool inputs_is_one(const input_options *options) {
    return options->list == NULL && options->path_count == 1 && !folder_exists(options->paths[0]);
}

uint32_t inputs_known_count(const input_options *options) {
    if (options->list != NULL) return 0;
    for (int i = 0; i < options->path_count; ++i) {
        if (folder_exists(options->paths[i])) return 0;
    }
    return (uint32_t)options->path_count;
}

double inputs_fraction(const inputs *inputs) {
    uint64_t behind = inputs->list_read - (inputs->piece_size - inputs->piece_at);
    if (inputs->list_size == 0 || inputs->options.path_count > 0) return 0.0;
    return behind < inputs->list_size ? (double)behind / (double)inputs->list_size : 1.0;
}

void inputs_close(inputs *inputs) {
    while (inputs->depth > 0) leave_folder(inputs);
    if (inputs->list != NULL && inputs->list != stdin) fclose(inputs->list);
    free(inputs->piece);
    memset(inputs, 0, sizeof *inputs);
}
