/*
 * The time of slots. All of it is whole numbers: nanoseconds, and a speed as a fraction of 2^20
 * whose remainder is kept. So the same total time gives the same state, however it is divided.
 */
#include "motion/mixer_time.h"
#include "clip/clip.h"

#define SPEED_UNIT 1048576 /* 2^20 */
#define MAX_SPEED 64.0f
#define MAX_ELAPSED ((int64_t)1 << 56) /* two years; times the greatest speed 2^62, 146 years */

/* A step, from anywhere in a clip and measured from any of its markers, is within 64 bits. */
static_assert(VRMI_CLIP_MAX_DURATION < INT64_MAX - 64 * MAX_ELAPSED - 1,
              "times of a clip and of an update have to fit together");

static void tell(vrmi_mixer_events *out, vrm_mixer_event_kind kind, int32_t slot, int32_t id,
                 uint64_t count, int64_t ago) {
    vrm_mixer_event event;
    event.kind = kind;
    event.slot = slot;
    event.id = id;
    event.count = count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
    event.ago = ago;
    if (out->count < out->capacity) out->events[out->count] = event;
    out->count += 1;
}

static int64_t floor_divide(int64_t a, int64_t b) {
    int64_t quotient = a / b;
    return a % b < 0 ? quotient - 1 : quotient; /* b is more than 0 */
}

static int64_t held(int64_t time, int64_t duration) {
    return time < 0 ? 0 : time < duration ? time : duration;
}

/* --- Fades --- */

static int64_t fade_left(const vrmi_slot_state *state) {
    return state->fade_length - held(state->fade_passed, state->fade_length);
}

static void pass_fade(vrm_mixer_slot *slot, vrmi_slot_state *state, int32_t index, int64_t elapsed,
                      vrmi_mixer_events *out) {
    int64_t left;
    float t;
    if (state->fade_length <= 0) return;
    left = fade_left(state);
    if (elapsed >= left) {
        slot->weight = vrmi_saturate(state->fade_to);
        state->fade_length = state->fade_passed = 0;
        tell(out, VRM_MIXER_EVENT_FADE, index, 0, 1, elapsed - left);
        return;
    }
    state->fade_passed = state->fade_length - left + elapsed;
    t = (float)((double)state->fade_passed / (double)state->fade_length);
    t = vrmi_smooth_step(0.0f, 1.0f, t);
    slot->weight = vrmi_saturate(vrmi_lerp(state->fade_from, state->fade_to, t));
}

/* --- Clips --- */

static int64_t rate_of(const vrm_mixer_slot *slot) {
    float speed = vrmi_is_finite(slot->speed) ? slot->speed : 0.0f;
    double rate = (double)vrmi_clamp(speed, -MAX_SPEED, MAX_SPEED) * SPEED_UNIT;
    return (int64_t)(rate < 0 ? rate - 0.5 : rate + 0.5);
}

/* Nanoseconds of the clip; what is left of one is kept. */
static int64_t clip_time(vrmi_slot_state *state, int64_t rate, int64_t elapsed) {
    int64_t low = elapsed % SPEED_UNIT * rate + (state->fraction & (SPEED_UNIT - 1));
    int64_t whole = floor_divide(low, SPEED_UNIT);
    state->fraction = (uint32_t)(low - whole * SPEED_UNIT);
    return elapsed / SPEED_UNIT * rate + whole;
}

/* Time of the clip as time of the update. */
static int64_t ago(int64_t time, int64_t rate) {
    return (int64_t)((double)time * SPEED_UNIT / (double)(rate < 0 ? -rate : rate));
}

/* The way of a clip in an update, on a line on which a loop goes on and on. */
typedef struct way {
    int64_t from;
    int64_t to;
    int64_t duration;
    int64_t rate;
    bool is_loop;
    bool with_from; /* what is at `from` was not passed yet */
} way;

