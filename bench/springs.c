/*
 * What springs cost, in nanoseconds for a joint and an update, in one run:
 *
 *   three-vrm  springBoneManager.update in Node
 *   scalar     vrm_avatar_update_springs with the reference solver
 *   engine     the same with the best lanes of this machine
 *   bare       the arithmetic alone, on eight lanes (bare.h); without AVX2 there is none
 *
 * The engine's work is all of the stage: reading where the body is, checks, center spaces,
 * colliders, the steps that the time asks for, the mix of the last two of them, rotations and world
 * matrices of all nodes that springs move. Pose and humanoid are outside the clock on both sides.
 *
 * Each update of a motion is timed for itself; scalar, engine and bare alternate. A time is that of
 * the lower tenth of a run: what the machine does while nobody disturbs it. Small
 * avatars are measured several at a time, or reading the clock would count.
 *
 * Each configuration is measured in several runs, in which three-vrm and the engine alternate. The
 * figures are the medians of the runs' times. three-vrm has a new process for each run of each
 * configuration: in a process that has run others before, it was up to seven times as slow.
 *
 *   springs [OPTION…]
 *     --json                 an array of rows: config, joints, three_vrm, scalar, engine, bare
 *     --only TEXT            only configurations whose names have it
 *     --runs N               of each configuration (9)
 *     --lanes NAME           the engine's, such as sse2 (auto: the best of this machine)
 *     --three-vrm FOLDER     where node_modules with three-vrm is; "" leaves it out
 */
#include "bare.h"
#include "clock.h"
#include "figure.h"
#include "three_vrm.h"

#include <stdlib.h>
#include <string.h>

#define WORK VRM_BENCH_MADE "/springs"

enum {
    MIN_JOINTS = 400, /* measured together */
    MAX_AVATARS = 16,
    ROUNDS = 40,  /* in which they alternate */
    UPDATES = 24, /* of each in a round */
    SAMPLES = ROUNDS * UPDATES,
    MAX_RUNS = 99
};

typedef struct config {
    const char *name;
    const char *file;  /* of the corpus; NULL: it is made */
    const char *maker; /* options of the maker */
    float rate;        /* updates in a second */
    uint32_t period;   /* updates that take as many steps as the next so many */
} config;

#define MAKE "parametric --joints 5 "
static const config configs[] = {
    {"Godette", VRM_CORPUS "/godette/Godette_vrm_v4.vrm", NULL, 60, 1},
    {"one capsule", VRM_CORPUS "/conformance/springbone_collider_capsule_x0p02_r0p1.vrm", NULL, 60,
     1},
    {"24x5, 8 shared colliders", NULL, MAKE "--chains 24 --colliders 8 --shared-colliders", 60, 1},
    {"1000x5, no colliders", NULL, MAKE "--chains 1000", 60, 1},
    {"1000x5, 4 colliders each", NULL, MAKE "--chains 1000 --colliders 4", 60, 1},
    {"1000x5, 16 colliders each", NULL, MAKE "--chains 1000 --colliders 16", 60, 1},
    {"1000x5, 4 shared colliders", NULL, MAKE "--chains 1000 --colliders 4 --shared-colliders", 60,
     1},
    {"1000x5, 16 shared colliders", NULL, MAKE "--chains 1000 --colliders 16 --shared-colliders",
     60, 1},
    {"1000x5, center", NULL, MAKE "--chains 1000 --center head", 60, 1},
    {"VRoid-sized", NULL, "vroid", 60, 1},
    {"VRoid-sized, 90 Hz", NULL, "vroid", 90, 3},
    {"VRoid-sized, 30 Hz", NULL, "vroid", 30, 1},
    {"24x5, 10 of all shapes, center", NULL,
     MAKE "--chains 24 --colliders 10 --shared-colliders --shape mix --center hips", 60, 1},
};
enum { CONFIG_COUNT = sizeof configs / sizeof configs[0] };

typedef struct row {
    const config *config;
    char file[512];
    three_vrm_times three_vrm; /* for a joint */
    double scalar, engine, bare;
    uint32_t joints;
    bool is_chosen, is_measured, has_bare, is_bare_equal;
} row;

typedef struct options {
    bool as_json;
    const char *only;
    const char *three_vrm; /* a folder */
    int runs;
    vrm_lanes lanes; /* of the engine */
} options;

