/*
 * What it costs to play motions: the maker's motion `test`, 54 bones at 30 keys a second, on the
 * sample avatar's 55 bones. Microseconds of the processor for one avatar and frame; lower tenths of
 * rounds in which thirty avatars take turns, each at a time of its own.
 *
 *   sample   the pose of a clip, one frame after the other at 60 Hz
 *   seek     the pose of a clip at random times
 *   blend    two poses
 *   play     sample, and vrm_avatar_apply_pose
 *   mix      a mixer with two clips and an additive one, and vrm_avatar_apply_pose
 *
 * Below them: 10,000 avatars with a clip each, on two threads, sample and apply; and the same with
 * vrm_avatar_update_pose, which places the nodes. Milliseconds for all, by the clock on the wall,
 * which needs two idle processors, and by the time of a processor that the busier thread has had.
 * And the maker's dance as BVH, from text to clip: megabytes of text in a second.
 *
 * Beside them, measured in the same run: three's AnimationMixer with three-vrm's humanoid (a
 * process of its own for each measurement, five of them, the best), and ozz-animation, if --ozz
 * names a program that prints its own figures, one "NAME median X us best Y us" in a line. ozz
 * works on joints in four lanes, needs a cursor for each avatar, and gives local transforms of a
 * skeleton of its own; sample, seek and blend are compared with what is nearest to them.
 *
 *   motion [--json] [--avatars N] [--ozz PROGRAM]
 */
#include "clock.h"
#include "figure.h"
#include "file.h"
#include "process.h"
#include "second_thread.h"
#include "vrm/vrm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORK VRM_BENCH_MADE "/motion"

enum { AVATARS = 30, FRAMES = 8, ROUNDS = 400, MOST = 10000, FRAME = 16666667, PEER_RUNS = 5 };

typedef struct stage {
    vrm_model *model;
    vrm_clip *clip, *other;
    vrm_clip_info info;
    vrm_avatar *avatars[MOST];
    int count;
    vrm_mixer mixers[AVATARS];
    vrm_pose first; /* of the clip: what a layer is added relative to */
    vrm_quat last;  /* of a blend: what is not used would not be computed */
    int frame;
    uint32_t chance;
    bool places; /* the nodes too */
} stage;

/* --- What is measured --- */

static int64_t time_of(const stage *s, int avatar) {
    return vrm_clip_wrap(s->clip, (int64_t)s->frame * FRAME + (int64_t)avatar * 170000000);
}

static int64_t random_time(stage *s) {
    s->chance = s->chance * 1664525u + 1013904223u;
    return (int64_t)((double)s->chance / 4294967296.0 * (double)s->info.duration);
}

static void sample(stage *s, int avatar, vrm_pose *pose) {
    vrm_clip_sample(s->clip, time_of(s, avatar), pose);
}

static void seek(stage *s, int avatar, vrm_pose *pose) {
    (void)avatar;
    vrm_clip_sample(s->clip, random_time(s), pose);
}

static void play(stage *s, int avatar, vrm_pose *pose) {
    vrm_clip_sample(s->clip, time_of(s, avatar), pose);
    vrm_avatar_apply_pose(s->avatars[avatar], pose, NULL);
}

static void blend(stage *s, int avatar, vrm_pose *pose) {
    vrm_pose out;
    (void)avatar;
    vrm_pose_init(&out);
    vrm_pose_blend(pose, &s->first, 0.4f, &out);
    s->last = out.rotations[VRM_BONE_HEAD];
}

static void mix(stage *s, int avatar, vrm_pose *pose) {
    vrm_mixer_update(&s->mixers[avatar], FRAME, pose, NULL, NULL, 0);
    vrm_avatar_apply_pose(s->avatars[avatar], pose, NULL);
}

static double measure(stage *s, void (*work)(stage *s, int avatar, vrm_pose *pose)) {
    static double times[ROUNDS];
    vrm_pose pose;
    vrm_pose_init(&pose);
    sample(s, 0, &pose);
    for (int round = -20; round < ROUNDS; ++round) {
        double start = bench_thread_now();
        for (int frame = 0; frame < FRAMES; ++frame, ++s->frame) {
            for (int i = 0; i < AVATARS; ++i) work(s, i, &pose);
        }
        if (round >= 0) times[round] = (bench_thread_now() - start) / (AVATARS * FRAMES) / 1000;
    }
    bench_median(times, ROUNDS); /* sorts */
    return times[ROUNDS / 10];
}

/* --- Many avatars --- */

static void play_range(int32_t begin, int32_t end, void *context) {
    stage *s = context;
    vrm_pose pose;
    vrm_pose_init(&pose);
    for (int32_t i = begin; i < end; ++i) {
        vrm_clip_sample(i % 2 == 0 ? s->clip : s->other, time_of(s, i), &pose);
        vrm_avatar_apply_pose(s->avatars[i], &pose, NULL);
        if (s->places) vrm_avatar_update_pose(s->avatars[i]);
    }
}

/* Milliseconds for a frame of all: on the wall, and of the processor, by the busier thread. */
typedef struct crowd_time {
    double wall, cpu;
} crowd_time;

