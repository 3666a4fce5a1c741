#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200112L
#endif

#include "program.h"
#include "console.h"
#include "language.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <process.h>
#include <shellapi.h>

enum { MAX_COMMAND_LINE = 32768 };

/* The arguments of main are in the code page of the system; ours are UTF-8. */
int program_main(int argc, char **argv, int (*run)(int argc, char **argv)) {
    int count = 0, result;
    WCHAR **wide = CommandLineToArgvW(GetCommandLineW(), &count);
    char **arguments = calloc((size_t)count + 1, sizeof *arguments);
    (void)argc;
    (void)argv;
    if (wide == NULL || arguments == NULL) return EXIT_NOT_LOADED;
    for (int i = 0; i < count; ++i) {
        int size = WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, NULL, 0, NULL, NULL);
        arguments[i] = malloc((size_t)size);
        if (arguments[i] == NULL) return EXIT_NOT_LOADED;
        WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, arguments[i], size, NULL, NULL);
    }
    console_begin();
    language_begin(count, arguments);
    result = console_end(run(count, arguments));
    for (int i = 0; i < count; ++i) free(arguments[i]);
    free(arguments);
    LocalFree(wide);
    return result;
}

/* Appends an argument as CommandLineToArgvW takes it apart: quoted, and backslashes before a
 * quotation mark doubled. */
static bool append_argument(WCHAR *line, size_t *length, const char *argument) {
    WCHAR *wide = malloc(MAX_COMMAND_LINE * sizeof *wide);
    size_t at = *length, backslashes = 0;
    bool fits =
        wide != NULL && MultiByteToWideChar(CP_UTF8, 0, argument, -1, wide, MAX_COMMAND_LINE) != 0;
    if (fits) {
        line[at++] = L' ';
        line[at++] = L'"';
    }
    for (const WCHAR *from = wide; fits; ++from) {
        size_t copies = *from == L'"' || *from == L'\0' ? 2 * backslashes + (*from == L'"') : 0;
        if (*from == L'\\') {
            ++backslashes;
            continue;
        }
        if (copies == 0) copies = backslashes;
        backslashes = 0;
        fits = at + copies + 4 < MAX_COMMAND_LINE;
        for (size_t i = 0; fits && i < copies; ++i) line[at++] = L'\\';
        if (!fits || *from == L'\0') break;
        line[at++] = *from;
    }
    if (fits) line[at++] = L'"';
    line[at] = L'\0';
    *length = at;
    free(wide);
    return fits;
}

/* The program's path, in the folder of this one or else in PATH. */
static bool find_wide(const char *name, WCHAR path[MAX_PROGRAM_PATH]) {
    WCHAR wide[MAX_PROGRAM_NAME], *file;
    DWORD length = GetModuleFileNameW(NULL, path, MAX_PROGRAM_PATH);
    if (MultiByteToWideChar(CP_UTF8, 0, name, -1, wide, MAX_PROGRAM_NAME) == 0) return false;
    file = length > 0 && length < MAX_PROGRAM_PATH - MAX_PROGRAM_NAME - 8 ? wcsrchr(path, L'\\')
                                                                          : NULL;
    if (file != NULL) {
        wcscpy(file + 1, wide);
        wcscat(path, L".exe");
        if (GetFileAttributesW(path) != INVALID_FILE_ATTRIBUTES) return true;
    }
    length = SearchPathW(NULL, wide, L".exe", MAX_PROGRAM_PATH, path, NULL);
    return length > 0 && length < MAX_PROGRAM_PATH;
}

static bool own_path(char out[MAX_PROGRAM_PATH]) {
    WCHAR path[MAX_PROGRAM_PATH];
    DWORD length = GetModuleFileNameW(NULL, path, MAX_PROGRAM_PATH);
    if (length == 0 || length == MAX_PROGRAM_PATH ||
        WideCharToMultiByte(CP_UTF8, 0, path, -1, out, MAX_PROGRAM_PATH, NULL, NULL) == 0) {
        return false;
    }
    for (char *at = out; *at != '\0'; ++at) {
        if (*at == '\\') *at = '/';
    }
    return true;
}