/* --- Files --- */

static bool exists(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) return false;
    fclose(file);
    return true;
}

/* Where the file of a configuration is. Those with the same options of the maker share one. */
static void choose_file(row *rows, int i) {
    const config *c = rows[i].config;
    int first = 0;
    if (c->file != NULL) {
        snprintf(rows[i].file, sizeof rows[i].file, "%s", c->file);
        return;
    }
    while (configs[first].maker == NULL || strcmp(configs[first].maker, c->maker) != 0) ++first;
    snprintf(rows[i].file, sizeof rows[i].file, WORK "/%d.vrm", first);
}

static void make_file(const row *rows, int i) {
    for (int k = 0; k < i; ++k) {
        if (rows[k].is_chosen && strcmp(rows[k].file, rows[i].file) == 0) return;
    }
    if (!figure_make(rows[i].config->maker, rows[i].file)) {
        fprintf(stderr, "springs: the maker does not make %s\n", rows[i].file);
    }
}

/* --- One configuration --- */

typedef struct figures {
    vrm_avatar *avatars[MAX_AVATARS];
    uint32_t count;
    int k; /* frames so far */
} figures;

static bool create(figures *f, vrm_model *model, uint32_t count, vrm_lanes lanes) {
    vrm_avatar_desc desc;
    vrm_avatar_desc_init(&desc);
    desc.lanes = lanes;
    memset(f, 0, sizeof *f);
    f->count = count;
    for (uint32_t i = 0; i < count; ++i) {
        vrm_avatar_create(model, &desc, &f->avatars[i], NULL);
        if (f->avatars[i] == NULL) return false;
    }
    return true;
}

static void destroy(figures *f) {
    for (uint32_t i = 0; i < f->count; ++i) vrm_avatar_destroy(f->avatars[i]);
}

/* All that comes before springs. */
static void pose(figures *f) {
    ++f->k;
    for (uint32_t i = 0; i < f->count; ++i) {
        figure_move(f->avatars[i], f->k);
        vrm_avatar_update_pose(f->avatars[i]);
        vrm_avatar_update_constraints(f->avatars[i]);
    }
}

static void time_springs(figures *f, float dt, uint32_t period, double *times) {
    for (uint32_t n = 0; n < UPDATES; ++n) {
        times[n] = 0.0;
        for (uint32_t k = 0; k < period; ++k) {
            double start;
            pose(f);
            start = bench_now();
            for (uint32_t i = 0; i < f->count; ++i) vrm_avatar_update_springs(f->avatars[i], dt);
            times[n] += (bench_now() - start) / period;
        }
    }
}

static volatile float sink;

/* One bare kernel beside each avatar. The engine takes the step first, outside the clock. */
static void time_bare(figures *f, bare_springs *bare, float dt, double *times) {
    for (uint32_t n = 0; n < UPDATES; ++n) {
        double start;
        pose(f);
        for (uint32_t i = 0; i < f->count; ++i) {
            vrm_avatar_update_springs(f->avatars[i], dt);
            bare_read_inputs(&bare[i], f->avatars[i]);
        }
        for (uint32_t i = 0; i < f->count; ++i) sink = bare_touch(&bare[i]);
        start = bench_now();
        for (uint32_t i = 0; i < f->count; ++i) bare_step(&bare[i], dt);
        times[n] = bench_now() - start;
    }
}

/* The lower tenth, for one joint. */
static double low(double *times, double joints) {
    bench_median(times, SAMPLES); /* sorts */
    return times[SAMPLES / 10] / joints;
}

/* The bare kernel takes one step an update: at other rates it is measured at 60 Hz, and counts as
 * often as steps are taken. */
