/*
 * What crowds cost: 100, 1,000 and 10,000 avatars of the VRoid-sized model, and of 20 models mixed,
 * and 1,000 small ones of the corpus, which share lanes; each with its own motion. Nanoseconds of a
 * processor's time for a joint and an update, on one thread where nothing else is said; lower
 * tenths of runs that alternate.
 *
 *   scalar     the spring stage of all of them, one after the other, with the reference solver
 *   engine     the same with the best lanes of this machine
 *   bare       the arithmetic alone (bare.h), its data laid out for as many
 *   update     vrm_crowd_update: all stages
 *   x2         how many times as fast vrm_crowd_update is on two threads; and the bare kernel,
 *              which says what this machine gives to two threads. Measured twice: by the clock on
 *              the wall, which needs two idle processors, and by the busier thread's time of a
 *              processor (cpu), which shows what threads cost each other on a busy machine
 *   asleep     vrm_crowd_update of a crowd that has come to rest (VRM_AVATAR_FLAG_SLEEP), in
 * percent of one that moves bytes      that the spring stage of an avatar beyond the cache moves
 * for a joint: every line that it reads, and every line that it writes once more GB/s       these
 * bytes in the engine's time; the machine's own bandwidth stands below
 *
 *   crowd [--json] [--most N]
 */
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif

#include "vrm/crowd.h"
#include "bare.h"
#include "clock.h"
#include "figure.h"
#include "second_thread.h"

#include <stdlib.h>
#include <string.h>

#define WORK VRM_BENCH_MADE "/crowd"
#define DT (1.0f / 60.0f)

enum { MODELS = 20, MAX_ROUNDS = 61 };

/* --- Two threads --- */

/* Whom the crowd's work is shared with at present; NULL: nobody. */
static bench_thread *second_thread;
static void share(int32_t count, int32_t min_range, vrm_range_fn *fn, void *context, void *user) {
    (void)user;
    bench_parallel(second_thread, count, min_range, fn, context);
}

/* --- Bandwidth --- */

/* Bytes in a nanosecond, of c = a + b over arrays far beyond any cache: two read, one read for
 * being written, one written. */
static double measure_bandwidth(void) {
    enum { COUNT = 48 << 20, TIMES = 7 };
    float *a = malloc(sizeof *a * COUNT), *b = malloc(sizeof *b * COUNT);
    float *c = malloc(sizeof *c * COUNT);
    double best = 0.0;
    if (a == NULL || b == NULL || c == NULL) exit(1);
    for (size_t i = 0; i < COUNT; ++i) a[i] = b[i] = c[i] = (float)(i & 255);
    for (int n = 0; n < TIMES; ++n) {
        double start = bench_thread_now(), speed;
        for (size_t i = 0; i < COUNT; ++i) c[i] = a[i] + b[i];
        speed = 4.0 * sizeof *a * COUNT / (bench_thread_now() - start);
        if (speed > best) best = speed;
        a[n] = c[n + 1];
    }
    free(a);
    free(b);
    free(c);
    return best;
}

/* --- The crowds --- */

typedef struct scene {
    vrm_model *models[MODELS];
    uint32_t model_count;
    vrm_crowd *crowd;
    const struct vrmi_wide *wide; /* of the first avatar: the engine's */
    bare_springs *bare;
    uint32_t count;
    double joints, bytes; /* of all */
    int k;
} scene;

/* The kinds of crowds. */
typedef struct kind {
    const char *name;
    const char *file; /* of the corpus; NULL: it is made */
    bool is_mix;
    uint32_t most; /* avatars */
    uint32_t least;
} kind;

static const kind kinds[] = {
    {"VRoid-sized", NULL, false, 10000, 100},
    {"of 20 models", NULL, true, 10000, 100},
    {"Godettes", VRM_CORPUS "/godette/Godette_vrm_v4.vrm", false, 1000, 1000},
    {"one capsule", VRM_CORPUS "/conformance/springbone_collider_capsule_x0p02_r0p1.vrm", false,
     1000, 1000},
};