static crowd_time measure_crowd(stage *s, bench_thread *second, bool places) {
    enum { CROWD_ROUNDS = 41 };
    static double times[CROWD_ROUNDS], busy[CROWD_ROUNDS];
    s->places = places;
    for (int round = -3; round < CROWD_ROUNDS; ++round, ++s->frame) {
        double start = bench_now();
        bench_parallel(second, s->count, 64, play_range, s);
        if (round < 0) continue;
        times[round] = (bench_now() - start) / 1e6;
        busy[round] = bench_busier_thread(second) / 1e6;
    }
    bench_median(times, CROWD_ROUNDS);
    bench_median(busy, CROWD_ROUNDS);
    return (crowd_time){times[CROWD_ROUNDS / 10], busy[CROWD_ROUNDS / 10]};
}

/* --- BVH --- */

/* Megabytes in a second; 0: the file cannot be read. */
static double measure_text(const char *path) {
    bench_bytes text;
    double best = 0.0;
    if (!bench_read_file(path, &text)) return 0.0;
    for (int i = 0; i < 15; ++i) {
        vrm_clip *clip = NULL;
        double start = bench_thread_now(), speed;
        if (vrm_clip_load(text.data, text.size, NULL, &clip, NULL) != VRM_OK) break;
        speed = (double)text.size / (bench_thread_now() - start) * 1000;
        if (speed > best) best = speed;
        vrm_clip_release(clip);
    }
    free(text.data);
    return best;
}

/* --- Peers --- */

typedef struct three_times {
    bool is_measured;
    double sample, seek, play, mix, bvh;
    char version[32];
} three_times;

static void keep_less(double *best, double time) {
    if (*best <= 0.0 || time < *best) *best = time;
}

static void run_three(const char *avatar, const char *motion, three_times *out) {
    char command[4096] = "node", line[256] = "";
    three_times run;
    FILE *output;
    if (!process_add_argument(command, sizeof command, VRM_BENCH_SOURCE "/three_vrm_motion.mjs") ||
        !process_add_argument(command, sizeof command, VRM_NODE_PACKAGES) ||
        !process_add_argument(command, sizeof command, avatar) ||
        !process_add_argument(command, sizeof command, motion)) {
        return;
    }
    output = process_start(command);
    if (output == NULL) return;
    if (fgets(line, sizeof line, output) == NULL) line[0] = '\0';
    process_end(output);
    if (sscanf(line, "ok %lf %lf %lf %lf %31s", &run.sample, &run.seek, &run.play, &run.mix,
               out->version) != 5) {
        return;
    }
    keep_less(&out->sample, run.sample);
    keep_less(&out->seek, run.seek);
    keep_less(&out->play, run.play);
    keep_less(&out->mix, run.mix);
    out->is_measured = true;
}

typedef struct ozz_times {
    double sample, seek, blend;
} ozz_times;

/* "sample (sequential 60 Hz)    median 0.727 us best 0.648 us" */
static double best_of(const char *line, const char *name) {
    const char *best = strstr(line, "best ");
    if (strncmp(line, name, strlen(name)) != 0 || best == NULL) return 0.0;
    return strtod(best + 5, NULL);
}

static ozz_times run_ozz(const char *program) {
    ozz_times times = {0.0, 0.0, 0.0};
    char command[4096] = "", line[256];
    FILE *output;
    if (!process_add_argument(command, sizeof command, program)) return times;
    output = process_start(command);
    while (output != NULL && fgets(line, sizeof line, output) != NULL) {
        double time;
        if ((time = best_of(line, "sample (sequential")) > 0.0) times.sample = time;
        if ((time = best_of(line, "sample random")) > 0.0) times.seek = time;
        if ((time = best_of(line, "blend 2")) > 0.0) times.blend = time;
    }
    if (output != NULL) process_end(output);
    return times;
}

/* --- The table --- */

static void print_row(const char *name, double own, double three, double ozz, bool as_json,
                      bool is_first) {
    if (as_json) {
        printf("%s{\"work\":\"%s\",\"microseconds\":%.3f,\"three\":%.3f,\"ozz\":%.3f}",
               is_first ? "[" : ",\n", name, own, three, ozz);
        return;
    }
    if (is_first)
        printf("%-8s %9s %9s %8s %9s %8s\n", "us", "libvrm", "three", "times", "ozz", "times");
    printf("%-8s %9.3f", name, own);
    if (three > 0.0) {
        printf(" %9.3f %7.1fx", three, three / own);
    } else {
        printf(" %9s %8s", "-", "-");
    }
    if (ozz > 0.0) {
        printf(" %9.3f %7.2fx\n", ozz, ozz / own);
    } else {
        printf(" %9s %8s\n", "-", "-");
    }
}

static vrm_clip *load_clip(const char *path) {
    bench_bytes bytes;
    vrm_clip *clip = NULL;
    if (!bench_read_file(path, &bytes)) return NULL;
    vrm_clip_load(bytes.data, bytes.size, NULL, &clip, NULL);
    free(bytes.data);
    return clip;
}

