#include "language.h"
#include "program.h"

#include <stdlib.h>
#include <string.h>
#include <vrm/author/fix.h>
#include <yyjson.h>

/* --- Data --- */

extern const unsigned char language_ja[]; /* lang/ja.json */
extern const size_t language_ja_size;

/* MAX_FILE: a translation of everything has 100 KB. */
enum { MAX_NAME = 32, MAX_FILE = 4 << 20 };

/* Of the process, as the locale of C is: written once, before other threads run. NULL: English. */
static yyjson_val *language;
static const char *given; /* by --lang; or NULL */

static yyjson_doc *read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    char *bytes = file != NULL ? malloc(MAX_FILE) : NULL;
    size_t size = bytes != NULL ? fread(bytes, 1, MAX_FILE, file) : 0;
    yyjson_doc *document = size > 0 && size < MAX_FILE ? yyjson_read(bytes, size, 0) : NULL;
    free(bytes);
    if (file != NULL) fclose(file);
    return document;
}

static yyjson_doc *read_built_in(const char *name) {
    if (strcmp(name, "ja") != 0) return NULL;
    return yyjson_read((const char *)language_ja, language_ja_size, 0);
}

static bool is_path(const char *name) {
    size_t length = strlen(name);
    return strpbrk(name, "/\\.") != NULL || length >= MAX_NAME;
}

static yyjson_doc *open_language(const char *name) {
    char path[MAX_PROGRAM_PATH], file[MAX_NAME + 16];
    yyjson_doc *document = NULL;
    if (is_path(name)) return read_file(name);
    snprintf(file, sizeof file, "lang/%s.json", name);
    if (program_share(file, path)) document = read_file(path);
    return document != NULL ? document : read_built_in(name);
}

static bool is_english(const char *name) {
    return strcmp(name, "en") == 0 || strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0;
}

bool language_exists(const char *name) {
    yyjson_doc *document = is_english(name) ? NULL : open_language(name);
    bool exists = is_english(name) || yyjson_is_obj(yyjson_doc_get_root(document));
    yyjson_doc_free(document);
    return exists;
}

/* --- Choosing --- */

/* The value of --lang; NULL: it is not given. Arguments are read in full later. */
static const char *find_option(int argc, char **argv) {
    static const char option[] = "--lang";
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; ++i) {
        if (strncmp(argv[i], option, sizeof option - 1) != 0) continue;
        if (argv[i][sizeof option - 1] == '=') return argv[i] + sizeof option;
        if (argv[i][sizeof option - 1] == '\0' && i + 1 < argc) return argv[i + 1];
    }
    return NULL;
}

/* "ja" of "ja_JP.UTF-8"; false: the locale names no language. */
static bool find_locale(char out[MAX_NAME]) {
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        const char *locale = getenv(names[i]);
        size_t length;
        if (locale == NULL || locale[0] == '\0') continue;
        length = strcspn(locale, "_.@-");
        if (length >= MAX_NAME || strpbrk(locale, "/\\") != NULL) return false;
        memcpy(out, locale, length);
        out[length] = '\0';
        return length > 0;
    }
    return false;
}

void language_begin(int argc, char **argv) {
    const char *name = find_option(argc, argv);
    char locale[MAX_NAME];
    given = name;
    if (name == NULL && find_locale(locale)) name = locale;
    if (name == NULL || is_english(name)) return;
    /* Kept for as long as the program runs. */
    language = yyjson_doc_get_root(open_language(name));
    if (!yyjson_is_obj(language)) language = NULL;
}

/* --- Looking up --- */

/* A text of a part of the language, or the same text where there is none. */
static const char *look_up(const char *part, const char *english) {
    const char *text = NULL;
    if (language != NULL && english != NULL) {
        text = yyjson_get_str(yyjson_obj_get(yyjson_obj_get(language, part), english));
    }
    return text != NULL ? text : english;
}

const char *say(const char *english) { return look_up("texts", english); }