bool program_find(const char *name, char out[MAX_PROGRAM_PATH]) {
    WCHAR path[MAX_PROGRAM_PATH];
    return find_wide(name, path) &&
           WideCharToMultiByte(CP_UTF8, 0, path, -1, out, MAX_PROGRAM_PATH, NULL, NULL) != 0;
}

bool program_find_file(const char *name, char out[MAX_PROGRAM_PATH]) {
    WCHAR wide[MAX_PROGRAM_PATH], *file;
    DWORD length = GetModuleFileNameW(NULL, wide, MAX_PROGRAM_PATH);
    file = length > 0 && length < MAX_PROGRAM_PATH ? wcsrchr(wide, L'\\') : NULL;
    return file != NULL &&
           MultiByteToWideChar(CP_UTF8, 0, name, -1, file + 1,
                               (int)(MAX_PROGRAM_PATH - (file + 1 - wide))) != 0 &&
           GetFileAttributesW(wide) != INVALID_FILE_ATTRIBUTES &&
           WideCharToMultiByte(CP_UTF8, 0, wide, -1, out, MAX_PROGRAM_PATH, NULL, NULL) != 0;
}

static int start(const char *name, int argc, char **argv, HANDLE output) {
    WCHAR path[MAX_PROGRAM_PATH], *line = malloc(MAX_COMMAND_LINE * sizeof *line);
    DWORD code = EXIT_NOT_LOADED;
    STARTUPINFOW how = {.cb = sizeof how};
    PROCESS_INFORMATION process;
    size_t end = 0;
    bool runs;
    if (output != NULL) {
        how.dwFlags = STARTF_USESTDHANDLES;
        how.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
        how.hStdOutput = output;
        how.hStdError = GetStdHandle(STD_ERROR_HANDLE);
    }
    runs = line != NULL && find_wide(name, path) && append_argument(line, &end, name);
    for (int i = 0; runs && i < argc; ++i) runs = append_argument(line, &end, argv[i]);
    runs = runs && CreateProcessW(path, line + 1, NULL, NULL, TRUE, 0, NULL, NULL, &how, &process);
    free(line);
    if (!runs) return -1;
    WaitForSingleObject(process.hProcess, INFINITE);
    GetExitCodeProcess(process.hProcess, &code);
    CloseHandle(process.hThread);
    CloseHandle(process.hProcess);
    return (int)code;
}

/* Nothing here can take the place of this program. */
int program_run(const char *name, int argc, char **argv) { return start(name, argc, argv, NULL); }

int program_wait(const char *name, int argc, char **argv) {
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    HANDLE nowhere = CreateFileW(L"NUL", GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                                 &inherited, OPEN_EXISTING, 0, NULL);
    int code = start(name, argc, argv, nowhere != INVALID_HANDLE_VALUE ? nowhere : NULL);
    if (nowhere != INVALID_HANDLE_VALUE) CloseHandle(nowhere);
    return code;
}

#else

int program_main(int argc, char **argv, int (*run)(int argc, char **argv)) {
    console_begin();
    language_begin(argc, argv);
    return console_end(run(argc, argv));
}

#if defined(__unix__) || defined(__APPLE__)
#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__APPLE__)
#include <mach-o/dyld.h>
#endif

/* Where this program is. False: it cannot be told. */
static bool own_path(char out[MAX_PROGRAM_PATH]) {
#if defined(__APPLE__)
    uint32_t size = MAX_PROGRAM_PATH;
    return _NSGetExecutablePath(out, &size) == 0;
#else
    ssize_t length = readlink("/proc/self/exe", out, MAX_PROGRAM_PATH - 1);
    if (length <= 0) return false;
    out[length] = '\0';
    return true;
#endif
}