static void prepare_mixer(stage *s, vrm_mixer *mixer, int avatar) {
    vrm_mixer_init(mixer);
    vrm_mixer_play(mixer, 0, s->clip, VRM_SLOT_LOOP, 0);
    vrm_mixer_play(mixer, 1, s->other, VRM_SLOT_LOOP, 0);
    mixer->slots[0].weight = 0.6f;
    mixer->slots[1].weight = 0.4f;
    mixer->slots[2].clip = s->other;
    mixer->slots[2].reference = &s->first;
    mixer->slots[2].flags = VRM_SLOT_LOOP | VRM_SLOT_ADDITIVE;
    mixer->slots[2].weight = 0.5f;
    mixer->slots[2].time = (int64_t)avatar * 170000000;
}

static bool prepare(stage *s, int count) {
    if (!figure_make("character", WORK "/character.vrm") ||
        !figure_make("motion --motion test --as vrma", WORK "/test.vrma") ||
        !figure_make("motion --motion dance --as vrma", WORK "/dance.vrma") ||
        !figure_make("motion --motion dance --as bvh --fps 60", WORK "/dance.bvh")) {
        return false;
    }
    s->model = figure_load(WORK "/character.vrm");
    s->clip = load_clip(WORK "/test.vrma");
    s->other = load_clip(WORK "/dance.vrma");
    if (s->model == NULL || s->clip == NULL || s->other == NULL) return false;
    vrm_clip_info_init(&s->info);
    vrm_clip_get_info(s->clip, &s->info);
    vrm_pose_init(&s->first);
    vrm_clip_sample(s->other, 0, &s->first);
    for (s->count = 0; s->count < count; ++s->count) {
        vrm_avatar_create(s->model, NULL, &s->avatars[s->count], NULL);
        if (s->avatars[s->count] == NULL) return false;
    }
    for (int i = 0; i < AVATARS; ++i) prepare_mixer(s, &s->mixers[i], i);
    return true;
}

static void report(stage *s, const three_times *three, const ozz_times *ozz, bool as_json) {
    bench_thread *second = bench_thread_start();
    crowd_time crowd, placed;
    double text;
    print_row("sample", measure(s, sample), three->sample, ozz->sample, as_json, true);
    print_row("seek", measure(s, seek), three->seek, ozz->seek, as_json, false);
    print_row("blend", measure(s, blend), 0.0, ozz->blend, as_json, false);
    print_row("play", measure(s, play), three->play, 0.0, as_json, false);
    print_row("mix", measure(s, mix), three->mix, 0.0, as_json, false);
    crowd = measure_crowd(s, second, false);
    placed = measure_crowd(s, second, true);
    text = measure_text(WORK "/dance.bvh");
    if (as_json) {
        printf(",\n{\"work\":\"crowd\",\"avatars\":%d,\"wall\":%.2f,\"cpu\":%.2f,"
               "\"placed_wall\":%.2f,\"placed_cpu\":%.2f}",
               s->count, crowd.wall, crowd.cpu, placed.wall, placed.cpu);
        printf(",\n{\"work\":\"bvh\",\"megabytes_per_second\":%.1f}]\n", text);
        return;
    }
    printf(
        "\n%d avatars with a clip each, two threads, by the wall and by the busier thread's time\n"
        "of a processor: sample and apply %.2f and %.2f ms; nodes placed too %.2f and %.2f ms\n",
        s->count, crowd.wall, crowd.cpu, placed.wall, placed.cpu);
    printf("BVH text to clip: %.0f MB/s\n", text);
    printf("clip: %u tracks, %u keys, %u KB\n", (unsigned)s->info.track_count,
           (unsigned)s->info.key_count, (unsigned)(s->info.memory / 1024));
    if (three->is_measured) printf("three-vrm-animation %s\n", three->version);
}

int main(int argc, char **argv) {
    static stage s;
    three_times three;
    ozz_times ozz = {0.0, 0.0, 0.0};
    const char *ozz_program = NULL;
    bool as_json = false;
    int count = MOST;
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--json") == 0) {
            as_json = true;
        } else if (strcmp(argv[i], "--avatars") == 0 && i + 1 < argc) {
            count = atoi(argv[++i]);
        } else if (strcmp(argv[i], "--ozz") == 0 && i + 1 < argc) {
            ozz_program = argv[++i];
        } else {
            fprintf(stderr, "usage: motion [--json] [--avatars N] [--ozz PROGRAM]\n");
            return 2;
        }
    }
    if (count < AVATARS || count > MOST) {
        fprintf(stderr, "motion: %d to %d avatars\n", (int)AVATARS, (int)MOST);
        return 2;
    }
    memset(&three, 0, sizeof three);
    if (!prepare(&s, count)) return 1;
    for (int i = 0; i < PEER_RUNS; ++i) run_three(WORK "/character.vrm", WORK "/test.vrma", &three);
    if (ozz_program != NULL) ozz = run_ozz(ozz_program);
    report(&s, &three, &ozz, as_json);
    for (int i = 0; i < s.count; ++i) vrm_avatar_destroy(s.avatars[i]);
    vrm_clip_release(s.clip);
    vrm_clip_release(s.other);
    vrm_model_release(s.model);
    return 0;
}
