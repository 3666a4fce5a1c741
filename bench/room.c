/*
 * What it costs that hair meets the hands of others: 200 VRoid-sized avatars in a room, each a step
 * from the next, who turn their heads and wave both hands; each hand is a collider for all others
 * (vrm_crowd_set_collider). One thread; microseconds of the processor for all avatars and one
 * update; medians of rounds in which two crowds with the same motion alternate, one with the
 * colliders and one without.
 *
 *   springs   the spring stage of all avatars, without the colliders
 *   update    vrm_crowd_update without the colliders: all stages
 *   publish   reading the places of all hands from the frames, and handing them to the crowd;
 * nearly all of it is waiting for memory, which a host that draws the avatars waits for anyway
 *   meeting   how much longer vrm_crowd_update takes with them: the grid, what each avatar finds in
 *             it, and what its springs do with that
 *   share     the meeting, in percent of the springs
 *   met       colliders within the reach of an avatar's springs, on average; and the most of one
 *   moved     avatars whose hair some hand has moved by then
 *
 *   room [--json] [--avatars N]
 */
#include "vrm/crowd.h"
#include "vrm/frame.h"

#include "base/math.h"
#include "clock.h"
#include "figure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORK VRM_BENCH_MADE "/room"
#define DT (1.0f / 60.0f)

enum { MOST = 1000, ROUNDS = 201, MET = 16 };

typedef struct room {
    vrm_crowd *crowd;
    vrm_avatar *avatars[MOST];
    int count;
} room;

typedef struct row {
    const char *config;
    float step; /* from one avatar to the next, metres */
    double springs, update, publish, meeting, met;
    uint32_t most_met;
    int moved;
} row;

static bool fill(room *r, vrm_model *model, int count, bool has_hands) {
    vrm_crowd_desc desc;
    vrm_crowd_desc_init(&desc);
    if (has_hands) {
        desc.collider_capacity = 2 * MOST;
        desc.near_capacity = MET;
    }
    vrm_crowd_create(&desc, &r->crowd, NULL);
    r->count = count;
    for (int i = 0; i < count; ++i) {
        vrm_crowd_add(r->crowd, model, NULL, &r->avatars[i], NULL);
        if (r->avatars[i] == NULL) return false;
    }
    return true;
}

/* In rows of 20. Arms hang beside the body at rest of a T-pose, and wave from there. */
static void act(const room *r, float step, int k) {
    for (int i = 0; i < r->count; ++i) {
        float time = (float)k * 0.06f + (float)i;
        vrm_trs root;
        figure_move(r->avatars[i], k + i);
        vrm_avatar_get_root(r->avatars[i], &root);
        root.translation.x += (float)(i % 20) * step;
        root.translation.z += (float)(i / 20) * step;
        vrm_avatar_set_root(r->avatars[i], &root);
        for (int side = 0; side < 2; ++side) {
            float angle = (side == 0 ? 1.0f : -1.0f) * (0.3f * vrmi_sin(time) - 0.2f);
            vrm_avatar_set_bone_rotation_value(
                r->avatars[i], side == 0 ? VRM_BONE_LEFT_UPPER_ARM : VRM_BONE_RIGHT_UPPER_ARM,
                vrmi_quat_from_axis_angle(vrm_vec3_make(0.0f, 0.0f, 1.0f), angle));
        }
    }
}

/* A ball around each hand, where the last update has put it. */
static void publish(const room *r) {
    static const vrm_bone hands[2] = {VRM_BONE_LEFT_HAND, VRM_BONE_RIGHT_HAND};
    for (int i = 0; i < r->count; ++i) {
        for (int side = 0; side < 2; ++side) {
            vrm_crowd_collider hand = {VRM_COLLIDER_SPHERE, {0, 0, 0}, {0, 0, 0}, 0.08f, NULL};
            hand.owner = r->avatars[i];
            vrm_avatar_get_bone_position(r->avatars[i], hands[side], &hand.position);
            vrm_crowd_set_collider(r->crowd, (uint32_t)(2 * i + side), &hand);
        }
    }
}

static double time_update(const room *r) {
    double start = bench_thread_now();
    vrm_crowd_update(r->crowd, DT);
    return bench_thread_now() - start;
}

static double time_publish(const room *r) {
    double start = bench_thread_now();
    publish(r);
    return bench_thread_now() - start;
}

