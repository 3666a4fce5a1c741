#include "inputs.h"
#include "apps/kit/avatar/open.h"
#include "apps/kit/options/arguments.h"
#include "output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A piece of the list, and the longest path in it. */
enum { PIECE = 1 << 16 };

static const char no_memory[] = "there is not enough memory";

/* --- The list --- */

/* Reads further pieces until one ends, or holds a NUL: that byte stands only between paths, so a
 * list that has one is separated by it. A pipe gives what it has, which may be less than a path. */
static void fill_first_piece(inputs *in) {
    while (in->piece_size < PIECE && memchr(in->piece, '\0', in->piece_size) == NULL) {
        size_t got = fread(in->piece + in->piece_size, 1, PIECE - in->piece_size, in->list);
        if (got == 0) break;
        in->piece_size += got;
    }
    in->list_read = in->piece_size;
    in->separator = memchr(in->piece, '\0', in->piece_size) != NULL ? '\0' : '\n';
    if (in->separator == '\n' && in->piece_size >= 3 && memcmp(in->piece, "\xEF\xBB\xBF", 3) == 0) {
        in->piece_at = 3; /* some editors of Windows begin a text so */
    }
}

static bool open_list(inputs *in, const char *path) {
    const char *problem = no_memory;
    in->piece = malloc(PIECE);
    in->list = strcmp(path, "-") == 0 ? stdin : open_by_path(path, "rb");
    if (in->list == NULL) problem = strerror(errno);
    if (in->piece != NULL && in->list != NULL) {
        if (in->list == stdin || !file_size(path, &in->list_size)) in->list_size = 0;
        fill_first_piece(in);
        return true;
    }
    print_problem(path, problem);
    return false;
}

/* The next byte of the list, or EOF. */
static int next_byte(inputs *in) {
    if (in->piece_at == in->piece_size) {
        in->piece_at = 0;
        in->piece_size = fread(in->piece, 1, PIECE, in->list);
        in->list_read += in->piece_size;
        if (in->piece_size == 0) return EOF;
    }
    return (unsigned char)in->piece[in->piece_at++];
}

/* The next path that is not empty, to be freed. NULL: the list has ended, or `*out_problem` says
 * what is wrong. */