static bool load_models(scene *s, const kind *kind) {
    bool is_mix = kind->is_mix;
    s->model_count = is_mix ? MODELS : 1;
    if (kind->file != NULL) {
        s->models[0] = figure_load(kind->file);
        return s->models[0] != NULL;
    }
    for (uint32_t i = 0; i < s->model_count; ++i) {
        char path[512], options[256] = "vroid";
        snprintf(path, sizeof path, WORK "/%s%u.vrm", is_mix ? "mix" : "vroid", (unsigned)i);
        /* Of all kinds: 6 to 44 chains of 3 to 7 joints, 0 to 9 colliders, some with a center. */
        if (is_mix) {
            snprintf(options, sizeof options,
                     "parametric --bones %s --chains %u --joints %u --colliders %u %s %s --seed %u",
                     i % 2 != 0 ? "fingers" : "body", 6 + 2 * i, 3 + i % 5, i % 10,
                     i % 3 != 0 ? "--shared-colliders" : "", i % 4 == 0 ? "--center hips" : "",
                     i + 1);
        }
        if (!figure_make(options, path)) {
            fprintf(stderr, "crowd: the maker does not make %s\n", path);
            return false;
        }
        s->models[i] = figure_load(path);
        if (s->models[i] == NULL) return false;
    }
    return true;
}

/* Lines of the avatar's block that the spring stage reads, and those that it writes. */
static double bytes_of(const vrm_avatar *a) {
    const vrmi_rig_springs *rig = &a->rig->springs;
    double rows = (double)(sizeof *a->springs.rows * a->rig->lanes.row_count);
    double line = rows / VRMI_ROW_LINES, settings = line * (VRMI_ROW_LINES - 2 * VRMI_ROW_STATE);
    double before = line * VRMI_ROW_STATE; /* is read, and its fellow is read and written */
    double local = (double)(sizeof *a->local * rig->moved_count);
    double world = (double)(sizeof *a->world * rig->moved_count);
    double inputs = (double)(rig->input_count * (sizeof *a->local + sizeof *a->world));
    double kept = (double)(rig->input_count * 2 * sizeof *a->springs.inputs);
    double springs = (double)(a->tables->spring_count * sizeof *a->springs.springs);
    double shapes = (double)(a->tables->spring_collider_count * sizeof *a->springs.shapes);
    return settings + before + inputs + springs + 2.0 * (before + local + world + kept + shapes);
}

static void pose(scene *s, bool is_updated) {
    ++s->k;
    for (uint32_t i = 0; i < s->count; ++i) {
        vrm_avatar *avatar = vrm_crowd_get(s->crowd, i);
        figure_move(avatar, s->k + (int)i);
        if (is_updated) vrm_avatar_update_pose(avatar);
    }
}

static void set_wide(scene *s, const struct vrmi_wide *wide) {
    for (uint32_t i = 0; i < s->count; ++i) vrm_crowd_get(s->crowd, i)->wide = wide;
}

static bool fill(scene *s, uint32_t count, uint32_t flags) {
    vrm_avatar_desc desc;
    vrm_crowd_desc crowd_desc;
    vrm_avatar_desc_init(&desc);
    desc.flags = flags;
    vrm_crowd_desc_init(&crowd_desc);
    crowd_desc.parallel_for = share;
    vrm_crowd_create(&crowd_desc, &s->crowd, NULL);
    s->count = count;
    s->joints = 0.0;
    s->bytes = 0.0;
    for (uint32_t i = 0; i < count; ++i) {
        vrm_avatar *avatar;
        vrm_crowd_add(s->crowd, s->models[i % s->model_count], &desc, &avatar, NULL);
        if (avatar == NULL) return false;
        s->joints += avatar->tables->spring_joint_count;
        s->bytes += bytes_of(avatar);
        s->wide = avatar->wide;
    }
    return true;
}

static bool make_bare(scene *s) {
    s->bare = calloc(s->count, sizeof *s->bare);
    if (s->bare == NULL) return false;
    for (uint32_t i = 0; i < s->count; ++i) {
        const vrm_avatar *avatar = vrm_crowd_get(s->crowd, i);
        if (!bare_create(&s->bare[i], avatar)) return false;
        bare_read_inputs(&s->bare[i], avatar);
    }
    return true;
}

static void free_bare(scene *s) {
    for (uint32_t i = 0; s->bare != NULL && i < s->count; ++i) bare_destroy(&s->bare[i]);
    free(s->bare);
    s->bare = NULL;
}

static void step_bare(int32_t begin, int32_t end, void *context) {
    scene *s = context;
    for (int32_t i = begin; i < end; ++i) bare_step(&s->bare[i], DT);
}

static double time_springs(scene *s, const struct vrmi_wide *wide) {
    double start;
    set_wide(s, wide);
    pose(s, true);
    start = bench_thread_now();
    for (uint32_t i = 0; i < s->count;) { /* as vrm_crowd_update does */
        vrm_avatar *some[VRMI_MOST_TOGETHER];
        float dt[VRMI_MOST_TOGETHER];
        uint32_t count = 0;
        do {
            dt[count] = DT;
            some[count++] = vrm_crowd_get(s->crowd, i++);
        } while (i < s->count && count < VRMI_MOST_TOGETHER &&
                 vrmi_can_update_together(some[0], vrm_crowd_get(s->crowd, i)));
        if (count == 1) vrm_avatar_update_springs(some[0], DT);
        if (count > 1) vrmi_update_springs_together(some, dt, count);
    }
    return bench_thread_now() - start;
}

