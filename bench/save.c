/*
 * What saving and restoring cost, for the VRoid-sized avatar and a small one:
 *
 *   bytes      of a save
 *   memcpy     of as many bytes
 *   save       vrm_avatar_save
 *   restore    vrm_avatar_restore
 *   update     vrm_avatar_update, of an avatar that moves
 *   rollback   what a game with rollback does in a frame: vrm_avatar_restore, then eight times
 *              vrm_avatar_save and vrm_avatar_update with the motion of that frame
 *   /updates   rollback over its eight updates alone: below 2 it costs less than the simulation
 *
 * Microseconds of a processor's time; the lower tenth of many runs, which alternate.
 *
 *   save [--json] [FILE…]
 */
#include "clock.h"
#include "figure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORK VRM_BENCH_MADE "/save"
#define DT (1.0f / 60.0f)

/* What is short is done several times between two looks at the clock. */
enum { ROUNDS = 200, TIMES = 50, BACK = 8 };

typedef struct row {
    size_t bytes;
    double copy, save, restore, update, rollback;
} row;

typedef struct subject {
    vrm_avatar *avatar;
    unsigned char *saves[BACK];
    unsigned char *copy;
    size_t size;
    int frame;
} subject;

static double low(double *times, double count) {
    bench_median(times, ROUNDS);
    return times[ROUNDS / 10] / count / 1000.0;
}

static double time_copy(subject *s) {
    double start = bench_thread_now();
    for (int i = 0; i < TIMES; ++i) memcpy(i % 2 ? s->copy : s->saves[1], s->saves[0], s->size);
    return bench_thread_now() - start;
}

static double time_save(subject *s) {
    double start = bench_thread_now();
    for (int i = 0; i < TIMES; ++i) vrm_avatar_save(s->avatar, s->saves[i % 2], s->size);
    return bench_thread_now() - start;
}

static double time_restore(subject *s) {
    double start;
    for (int i = 0; i < 2; ++i) vrm_avatar_save(s->avatar, s->saves[i], s->size);
    start = bench_thread_now();
    for (int i = 0; i < TIMES; ++i) vrm_avatar_restore(s->avatar, s->saves[i % 2], s->size);
    return bench_thread_now() - start;
}

static double time_updates(subject *s) {
    double start = bench_thread_now();
    for (int i = 0; i < BACK; ++i) {
        figure_move(s->avatar, s->frame + i);
        vrm_avatar_update(s->avatar, DT);
    }
    return bench_thread_now() - start;
}

static double time_rollback(subject *s) {
    double start = bench_thread_now();
    vrm_avatar_restore(s->avatar, s->saves[0], s->size);
    for (int i = 0; i < BACK; ++i) {
        vrm_avatar_save(s->avatar, s->saves[i], s->size);
        figure_move(s->avatar, s->frame + i);
        vrm_avatar_update(s->avatar, DT);
    }
    return bench_thread_now() - start;
}

static bool measure(vrm_model *model, row *out) {
    static double copy[ROUNDS], save[ROUNDS], restore[ROUNDS], update[ROUNDS], rollback[ROUNDS];
    subject s;
    memset(&s, 0, sizeof s);
    vrm_avatar_create(model, NULL, &s.avatar, NULL);
    s.size = vrm_avatar_save_size(s.avatar);
    s.copy = malloc(s.size);
    for (int i = 0; i < BACK; ++i) s.saves[i] = calloc(1, s.size);
    if (s.avatar == NULL || s.copy == NULL || s.saves[BACK - 1] == NULL) return false;
    for (int i = 0; i < ROUNDS; ++i, s.frame += BACK) {
        update[i] = time_updates(&s);
        save[i] = time_save(&s);
        restore[i] = time_restore(&s);
        copy[i] = time_copy(&s);
        vrm_avatar_save(s.avatar, s.saves[0], s.size);
        rollback[i] = time_rollback(&s);
    }
    out->bytes = s.size;
    out->copy = low(copy, TIMES);
    out->save = low(save, TIMES);
    out->restore = low(restore, TIMES);
    out->update = low(update, BACK);
    out->rollback = low(rollback, 1);
    for (int i = 0; i < BACK; ++i) free(s.saves[i]);
    free(s.copy);
    vrm_avatar_destroy(s.avatar);
    return true;
}

static bool report(const char *name, const char *path, bool as_json, bool is_first) {
    vrm_model *model = figure_load(path);
    row r;
    if (model == NULL || !measure(model, &r)) return false;
    if (as_json) {
        printf("%s{\"config\":\"%s\",\"bytes\":%zu,\"memcpy\":%.3f,\"save\":%.3f,\"restore\":%.3f,"
               "\"update\":%.3f,\"rollback\":%.3f}",
               is_first ? "[" : ",\n", name, r.bytes, r.copy, r.save, r.restore, r.update,
               r.rollback);
    } else {
        printf("%-16s %7zu %8.2f %8.2f %8.2f %8.2f %9.1f %9.2f\n", name, r.bytes, r.copy, r.save,
               r.restore, r.update, r.rollback, r.rollback / (BACK * r.update));
    }
    vrm_model_release(model);
    return true;
}

int main(int argc, char **argv) {
    bool as_json = argc > 1 && strcmp(argv[1], "--json") == 0;
    if (!as_json) {
        printf("%-16s %7s %8s %8s %8s %8s %9s %9s\n", "microseconds", "bytes", "memcpy", "save",
               "restore", "update", "rollback", "/updates");
    }
    if (argc > 1 + as_json) {
        for (int i = 1 + as_json; i < argc; ++i) {
            if (!report(argv[i], argv[i], as_json, i == 1 + as_json)) return 1;
        }
    } else {
        if (!figure_make("vroid", WORK "/vroid.vrm") ||
            !figure_make("parametric --chains 4 --joints 5", WORK "/small.vrm")) {
            fprintf(stderr, "save: the maker does not make the avatars\n");
            return 1;
        }
        if (!report("VRoid-sized", WORK "/vroid.vrm", as_json, true)) return 1;
        if (!report("4 chains of 5", WORK "/small.vrm", as_json, false)) return 1;
    }
    if (as_json) printf("]\n");
    return 0;
}