const char *say_help(const char *english) { return look_up("help", english); }

const char *say_explanation(const char *english) { return look_up("explanations", english); }

bool language_is_english(void) { return language == NULL; }

const char *language_option(void) { return given; }

const char *language_name(void) {
    const char *name = yyjson_get_str(yyjson_obj_get(language, "language"));
    return name != NULL ? name : "en";
}

typedef void take_text(const char *text, void *user);

static void each_text(yyjson_val *texts, take_text *take, void *user) {
    yyjson_obj_iter each = yyjson_obj_iter_with(texts);
    yyjson_val *key;
    while ((key = yyjson_obj_iter_next(&each)) != NULL) {
        const char *text = yyjson_get_str(yyjson_obj_iter_get_val(key));
        if (text != NULL) take(text, user);
    }
}

void language_each_text(take_text *take, void *user) {
    yyjson_obj_iter each = yyjson_obj_iter_with(yyjson_obj_get(language, "diagnostics"));
    yyjson_val *key;
    each_text(yyjson_obj_get(language, "texts"), take, user);
    each_text(yyjson_obj_get(language, "words"), take, user);
    while ((key = yyjson_obj_iter_next(&each)) != NULL) {
        each_text(yyjson_obj_iter_get_val(key), take, user);
    }
}

void language_give_up(void) { language = NULL; }

const char *say_code(const char *code, const char *part) {
    if (language == NULL) return NULL;
    return yyjson_get_str(
        yyjson_obj_get(yyjson_obj_get(yyjson_obj_get(language, "diagnostics"), code), part));
}

const char *say_fix(const char *code) {
    const char *english = vrm_fix_sentence(code), *said = say_code(code, "fix");
    return english != NULL && said != NULL ? said : english;
}

/* --- Filling places --- */

enum { MAX_PLACES = 9 };

/* The number of a place such as {3} that `text` begins with; 0: it begins with none. */
static size_t place_at(const char *text) {
    if (text[0] != '{' || text[1] < '1' || text[1] > '9' || text[2] != '}') return 0;
    return (size_t)(text[1] - '0');
}

static size_t count_places(const char *text) {
    size_t most = 0;
    for (; *text != '\0'; ++text) {
        size_t place = place_at(text);
        if (place > most) most = place;
    }
    return most;
}

/* Appends what fits, and never half a character. */
static void append(char *out, size_t capacity, size_t *length, const char *text, size_t size) {
    size_t room = capacity - 1 - *length;
    if (size > room) {
        size = room;
        while (size > 0 && ((unsigned char)text[size] & 0xC0) == 0x80) --size;
    }
    memcpy(out + *length, text, size);
    *length += size;
    out[*length] = '\0';
}

/* Puts the arguments into the places of a text. */
static const char *fill(char *out, size_t capacity, const char *text, const char *const *arguments,
                        size_t argument_count) {
    size_t length = 0;
    out[0] = '\0';
    while (*text != '\0') {
        size_t place = place_at(text);
        if (place == 0 || place > argument_count) {
            append(out, capacity, &length, text, 1);
            ++text;
        } else {
            const char *argument = arguments[place - 1];
            append(out, capacity, &length, argument, strlen(argument));
            text += 3;
        }
    }
    return out;
}

/* --- Changes --- */

enum { MAX_CHANGE = 640 };

/* How long a pattern is up to its next place, or its end. */
static size_t literal_length(const char *pattern) {
    size_t length = 0;
    while (pattern[length] != '\0' && place_at(pattern + length) == 0) ++length;
    return length;
}

/* Where the literal that a pattern begins with is in a text. The last one is at the end. */
static char *find_literal(char *text, const char *pattern, size_t length) {
    const size_t rest = strlen(text);
    if (pattern[length] == '\0') {
        if (rest < length || strcmp(text + rest - length, pattern) != 0) return NULL;
        return text + rest - length;
    }
    for (; *text != '\0'; ++text) {
        if (strncmp(text, pattern, length) == 0) return text;
    }
    return NULL;
}

