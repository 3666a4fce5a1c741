#if !defined(_WIN32)
#define _DEFAULT_SOURCE /* the width of a terminal is not in POSIX */
#endif

#include "terminal.h"

enum { USUAL_COLUMNS = 80 };

#if defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#include <fcntl.h>
#include <io.h>
#include <windows.h>

void terminal_begin(void) {
    HANDLE output = GetStdHandle(STD_OUTPUT_HANDLE);
    DWORD mode;
    SetConsoleOutputCP(CP_UTF8);
    _setmode(_fileno(stdout), _O_BINARY); /* the same bytes on all systems: lines end with LF */
    if (GetConsoleMode(output, &mode)) SetConsoleMode(output, mode | 0x0004 /* colours */);
}

bool is_terminal(FILE *stream) { return _isatty(_fileno(stream)) != 0; }

int terminal_columns(FILE *stream) {
    CONSOLE_SCREEN_BUFFER_INFO info;
    HANDLE of = (HANDLE)_get_osfhandle(_fileno(stream));
    if (!GetConsoleScreenBufferInfo(of, &info)) return USUAL_COLUMNS;
    return info.srWindow.Right - info.srWindow.Left + 1;
}

#else

#include <unistd.h>
#if defined(__unix__) || defined(__APPLE__)
#include <sys/ioctl.h>
#endif

void terminal_begin(void) {}

bool is_terminal(FILE *stream) { return isatty(fileno(stream)) != 0; }

int terminal_columns(FILE *stream) {
#if defined(TIOCGWINSZ)
    struct winsize size;
    if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
#else
    (void)stream;
#endif
    return USUAL_COLUMNS;
}

#endif
