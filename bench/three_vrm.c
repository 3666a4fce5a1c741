#include "three_vrm.h"

#include "process.h"

#include <stdio.h>
#include <string.h>

three_vrm_times three_vrm_measure(const char *packages, const char *file) {
    three_vrm_times times = {false, 0.0, 0.0, 0, "", "no node"};
    char command[4096] = "node", line[256] = "";
    FILE *output;
    if (!process_add_argument(command, sizeof command, VRM_BENCH_SOURCE "/three_vrm_load.mjs") ||
        !process_add_argument(command, sizeof command, packages) ||
        !process_add_argument(command, sizeof command, file)) {
        return times;
    }
    output = process_start(command);
    if (output == NULL) return times;
    if (fgets(line, sizeof line, output) == NULL) line[0] = '\0';
    process_end(output);
    line[strcspn(line, "\r\n")] = '\0';
    if (sscanf(line, "ok %lf %lf %d %31s", &times.median, &times.best, &times.rounds,
               times.version) == 4) {
        times.is_measured = true;
        times.problem[0] = '\0';
    } else if (line[0] != '\0') {
        snprintf(times.problem, sizeof times.problem, "%.31s", line);
    }
    return times;
}
