/* vrm sim: what a person wants to know of a run. */
#include "apps/kit/avatar/open.h"
#include "apps/kit/avatar/turned.h"
#include "apps/kit/program/console.h"
#include "apps/kit/program/language.h"
#include "sim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Springs are at rest when none turns faster than this, in degrees a second. */
#define AT_REST 1.0
#define MAX_SETTLE_SECONDS 10.0

/* The largest turn of some nodes, and where it was. */
typedef struct extreme {
    double degrees;
    int32_t node;
    uint32_t frame;
} extreme;

typedef struct summary {
    extreme swing, constraint;
    double swing_sum; /* of all joints and frames */
    uint64_t swing_count;
    float yaw[2], pitch[2]; /* least and greatest */
    float *weights;         /* by expression: the greatest */
    double seconds;         /* of the processor, in updates */
} summary;

static double turn_of(const sim_run *run, const vrm_frame *frame, int32_t node) {
    return degrees_between(run->gltf->nodes[node].rest.rotation, frame->local[node].rotation);
}

static void note(extreme *most, double degrees, int32_t node, uint32_t frame) {
    if (most->node != VRM_NONE && !(degrees > most->degrees)) return;
    most->degrees = degrees;
    most->node = node;
    most->frame = frame;
}

static void take_frame(const sim_run *run, uint32_t index, summary *sum) {
    vrm_frame frame;
    float yaw = 0.0f, pitch = 0.0f;
    vrm_look_at_state look_at;
    frame = *vrm_avatar_frame(run->avatar);
    for (uint32_t i = 0; i < run->tables->spring_joint_count; ++i) {
        int32_t node = run->tables->spring_joints[i].node;
        double degrees = turn_of(run, &frame, node);
        note(&sum->swing, degrees, node, index);
        sum->swing_sum += degrees;
        sum->swing_count += 1;
    }
    for (uint32_t i = 0; i < run->tables->constraint_count; ++i) {
        int32_t node = run->tables->constraints[i].node;
        note(&sum->constraint, turn_of(run, &frame, node), node, index);
    }
    for (uint32_t i = 0; i < frame.expression_count; ++i) {
        float weight = frame.expression_weights[i];
        if (weight > sum->weights[i]) sum->weights[i] = weight;
    }
    vrm_look_at_state_init(&look_at);
    vrm_avatar_get_look_at(run->avatar, &look_at);
    yaw = look_at.yaw_degrees;
    pitch = look_at.pitch_degrees;
    if (index == 1 || yaw < sum->yaw[0]) sum->yaw[0] = yaw;
    if (index == 1 || yaw > sum->yaw[1]) sum->yaw[1] = yaw;
    if (index == 1 || pitch < sum->pitch[0]) sum->pitch[0] = pitch;
    if (index == 1 || pitch > sum->pitch[1]) sum->pitch[1] = pitch;
}

static void keep_rotations(const sim_run *run, const vrm_frame *frame, vrm_quat *out) {
    for (uint32_t i = 0; i < run->tables->spring_joint_count; ++i) {
        out[i] = frame->local[run->tables->spring_joints[i].node].rotation;
    }
}

/* Goes on with the inputs as they are: seconds until the springs are at rest; negative: they are
 * not after the longest time. */
static double settle(sim_run *run) {
    uint32_t joint_count = run->tables->spring_joint_count, last = 0;
    uint32_t steps = (uint32_t)(MAX_SETTLE_SECONDS / run->dt) + 1;
    vrm_quat *before = malloc((joint_count + 1) * sizeof *before);
    vrm_frame frame;
    if (before == NULL) return 0.0;
    frame = *vrm_avatar_frame(run->avatar);
    for (uint32_t step = 1; step <= steps; ++step) {
        keep_rotations(run, &frame, before);
        vrm_avatar_update(run->avatar, (float)run->dt);
        for (uint32_t i = 0; i < joint_count; ++i) {
            vrm_quat now = frame.local[run->tables->spring_joints[i].node].rotation;
            if (degrees_between(before[i], now) > AT_REST * run->dt) last = step;
        }
    }
    free(before);
    return last < steps ? last * run->dt : -1.0;
}

/* --- Lines --- */

enum { NUMBER_SIZE = 32 };

/* A number with so many decimals, into `out`, which it returns. */
static const char *decimal(double number, int decimals, char out[NUMBER_SIZE]) {
    snprintf(out, NUMBER_SIZE, "%.*f", decimals, number);
    return out;
}

/* As short as it can be written: 60, 29.97. */
static const char *shortest(double number, char out[NUMBER_SIZE]) {
    snprintf(out, NUMBER_SIZE, "%g", number);
    return out;
}

/* By how much something turned most, where, and when. */
static void print_extreme(const sim_run *run, const extreme *most) {
    char degrees[NUMBER_SIZE], seconds[NUMBER_SIZE], name[100];
    vrm_string_printable(run->gltf->nodes[most->node].name, name, sizeof name);
    say_to(stdout, "up to {1}° ({2} at {3} s)", decimal(most->degrees, 1, degrees), name,
           decimal(most->frame * run->dt, 2, seconds));
}