static void measure(row *out, vrm_model *model, vrm_lanes lanes) {
    static double scalar_times[SAMPLES], engine_times[SAMPLES], bare_times[SAMPLES];
    uint32_t joints = vrm_model_tables(model)->spring_joint_count, count;
    uint32_t period = out->config->period;
    float dt = 1.0f / out->config->rate, step = 1.0f / 60.0f;
    double steps = 60.0 / (double)out->config->rate, all;
    figures scalar, engine, beside;
    bare_springs bare[MAX_AVATARS];
    out->joints = joints;
    if (joints == 0) return;
    count = (MIN_JOINTS + joints - 1) / joints;
    count = count > MAX_AVATARS ? MAX_AVATARS : count;
    all = (double)joints * count;
    if (!create(&scalar, model, count, VRM_LANES_SCALAR) || !create(&engine, model, count, lanes) ||
        !create(&beside, model, count, VRM_LANES_AUTO)) {
        fprintf(stderr, "springs: no memory\n");
        exit(1);
    }
    time_springs(&scalar, dt, period, scalar_times);
    time_springs(&engine, dt, period, engine_times);
    time_springs(&beside, step, 1, bare_times);
    out->has_bare = true;
    for (uint32_t i = 0; i < count; ++i) {
        out->has_bare = bare_create(&bare[i], beside.avatars[i]) && out->has_bare;
    }
    for (size_t i = 0; i < SAMPLES; i += UPDATES) {
        time_springs(&scalar, dt, period, scalar_times + i);
        time_springs(&engine, dt, period, engine_times + i);
        if (out->has_bare) time_bare(&beside, bare, step, bare_times + i);
    }
    out->scalar = low(scalar_times, all);
    out->engine = low(engine_times, all);
    if (out->has_bare) out->bare = low(bare_times, all / steps);
    out->is_bare_equal = out->has_bare;
    for (uint32_t i = 0; i < count; ++i) {
        out->is_bare_equal = out->is_bare_equal && bare_is_equal(&bare[i], beside.avatars[i]);
        bare_destroy(&bare[i]);
    }
    out->is_measured = true;
    destroy(&scalar);
    destroy(&engine);
    destroy(&beside);
}

static void measure_runs(row *out, const options *chosen) {
    double three_vrm[MAX_RUNS], scalar[MAX_RUNS], engine[MAX_RUNS], bare[MAX_RUNS];
    vrm_model *model = figure_load(out->file);
    size_t peers = 0, runs = (size_t)chosen->runs;
    bool is_equal = true;
    if (model == NULL) return;
    fprintf(stderr, "springs: %s\n", out->config->name);
    for (size_t run = 0; run < runs; ++run) {
        if (chosen->three_vrm[0] != '\0') {
            three_vrm_times times =
                three_vrm_springs(chosen->three_vrm, out->file, (double)out->config->rate);
            if (times.is_measured) three_vrm[peers++] = times.best;
            three_vrm_keep_best(&out->three_vrm, &times);
        }
        measure(out, model, chosen->lanes);
        scalar[run] = out->scalar;
        engine[run] = out->engine;
        bare[run] = out->bare;
        is_equal = is_equal && out->is_bare_equal;
    }
    out->scalar = bench_median(scalar, runs);
    out->engine = bench_median(engine, runs);
    out->bare = bench_median(bare, runs);
    out->is_bare_equal = is_equal;
    if (peers != 0) out->three_vrm.best = bench_median(three_vrm, peers);
    vrm_model_release(model);
}

/* --- Results --- */

static void print_number(double value, bool is_there) {
    if (is_there) {
        printf("%9.1f", value);
    } else {
        printf("%9s", "-");
    }
}

static void print_ratio(double a, double b, bool is_there) {
    if (is_there) {
        printf("%9.2f", a / b);
    } else {
        printf("%9s", "-");
    }
}

static const char *engine_name(vrm_lanes lanes) {
    if (lanes != VRM_LANES_AUTO) return vrm_lanes_name(lanes);
    return vrm_lanes_supported(VRM_LANES_AVX2) ? "avx2" : "no avx2";
}

static void print_table(const row *rows, const options *chosen) {
    const char *version = "left out";
    for (int i = 0; i < CONFIG_COUNT; ++i) {
        if (rows[i].three_vrm.is_measured) version = rows[i].three_vrm.version;
    }
    printf("ns per joint, medians of %d runs; engine: %s; three-vrm: %s\n\n", chosen->runs,
           engine_name(chosen->lanes), version);
    printf("%-32s %6s %9s%9s%9s%9s%9s%9s%9s\n", "configuration", "joints", "three-vrm", "scalar",
           "engine", "bare", "3v/eng", "sca/eng", "eng/bare");
    for (int i = 0; i < CONFIG_COUNT; ++i) {
        const row *r = &rows[i];
        bool has_peer = r->three_vrm.is_measured;
        if (!r->is_chosen || !r->is_measured) continue;
        printf("%-32s %6u ", r->config->name, (unsigned)r->joints);
        print_number(r->three_vrm.best, has_peer);
        print_number(r->scalar, true);
        print_number(r->engine, true);
        print_number(r->bare, r->has_bare);
        print_ratio(r->three_vrm.best, r->engine, has_peer);
        print_ratio(r->scalar, r->engine, true);
        print_ratio(r->engine, r->bare, r->has_bare);
        printf("%s%s%s\n", r->has_bare && !r->is_bare_equal ? "  NOT THE SAME BITS" : "",
               r->three_vrm.problem[0] != '\0' ? "  " : "", r->three_vrm.problem);
    }
}