/* By the clock on the wall, and the processor's time of the busier thread. */
typedef struct both_times {
    double wall, cpu;
} both_times;

static both_times time_shared(scene *s, bench_thread *with, vrm_range_fn *fn) {
    both_times start = {bench_now(), bench_thread_now()};
    second_thread = with;
    if (fn != NULL) bench_parallel(with, (int32_t)s->count, 16, fn, s);
    if (fn == NULL) vrm_crowd_update(s->crowd, DT);
    second_thread = NULL;
    return (both_times){bench_now() - start.wall,
                        with != NULL ? bench_busier_thread(with) : bench_thread_now() - start.cpu};
}

static both_times time_update(scene *s, bench_thread *with) {
    pose(s, false);
    return time_shared(s, with, NULL);
}

typedef struct row {
    char config[64];
    double joints, scalar, engine, bare, update, asleep, bytes;
    both_times threads, bare_threads; /* how many times as fast two are */
    bool has_bare, has_threads;
} row;

static double low(double *times, size_t count) {
    bench_median(times, count);
    return times[count / 10];
}

/* Sleep: one that has stood still for so long that all of it sleeps. */
static double time_asleep(scene *s) {
    double times[9];
    for (int i = 0; i < 2400; ++i) {
        bool is_asleep = true;
        vrm_crowd_update(s->crowd, DT);
        for (uint32_t k = 0; k < s->count && is_asleep; ++k) {
            is_asleep = vrm_crowd_get(s->crowd, k)->sleep.is_asleep != 0;
        }
        if (is_asleep) break;
    }
    for (int i = 0; i < 9; ++i) {
        times[i] = bench_thread_now();
        vrm_crowd_update(s->crowd, DT);
        times[i] = bench_thread_now() - times[i];
    }
    return low(times, 9);
}

/* The same work alone and shared, by turns. */
typedef struct pair_times {
    double wall[MAX_ROUNDS], cpu[MAX_ROUNDS], wall_two[MAX_ROUNDS], cpu_two[MAX_ROUNDS];
} pair_times;

static void keep(pair_times *times, size_t round, both_times one, both_times two) {
    times->wall[round] = one.wall;
    times->cpu[round] = one.cpu;
    times->wall_two[round] = two.wall;
    times->cpu_two[round] = two.cpu;
}

static both_times speed_up(pair_times *times, size_t rounds) {
    return (both_times){low(times->wall, rounds) / low(times->wall_two, rounds),
                        low(times->cpu, rounds) / low(times->cpu_two, rounds)};
}

static bool measure(scene *s, uint32_t count, bench_thread *other, row *out) {
    static double scalar[MAX_ROUNDS], engine[MAX_ROUNDS];
    static pair_times update, bare;
    size_t rounds = 60000 / count;
    rounds = rounds < 11 ? 11 : rounds > MAX_ROUNDS ? MAX_ROUNDS : rounds;
    if (!fill(s, count, 0)) return false;
    for (int i = 0; i < 3; ++i) time_update(s, NULL);
    out->has_bare = make_bare(s);
    out->has_threads = other != NULL;
    for (size_t i = 0; i < rounds; ++i) {
        both_times one;
        scalar[i] = time_springs(s, NULL);
        engine[i] = time_springs(s, s->wide);
        one = time_update(s, NULL);
        keep(&update, i, one, time_update(s, other));
        if (!out->has_bare) continue;
        one = time_shared(s, NULL, step_bare);
        keep(&bare, i, one, time_shared(s, other, step_bare));
    }
    out->joints = s->joints;
    out->bytes = s->bytes / s->joints;
    out->scalar = low(scalar, rounds) / s->joints;
    out->engine = low(engine, rounds) / s->joints;
    out->update = low(update.cpu, rounds) / s->joints;
    if (out->has_threads) out->threads = speed_up(&update, rounds);
    if (out->has_bare) {
        out->bare = low(bare.cpu, rounds) / s->joints;
        if (out->has_threads) out->bare_threads = speed_up(&bare, rounds);
    }
    free_bare(s);
    vrm_crowd_destroy(s->crowd);
    if (!fill(s, count, VRM_AVATAR_FLAG_SLEEP)) return false;
    out->asleep = time_asleep(s) / s->joints / out->update * 100.0;
    vrm_crowd_destroy(s->crowd);
    return true;
}

