/*
 * vrm view: runs vrm-view, the program beside this one. The viewer is a program of its own because
 * the libraries that windows need take longer to load than most files, and this tool is run by the
 * thousand.
 */
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200112L
#endif

#include "apps/kit/view_help.h"
#include "command.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int not_there(void) {
    fputs("vrm: the program vrm-view was not found, neither beside this program nor in PATH.\n"
          "It is built only if SDL2 is installed (libsdl2-dev on Debian, sdl2 in Homebrew).\n",
          stderr);
    return EXIT_NOT_LOADED;
}

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

enum { MAX_VIEW_PATH = 4096, MAX_COMMAND_LINE = 32768 };

/* What follows the next word of a command line. */
static const WCHAR *behind_word(const WCHAR *line) {
    bool is_quoted = false;
    for (; *line != L'\0' && (is_quoted || *line != L' '); ++line) {
        if (*line == L'"') is_quoted = !is_quoted;
    }
    while (*line == L' ') ++line;
    return line;
}

static int run_view(int argc, char **argv) {
    static const WCHAR name[] = L"vrm-view.exe";
    WCHAR path[MAX_VIEW_PATH], *line = malloc(MAX_COMMAND_LINE * sizeof *line), *file;
    const WCHAR *rest = behind_word(behind_word(GetCommandLineW()));
    DWORD length = GetModuleFileNameW(NULL, path, MAX_VIEW_PATH - 16), code = EXIT_NOT_LOADED;
    STARTUPINFOW start = {.cb = sizeof start};
    PROCESS_INFORMATION process;
    (void)argc;
    (void)argv;
    file = wcsrchr(path, L'\\');
    if (line == NULL || length == 0 || length >= MAX_VIEW_PATH - 16 || file == NULL ||
        wcslen(rest) + 16 > MAX_COMMAND_LINE) {
        free(line);
        return not_there();
    }
    memcpy(file + 1, name, sizeof name);
    wcscpy(line, L"vrm-view ");
    wcscat(line, rest);
    if (!CreateProcessW(path, line, NULL, NULL, TRUE, 0, NULL, NULL, &start, &process)) {
        free(line);
        return not_there();
    }
    free(line);
    WaitForSingleObject(process.hProcess, INFINITE);
    GetExitCodeProcess(process.hProcess, &code);
    CloseHandle(process.hThread);
    CloseHandle(process.hProcess);
    return (int)code;
}

#elif defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#if defined(__APPLE__)
#include <mach-o/dyld.h>
#endif

enum { MAX_VIEW_PATH = 4096 };

/* Where this program is. False: it cannot be told. */
static bool own_path(char out[MAX_VIEW_PATH]) {
#if defined(__APPLE__)
    uint32_t size = MAX_VIEW_PATH;
    return _NSGetExecutablePath(out, &size) == 0;
#else
    ssize_t length = readlink("/proc/self/exe", out, MAX_VIEW_PATH - 1);
    if (length <= 0) return false;
    out[length] = '\0';
    return true;
#endif
}

static int run_view(int argc, char **argv) {
    static const char name[] = "vrm-view";
    char path[MAX_VIEW_PATH + sizeof name], *file;
    char **arguments = calloc((size_t)argc + 2, sizeof *arguments);
    if (arguments == NULL) return not_there();
    arguments[0] = (char *)(uintptr_t)name;
    for (int i = 0; i < argc; ++i) arguments[i + 1] = argv[i];
    if (own_path(path)) {
        file = strrchr(path, '/');
        memcpy(file != NULL ? file + 1 : path, name, sizeof name);
        execv(path, arguments);
    }
    execvp(name, arguments);
    free(arguments);
    return not_there();
}

#else
static int run_view(int argc, char **argv) {
    (void)argc;
    (void)argv;
    return not_there();
}
#endif

const command command_view = {"view", "show a living avatar in a window", VIEW_HELP, run_view};