static void print_run(const sim_run *run, const summary *sum) {
    char number[32], rate[NUMBER_SIZE];
    print_label(SAY("run"));
    with_commas(run->frame_count, number);
    shortest(1.0 / run->dt, rate);
    if (run->frame_count == 1) {
        say_to(stdout, "{1} frame at {2} frames per second", number, rate);
    } else {
        say_to(stdout, "{1} frames at {2} frames per second", number, rate);
    }
    fputs("\n", stdout);
    print_label(SAY("speed"));
    if (sum->seconds > 0.0) {
        say_to(stdout, "{1} frames per second on one core",
               with_commas((uint64_t)(run->frame_count / sum->seconds), number));
    } else {
        fputs(say("too fast to measure; use more frames"), stdout);
    }
    fputs("\n", stdout);
}

static void print_springs(sim_run *run, const summary *sum) {
    char text[NUMBER_SIZE];
    double seconds;
    print_label(SAY("springs"));
    if (sum->swing_count == 0) {
        printf("%s\n", say("none"));
        return;
    }
    with_commas(run->tables->spring_joint_count, text);
    if (run->tables->spring_joint_count == 1) {
        say_to(stdout, "{1} joint swung ", text);
    } else {
        say_to(stdout, "{1} joints swung ", text);
    }
    print_extreme(run, &sum->swing);
    say_to(stdout, ", {1}° on average",
           decimal(sum->swing_sum / (double)sum->swing_count, 1, text));
    fputs("\n", stdout);
    print_label(SAY("settling"));
    seconds = settle(run);
    if (seconds < 0.0) {
        say_to(stdout, "still moving {1} s after the last frame",
               shortest(MAX_SETTLE_SECONDS, text));
    } else {
        say_to(stdout, "at rest {1} s after the last frame", decimal(seconds, 2, text));
    }
    fputs("\n", stdout);
}

static void print_look_at(const summary *sum) {
    char texts[4][NUMBER_SIZE];
    say_to(stdout, "yaw {1}° to {2}°, pitch {3}° to {4}°",
           decimal((double)sum->yaw[0], 1, texts[0]), decimal((double)sum->yaw[1], 1, texts[1]),
           decimal((double)sum->pitch[0], 1, texts[2]),
           decimal((double)sum->pitch[1], 1, texts[3]));
}

static void print_face(const sim_run *run, const summary *sum) {
    bool is_first = true;
    print_label(SAY("lookAt"));
    if (run->has_look || run->motion->kind == MOTION_IDLE) {
        print_look_at(sum);
    } else {
        fputs(say("off"), stdout);
    }
    fputs("\n", stdout);
    print_label(SAY("expressions"));
    for (uint32_t i = 0; i < run->tables->expression_count; ++i) {
        char name[100], weight[NUMBER_SIZE];
        if (!(sum->weights[i] > 0.0f)) continue;
        fputs(is_first ? "" : say(", "), stdout);
        vrm_string_printable(run->tables->expressions[i].name, name, sizeof name);
        say_to(stdout, "{1} up to {2}", name, decimal((double)sum->weights[i], 2, weight));
        is_first = false;
    }
    printf("%s\n", is_first ? say("none") : "");
}

static void print_summary(sim_run *run, const summary *sum) {
    fputs(style_on(stdout, STYLE_TITLE), stdout);
    print_name(stdout, from_text(run->path), 400, 0);
    printf("%s\n", style_off(stdout, STYLE_TITLE));
    print_run(run, sum);
    print_springs(run, sum);
    if (sum->constraint.node != VRM_NONE) {
        char count[32];
        print_label(SAY("constraints"));
        say_to(stdout, "{1} turned ", with_commas(run->tables->constraint_count, count));
        print_extreme(run, &sum->constraint);
        fputs("\n", stdout);
    }
    print_face(run, sum);
}

bool sim_print_summary(sim_run *run, const char **out_problem) {
    summary sum;
    memset(&sum, 0, sizeof sum);
    sum.swing.node = sum.constraint.node = VRM_NONE;
    sum.weights = calloc(run->tables->expression_count + 1, sizeof *sum.weights);
    if (sum.weights == NULL) return false;
    for (uint32_t i = 1; i <= run->frame_count && !sim_is_late(run); ++i) {
        clock_t start;
        if (!motion_apply(run, i, out_problem)) break;
        start = clock();
        vrm_avatar_update(run->avatar, (float)run->dt);
        sum.seconds += (double)(clock() - start) / CLOCKS_PER_SEC;
        take_frame(run, i, &sum);
    }
    if (*out_problem == NULL && sim_begin_report(run)) {
        if (*run->has_shown) printf("\n");
        *run->has_shown = true;
        print_summary(run, &sum);
    }
    free(sum.weights);
    return *out_problem == NULL;
}