static void print_json_number(const char *name, double value, bool is_there) {
    if (is_there) {
        printf(",\"%s\":%.3f", name, value);
    } else {
        printf(",\"%s\":null", name);
    }
}

static void print_json(const row *rows) {
    const char *separator = "[";
    for (int i = 0; i < CONFIG_COUNT; ++i) {
        const row *r = &rows[i];
        bool has_peer = r->three_vrm.is_measured;
        if (!r->is_chosen || !r->is_measured) continue;
        printf("%s{\"config\":\"%s\",\"joints\":%u", separator, r->config->name,
               (unsigned)r->joints);
        print_json_number("three_vrm", r->three_vrm.best, has_peer);
        print_json_number("scalar", r->scalar, true);
        print_json_number("engine", r->engine, true);
        print_json_number("bare", r->bare, r->has_bare);
        printf("}");
        separator = ",\n";
    }
    printf("%s]\n", separator[0] == '[' ? "[" : "");
}

/* False: there are no such lanes, or not on this machine. */
static bool choose_lanes(options *chosen, const char *name) {
    for (vrm_lanes i = VRM_LANES_AUTO; vrm_lanes_name(i)[0] != '\0'; ++i) {
        if (strcmp(vrm_lanes_name(i), name) == 0) chosen->lanes = i;
    }
    return strcmp(vrm_lanes_name(chosen->lanes), name) == 0 && vrm_lanes_supported(chosen->lanes);
}

int main(int argc, char **argv) {
    static row rows[CONFIG_COUNT];
    options chosen = {false, "", VRM_NODE_PACKAGES, 9, VRM_LANES_AUTO};
    int failures = 0;
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--json") == 0) {
            chosen.as_json = true;
        } else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc) {
            chosen.only = argv[++i];
        } else if (strcmp(argv[i], "--three-vrm") == 0 && i + 1 < argc) {
            chosen.three_vrm = argv[++i];
        } else if (strcmp(argv[i], "--runs") == 0 && i + 1 < argc) {
            chosen.runs = atoi(argv[++i]);
            if (chosen.runs < 1 || chosen.runs > MAX_RUNS) {
                fprintf(stderr, "springs: --runs takes 1 to %d\n", MAX_RUNS);
                return 2;
            }
        } else if (strcmp(argv[i], "--lanes") == 0 && i + 1 < argc) {
            if (!choose_lanes(&chosen, argv[++i])) {
                fprintf(stderr, "springs: this machine has no lanes %s\n", argv[i]);
                return 2;
            }
        } else {
            fprintf(stderr, "usage: springs [--json] [--only TEXT] [--runs N] [--lanes NAME] "
                            "[--three-vrm FOLDER]\n");
            return 2;
        }
    }
    for (int i = 0; i < CONFIG_COUNT; ++i) {
        rows[i].config = &configs[i];
        rows[i].is_chosen = strstr(configs[i].name, chosen.only) != NULL;
        choose_file(rows, i);
        if (!rows[i].is_chosen) continue;
        if (configs[i].file == NULL) {
            make_file(rows, i);
        } else if (!exists(configs[i].file)) {
            fprintf(stderr, "springs: %s is not here; left out\n", configs[i].file);
            rows[i].is_chosen = false;
        }
    }
    for (int i = 0; i < CONFIG_COUNT; ++i) {
        if (!rows[i].is_chosen) continue;
        measure_runs(&rows[i], &chosen);
        failures += !rows[i].is_measured || (rows[i].has_bare && !rows[i].is_bare_equal);
    }
    if (chosen.as_json) {
        print_json(rows);
    } else {
        print_table(rows, &chosen);
    }
    return failures != 0;
}