/* --- Results --- */

static void print_row(const row *r) {
    printf("%-20s %8.0f %7.1f %7.1f %7.1f %7.1f %6.2f %5.2f %7.2f %5.2f %7.2f %6.0f %6.1f %7.2f "
           "%8.2f\n",
           r->config, r->joints, r->scalar, r->engine, r->bare, r->update, r->threads.wall,
           r->threads.cpu, r->bare_threads.wall, r->bare_threads.cpu, r->asleep, r->bytes,
           r->bytes / r->engine, r->scalar / r->engine, r->has_bare ? r->engine / r->bare : 0.0);
    fflush(stdout);
}

static void print_json_row(const row *r, bool is_first) {
    printf("%s{\"config\":\"%s\",\"joints\":%.0f,\"three_vrm\":null,\"scalar\":%.3f,"
           "\"engine\":%.3f,\"bare\":",
           is_first ? "[" : ",\n", r->config, r->joints, r->scalar, r->engine);
    printf(r->has_bare ? "%.3f" : "null", r->bare);
    printf(",\"update\":%.3f,\"two_threads\":%.3f,\"two_threads_cpu\":%.3f,"
           "\"bare_two_threads\":%.3f,\"bare_two_threads_cpu\":%.3f,\"asleep_percent\":%.3f,"
           "\"bytes\":%.1f}",
           r->update, r->threads.wall, r->threads.cpu, r->bare_threads.wall, r->bare_threads.cpu,
           r->asleep, r->bytes);
}

static void print_memory(vrm_model *model) {
    vrm_avatar_desc desc;
    const vrmi_rig *rig;
    vrm_avatar_desc_init(&desc);
    printf("\none VRoid-sized avatar: %zu bytes (%u nodes, %u joints); ",
           vrm_avatar_size(model, &desc), vrm_model_gltf(model)->node_count,
           vrm_model_tables(model)->spring_joint_count);
    rig = vrmi_model_rig(model);
    printf("tables of the rig, which all of them share: %llu bytes\n",
           (unsigned long long)rig->memory.used_bytes);
}

int main(int argc, char **argv) {
    static const uint32_t sizes[] = {100, 1000, 10000};
    uint32_t most = 10000;
    bool as_json = false, is_first = true;
    bench_thread *other = bench_thread_start();
    double bandwidth;
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--json") == 0) {
            as_json = true;
        } else if (strcmp(argv[i], "--most") == 0 && i + 1 < argc) {
            most = (uint32_t)strtoul(argv[++i], NULL, 10);
        } else {
            fprintf(stderr, "usage: crowd [--json] [--most N]\n");
            return 2;
        }
    }
    bandwidth = measure_bandwidth();
    if (!as_json) {
        printf("%-20s %8s %7s %7s %7s %7s %6s %5s %7s %5s %7s %6s %6s %7s %8s\n", "crowd", "joints",
               "scalar", "engine", "bare", "update", "x2", "cpu", "bare x2", "cpu", "asleep%",
               "bytes", "GB/s", "sca/eng", "eng/bare");
    }
    for (size_t n = 0; n < sizeof kinds / sizeof kinds[0]; ++n) {
        scene s;
        double first = 0.0, first_update = 0.0;
        memset(&s, 0, sizeof s);
        if (!load_models(&s, &kinds[n])) {
            if (kinds[n].file == NULL) return 1;
            fprintf(stderr, "crowd: %s is left out, because it is not there\n", kinds[n].name);
            continue;
        }
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
            row r;
            if (sizes[i] > most || sizes[i] > kinds[n].most || sizes[i] < kinds[n].least) continue;
            memset(&r, 0, sizeof r);
            snprintf(r.config, sizeof r.config, "%u %s", (unsigned)sizes[i], kinds[n].name);
            if (!measure(&s, sizes[i], other, &r)) return 1;
            if (as_json) print_json_row(&r, is_first);
            if (!as_json) print_row(&r);
            is_first = false;
            if (i == 0) first = r.engine, first_update = r.update;
            if (!as_json && i != 0 && first > 0.0) {
                printf("%-20s springs %.2f, all stages %.2f\n",
                       "  growth from 100:", r.engine / first, r.update / first_update);
            }
        }
        if (!as_json && n == 0) print_memory(s.models[0]);
        for (uint32_t i = 0; i < s.model_count; ++i) vrm_model_release(s.models[i]);
    }
    if (as_json) printf("]\n");
    if (!as_json) printf("bandwidth of one thread: %.1f GB/s\n", bandwidth);
    return 0;
}