/* The same update in its stages. */
static double time_springs(const room *r) {
    double start;
    for (int i = 0; i < r->count; ++i) {
        vrm_avatar_update_pose(r->avatars[i]);
        vrm_avatar_update_look_at(r->avatars[i]);
        vrm_avatar_update_expressions(r->avatars[i], DT);
        vrm_avatar_update_constraints(r->avatars[i]);
    }
    start = bench_thread_now();
    for (int i = 0; i < r->count; ++i) vrm_avatar_update_springs(r->avatars[i], DT);
    return bench_thread_now() - start;
}

static void count_met(const room *with, const room *without, row *out) {
    for (int i = 0; i < with->count; ++i) {
        const vrm_frame *a = vrm_avatar_frame(with->avatars[i]);
        const vrm_frame *b = vrm_avatar_frame(without->avatars[i]);
        uint32_t met = vrm_crowd_near_count(with->crowd, with->avatars[i]);
        out->met += (double)met / with->count;
        if (out->most_met < met) out->most_met = met;
        out->moved += memcmp(a->world, b->world, sizeof *a->world * a->node_count) != 0;
    }
}

/* Three crowds, so that each update is timed in the state that it would have by itself. */
static bool measure(vrm_model *model, int count, row *out) {
    static double springs[ROUNDS], update[ROUNDS], published[ROUNDS], more[ROUNDS];
    static room with, without, staged;
    if (!fill(&with, model, count, true) || !fill(&without, model, count, false) ||
        !fill(&staged, model, count, false)) {
        return false;
    }
    for (int k = -20; k < ROUNDS; ++k) {
        int at = k < 0 ? 0 : k;
        act(&with, out->step, k + 20);
        act(&without, out->step, k + 20);
        act(&staged, out->step, k + 20);
        update[at] = time_update(&without);
        published[at] = time_publish(&with);
        more[at] = time_update(&with) - update[at];
        springs[at] = time_springs(&staged);
    }
    count_met(&with, &without, out);
    out->springs = bench_median(springs, ROUNDS) / 1000;
    out->update = bench_median(update, ROUNDS) / 1000;
    out->publish = bench_median(published, ROUNDS) / 1000;
    out->meeting = bench_median(more, ROUNDS) / 1000;
    vrm_crowd_destroy(with.crowd);
    vrm_crowd_destroy(without.crowd);
    vrm_crowd_destroy(staged.crowd);
    return true;
}

static void print_row(const row *r, bool as_json, bool is_first) {
    double share = 100.0 * r->meeting / r->springs;
    if (as_json) {
        printf("%s{\"config\":\"%s\",\"springs\":%.1f,\"update\":%.1f,\"publish\":%.1f,"
               "\"meeting\":%.1f,\"share\":%.2f,\"met\":%.2f,\"most_met\":%u,\"moved\":%d}",
               is_first ? "[" : ",\n", r->config, r->springs, r->update, r->publish, r->meeting,
               share, r->met, (unsigned)r->most_met, r->moved);
        return;
    }
    if (is_first) {
        printf("%-24s %9s %9s %9s %9s %8s %6s %5s %6s\n", "room", "springs", "update", "publish",
               "meeting", "share", "met", "most", "moved");
    }
    printf("%-24s %9.1f %9.1f %9.1f %9.1f %6.1f %% %6.2f %5u %6d\n", r->config, r->springs,
           r->update, r->publish, r->meeting, share, r->met, (unsigned)r->most_met, r->moved);
}

int main(int argc, char **argv) {
    static row rows[] = {{.config = "a step of 2 m", .step = 2.0f},
                         {.config = "a step of 1 m", .step = 1.0f},
                         {.config = "a step of 0.7 m", .step = 0.7f}};
    bool as_json = false;
    int count = 200;
    vrm_model *model;
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--json") == 0) {
            as_json = true;
        } else if (strcmp(argv[i], "--avatars") == 0 && i + 1 < argc) {
            count = atoi(argv[++i]);
        } else {
            fprintf(stderr, "usage: room [--json] [--avatars N]\n");
            return 2;
        }
    }
    if (count < 1 || count > MOST || !figure_make("vroid", WORK "/vroid.vrm")) {
        fprintf(stderr, "room: 1 to %d avatars, and a maker that makes them\n", (int)MOST);
        return 2;
    }
    model = figure_load(WORK "/vroid.vrm");
    if (model == NULL) return 1;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        if (!measure(model, count, &rows[i])) return 1;
        print_row(&rows[i], as_json, i == 0);
    }
    if (as_json) printf("]\n");
    vrm_model_release(model);
    return 0;
}