/* Whether the folder, of `length` bytes, has such a file, as access tells by `mode`. An empty
 * folder is the current one. */
static bool is_in(const char *folder, size_t length, const char *name, int mode,
                  char out[MAX_PROGRAM_PATH]) {
    size_t size = strlen(name) + 1;
    if (length + 2 + size > MAX_PROGRAM_PATH) return false;
    if (length == 0) {
        out[length++] = '.';
    } else {
        memmove(out, folder, length);
    }
    out[length] = '/';
    memcpy(out + length + 1, name, size);
    return access(out, mode) == 0;
}

bool program_find(const char *name, char out[MAX_PROGRAM_PATH]) {
    const char *at = getenv("PATH"), *slash;
    if (own_path(out) && (slash = strrchr(out, '/')) != NULL &&
        is_in(out, (size_t)(slash - out), name, X_OK, out)) {
        return true;
    }
    while (at != NULL) {
        size_t length = strcspn(at, ":");
        if (is_in(at, length, name, X_OK, out)) return true;
        at = at[length] == ':' ? at + length + 1 : NULL;
    }
    return false;
}

bool program_find_file(const char *name, char out[MAX_PROGRAM_PATH]) {
    const char *slash;
    return own_path(out) && (slash = strrchr(out, '/')) != NULL &&
           is_in(out, (size_t)(slash - out), name, R_OK, out);
}

/* What a program is started with; NULL: there is no memory, or no such program. To be freed. */
static char **find_started(const char *name, int argc, char **argv, char path[MAX_PROGRAM_PATH]) {
    char **arguments = calloc((size_t)argc + 2, sizeof *arguments);
    if (arguments == NULL || !program_find(name, path)) {
        free(arguments);
        return NULL;
    }
    arguments[0] = (char *)(uintptr_t)name;
    for (int i = 0; i < argc; ++i) arguments[i + 1] = argv[i];
    return arguments;
}

int program_run(const char *name, int argc, char **argv) {
    char path[MAX_PROGRAM_PATH];
    char **arguments = find_started(name, argc, argv, path);
    if (arguments == NULL) return -1;
    execv(path, arguments);
    free(arguments);
    return -1;
}

int program_wait(const char *name, int argc, char **argv) {
    char path[MAX_PROGRAM_PATH];
    char **arguments = find_started(name, argc, argv, path);
    int status = 0;
    pid_t child;
    if (arguments == NULL) return -1;
    fflush(stdout);
    child = fork();
    if (child == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        if (nowhere >= 0) dup2(nowhere, STDOUT_FILENO);
        execv(path, arguments);
        _exit(EXIT_NOT_LOADED);
    }
    free(arguments);
    if (child < 0 || waitpid(child, &status, 0) != child) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_NOT_LOADED;
}

#else
static bool own_path(char out[MAX_PROGRAM_PATH]) {
    (void)out;
    return false;
}

bool program_find(const char *name, char out[MAX_PROGRAM_PATH]) {
    (void)name;
    (void)out;
    return false;
}

bool program_find_file(const char *name, char out[MAX_PROGRAM_PATH]) {
    return program_find(name, out);
}

int program_run(const char *name, int argc, char **argv) {
    (void)name;
    (void)argc;
    (void)argv;
    return -1;
}

int program_wait(const char *name, int argc, char **argv) {
    (void)name;
    (void)argc;
    (void)argv;
    return -1;
}
#endif
#endif

bool program_share(const char *name, char out[MAX_PROGRAM_PATH]) {
    static const char folder[] = "../share/vrm/";
    size_t size = strlen(name) + 1, length;
    char *slash;
    if (!own_path(out) || (slash = strrchr(out, '/')) == NULL) return false;
    length = (size_t)(slash + 1 - out);
    if (length + sizeof folder + size > MAX_PROGRAM_PATH) return false;
    memcpy(out + length, folder, sizeof folder - 1);
    memcpy(out + length + sizeof folder - 1, name, size);
    return true;
}