static char *next_of_list(inputs *in, const char **out_problem) {
    char *path = NULL;
    size_t length = 0, capacity = 0;
    int byte;
    *out_problem = NULL;
    while ((byte = next_byte(in)) != EOF) {
        if (byte == in->separator && length == 0) continue;
        if (byte == in->separator) break;
        if (length + 1 >= capacity && capacity < PIECE) {
            char *grown = realloc(path, capacity > 0 ? capacity * 2 : 256);
            if (grown == NULL) *out_problem = no_memory;
            if (grown == NULL) break;
            path = grown;
            capacity = capacity > 0 ? capacity * 2 : 256;
        }
        if (length + 1 >= capacity) *out_problem = "a path in this list is too long";
        if (length + 1 < capacity) path[length++] = (char)byte;
    }
    if (byte == EOF && ferror(in->list)) *out_problem = strerror(errno);
    if (byte == EOF) in->list_ended = true;
    /* Lines of Windows end in two characters. */
    if (in->separator == '\n' && length > 0 && path[length - 1] == '\r') --length;
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
static bool enter_folder(inputs *in, char *path, const char **out_problem) {
    input_folder *folder = &in->folders[in->depth];
    *out_problem = "the folders are nested too deep";
    if (in->depth == MOST_FOLDERS_DEEP) return false;
    if (!list_folder(path, &folder->list)) {
        *out_problem = strerror(errno);
        return false;
    }
    folder->path = path;
    folder->next = 0;
    if (in->depth++ == 0) in->found_at_folder = in->found;
    return true;
}

static void leave_folder(inputs *in) {
    input_folder *folder = &in->folders[--in->depth];
    folder_list_release(&folder->list);
    free(folder->path);
}

static bool is_taken(const inputs *in, const char *name) {
    input_kind kind = in->options.kind;
    if (has_ending(name, ".glb")) return true;
    if (has_ending(name, ".vrm")) return kind != INPUT_MOTIONS;
    if (has_ending(name, ".vrma")) return kind != INPUT_AVATARS;
    return (kind == INPUT_MOTIONS || kind == INPUT_ALL) &&
           (has_ending(name, ".bvh") || has_ending(name, ".vmd"));
}

static const char *nothing_taken(const inputs *in) {
    return in->options.kind == INPUT_MOTIONS
               ? "there is no .vrma, .bvh, .vmd or .glb file in this folder"
               : "there is no .vrm or .glb file in this folder";
}

/* --- Files --- */

static bool give(inputs *in, char *path, const char *problem, input_file *out) {
    memset(out, 0, sizeof *out);
    out->path = path;
    out->problem = problem;
    out->number = ++in->count;
    ++in->found;
    return true;
}

/* What comes next in the innermost folder. False: nothing; it has been left, or a folder in it has
 * been entered. */
static bool next_of_folder(inputs *in, input_file *out) {
    input_folder *folder = &in->folders[in->depth - 1];
    const folder_entry *entry;
    const char *problem;
    char *path;
    if (folder->next == folder->list.count) {
        bool is_empty = in->depth == 1 && in->found == in->found_at_folder;
        path = is_empty ? copy_text(folder->path) : NULL;
        leave_folder(in);
        return path != NULL && give(in, path, nothing_taken(in), out);
    }
    entry = &folder->list.items[folder->next++];
    if (!entry->is_folder && !is_taken(in, entry->name)) return false;
    path = join(folder->path, entry->name);
    if (path == NULL) return give(in, copy_text(folder->path), no_memory, out);
    if (!entry->is_folder) return give(in, path, NULL, out);
    return !enter_folder(in, path, &problem) && give(in, path, problem, out);
}

/* A path of the command line or of the list. False: it is a folder, which has been entered. */
static bool take_path(inputs *in, char *path, input_file *out) {
    const char *problem;
    if (!folder_exists(path)) return give(in, path, NULL, out);
    return !enter_folder(in, path, &problem) && give(in, path, problem, out);
}

static bool next_of_command_line(inputs *in, input_file *out) {
    const char *path = in->options.paths[in->next_path++];
    char *copy = copy_text(path);
    if (copy == NULL) return give(in, NULL, no_memory, out);
    if (strcmp(path, "-") != 0) return take_path(in, copy, out);
    give(in, copy, NULL, out);
    out->is_standard_input = true;
    return true;
}

/* The next file, whether it is wanted or not. */
static bool next_of_all(inputs *in, input_file *out) {
    for (;;) {
        bool is_found = false;
        if (in->depth > 0) {
            is_found = next_of_folder(in, out);
        } else if (in->next_path < in->options.path_count) {
            is_found = next_of_command_line(in, out);
        } else if (in->list != NULL && !in->list_ended) {
            const char *problem;
            char *path = next_of_list(in, &problem);
            if (problem != NULL) return give(in, copy_text(in->options.list), problem, out);
            is_found = path != NULL && take_path(in, path, out);
        } else {
            return false;
        }
        if (is_found) return true;
    }
}

bool inputs_next(inputs *in, input_file *out) {
    while (next_of_all(in, out)) {
        resume *resumed = in->options.resumed;
        if (resumed == NULL || out->path == NULL || resume_wants(resumed, out->path)) return true;
        input_file_release(out);
        --in->count; /* reports in order count only what is reported */
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

bool inputs_open(inputs *in, const input_options *options, command_id command, int *out_code) {
    memset(in, 0, sizeof *in);
    in->options = *options;
    if (count_standard_input(options) > 1) {
        *out_code = usage_error(command, "standard input can be used only once", NULL);
        return false;
    }
    *out_code = EXIT_NOT_LOADED;
    if (options->list == NULL || open_list(in, options->list)) return true;
    inputs_close(in);
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

double inputs_fraction(const inputs *in) {
    uint64_t behind = in->list_read - (in->piece_size - in->piece_at);
    if (in->list_size == 0 || in->options.path_count > 0) return 0.0;
    return behind < in->list_size ? (double)behind / (double)in->list_size : 1.0;
}

void inputs_close(inputs *in) {
    while (in->depth > 0) leave_folder(in);
    if (in->list != NULL && in->list != stdin) fclose(in->list);
    free(in->piece);
    memset(in, 0, sizeof *in);
}
