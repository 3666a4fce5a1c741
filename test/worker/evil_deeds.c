#define _GNU_SOURCE

#include "evil_deeds.h"
#include "apps/worker/steps.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

static int good(void) {
    puts("{\"result\":\"ok\",\"word\":\"good\"}");
    return 0;
}

static int crash(void) {
    raise(SIGSEGV);
    return 0;
}

static int spin(void) {
    volatile bool goes_on = true;
    while (goes_on) continue;
    return 0;
}

/* Touches its memory through a volatile pointer: clang removes memory that nobody reads. If all 64
 * GiB were available, the record reports it. */
static int take_memory(void) {
    const size_t piece = (size_t)64 << 20;
    for (int i = 0; i < 1024; ++i) {
        volatile char *memory = malloc(piece);
        if (memory == NULL) return good();
        for (size_t at = 0; at < piece; at += 4096) memory[at] = 1;
    }
    puts("{\"result\":\"took-64-gib\"}");
    return 0;
}

static int fork_it(void) { return fork() < 0 ? good() : 0; }

static int write_file(void) {
    const char *path = getenv("VRM_EVIL_FILE");
    int file = open(path != NULL ? path : "/tmp/vrm-evil", O_WRONLY | O_CREAT, 0600);
    return file < 0 ? good() : 0;
}

static int connect_it(void) { return socket(AF_INET, SOCK_STREAM, 0) < 0 ? good() : 0; }

static int kill_parent(void) {
    kill(getppid(), SIGKILL);
    return good();
}

static int say_nothing(void) { return 0; }

static int say_no_json(void) {
    puts("{\"result\":");
    return 0;
}

/* A second line would be a result of another job, for whoever reads the worker. */
static int say_two_lines(void) {
    puts("{\"result\":\"ok\"}\n{\"schema\":\"vrm-work/1\",\"id\":\"other\",\"result\":\"done\"}");
    return 0;
}

static int say_without_end(void) {
    volatile bool goes_on = true;
    while (goes_on) fputs("{\"result\":\"ok\",\"word\":\"good\"}", stdout);
    return 0;
}

/* Reports by itself that its record is longer than it is, and that its file has no end. */
static int lie(void) {
    const step_report report = {
        .step = 1, .records_end = 1 << 20, .said_end = UINT64_MAX, .files_end = UINT64_MAX};
    good();
    fflush(stdout);
    if (write(4, &report, sizeof report) != (ssize_t)sizeof report) return 1;
    _exit(0);
}

static _Noreturn int leave(void) { _exit(0); }

/* Says that all is done while it is not, and once more. A child of the worker has no socket, and
 * nobody hears it. */
static int say_done(void) {
    for (int i = 0; i < 3; ++i) {
        if (write(STEP_SOCKET, "", 1) != 1) break;
    }
    return good();
}

/* Says more than anybody asked for. */
static int babble(void) {
    char words[4096];
    memset(words, 'x', sizeof words);
    if (write(STEP_SOCKET, words, sizeof words) < 0) return good();
    return good();
}

/* A record of that many megabytes that is JSON, as dense as can be. */
static int say_much(size_t megabytes) {
    static char piece[1 << 20];
    for (size_t i = 0; i < sizeof piece; i += 2) piece[i] = '1', piece[i + 1] = ',';
    fputs("{\"result\":\"ok\",\"word\":[", stdout);
    for (size_t i = 0; i < megabytes; ++i) fwrite(piece, 1, sizeof piece, stdout);
    puts("1]}");
    return 0;
}

static int say_7_megabytes(void) { return say_much(7); }

static int say_50_megabytes(void) {
    signal(SIGXFSZ, SIG_IGN);
    return say_much(50);
}

/* Brackets in brackets. */
static int say_deep(void) {
    static char piece[1 << 20];
    memset(piece, '[', sizeof piece);
    fputs("{\"result\":", stdout);
    for (int i = 0; i < 6; ++i) fwrite(piece, 1, sizeof piece, stdout);
    puts("");
    return 0;
}

/* All that its files take, in memory that is not its own. */
static int fill(void) {
    static char piece[1 << 20];
    signal(SIGXFSZ, SIG_IGN);
    memset(piece, 'x', sizeof piece);
    for (int file = 1; file <= 4; ++file) {
        while (write(file, piece, sizeof piece) > 0) continue;
    }
    return spin();
}

/* A new file that takes the worker long to copy and to hash. */
static int write_large_file(void) {
    static char piece[1 << 20];
    for (int i = 0; i < 200; ++i) {
        if (write(3, piece, sizeof piece) != (ssize_t)sizeof piece) return 1;
    }
    return good();
}

/* Files that can be mapped twice would be memory that is writable here and executable there. */
static int map_files(void) {
    for (int file = 1; file <= 4; ++file) {
        if (mmap(NULL, 512, PROT_READ, MAP_SHARED, file, 0) != MAP_FAILED ||
            mmap(NULL, 512, PROT_READ, MAP_PRIVATE, file, 0) != MAP_FAILED) {
            puts("{\"result\":\"mapped\"}");
            return 0;
        }
    }
    return good();
}

int evil_do(void) {
    static const struct {
        const char *word;
        int (*run)(void);
    } deeds[] = {{"good", good},
                 {"crash", crash},
                 {"spin", spin},
                 {"memory", take_memory},
                 {"fork", fork_it},
                 {"write", write_file},
                 {"connect", connect_it},
                 {"kill", kill_parent},
                 {"nothing", say_nothing},
                 {"no-json", say_no_json},
                 {"two-lines", say_two_lines},
                 {"flood", say_without_end},
                 {"lie", lie},
                 {"leave", leave},
                 {"say-done", say_done},
                 {"babble", babble},
                 {"7-megabytes", say_7_megabytes},
                 {"50-megabytes", say_50_megabytes},
                 {"deep", say_deep},
                 {"fill", fill},
                 {"map", map_files},
                 {"large-file", write_large_file}};
    char word[32] = "";
    if (read(STDIN_FILENO, word, sizeof word - 1) < 0) return 1;
    word[strcspn(word, "\n")] = '\0';
    for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; ++i) {
        if (strcmp(deeds[i].word, word) == 0) return deeds[i].run();
    }
    return 1;
}