/* Whether a text is a sentence of a pattern, in which places are in order and apart. The text is
 * cut into what stands in the places. */
static bool match_places(const char *pattern, char *text, const char *pieces[MAX_PLACES],
                         size_t *out_count) {
    size_t literal = literal_length(pattern);
    *out_count = 0;
    if (strncmp(pattern, text, literal) != 0) return false;
    text += literal, pattern += literal;
    while (*pattern != '\0' && *out_count < MAX_PLACES) {
        char *end;
        pattern += 3;
        literal = literal_length(pattern);
        end = find_literal(text, pattern, literal);
        if (end == NULL || end == text) return false;
        *end = '\0';
        pieces[(*out_count)++] = text;
        text = end + literal, pattern += literal;
    }
    return *pattern == '\0';
}

const char *say_change(const char *english, char *out, size_t capacity) {
    yyjson_val *changes = yyjson_obj_get(language, "changes"), *key;
    const char *exact = look_up("changes", english);
    yyjson_obj_iter each = yyjson_obj_iter_with(changes);
    if (exact != english || strlen(english) >= MAX_CHANGE) return exact;
    while ((key = yyjson_obj_iter_next(&each)) != NULL) {
        const char *pattern = yyjson_get_str(key), *pieces[MAX_PLACES];
        char text[MAX_CHANGE];
        size_t count;
        snprintf(text, sizeof text, "%s", english);
        if (count_places(pattern) == 0 || !match_places(pattern, text, pieces, &count)) continue;
        return fill(out, capacity, yyjson_get_str(yyjson_obj_iter_get_val(key)), pieces, count);
    }
    return english;
}

const char *say_into(char *out, size_t capacity, const char *english, const char *const *arguments,
                     size_t argument_count) {
    return fill(out, capacity, say(english), arguments, argument_count);
}

const char *say_list_into(char *out, size_t capacity, const char *english, va_list list) {
    const char *arguments[MAX_PLACES];
    size_t count = count_places(english);
    for (size_t i = 0; i < count; ++i) arguments[i] = va_arg(list, const char *);
    return say_into(out, capacity, english, arguments, count);
}

void say_to(FILE *stream, const char *english, ...) {
    const char *arguments[MAX_PLACES];
    size_t count = count_places(english);
    va_list list;
    va_start(list, english);
    for (size_t i = 0; i < count; ++i) arguments[i] = va_arg(list, const char *);
    va_end(list);
    for (const char *text = say(english); *text != '\0';) {
        size_t place = place_at(text);
        if (place == 0 || place > count) {
            fputc(*text++, stream);
        } else {
            fputs(arguments[place - 1], stream);
            text += 3;
        }
    }
}

/* --- Diagnostics --- */

