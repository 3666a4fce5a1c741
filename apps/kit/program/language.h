/*
 * The language of what the programs say to people. English stands in the source; other languages
 * are data (docs/guides/translating.md). JSON, which is for machines, is always English.
 *
 * The language is that of --lang, or else that of the locale (LC_ALL, LC_MESSAGES, LANG). Its file
 * is share/vrm/lang/NAME.json beside the program, or built into it; --lang also takes the path of a
 * file.
 *
 * The language is that of the process, as the locale of C is: it is chosen once, before other
 * threads run, and only read afterwards.
 *
 * Texts have numbered places, {1} to {9}, so that a translation may order them as it likes. A
 * literal text stands in say("…") or say_to(stream, "…", …), or in SAY("…") where it is looked up
 * later: tools/check/check-languages finds them there, and each language must have all of them.
 */
#ifndef VRM_KIT_LANGUAGE_H
#define VRM_KIT_LANGUAGE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <vrm/report.h>

/* Marks a text that is looked up later: by say, or as words of an argument (VRM_ARGUMENT_WORD). */
#define SAY(text) text
#define WORDS(text) text

/* Chooses the language by the arguments of the program and the locale. */
void language_begin(int argc, char **argv);

/* Whether the language of the process is English. */
bool language_is_english(void);

/* The name of the language of the process, such as "ja". */
const char *language_name(void);

/* What --lang was given, for another program that this one runs; NULL: nothing. */
const char *language_option(void);

/* Calls `take` for each text, word and diagnostic of the language, such as to find a font. */
void language_each_text(void (*take)(const char *text, void *user), void *user);

/* Goes back to English: the language cannot be shown here. */
void language_give_up(void);

/* Whether a language is there: its name, such as "ja", or the path of a file. */
bool language_exists(const char *name);

/* A text in the language of the process, or the same text where there is no translation. */
const char *say(const char *english);

/* Writes a text with its places filled, one argument for each place of the English text. */
void say_to(FILE *stream, const char *english, ...);

/* The same into memory, cut to `capacity`; `arguments` has one text for each {n}. Returns `out`. */
const char *say_into(char *out, size_t capacity, const char *english, const char *const *arguments,
                     size_t argument_count);

/* The same with the arguments of say_to. */
const char *say_list_into(char *out, size_t capacity, const char *english, va_list list);

/* A diagnostic in the language of the process: its message, as one sentence without a full stop,
 * and what to do about it, which may be empty. The message is cut to `capacity`; returns `out`. */
const char *say_message(const vrm_diagnostic *diagnostic, char *out, size_t capacity);
const char *say_remedy(const vrm_diagnostic *diagnostic);
const char *say_remedy_of(const char *code, const char *english);

/* Words that are also an argument of a diagnostic (apps/kit/lang/words.json). */
const char *say_words(const char *english);

/* The same for words with numbers in them: "0 to 1" is looked up as "{1} to {2}". */
enum { MAX_WORD = 512 };
const char *say_numbered_words(const char *english, char out[MAX_WORD]);

/* What vrm check --fix does about a code, in the language of the process; NULL: nothing. */
const char *say_fix(const char *code);

/* A text of the tables of commands and options (options.h) in the language of the process. */
const char *say_help(const char *english);

/* What became of a thing that a command has changed (vrm_change.text). `out` has the sentence if
 * the language has places in it, such as {1}. */
const char *say_change(const char *english, char *out, size_t capacity);

/* A text of apps/vrm/explain.json in the language of the process; NULL stays NULL. */
const char *say_explanation(const char *english);

/* The same for a diagnostic of which only the code is known: its sentence with {1}, {2} …, or its
 * remedy; NULL where the language does not have it. */
const char *say_code(const char *code, const char *part);

#endif
