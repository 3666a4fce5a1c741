#include "three_vrm.h"

#include "process.h"

#include <stdio.h>
#include <string.h>

/* `rate` is left out where it is empty. */
static three_vrm_times run(const char *program, const char *packages, const char *file,
                           const char *rate) {
    three_vrm_times times = {false, 0.0, 0.0, "", "no node"};
    char command[4096] = "node", line[256] = "";
    FILE *output;
    if (!process_add_argument(command, sizeof command, program) ||
        !process_add_argument(command, sizeof command, packages) ||
        !process_add_argument(command, sizeof command, file) ||
        (rate[0] != '\0' && !process_add_argument(command, sizeof command, rate))) {
        return times;
    }
    output = process_start(command);
    if (output == NULL) return times;
    if (fgets(line, sizeof line, output) == NULL) line[0] = '\0';
    process_end(output);
    line[strcspn(line, "\r\n")] = '\0';
    if (sscanf(line, "ok %lf %lf %31s", &times.best, &times.median, times.version) == 3) {
        times.is_measured = true;
        times.problem[0] = '\0';
    } else if (line[0] != '\0') {
        snprintf(times.problem, sizeof times.problem, "%.31s", line);
    }
    return times;
}

three_vrm_times three_vrm_load(const char *packages, const char *file) {
    return run(VRM_BENCH_SOURCE "/three_vrm_load.mjs", packages, file, "");
}

three_vrm_times three_vrm_springs(const char *packages, const char *file, double rate) {
    char text[32];
    snprintf(text, sizeof text, "%g", rate);
    return run(VRM_BENCH_SOURCE "/three_vrm_springs.mjs", packages, file, text);
}

void three_vrm_keep_best(three_vrm_times *best, const three_vrm_times *run_times) {
    three_vrm_times before = *best;
    if (!run_times->is_measured && before.is_measured) return;
    *best = *run_times;
    if (!before.is_measured) return;
    if (before.best < best->best) best->best = before.best;
    if (before.median < best->median) best->median = before.median;
}