static const char *quote(size_t which) {
    static const char *const english[] = {"\"", "\""};
    const char *text = yyjson_get_str(yyjson_arr_get(yyjson_obj_get(language, "quotes"), which));
    return text != NULL ? text : english[which];
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* The length of the number that a text begins with; 0: none. */
static size_t number_length(const char *text) {
    size_t length = text[0] == '-' && is_digit(text[1]) ? 1 : 0;
    if (!is_digit(text[length])) return 0;
    while (is_digit(text[length]) || (text[length] == '.' && is_digit(text[length + 1]))) ++length;
    return length;
}

const char *say_numbered_words(const char *word, char out[MAX_WORD]) {
    char key[MAX_WORD] = "", numbers[MAX_PLACES][32];
    const char *arguments[MAX_PLACES], *found;
    size_t length = 0, count = 0;
    yyjson_val *words = yyjson_obj_get(language, "words");
    found = yyjson_get_str(yyjson_obj_get(words, word));
    if (found != NULL) return found;
    for (const char *at = word; *at != '\0';) {
        size_t digits = number_length(at);
        if (digits == 0 || digits >= 32 || count == MAX_PLACES) {
            append(key, sizeof key, &length, at++, 1);
            continue;
        }
        memcpy(numbers[count], at, digits);
        numbers[count][digits] = '\0';
        arguments[count] = numbers[count];
        ++count;
        {
            const char place[] = {'{', (char)('0' + count), '}'};
            append(key, sizeof key, &length, place, sizeof place);
        }
        at += digits;
    }
    found = count > 0 ? yyjson_get_str(yyjson_obj_get(words, key)) : NULL;
    return found != NULL ? fill(out, MAX_WORD, found, arguments, count) : word;
}

const char *say_words(const char *english) {
    const char *found = yyjson_get_str(yyjson_obj_get(yyjson_obj_get(language, "words"), english));
    return found != NULL ? found : english;
}

/* An argument as the language shows it. */
static const char *say_argument(const vrm_diagnostic_argument *argument, char out[MAX_WORD]) {
    switch (argument->kind) {
    case VRM_ARGUMENT_TEXT:
        snprintf(out, MAX_WORD, "%s%s%s", quote(0), argument->text, quote(1));
        return out;
    case VRM_ARGUMENT_REFERENCE:
        if (argument->name[0] == '\0') return argument->text;
        snprintf(out, MAX_WORD, "%lld%s%s%s", (long long)argument->integer, quote(0),
                 argument->name, quote(1));
        return out;
    case VRM_ARGUMENT_WORD:
        return say_numbered_words(argument->text, out);
    default:
        return argument->text;
    }
}

const char *say_message(const vrm_diagnostic *diagnostic, char *out, size_t capacity) {
    const char *sentence = say_code(diagnostic->code, "sentence");
    char texts[MAX_PLACES][MAX_WORD];
    const char *arguments[MAX_PLACES];
    uint32_t count = diagnostic->argument_count;
    size_t length = 0;
    if (sentence == NULL || count > MAX_PLACES) {
        out[0] = '\0';
        append(out, capacity, &length, diagnostic->message, strlen(diagnostic->message));
        return out;
    }
    for (uint32_t i = 0; i < count; ++i) {
        arguments[i] = say_argument(&diagnostic->arguments[i], texts[i]);
    }
    return fill(out, capacity, sentence, arguments, count);
}

/* The library's remedies for its limits name fields of vrm_limits, which only programs can set.
 * These are for somebody at a command line. */
static const char *tool_remedy(const char *code) {
    static const struct {
        const char *code, *remedy;
    } remedies[] = {
        {"limit-file-bytes",
         SAY("use smaller images and meshes, or raise --max-bytes if you trust the file")},
        {"limit-memory-bytes",
         SAY("use a simpler avatar, or raise --max-memory if you trust the file")},
        {"limit-json-bytes", SAY("use fewer nodes and meshes")},
        {"limit-json-values", SAY("use fewer nodes and meshes")},
        {"limit-json-depth", SAY("export the file again with a current exporter")},
        {"limit-allocations", SAY("use a simpler avatar")},
        {"limit-count", SAY("use fewer")},
        {"limit-avatar", SAY("use fewer")},
        {"external-limit", SAY("use smaller files")},
        {"too-many-collider-tests", SAY("use fewer colliders")},
        {"buffer-unresolved", SAY("put it next to this file, or export one .vrm file")},
        {"image-unresolved", SAY("put it next to this file, or export one .vrm file")},
    };
    for (size_t i = 0; i < sizeof remedies / sizeof remedies[0]; ++i) {
        if (strcmp(remedies[i].code, code) == 0) return say(remedies[i].remedy);
    }
    return NULL;
}

const char *say_remedy_of(const char *code, const char *english) {
    const char *remedy = tool_remedy(code);
    if (remedy == NULL) remedy = say_code(code, "remedy");
    return remedy != NULL ? remedy : english;
}

const char *say_remedy(const vrm_diagnostic *diagnostic) {
    return say_remedy_of(diagnostic->code, diagnostic->remedy);
}
