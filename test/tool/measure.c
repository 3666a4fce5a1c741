/*
 * Runs a program, and writes what it took into a file: exit code (128 and the signal if one ended
 * it), microseconds of processor time, peak memory in kilobytes.
 *
 * usage: vrm-measure FILE PROGRAM ARGUMENT…
 *
 * Linux counts the memory of the process that starts a program as the program's own; that of a
 * Python script would be larger than what is to be measured.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
    struct rusage usage;
    int status;
    pid_t child;
    FILE *out;
    if (argc < 3) {
        fputs("usage: vrm-measure FILE PROGRAM ARGUMENT…\n", stderr);
        return 2;
    }
    child = fork();
    if (child == 0) {
        execv(argv[2], argv + 2);
        perror(argv[2]);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &usage) != child) {
        perror("vrm-measure");
        return 2;
    }
    out = fopen(argv[1], "w");
    if (out == NULL) {
        perror(argv[1]);
        return 2;
    }
    status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    fprintf(out, "%d %lld %ld\n", status,
            (long long)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000 +
                usage.ru_utime.tv_usec + usage.ru_stime.tv_usec,
            usage.ru_maxrss);
    return fclose(out) == 0 ? status : 2;
}