/* Markers in (from, to], or [to, from) backwards. */
static void pass_marker(const way *w, int32_t index, const vrm_marker *marker,
                        vrmi_mixer_events *out) {
    bool is_back = w->to < w->from;
    int64_t time = marker->time, last, count;
    /* Times at most `high` and more than `low` are passed. */
    int64_t low = is_back ? w->to - 1 : w->from - (w->with_from ? 1 : 0);
    int64_t high = is_back ? w->from - (w->with_from ? 0 : 1) : w->to;
    if (time < 0 || time > w->duration) return;
    if (w->is_loop) {
        int64_t rounds = floor_divide((is_back ? low : high) - time, w->duration);
        count = floor_divide(high - time, w->duration) - floor_divide(low - time, w->duration);
        last = time + (is_back ? rounds + 1 : rounds) * w->duration;
    } else {
        count = time > low && time <= high;
        last = time;
    }
    if (count <= 0) return;
    tell(out, VRM_MIXER_EVENT_MARKER, index, marker->id, (uint64_t)count,
         ago(is_back ? last - w->to : w->to - last, w->rate));
}

/* An application may set the count, and rounds of a very short clip add up. */
static int64_t add_rounds(int64_t loops, int64_t rounds) {
    if (rounds > 0 && loops > INT64_MAX - rounds) return INT64_MAX;
    if (rounds < 0 && loops < INT64_MIN - rounds) return INT64_MIN;
    return loops + rounds;
}

static int64_t pass_clip(vrm_mixer_slot *slot, vrmi_slot_state *state, int32_t index,
                         int64_t elapsed, vrmi_mixer_events *out) {
    way w;
    int64_t step, rounds = 0;
    w.duration = slot->clip->info.duration;
    w.rate = rate_of(slot);
    w.is_loop = (slot->flags & VRM_SLOT_LOOP) != 0 && w.duration > 0;
    w.from = slot->time = held(slot->time, w.duration);
    w.with_from = state->has_begun == 0;
    step = clip_time(state, w.rate, elapsed);
    if (step == 0) return 0;
    state->has_begun = 1;
    w.to = w.from + step;
    if (w.is_loop) {
        rounds = floor_divide(w.to, w.duration);
        slot->time = w.to - rounds * w.duration;
        slot->loops = add_rounds(slot->loops, rounds);
    } else {
        slot->time = w.to = held(w.to, w.duration);
    }
    for (uint32_t i = 0; i < slot->marker_count && slot->markers != NULL; ++i) {
        pass_marker(&w, index, &slot->markers[i], out);
    }
    if (rounds != 0) {
        int64_t since = rounds > 0 ? slot->time : w.duration - slot->time;
        tell(out, VRM_MIXER_EVENT_LOOP, index, 0, (uint64_t)(rounds > 0 ? rounds : -rounds),
             ago(since, w.rate));
    }
    if (!w.is_loop && (w.from != w.to || w.with_from) && w.to == (step > 0 ? w.duration : 0)) {
        tell(out, VRM_MIXER_EVENT_END, index, 0, 1, ago(step - (w.to - w.from), w.rate));
    }
    return rounds;
}

int64_t vrmi_mixer_pass(vrm_mixer_slot *slot, int32_t index, int64_t elapsed,
                        vrmi_mixer_events *out) {
    vrmi_slot_state state = vrmi_slot_read(slot);
    int64_t awake, rounds = 0;
    if (elapsed < 0) elapsed = 0;
    if (elapsed > MAX_ELAPSED) elapsed = MAX_ELAPSED;
    slot->weight = vrmi_saturate(slot->weight);
    if (slot->weight <= 0.0f && state.fade_length <= 0) return 0;
    awake = elapsed;
    /* A slot that is faded out rests from then on, at whatever rate frames come. */
    if (state.fade_length > 0 && state.fade_to <= 0.0f) {
        int64_t left = fade_left(&state);
        if (awake > left) awake = left;
    }
    if (slot->clip != NULL) rounds = pass_clip(slot, &state, index, awake, out);
    pass_fade(slot, &state, index, elapsed, out);
    vrmi_slot_write(slot, &state);
    return rounds;
}
